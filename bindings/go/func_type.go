package polycty

/*
#include "shim.h"

static inline go_out go_type_func(const char *text, const size_t *lengths,
                                  const pcty_type *const *types, size_t positional, bool variadic,
                                  const pcty_type *block, pcty_presence block_presence,
                                  const pcty_type *result) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    size_t count = positional + (variadic ? 1 : 0);
    pcty_str *names = go_texts(text, lengths, count);
    pcty_param *params = (pcty_param *)malloc((count + 1) * sizeof *params);
    for (size_t i = 0; names != NULL && params != NULL && i < count; i++) {
        params[i].name = names[i].len == 0 ? (pcty_str){NULL, 0} : names[i];
        params[i].type = types[i];
    }
    pcty_func_type parts = PCTY_FUNC_TYPE_INIT;
    parts.params = PCTY_PARAMS_LISTED;
    parts.positional = params;
    parts.positional_count = positional;
    parts.variadic = variadic ? &params[positional] : NULL;
    parts.block = block;
    parts.block_presence = block_presence;
    parts.result = result;
    pcty_type_func(&parts, &out, &error);
    free(params);
    free(names);
    return (go_out){out, error};
}

typedef struct {
    pcty_str name;
    pcty_type *type;
    bool found;
} go_param;

static inline go_param go_type_func_param(const pcty_type *type, size_t at, bool variadic) {
    pcty_param param;
    if (variadic ? !pcty_type_func_variadic(type, &param) : !pcty_type_func_param_at(type, at, &param)) {
        return (go_param){{NULL, 0}, NULL, false};
    }
    return (go_param){param.name, pcty_type_clone(param.type), true};
}
static inline pcty_type *go_type_func_block(const pcty_type *type, pcty_presence *presence) {
    return pcty_type_clone(pcty_type_func_block(type, presence));
}
static inline pcty_type *go_type_func_result(const pcty_type *type) {
    return pcty_type_clone(pcty_type_func_result(type));
}
*/
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
	return madeType(C.go_type_func(text, lengths, pointers, C.size_t(len(parts.Params)),
		C.bool(parts.VarParam != nil), parts.Block.use(), presence, parts.Result.use()))
}

// FuncParts are the parts of a function type, and whether it is one that says them.
func (t *Type) FuncParts() (FuncParts, bool) {
	defer t.done()
	p := t.use()
	if C.pcty_type_func_params(p) != C.PCTY_PARAMS_LISTED {
		return FuncParts{}, false
	}
	var parts FuncParts
	for at := C.size_t(0); at < C.pcty_type_func_param_count(p); at++ {
		param := C.go_type_func_param(p, at, false)
		parts.Params = append(parts.Params, FuncParam{text(param.name), newType(param._type)})
	}
	if param := C.go_type_func_param(p, 0, true); param.found {
		parts.VarParam = &FuncParam{text(param.name), newType(param._type)}
	}
	var presence C.pcty_presence
	parts.Block = newType(C.go_type_func_block(p, &presence))
	parts.BlockOptional = parts.Block != nil && presence == C.PCTY_OPTIONAL
	parts.Result = newType(C.go_type_func_result(p))
	return parts, true
}
