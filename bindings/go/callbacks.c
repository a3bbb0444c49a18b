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

pcty_status go_function_return_type(void *user_data, const pcty_value *const *args, size_t count,
                                    pcty_type **out, pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(args, count, small);
    if (own == NULL) {
        return out_of_memory(error);
    }
    pcty_status status = goFunctionReturnType((uintptr_t)user_data, own, count, out, error);
    if (own != small) {
        free(own);
    }
    return status;
}

pcty_error *go_hcl_check(void *user_data, const pcty_value *value) {
    return goSpecCheck((uintptr_t)user_data, pcty_value_clone(value));
}

void go_hcl_refine(void *user_data, pcty_refinement_builder *builder) {
    goSpecRefine((uintptr_t)user_data, builder);
}

pcty_hcl_scope *go_hcl_scope_provider(void *user_data) {
    return goScopeProvider((uintptr_t)user_data);
}

pcty_status go_value_rewriter(void *user_data, const pcty_path *path, const pcty_value *part,
                              pcty_value **out, pcty_error **error) {
    go_found result = {0};
    pcty_status status = goValueRewriter((uintptr_t)user_data, (pcty_path *)path,
                                         pcty_value_clone(part), &result, error);
    return given(status, &result, out);
}

void go_destroy(void *user_data) {
    goDestroy((uintptr_t)user_data);
}

#ifdef POLYCTY_GO_PCL

pcty_status go_pcl_resolver(void *user_data, const pcty_value *eventual, pcty_value **out,
                            pcty_error **error) {
    go_found result = {0};
    pcty_status status =
        goPCLResolver((uintptr_t)user_data, pcty_value_clone(eventual), &result, error);
    return given(status, &result, out);
}

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

#ifdef POLYCTY_GO_TERRAFORM

pcty_status go_terraform_clock(void *user_data, int64_t *seconds, pcty_error **error) {
    return goHCLTerraformClock((uintptr_t)user_data, seconds, error);
}

pcty_status go_terraform_random(void *user_data, uint8_t *bytes, size_t count,
                                    pcty_error **error) {
    return goHCLTerraformRandom((uintptr_t)user_data, bytes, count, error);
}

pcty_status go_terraform_reader(void *user_data, pcty_str path, pcty_string **out,
                                    pcty_error **error) {
    return goHCLTerraformReader((uintptr_t)user_data, path, out, error);
}

pcty_status go_terraform_lister(void *user_data, pcty_str path, pcty_string **out,
                                    pcty_error **error) {
    return goHCLTerraformLister((uintptr_t)user_data, path, out, error);
}

pcty_status go_terraform_module_finder(void *user_data, pcty_str key, pcty_str source,
                                       pcty_str version, pcty_string **out, pcty_error **error) {
    return goHCLTerraformModuleFinder((uintptr_t)user_data, key, source, version, out, error);
}

#endif

#ifdef POLYCTY_GO_PUPPET

pcty_status go_puppet_function(void *user_data, const pcty_value *const *args, size_t count,
                               const pcty_puppet_call *call, pcty_value **out,
                               pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(args, count, small);
    go_found result = {0};
    if (own == NULL) {
        return out_of_memory(error);
    }
    pcty_status status = goPuppetFunction((uintptr_t)user_data, own, count,
                                          (pcty_puppet_call *)call, &result, error);
    if (own != small) {
        free(own);
    }
    return given(status, &result, out);
}

pcty_status go_puppet_logger(void *user_data, pcty_puppet_level level, pcty_str message,
                             pcty_error **error) {
    return goPuppetLogger((uintptr_t)user_data, level, message, error);
}

pcty_status go_puppet_loader(void *user_data, pcty_puppet_load_kind sought, pcty_str name,
                             pcty_string **out, pcty_string **file, pcty_error **error) {
    return goPuppetLoader((uintptr_t)user_data, sought, name, out, file, error);
}

pcty_status go_puppet_answer(void *user_data, pcty_puppet_question question,
                           const pcty_value *const *args, size_t count, pcty_value **out,
                           pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(args, count, small);
    go_found result = {0};
    if (own == NULL) {
        return out_of_memory(error);
    }
    pcty_status status = goPuppetHost((uintptr_t)user_data, question, own, count, &result, error);
    if (own != small) {
        free(own);
    }
    return given(status, &result, out);
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

pcty_status go_mcl_call(void *user_data, const pcty_value *const *args, size_t count,
                        const pcty_type *type, pcty_value **out, pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(args, count, small);
    go_found result = {0};
    if (own == NULL) {
        return out_of_memory(error);
    }
    pcty_status status =
        goMCLCall((uintptr_t)user_data, own, count, (pcty_type *)type, &result, error);
    if (own != small) {
        free(own);
    }
    return given(status, &result, out);
}

pcty_status go_mcl_infer(void *user_data, const pcty_type *const *types,
                         const pcty_value *const *values, size_t count, const pcty_type *result,
                         pcty_type **out, pcty_error **error) {
    return goMCLInfer((uintptr_t)user_data, (pcty_type **)types, (pcty_value **)values, count,
                      (pcty_type *)result, out, error);
}

pcty_status go_mcl_follow(void *user_data, pcty_str function, const pcty_value *const *args,
                          size_t count, const pcty_mcl_sender *sender, pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(args, count, small);
    if (own == NULL) {
        return out_of_memory(error);
    }
    pcty_status status = goMCLFollow((uintptr_t)user_data, function, own, count,
                                     pcty_mcl_sender_clone(sender), error);
    if (own != small) {
        free(own);
    }
    return status;
}

void go_mcl_unfollow(void *user_data, const pcty_mcl_sender *sender) {
    goMCLUnfollow((uintptr_t)user_data, pcty_mcl_sender_clone(sender));
}

pcty_status go_mcl_reader(void *user_data, pcty_str path, pcty_string **out, pcty_error **error) {
    return goMCLReader((uintptr_t)user_data, path, out, error);
}

pcty_status go_mcl_answer(void *user_data, pcty_str question, const pcty_value *const *args,
                          size_t count, const pcty_type *returns, pcty_value **out,
                          pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(args, count, small);
    go_found result = {0};
    if (own == NULL) {
        return out_of_memory(error);
    }
    pcty_status status = goMCLAnswer((uintptr_t)user_data, question, own, count,
                                     (pcty_type *)returns, &result, error);
    if (own != small) {
        free(own);
    }
    return given(status, &result, out);
}

void go_mcl_wake(void *user_data) {
    goMCLWake((uintptr_t)user_data);
}

pcty_status go_mcl_validate(void *user_data, const pcty_mcl_resource *resource,
                            pcty_error **error) {
    return goMCLValidate((uintptr_t)user_data, (pcty_mcl_resource *)resource, error);
}

pcty_status go_mcl_compare(void *user_data, const pcty_mcl_resource *first,
                           const pcty_mcl_resource *second, pcty_error **error) {
    return goMCLCompare((uintptr_t)user_data, (pcty_mcl_resource *)first,
                        (pcty_mcl_resource *)second, error);
}

pcty_status go_mcl_merge(void *user_data, const pcty_mcl_resource *first,
                         const pcty_mcl_resource *second, pcty_mcl_resource_builder *builder,
                         pcty_error **error) {
    return goMCLMerge((uintptr_t)user_data, (pcty_mcl_resource *)first,
                      (pcty_mcl_resource *)second, builder, error);
}

pcty_status go_mcl_collect(void *user_data, pcty_str data, pcty_mcl_resource_builder *builder,
                           pcty_error **error) {
    return goMCLCollect((uintptr_t)user_data, data, builder, error);
}

void go_mcl_after(void *user_data, const pcty_mcl_resource *resource, pcty_mcl_dependencies *dependencies) {
    goMCLAfter((uintptr_t)user_data, (pcty_mcl_resource *)resource, dependencies);
}

#endif

#ifdef POLYCTY_GO_SCHEMA

pcty_status go_schema_retrieve(void *user_data, pcty_str address, pcty_string **out,
                               pcty_error **error) {
    return goSchemaRetrieve((uintptr_t)user_data, address, out, error);
}

#endif

#ifdef POLYCTY_GO_SERVICES

pcty_status go_workspace_reader(void *user_data, pcty_str path, pcty_string **out,
                                pcty_error **error) {
    return goWorkspaceReader((uintptr_t)user_data, path, out, error);
}

pcty_status go_workspace_lister(void *user_data, pcty_str path, pcty_string **out,
                                pcty_error **error) {
    return goWorkspaceLister((uintptr_t)user_data, path, out, error);
}

#endif
