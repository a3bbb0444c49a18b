package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"runtime"
	"strings"
	"unsafe"
)

// What is made of scalars alone is put off until the library needs it: texts, lists and maps of one
// type, objects, and scalars with a mark. Most are read by Go again, or become parts of something
// larger, and a crossing that makes each by itself would cost more than all the rest.

// A draft is what a container will have as its parts, which are scalars in Go's memory.
type draft struct {
	kind   Kind
	names  []string // of attributes or entries, in ascending order
	values []*Value
}

// A draftValue is a draft and what it is the draft of, and the room for that.
type draftValue struct {
	Value
	memo  memo
	draft draft
	few   [4]*Value
}

// longestText is how many bytes of a text, or of the names of a draft, are copied again when the library
// needs them.
const longestText = 1024

// longestSmall is the longest text of which a value is small.
const longestSmall = 14

var sampleTexts [longestSmall + 1]sample

// isASCII is whether a text is of characters of which each is a byte: it is UTF-8 then, and in every
// normal form.
func isASCII(s string) bool {
	const high = 0x8080808080808080
	if last := len(s) - 8; last >= 0 {
		data := dataOf(s)
		for at := 0; at < last; at += 8 {
			if *(*uint64)(unsafe.Add(data, at))&high != 0 {
				return false
			}
		}
		return *(*uint64)(unsafe.Add(data, last))&high == 0
	}
	for at := 0; at < len(s); at++ {
		if s[at] >= 0x80 {
			return false
		}
	}
	return true
}

func dataOf(s string) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&s)) }

// textInGo is a text that needs no crossing, or nil.
func textInGo(s string) *Value {
	if len(s) > longestText || !isASCII(s) {
		return nil
	}
	if len(s) <= longestSmall {
		sample := &sampleTexts[len(s)]
		if !sample.there.Load() {
			sampleText(len(s))
		}
		content := &sample.content
		if content.kind != C.PCTY_KIND_STRING || int(content.length) != len(s) {
			return nil
		}
		v := newSmall(content)
		copy((*[unsafe.Sizeof(content.value)]byte)(unsafe.Pointer(&v.content.value))[content.text:], s)
		return v
	}
	v, s := blankOf(s)
	v.kind, v.ptr = textHandle, dataOf(s) // which C reads as a number
	v.content = C.go_small{kind: C.PCTY_KIND_STRING, shape: C.PCTY_KIND_STRING, state: C.PCTY_STATE_KNOWN}
	v.content.value.first, v.content.value.second = C.uint64_t(uintptr(dataOf(s))), C.uint64_t(len(s))
	return v
}

func sampleText(length int) {
	sampleTexts[length].take(func() C.go_found {
		made := C.go_value_string("xxxxxxxxxxxxxx"[:length])
		C.pcty_error_free(made.error)
		return C.go_found{out: made.out, footprint: made.footprint, small: made.small}
	})
}

// inGo is whether the value is a scalar in Go's memory, of which a draft can be made.
func (v *Value) inGo() bool {
	return v != nil && (v.kind == smallHandle || v.kind == textHandle) && v.content.kind != 0 && !v.closed()
}

// draftOf is a container of scalars in Go's memory, or nil. The elements of a list or a map are of one
// type. What it is given is copied.
func draftOf(kind Kind, names []string, values []*Value) *Value {
	if len(values) == 0 || len(values) > C.GO_DRAFT {
		return nil
	}
	for _, v := range values {
		if !v.inGo() || kind != KindObject && v.content.kind != values[0].content.kind {
			return nil
		}
	}
	size := 0
	for _, name := range names {
		if size += len(name); size > longestText || !isASCII(name) {
			return nil
		}
	}
	v := &draftValue{}
	v.draft.kind = kind
	v.draft.values = append(v.few[:0], values...)
	if len(names) > 0 {
		v.draft.names = copiesOf(names, size)
	}
	v.kind = draftHandle
	v.content.state, v.content.shape, v.content.number = C.PCTY_STATE_KNOWN, C.uint8_t(kind), C.int64_t(len(values))
	v.memo.draft = &v.draft
	v.Value.memo.Store(&v.memo)
	return &v.Value
}

// copiesOf are copies of texts of so many bytes, which share their memory.
func copiesOf(texts []string, size int) []string {
	var all strings.Builder
	all.Grow(size)
	for _, text := range texts {
		all.WriteString(text)
	}
	left, copies := all.String(), make([]string, len(texts))
	for at, text := range texts {
		copies[at], left = left[:len(text)], left[len(text):]
	}
	return copies
}

// A marking is a scalar in Go's memory that will have a mark.
type marking struct {
	mark string
	bare *Value
}

// A markedMemo is the memo of a value that is put off for a mark, and what it is put off for.
type markedMemo struct {
	memo
	marking
}

// markedInGo is a scalar with a mark that needs no crossing, or nil.
func markedInGo(v *Value, mark string) *Value {
	if mark == "" || len(mark) > longestText || !isASCII(mark) || !v.inGo() {
		return nil
	}
	m := &markedMemo{marking: marking{strings.Clone(mark), v.again()}}
	m.memo.marking = &m.marking
	marked := blank()
	marked.kind = draftHandle
	marked.content = C.go_small{state: C.PCTY_STATE_KNOWN, shape: v.content.shape, number: -1, marked: true}
	marked.memo.Store(&m.memo)
	return marked
}

// marking is what the value will have a mark by, if it is put off for that and was not closed.
func (v *Value) marking() *marking {
	if v == nil || v.kind != draftHandle || v.closed() {
		return nil
	}
	return v.memo.Load().marking
}

// made is the value that the library has of a text or a draft.
func (v *Value) made() *Value {
	m := v.memorized()
	if known := m.made.Load(); known != nil {
		return known
	}
	made := closedValue
	if v.state.Load()&closing == 0 {
		made = v.make(m)
	}
	if !m.made.CompareAndSwap(nil, made) {
		made.Close()
	}
	return m.made.Load()
}

func (v *Value) make(m *memo) *Value {
	defer runtime.KeepAlive(v)
	var made *Value
	switch {
	case m.marking != nil:
		made, _ = m.marking.make()
	case m.draft != nil:
		made, _ = m.draft.make()
	default:
		made, _ = madeValue(C.go_value_string(asText(unsafe.Slice((*byte)(v.ptr), int(v.content.value.second)))))
	}
	if made == nil {
		return closedValue // which does not happen: there is no limit that so few scalars reach
	}
	return made
}

func (m *marking) make() (*Value, error) {
	defer m.bare.done()
	return madeValue(C.go_value_mark(m.bare.use(), m.mark))
}

func (d *draft) make() (*Value, error) {
	var words C.go_draft
	for at, v := range d.values {
		words.at[at] = C.uintptr_t(uintptr(unsafe.Pointer(&v.content.value)))
		if v.kind == textHandle {
			words.at[at] += C.GO_TEXT
		}
	}
	defer runtime.KeepAlive(d)
	return madeOf(d.kind, d.names, words, len(d.values))
}

// together is a container of no more than C.GO_DRAFT values, made in one crossing with the texts
// among them.
func together(kind Kind, names []string, values []*Value) (*Value, error) {
	var words C.go_draft
	for at, v := range values {
		if words.at[at] = v.word(); words.at[at] == 0 {
			words.at[at] = C.uintptr_t(uintptr(unsafe.Pointer(v.use())))
		}
	}
	defer func() {
		for at, v := range values {
			if words.at[at]&C.GO_TEXT == 0 {
				v.done()
			}
			runtime.KeepAlive(v)
		}
	}()
	return madeOf(kind, names, words, len(values))
}

func madeOf(kind Kind, names []string, words C.go_draft, count int) (*Value, error) {
	room := keyedRooms.Get().(*keyedRoom)
	defer keyedRooms.Put(room)
	text, lengths, _ := room.keys.refill(names).args()
	return madeValue(C.go_value_drafted(words, C.size_t(count), C.uint32_t(kind), text, lengths))
}

// again is another value of the same scalar in Go's memory.
func (v *Value) again() *Value { return v.copyTo(blank()) }

func (v *Value) copyTo(other *Value) *Value {
	if v.kind == smallHandle {
		return other.holdSmall(&v.content)
	}
	other.kind, other.ptr, other.content = textHandle, v.ptr, v.content
	return other
}

// closedValue stands for what a value is made of that was closed before.
var closedValue = func() *Value {
	v := &Value{}
	v.kind = smallHandle
	v.state.Store(closing)
	return v
}()

// children are the parts of a container of a few, which are told again whenever they are asked for. Their
// memory keeps what lends them.
type children struct {
	values []Value
	keys   []string // lent by the value; nil where one is no text
}

// fewChildren are the parts of a container that lends them, or of a draft, if there are not too many and it
// has been asked for one before.
func (v *Value) fewChildren() *children {
	m := v.memo.Load()
	if m != nil {
		if known := m.children.Load(); known != nil {
			return known
		}
	}
	drafted := v.kind == draftHandle
	if drafted && m.draft == nil || !drafted && (v.content.number < 0 || v.content.number > C.GO_CHILDREN || v.lender() == nil) {
		return nil
	}
	if state := v.state.Load(); state&asked == 0 { // most are asked once
		v.state.CompareAndSwap(state, state|asked)
		return nil
	}
	var c *children
	if drafted {
		c = m.draft.children()
	} else if c = v.lentChildren(); c == nil {
		return nil
	}
	for at := range c.values {
		c.values[at].tell()
	}
	v.memorized().children.Store(c)
	return c
}

func (d *draft) children() *children {
	c := &children{make([]Value, len(d.values)), d.names}
	for at, v := range d.values {
		v.copyTo(&c.values[at])
	}
	return c
}

func (v *Value) lentChildren() *children {
	p, root := v.use(), v.lender()
	defer v.done()
	if p == nil {
		return nil
	}
	count := int(v.content.number)
	c := &children{make([]Value, count), make([]string, 0, count)}
	if count > 0 {
		crossed := &struct {
			found [C.GO_CHILDREN]C.go_found
			keys  [C.GO_CHILDREN]C.pcty_str
		}{}
		C.go_value_children(p, C.size_t(count), &crossed.found[0], &crossed.keys[0])
		for at := range c.values {
			found := &crossed.found[at]
			c.values[at].holdFound(found.out, found.footprint, &found.small, root)
			if key := crossed.keys[at]; c.keys != nil && key.data != nil {
				c.keys = append(c.keys, asText(unsafe.Slice((*byte)(unsafe.Pointer(key.data)), int(key.len))))
			} else {
				c.keys = nil
			}
		}
	}
	root.lend() // the texts are read without the value being in use
	return c
}

// child is the part of a container of a shape under a key. It is not known of one that is not told.
func (v *Value) child(shape C.uint8_t, key string) (part *Value, known bool) {
	if v == nil || v.content.shape != shape || v.closed() {
		return nil, false
	}
	if s, place := v.stretched(); s != nil {
		if part, known = s.part(place, key); known {
			return part, true
		}
	}
	if c := v.fewChildren(); c != nil && c.keys != nil {
		for at := range c.keys {
			if c.keys[at] == key {
				runtime.KeepAlive(v)
				return &c.values[at], true
			}
		}
		runtime.KeepAlive(v)
		return nil, isASCII(key)
	}
	if v.kind != draftHandle {
		return nil, false
	}
	d := v.memo.Load().draft
	if d == nil {
		return nil, false
	}
	for at, name := range d.names {
		if name == key {
			return d.values[at].again(), true
		}
	}
	return nil, isASCII(key)
}
