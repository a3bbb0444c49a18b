// The handwritten shims of mcl. handmade.h includes this file and states when a shim is written by
// hand.

#ifndef POLYCTY_GO_HANDMADE_MCL_H
#define POLYCTY_GO_HANDMADE_MCL_H

#include "callbacks.h"
#include "results.h"

typedef struct {
    bool validate, compare, merge, after, collect;
} go_mcl_kind_functions;

// A kind whose name and fields are one text: the name, then four texts for each field and for each
// sent value.
static inline pcty_error *go_mcl_host_kind(pcty_mcl_host *host, bool known, const char *text,
                                           const size_t *lengths, size_t fields, size_t sends,
                                           pcty_mcl_trait_flags traits,
                                           go_mcl_kind_functions functions, uintptr_t data) {
    pcty_error *error = NULL;
    size_t count = fields + sends;
    pcty_str *texts = go_texts(text, lengths, 1 + 4 * count);
    pcty_mcl_field *all = (pcty_mcl_field *)go_array(count, sizeof *all);
    for (size_t i = 0; i < count; i++) {
        const pcty_str *of = &texts[1 + 4 * i];
        all[i] = (pcty_mcl_field){sizeof *all, of[0], of[1], of[2], of[3]};
    }
    pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
    kind.name = texts[0];
    kind.traits = traits;
    kind.fields = all;
    kind.field_count = fields;
    kind.sends = all + fields;
    kind.send_count = sends;
    kind.validate = functions.validate ? go_mcl_validate : NULL;
    kind.compare = functions.compare ? go_mcl_compare : NULL;
    kind.merge = functions.merge ? go_mcl_merge : NULL;
    kind.after = functions.after ? go_mcl_after : NULL;
    kind.collect = functions.collect ? go_mcl_collect : NULL;
    kind.user_data = (void *)data;
    kind.destroy = go_destroy;
    if (known) {
        PCTY_IGNORE(pcty_mcl_host_set_kind_callbacks(host, &kind, &error));
    } else {
        PCTY_IGNORE(pcty_mcl_host_add_kind(host, &kind, &error));
    }
    free(all);
    free(texts);
    return error;
}

static inline pcty_error *go_mcl_host_function(pcty_mcl_host *host, _GoString_ name,
                                               _GoString_ signature,
                                               pcty_mcl_function_flags flags, bool infers,
                                               bool streams, uintptr_t data) {
    pcty_error *error = NULL;
    pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
    spec.flags = flags;
    spec.name = GO_STR(name);
    spec.signature = GO_STR(signature);
    spec.infer = infers ? go_mcl_infer : NULL;
    spec.call = go_mcl_call;
    spec.follow = streams ? go_mcl_follow : NULL;
    spec.unfollow = streams ? go_mcl_unfollow : NULL;
    spec.user_data = (void *)data;
    spec.destroy = go_destroy;
    PCTY_IGNORE(pcty_mcl_host_add_function(host, &spec, &error));
    return error;
}

// Whether a runtime steps on this thread, so that one of its own callbacks makes the call.
static inline bool go_mcl_is_stepping(const pcty_mcl_runtime *runtime) {
    return go_mcl_steps_here(runtime);
}

// The result of a step, which may have called Go.
typedef struct {
    pcty_mcl_progress progress;
    go_called called;
} go_mcl_stepped;

static inline go_mcl_stepped go_mcl_step(pcty_mcl_runtime *runtime) {
    go_mcl_stepped stepped = {0};
    uintptr_t outer = go_causes_begin();
    go_mcl_steps here = {runtime, NULL};
    here.around = go_mcl_steps_enter(&here);
    PCTY_IGNORE(pcty_mcl_runtime_step(runtime, &stepped.progress, &stepped.called.error));
    go_mcl_steps_enter(here.around);
    stepped.called.cause = go_causes_end(outer);
    return stepped;
}

// Frees a runtime, which may call Go. Returns the notes of the call.
static inline uintptr_t go_mcl_runtime_free(pcty_mcl_runtime *runtime) {
    uintptr_t outer = go_causes_begin();
    pcty_mcl_runtime_free(runtime);
    return go_causes_end(outer);
}

#endif
