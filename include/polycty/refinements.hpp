// Refinements of unknown values.

#ifndef POLYCTY_REFINEMENTS_HPP
#define POLYCTY_REFINEMENTS_HPP

#include "paths.hpp"

namespace polycty {

// ============================================================================
// REFINEMENTS
// ============================================================================

// A refinement of an unknown value.
struct Refinement {
    RefinementKind kind;
    bool not_null;
    std::string prefix;       // for RefinementKind::prefix
    std::uint64_t min_length; // for RefinementKind::length
    std::uint64_t max_length; // for RefinementKind::length; PCTY_SIZE_UNLIMITED for no limit
};

// A bound of an unknown number.
struct RefinementBound {
    Value bound;
    bool inclusive; // whether the bound is inclusive
};

// Whether a bound is inclusive.
enum class Bound { inclusive, exclusive };

// Collects refinements of one value. Each step returns the builder.
//
// Ownership: move-only. The value is kept alive.
// Errors: each step throws immediately if it is a contradiction, and `build` throws the same error
// again.
// Threads: one at a time.
//
// ```cpp
// polycty::Value unknown_url() {
//     polycty::Value unknown = polycty::Value::unknown(polycty::Type::string());
//     return unknown.refine().not_null().prefix("https://").build();
// }
// ```
class RefinementBuilder
    : public detail::Owned<detail::View<pcty_refinement_builder>, pcty_refinement_builder,
                           pcty_refinement_builder_free> {
  public:
    using Owned::Owned;
    explicit RefinementBuilder(ValueRef value)
        : Owned(pcty_refinement_builder_new(value.get())) {}
    RefinementBuilder &not_null();
    RefinementBuilder &null();
    RefinementBuilder &prefix(std::string_view prefix);
    RefinementBuilder &prefix_full(std::string_view prefix);
    RefinementBuilder &number_min(ValueRef bound, Bound itself = Bound::inclusive);
    RefinementBuilder &number_max(ValueRef bound, Bound itself = Bound::inclusive);
    RefinementBuilder &length_min(std::uint64_t length);
    RefinementBuilder &length_max(std::uint64_t length);
    // Fails with an error of the caller, unless a step has failed before; does not throw.
    RefinementBuilder &fail(const Error &failure);
    // Returns the value with all refinements so far; more may be added afterwards.
    Value build() const;
};

} // namespace polycty

#include "detail/errors.hpp"
#include "detail/types.hpp"
#include "detail/values.hpp"
#include "detail/paths.hpp"

#endif // POLYCTY_REFINEMENTS_HPP
