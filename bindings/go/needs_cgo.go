//go:build !cgo

// Without cgo there is nothing of this package but the error of this line.

package polycty

var _ = this_package_needs_cgo_CGO_ENABLED_1_and_a_C_compiler
