package polycty

// #include "shims.h"
import "C"

import "runtime/cgo"

// Annotate returns the type with an additional annotation after its existing ones. An annotation is
// Go data for a type, such as the position of its declaration. Types that differ only in
// annotations are equal. The data is kept until the last type with it is freed.
func (t *Type) Annotate(data any) (*Type, error) {
	defer t.done()
	return madeType(C.go_type_annotate(t.use(), C.uintptr_t(cgo.NewHandle(&data))))
}

// Annotations returns the annotations that Annotate added, in order.
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
