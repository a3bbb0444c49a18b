// Puppet's language: manifests and templates, what is in them, and what they evaluate to.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_PUPPET_LANGUAGE_H
#define POLYCTY_PUPPET_LANGUAGE_H

#include "base.h"
#include "puppet.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// What an evaluation stands in. One thread at a time while it changes; as long as nobody
// changes it, any number may evaluate in it.
//
// ```c
// // Facts for a program, which may read variables that nothing defines.
// static pcty_puppet_environment *environment_of(const pcty_value *facts) {
//     pcty_puppet_environment *environment = pcty_puppet_environment_new();
//     must(pcty_puppet_environment_set_variable(environment, PCTY_STR("facts"), facts, NULL));
//     pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
//     options.unknown_variables = PCTY_PUPPET_UNKNOWN_UNDEF;
//     must(pcty_puppet_environment_set_options(environment, &options, NULL));
//     return environment; // "${facts['os']['family']}" has a value in it
// }
// ```
typedef struct pcty_puppet_environment pcty_puppet_environment;

// The call that a function of the host answers. It is lent to the callback, until this
// returns, on the thread that it runs on.
//
// ```c
// // twice(3) |$x| { $x + 1 } gives [4, 4].
// static pcty_status twice(void *user_data, const pcty_value *const *args, size_t count,
//                          const pcty_puppet_call *call, pcty_value **out, pcty_error **error) {
//     pcty_value *made[2] = {NULL, NULL};
//     pcty_status status = PCTY_OK;
//     (void)user_data;
//     for (int i = 0; i < 2 && status == PCTY_OK; i++) {
//         status = pcty_puppet_call_block(call, args, count, &made[i], error);
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
//     return pcty_puppet_environment_set_function(environment, PCTY_STR("twice"), signatures, 1,
//                                                 twice, NULL, NULL, error);
// }
// ```
typedef struct pcty_puppet_call pcty_puppet_call;

// A text that has been read, checked and prepared: a manifest, an expression, or a template.
// Never changes; any number of threads may use it at once.
//
// ```c
// // Prints what a program is worth, or what is wrong with it and where.
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
//         text = pcty_error_to_text(error); // with the line that it is about
//     }
//     puts(pcty_string_cstr(text));
//     pcty_string_free(text);
//     pcty_error_free(error);
//     pcty_value_free(value);
//     pcty_puppet_manifest_free(manifest);
// }
// ```
typedef struct pcty_puppet_manifest pcty_puppet_manifest;

// What a text defines and uses. Never changes; any number of threads may use it at once.
//
// ```c
// // Prints `class ntp::server` and so on, and the line that each begins on.
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

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Puppet's language: environments.

// What becomes of things that are probably wrong: Puppet's setting `strict`.
typedef enum pcty_puppet_strictness PCTY_ENUM {
    // They are errors, as they are by default.
    PCTY_PUPPET_STRICT_ERROR = 1,
    // They are told, and that is all.
    PCTY_PUPPET_STRICT_WARNING = 2,
    // They pass.
    PCTY_PUPPET_STRICT_OFF = 3,
} pcty_puppet_strictness;

// What reading a variable is that nothing has defined.
typedef enum pcty_puppet_unknown PCTY_ENUM {
    // An error, as it is by default.
    PCTY_PUPPET_UNKNOWN_REFUSED = 1,
    // undef, with a warning unless the language is lax.
    PCTY_PUPPET_UNKNOWN_UNDEF = 2,
} pcty_puppet_unknown;

// What an expression is that declares resources. There is no catalog in either case.
typedef enum pcty_puppet_resources PCTY_ENUM {
    // An error that says that there is no catalog, as it is by default.
    PCTY_PUPPET_RESOURCES_REFUSED = 1,
    // The references to what it declares. What is declared can be asked for its attributes and is
    // not declared twice.
    PCTY_PUPPET_RESOURCES_REFERENCED = 2,
} pcty_puppet_resources;

// The options of an environment. Members that are 0 or NULL leave the option as it is. Start from
// PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The treatment of probable errors while a program runs. Those in its text are checked when it
    // is parsed (`pcty_puppet_manifest_parse`).
    pcty_puppet_strictness strictness;
    // The result of reading an undefined variable.
    pcty_puppet_unknown unknown_variables;
    // The result of an expression that declares resources.
    pcty_puppet_resources resources;
    // The aliases that all programs can use, in place of the previous ones. Signatures of functions
    // that are set later may use them.
    const pcty_puppet_aliases *aliases;
    // The current time, as the duration since 1970 in UTC. If it is never set, `Timestamp.new()` and
    // `strftime(format)` return an error: the library does not read the system's clock.
    const pcty_puppet_time *time;
} pcty_puppet_environment_options;

// --- Puppet's language: what the host does for a program.

// Computes the result of a call of a function of the host. The arguments fit one of the
// function's signatures; they and the call are lent. On success it puts a value of its own
// into `*out`, which is NULL at first, and the library takes it; on failure it puts an error of
// its own into `*error` and returns its code.
typedef pcty_status (*pcty_puppet_function)(void *user_data,
                                            const pcty_value *const *args,
                                            size_t count,
                                            const pcty_puppet_call *call,
                                            pcty_value **out,
                                            pcty_error **error);

// How urgent a message is.
typedef enum pcty_puppet_level PCTY_ENUM {
    // For those who look for faults.
    PCTY_PUPPET_LEVEL_DEBUG = 1,
    // What happens as it should.
    PCTY_PUPPET_LEVEL_INFO = 2,
    // What `notice` says.
    PCTY_PUPPET_LEVEL_NOTICE = 3,
    // What is probably wrong.
    PCTY_PUPPET_LEVEL_WARNING = 4,
    // What went wrong.
    PCTY_PUPPET_LEVEL_ERR = 5,
    // What has to be seen to at once.
    PCTY_PUPPET_LEVEL_ALERT = 6,
    // What affects everything.
    PCTY_PUPPET_LEVEL_EMERG = 7,
    // What is broken.
    PCTY_PUPPET_LEVEL_CRIT = 8,
} pcty_puppet_level;

// Is told of a message, which is lent. On failure it puts an error of its own into `*error`
// and returns its code.
typedef pcty_status (*pcty_puppet_logger)(void *user_data,
                                          pcty_puppet_level level,
                                          pcty_str message,
                                          pcty_error **error);

// Which definition of a name is looked for.
typedef enum pcty_puppet_load_kind PCTY_ENUM {
    // A function: of a module, in a file of the folder `functions`.
    PCTY_PUPPET_LOAD_FUNCTION = 1,
    // A type alias: in a file of the folder `types`.
    PCTY_PUPPET_LOAD_TYPE = 2,
    // A class or a defined type: in a file of the folder `manifests`.
    PCTY_PUPPET_LOAD_CLASS = 3,
    // A template: in a file of the folder `templates`.
    PCTY_PUPPET_LOAD_TEMPLATE = 4,
} pcty_puppet_load_kind;

// Finds the text that defines a name. The name is qualified and in lower case, such as
// `stdlib::port`, and of a template as it is said, such as `ntp/ntp.conf.epp`; it is lent. On
// success it puts the text into `*out` and what errors call it, such as a path, into `*file`,
// strings of its own that the library takes; both are NULL at first, which says, left so, that
// there is no such definition, and a text without a name. On failure it puts an error of its
// own into `*error` and returns its code.
typedef pcty_status (*pcty_puppet_loader)(void *user_data,
                                          pcty_puppet_load_kind sought,
                                          pcty_str name,
                                          pcty_string **out,
                                          pcty_string **file,
                                          pcty_error **error);

// What a function asks of the world.
typedef enum pcty_puppet_question PCTY_ENUM {
    // `lookup` and `hiera`: the value of the first of some keys that has one. Four arguments: an
    // Array of the keys; the type that the value has to be of, how values merge, and further
    // options as a Hash, each undef where nothing is said of it.
    PCTY_PUPPET_QUESTION_LOOKUP = 1,
    // `find_file` and its kin: the path of the first of some files that there is, a String. Each
    // argument is a name.
    PCTY_PUPPET_QUESTION_FIND_FILE = 2,
    // `file` and `binary_file`: what a file contains, a String or a Binary. The argument is its
    // name.
    PCTY_PUPPET_QUESTION_READ_FILE = 3,
    // `generate`: what a command writes, a String. Each argument is a word of the command.
    PCTY_PUPPET_QUESTION_GENERATE = 4,
    // `defined`, and names of types that nothing else knows: whether there is a resource type, a
    // class or a defined type of a name, a Boolean. The argument is the name.
    PCTY_PUPPET_QUESTION_DEFINED = 5,
    // What only a catalog can do: `include`, `contain`, `require`, `realize`, `create_resources`,
    // `tag`, `tagged`. The first argument is the function's name, the others are its own.
    PCTY_PUPPET_QUESTION_CATALOG = 6,
} pcty_puppet_question;

// Answers what a function asks of the world. The arguments are lent. On success it puts a value
// of its own into `*out`, which the library takes; NULL, as it is at first, says that there is
// no such value or file. PCTY_ERROR_UNSUPPORTED without an error says that this host does not
// answer such questions, and the language tells so. On another failure it puts an error of its
// own into `*error` and returns its code.
typedef pcty_status (*pcty_puppet_answer)(void *user_data,
                                          pcty_puppet_question question,
                                          const pcty_value *const *args,
                                          size_t count,
                                          pcty_value **out,
                                          pcty_error **error);

// --- Puppet's language: manifests and templates.

// What a text is.
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

// What is defined.
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
    // What is defined.
    pcty_puppet_definition_kind kind;
    // The word for it: `class`, `define`, `function`, `node`, `type`.
    pcty_str keyword;
    // The name, with those of the classes around; empty for a node.
    pcty_str name;
    // The lines of comment right above it, without their signs; no text where there are none.
    pcty_str documentation;
    // The class that a class inherits from; else no text.
    pcty_str inherits;
    // The type of a function's result, or what an alias stands for; else no text.
    pcty_str type_text;
    // How many parameters it has.
    size_t parameter_count;
    // How many nodes it is for: names, expressions, or `default`.
    size_t match_count;
    // Where Puppet says that it is: its keyword, or the name of an alias.
    pcty_position place;
    // All of it.
    pcty_range range;
} pcty_puppet_definition;

// A parameter of a definition or of a lambda. Start from PCTY_PUPPET_PARAMETER_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether it takes all arguments that are left.
    bool is_rest;
    // The name, without `$`.
    pcty_str name;
    // The type, which `pcty_puppet_type_parse` reads; no text where there is none.
    pcty_str type_text;
    // The default; no text where there is none.
    pcty_str default_text;
    // Where it begins.
    pcty_position place;
} pcty_puppet_parameter;

// What is said of resources.
typedef enum pcty_puppet_resource_form PCTY_ENUM {
    // They are declared.
    PCTY_PUPPET_RESOURCE_REGULAR = 1,
    // They are declared and wait to be realised: `@`.
    PCTY_PUPPET_RESOURCE_VIRTUAL = 2,
    // They are declared and wait to be collected, by other nodes too: `@@`.
    PCTY_PUPPET_RESOURCE_EXPORTED = 3,
    // What attributes of a type are by default: `File { mode => '0644' }`.
    PCTY_PUPPET_RESOURCE_DEFAULTS = 4,
    // Attributes of resources that are declared elsewhere: `File['a'] { mode => '0644' }`.
    PCTY_PUPPET_RESOURCE_OVERRIDE = 5,
    // Virtual ones are collected: `File <| tag == 'a' |>`.
    PCTY_PUPPET_RESOURCE_COLLECT = 6,
    // Exported ones are collected: `File <<| |>>`.
    PCTY_PUPPET_RESOURCE_COLLECT_EXPORTED = 7,
    // One comes before another: `->`, `~>`, `<-` or `<~`.
    PCTY_PUPPET_RESOURCE_RELATIONSHIP = 8,
} pcty_puppet_resource_form;

// Something that is said of resources. Start from PCTY_PUPPET_RESOURCE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // What is said.
    pcty_puppet_resource_form form;
    // The word for it: `regular`, `virtual`, `exported`, `defaults`, `override`, `collect`,
    // `collect-exported`, or the operator of a relationship.
    pcty_str word;
    // The type, or the resources that are spoken of; the left side of a relationship.
    pcty_str type_text;
    // Which ones a collector collects, or the right side of a relationship; else no text.
    pcty_str other_text;
    // How many bodies it has: one for each `title: attributes`, one without a title for what is
    // no declaration, none for a relationship.
    size_t body_count;
    // Where Puppet says that it is.
    pcty_position place;
} pcty_puppet_resource;

// A title, or several at once, with what is set. Start from PCTY_PUPPET_RESOURCE_BODY_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The title; no text for what is no declaration.
    pcty_str title;
    // How many attributes are set.
    size_t attribute_count;
} pcty_puppet_resource_body;

// An attribute that is set. Start from PCTY_PUPPET_ATTRIBUTE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether it is added to what is there: `+>` in place of `=>`.
    bool is_added;
    // The name; `*` where a Hash says them.
    pcty_str name;
    // The value.
    pcty_str value_text;
    // Where the name begins.
    pcty_position place;
} pcty_puppet_attribute;

// A call of a function, a type or a method. Start from PCTY_PUPPET_CALL_SITE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Whether it has a lambda.
    bool has_lambda;
    // The function or the type; no text where something else is called.
    pcty_str name;
    // How many arguments it has, without a lambda and what stands before a dot.
    size_t argument_count;
    // How many parameters its lambda has.
    size_t parameter_count;
    // Where Puppet says that it is: its first byte, or of a method the parenthesis or the dot.
    pcty_position place;
} pcty_puppet_call_site;

// A use of a variable, which may be an assignment. Start from PCTY_PUPPET_VARIABLE_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The name, without `$`, as it is written.
    pcty_str name;
    // Where it begins: at the `$`, or in `${..}` at the name.
    pcty_position place;
} pcty_puppet_variable;

// The numbers of an outline.
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

// What `pcty_puppet_outline_*_at` fills starts from one of these.
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

// A number that leaves an option as it is.
#ifdef __cplusplus
#define PCTY_PUPPET_UNCHANGED(type) static_cast<type>(0)
#else
#define PCTY_PUPPET_UNCHANGED(type) ((type)0)
#endif

// Options that leave everything as it is.
#define PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT                                            \
    {sizeof(pcty_puppet_environment_options),                                           \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_strictness),                                                         \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_unknown),                                                            \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_resources),                                                          \
     NULL,                                                                              \
     NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Puppet's language: environments.
//
// What an evaluation stands in: variables, functions of the host, aliases, where definitions
// and messages come from and go to, and how strict the language is. Nothing is asked of the
// process but the time, where no other one is said.
// ----------------------------------------------------------------------------

// The language alone, as strict as it usually is.
//
// Ownership: the result is the caller's.
pcty_puppet_environment *pcty_puppet_environment_new(void);

// An environment of the same content, which changes by itself. What neither changes they
// share.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_puppet_environment *pcty_puppet_environment_clone(const pcty_puppet_environment *environment);

// Frees an environment; what the host gave it is released with the last one that has it.
// NULL: no-op.
void pcty_puppet_environment_free(pcty_puppet_environment *environment);

// Defines a variable of the top scope by its name without `$`, or one of a class by its
// qualified name, in place of an earlier one of that name.
//
// Ownership: changes `environment`; `value` stays the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
// PCTY_ERROR_INVALID_ARGUMENT for a name that no program can write (`"$x"`, `"1"`, `"a b"`);
// PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_variable(pcty_puppet_environment *environment,
                                                 pcty_str name,
                                                 const pcty_value *value,
                                                 pcty_error **error);

// Sets options of an environment.
//
// Ownership: changes `environment`; the members of `options` stay the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a number without a constant, for a time with a second of
// nanoseconds or more, and for a wrong `struct_size`; the environment is then unchanged.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_options(pcty_puppet_environment *environment,
                                                const pcty_puppet_environment_options *options,
                                                pcty_error **error);

// Loads definitions from a directory of modules, laid out as Puppet lays them out, after those
// that were added before: the first directory that has a file for a name defines it. The
// directories take the place of a loader that was set before, and a loader that is set later takes
// theirs. No path out of the directory is followed; a file may have as many bytes as a call may use
// by default. A file that cannot be read ends the evaluation with an error.
//
// Ownership: changes `environment`; the path is copied.
// Errors: PCTY_ERROR_NOT_FOUND if no directory is at the path or it cannot be opened;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_add_modules(pcty_puppet_environment *environment,
                                                pcty_str path,
                                                pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet's language: what the host does for a program.
//
// Functions of the host, where definitions come from and messages go, and who answers what
// functions such as `lookup` ask of the world. The callbacks may be called by several threads
// at once, if the host evaluates in several. One that fails ends the evaluation with its
// error. Each is told of at its setter: an environment has one of each kind, and a function
// of each name, of which the last that was set counts.
// ----------------------------------------------------------------------------

// Defines a function, in place of an earlier one or of the language's own of that name. Each
// signature is written as messages write it, `String[1] name, Any value?, Callable[1, 1]
// block?`: a `?` behind what may be left away, a `*` or `+` behind what may come several times,
// the block last; the first that a call fits is taken. Without any, every call fits.
//
// Ownership: changes `environment`; the texts are copied. `user_data` is the library's from here
// on, also on failure.
// Errors: PCTY_ERROR_SYNTAX and others of `pcty_puppet_type_parse` for a signature that cannot be
// read; PCTY_ERROR_INVALID_UTF8.
// NULL: `signatures` (if `count` is 0) and `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_function(pcty_puppet_environment *environment,
                                                 pcty_str name,
                                                 const pcty_str *signatures,
                                                 size_t count,
                                                 pcty_puppet_function function,
                                                 void *user_data,
                                                 pcty_destroy destroy,
                                                 pcty_error **error);

// Whether a call has a block. NULL: gives false, as does a call whose block is running.
bool pcty_puppet_call_has_block(const pcty_puppet_call *call);

// Calls the block of a call. A block that fails or leaves the function around it (`return`)
// gives an error which the function has to pass on: what it gives instead is not looked at.
//
// Ownership: `*out` is the caller's; the arguments stay the caller's.
// Errors: PCTY_ERROR_CALLBACK where the block has stopped; PCTY_ERROR_INVALID_ARGUMENT where
// there is none, or where it is running already; PCTY_ERROR_UNSUPPORTED for marks and unknown
// values.
// NULL: `args` (if `count` is 0) and `error` may be.
// Threads: that of the callback alone, until it returns.
PCTY_MUST_USE
pcty_status pcty_puppet_call_block(const pcty_puppet_call *call,
                                   const pcty_value *const *args,
                                   size_t count,
                                   pcty_value **out,
                                   pcty_error **error);

// Says where messages go; without, they are lost.
//
// Ownership: changes `environment`. `user_data` is the library's from here on, also on failure.
// Errors: none but NULL.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_logger(pcty_puppet_environment *environment,
                                               pcty_puppet_logger logger,
                                               void *user_data,
                                               pcty_destroy destroy,
                                               pcty_error **error);

// Says where definitions come from that a program does not have itself. It is asked when a
// name is used for the first time, once in an evaluation.
//
// Ownership: changes `environment`. `user_data` is the library's from here on, also on failure.
// Errors: none but NULL.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_loader(pcty_puppet_environment *environment,
                                               pcty_puppet_loader loader,
                                               void *user_data,
                                               pcty_destroy destroy,
                                               pcty_error **error);

// Where a directory of modules, laid out as Puppet has it, keeps the definition of a name:
// `stdlib::port` in `types/port.pp` of the module `stdlib`, the class `ntp` in
// `ntp/manifests/init.pp`, the set of types `ntp` in `ntp/types/init_typeset.pp`, the template
// `ntp/ntp.conf.epp` in `ntp/templates/ntp.conf.epp`. The path begins with the directory, if one is said; `/` stands between its parts. Nothing is read.
//
// Ownership: `*out` is the caller's; NULL for a name that no file within a module can have.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a `sought` without a constant; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_module_file(pcty_str directory,
                                    pcty_str name,
                                    pcty_puppet_load_kind sought,
                                    pcty_string **out,
                                    pcty_error **error);

// Says who answers what functions ask of the world; without, every question is an error that
// says so, and nothing is defined.
//
// Ownership: changes `environment`. `user_data` is the library's from here on, also on failure.
// Errors: none but NULL.
// NULL: `user_data`, `destroy` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_puppet_environment_set_answer(pcty_puppet_environment *environment,
                                               pcty_puppet_answer host,
                                               void *user_data,
                                               pcty_destroy destroy,
                                               pcty_error **error);

// ----------------------------------------------------------------------------
// Puppet's language: manifests and templates.
//
// A text is read, checked and prepared once, and then evaluated any number of times. Every
// expression is a step of the call's budget. Errors have Puppet's words and the place in the
// text, as a diagnostic.
// ----------------------------------------------------------------------------

// Parses and prepares a text. `file` is the name of the text in diagnostics. `strictness` says
// whether what is probably wrong is an error or a warning. In the early mode the names of types,
// conversions, comparisons and integers follow the early specification, also when the manifest is
// evaluated.
//
// Errors: PCTY_ERROR_SYNTAX with Puppet's message and a diagnostic for each error, at most ten;
// PCTY_ERROR_LIMIT for what nests too deep; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_UNSUPPORTED for a
// syntax other than PCTY_PUPPET_MANIFEST in the early mode; PCTY_ERROR_INVALID_ARGUMENT for a
// syntax, strictness or mode without a constant.
// Ownership: `*out` is the caller's; the text is copied.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_manifest_parse(pcty_str text,
                                       pcty_str file,
                                       pcty_puppet_syntax syntax,
                                       pcty_puppet_strictness strictness,
                                       pcty_puppet_mode mode,
                                       pcty_puppet_manifest **out,
                                       pcty_error **error);

// Another handle of the same text; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_puppet_manifest *pcty_puppet_manifest_clone(const pcty_puppet_manifest *manifest);

// Frees a text; outlines of it live on. NULL: no-op.
void pcty_puppet_manifest_free(pcty_puppet_manifest *manifest);

// Writes the name of a text and the warnings about it.
//
// Returns: false if `manifest` is NULL.
// Ownership: the name and the warnings in `*out` are owned by `manifest` and valid while it lives.
// NULL: returns false if `manifest` is; `out` may be.
bool pcty_puppet_manifest_info(const pcty_puppet_manifest *manifest,
                               pcty_puppet_manifest_data *out);

// Runs a manifest: the value of its last statement.
//
// Ownership: `*out` is the caller's.
// Errors: each with Puppet's message and the place in the text as a diagnostic: PCTY_ERROR_TYPE for
// what is of a wrong type, such as the arguments of a call; PCTY_ERROR_NOT_FOUND, _CONVERSION,
// _ARITHMETIC and _UNSUPPORTED as they say; PCTY_ERROR_SYNTAX for a text that is loaded;
// PCTY_ERROR_DIAGNOSTICS for `fail` and whatever else a program does wrong. What a callback says;
// PCTY_ERROR_INVALID_ARGUMENT for a template.
// NULL: `environment` (then there is the language alone) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_manifest_evaluate(const pcty_puppet_manifest *manifest,
                                          const pcty_puppet_environment *environment,
                                          pcty_value **out,
                                          pcty_error **error);

// Renders a template: the text that it writes, what Sensitive values hide included. The parameters
// are a Hash by their names; a template that names none has them as its variables.
//
// Ownership: `*out` is the caller's.
// Errors: as `pcty_puppet_manifest_evaluate`, and PCTY_ERROR_TYPE for parameters that are missing,
// unknown or of another type than the template says, or not a Hash; PCTY_ERROR_UNSUPPORTED, with
// the path, for marks and unknown values; PCTY_ERROR_INVALID_ARGUMENT for a manifest.
// NULL: `parameters` (then there are none), `environment` (then there is the language alone) and
// `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_manifest_render(const pcty_puppet_manifest *manifest,
                                        const pcty_value *parameters,
                                        const pcty_puppet_environment *environment,
                                        pcty_string **out,
                                        pcty_error **error);

// Checks data against a class: the values of all its parameters, as a Hash by their names, those
// that the data does not say by their defaults, evaluated in turn. The class is looked for in the
// manifest, if there is one, and with the environment's loader; so are the aliases that it
// names. Keys of the data are names of parameters, or such names behind the class's and `::`, as
// Hiera has them; keys that are about other classes are passed over. What the data has under
// `lookup_options` as `convert_to`, of a key or of a pattern of keys, is done first.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE with all that is wrong, a diagnostic each, in the words in which Puppet
// refuses to declare the class, and for data that is not a Hash; PCTY_ERROR_NOT_FOUND if nothing
// defines it; PCTY_ERROR_INVALID_ARGUMENT for a template; PCTY_ERROR_UNSUPPORTED,
// with the path, for marks and unknown values; whatever evaluating a default or a callback says;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `manifest` (then the loader has the class), `environment` (then there is the language
// alone) and `error` may be.
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
// What a text defines and what it uses, each with its place: definitions with their
// parameters, what is said of resources, calls and variables. Each list is in the order of the
// text's tree: what stands around something comes before it, and of a chain of operators the
// last one first. Texts are as they stand, and lent as long as the outline. A struct is filled
// by its position, and says its own size first.
// ----------------------------------------------------------------------------

// What a text defines and uses.
//
// Ownership: `*out` is the caller's and does not need `manifest` any more.
// Errors: none but NULL and PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_new(const pcty_puppet_manifest *manifest,
                                    pcty_puppet_outline **out,
                                    pcty_error **error);

// Frees an outline. NULL: no-op.
void pcty_puppet_outline_free(pcty_puppet_outline *outline);

// The outline as one JSON object: `definitions`, `resources`, `calls`, `variables` (places by
// name, in the order of first use) and, if there are some, `warnings`. A place in it is `[line,
// column]`, both from 1, columns in characters, as Puppet counts them.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL and PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_to_json(const pcty_puppet_outline *outline,
                                        pcty_string **out,
                                        pcty_error **error);

// Writes the numbers of the parts of an outline.
//
// Returns: false if `outline` is NULL.
// Ownership: `*out` is plain data.
// NULL: returns false if `outline` is; `out` may be.
bool pcty_puppet_outline_info(const pcty_puppet_outline *outline,
                              pcty_puppet_outline_data *out);

// A definition by its position, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_definition_at(const pcty_puppet_outline *outline,
                                              size_t index,
                                              pcty_puppet_definition *out,
                                              pcty_error **error);

// A parameter of a definition, by the positions of both, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_parameter_at(const pcty_puppet_outline *outline,
                                             size_t definition,
                                             size_t index,
                                             pcty_puppet_parameter *out,
                                             pcty_error **error);

// What a node is for, by the positions of both, from 0.
//
// Ownership: lent as long as the outline. NULL: gives no text, as does a position past an end.
pcty_str pcty_puppet_outline_match_at(const pcty_puppet_outline *outline,
                                      size_t definition,
                                      size_t index);

// What is said of resources, by its position, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_resource_at(const pcty_puppet_outline *outline,
                                            size_t index,
                                            pcty_puppet_resource *out,
                                            pcty_error **error);

// A body of what is said of resources, by the positions of both, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_body_at(const pcty_puppet_outline *outline,
                                        size_t resource,
                                        size_t index,
                                        pcty_puppet_resource_body *out,
                                        pcty_error **error);

// An attribute that is set, by its position and those of its resource and its body, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_attribute_at(const pcty_puppet_outline *outline,
                                             size_t resource,
                                             size_t body,
                                             size_t index,
                                             pcty_puppet_attribute *out,
                                             pcty_error **error);

// A call by its position, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_call_at(const pcty_puppet_outline *outline,
                                        size_t index,
                                        pcty_puppet_call_site *out,
                                        pcty_error **error);

// A parameter of a call's lambda, by the positions of both, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// Errors: PCTY_ERROR_NOT_FOUND past an end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_lambda_parameter_at(const pcty_puppet_outline *outline,
                                                    size_t call,
                                                    size_t index,
                                                    pcty_puppet_parameter *out,
                                                    pcty_error **error);

// A use of a variable by its position, from 0.
//
// Ownership: fills `*out`, whose `struct_size` the caller sets.
// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size`.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_puppet_outline_variable_at(const pcty_puppet_outline *outline,
                                            size_t index,
                                            pcty_puppet_variable *out,
                                            pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_PUPPET_LANGUAGE_H
