// What is known of values that are unknown.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_REFINEMENTS_H
#define POLYCTY_REFINEMENTS_H

#include "base.h"
#include "types.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// Gathers what is known of one value. It belongs to one thread at a time.
//
// ```c
// static pcty_value *unknown_url(void) {
//     pcty_value *unknown = pcty_value_unknown(pcty_type_string());
//     pcty_value *url = NULL;
//     pcty_refinement_builder *builder = pcty_refinement_builder_new(unknown);
//     pcty_refinement_step step = PCTY_REFINEMENT_STEP_INIT;
//     step.fact = PCTY_REFINEMENT_FACT_NOT_NULL;
//     must(pcty_refinement_builder_add(builder, &step, NULL));
//     step.fact = PCTY_REFINEMENT_FACT_PREFIX;
//     step.prefix = PCTY_STR("https://");
//     must(pcty_refinement_builder_add(builder, &step, NULL));
//     must(pcty_refinement_builder_build(builder, &url, NULL));
//     pcty_refinement_builder_free(builder);
//     pcty_value_free(unknown);
//     return url;
// }
// ```
typedef struct pcty_refinement_builder pcty_refinement_builder;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Refinements: what is known of an unknown value?

// What kind of thing is known.
typedef enum pcty_refinement_kind PCTY_ENUM {
    // Nothing but whether it is null.
    PCTY_REFINEMENT_NOTHING = 0,
    // How the string begins.
    PCTY_REFINEMENT_PREFIX = 1,
    // Between which bounds the number lies: `pcty_value_refinement_bound`.
    PCTY_REFINEMENT_NUMBER = 2,
    // Between which lengths the list, set or map lies.
    PCTY_REFINEMENT_LENGTH = 3,
} pcty_refinement_kind;

// What is known of an unknown value. Start from PCTY_REFINEMENT_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What kind of thing is known.
    pcty_refinement_kind kind;
    // Whether it is known not to be null.
    bool not_null;
    // How the string begins, for PCTY_REFINEMENT_PREFIX.
    pcty_str prefix;
    // The least length, for PCTY_REFINEMENT_LENGTH.
    uint64_t min_length;
    // The greatest length, or PCTY_SIZE_UNLIMITED, for PCTY_REFINEMENT_LENGTH.
    uint64_t max_length;
} pcty_refinement;

// --- Refinement builders: saying what is known of an unknown value.

// A fact about an unknown value.
typedef enum pcty_refinement_fact PCTY_ENUM {
    // The value is not null.
    PCTY_REFINEMENT_FACT_NOT_NULL = 1,
    // The value is null.
    PCTY_REFINEMENT_FACT_NULL = 2,
    // The string begins with `prefix`. Characters at the end of the prefix that the next character
    // could change are left out.
    PCTY_REFINEMENT_FACT_PREFIX = 3,
    // The string begins with exactly `prefix`; the next character must not combine with its last
    // character.
    PCTY_REFINEMENT_FACT_PREFIX_FULL = 4,
    // The number is at least `bound`, or greater than it if it is exclusive.
    PCTY_REFINEMENT_FACT_NUMBER_MIN = 5,
    // The number is at most `bound`, or less than it if it is exclusive.
    PCTY_REFINEMENT_FACT_NUMBER_MAX = 6,
    // The list, set or map has at least `length` elements.
    PCTY_REFINEMENT_FACT_LENGTH_MIN = 7,
    // The list, set or map has at most `length` elements.
    PCTY_REFINEMENT_FACT_LENGTH_MAX = 8,
} pcty_refinement_fact;

// A fact with its data. Start from PCTY_REFINEMENT_STEP_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The fact.
    pcty_refinement_fact fact;
    // The prefix, for PCTY_REFINEMENT_FACT_PREFIX and PCTY_REFINEMENT_FACT_PREFIX_FULL.
    pcty_str prefix;
    // The bound, for PCTY_REFINEMENT_FACT_NUMBER_MIN and PCTY_REFINEMENT_FACT_NUMBER_MAX. An
    // unknown bound has no effect.
    const pcty_value *bound;
    // Whether the bound itself is not possible.
    bool is_exclusive;
    // The length, for PCTY_REFINEMENT_FACT_LENGTH_MIN and PCTY_REFINEMENT_FACT_LENGTH_MAX.
    uint64_t length;
} pcty_refinement_step;

// A refinement that says nothing.
#define PCTY_REFINEMENT_INIT                                                            \
    {sizeof(pcty_refinement), PCTY_REFINEMENT_NOTHING, false, {NULL, 0}, 0, 0}

// A fact without data.
#define PCTY_REFINEMENT_STEP_INIT                                                       \
    {sizeof(pcty_refinement_step), PCTY_REFINEMENT_FACT_NOT_NULL, {NULL, 0}, NULL, false, 0}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Refinements: what is known of an unknown value?
//
// Marks do not matter here: a marked unknown tells what it is refined to.
// ----------------------------------------------------------------------------

// What is known of an unknown value.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its text is lent as long as
// the value.
// Errors: PCTY_ERROR_NOT_FOUND for a value that is not unknown; PCTY_ERROR_INVALID_ARGUMENT
// for a wrong `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_refinement(const pcty_value *value,
                                  pcty_refinement *out,
                                  pcty_error **error);

// A bound of an unknown number, as a number, and whether the bound itself is possible.
//
// Ownership: `*out` is the caller's; `*inclusive` is plain data.
// Errors: PCTY_ERROR_NOT_FOUND for a value that is not unknown and where there is no such
// bound; PCTY_ERROR_INVALID_ARGUMENT for a side without a constant.
// NULL: `inclusive` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_refinement_bound(const pcty_value *value,
                                        pcty_side side,
                                        pcty_value **out,
                                        bool *inclusive,
                                        pcty_error **error);

// ----------------------------------------------------------------------------
// Refinement builders: saying what is known of an unknown value.
//
// Each step is checked against the value's type, against what was known before and, of a
// known value, against the value itself. A step that fails says so at once, and building
// says it again. What leaves only one possible value becomes that value: null; the number
// between equal inclusive bounds; the empty collection. Of the unknown value of the type any
// nothing can be known: every step leaves it as it is.
// ----------------------------------------------------------------------------

// Begins to say more about a value. Its marks stay, and what is known of it already.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_refinement_builder *pcty_refinement_builder_new(const pcty_value *value);

// Frees a builder. NULL: no-op.
void pcty_refinement_builder_free(pcty_refinement_builder *builder);

// Adds a fact about the value.
//
// Ownership: changes `builder`; the members of `step` stay the caller's.
// Errors: PCTY_ERROR_NULL for a null, except with PCTY_REFINEMENT_FACT_NULL, and for a null bound;
// PCTY_ERROR_TYPE for a value or a bound of another type; PCTY_ERROR_MARKED for a bound with marks;
// PCTY_ERROR_INVALID_ARGUMENT for a fact that contradicts the known ones, a fact without a
// constant and a wrong `struct_size`; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_refinement_builder_add(pcty_refinement_builder *builder,
                                        const pcty_refinement_step *step,
                                        pcty_error **error);

// Makes the builder fail, unless a step has failed before: how a `pcty_hcl_refine` reports an
// error of its own.
//
// Ownership: changes `builder`; `failure` stays the caller's.
// NULL: `error` may be.
// Errors: none but for NULL.
PCTY_MUST_USE
pcty_status pcty_refinement_builder_fail(pcty_refinement_builder *builder,
                                         const pcty_error *failure,
                                         pcty_error **error);

// The value with all that was said of it. More may be said afterwards.
//
// Ownership: `*out` is the caller's; `builder` stays so.
// Errors: that of the first step that failed.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_refinement_builder_build(const pcty_refinement_builder *builder,
                                          pcty_value **out,
                                          pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_REFINEMENTS_H
