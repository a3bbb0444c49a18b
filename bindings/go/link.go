//go:build !polycty_source

package polycty

// Without build tags the installed library is used, found by pkg-config.

// #cgo pkg-config: polycty
import "C"
