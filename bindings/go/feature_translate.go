//go:build !polycty_no_translate

package polycty

// #cgo CFLAGS: -DPOLYCTY_GO_TRANSLATE
import "C"
