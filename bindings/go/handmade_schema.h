// The handwritten shims of JSON Schema. handmade.h includes this file and states when a shim is
// written by hand.

#ifndef POLYCTY_GO_HANDMADE_SCHEMA_H
#define POLYCTY_GO_HANDMADE_SCHEMA_H

#include "callbacks.h"
#include "results.h"

// Without a draft it is that of PCTY_SCHEMA_OPTIONS_INIT; without data no document is retrieved.
static inline go_called go_run_schema_parse(_GoString_ json, _GoString_ pointer,
                                            _GoString_ address, pcty_schema_draft draft,
                                            uintptr_t data) {
    pcty_schema *out = NULL;
    pcty_error *error = NULL;
    pcty_schema_options options = PCTY_SCHEMA_OPTIONS_INIT;
    options.pointer = GO_STR(pointer);
    options.address = GO_STR(address);
    if (draft != 0) {
        options.draft = draft;
    }
    if (data != 0) {
        options.retrieve = go_schema_retrieve;
        options.user_data = (void *)data;
        options.destroy = go_destroy;
    }
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_schema_parse(GO_STR(json), &options, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

#endif
