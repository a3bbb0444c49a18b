// polycty: the type systems of the configuration languages over one universe of
// types and values.
//
// This file is generated from src/ffi; `make header` renews it.
//
// How to read it: first come the handles (what there is), each with an example;
// then the plain data that crosses (strings, enumerations, structs); then the
// functions in sections, in the order in which a newcomer needs them.
//
// The rules that hold everywhere:
//
// - Ownership. What a function gives through a `T *` or an out parameter `T **`
//   is the caller's and goes to `pcty_<noun>_free`, which takes NULL as a no-op.
//   What it gives as a `const T *` is lent: the comment says from whom and for
//   how long. No function takes a handle away from its caller, save the frees.
//   Nothing here is ever released with libc's `free`.
// - Errors. A function that can fail returns a `pcty_status`, writes its outputs
//   only on PCTY_OK, and takes a last `pcty_error **error`, which may be NULL; on
//   a failure, and only then, it gives there an error that the caller frees.
// - NULL. A pointer that may be NULL is named in the comment's "NULL:" line; any
//   other one gives PCTY_ERROR_INVALID_ARGUMENT, or, where a function returns no
//   status, the answer named there. An array of no elements may be NULL. A pointer
//   that is not NULL must be valid.
// - Enumerations are numbers of 32 bits with named constants; one that has no name
//   gives PCTY_ERROR_INVALID_ARGUMENT.
// - Threads. Types, values, marks, groups, functions, converters, unifications,
//   translations, aliases, schemes, signatures, outcomes, expressions, specs, bodies and what
//   they contain, defaults, errors and lists of them never change once they are made and
//   may be used by any number of threads at once, their frees and clones included. Paths,
//   path sets, scopes, refinement builders, iterations, unifiers, lists of invariants,
//   solvers, and errors while they are being built, belong to one thread at a time; as
//   long as nobody changes a scope of HCL, any number may evaluate in it.
// - Callbacks run on the thread that called in and may call the library again, but may
//   not free what the running call was given. The library holds no lock meanwhile.
//   `destroy` alone may run on another thread: the one that dropped the last reference.
//   A callback that unwinds or longjmps through the library is undefined behaviour.
// - The library keeps no last error, starts no threads, prints nothing and never
//   ends the process. Nesting is bounded everywhere.

#ifndef POLYCTY_H
#define POLYCTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this header. `pcty_version` tells the library's.
#define PCTY_VERSION_MAJOR 0
#define PCTY_VERSION_MINOR 1
#define PCTY_VERSION_PATCH 0

// ============================================================================
// THE HANDLES
// ============================================================================

// Text of the caller's own; MessagePack too, whose bytes are not UTF-8.
//
// ```c
// static void show_number(const pcty_value *number) {
//     pcty_string *text;
//     if (pcty_value_number_text(number, &text, NULL) == PCTY_OK) {
//         puts(pcty_string_cstr(text));
//         pcty_string_free(text);
//     }
// }
// ```
typedef struct pcty_string pcty_string;

// What went wrong: a code, a message, the path to the part at fault, and, where there
// are such, the argument's index, the wanted and the found type, the byte of the input
// and diagnostics about a source text.
//
// ```c
// static int64_t read_port(const pcty_value *value) {
//     int64_t port;
//     pcty_error *error;
//     if (pcty_value_as_int64(value, &port, &error) != PCTY_OK) {
//         pcty_string *line = pcty_error_line(error);
//         fprintf(stderr, "%s\n", pcty_string_cstr(line));
//         pcty_string_free(line);
//         pcty_error_free(error);
//         return -1;
//     }
//     return port;
// }
// ```
typedef struct pcty_error pcty_error;

// The steps from a value to a part of it, from the outside in, each into an attribute
// of an object or to an index of a list, tuple, map or set.
//
// ```c
// static void print_path(const pcty_error *error) {
//     const pcty_path *path = pcty_error_path(error);
//     for (size_t i = 0; i < pcty_path_length(path); i++) {
//         if (pcty_path_step_kind(path, i) == PCTY_STEP_ATTRIBUTE) {
//             pcty_str name = pcty_path_step_name(path, i);
//             printf(".%.*s", (int)name.len, name.data);
//         }
//     }
// }
// ```
typedef struct pcty_path pcty_path;

// A type of the universe. Never changes; any number of threads may use it at once.
//
// ```c
// static bool takes_ports(const pcty_type *wanted) {
//     pcty_type *ports = NULL;
//     if (pcty_type_list(pcty_type_number(), &ports, NULL) != PCTY_OK) {
//         return false;
//     }
//     bool same = pcty_type_equal(wanted, ports);
//     pcty_type_free(ports);
//     return same;
// }
// ```
typedef struct pcty_type pcty_type;

// A set of mutually recursive type definitions. Never changes; any number of threads may
// use it at once.
//
// ```c
// // A tree is a list of trees.
// static pcty_type *tree_type(void) {
//     pcty_scope *scope = pcty_scope_new();
//     pcty_type *tree = pcty_scope_variable(scope, 0); // stands for definition 0
//     pcty_type *trees = NULL, *reference = NULL;
//     pcty_type_list(tree, &trees, NULL);
//     const pcty_str names[] = {PCTY_STR_INIT("Tree")};
//     const pcty_type *definitions[] = {trees};
//     pcty_group *group = NULL;
//     if (pcty_group_new(scope, names, definitions, 1, &group, NULL) == PCTY_OK) {
//         pcty_group_reference(group, 0, &reference, NULL);
//     }
//     pcty_group_free(group);
//     pcty_type_free(trees);
//     pcty_type_free(tree);
//     pcty_scope_free(scope);
//     return reference; // keeps the group alive
// }
// ```
typedef struct pcty_group pcty_group;

// Whose unification variables are. Two scopes never share a variable. One thread at a
// time.
//
// ```c
// static pcty_type *list_of_something(pcty_scope *scope) {
//     pcty_type *variable = pcty_scope_fresh(scope), *list = NULL;
//     pcty_type_list(variable, &list, NULL);
//     pcty_type_free(variable);
//     return list;
// }
// ```
typedef struct pcty_scope pcty_scope;

// A value: null or unknown of any type, a scalar, a list, set, tuple, map or object, a
// capsule, a type, or what only one dialect has. Never changes; any number of threads
// may use it at once.
//
// ```c
// static void make_server(void) {
//     pcty_value *name = NULL, *server = NULL;
//     pcty_value *port = pcty_value_number_from_int64(5432);
//     pcty_value_string(PCTY_STR("db"), &name, NULL);
//     const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("port")};
//     const pcty_value *values[] = {name, port};
//     if (pcty_value_object(names, values, 2, &server, NULL) == PCTY_OK) {
//         const pcty_value *lent = pcty_value_attribute(server, PCTY_STR("name"));
//         pcty_str text;
//         if (pcty_value_as_string(lent, &text, NULL) == PCTY_OK) {
//             printf("%.*s\n", (int)text.len, text.data);
//         }
//     }
//     pcty_value_free(server);
//     pcty_value_free(port);
//     pcty_value_free(name);
// }
// ```
typedef struct pcty_value pcty_value;

// A set of marks, which are texts, sorted by their bytes. Never changes; any number of
// threads may use it at once.
//
// ```c
// static bool is_sensitive(const pcty_value *value) {
//     return pcty_marks_contain(pcty_value_marks(value), PCTY_STR("sensitive"));
// }
// ```
typedef struct pcty_marks pcty_marks;

// A set of paths. One thread at a time while it changes.
//
// ```c
// static bool was_seen(pcty_path_set *seen, const pcty_path *path) {
//     if (pcty_path_set_contains(seen, path)) {
//         return true;
//     }
//     pcty_path_set_insert(seen, path, NULL);
//     return false;
// }
// ```
typedef struct pcty_path_set pcty_path_set;

// Gathers what is known of one value. It belongs to one thread at a time.
//
// ```c
// static pcty_value *unknown_url(void) {
//     pcty_value *unknown = pcty_value_unknown(pcty_type_string());
//     pcty_value *url = NULL;
//     pcty_refinement_builder *builder = pcty_refinement_builder_new(unknown);
//     pcty_refinement_builder_not_null(builder, NULL);
//     pcty_refinement_builder_prefix(builder, PCTY_STR("https://"), NULL);
//     pcty_refinement_builder_build(builder, &url, NULL);
//     pcty_refinement_builder_free(builder);
//     pcty_value_free(unknown);
//     return url;
// }
// ```
typedef struct pcty_refinement_builder pcty_refinement_builder;

// A conversion from one type to another, compiled once. Never changes; any number of
// threads may use it at once.
//
// ```c
// static pcty_value *number_of(const pcty_value *text) {
//     pcty_converter *converter = NULL;
//     pcty_value *number = NULL;
//     if (pcty_converter_new(PCTY_DIALECT_HCL, pcty_type_string(), pcty_type_number(),
//                            PCTY_SAFETY_UNSAFE, &converter, NULL) == PCTY_OK) {
//         pcty_converter_apply(converter, text, &number, NULL);
//     }
//     pcty_converter_free(converter);
//     return number;
// }
// ```
typedef struct pcty_converter pcty_converter;

// All that is wrong with a value, each fault an error with its path. Never changes; any
// number of threads may use it at once.
//
// ```c
// static size_t report(const pcty_value *value, const pcty_type *wanted) {
//     pcty_error_list *faults = NULL;
//     if (pcty_value_check(value, PCTY_DIALECT_HCL, wanted, &faults, NULL) != PCTY_OK) {
//         return 0;
//     }
//     size_t count = pcty_error_list_count(faults);
//     for (size_t i = 0; i < count; i++) {
//         pcty_string *line = pcty_error_line(pcty_error_list_get(faults, i));
//         puts(pcty_string_cstr(line));
//         pcty_string_free(line);
//     }
//     pcty_error_list_free(faults);
//     return count;
// }
// ```
typedef struct pcty_error_list pcty_error_list;

// The type that all of several types convert to, and their converters. Never changes; any
// number of threads may use it at once.
//
// ```c
// static pcty_type *common_type(const pcty_type *a, const pcty_type *b) {
//     const pcty_type *types[2];
//     types[0] = a, types[1] = b;
//     pcty_unification *unified = NULL;
//     pcty_type *common = NULL;
//     if (pcty_type_unify(PCTY_DIALECT_HCL, types, 2, PCTY_SAFETY_UNSAFE, &unified, NULL) ==
//         PCTY_OK) {
//         common = pcty_type_clone(pcty_unification_type(unified));
//     }
//     pcty_unification_free(unified);
//     return common;
// }
// ```
typedef struct pcty_unification pcty_unification;

// A function that can be called with values. Never changes; any number of threads may
// call it at once.
//
// ```c
// static pcty_status add(void *user_data, const pcty_value *const *args, size_t count,
//                        const pcty_type *return_type, pcty_value **out,
//                        pcty_error **error) {
//     int64_t a, b;
//     (void)user_data, (void)count, (void)return_type;
//     pcty_status status = pcty_value_as_int64(args[0], &a, error);
//     if (status == PCTY_OK) {
//         status = pcty_value_as_int64(args[1], &b, error);
//     }
//     if (status == PCTY_OK) {
//         *out = pcty_value_number_from_int64(a + b);
//     }
//     return status;
// }
//
// static pcty_function *make_add(void) {
//     pcty_parameter parameters[] = {PCTY_PARAMETER_INIT, PCTY_PARAMETER_INIT};
//     parameters[0].name = PCTY_STR("a");
//     parameters[0].type = pcty_type_number();
//     parameters[1].name = PCTY_STR("b");
//     parameters[1].type = pcty_type_number();
//     pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
//     spec.parameters = parameters;
//     spec.parameter_count = 2;
//     spec.return_type = pcty_type_number();
//     spec.implementation = add;
//     pcty_function *function = NULL;
//     pcty_function_new(&spec, &function, NULL);
//     return function;
// }
// ```
typedef struct pcty_function pcty_function;

// Variables and functions by name. One thread at a time while it changes; as long as
// nobody changes it, any number may evaluate in it.
//
// ```c
// static pcty_hcl_scope *scope_of(const pcty_value *environment) {
//     pcty_hcl_scope *scope = pcty_hcl_scope_new();
//     pcty_hcl_scope_set_variable(scope, PCTY_STR("env"), environment, NULL);
//     pcty_hcl_scope_set_standard_functions(scope, NULL);
//     return scope; // "${upper(env.REGION)}-1" has a value in it
// }
// ```
typedef struct pcty_hcl_scope pcty_hcl_scope;

// An expression as it was read. Never changes; any number of threads may evaluate it at
// once, each in a scope of its own.
//
// ```c
// static pcty_value *evaluated(pcty_str file, pcty_str text, const pcty_hcl_scope *scope) {
//     pcty_hcl_expression *expression = NULL;
//     pcty_value *value = NULL;
//     pcty_error *error = NULL;
//     if (pcty_hcl_expression_parse(PCTY_HCL_NATIVE, file, text, &expression, &error) !=
//             PCTY_OK ||
//         pcty_hcl_expression_evaluate(expression, scope, &value, &error) != PCTY_OK) {
//         pcty_string *told = pcty_error_text(error); // each diagnostic with its lines
//         fprintf(stderr, "%s\n", pcty_string_cstr(told));
//         pcty_string_free(told);
//         pcty_error_free(error);
//     }
//     pcty_hcl_expression_free(expression);
//     return value;
// }
// ```
typedef struct pcty_hcl_expression pcty_hcl_expression;

// Expressions in order, such as the elements of a list that is not evaluated. Never
// changes; any number of threads may use it at once.
//
// ```c
// // The names in `[create, destroy]`.
// static void print_keywords(const pcty_hcl_expression *expression) {
//     pcty_hcl_expressions *elements = NULL;
//     if (pcty_hcl_expression_list(expression, &elements, NULL) == PCTY_OK) {
//         for (size_t i = 0; i < pcty_hcl_expressions_count(elements); i++) {
//             pcty_string *word = pcty_hcl_expression_keyword(pcty_hcl_expressions_at(elements, i));
//             puts(word == NULL ? "?" : pcty_string_cstr(word));
//             pcty_string_free(word);
//         }
//         pcty_hcl_expressions_free(elements);
//     }
// }
// ```
typedef struct pcty_hcl_expressions pcty_hcl_expressions;

// Traversals in order. Never changes; any number of threads may use it at once.
//
// ```c
// static void print_variables(const pcty_hcl_expression *expression) {
//     pcty_hcl_traversals *found = pcty_hcl_expression_variables(expression);
//     for (size_t i = 0; i < pcty_hcl_traversals_count(found); i++) {
//         pcty_range range = pcty_hcl_traversals_range(found, i);
//         pcty_str name = pcty_path_step_name(pcty_hcl_traversals_path(found, i), 0);
//         printf("%.*s in line %u\n", (int)name.len, name.data, (unsigned)range.start.line);
//     }
//     pcty_hcl_traversals_free(found);
// }
// ```
typedef struct pcty_hcl_traversals pcty_hcl_traversals;

// The defaults inside a type. Never changes; any number of threads may use it at once.
//
// ```c
// // The value with its defaults, as one of the type; NULL if it is none.
// static pcty_value *complete(pcty_str type_text, const pcty_value *given) {
//     pcty_type *type = NULL;
//     pcty_hcl_defaults *defaults = NULL;
//     pcty_value *filled = NULL, *converted = NULL;
//     if (pcty_hcl_type_parse(PCTY_HCL_NATIVE, PCTY_STR("type"), type_text,
//                             PCTY_HCL_TYPE_DEFAULTS, &type, &defaults, NULL) == PCTY_OK &&
//         pcty_hcl_defaults_apply(defaults, given, &filled, NULL) == PCTY_OK) {
//         pcty_value_convert(filled, PCTY_DIALECT_HCL, type, &converted, NULL);
//     }
//     pcty_value_free(filled);
//     pcty_hcl_defaults_free(defaults);
//     pcty_type_free(type);
//     return converted;
// }
// ```
typedef struct pcty_hcl_defaults pcty_hcl_defaults;

// Arguments and blocks as they were read. Never changes; any number of threads may use it
// at once.
//
// ```c
// // Reads `port = ...` and passes over whatever else there is.
// static pcty_value *port_of(pcty_str file, pcty_str text, const pcty_hcl_scope *scope) {
//     const pcty_hcl_attribute_schema wanted[] = {{PCTY_STR_INIT("port"), true}};
//     pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
//     schema.attributes = wanted;
//     schema.attribute_count = 1;
//     pcty_hcl_body *body = NULL;
//     pcty_hcl_content *content = NULL;
//     pcty_value *port = NULL;
//     if (pcty_hcl_body_parse(PCTY_HCL_NATIVE, file, text, &body, NULL) == PCTY_OK &&
//         pcty_hcl_body_split(body, &schema, &content, NULL, NULL) == PCTY_OK) {
//         const pcty_hcl_attribute *found = pcty_hcl_content_attribute(content, PCTY_STR("port"));
//         pcty_hcl_expression_evaluate(pcty_hcl_attribute_expression(found), scope, &port, NULL);
//     }
//     pcty_hcl_content_free(content);
//     pcty_hcl_body_free(body);
//     return port;
// }
// ```
typedef struct pcty_hcl_body pcty_hcl_body;

// An argument of a body; lent by what the body contains.
//
// ```c
// static pcty_value *value_of(const pcty_hcl_attribute *attribute, const pcty_hcl_scope *scope) {
//     pcty_value *value = NULL;
//     pcty_hcl_expression_evaluate(pcty_hcl_attribute_expression(attribute), scope, &value, NULL);
//     return value;
// }
// ```
typedef struct pcty_hcl_attribute pcty_hcl_attribute;

// A block of a body; lent by what the body contains.
//
// ```c
// static pcty_hcl_body *body_of(const pcty_hcl_block *block) {
//     return pcty_hcl_body_clone(pcty_hcl_block_body(block)); // outlives the block
// }
// ```
typedef struct pcty_hcl_block pcty_hcl_block;

// What a body contains. Never changes; any number of threads may use it at once.
//
// ```c
// static void print_content(const pcty_hcl_content *content) {
//     for (size_t i = 0; i < pcty_hcl_content_attribute_count(content); i++) {
//         pcty_str name = pcty_hcl_attribute_name(pcty_hcl_content_attribute_at(content, i));
//         printf("%.*s = ...\n", (int)name.len, name.data);
//     }
//     for (size_t i = 0; i < pcty_hcl_content_block_count(content); i++) {
//         pcty_str type = pcty_hcl_block_type(pcty_hcl_content_block_at(content, i));
//         printf("%.*s { ... }\n", (int)type.len, type.data);
//     }
// }
// ```
typedef struct pcty_hcl_content pcty_hcl_content;

// How a body becomes a value. Never changes; any number of threads may use it at once.
//
// ```c
// static pcty_error *check_port(void *user_data, const pcty_value *port) {
//     int64_t number;
//     (void)user_data;
//     if (pcty_value_as_int64(port, &number, NULL) != PCTY_OK || number < 65536) {
//         return NULL; // an unknown port will be known another time
//     }
//     return pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("ports end at 65535"));
// }
//
// // service "web" { port = 80 } becomes {name = "web", port = 80}, and all of them a list.
// static pcty_value *services(const pcty_hcl_body *body, const pcty_hcl_scope *scope) {
//     pcty_hcl_spec *parts[2] = {NULL, NULL}, *port = NULL, *service = NULL, *all = NULL;
//     pcty_value *value = NULL;
//     const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("port")};
//     pcty_hcl_spec_block_label(0, names[0], &parts[0], NULL);
//     pcty_hcl_spec_attribute(names[1], pcty_type_number(), true, &port, NULL);
//     pcty_hcl_spec_validate(port, check_port, NULL, NULL, &parts[1], NULL);
//     pcty_hcl_spec_object(names, (const pcty_hcl_spec *const *)parts, 2, &service, NULL);
//     pcty_hcl_spec_block_list(PCTY_STR("service"), service, 0, 0, &all, NULL);
//     pcty_hcl_spec_decode(all, body, scope, &value, NULL);
//     pcty_hcl_spec_free(all);
//     pcty_hcl_spec_free(service);
//     pcty_hcl_spec_free(port);
//     pcty_hcl_spec_free(parts[0]);
//     pcty_hcl_spec_free(parts[1]);
//     return value;
// }
// ```
typedef struct pcty_hcl_spec pcty_hcl_spec;

// Types of variables and functions by name. One thread at a time while it changes; as long
// as nobody changes it, any number may check in it.
//
// ```c
// // In it "${upper(server.address)}" is an output of a string.
// static pcty_pcl_scope *types_around(const pcty_type *server) {
//     pcty_param text;
//     text.name = PCTY_STR("text");
//     text.type = pcty_type_string();
//     pcty_func_type parts = PCTY_FUNC_TYPE_INIT;
//     parts.params = PCTY_PARAMS_LISTED;
//     parts.positional = &text;
//     parts.positional_count = 1;
//     parts.result = pcty_type_string();
//     pcty_type *upper = NULL;
//     pcty_pcl_scope *scope = pcty_pcl_scope_new();
//     if (pcty_type_func(&parts, &upper, NULL) == PCTY_OK) {
//         pcty_pcl_scope_set_function(scope, PCTY_STR("upper"), upper, NULL);
//     }
//     pcty_pcl_scope_set_variable(scope, PCTY_STR("server"), server, NULL);
//     pcty_type_free(upper);
//     return scope;
// }
// ```
typedef struct pcty_pcl_scope pcty_pcl_scope;

// An expression that was checked, with the types of all of its nodes. Never changes; any
// number of threads may use it at once.
//
// ```c
// // Prints what is wrong with an argument of a resource that wants a type.
// static bool check(const pcty_hcl_expression *given, const pcty_pcl_scope *scope,
//                   const pcty_type *wanted) {
//     pcty_pcl_bound *bound = NULL;
//     pcty_error *refused = NULL;
//     pcty_conversion kind;
//     if (pcty_pcl_bound_new(given, scope, NULL, &bound, NULL) != PCTY_OK) {
//         return false;
//     }
//     pcty_string *told = pcty_error_text(pcty_pcl_bound_diagnostics(bound));
//     if (pcty_pcl_bound_accepted_as(bound, wanted, &kind, &refused) != PCTY_OK) {
//         pcty_string_free(told);
//         told = pcty_error_text(refused); // with the line that it is about
//     }
//     if (told != NULL) {
//         puts(pcty_string_cstr(told));
//     }
//     bool good = refused == NULL && !pcty_pcl_bound_has_errors(bound);
//     pcty_string_free(told);
//     pcty_error_free(refused);
//     pcty_pcl_bound_free(bound);
//     return good;
// }
// ```
typedef struct pcty_pcl_bound pcty_pcl_bound;

// A node of an expression that was checked. Never changes; any number of threads may use it
// at once.
//
// ```c
// static void print_types(const pcty_pcl_node *node, int depth) {
//     pcty_string *type = pcty_pcl_type_display(pcty_pcl_node_type(node), PCTY_PCL_COLUMNS);
//     printf("%*s%s\n", depth, "", pcty_string_cstr(type));
//     pcty_string_free(type);
//     for (size_t i = 0; i < pcty_pcl_node_child_count(node); i++) {
//         print_types(pcty_pcl_node_child(node, i), depth + 1);
//     }
// }
// ```
typedef struct pcty_pcl_node pcty_pcl_node;

// Type aliases by name. Never changes; any number of threads may use it at once.
//
// ```c
// static pcty_puppet_aliases *port_aliases(void) {
//     const pcty_str names[] = {PCTY_STR_INIT("Port"), PCTY_STR_INIT("Ports")};
//     const pcty_str notations[] = {PCTY_STR_INIT("Integer[0, 65535]"),
//                                   PCTY_STR_INIT("Variant[Port, Array[Ports]]")};
//     pcty_puppet_aliases *aliases = NULL;
//     pcty_error *error = NULL;
//     if (pcty_puppet_aliases_new(NULL, names, notations, 2, &aliases, &error) != PCTY_OK) {
//         pcty_string *line = pcty_error_line(error); // begins with the alias's name
//         fprintf(stderr, "%s\n", pcty_string_cstr(line));
//         pcty_string_free(line);
//         pcty_error_free(error);
//     }
//     return aliases;
// }
// ```
typedef struct pcty_puppet_aliases pcty_puppet_aliases;

// What a type still has to give, at both ends. Values are made as they are asked for. One
// thread at a time.
//
// ```c
// static size_t count_of(const pcty_type *type) {
//     pcty_puppet_iteration *values = NULL;
//     size_t count = 0;
//     if (pcty_puppet_iteration_new(type, &values, NULL) == PCTY_OK) {
//         pcty_value *value;
//         while ((value = pcty_puppet_iteration_next(values)) != NULL) {
//             pcty_value_free(value);
//             count++;
//         }
//     }
//     pcty_puppet_iteration_free(values);
//     return count;
// }
// ```
typedef struct pcty_puppet_iteration pcty_puppet_iteration;

// Equations between types with variables, and their most general solution. One thread at
// a time.
//
// ```c
// static pcty_type *what_a_list_holds(const pcty_type *list) {
//     pcty_unifier *unifier = pcty_unifier_new();
//     pcty_type *element = pcty_unifier_fresh(unifier), *wanted = NULL, *found = NULL;
//     if (pcty_type_list(element, &wanted, NULL) == PCTY_OK &&
//         pcty_unifier_unify(unifier, wanted, list, NULL) == PCTY_OK) {
//         pcty_unifier_resolve(unifier, element, &found, NULL);
//     }
//     pcty_type_free(wanted);
//     pcty_type_free(element);
//     pcty_unifier_free(unifier);
//     return found;
// }
// ```
typedef struct pcty_unifier pcty_unifier;

// A type that holds for all types in place of some of its variables. Never changes; any
// number of threads may use it at once.
//
// ```c
// static pcty_scheme *for_all(const pcty_type *type_with_variables) {
//     return pcty_scheme_closed(type_with_variables);
// }
// ```
typedef struct pcty_scheme pcty_scheme;

// What a function takes and gives. Never changes; any number of threads may use it at
// once.
//
// ```c
// static pcty_signature *from_one_to_the_other(const pcty_type *one, const pcty_type *other) {
//     pcty_param param;
//     param.name = PCTY_STR("input");
//     param.type = one;
//     pcty_func_type parts = PCTY_FUNC_TYPE_INIT;
//     parts.params = PCTY_PARAMS_LISTED;
//     parts.positional = &param;
//     parts.positional_count = 1;
//     parts.result = other;
//     pcty_type *type = NULL;
//     pcty_signature *signature = NULL;
//     if (pcty_type_func(&parts, &type, NULL) == PCTY_OK) {
//         pcty_signature_new(type, &signature, NULL);
//     }
//     pcty_type_free(type);
//     return signature;
// }
// ```
typedef struct pcty_signature pcty_signature;

// What has to hold, one after the other. One thread at a time.
//
// ```c
// static pcty_invariants *either(uint64_t expr, const pcty_type *one, const pcty_type *other) {
//     pcty_invariants *alternatives[2], *all = pcty_invariants_new();
//     alternatives[0] = pcty_invariants_new();
//     alternatives[1] = pcty_invariants_new();
//     pcty_invariants_type(alternatives[0], expr, one, NULL);
//     pcty_invariants_type(alternatives[1], expr, other, NULL);
//     pcty_invariants_any(all, (const pcty_invariants *const *)alternatives, 2, NULL);
//     pcty_invariants_free(alternatives[0]);
//     pcty_invariants_free(alternatives[1]);
//     return all;
// }
// ```
typedef struct pcty_invariants pcty_invariants;

// Schemes, in order. Never changes; any number of threads may use it at once.
//
// ```c
// static pcty_scheme *generalise(pcty_solver *solver, uint64_t expr) {
//     pcty_scheme_list *schemes = NULL;
//     pcty_scheme *scheme = NULL;
//     if (pcty_solver_leave(solver, &expr, 1, &schemes, NULL) == PCTY_OK) {
//         scheme = pcty_scheme_clone(pcty_scheme_list_get(schemes, 0));
//     }
//     pcty_scheme_list_free(schemes);
//     return scheme;
// }
// ```
typedef struct pcty_scheme_list pcty_scheme_list;

// Finds the types of expressions. One thread at a time.
//
// ```c
// static void solve(const pcty_invariants *invariants) {
//     uint32_t first;
//     pcty_outcome *outcome = NULL;
//     pcty_solver *solver = pcty_solver_new();
//     if (pcty_solver_add(solver, invariants, &first, NULL) == PCTY_OK &&
//         pcty_solver_solve(solver, &outcome, NULL) == PCTY_OK &&
//         pcty_outcome_kind(outcome) == PCTY_OUTCOME_CONFLICT) {
//         printf("number %u cannot hold\n", (unsigned)pcty_outcome_first(outcome));
//     }
//     pcty_outcome_free(outcome);
//     pcty_solver_free(solver);
// }
// ```
typedef struct pcty_solver pcty_solver;

// Two types that cannot be equal, and the invariants that say that they are. Lent by an
// outcome.
//
// ```c
// static void print_chain(const pcty_clash *clash) {
//     pcty_str reason = pcty_clash_reason(clash);
//     printf("%.*s, by", (int)reason.len, reason.data);
//     for (size_t i = 0; i < pcty_clash_chain_length(clash); i++) {
//         printf(" %u", (unsigned)pcty_clash_chain(clash, i));
//     }
//     printf("\n");
// }
// ```
typedef struct pcty_clash pcty_clash;

// What a solver has found. Never changes; any number of threads may use it at once.
//
// ```c
// static void print_missing(const pcty_outcome *outcome) {
//     for (size_t i = 0; i < pcty_outcome_annotation_count(outcome); i++) {
//         printf("say the type of expression %u\n",
//                (unsigned)pcty_outcome_annotation_expr(outcome, i));
//     }
// }
// ```
typedef struct pcty_outcome pcty_outcome;

// The nearest type that another dialect can say, what holds between the two, and where
// and why precision was lost. Never changes; any number of threads may use it at once.
//
// ```c
// static bool same_in_hcl(const pcty_type *of_puppet) {
//     pcty_translation *translation = NULL;
//     bool same = pcty_type_translate(of_puppet, PCTY_DIALECT_PUPPET, PCTY_DIALECT_HCL,
//                                     &translation, NULL) == PCTY_OK &&
//                 pcty_translation_fit(translation) == PCTY_FIT_EXACT;
//     pcty_translation_free(translation);
//     return same;
// }
// ```
typedef struct pcty_translation pcty_translation;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Versions: does the library fit the header?

// The version of the ABI: it changes when what was compiled against an older header
// would no longer work.
#define PCTY_ABI_VERSION 0

// --- Statuses: how did a call end?

// How a call ended: PCTY_OK or one of PCTY_ERROR_*.
typedef uint32_t pcty_status;
// It succeeded.
#define PCTY_OK 0
// An argument that no call may have: NULL, out of range, of another kind.
#define PCTY_ERROR_INVALID_ARGUMENT 1
// Text that is not UTF-8.
#define PCTY_ERROR_INVALID_UTF8 2
// Input that does not follow its grammar.
#define PCTY_ERROR_SYNTAX 3
// A type or value that is not of the type that was wanted.
#define PCTY_ERROR_TYPE 4
// A value that cannot be converted to the type that was wanted, or not without loss.
#define PCTY_ERROR_CONVERSION 5
// Something that the format, the dialect or the operation does not have.
#define PCTY_ERROR_UNSUPPORTED 6
// An attribute, index, key or name that does not exist.
#define PCTY_ERROR_NOT_FOUND 7
// A limit that keeps time and memory bounded.
#define PCTY_ERROR_LIMIT 8
// Arithmetic without an answer, such as zero divided by zero.
#define PCTY_ERROR_ARITHMETIC 9
// A null where a value is needed.
#define PCTY_ERROR_NULL 10
// An unknown where a known value is needed.
#define PCTY_ERROR_UNKNOWN 11
// A mark where there may be none.
#define PCTY_ERROR_MARKED 12
// What a function or another callback of the host reported.
#define PCTY_ERROR_CALLBACK 13
// A callback that broke its contract.
#define PCTY_ERROR_MISBEHAVED 14
// A fault of the library itself.
#define PCTY_ERROR_INTERNAL 15
// Whatever the error's diagnostics tell.
#define PCTY_ERROR_DIAGNOSTICS 16

// --- Strings: text that crosses.

// Text as a pointer and a length in bytes. It owns nothing.
typedef struct {
    // UTF-8; need not be terminated and may contain NUL. NULL where there is no text,
    // which as an argument counts as the empty text if `len` is 0.
    const char *data;
    // The number of bytes.
    size_t len;
} pcty_str;

// --- Errors: what went wrong, where, and what was wanted?

// How bad a finding is.
typedef uint32_t pcty_severity;
// It failed.
#define PCTY_SEVERITY_ERROR 1
// It may be a mistake.
#define PCTY_SEVERITY_WARNING 2

// A place in a source text.
typedef struct {
    // The line, from 1.
    uint32_t line;
    // The column in grapheme clusters, from 1.
    uint32_t column;
    // The byte, from 0.
    size_t byte;
} pcty_position;

// A stretch of a source text; the end is exclusive.
typedef struct {
    // Where it starts.
    pcty_position start;
    // Where it ends, exclusive.
    pcty_position end;
} pcty_range;

// One finding about a source text or a value. Start from PCTY_DIAGNOSTIC_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // How bad it is.
    pcty_severity severity;
    // What it is, in a few words.
    pcty_str summary;
    // The whole story, in sentences.
    pcty_str detail;
    // Whether it is about a stretch of the source text.
    bool has_subject;
    // That stretch, if `has_subject`.
    pcty_range subject;
    // Whether there is a stretch around the subject that helps to understand it.
    bool has_context;
    // That stretch, if `has_context`.
    pcty_range context;
    // Text that may have been meant in place of the subject; empty if there is none.
    pcty_str suggestion;
    // The name of the text that the stretches are of; empty if it is the error's own, or
    // not known.
    pcty_str file;
    // That text, for snippets; empty if it is the error's own, or not known.
    pcty_str source;
} pcty_diagnostic;

// How an error reads as text.
typedef uint32_t pcty_render;
// Characters alone; carets stand under what a diagnostic is about.
#define PCTY_RENDER_PLAIN 1
// With the colours of ANSI terminals, too.
#define PCTY_RENDER_COLOUR 2

// --- Paths: where inside a value is it?

// What a step of a path goes into.
typedef uint32_t pcty_step_kind;
// There is no such step.
#define PCTY_STEP_NONE 0
// An attribute of an object.
#define PCTY_STEP_ATTRIBUTE 1
// An element of a list, tuple, map or set.
#define PCTY_STEP_INDEX 2

// --- Types: making them.

// An inclusive range of sizes.
typedef struct {
    // The smallest size.
    uint64_t min;
    // The largest size, or PCTY_SIZE_UNLIMITED.
    uint64_t max;
} pcty_size_range;

// No upper bound.
#define PCTY_SIZE_UNLIMITED UINT64_MAX

// Whether the case of letters counts.
typedef uint32_t pcty_case;
// It counts.
#define PCTY_CASE_SENSITIVE 0
// It does not.
#define PCTY_CASE_IGNORED 1

// Whether a field, or a function's block, may be missing.
typedef uint32_t pcty_presence;
// It has to be there.
#define PCTY_REQUIRED 0
// It may be missing.
#define PCTY_OPTIONAL 1

// A field of an object type.
typedef struct {
    // The name.
    pcty_str name;
    // The type.
    const pcty_type *type;
    // Whether the field may be missing.
    pcty_presence presence;
} pcty_field;

// A parameter of a nominal type: a type, a single value, or the place left at its
// default.
typedef struct {
    // The type, or NULL.
    const pcty_type *type;
    // The value, or NULL: a known bool, number, integer, float or string. Where `type` is
    // not NULL this has to be.
    const pcty_value *value;
} pcty_nominal_param;

// --- Function types.

// A parameter of a function type.
typedef struct {
    // The name; `data` is NULL where it has none.
    pcty_str name;
    // The type.
    const pcty_type *type;
} pcty_param;

// Whether a function type says what its parameters are.
typedef uint32_t pcty_params;
// Any parameters will do.
#define PCTY_PARAMS_ANY 0
// It says them.
#define PCTY_PARAMS_LISTED 1

// The parts of a function type. Start from PCTY_FUNC_TYPE_INIT, which is the type of
// every function.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether it says what the parameters are; if not, the next four members have to be
    // empty.
    pcty_params params;
    // The positional parameters.
    const pcty_param *positional;
    // How many there are.
    size_t positional_count;
    // What any further arguments must be, or NULL.
    const pcty_param *variadic;
    // How many arguments there may be, or NULL where that is the number of positional
    // parameters.
    const pcty_size_range *size;
    // The type of the block parameter, or NULL.
    const pcty_type *block;
    // Whether the caller may leave the block away.
    pcty_presence block_presence;
    // The type of the result, or NULL where it is not said.
    const pcty_type *result;
} pcty_func_type;

// --- Types: looking at them.

// Which constructor made a type.
typedef uint32_t pcty_kind;
// There is no type: the argument was NULL.
#define PCTY_KIND_MISSING 0
// Not yet known, or the top type.
#define PCTY_KIND_ANY 1
// The type of nothing.
#define PCTY_KIND_NONE 2
// Bools, optionally only one of them.
#define PCTY_KIND_BOOL 3
// Numbers of arbitrary precision.
#define PCTY_KIND_NUMBER 4
// Exact integers, optionally within bounds.
#define PCTY_KIND_INTEGER 5
// Doubles, optionally within bounds.
#define PCTY_KIND_FLOAT 6
// Strings, plain or constrained.
#define PCTY_KIND_STRING 7
// Sequences of one element type, optionally sized.
#define PCTY_KIND_LIST 8
// Sets of one element type.
#define PCTY_KIND_SET 9
// Maps from a key type to an element type, optionally sized.
#define PCTY_KIND_MAP 10
// Sequences with a type for each position, optionally sized.
#define PCTY_KIND_TUPLE 11
// Named fields in order.
#define PCTY_KIND_OBJECT 12
// Functions.
#define PCTY_KIND_FUNC 13
// One of several types.
#define PCTY_KIND_UNION 14
// A type or undef.
#define PCTY_KIND_OPTIONAL 15
// A type without undef.
#define PCTY_KIND_NOT_UNDEF 16
// An eventual value.
#define PCTY_KIND_PROMISE 17
// An eventual value with its dependencies.
#define PCTY_KIND_OUTPUT 18
// One value of a type.
#define PCTY_KIND_LITERAL 19
// Values of one type under a token.
#define PCTY_KIND_ENUMERATION 20
// A native type of the host.
#define PCTY_KIND_CAPSULE 21
// The type of a type, or of every type.
#define PCTY_KIND_META 22
// A unification variable.
#define PCTY_KIND_VARIABLE 23
// A named and possibly recursive type.
#define PCTY_KIND_REFERENCE 24
// A type that only one dialect has.
#define PCTY_KIND_NOMINAL 25

// What occurs inside a type, at any depth: bits.
typedef uint32_t pcty_type_flags;
// The type any occurs.
#define PCTY_TYPE_HAS_ANY 1
// A unification variable occurs.
#define PCTY_TYPE_HAS_VARIABLE 2
// An object with an optional field occurs.
#define PCTY_TYPE_HAS_OPTIONAL_FIELD 4
// A reference to a definition of a group occurs.
#define PCTY_TYPE_HAS_REFERENCE 8
// A capsule occurs.
#define PCTY_TYPE_HAS_CAPSULE 16
// A promise or an output occurs.
#define PCTY_TYPE_HAS_EVENTUAL 32
// A set occurs.
#define PCTY_TYPE_HAS_SET 64

// How a string type is constrained.
typedef uint32_t pcty_string_constraint;
// The type is no string type.
#define PCTY_STRING_NONE 0
// Every string.
#define PCTY_STRING_PLAIN 1
// A range of lengths: `pcty_type_size_range`.
#define PCTY_STRING_LENGTH 2
// One of some strings: `pcty_type_text_at`.
#define PCTY_STRING_ENUMERATION 3
// Matching one of some patterns: `pcty_type_text_at`.
#define PCTY_STRING_PATTERNS 4

// Which of two bounds.
typedef uint32_t pcty_side;
// The lower one.
#define PCTY_LOWER 0
// The upper one.
#define PCTY_UPPER 1

// What a walk does after a visit.
typedef uint32_t pcty_visit;
// It goes on, into the parts of what was visited.
#define PCTY_VISIT_INTO 0
// It goes on and leaves these parts out.
#define PCTY_VISIT_OVER 1
// It ends.
#define PCTY_VISIT_STOP 2

// What kind of part of a type it is.
typedef uint32_t pcty_part;
// The element type of a list, set or map, or what an optional and the like stand around.
#define PCTY_PART_ELEMENT 1
// The key type of a map.
#define PCTY_PART_KEY 2
// By position: of a tuple, a union, a function's or a nominal type's parameters.
#define PCTY_PART_POSITION 3
// A field of an object.
#define PCTY_PART_FIELD 4
// The variadic parameter of a function.
#define PCTY_PART_VARIADIC 5
// The block of a function.
#define PCTY_PART_BLOCK 6
// The result of a function.
#define PCTY_PART_RESULT 7

// A step from a type to one of its parts.
typedef struct {
    // What kind of part.
    pcty_part part;
    // Its position, for PCTY_PART_POSITION.
    size_t position;
    // Its name, for PCTY_PART_FIELD.
    pcty_str name;
} pcty_type_step;

// Called for a type and each of its parts, outside in. `depth` is 0 and `step` NULL for
// the type itself; for a part, `step` leads to it from what was visited last at
// `depth - 1`. Both pointers are lent for the call.
typedef pcty_visit (*pcty_type_visitor)(void *user_data,
                                        size_t depth,
                                        const pcty_type_step *step,
                                        const pcty_type *type);

// --- Values: making scalars, comparing, and the state of any value.

// Whether a value is there.
typedef uint32_t pcty_state;
// There is no value: the argument was NULL.
#define PCTY_STATE_NONE 0
// The value is known; its parts may not be.
#define PCTY_STATE_KNOWN 1
// The value is known to be null.
#define PCTY_STATE_NULL 2
// The value is not known yet. It may turn out to be null.
#define PCTY_STATE_UNKNOWN 3

// --- Capsules: the host's own types and data inside values.

// Releases what a host gave: runs exactly once, when the last reference is dropped, on
// the thread that drops it, and also when the call that was given it fails.
typedef void (*pcty_destroy)(void *data);

// Whether two pieces of a host's data are equal.
typedef bool (*pcty_capsule_equals)(void *user_data, const void *a, const void *b);

// A hash that agrees with the equality.
typedef uint64_t (*pcty_capsule_hash)(void *user_data, const void *data);

// How a host's data behaves. Start from PCTY_CAPSULE_OPS_INIT: data is equal by identity.
// The functions may be called from any thread that uses the values.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Equality, or NULL for by identity.
    pcty_capsule_equals equals;
    // The hash, or NULL: then by identity, or with `equals` the same for all data.
    pcty_capsule_hash hash;
    // What `equals` and `hash` get.
    void *user_data;
    // Releases `user_data` with the last use of the type; may be NULL.
    pcty_destroy destroy;
} pcty_capsule_ops;

// --- Path sets.

// Called for each path of a set. The path is lent for the call. PCTY_VISIT_OVER means the
// same as PCTY_VISIT_INTO.
typedef pcty_visit (*pcty_path_visitor)(void *user_data, const pcty_path *path);

// --- Refinements: what is known of an unknown value?

// What kind of thing is known.
typedef uint32_t pcty_refinement_kind;
// Nothing but whether it is null.
#define PCTY_REFINEMENT_NOTHING 0
// How the string begins.
#define PCTY_REFINEMENT_PREFIX 1
// Between which bounds the number lies: `pcty_value_refinement_bound`.
#define PCTY_REFINEMENT_NUMBER 2
// Between which lengths the list, set or map lies.
#define PCTY_REFINEMENT_LENGTH 3

// What is known of an unknown value. Start from PCTY_REFINEMENT_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What kind of thing is known.
    pcty_refinement_kind kind;
    // Whether it is known not to be null.
    bool not_null;
    // How the string begins, for PCTY_REFINEMENT_PREFIX.
    pcty_str prefix;
    // The least length, for PCTY_REFINEMENT_LENGTH.
    uint64_t min_length;
    // The greatest length, or PCTY_SIZE_UNLIMITED, for PCTY_REFINEMENT_LENGTH.
    uint64_t max_length;
} pcty_refinement;

// --- Types: each dialect's notation and rules.

// A configuration language, with its notation and rules.
typedef uint32_t pcty_dialect;
// HCL and Terraform.
#define PCTY_DIALECT_HCL 1
// HCL with the extensions of the information model.
#define PCTY_DIALECT_PCL 2
// Puppet.
#define PCTY_DIALECT_PUPPET 3
// mgmt's mcl.
#define PCTY_DIALECT_MCL 4

// What stands between two types; the larger, the easier.
typedef uint32_t pcty_conversion;
// No value converts.
#define PCTY_CONVERSION_NONE 0
// Some values convert.
#define PCTY_CONVERSION_UNSAFE 1
// Every value converts.
#define PCTY_CONVERSION_SAFE 2
// The types are equal: nothing has to be converted.
#define PCTY_CONVERSION_SAME 3

// Whether a conversion may fail for some values of the source type.
typedef uint32_t pcty_safety;
// It never fails.
#define PCTY_SAFETY_SAFE 1
// It may fail. What is safe is allowed too.
#define PCTY_SAFETY_UNSAFE 2

// --- Functions: calling with values that may be unknown, null or marked.

// What a parameter lets through to the function besides known, unmarked values of its
// type: any of PCTY_PARAMETER_ALLOW_*, added up.
typedef uint32_t pcty_parameter_flags;
// Nulls. Otherwise a null is an error.
#define PCTY_PARAMETER_ALLOW_NULL 1
// Unknown values. Otherwise the result is unknown, and the implementation is not called.
// Unknowns inside of a known value always get through.
#define PCTY_PARAMETER_ALLOW_UNKNOWN 2
// Values whose type is not known yet. Otherwise the result is an unknown of an unknown
// type, and no callback is called. They reach the implementation only together with
// PCTY_PARAMETER_ALLOW_UNKNOWN.
#define PCTY_PARAMETER_ALLOW_DYNAMIC 4
// Marks. Otherwise the function sees the value without its marks at any depth, and the
// result gets them. A function that is given marked values marks its result itself.
#define PCTY_PARAMETER_ALLOW_MARKED 8

// A parameter of a function. Start from PCTY_PARAMETER_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What it lets through.
    pcty_parameter_flags flags;
    // The name, for documentation and messages.
    pcty_str name;
    // What it is for, in the host's words.
    pcty_str description;
    // The type that arguments must conform to; the type any in it takes whatever there is.
    const pcty_type *type;
} pcty_parameter;

// What is known of every result, also of an unknown one: any of PCTY_REFINE_*, added up.
typedef uint32_t pcty_refine_flags;
// It is not null. A null result is then PCTY_ERROR_MISBEHAVED.
#define PCTY_REFINE_NOT_NULL 1

// Computes the result for arguments that fit the parameters and the return type found for
// them. The arguments and the type are lent for the call. On success it puts a value of
// its own into `*out`, which is NULL at first, and the library takes it; on failure it
// puts an error of its own into `*error` and returns its code. What stands in the other
// one is not looked at.
typedef pcty_status (*pcty_function_impl)(void *user_data,
                                          const pcty_value *const *args,
                                          size_t count,
                                          const pcty_type *return_type,
                                          pcty_value **out,
                                          pcty_error **error);

// Finds the return type for arguments of which any may be unknown, whatever the parameters
// let through; the type any where it cannot tell yet. The arguments are lent for the call.
// It answers as an implementation does.
typedef pcty_status (*pcty_function_return_type)(void *user_data,
                                                 const pcty_value *const *args,
                                                 size_t count,
                                                 pcty_type **out,
                                                 pcty_error **error);

// What a function is made of. Start from PCTY_FUNCTION_SPEC_INIT. The callbacks may be
// called by several threads at once, if the host calls from several.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What is known of every result.
    pcty_refine_flags refine;
    // What the function does, in the host's words.
    pcty_str description;
    // The positional parameters; each must be given.
    const pcty_parameter *parameters;
    // How many there are.
    size_t parameter_count;
    // The parameter of all further arguments, or NULL: then there may be none.
    const pcty_parameter *variadic;
    // The return type, if it is the same for all arguments; else NULL.
    const pcty_type *return_type;
    // Finds the return type, if `return_type` is NULL; else NULL.
    pcty_function_return_type return_type_callback;
    // Computes the result.
    pcty_function_impl implementation;
    // What the callbacks get first.
    void *user_data;
    // Releases `user_data` with the last reference to the function; may be NULL.
    pcty_destroy destroy;
    // An unknown value: what is known of it is known of every result too. May be NULL.
    const pcty_value *promise;
} pcty_function_spec;

// --- HCL: expressions.

// How HCL is written.
typedef uint32_t pcty_hcl_syntax;
// Native syntax.
#define PCTY_HCL_NATIVE 1
// JSON, in whose strings templates stand.
#define PCTY_HCL_JSON 2
// A template of native syntax, without quotes around it. There are no bodies in it.
#define PCTY_HCL_TEMPLATE 3

// --- HCL: type expressions and defaults.

// What a type expression may say.
typedef uint32_t pcty_hcl_type_mode;
// An exact type.
#define PCTY_HCL_TYPE_EXACT 1
// A type constraint: also `any`, and `optional(T)` for an attribute.
#define PCTY_HCL_TYPE_CONSTRAINT 2
// A type constraint whose optional attributes may have defaults, `optional(T, default)`.
#define PCTY_HCL_TYPE_DEFAULTS 3

// --- HCL: bodies.

// An argument that a body may have.
typedef struct {
    // The name.
    pcty_str name;
    // Whether it must be there.
    bool required;
} pcty_hcl_attribute_schema;

// A type of blocks that a body may have.
typedef struct {
    // The type.
    pcty_str type;
    // What the labels are called; a block must have as many.
    const pcty_str *labels;
    // How many there are.
    size_t label_count;
} pcty_hcl_block_schema;

// Which arguments and blocks a body may have. Start from PCTY_HCL_SCHEMA_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The arguments.
    const pcty_hcl_attribute_schema *attributes;
    // How many there are.
    size_t attribute_count;
    // The types of blocks.
    const pcty_hcl_block_schema *blocks;
    // How many there are.
    size_t block_count;
} pcty_hcl_schema;

// --- HCL: specifications.

// Checks a value, which is lent for the call. It returns NULL when the value is good, else
// an error of its own, which the library takes. Its diagnostics are told, warnings too;
// those without a place get that of the value. An error without diagnostics is told as one.
// It may be called by several threads at once, if the host decodes in several.
typedef pcty_error *(*pcty_hcl_check)(void *user_data, const pcty_value *value);

// Says more about a value that may be unknown, by steps of the builder, which is lent for
// the call. A step that fails is told as a diagnostic, and so is an error of the host's own,
// by `pcty_refinement_builder_fail`. It may be called by several threads at once, if the host
// decodes in several.
typedef void (*pcty_hcl_refine)(void *user_data, pcty_refinement_builder *builder);

// --- HCL: decoding bodies by specifications.

// Which of the variables that a body needs are meant.
typedef uint32_t pcty_hcl_needs;
// Those of a body without `dynamic` blocks, or in which they are expanded.
#define PCTY_HCL_NEEDS_BODY 1
// Those that are needed to expand `dynamic` blocks and to decode what comes of it.
#define PCTY_HCL_NEEDS_ALL 2
// Those that are needed to expand `dynamic` blocks.
#define PCTY_HCL_NEEDS_EXPANSION 3

// Gives the scope around the parameters of functions that are written in HCL, at each call of
// one. It returns a scope of its own, as `pcty_hcl_scope_clone` makes one, which the library
// takes, or NULL if there is none. It may be called by several threads at once, if the host
// calls from several.
typedef pcty_hcl_scope *(*pcty_hcl_around)(void *user_data);

// --- PCL: types.

// What PCL takes a type for.
typedef uint32_t pcty_pcl_kind;
// There is no type: the argument was NULL.
#define PCTY_PCL_KIND_MISSING 0
// Not known before values are.
#define PCTY_PCL_KIND_DYNAMIC 1
// The type of null.
#define PCTY_PCL_KIND_NONE 2
// Bools.
#define PCTY_PCL_KIND_BOOL 3
// Exact integers of any size.
#define PCTY_PCL_KIND_INT 4
// Numbers.
#define PCTY_PCL_KIND_NUMBER 5
// Strings.
#define PCTY_PCL_KIND_STRING 6
// Identifiers of resources, given as strings.
#define PCTY_PCL_KIND_ID 7
// A type known by its name alone: `pcty_type_name`.
#define PCTY_PCL_KIND_OPAQUE 8
// Sequences of one element type.
#define PCTY_PCL_KIND_LIST 9
// Sets of one element type.
#define PCTY_PCL_KIND_SET 10
// Maps from strings to one element type.
#define PCTY_PCL_KIND_MAP 11
// Sequences with a type for each position.
#define PCTY_PCL_KIND_TUPLE 12
// Named properties.
#define PCTY_PCL_KIND_OBJECT 13
// One of several types. One of `none` and another type is an optional type.
#define PCTY_PCL_KIND_UNION 14
// An eventual value.
#define PCTY_PCL_KIND_PROMISE 15
// An eventual value with what belongs to it.
#define PCTY_PCL_KIND_OUTPUT 16
// One value of a type.
#define PCTY_PCL_KIND_CONST 17
// A named enumeration of values of one type.
#define PCTY_PCL_KIND_ENUM 18
// A reference to a definition of a group: `pcty_type_unfold`.
#define PCTY_PCL_KIND_RECURSIVE 19
// A type of another dialect, which PCL does not have.
#define PCTY_PCL_KIND_FOREIGN 20

// Which eventual types are meant.
typedef uint32_t pcty_pcl_eventuals;
// Promises.
#define PCTY_PCL_PROMISES 1
// Promises and outputs.
#define PCTY_PCL_PROMISES_AND_OUTPUTS 2

// Which eventual types occur inside a type; the larger, the more a result depends on.
typedef uint32_t pcty_pcl_held;
// None.
#define PCTY_PCL_HOLDS_NOTHING 0
// A promise, and no output.
#define PCTY_PCL_HOLDS_PROMISE 1
// An output.
#define PCTY_PCL_HOLDS_OUTPUT 2
// The width that the language itself lays out the display form for.
#define PCTY_PCL_COLUMNS 100

// --- PCL: where steps into a value lead.

// What a step goes into.
typedef uint32_t pcty_pcl_step_kind;
// An attribute: `.name`.
#define PCTY_PCL_STEP_ATTRIBUTE 1
// What stands under a key or at a position: `[key]`. Of an unknown key only the type
// counts.
#define PCTY_PCL_STEP_INDEX 2
// Each element, `[*]`: the steps that follow go into each, and the whole is a list. A value
// that is no collection is its only element.
#define PCTY_PCL_STEP_SPLAT 3

// A step into a value of which the type is known.
typedef struct {
    // What it goes into.
    pcty_pcl_step_kind kind;
    // The name, for PCTY_PCL_STEP_ATTRIBUTE.
    pcty_str name;
    // The key, for PCTY_PCL_STEP_INDEX: a string, number, integer or bool, a null, or an
    // unknown value. Else it is not looked at.
    const pcty_value *key;
} pcty_pcl_step;

// --- PCL: eventual values, and which member of a union a value becomes.

// Says what an eventual value has become, which is lent for the call: its type is what it
// was converted to, `pcty_pcl_value_origin` what it was made as. On success it puts a value
// of its own into `*out`, which is NULL at first, and the library takes it; that may be
// eventual again. On failure it puts an error of its own into `*error` and returns its code.
typedef pcty_status (*pcty_pcl_resolver)(void *user_data,
                                         const pcty_value *eventual,
                                         pcty_value **out,
                                         pcty_error **error);

// --- PCL: scopes of types.

// Says what a function takes and gives in one call, of which it gets the types of the
// arguments and the expressions that they are, in native syntax; the elements of a last
// argument with `...` come one by one, with the expression of the whole. All of it is lent
// for the call.
//
// On success it puts a function type of its own into `*out`, which is NULL at first, and the
// library takes it; `*error` may have an error of its own besides, whose diagnostics are told,
// warnings for instance. For a call that cannot be, it puts an error into `*error` and
// returns its code: its diagnostics are told, or, without any, the error as one, and the call
// is `dynamic`. A diagnostic without a place gets that of the argument that the error names,
// or else of the call. It may not change the scope that the check goes on in, and may be
// called by several threads at once, if the host checks in several.
typedef pcty_status (*pcty_pcl_rule)(void *user_data,
                                     const pcty_type *const *arguments,
                                     const pcty_hcl_expression *const *expressions,
                                     size_t count,
                                     pcty_type **out,
                                     pcty_error **error);

// --- PCL: checking expressions.

// How an expression is checked. Start from PCTY_PCL_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // How bad it is to refer to a variable that is not defined.
    pcty_severity missing_variables;
    // How bad it is to iterate over a value that is no collection.
    pcty_severity iteration;
    // Whether every whole literal is an int, and one that is not exact an error, as the
    // specification has it; else literals of 32 bits are ints and larger ones numbers, as the
    // reference has it.
    bool exact_int_literals;
} pcty_pcl_options;

// A conversion that an expression needs.
typedef struct {
    // Where the part stands that is converted.
    pcty_range range;
    // What it is.
    const pcty_type *from;
    // What is wanted there. Of an eventual value it is what the value will be converted to.
    const pcty_type *to;
    // How surely it converts.
    pcty_conversion kind;
} pcty_pcl_conversion;

// --- PCL: the nodes of an expression that was checked.

// What a node is.
typedef uint32_t pcty_pcl_node_sort;
// There is no node: the argument was NULL.
#define PCTY_PCL_NODE_MISSING 0
// A number, a string, a bool or null: `pcty_pcl_node_value`.
#define PCTY_PCL_NODE_LITERAL 1
// A template of its parts.
#define PCTY_PCL_NODE_TEMPLATE 2
// A template that is one interpolation: its value, of any type.
#define PCTY_PCL_NODE_INTERPOLATION 3
// What a template's `for` gives, joined.
#define PCTY_PCL_NODE_JOIN 4
// A variable of its name, and the steps into it as children. The type is that at the end.
#define PCTY_PCL_NODE_VARIABLE 5
// Steps into the value of another expression, which is the first child.
#define PCTY_PCL_NODE_TRAVERSAL 6
// A step into an attribute of its name. The type is that after the step.
#define PCTY_PCL_NODE_ATTRIBUTE 7
// A step under a literal key: `pcty_pcl_node_value`. The type is that after the step.
#define PCTY_PCL_NODE_KEY 8
// A call of the function of its name.
#define PCTY_PCL_NODE_CALL 9
// A condition and two results.
#define PCTY_PCL_NODE_CONDITIONAL 10
// A collection and a key that is computed.
#define PCTY_PCL_NODE_INDEX 11
// A tuple of its elements.
#define PCTY_PCL_NODE_TUPLE 12
// An object of its items.
#define PCTY_PCL_NODE_OBJECT 13
// An item of an object: a value, and the key unless it is a bare name. The type is that of
// the value.
#define PCTY_PCL_NODE_ITEM 14
// A `for` with the variable of its name: a collection, a value, and perhaps a key, which
// makes the result an object, and a condition.
#define PCTY_PCL_NODE_FOR 15
// A splat: a source, and what is made of each element.
#define PCTY_PCL_NODE_SPLAT 16
// The element that the innermost splat around is at.
#define PCTY_PCL_NODE_SPLAT_ITEM 17
// An operator before its operand.
#define PCTY_PCL_NODE_UNARY 18
// Operators of one precedence from left to right: the leftmost operand, and an operation
// for each operator.
#define PCTY_PCL_NODE_OPERATIONS 19
// An operator and the operand to its right. The type is that of all up to there, and so is
// the place.
#define PCTY_PCL_NODE_OPERATION 20
// What stands between parentheses.
#define PCTY_PCL_NODE_PARENTHESES 21
// Where no expression could be read.
#define PCTY_PCL_NODE_INVALID 22

// What a node is to its parent.
typedef uint32_t pcty_pcl_role;
// It has none: it is the whole, or the argument was NULL.
#define PCTY_PCL_ROLE_ROOT 0
// A part of a template, in order.
#define PCTY_PCL_ROLE_PART 1
// What stands inside of parentheses, an interpolation or a join.
#define PCTY_PCL_ROLE_INNER 2
// What steps, an index, a splat or a `for` go into.
#define PCTY_PCL_ROLE_SOURCE 3
// A step, in order.
#define PCTY_PCL_ROLE_STEP 4
// An argument, in order.
#define PCTY_PCL_ROLE_ARGUMENT 5
// What decides, of a conditional or a `for`.
#define PCTY_PCL_ROLE_CONDITION 6
// The result of a conditional when the condition is true.
#define PCTY_PCL_ROLE_YES 7
// The result of a conditional when the condition is false.
#define PCTY_PCL_ROLE_NO 8
// The key of an index, of an item or of a `for`.
#define PCTY_PCL_ROLE_KEY 9
// The value of an item or of a `for`.
#define PCTY_PCL_ROLE_VALUE 10
// An element of a tuple or an item of an object, in order.
#define PCTY_PCL_ROLE_ELEMENT 11
// What a splat makes of each element.
#define PCTY_PCL_ROLE_EACH 12
// An operand, leftmost where there are several.
#define PCTY_PCL_ROLE_OPERAND 13
// An operator and the operand to its right, in order.
#define PCTY_PCL_ROLE_OPERATION 14

// An operator of HCL.
typedef uint32_t pcty_pcl_operator;
// The node has none.
#define PCTY_PCL_OPERATOR_NONE 0
// `||`
#define PCTY_PCL_OPERATOR_OR 1
// `&&`
#define PCTY_PCL_OPERATOR_AND 2
// `==`
#define PCTY_PCL_OPERATOR_EQUAL 3
// `!=`
#define PCTY_PCL_OPERATOR_NOT_EQUAL 4
// `>`
#define PCTY_PCL_OPERATOR_GREATER 5
// `>=`
#define PCTY_PCL_OPERATOR_GREATER_OR_EQUAL 6
// `<`
#define PCTY_PCL_OPERATOR_LESS 7
// `<=`
#define PCTY_PCL_OPERATOR_LESS_OR_EQUAL 8
// `+`
#define PCTY_PCL_OPERATOR_ADD 9
// `-` between two operands
#define PCTY_PCL_OPERATOR_SUBTRACT 10
// `*`
#define PCTY_PCL_OPERATOR_MULTIPLY 11
// `/`
#define PCTY_PCL_OPERATOR_DIVIDE 12
// `%`
#define PCTY_PCL_OPERATOR_MODULO 13
// `!`
#define PCTY_PCL_OPERATOR_NOT 14
// `-` before its operand
#define PCTY_PCL_OPERATOR_NEGATE 15

// --- Puppet: the notation of types and of literal values.

// Which Puppet a text is written in, and whose rules answer.
typedef uint32_t pcty_puppet_mode;
// Today's language.
#define PCTY_PUPPET_CURRENT 1
// The language of the early specification, with its names, defaults and rules.
#define PCTY_PUPPET_EARLY 2

// How much the text of a type says.
typedef uint32_t pcty_puppet_detail;
// The canonical text: what is a default is left out, an alias is its name.
#define PCTY_PUPPET_CANONICAL 1
// Aliases as `Name = definition`, object types in full.
#define PCTY_PUPPET_EXPANDED 2
// The canonical text, with the string of a type that has but one.
#define PCTY_PUPPET_DEBUG 3
// The expanded text, with the string of a type that has but one.
#define PCTY_PUPPET_EXPANDED_DEBUG 4

// How Puppet's notation is read. Start from PCTY_PUPPET_OPTIONS_INIT, which is today's
// language without aliases.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The language.
    pcty_puppet_mode mode;
    // The aliases, or NULL for none.
    const pcty_puppet_aliases *aliases;
} pcty_puppet_options;

// --- Puppet: values that only it has.

// Which kind of value that only Puppet has.
typedef uint32_t pcty_puppet_kind;
// None: what every dialect has, or a value with marks.
#define PCTY_PUPPET_NONE 0
// `default`.
#define PCTY_PUPPET_DEFAULT 1
// A Hash: keys of any kind, in their order.
#define PCTY_PUPPET_HASH 2
// A Regexp.
#define PCTY_PUPPET_REGEXP 3
// A Sensitive.
#define PCTY_PUPPET_SENSITIVE 4
// A SemVer.
#define PCTY_PUPPET_SEMVER 5
// A SemVerRange.
#define PCTY_PUPPET_SEMVER_RANGE 6
// A Timespan.
#define PCTY_PUPPET_TIMESPAN 7
// A Timestamp.
#define PCTY_PUPPET_TIMESTAMP 8
// A Binary.
#define PCTY_PUPPET_BINARY 9
// A URI.
#define PCTY_PUPPET_URI 10
// An Iterator.
#define PCTY_PUPPET_ITERATOR 11
// An object.
#define PCTY_PUPPET_OBJECT 12

// A duration, or a point in time as the duration since 1970 in UTC.
typedef struct {
    // Whole seconds, rounded down: of what is negative too.
    int64_t seconds;
    // What comes on top of them, from 0 to 999999999.
    uint32_t nanoseconds;
} pcty_puppet_time;

// Bytes as a pointer and a length. It owns nothing.
typedef struct {
    // The bytes; never NULL in an answer.
    const uint8_t *data;
    // How many there are.
    size_t len;
} pcty_bytes;

// --- Puppet: what only its rules answer.

// An operator of the language between two types; the wider one is the greater.
typedef uint32_t pcty_puppet_comparison;
// `==`: the types are the same, or each accepts the other.
#define PCTY_PUPPET_EQUAL 1
// `!=`
#define PCTY_PUPPET_NOT_EQUAL 2
// `<`: the right type accepts the left one and does not equal it.
#define PCTY_PUPPET_LESS 3
// `<=`: the right type accepts the left one.
#define PCTY_PUPPET_LESS_OR_EQUAL 4
// `>`: the left type accepts the right one and does not equal it.
#define PCTY_PUPPET_GREATER 5
// `>=`: the left type accepts the right one.
#define PCTY_PUPPET_GREATER_OR_EQUAL 6

// Which type of a value is inferred.
typedef uint32_t pcty_puppet_inference;
// One type for all elements of an array or a hash, and its size.
#define PCTY_PUPPET_REDUCED 1
// The reduced type without bounds and sizes.
#define PCTY_PUPPET_GENERAL 2
// A type for each element: what `type($value)` says.
#define PCTY_PUPPET_DETAILED 3

// --- Puppet: whose rules answer, and values where another kind is wanted.

// An operator between two numbers.
typedef uint32_t pcty_puppet_operator;
// `+`
#define PCTY_PUPPET_ADD 1
// `-`
#define PCTY_PUPPET_SUBTRACT 2
// `*`
#define PCTY_PUPPET_MULTIPLY 3
// `/`
#define PCTY_PUPPET_DIVIDE 4
// `%`, of integers alone.
#define PCTY_PUPPET_MODULO 5
// `<<`, of integers alone.
#define PCTY_PUPPET_SHIFT_LEFT 6
// `>>`, of integers alone.
#define PCTY_PUPPET_SHIFT_RIGHT 7

// --- Puppet: why something is not what was expected.

// What a parameter without a value is.
typedef uint32_t pcty_puppet_missing;
// A fault, unless the parameter is optional.
#define PCTY_PUPPET_MISSING_REFUSED 1
// Fine: it will be given later.
#define PCTY_PUPPET_MISSING_ALLOWED 2

// One way to call a function.
typedef struct {
    // A Callable; `pcty_type_func` makes one whose parameters have names.
    const pcty_type *callable;
    // What the block is called; no text for `block`.
    pcty_str block_name;
} pcty_puppet_signature;

// --- mcl: its types and values, beyond what every dialect answers.

// What two types needed to be taken for the same; constants or-ed together.
typedef uint32_t pcty_mcl_match;
// Nothing: they are plainly equal.
#define PCTY_MCL_MATCH_PLAIN 0
// Somewhere a type is missing on one side.
#define PCTY_MCL_MATCH_PARTIAL 1
// Somewhere one side is `variant`.
#define PCTY_MCL_MATCH_VARIANT 2

// Which members the object has to have that stands for a struct in JSON.
typedef uint32_t pcty_mcl_fields;
// Those of the fields, no fewer and no more.
#define PCTY_MCL_FIELDS_EXACT 0
// Any: what is missing is zero, what has no field is left aside.
#define PCTY_MCL_FIELDS_FLEXIBLE 1

// --- Signatures: what a function takes and gives, as a solver of types sees it.

// Builds the signature of a call from what is known of its arguments and its result, in
// which variables stand for what is not known. All of it is lent for the call.
//
// On success it puts a function type of its own into `*out`, which is NULL at first, and
// the library takes it; leaving NULL there says that it cannot tell yet, and it is asked
// again when more is known. Variables that it was given are those of the call; others are
// the signature's own. For a call that can never be one it puts an error of its own into
// `*error` and returns its code. What it says of a call it must say of the same call when
// more is known. It may not use the solver that asks.
typedef pcty_status (*pcty_signature_rule)(void *user_data,
                                           const pcty_type *const *arguments,
                                           size_t count,
                                           const pcty_type *result,
                                           pcty_type **out,
                                           pcty_error **error);

// --- Outcomes: what a solver has found.

// How solving ended.
typedef uint32_t pcty_outcome_sort;
// There is no outcome: NULL was given.
#define PCTY_OUTCOME_MISSING 0
// Every expression has one type.
#define PCTY_OUTCOME_SOLVED 1
// Some expressions may have several types.
#define PCTY_OUTCOME_AMBIGUOUS 2
// The invariants cannot all hold.
#define PCTY_OUTCOME_CONFLICT 3
// The budget of the search ended first.
#define PCTY_OUTCOME_UNDECIDED 4

// Why two types cannot be equal.
typedef uint32_t pcty_rule;
// There is no clash: NULL was given.
#define PCTY_RULE_MISSING 0
// The types are of different kinds.
#define PCTY_RULE_CONSTRUCTOR 1
// The types are of one kind and differ in a detail: bounds, sizes, values, names.
#define PCTY_RULE_DETAIL 2
// Tuples, unions or nominal types have different numbers of parts.
#define PCTY_RULE_PART_COUNT 3
// Objects have different numbers of fields.
#define PCTY_RULE_FIELD_COUNT 4
// Objects have other fields, or in another order.
#define PCTY_RULE_FIELD_NAMES 5
// Functions take different numbers of arguments.
#define PCTY_RULE_PARAMETER_COUNT 6
// A type would contain itself.
#define PCTY_RULE_OCCURS 7
// A signature's callback refuses a call.
#define PCTY_RULE_REPORTED 8
// Something is said of what has been generalised.
#define PCTY_RULE_GENERALISED 9
// The number that no invariant has.
#define PCTY_NO_INVARIANT UINT32_MAX

// --- Translations: a type, and a value, of one dialect in another one.

// What holds between a type and its translation. It speaks of the values that have an
// image in the other dialect.
typedef uint32_t pcty_fit;
// Both have the same instances.
#define PCTY_FIT_EXACT 1
// The translation has every instance of the type, and further ones.
#define PCTY_FIT_WIDER 2
// Every instance of the translation is one of the type, which has further instances that
// the other dialect has no values for.
#define PCTY_FIT_NARROWER 3

// A string literal as a `pcty_str`, its length counted by the compiler; it may
// contain NUL bytes.
#ifdef __cplusplus
#define PCTY_STR(literal) (pcty_str{"" literal, sizeof(literal) - 1})
#else
#define PCTY_STR(literal) ((pcty_str){"" literal, sizeof(literal) - 1})
#endif

// The same as an initialiser of a static variable or of a struct's member.
#define PCTY_STR_INIT(literal) {"" literal, sizeof(literal) - 1}

// The place of the first byte of a text.
#ifdef __cplusplus
#define PCTY_POSITION_START (pcty_position{1, 1, 0})
#else
#define PCTY_POSITION_START ((pcty_position){1, 1, 0})
#endif

// A diagnostic without texts; its lines and columns count from 1.
#define PCTY_DIAGNOSTIC_INIT                                                            \
    {sizeof(pcty_diagnostic),                                                           \
     PCTY_SEVERITY_ERROR,                                                               \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     false,                                                                             \
     {{1, 1, 0}, {1, 1, 0}},                                                            \
     false,                                                                             \
     {{1, 1, 0}, {1, 1, 0}},                                                            \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0}}

// The type of every function.
#define PCTY_FUNC_TYPE_INIT                                                             \
    {sizeof(pcty_func_type), PCTY_PARAMS_ANY, NULL, 0, NULL, NULL, NULL, PCTY_REQUIRED, NULL}

// A capsule type whose data is opaque and equal by identity.
#define PCTY_CAPSULE_OPS_INIT {sizeof(pcty_capsule_ops), NULL, NULL, NULL, NULL}

// A refinement that says nothing.
#define PCTY_REFINEMENT_INIT                                                            \
    {sizeof(pcty_refinement), PCTY_REFINEMENT_NOTHING, false, {NULL, 0}, 0, 0}

// Today's Puppet, without aliases.
#define PCTY_PUPPET_OPTIONS_INIT                                                        \
    {sizeof(pcty_puppet_options), PCTY_PUPPET_CURRENT, NULL}

// A schema that allows neither arguments nor blocks.
#define PCTY_HCL_SCHEMA_INIT {sizeof(pcty_hcl_schema), NULL, 0, NULL, 0}

// A parameter without a type, which has to be set.
#define PCTY_PARAMETER_INIT {sizeof(pcty_parameter), 0, {NULL, 0}, {NULL, 0}, NULL}

// A function without parameters; the return type and the implementation have to be set.
#define PCTY_FUNCTION_SPEC_INIT                                                         \
    {sizeof(pcty_function_spec), 0, {NULL, 0}, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

// Missing variables and iterations over what is no collection are errors; literals of 32 bits
// are ints.
#define PCTY_PCL_OPTIONS_INIT                                                           \
    {sizeof(pcty_pcl_options), PCTY_SEVERITY_ERROR, PCTY_SEVERITY_ERROR, false}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Versions: does the library fit the header?
// ----------------------------------------------------------------------------

// The version of the library as text, such as "0.1.0".
//
// Ownership: lent for ever.
pcty_str pcty_version(void);

// The version of the ABI that the library speaks. A program works with every
// library whose number is that of the header it was compiled with,
// PCTY_ABI_VERSION.
uint32_t pcty_abi_version(void);

// ----------------------------------------------------------------------------
// Statuses: how did a call end?
// ----------------------------------------------------------------------------

// The name of a status, such as "invalid_argument", for logs; "ok" for PCTY_OK and
// "unnamed" for a number that no constant has.
//
// Ownership: lent for ever.
pcty_str pcty_status_name(pcty_status status);

// ----------------------------------------------------------------------------
// Strings: text that crosses.
//
// Text is UTF-8 with a length and may contain NUL. It comes in as a `pcty_str`,
// which borrows, and goes out as a `pcty_str` lent from a handle, or as a
// `pcty_string` of the caller's own.
// ----------------------------------------------------------------------------

// A terminated C string as a `pcty_str`.
//
// Ownership: borrows from `cstr`. NULL: gives no text, which is the empty text as an
// argument.
pcty_str pcty_str_from_cstr(const char *cstr);

// A copy of text.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_string_new(pcty_str from, pcty_string **out, pcty_error **error);

// The text.
//
// Ownership: lent as long as the string. NULL: gives no text.
pcty_str pcty_string_str(const pcty_string *string);

// The text with a NUL after it; it may contain others.
//
// Ownership: lent as long as the string. NULL: gives NULL.
const char *pcty_string_cstr(const pcty_string *string);

// Frees a string. NULL: no-op.
void pcty_string_free(pcty_string *string);

// ----------------------------------------------------------------------------
// Errors: what went wrong, where, and what was wanted?
//
// A host makes errors too: a callback reports its failure through one. Such an
// error starts at `pcty_error_new` and learns its path from the inside out, one
// step at a time, the way the callback returns from its own recursion.
// ----------------------------------------------------------------------------

// An error with a code and a one-line message: how a callback begins to report a
// failure, mostly with PCTY_ERROR_CALLBACK.
//
// Ownership: the result is the caller's.
// Errors: never fails: if `code` is PCTY_OK or has no constant, or the message is not
// UTF-8, the result is the error that says so.
pcty_error *pcty_error_new(pcty_status code, pcty_str message);

// Another handle of the same error.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_error *pcty_error_clone(const pcty_error *error);

// Frees an error. NULL: no-op.
void pcty_error_free(pcty_error *error);

// Says that the fault lies in an attribute: puts it in front of the path said so far.
//
// Ownership: changes `target`.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_in_attribute(pcty_error *target, pcty_str name, pcty_error **error);

// Says that the fault lies at a position of a list or tuple: puts it in front of the
// path said so far.
//
// Ownership: changes `target`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_in_index(pcty_error *target, size_t index, pcty_error **error);

// Says that the fault lies under a key of a map or in an element of a set: puts it in
// front of the path said so far.
//
// Ownership: changes `target`; `key` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_in_key(pcty_error *target,
                              const pcty_value *key,
                              pcty_error **error);

// Puts a path in place of what was said so far.
//
// Ownership: changes `target`; `path` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_path(pcty_error *target,
                                const pcty_path *path,
                                pcty_error **error);

// Says which argument of a call is at fault, from 0.
//
// Ownership: changes `target`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_argument(pcty_error *target, size_t index, pcty_error **error);

// Says which type was wanted and which one was found.
//
// Ownership: changes `target`; the types stay the caller's.
// Errors: none but NULL.
// NULL: `wanted`, `found` (then nothing is said of it) and `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_types(pcty_error *target,
                                 const pcty_type *wanted,
                                 const pcty_type *found,
                                 pcty_error **error);

// Says at which byte of the input the fault lies, from 0.
//
// Ownership: changes `target`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_offset(pcty_error *target, size_t offset, pcty_error **error);

// Says which text the ranges of the diagnostics point into, and its name.
//
// Ownership: changes `target`; copies the texts.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_set_source(pcty_error *target,
                                  pcty_str name,
                                  pcty_str source,
                                  pcty_error **error);

// Adds a diagnostic.
//
// Ownership: changes `target`; copies the texts.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a severity without a
// constant, a wrong `struct_size`, or a line or column of 0.
// NULL: `error` may be.
// Threads: `target` must not be in use elsewhere.
pcty_status pcty_error_add_diagnostic(pcty_error *target,
                                      const pcty_diagnostic *diagnostic,
                                      pcty_error **error);

// The code. NULL: gives PCTY_ERROR_INVALID_ARGUMENT.
pcty_status pcty_error_code(const pcty_error *error);

// The message, without the path: one line, or one for each fault where Puppet tells several.
//
// Ownership: lent as long as the error. NULL: gives no text.
pcty_str pcty_error_message(const pcty_error *error);

// The path to the part at fault; without steps when that is the whole.
//
// Ownership: lent as long as the error. NULL: gives NULL.
const pcty_path *pcty_error_path(const pcty_error *error);

// Whether one argument of a call is at fault, and which one, from 0.
//
// Ownership: `*index` is written if so. NULL: gives false; `index` may be.
bool pcty_error_argument(const pcty_error *error, size_t *index);

// Whether the fault lies at one byte of the input, and at which one, from 0.
//
// Ownership: `*offset` is written if so. NULL: gives false; `offset` may be.
bool pcty_error_offset(const pcty_error *error, size_t *offset);

// The type that was wanted.
//
// Ownership: lent as long as the error. NULL: gives NULL, as does an error that does
// not say it.
const pcty_type *pcty_error_wanted(const pcty_error *error);

// The type that was found.
//
// Ownership: lent as long as the error. NULL: gives NULL, as does an error that does
// not say it.
const pcty_type *pcty_error_found(const pcty_error *error);

// The number of diagnostics. NULL: gives 0.
size_t pcty_error_diagnostic_count(const pcty_error *error);

// A diagnostic by its position, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are lent as
// long as the error.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
pcty_status pcty_error_diagnostic(const pcty_error *from,
                                  size_t index,
                                  pcty_diagnostic *out,
                                  pcty_error **error);

// The error as one line: the path and the message.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_line(const pcty_error *error);

// The error as text of several lines: the path, the message, and each diagnostic with
// the lines of the source that it is about, those of its context too.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_text(const pcty_error *error);

// The error as text of several lines, as `pcty_error_text`, in a style.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL and a style without a constant.
// NULL: `error` may be.
pcty_status pcty_error_render(const pcty_error *from,
                              pcty_render style,
                              pcty_string **out,
                              pcty_error **error);

// The error as one JSON object: `code`, `message`, `path`, and where there are such
// `argument`, `offset` and `diagnostics`, each with `severity`, `summary`, `detail`,
// `subject` and `context` as `{"start": [line, column, byte], "end": ...}`, `file` and
// `suggestion`.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_error_json(const pcty_error *error);

// ----------------------------------------------------------------------------
// Paths: where inside a value is it?
// ----------------------------------------------------------------------------

// The path without steps, to the value itself.
//
// Ownership: the result is the caller's.
pcty_path *pcty_path_new(void);

// A path with the same steps.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_path *pcty_path_clone(const pcty_path *path);

// Frees a path. NULL: no-op.
void pcty_path_free(pcty_path *path);

// Goes one step further, into an attribute.
//
// Ownership: changes `path`.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_path_append_attribute(pcty_path *path, pcty_str name, pcty_error **error);

// Goes one step further, to a position of a list or tuple.
//
// Ownership: changes `path`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_path_append_index(pcty_path *path, size_t index, pcty_error **error);

// Goes one step further, to a key of a map or an element of a set.
//
// Ownership: changes `path`; `key` stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_path_append_key(pcty_path *path,
                                 const pcty_value *key,
                                 pcty_error **error);

// The number of steps. NULL: gives 0.
size_t pcty_path_length(const pcty_path *path);

// What the step at a position, from 0, goes into. NULL: gives PCTY_STEP_NONE, as does a
// position past the end.
pcty_step_kind pcty_path_step_kind(const pcty_path *path, size_t index);

// The name of the attribute that the step at a position, from 0, goes into.
//
// Ownership: lent as long as the path, until it changes. NULL: gives no text, as does a
// step that goes elsewhere.
pcty_str pcty_path_step_name(const pcty_path *path, size_t index);

// The index that the step at a position, from 0, goes to: a number, a string, or
// whatever stands in a set.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a position past the end and for a step into an
// attribute.
// NULL: `error` may be.
pcty_status pcty_path_step_key(const pcty_path *path,
                               size_t index,
                               pcty_value **out,
                               pcty_error **error);

// Whether two paths have equal steps. NULL: equals NULL alone.
bool pcty_path_equal(const pcty_path *a, const pcty_path *b);

// Whether a path begins with all the steps of another. NULL: gives false.
bool pcty_path_starts_with(const pcty_path *path, const pcty_path *prefix);

// The path as text, such as `.servers[0]["name"]`; `[*]` goes to whichever element.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_path_text(const pcty_path *path);

// ----------------------------------------------------------------------------
// Types: making them.
//
// Constructors keep the order that they are given and check only what no dialect
// allows: reversed bounds, a field twice, nesting and size past the limits
// (PCTY_ERROR_LIMIT). A dialect's notation brings the parts to its normal form first;
// by hand, HCL and PCL want the attributes of an object in ascending order of their
// names.
// ----------------------------------------------------------------------------

// Another handle of the same type; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_type *pcty_type_clone(const pcty_type *type);

// Frees a type. NULL: no-op.
void pcty_type_free(pcty_type *type);

// The type that is not yet known (HCL), dynamic (PCL), the top type (Puppet).
//
// Ownership: lent for ever.
const pcty_type *pcty_type_any(void);

// The type of nothing: PCL's none, Puppet's Undef.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_none(void);

// All bools.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_bool(void);

// Numbers of arbitrary precision.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_number(void);

// All strings.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_string(void);

// All exact integers.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_integer(void);

// All doubles.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_float(void);

// The type of every type.
//
// Ownership: lent for ever.
const pcty_type *pcty_type_meta(void);

// The bool type of one value.
//
// Ownership: the result is the caller's.
pcty_type *pcty_type_bool_value(bool value);

// Integers within inclusive bounds, which are integer values.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for a bound that is no integer; PCTY_ERROR_INVALID_ARGUMENT for
// reversed bounds.
// NULL: `min`, `max` (then unbounded) and `error` may be.
pcty_status pcty_type_integer_range(const pcty_value *min,
                                    const pcty_value *max,
                                    pcty_type **out,
                                    pcty_error **error);

// Doubles within inclusive bounds.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for reversed bounds and NaN.
// NULL: `min`, `max` (then unbounded) and `error` may be.
pcty_status pcty_type_float_range(const double *min,
                                  const double *max,
                                  pcty_type **out,
                                  pcty_error **error);

// Strings of these lengths, in the unit of the dialect.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// NULL: `error` may be.
pcty_status pcty_type_string_length(const pcty_size_range *size,
                                    pcty_type **out,
                                    pcty_error **error);

// One of these strings.
//
// Ownership: `*out` is the caller's; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for none at all.
// NULL: `values` (if `count` is 0) and `error` may be.
pcty_status pcty_type_string_enumeration(const pcty_str *values,
                                         size_t count,
                                         pcty_case case_,
                                         pcty_type **out,
                                         pcty_error **error);

// Strings that match one of these regular expressions, given as source text.
//
// Ownership: `*out` is the caller's; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for none at all.
// NULL: `patterns` (if `count` is 0) and `error` may be.
pcty_status pcty_type_string_patterns(const pcty_str *patterns,
                                      size_t count,
                                      pcty_type **out,
                                      pcty_error **error);

// The list type of an element type, of any size.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_list(const pcty_type *element, pcty_type **out, pcty_error **error);

// The list type of an element type and a range of sizes.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// NULL: `error` may be.
pcty_status pcty_type_sized_list(const pcty_type *element,
                                 const pcty_size_range *size,
                                 pcty_type **out,
                                 pcty_error **error);

// The set type of an element type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_set(const pcty_type *element, pcty_type **out, pcty_error **error);

// The map type of an element type, with strings as keys and of any size.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_map(const pcty_type *element, pcty_type **out, pcty_error **error);

// The map type of a key type and an element type, optionally of a range of sizes.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// NULL: `size` (then any size) and `error` may be.
pcty_status pcty_type_map_of(const pcty_type *key,
                             const pcty_type *element,
                             const pcty_size_range *size,
                             pcty_type **out,
                             pcty_error **error);

// The tuple type with a type for each position.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_type_tuple(const pcty_type *const *elements,
                            size_t count,
                            pcty_type **out,
                            pcty_error **error);

// The tuple type of a range of sizes: the last type repeats, and trailing ones may be
// missing, as in Puppet.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a reversed range.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_type_sized_tuple(const pcty_type *const *elements,
                                  size_t count,
                                  const pcty_size_range *size,
                                  pcty_type **out,
                                  pcty_error **error);

// The object type with these fields, as HCL and PCL have it: names in Unicode normal
// form C, fields in ascending order of their names. It equals what `pcty_type_parse` makes
// of the same fields in any order.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a name
// that comes twice and for a presence without a constant.
// NULL: `fields` (if `count` is 0) and `error` may be.
pcty_status pcty_type_object(const pcty_field *fields,
                             size_t count,
                             pcty_type **out,
                             pcty_error **error);

// The object type with these fields in this order, as Puppet and mcl have it; names are
// kept as given. Two orders of the same fields are two types.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a name
// that comes twice and for a presence without a constant.
// NULL: `fields` (if `count` is 0) and `error` may be.
pcty_status pcty_type_ordered_object(const pcty_field *fields,
                                     size_t count,
                                     pcty_type **out,
                                     pcty_error **error);

// The union of at least one member, in this order.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for none at all.
// NULL: `members` (if `count` is 0) and `error` may be.
pcty_status pcty_type_union(const pcty_type *const *members,
                            size_t count,
                            pcty_type **out,
                            pcty_error **error);

// A type or undef.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_optional(const pcty_type *element,
                               pcty_type **out,
                               pcty_error **error);

// A type without undef.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_not_undef(const pcty_type *element,
                                pcty_type **out,
                                pcty_error **error);

// An eventual value of a type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_promise(const pcty_type *element,
                              pcty_type **out,
                              pcty_error **error);

// An eventual value of a type, with its dependencies.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_output(const pcty_type *element, pcty_type **out, pcty_error **error);

// The type of a type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_meta_of(const pcty_type *element,
                              pcty_type **out,
                              pcty_error **error);

// One value of a type, which has to be of the type's kind: a bool, number, integer, float
// or string.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value of another kind; PCTY_ERROR_MARKED,
// PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is no scalar;
// PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_literal(const pcty_type *element,
                              const pcty_value *value,
                              pcty_type **out,
                              pcty_error **error);

// An enumeration of at least one value of one type, known by a token.
//
// Ownership: `*out` is the caller's; the token is copied.
// Errors: as of `pcty_type_literal`, for each value; PCTY_ERROR_INVALID_UTF8;
// PCTY_ERROR_INVALID_ARGUMENT for no values.
// NULL: `values` (if `count` is 0) and `error` may be.
pcty_status pcty_type_enumeration(pcty_str token,
                                  const pcty_type *element,
                                  const pcty_value *const *values,
                                  size_t count,
                                  pcty_type **out,
                                  pcty_error **error);

// A type that only one dialect has: the dialect's name, the type's and its parameters.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; for a parameter's value as of
// `pcty_type_literal`; PCTY_ERROR_INVALID_ARGUMENT for a parameter that is both a type and a
// value.
// NULL: `params` (if `count` is 0) and `error` may be.
pcty_status pcty_type_nominal(pcty_str dialect,
                              pcty_str name,
                              const pcty_nominal_param *params,
                              size_t count,
                              pcty_type **out,
                              pcty_error **error);

// The same type with every field required, at any depth.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_type_without_optional_fields(const pcty_type *type,
                                              pcty_type **out,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Function types.
// ----------------------------------------------------------------------------

// A function type.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`, a reversed size and an enumeration's number without a constant.
// NULL: `error` may be.
pcty_status pcty_type_func(const pcty_func_type *func,
                           pcty_type **out,
                           pcty_error **error);

// Whether a function type says what its parameters are. NULL: gives PCTY_PARAMS_ANY, as
// do other types.
pcty_params pcty_type_func_params(const pcty_type *type);

// The number of positional parameters of a function type. NULL: gives 0, as do other
// types.
size_t pcty_type_func_param_count(const pcty_type *type);

// A positional parameter of a function type, from 0, and whether there is one.
//
// Ownership: what `*out` gets is lent as long as `type`. NULL: gives false; `out` may be.
bool pcty_type_func_param(const pcty_type *type, size_t index, pcty_param *out);

// The variadic parameter of a function type, and whether there is one.
//
// Ownership: what `*out` gets is lent as long as `type`. NULL: gives false; `out` may be.
bool pcty_type_func_variadic(const pcty_type *type, pcty_param *out);

// How many arguments a function type takes, and whether it says so apart from its
// positional parameters.
//
// Ownership: `*out` is plain data. NULL: gives false; `out` may be.
bool pcty_type_func_size(const pcty_type *type, pcty_size_range *out);

// The block parameter of a function type, and whether the caller may leave it away.
//
// Ownership: lent as long as `type`; `*presence` is plain data. NULL: gives NULL, as do
// types without a block; `presence` may be.
const pcty_type *pcty_type_func_block(const pcty_type *type, pcty_presence *presence);

// The result of a function type.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as do types that do not say it.
const pcty_type *pcty_type_func_result(const pcty_type *type);

// ----------------------------------------------------------------------------
// Types: looking at them.
//
// What is lent here is lent as long as the type. A type's parts by position are those of
// a tuple, the members of a union or the fields of an object.
// ----------------------------------------------------------------------------

// Which constructor made the type. NULL: gives PCTY_KIND_MISSING.
pcty_kind pcty_type_kind(const pcty_type *type);

// The element type of a list, set or map; the inner type of an optional, not-undef,
// promise, output, literal, enumeration or meta type.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as do other types.
const pcty_type *pcty_type_element(const pcty_type *type);

// The key type of a map.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as do other types.
const pcty_type *pcty_type_key(const pcty_type *type);

// The number of types of a tuple, members of a union or fields of an object. NULL: gives
// 0, as do other types.
size_t pcty_type_part_count(const pcty_type *type);

// The type at a position, from 0, of a tuple; the member of a union; the type of an
// object's field.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as do other types and a position
// past the end.
const pcty_type *pcty_type_part(const pcty_type *type, size_t index);

// The field of an object at a position, from 0, and whether there is one.
//
// Ownership: what `*out` gets is lent as long as `type`. NULL: gives false; `out` may be.
bool pcty_type_field(const pcty_type *type, size_t index, pcty_field *out);

// The field of an object by its name, and whether there is one.
//
// Ownership: what `*out` gets is lent as long as `type`. NULL: gives false; `out` may be.
bool pcty_type_field_named(const pcty_type *type, pcty_str name, pcty_field *out);

// The range of sizes of a list, map or tuple, or of lengths of a string type, and
// whether the type says one.
//
// Ownership: `*out` is plain data. NULL: gives false; `out` may be.
bool pcty_type_size_range(const pcty_type *type, pcty_size_range *out);

// The one value of a bool type, and whether the type says one.
//
// Ownership: `*out` is plain data. NULL: gives false; `out` may be.
bool pcty_type_only_bool(const pcty_type *type, bool *out);

// A bound of an integer type, as an integer, or of a float type, as a double.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND where the type has no such bound;
// PCTY_ERROR_INVALID_ARGUMENT for a side without a constant.
// NULL: `error` may be.
pcty_status pcty_type_bound(const pcty_type *type,
                            pcty_side side,
                            pcty_value **out,
                            pcty_error **error);

// How a string type is constrained. NULL: gives PCTY_STRING_NONE, as do other types.
pcty_string_constraint pcty_type_string_constraint(const pcty_type *type);

// The number of strings of a string enumeration, or of patterns. NULL: gives 0, as do
// other types.
size_t pcty_type_text_count(const pcty_type *type);

// A string of a string enumeration, or a pattern, by its position, from 0.
//
// Ownership: lent as long as `type`. NULL: gives no text, as do other types and a position
// past the end.
pcty_str pcty_type_text_at(const pcty_type *type, size_t index);

// Whether the case of letters counts in a string enumeration. NULL: gives
// PCTY_CASE_SENSITIVE, as do other types.
pcty_case pcty_type_text_case(const pcty_type *type);

// The number of values of an enumeration; 1 for a literal. NULL: gives 0, as do other
// types.
size_t pcty_type_value_count(const pcty_type *type);

// A value of an enumeration, or the one of a literal, by its position, from 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types.
// NULL: `error` may be.
pcty_status pcty_type_value(const pcty_type *type,
                            size_t index,
                            pcty_value **out,
                            pcty_error **error);

// The token of an enumeration, or the name of a capsule or a nominal type.
//
// Ownership: lent as long as `type`. NULL: gives no text, as do other types.
pcty_str pcty_type_name(const pcty_type *type);

// The dialect of a nominal type.
//
// Ownership: lent as long as `type`. NULL: gives no text, as do other types.
pcty_str pcty_type_dialect(const pcty_type *type);

// The number of parameters of a nominal type. NULL: gives 0, as do other types.
size_t pcty_type_nominal_param_count(const pcty_type *type);

// A parameter of a nominal type by its position, from 0: one of the outputs gets it and
// the other one NULL; both get NULL where the place is left at its default. Undef is a
// null of the type any.
//
// Ownership: `*param` is lent as long as `type`; `*value` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types; PCTY_ERROR_UNSUPPORTED for
// a regular expression, a list or a hash.
// NULL: `error` may be.
pcty_status pcty_type_nominal_param_at(const pcty_type *type,
                                       size_t index,
                                       const pcty_type **param,
                                       pcty_value **value,
                                       pcty_error **error);

// Whose unification variable a type is, as `pcty_scope_identity` gives it, and which one
// of its scope; and whether it is one.
//
// Ownership: the outputs are plain data. NULL: gives false; `scope` and `id` may be.
bool pcty_type_variable(const pcty_type *type, uint64_t *scope, uint32_t *id);

// What occurs inside the type, at any depth. NULL: gives 0.
pcty_type_flags pcty_type_flags_of(const pcty_type *type);

// The nesting depth: 1 for a type without parts. NULL: gives 0.
uint32_t pcty_type_depth(const pcty_type *type);

// The number of nodes of the type written out as a tree. NULL: gives 0.
uint32_t pcty_type_size(const pcty_type *type);

// The structural hash: equal types have equal hashes, which are others in each process.
// NULL: gives 0.
uint64_t pcty_type_hash(const pcty_type *type);

// Whether two types have equal parts in the same order. A dialect's own notion of equal
// may be coarser. NULL: equals NULL alone.
bool pcty_type_equal(const pcty_type *a, const pcty_type *b);

// The total order of types: -1, 0 or 1. NULL: comes first.
int32_t pcty_type_compare(const pcty_type *a, const pcty_type *b);

// The name of the type in sentences, such as "map of list of string".
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_type_friendly_name(const pcty_type *type);

// Visits a type and its parts, depth first and in order. References are leaves: whoever
// wants to look inside unfolds them.
//
// Ownership: nothing changes hands; `user_data` goes to each visit.
// Errors: PCTY_ERROR_MISBEHAVED for a visit's answer without a constant.
// NULL: `user_data` and `error` may be.
// Threads: the visits run on this thread before the function returns.
pcty_status pcty_type_walk(const pcty_type *type,
                           pcty_type_visitor visit,
                           void *user_data,
                           pcty_error **error);

// ----------------------------------------------------------------------------
// Scopes and groups: variables and recursive types.
// ----------------------------------------------------------------------------

// A scope that no one else has.
//
// Ownership: the result is the caller's.
pcty_scope *pcty_scope_new(void);

// Frees a scope; its variables live on. NULL: no-op.
void pcty_scope_free(pcty_scope *scope);

// The number that tells this scope from others in the process. NULL: gives 0.
uint64_t pcty_scope_identity(const pcty_scope *scope);

// The variable of a number.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_type *pcty_scope_variable(const pcty_scope *scope, uint32_t id);

// A variable that this function has not yet given for this scope; they count from 0.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does a scope of which all
// numbers are used up.
// Threads: one at a time.
pcty_type *pcty_scope_fresh(pcty_scope *scope);

// Makes a group of definitions, each with its name. Inside them, variable number i of
// `scope` stands for definition number i.
//
// Ownership: `*out` is the caller's; names are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for no
// definitions, a variable without a definition, and a definition that is nothing but a
// ring of variables.
// NULL: `names`, `definitions` (if `count` is 0) and `error` may be.
pcty_status pcty_group_new(const pcty_scope *scope,
                           const pcty_str *names,
                           const pcty_type *const *definitions,
                           size_t count,
                           pcty_group **out,
                           pcty_error **error);

// Another handle of the same group; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_group *pcty_group_clone(const pcty_group *group);

// Frees a group; references to its definitions keep it alive. NULL: no-op.
void pcty_group_free(pcty_group *group);

// The number of definitions. NULL: gives 0.
size_t pcty_group_length(const pcty_group *group);

// The type that refers to a definition by its position, from 0.
//
// Ownership: `*out` is the caller's and keeps the group alive.
// Errors: PCTY_ERROR_NOT_FOUND past the end.
// NULL: `error` may be.
pcty_status pcty_group_reference(const pcty_group *group,
                                 size_t index,
                                 pcty_type **out,
                                 pcty_error **error);

// The definition that a reference stands for; references inside it keep the group alive.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for other types; PCTY_ERROR_INVALID_ARGUMENT where the group has
// been released, which happens only to what was lent from inside it.
// NULL: `error` may be.
pcty_status pcty_type_unfold(const pcty_type *type, pcty_type **out, pcty_error **error);

// The name of the definition that a reference stands for.
//
// Ownership: `*out` is the caller's.
// Errors: as of `pcty_type_unfold`.
// NULL: `error` may be.
pcty_status pcty_type_reference_name(const pcty_type *type,
                                     pcty_string **out,
                                     pcty_error **error);

// ----------------------------------------------------------------------------
// Types: what a host says of them.
//
// An annotation is data of the host's that goes with a type: where it was declared, the
// schema that it came from. Annotations say nothing about values: types that differ in them
// alone are equal and have one text. What is made of a type by rewriting its parts keeps
// them; PCL's unification keeps those of both types that it makes one of.
// ----------------------------------------------------------------------------

// The type with one more annotation, behind those that it has.
//
// Ownership: `*out` is the caller's. `data` is the library's from here on, also on failure:
// `destroy` releases it exactly once, with the last type that has it.
// Errors: none but NULL.
// NULL: `data`, `destroy` (then nothing is released) and `error` may be.
pcty_status pcty_type_annotate(const pcty_type *type,
                               void *data,
                               pcty_destroy destroy,
                               pcty_type **out,
                               pcty_error **error);

// The number of annotations of a type. NULL: gives 0.
size_t pcty_type_annotation_count(const pcty_type *type);

// The data of an annotation by its position, from 0.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as does a position past the end.
void *pcty_type_annotation(const pcty_type *type, size_t index);

// ----------------------------------------------------------------------------
// Values: making scalars, comparing, and the state of any value.
//
// A function that makes a value out of others never takes these away. A value that
// carries marks keeps its content to itself: whoever wants to read it takes the marks
// off first, with `pcty_value_unmarked`.
// ----------------------------------------------------------------------------

// Another handle of the same value; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_value *pcty_value_clone(const pcty_value *value);

// Frees a value. NULL: no-op.
void pcty_value_free(pcty_value *value);

// The null of a type.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_value *pcty_value_null(const pcty_type *type);

// The unknown value of a type, of which nothing else is known.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_value *pcty_value_unknown(const pcty_type *type);

// The unknown value of an unknown type.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_dynamic(void);

// A bool.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_bool(bool value);

// A number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_number_from_int64(int64_t value);

// A number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_number_from_uint64(uint64_t value);

// The number that a double is exactly.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_ARITHMETIC for NaN; the infinities are numbers.
// NULL: `error` may be.
pcty_status pcty_value_number_from_double(double value,
                                          pcty_value **out,
                                          pcty_error **error);

// The number that a decimal text means: a sign, digits with at most one point, and an
// exponent; with 512 bits of precision.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_value_number_from_text(pcty_str digits,
                                        pcty_value **out,
                                        pcty_error **error);

// The whole number that big-endian bytes in two's complement mean; none at all are 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
// NULL: `bytes` (if `count` is 0) and `error` may be.
pcty_status pcty_value_number_from_bytes(const uint8_t *bytes,
                                         size_t count,
                                         pcty_value **out,
                                         pcty_error **error);

// An exact integer, which is of another type than a number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_integer_from_int64(int64_t value);

// An exact integer, which is of another type than a number.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_integer_from_uint64(uint64_t value);

// The exact integer that a text of a sign and decimal digits means.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION for other texts, PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_value_integer_from_text(pcty_str digits,
                                         pcty_value **out,
                                         pcty_error **error);

// The exact integer that big-endian bytes in two's complement mean; none at all are 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT past 65536 bytes.
// NULL: `bytes` (if `count` is 0) and `error` may be.
pcty_status pcty_value_integer_from_bytes(const uint8_t *bytes,
                                          size_t count,
                                          pcty_value **out,
                                          pcty_error **error);

// A double, of the type float. NaN equals itself, and -0 differs from 0.
//
// Ownership: the result is the caller's.
pcty_value *pcty_value_float(double value);

// A string in Unicode normal form C, as HCL and PCL have them.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_value_string(pcty_str content, pcty_value **out, pcty_error **error);

// A string exactly as given, as Puppet and mcl have them.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_value_string_verbatim(pcty_str content,
                                       pcty_value **out,
                                       pcty_error **error);

// A type as a value; its type is the meta type of it.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when the type is as deep as a type may be.
// NULL: `error` may be.
pcty_status pcty_value_from_type(const pcty_type *type, pcty_value **out, pcty_error **error);

// The value's own exact type, marks or not.
//
// Ownership: lent as long as the value. NULL: gives NULL.
const pcty_type *pcty_value_type(const pcty_value *value);

// Whether the value is known, null or unknown, marks or not. NULL: gives
// PCTY_STATE_NONE.
pcty_state pcty_value_state(const pcty_value *value);

// Whether the value and all its parts, at any depth, are known. NULL: gives false.
bool pcty_value_is_wholly_known(const pcty_value *value);

// Whether no part of the value has the type any, the type itself included. NULL: gives
// false.
bool pcty_value_has_wholly_known_type(const pcty_value *value);

// Whether two values are exactly the same: type, state, refinement, marks at each level
// and content; numbers compare as numbers, whatever their precision. NULL: equals NULL
// alone.
bool pcty_value_is_same(const pcty_value *a, const pcty_value *b);

// The total order of values: -1, 0 or 1. The same in every process, save where
// capsules, scopes and groups decide. NULL: comes first.
int32_t pcty_value_compare(const pcty_value *a, const pcty_value *b);

// A hash that agrees with `pcty_value_is_same`, another one in each process. NULL: gives 0.
uint64_t pcty_value_hash(const pcty_value *value);

// ----------------------------------------------------------------------------
// Values: reading scalars.
//
// All of these refuse, with a status that says so, a value that carries marks, is null,
// is unknown or is of another type; a number that the result cannot hold exactly is
// PCTY_ERROR_CONVERSION, save where a function says otherwise.
// ----------------------------------------------------------------------------

// A bool.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_as_bool(const pcty_value *value, bool *out, pcty_error **error);

// A whole number, integer or whole double that lies in the range of `int64_t`.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_as_int64(const pcty_value *value, int64_t *out, pcty_error **error);

// A whole number, integer or whole double that lies in the range of `uint64_t`.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_as_uint64(const pcty_value *value,
                                 uint64_t *out,
                                 pcty_error **error);

// The double nearest to a number, integer or double, and whether it is that very value.
//
// Ownership: `*out` and `*exact` are plain data.
// Errors: see the section's head; a number that is no double is PCTY_ERROR_CONVERSION
// only if `exact` is NULL.
// NULL: `exact` and `error` may be.
pcty_status pcty_value_as_double(const pcty_value *value,
                                 double *out,
                                 bool *exact,
                                 pcty_error **error);

// How many bytes a whole number or integer needs at least as big-endian two's
// complement.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_byte_length(const pcty_value *value,
                                   size_t *out,
                                   pcty_error **error);

// A whole number or integer as big-endian bytes in two's complement, in exactly `count`
// bytes: the sign fills those in front.
//
// Ownership: fills the caller's `bytes`.
// Errors: see the section's head; PCTY_ERROR_CONVERSION too where `count` bytes cannot
// hold it.
// NULL: `error` may be.
pcty_status pcty_value_as_bytes(const pcty_value *value,
                                uint8_t *bytes,
                                size_t count,
                                pcty_error **error);

// The decimal text of a number, integer or double: the shortest that tells it from its
// neighbours of the same precision, without an exponent; `Infinity` and `-Infinity`,
// and `NaN` for a double.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_LIMIT for too many digits.
// NULL: `error` may be.
pcty_status pcty_value_number_text(const pcty_value *value,
                                   pcty_string **out,
                                   pcty_error **error);

// The precision of a number: the width of its mantissa in bits.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head; integers and doubles are not numbers here.
// NULL: `error` may be.
pcty_status pcty_value_number_precision(const pcty_value *value,
                                        uint32_t *out,
                                        pcty_error **error);

// The text of a string.
//
// Ownership: `*out` is lent as long as the value.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_as_string(const pcty_value *value,
                                 pcty_str *out,
                                 pcty_error **error);

// The type that a type value stands for.
//
// Ownership: lent as long as the value. NULL: gives NULL, as does a value that is not a
// known, unmarked type.
const pcty_type *pcty_value_as_type(const pcty_value *value);

// ----------------------------------------------------------------------------
// Containers: lists, sets, tuples, maps and objects.
//
// Elements are lent: a pointer into the container, without an allocation. What lends gives
// nothing where the container is null, unknown or carries marks: `pcty_value_state` and
// `pcty_value_is_marked` tell which. The keys of maps and the names of attributes are
// brought to Unicode normal form C, as HCL and PCL have them.
// ----------------------------------------------------------------------------

// A list of at least one element. All have one type, save that a null or unknown of the
// type any takes the type of the others.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_ARGUMENT for no elements.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_value_list(const pcty_value *const *elements,
                            size_t count,
                            pcty_value **out,
                            pcty_error **error);

// A list of an element type, empty or not.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_value_list_of(const pcty_type *element,
                               const pcty_value *const *elements,
                               size_t count,
                               pcty_value **out,
                               pcty_error **error);

// A set of at least one element. Equal elements count once, and the marks of the elements
// move to the set.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_ARGUMENT for no elements.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_value_set(const pcty_value *const *elements,
                           size_t count,
                           pcty_value **out,
                           pcty_error **error);

// A set of an element type, empty or not.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE, with the index, for an element of another type; PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_value_set_of(const pcty_type *element,
                              const pcty_value *const *elements,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// A tuple; its type follows from the elements.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_value_tuple(const pcty_value *const *elements,
                             size_t count,
                             pcty_value **out,
                             pcty_error **error);

// A map of at least one entry. All elements have one type, as in `pcty_value_list`. A key
// that comes again replaces the earlier entry.
//
// Ownership: `*out` is the caller's; so stay the elements; keys are copied.
// Errors: PCTY_ERROR_TYPE, with the key, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for no entries.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be.
pcty_status pcty_value_map(const pcty_str *keys,
                           const pcty_value *const *values,
                           size_t count,
                           pcty_value **out,
                           pcty_error **error);

// A map of an element type, empty or not.
//
// Ownership: `*out` is the caller's; so stay the elements; keys are copied.
// Errors: PCTY_ERROR_TYPE, with the key, for an element of another type; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be.
pcty_status pcty_value_map_of(const pcty_type *element,
                              const pcty_str *keys,
                              const pcty_value *const *values,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// An object; its type follows from the attributes, which stand in ascending order of their
// names. An attribute that comes again replaces the earlier one.
//
// Ownership: `*out` is the caller's; so stay the values; names are copied.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
// NULL: `names`, `values` (if `count` is 0) and `error` may be.
pcty_status pcty_value_object(const pcty_str *names,
                              const pcty_value *const *values,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// A list of numbers, empty or not, out of an array of whole numbers.
//
// Ownership: `*out` is the caller's; the array is copied.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_value_list_from_int64(const int64_t *elements,
                                       size_t count,
                                       pcty_value **out,
                                       pcty_error **error);

// A list of numbers, empty or not, out of an array of doubles.
//
// Ownership: `*out` is the caller's; the array is copied.
// Errors: PCTY_ERROR_ARITHMETIC, with the index, for NaN; PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_value_list_from_double(const double *elements,
                                        size_t count,
                                        pcty_value **out,
                                        pcty_error **error);

// A list of strings, empty or not, out of an array of texts, in Unicode normal form C.
//
// Ownership: `*out` is the caller's; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_value_list_from_str(const pcty_str *elements,
                                     size_t count,
                                     pcty_value **out,
                                     pcty_error **error);

// The number of elements of a list, set or tuple, entries of a map or hash or attributes
// of an object, and whether the value has such a number: is a known container without marks.
//
// Ownership: `*out` is plain data. NULL: gives false; `out` may be.
bool pcty_value_length(const pcty_value *value,
                       size_t *out);

// The element of a list, set or tuple at a position, from 0; of a map, in ascending order
// of the keys; of a hash of Puppet, in its order; or the attribute of an object, in the order
// of its type's fields.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as does a position past the end.
const pcty_value *pcty_value_element(const pcty_value *value,
                                     size_t index);

// The key of a map's entry, or the name of an object's attribute, at the position that
// `pcty_value_element` takes.
//
// Ownership: lent as long as `value`. NULL: gives no text, as do other values, a position
// past the end, and a key of a hash that is no string.
pcty_str pcty_value_key(const pcty_value *value, size_t index);

// The attribute of an object by its name.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a name that
// the object does not have.
const pcty_value *pcty_value_attribute(const pcty_value *value, pcty_str name);

// The element of a map or hash under a key that is a string.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a key that
// the map does not have.
const pcty_value *pcty_value_lookup(const pcty_value *value, pcty_str key);

// ----------------------------------------------------------------------------
// Values: the operators.
//
// The rules are those of cty. Marks of the operands go on the result. An operand that is
// unknown, or of the type any, makes the result unknown, of the operator's type and not
// null. An operand of another type is PCTY_ERROR_TYPE with the operand's index as the
// argument; a null is PCTY_ERROR_NULL where every operand is known.
// ----------------------------------------------------------------------------

// The sum of two numbers, at the greater of their precisions.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer, such as
// for infinities of different signs.
// NULL: `error` may be.
pcty_status pcty_value_add(const pcty_value *a,
                           const pcty_value *b,
                           pcty_value **out,
                           pcty_error **error);

// The difference of two numbers.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer.
// NULL: `error` may be.
pcty_status pcty_value_subtract(const pcty_value *a,
                                const pcty_value *b,
                                pcty_value **out,
                                pcty_error **error);

// The product of two numbers.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer, such as
// for zero and an infinity.
// NULL: `error` may be.
pcty_status pcty_value_multiply(const pcty_value *a,
                                const pcty_value *b,
                                pcty_value **out,
                                pcty_error **error);

// The quotient of two numbers; that of a number and zero is infinite.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer, such as
// for zero and zero.
// NULL: `error` may be.
pcty_status pcty_value_divide(const pcty_value *a,
                              const pcty_value *b,
                              pcty_value **out,
                              pcty_error **error);

// What is left of a number when as many whole times of another one as possible are taken
// off; it has the sign of the first.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_ARITHMETIC where there is no answer.
// NULL: `error` may be.
pcty_status pcty_value_modulo(const pcty_value *a,
                              const pcty_value *b,
                              pcty_value **out,
                              pcty_error **error);

// The number with the other sign.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_negate(const pcty_value *value,
                              pcty_value **out,
                              pcty_error **error);

// The number without its sign.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_absolute(const pcty_value *value,
                                pcty_value **out,
                                pcty_error **error);

// Whether a number is less than another one: a bool.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_less_than(const pcty_value *a,
                                 const pcty_value *b,
                                 pcty_value **out,
                                 pcty_error **error);

// Whether a number is greater than another one: a bool.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_greater_than(const pcty_value *a,
                                    const pcty_value *b,
                                    pcty_value **out,
                                    pcty_error **error);

// Whether a number is less than or equal to another one: a bool.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_less_than_or_equal(const pcty_value *a,
                                          const pcty_value *b,
                                          pcty_value **out,
                                          pcty_error **error);

// Whether a number is greater than or equal to another one: a bool.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_greater_than_or_equal(const pcty_value *a,
                                             const pcty_value *b,
                                             pcty_value **out,
                                             pcty_error **error);

// Whether both bools are true.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_and(const pcty_value *a,
                           const pcty_value *b,
                           pcty_value **out,
                           pcty_error **error);

// Whether one of the bools is true.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_or(const pcty_value *a,
                          const pcty_value *b,
                          pcty_value **out,
                          pcty_error **error);

// The other bool.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_value_not(const pcty_value *value, pcty_value **out, pcty_error **error);

// Whether two values are equal as the language sees it: a bool, unknown where that cannot be
// said yet, with the marks of both at any depth. Values of different types are not equal.
// (`pcty_value_is_same` tells whether they are the very same value, unknowns and marks
// included.)
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
pcty_status pcty_value_equals(const pcty_value *a,
                              const pcty_value *b,
                              pcty_value **out,
                              pcty_error **error);

// The contrary of `pcty_value_equals`.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
pcty_status pcty_value_not_equal(const pcty_value *a,
                                 const pcty_value *b,
                                 pcty_value **out,
                                 pcty_error **error);

// The element of a list or tuple at a position, or of a map under a key; null where a map
// does not have the key.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for a value without elements by key and for a key of another type;
// PCTY_ERROR_NOT_FOUND for a position past the end; PCTY_ERROR_NULL.
// NULL: `error` may be.
pcty_status pcty_value_index(const pcty_value *value,
                             const pcty_value *key,
                             pcty_value **out,
                             pcty_error **error);

// Whether there is an element at a position or under a key: a bool.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for what is no list, map or tuple; PCTY_ERROR_NULL for a null.
// NULL: `error` may be.
pcty_status pcty_value_has_index(const pcty_value *value,
                                 const pcty_value *key,
                                 pcty_value **out,
                                 pcty_error **error);

// Whether a set has an element: a bool.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for what is no set; PCTY_ERROR_NULL for a null; PCTY_ERROR_MARKED for
// an element with marks inside.
// NULL: `error` may be.
pcty_status pcty_value_has_element(const pcty_value *value,
                                   const pcty_value *element,
                                   pcty_value **out,
                                   pcty_error **error);

// The number of elements of a list, set, map, tuple or object as a number; an unknown one
// within bounds where elements are not known. (`pcty_value_length` reads the number of
// elements that are there.)
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for what has no elements; PCTY_ERROR_NULL for a null.
// NULL: `error` may be.
pcty_status pcty_value_length_value(const pcty_value *value,
                                    pcty_value **out,
                                    pcty_error **error);

// The value with a null in place of each unknown part, at any depth.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
pcty_status pcty_value_unknown_as_null(const pcty_value *value,
                                       pcty_value **out,
                                       pcty_error **error);

// The part of a value that a path leads to, with the marks of what is around it.
//
// Ownership: `*out` is the caller's. (`pcty_value_element` and its like lend.)
// Errors: what is wrong with the first step that cannot be taken, with the path to where it
// would have begun: PCTY_ERROR_TYPE, PCTY_ERROR_NOT_FOUND, PCTY_ERROR_NULL.
// NULL: `error` may be.
pcty_status pcty_value_apply_path(const pcty_value *value,
                                  const pcty_path *path,
                                  pcty_value **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// Capsules: the host's own types and data inside values.
//
// A capsule type is known by its identity alone: two that were made apart are different
// types even under one name.
// ----------------------------------------------------------------------------

// A new capsule type with a friendly name, different from every other one.
//
// Ownership: `*out` is the caller's. `ops->user_data` is the library's from here on, also
// on failure, save where `struct_size` is wrong.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// NULL: `ops` (then as PCTY_CAPSULE_OPS_INIT) and `error` may be.
pcty_status pcty_type_capsule(pcty_str name,
                              const pcty_capsule_ops *ops,
                              pcty_type **out,
                              pcty_error **error);

// A capsule with the host's data.
//
// Ownership: `*out` is the caller's. `data` is the library's from here on, also on
// failure: `destroy` releases it exactly once.
// Errors: PCTY_ERROR_TYPE for a type that is no capsule.
// NULL: `data`, `destroy` (then nothing is released) and `error` may be.
pcty_status pcty_value_capsule(const pcty_type *type,
                               void *data,
                               pcty_destroy destroy,
                               pcty_value **out,
                               pcty_error **error);

// The host's data in a capsule.
//
// Ownership: `*out` is lent as long as the value.
// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value
// that is no capsule of this type.
// NULL: `error` may be.
pcty_status pcty_value_as_capsule(const pcty_value *value,
                                  const pcty_type *type,
                                  void **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// Marks: what a host attaches to values and every operation carries on.
//
// Marks sit on a value, never on a mark, so unmarking once gives the bare value.
// ----------------------------------------------------------------------------

// A set of marks; the same one twice counts once.
//
// Ownership: `*out` is the caller's; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `marks` (if `count` is 0) and `error` may be.
pcty_status pcty_marks_new(const pcty_str *marks,
                           size_t count,
                           pcty_marks **out,
                           pcty_error **error);

// Another handle of the same marks; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_marks *pcty_marks_clone(const pcty_marks *marks);

// Frees a set of marks. NULL: no-op.
void pcty_marks_free(pcty_marks *marks);

// The number of marks. NULL: gives 0.
size_t pcty_marks_count(const pcty_marks *marks);

// A mark by its position, from 0, in ascending order.
//
// Ownership: lent as long as `marks`. NULL: gives no text, as does a position past the
// end.
pcty_str pcty_marks_at(const pcty_marks *marks, size_t index);

// Whether a mark is among them. NULL: gives false.
bool pcty_marks_contain(const pcty_marks *marks, pcty_str mark);

// The marks of the value itself; those of its parts are not among them.
//
// Ownership: lent as long as the value. NULL: gives NULL.
const pcty_marks *pcty_value_marks(const pcty_value *value);

// Whether the value itself carries marks. NULL: gives false.
bool pcty_value_is_marked(const pcty_value *value);

// Whether the value or anything inside it carries marks. NULL: gives false.
bool pcty_value_contains_marked(const pcty_value *value);

// The value with one mark added to its own.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_value_mark(const pcty_value *value,
                            pcty_str mark,
                            pcty_value **out,
                            pcty_error **error);

// The value with marks added to its own.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
pcty_status pcty_value_with_marks(const pcty_value *value,
                                  const pcty_marks *marks,
                                  pcty_value **out,
                                  pcty_error **error);

// The value without marks of its own: how to read what a marked value holds. Whoever makes
// something of it owes it the marks, which `pcty_value_marks` gives.
//
// Ownership: lent as long as `value`. NULL: gives NULL.
const pcty_value *pcty_value_unmarked(const pcty_value *value);

// The value without marks at any depth, and all the marks that there were.
//
// Ownership: `*out` and `*marks` are the caller's.
// Errors: none but NULL.
// NULL: `marks` (if nobody wants to know) and `error` may be.
pcty_status pcty_value_unmark_deep(const pcty_value *value,
                                   pcty_value **out,
                                   pcty_marks **marks,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// Path sets.
// ----------------------------------------------------------------------------

// The set without paths.
//
// Ownership: the result is the caller's.
pcty_path_set *pcty_path_set_new(void);

// A set of the same paths.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_path_set *pcty_path_set_clone(const pcty_path_set *set);

// Frees a set of paths. NULL: no-op.
void pcty_path_set_free(pcty_path_set *set);

// Adds a path.
//
// Ownership: changes `set`; the path is copied.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_path_set_insert(pcty_path_set *set,
                                 const pcty_path *path,
                                 pcty_error **error);

// Adds a path and every path on the way to it, the one without steps included.
//
// Ownership: changes `set`; the path is copied.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_path_set_insert_with_prefixes(pcty_path_set *set,
                                               const pcty_path *path,
                                               pcty_error **error);

// Removes a path, and whether it was there. NULL: gives false.
//
// Ownership: changes `set`.
// Threads: one at a time.
bool pcty_path_set_remove(pcty_path_set *set, const pcty_path *path);

// Whether a path is in the set. NULL: gives false.
bool pcty_path_set_contains(const pcty_path_set *set, const pcty_path *path);

// The number of paths. NULL: gives 0.
size_t pcty_path_set_count(const pcty_path_set *set);

// Whether two sets have the same paths. NULL: equals NULL alone.
bool pcty_path_set_equal(const pcty_path_set *a, const pcty_path_set *b);

// The paths in either set.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_path_set *pcty_path_set_union(const pcty_path_set *a, const pcty_path_set *b);

// The paths in both sets.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_path_set *pcty_path_set_intersection(const pcty_path_set *a, const pcty_path_set *b);

// The paths in the first set and not in the second.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_path_set *pcty_path_set_difference(const pcty_path_set *a, const pcty_path_set *b);

// Visits the paths of a set, in no particular order.
//
// Ownership: nothing changes hands; `user_data` goes to each visit.
// Errors: PCTY_ERROR_MISBEHAVED for a visit's answer without a constant.
// NULL: `user_data` and `error` may be.
// Threads: the visits run on this thread before the function returns; they must not change
// the set.
pcty_status pcty_path_set_walk(const pcty_path_set *set,
                               pcty_path_visitor visit,
                               void *user_data,
                               pcty_error **error);

// ----------------------------------------------------------------------------
// Refinements: what is known of an unknown value?
//
// Marks do not matter here: a marked unknown tells what it is refined to.
// ----------------------------------------------------------------------------

// What is known of an unknown value.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its text is lent as long as
// the value.
// Errors: PCTY_ERROR_NOT_FOUND for a value that is not unknown; PCTY_ERROR_INVALID_ARGUMENT
// for a wrong `struct_size`.
// NULL: `error` may be.
pcty_status pcty_value_refinement(const pcty_value *value,
                                  pcty_refinement *out,
                                  pcty_error **error);

// A bound of an unknown number, as a number, and whether the bound itself is possible.
//
// Ownership: `*out` is the caller's; `*inclusive` is plain data.
// Errors: PCTY_ERROR_NOT_FOUND for a value that is not unknown and where there is no such
// bound; PCTY_ERROR_INVALID_ARGUMENT for a side without a constant.
// NULL: `inclusive` and `error` may be.
pcty_status pcty_value_refinement_bound(const pcty_value *value,
                                        pcty_side side,
                                        pcty_value **out,
                                        bool *inclusive,
                                        pcty_error **error);

// ----------------------------------------------------------------------------
// Refinement builders: saying what is known of an unknown value.
//
// Each step is checked against the value's type, against what was known before and, of a
// known value, against the value itself. A step that fails says so at once, and building
// says it again. What leaves only one possible value becomes that value: null; the number
// between equal inclusive bounds; the empty collection. Of the unknown value of the type any
// nothing can be known: every step leaves it as it is.
// ----------------------------------------------------------------------------

// Begins to say more about a value. Its marks stay, and what is known of it already.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_refinement_builder *pcty_refinement_builder_new(const pcty_value *value);

// Frees a builder. NULL: no-op.
void pcty_refinement_builder_free(pcty_refinement_builder *builder);

// The value is not null.
//
// Ownership: changes `builder`.
// Errors: PCTY_ERROR_NULL for a value that is.
// NULL: `error` may be.
pcty_status pcty_refinement_builder_not_null(pcty_refinement_builder *builder,
                                             pcty_error **error);

// The value is null.
//
// Ownership: changes `builder`.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value that is not.
// NULL: `error` may be.
pcty_status pcty_refinement_builder_null(pcty_refinement_builder *builder,
                                         pcty_error **error);

// The string begins so, whatever follows: characters at the end that what follows could
// change are left out.
//
// Ownership: changes `builder`.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for what contradicts what is known; PCTY_ERROR_TYPE for
// a value that is no string; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_refinement_builder_prefix(pcty_refinement_builder *builder,
                                           pcty_str prefix,
                                           pcty_error **error);

// The string begins with exactly this; what follows must not combine with its last
// character.
//
// Ownership: changes `builder`.
// Errors: as `pcty_refinement_builder_prefix`.
// NULL: `error` may be.
pcty_status pcty_refinement_builder_prefix_full(pcty_refinement_builder *builder,
                                                pcty_str prefix,
                                                pcty_error **error);

// The number is at least this one, or more than it if `inclusive` is false. An unknown bound
// says nothing.
//
// Ownership: changes `builder`.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for what contradicts what is known; PCTY_ERROR_TYPE for
// a value or bound that is no number; PCTY_ERROR_NULL and PCTY_ERROR_MARKED for such a bound.
// NULL: `error` may be.
pcty_status pcty_refinement_builder_number_min(pcty_refinement_builder *builder,
                                               const pcty_value *bound,
                                               bool inclusive,
                                               pcty_error **error);

// The number is at most this one, or less than it if `inclusive` is false. An unknown bound
// says nothing.
//
// Ownership: changes `builder`.
// Errors: as `pcty_refinement_builder_number_min`.
// NULL: `error` may be.
pcty_status pcty_refinement_builder_number_max(pcty_refinement_builder *builder,
                                               const pcty_value *bound,
                                               bool inclusive,
                                               pcty_error **error);

// The list, set or map has at least this many elements.
//
// Ownership: changes `builder`.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for what contradicts what is known; PCTY_ERROR_TYPE for
// a value that is no list, set or map; PCTY_ERROR_NULL for a null.
// NULL: `error` may be.
pcty_status pcty_refinement_builder_length_min(pcty_refinement_builder *builder,
                                               uint64_t length,
                                               pcty_error **error);

// The list, set or map has at most this many elements.
//
// Ownership: changes `builder`.
// Errors: as `pcty_refinement_builder_length_min`.
// NULL: `error` may be.
pcty_status pcty_refinement_builder_length_max(pcty_refinement_builder *builder,
                                               uint64_t length,
                                               pcty_error **error);

// Makes the builder fail, unless a step has failed before: how a `pcty_hcl_refine` reports an
// error of its own.
//
// Ownership: changes `builder`; `failure` stays the caller's.
// NULL: `error` may be.
// Errors: none but for NULL.
pcty_status pcty_refinement_builder_fail(pcty_refinement_builder *builder,
                                         const pcty_error *failure,
                                         pcty_error **error);

// The value with all that was said of it. More may be said afterwards.
//
// Ownership: `*out` is the caller's; `builder` stays so.
// Errors: that of the first step that failed.
// NULL: `error` may be.
pcty_status pcty_refinement_builder_build(const pcty_refinement_builder *builder,
                                          pcty_value **out,
                                          pcty_error **error);

// ----------------------------------------------------------------------------
// Types: each dialect's notation and rules.
//
// The same questions for every dialect; the first argument, or the one after the noun,
// says whose answer is wanted. A dialect whose rules the library does not have gives
// PCTY_ERROR_UNSUPPORTED.
// ----------------------------------------------------------------------------

// The type that a text stands for in a dialect's notation. HCL reads a type constraint:
// also `any`, and `optional(..)` around the type of an attribute. The variables in a text of
// mcl are of a scope that no one else has; `pcty_mcl_type_parse` takes one.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE with a diagnostic for each fault;
// PCTY_ERROR_LIMIT for what nests too deep; PCTY_ERROR_INVALID_UTF8, PCTY_ERROR_UNSUPPORTED.
// NULL: `error` may be.
pcty_status pcty_type_parse(pcty_dialect dialect,
                            pcty_str notation,
                            pcty_type **out,
                            pcty_error **error);

// A type in a dialect's notation.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for a type that the dialect does not have, too.
// NULL: `error` may be.
pcty_status pcty_type_format(const pcty_type *type,
                             pcty_dialect dialect,
                             pcty_string **out,
                             pcty_error **error);

// The type that JSON describes as cty does: `"string"`, `["list","number"]`,
// `["object",{"a":"bool"},["a"]]`.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX for what is no JSON and PCTY_ERROR_TYPE for what describes no
// type, both with the byte at fault; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_type_from_json(pcty_str json, pcty_type **out, pcty_error **error);

// A type as JSON, as cty describes types.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for a type that cty does not have.
// NULL: `error` may be.
pcty_status pcty_type_to_json(const pcty_type *type, pcty_string **out, pcty_error **error);

// Whether every value of the source type is one of the target type, as it is. In HCL: the
// source conforms to the target, in which the type any stands for whatever there is.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_type_assignable(pcty_dialect dialect,
                                 const pcty_type *target,
                                 const pcty_type *source,
                                 bool *out,
                                 pcty_error **error);

// Whether the dialect takes two types for equal, which may be coarser than
// `pcty_type_equal`: in Puppet `Optional[Integer]` equals `Variant[Integer, Undef]`.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head; PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
pcty_status pcty_type_equivalent(pcty_dialect dialect,
                                 const pcty_type *a,
                                 const pcty_type *b,
                                 bool *out,
                                 pcty_error **error);

// Whether a value is one of a type, as it is.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head; PCTY_ERROR_UNSUPPORTED with the path to an unknown or a
// mark where the dialect has none; PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
pcty_status pcty_value_is_instance(const pcty_value *value,
                                   pcty_dialect dialect,
                                   const pcty_type *type,
                                   bool *out,
                                   pcty_error **error);

// The type of a value as the dialect sees it: in HCL the value's own exact type, in Puppet
// the type inferred from its content.
//
// Ownership: `*out` is the caller's.
// Errors: as `pcty_value_is_instance`.
// NULL: `error` may be.
pcty_status pcty_value_type_of(const pcty_value *value,
                               pcty_dialect dialect,
                               pcty_type **out,
                               pcty_error **error);

// Whether a type conforms to another one by cty's rule, and if not, where: `any` in the
// target stands for whatever there is, everything else has to be equal.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE if it does not conform, with the path to the first part at fault,
// the wanted and the found type.
// NULL: `error` may be.
pcty_status pcty_type_conforms(const pcty_type *source,
                               const pcty_type *target,
                               pcty_error **error);

// What stands between two types.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_type_conversion(pcty_dialect dialect,
                                 const pcty_type *from,
                                 const pcty_type *to,
                                 pcty_conversion *out,
                                 pcty_error **error);

// Why no value of one type converts to another type: the sentence, the path to the part
// that stands in the way, and the types that meet there.
//
// Ownership: `*out` is the caller's, and NULL when values convert.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_type_explain(pcty_dialect dialect,
                              const pcty_type *from,
                              const pcty_type *to,
                              pcty_error **out,
                              pcty_error **error);

// ----------------------------------------------------------------------------
// Converters: from values of one type to values of another.
//
// Marks come along at every level; unknowns stay unknown, and nulls null. An optional
// attribute that is missing becomes null, and what is the type any in the target becomes
// what the value has there. Many values of one type are converted fastest by one
// converter.
// ----------------------------------------------------------------------------

// The conversion between two types.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION if there is none of this safety, with the reason, the wanted
// and the found type; PCTY_ERROR_UNSUPPORTED.
// NULL: `error` may be.
pcty_status pcty_converter_new(pcty_dialect dialect,
                               const pcty_type *from,
                               const pcty_type *to,
                               pcty_safety safety,
                               pcty_converter **out,
                               pcty_error **error);

// Another handle of the same converter; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_converter *pcty_converter_clone(const pcty_converter *converter);

// Frees a converter. NULL: no-op.
void pcty_converter_free(pcty_converter *converter);

// The type of the values that a converter takes.
//
// Ownership: lent as long as the converter. NULL: gives NULL.
const pcty_type *pcty_converter_from(const pcty_converter *converter);

// The type that a converter was made for. A result's own type has no optional attributes,
// and something exact in place of the type any.
//
// Ownership: lent as long as the converter. NULL: gives NULL.
const pcty_type *pcty_converter_to(const pcty_converter *converter);

// Converts a value of the type that the converter takes; a null or unknown of the type any
// is welcome too.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION with the path to the part that does not convert;
// PCTY_ERROR_TYPE for a value of another type.
// NULL: `error` may be.
pcty_status pcty_converter_apply(const pcty_converter *converter,
                                 const pcty_value *value,
                                 pcty_value **out,
                                 pcty_error **error);

// A value as one of another type, by whatever conversion there is, safe or not.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION with the path to the part that does not convert, or with the
// wanted and the found type where no value does; PCTY_ERROR_UNSUPPORTED.
// NULL: `error` may be.
pcty_status pcty_value_convert(const pcty_value *value,
                               pcty_dialect dialect,
                               const pcty_type *to,
                               pcty_value **out,
                               pcty_error **error);

// Every reason at once why a value does not convert to a type, in the order of its parts;
// an empty list when it does. At most 1000.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED.
// NULL: `error` may be.
pcty_status pcty_value_check(const pcty_value *value,
                             pcty_dialect dialect,
                             const pcty_type *to,
                             pcty_error_list **out,
                             pcty_error **error);

// The number of errors. NULL: gives 0.
size_t pcty_error_list_count(const pcty_error_list *list);

// An error by its position, from 0.
//
// Ownership: lent as long as the list. NULL: gives NULL, as does a position past the end.
const pcty_error *pcty_error_list_get(const pcty_error_list *list, size_t index);

// Frees a list with its errors. NULL: no-op.
void pcty_error_list_free(pcty_error_list *list);

// ----------------------------------------------------------------------------
// Unifications: the one type that several types convert to.
// ----------------------------------------------------------------------------

// Finds the type that all of these types convert to.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION if there is none, as for no types at all;
// PCTY_ERROR_UNSUPPORTED.
// NULL: `types` (if `count` is 0) and `error` may be.
pcty_status pcty_type_unify(pcty_dialect dialect,
                            const pcty_type *const *types,
                            size_t count,
                            pcty_safety safety,
                            pcty_unification **out,
                            pcty_error **error);

// The common type.
//
// Ownership: lent as long as the unification. NULL: gives NULL.
const pcty_type *pcty_unification_type(const pcty_unification *unification);

// The number of the given types. NULL: gives 0.
size_t pcty_unification_count(const pcty_unification *unification);

// The conversion of the given type at a position, from 0, to the common type.
//
// Ownership: lent as long as the unification. NULL: gives NULL, as does a position past the
// end; and NULL is the answer for a type whose values need no conversion. In PCL, where types
// are joined that not all convert, it is also the answer for one that does not:
// `pcty_type_conversion` tells.
const pcty_converter *pcty_unification_converter(const pcty_unification *unification,
                                                 size_t index);

// Frees a unification. NULL: no-op.
void pcty_unification_free(pcty_unification *unification);

// ----------------------------------------------------------------------------
// Functions: calling with values that may be unknown, null or marked.
//
// A function is its parameters, its return type and an implementation, which may be the
// host's. A call is a protocol: it checks the arguments against the parameters; takes off
// the marks that a parameter does not let through, and puts them on the result; answers
// an unknown for unknown arguments; checks what the implementation returns. So an
// implementation sees only what its parameters let through.
// ----------------------------------------------------------------------------

// A function with the host's implementation.
//
// Ownership: `*out` is the caller's; what `spec` points to is copied. `spec->user_data` is
// the library's from here on, also on failure, save where `struct_size` is wrong.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a
// flag that has no constant, a promise that is not unknown or is marked, and a return type
// that is said twice or not at all.
// NULL: `spec->parameters` (if there are none), `spec->variadic`, `spec->user_data`,
// `spec->destroy`, `spec->promise` and `error` may be, and one of the two for the return type.
pcty_status pcty_function_new(const pcty_function_spec *spec,
                              pcty_function **out,
                              pcty_error **error);

// Another handle of the same function; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_function *pcty_function_clone(const pcty_function *function);

// Frees a function. NULL: no-op.
void pcty_function_free(pcty_function *function);

// Calls a function.
//
// Ownership: `*out` is the caller's; the arguments stay the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong number of arguments; PCTY_ERROR_NULL and
// PCTY_ERROR_TYPE, with the argument's index, for one that its parameter does not take;
// PCTY_ERROR_MISBEHAVED for a result that does not keep what the function promises;
// whatever the function itself reports.
// NULL: `args` (if `count` is 0) and `error` may be.
pcty_status pcty_function_call(const pcty_function *function,
                               const pcty_value *const *args,
                               size_t count,
                               pcty_value **out,
                               pcty_error **error);

// The type of the result for these arguments, of which any may be unknown; the more is
// known, the more the type can say. The implementation is not called.
//
// Ownership: `*out` is the caller's.
// Errors: those of `pcty_function_call`, as far as the arguments and the callback for the
// return type are concerned.
// NULL: `args` (if `count` is 0) and `error` may be.
pcty_status pcty_function_return_type_for_values(const pcty_function *function,
                                                 const pcty_value *const *args,
                                                 size_t count,
                                                 pcty_type **out,
                                                 pcty_error **error);

// The type of the result for arguments of these types.
//
// Ownership: `*out` is the caller's.
// Errors: as `pcty_function_return_type_for_values`.
// NULL: `types` (if `count` is 0) and `error` may be.
pcty_status pcty_function_return_type_for_types(const pcty_function *function,
                                                const pcty_type *const *types,
                                                size_t count,
                                                pcty_type **out,
                                                pcty_error **error);

// The return type, if it is the same for all arguments.
//
// Ownership: lent as long as the function. NULL: gives NULL, as does a function whose
// return type depends on the arguments.
const pcty_type *pcty_function_fixed_return_type(const pcty_function *function);

// What the function does, in the host's words.
//
// Ownership: lent as long as the function. NULL: gives no text.
pcty_str pcty_function_description(const pcty_function *function);

// The number of positional parameters. NULL: gives 0.
size_t pcty_function_parameter_count(const pcty_function *function);

// A positional parameter by its position, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts and its type are
// lent as long as the function.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
pcty_status pcty_function_parameter(const pcty_function *function,
                                    size_t index,
                                    pcty_parameter *out,
                                    pcty_error **error);

// The parameter of all arguments after the positional ones.
//
// Ownership: as `pcty_function_parameter`.
// Errors: PCTY_ERROR_NOT_FOUND if there may be no further arguments;
// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// NULL: `error` may be.
pcty_status pcty_function_variadic(const pcty_function *function,
                                   pcty_parameter *out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// The standard library: the functions of HCL, by cty's names.
//
// Each has a number, from 0 in the order of the names. Look a name up once; a call by the
// number is then one call. Behind a number stands a function like any other: it says what it
// does and what it takes, and may be given to whatever wants a function. What each one gives,
// and how large a result may be, is written in docs/functions.md. Numbers change from one
// version of the library to another; names do not.
//
// Two of the functions work on bytes: a capsule type that the library has of its own.
// ----------------------------------------------------------------------------

// The number of functions.
size_t pcty_stdlib_count(void);

// The name of a function by its number; no text for a number that no function has.
//
// Ownership: lent for ever.
pcty_str pcty_stdlib_name(size_t index);

// The number of the function with a name.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_NOT_FOUND; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_stdlib_find(pcty_str name, size_t *out, pcty_error **error);

// A function by its number: what it does and takes, to be asked and called as any function.
//
// Ownership: lent for ever; NULL for a number that no function has.
const pcty_function *pcty_stdlib_function(size_t index);

// Calls a function by its number.
//
// Ownership: `*out` is the caller's; the arguments stay the caller's.
// Errors: those of `pcty_function_call`; PCTY_ERROR_INVALID_ARGUMENT for a number that no
// function has; PCTY_ERROR_LIMIT for a result that would grow too large.
// NULL: `args` (if `count` is 0) and `error` may be.
pcty_status pcty_stdlib_call(size_t index,
                             const pcty_value *const *args,
                             size_t count,
                             pcty_value **out,
                             pcty_error **error);

// The capsule type of bytes.
//
// Ownership: lent for ever.
const pcty_type *pcty_stdlib_bytes_type(void);

// A capsule with a copy of these bytes, equal to every other one with the same bytes.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT.
// NULL: `bytes` (if `count` is 0) and `error` may be.
pcty_status pcty_stdlib_bytes(const uint8_t *bytes,
                              size_t count,
                              pcty_value **out,
                              pcty_error **error);

// The bytes in a capsule of bytes.
//
// Ownership: `*out` is lent as long as `value`; the bytes need not be UTF-8.
// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN, and PCTY_ERROR_TYPE for other
// values.
// NULL: `error` may be.
pcty_status pcty_stdlib_as_bytes(const pcty_value *value,
                                 pcty_str *out,
                                 pcty_error **error);

// ----------------------------------------------------------------------------
// Codecs: values as JSON and MessagePack.
//
// Both as cty has them: straight into and out of typed values. Decoding follows the given
// type, or the one that the document implies; where the given one is any, the document says
// the type beside the value. Encoding converts
// by the rules of HCL first what does not conform to the given type. A decoded value has no
// marks, and a value with marks is not encoded; unknown values travel in MessagePack alone.
// ----------------------------------------------------------------------------

// The value that JSON text means, read as a value of a type, or of the type that the text
// implies.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
// at fault and the byte of the document; PCTY_ERROR_LIMIT for what nests too deep and for
// numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
// NULL: `type` (then the implied one) and `error` may be.
pcty_status pcty_value_from_json(pcty_str json,
                                 const pcty_type *type,
                                 pcty_value **out,
                                 pcty_error **error);

// A value as JSON text for a type, or for the value's own type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type;
// PCTY_ERROR_MARKED, PCTY_ERROR_UNKNOWN, and PCTY_ERROR_UNSUPPORTED for what JSON does not have,
// with the path to the part at fault; PCTY_ERROR_LIMIT for numbers of too many digits.
// NULL: `type` (then the value's own) and `error` may be.
pcty_status pcty_value_to_json(const pcty_value *value,
                               const pcty_type *type,
                               pcty_string **out,
                               pcty_error **error);

// The type that JSON text implies: objects are objects, arrays tuples, and null is of the
// type any.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_LIMIT for what nests too
// deep; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_type_implied_by_json(pcty_str json,
                                      pcty_type **out,
                                      pcty_error **error);

// The value that a MessagePack document means, read as a value of a type, or of the type
// that the document implies.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_TYPE and PCTY_ERROR_CONVERSION with the path to the part
// at fault and the byte of the document; PCTY_ERROR_LIMIT for what nests too deep and for
// numbers beyond the limits; PCTY_ERROR_INVALID_UTF8.
// NULL: `bytes` (if `count` is 0), `type` (then the implied one) and `error` may be.
pcty_status pcty_value_from_msgpack(const uint8_t *bytes,
                                    size_t count,
                                    const pcty_type *type,
                                    pcty_value **out,
                                    pcty_error **error);

// A value as MessagePack for a type, or for the value's own type. What is known of unknown
// values goes along.
//
// Ownership: `*out` is the caller's: bytes, which are not UTF-8.
// Errors: PCTY_ERROR_CONVERSION for a value that does not convert to the type;
// PCTY_ERROR_MARKED, and PCTY_ERROR_UNSUPPORTED for what MessagePack does not have, with the
// path to the part at fault; PCTY_ERROR_LIMIT for numbers of too many digits.
// NULL: `type` (then the value's own) and `error` may be.
pcty_status pcty_value_to_msgpack(const pcty_value *value,
                                  const pcty_type *type,
                                  pcty_string **out,
                                  pcty_error **error);

// The type that a MessagePack document implies: maps are objects, arrays tuples, and nil is of
// the type any, as is an unknown value.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_UNSUPPORTED for binary
// data; PCTY_ERROR_LIMIT for what nests too deep.
// NULL: `bytes` (if `count` is 0) and `error` may be.
pcty_status pcty_type_implied_by_msgpack(const uint8_t *bytes,
                                         size_t count,
                                         pcty_type **out,
                                         pcty_error **error);

// ----------------------------------------------------------------------------
// HCL: scopes.
//
// Which variables and functions an expression may use. Scopes nest: what an inner one does
// not have is looked up further out.
// ----------------------------------------------------------------------------

// A scope without variables and functions, of which it allows neither until it has some.
//
// Ownership: the result is the caller's.
pcty_hcl_scope *pcty_hcl_scope_new(void);

// A scope of the same variables and functions, which changes by itself. What neither
// changes they share.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_scope *pcty_hcl_scope_clone(const pcty_hcl_scope *scope);

// Frees a scope; scopes within it live on. NULL: no-op.
void pcty_hcl_scope_free(pcty_hcl_scope *scope);

// A new scope within a scope as it is now: later changes of the outer one do not reach it.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT beyond 256 scopes within each other.
// NULL: `error` may be.
pcty_status pcty_hcl_scope_child(const pcty_hcl_scope *scope,
                                 pcty_hcl_scope **out,
                                 pcty_error **error);

// Allows variables even if there are none: a name is then one that is not known, and not
// one where there may be none.
//
// Ownership: changes `scope`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_hcl_scope_allow_variables(pcty_hcl_scope *scope, pcty_error **error);

// Allows functions even if there are none.
//
// Ownership: changes `scope`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_hcl_scope_allow_functions(pcty_hcl_scope *scope, pcty_error **error);

// Bounds how long an evaluation in this scope, or in one within it, may take: a step is
// about an operation or an element. Without a bound of its own it is 100 million steps; what
// takes longer ends in a diagnostic.
//
// Ownership: changes `scope`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_hcl_scope_limit_steps(pcty_hcl_scope *scope,
                                       uint64_t steps,
                                       pcty_error **error);

// Defines a variable, in place of an earlier one of that name.
//
// Ownership: changes `scope`; `value` stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_hcl_scope_set_variable(pcty_hcl_scope *scope,
                                        pcty_str name,
                                        const pcty_value *value,
                                        pcty_error **error);

// Defines a function, in place of an earlier one of that name. The name may have parts with
// `::` between them.
//
// Ownership: changes `scope`; `function` stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_hcl_scope_set_function(pcty_hcl_scope *scope,
                                        pcty_str name,
                                        const pcty_function *function,
                                        pcty_error **error);

// Defines all functions of the standard library under their own names, and the three that
// need the language: `try`, `can` and `convert`.
//
// Ownership: changes `scope`.
// Errors: none but NULL.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_hcl_scope_set_standard_functions(pcty_hcl_scope *scope,
                                                  pcty_error **error);

// The variable of a name, here or further out.
//
// Ownership: lent until the scope changes or goes. NULL: gives NULL, as does a name that
// is not defined.
const pcty_value *pcty_hcl_scope_variable(const pcty_hcl_scope *scope, pcty_str name);

// The function of a name, here or further out.
//
// Ownership: lent until the scope changes or goes. NULL: gives NULL, as does a name that
// is not defined.
const pcty_function *pcty_hcl_scope_function(const pcty_hcl_scope *scope, pcty_str name);

// ----------------------------------------------------------------------------
// HCL: expressions.
//
// An expression is read once and evaluated any number of times, in any scopes. A question
// about it has two forms where diagnostics may come of it: the plain one fails if one of
// them is an error; the one that ends in `_partial` always gives a result, as far as there
// is one, and beside it an error with all diagnostics, warnings too, or NULL.
// ----------------------------------------------------------------------------

// Reads an expression that is the whole text. `file` is what diagnostics call the text.
// It should be UTF-8; a byte that is not is told of like any other fault.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_SYNTAX with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`.
// NULL: `error` may be.
pcty_status pcty_hcl_expression_parse(pcty_hcl_syntax syntax,
                                      pcty_str file,
                                      pcty_str source_text,
                                      pcty_hcl_expression **out,
                                      pcty_error **error);

// Reads an expression as far as it can be read.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8 for `file`.
// NULL: `diagnostics` and `error` may be.
pcty_status pcty_hcl_expression_parse_partial(pcty_hcl_syntax syntax,
                                              pcty_str file,
                                              pcty_str source_text,
                                              pcty_hcl_expression **out,
                                              pcty_error **diagnostics,
                                              pcty_error **error);

// Reads an expression that is a part of a larger text, as `pcty_hcl_expression_parse`: its
// first byte stands at `start`, from which all places count, those of diagnostics too.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_SYNTAX with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`;
// PCTY_ERROR_INVALID_ARGUMENT for a line or column of 0.
// NULL: `error` may be.
pcty_status pcty_hcl_expression_parse_at(pcty_hcl_syntax syntax,
                                         pcty_str file,
                                         pcty_str source_text,
                                         pcty_position start,
                                         pcty_hcl_expression **out,
                                         pcty_error **error);

// Reads an expression that is a part of a larger text as far as it can be read.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for a line or
// column of 0.
// NULL: `diagnostics` and `error` may be.
pcty_status pcty_hcl_expression_parse_at_partial(pcty_hcl_syntax syntax,
                                                 pcty_str file,
                                                 pcty_str source_text,
                                                 pcty_position start,
                                                 pcty_hcl_expression **out,
                                                 pcty_error **diagnostics,
                                                 pcty_error **error);

// Another handle of the same expression; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_expression *pcty_hcl_expression_clone(const pcty_hcl_expression *expression);

// Frees an expression. NULL: no-op.
void pcty_hcl_expression_free(pcty_hcl_expression *expression);

// Where the expression stands. NULL: gives the start of a text.
pcty_range pcty_hcl_expression_range(const pcty_hcl_expression *expression);

// Where the expression begins, which is what a fault of it as a whole points at: its first
// operand, its opening bracket or quote, or the name of its function. NULL: gives the start
// of a text.
pcty_range pcty_hcl_expression_start_range(const pcty_hcl_expression *expression);

// What the text is called that the expression stands in.
//
// Ownership: lent as long as the expression. NULL: gives no text.
pcty_str pcty_hcl_expression_file(const pcty_hcl_expression *expression);

// Evaluates an expression in a scope. Without one there are neither variables nor
// functions, and the strings of JSON are no templates.
//
// Ownership: `*out` is the caller's; nothing changes hands.
// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error.
// NULL: `scope` and `error` may be.
pcty_status pcty_hcl_expression_evaluate(const pcty_hcl_expression *expression,
                                         const pcty_hcl_scope *scope,
                                         pcty_value **out,
                                         pcty_error **error);

// Evaluates an expression in a scope as far as it can be: where something is wrong stands
// an unknown value.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none.
// Errors: none but NULL.
// NULL: `scope`, `diagnostics` and `error` may be.
pcty_status pcty_hcl_expression_evaluate_partial(const pcty_hcl_expression *expression,
                                                 const pcty_hcl_scope *scope,
                                                 pcty_value **out,
                                                 pcty_error **diagnostics,
                                                 pcty_error **error);

// The variables that an expression refers to, in the order of the text, with the constant
// steps into them.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_traversals *pcty_hcl_expression_variables(const pcty_hcl_expression *expression);

// An expression as a variable and constant steps into it, without evaluating it. The path's
// first step is into an attribute of the variable's name, so that it is a relative path, too:
// one into whatever value has such an attribute. `pcty_hcl_traversals_of` tells also where
// each step stands.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `error` may be.
pcty_status pcty_hcl_expression_traversal(const pcty_hcl_expression *expression,
                                          pcty_path **out,
                                          pcty_error **error);

// An expression as a single name, without evaluating it; `true`, `false` and `null` are
// such names, too.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does an expression that is
// anything else.
pcty_string *pcty_hcl_expression_keyword(const pcty_hcl_expression *expression);

// The elements of an expression that is written as a list, without evaluating it.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `error` may be.
pcty_status pcty_hcl_expression_list(const pcty_hcl_expression *expression,
                                     pcty_hcl_expressions **out,
                                     pcty_error **error);

// The keys and the values of an expression that is written as a map or object, without
// evaluating it: as many of the one as of the other.
//
// Ownership: `*keys` and `*values` are the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `error` may be.
pcty_status pcty_hcl_expression_map(const pcty_hcl_expression *expression,
                                    pcty_hcl_expressions **keys,
                                    pcty_hcl_expressions **values,
                                    pcty_error **error);

// The function's name and the arguments of an expression that is written as a call,
// without evaluating it.
//
// Ownership: `*name` and `*arguments` are the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `error` may be.
pcty_status pcty_hcl_expression_call(const pcty_hcl_expression *expression,
                                     pcty_string **name,
                                     pcty_hcl_expressions **arguments,
                                     pcty_error **error);

// Where the function's name, and where the arguments with their parentheses stand in an
// expression that is written as a call.
//
// Ownership: `*name` and `*arguments` are plain data.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `name`, `arguments` and `error` may be.
pcty_status pcty_hcl_expression_call_ranges(const pcty_hcl_expression *expression,
                                            pcty_range *name,
                                            pcty_range *arguments,
                                            pcty_error **error);

// The number of expressions. NULL: gives 0.
size_t pcty_hcl_expressions_count(const pcty_hcl_expressions *expressions);

// The expression at a position, from 0.
//
// Ownership: lent as long as the expressions. NULL: gives NULL, as does a position past the
// end.
const pcty_hcl_expression *pcty_hcl_expressions_at(const pcty_hcl_expressions *expressions,
                                                   size_t index);

// Frees expressions. NULL: no-op.
void pcty_hcl_expressions_free(pcty_hcl_expressions *expressions);

// ----------------------------------------------------------------------------
// HCL: traversals.
//
// A variable and the constant steps into it, as in `network.subnets[0].id`: what an
// expression refers to, known before it is evaluated.
// ----------------------------------------------------------------------------

// Reads a text that is one traversal and nothing else, without splats and calculations. Its
// first byte stands at `start`, which is PCTY_POSITION_START for a text that is the whole
// one; `file` is what diagnostics call the text.
//
// Ownership: `*out`, in which there is the one, is the caller's; the text is copied.
// Errors: PCTY_ERROR_SYNTAX with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`;
// PCTY_ERROR_INVALID_ARGUMENT for a line or column of 0.
// NULL: `error` may be.
pcty_status pcty_hcl_traversals_parse(pcty_str file,
                                      pcty_str source_text,
                                      pcty_position start,
                                      pcty_hcl_traversals **out,
                                      pcty_error **error);

// Reads a text that is one traversal as far as it can be read: the steps up to the first
// fault.
//
// Ownership: `*out`, in which there is the one, is the caller's, and so is `*diagnostics`,
// which is NULL where there are none; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for a line or
// column of 0.
// NULL: `diagnostics` and `error` may be.
pcty_status pcty_hcl_traversals_parse_partial(pcty_str file,
                                              pcty_str source_text,
                                              pcty_position start,
                                              pcty_hcl_traversals **out,
                                              pcty_error **diagnostics,
                                              pcty_error **error);

// The one traversal that an expression is, without evaluating it. In JSON it is a string
// that holds one.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS if it is anything else.
// NULL: `error` may be.
pcty_status pcty_hcl_traversals_of(const pcty_hcl_expression *expression,
                                   pcty_hcl_traversals **out,
                                   pcty_error **error);

// The number of traversals. NULL: gives 0.
size_t pcty_hcl_traversals_count(const pcty_hcl_traversals *traversals);

// Where the traversal at a position, from 0, leads: first into an attribute of the
// variable's name, then the steps into the variable.
//
// Ownership: lent as long as the traversals. NULL: gives NULL, as does a position past the
// end.
const pcty_path *pcty_hcl_traversals_path(const pcty_hcl_traversals *traversals,
                                          size_t index);

// Where the traversal at a position stands, from its first step to its last. NULL: gives
// the start of a text, as does a position past the end.
pcty_range pcty_hcl_traversals_range(const pcty_hcl_traversals *traversals, size_t index);

// Where a step, from 0, of the traversal at a position stands, with its dot or brackets;
// the first is the variable. There are as many as the path has. NULL: gives the start of a
// text, as does a position or step past the end.
pcty_range pcty_hcl_traversals_step_range(const pcty_hcl_traversals *traversals,
                                          size_t index,
                                          size_t step);

// What the text is called that the traversal at a position stands in.
//
// Ownership: lent as long as the traversals. NULL: gives no text, as does a position past
// the end.
pcty_str pcty_hcl_traversals_file(const pcty_hcl_traversals *traversals, size_t index);

// Frees traversals. NULL: no-op.
void pcty_hcl_traversals_free(pcty_hcl_traversals *traversals);

// ----------------------------------------------------------------------------
// HCL: expressions as arguments.
//
// A parameter of the closure type takes its argument as an expression that is not evaluated
// yet, together with the scope of the call; the function evaluates it when, and if, it
// wants. A parameter of the type `pcty_type_meta` takes its argument as a type expression,
// which `pcty_value_as_type` gives. Both work in calls that stand in expressions.
// ----------------------------------------------------------------------------

// The type of the parameters that take expressions.
//
// Ownership: lent for ever.
const pcty_type *pcty_hcl_closure_type(void);

// An expression in a scope as it is now, as an argument for `pcty_function_call`: what the
// function would get from a call that stood there. Without a scope there are neither
// variables nor functions.
//
// Ownership: `*out` is the caller's; expression and scope stay the caller's.
// Errors: none but NULL.
// NULL: `scope` and `error` may be.
pcty_status pcty_hcl_closure_new(const pcty_hcl_expression *expression,
                                 const pcty_hcl_scope *scope,
                                 pcty_value **out,
                                 pcty_error **error);

// Evaluates an argument in the scope that the call stands in.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error;
// PCTY_ERROR_INVALID_ARGUMENT for a value that is no such argument.
// NULL: `error` may be.
pcty_status pcty_hcl_closure_evaluate(const pcty_value *closure,
                                      pcty_value **out,
                                      pcty_error **error);

// Evaluates an argument in the scope that the call stands in, as far as it can be.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value that is no such argument.
// NULL: `diagnostics` and `error` may be.
pcty_status pcty_hcl_closure_evaluate_partial(const pcty_value *closure,
                                              pcty_value **out,
                                              pcty_error **diagnostics,
                                              pcty_error **error);

// The expression that an argument is, to be looked at or to be evaluated in another scope.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does a value that is no such
// argument, and one that came of an argument with `...` behind it.
pcty_hcl_expression *pcty_hcl_closure_expression(const pcty_value *closure);

// ----------------------------------------------------------------------------
// HCL: type expressions and defaults.
//
// A type is written as an expression that is not evaluated. Its optional attributes may have
// defaults, `optional(number, 80)`: these are put in the place of what a value leaves out,
// before the value is converted to the type. Defaults come of type expressions, or are built
// by hand, from the inside out.
// ----------------------------------------------------------------------------

// The type that an expression says, without evaluating it, and the defaults inside it. In
// JSON it is a string that holds a type expression of native syntax.
//
// Ownership: `*out` is the caller's, and so is `*defaults`, which is NULL where there are
// none.
// Errors: PCTY_ERROR_TYPE with a diagnostic for each fault.
// NULL: `defaults` and `error` may be.
pcty_status pcty_hcl_expression_type(const pcty_hcl_expression *expression,
                                     pcty_hcl_type_mode mode,
                                     pcty_type **out,
                                     pcty_hcl_defaults **defaults,
                                     pcty_error **error);

// The type that a text says, and the defaults inside it. `file` is what diagnostics call
// the text.
//
// Ownership: `*out` is the caller's, and so is `*defaults`, which is NULL where there are
// none.
// Errors: PCTY_ERROR_SYNTAX for what is no expression and PCTY_ERROR_TYPE for what is no
// type, with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`.
// NULL: `defaults` and `error` may be.
pcty_status pcty_hcl_type_parse(pcty_hcl_syntax syntax,
                                pcty_str file,
                                pcty_str source_text,
                                pcty_hcl_type_mode mode,
                                pcty_type **out,
                                pcty_hcl_defaults **defaults,
                                pcty_error **error);

// The defaults inside an object type: for each of the names the value that stands in for
// the attribute, and the defaults inside the attribute's type. Either may be NULL. A value
// should be of the attribute's type; of a name that comes again the last value counts.
//
// Ownership: `*out` is the caller's; types, values and defaults stay the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that is no
// attribute, and for defaults of another type than the attribute's.
// NULL: `names` (if `count` is 0), `values`, `inside` (each if there are none) and `error`
// may be.
pcty_status pcty_hcl_defaults_object(const pcty_type *type,
                                     const pcty_str *names,
                                     const pcty_value *const *values,
                                     const pcty_hcl_defaults *const *inside,
                                     size_t count,
                                     pcty_hcl_defaults **out,
                                     pcty_error **error);

// The defaults inside a tuple type: for each of its first `count` elements those inside the
// element's type, or NULL.
//
// Ownership: `*out` is the caller's; type and defaults stay the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for defaults of another type than the element's.
// NULL: `inside` (if `count` is 0) and `error` may be.
pcty_status pcty_hcl_defaults_tuple(const pcty_type *type,
                                    const pcty_hcl_defaults *const *inside,
                                    size_t count,
                                    pcty_hcl_defaults **out,
                                    pcty_error **error);

// The defaults inside a list, set or map type: those inside the type of its elements.
//
// Ownership: `*out` is the caller's; type and defaults stay the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for defaults of another type than the elements'.
// NULL: `error` may be.
pcty_status pcty_hcl_defaults_collection(const pcty_type *type,
                                         const pcty_hcl_defaults *inside,
                                         pcty_hcl_defaults **out,
                                         pcty_error **error);

// A value with the defaults in place of attributes that are missing or null. Its type may
// be another one than before; where it is of another shape than the type of the defaults,
// nothing is put in, and a conversion to that type tells why.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT for what nests too deep.
// NULL: `defaults` (then there are none, and the value stays as it is) and `error` may be.
pcty_status pcty_hcl_defaults_apply(const pcty_hcl_defaults *defaults,
                                    const pcty_value *value,
                                    pcty_value **out,
                                    pcty_error **error);

// The type that the defaults are inside of.
//
// Ownership: lent as long as the defaults. NULL: gives NULL.
const pcty_type *pcty_hcl_defaults_type(const pcty_hcl_defaults *defaults);

// The value that stands in for an attribute of an object.
//
// Ownership: lent as long as the defaults. NULL: gives NULL, as does a name without such a
// value.
const pcty_value *pcty_hcl_defaults_value(const pcty_hcl_defaults *defaults, pcty_str name);

// The defaults inside the type of an attribute of an object.
//
// Ownership: lent as long as the defaults. NULL: gives NULL, as does a name without any.
const pcty_hcl_defaults *pcty_hcl_defaults_in_attribute(const pcty_hcl_defaults *defaults,
                                                        pcty_str name);

// The defaults inside the type of the element of a tuple at a position, from 0.
//
// Ownership: lent as long as the defaults. NULL: gives NULL, as does a position without any.
const pcty_hcl_defaults *pcty_hcl_defaults_in_position(const pcty_hcl_defaults *defaults,
                                                       size_t index);

// The defaults inside the type of the elements of a list, set or map.
//
// Ownership: lent as long as the defaults. NULL: gives NULL, as do defaults of another type.
const pcty_hcl_defaults *pcty_hcl_defaults_in_element(const pcty_hcl_defaults *defaults);

// Another handle of the same defaults; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_defaults *pcty_hcl_defaults_clone(const pcty_hcl_defaults *defaults);

// Frees defaults. NULL: no-op.
void pcty_hcl_defaults_free(pcty_hcl_defaults *defaults);

// ----------------------------------------------------------------------------
// HCL: bodies.
//
// A configuration is arguments and blocks, and a block has a body again. JSON does not tell
// the two apart, so a body is always asked by a schema that says which names are what; the
// answer is a `pcty_hcl_content`. As with expressions, the forms that end in `_partial`
// always give a result, and all diagnostics beside it.
// ----------------------------------------------------------------------------

// Reads a configuration file. `file` is what diagnostics call the text. It should be UTF-8;
// a byte that is not is told of like any other fault.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_SYNTAX with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`;
// PCTY_ERROR_INVALID_ARGUMENT for PCTY_HCL_TEMPLATE.
// NULL: `error` may be.
pcty_status pcty_hcl_body_parse(pcty_hcl_syntax syntax,
                                pcty_str file,
                                pcty_str source_text,
                                pcty_hcl_body **out,
                                pcty_error **error);

// Reads a configuration file as far as it can be read.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for
// PCTY_HCL_TEMPLATE.
// NULL: `diagnostics` and `error` may be.
pcty_status pcty_hcl_body_parse_partial(pcty_hcl_syntax syntax,
                                        pcty_str file,
                                        pcty_str source_text,
                                        pcty_hcl_body **out,
                                        pcty_error **diagnostics,
                                        pcty_error **error);

// Reads a configuration that is a part of a larger text, as `pcty_hcl_body_parse`: its first
// byte stands at `start`, from which all places count, those of diagnostics too.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_SYNTAX with all diagnostics; PCTY_ERROR_INVALID_UTF8 for `file`;
// PCTY_ERROR_INVALID_ARGUMENT for PCTY_HCL_TEMPLATE, and for a line or column of 0.
// NULL: `error` may be.
pcty_status pcty_hcl_body_parse_at(pcty_hcl_syntax syntax,
                                   pcty_str file,
                                   pcty_str source_text,
                                   pcty_position start,
                                   pcty_hcl_body **out,
                                   pcty_error **error);

// Reads a configuration that is a part of a larger text as far as it can be read.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none; the text is copied.
// Errors: PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for
// PCTY_HCL_TEMPLATE, and for a line or column of 0.
// NULL: `diagnostics` and `error` may be.
pcty_status pcty_hcl_body_parse_at_partial(pcty_hcl_syntax syntax,
                                           pcty_str file,
                                           pcty_str source_text,
                                           pcty_position start,
                                           pcty_hcl_body **out,
                                           pcty_error **diagnostics,
                                           pcty_error **error);

// Several bodies as one, as those of the files of a module: the arguments of all of them,
// of which each may be set once, and the blocks one after the other.
//
// Ownership: `*out` is the caller's; the bodies stay the caller's.
// Errors: none but NULL.
// NULL: `bodies` (if `count` is 0) and `error` may be.
pcty_status pcty_hcl_body_merge(const pcty_hcl_body *const *bodies,
                                size_t count,
                                pcty_hcl_body **out,
                                pcty_error **error);

// Another handle of the same body; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_body *pcty_hcl_body_clone(const pcty_hcl_body *body);

// Frees a body. NULL: no-op.
void pcty_hcl_body_free(pcty_hcl_body *body);

// The place to point at when something is missing in the body. NULL: gives the start of a
// text.
pcty_range pcty_hcl_body_missing_range(const pcty_hcl_body *body);

// What the text is called that the body, or the first of several, stands in.
//
// Ownership: lent as long as the body. NULL: gives no text.
pcty_str pcty_hcl_body_file(const pcty_hcl_body *body);

// Whether nothing is known of the body but its shape, nor how many blocks like its own there
// are: what a `dynamic` block over an unknown collection gives. NULL: gives false.
bool pcty_hcl_body_is_unknown(const pcty_hcl_body *body);

// The marks that whatever is made of the body has to take on: those of the collection that
// its `dynamic` block iterates over. Values of its expressions have them already.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_marks *pcty_hcl_body_marks(const pcty_hcl_body *body);

// What a body contains by a schema that says all that it may.
//
// Ownership: `*out` is the caller's; `schema` is read during the call.
// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// NULL: `error` may be.
pcty_status pcty_hcl_body_content(const pcty_hcl_body *body,
                                  const pcty_hcl_schema *schema,
                                  pcty_hcl_content **out,
                                  pcty_error **error);

// What a body contains by a schema that says all that it may, as far as it fits.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none; `schema` is read during the call.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// NULL: `diagnostics` and `error` may be.
pcty_status pcty_hcl_body_content_partial(const pcty_hcl_body *body,
                                          const pcty_hcl_schema *schema,
                                          pcty_hcl_content **out,
                                          pcty_error **diagnostics,
                                          pcty_error **error);

// What a body contains by a schema that says some of what it may, and a body of the rest.
//
// Ownership: `*out` and `*rest` are the caller's; `schema` is read during the call.
// Errors: as `pcty_hcl_body_content`.
// NULL: `rest` and `error` may be.
pcty_status pcty_hcl_body_split(const pcty_hcl_body *body,
                                const pcty_hcl_schema *schema,
                                pcty_hcl_content **out,
                                pcty_hcl_body **rest,
                                pcty_error **error);

// What a body contains by a schema that says some of what it may, as far as it fits, and a
// body of the rest.
//
// Ownership: `*out` and `*rest` are the caller's, and so is `*diagnostics`, which is NULL
// where there are none; `schema` is read during the call.
// Errors: as `pcty_hcl_body_content_partial`.
// NULL: `rest`, `diagnostics` and `error` may be.
pcty_status pcty_hcl_body_split_partial(const pcty_hcl_body *body,
                                        const pcty_hcl_schema *schema,
                                        pcty_hcl_content **out,
                                        pcty_hcl_body **rest,
                                        pcty_error **diagnostics,
                                        pcty_error **error);

// The arguments of a body that may have any, and no blocks: its attributes, in the order
// of the text.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error, as when
// there is a block.
// NULL: `error` may be.
pcty_status pcty_hcl_body_attributes(const pcty_hcl_body *body,
                                     pcty_hcl_content **out,
                                     pcty_error **error);

// The arguments of a body that may have any, and no blocks, as far as there are some.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none.
// Errors: none but NULL.
// NULL: `diagnostics` and `error` may be.
pcty_status pcty_hcl_body_attributes_partial(const pcty_hcl_body *body,
                                             pcty_hcl_content **out,
                                             pcty_error **diagnostics,
                                             pcty_error **error);

// ----------------------------------------------------------------------------
// HCL: what a body contains.
//
// The arguments and blocks that a schema found in a body, with the places where they stand.
// ----------------------------------------------------------------------------

// The number of arguments. NULL: gives 0.
size_t pcty_hcl_content_attribute_count(const pcty_hcl_content *content);

// The argument at a position, from 0: in the order of the schema, or of the text where
// there was none.
//
// Ownership: lent as long as the content. NULL: gives NULL, as does a position past the
// end.
const pcty_hcl_attribute *pcty_hcl_content_attribute_at(const pcty_hcl_content *content,
                                                        size_t index);

// The argument of a name.
//
// Ownership: lent as long as the content. NULL: gives NULL, as does a name that is not
// there.
const pcty_hcl_attribute *pcty_hcl_content_attribute(const pcty_hcl_content *content,
                                                     pcty_str name);

// The number of blocks. NULL: gives 0.
size_t pcty_hcl_content_block_count(const pcty_hcl_content *content);

// The block at a position, from 0, in the order of the text.
//
// Ownership: lent as long as the content. NULL: gives NULL, as does a position past the
// end.
const pcty_hcl_block *pcty_hcl_content_block_at(const pcty_hcl_content *content,
                                                size_t index);

// The place to point at when something is missing. NULL: gives the start of a text.
pcty_range pcty_hcl_content_missing_range(const pcty_hcl_content *content);

// Frees what a body contains. NULL: no-op.
void pcty_hcl_content_free(pcty_hcl_content *content);

// An argument's name.
//
// Ownership: lent as long as the argument. NULL: gives no text.
pcty_str pcty_hcl_attribute_name(const pcty_hcl_attribute *attribute);

// What an argument is set to.
//
// Ownership: lent as long as the argument. NULL: gives NULL.
const pcty_hcl_expression *pcty_hcl_attribute_expression(const pcty_hcl_attribute *attribute);

// Where an argument stands, from its name to the end of its expression. NULL: gives the
// start of a text.
pcty_range pcty_hcl_attribute_range(const pcty_hcl_attribute *attribute);

// Where an argument's name stands. NULL: gives the start of a text.
pcty_range pcty_hcl_attribute_name_range(const pcty_hcl_attribute *attribute);

// What the text is called that an argument stands in.
//
// Ownership: lent as long as the argument. NULL: gives no text.
pcty_str pcty_hcl_attribute_file(const pcty_hcl_attribute *attribute);

// A block's type.
//
// Ownership: lent as long as the block. NULL: gives no text.
pcty_str pcty_hcl_block_type(const pcty_hcl_block *block);

// The number of a block's labels. NULL: gives 0.
size_t pcty_hcl_block_label_count(const pcty_hcl_block *block);

// A block's label by its position, from 0.
//
// Ownership: lent as long as the block. NULL: gives no text, as does a position past the
// end.
pcty_str pcty_hcl_block_label(const pcty_hcl_block *block, size_t index);

// Where a block's label stands. NULL: gives the start of a text, as does a position past
// the end.
pcty_range pcty_hcl_block_label_range(const pcty_hcl_block *block, size_t index);

// A block's body.
//
// Ownership: lent as long as the block. NULL: gives NULL.
const pcty_hcl_body *pcty_hcl_block_body(const pcty_hcl_block *block);

// Where a block's header stands: its type and its labels. NULL: gives the start of a text.
pcty_range pcty_hcl_block_range(const pcty_hcl_block *block);

// Where a block's type stands. NULL: gives the start of a text.
pcty_range pcty_hcl_block_type_range(const pcty_hcl_block *block);

// What the text is called that a block stands in.
//
// Ownership: lent as long as the block. NULL: gives no text.
pcty_str pcty_hcl_block_file(const pcty_hcl_block *block);

// ----------------------------------------------------------------------------
// HCL: specifications.
//
// A spec says what a body may contain and how a value is made of it: the vocabulary of
// HCL's hcldec. So it also says, before there is any body, which type the value will have.
// Specs for the same body stand side by side in objects and tuples; those for blocks have a
// spec within for the bodies of the blocks. A spec may be 128 deep and have 2^20 parts.
// ----------------------------------------------------------------------------

// An object with an attribute for each spec, all of them for the same body. A name that
// comes again replaces the earlier one.
//
// Ownership: `*out` is the caller's; the specs stay the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT for what is too deep or too large, as
// for every spec that is made of others.
// NULL: `names`, `specs` (if `count` is 0) and `error` may be.
pcty_status pcty_hcl_spec_object(const pcty_str *names,
                                 const pcty_hcl_spec *const *specs,
                                 size_t count,
                                 pcty_hcl_spec **out,
                                 pcty_error **error);

// A tuple with an element for each spec, all of them for the same body.
//
// Ownership: `*out` is the caller's; the specs stay the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `specs` (if `count` is 0) and `error` may be.
pcty_status pcty_hcl_spec_tuple(const pcty_hcl_spec *const *specs,
                                size_t count,
                                pcty_hcl_spec **out,
                                pcty_error **error);

// The value of an argument, converted to a type; null where it is missing, unless it is
// required. For `pcty_type_meta` the argument is a type expression.
//
// Ownership: `*out` is the caller's; the type stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_attribute(pcty_str name,
                                    const pcty_type *type,
                                    bool required,
                                    pcty_hcl_spec **out,
                                    pcty_error **error);

// A value, whatever the body is.
//
// Ownership: `*out` is the caller's; the value stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_literal(const pcty_value *value,
                                  pcty_hcl_spec **out,
                                  pcty_error **error);

// The value of an expression in the scope of the decoding, whatever the body is.
//
// Ownership: `*out` is the caller's; the expression stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_expression(const pcty_hcl_expression *expression,
                                     pcty_hcl_spec **out,
                                     pcty_error **error);

// What the one block of a type contains; null where there is none, unless it is required.
//
// Ownership: `*out` is the caller's; the spec within stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_block(pcty_str block_type,
                                const pcty_hcl_spec *nested,
                                bool required,
                                pcty_hcl_spec **out,
                                pcty_error **error);

// A list of what the blocks of a type contain: at least `min` of them, and at most `max`
// unless that is 0.
//
// Ownership: `*out` is the caller's; the spec within stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_block_list(pcty_str block_type,
                                     const pcty_hcl_spec *nested,
                                     size_t min,
                                     size_t max,
                                     pcty_hcl_spec **out,
                                     pcty_error **error);

// A set of what the blocks of a type contain: at least `min` of them, and at most `max`
// unless that is 0.
//
// Ownership: `*out` is the caller's; the spec within stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_block_set(pcty_str block_type,
                                    const pcty_hcl_spec *nested,
                                    size_t min,
                                    size_t max,
                                    pcty_hcl_spec **out,
                                    pcty_error **error);

// A tuple of what the blocks of a type contain, each of its own type: at least `min` of
// them, and at most `max` unless that is 0.
//
// Ownership: `*out` is the caller's; the spec within stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_block_tuple(pcty_str block_type,
                                      const pcty_hcl_spec *nested,
                                      size_t min,
                                      size_t max,
                                      pcty_hcl_spec **out,
                                      pcty_error **error);

// Maps within each other, one for each of the labels, of what the blocks of a type contain.
// The labels that the spec within asks for come after these.
//
// Ownership: `*out` is the caller's; the spec within stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT without labels;
// PCTY_ERROR_LIMIT.
// NULL: `labels` (if `count` is 0) and `error` may be.
pcty_status pcty_hcl_spec_block_map(pcty_str block_type,
                                    const pcty_str *labels,
                                    size_t count,
                                    const pcty_hcl_spec *nested,
                                    pcty_hcl_spec **out,
                                    pcty_error **error);

// Objects within each other, one for each of the labels, of what the blocks of a type
// contain, each of its own type. The labels that the spec within asks for come after these.
//
// Ownership: `*out` is the caller's; the spec within stays the caller's.
// Errors: as `pcty_hcl_spec_block_map`.
// NULL: `labels` (if `count` is 0) and `error` may be.
pcty_status pcty_hcl_spec_block_object(pcty_str block_type,
                                       const pcty_str *labels,
                                       size_t count,
                                       const pcty_hcl_spec *nested,
                                       pcty_hcl_spec **out,
                                       pcty_error **error);

// A map of the arguments of the one block of a type, each converted to the element type;
// null where there is no such block, unless it is required.
//
// Ownership: `*out` is the caller's; the type stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_block_attributes(pcty_str block_type,
                                           const pcty_type *element,
                                           bool required,
                                           pcty_hcl_spec **out,
                                           pcty_error **error);

// A label, counted from 0, of the block that the body belongs to. `name` is what the label
// is called in diagnostics.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT for an index of 128 or more.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_block_label(size_t index,
                                      pcty_str name,
                                      pcty_hcl_spec **out,
                                      pcty_error **error);

// The first spec's value, or the second's where that is null. Both should be of one type.
//
// Ownership: `*out` is the caller's; the specs stay the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_default(const pcty_hcl_spec *primary,
                                  const pcty_hcl_spec *fallback,
                                  pcty_hcl_spec **out,
                                  pcty_error **error);

// What a function of one parameter makes of a value. It is not called where there are
// errors already.
//
// Ownership: `*out` is the caller's; spec and function stay the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_transform(const pcty_hcl_spec *wrapped,
                                    const pcty_function *function,
                                    pcty_hcl_spec **out,
                                    pcty_error **error);

// What an expression makes of a value, which is a variable of it. What else it may use is in
// `scope` as that is now.
//
// Ownership: `*out` is the caller's; spec, expression and scope stay the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `scope` and `error` may be.
pcty_status pcty_hcl_spec_transform_expression(const pcty_hcl_spec *wrapped,
                                               const pcty_hcl_expression *expression,
                                               pcty_str variable,
                                               const pcty_hcl_scope *scope,
                                               pcty_hcl_spec **out,
                                               pcty_error **error);

// A value that the host checks. The check is not made where there are errors already.
//
// Ownership: `*out` is the caller's; the spec stays the caller's. `user_data` is the
// library's from here on, also on failure; `destroy` releases it with the last reference.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `user_data`, `destroy` and `error` may be.
pcty_status pcty_hcl_spec_validate(const pcty_hcl_spec *wrapped,
                                   pcty_hcl_check check,
                                   void *user_data,
                                   pcty_destroy destroy,
                                   pcty_hcl_spec **out,
                                   pcty_error **error);

// A value of which the host knows more, also while it is unknown. The callback is not called
// where there are errors already, and sees no marks.
//
// Ownership: `*out` is the caller's; the spec stays the caller's. `user_data` is the
// library's from here on, also on failure; `destroy` releases it with the last reference.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `user_data`, `destroy` and `error` may be.
pcty_status pcty_hcl_spec_refine(const pcty_hcl_spec *wrapped,
                                 pcty_hcl_refine refine,
                                 void *user_data,
                                 pcty_destroy destroy,
                                 pcty_hcl_spec **out,
                                 pcty_error **error);

// Another handle of the same spec; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_spec *pcty_hcl_spec_clone(const pcty_hcl_spec *spec);

// Frees a spec; specs that it is part of live on. NULL: no-op.
void pcty_hcl_spec_free(pcty_hcl_spec *spec);

// The type that decoding gives, as far as that can be said without a body.
//
// Ownership: lent as long as the spec. NULL: gives NULL.
const pcty_type *pcty_hcl_spec_implied_type(const pcty_hcl_spec *spec);

// ----------------------------------------------------------------------------
// HCL: decoding bodies by specifications.
//
// What stands around it is here, too: blocks that others generate, and specs and functions
// that are written in HCL.
// ----------------------------------------------------------------------------

// Makes a value of a body that has nothing but what the spec knows. Without a scope,
// expressions may use neither variables nor functions.
//
// Ownership: `*out` is the caller's; nothing changes hands.
// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error.
// NULL: `scope` and `error` may be.
pcty_status pcty_hcl_spec_decode(const pcty_hcl_spec *spec,
                                 const pcty_hcl_body *body,
                                 const pcty_hcl_scope *scope,
                                 pcty_value **out,
                                 pcty_error **error);

// Makes a value of a body as far as it can be made: where something is wrong stands an
// unknown value.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none.
// Errors: none but NULL.
// NULL: `scope`, `diagnostics` and `error` may be.
pcty_status pcty_hcl_spec_decode_partial(const pcty_hcl_spec *spec,
                                         const pcty_hcl_body *body,
                                         const pcty_hcl_scope *scope,
                                         pcty_value **out,
                                         pcty_error **diagnostics,
                                         pcty_error **error);

// Makes a value of what the spec knows of a body, and a body of the rest. The bodies of
// blocks must have nothing but what the spec knows.
//
// Ownership: `*out` and `*rest` are the caller's.
// Errors: as `pcty_hcl_spec_decode`.
// NULL: `scope`, `rest` and `error` may be.
pcty_status pcty_hcl_spec_split(const pcty_hcl_spec *spec,
                                const pcty_hcl_body *body,
                                const pcty_hcl_scope *scope,
                                pcty_value **out,
                                pcty_hcl_body **rest,
                                pcty_error **error);

// Makes a value of what the spec knows of a body, as far as it can be made, and a body of
// the rest.
//
// Ownership: `*out` and `*rest` are the caller's, and so is `*diagnostics`, which is NULL
// where there are none.
// Errors: none but NULL.
// NULL: `scope`, `rest`, `diagnostics` and `error` may be.
pcty_status pcty_hcl_spec_split_partial(const pcty_hcl_spec *spec,
                                        const pcty_hcl_body *body,
                                        const pcty_hcl_scope *scope,
                                        pcty_value **out,
                                        pcty_hcl_body **rest,
                                        pcty_error **diagnostics,
                                        pcty_error **error);

// Where the value stands that a spec makes of a body, or where it could be put. NULL: gives
// the start of a text, as does a value that does not come from the body.
pcty_range pcty_hcl_spec_source_range(const pcty_hcl_spec *spec, const pcty_hcl_body *body);

// The variables that must be there to decode a body, with the constant steps into them. They
// may be incomplete for a body of which decoding will tell that something is wrong.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for needs that have no constant.
// NULL: `error` may be.
pcty_status pcty_hcl_spec_variables(const pcty_hcl_spec *spec,
                                    const pcty_hcl_body *body,
                                    pcty_hcl_needs needs,
                                    pcty_hcl_traversals **out,
                                    pcty_error **error);

// A body in which `dynamic` blocks stand for the blocks that they generate. They are
// expanded when the content is asked for, in the scope as it is now; faults are told then.
//
// Ownership: `*out` is the caller's; body and scope stay the caller's.
// Errors: none but NULL.
// NULL: `scope` and `error` may be.
pcty_status pcty_hcl_body_expand_dynamic(const pcty_hcl_body *body,
                                         const pcty_hcl_scope *scope,
                                         pcty_hcl_body **out,
                                         pcty_error **error);

// Reads a spec that is written as an HCL document, in the language of the hcldec command.
// The variables and functions that it defines for the bodies are put into `scope`.
//
// Ownership: `*out` is the caller's; changes `scope` on success.
// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error.
// NULL: `scope` and `error` may be.
// Threads: `scope` by one at a time.
pcty_status pcty_hcl_spec_read(const pcty_hcl_body *body,
                               pcty_hcl_scope *scope,
                               pcty_hcl_spec **out,
                               pcty_error **error);

// Reads a spec that is written as an HCL document as far as it can be read: where something
// is wrong with the whole, a null stands in its place.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none; changes `scope`.
// Errors: none but NULL.
// NULL: `scope`, `diagnostics` and `error` may be.
// Threads: `scope` by one at a time.
pcty_status pcty_hcl_spec_read_partial(const pcty_hcl_body *body,
                                       pcty_hcl_scope *scope,
                                       pcty_hcl_spec **out,
                                       pcty_error **diagnostics,
                                       pcty_error **error);

// Reads the functions that a body defines by blocks of a type into a scope: each as
// `function "name" { params = [a, b], variadic_param = rest, result = expression }`. Of two
// of one name the later one counts.
//
// The scope that `around` gives at each call is what the results may use besides the
// parameters; if that is the scope that the functions are put into, which has to outlive
// them, they can call each other, and themselves.
//
// Ownership: changes `scope` on success; `*rest`, the body without the functions, is the
// caller's. `user_data` is the library's from here on, also on failure; `destroy` releases
// it with the last of the functions.
// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `around`, `user_data`, `destroy`, `rest` and `error` may be.
// Threads: `scope` by one at a time.
pcty_status pcty_hcl_functions_read(const pcty_hcl_body *body,
                                    pcty_str block_type,
                                    pcty_hcl_around around,
                                    void *user_data,
                                    pcty_destroy destroy,
                                    pcty_hcl_scope *scope,
                                    pcty_hcl_body **rest,
                                    pcty_error **error);

// Reads the functions that a body defines by blocks of a type into a scope, save those of
// which something is wrong.
//
// Ownership: as `pcty_hcl_functions_read`; `*diagnostics`, which is NULL where there are
// none, is the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `around`, `user_data`, `destroy`, `rest`, `diagnostics` and `error` may be.
// Threads: `scope` by one at a time.
pcty_status pcty_hcl_functions_read_partial(const pcty_hcl_body *body,
                                            pcty_str block_type,
                                            pcty_hcl_around around,
                                            void *user_data,
                                            pcty_destroy destroy,
                                            pcty_hcl_scope *scope,
                                            pcty_hcl_body **rest,
                                            pcty_error **diagnostics,
                                            pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: types.
//
// PCL is HCL with the extensions of its information model. Its types are those of the
// universe in a normal form: `int` is `pcty_type_integer`, `dynamic` is `pcty_type_any`;
// `none`, `bool`, `number`, `string`, lists, sets, maps, tuples and objects are those of the
// functions of these names; a recursive object is made by a group (`pcty_group_new`). What
// has a normal form of its own is made here. The questions of every dialect take
// PCTY_DIALECT_PCL: `pcty_type_parse`, `pcty_type_format`, `pcty_type_equivalent`,
// `pcty_type_assignable`, `pcty_type_conversion`, `pcty_type_explain`, `pcty_type_unify`.
// ----------------------------------------------------------------------------

// The type of identifiers of resources.
//
// Ownership: lent for ever.
const pcty_type *pcty_pcl_type_id(void);

// A type known by its name alone. The name of a built-in type, such as `int` or `id`, gives
// that type.
//
// Ownership: `*out` is the caller's; the name is copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_pcl_type_opaque(pcty_str name, pcty_type **out, pcty_error **error);

// One value of a type, null included. A whole number and an integer are of both number
// types.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value of another kind than the type's;
// PCTY_ERROR_MARKED, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a value that is no scalar.
// NULL: `error` may be.
pcty_status pcty_pcl_type_const(const pcty_type *element,
                                const pcty_value *value,
                                pcty_type **out,
                                pcty_error **error);

// An enumeration of at least one value of one type. It is known by its token: two of one
// token are one.
//
// Ownership: `*out` is the caller's; the token is copied.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for no values and for one of another kind than the
// type's; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN;
// PCTY_ERROR_TYPE for a value that is no scalar.
// NULL: `values` (if `count` is 0) and `error` may be.
pcty_status pcty_pcl_type_enum(pcty_str token,
                               const pcty_type *element,
                               const pcty_value *const *values,
                               size_t count,
                               pcty_type **out,
                               pcty_error **error);

// The union of types in normal form: members of unions are members, they stand in the order
// of their texts, equal ones are one, and a single member stands for itself. A union of
// nothing is one.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `members` (if `count` is 0) and `error` may be.
pcty_status pcty_pcl_type_union(const pcty_type *const *members,
                                size_t count,
                                pcty_type **out,
                                pcty_error **error);

// A type or null: its union with `none`.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_pcl_type_optional(const pcty_type *element,
                                   pcty_type **out,
                                   pcty_error **error);

// An eventual value of a type. Promises inside the type are resolved first.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_pcl_type_promise(const pcty_type *element,
                                  pcty_type **out,
                                  pcty_error **error);

// An eventual value of a type with what belongs to it. Promises and outputs inside the type
// are resolved first.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_pcl_type_output(const pcty_type *element,
                                 pcty_type **out,
                                 pcty_error **error);

// A type that was made elsewhere in PCL's normal form: optional types and optional fields
// become unions with `none`, fields stand by name, unions and eventual types are as the
// functions here make them.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_pcl_type_normalize(const pcty_type *type,
                                    pcty_type **out,
                                    pcty_error **error);

// What may be given where a value of the type is wanted: the same, or an output of it, at
// each place where a host looks for eventual values. Sets, tuples, constants and
// enumerations are taken whole.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_pcl_type_input(const pcty_type *type, pcty_type **out, pcty_error **error);

// The type with its eventual types replaced by what they will be, recursive definitions
// included. A type that holds none comes back as it is.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_ARGUMENT for a `which` without a constant.
// NULL: `error` may be.
pcty_status pcty_pcl_type_resolve(const pcty_type *type,
                                  pcty_pcl_eventuals which,
                                  pcty_type **out,
                                  pcty_error **error);

// Why not every value of one type converts to another one, where some do: the sentence, the
// path to the first part that converts no better, and the types that meet there.
// `pcty_type_explain` tells why none does.
//
// Ownership: `*out` is the caller's, and NULL unless the conversion is an unsafe one.
// Errors: none but NULL.
// NULL: `error` may be.
pcty_status pcty_pcl_type_explain_unsafe(const pcty_type *from,
                                         const pcty_type *to,
                                         pcty_error **out,
                                         pcty_error **error);

// What PCL takes a type for. NULL: gives PCTY_PCL_KIND_MISSING.
pcty_pcl_kind pcty_pcl_type_kind(const pcty_type *type);

// The element type of a list, set or map, what an eventual type will be, the type of a
// constant or of an enumeration's values. Unlike `pcty_type_element` it knows the constants
// that are null.
//
// Ownership: lent as long as `type`. NULL: gives NULL, as do other types.
const pcty_type *pcty_pcl_type_element(const pcty_type *type);

// The number of values of an enumeration; 1 for a constant. NULL: gives 0, as do other
// types.
size_t pcty_pcl_type_value_count(const pcty_type *type);

// A value of an enumeration, or the one of a constant, by its position, from 0.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND past the end and for other types.
// NULL: `error` may be.
pcty_status pcty_pcl_type_value(const pcty_type *type,
                                size_t index,
                                pcty_value **out,
                                pcty_error **error);

// Whether null is one of the type's values and that says something: the type is not
// `dynamic`. NULL: gives false.
bool pcty_pcl_type_is_optional(const pcty_type *type);

// Which eventual types occur inside a type, at any depth. NULL: gives
// PCTY_PCL_HOLDS_NOTHING.
pcty_pcl_held pcty_pcl_type_held(const pcty_type *type);

// A type for people, as the language's messages show it: `int | string?`, `{ port: int }`.
// What does not fit into so many columns is broken into lines; a width is PCTY_PCL_COLUMNS
// unless you need another. Past 16 MB the text is cut off.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_pcl_type_display(const pcty_type *type, size_t columns);

// The type that JSON describes: what `pcty_pcl_type_to_json` writes, recursive types
// included. The type is in normal form.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX for what is no JSON and PCTY_ERROR_TYPE for what describes no
// type; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_pcl_type_from_json(pcty_str json, pcty_type **out, pcty_error **error);

// A type as JSON: `"int"`, `["output","string"]`, `["union",["none","string"]]`,
// `["object",{"a":"bool"}]`, `["opaque","Asset"]`, `["const","int",1]`,
// `["enum","token","string",["a","b"]]`, and for a recursive type `["rec","R1",T]` with
// `["ref","R1"]` inside of T.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for a type that PCL does not have; PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_pcl_type_to_json(const pcty_type *type,
                                  pcty_string **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: where steps into a value lead.
//
// Types tell before there is any value. A step that fails says why and leads to `dynamic`,
// and traversal goes on from there. A step into an eventual value leads to an eventual one,
// a step into a union into each member that takes it. As with HCL's expressions there are
// two forms: the plain one fails if a diagnostic is an error, the partial one always gives
// the type.
// ----------------------------------------------------------------------------

// The type that steps lead to, one after the other.
//
// Ownership: `*out` is the caller's; the keys stay the caller's.
// Errors: PCTY_ERROR_DIAGNOSTICS with all diagnostics if one of them is an error; they have
// no place in a text. PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a kind of
// step without a constant; PCTY_ERROR_LIMIT.
// NULL: `steps` (if `count` is 0) and `error` may be.
pcty_status pcty_pcl_type_traverse(const pcty_type *type,
                                   const pcty_pcl_step *steps,
                                   size_t count,
                                   pcty_type **out,
                                   pcty_error **error);

// The type that steps lead to, whatever is to be said of them.
//
// Ownership: `*out` is the caller's, and so is `*diagnostics`, which is NULL where there
// are none; the keys stay the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a kind of step without a
// constant; PCTY_ERROR_LIMIT.
// NULL: `steps` (if `count` is 0), `diagnostics` and `error` may be.
pcty_status pcty_pcl_type_traverse_partial(const pcty_type *type,
                                           const pcty_pcl_step *steps,
                                           size_t count,
                                           pcty_type **out,
                                           pcty_error **diagnostics,
                                           pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: eventual values, and which member of a union a value becomes.
//
// An eventual value is of a promise or an output type. It has data of the host's and is
// equal to itself alone; converted to another eventual type it stays the same one. The host
// says what it has become when a value is resolved, and then that is converted, too. Where
// an eventual type is wanted a plain value will do. Ints are those of
// `pcty_value_integer_from_int64`; the rest is converted, checked and compared as in every
// dialect.
// ----------------------------------------------------------------------------

// A new eventual value of a promise or output type, different from every other one.
//
// Ownership: `*out` is the caller's. `data` is the library's from here on, also on failure:
// `destroy` releases it exactly once.
// Errors: PCTY_ERROR_TYPE for a type that is neither.
// NULL: `data`, `destroy` (then nothing is released) and `error` may be.
pcty_status pcty_pcl_value_eventual(const pcty_type *type,
                                    void *data,
                                    pcty_destroy destroy,
                                    pcty_value **out,
                                    pcty_error **error);

// The host's data in an eventual value.
//
// Ownership: `*out` is lent as long as the value.
// Errors: PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN; PCTY_ERROR_TYPE for a
// value that is not eventual.
// NULL: `error` may be.
pcty_status pcty_pcl_value_data(const pcty_value *value, void **out, pcty_error **error);

// The number that tells an eventual value from all others of the process; it is kept
// through conversions and marks. NULL: gives 0, as do other values.
uint64_t pcty_pcl_value_identity(const pcty_value *value);

// The type that an eventual value was made with; what it becomes is first of that, and then
// of the type it was converted to.
//
// Ownership: lent as long as the value. NULL: gives NULL, as do other values.
const pcty_type *pcty_pcl_value_origin(const pcty_value *value);

// The value with each eventual one in it replaced by what the resolver says that it has
// become, converted to what was promised. Marks stay where they are. One value that occurs
// twice is asked for twice.
//
// Ownership: `*out` is the caller's. `user_data` is the library's from here on, also on
// failure: `destroy` releases it exactly once, before the function returns.
// Errors: what the resolver says, and PCTY_ERROR_CONVERSION for a value of another type than
// was promised, both with the path to the eventual value; PCTY_ERROR_LIMIT where more than 64
// eventual values come out of each other; PCTY_ERROR_MISBEHAVED for a resolver that gives
// neither a value nor an error.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: the resolver runs on this thread before the function returns.
pcty_status pcty_value_resolve(const pcty_value *value,
                               pcty_pcl_resolver resolver,
                               void *user_data,
                               pcty_destroy destroy,
                               pcty_value **out,
                               pcty_error **error);

// The value as one of a union, and which member it was converted to, from 0: the first that
// is the value's type, else the first that it converts to safely, else the first that it
// converts to. `pcty_value_convert` makes the same choice without saying so.
//
// Ownership: `*out` is the caller's; `*member` is plain data, a position for
// `pcty_type_part` of the union, or of what a recursive one unfolds to.
// Errors: PCTY_ERROR_CONVERSION if it converts to none; PCTY_ERROR_TYPE for a type that is
// no union.
// NULL: `error` may be.
pcty_status pcty_pcl_value_choose(const pcty_value *value,
                                  const pcty_type *type,
                                  size_t *member,
                                  pcty_value **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// PCL: scopes of types.
//
// Which variables and functions an expression may use, and of which types, before there are
// values. Names of functions are apart from those of variables. Scopes nest: what an inner
// one does not have is looked up further out.
// ----------------------------------------------------------------------------

// A scope without variables and functions.
//
// Ownership: the result is the caller's.
pcty_pcl_scope *pcty_pcl_scope_new(void);

// A scope of type expressions: the variables `any`, `string`, `number`, `int` and `bool`,
// the functions `list`, `set`, `map`, `object`, `tuple` and `optional`. The type of an
// expression in it is the type that the expression denotes.
//
// Ownership: the result is the caller's.
pcty_pcl_scope *pcty_pcl_scope_of_types(void);

// A scope of the same variables and functions, which changes by itself. What neither
// changes they share.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_pcl_scope *pcty_pcl_scope_clone(const pcty_pcl_scope *scope);

// Frees a scope; scopes within it live on. NULL: no-op.
void pcty_pcl_scope_free(pcty_pcl_scope *scope);

// A new scope within a scope as it is now: later changes of the outer one do not reach it.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT beyond 256 scopes within each other.
// NULL: `error` may be.
pcty_status pcty_pcl_scope_child(const pcty_pcl_scope *scope,
                                 pcty_pcl_scope **out,
                                 pcty_error **error);

// Defines a variable, in place of an earlier one of that name.
//
// Ownership: changes `scope`; the type stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_pcl_scope_set_variable(pcty_pcl_scope *scope,
                                        pcty_str name,
                                        const pcty_type *type,
                                        pcty_error **error);

// Defines a function, in place of an earlier one of that name, by a function type that
// lists the parameters and says the result. The names of parameters are for messages. A
// parameter whose type is optional may be missing at the end of a call.
//
// Ownership: changes `scope`; the type stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_TYPE for any other type, and for one with a
// block or a range of arguments.
// NULL: `error` may be.
// Threads: one at a time.
pcty_status pcty_pcl_scope_set_function(pcty_pcl_scope *scope,
                                        pcty_str name,
                                        const pcty_type *type,
                                        pcty_error **error);

// Defines a function, in place of an earlier one of that name, that a rule says for each
// call what it takes and gives.
//
// Ownership: changes `scope`. `user_data` is the library's from here on, also on failure:
// `destroy` releases it exactly once, with the last scope that has the function.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
pcty_status pcty_pcl_scope_set_generic_function(pcty_pcl_scope *scope,
                                                pcty_str name,
                                                pcty_pcl_rule rule,
                                                void *user_data,
                                                pcty_destroy destroy,
                                                pcty_error **error);

// The type of the variable of a name, here or further out.
//
// Ownership: lent until the scope changes or goes. NULL: gives NULL, as does a name that
// is not defined.
const pcty_type *pcty_pcl_scope_variable(const pcty_pcl_scope *scope, pcty_str name);

// Whether there is a function of a name, here or further out. NULL: gives false.
bool pcty_pcl_scope_has_function(const pcty_pcl_scope *scope, pcty_str name);

// ----------------------------------------------------------------------------
// PCL: checking expressions.
//
// An expression, read by `pcty_hcl_expression_parse` or found in a body, is checked in a
// scope of types. There is always a result: where something is wrong a diagnostic takes its
// place, and the node is `dynamic` then. A value is accepted where a type is wanted when it
// converts to the type's input form (`pcty_pcl_type_input`), so an output is accepted
// wherever its value is; and what depends on an eventual value is eventual itself.
// ----------------------------------------------------------------------------

// Checks an expression in a scope; without one there are neither variables nor functions.
// What is wrong with the expression is no error here: `pcty_pcl_bound_diagnostics` tells.
//
// Ownership: `*out` is the caller's and needs neither the expression nor the scope.
// Errors: PCTY_ERROR_UNSUPPORTED for an expression in JSON syntax and for one of a block that
// a `dynamic` block has generated; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size` and
// a severity without a constant.
// NULL: `scope`, `options` (then as PCTY_PCL_OPTIONS_INIT) and `error` may be.
pcty_status pcty_pcl_bound_new(const pcty_hcl_expression *expression,
                               const pcty_pcl_scope *scope,
                               const pcty_pcl_options *options,
                               pcty_pcl_bound **out,
                               pcty_error **error);

// Frees what was checked, with its nodes. NULL: no-op.
void pcty_pcl_bound_free(pcty_pcl_bound *bound);

// The type of the whole.
//
// Ownership: lent as long as `bound`. NULL: gives NULL.
const pcty_type *pcty_pcl_bound_type(const pcty_pcl_bound *bound);

// What is to be said of the expression, errors and warnings in the order of its checking, at
// most 1000: an error with diagnostics, as of every text, that renders itself.
//
// Ownership: lent as long as `bound`. NULL: gives NULL, as does an expression of which
// nothing is to be said.
const pcty_error *pcty_pcl_bound_diagnostics(const pcty_pcl_bound *bound);

// Whether one of the diagnostics is an error. NULL: gives false.
bool pcty_pcl_bound_has_errors(const pcty_pcl_bound *bound);

// The number of conversions that the expression needs. NULL: gives 0.
size_t pcty_pcl_bound_conversion_count(const pcty_pcl_bound *bound);

// A conversion that the expression needs, by its position in the order of the checking, from
// 0. `pcty_pcl_node_conversion` gives that of a node; those of the elements that a last
// argument with `...` stands for are only here, at the place of the argument.
//
// Ownership: what `*out` gets is lent as long as `bound`.
// Errors: PCTY_ERROR_NOT_FOUND past the end.
// NULL: `error` may be.
pcty_status pcty_pcl_bound_conversion(const pcty_pcl_bound *bound,
                                      size_t index,
                                      pcty_pcl_conversion *out,
                                      pcty_error **error);

// How surely the whole is accepted where a type is wanted, such as the type of a resource's
// input; PCTY_CONVERSION_SAME where the types are equal.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_DIAGNOSTICS where it is not accepted, with a diagnostic at the
// expression, the path to the part that stands in the way, and the types that meet there;
// PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_pcl_bound_accepted_as(const pcty_pcl_bound *bound,
                                       const pcty_type *wanted,
                                       pcty_conversion *out,
                                       pcty_error **error);

// The node of the whole.
//
// Ownership: lent as long as `bound`, as is every node in it. NULL: gives NULL.
const pcty_pcl_node *pcty_pcl_bound_root(const pcty_pcl_bound *bound);

// ----------------------------------------------------------------------------
// PCL: the nodes of an expression that was checked.
//
// Each has a kind, what it is to its parent, a type and a place. What chains does not nest:
// the steps of a traversal and the operators of one precedence are children in order, each
// with the type up to there. Nesting is that of the text: at most 512 levels of it.
// ----------------------------------------------------------------------------

// What a node is. NULL: gives PCTY_PCL_NODE_MISSING.
pcty_pcl_node_sort pcty_pcl_node_kind(const pcty_pcl_node *node);

// What a node is to its parent. NULL: gives PCTY_PCL_ROLE_ROOT.
pcty_pcl_role pcty_pcl_node_role(const pcty_pcl_node *node);

// The type of a node.
//
// Ownership: lent as long as the node. NULL: gives NULL.
const pcty_type *pcty_pcl_node_type(const pcty_pcl_node *node);

// Where a node stands. NULL: gives the start of a text.
pcty_range pcty_pcl_node_range(const pcty_pcl_node *node);

// The text of a node, as it was written.
//
// Ownership: lent as long as the node. NULL: gives no text.
pcty_str pcty_pcl_node_text(const pcty_pcl_node *node);

// The name of a variable, of the attribute that a step goes into, of a function, of an
// item's key that is a bare name, of the variable for each value of a `for`.
//
// Ownership: lent as long as the node. NULL: gives no text, as do other nodes.
pcty_str pcty_pcl_node_name(const pcty_pcl_node *node);

// The name of the variable for each key of a `for`.
//
// Ownership: lent as long as the node. NULL: gives no text, as do other nodes and a `for`
// without one.
pcty_str pcty_pcl_node_key_name(const pcty_pcl_node *node);

// The value of a literal, or the key of a step.
//
// Ownership: lent as long as the node. NULL: gives NULL, as do other nodes.
const pcty_value *pcty_pcl_node_value(const pcty_pcl_node *node);

// The operator of an operation or before an operand. NULL: gives PCTY_PCL_OPERATOR_NONE, as
// do other nodes.
pcty_pcl_operator pcty_pcl_node_operator(const pcty_pcl_node *node);

// Whether the last argument of a call stands for its elements, or a `for` gathers the values
// of equal keys: it has `...`. NULL: gives false, as do other nodes.
bool pcty_pcl_node_has_ellipsis(const pcty_pcl_node *node);

// The number of the parts of a node. NULL: gives 0.
size_t pcty_pcl_node_child_count(const pcty_pcl_node *node);

// A part of a node by its position, from 0.
//
// Ownership: lent as long as the node. NULL: gives NULL, as does a position past the end.
const pcty_pcl_node *pcty_pcl_node_child(const pcty_pcl_node *node, size_t index);

// The conversion that a node's value needs where it stands, and whether it needs one. What
// stands in parentheses needs none of its own. `from` is the node's type.
//
// Ownership: what `*out` gets is lent as long as the node. NULL: gives false; `out` may be.
bool pcty_pcl_node_conversion(const pcty_pcl_node *node, pcty_pcl_conversion *out);

// The expression that a node is, to be evaluated or checked by itself.
//
// Ownership: the result is the caller's. NULL: gives NULL, as do steps, operations within a
// chain and items.
pcty_hcl_expression *pcty_pcl_node_expression(const pcty_pcl_node *node);

// ----------------------------------------------------------------------------
// Puppet: type aliases.
//
// The names that a module's `type` definitions give to types, as a handle that parsing
// takes. Data and RichData are always known.
// ----------------------------------------------------------------------------

// Defines aliases on top of others. Each definition may name itself, the other ones and
// those of `base`; a name of `base` may be defined anew.
//
// Ownership: `*out` is the caller's; the texts are copied, and `base` stays the caller's.
// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_INVALID_ARGUMENT and PCTY_ERROR_TYPE for a text that is
// no type, with the alias's name as the path and the byte of its text;
// PCTY_ERROR_TYPE for an alias of nothing but aliases; PCTY_ERROR_INVALID_ARGUMENT for a name
// that is no name of a type or comes twice; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `names`, `notations` (if `count` is 0) and `base` (then there are no others) and
// `error` may be.
pcty_status pcty_puppet_aliases_new(const pcty_puppet_aliases *base,
                                    const pcty_str *names,
                                    const pcty_str *notations,
                                    size_t count,
                                    pcty_puppet_aliases **out,
                                    pcty_error **error);

// Another handle of the same aliases; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_puppet_aliases *pcty_puppet_aliases_clone(const pcty_puppet_aliases *aliases);

// Frees aliases; types that were parsed with them live on. NULL: no-op.
void pcty_puppet_aliases_free(pcty_puppet_aliases *aliases);

// The number of aliases. NULL: gives 0.
size_t pcty_puppet_aliases_count(const pcty_puppet_aliases *aliases);

// The name of an alias by its position, from 0: those of the base come first, then the
// others in the order in which they were given.
//
// Ownership: lent as long as the aliases. NULL: gives no text, as does a position past the
// end.
pcty_str pcty_puppet_aliases_name(const pcty_puppet_aliases *aliases, size_t index);

// The type that names an alias, by the alias's position: a reference, which
// `pcty_type_unfold` opens.
//
// Ownership: lent as long as the aliases. NULL: gives NULL, as does a position past the end.
const pcty_type *pcty_puppet_aliases_type(const pcty_puppet_aliases *aliases,
                                          size_t index);

// The type that names an alias, by the alias's name.
//
// Ownership: lent as long as the aliases. NULL: gives NULL, as does a name that is not
// defined.
const pcty_type *pcty_puppet_aliases_lookup(const pcty_puppet_aliases *aliases,
                                            pcty_str name);

// ----------------------------------------------------------------------------
// Puppet: the notation of types and of literal values.
//
// What `pcty_type_parse` and its like do for every dialect, with what only Puppet asks:
// type aliases, the language of the early specification, and how much a text says.
// ----------------------------------------------------------------------------

// The type that a text stands for.
//
// Ownership: `*out` is the caller's; it does not need the aliases any more.
// Errors: PCTY_ERROR_SYNTAX, PCTY_ERROR_INVALID_ARGUMENT and PCTY_ERROR_TYPE with Puppet's
// message, the byte and a diagnostic; PCTY_ERROR_LIMIT for what nests too deep;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size` or a mode
// without a constant.
// NULL: `options` and `error` may be.
pcty_status pcty_puppet_type_parse(pcty_str notation,
                                   const pcty_puppet_options *options,
                                   pcty_type **out,
                                   pcty_error **error);

// The text of a type.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL and a detail without a constant.
// NULL: `error` may be.
pcty_status pcty_puppet_type_format(const pcty_type *type,
                                    pcty_puppet_detail detail,
                                    pcty_string **out,
                                    pcty_error **error);

// The name without parameters by which messages call a type, such as `Integer`; the name
// of an alias or an object type.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_puppet_type_short_name(const pcty_type *type);

// The value that a text stands for: a literal such as `[1, 'a', undef]` or `/[a-z]/`, a
// type, or a type that is called with literals such as `SemVer('1.2.3')`.
//
// Ownership: `*out` is the caller's.
// Errors: as `pcty_puppet_type_parse`; PCTY_ERROR_UNSUPPORTED for a call that says no literal
// value.
// NULL: `options` and `error` may be.
pcty_status pcty_puppet_value_parse(pcty_str literal,
                                    const pcty_puppet_options *options,
                                    pcty_value **out,
                                    pcty_error **error);

// A value as a literal, which reads back. It shows what a Sensitive holds: not for logs.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values.
// NULL: `error` may be.
pcty_status pcty_puppet_value_format(const pcty_value *value,
                                     pcty_string **out,
                                     pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: values that only it has.
//
// undef is the null of the type any, integers and floats are those of
// `pcty_value_integer_from_int64` and `pcty_value_float`, strings are strings, and a type is
// one of `pcty_value_from_type`. The other values are made here, by
// `pcty_puppet_value_parse` or by `pcty_puppet_value_new`. `pcty_value_length`,
// `pcty_value_element` and `pcty_value_lookup` read hashes too, which keep their order.
// ----------------------------------------------------------------------------

// Which kind of value that only Puppet has it is. NULL: gives PCTY_PUPPET_NONE.
pcty_puppet_kind pcty_puppet_value_kind(const pcty_value *value);

// The text of a SemVer, SemVerRange, Timespan, Timestamp or URI, or the source of a Regexp.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for another value; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
// PCTY_ERROR_UNKNOWN.
// NULL: `error` may be.
pcty_status pcty_puppet_value_text(const pcty_value *value,
                                   pcty_string **out,
                                   pcty_error **error);

// A Timespan or a Timestamp.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_CONVERSION for more seconds than fit; PCTY_ERROR_TYPE for another value;
// PCTY_ERROR_MARKED, PCTY_ERROR_NULL, PCTY_ERROR_UNKNOWN.
// NULL: `error` may be.
pcty_status pcty_puppet_value_time(const pcty_value *value,
                                   pcty_puppet_time *out,
                                   pcty_error **error);

// The bytes of a Binary.
//
// Ownership: `*out` is lent as long as `value`.
// Errors: PCTY_ERROR_TYPE for another value; PCTY_ERROR_MARKED, PCTY_ERROR_NULL,
// PCTY_ERROR_UNKNOWN.
// NULL: `error` may be.
pcty_status pcty_puppet_value_bytes(const pcty_value *value,
                                    pcty_bytes *out,
                                    pcty_error **error);

// What a Sensitive holds.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values.
const pcty_value *pcty_puppet_value_content(const pcty_value *value);

// The number of elements that an Iterator gives, or of attributes that an object has.
// NULL: gives 0, as do other values.
size_t pcty_puppet_value_part_count(const pcty_value *value);

// An element that an Iterator gives, or the value of an object's attribute, by its position,
// from 0.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a position
// past the end.
const pcty_value *pcty_puppet_value_part(const pcty_value *value,
                                         size_t index);

// The name of an object's attribute by its position, from 0.
//
// Ownership: lent as long as `value`. NULL: gives no text, as do other values and a position
// past the end.
pcty_str pcty_puppet_value_part_name(const pcty_value *value,
                                     size_t index);

// The type of the elements that an Iterator gives, or the type of an object.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values.
const pcty_type *pcty_puppet_value_part_type(const pcty_value *value);

// The key of a hash's entry by its position, from 0. `pcty_value_element` gives the element.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a position
// past the end.
const pcty_value *pcty_puppet_value_key(const pcty_value *value,
                                        size_t index);

// The element of a hash under a key of any kind.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a key that
// the hash does not have.
const pcty_value *pcty_puppet_value_get(const pcty_value *value, const pcty_value *key);

// An array of values of any kinds.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_LIMIT when it nests too deep.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_puppet_value_array(const pcty_value *const *elements,
                                    size_t count,
                                    pcty_value **out,
                                    pcty_error **error);

// A hash, in the order of its entries. Of equal keys the last element stays, in the place of
// the first.
//
// Ownership: `*out` is the caller's; so stay keys and elements.
// Errors: PCTY_ERROR_UNSUPPORTED for marks and unknown values; PCTY_ERROR_LIMIT when it nests too
// deep.
// NULL: `keys`, `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_puppet_value_hash(const pcty_value *const *keys,
                                   const pcty_value *const *elements,
                                   size_t count,
                                   pcty_value **out,
                                   pcty_error **error);

// A Binary.
//
// Ownership: `*out` is the caller's; the bytes are copied.
// Errors: none but NULL.
// NULL: `bytes` (if `count` is 0) and `error` may be.
pcty_status pcty_puppet_value_binary(const uint8_t *bytes,
                                     size_t count,
                                     pcty_value **out,
                                     pcty_error **error);

// The value that a JSON document means, as Hiera reads it: objects are hashes in the
// document's order, null is undef, a number with neither fraction nor exponent is an Integer
// and any other a Float.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX with the byte of the document; PCTY_ERROR_LIMIT for what nests too deep
// and for numbers of too many digits; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_puppet_value_from_json(pcty_str json,
                                        pcty_value **out,
                                        pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: what only its rules answer.
//
// Making values by `Type.new`, the operators that compare types, the three types of a
// value, common types, and types brought to a simpler form. Values with marks and unknown
// values are PCTY_ERROR_UNSUPPORTED, with the path to the first.
// ----------------------------------------------------------------------------

// The value that `Type.new(args...)` makes. One argument that is an instance already is
// the answer.
//
// Ownership: `*out` is the caller's; so stay the arguments.
// Errors: with Puppet's messages PCTY_ERROR_CONVERSION for what does not convert, PCTY_ERROR_TYPE,
// with both types, for a result that is no instance; PCTY_ERROR_UNSUPPORTED for types that make no
// values, and with the argument's index for marks and unknown values; PCTY_ERROR_LIMIT.
// NULL: `args` (if `count` is 0) and `error` may be.
pcty_status pcty_puppet_value_new(const pcty_type *type,
                                  const pcty_value *const *args,
                                  size_t count,
                                  pcty_value **out,
                                  pcty_error **error);

// What an operator of the language answers for two types.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
pcty_status pcty_puppet_type_compare(const pcty_type *left,
                                     pcty_puppet_comparison comparison,
                                     const pcty_type *right,
                                     bool *out,
                                     pcty_error **error);

// Whether two types are the same by their structure, which is finer than the language's
// `==`; coarser than `pcty_type_equal` where Puppet compares sets, such as the members of a
// Variant.
//
// NULL: gives false.
bool pcty_puppet_type_is_same(const pcty_type *a, const pcty_type *b);

// A type of a value.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_LIMIT when the type nests too deep.
// NULL: `error` may be.
pcty_status pcty_puppet_value_infer(const pcty_value *value,
                                    pcty_puppet_inference inference,
                                    pcty_type **out,
                                    pcty_error **error);

// A type in its simplest form: the members of a Variant that say one thing are one.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when the type nests too deep.
// NULL: `error` may be.
pcty_status pcty_puppet_type_normalize(const pcty_type *type,
                                       pcty_type **out,
                                       pcty_error **error);

// A type without what it says of ranges, sizes, strings and titles.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when the type nests too deep.
// NULL: `error` may be.
pcty_status pcty_puppet_type_generalize(const pcty_type *type,
                                        pcty_type **out,
                                        pcty_error **error);

// The common type of types, folded from the first on; of none it is Undef.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when recursive types take too long or the type nests too deep.
// NULL: `types` (if `count` is 0) and `error` may be.
pcty_status pcty_puppet_common_type(const pcty_type *const *types,
                                    size_t count,
                                    pcty_type **out,
                                    pcty_error **error);

// The common type of the reduced types of values; of none it is Undef.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; the path begins with the value's position.
// PCTY_ERROR_LIMIT when the type nests too deep.
// NULL: `values` (if `count` is 0) and `error` may be.
pcty_status pcty_puppet_common_type_of_values(const pcty_value *const *values,
                                              size_t count,
                                              pcty_type **out,
                                              pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: iterations, of what a type gives.
//
// A range of integers gives its integers in ascending order, an early descending one the
// other way; an Enum gives its strings.
// ----------------------------------------------------------------------------

// Begins to iterate a type.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for a type that gives nothing, and for a range of integers
// without a smallest or a largest.
// NULL: `error` may be.
pcty_status pcty_puppet_iteration_new(const pcty_type *type,
                                      pcty_puppet_iteration **out,
                                      pcty_error **error);

// An iteration of its own that has come equally far.
//
// Ownership: the result is the caller's. NULL: gives NULL.
// Threads: `iteration` must not be in use elsewhere.
pcty_puppet_iteration *pcty_puppet_iteration_clone(const pcty_puppet_iteration *iteration);

// Frees an iteration. NULL: no-op.
void pcty_puppet_iteration_free(pcty_puppet_iteration *iteration);

// The next value from the front.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does an iteration at its end.
// Threads: `iteration` must not be in use elsewhere.
pcty_value *pcty_puppet_iteration_next(pcty_puppet_iteration *iteration);

// The next value from the back, as `reverse_each` goes.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does an iteration at its end.
// Threads: `iteration` must not be in use elsewhere.
pcty_value *pcty_puppet_iteration_next_back(pcty_puppet_iteration *iteration);

// ----------------------------------------------------------------------------
// Puppet: whose rules answer, and values where another kind is wanted.
//
// The verbs that the early specification answers otherwise than today's language, with
// the mode as an argument: there undef goes everywhere, the type of a value keeps nothing
// of the value, and types have its names. A type is the same for both, whichever notation
// it was read in. An early text that says several types, such as `File['a', 'b']`, is a
// value: an array of types. Then what a value is where a condition, an arithmetic
// operator, a string or a match wants something else. Values with marks and unknown values
// are PCTY_ERROR_UNSUPPORTED, with the path to the first.
// ----------------------------------------------------------------------------

// Whether a value of the source type may go where the target is expected.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
pcty_status pcty_puppet_type_assignable_in(pcty_puppet_mode mode,
                                           const pcty_type *target,
                                           const pcty_type *source,
                                           bool *out,
                                           pcty_error **error);

// What an operator of the language answers for two types.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
pcty_status pcty_puppet_type_compare_in(pcty_puppet_mode mode,
                                        const pcty_type *left,
                                        pcty_puppet_comparison comparison,
                                        const pcty_type *right,
                                        bool *out,
                                        pcty_error **error);

// Whether a value is an instance of a type.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head; PCTY_ERROR_LIMIT when recursive types take too long.
// NULL: `error` may be.
pcty_status pcty_puppet_value_is_instance_in(pcty_puppet_mode mode,
                                             const pcty_value *value,
                                             const pcty_type *type,
                                             bool *out,
                                             pcty_error **error);

// A type of a value. Early, the three are one.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_LIMIT when the type nests too deep.
// NULL: `error` may be.
pcty_status pcty_puppet_value_infer_in(pcty_puppet_mode mode,
                                       const pcty_value *value,
                                       pcty_puppet_inference inference,
                                       pcty_type **out,
                                       pcty_error **error);

// The common type of types, folded from the first on; of none it is Undef.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT when recursive types take too long or the type nests too deep.
// NULL: `types` (if `count` is 0) and `error` may be.
pcty_status pcty_puppet_common_type_in(pcty_puppet_mode mode,
                                       const pcty_type *const *types,
                                       size_t count,
                                       pcty_type **out,
                                       pcty_error **error);

// The text of a type in the notation of the mode, which reads back.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for a type that the early specification cannot say.
// NULL: `error` may be.
pcty_status pcty_puppet_type_format_in(pcty_puppet_mode mode,
                                       const pcty_type *type,
                                       pcty_string **out,
                                       pcty_error **error);

// Whether a condition takes a value for true: all but undef and false, and early all but
// the empty string too.
//
// Ownership: `*out` is plain data.
// Errors: see the section's head.
// NULL: `error` may be.
pcty_status pcty_puppet_value_truth(const pcty_value *value,
                                    pcty_puppet_mode mode,
                                    bool *out,
                                    pcty_error **error);

// The number that a value says: a number itself, or a string such as `' -0x1f '` or
// `'1.5e3'`.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_CONVERSION for what says no number;
// PCTY_ERROR_LIMIT for too many digits.
// NULL: `error` may be.
pcty_status pcty_puppet_value_to_numeric(const pcty_value *value,
                                         pcty_value **out,
                                         pcty_error **error);

// The text of a value as it stands inside of an interpolated string: `[1, a]`. What a
// Sensitive holds is not in it.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_UNSUPPORTED for a type that the early
// specification cannot say, too; PCTY_ERROR_LIMIT for a text that grows too long.
// NULL: `error` may be.
pcty_status pcty_puppet_value_to_string(const pcty_value *value,
                                        pcty_puppet_mode mode,
                                        pcty_string **out,
                                        pcty_error **error);

// The regular expression that a value says on the right side of a match: an expression
// itself, or a string. Early, `\A` and `\Z` are left out of a string.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_CONVERSION for other values,
// PCTY_ERROR_INVALID_ARGUMENT for a string that is no regular expression.
// NULL: `error` may be.
pcty_status pcty_puppet_value_to_regexp(const pcty_value *value,
                                        pcty_puppet_mode mode,
                                        pcty_value **out,
                                        pcty_error **error);

// What an operator makes of two values as numbers; what arrays, hashes and times make is
// not answered here. Today integers have 64 bits, and a string is an error even where it
// says a number, unless it is converted before; early, strings are numbers and integers
// never overflow.
//
// Ownership: `*out` is the caller's.
// Errors: see the section's head; PCTY_ERROR_CONVERSION, with the operand's index, for an
// operand that is no number; PCTY_ERROR_ARITHMETIC for a division by zero, an overflow, an
// infinite result, or floats where the operator knows none; PCTY_ERROR_LIMIT for an integer
// of too many bits.
// NULL: `error` may be.
pcty_status pcty_puppet_arithmetic(pcty_puppet_mode mode,
                                   const pcty_value *left,
                                   pcty_puppet_operator operator_,
                                   const pcty_value *right,
                                   pcty_value **out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet: why something is not what was expected.
//
// The messages are Puppet's own, with paths into structures. Where there are several
// faults the message has a line for each, and each of the first thousand is a diagnostic of
// the error; where there is one the error's path leads to it. Values with marks and unknown
// values are PCTY_ERROR_UNSUPPORTED, with the path to the first.
// ----------------------------------------------------------------------------

// What is wrong with a type where another one is expected, said of a subject such as `$x`.
//
// Ownership: `*out` is the caller's, and NULL where the type is assignable. Its code is
// PCTY_ERROR_TYPE; it has the wanted and the found type.
// Errors: PCTY_ERROR_LIMIT when a type nests too deep or recursive types take too long;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_puppet_type_mismatch(const pcty_type *actual,
                                      const pcty_type *expected,
                                      pcty_str subject,
                                      pcty_error **out,
                                      pcty_error **error);

// What is wrong with a value where a type is expected, as `pcty_puppet_type_mismatch` says
// it of the value's detailed type.
//
// Ownership: `*out` is the caller's, and NULL where the value is an instance.
// Errors: see the section's head; as `pcty_puppet_type_mismatch`.
// NULL: `error` may be.
pcty_status pcty_puppet_value_mismatch(const pcty_value *value,
                                       const pcty_type *expected,
                                       pcty_str subject,
                                       pcty_error **out,
                                       pcty_error **error);

// Passes if a value is an instance of a type, as the function `assert_type` does.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE with the function's whole message and both types if it is none;
// PCTY_ERROR_NOT_FOUND if the type names one that is not known; see the section's head.
// NULL: `error` may be.
pcty_status pcty_puppet_value_assert(const pcty_value *value,
                                     const pcty_type *expected,
                                     pcty_error **error);

// Passes if the entries of a hash are arguments for parameters: those of a class, a defined
// type or a template. What is not known comes first, then each parameter in the Struct's
// order that has no value or a wrong one. A Deferred is never wrong.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE with `subject`, such as `Class[Ntp]`, and every fault if they are not;
// PCTY_ERROR_INVALID_ARGUMENT if `params` is no Struct or `given` no hash; see the
// section's head; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_puppet_validate_parameters(const pcty_type *params,
                                            const pcty_value *given,
                                            pcty_puppet_missing missing,
                                            pcty_str subject,
                                            pcty_error **error);

// Passes if the value that a parameter has by default is one of its type.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE with `subject` and every fault if it is not; see the section's head;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_puppet_validate_default(const pcty_type *type,
                                         const pcty_value *value,
                                         pcty_str name,
                                         pcty_str subject,
                                         pcty_error **error);

// What is wrong with a call. `arguments` is a Tuple of the arguments' types, of which the
// last is the block's, if it is a Callable: the detailed type of an array of arguments is
// such a one.
//
// Ownership: `*out` is the caller's, and NULL where there is nothing to say: some signature
// finds no fault, or there is none. It has a diagnostic for each signature, whose detail has a
// line for each fault.
// Errors: PCTY_ERROR_TYPE, with the index, for what is no Callable;
// PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
// NULL: `signatures` (if `count` is 0) and `error` may be.
pcty_status pcty_puppet_call_mismatch(pcty_str function,
                                      const pcty_puppet_signature *signatures,
                                      size_t count,
                                      const pcty_type *arguments,
                                      pcty_error **out,
                                      pcty_error **error);

// ----------------------------------------------------------------------------
// mcl: its types and values, beyond what every dialect answers.
//
// Booleans, strings and floats are those of `pcty_value_bool`, `pcty_value_string_verbatim`
// and `pcty_value_float`; ints are those of `pcty_value_integer_from_int64`. Lists, maps and
// structs carry their exact type, so they are made here, with the type that
// `pcty_type_parse` or `pcty_mcl_type_parse` gives, or from a value of another language that
// has the same content with `pcty_value_convert`. There are neither unknowns nor marks, and
// no nulls: PCTY_ERROR_UNSUPPORTED, with the path, is the answer to one anywhere inside.
// ----------------------------------------------------------------------------

// The type that a text stands for in mcl's notation; its variables, `?1` and so on, are
// those of the scope with these numbers. `pcty_type_parse` gives each text a scope of its
// own.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX, and PCTY_ERROR_TYPE for a name that no type has, with a
// diagnostic; PCTY_ERROR_LIMIT for what nests too deep; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_mcl_type_parse(const pcty_scope *scope,
                                pcty_str notation,
                                pcty_type **out,
                                pcty_error **error);

// Whether two types are equal, and if not, how they differ. Variables may have other
// names as long as they correspond one to one; the names of arguments do not count.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_TYPE if they differ, in the language's words; PCTY_ERROR_UNSUPPORTED for
// a type that mcl does not have.
// NULL: `error` may be.
pcty_status pcty_mcl_type_compare(const pcty_type *a,
                                  const pcty_type *b,
                                  pcty_error **error);

// Whether two types are the same where both are known and neither is `variant`, and what
// that needed.
//
// Ownership: `*out` is plain data.
// Errors: as `pcty_mcl_type_compare`.
// NULL: `a`, `b` (a type that is not known) and `error` may be.
pcty_status pcty_mcl_type_match(const pcty_type *a,
                                const pcty_type *b,
                                pcty_mcl_match *out,
                                pcty_error **error);

// A type under the most general substitution of variables that makes two types equal:
// `of` may be one of the two, or any type whose variables are asked for.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE if there is no such substitution, in the language's words, with the
// path and both types; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have;
// PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_mcl_type_unify(const pcty_type *a,
                                const pcty_type *b,
                                const pcty_type *of,
                                pcty_type **out,
                                pcty_error **error);

// Whether values of a type may be keys of maps: bools, strings, ints, floats, and structs
// all of whose fields may. NULL: gives false.
bool pcty_mcl_type_is_hashable(const pcty_type *type);

// The value that a type begins with: false, the empty string, 0, the empty list or map, a
// struct of such values, a function without a body.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for `variant`, a type with variables, and a map whose keys are of a
// type that cannot be; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
// NULL: `error` may be.
pcty_status pcty_mcl_value_zero(const pcty_type *type,
                                pcty_value **out,
                                pcty_error **error);

// A list of a list type.
//
// Ownership: `*out` is the caller's; so stay the elements.
// Errors: PCTY_ERROR_TYPE for a type of another kind; PCTY_ERROR_CONVERSION, with the index,
// for an element of another type; PCTY_ERROR_UNSUPPORTED, PCTY_ERROR_LIMIT.
// NULL: `elements` (if `count` is 0) and `error` may be.
pcty_status pcty_mcl_value_list(const pcty_type *type,
                                const pcty_value *const *elements,
                                size_t count,
                                pcty_value **out,
                                pcty_error **error);

// A struct of a struct type, with a value for each field in the order of the type.
//
// Ownership: `*out` is the caller's; so stay the values.
// Errors: as `pcty_mcl_value_list`, with the name of the field;
// PCTY_ERROR_INVALID_ARGUMENT for another number of values than of fields.
// NULL: `values` (if `count` is 0) and `error` may be.
pcty_status pcty_mcl_value_struct(const pcty_type *type,
                                  const pcty_value *const *values,
                                  size_t count,
                                  pcty_value **out,
                                  pcty_error **error);

// A map of a map type, with a value for each key; of equal keys the last one counts.
//
// Ownership: `*out` is the caller's; so stay keys and values.
// Errors: as `pcty_mcl_value_list`, with the key; PCTY_ERROR_TYPE for a type whose keys
// cannot be keys, too.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be.
pcty_status pcty_mcl_value_map(const pcty_type *type,
                               const pcty_value *const *keys,
                               const pcty_value *const *values,
                               size_t count,
                               pcty_value **out,
                               pcty_error **error);

// The value of a type that JSON text stands for. Kinds have to be exactly those of the
// type: no point in an int, no null, objects alone for maps and structs. Only the first
// value of the text is read.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX for what is no JSON; PCTY_ERROR_TYPE with the path and the byte of
// what does not fit; PCTY_ERROR_UNSUPPORTED for a type that mcl does not have;
// PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
pcty_status pcty_mcl_value_from_json(pcty_str json,
                                     const pcty_type *type,
                                     pcty_mcl_fields fields,
                                     pcty_value **out,
                                     pcty_error **error);

// A value as the language prints it: `struct{name: "a"; ports: [80, 443]}`.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED with the path to what is no value of mcl's.
// NULL: `error` may be.
pcty_status pcty_mcl_value_format(const pcty_value *value,
                                  pcty_string **out,
                                  pcty_error **error);

// The order of two values of one type: -1, 0 or 1. False comes before true, numbers go by
// size, strings by their bytes, lists element by element and then by length; 0 says that
// they are one key. NULL: comes first.
int32_t pcty_mcl_value_compare(const pcty_value *a, const pcty_value *b);

// The key of a map's entry at a position, from 0, in ascending order; keys may be of any
// hashable type. `pcty_mcl_value_get` gives the value.
//
// Ownership: lent as long as `value`. NULL: gives NULL, as do other values and a position
// past the end.
const pcty_value *pcty_mcl_value_key(const pcty_value *value, size_t index);

// The value under a key of a map. `pcty_value_element` gives the elements of lists,
// `pcty_value_attribute` the fields of structs.
//
// Ownership: lent as long as `map`. NULL: gives NULL, as do other values and a key that the
// map does not have.
const pcty_value *pcty_mcl_value_get(const pcty_value *map, const pcty_value *key);

// ----------------------------------------------------------------------------
// Unifiers: what variables stand for, if types are to be equal.
// ----------------------------------------------------------------------------

// A unifier without equations.
//
// Ownership: the result is the caller's.
pcty_unifier *pcty_unifier_new(void);

// Frees a unifier. NULL: no-op.
void pcty_unifier_free(pcty_unifier *unifier);

// A variable that no one has yet.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_type *pcty_unifier_fresh(pcty_unifier *unifier);

// A copy of a type with fresh variables in place of its own, one for each.
//
// Ownership: `*out` is the caller's.
// Errors: none but those of NULL.
// NULL: `error` may be.
pcty_status pcty_unifier_instantiate(pcty_unifier *unifier,
                                     const pcty_type *type,
                                     pcty_type **out,
                                     pcty_error **error);

// Makes two types equal: their variables, and those of types before, take the most general
// types that do so. Where that cannot be, nothing changes.
//
// Ownership: nothing is given.
// Errors: PCTY_ERROR_TYPE where they cannot be equal, with the two parts that clash as the
// wanted and the found type.
// NULL: `error` may be.
pcty_status pcty_unifier_unify(pcty_unifier *unifier,
                               const pcty_type *left,
                               const pcty_type *right,
                               pcty_error **error);

// A type with what its variables stand for in their place.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT for a type that would be too deep or too large.
// NULL: `error` may be.
pcty_status pcty_unifier_resolve(pcty_unifier *unifier,
                                 const pcty_type *type,
                                 pcty_type **out,
                                 pcty_error **error);

// ----------------------------------------------------------------------------
// Signatures: what a function takes and gives, as a solver of types sees it.
//
// A signature is a function type; one with variables is polymorphic, and each call has
// its own copy of them. Or a callback builds it for each call from what is known of the
// call so far.
// ----------------------------------------------------------------------------

// A scheme over all variables of a type.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_scheme *pcty_scheme_closed(const pcty_type *type);

// Another handle of the same scheme.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_scheme *pcty_scheme_clone(const pcty_scheme *scheme);

// Frees a scheme. NULL: no-op.
void pcty_scheme_free(pcty_scheme *scheme);

// The type of a scheme.
//
// Ownership: lent as long as the scheme. NULL: gives NULL.
const pcty_type *pcty_scheme_type(const pcty_scheme *scheme);

// The number of variables that a scheme is over. NULL: gives 0.
size_t pcty_scheme_quantified_count(const pcty_scheme *scheme);

// The signature that a function type is.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE for a type that is not a function's, or that does not say its
// parameters one by one and its result.
// NULL: `error` may be.
pcty_status pcty_signature_new(const pcty_type *type,
                               pcty_signature **out,
                               pcty_error **error);

// A signature that a callback builds for each call. Several threads may call it at once,
// if the host uses the signature from several.
//
// Ownership: `*out` is the caller's. `user_data` is the library's from here on, also on
// failure.
// Errors: none but those of NULL.
// NULL: `user_data`, `destroy` and `error` may be.
pcty_status pcty_signature_built(pcty_signature_rule rule,
                                 void *user_data,
                                 pcty_destroy destroy,
                                 pcty_signature **out,
                                 pcty_error **error);

// Another handle of the same signature; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_signature *pcty_signature_clone(const pcty_signature *signature);

// Frees a signature. NULL: no-op.
void pcty_signature_free(pcty_signature *signature);

// The function type that a signature is.
//
// Ownership: lent as long as the signature. NULL: gives NULL, as does a signature that a
// callback builds.
const pcty_type *pcty_signature_type(const pcty_signature *signature);

// The type of the function in a call with arguments of these types.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for another number of arguments; PCTY_ERROR_TYPE, with
// the argument's index and both types, for an argument of another type;
// PCTY_ERROR_UNKNOWN where the arguments leave the signature open; what the callback says.
// NULL: `arguments` (if `count` is 0) and `error` may be.
pcty_status pcty_signature_check(const pcty_signature *signature,
                                 const pcty_type *const *arguments,
                                 size_t count,
                                 pcty_type **out,
                                 pcty_error **error);

// A function whose arguments and result are checked against a signature when it is
// called. What type a value has is what the dialect says.
//
// Ownership: `*out` is the caller's. `user_data` is the library's from here on, also on
// failure.
// Errors: PCTY_ERROR_UNSUPPORTED.
// NULL: `user_data`, `destroy` and `error` may be.
pcty_status pcty_signature_function(const pcty_signature *signature,
                                    pcty_dialect dialect,
                                    pcty_function_impl implementation,
                                    void *user_data,
                                    pcty_destroy destroy,
                                    pcty_function **out,
                                    pcty_error **error);

// ----------------------------------------------------------------------------
// Solvers: which types the expressions of a program must have.
//
// The host numbers its expressions as it likes and says what has to hold of their types:
// invariants, put into lists, which go to a solver. It may ask for the solution at any
// time, say more, and ask again.
// ----------------------------------------------------------------------------

// A list without invariants.
//
// Ownership: the result is the caller's.
pcty_invariants *pcty_invariants_new(void);

// Frees a list of invariants. NULL: no-op.
void pcty_invariants_free(pcty_invariants *invariants);

// The number of invariants in a list. NULL: gives 0.
size_t pcty_invariants_count(const pcty_invariants *invariants);

// Takes all invariants out of a list. NULL: no-op.
void pcty_invariants_clear(pcty_invariants *invariants);

// The expression has this type. Its variables are shared by all that speak of them.
//
// Ownership: nothing is given; the type stays the caller's.
// Errors: none but those of NULL.
// NULL: `error` may be.
pcty_status pcty_invariants_type(pcty_invariants *invariants,
                                 uint64_t expr,
                                 const pcty_type *type,
                                 pcty_error **error);

// The two expressions have equal types.
//
// Ownership: nothing is given.
// Errors: none but those of NULL.
// NULL: `error` may be.
pcty_status pcty_invariants_equal(pcty_invariants *invariants,
                                  uint64_t one,
                                  uint64_t other,
                                  pcty_error **error);

// The expression `result` is the call of the expression `function` with these arguments.
//
// Ownership: nothing is given; the numbers are copied.
// Errors: none but those of NULL.
// NULL: `arguments` (if `count` is 0) and `error` may be.
pcty_status pcty_invariants_call(pcty_invariants *invariants,
                                 uint64_t result,
                                 uint64_t function,
                                 const uint64_t *arguments,
                                 size_t count,
                                 pcty_error **error);

// The expression `result` is the call of a function of this signature with these
// arguments.
//
// Ownership: nothing is given; the signature stays the caller's.
// Errors: none but those of NULL.
// NULL: `arguments` (if `count` is 0) and `error` may be.
pcty_status pcty_invariants_apply(pcty_invariants *invariants,
                                  uint64_t result,
                                  const pcty_signature *signature,
                                  const uint64_t *arguments,
                                  size_t count,
                                  pcty_error **error);

// The expression's type is an instance of a scheme.
//
// Ownership: nothing is given; the scheme stays the caller's.
// Errors: none but those of NULL.
// NULL: `error` may be.
pcty_status pcty_invariants_instance(pcty_invariants *invariants,
                                     uint64_t expr,
                                     const pcty_scheme *scheme,
                                     pcty_error **error);

// At least one of several alternatives holds: all invariants of one of the lists.
//
// Ownership: nothing is given; the lists are copied.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for no alternatives; PCTY_ERROR_LIMIT for alternatives
// nested more than 32 levels deep, or of more than 2^20 parts.
// NULL: `alternatives` (if `count` is 0) and `error` may be.
pcty_status pcty_invariants_any(pcty_invariants *invariants,
                                const pcty_invariants *const *alternatives,
                                size_t count,
                                pcty_error **error);

// A solver that has been told nothing.
//
// Ownership: the result is the caller's.
pcty_solver *pcty_solver_new(void);

// Frees a solver. NULL: no-op.
void pcty_solver_free(pcty_solver *solver);

// Allows the search to try so many alternatives in one call of `pcty_solver_solve`; 100000
// unless told otherwise. NULL: no-op.
void pcty_solver_set_budget(pcty_solver *solver, uint64_t steps);

// The variable that stands for the type of an expression, to be used in types.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_type *pcty_solver_variable(pcty_solver *solver, uint64_t expr);

// A variable that no one has yet.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_type *pcty_solver_fresh(pcty_solver *solver);

// Adds all invariants of a list. They are numbered in the order in which they are added,
// from 0; by these numbers an outcome speaks of them. `*first` becomes the number of the
// first one of the list, or the next number if there are none.
//
// Ownership: nothing is given; the list stays the caller's.
// Errors: PCTY_ERROR_LIMIT for too many. Invariants that cannot hold are no error here:
// `pcty_solver_solve` tells.
// NULL: `error` may be.
pcty_status pcty_solver_add(pcty_solver *solver,
                            const pcty_invariants *invariants,
                            uint32_t *first,
                            pcty_error **error);

// What is known now of the type of an expression, with variables for what is not.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for an expression that nothing names; PCTY_ERROR_LIMIT for a
// type that would be too deep or too large.
// NULL: `error` may be.
pcty_status pcty_solver_known(pcty_solver *solver,
                              uint64_t expr,
                              pcty_type **out,
                              pcty_error **error);

// Begins a definition: what is first named from here on belongs to it. NULL: no-op.
void pcty_solver_enter(pcty_solver *solver);

// Ends the definition begun last, and generalises the types of some expressions over the
// variables that belong to it. Variables that alternatives or signatures still wait for
// are not generalised. Nothing more can be said of what has been.
//
// Ownership: `*out` is the caller's: a scheme for each expression, in order.
// Errors: PCTY_ERROR_INVALID_ARGUMENT where none was begun; PCTY_ERROR_LIMIT for a type that
// would be too deep or too large; PCTY_ERROR_TYPE where the invariants cannot all hold,
// which `pcty_solver_solve` explains. The definition is ended all the same.
// NULL: `exprs` (if `count` is 0) and `error` may be.
pcty_status pcty_solver_leave(pcty_solver *solver,
                              const uint64_t *exprs,
                              size_t count,
                              pcty_scheme_list **out,
                              pcty_error **error);

// The number of schemes in a list. NULL: gives 0.
size_t pcty_scheme_list_count(const pcty_scheme_list *list);

// The scheme at a position, from 0.
//
// Ownership: lent as long as the list. NULL: gives NULL, as does a position past the end.
const pcty_scheme *pcty_scheme_list_get(const pcty_scheme_list *list, size_t index);

// Frees a list of schemes. NULL: no-op.
void pcty_scheme_list_free(pcty_scheme_list *list);

// Finds the types of all expressions, or says why it cannot. It may be called again, with
// or without more invariants.
//
// Ownership: `*out` is the caller's, and does not need the solver.
// Errors: none but those of NULL. That there is no solution is an outcome.
// NULL: `error` may be.
pcty_status pcty_solver_solve(pcty_solver *solver, pcty_outcome **out, pcty_error **error);

// ----------------------------------------------------------------------------
// Outcomes: what a solver has found.
// ----------------------------------------------------------------------------

// Frees an outcome. NULL: no-op.
void pcty_outcome_free(pcty_outcome *outcome);

// How solving ended. NULL: gives PCTY_OUTCOME_MISSING.
pcty_outcome_sort pcty_outcome_kind(const pcty_outcome *outcome);

// The type of an expression, where all have been found.
//
// Ownership: `*out` is lent as long as the outcome.
// Errors: PCTY_ERROR_NOT_FOUND for an expression that no invariant names;
// PCTY_ERROR_LIMIT for a type that would be too deep or too large; PCTY_ERROR_UNKNOWN for an
// outcome other than PCTY_OUTCOME_SOLVED.
// NULL: `error` may be.
pcty_status pcty_outcome_type(const pcty_outcome *outcome,
                              uint64_t expr,
                              const pcty_type **out,
                              pcty_error **error);

// The number of expressions that are not determined. NULL: gives 0.
size_t pcty_outcome_undetermined_count(const pcty_outcome *outcome);

// An expression that is not determined. NULL: gives 0, as does a position past the end.
uint64_t pcty_outcome_undetermined_expr(const pcty_outcome *outcome, size_t index);

// What is known of the type of an expression that is not determined, with variables for
// what is not.
//
// Ownership: lent as long as the outcome. NULL: gives NULL, as does a position past the
// end.
const pcty_type *pcty_outcome_undetermined_type(const pcty_outcome *outcome, size_t index);

// The number of annotations that would determine all expressions. NULL: gives 0.
size_t pcty_outcome_annotation_count(const pcty_outcome *outcome);

// An expression to annotate. NULL: gives 0, as does a position past the end.
uint64_t pcty_outcome_annotation_expr(const pcty_outcome *outcome, size_t index);

// What is known of the type of an expression to annotate.
//
// Ownership: lent as long as the outcome. NULL: gives NULL, as does a position past the
// end.
const pcty_type *pcty_outcome_annotation_type(const pcty_outcome *outcome, size_t index);

// The number of types that an expression to annotate may have by the alternatives left:
// some of them where there are many, none where no alternatives restrict it. NULL: gives
// 0, as does a position past the end.
size_t pcty_outcome_candidate_count(const pcty_outcome *outcome, size_t index);

// A type that an expression to annotate may have.
//
// Ownership: lent as long as the outcome. NULL: gives NULL, as does a position past the
// end.
const pcty_type *pcty_outcome_candidate(const pcty_outcome *outcome,
                                        size_t index,
                                        size_t candidate);

// One of two invariants that cannot both hold: the left type of the clash comes from it.
// NULL: gives PCTY_NO_INVARIANT, as does an outcome other than PCTY_OUTCOME_CONFLICT.
uint32_t pcty_outcome_first(const pcty_outcome *outcome);

// The other of two invariants that cannot both hold: the right type of the clash comes
// from it. NULL: gives PCTY_NO_INVARIANT, as does an outcome other than
// PCTY_OUTCOME_CONFLICT.
uint32_t pcty_outcome_second(const pcty_outcome *outcome);

// The clash of a conflict.
//
// Ownership: lent as long as the outcome. NULL: gives NULL, as does an outcome other than
// PCTY_OUTCOME_CONFLICT.
const pcty_clash *pcty_outcome_clash(const pcty_outcome *outcome);

// The error that a signature's callback reported, where the conflict is that.
//
// Ownership: lent as long as the outcome. NULL: gives NULL, as does any other outcome.
const pcty_error *pcty_outcome_reported(const pcty_outcome *outcome);

// The number of alternatives that are all refuted, where the conflict is that. NULL: gives
// 0.
size_t pcty_outcome_refutation_count(const pcty_outcome *outcome);

// Why an alternative cannot hold.
//
// Ownership: lent as long as the outcome. NULL: gives NULL, as does a position past the
// end.
const pcty_clash *pcty_outcome_refutation(const pcty_outcome *outcome, size_t index);

// The number of invariants that were not decided when the budget ended. NULL: gives 0.
size_t pcty_outcome_remaining_count(const pcty_outcome *outcome);

// An invariant that was not decided. NULL: gives PCTY_NO_INVARIANT, as does a position past
// the end.
uint32_t pcty_outcome_remaining(const pcty_outcome *outcome, size_t index);

// The number of alternatives that an invariant has left. NULL: gives 0, as does a position
// past the end.
size_t pcty_outcome_alternative_count(const pcty_outcome *outcome, size_t index);

// An alternative that an invariant has left: its position among all of them. NULL: gives
// SIZE_MAX, as does a position past the end.
size_t pcty_outcome_alternative(const pcty_outcome *outcome,
                                size_t index,
                                size_t alternative);

// Why the two types of a clash cannot be equal. NULL: gives PCTY_RULE_MISSING.
pcty_rule pcty_clash_rule(const pcty_clash *clash);

// The same in words.
//
// Ownership: lent for ever. NULL: gives no text.
pcty_str pcty_clash_reason(const pcty_clash *clash);

// One of the two types of a clash.
//
// Ownership: lent as long as the outcome. NULL: gives NULL.
const pcty_type *pcty_clash_left(const pcty_clash *clash);

// The other type of a clash.
//
// Ownership: lent as long as the outcome. NULL: gives NULL.
const pcty_type *pcty_clash_right(const pcty_clash *clash);

// The number of steps from the two types that the last invariant speaks of to those that
// clash. NULL: gives 0.
size_t pcty_clash_step_count(const pcty_clash *clash);

// A step to the types that clash, from the outside in.
//
// Ownership: `*out` has a name that is lent as long as the outcome.
// Errors: PCTY_ERROR_NOT_FOUND past the end.
// NULL: `error` may be.
pcty_status pcty_clash_step(const pcty_clash *clash,
                            size_t index,
                            pcty_type_step *out,
                            pcty_error **error);

// The number of invariants that say that the two types are equal. NULL: gives 0.
size_t pcty_clash_chain_length(const pcty_clash *clash);

// An invariant of those that say that the two types are equal, from the one to the other.
// NULL: gives PCTY_NO_INVARIANT, as does a position past the end.
uint32_t pcty_clash_chain(const pcty_clash *clash, size_t index);

// Which alternative it is that cannot hold, for the clash of a refutation. NULL: gives 0.
size_t pcty_clash_alternative(const pcty_clash *clash);

// ----------------------------------------------------------------------------
// Translations: a type, and a value, of one dialect in another one.
//
// The claim of a translation is one about values; `docs/translation.md` has the table of
// types and values that correspond, and why.
// ----------------------------------------------------------------------------

// The nearest type that another dialect can say. A dialect's own types are their own
// translation.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is no type of the dialect
// `from`; PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed.
// NULL: `error` may be.
pcty_status pcty_type_translate(const pcty_type *type,
                                pcty_dialect from,
                                pcty_dialect to,
                                pcty_translation **out,
                                pcty_error **error);

// The type in the other dialect.
//
// Ownership: lent as long as the translation. NULL: gives NULL.
const pcty_type *pcty_translation_type(const pcty_translation *translation);

// What holds between the type and its translation. NULL: gives 0, which is no fit.
pcty_fit pcty_translation_fit(const pcty_translation *translation);

// The number of places and reasons for which the translation is not exact, at most 1000;
// 0 if it is exact. NULL: gives 0.
size_t pcty_translation_note_count(const pcty_translation *translation);

// The reason at a position, from 0: one line, without the path.
//
// Ownership: lent as long as the translation. NULL: gives no text, as does a position past
// the end.
pcty_str pcty_translation_note_message(const pcty_translation *translation, size_t index);

// The place of the reason at a position, from 0: the path in values of the type that was
// translated, with an unknown index for elements of whichever position.
//
// Ownership: lent as long as the translation. NULL: gives NULL, as does a position past the
// end.
const pcty_path *pcty_translation_note_path(const pcty_translation *translation,
                                            size_t index);

// Frees a translation. NULL: no-op.
void pcty_translation_free(pcty_translation *translation);

// A value's image in another dialect, as an instance of a type of that dialect. Without a
// type arrays become tuples and hashes objects in HCL; with one also lists, sets and maps,
// and optional attributes that are missing become null; PCL is as HCL. In mcl entries
// become a struct and HCL's numbers floats; with a type also maps and ints. Marks are kept
// between HCL and PCL.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part without an image: a mark that the
// other dialect cannot keep, an unknown value, an eventual value of PCL, which has to be
// resolved first, what only one dialect has; PCTY_ERROR_CONVERSION when the image is no
// instance of the type.
// NULL: `type` and `error` may be.
pcty_status pcty_value_translate(const pcty_value *value,
                                 pcty_dialect from,
                                 pcty_dialect to,
                                 const pcty_type *type,
                                 pcty_value **out,
                                 pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_H
