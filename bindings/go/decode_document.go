//go:build cgo

package polycty

import (
	"encoding"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"strconv"
	"unsafe"
)

// Decoding of a value that crosses as one MessagePack document, directly into its Go values.

// A wire is the type of a part as the document states it: a name such as "string", or an array in
// cty's notation of types. It is nil if the form determines the type.
type wire = any

// parts returns the constructor of a wire type and its argument.
func parts(w wire) (constructor string, inner wire) {
	if described, ok := w.([]any); ok && len(described) > 1 {
		constructor, _ = described[0].(string)
		return constructor, described[1]
	}
	name, _ := w.(string)
	return name, nil
}

// partOf returns the wire type of an element, by its position or its key.
func partOf(w wire, at int, key []byte) wire {
	switch constructor, inner := parts(w); constructor {
	case "tuple":
		if types, ok := inner.([]any); ok && at < len(types) {
			return types[at]
		}
	case "object":
		if types, ok := inner.(map[string]any); ok {
			return types[string(key)]
		}
	default:
		return inner
	}
	return nil
}

// A decoder reads a document into Go values, which are given by pointers and forms.
type decoder struct {
	reader
	collector *collector
	room      []byte // the memory of short strings
}

// Short strings share memory, because an allocation takes longer than copying their bytes. A
// reachable string keeps at most stringRoom bytes.
const (
	shortString = 32
	stringRoom  = 512
)

func (d *decoder) string(data []byte) string {
	if len(data) > shortString {
		return string(data)
	}
	return d.shared(data)
}

// shared copies data, at most stringRoom bytes, into the memory of other strings.
func (d *decoder) shared(data []byte) string {
	if cap(d.room)-len(d.room) < len(data) {
		size := len(d.data) - d.at + len(data)
		if size > stringRoom {
			size = stringRoom
		}
		d.room = make([]byte, 0, size)
	}
	start := len(d.room)
	d.room = append(d.room, data...)
	return asText(d.room[start:])
}

// textsAtOnce is the number of texts that are copied together.
const textsAtOnce = 32

// strings reads consecutive texts and returns their number, which is smaller than len(into) only if
// a part is not a text. Texts of less than 32 bytes are copied together, with their headers between
// them.
func (d *decoder) strings(into []string) (read int) {
	var ends [textsAtOnce]int
	for read < len(into) {
		left := into[read:]
		if len(left) > textsAtOnce {
			left = left[:textsAtOnce]
		}
		count, end, most := 0, d.at, d.at+stringRoom
		if most > len(d.data) {
			most = len(d.data)
		}
		for count < len(left) && end < most && d.data[end]&0xe0 == 0xa0 {
			next := end + 1 + int(d.data[end]&31)
			if next > most {
				break
			}
			ends[count], end = next, next
			count++
		}
		if count == 0 {
			data, ok := d.shortText()
			if !ok {
				return read
			}
			into[read] = d.string(data)
			read++
			continue
		}
		start := d.at
		d.at = end
		var all string
		if end-start > stringRoom/4 {
			all = string(d.data[start:end])
		} else {
			all = d.shared(d.data[start:end])
		}
		from := start
		for at := range left[:count] {
			left[at] = all[from+1-start : ends[at]-start]
			from = ends[at]
		}
		read += count
	}
	return read
}

// plain reads a scalar in the usual encoding of its form. For other encodings it reads nothing and
// returns false.
func (d *decoder) plain(f *form, p unsafe.Pointer) bool {
	if d.at >= len(d.data) {
		return false
	}
	switch code := d.data[d.at]; f.kind {
	case formBool:
		if code != 0xc2 && code != 0xc3 {
			return false
		}
		*(*bool)(p) = code == 0xc3
		d.at++
		return true
	case formString:
		data, ok := d.shortText()
		if ok {
			*(*string)(p) = d.string(data)
		}
		return ok
	case formInt, formUint, formFloat:
		start := d.at
		n, ok := d.whole()
		switch {
		case !ok && f.kind == formFloat && f.size == 8 && code == 0xcb && len(d.data)-d.at > 8:
			*(*float64)(p) = math.Float64frombits(binary.BigEndian.Uint64(d.data[d.at+1:]))
			d.at += 9
			return true
		case !ok:
			return false
		case f.kind == formInt:
			ok = f.setInteger(p, n)
		case f.kind == formUint:
			ok = n >= 0 && f.setUnsigned(p, uint64(n))
		case f.size == 8:
			*(*float64)(p) = float64(n)
		default:
			*(*float32)(p) = float32(n)
		}
		if !ok {
			d.at = start
		}
		return ok
	}
	return false
}

// saysType reports whether the document states the type of a part next to its value.
func saysType(f *form, w wire) bool {
	if w != nil {
		return w == "dynamic"
	}
	return f.constraint == `"dynamic"`
}

// into reads the next part into a Go value.
func (d *decoder) into(f *form, p unsafe.Pointer, w wire) error {
	if w == nil {
		if d.plain(f, p) {
			return nil
		}
		if n, ok := d.fewEntries(); ok {
			switch {
			case f.kind == formStruct:
				return d.attributes(f, p, nil, token{kind: tokenMap, n: n})
			case f.texts && d.texts((*map[string]string)(p), n):
				return nil
			}
			d.at--
		}
	}
	start := d.at
	t, err := d.next()
	if err != nil {
		return err
	}
	switch t.kind {
	case tokenUnknown:
		return Errorf(ErrUnknown, "an unknown value decodes only into a *Value")
	case tokenNil:
		return setNull(f, f.at(p))
	}
	if saysType(f, w) {
		if w, err = d.described(); err != nil {
			return err
		}
		return d.into(f, p, w)
	}
	switch f.kind {
	case formPointer:
		to := (*unsafe.Pointer)(p)
		if *to == nil {
			*to = reflect.New(f.elem.t).UnsafePointer()
		}
		d.at = start
		if w == nil && f.elem.kind == formPointer {
			return d.into(f.elem, *to, nil)
		}
		return d.into(f.elem, *to, w)
	case formAny:
		d.at = start
		content, err := d.any(w)
		if err == nil {
			f.at(p).Set(reflect.ValueOf(content))
		}
		return err
	case formList, formArray:
		return d.elements(f, p, w, t)
	case formMap:
		return d.entries(f, p, w, t)
	case formStruct:
		return d.attributes(f, p, w, t)
	}
	return scalar(f, f.at(p), w, t)
}

// described reads the type next to a value, after the head of their array.
func (d *decoder) described() (wire, error) {
	t, err := d.next()
	if err != nil {
		return nil, err
	}
	var described wire
	if err := json.Unmarshal(t.data, &described); err != nil {
		return nil, Errorf(ErrInternal, "internal document: invalid type: %s", err)
	}
	return described, nil
}

func (d *decoder) elements(f *form, p unsafe.Pointer, w wire, t token) error {
	if t.kind != tokenArray {
		return Errorf(ErrType, "a list is required")
	}
	if f.kind == formArray {
		if into := f.at(p); t.n != into.Len() {
			return wrongLength(into, t.n)
		}
		return d.elementsAt(f, p, w, t)
	}
	into := f.at(p)
	before := *(*sliceHeader)(p)
	if !f.makeRoom(into, t.n) {
		return nil
	}
	err := d.elementsAt(f, into.UnsafePointer(), w, t)
	if err != nil && !f.bodies {
		*(*sliceHeader)(p) = before // as gocty leaves a slice with an element that does not fit
	}
	return err
}

// A sliceHeader is a slice of any type.
type sliceHeader struct {
	first    unsafe.Pointer
	len, cap int
}

// elementsAt reads the elements of a list to the address of the first one.
func (d *decoder) elementsAt(f *form, first unsafe.Pointer, w wire, t token) error {
	read := 0
	if w == nil {
		read = d.scalars(f.elem, first, t.n)
	}
	for w == nil && f.elem.kind == formStruct && !f.bodies && read < t.n {
		n, ok := d.fewEntries()
		if !ok {
			break
		}
		err := d.attributes(f.elem, unsafe.Add(first, uintptr(read)*f.elem.size), nil, token{kind: tokenMap, n: n})
		if err != nil {
			return within(err, IndexStep{Int64Val(int64(read))})
		}
		read++
	}
	for at := read; at < t.n; at++ {
		if f.bodies {
			d.collector.atBlock(at)
		}
		part := w
		if w != nil {
			part = partOf(w, at, nil)
		}
		if err := d.into(f.elem, unsafe.Add(first, uintptr(at)*f.elem.size), part); err != nil {
			return within(err, IndexStep{Int64Val(int64(at))})
		}
	}
	return nil
}

// scalars reads elements of the most frequent forms while they have the usual encoding, and returns
// their number.
func (d *decoder) scalars(elem *form, first unsafe.Pointer, count int) (read int) {
	switch {
	case count == 0:
	case elem.kind == formString:
		return d.strings(unsafe.Slice((*string)(first), count))
	case elem.kind == formInt && elem.size == 8:
		into := unsafe.Slice((*int64)(first), count)
		for ; read < count; read++ {
			n, ok := d.whole()
			if !ok {
				return read
			}
			into[read] = n
		}
	}
	return read
}

func (d *decoder) entries(f *form, p unsafe.Pointer, w wire, t token) error {
	if t.kind != tokenMap {
		return Errorf(ErrType, "a map is required")
	}
	if w == nil && f.texts && d.texts((*map[string]string)(p), t.n) {
		return nil
	}
	made := reflect.MakeMapWithSize(f.t, t.n)
	f.at(p).Set(made)
	keyType, part := f.t.Key(), reflect.New(f.elem.t)
	for ; t.n > 0; t.n-- {
		key, err := d.next()
		if err != nil {
			return err
		}
		part.Elem().Set(reflect.Zero(f.elem.t))
		if err := d.into(f.elem, part.UnsafePointer(), partOf(w, 0, key.data)); err != nil {
			return f.withinEntry(err, string(key.data))
		}
		made.SetMapIndex(reflect.ValueOf(string(key.data)).Convert(keyType), part.Elem())
	}
	return nil
}

// fewTexts is the number of entries whose keys and strings are read together.
const fewTexts = 8

// texts reads a map of short strings. If one of them is long, it reads nothing and returns false.
func (d *decoder) texts(into *map[string]string, count int) bool {
	var few [2 * fewTexts]string
	start, read := d.at, make(map[string]string, count)
	for ; count > 0; count -= fewTexts {
		both := few[:]
		if count < fewTexts {
			both = few[:2*count]
		}
		if d.strings(both) < len(both) {
			d.at = start
			return false
		}
		for at := 0; at < len(both); at += 2 {
			read[both[at]] = both[at+1]
		}
	}
	*into = read
	return true
}

func (d *decoder) attributes(f *form, p unsafe.Pointer, w wire, t token) error {
	if t.kind != tokenMap {
		return Errorf(ErrType, "an object is required")
	}
	// Usually the attributes are the same as the fields.
	next := 0
	for w == nil && next < len(f.fields) && t.n > 0 && d.passes(&f.fields[next].key) {
		field := &f.fields[next]
		place := unsafe.Add(p, field.offset)
		next++
		t.n--
		if field.optional || field.item != nil || !d.plain(field.form, place) {
			if err := d.field(field, place, nil); err != nil {
				return within(err, AttrStep{field.name})
			}
		}
	}
	// Attributes and fields are both in ascending order, but the keys of a map are in the order of the
	// library.
	for ; t.n > 0; t.n-- {
		key, ok := d.shortText()
		if !ok {
			long, err := d.next()
			if err != nil {
				return err
			}
			key = long.data
		}
		for next < len(f.fields) && f.fields[next].name != string(key) && f.fields[next].name < string(key) {
			if err := f.fields[next].absent(p); err != nil {
				return err
			}
			next++
		}
		if next == len(f.fields) || f.fields[next].name != string(key) {
			if t, err := d.next(); err != nil || d.skip(t) != nil {
				return errTruncated
			}
			continue
		}
		field := &f.fields[next]
		next++
		part := w
		if w != nil {
			part = partOf(w, 0, key)
		}
		if err := d.field(field, unsafe.Add(p, field.offset), part); err != nil {
			return within(err, AttrStep{field.name})
		}
	}
	for ; next < len(f.fields); next++ {
		if err := f.fields[next].absent(p); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) field(field *formField, place unsafe.Pointer, w wire) error {
	if field.optional && d.at < len(d.data) && d.data[d.at] == 0xc0 {
		d.at++
		if field.item == nil {
			field.clear(place)
		}
		return nil
	}
	if field.item == nil {
		return d.into(field.form, place, w)
	}
	start := d.at
	d.collector.enter(field)
	err := d.into(field.form, place, w)
	d.collector.leave(err)
	if err == nil {
		return nil
	}
	d.at = start
	t, err := d.next()
	if err == nil {
		err = d.skip(t)
	}
	return err
}

// absent sets a field whose attribute is missing.
func (field *formField) absent(of unsafe.Pointer) error {
	if !field.optional {
		return missing(field.name)
	}
	field.clear(unsafe.Add(of, field.offset))
	return nil
}

func (field *formField) clear(place unsafe.Pointer) {
	field.form.at(place).Set(reflect.Zero(field.form.t))
}

// scalar sets a Go value of a simple form to a token of the document.
func scalar(f *form, v reflect.Value, w wire, t token) error {
	constructor, _ := parts(w)
	fits := func(name string) error {
		if w != nil && constructor != name {
			return Errorf(ErrType, "expected a %s, found a %s", name, constructor)
		}
		return nil
	}
	switch f.kind {
	case formBool:
		if err := fits("bool"); err != nil {
			return err
		}
		v.SetBool(t.truth)
		return nil
	case formString, formText:
		if err := fits("string"); err != nil {
			return err
		}
		if f.kind == formString {
			v.SetString(string(t.data))
			return nil
		}
		reader, ok := v.Addr().Interface().(encoding.TextUnmarshaler)
		if !ok {
			return Errorf(ErrUnsupported, "the Go type %s does not implement encoding.TextUnmarshaler", v.Type())
		}
		if err := reader.UnmarshalText(append([]byte(nil), t.data...)); err != nil {
			return Errorf(ErrConversion, "%s", err).WithCause(err)
		}
		return nil
	}
	if err := fits("number"); err != nil {
		return err
	}
	return number(f, v, t)
}

// numbersOf describes the numbers that a Go type can represent.
func numbersOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		most := int64(math.MaxInt64) >> (64 - t.Bits())
		return fmt.Sprintf("a whole number between %d and %d", -most-1, most)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return fmt.Sprintf("a whole number between 0 and %d", uint64(math.MaxUint64)>>(64-t.Bits()))
	case reflect.Float32, reflect.Float64:
		return "a number in the range of " + t.String()
	}
	return "a whole number"
}

// number sets a Go value to a number. The document encodes it as a whole number or a double if it
// is one, and as text otherwise.
func number(f *form, v reflect.Value, t token) error {
	overflow := func() error {
		return Errorf(ErrConversion, "expected %s, found %s", numbersOf(v.Type()), t.digits())
	}
	switch f.kind {
	case formInt:
		n, ok := t.int64()
		if !ok || v.OverflowInt(n) {
			return overflow()
		}
		v.SetInt(n)
	case formUint:
		n, ok := uint64(t.i), t.kind == tokenInt && t.i >= 0
		if !ok {
			whole := t.whole()
			if ok = whole != nil && whole.IsUint64(); ok {
				n = whole.Uint64()
			}
		}
		if !ok || v.OverflowUint(n) {
			return overflow()
		}
		v.SetUint(n)
	case formFloat:
		n := t.f
		if t.kind == tokenInt {
			n = float64(t.i)
		} else if t.kind != tokenFloat {
			n, _ = strconv.ParseFloat(t.digits(), 64)
			if math.IsInf(n, 0) {
				return overflow()
			}
		}
		if v.OverflowFloat(n) {
			return overflow()
		}
		v.SetFloat(n)
	case formDigits:
		v.SetString(t.digits())
	case formBigInt:
		whole := t.whole()
		if whole == nil {
			return overflow()
		}
		v.Addr().Interface().(*big.Int).Set(whole)
	case formBigFloat:
		n, err := t.float()
		if err != nil {
			return err
		}
		v.Addr().Interface().(*big.Float).SetPrec(n.Prec()).Set(n)
	}
	return nil
}

func (t token) int64() (int64, bool) {
	if t.kind == tokenInt {
		return t.i, true
	}
	if whole := t.whole(); whole != nil && whole.IsInt64() {
		return whole.Int64(), true
	}
	return 0, false
}

// float64 returns the number as a float64, and whether the shortest text of the float64 is the text
// of the number.
func (t token) float64() (float64, bool) {
	if t.kind == tokenFloat {
		return t.f, true
	}
	digits := t.digits()
	n, err := strconv.ParseFloat(digits, 64)
	return n, err == nil && strconv.FormatFloat(n, 'f', -1, 64) == digits
}

// digits returns the number as decimal text.
func (t token) digits() string {
	switch t.kind {
	case tokenInt:
		return strconv.FormatInt(t.i, 10)
	case tokenUint:
		return strconv.FormatUint(t.u, 10)
	case tokenFloat:
		switch {
		case math.IsInf(t.f, 1):
			return "Infinity"
		case math.IsInf(t.f, -1):
			return "-Infinity"
		}
		return strconv.FormatFloat(t.f, 'f', -1, 64)
	}
	return string(t.data)
}

// whole returns the token as a whole number, or nil.
func (t token) whole() *big.Int {
	switch t.kind {
	case tokenInt:
		return big.NewInt(t.i)
	case tokenUint:
		return new(big.Int).SetUint64(t.u)
	case tokenFloat:
		if math.IsInf(t.f, 0) {
			return nil
		}
		whole, accuracy := big.NewFloat(t.f).Int(nil)
		if accuracy != big.Exact {
			return nil
		}
		return whole
	}
	if whole, ok := new(big.Int).SetString(string(t.data), 10); ok {
		return whole
	}
	return nil
}

// float returns the exact number, with at least 512 bits of precision.
func (t token) float() (*big.Float, error) {
	if t.kind == tokenFloat {
		return new(big.Float).SetPrec(512).SetFloat64(t.f), nil
	}
	if whole := t.whole(); whole != nil {
		precision := uint(512)
		if bits := uint(whole.BitLen()); bits > precision {
			precision = bits
		}
		return new(big.Float).SetPrec(precision).SetInt(whole), nil
	}
	return parseFloat(t.digits(), 512)
}

// any reads the next part as a Go value whose type depends on the part.
func (d *decoder) any(w wire) (any, error) {
	t, err := d.next()
	if err != nil {
		return nil, err
	}
	switch {
	case t.kind == tokenNil:
		return nil, nil
	case t.kind == tokenUnknown:
		return nil, Errorf(ErrUnknown, "an unknown value decodes only into a *Value")
	case w == "dynamic":
		if w, err = d.described(); err != nil {
			return nil, err
		}
		return d.any(w)
	}
	switch constructor, _ := parts(w); constructor {
	case "bool":
		return t.truth, nil
	case "string":
		return string(t.data), nil
	case "number":
		if n, ok := t.int64(); ok {
			return n, nil
		}
		if n, ok := t.float64(); ok {
			return n, nil
		}
		if whole := t.whole(); whole != nil {
			return whole, nil
		}
		return t.float()
	case "list", "set", "tuple":
		elements := make([]any, t.n)
		for at := range elements {
			if elements[at], err = d.any(partOf(w, at, nil)); err != nil {
				return nil, within(err, IndexStep{Int64Val(int64(at))})
			}
		}
		return elements, nil
	case "map", "object":
		entries := make(map[string]any, t.n)
		for ; t.n > 0; t.n-- {
			key, err := d.next()
			if err != nil {
				return nil, err
			}
			if entries[string(key.data)], err = d.any(partOf(w, 0, key.data)); err != nil {
				return nil, within(err, AttrStep{string(key.data)})
			}
		}
		return entries, nil
	}
	return nil, Errorf(ErrUnsupported, "a value of the type %s has no Go counterpart", fmt.Sprint(w))
}
