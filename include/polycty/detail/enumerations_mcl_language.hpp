// The enumerations of mcl_language.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_MCL_LANGUAGE_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_MCL_LANGUAGE_HPP

#include "../mcl_language.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace mcl {

// The kind of a change.
enum class ChangeKind : std::uint32_t {
    // Only in the second graph.
    added = PCTY_MCL_CHANGE_ADDED,
    // Only in the first graph.
    removed = PCTY_MCL_CHANGE_REMOVED,
    // In both graphs, and not equal.
    changed = PCTY_MCL_CHANGE_CHANGED,
};

inline detail::Names<ChangeKind> names_of(ChangeKind) noexcept {
    static constexpr detail::Named<ChangeKind> all[] = {
        {ChangeKind::added, "added"},
        {ChangeKind::removed, "removed"},
        {ChangeKind::changed, "changed"},
    };
    return all;
}

// The result of a step.
enum class Progress : std::uint32_t {
    // Some functions have no value yet, and will announce one. Until then the resource graph, if
    // there is one, does not change.
    waiting = PCTY_MCL_PROGRESS_WAITING,
    // The resource graph has not changed since the last step that reported a result.
    same = PCTY_MCL_PROGRESS_SAME,
    // There is a new resource graph: the first one, or one that differs from the previous graph.
    changed = PCTY_MCL_PROGRESS_CHANGED,
};

inline detail::Names<Progress> names_of(Progress) noexcept {
    static constexpr detail::Named<Progress> all[] = {
        {Progress::waiting, "waiting"},
        {Progress::same, "same"},
        {Progress::changed, "changed"},
    };
    return all;
}

// The kind of a vertex.
enum class VertexKind : std::uint32_t {
    // A constant value.
    constant = PCTY_MCL_VERTEX_CONST,
    // A list, map or struct that contains the arguments.
    composite = PCTY_MCL_VERTEX_COMPOSITE,
    // A function of the language or of the host.
    function = PCTY_MCL_VERTEX_FUNCTION,
    // A function as a value.
    function_value = PCTY_MCL_VERTEX_FUNCTION_VALUE,
    // Calls the function that it receives as an argument.
    call = PCTY_MCL_VERTEX_CALL,
    // The result of such a call.
    call_output = PCTY_MCL_VERTEX_CALL_OUTPUT,
    // Chooses between two expressions.
    if_ = PCTY_MCL_VERTEX_IF,
    // The value of the chosen expression.
    if_output = PCTY_MCL_VERTEX_IF_OUTPUT,
    // Replaces an expression that fails by a different one.
    except = PCTY_MCL_VERTEX_EXCEPT,
    // The value of the expression or of its replacement.
    except_output = PCTY_MCL_VERTEX_EXCEPT_OUTPUT,
    // Chooses between statements.
    stmt_if = PCTY_MCL_VERTEX_STMT_IF,
    // Runs statements for each element of a list.
    for_ = PCTY_MCL_VERTEX_FOR,
    // Runs statements for each entry of a map.
    forkv = PCTY_MCL_VERTEX_FORKV,
};

inline detail::Names<VertexKind> names_of(VertexKind) noexcept {
    static constexpr detail::Named<VertexKind> all[] = {
        {VertexKind::constant, "constant"},
        {VertexKind::composite, "composite"},
        {VertexKind::function, "function"},
        {VertexKind::function_value, "function_value"},
        {VertexKind::call, "call"},
        {VertexKind::call_output, "call_output"},
        {VertexKind::if_, "if"},
        {VertexKind::if_output, "if_output"},
        {VertexKind::except, "except"},
        {VertexKind::except_output, "except_output"},
        {VertexKind::stmt_if, "stmt_if"},
        {VertexKind::for_, "for"},
        {VertexKind::forkv, "forkv"},
    };
    return all;
}

} // namespace mcl

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_MCL_LANGUAGE_HPP
