// Types and values of mcl.

#ifndef POLYCTY_MCL_HPP
#define POLYCTY_MCL_HPP

#include "values.hpp"
#include "mcl.h"
#include "detail/enumerations_mcl.hpp"

namespace polycty {

// The parts that are specific to mcl; for the general operations pass Dialect::mcl. Errors are
// those of the C functions of the same name.
namespace mcl {

// The condition under which two types are accepted as equal.
struct Match {
    bool partial; // a type is missing in one of them
    bool variant; // one of them contains `variant`
};

// Parses a type; its variables are those of the scope.
inline Type parse(std::string_view notation, const VariableScope &scope) {
    return Type(
        detail::made<pcty_type>(pcty_mcl_type_parse, detail::str(notation), scope.get()));
}

// Returns the difference of two types; nullopt if they are equal up to the names of variables.
inline std::optional<Error> difference(TypeRef a, TypeRef b) {
    try {
        detail::done(pcty_mcl_type_check_equal, a.get(), b.get());
    } catch (Error &error) {
        if (error.code() != Code::type) {
            throw;
        }
        return std::move(error);
    }
    return std::nullopt;
}

// Throws if both types are known and different and neither is `variant`; otherwise returns the
// condition of their equality. nullopt is an unknown type.
inline Match match(std::optional<TypeRef> a, std::optional<TypeRef> b) {
    pcty_mcl_match found = detail::read<pcty_mcl_match>(
        pcty_mcl_type_match, detail::pointer(a), detail::pointer(b));
    return Match{(found & PCTY_MCL_MATCH_PARTIAL) != 0, (found & PCTY_MCL_MATCH_VARIANT) != 0};
}

// Returns a type under the most general substitution that makes two types equal.
inline Type unify(TypeRef a, TypeRef b, TypeRef of) {
    return Type(detail::made<pcty_type>(pcty_mcl_type_unify, a.get(), b.get(), of.get()));
}

// Returns whether values of the type may be keys of maps.
inline bool is_hashable(TypeRef type) noexcept { return pcty_mcl_type_is_hashable(type.get()); }

// Returns the zero value of a type.
inline Value zero(TypeRef type) {
    return Value(detail::made<pcty_value>(pcty_mcl_value_zero, type.get()));
}

// Creates a list of a list type.
inline Value list(TypeRef type, const Values &elements) {
    return Value(detail::made<pcty_value>(pcty_mcl_value_list, type.get(), elements.data(),
                                          elements.size()));
}

// Creates a struct of a struct type, with a value for each field in the order of the type.
inline Value structure(TypeRef type, const Values &values) {
    return Value(detail::made<pcty_value>(pcty_mcl_value_struct, type.get(), values.data(),
                                          values.size()));
}

// Creates a map of a map type, with a value for each key; for duplicate keys the last one is used.
inline Value map(TypeRef type, const Values &keys, const Values &values) {
    if (keys.size() != values.size()) {
        throw Error(Code::invalid_argument, "the numbers of keys and values differ");
    }
    return Value(detail::made<pcty_value>(pcty_mcl_value_map, type.get(), keys.data(),
                                          values.data(), keys.size()));
}

// Decodes JSON text to a value of a type.
inline Value from_json(std::string_view json, TypeRef type,
                       StructFields fields = StructFields::exact) {
    return Value(detail::made<pcty_value>(pcty_mcl_value_from_json, detail::str(json), type.get(),
                                          static_cast<pcty_mcl_fields>(fields)));
}

// Returns a value in the language's output format.
inline std::string format(ValueRef value) {
    return detail::text(detail::made<pcty_string>(pcty_mcl_value_format, value.get()));
}

// Returns the order of two values of one type: -1, 0 or 1.
inline int compare(ValueRef a, ValueRef b) noexcept {
    return pcty_mcl_value_compare(a.get(), b.get());
}

// Returns the value under a key of a map, valid as long as the map.
inline std::optional<ValueRef> get(ValueRef map, ValueRef key) noexcept {
    return detail::some<ValueRef>(pcty_mcl_value_get(map.get(), key.get()));
}
void get(Value &&map, ValueRef key) = delete;

} // namespace mcl

} // namespace polycty

#endif // POLYCTY_MCL_HPP
