package polycty

import (
	"strconv"
	"strings"
)

// enumerationNames are the names of the values of an enumeration.
type enumerationNames struct {
	enumeration string // the Go type
	flags       bool   // whether the values are combinable bits
	names       map[uint32]string
}

// name returns the name of a value; the name of flags has the names of all bits, or is "none".
func (e *enumerationNames) name(value uint32) string {
	if name, ok := e.find(value); ok {
		return name
	}
	return e.enumeration + "(" + strconv.FormatUint(uint64(value), 10) + ")"
}

func (e *enumerationNames) find(value uint32) (string, bool) {
	if name, ok := e.names[value]; ok || !e.flags {
		return name, ok
	}
	if value == 0 {
		return "none", true
	}
	var names []string
	for bit := uint32(1); bit != 0 && bit <= value; bit <<= 1 {
		if value&bit == 0 {
			continue
		}
		name, ok := e.names[bit]
		if !ok {
			return "", false
		}
		names = append(names, name)
	}
	return strings.Join(names, "|"), true
}

func (e *enumerationNames) marshal(value uint32) ([]byte, error) {
	if name, ok := e.find(value); ok {
		return []byte(name), nil
	}
	return nil, Errorf(ErrInvalidArgument, "%s has no name", e.name(value))
}

func (e *enumerationNames) unmarshal(text []byte, into *uint32) error {
	given := []string{string(text)}
	if e.flags {
		given = strings.Split(given[0], "|")
	}
	var value uint32
	for _, name := range given {
		known, ok := e.value(name)
		if !ok && !(e.flags && name == "none" && len(given) == 1) {
			return Errorf(ErrNotFound, "%q is not the name of a value of %s", name, e.enumeration)
		}
		value |= known
	}
	*into = value
	return nil
}

func (e *enumerationNames) value(name string) (uint32, bool) {
	for value, known := range e.names {
		if known == name {
			return value, true
		}
	}
	return 0, false
}
