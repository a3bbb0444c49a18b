// Refinements: facts about unknown values.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_REFINEMENTS_H
#define POLYCTY_REFINEMENTS_H

#include "base.h"
#include "types.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// A builder that collects facts about one value. One thread at a time.
//
// ```c
// static pcty_value *unknown_url(void) {
//     pcty_value *unknown = pcty_value_unknown(pcty_type_string());
//     pcty_value *url = NULL;
//     pcty_refinement_builder *builder = pcty_refinement_builder_new(unknown);
//     pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
//     fact.kind = PCTY_REFINEMENT_FACT_NOT_NULL;
//     must(pcty_refinement_builder_add(builder, &fact, NULL));
//     fact.kind = PCTY_REFINEMENT_FACT_PREFIX;
//     fact.prefix = PCTY_STR("https://");
//     must(pcty_refinement_builder_add(builder, &fact, NULL));
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

// --- Refinements: known facts about unknown values.

// The kind of a refinement.
typedef enum pcty_refinement_kind PCTY_ENUM {
    // Only whether the value is null.
    PCTY_REFINEMENT_NOTHING = 0,
    // The prefix of the string.
    PCTY_REFINEMENT_PREFIX = 1,
    // The bounds of the number: `pcty_value_refinement_bound`.
    PCTY_REFINEMENT_NUMBER = 2,
    // The bounds of the length of the list, set or map.
    PCTY_REFINEMENT_LENGTH = 3,
} pcty_refinement_kind;

// The known facts about an unknown value. Start from PCTY_REFINEMENT_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The kind of the refinement.
    pcty_refinement_kind kind;
    // Whether the value is known not to be null.
    bool not_null;
    // The prefix of the string, for PCTY_REFINEMENT_PREFIX.
    pcty_str prefix;
    // The minimum length, for PCTY_REFINEMENT_LENGTH.
    uint64_t min_length;
    // The maximum length, or PCTY_SIZE_UNLIMITED, for PCTY_REFINEMENT_LENGTH.
    uint64_t max_length;
} pcty_refinement;

// --- Refinement builders: adding facts about an unknown value.

// The kind of a fact about an unknown value.
typedef enum pcty_refinement_fact_kind PCTY_ENUM {
    // The value is not null.
    PCTY_REFINEMENT_FACT_NOT_NULL = 1,
    // The value is null.
    PCTY_REFINEMENT_FACT_NULL = 2,
    // The string begins with `prefix`. Characters at the end of the prefix that the next character
    // could change are omitted.
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
} pcty_refinement_fact_kind;

// A fact about an unknown value, with its data. Start from PCTY_REFINEMENT_FACT_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The kind of the fact.
    pcty_refinement_fact_kind kind;
    // The prefix, for PCTY_REFINEMENT_FACT_PREFIX and PCTY_REFINEMENT_FACT_PREFIX_FULL.
    pcty_str prefix;
    // The bound, for PCTY_REFINEMENT_FACT_NUMBER_MIN and PCTY_REFINEMENT_FACT_NUMBER_MAX. An
    // unknown bound has no effect.
    const pcty_value *bound;
    // Whether the bound itself is excluded.
    bool is_exclusive;
    // The length, for PCTY_REFINEMENT_FACT_LENGTH_MIN and PCTY_REFINEMENT_FACT_LENGTH_MAX.
    uint64_t length;
} pcty_refinement_fact;

// A refinement without facts.
#define PCTY_REFINEMENT_INIT                                                            \
    {sizeof(pcty_refinement), PCTY_REFINEMENT_NOTHING, false, {NULL, 0}, 0, 0}

// A fact without data.
#define PCTY_REFINEMENT_FACT_INIT                                                       \
    {sizeof(pcty_refinement_fact), PCTY_REFINEMENT_FACT_NOT_NULL, {NULL, 0}, NULL, false, 0}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Refinements: known facts about unknown values.
//
// Marks have no effect here: the refinement of a marked unknown can be read.
// ----------------------------------------------------------------------------

// Writes the known facts about an unknown value.
//
// Errors: PCTY_ERROR_NOT_FOUND for a value that is not unknown; PCTY_ERROR_INVALID_ARGUMENT for a
// wrong `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets; its text is owned by the value and
// valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_refinement(const pcty_value *value,
                                  pcty_refinement *out,
                                  pcty_error **error);

// Returns a bound of an unknown number, as a number, and whether the bound is inclusive.
//
// Errors: PCTY_ERROR_NOT_FOUND for a value that is not unknown and if it has no such bound;
// PCTY_ERROR_INVALID_ARGUMENT for a side without a constant.
// Ownership: the caller owns `*out`; `*inclusive` is plain data.
// NULL: `inclusive` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_refinement_bound(const pcty_value *value,
                                        pcty_side side,
                                        pcty_value **out,
                                        bool *inclusive,
                                        pcty_error **error);

// ----------------------------------------------------------------------------
// Refinement builders: adding facts about an unknown value.
//
// Each step is checked against the value's type, against the known facts and, for a known value,
// against the value itself. A step that fails reports its error at once, and building the value
// reports it again. If only one value remains possible, the result is that value: null; the number
// between equal inclusive bounds; the empty collection. The unknown value of the type any cannot
// be refined: every step leaves it unchanged.
// ----------------------------------------------------------------------------

// Creates a builder for a value. Its marks and the known facts about it are kept.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_refinement_builder *pcty_refinement_builder_new(const pcty_value *value);

// Frees a builder.
//
// NULL: no-op.
void pcty_refinement_builder_free(pcty_refinement_builder *builder);

// Adds a fact about the value.
//
// Errors: PCTY_ERROR_NULL for a null, except with PCTY_REFINEMENT_FACT_NULL, and for a null bound;
// PCTY_ERROR_TYPE for a value or a bound of a different type; PCTY_ERROR_MARKED for a bound with
// marks; PCTY_ERROR_INVALID_ARGUMENT for a fact that contradicts the known ones, a fact without a
// constant and a wrong `struct_size`; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `builder`; the members of `fact` stay the caller's.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_refinement_builder_add(pcty_refinement_builder *builder,
                                        const pcty_refinement_fact *fact,
                                        pcty_error **error);

// Makes the builder fail, unless an earlier step failed. A `pcty_hcl_refine` callback reports its
// own errors by this function.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: changes `builder`; the caller keeps `failure`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_refinement_builder_fail(pcty_refinement_builder *builder,
                                         const pcty_error *failure,
                                         pcty_error **error);

// Returns the value with all added facts. The builder can be used further.
//
// Errors: the error of the first step that failed.
// Ownership: the caller owns `*out` and keeps `builder`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_refinement_builder_build(const pcty_refinement_builder *builder,
                                          pcty_value **out,
                                          pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_REFINEMENTS_H
