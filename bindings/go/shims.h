// The shims of the functions that this package calls, each the call of one function of the
// library. Generated from the headers in include/ by tools/shims.go; not to be edited.

#ifndef POLYCTY_GO_SHIMS_H
#define POLYCTY_GO_SHIMS_H

#include "callbacks.h"
#include "results.h"

static inline pcty_error *go_budget_enter(const pcty_budget *budget) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_budget_enter(budget, &error));
    return error;
}

static inline pcty_error *go_budget_leave(const pcty_budget *budget) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_budget_leave(budget, &error));
    return error;
}

typedef struct {
    pcty_limits out;
    pcty_error *error;
} go_budget_limits_result;

static inline go_budget_limits_result go_budget_limits(const pcty_budget *budget) {
    pcty_limits out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_budget_limits(budget, &out, &error));
    return (go_budget_limits_result){out, error};
}

static inline go_out go_budget_new(const pcty_limits *limits) {
    pcty_budget *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_budget_new(limits, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_converter_apply(const pcty_converter *converter, const pcty_value *value) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_converter_apply(converter, value, &out, &error));
    return go_value_made(out, error);
}

typedef struct {
    bool found;
    pcty_converter_data out;
} go_converter_info_result;

static inline go_converter_info_result go_converter_info(const pcty_converter *converter) {
    pcty_converter_data out = {0};
    bool found = pcty_converter_info(converter, &out);
    return (go_converter_info_result){found, out};
}

static inline go_out go_converter_new(const pcty_type *source, const pcty_type *target,
                                      pcty_dialect dialect, pcty_safety safety) {
    pcty_converter *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_converter_new(source, target, dialect, safety, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_document_check(_GoString_ document, _GoString_ file, _GoString_ notation,
                                       pcty_data_format format, pcty_dialect dialect) {
    pcty_error_list *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_document_check(GO_STR(document), GO_STR(file), GO_STR(notation), format,
                dialect, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    pcty_document_part out;
    pcty_error *error;
} go_document_locate_result;

static inline go_document_locate_result go_document_locate(_GoString_ document,
                                                           const pcty_path *path,
                                                           pcty_data_format format) {
    pcty_document_part out = {0};
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_document_locate(GO_STR(document), path, format, &out, &error));
    return (go_document_locate_result){out, error};
}

typedef struct {
    pcty_diagnostic out;
    pcty_error *error;
} go_error_diagnostic_at_result;

static inline go_error_diagnostic_at_result go_error_diagnostic_at(const pcty_error *from,
                                                                   size_t index) {
    pcty_diagnostic out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_error_diagnostic_at(from, index, &out, &error));
    return (go_error_diagnostic_at_result){out, error};
}

typedef struct {
    pcty_edit out;
    pcty_error *error;
} go_error_edit_at_result;

static inline go_error_edit_at_result go_error_edit_at(const pcty_error *from, size_t diagnostic,
                                                       size_t index) {
    pcty_edit out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_error_edit_at(from, diagnostic, index, &out, &error));
    return (go_error_edit_at_result){out, error};
}

static inline pcty_error *go_error_list_at(const pcty_error_list *list, size_t index) {
    return pcty_error_clone(pcty_error_list_at(list, index));
}

static inline pcty_error *go_error_new(pcty_status code, _GoString_ message) {
    return pcty_error_new(code, GO_STR(message));
}

typedef struct {
    pcty_related out;
    pcty_error *error;
} go_error_related_at_result;

static inline go_error_related_at_result go_error_related_at(const pcty_error *from,
                                                             size_t diagnostic, size_t index) {
    pcty_related out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_error_related_at(from, diagnostic, index, &out, &error));
    return (go_error_related_at_result){out, error};
}

typedef struct {
    bool found;
    pcty_function_data out;
} go_function_info_result;

static inline go_function_info_result go_function_info(const pcty_function *function) {
    pcty_function_data out = {0};
    bool found = pcty_function_info(function, &out);
    return (go_function_info_result){found, out};
}

static inline go_out go_hcl_body_at_byte(const pcty_hcl_body *body, _GoString_ file, size_t byte) {
    pcty_hcl_location *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_at_byte(body, GO_STR(file), byte, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_body_attributes(const pcty_hcl_body *body) {
    pcty_hcl_content *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_attributes(body, &out, NULL, &error));
    return (go_out){out, error};
}

static inline go_outs go_hcl_body_attributes_diagnosed(const pcty_hcl_body *body) {
    pcty_hcl_content *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_attributes(body, &out, &diagnostics, &error));
    return (go_outs){out, diagnostics, error};
}

static inline go_answer go_hcl_body_byte_of(const pcty_hcl_body *body, _GoString_ file,
                                            uint32_t line, uint32_t column) {
    size_t out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_byte_of(body, GO_STR(file), line, column, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_hcl_body_calls(const pcty_hcl_body *body) {
    pcty_hcl_calls *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_calls(body, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_body_decode_functions(const pcty_hcl_body *body, _GoString_ block_type,
                                                  pcty_hcl_scope *scope, uintptr_t user_data) {
    pcty_hcl_body *rest = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_decode_functions(body, GO_STR(block_type), scope,
                go_hcl_scope_provider, (void *)user_data, go_destroy, &rest, NULL, &error));
    return (go_out){rest, error};
}

static inline go_out go_hcl_body_expand_dynamic(const pcty_hcl_body *body,
                                                const pcty_hcl_scope *scope) {
    pcty_hcl_body *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_expand_dynamic(body, scope, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_hcl_body_data out;
} go_hcl_body_info_result;

static inline go_hcl_body_info_result go_hcl_body_info(const pcty_hcl_body *body) {
    pcty_hcl_body_data out = {0};
    bool found = pcty_hcl_body_info(body, &out);
    return (go_hcl_body_info_result){found, out};
}

static inline go_out go_hcl_body_items(const pcty_hcl_body *body) {
    pcty_hcl_items *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_items(body, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_body_merge(const uintptr_t *bodies, size_t count) {
    pcty_hcl_body *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_merge((const pcty_hcl_body *const *)bodies, count, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_body_parse(_GoString_ source_text, _GoString_ file,
                                       const pcty_position *start, pcty_hcl_syntax syntax) {
    pcty_hcl_body *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_parse(GO_STR(source_text), GO_STR(file), start, syntax, &out, NULL,
                &error));
    return (go_out){out, error};
}

static inline go_outs go_hcl_body_parse_diagnosed(_GoString_ source_text, _GoString_ file,
                                                  const pcty_position *start,
                                                  pcty_hcl_syntax syntax) {
    pcty_hcl_body *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_parse(GO_STR(source_text), GO_STR(file), start, syntax, &out,
                &diagnostics, &error));
    return (go_outs){out, diagnostics, error};
}

static inline go_out go_hcl_body_variables(const pcty_hcl_body *body) {
    pcty_hcl_traversals *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_body_variables(body, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_hcl_call out;
} go_hcl_calls_at_result;

static inline go_hcl_calls_at_result go_hcl_calls_at(const pcty_hcl_calls *calls, size_t index) {
    pcty_hcl_call out = {0};
    bool found = pcty_hcl_calls_at(calls, index, &out);
    return (go_hcl_calls_at_result){found, out};
}

static inline go_out go_hcl_closure_new(const pcty_hcl_expression *expression,
                                        const pcty_hcl_scope *scope) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_closure_new(expression, scope, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_hcl_defaults_apply(const pcty_hcl_defaults *defaults,
                                           const pcty_value *value) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_defaults_apply(defaults, value, &out, &error));
    return go_value_made(out, error);
}

static inline pcty_type *go_hcl_defaults_type(const pcty_hcl_defaults *defaults) {
    return pcty_type_clone(pcty_hcl_defaults_type(defaults));
}

static inline go_out go_hcl_expression_at_byte(const pcty_hcl_expression *expression, size_t byte) {
    pcty_hcl_expressions *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_expression_at_byte(expression, byte, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    pcty_string *name;
    pcty_hcl_expressions *arguments;
    pcty_range name_range;
    pcty_range arguments_range;
    pcty_error *error;
} go_hcl_expression_call_result;

static inline go_hcl_expression_call_result go_hcl_expression_call(const pcty_hcl_expression *expression) {
    pcty_string *name = NULL;
    pcty_hcl_expressions *arguments = NULL;
    pcty_range name_range = {0};
    pcty_range arguments_range = {0};
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_expression_call(expression, &name, &arguments, &name_range,
                &arguments_range, &error));
    return (go_hcl_expression_call_result){name, arguments, name_range, arguments_range, error};
}

typedef struct {
    bool found;
    pcty_hcl_expression_data out;
} go_hcl_expression_info_result;

static inline go_hcl_expression_info_result go_hcl_expression_info(const pcty_hcl_expression *expression) {
    pcty_hcl_expression_data out = {0};
    bool found = pcty_hcl_expression_info(expression, &out);
    return (go_hcl_expression_info_result){found, out};
}

static inline go_out go_hcl_expression_list(const pcty_hcl_expression *expression) {
    pcty_hcl_expressions *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_expression_list(expression, &out, &error));
    return (go_out){out, error};
}

static inline go_outs go_hcl_expression_map(const pcty_hcl_expression *expression) {
    pcty_hcl_expressions *keys = NULL;
    pcty_hcl_expressions *values = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_expression_map(expression, &keys, &values, &error));
    return (go_outs){keys, values, error};
}

typedef struct {
    bool found;
    pcty_hcl_operator out;
} go_hcl_expression_operator_at_result;

static inline go_hcl_expression_operator_at_result go_hcl_expression_operator_at(const pcty_hcl_expression *expression,
                                                                                 size_t index) {
    pcty_hcl_operator out = {0};
    bool found = pcty_hcl_expression_operator_at(expression, index, &out);
    return (go_hcl_expression_operator_at_result){found, out};
}

static inline go_out go_hcl_expression_parse(_GoString_ source_text, _GoString_ file,
                                             const pcty_position *start, pcty_hcl_syntax syntax) {
    pcty_hcl_expression *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_expression_parse(GO_STR(source_text), GO_STR(file), start, syntax, &out,
                NULL, &error));
    return (go_out){out, error};
}

static inline go_outs go_hcl_expression_parse_diagnosed(_GoString_ source_text, _GoString_ file,
                                                        const pcty_position *start,
                                                        pcty_hcl_syntax syntax) {
    pcty_hcl_expression *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_expression_parse(GO_STR(source_text), GO_STR(file), start, syntax, &out,
                &diagnostics, &error));
    return (go_outs){out, diagnostics, error};
}

static inline go_out go_hcl_expression_parts(const pcty_hcl_expression *expression) {
    pcty_hcl_expressions *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_expression_parts(expression, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_expression_traversal(const pcty_hcl_expression *expression) {
    pcty_path *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_expression_traversal(expression, &out, &error));
    return (go_out){out, error};
}

static inline go_outs go_hcl_expression_type(const pcty_hcl_expression *expression,
                                             pcty_hcl_type_mode mode) {
    pcty_type *out = NULL;
    pcty_hcl_defaults *defaults = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_expression_type(expression, mode, &out, &defaults, &error));
    return (go_outs){out, defaults, error};
}

static inline pcty_hcl_expression *go_hcl_expressions_at(const pcty_hcl_expressions *expressions,
                                                         size_t index) {
    return pcty_hcl_expression_clone(pcty_hcl_expressions_at(expressions, index));
}

static inline pcty_hcl_node go_hcl_file_attribute_get(const pcty_hcl_file *file, pcty_hcl_node body,
                                                      _GoString_ name) {
    return pcty_hcl_file_attribute_get(file, body, GO_STR(name));
}

static inline pcty_hcl_node go_hcl_file_block_find(const pcty_hcl_file *file, pcty_hcl_node body,
                                                   pcty_hcl_node after, _GoString_ block_type,
                                                   const char *labels, const size_t *labels_lengths,
                                                   size_t count) {
    pcty_str *labels_texts = go_texts(labels, labels_lengths, count);
    pcty_hcl_node result = pcty_hcl_file_block_find(file, body, after, GO_STR(block_type),
                                                    labels_texts, count);
    free(labels_texts);
    return result;
}

static inline go_answer go_hcl_file_byte_of(const pcty_hcl_file *file, uint32_t line,
                                            uint32_t column) {
    size_t out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_byte_of(file, line, column, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

typedef struct {
    size_t start;
    size_t end;
    pcty_error *error;
} go_hcl_file_byte_range_result;

static inline go_hcl_file_byte_range_result go_hcl_file_byte_range(const pcty_hcl_file *file,
                                                                   pcty_hcl_node node) {
    size_t start = 0;
    size_t end = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_byte_range(file, node, &start, &end, &error));
    return (go_hcl_file_byte_range_result){start, end, error};
}

static inline go_out go_hcl_file_comments(const pcty_hcl_file *file, pcty_hcl_node node,
                                          pcty_hcl_comments comments) {
    pcty_hcl_tokens *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_comments(file, node, comments, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_file_expression(const pcty_hcl_file *file, pcty_hcl_node node) {
    pcty_hcl_expression *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_expression(file, node, &out, &error));
    return (go_out){out, error};
}

static inline go_answer go_hcl_file_insert_attribute(pcty_hcl_file *file, pcty_hcl_node body,
                                                     _GoString_ name,
                                                     const pcty_hcl_fragment *value,
                                                     pcty_hcl_node sibling,
                                                     pcty_hcl_insert_position at) {
    pcty_hcl_node out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_insert_attribute(file, body, GO_STR(name), value, sibling, at, &out,
                &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_answer go_hcl_file_insert_block(pcty_hcl_file *file, pcty_hcl_node body,
                                                 const char *header, const size_t *header_lengths,
                                                 size_t count, pcty_hcl_node sibling,
                                                 pcty_hcl_insert_position at) {
    pcty_str *header_texts = go_texts(header, header_lengths, count);
    pcty_hcl_node out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_insert_block(file, body, header_texts, count, sibling, at, &out,
                &error));
    free(header_texts);
    return (go_answer){(uint64_t)out, error};
}

typedef struct {
    pcty_hcl_node out;
    size_t count;
    pcty_error *error;
} go_hcl_file_insert_text_result;

static inline go_hcl_file_insert_text_result go_hcl_file_insert_text(pcty_hcl_file *file,
                                                                     pcty_hcl_node body,
                                                                     _GoString_ items,
                                                                     pcty_hcl_node sibling,
                                                                     pcty_hcl_insert_position at) {
    pcty_hcl_node out = 0;
    size_t count = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_insert_text(file, body, GO_STR(items), sibling, at, &out, &count,
                &error));
    return (go_hcl_file_insert_text_result){out, count, error};
}

static inline pcty_error *go_hcl_file_move(pcty_hcl_file *file, pcty_hcl_node node,
                                           pcty_hcl_node body, pcty_hcl_node sibling,
                                           pcty_hcl_insert_position at) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_move(file, node, body, sibling, at, &error));
    return error;
}

typedef struct {
    pcty_hcl_node out;
    size_t in_value;
    pcty_error *error;
} go_hcl_file_node_at_byte_result;

static inline go_hcl_file_node_at_byte_result go_hcl_file_node_at_byte(const pcty_hcl_file *file,
                                                                       size_t byte) {
    pcty_hcl_node out = 0;
    size_t in_value = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_node_at_byte(file, byte, &out, &in_value, &error));
    return (go_hcl_file_node_at_byte_result){out, in_value, error};
}

typedef struct {
    bool found;
    pcty_hcl_node_data out;
} go_hcl_file_node_info_result;

static inline go_hcl_file_node_info_result go_hcl_file_node_info(const pcty_hcl_file *file,
                                                                 pcty_hcl_node node) {
    pcty_hcl_node_data out = {0};
    bool found = pcty_hcl_file_node_info(file, node, &out);
    return (go_hcl_file_node_info_result){found, out};
}

static inline go_out go_hcl_file_node_to_text(const pcty_hcl_file *file, pcty_hcl_node node) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_node_to_text(file, node, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_file_parse(_GoString_ source_text, _GoString_ file) {
    pcty_hcl_file *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_parse(GO_STR(source_text), GO_STR(file), &out, NULL, &error));
    return (go_out){out, error};
}

static inline go_outs go_hcl_file_parse_diagnosed(_GoString_ source_text, _GoString_ file) {
    pcty_hcl_file *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_parse(GO_STR(source_text), GO_STR(file), &out, &diagnostics, &error));
    return (go_outs){out, diagnostics, error};
}

static inline pcty_error *go_hcl_file_push(pcty_hcl_file *file, pcty_hcl_node node,
                                           const pcty_hcl_fragment *value) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_push(file, node, value, &error));
    return error;
}

static inline pcty_error *go_hcl_file_release_comments(pcty_hcl_file *file, pcty_hcl_node node) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_release_comments(file, node, &error));
    return error;
}

static inline pcty_error *go_hcl_file_remove(pcty_hcl_file *file, pcty_hcl_node node) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_remove(file, node, &error));
    return error;
}

static inline go_answer go_hcl_file_remove_inside(pcty_hcl_file *file, pcty_hcl_node node,
                                                  const char *keys, const size_t *keys_lengths,
                                                  size_t count) {
    pcty_str *keys_texts = go_texts(keys, keys_lengths, count);
    bool out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_remove_inside(file, node, keys_texts, count, &out, &error));
    free(keys_texts);
    return (go_answer){(uint64_t)out, error};
}

static inline pcty_error *go_hcl_file_rename(pcty_hcl_file *file, pcty_hcl_node node,
                                             _GoString_ name) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_rename(file, node, GO_STR(name), &error));
    return error;
}

static inline go_answer go_hcl_file_replace(pcty_hcl_file *file, pcty_hcl_node within,
                                            const pcty_path *path, const pcty_hcl_fragment *value) {
    uint64_t out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_replace(file, within, path, value, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_answer go_hcl_file_set(pcty_hcl_file *file, pcty_hcl_node body, _GoString_ name,
                                        const pcty_hcl_fragment *value) {
    pcty_hcl_node out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_set(file, body, GO_STR(name), value, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline pcty_error *go_hcl_file_set_comments(pcty_hcl_file *file, pcty_hcl_node node,
                                                   const char *lines, const size_t *lines_lengths,
                                                   size_t count, pcty_hcl_comments comments) {
    pcty_str *lines_texts = go_texts(lines, lines_lengths, count);
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_set_comments(file, node, lines_texts, count, comments, &error));
    free(lines_texts);
    return error;
}

static inline pcty_error *go_hcl_file_set_inside(pcty_hcl_file *file, pcty_hcl_node node,
                                                 const char *keys, const size_t *keys_lengths,
                                                 size_t count, const pcty_hcl_fragment *value) {
    pcty_str *keys_texts = go_texts(keys, keys_lengths, count);
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_set_inside(file, node, keys_texts, count, value, &error));
    free(keys_texts);
    return error;
}

static inline pcty_error *go_hcl_file_set_labels(pcty_hcl_file *file, pcty_hcl_node node,
                                                 const char *labels, const size_t *labels_lengths,
                                                 size_t count) {
    pcty_str *labels_texts = go_texts(labels, labels_lengths, count);
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_set_labels(file, node, labels_texts, count, &error));
    free(labels_texts);
    return error;
}

static inline pcty_error *go_hcl_file_set_part(pcty_hcl_file *file, pcty_hcl_node node,
                                               size_t start, size_t end,
                                               const pcty_hcl_fragment *value) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_set_part(file, node, start, end, value, &error));
    return error;
}

static inline pcty_error *go_hcl_file_set_value(pcty_hcl_file *file, pcty_hcl_node node,
                                                const pcty_hcl_fragment *value) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_set_value(file, node, value, &error));
    return error;
}

static inline go_out go_hcl_file_to_json(const pcty_hcl_file *file) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_to_json(file, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_file_to_text(const pcty_hcl_file *file) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_file_to_text(file, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_format(_GoString_ source_text, _GoString_ file,
                                   pcty_hcl_format_options options) {
    options.struct_size = sizeof options;
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_format(GO_STR(source_text), GO_STR(file), &options, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_fragment_call(_GoString_ name, const uintptr_t *arguments, size_t count,
                                          pcty_hcl_arguments last) {
    pcty_hcl_fragment *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_fragment_call(GO_STR(name), (const pcty_hcl_fragment *const *)arguments,
                count, last, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_fragment_object(const char *keys, const size_t *keys_lengths,
                                            const uintptr_t *values, size_t count) {
    pcty_str *keys_texts = go_texts(keys, keys_lengths, count);
    pcty_hcl_fragment *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_fragment_object(keys_texts, (const pcty_hcl_fragment *const *)values,
                count, &out, &error));
    free(keys_texts);
    return (go_out){out, error};
}

static inline go_out go_hcl_fragment_parse(_GoString_ source_text) {
    pcty_hcl_fragment *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_fragment_parse(GO_STR(source_text), &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_fragment_traversal(const pcty_path *path) {
    pcty_hcl_fragment *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_fragment_traversal(path, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_fragment_tuple(const uintptr_t *elements, size_t count) {
    pcty_hcl_fragment *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_fragment_tuple((const pcty_hcl_fragment *const *)elements, count, &out,
                &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_fragment_value(const pcty_value *value, pcty_hcl_string_style texts) {
    pcty_hcl_fragment *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_fragment_value(value, texts, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_hcl_item out;
} go_hcl_items_at_result;

static inline go_hcl_items_at_result go_hcl_items_at(const pcty_hcl_items *items, size_t index) {
    pcty_hcl_item out = {0};
    bool found = pcty_hcl_items_at(items, index, &out);
    return (go_hcl_items_at_result){found, out};
}

static inline pcty_hcl_expression *go_hcl_location_expression_at(const pcty_hcl_location *location,
                                                                 size_t index) {
    return pcty_hcl_expression_clone(pcty_hcl_location_expression_at(location, index));
}

typedef struct {
    bool found;
    pcty_hcl_location_data out;
} go_hcl_location_info_result;

static inline go_hcl_location_info_result go_hcl_location_info(const pcty_hcl_location *location) {
    pcty_hcl_location_data out = {0};
    bool found = pcty_hcl_location_info(location, &out);
    return (go_hcl_location_info_result){found, out};
}

static inline pcty_error *go_hcl_scope_allow(pcty_hcl_scope *scope, pcty_hcl_scope_names names) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_scope_allow(scope, names, &error));
    return error;
}

static inline go_out go_hcl_scope_child(const pcty_hcl_scope *scope) {
    pcty_hcl_scope *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_scope_child(scope, &out, &error));
    return (go_out){out, error};
}

static inline pcty_function *go_hcl_scope_function_get(const pcty_hcl_scope *scope,
                                                       _GoString_ name) {
    return pcty_function_clone(pcty_hcl_scope_function_get(scope, GO_STR(name)));
}

static inline pcty_error *go_hcl_scope_set_function(pcty_hcl_scope *scope, _GoString_ name,
                                                    const pcty_function *function) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_scope_set_function(scope, GO_STR(name), function, &error));
    return error;
}

static inline pcty_error *go_hcl_scope_set_standard_functions(pcty_hcl_scope *scope) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_scope_set_standard_functions(scope, &error));
    return error;
}

static inline pcty_error *go_hcl_scope_set_step_limit(pcty_hcl_scope *scope, uint64_t steps) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_scope_set_step_limit(scope, steps, &error));
    return error;
}

static inline pcty_error *go_hcl_scope_set_variable(pcty_hcl_scope *scope, _GoString_ name,
                                                    const pcty_value *value) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_scope_set_variable(scope, GO_STR(name), value, &error));
    return error;
}

static inline pcty_error *go_hcl_scope_show_mark(pcty_hcl_scope *scope, _GoString_ mark) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_scope_show_mark(scope, GO_STR(mark), &error));
    return error;
}

static inline go_found go_hcl_scope_variable_get(const pcty_hcl_scope *scope, _GoString_ name) {
    return go_value_cloned(pcty_hcl_scope_variable_get(scope, GO_STR(name)));
}

static inline go_out go_hcl_spec_attribute(_GoString_ name, const pcty_type *type, bool required) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_attribute(GO_STR(name), type, required, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_block(_GoString_ block_type, const pcty_hcl_spec *nested,
                                       pcty_hcl_block_kind kind, bool required, size_t min,
                                       size_t max, const char *labels, const size_t *labels_lengths,
                                       size_t label_count) {
    pcty_hcl_block_options options = {0};
    options.struct_size = sizeof options;
    options.required = required;
    options.min = min;
    options.max = max;
    pcty_str *labels_texts = go_texts(labels, labels_lengths, label_count);
    options.labels = labels_texts;
    options.label_count = label_count;
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_block(GO_STR(block_type), nested, kind, &options, &out, &error));
    free(labels_texts);
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_block_attributes(_GoString_ block_type, const pcty_type *element,
                                                  bool required) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_block_attributes(GO_STR(block_type), element, required, &out,
                &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_block_label(size_t index, _GoString_ name) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_block_label(index, GO_STR(name), &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_default(const pcty_hcl_spec *primary,
                                         const pcty_hcl_spec *fallback) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_default(primary, fallback, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_expression(const pcty_hcl_expression *expression) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_expression(expression, &out, &error));
    return (go_out){out, error};
}

static inline pcty_type *go_hcl_spec_implied_type(const pcty_hcl_spec *spec) {
    return pcty_type_clone(pcty_hcl_spec_implied_type(spec));
}

static inline go_out go_hcl_spec_literal(const pcty_value *value) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_literal(value, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_object(const char *names, const size_t *names_lengths,
                                        const uintptr_t *specs, size_t count) {
    pcty_str *names_texts = go_texts(names, names_lengths, count);
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_object(names_texts, (const pcty_hcl_spec *const *)specs, count, &out,
                &error));
    free(names_texts);
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_parse(const pcty_hcl_body *body, pcty_hcl_scope *scope) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_parse(body, scope, &out, NULL, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_refine(const pcty_hcl_spec *wrapped, uintptr_t user_data) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_refine(wrapped, go_hcl_refine, (void *)user_data, go_destroy, &out,
                &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_rest(const pcty_type *element) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_rest(element, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_transform(const pcty_hcl_spec *wrapped,
                                           const pcty_function *function) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_transform(wrapped, function, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_transform_expression(const pcty_hcl_spec *wrapped,
                                                      const pcty_hcl_expression *expression,
                                                      _GoString_ variable,
                                                      const pcty_hcl_scope *scope) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_transform_expression(wrapped, expression, GO_STR(variable), scope,
                &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_tuple(const uintptr_t *specs, size_t count) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_tuple((const pcty_hcl_spec *const *)specs, count, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_validate(const pcty_hcl_spec *wrapped, uintptr_t user_data) {
    pcty_hcl_spec *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_validate(wrapped, go_hcl_check, (void *)user_data, go_destroy, &out,
                &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_spec_variables(const pcty_hcl_spec *spec, const pcty_hcl_body *body,
                                           pcty_hcl_needs needs) {
    pcty_hcl_traversals *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_spec_variables(spec, body, needs, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    pcty_str out;
    pcty_error *error;
} go_hcl_stdlib_as_bytes_result;

static inline go_hcl_stdlib_as_bytes_result go_hcl_stdlib_as_bytes(const pcty_value *value) {
    pcty_str out = {0};
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_stdlib_as_bytes(value, &out, &error));
    return (go_hcl_stdlib_as_bytes_result){out, error};
}

static inline go_out go_hcl_stdlib_bytes(_GoString_ bytes) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_stdlib_bytes((const uint8_t *)_GoStringPtr(bytes), _GoStringLen(bytes),
                &out, &error));
    return go_value_made(out, error);
}

static inline pcty_function *go_hcl_stdlib_get(_GoString_ name) {
    return pcty_function_clone(pcty_hcl_stdlib_get(GO_STR(name)));
}

typedef struct {
    bool found;
    pcty_hcl_token out;
} go_hcl_tokens_at_result;

static inline go_hcl_tokens_at_result go_hcl_tokens_at(const pcty_hcl_tokens *tokens,
                                                       size_t index) {
    pcty_hcl_token out = {0};
    bool found = pcty_hcl_tokens_at(tokens, index, &out);
    return (go_hcl_tokens_at_result){found, out};
}

static inline go_out go_hcl_tokens_parse(_GoString_ source_text) {
    pcty_hcl_tokens *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_tokens_parse(GO_STR(source_text), &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_hcl_traversal out;
} go_hcl_traversals_at_result;

static inline go_hcl_traversals_at_result go_hcl_traversals_at(const pcty_hcl_traversals *traversals,
                                                               size_t index) {
    pcty_hcl_traversal out = {0};
    bool found = pcty_hcl_traversals_at(traversals, index, &out);
    return (go_hcl_traversals_at_result){found, out};
}

static inline go_outs go_hcl_traversals_parse_diagnosed(_GoString_ source_text, _GoString_ file,
                                                        const pcty_position *start) {
    pcty_hcl_traversals *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_traversals_parse(GO_STR(source_text), GO_STR(file), start, &out,
                &diagnostics, &error));
    return (go_outs){out, diagnostics, error};
}

static inline go_out go_hcl_type_format(const pcty_type *type) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_type_format(type, &out, &error));
    return (go_out){out, error};
}

static inline go_outs go_hcl_type_parse(_GoString_ source_text, _GoString_ file,
                                        pcty_hcl_syntax syntax, pcty_hcl_type_mode mode) {
    pcty_type *out = NULL;
    pcty_hcl_defaults *defaults = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_type_parse(GO_STR(source_text), GO_STR(file), syntax, mode, &out,
                &defaults, &error));
    return (go_outs){out, defaults, error};
}

static inline go_out go_hcl_value_extraneous(const pcty_value *value, const pcty_type *target) {
    pcty_error_list *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_value_extraneous(value, target, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_value_format(const pcty_value *value, pcty_hcl_value_style shown) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_value_format(value, shown, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_hcl_value_to_json(const pcty_value *value) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_value_to_json(value, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_marks_new(const char *marks, const size_t *marks_lengths, size_t count) {
    pcty_str *marks_texts = go_texts(marks, marks_lengths, count);
    pcty_marks *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_marks_new(marks_texts, count, &out, &error));
    free(marks_texts);
    return (go_out){out, error};
}

static inline pcty_error *go_path_append_attribute(pcty_path *path, _GoString_ name) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_path_append_attribute(path, GO_STR(name), &error));
    return error;
}

static inline pcty_error *go_path_append_key(pcty_path *path, const pcty_value *key) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_path_append_key(path, key, &error));
    return error;
}

static inline pcty_error *go_path_marks_add(pcty_path_marks *path_marks, const pcty_path *path,
                                            const pcty_marks *marks) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_path_marks_add(path_marks, path, marks, &error));
    return error;
}

typedef struct {
    bool found;
    pcty_path_marks_entry out;
} go_path_marks_at_result;

static inline go_path_marks_at_result go_path_marks_at(const pcty_path_marks *path_marks,
                                                       size_t index) {
    pcty_path_marks_entry out = {0};
    bool found = pcty_path_marks_at(path_marks, index, &out);
    return (go_path_marks_at_result){found, out};
}

static inline go_out go_path_step_key_at(const pcty_path *path, size_t index) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_path_step_key_at(path, index, &out, &error));
    return go_value_made(out, error);
}

static inline pcty_error *go_refinement_builder_add(pcty_refinement_builder *builder,
                                                    pcty_refinement_fact_kind kind,
                                                    _GoString_ prefix, const pcty_value *bound,
                                                    bool is_exclusive, uint64_t length) {
    pcty_refinement_fact fact = {0};
    fact.struct_size = sizeof fact;
    fact.kind = kind;
    fact.prefix = GO_OPTION(prefix);
    fact.bound = bound;
    fact.is_exclusive = is_exclusive;
    fact.length = length;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_refinement_builder_add(builder, &fact, &error));
    return error;
}

static inline go_out go_refinement_builder_build(const pcty_refinement_builder *builder) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_refinement_builder_build(builder, &out, &error));
    return go_value_made(out, error);
}

static inline go_called go_run_function_call(const pcty_function *function,
                                             const uintptr_t *arguments, size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_function_call(function, (const pcty_value *const *)arguments, count, &out,
                &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, NULL, error, cause);
}

static inline go_called go_run_function_return_type_for_types(const pcty_function *function,
                                                              const uintptr_t *types,
                                                              size_t count) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_function_return_type_for_types(function, (const pcty_type *const *)types,
                count, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

static inline go_called go_run_function_return_type_for_values(const pcty_function *function,
                                                               const uintptr_t *arguments,
                                                               size_t count) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_function_return_type_for_values(function, (const pcty_value *const *)arguments,
                count, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

static inline go_called go_run_hcl_closure_evaluate(const pcty_value *closure) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_hcl_closure_evaluate(closure, &out, NULL, &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, NULL, error, cause);
}

static inline go_called go_run_hcl_expression_evaluate(const pcty_hcl_expression *expression,
                                                       const pcty_hcl_scope *scope) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_hcl_expression_evaluate(expression, scope, &out, NULL, &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, NULL, error, cause);
}

static inline go_called go_run_hcl_expression_evaluate_diagnosed(const pcty_hcl_expression *expression,
                                                                 const pcty_hcl_scope *scope) {
    pcty_value *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_hcl_expression_evaluate(expression, scope, &out, &diagnostics, &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, diagnostics, error, cause);
}

static inline go_called go_run_hcl_spec_decode(const pcty_hcl_spec *spec, const pcty_hcl_body *body,
                                               const pcty_hcl_scope *scope) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_hcl_spec_decode(spec, body, scope, &out, NULL, &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, NULL, error, cause);
}

static inline go_called go_run_hcl_spec_decode_diagnosed(const pcty_hcl_spec *spec,
                                                         const pcty_hcl_body *body,
                                                         const pcty_hcl_scope *scope) {
    pcty_value *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_hcl_spec_decode(spec, body, scope, &out, &diagnostics, &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, diagnostics, error, cause);
}

static inline go_called go_run_hcl_spec_partial_decode(const pcty_hcl_spec *spec,
                                                       const pcty_hcl_body *body,
                                                       const pcty_hcl_scope *scope) {
    pcty_value *out = NULL;
    pcty_hcl_body *rest = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_hcl_spec_partial_decode(spec, body, scope, &out, &rest, NULL, &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, rest, error, cause);
}

static inline go_called go_run_value_transform(const pcty_value *value, uintptr_t user_data) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_value_transform(value, go_value_rewriter, (void *)user_data, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, NULL, error, cause);
}

static inline go_out go_string_new(_GoString_ from) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_string_new(GO_STR(from), &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_annotate(const pcty_type *type, uintptr_t data) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_annotate(type, (void *)data, go_destroy, &out, &error));
    return (go_out){out, error};
}

static inline uintptr_t go_type_annotation_at(const pcty_type *type, size_t index) {
    return (uintptr_t)pcty_type_annotation_at(type, index);
}

static inline go_answer go_type_assignable(const pcty_type *source, const pcty_type *target,
                                           pcty_dialect dialect) {
    bool out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_assignable(source, target, dialect, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_type_bound(const pcty_type *type, pcty_side side) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_bound(type, side, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_type_capsule(_GoString_ name, const pcty_capsule_ops *ops) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_capsule(GO_STR(name), ops, &out, &error));
    return (go_out){out, error};
}

static inline pcty_error *go_type_conforms(const pcty_type *source, const pcty_type *target) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_conforms(source, target, &error));
    return error;
}

static inline go_answer go_type_conversion(const pcty_type *source, const pcty_type *target,
                                           pcty_dialect dialect) {
    pcty_conversion out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_conversion(source, target, dialect, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline pcty_type *go_type_element(const pcty_type *type) {
    return pcty_type_clone(pcty_type_element(type));
}

static inline go_answer go_type_equivalent(const pcty_type *a, const pcty_type *b,
                                           pcty_dialect dialect) {
    bool out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_equivalent(a, b, dialect, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_type_explain(const pcty_type *source, const pcty_type *target,
                                     pcty_dialect dialect) {
    pcty_error *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_explain(source, target, dialect, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_format(const pcty_type *type, pcty_dialect dialect) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_format(type, dialect, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_from_json(_GoString_ json) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_from_json(GO_STR(json), &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_implied_by_json(_GoString_ json) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_implied_by_json(GO_STR(json), &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_implied_by_msgpack(_GoString_ bytes) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_implied_by_msgpack((const uint8_t *)_GoStringPtr(bytes),
                _GoStringLen(bytes), &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_type_data out;
} go_type_info_result;

static inline go_type_info_result go_type_info(const pcty_type *type) {
    pcty_type_data out = {0};
    bool found = pcty_type_info(type, &out);
    return (go_type_info_result){found, out};
}

static inline go_out go_type_integer_range(const pcty_value *min, const pcty_value *max) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_integer_range(min, max, &out, &error));
    return (go_out){out, error};
}

static inline pcty_type *go_type_key(const pcty_type *type) {
    return pcty_type_clone(pcty_type_key(type));
}

static inline go_out go_type_list(const pcty_type *element, const pcty_size_range *size) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_list(element, size, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_map(const pcty_type *key, const pcty_type *element,
                                 const pcty_size_range *size) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_map(key, element, size, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_parse(_GoString_ notation, pcty_dialect dialect) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_parse(GO_STR(notation), dialect, &out, &error));
    return (go_out){out, error};
}

static inline pcty_type *go_type_part_at(const pcty_type *type, size_t index) {
    return pcty_type_clone(pcty_type_part_at(type, index));
}

static inline go_out go_type_reference_name(const pcty_type *type) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_reference_name(type, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_set(const pcty_type *element) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_set(element, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_string_enumeration(const char *values, const size_t *values_lengths,
                                                size_t count, pcty_case case_) {
    pcty_str *values_texts = go_texts(values, values_lengths, count);
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_string_enumeration(values_texts, count, case_, &out, &error));
    free(values_texts);
    return (go_out){out, error};
}

static inline go_out go_type_string_length(const pcty_size_range *size) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_string_length(size, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_string_patterns(const char *patterns, const size_t *patterns_lengths,
                                             size_t count) {
    pcty_str *patterns_texts = go_texts(patterns, patterns_lengths, count);
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_string_patterns(patterns_texts, count, &out, &error));
    free(patterns_texts);
    return (go_out){out, error};
}

static inline go_out go_type_to_json(const pcty_type *type) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_to_json(type, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_tuple(const uintptr_t *elements, size_t count,
                                   const pcty_size_range *size) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_tuple((const pcty_type *const *)elements, count, size, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_unfold(const pcty_type *type) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_unfold(type, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_unify(const uintptr_t *types, size_t count, pcty_dialect dialect,
                                   pcty_safety safety) {
    pcty_unification *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_unify((const pcty_type *const *)types, count, dialect, safety, &out,
                &error));
    return (go_out){out, error};
}

static inline go_out go_type_union(const uintptr_t *members, size_t count) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_union((const pcty_type *const *)members, count, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_value_at(const pcty_type *type, size_t index) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_value_at(type, index, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_type_without_optional_fields(const pcty_type *type) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_without_optional_fields(type, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_wrapper(const pcty_type *element, pcty_kind kind) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_wrapper(element, kind, &out, &error));
    return (go_out){out, error};
}

static inline pcty_converter *go_unification_converter_at(const pcty_unification *unification,
                                                          size_t index) {
    return pcty_converter_clone(pcty_unification_converter_at(unification, index));
}

typedef struct {
    bool found;
    pcty_unification_data out;
} go_unification_info_result;

static inline go_unification_info_result go_unification_info(const pcty_unification *unification) {
    pcty_unification_data out = {0};
    bool found = pcty_unification_info(unification, &out);
    return (go_unification_info_result){found, out};
}

static inline go_out go_value_apply_path(const pcty_value *value, const pcty_path *path) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_apply_path(value, path, &out, &error));
    return go_value_made(out, error);
}

static inline go_answer go_value_as_bool(const pcty_value *value) {
    bool out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_as_bool(value, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline pcty_error *go_value_as_bytes(const pcty_value *value, uint8_t *bytes, size_t count) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_as_bytes(value, bytes, count, &error));
    return error;
}

typedef struct {
    uintptr_t out;
    pcty_error *error;
} go_value_as_capsule_result;

static inline go_value_as_capsule_result go_value_as_capsule(const pcty_value *value,
                                                             const pcty_type *type) {
    void *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_as_capsule(value, type, &out, &error));
    return (go_value_as_capsule_result){(uintptr_t)out, error};
}

typedef struct {
    double out;
    bool exact;
    pcty_error *error;
} go_value_as_double_result;

static inline go_value_as_double_result go_value_as_double(const pcty_value *value) {
    double out = 0;
    bool exact = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_as_double(value, &out, &exact, &error));
    return (go_value_as_double_result){out, exact, error};
}

static inline go_answer go_value_as_int64(const pcty_value *value) {
    int64_t out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_as_int64(value, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

typedef struct {
    pcty_str out;
    pcty_error *error;
} go_value_as_string_result;

static inline go_value_as_string_result go_value_as_string(const pcty_value *value) {
    pcty_str out = {0};
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_as_string(value, &out, &error));
    return (go_value_as_string_result){out, error};
}

static inline pcty_type *go_value_as_type(const pcty_value *value) {
    return pcty_type_clone(pcty_value_as_type(value));
}

static inline go_answer go_value_as_uint64(const pcty_value *value) {
    uint64_t out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_as_uint64(value, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_value_binary(const pcty_value *left, const pcty_value *right,
                                     pcty_binary_operator operator_) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_binary(left, right, operator_, &out, &error));
    return go_value_made(out, error);
}

static inline go_found go_value_bool(bool value) {
    return go_value_found(pcty_value_bool(value));
}

static inline go_answer go_value_byte_length(const pcty_value *value) {
    size_t out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_byte_length(value, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_value_capsule(const pcty_type *type, uintptr_t data) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_capsule(type, (void *)data, go_destroy, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_check(const pcty_value *value, const pcty_type *target,
                                    pcty_dialect dialect) {
    pcty_error_list *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_check(value, target, dialect, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_value_convert(const pcty_value *value, const pcty_type *target,
                                      pcty_dialect dialect) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_convert(value, target, dialect, &out, &error));
    return go_value_made(out, error);
}

static inline go_found go_value_dynamic(void) {
    return go_value_found(pcty_value_dynamic());
}

static inline go_found go_value_float(double value) {
    return go_value_found(pcty_value_float(value));
}

static inline go_out go_value_from_json(_GoString_ json, const pcty_type *type) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_from_json(GO_STR(json), type, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_from_msgpack(_GoString_ bytes, const pcty_type *type) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_from_msgpack((const uint8_t *)_GoStringPtr(bytes), _GoStringLen(bytes),
                type, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_from_type(const pcty_type *type) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_from_type(type, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_from_yaml(_GoString_ yaml, const pcty_type *type) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_from_yaml(GO_STR(yaml), type, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_integer_from_bytes(_GoString_ bytes) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_integer_from_bytes((const uint8_t *)_GoStringPtr(bytes),
                _GoStringLen(bytes), &out, &error));
    return go_value_made(out, error);
}

static inline go_found go_value_integer_from_int64(int64_t value) {
    return go_value_found(pcty_value_integer_from_int64(value));
}

static inline go_answer go_value_is_instance(const pcty_value *value, const pcty_type *type,
                                             pcty_dialect dialect) {
    bool out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_is_instance(value, type, dialect, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

typedef struct {
    bool found;
    size_t out;
} go_value_length_result;

static inline go_value_length_result go_value_length(const pcty_value *value) {
    size_t out = 0;
    bool found = pcty_value_length(value, &out);
    return (go_value_length_result){found, out};
}

static inline go_out go_value_list(const uintptr_t *elements, size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_list((const pcty_value *const *)elements, count, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_list_from_double(const double *elements, size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_list_from_double(elements, count, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_list_from_int64(const int64_t *elements, size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_list_from_int64(elements, count, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_list_from_str(const char *elements, const size_t *elements_lengths,
                                            size_t count) {
    pcty_str *elements_texts = go_texts(elements, elements_lengths, count);
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_list_from_str(elements_texts, count, &out, &error));
    free(elements_texts);
    return go_value_made(out, error);
}

static inline go_out go_value_list_of(const pcty_type *element, const uintptr_t *elements,
                                      size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_list_of(element, (const pcty_value *const *)elements, count, &out,
                &error));
    return go_value_made(out, error);
}

static inline go_out go_value_map(const char *keys, const size_t *keys_lengths,
                                  const uintptr_t *values, size_t count) {
    pcty_str *keys_texts = go_texts(keys, keys_lengths, count);
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_map(keys_texts, (const pcty_value *const *)values, count, &out, &error));
    free(keys_texts);
    return go_value_made(out, error);
}

static inline go_out go_value_map_of(const pcty_type *element, const char *keys,
                                     const size_t *keys_lengths, const uintptr_t *values,
                                     size_t count) {
    pcty_str *keys_texts = go_texts(keys, keys_lengths, count);
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_map_of(element, keys_texts, (const pcty_value *const *)values, count,
                &out, &error));
    free(keys_texts);
    return go_value_made(out, error);
}

static inline go_out go_value_mark(const pcty_value *value, _GoString_ mark) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_mark(value, GO_STR(mark), &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_mark_with_paths(const pcty_value *value,
                                              const pcty_path_marks *marks) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_mark_with_paths(value, marks, &out, &error));
    return go_value_made(out, error);
}

static inline go_found go_value_null(const pcty_type *type) {
    return go_value_found(pcty_value_null(type));
}

static inline go_out go_value_number_from_bytes(_GoString_ bytes) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_number_from_bytes((const uint8_t *)_GoStringPtr(bytes),
                _GoStringLen(bytes), &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_number_from_double(double value) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_number_from_double(value, &out, &error));
    return go_value_made(out, error);
}

static inline go_found go_value_number_from_int64(int64_t value) {
    return go_value_found(pcty_value_number_from_int64(value));
}

static inline go_out go_value_number_from_text(_GoString_ digits) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_number_from_text(GO_STR(digits), &out, &error));
    return go_value_made(out, error);
}

static inline go_found go_value_number_from_uint64(uint64_t value) {
    return go_value_found(pcty_value_number_from_uint64(value));
}

static inline go_answer go_value_number_precision(const pcty_value *value) {
    uint32_t out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_number_precision(value, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_value_number_to_text(const pcty_value *value) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_number_to_text(value, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_value_object(const char *names, const size_t *names_lengths,
                                     const uintptr_t *values, size_t count) {
    pcty_str *names_texts = go_texts(names, names_lengths, count);
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_object(names_texts, (const pcty_value *const *)values, count, &out,
                &error));
    free(names_texts);
    return go_value_made(out, error);
}

static inline go_out go_value_set(const uintptr_t *elements, size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_set((const pcty_value *const *)elements, count, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_set_of(const pcty_type *element, const uintptr_t *elements,
                                     size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_set_of(element, (const pcty_value *const *)elements, count, &out,
                &error));
    return go_value_made(out, error);
}

static inline go_out go_value_string(_GoString_ content) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_string(GO_STR(content), &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_string_verbatim(_GoString_ content) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_string_verbatim(GO_STR(content), &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_to_json(const pcty_value *value, const pcty_type *type) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_to_json(value, type, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_value_to_msgpack(const pcty_value *value, const pcty_type *type) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_to_msgpack(value, type, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_value_tuple(const uintptr_t *elements, size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_tuple((const pcty_value *const *)elements, count, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_value_type_of(const pcty_value *value, pcty_dialect dialect) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_type_of(value, dialect, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_value_unary(const pcty_value *value, pcty_unary_operator operator_) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_unary(value, operator_, &out, &error));
    return go_value_made(out, error);
}

static inline go_found go_value_unknown(const pcty_type *type) {
    return go_value_found(pcty_value_unknown(type));
}

static inline go_outs go_value_unmark_deep(const pcty_value *value) {
    pcty_value *out = NULL;
    pcty_marks *marks = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_unmark_deep(value, &out, &marks, &error));
    return (go_outs){out, marks, error};
}

static inline go_outs go_value_unmark_with_paths(const pcty_value *value) {
    pcty_value *out = NULL;
    pcty_path_marks *marks = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_unmark_with_paths(value, &out, &marks, &error));
    return (go_outs){out, marks, error};
}

static inline go_found go_value_unmarked(const pcty_value *value) {
    return go_value_cloned(pcty_value_unmarked(value));
}

#ifdef POLYCTY_GO_MCL

static inline pcty_error *go_mcl_builder_add(pcty_mcl_builder *builder,
                                             const pcty_mcl_resource_builder *resource) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_builder_add(builder, resource, &error));
    return error;
}

static inline pcty_error *go_mcl_builder_add_edge(pcty_mcl_builder *builder,
                                                  pcty_mcl_edge_flags flags, _GoString_ from_kind,
                                                  _GoString_ from_name, _GoString_ to_kind,
                                                  _GoString_ to_name, _GoString_ sent,
                                                  _GoString_ field) {
    pcty_mcl_edge_spec edge = {0};
    edge.struct_size = sizeof edge;
    edge.flags = flags;
    edge.from_kind = GO_OPTION(from_kind);
    edge.from_name = GO_OPTION(from_name);
    edge.to_kind = GO_OPTION(to_kind);
    edge.to_name = GO_OPTION(to_name);
    edge.sent = GO_OPTION(sent);
    edge.field = GO_OPTION(field);
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_builder_add_edge(builder, &edge, &error));
    return error;
}

static inline pcty_error *go_mcl_dependencies_add(pcty_mcl_dependencies *dependencies,
                                                  const char *kinds, const size_t *kinds_lengths,
                                                  const char *names, const size_t *names_lengths,
                                                  size_t count) {
    pcty_str *kinds_texts = go_texts(kinds, kinds_lengths, count);
    pcty_str *names_texts = go_texts(names, names_lengths, count);
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_dependencies_add(dependencies, kinds_texts, names_texts, count, &error));
    free(kinds_texts);
    free(names_texts);
    return error;
}

typedef struct {
    pcty_mcl_change out;
    pcty_error *error;
} go_mcl_difference_at_result;

static inline go_mcl_difference_at_result go_mcl_difference_at(const pcty_mcl_difference *difference,
                                                               size_t index) {
    pcty_mcl_change out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_difference_at(difference, index, &out, &error));
    return (go_mcl_difference_at_result){out, error};
}

typedef struct {
    pcty_mcl_edge_change out;
    pcty_error *error;
} go_mcl_difference_edge_at_result;

static inline go_mcl_difference_edge_at_result go_mcl_difference_edge_at(const pcty_mcl_difference *difference,
                                                                         size_t index) {
    pcty_mcl_edge_change out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_difference_edge_at(difference, index, &out, &error));
    return (go_mcl_difference_edge_at_result){out, error};
}

typedef struct {
    bool found;
    pcty_mcl_difference_data out;
} go_mcl_difference_info_result;

static inline go_mcl_difference_info_result go_mcl_difference_info(const pcty_mcl_difference *difference) {
    pcty_mcl_difference_data out = {0};
    bool found = pcty_mcl_difference_info(difference, &out);
    return (go_mcl_difference_info_result){found, out};
}

static inline go_out go_mcl_difference_new(const pcty_mcl_resources *before,
                                           const pcty_mcl_resources *after) {
    pcty_mcl_difference *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_difference_new(before, after, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    pcty_mcl_edge out;
    pcty_error *error;
} go_mcl_graph_edge_at_result;

static inline go_mcl_graph_edge_at_result go_mcl_graph_edge_at(const pcty_mcl_graph *graph,
                                                               size_t index) {
    pcty_mcl_edge out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_graph_edge_at(graph, index, &out, &error));
    return (go_mcl_graph_edge_at_result){out, error};
}

typedef struct {
    bool found;
    pcty_mcl_graph_data out;
} go_mcl_graph_info_result;

static inline go_mcl_graph_info_result go_mcl_graph_info(const pcty_mcl_graph *graph) {
    pcty_mcl_graph_data out = {0};
    bool found = pcty_mcl_graph_info(graph, &out);
    return (go_mcl_graph_info_result){found, out};
}

typedef struct {
    pcty_mcl_vertex out;
    pcty_error *error;
} go_mcl_graph_vertex_at_result;

static inline go_mcl_graph_vertex_at_result go_mcl_graph_vertex_at(const pcty_mcl_graph *graph,
                                                                   size_t index) {
    pcty_mcl_vertex out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_graph_vertex_at(graph, index, &out, &error));
    return (go_mcl_graph_vertex_at_result){out, error};
}

static inline pcty_error *go_mcl_host_add_kinds(pcty_mcl_host *host, _GoString_ json) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_host_add_kinds(host, GO_STR(json), &error));
    return error;
}

static inline pcty_error *go_mcl_host_add_source(pcty_mcl_host *host, _GoString_ module,
                                                 _GoString_ program, _GoString_ path) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_host_add_source(host, GO_STR(module), GO_STR(program), GO_STR(path),
                &error));
    return error;
}

static inline pcty_error *go_mcl_host_set_files(pcty_mcl_host *host, uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_host_set_files(host, go_mcl_reader, (void *)user_data, go_destroy,
                &error));
    return error;
}

static inline pcty_error *go_mcl_host_set_modules(pcty_mcl_host *host, uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_host_set_modules(host, go_mcl_reader, (void *)user_data, go_destroy,
                &error));
    return error;
}

static inline pcty_error *go_mcl_host_set_variable(pcty_mcl_host *host, _GoString_ module,
                                                   _GoString_ name, const pcty_value *value) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_host_set_variable(host, GO_STR(module), GO_STR(name), value, &error));
    return error;
}

static inline pcty_error *go_mcl_host_set_world(pcty_mcl_host *host, uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_host_set_world(host, go_mcl_answer, go_mcl_follow, go_mcl_unfollow,
                (void *)user_data, go_destroy, &error));
    return error;
}

static inline go_out go_mcl_program_graph(const pcty_mcl_program *program) {
    pcty_mcl_graph *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_program_graph(program, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_mcl_resource_builder_new(const pcty_mcl_host *host, _GoString_ kind,
                                                 _GoString_ name) {
    pcty_mcl_resource_builder *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_resource_builder_new(host, GO_STR(kind), GO_STR(name), &out, &error));
    return (go_out){out, error};
}

static inline pcty_error *go_mcl_resource_builder_set_field(pcty_mcl_resource_builder *builder,
                                                            _GoString_ name,
                                                            const pcty_value *value) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_resource_builder_set_field(builder, GO_STR(name), value, &error));
    return error;
}

static inline pcty_error *go_mcl_resource_builder_set_meta(pcty_mcl_resource_builder *builder,
                                                           _GoString_ name,
                                                           const pcty_value *value) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_resource_builder_set_meta(builder, GO_STR(name), value, &error));
    return error;
}

typedef struct {
    bool found;
    pcty_mcl_field_value out;
} go_mcl_resource_field_at_result;

static inline go_mcl_resource_field_at_result go_mcl_resource_field_at(const pcty_mcl_resource *resource,
                                                                       size_t index) {
    pcty_mcl_field_value out = {0};
    bool found = pcty_mcl_resource_field_at(resource, index, &out);
    return (go_mcl_resource_field_at_result){found, out};
}

typedef struct {
    bool found;
    pcty_mcl_resource_data out;
} go_mcl_resource_info_result;

static inline go_mcl_resource_info_result go_mcl_resource_info(const pcty_mcl_resource *resource) {
    pcty_mcl_resource_data out = {0};
    bool found = pcty_mcl_resource_info(resource, &out);
    return (go_mcl_resource_info_result){found, out};
}

static inline go_out go_mcl_resource_meta_get(const pcty_mcl_resource *resource, _GoString_ name) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_resource_meta_get(resource, GO_STR(name), &out, &error));
    return go_value_made(out, error);
}

typedef struct {
    pcty_mcl_resource_edge out;
    pcty_error *error;
} go_mcl_resources_edge_at_result;

static inline go_mcl_resources_edge_at_result go_mcl_resources_edge_at(const pcty_mcl_resources *resources,
                                                                       size_t index) {
    pcty_mcl_resource_edge out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_resources_edge_at(resources, index, &out, &error));
    return (go_mcl_resources_edge_at_result){out, error};
}

static inline go_answer go_mcl_resources_get(const pcty_mcl_resources *resources, _GoString_ kind,
                                             _GoString_ name) {
    size_t out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_resources_get(resources, GO_STR(kind), GO_STR(name), &out, &error));
    return (go_answer){(uint64_t)out, error};
}

typedef struct {
    bool found;
    pcty_mcl_resources_data out;
} go_mcl_resources_info_result;

static inline go_mcl_resources_info_result go_mcl_resources_info(const pcty_mcl_resources *resources) {
    pcty_mcl_resources_data out = {0};
    bool found = pcty_mcl_resources_info(resources, &out);
    return (go_mcl_resources_info_result){found, out};
}

typedef struct {
    pcty_mcl_receive out;
    pcty_error *error;
} go_mcl_resources_receive_at_result;

static inline go_mcl_resources_receive_at_result go_mcl_resources_receive_at(const pcty_mcl_resources *resources,
                                                                             size_t index) {
    pcty_mcl_receive out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_resources_receive_at(resources, index, &out, &error));
    return (go_mcl_resources_receive_at_result){out, error};
}

typedef struct {
    bool found;
    int64_t out;
} go_mcl_runtime_next_time_result;

static inline go_mcl_runtime_next_time_result go_mcl_runtime_next_time(const pcty_mcl_runtime *runtime) {
    int64_t out = 0;
    bool found = pcty_mcl_runtime_next_time(runtime, &out);
    return (go_mcl_runtime_next_time_result){found, out};
}

static inline go_out go_mcl_runtime_resources(const pcty_mcl_runtime *runtime) {
    pcty_mcl_resources *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_runtime_resources(runtime, &out, &error));
    return (go_out){out, error};
}

static inline pcty_error *go_mcl_runtime_set_wake(pcty_mcl_runtime *runtime, uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_runtime_set_wake(runtime, go_mcl_wake, (void *)user_data, go_destroy,
                &error));
    return error;
}

static inline go_out go_mcl_runtime_start(const pcty_mcl_program *program, size_t vertices) {
    pcty_mcl_runtime *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_runtime_start(program, vertices, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_mcl_type_unify(const pcty_type *a, const pcty_type *b,
                                       const pcty_type *of) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_type_unify(a, b, of, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_mcl_value_format(const pcty_value *value) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_value_format(value, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_mcl_value_from_json(_GoString_ json, const pcty_type *type,
                                            pcty_mcl_fields fields) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_value_from_json(GO_STR(json), type, fields, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_mcl_value_zero(const pcty_type *type) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_mcl_value_zero(type, &out, &error));
    return go_value_made(out, error);
}

static inline go_called go_run_mcl_builder_build(const pcty_mcl_builder *builder) {
    pcty_mcl_resources *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_mcl_builder_build(builder, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

static inline go_called go_run_mcl_program_compile(_GoString_ path, const pcty_mcl_host *host) {
    pcty_mcl_program *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_mcl_program_compile(GO_STR(path), host, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

static inline go_called go_run_mcl_program_compile_text(_GoString_ program, _GoString_ file,
                                                        const pcty_mcl_host *host) {
    pcty_mcl_program *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_mcl_program_compile_text(GO_STR(program), GO_STR(file), host, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

#endif

#if defined(POLYCTY_GO_MCL) && defined(POLYCTY_GO_PUPPET)

static inline go_out go_puppet_catalog_graph(const pcty_puppet_catalog *catalog) {
    pcty_mcl_resources *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_catalog_graph(catalog, &out, &error));
    return (go_out){out, error};
}

#endif

#ifdef POLYCTY_GO_PCL

static inline go_answer go_pcl_checked_accepted_as(const pcty_pcl_checked *checked,
                                                   const pcty_type *wanted) {
    pcty_conversion out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_checked_accepted_as(checked, wanted, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

typedef struct {
    bool found;
    pcty_pcl_checked_data out;
} go_pcl_checked_info_result;

static inline go_pcl_checked_info_result go_pcl_checked_info(const pcty_pcl_checked *checked) {
    pcty_pcl_checked_data out = {0};
    bool found = pcty_pcl_checked_info(checked, &out);
    return (go_pcl_checked_info_result){found, out};
}

static inline go_out go_pcl_type_const(const pcty_type *element, const pcty_value *value) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_const(element, value, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_pcl_type_derive(const pcty_type *type, pcty_pcl_derivation derivation) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_derive(type, derivation, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_pcl_type_enum(_GoString_ token, const pcty_type *element,
                                      const uintptr_t *values, size_t count) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_enum(GO_STR(token), element, (const pcty_value *const *)values, count,
                &out, &error));
    return (go_out){out, error};
}

static inline go_out go_pcl_type_explain_unsafe(const pcty_type *source, const pcty_type *target) {
    pcty_error *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_explain_unsafe(source, target, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_pcl_type_from_json(_GoString_ json) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_from_json(GO_STR(json), &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_pcl_type_data out;
} go_pcl_type_info_result;

static inline go_pcl_type_info_result go_pcl_type_info(const pcty_type *type) {
    pcty_pcl_type_data out = {0};
    bool found = pcty_pcl_type_info(type, &out);
    return (go_pcl_type_info_result){found, out};
}

static inline go_out go_pcl_type_opaque(_GoString_ name) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_opaque(GO_STR(name), &out, &error));
    return (go_out){out, error};
}

static inline go_out go_pcl_type_resolve(const pcty_type *type, pcty_pcl_resolution which) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_resolve(type, which, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_pcl_type_scope_child(const pcty_pcl_type_scope *scope) {
    pcty_pcl_type_scope *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_scope_child(scope, &out, &error));
    return (go_out){out, error};
}

static inline bool go_pcl_type_scope_has_function(const pcty_pcl_type_scope *scope,
                                                  _GoString_ name) {
    return pcty_pcl_type_scope_has_function(scope, GO_STR(name));
}

static inline pcty_error *go_pcl_type_scope_set_function(pcty_pcl_type_scope *scope,
                                                         _GoString_ name, const pcty_type *type) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_scope_set_function(scope, GO_STR(name), type, &error));
    return error;
}

static inline pcty_error *go_pcl_type_scope_set_generic_function(pcty_pcl_type_scope *scope,
                                                                 _GoString_ name,
                                                                 uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_scope_set_generic_function(scope, GO_STR(name), go_pcl_rule,
                (void *)user_data, go_destroy, &error));
    return error;
}

static inline pcty_error *go_pcl_type_scope_set_variable(pcty_pcl_type_scope *scope,
                                                         _GoString_ name, const pcty_type *type) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_scope_set_variable(scope, GO_STR(name), type, &error));
    return error;
}

static inline pcty_type *go_pcl_type_scope_variable_get(const pcty_pcl_type_scope *scope,
                                                        _GoString_ name) {
    return pcty_type_clone(pcty_pcl_type_scope_variable_get(scope, GO_STR(name)));
}

static inline go_out go_pcl_type_to_json(const pcty_type *type) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_to_json(type, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_pcl_type_union(const uintptr_t *members, size_t count) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_union((const pcty_type *const *)members, count, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_pcl_type_value_at(const pcty_type *type, size_t index) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_type_value_at(type, index, &out, &error));
    return go_value_made(out, error);
}

typedef struct {
    pcty_value *out;
    size_t member;
    pcty_error *error;
} go_pcl_value_choose_result;

static inline go_pcl_value_choose_result go_pcl_value_choose(const pcty_value *value,
                                                             const pcty_type *type) {
    pcty_value *out = NULL;
    size_t member = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_value_choose(value, type, &out, &member, &error));
    return (go_pcl_value_choose_result){out, member, error};
}

typedef struct {
    uintptr_t out;
    pcty_error *error;
} go_pcl_value_data_result;

static inline go_pcl_value_data_result go_pcl_value_data(const pcty_value *value) {
    void *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_value_data(value, &out, &error));
    return (go_pcl_value_data_result){(uintptr_t)out, error};
}

static inline go_out go_pcl_value_deferred(const pcty_type *type, uintptr_t data) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_pcl_value_deferred(type, (void *)data, go_destroy, &out, &error));
    return go_value_made(out, error);
}

static inline pcty_type *go_pcl_value_origin(const pcty_value *value) {
    return pcty_type_clone(pcty_pcl_value_origin(value));
}

static inline go_called go_run_pcl_checked_new(const pcty_hcl_expression *expression,
                                               const pcty_pcl_type_scope *scope,
                                               pcty_pcl_options options) {
    options.struct_size = sizeof options;
    pcty_pcl_checked *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_pcl_checked_new(expression, scope, &options, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

static inline go_called go_run_pcl_value_resolve(const pcty_value *value, uintptr_t user_data) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_pcl_value_resolve(value, go_pcl_resolver, (void *)user_data, go_destroy, &out,
                &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, NULL, error, cause);
}

#endif

#ifdef POLYCTY_GO_PUPPET

typedef struct {
    bool found;
    pcty_puppet_alias out;
} go_puppet_aliases_at_result;

static inline go_puppet_aliases_at_result go_puppet_aliases_at(const pcty_puppet_aliases *aliases,
                                                               size_t index) {
    pcty_puppet_alias out = {0};
    bool found = pcty_puppet_aliases_at(aliases, index, &out);
    return (go_puppet_aliases_at_result){found, out};
}

static inline pcty_type *go_puppet_aliases_get(const pcty_puppet_aliases *aliases,
                                               _GoString_ name) {
    return pcty_type_clone(pcty_puppet_aliases_get(aliases, GO_STR(name)));
}

static inline go_out go_puppet_aliases_new(const pcty_puppet_aliases *base, const char *names,
                                           const size_t *names_lengths, const char *notations,
                                           const size_t *notations_lengths, size_t count) {
    pcty_str *names_texts = go_texts(names, names_lengths, count);
    pcty_str *notations_texts = go_texts(notations, notations_lengths, count);
    pcty_puppet_aliases *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_aliases_new(base, names_texts, notations_texts, count, &out, &error));
    free(names_texts);
    free(notations_texts);
    return (go_out){out, error};
}

static inline go_out go_puppet_arithmetic(const pcty_value *left, const pcty_value *right,
                                          pcty_puppet_operator operator_, pcty_puppet_mode mode) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_arithmetic(left, right, operator_, mode, &out, &error));
    return go_value_made(out, error);
}

static inline pcty_error *go_puppet_catalog_check_cycles(const pcty_puppet_catalog *catalog) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_catalog_check_cycles(catalog, &error));
    return error;
}

static inline go_out go_puppet_catalog_diff(const pcty_puppet_catalog *old_catalog,
                                            const pcty_puppet_catalog *new_catalog) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_catalog_diff(old_catalog, new_catalog, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    pcty_puppet_catalog_edge out;
    pcty_error *error;
} go_puppet_catalog_edge_at_result;

static inline go_puppet_catalog_edge_at_result go_puppet_catalog_edge_at(const pcty_puppet_catalog *catalog,
                                                                         size_t index) {
    pcty_puppet_catalog_edge out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_catalog_edge_at(catalog, index, &out, &error));
    return (go_puppet_catalog_edge_at_result){out, error};
}

typedef struct {
    bool found;
    pcty_puppet_catalog_data out;
} go_puppet_catalog_info_result;

static inline go_puppet_catalog_info_result go_puppet_catalog_info(const pcty_puppet_catalog *catalog) {
    pcty_puppet_catalog_data out = {0};
    bool found = pcty_puppet_catalog_info(catalog, &out);
    return (go_puppet_catalog_info_result){found, out};
}

static inline go_out go_puppet_catalog_parse(_GoString_ json) {
    pcty_puppet_catalog *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_catalog_parse(GO_STR(json), &out, &error));
    return (go_out){out, error};
}

typedef struct {
    pcty_puppet_catalog_resource out;
    pcty_error *error;
} go_puppet_catalog_resource_at_result;

static inline go_puppet_catalog_resource_at_result go_puppet_catalog_resource_at(const pcty_puppet_catalog *catalog,
                                                                                 size_t index) {
    pcty_puppet_catalog_resource out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_catalog_resource_at(catalog, index, &out, &error));
    return (go_puppet_catalog_resource_at_result){out, error};
}

static inline go_answer go_puppet_catalog_resource_get(const pcty_puppet_catalog *catalog,
                                                       _GoString_ type_name, _GoString_ name) {
    size_t out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_catalog_resource_get(catalog, GO_STR(type_name), GO_STR(name), &out,
                &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_puppet_catalog_to_json(const pcty_puppet_catalog *catalog, bool has_secrets,
                                               int64_t version, _GoString_ uuid,
                                               _GoString_ code_id) {
    pcty_puppet_catalog_json_options options = {0};
    options.struct_size = sizeof options;
    options.has_secrets = has_secrets;
    options.version = version;
    options.uuid = GO_OPTION(uuid);
    options.code_id = GO_OPTION(code_id);
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_catalog_to_json(catalog, &options, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_common_type(const uintptr_t *types, size_t count,
                                           pcty_puppet_mode mode) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_common_type((const pcty_type *const *)types, count, mode, &out,
                &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_common_type_of_values(const uintptr_t *values, size_t count) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_common_type_of_values((const pcty_value *const *)values, count, &out,
                &error));
    return (go_out){out, error};
}

static inline pcty_error *go_puppet_environment_add_function(pcty_puppet_environment *environment,
                                                             _GoString_ name,
                                                             const char *signatures,
                                                             const size_t *signatures_lengths,
                                                             size_t signature_count,
                                                             uintptr_t user_data) {
    pcty_puppet_function_spec spec = {0};
    spec.struct_size = sizeof spec;
    spec.name = GO_OPTION(name);
    pcty_str *signatures_texts = go_texts(signatures, signatures_lengths, signature_count);
    spec.signatures = signatures_texts;
    spec.signature_count = signature_count;
    spec.call = user_data == 0 ? NULL : go_puppet_function;
    spec.user_data = (void *)user_data;
    spec.destroy = user_data == 0 ? NULL : go_destroy;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_environment_add_function(environment, &spec, &error));
    free(signatures_texts);
    return error;
}

static inline pcty_error *go_puppet_environment_add_modules(pcty_puppet_environment *environment,
                                                            _GoString_ path) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_environment_add_modules(environment, GO_STR(path), &error));
    return error;
}

static inline pcty_error *go_puppet_environment_set_answer(pcty_puppet_environment *environment,
                                                           uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_environment_set_answer(environment, go_puppet_answer, (void *)user_data,
                go_destroy, &error));
    return error;
}

static inline pcty_error *go_puppet_environment_set_loader(pcty_puppet_environment *environment,
                                                           uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_environment_set_loader(environment, go_puppet_loader, (void *)user_data,
                go_destroy, &error));
    return error;
}

static inline pcty_error *go_puppet_environment_set_logger(pcty_puppet_environment *environment,
                                                           uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_environment_set_logger(environment, go_puppet_logger, (void *)user_data,
                go_destroy, &error));
    return error;
}

static inline pcty_error *go_puppet_environment_set_options(pcty_puppet_environment *environment,
                                                            pcty_puppet_environment_options options) {
    options.struct_size = sizeof options;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_environment_set_options(environment, &options, &error));
    return error;
}

static inline pcty_error *go_puppet_environment_set_variable(pcty_puppet_environment *environment,
                                                             _GoString_ name,
                                                             const pcty_value *value) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_environment_set_variable(environment, GO_STR(name), value, &error));
    return error;
}

static inline go_out go_puppet_iteration_new(const pcty_type *type) {
    pcty_puppet_iteration *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_iteration_new(type, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_puppet_manifest_data out;
} go_puppet_manifest_info_result;

static inline go_puppet_manifest_info_result go_puppet_manifest_info(const pcty_puppet_manifest *manifest) {
    pcty_puppet_manifest_data out = {0};
    bool found = pcty_puppet_manifest_info(manifest, &out);
    return (go_puppet_manifest_info_result){found, out};
}

static inline go_out go_puppet_manifest_parse(_GoString_ source_text, _GoString_ file,
                                              pcty_puppet_syntax syntax,
                                              pcty_puppet_strictness strictness,
                                              pcty_puppet_mode mode) {
    pcty_puppet_manifest *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_manifest_parse(GO_STR(source_text), GO_STR(file), syntax, strictness,
                mode, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_module_file(_GoString_ folder, _GoString_ name,
                                           pcty_puppet_load_kind sought) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_module_file(GO_STR(folder), GO_STR(name), sought, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_outline_new(const pcty_puppet_manifest *manifest) {
    pcty_puppet_outline *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_outline_new(manifest, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_outline_to_json(const pcty_puppet_outline *outline) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_outline_to_json(outline, &out, &error));
    return (go_out){out, error};
}

static inline go_answer go_puppet_type_assignable(const pcty_type *source, const pcty_type *target,
                                                  pcty_puppet_mode mode) {
    bool out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_type_assignable(source, target, mode, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_answer go_puppet_type_compare(const pcty_type *left, const pcty_type *right,
                                               pcty_puppet_comparison comparison,
                                               pcty_puppet_mode mode) {
    bool out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_type_compare(left, right, comparison, mode, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_puppet_type_format(const pcty_type *type, pcty_puppet_detail detail,
                                           pcty_puppet_mode mode) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_type_format(type, detail, mode, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_type_generalize(const pcty_type *type) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_type_generalize(type, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_type_mismatch(const pcty_type *found, const pcty_type *wanted,
                                             _GoString_ subject) {
    pcty_error *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_type_mismatch(found, wanted, GO_STR(subject), &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_type_normalize(const pcty_type *type) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_type_normalize(type, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_type_parse(_GoString_ notation, pcty_puppet_options options) {
    options.struct_size = sizeof options;
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_type_parse(GO_STR(notation), &options, &out, &error));
    return (go_out){out, error};
}

static inline pcty_error *go_puppet_validate_default(const pcty_value *value, const pcty_type *type,
                                                     _GoString_ name, _GoString_ subject) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_validate_default(value, type, GO_STR(name), GO_STR(subject), &error));
    return error;
}

static inline pcty_error *go_puppet_validate_parameters(const pcty_value *given,
                                                        const pcty_type *parameters,
                                                        _GoString_ subject,
                                                        pcty_puppet_missing missing) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_validate_parameters(given, parameters, GO_STR(subject), missing,
                &error));
    return error;
}

static inline go_out go_puppet_value_array(const uintptr_t *elements, size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_array((const pcty_value *const *)elements, count, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_puppet_value_as_text(const pcty_value *value) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_as_text(value, &out, &error));
    return (go_out){out, error};
}

static inline pcty_error *go_puppet_value_assert(const pcty_value *value, const pcty_type *wanted) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_assert(value, wanted, &error));
    return error;
}

static inline go_out go_puppet_value_binary(_GoString_ bytes) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_binary((const uint8_t *)_GoStringPtr(bytes), _GoStringLen(bytes),
                &out, &error));
    return go_value_made(out, error);
}

typedef struct {
    pcty_bytes out;
    pcty_error *error;
} go_puppet_value_bytes_result;

static inline go_puppet_value_bytes_result go_puppet_value_bytes(const pcty_value *value) {
    pcty_bytes out = {0};
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_bytes(value, &out, &error));
    return (go_puppet_value_bytes_result){out, error};
}

static inline go_out go_puppet_value_format(const pcty_value *value) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_format(value, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_value_from_json(_GoString_ json) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_from_json(GO_STR(json), &out, &error));
    return go_value_made(out, error);
}

static inline go_found go_puppet_value_get(const pcty_value *value, const pcty_value *key) {
    return go_value_cloned(pcty_puppet_value_get(value, key));
}

static inline go_out go_puppet_value_hash(const uintptr_t *keys, const uintptr_t *elements,
                                          size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_hash((const pcty_value *const *)keys,
                (const pcty_value *const *)elements, count, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_puppet_value_infer(const pcty_value *value, pcty_puppet_inference inference,
                                           pcty_puppet_mode mode) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_infer(value, inference, mode, &out, &error));
    return (go_out){out, error};
}

static inline go_answer go_puppet_value_is_instance(const pcty_value *value, const pcty_type *type,
                                                    pcty_puppet_mode mode) {
    bool out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_is_instance(value, type, mode, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_puppet_value_mismatch(const pcty_value *value, const pcty_type *wanted,
                                              _GoString_ subject) {
    pcty_error *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_mismatch(value, wanted, GO_STR(subject), &out, &error));
    return (go_out){out, error};
}

static inline go_out go_puppet_value_new(const pcty_type *type, const uintptr_t *arguments,
                                         size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_new(type, (const pcty_value *const *)arguments, count, &out,
                &error));
    return go_value_made(out, error);
}

static inline go_out go_puppet_value_parse(_GoString_ literal, pcty_puppet_options options) {
    options.struct_size = sizeof options;
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_parse(GO_STR(literal), &options, &out, &error));
    return go_value_made(out, error);
}

typedef struct {
    pcty_puppet_time out;
    pcty_error *error;
} go_puppet_value_time_result;

static inline go_puppet_value_time_result go_puppet_value_time(const pcty_value *value) {
    pcty_puppet_time out = {0};
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_time(value, &out, &error));
    return (go_puppet_value_time_result){out, error};
}

static inline go_out go_puppet_value_to_numeric(const pcty_value *value) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_to_numeric(value, &out, &error));
    return go_value_made(out, error);
}

static inline go_out go_puppet_value_to_string(const pcty_value *value, pcty_puppet_mode mode) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_to_string(value, mode, &out, &error));
    return (go_out){out, error};
}

static inline go_answer go_puppet_value_truth(const pcty_value *value, pcty_puppet_mode mode) {
    bool out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_puppet_value_truth(value, mode, &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_called go_run_puppet_call_block(const pcty_puppet_call *call,
                                                 const uintptr_t *arguments, size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_puppet_call_block(call, (const pcty_value *const *)arguments, count, &out,
                &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, NULL, error, cause);
}

static inline go_called go_run_puppet_catalog_compile_diagnosed(pcty_puppet_strictness strictness,
                                                                _GoString_ environment_folder,
                                                                _GoString_ environment_name,
                                                                const char *modules,
                                                                const size_t *modules_lengths,
                                                                size_t module_count,
                                                                _GoString_ manifest,
                                                                _GoString_ hiera, _GoString_ node,
                                                                _GoString_ facts,
                                                                _GoString_ trusted,
                                                                _GoString_ server_facts,
                                                                _GoString_ classifier,
                                                                _GoString_ settings,
                                                                const pcty_puppet_environment *environment) {
    pcty_puppet_catalog_options options = {0};
    options.struct_size = sizeof options;
    options.strictness = strictness;
    options.environment_folder = GO_OPTION(environment_folder);
    options.environment_name = GO_OPTION(environment_name);
    pcty_str *modules_texts = go_texts(modules, modules_lengths, module_count);
    options.modules = modules_texts;
    options.module_count = module_count;
    options.manifest = GO_OPTION(manifest);
    options.hiera = GO_OPTION(hiera);
    options.node = GO_OPTION(node);
    options.facts = GO_OPTION(facts);
    options.trusted = GO_OPTION(trusted);
    options.server_facts = GO_OPTION(server_facts);
    options.classifier = GO_OPTION(classifier);
    options.settings = GO_OPTION(settings);
    options.environment = environment;
    pcty_puppet_catalog *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_puppet_catalog_compile(&options, &out, &diagnostics, &error));
    uintptr_t cause = go_causes_end(outer);
    free(modules_texts);
    return (go_called){out, diagnostics, error, cause};
}

static inline go_called go_run_puppet_lookup(_GoString_ key, pcty_puppet_strictness strictness,
                                             _GoString_ environment_folder,
                                             _GoString_ environment_name, const char *modules,
                                             const size_t *modules_lengths, size_t module_count,
                                             _GoString_ manifest, _GoString_ hiera, _GoString_ node,
                                             _GoString_ facts, _GoString_ trusted,
                                             _GoString_ server_facts, _GoString_ classifier,
                                             _GoString_ settings,
                                             const pcty_puppet_environment *environment,
                                             _GoString_ merge, const pcty_value *default_value) {
    pcty_puppet_catalog_options options = {0};
    options.struct_size = sizeof options;
    options.strictness = strictness;
    options.environment_folder = GO_OPTION(environment_folder);
    options.environment_name = GO_OPTION(environment_name);
    pcty_str *modules_texts = go_texts(modules, modules_lengths, module_count);
    options.modules = modules_texts;
    options.module_count = module_count;
    options.manifest = GO_OPTION(manifest);
    options.hiera = GO_OPTION(hiera);
    options.node = GO_OPTION(node);
    options.facts = GO_OPTION(facts);
    options.trusted = GO_OPTION(trusted);
    options.server_facts = GO_OPTION(server_facts);
    options.classifier = GO_OPTION(classifier);
    options.settings = GO_OPTION(settings);
    options.environment = environment;
    pcty_puppet_lookup_options lookup_options = {0};
    lookup_options.struct_size = sizeof lookup_options;
    lookup_options.merge = GO_OPTION(merge);
    lookup_options.default_value = default_value;
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_puppet_lookup(GO_STR(key), &options, &lookup_options, &out, NULL, &error));
    uintptr_t cause = go_causes_end(outer);
    free(modules_texts);
    return go_value_called(out, NULL, error, cause);
}

static inline go_called go_run_puppet_lookup_explained(_GoString_ key,
                                                       pcty_puppet_strictness strictness,
                                                       _GoString_ environment_folder,
                                                       _GoString_ environment_name,
                                                       const char *modules,
                                                       const size_t *modules_lengths,
                                                       size_t module_count, _GoString_ manifest,
                                                       _GoString_ hiera, _GoString_ node,
                                                       _GoString_ facts, _GoString_ trusted,
                                                       _GoString_ server_facts,
                                                       _GoString_ classifier, _GoString_ settings,
                                                       const pcty_puppet_environment *environment,
                                                       _GoString_ merge,
                                                       const pcty_value *default_value) {
    pcty_puppet_catalog_options options = {0};
    options.struct_size = sizeof options;
    options.strictness = strictness;
    options.environment_folder = GO_OPTION(environment_folder);
    options.environment_name = GO_OPTION(environment_name);
    pcty_str *modules_texts = go_texts(modules, modules_lengths, module_count);
    options.modules = modules_texts;
    options.module_count = module_count;
    options.manifest = GO_OPTION(manifest);
    options.hiera = GO_OPTION(hiera);
    options.node = GO_OPTION(node);
    options.facts = GO_OPTION(facts);
    options.trusted = GO_OPTION(trusted);
    options.server_facts = GO_OPTION(server_facts);
    options.classifier = GO_OPTION(classifier);
    options.settings = GO_OPTION(settings);
    options.environment = environment;
    pcty_puppet_lookup_options lookup_options = {0};
    lookup_options.struct_size = sizeof lookup_options;
    lookup_options.merge = GO_OPTION(merge);
    lookup_options.default_value = default_value;
    pcty_value *out = NULL;
    pcty_string *explanation = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_puppet_lookup(GO_STR(key), &options, &lookup_options, &out, &explanation,
                &error));
    uintptr_t cause = go_causes_end(outer);
    free(modules_texts);
    return go_value_called(out, explanation, error, cause);
}

static inline go_called go_run_puppet_manifest_class_parameters(const pcty_puppet_manifest *manifest,
                                                                _GoString_ class_name,
                                                                const pcty_value *data,
                                                                const pcty_puppet_environment *environment) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_puppet_manifest_class_parameters(manifest, GO_STR(class_name), data,
                environment, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, NULL, error, cause);
}

static inline go_called go_run_puppet_manifest_evaluate(const pcty_puppet_manifest *manifest,
                                                        const pcty_puppet_environment *environment) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_puppet_manifest_evaluate(manifest, environment, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return go_value_called(out, NULL, error, cause);
}

static inline go_called go_run_puppet_manifest_render(const pcty_puppet_manifest *manifest,
                                                      const pcty_value *parameters,
                                                      const pcty_puppet_environment *environment) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_puppet_manifest_render(manifest, parameters, environment, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

#endif

#if defined(POLYCTY_GO_PUPPET) && defined(POLYCTY_GO_SCHEMA)

static inline go_called go_run_schema_export_class(const pcty_puppet_manifest *manifest,
                                                   _GoString_ class_name,
                                                   const pcty_puppet_environment *environment) {
    pcty_schema_pair *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_schema_export_class(manifest, GO_STR(class_name), environment, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

#endif

#ifdef POLYCTY_GO_SCHEMA

static inline go_called go_run_schema_parse(_GoString_ json, pcty_schema_draft draft,
                                            _GoString_ pointer, _GoString_ address,
                                            uintptr_t user_data) {
    pcty_schema_options options = {0};
    options.struct_size = sizeof options;
    options.draft = draft;
    options.pointer = GO_OPTION(pointer);
    options.address = GO_OPTION(address);
    options.retrieve = user_data == 0 ? NULL : go_schema_retrieve;
    options.user_data = (void *)user_data;
    options.destroy = user_data == 0 ? NULL : go_destroy;
    pcty_schema *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_schema_parse(GO_STR(json), &options, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

static inline go_out go_schema_documents_of_schema(const pcty_schema *schema) {
    pcty_schema_documents *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_documents_of_schema(schema, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_schema_documents_of_type(const pcty_type *type, pcty_dialect dialect,
                                                 pcty_schema_documents_question question) {
    pcty_schema_documents *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_documents_of_type(type, dialect, question, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_schema_documents_relate(const pcty_schema_documents *first,
                                                const pcty_schema_documents *second) {
    pcty_schema_relation *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_documents_relate(first, second, &out, &error));
    return (go_out){out, error};
}

static inline go_answer go_schema_documents_take(const pcty_schema_documents *documents,
                                                 _GoString_ json) {
    pcty_schema_validity out = 0;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_documents_take(documents, GO_STR(json), &out, &error));
    return (go_answer){(uint64_t)out, error};
}

static inline go_out go_schema_export(const pcty_type *type, const pcty_hcl_defaults *defaults,
                                      pcty_dialect dialect,
                                      pcty_schema_documents_question question) {
    pcty_schema_pair *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_export(type, defaults, dialect, question, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_schema_import(const pcty_schema *schema, pcty_dialect dialect,
                                      pcty_schema_open_objects open) {
    pcty_schema_pair *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_import(schema, dialect, open, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_schema_pair_data out;
} go_schema_pair_info_result;

static inline go_schema_pair_info_result go_schema_pair_info(const pcty_schema_pair *pair) {
    pcty_schema_pair_data out = {0};
    bool found = pcty_schema_pair_info(pair, &out);
    return (go_schema_pair_info_result){found, out};
}

typedef struct {
    bool found;
    pcty_schema_pair_note out;
} go_schema_pair_note_at_result;

static inline go_schema_pair_note_at_result go_schema_pair_note_at(const pcty_schema_pair *pair,
                                                                   size_t index) {
    pcty_schema_pair_note out = {0};
    bool found = pcty_schema_pair_note_at(pair, index, &out);
    return (go_schema_pair_note_at_result){found, out};
}

static inline go_out go_schema_pair_relate(const pcty_schema_pair *pair) {
    pcty_schema_relation *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_pair_relate(pair, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_schema_relation_data out;
} go_schema_relation_info_result;

static inline go_schema_relation_info_result go_schema_relation_info(const pcty_schema_relation *relation) {
    pcty_schema_relation_data out = {0};
    bool found = pcty_schema_relation_info(relation, &out);
    return (go_schema_relation_info_result){found, out};
}

static inline go_out go_schema_to_json(const pcty_schema *schema, pcty_schema_extent extent,
                                       pcty_json_layout layout) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_to_json(schema, extent, layout, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_type_assignable_witness(const pcty_type *source, const pcty_type *target,
                                                pcty_dialect dialect) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_assignable_witness(source, target, dialect, &out, &error));
    return (go_out){out, error};
}

#endif

#if defined(POLYCTY_GO_SCHEMA) && defined(POLYCTY_GO_TERRAFORM)

static inline go_out go_schema_documents_of_module(const pcty_terraform_module *module,
                                                   pcty_schema_documents_question question) {
    pcty_schema_documents *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_documents_of_module(module, question, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_schema_export_module(const pcty_terraform_module *module,
                                             pcty_schema_documents_question question) {
    pcty_schema_pair *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_schema_export_module(module, question, &out, &error));
    return (go_out){out, error};
}

#endif

#if defined(POLYCTY_GO_SCHEMA) && defined(POLYCTY_GO_TRANSLATE)

static inline go_out go_translation_witness(const pcty_translation *translation) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_translation_witness(translation, &out, &error));
    return (go_out){out, error};
}

#endif

#ifdef POLYCTY_GO_SERVICES

static inline go_called go_run_workspace_diagnostics_diagnosed(pcty_workspace *workspace,
                                                               _GoString_ document) {
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_workspace_diagnostics(workspace, GO_STR(document), &diagnostics, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){diagnostics, NULL, error, cause};
}

static inline go_called go_run_workspace_document_to_text(pcty_workspace *workspace,
                                                          _GoString_ document) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_workspace_document_to_text(workspace, GO_STR(document), &out, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, NULL, error, cause};
}

static inline go_called go_run_workspace_open(pcty_workspace *workspace, _GoString_ document,
                                              _GoString_ language_id, int64_t version,
                                              _GoString_ source_text) {
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_workspace_open(workspace, GO_STR(document), GO_STR(language_id), version,
                GO_STR(source_text), &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){NULL, NULL, error, cause};
}

static inline pcty_error *go_workspace_close(pcty_workspace *workspace, _GoString_ document) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_workspace_close(workspace, GO_STR(document), &error));
    return error;
}

static inline pcty_error *go_workspace_file_changed(pcty_workspace *workspace,
                                                    _GoString_ document) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_workspace_file_changed(workspace, GO_STR(document), &error));
    return error;
}

static inline go_out go_workspace_new(pcty_position_encoding encoding, bool has_snippets,
                                      bool is_opentofu, _GoString_ terraform_version,
                                      _GoString_ provider_schemas, _GoString_ puppet_facts,
                                      const char *puppet_modules,
                                      const size_t *puppet_modules_lengths,
                                      size_t puppet_module_count, _GoString_ mcl_kinds,
                                      _GoString_ mcl_modules, const char *folders,
                                      const size_t *folders_lengths, size_t folder_count,
                                      _GoString_ hcl_specifications) {
    pcty_workspace_options options = {0};
    options.struct_size = sizeof options;
    options.encoding = encoding;
    options.has_snippets = has_snippets;
    options.is_opentofu = is_opentofu;
    options.terraform_version = GO_OPTION(terraform_version);
    options.provider_schemas = GO_OPTION(provider_schemas);
    options.puppet_facts = GO_OPTION(puppet_facts);
    pcty_str *puppet_modules_texts = go_texts(puppet_modules, puppet_modules_lengths,
                                              puppet_module_count);
    options.puppet_modules = puppet_modules_texts;
    options.puppet_module_count = puppet_module_count;
    options.mcl_kinds = GO_OPTION(mcl_kinds);
    options.mcl_modules = GO_OPTION(mcl_modules);
    pcty_str *folders_texts = go_texts(folders, folders_lengths, folder_count);
    options.folders = folders_texts;
    options.folder_count = folder_count;
    options.hcl_specifications = GO_OPTION(hcl_specifications);
    pcty_workspace *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_workspace_new(&options, &out, &error));
    free(puppet_modules_texts);
    free(folders_texts);
    return (go_out){out, error};
}

static inline pcty_error *go_workspace_set_files(pcty_workspace *workspace, uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_workspace_set_files(workspace, go_workspace_reader, go_workspace_lister,
                (void *)user_data, go_destroy, &error));
    return error;
}

#endif

#ifdef POLYCTY_GO_TERRAFORM

static inline pcty_error *go_hcl_scope_set_terraform_functions(pcty_hcl_scope *scope,
                                                               const pcty_terraform_host *host) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_scope_set_terraform_functions(scope, host, &error));
    return error;
}

static inline go_called go_run_terraform_module_evaluate_diagnosed(const pcty_terraform_module *module,
                                                                   const pcty_terraform_inputs *inputs) {
    pcty_terraform_evaluation *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_terraform_module_evaluate(module, inputs, &out, &diagnostics, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, diagnostics, error, cause};
}

static inline go_called go_run_terraform_module_open_diagnosed(const pcty_terraform_host *host,
                                                               _GoString_ folder) {
    pcty_terraform_module *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_terraform_module_open(host, GO_STR(folder), &out, &diagnostics, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, diagnostics, error, cause};
}

static inline go_called go_run_terraform_project_open_diagnosed(const pcty_terraform_host *host,
                                                                _GoString_ folder, bool has_queries,
                                                                _GoString_ version,
                                                                const pcty_terraform_schemas *schemas,
                                                                const pcty_terraform_inputs *inputs,
                                                                _GoString_ workspace,
                                                                _GoString_ manifest,
                                                                pcty_terraform_dialect dialect,
                                                                pcty_terraform_strictness strictness) {
    pcty_terraform_project_options options = {0};
    options.struct_size = sizeof options;
    options.has_queries = has_queries;
    options.version = GO_OPTION(version);
    options.schemas = schemas;
    options.inputs = inputs;
    options.workspace = GO_OPTION(workspace);
    options.manifest = GO_OPTION(manifest);
    options.dialect = dialect;
    options.strictness = strictness;
    pcty_terraform_project *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_terraform_project_open(host, GO_STR(folder), &options, &out, &diagnostics,
                &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, diagnostics, error, cause};
}

static inline go_called go_run_terraform_project_plan_diagnosed(const pcty_terraform_project *project,
                                                                const pcty_terraform_inputs *inputs) {
    pcty_terraform_outputs *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_terraform_project_plan(project, inputs, &out, &diagnostics, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, diagnostics, error, cause};
}

static inline go_called go_run_terraform_project_validate_diagnosed(const pcty_terraform_project *project) {
    pcty_terraform_outputs *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_terraform_project_validate(project, &out, &diagnostics, &error));
    uintptr_t cause = go_causes_end(outer);
    return (go_called){out, diagnostics, error, cause};
}

static inline go_found go_terraform_evaluation_get(const pcty_terraform_evaluation *evaluation,
                                                   _GoString_ name,
                                                   pcty_terraform_declaration_kind kind) {
    return go_value_cloned(pcty_terraform_evaluation_get(evaluation, GO_STR(name), kind));
}

static inline go_out go_terraform_evaluation_to_json(const pcty_terraform_evaluation *evaluation) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_evaluation_to_json(evaluation, &out, &error));
    return (go_out){out, error};
}

static inline pcty_error *go_terraform_host_set_clock(pcty_terraform_host *host,
                                                      uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_host_set_clock(host, go_terraform_clock, (void *)user_data,
                go_destroy, &error));
    return error;
}

static inline pcty_error *go_terraform_host_set_files(pcty_terraform_host *host,
                                                      uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_host_set_files(host, go_terraform_reader, go_terraform_lister,
                (void *)user_data, go_destroy, &error));
    return error;
}

static inline pcty_error *go_terraform_host_set_home(pcty_terraform_host *host, _GoString_ path) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_host_set_home(host, GO_STR(path), &error));
    return error;
}

static inline pcty_error *go_terraform_host_set_modules(pcty_terraform_host *host,
                                                        uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_host_set_modules(host, go_terraform_module_finder, (void *)user_data,
                go_destroy, &error));
    return error;
}

static inline pcty_error *go_terraform_host_set_plan_time(pcty_terraform_host *host,
                                                          int64_t seconds) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_host_set_plan_time(host, seconds, &error));
    return error;
}

static inline pcty_error *go_terraform_host_set_random(pcty_terraform_host *host,
                                                       uintptr_t user_data) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_host_set_random(host, go_terraform_random, (void *)user_data,
                go_destroy, &error));
    return error;
}

static inline pcty_error *go_terraform_host_set_root(pcty_terraform_host *host, _GoString_ path) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_host_set_root(host, GO_STR(path), &error));
    return error;
}

static inline pcty_error *go_terraform_host_set_text(pcty_terraform_host *host, _GoString_ path,
                                                     _GoString_ source_text) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_host_set_text(host, GO_STR(path), GO_STR(source_text), &error));
    return error;
}

static inline pcty_error *go_terraform_inputs_add_file(pcty_terraform_inputs *inputs,
                                                       _GoString_ source_text, _GoString_ file) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_inputs_add_file(inputs, GO_STR(source_text), GO_STR(file), &error));
    return error;
}

static inline pcty_error *go_terraform_inputs_set_options(pcty_terraform_inputs *inputs,
                                                          pcty_terraform_unset unset,
                                                          const pcty_terraform_host *host,
                                                          _GoString_ module_path,
                                                          _GoString_ root_path,
                                                          _GoString_ working_directory,
                                                          _GoString_ workspace) {
    pcty_terraform_options options = {0};
    options.struct_size = sizeof options;
    options.unset = unset;
    options.host = host;
    options.module_path = GO_OPTION(module_path);
    options.root_path = GO_OPTION(root_path);
    options.working_directory = GO_OPTION(working_directory);
    options.workspace = GO_OPTION(workspace);
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_inputs_set_options(inputs, &options, &error));
    return error;
}

static inline pcty_error *go_terraform_inputs_set_text(pcty_terraform_inputs *inputs,
                                                       _GoString_ name, _GoString_ value_text,
                                                       pcty_terraform_text_from from) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_inputs_set_text(inputs, GO_STR(name), GO_STR(value_text), from,
                &error));
    return error;
}

static inline pcty_error *go_terraform_inputs_set_value(pcty_terraform_inputs *inputs,
                                                        _GoString_ name, const pcty_value *value) {
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_inputs_set_value(inputs, GO_STR(name), value, &error));
    return error;
}

static inline go_outs go_terraform_module_open_diagnosed(const pcty_terraform_host *host,
                                                         _GoString_ folder) {
    pcty_terraform_module *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_module_open(host, GO_STR(folder), &out, &diagnostics, &error));
    return (go_outs){out, diagnostics, error};
}

static inline go_outs go_terraform_module_parse_diagnosed(const char *names,
                                                          const size_t *names_lengths,
                                                          const char *texts,
                                                          const size_t *texts_lengths,
                                                          size_t count) {
    pcty_str *names_texts = go_texts(names, names_lengths, count);
    pcty_str *texts_texts = go_texts(texts, texts_lengths, count);
    pcty_terraform_module *out = NULL;
    pcty_error *diagnostics = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_module_parse(names_texts, texts_texts, count, &out, &diagnostics,
                &error));
    free(names_texts);
    free(texts_texts);
    return (go_outs){out, diagnostics, error};
}

static inline go_out go_terraform_module_to_json(const pcty_terraform_module *module) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_module_to_json(module, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    pcty_terraform_output_info out;
    pcty_error *error;
} go_terraform_outputs_at_result;

static inline go_terraform_outputs_at_result go_terraform_outputs_at(const pcty_terraform_outputs *outputs,
                                                                     size_t index) {
    pcty_terraform_output_info out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_outputs_at(outputs, index, &out, &error));
    return (go_terraform_outputs_at_result){out, error};
}

static inline go_found go_terraform_outputs_get(const pcty_terraform_outputs *outputs,
                                                _GoString_ name) {
    return go_value_cloned(pcty_terraform_outputs_get(outputs, GO_STR(name)));
}

static inline go_out go_terraform_outputs_to_json(const pcty_terraform_outputs *outputs) {
    pcty_string *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_outputs_to_json(outputs, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    pcty_terraform_plan_item out;
    pcty_error *error;
} go_terraform_plan_at_result;

static inline go_terraform_plan_at_result go_terraform_plan_at(const pcty_terraform_plan *plan,
                                                               size_t index,
                                                               pcty_terraform_plan_part part) {
    pcty_terraform_plan_item out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_plan_at(plan, index, part, &out, &error));
    return (go_terraform_plan_at_result){out, error};
}

static inline go_out go_terraform_plan_parse(_GoString_ json,
                                             const pcty_terraform_schemas *schemas) {
    pcty_terraform_plan *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_plan_parse(GO_STR(json), schemas, &out, &error));
    return (go_out){out, error};
}

typedef struct {
    bool found;
    pcty_terraform_project_data out;
} go_terraform_project_info_result;

static inline go_terraform_project_info_result go_terraform_project_info(const pcty_terraform_project *project) {
    pcty_terraform_project_data out = {0};
    bool found = pcty_terraform_project_info(project, &out);
    return (go_terraform_project_info_result){found, out};
}

typedef struct {
    pcty_terraform_module_info out;
    pcty_error *error;
} go_terraform_project_module_at_result;

static inline go_terraform_project_module_at_result go_terraform_project_module_at(const pcty_terraform_project *project,
                                                                                   size_t index) {
    pcty_terraform_module_info out = {0};
    out.struct_size = sizeof out;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_project_module_at(project, index, &out, &error));
    return (go_terraform_project_module_at_result){out, error};
}

static inline go_out go_terraform_project_module_get(const pcty_terraform_project *project,
                                                     _GoString_ name) {
    pcty_terraform_module *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_project_module_get(project, GO_STR(name), &out, &error));
    return (go_out){out, error};
}

static inline go_out go_terraform_schemas_parse(_GoString_ json) {
    pcty_terraform_schemas *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_terraform_schemas_parse(GO_STR(json), &out, &error));
    return (go_out){out, error};
}

#endif

#ifdef POLYCTY_GO_TRANSLATE

typedef struct {
    bool found;
    pcty_translation_data out;
} go_translation_info_result;

static inline go_translation_info_result go_translation_info(const pcty_translation *translation) {
    pcty_translation_data out = {0};
    bool found = pcty_translation_info(translation, &out);
    return (go_translation_info_result){found, out};
}

typedef struct {
    bool found;
    pcty_translation_note out;
} go_translation_note_at_result;

static inline go_translation_note_at_result go_translation_note_at(const pcty_translation *translation,
                                                                   size_t index) {
    pcty_translation_note out = {0};
    bool found = pcty_translation_note_at(translation, index, &out);
    return (go_translation_note_at_result){found, out};
}

static inline go_out go_type_translate(const pcty_type *type, pcty_dialect from, pcty_dialect to) {
    pcty_translation *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_type_translate(type, from, to, &out, &error));
    return (go_out){out, error};
}

static inline go_out go_value_translate(const pcty_value *value, const pcty_type *type,
                                        pcty_dialect from, pcty_dialect to) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_value_translate(value, type, from, to, &out, &error));
    return go_value_made(out, error);
}

#endif

#endif
