// HCL: writing. Texts in native syntax laid out, changed without touching the rest of them, and
// made.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_HCL_WRITE_H
#define POLYCTY_HCL_WRITE_H

#include "base.h"
#include "hcl.h"
#include "hcl_bodies.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// The tokens of a text. Never changes; any number of threads may use it at once.
//
// ```c
// // Prints a text without its comments.
// static void print_bare(pcty_str text) {
//     pcty_hcl_tokens *tokens = NULL;
//     must(pcty_hcl_tokens_parse(text, &tokens, NULL));
//     pcty_hcl_token token;
//     for (size_t i = 0; pcty_hcl_tokens_at(tokens, i, &token); i++) {
//         if (token.kind != PCTY_HCL_TOKEN_COMMENT) {
//             printf("%.*s", (int)token.text.len, token.text.data);
//         }
//     }
//     pcty_hcl_tokens_free(tokens);
// }
// ```
typedef struct pcty_hcl_tokens pcty_hcl_tokens;

// An expression that was made. Never changes; any number of threads may use it at once.
//
// ```c
// // coalesce(var.NAME, OTHERWISE)
// static pcty_hcl_fragment *variable_or(pcty_str name, const pcty_value *otherwise) {
//     pcty_path *path = pcty_path_new();
//     pcty_hcl_fragment *arguments[2] = {NULL, NULL}, *call = NULL;
//     must(pcty_path_append_attribute(path, PCTY_STR("var"), NULL));
//     must(pcty_path_append_attribute(path, name, NULL));
//     if (pcty_hcl_fragment_traversal(path, &arguments[0], NULL) == PCTY_OK &&
//         pcty_hcl_fragment_value(otherwise, PCTY_HCL_STRING_QUOTED, &arguments[1], NULL) == PCTY_OK) {
//         must(pcty_hcl_fragment_call(PCTY_STR("coalesce"), (const pcty_hcl_fragment *const *)arguments, 2,
//                                    PCTY_HCL_ARGUMENTS_SINGLE, &call, NULL));
//     }
//     pcty_hcl_fragment_free(arguments[0]);
//     pcty_hcl_fragment_free(arguments[1]);
//     pcty_path_free(path);
//     return call;
// }
// ```
typedef struct pcty_hcl_fragment pcty_hcl_fragment;

// A text in native syntax that is changed. One thread at a time while it changes; as long as
// nobody changes it, any number may look at it.
//
// ```c
// // Sets the version of a module, and gives the new text.
// static pcty_string *bumped(pcty_str file_name, pcty_str text, pcty_str module, pcty_str version) {
//     pcty_hcl_file *file = NULL;
//     pcty_hcl_fragment *snippet = NULL;
//     pcty_string *bytes = NULL;
//     pcty_value *value = NULL;
//     if (pcty_hcl_file_parse(text, file_name, &file, NULL, NULL) == PCTY_OK &&
//         pcty_value_string(version, &value, NULL) == PCTY_OK &&
//         pcty_hcl_fragment_value(value, PCTY_HCL_STRING_QUOTED, &snippet, NULL) == PCTY_OK) {
//         pcty_hcl_node block = pcty_hcl_file_block_find(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_NODE_NONE,
//                                                        PCTY_STR("module"), &module, 1);
//         must(pcty_hcl_file_set(file, block, PCTY_STR("version"), snippet, NULL, NULL));
//         must(pcty_hcl_file_to_text(file, &bytes, NULL));
//     }
//     pcty_hcl_fragment_free(snippet);
//     pcty_value_free(value);
//     pcty_hcl_file_free(file);
//     return bytes;
// }
// ```
typedef struct pcty_hcl_file pcty_hcl_file;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- HCL, writing: tokens.

// What a token is.
typedef enum pcty_hcl_token_kind PCTY_ENUM {
    // There is no such token.
    PCTY_HCL_TOKEN_NONE = 0,
    // `{`
    PCTY_HCL_TOKEN_OPEN_BRACE = 1,
    // `}`
    PCTY_HCL_TOKEN_CLOSE_BRACE = 2,
    // `[`
    PCTY_HCL_TOKEN_OPEN_BRACKET = 3,
    // `]`
    PCTY_HCL_TOKEN_CLOSE_BRACKET = 4,
    // `(`
    PCTY_HCL_TOKEN_OPEN_PAREN = 5,
    // `)`
    PCTY_HCL_TOKEN_CLOSE_PAREN = 6,
    // A quote that opens a template.
    PCTY_HCL_TOKEN_OPEN_QUOTE = 7,
    // A quote that closes a template.
    PCTY_HCL_TOKEN_CLOSE_QUOTE = 8,
    // `<<MARKER` or `<<-MARKER` with its newline.
    PCTY_HCL_TOKEN_OPEN_HEREDOC = 9,
    // The closing marker with the blanks around it, but for the newline.
    PCTY_HCL_TOKEN_CLOSE_HEREDOC = 10,
    // `${` or `${~`
    PCTY_HCL_TOKEN_INTERPOLATION = 11,
    // `%{` or `%{~`
    PCTY_HCL_TOKEN_DIRECTIVE = 12,
    // `}` or `~}` that ends an interpolation or a directive.
    PCTY_HCL_TOKEN_SEQUENCE_END = 13,
    // Text between quotes, with escapes.
    PCTY_HCL_TOKEN_QUOTED_TEXT = 14,
    // Text of a heredoc, without escapes.
    PCTY_HCL_TOKEN_PLAIN_TEXT = 15,
    // A number.
    PCTY_HCL_TOKEN_NUMBER = 16,
    // A name or a keyword.
    PCTY_HCL_TOKEN_NAME = 17,
    // `*`
    PCTY_HCL_TOKEN_STAR = 18,
    // `/`
    PCTY_HCL_TOKEN_SLASH = 19,
    // `%`
    PCTY_HCL_TOKEN_PERCENT = 20,
    // `+`
    PCTY_HCL_TOKEN_PLUS = 21,
    // `-`
    PCTY_HCL_TOKEN_MINUS = 22,
    // `=`
    PCTY_HCL_TOKEN_EQUAL = 23,
    // `==`
    PCTY_HCL_TOKEN_EQUAL_EQUAL = 24,
    // `!=`
    PCTY_HCL_TOKEN_NOT_EQUAL = 25,
    // `<`
    PCTY_HCL_TOKEN_LESS = 26,
    // `<=`
    PCTY_HCL_TOKEN_LESS_OR_EQUAL = 27,
    // `>`
    PCTY_HCL_TOKEN_GREATER = 28,
    // `>=`
    PCTY_HCL_TOKEN_GREATER_OR_EQUAL = 29,
    // `&&`
    PCTY_HCL_TOKEN_AND = 30,
    // `||`
    PCTY_HCL_TOKEN_OR = 31,
    // `!`
    PCTY_HCL_TOKEN_BANG = 32,
    // `.`
    PCTY_HCL_TOKEN_DOT = 33,
    // `...`
    PCTY_HCL_TOKEN_ELLIPSIS = 34,
    // `,`
    PCTY_HCL_TOKEN_COMMA = 35,
    // `=>`
    PCTY_HCL_TOKEN_FAT_ARROW = 36,
    // `?`
    PCTY_HCL_TOKEN_QUESTION = 37,
    // `:`
    PCTY_HCL_TOKEN_COLON = 38,
    // `::`
    PCTY_HCL_TOKEN_DOUBLE_COLON = 39,
    // A newline outside of text.
    PCTY_HCL_TOKEN_NEWLINE = 40,
    // A comment without the newline after it.
    PCTY_HCL_TOKEN_COMMENT = 41,
    // Blanks outside of text, or a byte order mark.
    PCTY_HCL_TOKEN_BLANK = 42,
    // What is no token of the language: a character, newlines between quotes, or a byte that is no
    // UTF-8.
    PCTY_HCL_TOKEN_INVALID = 43,
    // The end of the text, which is empty and the last.
    PCTY_HCL_TOKEN_END = 44,
} pcty_hcl_token_kind;

// A token, such as those of a text, or of a fragment that is written. It owns nothing.
typedef struct {
    // The kind.
    pcty_hcl_token_kind kind;
    // The token as it is written: `"` for a quote.
    pcty_str text;
} pcty_hcl_token;

// --- HCL, writing: snippets.

// How the texts of a value are written.
typedef enum pcty_hcl_string_style PCTY_ENUM {
    // In quotes, each on one line.
    PCTY_HCL_STRING_QUOTED = 1,
    // Those of several lines as heredocs, where a heredoc can say them and a newline may follow:
    // the value as a whole, and what attributes of objects and keys of maps lead to.
    PCTY_HCL_STRING_HEREDOC = 2,
} pcty_hcl_string_style;

// What the last argument of a call is.
typedef enum pcty_hcl_arguments PCTY_ENUM {
    // One argument like the others.
    PCTY_HCL_ARGUMENTS_SINGLE = 1,
    // A list of arguments, `...`.
    PCTY_HCL_ARGUMENTS_EXPANDED = 2,
} pcty_hcl_arguments;

// --- HCL, writing: files.

// What stands in a file: an argument, a block, or a body. A block's number stands for its body,
// too. It is plain data.
typedef uint64_t pcty_hcl_node;
// There is no such node.
#define PCTY_HCL_NODE_NONE 0
// The body of the file itself. It is this for every file, so that it does not tell whose it is.
#define PCTY_HCL_NODE_ROOT 1

// --- HCL, writing: what stands in a file.

// Where the comments of a node stand that go where it goes.
typedef enum pcty_hcl_comments PCTY_ENUM {
    // In the lines just above it, without a blank line between.
    PCTY_HCL_COMMENTS_BEFORE = 1,
    // Behind it in its last line.
    PCTY_HCL_COMMENTS_AFTER = 2,
} pcty_hcl_comments;

// A direction from a node to another one.
typedef enum pcty_hcl_direction PCTY_ENUM {
    // To the first node of a body: a block, or PCTY_HCL_NODE_ROOT.
    PCTY_HCL_DIRECTION_FIRST = 1,
    // To the last node of a body.
    PCTY_HCL_DIRECTION_LAST = 2,
    // To the node after a node in its body.
    PCTY_HCL_DIRECTION_NEXT = 3,
    // To the node before a node in its body.
    PCTY_HCL_DIRECTION_PREVIOUS = 4,
    // To the body that a node is in: a block, or PCTY_HCL_NODE_ROOT.
    PCTY_HCL_DIRECTION_PARENT = 5,
} pcty_hcl_direction;

// The data of a node.
typedef struct {
    // PCTY_HCL_ITEM_ATTRIBUTE or PCTY_HCL_ITEM_BLOCK.
    pcty_hcl_item_kind kind;
    // The name of an argument, or the type of a block.
    pcty_str name;
    // The value of an argument as it is written, UTF-8 unless the text that was parsed is not; no
    // text for a block.
    pcty_str value;
    // The number of labels of a block: `pcty_hcl_file_label_at`.
    size_t label_count;
} pcty_hcl_node_data;

// --- HCL, writing: arguments and blocks.

// Where in a body something stands.
typedef enum pcty_hcl_insert_position PCTY_ENUM {
    // Before all that stands there.
    PCTY_HCL_INSERT_FIRST = 1,
    // Behind all that stands there.
    PCTY_HCL_INSERT_LAST = 2,
    // Just before another node, above its comments.
    PCTY_HCL_INSERT_BEFORE = 3,
    // Just behind another node.
    PCTY_HCL_INSERT_AFTER = 4,
} pcty_hcl_insert_position;

// --- HCL, writing: formatting.

// What formatting changes.
typedef enum pcty_hcl_style PCTY_ENUM {
    // Blanks, and nothing else.
    PCTY_HCL_STYLE_LAYOUT = 1,
    // Blanks, and what Terraform has another notation for today, as `terraform fmt` does: an
    // expression alone in an interpolation stands for itself, labels get quotes, and the types of
    // variables are type expressions.
    PCTY_HCL_STYLE_TERRAFORM = 2,
} pcty_hcl_style;

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// HCL, writing: tokens.
//
// All of a text in native syntax, comments and blanks too: each token begins where the one
// before ends, so that they put together are the text again, also one that cannot be read.
// ----------------------------------------------------------------------------

// The tokens of a text.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_LIMIT for a text that is longer than what is read.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_tokens_parse(pcty_str source_text,
                                  pcty_hcl_tokens **out,
                                  pcty_error **error);

// The number of tokens. NULL: gives 0.
size_t pcty_hcl_tokens_count(const pcty_hcl_tokens *tokens);

// Writes a token by its position, from 0. Its text is the bytes of the source text, which need not
// be UTF-8.
//
// Returns: false past the end.
// Ownership: the text in `*out` is owned by `tokens` and valid while it lives.
// NULL: returns false if `tokens` is; `out` may be.
bool pcty_hcl_tokens_at(const pcty_hcl_tokens *tokens,
                        size_t index,
                        pcty_hcl_token *out);

// The range of the token at a position, from 0. It is separate from `pcty_hcl_tokens_at` because
// its lines and columns are counted at each call. NULL: returns the start of a text, as does a
// position past the end.
pcty_range pcty_hcl_tokens_range_at(const pcty_hcl_tokens *tokens,
                                    size_t index);

// Frees tokens. NULL: no-op.
void pcty_hcl_tokens_free(pcty_hcl_tokens *tokens);

// ----------------------------------------------------------------------------
// HCL, writing: snippets.
//
// Expressions that are made, of values, names, parts, tokens and texts, to be put into files. A
// snippet is laid out and was read once, so that whatever it is put into can be read again;
// where a part of another expression needs parentheses, it gets them.
// ----------------------------------------------------------------------------

// The expression that a text is, laid out anew. It may have comments and several lines, around
// which it gets parentheses where it needs them.
//
// Ownership: `*out` is the caller's; the text is copied.
// Errors: PCTY_ERROR_SYNTAX with all diagnostics if it is none; PCTY_ERROR_LIMIT for what nests
// deeper than expressions may; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_parse(pcty_str source_text,
                                    pcty_hcl_fragment **out,
                                    pcty_error **error);

// The expression that gives a value: objects and maps a line an item, lists on one line. As
// expressions have it, a list is written as a tuple and a map as an object.
//
// Ownership: `*out` is the caller's; the value stays the caller's.
// Errors: PCTY_ERROR_UNKNOWN, PCTY_ERROR_MARKED and PCTY_ERROR_UNSUPPORTED for what has no
// notation, inside of it too; PCTY_ERROR_LIMIT for what nests deeper than expressions may;
// PCTY_ERROR_INVALID_ARGUMENT for `texts` without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_value(const pcty_value *value,
                                    pcty_hcl_string_style texts,
                                    pcty_hcl_fragment **out,
                                    pcty_error **error);

// A variable and steps into it, `var.zones[0]`: the first step of the path is into an attribute
// of the variable's name, as `pcty_hcl_traversals_at` gives it.
//
// Ownership: `*out` is the caller's; the path stays the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT if it does not begin so, a name is none, or a key is no
// known number or text.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_traversal(const pcty_path *path,
                                        pcty_hcl_fragment **out,
                                        pcty_error **error);

// A call of a function, on one line where that is short. The name may have `::` between its
// parts.
//
// Ownership: `*out` is the caller's; the arguments stay the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is none, and for `last` without a
// constant; PCTY_ERROR_LIMIT for what nests deeper than expressions may; PCTY_ERROR_INVALID_UTF8.
// NULL: `arguments` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_call(pcty_str name,
                                   const pcty_hcl_fragment *const *arguments,
                                   size_t count,
                                   pcty_hcl_arguments last,
                                   pcty_hcl_fragment **out,
                                   pcty_error **error);

// `[a, b]`, on one line where that is short.
//
// Ownership: `*out` is the caller's; the elements stay the caller's.
// Errors: PCTY_ERROR_LIMIT for what nests deeper than expressions may.
// NULL: `elements` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_tuple(const pcty_hcl_fragment *const *elements,
                                    size_t count,
                                    pcty_hcl_fragment **out,
                                    pcty_error **error);

// `{ a = b }`, a line an item, in this order. A key that is no name gets quotes.
//
// Ownership: `*out` is the caller's; the values stay the caller's.
// Errors: PCTY_ERROR_LIMIT for what nests deeper than expressions may; PCTY_ERROR_INVALID_UTF8.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_object(const pcty_str *keys,
                                     const pcty_hcl_fragment *const *values,
                                     size_t count,
                                     pcty_hcl_fragment **out,
                                     pcty_error **error);

// The expression that some tokens are, without blanks: these are put where they are needed.
//
// Ownership: `*out` is the caller's; the texts are copied.
// Errors: PCTY_ERROR_INVALID_ARGUMENT if a text is not the token that it is said to be, as far
// as that shows, and for a kind without a constant, PCTY_HCL_TOKEN_NONE and
// PCTY_HCL_TOKEN_INVALID; PCTY_ERROR_SYNTAX with all diagnostics if they are no expression;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `tokens` (if `count` is 0) and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_tokens(const pcty_hcl_token *tokens,
                                     size_t count,
                                     pcty_hcl_fragment **out,
                                     pcty_error **error);

// The text of a snippet, as if it began in the first column.
//
// Ownership: lent as long as the snippet. NULL: gives no text.
pcty_str pcty_hcl_fragment_text(const pcty_hcl_fragment *snippet);

// Another handle of the same snippet; only a reference is counted.
//
// Ownership: the result is the caller's. NULL: gives NULL.
pcty_hcl_fragment *pcty_hcl_fragment_clone(const pcty_hcl_fragment *snippet);

// Frees a snippet. NULL: no-op.
void pcty_hcl_fragment_free(pcty_hcl_fragment *snippet);

// A value as an expression in JSON syntax: texts are escaped, so that no template begins in
// them. `pcty_value_to_json` has no expressions but values.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNKNOWN, PCTY_ERROR_MARKED and PCTY_ERROR_UNSUPPORTED for what has no
// notation, inside of it too; PCTY_ERROR_LIMIT for what nests too deep.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_value_to_json(const pcty_value *value,
                                   pcty_string **out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// HCL, writing: files.
//
// A file is a text in native syntax that is changed: what an edit does not touch comes out byte
// for byte, and what is new is laid out like what stands around it. An edit that fails has
// changed nothing.
//
// What stands in a file, its arguments and blocks, has numbers, which are plain data and never
// dangle: a node stays the same one whatever is done to it and around it, until it is removed,
// and neither a later node of the file nor one of the next four billion files gets its number. Of
// a node that is gone or another file's, what only looks says that there is none, and what changes
// gives PCTY_ERROR_NOT_FOUND.
// ----------------------------------------------------------------------------

// A file without anything in it.
//
// Ownership: the result is the caller's.
pcty_hcl_file *pcty_hcl_file_new(void);

// Parses a file. `file` is the name of the text in diagnostics. A byte that is not UTF-8 is a
// diagnostic.
//
// Returns: the file; with `diagnostics`, what cannot be parsed is not a node, and is written
// unchanged.
// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for `file`.
// Ownership: `*out` and `*diagnostics` are the caller's; the text is copied.
// NULL: `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_file_parse(pcty_str source_text,
                                pcty_str file,
                                pcty_hcl_file **out,
                                pcty_error **diagnostics,
                                pcty_error **error);

// Frees a file. NULL: no-op.
void pcty_hcl_file_free(pcty_hcl_file *file);

// The text of a file with all changes; UTF-8, unless what was read is not.
//
// Ownership: `*out` is the caller's.
// Errors: none but NULL and PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_file_to_text(const pcty_hcl_file *file,
                                  pcty_string **out,
                                  pcty_error **error);

// The body of a file in JSON syntax, which reads back as the same body: its arguments have the
// same values in every scope. The blocks of a type are one property, so that only the order of
// blocks of one type is kept; comments are not.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX with all diagnostics where the text cannot be read;
// PCTY_ERROR_UNSUPPORTED where an argument and a block have one name.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_file_to_json(const pcty_hcl_file *file,
                                  pcty_string **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// HCL, writing: what stands in a file.
//
// Bodies are asked for their nodes in the order of the text. Where a `body` is wanted, that is a
// block or PCTY_HCL_NODE_ROOT. Text is lent until the file is changed.
// ----------------------------------------------------------------------------

// The node in a direction from a node.
//
// Returns: PCTY_HCL_NODE_NONE if there is no such node, and for a `direction` without a constant.
// NULL: returns PCTY_HCL_NODE_NONE, as does a node that is not in the file.
pcty_hcl_node pcty_hcl_file_step(const pcty_hcl_file *file,
                                 pcty_hcl_node node,
                                 pcty_hcl_direction direction);

// Writes the data of a node.
//
// Returns: false for a node that is not in the file, and for PCTY_HCL_NODE_ROOT.
// Ownership: the texts in `*out` are owned by `file` and valid until it is changed.
// NULL: returns false if `file` is; `out` may be.
bool pcty_hcl_file_node_info(const pcty_hcl_file *file,
                             pcty_hcl_node node,
                             pcty_hcl_node_data *out);

// The argument of a name in a body, the first where a text that is wrong has several, or
// PCTY_HCL_NODE_NONE. NULL: gives PCTY_HCL_NODE_NONE, as does a body that is not there.
pcty_hcl_node pcty_hcl_file_attribute_get(const pcty_hcl_file *file,
                                          pcty_hcl_node body,
                                          pcty_str name);

// The first block of a type whose labels begin with these among those of a body that stand behind
// a node, or among all of them for PCTY_HCL_NODE_NONE; so calls with what the last one gave lead
// through all such blocks. PCTY_HCL_NODE_NONE where there is none.
// NULL: `labels` (if `count` is 0) may be; else gives PCTY_HCL_NODE_NONE, as do a body and an
// `after` that are not there.
pcty_hcl_node pcty_hcl_file_block_find(const pcty_hcl_file *file,
                                       pcty_hcl_node body,
                                       pcty_hcl_node after,
                                       pcty_str block_type,
                                       const pcty_str *labels,
                                       size_t count);

// The label of a block at a position, from 0, without quotes and escapes. A byte that is no UTF-8
// is the character U+001A.
//
// Ownership: the result is the caller's. NULL: gives NULL, as do a position past the end and a
// node that is not there, or is no block.
pcty_string *pcty_hcl_file_label_at(const pcty_hcl_file *file,
                                    pcty_hcl_node node,
                                    size_t index);

// The comments that go where a node goes: tokens of the kind PCTY_HCL_TOKEN_COMMENT, one each.
// Where they stand is counted as if they were all, each on a line of its own; their bytes are
// those of the text, UTF-8 or not.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not there; PCTY_ERROR_INVALID_ARGUMENT for
// `comments` without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_file_comments(const pcty_hcl_file *file,
                                   pcty_hcl_node node,
                                   pcty_hcl_comments comments,
                                   pcty_hcl_tokens **out,
                                   pcty_error **error);

// The value of an argument as an expression, as it is now. Its ranges count in the `value` of
// `pcty_hcl_file_node_info`, as `pcty_hcl_file_set_part` takes them.
//
// Ownership: `*out` is the caller's; edits do not change it.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there; PCTY_ERROR_SYNTAX
// with all diagnostics where it cannot be read.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_file_expression(const pcty_hcl_file *file,
                                     pcty_hcl_node node,
                                     pcty_hcl_expression **out,
                                     pcty_error **error);

// The text of a node as the file has it: its lines, with the comments that go where it goes.
// `pcty_hcl_file_insert_text` puts it into another file, if it is UTF-8.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not there.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_file_node_to_text(const pcty_hcl_file *file,
                                       pcty_hcl_node node,
                                       pcty_string **out,
                                       pcty_error **error);

// Where a node stands in `pcty_hcl_file_to_text`, from its name to the end of its value or behind
// its closing brace: its first byte, and the one behind its last. It takes as long as the file is.
//
// Ownership: `*start` and `*end` are plain data.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not there.
// NULL: `start`, `end` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_file_byte_range(const pcty_hcl_file *file,
                                     pcty_hcl_node node,
                                     size_t *start,
                                     size_t *end,
                                     pcty_error **error);

// The byte at a line and column of `pcty_hcl_file_to_text`, each from 1, counted as those of
// ranges are: the last one that stands nowhere behind, so that a column past the end of a line is
// its end. It takes as long as the file is.
//
// Ownership: `*out` is plain data.
// Errors: none but NULL and PCTY_ERROR_LIMIT.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_file_byte_of(const pcty_hcl_file *file,
                                  uint32_t line,
                                  uint32_t column,
                                  size_t *out,
                                  pcty_error **error);

// The innermost node at a byte of `pcty_hcl_file_to_text`, with the comments that belong to it, or
// PCTY_HCL_NODE_ROOT where there is none; and where that byte is in the `value` of
// `pcty_hcl_file_node_info`, or SIZE_MAX where it is not in a value. It takes as long as the file is.
//
// Ownership: `*out` and `*in_value` are plain data.
// Errors: none but NULL and PCTY_ERROR_LIMIT.
// NULL: `in_value` and `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_file_node_at_byte(const pcty_hcl_file *file,
                                       size_t byte,
                                       pcty_hcl_node *out,
                                       size_t *in_value,
                                       pcty_error **error);

// ----------------------------------------------------------------------------
// HCL, writing: arguments and blocks.
//
// They are set, put in, moved, renamed and taken out; the comments of each go where it goes. What
// is new stands where the call says, `at` a place of a body: PCTY_HCL_INSERT_BEFORE and
// PCTY_HCL_INSERT_AFTER are about another node of that body, `beside`, and with the others that is
// PCTY_HCL_NODE_NONE. Texts that a call is given may be those that the file has lent.
// ----------------------------------------------------------------------------

// Sets an argument of a body: the one of that name, or a new one behind the last argument,
// before all blocks.
//
// Ownership: changes `file`; `*out`, the argument, is plain data; the value stays the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a body that is not there; PCTY_ERROR_INVALID_ARGUMENT for
// one that is no block, and for a name that is none; PCTY_ERROR_LIMIT where it would nest too
// deep; PCTY_ERROR_INVALID_UTF8.
// NULL: `out` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set(pcty_hcl_file *file,
                              pcty_hcl_node body,
                              pcty_str name,
                              const pcty_hcl_fragment *value,
                              pcty_hcl_node *out,
                              pcty_error **error);

// Gives an argument another value. Its comments stay.
//
// Ownership: changes `file`; the value stays the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there; PCTY_ERROR_LIMIT
// where it would nest too deep.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_value(pcty_hcl_file *file,
                                    pcty_hcl_node node,
                                    const pcty_hcl_fragment *value,
                                    pcty_error **error);

// Puts a new argument into a body.
//
// Ownership: changes `file`; `*out`, the argument, is plain data; the value stays the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is none, or that an argument of the body
// has, for a body that is no block, and for `at` without a constant; PCTY_ERROR_NOT_FOUND for
// a body that is not there, and for `beside` that does not stand in it; PCTY_ERROR_LIMIT where it
// would nest too deep; PCTY_ERROR_INVALID_UTF8.
// NULL: `out` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_insert_attribute(pcty_hcl_file *file,
                                           pcty_hcl_node body,
                                           pcty_str name,
                                           const pcty_hcl_fragment *value,
                                           pcty_hcl_node beside,
                                           pcty_hcl_insert_position at,
                                           pcty_hcl_node *out,
                                           pcty_error **error);

// Puts a new block without anything in it into a body.
//
// Ownership: changes `file`; `*out`, the block, is plain data.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a type that is no name, for a body that is no block,
// and for `at` without a constant; PCTY_ERROR_NOT_FOUND for a body that is not there, and for
// `beside` that does not stand in it; PCTY_ERROR_LIMIT where blocks would nest too deep;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `labels` (if `count` is 0), `out` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_insert_block(pcty_hcl_file *file,
                                       pcty_hcl_node body,
                                       pcty_str block_type,
                                       const pcty_str *labels,
                                       size_t count,
                                       pcty_hcl_node beside,
                                       pcty_hcl_insert_position at,
                                       pcty_hcl_node *out,
                                       pcty_error **error);

// Puts the arguments and blocks of a text, `items`, into a body, laid out, with the comments that
// it has.
//
// Ownership: changes `file`; `*out` and `*count` are plain data: the first of them, or
// PCTY_HCL_NODE_NONE, and how many there are, of which each stands behind the one before.
// Errors: PCTY_ERROR_SYNTAX with all diagnostics for a text that is no body;
// PCTY_ERROR_INVALID_ARGUMENT where an argument of it has the name of one of the body, for a body
// that is no block, and for `at` without a constant; PCTY_ERROR_NOT_FOUND for a body that is
// not there, and for `beside` that does not stand in it; PCTY_ERROR_LIMIT where blocks would nest
// too deep; PCTY_ERROR_INVALID_UTF8.
// NULL: `out`, `count` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_insert_text(pcty_hcl_file *file,
                                      pcty_hcl_node body,
                                      pcty_str items,
                                      pcty_hcl_node beside,
                                      pcty_hcl_insert_position at,
                                      pcty_hcl_node *out,
                                      size_t *count,
                                      pcty_error **error);

// Takes a node out, with its comments and all that is in it; nothing of it is there any more.
//
// Ownership: changes `file`.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not there.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_remove(pcty_hcl_file *file,
                                 pcty_hcl_node node,
                                 pcty_error **error);

// Moves a node to another place, in its body or another one of the file, with its comments and
// all that is in it: it stays the same node.
//
// Ownership: changes `file`.
// Errors: PCTY_ERROR_INVALID_ARGUMENT where an argument of the body has its name, where a block
// would come to stand in itself, for a body that is no block, and for `at` without a constant;
// PCTY_ERROR_NOT_FOUND for a node or a body that is not there, and for `beside` that does not
// stand in it; PCTY_ERROR_LIMIT where blocks would nest too deep.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_move(pcty_hcl_file *file,
                               pcty_hcl_node node,
                               pcty_hcl_node body,
                               pcty_hcl_node beside,
                               pcty_hcl_insert_position at,
                               pcty_error **error);

// Gives an argument another name, or a block another type.
//
// Ownership: changes `file`.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is none, or that an argument of the body
// has; PCTY_ERROR_NOT_FOUND for a node that is not there; PCTY_ERROR_INVALID_UTF8.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_rename(pcty_hcl_file *file,
                                 pcty_hcl_node node,
                                 pcty_str name,
                                 pcty_error **error);

// Gives a block other labels. A label that stays is written as it was, and comments between
// labels that are there before and afterwards stay.
//
// Ownership: changes `file`.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is no block that is there;
// PCTY_ERROR_INVALID_UTF8.
// NULL: `labels` (if `count` is 0) and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_labels(pcty_hcl_file *file,
                                     pcty_hcl_node node,
                                     const pcty_str *labels,
                                     size_t count,
                                     pcty_error **error);

// Puts comments above a node in place of those that stand there: a line each, which gets a `#`
// before it unless it is a comment already.
//
// Ownership: changes `file`.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not there; PCTY_ERROR_INVALID_ARGUMENT for a
// line that has a newline; PCTY_ERROR_INVALID_UTF8.
// NULL: `lines` (if `count` is 0) and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_comments(pcty_hcl_file *file,
                                       pcty_hcl_node node,
                                       const pcty_str *lines,
                                       size_t count,
                                       pcty_error **error);

// Leaves the comments above a node where they are when it goes: they are no longer its own.
//
// Ownership: changes `file`.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not there.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_release_comments(pcty_hcl_file *file,
                                           pcty_hcl_node node,
                                           pcty_error **error);

// ----------------------------------------------------------------------------
// HCL, writing: inside of values.
//
// A part of a value gives way to another one; the comments and the layout around it stay.
//
// The first edit of an object or a list reads the value that it stands in. As long as that one is
// edited and no other, a part that is set for the first time or added takes as long as it is and
// the parts beside it are, not as the value is; one that is replaced or taken out moves what stands
// behind it. What was made and is not there any more is let go.
// ----------------------------------------------------------------------------

// Puts an expression in the place of one that stands in an argument's value: from the byte
// `start` of the `value` of `pcty_hcl_file_node_info` up to before `end`, as ranges of the parts of
// `pcty_hcl_file_expression` have them. It gets parentheses where it needs them.
//
// Ownership: changes `file`; the value stays the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there;
// PCTY_ERROR_INVALID_ARGUMENT where no expression stands there that can be another one, as no
// text of a template can; PCTY_ERROR_SYNTAX where the value could not be read then, and
// PCTY_ERROR_LIMIT where it would nest too deep.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_part(pcty_hcl_file *file,
                                   pcty_hcl_node node,
                                   size_t start,
                                   size_t end,
                                   const pcty_hcl_fragment *value,
                                   pcty_error **error);

// Sets an item of the object that an argument's value is written as, or of one in it: `keys`
// lead down to it; where an object has several of a key, the last one. A new one comes last, on a
// line of its own where the others are.
//
// Ownership: changes `file`; the value stays the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there, and where the keys
// do not lead to objects that are written as such; PCTY_ERROR_SYNTAX where the value could not be
// read then, and PCTY_ERROR_LIMIT where it would nest too deep; PCTY_ERROR_INVALID_UTF8.
// NULL: `keys` (if `count` is 0) and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_inside(pcty_hcl_file *file,
                                     pcty_hcl_node node,
                                     const pcty_str *keys,
                                     size_t count,
                                     const pcty_hcl_fragment *value,
                                     pcty_error **error);

// Takes an item out of the object that an argument's value is written as, or of one in it, with
// the comments that belong to it: `keys` lead down to it; where an object has several of a key,
// all of them.
//
// Ownership: changes `file`; `*out`, whether there was one, is plain data.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there, and where the keys
// do not lead to objects that are written as such; PCTY_ERROR_SYNTAX where the value could not be
// read then, and PCTY_ERROR_LIMIT where it would nest too deep; PCTY_ERROR_INVALID_UTF8.
// NULL: `keys` (if `count` is 0), `out` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_remove_inside(pcty_hcl_file *file,
                                        pcty_hcl_node node,
                                        const pcty_str *keys,
                                        size_t count,
                                        bool *out,
                                        pcty_error **error);

// Adds an element to the end of the list that an argument's value is written as.
//
// Ownership: changes `file`; the value stays the caller's.
// Errors: PCTY_ERROR_NOT_FOUND for a node that is no argument that is there, or whose value is
// not written as a list; PCTY_ERROR_SYNTAX where the value could not be read then, and
// PCTY_ERROR_LIMIT where it would nest too deep.
// NULL: `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_push(pcty_hcl_file *file,
                               pcty_hcl_node node,
                               const pcty_hcl_fragment *value,
                               pcty_error **error);

// Puts an expression wherever values refer to a variable, or to what constant steps lead to from
// it: in one argument, or in a body and all that is in it, with PCTY_HCL_NODE_ROOT in the whole
// file. `path` begins with an attribute of the variable's name, as `pcty_hcl_traversals_at`
// gives it. Steps that follow stay, `a["b"]` is `a.b`, and what a `for` expression defines is no
// variable. Values that cannot be read are passed over; where one could not be read afterwards,
// none is changed.
//
// Ownership: changes `file`; `*out`, how often, is plain data; path and value stay the caller's.
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a path that does not begin so; PCTY_ERROR_NOT_FOUND for
// a node that is not there; PCTY_ERROR_SYNTAX and PCTY_ERROR_LIMIT where a value could not be
// read then.
// NULL: `out` and `error` may be.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_replace(pcty_hcl_file *file,
                                  pcty_hcl_node within,
                                  const pcty_path *path,
                                  const pcty_hcl_fragment *value,
                                  uint64_t *out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// HCL, writing: formatting.
//
// Texts are laid out as `terraform fmt` does it: blanks within lines change, and newlines stay as
// they are. What is laid out once is laid out for good.
// ----------------------------------------------------------------------------

// A text in native syntax, laid out. `file` is what diagnostics call the text.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_SYNTAX with all diagnostics where the text cannot be read;
// PCTY_ERROR_INVALID_UTF8 for `file`, and where a comment has bytes that are no text;
// PCTY_ERROR_INVALID_ARGUMENT for `style` without a constant.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_format(pcty_str source_text,
                            pcty_str file,
                            pcty_hcl_style style,
                            pcty_string **out,
                            pcty_error **error);

// The lines of a text that have a byte from `start` up to before `end`, laid out as they would be
// in the whole text, and the rest as it is: the whole text. The newline is its line's last byte.
// Where `end` is `start`, no line has one; what is past the text's end is passed over.
//
// Ownership: `*out` is the caller's.
// Errors: as `pcty_hcl_format`; PCTY_ERROR_INVALID_ARGUMENT for an end before the start.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_hcl_format_lines(pcty_str source_text,
                                  pcty_str file,
                                  size_t start,
                                  size_t end,
                                  pcty_hcl_style style,
                                  pcty_string **out,
                                  pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_HCL_WRITE_H
