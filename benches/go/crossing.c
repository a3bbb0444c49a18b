#include "_cgo_export.h"

// There and back, with a number to carry, and nothing done.
uint64_t crossed(uint64_t given) { return given; }

// The same with a call of Go's from within.
uint64_t crossed_back(uint64_t given) { return goNothing(given); }
