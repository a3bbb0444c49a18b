//go:build !polycty_no_services

package polycty

// #cgo CFLAGS: -DPOLYCTY_GO_SERVICES
import "C"
