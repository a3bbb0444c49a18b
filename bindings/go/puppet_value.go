//go:build !polycty_no_puppet

package polycty

// #include "handmade.h"
// #include "shims.h"
import "C"

import (
	"time"
	"unsafe"
)

// PuppetTimestamp returns a Timestamp.
func (v *Value) PuppetTimestamp() (time.Time, error) {
	seconds, nanoseconds, err := v.puppetTime(PuppetTimestamp)
	return time.Unix(seconds, nanoseconds).UTC(), err
}

// PuppetTimespan returns a Timespan; ErrConversion if it is longer than 292 years.
func (v *Value) PuppetTimespan() (time.Duration, error) {
	seconds, nanoseconds, err := v.puppetTime(PuppetTimespan)
	span := time.Duration(seconds)*time.Second + time.Duration(nanoseconds)
	if err == nil && (seconds > 9223372035 || seconds < -9223372036) {
		err = Errorf(ErrConversion, "a duration of %d seconds is too long", seconds)
	}
	return span, err
}

func (v *Value) puppetTime(kind PuppetKind) (seconds, nanoseconds int64, err error) {
	defer v.done()
	p := v.use()
	given := C.go_puppet_value_time(p)
	if given.error != nil {
		return 0, 0, newError(given.error)
	}
	if PuppetKind(C.pcty_puppet_value_kind(p)) != kind {
		return 0, 0, Errorf(ErrType, "the value has a different kind of time")
	}
	return int64(given.out.seconds), int64(given.out.nanoseconds), nil
}

// PuppetBinary returns the bytes of a Binary.
func (v *Value) PuppetBinary() ([]byte, error) {
	defer v.done()
	given := C.go_puppet_value_bytes(v.use())
	if given.error != nil {
		return nil, newError(given.error)
	}
	return append([]byte(nil), unsafe.Slice((*byte)(given.out.data), int(given.out.len))...), nil
}

// PuppetContent returns the content of a Sensitive; nil for other values.
func (v *Value) PuppetContent() *Value {
	defer v.done()
	return foundValue(C.go_puppet_value_content(v.use()))
}

// A PuppetEntry is an entry of a hash.
type PuppetEntry struct{ Key, Value *Value }

// PuppetHashVal returns a hash, in the order of its entries. Of equal keys, the last element
// replaces the earlier ones at the position of the first.
func PuppetHashVal(entries ...PuppetEntry) (*Value, error) {
	keys, elements := make([]*Value, len(entries)), make([]*Value, len(entries))
	for at, entry := range entries {
		keys[at], elements[at] = entry.Key, entry.Value
	}
	keyPointers, count := useValues(keys).args()
	defer doneValues(keys)
	elementPointers, _ := useValues(elements).args()
	defer doneValues(elements)
	return madeValue(C.go_puppet_value_hash(keyPointers, elementPointers, count))
}
