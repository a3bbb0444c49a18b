
// The layout of `terraform fmt` for the whole text.
#define PCTY_HCL_FORMAT_OPTIONS_INIT \
    {sizeof(pcty_hcl_format_options), \
     PCTY_HCL_STYLE_LAYOUT,           \
     PCTY_HCL_HEREDOCS_TERRAFORM,     \
     PCTY_HCL_ALIGNMENT_ALL,          \
     PCTY_HCL_ORDER_SOURCE,           \
     0,                               \
     false,                           \
     0,                               \
     0}
