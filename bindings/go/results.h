// Types and helpers that the shims share. A shim calls the library in one crossing of the boundary
// and returns its results by value, so that nothing escapes to Go's heap.

#ifndef POLYCTY_GO_RESULTS_H
#define POLYCTY_GO_RESULTS_H

#include "languages.h"
#include "handles.h"
#include <stdlib.h>

// The part of a value that Go stores next to the handle, so that later reads need no crossing.
// `value` is the value itself if it is small. For a longer readable text it is the address and the
// length.
typedef struct {
    pcty_small value;
    int64_t number;       // the content: a bool is 0 or 1; for a container its length, or -1
    uint8_t kind;         // a pcty_kind, or 0 if the content must be read from the library
    uint8_t text, length; // the position and length of the text of a small value in `value`
    uint8_t shape;        // the pcty_kind of its type
    uint8_t state;        // a pcty_state, 0 without a value
    bool marked;
} go_small;

// Copies a summary of a value. For a small value this is the whole value.
static inline void go_small_read(const pcty_summary *summary, go_small *out) {
    bool is_text = summary->has_content && summary->kind == PCTY_KIND_STRING;
    out->shape = (uint8_t)summary->kind;
    out->state = (uint8_t)summary->state;
    out->marked = summary->is_marked;
    if (summary->is_small) {
        out->value = *(const pcty_small *)summary->value;
        out->number = summary->number;
        if (is_text && summary->text.len > 0) {
            out->text = (uint8_t)(summary->text.data - (const char *)summary->value);
            out->length = (uint8_t)summary->text.len;
        }
        out->kind = summary->has_content ? out->shape : 0;
    } else if (is_text) { // the text is valid as long as the value
        out->number = -1;
        out->value.first = (uint64_t)(uintptr_t)summary->text.data;
        out->value.second = summary->text.len;
        out->kind = PCTY_KIND_STRING;
    } else {
        out->number = summary->has_content ? summary->number : -1;
    }
}

// The result of a call: `error` is NULL if it succeeded. For a value, `footprint` is the
// approximate number of bytes that it keeps alive, or the storage of the value.
//
// Go copies such structs in steps of 16 bytes. If the size is not a multiple of 16, the last step
// overlaps a write of the step before it and stalls the processor. Therefore `rest` pads the
// struct.
typedef struct {
    void *out;
    pcty_error *error;
    uint64_t footprint;
    go_small small;
    uint64_t rest;
} go_out;

// The maximum memory of a value that may share a batch with unrelated values, and of its texts in
// addition.
enum { GO_LIGHT = 256, GO_LIGHT_TEXT = 1024 };

#define GO_NOTHING {{0, 0}, 0, 0, 0, 0, 0, 0, false}

// Special footprints. GO_SMALL: the value is stored in `small`, and `out` is NULL. GO_LENT: `out`
// is borrowed from the value that was read.
#define GO_SMALL UINT64_MAX
#define GO_LENT (UINT64_MAX - 1)

// The approximate number of bytes that a value keeps alive. It is greater than GO_LIGHT if the
// value contains long texts or may contain Go objects: in a shared batch, these and unrelated
// values could keep each other alive forever.
static inline uint64_t go_footprint(const pcty_value *value) {
    uint64_t bytes = pcty_value_footprint(value);
    bool apart = bytes <= GO_LIGHT && !pcty_value_is_light(value, GO_LIGHT + GO_LIGHT_TEXT);
    return apart ? GO_LIGHT + 1 : bytes;
}

// A value owned by Go, or none, which is also kept alive elsewhere, such as a part.
typedef struct {
    void *out;
    uint64_t footprint;
    go_small small;
} go_found;

// Takes a value. A small value moves to Go, and its handle is freed.
static inline go_found go_value_found(pcty_value *own) {
    go_found found = {own, 0, GO_NOTHING};
    pcty_summary summary;
    pcty_value_summary(own, &summary);
    go_small_read(&summary, &found.small);
    if (summary.is_small) {
        pcty_value_free(own);
        found.out = NULL;
        found.footprint = GO_SMALL;
    } else {
        found.footprint = go_footprint(own);
    }
    return found;
}

// A part that is borrowed from a value, or NULL.
static inline go_found go_value_lent(const pcty_summary *summary) {
    go_found found = {NULL, GO_SMALL, GO_NOTHING};
    go_small_read(summary, &found.small);
    if (!summary->is_small) {
        found.out = (void *)summary->value;
        found.footprint = GO_LENT;
    }
    return found;
}

// A part of a value: borrowed if the value permits it, else cloned.
static inline go_found go_value_part(const pcty_value *part, bool borrows) {
    pcty_summary summary;
    pcty_value_summary(part, &summary);
    go_found found = go_value_lent(&summary);
    if (!summary.is_small && !borrows) {
        found.out = pcty_value_clone(part);
        found.footprint = go_footprint(part);
    }
    return found;
}

// A clone of a borrowed value.
static inline go_found go_value_cloned(const pcty_value *borrowed) { return go_value_part(borrowed, false); }

static inline go_out go_value_made(pcty_value *own, pcty_error *error) {
    go_found found = go_value_found(own);
    return (go_out){found.out, error, found.footprint, found.small, 0};
}

// Like go_out, with a second result.
typedef struct {
    void *out;
    void *more;
    pcty_error *error;
} go_outs;

// Like go_out, for a call that may have called Go. `cause` is the handle of the call's notes, or 0.
typedef struct {
    void *out;
    void *more;
    pcty_error *error;
    uintptr_t cause;
    uint64_t footprint;
    go_small small;
    uint64_t rest;
} go_called;

static inline go_called go_value_called(pcty_value *own, void *more, pcty_error *error,
                                        uintptr_t cause) {
    go_found found = go_value_found(own);
    return (go_called){found.out, more, error, cause, found.footprint, found.small, 0};
}

// Up to GO_FEW arguments, by value: the target of a pointer would be on Go's heap. A text that the
// library does not have yet is the address of a pcty_small plus GO_TEXT; its words are the address
// and the length.
enum { GO_FEW = 4, GO_TEXT = 1, GO_CHILDREN = 8 };
typedef struct {
    uintptr_t at[GO_FEW];
} go_few;

// Like go_few, for the parts of a container that is made in one call.
enum { GO_DRAFT = 16 };
typedef struct {
    uintptr_t at[GO_DRAFT];
} go_pending;

// Writes the values to an array, which must be large enough. The returned bits mark the texts that
// were made, which the caller frees.
static inline uint32_t go_opened(const uintptr_t *given, size_t count, const pcty_value **out) {
    uint32_t made = 0;
    for (size_t i = 0; i < count; i++) {
        out[i] = (const pcty_value *)given[i];
        if (given[i] & GO_TEXT) {
            const pcty_small *words = (const pcty_small *)(given[i] - GO_TEXT);
            pcty_str text = {(const char *)(uintptr_t)words->first, (size_t)words->second};
            pcty_value *own = NULL;
            PCTY_IGNORE(pcty_value_string(text, &own, NULL));
            out[i] = own;
            made |= UINT32_C(1) << i;
        }
    }
    return made;
}
static inline void go_freed(uint32_t made, const pcty_value **values) {
    for (size_t i = 0; made != 0; i++, made >>= 1) {
        if (made & 1) {
            pcty_value_free((pcty_value *)values[i]);
        }
    }
}

uintptr_t go_causes_begin(void);
uintptr_t go_causes_end(uintptr_t outer);

// The answer to a question.
typedef struct {
    uint64_t answer;
    pcty_error *error;
} go_answer;

// A Go string, valid during a call.
#define GO_STR(string) ((pcty_str){_GoStringPtr(string), _GoStringLen(string)})

// A text that is set, unless it is empty.
#define GO_OPTION(string) (_GoStringLen(string) == 0 ? (pcty_str){NULL, 0} : GO_STR(string))

// An array that the caller frees, also if it is empty. Like Go's allocator and C.malloc, it aborts
// without memory.
static inline void *go_array(size_t count, size_t size) {
    void *array = malloc((count + 1) * size);
    if (array == NULL) {
        abort();
    }
    return array;
}

// The separate texts of one text, by their lengths: an array that the caller frees.
static inline pcty_str *go_texts(const char *text, const size_t *lengths, size_t count) {
    pcty_str *texts = (pcty_str *)go_array(count, sizeof *texts);
    for (size_t i = 0; i < count; i++) {
        texts[i].data = text;
        texts[i].len = lengths[i];
        text += lengths[i];
    }
    return texts;
}

#endif
