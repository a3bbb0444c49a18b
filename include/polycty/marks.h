// Marks of values and of their parts.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_MARKS_H
#define POLYCTY_MARKS_H

#include "base.h"
#include "types.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// A set of marks, which are texts, sorted by their bytes. Never changes; any number of threads may
// use it at once.
//
// ```c
// static bool is_sensitive(const pcty_value *value) {
//     return pcty_marks_contains(pcty_value_marks(value), PCTY_STR("sensitive"));
// }
// ```
typedef struct pcty_marks pcty_marks;

// A set of paths. One thread at a time while it changes.
//
// Capsules inside paths call the host back while a set is searched. In these callbacks, a call
// that changes the set is refused, and so is every call for a set that is being changed: it fails
// with PCTY_ERROR_INVALID_ARGUMENT or returns its result for NULL. A set that is freed there
// remains until the calls that use it end.
//
// ```c
// static bool was_seen(pcty_path_set *seen, const pcty_path *path) {
//     if (pcty_path_set_contains(seen, path)) {
//         return true;
//     }
//     must(pcty_path_set_insert(seen, path, false, NULL));
//     return false;
// }
// ```
typedef struct pcty_path_set pcty_path_set;

// The marks of the parts of a value. One thread at a time while it changes.
//
// ```c
// // Removes all marks from a document and adds them again.
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

// --- Path sets: sets of paths.

// Called for each path of a set. The path is valid during the call only. PCTY_VISIT_SKIP means the
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

// --- Path marks: marks with the paths to the parts that carry them.

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
// Marks: labels that a host attaches to values and that every operation propagates.
//
// Marks are attached to a value, never to a mark, so unmarking once yields the unmarked value.
// ----------------------------------------------------------------------------

// Creates a set of marks; duplicates count once.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`; the texts are copied.
// NULL: `marks` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_marks_new(const pcty_str *marks,
                           size_t count,
                           pcty_marks **out,
                           pcty_error **error);

// Creates another handle of the same marks; only a reference is counted.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_marks *pcty_marks_clone(const pcty_marks *marks);

// Frees a set of marks.
//
// NULL: no-op.
void pcty_marks_free(pcty_marks *marks);

// Returns the number of marks.
//
// NULL: returns 0.
size_t pcty_marks_count(const pcty_marks *marks);

// Returns a mark by its position, from 0, in ascending order.
//
// Returns: no text for a position past the end.
// Ownership: the result is owned by `marks` and valid while it lives.
// NULL: returns no text.
pcty_str pcty_marks_at(const pcty_marks *marks, size_t index);

// Returns whether a mark is in the set.
//
// NULL: returns false.
bool pcty_marks_contains(const pcty_marks *marks, pcty_str mark);

// Returns the marks of the value itself, without those of its parts.
//
// Ownership: the result is owned by the value and valid while it lives.
// NULL: returns NULL.
const pcty_marks *pcty_value_marks(const pcty_value *value);

// Returns the value with one mark added to its own.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_mark(const pcty_value *value,
                            pcty_str mark,
                            pcty_value **out,
                            pcty_error **error);

// Returns the value with marks added to its own.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_with_marks(const pcty_value *value,
                                  const pcty_marks *marks,
                                  pcty_value **out,
                                  pcty_error **error);

// Returns the value without its own marks, so that its content can be read. Values derived from
// the content must receive the marks, which `pcty_value_marks` returns.
//
// Ownership: the result is owned by `value` and valid while it lives.
// NULL: returns NULL.
const pcty_value *pcty_value_unmarked(const pcty_value *value);

// Returns the value without marks at any depth, and all marks that were removed.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: the caller owns `*out` and `*marks`.
// NULL: `marks` (if the removed marks are not needed) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_unmark_deep(const pcty_value *value,
                                   pcty_value **out,
                                   pcty_marks **marks,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// Path sets: sets of paths.
// ----------------------------------------------------------------------------

// Creates the set without paths.
//
// Ownership: the caller owns the result.
pcty_path_set *pcty_path_set_new(void);

// Creates a set of the same paths.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_path_set *pcty_path_set_clone(const pcty_path_set *set);

// Frees a set of paths.
//
// NULL: no-op.
void pcty_path_set_free(pcty_path_set *set);

// Adds a path, and optionally all its prefixes, including the path without steps.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT while a running call uses the set; PCTY_ERROR_LIMIT if the
// prefixes exceed the budget, and then some of them may have been added.
// Ownership: changes `set`; the path is copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_path_set_insert(pcty_path_set *set,
                                 const pcty_path *path,
                                 bool with_prefixes,
                                 pcty_error **error);

// Removes a path.
//
// Returns: whether the path was in the set.
// Ownership: changes `set`.
// NULL: returns false.
// Threads: one thread at a time.
bool pcty_path_set_remove(pcty_path_set *set, const pcty_path *path);

// Returns whether a path is in the set.
//
// NULL: returns false.
bool pcty_path_set_contains(const pcty_path_set *set, const pcty_path *path);

// Returns the number of paths.
//
// NULL: returns 0.
size_t pcty_path_set_count(const pcty_path_set *set);

// Returns whether two sets have the same paths.
//
// NULL: NULL is equal only to NULL.
bool pcty_path_set_equal(const pcty_path_set *a, const pcty_path_set *b);

// Combines two sets of paths.
//
// Returns: NULL for an operation without a constant.
// Ownership: the caller owns the result.
// NULL: returns NULL if a set is NULL.
pcty_path_set *pcty_path_set_combine(const pcty_path_set *a,
                                     const pcty_path_set *b,
                                     pcty_path_set_operation operation);

// Visits the paths of a set, in no particular order.
//
// Errors: PCTY_ERROR_MISBEHAVED if a visit returns a number without a constant.
// Ownership: none is transferred; `user_data` is passed to each visit.
// NULL: `user_data` and `error` may be NULL.
// Threads: the visits run on this thread before the function returns. If one changes or frees the
// set, the remaining visits still receive the paths from before the change.
PCTY_MUST_USE
pcty_status pcty_path_set_walk(const pcty_path_set *set,
                               pcty_path_visitor visit,
                               void *user_data,
                               pcty_error **error);

// ----------------------------------------------------------------------------
// Path marks: marks with the paths to the parts that carry them.
// ----------------------------------------------------------------------------

// Creates an empty set of path marks.
//
// Ownership: the caller owns the result.
pcty_path_marks *pcty_path_marks_new(void);

// Adds the marks of a part. If a path is added twice, the part has all marks.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: changes `path_marks`; path and marks are copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_path_marks_add(pcty_path_marks *path_marks,
                                const pcty_path *path,
                                const pcty_marks *marks,
                                pcty_error **error);

// Returns the number of parts with marks.
//
// NULL: returns 0.
size_t pcty_path_marks_count(const pcty_path_marks *path_marks);

// Writes the path and the marks of a part, by its position from 0. Outer parts come first.
//
// Returns: false past the end.
// Ownership: the members of `*out` are owned by `path_marks` and valid until it changes.
// NULL: returns false if `path_marks` is NULL; `out` may be NULL.
bool pcty_path_marks_at(const pcty_path_marks *path_marks,
                        size_t index,
                        pcty_path_marks_entry *out);

// Frees the marks.
//
// NULL: no-op.
void pcty_path_marks_free(pcty_path_marks *path_marks);

// Returns the value without marks at any depth, and the marks of each part.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: the caller owns `*out` and `*marks`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_unmark_with_paths(const pcty_value *value,
                                         pcty_value **out,
                                         pcty_path_marks **marks,
                                         pcty_error **error);

// Returns the value with marks added to its parts: the inverse of `pcty_value_unmark_with_paths`.
// Paths without a matching part have no effect. Marks of parts inside of a set move to the set.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_mark_with_paths(const pcty_value *value,
                                       const pcty_path_marks *marks,
                                       pcty_value **out,
                                       pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_MARKS_H
