// The handwritten shims, which tools/shims.go cannot generate. A shim is written by hand for one of
// three reasons:
//
//   - It makes several calls in one crossing, because a crossing costs more than the calls: all
//     that Go reads of one object, or the same of many objects.
//   - It takes an array of structs with pointers inside, which Go may not pass. It builds the
//     array from data that Go may pass: the texts as one text, and each other field as an array.
//   - It asks a question whose answer is often no, and ignores the error, which would be made
//     only to be freed.

#ifndef POLYCTY_GO_HANDMADE_H
#define POLYCTY_GO_HANDMADE_H

#include "callbacks.h"
#include "results.h"

// -- Several calls in one crossing ---------------------------------------------------------

typedef struct {
    pcty_status code;
    pcty_str message, stage;
    size_t argument, offset, steps, diagnostics;
    bool has_argument, has_offset;
    pcty_type *wanted, *found;
} go_error_parts;

static inline go_error_parts go_error_read(const pcty_error *from) {
    go_error_parts parts = {0};
    parts.code = pcty_error_code(from);
    parts.message = pcty_error_message(from);
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    PCTY_IGNORE(pcty_error_info(from, &data, NULL));
    parts.stage = data.stage;
    parts.has_argument = data.has_argument;
    parts.argument = data.argument;
    parts.has_offset = data.has_offset;
    parts.offset = data.offset;
    parts.steps = pcty_path_step_count(pcty_error_path(from));
    parts.diagnostics = data.diagnostic_count;
    parts.wanted = pcty_type_clone(data.expected);
    parts.found = pcty_type_clone(data.found);
    return parts;
}

// The key at a position: the key of an entry, or the name of an object's attribute as a value.
static inline go_found go_value_key(const pcty_value *value, size_t at) {
    pcty_value *key = pcty_value_clone(pcty_value_entry_key_at(value, at));
    if (key == NULL) {
        pcty_str name = pcty_value_key_at(value, at);
        if (name.data != NULL) {
            PCTY_IGNORE(pcty_value_string_verbatim(name, &key, NULL));
        }
    }
    return go_value_found(key);
}

// Parts of a value, borrowed if the value permits it.
static inline go_found go_value_element_at(const pcty_value *value, size_t at, bool borrows) {
    return go_value_part(pcty_value_element_at(value, at), borrows);
}
static inline go_found go_value_attribute_get(const pcty_value *value, _GoString_ name,
                                              bool borrows) {
    return go_value_part(pcty_value_attribute_get(value, GO_STR(name)), borrows);
}
static inline go_found go_value_get(const pcty_value *value, _GoString_ key, bool borrows) {
    return go_value_part(pcty_value_get(value, GO_STR(key)), borrows);
}

// A list of the same elements, which permits borrowing, for a value that does not: a kept element
// then keeps only this list alive. NULL if the elements are small, heavy or of several types.
enum { GO_ELEMENTS = 63, GO_TOGETHER = 2 * GO_ELEMENTS * GO_LIGHT };

static inline pcty_value *go_elements_together(const pcty_value *value, size_t at, size_t room) {
    pcty_value *list = NULL;
    pcty_summary first;
    pcty_value_summary(pcty_value_element_at(value, at), &first);
    if (first.is_small || first.kind < PCTY_KIND_STRING || first.kind > PCTY_KIND_OBJECT ||
        pcty_value_parts(value, at, room, &list, NULL) != PCTY_OK) {
        return NULL;
    }
    if (!pcty_value_is_light(list, GO_TOGETHER)) {
        pcty_value_free(list);
        return NULL;
    }
    return list;
}

typedef struct {
    size_t count;
    pcty_value *together; // owns the elements, if the value itself does not permit borrowing
} go_elements;

// Writes elements from a position on, up to the smaller of `room` and GO_ELEMENTS, to an array of
// go_found, and their keys, if any, to an array of pcty_str. The addresses are numbers, because cgo
// would search pointers for Go pointers.
static inline go_elements go_value_elements(const pcty_value *value, size_t at, size_t room,
                                            uintptr_t elements, uintptr_t keys, bool borrows) {
    pcty_summary glances[GO_ELEMENTS];
    go_found *found = (go_found *)elements;
    go_elements read = {0, borrows ? NULL : go_elements_together(value, at, room)};
    if (read.together != NULL) {
        read.count = pcty_value_part_summaries(read.together, 0, room, glances);
    } else {
        read.count = pcty_value_part_summaries(value, at, room, glances);
    }
    for (size_t i = 0; i < read.count; i++) {
        found[i] = borrows || read.together != NULL ? go_value_lent(&glances[i])
                                                  : go_value_part(glances[i].value, false);
    }
    pcty_kind kind = pcty_type_kind(pcty_value_type(value));
    if (kind != PCTY_KIND_LIST && kind != PCTY_KIND_SET && kind != PCTY_KIND_TUPLE) {
        for (size_t i = 0; i < read.count; i++) {
            ((pcty_str *)keys)[i] = pcty_value_key_at(value, at + i);
        }
    }
    return read;
}

// Writes the part of each list element under a name, an attribute of an object or an element of a
// map, to an array of go_found. The parts are borrowed from the list; a missing one is empty.
static inline void go_elements_column(const pcty_value *list, size_t count, _GoString_ name,
                                      uintptr_t parts) {
    pcty_summary glances[GO_ELEMENTS];
    pcty_value_column_summaries(list, GO_STR(name), 0, count, glances);
    for (size_t i = 0; i < count; i++) {
        ((go_found *)parts)[i] = go_value_lent(&glances[i]);
    }
}

// Writes all parts of a value, GO_CHILDREN at most, borrowed from it, and their keys.
static inline void go_value_children(const pcty_value *value, size_t count, go_found *parts,
                                     pcty_str *keys) {
    pcty_summary glances[GO_CHILDREN];
    size_t found = pcty_value_part_summaries(value, 0, count, glances);
    for (size_t i = 0; i < found; i++) {
        parts[i] = go_value_lent(&glances[i]);
        keys[i] = pcty_value_key_at(value, i);
    }
}

// Frees unreachable objects in one crossing.
enum { GO_BATCH = 31 };
enum { GO_DROPPED_VALUE, GO_DROPPED_TYPE, GO_DROPPED_EXPRESSION };
typedef struct {
    uintptr_t at[GO_BATCH];
    uint8_t kind[GO_BATCH];
    uint8_t count;
} go_dropped;

static inline void go_drop(go_dropped dropped) {
    for (size_t i = 0; i < dropped.count; i++) {
        void *own = (void *)dropped.at[i];
        switch (dropped.kind[i]) {
        case GO_DROPPED_VALUE:
            pcty_value_free((pcty_value *)own);
            break;
        case GO_DROPPED_TYPE:
            pcty_type_free((pcty_type *)own);
            break;
        default:
            pcty_hcl_expression_free((pcty_hcl_expression *)own);
        }
    }
}

static inline void go_values_free(const uintptr_t *values, size_t count) {
    for (size_t i = 0; i < count; i++) {
        pcty_value_free((pcty_value *)values[i]);
    }
}

typedef struct {
    size_t done;
    pcty_error *error;
} go_converted;

// Converts values into an array of the same size, until one fails.
static inline go_converted go_converter_apply_all(const pcty_converter *converter,
                                                  const uintptr_t *values, go_found *out,
                                                  size_t count) {
    go_converted all = {0, NULL};
    for (; all.done < count; all.done++) {
        pcty_value *made = NULL;
        if (pcty_converter_apply(converter, (const pcty_value *)values[all.done], &made,
                                 &all.error) != PCTY_OK) {
            break;
        }
        out[all.done] = go_value_found(made);
    }
    return all;
}

// Calls with few values.
static inline go_called go_function_call_few(const pcty_function *function, go_few given,
                                             size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    const pcty_value *args[GO_FEW];
    uint32_t made = go_opened(given.at, count, args);
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_function_call(function, args, count, &out, &error));
    uintptr_t cause = go_causes_end(outer);
    go_freed(made, args);
    return go_value_called(out, NULL, error, cause);
}

// Like go_function_call_few, for a Go function that Go has called already, with its result.
static inline go_called go_function_call_given(const pcty_function *function, go_few args,
                                               size_t count, uintptr_t given) {
    go_function_give(given);
    go_called made = go_function_call_few(function, args, count);
    go_function_give(0);
    return made;
}

// A container of up to GO_DRAFT values, with the names as one text.
static inline go_out go_value_of_pending(go_pending given, size_t count, uint32_t kind, const char *text,
                                      const size_t *lengths) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    const pcty_value *parts[GO_DRAFT];
    pcty_str names[GO_DRAFT];
    uint32_t made = go_opened(given.at, count, parts);
    if (kind == PCTY_KIND_MAP || kind == PCTY_KIND_OBJECT) {
        for (size_t i = 0; i < count; i++) {
            names[i] = (pcty_str){text, lengths[i]};
            text += lengths[i];
        }
    }
    switch (kind) {
    case PCTY_KIND_LIST:
        PCTY_IGNORE(pcty_value_list(parts, count, &out, &error));
        break;
    case PCTY_KIND_TUPLE:
        PCTY_IGNORE(pcty_value_tuple(parts, count, &out, &error));
        break;
    case PCTY_KIND_MAP:
        PCTY_IGNORE(pcty_value_map(names, parts, count, &out, &error));
        break;
    default:
        PCTY_IGNORE(pcty_value_object(names, parts, count, &out, &error));
    }
    go_freed(made, parts);
    return go_value_made(out, error);
}

// The type of a value, borrowed or cloned, and its hash.
typedef struct {
    pcty_type *type;
    uint64_t hash;
} go_hashed;

static inline go_hashed go_value_hashed_type(const pcty_value *value, bool borrows) {
    const pcty_type *borrowed = pcty_value_type(value);
    return (go_hashed){borrows ? (pcty_type *)borrowed : pcty_type_clone(borrowed), pcty_type_hash(borrowed)};
}

typedef struct {
    pcty_string *written;
    pcty_str borrowed; // its content
    pcty_error *error;
} go_written;

static inline go_written go_value_lend_msgpack(const pcty_value *value, const pcty_type *type) {
    go_written made = {0};
    if (pcty_value_to_msgpack(value, type, &made.written, &made.error) == PCTY_OK) {
        made.borrowed = pcty_string_str(made.written);
    }
    return made;
}

// Parses an expression and evaluates it.
static inline go_called go_hcl_evaluate(_GoString_ source, _GoString_ file,
                                        const pcty_hcl_scope *scope) {
    go_called made = {0};
    pcty_hcl_expression *expression = NULL;
    if (pcty_hcl_expression_parse(GO_STR(source), GO_STR(file), NULL, PCTY_HCL_NATIVE, &expression, NULL,
                                  &made.error) != PCTY_OK) {
        return made;
    }
    pcty_value *value = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_hcl_expression_evaluate(expression, scope, &value, NULL, &made.error));
    made.cause = go_causes_end(outer);
    pcty_hcl_expression_free(expression);
    return go_value_called(value, NULL, made.error, made.cause);
}

// Decodes the part of a body that a spec covers, as far as possible, without the rest.
static inline go_called go_hcl_spec_decode_part(const pcty_hcl_spec *spec, const pcty_hcl_body *body,
                                                const pcty_hcl_scope *scope) {
    go_called made = {0};
    pcty_value *value = NULL;
    pcty_error *diagnostics = NULL;
    uintptr_t outer = go_causes_begin();
    PCTY_IGNORE(pcty_hcl_spec_partial_decode(spec, body, scope, &value, NULL, &diagnostics,
                                                       &made.error));
    made.cause = go_causes_end(outer);
    return go_value_called(value, diagnostics, made.error, made.cause);
}

static inline go_out go_value_with_marks(const pcty_value *value, const char *text,
                                         const size_t *lengths, size_t count) {
    pcty_value *out = NULL;
    pcty_error *error = NULL;
    pcty_marks *marks = NULL;
    pcty_str *texts = go_texts(text, lengths, count);
    if (pcty_marks_new(texts, count, &marks, &error) == PCTY_OK) {
        PCTY_IGNORE(pcty_value_with_marks(value, marks, &out, &error));
    }
    pcty_marks_free(marks);
    free(texts);
    return go_value_made(out, error);
}

typedef struct {
    pcty_str name;
    pcty_type *type;
    pcty_presence presence;
    bool found;
} go_field;

static inline go_field go_field_read(bool found, const pcty_field *field) {
    if (!found) {
        return (go_field){{NULL, 0}, NULL, 0, false};
    }
    return (go_field){field->name, pcty_type_clone(field->type), field->presence, true};
}
static inline go_field go_type_field_at(const pcty_type *type, size_t at) {
    pcty_field field;
    return go_field_read(pcty_type_field_at(type, at, &field), &field);
}
static inline go_field go_type_field_get(const pcty_type *type, _GoString_ name) {
    pcty_field field;
    return go_field_read(pcty_type_field_get(type, GO_STR(name), &field), &field);
}

typedef struct {
    pcty_str name;
    pcty_type *type;
    bool found;
} go_type_parameter;

static inline go_type_parameter go_param_read(bool found, const pcty_type_parameter *param) {
    if (!found) {
        return (go_type_parameter){{NULL, 0}, NULL, false};
    }
    return (go_type_parameter){param->name, pcty_type_clone(param->type), true};
}
static inline go_type_parameter go_type_function_parameter_at(const pcty_type *type, size_t at) {
    pcty_type_parameter param;
    return go_param_read(pcty_type_function_parameter_at(type, at, &param), &param);
}

typedef struct {
    size_t count;
    go_type_parameter variadic;
    pcty_type *block, *result;
    bool listed, block_optional;
} go_function_parts;

// The parts of a function type that lists its parameters.
static inline go_function_parts go_type_function_info(const pcty_type *type) {
    go_function_parts parts = {0, {{NULL, 0}, NULL, false}, NULL, NULL, false, false};
    pcty_type_function_data data;
    if (pcty_type_function_info(type, &data) && data.parameters == PCTY_PARAMETERS_LISTED) {
        parts.listed = true;
        parts.count = data.parameter_count;
        parts.variadic = go_param_read(data.variadic.type != NULL, &data.variadic);
        parts.block = pcty_type_clone(data.block);
        parts.block_optional = data.block_presence == PCTY_OPTIONAL;
        parts.result = pcty_type_clone(data.result);
    }
    return parts;
}

typedef struct {
    pcty_str name, file;
    pcty_hcl_expression *expression;
    pcty_range range, name_range;
} go_attribute;

static inline go_attribute go_hcl_attribute(const pcty_hcl_attribute *found) {
    pcty_hcl_attribute_data data = {0};
    pcty_hcl_attribute_info(found, &data);
    go_attribute read = {data.name, data.file, pcty_hcl_expression_clone(data.expression), data.range,
                         data.name_range};
    return read;
}

typedef struct {
    const pcty_hcl_block *borrowed;
    pcty_str type, file;
    size_t labels;
    pcty_hcl_body *body;
    pcty_range range, type_range, whole_range, open_range, close_range;
} go_block;

static inline go_block go_hcl_block(const pcty_hcl_block *found) {
    pcty_hcl_block_data data = {0};
    pcty_hcl_block_info(found, &data);
    go_block read = {found, data.type, data.file, data.label_count, pcty_hcl_body_clone(data.body),
                     pcty_hcl_block_range(found, PCTY_HCL_RANGE_HEADER),
                     pcty_hcl_block_range(found, PCTY_HCL_RANGE_TYPE),
                     pcty_hcl_block_range(found, PCTY_HCL_RANGE_WHOLE),
                     pcty_hcl_block_range(found, PCTY_HCL_RANGE_OPEN_BRACE),
                     pcty_hcl_block_range(found, PCTY_HCL_RANGE_CLOSE_BRACE)};
    return read;
}

static inline void go_hcl_block_labels(const pcty_hcl_block *block, pcty_str *labels,
                                       pcty_range *ranges) {
    pcty_hcl_label label;
    for (size_t i = 0; pcty_hcl_block_label_at(block, i, &label); i++) {
        labels[i] = label.text;
        ranges[i] = label.range;
    }
}

static inline pcty_hcl_content_data go_hcl_content_size(const pcty_hcl_content *content) {
    pcty_hcl_content_data data = {0};
    pcty_hcl_content_info(content, &data);
    return data;
}

// Writes all attributes, and all blocks, to arrays of the sizes in go_content_size.
static inline void go_hcl_content_attributes(const pcty_hcl_content *content, go_attribute *out) {
    size_t count = go_hcl_content_size(content).attribute_count;
    for (size_t i = 0; i < count; i++) {
        out[i] = go_hcl_attribute(pcty_hcl_content_attribute_at(content, i));
    }
}
static inline void go_hcl_content_blocks(const pcty_hcl_content *content, go_block *out) {
    size_t count = go_hcl_content_size(content).block_count;
    for (size_t i = 0; i < count; i++) {
        out[i] = go_hcl_block(pcty_hcl_content_block_at(content, i));
    }
}

// -- Arrays of structs -----------------------------------------------------------------------

static inline void go_error_add_diagnostic(pcty_error *target, pcty_diagnostic diagnostic,
                                           _GoString_ summary, _GoString_ detail,
                                           _GoString_ suggestion, _GoString_ file,
                                           _GoString_ source, _GoString_ code) {
    diagnostic.struct_size = sizeof diagnostic;
    diagnostic.summary = GO_STR(summary);
    diagnostic.detail = GO_STR(detail);
    diagnostic.suggestion = GO_STR(suggestion);
    diagnostic.file = GO_STR(file);
    diagnostic.source = GO_STR(source);
    diagnostic.code = GO_STR(code);
    PCTY_IGNORE(pcty_error_add_diagnostic(target, &diagnostic, NULL));
}

static inline go_out go_type_object(const char *text, const size_t *lengths,
                                    const uintptr_t *types, const uint32_t *presences,
                                    size_t count, bool ordered) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    pcty_str *names = go_texts(text, lengths, count);
    pcty_field *fields = (pcty_field *)go_array(count, sizeof *fields);
    for (size_t i = 0; i < count; i++) {
        fields[i].name = names[i];
        fields[i].type = (const pcty_type *)types[i];
        fields[i].presence = presences[i];
    }
    if (ordered) {
        PCTY_IGNORE(pcty_type_ordered_object(fields, count, &out, &error));
    } else {
        PCTY_IGNORE(pcty_type_object(fields, count, &out, &error));
    }
    free(fields);
    free(names);
    return (go_out){out, error};
}

static inline go_out go_type_function(const char *text, const size_t *lengths,
                                  const uintptr_t *types, size_t positional, bool variadic,
                                  const pcty_type *block, pcty_presence block_presence,
                                  const pcty_type *result) {
    pcty_type *out = NULL;
    pcty_error *error = NULL;
    size_t count = positional + (variadic ? 1 : 0);
    pcty_str *names = go_texts(text, lengths, count);
    pcty_type_parameter *params = (pcty_type_parameter *)go_array(count, sizeof *params);
    for (size_t i = 0; i < count; i++) {
        params[i].name = names[i].len == 0 ? (pcty_str){NULL, 0} : names[i];
        params[i].type = (const pcty_type *)types[i];
    }
    pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
    parts.parameters = PCTY_PARAMETERS_LISTED;
    parts.positional = params;
    parts.positional_count = positional;
    parts.variadic = variadic ? &params[positional] : NULL;
    parts.block = block;
    parts.block_presence = block_presence;
    parts.result = result;
    PCTY_IGNORE(pcty_type_function(&parts, &out, &error));
    free(params);
    free(names);
    return (go_out){out, error};
}

// The library reads what is given here during the call alone, so it may all be temporary;
// only the handle, a number, stays.
static inline go_out go_function_new(uintptr_t host, const char *text, const size_t *lengths,
                                     const uint32_t *flags, const uintptr_t *types,
                                     size_t positional, bool variadic, _GoString_ description,
                                     bool not_null, const pcty_value *promise,
                                     const pcty_type *return_type) {
    pcty_function *out = NULL;
    pcty_error *error = NULL;
    size_t count = positional + (variadic ? 1 : 0);
    pcty_str *texts = go_texts(text, lengths, 2 * count);
    pcty_parameter *parameters = (pcty_parameter *)go_array(count, sizeof *parameters);
    for (size_t i = 0; i < count; i++) {
        parameters[i].struct_size = sizeof *parameters;
        parameters[i].flags = flags[i];
        parameters[i].name = texts[2 * i];
        parameters[i].description = texts[2 * i + 1];
        parameters[i].type = (const pcty_type *)types[i];
    }
    pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
    spec.refine = not_null ? PCTY_REFINE_NOT_NULL : 0;
    spec.promise = promise;
    spec.description = GO_STR(description);
    spec.parameters = parameters;
    spec.parameter_count = positional;
    spec.variadic = variadic ? &parameters[positional] : NULL;
    spec.return_type = return_type;
    spec.return_type_callback = return_type == NULL ? go_function_return_type : NULL;
    spec.implementation = go_function_impl;
    spec.user_data = (void *)host;
    spec.destroy = go_destroy;
    PCTY_IGNORE(pcty_function_new(&spec, &out, &error));
    free(parameters);
    free(texts);
    return (go_out){out, error};
}

typedef struct {
    pcty_hcl_content *out;
    pcty_hcl_content_data size;
    pcty_hcl_body *rest;
    pcty_error *diagnostics, *error;
    uintptr_t cause;
} go_content;

typedef enum { GO_CONTENT_WHOLE = 0, GO_CONTENT_PARTIAL = 1, GO_CONTENT_DIAGNOSED = 2 } go_content_flags;

// The content of a body by a schema whose names are one text: the attributes, then each block type
// with its labels.
static inline go_content go_hcl_body_content(const pcty_hcl_body *body, const char *text,
                                          const size_t *lengths, size_t texts, const uint8_t *required,
                                          size_t attribute_count, const size_t *label_counts,
                                          size_t block_count, unsigned how) {
    go_content read = {0};
    pcty_str *names = go_texts(text, lengths, texts);
    pcty_hcl_attribute_schema *attributes =
        (pcty_hcl_attribute_schema *)go_array(attribute_count, sizeof *attributes);
    pcty_hcl_block_schema *blocks =
        (pcty_hcl_block_schema *)go_array(block_count, sizeof *blocks);
    pcty_str *next = names;
    for (size_t i = 0; i < attribute_count; i++) {
        attributes[i].name = *next++;
        attributes[i].required = required[i] != 0;
    }
    for (size_t i = 0; i < block_count; i++) {
        blocks[i].type = *next++;
        blocks[i].labels = next;
        blocks[i].label_count = label_counts[i];
        next += label_counts[i];
    }
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
    schema.attributes = attributes;
    schema.attribute_count = attribute_count;
    schema.blocks = blocks;
    schema.block_count = block_count;
    // Expanding blocks may call functions.
    uintptr_t outer = go_causes_begin();
    switch (how) {
    case GO_CONTENT_WHOLE:
        PCTY_IGNORE(pcty_hcl_body_content(body, &schema, &read.out, NULL, &read.error));
        break;
    case GO_CONTENT_PARTIAL:
        PCTY_IGNORE(pcty_hcl_body_partial_content(body, &schema, &read.out, &read.rest, NULL, &read.error));
        break;
    case GO_CONTENT_DIAGNOSED:
        PCTY_IGNORE(pcty_hcl_body_content(body, &schema, &read.out, &read.diagnostics, &read.error));
        break;
    default:
        PCTY_IGNORE(pcty_hcl_body_partial_content(body, &schema, &read.out, &read.rest,
                                                            &read.diagnostics, &read.error));
    }
    read.cause = go_causes_end(outer);
    free(blocks);
    free(attributes);
    free(names);
    read.size = go_hcl_content_size(read.out);
    return read;
}

// Tokens, each with a text and a kind.
static inline go_out go_hcl_fragment_of_tokens(const char *text, const size_t *lengths,
                                              const pcty_hcl_token_kind *kinds, size_t count) {
    pcty_str *texts = go_texts(text, lengths, count);
    pcty_hcl_token *tokens = (pcty_hcl_token *)go_array(count, sizeof *tokens);
    for (size_t i = 0; i < count; i++) {
        tokens[i].kind = kinds[i];
        tokens[i].text = texts[i];
    }
    pcty_hcl_fragment *out = NULL;
    pcty_error *error = NULL;
    PCTY_IGNORE(pcty_hcl_fragment_tokens(tokens, count, &out, &error));
    free(tokens);
    free(texts);
    return (go_out){out, error};
}

// -- Questions whose answer is often no ----------------------------------------------------

typedef struct {
    pcty_refinement known;
    bool found;
} go_refinement;

static inline go_refinement go_value_refinement(const pcty_value *value) {
    go_refinement given = {PCTY_REFINEMENT_INIT, false};
    given.found = pcty_value_refinement(value, &given.known, NULL) == PCTY_OK;
    return given;
}

typedef struct {
    pcty_value *bound;
    bool inclusive;
} go_bound;

static inline go_bound go_value_refinement_bound(const pcty_value *value, pcty_side side) {
    go_bound given = {NULL, false};
    PCTY_IGNORE(pcty_value_refinement_bound(value, side, &given.bound, &given.inclusive, NULL));
    return given;
}

typedef struct {
    pcty_parameter parameter;
    pcty_type *type;
    bool found;
} go_parameter;

static inline go_parameter go_function_parameter(const pcty_function *function, size_t at) {
    go_parameter given = {PCTY_PARAMETER_INIT, NULL, false};
    given.found = pcty_function_parameter_at(function, at, &given.parameter, NULL) == PCTY_OK;
    given.type = given.found ? pcty_type_clone(given.parameter.type) : NULL;
    return given;
}

#ifdef POLYCTY_GO_PUPPET
static inline pcty_error *go_puppet_environment_set_time(pcty_puppet_environment *environment,
                                                         pcty_puppet_time time) {
    pcty_error *error = NULL;
    pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
    options.time = &time;
    PCTY_IGNORE(pcty_puppet_environment_set_options(environment, &options, &error));
    return error;
}
static inline go_found go_puppet_value_content(const pcty_value *value) {
    pcty_puppet_value_data data = {0};
    pcty_puppet_value_info(value, &data);
    return go_value_cloned(data.content);
}
#endif

#ifdef POLYCTY_GO_PCL
#include "handmade_pcl.h"
#endif
#ifdef POLYCTY_GO_PUPPET
#include "handmade_puppet.h"
#endif
#ifdef POLYCTY_GO_MCL
#include "handmade_mcl.h"
#endif
#ifdef POLYCTY_GO_SERVICES
#include "handmade_services.h"
#endif

#endif
