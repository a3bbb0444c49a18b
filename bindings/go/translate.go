//go:build !polycty_no_translate

package polycty

// #include "shims.h"
import "C"

// A Translation is the nearest type that a different dialect can represent.
type Translation struct {
	Type *Type
	// Fit is the relation between the two types.
	Fit Fit
	// Notes are the locations where the translation is not exact, and the reasons.
	Notes []TranslationNote
}

// A TranslationNote is the location and the reason of lost precision.
type TranslationNote struct {
	Path    Path
	Message string
}

// Translate returns the nearest type of a different dialect.
func (t *Type) Translate(from, to Dialect) (*Translation, error) {
	defer t.done()
	made := C.go_type_translate(t.use(), C.pcty_dialect(from), C.pcty_dialect(to))
	if made.error != nil {
		return nil, newError(made.error)
	}
	found := (*C.pcty_translation)(made.out)
	defer C.pcty_translation_free(found)
	data := C.go_translation_info(found).out
	translation := &Translation{Type: copyType(data._type), Fit: Fit(data.fit)}
	for at := C.size_t(0); at < data.note_count; at++ {
		translation.Notes = append(translation.Notes, readTranslationNote(C.go_translation_note_at(found, at).out))
	}
	return translation, nil
}

// Translate returns the value's image in a different dialect, as an instance of the type t of that
// dialect unless t is nil.
func (v *Value) Translate(from, to Dialect, t *Type) (*Value, error) {
	defer v.done()
	defer t.done()
	p, as := v.use(), t.use()
	if err := t.optional(as); err != nil {
		return nil, err
	}
	return madeValue(C.go_value_translate(p, as, C.pcty_dialect(from), C.pcty_dialect(to)))
}
