package polycty

// #include "shims.h"
import "C"

import "strings"

// A Path is the steps from a value to a part of it, the outermost one first.
type Path []Step

// A Step of a path is an AttrStep or an IndexStep.
type Step interface {
	// String returns the step in the notation of paths.
	String() string
}

// AttrStep leads to an attribute of an object.
type AttrStep struct {
	Name string
}

// IndexStep leads to an element of a list or tuple, whose key is its position, of a map, whose key
// is a string, or of a set, whose key is the element itself.
type IndexStep struct {
	Key *Value
}

// String returns the step as in `.name`.
func (s AttrStep) String() string {
	return "." + s.Name
}

// String returns the step as in `[0]` or `["key"]`, or `[2i]` for an exact integer of Puppet or
// mcl; `[*]` means any element.
func (s IndexStep) String() string {
	return Path{s}.String()
}

// String returns the path as in `.servers[0]["name"]`.
func (p Path) String() string {
	if path, err := p.build(); err == nil {
		defer C.pcty_path_free(path)
		return takeString(C.pcty_path_to_text(path))
	}
	var text strings.Builder // for steps that the library does not have, such as a PCLSplat
	for _, step := range p {
		if _, known := step.(IndexStep); known && len(p) == 1 {
			return "[*]" // without a key
		}
		text.WriteString(step.String())
	}
	return text.String()
}

// Attr returns the path with an additional step to an attribute. It does not share memory with p.
func (p Path) Attr(name string) Path {
	return p.with(AttrStep{name})
}

// Index returns the path with an additional step to a position of a list or tuple. It does not
// share memory with p.
func (p Path) Index(position int) Path {
	return p.with(IndexStep{Int64Val(int64(position))})
}

// Key returns the path with an additional step to a key of a map or an element of a set. It does
// not share memory with p.
func (p Path) Key(key *Value) Path {
	return p.with(IndexStep{key})
}

func (p Path) with(step Step) Path {
	return append(p[:len(p):len(p)], step)
}

// readPath copies a borrowed path.
func readPath(borrowed *C.pcty_path) Path {
	length := C.pcty_path_step_count(borrowed)
	if length == 0 {
		return nil
	}
	path := make(Path, 0, int(length))
	for at := C.size_t(0); at < length; at++ {
		if C.pcty_path_step_kind_at(borrowed, at) == C.PCTY_STEP_ATTRIBUTE {
			path = append(path, AttrStep{text(C.pcty_path_step_name_at(borrowed, at))})
			continue
		}
		key, err := madeValue(C.go_path_step_key_at(borrowed, at))
		if err != nil {
			break // cannot happen: the step exists and has an index
		}
		path = append(path, IndexStep{key})
	}
	return path
}

// build returns the path as a path of the library, which the caller frees.
func (p Path) build() (*C.pcty_path, error) {
	path := C.pcty_path_new()
	for _, step := range p {
		var err error
		switch step := step.(type) {
		case AttrStep:
			err = failed(C.go_path_append_attribute(path, step.Name))
		case IndexStep:
			err = failed(C.go_path_append_key(path, step.Key.use()))
			step.Key.done()
		default:
			err = Errorf(ErrInvalidArgument, "a step of a path must be an AttrStep or an IndexStep")
		}
		if err != nil {
			C.pcty_path_free(path)
			return nil, err
		}
	}
	return path, nil
}
