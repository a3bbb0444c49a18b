// Code generated from tools/methods/pcl.txt by tools/methods.go; DO NOT EDIT.

//go:build !polycty_no_pcl

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// PCLOpaque returns a type that is identified by its name.
func PCLOpaque(name string) (*Type, error) {
	return madeType(C.go_pcl_type_opaque(name))
}

// PCLConst returns the type of exactly one value, which may be null.
func PCLConst(element *Type, value *Value) (*Type, error) {
	defer element.done()
	defer value.done()
	return madeType(C.go_pcl_type_const(element.use(), value.use()))
}

// PCLEnum returns an enumeration of at least one value of one type, identified by its token.
func PCLEnum(token string, element *Type, values ...*Value) (*Type, error) {
	defer element.done()
	valuesPointers, valuesCount := useValues(values).args()
	defer doneValues(values)
	return madeType(C.go_pcl_type_enum(token, element.use(), valuesPointers, valuesCount))
}

// PCLUnion returns the union of types in PCL's normal form.
func PCLUnion(members ...*Type) (*Type, error) {
	membersPointers, membersCount := useTypes(members).args()
	defer doneTypes(members)
	return madeType(C.go_pcl_type_union(membersPointers, membersCount))
}

// PCLOptional returns the union of a type with none, which is the type of null.
func PCLOptional(element *Type) (*Type, error) {
	defer element.done()
	return madeType(C.go_pcl_type_derive(element.use(), C.PCTY_PCL_DERIVE_OPTIONAL))
}

// PCLPromise returns the promise type of a type.
func PCLPromise(element *Type) (*Type, error) {
	defer element.done()
	return madeType(C.go_pcl_type_derive(element.use(), C.PCTY_PCL_DERIVE_PROMISE))
}

// PCLOutput returns the output type of a type: a deferred value with its dependencies.
func PCLOutput(element *Type) (*Type, error) {
	defer element.done()
	return madeType(C.go_pcl_type_derive(element.use(), C.PCTY_PCL_DERIVE_OUTPUT))
}

// PCLNormalize returns the PCL normal form of a type.
func PCLNormalize(t *Type) (*Type, error) {
	defer t.done()
	return madeType(C.go_pcl_type_derive(t.use(), C.PCTY_PCL_DERIVE_NORMAL))
}

// PCLInput returns the type of values that are accepted as the type: the type itself, or an output
// of it.
func PCLInput(t *Type) (*Type, error) {
	defer t.done()
	return madeType(C.go_pcl_type_derive(t.use(), C.PCTY_PCL_DERIVE_INPUT))
}

// PCLExplainUnsafe returns the reason why only some values of one type convert to a different type;
// nil unless the conversion is unsafe.
func PCLExplainUnsafe(from, to *Type) (why *Error, err error) {
	defer from.done()
	defer to.done()
	return madeError(C.go_pcl_type_explain_unsafe(from.use(), to.use()))
}

// PCLKind returns the kind of the type in PCL.
func (t *Type) PCLKind() PCLKind {
	defer t.done()
	return PCLKind(C.go_pcl_type_info(t.use()).out.kind)
}

// PCLElement returns the element type of a list, set, map or deferred type, or the type of a
// constant or of an enumeration's values; nil for other types.
func (t *Type) PCLElement() *Type {
	defer t.done()
	return newType(C.pcty_type_clone(C.go_pcl_type_info(t.use()).out.element))
}

// PCLIsOptional reports whether null is a value of the type and the type is not dynamic.
func (t *Type) PCLIsOptional() bool {
	defer t.done()
	return bool(C.go_pcl_type_info(t.use()).out.is_optional)
}

// PCLDisplay returns the type for display, as in `{ port: int }`, broken into lines at a width.
func (t *Type) PCLDisplay(columns uint) string {
	defer t.done()
	return takeString(C.pcty_pcl_type_to_text(t.use(), C.size_t(columns)))
}

// PCLJSON returns the type as JSON for ParsePCLTypeJSON, including recursive types.
func (t *Type) PCLJSON() ([]byte, error) {
	defer t.done()
	return takenBytes(C.go_pcl_type_to_json(t.use()))
}

// ParsePCLTypeJSON parses the output of PCLJSON.
func ParsePCLTypeJSON(data []byte) (*Type, error) {
	return madeType(C.go_pcl_type_from_json(asText(data)))
}

// PCLIdentity returns the number of a deferred value, which is unique in the process, and 0 for
// other values.
func (v *Value) PCLIdentity() uint64 {
	defer v.done()
	return uint64(C.pcty_pcl_value_identity(v.use()))
}

// PCLOrigin returns the type that a deferred value was made with; nil for other values.
func (v *Value) PCLOrigin() *Type {
	defer v.done()
	return newType(C.go_pcl_value_origin(v.use()))
}

// NewPCLTypeScope returns a scope without variables and functions.
func NewPCLTypeScope() *PCLTypeScope {
	return newPCLTypeScope(C.pcty_pcl_type_scope_new())
}

// PCLTypeScopeOfConstructors returns the scope of type expressions: the type of an expression in it
// is the type that the expression denotes.
func PCLTypeScopeOfConstructors() *PCLTypeScope {
	return newPCLTypeScope(C.pcty_pcl_type_scope_of_constructors())
}

// SetVariable defines a variable with a type. It replaces an earlier variable of the name.
func (s *PCLTypeScope) SetVariable(name string, t *Type) error {
	defer t.done()
	tInUse := t.use()
	return s.change(func(p *C.pcty_pcl_type_scope) *C.pcty_error { return C.go_pcl_type_scope_set_variable(p, name, tInUse) })
}

// Variable returns the type of a variable of this scope or an outer one; nil if there is none.
func (s *PCLTypeScope) Variable(name string) *Type {
	sInUse, state := s.checked()
	defer state.done()
	return newType(C.go_pcl_type_scope_variable_get(sInUse, name))
}

// HasFunction reports whether this scope or an outer one has the function.
func (s *PCLTypeScope) HasFunction(name string) bool {
	sInUse, state := s.checked()
	defer state.done()
	return bool(C.go_pcl_type_scope_has_function(sInUse, name))
}

// AcceptedAs returns the kind of conversion from the type of the expression to the wanted type,
// such as the type of a resource input. It fails, with a diagnostic at the expression, if there is
// no conversion.
func (b *PCLChecked) AcceptedAs(wanted *Type) (Conversion, error) {
	defer b.done()
	defer wanted.done()
	return answeredAs[Conversion](C.go_pcl_checked_accepted_as(b.use(), wanted.use()))
}

// Root returns the root node, with all nodes below it.
func (b *PCLChecked) Root() *PCLNode {
	defer b.done()
	return readNode(C.pcty_pcl_checked_root(b.use()))
}
