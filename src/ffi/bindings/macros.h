
// Nothing of Ruby, all of which has to be set.
#define PCTY_RUBY_INIT                                                                  \
    {sizeof(pcty_ruby), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,     \
     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,      \
     NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,      \
     NULL, NULL, NULL, NULL, NULL, NULL}
