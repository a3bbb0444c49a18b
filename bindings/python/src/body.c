/* Conversion of HCL bodies to dicts, in one call for each body. */
#include "hot.h"

/* The settings of a conversion. */
typedef struct {
    Reader reader;
    const pcty_hcl_scope *scope; /* NULL: expressions that are not constant become texts */
    uint32_t flags;
    PyObject *is_block_key, *start_line_key, *end_line_key;
} Body;

static PyObject *body_dict(const Body *body, const pcty_hcl_body *from);
static PyObject *expression_object(const Body *body, const pcty_hcl_expression *expression);

/* --- Expressions --- */

static PyObject *evaluated(const Body *body, const pcty_hcl_expression *expression) {
    pcty_value *value = NULL;
    pcty_error *error = NULL;
    Frame frame;
    frame_enter(&frame);
    pcty_status status;
    if (body->scope == NULL) {
        /* Constants take less time than giving up the lock. */
        status = pcty_hcl_expression_evaluate(expression, NULL, &value, NULL, &error);
    } else {
        Unlocked unlocked = unlock();
        status = pcty_hcl_expression_evaluate(expression, body->scope, &value, NULL, &error);
        lock(unlocked);
    }
    PyObject *object = NULL;
    if (status != PCTY_OK || frame.is_fatal) {
        raise_error(error);
    } else {
        object = value_object(&body->reader, value, NULL);
    }
    frame_leave(&frame);
    pcty_value_free(value);
    return object;
}

static bool starts_with(pcty_str text, const char *prefix) {
    size_t length = strlen(prefix);
    return text.len >= length && memcmp(text.data, prefix, length) == 0;
}

/* `${text}`: the notation of an expression that is not evaluated, as in HCL's JSON syntax. */
static PyObject *wrapped(pcty_str text) {
    char *copy = PyMem_Malloc(text.len + 3);
    if (copy == NULL) return PyErr_NoMemory();
    memcpy(copy, "${", 2);
    memcpy(copy + 2, text.data, text.len);
    copy[text.len + 2] = '}';
    PyObject *object = PyUnicode_DecodeUTF8(copy, (Py_ssize_t)text.len + 3, "surrogateescape");
    PyMem_Free(copy);
    return object;
}

static PyObject *escaped_text(PyObject *object) {
    if (object == NULL || !PyUnicode_Check(object)) return object;
    PyObject *once = PyObject_CallMethod(object, "replace", "ss", "${", "$${");
    Py_DECREF(object);
    PyObject *twice = once == NULL ? NULL : PyObject_CallMethod(once, "replace", "ss", "%{", "%%{");
    Py_XDECREF(once);
    return twice;
}

/* A template as a text whose literal parts are evaluated and whose sequences are as written. */
static PyObject *template_text(const pcty_hcl_expression *expression) {
    pcty_hcl_expressions *parts = NULL;
    pcty_error *error = NULL;
    if (pcty_hcl_expression_parts(expression, &parts, &error) != PCTY_OK) return raise_error(error);
    size_t count = pcty_hcl_expressions_count(parts);
    PyObject *pieces = PyList_New(0);
    for (size_t i = 0; pieces != NULL && i < count; i++) {
        const pcty_hcl_expression *part = pcty_hcl_expressions_at(parts, i);
        pcty_hcl_expression_data data;
        pcty_hcl_expression_info(part, &data);
        PyObject *piece = NULL;
        if (data.form == PCTY_HCL_FORM_LITERAL && pcty_hcl_expressions_role_at(parts, i) == PCTY_HCL_ROLE_PIECE &&
            !starts_with(data.text, "%{")) {
            pcty_value *value = NULL;
            pcty_str content = {NULL, 0};
            if (pcty_hcl_expression_evaluate(part, NULL, &value, NULL, NULL) == PCTY_OK &&
                pcty_value_as_string(value, &content, NULL) == PCTY_OK) {
                piece = escaped_text(result_text(content));
            } else {
                piece = wrapped(data.text);
            }
            pcty_value_free(value);
        } else {
            piece = starts_with(data.text, "%{") ? result_text(data.text) : wrapped(data.text);
        }
        if (piece == NULL || PyList_Append(pieces, piece) != 0) {
            Py_DECREF(pieces);
            pieces = NULL;
        }
        Py_XDECREF(piece);
    }
    pcty_hcl_expressions_free(parts);
    if (pieces == NULL) return NULL;
    PyObject *empty = PyUnicode_FromString("");
    PyObject *joined = empty == NULL ? NULL : PyUnicode_Join(empty, pieces);
    Py_XDECREF(empty);
    Py_DECREF(pieces);
    return joined;
}

static PyObject *tuple_object(const Body *body, pcty_hcl_expressions *parts) {
    size_t count = pcty_hcl_expressions_count(parts);
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list != NULL && i < count; i++) {
        PyObject *item = expression_object(body, pcty_hcl_expressions_at(parts, i));
        if (item == NULL) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SetItem(list, (Py_ssize_t)i, item);
    }
    return list;
}

static PyObject *key_object(const Body *body, const pcty_hcl_expression *key, pcty_hcl_role role) {
    pcty_hcl_expression_data data;
    pcty_hcl_expression_info(key, &data);
    if (role == PCTY_HCL_ROLE_NAME) return name_text(data.text);
    if (body->flags & BODY_SOURCE) {
        if (data.text.len > 0 && data.text.data[0] == '"') {
            return body->flags & BODY_STRIPS && data.text.len >= 2
                       ? name_text((pcty_str){data.text.data + 1, data.text.len - 2})
                       : name_text(data.text);
        }
        if (data.form == PCTY_HCL_FORM_LITERAL) return name_text(data.text);
        return wrapped(data.text);
    }
    if (data.form == PCTY_HCL_FORM_PARENTHESES && data.text.len >= 2) {
        return wrapped((pcty_str){data.text.data + 1, data.text.len - 2});
    }
    PyObject *object = expression_object(body, key);
    if (object == NULL || PyUnicode_Check(object)) return object;
    Py_DECREF(object);
    return result_text(data.text);
}

static PyObject *object_object(const Body *body, pcty_hcl_expressions *parts) {
    size_t count = pcty_hcl_expressions_count(parts);
    PyObject *dict = PyDict_New();
    for (size_t i = 0; dict != NULL && i + 1 < count; i += 2) {
        PyObject *key = key_object(body, pcty_hcl_expressions_at(parts, i),
                                   pcty_hcl_expressions_role_at(parts, i));
        PyObject *item =
            key == NULL ? NULL : expression_object(body, pcty_hcl_expressions_at(parts, i + 1));
        if (item == NULL || PyDict_SetItem(dict, key, item) != 0) {
            Py_DECREF(dict);
            dict = NULL;
        }
        Py_XDECREF(key);
        Py_XDECREF(item);
    }
    return dict;
}

/* The text of a string or a template as it is written, for python-hcl2's shape. */
static PyObject *source_text(const Body *body, pcty_str text) {
    if (starts_with(text, "<<")) {
        while (text.len > 0 && (text.data[text.len - 1] == '\n' || text.data[text.len - 1] == '\r')) text.len--;
        PyObject *heredoc = result_text(text);
        if (heredoc == NULL || body->flags & BODY_STRIPS) return heredoc;
        PyObject *quoted = PyUnicode_FromFormat("\"%U\"", heredoc);
        Py_DECREF(heredoc);
        return quoted;
    }
    return result_text(text);
}

static PyObject *compound_object(const Body *body, const pcty_hcl_expression *expression,
                                 bool is_tuple) {
    pcty_hcl_expressions *parts = NULL;
    pcty_error *error = NULL;
    if (pcty_hcl_expression_parts(expression, &parts, &error) != PCTY_OK) return raise_error(error);
    PyObject *object = NULL;
    if (!Py_EnterRecursiveCall(" while reading an expression")) {
        object = is_tuple ? tuple_object(body, parts) : object_object(body, parts);
        Py_LeaveRecursiveCall();
    }
    pcty_hcl_expressions_free(parts);
    return object;
}

static PyObject *number_text(const Body *body, const pcty_hcl_expression *expression,
                             pcty_str text) {
    if (body->flags & BODY_SOURCE && !(body->flags & BODY_EXPANDS) &&
        (memchr(text.data, 'e', text.len) != NULL || memchr(text.data, 'E', text.len) != NULL)) {
        return wrapped(text);
    }
    return evaluated(body, expression);
}

static bool is_quoted(pcty_str text) {
    return starts_with(text, "\"") || starts_with(text, "<<");
}

/* Whether a string stays as it is written. Without quotes, escapes are resolved, except in
 * heredocs. */
static bool keeps_source(const Body *body, pcty_str text) {
    if (!(body->flags & BODY_SOURCE) || !is_quoted(text)) return false;
    return !(body->flags & BODY_STRIPS) || text.data[0] == '<';
}

static bool is_numeral(pcty_str text) {
    return text.len > 0 && text.data[0] >= '0' && text.data[0] <= '9';
}

/* Whether a traversal is a variable alone: its text has no punctuation, blanks or comments. */
static bool is_name(pcty_str text) {
    for (size_t i = 0; i < text.len; i++) {
        uint8_t byte = (uint8_t)text.data[i];
        bool is_part = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                       (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' || byte >= 0x80;
        if (!is_part) return false;
    }
    return text.len > 0;
}

/* A literal. The most frequent ones need no evaluation: texts of ASCII without escapes, whole
 * numbers of up to 18 digits, `true`, `false` and `null`. */
static PyObject *literal_object(const Body *body, const pcty_hcl_expression *expression,
                                pcty_str text) {
    if (is_quoted(text)) {
        bool is_plain = text.data[0] == '"' && text.len >= 2;
        for (size_t i = 1; is_plain && i + 1 < text.len; i++) {
            uint8_t byte = (uint8_t)text.data[i];
            is_plain = byte != '\\' && byte != '$' && byte != '%' && byte < 0x80;
        }
        if (is_plain) return PyUnicode_DecodeUTF8(text.data + 1, (Py_ssize_t)text.len - 2, NULL);
        return escaped_text(evaluated(body, expression));
    }
    if (is_numeral(text)) {
        int64_t number = 0;
        bool is_whole = text.len <= 18;
        for (size_t i = 0; is_whole && i < text.len; i++) {
            is_whole = text.data[i] >= '0' && text.data[i] <= '9';
            number = number * 10 + (text.data[i] - '0');
        }
        return is_whole ? PyLong_FromLongLong(number) : number_text(body, expression, text);
    }
    if (text.len == 4 && memcmp(text.data, "true", 4) == 0) return PyBool_FromLong(1);
    if (text.len == 5 && memcmp(text.data, "false", 5) == 0) return PyBool_FromLong(0);
    if (text.len == 4 && memcmp(text.data, "null", 4) == 0) return none();
    return evaluated(body, expression);
}

/* An expression that is not evaluated: constants and structures become objects, other expressions
 * texts. */
static PyObject *expression_object(const Body *body, const pcty_hcl_expression *expression) {
    pcty_hcl_expression_data data;
    if (!pcty_hcl_expression_info(expression, &data)) return none();
    switch (data.form) {
    case PCTY_HCL_FORM_LITERAL:
        if (keeps_source(body, data.text)) return source_text(body, data.text);
        return literal_object(body, expression, data.text);
    case PCTY_HCL_FORM_TEMPLATE:
    case PCTY_HCL_FORM_TEMPLATE_WRAP:
    case PCTY_HCL_FORM_TEMPLATE_JOIN:
        if (keeps_source(body, data.text)) return source_text(body, data.text);
        if (data.form == PCTY_HCL_FORM_TEMPLATE) return template_text(expression);
        if (data.form == PCTY_HCL_FORM_TEMPLATE_WRAP && data.text.len >= 2) {
            return result_text((pcty_str){data.text.data + 1, data.text.len - 2});
        }
        break;
    case PCTY_HCL_FORM_TUPLE:
        if (body->flags & BODY_WRAPS_TUPLES) break;
        return compound_object(body, expression, true);
    case PCTY_HCL_FORM_OBJECT:
        if (body->flags & BODY_WRAPS_OBJECTS) break;
        return compound_object(body, expression, false);
    case PCTY_HCL_FORM_UNARY: {
        pcty_str rest = {data.text.data + 1, data.text.len - 1};
        while (rest.len > 0 && rest.data[0] == ' ') rest = (pcty_str){rest.data + 1, rest.len - 1};
        pcty_hcl_operator operator_;
        if (is_numeral(rest) && pcty_hcl_expression_operator_at(expression, 0, &operator_) &&
            operator_.text.data[0] == '-' && memchr(rest.data, '.', rest.len) == NULL) {
            bool is_number = true;
            for (size_t i = 0; i < rest.len; i++) is_number &= rest.data[i] >= '0' && rest.data[i] <= '9';
            if (is_number) return evaluated(body, expression);
        } else if (is_numeral(rest)) {
            char *end = NULL;
            PyObject *text = result_text(rest);
            const char *digits = text == NULL ? NULL : PyUnicode_AsUTF8AndSize(text, NULL);
            if (digits != NULL) strtod(digits, &end);
            bool is_number = end != NULL && *end == 0;
            Py_XDECREF(text);
            if (is_number) return number_text(body, expression, data.text);
        }
        break;
    }
    case PCTY_HCL_FORM_VALUE:
        return evaluated(body, expression);
    case PCTY_HCL_FORM_TRAVERSAL:
        /* python-hcl2 has the name of a variable without `${}`, such as the type of a variable. */
        if (body->flags & BODY_SOURCE && is_name(data.text)) return name_text(data.text);
        break;
    default:
        break;
    }
    return wrapped(data.text);
}

/* --- Bodies --- */

static PyObject *line_number(pcty_range range, bool is_end) {
    return PyLong_FromUnsignedLong(is_end ? range.end.line : range.start.line);
}

/* Raises an error about an item that has no place in the dict, because of an earlier one. */
static bool conflict(pcty_str file, pcty_range range, const char *summary, PyObject *detail) {
    pcty_diagnostic found = PCTY_DIAGNOSTIC_INIT;
    PyObject *name = detail == NULL ? NULL : result_text(file);
    PyObject *whole = name == NULL ? NULL
                                   : PyUnicode_FromFormat("%U:%u,%u-%u: %s; %U", name, range.start.line,
                                                          range.start.column, range.end.column, summary, detail);
    Py_XDECREF(name);
    /* The name and the header of an item are in one line, so that this is the line of the diagnostic. */
    pcty_str message;
    if (whole != NULL && argument_text(whole, &message) && argument_text(detail, &found.detail)) {
        found.severity = PCTY_SEVERITY_ERROR;
        found.summary = (pcty_str){summary, strlen(summary)};
        found.code = PCTY_STR("python.dict");
        found.has_subject = true;
        found.subject = range;
        found.file = file;
        pcty_error *error = pcty_error_new(PCTY_ERROR_DIAGNOSTICS, message);
        PCTY_IGNORE(pcty_error_add_diagnostic(error, &found, NULL));
        raise_error(error);
    }
    Py_XDECREF(whole);
    Py_XDECREF(detail);
    return false;
}

static bool append(PyObject *dict, PyObject *key, PyObject *item) {
    PyObject *list = PyDict_GetItemWithError(dict, key);
    if (list != NULL) {
        if (PyList_Check(list)) return PyList_Append(list, item) == 0;
        PyErr_Format(PyExc_ValueError, "%R is both an argument and a block", key);
        return false;
    }
    if (PyErr_Occurred() != NULL) return false;
    list = PyList_New(1);
    if (list == NULL) return false;
    Py_INCREF(item);
    PyList_SetItem(list, 0, item);
    bool is_set = PyDict_SetItem(dict, key, list) == 0;
    Py_DECREF(list);
    return is_set;
}

/* The dict or list under a key, which is made if there is none. The result is borrowed, and NULL
 * without an exception if the object under the key is of the other kind. */
static PyObject *inner_container(PyObject *dict, PyObject *key, bool is_list) {
    PyObject *inner = PyDict_GetItemWithError(dict, key);
    if (inner != NULL) return (is_list ? PyList_Check(inner) : PyDict_Check(inner)) ? inner : NULL;
    if (PyErr_Occurred() != NULL) return NULL;
    inner = is_list ? PyList_New(0) : PyDict_New();
    bool is_set = inner != NULL && PyDict_SetItem(dict, key, inner) == 0;
    Py_XDECREF(inner);
    return is_set ? inner : NULL;
}

static PyObject *label_object(const Body *body, pcty_hcl_label label, bool is_quoted_label) {
    PyObject *text = name_text(label.text);
    if (text == NULL || !(body->flags & BODY_SOURCE) || body->flags & BODY_STRIPS || !is_quoted_label) {
        return text;
    }
    PyObject *quoted = PyUnicode_FromFormat("\"%U\"", text);
    Py_DECREF(text);
    return quoted;
}

/* Nests the body of a block in dicts, one for each label: python-hcl2's shape. */
static PyObject *nested(const Body *body, const pcty_hcl_block *block, size_t labels,
                        PyObject *inner) {
    while (inner != NULL && labels-- > 0) {
        pcty_hcl_label label;
        pcty_hcl_block_label_at(block, labels, &label);
        bool is_quoted_label = label.range.end.byte - label.range.start.byte > label.text.len;
        PyObject *key = label_object(body, label, is_quoted_label);
        PyObject *outer = PyDict_New();
        if (key == NULL || outer == NULL || PyDict_SetItem(outer, key, inner) != 0) {
            Py_XDECREF(outer);
            outer = NULL;
        }
        Py_XDECREF(key);
        Py_DECREF(inner);
        inner = outer;
    }
    return inner;
}

static bool add_lines(const Body *body, const pcty_hcl_block *block, PyObject *dict) {
    pcty_range range = pcty_hcl_block_range(block, PCTY_HCL_RANGE_WHOLE);
    PyObject *start = line_number(range, false), *end = line_number(range, true);
    bool is_done = start != NULL && end != NULL &&
                   PyDict_SetItem(dict, body->start_line_key, start) == 0 &&
                   PyDict_SetItem(dict, body->end_line_key, end) == 0;
    Py_XDECREF(start);
    Py_XDECREF(end);
    return is_done;
}

/* Adds the body of a block to the list under its type and its labels. `types` are the types of the
 * blocks before it; other keys of the dict are arguments. */
static bool add_under_labels(const pcty_hcl_block *block, const pcty_hcl_block_data *data,
                             PyObject *type, PyObject *inner, PyObject *dict, PyObject *types) {
    pcty_range range = pcty_hcl_block_range(block, PCTY_HCL_RANGE_HEADER);
    int is_known = PySet_Contains(types, type);
    if (is_known == 0) {
        int is_argument = PyDict_Contains(dict, type);
        if (is_argument > 0) {
            return conflict(data->file, range, "Argument and block of one name",
                            PyUnicode_FromFormat("The body has an argument %R, too; a dict has one item of a name.", type));
        }
        is_known = is_argument < 0 || PySet_Add(types, type) != 0 ? -1 : 0;
    }
    if (is_known < 0) return false;
    PyObject *key = type, *within = dict;
    Py_INCREF(key);
    for (size_t i = 0; within != NULL && i <= data->label_count; i++) {
        within = inner_container(within, key, i == data->label_count);
        Py_CLEAR(key);
        if (within == NULL || i == data->label_count) break;
        pcty_hcl_label label;
        pcty_hcl_block_label_at(block, i, &label);
        key = name_text(label.text);
        if (key == NULL) return false;
    }
    Py_XDECREF(key);
    if (within != NULL) return PyList_Append(within, inner) == 0;
    if (PyErr_Occurred() != NULL) return false;
    return conflict(data->file, range, "Different numbers of labels",
                    PyUnicode_FromFormat("An earlier block %R has more or fewer labels; a dict cannot have both.", type));
}

static bool add_block(const Body *body, const pcty_hcl_block *block, PyObject *dict, PyObject *types) {
    pcty_hcl_block_data data;
    pcty_hcl_block_info(block, &data);
    PyObject *type = name_text(data.type);
    PyObject *inner = type == NULL ? NULL : body_dict(body, data.body);
    bool is_done = inner != NULL;
    if (is_done && body->flags & BODY_MARKS_BLOCKS) {
        is_done = PyDict_SetItem(inner, body->is_block_key, Py_True) == 0;
    }
    if (is_done && body->flags & BODY_LINES) is_done = add_lines(body, block, inner);
    if (is_done && body->flags & BODY_SOURCE) {
        inner = nested(body, block, data.label_count, inner);
        is_done = inner != NULL && append(dict, type, inner);
    } else if (is_done) {
        is_done = add_under_labels(block, &data, type, inner, dict, types);
    }
    Py_XDECREF(type);
    Py_XDECREF(inner);
    return is_done;
}

static bool add_attribute(const Body *body, const pcty_hcl_attribute *attribute, PyObject *dict) {
    pcty_hcl_attribute_data data;
    pcty_hcl_attribute_info(attribute, &data);
    PyObject *name = name_text(data.name);
    int is_block = name == NULL || body->flags & BODY_SOURCE ? 0 : PyDict_Contains(dict, name);
    if (is_block > 0) {
        conflict(data.file, data.name_range, "Argument and block of one name",
                 PyUnicode_FromFormat("The body has a block %R, too; a dict has one item of a name.", name));
    }
    PyObject *item = NULL;
    if (name != NULL && is_block == 0) {
        item = body->scope == NULL ? expression_object(body, data.expression)
                                   : evaluated(body, data.expression);
    }
    bool is_done = item != NULL && PyDict_SetItem(dict, name, item) == 0;
    Py_XDECREF(name);
    Py_XDECREF(item);
    return is_done;
}

static PyObject *body_dict(const Body *body, const pcty_hcl_body *from) {
    pcty_hcl_items *items = NULL;
    pcty_error *error = NULL;
    if (pcty_hcl_body_items(from, &items, &error) != PCTY_OK) return raise_error(error);
    PyObject *dict = PyDict_New(), *types = NULL;
    bool is_done = dict != NULL && !Py_EnterRecursiveCall(" while reading a body");
    bool is_entered = is_done;
    size_t count = pcty_hcl_items_count(items);
    for (size_t i = 0; is_done && i < count; i++) {
        pcty_hcl_item item;
        pcty_hcl_items_at(items, i, &item);
        if (item.attribute != NULL) {
            is_done = add_attribute(body, item.attribute, dict);
            continue;
        }
        if (types == NULL) types = PySet_New(NULL);
        is_done = types != NULL;
        for (size_t j = 0; is_done && j < item.block_count; j++) {
            is_done = add_block(body, pcty_hcl_items_block_at(items, i, j), dict, types);
        }
    }
    if (is_entered) Py_LeaveRecursiveCall();
    pcty_hcl_items_free(items);
    Py_XDECREF(types);
    if (!is_done) {
        Py_XDECREF(dict);
        return NULL;
    }
    return dict;
}

/* The kinds and texts of tokens without blanks. */
PyObject *tokens_to_python(PyObject *self, PyObject *object) {
    (void)self;
    void *tokens = NULL;
    if (!argument_handle(object, KIND_hcl_tokens, false, &tokens)) return NULL;
    PyObject *list = PyList_New(0);
    pcty_hcl_token token;
    for (size_t i = 0; list != NULL && pcty_hcl_tokens_at(tokens, i, &token); i++) {
        if (token.kind == PCTY_HCL_TOKEN_BLANK) continue;
        PyObject *kind = result_enumeration(&enumerations[ENUM_hcl_token_kind], token.kind);
        PyObject *text = name_text(token.text);
        PyObject *pair = kind == NULL || text == NULL ? NULL : PyTuple_Pack(2, kind, text);
        if (pair == NULL || PyList_Append(list, pair) != 0) {
            Py_DECREF(list);
            list = NULL;
        }
        Py_XDECREF(kind);
        Py_XDECREF(text);
        Py_XDECREF(pair);
    }
    return list;
}

PyObject *body_to_python(PyObject *self, PyObject *const *args, Py_ssize_t n) {
    (void)self;
    void *from = NULL, *scope = NULL;
    Body body = {{0}, NULL, 0, NULL, NULL, NULL};
    if (!argument_count("body_to_python", n, 6, 6) ||
        !argument_handle(args[0], KIND_hcl_body, false, &from) ||
        !argument_handle(args[1], KIND_hcl_scope, true, &scope) ||
        !argument_u32(args[2], &body.flags) || !argument_bool(args[4], &body.reader.keeps) ||
        !handles_take(&args[1], 1)) {
        return NULL;
    }
    body.scope = scope;
    body.reader.numbers = PyLong_AsLong(args[3]);
    body.reader.fallback = args[5];
    body.is_block_key = PyUnicode_InternFromString("__is_block__");
    body.start_line_key = PyUnicode_InternFromString("__start_line__");
    body.end_line_key = PyUnicode_InternFromString("__end_line__");
    PyObject *dict = body_dict(&body, from);
    handles_leave(&args[1], 1);
    Py_XDECREF(body.is_block_key);
    Py_XDECREF(body.start_line_key);
    Py_XDECREF(body.end_line_key);
    return dict;
}
