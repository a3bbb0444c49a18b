package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import "unsafe"

// optional fails for a closed type where nil has a meaning of its own.
func (t *Type) optional(p *C.pcty_type) error {
	if t != nil && p == nil {
		return Errorf(ErrInvalidArgument, "the type is closed")
	}
	return nil
}

// DecodeJSON reads a JSON document as a value of a type, or of the type that the document
// implies if that is nil, in one call. Where the type is any, the document says the type
// beside the value. An error has the path to the part at
// fault and the byte of the document.
func DecodeJSON(data []byte, t *Type) (*Value, error) {
	defer t.done()
	p := t.use()
	if err := t.optional(p); err != nil {
		return nil, err
	}
	return readValue(C.go_value_from_json(asText(data), p), len(data))
}

// EncodeJSON writes the value as JSON for a type, or for the value's own type if that is
// nil, in one call. A value that does not conform to the type is converted first, by the
// rules of HCL. Unknown and marked values are errors with the path to them.
func (v *Value) EncodeJSON(t *Type) ([]byte, error) {
	defer v.done()
	defer t.done()
	p, as := v.use(), t.use()
	if err := t.optional(as); err != nil {
		return nil, err
	}
	return takenBytes(C.go_value_to_json(p, as))
}

// MarshalJSON is EncodeJSON for the value's own type.
func (v *Value) MarshalJSON() ([]byte, error) { return v.EncodeJSON(nil) }

// UnmarshalJSON fails: a value never changes. DecodeJSON makes one.
func (v *Value) UnmarshalJSON([]byte) error {
	return Errorf(ErrUnsupported, "a value never changes; DecodeJSON makes one of JSON")
}

// DecodeMsgpack reads a MessagePack document as a value of a type, or of the type that the
// document implies if that is nil, in one call.
func DecodeMsgpack(data []byte, t *Type) (*Value, error) {
	defer t.done()
	p := t.use()
	if err := t.optional(p); err != nil {
		return nil, err
	}
	return readValue(C.go_value_from_msgpack(asText(data), p), len(data))
}

// EncodeMsgpack writes the value as MessagePack for a type, or for the value's own type if
// that is nil, in one call. Unknown values and what is known of them go along; a marked
// value is an error with the path to it.
func (v *Value) EncodeMsgpack(t *Type) ([]byte, error) {
	defer v.done()
	defer t.done()
	p, as := v.use(), t.use()
	if err := t.optional(as); err != nil {
		return nil, err
	}
	return takenBytes(C.go_value_to_msgpack(p, as))
}

func takenBytes(made C.go_out) ([]byte, error) {
	if made.error != nil {
		return nil, newError(made.error)
	}
	return takeBytes((*C.pcty_string)(made.out)), nil
}

// lendMsgpack writes the value as EncodeMsgpack does, and lends the bytes to a reader, which
// may keep nothing of them.
func (v *Value) lendMsgpack(t *Type, read func(data []byte) error) error {
	defer v.done()
	defer t.done()
	made := C.go_value_lend_msgpack(v.use(), t.use())
	if made.error != nil {
		return newError(made.error)
	}
	defer C.pcty_string_free(made.written)
	return read(unsafe.Slice((*byte)(unsafe.Pointer(made.lent.data)), int(made.lent.len)))
}
