package polycty

// #include <polycty.h>
import "C"

// A Dialect is a configuration language, with its notation and rules for types and values. An
// operation that a dialect does not have fails with ErrUnsupported.
type Dialect uint32

const (
	// HCL is HCL and Terraform.
	HCL Dialect = C.PCTY_DIALECT_HCL
	// PCL is HCL with the extensions of the information model.
	PCL Dialect = C.PCTY_DIALECT_PCL
	// Puppet is the language of Puppet.
	Puppet Dialect = C.PCTY_DIALECT_PUPPET
	// MCL is the language of mgmt.
	MCL Dialect = C.PCTY_DIALECT_MCL
)
