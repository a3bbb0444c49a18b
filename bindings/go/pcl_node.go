//go:build !polycty_no_pcl

package polycty

// #include <polycty.h>
import "C"
