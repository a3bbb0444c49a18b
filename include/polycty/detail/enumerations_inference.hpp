// The enumerations of inference.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_INFERENCE_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_INFERENCE_HPP

#include "../inference.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

// The reason of a conflict between two types.
enum class Rule : std::uint32_t {
    // No conflict; the value in zeroed data.
    missing = PCTY_INFER_RULE_MISSING,
    // The types are of different kinds.
    constructor = PCTY_INFER_RULE_CONSTRUCTOR,
    // The types are of one kind and differ in a detail: bounds, sizes, values, names.
    detail = PCTY_INFER_RULE_DETAIL,
    // Tuples, unions or nominal types have different numbers of parts.
    part_count = PCTY_INFER_RULE_PART_COUNT,
    // Objects have different numbers of fields.
    field_count = PCTY_INFER_RULE_FIELD_COUNT,
    // Objects have different fields, or the same fields in a different order.
    field_names = PCTY_INFER_RULE_FIELD_NAMES,
    // Functions take different numbers of arguments.
    parameter_count = PCTY_INFER_RULE_PARAMETER_COUNT,
    // A type would contain itself.
    occurs = PCTY_INFER_RULE_OCCURS,
    // The callback of a signature rejects a call.
    reported = PCTY_INFER_RULE_REPORTED,
    // An invariant applies to a type that has already been generalized.
    generalized = PCTY_INFER_RULE_GENERALIZED,
};

inline detail::Names<Rule> names_of(Rule) noexcept {
    static constexpr detail::Named<Rule> all[] = {
        {Rule::missing, "missing"},
        {Rule::constructor, "constructor"},
        {Rule::detail, "detail"},
        {Rule::part_count, "part_count"},
        {Rule::field_count, "field_count"},
        {Rule::field_names, "field_names"},
        {Rule::parameter_count, "parameter_count"},
        {Rule::occurs, "occurs"},
        {Rule::reported, "reported"},
        {Rule::generalized, "generalized"},
    };
    return all;
}

// The kind of a solution.
enum class SolutionKind : std::uint32_t {
    // No solution; the value in zeroed data.
    missing = PCTY_INFER_MISSING,
    // Every expression has one type.
    solved = PCTY_INFER_SOLVED,
    // Some expressions may have several types.
    ambiguous = PCTY_INFER_AMBIGUOUS,
    // The invariants cannot all hold.
    conflict = PCTY_INFER_CONFLICT,
    // The budget of the search was exceeded.
    undecided = PCTY_INFER_UNDECIDED,
};

inline detail::Names<SolutionKind> names_of(SolutionKind) noexcept {
    static constexpr detail::Named<SolutionKind> all[] = {
        {SolutionKind::missing, "missing"},
        {SolutionKind::solved, "solved"},
        {SolutionKind::ambiguous, "ambiguous"},
        {SolutionKind::conflict, "conflict"},
        {SolutionKind::undecided, "undecided"},
    };
    return all;
}

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_INFERENCE_HPP
