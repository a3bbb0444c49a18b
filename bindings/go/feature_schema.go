//go:build !polycty_no_schema

package polycty

// #cgo CFLAGS: -DPOLYCTY_GO_SCHEMA
import "C"
