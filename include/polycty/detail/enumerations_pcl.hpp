// The enumerations of pcl.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_PCL_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_PCL_HPP

#include "../pcl.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace pcl {

// A type that is made from another one.
enum class Derivation : std::uint32_t {
    // The optional type: the union of the type with `none`.
    optional = PCTY_PCL_DERIVE_OPTIONAL,
    // The type of a deferred value of the type. Promises inside the type are resolved first.
    promise = PCTY_PCL_DERIVE_PROMISE,
    // The type of a deferred value of the type with additional information. Promises and outputs
    // inside the type are resolved first.
    output = PCTY_PCL_DERIVE_OUTPUT,
    // PCL's normal form of the type. Optional types and optional fields become unions with `none`,
    // fields are sorted by name, and unions and deferred types get the form that the functions here
    // create.
    normal = PCTY_PCL_DERIVE_NORMAL,
    // The type of the values that are accepted for the type: a value of the type, or an output of
    // it, at each position where a host looks for deferred values. Sets, tuples, constants and
    // enumerations are accepted only as a whole.
    input = PCTY_PCL_DERIVE_INPUT,
};

inline detail::Names<Derivation> names_of(Derivation) noexcept {
    static constexpr detail::Named<Derivation> all[] = {
        {Derivation::optional, "optional"},
        {Derivation::promise, "promise"},
        {Derivation::output, "output"},
        {Derivation::normal, "normal"},
        {Derivation::input, "input"},
    };
    return all;
}

// The deferred types inside a type. A larger number means more dependencies of a result.
enum class Deferral : std::uint32_t {
    // None.
    nothing = PCTY_PCL_DEFERRED_NONE,
    // A promise, but no output.
    promise = PCTY_PCL_DEFERRED_PROMISE,
    // An output.
    output = PCTY_PCL_DEFERRED_OUTPUT,
};

inline detail::Names<Deferral> names_of(Deferral) noexcept {
    static constexpr detail::Named<Deferral> all[] = {
        {Deferral::nothing, "nothing"},
        {Deferral::promise, "promise"},
        {Deferral::output, "output"},
    };
    return all;
}

// The kind of a type in PCL.
enum class Kind : std::uint32_t {
    // There is no type: the argument was NULL.
    missing = PCTY_PCL_KIND_MISSING,
    // A type that is not known before the values are.
    dynamic = PCTY_PCL_KIND_DYNAMIC,
    // The type of null.
    none = PCTY_PCL_KIND_NONE,
    // Bools.
    bool_ = PCTY_PCL_KIND_BOOL,
    // Exact integers of any size.
    int_ = PCTY_PCL_KIND_INT,
    // Numbers.
    number = PCTY_PCL_KIND_NUMBER,
    // Strings.
    string = PCTY_PCL_KIND_STRING,
    // Identifiers of resources, given as strings.
    id = PCTY_PCL_KIND_ID,
    // A type known by its name alone.
    opaque = PCTY_PCL_KIND_OPAQUE,
    // Sequences of one element type.
    list = PCTY_PCL_KIND_LIST,
    // Sets of one element type.
    set = PCTY_PCL_KIND_SET,
    // Maps from strings to one element type.
    map = PCTY_PCL_KIND_MAP,
    // Sequences with a type for each position.
    tuple = PCTY_PCL_KIND_TUPLE,
    // Named properties.
    object = PCTY_PCL_KIND_OBJECT,
    // One of several types. One of `none` and another type is an optional type.
    union_ = PCTY_PCL_KIND_UNION,
    // A deferred value.
    promise = PCTY_PCL_KIND_PROMISE,
    // A deferred value with additional information.
    output = PCTY_PCL_KIND_OUTPUT,
    // One value of a type.
    constant = PCTY_PCL_KIND_CONST,
    // A named enumeration of values of one type.
    enumeration = PCTY_PCL_KIND_ENUM,
    // A reference to a definition of a group.
    recursive = PCTY_PCL_KIND_RECURSIVE,
    // A type of another dialect, which PCL does not have.
    foreign = PCTY_PCL_KIND_FOREIGN,
};

inline detail::Names<Kind> names_of(Kind) noexcept {
    static constexpr detail::Named<Kind> all[] = {
        {Kind::missing, "missing"},
        {Kind::dynamic, "dynamic"},
        {Kind::none, "none"},
        {Kind::bool_, "bool"},
        {Kind::int_, "int"},
        {Kind::number, "number"},
        {Kind::string, "string"},
        {Kind::id, "id"},
        {Kind::opaque, "opaque"},
        {Kind::list, "list"},
        {Kind::set, "set"},
        {Kind::map, "map"},
        {Kind::tuple, "tuple"},
        {Kind::object, "object"},
        {Kind::union_, "union"},
        {Kind::promise, "promise"},
        {Kind::output, "output"},
        {Kind::constant, "constant"},
        {Kind::enumeration, "enumeration"},
        {Kind::recursive, "recursive"},
        {Kind::foreign, "foreign"},
    };
    return all;
}

// The kind of a node.
enum class NodeKind : std::uint32_t {
    // Not a node; the value of zeroed data.
    missing = PCTY_PCL_NODE_MISSING,
    // A number, a string, a bool or null, in `value`.
    literal = PCTY_PCL_NODE_LITERAL,
    // A template. Its children are its parts.
    template_ = PCTY_PCL_NODE_TEMPLATE,
    // A template that is one interpolation. Its value has any type.
    interpolation = PCTY_PCL_NODE_INTERPOLATION,
    // The joined results of the `for` directive of a template.
    join = PCTY_PCL_NODE_JOIN,
    // A variable, in `name`. Its children are the steps into it. The type is that of the result of
    // the last step.
    variable = PCTY_PCL_NODE_VARIABLE,
    // Steps into the value of another expression, which is the first child.
    traversal = PCTY_PCL_NODE_TRAVERSAL,
    // A step into an attribute, in `name`. The type is that of the result.
    attribute = PCTY_PCL_NODE_ATTRIBUTE,
    // A step to a literal key, in `value`. The type is that of the result.
    key = PCTY_PCL_NODE_KEY,
    // A call of a function, in `name`.
    call = PCTY_PCL_NODE_CALL,
    // A conditional. Its children are the condition and the two results.
    conditional = PCTY_PCL_NODE_CONDITIONAL,
    // An index with a computed key. Its children are the collection and the key.
    index = PCTY_PCL_NODE_INDEX,
    // A tuple. Its children are its elements.
    tuple = PCTY_PCL_NODE_TUPLE,
    // An object. Its children are its items.
    object = PCTY_PCL_NODE_OBJECT,
    // An item of an object. Its children are the key, unless it is a bare name, and the value. The
    // type is that of the value.
    item = PCTY_PCL_NODE_ITEM,
    // A `for` with the variable in `name`. Its children are a collection, an optional key, which
    // makes the result an object, a value, and an optional condition.
    for_ = PCTY_PCL_NODE_FOR,
    // A splat. Its children are the source and the expression that is evaluated for each element.
    splat = PCTY_PCL_NODE_SPLAT,
    // The current element of the innermost splat around the node.
    splat_item = PCTY_PCL_NODE_SPLAT_ITEM,
    // An operator before its operand.
    unary = PCTY_PCL_NODE_UNARY,
    // Operators of one precedence from left to right. Its children are the leftmost operand, and an
    // operation for each operator.
    operations = PCTY_PCL_NODE_OPERATIONS,
    // An operator and the operand to its right. The type and the range are those of the chain up to
    // this operand.
    operation = PCTY_PCL_NODE_OPERATION,
    // An expression in parentheses.
    parentheses = PCTY_PCL_NODE_PARENTHESES,
    // A part of the text that could not be parsed as an expression.
    invalid = PCTY_PCL_NODE_INVALID,
};

inline detail::Names<NodeKind> names_of(NodeKind) noexcept {
    static constexpr detail::Named<NodeKind> all[] = {
        {NodeKind::missing, "missing"},
        {NodeKind::literal, "literal"},
        {NodeKind::template_, "template"},
        {NodeKind::interpolation, "interpolation"},
        {NodeKind::join, "join"},
        {NodeKind::variable, "variable"},
        {NodeKind::traversal, "traversal"},
        {NodeKind::attribute, "attribute"},
        {NodeKind::key, "key"},
        {NodeKind::call, "call"},
        {NodeKind::conditional, "conditional"},
        {NodeKind::index, "index"},
        {NodeKind::tuple, "tuple"},
        {NodeKind::object, "object"},
        {NodeKind::item, "item"},
        {NodeKind::for_, "for"},
        {NodeKind::splat, "splat"},
        {NodeKind::splat_item, "splat_item"},
        {NodeKind::unary, "unary"},
        {NodeKind::operations, "operations"},
        {NodeKind::operation, "operation"},
        {NodeKind::parentheses, "parentheses"},
        {NodeKind::invalid, "invalid"},
    };
    return all;
}

// An operator of HCL.
enum class Operator : std::uint32_t {
    // The node has no operator.
    none = PCTY_PCL_OPERATOR_NONE,
    // `||`
    or_ = PCTY_PCL_OPERATOR_OR,
    // `&&`
    and_ = PCTY_PCL_OPERATOR_AND,
    // `==`
    equal = PCTY_PCL_OPERATOR_EQUAL,
    // `!=`
    not_equal = PCTY_PCL_OPERATOR_NOT_EQUAL,
    // `>`
    greater = PCTY_PCL_OPERATOR_GREATER,
    // `>=`
    greater_or_equal = PCTY_PCL_OPERATOR_GREATER_OR_EQUAL,
    // `<`
    less = PCTY_PCL_OPERATOR_LESS,
    // `<=`
    less_or_equal = PCTY_PCL_OPERATOR_LESS_OR_EQUAL,
    // `+`
    add = PCTY_PCL_OPERATOR_ADD,
    // `-` between two operands
    subtract = PCTY_PCL_OPERATOR_SUBTRACT,
    // `*`
    multiply = PCTY_PCL_OPERATOR_MULTIPLY,
    // `/`
    divide = PCTY_PCL_OPERATOR_DIVIDE,
    // `%`
    modulo = PCTY_PCL_OPERATOR_MODULO,
    // `!`
    not_ = PCTY_PCL_OPERATOR_NOT,
    // `-` before its operand
    negate = PCTY_PCL_OPERATOR_NEGATE,
};

inline detail::Names<Operator> names_of(Operator) noexcept {
    static constexpr detail::Named<Operator> all[] = {
        {Operator::none, "none"},
        {Operator::or_, "or"},
        {Operator::and_, "and"},
        {Operator::equal, "equal"},
        {Operator::not_equal, "not_equal"},
        {Operator::greater, "greater"},
        {Operator::greater_or_equal, "greater_or_equal"},
        {Operator::less, "less"},
        {Operator::less_or_equal, "less_or_equal"},
        {Operator::add, "add"},
        {Operator::subtract, "subtract"},
        {Operator::multiply, "multiply"},
        {Operator::divide, "divide"},
        {Operator::modulo, "modulo"},
        {Operator::not_, "not"},
        {Operator::negate, "negate"},
    };
    return all;
}

// A selection of deferred types.
enum class Resolution : std::uint32_t {
    // Promises.
    promises = PCTY_PCL_RESOLVE_PROMISES,
    // Promises and outputs.
    promises_and_outputs = PCTY_PCL_RESOLVE_ALL,
};

inline detail::Names<Resolution> names_of(Resolution) noexcept {
    static constexpr detail::Named<Resolution> all[] = {
        {Resolution::promises, "promises"},
        {Resolution::promises_and_outputs, "promises_and_outputs"},
    };
    return all;
}

// The role of a node in its parent.
enum class Role : std::uint32_t {
    // The root, which has no parent.
    root = PCTY_PCL_ROLE_ROOT,
    // A part of a template, in order.
    part = PCTY_PCL_ROLE_PART,
    // The expression inside parentheses, an interpolation or a join.
    inner = PCTY_PCL_ROLE_INNER,
    // The expression that steps, an index, a splat or a `for` apply to.
    source = PCTY_PCL_ROLE_SOURCE,
    // A step, in order.
    step = PCTY_PCL_ROLE_STEP,
    // An argument, in order.
    argument = PCTY_PCL_ROLE_ARGUMENT,
    // The condition of a conditional or a `for`.
    condition = PCTY_PCL_ROLE_CONDITION,
    // The result of a conditional when the condition is true.
    yes = PCTY_PCL_ROLE_THEN,
    // The result of a conditional when the condition is false.
    no = PCTY_PCL_ROLE_ELSE,
    // The key of an index, of an item or of a `for`.
    key = PCTY_PCL_ROLE_KEY,
    // The value of an item or of a `for`.
    value = PCTY_PCL_ROLE_VALUE,
    // An element of a tuple or an item of an object, in order.
    element = PCTY_PCL_ROLE_ELEMENT,
    // The expression that a splat evaluates for each element.
    each = PCTY_PCL_ROLE_EACH,
    // An operand; the leftmost one of several.
    operand = PCTY_PCL_ROLE_OPERAND,
    // An operator and the operand to its right, in order.
    operation = PCTY_PCL_ROLE_OPERATION,
};

inline detail::Names<Role> names_of(Role) noexcept {
    static constexpr detail::Named<Role> all[] = {
        {Role::root, "root"},
        {Role::part, "part"},
        {Role::inner, "inner"},
        {Role::source, "source"},
        {Role::step, "step"},
        {Role::argument, "argument"},
        {Role::condition, "condition"},
        {Role::yes, "yes"},
        {Role::no, "no"},
        {Role::key, "key"},
        {Role::value, "value"},
        {Role::element, "element"},
        {Role::each, "each"},
        {Role::operand, "operand"},
        {Role::operation, "operation"},
    };
    return all;
}

} // namespace pcl

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_PCL_HPP
