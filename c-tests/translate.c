// Translation of types and values between dialects.

#include "check.h"

static pcty_type *parsed(pcty_dialect dialect, const char *text) {
    pcty_type *type = NULL;
    CHECK_OK(pcty_type_parse(pcty_str_from_cstr(text), dialect, &type, NULL));
    return type;
}

// Checks the notation of a translation in the other dialect, and its fit.
static void translates(pcty_dialect from, const char *source, pcty_dialect to, const char *target,
                       pcty_fit fit) {
    pcty_type *type = parsed(from, source);
    pcty_translation *translation = NULL;
    pcty_string *text = NULL;
    CHECK_OK(pcty_type_translate(type, from, to, &translation, NULL));
    CHECK_OK(pcty_type_format(translation_info(translation).type, to, &text, NULL));
    CHECK_STRING(text, target);
    CHECK(translation_info(translation).fit == fit);
    CHECK((translation_info(translation).note_count == 0) == (fit == PCTY_FIT_EXACT));
    pcty_translation_free(translation);
    pcty_type_free(type);
}

static void types(void) {
    translates(PCTY_DIALECT_HCL, "object({ name = string, tags = optional(map(string)) })",
               PCTY_DIALECT_PUPPET,
               "Optional[Struct[{NotUndef['name'] => Optional[String], "
               "'tags' => Optional[Hash[String, Optional[String]]]}]]",
               PCTY_FIT_EXACT);
    translates(PCTY_DIALECT_PUPPET, "Array[Integer[0, 65535]]", PCTY_DIALECT_HCL, "list(number)",
               PCTY_FIT_WIDER);
    translates(PCTY_DIALECT_PUPPET, "Any", PCTY_DIALECT_HCL, "any", PCTY_FIT_NARROWER);
    translates(PCTY_DIALECT_MCL, "struct{name str; tags map{int: []str}}", PCTY_DIALECT_PUPPET,
               "Struct[{'name' => String, 'tags' => Hash[Integer[-9223372036854775808, "
               "9223372036854775807], Array[String]]}]",
               PCTY_FIT_EXACT);
    translates(PCTY_DIALECT_PUPPET, "Struct[{name => String, load => Optional[Float]}]",
               PCTY_DIALECT_MCL, "map{str: variant}", PCTY_FIT_WIDER);
    translates(PCTY_DIALECT_HCL, "object({ name = string, port = optional(number) })",
               PCTY_DIALECT_MCL, "struct{name str; port float}", PCTY_FIT_NARROWER);
    translates(PCTY_DIALECT_MCL, "[]int", PCTY_DIALECT_HCL, "list(number)", PCTY_FIT_WIDER);
    translates(PCTY_DIALECT_PCL, "object({port = union(int, none), url = output(string)})",
               PCTY_DIALECT_PUPPET, "Struct[{'port' => Optional[Integer], 'url' => String}]",
               PCTY_FIT_NARROWER);
    translates(PCTY_DIALECT_PUPPET, "Variant[Undef, Integer, Enum['a', 'b']]", PCTY_DIALECT_PCL,
               "union(cty.StringVal(\"a\"), cty.StringVal(\"b\"), int, none)", PCTY_FIT_EXACT);
    translates(PCTY_DIALECT_HCL, "list(string)", PCTY_DIALECT_PCL,
               "union(list(union(none, string)), none)", PCTY_FIT_EXACT);
    translates(PCTY_DIALECT_PCL, "union(bool, none)", PCTY_DIALECT_HCL, "bool", PCTY_FIT_EXACT);
    translates(PCTY_DIALECT_MCL, "struct{port int}", PCTY_DIALECT_PCL, "object({port = int})",
               PCTY_FIT_WIDER);
    translates(PCTY_DIALECT_PUPPET, "SemVer", PCTY_DIALECT_PUPPET, "SemVer", PCTY_FIT_EXACT);
}

static void notes(void) {
    pcty_type *type = parsed(PCTY_DIALECT_PUPPET, "Optional[Struct[{a => Optional[Integer]}]]");
    pcty_translation *translation = NULL;
    CHECK_OK(pcty_type_translate(type, PCTY_DIALECT_PUPPET, PCTY_DIALECT_HCL, &translation, NULL));
    CHECK(translation_info(translation).note_count == 1);
    pcty_translation_note note;
    CHECK(pcty_translation_note_at(translation, 0, &note));
    CHECK_STR(note.message, "number includes fractions");
    CHECK(pcty_path_step_count(note.path) == 1);
    CHECK_STR(pcty_path_step_name_at(note.path, 0), "a");
    CHECK(pcty_translation_note_at(translation, 0, NULL));
    CHECK(!pcty_translation_note_at(translation, 1, &note));
    CHECK(!pcty_translation_note_at(NULL, 0, &note) && note.path != NULL);
    pcty_translation_free(translation);
    pcty_type_free(type);
}

static void what_is_not_there(void) {
    pcty_translation *translation = NULL;
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_type_translate(pcty_type_integer(), PCTY_DIALECT_HCL, PCTY_DIALECT_PUPPET,
                                    &translation, &error));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_type_translate(pcty_type_float(), PCTY_DIALECT_PCL, PCTY_DIALECT_HCL,
                                    &translation, &error));
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_type_translate(pcty_type_string(), 0, PCTY_DIALECT_PUPPET, &translation,
                                    &error));
    CHECK(translation == NULL && translation_info(NULL).fit == 0);
}

static void values(void) {
    pcty_type *ports = parsed(PCTY_DIALECT_HCL, "list(number)");
    pcty_type *array = parsed(PCTY_DIALECT_PUPPET, "Array[Integer]");
    pcty_type *texts = parsed(PCTY_DIALECT_PUPPET, "Array[String]");
    pcty_value *one = pcty_value_number_from_int64(80), *list = NULL, *image = NULL, *bare = NULL,
               *back = NULL, *marked = NULL;
    const pcty_value *elements[1];
    elements[0] = one;
    CHECK_OK(pcty_value_list(elements, 1, &list, NULL));
    CHECK_OK(pcty_value_translate(list, array, PCTY_DIALECT_HCL, PCTY_DIALECT_PUPPET, &image,
                                  NULL));
    CHECK_OK(pcty_value_translate(image, ports, PCTY_DIALECT_PUPPET, PCTY_DIALECT_HCL, &back,
                                  NULL));
    CHECK(pcty_value_equal(back, list));
    CHECK_OK(pcty_value_translate(image, NULL, PCTY_DIALECT_PUPPET, PCTY_DIALECT_HCL, &bare,
                                  NULL));
    CHECK(pcty_type_kind(pcty_value_type(bare)) == PCTY_KIND_TUPLE);
    pcty_value_free(bare);
    bare = NULL;
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_value_translate(list, texts, PCTY_DIALECT_HCL, PCTY_DIALECT_PUPPET, &bare,
                                     &error));
    CHECK_OK(pcty_value_mark(list, PCTY_STR("sensitive"), &marked, NULL));
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_value_translate(marked, NULL, PCTY_DIALECT_HCL, PCTY_DIALECT_PUPPET, &bare,
                                     &error));
    CHECK(bare == NULL);
    pcty_value_free(marked);
    pcty_value_free(back);
    pcty_value_free(image);
    pcty_value_free(list);
    pcty_value_free(one);
    pcty_type_free(texts);
    pcty_type_free(array);
    pcty_type_free(ports);
}

// An HCL number becomes an mcl int if the target type is int.
static void values_of_mcl(void) {
    pcty_type *ports = parsed(PCTY_DIALECT_MCL, "[]int");
    pcty_type *texts = parsed(PCTY_DIALECT_MCL, "[]str");
    pcty_value *one = pcty_value_number_from_int64(80), *list = NULL, *image = NULL, *back = NULL,
               *null = NULL, *none = NULL;
    pcty_string *text = NULL;
    const pcty_value *elements[1];
    elements[0] = one;
    CHECK_OK(pcty_value_list(elements, 1, &list, NULL));
    CHECK_OK(pcty_value_translate(list, ports, PCTY_DIALECT_HCL, PCTY_DIALECT_MCL, &image, NULL));
    CHECK_OK(pcty_mcl_value_format(image, &text, NULL));
    CHECK_STRING(text, "[80]");
    CHECK(pcty_type_equal(pcty_value_type(image), ports));
    CHECK_OK(pcty_value_translate(image, pcty_value_type(list), PCTY_DIALECT_MCL,
                                  PCTY_DIALECT_HCL, &back, NULL));
    CHECK(pcty_value_equal(back, list));
    CHECK_FAILS(PCTY_ERROR_CONVERSION,
                pcty_value_translate(list, texts, PCTY_DIALECT_HCL, PCTY_DIALECT_MCL, &none,
                                     &error));
    null = pcty_value_null(pcty_type_string());
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_value_translate(null, NULL, PCTY_DIALECT_HCL, PCTY_DIALECT_MCL, &none,
                                     &error));
    CHECK(none == NULL);
    pcty_value_free(null);
    pcty_value_free(back);
    pcty_value_free(image);
    pcty_value_free(list);
    pcty_value_free(one);
    pcty_type_free(texts);
    pcty_type_free(ports);
}

// A marked HCL number becomes a marked PCL int if the target type is int.
static void values_of_pcl(void) {
    pcty_type *port = parsed(PCTY_DIALECT_PCL, "union(int, none)");
    pcty_value *number = pcty_value_number_from_int64(80), *marked = NULL, *image = NULL,
               *back = NULL, *none = NULL;
    CHECK_OK(pcty_value_mark(number, PCTY_STR("sensitive"), &marked, NULL));
    CHECK_OK(
        pcty_value_translate(marked, port, PCTY_DIALECT_HCL, PCTY_DIALECT_PCL, &image, NULL));
    CHECK(pcty_value_has(image, PCTY_VALUE_MARKED));
    CHECK(pcty_type_kind(pcty_value_type(image)) == PCTY_KIND_INTEGER);
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_value_translate(image, NULL, PCTY_DIALECT_PCL, PCTY_DIALECT_PUPPET, &none,
                                     &error));
    CHECK_OK(pcty_value_translate(image, NULL, PCTY_DIALECT_PCL, PCTY_DIALECT_HCL, &back, NULL));
    CHECK(pcty_value_equal(back, marked));
    CHECK(none == NULL);
    pcty_value_free(back);
    pcty_value_free(image);
    pcty_value_free(marked);
    pcty_value_free(number);
    pcty_type_free(port);
}

int main(void) {
    types();
    values_of_pcl();
    values_of_mcl();
    notes();
    what_is_not_there();
    values();
    return 0;
}
