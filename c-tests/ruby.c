// Objects of an interpreter as values, and back; the tests of the gem cover Ruby itself.

#include "interpreter.h"

#include <math.h>

// A structure with every kind of readable object.
static size_t structure(void) {
    size_t inner = new_hash(), list = new_array(3), whole = new_array(2);
    set_entry(inner, text("port"), integer(-80));
    set_entry(inner, symbol("name"), bytes_object(STRING, "e\xcc\x81", 3));
    set_entry(inner, text("port"), real(0.5));
    push(push(push(push(list, the_one(NIL)), the_one(TRUE)), 0), the_one(NIL));
    push(push(whole, inner), list);
    return push(whole, bytes_object(INTEGER, "\x00\x80\x00\x00\x00\x00\x00\x00\x00", 9));
}

static pcty_value *value_of(size_t from, pcty_dialect dialect) {
    pcty_ruby ruby = interpreter();
    pcty_value *value = NULL;
    variable = from;
    CHECK_OK(pcty_value_from_ruby(&ruby, dialect, &value, NULL));
    CHECK(variable == from);
    return value;
}

static void reading(void) {
    pcty_value *value = value_of(structure(), PCTY_DIALECT_HCL), *wanted = NULL;
    const pcty_str document = PCTY_STR(
        "[{\"port\":0.5,\"name\":\"\xc3\xa9\"},[null,true,false,null],9223372036854775808]");
    CHECK_OK(pcty_value_from_json(document, NULL, &wanted, NULL));
    CHECK(pcty_value_equal(value, wanted));
    pcty_value_free(value);
    pcty_value_free(wanted);
    size_t hash = new_hash();
    set_entry(hash, integer(1), symbol("default"));
    set_entry(hash, push(new_array(1), integer(2)), symbol("b"));
    value = value_of(hash, PCTY_DIALECT_PUPPET);
    pcty_string *shown = NULL;
    CHECK_OK(pcty_puppet_value_format(value, &shown, NULL));
    CHECK_STRING(shown, "{1 => default, [2] => 'b'}");
    pcty_value_free(value);
    forget();
}

static void refusals(void) {
    pcty_ruby ruby = interpreter();
    pcty_value *value = NULL;
    size_t hash = new_hash(), deep = new_array(0), another = text("\xe9");
    set_entry(hash, integer(1), 0);
    at(another)->encoding = OF_ANOTHER;
    for (int depth = 0; depth < 200; depth++) {
        deep = push(new_array(1), deep);
    }
    const size_t refused[] = {make(OTHER), push(new_array(1), make(OTHER)), hash,
                              text("\xff"), another, real(NAN), deep};
    for (size_t place = 0; place < sizeof refused / sizeof *refused; place++) {
        variable = refused[place];
        CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                    pcty_value_from_ruby(&ruby, PCTY_DIALECT_HCL, &value, &error));
    }
    variable = text("a");
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED, pcty_value_from_ruby(&ruby, PCTY_DIALECT_MCL, &value, &error));
    ruby.rb_sym2str = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_value_from_ruby(&ruby, PCTY_DIALECT_HCL, &value, &error));
    ruby = interpreter();
    ruby.rb_cHash = NULL;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_value_from_ruby(&ruby, PCTY_DIALECT_HCL, &value, &error));
    ruby = interpreter();
    ruby.struct_size = 8;
    CHECK_FAILS(PCTY_ERROR_INVALID_ARGUMENT,
                pcty_value_from_ruby(&ruby, PCTY_DIALECT_HCL, &value, &error));
    CHECK(value == NULL);
    forget();
}

// The object has this kind, and this number of parts.
static object *is(size_t value, int kind, size_t count) {
    CHECK(at(value)->kind == kind && at(value)->count == count);
    return at(value);
}

static void writing(void) {
    pcty_ruby ruby = interpreter();
    pcty_value *value = NULL;
    pcty_type *ty = NULL;
    CHECK_OK(pcty_type_parse(PCTY_STR("object({ a = set(set(number)), b = tuple([number, number]), c = map(bool) })"),
                             PCTY_DIALECT_HCL, &ty, NULL));
    CHECK_OK(pcty_value_from_json(
        PCTY_STR("{\"a\":[[0.12345678901234567890]],\"b\":[18446744073709551616,0.5],\"c\":{\"x\":false}}"),
        ty, &value, NULL));
    pcty_type_free(ty);
    CHECK_OK(pcty_value_to_ruby(value, &ruby, PCTY_DIALECT_HCL, PCTY_RUBY_KEYS_STRINGS, NULL));
    object *given = is(variable, ARRAY, 2), *whole = is(given->parts[0], HASH, 6);
    object *outer = is(whole->parts[1], ARRAY, 1);
    is(outer->parts[0], ARRAY, 1);
    object *numbers = is(whole->parts[3], ARRAY, 2);
    CHECK(memcmp(is(numbers->parts[0], INTEGER, 9)->bytes, "\1\0\0\0\0\0\0\0\0", 9) == 0);
    CHECK(is(numbers->parts[1], FLOAT, 0)->real == 0.5);
    CHECK(is(whole->parts[5], HASH, 2)->parts[1] == 0);
    CHECK(memcmp(is(whole->parts[0], STRING, 1)->bytes, "a", 1) == 0);
    // The number, the inner set, and the outer one.
    object *later = is(given->parts[1], ARRAY, 9);
    CHECK(later->parts[0] == outer->parts[0] && later->parts[3] == whole->parts[1]);
    CHECK(later->parts[6] == given->parts[0] && later->parts[7] == whole->parts[0]);
    CHECK(memcmp(is(later->parts[2], STRING, 21)->bytes, "0.1234567890123456789", 21) == 0);
    is(later->parts[5], NIL, 0);
    is(later->parts[8], NIL, 0);
    CHECK_OK(pcty_value_to_ruby(value, &ruby, PCTY_DIALECT_HCL, PCTY_RUBY_KEYS_SYMBOLS, NULL));
    is(is(is(variable, ARRAY, 2)->parts[0], HASH, 6)->parts[0], SYMBOL, 1);
    // If memory is exhausted at any point, the raised exception ends the call.
    forget();
    CHECK_OK(pcty_value_to_ruby(value, &ruby, PCTY_DIALECT_HCL, PCTY_RUBY_KEYS_STRINGS, NULL));
    for (size_t needed = made; needed > 0; needed--) {
        forget();
        room = needed - 1;
        CHECK_FAILS(PCTY_ERROR_UNSUPPORTED, pcty_value_to_ruby(value, &ruby, PCTY_DIALECT_HCL,
                                                               PCTY_RUBY_KEYS_STRINGS, &error));
        CHECK(is_raised == 0 && variable == 0);
    }
    pcty_value_free(value);
    value = pcty_value_dynamic();
    CHECK_FAILS(PCTY_ERROR_UNSUPPORTED,
                pcty_value_to_ruby(value, &ruby, PCTY_DIALECT_HCL, PCTY_RUBY_KEYS_STRINGS, &error));
    pcty_value_free(value);
    forget();
}

int main(void) {
    reading();
    refusals();
    writing();
    return 0;
}
