// What the shims share: a shim is a call of the library as one crossing of the boundary, whose
// results come back by value so that nothing escapes to Go's heap.

#ifndef POLYCTY_GO_RESULTS_H
#define POLYCTY_GO_RESULTS_H

#include <polycty.h>
#include "handles.h"
#include <stdlib.h>

// A value that is small, and its content where that is a bool, a whole number or a text, so that
// reading it takes no crossing.
typedef struct {
    pcty_small value;
    int64_t number;       // a bool is 0 or 1
    uint8_t kind;         // a pcty_kind, or 0 where the content is to be asked for
    uint8_t text, length; // where the text begins in `value`
} go_small;

static inline bool go_small_read(const pcty_value *value, go_small *out) {
    if (!pcty_value_small(value, &out->value)) {
        return false;
    }
    const pcty_value *copy = (const pcty_value *)&out->value;
    bool truth = false;
    pcty_str text;
    switch (pcty_type_kind(pcty_value_type(copy))) {
    case PCTY_KIND_BOOL:
        pcty_value_as_bool(copy, &truth, NULL);
        out->number = truth;
        out->kind = PCTY_KIND_BOOL;
        break;
    case PCTY_KIND_NUMBER:
        out->kind = pcty_value_as_int64(copy, &out->number, NULL) == PCTY_OK ? PCTY_KIND_NUMBER : 0;
        break;
    case PCTY_KIND_INTEGER:
        out->kind = pcty_value_as_int64(copy, &out->number, NULL) == PCTY_OK ? PCTY_KIND_INTEGER : 0;
        break;
    case PCTY_KIND_STRING:
        if (pcty_value_as_string(copy, &text, NULL) == PCTY_OK && text.len <= sizeof out->value) {
            out->text = (uint8_t)(text.data - (const char *)copy);
            out->length = (uint8_t)text.len;
            out->kind = PCTY_KIND_STRING;
        }
        break;
    default:
        break;
    }
    return true;
}

// What a call gave: `error` is NULL if it succeeded. Of a value it also says about how many bytes
// that keeps alive, or how else it is held.
typedef struct {
    void *out;
    pcty_error *error;
    uint64_t footprint;
    go_small small;
} go_out;

// A value that keeps no more than this alive, its texts among it, may stand with strangers.
enum { GO_LIGHT = 256, GO_LIGHT_TEXT = 1024 };

// In the place of a footprint: the value stands in `small`, and in `out` is nothing; or `out` is
// lent by the value that was asked.
#define GO_SMALL UINT64_MAX
#define GO_LENT (UINT64_MAX - 1)

// About how many bytes a value keeps alive, and always more than GO_LIGHT where it holds long texts
// or what may be Go's: that could keep alive the strangers that stand with it, and they it, for
// ever.
static inline uint64_t go_footprint(const pcty_value *value) {
    uint64_t bytes = pcty_value_footprint(value);
    bool apart = bytes <= GO_LIGHT && !pcty_value_is_light(value, GO_LIGHT + GO_LIGHT_TEXT);
    return apart ? GO_LIGHT + 1 : bytes;
}

// A value of Go's own, or none, that something else keeps alive, too: a part, for example.
typedef struct {
    void *out;
    uint64_t footprint;
    go_small small;
} go_found;

// What is small moves to Go, and has no handle any more.
static inline go_found go_value_found(pcty_value *own) {
    go_found found = {own, 0, {{0, 0}, 0, 0, 0, 0}};
    if (go_small_read(own, &found.small)) {
        pcty_value_free(own);
        found.out = NULL;
        found.footprint = GO_SMALL;
    } else {
        found.footprint = go_footprint(own);
    }
    return found;
}

// The same of a value that is lent, which is left as it is.
static inline go_found go_value_cloned(const pcty_value *lent) {
    go_found found = {NULL, GO_SMALL, {{0, 0}, 0, 0, 0, 0}};
    if (!go_small_read(lent, &found.small)) {
        found.out = pcty_value_clone(lent);
        found.footprint = go_footprint(lent);
    }
    return found;
}

// The same of a part of a value that may lend it.
static inline go_found go_value_part(const pcty_value *lent, bool lends) {
    go_found found = {(void *)lent, GO_LENT, {{0, 0}, 0, 0, 0, 0}};
    if (!lends || lent == NULL) {
        return go_value_cloned(lent);
    }
    if (go_small_read(lent, &found.small)) {
        found.out = NULL;
        found.footprint = GO_SMALL;
    }
    return found;
}

static inline go_out go_value_made(pcty_value *own, pcty_error *error) {
    go_found found = go_value_found(own);
    return (go_out){found.out, error, found.footprint, found.small};
}

// As go_out, with a second result.
typedef struct {
    void *out;
    void *more;
    pcty_error *error;
} go_outs;

// The same of a call that may have called Go: the handle of the error that a Go function
// gave last, or 0.
typedef struct {
    void *out;
    void *more;
    pcty_error *error;
    uintptr_t cause;
    uint64_t footprint;
    go_small small;
} go_called;

static inline go_called go_value_called(pcty_value *own, void *more, pcty_error *error,
                                        uintptr_t cause) {
    go_found found = go_value_found(own);
    return (go_called){found.out, more, error, cause, found.footprint, found.small};
}

// Up to so many values on their way in, by value: what a pointer leads to would be on Go's heap.
enum { GO_FEW = 4 };
typedef struct {
    uintptr_t at[GO_FEW];
} go_few;

uintptr_t go_causes_begin(void);
uintptr_t go_causes_end(uintptr_t outer);

// A runtime of mcl that steps on this thread, and the one whose callback steps it.
typedef struct go_mcl_steps {
    const pcty_mcl_runtime *runtime;
    const struct go_mcl_steps *around;
} go_mcl_steps;

const go_mcl_steps *go_mcl_steps_enter(const go_mcl_steps *innermost);
bool go_mcl_steps_here(const pcty_mcl_runtime *runtime);

// What a question was answered.
typedef struct {
    uint64_t answer;
    pcty_error *error;
} go_answer;

// A Go string for the length of a call.
#define GO_STR(string) ((pcty_str){_GoStringPtr(string), _GoStringLen(string)})

// An array to be freed, empty or not. As with Go's own memory and C.malloc there is no going on
// without it.
static inline void *go_array(size_t count, size_t size) {
    void *array = malloc((count + 1) * size);
    if (array == NULL) {
        abort();
    }
    return array;
}

// Texts that came as one text and the length of each: an array to be freed.
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
