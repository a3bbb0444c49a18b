// Generated from include/polycty.json by tools/callbacks.go; not to be edited.

void go_destroy(void *data) {
    goDestroy((uintptr_t)data);
}

pcty_status go_value_rewriter(void *user_data, const pcty_path *path, const pcty_value *part, pcty_value **out, pcty_error **error) {
    go_found result = {0};
    pcty_status status = goValueRewriter((uintptr_t)user_data, (pcty_path *)path, pcty_value_clone(part), &result, error);
    return given(status, &result, out);
}

pcty_status go_function_return_type(void *user_data, const pcty_value *const *arguments, size_t count, pcty_type **out, pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(arguments, count, small);
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
    return goHCLCheck((uintptr_t)user_data, pcty_value_clone(value));
}

void go_hcl_refine(void *user_data, pcty_refinement_builder *builder) {
    goHCLRefine((uintptr_t)user_data, builder);
}

pcty_hcl_scope *go_hcl_scope_provider(void *user_data) {
    return goHCLScopeProvider((uintptr_t)user_data);
}

#ifdef POLYCTY_GO_TERRAFORM

pcty_status go_terraform_clock(void *user_data, int64_t *seconds, pcty_error **error) {
    return goTerraformClock((uintptr_t)user_data, seconds, error);
}

pcty_status go_terraform_random(void *user_data, uint8_t *bytes, size_t count, pcty_error **error) {
    return goTerraformRandom((uintptr_t)user_data, bytes, count, error);
}

pcty_status go_terraform_reader(void *user_data, pcty_str path, pcty_string **out, pcty_error **error) {
    return goTerraformReader((uintptr_t)user_data, path, out, error);
}

pcty_status go_terraform_lister(void *user_data, pcty_str path, pcty_string **out, pcty_error **error) {
    return goTerraformLister((uintptr_t)user_data, path, out, error);
}

pcty_status go_terraform_module_finder(void *user_data, pcty_str key, pcty_str source, pcty_str version, pcty_string **out, pcty_error **error) {
    return goTerraformModuleFinder((uintptr_t)user_data, key, source, version, out, error);
}
#endif

#ifdef POLYCTY_GO_PCL

pcty_status go_pcl_resolver(void *user_data, const pcty_value *eventual, pcty_value **out, pcty_error **error) {
    go_found result = {0};
    pcty_status status = goPCLResolver((uintptr_t)user_data, pcty_value_clone(eventual), &result, error);
    return given(status, &result, out);
}
#endif

#ifdef POLYCTY_GO_PUPPET

pcty_status go_puppet_function(void *user_data, const pcty_value *const *arguments, size_t count, const pcty_puppet_call *call, pcty_value **out, pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(arguments, count, small);
    if (own == NULL) {
        return out_of_memory(error);
    }
    go_found result = {0};
    pcty_status status = goPuppetFunction((uintptr_t)user_data, own, count, (pcty_puppet_call *)call, &result, error);
    if (own != small) {
        free(own);
    }
    return given(status, &result, out);
}

pcty_status go_puppet_logger(void *user_data, pcty_puppet_level level, pcty_str message, pcty_error **error) {
    return goPuppetLogger((uintptr_t)user_data, level, message, error);
}

pcty_status go_puppet_loader(void *user_data, pcty_puppet_load_kind sought, pcty_str name, pcty_string **out, pcty_string **file, pcty_error **error) {
    return goPuppetLoader((uintptr_t)user_data, sought, name, out, file, error);
}

pcty_status go_puppet_answer(void *user_data, pcty_puppet_question question, const pcty_value *const *arguments, size_t count, pcty_value **out, pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(arguments, count, small);
    if (own == NULL) {
        return out_of_memory(error);
    }
    go_found result = {0};
    pcty_status status = goPuppetAnswer((uintptr_t)user_data, question, own, count, &result, error);
    if (own != small) {
        free(own);
    }
    return given(status, &result, out);
}
#endif

#ifdef POLYCTY_GO_MCL

pcty_status go_mcl_follow(void *user_data, pcty_str function, const pcty_value *const *arguments, size_t count, const pcty_mcl_sender *sender, pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(arguments, count, small);
    if (own == NULL) {
        return out_of_memory(error);
    }
    pcty_status status = goMCLFollow((uintptr_t)user_data, function, own, count, pcty_mcl_sender_clone(sender), error);
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

pcty_status go_mcl_answer(void *user_data, pcty_str question, const pcty_value *const *arguments, size_t count, const pcty_type *returns, pcty_value **out, pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(arguments, count, small);
    if (own == NULL) {
        return out_of_memory(error);
    }
    go_found result = {0};
    pcty_status status = goMCLAnswer((uintptr_t)user_data, question, own, count, (pcty_type *)returns, &result, error);
    if (own != small) {
        free(own);
    }
    return given(status, &result, out);
}

pcty_status go_mcl_call(void *user_data, const pcty_value *const *arguments, size_t count, const pcty_type *type, pcty_value **out, pcty_error **error) {
    go_found small[ON_THE_STACK], *own = cloned(arguments, count, small);
    if (own == NULL) {
        return out_of_memory(error);
    }
    go_found result = {0};
    pcty_status status = goMCLCall((uintptr_t)user_data, own, count, (pcty_type *)type, &result, error);
    if (own != small) {
        free(own);
    }
    return given(status, &result, out);
}

pcty_status go_mcl_validate(void *user_data, const pcty_mcl_resource *resource, pcty_error **error) {
    return goMCLValidate((uintptr_t)user_data, (pcty_mcl_resource *)resource, error);
}

pcty_status go_mcl_compare(void *user_data, const pcty_mcl_resource *first, const pcty_mcl_resource *second, pcty_error **error) {
    return goMCLCompare((uintptr_t)user_data, (pcty_mcl_resource *)first, (pcty_mcl_resource *)second, error);
}

pcty_status go_mcl_merge(void *user_data, const pcty_mcl_resource *first, const pcty_mcl_resource *second, pcty_mcl_resource_builder *builder, pcty_error **error) {
    return goMCLMerge((uintptr_t)user_data, (pcty_mcl_resource *)first, (pcty_mcl_resource *)second, builder, error);
}

void go_mcl_after(void *user_data, const pcty_mcl_resource *resource, pcty_mcl_dependencies *dependencies) {
    goMCLAfter((uintptr_t)user_data, (pcty_mcl_resource *)resource, dependencies);
}

pcty_status go_mcl_collect(void *user_data, pcty_str data, pcty_mcl_resource_builder *builder, pcty_error **error) {
    return goMCLCollect((uintptr_t)user_data, data, builder, error);
}

void go_mcl_wake(void *user_data) {
    goMCLWake((uintptr_t)user_data);
}
#endif

#ifdef POLYCTY_GO_SCHEMA

pcty_status go_schema_retrieve(void *user_data, pcty_str address, pcty_string **out, pcty_error **error) {
    return goSchemaRetrieve((uintptr_t)user_data, address, out, error);
}
#endif

#ifdef POLYCTY_GO_SERVICES

pcty_status go_workspace_reader(void *user_data, pcty_str path, pcty_string **out, pcty_error **error) {
    return goWorkspaceReader((uintptr_t)user_data, path, out, error);
}

pcty_status go_workspace_lister(void *user_data, pcty_str path, pcty_string **out, pcty_error **error) {
    return goWorkspaceLister((uintptr_t)user_data, path, out, error);
}
#endif
