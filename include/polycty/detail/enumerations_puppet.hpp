// The enumerations of puppet.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_PUPPET_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_PUPPET_HPP

#include "../puppet.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace puppet {

// An end of an iteration.
enum class End : std::uint32_t {
    // The first of the remaining values.
    front = PCTY_PUPPET_FRONT,
    // The last of the remaining values, in the order of `reverse_each`.
    back = PCTY_PUPPET_BACK,
};

inline detail::Names<End> names_of(End) noexcept {
    static constexpr detail::Named<End> all[] = {
        {End::front, "front"},
        {End::back, "back"},
    };
    return all;
}

// An operator of the language between two types. The wider type is the greater one.
enum class Comparison : std::uint32_t {
    // `==`: the types are the same, or each accepts the other.
    equal = PCTY_PUPPET_EQUAL,
    // `!=`
    not_equal = PCTY_PUPPET_NOT_EQUAL,
    // `<`: the right type accepts the left one and does not equal it.
    less = PCTY_PUPPET_LESS,
    // `<=`: the right type accepts the left one.
    less_or_equal = PCTY_PUPPET_LESS_OR_EQUAL,
    // `>`: the left type accepts the right one and does not equal it.
    greater = PCTY_PUPPET_GREATER,
    // `>=`: the left type accepts the right one.
    greater_or_equal = PCTY_PUPPET_GREATER_OR_EQUAL,
    // The types have the same structure, where the members of a Variant and other parts that Puppet
    // compares as sets may be in any order. The language has no operator for it; it is finer than
    // `==`.
    same = PCTY_PUPPET_SAME,
};

inline detail::Names<Comparison> names_of(Comparison) noexcept {
    static constexpr detail::Named<Comparison> all[] = {
        {Comparison::equal, "equal"},
        {Comparison::not_equal, "not_equal"},
        {Comparison::less, "less"},
        {Comparison::less_or_equal, "less_or_equal"},
        {Comparison::greater, "greater"},
        {Comparison::greater_or_equal, "greater_or_equal"},
        {Comparison::same, "same"},
    };
    return all;
}

// The detail of a type's text.
enum class Detail : std::uint32_t {
    // The canonical text: defaults are omitted, and an alias is its name.
    canonical = PCTY_PUPPET_CANONICAL,
    // Aliases as `Name = definition`, and object types in full.
    expanded = PCTY_PUPPET_EXPANDED,
    // The canonical text, with the string of a type that has exactly one string.
    debug = PCTY_PUPPET_DEBUG,
    // The expanded text, with the string of a type that has exactly one string.
    expanded_debug = PCTY_PUPPET_EXPANDED_DEBUG,
};

inline detail::Names<Detail> names_of(Detail) noexcept {
    static constexpr detail::Named<Detail> all[] = {
        {Detail::canonical, "canonical"},
        {Detail::expanded, "expanded"},
        {Detail::debug, "debug"},
        {Detail::expanded_debug, "expanded_debug"},
    };
    return all;
}

// The type to infer from a value.
enum class Inference : std::uint32_t {
    // One type for all elements of an array or a hash, and its size.
    reduced = PCTY_PUPPET_REDUCED,
    // The reduced type without bounds and sizes.
    general = PCTY_PUPPET_GENERAL,
    // A type for each element: the result of `type($value)`.
    detailed = PCTY_PUPPET_DETAILED,
};

inline detail::Names<Inference> names_of(Inference) noexcept {
    static constexpr detail::Named<Inference> all[] = {
        {Inference::reduced, "reduced"},
        {Inference::general, "general"},
        {Inference::detailed, "detailed"},
    };
    return all;
}

// The treatment of a parameter without a value.
enum class Missing : std::uint32_t {
    // An error, unless the parameter is optional.
    refused = PCTY_PUPPET_MISSING_REFUSED,
    // Accepted: the value is supplied later.
    allowed = PCTY_PUPPET_MISSING_ALLOWED,
};

inline detail::Names<Missing> names_of(Missing) noexcept {
    static constexpr detail::Named<Missing> all[] = {
        {Missing::refused, "refused"},
        {Missing::allowed, "allowed"},
    };
    return all;
}

// The version of Puppet whose notation and rules apply.
enum class Mode : std::uint32_t {
    // The current language.
    current = PCTY_PUPPET_CURRENT,
    // The language of the early specification, with its names, defaults and rules.
    early = PCTY_PUPPET_EARLY,
};

inline detail::Names<Mode> names_of(Mode) noexcept {
    static constexpr detail::Named<Mode> all[] = {
        {Mode::current, "current"},
        {Mode::early, "early"},
    };
    return all;
}

// An operator between two numbers.
enum class Operator : std::uint32_t {
    // `+`
    add = PCTY_PUPPET_ADD,
    // `-`
    subtract = PCTY_PUPPET_SUBTRACT,
    // `*`
    multiply = PCTY_PUPPET_MULTIPLY,
    // `/`
    divide = PCTY_PUPPET_DIVIDE,
    // `%`, only for integers.
    modulo = PCTY_PUPPET_MODULO,
    // `<<`, only for integers.
    shift_left = PCTY_PUPPET_SHIFT_LEFT,
    // `>>`, only for integers.
    shift_right = PCTY_PUPPET_SHIFT_RIGHT,
};

inline detail::Names<Operator> names_of(Operator) noexcept {
    static constexpr detail::Named<Operator> all[] = {
        {Operator::add, "add"},
        {Operator::subtract, "subtract"},
        {Operator::multiply, "multiply"},
        {Operator::divide, "divide"},
        {Operator::modulo, "modulo"},
        {Operator::shift_left, "shift_left"},
        {Operator::shift_right, "shift_right"},
    };
    return all;
}

// The kind of a value that only Puppet has.
enum class ValueKind : std::uint32_t {
    // None: a value that other dialects also have, or a value with marks.
    none = PCTY_PUPPET_NONE,
    // `default`.
    default_ = PCTY_PUPPET_DEFAULT,
    // A Hash: keys of any kind, in their order.
    hash = PCTY_PUPPET_HASH,
    // A Regexp.
    regexp = PCTY_PUPPET_REGEXP,
    // A Sensitive.
    sensitive = PCTY_PUPPET_SENSITIVE,
    // A SemVer.
    semver = PCTY_PUPPET_SEMVER,
    // A SemVerRange.
    semver_range = PCTY_PUPPET_SEMVER_RANGE,
    // A Timespan.
    timespan = PCTY_PUPPET_TIMESPAN,
    // A Timestamp.
    timestamp = PCTY_PUPPET_TIMESTAMP,
    // A Binary.
    binary = PCTY_PUPPET_BINARY,
    // A URI.
    uri = PCTY_PUPPET_URI,
    // An Iterator.
    iterator = PCTY_PUPPET_ITERATOR,
    // An object.
    object = PCTY_PUPPET_OBJECT,
};

inline detail::Names<ValueKind> names_of(ValueKind) noexcept {
    static constexpr detail::Named<ValueKind> all[] = {
        {ValueKind::none, "none"},
        {ValueKind::default_, "default"},
        {ValueKind::hash, "hash"},
        {ValueKind::regexp, "regexp"},
        {ValueKind::sensitive, "sensitive"},
        {ValueKind::semver, "semver"},
        {ValueKind::semver_range, "semver_range"},
        {ValueKind::timespan, "timespan"},
        {ValueKind::timestamp, "timestamp"},
        {ValueKind::binary, "binary"},
        {ValueKind::uri, "uri"},
        {ValueKind::iterator, "iterator"},
        {ValueKind::object, "object"},
    };
    return all;
}

} // namespace puppet

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_PUPPET_HPP
