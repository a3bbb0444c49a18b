// Code generated from tools/methods/mcl.txt by tools/methods.go; DO NOT EDIT.

//go:build !polycty_no_mcl

package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// MCLZero returns the zero value of an mcl type.
func MCLZero(t *Type) (*Value, error) {
	defer t.done()
	return madeValue(C.go_mcl_value_zero(t.use()))
}

// FormatMCL returns the value as mcl prints it, such as `struct{name: "a"; ports: [80, 443]}`.
func (v *Value) FormatMCL() (string, error) {
	defer v.done()
	return taken(C.go_mcl_value_format(v.use()))
}

// MCLUnify returns a type under the most general substitution of variables that makes a and b
// equal.
func MCLUnify(a, b, of *Type) (*Type, error) {
	defer a.done()
	defer b.done()
	defer of.done()
	return madeType(C.go_mcl_type_unify(a.use(), b.use(), of.use()))
}

// IsMCLHashable reports whether values of the type may be keys of mcl's maps: bools, strings, ints,
// floats, and structs whose fields may all be keys.
func (t *Type) IsMCLHashable() bool {
	defer t.done()
	return bool(C.pcty_mcl_type_is_hashable(t.use()))
}

// AddKinds adds the kinds of a JSON document: an array of kinds, or a sequence of kinds, in the
// form that the C header describes.
func (h *MCLHost) AddKinds(json string) error {
	return h.change(func(p *C.pcty_mcl_host) *C.pcty_error { return C.go_mcl_host_add_kinds(p, json) })
}

// SetVariable defines a variable of a module, or a global variable if the module is empty.
func (h *MCLHost) SetVariable(module, name string, value *Value) error {
	defer value.done()
	valueInUse := value.use()
	return h.change(func(p *C.pcty_mcl_host) *C.pcty_error { return C.go_mcl_host_set_variable(p, module, name, valueInUse) })
}

// AddSource adds source text to a system module; path names the text in messages.
func (h *MCLHost) AddSource(module, program, path string) error {
	return h.change(func(p *C.pcty_mcl_host) *C.pcty_error { return C.go_mcl_host_add_source(p, module, program, path) })
}

// Len returns the number of resources.
func (r *MCLResources) Len() int {
	defer r.done()
	return int(C.go_mcl_resources_info(r.use()).out.count)
}

// All returns the resources: first those that are applied, in the order of the program, then the
// hidden ones.
func (r *MCLResources) All() []*MCLResource {
	defer r.done()
	rInUse := r.use()
	found := make([]*MCLResource, int(C.go_mcl_resources_info(rInUse).out.count))
	for at := range found {
		found[at] = readMCLResource(C.pcty_mcl_resources_at(rInUse, C.size_t(at)))
	}
	return found
}

// InOrder returns the resources in a topological order of the edges.
func (r *MCLResources) InOrder() []*MCLResource {
	defer r.done()
	rInUse := r.use()
	found := make([]*MCLResource, int(C.go_mcl_resources_info(rInUse).out.count))
	for at := range found {
		found[at] = readMCLResource(C.pcty_mcl_resources_in_order_at(rInUse, C.size_t(at)))
	}
	return found
}

// String returns one line per resource and per edge.
func (r *MCLResources) String() string {
	defer r.done()
	return takeString(C.pcty_mcl_resources_to_text(r.use(), C.PCTY_MCL_GRAPH_TEXT))
}

// Graphviz returns the graph in Graphviz notation.
func (r *MCLResources) Graphviz() string {
	defer r.done()
	return takeString(C.pcty_mcl_resources_to_text(r.use(), C.PCTY_MCL_GRAPH_GRAPHVIZ))
}
