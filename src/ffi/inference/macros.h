// Initializer of an invariant of kind PCTY_INFER_INVARIANT_TYPE without data.
#define PCTY_INFER_INVARIANT_INIT                                                       \
    {sizeof(pcty_infer_invariant), PCTY_INFER_INVARIANT_TYPE, 0, 0, NULL, NULL, NULL, NULL, NULL, 0}
