// Puppet's language: manifests and templates, their outlines, their evaluation, and catalogs.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_PUPPET_LANGUAGE_H
#define POLYCTY_PUPPET_LANGUAGE_H

#include "base.h"
#include "puppet.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// The context of an evaluation. One thread at a time while it changes; while no thread changes it,
// any number of threads may evaluate in it.
//
// ```c
// // Creates an environment with facts; programs may read undefined variables.
// static pcty_puppet_environment *environment_of(const pcty_value *facts) {
//     pcty_puppet_environment *environment = pcty_puppet_environment_new();
//     must(pcty_puppet_environment_set_variable(environment, PCTY_STR("facts"), facts, NULL));
//     pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
//     options.unknown_variables = PCTY_PUPPET_UNKNOWN_UNDEF;
//     must(pcty_puppet_environment_set_options(environment, &options, NULL));
//     return environment; // programs can use "${facts['os']['family']}"
// }
// ```
typedef struct pcty_puppet_environment pcty_puppet_environment;

// A call of a host function. It is borrowed by the callback, on the thread of the callback, until
// the callback returns.
//
// ```c
// // twice(3) |$x| { $x + 1 } returns [4, 4].
// static pcty_status twice(void *user_data, const pcty_value *const *arguments, size_t count,
//                          const pcty_puppet_call *call, pcty_value **out, pcty_error **error) {
//     pcty_value *made[2] = {NULL, NULL};
//     pcty_status status = PCTY_OK;
//     (void)user_data;
//     for (int i = 0; i < 2 && status == PCTY_OK; i++) {
//         status = pcty_puppet_call_block(call, arguments, count, &made[i], error);
//     }
//     if (status == PCTY_OK) {
//         const pcty_value *both[2] = {made[0], made[1]};
//         status = pcty_puppet_value_array(both, 2, out, error);
//     }
//     pcty_value_free(made[0]);
//     pcty_value_free(made[1]);
//     return status;
// }
//
// static pcty_status add_twice(pcty_puppet_environment *environment, pcty_error **error) {
//     const pcty_str signatures[] = {PCTY_STR_INIT("Integer number, Callable[1, 1] block")};
//     pcty_puppet_function_spec spec = PCTY_PUPPET_FUNCTION_SPEC_INIT;
//     spec.name = PCTY_STR("twice");
//     spec.signatures = signatures;
//     spec.signature_count = 1;
//     spec.call = twice;
//     return pcty_puppet_environment_add_function(environment, &spec, error);
// }
// ```
typedef struct pcty_puppet_call pcty_puppet_call;

// A text that has been parsed, checked and prepared: a manifest, an expression, or a template. It
// never changes; any number of threads may use it at once.
//
// ```c
// // Prints the value of a program, or the error and its location.
// static void run(pcty_str program, const pcty_puppet_environment *environment) {
//     pcty_puppet_manifest *manifest = NULL;
//     pcty_value *value = NULL;
//     pcty_string *text = NULL;
//     pcty_error *error = NULL;
//     pcty_status status = pcty_puppet_manifest_parse(program, PCTY_STR("site.pp"),
//                                                     PCTY_PUPPET_MANIFEST,
//                                                     PCTY_PUPPET_STRICT_ERROR,
//                                                     PCTY_PUPPET_CURRENT, &manifest, &error);
//     if (status == PCTY_OK) {
//         status = pcty_puppet_manifest_evaluate(manifest, environment, &value, &error);
//     }
//     if (status == PCTY_OK) {
//         status = pcty_puppet_value_format(value, &text, &error);
//     }
//     if (status != PCTY_OK) {
//         text = pcty_error_format(error, PCTY_NOTATION_TEXT); // includes the line of the error
//     }
//     puts(pcty_string_cstr(text));
//     pcty_string_free(text);
//     pcty_error_free(error);
//     pcty_value_free(value);
//     pcty_puppet_manifest_free(manifest);
// }
// ```
typedef struct pcty_puppet_manifest pcty_puppet_manifest;

// The definitions and uses in a text. It never changes; any number of threads may use it at once.
//
// ```c
// // Prints each definition, such as `class ntp::server`, and the line of its start.
// static void print_definitions(const pcty_puppet_manifest *manifest) {
//     pcty_puppet_outline *outline = NULL;
//     must(pcty_puppet_outline_new(manifest, &outline, NULL));
//     pcty_puppet_outline_data data;
//     pcty_puppet_outline_info(outline, &data);
//     for (size_t i = 0; i < data.definition_count; i++) {
//         pcty_puppet_definition found = PCTY_PUPPET_DEFINITION_INIT;
//         must(pcty_puppet_outline_definition_at(outline, i, &found, NULL));
//         printf("%.*s %.*s: line %u\n", (int)found.keyword.len, found.keyword.data,
//                (int)found.name.len, found.name.data, (unsigned)found.range.start.line);
//     }
//     pcty_puppet_outline_free(outline);
// }
// ```
typedef struct pcty_puppet_outline pcty_puppet_outline;

// The catalog of a node. It never changes; any number of threads may use it at once.
//
// ```c
// // Prints each resource of a node, such as `File[/etc/motd] /repo/manifests/site.pp:3`.
// static pcty_status print_resources(pcty_str folder, pcty_str node, pcty_error **error) {
//     pcty_puppet_catalog *catalog = NULL;
//     pcty_puppet_catalog_options options = PCTY_PUPPET_CATALOG_OPTIONS_INIT;
//     options.environment_folder = folder;
//     options.node = node;
//     pcty_status status = pcty_puppet_catalog_compile(&options, &catalog, NULL, error);
//     pcty_puppet_catalog_data size;
//     pcty_puppet_catalog_info(catalog, &size);
//     for (size_t i = 0; i < size.resource_count; i++) {
//         pcty_puppet_catalog_resource found = PCTY_PUPPET_CATALOG_RESOURCE_INIT;
//         must(pcty_puppet_catalog_resource_at(catalog, i, &found, NULL));
//         printf(PCTY_FMT "[" PCTY_FMT "] " PCTY_FMT ":%u\n", PCTY_ARG(found.type_name),
//                PCTY_ARG(found.title), PCTY_ARG(found.file), (unsigned)found.line);
//     }
//     pcty_puppet_catalog_free(catalog);
//     return status;
// }
// ```
typedef struct pcty_puppet_catalog pcty_puppet_catalog;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Puppet's language: environments.

// The treatment of probable errors: Puppet's setting `strict`.
typedef enum pcty_puppet_strictness PCTY_ENUM {
    // They are errors. This is the default.
    PCTY_PUPPET_STRICT_ERROR = 1,
    // They are warnings.
    PCTY_PUPPET_STRICT_WARNING = 2,
    // They are ignored.
    PCTY_PUPPET_STRICT_OFF = 3,
} pcty_puppet_strictness;

// The result of reading an undefined variable.
typedef enum pcty_puppet_unknown PCTY_ENUM {
    // An error. This is the default.
    PCTY_PUPPET_UNKNOWN_REFUSED = 1,
    // undef, with a warning unless probable errors are ignored.
    PCTY_PUPPET_UNKNOWN_UNDEF = 2,
} pcty_puppet_unknown;

// The result of an expression that declares resources. There is no catalog in either case.
typedef enum pcty_puppet_resources PCTY_ENUM {
    // An error that reports the missing catalog. This is the default.
    PCTY_PUPPET_RESOURCES_REFUSED = 1,
    // References to the declared resources. The attributes of declared resources can be read, and a
    // resource cannot be declared twice.
    PCTY_PUPPET_RESOURCES_REFERENCED = 2,
} pcty_puppet_resources;

// The options of an environment. Members that are 0 or NULL do not change the option. Start from
// PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The treatment of probable errors at run time. Probable errors in the text of a program are
    // checked when it is parsed (`pcty_puppet_manifest_parse`).
    pcty_puppet_strictness strictness;
    // The result of reading an undefined variable.
    pcty_puppet_unknown unknown_variables;
    // The result of an expression that declares resources.
    pcty_puppet_resources resources;
    // The aliases that all programs can use. They replace the previous ones. Signatures of
    // functions that are set later may use them.
    const pcty_puppet_aliases *aliases;
    // The current time, as the duration since 1970 in UTC. If it is never set, `Timestamp.new()` and
    // `strftime(format)` return an error: the library does not read the system's clock.
    const pcty_puppet_time *time;
} pcty_puppet_environment_options;

// --- Puppet's language: callbacks of the host.

// Computes the result of a call of a host function. The arguments match one of the function's
// signatures. The arguments and the call are borrowed during the call. On success the callback
// stores a new value in `*out`, which is initially NULL, and the library takes ownership of it. On
// failure the callback stores a new error in `*error` and returns its code.
typedef pcty_status (*pcty_puppet_function)(void *user_data,
                                            const pcty_value *const *arguments,
                                            size_t count,
                                            const pcty_puppet_call *call,
                                            pcty_value **out,
                                            pcty_error **error);

// The definition of a function. Start from PCTY_PUPPET_FUNCTION_SPEC_INIT.
//
// Each signature uses the notation of messages, such as `String[1] name, Any value?, Callable[1,
// 1] block?`. A `?` follows an optional parameter, `*` or `+` a parameter that may be repeated,
// and the block is last. The first signature that matches a call applies. Without signatures, all
// calls match.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The name.
    pcty_str name;
    // The signatures; may be NULL if `signature_count` is 0.
    const pcty_str *signatures;
    // The number of signatures.
    size_t signature_count;
    // Computes the result of a call.
    pcty_puppet_function call;
    // The first argument of the callback.
    void *user_data;
    // Releases `user_data` when the last owner of the function is freed; may be NULL.
    pcty_destroy destroy;
} pcty_puppet_function_spec;

// The level of a message.
typedef enum pcty_puppet_level PCTY_ENUM {
    // Information for debugging.
    PCTY_PUPPET_LEVEL_DEBUG = 1,
    // Normal operation.
    PCTY_PUPPET_LEVEL_INFO = 2,
    // The output of `notice`.
    PCTY_PUPPET_LEVEL_NOTICE = 3,
    // A probable error.
    PCTY_PUPPET_LEVEL_WARNING = 4,
    // An error.
    PCTY_PUPPET_LEVEL_ERR = 5,
    // A problem that needs immediate action.
    PCTY_PUPPET_LEVEL_ALERT = 6,
    // A problem that affects the whole system.
    PCTY_PUPPET_LEVEL_EMERG = 7,
    // A critical failure.
    PCTY_PUPPET_LEVEL_CRIT = 8,
} pcty_puppet_level;

// Receives a message, which is borrowed during the call. On failure the callback stores a new
// error in `*error` and returns its code.
typedef pcty_status (*pcty_puppet_logger)(void *user_data,
                                          pcty_puppet_level level,
                                          pcty_str message,
                                          pcty_error **error);

// The kind of a definition to load.
typedef enum pcty_puppet_load_kind PCTY_ENUM {
    // A function of a module, in a file of the folder `functions`.
    PCTY_PUPPET_LOAD_FUNCTION = 1,
    // A type alias, in a file of the folder `types`.
    PCTY_PUPPET_LOAD_TYPE = 2,
    // A class or a defined type, in a file of the folder `manifests`.
    PCTY_PUPPET_LOAD_CLASS = 3,
    // A template, in a file of the folder `templates`.
    PCTY_PUPPET_LOAD_TEMPLATE = 4,
} pcty_puppet_load_kind;

// Loads the text that defines a name. The name is qualified and in lower case, such as
// `stdlib::port`; the name of a template is passed as written, such as `ntp/ntp.conf.epp`. It is
// borrowed during the call.
//
// On success the callback stores the text in `*out` and its name for errors, such as a path, in
// `*file`. Both are new strings, and the library takes ownership of them. Both are initially NULL:
// if `*out` stays NULL, there is no such definition; if `*file` stays NULL, the text has no name.
// On failure the callback stores a new error in `*error` and returns its code.
typedef pcty_status (*pcty_puppet_loader)(void *user_data,
                                          pcty_puppet_load_kind sought,
                                          pcty_str name,
                                          pcty_string **out,
                                          pcty_string **file,
                                          pcty_error **error);

// The kind of a query of a function about the outside world.
typedef enum pcty_puppet_question PCTY_ENUM {
    // `lookup` and `hiera`: the value of the first key that has one. The four arguments are an Array
    // of the keys, the required type of the value, the merge behavior, and a Hash of further options.
    // An argument that is not specified is undef.
    PCTY_PUPPET_QUESTION_LOOKUP = 1,
    // `find_file` and similar functions: the path of the first file that exists, a String. Each
    // argument is a name.
    PCTY_PUPPET_QUESTION_FIND_FILE = 2,
    // `file` and `binary_file`: the content of a file, a String or a Binary. The argument is the name
    // of the file.
    PCTY_PUPPET_QUESTION_READ_FILE = 3,
    // `generate`: the output of a command, a String. Each argument is a word of the command.
    PCTY_PUPPET_QUESTION_GENERATE = 4,
    // `defined`, and names of types that are not defined elsewhere: whether a resource type, a class
    // or a defined type with a name exists, a Boolean. The argument is the name.
    PCTY_PUPPET_QUESTION_DEFINED = 5,
    // Functions that need a catalog: `include`, `contain`, `require`, `realize`, `create_resources`,
    // `tag`, `tagged`. The first argument is the function's name, the others are the function's own
    // arguments.
    PCTY_PUPPET_QUESTION_CATALOG = 6,
} pcty_puppet_question;

// Answers a query of a function about the outside world. The arguments are borrowed during the
// call.
//
// On success the callback stores a new value in `*out`, and the library takes ownership of it.
// `*out` is initially NULL, and stays NULL if the value or file does not exist.
// PCTY_ERROR_UNSUPPORTED without an error means that the host does not support the query; the
// language then reports this. On any other failure the callback stores a new error in `*error` and
// returns its code.
typedef pcty_status (*pcty_puppet_answer)(void *user_data,
                                          pcty_puppet_question question,
                                          const pcty_value *const *arguments,
                                          size_t count,
                                          pcty_value **out,
                                          pcty_error **error);

// --- Puppet's language: manifests and templates.

// The syntax of a text.
typedef enum pcty_puppet_syntax PCTY_ENUM {
    // A manifest, or an expression.
    PCTY_PUPPET_MANIFEST = 1,
    // A template: text with code between `<%` and `%>` (EPP).
    PCTY_PUPPET_TEMPLATE = 2,
} pcty_puppet_syntax;

// The data of a manifest.
typedef struct {
    // The name of the text in errors.
    pcty_str file;
    // The warnings about the text: an error whose diagnostics are warnings, or NULL if there are none.
    const pcty_error *warnings;
} pcty_puppet_manifest_data;

// --- Puppet's language: outlines.

// The kind of a definition.
typedef enum pcty_puppet_definition_kind PCTY_ENUM {
    // A class.
    PCTY_PUPPET_DEFINES_CLASS = 1,
    // A defined type.
    PCTY_PUPPET_DEFINES_DEFINE = 2,
    // A function.
    PCTY_PUPPET_DEFINES_FUNCTION = 3,
    // A node.
    PCTY_PUPPET_DEFINES_NODE = 4,
    // A type alias.
    PCTY_PUPPET_DEFINES_TYPE = 5,
} pcty_puppet_definition_kind;

// A definition. Start from PCTY_PUPPET_DEFINITION_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The kind of the definition.
    pcty_puppet_definition_kind kind;
    // The keyword: `class`, `define`, `function`, `node`, `type`.
    pcty_str keyword;
    // The name, qualified with the enclosing classes; empty for a node.
    pcty_str name;
    // The comment lines directly above it, without comment signs; empty if there are none.
    pcty_str documentation;
    // The parent of a class; otherwise empty.
    pcty_str inherits;
    // The result type of a function, or the type of an alias; otherwise empty.
    pcty_str type_text;
    // The number of parameters.
    size_t parameter_count;
    // The number of matches of a node: names, expressions, or `default`.
    size_t match_count;
    // The position that Puppet reports: the keyword, or the name of an alias.
    pcty_position place;
    // The range of the whole definition.
    pcty_range range;
} pcty_puppet_definition;

// A parameter of a definition or of a lambda. Start from PCTY_PUPPET_PARAMETER_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether it takes all remaining arguments.
    bool is_rest;
    // The name, without `$`.
    pcty_str name;
    // The type in the notation of `pcty_puppet_type_parse`; empty if there is none.
    pcty_str type_text;
    // The default; empty if there is none.
    pcty_str default_text;
    // The start position.
    pcty_position place;
} pcty_puppet_parameter;

// The kind of a resource expression.
typedef enum pcty_puppet_resource_form PCTY_ENUM {
    // A declaration.
    PCTY_PUPPET_RESOURCE_REGULAR = 1,
    // A virtual declaration, which must be realized: `@`.
    PCTY_PUPPET_RESOURCE_VIRTUAL = 2,
    // An exported declaration, which can be collected, also by other nodes: `@@`.
    PCTY_PUPPET_RESOURCE_EXPORTED = 3,
    // Default attributes of a type: `File { mode => '0644' }`.
    PCTY_PUPPET_RESOURCE_DEFAULTS = 4,
    // Attributes of resources that are declared elsewhere: `File['a'] { mode => '0644' }`.
    PCTY_PUPPET_RESOURCE_OVERRIDE = 5,
    // A collector of virtual resources: `File <| tag == 'a' |>`.
    PCTY_PUPPET_RESOURCE_COLLECT = 6,
    // A collector of exported resources: `File <<| |>>`.
    PCTY_PUPPET_RESOURCE_COLLECT_EXPORTED = 7,
    // A relationship: `->`, `~>`, `<-` or `<~`.
    PCTY_PUPPET_RESOURCE_RELATIONSHIP = 8,
} pcty_puppet_resource_form;

// A resource expression. Start from PCTY_PUPPET_RESOURCE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The kind of the expression.
    pcty_puppet_resource_form form;
    // The name of the kind: `regular`, `virtual`, `exported`, `defaults`, `override`, `collect`,
    // `collect-exported`, or the operator of a relationship.
    pcty_str word;
    // The type or the resources of the expression; the left side of a relationship.
    pcty_str type_text;
    // The query of a collector, or the right side of a relationship; otherwise empty.
    pcty_str other_text;
    // The number of bodies: one for each `title: attributes` of a declaration, none for a
    // relationship, and one without a title for all other kinds.
    size_t body_count;
    // The position that Puppet reports.
    pcty_position place;
} pcty_puppet_resource;

// A title, or several titles, with attributes. Start from PCTY_PUPPET_RESOURCE_BODY_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The title; empty unless the expression is a declaration.
    pcty_str title;
    // The number of attributes.
    size_t attribute_count;
} pcty_puppet_resource_body;

// An attribute. Start from PCTY_PUPPET_ATTRIBUTE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether the value is added to the existing one: `+>` instead of `=>`.
    bool is_added;
    // The name; `*` if the attributes are in a Hash.
    pcty_str name;
    // The value.
    pcty_str value_text;
    // The start position of the name.
    pcty_position place;
} pcty_puppet_attribute;

// A call of a function, a type or a method. Start from PCTY_PUPPET_CALL_SITE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether the call has a lambda.
    bool has_lambda;
    // The function or the type; empty if the callee is any other expression.
    pcty_str name;
    // The number of arguments, without a lambda and the expression before a dot.
    size_t argument_count;
    // The number of parameters of the lambda.
    size_t parameter_count;
    // The position that Puppet reports: the first byte, or for a method the parenthesis or the
    // dot.
    pcty_position place;
} pcty_puppet_call_site;

// A use of a variable, which may be an assignment. Start from PCTY_PUPPET_VARIABLE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The name as written, without `$`.
    pcty_str name;
    // The start position: the `$`, or in `${..}` the name.
    pcty_position place;
} pcty_puppet_variable;

// The size of an outline.
typedef struct {
    // The number of definitions: `pcty_puppet_outline_definition_at`.
    size_t definition_count;
    // The number of declarations and overrides of resources: `pcty_puppet_outline_resource_at`.
    size_t resource_count;
    // The number of calls: `pcty_puppet_outline_call_at`.
    size_t call_count;
    // The number of uses of variables: `pcty_puppet_outline_variable_at`.
    size_t variable_count;
} pcty_puppet_outline_data;

// --- Puppet's language: catalogs.

// The kind of a resource in a catalog.
typedef enum pcty_puppet_catalog_kind PCTY_ENUM {
    // A class that was included, a node, `Class[main]` or `Class[Settings]`.
    PCTY_PUPPET_CATALOG_INCLUDED = 1,
    // A resource of a type that the agent implements.
    PCTY_PUPPET_CATALOG_NATIVE = 2,
    // A resource of a defined type.
    PCTY_PUPPET_CATALOG_DEFINED = 3,
    // A class that was declared like a resource.
    PCTY_PUPPET_CATALOG_CLASS = 4,
} pcty_puppet_catalog_kind;

// An environment and a node. Start from PCTY_PUPPET_CATALOG_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The treatment of probable errors. If it is 0, they are errors.
    pcty_puppet_strictness strictness;
    // The folder of the environment: manifests, modules, `hiera.yaml`, `environment.conf`. It must
    // be set.
    pcty_str environment_folder;
    // The name of the environment. If it is not set, the name of the folder.
    pcty_str environment_name;
    // The folders of modules. If there are none, those of the environment.
    const pcty_str *modules;
    // The number of folders of modules.
    size_t module_count;
    // The manifest or the folder of manifests. If it is not set, that of the environment.
    pcty_str manifest;
    // The `hiera.yaml` of the global layer. Its folder can be read. If it is not set, there is no
    // global layer.
    pcty_str hiera;
    // The name of the node. It must be set.
    pcty_str node;
    // The facts: a JSON object. If they are not set, there are none.
    pcty_str facts;
    // The value of `$trusted`: a JSON object. If it is not set, it has the name of the node and no
    // extensions.
    pcty_str trusted;
    // The value of `$server_facts`: a JSON object. If it is not set, there are none.
    pcty_str server_facts;
    // The output of an external node classifier as a JSON object: `classes`, an array of names or
    // an object of names and parameters, `parameters`, an object, and `environment`, the name of
    // the environment if `environment_name` is not set. Other members are ignored. If it is not
    // set, there is no classifier.
    pcty_str classifier;
    // The variables of the class `settings`: a JSON object. If they are not set, there are none.
    pcty_str settings;
    // The functions, aliases, logger and time of the host, or NULL. The loader and the answers of
    // the folder replace those of this environment.
    const pcty_puppet_environment *environment;
} pcty_puppet_catalog_options;

// A resource of a catalog. Start from PCTY_PUPPET_CATALOG_RESOURCE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The kind.
    pcty_puppet_catalog_kind kind;
    // Whether the resource is exported.
    bool is_exported;
    // Whether the resource is virtual, so that the agent of this node does not receive it. Only
    // exported resources are virtual.
    bool is_virtual;
    // The type, with capitalized segments, such as `File`.
    pcty_str type_name;
    // The title; the name of a class has capitalized segments.
    pcty_str title;
    // The file of the declaration; no text if it is not known.
    pcty_str file;
    // The line of the declaration, from 1; 0 if it is not known.
    uint32_t line;
    // The number of parameters.
    size_t parameter_count;
    // The number of tags.
    size_t tag_count;
} pcty_puppet_catalog_resource;

// A parameter of a resource. Start from PCTY_PUPPET_CATALOG_PARAMETER_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether the value is secret. It is then a Sensitive value.
    bool is_sensitive;
    // The name.
    pcty_str name;
    // The value.
    const pcty_value *value;
} pcty_puppet_catalog_parameter;

// An edge of containment. Start from PCTY_PUPPET_CATALOG_EDGE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The position of the container.
    size_t container;
    // The position of the contained resource.
    size_t contained;
} pcty_puppet_catalog_edge;

// Options of the JSON form of a catalog. Start from PCTY_PUPPET_CATALOG_JSON_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether secret values are written, as an agent needs them. Otherwise a secret value is an
    // object with only the member `__ptype`.
    bool has_secrets;
    // The version of the configuration.
    int64_t version;
    // The identifier of the compilation. If it is not set, a UUID of zeros.
    pcty_str uuid;
    // The identifier of the deployed code. If it is not set, null.
    pcty_str code_id;
} pcty_puppet_catalog_json_options;

// The size of a catalog.
typedef struct {
    // The number of resources: `pcty_puppet_catalog_resource_at`.
    size_t resource_count;
    // The number of edges of containment: `pcty_puppet_catalog_edge_at`.
    size_t edge_count;
    // The number of names of classes and nodes: `pcty_puppet_catalog_class_at`.
    size_t class_count;
} pcty_puppet_catalog_data;

// --- Puppet's language: lookups of Hiera data.

// Options of a lookup. Start from PCTY_PUPPET_LOOKUP_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The merge strategy: `first`, `unique`, `hash` or `deep`, or a JSON object with `strategy`
    // and its options. If it is not set, that of `lookup_options` in the data.
    pcty_str merge;
    // The value if there is no data for the key. If it is NULL, the lookup fails.
    const pcty_value *default_value;
} pcty_puppet_lookup_options;

// Initializers of the structs that the functions `pcty_puppet_outline_*_at` fill.
#define PCTY_PUPPET_DEFINITION_INIT                                                     \
    {sizeof(pcty_puppet_definition),                                                    \
     PCTY_PUPPET_DEFINES_CLASS,                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     0,                                                                                 \
     0,                                                                                 \
     {1, 1, 0},                                                                         \
     {{1, 1, 0}, {1, 1, 0}}}
#define PCTY_PUPPET_PARAMETER_INIT                                                      \
    {sizeof(pcty_puppet_parameter), false, {NULL, 0}, {NULL, 0}, {NULL, 0}, {1, 1, 0}}
#define PCTY_PUPPET_RESOURCE_INIT                                                       \
    {sizeof(pcty_puppet_resource), PCTY_PUPPET_RESOURCE_REGULAR, {NULL, 0}, {NULL, 0},  \
     {NULL, 0}, 0, {1, 1, 0}}
#define PCTY_PUPPET_RESOURCE_BODY_INIT {sizeof(pcty_puppet_resource_body), {NULL, 0}, 0}
#define PCTY_PUPPET_ATTRIBUTE_INIT                                                      \
    {sizeof(pcty_puppet_attribute), false, {NULL, 0}, {NULL, 0}, {1, 1, 0}}
#define PCTY_PUPPET_CALL_SITE_INIT                                                      \
    {sizeof(pcty_puppet_call_site), false, {NULL, 0}, 0, 0, {1, 1, 0}}
#define PCTY_PUPPET_VARIABLE_INIT {sizeof(pcty_puppet_variable), {NULL, 0}, {1, 1, 0}}

// A function without signatures; `name` and `call` must be set.
#define PCTY_PUPPET_FUNCTION_SPEC_INIT                                                  \
    {sizeof(pcty_puppet_function_spec), {NULL, 0}, NULL, 0, NULL, NULL, NULL}

// The value 0 of an option: it does not change the option.
#ifdef __cplusplus
#define PCTY_PUPPET_UNCHANGED(type) static_cast<type>(0)
#else
#define PCTY_PUPPET_UNCHANGED(type) ((type)0)
#endif

// Initializer of options that change nothing.
#define PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT                                            \
    {sizeof(pcty_puppet_environment_options),                                           \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_strictness),                                                         \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_unknown),                                                            \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_resources),                                                          \
     NULL,                                                                              \
     NULL}

// Options without an environment; `environment_folder` and `node` must be set.
#define PCTY_PUPPET_CATALOG_OPTIONS_INIT                                                \
    {sizeof(pcty_puppet_catalog_options),                                               \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_strictness),                                     \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL,                                                                              \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL}

// JSON of a catalog without secrets.
#define PCTY_PUPPET_CATALOG_JSON_OPTIONS_INIT                                           \
    {sizeof(pcty_puppet_catalog_json_options), false, 0, {NULL, 0}, {NULL, 0}}

// A lookup without a merge strategy and a default value.
#define PCTY_PUPPET_LOOKUP_OPTIONS_INIT {sizeof(pcty_puppet_lookup_options), {NULL, 0}, NULL}

// Initializers of the structs that the functions `pcty_puppet_catalog_*_at` fill.
#define PCTY_PUPPET_CATALOG_RESOURCE_INIT                                               \
    {sizeof(pcty_puppet_catalog_resource),                                              \
     PCTY_PUPPET_CATALOG_INCLUDED,                                                      \
     false,                                                                             \
     false,                                                                             \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     0,                                                                                 \
     0,                                                                                 \
     0}
#define PCTY_PUPPET_CATALOG_PARAMETER_INIT                                              \
    {sizeof(pcty_puppet_catalog_parameter), false, {NULL, 0}, NULL}
#define PCTY_PUPPET_CATALOG_EDGE_INIT {sizeof(pcty_puppet_catalog_edge), 0, 0}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Puppet's language: environments.
//
// An environment contains the context of an evaluation: variables, functions of the host, aliases,
// the loader of definitions, the logger of messages, and the strictness of the language. The
// library does not read the clock or the environment of the process; it reads files only from
// directories that `pcty_puppet_environment_add_modules` has added.
// ----------------------------------------------------------------------------

// Creates an environment with only the language itself, with the default strictness.
//
// Ownership: the caller owns the result.
pcty_puppet_environment *pcty_puppet_environment_new(void);

// Creates an environment with the same content. Later changes of one environment do not affect the
// other; unchanged parts are shared.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_puppet_environment *pcty_puppet_environment_clone(const pcty_puppet_environment *environment);

// Frees an environment. The user data of the host is released with the last clone that contains
// it.
//
// NULL: no-op.
void pcty_puppet_environment_free(pcty_puppet_environment *environment);

// Defines a variable of the top scope by its name without `$`, or a variable of a class by its
// qualified name. It replaces an earlier variable of the same name.
//
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
// PCTY_ERROR_INVALID_ARGUMENT for a name that no program can use (`"$x"`, `"1"`, `"a b"`);
// PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `environment`; `value` remains owned by the caller.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_variable(pcty_puppet_environment *environment,
                                                 pcty_str name,
                                                 const pcty_value *value,
                                                 pcty_error **error);

// Sets options of an environment.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a number without a constant, for a time with
// 1,000,000,000 nanoseconds or more, and for a wrong `struct_size`; the environment is then
// unchanged.
// Ownership: changes `environment`; the members of `options` remain owned by the caller.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_options(pcty_puppet_environment *environment,
                                                const pcty_puppet_environment_options *options,
                                                pcty_error **error);

// Loads definitions from a directory of modules with Puppet's layout, in addition to the
// directories that were added before. The first directory that has a file for a name defines it.
// The directories replace a loader that was set before, and a loader that is set later replaces
// the directories. Paths that lead out of the directory are not followed. The size of a file is
// limited to the number of bytes that a call may use by default. A file that cannot be read ends
// the evaluation with an error.
//
// Errors: PCTY_ERROR_NOT_FOUND if there is no directory at the path or it cannot be opened;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `environment`; the path is copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_add_modules(pcty_puppet_environment *environment,
                                                pcty_str path,
                                                pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet's language: callbacks of the host.
//
// The host supplies functions, a loader of definitions, a logger of messages, and answers to
// queries of functions such as `lookup`. If the host evaluates on several threads, they may call
// the callbacks concurrently. A callback that fails ends the evaluation with its error. An
// environment has one callback of each kind, and one function of each name; a later setter
// replaces an earlier one.
// ----------------------------------------------------------------------------

// Defines a function. It replaces an earlier function, or a function of the language, with the
// same name.
//
// Errors: PCTY_ERROR_SYNTAX and other errors of `pcty_puppet_type_parse` for an invalid signature;
// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `environment`; the texts are copied. The library takes ownership of
// `spec->user_data`, also on failure, unless `struct_size` is wrong.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_add_function(pcty_puppet_environment *environment,
                                                 const pcty_puppet_function_spec *spec,
                                                 pcty_error **error);

// Returns whether a call has a block. The result is false while the block is running.
//
// NULL: returns false.
bool pcty_puppet_call_has_block(const pcty_puppet_call *call);

// Calls the block of a call. If the block fails or leaves the enclosing function (`return`), the
// result is an error that the function must return; any other result of the function is then
// ignored.
//
// Errors: PCTY_ERROR_CALLBACK if the block has stopped; PCTY_ERROR_INVALID_ARGUMENT if there is no
// block, or if it is already running; PCTY_ERROR_UNSUPPORTED for marks and unknown values.
// Ownership: `*out` is owned by the caller; the arguments remain owned by the caller.
// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
// Threads: only the thread of the callback, until the callback returns.
PCTY_MUST_USE
pcty_status pcty_puppet_call_block(const pcty_puppet_call *call,
                                   const pcty_value *const *arguments,
                                   size_t count,
                                   pcty_value **out,
                                   pcty_error **error);

// Sets the logger, which receives messages. Without a logger, messages are discarded.
//
// Errors: none except for NULL.
// Ownership: changes `environment`. The library takes ownership of `user_data`, also on failure.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_logger(pcty_puppet_environment *environment,
                                               pcty_puppet_logger logger,
                                               void *user_data,
                                               pcty_destroy destroy,
                                               pcty_error **error);

// Sets the loader of definitions that a program does not contain itself. It is called when a name
// is used for the first time in an evaluation, once for each name.
//
// Errors: none except for NULL.
// Ownership: changes `environment`. The library takes ownership of `user_data`, also on failure.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_loader(pcty_puppet_environment *environment,
                                               pcty_puppet_loader loader,
                                               void *user_data,
                                               pcty_destroy destroy,
                                               pcty_error **error);

// Returns the path of the file that defines a name in a folder of modules with Puppet's layout.
// For example:
//
// - `stdlib::port`: `types/port.pp` of the module `stdlib`
// - the class `ntp`: `ntp/manifests/init.pp`
// - the type set `ntp`: `ntp/types/init_typeset.pp`
// - the template `ntp/ntp.conf.epp`: `ntp/templates/ntp.conf.epp`
//
// The path begins with the folder if it is not empty, and uses `/` as separator. No file is
// read.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a `sought` without a constant; PCTY_ERROR_INVALID_UTF8.
// Ownership: `*out` is owned by the caller; NULL for a name that no file in a module can define.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_module_file(pcty_str folder,
                                    pcty_str name,
                                    pcty_puppet_load_kind sought,
                                    pcty_string **out,
                                    pcty_error **error);

// Sets the callback that answers queries of functions about the outside world. Without it, queries
// fail with an error that reports the missing host, and no resource type, class or defined type is
// considered to exist.
//
// Errors: none except for NULL.
// Ownership: changes `environment`. The library takes ownership of `user_data`, also on failure.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_answer(pcty_puppet_environment *environment,
                                               pcty_puppet_answer answer,
                                               void *user_data,
                                               pcty_destroy destroy,
                                               pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet's language: manifests and templates.
//
// A text is parsed, checked and prepared once, and can then be evaluated any number of times. Each
// expression is charged to the budget of the call as a step. Errors have the messages of Puppet
// and the location in the text as a diagnostic.
// ----------------------------------------------------------------------------

// Parses and prepares a text. `file` is the name of the text in diagnostics. `strictness` is the
// treatment of probable errors in the text. In the early mode the names of types, conversions,
// comparisons and integers follow the early specification, also when the manifest is evaluated.
//
// Errors: PCTY_ERROR_SYNTAX with Puppet's message and a diagnostic for each error, at most ten;
// PCTY_ERROR_LIMIT for a text that is nested too deep; PCTY_ERROR_INVALID_UTF8;
// PCTY_ERROR_UNSUPPORTED for a syntax other than PCTY_PUPPET_MANIFEST in the early mode;
// PCTY_ERROR_INVALID_ARGUMENT for a syntax, strictness or mode without a constant.
// Ownership: `*out` is owned by the caller; the text is copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_manifest_parse(pcty_str source_text,
                                       pcty_str file,
                                       pcty_puppet_syntax syntax,
                                       pcty_puppet_strictness strictness,
                                       pcty_puppet_mode mode,
                                       pcty_puppet_manifest **out,
                                       pcty_error **error);

// Returns a new handle of the same text. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_puppet_manifest *pcty_puppet_manifest_clone(const pcty_puppet_manifest *manifest);

// Frees a text. Outlines of the text stay valid.
//
// NULL: no-op.
void pcty_puppet_manifest_free(pcty_puppet_manifest *manifest);

// Writes the name of a text and the warnings about it.
//
// Returns: false if `manifest` is NULL.
// Ownership: the name and the warnings in `*out` are owned by `manifest` and valid while it lives.
// NULL: returns false if `manifest` is NULL; `out` may be NULL.
bool pcty_puppet_manifest_info(const pcty_puppet_manifest *manifest,
                               pcty_puppet_manifest_data *out);

// Evaluates a manifest. The result is the value of its last statement.
//
// Errors: all with Puppet's message and the location in the text as a diagnostic. PCTY_ERROR_TYPE
// for a value of a wrong type, such as the arguments of a call; PCTY_ERROR_NOT_FOUND, _CONVERSION,
// _ARITHMETIC and _UNSUPPORTED according to their names; PCTY_ERROR_SYNTAX for a text that is
// loaded; PCTY_ERROR_DIAGNOSTICS for `fail` and all other errors of a program; the error of a
// callback; PCTY_ERROR_INVALID_ARGUMENT for a template.
// Ownership: the caller owns `*out`.
// NULL: `environment` (then only the language itself is available) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_manifest_evaluate(const pcty_puppet_manifest *manifest,
                                          const pcty_puppet_environment *environment,
                                          pcty_value **out,
                                          pcty_error **error);

// Renders a template to text, including the content of Sensitive values. The parameters are a Hash
// by their names. If the template declares no parameters, they become its variables.
//
// Errors: as `pcty_puppet_manifest_evaluate`; PCTY_ERROR_TYPE for parameters that are missing,
// unknown or of a different type than declared, or not a Hash; PCTY_ERROR_UNSUPPORTED, with the
// path, for marks and unknown values; PCTY_ERROR_INVALID_ARGUMENT for a manifest.
// Ownership: the caller owns `*out`.
// NULL: `parameters` (then there are none), `environment` (then only the language itself is
// available) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_manifest_render(const pcty_puppet_manifest *manifest,
                                        const pcty_value *parameters,
                                        const pcty_puppet_environment *environment,
                                        pcty_string **out,
                                        pcty_error **error);

// Checks data against a class, and returns the values of all its parameters as a Hash by their
// names. Parameters that are not in the data have their defaults, which are evaluated in order.
//
// The class, and the aliases that it uses, are searched for in `manifest`, if present, and with
// the loader of `environment`. Keys of the data are names of parameters, or names with the prefix
// of the class and `::`, as in Hiera; keys of other classes are ignored. The `convert_to` entries
// under `lookup_options` in the data, for a key or a pattern of keys, are applied first.
//
// Errors: PCTY_ERROR_TYPE with a diagnostic for each mismatch, with the message of Puppet for a
// rejected declaration of the class, and for data that is not a Hash; PCTY_ERROR_NOT_FOUND if the
// class is not defined; PCTY_ERROR_INVALID_ARGUMENT for a template; PCTY_ERROR_UNSUPPORTED, with
// the path, for marks and unknown values; the errors of evaluating a default and of callbacks;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `manifest` (then the loader finds the class), `environment` (then only the language itself
// is available) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_manifest_class_parameters(const pcty_puppet_manifest *manifest,
                                                  pcty_str class_name,
                                                  const pcty_value *data,
                                                  const pcty_puppet_environment *environment,
                                                  pcty_value **out,
                                                  pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet's language: outlines.
//
// An outline lists the definitions and uses in a text with their locations: definitions with their
// parameters, resource expressions, calls and variables. Each list is in the order of the syntax
// tree: a node precedes the nodes inside it, and the last operator of a chain is first. Texts are
// source text, owned by the outline and valid while it lives. Structs filled by `_at` functions
// begin with their size.
// ----------------------------------------------------------------------------

// Creates the outline of a text.
//
// Errors: none except for NULL and PCTY_ERROR_LIMIT.
// Ownership: `*out` is owned by the caller, and stays valid after `manifest` is freed.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_new(const pcty_puppet_manifest *manifest,
                                    pcty_puppet_outline **out,
                                    pcty_error **error);

// Frees an outline.
//
// NULL: no-op.
void pcty_puppet_outline_free(pcty_puppet_outline *outline);

// Formats an outline as one JSON object: `definitions`, `resources`, `calls`, `variables`
// (positions by name, in the order of first use) and, if there are any, `warnings`. A position is
// `[line, column]`, both from 1, with columns in characters, as Puppet counts them.
//
// Errors: none except for NULL and PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_to_json(const pcty_puppet_outline *outline,
                                        pcty_string **out,
                                        pcty_error **error);

// Writes the numbers of the parts of an outline.
//
// Returns: false if `outline` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `outline` is NULL; `out` may be NULL.
bool pcty_puppet_outline_info(const pcty_puppet_outline *outline,
                              pcty_puppet_outline_data *out);

// Writes the definition at a position, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_definition_at(const pcty_puppet_outline *outline,
                                              size_t index,
                                              pcty_puppet_definition *out,
                                              pcty_error **error);

// Writes a parameter of a definition, by the positions of both, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_parameter_at(const pcty_puppet_outline *outline,
                                             size_t definition,
                                             size_t index,
                                             pcty_puppet_parameter *out,
                                             pcty_error **error);

// Returns a match of a node, by the positions of both, from 0.
//
// Returns: an empty text past an end.
// Ownership: the result is owned by `outline` and valid while it lives.
// NULL: returns an empty text.
pcty_str pcty_puppet_outline_match_at(const pcty_puppet_outline *outline,
                                      size_t definition,
                                      size_t index);

// Writes the resource expression at a position, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_resource_at(const pcty_puppet_outline *outline,
                                            size_t index,
                                            pcty_puppet_resource *out,
                                            pcty_error **error);

// Writes a body of a resource expression, by the positions of both, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_body_at(const pcty_puppet_outline *outline,
                                        size_t resource,
                                        size_t index,
                                        pcty_puppet_resource_body *out,
                                        pcty_error **error);

// Writes an attribute, by its position and those of its resource expression and its body, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_attribute_at(const pcty_puppet_outline *outline,
                                             size_t resource,
                                             size_t body,
                                             size_t index,
                                             pcty_puppet_attribute *out,
                                             pcty_error **error);

// Writes the call at a position, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_call_at(const pcty_puppet_outline *outline,
                                        size_t index,
                                        pcty_puppet_call_site *out,
                                        pcty_error **error);

// Writes a parameter of a call's lambda, by the positions of both, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_lambda_parameter_at(const pcty_puppet_outline *outline,
                                                    size_t call,
                                                    size_t index,
                                                    pcty_puppet_parameter *out,
                                                    pcty_error **error);

// Writes the use of a variable at a position, from 0.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_variable_at(const pcty_puppet_outline *outline,
                                            size_t index,
                                            pcty_puppet_variable *out,
                                            pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet's language: catalogs.
//
// A catalog contains the resources of one node. It is compiled from the folder of an environment
// (a control repository), or parsed from the JSON that a Puppet server or the library writes. Only
// files in the folders of the options are read.
// ----------------------------------------------------------------------------

// Compiles the catalog of a node. The functions of `puppetlabs/stdlib` that the library has are
// available, unless a module defines them.
//
// Returns: the catalog; in `diagnostics`, the warnings about the manifests and, if the options have
// no environment of the host, the first 1,000 warnings that the programs log.
// Errors: PCTY_ERROR_DIAGNOSTICS and the codes of `pcty_puppet_manifest_evaluate` with Puppet's
// message and the location in the file; PCTY_ERROR_SYNTAX also for text that is not JSON;
// PCTY_ERROR_VALUE for JSON of a different form; PCTY_ERROR_NOT_FOUND for a path that does not
// exist; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a number without a constant and a
// wrong `struct_size`; PCTY_ERROR_LIMIT; the error of a callback.
// Ownership: the caller owns `*out` and `*diagnostics`; the members of `options` remain owned by
// the caller.
// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_compile(const pcty_puppet_catalog_options *options,
                                        pcty_puppet_catalog **out,
                                        pcty_error **diagnostics,
                                        pcty_error **error);

// Parses the JSON form of a catalog, which a Puppet server or `pcty_puppet_catalog_to_json` writes.
// References in values remain strings.
//
// Errors: PCTY_ERROR_SYNTAX for text that is not JSON; PCTY_ERROR_VALUE for a document that is not
// a catalog; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`; the text is copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_parse(pcty_str json,
                                      pcty_puppet_catalog **out,
                                      pcty_error **error);

// Frees a catalog.
//
// NULL: no-op.
void pcty_puppet_catalog_free(pcty_puppet_catalog *catalog);

// Formats a catalog as the JSON that an agent receives (`catalog_format` 2). Virtual resources are
// not included.
//
// Errors: PCTY_ERROR_VALUE for a number that JSON does not have; PCTY_ERROR_INVALID_UTF8;
// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `options` (the defaults apply, without secrets) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_to_json(const pcty_puppet_catalog *catalog,
                                        const pcty_puppet_catalog_json_options *options,
                                        pcty_string **out,
                                        pcty_error **error);

// Writes the numbers of resources, edges and classes of a catalog.
//
// Returns: false if `catalog` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `catalog` is NULL; `out` may be NULL.
bool pcty_puppet_catalog_info(const pcty_puppet_catalog *catalog,
                              pcty_puppet_catalog_data *out);

// Writes the resource at a position, in the order of the creation.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: the texts in `*out` are owned by `catalog` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_resource_at(const pcty_puppet_catalog *catalog,
                                            size_t index,
                                            pcty_puppet_catalog_resource *out,
                                            pcty_error **error);

// Writes the position of the resource with a type and the title `name`, in the form that
// `pcty_puppet_catalog_resource_at` returns: `File` and `/etc/motd`, `Class` and `Profile::Web`.
//
// Errors: PCTY_ERROR_NOT_FOUND, PCTY_ERROR_INVALID_UTF8.
// Ownership: `*out` refers to nothing.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_resource_get(const pcty_puppet_catalog *catalog,
                                             pcty_str type_name,
                                             pcty_str name,
                                             size_t *out,
                                             pcty_error **error);

// Writes a parameter of the resource at a position, in the order of the assignment. Parameters
// whose value is undef are not included.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end of the resources or the parameters;
// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: the text and the value in `*out` are owned by `catalog` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_parameter_at(const pcty_puppet_catalog *catalog,
                                             size_t resource,
                                             size_t index,
                                             pcty_puppet_catalog_parameter *out,
                                             pcty_error **error);

// Returns the value of a parameter of the resource at a position by its name. A secret value is a
// Sensitive value.
//
// Ownership: owned by `catalog` and valid while it lives.
// NULL: returns NULL. Also returns NULL past the end and for a parameter that is not set.
const pcty_value *pcty_puppet_catalog_parameter_get(const pcty_puppet_catalog *catalog,
                                                    size_t resource,
                                                    pcty_str name);

// Returns a tag of the resource at a position, in the order of the tags.
//
// Ownership: owned by `catalog` and valid while it lives.
// NULL: returns no text. Also returns no text past the end of the resources or the tags.
pcty_str pcty_puppet_catalog_tag_at(const pcty_puppet_catalog *catalog,
                                    size_t resource,
                                    size_t index);

// Writes the edge at a position. Its members are positions for `pcty_puppet_catalog_resource_at`.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: `*out` refers to nothing.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_edge_at(const pcty_puppet_catalog *catalog,
                                        size_t index,
                                        pcty_puppet_catalog_edge *out,
                                        pcty_error **error);

// Returns the name of a class or node, in the order of the evaluation; the classes of the node
// classifier are first.
//
// Ownership: owned by `catalog` and valid while it lives.
// NULL: returns no text. Also returns no text past the end.
pcty_str pcty_puppet_catalog_class_at(const pcty_puppet_catalog *catalog,
                                      size_t index);

// Compares two catalogs of a node. The result is a JSON object with `added`, `removed`, `changed`,
// `added_classes` and `removed_classes`. Resources are the same if their types and titles are
// equal; a changed resource has both positions and both values of its changed parameters. Secret
// values are compared but not written.
//
// Errors: PCTY_ERROR_VALUE for a number that JSON does not have; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_diff(const pcty_puppet_catalog *old_catalog,
                                     const pcty_puppet_catalog *new_catalog,
                                     pcty_string **out,
                                     pcty_error **error);

// Checks that an agent can order the resources: the relationships of the catalog (`require`,
// `before`, `notify`, `subscribe`, containment) have no cycle.
//
// Errors: PCTY_ERROR_DIAGNOSTICS with a diagnostic `puppet.dependency-cycle` for each cycle, at its
// first resource; the other resources are related locations. PCTY_ERROR_LIMIT.
// Ownership: `catalog` remains owned by the caller.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_check_cycles(const pcty_puppet_catalog *catalog,
                                             pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet's language: lookups of Hiera data.
// ----------------------------------------------------------------------------

// Looks up a key in the Hiera data of an environment, as `puppet lookup` does without a
// compilation. Interpolations in the data can use facts, `$trusted`, `$server_facts` and the
// parameters of the node classifier.
//
// Returns: the value; in `explanation`, how it was found. The explanation shows data, except for
// Sensitive values.
// Errors: PCTY_ERROR_DIAGNOSTICS if there is no data and no default value, and for errors in the
// data; otherwise those of `pcty_puppet_catalog_compile`. If `explanation` is not NULL, the
// `detail` of the first diagnostic is the explanation of the search that failed.
// Ownership: the caller owns `*out` and `*explanation`; the members of the options remain owned by
// the caller.
// NULL: `lookup_options` (the defaults apply), `explanation` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_lookup(pcty_str key,
                               const pcty_puppet_catalog_options *options,
                               const pcty_puppet_lookup_options *lookup_options,
                               pcty_value **out,
                               pcty_string **explanation,
                               pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_PUPPET_LANGUAGE_H
