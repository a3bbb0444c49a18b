// Functions, and the standard library of HCL.

#ifndef POLYCTY_FUNCTIONS_HPP
#define POLYCTY_FUNCTIONS_HPP

#include "values.hpp"
#include "functions.h"

namespace polycty {

// ============================================================================
// FUNCTIONS
// ============================================================================

// A parameter of a function.
struct Parameter {
    std::string name;
    Type type;
    pcty_parameter_flags flags = allow::nothing; // of namespace allow
    std::string description;

    Parameter(std::string_view called, TypeRef of, pcty_parameter_flags lets = allow::nothing,
              std::string_view described = {})
        : name(called), type(of), flags(lets), description(described) {}
};

// The arguments of a call, borrowed for the call.
using Arguments = Range<ValueRef, const pcty_value *>;

// The parts of a function. Set `return_type` or `find_return_type`, and `implementation`. Their
// exceptions become the error of the call: an Error unchanged, with its path and argument; any
// other exception as Code::callback. If the host calls from several threads, they may run on
// several threads at once.
struct FunctionSpec {
    std::string description;
    std::vector<Parameter> parameters;
    std::optional<Parameter> variadic;
    bool never_null = false; // for every result, including an unknown one
    std::optional<Type> return_type;
    // Returns the type of the result for arguments any of which may be unknown.
    Callback<Type(Arguments)> find_return_type;
    // Returns the result for valid arguments, and the return type that was found for them.
    Callback<Value(Arguments, TypeRef)> implementation;
    // An unknown value whose refinements apply to every result.
    std::optional<Value> promise = std::nullopt;
};

// A function that can be called with values.
//
// Ownership: a copy counts a reference; the callables are destroyed with the last reference, on the
// thread that drops it.
// Errors: `call` throws Code::invalid_argument for a wrong number of arguments, null and type, with
// the argument's index, for a mismatched argument, and the errors of the function.
// Threads: any number may call it at once.
//
// ```cpp
// polycty::Function make_add() {
//     using polycty::Type;
//     return polycty::Function({{"a", Type::number()}, {"b", Type::number()}}, Type::number(),
//                              [](polycty::Arguments args, polycty::TypeRef) {
//                                  return args[0] + args[1];
//                              });
// }
// ```
class Function : public detail::Shared<detail::View<pcty_function>, pcty_function,
                                       pcty_function_clone, pcty_function_free> {
  public:
    using Shared::Shared;
    explicit Function(FunctionSpec spec);
    Function(std::vector<Parameter> parameters, TypeRef return_type,
             Callback<Value(Arguments, TypeRef)> implementation)
        : Function(FunctionSpec{{}, std::move(parameters), {}, false, Type(return_type), {},
                                std::move(implementation)}) {}

    Value call(const Values &args) const;
    // Returns the type of the result for these arguments, any of which may be unknown, or for
    // arguments of these types. The implementation is not called.
    Type return_type_for_values(const Values &args) const;
    Type return_type_for_types(const Types &types) const;
    // Returns the return type, if it is the same for all arguments.
    std::optional<TypeRef> fixed_return_type() const & noexcept;
    std::optional<Type> fixed_return_type() const && { return fixed_return_type(); }
    std::string_view description() const & noexcept {
        return detail::view(detail::info(pcty_function_info, get()).description);
    }
    std::string description() const && { return std::string(description()); }
    Range<Parameter, pcty_function> parameters() const & noexcept;
    void parameters() const && = delete;
    std::optional<Parameter> variadic() const;
};

// The functions of HCL, by cty's names; each has a number, from 0 in the order of the names.
//
// Ownership: a function is another handle of a function of the library. The result of `as_bytes` is
// borrowed and valid as long as the value.
// Errors: `call` throws the errors of Function::call, and Code::limit for a result that would be
// too large; `as_bytes` throws Code::marked, null, unknown, and type.
namespace stdlib {

std::size_t count() noexcept;
std::string_view name(std::size_t index) noexcept;
std::optional<std::size_t> find(std::string_view name);
// Errors: Code::not_found for a number that no function has.
Function function(std::size_t index);
Value call(std::size_t index, const Values &args);

// Returns the capsule type of bytes.
TypeRef bytes_type() noexcept;
Value bytes(Span<std::uint8_t> content);
Span<std::uint8_t> as_bytes(ValueRef value);
void as_bytes(Value &&value) = delete;

} // namespace stdlib

namespace detail {

inline Parameter parameter(const pcty_parameter &lent) {
    return Parameter(view(lent.name), TypeRef(lent.type), lent.flags, view(lent.description));
}

} // namespace detail

// --- Functions

namespace detail {

// The data of a function that the library stores: its callables.
struct Host {
    Callback<Type(Arguments)> find_return_type;
    Callback<Value(Arguments, TypeRef)> implementation;

    static Arguments lend(const pcty_value *const *args, std::size_t count) {
        return {args, count, [](const pcty_value *const *from, std::size_t i, std::size_t) {
                    return ValueRef(from[i]);
                }};
    }
    static pcty_status call(void *data, const pcty_value *const *args, std::size_t count,
                            const pcty_type *return_type, pcty_value **out,
                            pcty_error **error) noexcept {
        return guarded(error, [&] {
            const Host &host = *static_cast<const Host *>(data);
            *out = host.implementation(lend(args, count), TypeRef(return_type)).release();
        });
    }
    static pcty_status find(void *data, const pcty_value *const *args, std::size_t count,
                            pcty_type **out, pcty_error **error) noexcept {
        return guarded(error, [&] {
            const Host &host = *static_cast<const Host *>(data);
            *out = host.find_return_type(lend(args, count)).release();
        });
    }
    static void destroy(void *data) noexcept { delete static_cast<Host *>(data); }
};

inline pcty_parameter lend(const Parameter &from) noexcept {
    pcty_parameter parameter = PCTY_PARAMETER_INIT;
    parameter.flags = from.flags;
    parameter.name = str(from.name);
    parameter.description = str(from.description);
    parameter.type = from.type.get();
    return parameter;
}

} // namespace detail

inline Function::Function(FunctionSpec spec) {
    if (!spec.implementation) {
        throw Error(Code::invalid_argument, "a function requires an implementation");
    }
    detail::Array<pcty_parameter> parameters;
    for (const Parameter &parameter : spec.parameters) {
        parameters.push(detail::lend(parameter));
    }
    pcty_function_spec made = PCTY_FUNCTION_SPEC_INIT;
    made.refine = spec.never_null ? PCTY_REFINE_NOT_NULL : 0;
    made.description = detail::str(spec.description);
    made.parameters = parameters.data();
    made.parameter_count = parameters.size();
    pcty_parameter variadic = PCTY_PARAMETER_INIT;
    if (spec.variadic) {
        variadic = detail::lend(*spec.variadic);
        made.variadic = &variadic;
    }
    made.return_type = detail::pointer(spec.return_type);
    made.return_type_callback = spec.find_return_type ? detail::Host::find : nullptr;
    made.implementation = detail::Host::call;
    made.destroy = detail::Host::destroy;
    made.promise = detail::pointer(spec.promise);
    // From here on the library destroys the host, also if it rejects the function.
    made.user_data = new detail::Host{std::move(spec.find_return_type),
                                      std::move(spec.implementation)};
    handle_ = detail::made<pcty_function>(pcty_function_new, &made);
}

inline Value Function::call(const Values &args) const {
    return Value(detail::made<pcty_value>(pcty_function_call, get(), args.data(), args.size()));
}

inline Type Function::return_type_for_values(const Values &args) const {
    return Type(detail::made<pcty_type>(pcty_function_return_type_for_values, get(), args.data(),
                                        args.size()));
}

inline Type Function::return_type_for_types(const Types &types) const {
    return Type(detail::made<pcty_type>(pcty_function_return_type_for_types, get(), types.data(),
                                        types.size()));
}

inline std::optional<TypeRef> Function::fixed_return_type() const & noexcept {
    return detail::some<TypeRef>(detail::info(pcty_function_info, get()).fixed_return_type);
}

inline Range<Parameter, pcty_function> Function::parameters() const & noexcept {
    return {get(), detail::info(pcty_function_info, get()).parameter_count,
            [](const pcty_function *from, std::size_t i, std::size_t) {
                pcty_parameter borrowed = PCTY_PARAMETER_INIT;
                detail::done(pcty_function_parameter_at, from, i, &borrowed);
                return detail::parameter(borrowed);
            }};
}

inline std::optional<Parameter> Function::variadic() const {
    auto data = detail::info(pcty_function_info, get());
    if (!data.is_variadic) {
        return std::nullopt;
    }
    pcty_parameter borrowed = PCTY_PARAMETER_INIT;
    detail::done(pcty_function_parameter_at, get(), data.parameter_count, &borrowed);
    return detail::parameter(borrowed);
}

// --- The standard library

inline std::size_t stdlib::count() noexcept { return pcty_hcl_stdlib_count(); }

inline std::string_view stdlib::name(std::size_t index) noexcept {
    return detail::view(pcty_hcl_stdlib_name_at(index));
}

inline std::optional<std::size_t> stdlib::find(std::string_view name) {
    if (pcty_hcl_stdlib_get(detail::str(name)) == nullptr) {
        return std::nullopt;
    }
    std::size_t index = 0;
    while (stdlib::name(index) != name) {
        index++;
    }
    return index;
}

inline Function stdlib::function(std::size_t index) {
    if (index >= count()) {
        detail::past_the_end(index, count());
    }
    return Function(pcty_function_clone(pcty_hcl_stdlib_get(detail::str(name(index)))));
}

inline Value stdlib::call(std::size_t index, const Values &args) {
    return stdlib::function(index).call(args);
}

inline TypeRef stdlib::bytes_type() noexcept { return TypeRef(pcty_hcl_stdlib_bytes_type()); }

inline Value stdlib::bytes(Span<std::uint8_t> content) {
    return Value(detail::made<pcty_value>(pcty_hcl_stdlib_bytes, content.data(), content.size()));
}

inline Span<std::uint8_t> stdlib::as_bytes(ValueRef value) {
    pcty_str lent = detail::read<pcty_str>(pcty_hcl_stdlib_as_bytes, value.get());
    return {reinterpret_cast<const std::uint8_t *>(lent.data), lent.len};
}

} // namespace polycty

#endif // POLYCTY_FUNCTIONS_HPP
