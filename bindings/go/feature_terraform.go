//go:build !polycty_no_terraform

package polycty

// #cgo CFLAGS: -DPOLYCTY_GO_TERRAFORM
import "C"
