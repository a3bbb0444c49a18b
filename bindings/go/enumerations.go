// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

package polycty

var codeNames = enumerationNames{
	enumeration: "Code", flags: false,
	names: map[uint32]string{
		1:  "invalid_argument",
		2:  "invalid_utf8",
		3:  "syntax",
		4:  "type",
		5:  "conversion",
		6:  "unsupported",
		7:  "not_found",
		8:  "limit",
		9:  "arithmetic",
		10: "null",
		11: "unknown",
		12: "marked",
		13: "callback",
		14: "misbehaved",
		15: "internal",
		16: "diagnostics",
		17: "cancelled",
		18: "value",
	},
}

// String returns the name of the value, such as "invalid_utf8".
func (v Code) String() string { return codeNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Code) MarshalText() ([]byte, error) { return codeNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Code) UnmarshalText(text []byte) error { return codeNames.unmarshal(text, (*uint32)(v)) }

var conversionNames = enumerationNames{
	enumeration: "Conversion", flags: false,
	names: map[uint32]string{
		0: "none",
		1: "unsafe",
		2: "safe",
		3: "same",
	},
}

// String returns the name of the value: "none", "unsafe", "safe" or "same".
func (v Conversion) String() string { return conversionNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Conversion) MarshalText() ([]byte, error) { return conversionNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Conversion) UnmarshalText(text []byte) error {
	return conversionNames.unmarshal(text, (*uint32)(v))
}

var dialectNames = enumerationNames{
	enumeration: "Dialect", flags: false,
	names: map[uint32]string{
		1: "hcl",
		2: "pcl",
		3: "puppet",
		4: "mcl",
	},
}

// String returns the name of the value: "hcl", "pcl", "puppet" or "mcl".
func (v Dialect) String() string { return dialectNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Dialect) MarshalText() ([]byte, error) { return dialectNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Dialect) UnmarshalText(text []byte) error { return dialectNames.unmarshal(text, (*uint32)(v)) }

var featureNames = enumerationNames{
	enumeration: "Feature", flags: false,
	names: map[uint32]string{
		1: "hcl",
		2: "pcl",
		3: "terraform",
		4: "puppet",
		5: "mcl",
		6: "translate",
		7: "schema",
	},
}

// String returns the name of the value, such as "pcl".
func (v Feature) String() string { return featureNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Feature) MarshalText() ([]byte, error) { return featureNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Feature) UnmarshalText(text []byte) error { return featureNames.unmarshal(text, (*uint32)(v)) }

var hclFormNames = enumerationNames{
	enumeration: "HCLForm", flags: false,
	names: map[uint32]string{
		0:  "missing",
		1:  "literal",
		2:  "template",
		3:  "template_wrap",
		4:  "template_join",
		5:  "traversal",
		6:  "relative_traversal",
		7:  "call",
		8:  "conditional",
		9:  "index",
		10: "tuple",
		11: "object",
		12: "for",
		13: "splat",
		14: "splat_item",
		15: "unary",
		16: "operations",
		17: "parentheses",
		18: "invalid",
		19: "value",
	},
}

// String returns the name of the value, such as "literal".
func (v HCLForm) String() string { return hclFormNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLForm) MarshalText() ([]byte, error) { return hclFormNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLForm) UnmarshalText(text []byte) error { return hclFormNames.unmarshal(text, (*uint32)(v)) }

var hclItemKindNames = enumerationNames{
	enumeration: "HCLItemKind", flags: false,
	names: map[uint32]string{
		0: "none",
		1: "attribute",
		2: "block",
		3: "either",
	},
}

// String returns the name of the value: "none", "attribute", "block" or "either".
func (v HCLItemKind) String() string { return hclItemKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLItemKind) MarshalText() ([]byte, error) { return hclItemKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLItemKind) UnmarshalText(text []byte) error {
	return hclItemKindNames.unmarshal(text, (*uint32)(v))
}

var hclRoleNames = enumerationNames{
	enumeration: "HCLRole", flags: false,
	names: map[uint32]string{
		0:  "none",
		1:  "piece",
		2:  "inner",
		3:  "source",
		4:  "each",
		5:  "argument",
		6:  "condition",
		7:  "then",
		8:  "else",
		9:  "collection",
		10: "key",
		11: "name",
		12: "value",
		13: "element",
		14: "operand",
	},
}

// String returns the name of the value, such as "piece".
func (v HCLRole) String() string { return hclRoleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLRole) MarshalText() ([]byte, error) { return hclRoleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLRole) UnmarshalText(text []byte) error { return hclRoleNames.unmarshal(text, (*uint32)(v)) }

var hclStringStyleNames = enumerationNames{
	enumeration: "HCLStringStyle", flags: false,
	names: map[uint32]string{
		1: "quoted",
		2: "heredoc",
	},
}

// String returns the name of the value: "quoted" or "heredoc".
func (v HCLStringStyle) String() string { return hclStringStyleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLStringStyle) MarshalText() ([]byte, error) { return hclStringStyleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLStringStyle) UnmarshalText(text []byte) error {
	return hclStringStyleNames.unmarshal(text, (*uint32)(v))
}

var hclStyleNames = enumerationNames{
	enumeration: "HCLStyle", flags: false,
	names: map[uint32]string{
		1: "layout",
		2: "terraform",
	},
}

// String returns the name of the value: "layout" or "terraform".
func (v HCLStyle) String() string { return hclStyleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLStyle) MarshalText() ([]byte, error) { return hclStyleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLStyle) UnmarshalText(text []byte) error {
	return hclStyleNames.unmarshal(text, (*uint32)(v))
}

var hclSyntaxNames = enumerationNames{
	enumeration: "HCLSyntax", flags: false,
	names: map[uint32]string{
		1: "native",
		2: "json",
		3: "template",
	},
}

// String returns the name of the value: "native", "json" or "template".
func (v HCLSyntax) String() string { return hclSyntaxNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLSyntax) MarshalText() ([]byte, error) { return hclSyntaxNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLSyntax) UnmarshalText(text []byte) error {
	return hclSyntaxNames.unmarshal(text, (*uint32)(v))
}

var hclTokenKindNames = enumerationNames{
	enumeration: "HCLTokenKind", flags: false,
	names: map[uint32]string{
		0:  "none",
		1:  "open_brace",
		2:  "close_brace",
		3:  "open_bracket",
		4:  "close_bracket",
		5:  "open_paren",
		6:  "close_paren",
		7:  "open_quote",
		8:  "close_quote",
		9:  "open_heredoc",
		10: "close_heredoc",
		11: "interpolation",
		12: "directive",
		13: "sequence_end",
		14: "quoted_text",
		15: "plain_text",
		16: "number",
		17: "name",
		18: "star",
		19: "slash",
		20: "percent",
		21: "plus",
		22: "minus",
		23: "equal",
		24: "equal_equal",
		25: "not_equal",
		26: "less",
		27: "less_or_equal",
		28: "greater",
		29: "greater_or_equal",
		30: "and",
		31: "or",
		32: "bang",
		33: "dot",
		34: "ellipsis",
		35: "comma",
		36: "fat_arrow",
		37: "question",
		38: "colon",
		39: "double_colon",
		40: "newline",
		41: "comment",
		42: "blank",
		43: "invalid",
		44: "end",
	},
}

// String returns the name of the value, such as "open_brace".
func (v HCLTokenKind) String() string { return hclTokenKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLTokenKind) MarshalText() ([]byte, error) { return hclTokenKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLTokenKind) UnmarshalText(text []byte) error {
	return hclTokenKindNames.unmarshal(text, (*uint32)(v))
}

var hclTypeModeNames = enumerationNames{
	enumeration: "HCLTypeMode", flags: false,
	names: map[uint32]string{
		1: "exact",
		2: "constraint",
		3: "defaults",
	},
}

// String returns the name of the value: "exact", "constraint" or "defaults".
func (v HCLTypeMode) String() string { return hclTypeModeNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLTypeMode) MarshalText() ([]byte, error) { return hclTypeModeNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLTypeMode) UnmarshalText(text []byte) error {
	return hclTypeModeNames.unmarshal(text, (*uint32)(v))
}

var hclValueStyleNames = enumerationNames{
	enumeration: "HCLValueStyle", flags: false,
	names: map[uint32]string{
		1: "expression",
		2: "redacted",
		3: "revealed",
	},
}

// String returns the name of the value: "expression", "redacted" or "revealed".
func (v HCLValueStyle) String() string { return hclValueStyleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v HCLValueStyle) MarshalText() ([]byte, error) { return hclValueStyleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *HCLValueStyle) UnmarshalText(text []byte) error {
	return hclValueStyleNames.unmarshal(text, (*uint32)(v))
}

var kindNames = enumerationNames{
	enumeration: "Kind", flags: false,
	names: map[uint32]string{
		0:  "missing",
		1:  "any",
		2:  "none",
		3:  "bool",
		4:  "number",
		5:  "integer",
		6:  "float",
		7:  "string",
		8:  "list",
		9:  "set",
		10: "map",
		11: "tuple",
		12: "object",
		13: "function",
		14: "union",
		15: "optional",
		16: "not_undef",
		17: "promise",
		18: "output",
		19: "literal",
		20: "enumeration",
		21: "capsule",
		22: "meta",
		23: "variable",
		24: "reference",
		25: "nominal",
	},
}

// String returns the name of the value, such as "any".
func (v Kind) String() string { return kindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Kind) MarshalText() ([]byte, error) { return kindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Kind) UnmarshalText(text []byte) error { return kindNames.unmarshal(text, (*uint32)(v)) }

var safetyNames = enumerationNames{
	enumeration: "Safety", flags: false,
	names: map[uint32]string{
		1: "safe",
		2: "unsafe",
	},
}

// String returns the name of the value: "safe" or "unsafe".
func (v Safety) String() string { return safetyNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Safety) MarshalText() ([]byte, error) { return safetyNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Safety) UnmarshalText(text []byte) error { return safetyNames.unmarshal(text, (*uint32)(v)) }

var severityNames = enumerationNames{
	enumeration: "Severity", flags: false,
	names: map[uint32]string{
		1: "error",
		2: "warning",
	},
}

// String returns the name of the value: "error" or "warning".
func (v Severity) String() string { return severityNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Severity) MarshalText() ([]byte, error) { return severityNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Severity) UnmarshalText(text []byte) error {
	return severityNames.unmarshal(text, (*uint32)(v))
}

var styleNames = enumerationNames{
	enumeration: "Style", flags: false,
	names: map[uint32]string{
		1: "plain",
		2: "color",
	},
}

// String returns the name of the value: "plain" or "color".
func (v Style) String() string { return styleNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Style) MarshalText() ([]byte, error) { return styleNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Style) UnmarshalText(text []byte) error { return styleNames.unmarshal(text, (*uint32)(v)) }
