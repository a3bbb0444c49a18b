// HCL bodies: their content by a schema, in both syntaxes and over several files.

#include "check.h"
#include "hcl_views.h"

static pcty_hcl_body *body_of(pcty_hcl_syntax syntax, const char *file, const char *text) {
    pcty_hcl_body *body = NULL;
    CHECK_OK(pcty_hcl_body_parse(pcty_str_from_cstr(text), pcty_str_from_cstr(file), NULL, syntax, &body, NULL,
                                 NULL));
    return body;
}

static pcty_diagnostic diagnostic(const pcty_error *error, size_t index) {
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    CHECK_OK(pcty_error_diagnostic_at(error, index, &found, NULL));
    return found;
}

static void check_number(const pcty_hcl_attribute *attribute, int64_t want) {
    pcty_value *value = NULL;
    int64_t number;
    CHECK_OK(pcty_hcl_expression_evaluate(attribute_data(attribute).expression, NULL, &value, NULL,
                                          NULL));
    CHECK_OK(pcty_value_as_int64(value, &number, NULL));
    CHECK(number == want);
    pcty_value_free(value);
}

static const pcty_str labels[] = {PCTY_STR_INIT("kind"), PCTY_STR_INIT("name")};
static const pcty_hcl_attribute_schema attributes[] = {{PCTY_STR_INIT("region"), false},
                                                       {PCTY_STR_INIT("port"), true}};
static const pcty_hcl_block_schema blocks[] = {{PCTY_STR_INIT("resource"), labels, 2}};

static pcty_hcl_schema whole_schema(void) {
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT;
    schema.attributes = attributes;
    schema.attribute_count = 2;
    schema.blocks = blocks;
    schema.block_count = 1;
    return schema;
}

static const char *const texts[] = {
    "port = 80\n\nresource \"disk\" \"a\" {\n  size = 1\n}\nresource \"disk\" \"b\" {\n  size = 2\n}\n",
    "{\"port\": 80, \"resource\": {\"disk\": {\"a\": {\"size\": 1}, \"b\": {\"size\": 2}}}}",
};

static void contents(void) {
    pcty_hcl_schema schema = whole_schema();
    for (pcty_hcl_syntax i = PCTY_HCL_NATIVE; i <= PCTY_HCL_JSON; i++) {
        pcty_hcl_body *body = body_of(i, "main.hcl", texts[i - 1]);
        pcty_hcl_content *content = NULL, *inner = NULL;
        CHECK_STR(body_data(body).file, "main.hcl");
        CHECK_OK(pcty_hcl_body_content(body, &schema, &content, NULL, NULL));
        pcty_hcl_body_free(body); // the content lives on
        CHECK(content_data(content).attribute_count == 1);
        const pcty_hcl_attribute *port = pcty_hcl_content_attribute_get(content, PCTY_STR("port"));
        CHECK(port == pcty_hcl_content_attribute_at(content, 0));
        CHECK_STR(attribute_data(port).name, "port");
        CHECK_STR(attribute_data(port).file, "main.hcl");
        CHECK(attribute_data(port).name_range.start.line == 1);
        CHECK(attribute_data(port).range.end.byte > attribute_data(port).name_range.end.byte);
        check_number(port, 80);
        CHECK(pcty_hcl_content_attribute_get(content, PCTY_STR("region")) == NULL);
        CHECK(pcty_hcl_content_attribute_at(content, 1) == NULL);

        CHECK(content_data(content).block_count == 2);
        const pcty_hcl_block *block = pcty_hcl_content_block_at(content, 1);
        CHECK_STR(block_data(block).type, "resource");
        CHECK_STR(block_data(block).file, "main.hcl");
        CHECK(block_data(block).label_count == 2);
        CHECK_STR(label_at(block, 1).text, "b");
        CHECK(label_at(block, 2).text.data == NULL);
        CHECK(label_at(block, 1).range.start.byte > 0);
        CHECK(label_at(block, 2).range.start.byte == 0);
        if (i == PCTY_HCL_NATIVE) {
            CHECK(pcty_hcl_block_range(block, PCTY_HCL_RANGE_HEADER).start.line == 6);
            CHECK(pcty_hcl_block_range(block, PCTY_HCL_RANGE_HEADER).end.column == 20);
            CHECK(pcty_hcl_block_range(block, PCTY_HCL_RANGE_TYPE).end.column == 9);
        }
        body = pcty_hcl_body_clone(block_data(block).body);
        pcty_hcl_content_free(content);
        CHECK_OK(pcty_hcl_body_attributes(body, &inner, NULL, NULL));
        check_number(pcty_hcl_content_attribute_get(inner, PCTY_STR("size")), 2);
        CHECK(content_data(inner).block_count == 0);
        pcty_hcl_content_free(inner);
        pcty_hcl_body_free(body);
    }
}

static void errors(void) {
    pcty_hcl_schema schema = whole_schema();
    pcty_hcl_body *body = body_of(PCTY_HCL_NATIVE, "main.hcl", "regoin = 1\nresource \"x\" {\n}\n");
    pcty_hcl_content *content = NULL;
    pcty_error *error = NULL, *diagnostics = NULL;
    CHECK(pcty_hcl_body_content(body, &schema, &content, NULL, &error) == PCTY_ERROR_DIAGNOSTICS);
    CHECK(content == NULL && error_info(error).diagnostic_count == 3);
    CHECK_STR(diagnostic(error, 0).summary, "Missing required argument");
    CHECK_STR(diagnostic(error, 1).summary, "Missing name for resource");
    CHECK_STR(diagnostic(error, 2).suggestion, "region");
    CHECK_STR(diagnostic(error, 2).file, "main.hcl");
    pcty_error_free(error);
    CHECK_OK(pcty_hcl_body_content(body, &schema, &content, &diagnostics, NULL));
    CHECK(content_data(content).block_count == 0);
    CHECK(pcty_error_code(diagnostics) == PCTY_ERROR_DIAGNOSTICS);
    CHECK(content_data(content).missing_range.start.line ==
          pcty_hcl_body_range(body, PCTY_HCL_RANGE_MISSING).start.line);
    pcty_error_free(diagnostics);
    pcty_hcl_content_free(content);

    // A body that accepts any arguments does not accept blocks.
    content = NULL;
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS, pcty_hcl_body_attributes(body, &content, NULL, &error));
    CHECK(content == NULL);
    CHECK_OK(pcty_hcl_body_attributes(body, &content, &diagnostics, NULL));
    CHECK_STR(diagnostic(diagnostics, 0).summary, "Unexpected \"resource\" block");
    CHECK(content_data(content).attribute_count == 1);
    pcty_error_free(diagnostics);
    pcty_hcl_content_free(content);
    pcty_hcl_body_free(body);

    // Parsing, completely and as far as possible.
    body = NULL;
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_hcl_body_parse(PCTY_STR("a = 1\nb ="), PCTY_STR("a"), NULL,
                                                       PCTY_HCL_NATIVE, &body, NULL, &error));
    CHECK(body == NULL);
    CHECK_OK(pcty_hcl_body_parse(PCTY_STR("a = 1\nb ="), PCTY_STR("a"), NULL, PCTY_HCL_NATIVE,
                                         &body, &diagnostics, NULL));
    CHECK(pcty_error_code(diagnostics) == PCTY_ERROR_SYNTAX);
    pcty_error_free(diagnostics);
    CHECK_OK(pcty_hcl_body_attributes(body, &content, NULL, NULL));
    check_number(pcty_hcl_content_attribute_get(content, PCTY_STR("a")), 1);
    pcty_hcl_content_free(content);
    pcty_hcl_body_free(body);
    body = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_body_parse(PCTY_STR(""), PCTY_STR("a"), NULL, PCTY_HCL_TEMPLATE, &body, NULL, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_body_parse(PCTY_STR(""), PCTY_STR("a"), NULL, 0, &body, NULL, &error));

    // An invalid schema.
    body = body_of(PCTY_HCL_NATIVE, "a", "");
    content = NULL;
    schema.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_body_content(body, &schema, &content, NULL, &error));
    schema = whole_schema();
    schema.attributes = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_hcl_body_content(body, &schema, &content, NULL, &error));
    const pcty_hcl_attribute_schema broken[] = {{PCTY_STR_INIT("\xff"), false}};
    schema.attributes = broken;
    schema.attribute_count = 1;
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8, pcty_hcl_body_content(body, &schema, &content, NULL, &error));
    CHECK(content == NULL);
    pcty_hcl_body_free(body);
}

static void rest(void) {
    pcty_hcl_schema schema = PCTY_HCL_SCHEMA_INIT, others = PCTY_HCL_SCHEMA_INIT;
    schema.attributes = &attributes[1];
    schema.attribute_count = 1;
    others.blocks = blocks;
    others.block_count = 1;
    pcty_hcl_body *body = body_of(PCTY_HCL_NATIVE, "main.hcl", texts[0]), *rest = NULL, *none = NULL;
    pcty_hcl_content *content = NULL;
    pcty_error *diagnostics = NULL;
    CHECK_OK(pcty_hcl_body_partial_content(body, &schema, &content, &rest, NULL, NULL));
    CHECK(content_data(content).attribute_count == 1);
    CHECK(content_data(content).block_count == 0);
    pcty_hcl_content_free(content);
    CHECK_OK(pcty_hcl_body_content(rest, &others, &content, NULL, NULL));
    CHECK(content_data(content).block_count == 2);
    pcty_hcl_content_free(content);
    content = NULL;

    // The rest does not contain the port.
    CHECK_FAILS(PCTY_ERROR_DIAGNOSTICS,
                pcty_hcl_body_partial_content(rest, &schema, &content, &none, NULL, &error));
    CHECK(content == NULL && none == NULL);
    CHECK_OK(pcty_hcl_body_partial_content(rest, &schema, &content, &none, &diagnostics,
                                                     NULL));
    CHECK(error_info(diagnostics).diagnostic_count == 1 && none != NULL);
    pcty_error_free(diagnostics);
    pcty_hcl_content_free(content);
    pcty_hcl_body_free(none);
    pcty_hcl_body_free(rest);
    pcty_hcl_body_free(body);
}

static void files(void) {
    pcty_hcl_schema schema = whole_schema();
    pcty_hcl_body *parts[3] = {
        body_of(PCTY_HCL_NATIVE, "main.hcl", texts[0]),
        body_of(PCTY_HCL_JSON, "more.hcl.json", "{\"region\": \"x\"}"),
        body_of(PCTY_HCL_NATIVE, "twice.hcl", "# of another file\nregion = 2\n"),
    };
    pcty_hcl_body *module = NULL;
    pcty_hcl_content *content = NULL;
    pcty_error *error = NULL;
    CHECK_OK(pcty_hcl_body_merge((const pcty_hcl_body *const *)parts, 2, &module, NULL));
    CHECK_OK(pcty_hcl_body_content(module, &schema, &content, NULL, NULL));
    CHECK(content_data(content).attribute_count == 2);
    CHECK_STR(attribute_data(pcty_hcl_content_attribute_get(content, PCTY_STR("region"))).file,
              "more.hcl.json");
    pcty_hcl_content_free(content);
    pcty_hcl_body_free(module);

    // A duplicate is reported at its second position, in its own file.
    CHECK_OK(pcty_hcl_body_merge((const pcty_hcl_body *const *)parts, 3, &module, NULL));
    content = NULL;
    CHECK(pcty_hcl_body_content(module, &schema, &content, NULL, &error) == PCTY_ERROR_DIAGNOSTICS);
    CHECK_STR(diagnostic(error, 0).detail,
              "Argument \"region\" was already set at more.hcl.json:1,2-10");
    pcty_string *text = pcty_error_format(error, PCTY_NOTATION_TEXT);
    CHECK(strstr(pcty_string_cstr(text), "  on twice.hcl line 2, column 1:\n"
                                         "      2 | region = 2\n"
                                         "        | ^^^^^^\n") != NULL);
    pcty_string_free(text);
    pcty_error_free(error);
    pcty_hcl_body_free(module);

    // Merging no files also makes a body.
    CHECK_OK(pcty_hcl_body_merge(NULL, 0, &module, NULL));
    CHECK_OK(pcty_hcl_body_attributes(module, &content, NULL, NULL));
    CHECK(content_data(content).attribute_count == 0);
    CHECK(body_data(module).file.data == NULL);
    CHECK(pcty_hcl_body_range(module, PCTY_HCL_RANGE_MISSING).start.line == 1);
    pcty_hcl_content_free(content);
    pcty_hcl_body_free(module);
    for (size_t i = 0; i < 3; i++) {
        pcty_hcl_body_free(parts[i]);
    }
}

int main(void) {
    contents();
    errors();
    rest();
    files();
    return 0;
}
