// mcl's language: hosts of programs, graphs of functions, and resource graphs.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_MCL_LANGUAGE_H
#define POLYCTY_MCL_LANGUAGE_H

#include "base.h"
#ifdef PCTY_HAS_PUPPET
#include "puppet_language.h"
#endif

// ============================================================================
// THE HANDLES
// ============================================================================

// Announces changes of a followed answer. Any number of threads may use a sender at once, also
// while the runtime steps and after the runtime is freed.
//
// ```c
// // Follows a file: keeps a clone of the sender for the thread that watches the file.
// static pcty_mcl_sender *watched;
//
// static pcty_status follow_file(void *user_data, pcty_str function,
//                                const pcty_value *const *arguments, size_t count,
//                                const pcty_mcl_sender *sender, pcty_error **error) {
//     (void)user_data, (void)function, (void)arguments, (void)count, (void)error;
//     pcty_mcl_sender_free(watched);
//     watched = pcty_mcl_sender_clone(sender);
//     return PCTY_OK;
// }
//
// // Called by that thread when the file has changed.
// static void file_changed(void) {
//     pcty_mcl_sender_send(watched);
// }
// ```
typedef struct pcty_mcl_sender pcty_mcl_sender;

// The environment of programs. One thread at a time while it changes; while no thread changes it,
// any number of threads may compile with it.
//
// ```c
// // Creates a host with a kind of resource and a variable.
// static pcty_mcl_host *make_host(pcty_error **error) {
//     pcty_mcl_host *host = pcty_mcl_host_new();
//     pcty_value *name = NULL;
//     pcty_str kinds = PCTY_STR("[{\"kind\": \"dir\", \"fields\": ["
//                               "{\"lang\": \"mode\", \"type\": \"str\"}]}]");
//     if (pcty_value_string_verbatim(PCTY_STR("web1"), &name, error) != PCTY_OK ||
//         pcty_mcl_host_set_variable(host, PCTY_STR(""), PCTY_STR("hostname"), name, error) != PCTY_OK ||
//         pcty_mcl_host_add_kinds(host, kinds, error) != PCTY_OK) {
//         pcty_mcl_host_free(host);
//         host = NULL;
//     }
//     pcty_value_free(name);
//     return host;
// }
// ```
typedef struct pcty_mcl_host pcty_mcl_host;

// The difference between two graphs. It never changes; any number of threads may use it at once.
//
// ```c
// // Prints the changes: removed resources first, then added and changed ones.
// static void keep_up(const pcty_mcl_resources *before, const pcty_mcl_resources *after) {
//     pcty_mcl_difference *difference = NULL;
//     must(pcty_mcl_difference_new(before, after, &difference, NULL));
//     pcty_mcl_difference_data all;
//     pcty_mcl_difference_info(difference, &all);
//     for (size_t i = 0; i < all.change_count; i++) {
//         pcty_mcl_change change = PCTY_MCL_CHANGE_INIT;
//         must(pcty_mcl_difference_at(difference, i, &change, NULL));
//         pcty_mcl_resource_data data;
//         pcty_mcl_resource_info(change.after ? change.after : change.before, &data);
//         printf("%c %.*s\n", " +-~"[change.kind], (int)data.name.len, data.name.data);
//     }
//     pcty_mcl_difference_free(difference);
// }
// ```
typedef struct pcty_mcl_difference pcty_mcl_difference;

// A resource of a graph, borrowed from the graph or passed to a callback. It never changes; any
// number of threads may use it at once.
//
// ```c
// // Returns the text of a field; the empty text if the field is not set.
// static pcty_str text_of(const pcty_mcl_resource *resource, pcty_str field) {
//     pcty_str text = {NULL, 0};
//     const pcty_value *value = pcty_mcl_resource_field_get(resource, field);
//     if (value != NULL) {
//         must(pcty_value_as_string(value, &text, NULL));
//     }
//     return text;
// }
// ```
typedef struct pcty_mcl_resource pcty_mcl_resource;

// A graph of resources. It never changes; any number of threads may use it at once.
//
// ```c
// // Prints all resources in the order of their edges.
// static void apply_all(const pcty_mcl_resources *resources) {
//     pcty_mcl_resources_data all;
//     pcty_mcl_resources_info(resources, &all);
//     for (size_t i = 0; i < all.count; i++) {
//         const pcty_mcl_resource *resource = pcty_mcl_resources_in_order_at(resources, i);
//         pcty_mcl_resource_data data;
//         pcty_mcl_resource_info(resource, &data);
//         printf("%.*s[%.*s]\n", (int)data.kind.len, data.kind.data, (int)data.name.len,
//                data.name.data);
//     }
// }
// ```
typedef struct pcty_mcl_resources pcty_mcl_resources;

// The resources after which a resource is automatically ordered. It is borrowed by the callback
// that fills it, and may only be used on the callback's thread.
//
// ```c
// // Orders a file after the directory that contains it.
// static void after_parent(void *user_data, const pcty_mcl_resource *file,
//                          pcty_mcl_dependencies *dependencies) {
//     const pcty_str kind = PCTY_STR_INIT("dir");
//     pcty_mcl_resource_data data;
//     pcty_mcl_resource_info(file, &data);
//     pcty_str parent = data.name;
//     (void)user_data;
//     while (parent.len > 0 && parent.data[parent.len - 1] != '/') {
//         parent.len--;
//     }
//     must(pcty_mcl_dependencies_add(dependencies, &kind, &parent, 1, NULL));
// }
// ```
typedef struct pcty_mcl_dependencies pcty_mcl_dependencies;

// A resource under construction. It is created by the caller for a builder
// (`pcty_mcl_resource_builder_new`), or borrowed by a callback that merges two resources or
// collects one. One thread at a time.
//
// ```c
// // Merges two packages with the same name: the first, with the version of the second.
// static pcty_status merge_versions(void *user_data, const pcty_mcl_resource *first,
//                                   const pcty_mcl_resource *second, pcty_mcl_resource_builder *builder,
//                                   pcty_error **error) {
//     const pcty_value *version = pcty_mcl_resource_field_get(second, PCTY_STR("version"));
//     (void)user_data, (void)first; // `builder` is a copy of `first`
//     return version == NULL ? PCTY_OK
//                            : pcty_mcl_resource_builder_set_field(builder, PCTY_STR("version"), version, error);
// }
// ```
typedef struct pcty_mcl_resource_builder pcty_mcl_resource_builder;

// The resources and edges of a graph under construction. One thread at a time.
//
// ```c
// // Builds a graph of a directory, and of a file that is ordered after it.
// static pcty_mcl_resources *two(const pcty_mcl_host *host, pcty_error **error) {
//     pcty_mcl_resources *resources = NULL;
//     pcty_mcl_builder *builder = pcty_mcl_builder_new(host);
//     pcty_mcl_resource_builder *dir = NULL, *file = NULL;
//     pcty_str outer = PCTY_STR("/tmp/a/"), inner = PCTY_STR("/tmp/a/b");
//     pcty_mcl_edge_spec edge = PCTY_MCL_EDGE_SPEC_INIT;
//     edge.from_kind = PCTY_STR("dir");
//     edge.from_name = outer;
//     edge.to_kind = PCTY_STR("file");
//     edge.to_name = inner;
//     if (pcty_mcl_resource_builder_new(host, PCTY_STR("dir"), outer, &dir, error) == PCTY_OK &&
//         pcty_mcl_resource_builder_new(host, PCTY_STR("file"), inner, &file, error) == PCTY_OK &&
//         pcty_mcl_builder_add(builder, dir, error) == PCTY_OK &&
//         pcty_mcl_builder_add(builder, file, error) == PCTY_OK &&
//         pcty_mcl_builder_add_edge(builder, &edge, error) == PCTY_OK) {
//         PCTY_IGNORE(pcty_mcl_builder_build(builder, &resources, error));
//     }
//     pcty_mcl_resource_builder_free(file);
//     pcty_mcl_resource_builder_free(dir);
//     pcty_mcl_builder_free(builder);
//     return resources;
// }
// ```
typedef struct pcty_mcl_builder pcty_mcl_builder;

// The graph of a program's functions. It never changes; any number of threads may use it at once.
//
// ```c
// // Prints `const: int(3) -> _operator # a` and so on.
// static void print_edges(const pcty_mcl_graph *graph) {
//     pcty_mcl_graph_data data;
//     pcty_mcl_graph_info(graph, &data);
//     for (size_t i = 0; i < data.edge_count; i++) {
//         pcty_mcl_edge edge = PCTY_MCL_EDGE_INIT;
//         pcty_mcl_vertex from = PCTY_MCL_VERTEX_INIT, to = PCTY_MCL_VERTEX_INIT;
//         must(pcty_mcl_graph_edge_at(graph, i, &edge, NULL));
//         must(pcty_mcl_graph_vertex_at(graph, edge.from, &from, NULL));
//         must(pcty_mcl_graph_vertex_at(graph, edge.to, &to, NULL));
//         printf("%.*s -> %.*s # %.*s\n", (int)from.name.len, from.name.data, (int)to.name.len,
//                to.name.data, (int)edge.arguments.len, edge.arguments.data);
//     }
// }
// ```
typedef struct pcty_mcl_graph pcty_mcl_graph;

// A compiled program. It never changes; any number of threads may use it at once.
//
// ```c
// // Prints the graph of a program's functions, or the error with its location and stage.
// static void check_mcl(pcty_str program, const pcty_mcl_host *host) {
//     pcty_mcl_program *compiled = NULL;
//     pcty_mcl_graph *graph = NULL;
//     pcty_string *text = NULL;
//     pcty_error *error = NULL;
//     if (pcty_mcl_program_compile_text(program, PCTY_STR("main.mcl"), host, &compiled, &error) ==
//         PCTY_OK) {
//         must(pcty_mcl_program_graph(compiled, &graph, NULL));
//         text = pcty_mcl_graph_to_text(graph, PCTY_MCL_GRAPH_TEXT);
//     } else {
//         text = pcty_error_format(error, PCTY_NOTATION_TEXT);
//         pcty_error_data data = PCTY_ERROR_DATA_INIT;
//         must(pcty_error_info(error, &data, NULL));
//         puts(data.stage.data);
//     }
//     puts(pcty_string_cstr(text));
//     pcty_string_free(text);
//     pcty_error_free(error);
//     pcty_mcl_graph_free(graph);
//     pcty_mcl_program_free(compiled);
// }
// ```
typedef struct pcty_mcl_program pcty_mcl_program;

// A running program. One thread at a time; any thread may use its senders.
//
// ```c
// // Runs a program until it ends, and passes each new resource graph to `apply`.
// static pcty_status follow_program(pcty_mcl_runtime *runtime, int64_t (*now)(void),
//                                   void (*wait)(int descriptor, int64_t until),
//                                   void (*apply)(const pcty_mcl_resources *), pcty_error **error) {
//     int32_t descriptor;
//     pcty_status status = pcty_mcl_runtime_descriptor(runtime, &descriptor, error);
//     while (status == PCTY_OK) {
//         pcty_mcl_progress progress;
//         int64_t until = -1; // no timer
//         pcty_mcl_runtime_set_time(runtime, now());
//         status = pcty_mcl_runtime_step(runtime, &progress, error);
//         if (status == PCTY_OK && progress == PCTY_MCL_PROGRESS_CHANGED) {
//             pcty_mcl_resources *resources = NULL;
//             status = pcty_mcl_runtime_resources(runtime, &resources, error);
//             apply(resources);
//             pcty_mcl_resources_free(resources);
//         }
//         pcty_mcl_runtime_next_time(runtime, &until);
//         wait(descriptor, until); // poll() with a timeout
//     }
//     return status;
// }
// ```
typedef struct pcty_mcl_runtime pcty_mcl_runtime;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- mcl's language: senders.

// Starts to follow the answer of a function to the given arguments: from now on the sender
// announces changes of the answer. When the arguments change, the callback is called again with
// the same sender, and ends the subscription that it started before. The name, the arguments and
// the sender are borrowed during the call; code that announces changes keeps a clone of the
// sender. On failure the callback stores a new error in `*error` and returns its code, which ends
// the program.
typedef pcty_status (*pcty_mcl_follow)(void *user_data,
                                       pcty_str function,
                                       const pcty_value *const *arguments,
                                       size_t count,
                                       const pcty_mcl_sender *sender,
                                       pcty_error **error);

// Ends the subscription of a sender with the same identifier (`pcty_mcl_sender_id`). The sender is
// borrowed during the call.
typedef void (*pcty_mcl_unfollow)(void *user_data, const pcty_mcl_sender *sender);

// --- mcl's language: hosts.

// Reads a file. `path` is borrowed during the call.
//
// On success the callback stores a new string in `*out`, and the library takes ownership of it.
// `*out` is initially NULL, and stays NULL if the file does not exist. On failure the callback
// stores a new error in `*error` and returns its code.
typedef pcty_status (*pcty_mcl_reader)(void *user_data,
                                       pcty_str path,
                                       pcty_string **out,
                                       pcty_error **error);

// Answers a query of a function about the outside world.
//
// The parameters are the name of the function with its module, such as `os.readfile`, its
// arguments, and the required type of the answer. All are borrowed during the call.
//
// On success the callback stores a new value in `*out`, and the library takes ownership of it.
// `*out` is initially NULL, and stays NULL if the host does not support the query. On failure the
// callback stores a new error in `*error` and returns its code, which has the same effect as the
// code of a function (`pcty_mcl_call`).
//
// The language itself also sends queries. Their names are not valid function names:
//
// | query | argument | answer |
// |---|---|---|
// | `_environment` | | the variables of the environment, `map{str: str}` |
// | `_random` | | a different number for each call, `int` |
// | `_zone` | seconds since 1970 in UTC, `int` | the time zone of the host at that time: `struct{offset int; name str}`, the offset in seconds east of UTC; UTC if there is no answer |
// | `_collect` | a kind, `str`, and the resources that a program collects: a name, several names, or structs with `name`, `kind` and `host` | the matching exports of other hosts, `[]struct{name str; host str; data str}`; the data is passed to the kind's `collect` |
// | `_exists` | an absolute path, `str` | whether the deploy has a file or a folder at the path, `bool`; if there is no answer, the file reader is called |
typedef pcty_status (*pcty_mcl_answer)(void *user_data,
                                       pcty_str question,
                                       const pcty_value *const *arguments,
                                       size_t count,
                                       const pcty_type *returns,
                                       pcty_value **out,
                                       pcty_error **error);

// --- mcl's language: functions of the host.

// Properties of a function: the sum of any PCTY_MCL_FUNCTION_* flags.
typedef uint32_t pcty_mcl_function_flags;
// Equal arguments always produce equal values.
#define PCTY_MCL_FUNCTION_PURE 1
// The function may be called while a program is compiled, with arguments that are known at that
// time. Such a function must be pure.
#define PCTY_MCL_FUNCTION_SPECULATIVE 2

// Computes the value of a call.
//
// The types of the arguments are the parameter types of `type`, the function type resolved for the
// call. The arguments and `type` are borrowed: they are valid during the call.
//
// On success the callback stores a value of the result type in `*out`, which is initially NULL.
// The library takes ownership of the value. A streaming function may leave `*out` NULL if it has
// no value yet; it must announce one later.
//
// On failure the callback stores a new error in `*error` and returns its code. PCTY_ERROR_CALLBACK
// and PCTY_ERROR_NOT_FOUND become the result of the call, and `<|>` recovers from them.
// PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED end the step. All other codes end the program.
typedef pcty_status (*pcty_mcl_call)(void *user_data,
                                     const pcty_value *const *arguments,
                                     size_t count,
                                     const pcty_type *type,
                                     pcty_value **out,
                                     pcty_error **error);

// Infers the type of a call before the program runs.
//
// `types` are the types of the arguments, with variables for parts that are unresolved. `values`
// are the arguments that are already known, and NULL for the others. `result` is the type of the
// result. All are borrowed: they are valid during the call.
//
// On success the callback stores a function type with the same number of parameters in `*out`,
// which is initially NULL. The library takes ownership of the type, which may have its own
// variables. On failure the callback stores a new error in `*error` and returns its code.
typedef pcty_status (*pcty_mcl_infer)(void *user_data,
                                      const pcty_type *const *types,
                                      const pcty_value *const *values,
                                      size_t count,
                                      const pcty_type *result,
                                      pcty_type **out,
                                      pcty_error **error);

// The definition of a function. Start from PCTY_MCL_FUNCTION_SPEC_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The properties of the function; 0 for a streaming function.
    pcty_mcl_function_flags flags;
    // The name including the module: `strings.shout`.
    pcty_str name;
    // The signature in the type notation of the language; empty if `infer` is set.
    pcty_str signature;
    // Infers the type of a call if there is no signature; else NULL.
    pcty_mcl_infer infer;
    // Computes the value.
    pcty_mcl_call call;
    // Makes the function a streaming function, and announces when its value changes. NULL for
    // other functions.
    pcty_mcl_follow follow;
    // Ends a subscription started by `follow`; may be NULL.
    pcty_mcl_unfollow unfollow;
    // The first argument of the callbacks.
    void *user_data;
    // Releases `user_data` when the last owner of the function is freed; may be NULL.
    pcty_destroy destroy;
} pcty_mcl_function_spec;

// --- mcl's language: resource graphs.

// The data of a resource.
typedef struct {
    // The kind.
    pcty_str kind;
    // The name.
    pcty_str name;
    // The file of the declaration; empty if it is not known, as in a program of mcl.
    pcty_str file;
    // The line of the declaration, from 1; 0 if it is not known.
    uint32_t line;
    // Whether the resource is hidden: it exists only for other resources, and is not applied.
    bool is_hidden;
    // The number of fields that have a value: `pcty_mcl_resource_field_at`.
    size_t field_count;
    // The number of hosts that may collect the exported resource: `pcty_mcl_resource_export_at`.
    size_t export_count;
} pcty_mcl_resource_data;

// A field of a resource that has a value.
typedef struct {
    // The name.
    pcty_str name;
    // The value.
    const pcty_value *value;
} pcty_mcl_field_value;

// The properties of an edge: the sum of any PCTY_MCL_EDGE_* flags. Every edge also orders its
// resources.
typedef uint32_t pcty_mcl_edge_flags;
// The second resource is refreshed when the first has changed.
#define PCTY_MCL_EDGE_NOTIFY 1
// The edge was added automatically by a kind.
#define PCTY_MCL_EDGE_AUTOMATIC 2

// An edge of a resource graph. Start from PCTY_MCL_RESOURCE_EDGE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The properties of the edge.
    pcty_mcl_edge_flags flags;
    // The position of the resource that comes first.
    size_t from;
    // The position of the resource that comes second.
    size_t to;
} pcty_mcl_resource_edge;

// A field that receives a value from a different resource. Start from PCTY_MCL_RECEIVE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The position of the resource that sends.
    size_t from;
    // The name of the sent value in the sender's kind.
    pcty_str sent;
    // The position of the resource that receives.
    size_t to;
    // The field that receives the value.
    pcty_str field;
} pcty_mcl_receive;

// The kind of a change.
typedef enum pcty_mcl_change_kind PCTY_ENUM {
    // Only in the second graph.
    PCTY_MCL_CHANGE_ADDED = 1,
    // Only in the first graph.
    PCTY_MCL_CHANGE_REMOVED = 2,
    // In both graphs, and not equal.
    PCTY_MCL_CHANGE_CHANGED = 3,
} pcty_mcl_change_kind;

// A change of a resource. Start from PCTY_MCL_CHANGE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The kind of the change.
    pcty_mcl_change_kind kind;
    // The resource in the first graph; NULL if it was added.
    const pcty_mcl_resource *before;
    // The resource in the second graph; NULL if it was removed.
    const pcty_mcl_resource *after;
    // The number of fields that differ in a resource that is in both graphs.
    size_t field_count;
    // The number of meta parameters that differ in such a resource.
    size_t meta_count;
} pcty_mcl_change;

// A change of an edge, or of a field that receives a value. Start from PCTY_MCL_EDGE_CHANGE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether it was added or removed. An edge whose notification flag has changed is both removed
    // and added.
    pcty_mcl_change_kind kind;
    // The properties of the edge: PCTY_MCL_EDGE_NOTIFY or 0.
    pcty_mcl_edge_flags flags;
    // The kind of the resource that comes first, or that sends.
    pcty_str from_kind;
    // The name of that resource.
    pcty_str from_name;
    // The name of the sent value; empty for an edge.
    pcty_str sent;
    // The kind of the resource that comes second, or that receives.
    pcty_str to_kind;
    // The name of that resource.
    pcty_str to_name;
    // The field that receives the value; empty for an edge.
    pcty_str field;
} pcty_mcl_edge_change;

// The size of a graph of resources.
typedef struct {
    // The number of resources: `pcty_mcl_resources_at`.
    size_t count;
    // The number of edges, at most one for each ordered pair of resources:
    // `pcty_mcl_resources_edge_at`.
    size_t edge_count;
    // The number of fields that receive values from other resources:
    // `pcty_mcl_resources_receive_at`.
    size_t receive_count;
} pcty_mcl_resources_data;

// The size of a difference.
typedef struct {
    // Whether the two graphs are equal.
    bool is_empty;
    // The number of resources that were removed, added or changed: `pcty_mcl_difference_at`.
    size_t change_count;
    // The number of edges, and of fields that receive a value, that were removed or added:
    // `pcty_mcl_difference_edge_at`.
    size_t edge_count;
} pcty_mcl_difference_data;

// --- mcl's language: kinds of resources.

// The traits of a kind: the sum of any PCTY_MCL_TRAIT_* flags.
typedef uint32_t pcty_mcl_trait_flags;
// It sends, also if `sends` is empty.
#define PCTY_MCL_TRAIT_SENDS 1
// Its fields receive values from other resources.
#define PCTY_MCL_TRAIT_RECEIVES 2
// It is refreshed when a resource that notifies it has changed.
#define PCTY_MCL_TRAIT_REFRESHES 4
// Several resources may be applied as one.
#define PCTY_MCL_TRAIT_GROUPS 8
// It has automatic edges.
#define PCTY_MCL_TRAIT_HAS_EDGES 16
// Its effect is reverted when it is removed.
#define PCTY_MCL_TRAIT_REVERSES 32
// Other hosts may collect it.
#define PCTY_MCL_TRAIT_EXPORTS 64
// Two resources with the same name that are not equal may be merged.
#define PCTY_MCL_TRAIT_MERGES 128

// A field of a kind, or a value that it sends. Start from PCTY_MCL_FIELD_INIT.
typedef struct {
    // The size of this struct; equal in all elements of an array.
    uint32_t struct_size;
    // The name in the language.
    pcty_str name;
    // The type in the notation of the language; `variant` accepts any value.
    pcty_str notation;
    // The name under which it is stored; empty if it is the same.
    pcty_str stored;
    // The Go type as which it is stored; empty for the default of its type.
    pcty_str storage;
} pcty_mcl_field;

// Checks whether a resource is valid. It is not called for hidden resources. The resource is
// borrowed during the call. If the resource is not valid, the callback stores a new error with the
// reason in `*error` and returns its code.
typedef pcty_status (*pcty_mcl_validate)(void *user_data,
                                         const pcty_mcl_resource *resource,
                                         pcty_error **error);

// Compares two resources with the same name, which are borrowed during the call. The callback
// returns one of:
//
// - PCTY_OK if they are equal;
// - PCTY_ERROR_UNSUPPORTED without an error to apply the default rule (equal if all their fields
//   are equal);
// - the code of a new error that describes the difference.
typedef pcty_status (*pcty_mcl_compare)(void *user_data,
                                        const pcty_mcl_resource *first,
                                        const pcty_mcl_resource *second,
                                        pcty_error **error);

// Merges two resources with the same name, of a kind that merges. All three handles are borrowed
// during the call. `builder` is a copy of the first resource; the callback adds the settings of the
// second. If the two conflict, the callback stores a new error in `*error` and returns its code.
typedef pcty_status (*pcty_mcl_merge)(void *user_data,
                                      const pcty_mcl_resource *first,
                                      const pcty_mcl_resource *second,
                                      pcty_mcl_resource_builder *builder,
                                      pcty_error **error);

// Reports the resources after which a resource is automatically ordered. Both handles are borrowed
// during the call.
typedef void (*pcty_mcl_after)(void *user_data,
                               const pcty_mcl_resource *resource,
                               pcty_mcl_dependencies *dependencies);

// Sets the fields of a resource of a different host, which a program collects. `data` is the data
// that the host exported, from the answer to the query `_collect`; it and `builder` are borrowed
// during the call. Settings in the program override the fields set in `builder`. If the data is
// invalid, the callback stores a new error in `*error` and returns its code.
typedef pcty_status (*pcty_mcl_collect)(void *user_data,
                                        pcty_str data,
                                        pcty_mcl_resource_builder *builder,
                                        pcty_error **error);

// A kind of resource. Start from PCTY_MCL_KIND_INIT. If the host runs programs on several threads,
// they may call the callbacks concurrently.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The traits of the kind.
    pcty_mcl_trait_flags traits;
    // The name, such as `http:server`.
    pcty_str name;
    // The fields.
    const pcty_mcl_field *fields;
    // The number of fields.
    size_t field_count;
    // The values that its resources send.
    const pcty_mcl_field *sends;
    // The number of sent values.
    size_t send_count;
    // Checks whether a resource is valid; NULL if all are.
    pcty_mcl_validate validate;
    // Compares two resources; NULL for the default rule.
    pcty_mcl_compare compare;
    // Merges two resources; NULL if they cannot be merged.
    pcty_mcl_merge merge;
    // Reports automatic dependencies of a resource; NULL if it has none.
    pcty_mcl_after after;
    // Sets the fields of a collected resource; NULL if only resources without data can be
    // collected.
    pcty_mcl_collect collect;
    // The first argument of the callbacks.
    void *user_data;
    // Releases `user_data` when the last owner of the kind is freed; may be NULL.
    pcty_destroy destroy;
} pcty_mcl_kind;

// --- mcl's language: resource graphs that a host builds by calls.

// An edge for `pcty_mcl_builder_add_edge`. Start from PCTY_MCL_EDGE_SPEC_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // PCTY_MCL_EDGE_NOTIFY or 0.
    pcty_mcl_edge_flags flags;
    // The kind of the resource that is ordered first.
    pcty_str from_kind;
    // The name of this resource.
    pcty_str from_name;
    // The kind of the resource that is ordered after it.
    pcty_str to_kind;
    // The name of this resource.
    pcty_str to_name;
    // The value of the first resource that the edge sends; empty if it sends none.
    pcty_str sent;
    // The field of the second resource that receives the value.
    pcty_str field;
} pcty_mcl_edge_spec;

// --- mcl's language: graphs of functions.

// The kind of a vertex.
typedef enum pcty_mcl_vertex_kind PCTY_ENUM {
    // A constant value.
    PCTY_MCL_VERTEX_CONST = 1,
    // A list, map or struct that contains the arguments.
    PCTY_MCL_VERTEX_COMPOSITE = 2,
    // A function of the language or of the host.
    PCTY_MCL_VERTEX_FUNCTION = 3,
    // A function as a value.
    PCTY_MCL_VERTEX_FUNCTION_VALUE = 4,
    // Calls the function that it receives as an argument.
    PCTY_MCL_VERTEX_CALL = 5,
    // The result of such a call.
    PCTY_MCL_VERTEX_CALL_OUTPUT = 6,
    // Chooses between two expressions.
    PCTY_MCL_VERTEX_IF = 7,
    // The value of the chosen expression.
    PCTY_MCL_VERTEX_IF_OUTPUT = 8,
    // Replaces an expression that fails by a different one.
    PCTY_MCL_VERTEX_EXCEPT = 9,
    // The value of the expression or of its replacement.
    PCTY_MCL_VERTEX_EXCEPT_OUTPUT = 10,
    // Chooses between statements.
    PCTY_MCL_VERTEX_STMT_IF = 11,
    // Runs statements for each element of a list.
    PCTY_MCL_VERTEX_FOR = 12,
    // Runs statements for each entry of a map.
    PCTY_MCL_VERTEX_FORKV = 13,
} pcty_mcl_vertex_kind;

// A vertex. Start from PCTY_MCL_VERTEX_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The kind of the vertex.
    pcty_mcl_vertex_kind kind;
    // The name, such as `const: int(3)` or `printf: func(format str, a int) str`. Several vertices
    // may have the same name.
    pcty_str name;
    // The file of its expression; empty if there is none.
    pcty_str file;
    // The line, from 1; 0 if there is no file.
    uint32_t line;
    // The column in characters, from 1.
    uint32_t column;
    // The constant value, or NULL.
    const pcty_value *value;
    // The type of a composite's value or of a function; else NULL.
    const pcty_type *type;
} pcty_mcl_vertex;

// An edge. Start from PCTY_MCL_EDGE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The position of the vertex whose value the edge passes on.
    size_t from;
    // The position of the vertex that receives the value.
    size_t to;
    // The names of the arguments that receive the value, separated by `, `.
    pcty_str arguments;
} pcty_mcl_edge;

// The size of a function graph.
typedef struct {
    // The number of vertices: `pcty_mcl_graph_vertex_at`.
    size_t vertex_count;
    // The number of edges, at most one for each ordered pair of vertices:
    // `pcty_mcl_graph_edge_at`.
    size_t edge_count;
} pcty_mcl_graph_data;

// The format of a graph.
typedef enum pcty_mcl_graph_format PCTY_ENUM {
    // A line for each vertex, then a line for each edge.
    PCTY_MCL_GRAPH_TEXT = 1,
    // The notation of Graphviz.
    PCTY_MCL_GRAPH_GRAPHVIZ = 2,
} pcty_mcl_graph_format;

// --- mcl's language: execution of programs.

// Reports, on any thread, that a step has work to do when there was none before. It must not call
// `pcty_mcl_runtime_step`, and should only wake the thread that steps.
typedef void (*pcty_mcl_wake)(void *user_data);

// The result of a step.
typedef enum pcty_mcl_progress PCTY_ENUM {
    // Some functions have no value yet, and will announce one. Until then the resource graph, if there
    // is one, does not change.
    PCTY_MCL_PROGRESS_WAITING = 0,
    // The resource graph has not changed since the last step that reported a result.
    PCTY_MCL_PROGRESS_SAME = 1,
    // There is a new resource graph: the first one, or one that differs from the previous graph.
    PCTY_MCL_PROGRESS_CHANGED = 2,
} pcty_mcl_progress;

// Initializer of a function specification; a name, a type and a `call` callback must be set.
#define PCTY_MCL_FUNCTION_SPEC_INIT                                                     \
    {sizeof(pcty_mcl_function_spec),                                                    \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL,                                                                              \
     NULL}

// Initializer of the struct that `pcty_mcl_graph_vertex_at` fills.
#define PCTY_MCL_VERTEX_INIT                                                            \
    {sizeof(pcty_mcl_vertex), PCTY_MCL_VERTEX_CONST, {NULL, 0}, {NULL, 0}, 0, 0, NULL, NULL}

// Initializer of the struct that `pcty_mcl_graph_edge_at` fills.
#define PCTY_MCL_EDGE_INIT {sizeof(pcty_mcl_edge), 0, 0, {NULL, 0}}

// Initializer of an edge; the kinds and names of both resources must be set.
#define PCTY_MCL_EDGE_SPEC_INIT                                                         \
    {sizeof(pcty_mcl_edge_spec),                                                        \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0}}

// Initializer of the struct that `pcty_mcl_resources_edge_at` fills.
#define PCTY_MCL_RESOURCE_EDGE_INIT {sizeof(pcty_mcl_resource_edge), 0, 0, 0}

// Initializer of the struct that `pcty_mcl_resources_receive_at` fills.
#define PCTY_MCL_RECEIVE_INIT {sizeof(pcty_mcl_receive), 0, {NULL, 0}, 0, {NULL, 0}}

// Initializer of the struct that `pcty_mcl_difference_at` fills.
#define PCTY_MCL_CHANGE_INIT                                                            \
    {sizeof(pcty_mcl_change), PCTY_MCL_CHANGE_ADDED, NULL, NULL, 0, 0}

// Initializer of the struct that `pcty_mcl_difference_edge_at` fills.
#define PCTY_MCL_EDGE_CHANGE_INIT                                                       \
    {sizeof(pcty_mcl_edge_change),                                                      \
     PCTY_MCL_CHANGE_ADDED,                                                             \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0}}

// Initializer of a field; a name and a type must be set.
#define PCTY_MCL_FIELD_INIT                                                             \
    {sizeof(pcty_mcl_field), {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}}

// Initializer of a kind without a name, fields or callbacks.
#define PCTY_MCL_KIND_INIT                                                              \
    {sizeof(pcty_mcl_kind), 0, {NULL, 0}, NULL, 0, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// mcl's language: senders.
//
// Events from other threads are sent through a sender, never through the runtime. A `follow`
// callback keeps a clone of the sender that it borrows, and any thread may announce a changed
// answer through the clone. An event contains no value; the value is fetched when the runtime
// steps. A second event before that step has no effect.
// ----------------------------------------------------------------------------

// Returns a new handle of the same sender. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_mcl_sender *pcty_mcl_sender_clone(const pcty_mcl_sender *sender);

// Frees a sender.
//
// NULL: no-op.
void pcty_mcl_sender_free(pcty_mcl_sender *sender);

// Returns the identifier of a sender. Clones share it, and no other sender has it while one of
// them lives.
//
// NULL: returns 0, which is not an identifier of any sender.
uint64_t pcty_mcl_sender_id(const pcty_mcl_sender *sender);

// Announces that the answer has changed. It wakes the host if no other event is pending. It has no
// effect after the subscription has ended.
//
// NULL: no-op.
// Threads: any.
void pcty_mcl_sender_send(const pcty_mcl_sender *sender);

// Announces a permanent failure of the followed answer. The next step ends the program with a copy
// of `error`.
//
// NULL: no-op if `sender` is NULL; if `error` is NULL, an error with a generic message is used.
// Threads: any.
void pcty_mcl_sender_fail(const pcty_mcl_sender *sender,
                          const pcty_error *error);

// ----------------------------------------------------------------------------
// mcl's language: hosts.
//
// A host provides the environment of programs: kinds of resources, functions, variables, the files
// of the deploy, modules, and the callbacks that answer queries of functions about the outside
// world. A host is filled by calls. A program uses the content that the host has when the program
// is compiled. The library reads nothing from the process: a function whose query the host does
// not support fails with a message that reports this.
// ----------------------------------------------------------------------------

// Creates a host with only the core functions.
//
// Ownership: the caller owns the result.
pcty_mcl_host *pcty_mcl_host_new(void);

// Creates a host with the same content. Later changes of one host do not affect the other.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_mcl_host *pcty_mcl_host_clone(const pcty_mcl_host *host);

// Frees a host. Programs compiled with it stay valid.
//
// NULL: no-op.
void pcty_mcl_host_free(pcty_mcl_host *host);

// Defines a variable of a module, or a global variable such as `hostname` if `module` is empty. It
// replaces an earlier variable of the same name. The value is known when programs are compiled.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for an invalid variable name; PCTY_ERROR_UNSUPPORTED for a
// value that mcl cannot represent; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `host`; `value` remains owned by the caller.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_set_variable(pcty_mcl_host *host,
                                       pcty_str module,
                                       pcty_str name,
                                       const pcty_value *value,
                                       pcty_error **error);

// Adds source text to a system module, which programs import by its name alone. The definitions of
// the text are added to the module's functions and variables. Messages refer to the text by
// `path`.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for an empty module name; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `host`; the texts are copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_add_source(pcty_mcl_host *host,
                                     pcty_str module,
                                     pcty_str program,
                                     pcty_str path,
                                     pcty_error **error);

// Sets the reader of the deploy's files. It is called with absolute paths, separated by `/`, for
// files that programs import and for files that functions such as `deploy.readfile` read.
//
// Errors: none except for NULL.
// Ownership: changes `host`. The library takes ownership of `user_data`, also on failure.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_set_files(pcty_mcl_host *host,
                                    pcty_mcl_reader reader,
                                    void *user_data,
                                    pcty_destroy destroy,
                                    pcty_error **error);

// Sets the reader of modules that programs import by an address. For the address
// `git://example.com/web` it is called with the path of a file relative to the folder of all
// modules: `example.com/web/metadata.yaml`. Without this reader, the file reader is called with
// `/modules/example.com/web/metadata.yaml`.
//
// Errors: none except for NULL.
// Ownership: as `pcty_mcl_host_set_files`.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_set_modules(pcty_mcl_host *host,
                                      pcty_mcl_reader reader,
                                      void *user_data,
                                      pcty_destroy destroy,
                                      pcty_error **error);

// Sets the callbacks that answer queries of functions about the outside world, and that announce
// changed answers. Without `follow`, an answer never changes.
//
// Errors: none except for NULL.
// Ownership: changes `host`. The library takes ownership of `user_data`, also on failure.
// NULL: `follow`, `unfollow`, `user_data`, `destroy` and `error` may be NULL.
// Threads: one at a time. The callbacks run on the threads that compile and step.
PCTY_MUST_USE
pcty_status pcty_mcl_host_set_world(pcty_mcl_host *host,
                                    pcty_mcl_answer answer,
                                    pcty_mcl_follow follow,
                                    pcty_mcl_unfollow unfollow,
                                    void *user_data,
                                    pcty_destroy destroy,
                                    pcty_error **error);

// ----------------------------------------------------------------------------
// mcl's language: functions of the host.
//
// A function is identified by its name, with its module as `module.name`. Its type is defined by a
// signature, which may contain variables (`func(key ?1, values map{?1: ?2}) ?2`), or is inferred
// for each call. If the host runs programs on several threads, they may call the callbacks
// concurrently.
// ----------------------------------------------------------------------------

// Defines a function. It replaces an earlier function, or a function of the language, with the
// same name.
//
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a signature that is not a function type;
// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, an invalid function name, a type that is
// defined twice or not at all, and incompatible flags; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `host`; all data that `spec` points to is copied. The library takes ownership
// of `spec->user_data`, also on failure, unless `struct_size` is wrong.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_add_function(pcty_mcl_host *host,
                                       const pcty_mcl_function_spec *spec,
                                       pcty_error **error);

// ----------------------------------------------------------------------------
// mcl's language: resource graphs.
//
// A program evaluates to a graph: resources with a kind, a name, fields and meta parameters, and
// edges that order two resources. A host may also build a graph by calls, with a builder. The same
// rules apply to both:
//
// - duplicates are merged or rejected,
// - edges from one resource to another are combined into one,
// - a field receives from at most one sender,
// - kinds add their automatic edges,
// - there are no cycles.
//
// `pcty_puppet_catalog_graph` returns the graph of a Puppet catalog. `pcty_mcl_difference_new`
// compares two graphs. A struct with an `_INIT` macro begins with its size.
// ----------------------------------------------------------------------------

// Creates a graph without resources.
//
// Ownership: the caller owns the result.
pcty_mcl_resources *pcty_mcl_resources_empty(void);

// Returns a new handle of the same graph. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_mcl_resources *pcty_mcl_resources_clone(const pcty_mcl_resources *resources);

// Frees a graph.
//
// NULL: no-op.
void pcty_mcl_resources_free(pcty_mcl_resources *resources);

// Writes the numbers of resources, edges and receiving fields of a graph.
//
// Returns: false if `resources` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `resources` is NULL; `out` may be NULL.
bool pcty_mcl_resources_info(const pcty_mcl_resources *resources,
                             pcty_mcl_resources_data *out);

// Returns the resource at a position. The visible resources come first, in the order of the
// program, then the hidden ones.
//
// Returns: NULL past the end.
// Ownership: the result is borrowed, and valid while `resources` or any other graph that contains
// the resource lives.
// NULL: returns NULL.
const pcty_mcl_resource *pcty_mcl_resources_at(const pcty_mcl_resources *resources,
                                               size_t index);

// Returns the resource at a position in the order of the edges: the first resource of an edge
// precedes the second. Resources that no edge orders keep the order of `pcty_mcl_resources_at`.
//
// Returns: NULL past the end.
// Ownership: as `pcty_mcl_resources_at`.
// NULL: returns NULL.
const pcty_mcl_resource *pcty_mcl_resources_in_order_at(const pcty_mcl_resources *resources,
                                                        size_t index);

// Returns the position of the visible resource with this kind and name, or of the first hidden one
// if none is visible.
//
// Errors: PCTY_ERROR_NOT_FOUND if there is no such resource; PCTY_ERROR_INVALID_UTF8.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_resources_get(const pcty_mcl_resources *resources,
                                   pcty_str kind,
                                   pcty_str name,
                                   size_t *out,
                                   pcty_error **error);

// Writes the edge at a position.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_resources_edge_at(const pcty_mcl_resources *resources,
                                       size_t index,
                                       pcty_mcl_resource_edge *out,
                                       pcty_error **error);

// Writes the receiving field at a position.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: the texts in `*out` are owned by `resources` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_resources_receive_at(const pcty_mcl_resources *resources,
                                          size_t index,
                                          pcty_mcl_receive *out,
                                          pcty_error **error);

// Formats a graph of resources. PCTY_MCL_GRAPH_TEXT writes a line `Vertex: KIND[NAME]` for each
// resource, then a line `Edge: A -> B # A -> B` for each edge.
//
// Ownership: the caller owns the result.
// NULL: returns NULL if `resources` is NULL, and for a format without a constant.
pcty_string *pcty_mcl_resources_to_text(const pcty_mcl_resources *resources,
                                        pcty_mcl_graph_format format);

// Writes the data of a resource.
//
// Returns: false if `resource` is NULL.
// Ownership: the texts in `*out` are owned by `resource` and valid while it lives.
// NULL: returns false if `resource` is NULL; `out` may be NULL.
bool pcty_mcl_resource_info(const pcty_mcl_resource *resource, pcty_mcl_resource_data *out);

// Writes the field at a position among the fields that have a value, in the order of the kind.
//
// Returns: false past the end.
// Ownership: the name and the value in `*out` are owned by `resource` and valid while it lives.
// NULL: returns false if `resource` is NULL; `out` may be NULL.
bool pcty_mcl_resource_field_at(const pcty_mcl_resource *resource,
                                size_t index,
                                pcty_mcl_field_value *out);

// Returns the value of a field by its name.
//
// Returns: NULL if the field is not set.
// Ownership: the result is owned by `resource` and valid while it lives.
// NULL: returns NULL.
const pcty_value *pcty_mcl_resource_field_get(const pcty_mcl_resource *resource,
                                              pcty_str name);

// Returns the value of a meta parameter by its name, in lower case as in `Meta:retryreset`. If it
// is not set, the result is the default.
//
// Errors: PCTY_ERROR_NOT_FOUND for an unknown meta parameter; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_meta_get(const pcty_mcl_resource *resource,
                                       pcty_str name,
                                       pcty_value **out,
                                       pcty_error **error);

// Returns a host that may collect the exported resource, by its position. `*` means all hosts.
//
// Returns: an empty text past the end.
// Ownership: the result is owned by `resource` and valid while it lives.
// NULL: returns an empty text.
pcty_str pcty_mcl_resource_export_at(const pcty_mcl_resource *resource,
                                     size_t index);

// Computes the difference between two graphs. Resources that both graphs share are compared in
// constant time.
//
// Errors: none except for NULL.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_difference_new(const pcty_mcl_resources *before,
                                    const pcty_mcl_resources *after,
                                    pcty_mcl_difference **out,
                                    pcty_error **error);

// Frees a difference.
//
// NULL: no-op.
void pcty_mcl_difference_free(pcty_mcl_difference *difference);

// Writes the numbers of changes in a difference.
//
// Returns: false if `difference` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `difference` is NULL; `out` may be NULL.
bool pcty_mcl_difference_info(const pcty_mcl_difference *difference,
                              pcty_mcl_difference_data *out);

// Writes the change of a resource at a position. The removed resources come first, then the added
// ones, then the changed ones.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: the resources in `*out` are owned by `difference` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_difference_at(const pcty_mcl_difference *difference,
                                   size_t index,
                                   pcty_mcl_change *out,
                                   pcty_error **error);

// Returns the name of a field that was changed, set or unset, by its position among those of the
// resource at `index`.
//
// Returns: an empty text past the end.
// Ownership: the result is owned by `difference` and valid while it lives.
// NULL: returns an empty text.
pcty_str pcty_mcl_difference_field_at(const pcty_mcl_difference *difference,
                                      size_t index,
                                      size_t field);

// Returns the name of a changed meta parameter, by its position among those of the resource at
// `index`.
//
// Returns: an empty text past the end.
// Ownership: the result has static lifetime; do not free it.
// NULL: returns an empty text.
pcty_str pcty_mcl_difference_meta_at(const pcty_mcl_difference *difference,
                                     size_t index,
                                     size_t meta);

// Writes the change of an edge, or of a field that receives a value, at a position. The removed
// ones come first.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: the texts in `*out` are owned by `difference` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_difference_edge_at(const pcty_mcl_difference *difference,
                                        size_t index,
                                        pcty_mcl_edge_change *out,
                                        pcty_error **error);

// Formats a difference with one line for each change: `+` before an added resource or edge, `-`
// before a removed one, and `~` before a changed resource, with its fields.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_string *pcty_mcl_difference_to_text(const pcty_mcl_difference *difference);

#ifdef PCTY_HAS_PUPPET
// ----------------------------------------------------------------------------
// Puppet: the resource graph of a catalog.
// ----------------------------------------------------------------------------

// Returns the graph of the agent that applies a catalog, for the functions that read the graphs of
// mcl. The kind of a resource is its type, the name is its title, and the fields are its
// parameters. The first resources are those of the catalog, at the same positions; virtual ones are
// hidden. A hidden resource `Whit` follows for the end of each container: the contents of a class,
// a node, a stage or a defined type are between the container and this resource. The edges are the
// relationships and the containment; automatic ones are those that the types imply.
//
// Errors: PCTY_ERROR_DIAGNOSTICS with a diagnostic for each cycle; PCTY_ERROR_NOT_FOUND for a
// relationship with a resource that the agent does not have; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, which does not depend on `catalog`. A secret value is a
// Sensitive value.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_puppet_catalog_graph(const pcty_puppet_catalog *catalog,
                                      pcty_mcl_resources **out,
                                      pcty_error **error);
#endif

// ----------------------------------------------------------------------------
// mcl's language: kinds of resources.
//
// A kind has fields with types, may send values to other resources, and has traits. It is defined
// by JSON or by calls. Callbacks define the behavior of its resources:
//
// - whether a resource is valid,
// - whether two resources with the same name are equal,
// - how two resources with the same name are merged,
// - after which resources a resource is automatically ordered,
// - the fields of a resource that was exported by a different host and that a program collects.
//
// As JSON, kinds are an array, or a sequence of objects, for example in a file with one object per
// line:
//
// ```json
// [{"kind": "dir", "traits": ["edgeable", "recvable"],
//   "fields": [{"lang": "mode", "type": "str"},
//              {"lang": "owner", "type": "int", "name": "Owner", "storage": "*uint32"}],
//   "sends": [{"lang": "path", "type": "str"}]}]
// ```
//
// The members of a field are:
//
// - `lang`: the name of the field in the language.
// - `type`: the type in the notation of the language; `variant` accepts any value.
// - `name`: the name under which the field is stored, if it differs.
// - `storage`: the Go type as which the field is stored, if it differs from the default for the
//   language's type (`bool`, `string`, `int64`, `float64`, `[]string`, and so on). An integer must
//   fit. `*` marks a field that may be unset, which differs from zero.
//
// A sent value must be stored as the same type as the field that receives it, unless that field is
// a `variant`. Fields with the type `func` or `unrepresentable` are ignored; mgmt's list uses
// these types for fields that programs cannot set.
//
// The traits are `sendable` (it sends, also if `sends` is missing), `recvable` (its fields
// receive), `refreshable`, `groupable`, `edgeable` (it has automatic edges), `reversible`,
// `exportable`, and `compatible` (two resources with the same name that are not equal are merged).
// `base` and `graphqueryable` have no effect.
// ----------------------------------------------------------------------------

// Adds the kinds of a JSON document. Each replaces an earlier kind of the same name. Callbacks can
// be added with `pcty_mcl_host_set_kind_callbacks`.
//
// Errors: PCTY_ERROR_SYNTAX for a text that is not JSON, PCTY_ERROR_TYPE for a document that is
// not a schema of kinds, with the path and the byte; in both cases no kind is added.
// PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `host`; the text is copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_add_kinds(pcty_mcl_host *host,
                                    pcty_str json,
                                    pcty_error **error);

// Adds a kind. It replaces an earlier kind of the same name.
//
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for an invalid field type;
// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a kind or field without a name, and a
// trait without a constant; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `host`; all data that `kind` points to is copied. The library takes ownership
// of `kind->user_data`, also on failure, unless `struct_size` is wrong.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_add_kind(pcty_mcl_host *host,
                                   const pcty_mcl_kind *kind,
                                   pcty_error **error);

// Sets the callbacks of an existing kind. Only the name and the callbacks of `kind` are used.
//
// Errors: PCTY_ERROR_NOT_FOUND if the kind does not exist; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `host`; the library takes ownership of `kind->user_data`, also on failure,
// unless `struct_size` is wrong.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_set_kind_callbacks(pcty_mcl_host *host,
                                             const pcty_mcl_kind *kind,
                                             pcty_error **error);

// Sets a field. It replaces an earlier value.
//
// Errors: PCTY_ERROR_NOT_FOUND for a field that the kind does not have, PCTY_ERROR_UNSUPPORTED for
// a value that mcl cannot represent, PCTY_ERROR_TYPE for a value of a different type,
// PCTY_ERROR_VALUE for a value that cannot be stored; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `builder`; `value` remains owned by the caller.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_builder_set_field(pcty_mcl_resource_builder *builder,
                                                pcty_str name,
                                                const pcty_value *value,
                                                pcty_error **error);

// Removes the value of a field. It has no effect if the field is not set.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `builder`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_builder_unset_field(pcty_mcl_resource_builder *builder,
                                                  pcty_str name,
                                                  pcty_error **error);

// Sets a meta parameter by its name in lower case, such as `hidden`. The value is an int for
// `retry`, `delay`, `timeout`, `poll` and `burst`, a float for `limit`, a list of texts for `sema`
// and `export`, and a bool for all others.
//
// Errors: PCTY_ERROR_NOT_FOUND for an unknown meta parameter, PCTY_ERROR_TYPE for a value of a
// different type, PCTY_ERROR_VALUE for a value out of range; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `builder`; `value` remains owned by the caller.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_builder_set_meta(pcty_mcl_resource_builder *builder,
                                               pcty_str name,
                                               const pcty_value *value,
                                               pcty_error **error);

// Adds a dependency: the resource is ordered after the first of the listed resources that is in
// the graph.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `dependencies`; the texts are copied.
// NULL: `kinds` and `names` (if `count` is 0) and `error` may be NULL.
// Threads: the thread of the callback.
PCTY_MUST_USE
pcty_status pcty_mcl_dependencies_add(pcty_mcl_dependencies *dependencies,
                                      const pcty_str *kinds,
                                      const pcty_str *names,
                                      size_t count,
                                      pcty_error **error);

// ----------------------------------------------------------------------------
// mcl's language: resource graphs that a host builds by calls.
//
// A host can be a front end itself. It creates resources with `pcty_mcl_resource_builder` and adds
// them, and edges between them, to a `pcty_mcl_builder`. The rules are those of programs: the same
// merging, automatic edges and differences apply.
//
// A graph contains the content that the builder had when the call to build it began. Additions by
// a kind's callbacks during that call take effect in the next call.
// ----------------------------------------------------------------------------

// Creates a resource builder without fields, for a kind that the host has at the time of the call.
//
// Errors: PCTY_ERROR_NOT_FOUND if the host has no such kind; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_builder_new(const pcty_mcl_host *host,
                                          pcty_str kind,
                                          pcty_str name,
                                          pcty_mcl_resource_builder **out,
                                          pcty_error **error);

// Frees a resource builder that the caller owns.
//
// NULL: no-op.
void pcty_mcl_resource_builder_free(pcty_mcl_resource_builder *builder);

// Creates a builder without resources, with the kinds that the host has at the time of the call.
//
// Ownership: the caller owns the result.
// NULL: `host` may be NULL; the builder then has no kinds.
pcty_mcl_builder *pcty_mcl_builder_new(const pcty_mcl_host *host);

// Frees a builder. Graphs built with it stay valid.
//
// NULL: no-op.
void pcty_mcl_builder_free(pcty_mcl_builder *builder);

// Adds a resource with the current content of `resource`.
//
// Errors: PCTY_ERROR_VALUE if the meta parameters or the kind reject the resource. For a resource
// builder of a different host: PCTY_ERROR_NOT_FOUND for a kind or a field that is missing in the
// kinds of `builder`, PCTY_ERROR_TYPE and PCTY_ERROR_VALUE for a value that its field cannot
// store. The error of a callback of the kind.
// Ownership: changes `builder`; `resource` remains owned by the caller.
// NULL: `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_builder_add(pcty_mcl_builder *builder,
                                 const pcty_mcl_resource_builder *resource,
                                 pcty_error **error);

// Adds an edge that orders one resource before another, and sends a value from the first to a field
// of the second if `sent` is set.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for other flags, for PCTY_MCL_EDGE_NOTIFY on an edge that
// sends a value, for only one of `sent` and `field`, and for a wrong `struct_size`;
// PCTY_ERROR_INVALID_UTF8. The existence of the resources, and whether the value can be sent, is
// checked when the graph is built.
// Ownership: changes `builder`; the texts are copied.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_builder_add_edge(pcty_mcl_builder *builder,
                                      const pcty_mcl_edge_spec *edge,
                                      pcty_error **error);

// Builds a graph of all resources and edges in `builder`. The builder keeps its content and can be
// extended afterwards.
//
// Errors: PCTY_ERROR_VALUE for duplicates that are not equal and cannot be merged, for a field
// that receives twice, and for cycles; PCTY_ERROR_NOT_FOUND for an edge to a resource that is not
// in the graph; PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED, also if a callback of a kind returns
// one of them. Other errors of callbacks become part of the message.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_builder_build(const pcty_mcl_builder *builder,
                                   pcty_mcl_resources **out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// mcl's language: graphs of functions.
//
// The graph computes the output of a program: a vertex is a function, and an edge passes its value
// to the arguments named by the edge. The graph contains only the vertices that statements need.
// Parts that depend on values (branches, bodies of loops, functions that are not known) are built
// when the program runs. Structs filled by `_at` functions begin with their size.
// ----------------------------------------------------------------------------

// Frees a graph.
//
// NULL: no-op.
void pcty_mcl_graph_free(pcty_mcl_graph *graph);

// Writes the numbers of vertices and edges of a graph.
//
// Returns: false if `graph` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `graph` is NULL; `out` may be NULL.
bool pcty_mcl_graph_info(const pcty_mcl_graph *graph, pcty_mcl_graph_data *out);

// Writes the vertex at a position.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: the texts and pointers in `*out` are owned by `graph` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_graph_vertex_at(const pcty_mcl_graph *graph,
                                     size_t index,
                                     pcty_mcl_vertex *out,
                                     pcty_error **error);

// Writes the edge at a position.
//
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// Ownership: the text in `*out` is owned by `graph` and valid while it lives.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_graph_edge_at(const pcty_mcl_graph *graph,
                                   size_t index,
                                   pcty_mcl_edge *out,
                                   pcty_error **error);

// Formats a function graph. PCTY_MCL_GRAPH_TEXT writes a line `Vertex: NAME` for each vertex, then
// a line `Edge: FROM -> TO # ARGUMENTS` for each edge.
//
// Ownership: the caller owns the result.
// NULL: returns NULL if `graph` is NULL, and for a format without a constant.
pcty_string *pcty_mcl_graph_to_text(const pcty_mcl_graph *graph,
                                    pcty_mcl_graph_format format);

// ----------------------------------------------------------------------------
// mcl's language: programs.
//
// A program is parsed, checked and compiled once, with all files that it imports, and may then run
// any number of times. If compilation fails, the error contains the message of the language, the
// location as a diagnostic, and the stage that failed (`stage` of `pcty_error_info`):
// `errLexParse`, `errInit`, `errInterpolate`, `errSetScope`, `errUnify` or `errGraph`.
// ----------------------------------------------------------------------------

// Compiles the program whose first file is the host's file at the absolute path `path`. If `path`
// ends with a slash, it is the folder of a module, whose `metadata.yaml` names the first file.
//
// Errors: the first error of any stage, with the most specific code: PCTY_ERROR_SYNTAX, _TYPE,
// _NOT_FOUND, _UNSUPPORTED, _VALUE. The error of a file reader; PCTY_ERROR_LIMIT;
// PCTY_ERROR_INVALID_UTF8, also for a file; PCTY_ERROR_INVALID_ARGUMENT for a path that is not
// absolute.
// Ownership: `*out` is owned by the caller; the program keeps the content that `host` has at the
// time of the call.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_program_compile(pcty_str path,
                                     const pcty_mcl_host *host,
                                     pcty_mcl_program **out,
                                     pcty_error **error);

// Compiles the program whose first file has the text `program`. `file` is the path of that file:
// messages refer to the text by it, and imports are resolved relative to it. A path that is not
// absolute is relative to `/`.
//
// Errors: as `pcty_mcl_program_compile`.
// Ownership: `*out` is owned by the caller; the text is copied, and the program keeps the content
// that `host` has at the time of the call.
// NULL: `host` (then only the language itself is available) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_program_compile_text(pcty_str program,
                                          pcty_str file,
                                          const pcty_mcl_host *host,
                                          pcty_mcl_program **out,
                                          pcty_error **error);

// Returns a new handle of the same program. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_mcl_program *pcty_mcl_program_clone(const pcty_mcl_program *program);

// Frees a program. Runtimes of the program stay valid.
//
// NULL: no-op.
void pcty_mcl_program_free(pcty_mcl_program *program);

// Returns the number of source files of a program.
//
// NULL: returns 0.
size_t pcty_mcl_program_file_count(const pcty_mcl_program *program);

// Returns the path of a source file of a program, by its position. The first file has position 0.
//
// Returns: an empty text past the end.
// Ownership: the result is owned by `program` and valid while it lives.
// NULL: returns an empty text.
pcty_str pcty_mcl_program_file_at(const pcty_mcl_program *program,
                                  size_t index);

// Returns the graph of the program's functions before the program runs.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_program_graph(const pcty_mcl_program *program,
                                   pcty_mcl_graph **out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// mcl's language: execution of programs.
//
// A runtime is a running program: a graph of functions that follows changes of the world. The host
// drives it in a loop. A step computes all values that can be computed at that time, and reports
// whether the resource graph has changed; only vertices affected by events are recomputed. Then
// the host waits for a descriptor or its wake callback, and for the next timer.
//
// The library starts no thread and reads no clock. The host sets the time, in milliseconds since
// the beginning of 1970 in UTC. A program that reads the time before it was set fails.
//
// During a step, callbacks may set the time and the wake callback of the runtime, and may free the
// runtime, which then ends when the step returns. All other calls with the runtime fail with
// PCTY_ERROR_INVALID_ARGUMENT during a step, on all threads.
// ----------------------------------------------------------------------------

// Starts a program. Values are first computed by the first step. The runtimes of a program are
// independent, except that they share the time of the program's world.
//
// If the graph would have more than `vertices` vertices at once, including those of branches,
// loops and calls, the program ends permanently with PCTY_ERROR_LIMIT. 0 selects the default of
// about one million.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: `*out` is owned by the caller; it keeps the parts of `program` that it needs.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_start(const pcty_mcl_program *program,
                                   size_t vertices,
                                   pcty_mcl_runtime **out,
                                   pcty_error **error);

// Ends a running program: its subscriptions end, and its senders have no effect from then on. If a
// callback of its own step calls this function, the program ends when the step returns.
//
// NULL: no-op.
void pcty_mcl_runtime_free(pcty_mcl_runtime *runtime);

// Sets the time, in milliseconds since the beginning of 1970 in UTC, and announces the timers that
// have expired. The time may also be set back.
//
// Ownership: changes `runtime`.
// NULL: no-op.
// Threads: one at a time.
void pcty_mcl_runtime_set_time(pcty_mcl_runtime *runtime,
                               int64_t milliseconds);

// Writes the time of the next timer.
//
// Returns: false if there is no timer; `*out` then does not change.
// NULL: `runtime` and `out` may be NULL; without a runtime the result is false.
// Threads: one at a time.
bool pcty_mcl_runtime_next_time(const pcty_mcl_runtime *runtime, int64_t *out);

// Sets the callback that is called when a step has work to do. It replaces the previous callback.
//
// Errors: none except for NULL.
// Ownership: changes `runtime`. The library takes ownership of `user_data`, also on failure.
// NULL: `user_data`, `destroy` and `error` may be NULL, and `wake`: then no callback is called.
// Threads: one at a time. The callback runs on any thread, and may run once more on a different
// thread after it was replaced.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_set_wake(pcty_mcl_runtime *runtime,
                                      pcty_mcl_wake wake,
                                      void *user_data,
                                      pcty_destroy destroy,
                                      pcty_error **error);

// Returns a descriptor for `poll` and similar functions. It is readable from the time when a step
// has work to do until the next step. After a program has ended, there is no work. Do not read
// from the descriptor or close it; it ends with the runtime.
//
// Errors: PCTY_ERROR_UNSUPPORTED if the system has no descriptors, or no free ones;
// PCTY_ERROR_INVALID_ARGUMENT if the first call of this function is made while the runtime steps.
// Ownership: `*out` is owned by `runtime` and valid while it lives.
// NULL: `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_descriptor(pcty_mcl_runtime *runtime,
                                        int32_t *out,
                                        pcty_error **error);

// Computes until no more values can be computed, and reports whether the resource graph has
// changed. The work is charged to the budget of the thread (`pcty_budget_enter`). If the budget is
// exceeded, the next step continues where this one stopped.
//
// An error of the program has a stage, the message of the language, and the location as a
// diagnostic if present:
//
// - `errStream`: an error of a function that no expression recovers from, a failed stream, or too
//   many vertices, with any code. All later steps return the same error.
// - `errInterpret` and `errAutoEdge`: the resources cannot form a graph. All steps return the
//   error until an event changes the cause. The previous graph remains.
//
// Errors: the errors of the listed stages; PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED of a budget,
// which end only the step; PCTY_ERROR_INVALID_ARGUMENT, without a stage, while the runtime steps.
// Ownership: changes `runtime`.
// NULL: `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_step(pcty_mcl_runtime *runtime,
                                  pcty_mcl_progress *out,
                                  pcty_error **error);

// Returns the resource graph of the last step that completed one; before that, a graph without
// resources. Unchanged parts share memory with earlier graphs.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT while the runtime steps.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_resources(const pcty_mcl_runtime *runtime,
                                       pcty_mcl_resources **out,
                                       pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_MCL_LANGUAGE_H
