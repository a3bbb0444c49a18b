// JSON Schema: types as schemas, schemas as types, relations and witnesses.

#include "check.h"

static pcty_type *parsed(pcty_dialect dialect, const char *text) {
    pcty_type *type = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(text), dialect, &type, NULL));
    return type;
}

static pcty_schema *schema_of(const char *json) {
    pcty_schema *schema = NULL;
    CHECK_OK(pcty_schema_parse(pcty_str_from_cstr(json), NULL, &schema, NULL));
    return schema;
}

static pcty_string *compact(const pcty_schema *schema) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_schema_to_json(schema, PCTY_SCHEMA_PART, PCTY_JSON_COMPACT, &text, NULL));
    return text;
}

// The relation of a pair, and its witnesses; NULL for none.
static void relates(const pcty_schema_pair *pair, pcty_schema_inclusion inclusion, const char *more,
                    const char *less) {
    pcty_schema_relation *found = NULL;
    CHECK_OK(pcty_schema_pair_relate(pair, &found, NULL));
    CHECK(schema_relation_info(found).inclusion == inclusion);
    CHECK_STR(schema_relation_info(found).more, more);
    CHECK_STR(schema_relation_info(found).less, less);
    pcty_schema_relation_free(found);
}

// The schema of a type for both questions.
static void types_become_schemas(void) {
    pcty_type *type = parsed(PCTY_DIALECT_HCL, "object({a = number, b = optional(bool)})");
    pcty_schema_pair *pair = NULL;
    CHECK_OK(pcty_schema_export(type, NULL, PCTY_DIALECT_HCL, PCTY_SCHEMA_DOCUMENTS_VALUES, &pair, NULL));
    CHECK_STRING(compact(schema_pair_info(pair).schema),
                 "{\"type\":[\"object\",\"null\"],\"properties\":{\"a\":{\"type\":[\"number\",\"null\"]},"
                 "\"b\":{\"type\":[\"boolean\",\"null\"]}},\"additionalProperties\":false,"
                 "\"required\":[\"a\"]}");
    CHECK(pcty_type_equal(schema_pair_info(pair).type, type));
    CHECK(schema_pair_info(pair).note_count == 0);
    relates(pair, PCTY_SCHEMA_INCLUSION_EXACT, NULL, NULL);
    pcty_schema_pair_free(pair);
    pcty_type_free(type);

    type = parsed(PCTY_DIALECT_HCL, "list(bool)");
    CHECK_OK(pcty_schema_export(type, NULL, PCTY_DIALECT_HCL, PCTY_SCHEMA_DOCUMENTS_CONVERTING, &pair,
                                NULL));
    CHECK_STRING(compact(schema_pair_info(pair).schema),
                 "{\"type\":[\"array\",\"null\"],\"items\":{\"enum\":[true,false,\"true\",\"false\","
                 "\"1\",\"0\",null]}}");
    pcty_string *whole = NULL;
    CHECK_OK(pcty_schema_to_json(schema_pair_info(pair).schema, PCTY_SCHEMA_WHOLE, PCTY_JSON_PRETTY,
                              &whole, NULL));
    CHECK(strncmp(pcty_string_cstr(whole), "{\n  \"$schema\": \"https:", 21) == 0);
    pcty_string_free(whole);
    pcty_schema_pair_free(pair);
    pcty_type_free(type);

    pair = NULL;
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_schema_export(pcty_type_integer(), NULL, PCTY_DIALECT_HCL,
                                   PCTY_SCHEMA_DOCUMENTS_VALUES, &pair, &error));
    CHECK(pair == NULL);
}

// The defaults of an HCL type are exported; other languages have none.
static void defaults_are_told(void) {
    pcty_type *type = NULL;
    pcty_hcl_defaults *defaults = NULL;
    pcty_schema_pair *pair = NULL;
    CHECK_OK(pcty_hcl_type_parse(PCTY_STR("object({port = optional(number, 8080)})"),
                                 PCTY_STR("f"), PCTY_HCL_NATIVE, PCTY_HCL_TYPE_DEFAULTS, &type,
                                 &defaults, NULL));
    CHECK_OK(pcty_schema_export(type, defaults, PCTY_DIALECT_HCL, PCTY_SCHEMA_DOCUMENTS_VALUES, &pair,
                                NULL));
    CHECK_STRING(compact(schema_pair_info(pair).schema),
                 "{\"type\":[\"object\",\"null\"],\"properties\":{\"port\":{\"type\":[\"number\","
                 "\"null\"],\"default\":8080}},\"additionalProperties\":false}");
    pcty_schema_pair_free(pair);
    pair = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_schema_export(pcty_type_string(), defaults, PCTY_DIALECT_PUPPET,
                                   PCTY_SCHEMA_DOCUMENTS_VALUES, &pair, &error));
    CHECK(pair == NULL);
    pcty_hcl_defaults_free(defaults);
    pcty_type_free(type);
}

// The type of a schema, with a note for an inexact part and a document that shows it.
static void schemas_become_types(void) {
    pcty_schema *schema = schema_of("{\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":"
                                    "\"integer\"},\"contains\":{\"const\":1}}},\"type\":\"object\","
                                    "\"required\":[\"a\"],\"additionalProperties\":false}");
    pcty_schema_pair *pair = NULL;
    pcty_string *text = NULL;
    CHECK_OK(pcty_schema_import(schema, PCTY_DIALECT_PUPPET, PCTY_SCHEMA_OPEN_OBJECTS_CLOSED, &pair,
                                NULL));
    CHECK_OK(pcty_type_format(schema_pair_info(pair).type, PCTY_DIALECT_PUPPET, &text, NULL));
    CHECK_STRING(text, "Struct[{'a' => Array[Integer]}]");
    CHECK(schema_pair_info(pair).note_count == 1);
    pcty_schema_pair_note note;
    CHECK(pcty_schema_pair_note_at(pair, 0, &note));
    CHECK_STR(note.pointer, "/properties/a");
    CHECK_STR(pcty_path_step_name_at(note.path, 0), "a");
    CHECK_STR(note.message, "a type cannot express how many elements match");
    CHECK(note.mismatch == PCTY_SCHEMA_MISMATCH_WIDER);
    CHECK(pcty_schema_pair_note_at(pair, 0, NULL));
    CHECK(!pcty_schema_pair_note_at(pair, 1, &note) && !pcty_schema_pair_note_at(NULL, 0, &note));
    CHECK(note.mismatch == PCTY_SCHEMA_MISMATCH_WIDER);
    relates(pair, PCTY_SCHEMA_INCLUSION_WIDER, "{\"a\":[]}", NULL);
    pcty_schema_pair_free(pair);
    pcty_schema_free(schema);

    schema = schema_of("{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},"
                       "\"additionalProperties\":{\"type\":\"string\"}}");
    pair = NULL;
    CHECK_OK(pcty_schema_import(schema, PCTY_DIALECT_HCL, PCTY_SCHEMA_OPEN_OBJECTS_CLOSED, &pair, NULL));
    CHECK_OK(pcty_hcl_type_format(schema_pair_info(pair).type, &text, NULL));
    CHECK_STRING(text, "object({a=optional(string)})");
    pcty_schema_pair_free(pair);
    CHECK_OK(pcty_schema_import(schema, PCTY_DIALECT_HCL, PCTY_SCHEMA_OPEN_OBJECTS_MAPS, &pair, NULL));
    CHECK_OK(pcty_type_format(schema_pair_info(pair).type, PCTY_DIALECT_HCL, &text, NULL));
    CHECK_STRING(text, "map(string)");
    pcty_schema_pair_free(pair);
    pcty_schema_free(schema);
}

static void texts_that_are_no_schemas(void) {
    pcty_schema *schema = NULL;
    static const struct {
        const char *json;
        pcty_status status;
    } cases[] = {
        {"{", PCTY_ERROR_SYNTAX},
        {"{\"type\": 1}", PCTY_ERROR_SYNTAX},
        {"{\"$ref\": \"#/$defs/a\"}", PCTY_ERROR_NOT_FOUND},
        {"{\"$ref\": \"https://example.org/a.json\"}", PCTY_ERROR_NOT_FOUND},
    };
    pcty_schema_options options = PCTY_SCHEMA_OPTIONS_INIT;
    options.draft = PCTY_SCHEMA_DRAFT_7;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CHECK_FAILS(cases[i].status,
                    pcty_schema_parse(pcty_str_from_cstr(cases[i].json), &options, &schema, &error));
    }
    options.struct_size = 1;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_schema_parse(PCTY_STR("{}"), &options, &schema, &error));
    CHECK(schema == NULL);
}

// The host's callback for other documents.
typedef struct {
    int asked, destroyed;
    const char *given;
    pcty_status fails;
    bool calls_again;
} library;

static void release_library(void *data) { ((library *)data)->destroyed += 1; }

static pcty_status find(void *data, pcty_str address, pcty_string **out, pcty_error **error) {
    library *of = data;
    of->asked += 1;
    CHECK_STR(address, "https://example.org/port.json");
    if (of->fails != PCTY_OK) {
        *error = pcty_error_new(of->fails, PCTY_STR("no network here"));
        return of->fails;
    }
    if (of->calls_again) {
        // A callback may read a second schema, which requests the same document.
        library inner = {0, 0, "{\"type\":\"integer\"}", PCTY_OK, false};
        pcty_schema *schema = NULL;
        pcty_schema_options options = PCTY_SCHEMA_OPTIONS_INIT;
        options.retrieve = find;
        options.user_data = &inner;
        options.destroy = release_library;
        CHECK_OK(pcty_schema_parse(PCTY_STR("{\"$ref\":\"https://example.org/port.json\"}"), &options,
                                   &schema, NULL));
        CHECK(inner.asked == 1 && inner.destroyed == 1);
        pcty_schema_free(schema);
    }
    if (of->given != NULL) {
        CHECK_OK(pcty_string_new(pcty_str_from_cstr(of->given), out, NULL));
    }
    return PCTY_OK;
}

static pcty_status read_with(library *of, const char *pointer, pcty_schema **out,
                             pcty_error **error) {
    pcty_schema_options options = PCTY_SCHEMA_OPTIONS_INIT;
    options.pointer = pcty_str_from_cstr(pointer);
    options.address = PCTY_STR("https://example.org/api.json");
    options.retrieve = find;
    options.user_data = of;
    options.destroy = release_library;
    return pcty_schema_parse(
        PCTY_STR("{\"openapi\":\"3.1.0\",\"components\":{\"schemas\":{\"Server\":{\"type\":\"object\","
                 "\"properties\":{\"a\":{\"$ref\":\"port.json\"},\"b\":{\"$ref\":\"port.json#\"}}}}}}"),
        &options, out, error);
}

static void other_documents_come_from_the_program(void) {
    const char *server = "/components/schemas/Server";
    pcty_schema *schema = NULL;
    library good = {0, 0, "{\"type\":\"integer\",\"maximum\":9}", PCTY_OK, true};
    CHECK_OK(read_with(&good, server, &schema, NULL));
    CHECK(good.asked == 1 && good.destroyed == 1);
    pcty_schema_documents *documents = NULL;
    pcty_schema_validity validity = 0;
    CHECK_OK(pcty_schema_documents_of_schema(schema, &documents, NULL));
    CHECK_OK(pcty_schema_documents_take(documents, PCTY_STR("{\"a\": 9}"), &validity, NULL));
    CHECK(validity == PCTY_SCHEMA_VALIDITY_VALID);
    CHECK_OK(pcty_schema_documents_take(documents, PCTY_STR("{\"b\": 10}"), &validity, NULL));
    CHECK(validity == PCTY_SCHEMA_VALIDITY_INVALID);
    pcty_schema_documents_free(documents);
    pcty_schema_free(schema);

    schema = NULL;
    library failing = {0, 0, NULL, PCTY_ERROR_CALLBACK, false};
    CHECK_FAILS(PCTY_ERROR_CALLBACK, read_with(&failing, server, &schema, &error));
    library unknown = {0, 0, NULL, PCTY_OK, false};
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, read_with(&unknown, server, &schema, &error));
    library broken = {0, 0, "{", PCTY_OK, false};
    CHECK_FAILS(PCTY_ERROR_SYNTAX, read_with(&broken, server, &schema, &error));
    library unasked = {0, 0, NULL, PCTY_OK, false};
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND, read_with(&unasked, "/nowhere", &schema, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, read_with(&unasked, server, NULL, &error));
    CHECK(schema == NULL && unasked.asked == 0 && unasked.destroyed == 2);
    CHECK(failing.destroyed == 1 && unknown.destroyed == 1 && broken.destroyed == 1);
}

// The relation of two sets of any kinds.
static void sides_relate(void) {
    pcty_type *ports = parsed(PCTY_DIALECT_PUPPET, "Integer[1, 65535]");
    pcty_type *number = parsed(PCTY_DIALECT_HCL, "number");
    pcty_schema *schema = schema_of("{\"type\":\"integer\",\"minimum\":1}");
    pcty_schema_documents *a = NULL, *b = NULL, *c = NULL;
    CHECK_OK(pcty_schema_documents_of_type(ports, PCTY_DIALECT_PUPPET, PCTY_SCHEMA_DOCUMENTS_VALUES, &a, NULL));
    CHECK_OK(pcty_schema_documents_of_schema(schema, &b, NULL));
    CHECK_OK(pcty_schema_documents_of_type(number, PCTY_DIALECT_HCL, PCTY_SCHEMA_DOCUMENTS_CONVERTING, &c, NULL));
    pcty_schema_relation *found = NULL;
    CHECK_OK(pcty_schema_documents_relate(a, b, &found, NULL));
    CHECK(schema_relation_info(found).inclusion == PCTY_SCHEMA_INCLUSION_WIDER);
    CHECK_STR(schema_relation_info(found).more, "65536");
    CHECK(schema_relation_info(found).less.data == NULL);
    pcty_schema_relation_free(found);
    CHECK_OK(pcty_schema_documents_relate(b, a, &found, NULL));
    CHECK(schema_relation_info(found).inclusion == PCTY_SCHEMA_INCLUSION_NARROWER);
    CHECK_STR(schema_relation_info(found).less, "65536");
    pcty_schema_relation_free(found);
    CHECK_OK(pcty_schema_documents_relate(c, c, &found, NULL));
    CHECK(schema_relation_info(found).inclusion == PCTY_SCHEMA_INCLUSION_EXACT);
    pcty_schema_relation_free(found);
    pcty_schema_validity validity = 0;
    CHECK_OK(pcty_schema_documents_take(c, PCTY_STR("\"80\""), &validity, NULL));
    CHECK(validity == PCTY_SCHEMA_VALIDITY_VALID);
    CHECK_OK(pcty_schema_documents_take(a, PCTY_STR("0"), &validity, NULL));
    CHECK(validity == PCTY_SCHEMA_VALIDITY_INVALID);
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_schema_documents_take(a, PCTY_STR("x"), &validity, &error));
    pcty_schema_documents_free(a);
    pcty_schema_documents_free(b);
    pcty_schema_documents_free(c);
    pcty_schema_free(schema);
    pcty_type_free(number);
    pcty_type_free(ports);
    CHECK(schema_relation_info(NULL).inclusion == 0);
}

static void a_class_is_a_schema(void) {
    pcty_puppet_manifest *manifest = NULL;
    pcty_schema_pair *pair = NULL;
    CHECK_OK(pcty_puppet_manifest_parse(
        PCTY_STR("# Serves.\n#\n# @param port Where it listens.\n"
                 "class web(Integer[1, 9] $port, Array[String] $users = ['root']) { }\n"),
        PCTY_STR("web.pp"), PCTY_PUPPET_MANIFEST, PCTY_PUPPET_STRICT_ERROR, PCTY_PUPPET_CURRENT, &manifest, NULL));
    CHECK_OK(pcty_schema_export_class(manifest, PCTY_STR("web"), NULL, &pair, NULL));
    CHECK_STRING(compact(schema_pair_info(pair).schema),
                 "{\"title\":\"web\",\"description\":\"Serves.\",\"type\":\"object\",\"properties\":{"
                 "\"port\":{\"description\":\"Where it listens.\",\"type\":\"integer\",\"minimum\":1,"
                 "\"maximum\":9},\"users\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},"
                 "\"default\":[\"root\"]}},\"additionalProperties\":false,\"required\":[\"port\"]}");
    relates(pair, PCTY_SCHEMA_INCLUSION_EXACT, NULL, NULL);
    pcty_schema_pair_free(pair);
    pair = NULL;
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_schema_export_class(manifest, PCTY_STR("mail"), NULL, &pair, &error));
    CHECK_FAILS(PCTY_ERROR_NOT_FOUND,
                pcty_schema_export_class(NULL, PCTY_STR("web"), NULL, &pair, &error));
    CHECK(pair == NULL);
    pcty_puppet_manifest_free(manifest);
}

static pcty_terraform_module *module_of(const char *text) {
    pcty_terraform_module *module = NULL;
    const pcty_str name = PCTY_STR_INIT("main.tf"), content = pcty_str_from_cstr(text);
    CHECK_OK(pcty_terraform_module_parse(&name, &content, 1, &module, NULL, NULL));
    return module;
}

// A schema has the bound of a number, but not that of a string that is converted to a number. The
// module checks both.
static void a_module_is_a_schema(void) {
    pcty_terraform_module *old = module_of(
        "variable \"port\" {\n  type = number\n  nullable = false\n  description = \"Where.\"\n"
        "  validation {\n    condition = var.port > 0\n    error_message = \"No port.\"\n  }\n}\n");
    pcty_terraform_module *renewed =
        module_of("variable \"port\" {\n  type = number\n  default = 80\n}\n");
    pcty_schema_pair *pair = NULL;
    CHECK_OK(pcty_schema_export_module(old, PCTY_SCHEMA_DOCUMENTS_CONVERTING, &pair, NULL));
    pcty_string *text = compact(schema_pair_info(pair).schema);
    CHECK(strstr(pcty_string_cstr(text), "{\"type\":\"object\",\"properties\":{\"port\":{"
                                         "\"description\":\"Where.\"") == pcty_string_cstr(text));
    pcty_string_free(text);
    relates(pair, PCTY_SCHEMA_INCLUSION_WIDER, "{\"port\":\"0\"}", NULL);
    pcty_schema_pair_free(pair);
    pcty_schema_documents *a = NULL, *b = NULL;
    pcty_schema_relation *found = NULL;
    CHECK_OK(pcty_schema_documents_of_module(old, PCTY_SCHEMA_DOCUMENTS_CONVERTING, &a, NULL));
    CHECK_OK(pcty_schema_documents_of_module(renewed, PCTY_SCHEMA_DOCUMENTS_CONVERTING, &b, NULL));
    CHECK_OK(pcty_schema_documents_relate(a, b, &found, NULL));
    CHECK_STR(schema_relation_info(found).more, "{}");
    CHECK(schema_relation_info(found).less.data == NULL);
    pcty_schema_relation_free(found);
    pcty_schema_documents_free(a);
    pcty_schema_documents_free(b);
    pcty_terraform_module_free(old);
    pcty_terraform_module_free(renewed);
}

static void translations_and_types_have_witnesses(void) {
    pcty_type *one = parsed(PCTY_DIALECT_PUPPET, "Array[Integer]");
    pcty_type *other = parsed(PCTY_DIALECT_PUPPET, "Array[Integer, 1]");
    pcty_translation *translation = NULL;
    pcty_string *witness = NULL;
    CHECK_OK(pcty_type_translate(one, PCTY_DIALECT_PUPPET, PCTY_DIALECT_HCL, &translation, NULL));
    CHECK_OK(pcty_translation_witness(translation, &witness, NULL));
    CHECK_STRING(witness, "null");
    pcty_translation_free(translation);
    CHECK_OK(pcty_type_translate(one, PCTY_DIALECT_PUPPET, PCTY_DIALECT_PUPPET, &translation, NULL));
    CHECK_OK(pcty_translation_witness(translation, &witness, NULL));
    CHECK(witness == NULL);
    pcty_translation_free(translation);
    CHECK_OK(pcty_type_assignable_witness(one, other, PCTY_DIALECT_PUPPET, &witness, NULL));
    CHECK_STRING(witness, "[]");
    CHECK_OK(pcty_type_assignable_witness(other, one, PCTY_DIALECT_PUPPET, &witness, NULL));
    CHECK(witness == NULL);
    pcty_type_free(other);
    pcty_type_free(one);
}

// Every call counts toward the budget that the thread has entered.
static void budgets_bound_every_verb(void) {
    pcty_limits limits = PCTY_LIMITS_INIT;
    limits.steps = 50;
    pcty_budget *budget = NULL;
    pcty_schema *schema = schema_of("{\"items\":{\"items\":{\"items\":{\"type\":\"integer\"}}}}");
    pcty_schema *unread = NULL;
    pcty_schema_pair *pair = NULL;
    pcty_schema *numbers = schema_of("{\"items\":{\"items\":{\"items\":{\"type\":\"number\"}}}}");
    pcty_schema_documents *documents = NULL, *others = NULL;
    pcty_schema_relation *relation = NULL;
    CHECK_OK(pcty_schema_documents_of_schema(schema, &documents, NULL));
    CHECK_OK(pcty_schema_documents_of_schema(numbers, &others, NULL));
    CHECK_OK(pcty_budget_new(&limits, &budget, NULL));
    CHECK_OK(pcty_budget_enter(budget, NULL));
    char text[4096];
    memset(text, ' ', sizeof text);
    text[0] = '1', text[sizeof text - 1] = 0;
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_schema_parse(pcty_str_from_cstr(text), NULL, &unread, &error));
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_schema_import(schema, PCTY_DIALECT_HCL,
                                                     PCTY_SCHEMA_OPEN_OBJECTS_CLOSED, &pair, &error));
    CHECK_FAILS(PCTY_ERROR_LIMIT,
                pcty_schema_documents_relate(documents, others, &relation, &error));
    CHECK(unread == NULL && pair == NULL && relation == NULL);
    CHECK_OK(pcty_budget_leave(budget, NULL));
    pcty_budget_free(budget);
    pcty_schema_documents_free(others);
    pcty_schema_documents_free(documents);
    pcty_schema_free(numbers);
    pcty_schema_free(schema);
}

int main(void) {
    types_become_schemas();
    defaults_are_told();
    schemas_become_types();
    texts_that_are_no_schemas();
    other_documents_come_from_the_program();
    sides_relate();
    a_class_is_a_schema();
    a_module_is_a_schema();
    translations_and_types_have_witnesses();
    budgets_bound_every_verb();
    return 0;
}
