// What the shims share: a shim is a call of the library as one crossing of the boundary, whose
// results come back by value so that nothing escapes to Go's heap.

#ifndef POLYCTY_GO_RESULTS_H
#define POLYCTY_GO_RESULTS_H

#include "languages.h"
#include "handles.h"
#include <stdlib.h>

// What Go keeps of a value beside its handle, so that asking again takes no crossing. `value` is the
// value itself if it is small. Of a longer text that may be read it is the address and the length.
typedef struct {
    pcty_small value;
    int64_t number;       // the content: a bool is 0 or 1; of a container its length, or -1
    uint8_t kind;         // a pcty_kind, or 0 where the content is to be asked for
    uint8_t text, length; // where the text of a small value begins in `value`
    uint8_t shape;        // the pcty_kind of its type
    uint8_t state;        // a pcty_state, 0 where there is no value
    bool marked;
} go_small;

// What a glance at a value tells. Of a small one it is all.
static inline void go_small_read(const pcty_summary *glance, go_small *out) {
    bool is_text = glance->has_content && glance->kind == PCTY_KIND_STRING;
    out->shape = (uint8_t)glance->kind;
    out->state = (uint8_t)glance->state;
    out->marked = glance->is_marked;
    if (glance->is_small) {
        out->value = *(const pcty_small *)glance->value;
        out->number = glance->number;
        if (is_text && glance->text.len > 0) {
            out->text = (uint8_t)(glance->text.data - (const char *)glance->value);
            out->length = (uint8_t)glance->text.len;
        }
        out->kind = glance->has_content ? out->shape : 0;
    } else if (is_text) { // which stays where it is as long as the value is there
        out->number = -1;
        out->value.first = (uint64_t)(uintptr_t)glance->text.data;
        out->value.second = glance->text.len;
        out->kind = PCTY_KIND_STRING;
    } else {
        out->number = glance->has_content ? glance->number : -1;
    }
}

// What a call gave: `error` is NULL if it succeeded. Of a value it also says about how many bytes
// that keeps alive, or how else it is held.
//
// Go copies such structs in steps of 16 bytes. The last step of one of another size would read what
// the step before it has only just written in part, for which the processor waits: hence `rest`.
typedef struct {
    void *out;
    pcty_error *error;
    uint64_t footprint;
    go_small small;
    uint64_t rest;
} go_out;

// A value that keeps no more than this alive, its texts among it, may stand with strangers.
enum { GO_LIGHT = 256, GO_LIGHT_TEXT = 1024 };

#define GO_NOTHING {{0, 0}, 0, 0, 0, 0, 0, 0, false}

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
    go_found found = {own, 0, GO_NOTHING};
    pcty_summary glance;
    pcty_value_summary(own, &glance);
    go_small_read(&glance, &found.small);
    if (glance.is_small) {
        pcty_value_free(own);
        found.out = NULL;
        found.footprint = GO_SMALL;
    } else {
        found.footprint = go_footprint(own);
    }
    return found;
}

// A part of a value that lends it, or is NULL.
static inline go_found go_value_lent(const pcty_summary *glance) {
    go_found found = {NULL, GO_SMALL, GO_NOTHING};
    go_small_read(glance, &found.small);
    if (!glance->is_small) {
        found.out = (void *)glance->value;
        found.footprint = GO_LENT;
    }
    return found;
}

// A part of a value that may lend it: else it is cloned.
static inline go_found go_value_part(const pcty_value *part, bool lends) {
    pcty_summary glance;
    pcty_value_summary(part, &glance);
    go_found found = go_value_lent(&glance);
    if (!glance.is_small && !lends) {
        found.out = pcty_value_clone(part);
        found.footprint = go_footprint(part);
    }
    return found;
}

// The same of a value that is lent, which is left as it is.
static inline go_found go_value_cloned(const pcty_value *lent) { return go_value_part(lent, false); }

static inline go_out go_value_made(pcty_value *own, pcty_error *error) {
    go_found found = go_value_found(own);
    return (go_out){found.out, error, found.footprint, found.small, 0};
}

// As go_out, with a second result.
typedef struct {
    void *out;
    void *more;
    pcty_error *error;
} go_outs;

// The same of a call that may have called Go: the handle of what was noted beside it, or 0.
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

// Up to so many values on their way in, by value: what a pointer leads to would be on Go's heap. A
// text that the library has not seen yet is the address of a pcty_small with GO_TEXT added, whose
// words are the address and the length.
enum { GO_FEW = 4, GO_TEXT = 1, GO_CHILDREN = 8 };
typedef struct {
    uintptr_t at[GO_FEW];
} go_few;

// The same of what is made together.
enum { GO_DRAFT = 16 };
typedef struct {
    uintptr_t at[GO_DRAFT];
} go_draft;

// The values that these are, in an array that has room for them. Texts are made, and are to be freed.
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
