// Terraform: its functions, its modules, the evaluation of a module with inputs, projects and
// plans.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_TERRAFORM_H
#define POLYCTY_TERRAFORM_H

#include "base.h"
#include "hcl.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// The services that an embedding program provides to Terraform's functions. A new host has none. A
// function that needs a missing service fails, and its message names the service. Only one thread
// at a time may use a host.
//
// ```c
// static pcty_hcl_scope *module_scope(pcty_str module, pcty_error **error) {
//     pcty_hcl_scope *scope = pcty_hcl_scope_new();
//     pcty_terraform_host *host = pcty_terraform_host_new();
//     if (pcty_terraform_host_set_root(host, module, error) != PCTY_OK ||
//         pcty_hcl_scope_set_terraform_functions(scope, host, error) != PCTY_OK) {
//         pcty_hcl_scope_free(scope);
//         scope = NULL;
//     }
//     pcty_terraform_host_free(host);
//     return scope; // evaluates "${file("motd.txt")}"
// }
// ```
typedef struct pcty_terraform_host pcty_terraform_host;

// A parsed module. It never changes; any number of threads may use it at once.
//
// ```c
// // Prints `var.region: string, required` and so on.
// static void print_module_variables(const pcty_terraform_module *module) {
//     size_t count = pcty_terraform_module_declaration_count(module, PCTY_TERRAFORM_VARIABLE);
//     for (size_t i = 0; i < count; i++) {
//         pcty_terraform_variable_info found = PCTY_TERRAFORM_VARIABLE_INFO_INIT;
//         pcty_string *type = NULL;
//         must(pcty_terraform_module_variable_at(module, i, &found, NULL));
//         must(pcty_type_format(found.type, PCTY_DIALECT_HCL, &type, NULL));
//         printf("var.%.*s: %s%s\n", (int)found.name.len, found.name.data,
//                pcty_string_cstr(type), found.is_required ? ", required" : "");
//         pcty_string_free(type);
//     }
// }
// ```
typedef struct pcty_terraform_module pcty_terraform_module;

// The inputs of an evaluation. New inputs are empty. Only one thread at a time may change them;
// while no thread changes them, any number may evaluate with them.
//
// ```c
// static pcty_terraform_inputs *inputs_of(pcty_str file, pcty_str values, pcty_error **error) {
//     pcty_terraform_inputs *inputs = pcty_terraform_inputs_new();
//     pcty_terraform_options options = PCTY_TERRAFORM_OPTIONS_INIT;
//     options.unset = PCTY_TERRAFORM_UNSET_ERROR;
//     if (pcty_terraform_inputs_set_options(inputs, &options, error) != PCTY_OK ||
//         pcty_terraform_inputs_add_file(inputs, values, file, error) != PCTY_OK ||
//         pcty_terraform_inputs_set_text(inputs, PCTY_STR("replicas"), PCTY_STR("3"),
//                                        PCTY_TERRAFORM_FROM_COMMAND_LINE, error) != PCTY_OK) {
//         pcty_terraform_inputs_free(inputs);
//         inputs = NULL;
//     }
//     return inputs;
// }
// ```
typedef struct pcty_terraform_inputs pcty_terraform_inputs;

// The values of a module with some inputs. It never changes; any number of threads may use it at
// once.
//
// ```c
// // Returns whether a module has no errors with the inputs; prints the diagnostics if it has.
// static bool checked(const pcty_terraform_module *module, const pcty_terraform_inputs *inputs) {
//     pcty_terraform_evaluation *found = NULL;
//     pcty_error *error = NULL;
//     if (pcty_terraform_module_evaluate(module, inputs, &found, NULL, &error) != PCTY_OK) {
//         pcty_string *text = pcty_error_format(error, PCTY_NOTATION_TEXT);
//         fprintf(stderr, "%s\n", pcty_string_cstr(text));
//         pcty_string_free(text);
//         pcty_error_free(error);
//         return false;
//     }
//     const pcty_value *url =
//         pcty_terraform_evaluation_get(found, PCTY_STR("url"), PCTY_TERRAFORM_OUTPUT);
//     printf("%d\n", url != NULL && pcty_value_has(url, PCTY_VALUE_WHOLLY_KNOWN));
//     pcty_terraform_evaluation_free(found);
//     return true;
// }
// ```
typedef struct pcty_terraform_evaluation pcty_terraform_evaluation;

// The outputs of the modules of a project, from a validation or a plan. They never change; any
// number of threads may use them at once.
//
// ```c
// // Prints `module.network.output.ids: list(string)` and so on.
// static void print_outputs(const pcty_terraform_outputs *outputs) {
//     for (size_t i = 0; i < pcty_terraform_outputs_count(outputs); i++) {
//         pcty_terraform_output_info found = PCTY_TERRAFORM_OUTPUT_INFO_INIT;
//         pcty_string *type = NULL;
//         must(pcty_terraform_outputs_at(outputs, i, &found, NULL));
//         must(pcty_type_format(pcty_value_type(found.value), PCTY_DIALECT_HCL, &type, NULL));
//         printf(PCTY_FMT ": %s\n", PCTY_ARG(found.address), pcty_string_cstr(type));
//         pcty_string_free(type);
//     }
// }
// ```
typedef struct pcty_terraform_outputs pcty_terraform_outputs;

// A root module and the modules that it calls. It never changes; any number of threads may use it
// at once.
//
// ```c
// // Returns whether a project has no errors; prints its diagnostics.
// static bool is_valid(pcty_str folder, pcty_error **error) {
//     pcty_terraform_host *host = pcty_terraform_host_new();
//     pcty_terraform_project *project = NULL;
//     pcty_terraform_outputs *found = NULL;
//     pcty_terraform_project_options options = PCTY_TERRAFORM_PROJECT_OPTIONS_INIT;
//     options.version = PCTY_STR("1.13");
//     bool valid = pcty_terraform_host_set_root(host, folder, error) == PCTY_OK &&
//                  pcty_terraform_project_open(host, PCTY_STR("."), &options, &project, NULL,
//                                              error) == PCTY_OK &&
//                  pcty_terraform_project_validate(project, &found, NULL, error) == PCTY_OK;
//     pcty_terraform_outputs_free(found);
//     pcty_terraform_project_free(project);
//     pcty_terraform_host_free(host);
//     return valid;
// }
// ```
typedef struct pcty_terraform_project pcty_terraform_project;

// The schemas of providers. They never change; any number of threads may use them at once.
//
// ```c
// // `text` is the output of `terraform providers schema -json`.
// static void print_providers(pcty_str text) {
//     pcty_terraform_schemas *schemas = NULL;
//     must(pcty_terraform_schemas_parse(text, &schemas, NULL));
//     for (size_t i = 0; i < pcty_terraform_schemas_provider_count(schemas); i++) {
//         pcty_str source = pcty_terraform_schemas_provider_at(schemas, i);
//         printf(PCTY_FMT "\n", PCTY_ARG(source));
//     }
//     pcty_terraform_schemas_free(schemas);
// }
// ```
typedef struct pcty_terraform_schemas pcty_terraform_schemas;

// A plan or a state. It never changes; any number of threads may use it at once.
//
// ```c
// // Prints the addresses of the resources that a plan replaces. `text` is the output of
// // `terraform show -json`, and `schemas` may be NULL.
// static void print_replaced(pcty_str text, const pcty_terraform_schemas *schemas) {
//     pcty_terraform_plan *plan = NULL;
//     must(pcty_terraform_plan_parse(text, schemas, &plan, NULL));
//     for (size_t i = 0; i < pcty_terraform_plan_count(plan, PCTY_TERRAFORM_PLAN_CHANGES); i++) {
//         pcty_terraform_plan_item found = PCTY_TERRAFORM_PLAN_ITEM_INIT;
//         must(pcty_terraform_plan_at(plan, i, PCTY_TERRAFORM_PLAN_CHANGES, &found, NULL));
//         if (found.action == PCTY_TERRAFORM_ACTION_DESTROY_THEN_CREATE)
//             printf(PCTY_FMT "\n", PCTY_ARG(found.address));
//     }
//     pcty_terraform_plan_free(plan);
// }
// ```
typedef struct pcty_terraform_plan pcty_terraform_plan;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Terraform: its functions in scopes of HCL.

// Writes the current time to `*seconds`, in seconds since the start of 1970 in UTC. On failure it
// sets `*error` to a new error and returns the code of that error. Several threads may call it at
// once, if the host evaluates in several threads.
typedef pcty_status (*pcty_terraform_clock)(void *user_data,
                                            int64_t *seconds,
                                            pcty_error **error);

// Fills `count` bytes with random values. Errors and threads are as for `pcty_terraform_clock`.
typedef pcty_status (*pcty_terraform_random)(void *user_data,
                                             uint8_t *bytes,
                                             size_t count,
                                             pcty_error **error);

// The settings of a host.
typedef struct {
    // The folder of `pcty_terraform_host_set_root`; no text if there is none.
    pcty_str root;
    // The path of `pcty_terraform_host_set_home`; no text if there is none.
    pcty_str home;
    // The time of `pcty_terraform_host_set_plan_time`, if `has_plan_time`.
    int64_t plan_time;
    // Whether the host has a time of the plan.
    bool has_plan_time;
    // Whether the host has a clock.
    bool has_clock;
    // Whether the host has a source of random numbers.
    bool has_random;
    // Whether the host has files: a folder, callbacks or texts.
    bool has_files;
    // Whether the host has a callback that finds modules.
    bool has_modules;
    // The number of texts that replace files.
    size_t text_count;
} pcty_terraform_host_data;

// Reads a file for a function. `path` is the path in the expression, normalized, and borrowed for
// the call. On success it sets `*out` to a new string with the content, which the library takes
// ownership of; NULL, the initial value, means that there is no such file. On failure it sets
// `*error` to a new error and returns the code of that error. Several threads may call it at once,
// if the host evaluates in several threads.
typedef pcty_status (*pcty_terraform_reader)(void *user_data,
                                             pcty_str path,
                                             pcty_string **out,
                                             pcty_error **error);

// Lists a folder for a function: the names in it, one on each line. The name of a folder ends in
// `/`. Paths, results, errors and threads are as for `pcty_terraform_reader`.
typedef pcty_status (*pcty_terraform_lister)(void *user_data,
                                             pcty_str path,
                                             pcty_string **out,
                                             pcty_error **error);

// Finds the directory of a module that is not local, for a project. `key` contains the names of the
// calls from the root module to this one, joined with `.`; `source` is the source address;
// `version` is the version constraint, or no text if there is none. They are borrowed for the call.
// On success it sets `*out` to a new string with the directory, relative to the root of the files,
// which the library takes ownership of; NULL, the initial value, means that the module is not
// available. On failure it sets `*error` to a new error and returns the code of that error.
typedef pcty_status (*pcty_terraform_module_finder)(void *user_data,
                                                    pcty_str key,
                                                    pcty_str source,
                                                    pcty_str version,
                                                    pcty_string **out,
                                                    pcty_error **error);

// --- Terraform: parsing a module, and its declarations.

// The kind of a declaration of a module.
typedef enum pcty_terraform_declaration_kind PCTY_ENUM {
    // A variable. The functions for variables return more data of it.
    PCTY_TERRAFORM_VARIABLE = 1,
    // A local value. Its argument is `value`.
    PCTY_TERRAFORM_LOCAL = 2,
    // An output.
    PCTY_TERRAFORM_OUTPUT = 3,
    // A resource that the module manages. The label is its type.
    PCTY_TERRAFORM_RESOURCE = 4,
    // A data source that the module reads. The label is its type.
    PCTY_TERRAFORM_DATA = 5,
    // An ephemeral resource. The label is its type.
    PCTY_TERRAFORM_EPHEMERAL = 6,
    // A call of another module. The target is its source.
    PCTY_TERRAFORM_MODULE_CALL = 7,
    // A configuration of a provider. The label is its alias.
    PCTY_TERRAFORM_PROVIDER = 8,
    // A provider that the module requires. The label is its source address, the target its version
    // constraint. It has no arguments.
    PCTY_TERRAFORM_REQUIRED_PROVIDER = 9,
    // A version constraint for Terraform, which is the name. It has no arguments.
    PCTY_TERRAFORM_REQUIRED_VERSION = 10,
    // The storage of the state. The name is the type of the backend, or `cloud`.
    PCTY_TERRAFORM_BACKEND = 11,
    // A `moved` block. The name is `from` as it is written, the target `to`.
    PCTY_TERRAFORM_MOVED = 12,
    // An `import` block. The name is `to` as it is written, the target `id`.
    PCTY_TERRAFORM_IMPORT = 13,
    // A `removed` block. The name is `from` as it is written.
    PCTY_TERRAFORM_REMOVED = 14,
    // A `check` block.
    PCTY_TERRAFORM_CHECK = 15,
} pcty_terraform_declaration_kind;

// A declaration. Start from PCTY_TERRAFORM_DECLARATION_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The kind of the declaration.
    pcty_terraform_declaration_kind kind;
    // The name.
    pcty_str name;
    // The label, which the kind defines; no text for other kinds.
    pcty_str label;
    // The target, which the kind defines; no text for other kinds.
    pcty_str target;
    // The name of the file that contains the declaration.
    pcty_str file;
    // The range of the header; for a local value, the range of the whole argument.
    pcty_range range;
} pcty_terraform_declaration;

// A variable. Start from PCTY_TERRAFORM_VARIABLE_INFO_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether the variable has no default, so that a value is required.
    bool is_required;
    // Whether the value may be null.
    bool is_nullable;
    // Whether the value must not be shown.
    bool is_sensitive;
    // Whether the value exists only during a run.
    bool is_ephemeral;
    // The name.
    pcty_str name;
    // The description; no text if there is none.
    pcty_str description;
    // The type of the values, with optional attributes; `any` if no type is declared.
    const pcty_type *type;
    // The default; NULL if there is none.
    const pcty_value *default_value;
    // The number of validation rules.
    size_t validation_count;
    // The name of the file that contains the declaration.
    pcty_str file;
    // The range of the header.
    pcty_range range;
} pcty_terraform_variable_info;

// --- Terraform: the inputs of an evaluation.

// The source of a text that is the value of a variable.
typedef enum pcty_terraform_text_from PCTY_ENUM {
    // A command line. A value for an undeclared variable is an error.
    PCTY_TERRAFORM_FROM_COMMAND_LINE = 1,
    // An environment, which is shared with other programs. A value for an undeclared variable is
    // ignored.
    PCTY_TERRAFORM_FROM_ENVIRONMENT = 2,
} pcty_terraform_text_from;

// The value of a variable that has no default and no input.
typedef enum pcty_terraform_unset PCTY_ENUM {
    // In options: the current setting is kept.
    PCTY_TERRAFORM_UNSET_KEPT = 0,
    // An unknown value of the variable's type. This is the initial setting, for modules that other
    // modules call.
    PCTY_TERRAFORM_UNSET_UNKNOWN = 1,
    // An error, as in a plan of Terraform.
    PCTY_TERRAFORM_UNSET_ERROR = 2,
} pcty_terraform_unset;

// Options of an evaluation. Start from PCTY_TERRAFORM_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The value of a variable that has no default and no input; initially
    // PCTY_TERRAFORM_UNSET_UNKNOWN.
    pcty_terraform_unset unset;
    // The host of the functions: files, the clock and random numbers. Its working directory is
    // `path.cwd` unless `working_directory` is set.
    const pcty_terraform_host *host;
    // `path.module`: the module's folder, relative to the working directory. A path that is not
    // set is unknown.
    pcty_str module_path;
    // `path.root`: the folder of the module that no other module calls.
    pcty_str root_path;
    // `path.cwd`: the working directory, an absolute path.
    pcty_str working_directory;
    // `terraform.workspace`; initially `default`.
    pcty_str workspace;
} pcty_terraform_options;

// --- Terraform: projects, that is a root module and the modules that it calls.

// The program whose language applies to a project.
typedef enum pcty_terraform_dialect PCTY_ENUM {
    // OpenTofu if no version of Terraform is set and the folder of the root module has a file that only
    // OpenTofu reads, such as `main.tofu`; otherwise Terraform.
    PCTY_TERRAFORM_DIALECT_DETECTED = 0,
    // Terraform.
    PCTY_TERRAFORM_DIALECT_TERRAFORM = 1,
    // OpenTofu 1.13.
    PCTY_TERRAFORM_DIALECT_OPENTOFU = 2,
} pcty_terraform_dialect;

// The diagnostics about the values of variables and the arguments of module calls that are reported
// in addition to those of Terraform.
typedef enum pcty_terraform_strictness PCTY_ENUM {
    // Each part of a value that does not convert is an error with its path.
    PCTY_TERRAFORM_STRICTNESS_PARTS = 0,
    // Attributes that an object type does not declare are warnings, too.
    PCTY_TERRAFORM_STRICTNESS_WARNINGS = 1,
    // Both are errors.
    PCTY_TERRAFORM_STRICTNESS_ERRORS = 2,
    // None.
    PCTY_TERRAFORM_STRICTNESS_NONE = 3,
} pcty_terraform_strictness;

// Options of a project. Start from PCTY_TERRAFORM_PROJECT_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether query files (`.tfquery.hcl`) of the root module are checked, too.
    bool has_queries;
    // The version of Terraform whose rules apply, such as `1.13`: 1.11 to 1.17. If it is not set,
    // the newest.
    pcty_str version;
    // The schemas of the providers. If it is NULL, checks that depend on a schema are left out.
    const pcty_terraform_schemas *schemas;
    // The values of root variables with `const`, which module sources may refer to. If it is NULL,
    // they have their defaults.
    const pcty_terraform_inputs *inputs;
    // `terraform.workspace`. If it is not set, `default`.
    pcty_str workspace;
    // The text of the manifest of installed modules. If it is not set, it is read from
    // `.terraform/modules/modules.json` in the folder of the root module, where `terraform init`
    // writes it.
    pcty_str manifest;
    // The language; PCTY_TERRAFORM_DIALECT_DETECTED initially. OpenTofu has no version.
    pcty_terraform_dialect dialect;
    // The additional diagnostics; PCTY_TERRAFORM_STRICTNESS_PARTS initially.
    pcty_terraform_strictness strictness;
} pcty_terraform_project_options;

// A module of a project. Start from PCTY_TERRAFORM_MODULE_INFO_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether the module could be found and read. If not, its outputs are unknown.
    bool is_available;
    // The address of the call, such as `module.network.module.subnets`; empty for the root module.
    pcty_str address;
    // The source address of the call; empty for the root module.
    pcty_str source;
    // The directory, relative to the root of the files; no text if the module is not available.
    pcty_str directory;
    // The name of the file that contains the call; no text for the root module.
    pcty_str file;
    // The range of the header of the call.
    pcty_range range;
} pcty_terraform_module_info;

// An output of a module. Start from PCTY_TERRAFORM_OUTPUT_INFO_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The name.
    pcty_str name;
    // The address of the instance of the module, such as `module.network[0]`; empty for the root
    // module. A validation has one instance of each module, without a key.
    pcty_str module;
    // The address: `module.network[0].output.ids`; the name alone for the root module.
    pcty_str address;
    // The value. It is unknown if it depends on values that are not known; its type is the
    // inferred type, `any` if no type can be inferred. It is marked `sensitive` or `ephemeral` if
    // it is declared so or depends on such values.
    const pcty_value *value;
} pcty_terraform_output_info;

// The size of a project.
typedef struct {
    // The number of modules, with the root module and the calls of modules that are not available:
    // `pcty_terraform_project_module_at`.
    size_t module_count;
    // The number of files that the modules consist of: `pcty_terraform_project_file_at`.
    size_t file_count;
} pcty_terraform_project_data;

// --- Terraform: plans and states in the JSON form of `terraform show -json`, as typed values.

// A part of a plan or of a state.
typedef enum pcty_terraform_plan_part PCTY_ENUM {
    // The changes of resources and outputs; none in a state.
    PCTY_TERRAFORM_PLAN_CHANGES = 1,
    // The changes of resources outside of Terraform that the plan found.
    PCTY_TERRAFORM_PLAN_DRIFT = 2,
    // The resources and outputs after the plan, where an attribute that only the apply determines is
    // null; none in a state.
    PCTY_TERRAFORM_PLAN_PLANNED = 3,
    // The resources and outputs before the plan, or of the state.
    PCTY_TERRAFORM_PLAN_PRIOR = 4,
    // The variables of the root module; none in a state.
    PCTY_TERRAFORM_PLAN_VARIABLES = 5,
} pcty_terraform_plan_part;

// The action of a change in a plan.
typedef enum pcty_terraform_action PCTY_ENUM {
    // The item is not a change.
    PCTY_TERRAFORM_ACTION_NONE = 0,
    // Nothing changes.
    PCTY_TERRAFORM_ACTION_NO_OP = 1,
    // A new object.
    PCTY_TERRAFORM_ACTION_CREATE = 2,
    // A data source that is read.
    PCTY_TERRAFORM_ACTION_READ = 3,
    // An object that is changed in place.
    PCTY_TERRAFORM_ACTION_UPDATE = 4,
    // An object that is destroyed.
    PCTY_TERRAFORM_ACTION_DESTROY = 5,
    // An object that is destroyed and then created again.
    PCTY_TERRAFORM_ACTION_DESTROY_THEN_CREATE = 6,
    // A new object, and then the old one is destroyed.
    PCTY_TERRAFORM_ACTION_CREATE_THEN_DESTROY = 7,
    // An object that is removed from the state and not destroyed.
    PCTY_TERRAFORM_ACTION_FORGET = 8,
    // A new object, and the old one is removed from the state and not destroyed.
    PCTY_TERRAFORM_ACTION_CREATE_THEN_FORGET = 9,
} pcty_terraform_action;

// An item of a part of a plan. Start from PCTY_TERRAFORM_PLAN_ITEM_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // PCTY_TERRAFORM_RESOURCE, PCTY_TERRAFORM_DATA, PCTY_TERRAFORM_EPHEMERAL,
    // PCTY_TERRAFORM_OUTPUT or PCTY_TERRAFORM_VARIABLE.
    pcty_terraform_declaration_kind kind;
    // The action of a change; PCTY_TERRAFORM_ACTION_NONE in other parts.
    pcty_terraform_action action;
    // The address of an instance of a resource, such as `module.a["k"].aws_instance.web[0]`; the
    // name of an output or a variable.
    pcty_str address;
    // The address before the change, if the object is moved; otherwise no text.
    pcty_str previous_address;
    // The type of a resource; otherwise no text.
    pcty_str resource_type;
    // The name.
    pcty_str name;
    // The source address of the provider of a resource; otherwise no text.
    pcty_str provider;
    // Why a value does not have the type of the schema; no text if it has it or there is no schema.
    pcty_str mismatch;
    // The value before a change, null for a new object; NULL in other parts.
    const pcty_value *before;
    // The value; after a change, unknown as far as only the apply determines it, and null for an
    // object that is destroyed.
    const pcty_value *after;
} pcty_terraform_plan_item;

// Initial values of the structs that `pcty_terraform_module_*_at` fills.
#define PCTY_TERRAFORM_DECLARATION_INIT                                                 \
    {sizeof(pcty_terraform_declaration), PCTY_TERRAFORM_VARIABLE, {NULL, 0}, {NULL, 0}, \
     {NULL, 0}, {NULL, 0}, {{1, 1, 0}, {1, 1, 0}}}
#define PCTY_TERRAFORM_VARIABLE_INFO_INIT                                               \
    {sizeof(pcty_terraform_variable_info),                                              \
     false,                                                                             \
     false,                                                                             \
     false,                                                                             \
     false,                                                                             \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL,                                                                              \
     NULL,                                                                              \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {{1, 1, 0}, {1, 1, 0}}}

// Options that change nothing.
#define PCTY_TERRAFORM_OPTIONS_INIT                                                     \
    {sizeof(pcty_terraform_options), PCTY_TERRAFORM_UNSET_KEPT, NULL, {NULL, 0}, {NULL, 0}, \
     {NULL, 0}, {NULL, 0}}

// Initial values of the structs that `pcty_terraform_project_module_at` and
// `pcty_terraform_outputs_at` fill.
#define PCTY_TERRAFORM_MODULE_INFO_INIT                                                 \
    {sizeof(pcty_terraform_module_info), false, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, \
     {{1, 1, 0}, {1, 1, 0}}}
#define PCTY_TERRAFORM_OUTPUT_INFO_INIT                                                 \
    {sizeof(pcty_terraform_output_info), {NULL, 0}, {NULL, 0}, {NULL, 0}, NULL}

// The newest version of Terraform, without schemas.
#define PCTY_TERRAFORM_PROJECT_OPTIONS_INIT                                             \
    {sizeof(pcty_terraform_project_options), \
     false,                                  \
     {NULL, 0},                              \
     NULL,                                   \
     NULL,                                   \
     {NULL, 0},                              \
     {NULL, 0},                              \
     PCTY_TERRAFORM_DIALECT_DETECTED,        \
     PCTY_TERRAFORM_STRICTNESS_PARTS}

// Initial value of the struct that `pcty_terraform_plan_at` fills.
#define PCTY_TERRAFORM_PLAN_ITEM_INIT \
    {sizeof(pcty_terraform_plan_item), \
     PCTY_TERRAFORM_RESOURCE,          \
     PCTY_TERRAFORM_ACTION_NONE,       \
     {NULL, 0},                        \
     {NULL, 0},                        \
     {NULL, 0},                        \
     {NULL, 0},                        \
     {NULL, 0},                        \
     {NULL, 0},                        \
     NULL,                             \
     NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Terraform: its functions in scopes of HCL.
//
// Each function is defined under its name and under `core::` with its name. Files, the clock and
// random numbers are provided by a host; nothing is read from the process.
// ----------------------------------------------------------------------------

// Creates a host without services.
//
// Ownership: the caller owns the result.
pcty_terraform_host *pcty_terraform_host_new(void);

// Frees a host. Functions that were created with it stay valid.
//
// NULL: no-op.
void pcty_terraform_host_free(pcty_terraform_host *host);

// Writes the settings of a host.
//
// Returns: false if `host` is NULL.
// Ownership: the texts in `*out` are owned by `host` and valid until it changes.
// NULL: returns false if `host` is NULL; `out` may be NULL.
bool pcty_terraform_host_info(const pcty_terraform_host *host,
                              pcty_terraform_host_data *out);

// Allows functions to read the files below a folder. No path leads out of it, neither by `..` nor
// through a symbolic link. Relative paths start at this folder, also for `abspath`.
//
// Errors: PCTY_ERROR_NOT_FOUND if there is no such folder; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `host`; the path is copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_root(pcty_terraform_host *host,
                                         pcty_str path,
                                         pcty_error **error);

// Sets the absolute path that `~` is replaced by.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if the path is not absolute; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `host`; the path is copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_home(pcty_terraform_host *host,
                                         pcty_str path,
                                         pcty_error **error);

// Sets the result of `plantimestamp`, in seconds since the start of 1970 in UTC. The function
// fails if the year is not between 0 and 9999.
//
// Errors: none, except for NULL.
// Ownership: changes `host`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_plan_time(pcty_terraform_host *host,
                                              int64_t seconds,
                                              pcty_error **error);

// Sets the clock of the function `timestamp`, which fails if the year is not between 0 and 9999.
//
// Errors: none, except for NULL.
// Ownership: changes `host`. The library takes ownership of `user_data`, also on failure;
// `destroy` releases it with the last of the functions.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_clock(pcty_terraform_host *host,
                                          pcty_terraform_clock clock,
                                          void *user_data,
                                          pcty_destroy destroy,
                                          pcty_error **error);

// Sets the source of random numbers of the function `uuid`, and of the salt of `bcrypt`.
//
// Errors: none, except for NULL.
// Ownership: the same as for `pcty_terraform_host_set_clock`.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_random(pcty_terraform_host *host,
                                           pcty_terraform_random random,
                                           void *user_data,
                                           pcty_destroy destroy,
                                           pcty_error **error);

// Sets callbacks that provide the files of functions, in place of a folder. Modules can be read
// from these files, too. Without a lister there are no folders: `fileset` fails, and no module can
// be read.
//
// Errors: none, except for NULL.
// Ownership: the same as for `pcty_terraform_host_set_clock`; both callbacks receive the same
// `user_data`.
// NULL: `lister`, `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_files(pcty_terraform_host *host,
                                          pcty_terraform_reader reader,
                                          pcty_terraform_lister lister,
                                          void *user_data,
                                          pcty_destroy destroy,
                                          pcty_error **error);

// Sets the text of a path, such as the unsaved text of an editor. It replaces the file at the path
// and an earlier text, and the folders in the path exist. A host without other files has the files
// with these texts only. The path is relative to the root of the files.
//
// Errors: PCTY_ERROR_INVALID_UTF8 for `path`.
// Ownership: changes `host`; path and text are copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_text(pcty_terraform_host *host,
                                         pcty_str path,
                                         pcty_str source_text,
                                         pcty_error **error);

// Removes the text of a path, so that the file at the path applies again.
//
// Errors: PCTY_ERROR_NOT_FOUND if the path has no text; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `host`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_remove_text(pcty_terraform_host *host,
                                            pcty_str path,
                                            pcty_error **error);

// Sets a callback that finds modules that are not local: those of registries and of remote sources.
// It takes precedence over the manifest of the project.
//
// Errors: none, except for NULL.
// Ownership: the same as for `pcty_terraform_host_set_clock`.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_modules(pcty_terraform_host *host,
                                            pcty_terraform_module_finder finder,
                                            void *user_data,
                                            pcty_destroy destroy,
                                            pcty_error **error);

// Defines the functions of Terraform, each under its name and under `core::` with its name. They
// replace the functions of the standard library. Functions that this scope already defines one by
// one are not replaced.
//
// Errors: none, except for NULL.
// Ownership: changes `scope`; the caller still owns `host`, and later changes of it have no
// effect.
// NULL: `host` (there are no services) and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_set_terraform_functions(pcty_hcl_scope *scope,
                                                   const pcty_terraform_host *host,
                                                   pcty_error **error);

// ----------------------------------------------------------------------------
// Terraform: parsing a module, and its declarations.
//
// A module is parsed as by Terraform: native and JSON syntax, override files, in the order of the
// file names. All declarations have ranges. Functions fill a struct for the declaration at a
// position; the first member of the struct is its size.
// ----------------------------------------------------------------------------

// Parses a module from files of the program, in any order. The last part of a name determines the
// kind of the file, as in Terraform: `main.tf`, `main.tf.json`, `override.tf`. A file that is not
// part of a module is ignored. A byte of a text that is not UTF-8 is a diagnostic.
//
// Returns: the module; with `diagnostics`, as much of it as can be parsed.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for a name.
// Ownership: the caller owns `*out` and `*diagnostics`; names and texts are copied.
// NULL: `names` and `texts` (if `count` is 0), `diagnostics` and `error` may be NULL.
// `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_terraform_module_parse(const pcty_str *names,
                                        const pcty_str *texts,
                                        size_t count,
                                        pcty_terraform_module **out,
                                        pcty_error **diagnostics,
                                        pcty_error **error);

// Parses a module from a folder of a host's files: those below its root, or those of its
// callbacks. `folder` is a path as in the arguments of functions; `.` is the root itself.
// Diagnostics name files by the path of the folder and their names, or by their names alone if the
// folder is `.`. A file of the module is an error if it is a symbolic link out of the root or a
// broken link.
//
// Returns: the module; with `diagnostics`, as much of it as can be parsed.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_NOT_FOUND if there is no such folder, or if a file of it cannot be read;
// PCTY_ERROR_UNSUPPORTED for a host without files; PCTY_ERROR_INVALID_UTF8; the error of a
// callback.
// Ownership: the caller owns `*out` and `*diagnostics`.
// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_terraform_module_open(const pcty_terraform_host *host,
                                       pcty_str folder,
                                       pcty_terraform_module **out,
                                       pcty_error **diagnostics,
                                       pcty_error **error);

// Returns a new handle of the same module.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_terraform_module *pcty_terraform_module_clone(const pcty_terraform_module *module);

// Frees a module.
//
// NULL: no-op.
void pcty_terraform_module_free(pcty_terraform_module *module);

// Formats the declarations as one JSON object: `variables`, `locals`, `outputs`, `resources` of
// all modes, `module_calls`, `providers`, `required_providers`, `required_versions`, `backend`,
// `cloud`, `changes` (`moved`, `import` and `removed` blocks) and `checks`, with ranges, types,
// rules and expressions as texts.
//
// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_module_to_json(const pcty_terraform_module *module,
                                          pcty_string **out,
                                          pcty_error **error);

// Returns the number of declarations of a kind.
//
// NULL: returns 0. Also returns 0 for a kind that is not one of the constants.
size_t pcty_terraform_module_declaration_count(const pcty_terraform_module *module,
                                               pcty_terraform_declaration_kind kind);

// Writes the declaration of a kind at a position, in the order of the files.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`, and if `kind` is not one of the constants.
// Ownership: the texts in `*out` are owned by `module` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_module_declaration_at(const pcty_terraform_module *module,
                                                 size_t index,
                                                 pcty_terraform_declaration_kind kind,
                                                 pcty_terraform_declaration *out,
                                                 pcty_error **error);

// Writes the variable at a position, in the order of the files.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: the texts and pointers in `*out` are owned by `module` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_module_variable_at(const pcty_terraform_module *module,
                                              size_t index,
                                              pcty_terraform_variable_info *out,
                                              pcty_error **error);

// Writes the expression of an argument of the declaration of a kind at a position. If several
// files set the argument, the last one applies.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end, and for an argument that the declaration does not
// have; PCTY_ERROR_INVALID_ARGUMENT if `kind` is not one of the constants;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_module_argument_at(const pcty_terraform_module *module,
                                              size_t index,
                                              pcty_str name,
                                              pcty_terraform_declaration_kind kind,
                                              pcty_hcl_expression **out,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Terraform: the inputs of an evaluation.
//
// Inputs are values for the variables of a module, from files, command lines, environments or the
// program (the last value of a variable applies), the services of its functions, and its paths.
// ----------------------------------------------------------------------------

// Creates empty inputs.
//
// Ownership: the caller owns the result.
pcty_terraform_inputs *pcty_terraform_inputs_new(void);

// Frees inputs.
//
// NULL: no-op.
void pcty_terraform_inputs_free(pcty_terraform_inputs *inputs);

// Sets the value of a variable. It replaces an earlier value. A value for an undeclared variable
// is a warning.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `inputs`; the caller still owns the value.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_set_value(pcty_terraform_inputs *inputs,
                                            pcty_str name,
                                            const pcty_value *value,
                                            pcty_error **error);

// Sets the value of a variable as a text. It replaces an earlier value. If the variable is a
// string, a number or a bool, or has no declared type, the text is the value itself; otherwise it
// is an expression for the value.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if `from` is not one of the
// constants.
// Ownership: changes `inputs`; the text is copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_set_text(pcty_terraform_inputs *inputs,
                                           pcty_str name,
                                           pcty_str value_text,
                                           pcty_terraform_text_from from,
                                           pcty_error **error);

// Adds the values of a file. They replace earlier values of the same variables. The file has
// arguments in native syntax, a JSON object if its name ends in `.json`, or a YAML mapping if it
// ends in `.yaml` or `.yml`. Errors in the text are reported by the evaluation of a module.
//
// Errors: PCTY_ERROR_INVALID_UTF8 for `file`.
// Ownership: changes `inputs`; the text is copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_add_file(pcty_terraform_inputs *inputs,
                                           pcty_str source_text,
                                           pcty_str file,
                                           pcty_error **error);

// Adds the values of a JSON object, by the names of variables. They replace earlier values of the
// same variables. Errors in the text are reported by the evaluation of a module, at `file`.
//
// Errors: PCTY_ERROR_INVALID_UTF8 for `file`.
// Ownership: changes `inputs`; the text is copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_add_json(pcty_terraform_inputs *inputs,
                                           pcty_str source_text,
                                           pcty_str file,
                                           pcty_error **error);

// Sets options of the evaluation. A member that has the value of PCTY_TERRAFORM_OPTIONS_INIT does
// not change its option.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if `unset` is not one of the
// constants, and for a wrong `struct_size`.
// Ownership: changes `inputs`; texts are copied; the caller still owns the host, and later changes
// of it have no effect.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_set_options(pcty_terraform_inputs *inputs,
                                              const pcty_terraform_options *options,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Terraform: the evaluation of a module with inputs.
//
// Variables are converted to their types, with all diagnostics at once, and their validation rules
// are checked. Local values and outputs are evaluated in the order of their dependencies. Values
// that are known only to a plan are unknown: resources, data sources and other modules.
// ----------------------------------------------------------------------------

// Evaluates a module with inputs. If the module was parsed with errors, only the values of its
// variables are evaluated.
//
// Returns: the evaluation; with `diagnostics`, an expression that has an error, and each value
// that depends on it, is unknown.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: the caller owns `*out` and `*diagnostics`; `*out` is independent of the module and
// the inputs.
// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_terraform_module_evaluate(const pcty_terraform_module *module,
                                           const pcty_terraform_inputs *inputs,
                                           pcty_terraform_evaluation **out,
                                           pcty_error **diagnostics,
                                           pcty_error **error);

// Frees an evaluation.
//
// NULL: no-op.
void pcty_terraform_evaluation_free(pcty_terraform_evaluation *evaluation);

// Returns the value of a declaration by its name and kind: PCTY_TERRAFORM_VARIABLE,
// PCTY_TERRAFORM_LOCAL or PCTY_TERRAFORM_OUTPUT. The value of a variable has the type of the
// variable. A variable or an output is marked `sensitive` or `ephemeral` if it is declared so.
//
// Ownership: owned by `evaluation` and valid while it lives.
// NULL: returns NULL. Also returns NULL for a name that is not declared, for a value that has an
// error or depends on one, and for a different `kind`.
const pcty_value *pcty_terraform_evaluation_get(const pcty_terraform_evaluation *evaluation,
                                                pcty_str name,
                                                pcty_terraform_declaration_kind kind);

// Returns the number of outputs that the module declares.
//
// NULL: returns 0.
size_t pcty_terraform_evaluation_output_count(const pcty_terraform_evaluation *evaluation);

// Returns the name of the output at a position, from 0, in the order of the declarations.
//
// Ownership: owned by `evaluation` and valid while it lives.
// NULL: returns no text. Also returns no text past the end.
pcty_str pcty_terraform_evaluation_output_name_at(const pcty_terraform_evaluation *evaluation,
                                                  size_t index);

// Formats all values as one JSON object: `valid`, `variables`, `locals` and `outputs` by their
// names, and `diagnostics`. A value is an object with its `type` and its `value`. A value that is
// sensitive, ephemeral or unknown has `sensitive`, `ephemeral` or `unknown` in place of `value`.
//
// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_evaluation_to_json(const pcty_terraform_evaluation *evaluation,
                                              pcty_string **out,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Terraform: projects, that is a root module and the modules that it calls.
//
// A project is read from the files of a host, validated as by `terraform validate` after
// `terraform init`, and planned on an empty state. Providers, credentials and a network are not
// needed. The schemas of providers are the output of `terraform providers schema -json`.
// ----------------------------------------------------------------------------

// Parses the schemas of providers, which `terraform providers schema -json` writes. The schema of a
// resource type is only read when a project uses it.
//
// Errors: PCTY_ERROR_SYNTAX if the text is not such a document; PCTY_ERROR_INVALID_UTF8;
// PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`; the text is copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_schemas_parse(pcty_str json,
                                         pcty_terraform_schemas **out,
                                         pcty_error **error);

// Returns a new handle of the same schemas.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_terraform_schemas *pcty_terraform_schemas_clone(const pcty_terraform_schemas *schemas);

// Frees schemas.
//
// NULL: no-op.
void pcty_terraform_schemas_free(pcty_terraform_schemas *schemas);

// Returns the number of providers that have schemas.
//
// NULL: returns 0.
size_t pcty_terraform_schemas_provider_count(const pcty_terraform_schemas *schemas);

// Returns the source address of the provider at a position, in the order of the addresses, such as
// `registry.terraform.io/hashicorp/aws`.
//
// Ownership: owned by `schemas` and valid while they live.
// NULL: returns no text. Also returns no text past the end.
pcty_str pcty_terraform_schemas_provider_at(const pcty_terraform_schemas *schemas,
                                            size_t index);

// Reads a project: the root module in a folder of the host's files, and the modules that it calls.
// Modules that are not local are those that the callback of the host finds, and those in the
// manifest of installed modules. A module that is not available is a warning. Functions have the
// services of the host.
//
// Returns: the project; with `diagnostics`, as much of it as can be read.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_NOT_FOUND if there is no such folder; PCTY_ERROR_UNSUPPORTED for a host without files,
// for a version that is not one of those of the options, and for a version with OpenTofu;
// PCTY_ERROR_SYNTAX for a manifest that cannot be read; PCTY_ERROR_INVALID_UTF8;
// PCTY_ERROR_INVALID_ARGUMENT for a number that is not one of the constants, and for a wrong
// `struct_size`; PCTY_ERROR_LIMIT; the error of a callback.
// Ownership: the caller owns `*out` and `*diagnostics`; the caller still owns the host and the
// handles in the options, and later changes of them have no effect.
// NULL: `options` (the defaults apply), `diagnostics` and `error` may be NULL. `*diagnostics` is
// NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_terraform_project_open(const pcty_terraform_host *host,
                                        pcty_str folder,
                                        const pcty_terraform_project_options *options,
                                        pcty_terraform_project **out,
                                        pcty_error **diagnostics,
                                        pcty_error **error);

// Returns a new handle of the same project.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_terraform_project *pcty_terraform_project_clone(const pcty_terraform_project *project);

// Frees a project.
//
// NULL: no-op.
void pcty_terraform_project_free(pcty_terraform_project *project);

// Writes the numbers of modules and files of a project.
//
// Returns: false if `project` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `project` is NULL; `out` may be NULL.
bool pcty_terraform_project_info(const pcty_terraform_project *project,
                                 pcty_terraform_project_data *out);

// Writes the module at a position: the root module first, each module after the one that calls it,
// then the calls of modules that are not available.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: the texts in `*out` are owned by `project` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_project_module_at(const pcty_terraform_project *project,
                                             size_t index,
                                             pcty_terraform_module_info *out,
                                             pcty_error **error);

// Returns the declarations of a module by its address, which is empty for the root module.
//
// Errors: PCTY_ERROR_NOT_FOUND for an address without a module, and for a module that is not
// available; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`, which is independent of the project.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_project_module_get(const pcty_terraform_project *project,
                                              pcty_str name,
                                              pcty_terraform_module **out,
                                              pcty_error **error);

// Returns the path of the file at a position, in the order in which they were read. It is relative
// to the root of the host's files, as in diagnostics.
//
// Ownership: owned by `project` and valid while it lives.
// NULL: returns no text. Also returns no text past the end.
pcty_str pcty_terraform_project_file_at(const pcty_terraform_project *project,
                                        size_t index);

// Checks a project as `terraform validate` does: without values for the variables of the root
// module, which are unknown. If the project was read with errors, nothing is checked, and there are
// no outputs.
//
// Returns: the outputs of all modules, with their inferred types; an output that has an error or
// depends on one is missing.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_LIMIT; the error of a callback.
// Ownership: the caller owns `*out` and `*diagnostics`; `*out` is independent of the project.
// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_terraform_project_validate(const pcty_terraform_project *project,
                                            pcty_terraform_outputs **out,
                                            pcty_error **diagnostics,
                                            pcty_error **error);

// Evaluates a project with inputs for the variables of the root module, on an empty state. `count`
// and `for_each` give instances of modules; attributes that only a provider can set are unknown. A
// plan does not repeat all checks of `pcty_terraform_project_validate`. Only the values and the
// option `unset` of the inputs apply. If an input has an error, or the project was read with
// errors, only the inputs are checked.
//
// Returns: the outputs of all instances of modules; an output that has an error or depends on one
// is missing.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_LIMIT; the error of a callback.
// Ownership: the caller owns `*out` and `*diagnostics`; `*out` is independent of the project and
// the inputs.
// NULL: `inputs` (there are no values), `diagnostics` and `error` may be NULL. `*diagnostics` is
// NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_terraform_project_plan(const pcty_terraform_project *project,
                                        const pcty_terraform_inputs *inputs,
                                        pcty_terraform_outputs **out,
                                        pcty_error **diagnostics,
                                        pcty_error **error);

// Frees outputs.
//
// NULL: no-op.
void pcty_terraform_outputs_free(pcty_terraform_outputs *outputs);

// Returns the number of outputs.
//
// NULL: returns 0.
size_t pcty_terraform_outputs_count(const pcty_terraform_outputs *outputs);

// Writes the output at a position, in the order of the evaluation: an output after those that it
// depends on.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: the texts and the value in `*out` are owned by `outputs` and valid while they live.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_outputs_at(const pcty_terraform_outputs *outputs,
                                      size_t index,
                                      pcty_terraform_output_info *out,
                                      pcty_error **error);

// Returns the value of an output by its address: the name of an output of the root module, or
// `module.network[0].output.ids`.
//
// Ownership: owned by `outputs` and valid while they live.
// NULL: returns NULL. Also returns NULL for an output that does not exist, has an error or depends
// on one.
const pcty_value *pcty_terraform_outputs_get(const pcty_terraform_outputs *outputs,
                                             pcty_str name);

// Formats outputs as one JSON object: `valid`, `outputs` by their addresses, and `diagnostics`. An
// output is an object with its `module`, `name`, `type` and `value`. A value that is sensitive,
// ephemeral or unknown has `sensitive`, `ephemeral` or `unknown` in place of `value`.
//
// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_outputs_to_json(const pcty_terraform_outputs *outputs,
                                           pcty_string **out,
                                           pcty_error **error);

// ----------------------------------------------------------------------------
// Terraform: plans and states in the JSON form of `terraform show -json`, as typed values.
//
// With the schemas of the providers, the values of resources have the types of their schemas, and
// attributes that only the apply determines are unknown. Sensitive parts are marked `sensitive`.
// ----------------------------------------------------------------------------

// Parses a plan or a state, which `terraform show -json` writes. `schemas` are those of its
// providers; without them, values are objects and tuples as the text has them.
//
// Errors: PCTY_ERROR_SYNTAX if the text is not such a document; PCTY_ERROR_UNSUPPORTED for a format
// version other than 0.x and 1.x; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, which is independent of `schemas`.
// NULL: `schemas` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_plan_parse(pcty_str json,
                                      const pcty_terraform_schemas *schemas,
                                      pcty_terraform_plan **out,
                                      pcty_error **error);

// Frees a plan.
//
// NULL: no-op.
void pcty_terraform_plan_free(pcty_terraform_plan *plan);

// Returns the number of items of a part; 0 for a part without a constant.
//
// NULL: returns 0.
size_t pcty_terraform_plan_count(const pcty_terraform_plan *plan,
                                 pcty_terraform_plan_part part);

// Writes the item of a part at a position: resources in the order of the text, then outputs.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a part without a
// constant and for a wrong `struct_size`.
// Ownership: the texts and the values in `*out` are owned by `plan` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_terraform_plan_at(const pcty_terraform_plan *plan,
                                   size_t index,
                                   pcty_terraform_plan_part part,
                                   pcty_terraform_plan_item *out,
                                   pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_TERRAFORM_H
