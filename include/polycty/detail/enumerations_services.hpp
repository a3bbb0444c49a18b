// The enumerations of services.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_SERVICES_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_SERVICES_HPP

#include "../services.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace services {

// The unit of the columns of a workspace.
enum class Encoding : std::uint32_t {
    // Units of UTF-16, the default of the protocol.
    utf16 = PCTY_POSITION_ENCODING_UTF16,
    // Bytes.
    utf8 = PCTY_POSITION_ENCODING_UTF8,
    // Unicode scalar values.
    utf32 = PCTY_POSITION_ENCODING_UTF32,
};

inline detail::Names<Encoding> names_of(Encoding) noexcept {
    static constexpr detail::Named<Encoding> all[] = {
        {Encoding::utf16, "utf16"},
        {Encoding::utf8, "utf8"},
        {Encoding::utf32, "utf32"},
    };
    return all;
}

// A request of an editor.
enum class Request : std::uint32_t {
    // `textDocument/completion` at a position: a `CompletionList`.
    completion = PCTY_REQUEST_COMPLETION,
    // `textDocument/hover` at a position.
    hover = PCTY_REQUEST_HOVER,
    // `textDocument/signatureHelp` at a position.
    signature_help = PCTY_REQUEST_SIGNATURE_HELP,
    // `textDocument/definition` at a position: an array of `Location`.
    definition = PCTY_REQUEST_DEFINITION,
    // `textDocument/references` at a position. The declarations are in the result, unless the
    // arguments are `{"context":{"includeDeclaration":false}}`.
    references = PCTY_REQUEST_REFERENCES,
    // `textDocument/documentHighlight` at a position.
    document_highlight = PCTY_REQUEST_DOCUMENT_HIGHLIGHT,
    // `textDocument/prepareRename` at a position: a `Range`.
    prepare_rename = PCTY_REQUEST_PREPARE_RENAME,
    // `textDocument/rename` at a position, with the arguments `{"newName":"…"}`: a
    // `WorkspaceEdit`.
    rename = PCTY_REQUEST_RENAME,
    // `textDocument/documentSymbol`: an array of `DocumentSymbol`.
    document_symbol = PCTY_REQUEST_DOCUMENT_SYMBOL,
    // `workspace/symbol`, with the arguments `{"query":"…"}`; the document is ignored.
    workspace_symbol = PCTY_REQUEST_WORKSPACE_SYMBOL,
    // `textDocument/foldingRange`.
    folding_range = PCTY_REQUEST_FOLDING_RANGE,
    // `textDocument/selectionRange` at a position, or at those of the arguments
    // `{"positions":[…]}`.
    selection_range = PCTY_REQUEST_SELECTION_RANGE,
    // `textDocument/semanticTokens/range`, or `full` without a range.
    semantic_tokens = PCTY_REQUEST_SEMANTIC_TOKENS,
    // `textDocument/rangeFormatting`, or `formatting` without a range: an array of `TextEdit`.
    formatting = PCTY_REQUEST_FORMATTING,
    // `textDocument/inlayHint`.
    inlay_hint = PCTY_REQUEST_INLAY_HINT,
    // `textDocument/codeAction`. The arguments `{"context":{"only":["quickfix"]}}` select kinds.
    code_action = PCTY_REQUEST_CODE_ACTION,
    // `textDocument/diagnostic`: a `DocumentDiagnosticReport`.
    diagnostic = PCTY_REQUEST_DIAGNOSTIC,
    // The result of `initialize`: the abilities of a server for the workspace, with the names of
    // the types and modifiers of semantic tokens. The document is ignored.
    initialize = PCTY_REQUEST_INITIALIZE,
};

inline detail::Names<Request> names_of(Request) noexcept {
    static constexpr detail::Named<Request> all[] = {
        {Request::completion, "completion"},
        {Request::hover, "hover"},
        {Request::signature_help, "signature_help"},
        {Request::definition, "definition"},
        {Request::references, "references"},
        {Request::document_highlight, "document_highlight"},
        {Request::prepare_rename, "prepare_rename"},
        {Request::rename, "rename"},
        {Request::document_symbol, "document_symbol"},
        {Request::workspace_symbol, "workspace_symbol"},
        {Request::folding_range, "folding_range"},
        {Request::selection_range, "selection_range"},
        {Request::semantic_tokens, "semantic_tokens"},
        {Request::formatting, "formatting"},
        {Request::inlay_hint, "inlay_hint"},
        {Request::code_action, "code_action"},
        {Request::diagnostic, "diagnostic"},
        {Request::initialize, "initialize"},
    };
    return all;
}

} // namespace services

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_SERVICES_HPP
