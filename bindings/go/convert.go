package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// ExplainConversion returns the reason why no value of one type converts to a different type: the
// message, the path to the mismatch, and the mismatched types. It returns nil if values convert.
func ExplainConversion(dialect Dialect, from, to *Type) (why *Error, err error) {
	defer from.done()
	defer to.done()
	made := C.go_type_explain(from.use(), to.use(), C.pcty_dialect(dialect))
	if made.error != nil {
		return nil, newError(made.error)
	}
	if made.out == nil {
		return nil, nil
	}
	return newError((*C.pcty_error)(made.out)), nil
}

// CheckDocument returns all reasons why the value of a document does not convert to a type in a
// dialect's notation, at most 1000, each with a diagnostic at its position; none if it converts. file
// is the name of the document in diagnostics.
func CheckDocument(data []byte, file string, format DataFormat, dialect Dialect, notation string) (
	failures []*Error, err error,
) {
	made := C.go_document_check(asText(data), file, notation, C.pcty_data_format(format), C.pcty_dialect(dialect))
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeErrors((*C.pcty_error_list)(made.out)), nil
}

// A DocumentPart is the location of a part of a value in a document.
type DocumentPart struct {
	Range   Range  // of the part, or of the smallest part that contains it
	IsExact bool   // whether Range is that of the part itself
	Name    *Range // of the name of the attribute; nil if the part has no name in the document
}

// LocatePart returns the location of the part of a document that a path leads to, such as the path
// of an error about the value of the document.
func LocatePart(data []byte, format DataFormat, path Path) (DocumentPart, error) {
	built, err := path.build()
	if err != nil {
		return DocumentPart{}, err
	}
	defer C.pcty_path_free(built)
	found := C.go_document_locate(asText(data), built, C.pcty_data_format(format))
	if found.error != nil {
		return DocumentPart{}, newError(found.error)
	}
	part := DocumentPart{Range: readRange(found.out._range), IsExact: bool(found.out.is_exact)}
	if bool(found.out.has_name) {
		name := readRange(found.out.name_range)
		part.Name = &name
	}
	return part, nil
}

func takeErrors(list *C.pcty_error_list) (errors []*Error) {
	defer C.pcty_error_list_free(list)
	for at := C.size_t(0); at < C.pcty_error_list_count(list); at++ {
		errors = append(errors, newError(C.go_error_list_at(list, at)))
	}
	return errors
}

// A Converter is a compiled conversion between two types. It is immutable; any number of goroutines
// may use it.
type Converter struct{ handle }

// ConvertAll converts many values in one crossing. It stops at the first failure; the error's path
// then begins with the position of the value.
func (c *Converter) ConvertAll(values []*Value) ([]*Value, error) {
	if len(values) == 0 {
		return nil, nil
	}
	pointers, count := useValues(values).args()
	defer doneValues(values)
	defer c.done()
	out := make([]C.go_found, len(values))
	all := C.go_converter_apply_all(c.use(), pointers, &out[0], count)
	converted := takeValues(&out[0], int(all.done), nil)
	if all.error != nil {
		CloseAll(converted)
		return nil, newError(all.error).In(IndexStep{Int64Val(int64(all.done))})
	}
	return converted, nil
}

// A Unification is the type that several types convert to.
type Unification struct {
	Type *Type
	// Converters are the conversions of the given types to Type, in their order; nil for a type whose
	// values need none.
	Converters []*Converter
}

// Unify returns the type that all the types convert to; ErrConversion if there is none.
func Unify(dialect Dialect, safety Safety, types ...*Type) (*Unification, error) {
	pointers, count := useTypes(types).args()
	defer doneTypes(types)
	made := C.go_type_unify(pointers, count, C.pcty_dialect(dialect), C.pcty_safety(safety))
	if made.error != nil {
		return nil, newError(made.error)
	}
	found := (*C.pcty_unification)(made.out)
	defer C.pcty_unification_free(found)
	unified := &Unification{copyType(C.go_unification_info(found).out._type), make([]*Converter, len(types))}
	for at := range unified.Converters {
		unified.Converters[at] = newConverter(C.go_unification_converter_at(found, C.size_t(at)))
	}
	return unified, nil
}
