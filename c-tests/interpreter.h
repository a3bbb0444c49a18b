// A minimal Ruby interpreter for the library: objects, the functions that make and read them, and
// an exception when memory is exhausted. Objects live until `forget`.

#ifndef INTERPRETER_H
#define INTERPRETER_H

#include "check.h"

#include <setjmp.h>

enum { NIL, TRUE, FALSE, INTEGER, FLOAT, STRING, SYMBOL, ARRAY, HASH, OTHER, KINDS };

// The maximum number of objects, and of the parts of one.
enum { OBJECTS = 4096, PARTS = 64 };

enum { ASCII = 1 << 20, VALID = 1 << 21 };
enum { OF_BYTES = 0, OF_UTF8 = 1, OF_ANOTHER = 2 };

typedef struct {
    int kind;
    // The elements, or alternating keys and values.
    size_t count;
    size_t parts[PARTS];
    // A text, or an integer in two's complement, most significant byte first.
    uint8_t bytes[PARTS];
    int encoding;
    double real;
} object;

static object objects[OBJECTS];
static size_t made, room = OBJECTS;
static size_t variable;
static size_t classes[KINDS] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
static jmp_buf *outside;
static int is_raised;

static inline void forget(void) {
    made = 0;
    room = OBJECTS;
    variable = 0;
}

// An object is represented by its position, from 1 on; 0 is false.
static inline object *at(size_t value) {
    static object no = {FALSE, 0, {0}, {0}, 0, 0};
    return value == 0 ? &no : &objects[value - 1];
}

static inline size_t make(int kind) {
    if (made >= room) {
        CHECK(outside != NULL);
        longjmp(*outside, 1);
    }
    memset(&objects[made], 0, sizeof objects[made]);
    objects[made].kind = kind;
    return ++made;
}

static inline size_t the_one(int kind) {
    for (size_t value = 1; value <= made; value++) {
        if (at(value)->kind == kind) {
            return value;
        }
    }
    return make(kind);
}

static inline size_t bytes_object(int kind, const char *data, long count) {
    size_t value = make(kind);
    CHECK(count >= 0 && count <= PARTS);
    memcpy(at(value)->bytes, data, (size_t)count);
    at(value)->count = (size_t)count;
    at(value)->encoding = OF_UTF8;
    return value;
}

static inline size_t text(const char *content) {
    return bytes_object(STRING, content, (long)strlen(content));
}

static inline size_t symbol(const char *content) {
    return bytes_object(SYMBOL, content, (long)strlen(content));
}

static inline size_t integer(long long whole) {
    size_t value = make(INTEGER);
    for (at(value)->count = 0; at(value)->count < 8; at(value)->count++) {
        at(value)->bytes[at(value)->count] = (uint8_t)((uint64_t)whole >> (56 - 8 * at(value)->count));
    }
    return value;
}

static inline size_t push(size_t array, size_t part) {
    CHECK(at(array)->count < PARTS);
    at(array)->parts[at(array)->count++] = part;
    return array;
}

static inline size_t set_entry(size_t hash, size_t key, size_t part) {
    push(push(hash, key), part);
    return part;
}

static inline size_t protect(size_t (*body)(size_t), size_t argument, int *state) {
    jmp_buf here, *volatile before = outside;
    volatile size_t answer = 0;
    outside = &here;
    *state = setjmp(here);
    if (*state == 0) {
        answer = body(argument);
    }
    outside = before;
    is_raised = *state;
    return answer;
}

static inline void set_error(size_t error) { is_raised = error != 0; }
static inline size_t the_thread(void) { return 1; }
static inline size_t name_of(const char *name) { return strcmp(name, "polycty_object") == 0 ? 5 : 6; }

static inline size_t read_variable(size_t thread, size_t name) {
    CHECK(thread == 1 && name == 5);
    return variable;
}

static inline size_t write_variable(size_t thread, size_t name, size_t value) {
    CHECK(thread == 1 && name == 5);
    return variable = value;
}

static inline size_t class_of(size_t value) { return classes[at(value)->kind]; }
static inline size_t equal(size_t a, size_t b) { return a == b ? the_one(TRUE) : 0; }

static inline size_t new_array(long capacity) {
    CHECK(capacity >= 0);
    return make(ARRAY);
}

static inline size_t new_hash(void) { return make(HASH); }

static inline size_t element(size_t array, long index) {
    CHECK(at(array)->kind == ARRAY && index >= 0);
    return (size_t)index < at(array)->count ? at(array)->parts[index] : the_one(NIL);
}

static inline size_t part_of(size_t array, long start, long count) {
    CHECK(count == 0);
    return (size_t)start > at(array)->count ? the_one(NIL) : make(ARRAY);
}

static inline void each_entry(size_t hash, int (*visit)(size_t, size_t, size_t), size_t argument) {
    for (size_t place = 0; place < at(hash)->count; place += 2) {
        if (visit(at(hash)->parts[place], at(hash)->parts[place + 1], argument) != 0) {
            return;
        }
    }
}

static inline size_t new_string(const char *data, long count) {
    return bytes_object(STRING, data, count);
}

static const char utf8;
static inline const void *the_encoding(void) { return &utf8; }

static inline size_t shared_string(const char *data, long count, const void *encoding) {
    CHECK(encoding == &utf8);
    return bytes_object(STRING, data, count);
}

static inline int number_of_utf8(void) { return OF_UTF8; }
static inline int number_of_bytes(void) { return OF_BYTES; }
static inline int encoding_of(size_t string) { return at(string)->encoding; }

static inline int range_of(size_t string) {
    for (size_t place = 0; place < at(string)->count; place++) {
        if (at(string)->bytes[place] >= 0x80) {
            return at(string)->bytes[place] == 0xff && at(string)->encoding != OF_BYTES
                       ? ASCII | VALID
                       : VALID;
        }
    }
    return ASCII;
}

static inline long characters(size_t string) {
    long count = 0;
    for (size_t place = 0; place < at(string)->count; place++) {
        count += (at(string)->bytes[place] & 0xc0) != 0x80 || at(string)->encoding == OF_BYTES;
    }
    return count;
}

static inline long offset_of(size_t string, long character) {
    CHECK(character == characters(string));
    return (long)at(string)->count;
}

static inline const uint8_t *data_of(size_t *string) { return at(*string)->bytes; }

static inline size_t symbol_of(size_t string) {
    return bytes_object(SYMBOL, (const char *)at(string)->bytes, (long)at(string)->count);
}

// A symbol contains its text.
static inline size_t string_of(size_t value) {
    CHECK(at(value)->kind == SYMBOL);
    return value;
}

static inline size_t magnitude(size_t value, int *leading) {
    CHECK(leading == NULL);
    return at(value)->count - 1;
}

static inline int pack(size_t value, void *words, size_t count, size_t size, size_t nails, int flags) {
    const object *from = at(value);
    int sign = from->bytes[0] >= 0x80 ? -1 : 1;
    CHECK(nails == 0);
    if (size == 1) {
        CHECK(flags == 0x91 && count == from->count);
        memcpy(words, from->bytes, count);
        return sign;
    }
    uint64_t word = 0;
    CHECK(flags == 0xc2 && count == 1 && size == 8);
    for (size_t place = 0; place < from->count; place++) {
        word = word << 8 | from->bytes[place];
    }
    memcpy(words, &word, sizeof word);
    return from->count > 9 ? 2 * sign : sign > 0 && word == 0 ? 0 : sign;
}

static inline size_t unpack(const void *words, size_t count, size_t size, size_t nails, int flags) {
    CHECK(size == 1 && nails == 0 && flags == 0x91);
    return bytes_object(INTEGER, words, (long)count);
}

static inline size_t real(double number) {
    size_t value = make(FLOAT);
    at(value)->real = number;
    return value;
}

static inline double double_of(size_t value) { return at(value)->real; }

#define HAS(name, function) ruby.name = (pcty_ruby_function)(function)

static inline pcty_ruby interpreter(void) {
    pcty_ruby ruby = PCTY_RUBY_INIT;
    HAS(rb_protect, protect);
    HAS(rb_set_errinfo, set_error);
    HAS(rb_thread_current, the_thread);
    HAS(rb_thread_local_aref, read_variable);
    HAS(rb_thread_local_aset, write_variable);
    HAS(rb_intern, name_of);
    HAS(rb_obj_class, class_of);
    HAS(rb_equal, equal);
    HAS(rb_ary_new_capa, new_array);
    HAS(rb_ary_push, push);
    HAS(rb_ary_entry, element);
    HAS(rb_ary_subseq, part_of);
    HAS(rb_hash_new, new_hash);
    HAS(rb_hash_aset, set_entry);
    HAS(rb_hash_foreach, each_entry);
    HAS(rb_utf8_str_new, new_string);
    HAS(rb_enc_interned_str, shared_string);
    HAS(rb_utf8_encoding, the_encoding);
    HAS(rb_utf8_encindex, number_of_utf8);
    HAS(rb_ascii8bit_encindex, number_of_bytes);
    HAS(rb_enc_get_index, encoding_of);
    HAS(rb_enc_str_coderange, range_of);
    HAS(rb_str_strlen, characters);
    HAS(rb_str_offset, offset_of);
    HAS(rb_string_value_ptr, data_of);
    HAS(rb_str_intern, symbol_of);
    HAS(rb_sym2str, string_of);
    HAS(rb_ll2inum, integer);
    HAS(rb_absint_size, magnitude);
    HAS(rb_integer_pack, pack);
    HAS(rb_integer_unpack, unpack);
    HAS(rb_float_new, real);
    HAS(rb_float_value, double_of);
    ruby.rb_cNilClass = &classes[NIL];
    ruby.rb_cTrueClass = &classes[TRUE];
    ruby.rb_cFalseClass = &classes[FALSE];
    ruby.rb_cInteger = &classes[INTEGER];
    ruby.rb_cFloat = &classes[FLOAT];
    ruby.rb_cString = &classes[STRING];
    ruby.rb_cSymbol = &classes[SYMBOL];
    ruby.rb_cArray = &classes[ARRAY];
    ruby.rb_cHash = &classes[HASH];
    return ruby;
}

#endif
