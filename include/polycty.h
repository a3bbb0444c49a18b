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
//
// The headers, and their sections:
//
// polycty/features.h
//   The languages that this build contains.
//
// polycty/base.h
//   What every other header speaks of: versions, statuses, strings, errors, paths.
//   - Versions and features of the library.
//   - Handles: types, values, errors and paths, each of which knows of the others.
//   - Text that crosses the C ABI.
//   - Statuses: the results of calls.
//   - Strings: text of the caller's own.
//   - Errors: code, message, path, types and diagnostics.
//   - Paths: where inside a value is it?
//   - Callbacks: what a host gives along with them.
//   - Budgets: what calls may take, and how another thread ends them.
//
// polycty/types.h
//   The universe of types: making them and looking at them.
//   - Types: making them.
//   - Function types.
//   - Types: looking at them.
//   - Scopes and groups: variables and recursive types.
//   - Types: what a host says of them.
//
// polycty/values.h
//   The universe of values: making them, reading them, computing with them.
//   - Values: making scalars, comparing, and the state of any value.
//   - Values: reading scalars.
//   - Containers: lists, sets, tuples, maps and objects.
//   - Values: the operators.
//   - Values: walking them, and rewriting their parts.
//   - Capsules: the host's own types and data inside values.
//
// polycty/marks.h
//   What a host attaches to values, and to which of their parts.
//   - Marks: what a host attaches to values and every operation carries on.
//   - Path sets.
//   - Marks with the paths to the parts that they are on.
//
// polycty/refinements.h
//   What is known of values that are unknown.
//   - Refinements: what is known of an unknown value?
//   - Refinement builders: saying what is known of an unknown value.
//
// polycty/dialects.h
//   The questions that every dialect answers: notation, assignability, conversion, unification.
//   - Types: each dialect's notation and rules.
//   - Converters: from values of one type to values of another.
//   - Unifications: the one type that several types convert to.
//
// polycty/functions.h
//   Functions of hosts and of the standard library.
//   - Functions: calling with values that may be unknown, null or marked.
//   - The standard library: the functions of HCL, by cty's names.
//
// polycty/codecs.h
//   Values as JSON and MessagePack.
//   - Codecs: values as JSON and MessagePack.
//
// polycty/hcl.h
//   HCL: expressions, what they are evaluated in, and type expressions.
//   - HCL: scopes.
//   - HCL: expressions.
//   - HCL: traversals.
//   - HCL: the trees of expressions.
//   - HCL: the functions that are called.
//   - HCL: expressions as arguments.
//   - HCL: type expressions and defaults.
//   - HCL: values and types as text, and what a strict check finds.
//
// polycty/hcl_bodies.h
//   HCL: bodies, what they contain, and values decoded from them.
//   - HCL: bodies.
//   - HCL: what a body contains.
//   - HCL: the items of a body, without a schema.
//   - HCL: specifications.
//   - HCL: decoding bodies by specifications.
//
// polycty/hcl_write.h
//   HCL: writing. Texts in native syntax laid out, changed without touching the rest of them, and made.
//   - HCL, writing: tokens.
//   - HCL, writing: snippets.
//   - HCL, writing: files.
//   - HCL, writing: what stands in a file.
//   - HCL, writing: arguments and blocks.
//   - HCL, writing: inside of values.
//   - HCL, writing: formatting.
//
// polycty/terraform.h
//   Terraform: its functions, its modules, and the evaluation of a module with given inputs.
//   - Terraform's functions in scopes of HCL.
//   - Terraform's modules: reading, and what there is.
//   - Terraform's modules: what one is looked at with.
//   - Terraform's modules: what one is worth with some inputs.
//
// polycty/pcl.h
//   PCL: types, values that come later, and expressions that were checked.
//   - PCL: types.
//   - PCL: the type that steps into a value lead to.
//   - PCL: eventual values, and which member of a union a value becomes.
//   - PCL: scopes of types.
//   - PCL: checking expressions.
//   - PCL: the nodes of an expression that was checked.
//
// polycty/puppet.h
//   Puppet: notation, values, rules, and why something is not what was wanted.
//   - Puppet: type aliases.
//   - Puppet: the notation of types and of literal values.
//   - Puppet: values that only it has.
//   - Puppet: what only its rules answer.
//   - Puppet: iterations, of what a type gives.
//   - Puppet: whose rules answer, and values where another kind is wanted.
//   - Puppet: why something is not what was wanted.
//
// polycty/puppet_language.h
//   Puppet's language: manifests and templates, what is in them, and what they evaluate to.
//   - Puppet's language: environments.
//   - Puppet's language: what the host does for a program.
//   - Puppet's language: manifests and templates.
//   - Puppet's language: outlines.
//
// polycty/mcl.h
//   mcl: what only its types and values answer.
//   - mcl: its types and values, beyond what every dialect answers.
//
// polycty/mcl_language.h
//   mcl's language: what programs are given, the graphs of functions that they are, and the resource graphs that they come to.
//   - mcl's language: senders.
//   - mcl's language: hosts.
//   - mcl's language: functions of the host.
//   - mcl's language: resource graphs.
//   - mcl's language: kinds of resources.
//   - mcl's language: resource graphs that a host makes by calls.
//   - mcl's language: graphs of functions.
//   - mcl's language: programs.
//   - mcl's language: running programs.
//
// polycty/inference.h
//   Unification variables, and what types the expressions of a program must have.
//   - Unifiers: what variables stand for, if types are to be equal.
//   - Signatures: what a function takes and gives, as a solver of types sees it.
//   - Solvers: which types the expressions of a program must have.
//   - Solutions: the results of a solver.
//
// polycty/translate.h
//   Types and values of one dialect in another one.
//   - Translations: a type, and a value, of one dialect in another one.
//
// polycty/schema.h
//   JSON Schema: types as schemas, schemas as types, how they relate, and documents that show it.
//   - Schemas: reading and writing.
//   - Schemas: documents, and how two sets of them relate.
//   - Schemas: a schema for a type, and a type for a schema.
//   - Schemas: the schema of the data of a class of Puppet.
//   - Schemas: the documents of the variables of a module of Terraform.
//   - Schemas: witnesses of translations and of assignability.
//
// polycty/bindings.h (on its own)
//   What a binding for another language needs besides: summaries of values, the memory that they hold, and Ruby's objects as values. `polycty.h` does not include this header.
//   - Values: a summary of each of many, in one call.
//   - Values: how much memory they hold, and copies of small ones.
//   - Ruby: what the library needs of its C API.
//   - Values of Ruby's objects.
//   - Ruby's objects of values.

#ifndef POLYCTY_H
#define POLYCTY_H

#include "polycty/base.h"
#include "polycty/types.h"
#include "polycty/values.h"
#include "polycty/marks.h"
#include "polycty/refinements.h"
#include "polycty/dialects.h"
#include "polycty/functions.h"
#include "polycty/codecs.h"
#include "polycty/hcl.h"
#include "polycty/hcl_bodies.h"
#include "polycty/hcl_write.h"
#ifdef PCTY_HAS_TERRAFORM
#include "polycty/terraform.h"
#endif
#ifdef PCTY_HAS_PCL
#include "polycty/pcl.h"
#endif
#ifdef PCTY_HAS_PUPPET
#include "polycty/puppet.h"
#endif
#ifdef PCTY_HAS_PUPPET
#include "polycty/puppet_language.h"
#endif
#ifdef PCTY_HAS_MCL
#include "polycty/mcl.h"
#endif
#ifdef PCTY_HAS_MCL
#include "polycty/mcl_language.h"
#endif
#include "polycty/inference.h"
#ifdef PCTY_HAS_TRANSLATE
#include "polycty/translate.h"
#endif
#ifdef PCTY_HAS_SCHEMA
#include "polycty/schema.h"
#endif

#endif // POLYCTY_H
