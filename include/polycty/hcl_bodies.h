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
//         const pcty_hcl_attribute *found = pcty_hcl_content_attribute_get(content, PCTY_STR("port"));
//         must(pcty_hcl_expression_evaluate(pcty_hcl_attribute_expression(found), scope, &port, NULL, NULL));
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
//     must(pcty_hcl_expression_evaluate(pcty_hcl_attribute_expression(attribute), scope, &value, NULL, NULL));
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

// What stands in a body, in the order of the text. Never changes; any number of threads may
// use it at once.
//
// ```c
// static void print_outline(const pcty_hcl_body *body, int indent) {
//     pcty_hcl_items *items = NULL;
//     must(pcty_hcl_body_items(body, &items, NULL));
//     for (size_t i = 0; i < pcty_hcl_items_count(items); i++) {
//         const pcty_hcl_block *block = pcty_hcl_items_block_at(items, i, 0);
//         pcty_str name = block == NULL ? pcty_hcl_attribute_name(pcty_hcl_items_attribute_at(items, i))
//                                       : pcty_hcl_block_type(block);
//         printf("%*s%.*s\n", indent, "", (int)name.len, name.data);
//         if (block != NULL) {
//             print_outline(pcty_hcl_block_body(block), indent + 2);
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
//         size_t blocks = pcty_hcl_location_block_count(place);
//         pcty_str type = pcty_hcl_block_type(pcty_hcl_location_block_at(place, blocks - 1));
//         printf("%.*s\n", (int)type.len, type.data);
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
//     must(pcty_hcl_spec_block_list(PCTY_STR("service"), service, 0, 0, &all, NULL));
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

// --- HCL: what a body contains.

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

// --- HCL: what stands in a body, without a schema.

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
const pcty_hcl_attribute *pcty_hcl_content_attribute_get(const pcty_hcl_content *content,
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
pcty_str pcty_hcl_block_label_at(const pcty_hcl_block *block, size_t index);

// Where a block's label stands. NULL: gives the start of a text, as does a position past
// the end.
pcty_range pcty_hcl_block_label_range_at(const pcty_hcl_block *block, size_t index);

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
// HCL: what stands in a body, without a schema.
//
// For tools that read what others wrote: arguments and blocks in the order of the text, as
// far as it could be read, and what stands at a place of it. JSON tells an argument from
// blocks only where its value can be nothing else, so an item may be either.
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

// What the item at a position, from 0, is. NULL: gives PCTY_HCL_ITEM_NONE, as does a position
// past the end.
pcty_hcl_item_kind pcty_hcl_items_kind_at(const pcty_hcl_items *items,
                                          size_t index);

// The argument that the item at a position, from 0, is or may be.
//
// Ownership: lent as long as the items. NULL: gives NULL, as do a block and a position past
// the end.
const pcty_hcl_attribute *pcty_hcl_items_attribute_at(const pcty_hcl_items *items,
                                                      size_t index);

// How many blocks the item at a position, from 0, is or may be. NULL: gives 0, as do an
// argument and a position past the end.
size_t pcty_hcl_items_block_count_at(const pcty_hcl_items *items, size_t index);

// One of the blocks, from 0, that the item at a position is or may be.
//
// Ownership: lent as long as the items. NULL: gives NULL, as does a position past the end.
const pcty_hcl_block *pcty_hcl_items_block_at(const pcty_hcl_items *items,
                                              size_t index,
                                              size_t block);

// Frees items. NULL: no-op.
void pcty_hcl_items_free(pcty_hcl_items *items);

// Where a body stands: a block's with its braces, a file's as a whole; of several bodies the
// first. NULL: gives the start of a text.
pcty_range pcty_hcl_body_range(const pcty_hcl_body *body);

// The text of a body as it is written: a block's with its braces, a file's as a whole; of
// several bodies that of the first.
//
// Ownership: lent as long as the body. NULL: gives no text.
pcty_str pcty_hcl_body_text(const pcty_hcl_body *body);

// Where the whole of a block stands, from its type to its closing brace; in JSON from the
// name of the property to the end of the object that is its body. `pcty_hcl_block_range` is
// its header. NULL: gives the start of a text.
pcty_range pcty_hcl_block_whole_range(const pcty_hcl_block *block);

// Where the opening brace of a block stands. NULL: gives the start of a text, as does a block
// without one, in a broken text or in JSON.
pcty_range pcty_hcl_block_open_range(const pcty_hcl_block *block);

// Where the closing brace of a block stands. NULL: gives the start of a text, as does a block
// without one, in a broken text or in JSON.
pcty_range pcty_hcl_block_close_range(const pcty_hcl_block *block);

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

// How many blocks are around a place; none in JSON, which does not tell them from arguments.
// NULL: gives 0.
size_t pcty_hcl_location_block_count(const pcty_hcl_location *place);

// A block around a place by its position, from 0: the outermost one first.
//
// Ownership: lent as long as `place`. NULL: gives NULL, as does a position past the end.
const pcty_hcl_block *pcty_hcl_location_block_at(const pcty_hcl_location *place,
                                                 size_t index);

// The argument that a place is in; in JSON the outermost.
//
// Ownership: lent as long as `place`. NULL: gives NULL, as does a place in no argument.
const pcty_hcl_attribute *pcty_hcl_location_attribute(const pcty_hcl_location *place);

// How many expressions are around a place. NULL: gives 0.
size_t pcty_hcl_location_expression_count(const pcty_hcl_location *place);

// An expression around a place by its position, from 0: the outermost one first.
//
// Ownership: lent as long as `place`. NULL: gives NULL, as does a position past the end.
const pcty_hcl_expression *pcty_hcl_location_expression_at(const pcty_hcl_location *place,
                                                           size_t index);

// Frees what stands at a place. NULL: no-op.
void pcty_hcl_location_free(pcty_hcl_location *place);

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

// What the one block of a type contains; null where there is none, unless it is required.
//
// Ownership: `*out` is the caller's; the spec within stays the caller's.
// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
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
PCTY_MUST_USE
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
PCTY_MUST_USE
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
PCTY_MUST_USE
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
PCTY_MUST_USE
pcty_status pcty_hcl_spec_block_map(pcty_str block_type,
                                    const pcty_hcl_spec *nested,
                                    const pcty_str *labels,
                                    size_t count,
                                    pcty_hcl_spec **out,
                                    pcty_error **error);

// Objects within each other, one for each of the labels, of what the blocks of a type
// contain, each of its own type. The labels that the spec within asks for come after these.
//
// Ownership: `*out` is the caller's; the spec within stays the caller's.
// Errors: as `pcty_hcl_spec_block_map`.
// NULL: `labels` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_block_object(pcty_str block_type,
                                       const pcty_hcl_spec *nested,
                                       const pcty_str *labels,
                                       size_t count,
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

// What no other spec for the same body knows, as a value that is a body:
// `pcty_hcl_value_body` gives it. What is left in the body is then no fault.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_rest(pcty_hcl_spec **out, pcty_error **error);

// A map of the arguments that no other spec for the same body knows, each converted to the
// element type; an object of their values if that says nothing of a type, as `pcty_type_any`.
// Blocks that are left are faults, and so are two names that are one key of a map, in normal form C.
//
// Ownership: `*out` is the caller's; the type stays the caller's.
// Errors: PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_spec_rest_attributes(const pcty_type *element,
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
