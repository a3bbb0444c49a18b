//go:build !polycty_no_pcl

package polycty

// #cgo CFLAGS: -DPOLYCTY_GO_PCL
import "C"
