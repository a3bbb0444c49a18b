// Terraform: its functions, its modules, and the evaluation of a module with given inputs.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_TERRAFORM_H
#define POLYCTY_TERRAFORM_H

#include "base.h"
#include "hcl.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// What Terraform's functions ask of whoever embeds them. One has nothing at first; a function
// whose part of it is missing fails with a sentence that says which. One thread at a time.
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
//     return scope; // "${file("motd.txt")}" has a value in it
// }
// ```
typedef struct pcty_terraform_host pcty_terraform_host;

// A module as it was read. Never changes; any number of threads may use it at once.
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

// What a module is looked at with. It has nothing at first. One thread at a time may change it;
// while nobody does, any number may evaluate with it.
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

// What a module is worth with some inputs. Never changes; any number of threads may use it at
// once.
//
// ```c
// // Whether what the variables are given is right; what is not, each with its lines.
// static bool checked(const pcty_terraform_module *module, const pcty_terraform_inputs *inputs) {
//     pcty_terraform_evaluation *found = NULL;
//     pcty_error *error = NULL;
//     if (pcty_terraform_module_evaluate(module, inputs, &found, NULL, &error) != PCTY_OK) {
//         pcty_string *text = pcty_error_to_text(error);
//         fprintf(stderr, "%s\n", pcty_string_cstr(text));
//         pcty_string_free(text);
//         pcty_error_free(error);
//         return false;
//     }
//     const pcty_value *url =
//         pcty_terraform_evaluation_get(found, PCTY_STR("url"), PCTY_TERRAFORM_OUTPUT);
//     printf("%d\n", url != NULL && pcty_value_is_wholly_known(url));
//     pcty_terraform_evaluation_free(found);
//     return true;
// }
// ```
typedef struct pcty_terraform_evaluation pcty_terraform_evaluation;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Terraform's functions in scopes of HCL.

// Says what time it is, in seconds since the beginning of 1970 in UTC. On failure it puts an
// error of its own into `*error` and returns its code. It may be called by several threads at
// once, if the host evaluates in several.
typedef pcty_status (*pcty_terraform_clock)(void *user_data,
                                            int64_t *seconds,
                                            pcty_error **error);

// Fills `count` bytes with random ones. Otherwise as `pcty_terraform_clock`.
typedef pcty_status (*pcty_terraform_random)(void *user_data,
                                             uint8_t *bytes,
                                             size_t count,
                                             pcty_error **error);

// Reads a file that functions ask for. The path is as expressions say it, cleaned, and lent. On
// success it puts the content into `*out`, a string of its own that the library takes; NULL, as
// it is at first, says that there is no such file. On failure it puts an error of its own into
// `*error` and returns its code. It may be called by several threads at once, if the host
// evaluates in several.
typedef pcty_status (*pcty_terraform_reader)(void *user_data,
                                             pcty_str path,
                                             pcty_string **out,
                                             pcty_error **error);

// Lists a folder that functions ask for: the names in it, one a line, those of folders with a
// `/` at their end. Otherwise as `pcty_terraform_reader`.
typedef pcty_status (*pcty_terraform_lister)(void *user_data,
                                             pcty_str path,
                                             pcty_string **out,
                                             pcty_error **error);

// --- Terraform's modules: reading, and what there is.

// What a module declares.
typedef enum pcty_terraform_declaration_kind PCTY_ENUM {
    // A variable. `PCTY_TERRAFORM_VARIABLE_INFO_INIT` starts what tells more of one.
    PCTY_TERRAFORM_VARIABLE = 1,
    // A local value. Its argument is `value`.
    PCTY_TERRAFORM_LOCAL = 2,
    // An output.
    PCTY_TERRAFORM_OUTPUT = 3,
    // A resource that the module manages. The label is its type.
    PCTY_TERRAFORM_RESOURCE = 4,
    // A data source that it reads. The label is its type.
    PCTY_TERRAFORM_DATA = 5,
    // An ephemeral resource. The label is its type.
    PCTY_TERRAFORM_EPHEMERAL = 6,
    // A call of another module. The target is its source.
    PCTY_TERRAFORM_MODULE_CALL = 7,
    // A configuration of a provider. The label is its alias.
    PCTY_TERRAFORM_PROVIDER = 8,
    // A provider that the module needs. The label is where it comes from, the target which versions
    // will do. It has no arguments.
    PCTY_TERRAFORM_REQUIRED_PROVIDER = 9,
    // Which versions of Terraform will do, as the name says. It has no arguments.
    PCTY_TERRAFORM_REQUIRED_VERSION = 10,
    // Where state is kept; the name is the type of the backend, or `cloud`.
    PCTY_TERRAFORM_BACKEND = 11,
    // A `moved` block. The name is `from` as it is written, the target `to`.
    PCTY_TERRAFORM_MOVED = 12,
    // An `import` block. The name is `to` as it is written, the target `id`.
    PCTY_TERRAFORM_IMPORT = 13,
    // A `removed` block. The name is `from` as it is written.
    PCTY_TERRAFORM_REMOVED = 14,
    // A check.
    PCTY_TERRAFORM_CHECK = 15,
} pcty_terraform_declaration_kind;

// A declaration. Start from PCTY_TERRAFORM_DECLARATION_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What is declared.
    pcty_terraform_declaration_kind kind;
    // Its name.
    pcty_str name;
    // What its kind says of it; else no text.
    pcty_str label;
    // What its kind says of it; else no text.
    pcty_str target;
    // The file that it stands in.
    pcty_str file;
    // Its header; of a local value the whole argument.
    pcty_range range;
} pcty_terraform_declaration;

// A variable. Start from PCTY_TERRAFORM_VARIABLE_INFO_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether it has no default, so that it has to be given.
    bool is_required;
    // Whether null is one of its values.
    bool is_nullable;
    // Whether nobody is to see its value.
    bool is_sensitive;
    // Whether its value is there for a run alone.
    bool is_ephemeral;
    // Its name.
    pcty_str name;
    // What it is for; no text where nothing is said.
    pcty_str description;
    // The type of its values, with optional attributes; `any` where nothing is said.
    const pcty_type *type;
    // Its default; NULL where it has none.
    const pcty_value *default_value;
    // How many rules its values have to keep.
    size_t validation_count;
    // The file that it stands in.
    pcty_str file;
    // Its header.
    pcty_range range;
} pcty_terraform_variable_info;

// --- Terraform's modules: what one is looked at with.

// Where a text comes from that is a variable's value.
typedef enum pcty_terraform_text_from PCTY_ENUM {
    // A command line: a value for no variable is an error.
    PCTY_TERRAFORM_FROM_COMMAND_LINE = 1,
    // An environment, which is everybody's: a value for no variable is nothing.
    PCTY_TERRAFORM_FROM_ENVIRONMENT = 2,
} pcty_terraform_text_from;

// What a variable is that has no default and is given nothing.
typedef enum pcty_terraform_unset PCTY_ENUM {
    // In options: as it is.
    PCTY_TERRAFORM_UNSET_KEPT = 0,
    // A value of its type that is not known, as it is at first: for a module that others call.
    PCTY_TERRAFORM_UNSET_UNKNOWN = 1,
    // A fault, as it is where Terraform plans.
    PCTY_TERRAFORM_UNSET_ERROR = 2,
} pcty_terraform_unset;

// How a module is evaluated. Start from PCTY_TERRAFORM_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The value of a variable that has no default and no input; at first
    // PCTY_TERRAFORM_UNSET_UNKNOWN.
    pcty_terraform_unset unset;
    // The files, the clock and the random numbers of functions. Its working directory is
    // `path.cwd` unless `working_directory` is set.
    const pcty_terraform_host *host;
    // `path.module`: the module's folder, relative to the working directory. A path that is not
    // set is unknown.
    pcty_str module_path;
    // `path.root`: the folder of the module that no other module calls.
    pcty_str root_path;
    // `path.cwd`: the working directory, an absolute path.
    pcty_str working_directory;
    // `terraform.workspace`; at first `default`.
    pcty_str workspace;
} pcty_terraform_options;

// What `pcty_terraform_module_*_at` fills starts from one of these.
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

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Terraform's functions in scopes of HCL.
//
// Each function is defined by its name and as `core::` and its name. Files, the clock and random
// numbers come from a host; nothing is read from the process.
// ----------------------------------------------------------------------------

// A host that has nothing.
//
// Ownership: the result is the caller's.
pcty_terraform_host *pcty_terraform_host_new(void);

// Frees a host; functions that were made with it live on. NULL: no-op.
void pcty_terraform_host_free(pcty_terraform_host *host);

// Lets functions read the files below a folder, which no path leads out of, neither by `..`
// nor through a symbolic link. Relative paths begin there, for `abspath` too.
//
// Ownership: changes `host`; the path is copied.
// Errors: PCTY_ERROR_NOT_FOUND where there is no such folder; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_root(pcty_terraform_host *host,
                                         pcty_str path,
                                         pcty_error **error);

// Says what absolute path `~` stands for.
//
// Ownership: changes `host`; the path is copied.
// Errors: PCTY_ERROR_INVALID_ARGUMENT where the path is not absolute; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_home(pcty_terraform_host *host,
                                         pcty_str path,
                                         pcty_error **error);

// Says what `plantimestamp` gives, in seconds since the beginning of 1970 in UTC. The function
// fails where the time is none of the years 0 to 9999.
//
// Ownership: changes `host`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_plan_time(pcty_terraform_host *host,
                                              int64_t seconds,
                                              pcty_error **error);

// Gives functions a clock, for `timestamp`, which fails where the time is none of the years
// 0 to 9999.
//
// Ownership: changes `host`. `user_data` is the library's from here on, also on failure;
// `destroy` releases it with the last of the functions.
// Errors: none but NULL.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_clock(pcty_terraform_host *host,
                                          pcty_terraform_clock clock,
                                          void *user_data,
                                          pcty_destroy destroy,
                                          pcty_error **error);

// Gives functions random numbers, for `uuid` and the salt of `bcrypt`.
//
// Ownership: as `pcty_terraform_host_set_clock`.
// Errors: none but NULL.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_random(pcty_terraform_host *host,
                                           pcty_terraform_random random,
                                           void *user_data,
                                           pcty_destroy destroy,
                                           pcty_error **error);

// Gives functions files that the program has, in place of a folder; modules can be read of them,
// too. Without a lister there are no folders: `fileset` fails, and no module can be read.
//
// Ownership: as `pcty_terraform_host_set_clock`; both callbacks get the same `user_data`.
// Errors: none but NULL.
// NULL: `lister`, `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_host_set_files(pcty_terraform_host *host,
                                          pcty_terraform_reader reader,
                                          pcty_terraform_lister lister,
                                          void *user_data,
                                          pcty_destroy destroy,
                                          pcty_error **error);

// Defines the functions of Terraform, each by its name and as `core::` and its name, in place
// of those of the standard library; a function that was defined by itself in this scope stays.
//
// Ownership: changes `scope`; `host` stays the caller's, and what it has now is what counts.
// Errors: none but NULL.
// NULL: `host` may be, which is one that has nothing; `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_scope_set_terraform_functions(pcty_hcl_scope *scope,
                                                   const pcty_terraform_host *host,
                                                   pcty_error **error);

// ----------------------------------------------------------------------------
// Terraform's modules: reading, and what there is.
//
// A module is read as Terraform reads it: native and JSON syntax, override files, in the order
// of the names. Everything that it declares is there with its place; a struct is filled by its
// position, and says its own size first.
// ----------------------------------------------------------------------------

// Parses a module of files that the program has, in any order. The last part of a name says what
// a file is, as in Terraform: `main.tf`, `main.tf.json`, `override.tf`. A file that is not part of
// a module is left out. A byte of a text that is not UTF-8 is a diagnostic.
//
// Returns: the module; with `diagnostics`, as much of it as can be parsed.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for a name.
// Ownership: `*out` and `*diagnostics` are the caller's; names and texts are copied.
// NULL: `names` and `texts` (if `count` is 0), `diagnostics` and `error` may be. `*diagnostics`
// is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_terraform_module_parse(const pcty_str *names,
                                        const pcty_str *texts,
                                        size_t count,
                                        pcty_terraform_module **out,
                                        pcty_error **diagnostics,
                                        pcty_error **error);

// Parses a module that is a folder of a host's files: those below its root, or those that its
// callbacks give. `folder` is a path as functions take it; `.` is the root itself. Diagnostics
// name files by the folder's path and their names, or by their names alone if the folder is `.`.
// A file of the module that is a link out of the root, or one that leads nowhere, is an error.
//
// Returns: the module; with `diagnostics`, as much of it as can be parsed.
// Ownership: `*out` and `*diagnostics` are the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_NOT_FOUND where there is no such folder, or a file of it cannot be read;
// PCTY_ERROR_UNSUPPORTED for a host without files; PCTY_ERROR_INVALID_UTF8; what a callback
// fails with.
// NULL: `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_terraform_module_open(const pcty_terraform_host *host,
                                       pcty_str folder,
                                       pcty_terraform_module **out,
                                       pcty_error **diagnostics,
                                       pcty_error **error);

// Another handle of the same module.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_terraform_module *pcty_terraform_module_clone(const pcty_terraform_module *module);

// Frees a module. NULL: no-op.
void pcty_terraform_module_free(pcty_terraform_module *module);

// The inventory as one JSON object: `variables`, `locals`, `outputs`, `resources` of all modes,
// `module_calls`, `providers`, `required_providers`, `required_versions`, `backend`, `cloud`,
// `changes` (`moved`, `import` and `removed` blocks) and `checks`, with places, types, rules and
// expressions as texts.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL and PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_terraform_module_to_json(const pcty_terraform_module *module,
                                          pcty_string **out,
                                          pcty_error **error);

// The number of declarations of a kind. NULL: gives 0, as does a kind without a constant.
size_t pcty_terraform_module_declaration_count(const pcty_terraform_module *module,
                                               pcty_terraform_declaration_kind kind);

// The declaration of a kind at a position, in the order of the files.
//
// Ownership: what `*out` has is lent as long as the module.
// Errors: PCTY_ERROR_NOT_FOUND past the last one; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size` and a kind without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_terraform_module_declaration_at(const pcty_terraform_module *module,
                                                 size_t index,
                                                 pcty_terraform_declaration_kind kind,
                                                 pcty_terraform_declaration *out,
                                                 pcty_error **error);

// The variable at a position, in the order of the files.
//
// Ownership: what `*out` has is lent as long as the module.
// Errors: PCTY_ERROR_NOT_FOUND past the last one; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_terraform_module_variable_at(const pcty_terraform_module *module,
                                              size_t index,
                                              pcty_terraform_variable_info *out,
                                              pcty_error **error);

// The expression of an argument of the declaration of a kind at a position, as the last file says
// it that does.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND past the last declaration, and for an argument that it does not
// have; PCTY_ERROR_INVALID_ARGUMENT for a kind without a constant; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_terraform_module_argument_at(const pcty_terraform_module *module,
                                              size_t index,
                                              pcty_str name,
                                              pcty_terraform_declaration_kind kind,
                                              pcty_hcl_expression **out,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Terraform's modules: what one is looked at with.
//
// Values for its variables, as files, command lines, environments or the program have them, of
// which the last one counts; what its functions ask of the world; and where it stands.
// ----------------------------------------------------------------------------

// Inputs that have nothing.
//
// Ownership: the result is the caller's.
pcty_terraform_inputs *pcty_terraform_inputs_new(void);

// Frees inputs. NULL: no-op.
void pcty_terraform_inputs_free(pcty_terraform_inputs *inputs);

// Gives a variable a value, in place of an earlier one. A value for no variable is a warning.
//
// Ownership: changes `inputs`; the value stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_set_value(pcty_terraform_inputs *inputs,
                                            pcty_str name,
                                            const pcty_value *value,
                                            pcty_error **error);

// Gives a variable a text, in place of an earlier value: the value itself where the variable is
// a string, a number or a bool, or nothing is said of its type; else an expression of it.
//
// Ownership: changes `inputs`; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for `from` without a constant.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_set_text(pcty_terraform_inputs *inputs,
                                           pcty_str name,
                                           pcty_str value_text,
                                           pcty_terraform_text_from from,
                                           pcty_error **error);

// Adds the values of a file, in place of earlier ones of the same variables: arguments of native
// syntax, or a JSON object where the name of the file ends in `.json`. What is wrong with it is
// told when a module is evaluated.
//
// Ownership: changes `inputs`; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8 for `file`.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_add_file(pcty_terraform_inputs *inputs,
                                           pcty_str source_text,
                                           pcty_str file,
                                           pcty_error **error);

// Adds the values of a JSON object, by the names of variables, in place of earlier ones of the same
// variables. Errors in the text are reported by the evaluation of a module, at `file`.
//
// Ownership: changes `inputs`; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8 for `file`.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_add_json(pcty_terraform_inputs *inputs,
                                           pcty_str source_text,
                                           pcty_str file,
                                           pcty_error **error);

// Sets how a module is evaluated. A member that has the value of PCTY_TERRAFORM_OPTIONS_INIT leaves
// its option as it is.
//
// Ownership: changes `inputs`; texts are copied; the host stays the caller's, and later changes of it
// have no effect.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for `unset` without a constant and
// for a wrong `struct_size`.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_terraform_inputs_set_options(pcty_terraform_inputs *inputs,
                                              const pcty_terraform_options *options,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Terraform's modules: what one is worth with some inputs.
//
// Variables are brought to their types, with every fault at once, and their rules are checked;
// local values and outputs are evaluated, each after what it needs. What only a plan knows is
// unknown: resources, what is read, other modules.
// ----------------------------------------------------------------------------

// Evaluates a module with inputs. Of a module that was parsed with errors, only the values of its
// variables are evaluated.
//
// Returns: the evaluation; with `diagnostics`, an expression that has an error, and what depends
// on it, is unknown.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: `*out` and `*diagnostics` are the caller's; `*out` needs neither the module nor the
// inputs.
// NULL: `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_terraform_module_evaluate(const pcty_terraform_module *module,
                                           const pcty_terraform_inputs *inputs,
                                           pcty_terraform_evaluation **out,
                                           pcty_error **diagnostics,
                                           pcty_error **error);

// Frees an evaluation. NULL: no-op.
void pcty_terraform_evaluation_free(pcty_terraform_evaluation *evaluation);

// The value of a declaration by its name: PCTY_TERRAFORM_VARIABLE, PCTY_TERRAFORM_LOCAL or
// PCTY_TERRAFORM_OUTPUT. A variable is of its type. A variable or an output is marked `sensitive` or
// `ephemeral` as it is declared.
//
// Ownership: owned by `evaluation`. NULL: returns NULL, as do a name that is not declared, a value
// that has an error or depends on one, and another `kind`.
const pcty_value *pcty_terraform_evaluation_get(const pcty_terraform_evaluation *evaluation,
                                                pcty_str name,
                                                pcty_terraform_declaration_kind kind);

// The number of outputs that the module declares. NULL: gives 0.
size_t pcty_terraform_evaluation_output_count(const pcty_terraform_evaluation *evaluation);

// The name of an output by its position, from 0, in the order of the declarations.
//
// Ownership: owned by `evaluation`. NULL: gives no text, as does a position past the end.
pcty_str pcty_terraform_evaluation_output_name_at(const pcty_terraform_evaluation *evaluation,
                                                  size_t index);

// All values as one JSON object: `valid`, `variables`, `locals` and `outputs` by their names,
// and `diagnostics`. A value is an object with its `type` and its `value`; one that is sensitive,
// ephemeral or not known has `sensitive`, `ephemeral` or `unknown` in place of that.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL and PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_terraform_evaluation_to_json(const pcty_terraform_evaluation *evaluation,
                                              pcty_string **out,
                                              pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_TERRAFORM_H
