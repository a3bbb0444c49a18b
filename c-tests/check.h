// The harness of the C programs: CHECK stops the program if a condition is false.

#ifndef CHECK_H
#define CHECK_H

#include <polycty.h>
#include <polycty/bindings.h>

#include "info.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                \
    do {                                                                                \
        if (!(condition)) {                                                             \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);     \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

// The call succeeds.
#define CHECK_OK(call) CHECK((call) == PCTY_OK)

// The call, whose last argument is `&error`, fails with this status and sets the variable `error`,
// which is checked and freed.
#define CHECK_FAILS(status, call)                                                       \
    do {                                                                                \
        pcty_error *error = NULL;                                                       \
        CHECK((call) == (status));                                                      \
        CHECK(error != NULL);                                                           \
        CHECK(pcty_error_code(error) == (status));                                      \
        CHECK(pcty_error_message(error).len > 0);                                       \
        pcty_error_free(error);                                                         \
    } while (0)

// The number of rounds of a long run: from the environment, or the given default.
static inline long rounds(long otherwise) {
    const char *asked = getenv("POLYCTY_CYCLES");
    return asked == NULL ? otherwise : atol(asked);
}

// Texts are equal.
#define CHECK_STR(got, want) CHECK(is_str((got), pcty_str_from_cstr(want)))

static inline int same_str(pcty_str a, pcty_str b) {
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}

// Whether a text equals the wanted one; prints both if not.
static inline int is_str(pcty_str got, pcty_str want) {
    int same = same_str(got, want);
    if (!same)
        fprintf(stderr, "got  %.*s\nwant %.*s\n", (int)got.len, got.data, (int)want.len, want.data);
    return same;
}

// The string has this content; frees the string.
#define CHECK_STRING(got, want)                                                         \
    do {                                                                                \
        pcty_string *got_ = (got);                                                      \
        CHECK(got_ != NULL);                                                            \
        CHECK_STR(pcty_string_str(got_), (want));                                       \
        pcty_string_free(got_);                                                         \
    } while (0)

#endif
