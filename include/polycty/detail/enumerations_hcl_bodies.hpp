// The enumerations of hcl_bodies.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_HCL_BODIES_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_HCL_BODIES_HPP

#include "../hcl_bodies.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace hcl {

// The kind of an item of a body.
enum class ItemKind : std::uint32_t {
    // There is no such item.
    none = PCTY_HCL_ITEM_NONE,
    // An argument.
    attribute = PCTY_HCL_ITEM_ATTRIBUTE,
    // A block.
    block = PCTY_HCL_ITEM_BLOCK,
    // In JSON, an item that may be an argument or blocks: a null, an object, or an array of these.
    // Its blocks are those of a block type without labels: one for an object, and one for each
    // element of an array. If the block type has labels, these are the names of the items of the
    // bodies, one level for each label.
    either = PCTY_HCL_ITEM_EITHER,
};

inline detail::Names<ItemKind> names_of(ItemKind) noexcept {
    static constexpr detail::Named<ItemKind> all[] = {
        {ItemKind::none, "none"},
        {ItemKind::attribute, "attribute"},
        {ItemKind::block, "block"},
        {ItemKind::either, "either"},
    };
    return all;
}

// A selection of the variables that a body needs.
enum class Needs : std::uint32_t {
    // The variables of a body without `dynamic` blocks, or whose `dynamic` blocks are expanded.
    body = PCTY_HCL_NEEDS_BODY,
    // The variables that are needed to expand `dynamic` blocks and to decode the result.
    all = PCTY_HCL_NEEDS_ALL,
    // The variables that are needed to expand `dynamic` blocks.
    expansion = PCTY_HCL_NEEDS_EXPANSION,
};

inline detail::Names<Needs> names_of(Needs) noexcept {
    static constexpr detail::Named<Needs> all[] = {
        {Needs::body, "body"},
        {Needs::all, "all"},
        {Needs::expansion, "expansion"},
    };
    return all;
}

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_HCL_BODIES_HPP
