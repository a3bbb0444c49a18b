// What the shims share: a shim is a call of the library as one crossing of the boundary, whose
// results come back by value so that nothing escapes to Go's heap.

#ifndef POLYCTY_GO_RESULTS_H
#define POLYCTY_GO_RESULTS_H

#include <polycty.h>
#include "handles.h"
#include <stdlib.h>

// What a call gave: `error` is NULL if it succeeded. Of a value it also says about how many bytes
// that keeps alive.
typedef struct {
    void *out;
    pcty_error *error;
    uint64_t footprint;
} go_out;

// A value that keeps no more than this alive, its texts among it, may stand with strangers.
enum { GO_LIGHT = 256, GO_LIGHT_TEXT = 1024 };

// Takes the bytes of all texts in a small value off the room for them; false where it ends.
static inline bool go_texts_fit(const pcty_value *value, size_t *room) {
    const pcty_value *bare = pcty_value_unmarked(value), *part = NULL;
    pcty_str text;
    size_t parts = 0;
    if (pcty_type_kind(pcty_value_type(bare)) == PCTY_KIND_STRING) {
        bool known = pcty_value_state(bare) == PCTY_STATE_KNOWN;
        size_t length = known && pcty_value_as_string(bare, &text, NULL) == PCTY_OK ? text.len : 0;
        if (length > *room) {
            return false;
        }
        *room -= length;
    } else if (pcty_value_length(bare, &parts)) {
        for (size_t i = 0; i < parts && (part = pcty_value_element_at(bare, i)) != NULL; i++) {
            if (!go_texts_fit(part, room)) {
                return false;
            }
        }
    }
    return true;
}

// About how many bytes a value keeps alive, and always more than GO_LIGHT where it holds long texts
// or what may be Go's: that could keep alive the strangers that stand with it, and they it, for
// ever.
static inline uint64_t go_footprint(const pcty_value *value) {
    uint64_t bytes = pcty_value_footprint(value);
    if (bytes > GO_LIGHT) {
        return bytes;
    }
    const pcty_type *type = pcty_value_type(value);
    size_t room = GO_LIGHT_TEXT;
    bool apart = (pcty_type_flags_of(type) & (PCTY_TYPE_HAS_CAPSULE | PCTY_TYPE_HAS_EVENTUAL)) != 0 ||
                 pcty_type_kind(type) == PCTY_KIND_FUNC || !go_texts_fit(value, &room);
    return apart ? GO_LIGHT + 1 : bytes;
}

// A value of Go's own, or none, that something else keeps alive, too: a part, for example.
typedef struct {
    void *out;
    uint64_t footprint;
} go_found;

static inline go_found go_value_found(pcty_value *own) {
    return (go_found){own, go_footprint(own)};
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
} go_called;

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
