
// The type of every function.
#define PCTY_FUNC_TYPE_INIT                                                             \
    {sizeof(pcty_func_type), PCTY_PARAMS_ANY, NULL, 0, NULL, NULL, NULL, PCTY_REQUIRED, NULL}
