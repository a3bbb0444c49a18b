
// The type of all functions.
#define PCTY_FUNCTION_TYPE_INIT                                                             \
    {sizeof(pcty_function_type), PCTY_PARAMETERS_ANY, NULL, 0, NULL, NULL, NULL, PCTY_REQUIRED, NULL}
