
// Missing variables and iterations over values that are not collections are errors; literals of 32
// bits are ints.
#define PCTY_PCL_OPTIONS_INIT                                                           \
    {sizeof(pcty_pcl_options), PCTY_SEVERITY_ERROR, PCTY_SEVERITY_ERROR, false}

// A step to an attribute, whose name must be set.
#define PCTY_PCL_STEP_INIT {sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, {NULL, 0}, NULL}

// The initial value for `pcty_pcl_checked_conversion_at` and `pcty_pcl_node_conversion`.
#define PCTY_PCL_CONVERSION_INIT                                                        \
    {sizeof(pcty_pcl_conversion), PCTY_CONVERSION_NONE, {{1, 1, 0}, {1, 1, 0}}, NULL, NULL}
