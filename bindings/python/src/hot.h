/* Conversions that other files use. */
#ifndef POLYCTY_PYTHON_HOT_H
#define POLYCTY_PYTHON_HOT_H

#include "native.h"

/* The representation of numbers that are not whole. */
enum { NUMBERS_EXACT = 0, NUMBERS_FLOAT = 1, NUMBERS_DECIMAL = 2 };

/* The settings of a conversion to Python. */
typedef struct {
    long numbers;
    bool keeps;         /* unknown and marked values stay values */
    PyObject *fallback; /* converts a value that has no class in Python's core */
} Reader;

/* The flags of a conversion of a body. */
enum {
    BODY_SOURCE = 1,        /* python-hcl2's shape: texts as they are written */
    BODY_MARKS_BLOCKS = 2,  /* `__is_block__` in each block */
    BODY_LINES = 4,         /* `__start_line__` and `__end_line__` in each block */
    BODY_STRIPS = 8,        /* texts and labels without quotes */
    BODY_WRAPS_TUPLES = 16, /* tuples are texts */
    BODY_WRAPS_OBJECTS = 32,
    BODY_EXPANDS = 64,      /* numbers with an exponent are numbers */
};

/* A position in the value that is being converted, for the path of an error. */
typedef struct Step Step;
struct Step {
    const Step *outer;
    const pcty_value *container;
    size_t index;
};

PyObject *value_object(const Reader *reader, const pcty_value *value, const Step *step);
/* The text of a name; frequent names are shared. */
PyObject *name_text(pcty_str name);
PyObject *tokens_to_python(PyObject *self, PyObject *object);
PyObject *body_to_python(PyObject *self, PyObject *const *args, Py_ssize_t n);

#endif
