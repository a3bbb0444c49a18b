package polycty

// #include "shims.h"
import "C"

import "runtime/cgo"

// Annotate is the type with one more annotation, behind those that it has: data of Go's that
// goes with a type, such as where it was declared. Types that differ in annotations alone
// are equal. The data is kept until the last type that has it is gone.
func (t *Type) Annotate(data any) (*Type, error) {
	defer t.done()
	return madeType(C.go_type_annotate(t.use(), C.uintptr_t(cgo.NewHandle(&data))))
}

// Annotations are what Annotate put onto the type, in order.
func (t *Type) Annotations() []any {
	defer t.done()
	p := t.use()
	var annotations []any
	for at := C.size_t(0); at < C.pcty_type_annotation_count(p); at++ {
		if host := C.go_type_annotation_at(p, at); host != 0 {
			annotations = append(annotations, *cgo.Handle(host).Value().(*any))
		}
	}
	return annotations
}
