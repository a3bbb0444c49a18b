package polycty

// #include "shims.h"
import "C"

import (
	"runtime"
	"sync/atomic"
	"unsafe"
)

// A handle is one counted reference to something of the library's.
//
// A call uses it between acquire and release, so nothing frees it meanwhile: Close says
// that it is to go, and the last to leave frees it. That makes Close idempotent and safe
// beside calls on other goroutines. The finalizer does the same, and release keeps the object
// reachable until the call is over, so it cannot run during a call either.
type handle struct {
	ptr   unsafe.Pointer
	state atomic.Int32 // the number of uses, and the bits closing and lending
	kind  handleKind
	alone bool // whether the finalizer is its own, and not that of its batch
	// weight is by how much the collector is told of what it holds; of an element that crossed with
	// others, its place among them from 1 on.
	weight uint16
}

const (
	// closing is set in a handle's state once it has been closed.
	closing = 1 << 30
	// lending is set once others have parts of what it stands for, which keep it from being
	// collected. Then it is freed by its finalizer alone, when none of them is left.
	lending = 1 << 29
	// asked is set in a value's state once it was asked for a part.
	asked = 1 << 28
	// told is set in the state of a part that its container tells again and again, so that nobody
	// may close it for others.
	told = 1 << 27
)

type handleKind uint8

const (
	lentForEver handleKind = iota
	// smallHandle is that of a value which stands beside it, whose pointer is to a copy of its text or
	// nil, and partHandle that of what its keeper lends: nothing is freed with them, so their uses are not
	// counted.
	smallHandle
	partHandle
	// textHandle and draftHandle are those of values that the library has none of yet; the pointer of
	// the first is to its bytes.
	textHandle
	draftHandle
	// viewHandle is that of what its keeper alone is there for.
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
	moduleHandle
	evaluationHandle
	schemaHandle
	schemaPairHandle
	documentsHandle
	mclHostHandle
	mclSenderHandle
	mclProgramHandle
	mclResourcesHandle
	mclRuntimeHandle
	fragmentHandle
	hclFileHandle
	handleKinds // their number
)

// acquire gives the pointer until release, or nil if the handle is closed. Each acquire
// needs its release, whatever it gave.
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

// close is what the user calls: nothing is left to finalize then.
func (h *handle) close() {
	if h.kind != lentForEver && h.drop() && h.alone {
		runtime.SetFinalizer(h, nil)
	}
}

// drop says that the handle is to go, and whether that was not said before.
func (h *handle) drop() bool {
	first, idle := h.mark()
	if idle {
		h.free()
	}
	return first
}

// detach says that the handle is to go, and gives its pointer if the caller is to free it.
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

// reap takes the pointer of a handle that nobody uses any more, if it is to be freed.
func (h *handle) reap() unsafe.Pointer {
	p := atomic.SwapPointer(&h.ptr, nil)
	if p == nil || h.kind == lentForEver {
		return nil
	}
	h.lighten()
	return p
}

// tell says that the handle is told again and again. Nobody may have it yet, so it needs no atomic write.
func (h *handle) tell() { *(*int32)(unsafe.Pointer(&h.state)) = told }

// lend says that others have parts of what the handle stands for; it must be in use.
func (h *handle) lend() {
	for {
		state := h.state.Load()
		if state&lending != 0 || h.state.CompareAndSwap(state, state|lending) {
			return
		}
	}
}

// mark says that the handle is to go: whether that was not said before, and whether then
// nobody uses it, so that the caller frees it.
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
	case errorHandle:
		C.pcty_error_free((*C.pcty_error)(ptr))
	case converterHandle:
		C.pcty_converter_free((*C.pcty_converter)(ptr))
	case functionHandle:
		C.pcty_function_free((*C.pcty_function)(ptr))
	case scopeHandle:
		C.pcty_hcl_scope_free((*C.pcty_hcl_scope)(ptr))
	case expressionHandle:
		C.pcty_hcl_expression_free((*C.pcty_hcl_expression)(ptr))
	case bodyHandle:
		C.pcty_hcl_body_free((*C.pcty_hcl_body)(ptr))
	case specHandle:
		C.pcty_hcl_spec_free((*C.pcty_hcl_spec)(ptr))
	case defaultsHandle:
		C.pcty_hcl_defaults_free((*C.pcty_hcl_defaults)(ptr))
	case fragmentHandle:
		C.pcty_hcl_fragment_free((*C.pcty_hcl_fragment)(ptr))
	case hclFileHandle:
		C.pcty_hcl_file_free((*C.pcty_hcl_file)(ptr))
	default:
		if free := frees[h.kind]; free != nil {
			free(ptr)
		}
	}
}

// frees has the function that frees a handle of each kind that belongs to one language. The files of
// the languages fill it.
var frees [handleKinds]func(unsafe.Pointer)

// own gives a handle its pointer and its finalizer. The handle must be the first field of
// what owns it, for a finalizer is that of a whole allocation.
func (h *handle) own(kind handleKind, ptr unsafe.Pointer) {
	h.ptr, h.kind, h.alone = ptr, kind, true
	if kind != lentForEver {
		runtime.SetFinalizer(h, (*handle).drop)
	}
}

// newKeeper is the handle of a value of the library's own which parts alone are had of.
func newKeeper(taken unsafe.Pointer) *handle {
	k := &keeper{handle: handle{ptr: taken, kind: valueHandle}}
	runtime.SetFinalizer(&k.handle, (*handle).forget)
	return &k.handle
}

// A keeper is large, since to set a finalizer the runtime goes through those of the neighbours, and small
// allocations have hundreds of these.
type keeper struct {
	handle
	_ [keeperRoom - unsafe.Sizeof(handle{})]byte
}

const keeperRoom = 256

// forget frees what nobody reaches any more, lent or not.
func (h *handle) forget() {
	if p := h.reap(); p != nil {
		C.pcty_value_free((*C.pcty_value)(p))
	}
}

// An anchored is a handle beside which stands another one that keeps what it is of.
type anchored struct {
	handle
	keeper *handle
}

// acquire and release are those of the handle that is freed, if one is.
func (a *anchored) acquire() unsafe.Pointer {
	switch a.kind {
	case lentForEver, partHandle:
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
		return a.keeper.acquire()
	}
	return a.handle.acquire()
}

func (a *anchored) release() {
	switch a.kind {
	case lentForEver, smallHandle, partHandle:
	case viewHandle:
		a.keeper.release()
	default:
		a.handle.release()
	}
	runtime.KeepAlive(a)
}

func (a *anchored) close() {
	switch {
	case a.kind == viewHandle:
		a.keeper.close()
	case a.kind > viewHandle:
		a.handle.close()
	case a.kind != lentForEver:
		a.mark() // nothing is freed
	}
}

func (a *anchored) closed() bool {
	if a.kind == viewHandle {
		return a.keeper.state.Load()&closing != 0
	}
	return a.state.Load()&closing != 0
}

// detach says that it is to go, and gives the pointer if the caller is to free it.
func (a *anchored) detach() unsafe.Pointer {
	switch {
	case a.kind == viewHandle:
		return a.keeper.detach()
	case a.kind > viewHandle:
		return a.handle.detach()
	}
	a.close()
	return nil
}

// lender is the handle that lends parts of what this one is of, if any does. One that is heavy does
// not: a part would keep all of it alive, even if it is closed.
func (a *anchored) lender() *handle {
	switch {
	case a.kind == partHandle && a.weight != 0:
		s, _ := (*Value)(unsafe.Pointer(a)).stretched()
		return s.keeper
	case a.kind == viewHandle || a.kind == partHandle:
		return a.keeper
	}
	return nil
}

// hold makes it the handle of what a keeper has alone, or lends.
func (a *anchored) hold(kind handleKind, ptr unsafe.Pointer, keeper *handle) {
	a.kind, a.ptr, a.keeper = kind, ptr, keeper
	if kind == partHandle {
		keeper.lend()
	}
}

// text copies a text that was lent.
func text(s C.pcty_str) string {
	if s.len == 0 {
		return ""
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(s.data)), int(s.len)))
}

// sameText is whether a lent string is a Go string, without a copy of it.
func sameText(s C.pcty_str, known string) bool {
	return int(s.len) == len(known) && (s.len == 0 || string(unsafe.Slice((*byte)(unsafe.Pointer(s.data)), len(known))) == known)
}

// takeBytes copies a string of the library's own and frees it.
func takeBytes(s *C.pcty_string) []byte {
	if s == nil {
		return nil
	}
	defer C.pcty_string_free(s)
	lent := C.pcty_string_str(s)
	return append([]byte(nil), unsafe.Slice((*byte)(unsafe.Pointer(lent.data)), int(lent.len))...)
}

// takeString copies a string of the library's own and frees it.
func takeString(s *C.pcty_string) string {
	if s == nil {
		return ""
	}
	defer C.pcty_string_free(s)
	return text(C.pcty_string_str(s))
}

// madeString is a string for the library.
func madeString(text string) (*C.pcty_string, error) {
	made := C.go_string_new(text)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return (*C.pcty_string)(made.out), nil
}

// taken is what a call gave that makes a string.
func taken(made C.go_out) (string, error) {
	if made.error != nil {
		return "", newError(made.error)
	}
	return takeString((*C.pcty_string)(made.out)), nil
}

// answered is what a call gave that answers yes or no.
func answered(given C.go_answer) (bool, error) {
	if given.error != nil {
		return false, newError(given.error)
	}
	return given.answer != 0, nil
}

// failed is what a call gave that only fails or not.
func failed(err *C.pcty_error) error {
	if err != nil {
		return newError(err)
	}
	return nil
}

// madeError returns the error that a call has as its result.
func madeError(made C.go_out) (*Error, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	if made.out == nil {
		return nil, nil
	}
	return newError((*C.pcty_error)(made.out)), nil
}

// asText is a slice as a string for the length of a call: what changes the one changes the other.
func asText(data []byte) string { return *(*string)(unsafe.Pointer(&data)) }

// packed is several texts as one and the length of each, which cross in one call without
// pointers within pointers.
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

// refill is pack into memory that is there.
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

// Must returns a result that cannot have failed, and panics if it has: for types and
// values that the program itself spells out, as in
//
//	var ports = polycty.Must(polycty.ParseType(polycty.HCL, "list(number)"))
func Must[T any](result T, err error) T {
	if err != nil {
		panic(err)
	}
	return result
}

// Version is the version of the library, such as "0.1.0".
func Version() string {
	return text(C.pcty_version())
}
