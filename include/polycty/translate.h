// Types and values of one dialect in another one.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_TRANSLATE_H
#define POLYCTY_TRANSLATE_H

#include "base.h"
#include "dialects.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// The nearest type that another dialect can say, what holds between the two, and where
// and why precision was lost. Never changes; any number of threads may use it at once.
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

// --- Translations: a type, and a value, of one dialect in another one.

// What holds between a type and its translation. It speaks of the values that have an
// image in the other dialect.
typedef enum pcty_fit PCTY_ENUM {
    // Both have the same instances.
    PCTY_FIT_EXACT = 1,
    // The translation has every instance of the type, and further ones.
    PCTY_FIT_WIDER = 2,
    // Every instance of the translation is one of the type, which has further instances that
    // the other dialect has no values for.
    PCTY_FIT_NARROWER = 3,
} pcty_fit;

// A reason for which a translation is not exact.
typedef struct {
    // The path in values of the type that was translated, with an unknown index for the elements
    // of all positions.
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
    // The number of reasons for which the translation is not exact, at most 1000; 0 if it is exact:
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
// Translations: a type, and a value, of one dialect in another one.
//
// The claim of a translation is one about values; `docs/reference/translation.md` has the table of
// types and values that correspond, and why.
// ----------------------------------------------------------------------------

// The nearest type that another dialect can say. A dialect's own types are their own
// translation.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is no type of the dialect
// `from`; PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed.
// NULL: `error` may be.
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
// NULL: returns false if `translation` is; `out` may be.
bool pcty_translation_info(const pcty_translation *translation, pcty_translation_data *out);

// Writes a reason for which the translation is not exact, by its position from 0.
//
// Returns: false past the end.
// Ownership: the path and the text in `*out` are owned by `translation` and valid while it lives.
// NULL: returns false if `translation` is; `out` may be.
bool pcty_translation_note_at(const pcty_translation *translation,
                              size_t index,
                              pcty_translation_note *out);

// Frees a translation. NULL: no-op.
void pcty_translation_free(pcty_translation *translation);

// A value's image in another dialect, as an instance of a type of that dialect. Without a
// type arrays become tuples and hashes objects in HCL; with one also lists, sets and maps,
// and optional attributes that are missing become null; PCL is as HCL. In mcl entries
// become a struct and HCL's numbers floats; with a type also maps and ints. Marks are kept
// between HCL and PCL.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part without an image: a mark that the
// other dialect cannot keep, an unknown value, an eventual value of PCL, which has to be
// resolved first, what only one dialect has; PCTY_ERROR_CONVERSION when the image is no
// instance of the type.
// NULL: `type` and `error` may be.
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
