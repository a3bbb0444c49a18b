package polycty

// #include "shims.h"
// #include "handmade.h"
import "C"

// FuncParts are the parts of a function type.
type FuncParts struct {
	// Params are the positional parameters.
	Params []FuncParam
	// VarParam is what any further arguments must be; nil if there may be none.
	VarParam *FuncParam
	// Block is the type of the block parameter, which only Puppet has; nil for none. The
	// caller may leave it away if BlockOptional.
	Block         *Type
	BlockOptional bool
	// Result is the type of the result; nil where it is not said.
	Result *Type
}

// A FuncParam is a parameter of a function type; its name may be empty.
type FuncParam struct {
	Name string
	Type *Type
}

// Func is a function type.
func Func(parts FuncParts) (*Type, error) {
	params := parts.Params
	if parts.VarParam != nil {
		params = append(params[:len(params):len(params)], *parts.VarParam)
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
	return madeType(C.go_type_function(text, lengths, pointers, C.size_t(len(parts.Params)),
		C.bool(parts.VarParam != nil), parts.Block.use(), presence, parts.Result.use()))
}

// FuncParts are the parts of a function type, and whether it is one that says them.
func (t *Type) FuncParts() (FuncParts, bool) {
	defer t.done()
	p := t.use()
	read := C.go_type_function_info(p)
	if !read.listed {
		return FuncParts{}, false
	}
	var parts FuncParts
	for at := C.size_t(0); at < read.count; at++ {
		param := C.go_type_function_parameter_at(p, at)
		parts.Params = append(parts.Params, FuncParam{text(param.name), newType(param._type)})
	}
	if param := read.variadic; param.found {
		parts.VarParam = &FuncParam{text(param.name), newType(param._type)}
	}
	parts.Block = newType(read.block)
	parts.BlockOptional = parts.Block != nil && bool(read.block_optional)
	parts.Result = newType(read.result)
	return parts, true
}
