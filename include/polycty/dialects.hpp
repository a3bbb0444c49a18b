// Conversion by the rules of a dialect.

#ifndef POLYCTY_DIALECTS_HPP
#define POLYCTY_DIALECTS_HPP

#include "values.hpp"
#include "dialects.h"

namespace polycty {

// ============================================================================
// CONVERSION
// ============================================================================

// The methods of Converter and ConverterRef.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// std::vector<polycty::Value> convert_all(polycty::ConverterRef by, polycty::ValueRef list) {
//     std::vector<polycty::Value> converted;
//     for (polycty::ValueRef element : list.elements()) {
//         converted.push_back(by.apply(element));
//     }
//     return converted;
// }
// ```
class ConverterMethods : public detail::View<pcty_converter> {
  public:
    using View::View;
    TypeRef from() const noexcept { return TypeRef(detail::info(pcty_converter_info, get()).source); }
    TypeRef to() const noexcept { return TypeRef(detail::info(pcty_converter_info, get()).target); }
    // Errors: Code::conversion with the path to the part that does not convert; Code::type.
    Value apply(ValueRef value) const;

  protected:
    ConverterMethods(const ConverterMethods &) = default;
    ConverterMethods &operator=(const ConverterMethods &) = default;
    ~ConverterMethods() = default;
};

// A view of a Converter: owns nothing, and is valid as long as the owner of the converter. It can
// be assigned, which makes it a view of a different object; an owner cannot be assigned through it.
//
// Ownership: owns nothing.
// Threads: as the viewed object.
//
// ```cpp
// polycty::Value convert_twice(polycty::ConverterRef by, polycty::ValueRef value) {
//     return by.apply(by.apply(value));
// }
// ```
class ConverterRef : public ConverterMethods {
  public:
    using ConverterMethods::ConverterMethods;
    ConverterRef(const ConverterMethods &of) noexcept : ConverterMethods(of.get()) {}
};

// A conversion from one type to another, compiled once.
//
// Ownership: a copy counts a reference.
// Errors: Code::conversion if there is no conversion of this safety; Code::unsupported.
// Threads: any number at once.
//
// ```cpp
// polycty::Value number_of(std::string_view digits) {
//     static const polycty::Converter converter(polycty::Type::string(), polycty::Type::number(),
//                                               polycty::Dialect::hcl);
//     return converter.apply(polycty::Value::string(digits));
// }
// ```
class Converter : public detail::Shared<ConverterMethods, pcty_converter, pcty_converter_clone,
                                        pcty_converter_free> {
  public:
    using Shared::Shared;
    TypeRef from() const & noexcept { return ConverterMethods::from(); }
    Type from() const && { return from(); }
    TypeRef to() const & noexcept { return ConverterMethods::to(); }
    Type to() const && { return to(); }
    Converter(TypeRef from, TypeRef to, Dialect dialect, Safety safety = Safety::unsafe);
};

// The common type that several types convert to, and their converters.
//
// Ownership: move-only.
// Errors: Code::conversion if there is none, or for an empty list; Code::unsupported.
// Threads: any number at once.
//
// ```cpp
// polycty::Type common_type(polycty::TypeRef a, polycty::TypeRef b) {
//     return polycty::Unification({a, b}, polycty::Dialect::hcl).type();
// }
// ```
class Unification : public detail::Owned<detail::View<pcty_unification>, pcty_unification,
                                         pcty_unification_free> {
  public:
    using Owned::Owned;
    Unification(const Types &types, Dialect dialect, Safety safety = Safety::unsafe);
    TypeRef type() const & noexcept { return TypeRef(detail::info(pcty_unification_info, get()).type); }
    Type type() const && { return type(); }
    // The number of the given types.
    std::size_t size() const noexcept { return detail::info(pcty_unification_info, get()).count; }
    // The conversion of the given type at a position; nothing where its values need none.
    std::optional<ConverterRef> converter(std::size_t index) const & noexcept;
    std::optional<Converter> converter(std::size_t index) const && { return converter(index); }
    // Converts a value of the given type at a position to the common type.
    Value apply(std::size_t index, ValueRef value) const;
};

// --- Conversion

inline Value ConverterMethods::apply(ValueRef value) const {
    return Value(detail::made<pcty_value>(pcty_converter_apply, get(), value.get()));
}

inline Converter::Converter(TypeRef from, TypeRef to, Dialect dialect, Safety safety)
    : Shared(detail::made<pcty_converter>(pcty_converter_new, from.get(),
                                          to.get(), static_cast<pcty_dialect>(dialect),
                                          static_cast<pcty_safety>(safety))) {}

inline Unification::Unification(const Types &types, Dialect dialect, Safety safety)
    : Owned(detail::made<pcty_unification>(pcty_type_unify, types.data(),
                                           types.size(), static_cast<pcty_dialect>(dialect),
                                           static_cast<pcty_safety>(safety))) {}

inline std::optional<ConverterRef> Unification::converter(std::size_t index) const & noexcept {
    return detail::some<ConverterRef>(pcty_unification_converter_at(get(), index));
}

inline Value Unification::apply(std::size_t index, ValueRef value) const {
    if (index >= size()) {
        detail::past_the_end(index, size());
    }
    std::optional<ConverterRef> by = converter(index);
    return by ? by->apply(value) : Value(value);
}

} // namespace polycty

#endif // POLYCTY_DIALECTS_HPP
