// Code generated from tools/methods/core.txt by tools/methods.go; DO NOT EDIT.

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// ListValOf returns a list of an element type, which may be empty.
func ListValOf(element *Type, elements ...*Value) (*Value, error) {
	defer element.done()
	elementsPointers, elementsCount := useValues(elements).args()
	defer doneValues(elements)
	return madeValue(C.go_value_list_of(element.use(), elementsPointers, elementsCount))
}

// SetVal returns a set of at least one element. Equal elements count once, and the marks of the
// elements move to the set.
func SetVal(elements ...*Value) (*Value, error) {
	elementsPointers, elementsCount := useValues(elements).args()
	defer doneValues(elements)
	return madeValue(C.go_value_set(elementsPointers, elementsCount))
}

// SetValOf returns a set of an element type, which may be empty.
func SetValOf(element *Type, elements ...*Value) (*Value, error) {
	defer element.done()
	elementsPointers, elementsCount := useValues(elements).args()
	defer doneValues(elements)
	return madeValue(C.go_value_set_of(element.use(), elementsPointers, elementsCount))
}

// ConversionBetween returns the kind of conversion between two types.
func ConversionBetween(dialect Dialect, from, to *Type) (Conversion, error) {
	defer from.done()
	defer to.done()
	return answeredAs[Conversion](C.go_type_conversion(from.use(), to.use(), C.pcty_dialect(dialect)))
}

// Convert converts the value to a type by any conversion, safe or unsafe. An error has the path to
// the part that does not convert.
func (v *Value) Convert(dialect Dialect, to *Type) (*Value, error) {
	defer v.done()
	defer to.done()
	return madeValue(C.go_value_convert(v.use(), to.use(), C.pcty_dialect(dialect)))
}

// Check returns all reasons why the value does not convert to a type, at most 1000, in the order of
// its parts; none if it converts.
func (v *Value) Check(dialect Dialect, to *Type) (failures []*Error, err error) {
	defer v.done()
	defer to.done()
	made := C.go_value_check(v.use(), to.use(), C.pcty_dialect(dialect))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeErrors((*C.pcty_error_list)(made.out)), nil
}

// NewConverter returns the conversion between two types. If there is none of this safety, it fails
// with ErrConversion and the reason.
func NewConverter(dialect Dialect, from, to *Type, safety Safety) (*Converter, error) {
	defer from.done()
	defer to.done()
	made := C.go_converter_new(from.use(), to.use(), C.pcty_dialect(dialect), C.pcty_safety(safety))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newConverter((*C.pcty_converter)(made.out)), nil
}

// From returns the source type.
func (c *Converter) From() *Type {
	defer c.done()
	return newType(C.pcty_type_clone(C.go_converter_info(c.use()).out.source))
}

// To returns the target type.
func (c *Converter) To() *Type {
	defer c.done()
	return newType(C.pcty_type_clone(C.go_converter_info(c.use()).out.target))
}

// Convert converts a value of the source type.
func (c *Converter) Convert(v *Value) (*Value, error) {
	defer c.done()
	defer v.done()
	return madeValue(C.go_converter_apply(c.use(), v.use()))
}

// HasFeature reports whether the linked library contains a feature. The package itself has the
// types and functions of a feature unless the build tag polycty_no_pcl, polycty_no_terraform,
// polycty_no_puppet, polycty_no_mcl, polycty_no_translate, polycty_no_schema or polycty_no_services
// is set.
func HasFeature(feature Feature) bool {
	return bool(C.pcty_has(C.pcty_feature(feature)))
}

// ReturnType returns the type of the result for these arguments, which may be unknown.
func (f *Function) ReturnType(args ...*Value) (*Type, error) {
	defer f.done()
	argsPointers, argsCount := useValues(args).args()
	defer doneValues(args)
	return calledType(C.go_run_function_return_type_for_values(f.use(), argsPointers, argsCount))
}

// ReturnTypeFor returns the type of the result for arguments of these types.
func (f *Function) ReturnTypeFor(types ...*Type) (*Type, error) {
	defer f.done()
	typesPointers, typesCount := useTypes(types).args()
	defer doneTypes(types)
	return calledType(C.go_run_function_return_type_for_types(f.use(), typesPointers, typesCount))
}

// FixedReturnType returns the return type if it is the same for all arguments, else nil.
func (f *Function) FixedReturnType() *Type {
	defer f.done()
	return newType(C.pcty_type_clone(C.go_function_info(f.use()).out.fixed_return_type))
}

// Description returns the description of the function.
func (f *Function) Description() string {
	defer f.done()
	return text(C.go_function_info(f.use()).out.description)
}

// BytesVal returns a capsule with a copy of the bytes.
func BytesVal(data []byte) (*Value, error) {
	return madeValue(C.go_hcl_stdlib_bytes(asText(data)))
}

// Version returns the version of the library, such as "0.1.0".
func Version() string {
	return text(C.pcty_version())
}

// ContainsMarked reports whether the value or a part of it has marks.
func (v *Value) ContainsMarked() bool {
	defer v.done()
	return bool(C.pcty_value_has(v.use(), C.PCTY_VALUE_CONTAINS_MARK))
}

// x
func (m *marking) make() (*Value, error) {
	defer m.bare.done()
	return madeValue(C.go_value_mark(m.bare.use(), m.mark))
}

// Union returns the union of at least one member, in this order.
func Union(members ...*Type) (*Type, error) {
	membersPointers, membersCount := useTypes(members).args()
	defer doneTypes(members)
	return madeType(C.go_type_union(membersPointers, membersCount))
}

// BoolOf returns the bool type of one value.
func BoolOf(value bool) *Type {
	return newType(C.pcty_type_bool_value(C.bool(value)))
}

// IntegerRange returns the type of integers within inclusive bounds, which are integer values; nil
// means unbounded.
func IntegerRange(min, max *Value) (*Type, error) {
	defer min.done()
	defer max.done()
	return madeType(C.go_type_integer_range(min.use(), max.use()))
}

// Enum returns the type of the given strings, at least one.
func Enum(texts ...string) (*Type, error) {
	textsText, textsLengths, textsCount := pack(texts).args()
	return madeType(C.go_type_string_enumeration(textsText, textsLengths, textsCount, C.PCTY_CASE_SENSITIVE))
}

// Pattern returns the type of strings that match one of these regular expressions.
func Pattern(patterns ...string) (*Type, error) {
	patternsText, patternsLengths, patternsCount := pack(patterns).args()
	return madeType(C.go_type_string_patterns(patternsText, patternsLengths, patternsCount))
}

// ParseType parses a type in a dialect's notation. A syntax error has one diagnostic per problem.
func ParseType(dialect Dialect, notation string) (*Type, error) {
	return madeType(C.go_type_parse(notation, C.pcty_dialect(dialect)))
}

// Format returns the type in a dialect's notation, for ParseType.
func (t *Type) Format(dialect Dialect) (string, error) {
	defer t.done()
	return taken(C.go_type_format(t.use(), C.pcty_dialect(dialect)))
}

// ParseTypeJSON parses cty's JSON notation of types, such as `["list","number"]`.
func ParseTypeJSON(data []byte) (*Type, error) {
	return madeType(C.go_type_from_json(asText(data)))
}

// MarshalJSON returns the type in cty's JSON notation, for ParseTypeJSON.
func (t *Type) MarshalJSON() ([]byte, error) {
	defer t.done()
	return takenBytes(C.go_type_to_json(t.use()))
}

// ImpliedTypeJSON returns the type that a JSON document implies: objects are objects, arrays are
// tuples, and null has the type any.
func ImpliedTypeJSON(data []byte) (*Type, error) {
	return madeType(C.go_type_implied_by_json(asText(data)))
}

// ImpliedTypeMsgpack returns the type that a MessagePack document implies.
func ImpliedTypeMsgpack(data []byte) (*Type, error) {
	return madeType(C.go_type_implied_by_msgpack(asText(data)))
}

// FriendlyName returns the name of the type for messages, such as "map of list of string".
func (t *Type) FriendlyName() string {
	defer t.done()
	return takeString(C.pcty_type_friendly_name(t.use()))
}

// Kind returns the constructor of the type; KindMissing for nil.
func (t *Type) Kind() Kind {
	defer t.done()
	return Kind(C.pcty_type_kind(t.use()))
}

// Element returns the element type of a list, set, map, optional or similar type; nil for other
// types.
func (t *Type) Element() *Type {
	defer t.done()
	return newType(C.go_type_element(t.use()))
}

// KeyType returns the key type of a map; nil for other types.
func (t *Type) KeyType() *Type {
	defer t.done()
	return newType(C.go_type_key(t.use()))
}

// PartCount returns the number of types of a tuple, members of a union or fields of an object.
func (t *Type) PartCount() int {
	defer t.done()
	return int(C.go_type_info(t.use()).out.part_count)
}

// Unfold returns the definition that a reference refers to.
func (t *Type) Unfold() (*Type, error) {
	defer t.done()
	return madeType(C.go_type_unfold(t.use()))
}

// WithoutOptionalFields returns the same type with every field required, at any depth.
func (t *Type) WithoutOptionalFields() (*Type, error) {
	defer t.done()
	return madeType(C.go_type_without_optional_fields(t.use()))
}

// Compare returns -1, 0 or 1 by the total order of types.
func (t *Type) Compare(other *Type) int {
	defer t.done()
	defer other.done()
	return int(C.pcty_type_compare(t.use(), other.use()))
}

// Hash returns a hash that equal types (Equal) share; it differs between processes.
func (t *Type) Hash() uint64 {
	defer t.done()
	return uint64(C.pcty_type_hash(t.use()))
}

// AssignableTo reports whether every value of the type is a value of the target, without
// conversion.
func (t *Type) AssignableTo(dialect Dialect, target *Type) (bool, error) {
	defer t.done()
	defer target.done()
	return answered(C.go_type_assignable(t.use(), target.use(), C.pcty_dialect(dialect)))
}

// Equivalent reports whether the dialect treats two types as equal, which may be coarser than
// Equal.
func (t *Type) Equivalent(dialect Dialect, other *Type) (bool, error) {
	defer t.done()
	defer other.done()
	return answered(C.go_type_equivalent(t.use(), other.use(), C.pcty_dialect(dialect)))
}

// Conforms fails with ErrType if the type does not conform to the target by cty's rule: any in the
// target matches every type, everything else must be equal. The error has the path to the first
// mismatch.
func (t *Type) Conforms(target *Type) error {
	defer t.done()
	defer target.done()
	return failed(C.go_type_conforms(t.use(), target.use()))
}

// Null returns the null of a type.
func Null(t *Type) *Value {
	defer t.done()
	return foundValue(C.go_value_null(t.use()))
}

// Unknown returns the unknown value of a type, without refinements.
func Unknown(t *Type) *Value {
	defer t.done()
	return foundValue(C.go_value_unknown(t.use()))
}

// Dynamic returns the unknown value of an unknown type.
func Dynamic() *Value {
	return foundValue(C.go_value_dynamic())
}

// Uint64Val returns a number.
func Uint64Val(n uint64) *Value {
	return foundValue(C.go_value_number_from_uint64(C.uint64_t(n)))
}

// Float64Val returns the exact number of a float64; NaN fails with ErrArithmetic.
func Float64Val(n float64) (*Value, error) {
	return madeValue(C.go_value_number_from_double(C.double(n)))
}

// NumberVal returns the number of a decimal text, with 512 bits of precision.
func NumberVal(digits string) (*Value, error) {
	return madeValue(C.go_value_number_from_text(digits))
}

// FloatVal returns a double, as in Puppet and mcl, whose type differs from that of a number.
func FloatVal(n float64) *Value {
	return foundValue(C.go_value_float(C.double(n)))
}

// TypeVal returns a type as a value.
func TypeVal(t *Type) (*Value, error) {
	defer t.done()
	return madeValue(C.go_value_from_type(t.use()))
}

// TypeIn returns the type of the value in a dialect: in HCL the value's own exact type, in Puppet
// the type inferred from its content.
func (v *Value) TypeIn(dialect Dialect) (*Type, error) {
	defer v.done()
	return madeType(C.go_value_type_of(v.use(), C.pcty_dialect(dialect)))
}

// IsInstance reports whether the value is an instance of a type, without conversion.
func (v *Value) IsInstance(dialect Dialect, t *Type) (bool, error) {
	defer v.done()
	defer t.done()
	return answered(C.go_value_is_instance(v.use(), t.use(), C.pcty_dialect(dialect)))
}

// IsWhollyKnown reports whether the value and all its parts are known.
func (v *Value) IsWhollyKnown() bool {
	defer v.done()
	return bool(C.pcty_value_has(v.use(), C.PCTY_VALUE_WHOLLY_KNOWN))
}

// Equal reports whether two values are equal in type, state, refinement, marks at each level and content;
// numbers compare as numbers. EqualTo is the operator of the language.
func (v *Value) Equal(other *Value) bool {
	defer v.done()
	defer other.done()
	return bool(C.pcty_value_equal(v.use(), other.use()))
}

// Compare returns -1, 0 or 1 by the total order of values.
func (v *Value) Compare(other *Value) int {
	defer v.done()
	defer other.done()
	return int(C.pcty_value_compare(v.use(), other.use()))
}

// Hash returns a hash that equal values (Equal) share; it differs between processes.
func (v *Value) Hash() uint64 {
	defer v.done()
	return uint64(C.pcty_value_hash(v.use()))
}

// AsUint64 returns a whole number in the range of uint64.
func (v *Value) AsUint64() (uint64, error) {
	defer v.done()
	return answeredAs[uint64](C.go_value_as_uint64(v.use()))
}

// NumberText returns the decimal text of a number, without an exponent.
func (v *Value) NumberText() (string, error) {
	defer v.done()
	return taken(C.go_value_number_to_text(v.use()))
}

// AsType returns the type in a type value; nil for other values.
func (v *Value) AsType() *Type {
	defer v.done()
	return newType(C.go_value_as_type(v.use()))
}

// UnknownAsNull returns the value with a null in place of each unknown part, at any depth.
func (v *Value) UnknownAsNull() (*Value, error) {
	defer v.done()
	return madeValue(C.go_value_unary(v.use(), C.PCTY_OPERATOR_UNKNOWN_AS_NULL))
}
