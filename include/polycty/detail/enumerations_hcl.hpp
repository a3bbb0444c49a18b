// The enumerations of hcl.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_HCL_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_HCL_HPP

#include "../hcl.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace hcl {

// The form of an expression.
enum class Form : std::uint32_t {
    // There is no expression.
    missing = PCTY_HCL_FORM_MISSING,
    // A number, a string without sequences, `true`, `false` or `null`.
    literal = PCTY_HCL_FORM_LITERAL,
    // A template or heredoc of several pieces.
    template_ = PCTY_HCL_FORM_TEMPLATE,
    // A template that is one interpolation; its value has any type.
    template_wrap = PCTY_HCL_FORM_TEMPLATE_WRAP,
    // The joined results of the `for` directive of a template.
    template_join = PCTY_HCL_FORM_TEMPLATE_JOIN,
    // A variable and constant steps into it.
    traversal = PCTY_HCL_FORM_TRAVERSAL,
    // Constant steps into another expression.
    relative_traversal = PCTY_HCL_FORM_RELATIVE_TRAVERSAL,
    // A call of a function.
    call = PCTY_HCL_FORM_CALL,
    // `a ? b : c`, or a template's `if` directive.
    conditional = PCTY_HCL_FORM_CONDITIONAL,
    // `a[b]` with a key that is computed.
    index = PCTY_HCL_FORM_INDEX,
    // `[a, b]`.
    tuple = PCTY_HCL_FORM_TUPLE,
    // `{a = b}`.
    object = PCTY_HCL_FORM_OBJECT,
    // `[for v in c : v]` or `{for k, v in c : k => v}`.
    for_ = PCTY_HCL_FORM_FOR,
    // `a[*]` or `a.*`.
    splat = PCTY_HCL_FORM_SPLAT,
    // The current element of a splat. Evaluated alone, it is unknown.
    splat_item = PCTY_HCL_FORM_SPLAT_ITEM,
    // `-a` or `!a`.
    unary = PCTY_HCL_FORM_UNARY,
    // Operators of one precedence, from left to right: `a + b - c` has three operands.
    operations = PCTY_HCL_FORM_OPERATIONS,
    // `(a)`.
    parentheses = PCTY_HCL_FORM_PARENTHESES,
    // A part of the text that could not be parsed.
    invalid = PCTY_HCL_FORM_INVALID,
    // A value without a text, such as the values of an unknown body.
    value = PCTY_HCL_FORM_VALUE,
};

inline detail::Names<Form> names_of(Form) noexcept {
    static constexpr detail::Named<Form> all[] = {
        {Form::missing, "missing"},
        {Form::literal, "literal"},
        {Form::template_, "template"},
        {Form::template_wrap, "template_wrap"},
        {Form::template_join, "template_join"},
        {Form::traversal, "traversal"},
        {Form::relative_traversal, "relative_traversal"},
        {Form::call, "call"},
        {Form::conditional, "conditional"},
        {Form::index, "index"},
        {Form::tuple, "tuple"},
        {Form::object, "object"},
        {Form::for_, "for"},
        {Form::splat, "splat"},
        {Form::splat_item, "splat_item"},
        {Form::unary, "unary"},
        {Form::operations, "operations"},
        {Form::parentheses, "parentheses"},
        {Form::invalid, "invalid"},
        {Form::value, "value"},
    };
    return all;
}

// The role of a part in its expression.
enum class Role : std::uint32_t {
    // Not a part, or in a list of expressions that are not the parts of one expression.
    none = PCTY_HCL_ROLE_NONE,
    // A piece of a template.
    piece = PCTY_HCL_ROLE_PIECE,
    // The expression in parentheses.
    inner = PCTY_HCL_ROLE_INNER,
    // The expression that steps, an index or a splat apply to.
    source = PCTY_HCL_ROLE_SOURCE,
    // The expression that a splat evaluates for each element.
    each = PCTY_HCL_ROLE_EACH,
    // An argument of a call.
    argument = PCTY_HCL_ROLE_ARGUMENT,
    // The condition of a conditional, or the condition that a `for` selects by.
    condition = PCTY_HCL_ROLE_CONDITION,
    // The result of a conditional if its condition is true.
    then = PCTY_HCL_ROLE_THEN,
    // The result of a conditional if its condition is false.
    else_ = PCTY_HCL_ROLE_ELSE,
    // The collection that a `for` iterates over.
    collection = PCTY_HCL_ROLE_COLLECTION,
    // A computed key: of an index, of an item of an object, of a `for`.
    key = PCTY_HCL_ROLE_KEY,
    // A key of an item of an object that is a name, not a variable.
    name = PCTY_HCL_ROLE_NAME,
    // A value: of an item of an object, of a `for`.
    value = PCTY_HCL_ROLE_VALUE,
    // An element of a tuple.
    element = PCTY_HCL_ROLE_ELEMENT,
    // An operand.
    operand = PCTY_HCL_ROLE_OPERAND,
};

inline detail::Names<Role> names_of(Role) noexcept {
    static constexpr detail::Named<Role> all[] = {
        {Role::none, "none"},
        {Role::piece, "piece"},
        {Role::inner, "inner"},
        {Role::source, "source"},
        {Role::each, "each"},
        {Role::argument, "argument"},
        {Role::condition, "condition"},
        {Role::then, "then"},
        {Role::else_, "else"},
        {Role::collection, "collection"},
        {Role::key, "key"},
        {Role::name, "name"},
        {Role::value, "value"},
        {Role::element, "element"},
        {Role::operand, "operand"},
    };
    return all;
}

// A syntax of HCL.
enum class Syntax : std::uint32_t {
    // Native syntax.
    native = PCTY_HCL_NATIVE,
    // JSON syntax. Its strings are templates.
    json = PCTY_HCL_JSON,
    // A template in native syntax, without quotes around it. It has no bodies.
    template_ = PCTY_HCL_TEMPLATE,
};

inline detail::Names<Syntax> names_of(Syntax) noexcept {
    static constexpr detail::Named<Syntax> all[] = {
        {Syntax::native, "native"},
        {Syntax::json, "json"},
        {Syntax::template_, "template"},
    };
    return all;
}

// The notation that a type expression may use.
enum class TypeMode : std::uint32_t {
    // An exact type.
    exact = PCTY_HCL_TYPE_EXACT,
    // A type constraint: an exact type that may also contain `any`, and `optional(T)` for an
    // attribute.
    constraint = PCTY_HCL_TYPE_CONSTRAINT,
    // A type constraint whose optional attributes may have defaults, `optional(T, default)`.
    defaults = PCTY_HCL_TYPE_DEFAULTS,
};

inline detail::Names<TypeMode> names_of(TypeMode) noexcept {
    static constexpr detail::Named<TypeMode> all[] = {
        {TypeMode::exact, "exact"},
        {TypeMode::constraint, "constraint"},
        {TypeMode::defaults, "defaults"},
    };
    return all;
}

// The notation of unknown and marked values, which have no notation in HCL.
enum class ValueStyle : std::uint32_t {
    // They are errors; the text is an expression whose result is the value.
    expression = PCTY_HCL_VALUE_EXPRESSION,
    // They are written in parentheses, in a form that is not an expression. Of a marked value only
    // the marks are written.
    redacted = PCTY_HCL_VALUE_REDACTED,
    // They are written as for hcl::ValueStyle::redacted, but with the content of marked values.
    revealed = PCTY_HCL_VALUE_REVEALED,
};

inline detail::Names<ValueStyle> names_of(ValueStyle) noexcept {
    static constexpr detail::Named<ValueStyle> all[] = {
        {ValueStyle::expression, "expression"},
        {ValueStyle::redacted, "redacted"},
        {ValueStyle::revealed, "revealed"},
    };
    return all;
}

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_HCL_HPP
