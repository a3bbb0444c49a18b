
// A refinement that says nothing.
#define PCTY_REFINEMENT_INIT                                                            \
    {sizeof(pcty_refinement), PCTY_REFINEMENT_NOTHING, false, {NULL, 0}, 0, 0}
