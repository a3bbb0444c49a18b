// HCL: bodies, what they contain, and values decoded from them.
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

// An argument of a body, owned by the content, the items or the location that it is read from. Any
// number of threads may use it at once.
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

// A block of a body, owned by the content, the items or the location that it is read from. Any
// number of threads may use it at once.
//
// ```c
// static pcty_hcl_body *body_of(const pcty_hcl_block *block) {
//     pcty_hcl_block_data data;
//     pcty_hcl_block_info(block, &data);
//     return pcty_hcl_body_clone(data.body); // outlives the block
// }
// ```
typedef struct pcty_hcl_block pcty_hcl_block;

// What a body contains. Never changes; any number of threads may use it at once.
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

// What stands in a body, in the order of the text. Never changes; any number of threads may
// use it at once.
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

// What stands at a place of a text. Never changes; any number of threads may use it at once.
//
// ```c
// // The type of the innermost block that an editor's cursor is in.
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
    // Whether nothing but the shape of the body is known, and the number of blocks like its own is
    // not known: the body of a `dynamic` block over an unknown collection.
    bool is_unknown;
} pcty_hcl_body_data;

// --- HCL: what a body contains.

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

// --- HCL: the items of a body, without a schema.

// What an item of a body is.
typedef enum pcty_hcl_item_kind PCTY_ENUM {
    // There is no such item.
    PCTY_HCL_ITEM_NONE = 0,
    // An argument.
    PCTY_HCL_ITEM_ATTRIBUTE = 1,
    // A block.
    PCTY_HCL_ITEM_BLOCK = 2,
    // In JSON, what may be an argument or blocks: a null, an object, an array of such. Its blocks
    // are those that there are if blocks of this type have no labels: one for an object, one for
    // each in an array. Where they have labels, these are the names of the items of their bodies,
    // a level each.
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
    // where blocks cannot be told from arguments.
    size_t block_count;
    // The argument that the location is in, in JSON the outermost; NULL if there is none.
    const pcty_hcl_attribute *attribute;
    // The number of expressions around the location: `pcty_hcl_location_expression_at`.
    size_t expression_count;
} pcty_hcl_location_data;

// --- HCL: specifications.

// Checks a value, which is lent for the call. It returns NULL when the value is good, else
// an error of its own, which the library takes. Its diagnostics are reported, warnings too;
// those without a place get that of the value. An error without diagnostics is reported as one.
// It may be called by several threads at once, if the host decodes in several.
typedef pcty_error *(*pcty_hcl_check)(void *user_data, const pcty_value *value);

// Says more about a value that may be unknown, by steps of the builder, which is lent for
// the call. A step that fails is reported as a diagnostic, and so is an error of the host's own,
// by `pcty_refinement_builder_fail`. It may be called by several threads at once, if the host
// decodes in several.
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
    // For lists, sets and tuples: the least number of blocks.
    size_t min;
    // For lists, sets and tuples: the largest number of blocks; 0 for any number.
    size_t max;
    // For maps and objects: the names of the labels in diagnostics, at least one. Labels that
    // the specification of the body reads come after these.
    const pcty_str *labels;
    // The number of labels.
    size_t label_count;
} pcty_hcl_block_options;

// --- HCL: decoding bodies by specifications.

// Which of the variables that a body needs are meant.
typedef enum pcty_hcl_needs PCTY_ENUM {
    // Those of a body without `dynamic` blocks, or in which they are expanded.
    PCTY_HCL_NEEDS_BODY = 1,
    // Those that are needed to expand `dynamic` blocks and to decode what comes of it.
    PCTY_HCL_NEEDS_ALL = 2,
    // Those that are needed to expand `dynamic` blocks.
    PCTY_HCL_NEEDS_EXPANSION = 3,
} pcty_hcl_needs;

// Gives the scope around the parameters of functions that are written in HCL, at each call of
// one. It returns a scope of its own, as `pcty_hcl_scope_clone` makes one, which the library
// takes, or NULL if there is none. It may be called by several threads at once, if the host
// calls from several.
typedef pcty_hcl_scope *(*pcty_hcl_scope_provider)(void *user_data);

// A schema that allows neither arguments nor blocks.
#define PCTY_HCL_SCHEMA_INIT {sizeof(pcty_hcl_schema), NULL, 0, NULL, 0}

// Options of an optional block, of any number of blocks, without labels.
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
// A configuration is arguments and blocks, and a block has a body again. JSON does not tell
// the two apart, so a body is always asked by a schema that says which names are what; the
// answer is a `pcty_hcl_content`. As with expressions, a function with an output
// `diagnostics` gives a partial result if that output is not NULL.
// ----------------------------------------------------------------------------

// Parses a configuration file. `file` is the name of the text in diagnostics. If the text is a
// part of a larger one, `start` is the position of its first byte, and all positions count from
// there. A byte that is not UTF-8 is a diagnostic.
//
// Returns: the body; with `diagnostics`, as much of it as can be parsed.
// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for `file`; PCTY_ERROR_INVALID_ARGUMENT for PCTY_HCL_TEMPLATE, and for
// a line or column of 0.
// Ownership: `*out` and `*diagnostics` are the caller's; the text is copied.
// NULL: `start` (the text is the whole), `diagnostics` and `error` may be. `*diagnostics` is
// NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_body_parse(pcty_str source_text,
                                pcty_str file,
                                const pcty_position *start,
                                pcty_hcl_syntax syntax,
                                pcty_hcl_body **out,
                                pcty_error **diagnostics,
                                pcty_error **error);

// Several bodies as one, as those of the files of a module: the arguments of all of them,
// of which each may be set once, and the blocks one after the other.
//
// Ownership: `*out` is the caller's; the bodies stay the caller's.
// Errors: none but NULL.
// NULL: `bodies` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
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

// A range of a body: PCTY_HCL_RANGE_WHOLE, which is a block's body with its braces or a whole file,
// or PCTY_HCL_RANGE_MISSING. Of several bodies it is that of the first. Lines and columns are
// counted at each call.
//
// Returns: the start of a text for another constant. NULL: returns the start of a text.
pcty_range pcty_hcl_body_range(const pcty_hcl_body *body,
                               pcty_hcl_range_kind kind);

// Writes the data of a body; of several bodies, the texts are those of the first.
//
// Returns: whether there is a body.
// Ownership: the texts in `*out` are owned by `body` and valid while it lives.
// NULL: returns false if `body` is; `out` may be.
bool pcty_hcl_body_info(const pcty_hcl_body *body, pcty_hcl_body_data *out);

// The marks that whatever is made of the body has to take on: those of the collection that
// its `dynamic` block iterates over. Values of its expressions have them already.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_marks *pcty_hcl_body_marks(const pcty_hcl_body *body);

// ----------------------------------------------------------------------------
// HCL: what a body contains.
//
// The arguments and blocks that a schema found in a body, with the places where they stand.
// ----------------------------------------------------------------------------

// The content of a body by a schema that lists everything that the body may contain.
//
// Returns: the content; with `diagnostics`, as much of it as matches the schema.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
// Ownership: `*out` and `*diagnostics` are the caller's; `schema` is read during the call.
// NULL: `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_body_content(const pcty_hcl_body *body,
                                  const pcty_hcl_schema *schema,
                                  pcty_hcl_content **out,
                                  pcty_error **diagnostics,
                                  pcty_error **error);

// The content of a body by a schema that lists a part of what the body may contain, and a body
// of the rest.
//
// Returns: the content; with `diagnostics`, as much of it as matches the schema.
// Errors: as `pcty_hcl_body_content`.
// Ownership: `*out`, `*rest` and `*diagnostics` are the caller's; `schema` is read during the
// call.
// NULL: `rest`, `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_body_partial_content(const pcty_hcl_body *body,
                                          const pcty_hcl_schema *schema,
                                          pcty_hcl_content **out,
                                          pcty_hcl_body **rest,
                                          pcty_error **diagnostics,
                                          pcty_error **error);

// The attributes of a body that may have attributes of any name and no blocks, in the order of
// the text.
//
// Returns: the attributes. A block is a diagnostic; with `diagnostics` it is left out.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: `*out` and `*diagnostics` are the caller's.
// NULL: `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_body_attributes(const pcty_hcl_body *body,
                                     pcty_hcl_content **out,
                                     pcty_error **diagnostics,
                                     pcty_error **error);

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
const pcty_hcl_attribute *pcty_hcl_content_attribute_get(const pcty_hcl_content *content,
                                                         pcty_str name);

// The block at a position, from 0, in the order of the text.
//
// Ownership: lent as long as the content. NULL: gives NULL, as does a position past the
// end.
const pcty_hcl_block *pcty_hcl_content_block_at(const pcty_hcl_content *content,
                                                size_t index);

// Writes the sizes of a content and the range for diagnostics about missing items.
//
// Returns: whether there is a content. NULL: returns false if `content` is; `out` may be.
bool pcty_hcl_content_info(const pcty_hcl_content *content, pcty_hcl_content_data *out);

// Frees what a body contains. NULL: no-op.
void pcty_hcl_content_free(pcty_hcl_content *content);

// Writes the name, the expression and the ranges of an argument.
//
// Returns: whether there is an argument.
// Ownership: the texts and the expression in `*out` are owned by the content or the items and
// valid while these live.
// NULL: returns false if `attribute` is; `out` may be.
bool pcty_hcl_attribute_info(const pcty_hcl_attribute *attribute,
                             pcty_hcl_attribute_data *out);

// Writes the type, the body and the number of labels of a block.
//
// Returns: whether there is a block.
// Ownership: the texts and the body in `*out` are owned by the content, the items or the location
// and valid while that lives.
// NULL: returns false if `block` is; `out` may be.
bool pcty_hcl_block_info(const pcty_hcl_block *block,
                         pcty_hcl_block_data *out);

// Writes a label of a block by its position, from 0.
//
// Returns: false past the end.
// Ownership: the text in `*out` is owned as those of `pcty_hcl_block_info` are.
// NULL: returns false if `block` is; `out` may be.
bool pcty_hcl_block_label_at(const pcty_hcl_block *block,
                             size_t index,
                             pcty_hcl_label *out);

// A range of a block: PCTY_HCL_RANGE_WHOLE, PCTY_HCL_RANGE_HEADER, PCTY_HCL_RANGE_TYPE,
// PCTY_HCL_RANGE_OPEN_BRACE or PCTY_HCL_RANGE_CLOSE_BRACE. The lines and columns of the first and
// the last two are counted at each call.
//
// Returns: the start of a text for another constant, and for a brace that is missing: in JSON, or
// in a text with a syntax error. NULL: returns the start of a text.
pcty_range pcty_hcl_block_range(const pcty_hcl_block *block,
                                pcty_hcl_range_kind kind);

// ----------------------------------------------------------------------------
// HCL: the items of a body, without a schema.
//
// For tools that read the texts of others: arguments and blocks in the order of the text, as far
// as it can be parsed, and the syntax around a location. JSON tells an argument from blocks only
// where its value can be nothing else, so an item may be either.
// ----------------------------------------------------------------------------

// What stands in a body. What is set twice is there twice, and a fault of the text hides
// nothing but itself. A body whose `dynamic` blocks are expanded has them as they are
// written; one that a schema left has what was left.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_body_items(const pcty_hcl_body *body,
                                pcty_hcl_items **out,
                                pcty_error **error);

// The number of items. NULL: gives 0.
size_t pcty_hcl_items_count(const pcty_hcl_items *items);

// Writes an item by its position, from 0.
//
// Returns: false past the end.
// Ownership: the argument in `*out` is owned by `items` and valid while it lives.
// NULL: returns false if `items` is; `out` may be.
bool pcty_hcl_items_at(const pcty_hcl_items *items, size_t index, pcty_hcl_item *out);

// One of the blocks, from 0, that the item at a position is or may be.
//
// Ownership: lent as long as the items. NULL: gives NULL, as does a position past the end.
const pcty_hcl_block *pcty_hcl_items_block_at(const pcty_hcl_items *items,
                                              size_t index,
                                              size_t block);

// Frees items. NULL: no-op.
void pcty_hcl_items_free(pcty_hcl_items *items);

// The variables that a body refers to, however deep, in the order of the text: in nested
// blocks, in the strings of JSON, and in `dynamic` blocks, whose iterators are none of them.
// A `dynamic` block is one that has a label and a `content` block.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_body_variables(const pcty_hcl_body *body,
                                    pcty_hcl_traversals **out,
                                    pcty_error **error);

// The functions that a body calls, however deep, in the order of the text.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_body_calls(const pcty_hcl_body *body,
                                pcty_hcl_calls **out,
                                pcty_error **error);

// The byte at a line and column, each from 1, counted as those of ranges are: the last one
// that stands nowhere behind, so that a column past the end of a line is its end. Of several
// bodies the one is asked that was read under the name `file`, or the first if it is empty.
//
// Ownership: `*out` is plain data.
// Errors: PCTY_ERROR_NOT_FOUND where nothing was read under this name;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_body_byte_of(const pcty_hcl_body *body,
                                  pcty_str file,
                                  uint32_t line,
                                  uint32_t column,
                                  size_t *out,
                                  pcty_error **error);

// What stands at a byte, which counts as those of ranges do: the blocks around it, the
// argument, and the expressions within that, as they are written; of a string of JSON that has
// escapes, where bytes are not those of its template, the string. Of several bodies the one
// is asked that was read under the name `file`, or the first if it is empty.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_body_at_byte(const pcty_hcl_body *body,
                                  pcty_str file,
                                  size_t byte,
                                  pcty_hcl_location **out,
                                  pcty_error **error);

// A block around a location by its position, from 0: the outermost one first.
//
// Ownership: owned by `location`. NULL: returns NULL, as does a position past the end.
const pcty_hcl_block *pcty_hcl_location_block_at(const pcty_hcl_location *location,
                                                 size_t index);

// Writes the argument at a location and the numbers of blocks and expressions around it.
//
// Returns: whether there is a location.
// Ownership: the argument in `*out` is owned by `location` and valid while it lives.
// NULL: returns false if `location` is; `out` may be.
bool pcty_hcl_location_info(const pcty_hcl_location *location, pcty_hcl_location_data *out);

// An expression around a location by its position, from 0: the outermost one first.
//
// Ownership: owned by `location`. NULL: returns NULL, as does a position past the end.
const pcty_hcl_expression *pcty_hcl_location_expression_at(const pcty_hcl_location *location,
                                                           size_t index);

// Frees a location. NULL: no-op.
void pcty_hcl_location_free(pcty_hcl_location *location);

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
PCTY_MUST_USE
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
PCTY_MUST_USE
pcty_status pcty_hcl_spec_tuple(const pcty_hcl_spec *const *specs,
                                size_t count,
                                pcty_hcl_spec **out,
                                pcty_error **error);

// The value of an argument, converted to a type; null where it is missing, unless it is
// required. For `pcty_type_meta` the argument is a type expression, for
// `pcty_hcl_closure_type` an expression that is not evaluated.
//
// Ownership: `*out` is the caller's; the type stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
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
PCTY_MUST_USE
pcty_status pcty_hcl_spec_literal(const pcty_value *value,
                                  pcty_hcl_spec **out,
                                  pcty_error **error);

// The value of an expression in the scope of the decoding, whatever the body is.
//
// Ownership: `*out` is the caller's; the expression stays the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_expression(const pcty_hcl_expression *expression,
                                     pcty_hcl_spec **out,
                                     pcty_error **error);

// The bodies of the blocks of a type, each decoded by a specification, as a value of some kind.
//
// Ownership: `*out` is the caller's; the specification stays the caller's, `options` is read during
// the call.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a `kind` without a constant, for
// a member of `options` that the kind does not have, for PCTY_HCL_BLOCK_MAP and
// PCTY_HCL_BLOCK_OBJECT without labels, and for a wrong `struct_size`; PCTY_ERROR_LIMIT.
// NULL: `options` (PCTY_HCL_BLOCK_OPTIONS_INIT applies) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_block(pcty_str block_type,
                                const pcty_hcl_spec *nested,
                                pcty_hcl_block_kind kind,
                                const pcty_hcl_block_options *options,
                                pcty_hcl_spec **out,
                                pcty_error **error);

// A map of the arguments of the one block of a type, each converted to the element type;
// null where there is no such block, unless it is required.
//
// Ownership: `*out` is the caller's; the type stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
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
PCTY_MUST_USE
pcty_status pcty_hcl_spec_block_label(size_t index,
                                      pcty_str name,
                                      pcty_hcl_spec **out,
                                      pcty_error **error);

// The items that no other specification for the same body covers. Without `element` they are a value
// that is a body, which `pcty_hcl_value_body` returns, and no items are left over. With `element`
// they are a map of the arguments, each converted to this type, or an object if the type is
// `pcty_type_any`; blocks that are left over are diagnostics, and so are two names that are one key
// in normal form C.
//
// Ownership: `*out` is the caller's; the type stays the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `element` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_rest(const pcty_type *element,
                               pcty_hcl_spec **out,
                               pcty_error **error);

// The first spec's value, or the second's where that is null. Both should be of one type.
//
// Ownership: `*out` is the caller's; the specs stay the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
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
PCTY_MUST_USE
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
PCTY_MUST_USE
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
PCTY_MUST_USE
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
PCTY_MUST_USE
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

// Decodes a body by a specification that covers all of it. Without a scope, expressions may not
// use variables or functions.
//
// Returns: the value; with `diagnostics`, an unknown value in place of each part that has an
// error.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: `*out` and `*diagnostics` are the caller's.
// NULL: `scope`, `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_decode(const pcty_hcl_spec *spec,
                                 const pcty_hcl_body *body,
                                 const pcty_hcl_scope *scope,
                                 pcty_value **out,
                                 pcty_error **diagnostics,
                                 pcty_error **error);

// Decodes the part of a body that a specification covers, and gives a body of the rest. The
// specification has to cover all of the bodies of blocks.
//
// Returns: as `pcty_hcl_spec_decode`.
// Errors: as `pcty_hcl_spec_decode`.
// Ownership: `*out`, `*rest` and `*diagnostics` are the caller's.
// NULL: `scope`, `rest`, `diagnostics` and `error` may be. `*diagnostics` is NULL if there are
// none.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_partial_decode(const pcty_hcl_spec *spec,
                                         const pcty_hcl_body *body,
                                         const pcty_hcl_scope *scope,
                                         pcty_value **out,
                                         pcty_hcl_body **rest,
                                         pcty_error **diagnostics,
                                         pcty_error **error);

// The body that a value is, which `pcty_hcl_spec_rest` made.
//
// Ownership: the result is the caller's. NULL: gives NULL, as does any other value.
pcty_hcl_body *pcty_hcl_value_body(const pcty_value *value);

// Where the value stands that a spec makes of a body, or where it could be put. NULL: gives
// the start of a text, as does a value that does not come from the body.
pcty_range pcty_hcl_spec_source_range(const pcty_hcl_spec *spec, const pcty_hcl_body *body);

// The variables that must be there to decode a body, with the constant steps into them. They
// may be incomplete for a body of which decoding will tell that something is wrong.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for needs that have no constant.
// NULL: `error` may be.
PCTY_MUST_USE
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
PCTY_MUST_USE
pcty_status pcty_hcl_body_expand_dynamic(const pcty_hcl_body *body,
                                         const pcty_hcl_scope *scope,
                                         pcty_hcl_body **out,
                                         pcty_error **error);

// Parses a specification that is written as an HCL document, in the language of the hcldec
// command. The variables and functions that it defines for the bodies are put into `scope`.
//
// Returns: the specification; with `diagnostics`, as much of it as can be parsed, or a null
// literal if the whole has an error.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
// Ownership: `*out` and `*diagnostics` are the caller's; changes `scope` on success.
// NULL: `scope`, `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
// Threads: `scope` by one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_parse(const pcty_hcl_body *body,
                                pcty_hcl_scope *scope,
                                pcty_hcl_spec **out,
                                pcty_error **diagnostics,
                                pcty_error **error);

// Decodes the functions that a body defines by blocks of a type, and puts them into a scope. Each
// is `function "name" { params = [a, b], variadic_param = rest, result = expression }`. Of two
// with one name the later one counts. With `diagnostics`, functions that have an error are left
// out.
//
// The scope that `around` gives at each call is what the results may use besides the
// parameters; if that is the scope that the functions are put into, which has to outlive
// them, they can call each other, and themselves.
//
// Ownership: changes `scope` on success; `*rest`, the body without the functions, and
// `*diagnostics` are the caller's. `user_data` is the library's from here on, also on failure; `destroy` releases
// it with the last of the functions.
// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `around`, `user_data`, `destroy`, `rest`, `diagnostics` and `error` may be.
// `*diagnostics` is NULL if there are none.
// Threads: `scope` by one at a time.
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
