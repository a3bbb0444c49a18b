//go:build !polycty_no_puppet

package polycty

// #include "shims.h"
import "C"

import "sort"

// PuppetRules are the rules for Puppet's own operations, and the aliases that texts may use. The
// zero PuppetRules are the current language without aliases.
type PuppetRules struct {
	Mode    PuppetMode
	Aliases *PuppetAliases
}

func (r PuppetRules) mode() C.pcty_puppet_mode {
	if r.Mode == 0 {
		return C.PCTY_PUPPET_CURRENT
	}
	return C.pcty_puppet_mode(r.Mode)
}

func (r PuppetRules) options() C.pcty_puppet_options {
	return C.pcty_puppet_options{mode: r.mode(), aliases: r.Aliases.use()}
}

// PuppetAliases are type aliases by name. They are immutable; any number of goroutines may use
// them.
type PuppetAliases struct{ handle }

// NewPuppetAliases defines aliases, by name, in addition to those of base, which may be nil. Each
// definition may refer to itself, to the other ones and to those of base.
func NewPuppetAliases(base *PuppetAliases, definitions map[string]string) (*PuppetAliases, error) {
	names, notations := make([]string, 0, len(definitions)), make([]string, len(definitions))
	for name := range definitions {
		names = append(names, name)
	}
	sort.Strings(names)
	for at, name := range names {
		notations[at] = definitions[name]
	}
	text, lengths, count := pack(names).args()
	notation, notationLengths, _ := pack(notations).args()
	defer base.done()
	made := C.go_puppet_aliases_new(base.use(), text, lengths, notation, notationLengths, count)
	if made.error != nil {
		return nil, newError(made.error)
	}
	a := &PuppetAliases{}
	a.own(aliasesHandle, made.out)
	return a, nil
}

// Names returns the names of the aliases.
func (a *PuppetAliases) Names() []string {
	defer a.done()
	p := a.use()
	names := make([]string, int(C.pcty_puppet_aliases_count(p)))
	for at := range names {
		names[at] = text(C.go_puppet_aliases_at(p, C.size_t(at)).out.name)
	}
	return names
}

// Type returns the type of an alias; nil if there is no alias of the name.
func (a *PuppetAliases) Type(name string) *Type {
	defer a.done()
	return newType(C.go_puppet_aliases_get(a.use(), name))
}

// ParseType parses a type. Without aliases, the function ParseType is sufficient.
func (r PuppetRules) ParseType(notation string) (*Type, error) {
	defer r.Aliases.done()
	return madeType(C.go_puppet_type_parse(notation, r.options()))
}

// ParseValue parses a literal such as `[1, 'a', undef]`, a type, or a call of a type with literals
// such as `SemVer('1.2.3')`.
func (r PuppetRules) ParseValue(literal string) (*Value, error) {
	defer r.Aliases.done()
	return readValue(C.go_puppet_value_parse(literal, r.options()), len(literal))
}

// Assignable reports whether every value of the source type is accepted as the target type.
func (r PuppetRules) Assignable(source, target *Type) (bool, error) {
	defer target.done()
	defer source.done()
	return answered(C.go_puppet_type_assignable(source.use(), target.use(), r.mode()))
}

// IsInstance reports whether a value is an instance of a type.
func (r PuppetRules) IsInstance(v *Value, t *Type) (bool, error) {
	defer v.done()
	defer t.done()
	return answered(C.go_puppet_value_is_instance(v.use(), t.use(), r.mode()))
}

// Compare returns the result of an operator of the language for two types.
func (r PuppetRules) Compare(left *Type, comparison PuppetComparison, right *Type) (bool, error) {
	defer left.done()
	defer right.done()
	return answered(C.go_puppet_type_compare(left.use(), right.use(), C.pcty_puppet_comparison(comparison), r.mode()))
}

// Infer returns the inferred type of a value.
func (r PuppetRules) Infer(v *Value, inference PuppetInference) (*Type, error) {
	defer v.done()
	return madeType(C.go_puppet_value_infer(v.use(), C.pcty_puppet_inference(inference), r.mode()))
}

// CommonType returns the common type of types, folded from the first on. Without types it is Undef.
func (r PuppetRules) CommonType(types ...*Type) (*Type, error) {
	pointers, count := useTypes(types).args()
	defer doneTypes(types)
	return madeType(C.go_puppet_common_type(pointers, count, r.mode()))
}

// Truth reports whether a condition treats the value as true.
func (r PuppetRules) Truth(v *Value) (bool, error) {
	defer v.done()
	return answered(C.go_puppet_value_truth(v.use(), r.mode()))
}

func init() { interpolate = PuppetRules{}.Interpolate }

// Interpolate returns the text of a value in an interpolated string. The text does not contain the
// content of a Sensitive.
func (r PuppetRules) Interpolate(v *Value) (string, error) {
	defer v.done()
	return taken(C.go_puppet_value_to_string(v.use(), r.mode()))
}

// Arithmetic returns the result of an operator for two values as numbers.
func (r PuppetRules) Arithmetic(left *Value, operator PuppetOperator, right *Value) (*Value, error) {
	defer left.done()
	defer right.done()
	return madeValue(C.go_puppet_arithmetic(left.use(), right.use(), C.pcty_puppet_operator(operator), r.mode()))
}

// PuppetCommonTypeOf returns the common type of the reduced types of values.
func PuppetCommonTypeOf(values ...*Value) (*Type, error) {
	pointers, count := useValues(values).args()
	defer doneValues(values)
	return madeType(C.go_puppet_common_type_of_values(pointers, count))
}

// PuppetNumeric returns the number that a value represents: a number itself, or a string such as
// `'0x1f'`.
func PuppetNumeric(v *Value) (*Value, error) {
	defer v.done()
	return madeValue(C.go_puppet_value_to_numeric(v.use()))
}

// PuppetNew returns the result of `Type.new(args...)`.
func PuppetNew(t *Type, args ...*Value) (*Value, error) {
	pointers, count := useValues(args).args()
	defer doneValues(args)
	defer t.done()
	return madeValue(C.go_puppet_value_new(t.use(), pointers, count))
}

// PuppetNormalize returns a type in its simplest form.
func PuppetNormalize(t *Type) (*Type, error) {
	defer t.done()
	return madeType(C.go_puppet_type_normalize(t.use()))
}

// PuppetGeneralize returns a type without its ranges, sizes, strings and titles.
func PuppetGeneralize(t *Type) (*Type, error) {
	defer t.done()
	return madeType(C.go_puppet_type_generalize(t.use()))
}

// FormatPuppet returns the text of a type.
func (t *Type) FormatPuppet(detail PuppetDetail) (string, error) {
	defer t.done()
	return taken(C.go_puppet_type_format(t.use(), C.pcty_puppet_detail(detail), C.PCTY_PUPPET_CURRENT))
}

// FormatPuppet returns the value as a literal for PuppetRules.ParseValue. It shows the content of a
// Sensitive, so do not log it.
func (v *Value) FormatPuppet() (string, error) {
	defer v.done()
	return taken(C.go_puppet_value_format(v.use()))
}

// PuppetMismatch returns the reason why a type is not assignable to the wanted type, in Puppet's
// words, about a subject such as `$x`; nil if it is assignable.
func PuppetMismatch(found, wanted *Type, subject string) (why *Error, err error) {
	defer found.done()
	defer wanted.done()
	return madeError(C.go_puppet_type_mismatch(found.use(), wanted.use(), subject))
}

// PuppetValueMismatch returns the reason why a value is not an instance of the wanted type; nil if
// it is an instance.
func PuppetValueMismatch(v *Value, wanted *Type, subject string) (why *Error, err error) {
	defer v.done()
	defer wanted.done()
	return madeError(C.go_puppet_value_mismatch(v.use(), wanted.use(), subject))
}

// PuppetAssert fails with ErrType if a value is not an instance of a type, as the function
// `assert_type` does.
func PuppetAssert(v *Value, wanted *Type) error {
	defer v.done()
	defer wanted.done()
	return failed(C.go_puppet_value_assert(v.use(), wanted.use()))
}

// PuppetValidateParameters fails with all errors if the entries of a hash are not valid arguments
// for parameters, given as a Struct: those of a class, a defined type or a template, which the
// subject names as in `Class[Ntp]`. With missing, parameters may be omitted.
func PuppetValidateParameters(given *Value, params *Type, missing bool, subject string) error {
	how := C.pcty_puppet_missing(C.PCTY_PUPPET_MISSING_REFUSED)
	if missing {
		how = C.PCTY_PUPPET_MISSING_ALLOWED
	}
	defer given.done()
	defer params.done()
	return failed(C.go_puppet_validate_parameters(given.use(), params.use(), subject, how))
}

// PuppetValidateDefault fails with all errors if the default value of a parameter is not an
// instance of its type.
func PuppetValidateDefault(v *Value, t *Type, name, subject string) error {
	defer v.done()
	defer t.done()
	return failed(C.go_puppet_validate_default(v.use(), t.use(), name, subject))
}

// DecodePuppetJSON decodes a JSON document as Hiera does: objects are hashes in the document's
// order, null is undef.
func DecodePuppetJSON(data []byte) (*Value, error) {
	return readValue(C.go_puppet_value_from_json(asText(data)), len(data))
}

// A PuppetIteration returns the values of a type: the integers of a range, the strings of an Enum.
// It belongs to one goroutine.
type PuppetIteration struct {
	handle
	value *Value
}

// IteratePuppet starts to iterate over a type; it fails with ErrUnsupported for a type that is not
// iterable.
func IteratePuppet(t *Type) (*PuppetIteration, error) {
	defer t.done()
	made := C.go_puppet_iteration_new(t.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	it := &PuppetIteration{}
	it.own(iterationHandle, made.out)
	return it, nil
}

// Next advances to the next value, and reports whether there is one.
func (it *PuppetIteration) Next() bool {
	defer it.release()
	it.value = newValue(C.pcty_puppet_iteration_next((*C.pcty_puppet_iteration)(it.acquire()), C.PCTY_PUPPET_FRONT))
	return it.value != nil
}

// Value returns the current value.
func (it *PuppetIteration) Value() *Value { return it.value }

// Close frees the iteration without waiting for the garbage collector.
func (it *PuppetIteration) Close() {
	if it != nil {
		it.close()
	}
}
