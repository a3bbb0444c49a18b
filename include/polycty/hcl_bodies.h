// HCL: bodies, their content, and values decoded from them.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_HCL_BODIES_H
#define POLYCTY_HCL_BODIES_H

#include "base.h"
#include "marks.h"
#include "refinements.h"
#include "functions.h"
#include "hcl.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// Arguments and blocks as they were parsed. It never changes; any number of threads may use it at
// once.
//
// ```c
// // Reads `port = ...` and ignores everything else.
// static pcty_value *port_of(pcty_str file, pcty_str text, const pcty_hcl_scope *scope) {
//     const pcty_hcl_attribute_schema wanted[] = {{PCTY_STR_INIT("port"), true}};
//     pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
//     schema.attributes = wanted;
//     schema.attribute_count = 1;
//     pcty_hcl_body *body = NULL;
//     pcty_hcl_content *content = NULL;
//     pcty_value *port = NULL;
//     if (pcty_hcl_body_parse(text, file, NULL, PCTY_HCL_NATIVE, &body, NULL, NULL) == PCTY_OK &&
//         pcty_hcl_body_partial_content(body, &schema, &content, NULL, NULL, NULL) == PCTY_OK) {
//         pcty_hcl_attribute_data found;
//         pcty_hcl_attribute_info(pcty_hcl_content_attribute_get(content, PCTY_STR("port")), &found);
//         must(pcty_hcl_expression_evaluate(found.expression, scope, &port, NULL, NULL));
//     }
//     pcty_hcl_content_free(content);
//     pcty_hcl_body_free(body);
//     return port;
// }
// ```
typedef struct pcty_hcl_body pcty_hcl_body;

// An argument of a body. It is owned by the content, the items or the location that it is read
// from. Any number of threads may use it at once.
//
// ```c
// static pcty_value *value_of(const pcty_hcl_attribute *attribute, const pcty_hcl_scope *scope) {
//     pcty_hcl_attribute_data data;
//     pcty_value *value = NULL;
//     pcty_hcl_attribute_info(attribute, &data);
//     must(pcty_hcl_expression_evaluate(data.expression, scope, &value, NULL, NULL));
//     return value;
// }
// ```
typedef struct pcty_hcl_attribute pcty_hcl_attribute;

// A block of a body. It is owned by the content, the items or the location that it is read from.
// Any number of threads may use it at once.
//
// ```c
// static pcty_hcl_body *body_of(const pcty_hcl_block *block) {
//     pcty_hcl_block_data data;
//     pcty_hcl_block_info(block, &data);
//     return pcty_hcl_body_clone(data.body); // outlives the block
// }
// ```
typedef struct pcty_hcl_block pcty_hcl_block;

// The content of a body. It never changes; any number of threads may use it at once.
//
// ```c
// static void print_content(const pcty_hcl_content *content) {
//     pcty_hcl_content_data all;
//     pcty_hcl_attribute_data attribute;
//     pcty_hcl_block_data block;
//     pcty_hcl_content_info(content, &all);
//     for (size_t i = 0; i < all.attribute_count; i++) {
//         pcty_hcl_attribute_info(pcty_hcl_content_attribute_at(content, i), &attribute);
//         printf("%.*s = ...\n", (int)attribute.name.len, attribute.name.data);
//     }
//     for (size_t i = 0; i < all.block_count; i++) {
//         pcty_hcl_block_info(pcty_hcl_content_block_at(content, i), &block);
//         printf("%.*s { ... }\n", (int)block.type.len, block.type.data);
//     }
// }
// ```
typedef struct pcty_hcl_content pcty_hcl_content;

// The items of a body, in the order of the text. It never changes; any number of threads may use
// it at once.
//
// ```c
// static void print_outline(const pcty_hcl_body *body, int indent) {
//     pcty_hcl_items *items = NULL;
//     must(pcty_hcl_body_items(body, &items, NULL));
//     for (size_t i = 0; i < pcty_hcl_items_count(items); i++) {
//         pcty_hcl_item item;
//         pcty_hcl_attribute_data attribute;
//         pcty_hcl_block_data block;
//         pcty_hcl_items_at(items, i, &item);
//         if (pcty_hcl_block_info(pcty_hcl_items_block_at(items, i, 0), &block)) {
//             printf("%*s%.*s\n", indent, "", (int)block.type.len, block.type.data);
//             print_outline(block.body, indent + 2);
//         } else if (pcty_hcl_attribute_info(item.attribute, &attribute)) {
//             printf("%*s%.*s\n", indent, "", (int)attribute.name.len, attribute.name.data);
//         }
//     }
//     pcty_hcl_items_free(items);
// }
// ```
typedef struct pcty_hcl_items pcty_hcl_items;

// The syntax at a location in a text. It never changes; any number of threads may use it at once.
//
// ```c
// // Prints the type of the innermost block around an editor's cursor.
// static void print_block_at(const pcty_hcl_body *body, uint32_t line, uint32_t column) {
//     size_t byte;
//     pcty_hcl_location *place = NULL;
//     if (pcty_hcl_body_byte_of(body, PCTY_STR(""), line, column, &byte, NULL) == PCTY_OK &&
//         pcty_hcl_body_at_byte(body, PCTY_STR(""), byte, &place, NULL) == PCTY_OK) {
//         pcty_hcl_location_data all;
//         pcty_hcl_block_data block;
//         pcty_hcl_location_info(place, &all);
//         if (pcty_hcl_block_info(pcty_hcl_location_block_at(place, all.block_count - 1), &block)) {
//             printf("%.*s\n", (int)block.type.len, block.type.data);
//         }
//     }
//     pcty_hcl_location_free(place);
// }
// ```
typedef struct pcty_hcl_location pcty_hcl_location;

// A conversion of a body to a value. It never changes; any number of threads may use it at once.
//
// ```c
// static pcty_error *check_port(void *user_data, const pcty_value *port) {
//     int64_t number;
//     (void)user_data;
//     if (pcty_value_as_int64(port, &number, NULL) != PCTY_OK || number < 65536) {
//         return NULL; // an unknown port is accepted
//     }
//     return pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("ports end at 65535"));
// }
//
// // Decodes the blocks `service "web" { port = 80 }` to a list of {name = "web", port = 80}.
// static pcty_value *services(const pcty_hcl_body *body, const pcty_hcl_scope *scope) {
//     pcty_hcl_spec *parts[2] = {NULL, NULL}, *port = NULL, *service = NULL, *all = NULL;
//     pcty_value *value = NULL;
//     const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("port")};
//     must(pcty_hcl_spec_block_label(0, names[0], &parts[0], NULL));
//     must(pcty_hcl_spec_attribute(names[1], pcty_type_number(), true, &port, NULL));
//     must(pcty_hcl_spec_validate(port, check_port, NULL, NULL, &parts[1], NULL));
//     must(pcty_hcl_spec_object(names, (const pcty_hcl_spec *const *)parts, 2, &service, NULL));
//     must(pcty_hcl_spec_block(PCTY_STR("service"), service, PCTY_HCL_BLOCK_LIST, NULL, &all, NULL));
//     must(pcty_hcl_spec_decode(all, body, scope, &value, NULL, NULL));
//     pcty_hcl_spec_free(all);
//     pcty_hcl_spec_free(service);
//     pcty_hcl_spec_free(port);
//     pcty_hcl_spec_free(parts[0]);
//     pcty_hcl_spec_free(parts[1]);
//     return value;
// }
// ```
typedef struct pcty_hcl_spec pcty_hcl_spec;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- HCL: bodies.

// The data of a body.
typedef struct {
    // The name of the text that the body is in.
    pcty_str file;
    // The text of the body as it is written: a block's body with its braces, or a whole file.
    pcty_str text;
    // Whether only the structure of the body is known, and the number of blocks like its own is
    // not known: the body of a `dynamic` block over an unknown collection.
    bool is_unknown;
} pcty_hcl_body_data;

// --- HCL: the content of a body.

// The sizes of a content.
typedef struct {
    // The number of arguments: `pcty_hcl_content_attribute_at`.
    size_t attribute_count;
    // The number of blocks: `pcty_hcl_content_block_at`.
    size_t block_count;
    // The range for diagnostics about items that are missing in the body.
    pcty_range missing_range;
} pcty_hcl_content_data;

// The data of an argument.
typedef struct {
    // The name.
    pcty_str name;
    // The expression of the value.
    const pcty_hcl_expression *expression;
    // The range from the name to the end of the expression.
    pcty_range range;
    // The range of the name.
    pcty_range name_range;
    // The name of the text that the argument is in.
    pcty_str file;
} pcty_hcl_attribute_data;

// The data of a block.
typedef struct {
    // The type.
    pcty_str type;
    // The number of labels: `pcty_hcl_block_label_at`.
    size_t label_count;
    // The body.
    const pcty_hcl_body *body;
    // The name of the text that the block is in.
    pcty_str file;
} pcty_hcl_block_data;

// A label of a block.
typedef struct {
    // The label, without quotes.
    pcty_str text;
    // Its range.
    pcty_range range;
} pcty_hcl_label;

// An argument that a body may have.
typedef struct {
    // The name.
    pcty_str name;
    // Whether a missing argument is an error.
    bool required;
} pcty_hcl_attribute_schema;

// A type of blocks that a body may have.
typedef struct {
    // The type.
    pcty_str type;
    // The names of the labels. A block must have exactly these labels.
    const pcty_str *labels;
    // The number of labels.
    size_t label_count;
} pcty_hcl_block_schema;

// The arguments and blocks that a body may have. Start from PCTY_HCL_SCHEMA_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The arguments.
    const pcty_hcl_attribute_schema *attributes;
    // The number of arguments.
    size_t attribute_count;
    // The types of blocks.
    const pcty_hcl_block_schema *blocks;
    // The number of types of blocks.
    size_t block_count;
} pcty_hcl_schema;

// --- HCL: the items of a body, without a schema.

// The kind of an item of a body.
typedef enum pcty_hcl_item_kind PCTY_ENUM {
    // There is no such item.
    PCTY_HCL_ITEM_NONE = 0,
    // An argument.
    PCTY_HCL_ITEM_ATTRIBUTE = 1,
    // A block.
    PCTY_HCL_ITEM_BLOCK = 2,
    // In JSON, an item that may be an argument or blocks: a null, an object, or an array of these. Its
    // blocks are those of a block type without labels: one for an object, and one for each element of
    // an array. If the block type has labels, these are the names of the items of the bodies, one
    // level for each label.
    PCTY_HCL_ITEM_EITHER = 3,
} pcty_hcl_item_kind;

// An item of a body.
typedef struct {
    // The kind.
    pcty_hcl_item_kind kind;
    // The argument that the item is or may be; NULL for a block.
    const pcty_hcl_attribute *attribute;
    // The number of blocks that the item is or may be, 0 for an argument:
    // `pcty_hcl_items_block_at`.
    size_t block_count;
} pcty_hcl_item;

// The syntax around a location.
typedef struct {
    // The number of blocks around the location: `pcty_hcl_location_block_at`. It is 0 in JSON,
    // which does not distinguish blocks from arguments.
    size_t block_count;
    // The argument that the location is in, in JSON the outermost; NULL if there is none.
    const pcty_hcl_attribute *attribute;
    // The number of expressions around the location: `pcty_hcl_location_expression_at`.
    size_t expression_count;
} pcty_hcl_location_data;

// --- HCL: specifications.

// Checks a value, which is borrowed for the call. Returns NULL if the value is valid, or else a
// new error that the library takes ownership of. The diagnostics of the error are reported,
// including warnings; a diagnostic without a position gets the position of the value. An error
// without diagnostics is reported as one diagnostic. Several threads may call it at once, if the
// host decodes in several threads.
typedef pcty_error *(*pcty_hcl_check)(void *user_data, const pcty_value *value);

// Refines a value that may be unknown, by steps of the builder, which is borrowed for the call. A
// step that fails is reported as a diagnostic, and so is an error that the host sets by
// `pcty_refinement_builder_fail`. Several threads may call it at once, if the host decodes in
// several threads.
typedef void (*pcty_hcl_refine)(void *user_data, pcty_refinement_builder *builder);

// The value that the blocks of a type are decoded to.
typedef enum pcty_hcl_block_kind PCTY_ENUM {
    // The value of the one block; null if there is none, unless it is required.
    PCTY_HCL_BLOCK_SINGLE = 1,
    // A list of the values.
    PCTY_HCL_BLOCK_LIST = 2,
    // A set of the values.
    PCTY_HCL_BLOCK_SET = 3,
    // A tuple of the values, each of its own type.
    PCTY_HCL_BLOCK_TUPLE = 4,
    // Nested maps of the values, one for each label.
    PCTY_HCL_BLOCK_MAP = 5,
    // Nested objects of the values, one for each label; each value is of its own type.
    PCTY_HCL_BLOCK_OBJECT = 6,
} pcty_hcl_block_kind;

// Options of `pcty_hcl_spec_block`. Start from PCTY_HCL_BLOCK_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // For PCTY_HCL_BLOCK_SINGLE: whether a missing block is an error.
    bool required;
    // For lists, sets and tuples: the smallest number of blocks.
    size_t min;
    // For lists, sets and tuples: the largest number of blocks; 0 for any number.
    size_t max;
    // For maps and objects: the names of the labels in diagnostics, at least one. Labels that the
    // specification of the body reads follow these.
    const pcty_str *labels;
    // The number of labels.
    size_t label_count;
} pcty_hcl_block_options;

// --- HCL: decoding bodies by specifications.

// A selection of the variables that a body needs.
typedef enum pcty_hcl_needs PCTY_ENUM {
    // The variables of a body without `dynamic` blocks, or whose `dynamic` blocks are expanded.
    PCTY_HCL_NEEDS_BODY = 1,
    // The variables that are needed to expand `dynamic` blocks and to decode the result.
    PCTY_HCL_NEEDS_ALL = 2,
    // The variables that are needed to expand `dynamic` blocks.
    PCTY_HCL_NEEDS_EXPANSION = 3,
} pcty_hcl_needs;

// Returns the scope around the parameters of functions that are written in HCL, at each call of
// one. The result is a new scope, such as one of `pcty_hcl_scope_clone`, which the library takes
// ownership of, or NULL if there is none. Several threads may call it at once, if the host calls
// functions in several threads.
typedef pcty_hcl_scope *(*pcty_hcl_scope_provider)(void *user_data);

// A schema that allows neither arguments nor blocks.
#define PCTY_HCL_SCHEMA_INIT {sizeof(pcty_hcl_schema), NULL, 0, NULL, 0}

// Options of an optional block or of any number of blocks, without labels.
#define PCTY_HCL_BLOCK_OPTIONS_INIT \
    {sizeof(pcty_hcl_block_options), false, 0, 0, NULL, 0}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// HCL: bodies.
//
// A configuration consists of arguments and blocks, and a block has a body of its own. JSON does
// not distinguish arguments from blocks, so a body is read with a schema that lists the names of
// both; the result is a `pcty_hcl_content`. As with expressions, a function with an output
// `diagnostics` returns a partial result if that output is not NULL.
// ----------------------------------------------------------------------------

// Parses a configuration file. `file` is the name of the text in diagnostics. If the text is a
// part of a larger one, `start` is the position of its first byte, and all positions count from
// there. A byte that is not UTF-8 is a diagnostic.
//
// Returns: the body; with `diagnostics`, as much of it as can be parsed.
// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for PCTY_HCL_TEMPLATE, and for a
// line or column of 0.
// Ownership: the caller owns `*out` and `*diagnostics`; the text is copied.
// NULL: `start` (the text is the whole), `diagnostics` and `error` may be NULL. `*diagnostics` is
// NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_body_parse(pcty_str source_text,
                                pcty_str file,
                                const pcty_position *start,
                                pcty_hcl_syntax syntax,
                                pcty_hcl_body **out,
                                pcty_error **diagnostics,
                                pcty_error **error);

// Merges several bodies into one, such as the bodies of the files of a module. The result has the
// arguments of all bodies, and their blocks in order. Each argument may be set only once.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`, and still owns the bodies.
// NULL: `bodies` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_body_merge(const pcty_hcl_body *const *bodies,
                                size_t count,
                                pcty_hcl_body **out,
                                pcty_error **error);

// Returns a new handle of the same body. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_hcl_body *pcty_hcl_body_clone(const pcty_hcl_body *body);

// Frees a body.
//
// NULL: no-op.
void pcty_hcl_body_free(pcty_hcl_body *body);

// Returns a range of a body: PCTY_HCL_RANGE_WHOLE, which is a block's body with its braces or a
// whole file, or PCTY_HCL_RANGE_MISSING. For merged bodies it is the range of the first one. Each
// call counts the lines and columns.
//
// Returns: the start of a text for a different constant.
// NULL: returns the start of a text.
pcty_range pcty_hcl_body_range(const pcty_hcl_body *body,
                               pcty_hcl_range_kind kind);

// Writes the data of a body. For merged bodies, the texts are those of the first one.
//
// Returns: whether there is a body.
// Ownership: the texts in `*out` are owned by `body` and valid while it lives.
// NULL: returns false if `body` is NULL; `out` may be NULL.
bool pcty_hcl_body_info(const pcty_hcl_body *body, pcty_hcl_body_data *out);

// Returns the marks that every value made from the body must have: the marks of the collection
// that its `dynamic` block iterates over. The values of its expressions already have them.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_marks *pcty_hcl_body_marks(const pcty_hcl_body *body);

// ----------------------------------------------------------------------------
// HCL: the content of a body.
//
// The content is the arguments and blocks that match a schema, with their ranges.
// ----------------------------------------------------------------------------

// Reads the content of a body by a schema that lists all allowed items.
//
// Returns: the content; with `diagnostics`, as much of it as matches the schema.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: the caller owns `*out` and `*diagnostics`; `schema` is read only during the call.
// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_body_content(const pcty_hcl_body *body,
                                  const pcty_hcl_schema *schema,
                                  pcty_hcl_content **out,
                                  pcty_error **diagnostics,
                                  pcty_error **error);

// Reads the content of a body by a schema that lists some of the allowed items, and creates a body
// of the rest.
//
// Returns: the content; with `diagnostics`, as much of it as matches the schema.
// Errors: the same as for `pcty_hcl_body_content`.
// Ownership: the caller owns `*out`, `*rest` and `*diagnostics`; `schema` is read only during the
// call.
// NULL: `rest`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_body_partial_content(const pcty_hcl_body *body,
                                          const pcty_hcl_schema *schema,
                                          pcty_hcl_content **out,
                                          pcty_hcl_body **rest,
                                          pcty_error **diagnostics,
                                          pcty_error **error);

// Reads the arguments of a body that may have arguments of any name and no blocks, in the order of
// the text.
//
// Returns: the arguments. A block is a diagnostic; with `diagnostics` it is left out.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: the caller owns `*out` and `*diagnostics`.
// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_body_attributes(const pcty_hcl_body *body,
                                     pcty_hcl_content **out,
                                     pcty_error **diagnostics,
                                     pcty_error **error);

// Returns the argument at a position, from 0. The order is that of the schema, or that of the text
// if the content was read without a schema.
//
// Ownership: owned by `content` and valid while it lives.
// NULL: returns NULL. Also returns NULL past the end.
const pcty_hcl_attribute *pcty_hcl_content_attribute_at(const pcty_hcl_content *content,
                                                        size_t index);

// Returns the argument of a name.
//
// Ownership: owned by `content` and valid while it lives.
// NULL: returns NULL. Also returns NULL if there is no argument of this name.
const pcty_hcl_attribute *pcty_hcl_content_attribute_get(const pcty_hcl_content *content,
                                                         pcty_str name);

// Returns the block at a position, from 0, in the order of the text.
//
// Ownership: owned by `content` and valid while it lives.
// NULL: returns NULL. Also returns NULL past the end.
const pcty_hcl_block *pcty_hcl_content_block_at(const pcty_hcl_content *content,
                                                size_t index);

// Writes the sizes of a content and the range for diagnostics about missing items.
//
// Returns: whether there is a content.
// NULL: returns false if `content` is NULL; `out` may be NULL.
bool pcty_hcl_content_info(const pcty_hcl_content *content, pcty_hcl_content_data *out);

// Frees a content.
//
// NULL: no-op.
void pcty_hcl_content_free(pcty_hcl_content *content);

// Writes the name, the expression and the ranges of an argument.
//
// Returns: whether there is an argument.
// Ownership: the texts and the expression in `*out` are owned by the content or the items and
// valid while these live.
// NULL: returns false if `attribute` is NULL; `out` may be NULL.
bool pcty_hcl_attribute_info(const pcty_hcl_attribute *attribute,
                             pcty_hcl_attribute_data *out);

// Writes the type, the body and the number of labels of a block.
//
// Returns: whether there is a block.
// Ownership: the texts and the body in `*out` are owned by the content, the items or the location
// and valid while that lives.
// NULL: returns false if `block` is NULL; `out` may be NULL.
bool pcty_hcl_block_info(const pcty_hcl_block *block,
                         pcty_hcl_block_data *out);

// Writes the label of a block at a position, from 0.
//
// Returns: false past the end.
// Ownership: the text in `*out` has the same owner as the texts of `pcty_hcl_block_info`.
// NULL: returns false if `block` is NULL; `out` may be NULL.
bool pcty_hcl_block_label_at(const pcty_hcl_block *block,
                             size_t index,
                             pcty_hcl_label *out);

// Returns a range of a block: PCTY_HCL_RANGE_WHOLE, PCTY_HCL_RANGE_HEADER, PCTY_HCL_RANGE_TYPE,
// PCTY_HCL_RANGE_OPEN_BRACE or PCTY_HCL_RANGE_CLOSE_BRACE. Each call counts the lines and columns
// of the first and the last two.
//
// Returns: the start of a text for a different constant, and for a brace that is missing: in JSON,
// or in a text with a syntax error.
// NULL: returns the start of a text.
pcty_range pcty_hcl_block_range(const pcty_hcl_block *block,
                                pcty_hcl_range_kind kind);

// ----------------------------------------------------------------------------
// HCL: the items of a body, without a schema.
//
// For tools that read arbitrary texts: arguments and blocks in the order of the text, as far as it
// can be parsed, and the syntax around a location. JSON distinguishes an argument from blocks only
// if its value excludes blocks, so an item may be either.
// ----------------------------------------------------------------------------

// Writes the items of a body. An argument that is set twice occurs twice, and a syntax error hides
// only the item that contains it. A body whose `dynamic` blocks are expanded has these blocks as
// they are written. The rest of a body that was read with a schema has the items that the schema
// did not list.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_body_items(const pcty_hcl_body *body,
                                pcty_hcl_items **out,
                                pcty_error **error);

// Returns the number of items.
//
// NULL: returns 0.
size_t pcty_hcl_items_count(const pcty_hcl_items *items);

// Writes the item at a position, from 0.
//
// Returns: false past the end.
// Ownership: the argument in `*out` is owned by `items` and valid while it lives.
// NULL: returns false if `items` is NULL; `out` may be NULL.
bool pcty_hcl_items_at(const pcty_hcl_items *items, size_t index, pcty_hcl_item *out);

// Returns one of the blocks, from 0, that the item at a position is or may be.
//
// Ownership: owned by `items` and valid while it lives.
// NULL: returns NULL. Also returns NULL past the end.
const pcty_hcl_block *pcty_hcl_items_block_at(const pcty_hcl_items *items,
                                              size_t index,
                                              size_t block);

// Frees items.
//
// NULL: no-op.
void pcty_hcl_items_free(pcty_hcl_items *items);

// Writes the variables that a body refers to, at any depth, in the order of the text: in nested
// blocks, in the strings of JSON, and in `dynamic` blocks, whose iterators are left out. A
// `dynamic` block is one that has a label and a `content` block.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_body_variables(const pcty_hcl_body *body,
                                    pcty_hcl_traversals **out,
                                    pcty_error **error);

// Writes the functions that a body calls, at any depth, in the order of the text.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_body_calls(const pcty_hcl_body *body,
                                pcty_hcl_calls **out,
                                pcty_error **error);

// Writes the byte at a line and column, each from 1, counted as in ranges. A column past the end
// of a line is clamped to its end. For merged bodies, `file` is the name of the text that is
// searched; if it is empty, the first one is searched.
//
// Errors: PCTY_ERROR_NOT_FOUND if no text has this name; PCTY_ERROR_INVALID_UTF8.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_body_byte_of(const pcty_hcl_body *body,
                                  pcty_str file,
                                  uint32_t line,
                                  uint32_t column,
                                  size_t *out,
                                  pcty_error **error);

// Writes the syntax at a byte, which is counted as in ranges: the blocks around it, the argument,
// and the expressions within the argument, as they are written. If a JSON string has escapes, its
// bytes differ from those of its template, and the innermost expression is the string. For merged
// bodies, `file` is the name of the text that is searched; if it is empty, the first one is
// searched.
//
// Errors: PCTY_ERROR_NOT_FOUND if no text has this name; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_body_at_byte(const pcty_hcl_body *body,
                                  pcty_str file,
                                  size_t byte,
                                  pcty_hcl_location **out,
                                  pcty_error **error);

// Returns the block around a location at a position, from 0. The outermost block is first.
//
// Ownership: owned by `location` and valid while it lives.
// NULL: returns NULL. Also returns NULL past the end.
const pcty_hcl_block *pcty_hcl_location_block_at(const pcty_hcl_location *location,
                                                 size_t index);

// Writes the argument at a location and the numbers of blocks and expressions around it.
//
// Returns: whether there is a location.
// Ownership: the argument in `*out` is owned by `location` and valid while it lives.
// NULL: returns false if `location` is NULL; `out` may be NULL.
bool pcty_hcl_location_info(const pcty_hcl_location *location, pcty_hcl_location_data *out);

// Returns the expression around a location at a position, from 0. The outermost expression is
// first.
//
// Ownership: owned by `location` and valid while it lives.
// NULL: returns NULL. Also returns NULL past the end.
const pcty_hcl_expression *pcty_hcl_location_expression_at(const pcty_hcl_location *location,
                                                           size_t index);

// Frees a location.
//
// NULL: no-op.
void pcty_hcl_location_free(pcty_hcl_location *location);

// ----------------------------------------------------------------------------
// HCL: specifications.
//
// A specification defines the content of a body and the value that is made from it, as in HCL's
// hcldec. The type of the value is therefore known before there is a body. Specifications for the
// same body are combined by objects and tuples; a specification for blocks contains one for the
// bodies of the blocks. A specification may be nested 128 levels deep and have 2^20 parts.
// ----------------------------------------------------------------------------

// Creates a specification for an object. Each attribute has the value of one of the
// specifications, all of which are for the same body. If a name occurs twice, the later attribute
// replaces the earlier one.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT for a specification that is too deep or too
// large, as for all specifications that are made from others.
// Ownership: the caller owns `*out`, and still owns the specifications.
// NULL: `names`, `specs` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_object(const pcty_str *names,
                                 const pcty_hcl_spec *const *specs,
                                 size_t count,
                                 pcty_hcl_spec **out,
                                 pcty_error **error);

// Creates a specification for a tuple. Each element has the value of one of the specifications,
// all of which are for the same body.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, and still owns the specifications.
// NULL: `specs` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_tuple(const pcty_hcl_spec *const *specs,
                                size_t count,
                                pcty_hcl_spec **out,
                                pcty_error **error);

// Creates a specification for the value of an argument, converted to a type. The value is null if
// the argument is missing, unless it is required. For `pcty_type_meta` the argument is a type
// expression, for `pcty_hcl_closure_type` an expression that is not evaluated.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`, and still owns the type.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_attribute(pcty_str name,
                                    const pcty_type *type,
                                    bool required,
                                    pcty_hcl_spec **out,
                                    pcty_error **error);

// Creates a specification for a fixed value, which does not depend on the body.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`, and still owns the value.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_literal(const pcty_value *value,
                                  pcty_hcl_spec **out,
                                  pcty_error **error);

// Creates a specification for the value of an expression in the scope of the decoding, which does
// not depend on the body.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`, and still owns the expression.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_expression(const pcty_hcl_expression *expression,
                                     pcty_hcl_spec **out,
                                     pcty_error **error);

// Creates a specification for the blocks of a type. Each body is decoded by the specification
// `nested`; `kind` selects the value that contains the results.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if `kind` is not one of the
// constants, for a member of `options` that the kind does not have, for PCTY_HCL_BLOCK_MAP and
// PCTY_HCL_BLOCK_OBJECT without labels, and for a wrong `struct_size`; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, and still owns the specification; `options` is read only
// during the call.
// NULL: `options` (PCTY_HCL_BLOCK_OPTIONS_INIT applies) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_block(pcty_str block_type,
                                const pcty_hcl_spec *nested,
                                pcty_hcl_block_kind kind,
                                const pcty_hcl_block_options *options,
                                pcty_hcl_spec **out,
                                pcty_error **error);

// Creates a specification for the only block of a type: a map of its arguments, each converted to
// the element type. The value is null if there is no such block, unless it is required.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, and still owns the type.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_block_attributes(pcty_str block_type,
                                           const pcty_type *element,
                                           bool required,
                                           pcty_hcl_spec **out,
                                           pcty_error **error);

// Creates a specification for a label, counted from 0, of the block that the body belongs to.
// `name` is the name of the label in diagnostics.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT for an index of 128 or more.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_block_label(size_t index,
                                      pcty_str name,
                                      pcty_hcl_spec **out,
                                      pcty_error **error);

// Creates a specification for the items that no other specification for the same body covers.
//
// Without `element`, the value contains a body of these items, which `pcty_hcl_value_body`
// returns, and no items are left over. With `element`, the value is a map of the arguments, each
// converted to this type, or an object if the type is `pcty_type_any`. In this case, blocks that
// are left over are diagnostics, and so are two names that have the same Unicode normal form C.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, and still owns the type.
// NULL: `element` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_rest(const pcty_type *element,
                               pcty_hcl_spec **out,
                               pcty_error **error);

// Creates a specification for the value of `primary`, or for the value of `fallback` if the first
// is null. Both should have the same type.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, and still owns the specifications.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_default(const pcty_hcl_spec *primary,
                                  const pcty_hcl_spec *fallback,
                                  pcty_hcl_spec **out,
                                  pcty_error **error);

// Creates a specification for the result of a function of one parameter, called with the value of
// `wrapped`. The function is not called if there are already errors.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, and still owns the specification and the function.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_transform(const pcty_hcl_spec *wrapped,
                                    const pcty_function *function,
                                    pcty_hcl_spec **out,
                                    pcty_error **error);

// Creates a specification for the result of an expression in which the value of `wrapped` is the
// variable `variable`. The other variables and the functions of the expression are those of the
// current state of `scope`.
//
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, and still owns the specification, the expression and the
// scope.
// NULL: `scope` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_transform_expression(const pcty_hcl_spec *wrapped,
                                               const pcty_hcl_expression *expression,
                                               pcty_str variable,
                                               const pcty_hcl_scope *scope,
                                               pcty_hcl_spec **out,
                                               pcty_error **error);

// Creates a specification for a value that the host checks. The callback is not called if there
// are already errors.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, and still owns the specification. The library takes ownership
// of `user_data`, also on failure; `destroy` releases it with the last reference.
// NULL: `user_data`, `destroy` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_validate(const pcty_hcl_spec *wrapped,
                                   pcty_hcl_check check,
                                   void *user_data,
                                   pcty_destroy destroy,
                                   pcty_hcl_spec **out,
                                   pcty_error **error);

// Creates a specification for a value that the host refines, also while it is unknown. The
// callback is not called if there are already errors, and it does not see marks.
//
// Errors: PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`, and still owns the specification. The library takes ownership
// of `user_data`, also on failure; `destroy` releases it with the last reference.
// NULL: `user_data`, `destroy` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_refine(const pcty_hcl_spec *wrapped,
                                 pcty_hcl_refine refine,
                                 void *user_data,
                                 pcty_destroy destroy,
                                 pcty_hcl_spec **out,
                                 pcty_error **error);

// Returns a new handle of the same specification. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_hcl_spec *pcty_hcl_spec_clone(const pcty_hcl_spec *spec);

// Frees a specification. Specifications that contain it stay valid.
//
// NULL: no-op.
void pcty_hcl_spec_free(pcty_hcl_spec *spec);

// Returns the type of decoded values, as far as it is known without a body.
//
// Ownership: owned by `spec` and valid while it lives.
// NULL: returns NULL.
const pcty_type *pcty_hcl_spec_implied_type(const pcty_hcl_spec *spec);

// ----------------------------------------------------------------------------
// HCL: decoding bodies by specifications.
//
// This module also expands `dynamic` blocks, and reads specifications and functions that are
// written in HCL.
// ----------------------------------------------------------------------------

// Decodes a body by a specification that covers all of it. Without a scope, expressions may not
// use variables or functions.
//
// Returns: the value; with `diagnostics`, an unknown value in place of each part that has an
// error.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: the caller owns `*out` and `*diagnostics`.
// NULL: `scope`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_decode(const pcty_hcl_spec *spec,
                                 const pcty_hcl_body *body,
                                 const pcty_hcl_scope *scope,
                                 pcty_value **out,
                                 pcty_error **diagnostics,
                                 pcty_error **error);

// Decodes the part of a body that a specification covers, and creates a body of the rest. The
// specification must cover the bodies of nested blocks completely.
//
// Returns: the same as `pcty_hcl_spec_decode`.
// Errors: the same as for `pcty_hcl_spec_decode`.
// Ownership: the caller owns `*out`, `*rest` and `*diagnostics`.
// NULL: `scope`, `rest`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there
// are none.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_partial_decode(const pcty_hcl_spec *spec,
                                         const pcty_hcl_body *body,
                                         const pcty_hcl_scope *scope,
                                         pcty_value **out,
                                         pcty_hcl_body **rest,
                                         pcty_error **diagnostics,
                                         pcty_error **error);

// Returns the body in a value that was decoded by a specification of `pcty_hcl_spec_rest`.
//
// Ownership: the caller owns the result.
// NULL: returns NULL. Also returns NULL for any other value.
pcty_hcl_body *pcty_hcl_value_body(const pcty_value *value);

// Returns the range of the value that a specification decodes from a body, or the range where it
// could be inserted.
//
// NULL: returns the start of a text. Also returns it for a value that is not decoded from the
// body.
pcty_range pcty_hcl_spec_source_range(const pcty_hcl_spec *spec,
                                      const pcty_hcl_body *body);

// Writes the variables that must be defined to decode a body, with the constant steps into them.
// The list may be incomplete for a body that cannot be decoded without errors.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if `needs` is not one of the constants.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_variables(const pcty_hcl_spec *spec,
                                    const pcty_hcl_body *body,
                                    pcty_hcl_needs needs,
                                    pcty_hcl_traversals **out,
                                    pcty_error **error);

// Creates a body in which `dynamic` blocks are replaced by the blocks that they generate. They are
// expanded when the content is read, in the current state of the scope; diagnostics are reported
// when the content is read.
//
// Errors: none, except for NULL.
// Ownership: the caller owns `*out`, and still owns the body and the scope.
// NULL: `scope` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_body_expand_dynamic(const pcty_hcl_body *body,
                                         const pcty_hcl_scope *scope,
                                         pcty_hcl_body **out,
                                         pcty_error **error);

// Parses a specification that is written as an HCL document, in the language of the hcldec
// command. The variables and functions that it defines for the bodies are defined in `scope`.
//
// Returns: the specification; with `diagnostics`, as much of it as can be parsed, or a null
// literal if the whole has an error.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: the caller owns `*out` and `*diagnostics`; changes `scope` on success.
// NULL: `scope`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
// Threads: `scope` by one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_parse(const pcty_hcl_body *body,
                                pcty_hcl_scope *scope,
                                pcty_hcl_spec **out,
                                pcty_error **diagnostics,
                                pcty_error **error);

// Decodes the functions that a body defines by blocks of a type, and defines them in a scope. Each
// block is `function "name" { params = [a, b], variadic_param = rest, result = expression }`. If
// two functions have the same name, the later one applies. With `diagnostics`, functions that have
// an error are left out.
//
// The results may use the parameters and the scope that `around` returns at each call. If that is
// a clone of the scope that the functions are defined in, which must outlive them, the functions
// can call each other and themselves.
//
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `scope` on success. The caller owns `*rest`, the body without the functions,
// and `*diagnostics`. The library takes ownership of `user_data`, also on failure; `destroy`
// releases it with the last of the functions.
// NULL: `around`, `user_data`, `destroy`, `rest`, `diagnostics` and `error` may be NULL.
// `*diagnostics` is NULL if there are none.
// Threads: `scope` by one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_body_decode_functions(const pcty_hcl_body *body,
                                           pcty_str block_type,
                                           pcty_hcl_scope *scope,
                                           pcty_hcl_scope_provider around,
                                           void *user_data,
                                           pcty_destroy destroy,
                                           pcty_hcl_body **rest,
                                           pcty_error **diagnostics,
                                           pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_HCL_BODIES_H
