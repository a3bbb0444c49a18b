
// A `pcty_ruby` without functions and classes; all members must be set.
#define PCTY_RUBY_INIT                                                                  \
    {sizeof(pcty_ruby), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,     \
     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,      \
     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,      \
     NULL, NULL, NULL, NULL, NULL, NULL}
