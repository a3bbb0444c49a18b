package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// FunctionParts are the parts of a function type.
type FunctionParts struct {
	// Parameters are the positional parameters.
	Parameters []FunctionParameter
	// VariadicParameter is the parameter for all further arguments; nil if there are none.
	VariadicParameter *FunctionParameter
	// Block is the type of the block parameter, which only Puppet has; nil for none. The caller may
	// omit the block if BlockOptional.
	Block         *Type
	BlockOptional bool
	// Result is the type of the result; nil if unspecified.
	Result *Type
}

// A FunctionParameter is a parameter of a function type; its name may be empty.
type FunctionParameter struct {
	Name string
	Type *Type
}

// FunctionType returns a function type.
func FunctionType(parts FunctionParts) (*Type, error) {
	params := parts.Parameters
	if parts.VariadicParameter != nil {
		params = append(params[:len(params):len(params)], *parts.VariadicParameter)
	}
	names, types := make([]string, len(params)), make([]*Type, len(params))
	for at, param := range params {
		names[at], types[at] = param.Name, param.Type
	}
	presence := C.pcty_presence(C.PCTY_REQUIRED)
	if parts.BlockOptional {
		presence = C.PCTY_OPTIONAL
	}
	text, lengths, _ := pack(names).args()
	pointers, _ := useTypes(types).args()
	defer doneTypes(types)
	defer parts.Block.done()
	defer parts.Result.done()
	return madeType(C.go_type_function(text, lengths, pointers, C.size_t(len(parts.Parameters)),
		C.bool(parts.VariadicParameter != nil), parts.Block.use(), presence, parts.Result.use()))
}

// FunctionParts returns the parts of a function type, and whether the type is a function type that
// lists them.
func (t *Type) FunctionParts() (FunctionParts, bool) {
	defer t.done()
	p := t.use()
	read := C.go_type_function_info(p)
	if !read.listed {
		return FunctionParts{}, false
	}
	var parts FunctionParts
	for at := C.size_t(0); at < read.count; at++ {
		param := C.go_type_function_parameter_at(p, at)
		parts.Parameters = append(parts.Parameters, FunctionParameter{text(param.name), newType(param._type)})
	}
	if param := read.variadic; param.found {
		parts.VariadicParameter = &FunctionParameter{text(param.name), newType(param._type)}
	}
	parts.Block = newType(read.block)
	parts.BlockOptional = parts.Block != nil && bool(read.block_optional)
	parts.Result = newType(read.result)
	return parts, true
}
