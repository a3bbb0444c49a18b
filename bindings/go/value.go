package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"math"
	"math/big"
	"strings"
	"sync/atomic"
	"unsafe"
)

// A Value is null or unknown of any type, a scalar, a list, set, tuple, map or object, a capsule, a
// type, or a value that only one dialect has. It is immutable; any number of goroutines may use it.
// Methods of a nil *Value return zero results, and a call that needs a value fails with
// ErrInvalidArgument. So a chain such as v.Attr("a").At(0) needs one check at its end.
type Value struct {
	anchored
	memo atomic.Pointer[memo]
	// content is the part of the value that Go reads without a crossing, and the whole value if it is
	// small: the library reads it there. It does not move, because values are on the heap (see
	// newSmall).
	content C.go_small
}

// A memo caches results for a value that is stored in the library.
type memo struct {
	typ      atomic.Pointer[Type]
	children atomic.Pointer[children]
	ahead    atomic.Pointer[crossed]
	made     atomic.Pointer[Value] // the value in the library, if it is made later
	pending  *pending
	marking  *marking
}

func (v *Value) memorized() *memo {
	m := v.memo.Load()
	for m == nil {
		v.memo.CompareAndSwap(nil, &memo{})
		m = v.memo.Load()
	}
	return m
}

func (v *Value) use() *C.pcty_value {
	if v == nil {
		return nil
	}
	if v.kind == textHandle || v.kind == pendingHandle {
		return v.made().use()
	}
	return (*C.pcty_value)(v.acquire())
}

func (v *Value) done() {
	if v == nil {
		return
	}
	if v.kind == textHandle || v.kind == pendingHandle {
		v.memo.Load().made.Load().done()
		return
	}
	v.release()
}

// Close frees the handle without waiting for the garbage collector; objects made from the value
// remain valid. Methods treat a closed value as nil. Close may be called more than once and during
// calls on other goroutines. Close has no effect on a part that its container returns again on the
// next read; such a part needs no memory of its own.
//
// The collector does not see the memory of a value outside of Go's heap, so close large values when
// they are no longer needed.
func (v *Value) Close() {
	if v == nil || v.state.Load()&told != 0 {
		return
	}
	v.close()
	if v.kind == textHandle || v.kind == pendingHandle {
		v.memorized().made.CompareAndSwap(nil, closedValue)
		v.memo.Load().made.Load().Close()
	}
}

// CloseAll closes many values in one crossing.
func CloseAll(values []*Value) {
	pointers := make(valuePointers, 0, len(values))
	for _, v := range values {
		if v == nil || v.state.Load()&told != 0 {
			continue
		}
		if v.kind == textHandle || v.kind == pendingHandle {
			v.Close()
			continue
		}
		if p := v.detach(); p != nil {
			pointers = append(pointers, C.uintptr_t(uintptr(p)))
		}
	}
	C.go_values_free(pointers.args())
}

// BoolVal returns a bool.
func BoolVal(b bool) *Value {
	if b {
		return newSmall(sampleTrue.get(func() C.go_found { return C.go_value_bool(true) }))
	}
	return newSmall(sampleFalse.get(func() C.go_found { return C.go_value_bool(false) }))
}

// Int64Val returns a number.
func Int64Val(n int64) *Value {
	return sampleNumber.whole(n, func() C.go_found { return C.go_value_number_from_int64(0) })
}

// BigIntVal returns the exact number of a whole number of any size.
func BigIntVal(n *big.Int) (*Value, error) {
	if n == nil {
		return nil, Errorf(ErrInvalidArgument, "the number is nil")
	}
	return madeValue(C.go_value_number_from_bytes(asText(twosComplement(n))))
}

// BigFloatVal returns the number of a big.Float, exact up to 512 bits of mantissa and rounded to
// 512 bits beyond.
func BigFloatVal(n *big.Float) (*Value, error) {
	if n == nil {
		return nil, Errorf(ErrInvalidArgument, "the number is nil")
	}
	if n.IsInf() {
		return Float64Val(math.Inf(n.Sign()))
	}
	return NumberVal(digitsOf(n))
}

// digitsOf returns a text that parses as the same number of 512 bits: it has one digit more than
// 512 bits can distinguish.
func digitsOf(n *big.Float) string { return n.Text('e', 156) }

// IntegerVal returns an exact integer, as in Puppet and mcl, whose type differs from that of a
// number.
func IntegerVal(n int64) *Value {
	return sampleInteger.whole(n, func() C.go_found { return C.go_value_integer_from_int64(0) })
}

// BigIntegerVal returns an exact integer of any size.
func BigIntegerVal(n *big.Int) (*Value, error) {
	if n == nil {
		return nil, Errorf(ErrInvalidArgument, "the number is nil")
	}
	return madeValue(C.go_value_integer_from_bytes(asText(twosComplement(n))))
}

// twosComplement returns a whole number as big-endian bytes in two's complement.
func twosComplement(n *big.Int) []byte {
	size := n.BitLen()/8 + 1
	if n.Sign() < 0 {
		n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), uint(size)*8))
	}
	return n.FillBytes(make([]byte, size))
}

// StringVal returns a string in Unicode normal form C, as in HCL and PCL. It fails only with
// ErrInvalidUTF8.
func StringVal(s string) (*Value, error) {
	if v := textInGo(s); v != nil {
		return v, nil
	}
	return madeValue(C.go_value_string(s))
}

// VerbatimVal returns a string exactly as given, as in Puppet and mcl.
func VerbatimVal(s string) (*Value, error) {
	if v := textInGo(s); v != nil {
		return v, nil
	}
	return madeValue(C.go_value_string_verbatim(s))
}

// Type returns the value's own exact type, also for a marked value. The value caches and owns it:
// closing it has no effect.
func (v *Value) Type() *Type {
	if content := v.scalar(C.PCTY_KIND_BOOL, C.PCTY_KIND_NUMBER, C.PCTY_KIND_INTEGER, C.PCTY_KIND_STRING); content != nil {
		switch content.kind {
		case C.PCTY_KIND_BOOL:
			return Bool()
		case C.PCTY_KIND_NUMBER:
			return Number()
		case C.PCTY_KIND_INTEGER:
			return Integer()
		default:
			return String()
		}
	}
	if v == nil || v.closed() {
		return nil
	}
	m := v.memorized()
	if known := m.typ.Load(); known != nil {
		return known
	}
	defer v.done()
	p := v.use()
	if p == nil {
		return nil
	}
	of := v
	if v.kind == pendingHandle {
		of = v.made()
	}
	root := of.lender()
	found := C.go_value_hashed_type(p, C.bool(root != nil))
	t := &Type{hash: uint64(found.hash)}
	if root != nil {
		t.hold(partHandle, unsafe.Pointer(found._type), root)
	} else {
		t.hold(viewHandle, unsafe.Pointer(found._type), light(typeHandle, unsafe.Pointer(found._type)))
	}
	t.kind = staticHandle // the field owner frees it
	m.typ.Store(t)
	return t
}

func (v *Value) stateOf() C.pcty_state {
	if content := v.known(); content != nil {
		return C.pcty_state(content.state)
	}
	defer v.done()
	return C.pcty_value_state(v.use())
}

// IsNull reports whether the value is known to be null, marked or not.
func (v *Value) IsNull() bool { return v.stateOf() == C.PCTY_STATE_NULL }

// IsKnown reports whether the value is known, including null; its parts may be unknown.
func (v *Value) IsKnown() bool {
	state := v.stateOf()
	return state == C.PCTY_STATE_KNOWN || state == C.PCTY_STATE_NULL
}

// The As methods return a scalar. They fail for a value that has marks (ErrMarked), is null
// (ErrNull), unknown (ErrUnknown) or of a wrong type (ErrType), and for a number that the result
// cannot represent exactly (ErrConversion).

// AsBool returns a bool.
func (v *Value) AsBool() (bool, error) {
	if content := v.scalar(C.PCTY_KIND_BOOL); content != nil {
		return content.number != 0, nil
	}
	defer v.done()
	return answered(C.go_value_as_bool(v.use()))
}

// AsInt64 returns a whole number in the range of int64.
func (v *Value) AsInt64() (int64, error) {
	if content := v.scalar(C.PCTY_KIND_NUMBER, C.PCTY_KIND_INTEGER); content != nil {
		return int64(content.number), nil
	}
	defer v.done()
	given := C.go_value_as_int64(v.use())
	if given.error != nil {
		return 0, newError(given.error)
	}
	return int64(given.answer), nil
}

// AsFloat64 returns the float64 nearest to a number, and whether it is exact.
func (v *Value) AsFloat64() (nearest float64, exact bool, err error) {
	defer v.done()
	given := C.go_value_as_double(v.use())
	if given.error != nil {
		return 0, false, newError(given.error)
	}
	return float64(given.out), bool(given.exact), nil
}

// AsBigInt returns a whole number of any size, exactly.
func (v *Value) AsBigInt() (*big.Int, error) {
	defer v.done()
	p := v.use()
	length := C.go_value_byte_length(p)
	if length.error != nil {
		return nil, newError(length.error)
	}
	digits := make([]byte, int(length.answer)+1) // one more for the sign
	if err := failed(C.go_value_as_bytes(p, (*C.uint8_t)(&digits[0]), C.size_t(len(digits)))); err != nil {
		return nil, err
	}
	n := new(big.Int).SetBytes(digits)
	if digits[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(len(digits))*8))
	}
	return n, nil
}

// AsBigFloat returns a number exactly, with the number's own precision.
func (v *Value) AsBigFloat() (*big.Float, error) {
	digits, err := v.NumberText()
	if err != nil {
		return nil, err
	}
	precision := uint(512)
	defer v.done()
	given := C.go_value_number_precision(v.use())
	if given.error != nil {
		C.pcty_error_free(given.error) // an integer or a double
		if whole, err := v.AsBigInt(); err == nil {
			return new(big.Float).SetInt(whole), nil
		}
		double, _, err := v.AsFloat64()
		if err == nil && math.IsNaN(double) {
			err = Errorf(ErrArithmetic, "NaN is not a number")
		}
		if err != nil {
			return nil, err
		}
		return big.NewFloat(double), nil
	}
	if given.answer > 0 {
		precision = uint(given.answer)
	}
	return parseFloat(digits, precision)
}

func parseFloat(digits string, precision uint) (*big.Float, error) {
	switch digits {
	case "Infinity":
		digits = "+Inf"
	case "-Infinity":
		digits = "-Inf"
	}
	n, _, err := big.ParseFloat(digits, 10, precision, big.ToNearestEven)
	if err != nil {
		return nil, Errorf(ErrConversion, "%q is not a number", digits)
	}
	return n, nil
}

// AsString returns a string.
func (v *Value) AsString() (string, error) {
	if v != nil && (v.kind == textHandle || v.kind == smallHandle && v.ptr != nil) {
		if borrowed, ok := v.borrowedText(); ok {
			return borrowed, nil // the text itself
		}
	} else if borrowed, ok := v.borrowedText(); ok {
		copied := strings.Clone(borrowed)
		v.doneText()
		return copied, nil
	}
	defer v.done()
	given := C.go_value_as_string(v.use())
	if given.error != nil {
		return "", newError(given.error)
	}
	return text(given.out), nil
}

// String returns the value as JSON for display. Values without a JSON form, such as unknown ones,
// are described by their state and type; a marked value is described only by its type.
func (v *Value) String() string {
	if v == nil {
		return "no value"
	}
	t := v.Type()
	switch {
	case v.ContainsMarked():
		return "marked " + t.FriendlyName()
	case v.stateOf() == C.PCTY_STATE_UNKNOWN:
		return "unknown " + t.FriendlyName()
	case v.stateOf() == C.PCTY_STATE_NULL:
		return "null"
	}
	if data, err := v.EncodeJSON(t); err == nil {
		return string(data)
	}
	if t.Kind() == KindInteger || t.Kind() == KindFloat {
		if digits, err := v.NumberText(); err == nil {
			return digits
		}
	}
	if interpolate != nil {
		if text, err := interpolate(v); err == nil {
			return text // does not contain sensitive content
		}
	}
	return "a value of " + t.FriendlyName()
}

// interpolate is PuppetRules.Interpolate, or nil if the package is built without Puppet. It returns
// the text of values that have no JSON form.
var interpolate func(*Value) (string, error)

// Apply returns the part of the value that a path leads to, with the marks of the values that
// contain it.
func (v *Value) Apply(path Path) (*Value, error) {
	steps, err := path.build()
	if err != nil {
		return nil, err
	}
	defer C.pcty_path_free(steps)
	defer v.done()
	return madeValue(C.go_value_apply_path(v.use(), steps))
}
