// Code generated from tools/methods/puppet.txt by tools/methods.go; DO NOT EDIT.

//go:build !polycty_no_puppet

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// Type returns the type of an alias; nil if there is no alias of the name.
func (a *PuppetAliases) Type(name string) *Type {
	defer a.done()
	return newType(C.go_puppet_aliases_get(a.use(), name))
}

// Assignable reports whether every value of the source type is accepted as the target type.
func (r PuppetRules) Assignable(source, target *Type) (bool, error) {
	defer source.done()
	defer target.done()
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
	typesPointers, typesCount := useTypes(types).args()
	defer doneTypes(types)
	return madeType(C.go_puppet_common_type(typesPointers, typesCount, r.mode()))
}

// Truth reports whether a condition treats the value as true.
func (r PuppetRules) Truth(v *Value) (bool, error) {
	defer v.done()
	return answered(C.go_puppet_value_truth(v.use(), r.mode()))
}

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
	valuesPointers, valuesCount := useValues(values).args()
	defer doneValues(values)
	return madeType(C.go_puppet_common_type_of_values(valuesPointers, valuesCount))
}

// PuppetNumeric returns the number that a value represents: a number itself, or a string such as
// `'0x1f'`.
func PuppetNumeric(v *Value) (*Value, error) {
	defer v.done()
	return madeValue(C.go_puppet_value_to_numeric(v.use()))
}

// PuppetNew returns the result of `Type.new(args...)`.
func PuppetNew(t *Type, args ...*Value) (*Value, error) {
	defer t.done()
	argsPointers, argsCount := useValues(args).args()
	defer doneValues(args)
	return madeValue(C.go_puppet_value_new(t.use(), argsPointers, argsCount))
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

// PuppetValidateDefault fails with all errors if the default value of a parameter is not an
// instance of its type.
func PuppetValidateDefault(v *Value, t *Type, name, subject string) error {
	defer v.done()
	defer t.done()
	return failed(C.go_puppet_validate_default(v.use(), t.use(), name, subject))
}

// Len returns the number of resources.
func (c *PuppetCatalog) Len() int {
	defer c.done()
	return int(C.go_puppet_catalog_info(c.use()).out.resource_count)
}

// Classes returns the names of the classes and nodes, in the order of their evaluation.
func (c *PuppetCatalog) Classes() []string {
	defer c.done()
	cInUse := c.use()
	found := make([]string, int(C.go_puppet_catalog_info(cInUse).out.class_count))
	for at := range found {
		found[at] = text(C.pcty_puppet_catalog_class_at(cInUse, C.size_t(at)))
	}
	return found
}

// CheckCycles checks that an agent can order the resources. The error has a diagnostic for each
// dependency cycle.
func (c *PuppetCatalog) CheckCycles() error {
	defer c.done()
	return failed(C.go_puppet_catalog_check_cycles(c.use()))
}

// Graph returns the graph of the agent: the resources of the catalog at the same positions, in the order
// of their relationships, and hidden resources for the ends of containers. It fails as CheckCycles.
func (c *PuppetCatalog) Graph() (*MCLResources, error) {
	defer c.done()
	return ownMCLResources(C.go_puppet_catalog_graph(c.use()))
}

// DiffJSON returns the difference from this catalog to a newer one as one JSON object.
func (c *PuppetCatalog) DiffJSON(newer *PuppetCatalog) (string, error) {
	defer c.done()
	defer newer.done()
	return taken(C.go_puppet_catalog_diff(c.use(), newer.use()))
}

// SetVariable defines a variable of the top scope, by its name without `$`.
func (e *PuppetEnvironment) SetVariable(name string, value *Value) error {
	defer value.done()
	valueInUse := value.use()
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error {
		return C.go_puppet_environment_set_variable(p, name, valueInUse)
	})
}

// AddModules loads definitions from a directory of modules, after those that were added before: the
// first directory that has a file for a name defines it. They replace a loader that was set before.
// Paths that leave the directory are not followed.
func (e *PuppetEnvironment) AddModules(path string) error {
	return e.change(func(p *C.pcty_puppet_environment) *C.pcty_error { return C.go_puppet_environment_add_modules(p, path) })
}

// Evaluate evaluates a manifest in an environment, which may be nil, and returns the value of its
// last statement.
func (m *PuppetManifest) Evaluate(e *PuppetEnvironment) (*Value, error) {
	defer m.done()
	eInUse, state := e.evaluated()
	defer state.done()
	return calledValue(C.go_run_puppet_manifest_evaluate(m.use(), eInUse))
}

// ClassParameters checks data against the parameters of a class and returns the values of all
// parameters. An error has one diagnostic per problem. With a nil manifest, the environment's
// loader finds the class.
func (m *PuppetManifest) ClassParameters(class string, data *Value, e *PuppetEnvironment) (*Value, error) {
	defer m.done()
	defer data.done()
	eInUse, state := e.evaluated()
	defer state.done()
	return calledValue(C.go_run_puppet_manifest_class_parameters(m.use(), class, data.use(), eInUse))
}

// PuppetKind returns the kind of a value that only Puppet has; PuppetNone for others.
func (v *Value) PuppetKind() PuppetKind {
	defer v.done()
	return PuppetKind(C.pcty_puppet_value_kind(v.use()))
}

// PuppetText returns the text of a SemVer, SemVerRange, Timespan, Timestamp or URI, or the source
// of a Regexp.
func (v *Value) PuppetText() (string, error) {
	defer v.done()
	return taken(C.go_puppet_value_as_text(v.use()))
}

// PuppetGet returns the element of a hash under a key of any kind; nil if there is none.
func (v *Value) PuppetGet(key *Value) *Value {
	defer v.done()
	defer key.done()
	return foundValue(C.go_puppet_value_get(v.use(), key.use()))
}

// PuppetArrayVal returns an array of values of any kinds.
func PuppetArrayVal(elements ...*Value) (*Value, error) {
	elementsPointers, elementsCount := useValues(elements).args()
	defer doneValues(elements)
	return madeValue(C.go_puppet_value_array(elementsPointers, elementsCount))
}

// PuppetBinaryVal returns a Binary with a copy of the bytes.
func PuppetBinaryVal(data []byte) (*Value, error) {
	return madeValue(C.go_puppet_value_binary(asText(data)))
}
