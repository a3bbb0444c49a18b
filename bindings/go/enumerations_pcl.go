// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_pcl

package polycty

var pclKindNames = enumerationNames{
	enumeration: "PCLKind", flags: false,
	names: map[uint32]string{
		0:  "missing",
		1:  "dynamic",
		2:  "none",
		3:  "bool",
		4:  "int",
		5:  "number",
		6:  "string",
		7:  "id",
		8:  "opaque",
		9:  "list",
		10: "set",
		11: "map",
		12: "tuple",
		13: "object",
		14: "union",
		15: "promise",
		16: "output",
		17: "const",
		18: "enum",
		19: "recursive",
		20: "foreign",
	},
}

// String returns the name of the value, such as "dynamic".
func (v PCLKind) String() string { return pclKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PCLKind) MarshalText() ([]byte, error) { return pclKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PCLKind) UnmarshalText(text []byte) error { return pclKindNames.unmarshal(text, (*uint32)(v)) }

var pclOperatorNames = enumerationNames{
	enumeration: "PCLOperator", flags: false,
	names: map[uint32]string{
		0:  "none",
		1:  "or",
		2:  "and",
		3:  "equal",
		4:  "not_equal",
		5:  "greater",
		6:  "greater_or_equal",
		7:  "less",
		8:  "less_or_equal",
		9:  "add",
		10: "subtract",
		11: "multiply",
		12: "divide",
		13: "modulo",
		14: "not",
		15: "negate",
	},
}

// String returns the name of the value, such as "or".
func (v PCLOperator) String() string { return pclOperatorNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PCLOperator) MarshalText() ([]byte, error) { return pclOperatorNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PCLOperator) UnmarshalText(text []byte) error {
	return pclOperatorNames.unmarshal(text, (*uint32)(v))
}

var pclRoleNames = enumerationNames{
	enumeration: "PCLRole", flags: false,
	names: map[uint32]string{
		0:  "root",
		1:  "part",
		2:  "inner",
		3:  "source",
		4:  "step",
		5:  "argument",
		6:  "condition",
		7:  "then",
		8:  "else",
		9:  "key",
		10: "value",
		11: "element",
		12: "each",
		13: "operand",
		14: "operation",
	},
}

// String returns the name of the value, such as "part".
func (v PCLRole) String() string { return pclRoleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PCLRole) MarshalText() ([]byte, error) { return pclRoleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PCLRole) UnmarshalText(text []byte) error { return pclRoleNames.unmarshal(text, (*uint32)(v)) }

var pclSyntaxKindNames = enumerationNames{
	enumeration: "PCLSyntaxKind", flags: false,
	names: map[uint32]string{
		0:  "missing",
		1:  "literal",
		2:  "template",
		3:  "interpolation",
		4:  "join",
		5:  "variable",
		6:  "traversal",
		7:  "attribute",
		8:  "key",
		9:  "call",
		10: "conditional",
		11: "index",
		12: "tuple",
		13: "object",
		14: "item",
		15: "for",
		16: "splat",
		17: "splat_item",
		18: "unary",
		19: "operations",
		20: "operation",
		21: "parentheses",
		22: "invalid",
	},
}

// String returns the name of the value, such as "literal".
func (v PCLSyntaxKind) String() string { return pclSyntaxKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PCLSyntaxKind) MarshalText() ([]byte, error) { return pclSyntaxKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PCLSyntaxKind) UnmarshalText(text []byte) error {
	return pclSyntaxKindNames.unmarshal(text, (*uint32)(v))
}
