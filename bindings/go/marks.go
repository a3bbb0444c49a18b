package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import "runtime/cgo"

// Marks are names, such as "sensitive", that a host puts on values. Every operation transfers them
// to its result. The content of a marked value can only be read after the marks are removed.

// Mark returns the value with additional marks. It fails only for marks that are not UTF-8.
func (v *Value) Mark(marks ...string) (*Value, error) {
	if len(marks) == 1 {
		if marked := markedInGo(v, marks[0]); marked != nil {
			return marked, nil
		}
	}
	defer v.done()
	if len(marks) == 1 {
		return madeValue(C.go_value_mark(v.use(), marks[0]))
	}
	text, lengths, count := pack(marks).args()
	return madeValue(C.go_value_with_marks(v.use(), text, lengths, count))
}

// Marks returns the marks of the value itself, in ascending order, without those of its parts.
func (v *Value) Marks() []string {
	if m := v.marking(); m != nil {
		return []string{m.mark}
	}
	defer v.done()
	return readMarks(C.pcty_value_marks(v.use()))
}

func readMarks(borrowed *C.pcty_marks) []string {
	var marks []string
	for at := C.size_t(0); at < C.pcty_marks_count(borrowed); at++ {
		marks = append(marks, text(C.pcty_marks_at(borrowed, at)))
	}
	return marks
}

// HasMark reports whether the value itself has a mark.
func (v *Value) HasMark(mark string) bool {
	for _, carried := range v.Marks() {
		if carried == mark {
			return true
		}
	}
	return false
}

// IsMarked reports whether the value itself has marks.
func (v *Value) IsMarked() bool {
	if content := v.known(); content != nil {
		return bool(content.marked)
	}
	defer v.done()
	return bool(C.pcty_value_has(v.use(), C.PCTY_VALUE_MARKED))
}

// Unmark returns the value without its own marks, and these marks. The caller must add the marks to
// every result that it derives from the value.
func (v *Value) Unmark() (*Value, []string) {
	if content := v.known(); content != nil && !bool(content.marked) {
		return v, nil
	}
	if m := v.marking(); m != nil {
		return m.bare.again(), []string{m.mark}
	}
	defer v.done()
	p := v.use()
	if !C.pcty_value_has(p, C.PCTY_VALUE_MARKED) {
		return v, nil
	}
	return foundValue(C.go_value_unmarked(p)), readMarks(C.pcty_value_marks(p))
}

// UnmarkDeep returns the value without marks at any depth, and all removed marks.
func (v *Value) UnmarkDeep() (*Value, []string) {
	defer v.done()
	p := v.use()
	if !C.pcty_value_has(p, C.PCTY_VALUE_CONTAINS_MARK) {
		return v, nil
	}
	made := C.go_value_unmark_deep(p)
	marks := (*C.pcty_marks)(made.more)
	defer C.pcty_marks_free(marks)
	C.pcty_error_free(made.error)
	return newValue((*C.pcty_value)(made.out)), readMarks(marks)
}

// PathMarks are the marks of a part of a value, and its path.
type PathMarks struct {
	Path  Path
	Marks []string
}

// UnmarkWithPaths returns the value without marks at any depth, and the marks of each part, outer
// parts first.
func (v *Value) UnmarkWithPaths() (*Value, []PathMarks, error) {
	defer v.done()
	made := C.go_value_unmark_with_paths(v.use())
	if made.error != nil {
		return nil, nil, newError(made.error)
	}
	found := (*C.pcty_path_marks)(made.more)
	defer C.pcty_path_marks_free(found)
	var all []PathMarks
	for at := C.size_t(0); at < C.pcty_path_marks_count(found); at++ {
		part := C.go_path_marks_at(found, at).out
		all = append(all, PathMarks{readPath(part.path), readMarks(part.marks)})
	}
	return newValue((*C.pcty_value)(made.out)), all, nil
}

// MarkWithPaths returns the value with marks added to its parts: the inverse of UnmarkWithPaths.
// Paths without a part are ignored.
func (v *Value) MarkWithPaths(all []PathMarks) (*Value, error) {
	given := C.pcty_path_marks_new()
	defer C.pcty_path_marks_free(given)
	for _, part := range all {
		path, err := part.Path.build()
		if err != nil {
			return nil, err
		}
		err = addPathMarks(given, path, part.Marks)
		C.pcty_path_free(path)
		if err != nil {
			return nil, err
		}
	}
	defer v.done()
	return madeValue(C.go_value_mark_with_paths(v.use(), given))
}

func addPathMarks(given *C.pcty_path_marks, path *C.pcty_path, names []string) error {
	text, lengths, count := pack(names).args()
	made := C.go_marks_new(text, lengths, count)
	if made.error != nil {
		return newError(made.error)
	}
	marks := (*C.pcty_marks)(made.out)
	defer C.pcty_marks_free(marks)
	return failed(C.go_path_marks_add(given, path, marks))
}

// Transform returns the value with each of its parts, and then the value itself, replaced by the
// result of rewrite. It calls rewrite with the path of a part whose own parts are rewritten
// already. Containers take the types of their new parts; unchanged containers keep their type. An
// error ends the call.
func (v *Value) Transform(rewrite func(path Path, part *Value) (*Value, error)) (*Value, error) {
	if rewrite == nil {
		return nil, Errorf(ErrInvalidArgument, "the rewriter is nil")
	}
	host := cgo.NewHandle(rewrite)
	defer host.Delete()
	defer v.done()
	return calledValue(C.go_run_value_transform(v.use(), C.uintptr_t(host)))
}
