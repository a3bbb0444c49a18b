/* The module `polycty._native`: its types, errors, callbacks, and calls without the GIL. */
#include "callbacks.h"

#include <signal.h>
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#elif defined(__APPLE__)
#include <pthread.h>
#endif

PyTypeObject *handle_types[KIND_COUNT];
/* Makes the exception of an error: (error, status, exceptions of callbacks or None). */
static PyObject *exception_factory;

/* --- Handles --- */

static void handle_dealloc(PyObject *self) {
    Handle *handle = (Handle *)self;
    PyTypeObject *type = Py_TYPE(self);
    if (handle->frees && handle->pointer != NULL && kinds[handle->kind].free != NULL) {
        kinds[handle->kind].free(handle->pointer);
    }
    Py_XDECREF(handle->owner);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static bool types_ready(PyObject *module) {
    static PyType_Slot slots[] = {{Py_tp_dealloc, handle_dealloc}, {0, NULL}};
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        PyType_Spec spec = {kinds[kind].name, sizeof(Handle), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
        PyObject *type = PyType_FromSpec(&spec);
        if (type == NULL) return false;
        handle_types[kind] = (PyTypeObject *)type;
        handle_classes[kind] = type;
        Py_INCREF(type);
        if (PyModule_AddObject(module, kinds[kind].name + 16, type) != 0) return false;
    }
    return true;
}

/* --- Calls without the GIL, and Ctrl-C --- */

static _Thread_local unsigned entered_budgets;
static volatile sig_atomic_t interrupted;

#ifndef _WIN32
/* The budgets of calls on the main thread, which a signal cancels: with the standard limits, and
 * without limits if the thread has entered a budget. */
static pcty_budget *standard_budget, *open_budget;
static const pcty_budget *volatile running_budget;
static struct sigaction python_action;

static void on_interrupt(int number, siginfo_t *info, void *context) {
    interrupted = 1;
    const pcty_budget *budget = running_budget;
    if (budget != NULL) pcty_budget_cancel(budget);
    if (python_action.sa_flags & SA_SIGINFO) {
        python_action.sa_sigaction(number, info, context);
    } else if (python_action.sa_handler != SIG_DFL && python_action.sa_handler != SIG_IGN) {
        python_action.sa_handler(number);
    }
}

static bool is_main_thread(void) {
#ifdef __linux__
    static _Thread_local int answer;
    if (answer == 0) answer = syscall(SYS_gettid) == getpid() ? 1 : -1;
    return answer == 1;
#elif defined(__APPLE__)
    return pthread_main_np() == 1;
#else
    return false;
#endif
}

static pcty_budget *budget_of_calls(void) {
    pcty_budget **budget = entered_budgets == 0 ? &standard_budget : &open_budget;
    if (*budget != NULL && pcty_budget_is_cancelled(*budget)) {
        pcty_budget_free(*budget);
        *budget = NULL;
    }
    if (*budget == NULL) {
        pcty_limits limits = PCTY_LIMITS_INIT;
        if (entered_budgets > 0) {
            limits.steps = limits.bytes = limits.microseconds = UINT64_MAX;
        } else {
            limits.microseconds = 10000000;
        }
        if (pcty_budget_new(&limits, budget, NULL) != PCTY_OK) *budget = NULL;
    }
    return *budget;
}

static bool interrupts_begin(void) {
    if (running_budget != NULL || !is_main_thread()) return false;
    pcty_budget *budget = budget_of_calls();
    if (budget == NULL || pcty_budget_enter(budget, NULL) != PCTY_OK) return false;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_interrupt;
    action.sa_flags = SA_SIGINFO;
    interrupted = 0;
    if (sigaction(SIGINT, NULL, &python_action) != 0 ||
        (!(python_action.sa_flags & SA_SIGINFO) &&
         (python_action.sa_handler == SIG_DFL || python_action.sa_handler == SIG_IGN))) {
        PCTY_IGNORE(pcty_budget_leave(budget, NULL));
        return false;
    }
    action.sa_flags |= python_action.sa_flags & SA_ONSTACK;
    running_budget = budget;
    sigaction(SIGINT, &action, NULL);
    return true;
}

static void interrupts_end(void) {
    const pcty_budget *budget = running_budget;
    sigaction(SIGINT, &python_action, NULL);
    running_budget = NULL;
    PCTY_IGNORE(pcty_budget_leave(budget, NULL));
}
#else
static bool interrupts_begin(void) { return false; }
static void interrupts_end(void) {}
#endif

Unlocked unlock(void) {
    Unlocked unlocked;
    unlocked.interruptible = interrupts_begin();
    unlocked.state = PyEval_SaveThread();
    return unlocked;
}

void lock(Unlocked unlocked) {
    PyEval_RestoreThread(unlocked.state);
    if (unlocked.interruptible) interrupts_end();
}

static PyObject *budget_step(PyObject *object, bool enters) {
    void *budget = NULL;
    pcty_error *error = NULL;
    if (!argument_handle(object, KIND_budget, false, &budget)) return NULL;
    pcty_status status =
        enters ? pcty_budget_enter(budget, &error) : pcty_budget_leave(budget, &error);
    if (status != PCTY_OK) return raise_error(error);
    entered_budgets += enters ? 1 : -1;
    return none();
}

static PyObject *budget_enter(PyObject *self, PyObject *object) {
    (void)self;
    return budget_step(object, true);
}

static PyObject *budget_leave(PyObject *self, PyObject *object) {
    (void)self;
    return budget_step(object, false);
}

/* --- Data of Python that the library owns --- */

typedef struct {
    PyObject *object;
    bool is_listed;
} Data;

/* The addresses of data that the library may return: numbers in a set. */
static PyObject *listed_data;

static void *data_new(PyObject *object, bool is_listed) {
    Data *data = calloc(1, sizeof *data);
    if (data == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    if (is_listed) {
        PyObject *address = PyLong_FromVoidPtr(data);
        if (address == NULL || PySet_Add(listed_data, address) != 0) {
            Py_XDECREF(address);
            free(data);
            return NULL;
        }
        Py_DECREF(address);
    }
    Py_INCREF(object);
    data->object = object;
    data->is_listed = is_listed;
    return data;
}

void *data_keep(PyObject *object) { return data_new(object, true); }

void data_destroy(void *pointer) {
    Data *data = pointer;
    if (data == NULL || !Py_IsInitialized()) return;
    PyGILState_STATE gil = PyGILState_Ensure();
    if (data->is_listed) {
        PyObject *address = PyLong_FromVoidPtr(data);
        if (address != NULL) PySet_Discard(listed_data, address);
        Py_XDECREF(address);
    }
    PyObject *object = data->object;
    free(data);
    Py_DECREF(object);
    PyGILState_Release(gil);
}

PyObject *data_object(const void *pointer) {
    PyObject *address = PyLong_FromVoidPtr((void *)pointer);
    if (address == NULL) return NULL;
    int is_listed = pointer == NULL ? 0 : PySet_Contains(listed_data, address);
    Py_DECREF(address);
    if (is_listed < 0) return NULL;
    if (!is_listed) return none();
    PyObject *object = ((const Data *)pointer)->object;
    Py_INCREF(object);
    return object;
}

PyObject *callables_tuple(PyObject *const *callables, size_t count) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (size_t i = 0; tuple != NULL && i < count; i++) {
        PyObject *callable = callables[i] == NULL ? Py_None : callables[i];
        Py_INCREF(callable);
        PyTuple_SetItem(tuple, (Py_ssize_t)i, callable);
    }
    return tuple;
}

void *callbacks_new(PyObject *const *callables, size_t count) {
    PyObject *tuple = callables_tuple(callables, count);
    if (tuple == NULL) return NULL;
    void *data = data_new(tuple, false);
    Py_DECREF(tuple);
    return data;
}

/* --- Callbacks --- */

#define MAX_DEPTH 32

static _Thread_local Frame *top_frame;

void frame_enter(Frame *frame) {
    frame->outer = top_frame;
    frame->raised = NULL;
    frame->depth = top_frame == NULL ? 1 : top_frame->depth + 1;
    frame->is_fatal = false;
    top_frame = frame;
}

void frame_leave(Frame *frame) {
    top_frame = frame->outer;
    Py_XDECREF(frame->raised);
}

PyObject *callback_call(void *user_data, size_t position, PyObject *arguments) {
    if (arguments == NULL) return NULL;
    PyObject *result = NULL;
    if (top_frame != NULL && top_frame->is_fatal) {
        PyErr_SetString(PyExc_RuntimeError, "an exception in an earlier callback ended the call");
    } else if (top_frame != NULL && top_frame->depth > MAX_DEPTH) {
        PyErr_SetString(PyExc_RecursionError, "callbacks and library call each other too deep");
    } else {
        PyObject *callable = PyTuple_GetItem(((Data *)user_data)->object, (Py_ssize_t)position);
        result = callable == NULL ? NULL : PyObject_CallObject(callable, arguments);
    }
    Py_DECREF(arguments);
    return result;
}

static PyObject *take_exception(void) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyErr_NormalizeException(&type, &value, &trace);
    if (value != NULL && trace != NULL) PyException_SetTraceback(value, trace);
    Py_XDECREF(type);
    Py_XDECREF(trace);
    return value;
}

/* Records the exception that is set, and returns an error for it. */
static pcty_error *note_exception(pcty_status *status) {
    PyObject *exception = take_exception();
    pcty_error *error = NULL;
    *status = PCTY_ERROR_CALLBACK;
    if (exception == NULL) return pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("callback failed"));
    if (top_frame == NULL) {
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
        PyErr_WriteUnraisable(NULL);
    } else if (!top_frame->is_fatal) {
        if (top_frame->raised == NULL) top_frame->raised = PyList_New(0);
        if (top_frame->raised == NULL || PyList_Append(top_frame->raised, exception) != 0) {
            PyErr_Clear();
        }
        top_frame->is_fatal = !PyObject_TypeCheck(exception, (PyTypeObject *)PyExc_Exception);
    }
    if (top_frame != NULL && top_frame->is_fatal) *status = PCTY_ERROR_CANCELLED;
    if (PyObject_TypeCheck(exception, (PyTypeObject *)PyExc_NotImplementedError)) {
        /* The host does not support the request; the language reports this. */
        *status = PCTY_ERROR_UNSUPPORTED;
        Py_DECREF(exception);
        return NULL;
    }
    PyObject *named = PyObject_GetAttrString(exception, "status");
    uint32_t number = 0;
    if (named != NULL && PyUnicode_Check(named) && *status != PCTY_ERROR_CANCELLED &&
        argument_enumeration(named, &enumerations[ENUM_status], &number)) {
        *status = (pcty_status)number;
    }
    PyErr_Clear();
    Py_XDECREF(named);
    PyObject *own = PyObject_GetAttrString(exception, "_error");
    void *pointer = NULL;
    if (own != NULL && argument_handle(own, KIND_error, false, &pointer)) {
        error = pcty_error_clone(pointer);
        *status = pcty_error_code(pointer);
    }
    PyErr_Clear();
    Py_XDECREF(own);
    if (error == NULL) {
        PyObject *text = PyObject_Str(exception);
        if (text == NULL || PyUnicode_GetLength(text) <= 0) {
            PyErr_Clear();
            Py_XDECREF(text);
            text = PyObject_GetAttrString((PyObject *)Py_TYPE(exception), "__name__");
        }
        pcty_str message = PCTY_STR("callback failed");
        if (text == NULL || !argument_text(text, &message)) PyErr_Clear();
        error = pcty_error_new(*status, message);
        Py_XDECREF(text);
    }
    Py_DECREF(exception);
    return error;
}

pcty_status callback_failed(pcty_error **error) {
    pcty_status status;
    pcty_error *made = note_exception(&status);
    if (error == NULL) {
        pcty_error_free(made);
    } else {
        *error = made;
    }
    return status;
}

pcty_error *callback_error(void) {
    pcty_status status;
    return note_exception(&status);
}

void refinement_failed(pcty_refinement_builder *builder) {
    pcty_error *error = callback_error();
    PCTY_IGNORE(pcty_refinement_builder_fail(builder, error, NULL));
    pcty_error_free(error);
}

void callback_end(PyObject *object) {
    if (object == NULL || object == Py_None) return;
    Handle *handle = (Handle *)object;
    if (!handle->frees) handle->pointer = NULL;
}

PyObject *lent(int kind, void *pointer) { return result_borrowed(kind, pointer, NULL); }

PyObject *list_of_handles(int kind, void *pointers, size_t count) {
    PyObject *list = PyList_New((Py_ssize_t)count);
    for (size_t i = 0; list != NULL && i < count; i++) {
        PyObject *item = lent(kind, ((void **)pointers)[i]);
        if (item == NULL) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SetItem(list, (Py_ssize_t)i, item);
    }
    return list;
}

bool give_handle(PyObject *object, int kind, void **out) {
    void *pointer = NULL;
    if (object == NULL || !argument_handle(object, kind, true, &pointer)) return false;
    if (pointer != NULL) *out = kinds[kind].clone(pointer);
    return true;
}

bool give_text(PyObject *object, pcty_string **out) {
    pcty_str text;
    if (object == NULL) {
        PyErr_SetString(PyExc_TypeError, "the callback returned the wrong number of results");
        return false;
    }
    if (object == Py_None) return true;
    if (!argument_text(object, &text)) return false;
    pcty_error *error = NULL;
    if (pcty_string_new(text, out, &error) == PCTY_OK) return true;
    raise_error(error);
    return false;
}

bool give_bytes(PyObject *object, uint8_t *bytes, size_t count) {
    const uint8_t *data = NULL;
    size_t length = 0;
    if (!argument_bytes(object, &data, &length)) return false;
    if (length != count) {
        PyErr_Format(PyExc_ValueError, "expected %zu bytes, found %zu", count, length);
        return false;
    }
    memcpy(bytes, data, count);
    return true;
}

/* --- Errors --- */

PyObject *raise_error(pcty_error *error) {
    if (PyErr_Occurred() != NULL) {
        pcty_error_free(error);
        return NULL;
    }
    if (top_frame != NULL && top_frame->is_fatal) {
        pcty_error_free(error);
        Py_ssize_t count = PyList_Size(top_frame->raised);
        PyObject *exception = PyList_GetItem(top_frame->raised, count - 1);
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
        return NULL;
    }
    pcty_status code = pcty_error_code(error);
    if (interrupted && code == PCTY_ERROR_CANCELLED) {
        interrupted = 0;
        if (PyErr_CheckSignals() != 0) {
            pcty_error_free(error);
            return NULL;
        }
    }
    PyObject *raised = top_frame == NULL || top_frame->raised == NULL ? Py_None : top_frame->raised;
    PyObject *status = result_enumeration(&enumerations[ENUM_status], (uint32_t)code);
    PyObject *handle = handle_new(KIND_error, error, true, NULL);
    if (status != NULL && handle != NULL && exception_factory != NULL) {
        PyObject *exception =
            PyObject_CallFunctionObjArgs(exception_factory, handle, status, raised, NULL);
        if (exception != NULL) {
            PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
            Py_DECREF(exception);
        }
    } else if (PyErr_Occurred() == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "the library reported an error");
    }
    Py_XDECREF(status);
    Py_XDECREF(handle);
    return NULL;
}

/* --- The module --- */

static PyObject *set_exception_factory(PyObject *self, PyObject *factory) {
    (void)self;
    Py_INCREF(factory);
    PyObject *before = exception_factory;
    exception_factory = factory;
    Py_XDECREF(before);
    return none();
}

PyObject *missing_feature(const char *name) {
    char text[96];
    int length = snprintf(text, sizeof text, "this build of polycty does not contain %s", name);
    pcty_str message = {text, (size_t)length};
    return raise_error(pcty_error_new(PCTY_ERROR_UNSUPPORTED, message));
}

static PyObject *set_class(PyObject *self, PyObject *class) {
    (void)self;
    for (int kind = 0; kind < KIND_COUNT; kind++) {
        if (PyType_Check(class) &&
            PyType_IsSubtype((PyTypeObject *)class, handle_types[kind])) {
            Py_INCREF(class);
            PyObject *before = handle_classes[kind];
            handle_classes[kind] = class;
            Py_DECREF(before);
            Py_INCREF(class);
            return class;
        }
    }
    PyErr_SetString(PyExc_TypeError, "expected a subclass of a type of handles");
    return NULL;
}

PyMethodDef core_methods[] = {
    {"budget_enter", budget_enter, METH_O, NULL},
    {"budget_leave", budget_leave, METH_O, NULL},
    {"set_exception_factory", set_exception_factory, METH_O, NULL},
    {"set_class", set_class, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT, "polycty._native", "The functions of the C ABI.", -1, NULL, NULL, NULL,
    NULL, NULL,
};

PyMODINIT_FUNC PyInit__native(void) {
    PyObject *module = PyModule_Create(&module_definition);
    if (module == NULL) return NULL;
#ifdef Py_GIL_DISABLED
    /* Mutable handles and shared texts rely on the GIL, which a free-threaded interpreter enables. */
    if (PyUnstable_Module_SetGIL(module, Py_MOD_GIL_USED) != 0) {
        Py_DECREF(module);
        return NULL;
    }
#endif
    listed_data = PySet_New(NULL);
    if (listed_data == NULL || !types_ready(module) ||
        PyModule_AddFunctions(module, core_methods) != 0 ||
        PyModule_AddFunctions(module, hot_methods) != 0) {
        Py_DECREF(module);
        return NULL;
    }
    for (size_t i = 0; generated_methods[i] != NULL; i++) {
        if (PyModule_AddFunctions(module, generated_methods[i]) != 0) {
            Py_DECREF(module);
            return NULL;
        }
    }
    return module;
}
