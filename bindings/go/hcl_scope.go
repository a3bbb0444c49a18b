package polycty

// #include "shims.h"
import "C"

// An HCLScope is the variables and functions that an expression may use. Scopes nest: names that an
// inner scope does not define are looked up in the outer ones.
//
// Any number of goroutines may use and change a scope; an evaluation uses the scope as it was when
// the evaluation started. The nil scope has no variables and functions. A closed scope cannot be
// used.
type HCLScope struct{ changing }

// changeCalling changes the scope by a call that may call its functions. The owner of the functions
// that the call adds is kept until the library has dropped them all.
func (s *HCLScope) changeCalling(how func(*C.pcty_hcl_scope, *closureSet) (*closureSet, error)) error {
	c := s.parts()
	if c == nil {
		return Errorf(ErrInvalidArgument, "the receiver is nil")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	before := c.owns
	if before != nil {
		c.shared = true
		before.pin()
		defer before.unpin()
	}
	var added *closureSet
	err := changed(c, func(p *C.pcty_hcl_scope) (err error) {
		added, err = how(p, before)
		return err
	})
	if err != nil || added == nil {
		return err
	}
	c.own(added.own, added)
	for key, part := range c.owns.parts {
		if _, read := key.(*closure); read && part.own.place.gone.Load() {
			delete(c.owns.parts, key)
		}
	}
	return nil
}

// Child returns a new scope within the current state of this one.
func (s *HCLScope) Child() (*HCLScope, error) {
	p, state := s.now()
	defer state.done()
	made := C.go_hcl_scope_child(p)
	if made.error != nil {
		return nil, newError(made.error)
	}
	child := newHCLScope((*C.pcty_hcl_scope)(made.out))
	child.owns = state.owns.within()
	return child, nil
}

// SetVariables defines several variables.
func (s *HCLScope) SetVariables(values map[string]*Value) error {
	for name, value := range values {
		if err := s.SetVariable(name, value); err != nil {
			return err
		}
	}
	return nil
}

// SetFunction defines a function. It replaces an earlier function of the name, which may have parts
// separated by `::`.
func (s *HCLScope) SetFunction(name string, function *Function) error {
	defer function.done()
	f := function.use()
	return changeOwned(s.parts(), functionKey(name), func(p *C.pcty_hcl_scope) (*closureSet, error) {
		return function.owned(), failed(C.go_hcl_scope_set_function(p, name, f))
	})
}

// A functionKey is the name of a function in a scope, used as the key of its owner.
type functionKey string

// StepLimit returns the limit that the scope has, or the nearest outer scope with a limit.
func (s *HCLScope) StepLimit() (steps uint64, ok bool) {
	p, state := s.now()
	defer state.done()
	var limit C.uint64_t
	ok = bool(C.pcty_hcl_scope_step_limit(p, &limit))
	return uint64(limit), ok
}

// Function returns the function of a name in this scope or an outer one; nil if there is none.
func (s *HCLScope) Function(name string) *Function {
	p, state := s.now()
	defer state.done()
	found := newFunction(C.go_hcl_scope_function_get(p, name), functionHandle)
	if found != nil {
		found.owns = ownsFunction(state.owns, name)
	}
	return found
}

// ownsFunction returns the owner of the Go functions that the function of a name calls: the one
// that was set with this name or, if there is none, the owner of the functions that were read from
// bodies.
func ownsFunction(scope *closureSet, name string) *closureSet {
	var read []*closureSet
	for set := scope; set != nil; set = set.outer {
		if found := set.parts[functionKey(name)]; found != nil {
			return found
		}
		for key, part := range set.parts {
			if _, ok := key.(functionKey); !ok {
				read = append(read, part)
			}
		}
	}
	return joined(read...)
}
