
// A schema that allows neither arguments nor blocks.
#define PCTY_HCL_SCHEMA_INIT {sizeof(pcty_hcl_schema), NULL, 0, NULL, 0}
