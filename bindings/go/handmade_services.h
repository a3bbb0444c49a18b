// The handwritten shims of language services. handmade.h includes this file and states when a shim
// is written by hand.

#ifndef POLYCTY_GO_HANDMADE_SERVICES_H
#define POLYCTY_GO_HANDMADE_SERVICES_H

#include "callbacks.h"
#include "results.h"

static inline pcty_error *go_workspace_change(pcty_workspace *workspace, _GoString_ document,
                                              int64_t version, bool is_whole, pcty_text_range range,
                                              _GoString_ text) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_workspace_change(workspace, GO_STR(document), version,
                                      is_whole ? NULL : &range, GO_STR(text), &error));
    return error;
}

static inline go_called go_run_workspace_request(pcty_workspace *workspace, _GoString_ document,
                                                 bool is_whole, pcty_text_range range,
                                                 _GoString_ arguments, uint32_t request) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_workspace_request(workspace, GO_STR(document), is_whole ? NULL : &range,
                                       GO_STR(arguments), request, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

#endif
