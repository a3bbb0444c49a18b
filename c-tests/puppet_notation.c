// Puppet's notation: type aliases, modes, details, literals.

#include "check.h"

static const pcty_str names[] = {PCTY_STR_INIT("Tree"), PCTY_STR_INIT("Stdlib::Port")};
static const pcty_str notations[] = {PCTY_STR_INIT("Variant[Stdlib::Port, Array[Tree]]"),
                                     PCTY_STR_INIT("Integer[0, 65535]")};

static pcty_puppet_aliases *make_aliases(void) {
    pcty_puppet_aliases *aliases = NULL;
    CHECK_OK(pcty_puppet_aliases_new(NULL, names, notations, 2, &aliases, NULL));
    return aliases;
}

// Defining only `name` fails, and the error's path is the name.
static void check_refused(const char *name, const char *notation, pcty_status status,
                          size_t offset) {
    pcty_puppet_aliases *aliases = NULL;
    pcty_error *error = NULL;
    pcty_str names_[2], notations_[2];
    names_[0] = PCTY_STR("Good"), notations_[0] = PCTY_STR("Integer");
    names_[1] = pcty_str_from_cstr(name), notations_[1] = pcty_str_from_cstr(notation);
    CHECK(pcty_puppet_aliases_new(NULL, names_, notations_, 2, &aliases, &error) == status);
    CHECK(aliases == NULL);
    const pcty_path *path = pcty_error_path(error);
    CHECK(pcty_path_step_count(path) == 1);
    CHECK_STR(pcty_path_step_name_at(path, 0), name);
    CHECK(error_info(error).has_offset == (offset != SIZE_MAX));
    CHECK(offset == SIZE_MAX || error_info(error).offset == offset);
    pcty_error_free(error);
}

static void aliases(void) {
    pcty_puppet_aliases *aliases = make_aliases(), *clone = pcty_puppet_aliases_clone(aliases);
    pcty_puppet_aliases *more = NULL, *none = NULL;
    pcty_puppet_aliases_free(aliases);
    CHECK(pcty_puppet_aliases_count(clone) == 2);
    CHECK_STR(puppet_alias_at(clone, 0).name, "Tree");
    CHECK(puppet_alias_at(clone, 2).name.data == NULL);
    CHECK(pcty_type_kind(puppet_alias_at(clone, 1).type) == PCTY_KIND_REFERENCE);
    CHECK(puppet_alias_at(clone, 2).type == NULL);
    const pcty_type *port = pcty_puppet_aliases_get(clone, PCTY_STR("Stdlib::Port"));
    CHECK(port == puppet_alias_at(clone, 1).type);
    // Names of aliases are case-insensitive, as in Puppet.
    CHECK(pcty_puppet_aliases_get(clone, PCTY_STR("stdlib::PORT")) == port);
    CHECK(pcty_puppet_aliases_get(clone, PCTY_STR("Stdlib::Ports")) == NULL);
    CHECK(pcty_puppet_aliases_get(clone, PCTY_STR("\xff")) == NULL);

    const pcty_str name = PCTY_STR_INIT("Forest"), notation = PCTY_STR_INIT("Array[Tree, 1]");
    CHECK_OK(pcty_puppet_aliases_new(clone, &name, &notation, 1, &more, NULL));
    CHECK(pcty_puppet_aliases_count(more) == 3 && pcty_puppet_aliases_count(clone) == 2);
    CHECK_STR(puppet_alias_at(more, 2).name, "Forest");
    pcty_puppet_aliases_free(more);
    CHECK_OK(pcty_puppet_aliases_new(clone, NULL, NULL, 0, &more, NULL));
    CHECK(pcty_puppet_aliases_count(more) == 2);
    pcty_puppet_aliases_free(more);
    pcty_puppet_aliases_free(clone);

    CHECK_OK(pcty_puppet_aliases_new(NULL, NULL, NULL, 0, &none, NULL));
    CHECK(pcty_puppet_aliases_count(none) == 0);
    pcty_puppet_aliases_free(none);
    CHECK(pcty_puppet_aliases_clone(NULL) == NULL && pcty_puppet_aliases_count(NULL) == 0);

    check_refused("Port", "Integer[0, 65535", PCTY_ERROR_SYNTAX, 16);
    check_refused("Port", "Integer['x']", PCTY_ERROR_TYPE, 0);
    check_refused("Ring", "Ring", PCTY_ERROR_TYPE, SIZE_MAX);
    check_refused("Good", "String", PCTY_ERROR_INVALID_ARGUMENT, SIZE_MAX);
    check_refused("port", "Integer", PCTY_ERROR_INVALID_ARGUMENT, SIZE_MAX);
    check_refused("A::", "Integer", PCTY_ERROR_INVALID_ARGUMENT, SIZE_MAX);

    const pcty_str broken[] = {PCTY_STR_INIT("A"), PCTY_STR_INIT("\xff")};
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_puppet_aliases_new(NULL, broken, broken, 2, &none, &error));
}

static pcty_string *formatted(const pcty_type *type, pcty_puppet_detail detail) {
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_type_format(type, detail, PCTY_PUPPET_CURRENT, &text, NULL));
    return text;
}

static void types(void) {
    pcty_puppet_aliases *aliases = make_aliases();
    pcty_puppet_options options = PCTY_PUPPET_OPTIONS_INIT;
    pcty_type *type = NULL, *early = NULL, *current = NULL;
    pcty_string *text = NULL;
    options.aliases = aliases;
    CHECK_OK(pcty_puppet_type_parse(PCTY_STR("Hash[String[3, default], Tree]"), &options, &type, NULL));
    pcty_puppet_aliases_free(aliases); // the type keeps its definition
    options.aliases = NULL;
    CHECK_STRING(formatted(type, PCTY_PUPPET_CANONICAL), "Hash[String[3], Tree]");
    CHECK_STRING(formatted(type, PCTY_PUPPET_EXPANDED),
                 "Hash[String[3], Tree = Variant[Stdlib::Port = Integer[0, 65535], Array[Tree]]]");
    CHECK_STRING(pcty_puppet_type_short_name(type), "Hash");
    CHECK_STRING(pcty_puppet_type_short_name(pcty_type_element(type)), "Tree");
    CHECK(pcty_puppet_type_short_name(NULL) == NULL);
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_puppet_type_format(type, 0, PCTY_PUPPET_CURRENT, &text, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT, pcty_puppet_type_format(NULL, 1, PCTY_PUPPET_CURRENT, &text, &error));
    CHECK(text == NULL);
    pcty_type_free(type);

    pcty_value *word = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("word"), &word, NULL));
    CHECK_OK(pcty_puppet_value_infer(word, PCTY_PUPPET_DETAILED, PCTY_PUPPET_CURRENT, &type, NULL));
    CHECK_STRING(formatted(type, PCTY_PUPPET_CANONICAL), "String");
    CHECK_STRING(formatted(type, PCTY_PUPPET_DEBUG), "String['word']");
    CHECK_STRING(formatted(type, PCTY_PUPPET_EXPANDED_DEBUG), "String['word']");
    pcty_type_free(type);
    pcty_value_free(word);

    // The early language: a single number is the whole range.
    CHECK_OK(pcty_puppet_type_parse(PCTY_STR("Integer[5]"), NULL, &current, NULL));
    options.mode = PCTY_PUPPET_EARLY;
    CHECK_OK(pcty_puppet_type_parse(PCTY_STR("Integer[5]"), &options, &early, NULL));
    CHECK_STRING(formatted(current, PCTY_PUPPET_CANONICAL), "Integer[5]");
    CHECK_STRING(formatted(early, PCTY_PUPPET_CANONICAL), "Integer[5, 5]");
    pcty_type_free(current);
    pcty_type_free(early);

    type = NULL;
    options.mode = 0;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_type_parse(PCTY_STR("Integer"), &options, &type, &error));
    options.mode = PCTY_PUPPET_CURRENT;
    options.struct_size = 4;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_puppet_type_parse(PCTY_STR("Integer"), &options, &type, &error));
    CHECK_FAILS(PCTY_ERROR_SYNTAX,
                pcty_puppet_type_parse(PCTY_STR("Integer[1,"), NULL, &type, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_puppet_type_parse(PCTY_STR("\xff"), NULL, &type, &error));
    CHECK(type == NULL);
}

static void literals(void) {
    pcty_puppet_aliases *aliases = make_aliases();
    pcty_puppet_options options = PCTY_PUPPET_OPTIONS_INIT;
    pcty_value *value = NULL, *marked = NULL, *both = NULL;
    pcty_string *text = NULL;
    CHECK_OK(pcty_puppet_value_parse(PCTY_STR("{ 'a' => [0x1f, 1e3, undef, default], /b\\/c/ => "
                                              "SemVer('1.2.3-rc1') }"),
                                     NULL, &value, NULL));
    CHECK_OK(pcty_puppet_value_format(value, &text, NULL));
    CHECK_STRING(text, "{'a' => [31, 1000.0, undef, default], /b\\/c/ => SemVer('1.2.3-rc1')}");
    pcty_value_free(value);

    options.aliases = aliases;
    CHECK_OK(pcty_puppet_value_parse(PCTY_STR("[Stdlib::Port]"), &options, &value, NULL));
    const pcty_type *type = pcty_value_as_type(pcty_value_element_at(value, 0));
    CHECK(pcty_type_equal(type, puppet_alias_at(aliases, 1).type));
    pcty_value_free(value);
    pcty_puppet_aliases_free(aliases);

    value = NULL;
    CHECK_FAILS(PCTY_ERROR_SYNTAX, pcty_puppet_value_parse(PCTY_STR("[1"), NULL, &value, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_UTF8,
                pcty_puppet_value_parse(PCTY_STR("'\xff'"), NULL, &value, &error));
    CHECK(value == NULL);

    text = NULL;
    CHECK_OK(pcty_value_string(PCTY_STR("x"), &value, NULL));
    CHECK_OK(pcty_value_mark(value, PCTY_STR("sensitive"), &marked, NULL));
    CHECK_OK(pcty_puppet_value_array((const pcty_value *const *)&marked, 1, &both, NULL));
    pcty_error *error = NULL;
    CHECK(pcty_puppet_value_format(both, &text, &error) == PCTY_ERROR_UNSUPPORTED);
    CHECK_STRING(pcty_path_to_text(pcty_error_path(error)), "[0]");
    CHECK(text == NULL);
    pcty_error_free(error);
    pcty_value_free(both);
    pcty_value_free(marked);
    pcty_value_free(value);
}

int main(void) {
    aliases();
    types();
    literals();
    return 0;
}
