// What a host attaches to values, and to which of their parts.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_MARKS_H
#define POLYCTY_MARKS_H

#include "base.h"
#include "types.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// A set of marks, which are texts, sorted by their bytes. Never changes; any number of
// threads may use it at once.
//
// ```c
// static bool is_sensitive(const pcty_value *value) {
//     return pcty_marks_contains(pcty_value_marks(value), PCTY_STR("sensitive"));
// }
// ```
typedef struct pcty_marks pcty_marks;

// A set of paths. One thread at a time while it changes.
//
// Capsules inside paths call the host back while a set is searched. In these callbacks, a call that
// changes the set is refused, and so is every call for a set that is being changed: it fails with
// PCTY_ERROR_INVALID_ARGUMENT or gives its answer for NULL. A set that is freed there remains until
// the calls that use it end.
//
// ```c
// static bool was_seen(pcty_path_set *seen, const pcty_path *path) {
//     if (pcty_path_set_contains(seen, path)) {
//         return true;
//     }
//     must(pcty_path_set_insert(seen, path, NULL));
//     return false;
// }
// ```
typedef struct pcty_path_set pcty_path_set;

// Which marks the parts of a value carry. One thread at a time while it changes.
//
// ```c
// // The same document without the parts that are sensitive being named so, and with it.
// static pcty_value *round_trip(const pcty_value *document) {
//     pcty_value *bare = NULL, *again = NULL;
//     pcty_path_marks *marks = NULL;
//     if (pcty_value_unmark_with_paths(document, &bare, &marks, NULL) == PCTY_OK) {
//         must(pcty_value_mark_with_paths(bare, marks, &again, NULL));
//     }
//     pcty_path_marks_free(marks);
//     pcty_value_free(bare);
//     return again;
// }
// ```
typedef struct pcty_path_marks pcty_path_marks;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Path sets.

// Called for each path of a set. The path is lent for the call. PCTY_VISIT_SKIP means the
// same as PCTY_VISIT_DESCEND.
typedef pcty_visit (*pcty_path_visitor)(void *user_data, const pcty_path *path);

// An operation on two sets of paths.
typedef enum pcty_path_set_operation PCTY_ENUM {
    // The paths in either set.
    PCTY_PATH_SET_UNION = 1,
    // The paths in both sets.
    PCTY_PATH_SET_INTERSECTION = 2,
    // The paths in the first set and not in the second.
    PCTY_PATH_SET_DIFFERENCE = 3,
} pcty_path_set_operation;

// --- Marks with the paths to the parts that they are on.

// A part with marks.
typedef struct {
    // The path of the part.
    const pcty_path *path;
    // The marks of the part.
    const pcty_marks *marks;
} pcty_path_marks_entry;

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Marks: what a host attaches to values and every operation carries on.
//
// Marks sit on a value, never on a mark, so unmarking once gives the bare value.
// ----------------------------------------------------------------------------

// A set of marks; the same one twice counts once.
//
// Ownership: `*out` is the caller's; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `marks` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_marks_new(const pcty_str *marks,
                           size_t count,
                           pcty_marks **out,
                           pcty_error **error);

// Another handle of the same marks; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_marks *pcty_marks_clone(const pcty_marks *marks);

// Frees a set of marks. NULL: no-op.
void pcty_marks_free(pcty_marks *marks);

// The number of marks. NULL: gives 0.
size_t pcty_marks_count(const pcty_marks *marks);

// A mark by its position, from 0, in ascending order.
//
// Ownership: lent as long as `marks`. NULL: gives no text, as does a position past the
// end.
pcty_str pcty_marks_at(const pcty_marks *marks, size_t index);

// Whether a mark is among them. NULL: gives false.
bool pcty_marks_contains(const pcty_marks *marks, pcty_str mark);

// The marks of the value itself; those of its parts are not among them.
//
// Ownership: lent as long as the value. NULL: gives NULL.
const pcty_marks *pcty_value_marks(const pcty_value *value);

// Whether the value itself carries marks. NULL: gives false.
bool pcty_value_is_marked(const pcty_value *value);

// Whether the value or anything inside it carries marks. NULL: gives false.
bool pcty_value_contains_marked(const pcty_value *value);

// The value with one mark added to its own.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_mark(const pcty_value *value,
                            pcty_str mark,
                            pcty_value **out,
                            pcty_error **error);

// The value with marks added to its own.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_with_marks(const pcty_value *value,
                                  const pcty_marks *marks,
                                  pcty_value **out,
                                  pcty_error **error);

// The value without marks of its own: how to read what a marked value holds. Whoever makes
// something of it owes it the marks, which `pcty_value_marks` gives.
//
// Ownership: lent as long as `value`. NULL: gives NULL.
const pcty_value *pcty_value_unmarked(const pcty_value *value);

// The value without marks at any depth, and all the marks that there were.
//
// Ownership: `*out` and `*marks` are the caller's.
// Errors: none but NULL.
// NULL: `marks` (if nobody wants to know) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_unmark_deep(const pcty_value *value,
                                   pcty_value **out,
                                   pcty_marks **marks,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// Path sets.
// ----------------------------------------------------------------------------

// The set without paths.
//
// Ownership: the result is the caller's.
pcty_path_set *pcty_path_set_new(void);

// A set of the same paths.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_path_set *pcty_path_set_clone(const pcty_path_set *set);

// Frees a set of paths. NULL: no-op.
void pcty_path_set_free(pcty_path_set *set);

// Adds a path.
//
// Ownership: changes `set`; the path is copied.
// Errors: PCTY_ERROR_INVALID_ARGUMENT while a running call uses the set.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_path_set_insert(pcty_path_set *set,
                                 const pcty_path *path,
                                 pcty_error **error);

// Adds a path and every path on the way to it, the one without steps included.
//
// Ownership: changes `set`; the path is copied.
// Errors: PCTY_ERROR_INVALID_ARGUMENT while a running call uses the set.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_path_set_insert_with_prefixes(pcty_path_set *set,
                                               const pcty_path *path,
                                               pcty_error **error);

// Removes a path, and whether it was there. NULL: gives false.
//
// Ownership: changes `set`.
// Threads: one at a time.
bool pcty_path_set_remove(pcty_path_set *set, const pcty_path *path);

// Whether a path is in the set. NULL: gives false.
bool pcty_path_set_contains(const pcty_path_set *set, const pcty_path *path);

// The number of paths. NULL: gives 0.
size_t pcty_path_set_count(const pcty_path_set *set);

// Whether two sets have the same paths. NULL: equals NULL alone.
bool pcty_path_set_equal(const pcty_path_set *a, const pcty_path_set *b);

// Combines two sets of paths.
//
// Ownership: the result is the caller's.
// NULL: returns NULL if a set is, and for an operation without a constant.
pcty_path_set *pcty_path_set_combine(const pcty_path_set *a,
                                     const pcty_path_set *b,
                                     pcty_path_set_operation operation);

// Visits the paths of a set, in no particular order.
//
// Ownership: nothing changes hands; `user_data` goes to each visit.
// Errors: PCTY_ERROR_MISBEHAVED for a visit's answer without a constant.
// NULL: `user_data` and `error` may be.
// Threads: the visits run on this thread before the function returns. If one changes or frees the
// set, the others still get the paths that the set had before.
PCTY_MUST_USE
pcty_status pcty_path_set_walk(const pcty_path_set *set,
                               pcty_path_visitor visit,
                               void *user_data,
                               pcty_error **error);

// ----------------------------------------------------------------------------
// Marks with the paths to the parts that they are on.
// ----------------------------------------------------------------------------

// No marks.
//
// Ownership: the result is the caller's.
pcty_path_marks *pcty_path_marks_new(void);

// Adds the marks of a part. Of a path that is added twice all marks count.
//
// Ownership: changes `path_marks`; path and marks are copied.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_path_marks_add(pcty_path_marks *path_marks,
                                const pcty_path *path,
                                const pcty_marks *marks,
                                pcty_error **error);

// The number of parts with marks. NULL: gives 0.
size_t pcty_path_marks_count(const pcty_path_marks *path_marks);

// Writes the path and the marks of a part, by its position from 0. Outer parts come first.
//
// Returns: false past the end.
// Ownership: the members of `*out` are owned by `path_marks` and valid until it changes.
// NULL: returns false if `path_marks` is; `out` may be.
bool pcty_path_marks_at(const pcty_path_marks *path_marks,
                        size_t index,
                        pcty_path_marks_entry *out);

// Frees the marks. NULL: no-op.
void pcty_path_marks_free(pcty_path_marks *path_marks);

// The value without marks at any depth, and the marks that each part had.
//
// Ownership: `*out` and `*marks` are the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_unmark_with_paths(const pcty_value *value,
                                         pcty_value **out,
                                         pcty_path_marks **marks,
                                         pcty_error **error);

// The value with marks added to its parts: the way back of `pcty_value_unmark_with_paths`.
// Paths that lead nowhere do nothing. Marks of what is in a set go to the set.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_mark_with_paths(const pcty_value *value,
                                       const pcty_path_marks *marks,
                                       pcty_value **out,
                                       pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_MARKS_H
