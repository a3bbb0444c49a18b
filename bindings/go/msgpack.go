//go:build cgo

package polycty

import (
	"encoding/binary"
	"math"
)

// MessagePack for Go values that cross in one call: the subset that cty uses. The library reads the
// documents that this file writes, and writes those that it reads.

func appendNil(w []byte) []byte { return append(w, 0xc0) }

func appendBool(w []byte, b bool) []byte {
	if b {
		return append(w, 0xc3)
	}
	return append(w, 0xc2)
}

func appendInt(w []byte, n int64) []byte {
	if n >= 0 {
		return appendUint(w, uint64(n))
	}
	if n >= -32 {
		return append(w, byte(n))
	}
	return binary.BigEndian.AppendUint64(append(w, 0xd3), uint64(n))
}

func appendUint(w []byte, n uint64) []byte {
	switch {
	case n < 0x80:
		return append(w, byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(w, 0xcd), uint16(n))
	case n <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(w, 0xce), uint32(n))
	}
	return binary.BigEndian.AppendUint64(append(w, 0xcf), n)
}

func appendFloat(w []byte, n float64) []byte {
	return binary.BigEndian.AppendUint64(append(w, 0xcb), math.Float64bits(n))
}

func appendLength(w []byte, n, short int, fixed, code16 byte) []byte {
	switch {
	case n < short:
		return append(w, fixed|byte(n))
	case n <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(w, code16), uint16(n))
	}
	return binary.BigEndian.AppendUint32(append(w, code16+1), uint32(n))
}

func appendArray(w []byte, n int) []byte { return appendLength(w, n, 16, 0x90, 0xdc) }
func appendMap(w []byte, n int) []byte   { return appendLength(w, n, 16, 0x80, 0xde) }
func appendString(w []byte, s string) []byte {
	if len(s) < 32 {
		return append(append(w, 0xa0|byte(len(s))), s...)
	}
	return append(appendLength(w, len(s), 32, 0xa0, 0xda), s...)
}

// A token is the next element of a document.
type token struct {
	kind  tokenKind
	n     int    // of an array or map
	i     int64  // tokenInt
	u     uint64 // tokenUint
	f     float64
	data  []byte // of text and bytes, part of the document
	truth bool
}

type tokenKind uint8

const (
	tokenNil tokenKind = iota
	tokenBool
	tokenInt  // fits an int64
	tokenUint // does not fit an int64
	tokenFloat
	tokenString
	tokenBytes
	tokenArray
	tokenMap
	tokenUnknown
)

// A reader reads a document that the library wrote.
type reader struct {
	data []byte
	at   int
}

var errTruncated = Errorf(ErrInternal, "internal document: unexpected end")

func (r *reader) bytes(n int) ([]byte, error) {
	if n < 0 || len(r.data)-r.at < n {
		return nil, errTruncated
	}
	r.at += n
	return r.data[r.at-n : r.at], nil
}

// big reads a big-endian number of size bytes.
func (r *reader) big(size int) (n uint64, err error) {
	data, err := r.bytes(size)
	for _, b := range data {
		n = n<<8 | uint64(b)
	}
	return n, err
}

// shortText reads a text of up to 255 bytes. For anything else it reads nothing and returns false.
func (r *reader) shortText() ([]byte, bool) {
	if r.at >= len(r.data) {
		return nil, false
	}
	code, start := r.data[r.at], r.at+1
	length := int(code & 31)
	if code == 0xd9 && start < len(r.data) {
		length = int(r.data[start])
		start++
	} else if code < 0xa0 || code >= 0xc0 {
		return nil, false
	}
	if len(r.data)-start < length {
		return nil, false
	}
	r.at = start + length
	return r.data[start:r.at], true
}

// A writtenKey is a text as a document encodes it; usually one comparison of a word suffices.
type writtenKey struct {
	text       string
	word, mask uint64 // of the first 8 bytes, or of all if there are fewer
}

func writtenKeyOf(text string) writtenKey {
	w := writtenKey{text: string(appendString(nil, text))}
	var first [8]byte
	count := copy(first[:], w.text)
	w.word = binary.LittleEndian.Uint64(first[:])
	w.mask = math.MaxUint64 >> (64 - 8*uint(count))
	return w
}

// passes skips the key if it is next. Otherwise it reads nothing and returns false.
func (r *reader) passes(w *writtenKey) bool {
	end := r.at + len(w.text)
	if end > len(r.data) {
		return false
	}
	if len(r.data)-r.at < 8 {
		if string(r.data[r.at:end]) != w.text {
			return false
		}
	} else if binary.LittleEndian.Uint64(r.data[r.at:])&w.mask != w.word ||
		len(w.text) > 8 && string(r.data[r.at+8:end]) != w.text[8:] {
		return false
	}
	r.at = end
	return true
}

// fewEntries reads the head of a map of less than 16 entries. For anything else it reads nothing
// and returns false.
func (r *reader) fewEntries() (int, bool) {
	if r.at >= len(r.data) || r.data[r.at]&0xf0 != 0x80 {
		return 0, false
	}
	r.at++
	return int(r.data[r.at-1] & 15), true
}

// whole reads a whole number that fits an int64. For anything else it reads nothing and returns
// false.
func (r *reader) whole() (int64, bool) {
	if r.at >= len(r.data) {
		return 0, false
	}
	code := r.data[r.at]
	if code < 0x80 || code >= 0xe0 {
		r.at++
		return int64(int8(code)), true
	}
	if code < 0xcc || code > 0xd3 {
		return 0, false
	}
	size := 1 << (code & 3) // 0xcc to 0xcf are unsigned, 0xd0 to 0xd3 are signed
	if len(r.data)-r.at <= size {
		return 0, false
	}
	var n uint64
	switch digits := r.data[r.at+1 : r.at+1+size]; size {
	case 1:
		n = uint64(digits[0])
	case 2:
		n = uint64(binary.BigEndian.Uint16(digits))
	case 4:
		n = uint64(binary.BigEndian.Uint32(digits))
	default:
		n = binary.BigEndian.Uint64(digits)
	}
	if code >= 0xd0 {
		shift := 64 - 8*size
		r.at += 1 + size
		return int64(n) << shift >> shift, true
	}
	if n > math.MaxInt64 {
		return 0, false
	}
	r.at += 1 + size
	return int64(n), true
}

func (r *reader) next() (token, error) {
	code, err := r.big(1)
	if err != nil {
		return token{}, err
	}
	switch {
	case code < 0x80:
		return token{kind: tokenInt, i: int64(code)}, nil
	case code >= 0xe0:
		return token{kind: tokenInt, i: int64(int8(code))}, nil
	case code < 0x90:
		return token{kind: tokenMap, n: int(code & 15)}, nil
	case code < 0xa0:
		return token{kind: tokenArray, n: int(code & 15)}, nil
	case code < 0xc0:
		return r.text(tokenString, uint64(code&31), nil)
	}
	sized := func(kind tokenKind, size int) (token, error) {
		n, err := r.big(size)
		return token{kind: kind, n: int(n)}, err
	}
	signed := func(size int) (token, error) {
		n, err := r.big(size)
		shift := 64 - 8*size
		return token{kind: tokenInt, i: int64(n) << shift >> shift}, err
	}
	switch code {
	case 0xc0:
		return token{kind: tokenNil}, nil
	case 0xc2, 0xc3:
		return token{kind: tokenBool, truth: code == 0xc3}, nil
	case 0xca:
		n, err := r.big(4)
		return token{kind: tokenFloat, f: float64(math.Float32frombits(uint32(n)))}, err
	case 0xcb:
		n, err := r.big(8)
		return token{kind: tokenFloat, f: math.Float64frombits(n)}, err
	case 0xcc, 0xcd, 0xce, 0xcf:
		n, err := r.big(1 << (code - 0xcc))
		if n > math.MaxInt64 {
			return token{kind: tokenUint, u: n}, err
		}
		return token{kind: tokenInt, i: int64(n)}, err
	case 0xd0, 0xd1, 0xd2, 0xd3:
		return signed(1 << (code - 0xd0))
	case 0xc4, 0xc5, 0xc6:
		n, err := r.big(1 << (code - 0xc4))
		return r.text(tokenBytes, n, err)
	case 0xd9, 0xda, 0xdb:
		n, err := r.big(1 << (code - 0xd9))
		return r.text(tokenString, n, err)
	case 0xdc, 0xdd:
		return sized(tokenArray, 2<<(code-0xdc))
	case 0xde, 0xdf:
		return sized(tokenMap, 2<<(code-0xde))
	case 0xd4, 0xd5, 0xd6, 0xd7, 0xd8:
		_, err := r.bytes(1 + 1<<(code-0xd4))
		return token{kind: tokenUnknown}, err
	case 0xc7, 0xc8, 0xc9:
		n, err := r.big(1 << (code - 0xc7))
		if err == nil {
			_, err = r.bytes(int(n) + 1)
		}
		return token{kind: tokenUnknown}, err
	}
	return token{}, Errorf(ErrInternal, "internal document: unexpected byte %#x", code)
}

func (r *reader) text(kind tokenKind, n uint64, err error) (token, error) {
	if err != nil {
		return token{}, err
	}
	data, err := r.bytes(int(n))
	return token{kind: kind, data: data}, err
}

// skip skips the rest of a value after its first token.
func (r *reader) skip(t token) error {
	parts := 0
	switch t.kind {
	case tokenArray:
		parts = t.n
	case tokenMap:
		parts = 2 * t.n
	}
	for ; parts > 0; parts-- {
		inner, err := r.next()
		if err == nil {
			err = r.skip(inner)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
