// The values that only Puppet has: made, read, and rejected.

#include "check.h"

static pcty_value *literal(const char *text) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_puppet_value_parse(pcty_str_from_cstr(text), NULL, &value, NULL));
    return value;
}

static pcty_string *formatted(const pcty_value *value) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_value_format(value, &text, NULL));
    return text;
}

static void check_text(const char *source, pcty_puppet_kind kind, const char *want) {
    pcty_value *value = literal(source);
    pcty_string *text = NULL;
    CHECK(pcty_puppet_value_kind(value) == kind);
    CHECK_OK(pcty_puppet_value_as_text(value, &text, NULL));
    CHECK_STRING(text, want);
    pcty_value_free(value);
}

static void texts(void) {
    check_text("/a\\d+/", PCTY_PUPPET_REGEXP, "a\\d+");
    check_text("SemVer('1.2.3-rc1+b')", PCTY_PUPPET_SEMVER, "1.2.3-rc1+b");
    check_text("SemVerRange('>=1.0.0 <2.0.0')", PCTY_PUPPET_SEMVER_RANGE, ">=1.0.0 <2.0.0");
    check_text("URI('http://example.com/a?b')", PCTY_PUPPET_URI, "http://example.com/a?b");
    check_text("Timespan('1-02:03:04')", PCTY_PUPPET_TIMESPAN, "1-02:03:04.0");
    check_text("Timestamp('2020-01-02T03:04:05 UTC')", PCTY_PUPPET_TIMESTAMP,
               "2020-01-02T03:04:05.000000000 UTC");

    pcty_value *word = literal("'word'"), *undef = literal("undef"), *marked = NULL;
    pcty_value *unknown = pcty_value_unknown(pcty_type_any());
    pcty_value *regexp = literal("/x/"), *other = literal("default");
    pcty_string *text = NULL;
    CHECK_OK(pcty_value_mark(regexp, PCTY_STR("secret"), &marked, NULL));
    CHECK(pcty_puppet_value_kind(marked) == PCTY_PUPPET_NONE);
    CHECK(pcty_puppet_value_kind(word) == PCTY_PUPPET_NONE);
    CHECK(pcty_puppet_value_kind(undef) == PCTY_PUPPET_NONE);
    CHECK(pcty_puppet_value_kind(NULL) == PCTY_PUPPET_NONE);
    CHECK(pcty_puppet_value_kind(other) == PCTY_PUPPET_DEFAULT);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_puppet_value_as_text(word, &text, &error));
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_puppet_value_as_text(other, &text, &error));
    CHECK_FAILS(PCTY_ERROR_NULL, pcty_puppet_value_as_text(undef, &text, &error));
    CHECK_FAILS(PCTY_ERROR_UNKNOWN, pcty_puppet_value_as_text(unknown, &text, &error));
    CHECK_FAILS(PCTY_ERROR_MARKED, pcty_puppet_value_as_text(marked, &text, &error));
    CHECK(text == NULL);
    pcty_value_free(word);
    pcty_value_free(undef);
    pcty_value_free(unknown);
    pcty_value_free(marked);
    pcty_value_free(regexp);
    pcty_value_free(other);
}

static void times(void) {
    static const struct {
        const char *source;
        int64_t seconds;
        uint32_t nanoseconds;
    } cases[] = {
        {"Timespan('0-00:01:30.25')", 90, 250000000},
        {"Timespan('-0-00:00:00.25')", -1, 750000000},
        {"Timestamp('1970-01-01T00:00:10.5 UTC')", 10, 500000000},
        {"Timestamp('1969-12-31T23:59:59 UTC')", -1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pcty_value *value = literal(cases[i].source);
        pcty_puppet_time time;
        CHECK_OK(pcty_puppet_value_time(value, &time, NULL));
        CHECK(time.seconds == cases[i].seconds && time.nanoseconds == cases[i].nanoseconds);
        pcty_value_free(value);
    }
    pcty_value *number = pcty_value_integer_from_int64(1);
    pcty_puppet_time time;
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_puppet_value_time(number, &time, &error));
    pcty_value_free(number);
}

static void binaries(void) {
    static const uint8_t raw[] = {0, 255, 'a'};
    pcty_value *binary = NULL, *none = NULL, *word = literal("'word'");
    pcty_bytes bytes;
    CHECK_OK(pcty_puppet_value_binary(raw, sizeof raw, &binary, NULL));
    CHECK(pcty_puppet_value_kind(binary) == PCTY_PUPPET_BINARY);
    CHECK_STRING(formatted(binary), "Binary('AP9h')");
    CHECK_OK(pcty_puppet_value_bytes(binary, &bytes, NULL));
    CHECK(bytes.len == sizeof raw && memcmp(bytes.data, raw, sizeof raw) == 0);
    CHECK_OK(pcty_puppet_value_binary(NULL, 0, &none, NULL));
    CHECK_OK(pcty_puppet_value_bytes(none, &bytes, NULL));
    CHECK(bytes.len == 0 && bytes.data != NULL);
    CHECK_FAILS(PCTY_ERROR_TYPE, pcty_puppet_value_bytes(word, &bytes, &error));
    pcty_value_free(binary);
    pcty_value_free(none);
    pcty_value_free(word);
}

static void contents(void) {
    pcty_value *secret = literal("Sensitive('hush')"), *word = literal("'hush'");
    CHECK(pcty_puppet_value_kind(secret) == PCTY_PUPPET_SENSITIVE);
    CHECK(pcty_value_equal(puppet_value_info(secret).content, word));
    CHECK(puppet_value_info(word).content == NULL && puppet_value_info(NULL).content == NULL);
    CHECK(puppet_value_info(secret).part_count == 0 && puppet_value_info(secret).part_type == NULL);
    pcty_value_free(secret);
    pcty_value_free(word);
}

static void iterators_and_objects(void) {
    pcty_value *iterator = literal("Integer[1, 3].reverse_each");
    CHECK(pcty_puppet_value_kind(iterator) == PCTY_PUPPET_ITERATOR);
    CHECK(puppet_value_info(iterator).part_count == 3);
    int64_t first = 0;
    CHECK_OK(pcty_value_as_int64(puppet_part_at(iterator, 0).value, &first, NULL));
    CHECK(first == 3 && puppet_part_at(iterator, 3).value == NULL);
    CHECK(puppet_part_at(iterator, 0).name.data == NULL);
    CHECK_STRING(pcty_puppet_type_short_name(puppet_value_info(iterator).part_type), "Integer");
    pcty_value_free(iterator);

    pcty_value *type = literal("Object[{name => 'Point', attributes => {'x' => Integer, "
                               "'y' => Integer}}]");
    pcty_value *args[] = {literal("1"), literal("2")}, *object = NULL;
    CHECK_OK(pcty_puppet_value_new(pcty_value_as_type(type), (const pcty_value *const *)args, 2,
                                   &object, NULL));
    pcty_value_free(type);
    pcty_value_free(args[0]);
    CHECK(pcty_puppet_value_kind(object) == PCTY_PUPPET_OBJECT);
    CHECK(puppet_value_info(object).part_count == 2);
    CHECK_STR(puppet_part_at(object, 1).name, "y");
    CHECK(pcty_value_equal(puppet_part_at(object, 1).value, args[1]));
    pcty_value_free(args[1]);
    CHECK(puppet_part_at(object, 2).name.data == NULL);
    CHECK_STRING(pcty_puppet_type_short_name(puppet_value_info(object).part_type), "Point");
    pcty_value_free(object);
    CHECK(puppet_part_at(NULL, 0).value == NULL && puppet_value_info(NULL).part_count == 0);
}

static void containers(void) {
    pcty_value *keys[] = {literal("'b'"), literal("1"), literal("'a'"), literal("'b'")};
    pcty_value *elements[] = {literal("[]"), literal("undef"), literal("2.5"), literal("true")};
    pcty_value *hash = NULL, *array = NULL, *marked = NULL, *bad = NULL;
    size_t length = 0;
    CHECK_OK(pcty_puppet_value_hash((const pcty_value *const *)keys,
                                    (const pcty_value *const *)elements, 4, &hash, NULL));
    CHECK(pcty_puppet_value_kind(hash) == PCTY_PUPPET_HASH);
    CHECK_STRING(formatted(hash), "{'b' => true, 1 => undef, 'a' => 2.5}");
    CHECK(pcty_value_length(hash, &length) && length == 3);
    CHECK_STR(pcty_value_key_at(hash, 0), "b");
    CHECK(pcty_value_key_at(hash, 1).data == NULL); // not a string
    CHECK(pcty_value_equal(pcty_value_entry_key_at(hash, 1), keys[1]));
    CHECK(pcty_value_entry_key_at(hash, 3) == NULL && pcty_value_key_at(hash, 3).data == NULL);
    CHECK(pcty_value_equal(pcty_value_element_at(hash, 2), elements[2]));
    CHECK(pcty_value_element_at(hash, 3) == NULL);
    CHECK(pcty_value_equal(pcty_value_get(hash, PCTY_STR("b")), elements[3]));
    CHECK(pcty_value_get(hash, PCTY_STR("1")) == NULL);
    CHECK(pcty_value_equal(pcty_puppet_value_get(hash, keys[1]), elements[1]));
    CHECK(pcty_puppet_value_get(hash, elements[0]) == NULL);
    CHECK(pcty_puppet_value_get(NULL, keys[0]) == NULL);

    CHECK_OK(pcty_puppet_value_array((const pcty_value *const *)elements, 4, &array, NULL));
    CHECK_STRING(formatted(array), "[[], undef, 2.5, true]");
    CHECK(pcty_value_length(array, &length) && length == 4);
    CHECK(pcty_value_entry_key_at(array, 0) == NULL);
    CHECK(pcty_puppet_value_get(array, keys[0]) == NULL);

    // The content of a marked hash is hidden, and a hash has no marks inside.
    CHECK_OK(pcty_value_mark(hash, PCTY_STR("secret"), &marked, NULL));
    CHECK(!pcty_value_length(marked, NULL) && pcty_value_element_at(marked, 0) == NULL);
    CHECK(pcty_value_entry_key_at(marked, 0) == NULL);
    CHECK(pcty_puppet_value_get(marked, keys[0]) == NULL);
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_puppet_value_hash((const pcty_value *const *)keys,
                                       (const pcty_value *const *)&marked, 1, &bad, &error));
    CHECK(bad == NULL);
    for (size_t i = 0; i < 4; i++) {
        pcty_value_free(keys[i]);
        pcty_value_free(elements[i]);
    }
    pcty_value_free(marked);
    pcty_value_free(hash);
    pcty_value_free(array);
}

static void documents(void) {
    pcty_value *value = NULL;
    CHECK_OK(pcty_puppet_value_from_json(
        PCTY_STR(" {\"b\": [1, 1.0, null], \"a\": {\"c\": true, \"d\": \"\\u00e9\"}} "), &value, NULL));
    CHECK_STRING(formatted(value), "{'b' => [1, 1.0, undef], 'a' => {'c' => true, 'd' => '\xc3\xa9'}}");
    pcty_value_free(value);
    value = NULL;
    pcty_error *error = NULL;
    CHECK(pcty_puppet_value_from_json(PCTY_STR("[1,]"), &value, &error) == PCTY_ERROR_SYNTAX);
    CHECK(value == NULL && error_info(error).has_offset && error_info(error).offset == 3);
    pcty_error_free(error);
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_puppet_value_from_json(PCTY_STR("\"\xff\""), &value, &error));

    size_t deep = 100000;
    char *brackets = malloc(deep);
    CHECK(brackets != NULL);
    memset(brackets, '[', deep);
    pcty_str text;
    text.data = brackets, text.len = deep;
    CHECK_FAILS(PCTY_ERROR_LIMIT, pcty_puppet_value_from_json(text, &value, &error));
    free(brackets);
    CHECK(value == NULL);
}

int main(void) {
    texts();
    times();
    binaries();
    contents();
    iterators_and_objects();
    containers();
    documents();
    return 0;
}
