#include "_cgo_export.h"

// Returns its argument without any work.
uint64_t crossed(uint64_t given) { return given; }

// The same with a call of Go from C.
uint64_t crossed_back(uint64_t given) { return goNothing(given); }
