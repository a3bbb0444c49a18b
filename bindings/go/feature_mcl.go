//go:build !polycty_no_mcl

package polycty

// #cgo CFLAGS: -DPOLYCTY_GO_MCL
import "C"
