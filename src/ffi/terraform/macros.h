
// Initial values of the structs that `pcty_terraform_module_*_at` fills.
#define PCTY_TERRAFORM_DECLARATION_INIT                                                 \
    {sizeof(pcty_terraform_declaration), PCTY_TERRAFORM_VARIABLE, {NULL, 0}, {NULL, 0}, \
     {NULL, 0}, {NULL, 0}, {{1, 1, 0}, {1, 1, 0}}}
#define PCTY_TERRAFORM_VARIABLE_INFO_INIT                                               \
    {sizeof(pcty_terraform_variable_info),                                              \
     false,                                                                             \
     false,                                                                             \
     false,                                                                             \
     false,                                                                             \
     {NULL, 0},                                                                         \
     {NULL, 0},                                                                         \
     NULL,                                                                              \
     NULL,                                                                              \
     0,                                                                                 \
     {NULL, 0},                                                                         \
     {{1, 1, 0}, {1, 1, 0}}}

// Options that change nothing.
#define PCTY_TERRAFORM_OPTIONS_INIT                                                     \
    {sizeof(pcty_terraform_options), PCTY_TERRAFORM_UNSET_KEPT, NULL, {NULL, 0}, {NULL, 0}, \
     {NULL, 0}, {NULL, 0}}

// Initial values of the structs that `pcty_terraform_project_module_at` and
// `pcty_terraform_outputs_at` fill.
#define PCTY_TERRAFORM_MODULE_INFO_INIT                                                 \
    {sizeof(pcty_terraform_module_info), false, {NULL, 0}, {NULL, 0}, {NULL, 0}, {NULL, 0}, \
     {{1, 1, 0}, {1, 1, 0}}}
#define PCTY_TERRAFORM_OUTPUT_INFO_INIT                                                 \
    {sizeof(pcty_terraform_output_info), {NULL, 0}, {NULL, 0}, {NULL, 0}, NULL}

// The newest version of Terraform, without schemas.
#define PCTY_TERRAFORM_PROJECT_OPTIONS_INIT                                             \
    {sizeof(pcty_terraform_project_options), \
     false,                                  \
     {NULL, 0},                              \
     NULL,                                   \
     NULL,                                   \
     {NULL, 0},                              \
     {NULL, 0},                              \
     PCTY_TERRAFORM_DIALECT_DETECTED,        \
     PCTY_TERRAFORM_STRICTNESS_PARTS}

// Initial value of the struct that `pcty_terraform_plan_at` fills.
#define PCTY_TERRAFORM_PLAN_ITEM_INIT \
    {sizeof(pcty_terraform_plan_item), \
     PCTY_TERRAFORM_RESOURCE,          \
     PCTY_TERRAFORM_ACTION_NONE,       \
     {NULL, 0},                        \
     {NULL, 0},                        \
     {NULL, 0},                        \
     {NULL, 0},                        \
     {NULL, 0},                        \
     {NULL, 0},                        \
     NULL,                             \
     NULL}
