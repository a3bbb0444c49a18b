//go:build cgo

package polycty

import (
	"context"
	"reflect"
	"strconv"
)

// As returns the value as a Go value of the type T, by the rules of Decode.
func As[T any](v *Value) (T, error) {
	var decoded T
	if err := v.Decode(&decoded); err != nil {
		var zero T
		return zero, err
	}
	return decoded, nil
}

var (
	typeOfContext = reflect.TypeOf((*context.Context)(nil)).Elem()
	typeOfError   = reflect.TypeOf((*error)(nil)).Elem()
)

// FuncOf returns a function that a Go function with ordinary types implements:
//
//	repeat, err := polycty.FuncOf(func(text string, count int) (string, error) { … })
//
// Arguments are decoded as by Decode, and the result is encoded as by ValueOf; TypeOf has the table
// of types. The last parameter may be variadic. A first parameter of the type context.Context
// receives the context of the call, as FunctionSpec.Impl does, and does not count as a parameter.
// The second result may be an error, which ends the call.
//
// A parameter of the type *Value takes arguments of any type. A pointer, a *Value and an any accept
// nulls as nil (a *Value as a null). For unknown arguments the result is unknown, and marks of
// arguments are added to the result. An argument that does not fit its Go type, such as 300 for an
// int8, is an error about this argument.
func FuncOf(function any) (*Function, error) {
	call := reflect.ValueOf(function)
	if call.Kind() != reflect.Func || call.IsNil() {
		return nil, Errorf(ErrInvalidArgument, "expected a Go function, found %T", function)
	}
	t := call.Type()
	g := goFunction{call: call}
	if t.NumIn() > 0 && t.In(0) == typeOfContext {
		g.context = true
	}
	var spec FunctionSpec
	for at := g.first(); at < t.NumIn(); at++ {
		in, variadic := t.In(at), t.IsVariadic() && at == t.NumIn()-1
		if variadic {
			in = in.Elem()
		}
		parameter, err := g.add(in)
		switch {
		case err != nil:
			return nil, err
		case variadic:
			spec.VariadicParameter = &parameter
		default:
			spec.Parameters = append(spec.Parameters, parameter)
		}
	}
	switch {
	case t.NumOut() == 2 && t.Out(1) == typeOfError:
	case t.NumOut() != 1 || t.Out(0) == typeOfError:
		return nil, Errorf(ErrInvalidArgument, "expected a Go function that returns a result and optionally an error, found %s", t)
	}
	result, err := formOf(t.Out(0))
	if err != nil {
		return nil, err
	}
	if spec.Type, _, err = result.read(); err != nil {
		return nil, err
	}
	if spec.Type == nil {
		spec.Type = Any()
	}
	spec.Impl = g.impl
	return NewFunction(spec)
}

// A goFunction is a Go function with ordinary types.
type goFunction struct {
	call    reflect.Value
	context bool           // whether the first parameter is a context
	takes   []reflect.Type // the Go types of the other parameters; the last one may be variadic
}

// first returns the position of the first parameter that takes an argument.
func (g *goFunction) first() int {
	if g.context {
		return 1
	}
	return 0
}

// add adds a parameter of a Go type.
func (g *goFunction) add(in reflect.Type) (Parameter, error) {
	f, err := formOf(in)
	if err != nil {
		return Parameter{}, err
	}
	_, constraint, err := f.read()
	if err != nil {
		return Parameter{}, err
	}
	g.takes = append(g.takes, in)
	nullable := f.kind == formPointer || f.kind == formAny || f.kind == formValue
	return Parameter{Name: "arg" + strconv.Itoa(len(g.takes)), Type: constraint, AllowNull: nullable}, nil
}

func (g *goFunction) impl(ctx context.Context, args []*Value, _ *Type) (*Value, error) {
	var in []reflect.Value
	if g.context {
		in = append(in, reflect.ValueOf(&ctx).Elem())
	}
	for at, argument := range args {
		position := at
		if position >= len(g.takes) {
			position = len(g.takes) - 1
		}
		target := reflect.New(g.takes[position])
		if err := argument.Decode(target.Interface()); err != nil {
			if known, ok := err.(*Error); ok {
				err = known.WithArgument(at)
			}
			return nil, err
		}
		in = append(in, target.Elem())
	}
	out := g.call.Call(in)
	if len(out) == 2 && !out[1].IsNil() {
		return nil, out[1].Interface().(error)
	}
	return ValueOf(out[0].Interface())
}
