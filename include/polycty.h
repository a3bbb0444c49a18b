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
//
// The headers, and their sections:
//
// polycty/features.h
//   The languages that this build contains.
//
// polycty/base.h
//   Versions, statuses, strings, errors and paths, which all other headers use.
//   - Versions and features of the library.
//   - The handles of errors, paths, types and values.
//   - Text in the C ABI.
//   - Statuses: the results of calls.
//   - Strings: text that the caller owns.
//   - Errors: code, message, path, types and diagnostics.
//   - Paths: positions inside values.
//   - Callbacks and the data that the host passes with them.
//   - Budgets: limits of calls, and cancellation from another thread.
//
// polycty/types.h
//   Types: creating and reading them.
//   - Types: creating them.
//   - Function types.
//   - Types: reading them.
//   - Variable scopes and groups: unification variables and recursive types.
//   - Types: annotations of the host.
//
// polycty/values.h
//   Values: creating, reading and computing.
//   - Values: creating scalars, comparing, and the state of any value.
//   - Values: reading scalars.
//   - Containers: lists, sets, tuples, maps and objects.
//   - Values: operators.
//   - Values: visiting and rewriting their parts.
//   - Capsules: types and data of the host inside values.
//
// polycty/marks.h
//   Marks of values and of their parts.
//   - Marks: labels that a host attaches to values and that every operation propagates.
//   - Path sets: sets of paths.
//   - Path marks: marks with the paths to the parts that carry them.
//
// polycty/refinements.h
//   Refinements: facts about unknown values.
//   - Refinements: known facts about unknown values.
//   - Refinement builders: adding facts about an unknown value.
//
// polycty/dialects.h
//   Operations of every dialect: notation, assignability, conversion, unification.
//   - Types: the notation and rules of each dialect.
//   - Converters: conversion of values from one type to another.
//   - Unifications: the common target type of several types.
//
// polycty/functions.h
//   Functions of the host and of the standard library.
//   - Functions: calls with values that may be unknown, null or marked.
//   - The standard library: the functions of HCL, by cty's names.
//
// polycty/codecs.h
//   Values as JSON, MessagePack and YAML, and the positions of their parts in documents.
//   - Codecs: values as JSON and MessagePack.
//   - Documents of data in JSON and YAML: their check, and the positions of the parts of a value.
//
// polycty/hcl.h
//   HCL: expressions, scopes and type expressions.
//   - HCL: scopes.
//   - HCL: expressions.
//   - HCL: traversals.
//   - HCL: the trees of expressions.
//   - HCL: calls of functions.
//   - HCL: expressions as arguments.
//   - HCL: type expressions and defaults.
//   - HCL: values and types as text, and the attributes that a strict check reports.
//
// polycty/hcl_bodies.h
//   HCL: bodies, their content, and values decoded from them.
//   - HCL: bodies.
//   - HCL: the content of a body.
//   - HCL: the items of a body, without a schema.
//   - HCL: specifications.
//   - HCL: decoding bodies by specifications.
//
// polycty/hcl_write.h
//   HCL, writing: texts in native syntax that are formatted, edited without changes to the rest of the text, and created.
//   - HCL, writing: tokens.
//   - HCL, writing: fragments.
//   - HCL, writing: files.
//   - HCL, writing: the nodes of a file.
//   - HCL, writing: edits of arguments and blocks.
//   - HCL, writing: edits inside values.
//   - HCL, writing: formatting.
//
// polycty/terraform.h
//   Terraform: its functions, its modules, the evaluation of a module with inputs, projects and plans.
//   - Terraform: its functions in scopes of HCL.
//   - Terraform: parsing a module, and its declarations.
//   - Terraform: the inputs of an evaluation.
//   - Terraform: the evaluation of a module with inputs.
//   - Terraform: projects, that is a root module and the modules that it calls.
//   - Terraform: plans and states in the JSON form of `terraform show -json`, as typed values.
//
// polycty/pcl.h
//   PCL: types, deferred values, and checked expressions.
//   - PCL: types.
//   - PCL: the type that steps into a value lead to.
//   - PCL: deferred values, and the member of a union that a value is converted to.
//   - PCL: scopes of types.
//   - PCL: checking expressions.
//   - PCL: the nodes of a checked expression.
//
// polycty/puppet.h
//   Puppet: notation, values, rules, and explanations of type mismatches.
//   - Puppet: type aliases.
//   - Puppet: the notation of types and of literal values.
//   - Puppet: values that other dialects do not have.
//   - Puppet: rules that other dialects do not have.
//   - Puppet: iteration over the values of a type.
//   - Puppet: rules with a mode, and conversions of values.
//   - Puppet: explanations of type mismatches.
//
// polycty/puppet_language.h
//   Puppet's language: manifests and templates, their outlines, their evaluation, and catalogs.
//   - Puppet's language: environments.
//   - Puppet's language: callbacks of the host.
//   - Puppet's language: manifests and templates.
//   - Puppet's language: outlines.
//   - Puppet's language: catalogs.
//   - Puppet's language: lookups of Hiera data.
//
// polycty/mcl.h
//   mcl: rules of its types and values.
//   - mcl: rules of its types and values that other dialects do not have.
//
// polycty/mcl_language.h
//   mcl's language: hosts of programs, graphs of functions, and resource graphs.
//   - mcl's language: senders.
//   - mcl's language: hosts.
//   - mcl's language: functions of the host.
//   - mcl's language: resource graphs.
//   - Puppet: the resource graph of a catalog.
//   - mcl's language: kinds of resources.
//   - mcl's language: resource graphs that a host builds by calls.
//   - mcl's language: graphs of functions.
//   - mcl's language: programs.
//   - mcl's language: execution of programs.
//
// polycty/inference.h
//   Type inference: unification variables, and solvers of the types of a program's expressions.
//   - Unifiers: the types of variables that make types equal.
//   - Signatures: the parameter and result types of functions in a solver.
//   - Solvers: inference of the types of a program's expressions.
//   - Solutions: the results of a solver.
//
// polycty/translate.h
//   Translation of types and values between dialects.
//   - Translations of types and values from one dialect to another.
//
// polycty/schema.h
//   JSON Schema: conversion of types to schemas and of schemas to types, relations between them, and witnesses.
//   - Schemas: parsing and formatting.
//   - Schemas: sets of documents and their relations.
//   - Schemas: conversion of a type to a schema, and of a schema to a type.
//   - Schemas: the schema of the data of a Puppet class.
//   - Schemas: the documents of the variables of a Terraform module.
//   - Schemas: witnesses of translations and of assignability.
//
// polycty/services.h
//   Language services for editors: diagnostics, completion, hover, definitions, rename and more for all languages of the build, in the form of the language server protocol.
//   - Language services: workspaces of documents and files.
//   - Language services: the requests of an editor.
//
// polycty/bindings.h (on its own)
//   Additional functions for bindings to other languages: summaries of values, their memory use, and conversion of Ruby objects. `polycty.h` does not include this header.
//   - Values: summaries of many values in one call.
//   - Values: their memory use, and copies of small values.
//   - Ruby: the functions of its C API that the library uses.
//   - Conversion of Ruby objects to values.
//   - Conversion of values to Ruby objects.

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
#ifdef PCTY_HAS_SERVICES
#include "polycty/services.h"
#endif

#endif // POLYCTY_H
