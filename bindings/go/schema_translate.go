//go:build !polycty_no_schema && !polycty_no_translate

package polycty

// #include "shims.h"
import "C"

// TranslationWitness returns a document that shows a difference between the type and its
// translation into a different dialect. It is empty if the translation is exact or no document was
// found.
func (t *Type) TranslationWitness(from, to Dialect) (string, error) {
	defer t.done()
	made := C.go_type_translate(t.use(), C.pcty_dialect(from), C.pcty_dialect(to))
	if made.error != nil {
		return "", newError(made.error)
	}
	found := (*C.pcty_translation)(made.out)
	defer C.pcty_translation_free(found)
	return taken(C.go_translation_witness(found))
}
