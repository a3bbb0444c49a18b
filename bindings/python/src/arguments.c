/* Conversion of arguments and results between Python and C. */
#include "native.h"

struct Memory {
    Block block;
    max_align_t data[];
};

/* --- Memory of a call --- */

static Block *block_new(Arena *arena, size_t size) {
    Block *block = calloc(1, sizeof(struct Memory) + size);
    if (block == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    block->next = arena->blocks;
    arena->blocks = block;
    return block;
}

void *arena_take(Arena *arena, size_t size) {
    Block *block = block_new(arena, size);
    return block == NULL ? NULL : ((struct Memory *)block)->data;
}

void arena_keep(Arena *arena, PyObject *object) {
    Block *block = block_new(arena, 0);
    if (block == NULL) {
        Py_DecRef(object);
        return;
    }
    block->object = object;
}

void arena_free(Arena *arena) {
    Block *block = arena->blocks;
    while (block != NULL) {
        Block *next = block->next;
        Py_DecRef(block->object);
        free(block);
        block = next;
    }
    arena->blocks = NULL;
}

/* --- Scalars --- */

bool argument_count(const char *function, Py_ssize_t found, Py_ssize_t least, Py_ssize_t most) {
    if (found >= least && found <= most) return true;
    PyErr_Format(PyExc_TypeError, "%s: expected %zd to %zd arguments, found %zd", function, least,
                 most, found);
    return false;
}

/* The name of a class, in a message. */
static PyObject *class_name(PyObject *type) {
    PyObject *name = PyObject_GetAttrString(type, "__name__");
    if (name == NULL) PyErr_Clear();
    return name;
}

void wrong_type(const char *expected, PyObject *object) {
    PyObject *found = object == Py_None ? NULL : class_name((PyObject *)Py_TYPE(object));
    if (found == NULL) {
        PyErr_Format(PyExc_TypeError, "expected %s, found None", expected);
    } else {
        PyErr_Format(PyExc_TypeError, "expected %s, found %U", expected, found);
    }
    Py_XDECREF(found);
}

bool wrong_argument(const char *name) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    bool is_named = type == PyExc_TypeError || type == PyExc_OverflowError || type == PyExc_ValueError;
    PyObject *text = is_named && value != NULL ? PyObject_Str(value) : NULL;
    if (text == NULL) {
        PyErr_Restore(type, value, trace);
        return false;
    }
    PyErr_Format(type, "%s: %U", name, text);
    Py_DecRef(text);
    Py_DecRef(type);
    Py_DecRef(value);
    Py_XDECREF(trace);
    return false;
}

/* Replaces the message of Python about an object of a wrong type. Returns false. */
static bool not_of_type(const char *expected, PyObject *object) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        wrong_type(expected, object);
    }
    return false;
}

bool argument_text(PyObject *object, pcty_str *out) {
    Py_ssize_t length = 0;
    if (PyUnicode_Check(object)) {
        out->data = PyUnicode_AsUTF8AndSize(object, &length);
        out->len = (size_t)length;
        return out->data != NULL;
    }
    if (PyBytes_Check(object)) {
        char *data = NULL;
        if (PyBytes_AsStringAndSize(object, &data, &length) != 0) return false;
        out->data = data;
        out->len = (size_t)length;
        return true;
    }
    wrong_type("str or bytes", object);
    return false;
}

bool argument_bytes(PyObject *object, const uint8_t **out, size_t *count) {
    char *data = NULL;
    Py_ssize_t length = 0;
    if (PyBytes_AsStringAndSize(object, &data, &length) != 0) return not_of_type("bytes", object);
    *out = (const uint8_t *)data;
    *count = (size_t)length;
    return true;
}

bool argument_bool(PyObject *object, bool *out) {
    int truth = PyObject_IsTrue(object);
    *out = truth == 1;
    return truth >= 0;
}

bool argument_u64(PyObject *object, uint64_t *out) {
    unsigned long long number = PyLong_AsUnsignedLongLong(object);
    *out = number;
    return number != (unsigned long long)-1 || PyErr_Occurred() == NULL || not_of_type("int", object);
}

bool argument_i64(PyObject *object, int64_t *out) {
    long long number = PyLong_AsLongLong(object);
    *out = number;
    return number != -1 || PyErr_Occurred() == NULL || not_of_type("int", object);
}

bool argument_u32(PyObject *object, uint32_t *out) {
    uint64_t number = 0;
    if (!argument_u64(object, &number)) return false;
    if (number > UINT32_MAX) {
        PyErr_SetString(PyExc_OverflowError, "expected a number of 32 bits");
        return false;
    }
    *out = (uint32_t)number;
    return true;
}

bool argument_size(PyObject *object, size_t *out) {
    size_t number = PyLong_AsSize_t(object);
    *out = number;
    return number != (size_t)-1 || PyErr_Occurred() == NULL || not_of_type("int", object);
}

bool argument_double(PyObject *object, double *out) {
    *out = PyFloat_AsDouble(object);
    return *out != -1.0 || PyErr_Occurred() == NULL || not_of_type("float", object);
}

static PyObject *enumeration_text(Enumeration *enumeration, size_t at) {
    if (enumeration->texts[at] == NULL) {
        enumeration->texts[at] = PyUnicode_InternFromString(enumeration->names[at]);
    }
    return enumeration->texts[at];
}

bool argument_enumeration(PyObject *object, Enumeration *enumeration, uint32_t *out) {
    for (size_t i = 0; i < enumeration->count; i++) {
        if (enumeration->texts[i] == object) {
            *out = enumeration->numbers[i];
            return true;
        }
    }
    if (PyUnicode_Check(object)) {
        for (size_t i = 0; i < enumeration->count; i++) {
            if (PyUnicode_CompareWithASCIIString(object, enumeration->names[i]) == 0) {
                enumeration_text(enumeration, i);
                *out = enumeration->numbers[i];
                return true;
            }
        }
    }
    PyObject *names = PyUnicode_FromString("");
    for (size_t i = 0; names != NULL && i < enumeration->count; i++) {
        const char *between = i == 0 ? "" : i + 1 < enumeration->count ? ", " : " or ";
        PyObject *more = PyUnicode_FromFormat("%U%s'%s'", names, between, enumeration->names[i]);
        Py_DECREF(names);
        names = more;
    }
    if (names != NULL) PyErr_Format(PyExc_ValueError, "expected %U, found %R", names, object);
    Py_XDECREF(names);
    return false;
}

/* --- Handles --- */

PyObject *handle_classes[KIND_COUNT];
static Handle *as_handle(PyObject *object, int kind) {
    PyTypeObject *type = Py_TYPE(object);
    if ((PyObject *)type == handle_classes[kind] || type == handle_types[kind] ||
        PyType_IsSubtype(type, handle_types[kind])) {
        return (Handle *)object;
    }
    return NULL;
}

/* The name of the class of a kind, in a message. */
static PyObject *handle_name(int kind) {
    PyObject *class_ = handle_classes[kind];
    PyObject *name = class_ == NULL ? NULL : class_name(class_);
    return name != NULL ? name : PyUnicode_FromString(kinds[kind].name + strlen("polycty._native."));
}

bool argument_handle(PyObject *object, int kind, bool optional, void **out) {
    *out = NULL;
    if (object == Py_None && optional) return true;
    Handle *handle = as_handle(object, kind);
    if (handle == NULL) {
        PyObject *name = handle_name(kind);
        PyObject *text = name == NULL ? NULL : PyUnicode_AsUTF8String(name);
        const char *expected = text == NULL ? NULL : PyBytes_AsString(text);
        if (expected != NULL) wrong_type(expected, object);
        Py_XDECREF(text);
        Py_XDECREF(name);
        return false;
    }
    if (handle->pointer == NULL) {
        PyObject *name = handle_name(kind);
        if (name != NULL) PyErr_Format(PyExc_ValueError, "this %U is not valid any more", name);
        Py_XDECREF(name);
        return false;
    }
    *out = handle->pointer;
    return true;
}

bool handle_is_free(PyObject *object) {
    if (object == Py_None) return true;
    Handle *handle = (Handle *)object;
    if (handle->users == 0 || handle->thread == PyThread_get_thread_ident()) return true;
    PyObject *name = handle_name(handle->kind);
    if (name != NULL) PyErr_Format(PyExc_RuntimeError, "another thread is using this %U", name);
    Py_XDECREF(name);
    return false;
}

bool handles_take(PyObject *const *handles, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (!handle_is_free(handles[i])) return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (handles[i] == Py_None) continue;
        ((Handle *)handles[i])->users++;
        ((Handle *)handles[i])->thread = PyThread_get_thread_ident();
    }
    return true;
}

void handles_leave(PyObject *const *handles, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (handles[i] != Py_None) ((Handle *)handles[i])->users--;
    }
}

/* --- Arrays --- */

bool argument_array(PyObject *object, size_t size, size_t *count, Arena *arena, void **out,
                    PyObject **items) {
    *out = NULL;
    if (object == Py_None) return true;
    PyObject *tuple = PySequence_Tuple(object);
    if (tuple == NULL) return not_of_type("a sequence", object);
    arena_keep(arena, tuple);
    size_t length = (size_t)PyTuple_Size(tuple);
    if (*count != SIZE_MAX && *count != length) {
        PyErr_Format(PyExc_ValueError, "expected %zu elements, found %zu", *count, length);
        return false;
    }
    *count = length;
    *items = tuple;
    *out = arena_take(arena, size * (length + 1));
    return *out != NULL;
}

bool argument_texts(PyObject *object, size_t *count, Arena *arena, const pcty_str **out) {
    PyObject *items = NULL;
    void *memory = NULL;
    if (!argument_array(object, sizeof(pcty_str), count, arena, &memory, &items)) return false;
    pcty_str *texts = memory;
    *out = texts;
    for (size_t i = 0; texts != NULL && i < *count; i++) {
        if (!argument_text(PyTuple_GetItem(items, (Py_ssize_t)i), &texts[i])) return false;
    }
    return true;
}

bool argument_handles(PyObject *object, int kind, size_t *count, Arena *arena, void *out) {
    PyObject *items = NULL;
    void *memory = NULL;
    if (!argument_array(object, sizeof(void *), count, arena, &memory, &items)) return false;
    void **pointers = memory;
    *(void **)out = pointers;
    for (size_t i = 0; pointers != NULL && i < *count; i++) {
        PyObject *item = PyTuple_GetItem(items, (Py_ssize_t)i);
        if (!argument_handle(item, kind, true, &pointers[i])) return false;
    }
    return true;
}

bool argument_u64s(PyObject *object, size_t *count, Arena *arena, const uint64_t **out) {
    PyObject *items = NULL;
    void *memory = NULL;
    if (!argument_array(object, sizeof(uint64_t), count, arena, &memory, &items)) return false;
    uint64_t *numbers = memory;
    *out = numbers;
    for (size_t i = 0; numbers != NULL && i < *count; i++) {
        if (!argument_u64(PyTuple_GetItem(items, (Py_ssize_t)i), &numbers[i])) return false;
    }
    return true;
}

bool argument_numbers_int64_t(PyObject *object, size_t *count, Arena *arena, int64_t **out) {
    PyObject *items = NULL;
    void *memory = NULL;
    if (!argument_array(object, sizeof(int64_t), count, arena, &memory, &items)) return false;
    *out = memory;
    for (size_t i = 0; *out != NULL && i < *count; i++) {
        if (!argument_i64(PyTuple_GetItem(items, (Py_ssize_t)i), &(*out)[i])) return false;
    }
    return true;
}

bool argument_numbers_double(PyObject *object, size_t *count, Arena *arena, double **out) {
    PyObject *items = NULL;
    void *memory = NULL;
    if (!argument_array(object, sizeof(double), count, arena, &memory, &items)) return false;
    *out = memory;
    for (size_t i = 0; *out != NULL && i < *count; i++) {
        if (!argument_double(PyTuple_GetItem(items, (Py_ssize_t)i), &(*out)[i])) return false;
    }
    return true;
}

/* --- Structs --- */

PyObject *member(PyObject *dict, const char *name, size_t *found) {
    if (!PyDict_Check(dict)) return NULL;
    PyObject *item = PyDict_GetItemString(dict, name);
    if (item != NULL) ++*found;
    return item;
}

bool members_known(PyObject *dict, size_t found, const char *type) {
    if (!PyDict_Check(dict)) {
        PyErr_Format(PyExc_TypeError, "expected a dict for %s, found %R", type,
                     (PyObject *)Py_TYPE(dict));
        return false;
    }
    if ((size_t)PyDict_Size(dict) == found) return true;
    PyErr_Format(PyExc_TypeError, "unknown members of %s in %R", type, dict);
    return false;
}

bool put(PyObject *tuple, Py_ssize_t at, PyObject *item) {
    if (tuple == NULL || item == NULL) {
        Py_DecRef(tuple);
        Py_DecRef(item);
        return false;
    }
    PyTuple_SetItem(tuple, at, item);
    return true;
}

/* --- Results --- */

PyObject *none(void) {
    Py_IncRef(Py_None);
    return Py_None;
}

PyObject *result_text(pcty_str text) {
    if (text.data == NULL) return none();
    return PyUnicode_DecodeUTF8(text.data, (Py_ssize_t)text.len, "surrogateescape");
}

PyObject *result_string(pcty_string *string, bool is_binary) {
    if (string == NULL) return none();
    pcty_str text = pcty_string_str(string);
    PyObject *result = is_binary ? PyBytes_FromStringAndSize(text.data, (Py_ssize_t)text.len)
                                 : result_text(text);
    pcty_string_free(string);
    return result;
}

PyObject *result_enumeration(Enumeration *enumeration, uint32_t number) {
    for (size_t i = 0; i < enumeration->count; i++) {
        if (enumeration->numbers[i] == number) {
            PyObject *text = enumeration_text(enumeration, i);
            Py_XINCREF(text);
            return text;
        }
    }
    return PyLong_FromUnsignedLong(number);
}

PyObject *handle_new(int kind, void *pointer, bool frees, PyObject *owner) {
    if (pointer == NULL) return none();
    PyTypeObject *type = (PyTypeObject *)handle_classes[kind];
    Handle *handle = (Handle *)PyType_GenericAlloc(type, 0);
    if (handle == NULL) {
        if (frees && kinds[kind].free != NULL) kinds[kind].free(pointer);
        return NULL;
    }
    handle->pointer = pointer;
    handle->frees = frees;
    handle->kind = (uint8_t)kind;
    Py_XINCREF(owner);
    handle->owner = owner;
    return (PyObject *)handle;
}

PyObject *result_borrowed(int kind, const void *pointer, PyObject *owner) {
    if (pointer == NULL) return none();
    if (kinds[kind].clone != NULL) {
        return handle_new(kind, kinds[kind].clone(pointer), true, NULL);
    }
    return handle_new(kind, (void *)pointer, false, owner);
}
