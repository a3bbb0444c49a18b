package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"context"
	"unsafe"
)

// A Function can be called with values that may be null, unknown or marked; the call protocol
// handles these. It is immutable; any number of goroutines may call it.
type Function struct {
	*handle
	owns *closureSet  // the Go functions that it calls
	byGo *ownFunction // set if Go may call the function without a crossing
}

// owned returns the set of the Go functions that it calls.
func (f *Function) owned() *closureSet {
	if f == nil {
		return nil
	}
	return f.owns
}

// A Parameter is a parameter of a function. By default, the function does not receive special
// arguments: a null is an error; for an unknown value the result is unknown; marks are removed and
// added to the result.
type Parameter struct {
	Name, Description string
	// Type is the type of arguments; Any accepts every type.
	Type *Type
	// AllowNull passes nulls to the function, AllowUnknown unknown values, AllowDynamic (together with
	// AllowUnknown) values of unknown type, and AllowMarked marks: the function then marks its result
	// itself.
	AllowNull, AllowUnknown, AllowDynamic, AllowMarked bool
}

// A FunctionSpec is the definition of a function.
type FunctionSpec struct {
	// Description describes the function.
	Description string
	// Parameters are the positional parameters, which are all required.
	Parameters []Parameter
	// VariadicParameter is the parameter of all further arguments; nil if there are none.
	VariadicParameter *Parameter
	// Type is the return type, if it is the same for all arguments. Otherwise ReturnType returns it,
	// for arguments that may be unknown, or Any if it is not known yet.
	Type       *Type
	ReturnType func(args []*Value) (*Type, error)
	// NotNull promises that no result is null, also while the result is unknown.
	NotNull bool
	// Promise, if not nil, is an unknown value: its refinements hold for every result.
	Promise *Value
	// Impl computes the result, for arguments that conform to the parameters and for their return
	// type. Its context is that of EvaluateContext, CallContext or Within, if the call runs in one of
	// them, and otherwise context.Background().
	Impl func(ctx context.Context, args []*Value, returnType *Type) (*Value, error)
}

// NewFunction returns a function that Go implements. If the function is called on several
// goroutines at once, so are its closures. A panic in a closure ends the call and continues in its
// caller. Closures must not call runtime.Goexit, as t.FailNow does. The function, and everything
// that contains it, owns the closures; they may refer to their owners.
func NewFunction(spec FunctionSpec) (*Function, error) {
	if spec.Impl == nil {
		return nil, Errorf(ErrInvalidArgument, "a function requires an implementation")
	}
	if (spec.Type == nil) == (spec.ReturnType == nil) {
		return nil, Errorf(ErrInvalidArgument, "a function requires either `Type` or `ReturnType`")
	}
	params := spec.Parameters
	if spec.VariadicParameter != nil {
		params = append(params[:len(params):len(params)], *spec.VariadicParameter)
	}
	texts, types := make([]string, 0, 2*len(params)), make([]*Type, 0, len(params))
	flags := make([]C.uint32_t, 0, len(params)+1)
	for _, p := range params {
		texts = append(texts, p.Name, p.Description)
		types = append(types, p.Type)
		flags = append(flags, p.flags())
	}
	text, lengths, _ := pack(texts).args()
	pointers, _ := useTypes(types).args()
	defer doneTypes(types)
	defer spec.Type.done()
	defer spec.Promise.done()
	owns := closureSetOf(&spec)
	made := C.go_function_new(owns.number(), text, lengths, &flags[:1][0], pointers,
		C.size_t(len(spec.Parameters)), C.bool(spec.VariadicParameter != nil), spec.Description, C.bool(spec.NotNull), spec.Promise.use(), spec.Type.use())
	if made.error != nil {
		return nil, newError(made.error)
	}
	f := newFunction((*C.pcty_function)(made.out), functionHandle)
	f.owns, f.byGo = owns, newOwnFunction(&spec)
	for _, p := range params {
		owns.keeps = owns.keeps || p.Type.Kind() == KindCapsule && p.Type.Equal(HCLClosureType())
	}
	return f, nil
}

func newFunction(p *C.pcty_function, kind handleKind) *Function {
	if p == nil {
		return nil
	}
	f := &Function{handle: &handle{}}
	f.own(kind, unsafe.Pointer(p))
	return f
}

func (p Parameter) flags() (flags C.uint32_t) {
	if p.AllowNull {
		flags |= C.PCTY_PARAMETER_ALLOW_NULL
	}
	if p.AllowUnknown {
		flags |= C.PCTY_PARAMETER_ALLOW_UNKNOWN
	}
	if p.AllowDynamic {
		flags |= C.PCTY_PARAMETER_ALLOW_DYNAMIC
	}
	if p.AllowMarked {
		flags |= C.PCTY_PARAMETER_ALLOW_MARKED
	}
	return flags
}

// Call calls the function. An error about one argument has its position: see Error.Argument.
func (f *Function) Call(args ...*Value) (*Value, error) {
	if f != nil && f.byGo != nil {
		// The library does not look up closures in this case, so pinning is not required.
		if p := (*C.pcty_function)(f.acquire()); p != nil && f.byGo.begins(args) {
			defer f.release()
			return f.byGo.answer(p, args)
		}
		f.release()
	}
	defer f.done()
	p := f.use()
	if len(args) <= C.GO_FEW {
		few, count := useFew(args)
		defer doneFew(args, &few)
		return calledValue(C.go_function_call_few(p, few, count))
	}
	pointers, count := useValues(args).args()
	defer doneValues(args)
	return calledValue(C.go_run_function_call(p, pointers, count))
}

// CallContext is Call within a context, which a Go implementation receives. The call fails with
// ErrCancelled when the context is done; errors.Is also finds the error of the context.
func (f *Function) CallContext(ctx context.Context, args ...*Value) (*Value, error) {
	return withinContext(ctx, func() (*Value, error) { return f.Call(args...) })
}

// Parameters returns the positional parameters.
func (f *Function) Parameters() []Parameter {
	defer f.done()
	p := f.use()
	var params []Parameter
	for at, count := C.size_t(0), C.go_function_info(p).out.parameter_count; at < count; at++ {
		params = append(params, readParameter(C.go_function_parameter(p, at)))
	}
	return params
}

// VariadicParameter returns the parameter of all further arguments; nil if there are none.
func (f *Function) VariadicParameter() *Parameter {
	defer f.done()
	p := f.use()
	data := C.go_function_info(p).out
	if !data.is_variadic {
		return nil
	}
	param := readParameter(C.go_function_parameter(p, data.parameter_count))
	return &param
}

func readParameter(given C.go_parameter) Parameter {
	flags := given.parameter.flags
	return Parameter{
		Name: text(given.parameter.name), Description: text(given.parameter.description),
		Type:         newType(given._type),
		AllowNull:    flags&C.PCTY_PARAMETER_ALLOW_NULL != 0,
		AllowUnknown: flags&C.PCTY_PARAMETER_ALLOW_UNKNOWN != 0,
		AllowDynamic: flags&C.PCTY_PARAMETER_ALLOW_DYNAMIC != 0,
		AllowMarked:  flags&C.PCTY_PARAMETER_ALLOW_MARKED != 0,
	}
}

// StandardFunction returns a function of HCL's standard library; ErrNotFound if it does not exist.
func StandardFunction(name string) (*Function, error) {
	found := C.go_hcl_stdlib_get(name)
	if found == nil {
		return nil, Errorf(ErrNotFound, "there is no standard function %q", name)
	}
	return newFunction(found, functionHandle), nil
}

// BytesType returns the capsule type of bytes, which two of the standard functions take.
func BytesType() *Type {
	return bytesType.get(func() *C.pcty_type { return C.pcty_hcl_stdlib_bytes_type() })
}

// AsBytes returns the bytes in a capsule of bytes.
func (v *Value) AsBytes() ([]byte, error) {
	defer v.done()
	given := C.go_hcl_stdlib_as_bytes(v.use())
	if given.error != nil {
		return nil, newError(given.error)
	}
	return []byte(text(given.out)), nil
}
