
// No folders and no options of languages; columns are units of UTF-16.
#define PCTY_WORKSPACE_OPTIONS_INIT        \
    {sizeof(pcty_workspace_options),       \
     PCTY_POSITION_ENCODING_UTF16,         \
     false,                                \
     false,                                \
     {NULL, 0},                            \
     {NULL, 0},                            \
     {NULL, 0},                            \
     NULL,                                 \
     0,                                    \
     {NULL, 0},                            \
     {NULL, 0},                            \
     NULL,                                 \
     0,                                    \
     {NULL, 0}}
