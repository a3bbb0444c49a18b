// The C side of callbacks into Go: functions that the library calls, with a cgo.Handle as
// user_data. go_f implements the callback type pcty_f; tools/callbacks.go writes it, and tools/shims.go
// finds it by this name.

#ifndef POLYCTY_GO_CALLBACKS_H
#define POLYCTY_GO_CALLBACKS_H

#include "results.h"
#include "callbacks_made.h"

// The result that a Go function has computed already, for its next call on this thread; 0 for none.
void go_function_give(uintptr_t given);
uintptr_t go_causes_noted(void);
bool go_causes_note(uintptr_t cause);
// The context for callbacks on this thread. `go_context_enter` sets it and returns the previous
// one.
uintptr_t go_context_enter(uintptr_t entered);
uintptr_t go_context_entered(void);

#ifdef POLYCTY_GO_MCL
// The runtimes of mcl that step on this thread, including those whose callbacks step others.
typedef struct go_mcl_steps {
    const pcty_mcl_runtime *runtime;
    const struct go_mcl_steps *around;
} go_mcl_steps;

const go_mcl_steps *go_mcl_steps_enter(const go_mcl_steps *innermost);
bool go_mcl_steps_here(const pcty_mcl_runtime *runtime);

#endif

#endif
