// polycty: the type systems of the configuration languages over one universe of
// types and values.
//
// The headers in polycty/ are generated from src/ffi, a folder a header; `make header`
// renews them. Each can be included alone. In each come first the handles (what there is),
// with an example; then the plain data that crosses (enumerations, callbacks, structs); then
// the functions in sections, in the order in which a newcomer needs them.
//
// The rules that hold everywhere:
//
// - Ownership. What a function gives through a `T *` or an out parameter `T **`
//   is the caller's and goes to `pcty_<noun>_free`, which takes NULL as a no-op.
//   What it gives as a `const T *` is lent: the comment says from whom and for
//   how long. No function takes a handle away from its caller, save the frees.
//   Nothing here is ever released with libc's `free`.
// - Errors. A function that can fail returns a `pcty_status`, writes its outputs
//   only on PCTY_OK, and takes a last `pcty_error **error`, which may be NULL; on
//   a failure, and only then, it gives there an error that the caller frees.
//   A compiler warns if a call ignores its status; `PCTY_IGNORE(call)` ignores it on purpose.
//   `must(call)` in the examples is a function of the program, which ends it if the status is not
//   PCTY_OK.
// - Arguments come in one order. What the call is about: the noun, then what else it
//   takes, a source before its target (`source, target`; `value, type`; `found, wanted`;
//   `function, arguments, result`), a text before its `file`, that before the `start` in it,
//   what is nested before how often or under which labels. A constructor of something that
//   has a type takes the type before what it is made of (`type, value`).
//   Then how: whose rules (dialect, syntax), options, a callback with its `user_data` and
//   `destroy`. Then the outputs, of which `out` is the first and `diagnostics` the last, then
//   the error. Puppet's mode is the last of the options. The outputs of a call, its error
//   among them, are different places.
// - Names. A function is named after its noun, which is its first argument or what it makes.
//   `_at` takes a position, from 0, and is about the element there; `_get` takes a name
//   or a key; `_count` says how many there are. `partial` is HashiCorp's term: a part of a
//   body, and a rest.
// - Diagnostics. A function with an output `diagnostics` fails if the output is NULL and one of
//   the diagnostics is an error. If the output is not NULL, the function gives a partial result,
//   and `*diagnostics` is an error with all diagnostics, warnings too, or NULL.
// - NULL. A pointer that may be NULL is named in the comment's "NULL:" line; any
//   other one gives PCTY_ERROR_INVALID_ARGUMENT, or, where a function returns no
//   status, the answer named there. An array of no elements may be NULL. A pointer
//   that is not NULL must be valid.
// - Enumerations are types of 32 bits. A constant of another enumeration warns in C
//   (-Wextra of gcc) and does not compile in C++. A number without a constant gives
//   PCTY_ERROR_INVALID_ARGUMENT. Flags, whose constants are or-ed together, are uint32_t.
// - Threads. What does not change once it is made may be used by any number of threads at
//   once, its frees and clones included: that is everything save paths, path sets, scopes,
//   environments, files, refinement builders, iterations, unifiers, lists of invariants, solvers,
//   the hosts, drafts, builders and runtimes of mcl, and errors while they are being built. These
//   belong to one thread at a time; as long as nobody changes a scope, an environment, a file or a
//   host, any number may evaluate, check, compile or look in it. The comment of
//   each handle says which it is; what is lent is as its owner.
// - Limits. What a call may take is bounded: by itself to what a service survives that is
//   given small hostile texts, or as the host says (`pcty_budget`), who may also stop it from
//   another thread. Past that it gives PCTY_ERROR_LIMIT or PCTY_ERROR_CANCELLED, and
//   nothing else.
// - Callbacks run on the thread that called in and may call the library again, but may
//   not free what the running call was given. The library holds no lock meanwhile.
//   `destroy` alone may run on another thread: the one that dropped the last reference.
//   A callback that unwinds or longjmps through the library is undefined behaviour.
// - The library keeps no last error, starts no threads, prints nothing and never ends the
//   process, save where the system refuses it memory: then Rust's runtime says so and ends
//   it. Nesting is bounded everywhere.
