// Ruby's objects as values, and back, for the gem.
//
// The rules that hold everywhere stand at the head of polycty.h.

#ifndef POLYCTY_RUBY_H
#define POLYCTY_RUBY_H

#include "base.h"
#include "dialects.h"

// ============================================================================
// THE PLAIN DATA
// ============================================================================

// --- Ruby: what the library needs of its C API.

// A function of Ruby's, whatever its type.
typedef void (*pcty_ruby_function)(void);

// The functions and classes of an interpreter. All of them have to be there. Start from
// PCTY_RUBY_INIT.
typedef struct {
    // The size of this struct.
    uint32_t struct_size;
    // Calls a function and stops what that raises.
    pcty_ruby_function rb_protect;
    // Forgets what was raised.
    pcty_ruby_function rb_set_errinfo;
    // The running thread.
    pcty_ruby_function rb_thread_current;
    // Reads a variable of a thread's fiber.
    pcty_ruby_function rb_thread_local_aref;
    // Sets a variable of a thread's fiber.
    pcty_ruby_function rb_thread_local_aset;
    // The number of a name.
    pcty_ruby_function rb_intern;
    // The class of an object.
    pcty_ruby_function rb_obj_class;
    // Whether two objects are equal.
    pcty_ruby_function rb_equal;
    // Makes an array.
    pcty_ruby_function rb_ary_new_capa;
    // Appends to an array.
    pcty_ruby_function rb_ary_push;
    // An element of an array, nil past its end.
    pcty_ruby_function rb_ary_entry;
    // A part of an array, nil if that begins past its end.
    pcty_ruby_function rb_ary_subseq;
    // Makes a hash.
    pcty_ruby_function rb_hash_new;
    // Sets an entry of a hash.
    pcty_ruby_function rb_hash_aset;
    // Calls a function with each entry of a hash.
    pcty_ruby_function rb_hash_foreach;
    // Makes a string in UTF-8.
    pcty_ruby_function rb_utf8_str_new;
    // The string of these bytes that is shared.
    pcty_ruby_function rb_enc_interned_str;
    // UTF-8.
    pcty_ruby_function rb_utf8_encoding;
    // The number of UTF-8.
    pcty_ruby_function rb_utf8_encindex;
    // The number of the encoding of what is not said to be text.
    pcty_ruby_function rb_ascii8bit_encindex;
    // The number of a string's encoding.
    pcty_ruby_function rb_enc_get_index;
    // Whether a string is ASCII, and whether it is valid.
    pcty_ruby_function rb_enc_str_coderange;
    // The number of a string's characters.
    pcty_ruby_function rb_str_strlen;
    // The byte at which a character of a string begins.
    pcty_ruby_function rb_str_offset;
    // The bytes of a string.
    pcty_ruby_function rb_string_value_ptr;
    // The symbol of a string.
    pcty_ruby_function rb_str_intern;
    // The string of a symbol.
    pcty_ruby_function rb_sym2str;
    // Makes an integer of 64 bits.
    pcty_ruby_function rb_ll2inum;
    // How many bytes the magnitude of an integer has.
    pcty_ruby_function rb_absint_size;
    // Writes an integer into memory.
    pcty_ruby_function rb_integer_pack;
    // Makes an integer of memory.
    pcty_ruby_function rb_integer_unpack;
    // Makes a float.
    pcty_ruby_function rb_float_new;
    // The double that a float is.
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

// --- Ruby's objects of values.

// What the keys of hashes are that stand for maps and objects.
typedef enum pcty_ruby_keys PCTY_ENUM {
    // Strings.
    PCTY_RUBY_KEYS_STRINGS = 1,
    // Symbols.
    PCTY_RUBY_KEYS_SYMBOLS = 2,
} pcty_ruby_keys;

// Nothing of Ruby, all of which has to be set.
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
// Values of Ruby's objects.
//
// Which value an object stands for depends on the dialect. What is made here are structures of nil,
// true, false, integers, floats, strings, symbols, arrays and hashes, of these classes themselves;
// whoever has others in them puts them together by itself.
// ----------------------------------------------------------------------------

// The value of the object in the variable `polycty_object` of the running fiber, by the table of the gem's
// `Value.from`.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_UNSUPPORTED for an object of another class inside, one that no value stands
// for, for structures too deep, and for mcl, whose values need types; PCTY_ERROR_LIMIT and
// PCTY_ERROR_CANCELLED where the budget ends; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size` and where something of Ruby is missing.
// NULL: `error` may be.
// Threads: one of Ruby's, which holds its lock.
PCTY_MUST_USE
pcty_status pcty_value_from_ruby(const pcty_ruby *ruby,
                                 pcty_dialect dialect,
                                 pcty_value **out,
                                 pcty_error **error);

// ----------------------------------------------------------------------------
// Ruby's objects of values.
//
// Containers become arrays and hashes, and what they hold nil, true, false, integers, floats,
// strings and symbols. What Ruby's core has no class for stands in its place as something else, and
// is told of, so that the gem can put in what it is.
// ----------------------------------------------------------------------------

// Puts an array into the variable `polycty_object` of the running fiber whose first element is the object
// that a value stands for, by the table of the gem's `Value#to_ruby`. The second one is nil, or an
// array of what is still to be put in, three elements each: an array or hash; the position or key
// in it; and the decimal text of the number that belongs there, or nil where there is an array that
// is to become a set. What lies inside of another one comes first.
//
// Ownership: the objects are Ruby's.
// Errors: PCTY_ERROR_UNSUPPORTED for a part that is marked or unknown, that only one dialect has, or
// that no object stands for, and where Ruby raises something; PCTY_ERROR_LIMIT and
// PCTY_ERROR_CANCELLED where the budget ends; PCTY_ERROR_INVALID_ARGUMENT for a wrong
// `struct_size` and where something of Ruby is missing.
// NULL: `error` may be.
// Threads: one of Ruby's, which holds its lock.
PCTY_MUST_USE
pcty_status pcty_value_to_ruby(const pcty_value *value,
                               const pcty_ruby *ruby,
                               pcty_dialect dialect,
                               pcty_ruby_keys keys,
                               pcty_error **error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // POLYCTY_RUBY_H
