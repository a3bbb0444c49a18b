
// A schema that allows neither arguments nor blocks.
#define PCTY_HCL_SCHEMA_INIT {sizeof(pcty_hcl_schema), NULL, 0, NULL, 0}

// Options of an optional block or of any number of blocks, without labels.
#define PCTY_HCL_BLOCK_OPTIONS_INIT \
    {sizeof(pcty_hcl_block_options), false, 0, 0, NULL, 0}
