/* Conversion of whole values and bodies to objects of Python and back, each in one call. */
#include "hot.h"

#include <math.h>

static PyObject *decimal_class(void) {
    static PyObject *class;
    if (class == NULL) {
        PyObject *module = PyImport_ImportModule("decimal");
        if (module == NULL) return NULL;
        class = PyObject_GetAttrString(module, "Decimal");
        Py_DECREF(module);
    }
    return class;
}

/* --- Names: keys and attributes occur many times, so their texts are shared --- */

#define NAMES 1024
static PyObject *shared_names[NAMES];

PyObject *name_text(pcty_str name) {
    if (name.data == NULL || name.len > 64) return result_text(name);
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < name.len; i++) hash = (hash ^ (uint8_t)name.data[i]) * 16777619u;
    PyObject **slot = &shared_names[hash % NAMES];
    if (*slot != NULL) {
        Py_ssize_t length = 0;
        const char *text = PyUnicode_AsUTF8AndSize(*slot, &length);
        if (text != NULL && (size_t)length == name.len && memcmp(text, name.data, name.len) == 0) {
            Py_INCREF(*slot);
            return *slot;
        }
    }
    PyObject *made = PyUnicode_DecodeUTF8(name.data, (Py_ssize_t)name.len, NULL);
    if (made != NULL) {
        PyObject *before = *slot;
        Py_INCREF(made);
        *slot = made;
        Py_XDECREF(before);
    }
    return made;
}

/* --- Values to Python --- */

static void *failed(pcty_error *error, const Step *step) {
    for (; step != NULL && error != NULL; step = step->outer) {
        pcty_path *path = pcty_path_new();
        pcty_str name = pcty_value_key_at(step->container, step->index);
        if (name.data == NULL) {
            PCTY_IGNORE(pcty_path_append_index(path, step->index, NULL));
        } else if (pcty_type_kind(pcty_value_type(step->container)) == PCTY_KIND_MAP) {
            const pcty_value *key = pcty_value_entry_key_at(step->container, step->index);
            PCTY_IGNORE(pcty_path_append_key(path, key, NULL));
        } else {
            PCTY_IGNORE(pcty_path_append_attribute(path, name, NULL));
        }
        PCTY_IGNORE(pcty_error_prepend_path(error, path, NULL));
        pcty_path_free(path);
    }
    return raise_error(error);
}

static PyObject *whole_number(const pcty_value *value, size_t length) {
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)length);
    if (bytes == NULL) return NULL;
    PyObject *result = NULL;
    pcty_error *error = NULL;
    if (pcty_value_as_bytes(value, (uint8_t *)PyBytes_AsString(bytes), length, &error) != PCTY_OK) {
        raise_error(error);
    } else {
        PyObject *keywords = Py_BuildValue("{s:O}", "signed", Py_True);
        PyObject *function = PyObject_GetAttrString((PyObject *)&PyLong_Type, "from_bytes");
        PyObject *arguments = Py_BuildValue("(Os)", bytes, "big");
        if (keywords != NULL && function != NULL && arguments != NULL) {
            result = PyObject_Call(function, arguments, keywords);
        }
        Py_XDECREF(keywords);
        Py_XDECREF(function);
        Py_XDECREF(arguments);
    }
    Py_DECREF(bytes);
    return result;
}

/* The float that Python prints as this decimal, otherwise a Decimal. */
static PyObject *fraction(const Reader *reader, const pcty_value *value, double near) {
    pcty_string *string = NULL;
    pcty_error *error = NULL;
    if (pcty_value_number_to_text(value, &string, &error) != PCTY_OK) return raise_error(error);
    pcty_str text = pcty_string_str(string);
    PyObject *result = NULL;
    if (reader->numbers != NUMBERS_DECIMAL) {
        char *shortest = PyOS_double_to_string(near, 'r', 0, 0, NULL);
        bool is_same = shortest != NULL && strlen(shortest) == text.len &&
                       memcmp(shortest, text.data, text.len) == 0;
        if (!is_same && shortest != NULL && strchr(shortest, 'e') != NULL) {
            /* The text of the library has no exponent. */
            PyObject *class = decimal_class();
            PyObject *a = class == NULL ? NULL : PyObject_CallFunction(class, "s", shortest);
            PyObject *b = class == NULL ? NULL : PyObject_CallFunction(class, "s#", text.data, (Py_ssize_t)text.len);
            is_same = a != NULL && b != NULL && PyObject_RichCompareBool(a, b, Py_EQ) == 1;
            Py_XDECREF(a);
            Py_XDECREF(b);
        }
        PyMem_Free(shortest);
        if (is_same) result = PyFloat_FromDouble(near);
    }
    if (result == NULL && PyErr_Occurred() == NULL) {
        PyObject *class = decimal_class();
        if (class != NULL) result = PyObject_CallFunction(class, "s#", text.data, (Py_ssize_t)text.len);
    }
    pcty_string_free(string);
    return result;
}

static PyObject *number_object(const Reader *reader, const pcty_value *value) {
    int64_t small = 0;
    if (pcty_value_as_int64(value, &small, NULL) == PCTY_OK) return PyLong_FromLongLong(small);
    size_t length = 0;
    if (pcty_value_byte_length(value, &length, NULL) == PCTY_OK) return whole_number(value, length);
    double near = 0;
    bool is_exact = false;
    pcty_error *error = NULL;
    if (pcty_value_as_double(value, &near, &is_exact, &error) != PCTY_OK) return raise_error(error);
    bool is_infinite = near - near != 0;
    if (is_infinite && !is_exact && reader->numbers != NUMBERS_FLOAT) {
        return fraction(reader, value, near);
    }
    if (reader->numbers == NUMBERS_FLOAT || is_infinite) return PyFloat_FromDouble(near);
    return fraction(reader, value, near);
}

static PyObject *fallback_object(const Reader *reader, const pcty_value *value, const Step *step,
                                 pcty_status status, const char *reason) {
    if (reader->keeps || status == PCTY_ERROR_UNSUPPORTED) {
        PyObject *handle = handle_new(KIND_value, pcty_value_clone(value), true, NULL);
        if (handle == NULL || status != PCTY_ERROR_UNSUPPORTED) return handle;
        PyObject *result = PyObject_CallFunctionObjArgs(reader->fallback, handle, NULL);
        Py_DECREF(handle);
        return result;
    }
    pcty_str message = {reason, strlen(reason)};
    return failed(pcty_error_new(status, message), step);
}

static PyObject *list_object(const Reader *reader, const pcty_value *value, size_t length,
                             const Step *outer) {
    PyObject *list = PyList_New((Py_ssize_t)length);
    Step step = {outer, value, 0};
    pcty_summary parts[32];
    for (size_t from = 0; list != NULL && from < length; from += 32) {
        size_t count = length - from < 32 ? length - from : 32;
        pcty_value_part_summaries(value, from, count, parts);
        for (size_t i = 0; i < count; i++) {
            const pcty_summary *part = &parts[i];
            PyObject *item = NULL;
            if (part->has_content && !part->is_marked && part->kind == PCTY_KIND_STRING) {
                item = PyUnicode_DecodeUTF8(part->text.data, (Py_ssize_t)part->text.len, NULL);
            } else if (part->has_content && !part->is_marked &&
                       (part->kind == PCTY_KIND_NUMBER || part->kind == PCTY_KIND_INTEGER)) {
                item = PyLong_FromLongLong(part->number);
            } else {
                step.index = from + i;
                item = value_object(reader, pcty_value_element_at(value, from + i), &step);
            }
            if (item == NULL) {
                Py_DECREF(list);
                return NULL;
            }
            PyList_SetItem(list, (Py_ssize_t)(from + i), item);
        }
    }
    return list;
}

static PyObject *set_object(const Reader *reader, const pcty_value *value, size_t length,
                            const Step *outer) {
    PyObject *list = list_object(reader, value, length, outer);
    if (list == NULL) return NULL;
    pcty_kind kind = pcty_type_kind(pcty_type_element(pcty_value_type(value)));
    bool is_hashable = kind == PCTY_KIND_BOOL || kind == PCTY_KIND_NUMBER ||
                       kind == PCTY_KIND_STRING || kind == PCTY_KIND_INTEGER ||
                       kind == PCTY_KIND_FLOAT || length == 0;
    if (!is_hashable) return list;
    PyObject *set = PySet_New(list);
    Py_DECREF(list);
    return set;
}

static PyObject *dict_object(const Reader *reader, const pcty_value *value, size_t length,
                             const Step *outer) {
    PyObject *dict = PyDict_New();
    Step step = {outer, value, 0};
    for (size_t i = 0; dict != NULL && i < length; i++) {
        pcty_str name = pcty_value_key_at(value, i);
        step.index = i;
        PyObject *key = name.data != NULL
                            ? name_text(name)
                            : value_object(reader, pcty_value_entry_key_at(value, i), &step);
        PyObject *item =
            key == NULL ? NULL : value_object(reader, pcty_value_element_at(value, i), &step);
        if (item == NULL || PyDict_SetItem(dict, key, item) != 0) {
            Py_DECREF(dict);
            dict = NULL;
        }
        Py_XDECREF(key);
        Py_XDECREF(item);
    }
    return dict;
}

static PyObject *known_object(const Reader *reader, const pcty_value *value, const Step *step,
                              pcty_kind kind) {
    pcty_error *error = NULL;
    size_t length = 0;
    switch (kind) {
    case PCTY_KIND_BOOL: {
        bool truth = false;
        if (pcty_value_as_bool(value, &truth, &error) != PCTY_OK) return failed(error, step);
        return PyBool_FromLong(truth);
    }
    case PCTY_KIND_STRING: {
        pcty_str text;
        if (pcty_value_as_string(value, &text, &error) != PCTY_OK) return failed(error, step);
        return PyUnicode_DecodeUTF8(text.data, (Py_ssize_t)text.len, NULL);
    }
    case PCTY_KIND_NUMBER:
    case PCTY_KIND_INTEGER:
        return number_object(reader, value);
    case PCTY_KIND_FLOAT: {
        double number = 0;
        if (pcty_value_as_double(value, &number, NULL, &error) != PCTY_OK) return failed(error, step);
        return PyFloat_FromDouble(number);
    }
    case PCTY_KIND_LIST:
    case PCTY_KIND_TUPLE:
        if (!pcty_value_length(value, &length)) break;
        return list_object(reader, value, length, step);
    case PCTY_KIND_SET:
        if (!pcty_value_length(value, &length)) break;
        return set_object(reader, value, length, step);
    case PCTY_KIND_MAP:
    case PCTY_KIND_OBJECT:
        if (!pcty_value_length(value, &length)) break;
        return dict_object(reader, value, length, step);
    default:
        break;
    }
    return fallback_object(reader, value, step, PCTY_ERROR_UNSUPPORTED, "");
}

PyObject *value_object(const Reader *reader, const pcty_value *value, const Step *step) {
    if (value == NULL) return none();
    if (pcty_value_has(value, PCTY_VALUE_MARKED)) {
        return fallback_object(reader, value, step, PCTY_ERROR_MARKED, "value is marked");
    }
    switch (pcty_value_state(value)) {
    case PCTY_STATE_NULL:
    case PCTY_STATE_NONE:
        return none();
    case PCTY_STATE_UNKNOWN:
        return fallback_object(reader, value, step, PCTY_ERROR_UNKNOWN, "value is unknown");
    default:
        break;
    }
    if (Py_EnterRecursiveCall(" while converting a value")) return NULL;
    PyObject *object =
        known_object(reader, value, step, pcty_type_kind(pcty_value_type(value)));
    Py_LeaveRecursiveCall();
    return object;
}

static PyObject *value_to_python(PyObject *self, PyObject *const *args, Py_ssize_t n) {
    (void)self;
    void *value = NULL;
    Reader reader = {0};
    if (!argument_count("value_to_python", n, 4, 4) ||
        !argument_handle(args[0], KIND_value, false, &value) ||
        !argument_bool(args[2], &reader.keeps)) {
        return NULL;
    }
    reader.numbers = PyLong_AsLong(args[1]);
    reader.fallback = args[3];
    return value_object(&reader, value, NULL);
}

/* --- Python to values --- */

/* The settings of a conversion from Python. */
typedef struct {
    pcty_dialect dialect;
    bool is_exact;       /* Puppet and mcl keep integers, floats and strings as distinct types */
    PyObject *fallback;  /* returns a simpler object for one of an unknown class */
    pcty_error *error;   /* the error of the library, if it is the reason of a failure */
} Writer;

static pcty_value *object_value(Writer *writer, PyObject *object);

static pcty_value *text_number(Writer *writer, PyObject *object, bool is_repr) {
    PyObject *text = is_repr ? PyObject_Repr(object) : PyObject_Str(object);
    pcty_value *value = NULL;
    pcty_str digits;
    if (text != NULL && argument_text(text, &digits)) {
        if (writer->is_exact) {
            PCTY_IGNORE(pcty_value_integer_from_text(digits, &value, &writer->error));
        } else {
            PCTY_IGNORE(pcty_value_number_from_text(digits, &value, &writer->error));
        }
    }
    Py_XDECREF(text);
    return value;
}

/* Whole numbers of more than 512 bits keep all their digits only if they are passed as bytes. */
static pcty_value *large_number(Writer *writer, PyObject *object) {
    PyObject *bits = PyObject_CallMethod(object, "bit_length", NULL);
    size_t count = bits == NULL ? 0 : PyLong_AsSize_t(bits);
    Py_XDECREF(bits);
    if (PyErr_Occurred() != NULL) return NULL;
    PyObject *function = PyObject_GetAttrString(object, "to_bytes");
    PyObject *arguments = Py_BuildValue("(ns)", (Py_ssize_t)(count / 8 + 1), "big");
    PyObject *keywords = Py_BuildValue("{s:O}", "signed", Py_True);
    PyObject *bytes = NULL;
    if (function != NULL && arguments != NULL && keywords != NULL) {
        bytes = PyObject_Call(function, arguments, keywords);
    }
    Py_XDECREF(function);
    Py_XDECREF(arguments);
    Py_XDECREF(keywords);
    const uint8_t *data = NULL;
    size_t length = 0;
    pcty_value *value = NULL;
    if (bytes != NULL && argument_bytes(bytes, &data, &length)) {
        if (writer->is_exact) {
            PCTY_IGNORE(pcty_value_integer_from_bytes(data, length, &value, &writer->error));
        } else {
            PCTY_IGNORE(pcty_value_number_from_bytes(data, length, &value, &writer->error));
        }
    }
    Py_XDECREF(bytes);
    return value;
}

static pcty_value *integer_value(Writer *writer, PyObject *object) {
    int overflow = 0;
    long long small = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (small == -1 && overflow == 0 && PyErr_Occurred() != NULL) return NULL;
    if (overflow == 0) {
        return writer->is_exact ? pcty_value_integer_from_int64(small)
                                : pcty_value_number_from_int64(small);
    }
    PyObject *bits = PyObject_CallMethod(object, "bit_length", NULL);
    size_t count = bits == NULL ? 0 : PyLong_AsSize_t(bits);
    Py_XDECREF(bits);
    if (PyErr_Occurred() != NULL) return NULL;
    return count <= 512 && !writer->is_exact ? text_number(writer, object, false)
                                             : large_number(writer, object);
}

static pcty_value *float_value(Writer *writer, PyObject *object) {
    double number = PyFloat_AsDouble(object);
    if (writer->is_exact) return pcty_value_float(number);
    /* A fraction is the decimal that Python prints; a whole number is exact. */
    if (number - number == 0 && number != floor(number)) return text_number(writer, object, true);
    if (number - number == 0) {
        PyObject *whole = PyNumber_Long(object);
        pcty_value *value = whole == NULL ? NULL : integer_value(writer, whole);
        Py_XDECREF(whole);
        return value;
    }
    pcty_value *value = NULL;
    PCTY_IGNORE(pcty_value_number_from_double(number, &value, &writer->error));
    return value;
}

static void free_values(pcty_value **values, size_t count) {
    for (size_t i = 0; i < count; i++) pcty_value_free(values[i]);
    free(values);
}

static void at_index(Writer *writer, size_t index) {
    if (writer->error == NULL) return;
    pcty_path *path = pcty_path_new();
    PCTY_IGNORE(pcty_path_append_index(path, index, NULL));
    PCTY_IGNORE(pcty_error_prepend_path(writer->error, path, NULL));
    pcty_path_free(path);
}

static void at_name(Writer *writer, pcty_str name) {
    if (writer->error == NULL) return;
    pcty_path *path = pcty_path_new();
    PCTY_IGNORE(pcty_path_append_attribute(path, name, NULL));
    PCTY_IGNORE(pcty_error_prepend_path(writer->error, path, NULL));
    pcty_path_free(path);
}

/* The values of a sequence. The items are copied, because a fallback can change a list. */
static pcty_value **values_of(Writer *writer, PyObject *sequence, size_t *count) {
    PyObject *items = PySequence_Tuple(sequence);
    if (items == NULL) return NULL;
    size_t length = (size_t)PyTuple_Size(items);
    pcty_value **values = calloc(length + 1, sizeof *values);
    *count = 0;
    if (values == NULL) PyErr_NoMemory();
    while (values != NULL && *count < length) {
        pcty_value *value = object_value(writer, PyTuple_GetItem(items, (Py_ssize_t)*count));
        if (value == NULL) {
            at_index(writer, *count);
            free_values(values, *count);
            values = NULL;
        } else {
            values[(*count)++] = value;
        }
    }
    Py_DECREF(items);
    return values;
}

static pcty_value *list_value(Writer *writer, PyObject *object, bool is_set) {
    size_t count = 0;
    pcty_value **values = values_of(writer, object, &count);
    if (values == NULL) return NULL;
    const pcty_value *const *parts = (const pcty_value *const *)values;
    pcty_value *value = NULL;
#ifdef PCTY_HAS_PUPPET
    if (writer->dialect == PCTY_DIALECT_PUPPET) {
        PCTY_IGNORE(pcty_puppet_value_array(parts, count, &value, &writer->error));
        free_values(values, count);
        return value;
    }
#endif
    if (!is_set) {
        PCTY_IGNORE(pcty_value_tuple(parts, count, &value, &writer->error));
    } else if (count == 0) {
        PCTY_IGNORE(pcty_value_set_of(pcty_type_any(), NULL, 0, &value, &writer->error));
    } else {
        PCTY_IGNORE(pcty_value_set(parts, count, &value, &writer->error));
    }
    free_values(values, count);
    return value;
}

static pcty_value *dict_value(Writer *writer, PyObject *object) {
    Py_ssize_t length = PyDict_Size(object), position = 0;
    PyObject *key, *item;
    pcty_value **values = calloc((size_t)length + 1, sizeof *values);
    pcty_str *names = calloc((size_t)length + 1, sizeof *names);
    /* The references keep names and items alive if a fallback changes the dict. */
    PyObject *kept = PyTuple_New(2 * length);
    pcty_value *value = NULL;
    size_t count = 0;
    bool is_done = values != NULL && names != NULL && kept != NULL;
    if (!is_done && PyErr_Occurred() == NULL) PyErr_NoMemory();
    for (Py_ssize_t i = 0; is_done && i < length && PyDict_Next(object, &position, &key, &item); i++) {
        Py_INCREF(key);
        Py_INCREF(item);
        PyTuple_SetItem(kept, 2 * i, key);
        PyTuple_SetItem(kept, 2 * i + 1, item);
    }
    for (Py_ssize_t i = 0; is_done && i < length; i++) {
        key = PyTuple_GetItem(kept, 2 * i);
        item = PyTuple_GetItem(kept, 2 * i + 1);
        if (!PyUnicode_Check(key)) {
            wrong_type("a str as the name of an attribute", key);
            is_done = false;
        } else if (!argument_text(key, &names[count])) {
            is_done = false;
        } else if ((values[count] = object_value(writer, item)) == NULL) {
            at_name(writer, names[count]);
            is_done = false;
        } else {
            count++;
        }
    }
    if (is_done) {
        PCTY_IGNORE(pcty_value_object(names, (const pcty_value *const *)values, count, &value,
                                      &writer->error));
    }
    if (values != NULL) free_values(values, count);
    free(names);
    Py_XDECREF(kept);
    return value;
}

#ifdef PCTY_HAS_PUPPET
static pcty_value *hash_value(Writer *writer, PyObject *object) {
    PyObject *keys = PyDict_Keys(object), *items = PyDict_Values(object);
    size_t key_count = 0, count = 0;
    pcty_value **names = keys == NULL ? NULL : values_of(writer, keys, &key_count);
    pcty_value **values = names == NULL || items == NULL ? NULL : values_of(writer, items, &count);
    pcty_value *value = NULL;
    if (values != NULL && count == key_count) {
        PCTY_IGNORE(pcty_puppet_value_hash((const pcty_value *const *)names,
                                           (const pcty_value *const *)values, count, &value,
                                           &writer->error));
    }
    if (names != NULL) free_values(names, key_count);
    if (values != NULL) free_values(values, count);
    Py_XDECREF(keys);
    Py_XDECREF(items);
    return value;
}
#endif

static pcty_value *plain_value(Writer *writer, PyObject *object) {
    pcty_value *value = NULL;
    if (object == Py_None) return pcty_value_null(pcty_type_any());
    if (PyBool_Check(object)) return pcty_value_bool(object == Py_True);
    if (PyUnicode_Check(object)) {
        pcty_str text;
        if (!argument_text(object, &text)) return NULL;
        if (writer->is_exact) {
            PCTY_IGNORE(pcty_value_string_verbatim(text, &value, &writer->error));
        } else {
            PCTY_IGNORE(pcty_value_string(text, &value, &writer->error));
        }
        return value;
    }
    if (PyLong_Check(object)) return integer_value(writer, object);
    if (PyFloat_Check(object)) return float_value(writer, object);
    if (PyList_Check(object) || PyTuple_Check(object)) return list_value(writer, object, false);
    if (PyDict_Check(object)) {
#ifdef PCTY_HAS_PUPPET
        if (writer->dialect == PCTY_DIALECT_PUPPET) return hash_value(writer, object);
#endif
        return dict_value(writer, object);
    }
    if (PyAnySet_Check(object)) return list_value(writer, object, true);
    void *handle = NULL;
    if (PyObject_TypeCheck(object, handle_types[KIND_value])) {
        return argument_handle(object, KIND_value, false, &handle) ? pcty_value_clone(handle) : NULL;
    }
    PyObject *simple = PyObject_CallFunctionObjArgs(writer->fallback, object, NULL);
    value = simple == NULL ? NULL : object_value(writer, simple);
    Py_XDECREF(simple);
    return value;
}

static pcty_value *object_value(Writer *writer, PyObject *object) {
    if (Py_EnterRecursiveCall(" while making a value")) return NULL;
    pcty_value *value = plain_value(writer, object);
    Py_LeaveRecursiveCall();
    return value;
}

static PyObject *value_from_python(PyObject *self, PyObject *const *args, Py_ssize_t n) {
    (void)self;
    uint32_t dialect = 0;
    if (!argument_count("value_from_python", n, 3, 3) ||
        !argument_enumeration(args[1], &enumerations[ENUM_dialect], &dialect)) {
        return NULL;
    }
    Writer writer = {(pcty_dialect)dialect, false, args[2], NULL};
    writer.is_exact = dialect == PCTY_DIALECT_PUPPET || dialect == PCTY_DIALECT_MCL;
    pcty_value *value = object_value(&writer, args[0]);
    if (value != NULL) return handle_new(KIND_value, value, true, NULL);
    return raise_error(writer.error);
}

/* The number of a text, such as the digits of a Decimal. */
static PyObject *number_from_object(PyObject *self, PyObject *object) {
    (void)self;
    Writer writer = {PCTY_DIALECT_HCL, false, Py_None, NULL};
    pcty_value *value = text_number(&writer, object, false);
    return value == NULL ? raise_error(writer.error) : handle_new(KIND_value, value, true, NULL);
}

PyMethodDef hot_methods[] = {
    {"value_to_python", (PyCFunction)(void (*)(void))value_to_python, METH_FASTCALL, NULL},
    {"value_from_python", (PyCFunction)(void (*)(void))value_from_python, METH_FASTCALL, NULL},
    {"body_to_python", (PyCFunction)(void (*)(void))body_to_python, METH_FASTCALL, NULL},
    {"tokens_to_python", tokens_to_python, METH_O, NULL},
    {"number_from_object", number_from_object, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
