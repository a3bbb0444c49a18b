
// A refinement without facts.
#define PCTY_REFINEMENT_INIT                                                            \
    {sizeof(pcty_refinement), PCTY_REFINEMENT_NOTHING, false, {NULL, 0}, 0, 0}

// A fact without data.
#define PCTY_REFINEMENT_FACT_INIT                                                       \
    {sizeof(pcty_refinement_fact), PCTY_REFINEMENT_FACT_NOT_NULL, {NULL, 0}, NULL, false, 0}
