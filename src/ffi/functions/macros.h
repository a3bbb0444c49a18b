
// A parameter without a type, which must be set.
#define PCTY_PARAMETER_INIT {sizeof(pcty_parameter), 0, {NULL, 0}, {NULL, 0}, NULL}

// A function without parameters; the return type and the implementation must be set.
#define PCTY_FUNCTION_SPEC_INIT                                                         \
    {sizeof(pcty_function_spec), 0, {NULL, 0}, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL}
