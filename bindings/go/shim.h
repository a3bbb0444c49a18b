// What the files of this package share of C: a call of the library as one crossing of
// the boundary, whose results come back by value so that nothing escapes to Go's heap.

#ifndef POLYCTY_GO_SHIM_H
#define POLYCTY_GO_SHIM_H

#include <polycty.h>
#include <stdlib.h>

// What a call gave: `error` is NULL if it succeeded.
typedef struct {
    void *out;
    pcty_error *error;
} go_out;

// The same with a second result.
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
} go_called;

uintptr_t go_causes_begin(void);
uintptr_t go_causes_end(uintptr_t outer);

// What a question was answered.
typedef struct {
    uint64_t answer;
    pcty_error *error;
} go_answer;

// A function that makes a T by a call that mentions `&out` and `&error`.
#define GO_MAKES(name, T, parameters, call)            \
    static inline go_out name parameters {             \
        T *out = NULL;                                 \
        pcty_error *error = NULL;                      \
        call;                                          \
        return (go_out){(void *)out, error};           \
    }

// A function that makes a T and a U by a call that mentions `&out`, `&more` and `&error`.
#define GO_MAKES_TWO(name, T, U, parameters, call)     \
    static inline go_outs name parameters {            \
        T *out = NULL;                                 \
        U *more = NULL;                                \
        pcty_error *error = NULL;                      \
        call;                                          \
        return (go_outs){(void *)out, (void *)more, error}; \
    }

// A function that makes a T, and perhaps a U, by a call that may call Go.
#define GO_CALLS(name, T, U, parameters, call)         \
    static inline go_called name parameters {          \
        T *out = NULL;                                 \
        U *more = NULL;                                \
        pcty_error *error = NULL;                      \
        uintptr_t outer = go_causes_begin();           \
        call;                                          \
        uintptr_t cause = go_causes_end(outer);        \
        return (go_called){(void *)out, (void *)more, error, cause}; \
    }

// A function that asks for a T by a call that mentions `&out` and `&error`.
#define GO_ASKS(name, T, parameters, call)             \
    static inline go_answer name parameters {          \
        T out = 0;                                     \
        pcty_error *error = NULL;                      \
        call;                                          \
        return (go_answer){(uint64_t)out, error};      \
    }

// A function that fails or not, by a call that mentions `&error`.
#define GO_TRIES(name, parameters, call)               \
    static inline pcty_error *name parameters {        \
        pcty_error *error = NULL;                      \
        call;                                          \
        return error;                                  \
    }

// A Go string, or the bytes of a slice, for the length of a call.
#define GO_STR(string) ((pcty_str){_GoStringPtr(string), _GoStringLen(string)})
#define GO_BYTES(data, length) ((pcty_str){(const char *)(data), (length)})

// Texts that came as one text and the length of each: an array to be freed.
static inline pcty_str *go_texts(const char *text, const size_t *lengths, size_t count) {
    pcty_str *texts = (pcty_str *)malloc((count + 1) * sizeof *texts);
    for (size_t i = 0; texts != NULL && i < count; i++) {
        texts[i].data = text;
        texts[i].len = lengths[i];
        text += lengths[i];
    }
    return texts;
}

#endif
