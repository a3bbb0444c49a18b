// The operations whose answers are compared.
//
// A verb puts its answer, or fails as the call of the library does that makes it impossible. What
// comes after that call, and may fail too, is a part of the answer.

#ifndef AGREEMENT_VERBS_H
#define AGREEMENT_VERBS_H

#include "text.h"

// What inputs refer to; the first ones define it.
static struct {
    pcty_hcl_scope *scope;
    pcty_hcl_spec *spec;
    pcty_pcl_type_scope *types;
    pcty_puppet_environment *environment;
    pcty_mcl_host *host;
} world;

// What bounds the calls that BOUNDED makes; NULL for the standard.
static pcty_budget *budget;

static void enter(void) {
    if (budget != NULL) {
        PCTY_IGNORE(pcty_budget_enter(budget, NULL));
    }
}

static pcty_status leave(pcty_status status) {
    if (budget != NULL) {
        PCTY_IGNORE(pcty_budget_leave(budget, NULL));
    }
    return status;
}

#define BOUNDED(call) (enter(), leave(call))

// How a value is defined.
enum defined { BY_JSON, SENSITIVE, BY_MSGPACK };

static pcty_status define_variable(pcty_str bytes, int how, struct bytes *out, pcty_error **error) {
    (void)out;
    pcty_str name = first_line(&bytes);
    pcty_str notation = first_line(&bytes);
    pcty_type *type = NULL;
    pcty_value *value = NULL, *marked = NULL;
    pcty_status status = pcty_type_parse(notation, PCTY_DIALECT_HCL, &type, error);
    if (status == PCTY_OK && how == BY_MSGPACK) {
        status =
            pcty_value_from_msgpack((const uint8_t *)bytes.data, bytes.len, type, &value, error);
    } else if (status == PCTY_OK) {
        status = pcty_value_from_json(bytes, type, &value, error);
    }
    if (status == PCTY_OK && how == SENSITIVE) {
        status = pcty_value_mark(value, PCTY_STR("sensitive"), &marked, error);
    }
    if (status == PCTY_OK) {
        status = pcty_hcl_scope_set_variable(world.scope, name, marked != NULL ? marked : value,
                                             error);
    }
    pcty_value_free(marked);
    pcty_value_free(value);
    pcty_type_free(type);
    return status;
}

static pcty_status define_spec(pcty_str bytes, int unused, struct bytes *out, pcty_error **error) {
    (void)unused;
    pcty_hcl_body *body = NULL;
    pcty_hcl_spec *spec = NULL;
    pcty_status status =
        pcty_hcl_body_parse(bytes, PCTY_STR("spec.hcl"), NULL, PCTY_HCL_NATIVE, &body, NULL, error);
    if (status == PCTY_OK) {
        status = pcty_hcl_spec_parse(body, world.scope, &spec, NULL, error);
    }
    if (status == PCTY_OK) {
        put_type(out, pcty_hcl_spec_implied_type(spec), PCTY_DIALECT_HCL);
        pcty_hcl_spec_free(world.spec);
        world.spec = spec;
    }
    pcty_hcl_body_free(body);
    return status;
}

static pcty_status define_pcl(pcty_str bytes, int unused, struct bytes *out, pcty_error **error) {
    (void)unused;
    (void)out;
    pcty_str name = first_line(&bytes);
    pcty_type *type = NULL;
    pcty_status status = pcty_type_parse(bytes, PCTY_DIALECT_PCL, &type, error);
    if (status == PCTY_OK) {
        status = pcty_pcl_type_scope_set_variable(world.types, name, type, error);
    }
    pcty_type_free(type);
    return status;
}

static pcty_status define_puppet(pcty_str bytes, int unused, struct bytes *out,
                                 pcty_error **error) {
    (void)unused;
    (void)out;
    pcty_str name = first_line(&bytes);
    pcty_value *value = NULL;
    pcty_status status = pcty_puppet_value_parse(bytes, NULL, &value, error);
    if (status == PCTY_OK) {
        status = pcty_puppet_environment_set_variable(world.environment, name, value, error);
    }
    pcty_value_free(value);
    return status;
}

static pcty_status define_kinds(pcty_str bytes, int unused, struct bytes *out, pcty_error **error) {
    (void)unused;
    (void)out;
    return pcty_mcl_host_add_kinds(world.host, bytes, error);
}

static pcty_status hcl_evaluate(pcty_str bytes, int syntax, struct bytes *out, pcty_error **error) {
    pcty_hcl_expression *expression = NULL;
    pcty_value *value = NULL;
    pcty_status status = BOUNDED(pcty_hcl_expression_parse(
        bytes, PCTY_STR("main.hcl"), NULL, (pcty_hcl_syntax)syntax, &expression, NULL, error));
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_hcl_expression_evaluate(expression, world.scope, &value, NULL, error));
    }
    if (status == PCTY_OK) {
        put_value(out, value);
    }
    pcty_value_free(value);
    pcty_hcl_expression_free(expression);
    return status;
}

static void put_traversals(struct bytes *to, pcty_hcl_traversals *traversals) {
    pcty_hcl_traversal each;
    for (size_t i = 0; pcty_hcl_traversals_at(traversals, i, &each); i++) {
        put_words(to, "\n");
        put_taken(to, pcty_path_to_text(each.path));
        put_range(to, each.range);
    }
    pcty_hcl_traversals_free(traversals);
}

static pcty_status hcl_diagnosed(pcty_str bytes, int syntax, struct bytes *out,
                                 pcty_error **error) {
    pcty_hcl_expression *expression = NULL;
    pcty_error *read = NULL, *evaluated = NULL;
    pcty_value *value = NULL;
    pcty_status status = BOUNDED(pcty_hcl_expression_parse(
        bytes, PCTY_STR("main.hcl"), NULL, (pcty_hcl_syntax)syntax, &expression, &read, error));
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_hcl_expression_evaluate(expression, world.scope, &value,
                                                                &evaluated, error));
    }
    if (status == PCTY_OK) {
        put_value(out, value);
        put_traversals(out, pcty_hcl_expression_variables(expression));
        put_taken_error(out, read);
        put_taken_error(out, evaluated);
    } else {
        pcty_error_free(read);
        pcty_error_free(evaluated);
    }
    pcty_value_free(value);
    pcty_hcl_expression_free(expression);
    return status;
}

static pcty_status hcl_body(pcty_str bytes, int syntax, struct bytes *out, pcty_error **error) {
    pcty_hcl_body *body = NULL;
    pcty_value *value = NULL;
    pcty_status status = BOUNDED(
        pcty_hcl_body_parse(bytes, PCTY_STR("main.hcl"), NULL, (pcty_hcl_syntax)syntax, &body, NULL, error));
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_hcl_spec_decode(world.spec, body, world.scope, &value, NULL, error));
    }
    if (status == PCTY_OK) {
        put_value(out, value);
    }
    pcty_value_free(value);
    pcty_hcl_body_free(body);
    return status;
}

static pcty_status type(pcty_str bytes, int dialect, struct bytes *out, pcty_error **error) {
    pcty_type *read = NULL;
    pcty_status status = BOUNDED(pcty_type_parse(bytes, (pcty_dialect)dialect, &read, error));
    if (status != PCTY_OK) {
        return status;
    }
    pcty_string *text = NULL;
    pcty_error *failed = NULL;
    PCTY_IGNORE(pcty_type_format(read, (pcty_dialect)dialect, &text, &failed));
    put_text_or_error(out, text, failed);
    put_words(out, "\n");
    put_taken(out, pcty_type_friendly_name(read));
    text = NULL;
    failed = NULL;
    PCTY_IGNORE(pcty_type_to_json(read, &text, &failed));
    put_text_or_error(out, text, failed);
    for (int to = PCTY_DIALECT_HCL; to <= PCTY_DIALECT_MCL; to++) {
        pcty_translation *translation = NULL;
        failed = NULL;
        PCTY_IGNORE(pcty_type_translate(read, (pcty_dialect)dialect, (pcty_dialect)to, &translation,
                                        &failed));
        put_taken_error(out, failed);
        if (translation != NULL) {
            put_words(out, "\n");
            pcty_translation_data data;
            pcty_translation_info(translation, &data);
            put_number(out, data.fit);
            put_words(out, " ");
            put_type(out, data.type, (pcty_dialect)to);
            pcty_translation_note note;
            for (size_t i = 0; pcty_translation_note_at(translation, i, &note); i++) {
                put_words(out, " | ");
                put_taken(out, pcty_path_to_text(note.path));
                put_words(out, ": ");
                put_str(out, note.message);
            }
            pcty_translation_free(translation);
        }
    }
    pcty_type_free(read);
    return PCTY_OK;
}

// A type as cty describes types in JSON, or none, and a document in JSON or MessagePack.
static pcty_status codec(pcty_str bytes, int msgpack, struct bytes *out, pcty_error **error) {
    pcty_str described = first_line(&bytes);
    const uint8_t *packed = (const uint8_t *)bytes.data;
    pcty_type *type = NULL, *implied = NULL;
    pcty_value *value = NULL;
    pcty_status status = PCTY_OK;
    if (described.len > 0) {
        status = BOUNDED(pcty_type_from_json(described, &type, error));
    }
    if (status == PCTY_OK) {
        status = BOUNDED(msgpack ? pcty_value_from_msgpack(packed, bytes.len, type, &value, error)
                                 : pcty_value_from_json(bytes, type, &value, error));
    }
    if (status == PCTY_OK) {
        put_value(out, value);
        pcty_string *text = NULL;
        pcty_error *failed = NULL;
        PCTY_IGNORE(pcty_value_to_json(value, type, &text, &failed));
        put_text_or_error(out, text, failed);
        text = NULL;
        failed = NULL;
        PCTY_IGNORE(pcty_value_to_msgpack(value, type, &text, &failed));
        put_text_or_error(out, text, failed);
        failed = NULL;
        if ((msgpack ? pcty_type_implied_by_msgpack(packed, bytes.len, &implied, &failed)
                     : pcty_type_implied_by_json(bytes, &implied, &failed)) == PCTY_OK) {
            put_words(out, "\n");
            put_type(out, implied, PCTY_DIALECT_HCL);
        }
        put_taken_error(out, failed);
    }
    pcty_value_free(value);
    pcty_type_free(implied);
    pcty_type_free(type);
    return status;
}

static pcty_status rebuild(const pcty_value *value, pcty_value **out, pcty_error **error);

static pcty_status rebuild_elements(const pcty_value *value, pcty_value **out,
                                    pcty_error **error) {
    const pcty_type *type = pcty_value_type(value), *element = pcty_type_element(type);
    size_t count = 0;
    pcty_value_length(value, &count);
    pcty_value **made = must(calloc(count + 1, sizeof *made));
    pcty_str *names = must(calloc(count + 1, sizeof *names));
    pcty_status status = PCTY_OK;
    for (size_t i = 0; i < count && status == PCTY_OK; i++) {
        names[i] = pcty_value_key_at(value, i);
        status = rebuild(pcty_value_element_at(value, i), &made[i], error);
    }
    const pcty_value *const *parts = (const pcty_value *const *)made;
    if (status == PCTY_OK) {
        switch (pcty_type_kind(type)) {
        case PCTY_KIND_LIST:
            status = pcty_value_list_of(element, parts, count, out, error);
            break;
        case PCTY_KIND_SET:
            status = pcty_value_set_of(element, parts, count, out, error);
            break;
        case PCTY_KIND_MAP:
            status = pcty_value_map_of(element, names, parts, count, out, error);
            break;
        case PCTY_KIND_TUPLE:
            status = pcty_value_tuple(parts, count, out, error);
            break;
        default:
            status = pcty_value_object(names, parts, count, out, error);
        }
    }
    for (size_t i = 0; i < count; i++) {
        pcty_value_free(made[i]);
    }
    free(names);
    free(made);
    return status;
}

// The same value, made of its scalars.
static pcty_status rebuild(const pcty_value *value, pcty_value **out, pcty_error **error) {
    const pcty_type *type = pcty_value_type(value);
    pcty_string *digits = NULL;
    pcty_str text = {NULL, 0};
    bool truth = false;
    pcty_status status;
    if (pcty_value_state(value) == PCTY_STATE_NULL) {
        *out = pcty_value_null(type);
        return PCTY_OK;
    }
    switch (pcty_type_kind(type)) {
    case PCTY_KIND_BOOL:
        PCTY_IGNORE(pcty_value_as_bool(value, &truth, NULL));
        *out = pcty_value_bool(truth);
        return PCTY_OK;
    case PCTY_KIND_NUMBER:
        PCTY_IGNORE(pcty_value_number_to_text(value, &digits, NULL));
        status = pcty_value_number_from_text(pcty_string_str(digits), out, error);
        pcty_string_free(digits);
        return status;
    case PCTY_KIND_STRING:
        PCTY_IGNORE(pcty_value_as_string(value, &text, NULL));
        return pcty_value_string(text, out, error);
    default:
        return rebuild_elements(value, out, error);
    }
}

// A type, or none, and a value in JSON, which is made again by the calls that make values.
static pcty_status build(pcty_str bytes, int unused, struct bytes *out, pcty_error **error) {
    (void)unused;
    pcty_str notation = first_line(&bytes);
    pcty_type *type = NULL;
    pcty_value *value = NULL, *made = NULL;
    pcty_status status = PCTY_OK;
    if (notation.len > 0) {
        status = BOUNDED(pcty_type_parse(notation, PCTY_DIALECT_HCL, &type, error));
    }
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_value_from_json(bytes, type, &value, error));
    }
    if (status == PCTY_OK) {
        status = rebuild(value, &made, error);
    }
    if (status == PCTY_OK) {
        put_value(out, made);
        put_words(out, pcty_value_equal(value, made) ? "\nsame" : "\nanother");
        pcty_string *text = NULL;
        pcty_error *failed = NULL;
        PCTY_IGNORE(pcty_value_to_json(made, type, &text, &failed));
        put_text_or_error(out, text, failed);
        text = NULL;
        failed = NULL;
        PCTY_IGNORE(pcty_value_to_msgpack(made, NULL, &text, &failed));
        put_text_or_error(out, text, failed);
    }
    pcty_value_free(made);
    pcty_value_free(value);
    pcty_type_free(type);
    return status;
}

// A text as a string, in normal form and verbatim.
static pcty_status string(pcty_str bytes, int unused, struct bytes *out, pcty_error **error) {
    (void)unused;
    pcty_value *normal = NULL, *verbatim = NULL, *marked = NULL;
    pcty_status status = pcty_value_string(bytes, &normal, error);
    if (status == PCTY_OK) {
        status = pcty_value_mark(normal, bytes, &marked, error);
    }
    if (status == PCTY_OK) {
        status = pcty_value_string_verbatim(bytes, &verbatim, error);
    }
    if (status == PCTY_OK) {
        put_value(out, marked);
        put_value(out, verbatim);
        put_words(out, pcty_value_equal(normal, verbatim) ? "\nsame" : "\nanother");
        put_puppet(out, verbatim);
        pcty_string *text = NULL;
        pcty_error *failed = NULL;
        PCTY_IGNORE(pcty_value_to_json(verbatim, NULL, &text, &failed));
        put_text_or_error(out, text, failed);
    }
    pcty_value_free(marked);
    pcty_value_free(verbatim);
    pcty_value_free(normal);
    return status;
}

// A type and a value in JSON.
static pcty_status convert(pcty_str bytes, int dialect, struct bytes *out, pcty_error **error) {
    pcty_str notation = first_line(&bytes);
    pcty_type *to = NULL;
    pcty_value *value = NULL, *converted = NULL;
    pcty_status status = BOUNDED(pcty_type_parse(notation, (pcty_dialect)dialect, &to, error));
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_value_from_json(bytes, NULL, &value, error));
    }
    if (status == PCTY_OK) {
        pcty_error *failed = NULL;
        const pcty_type *from = pcty_value_type(value);
        if (BOUNDED(pcty_value_convert(value, to, (pcty_dialect)dialect, &converted, &failed)) ==
            PCTY_OK) {
            put_value(out, converted);
        }
        put_taken_error(out, failed);
        pcty_error_list *faults = NULL;
        failed = NULL;
        BOUNDED(pcty_value_check(value, to, (pcty_dialect)dialect, &faults, &failed));
        for (size_t i = 0; i < pcty_error_list_count(faults); i++) {
            put_words(out, "\n! ");
            put_error(out, pcty_error_list_at(faults, i));
        }
        pcty_error_list_free(faults);
        put_taken_error(out, failed);
        pcty_conversion kind = PCTY_CONVERSION_NONE;
        failed = NULL;
        if (BOUNDED(pcty_type_conversion(from, to, (pcty_dialect)dialect, &kind, &failed)) ==
            PCTY_OK) {
            put_words(out, "\n");
            put_number(out, kind);
        }
        put_taken_error(out, failed);
        pcty_error *why = NULL;
        failed = NULL;
        BOUNDED(pcty_type_explain(from, to, (pcty_dialect)dialect, &why, &failed));
        put_taken_error(out, why);
        put_taken_error(out, failed);
    }
    pcty_value_free(converted);
    pcty_value_free(value);
    pcty_type_free(to);
    return status;
}

static pcty_status pcl_bind(pcty_str bytes, int unused, struct bytes *out, pcty_error **error) {
    (void)unused;
    pcty_hcl_expression *expression = NULL;
    pcty_pcl_checked *bound = NULL;
    pcty_status status = BOUNDED(pcty_hcl_expression_parse(bytes, PCTY_STR("main.pp"), NULL,
                                                           PCTY_HCL_NATIVE, &expression, NULL, error));
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_pcl_checked_new(expression, world.types, NULL, &bound, error));
    }
    if (status == PCTY_OK) {
        pcty_pcl_checked_data data;
        pcty_pcl_checked_info(bound, &data);
        put_type(out, data.type, PCTY_DIALECT_PCL);
        for (size_t i = 0; i < data.conversion_count; i++) {
            pcty_pcl_conversion conversion = PCTY_PCL_CONVERSION_INIT;
            if (pcty_pcl_checked_conversion_at(bound, i, &conversion, NULL) == PCTY_OK) {
                put_words(out, "\n");
                put_number(out, conversion.kind);
                put_range(out, conversion.range);
                put_words(out, " ");
                put_type(out, conversion.from, PCTY_DIALECT_PCL);
                put_words(out, " to ");
                put_type(out, conversion.to, PCTY_DIALECT_PCL);
            }
        }
        put_taken_error(out, pcty_error_clone(data.diagnostics));
    }
    pcty_pcl_checked_free(bound);
    pcty_hcl_expression_free(expression);
    return status;
}

// A type, or none, and a literal.
static pcty_status puppet_value(pcty_str bytes, int unused, struct bytes *out, pcty_error **error) {
    (void)unused;
    pcty_str notation = first_line(&bytes);
    pcty_value *value = NULL;
    pcty_type *type = NULL;
    pcty_status status = BOUNDED(pcty_puppet_value_parse(bytes, NULL, &value, error));
    if (status == PCTY_OK && notation.len > 0) {
        status = BOUNDED(pcty_puppet_type_parse(notation, NULL, &type, error));
    }
    if (status == PCTY_OK) {
        put_puppet(out, value);
    }
    if (status == PCTY_OK && type != NULL) {
        bool instance = false;
        pcty_error *failed = NULL, *why = NULL;
        if (BOUNDED(pcty_puppet_value_is_instance(value, type, PCTY_PUPPET_CURRENT, &instance,
                                                     &failed)) == PCTY_OK) {
            put_words(out, instance ? "\ntrue" : "\nfalse");
        }
        put_taken_error(out, failed);
        failed = NULL;
        BOUNDED(pcty_puppet_value_mismatch(value, type, PCTY_STR("$x"), &why, &failed));
        put_taken_error(out, why);
        put_taken_error(out, failed);
    }
    pcty_type_free(type);
    pcty_value_free(value);
    return status;
}

// The type that is wanted, and the one that is found.
static pcty_status puppet_assignable(pcty_str bytes, int unused, struct bytes *out,
                                     pcty_error **error) {
    (void)unused;
    pcty_str notation = first_line(&bytes);
    pcty_type *wanted = NULL, *found = NULL;
    pcty_error *why = NULL;
    bool assignable = false;
    pcty_status status = BOUNDED(pcty_puppet_type_parse(notation, NULL, &wanted, error));
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_puppet_type_parse(bytes, NULL, &found, error));
    }
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_puppet_type_assignable(found, wanted, PCTY_PUPPET_CURRENT,
                                                        &assignable, error));
    }
    if (status == PCTY_OK) {
        put_words(out, assignable ? "true" : "false");
        status = BOUNDED(pcty_puppet_type_mismatch(found, wanted, PCTY_STR("$x"), &why, error));
        put_taken_error(out, why);
    }
    pcty_type_free(found);
    pcty_type_free(wanted);
    return status;
}

// A literal and a format for it.
static pcty_status puppet_string(pcty_str bytes, int unused, struct bytes *out,
                                 pcty_error **error) {
    (void)unused;
    pcty_str literal = first_line(&bytes);
    pcty_value *given[] = {NULL, NULL};
    pcty_value *made = NULL;
    pcty_status status = BOUNDED(pcty_puppet_value_parse(literal, NULL, &given[0], error));
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_puppet_value_parse(bytes, NULL, &given[1], error));
    }
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_puppet_value_new(
            pcty_type_string(), (const pcty_value *const *)given, 2, &made, error));
    }
    if (status == PCTY_OK) {
        put_puppet(out, made);
    }
    pcty_value_free(made);
    pcty_value_free(given[0]);
    pcty_value_free(given[1]);
    return status;
}

static pcty_status puppet_program(pcty_str bytes, int syntax, struct bytes *out,
                                  pcty_error **error) {
    pcty_puppet_manifest *manifest = NULL;
    pcty_value *value = NULL;
    pcty_string *page = NULL;
    pcty_status status = BOUNDED(pcty_puppet_manifest_parse(
        bytes, PCTY_STR("site.pp"), (pcty_puppet_syntax)syntax, PCTY_PUPPET_STRICT_WARNING, PCTY_PUPPET_CURRENT,
        &manifest, error));
    if (status == PCTY_OK && syntax == PCTY_PUPPET_TEMPLATE) {
        status = BOUNDED(
            pcty_puppet_manifest_render(manifest, NULL, world.environment, &page, error));
    } else if (status == PCTY_OK) {
        status =
            BOUNDED(pcty_puppet_manifest_evaluate(manifest, world.environment, &value, error));
    }
    if (status == PCTY_OK) {
        pcty_puppet_manifest_data data;
        pcty_puppet_manifest_info(manifest, &data);
        const pcty_error *warnings = data.warnings;
        pcty_error_data given = PCTY_ERROR_DATA_INIT;
        PCTY_IGNORE(pcty_error_info(warnings, &given, NULL));
        for (size_t i = 0; i < given.diagnostic_count; i++) {
            pcty_diagnostic diagnostic = PCTY_DIAGNOSTIC_INIT;
            PCTY_IGNORE(pcty_error_diagnostic_at(warnings, i, &diagnostic, NULL));
            put_diagnostic(out, &diagnostic);
        }
        put_taken(out, page);
    }
    if (value != NULL) {
        put_puppet(out, value);
    }
    pcty_value_free(value);
    pcty_puppet_manifest_free(manifest);
    return status;
}

static pcty_status mcl_program(pcty_str bytes, int unused, struct bytes *out, pcty_error **error) {
    (void)unused;
    pcty_mcl_program *program = NULL;
    pcty_mcl_runtime *runtime = NULL;
    pcty_mcl_resources *resources = NULL;
    pcty_mcl_progress progress = 0;
    pcty_status status = BOUNDED(
        pcty_mcl_program_compile_text(bytes, PCTY_STR("main.mcl"), world.host, &program, error));
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_mcl_runtime_start(program, 10000, &runtime, error));
    }
    if (status == PCTY_OK) {
        pcty_mcl_runtime_set_time(runtime, 86400000);
        status = BOUNDED(pcty_mcl_runtime_step(runtime, &progress, error));
    }
    if (status == PCTY_OK) {
        status = BOUNDED(pcty_mcl_runtime_resources(runtime, &resources, error));
    }
    if (status == PCTY_OK) {
        put_number(out, progress);
        put_words(out, "\n");
        put_taken(out, pcty_mcl_resources_to_text(resources, PCTY_MCL_GRAPH_TEXT));
    }
    pcty_mcl_resources_free(resources);
    pcty_mcl_runtime_free(runtime);
    pcty_mcl_program_free(program);
    return status;
}

// The verbs, and the corpora of texts for them that are kept for the fuzzer.
static const struct verb {
    const char *name;
    pcty_status (*answer)(pcty_str bytes, int how, struct bytes *out, pcty_error **error);
    int how;
    const char *corpora[3];
} VERBS[] = {
    {"define.variable", define_variable, BY_JSON, {NULL}},
    {"define.sensitive", define_variable, SENSITIVE, {NULL}},
    {"define.msgpack", define_variable, BY_MSGPACK, {NULL}},
    {"define.spec", define_spec, 0, {NULL}},
    {"define.pcl", define_pcl, 0, {NULL}},
    {"define.puppet", define_puppet, 0, {NULL}},
    {"define.kinds", define_kinds, 0, {NULL}},
    {"hcl.expression", hcl_evaluate, PCTY_HCL_NATIVE, {"hcl_expression", "hcl_evaluate"}},
    {"hcl.diagnosed", hcl_diagnosed, PCTY_HCL_NATIVE, {"hcl_expression", "hcl_evaluate"}},
    {"hcl.template", hcl_evaluate, PCTY_HCL_TEMPLATE, {"hcl_template"}},
    {"hcl.json", hcl_evaluate, PCTY_HCL_JSON, {"hcl_json"}},
    {"hcl.body", hcl_body, PCTY_HCL_NATIVE, {"hcl_body"}},
    {"hcl.jsonbody", hcl_body, PCTY_HCL_JSON, {"hcl_json"}},
    {"hcl.type", type, PCTY_DIALECT_HCL, {"type_text"}},
    {"pcl.type", type, PCTY_DIALECT_PCL, {"type_text"}},
    {"puppet.type", type, PCTY_DIALECT_PUPPET, {"puppet_type"}},
    {"mcl.type", type, PCTY_DIALECT_MCL, {"mcl_type"}},
    {"json", codec, false, {"json"}},
    {"msgpack", codec, true, {"msgpack"}},
    {"build", build, 0, {NULL}},
    {"string", string, 0, {"puppet_string"}},
    {"hcl.convert", convert, PCTY_DIALECT_HCL, {NULL}},
    {"pcl.convert", convert, PCTY_DIALECT_PCL, {NULL}},
    {"pcl.bind", pcl_bind, 0, {"hcl_expression"}},
    {"puppet.value", puppet_value, 0, {"puppet_value"}},
    {"puppet.assignable", puppet_assignable, 0, {"puppet_assignable"}},
    {"puppet.string", puppet_string, 0, {"puppet_string"}},
    {"puppet.manifest", puppet_program, PCTY_PUPPET_MANIFEST,
     {"puppet_evaluate", "puppet_manifest"}},
    {"puppet.template", puppet_program, PCTY_PUPPET_TEMPLATE, {NULL}},
    {"mcl.program", mcl_program, 0, {"mcl_program"}},
};
enum { VERB_COUNT = sizeof VERBS / sizeof *VERBS };

static const struct verb *verb_of(const char *name, size_t length) {
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if (strlen(VERBS[i].name) == length && memcmp(VERBS[i].name, name, length) == 0) {
            return &VERBS[i];
        }
    }
    fprintf(stderr, "there is no verb %.*s\n", (int)length, name);
    exit(2);
}

// Whether it defines what others refer to; those come first.
static bool defines(const struct verb *verb) { return strncmp(verb->name, "define.", 7) == 0; }

// A line, without its end; false past the last.
static bool read_line(FILE *from, struct bytes *line) {
    int byte;
    line->len = 0;
    while ((byte = getc(from)) != EOF && byte != '\n') {
        char one = (char)byte;
        put(line, &one, 1);
    }
    put(line, "", 1);
    line->len--;
    return byte != EOF || line->len > 0;
}

// The verb of a line, and where its bytes begin.
static const struct verb *read_verb(const struct bytes *line, size_t *begin, uint64_t *steps) {
    size_t length = strcspn(line->data, "@\t");
    *begin = strcspn(line->data, "\t");
    *steps = line->data[length] == '@' ? strtoull(line->data + length + 1, NULL, 10) : 0;
    *begin += line->data[*begin] == '\t';
    return verb_of(line->data, length);
}

#endif // AGREEMENT_VERBS_H
