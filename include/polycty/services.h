// Language services for editors: diagnostics, completion, hover, definitions, rename and more for
// all languages of the build, in the form of the language server protocol.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_SERVICES_H
#define POLYCTY_SERVICES_H

#include "base.h"

// ============================================================================
// THE HANDLES
// ============================================================================

// A workspace: folders, files and open documents. One thread at a time.
//
// ```c
// // Prints the type of the name at a position of an unsaved text.
// static void print_hover(pcty_str source_text, uint32_t line, uint32_t column) {
//     pcty_workspace *workspace = NULL;
//     pcty_string *json = NULL;
//     pcty_text_range at = {line, column, line, column};
//     pcty_str name = PCTY_STR("/project/main.tf");
//     must(pcty_workspace_new(NULL, &workspace, NULL));
//     must(pcty_workspace_open(workspace, name, PCTY_STR(""), 1, source_text, NULL));
//     must(pcty_workspace_request(workspace, name, &at, PCTY_STR(""), PCTY_REQUEST_HOVER, &json, NULL));
//     puts(pcty_string_cstr(json)); // {"contents":{"kind":"markdown","value":…},"range":…}
//     pcty_string_free(json);
//     pcty_workspace_free(workspace);
// }
// ```
typedef struct pcty_workspace pcty_workspace;

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Language services: workspaces of documents and files.

// The unit of the columns of a workspace.
typedef enum pcty_position_encoding PCTY_ENUM {
    // Units of UTF-16, the default of the protocol.
    PCTY_POSITION_ENCODING_UTF16 = 0,
    // Bytes.
    PCTY_POSITION_ENCODING_UTF8 = 1,
    // Unicode scalar values.
    PCTY_POSITION_ENCODING_UTF32 = 2,
} pcty_position_encoding;

// A range of a document: lines from 0, and columns in the unit of the workspace. The end is
// exclusive. A position is a range whose end is its start.
typedef struct {
    // The line of the start.
    uint32_t start_line;
    // The column of the start.
    uint32_t start_column;
    // The line of the end.
    uint32_t end_line;
    // The column of the end.
    uint32_t end_column;
} pcty_text_range;

// The options of a workspace. Empty texts mean that an option is not set.
// Start from PCTY_WORKSPACE_OPTIONS_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // The unit of columns; PCTY_POSITION_ENCODING_UTF16 initially.
    pcty_position_encoding encoding;
    // Whether texts of completions may be snippets with tab stops, such as `${1:name}`.
    bool has_snippets;
    // Whether modules have the language of OpenTofu. Otherwise, a folder with a `.tofu` file has it
    // if `terraform_version` is not set.
    bool is_opentofu;
    // The version of Terraform, from 1.11 to 1.17, such as `1.14.3`; the newest if it is not set.
    // OpenTofu has one version.
    pcty_str terraform_version;
    // The schemas of providers: the output of `terraform providers schema -json`.
    pcty_str provider_schemas;
    // Facts of Puppet as a JSON object, for their completion.
    pcty_str puppet_facts;
    // The folders of Puppet modules outside of the folders of the workspace.
    const pcty_str *puppet_modules;
    // The number of `puppet_modules`.
    size_t puppet_module_count;
    // The kinds of mcl resources, as for `polycty mcl check --kinds`.
    pcty_str mcl_kinds;
    // The folder of the modules that mcl programs import by address.
    pcty_str mcl_modules;
    // The folders of the workspace, as URIs or absolute paths. References are searched in them. The
    // files below these folders, `puppet_modules` and `mcl_modules` are read, unless
    // `pcty_workspace_set_files` sets other files. No path leads out of a folder, neither by `..`
    // nor through a symbolic link. A folder that cannot be opened has no files.
    const pcty_str *folders;
    // The number of `folders`.
    size_t folder_count;
    // Specifications of HCL files (`hcldec`): a JSON object of their texts by the ends of paths, such
    // as `.service.hcl`.
    pcty_str hcl_specifications;
} pcty_workspace_options;

// Reads a file of a workspace. `path` is absolute, uses `/`, and is borrowed for the call. On
// success it sets `*out` to a new string with the content, which the library takes ownership of;
// NULL, the initial value, means that there is no such file. On failure it sets `*error` to a new
// error and returns the code of that error.
typedef pcty_status (*pcty_workspace_reader)(void *user_data,
                                             pcty_str path,
                                             pcty_string **out,
                                             pcty_error **error);

// Lists a folder of a workspace: the names in it, one on each line. The name of a folder ends in
// `/`. Paths, results and errors are as for `pcty_workspace_reader`.
typedef pcty_status (*pcty_workspace_lister)(void *user_data,
                                             pcty_str path,
                                             pcty_string **out,
                                             pcty_error **error);

// --- Language services: the requests of an editor.

// A request of an editor.
typedef enum pcty_request PCTY_ENUM {
    // `textDocument/completion` at a position: a `CompletionList`.
    PCTY_REQUEST_COMPLETION = 1,
    // `textDocument/hover` at a position.
    PCTY_REQUEST_HOVER = 2,
    // `textDocument/signatureHelp` at a position.
    PCTY_REQUEST_SIGNATURE_HELP = 3,
    // `textDocument/definition` at a position: an array of `Location`.
    PCTY_REQUEST_DEFINITION = 4,
    // `textDocument/references` at a position. The declarations are in the result, unless the
    // arguments are `{"context":{"includeDeclaration":false}}`.
    PCTY_REQUEST_REFERENCES = 5,
    // `textDocument/documentHighlight` at a position.
    PCTY_REQUEST_DOCUMENT_HIGHLIGHT = 6,
    // `textDocument/prepareRename` at a position: a `Range`.
    PCTY_REQUEST_PREPARE_RENAME = 7,
    // `textDocument/rename` at a position, with the arguments `{"newName":"…"}`: a `WorkspaceEdit`.
    PCTY_REQUEST_RENAME = 8,
    // `textDocument/documentSymbol`: an array of `DocumentSymbol`.
    PCTY_REQUEST_DOCUMENT_SYMBOL = 9,
    // `workspace/symbol`, with the arguments `{"query":"…"}`; the document is ignored.
    PCTY_REQUEST_WORKSPACE_SYMBOL = 10,
    // `textDocument/foldingRange`.
    PCTY_REQUEST_FOLDING_RANGE = 11,
    // `textDocument/selectionRange` at a position, or at those of the arguments `{"positions":[…]}`.
    PCTY_REQUEST_SELECTION_RANGE = 12,
    // `textDocument/semanticTokens/range`, or `full` without a range.
    PCTY_REQUEST_SEMANTIC_TOKENS = 13,
    // `textDocument/rangeFormatting`, or `formatting` without a range: an array of `TextEdit`.
    PCTY_REQUEST_FORMATTING = 14,
    // `textDocument/inlayHint`.
    PCTY_REQUEST_INLAY_HINT = 15,
    // `textDocument/codeAction`. The arguments `{"context":{"only":["quickfix"]}}` select kinds.
    PCTY_REQUEST_CODE_ACTION = 16,
    // `textDocument/diagnostic`: a `DocumentDiagnosticReport`.
    PCTY_REQUEST_DIAGNOSTIC = 17,
    // The result of `initialize`: the abilities of a server for the workspace, with the names of the
    // types and modifiers of semantic tokens. The document is ignored.
    PCTY_REQUEST_INITIALIZE = 18,
} pcty_request;

// No folders and no options of languages; columns are units of UTF-16.
#define PCTY_WORKSPACE_OPTIONS_INIT        \
    {sizeof(pcty_workspace_options),       \
     PCTY_POSITION_ENCODING_UTF16,         \
     false,                                \
     false,                                \
     {NULL, 0},                            \
     {NULL, 0},                            \
     {NULL, 0},                            \
     NULL,                                 \
     0,                                    \
     {NULL, 0},                            \
     {NULL, 0},                            \
     NULL,                                 \
     0,                                    \
     {NULL, 0}}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Language services: workspaces of documents and files.
//
// A workspace has folders with files, and open documents, whose texts replace the files until they
// are closed. A document is named by its URI or its absolute path with `/`; `file:///a/main.tf` and
// `/a/main.tf` are the same document. The path and the identifier of a language in the protocol,
// such as `puppet`, decide about the language.
//
// Lines and columns are those of the protocol: they start at 0, and the options of the workspace set
// the unit of columns. A column after the end of a line is the end of the line, and a line after the
// last is the end of the text.
//
// While a callback of a workspace runs, all calls with this workspace fail with
// PCTY_ERROR_INVALID_ARGUMENT, except that it may be freed.
// ----------------------------------------------------------------------------

// Creates a workspace without open documents.
//
// Errors: PCTY_ERROR_SYNTAX for schemas, facts or kinds that cannot be read;
// PCTY_ERROR_UNSUPPORTED for a version that is not one of those of the options, and for a version
// with OpenTofu; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a number that is not one
// of the constants, and for a wrong `struct_size`; PCTY_ERROR_LIMIT.
// Ownership: the caller owns `*out`; the options are copied.
// NULL: `options` (the defaults apply) and `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_workspace_new(const pcty_workspace_options *options,
                               pcty_workspace **out,
                               pcty_error **error);

// Frees a workspace and its documents. If a callback of the workspace frees it, it ends with the
// call that runs the callback.
//
// NULL: no-op.
void pcty_workspace_free(pcty_workspace *workspace);

// Sets callbacks that provide the files of a workspace, in place of those of the system. Open
// documents remain open.
//
// Errors: none, except for NULL and PCTY_ERROR_INVALID_ARGUMENT in a callback of the workspace.
// Ownership: changes `workspace`. The library takes ownership of `user_data`, also on failure;
// `destroy` releases it with the workspace or when other files replace these.
// NULL: `user_data`, `destroy` and `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_workspace_set_files(pcty_workspace *workspace,
                                     pcty_workspace_reader reader,
                                     pcty_workspace_lister lister,
                                     void *user_data,
                                     pcty_destroy destroy,
                                     pcty_error **error);

// Opens a document with a text. If the document is open, its text is replaced.
//
// Errors: PCTY_ERROR_UNSUPPORTED if neither the path nor `language_id` names a language;
// PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; the error of a callback.
// Ownership: changes `workspace`; the texts are copied.
// NULL: `error` may be NULL. `language_id` may be empty.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_workspace_open(pcty_workspace *workspace,
                                pcty_str document,
                                pcty_str language_id,
                                int64_t version,
                                pcty_str source_text,
                                pcty_error **error);

// Changes an open document: replaces a range of its text. The changes of one message of the protocol
// are one call each, in their order.
//
// Errors: PCTY_ERROR_NOT_FOUND if the document is not open; PCTY_ERROR_INVALID_ARGUMENT for a range
// whose end is before its start; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT. The document is then
// unchanged.
// Ownership: changes `workspace`; the texts are copied.
// NULL: `range` (the whole text is replaced) and `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_workspace_change(pcty_workspace *workspace,
                                  pcty_str document,
                                  int64_t version,
                                  const pcty_text_range *range,
                                  pcty_str source_text,
                                  pcty_error **error);

// Closes a document, so that its file applies again.
//
// Errors: PCTY_ERROR_NOT_FOUND if the document is not open; PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `workspace`.
// NULL: `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_workspace_close(pcty_workspace *workspace,
                                 pcty_str document,
                                 pcty_error **error);

// Reports that a file has changed, appeared or disappeared. A workspace remembers what it has read
// until then.
//
// Errors: PCTY_ERROR_INVALID_UTF8.
// Ownership: changes `workspace`.
// NULL: `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_workspace_file_changed(pcty_workspace *workspace,
                                        pcty_str document,
                                        pcty_error **error);

// Returns the text of an open document, or else of a file.
//
// Errors: PCTY_ERROR_NOT_FOUND if there is no such document and no such file, or it is not UTF-8;
// PCTY_ERROR_INVALID_UTF8 for `document`; PCTY_ERROR_LIMIT; the error of a callback.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_workspace_document_to_text(pcty_workspace *workspace,
                                            pcty_str document,
                                            pcty_string **out,
                                            pcty_error **error);

// Writes the diagnostics of an open document or of a file, or of the whole workspace if `document`
// is empty: those of all files of known languages in the folders, and of all open documents. Each
// names its file by its path. Steps and memory are those of one call: a workspace of many files needs
// a budget of its own.
//
// Returns: in `*diagnostics`, an error with all diagnostics, or NULL if there are none.
// Errors: PCTY_ERROR_NOT_FOUND if there is no such document and no such file, or it has no known
// language; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; the error of a callback.
// Ownership: the caller owns `*diagnostics`.
// NULL: `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_workspace_diagnostics(pcty_workspace *workspace,
                                       pcty_str document,
                                       pcty_error **diagnostics,
                                       pcty_error **error);

// ----------------------------------------------------------------------------
// Language services: the requests of an editor.
//
// A request is one of the language server protocol 3.17, and its answer is the JSON text of the
// result: `null`, or what the protocol specifies for it, such as a `Hover` or an array of
// `Location`. Edits of a `WorkspaceEdit` are in its member `changes`. Documentation is Markdown.
// ----------------------------------------------------------------------------

// Answers a request about an open document. A request about a position takes the start of `range`.
// `arguments` is empty, or a JSON object with the other parameters of the request in the protocol.
//
// Errors: PCTY_ERROR_NOT_FOUND if the document is not open; PCTY_ERROR_VALUE for a name that cannot
// be renamed, and for a new name that is not valid; PCTY_ERROR_INVALID_ARGUMENT for a number that is
// not one of the constants, a request about a position without one, a range whose end is before its
// start, and arguments that are not valid; PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT; the error of a
// callback.
// Ownership: the caller owns `*out`.
// NULL: `range` (the whole document) and `error` may be NULL.
// Threads: one at a time.
PCTY_MUST_USE
pcty_status pcty_workspace_request(pcty_workspace *workspace,
                                   pcty_str document,
                                   const pcty_text_range *range,
                                   pcty_str arguments,
                                   pcty_request request,
                                   pcty_string **out,
                                   pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_SERVICES_H
