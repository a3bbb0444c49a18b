// The questions that every dialect answers: notation, assignability, conversion,
// unification.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_DIALECTS_H
#define POLYCTY_DIALECTS_H

#include "base.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// A conversion from one type to another, compiled once. Never changes; any number of
// threads may use it at once.
//
// ```c
// static pcty_value *number_of(const pcty_value *text) {
//     pcty_converter *converter = NULL;
//     pcty_value *number = NULL;
//     if (pcty_converter_new(pcty_type_string(), pcty_type_number(), PCTY_DIALECT_HCL,
//                            PCTY_SAFETY_UNSAFE, &converter, NULL) == PCTY_OK) {
//         must(pcty_converter_apply(converter, text, &number, NULL));
//     }
//     pcty_converter_free(converter);
//     return number;
// }
// ```
typedef struct pcty_converter pcty_converter;

// All that is wrong with a value, each fault an error with its path. Never changes; any
// number of threads may use it at once.
//
// ```c
// static size_t report(const pcty_value *value, const pcty_type *wanted) {
//     pcty_error_list *faults = NULL;
//     if (pcty_value_check(value, wanted, PCTY_DIALECT_HCL, &faults, NULL) != PCTY_OK) {
//         return 0;
//     }
//     size_t count = pcty_error_list_count(faults);
//     for (size_t i = 0; i < count; i++) {
//         pcty_string *line = pcty_error_to_line(pcty_error_list_at(faults, i));
//         puts(pcty_string_cstr(line));
//         pcty_string_free(line);
//     }
//     pcty_error_list_free(faults);
//     return count;
// }
// ```
typedef struct pcty_error_list pcty_error_list;

// The type that all of several types convert to, and their converters. Never changes; any
// number of threads may use it at once.
//
// ```c
// static pcty_type *common_type(const pcty_type *a, const pcty_type *b) {
//     const pcty_type *types[2];
//     types[0] = a, types[1] = b;
//     pcty_unification *unified = NULL;
//     pcty_type *common = NULL;
//     if (pcty_type_unify(types, 2, PCTY_DIALECT_HCL, PCTY_SAFETY_UNSAFE, &unified, NULL) ==
//         PCTY_OK) {
//         pcty_unification_data data;
//         pcty_unification_info(unified, &data);
//         common = pcty_type_clone(data.type);
//     }
//     pcty_unification_free(unified);
//     return common;
// }
// ```
typedef struct pcty_unification pcty_unification;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Types: each dialect's notation and rules.

// A configuration language, with its notation and rules.
typedef enum pcty_dialect PCTY_ENUM {
    // HCL and Terraform.
    PCTY_DIALECT_HCL = 1,
    // HCL with the extensions of the information model.
    PCTY_DIALECT_PCL = 2,
    // Puppet.
    PCTY_DIALECT_PUPPET = 3,
    // mgmt's mcl.
    PCTY_DIALECT_MCL = 4,
} pcty_dialect;

// What stands between two types; the larger, the easier.
typedef enum pcty_conversion PCTY_ENUM {
    // No value converts.
    PCTY_CONVERSION_NONE = 0,
    // Some values convert.
    PCTY_CONVERSION_UNSAFE = 1,
    // Every value converts.
    PCTY_CONVERSION_SAFE = 2,
    // The types are equal: nothing has to be converted.
    PCTY_CONVERSION_SAME = 3,
} pcty_conversion;

// Whether a conversion may fail for some values of the source type.
typedef enum pcty_safety PCTY_ENUM {
    // It never fails.
    PCTY_SAFETY_SAFE = 1,
    // It may fail. What is safe is allowed too.
    PCTY_SAFETY_UNSAFE = 2,
} pcty_safety;

// --- Converters: from values of one type to values of another.

// The data of a converter.
typedef struct {
    // The type of the values that the converter takes.
    const pcty_type *source;
    // The type that the converter was made for. A result's own type has no optional attributes, and
    // an exact type in place of the type any.
    const pcty_type *target;
} pcty_converter_data;

// --- Unifications: the one type that several types convert to.

// The data of a unification.
typedef struct {
    // The common type.
    const pcty_type *type;
    // The number of the types that were unified: `pcty_unification_converter_at`.
    size_t count;
} pcty_unification_data;

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Types: each dialect's notation and rules.
//
// The same questions for every dialect; `dialect`, behind what the question is about, says
// whose answer is wanted. A dialect whose rules the library does not have gives
// PCTY_ERROR_UNSUPPORTED.
// ----------------------------------------------------------------------------

// The type that a text stands for in a dialect's notation. HCL reads a type constraint:
// also `any`, and `optional(..)` around the type of an attribute. The variables in a text of
// mcl are of a scope that no one else has; `pcty_mcl_type_parse` takes one.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE with a diagnostic for each fault;
// PCTY_ERROR_LIMIT for what nests too deep; PCTY_ERROR_INVALID_UTF8, PCTY_ERROR_UNSUPPORTED.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_parse(pcty_str notation,
                            pcty_dialect dialect,
                            pcty_type **out,
                            pcty_error **error);

// A type in a dialect's notation.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for a type that the dialect does not have, too.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_format(const pcty_type *type,
                             pcty_dialect dialect,
                             pcty_string **out,
                             pcty_error **error);

// The type that JSON describes as cty does: `"string"`, `["list","number"]`,
// `["object",{"a":"bool"},["a"]]`.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX for what is no JSON and PCTY_ERROR_TYPE for what describes no
// type, both with the byte at fault; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_from_json(pcty_str json, pcty_type **out, pcty_error **error);

// A type as JSON, as cty describes types.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for a type that cty does not have.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_to_json(const pcty_type *type, pcty_string **out, pcty_error **error);

// Whether every value of the source type is one of the target type, as it is. In HCL: the
// source conforms to the target, in which the type any stands for whatever there is.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_assignable(const pcty_type *source,
                                 const pcty_type *target,
                                 pcty_dialect dialect,
                                 bool *out,
                                 pcty_error **error);

// Whether the dialect takes two types for equal, which may be coarser than
// `pcty_type_equal`: in Puppet `Optional[Integer]` equals `Variant[Integer, Undef]`.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head; PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_equivalent(const pcty_type *a,
                                 const pcty_type *b,
                                 pcty_dialect dialect,
                                 bool *out,
                                 pcty_error **error);

// Whether a value is one of a type, as it is.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head; PCTY_ERROR_UNSUPPORTED with the path to an unknown or a
// mark where the dialect has none; PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_is_instance(const pcty_value *value,
                                   const pcty_type *type,
                                   pcty_dialect dialect,
                                   bool *out,
                                   pcty_error **error);

// The type of a value as the dialect sees it: in HCL the value's own exact type, in Puppet
// the type inferred from its content.
//
// Ownership: `*out` is the caller's.
// Errors: as `pcty_value_is_instance`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_type_of(const pcty_value *value,
                               pcty_dialect dialect,
                               pcty_type **out,
                               pcty_error **error);

// Whether a type conforms to another one by cty's rule, and if not, where: `any` in the
// target stands for whatever there is, everything else has to be equal.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE if it does not conform, with the path to the first part at fault,
// the wanted and the found type.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_conforms(const pcty_type *source,
                               const pcty_type *target,
                               pcty_error **error);

// What stands between two types.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_conversion(const pcty_type *source,
                                 const pcty_type *target,
                                 pcty_dialect dialect,
                                 pcty_conversion *out,
                                 pcty_error **error);

// Why no value of one type converts to another type: the sentence, the path to the part
// that stands in the way, and the types that meet there.
//
// Ownership: `*out` is the caller's, and NULL when values convert.
// Errors: see the section's head.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_explain(const pcty_type *source,
                              const pcty_type *target,
                              pcty_dialect dialect,
                              pcty_error **out,
                              pcty_error **error);

// ----------------------------------------------------------------------------
// Converters: from values of one type to values of another.
//
// Marks come along at every level; unknowns stay unknown, and nulls null. An optional
// attribute that is missing becomes null, and what is the type any in the target becomes
// what the value has there. Many values of one type are converted fastest by one
// converter.
// ----------------------------------------------------------------------------

// The conversion between two types.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION if there is none of this safety, with the reason, the wanted
// and the found type; PCTY_ERROR_UNSUPPORTED.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_converter_new(const pcty_type *source,
                               const pcty_type *target,
                               pcty_dialect dialect,
                               pcty_safety safety,
                               pcty_converter **out,
                               pcty_error **error);

// Another handle of the same converter; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_converter *pcty_converter_clone(const pcty_converter *converter);

// Frees a converter. NULL: no-op.
void pcty_converter_free(pcty_converter *converter);

// Writes the two types of a converter.
//
// Returns: false if `converter` is NULL.
// Ownership: the types in `*out` is owned by `converter` and valid while it lives.
// NULL: returns false if `converter` is; `out` may be.
bool pcty_converter_info(const pcty_converter *converter, pcty_converter_data *out);

// Converts a value of the type that the converter takes; a null or unknown of the type any
// is welcome too.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION with the path to the part that does not convert;
// PCTY_ERROR_TYPE for a value of another type.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_converter_apply(const pcty_converter *converter,
                                 const pcty_value *value,
                                 pcty_value **out,
                                 pcty_error **error);

// A value as one of another type, by whatever conversion there is, safe or not.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION with the path to the part that does not convert, or with the
// wanted and the found type where no value does; PCTY_ERROR_UNSUPPORTED.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_convert(const pcty_value *value,
                               const pcty_type *target,
                               pcty_dialect dialect,
                               pcty_value **out,
                               pcty_error **error);

// Every reason at once why a value does not convert to a type, in the order of its parts;
// an empty list when it does. At most 1000.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_check(const pcty_value *value,
                             const pcty_type *target,
                             pcty_dialect dialect,
                             pcty_error_list **out,
                             pcty_error **error);

// Checks a JSON text against a type in a dialect's notation: every reason why the value of the
// text does not convert to the type, as `pcty_value_check` returns them; an empty list if it does.
// Puppet reads JSON as `pcty_puppet_value_from_json` does, mcl as `pcty_mcl_value_from_json` with
// exact fields, so that it finds one error at most, and the other dialects as
// `pcty_value_from_json` does without a type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a notation that is not a type,
// PCTY_ERROR_SYNTAX for a text that is not JSON; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT,
// PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_json_check(pcty_str json,
                            pcty_str notation,
                            pcty_dialect dialect,
                            pcty_error_list **out,
                            pcty_error **error);

// The number of errors. NULL: gives 0.
size_t pcty_error_list_count(const pcty_error_list *list);

// An error by its position, from 0.
//
// Ownership: lent as long as the list. NULL: gives NULL, as does a position past the end.
const pcty_error *pcty_error_list_at(const pcty_error_list *list, size_t index);

// Frees a list with its errors. NULL: no-op.
void pcty_error_list_free(pcty_error_list *list);

// ----------------------------------------------------------------------------
// Unifications: the one type that several types convert to.
// ----------------------------------------------------------------------------

// Finds the type that all of these types convert to.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION if there is none, as for no types at all;
// PCTY_ERROR_UNSUPPORTED.
// NULL: `types` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_type_unify(const pcty_type *const *types,
                            size_t count,
                            pcty_dialect dialect,
                            pcty_safety safety,
                            pcty_unification **out,
                            pcty_error **error);

// Writes the common type of a unification and the number of its types.
//
// Returns: false if `unification` is NULL.
// Ownership: the type in `*out` is owned by `unification` and valid while it lives.
// NULL: returns false if `unification` is; `out` may be.
bool pcty_unification_info(const pcty_unification *unification, pcty_unification_data *out);

// The conversion of the given type at a position, from 0, to the common type.
//
// Ownership: lent as long as the unification. NULL: gives NULL, as does a position past the
// end; and NULL is the answer for a type whose values need no conversion. In PCL, where types
// are joined that not all convert, it is also the answer for one that does not:
// `pcty_type_conversion` tells.
const pcty_converter *pcty_unification_converter_at(const pcty_unification *unification,
                                                    size_t index);

// Frees a unification. NULL: no-op.
void pcty_unification_free(pcty_unification *unification);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_DIALECTS_H
