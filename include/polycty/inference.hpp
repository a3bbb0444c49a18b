// Inference of types: unification, signatures and solvers.

#ifndef POLYCTY_INFERENCE_HPP
#define POLYCTY_INFERENCE_HPP

#include "functions.hpp"
#include "inference.h"
#include "detail/enumerations_inference.hpp"

namespace polycty {

// ============================================================================
// INFERENCE
// ============================================================================

// Equations between types with variables, and their most general solution.
//
// Ownership: move-only.
// Errors: `unify` throws Code::type, with both types, if they cannot be equal.
// Threads: one at a time.
//
// ```cpp
// polycty::Type what_a_list_holds(polycty::TypeRef list) {
//     polycty::Unifier unifier;
//     polycty::Type element = unifier.fresh();
//     unifier.unify(polycty::Type::list(element), list);
//     return unifier.resolve(element);
// }
// ```
class Unifier
    : public detail::Owned<detail::View<pcty_infer_unifier>, pcty_infer_unifier, pcty_infer_unifier_free> {
  public:
    Unifier() : Owned(pcty_infer_unifier_new()) {}
    Type fresh() { return Type(pcty_infer_unifier_fresh(mutable_get())); }
    Type instantiate(TypeRef type);
    void unify(TypeRef left, TypeRef right);
    Type resolve(TypeRef type);
};

// A type scheme: a type that is generic over some of its variables.
//
// Ownership: a copy is a handle of its own.
// Threads: any number at once.
//
// ```cpp
// polycty::Scheme for_all(polycty::TypeRef type_with_variables) {
//     return polycty::Scheme::closed(type_with_variables);
// }
// ```
class Scheme : public detail::Shared<detail::View<pcty_infer_scheme>, pcty_infer_scheme, pcty_infer_scheme_clone,
                                     pcty_infer_scheme_free> {
  public:
    using Shared::Shared;
    // Creates a scheme over all variables of a type.
    static Scheme closed(TypeRef type) { return Scheme(pcty_infer_scheme_closed(type.get())); }
    TypeRef type() const & noexcept { return TypeRef(detail::info(pcty_infer_scheme_info, get()).type); }
    Type type() const && { return type(); }
    // The number of variables that it is over.
    std::size_t quantified() const noexcept { return detail::info(pcty_infer_scheme_info, get()).quantified_count; }
};

// The types of a call's arguments, borrowed for the call.
using ArgumentTypes = Range<TypeRef, const pcty_type *>;

// The signature of a function: a function type, or a rule that computes it for each call from the
// types of the arguments and of the result. Unknown types are variables; the rule returns nullopt
// while it cannot determine the signature.
//
// Ownership: a copy counts a reference; the rule is destroyed with the last reference.
// Errors: `check` throws the errors of the C function, and those of the rule.
// Threads: any number at once; this applies to the rule, too.
//
// ```cpp
// polycty::Signature first_of_list() {
//     return polycty::Signature::built(
//         [](polycty::ArgumentTypes arguments, polycty::TypeRef) -> std::optional<polycty::Type> {
//             if (arguments[0].kind() != polycty::Kind::list) {
//                 return std::nullopt;
//             }
//             polycty::FunctionType parts;
//             parts.positional = {{std::nullopt, arguments[0]}};
//             parts.result = arguments[0].element();
//             return polycty::Type::function(parts);
//         });
// }
// ```
class Signature : public detail::Shared<detail::View<pcty_infer_signature>, pcty_infer_signature,
                                        pcty_infer_signature_clone, pcty_infer_signature_free> {
  public:
    using Shared::Shared;
    explicit Signature(TypeRef function_type);
    static Signature
    built(Callback<std::optional<Type>(ArgumentTypes, TypeRef)> rule);
    // Returns the function type, if there is no rule.
    std::optional<TypeRef> type() const & noexcept;
    std::optional<Type> type() const && { return type(); }
    // Returns the function type for a call with arguments of these types.
    Type check(const Types &arguments) const;
    // Creates a function that checks its arguments and its result against this signature in each
    // call.
    Function function(Dialect dialect,
                      Callback<Value(Arguments, TypeRef)> implementation) const;
};

// Constraints on the types of expressions. The host chooses the numbers of the expressions.
//
// Ownership: move-only; arguments are copied.
// Threads: one at a time.
//
// ```cpp
// polycty::Invariants either(std::uint64_t expr, polycty::TypeRef one, polycty::TypeRef other) {
//     polycty::Invariants first, second, all;
//     first.type(expr, one);
//     second.type(expr, other);
//     all.any({&first, &second});
//     return all;
// }
// ```
class Invariants : public detail::Owned<detail::View<pcty_infer_invariants>, pcty_infer_invariants,
                                        pcty_infer_invariants_free> {
  public:
    Invariants() : Owned(pcty_infer_invariants_new()) {}
    std::size_t size() const noexcept { return pcty_infer_invariants_count(get()); }
    void clear() noexcept { pcty_infer_invariants_clear(mutable_get()); }
    void type(std::uint64_t expr, TypeRef type);
    void equal(std::uint64_t one, std::uint64_t other);
    void call(std::uint64_t function, Span<std::uint64_t> arguments, std::uint64_t result);
    void apply(const Signature &signature, Span<std::uint64_t> arguments, std::uint64_t result);
    void instance(std::uint64_t expr, const Scheme &scheme);
    // At least one of these lists holds.
    void any(std::initializer_list<const Invariants *> alternatives);
};

// Two types that cannot be equal, and the numbers of the invariants that require it.
//
// Ownership: a view, valid as long as the Solution.
// Threads: any number at once.
//
// ```cpp
// void print_chain(polycty::ConflictRef conflict) {
//     std::cout << conflict.reason();
//     for (std::uint32_t number : conflict.chain()) {
//         std::cout << ' ' << number;
//     }
// }
// ```
class ConflictRef : public detail::View<pcty_infer_conflict> {
  public:
    using View::View;
    Rule rule() const noexcept { return static_cast<Rule>(data().rule); }
    std::string_view reason() const noexcept { return detail::view(data().reason); }
    TypeRef left() const noexcept { return TypeRef(data().left); }
    TypeRef right() const noexcept { return TypeRef(data().right); }
    // Returns the path to the types; its names are borrowed.
    Range<TypeStep, pcty_infer_conflict> steps() const noexcept;
    Range<std::uint32_t, pcty_infer_conflict> chain() const noexcept;
    // Returns the alternative that is refuted.
    std::size_t alternative() const noexcept { return data().alternative; }

  private:
    pcty_infer_conflict_data data() const noexcept {
        pcty_infer_conflict_data data{};
        pcty_infer_conflict_info(get(), &data);
        return data;
    }
};

// An expression without a determined type, and the known part of its type; borrowed.
struct Undetermined {
    std::uint64_t expr;
    TypeRef known;
};

// An undecided invariant, and the positions of its remaining alternatives; borrowed.
struct Remaining {
    std::uint32_t invariant;
    Range<std::size_t, pcty_infer_solution> alternatives;
};

// An expression that needs an annotation. The known type and the candidates are borrowed.
struct Annotation {
    std::uint64_t expr;
    TypeRef known;
    Range<TypeRef, pcty_infer_solution> candidates;
};

// The result of a solver.
//
// Ownership: move-only; independent of the solver.
// Errors: `type` throws Code::unknown if there is no solution, not_found, and limit.
// Threads: any number at once.
//
// ```cpp
// bool is_text(const polycty::Solution &outcome, std::uint64_t expr) {
//     return outcome.kind() == polycty::SolutionKind::solved &&
//            outcome.type(expr) == polycty::Type::string();
// }
// ```
class Solution
    : public detail::Owned<detail::View<pcty_infer_solution>, pcty_infer_solution, pcty_infer_solution_free> {
  public:
    using Owned::Owned;
    SolutionKind kind() const noexcept {
        return static_cast<SolutionKind>(data().kind);
    }
    TypeRef type(std::uint64_t expr) const &;
    Type type(std::uint64_t expr) const && { return type(expr); }
    // Returns the expressions without a determined type, with the known parts of their types.
    Range<Undetermined, pcty_infer_solution> undetermined() const & noexcept;
    void undetermined() const && = delete;
    // Returns the annotations that would determine them.
    Range<Annotation, pcty_infer_solution> annotations() const & noexcept;
    void annotations() const && = delete;
    // Returns the numbers of two invariants that cannot both hold.
    std::uint32_t first() const noexcept { return data().first; }
    std::uint32_t second() const noexcept { return data().second; }
    std::optional<ConflictRef> conflict() const & noexcept;
    void conflict() const && = delete;
    // Returns the reason why each alternative fails, if all of them do.
    Range<ConflictRef, pcty_infer_solution> refutations() const & noexcept;
    void refutations() const && = delete;
    // Returns the error of a signature's rule, if that is the conflict.
    std::optional<Error> reported() const;
    // Returns the undecided invariants, each with its remaining alternatives.
    Range<Remaining, pcty_infer_solution> remaining() const & noexcept;
    void remaining() const && = delete;

  private:
    pcty_infer_solution_data data() const noexcept {
        pcty_infer_solution_data data{};
        data.first = data.second = PCTY_INFER_NO_INVARIANT;
        pcty_infer_solution_info(get(), &data);
        return data;
    }
};

// Infers the types of expressions from invariants.
//
// Ownership: move-only; its signatures and types are reference-counted.
// Errors: a system without a solution is reported in the Solution; `leave` throws Code::type for
// it.
// Threads: one at a time. A signature's rule must not use the solver that calls it.
//
// ```cpp
// polycty::Solution solve(const polycty::Invariants &invariants) {
//     polycty::Solver solver;
//     solver.add(invariants);
//     return solver.solve();
// }
// ```
class Solver : public detail::Owned<detail::View<pcty_infer_solver>, pcty_infer_solver, pcty_infer_solver_free> {
  public:
    Solver() : Owned(pcty_infer_solver_new()) {}
    void set_step_limit(std::uint64_t steps) noexcept { pcty_infer_solver_set_step_limit(mutable_get(), steps); }
    std::uint64_t step_limit() const noexcept {
        return detail::info(pcty_infer_solver_info, get()).step_limit;
    }
    // Returns the number of invariants, which is the number of the next one.
    std::uint32_t size() const noexcept {
        return detail::info(pcty_infer_solver_info, get()).invariant_count;
    }
    // Returns the type variable of an expression.
    Type variable(std::uint64_t expr) { return Type(pcty_infer_solver_variable(mutable_get(), expr)); }
    Type fresh() { return Type(pcty_infer_solver_fresh(mutable_get())); }
    // Returns the number of the first invariant; the others have the following numbers.
    std::uint32_t add(const Invariants &invariants);
    Type known(std::uint64_t expr);
    // Begin and end a definition; the end returns the generalized types of expressions.
    void enter() noexcept { pcty_infer_solver_enter(mutable_get()); }
    std::vector<Scheme> leave(Span<std::uint64_t> exprs);
    Solution solve();
};

// --- Inference

inline Type Unifier::instantiate(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_infer_unifier_instantiate, mutable_get(), type.get()));
}

inline void Unifier::unify(TypeRef left, TypeRef right) {
    detail::done(pcty_infer_unifier_unify, mutable_get(), left.get(), right.get());
}

inline Type Unifier::resolve(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_infer_unifier_resolve, mutable_get(), type.get()));
}

namespace detail {

// The data of a signature that the library stores: its rule.
struct SignatureRule {
    Callback<std::optional<Type>(ArgumentTypes, TypeRef)> rule;

    static pcty_status build(void *data, const pcty_type *const *arguments, std::size_t count,
                             const pcty_type *result, pcty_type **out,
                             pcty_error **error) noexcept {
        return guarded(error, [&] {
            const SignatureRule &self = *static_cast<const SignatureRule *>(data);
            ArgumentTypes types{arguments, count, [](const pcty_type *const *from, std::size_t i, std::size_t) {
                                    return TypeRef(from[i]);
                                }};
            std::optional<Type> built = self.rule(types, TypeRef(result));
            *out = built ? built->release() : nullptr;
        });
    }
    static void destroy(void *data) noexcept { delete static_cast<SignatureRule *>(data); }
};

} // namespace detail

inline Signature::Signature(TypeRef function_type)
    : Shared(detail::made<pcty_infer_signature>(pcty_infer_signature_new, function_type.get())) {}

inline Signature
Signature::built(Callback<std::optional<Type>(ArgumentTypes, TypeRef)> rule) {
    if (!rule) {
        throw Error(Code::invalid_argument, "a signature requires a rule");
    }
    // From here on the library destroys the rule.
    void *data = new detail::SignatureRule{std::move(rule)};
    pcty_infer_signature_rule build = detail::SignatureRule::build;
    pcty_destroy destroy = detail::SignatureRule::destroy;
    return Signature(detail::made<pcty_infer_signature>(pcty_infer_signature_built, build, data, destroy));
}

inline std::optional<TypeRef> Signature::type() const & noexcept {
    return detail::some<TypeRef>(pcty_infer_signature_type(get()));
}

inline Type Signature::check(const Types &arguments) const {
    return Type(detail::made<pcty_type>(pcty_infer_signature_check, get(), arguments.data(),
                                        arguments.size()));
}

inline Function
Signature::function(Dialect dialect,
                    Callback<Value(Arguments, TypeRef)> implementation) const {
    if (!implementation) {
        throw Error(Code::invalid_argument, "a function requires an implementation");
    }
    // From here on the library destroys the host, also if it rejects the function.
    void *data = new detail::Host{{}, std::move(implementation)};
    pcty_function_impl call = detail::Host::call;
    pcty_destroy destroy = detail::Host::destroy;
    return Function(detail::made<pcty_function>(pcty_infer_signature_function, get(),
                                                static_cast<pcty_dialect>(dialect), call, data,
                                                destroy));
}

inline void Invariants::type(std::uint64_t expr, TypeRef type) {
    pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
    invariant.kind = PCTY_INFER_INVARIANT_TYPE;
    invariant.expression = expr;
    invariant.type = type.get();
    detail::done(pcty_infer_invariants_add, mutable_get(), &invariant);
}

inline void Invariants::equal(std::uint64_t one, std::uint64_t other) {
    pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
    invariant.kind = PCTY_INFER_INVARIANT_EQUAL;
    invariant.expression = one;
    invariant.other = other;
    detail::done(pcty_infer_invariants_add, mutable_get(), &invariant);
}

inline void Invariants::call(std::uint64_t function, Span<std::uint64_t> arguments,
                             std::uint64_t result) {
    pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
    invariant.kind = PCTY_INFER_INVARIANT_CALL;
    invariant.expression = result;
    invariant.other = function;
    invariant.arguments = arguments.data();
    invariant.count = arguments.size();
    detail::done(pcty_infer_invariants_add, mutable_get(), &invariant);
}

inline void Invariants::apply(const Signature &signature, Span<std::uint64_t> arguments,
                              std::uint64_t result) {
    pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
    invariant.kind = PCTY_INFER_INVARIANT_APPLY;
    invariant.expression = result;
    invariant.signature = signature.get();
    invariant.arguments = arguments.data();
    invariant.count = arguments.size();
    detail::done(pcty_infer_invariants_add, mutable_get(), &invariant);
}

inline void Invariants::instance(std::uint64_t expr, const Scheme &scheme) {
    pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
    invariant.kind = PCTY_INFER_INVARIANT_INSTANCE;
    invariant.expression = expr;
    invariant.scheme = scheme.get();
    detail::done(pcty_infer_invariants_add, mutable_get(), &invariant);
}

inline void Invariants::any(std::initializer_list<const Invariants *> alternatives) {
    detail::Array<const pcty_infer_invariants *> lists;
    for (const Invariants *alternative : alternatives) {
        lists.push(alternative->get());
    }
    pcty_infer_invariant invariant = PCTY_INFER_INVARIANT_INIT;
    invariant.kind = PCTY_INFER_INVARIANT_ANY;
    invariant.alternatives = lists.data();
    invariant.count = lists.size();
    detail::done(pcty_infer_invariants_add, mutable_get(), &invariant);
}

inline Range<TypeStep, pcty_infer_conflict> ConflictRef::steps() const noexcept {
    return {get(), data().step_count,
            [](const pcty_infer_conflict *from, std::size_t i, std::size_t) {
                pcty_type_step borrowed;
                detail::done(pcty_infer_conflict_step_at, from, i, &borrowed);
                return TypeStep{static_cast<Part>(borrowed.part), borrowed.position,
                                detail::view(borrowed.name)};
            }};
}

inline Range<std::uint32_t, pcty_infer_conflict> ConflictRef::chain() const noexcept {
    return {get(), data().chain_count,
            [](const pcty_infer_conflict *from, std::size_t i, std::size_t) {
                return pcty_infer_conflict_chain_at(from, i);
            }};
}

inline TypeRef Solution::type(std::uint64_t expr) const & {
    return TypeRef(detail::read<const pcty_type *>(pcty_infer_solution_type, get(), expr));
}

inline Range<Undetermined, pcty_infer_solution> Solution::undetermined() const & noexcept {
    return {get(), data().undetermined_count,
            [](const pcty_infer_solution *from, std::size_t i, std::size_t) {
                pcty_infer_undetermined one{};
                pcty_infer_solution_undetermined_at(from, i, &one);
                return Undetermined{one.expression, TypeRef(one.type)};
            }};
}

inline Range<Annotation, pcty_infer_solution> Solution::annotations() const & noexcept {
    return {get(), data().annotation_count,
            [](const pcty_infer_solution *from, std::size_t i, std::size_t) {
                pcty_infer_annotation one{};
                pcty_infer_solution_annotation_at(from, i, &one);
                Range<TypeRef, pcty_infer_solution> candidates{
                    from, one.candidate_count,
                    [](const pcty_infer_solution *of, std::size_t j, std::size_t within) {
                        return TypeRef(pcty_infer_solution_candidate_at(of, within, j));
                    },
                    i};
                return Annotation{one.expression, TypeRef(one.type), candidates};
            }};
}

inline std::optional<ConflictRef> Solution::conflict() const & noexcept {
    return detail::some<ConflictRef>(data().conflict);
}

inline Range<ConflictRef, pcty_infer_solution> Solution::refutations() const & noexcept {
    return {get(), data().refutation_count,
            [](const pcty_infer_solution *from, std::size_t i, std::size_t) {
                return ConflictRef(pcty_infer_solution_refutation_at(from, i));
            }};
}

inline std::optional<Error> Solution::reported() const {
    const pcty_error *lent = data().reported;
    return lent == nullptr ? std::nullopt : std::optional<Error>(Error(pcty_error_clone(lent)));
}

inline Range<Remaining, pcty_infer_solution> Solution::remaining() const & noexcept {
    return {get(), data().remaining_count,
            [](const pcty_infer_solution *from, std::size_t i, std::size_t) {
                pcty_infer_remaining one{};
                pcty_infer_solution_remaining_at(from, i, &one);
                Range<std::size_t, pcty_infer_solution> alternatives{
                    from, one.alternative_count,
                    [](const pcty_infer_solution *of, std::size_t j, std::size_t within) {
                        return pcty_infer_solution_alternative_at(of, within, j);
                    },
                    i};
                return Remaining{one.invariant, alternatives};
            }};
}

inline std::uint32_t Solver::add(const Invariants &invariants) {
    return detail::read<std::uint32_t>(pcty_infer_solver_add, mutable_get(), invariants.get());
}

inline Type Solver::known(std::uint64_t expr) {
    return Type(detail::made<pcty_type>(pcty_infer_solver_known, mutable_get(), expr));
}

inline std::vector<Scheme> Solver::leave(Span<std::uint64_t> exprs) {
    using List = detail::Owned<detail::View<pcty_infer_scheme_list>, pcty_infer_scheme_list,
                               pcty_infer_scheme_list_free>;
    List list(detail::made<pcty_infer_scheme_list>(pcty_infer_solver_leave, mutable_get(), exprs.data(),
                                             exprs.size()));
    std::vector<Scheme> schemes;
    for (std::size_t i = 0; i < exprs.size(); i++) {
        schemes.emplace_back(pcty_infer_scheme_clone(pcty_infer_scheme_list_at(list.get(), i)));
    }
    return schemes;
}

inline Solution Solver::solve() {
    return Solution(detail::made<pcty_infer_solution>(pcty_infer_solver_solve, mutable_get()));
}

} // namespace polycty

#endif // POLYCTY_INFERENCE_HPP
