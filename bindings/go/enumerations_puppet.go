// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

//go:build !polycty_no_puppet

package polycty

// #include "shims.h"
import "C"

// A PuppetCatalogKind is the kind of a resource in a catalog.
type PuppetCatalogKind uint32

const (
	// PuppetCatalogIncluded: a class that was included, a node, `Class[main]` or
	// `Class[Settings]`.
	PuppetCatalogIncluded PuppetCatalogKind = C.PCTY_PUPPET_CATALOG_INCLUDED
	// PuppetCatalogNative: a resource of a type that the agent implements.
	PuppetCatalogNative PuppetCatalogKind = C.PCTY_PUPPET_CATALOG_NATIVE
	// PuppetCatalogDefined: a resource of a defined type.
	PuppetCatalogDefined PuppetCatalogKind = C.PCTY_PUPPET_CATALOG_DEFINED
	// PuppetCatalogClass: a class that was declared like a resource.
	PuppetCatalogClass PuppetCatalogKind = C.PCTY_PUPPET_CATALOG_CLASS
)

var puppetCatalogKindNames = enumerationNames{
	enumeration: "PuppetCatalogKind", flags: false,
	names: map[uint32]string{
		1: "included",
		2: "native",
		3: "defined",
		4: "class",
	},
}

// String returns the name of the value: "included", "native", "defined" or "class".
func (v PuppetCatalogKind) String() string { return puppetCatalogKindNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetCatalogKind) MarshalText() ([]byte, error) {
	return puppetCatalogKindNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *PuppetCatalogKind) UnmarshalText(text []byte) error {
	return puppetCatalogKindNames.unmarshal(text, (*uint32)(v))
}

// A PuppetComparison is an operator of the language between two types. The wider type is the
// greater one.
type PuppetComparison uint32

const (
	// PuppetEqual: `==`: the types are the same, or each accepts the other.
	PuppetEqual PuppetComparison = C.PCTY_PUPPET_EQUAL
	// PuppetNotEqual: `!=`
	PuppetNotEqual PuppetComparison = C.PCTY_PUPPET_NOT_EQUAL
	// PuppetLess: `<`: the right type accepts the left one and does not equal it.
	PuppetLess PuppetComparison = C.PCTY_PUPPET_LESS
	// PuppetLessOrEqual: `<=`: the right type accepts the left one.
	PuppetLessOrEqual PuppetComparison = C.PCTY_PUPPET_LESS_OR_EQUAL
	// PuppetGreater: `>`: the left type accepts the right one and does not equal it.
	PuppetGreater PuppetComparison = C.PCTY_PUPPET_GREATER
	// PuppetGreaterOrEqual: `>=`: the left type accepts the right one.
	PuppetGreaterOrEqual PuppetComparison = C.PCTY_PUPPET_GREATER_OR_EQUAL
	// PuppetSame: the types have the same structure, where the members of a Variant and other
	// parts that Puppet compares as sets may be in any order. The language has no operator for it;
	// it is finer than `==`.
	PuppetSame PuppetComparison = C.PCTY_PUPPET_SAME
)

var puppetComparisonNames = enumerationNames{
	enumeration: "PuppetComparison", flags: false,
	names: map[uint32]string{
		1: "equal",
		2: "not_equal",
		3: "less",
		4: "less_or_equal",
		5: "greater",
		6: "greater_or_equal",
		7: "same",
	},
}

// String returns the name of the value, such as "not_equal".
func (v PuppetComparison) String() string { return puppetComparisonNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v PuppetComparison) MarshalText() ([]byte, error) {
	return puppetComparisonNames.marshal(uint32(v))
}

// UnmarshalText sets the value to that of a name.
func (v *PuppetComparison) UnmarshalText(text []byte) error {
	return puppetComparisonNames.unmarshal(text, (*uint32)(v))
}

// A PuppetDetail is the detail of a type's text.
type PuppetDetail uint32

const (
	// PuppetCanonical: the canonical text: defaults are omitted, and an alias is its name.
	PuppetCanonical PuppetDetail = C.PCTY_PUPPET_CANONICAL
	// PuppetExpanded: aliases as `Name = definition`, and object types in full.
	PuppetExpanded PuppetDetail = C.PCTY_PUPPET_EXPANDED
	// PuppetDebug: the canonical text, with the string of a type that has exactly one string.
	PuppetDebug PuppetDetail = C.PCTY_PUPPET_DEBUG
	// PuppetExpandedDebug: the expanded text, with the string of a type that has exactly one
	// string.
	PuppetExpandedDebug PuppetDetail = C.PCTY_PUPPET_EXPANDED_DEBUG
)

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

// A PuppetInference is the type to infer from a value.
type PuppetInference uint32

const (
	// PuppetReduced: one type for all elements of an array or a hash, and its size.
	PuppetReduced PuppetInference = C.PCTY_PUPPET_REDUCED
	// PuppetGeneral: the reduced type without bounds and sizes.
	PuppetGeneral PuppetInference = C.PCTY_PUPPET_GENERAL
	// PuppetDetailed: a type for each element: the result of `type($value)`.
	PuppetDetailed PuppetInference = C.PCTY_PUPPET_DETAILED
)

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

// A PuppetKind is the kind of a value that only Puppet has.
type PuppetKind uint32

const (
	// PuppetNone: none: a value that other dialects also have, or a value with marks.
	PuppetNone PuppetKind = C.PCTY_PUPPET_NONE
	// PuppetDefault: `default`.
	PuppetDefault PuppetKind = C.PCTY_PUPPET_DEFAULT
	// PuppetHash: a Hash: keys of any kind, in their order.
	PuppetHash PuppetKind = C.PCTY_PUPPET_HASH
	// PuppetRegexp: a Regexp.
	PuppetRegexp PuppetKind = C.PCTY_PUPPET_REGEXP
	// PuppetSensitive: a Sensitive.
	PuppetSensitive PuppetKind = C.PCTY_PUPPET_SENSITIVE
	// PuppetSemVer: a SemVer.
	PuppetSemVer PuppetKind = C.PCTY_PUPPET_SEMVER
	// PuppetSemVerRange: a SemVerRange.
	PuppetSemVerRange PuppetKind = C.PCTY_PUPPET_SEMVER_RANGE
	// PuppetTimespan: a Timespan.
	PuppetTimespan PuppetKind = C.PCTY_PUPPET_TIMESPAN
	// PuppetTimestamp: a Timestamp.
	PuppetTimestamp PuppetKind = C.PCTY_PUPPET_TIMESTAMP
	// PuppetBinary: a Binary.
	PuppetBinary PuppetKind = C.PCTY_PUPPET_BINARY
	// PuppetURI: a URI.
	PuppetURI PuppetKind = C.PCTY_PUPPET_URI
	// PuppetIterator: an Iterator.
	PuppetIterator PuppetKind = C.PCTY_PUPPET_ITERATOR
	// PuppetObject: an object.
	PuppetObject PuppetKind = C.PCTY_PUPPET_OBJECT
)

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

// A PuppetLevel is the level of a message.
type PuppetLevel uint32

const (
	// PuppetLevelDebug: information for debugging.
	PuppetLevelDebug PuppetLevel = C.PCTY_PUPPET_LEVEL_DEBUG
	// PuppetLevelInfo: normal operation.
	PuppetLevelInfo PuppetLevel = C.PCTY_PUPPET_LEVEL_INFO
	// PuppetLevelNotice: the output of `notice`.
	PuppetLevelNotice PuppetLevel = C.PCTY_PUPPET_LEVEL_NOTICE
	// PuppetLevelWarning: a probable error.
	PuppetLevelWarning PuppetLevel = C.PCTY_PUPPET_LEVEL_WARNING
	// PuppetLevelErr: an error.
	PuppetLevelErr PuppetLevel = C.PCTY_PUPPET_LEVEL_ERR
	// PuppetLevelAlert: a problem that needs immediate action.
	PuppetLevelAlert PuppetLevel = C.PCTY_PUPPET_LEVEL_ALERT
	// PuppetLevelEmerg: a problem that affects the whole system.
	PuppetLevelEmerg PuppetLevel = C.PCTY_PUPPET_LEVEL_EMERG
	// PuppetLevelCrit: a critical failure.
	PuppetLevelCrit PuppetLevel = C.PCTY_PUPPET_LEVEL_CRIT
)

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

// A PuppetLoadKind is the kind of a definition to load.
type PuppetLoadKind uint32

const (
	// PuppetLoadFunction: a function of a module, in a file of the folder `functions`.
	PuppetLoadFunction PuppetLoadKind = C.PCTY_PUPPET_LOAD_FUNCTION
	// PuppetLoadType: a type alias, in a file of the folder `types`.
	PuppetLoadType PuppetLoadKind = C.PCTY_PUPPET_LOAD_TYPE
	// PuppetLoadClass: a class or a defined type, in a file of the folder `manifests`.
	PuppetLoadClass PuppetLoadKind = C.PCTY_PUPPET_LOAD_CLASS
	// PuppetLoadTemplate: a template, in a file of the folder `templates`.
	PuppetLoadTemplate PuppetLoadKind = C.PCTY_PUPPET_LOAD_TEMPLATE
)

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

// A PuppetMode is the version of Puppet whose notation and rules apply.
type PuppetMode uint32

const (
	// PuppetCurrent: the current language.
	PuppetCurrent PuppetMode = C.PCTY_PUPPET_CURRENT
	// PuppetEarly: the language of the early specification, with its names, defaults and rules.
	PuppetEarly PuppetMode = C.PCTY_PUPPET_EARLY
)

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

// A PuppetOperator is an operator between two numbers.
type PuppetOperator uint32

const (
	// PuppetAdd: `+`
	PuppetAdd PuppetOperator = C.PCTY_PUPPET_ADD
	// PuppetSubtract: `-`
	PuppetSubtract PuppetOperator = C.PCTY_PUPPET_SUBTRACT
	// PuppetMultiply: `*`
	PuppetMultiply PuppetOperator = C.PCTY_PUPPET_MULTIPLY
	// PuppetDivide: `/`
	PuppetDivide PuppetOperator = C.PCTY_PUPPET_DIVIDE
	// PuppetModulo: `%`, only for integers.
	PuppetModulo PuppetOperator = C.PCTY_PUPPET_MODULO
	// PuppetShiftLeft: `<<`, only for integers.
	PuppetShiftLeft PuppetOperator = C.PCTY_PUPPET_SHIFT_LEFT
	// PuppetShiftRight: `>>`, only for integers.
	PuppetShiftRight PuppetOperator = C.PCTY_PUPPET_SHIFT_RIGHT
)

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

// A PuppetQuestion is the kind of a query of a function about the outside world.
type PuppetQuestion uint32

const (
	// PuppetQuestionLookup: `lookup` and `hiera`: the value of the first key that has one. The
	// four arguments are an Array of the keys, the required type of the value, the merge behavior,
	// and a Hash of further options. An argument that is not specified is undef.
	PuppetQuestionLookup PuppetQuestion = C.PCTY_PUPPET_QUESTION_LOOKUP
	// PuppetQuestionFindFile: `find_file` and similar functions: the path of the first file that
	// exists, a String. Each argument is a name.
	PuppetQuestionFindFile PuppetQuestion = C.PCTY_PUPPET_QUESTION_FIND_FILE
	// PuppetQuestionReadFile: `file` and `binary_file`: the content of a file, a String or a
	// Binary. The argument is the name of the file.
	PuppetQuestionReadFile PuppetQuestion = C.PCTY_PUPPET_QUESTION_READ_FILE
	// PuppetQuestionGenerate: `generate`: the output of a command, a String. Each argument is a
	// word of the command.
	PuppetQuestionGenerate PuppetQuestion = C.PCTY_PUPPET_QUESTION_GENERATE
	// PuppetQuestionDefined: `defined`, and names of types that are not defined elsewhere: whether
	// a resource type, a class or a defined type with a name exists, a Boolean. The argument is
	// the name.
	PuppetQuestionDefined PuppetQuestion = C.PCTY_PUPPET_QUESTION_DEFINED
	// PuppetQuestionCatalog: functions that need a catalog: `include`, `contain`, `require`,
	// `realize`, `create_resources`, `tag`, `tagged`. The first argument is the function's name,
	// the others are the function's own arguments.
	PuppetQuestionCatalog PuppetQuestion = C.PCTY_PUPPET_QUESTION_CATALOG
)

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

// A PuppetStrictness is the treatment of probable errors: Puppet's setting `strict`.
type PuppetStrictness uint32

const (
	// PuppetStrict: they are errors. This is the default.
	PuppetStrict PuppetStrictness = C.PCTY_PUPPET_STRICT_ERROR
	// PuppetWarning: they are warnings.
	PuppetWarning PuppetStrictness = C.PCTY_PUPPET_STRICT_WARNING
	// PuppetLax: they are ignored.
	PuppetLax PuppetStrictness = C.PCTY_PUPPET_STRICT_OFF
)

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
