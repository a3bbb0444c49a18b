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

// The layout of heredocs.
enum class Heredocs : std::uint32_t {
    // As by `terraform fmt`, which changes the indentation of all following lines if an
    // interpolation in a heredoc has several lines.
    terraform = PCTY_HCL_HEREDOCS_TERRAFORM,
    // The lines of an interpolation are indented from the line on which it starts, and the lines
    // after a heredoc as before it. The lines of a `<<-` heredoc are indented from the line that
    // opens it. Values do not change.
    indented = PCTY_HCL_HEREDOCS_INDENTED,
};

inline detail::Names<Heredocs> names_of(Heredocs) noexcept {
    static constexpr detail::Named<Heredocs> all[] = {
        {Heredocs::terraform, "terraform"},
        {Heredocs::indented, "indented"},
    };
    return all;
}

// The columns in which consecutive lines are aligned.
enum class Alignment : std::uint32_t {
    // Equals signs and comments at the end of lines, as by `terraform fmt`.
    all = PCTY_HCL_ALIGNMENT_ALL,
    // Only equals signs.
    equals = PCTY_HCL_ALIGNMENT_EQUALS,
    // Only comments.
    comments = PCTY_HCL_ALIGNMENT_COMMENTS,
    // Nothing: one space precedes equals signs and comments.
    none = PCTY_HCL_ALIGNMENT_NONE,
};

inline detail::Names<Alignment> names_of(Alignment) noexcept {
    static constexpr detail::Named<Alignment> all[] = {
        {Alignment::all, "all"},
        {Alignment::equals, "equals"},
        {Alignment::comments, "comments"},
        {Alignment::none, "none"},
    };
    return all;
}

// The order of arguments, blocks and keys of objects. Comments move with their items.
enum class Order : std::uint32_t {
    // The order of the text.
    source = PCTY_HCL_ORDER_SOURCE,
    // Arguments precede blocks. With hcl::Style::terraform, meta-arguments precede other arguments,
    // `lifecycle` and `depends_on` follow all other items, and the arguments of variables and
    // outputs have the order of Terraform's style guide.
    conventional = PCTY_HCL_ORDER_CONVENTIONAL,
    // As hcl::Order::conventional; in addition, the other arguments and the keys of objects are
    // sorted by name between blank lines.
    alphabetical = PCTY_HCL_ORDER_ALPHABETICAL,
};

inline detail::Names<Order> names_of(Order) noexcept {
    static constexpr detail::Named<Order> all[] = {
        {Order::source, "source"},
        {Order::conventional, "conventional"},
        {Order::alphabetical, "alphabetical"},
    };
    return all;
}

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_HCL_WRITE_HPP
