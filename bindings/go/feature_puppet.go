//go:build !polycty_no_puppet

package polycty

// #cgo CFLAGS: -DPOLYCTY_GO_PUPPET
import "C"
