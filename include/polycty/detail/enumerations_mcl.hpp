// The enumerations of mcl.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_MCL_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_MCL_HPP

#include "../mcl.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace mcl {

// The required members of a JSON object for a struct.
enum class StructFields : std::uint32_t {
    // Exactly the fields of the struct.
    exact = PCTY_MCL_FIELDS_EXACT,
    // Any members: missing fields are set to zero values, and members without a field are ignored.
    flexible = PCTY_MCL_FIELDS_FLEXIBLE,
};

inline detail::Names<StructFields> names_of(StructFields) noexcept {
    static constexpr detail::Named<StructFields> all[] = {
        {StructFields::exact, "exact"},
        {StructFields::flexible, "flexible"},
    };
    return all;
}

} // namespace mcl

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_MCL_HPP
