/* The conversions that the trampolines of callbacks use. */
#ifndef POLYCTY_PYTHON_CALLBACKS_H
#define POLYCTY_PYTHON_CALLBACKS_H

#include "native.h"

/* A handle that is valid during the callback: a clone if possible. */
PyObject *lent(int kind, void *pointer);
PyObject *list_of_handles(int kind, void *pointers, size_t count);
/* Passes a result to the library. None leaves the output unchanged. */
bool give_handle(PyObject *object, int kind, void **out);
bool give_text(PyObject *object, pcty_string **out);
bool give_bytes(PyObject *object, uint8_t *bytes, size_t count);
void refinement_failed(pcty_refinement_builder *builder);

#endif
