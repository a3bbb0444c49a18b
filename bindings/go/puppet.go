//go:build !polycty_no_puppet

package polycty

// #include "shims.h"
import "C"

import "sort"

// A PuppetMode is which Puppet a text is written in, and whose rules answer.
type PuppetMode uint32

const (
	// PuppetCurrent is today's language.
	PuppetCurrent PuppetMode = C.PCTY_PUPPET_CURRENT
	// PuppetEarly is the language of the early specification.
	PuppetEarly PuppetMode = C.PCTY_PUPPET_EARLY
)

// PuppetRules are whose rules answer Puppet's own questions, and the aliases that texts may
// name. The zero PuppetRules are today's language without aliases.
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

// PuppetAliases are type aliases by name. They never change; any number of goroutines may
// use them.
type PuppetAliases struct{ handle }

func (a *PuppetAliases) use() *C.pcty_puppet_aliases {
	if a == nil {
		return nil
	}
	return (*C.pcty_puppet_aliases)(a.acquire())
}

func (a *PuppetAliases) done() {
	if a != nil {
		a.release()
	}
}

// Close frees the handle before the garbage collector does; types that were parsed with
// the aliases live on. Closed aliases are like nil: none.
func (a *PuppetAliases) Close() {
	if a != nil {
		a.close()
	}
}

// NewPuppetAliases defines aliases, by name, on top of others, which may be nil. Each
// definition may name itself, the other ones and those of base.
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

// Names are the names of the aliases.
func (a *PuppetAliases) Names() []string {
	defer a.done()
	p := a.use()
	names := make([]string, int(C.pcty_puppet_aliases_count(p)))
	for at := range names {
		names[at] = text(C.pcty_puppet_aliases_name_at(p, C.size_t(at)))
	}
	return names
}

// Type is the type that names an alias; nil if there is none of that name.
func (a *PuppetAliases) Type(name string) *Type {
	defer a.done()
	return newType(C.go_puppet_aliases_get(a.use(), name))
}

// ParseType reads a type. ParseType of the package does for what needs no aliases.
func (r PuppetRules) ParseType(notation string) (*Type, error) {
	defer r.Aliases.done()
	return madeType(C.go_puppet_type_parse(notation, r.options()))
}

// ParseValue reads a literal such as `[1, 'a', undef]`, a type, or a type that is called
// with literals such as `SemVer('1.2.3')`.
func (r PuppetRules) ParseValue(literal string) (*Value, error) {
	defer r.Aliases.done()
	return readValue(C.go_puppet_value_parse(literal, r.options()), len(literal))
}

// Assignable is whether a value of the source type may go where the target is wanted.
func (r PuppetRules) Assignable(source, target *Type) (bool, error) {
	defer target.done()
	defer source.done()
	return answered(C.go_puppet_type_assignable(source.use(), target.use(), r.mode()))
}

// IsInstance is whether a value is an instance of a type.
func (r PuppetRules) IsInstance(v *Value, t *Type) (bool, error) {
	defer v.done()
	defer t.done()
	return answered(C.go_puppet_value_is_instance(v.use(), t.use(), r.mode()))
}

// A PuppetComparison is an operator of the language between two types; the wider one is
// the greater.
type PuppetComparison uint32

// The operators that compare types.
const (
	PuppetEqual          PuppetComparison = C.PCTY_PUPPET_EQUAL
	PuppetNotEqual       PuppetComparison = C.PCTY_PUPPET_NOT_EQUAL
	PuppetLess           PuppetComparison = C.PCTY_PUPPET_LESS
	PuppetLessOrEqual    PuppetComparison = C.PCTY_PUPPET_LESS_OR_EQUAL
	PuppetGreater        PuppetComparison = C.PCTY_PUPPET_GREATER
	PuppetGreaterOrEqual PuppetComparison = C.PCTY_PUPPET_GREATER_OR_EQUAL
)

// Compare is what an operator of the language answers for two types.
func (r PuppetRules) Compare(left *Type, comparison PuppetComparison, right *Type) (bool, error) {
	defer left.done()
	defer right.done()
	return answered(C.go_puppet_type_compare(left.use(), right.use(), C.pcty_puppet_comparison(comparison), r.mode()))
}

// A PuppetInference is which type of a value is inferred.
type PuppetInference uint32

const (
	// PuppetReduced is one type for all elements of an array or a hash, and its size.
	PuppetReduced PuppetInference = C.PCTY_PUPPET_REDUCED
	// PuppetGeneral is the reduced type without bounds and sizes.
	PuppetGeneral PuppetInference = C.PCTY_PUPPET_GENERAL
	// PuppetDetailed is a type for each element: what `type($value)` says.
	PuppetDetailed PuppetInference = C.PCTY_PUPPET_DETAILED
)

// Infer is a type of a value.
func (r PuppetRules) Infer(v *Value, inference PuppetInference) (*Type, error) {
	defer v.done()
	return madeType(C.go_puppet_value_infer(v.use(), C.pcty_puppet_inference(inference), r.mode()))
}

// CommonType is the common type of types, folded from the first on; of none it is Undef.
func (r PuppetRules) CommonType(types ...*Type) (*Type, error) {
	pointers, count := useTypes(types).args()
	defer doneTypes(types)
	return madeType(C.go_puppet_common_type(pointers, count, r.mode()))
}

// Truth is whether a condition takes a value for true.
func (r PuppetRules) Truth(v *Value) (bool, error) {
	defer v.done()
	return answered(C.go_puppet_value_truth(v.use(), r.mode()))
}

// Interpolate is the text of a value as it stands inside of an interpolated string. What a
// Sensitive holds is not in it.
func (r PuppetRules) Interpolate(v *Value) (string, error) {
	defer v.done()
	return taken(C.go_puppet_value_to_string(v.use(), r.mode()))
}

// A PuppetOperator is an operator between two numbers.
type PuppetOperator uint32

// The operators between numbers.
const (
	PuppetAdd        PuppetOperator = C.PCTY_PUPPET_ADD
	PuppetSubtract   PuppetOperator = C.PCTY_PUPPET_SUBTRACT
	PuppetMultiply   PuppetOperator = C.PCTY_PUPPET_MULTIPLY
	PuppetDivide     PuppetOperator = C.PCTY_PUPPET_DIVIDE
	PuppetModulo     PuppetOperator = C.PCTY_PUPPET_MODULO
	PuppetShiftLeft  PuppetOperator = C.PCTY_PUPPET_SHIFT_LEFT
	PuppetShiftRight PuppetOperator = C.PCTY_PUPPET_SHIFT_RIGHT
)

// Arithmetic is what an operator makes of two values as numbers.
func (r PuppetRules) Arithmetic(left *Value, operator PuppetOperator, right *Value) (*Value, error) {
	defer left.done()
	defer right.done()
	return madeValue(C.go_puppet_arithmetic(left.use(), right.use(), C.pcty_puppet_operator(operator), r.mode()))
}

// PuppetCommonTypeOf is the common type of the reduced types of values.
func PuppetCommonTypeOf(values ...*Value) (*Type, error) {
	pointers, count := useValues(values).args()
	defer doneValues(values)
	return madeType(C.go_puppet_common_type_of_values(pointers, count))
}

// PuppetNumeric is the number that a value says: a number itself, or a string such as
// `'0x1f'`.
func PuppetNumeric(v *Value) (*Value, error) {
	defer v.done()
	return madeValue(C.go_puppet_value_to_numeric(v.use()))
}

// PuppetNew is the value that `Type.new(args...)` makes.
func PuppetNew(t *Type, args ...*Value) (*Value, error) {
	pointers, count := useValues(args).args()
	defer doneValues(args)
	defer t.done()
	return madeValue(C.go_puppet_value_new(t.use(), pointers, count))
}

// PuppetNormalize is a type in its simplest form.
func PuppetNormalize(t *Type) (*Type, error) {
	defer t.done()
	return madeType(C.go_puppet_type_normalize(t.use()))
}

// PuppetGeneralize is a type without what it says of ranges, sizes, strings and titles.
func PuppetGeneralize(t *Type) (*Type, error) {
	defer t.done()
	return madeType(C.go_puppet_type_generalize(t.use()))
}

// A PuppetDetail is how much the text of a type says.
type PuppetDetail uint32

const (
	// PuppetCanonical leaves out what is a default; an alias is its name.
	PuppetCanonical PuppetDetail = C.PCTY_PUPPET_CANONICAL
	// PuppetExpanded has aliases as `Name = definition`, and object types in full.
	PuppetExpanded PuppetDetail = C.PCTY_PUPPET_EXPANDED
)

// FormatPuppet is the text of a type.
func (t *Type) FormatPuppet(detail PuppetDetail) (string, error) {
	defer t.done()
	return taken(C.go_puppet_type_format(t.use(), C.pcty_puppet_detail(detail), C.PCTY_PUPPET_CURRENT))
}

// FormatPuppet is the value as a literal, which PuppetRules.ParseValue reads. It shows what
// a Sensitive holds: not for logs.
func (v *Value) FormatPuppet() (string, error) {
	defer v.done()
	return taken(C.go_puppet_value_format(v.use()))
}

// PuppetMismatch is what is wrong with a type where another one is wanted, said of a
// subject such as `$x` in Puppet's words; nil where the type is assignable.
func PuppetMismatch(found, wanted *Type, subject string) (why *Error, err error) {
	defer found.done()
	defer wanted.done()
	return madeError(C.go_puppet_type_mismatch(found.use(), wanted.use(), subject))
}

// PuppetValueMismatch is what is wrong with a value where a type is wanted; nil where it
// is an instance.
func PuppetValueMismatch(v *Value, wanted *Type, subject string) (why *Error, err error) {
	defer v.done()
	defer wanted.done()
	return madeError(C.go_puppet_value_mismatch(v.use(), wanted.use(), subject))
}

// PuppetAssert fails with ErrType if a value is no instance of a type, as the function
// `assert_type` does.
func PuppetAssert(v *Value, wanted *Type) error {
	defer v.done()
	defer wanted.done()
	return failed(C.go_puppet_value_assert(v.use(), wanted.use()))
}

// PuppetValidateParameters fails with every fault if the entries of a hash are no arguments
// for parameters, a Struct: those of a class, a defined type or a template, which the
// subject names as in `Class[Ntp]`. With missing, a parameter may be given later.
func PuppetValidateParameters(given *Value, params *Type, missing bool, subject string) error {
	how := C.pcty_puppet_missing(C.PCTY_PUPPET_MISSING_REFUSED)
	if missing {
		how = C.PCTY_PUPPET_MISSING_ALLOWED
	}
	defer given.done()
	defer params.done()
	return failed(C.go_puppet_validate_parameters(given.use(), params.use(), subject, how))
}

// PuppetValidateDefault fails with every fault if the value that a parameter has by default
// is none of its type.
func PuppetValidateDefault(v *Value, t *Type, name, subject string) error {
	defer v.done()
	defer t.done()
	return failed(C.go_puppet_validate_default(v.use(), t.use(), name, subject))
}

// DecodePuppetJSON reads a JSON document as Hiera does: objects are hashes in the
// document's order, null is undef.
func DecodePuppetJSON(data []byte) (*Value, error) {
	return readValue(C.go_puppet_value_from_json(asText(data)), len(data))
}

// A PuppetIteration gives the values that a type has: the integers of a range, the strings
// of an Enum. It belongs to one goroutine.
type PuppetIteration struct {
	handle
	value *Value
}

// IteratePuppet begins to iterate a type; ErrUnsupported for one that gives nothing.
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

// Next goes to the next value, and is whether there is one.
func (it *PuppetIteration) Next() bool {
	defer it.release()
	it.value = newValue(C.pcty_puppet_iteration_next((*C.pcty_puppet_iteration)(it.acquire())))
	return it.value != nil
}

// Value is the value that Next went to.
func (it *PuppetIteration) Value() *Value { return it.value }

// Close frees the iteration before the garbage collector does.
func (it *PuppetIteration) Close() {
	if it != nil {
		it.close()
	}
}
