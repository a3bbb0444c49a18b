package polycty

// #include "shims.h"
import "C"

import "unsafe"

// An HCLScope is the variables and functions that an expression may use. Scopes nest: what
// an inner one does not have is looked up further out.
//
// Any number of goroutines may use and change one: an evaluation sees the scope as it was
// when it began. The nil scope has neither variables nor functions. One that was closed
// cannot be used again.
type HCLScope struct{ changing }

func newScope(taken *C.pcty_hcl_scope) *HCLScope {
	return &HCLScope{changing: newChanging(scopeHandle, unsafe.Pointer(taken))}
}

// NewHCLScope is a scope without variables and functions.
func NewHCLScope() *HCLScope { return newScope(C.pcty_hcl_scope_new()) }

// Close frees what the scope holds before the garbage collector does; what evaluates in it
// comes to its end.
func (s *HCLScope) Close() { s.parts().close() }

// evaluated is the scope as it is now, until done.
func (s *HCLScope) evaluated() (p *C.pcty_hcl_scope, in usage) {
	return use[C.pcty_hcl_scope](s.parts())
}

func (s *HCLScope) change(how func(*C.pcty_hcl_scope) error) error {
	return change(s.parts(), how)
}

// changeCalling changes the scope by a call that may call its functions. What owns the functions that
// the call adds stays until the library has dropped them all.
func (s *HCLScope) changeCalling(how func(*C.pcty_hcl_scope, *closureSet) (*closureSet, error)) error {
	c := s.parts()
	if c == nil {
		return Errorf(ErrInvalidArgument, "there is nothing to be changed")
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

// parts is what changes of it, if there is one.
func (s *HCLScope) parts() *changing {
	if s == nil {
		return nil
	}
	return &s.changing
}

// Child is a new scope within this one as it is now.
func (s *HCLScope) Child() (*HCLScope, error) {
	p, state := s.evaluated()
	defer state.done()
	made := C.go_hcl_scope_child(p)
	if made.error != nil {
		return nil, newError(made.error)
	}
	child := newScope((*C.pcty_hcl_scope)(made.out))
	child.owns = state.owns.within()
	return child, nil
}

// SetVariable defines a variable, in place of an earlier one of that name.
func (s *HCLScope) SetVariable(name string, value *Value) error {
	defer value.done()
	v := value.use()
	return s.change(func(p *C.pcty_hcl_scope) error { return failed(C.go_hcl_scope_set_variable(p, name, v)) })
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

// SetFunction defines a function, in place of an earlier one of that name, which may have
// parts with `::` between them.
func (s *HCLScope) SetFunction(name string, function *Function) error {
	defer function.done()
	f := function.use()
	return changeOwned(s.parts(), functionKey(name), func(p *C.pcty_hcl_scope) (*closureSet, error) {
		return function.owned(), failed(C.go_hcl_scope_set_function(p, name, f))
	})
}

// A functionKey is the name under which a scope has a function, the key of what owns it.
type functionKey string

// SetStandardFunctions defines all functions of the standard library, and `try`, `can` and
// `convert`.
func (s *HCLScope) SetStandardFunctions() error {
	return s.change(func(p *C.pcty_hcl_scope) error { return failed(C.go_hcl_scope_set_standard_functions(p)) })
}

// AllowVariables allows variables even if there are none: a name is then one that is not
// known, and not one where there may be none.
func (s *HCLScope) AllowVariables() error {
	return s.change(func(p *C.pcty_hcl_scope) error { return failed(C.go_hcl_scope_allow(p, C.PCTY_HCL_SCOPE_VARIABLES)) })
}

// AllowFunctions allows functions even if there are none.
func (s *HCLScope) AllowFunctions() error {
	return s.change(func(p *C.pcty_hcl_scope) error { return failed(C.go_hcl_scope_allow(p, C.PCTY_HCL_SCOPE_FUNCTIONS)) })
}

// LimitSteps bounds how long an evaluation in the scope, or in one within it, may take: a
// step is about an operation or an element. Within bounds other calls, too.
func (s *HCLScope) LimitSteps(steps uint64) error {
	return s.change(func(p *C.pcty_hcl_scope) error { return failed(C.go_hcl_scope_limit_steps(p, C.uint64_t(steps))) })
}

// ShowMark lets messages of evaluations in the scope, or in one within it, show parts of values
// that have a mark. Otherwise no text that the library makes shows any of a marked value.
func (s *HCLScope) ShowMark(mark string) error {
	return s.change(func(p *C.pcty_hcl_scope) error { return failed(C.go_hcl_scope_show_mark(p, mark)) })
}

// Variable is the variable of a name, here or further out; nil if there is none.
func (s *HCLScope) Variable(name string) *Value {
	p, state := s.evaluated()
	defer state.done()
	return foundValue(C.go_hcl_scope_variable_get(p, name))
}

// Function is the function of a name, here or further out; nil if there is none.
func (s *HCLScope) Function(name string) *Function {
	p, state := s.evaluated()
	defer state.done()
	found := newFunction(C.go_hcl_scope_function_get(p, name), functionHandle)
	if found != nil {
		found.owns = ownsFunction(state.owns, name)
	}
	return found
}

// ownsFunction is the set of what the function of a name calls: what was set by this name or, if
// nothing was, what the functions call that were read from bodies.
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
