package polycty

// #include "shims.h"
import "C"

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// A handle is one counted reference to an object of the library.
//
// A call uses the handle between acquire and release; it cannot be freed in between. Close marks it
// for release, and the last user frees it. Therefore Close is idempotent and safe during calls on
// other goroutines. The finalizer does the same. Release keeps the object reachable until the call
// ends, so the finalizer cannot run during a call either.
type handle struct {
	ptr   unsafe.Pointer
	state atomic.Int32 // the number of uses, and the bits below
	kind  handleKind
	alone bool // whether the handle has a finalizer of its own instead of that of its batch
	// weight is the memory that was reported to the collector for this handle. For an element that
	// crossed in a chunk, it is the 1-based position in the chunk.
	weight uint16
}

const (
	// closing is set in a handle's state once it has been closed.
	closing = 1 << 30
	// lending is set when a part of the object has been borrowed; the parts keep the handle reachable.
	// Only the finalizer frees such a handle, after the last part is unreachable.
	lending = 1 << 29
	// asked is set in the state of a value when one of its parts is read for the first time.
	asked = 1 << 28
	// told is set in the state of a part that its container returns repeatedly. Close has no effect on
	// such a part, because other callers may have it.
	told = 1 << 27
)

type handleKind uint8

const (
	staticHandle handleKind = iota
	// smallHandle is the kind of a value whose content is stored next to the handle; the pointer is to
	// a copy of its text, or nil. partHandle is the kind of a borrowed part of a value. Neither
	// frees anything, so their uses are not counted.
	smallHandle
	partHandle
	// textHandle and pendingHandle are the kinds of values that the library does not have yet. The
	// pointer of a textHandle is to its bytes.
	textHandle
	pendingHandle
	// viewHandle is the kind of a value with a handle of its own in the field owner.
	viewHandle
	typeHandle
	valueHandle
	errorHandle
	converterHandle
	functionHandle
	scopeHandle
	expressionHandle
	bodyHandle
	owningBodyHandle
	specHandle
	defaultsHandle
	aliasesHandle
	iterationHandle
	pclTypeScopeHandle
	boundHandle
	environmentHandle
	manifestHandle
	outlineHandle
	catalogHandle
	moduleHandle
	evaluationHandle
	schemasHandle
	projectHandle
	outputsHandle
	planHandle
	schemaHandle
	schemaPairHandle
	workspaceHandle
	documentsHandle
	mclHostHandle
	mclSenderHandle
	mclProgramHandle
	mclResourcesHandle
	mclRuntimeHandle
	fragmentHandle
	hclFileHandle
	handleKinds // number of kinds
)

// acquire returns the pointer, which is valid until release, or nil if the handle is closed. Each
// acquire needs a release, also after nil.
func (h *handle) acquire() unsafe.Pointer {
	if h.state.Add(1)&closing != 0 {
		return nil
	}
	return h.ptr
}

func (h *handle) release() {
	if h.state.Add(-1) == closing {
		h.free()
	}
}

// close implements the public Close. It removes the finalizer because there is nothing left to
// free.
func (h *handle) close() {
	if h.kind != staticHandle && h.drop() && h.alone {
		runtime.SetFinalizer(h, nil)
	}
}

// drop closes the handle, and reports whether it was open.
func (h *handle) drop() bool {
	first, idle := h.mark()
	if idle {
		h.free()
	}
	return first
}

// detach closes the handle. It returns the pointer if the caller has to free it.
func (h *handle) detach() unsafe.Pointer {
	first, idle := h.mark()
	if first && h.alone {
		runtime.SetFinalizer(h, nil)
	}
	if !idle {
		return nil
	}
	return h.reap()
}

// reap takes the pointer out of an unused handle, and returns it if it has to be freed.
func (h *handle) reap() unsafe.Pointer {
	p := atomic.SwapPointer(&h.ptr, nil)
	if p == nil || h.kind == staticHandle {
		return nil
	}
	h.lighten()
	return p
}

// tell marks a part that its container returns repeatedly. The handle is not shared yet, so the
// write need not be atomic.
func (h *handle) tell() { *(*int32)(unsafe.Pointer(&h.state)) = told }

// markBorrowed marks a handle with borrowed parts. The handle must be in use.
func (h *handle) markBorrowed() {
	for {
		state := h.state.Load()
		if state&lending != 0 || h.state.CompareAndSwap(state, state|lending) {
			return
		}
	}
}

// mark sets the bit closing. It reports whether the bit was not set before, and whether the handle
// is also unused, so that the caller has to free it.
func (h *handle) mark() (first, idle bool) {
	for {
		state := h.state.Load()
		if state&closing != 0 {
			return false, false
		}
		if h.state.CompareAndSwap(state, state|closing) {
			return true, state == 0
		}
	}
}

// free runs when the last use ends, and again when a use of a closed handle ends.
func (h *handle) free() {
	ptr := h.reap()
	if ptr == nil {
		return
	}
	switch h.kind {
	case typeHandle:
		C.pcty_type_free((*C.pcty_type)(ptr))
	case valueHandle:
		C.pcty_value_free((*C.pcty_value)(ptr))
	case expressionHandle:
		C.pcty_hcl_expression_free((*C.pcty_hcl_expression)(ptr))
	default:
		if free := frees[h.kind]; free != nil {
			free(ptr)
		}
	}
}

// frees has, for each kind without a case in free, the function that frees a handle.
var frees [handleKinds]func(unsafe.Pointer)

// own sets the pointer and the finalizer of a handle. The handle must be the first field of its
// owner, because a finalizer belongs to a whole allocation.
func (h *handle) own(kind handleKind, ptr unsafe.Pointer) {
	h.ptr, h.kind, h.alone = ptr, kind, true
	if kind != staticHandle {
		runtime.SetFinalizer(h, (*handle).drop)
	}
}

// ownedOf returns an object, whose type begins with the handle, for an object of the library; nil for
// NULL.
func ownedOf[T any](taken unsafe.Pointer, kind handleKind) *T {
	if taken == nil {
		return nil
	}
	object := new(T)
	(*handle)(unsafe.Pointer(object)).own(kind, taken)
	return object
}

// newOwner returns the handle of a library value that is only used through its parts.
func newOwner(taken unsafe.Pointer) *handle {
	k := &ownedHandle{handle: handle{ptr: taken, kind: valueHandle}}
	runtime.SetFinalizer(&k.handle, (*handle).forget)
	return &k.handle
}

// An ownedHandle is padded to ownedHandleRoom bytes: setting a finalizer scans the finalizers of the same
// span, and a span of small allocations has hundreds of them.
type ownedHandle struct {
	handle
	_ [ownedHandleRoom - unsafe.Sizeof(handle{})]byte
}

const ownedHandleRoom = 256

// forget frees an unreachable value, also one with borrowed parts.
func (h *handle) forget() {
	if p := h.reap(); p != nil {
		C.pcty_value_free((*C.pcty_value)(p))
	}
}

// An anchored is a handle with a second handle that keeps its object alive.
type anchored struct {
	handle
	owner *handle
}

// acquire and release use the handle that is freed, if any.
func (a *anchored) acquire() unsafe.Pointer {
	switch a.kind {
	case staticHandle, partHandle:
		if a.state.Load()&closing != 0 {
			return nil
		}
		return a.ptr
	case smallHandle:
		if a.state.Load()&closing != 0 {
			return nil
		}
		return unsafe.Pointer(&(*Value)(unsafe.Pointer(a)).content.value)
	case viewHandle:
		return a.owner.acquire()
	}
	return a.handle.acquire()
}

func (a *anchored) release() {
	switch a.kind {
	case staticHandle, smallHandle, partHandle:
	case viewHandle:
		a.owner.release()
	default:
		a.handle.release()
	}
	runtime.KeepAlive(a)
}

func (a *anchored) close() {
	switch {
	case a.kind == viewHandle:
		a.owner.close()
	case a.kind > viewHandle:
		a.handle.close()
	case a.kind != staticHandle:
		a.mark() // frees nothing
	}
}

func (a *anchored) closed() bool {
	if a.kind == viewHandle {
		return a.owner.state.Load()&closing != 0
	}
	return a.state.Load()&closing != 0
}

// detach closes the handle. It returns the pointer if the caller has to free it.
func (a *anchored) detach() unsafe.Pointer {
	switch {
	case a.kind == viewHandle:
		return a.owner.detach()
	case a.kind > viewHandle:
		return a.handle.detach()
	}
	a.close()
	return nil
}

// lender returns the handle that owns the borrowed parts of the object, or nil. A heavy value
// has none: a part would keep the whole value alive, even after Close.
func (a *anchored) lender() *handle {
	switch {
	case a.kind == partHandle && a.weight != 0:
		s, _ := (*Value)(unsafe.Pointer(a)).stretched()
		return s.owner
	case a.kind == viewHandle || a.kind == partHandle:
		return a.owner
	}
	return nil
}

// hold sets the object of the handle: a value that owner owns (viewHandle), or a part that is
// borrowed from it (partHandle).
func (a *anchored) hold(kind handleKind, ptr unsafe.Pointer, owner *handle) {
	a.kind, a.ptr, a.owner = kind, ptr, owner
	if kind == partHandle {
		owner.markBorrowed()
	}
}

// text copies a borrowed string.
func text(s C.pcty_str) string {
	if s.len == 0 {
		return ""
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(s.data)), int(s.len)))
}

// sameText reports whether a borrowed string equals a Go string, without a copy.
func sameText(s C.pcty_str, known string) bool {
	return int(s.len) == len(known) && (s.len == 0 || string(unsafe.Slice((*byte)(unsafe.Pointer(s.data)), len(known))) == known)
}

// takeBytes copies a string owned by the library and frees it.
func takeBytes(s *C.pcty_string) []byte {
	if s == nil {
		return nil
	}
	defer C.pcty_string_free(s)
	borrowed := C.pcty_string_str(s)
	return append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(borrowed.data)), int(borrowed.len))...)
}

// takeString copies a string owned by the library and frees it.
func takeString(s *C.pcty_string) string {
	if s == nil {
		return ""
	}
	defer C.pcty_string_free(s)
	return text(C.pcty_string_str(s))
}

// madeString returns a string of the library with a copy of the text.
func madeString(text string) (*C.pcty_string, error) {
	made := C.go_string_new(text)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return (*C.pcty_string)(made.out), nil
}

// taken returns the string result of a call.
func taken(made C.go_out) (string, error) {
	if made.error != nil {
		return "", newError(made.error)
	}
	return takeString((*C.pcty_string)(made.out)), nil
}

// answered returns the boolean result of a call.
func answered(given C.go_answer) (bool, error) {
	if given.error != nil {
		return false, newError(given.error)
	}
	return given.answer != 0, nil
}

// answeredAs returns the result of a call that is a number or a constant.
func answeredAs[T ~int | ~uint64 | ~uint32](given C.go_answer) (T, error) {
	if given.error != nil {
		return 0, newError(given.error)
	}
	return T(given.answer), nil
}

// failed returns the error of a call without other results.
func failed(err *C.pcty_error) error {
	if err != nil {
		return newError(err)
	}
	return nil
}

// madeError returns the error that is the result of a call.
func madeError(made C.go_out) (*Error, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	if made.out == nil {
		return nil, nil
	}
	return newError((*C.pcty_error)(made.out)), nil
}

// asText returns a string that shares the bytes of the slice. It is used only during a call,
// because changes of the slice change the string.
func asText(data []byte) string { return *(*string)(unsafe.Pointer(&data)) }

// packed is a list of texts as one text with the length of each. It crosses in one call without
// nested pointers.
type packed struct {
	text    []byte
	lengths []C.size_t
}

func pack(texts []string) packed {
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	p := packed{make([]byte, 0, size), make([]C.size_t, 0, len(texts))}
	return *p.refill(texts)
}

// refill is pack with reuse of the memory.
func (p *packed) refill(texts []string) *packed {
	p.text, p.lengths = p.text[:0], p.lengths[:0]
	for _, text := range texts {
		p.text = append(p.text, text...)
		p.lengths = append(p.lengths, C.size_t(len(text)))
	}
	return p
}

func (p packed) args() (*C.char, *C.size_t, C.size_t) {
	var text *C.char
	if len(p.text) > 0 {
		text = (*C.char)(unsafe.Pointer(&p.text[0]))
	}
	if len(p.lengths) == 0 {
		return text, nil, 0
	}
	return text, &p.lengths[0], C.size_t(len(p.lengths))
}

// Must returns the result, and panics if err is not nil. It is for types and values that are
// constants of the program, as in
//
//	var ports = polycty.Must(polycty.ParseType(polycty.HCL, "list(number)"))
func Must[T any](result T, err error) T {
	if err != nil {
		panic(err)
	}
	return result
}
