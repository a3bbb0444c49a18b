//go:build !polycty_no_schema && !polycty_no_terraform

package polycty

// #include "shims.h"
import "C"
