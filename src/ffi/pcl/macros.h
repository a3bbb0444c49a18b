
// Missing variables and iterations over what is no collection are errors; literals of 32 bits
// are ints.
#define PCTY_PCL_OPTIONS_INIT                                                           \
    {sizeof(pcty_pcl_options), PCTY_SEVERITY_ERROR, PCTY_SEVERITY_ERROR, false}
