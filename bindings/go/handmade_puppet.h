// The handwritten shims of Puppet. handmade.h includes this file and states when a shim is written
// by hand.

#ifndef POLYCTY_GO_HANDMADE_PUPPET_H
#define POLYCTY_GO_HANDMADE_PUPPET_H

#include "callbacks.h"
#include "results.h"

// The number of texts before the folders of modules.
#define GO_CATALOG_TEXTS 10

// The text at a position; none if it is empty.
static inline pcty_str go_catalog_text(const pcty_str *texts, size_t at) {
    return texts[at].len == 0 ? (pcty_str){NULL, 0} : texts[at];
}

// The options of a catalog from their texts, in the order of PuppetCatalogOptions.texts.
static inline pcty_puppet_catalog_options
go_catalog_options(const pcty_str *texts, size_t count, pcty_puppet_strictness strictness,
                   const pcty_puppet_environment *environment) {
    pcty_puppet_catalog_options options = PCTY_PUPPET_CATALOG_OPTIONS_INIT;
    options.strictness = strictness;
    options.environment = environment;
    options.environment_folder = go_catalog_text(texts, 0);
    options.environment_name = go_catalog_text(texts, 1);
    options.manifest = go_catalog_text(texts, 2);
    options.hiera = go_catalog_text(texts, 3);
    options.node = go_catalog_text(texts, 4);
    options.facts = go_catalog_text(texts, 5);
    options.trusted = go_catalog_text(texts, 6);
    options.server_facts = go_catalog_text(texts, 7);
    options.classifier = go_catalog_text(texts, 8);
    options.settings = go_catalog_text(texts, 9);
    options.modules = texts + GO_CATALOG_TEXTS;
    options.module_count = count - GO_CATALOG_TEXTS;
    return options;
}

static inline go_called go_run_puppet_catalog_compile(const char *text, const size_t *lengths,
                                                      size_t count,
                                                      pcty_puppet_strictness strictness,
                                                      const pcty_puppet_environment *environment) {
    pcty_puppet_catalog *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    pcty_str *texts = go_texts(text, lengths, count);
    pcty_puppet_catalog_options options = go_catalog_options(texts, count, strictness, environment);
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_puppet_catalog_compile(&options, &out, &diagnostics, &error));
    uintptr_t cause = go_causes_end(outer);
    free(texts);
    return (go_called){out, diagnostics, error, cause};
}

// The explanation is in `more`.
static inline go_called go_run_puppet_lookup(_GoString_ key, const char *text,
                                             const size_t *lengths, size_t count,
                                             pcty_puppet_strictness strictness,
                                             const pcty_puppet_environment *environment,
                                             _GoString_ merge, const pcty_value *default_value,
                                             bool explained) {
    pcty_value *out = NULL;
    pcty_string *explanation = NULL;
    pcty_error *error = NULL;
    pcty_str *texts = go_texts(text, lengths, count);
    pcty_puppet_catalog_options options = go_catalog_options(texts, count, strictness, environment);
    pcty_puppet_lookup_options lookup = PCTY_PUPPET_LOOKUP_OPTIONS_INIT;
    lookup.merge = go_option(merge);
    lookup.default_value = default_value;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_puppet_lookup(GO_STR(key), &options, &lookup, &out,
                                   explained ? &explanation : NULL, &error));
    uintptr_t cause = go_causes_end(outer);
    free(texts);
    return go_value_called(out, explanation, error, cause);
}

static inline pcty_error *go_puppet_function_add(pcty_puppet_environment *environment,
                                                 _GoString_ name, const char *signatures,
                                                 const size_t *lengths, size_t count,
                                                 uintptr_t data) {
    pcty_error *error = NULL;
    pcty_str *texts = go_texts(signatures, lengths, count);
    pcty_puppet_function_spec spec = PCTY_PUPPET_FUNCTION_SPEC_INIT;
    spec.name = GO_STR(name);
    spec.signatures = texts;
    spec.signature_count = count;
    spec.call = go_puppet_function;
    spec.user_data = (void *)data;
    spec.destroy = go_destroy;
    PCTY_IGNORE(pcty_puppet_environment_add_function(environment, &spec, &error));
    free(texts);
    return error;
}

static inline go_out go_puppet_catalog_json(const pcty_puppet_catalog *catalog, bool has_secrets,
                                            int64_t version, _GoString_ uuid, _GoString_ code_id) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    pcty_puppet_catalog_json_options options = PCTY_PUPPET_CATALOG_JSON_OPTIONS_INIT;
    options.has_secrets = has_secrets;
    options.version = version;
    options.uuid = go_option(uuid);
    options.code_id = go_option(code_id);
    PCTY_IGNORE(pcty_puppet_catalog_to_json(catalog, &options, &out, &error));
    return (go_out){out, error};
}

// The value at a position, which the caller owns, and its name, which the catalog owns.
typedef struct {
    pcty_str name;
    bool is_sensitive;
    go_found value;
    pcty_error *error;
} go_catalog_parameter;

static inline go_catalog_parameter
go_puppet_catalog_parameter_read(const pcty_puppet_catalog *catalog, size_t resource,
                                 size_t index) {
    pcty_puppet_catalog_parameter read = PCTY_PUPPET_CATALOG_PARAMETER_INIT;
    go_catalog_parameter found = {{NULL, 0}, false, {0}, NULL};
    if (pcty_puppet_catalog_parameter_at(catalog, resource, index, &read, &found.error) ==
        PCTY_OK) {
        found.name = read.name;
        found.is_sensitive = read.is_sensitive;
        found.value = go_value_found(pcty_value_clone(read.value));
    }
    return found;
}

#endif
