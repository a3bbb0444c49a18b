// Generated from include/polycty.json by tools/callbacks.go; not to be edited.
void go_destroy(void *data);
pcty_status go_value_rewriter(void *user_data, const pcty_path *path, const pcty_value *part, pcty_value **out, pcty_error **error);
pcty_status go_function_impl(void *user_data, const pcty_value *const *arguments, size_t count, const pcty_type *return_type, pcty_value **out, pcty_error **error);
pcty_status go_function_return_type(void *user_data, const pcty_value *const *arguments, size_t count, pcty_type **out, pcty_error **error);
pcty_error *go_hcl_check(void *user_data, const pcty_value *value);
void go_hcl_refine(void *user_data, pcty_refinement_builder *builder);
pcty_hcl_scope *go_hcl_scope_provider(void *user_data);

#ifdef POLYCTY_GO_TERRAFORM
pcty_status go_terraform_clock(void *user_data, int64_t *seconds, pcty_error **error);
pcty_status go_terraform_random(void *user_data, uint8_t *bytes, size_t count, pcty_error **error);
pcty_status go_terraform_reader(void *user_data, pcty_str path, pcty_string **out, pcty_error **error);
pcty_status go_terraform_lister(void *user_data, pcty_str path, pcty_string **out, pcty_error **error);
pcty_status go_terraform_module_finder(void *user_data, pcty_str key, pcty_str source, pcty_str version, pcty_string **out, pcty_error **error);
#endif

#ifdef POLYCTY_GO_PCL
pcty_status go_pcl_resolver(void *user_data, const pcty_value *eventual, pcty_value **out, pcty_error **error);
pcty_status go_pcl_rule(void *user_data, const pcty_type *const *arguments, const pcty_hcl_expression *const *expressions, size_t count, pcty_type **out, pcty_error **error);
#endif

#ifdef POLYCTY_GO_PUPPET
pcty_status go_puppet_function(void *user_data, const pcty_value *const *arguments, size_t count, const pcty_puppet_call *call, pcty_value **out, pcty_error **error);
pcty_status go_puppet_logger(void *user_data, pcty_puppet_level level, pcty_str message, pcty_error **error);
pcty_status go_puppet_loader(void *user_data, pcty_puppet_load_kind sought, pcty_str name, pcty_string **out, pcty_string **file, pcty_error **error);
pcty_status go_puppet_answer(void *user_data, pcty_puppet_question question, const pcty_value *const *arguments, size_t count, pcty_value **out, pcty_error **error);
#endif

#ifdef POLYCTY_GO_MCL
pcty_status go_mcl_follow(void *user_data, pcty_str function, const pcty_value *const *arguments, size_t count, const pcty_mcl_sender *sender, pcty_error **error);
void go_mcl_unfollow(void *user_data, const pcty_mcl_sender *sender);
pcty_status go_mcl_reader(void *user_data, pcty_str path, pcty_string **out, pcty_error **error);
pcty_status go_mcl_answer(void *user_data, pcty_str question, const pcty_value *const *arguments, size_t count, const pcty_type *returns, pcty_value **out, pcty_error **error);
pcty_status go_mcl_call(void *user_data, const pcty_value *const *arguments, size_t count, const pcty_type *type, pcty_value **out, pcty_error **error);
pcty_status go_mcl_infer(void *user_data, const pcty_type *const *types, const pcty_value *const *values, size_t count, const pcty_type *result, pcty_type **out, pcty_error **error);
pcty_status go_mcl_validate(void *user_data, const pcty_mcl_resource *resource, pcty_error **error);
pcty_status go_mcl_compare(void *user_data, const pcty_mcl_resource *first, const pcty_mcl_resource *second, pcty_error **error);
pcty_status go_mcl_merge(void *user_data, const pcty_mcl_resource *first, const pcty_mcl_resource *second, pcty_mcl_resource_builder *builder, pcty_error **error);
void go_mcl_after(void *user_data, const pcty_mcl_resource *resource, pcty_mcl_dependencies *dependencies);
pcty_status go_mcl_collect(void *user_data, pcty_str data, pcty_mcl_resource_builder *builder, pcty_error **error);
void go_mcl_wake(void *user_data);
#endif

#ifdef POLYCTY_GO_SCHEMA
pcty_status go_schema_retrieve(void *user_data, pcty_str address, pcty_string **out, pcty_error **error);
#endif

#ifdef POLYCTY_GO_SERVICES
pcty_status go_workspace_reader(void *user_data, pcty_str path, pcty_string **out, pcty_error **error);
pcty_status go_workspace_lister(void *user_data, pcty_str path, pcty_string **out, pcty_error **error);
#endif
