// The base of the program that tests/abi/c_contract.rs generates: one valid argument for each
// parameter type in the header.

#ifndef CONTRACT_H
#define CONTRACT_H

#include "interpreter.h"

static int failures;

// Reports the call of a false condition and continues, so that one run shows all failures.
#define EXPECT(condition)                                                               \
    do {                                                                                \
        if (!(condition)) {                                                             \
            fprintf(stderr, "%s: not so: %s\n", call, #condition);                      \
            failures++;                                                                   \
        }                                                                               \
    } while (0)

// Whether the message of an error contains a text.
static inline bool names(const pcty_error *error, const char *text) {
    pcty_str message = pcty_error_message(error);
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= message.len; i++) {
        if (memcmp(message.data + i, text, length) == 0) {
            return true;
        }
    }
    return false;
}

static const pcty_type *a_type;
static const pcty_value *a_value;
static const pcty_marks *some_marks;
static const pcty_group *a_group;
static const pcty_string *a_string;
static pcty_error *an_error;
static pcty_path *a_path;
static pcty_path_set *a_path_set;
static pcty_path_marks *some_path_marks;
static pcty_variable_scope *a_scope;

static pcty_budget *a_budget, *another_budget;
static pcty_limits limits = PCTY_LIMITS_INIT;
static const pcty_function *a_function;
static const pcty_converter *a_converter;
static const pcty_error_list *an_error_list;
static const pcty_unification *a_unification;
static const pcty_translation *a_translation;
static const pcty_schema_pair *a_schema_pair;
static const pcty_schema *a_schema;
static const pcty_schema_relation *a_schema_relation;
static const pcty_schema_documents *some_documents;
static pcty_refinement_builder *a_builder;
static const pcty_puppet_aliases *some_aliases;
static pcty_puppet_iteration *an_iteration;
static pcty_puppet_environment *an_environment;
static const pcty_puppet_manifest *a_manifest, *a_template;
static const pcty_puppet_outline *an_outline;
static const pcty_puppet_catalog *a_catalog;
static pcty_puppet_catalog_options catalog_options = PCTY_PUPPET_CATALOG_OPTIONS_INIT;
static const pcty_puppet_catalog_json_options catalog_json_options =
    PCTY_PUPPET_CATALOG_JSON_OPTIONS_INIT;
static const pcty_puppet_lookup_options lookup_options = PCTY_PUPPET_LOOKUP_OPTIONS_INIT;
static const pcty_puppet_time a_time = {1, 2};
static pcty_mcl_sender *a_sender;
static pcty_mcl_host *an_mcl_host;
static pcty_ruby ruby;
static pcty_mcl_function_spec mcl_function_spec = PCTY_MCL_FUNCTION_SPEC_INIT;
static pcty_puppet_function_spec puppet_function_spec = PCTY_PUPPET_FUNCTION_SPEC_INIT;
static const pcty_schema_options schema_options = PCTY_SCHEMA_OPTIONS_INIT;
static pcty_mcl_kind mcl_kind = PCTY_MCL_KIND_INIT;
static pcty_mcl_edge_spec mcl_edge_spec = PCTY_MCL_EDGE_SPEC_INIT;
static const pcty_mcl_resources *some_resources;
static const pcty_mcl_resource *a_resource;
static const pcty_mcl_difference *a_difference;
static pcty_mcl_resource_builder *a_draft;
static pcty_mcl_builder *an_mcl_builder;
static const pcty_mcl_graph *an_mcl_graph;
static const pcty_mcl_program *an_mcl_program;
static pcty_mcl_runtime *an_mcl_runtime;
static pcty_hcl_scope *an_hcl_scope;
static pcty_terraform_host *a_terraform_host;
static const pcty_terraform_module *a_module;
static pcty_terraform_inputs *some_inputs;
static const pcty_terraform_evaluation *an_evaluation;
static const pcty_terraform_schemas *provider_schemas;
static const pcty_terraform_project *a_project;
static const pcty_terraform_outputs *some_outputs;
static const pcty_terraform_plan *a_plan;
static const pcty_hcl_expression *an_expression;
static const pcty_hcl_expressions *some_expressions;
static const pcty_hcl_traversals *some_traversals;
static const pcty_hcl_defaults *some_defaults;
static const pcty_hcl_body *a_body;
static const pcty_hcl_content *a_content;
static const pcty_hcl_attribute *an_attribute;
static const pcty_hcl_block *a_block;
static const pcty_hcl_items *some_items;
static const pcty_hcl_location *a_place_in_a_text;
static const pcty_hcl_calls *some_calls;
static pcty_hcl_file *an_hcl_file;
static const pcty_hcl_fragment *a_snippet;
static const pcty_hcl_fragment *snippets[1];
static const pcty_hcl_tokens *some_tokens;
static const pcty_hcl_token hcl_tokens[1] = {{PCTY_HCL_TOKEN_NAME, PCTY_STR_INIT("text")}};
static const pcty_hcl_spec *a_spec;
static pcty_pcl_type_scope *a_pcl_scope;
static const pcty_pcl_checked *a_bound;
static const pcty_pcl_node *a_node;
static const pcty_infer_scheme *a_scheme;
static const pcty_infer_scheme_list *some_schemes;
static const pcty_infer_signature *a_signature;
static pcty_infer_invariants *some_invariants;
static const pcty_infer_solution *an_outcome;
static const pcty_infer_conflict *a_clash;
static pcty_infer_unifier *a_unifier;
static pcty_infer_solver *a_solver;
static pcty_workspace *a_workspace;

static const pcty_type *types[1];
static const pcty_value *values[1];
static const pcty_str texts[1] = {PCTY_STR_INIT("text")};
static const int64_t whole_numbers[1] = {1};
static const double doubles[1] = {1.5};
static const uint8_t bytes[1] = {1};
static const uint64_t expressions[1] = {1};
static const pcty_infer_invariants *lists_of_invariants[1];
static const pcty_size_range size_range = {0, 1};
static const pcty_diagnostic diagnostic = PCTY_DIAGNOSTIC_INIT;
static const pcty_error_data error_data = PCTY_ERROR_DATA_INIT;
static pcty_function_type func_type = PCTY_FUNCTION_TYPE_INIT;
static const pcty_hcl_format_options format_options = PCTY_HCL_FORMAT_OPTIONS_INIT;
static const pcty_workspace_options workspace_options = PCTY_WORKSPACE_OPTIONS_INIT;
static const pcty_text_range text_range = {0, 0, 0, 0};
static const pcty_capsule_ops capsule_ops = PCTY_CAPSULE_OPS_INIT;
static const pcty_puppet_options puppet_options = PCTY_PUPPET_OPTIONS_INIT;
static const pcty_puppet_environment_options environment_options =
    PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
static const pcty_refinement_fact refinement_fact = {
    sizeof(pcty_refinement_fact), PCTY_REFINEMENT_FACT_PREFIX, PCTY_STR_INIT("text"), NULL, false, 0};
static const pcty_infer_invariant an_invariant = {
    sizeof(pcty_infer_invariant), PCTY_INFER_INVARIANT_EQUAL, 1, 2, NULL, NULL, NULL, NULL, NULL, 0};
static pcty_puppet_signature puppet_signatures[1];
static const pcty_hcl_attribute_schema hcl_attributes[1] = {{PCTY_STR_INIT("a"), true}};
static const pcty_hcl_block_schema hcl_blocks[1] = {{PCTY_STR_INIT("b"), texts, 1}};
static pcty_hcl_schema hcl_schema = PCTY_HCL_SCHEMA_INIT;
static const pcty_terraform_options terraform_options = PCTY_TERRAFORM_OPTIONS_INIT;
static const pcty_terraform_project_options terraform_project_options =
    PCTY_TERRAFORM_PROJECT_OPTIONS_INIT;
static const pcty_hcl_block_options hcl_block_options = PCTY_HCL_BLOCK_OPTIONS_INIT;
static const pcty_hcl_body *bodies[1];
static const pcty_hcl_spec *specs[1];
static const pcty_pcl_options pcl_options = PCTY_PCL_OPTIONS_INIT;
static const pcty_pcl_step pcl_steps[1] = {{sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, PCTY_STR_INIT("a"), NULL}};
static pcty_field fields[1];
static pcty_nominal_parameter nominal_params[1];

static const pcty_hcl_defaults *defaults_of_parts[1];
static const pcty_position no_line = {0, 1, 0}, no_column = {1, 0, 0};
static const pcty_position last_place = {UINT32_MAX, UINT32_MAX, SIZE_MAX};

static const pcty_str not_there = {NULL, 3};
static const pcty_str not_utf8 = PCTY_STR_INIT("\xff");

static inline pcty_visit visit_type(void *user_data, size_t depth, const pcty_type_step *step,
                                    const pcty_type *type) {
    CHECK(user_data == NULL && (depth == 0) == (step == NULL) && type != NULL);
    return PCTY_VISIT_DESCEND;
}

static inline pcty_visit visit_path(void *user_data, const pcty_path *path) {
    CHECK(user_data == NULL && path != NULL);
    return PCTY_VISIT_DESCEND;
}

static inline pcty_visit visit_value(void *user_data, const pcty_path *path,
                                     const pcty_value *part) {
    CHECK(user_data == NULL && path != NULL && part != NULL);
    return PCTY_VISIT_DESCEND;
}

static inline pcty_status rewrite_nothing(void *user_data, const pcty_path *path,
                                          const pcty_value *part, pcty_value **out,
                                          pcty_error **error) {
    CHECK(user_data == NULL && path != NULL && part != NULL && out != NULL && error != NULL);
    return PCTY_OK;
}

static inline void destroy_nothing(void *data) {
    (void)data;
}

static inline pcty_status first_argument(void *user_data, const pcty_value *const *args,
                                         size_t count, const pcty_type *return_type,
                                         pcty_value **out, pcty_error **error) {
    CHECK(user_data == NULL && return_type != NULL && *error == NULL);
    *out = count == 0 ? pcty_value_null(return_type) : pcty_value_clone(args[0]);
    return PCTY_OK;
}

static inline pcty_status build_nothing(void *user_data, const pcty_type *const *arguments,
                                        size_t count, const pcty_type *result, pcty_type **out,
                                        pcty_error **error) {
    CHECK(user_data == NULL && (count == 0 || arguments[0] != NULL) && result != NULL);
    CHECK(*out == NULL && *error == NULL);
    return PCTY_OK;
}

static inline pcty_status take_nothing(void *user_data, const pcty_type *const *arguments,
                                       const pcty_hcl_expression *const *expressions,
                                       size_t count, pcty_type **out, pcty_error **error) {
    CHECK(user_data == NULL && (count == 0 || (arguments[0] != NULL && expressions[0] != NULL)));
    CHECK(*error == NULL);
    *out = pcty_type_clone(pcty_type_bool());
    return PCTY_OK;
}

static inline pcty_status resolve_to_null(void *user_data, const pcty_value *eventual,
                                          pcty_value **out, pcty_error **error) {
    CHECK(user_data == NULL && *error == NULL);
    *out = pcty_value_null(pcty_value_type(eventual));
    return PCTY_OK;
}

static inline pcty_error *find_nothing(void *user_data, const pcty_value *value) {
    CHECK(user_data == NULL && value != NULL);
    return NULL;
}

static inline void refine_nothing(void *user_data, pcty_refinement_builder *builder) {
    CHECK(user_data == NULL && builder != NULL);
}

static inline pcty_status tell_no_time(void *user_data, int64_t *seconds, pcty_error **error) {
    CHECK(user_data == NULL && seconds != NULL && *error == NULL);
    return PCTY_ERROR_CALLBACK;
}

static inline pcty_status fill_nothing(void *user_data, uint8_t *bytes, size_t count,
                                       pcty_error **error) {
    CHECK(user_data == NULL && bytes != NULL && count > 0 && *error == NULL);
    return PCTY_ERROR_CALLBACK;
}

static inline pcty_status find_no_text(void *user_data, pcty_str path, pcty_string **out,
                                       pcty_error **error) {
    CHECK(user_data == NULL && path.data != NULL && *out == NULL && *error == NULL);
    return PCTY_OK;
}

static inline pcty_status find_no_module(void *user_data, pcty_str key, pcty_str source,
                                         pcty_str version, pcty_string **out,
                                         pcty_error **error) {
    (void)version;
    CHECK(user_data == NULL && key.data != NULL && source.data != NULL);
    CHECK(*out == NULL && *error == NULL);
    return PCTY_OK;
}

static inline pcty_hcl_scope *no_scope(void *user_data) {
    CHECK(user_data == NULL);
    return NULL;
}

static inline pcty_status no_result(void *user_data, const pcty_value *const *args, size_t count,
                                    const pcty_puppet_call *call, pcty_value **out,
                                    pcty_error **error) {
    CHECK(user_data == NULL && (count == 0 || args[0] != NULL) && call != NULL);
    CHECK(*out == NULL && *error == NULL);
    return PCTY_ERROR_CALLBACK;
}

static inline pcty_status log_nothing(void *user_data, pcty_puppet_level level, pcty_str message,
                                      pcty_error **error) {
    CHECK(user_data == NULL && level > 0 && message.data != NULL && *error == NULL);
    return PCTY_OK;
}

static inline pcty_status load_nothing(void *user_data, pcty_puppet_load_kind sought, pcty_str name,
                                       pcty_string **out, pcty_string **file,
                                       pcty_error **error) {
    CHECK(user_data == NULL && sought > 0 && name.data != NULL);
    CHECK(*out == NULL && *file == NULL && *error == NULL);
    return PCTY_OK;
}

static inline pcty_status answer_nothing(void *user_data, pcty_puppet_question question,
                                         const pcty_value *const *args, size_t count,
                                         pcty_value **out, pcty_error **error) {
    CHECK(user_data == NULL && question > 0 && (count == 0 || args[0] != NULL));
    CHECK(*out == NULL && *error == NULL);
    return PCTY_OK;
}

static pcty_parameter any_parameter = PCTY_PARAMETER_INIT;
static pcty_function_spec function_spec = PCTY_FUNCTION_SPEC_INIT;

static inline pcty_status read_no_file(void *user_data, pcty_str path, pcty_string **out,
                                       pcty_error **error) {
    CHECK(user_data == NULL && path.data != NULL && *out == NULL && *error == NULL);
    return PCTY_OK;
}

static inline pcty_status answer_no_question(void *user_data, pcty_str question,
                                             const pcty_value *const *args, size_t count,
                                             const pcty_type *returns, pcty_value **out,
                                             pcty_error **error) {
    CHECK(user_data == NULL && question.data != NULL && (count == 0 || args[0] != NULL));
    CHECK(returns != NULL && *out == NULL && *error == NULL);
    return PCTY_OK;
}

static inline pcty_status give_one(void *user_data, const pcty_value *const *args, size_t count,
                                   const pcty_type *type, pcty_value **out, pcty_error **error) {
    CHECK(user_data == NULL && args != NULL && count == 0 && type != NULL && *error == NULL);
    *out = pcty_value_integer_from_int64(1);
    return PCTY_OK;
}

static inline pcty_status follow_nothing(void *user_data, pcty_str function,
                                         const pcty_value *const *args, size_t count,
                                         const pcty_mcl_sender *sender, pcty_error **error) {
    CHECK(user_data == NULL && function.data != NULL && (count == 0 || args[0] != NULL));
    CHECK(sender != NULL && *error == NULL);
    if (a_sender == NULL) {
        a_sender = pcty_mcl_sender_clone(sender);
    }
    return PCTY_OK;
}

static inline void unfollow_nothing(void *user_data, const pcty_mcl_sender *sender) {
    CHECK(user_data == NULL && sender != NULL);
}

static inline void wake_nobody(void *user_data) {
    CHECK(user_data == NULL);
}

static inline void set_up_mcl(void) {
    pcty_mcl_program *program = NULL;
    pcty_mcl_graph *graph = NULL;
    pcty_mcl_resources *resources = NULL;
    pcty_mcl_difference *difference = NULL;
    pcty_mcl_progress progress;
    an_mcl_host = pcty_mcl_host_new();
    mcl_kind.name = PCTY_STR("text");
    mcl_edge_spec.from_kind = PCTY_STR("text");
    mcl_edge_spec.from_name = PCTY_STR("a");
    mcl_edge_spec.to_kind = PCTY_STR("text");
    mcl_edge_spec.to_name = PCTY_STR("b");
    ruby = interpreter();
    puppet_function_spec.name = PCTY_STR("one");
    puppet_function_spec.call = no_result;
    mcl_function_spec.name = PCTY_STR("one");
    mcl_function_spec.signature = PCTY_STR("func() int");
    mcl_function_spec.call = give_one;
    mcl_function_spec.follow = follow_nothing;
    CHECK_OK(pcty_mcl_host_add_kinds(
        an_mcl_host,
        PCTY_STR("{\"kind\": \"text\", \"fields\": [{\"lang\": \"size\", \"type\": \"int\"}]}"),
        NULL));
    CHECK_OK(pcty_mcl_host_add_function(an_mcl_host, &mcl_function_spec, NULL));
    CHECK_OK(pcty_mcl_program_compile_text(PCTY_STR("text \"text\" { size => one(), }\n"),
                                           PCTY_STR("f"), an_mcl_host, &program, NULL));
    an_mcl_program = program;
    CHECK_OK(pcty_mcl_program_graph(program, &graph, NULL));
    an_mcl_graph = graph;
    CHECK_OK(pcty_mcl_runtime_start(program, 0, &an_mcl_runtime, NULL));
    CHECK_OK(pcty_mcl_runtime_step(an_mcl_runtime, &progress, NULL));
    CHECK(progress == PCTY_MCL_PROGRESS_CHANGED && a_sender != NULL);
    CHECK_OK(pcty_mcl_runtime_resources(an_mcl_runtime, &resources, NULL));
    some_resources = resources;
    a_resource = pcty_mcl_resources_at(resources, 0);
    CHECK_OK(pcty_mcl_difference_new(resources, resources, &difference, NULL));
    a_difference = difference;
    CHECK_OK(pcty_mcl_resource_builder_new(an_mcl_host, PCTY_STR("text"), PCTY_STR("text"), &a_draft, NULL));
    an_mcl_builder = pcty_mcl_builder_new(an_mcl_host);
}

static inline void tear_down_mcl(void) {
    pcty_mcl_builder_free(an_mcl_builder);
    pcty_mcl_resource_builder_free(a_draft);
    pcty_mcl_difference_free((pcty_mcl_difference *)a_difference);
    pcty_mcl_resources_free((pcty_mcl_resources *)some_resources);
    pcty_mcl_runtime_free(an_mcl_runtime);
    pcty_mcl_graph_free((pcty_mcl_graph *)an_mcl_graph);
    pcty_mcl_program_free((pcty_mcl_program *)an_mcl_program);
    pcty_mcl_host_free(an_mcl_host);
    pcty_mcl_sender_free(a_sender);
}

static inline void set_up_hcl(void) {
    pcty_hcl_expression *expression = NULL;
    pcty_hcl_expressions *expressions = NULL;
    pcty_type *type = NULL;
    pcty_hcl_defaults *defaults = NULL;
    pcty_hcl_body *body = NULL;
    pcty_hcl_content *content = NULL;
    an_hcl_scope = pcty_hcl_scope_new();
    a_terraform_host = pcty_terraform_host_new();
    some_inputs = pcty_terraform_inputs_new();
    {
        pcty_terraform_module *module = NULL;
        pcty_terraform_evaluation *evaluation = NULL;
        const pcty_str file = PCTY_STR_INIT("main.tf");
        const pcty_str text = PCTY_STR_INIT("variable \"text\" {\n  default = 1\n}\n");
        CHECK_OK(pcty_terraform_module_parse(&file, &text, 1, &module, NULL, NULL));
        CHECK_OK(pcty_terraform_module_evaluate(module, some_inputs, &evaluation, NULL, NULL));
        a_module = module;
        an_evaluation = evaluation;
    }
    {
        pcty_terraform_host *host = pcty_terraform_host_new();
        pcty_terraform_schemas *schemas = NULL;
        pcty_terraform_project *project = NULL;
        pcty_terraform_outputs *outputs = NULL;
        pcty_terraform_plan *plan = NULL;
        CHECK_OK(pcty_terraform_host_set_text(
            host, PCTY_STR("main.tf"), PCTY_STR("output \"text\" {\n  value = 1\n}\n"), NULL));
        CHECK_OK(pcty_terraform_schemas_parse(PCTY_STR("{\"provider_schemas\": {\"p\": {}}}"),
                                              &schemas, NULL));
        CHECK_OK(pcty_terraform_project_open(host, PCTY_STR("."), NULL, &project, NULL, NULL));
        CHECK_OK(pcty_terraform_project_validate(project, &outputs, NULL, NULL));
        CHECK_OK(pcty_terraform_plan_parse(
            PCTY_STR("{\"format_version\": \"1.2\", \"output_changes\": {\"o\": {\"actions\": "
                     "[\"create\"], \"after\": 1}}}"),
            schemas, &plan, NULL));
        pcty_terraform_host_free(host);
        a_plan = plan;
        provider_schemas = schemas;
        a_project = project;
        some_outputs = outputs;
    }
    CHECK_OK(pcty_hcl_expression_parse(PCTY_STR("[a]"), PCTY_STR("f"), NULL, PCTY_HCL_NATIVE,
                                       &expression, NULL, NULL));
    an_expression = expression;
    CHECK_OK(pcty_hcl_expression_list(an_expression, &expressions, NULL));
    some_expressions = expressions;
    some_traversals = pcty_hcl_expression_variables(an_expression);
    CHECK_OK(pcty_hcl_type_parse(PCTY_STR("object({ a = optional(string, \"\") })"), PCTY_STR("f"),
                                 PCTY_HCL_NATIVE,
                                 PCTY_HCL_TYPE_DEFAULTS, &type, &defaults, NULL));
    pcty_type_free(type);
    CHECK(defaults != NULL);
    some_defaults = defaults_of_parts[0] = defaults;
    CHECK_OK(pcty_hcl_body_parse(PCTY_STR("a = 1\nb \"x\" {\n}\n"), PCTY_STR("f"), NULL,
                                 PCTY_HCL_NATIVE, &body, NULL, NULL));
    a_body = bodies[0] = body;
    hcl_schema.attributes = hcl_attributes;
    hcl_schema.blocks = hcl_blocks;
    hcl_schema.attribute_count = hcl_schema.block_count = 1;
    CHECK_OK(pcty_hcl_body_content(a_body, &hcl_schema, &content, NULL, NULL));
    a_content = content;
    an_attribute = pcty_hcl_content_attribute_at(content, 0);
    a_block = pcty_hcl_content_block_at(content, 0);
    CHECK(an_attribute != NULL && a_block != NULL);
    pcty_hcl_items *items = NULL;
    pcty_hcl_location *place = NULL;
    CHECK_OK(pcty_hcl_body_items(a_body, &items, NULL));
    CHECK_OK(pcty_hcl_body_at_byte(a_body, PCTY_STR(""), 0, &place, NULL));
    some_items = items;
    a_place_in_a_text = place;
    some_calls = pcty_hcl_expression_calls(an_expression);
    pcty_hcl_fragment *snippet = NULL;
    pcty_hcl_tokens *tokens = NULL;
    CHECK_OK(pcty_hcl_file_parse(PCTY_STR("text = text\n"), PCTY_STR("f"), &an_hcl_file, NULL, NULL));
    CHECK_OK(pcty_hcl_fragment_parse(PCTY_STR("text"), &snippet, NULL));
    CHECK_OK(pcty_hcl_tokens_parse(PCTY_STR("text"), &tokens, NULL));
    a_snippet = snippets[0] = snippet;
    some_tokens = tokens;
    pcty_hcl_spec *spec = NULL;
    CHECK_OK(pcty_hcl_spec_attribute(PCTY_STR("a"), pcty_type_number(), true, &spec, NULL));
    a_spec = specs[0] = spec;
    pcty_pcl_checked *bound = NULL;
    a_pcl_scope = pcty_pcl_type_scope_new();
    CHECK_OK(pcty_pcl_type_scope_set_variable(a_pcl_scope, PCTY_STR("text"), a_type, NULL));
    CHECK_OK(pcty_pcl_checked_new(an_expression, a_pcl_scope, NULL, &bound, NULL));
    a_bound = bound;
    a_node = pcty_pcl_checked_root(bound);
}

static inline void set_up_puppet(void) {
    pcty_puppet_manifest *manifest = NULL, *template = NULL;
    pcty_puppet_outline *outline = NULL;
    pcty_puppet_catalog *catalog = NULL;
    an_environment = pcty_puppet_environment_new();
    CHECK_OK(pcty_puppet_manifest_parse(PCTY_STR("class c($p = 1) { f { 't': a => $p } }\n"
                                                 "[1].each |$x| { $x }"),
                                        PCTY_STR("f"), PCTY_PUPPET_MANIFEST,
                                        PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest, NULL));
    CHECK_OK(pcty_puppet_manifest_parse(PCTY_STR("<%= 1 %>"), PCTY_STR("f"), PCTY_PUPPET_TEMPLATE,
                                        PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &template, NULL));
    CHECK_OK(pcty_puppet_outline_new(manifest, &outline, NULL));
    a_manifest = manifest;
    a_template = template;
    an_outline = outline;
    CHECK_OK(pcty_puppet_catalog_parse(
        PCTY_STR("{\"resources\": [{\"type\": \"T\", \"title\": \"t\"}]}"), &catalog, NULL));
    a_catalog = catalog;
    catalog_options.environment_folder = PCTY_STR("c-tests");
    catalog_options.node = PCTY_STR("text");
}

static inline void set_up(void) {
    pcty_value *value = NULL, *marked = NULL;
    pcty_marks *marks = NULL;
    pcty_group *group = NULL;
    pcty_string *string = NULL;
    pcty_type *list = NULL;
    a_type = types[0] = pcty_type_string();
    CHECK_OK(pcty_value_string(PCTY_STR("text"), &value, NULL));
    a_value = values[0] = value;
    CHECK_OK(pcty_marks_new(texts, 1, &marks, NULL));
    some_marks = marks;
    CHECK_OK(pcty_value_with_marks(a_value, marks, &marked, NULL));
    pcty_value_free(marked);
    an_error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("message"));
    a_path = pcty_path_new();
    a_path_set = pcty_path_set_new();
    some_path_marks = pcty_path_marks_new();
    a_scope = pcty_variable_scope_new();
    CHECK_OK(pcty_type_list(a_type, NULL, &list, NULL));
    const pcty_type *definitions[1];
    definitions[0] = list;
    CHECK_OK(pcty_group_new(a_scope, texts, definitions, 1, &group, NULL));
    pcty_type_free(list);
    a_group = group;
    CHECK_OK(pcty_string_new(PCTY_STR("text"), &string, NULL));
    a_string = string;
    fields[0].name = PCTY_STR("text");
    fields[0].type = a_type;
    nominal_params[0].type = a_type;
    pcty_function *function = NULL;
    any_parameter.type = pcty_type_any();
    function_spec.variadic = &any_parameter;
    function_spec.return_type = pcty_type_any();
    function_spec.implementation = first_argument;
    CHECK_OK(pcty_function_new(&function_spec, &function, NULL));
    a_function = function;
    pcty_converter *converter = NULL;
    pcty_error_list *errors = NULL;
    pcty_unification *unification = NULL;
    CHECK_OK(pcty_converter_new(a_type, pcty_type_bool(), PCTY_DIALECT_HCL, PCTY_SAFETY_UNSAFE,
                                &converter, NULL));
    a_converter = converter;
    CHECK_OK(pcty_value_check(a_value, pcty_type_bool(), PCTY_DIALECT_HCL, &errors, NULL));
    an_error_list = errors;
    CHECK_OK(pcty_type_unify(types, 1, PCTY_DIALECT_HCL, PCTY_SAFETY_SAFE, &unification, NULL));
    a_unification = unification;
    pcty_translation *translation = NULL;
    CHECK_OK(pcty_type_translate(a_type, PCTY_DIALECT_HCL, PCTY_DIALECT_PUPPET, &translation,
                                 NULL));
    a_translation = translation;
    pcty_schema_pair *pair = NULL;
    pcty_schema_relation *relation = NULL;
    pcty_schema_documents *documents = NULL;
    CHECK_OK(pcty_schema_export(a_type, NULL, PCTY_DIALECT_HCL, PCTY_SCHEMA_DOCUMENTS_VALUES, &pair, NULL));
    CHECK_OK(pcty_schema_pair_relate(pair, &relation, NULL));
    CHECK_OK(pcty_schema_documents_of_schema(schema_pair_info(pair).schema, &documents, NULL));
    a_schema_pair = pair;
    a_schema = schema_pair_info(pair).schema;
    a_schema_relation = relation;
    some_documents = documents;
    CHECK_OK(pcty_budget_new(&limits, &a_budget, NULL));
    CHECK_OK(pcty_budget_new(NULL, &another_budget, NULL));
    pcty_value *unknown = pcty_value_unknown(a_type);
    a_builder = pcty_refinement_builder_new(unknown);
    pcty_value_free(unknown);
    const pcty_str names[] = {PCTY_STR_INIT("Few")}, notations[] = {PCTY_STR_INIT("Integer[1, 2]")};
    pcty_puppet_aliases *aliases = NULL;
    CHECK_OK(pcty_puppet_aliases_new(NULL, names, notations, 1, &aliases, NULL));
    some_aliases = aliases;
    CHECK_OK(pcty_puppet_iteration_new(puppet_alias_at(aliases, 0).type, &an_iteration,
                                       NULL));
    pcty_type *callable = NULL;
    CHECK_OK(pcty_type_function(&func_type, &callable, NULL));
    func_type.block = callable; // without a block, its presence is not read
    puppet_signatures[0].callable = callable;
    set_up_hcl();
    set_up_puppet();
    set_up_mcl();
    a_scheme = pcty_infer_scheme_closed(a_type);
    a_unifier = pcty_infer_unifier_new();
    pcty_function_type no_parameters = PCTY_FUNCTION_TYPE_INIT;
    no_parameters.parameters = PCTY_PARAMETERS_LISTED;
    no_parameters.result = a_type;
    pcty_type *of_nothing = NULL;
    pcty_infer_signature *signature = NULL;
    CHECK_OK(pcty_type_function(&no_parameters, &of_nothing, NULL));
    CHECK_OK(pcty_infer_signature_new(of_nothing, &signature, NULL));
    pcty_type_free(of_nothing);
    a_signature = signature;
    lists_of_invariants[0] = some_invariants = pcty_infer_invariants_new();
    CHECK_OK(invariant_type(some_invariants, 1, a_type, NULL));
    pcty_infer_solver *other = pcty_infer_solver_new();
    pcty_infer_scheme_list *schemes = NULL;
    pcty_infer_solver_enter(other);
    CHECK_OK(pcty_infer_solver_leave(other, expressions, 1, &schemes, NULL));
    some_schemes = schemes;
    CHECK_OK(invariant_type(some_invariants, 1, pcty_type_bool(), NULL));
    uint32_t first;
    pcty_infer_solution *outcome = NULL;
    CHECK_OK(pcty_infer_solver_add(other, some_invariants, &first, NULL));
    CHECK_OK(pcty_infer_solver_solve(other, &outcome, NULL));
    pcty_infer_solver_free(other);
    an_outcome = outcome;
    pcty_infer_solution_data data;
    CHECK(pcty_infer_solution_info(an_outcome, &data));
    a_clash = data.conflict;
    a_solver = pcty_infer_solver_new();
    CHECK_OK(pcty_workspace_new(&workspace_options, &a_workspace, NULL));
    CHECK_OK(pcty_workspace_open(a_workspace, PCTY_STR("text"), PCTY_STR("hcl"), 1, PCTY_STR("a = 1\n"),
                                 NULL));
}

static inline void tear_down(void) {
    tear_down_mcl();
    pcty_value_free((pcty_value *)a_value);
    pcty_marks_free((pcty_marks *)some_marks);
    pcty_group_free((pcty_group *)a_group);
    pcty_string_free((pcty_string *)a_string);
    pcty_error_free(an_error);
    pcty_path_free(a_path);
    pcty_path_set_free(a_path_set);
    pcty_path_marks_free(some_path_marks);
    pcty_variable_scope_free(a_scope);
    pcty_function_free((pcty_function *)a_function);
    pcty_converter_free((pcty_converter *)a_converter);
    pcty_error_list_free((pcty_error_list *)an_error_list);
    pcty_unification_free((pcty_unification *)a_unification);
    pcty_translation_free((pcty_translation *)a_translation);
    pcty_schema_documents_free((pcty_schema_documents *)some_documents);
    pcty_schema_relation_free((pcty_schema_relation *)a_schema_relation);
    pcty_schema_pair_free((pcty_schema_pair *)a_schema_pair);
    pcty_budget_free(a_budget);
    pcty_budget_free(another_budget);
    pcty_refinement_builder_free(a_builder);
    pcty_puppet_aliases_free((pcty_puppet_aliases *)some_aliases);
    pcty_puppet_iteration_free(an_iteration);
    pcty_type_free((pcty_type *)puppet_signatures[0].callable);
    pcty_puppet_environment_free(an_environment);
    pcty_puppet_manifest_free((pcty_puppet_manifest *)a_manifest);
    pcty_puppet_manifest_free((pcty_puppet_manifest *)a_template);
    pcty_puppet_outline_free((pcty_puppet_outline *)an_outline);
    pcty_puppet_catalog_free((pcty_puppet_catalog *)a_catalog);
    pcty_hcl_scope_free(an_hcl_scope);
    pcty_terraform_host_free(a_terraform_host);
    pcty_terraform_evaluation_free((pcty_terraform_evaluation *)an_evaluation);
    pcty_terraform_inputs_free(some_inputs);
    pcty_terraform_module_free((pcty_terraform_module *)a_module);
    pcty_terraform_plan_free((pcty_terraform_plan *)a_plan);
    pcty_terraform_outputs_free((pcty_terraform_outputs *)some_outputs);
    pcty_terraform_project_free((pcty_terraform_project *)a_project);
    pcty_terraform_schemas_free((pcty_terraform_schemas *)provider_schemas);
    pcty_hcl_expressions_free((pcty_hcl_expressions *)some_expressions);
    pcty_hcl_expression_free((pcty_hcl_expression *)an_expression);
    pcty_hcl_traversals_free((pcty_hcl_traversals *)some_traversals);
    pcty_hcl_defaults_free((pcty_hcl_defaults *)some_defaults);
    pcty_hcl_content_free((pcty_hcl_content *)a_content);
    pcty_hcl_items_free((pcty_hcl_items *)some_items);
    pcty_hcl_location_free((pcty_hcl_location *)a_place_in_a_text);
    pcty_hcl_calls_free((pcty_hcl_calls *)some_calls);
    pcty_hcl_file_free(an_hcl_file);
    pcty_hcl_fragment_free((pcty_hcl_fragment *)a_snippet);
    pcty_hcl_tokens_free((pcty_hcl_tokens *)some_tokens);
    pcty_hcl_body_free((pcty_hcl_body *)a_body);
    pcty_hcl_spec_free((pcty_hcl_spec *)a_spec);
    pcty_pcl_type_scope_free(a_pcl_scope);
    pcty_pcl_checked_free((pcty_pcl_checked *)a_bound);
    pcty_infer_scheme_free((pcty_infer_scheme *)a_scheme);
    pcty_infer_scheme_list_free((pcty_infer_scheme_list *)some_schemes);
    pcty_infer_signature_free((pcty_infer_signature *)a_signature);
    pcty_infer_invariants_free(some_invariants);
    pcty_infer_solution_free((pcty_infer_solution *)an_outcome);
    pcty_infer_unifier_free(a_unifier);
    pcty_infer_solver_free(a_solver);
    pcty_workspace_free(a_workspace);
}

#endif
