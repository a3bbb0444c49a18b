// The enumerations of hcl_bodies.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_HCL_BODIES_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_HCL_BODIES_HPP

#include "../hcl_bodies.h"

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

// A selection of the variables that a body needs.
enum class Needs : std::uint32_t {
    // The variables of a body without `dynamic` blocks, or whose `dynamic` blocks are expanded.
    body = PCTY_HCL_NEEDS_BODY,
    // The variables that are needed to expand `dynamic` blocks and to decode the result.
    all = PCTY_HCL_NEEDS_ALL,
    // The variables that are needed to expand `dynamic` blocks.
    expansion = PCTY_HCL_NEEDS_EXPANSION,
};

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_HCL_BODIES_HPP
