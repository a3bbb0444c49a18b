//go:build !cgo

// Without cgo, the package consists of this line, whose error names the requirement.

package polycty

var _ = this_package_needs_cgo_CGO_ENABLED_1_and_a_C_compiler
