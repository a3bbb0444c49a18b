// The enumerations of translate.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_TRANSLATE_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_TRANSLATE_HPP

#include "../translate.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

// The relation between a type and its translation. It compares the values that have an image in the
// other dialect.
enum class Fit : std::uint32_t {
    // Both have the same instances.
    exact = PCTY_FIT_EXACT,
    // The translation has all instances of the type, and additional ones.
    wider = PCTY_FIT_WIDER,
    // All instances of the translation are instances of the type. The type has additional instances
    // that the other dialect cannot represent.
    narrower = PCTY_FIT_NARROWER,
};

inline detail::Names<Fit> names_of(Fit) noexcept {
    static constexpr detail::Named<Fit> all[] = {
        {Fit::exact, "exact"},
        {Fit::wider, "wider"},
        {Fit::narrower, "narrower"},
    };
    return all;
}

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_TRANSLATE_HPP
