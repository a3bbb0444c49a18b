// Additional functions for bindings to other languages: summaries of values, their memory use, and
// conversion of Ruby objects. `polycty.h` does not include this header.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_BINDINGS_H
#define POLYCTY_BINDINGS_H

#include "base.h"
#include "types.h"
#include "values.h"
#include "dialects.h"

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Values: summaries of many values in one call.

// The data of a value that can be read without computation. If there is no value, all members are
// 0, false or NULL.
typedef struct {
    // The value, borrowed like a part of a container.
    const pcty_value *value;
    // The text of a known string without marks, owned by the value and valid while it lives.
    pcty_str text;
    // A bool, as 0 or 1; a whole number or an integer, if `is_small`; for a container the number
    // of its parts, as `pcty_value_length` writes it.
    int64_t number;
    // The kind of the value's type.
    pcty_kind kind;
    // Whether the value is known, null or unknown.
    pcty_state state;
    // Whether the content is in `text` or in `number`.
    bool has_content;
    // Whether `pcty_value_small` copies the value: then `value` points to the copy.
    bool is_small;
    // Whether the value itself carries marks.
    bool is_marked;
} pcty_summary;

// --- Values: their memory use, and copies of small values.

// Memory for a value of two words. Only the library reads the words; bytes that it does not use
// are undefined.
typedef struct {
    // The first word.
    uint64_t first;
    // The second word.
    uint64_t second;
} pcty_small;

// --- Ruby: the functions of its C API that the library uses.

// A function of Ruby, of any type.
typedef void (*pcty_ruby_function)(void);

// The functions and classes of an interpreter. All are required. Start from PCTY_RUBY_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Calls a function and catches its exceptions.
    pcty_ruby_function rb_protect;
    // Clears the last exception.
    pcty_ruby_function rb_set_errinfo;
    // Returns the running thread.
    pcty_ruby_function rb_thread_current;
    // Reads a variable of a thread's fiber.
    pcty_ruby_function rb_thread_local_aref;
    // Sets a variable of a thread's fiber.
    pcty_ruby_function rb_thread_local_aset;
    // Returns the number of a name.
    pcty_ruby_function rb_intern;
    // Returns the class of an object.
    pcty_ruby_function rb_obj_class;
    // Returns whether two objects are equal.
    pcty_ruby_function rb_equal;
    // Creates an array.
    pcty_ruby_function rb_ary_new_capa;
    // Appends to an array.
    pcty_ruby_function rb_ary_push;
    // Returns an element of an array, nil past its end.
    pcty_ruby_function rb_ary_entry;
    // Returns a part of an array, nil if it begins past the end.
    pcty_ruby_function rb_ary_subseq;
    // Creates a hash.
    pcty_ruby_function rb_hash_new;
    // Sets an entry of a hash.
    pcty_ruby_function rb_hash_aset;
    // Calls a function with each entry of a hash.
    pcty_ruby_function rb_hash_foreach;
    // Creates a string in UTF-8.
    pcty_ruby_function rb_utf8_str_new;
    // Returns the interned string of some bytes.
    pcty_ruby_function rb_enc_interned_str;
    // Returns the encoding UTF-8.
    pcty_ruby_function rb_utf8_encoding;
    // Returns the number of UTF-8.
    pcty_ruby_function rb_utf8_encindex;
    // Returns the number of the encoding of binary data.
    pcty_ruby_function rb_ascii8bit_encindex;
    // Returns the number of a string's encoding.
    pcty_ruby_function rb_enc_get_index;
    // Returns whether a string is ASCII, and whether it is valid.
    pcty_ruby_function rb_enc_str_coderange;
    // Returns the number of a string's characters.
    pcty_ruby_function rb_str_strlen;
    // Returns the byte at which a character of a string begins.
    pcty_ruby_function rb_str_offset;
    // Returns the bytes of a string.
    pcty_ruby_function rb_string_value_ptr;
    // Returns the symbol of a string.
    pcty_ruby_function rb_str_intern;
    // Returns the string of a symbol.
    pcty_ruby_function rb_sym2str;
    // Creates an integer of 64 bits.
    pcty_ruby_function rb_ll2inum;
    // Returns the number of bytes of an integer's magnitude.
    pcty_ruby_function rb_absint_size;
    // Writes an integer into memory.
    pcty_ruby_function rb_integer_pack;
    // Creates an integer from memory.
    pcty_ruby_function rb_integer_unpack;
    // Creates a float.
    pcty_ruby_function rb_float_new;
    // Returns the double of a float.
    pcty_ruby_function rb_float_value;
    // The class of nil.
    const size_t *rb_cNilClass;
    // The class of true.
    const size_t *rb_cTrueClass;
    // The class of false.
    const size_t *rb_cFalseClass;
    // The class of integers.
    const size_t *rb_cInteger;
    // The class of floats.
    const size_t *rb_cFloat;
    // The class of strings.
    const size_t *rb_cString;
    // The class of symbols.
    const size_t *rb_cSymbol;
    // The class of arrays.
    const size_t *rb_cArray;
    // The class of hashes.
    const size_t *rb_cHash;
} pcty_ruby;

// --- Conversion of values to Ruby objects.

// The keys of hashes that represent maps and objects.
typedef enum pcty_ruby_keys PCTY_ENUM {
    // Strings.
    PCTY_RUBY_KEYS_STRINGS = 1,
    // Symbols.
    PCTY_RUBY_KEYS_SYMBOLS = 2,
} pcty_ruby_keys;

// A `pcty_ruby` without functions and classes; all members must be set.
#define PCTY_RUBY_INIT                                                                  \
    {sizeof(pcty_ruby), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,     \
     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,      \
     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,      \
     NULL, NULL, NULL, NULL, NULL, NULL}

// ============================================================================
// THE FUNCTIONS
// ============================================================================
#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------
// Values: summaries of many values in one call.
//
// A binding that creates its own objects needs nearly the same data of each value: its kind, its
// state and its content. A summary contains the data that can be read without computation. One
// call writes the summaries of the parts of a container, or of the attribute with one name of each
// part, like a column of a table.
// ----------------------------------------------------------------------------

// Writes the summary of a value.
//
// Ownership: the pointers in `*out` are owned by the value and valid while it lives; the rest is
// plain data.
// NULL: writes the summary of no value; `out` may be NULL.
void pcty_value_summary(const pcty_value *value,
                        pcty_summary *out);

// Writes the summaries of up to `count` parts of a container, starting at the position `from`, in
// the order of `pcty_value_element_at`.
//
// Returns: the number of parts in this range; 0 for other values and for a marked value.
// Ownership: the pointers in the summaries are owned by `value` and valid while it lives.
// NULL: returns 0 if `value` is NULL; `out` may be NULL if `count` is 0.
size_t pcty_value_part_summaries(const pcty_value *value,
                                 size_t from,
                                 size_t count,
                                 pcty_summary *out);

// Writes for each part of a container the summary of its attribute with a name, or of its map
// element under this key. The range of parts is that of `pcty_value_part_summaries`. A part that
// is marked or has nothing under the name has the summary of no value.
//
// Returns: the number of parts in this range, as `pcty_value_part_summaries`.
// Ownership: the pointers in the summaries are owned by `value` and valid while it lives.
// NULL: returns 0 if `value` is NULL; `out` may be NULL if `count` is 0.
size_t pcty_value_column_summaries(const pcty_value *value,
                                   pcty_str name,
                                   size_t from,
                                   size_t count,
                                   pcty_summary *out);

// Returns up to `count` parts of a container, starting at the position `from`, as a list that does
// not keep the container alive.
//
// Errors: PCTY_ERROR_TYPE if they are not of one type; PCTY_ERROR_NOT_FOUND if there are none.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
PCTY_MUST_USE
pcty_status pcty_value_parts(const pcty_value *value,
                             size_t from,
                             size_t count,
                             pcty_value **out,
                             pcty_error **error);

// ----------------------------------------------------------------------------
// Values: their memory use, and copies of small values.
//
// These functions are for a garbage collector that does not track the memory of the library, and
// for a binding that copies small values instead of holding handles.
// ----------------------------------------------------------------------------

// Returns the approximate number of bytes that a value keeps alive, without its type and the texts
// of its parts. The number is stored in the value, so its parts are not read; a part that occurs
// twice counts twice. The text of a string is included. An element also keeps its neighbors alive,
// which are not counted; `docs/explanation/ownership.md` describes their number.
//
// NULL: returns 0.
uint64_t pcty_value_footprint(const pcty_value *value);

// Returns whether a value keeps at most `bytes` bytes alive and holds no data of the host: no
// capsule, no function, no deferred value. The bytes include the texts of its parts, but not its
// type and its neighbors. This is for a host that frees many such values at once. The function
// stops as soon as the parts exceed `bytes`.
//
// NULL: returns true.
bool pcty_value_is_light(const pcty_value *value,
                         uint64_t bytes);

// Copies a value of two words that refers to no other memory: known bools, whole numbers and
// integers of 64 bits, doubles and strings of up to 14 bytes, without marks.
//
// A pointer to the copy is a valid `const pcty_value *` while the copy is neither moved nor
// changed. The copy may be copied again and is never freed. In a number from
// `pcty_value_number_from_int64`, `pcty_value_integer_from_int64`, or
// `pcty_value_number_from_text` with a whole number within `int64_t`, the second word is the
// number, and the first word is the same for all numbers of one of these functions. Which other
// values are copied may change between versions of the library.
//
// Returns: false for any other value.
// Ownership: `*out` is plain data.
// NULL: returns false; `out` may be NULL.
bool pcty_value_small(const pcty_value *value,
                      pcty_small *out);

// ----------------------------------------------------------------------------
// Conversion of Ruby objects to values.
//
// The value of an object depends on the dialect. This module converts structures of nil, true,
// false, integers, floats, strings, symbols, arrays and hashes, of exactly these classes. Callers
// with other objects in a structure must assemble the value themselves.
// ----------------------------------------------------------------------------

// Converts the object in the variable `polycty_object` of the running fiber to a value, by the
// table of the gem's `Value.from`.
//
// Errors: PCTY_ERROR_UNSUPPORTED for an object of another class inside, an object without a value,
// structures nested too deep, and for mcl, whose values need types; PCTY_ERROR_LIMIT and
// PCTY_ERROR_CANCELLED if the budget is exceeded or cancelled; PCTY_ERROR_INVALID_ARGUMENT for a
// wrong `struct_size` and if a function or class of Ruby is missing.
// Ownership: the caller owns `*out`.
// NULL: `error` may be NULL.
// Threads: a Ruby thread that holds Ruby's lock.
PCTY_MUST_USE
pcty_status pcty_value_from_ruby(const pcty_ruby *ruby,
                                 pcty_dialect dialect,
                                 pcty_value **out,
                                 pcty_error **error);

// ----------------------------------------------------------------------------
// Conversion of values to Ruby objects.
//
// Containers become arrays and hashes; their contents become nil, true, false, integers, floats,
// strings and symbols. A value without a class in Ruby's core is represented by a placeholder and
// reported, so that the gem can replace it.
// ----------------------------------------------------------------------------

// Converts a value to a Ruby object, by the table of the gem's `Value#to_ruby`. The result is an
// array in the variable `polycty_object` of the running fiber. Its first element is the object.
// Its second element is nil, or an array with three elements for each replacement that the caller
// must make:
//
// - the array or hash that contains the placeholder;
// - the position or key in it;
// - the decimal text of the number that belongs there, or nil if the placeholder is an array that
//   must become a set.
//
// Inner replacements come first.
//
// Errors: PCTY_ERROR_UNSUPPORTED for a part that is marked or unknown, that only one dialect has,
// or that no object represents, and if Ruby raises an exception; PCTY_ERROR_LIMIT and
// PCTY_ERROR_CANCELLED if the budget is exceeded or cancelled; PCTY_ERROR_INVALID_ARGUMENT for a
// wrong `struct_size` and if a function or class of Ruby is missing.
// Ownership: Ruby owns the objects.
// NULL: `error` may be NULL.
// Threads: a Ruby thread that holds Ruby's lock.
PCTY_MUST_USE
pcty_status pcty_value_to_ruby(const pcty_value *value,
                               const pcty_ruby *ruby,
                               pcty_dialect dialect,
                               pcty_ruby_keys keys,
                               pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_BINDINGS_H
