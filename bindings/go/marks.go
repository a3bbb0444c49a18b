package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import "runtime/cgo"

// Marks are names, such as "sensitive", that a host puts on values and that every
// operation carries on to what it makes of them. A value that carries marks keeps its
// content to itself: whoever wants to read it takes the marks off first.

// Mark is the value with marks added to its own. It fails for text that is not UTF-8
// alone.
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

// Marks are the marks of the value itself, in ascending order; those of its parts are not
// among them.
func (v *Value) Marks() []string {
	if m := v.marking(); m != nil {
		return []string{m.mark}
	}
	defer v.done()
	return readMarks(C.pcty_value_marks(v.use()))
}

func readMarks(lent *C.pcty_marks) []string {
	var marks []string
	for at := C.size_t(0); at < C.pcty_marks_count(lent); at++ {
		marks = append(marks, text(C.pcty_marks_at(lent, at)))
	}
	return marks
}

// HasMark is whether the value itself carries a mark.
func (v *Value) HasMark(mark string) bool {
	for _, carried := range v.Marks() {
		if carried == mark {
			return true
		}
	}
	return false
}

// IsMarked is whether the value itself carries marks.
func (v *Value) IsMarked() bool {
	if content := v.known(); content != nil {
		return bool(content.marked)
	}
	defer v.done()
	return bool(C.pcty_value_is_marked(v.use()))
}

// ContainsMarked is whether the value or anything inside it carries marks.
func (v *Value) ContainsMarked() bool {
	defer v.done()
	return bool(C.pcty_value_contains_marked(v.use()))
}

// Unmark is the value without marks of its own, and these marks. Whoever makes something
// of it owes it the marks.
func (v *Value) Unmark() (*Value, []string) {
	if content := v.known(); content != nil && !bool(content.marked) {
		return v, nil
	}
	if m := v.marking(); m != nil {
		return m.bare.again(), []string{m.mark}
	}
	defer v.done()
	p := v.use()
	if !C.pcty_value_is_marked(p) {
		return v, nil
	}
	return foundValue(C.go_value_unmarked(p)), readMarks(C.pcty_value_marks(p))
}

// UnmarkDeep is the value without marks at any depth, and all the marks that there were.
func (v *Value) UnmarkDeep() (*Value, []string) {
	defer v.done()
	p := v.use()
	if !C.pcty_value_contains_marked(p) {
		return v, nil
	}
	made := C.go_value_unmark_deep(p)
	marks := (*C.pcty_marks)(made.more)
	defer C.pcty_marks_free(marks)
	C.pcty_error_free(made.error)
	return newValue((*C.pcty_value)(made.out)), readMarks(marks)
}

// PathMarks are the marks of a part of a value, and where it is.
type PathMarks struct {
	Path  Path
	Marks []string
}

// UnmarkWithPaths is the value without marks at any depth, and the marks that each part had, the
// outer ones first.
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

// MarkWithPaths is the value with marks added to its parts: the way back of UnmarkWithPaths.
// Paths that lead nowhere do nothing.
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

// Transform is the value with each of its parts, and then itself, as rewrite has it: it is called
// with the path to a part whose own parts are rewritten already. Containers take the types of
// their new parts; what does not change keeps its type. An error ends it.
func (v *Value) Transform(rewrite func(path Path, part *Value) (*Value, error)) (*Value, error) {
	if rewrite == nil {
		return nil, Errorf(ErrInvalidArgument, "there is no rewriter")
	}
	host := cgo.NewHandle(rewrite)
	defer host.Delete()
	defer v.done()
	return calledValue(C.go_run_value_transform(v.use(), C.uintptr_t(host)))
}
