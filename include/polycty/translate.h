// Translation of types and values between dialects.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_TRANSLATE_H
#define POLYCTY_TRANSLATE_H

#include "base.h"
#include "dialects.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// The nearest type of a different dialect, its relation to the original type, and the positions
// and reasons of lost precision. It never changes; any number of threads may use it at once.
//
// ```c
// static bool same_in_hcl(const pcty_type *of_puppet) {
//     pcty_translation *translation = NULL;
//     pcty_translation_data data;
//     bool same = pcty_type_translate(of_puppet, PCTY_DIALECT_PUPPET, PCTY_DIALECT_HCL,
//                                     &translation, NULL) == PCTY_OK &&
//                 pcty_translation_info(translation, &data) && data.fit == PCTY_FIT_EXACT;
//     pcty_translation_free(translation);
//     return same;
// }
// ```
typedef struct pcty_translation pcty_translation;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Translations of types and values from one dialect to another.

// The relation between a type and its translation. It compares the values that have an image in
// the other dialect.
typedef enum pcty_fit PCTY_ENUM {
    // Both have the same instances.
    PCTY_FIT_EXACT = 1,
    // The translation has all instances of the type, and additional ones.
    PCTY_FIT_WIDER = 2,
    // All instances of the translation are instances of the type. The type has additional instances
    // that the other dialect cannot represent.
    PCTY_FIT_NARROWER = 3,
} pcty_fit;

// A reason why a translation is not exact.
typedef struct {
    // The path in values of the original type; an unknown index represents the elements at all
    // positions.
    const pcty_path *path;
    // The reason: one line, without the path.
    pcty_str message;
} pcty_translation_note;

// The data of a translation.
typedef struct {
    // The type in the other dialect.
    const pcty_type *type;
    // The relation between the type and its translation.
    pcty_fit fit;
    // The number of reasons why the translation is not exact, at most 1000; 0 if it is exact:
    // `pcty_translation_note_at`.
    size_t note_count;
} pcty_translation_data;

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Translations of types and values from one dialect to another.
//
// The relation of a type to its translation is defined on values; `docs/reference/translation.md`
// lists the corresponding types and values, with reasons.
// ----------------------------------------------------------------------------

// Translates a type to the nearest type of a different dialect. Types of the target dialect are
// their own translation.
//
// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is not a type of the dialect `from`;
// PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_type_translate(const pcty_type *type,
                                pcty_dialect from,
                                pcty_dialect to,
                                pcty_translation **out,
                                pcty_error **error);

// Writes the type of a translation, its fit and the number of its notes.
//
// Returns: false if `translation` is NULL.
// Ownership: the type in `*out` is owned by `translation` and valid while it lives.
// NULL: returns false if `translation` is NULL; `out` may be NULL.
bool pcty_translation_info(const pcty_translation *translation, pcty_translation_data *out);

// Writes a reason why the translation is not exact, by its position from 0.
//
// Returns: false past the end.
// Ownership: the path and the text in `*out` are owned by `translation` and valid while it lives.
// NULL: returns false if `translation` is NULL; `out` may be NULL.
bool pcty_translation_note_at(const pcty_translation *translation,
                              size_t index,
                              pcty_translation_note *out);

// Frees a translation.
//
// NULL: no-op.
void pcty_translation_free(pcty_translation *translation);

// Translates a value to a different dialect. With a type, the result is an instance of that type
// of the target dialect.
//
// - To HCL or PCL: without a type, arrays become tuples and hashes become objects. With a type,
//   lists, sets and maps are also possible, and missing optional attributes become null.
// - To mcl: without a type, entries become a struct, and HCL's numbers become floats. With a type,
//   maps and ints are also possible.
// - Marks are kept between HCL and PCL.
//
// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part without an image: a mark that the other
// dialect cannot keep, an unknown value, a deferred value of PCL (it must be resolved first), or a
// value that only one dialect has; PCTY_ERROR_CONVERSION if the image is not an instance of the
// type.
// Ownership: the caller owns `*out`.
// NULL: `type` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_translate(const pcty_value *value,
                                 const pcty_type *type,
                                 pcty_dialect from,
                                 pcty_dialect to,
                                 pcty_value **out,
                                 pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_TRANSLATE_H
