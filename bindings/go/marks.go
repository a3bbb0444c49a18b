package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// Marks are names, such as "sensitive", that a host puts on values and that every
// operation carries on to what it makes of them. A value that carries marks keeps its
// content to itself: whoever wants to read it takes the marks off first.

// Mark is the value with marks added to its own. It fails for text that is not UTF-8
// alone.
func (v *Value) Mark(marks ...string) (*Value, error) {
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
	defer v.done()
	p := v.use()
	if !C.pcty_value_is_marked(p) {
		return v, nil
	}
	return newValue(C.go_value_unmarked(p)), readMarks(C.pcty_value_marks(p))
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
