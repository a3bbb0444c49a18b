
// Initializer of options: the current language without aliases.
#define PCTY_PUPPET_OPTIONS_INIT                                                        \
    {sizeof(pcty_puppet_options), PCTY_PUPPET_CURRENT, NULL}
