// The enumerations of hcl_write.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_HCL_WRITE_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_HCL_WRITE_HPP

#include "../hcl_write.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace hcl {

// The kind of the last argument of a call.
enum class Arguments : std::uint32_t {
    // One argument, like the others.
    single = PCTY_HCL_ARGUMENTS_SINGLE,
    // A list of arguments, followed by `...`.
    expanded = PCTY_HCL_ARGUMENTS_EXPANDED,
};

inline detail::Names<Arguments> names_of(Arguments) noexcept {
    static constexpr detail::Named<Arguments> all[] = {
        {Arguments::single, "single"},
        {Arguments::expanded, "expanded"},
    };
    return all;
}

// The notation of the strings of a value.
enum class StringStyle : std::uint32_t {
    // In quotes, each on one line.
    quoted = PCTY_HCL_STRING_QUOTED,
    // Strings of several lines are heredocs if a heredoc can represent them and a newline may
    // follow: the value as a whole, and the values of attributes of objects and of keys of maps.
    // Other strings are in quotes.
    heredocs = PCTY_HCL_STRING_HEREDOC,
};

inline detail::Names<StringStyle> names_of(StringStyle) noexcept {
    static constexpr detail::Named<StringStyle> all[] = {
        {StringStyle::quoted, "quoted"},
        {StringStyle::heredocs, "heredocs"},
    };
    return all;
}

// The changes that formatting makes.
enum class Style : std::uint32_t {
    // Only blanks change.
    layout = PCTY_HCL_STYLE_LAYOUT,
    // Blanks change, and outdated notations are replaced, as by `terraform fmt`: an interpolation
    // that is the whole template becomes its expression, labels get quotes, and the types of
    // variables become type expressions.
    terraform = PCTY_HCL_STYLE_TERRAFORM,
};

inline detail::Names<Style> names_of(Style) noexcept {
    static constexpr detail::Named<Style> all[] = {
        {Style::layout, "layout"},
        {Style::terraform, "terraform"},
    };
    return all;
}

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_HCL_WRITE_HPP
