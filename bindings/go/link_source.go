//go:build polycty_source

package polycty

// With the build tag polycty_source the static library of the source tree around this
// module is used, as `make library` leaves it.

// #cgo CFLAGS: -I${SRCDIR}/../../include
// #cgo LDFLAGS: ${SRCDIR}/../../target/release/libpolycty.a -lpthread -ldl -lm
import "C"
