// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_puppet

package polycty

var puppetComparisonNames = enumerationNames{
	enumeration: "PuppetComparison", flags: false,
	names: map[uint32]string{
		1: "equal",
		2: "not_equal",
		3: "less",
		4: "less_or_equal",
		5: "greater",
		6: "greater_or_equal",
	},
}

// String returns the name of the value: "equal", "not_equal", "less", "less_or_equal", "greater" or "greater_or_equal".
func (v PuppetComparison) String() string { return puppetComparisonNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetComparison) MarshalText() ([]byte, error) {
	return puppetComparisonNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *PuppetComparison) UnmarshalText(text []byte) error {
	return puppetComparisonNames.unmarshal(text, (*uint32)(v))
}

var puppetDetailNames = enumerationNames{
	enumeration: "PuppetDetail", flags: false,
	names: map[uint32]string{
		1: "canonical",
		2: "expanded",
		3: "debug",
		4: "expanded_debug",
	},
}

// String returns the name of the value: "canonical", "expanded", "debug" or "expanded_debug".
func (v PuppetDetail) String() string { return puppetDetailNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetDetail) MarshalText() ([]byte, error) { return puppetDetailNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PuppetDetail) UnmarshalText(text []byte) error {
	return puppetDetailNames.unmarshal(text, (*uint32)(v))
}

var puppetInferenceNames = enumerationNames{
	enumeration: "PuppetInference", flags: false,
	names: map[uint32]string{
		1: "reduced",
		2: "general",
		3: "detailed",
	},
}

// String returns the name of the value: "reduced", "general" or "detailed".
func (v PuppetInference) String() string { return puppetInferenceNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetInference) MarshalText() ([]byte, error) {
	return puppetInferenceNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *PuppetInference) UnmarshalText(text []byte) error {
	return puppetInferenceNames.unmarshal(text, (*uint32)(v))
}

var puppetKindNames = enumerationNames{
	enumeration: "PuppetKind", flags: false,
	names: map[uint32]string{
		0:  "none",
		1:  "default",
		2:  "hash",
		3:  "regexp",
		4:  "sensitive",
		5:  "semver",
		6:  "semver_range",
		7:  "timespan",
		8:  "timestamp",
		9:  "binary",
		10: "uri",
		11: "iterator",
		12: "object",
	},
}

// String returns the name of the value, such as "default".
func (v PuppetKind) String() string { return puppetKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetKind) MarshalText() ([]byte, error) { return puppetKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PuppetKind) UnmarshalText(text []byte) error {
	return puppetKindNames.unmarshal(text, (*uint32)(v))
}

var puppetLevelNames = enumerationNames{
	enumeration: "PuppetLevel", flags: false,
	names: map[uint32]string{
		1: "debug",
		2: "info",
		3: "notice",
		4: "warning",
		5: "err",
		6: "alert",
		7: "emerg",
		8: "crit",
	},
}

// String returns the name of the value, such as "info".
func (v PuppetLevel) String() string { return puppetLevelNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetLevel) MarshalText() ([]byte, error) { return puppetLevelNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PuppetLevel) UnmarshalText(text []byte) error {
	return puppetLevelNames.unmarshal(text, (*uint32)(v))
}

var puppetLoadKindNames = enumerationNames{
	enumeration: "PuppetLoadKind", flags: false,
	names: map[uint32]string{
		1: "function",
		2: "type",
		3: "class",
		4: "template",
	},
}

// String returns the name of the value: "function", "type", "class" or "template".
func (v PuppetLoadKind) String() string { return puppetLoadKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetLoadKind) MarshalText() ([]byte, error) { return puppetLoadKindNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PuppetLoadKind) UnmarshalText(text []byte) error {
	return puppetLoadKindNames.unmarshal(text, (*uint32)(v))
}

var puppetModeNames = enumerationNames{
	enumeration: "PuppetMode", flags: false,
	names: map[uint32]string{
		1: "current",
		2: "early",
	},
}

// String returns the name of the value: "current" or "early".
func (v PuppetMode) String() string { return puppetModeNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetMode) MarshalText() ([]byte, error) { return puppetModeNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PuppetMode) UnmarshalText(text []byte) error {
	return puppetModeNames.unmarshal(text, (*uint32)(v))
}

var puppetOperatorNames = enumerationNames{
	enumeration: "PuppetOperator", flags: false,
	names: map[uint32]string{
		1: "add",
		2: "subtract",
		3: "multiply",
		4: "divide",
		5: "modulo",
		6: "shift_left",
		7: "shift_right",
	},
}

// String returns the name of the value, such as "subtract".
func (v PuppetOperator) String() string { return puppetOperatorNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetOperator) MarshalText() ([]byte, error) { return puppetOperatorNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PuppetOperator) UnmarshalText(text []byte) error {
	return puppetOperatorNames.unmarshal(text, (*uint32)(v))
}

var puppetQuestionNames = enumerationNames{
	enumeration: "PuppetQuestion", flags: false,
	names: map[uint32]string{
		1: "lookup",
		2: "find_file",
		3: "read_file",
		4: "generate",
		5: "defined",
		6: "catalog",
	},
}

// String returns the name of the value: "lookup", "find_file", "read_file", "generate", "defined" or "catalog".
func (v PuppetQuestion) String() string { return puppetQuestionNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetQuestion) MarshalText() ([]byte, error) { return puppetQuestionNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *PuppetQuestion) UnmarshalText(text []byte) error {
	return puppetQuestionNames.unmarshal(text, (*uint32)(v))
}

var puppetStrictnessNames = enumerationNames{
	enumeration: "PuppetStrictness", flags: false,
	names: map[uint32]string{
		1: "error",
		2: "warning",
		3: "off",
	},
}

// String returns the name of the value: "error", "warning" or "off".
func (v PuppetStrictness) String() string { return puppetStrictnessNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetStrictness) MarshalText() ([]byte, error) {
	return puppetStrictnessNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *PuppetStrictness) UnmarshalText(text []byte) error {
	return puppetStrictnessNames.unmarshal(text, (*uint32)(v))
}
