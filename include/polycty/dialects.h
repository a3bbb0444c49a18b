// Operations of every dialect: notation, assignability, conversion, unification.
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

// All errors of a value, each with its path. Never changes; any number of threads may use it at
// once.
//
// ```c
// static size_t report(const pcty_value *value, const pcty_type *wanted) {
//     pcty_error_list *faults = NULL;
//     if (pcty_value_check(value, wanted, PCTY_DIALECT_HCL, &faults, NULL) != PCTY_OK) {
//         return 0;
//     }
//     size_t count = pcty_error_list_count(faults);
//     for (size_t i = 0; i < count; i++) {
//         const pcty_error *fault = pcty_error_list_at(faults, i);
//         pcty_string *line = pcty_error_format(fault, PCTY_NOTATION_LINE);
//         puts(pcty_string_cstr(line));
//         pcty_string_free(line);
//     }
//     pcty_error_list_free(faults);
//     return count;
// }
// ```
typedef struct pcty_error_list pcty_error_list;

// A unification: the common type of several types, and the converters to it. Never changes; any
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

// --- Types: the notation and rules of each dialect.

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

// The conversion between two types; a larger number means an easier conversion.
typedef enum pcty_conversion PCTY_ENUM {
    // No value converts.
    PCTY_CONVERSION_NONE = 0,
    // Some values convert.
    PCTY_CONVERSION_UNSAFE = 1,
    // Every value converts.
    PCTY_CONVERSION_SAFE = 2,
    // The types are equal: no conversion is needed.
    PCTY_CONVERSION_SAME = 3,
} pcty_conversion;

// Whether a conversion may fail for some values of the source type.
typedef enum pcty_safety PCTY_ENUM {
    // The conversion never fails.
    PCTY_SAFETY_SAFE = 1,
    // The conversion may fail. Safe conversions are also allowed.
    PCTY_SAFETY_UNSAFE = 2,
} pcty_safety;

// --- Converters: conversion of values from one type to another.

// The data of a converter.
typedef struct {
    // The type of the values that the converter takes.
    const pcty_type *source;
    // The target type passed to `pcty_converter_new`. A result's own type has no optional
    // attributes, and an exact type in place of the type any.
    const pcty_type *target;
} pcty_converter_data;

// --- Unifications: the common target type of several types.

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
// Types: the notation and rules of each dialect.
//
// The same functions exist for every dialect; the parameter `dialect`, after the values and types
// of the call, selects it. A dialect whose rules the library does not have is
// PCTY_ERROR_UNSUPPORTED.
// ----------------------------------------------------------------------------

// Parses a type in a dialect's notation. HCL reads a type constraint, including `any`, and
// `optional(..)` around the type of an attribute. The variables in a text of mcl belong to a new
// scope; `pcty_mcl_type_parse` takes a scope.
//
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE with a diagnostic for each error; PCTY_ERROR_LIMIT
// if the text is nested too deep; PCTY_ERROR_INVALID_UTF8, PCTY_ERROR_UNSUPPORTED.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_parse(pcty_str notation,
                            pcty_dialect dialect,
                            pcty_type **out,
                            pcty_error **error);

// Formats a type in a dialect's notation.
//
// Errors: PCTY_ERROR_UNSUPPORTED, also for a type that the dialect does not have.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_format(const pcty_type *type,
                             pcty_dialect dialect,
                             pcty_string **out,
                             pcty_error **error);

// Parses a type from JSON in cty's notation: `"string"`, `["list","number"]`,
// `["object",{"a":"bool"},["a"]]`.
//
// Errors: PCTY_ERROR_SYNTAX for text that is not JSON and PCTY_ERROR_TYPE for JSON that does not
// describe a type, both with the byte of the error; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_from_json(pcty_str json,
                                pcty_type **out,
                                pcty_error **error);

// Formats a type as JSON in cty's notation.
//
// Errors: PCTY_ERROR_UNSUPPORTED for a type that cty does not have.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_to_json(const pcty_type *type, pcty_string **out, pcty_error **error);

// Returns whether every value of the source type is a value of the target type without conversion.
// In HCL: whether the source conforms to the target, where the type any matches every type.
//
// Errors: see the head of the section.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_assignable(const pcty_type *source,
                                 const pcty_type *target,
                                 pcty_dialect dialect,
                                 bool *out,
                                 pcty_error **error);

// Returns whether two types are equal in the dialect, which may be coarser than `pcty_type_equal`:
// in Puppet `Optional[Integer]` equals `Variant[Integer, Undef]`.
//
// Errors: see the head of the section; PCTY_ERROR_LIMIT if recursive types take too long.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_equivalent(const pcty_type *a,
                                 const pcty_type *b,
                                 pcty_dialect dialect,
                                 bool *out,
                                 pcty_error **error);

// Returns whether a value is an instance of a type without conversion.
//
// Errors: see the head of the section; PCTY_ERROR_UNSUPPORTED with the path to an unknown or a
// mark if the dialect has none; PCTY_ERROR_LIMIT if recursive types take too long.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_is_instance(const pcty_value *value,
                                   const pcty_type *type,
                                   pcty_dialect dialect,
                                   bool *out,
                                   pcty_error **error);

// Returns the type of a value in the dialect: in HCL the value's own exact type, in Puppet the
// type inferred from its content.
//
// Errors: those of `pcty_value_is_instance`.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_type_of(const pcty_value *value,
                               pcty_dialect dialect,
                               pcty_type **out,
                               pcty_error **error);

// Checks whether a type conforms to another by cty's rule: `any` in the target matches every type,
// all other parts must be equal.
//
// Errors: PCTY_ERROR_TYPE if it does not conform, with the path to the first part that differs,
// the expected and the found type.
// Ownership: creates nothing except the error.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_conforms(const pcty_type *source,
                               const pcty_type *target,
                               pcty_error **error);

// Returns the conversion between two types.
//
// Errors: see the head of the section.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_conversion(const pcty_type *source,
                                 const pcty_type *target,
                                 pcty_dialect dialect,
                                 pcty_conversion *out,
                                 pcty_error **error);

// Returns the reason why no value of one type converts to another: an error with a sentence, the
// path to the part that prevents the conversion, and the two types of that part.
//
// Errors: see the head of the section.
// Ownership: the caller owns `*out`, which is NULL if values convert.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_explain(const pcty_type *source,
                              const pcty_type *target,
                              pcty_dialect dialect,
                              pcty_error **out,
                              pcty_error **error);

// ----------------------------------------------------------------------------
// Converters: conversion of values from one type to another.
//
// Marks are preserved at every level; unknowns remain unknown, and nulls remain null. A missing
// optional attribute becomes null. The type any in the target is replaced by the type of the value
// at that position. To convert many values of one type, one converter is the fastest way.
// ----------------------------------------------------------------------------

// Creates the conversion between two types.
//
// Errors: PCTY_ERROR_CONVERSION if there is none of this safety, with the reason, the expected and
// the found type; PCTY_ERROR_UNSUPPORTED.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_converter_new(const pcty_type *source,
                               const pcty_type *target,
                               pcty_dialect dialect,
                               pcty_safety safety,
                               pcty_converter **out,
                               pcty_error **error);

// Creates another handle of the same converter; only a reference is counted.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_converter *pcty_converter_clone(const pcty_converter *converter);

// Frees a converter.
//
// NULL: no-op.
void pcty_converter_free(pcty_converter *converter);

// Writes the two types of a converter.
//
// Returns: false if `converter` is NULL.
// Ownership: the types in `*out` are owned by `converter` and valid while it lives.
// NULL: returns false if `converter` is NULL; `out` may be NULL.
bool pcty_converter_info(const pcty_converter *converter, pcty_converter_data *out);

// Converts a value of the type that the converter takes, or a null or unknown of the type any.
//
// Errors: PCTY_ERROR_CONVERSION with the path to the part that does not convert; PCTY_ERROR_TYPE
// for a value of another type.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_converter_apply(const pcty_converter *converter,
                                 const pcty_value *value,
                                 pcty_value **out,
                                 pcty_error **error);

// Converts a value to a type, by any existing conversion, safe or not.
//
// Errors: PCTY_ERROR_CONVERSION with the path to the part that does not convert, or with the
// expected and the found type if no value converts; PCTY_ERROR_UNSUPPORTED.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_convert(const pcty_value *value,
                               const pcty_type *target,
                               pcty_dialect dialect,
                               pcty_value **out,
                               pcty_error **error);

// Returns every reason why a value does not convert to a type, in the order of its parts; an empty
// list if it converts. At most 1000.
//
// Errors: PCTY_ERROR_UNSUPPORTED.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_check(const pcty_value *value,
                             const pcty_type *target,
                             pcty_dialect dialect,
                             pcty_error_list **out,
                             pcty_error **error);

// Returns the number of errors.
//
// NULL: returns 0.
size_t pcty_error_list_count(const pcty_error_list *list);

// Returns an error by its position, from 0.
//
// Returns: NULL for a position past the end.
// Ownership: the result is owned by the list and valid while it lives.
// NULL: returns NULL.
const pcty_error *pcty_error_list_at(const pcty_error_list *list, size_t index);

// Frees a list with its errors.
//
// NULL: no-op.
void pcty_error_list_free(pcty_error_list *list);

// ----------------------------------------------------------------------------
// Unifications: the common target type of several types.
// ----------------------------------------------------------------------------

// Finds a common type: every one of the given types converts to it.
//
// Errors: PCTY_ERROR_CONVERSION if there is none, also for an empty array; PCTY_ERROR_UNSUPPORTED.
// Ownership: the caller owns `*out`.
// NULL: `types` (if `count` is 0) and `error` may be NULL.
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
// NULL: returns false if `unification` is NULL; `out` may be NULL.
bool pcty_unification_info(const pcty_unification *unification, pcty_unification_data *out);

// Returns the converter from the type at a position, from 0, to the common type.
//
// Returns: NULL for a position past the end and for a type whose values need no conversion. In
// PCL, which also joins types that do not all convert, NULL also for a type that does not convert;
// `pcty_type_conversion` distinguishes these cases.
// Ownership: the result is owned by the unification and valid while it lives.
// NULL: returns NULL.
const pcty_converter *pcty_unification_converter_at(const pcty_unification *unification,
                                                    size_t index);

// Frees a unification.
//
// NULL: no-op.
void pcty_unification_free(pcty_unification *unification);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_DIALECTS_H
