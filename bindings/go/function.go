package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

import (
	"context"
	"unsafe"
)

// A Function can be called with values that may be null, unknown or marked; the call
// protocol deals with these. It never changes; any number of goroutines may call one.
type Function struct {
	*handle
	owns *closureSet  // the Go functions that it calls
	byGo *ownFunction // of one that Go may call without a crossing
}

func (f *Function) use() *C.pcty_function {
	if f == nil {
		return nil
	}
	f.owns.pin()
	return (*C.pcty_function)(f.acquire())
}

func (f *Function) done() {
	if f != nil {
		f.owns.unpin()
		f.release()
	}
}

// owned is the set of the Go functions that it calls.
func (f *Function) owned() *closureSet {
	if f == nil {
		return nil
	}
	return f.owns
}

// Close frees the function's handle before the garbage collector does; scopes that have
// the function keep it. A closed function is like nil.
func (f *Function) Close() {
	if f != nil {
		f.close()
	}
}

// A Parameter of a function. An argument that it does not let through does not reach the
// function: a null is an error; for an unknown value the result is unknown; marks are
// taken off and put on the result.
type Parameter struct {
	Name, Description string
	// Type is what arguments must conform to; Any takes whatever there is.
	Type *Type
	// AllowNull lets nulls through, AllowUnknown unknown values, AllowDynamic (together
	// with AllowUnknown) values whose type is not known yet, and AllowMarked marks: the
	// function then marks its result itself.
	AllowNull, AllowUnknown, AllowDynamic, AllowMarked bool
}

// A FunctionSpec is what a function is made of.
type FunctionSpec struct {
	// Description says what the function does.
	Description string
	// Parameters are the positional parameters; each must be given.
	Parameters []Parameter
	// VariadicParameter is the parameter of all further arguments; if nil, there may be none.
	VariadicParameter *Parameter
	// Type is the return type, if it is the same for all arguments. Otherwise ReturnType
	// finds it, for arguments of which any may be unknown; Any where it cannot tell yet.
	Type       *Type
	ReturnType func(args []*Value) (*Type, error)
	// NotNull promises that no result is null, which is then known of unknown ones too.
	NotNull bool
	// Promise, if not nil, is an unknown value: what is known of it is known of every result.
	Promise *Value
	// Impl computes the result, for arguments that conform to the parameters, and the return type
	// found for them. Its context is that of the call: the one that EvaluateContext, CallContext or
	// Within was called with, and otherwise context.Background().
	Impl func(ctx context.Context, args []*Value, returnType *Type) (*Value, error)
}

// NewFunction makes a function of Go's. Its closures may be called on several goroutines
// at once, if the function is; a panic in one of them ends the call and goes on in its caller.
// They must not call runtime.Goexit, as t.FailNow does. The function owns them, and so does
// everything that has the function. They may refer to both.
func NewFunction(spec FunctionSpec) (*Function, error) {
	if spec.Impl == nil {
		return nil, Errorf(ErrInvalidArgument, "a function needs an implementation")
	}
	if (spec.Type == nil) == (spec.ReturnType == nil) {
		return nil, Errorf(ErrInvalidArgument, "a function needs a return type, said once")
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
	owns := lent(&spec)
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

// Call calls the function. An error about one argument says which: see Error.Argument.
func (f *Function) Call(args ...*Value) (*Value, error) {
	if f != nil && f.byGo != nil {
		// The library finds no closure then, so nothing is pinned.
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

// CallContext is Call within a context, which a Go implementation gets. The call fails with
// ErrCancelled once the context is done; errors.Is finds the error of the context too.
func (f *Function) CallContext(ctx context.Context, args ...*Value) (*Value, error) {
	return withinContext(ctx, func() (*Value, error) { return f.Call(args...) })
}

// ReturnType is the type of the result for these arguments, of which any may be unknown.
func (f *Function) ReturnType(args ...*Value) (*Type, error) {
	pointers, count := useValues(args).args()
	defer doneValues(args)
	defer f.done()
	return calledType(C.go_run_function_return_type_for_values(f.use(), pointers, count))
}

// ReturnTypeFor is the type of the result for arguments of these types.
func (f *Function) ReturnTypeFor(types ...*Type) (*Type, error) {
	pointers, count := useTypes(types).args()
	defer doneTypes(types)
	defer f.done()
	return calledType(C.go_run_function_return_type_for_types(f.use(), pointers, count))
}

// FixedReturnType is the return type if it is the same for all arguments, else nil.
func (f *Function) FixedReturnType() *Type {
	defer f.done()
	return copyType(C.go_function_info(f.use()).out.fixed_return_type)
}

// Description says what the function does.
func (f *Function) Description() string {
	defer f.done()
	return text(C.go_function_info(f.use()).out.description)
}

// Parameters are the positional parameters.
func (f *Function) Parameters() []Parameter {
	defer f.done()
	p := f.use()
	var params []Parameter
	for at, count := C.size_t(0), C.go_function_info(p).out.parameter_count; at < count; at++ {
		params = append(params, readParameter(C.go_function_parameter(p, at)))
	}
	return params
}

// VariadicParameter is the parameter of all further arguments; nil if there may be none.
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

// StandardFunctions are the names of the functions of HCL's standard library.
func StandardFunctions() []string {
	names := make([]string, int(C.pcty_hcl_stdlib_count()))
	for at := range names {
		names[at] = text(C.pcty_hcl_stdlib_name_at(C.size_t(at)))
	}
	return names
}

// StandardFunction is a function of HCL's standard library; ErrNotFound if there is none
// of this name.
func StandardFunction(name string) (*Function, error) {
	found := C.go_hcl_stdlib_get(name)
	if found.error != nil {
		return nil, newError(found.error)
	}
	return newFunction(C.pcty_hcl_stdlib_function_at(C.size_t(found.answer)), lentForEver), nil
}

// BytesType is the capsule type that two of the standard functions take: bytes.
func BytesType() *Type {
	return bytesType.get(func() *C.pcty_type { return C.pcty_hcl_stdlib_bytes_type() })
}

// BytesVal is a capsule with a copy of these bytes.
func BytesVal(data []byte) (*Value, error) {
	return madeValue(C.go_hcl_stdlib_bytes(asText(data)))
}

// AsBytes are the bytes in a capsule of bytes.
func (v *Value) AsBytes() ([]byte, error) {
	defer v.done()
	given := C.go_hcl_stdlib_as_bytes(v.use())
	if given.error != nil {
		return nil, newError(given.error)
	}
	return []byte(text(given.out)), nil
}
