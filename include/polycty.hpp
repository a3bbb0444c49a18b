// polycty for C++17: the handles of polycty.h as classes that own, copy and free.
//
// This header includes the headers of all topics in polycty/, each of which can be included alone
// and then compiles faster. polycty/fwd.hpp declares the classes, polycty/mapping.hpp maps structs
// to bodies of HCL. The C headers document the contract of every function; a method calls the
// function of its name, and its comment documents only the differences.
//
// The general rules:
//
// - Ownership. A class named after a noun (Type, Value, Path, Marks, Converter) owns its handle;
//   copying one counts a reference, except for Path, PathSet and Iteration, whose content is
//   copied. VariableScope, Unification, RefinementBuilder, Unifier, Invariants, Solver, Solution
//   and hcl::File can only be moved. A class whose name ends in Ref (TypeRef, ValueRef, PathRef,
//   MarksRef, ConverterRef, ConflictRef) is a view of one word that owns nothing: it is to Value
//   what std::string_view is to std::string. Every owner converts to its view; a view converts to
//   an owner by counting a reference.
// - Borrowed results. A view, a std::string_view and a Range that a method returns are valid as
//   long as the owner on which the method was called. On a temporary owner the method returns an
//   owner or a std::string instead, or does not compile: name the owner then. An owner does not
//   derive from its view, so it cannot be assigned through a reference to one.
// - Errors. Failures throw polycty::Error; `attempt` converts that to a Result for callers that
//   expect failures. Results that may be missing are a std::optional. A moved-from handle is empty:
//   it may be destroyed and assigned to; methods that can fail throw, and the others return the
//   result of the C function for NULL.
// - Text arguments are UTF-8 in a std::string_view and need not end with a NUL. Text that the
//   caller owns is returned as a std::string.
// - Threads. Most objects are immutable and may be used by any number of threads at once, including
//   copying and destruction. Paths, path sets, scopes, files, refinement builders, iterations,
//   unifiers, invariants, solvers, and errors that are being built are mutable and belong to one
//   thread at a time. While a scope or a file does not change, any number of threads may evaluate,
//   check or read in it.
// - Callbacks may throw, but no exception passes through the library. The exception becomes the
//   pcty_error that the C caller receives, and the C++ caller receives an Error again; walks
//   rethrow it unchanged. Cancelling a thread inside a callback is undefined behavior.
//
// The header needs only polycty.h and the standard library, and defines no macro except its include
// guard. A program without exceptions uses polycty.h itself.

#ifndef POLYCTY_HPP
#define POLYCTY_HPP

#include "polycty/base.hpp"
#include "polycty/callback.hpp"
#include "polycty/capsules.hpp"
#include "polycty/dialects.hpp"
#include "polycty/functions.hpp"
#include "polycty/fwd.hpp"
#include "polycty/hcl.hpp"
#include "polycty/hcl_bodies.hpp"
#include "polycty/hcl_write.hpp"
#include "polycty/inference.hpp"
#include "polycty/marks.hpp"
#include "polycty/ostream.hpp"
#include "polycty/paths.hpp"
#include "polycty/refinements.hpp"
#include "polycty/types.hpp"
#include "polycty/values.hpp"
#ifdef PCTY_HAS_TERRAFORM
#include "polycty/terraform.hpp"
#endif
#ifdef PCTY_HAS_PCL
#include "polycty/pcl.hpp"
#endif
#ifdef PCTY_HAS_PUPPET
#include "polycty/puppet.hpp"
#include "polycty/puppet_catalog.hpp"
#include "polycty/puppet_language.hpp"
#endif
#ifdef PCTY_HAS_MCL
#include "polycty/mcl.hpp"
#include "polycty/mcl_language.hpp"
#include "polycty/mcl_runtime.hpp"
#endif
#ifdef PCTY_HAS_TRANSLATE
#include "polycty/translate.hpp"
#endif
#ifdef PCTY_HAS_SCHEMA
#include "polycty/schema.hpp"
#endif
#ifdef PCTY_HAS_SERVICES
#include "polycty/services.hpp"
#endif

#endif // POLYCTY_HPP
