/* The core of the extension module: handles, arguments, errors and callbacks.
 *
 * The module uses the limited API of CPython 3.9, so one binary works with every later version. The
 * build generates the wrappers of the C ABI from include/polycty.json by tools/generate.py. hot.c
 * converts whole values and bodies in one call.
 */
#ifndef POLYCTY_PYTHON_NATIVE_H
#define POLYCTY_PYTHON_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>

#include <polycty.h>
#include <polycty/bindings.h>

/* The calling convention exists since CPython 3.7 and is in the limited API since 3.10, unchanged. */
#ifndef METH_FASTCALL
#define METH_FASTCALL 0x0080
#endif
/* This function exists since CPython 3.3 and is in the limited API since 3.10. */
#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030a0000
PyAPI_FUNC(const char *) PyUnicode_AsUTF8AndSize(PyObject *text, Py_ssize_t *size);
#endif

/* A handle of the library. If `frees` is false, `owner` keeps the memory alive, or the handle is
 * valid during one callback only. */
typedef struct {
    PyObject_HEAD
    void *pointer;
    PyObject *owner;
    unsigned long thread; /* the thread whose call uses the handle without the GIL */
    uint32_t users;       /* the number of these calls */
    uint8_t kind;
    bool frees;
} Handle;

/* A kind of handles. */
typedef struct {
    const char *name;  /* of the Python type */
    void (*free)(void *pointer);
    void *(*clone)(const void *pointer); /* NULL if there is no function for it */
    bool is_mutable;   /* only one thread at a time may use it */
} Kind;

/* An enumeration; numbers and names have the same order. */
typedef struct {
    const char *name;
    size_t count;
    const char *const *names;
    const uint32_t *numbers;
    PyObject **texts;
} Enumeration;

/* Memory and objects that live until a call returns. */
typedef struct Block Block;
struct Block {
    Block *next;
    PyObject *object;
};
typedef struct {
    Block *blocks;
} Arena;

/* A call that runs without the GIL. */
typedef struct {
    PyThreadState *state;
    bool interruptible;
} Unlocked;

/* Arguments. The functions return false and set an exception if they fail. */
bool argument_count(const char *function, Py_ssize_t found, Py_ssize_t least, Py_ssize_t most);
void wrong_type(const char *expected, PyObject *object);
bool argument_text(PyObject *object, pcty_str *out);
bool argument_bytes(PyObject *object, const uint8_t **out, size_t *count);
bool argument_bool(PyObject *object, bool *out);
bool argument_u64(PyObject *object, uint64_t *out);
bool argument_i64(PyObject *object, int64_t *out);
bool argument_u32(PyObject *object, uint32_t *out);
bool argument_size(PyObject *object, size_t *out);
bool argument_double(PyObject *object, double *out);
bool argument_enumeration(PyObject *object, Enumeration *enumeration, uint32_t *out);
bool argument_handle(PyObject *object, int kind, bool optional, void **out);
/* Reads a sequence; `*count` is SIZE_MAX if no array has set it. None is a missing array. */
bool argument_array(PyObject *object, size_t size, size_t *count, Arena *arena, void **out,
                    PyObject **items);
bool argument_texts(PyObject *object, size_t *count, Arena *arena, const pcty_str **out);
bool argument_handles(PyObject *object, int kind, size_t *count, Arena *arena, void *out);
bool argument_u64s(PyObject *object, size_t *count, Arena *arena, const uint64_t **out);
/* A member of a dict that represents a struct, or NULL. */
PyObject *member(PyObject *dict, const char *name, size_t *found);
bool members_known(PyObject *dict, size_t found, const char *type);

void *arena_take(Arena *arena, size_t size);
void arena_keep(Arena *arena, PyObject *object);
void arena_free(Arena *arena);

/* Results. */
PyObject *result_text(pcty_str text);
PyObject *result_string(pcty_string *string, bool is_binary);
PyObject *result_enumeration(Enumeration *enumeration, uint32_t number);
PyObject *handle_new(int kind, void *pointer, bool frees, PyObject *owner);
/* A handle that the C ABI lends: cloned if possible, otherwise kept alive by its owner. */
PyObject *result_borrowed(int kind, const void *pointer, PyObject *owner);
PyObject *none(void);

/* Raises the exception of an error, and frees the error. Returns NULL. */
PyObject *raise_error(pcty_error *error);
/* Raises the error of a function of a feature that the library does not contain. */
PyObject *missing_feature(const char *name);

/* Runs a call without the GIL. Between the two calls, no other thread may use the mutable handles. */
bool handles_take(PyObject *const *handles, size_t count);
void handles_leave(PyObject *const *handles, size_t count);
Unlocked unlock(void);
void lock(Unlocked unlocked);
bool handle_is_free(PyObject *object);

/* Objects of Python that the library owns, as `user_data`. */
void *data_keep(PyObject *object);
void data_destroy(void *data);
PyObject *data_object(const void *data);

/* Callbacks. The frame of a call collects the exceptions of its callbacks. */
typedef struct Frame Frame;
struct Frame {
    Frame *outer;
    PyObject *raised; /* a list, or NULL */
    unsigned depth;
    bool is_fatal;
};
void frame_enter(Frame *frame);
void frame_leave(Frame *frame);
/* Calls the callable at a position of a `user_data`, and releases the arguments. */
PyObject *callback_call(void *user_data, size_t position, PyObject *arguments);
pcty_status callback_failed(pcty_error **error);
pcty_error *callback_error(void);
/* Ends the validity of a handle that was lent to a callback. */
void callback_end(PyObject *handle);
void *callbacks_new(PyObject *const *callables, size_t count);

extern Kind kinds[];
extern PyTypeObject *handle_types[];
extern Enumeration enumerations[];
extern PyMethodDef hot_methods[];
extern PyMethodDef core_methods[];
extern PyMethodDef *generated_methods[];

/* Sets an item of a new tuple. Returns false, and frees the tuple, if an object is NULL. */
bool put(PyObject *tuple, Py_ssize_t at, PyObject *item);
bool argument_numbers_int64_t(PyObject *object, size_t *count, Arena *arena, int64_t **out);
bool argument_numbers_double(PyObject *object, size_t *count, Arena *arena, double **out);

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) goto done;                                                               \
    } while (0)
/* Puts the name of an argument before the message of a wrong type or number. Returns false. */
bool wrong_argument(const char *name);
#define NAMED(name, condition) ((condition) || wrong_argument(name))
#define CHECK_FRAME(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            frame_leave(&frame);                                                                   \
            goto done;                                                                             \
        }                                                                                          \
    } while (0)

#include "generated.h"

/* The Python type that represents a kind of handles; a subclass that Python registered, if any. */
extern PyObject *handle_classes[KIND_COUNT];

#endif
