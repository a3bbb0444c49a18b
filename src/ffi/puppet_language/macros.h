
// Initializers of the structs that the functions `pcty_puppet_outline_*_at` fill.
#define PCTY_PUPPET_DEFINITION_INIT                                                     \
    {sizeof(pcty_puppet_definition),                                                    \
     PCTY_PUPPET_DEFINES_CLASS,                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     0,                                                                                 \
     0,                                                                                 \
     {1, 1, 0},                                                                         \
     {{1, 1, 0}, {1, 1, 0}}}
#define PCTY_PUPPET_PARAMETER_INIT                                                      \
    {sizeof(pcty_puppet_parameter), false, {NULL, 0}, {NULL, 0}, {NULL, 0}, {1, 1, 0}}
#define PCTY_PUPPET_RESOURCE_INIT                                                       \
    {sizeof(pcty_puppet_resource), PCTY_PUPPET_RESOURCE_REGULAR, {NULL, 0}, {NULL, 0},  \
     {NULL, 0}, 0, {1, 1, 0}}
#define PCTY_PUPPET_RESOURCE_BODY_INIT {sizeof(pcty_puppet_resource_body), {NULL, 0}, 0}
#define PCTY_PUPPET_ATTRIBUTE_INIT                                                      \
    {sizeof(pcty_puppet_attribute), false, {NULL, 0}, {NULL, 0}, {1, 1, 0}}
#define PCTY_PUPPET_CALL_SITE_INIT                                                      \
    {sizeof(pcty_puppet_call_site), false, {NULL, 0}, 0, 0, {1, 1, 0}}
#define PCTY_PUPPET_VARIABLE_INIT {sizeof(pcty_puppet_variable), {NULL, 0}, {1, 1, 0}}

// A function without signatures; `name` and `call` must be set.
#define PCTY_PUPPET_FUNCTION_SPEC_INIT                                                  \
    {sizeof(pcty_puppet_function_spec), {NULL, 0}, NULL, 0, NULL, NULL, NULL}

// The value 0 of an option: it does not change the option.
#ifdef __cplusplus
#define PCTY_PUPPET_UNCHANGED(type) static_cast<type>(0)
#else
#define PCTY_PUPPET_UNCHANGED(type) ((type)0)
#endif

// Initializer of options that change nothing.
#define PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT                                            \
    {sizeof(pcty_puppet_environment_options),                                           \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_strictness),                                                         \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_unknown),                                                            \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_resources),                                                          \
     NULL,                                                                              \
     NULL}

// Options without an environment; `environment_folder` and `node` must be set.
#define PCTY_PUPPET_CATALOG_OPTIONS_INIT                                                \
    {sizeof(pcty_puppet_catalog_options),                                               \
     PCTY_PUPPET_UNCHANGED(pcty_puppet_strictness),                                     \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL,                                                                              \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL}

// JSON of a catalog without secrets.
#define PCTY_PUPPET_CATALOG_JSON_OPTIONS_INIT                                           \
    {sizeof(pcty_puppet_catalog_json_options), false, 0, {NULL, 0}, {NULL, 0}}

// A lookup without a merge strategy and a default value.
#define PCTY_PUPPET_LOOKUP_OPTIONS_INIT {sizeof(pcty_puppet_lookup_options), {NULL, 0}, NULL}

// Initializers of the structs that the functions `pcty_puppet_catalog_*_at` fill.
#define PCTY_PUPPET_CATALOG_RESOURCE_INIT                                               \
    {sizeof(pcty_puppet_catalog_resource),                                              \
     PCTY_PUPPET_CATALOG_INCLUDED,                                                      \
     false,                                                                             \
     false,                                                                             \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     0,                                                                                 \
     0,                                                                                 \
     0}
#define PCTY_PUPPET_CATALOG_PARAMETER_INIT                                              \
    {sizeof(pcty_puppet_catalog_parameter), false, {NULL, 0}, NULL}
#define PCTY_PUPPET_CATALOG_EDGE_INIT {sizeof(pcty_puppet_catalog_edge), 0, 0}
