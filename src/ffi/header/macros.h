
// A string literal as a `pcty_str`, its length counted by the compiler; it may
// contain NUL bytes.
#ifdef __cplusplus
#define PCTY_STR(literal) (pcty_str{"" literal, sizeof(literal) - 1})
#else
#define PCTY_STR(literal) ((pcty_str){"" literal, sizeof(literal) - 1})
#endif

// The same as an initialiser of a static variable or of a struct's member.
#define PCTY_STR_INIT(literal) {"" literal, sizeof(literal) - 1}

// The place of the first byte of a text.
#ifdef __cplusplus
#define PCTY_POSITION_START (pcty_position{1, 1, 0})
#else
#define PCTY_POSITION_START ((pcty_position){1, 1, 0})
#endif

// A diagnostic without texts; its lines and columns count from 1.
#define PCTY_DIAGNOSTIC_INIT                                                            \
    {sizeof(pcty_diagnostic),                                                           \
     PCTY_SEVERITY_ERROR,                                                               \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     false,                                                                             \
     {{1, 1, 0}, {1, 1, 0}},                                                            \
     false,                                                                             \
     {{1, 1, 0}, {1, 1, 0}},                                                            \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0}}

// The type of every function.
#define PCTY_FUNC_TYPE_INIT                                                             \
    {sizeof(pcty_func_type), PCTY_PARAMS_ANY, NULL, 0, NULL, NULL, NULL, PCTY_REQUIRED, NULL}

// A capsule type whose data is opaque and equal by identity.
#define PCTY_CAPSULE_OPS_INIT {sizeof(pcty_capsule_ops), NULL, NULL, NULL, NULL}

// A refinement that says nothing.
#define PCTY_REFINEMENT_INIT                                                            \
    {sizeof(pcty_refinement), PCTY_REFINEMENT_NOTHING, false, {NULL, 0}, 0, 0}

// Today's Puppet, without aliases.
#define PCTY_PUPPET_OPTIONS_INIT                                                        \
    {sizeof(pcty_puppet_options), PCTY_PUPPET_CURRENT, NULL}

// A schema that allows neither arguments nor blocks.
#define PCTY_HCL_SCHEMA_INIT {sizeof(pcty_hcl_schema), NULL, 0, NULL, 0}

// A parameter without a type, which has to be set.
#define PCTY_PARAMETER_INIT {sizeof(pcty_parameter), 0, {NULL, 0}, {NULL, 0}, NULL}

// A function without parameters; the return type and the implementation have to be set.
#define PCTY_FUNCTION_SPEC_INIT                                                         \
    {sizeof(pcty_function_spec), 0, {NULL, 0}, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

// Missing variables and iterations over what is no collection are errors; literals of 32 bits
// are ints.
#define PCTY_PCL_OPTIONS_INIT                                                           \
    {sizeof(pcty_pcl_options), PCTY_SEVERITY_ERROR, PCTY_SEVERITY_ERROR, false}
