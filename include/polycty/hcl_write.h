// HCL, writing: texts in native syntax that are formatted, edited without changes to the rest of
// the text, and created.
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

// The tokens of a text. It never changes; any number of threads may use it at once.
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

// An expression for insertion into files. It never changes; any number of threads may use it at
// once.
//
// ```c
// // Creates coalesce(var.NAME, OTHERWISE).
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

// A text in native syntax that can be edited. Only one thread at a time may edit it; while no
// thread edits it, any number may read it.
//
// ```c
// // Sets the version of a module, and returns the new text.
// static pcty_string *bumped(pcty_str file_name, pcty_str text, pcty_str module, pcty_str version) {
//     pcty_hcl_file *file = NULL;
//     pcty_hcl_fragment *fragment = NULL;
//     pcty_string *bytes = NULL;
//     pcty_value *value = NULL;
//     if (pcty_hcl_file_parse(text, file_name, &file, NULL, NULL) == PCTY_OK &&
//         pcty_value_string(version, &value, NULL) == PCTY_OK &&
//         pcty_hcl_fragment_value(value, PCTY_HCL_STRING_QUOTED, &fragment, NULL) == PCTY_OK) {
//         pcty_hcl_node block = pcty_hcl_file_block_find(file, PCTY_HCL_NODE_ROOT, PCTY_HCL_NODE_NONE,
//                                                        PCTY_STR("module"), &module, 1);
//         must(pcty_hcl_file_set(file, block, PCTY_STR("version"), fragment, NULL, NULL));
//         must(pcty_hcl_file_to_text(file, &bytes, NULL));
//     }
//     pcty_hcl_fragment_free(fragment);
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

// The kind of a token.
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
    // The closing marker with the blanks around it, without the newline.
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
    // Text that is not a token of the language: a character, newlines between quotes, or a byte that
    // is not UTF-8.
    PCTY_HCL_TOKEN_INVALID = 43,
    // The end of the text. It is empty, and the last token.
    PCTY_HCL_TOKEN_END = 44,
} pcty_hcl_token_kind;

// A token, such as a token of a text, or of a fragment that is created from tokens. It owns
// nothing.
typedef struct {
    // The kind.
    pcty_hcl_token_kind kind;
    // The token as it is written: `"` for a quote.
    pcty_str text;
} pcty_hcl_token;

// --- HCL, writing: fragments.

// The notation of the strings of a value.
typedef enum pcty_hcl_string_style PCTY_ENUM {
    // In quotes, each on one line.
    PCTY_HCL_STRING_QUOTED = 1,
    // Strings of several lines are heredocs if a heredoc can represent them and a newline may follow:
    // the value as a whole, and the values of attributes of objects and of keys of maps. Other strings
    // are in quotes.
    PCTY_HCL_STRING_HEREDOC = 2,
} pcty_hcl_string_style;

// The kind of the last argument of a call.
typedef enum pcty_hcl_arguments PCTY_ENUM {
    // One argument, like the others.
    PCTY_HCL_ARGUMENTS_SINGLE = 1,
    // A list of arguments, followed by `...`.
    PCTY_HCL_ARGUMENTS_EXPANDED = 2,
} pcty_hcl_arguments;

// --- HCL, writing: files.

// The number of a node of a file: an argument, a block, or a body. The number of a block is also
// the number of its body. It is plain data.
typedef uint64_t pcty_hcl_node;
// There is no such node.
#define PCTY_HCL_NODE_NONE 0
// The body of the file itself. It is the same number for every file.
#define PCTY_HCL_NODE_ROOT 1

// --- HCL, writing: the nodes of a file.

// The position of comments that belong to a node.
typedef enum pcty_hcl_comments PCTY_ENUM {
    // In the lines directly above the node, without a blank line between.
    PCTY_HCL_COMMENTS_BEFORE = 1,
    // After the node, in its last line.
    PCTY_HCL_COMMENTS_AFTER = 2,
} pcty_hcl_comments;

// A direction from a node to a related node.
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
    // The value of an argument as it is written; no text for a block. It is UTF-8 unless the text
    // that was parsed is not.
    pcty_str value;
    // The number of labels of a block, for `pcty_hcl_file_label_to_text`.
    size_t label_count;
} pcty_hcl_node_data;

// --- HCL, writing: edits of arguments and blocks.

// A position in a body.
typedef enum pcty_hcl_insert_position PCTY_ENUM {
    // Before all nodes of the body.
    PCTY_HCL_INSERT_FIRST = 1,
    // After all nodes of the body.
    PCTY_HCL_INSERT_LAST = 2,
    // Directly before a node, above its comments.
    PCTY_HCL_INSERT_BEFORE = 3,
    // Directly after a node.
    PCTY_HCL_INSERT_AFTER = 4,
} pcty_hcl_insert_position;

// --- HCL, writing: formatting.

// The changes that formatting makes.
typedef enum pcty_hcl_style PCTY_ENUM {
    // Only blanks change.
    PCTY_HCL_STYLE_LAYOUT = 1,
    // Blanks change, and outdated notations are replaced, as by `terraform fmt`: an interpolation that
    // is the whole template becomes its expression, labels get quotes, and the types of variables
    // become type expressions.
    PCTY_HCL_STYLE_TERRAFORM = 2,
} pcty_hcl_style;

// The layout of heredocs.
typedef enum pcty_hcl_heredocs PCTY_ENUM {
    // As by `terraform fmt`, which changes the indentation of all following lines if an interpolation in
    // a heredoc has several lines.
    PCTY_HCL_HEREDOCS_TERRAFORM = 1,
    // The lines of an interpolation are indented from the line on which it starts, and the lines after a
    // heredoc as before it. The lines of a `<<-` heredoc are indented from the line that opens it. Values
    // do not change.
    PCTY_HCL_HEREDOCS_INDENTED = 2,
} pcty_hcl_heredocs;

// The columns in which consecutive lines are aligned.
typedef enum pcty_hcl_alignment PCTY_ENUM {
    // Equals signs and comments at the end of lines, as by `terraform fmt`.
    PCTY_HCL_ALIGNMENT_ALL = 1,
    // Only equals signs.
    PCTY_HCL_ALIGNMENT_EQUALS = 2,
    // Only comments.
    PCTY_HCL_ALIGNMENT_COMMENTS = 3,
    // Nothing: one space precedes equals signs and comments.
    PCTY_HCL_ALIGNMENT_NONE = 4,
} pcty_hcl_alignment;

// The order of arguments, blocks and keys of objects. Comments move with their items.
typedef enum pcty_hcl_order PCTY_ENUM {
    // The order of the text.
    PCTY_HCL_ORDER_SOURCE = 1,
    // Arguments precede blocks. With PCTY_HCL_STYLE_TERRAFORM, meta-arguments precede other arguments,
    // `lifecycle` and `depends_on` follow all other items, and the arguments of variables and outputs have
    // the order of Terraform's style guide.
    PCTY_HCL_ORDER_CONVENTIONAL = 2,
    // As PCTY_HCL_ORDER_CONVENTIONAL; in addition, the other arguments and the keys of objects are sorted
    // by name between blank lines.
    PCTY_HCL_ORDER_ALPHABETICAL = 3,
} pcty_hcl_order;

// The options of formatting. Start from PCTY_HCL_FORMAT_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The changes that formatting makes; PCTY_HCL_STYLE_LAYOUT initially.
    pcty_hcl_style style;
    // The layout of heredocs; PCTY_HCL_HEREDOCS_TERRAFORM initially.
    pcty_hcl_heredocs heredocs;
    // The alignment of lines; PCTY_HCL_ALIGNMENT_ALL initially.
    pcty_hcl_alignment alignment;
    // The order of items; PCTY_HCL_ORDER_SOURCE initially.
    pcty_hcl_order order;
    // The number of columns, from 20 to 10000, after which lists, objects, calls, `for` expressions,
    // conditionals and logical operators are broken over lines; 0 (no line is broken) initially.
    // Comments do not count, templates are never broken, and lines are never joined.
    uint32_t width;
    // Whether only the lines that contain a byte from `start` up to, but not including, `end` are
    // formatted, with the same result as if the whole text were formatted. A newline is the last byte
    // of its line. If `end` equals `start`, no line is formatted.
    bool is_partial;
    // The first byte of the lines.
    size_t start;
    // The end of the lines. Bytes past the end of the text are ignored.
    size_t end;
} pcty_hcl_format_options;

// The layout of `terraform fmt` for the whole text.
#define PCTY_HCL_FORMAT_OPTIONS_INIT \
    {sizeof(pcty_hcl_format_options), \
     PCTY_HCL_STYLE_LAYOUT,           \
     PCTY_HCL_HEREDOCS_TERRAFORM,     \
     PCTY_HCL_ALIGNMENT_ALL,          \
     PCTY_HCL_ORDER_SOURCE,           \
     0,                               \
     false,                           \
     0,                               \
     0}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// HCL, writing: tokens.
//
// The tokens of a text in native syntax cover all of it, including comments and blanks. Each token
// starts where the token before it ends. Concatenated, they are the text again, even if it cannot
// be parsed.
// ----------------------------------------------------------------------------

// Writes the tokens of a text.
//
// Errors: PCTY_ERROR_LIMIT for a text that is too long to be parsed.
// Ownership: the caller owns `*out`; the text is copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_tokens_parse(pcty_str source_text,
                                  pcty_hcl_tokens **out,
                                  pcty_error **error);

// Returns the number of tokens.
//
// NULL: returns 0.
size_t pcty_hcl_tokens_count(const pcty_hcl_tokens *tokens);

// Writes the token at a position, from 0. Its text is the bytes of the source text, which need not
// be UTF-8.
//
// Returns: false past the end.
// Ownership: the text in `*out` is owned by `tokens` and valid while it lives.
// NULL: returns false if `tokens` is NULL; `out` may be NULL.
bool pcty_hcl_tokens_at(const pcty_hcl_tokens *tokens,
                        size_t index,
                        pcty_hcl_token *out);

// Returns the range of the token at a position, from 0. It is not part of `pcty_hcl_tokens_at`
// because each call counts its lines and columns.
//
// NULL: returns the start of a text. Also returns it past the end.
pcty_range pcty_hcl_tokens_range_at(const pcty_hcl_tokens *tokens,
                                    size_t index);

// Frees tokens.
//
// NULL: no-op.
void pcty_hcl_tokens_free(pcty_hcl_tokens *tokens);

// ----------------------------------------------------------------------------
// HCL, writing: fragments.
//
// A fragment is an expression that is made from values, names, other fragments, tokens or texts,
// to be inserted into files. It is formatted and was parsed once, so the text that it is inserted
// into can be parsed again. A fragment gets parentheses if it needs them as a part of another
// expression.
// ----------------------------------------------------------------------------

// Parses a text that is an expression, and formats it. The text may contain comments and newlines;
// it gets parentheses if it needs them.
//
// Errors: PCTY_ERROR_SYNTAX with all diagnostics if the text is not an expression;
// PCTY_ERROR_LIMIT if it is nested deeper than expressions may be; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`; the text is copied.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_parse(pcty_str source_text,
                                    pcty_hcl_fragment **out,
                                    pcty_error **error);

// Creates an expression whose result is a value. Objects and maps have one line for each item,
// lists are on one line. As in all expressions, a list is written as a tuple, and a map as an
// object.
//
// Errors: PCTY_ERROR_UNKNOWN, PCTY_ERROR_MARKED and PCTY_ERROR_UNSUPPORTED for a value, or a part
// of it, without a notation; PCTY_ERROR_LIMIT if it is nested deeper than expressions may be;
// PCTY_ERROR_INVALID_ARGUMENT if `texts` is not one of the constants.
// Ownership: the caller owns `*out`, and still owns the value.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_value(const pcty_value *value,
                                    pcty_hcl_string_style texts,
                                    pcty_hcl_fragment **out,
                                    pcty_error **error);

// Creates a variable and steps into it, such as `var.zones[0]`. The first step of the path is into
// an attribute with the name of the variable, like the paths of `pcty_hcl_traversals_at`.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if the path does not start with an attribute, if a name is
// not valid, or if a key is not a known number or string.
// Ownership: the caller owns `*out`, and still owns the path.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_traversal(const pcty_path *path,
                                        pcty_hcl_fragment **out,
                                        pcty_error **error);

// Creates a call of a function, on one line if it is short. The name may have `::` between its
// parts.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid, and if `last` is not one of
// the constants; PCTY_ERROR_LIMIT if it is nested deeper than expressions may be;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`, and still owns the arguments.
// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_call(pcty_str name,
                                   const pcty_hcl_fragment *const *arguments,
                                   size_t count,
                                   pcty_hcl_arguments last,
                                   pcty_hcl_fragment **out,
                                   pcty_error **error);

// Creates `[a, b]`, on one line if it is short.
//
// Errors: PCTY_ERROR_LIMIT if it is nested deeper than expressions may be.
// Ownership: the caller owns `*out`, and still owns the elements.
// NULL: `elements` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_tuple(const pcty_hcl_fragment *const *elements,
                                    size_t count,
                                    pcty_hcl_fragment **out,
                                    pcty_error **error);

// Creates `{ a = b }`, with one line for each item, in the given order. A key that is not a valid
// name gets quotes.
//
// Errors: PCTY_ERROR_LIMIT if it is nested deeper than expressions may be;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`, and still owns the values.
// NULL: `keys`, `values` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_object(const pcty_str *keys,
                                     const pcty_hcl_fragment *const *values,
                                     size_t count,
                                     pcty_hcl_fragment **out,
                                     pcty_error **error);

// Creates an expression from tokens without blanks; blanks are inserted where they are needed.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if a text is not a token of its kind, as far as this is
// checked, if a kind is not one of the constants, and for PCTY_HCL_TOKEN_NONE and
// PCTY_HCL_TOKEN_INVALID; PCTY_ERROR_SYNTAX with all diagnostics if the tokens are not an
// expression; PCTY_ERROR_INVALID_UTF8.
// Ownership: the caller owns `*out`; the texts are copied.
// NULL: `tokens` (if `count` is 0) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_fragment_tokens(const pcty_hcl_token *tokens,
                                     size_t count,
                                     pcty_hcl_fragment **out,
                                     pcty_error **error);

// Returns the text of a fragment, as if it started in the first column.
//
// Ownership: owned by the fragment and valid while it lives.
// NULL: returns no text.
pcty_str pcty_hcl_fragment_text(const pcty_hcl_fragment *fragment);

// Returns a new handle of the same fragment. Only a reference count changes.
//
// Ownership: the caller owns the result.
// NULL: returns NULL.
pcty_hcl_fragment *pcty_hcl_fragment_clone(const pcty_hcl_fragment *fragment);

// Frees a fragment.
//
// NULL: no-op.
void pcty_hcl_fragment_free(pcty_hcl_fragment *fragment);

// Formats a value as an expression in JSON syntax. Strings are escaped, so that they do not
// contain templates. `pcty_value_to_json` writes values, not expressions.
//
// Errors: PCTY_ERROR_UNKNOWN, PCTY_ERROR_MARKED and PCTY_ERROR_UNSUPPORTED for a value, or a part
// of it, without a notation; PCTY_ERROR_LIMIT if it is nested too deep.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_value_to_json(const pcty_value *value,
                                   pcty_string **out,
                                   pcty_error **error);

// ----------------------------------------------------------------------------
// HCL, writing: files.
//
// A file is a text in native syntax that can be edited. Text that an edit does not affect is
// written byte for byte as it was read. New text is formatted like the text around it. An edit
// that fails changes nothing.
//
// The nodes of a file, its arguments and blocks, are identified by numbers. They are plain data
// and never dangle: a node keeps its number through all edits until it is removed. The number is
// not reused by later nodes of the file, nor by any of the next 4 billion files. For a node that
// was removed or that is in a different file, functions that only read report that there is no
// node, and functions that edit fail with PCTY_ERROR_NOT_FOUND.
// ----------------------------------------------------------------------------

// Creates an empty file.
//
// Ownership: the caller owns the result.
pcty_hcl_file *pcty_hcl_file_new(void);

// Parses a file. `file` is the name of the text in diagnostics. A byte that is not UTF-8 is a
// diagnostic.
//
// Returns: the file; with `diagnostics`, text that cannot be parsed has no nodes, and is written
// unchanged.
// Errors: PCTY_ERROR_SYNTAX if `diagnostics` is NULL and one of the diagnostics is an error;
// PCTY_ERROR_INVALID_UTF8 for `file`.
// Ownership: the caller owns `*out` and `*diagnostics`; the text is copied.
// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
PCTY_MUST_USE
pcty_status pcty_hcl_file_parse(pcty_str source_text,
                                pcty_str file,
                                pcty_hcl_file **out,
                                pcty_error **diagnostics,
                                pcty_error **error);

// Frees a file.
//
// NULL: no-op.
void pcty_hcl_file_free(pcty_hcl_file *file);

// Writes the text of a file with all changes. It is UTF-8, unless the text that was parsed is not.
//
// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_file_to_text(const pcty_hcl_file *file,
                                  pcty_string **out,
                                  pcty_error **error);

// Formats the body of a file in JSON syntax. The text parses as the same body: its arguments have
// the same values in every scope. The blocks of a type are one property, so only the order of
// blocks of the same type is kept. Comments are not kept.
//
// Errors: PCTY_ERROR_SYNTAX with all diagnostics if the text cannot be parsed;
// PCTY_ERROR_UNSUPPORTED if an argument and a block have the same name.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_file_to_json(const pcty_hcl_file *file,
                                  pcty_string **out,
                                  pcty_error **error);

// ----------------------------------------------------------------------------
// HCL, writing: the nodes of a file.
//
// The nodes of a body are in the order of the text. A parameter `body` is a block or
// PCTY_HCL_NODE_ROOT. Texts are owned by the file and valid until it is changed.
// ----------------------------------------------------------------------------

// Returns the node in a direction from a node.
//
// Returns: PCTY_HCL_NODE_NONE if there is no such node, and if `direction` is not one of the
// constants.
// NULL: returns PCTY_HCL_NODE_NONE. Also returns it for a node that is not in the file.
pcty_hcl_node pcty_hcl_file_step(const pcty_hcl_file *file,
                                 pcty_hcl_node node,
                                 pcty_hcl_direction direction);

// Writes the data of a node.
//
// Returns: false for a node that is not in the file, and for PCTY_HCL_NODE_ROOT.
// Ownership: the texts in `*out` are owned by `file` and valid until it is changed.
// NULL: returns false if `file` is NULL; `out` may be NULL.
bool pcty_hcl_file_node_info(const pcty_hcl_file *file,
                             pcty_hcl_node node,
                             pcty_hcl_node_data *out);

// Returns the argument of a name in a body, or PCTY_HCL_NODE_NONE. If an invalid text has several
// arguments of this name, it is the first one.
//
// NULL: returns PCTY_HCL_NODE_NONE. Also returns it for a body that is not in the file.
pcty_hcl_node pcty_hcl_file_attribute_get(const pcty_hcl_file *file,
                                          pcty_hcl_node body,
                                          pcty_str name);

// Returns the first block of a type whose labels begin with `labels`, from the blocks of a body
// after the node `after`. If `after` is PCTY_HCL_NODE_NONE, all blocks of the body are searched.
// Returns PCTY_HCL_NODE_NONE if there is no such block. To visit all such blocks, pass each result
// as `after` of the next call.
//
// NULL: `labels` (if `count` is 0) may be NULL. For other arguments that are NULL, returns
// PCTY_HCL_NODE_NONE. Also returns it for a body or an `after` that is not in the file.
pcty_hcl_node pcty_hcl_file_block_find(const pcty_hcl_file *file,
                                       pcty_hcl_node body,
                                       pcty_hcl_node after,
                                       pcty_str block_type,
                                       const pcty_str *labels,
                                       size_t count);

// Returns the label of a block at a position, from 0, without quotes and escapes. A byte that is
// not UTF-8 is replaced by the character U+001A.
//
// Ownership: the caller owns the result.
// NULL: returns NULL. Also returns NULL past the end, and for a node that is not in the file or
// not a block.
pcty_string *pcty_hcl_file_label_to_text(const pcty_hcl_file *file,
                                         pcty_hcl_node node,
                                         size_t index);

// Writes the comments that belong to a node, as tokens of the kind PCTY_HCL_TOKEN_COMMENT. Their
// positions are counted as in a text that contains only these comments, each on its own line.
// Their bytes are those of the text, which need not be UTF-8.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file; PCTY_ERROR_INVALID_ARGUMENT if
// `comments` is not one of the constants.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_file_comments(const pcty_hcl_file *file,
                                   pcty_hcl_node node,
                                   pcty_hcl_comments comments,
                                   pcty_hcl_tokens **out,
                                   pcty_error **error);

// Writes the current value of an argument as an expression. Its ranges are counted in the `value`
// of `pcty_hcl_file_node_info`, as `pcty_hcl_file_set_part` expects them.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument;
// PCTY_ERROR_SYNTAX with all diagnostics if the value cannot be parsed.
// Ownership: the caller owns `*out`; edits of the file do not change it.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_file_expression(const pcty_hcl_file *file,
                                     pcty_hcl_node node,
                                     pcty_hcl_expression **out,
                                     pcty_error **error);

// Writes the text of a node in the file: its lines, with the comments that belong to it.
// `pcty_hcl_file_insert_text` inserts it into a different file, if it is UTF-8.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_file_node_to_text(const pcty_hcl_file *file,
                                       pcty_hcl_node node,
                                       pcty_string **out,
                                       pcty_error **error);

// Writes the range of a node in the text of `pcty_hcl_file_to_text`, from its name to the end of
// its value or of its closing brace: `*start` is the first byte, `*end` is the byte after the
// last. The time is linear in the size of the file.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file.
// Ownership: `*start` and `*end` are plain data.
// NULL: `start`, `end` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_file_byte_range(const pcty_hcl_file *file,
                                     pcty_hcl_node node,
                                     size_t *start,
                                     size_t *end,
                                     pcty_error **error);

// Writes the byte at a line and column of the text of `pcty_hcl_file_to_text`, each from 1,
// counted as in ranges. A column past the end of a line is clamped to its end. The time is linear
// in the size of the file.
//
// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
// Ownership: `*out` is plain data.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_file_byte_of(const pcty_hcl_file *file,
                                  uint32_t line,
                                  uint32_t column,
                                  size_t *out,
                                  pcty_error **error);

// Writes the innermost node at a byte of the text of `pcty_hcl_file_to_text`. The range of a node
// includes the comments that belong to it. `*out` is PCTY_HCL_NODE_ROOT if no node is at the byte.
// `*in_value` is the position of the byte in the `value` of `pcty_hcl_file_node_info`, or SIZE_MAX
// if the byte is not in a value. The time is linear in the size of the file.
//
// Errors: none, except for NULL and PCTY_ERROR_LIMIT.
// Ownership: `*out` and `*in_value` are plain data.
// NULL: `in_value` and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_file_node_at_byte(const pcty_hcl_file *file,
                                       size_t byte,
                                       pcty_hcl_node *out,
                                       size_t *in_value,
                                       pcty_error **error);

// ----------------------------------------------------------------------------
// HCL, writing: edits of arguments and blocks.
//
// The functions set, insert, move, rename and remove arguments and blocks. The comments of a node
// stay with it. The parameter `at` is the position of a new node in a body. For
// PCTY_HCL_INSERT_BEFORE and PCTY_HCL_INSERT_AFTER, `sibling` is a node of that body that the
// position is relative to; for the other positions `sibling` is PCTY_HCL_NODE_NONE. Texts that are
// passed to a call may be borrowed from the file.
// ----------------------------------------------------------------------------

// Sets an argument of a body. If the body has no argument of this name, a new one is inserted
// after the last argument, before all blocks.
//
// Errors: PCTY_ERROR_NOT_FOUND for a body that is not in the file; PCTY_ERROR_INVALID_ARGUMENT for
// a body that is not a block, and for a name that is not valid; PCTY_ERROR_LIMIT if the value
// would be nested too deep; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `file`; `*out`, the argument, is plain data; the caller still owns the value.
// NULL: `out` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set(pcty_hcl_file *file,
                              pcty_hcl_node body,
                              pcty_str name,
                              const pcty_hcl_fragment *value,
                              pcty_hcl_node *out,
                              pcty_error **error);

// Sets the value of an argument. Its comments stay.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument;
// PCTY_ERROR_LIMIT if the value would be nested too deep.
// Ownership: changes `file`; the caller still owns the value.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_value(pcty_hcl_file *file,
                                    pcty_hcl_node node,
                                    const pcty_hcl_fragment *value,
                                    pcty_error **error);

// Inserts a new argument into a body.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid or that an argument of the body
// has, for a body that is not a block, and if `at` is not one of the constants;
// PCTY_ERROR_NOT_FOUND for a body that is not in the file, and for a `sibling` that is not in the
// body; PCTY_ERROR_LIMIT if the value would be nested too deep; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `file`; `*out`, the argument, is plain data; the caller still owns the value.
// NULL: `out` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_insert_attribute(pcty_hcl_file *file,
                                           pcty_hcl_node body,
                                           pcty_str name,
                                           const pcty_hcl_fragment *value,
                                           pcty_hcl_node sibling,
                                           pcty_hcl_insert_position at,
                                           pcty_hcl_node *out,
                                           pcty_error **error);

// Inserts a new, empty block into a body. The elements of `header` are the type of the block and
// then its labels.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if `count` is 0, for a type that is not a valid name, for a
// body that is not a block, and if `at` is not one of the constants; PCTY_ERROR_NOT_FOUND for a
// body that is not in the file, and for a `sibling` that is not in the body; PCTY_ERROR_LIMIT if
// blocks would be nested too deep; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `file`; `*out`, the block, is plain data.
// NULL: `out` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_insert_block(pcty_hcl_file *file,
                                       pcty_hcl_node body,
                                       const pcty_str *header,
                                       size_t count,
                                       pcty_hcl_node sibling,
                                       pcty_hcl_insert_position at,
                                       pcty_hcl_node *out,
                                       pcty_error **error);

// Inserts the arguments and blocks of a text, `items`, into a body, formatted, with their
// comments. `*out` is the first inserted node, or PCTY_HCL_NODE_NONE. `*count` is the number of
// inserted nodes, which follow one another.
//
// Errors: PCTY_ERROR_SYNTAX with all diagnostics for a text that is not a body;
// PCTY_ERROR_INVALID_ARGUMENT if the text and the body have an argument of the same name, for a
// body that is not a block, and if `at` is not one of the constants; PCTY_ERROR_NOT_FOUND for a
// body that is not in the file, and for a `sibling` that is not in the body; PCTY_ERROR_LIMIT if
// blocks would be nested too deep; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `file`; `*out` and `*count` are plain data.
// NULL: `out`, `count` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_insert_text(pcty_hcl_file *file,
                                      pcty_hcl_node body,
                                      pcty_str items,
                                      pcty_hcl_node sibling,
                                      pcty_hcl_insert_position at,
                                      pcty_hcl_node *out,
                                      size_t *count,
                                      pcty_error **error);

// Removes a node, with its comments and its content. The nodes inside it are removed, too.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file.
// Ownership: changes `file`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_remove(pcty_hcl_file *file,
                                 pcty_hcl_node node,
                                 pcty_error **error);

// Moves a node to a different position, in its body or a different body of the file, with its
// comments and its content. The number of the node does not change.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT if an argument of the body has the name of the node, if a
// block would become part of itself, for a body that is not a block, and if `at` is not one of the
// constants; PCTY_ERROR_NOT_FOUND for a node or a body that is not in the file, and for a `sibling`
// that is not in the body; PCTY_ERROR_LIMIT if blocks would be nested too deep.
// Ownership: changes `file`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_move(pcty_hcl_file *file,
                               pcty_hcl_node node,
                               pcty_hcl_node body,
                               pcty_hcl_node sibling,
                               pcty_hcl_insert_position at,
                               pcty_error **error);

// Sets the name of an argument, or the type of a block.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid or that an argument of the body
// has; PCTY_ERROR_NOT_FOUND for a node that is not in the file; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `file`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_rename(pcty_hcl_file *file,
                                 pcty_hcl_node node,
                                 pcty_str name,
                                 pcty_error **error);

// Sets the labels of a block. A label that does not change keeps its notation. A comment between
// two labels stays if both positions exist before and after the edit.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not a block;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `file`.
// NULL: `labels` (if `count` is 0) and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_labels(pcty_hcl_file *file,
                                     pcty_hcl_node node,
                                     const pcty_str *labels,
                                     size_t count,
                                     pcty_error **error);

// Replaces the comments that belong to a node: those above it, each a line of its own, or those
// after it, in its last line. A text that is not a comment is prefixed with `#`; of several texts
// after a node, only the last may be one that ends the line.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file; PCTY_ERROR_INVALID_ARGUMENT for
// a text that contains a newline, for a comment after a value that ends with a heredoc or after a
// comment that ends the line, and if `comments` is not one of the constants;
// PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `file`.
// NULL: `lines` (if `count` is 0) and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_comments(pcty_hcl_file *file,
                                       pcty_hcl_node node,
                                       const pcty_str *lines,
                                       size_t count,
                                       pcty_hcl_comments comments,
                                       pcty_error **error);

// Detaches the comments above a node: they stay in place when the node is moved or removed.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file.
// Ownership: changes `file`.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_release_comments(pcty_hcl_file *file,
                                           pcty_hcl_node node,
                                           pcty_error **error);

// ----------------------------------------------------------------------------
// HCL, writing: edits inside values.
//
// An edit replaces a part of a value; the comments and the layout around it stay.
//
// The first edit of an object or a list parses the value that contains it. While consecutive edits
// affect the same value, the time to add or first set a part depends on the size of the part and
// of its neighbors, not on the size of the value. Replacing or removing a part moves the text
// after it. Parts that are no longer in the value are freed.
// ----------------------------------------------------------------------------

// Replaces an expression inside the value of an argument. `start` is the first byte of the
// expression and `end` is the byte after its last, both in the `value` of
// `pcty_hcl_file_node_info`, like the ranges of the parts of `pcty_hcl_file_expression`. The new
// expression gets parentheses if it needs them.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument;
// PCTY_ERROR_INVALID_ARGUMENT if the range is not that of an expression that can be replaced
// (literal text of a template cannot); PCTY_ERROR_SYNTAX if the new value could not be parsed, and
// PCTY_ERROR_LIMIT if it would be nested too deep.
// Ownership: changes `file`; the caller still owns the value.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_part(pcty_hcl_file *file,
                                   pcty_hcl_node node,
                                   size_t start,
                                   size_t end,
                                   const pcty_hcl_fragment *value,
                                   pcty_error **error);

// Sets an item of the object that is the value of an argument, or of an object inside it. `keys`
// lead down to the item; if an object has several items of a key, the last one is used. A new item
// is added at the end, on its own line if the other items are on their own lines.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument, and if the
// keys do not lead to values that are written as objects; PCTY_ERROR_SYNTAX if the new value could
// not be parsed, and PCTY_ERROR_LIMIT if it would be nested too deep; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `file`; the caller still owns the value.
// NULL: `keys` (if `count` is 0) and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_set_inside(pcty_hcl_file *file,
                                     pcty_hcl_node node,
                                     const pcty_str *keys,
                                     size_t count,
                                     const pcty_hcl_fragment *value,
                                     pcty_error **error);

// Removes an item from the object that is the value of an argument, or from an object inside it,
// with the comments of the item. `keys` lead down to the item; if an object has several items of a
// key, all are removed. `*out` is whether there was such an item.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument, and if the
// keys do not lead to values that are written as objects; PCTY_ERROR_SYNTAX if the new value could
// not be parsed, and PCTY_ERROR_LIMIT if it would be nested too deep; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `file`; `*out` is plain data.
// NULL: `keys` (if `count` is 0), `out` and `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_remove_inside(pcty_hcl_file *file,
                                        pcty_hcl_node node,
                                        const pcty_str *keys,
                                        size_t count,
                                        bool *out,
                                        pcty_error **error);

// Adds an element to the end of the list that is the value of an argument.
//
// Errors: PCTY_ERROR_NOT_FOUND for a node that is not in the file or not an argument, and for a
// value that is not written as a list; PCTY_ERROR_SYNTAX if the new value could not be parsed, and
// PCTY_ERROR_LIMIT if it would be nested too deep.
// Ownership: changes `file`; the caller still owns the value.
// NULL: `error` may be NULL.
// Threads: one thread at a time.
PCTY_MUST_USE
pcty_status pcty_hcl_file_push(pcty_hcl_file *file,
                               pcty_hcl_node node,
                               const pcty_hcl_fragment *value,
                               pcty_error **error);

// Replaces all references to a variable, or to a traversal of constant steps from it, with an
// expression: in one argument, or in a body and its nested bodies. For PCTY_HCL_NODE_ROOT, that is
// the whole file. `*out` is the number of replacements.
//
// `path` starts with an attribute that has the name of the variable, like the paths of
// `pcty_hcl_traversals_at`. Further steps of a reference are kept, `a["b"]` equals `a.b`, and a
// name that a `for` expression defines is not a variable. Values that cannot be parsed are
// ignored. If a new value could not be parsed, no value is changed.
//
// Errors: PCTY_ERROR_INVALID_ARGUMENT for a path that does not start with a variable;
// PCTY_ERROR_NOT_FOUND for a node that is not in the file; PCTY_ERROR_SYNTAX and PCTY_ERROR_LIMIT
// if a new value could not be parsed.
// Ownership: changes `file`; `*out` is plain data; the caller still owns the path and the value.
// NULL: `out` and `error` may be NULL.
// Threads: one thread at a time.
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
// Texts are formatted as by `terraform fmt`: blanks within lines change, and newlines stay. Options
// change the layout of heredocs, the alignment, the order of items and the width of lines.
// Formatting a formatted text does not change it.
// ----------------------------------------------------------------------------

// Formats a text in native syntax, or some of its lines; the result is the whole text. `file` is the
// name of the text in diagnostics.
//
// Errors: PCTY_ERROR_SYNTAX with all diagnostics if the text cannot be parsed;
// PCTY_ERROR_INVALID_UTF8 for `file`, and for a comment that is not UTF-8;
// PCTY_ERROR_INVALID_ARGUMENT for a number that is not one of the constants, a wrong `struct_size`, a
// width that is out of range, an `end` before `start`, and for a width or an order together with
// `is_partial`; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`.
// NULL: `options` (the initial values apply) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_hcl_format(pcty_str source_text,
                            pcty_str file,
                            const pcty_hcl_format_options *options,
                            pcty_string **out,
                            pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_HCL_WRITE_H
