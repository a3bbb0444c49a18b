// What a binding for another language needs besides: summaries of values, the memory that they hold,
// and Ruby's objects as values. `polycty.h` does not include this header.
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

// --- Values: a summary of each of many, in one call.

// What is known of a value without work. Where there is none, all is 0, false or NULL.
typedef struct {
    // The value, lent as a part of a container is.
    const pcty_value *value;
    // The text of a known string without marks, lent as long as the value.
    pcty_str text;
    // A bool, as 0 or 1; a whole number or an integer, if `is_small`; of a container the number of its
    // parts, as `pcty_value_length` tells it.
    int64_t number;
    // Which constructor made its type.
    pcty_kind kind;
    // Whether it is known, null or unknown.
    pcty_state state;
    // Whether its content is in `text` or in `number`.
    bool has_content;
    // Whether `pcty_value_small` copies it: then what stands at `value` is the copy.
    bool is_small;
    // Whether it carries marks itself.
    bool is_marked;
} pcty_summary;

// --- Values: how much memory they hold, and copies of small ones.

// Space for a value of two words. Only the library reads the words; bytes that it does not use are
// undefined.
typedef struct {
    // The first word.
    uint64_t first;
    // The second word.
    uint64_t second;
} pcty_small;

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
// Values: a summary of each of many, in one call.
//
// A binding that makes its own objects needs nearly the same of each value: its kind, its state and
// its content. A summary has all that can be read without work. A call gives the summaries of the
// parts of a container, or of the attribute with one name of each part, as a column of a table.
// ----------------------------------------------------------------------------

// A summary of a value.
//
// Ownership: what `*out` has is lent as long as the value; the rest is plain data. NULL: gives the
// summary of no value; `out` may be.
void pcty_value_summary(const pcty_value *value,
                        pcty_summary *out);

// What the parts of a container are, at a glance each, from a position on and at most so many, in the
// order of `pcty_value_element_at`. Gives how many these are.
//
// Ownership: what they have is lent as long as `value`. NULL: gives 0, as do other values and what
// carries marks; `out` may be if `count` is 0.
size_t pcty_value_part_summaries(const pcty_value *value,
                                 size_t from,
                                 size_t count,
                                 pcty_summary *out);

// What the parts of a container have under a name, at a glance each: an attribute of an object, or what
// stands in a map under the key. It goes from a position on and gives how many parts there are, as
// `pcty_value_part_summaries` does; of what has nothing under the name, or carries marks, that is a glance
// at nothing.
//
// Ownership: what they have is lent as long as `value`. NULL: as there.
size_t pcty_value_column_summaries(const pcty_value *value,
                                   pcty_str name,
                                   size_t from,
                                   size_t count,
                                   pcty_summary *out);

// Parts of a container, from a position on and at most so many, as a list of their own, which does not
// keep the container alive.
//
// Ownership: `*out` is the caller's.
// Errors: PCTY_ERROR_TYPE if they are not of one type; PCTY_ERROR_NOT_FOUND if there are none.
// NULL: `error` may be.
PCTY_MUST_USE
pcty_status pcty_value_parts(const pcty_value *value,
                             size_t from,
                             size_t count,
                             pcty_value **out,
                             pcty_error **error);

// ----------------------------------------------------------------------------
// Values: how much memory they hold, and copies of small ones.
//
// For a garbage collector that cannot see the memory of the library, and for a binding that copies
// small values instead of holding handles.
// ----------------------------------------------------------------------------

// About how many bytes a value keeps alive, without its type and the texts of its parts. The value
// knows the number, so its parts are not read; a part that occurs twice counts twice. A string
// counts its text. An element also keeps its neighbors alive, which are not counted:
// `docs/explanation/ownership.md` says how many. NULL: gives 0.
uint64_t pcty_value_footprint(const pcty_value *value);

// Whether a value keeps at most `bytes` bytes alive, with the texts of its parts and without its type
// and its neighbors, and holds nothing of the host: no capsule, no function, no deferred value. For
// a host that frees many such values at once. It reads no more parts than fit into `bytes`. NULL:
// gives true.
bool pcty_value_is_light(const pcty_value *value,
                         uint64_t bytes);

// Copies a value of two words that refers to nothing: known bools, whole numbers and integers of 64
// bits, doubles and strings of up to 14 bytes, without marks. A pointer to the copy is a valid
// `const pcty_value *` while the copy is neither moved nor changed. The copy may be copied again and
// is never freed. In a number from `pcty_value_number_from_int64`,
// `pcty_value_integer_from_int64`, or `pcty_value_number_from_text` with a whole number within
// `int64_t`, the second word is the number, and the first word is the same for all numbers of one
// of these functions. Which other values are copied may change between versions of the library.
//
// Ownership: `*out` is plain data. NULL: gives false, as does any other value; `out` may be.
bool pcty_value_small(const pcty_value *value,
                      pcty_small *out);

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

#endif // POLYCTY_BINDINGS_H
