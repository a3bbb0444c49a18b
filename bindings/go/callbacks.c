#include "callbacks.h"
#include "_cgo_export.h"

// The handle of the notes of the running call, such as the error of a Go function, which an error
// of the library cannot contain. A call and its callbacks run on one thread.
static __thread uintptr_t noted;
static __thread size_t calls;

uintptr_t go_causes_begin(void) {
    uintptr_t outer = noted;
    noted = 0;
    calls++;
    return outer;
}

uintptr_t go_causes_end(uintptr_t outer) {
    uintptr_t cause = noted;
    noted = outer;
    calls--;
    return cause;
}

uintptr_t go_causes_noted(void) {
    return noted;
}

// Sets the notes of the running call. Returns false if there is no call.
bool go_causes_note(uintptr_t cause) {
    if (calls == 0) {
        return false;
    }
    noted = cause;
    return true;
}

// The handle of the context of the innermost Within on this thread, or 0.
static __thread uintptr_t context;

uintptr_t go_context_enter(uintptr_t entered) {
    uintptr_t outer = context;
    context = entered;
    return outer;
}

uintptr_t go_context_entered(void) {
    return context;
}

// Go receives values that it may keep, so they are cloned here, where cloning needs no crossing.
enum { ON_THE_STACK = 16 };

static go_found *cloned(const pcty_value *const *args, size_t count, go_found *small) {
    go_found *own = count <= ON_THE_STACK ? small : (go_found *)malloc(count * sizeof *own);
    for (size_t i = 0; own != NULL && i < count; i++) {
        own[i] = go_value_cloned(args[i]);
    }
    return own;
}

// The result of Go: a value of the library, or a small one.
static pcty_status given(pcty_status status, const go_found *value, pcty_value **out) {
    if (status == PCTY_OK) {
        *out = value->footprint == GO_SMALL ? pcty_value_clone((const pcty_value *)&value->small.value)
                                            : (pcty_value *)value->out;
    }
    return status;
}

static pcty_status out_of_memory(pcty_error **error) {
    *error = pcty_error_new(PCTY_ERROR_LIMIT, PCTY_STR("too many arguments"));
    return PCTY_ERROR_LIMIT;
}

static __thread uintptr_t already;

void go_function_give(uintptr_t given) {
    already = given;
}

pcty_status go_function_impl(void *user_data, const pcty_value *const *args, size_t count,
                             const pcty_type *return_type, pcty_value **out, pcty_error **error) {
    go_found result = {0};
    if (already != 0) {
        uintptr_t known = already;
        already = 0;
        return given(goFunctionGiven(known, &result, error), &result, out);
    }
    go_found small[ON_THE_STACK], *own = cloned(args, count, small);
    if (own == NULL) {
        return out_of_memory(error);
    }
    pcty_status status =
        goFunctionImpl((uintptr_t)user_data, own, count, (pcty_type *)return_type, &result, error);
    if (own != small) {
        free(own);
    }
    return given(status, &result, out);
}

#ifdef POLYCTY_GO_PCL

pcty_status go_pcl_rule(void *user_data, const pcty_type *const *arguments,
                        const pcty_hcl_expression *const *expressions, size_t count,
                        pcty_type **out, pcty_error **error) {
    pcty_type **types = (pcty_type **)malloc((count + 1) * sizeof *types);
    pcty_hcl_expression **texts = (pcty_hcl_expression **)malloc((count + 1) * sizeof *texts);
    if (types == NULL || texts == NULL) {
        free(types);
        free(texts);
        return out_of_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        types[i] = pcty_type_clone(arguments[i]);
        texts[i] = pcty_hcl_expression_clone(expressions[i]);
    }
    pcty_status status = goPCLRule((uintptr_t)user_data, types, texts, count, out, error);
    free(types);
    free(texts);
    return status;
}

#endif

#ifdef POLYCTY_GO_MCL

static __thread const go_mcl_steps *stepping;

// Returns the previous innermost runtime.
const go_mcl_steps *go_mcl_steps_enter(const go_mcl_steps *innermost) {
    const go_mcl_steps *before = stepping;
    stepping = innermost;
    return before;
}

// Whether a runtime steps on this thread, so that one of its own callbacks makes the call.
bool go_mcl_steps_here(const pcty_mcl_runtime *runtime) {
    const go_mcl_steps *step = stepping;
    while (step != NULL && step->runtime != runtime) {
        step = step->around;
    }
    return step != NULL;
}

pcty_status go_mcl_infer(void *user_data, const pcty_type *const *types,
                         const pcty_value *const *values, size_t count, const pcty_type *result,
                         pcty_type **out, pcty_error **error) {
    return goMCLInfer((uintptr_t)user_data, (pcty_type **)types, (pcty_value **)values, count,
                      (pcty_type *)result, out, error);
}

#endif

#include "callbacks_bodies.h"
