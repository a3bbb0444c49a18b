// mcl's language: what programs are given, the graphs of functions that they are, and the
// resource graphs that they come to.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_MCL_LANGUAGE_H
#define POLYCTY_MCL_LANGUAGE_H

#include "base.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// Announces that the answer to something that is followed has changed. Any number of threads
// may use one at once, also while the runtime steps, and after it is gone.
//
// ```c
// // Follows a file: keeps a clone for the thread that watches it.
// static pcty_mcl_sender *watched;
//
// static pcty_status follow_file(void *user_data, pcty_str function,
//                                const pcty_value *const *args, size_t count,
//                                const pcty_mcl_sender *sender, pcty_error **error) {
//     (void)user_data, (void)function, (void)args, (void)count, (void)error;
//     pcty_mcl_sender_free(watched);
//     watched = pcty_mcl_sender_clone(sender);
//     return PCTY_OK;
// }
//
// // What that thread calls.
// static void file_changed(void) {
//     pcty_mcl_sender_send(watched);
// }
// ```
typedef struct pcty_mcl_sender pcty_mcl_sender;

// What programs are given. One thread at a time while it changes; as long as nobody changes it,
// any number may compile with it.
//
// ```c
// // A host whose programs know a kind of resource and a variable.
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

// What of a graph is another in the one after it. Never changes; any number of threads may use
// it at once.
//
// ```c
// // Removes what is gone, then makes what is new or another.
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

// A resource of a graph; it is lent, by the graph or to a callback. It never changes; any number
// of threads may use it at once.
//
// ```c
// // The text of a field; the empty one where nothing is said.
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

// A graph of resources. Never changes; any number of threads may use it at once.
//
// ```c
// // Applies all resources, what others wait for first.
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

// What a resource comes after by itself; it is lent to the callback that says it.
//
// ```c
// // A file comes after the directory that it is in.
// static void after_parent(void *user_data, const pcty_mcl_resource *file,
//                          pcty_mcl_dependencies *wishes) {
//     const pcty_str kind = PCTY_STR_INIT("dir");
//     pcty_mcl_resource_data data;
//     pcty_mcl_resource_info(file, &data);
//     pcty_str parent = data.name;
//     (void)user_data;
//     while (parent.len > 0 && parent.data[parent.len - 1] != '/') {
//         parent.len--;
//     }
//     must(pcty_mcl_dependencies_add(wishes, &kind, &parent, 1, NULL));
// }
// ```
typedef struct pcty_mcl_dependencies pcty_mcl_dependencies;

// A resource that is being made: by the caller, for a builder (`pcty_mcl_resource_builder_new`), or by a
// callback that merges two or collects one, to which it is lent. It belongs to one thread at a time.
//
// ```c
// // What two packages of one name become: the first, in the second's version.
// static pcty_status merge_versions(void *user_data, const pcty_mcl_resource *first,
//                                   const pcty_mcl_resource *second, pcty_mcl_resource_builder *draft,
//                                   pcty_error **error) {
//     const pcty_value *version = pcty_mcl_resource_field_get(second, PCTY_STR("version"));
//     (void)user_data, (void)first; // the draft is a copy of it
//     return version == NULL ? PCTY_OK
//                            : pcty_mcl_resource_builder_set_field(draft, PCTY_STR("version"), version, error);
// }
// ```
typedef struct pcty_mcl_resource_builder pcty_mcl_resource_builder;

// Resources and edges that become a graph. One thread at a time.
//
// ```c
// // A directory, and a file after it.
// static pcty_mcl_resources *two(const pcty_mcl_host *host, pcty_error **error) {
//     pcty_mcl_resources *resources = NULL;
//     pcty_mcl_builder *builder = pcty_mcl_builder_new(host);
//     pcty_mcl_resource_builder *dir = NULL, *file = NULL;
//     pcty_str outer = PCTY_STR("/tmp/a/"), inner = PCTY_STR("/tmp/a/b");
//     if (pcty_mcl_resource_builder_new(host, PCTY_STR("dir"), outer, &dir, error) == PCTY_OK &&
//         pcty_mcl_resource_builder_new(host, PCTY_STR("file"), inner, &file, error) == PCTY_OK &&
//         pcty_mcl_builder_add(builder, dir, error) == PCTY_OK &&
//         pcty_mcl_builder_add(builder, file, error) == PCTY_OK &&
//         pcty_mcl_builder_add_edge(builder, PCTY_STR("dir"), outer, PCTY_STR("file"), inner, 0,
//                                   error) == PCTY_OK) {
//         PCTY_IGNORE(pcty_mcl_builder_build(builder, &resources, error));
//     }
//     pcty_mcl_resource_builder_free(file);
//     pcty_mcl_resource_builder_free(dir);
//     pcty_mcl_builder_free(builder);
//     return resources;
// }
// ```
typedef struct pcty_mcl_builder pcty_mcl_builder;

// The graph of a program's functions. Never changes; any number of threads may use it at once.
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

// A program that is compiled. Never changes; any number of threads may use it at once.
//
// ```c
// // Prints the graph of a program's functions, or what is wrong with it, where, and at which stage.
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
//         text = pcty_error_to_text(error);
//         pcty_error_data data;
//         pcty_error_info(error, &data);
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

// A program that runs. One thread at a time; senders may be used by any.
//
// ```c
// // Runs a program for as long as it goes, and hands on each graph that it comes to.
// static pcty_status follow_program(pcty_mcl_runtime *runtime, int64_t (*now)(void),
//                                   void (*wait)(int descriptor, int64_t until),
//                                   void (*apply)(const pcty_mcl_resources *), pcty_error **error) {
//     int32_t descriptor;
//     pcty_status status = pcty_mcl_runtime_descriptor(runtime, &descriptor, error);
//     while (status == PCTY_OK) {
//         pcty_mcl_progress progress;
//         int64_t until = -1; // for ever
//         pcty_mcl_runtime_set_time(runtime, now());
//         status = pcty_mcl_runtime_step(runtime, &progress, error);
//         if (status == PCTY_OK && progress == PCTY_MCL_PROGRESS_CHANGED) {
//             pcty_mcl_resources *resources = NULL;
//             status = pcty_mcl_runtime_resources(runtime, &resources, error);
//             apply(resources);
//             pcty_mcl_resources_free(resources);
//         }
//         pcty_mcl_runtime_next_time(runtime, &until);
//         wait(descriptor, until); // poll(), until one of them comes
//     }
//     return status;
// }
// ```
typedef struct pcty_mcl_runtime pcty_mcl_runtime;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- mcl's language: senders.

// Begins to follow what a function answers to these arguments: from here on the sender
// announces that the answer is another one. It comes again when the arguments have changed, and
// ends then what was begun with the same sender. The name, the arguments and the sender are lent;
// whoever announces keeps a clone of the sender. On failure it puts an error of its own into
// `*error` and returns its code, which ends the program.
typedef pcty_status (*pcty_mcl_follow)(void *user_data,
                                       pcty_str function,
                                       const pcty_value *const *args,
                                       size_t count,
                                       const pcty_mcl_sender *sender,
                                       pcty_error **error);

// Ends what was begun with a sender of the same number (`pcty_mcl_sender_id`), which is lent.
typedef void (*pcty_mcl_unfollow)(void *user_data, const pcty_mcl_sender *sender);

// --- mcl's language: hosts.

// Finds the text of a file by its path, which is lent. On success it puts a string of its own
// into `*out`, which the library takes; NULL, as it is at first, says that there is no such file.
// On failure it puts an error of its own into `*error` and returns its code.
typedef pcty_status (*pcty_mcl_reader)(void *user_data,
                                       pcty_str path,
                                       pcty_string **out,
                                       pcty_error **error);

// Answers what a function asks of the world: the function's name with its module, such as
// `os.readfile`, its arguments, and the type that the answer has to be of, all lent. On success it
// puts a value of its own into `*out`, which the library takes; NULL, as it is at first, says that
// this host does not answer the question. On failure it puts an error of its own into `*error` and
// returns its code, which counts as that of a function (`pcty_mcl_call`).
//
// Besides functions there are questions of the language itself, whose names no function has:
//
// | question | argument | answer |
// |---|---|---|
// | `_environment` | | the variables of the environment, `map{str: str}` |
// | `_random` | | another number for each call, `int` |
// | `_zone` | a second since 1970 in UTC, `int` | the time zone of the host then: `struct{offset int; name str}`, the offset in seconds east of UTC; UTC where it is not answered |
// | `_collect` | a kind, `str`, and what a program collects of it: a name, several, or structs with `name`, `kind` and `host` | what other hosts have exported of that, `[]struct{name str; host str; data str}`; the data is given to the kind's `collect` |
// | `_exists` | an absolute path, `str` | whether the deploy has a file or a folder there, `bool`; where it is not answered the reader of files is asked |
typedef pcty_status (*pcty_mcl_answer)(void *user_data,
                                       pcty_str question,
                                       const pcty_value *const *args,
                                       size_t count,
                                       const pcty_type *returns,
                                       pcty_value **out,
                                       pcty_error **error);

// --- mcl's language: functions of the host.

// What may be assumed of a function: any of PCTY_MCL_FUNCTION_*, added up.
typedef uint32_t pcty_mcl_function_flags;
// The same arguments always give the same value.
#define PCTY_MCL_FUNCTION_PURE 1
// It may be called while a program is compiled, with arguments that are known then; such a
// function has to be pure.
#define PCTY_MCL_FUNCTION_SPECULATIVE 2

// Computes the value of a call. The arguments are of the types of the parameters of `type`, the
// function type that was found for the call; they and it are lent. On success it puts a value
// of the result's type into `*out`, which is NULL at first, and the library takes it. A function
// that streams may leave NULL there: it has no value yet, and will announce one. On failure
// it puts an error of its own into `*error` and returns its code: PCTY_ERROR_CALLBACK and
// PCTY_ERROR_NOT_FOUND stand in the place of the value, and `<|>` recovers from them; any other
// one ends the program, save PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED, which end the step.
typedef pcty_status (*pcty_mcl_call)(void *user_data,
                                     const pcty_value *const *args,
                                     size_t count,
                                     const pcty_type *type,
                                     pcty_value **out,
                                     pcty_error **error);

// Finds the type of a call before the program runs, from the types of its arguments, with
// variables for what is open; from those arguments that are known already, and NULL in the place
// of others; and from the type of its result. All are lent. On success it puts a function type
// with as many parameters into `*out`, which is NULL at first, and the library takes it; it may
// have variables of its own. On failure it puts an error of its own into `*error` and returns
// its code.
typedef pcty_status (*pcty_mcl_infer)(void *user_data,
                                      const pcty_type *const *types,
                                      const pcty_value *const *values,
                                      size_t count,
                                      const pcty_type *result,
                                      pcty_type **out,
                                      pcty_error **error);

// What a function is made of. Start from PCTY_MCL_FUNCTION_SPEC_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What may be assumed of it; nothing of one that streams.
    pcty_mcl_function_flags flags;
    // The name, with its module: `strings.shout`.
    pcty_str name;
    // The signature, as the language writes types; empty if `infer` finds it.
    pcty_str signature;
    // Finds the type of a call, if there is no signature; else NULL.
    pcty_mcl_infer infer;
    // Computes the value.
    pcty_mcl_call call;
    // Makes it a streaming function: tells when its value is another one. NULL for others.
    pcty_mcl_follow follow;
    // Ends what `follow` began; may be NULL.
    pcty_mcl_unfollow unfollow;
    // What the callbacks get first.
    void *user_data;
    // Releases `user_data` with the last that has the function; may be NULL.
    pcty_destroy destroy;
} pcty_mcl_function_spec;

// --- mcl's language: resource graphs.

// The data of a resource.
typedef struct {
    // The kind.
    pcty_str kind;
    // The name.
    pcty_str name;
    // Whether the resource is hidden: only for other resources, and not worked on.
    bool is_hidden;
    // The number of fields that have a value: `pcty_mcl_resource_field_at`.
    size_t field_count;
    // The number of hosts to which the resource is exported: `pcty_mcl_resource_export_at`.
    size_t export_count;
} pcty_mcl_resource_data;

// A field of a resource that has a value.
typedef struct {
    // The name.
    pcty_str name;
    // The value.
    const pcty_value *value;
} pcty_mcl_field_value;

// What an edge is besides an order: any of PCTY_MCL_EDGE_*, added up.
typedef uint32_t pcty_mcl_edge_flags;
// The second resource is refreshed when the first has changed.
#define PCTY_MCL_EDGE_NOTIFY 1
// A kind made it by itself.
#define PCTY_MCL_EDGE_AUTOMATIC 2

// An edge of a resource graph. Start from PCTY_MCL_RESOURCE_EDGE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What it is besides an order.
    pcty_mcl_edge_flags flags;
    // The position of the resource that comes first.
    size_t from;
    // The position of the one that comes second.
    size_t to;
} pcty_mcl_resource_edge;

// A field that receives what another resource sends. Start from PCTY_MCL_RECEIVE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The position of the resource that sends.
    size_t from;
    // What it sends, by the name that its kind has for it.
    pcty_str sent;
    // The position of the resource that receives.
    size_t to;
    // The field that receives it.
    pcty_str field;
} pcty_mcl_receive;

// What has become of something.
typedef enum pcty_mcl_change_kind PCTY_ENUM {
    // It is only in the second graph.
    PCTY_MCL_CHANGE_ADDED = 1,
    // It is only in the first graph.
    PCTY_MCL_CHANGE_REMOVED = 2,
    // It is in both, and not the same.
    PCTY_MCL_CHANGE_CHANGED = 3,
} pcty_mcl_change_kind;

// What has become of a resource. Start from PCTY_MCL_CHANGE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What it is.
    pcty_mcl_change_kind kind;
    // The resource of the first graph; NULL for one that was added.
    const pcty_mcl_resource *before;
    // The resource of the second graph; NULL for one that was removed.
    const pcty_mcl_resource *after;
    // How many fields of a resource that is in both are others.
    size_t field_count;
    // How many meta parameters of one are others.
    size_t meta_count;
} pcty_mcl_change;

// What has become of an edge, or of what a field receives. Start from
// PCTY_MCL_EDGE_CHANGE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether it was added or removed; one that notifies now and did not before is both.
    pcty_mcl_change_kind kind;
    // What the edge is besides an order: PCTY_MCL_EDGE_NOTIFY or nothing.
    pcty_mcl_edge_flags flags;
    // The kind of the resource that comes first, or sends.
    pcty_str from_kind;
    // Its name.
    pcty_str from_name;
    // What it sends; no text for an edge.
    pcty_str sent;
    // The kind of the resource that comes second, or receives.
    pcty_str to_kind;
    // Its name.
    pcty_str to_name;
    // The field that receives; no text for an edge.
    pcty_str field;
} pcty_mcl_edge_change;

// The numbers of a graph of resources.
typedef struct {
    // The number of resources: `pcty_mcl_resources_at`.
    size_t count;
    // The number of edges, at most one from a resource to another one: `pcty_mcl_resources_edge_at`.
    size_t edge_count;
    // The number of fields that receive what another resource sends: `pcty_mcl_resources_receive_at`.
    size_t receive_count;
} pcty_mcl_resources_data;

// The numbers of a difference.
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

// What resources of a kind can do: any of PCTY_MCL_TRAIT_*, added up.
typedef uint32_t pcty_mcl_trait_flags;
// It sends, also where `sends` names nothing.
#define PCTY_MCL_TRAIT_SENDS 1
// Its fields receive what others send.
#define PCTY_MCL_TRAIT_RECEIVES 2
// It is refreshed when what it listens to has changed.
#define PCTY_MCL_TRAIT_REFRESHES 4
// Several may be done as one.
#define PCTY_MCL_TRAIT_GROUPS 8
// It has automatic edges.
#define PCTY_MCL_TRAIT_HAS_EDGES 16
// What was done is undone when it is gone.
#define PCTY_MCL_TRAIT_REVERSES 32
// Other hosts may collect it.
#define PCTY_MCL_TRAIT_EXPORTS 64
// Two of one name that are not the same may be merged.
#define PCTY_MCL_TRAIT_MERGES 128

// A field of a kind, or something that it sends. Start from PCTY_MCL_FIELD_INIT.
typedef struct {
    // The size of this struct; the same in each element of an array.
    uint32_t struct_size;
    // The name that the language has for it.
    pcty_str name;
    // Its type, as the language writes types; `variant` takes any value.
    pcty_str notation;
    // The name that it is stored under; empty for the same.
    pcty_str stored;
    // The type that it is stored as, in Go's words; empty for what fits its type.
    pcty_str storage;
} pcty_mcl_field;

// Says whether a resource, which is lent, can be as it is; hidden ones are not asked about. Where
// it cannot, it puts an error of its own that says why into `*error` and returns its code.
typedef pcty_status (*pcty_mcl_validate)(void *user_data,
                                         const pcty_mcl_resource *resource,
                                         pcty_error **error);

// Says whether two resources of one name, which are lent, are the same: PCTY_OK where they are,
// PCTY_ERROR_UNSUPPORTED without an error where the rule of other kinds is to hold (all their
// fields are), and else an error of its own that says what differs, and its code.
typedef pcty_status (*pcty_mcl_compare)(void *user_data,
                                        const pcty_mcl_resource *first,
                                        const pcty_mcl_resource *second,
                                        pcty_error **error);

// Makes one resource of two of one name, of a kind that merges. All three are lent; the draft is a
// copy of the first, to which it adds what the second says. Where they do not fit together, it
// puts an error of its own into `*error` and returns its code.
typedef pcty_status (*pcty_mcl_merge)(void *user_data,
                                      const pcty_mcl_resource *first,
                                      const pcty_mcl_resource *second,
                                      pcty_mcl_resource_builder *draft,
                                      pcty_error **error);

// Says what a resource comes after by itself. Both are lent.
typedef void (*pcty_mcl_after)(void *user_data,
                               const pcty_mcl_resource *resource,
                               pcty_mcl_dependencies *wishes);

// Says what a resource of another host is, which `collect` takes: `data` is what that host has
// exported, as the world answers it (`_collect`), and lent. It sets fields in the draft, which is
// lent, too; what the program says of the resource comes over them. Where the data is wrong, it puts
// an error of its own into `*error` and returns its code.
typedef pcty_status (*pcty_mcl_collect)(void *user_data,
                                        pcty_str data,
                                        pcty_mcl_resource_builder *draft,
                                        pcty_error **error);

// A kind of resource. Start from PCTY_MCL_KIND_INIT. The callbacks may be called by several threads
// at once, if the host runs programs in several.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What its resources can do.
    pcty_mcl_trait_flags traits;
    // The name, such as `http:server`.
    pcty_str name;
    // The fields.
    const pcty_mcl_field *fields;
    // How many there are.
    size_t field_count;
    // What it sends.
    const pcty_mcl_field *sends;
    // How many there are.
    size_t send_count;
    // Whether a resource can be as it is; NULL where all can.
    pcty_mcl_validate validate;
    // Whether two resources are the same; NULL for the rule of other kinds.
    pcty_mcl_compare compare;
    // What two resources become; NULL where they cannot be merged.
    pcty_mcl_merge merge;
    // What a resource comes after by itself; NULL for nothing.
    pcty_mcl_after after;
    // What a resource of another host is; NULL where only one without data can be collected.
    pcty_mcl_collect collect;
    // What the callbacks get first.
    void *user_data;
    // Releases `user_data` with the last that has the kind; may be NULL.
    pcty_destroy destroy;
} pcty_mcl_kind;

// --- mcl's language: graphs of functions.

// What a vertex computes.
typedef enum pcty_mcl_vertex_kind PCTY_ENUM {
    // A value that stays.
    PCTY_MCL_VERTEX_CONST = 1,
    // A list, map or struct of its arguments.
    PCTY_MCL_VERTEX_COMPOSITE = 2,
    // A function of the language or of the host.
    PCTY_MCL_VERTEX_FUNCTION = 3,
    // A function as a value.
    PCTY_MCL_VERTEX_FUNCTION_VALUE = 4,
    // Calls the function that it is given.
    PCTY_MCL_VERTEX_CALL = 5,
    // What such a call gives.
    PCTY_MCL_VERTEX_CALL_OUTPUT = 6,
    // Chooses between two expressions.
    PCTY_MCL_VERTEX_IF = 7,
    // What the chosen one gives.
    PCTY_MCL_VERTEX_IF_OUTPUT = 8,
    // Puts another expression in place of one that fails.
    PCTY_MCL_VERTEX_EXCEPT = 9,
    // What the one or the other gives.
    PCTY_MCL_VERTEX_EXCEPT_OUTPUT = 10,
    // Chooses between statements.
    PCTY_MCL_VERTEX_STMT_IF = 11,
    // Has statements for each element of a list.
    PCTY_MCL_VERTEX_FOR = 12,
    // Has statements for each entry of a map.
    PCTY_MCL_VERTEX_FORKV = 13,
} pcty_mcl_vertex_kind;

// A vertex. Start from PCTY_MCL_VERTEX_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What it computes.
    pcty_mcl_vertex_kind kind;
    // What it is called, such as `const: int(3)` or `printf: func(format str, a int) str`. Many
    // may be called the same.
    pcty_str name;
    // The file in which its expression stands; no text where there is none.
    pcty_str file;
    // The line, from 1; 0 where there is none.
    uint32_t line;
    // The column in characters, from 1.
    uint32_t column;
    // The value that stays, or NULL.
    const pcty_value *value;
    // The type of a composite's value, and of a function; else NULL.
    const pcty_type *type;
} pcty_mcl_vertex;

// An edge. Start from PCTY_MCL_EDGE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The position of the vertex whose value it carries.
    size_t from;
    // The position of the vertex that is given it.
    size_t to;
    // The arguments that it is, by their names, with `, ` between them.
    pcty_str arguments;
} pcty_mcl_edge;

// The numbers of a function graph.
typedef struct {
    // The number of vertices: `pcty_mcl_graph_vertex_at`.
    size_t vertex_count;
    // The number of edges, at most one from a vertex to another one: `pcty_mcl_graph_edge_at`.
    size_t edge_count;
} pcty_mcl_graph_data;

// The format of a graph.
typedef enum pcty_mcl_graph_format PCTY_ENUM {
    // A line for each vertex, then a line for each edge.
    PCTY_MCL_GRAPH_TEXT = 1,
    // The notation of Graphviz.
    PCTY_MCL_GRAPH_GRAPHVIZ = 2,
} pcty_mcl_graph_format;

// --- mcl's language: running programs.

// Is told, on whichever thread, that there is something to step for after there was nothing. It
// must not step itself, and should do no more than to wake whoever steps.
typedef void (*pcty_mcl_wake)(void *user_data);

// What a step has come to.
typedef enum pcty_mcl_progress PCTY_ENUM {
    // Some functions have no value yet, and will announce one: until then the resource graph stays, if
    // there was one.
    PCTY_MCL_PROGRESS_WAITING = 0,
    // The resource graph is what it was when a step said so last.
    PCTY_MCL_PROGRESS_SAME = 1,
    // There is a resource graph, the first or another one.
    PCTY_MCL_PROGRESS_CHANGED = 2,
} pcty_mcl_progress;

// A function without a name; its type and what computes it have to be set.
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

// What `pcty_mcl_graph_vertex_at` fills starts from this.
#define PCTY_MCL_VERTEX_INIT                                                            \
    {sizeof(pcty_mcl_vertex), PCTY_MCL_VERTEX_CONST, {NULL, 0}, {NULL, 0}, 0, 0, NULL, NULL}

// What `pcty_mcl_graph_edge_at` fills starts from this.
#define PCTY_MCL_EDGE_INIT {sizeof(pcty_mcl_edge), 0, 0, {NULL, 0}}

// What `pcty_mcl_resources_edge_at` fills starts from this.
#define PCTY_MCL_RESOURCE_EDGE_INIT {sizeof(pcty_mcl_resource_edge), 0, 0, 0}

// What `pcty_mcl_resources_receive_at` fills starts from this.
#define PCTY_MCL_RECEIVE_INIT {sizeof(pcty_mcl_receive), 0, {NULL, 0}, 0, {NULL, 0}}

// What `pcty_mcl_difference_at` fills starts from this.
#define PCTY_MCL_CHANGE_INIT                                                            \
    {sizeof(pcty_mcl_change), PCTY_MCL_CHANGE_ADDED, NULL, NULL, 0, 0}

// What `pcty_mcl_difference_edge_at` fills starts from this.
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

// A field without a name and a type, which have to be set.
#define PCTY_MCL_FIELD_INIT                                                             \
    {sizeof(pcty_mcl_field), {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}}

// A kind without a name, fields and callbacks.
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
// What is pushed from other threads goes through a sender, never through the runtime: whoever
// was asked to follow something keeps a clone of the sender that was lent, and any thread may
// announce through it that the answer is another one now. An event says no more than that it
// came; the value is fetched when the runtime steps. So a second one before that adds nothing.
// ----------------------------------------------------------------------------

// Another handle of the same sender; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_mcl_sender *pcty_mcl_sender_clone(const pcty_mcl_sender *sender);

// Frees a sender. NULL: no-op.
void pcty_mcl_sender_free(pcty_mcl_sender *sender);

// A number that clones of a sender share, and that no other sender has as long as one of them
// is there. NULL: gives 0, which no sender has.
uint64_t pcty_mcl_sender_id(const pcty_mcl_sender *sender);

// Announces that the answer is another one now. It wakes the host, if nothing waited so far.
// After what was followed is no longer needed this does nothing. NULL: no-op.
//
// Threads: any.
void pcty_mcl_sender_send(const pcty_mcl_sender *sender);

// Announces that what is followed has failed for good: the next step ends the program with a
// copy of this error.
//
// NULL: no-op for `sender`; of `error` an error without words is made.
// Threads: any.
void pcty_mcl_sender_fail(const pcty_mcl_sender *sender,
                          const pcty_error *error);

// ----------------------------------------------------------------------------
// mcl's language: hosts.
//
// What programs are given: kinds of resources, functions, variables, the files of the deploy,
// modules, and who answers what functions ask of the world. One is filled by calls, and what it
// has when a program is compiled is what that program has. Nothing is taken from the process:
// a function that asks for what the host does not give fails with words that say so.
// ----------------------------------------------------------------------------

// A host that gives the core functions alone.
//
// Ownership: the result is the caller's.
pcty_mcl_host *pcty_mcl_host_new(void);

// A host of the same content, which changes by itself.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_mcl_host *pcty_mcl_host_clone(const pcty_mcl_host *host);

// Frees a host; programs that were compiled with it live on. NULL: no-op.
void pcty_mcl_host_free(pcty_mcl_host *host);

// Defines a variable of a module, or one that is always there if the module is the empty text,
// such as `hostname`, in place of an earlier one of that name. Its value is known when programs
// are compiled.
//
// Ownership: changes `host`; `value` stays the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that no variable can have;
// PCTY_ERROR_UNSUPPORTED for a value that mcl has not; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_set_variable(pcty_mcl_host *host,
                                       pcty_str module,
                                       pcty_str name,
                                       const pcty_value *value,
                                       pcty_error **error);

// Adds a text of the language to a module of the system, which programs import by its name
// alone: what it defines is there besides the module's functions and variables. The path is what
// messages call it.
//
// Ownership: changes `host`; the texts are copied.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a module without a name; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_add_source(pcty_mcl_host *host,
                                     pcty_str module,
                                     pcty_str program,
                                     pcty_str path,
                                     pcty_error **error);

// Says where the files of the deploy come from, by absolute paths with `/` between their parts:
// those that programs import, and those that functions such as `deploy.readfile` read.
//
// Ownership: changes `host`. `user_data` is the library's from here on, also on failure.
// Errors: none but NULL.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_set_files(pcty_mcl_host *host,
                                    pcty_mcl_reader reader,
                                    void *user_data,
                                    pcty_destroy destroy,
                                    pcty_error **error);

// Says where modules from elsewhere are, which programs import by an address
// (`import "git://example.com/web"`): the path is that of one of their files below all of them,
// `example.com/web/metadata.yaml`. Without, the reader of files is asked for
// `/modules/example.com/web/metadata.yaml`.
//
// Ownership: as `pcty_mcl_host_set_files`.
// Errors: none but NULL.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_set_modules(pcty_mcl_host *host,
                                      pcty_mcl_reader reader,
                                      void *user_data,
                                      pcty_destroy destroy,
                                      pcty_error **error);

// Says who answers what functions ask of the world, and who tells when an answer has become
// another one. Without `follow` an answer holds for good.
//
// Ownership: changes `host`. `user_data` is the library's from here on, also on failure.
// Errors: none but NULL.
// NULL: `follow`, `unfollow`, `user_data`, `destroy` and `error` may be.
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
// A function is known by its name, with its module as `module.name`, and says its type: by a
// signature, which may have variables (`func(key ?1, values map{?1: ?2}) ?2`), or call by call.
// Its callbacks may be called by several threads at once, if the host runs programs in several.
// ----------------------------------------------------------------------------

// Defines a function, in place of an earlier one or of the language's own of that name.
//
// Ownership: changes `host`; what `spec` points to is copied. `spec->user_data` is the library's
// from here on, also on failure, save where `struct_size` is wrong.
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a signature that is no type of a function;
// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a name that no function can have, a type
// that is said twice or not at all, and flags that do not go together; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_add_function(pcty_mcl_host *host,
                                       const pcty_mcl_function_spec *spec,
                                       pcty_error **error);

// ----------------------------------------------------------------------------
// mcl's language: resource graphs.
//
// What a program asks for: resources with a kind, a name, fields and meta parameters, and edges
// that say which of two comes first. A host may also make one by calls, with a builder, and the
// same rules hold for it: duplicates are merged or refused, edges of a pair are one, what a field
// receives has one sender, kinds add their automatic edges, and there is no circle. Two graphs
// have a difference. A struct with an `_INIT` macro begins with its size.
// ----------------------------------------------------------------------------

// A graph without resources.
//
// Ownership: the result is the caller's.
pcty_mcl_resources *pcty_mcl_resources_empty(void);

// Another handle of the same graph; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_mcl_resources *pcty_mcl_resources_clone(const pcty_mcl_resources *resources);

// Frees a graph. NULL: no-op.
void pcty_mcl_resources_free(pcty_mcl_resources *resources);

// Writes the numbers of resources, edges and receiving fields of a graph.
//
// Returns: false if `resources` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `resources` is; `out` may be.
bool pcty_mcl_resources_info(const pcty_mcl_resources *resources,
                             pcty_mcl_resources_data *out);

// A resource by its position: first those that are worked on, in the order of the program, then
// the hidden ones.
//
// Ownership: lent as long as the graph, and as long as another graph that has it. NULL: gives
// NULL, as does a position past the end.
const pcty_mcl_resource *pcty_mcl_resources_at(const pcty_mcl_resources *resources,
                                               size_t index);

// A resource by its position in an order in which whatever comes first by an edge stands before
// what comes second; what no edge orders stays in the order of the positions.
//
// Ownership: as `pcty_mcl_resources_at`. NULL: gives NULL, as does a position past the end.
const pcty_mcl_resource *pcty_mcl_resources_in_order_at(const pcty_mcl_resources *resources,
                                                        size_t index);

// The position of a resource: of the visible one of this kind and name, else of the first hidden
// one.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_NOT_FOUND where there is none; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_resources_get(const pcty_mcl_resources *resources,
                                   pcty_str kind,
                                   pcty_str name,
                                   size_t *out,
                                   pcty_error **error);

// An edge by its position.
//
// Ownership: makes nothing.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_resources_edge_at(const pcty_mcl_resources *resources,
                                       size_t index,
                                       pcty_mcl_resource_edge *out,
                                       pcty_error **error);

// A field that receives something, by its position.
//
// Ownership: what `*out` refers to is lent as long as the graph.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_resources_receive_at(const pcty_mcl_resources *resources,
                                          size_t index,
                                          pcty_mcl_receive *out,
                                          pcty_error **error);

// Formats a graph of resources. As text it has a line `Vertex: KIND[NAME]` for each resource, then a
// line `Edge: A -> B # A -> B` for each edge.
//
// Ownership: the result is the caller's.
// NULL: returns NULL if `resources` is, and for a format without a constant.
pcty_string *pcty_mcl_resources_to_text(const pcty_mcl_resources *resources,
                                        pcty_mcl_graph_format format);

// Writes the data of a resource.
//
// Returns: whether there is a resource.
// Ownership: the texts in `*out` are owned by `resource` and valid while it lives.
// NULL: returns false if `resource` is; `out` may be.
bool pcty_mcl_resource_info(const pcty_mcl_resource *resource, pcty_mcl_resource_data *out);

// Writes a field that has a value, by its position in the order of the kind.
//
// Returns: false past the end.
// Ownership: the name and the value in `*out` are owned by `resource` and valid while it lives.
// NULL: returns false if `resource` is; `out` may be.
bool pcty_mcl_resource_field_at(const pcty_mcl_resource *resource,
                                size_t index,
                                pcty_mcl_field_value *out);

// The value of a field by its name.
//
// Ownership: lent as long as the resource. NULL: gives NULL, as does a field of which nothing is
// said.
const pcty_value *pcty_mcl_resource_field_get(const pcty_mcl_resource *resource,
                                              pcty_str name);

// The value of a meta parameter by its name, in lower case as in `Meta:retryreset`; of one of which
// nothing is said, the value that it has then.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a name that no meta parameter has; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_meta_get(const pcty_mcl_resource *resource,
                                       pcty_str name,
                                       pcty_value **out,
                                       pcty_error **error);

// A host that the resource is exported to, by its position; `*` stands for all.
//
// Ownership: lent as long as the resource. NULL: gives no text, as does a position past the end.
pcty_str pcty_mcl_resource_export_at(const pcty_mcl_resource *resource,
                                     size_t index);

// What of a graph is another in the one after it. Resources that are the same in both cost next
// to nothing.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_difference_new(const pcty_mcl_resources *before,
                                    const pcty_mcl_resources *after,
                                    pcty_mcl_difference **out,
                                    pcty_error **error);

// Frees a difference. NULL: no-op.
void pcty_mcl_difference_free(pcty_mcl_difference *difference);

// Writes the numbers of changes in a difference.
//
// Returns: false if `difference` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `difference` is; `out` may be.
bool pcty_mcl_difference_info(const pcty_mcl_difference *difference,
                              pcty_mcl_difference_data *out);

// What has become of a resource, by its position: first those that were removed, then those that
// were added, then those that are others.
//
// Ownership: the resources are lent as long as the difference.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_difference_at(const pcty_mcl_difference *difference,
                                   size_t index,
                                   pcty_mcl_change *out,
                                   pcty_error **error);

// The name of a field that is another, is said no more or said now, by its position among those
// of the resource at `index`.
//
// Ownership: lent as long as the difference. NULL: gives no text, as does a position past the end.
pcty_str pcty_mcl_difference_field_at(const pcty_mcl_difference *difference,
                                      size_t index,
                                      size_t field);

// The name of a meta parameter that is another, by its position among those of the resource at
// `index`.
//
// Ownership: lent for ever. NULL: gives no text, as does a position past the end.
pcty_str pcty_mcl_difference_meta_at(const pcty_mcl_difference *difference,
                                     size_t index,
                                     size_t meta);

// What has become of an edge, or of what a field receives, by its position: first what was
// removed.
//
// Ownership: what `*out` refers to is lent as long as the difference.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_difference_edge_at(const pcty_mcl_difference *difference,
                                        size_t index,
                                        pcty_mcl_edge_change *out,
                                        pcty_error **error);

// The difference as text, a line each: `+` before what was added, `-` before what was removed, and
// `~` before what is another, with its fields.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_string *pcty_mcl_difference_to_text(const pcty_mcl_difference *difference);

// ----------------------------------------------------------------------------
// mcl's language: kinds of resources.
//
// A kind has fields with types, may send values that others receive, and has traits. It is told
// as JSON or by calls; callbacks may say more of its resources: whether one can be as it is, when
// two of one name are the same, what two of one name become together, what one comes after by
// itself, and what one of another host is that a program collects.
//
// As JSON, kinds are an array, or one after another as in a file with one a line:
//
// ```json
// [{"kind": "dir", "traits": ["edgeable", "recvable"],
//   "fields": [{"lang": "mode", "type": "str"},
//              {"lang": "owner", "type": "int", "name": "Owner", "storage": "*uint32"}],
//   "sends": [{"lang": "path", "type": "str"}]}]
// ```
//
// A field has the name that the language has for it (`lang`) and its `type`, as the language
// writes types (`variant` takes any value); if it is stored under another name, that `name`; and
// if it is stored as another type than the language's own (`bool`, `string`, `int64`, `float64`,
// `[]string`, and so on), that `storage`, in Go's words: an integer has to fit, and `*` says that
// the field may be unset, which is another thing than zero. What is sent has to be stored as the
// same type as the field that receives it, where that is no `variant`. A field whose type is `func`
// or `unrepresentable`, as the reference's list has those that no program can say, is left out.
//
// The traits are `sendable` (it sends, also where `sends` is missing), `recvable` (its fields
// receive), `refreshable`, `groupable`, `edgeable` (it has automatic edges), `reversible`,
// `exportable`, and `compatible` (two of one name that are not the same are merged); `base` and
// `graphqueryable` say nothing here.
// ----------------------------------------------------------------------------

// Adds the kinds of a JSON document, each in place of an earlier one of that name. What callbacks
// say of one can be added with `pcty_mcl_host_set_kind_callbacks`.
//
// Ownership: changes `host`; the text is copied.
// Errors: PCTY_ERROR_SYNTAX for what is no JSON, PCTY_ERROR_TYPE for what is no schema, with the
// path and the byte: then nothing is added; PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_add_kinds(pcty_mcl_host *host,
                                    pcty_str json,
                                    pcty_error **error);

// Adds a kind, in place of an earlier one of that name.
//
// Ownership: changes `host`; what `kind` points to is copied. `kind->user_data` is the library's
// from here on, also on failure, save where `struct_size` is wrong.
// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a type that no field has;
// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a kind or field without a name, and a
// trait that has no constant; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_add_kind(pcty_mcl_host *host,
                                   const pcty_mcl_kind *kind,
                                   pcty_error **error);

// Gives a kind that there is callbacks: those of `kind`, and nothing else of it but its name.
//
// Ownership: changes `host`; `kind->user_data` is the library's from here on, also on failure,
// save where `struct_size` is wrong.
// Errors: PCTY_ERROR_NOT_FOUND where there is no such kind; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_host_set_kind_callbacks(pcty_mcl_host *host,
                                             const pcty_mcl_kind *kind,
                                             pcty_error **error);

// Says a field, in place of what was said of it before.
//
// Ownership: changes `draft`; `value` stays the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a field that the kind has not, PCTY_ERROR_UNSUPPORTED for a value
// that mcl has not, PCTY_ERROR_TYPE for one of another type, PCTY_ERROR_VALUE for one
// that cannot be stored; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_builder_set_field(pcty_mcl_resource_builder *draft,
                                                pcty_str name,
                                                const pcty_value *value,
                                                pcty_error **error);

// Takes back what was said of a field; nothing happens where nothing was.
//
// Ownership: changes `draft`.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_builder_unset_field(pcty_mcl_resource_builder *draft,
                                                  pcty_str name,
                                                  pcty_error **error);

// Sets a meta parameter by its name in lower case, such as `hidden`: a bool for most, an int for
// `retry`, `delay`, `timeout`, `poll` and `burst`, a float for `limit`, and a list of texts for
// `sema` and `export`.
//
// Ownership: changes `draft`; `value` stays the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a name that no meta parameter has, PCTY_ERROR_TYPE for a value
// of another type, PCTY_ERROR_VALUE for one out of range; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_builder_set_meta(pcty_mcl_resource_builder *draft,
                                               pcty_str name,
                                               const pcty_value *value,
                                               pcty_error **error);

// Says that the resource comes after one of several others: the first of them that the graph has.
//
// Ownership: changes `wishes`; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `kinds` and `names` (if `count` is 0) and `error` may be.
// Threads: that of the callback.
PCTY_MUST_USE
pcty_status pcty_mcl_dependencies_add(pcty_mcl_dependencies *wishes,
                                      const pcty_str *kinds,
                                      const pcty_str *names,
                                      size_t count,
                                      pcty_error **error);

// ----------------------------------------------------------------------------
// mcl's language: resource graphs that a host makes by calls.
//
// A host may be a front end itself: it makes resources as drafts and gives them, and edges between
// them, to a builder, and the rules are those of programs. So a graph from elsewhere goes through
// the same merging, automatic edges and differences.
//
// What a kind's callbacks add to a builder meanwhile is there for the next call: a graph is of what
// the builder had when the call for it began.
// ----------------------------------------------------------------------------

// A resource of which nothing is said yet, of a kind that the host has now.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND where there is no such kind; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_resource_builder_new(const pcty_mcl_host *host,
                                          pcty_str kind,
                                          pcty_str name,
                                          pcty_mcl_resource_builder **out,
                                          pcty_error **error);

// Frees a draft of the caller's own. NULL: no-op.
void pcty_mcl_resource_builder_free(pcty_mcl_resource_builder *draft);

// A builder without resources, by the kinds that the host has now.
//
// Ownership: the result is the caller's. NULL: `host` may be: then there are no kinds.
pcty_mcl_builder *pcty_mcl_builder_new(const pcty_mcl_host *host);

// Frees a builder; graphs that it has built live on. NULL: no-op.
void pcty_mcl_builder_free(pcty_mcl_builder *builder);

// Adds a resource, as the draft is now.
//
// Ownership: changes `builder`; `draft` stays the caller's.
// Errors: PCTY_ERROR_VALUE for a resource that cannot be as it is, by its meta
// parameters or its kind; for a draft of another host PCTY_ERROR_NOT_FOUND for a kind or a field
// that the builder does not know, and PCTY_ERROR_TYPE and PCTY_ERROR_VALUE for a value
// that its field cannot hold; what a callback of the kind says.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_builder_add(pcty_mcl_builder *builder,
                                 const pcty_mcl_resource_builder *draft,
                                 pcty_error **error);

// Adds an edge: the first resource comes before the second. `flags` is PCTY_MCL_EDGE_NOTIFY or 0.
//
// Ownership: changes `builder`; the texts are copied.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for other flags; PCTY_ERROR_INVALID_UTF8. Whether there are
// such resources is looked at when the graph is built.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_builder_add_edge(pcty_mcl_builder *builder,
                                      pcty_str from_kind,
                                      pcty_str from_name,
                                      pcty_str to_kind,
                                      pcty_str to_name,
                                      pcty_mcl_edge_flags flags,
                                      pcty_error **error);

// Adds an edge by which a field of the second resource receives what the first sends.
//
// Ownership: changes `builder`; the texts are copied.
// Errors: PCTY_ERROR_INVALID_UTF8. Whether it can be sent is looked at when the graph is built.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_builder_add_receive(pcty_mcl_builder *builder,
                                         pcty_str from_kind,
                                         pcty_str from_name,
                                         pcty_str sent,
                                         pcty_str to_kind,
                                         pcty_str to_name,
                                         pcty_str field,
                                         pcty_error **error);

// The graph of all that was given; the builder stays as it is, and may be given more.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_VALUE for duplicates that are not equal and cannot be merged, for a
// field that receives twice, and for circles; PCTY_ERROR_NOT_FOUND for edges to resources that are
// not there; PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED, also where a callback of a kind says so:
// whatever else one says is a part of the message.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_builder_build(const pcty_mcl_builder *builder,
                                   pcty_mcl_resources **out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// mcl's language: graphs of functions.
//
// What computes what a program puts out: a vertex is a function, and an edge carries its value to
// the arguments that it is named by. Only what statements need is there; what depends on values
// (branches, bodies of loops, functions that are not known) is built when the program runs. A
// struct is filled by its position, and says its own size first.
// ----------------------------------------------------------------------------

// Frees a graph. NULL: no-op.
void pcty_mcl_graph_free(pcty_mcl_graph *graph);

// Writes the numbers of vertices and edges of a graph.
//
// Returns: false if `graph` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `graph` is; `out` may be.
bool pcty_mcl_graph_info(const pcty_mcl_graph *graph, pcty_mcl_graph_data *out);

// A vertex by its position.
//
// Ownership: what `*out` refers to is lent as long as the graph.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_graph_vertex_at(const pcty_mcl_graph *graph,
                                     size_t index,
                                     pcty_mcl_vertex *out,
                                     pcty_error **error);

// An edge by its position.
//
// Ownership: what `*out` refers to is lent as long as the graph.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_graph_edge_at(const pcty_mcl_graph *graph,
                                   size_t index,
                                   pcty_mcl_edge *out,
                                   pcty_error **error);

// Formats a function graph. As text it has a line `Vertex: NAME` for each vertex, then a line `Edge: FROM
// -> TO # ARGUMENTS` for each edge.
//
// Ownership: the result is the caller's.
// NULL: returns NULL if `graph` is, and for a format without a constant.
pcty_string *pcty_mcl_graph_to_text(const pcty_mcl_graph *graph,
                                    pcty_mcl_graph_format format);

// ----------------------------------------------------------------------------
// mcl's language: programs.
//
// A program is read, checked and compiled once, with all the files that it imports, and may then
// run any number of times. What is wrong with it is an error with the stage at which it was found
// (`stage` of `pcty_error_info`): `errLexParse`, `errInit`, `errInterpolate`, `errSetScope`, `errUnify` or
// `errGraph`. It has the language's words, and the place as a diagnostic.
// ----------------------------------------------------------------------------

// Compiles a program that begins with a file of the host's, by its absolute path, or, with a slash
// at the end of the path, with the module in that folder, which says in `metadata.yaml` with which
// file.
//
// Ownership: `*out` is the caller's; what the host has now is what the program has.
// Errors: of whichever stage finds the first, with the code that says most: PCTY_ERROR_SYNTAX,
// _TYPE, _NOT_FOUND, _UNSUPPORTED, _VALUE; what a reader of files says;
// PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8, also of a file; PCTY_ERROR_INVALID_ARGUMENT for a path
// that is not absolute.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_program_compile(pcty_str path,
                                     const pcty_mcl_host *host,
                                     pcty_mcl_program **out,
                                     pcty_error **error);

// Compiles a program that begins with a text. `file` is its path, by which messages call it and
// beside which the files are that it imports; one that is not absolute is below `/`.
//
// Ownership: `*out` is the caller's; the text is copied, and what the host has now is what the
// program has.
// Errors: as `pcty_mcl_program_compile`.
// NULL: `host` (then there is the language alone) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_program_compile_text(pcty_str program,
                                          pcty_str file,
                                          const pcty_mcl_host *host,
                                          pcty_mcl_program **out,
                                          pcty_error **error);

// Another handle of the same program; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_mcl_program *pcty_mcl_program_clone(const pcty_mcl_program *program);

// Frees a program; what runs it lives on. NULL: no-op.
void pcty_mcl_program_free(pcty_mcl_program *program);

// How many files the program was made of. NULL: gives 0.
size_t pcty_mcl_program_file_count(const pcty_mcl_program *program);

// The path of a file that the program was made of, by its position: first the one that it begins
// with.
//
// Ownership: lent as long as the program. NULL: gives no text, as does a position past the end.
pcty_str pcty_mcl_program_file_at(const pcty_mcl_program *program,
                                  size_t index);

// The graph of the program's functions, as it is before the program runs.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_program_graph(const pcty_mcl_program *program,
                                   pcty_mcl_graph **out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// mcl's language: running programs.
//
// A runtime is a program that runs: a graph of functions that follows the world. The host drives
// it. A step computes whatever can be computed now, and says whether the resource graph is another
// one than before; only what an event can reach is computed again. Then the host waits: for a
// descriptor, or its wake callback, and for the next time that somebody waits for.
//
// The library starts no thread and reads no clock: the host sets the time, in milliseconds since
// the beginning of 1970 in UTC. A program that asks for the time before it was set fails.
//
// While a runtime steps, whoever it calls back may set its time and say whom to wake, and may free
// it: then it ends with the step. Other calls that take it are refused with
// PCTY_ERROR_INVALID_ARGUMENT meanwhile, whichever thread they come from.
// ----------------------------------------------------------------------------

// Starts a program. Nothing is computed before the first step. Runtimes of one program are
// independent but for their time, which is that of the program's world.
//
// A program that would have more than `vertices` vertices at once, those of its branches, loops and
// calls, ends for good with PCTY_ERROR_LIMIT; 0 stands for a million or so.
//
// Ownership: `*out` is the caller's; it keeps what it needs of the program.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_start(const pcty_mcl_program *program,
                                   size_t vertices,
                                   pcty_mcl_runtime **out,
                                   pcty_error **error);

// Ends a program that runs: what it follows is ended, and its senders do nothing any more. Inside
// of a callback of its own step it ends when the step returns.
// NULL: no-op.
void pcty_mcl_runtime_free(pcty_mcl_runtime *runtime);

// Sets the time, in milliseconds since the beginning of 1970 in UTC; whoever waits for a time that
// has come is announced. It may also be set back.
//
// Ownership: changes `runtime`. NULL: no-op.
// Threads: one at a time.
void pcty_mcl_runtime_set_time(pcty_mcl_runtime *runtime,
                               int64_t milliseconds);

// The first time that somebody waits for: false where nobody does, and then `*out` stays as it is.
//
// NULL: `runtime` and `out` may be; NULL gives false.
// Threads: one at a time.
bool pcty_mcl_runtime_next_time(const pcty_mcl_runtime *runtime,
                                int64_t *out);

// Says whom to wake when there is something to step for, in place of the one from before.
//
// Ownership: changes `runtime`. `user_data` is the library's from here on, also on failure.
// Errors: none but NULL.
// NULL: `user_data`, `destroy` and `error` may be, and `wake`: then nobody is woken any more.
// Threads: one at a time. The callback runs on any thread, and may run once more on another one
// after it was replaced.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_set_wake(pcty_mcl_runtime *runtime,
                                      pcty_mcl_wake wake,
                                      void *user_data,
                                      pcty_destroy destroy,
                                      pcty_error **error);

// A descriptor that is readable from when there is something to step for until the next step, for
// `poll` and its kin. After a program has ended there is nothing to step for. It is not to be read
// from or closed; it ends with the runtime.
//
// Ownership: lent as long as the runtime.
// Errors: PCTY_ERROR_UNSUPPORTED where the system has no descriptors, or no more of them;
// PCTY_ERROR_INVALID_ARGUMENT where the first call for one comes while the runtime steps.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_descriptor(pcty_mcl_runtime *runtime,
                                        int32_t *out,
                                        pcty_error **error);

// Works until nothing is left to be computed, and says whether there is something new. It counts on
// the budget that the thread has entered (`pcty_budget_enter`): where that is spent, another step
// goes on where this one stopped.
//
// Ownership: changes `runtime`.
// Errors: of the stage `errStream` what a function reports that nothing recovers from, a stream that
// has failed, and too many vertices, whatever their codes: every step says the same from then on.
// Of the stages `errInterpret` and `errAutoEdge` what keeps resources from being a graph: so says
// every step until an event has changed that, and the graph that there was stays. Each has the
// language's words and, where there is one, the place as a diagnostic.
// PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED of a budget end the step alone.
// PCTY_ERROR_INVALID_ARGUMENT, without a stage, while the runtime steps.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_step(pcty_mcl_runtime *runtime,
                                  pcty_mcl_progress *out,
                                  pcty_error **error);

// The resource graph that a step has come to last; before that, one without resources. What it
// shares with graphs from before is shared in memory.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT while the runtime steps.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_mcl_runtime_resources(const pcty_mcl_runtime *runtime,
                                       pcty_mcl_resources **out,
                                       pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_MCL_LANGUAGE_H
