// Code generated from include/polycty.json by tools/enumerations.go; DO NOT EDIT.

package polycty

// #include "shims.h"
import "C"

// A Code is the kind of an error. It is an error itself: a call such as
//
//	errors.Is(err, polycty.ErrConversion)
//
// tests for it.
type Code uint32

const (
	// ErrInvalidArgument: an invalid argument: NULL, out of range, of another kind. It is a
	// mistake of the calling program, never of a text or value from its user.
	ErrInvalidArgument Code = C.PCTY_ERROR_INVALID_ARGUMENT
	// ErrInvalidUTF8: text that is not UTF-8.
	ErrInvalidUTF8 Code = C.PCTY_ERROR_INVALID_UTF8
	// ErrSyntax: input that does not follow its grammar.
	ErrSyntax Code = C.PCTY_ERROR_SYNTAX
	// ErrType: a type or value that does not match the expected type.
	ErrType Code = C.PCTY_ERROR_TYPE
	// ErrConversion: a value that cannot be converted to the expected type, or not without loss.
	ErrConversion Code = C.PCTY_ERROR_CONVERSION
	// ErrUnsupported: a type, value or operation that the format or the dialect does not support.
	ErrUnsupported Code = C.PCTY_ERROR_UNSUPPORTED
	// ErrNotFound: an attribute, index, key or name that does not exist.
	ErrNotFound Code = C.PCTY_ERROR_NOT_FOUND
	// ErrLimit: a limit on time or memory was exceeded.
	ErrLimit Code = C.PCTY_ERROR_LIMIT
	// ErrArithmetic: arithmetic without a result, such as zero divided by zero.
	ErrArithmetic Code = C.PCTY_ERROR_ARITHMETIC
	// ErrNull: a null where a value is needed.
	ErrNull Code = C.PCTY_ERROR_NULL
	// ErrUnknown: an unknown where a known value is needed.
	ErrUnknown Code = C.PCTY_ERROR_UNKNOWN
	// ErrMarked: a mark where marks are not allowed.
	ErrMarked Code = C.PCTY_ERROR_MARKED
	// ErrCallback: an error that a function or another callback of the host reported.
	ErrCallback Code = C.PCTY_ERROR_CALLBACK
	// ErrMisbehaved: a callback that broke its contract.
	ErrMisbehaved Code = C.PCTY_ERROR_MISBEHAVED
	// ErrInternal: an internal error of the library.
	ErrInternal Code = C.PCTY_ERROR_INTERNAL
	// ErrDiagnostics: the errors are in the diagnostics.
	ErrDiagnostics Code = C.PCTY_ERROR_DIAGNOSTICS
	// ErrCancelled: the host cancelled the operation.
	ErrCancelled Code = C.PCTY_ERROR_CANCELLED
	// ErrValue: a value that the operation or the function does not accept, such as a negative
	// length.
	ErrValue Code = C.PCTY_ERROR_VALUE
)

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

// A Conversion is the conversion between two types; a larger number means an easier conversion.
type Conversion uint32

const (
	// NoConversion: no value converts.
	NoConversion Conversion = C.PCTY_CONVERSION_NONE
	// UnsafeConversion: some values convert.
	UnsafeConversion Conversion = C.PCTY_CONVERSION_UNSAFE
	// SafeConversion: every value converts.
	SafeConversion Conversion = C.PCTY_CONVERSION_SAFE
	// SameType: the types are equal: no conversion is needed.
	SameType Conversion = C.PCTY_CONVERSION_SAME
)

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

// A DataFormat is the format of a document of data.
type DataFormat uint32

const (
	// DataJSON: JSON.
	DataJSON DataFormat = C.PCTY_DATA_JSON
	// DataYAML: YAML: one document, with scalars by the core schema of YAML 1.2.
	DataYAML DataFormat = C.PCTY_DATA_YAML
)

var dataFormatNames = enumerationNames{
	enumeration: "DataFormat", flags: false,
	names: map[uint32]string{
		1: "json",
		2: "yaml",
	},
}

// String returns the name of the value: "json" or "yaml".
func (v DataFormat) String() string { return dataFormatNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v DataFormat) MarshalText() ([]byte, error) { return dataFormatNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *DataFormat) UnmarshalText(text []byte) error {
	return dataFormatNames.unmarshal(text, (*uint32)(v))
}

// A Dialect is a configuration language, with its notation and rules for types and values. An
// operation that a dialect does not have fails with ErrUnsupported.
type Dialect uint32

const (
	// HCL: HCL and Terraform.
	HCL Dialect = C.PCTY_DIALECT_HCL
	// PCL: HCL with the extensions of the information model.
	PCL Dialect = C.PCTY_DIALECT_PCL
	// Puppet: Puppet.
	Puppet Dialect = C.PCTY_DIALECT_PUPPET
	// MCL: mgmt's mcl.
	MCL Dialect = C.PCTY_DIALECT_MCL
)

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

// A Feature is a part of the library that a build may omit.
type Feature uint32

const (
	// FeatureHCL: HCL: types, values, functions, expressions, bodies, and editing. Every build
	// contains it.
	FeatureHCL Feature = C.PCTY_FEATURE_HCL
	// FeaturePCL: HCL's information-model extensions.
	FeaturePCL Feature = C.PCTY_FEATURE_PCL
	// FeatureTerraform: Terraform's functions and modules.
	FeatureTerraform Feature = C.PCTY_FEATURE_TERRAFORM
	// FeaturePuppet: Puppet's types and language.
	FeaturePuppet Feature = C.PCTY_FEATURE_PUPPET
	// FeatureMCL: mgmt's mcl.
	FeatureMCL Feature = C.PCTY_FEATURE_MCL
	// FeatureTranslate: translation of types and values between dialects.
	FeatureTranslate Feature = C.PCTY_FEATURE_TRANSLATE
	// FeatureSchema: JSON Schema.
	FeatureSchema Feature = C.PCTY_FEATURE_SCHEMA
	// FeatureServices: language services for editors.
	FeatureServices Feature = C.PCTY_FEATURE_SERVICES
)

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
		8: "services",
	},
}

// String returns the name of the value, such as "pcl".
func (v Feature) String() string { return featureNames.name(uint32(v)) }

// MarshalText returns the name of the value, and fails for a value without a name.
func (v Feature) MarshalText() ([]byte, error) { return featureNames.marshal(uint32(v)) }

// UnmarshalText sets the value to that of a name.
func (v *Feature) UnmarshalText(text []byte) error { return featureNames.unmarshal(text, (*uint32)(v)) }

// A Kind is the kind of a type: its constructor.
type Kind uint32

const (
	// KindMissing: no type: the argument was NULL.
	KindMissing Kind = C.PCTY_KIND_MISSING
	// KindAny: a type that is not yet known, or the top type.
	KindAny Kind = C.PCTY_KIND_ANY
	// KindNone: the type of nothing.
	KindNone Kind = C.PCTY_KIND_NONE
	// KindBool: bools, optionally only one of them.
	KindBool Kind = C.PCTY_KIND_BOOL
	// KindNumber: numbers of arbitrary precision.
	KindNumber Kind = C.PCTY_KIND_NUMBER
	// KindInteger: exact integers, optionally within bounds.
	KindInteger Kind = C.PCTY_KIND_INTEGER
	// KindFloat: doubles, optionally within bounds.
	KindFloat Kind = C.PCTY_KIND_FLOAT
	// KindString: strings, plain or constrained.
	KindString Kind = C.PCTY_KIND_STRING
	// KindList: sequences of one element type, optionally sized.
	KindList Kind = C.PCTY_KIND_LIST
	// KindSet: sets of one element type.
	KindSet Kind = C.PCTY_KIND_SET
	// KindMap: maps from a key type to an element type, optionally sized.
	KindMap Kind = C.PCTY_KIND_MAP
	// KindTuple: sequences with a type for each position, optionally sized.
	KindTuple Kind = C.PCTY_KIND_TUPLE
	// KindObject: named fields in order.
	KindObject Kind = C.PCTY_KIND_OBJECT
	// KindFunction: functions.
	KindFunction Kind = C.PCTY_KIND_FUNCTION
	// KindUnion: one of several types.
	KindUnion Kind = C.PCTY_KIND_UNION
	// KindOptional: a type or undef.
	KindOptional Kind = C.PCTY_KIND_OPTIONAL
	// KindNotUndef: a type without undef.
	KindNotUndef Kind = C.PCTY_KIND_NOT_UNDEF
	// KindPromise: a deferred value.
	KindPromise Kind = C.PCTY_KIND_PROMISE
	// KindOutput: a deferred value with its dependencies.
	KindOutput Kind = C.PCTY_KIND_OUTPUT
	// KindLiteral: one value of a type.
	KindLiteral Kind = C.PCTY_KIND_LITERAL
	// KindEnumeration: values of one type under a token.
	KindEnumeration Kind = C.PCTY_KIND_ENUMERATION
	// KindCapsule: a native type of the host.
	KindCapsule Kind = C.PCTY_KIND_CAPSULE
	// KindMeta: the type of a type, or of every type.
	KindMeta Kind = C.PCTY_KIND_META
	// KindVariable: a unification variable.
	KindVariable Kind = C.PCTY_KIND_VARIABLE
	// KindReference: a named and possibly recursive type.
	KindReference Kind = C.PCTY_KIND_REFERENCE
	// KindNominal: a type that only one dialect has.
	KindNominal Kind = C.PCTY_KIND_NOMINAL
)

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

// A Safety states whether a conversion may fail for some values of the source type.
type Safety uint32

const (
	// Safe: the conversion never fails.
	Safe Safety = C.PCTY_SAFETY_SAFE
	// Unsafe: the conversion may fail. Safe conversions are also allowed.
	Unsafe Safety = C.PCTY_SAFETY_UNSAFE
)

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

// A Severity is the severity of a diagnostic.
type Severity uint32

const (
	// SeverityError: an error: the operation failed.
	SeverityError Severity = C.PCTY_SEVERITY_ERROR
	// SeverityWarning: a warning: the source may contain a mistake.
	SeverityWarning Severity = C.PCTY_SEVERITY_WARNING
)

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
