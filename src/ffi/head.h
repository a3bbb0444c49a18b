// polycty: the type systems of configuration languages, with one model of types and values.
//
// The headers in polycty/ are generated from src/ffi, one directory for each header; `make header`
// regenerates them. Each can be included alone. Each contains in this order: the handles, with an
// example; the plain data (enumerations, callbacks, structs); the functions in sections, in the
// order in which a new user needs them.
//
// These rules apply everywhere:
//
// - Ownership. The caller owns each result of the type `T *` and each handle stored in an out
//   parameter `T **`, and frees it with `pcty_<noun>_free`, which accepts NULL as a no-op. A result
//   of the type `const T *` is borrowed: the comment specifies its owner and its lifetime. Only the
//   free functions take ownership of a handle. Never release anything with libc's `free`.
// - Errors. A function that can fail returns a `pcty_status` and writes its outputs only on
//   PCTY_OK. Its last parameter is `pcty_error **error`, which may be NULL. On failure, and only
//   then, the function stores an error there, which the caller frees.
//   A compiler warns if a call ignores its status; `PCTY_IGNORE(call)` ignores it on purpose.
//   `must(call)` in the examples is a function of the program that ends it if the status is not
//   PCTY_OK.
// - Arguments are in one order. First the subject of the call: the noun, then its other inputs.
//   A source is before its target (`source, target`; `value, type`; `found, wanted`;
//   `function, arguments, result`), a text before its `file` and then its `start`, and a nested
//   item before the number of its repetitions or its labels. A constructor of an item that has a
//   type takes the type before the content (`type, value`).
//   Then the manner: the rules (dialect, syntax, format), options, a callback with its `user_data`
//   and `destroy`. Puppet's mode is the last of the options. Then the outputs, with `out` first
//   and `diagnostics` last, then the error. The outputs of a call, including its error, must be
//   different locations.
// - Names. A function is named after its noun, which is its first argument or its result.
//   `_at` takes a position, from 0, and returns or writes the element there; `_get` takes a name
//   or a key; `_count` returns the number of elements. `_text` returns a borrowed `pcty_str`.
//   `_to_text`, `_to_json` and `_format` create a string: they return it if they cannot fail, NULL
//   for NULL and for a number without a constant, and otherwise a status. `partial` is HashiCorp's
//   term for a function that splits a body into a part and the remaining body.
// - Diagnostics. A function with an output `diagnostics` fails if the output is NULL and one of
//   the diagnostics is an error. If the output is not NULL, the function returns a partial result,
//   and `*diagnostics` is an error with all diagnostics, including warnings, or NULL.
// - NULL. The "NULL:" line of a comment names each pointer that may be NULL. For any other pointer,
//   NULL is PCTY_ERROR_INVALID_ARGUMENT; a function without a status returns the result in that
//   line. An array without elements may be NULL. A pointer that is not NULL must be valid.
//   "No text" is a `pcty_str` whose `data` is NULL.
// - Enumerations are types of 32 bits. A constant of a different enumeration causes a warning in C
//   (-Wextra of gcc) and does not compile in C++. A number without a constant is
//   PCTY_ERROR_INVALID_ARGUMENT. Flags, whose constants are combined with `|`, are uint32_t.
// - Threads. Any number of threads may use an immutable handle at once, and free and clone it.
//   All handles are immutable except paths, path sets, scopes, environments, files, refinement
//   builders, iterations, unifiers, lists of invariants, solvers, hosts, the resource builders,
//   builders and runtimes of mcl, and errors while they are being built. These may be used by one
//   thread at a time. While no thread changes a scope, an environment, a file or a host, any number
//   of threads may evaluate, check, compile or search with it. The comment of each handle specifies
//   its rule; a borrowed handle follows the rule of its owner.
// - Limits. The work of each call is limited: by default to limits that are safe for servers that
//   process small hostile texts, or to those of a budget of the host (`pcty_budget`), which another
//   thread may cancel. A call that exceeds its limits fails with PCTY_ERROR_LIMIT, a cancelled call
//   with PCTY_ERROR_CANCELLED; neither writes outputs.
// - Callbacks run on the thread of the call. They may call the library again, and may change or free
//   the objects that the running call uses: the call keeps references of its own. Strings and the
//   elements of arrays that were passed to the call must stay valid until it returns. The library
//   holds no lock meanwhile.
//   Only `destroy` may run on a different thread: the one that drops the last reference.
//   A callback that unwinds or longjmps through the library is undefined behavior.
// - The library keeps no last error, starts no threads, prints nothing and never ends the
//   process, with one exception: if the system has no memory left, Rust's runtime prints a message
//   and ends the process. Nesting is bounded everywhere.
