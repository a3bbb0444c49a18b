//go:build !polycty_no_translate

package polycty

// #include "shims.h"
import "C"

// A Translation is the nearest type that another dialect can say.
type Translation struct {
	Type *Type
	// Fit is what holds between the two types.
	Fit Fit
	// Notes are the places and reasons for which the translation is not exact.
	Notes []TranslationNote
}

// A TranslationNote is where and why precision was lost.
type TranslationNote struct {
	Path    Path
	Message string
}

// A Fit is what holds between a type and its translation.
type Fit uint32

const (
	// FitExact is there where both have the same instances.
	FitExact Fit = C.PCTY_FIT_EXACT
	// FitWider is there where the translation has further instances.
	FitWider Fit = C.PCTY_FIT_WIDER
	// FitNarrower is there where the type has further instances that the other dialect has
	// no values for.
	FitNarrower Fit = C.PCTY_FIT_NARROWER
)

// Translate is the nearest type of another dialect.
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
		note := C.go_translation_note_at(found, at).out
		translation.Notes = append(translation.Notes, TranslationNote{readPath(note.path), text(note.message)})
	}
	return translation, nil
}

// Translate is the value's image in another dialect, as an instance of a type of that
// dialect if one is given.
func (v *Value) Translate(from, to Dialect, t *Type) (*Value, error) {
	defer v.done()
	defer t.done()
	p, as := v.use(), t.use()
	if err := t.optional(as); err != nil {
		return nil, err
	}
	return madeValue(C.go_value_translate(p, as, C.pcty_dialect(from), C.pcty_dialect(to)))
}
