//go:build !polycty_no_puppet

package polycty

// #include "shims.h"
import "C"

import "sort"

// PuppetRules are the rules for Puppet's own operations, and the aliases that texts may use. The
// zero PuppetRules are the current language without aliases.
type PuppetRules struct {
	Mode    PuppetMode
	Aliases *PuppetAliases
}

func (r PuppetRules) mode() C.pcty_puppet_mode {
	if r.Mode == 0 {
		return C.PCTY_PUPPET_CURRENT
	}
	return C.pcty_puppet_mode(r.Mode)
}

func (r PuppetRules) options() C.pcty_puppet_options {
	return C.pcty_puppet_options{mode: r.mode(), aliases: r.Aliases.use()}
}

// PuppetAliases are type aliases by name. They are immutable; any number of goroutines may use
// them.
type PuppetAliases struct{ handle }

// NewPuppetAliases defines aliases, by name, in addition to those of base, which may be nil. Each
// definition may refer to itself, to the other ones and to those of base.
func NewPuppetAliases(base *PuppetAliases, definitions map[string]string) (*PuppetAliases, error) {
	names, notations := make([]string, 0, len(definitions)), make([]string, len(definitions))
	for name := range definitions {
		names = append(names, name)
	}
	sort.Strings(names)
	for at, name := range names {
		notations[at] = definitions[name]
	}
	text, lengths, count := pack(names).args()
	notation, notationLengths, _ := pack(notations).args()
	defer base.done()
	made := C.go_puppet_aliases_new(base.use(), text, lengths, notation, notationLengths, count)
	if made.error != nil {
		return nil, newError(made.error)
	}
	return newPuppetAliases((*C.pcty_puppet_aliases)(made.out)), nil
}

// ParseType parses a type. Without aliases, the function ParseType is sufficient.
func (r PuppetRules) ParseType(notation string) (*Type, error) {
	defer r.Aliases.done()
	return madeType(C.go_puppet_type_parse(notation, r.options()))
}

// ParseValue parses a literal such as `[1, 'a', undef]`, a type, or a call of a type with literals
// such as `SemVer('1.2.3')`.
func (r PuppetRules) ParseValue(literal string) (*Value, error) {
	defer r.Aliases.done()
	return readValue(C.go_puppet_value_parse(literal, r.options()), len(literal))
}

func init() { interpolate = PuppetRules{}.Interpolate }

// PuppetValidateParameters fails with all errors if the entries of a hash are not valid arguments
// for parameters, given as a Struct: those of a class, a defined type or a template, which the
// subject names as in `Class[Ntp]`. With missing, parameters may be omitted.
func PuppetValidateParameters(given *Value, params *Type, missing bool, subject string) error {
	how := C.pcty_puppet_missing(C.PCTY_PUPPET_MISSING_REFUSED)
	if missing {
		how = C.PCTY_PUPPET_MISSING_ALLOWED
	}
	defer given.done()
	defer params.done()
	return failed(C.go_puppet_validate_parameters(given.use(), params.use(), subject, how))
}

// DecodePuppetJSON decodes a JSON document as Hiera does: objects are hashes in the document's
// order, null is undef.
func DecodePuppetJSON(data []byte) (*Value, error) {
	return readValue(C.go_puppet_value_from_json(asText(data)), len(data))
}

// A PuppetIteration returns the values of a type: the integers of a range, the strings of an Enum.
// It belongs to one goroutine.
type PuppetIteration struct {
	handle
	value *Value
}

// IteratePuppet starts to iterate over a type; it fails with ErrUnsupported for a type that is not
// iterable.
func IteratePuppet(t *Type) (*PuppetIteration, error) {
	defer t.done()
	made := C.go_puppet_iteration_new(t.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	it := &PuppetIteration{}
	it.own(iterationHandle, made.out)
	return it, nil
}

// Next advances to the next value, and reports whether there is one.
func (it *PuppetIteration) Next() bool {
	defer it.release()
	it.value = newValue(C.pcty_puppet_iteration_next((*C.pcty_puppet_iteration)(it.acquire()), C.PCTY_PUPPET_FRONT))
	return it.value != nil
}

// Value returns the current value.
func (it *PuppetIteration) Value() *Value { return it.value }

// Close frees the iteration without waiting for the garbage collector.
func (it *PuppetIteration) Close() {
	if it != nil {
		it.close()
	}
}
