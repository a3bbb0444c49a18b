// The handwritten shims of language services. handmade.h includes this file and states when a shim
// is written by hand.

#ifndef POLYCTY_GO_HANDMADE_SERVICES_H
#define POLYCTY_GO_HANDMADE_SERVICES_H

#include "callbacks.h"
#include "results.h"

static inline go_out go_workspace_new(const char *text, const size_t *lengths, size_t folders,
                                      size_t modules, uint32_t encoding, bool has_snippets,
                                      bool is_opentofu, _GoString_ version, _GoString_ schemas,
                                      _GoString_ facts, _GoString_ kinds, _GoString_ mcl_modules,
                                      _GoString_ specifications) {
    pcty_workspace *out = NULL;
    pcty_error *error = NULL;
    pcty_str *texts = go_texts(text, lengths, folders + modules);
    pcty_workspace_options options = PCTY_WORKSPACE_OPTIONS_INIT;
    options.encoding = encoding;
    options.has_snippets = has_snippets;
    options.is_opentofu = is_opentofu;
    options.terraform_version = GO_STR(version);
    options.provider_schemas = GO_STR(schemas);
    options.puppet_facts = GO_STR(facts);
    options.puppet_modules = texts + folders;
    options.puppet_module_count = modules;
    options.mcl_kinds = GO_STR(kinds);
    options.mcl_modules = GO_STR(mcl_modules);
    options.folders = texts;
    options.folder_count = folders;
    options.hcl_specifications = GO_STR(specifications);
    PCTY_IGNORE(pcty_workspace_new(&options, &out, &error));
    free(texts);
    return (go_out){out, error};
}

static inline pcty_error *go_workspace_set_files(pcty_workspace *workspace, uintptr_t host) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_workspace_set_files(workspace, go_workspace_reader, go_workspace_lister,
                                         (void *)host, go_destroy, &error));
    return error;
}

static inline go_called go_run_workspace_open(pcty_workspace *workspace, _GoString_ document,
                                              _GoString_ language_id, int64_t version,
                                              _GoString_ text) {
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_workspace_open(workspace, GO_STR(document), GO_STR(language_id), version,
                                    GO_STR(text), &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){NULL, NULL, error, cause};
}

static inline pcty_error *go_workspace_change(pcty_workspace *workspace, _GoString_ document,
                                              int64_t version, bool is_whole, pcty_text_range range,
                                              _GoString_ text) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_workspace_change(workspace, GO_STR(document), version,
                                      is_whole ? NULL : &range, GO_STR(text), &error));
    return error;
}

static inline go_called go_run_workspace_request(pcty_workspace *workspace, _GoString_ document,
                                                 bool is_whole, pcty_text_range range,
                                                 _GoString_ arguments, uint32_t request) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_workspace_request(workspace, GO_STR(document), is_whole ? NULL : &range,
                                       GO_STR(arguments), request, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

static inline go_called go_run_workspace_diagnostics(pcty_workspace *workspace,
                                                     _GoString_ document) {
    pcty_error *found = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_workspace_diagnostics(workspace, GO_STR(document), &found, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){NULL, found, error, cause};
}

static inline go_called go_run_workspace_document_to_text(pcty_workspace *workspace, _GoString_ document) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_workspace_document_to_text(workspace, GO_STR(document), &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

#endif
