
// A whole text in 2020-12 that does not refer to other documents.
#define PCTY_SCHEMA_OPTIONS_INIT                                                        \
    {sizeof(pcty_schema_options), PCTY_SCHEMA_DRAFT_2020_12, {NULL, 0}, {NULL, 0}, NULL, NULL, NULL}
