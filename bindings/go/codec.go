package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import "unsafe"

// optional fails for a closed type; a nil type has a meaning of its own.
func (t *Type) optional(p *C.pcty_type) error {
	if t != nil && p == nil {
		return Errorf(ErrInvalidArgument, "the type is closed")
	}
	return nil
}

// DecodeJSON decodes a JSON document, in one call, as a value of a type, or of the type that the
// document implies if t is nil. If the type is any, the document has the type next to the value. An
// error has the path to the wrong part and the byte offset in the document.
func DecodeJSON(data []byte, t *Type) (*Value, error) {
	defer t.done()
	p := t.use()
	if err := t.optional(p); err != nil {
		return nil, err
	}
	return readValue(C.go_value_from_json(asText(data), p), len(data))
}

// DecodeYAML decodes a YAML document, in one call, as a value of a type, or of the type that the
// document implies if t is nil. Scalars follow the core schema of YAML 1.2.
func DecodeYAML(data []byte, t *Type) (*Value, error) {
	defer t.done()
	p := t.use()
	if err := t.optional(p); err != nil {
		return nil, err
	}
	return readValue(C.go_value_from_yaml(asText(data), p), len(data))
}

// EncodeJSON encodes the value as JSON, in one call, for a type, or for the value's own type if t
// is nil. A value that does not conform to the type is converted first, by the rules of HCL.
// Unknown and marked values are errors with their path.
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

// UnmarshalJSON fails, because a value is immutable. Use DecodeJSON.
func (v *Value) UnmarshalJSON([]byte) error {
	return Errorf(ErrUnsupported, "a value is immutable: use DecodeJSON")
}

// DecodeMsgpack decodes a MessagePack document, in one call, as a value of a type, or of the type
// that the document implies if t is nil.
func DecodeMsgpack(data []byte, t *Type) (*Value, error) {
	defer t.done()
	p := t.use()
	if err := t.optional(p); err != nil {
		return nil, err
	}
	return readValue(C.go_value_from_msgpack(asText(data), p), len(data))
}

// EncodeMsgpack encodes the value as MessagePack, in one call, for a type, or for the value's own
// type if t is nil. Unknown values are encoded with their refinements; a marked value is an error
// with its path.
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

// lendMsgpack encodes the value as EncodeMsgpack does, and passes the borrowed bytes to a reader,
// which must not keep them.
func (v *Value) lendMsgpack(t *Type, read func(data []byte) error) error {
	defer v.done()
	defer t.done()
	made := C.go_value_lend_msgpack(v.use(), t.use())
	if made.error != nil {
		return newError(made.error)
	}
	defer C.pcty_string_free(made.written)
	return read(unsafe.Slice((*byte)(unsafe.Pointer(made.borrowed.data)), int(made.borrowed.len)))
}
