package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"runtime"
	"strings"
	"unsafe"
)

// Containers of scalars are made in the library only when it needs them: texts, lists and maps of
// one type, objects, and scalars with a mark. Most of them are read by Go again or become parts of
// larger values, and a separate crossing for each would cost more than everything else.

// A pending struct holds the parts of a container that is not made yet. They are scalars in Go memory.
type pending struct {
	kind   Kind
	names  []string // of attributes or entries, in ascending order
	values []*Value
}

// A pendingValue is a value of a container that is not made yet, with its builder and memory for
// both.
type pendingValue struct {
	Value
	memo    memo
	pending pending
	few     [4]*Value
}

// longestText is the maximum size in bytes of a text, or of all names of a container, that is
// copied again when the library needs it.
const longestText = 1024

// longestSmall is the maximum length of a text in a small value.
const longestSmall = 14

var sampleTexts [longestSmall + 1]sample

// isASCII reports whether a text is ASCII. Such a text is UTF-8 in every normal form.
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

// textInGo returns a text that needs no crossing, or nil.
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
	v.kind, v.ptr = textHandle, dataOf(s) // C reads the pointer as a number
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

// inGo reports whether the value is a scalar in Go memory, which can be a part of a container that
// is made later.
func (v *Value) inGo() bool {
	return v != nil && (v.kind == smallHandle || v.kind == textHandle) && v.content.kind != 0 && !v.closed()
}

// pendingOf returns a container of scalars in Go memory, or nil. The elements of a list or a map must
// be of one type. The arguments are copied.
func pendingOf(kind Kind, names []string, values []*Value) *Value {
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
	v := &pendingValue{}
	v.pending.kind = kind
	v.pending.values = append(v.few[:0], values...)
	if len(names) > 0 {
		v.pending.names = copiesOf(names, size)
	}
	v.kind = pendingHandle
	v.content.state, v.content.shape, v.content.number = C.PCTY_STATE_KNOWN, C.uint8_t(kind), C.int64_t(len(values))
	v.memo.pending = &v.pending
	v.Value.memo.Store(&v.memo)
	return &v.Value
}

// copiesOf returns copies of texts, size bytes in total, which share their memory.
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

// A marking is a scalar in Go memory that gets a mark when the library needs it.
type marking struct {
	mark string
	bare *Value
}

// A markedMemo is the memo of a value whose mark is applied later, with the marking.
type markedMemo struct {
	memo
	marking
}

// markedInGo returns a scalar with a mark without a crossing, or nil.
func markedInGo(v *Value, mark string) *Value {
	if mark == "" || len(mark) > longestText || !isASCII(mark) || !v.inGo() {
		return nil
	}
	m := &markedMemo{marking: marking{strings.Clone(mark), v.again()}}
	m.memo.marking = &m.marking
	marked := blank()
	marked.kind = pendingHandle
	marked.content = C.go_small{state: C.PCTY_STATE_KNOWN, shape: v.content.shape, number: -1, marked: true}
	marked.memo.Store(&m.memo)
	return marked
}

// marking returns the marking of an open value whose mark is not applied yet, or nil.
func (v *Value) marking() *marking {
	if v == nil || v.kind != pendingHandle || v.closed() {
		return nil
	}
	return v.memo.Load().marking
}

// made returns the value in the library for a text or for a container, and makes it if necessary.
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
	case m.pending != nil:
		made, _ = m.pending.make()
	default:
		made, _ = madeValue(C.go_value_string(asText(unsafe.Slice((*byte)(v.ptr), int(v.content.value.second)))))
	}
	if made == nil {
		return closedValue // cannot happen: so few scalars do not reach any limit
	}
	return made
}

func (d *pending) make() (*Value, error) {
	var words C.go_pending
	for at, v := range d.values {
		words.at[at] = C.uintptr_t(uintptr(unsafe.Pointer(&v.content.value)))
		if v.kind == textHandle {
			words.at[at] += C.GO_TEXT
		}
	}
	defer runtime.KeepAlive(d)
	return madeOf(d.kind, d.names, words, len(d.values))
}

// together returns a container of up to C.GO_DRAFT values, which is made in one crossing with the
// texts in it.
func together(kind Kind, names []string, values []*Value) (*Value, error) {
	var words C.go_pending
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

func madeOf(kind Kind, names []string, words C.go_pending, count int) (*Value, error) {
	room := keyedRooms.Get().(*keyedRoom)
	defer keyedRooms.Put(room)
	text, lengths, _ := room.keys.refill(names).args()
	return madeValue(C.go_value_of_pending(words, C.size_t(count), C.uint32_t(kind), text, lengths))
}

// again returns a second value of the same scalar in Go memory.
func (v *Value) again() *Value { return v.copyTo(blank()) }

func (v *Value) copyTo(other *Value) *Value {
	if v.kind == smallHandle {
		return other.holdSmall(&v.content)
	}
	other.kind, other.ptr, other.content = textHandle, v.ptr, v.content
	return other
}

// closedValue is the made value of a value that was closed before.
var closedValue = func() *Value {
	v := &Value{}
	v.kind = smallHandle
	v.state.Store(closing)
	return v
}()

// children are the parts of a small container, which returns the same parts on each read. Their
// memory refers to their owner.
type children struct {
	values []Value
	keys   []string // borrowed from the value; nil if one is not a text
}

// fewChildren returns the parts of a container that owns them, or of one that is not made yet, if
// the container is small and a part was read before.
func (v *Value) fewChildren() *children {
	m := v.memo.Load()
	if m != nil {
		if known := m.children.Load(); known != nil {
			return known
		}
	}
	isPending := v.kind == pendingHandle
	if isPending && m.pending == nil || !isPending && (v.content.number < 0 || v.content.number > C.GO_CHILDREN || v.lender() == nil) {
		return nil
	}
	if state := v.state.Load(); state&asked == 0 { // most containers are read once
		v.state.CompareAndSwap(state, state|asked)
		return nil
	}
	var c *children
	if isPending {
		c = m.pending.children()
	} else if c = v.borrowedChildren(); c == nil {
		return nil
	}
	for at := range c.values {
		c.values[at].tell()
	}
	v.memorized().children.Store(c)
	return c
}

func (d *pending) children() *children {
	c := &children{make([]Value, len(d.values)), d.names}
	for at, v := range d.values {
		v.copyTo(&c.values[at])
	}
	return c
}

func (v *Value) borrowedChildren() *children {
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
	root.markBorrowed() // the texts are read while the value is not in use
	return c
}

// child returns the part of a container of a kind under a key, and whether it is known without a
// crossing.
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
	if v.kind != pendingHandle {
		return nil, false
	}
	d := v.memo.Load().pending
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
