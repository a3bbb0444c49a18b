//go:build !polycty_source && !polycty_flags

package polycty

// Without build tags the installed library is linked, as pkg-config finds it. With the build tag
// polycty_flags, CGO_CFLAGS and CGO_LDFLAGS name the headers and the library.

// #cgo pkg-config: polycty
import "C"
