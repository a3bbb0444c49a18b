// Types, unification variables and groups of recursive types.

#ifndef POLYCTY_TYPES_HPP
#define POLYCTY_TYPES_HPP

#include "base.hpp"

namespace polycty {

// ============================================================================
// TYPES
// ============================================================================

// The step of a walk from a type to a part of it.
struct TypeStep {
    Part part;
    std::size_t position;  // for Part::position
    std::string_view name; // for Part::field
};

// The identity of a unification variable.
struct Variable {
    std::uint64_t scope; // as returned by VariableScope::identity
    std::uint32_t id;
};

struct Field;
struct FunctionType;
struct NominalParameter;

// The methods of Type and TypeRef.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// bool takes_ports(polycty::TypeRef wanted) {
//     return wanted == polycty::Type::list(polycty::Type::number());
// }
// ```
class TypeMethods : public detail::View<pcty_type> {
  public:
    using View::View;

    Kind kind() const noexcept { return static_cast<Kind>(pcty_type_kind(get())); }
    bool has(Trait trait) const noexcept {
        return (detail::info(pcty_type_info, get()).flags & static_cast<pcty_type_flags>(trait)) != 0;
    }
    std::uint32_t depth() const noexcept { return detail::info(pcty_type_info, get()).depth; }
    std::uint32_t size() const noexcept { return detail::info(pcty_type_info, get()).size; }
    std::uint64_t hash() const noexcept { return pcty_type_hash(get()); }
    // The total order: -1, 0 or 1.
    int compare(TypeRef other) const noexcept;

    // The parts of the type, if its kind has them.
    std::optional<TypeRef> element() const noexcept;
    std::optional<TypeRef> key() const noexcept;
    // Returns a tuple's types, a union's members or the types of an object's fields.
    Range<TypeRef, pcty_type> parts() const noexcept;
    Range<Field, pcty_type> fields() const noexcept;
    std::optional<Field> field(std::string_view name) const noexcept;
    std::optional<SizeRange> size_range() const noexcept;
    std::optional<bool> only_bool() const noexcept;
    // Returns a bound of an integer type, as an integer, or of a float type, as a double.
    std::optional<Value> bound(Side side) const;
    StringConstraint string_constraint() const noexcept {
        return static_cast<StringConstraint>(detail::info(pcty_type_info, get()).string_constraint);
    }
    // Returns the strings of a string enumeration, or the patterns.
    Range<std::string_view, pcty_type> texts() const noexcept;
    Case text_case() const noexcept { return static_cast<Case>(detail::info(pcty_type_info, get()).text_case); }
    // The values of an enumeration, or the one of a literal.
    Range<Value, pcty_type> values() const noexcept;
    // The token of an enumeration, or the name of a capsule or a nominal type.
    std::string_view name() const noexcept { return detail::view(detail::info(pcty_type_info, get()).name); }
    // The dialect of a nominal type.
    std::string_view dialect() const noexcept { return detail::view(detail::info(pcty_type_info, get()).dialect); }
    Range<NominalParameter, pcty_type> nominal_parameters() const noexcept;
    // Returns the parts of a function type; other types have none.
    FunctionType function_type() const;
    std::optional<Variable> variable() const noexcept;
    // Return the definition of a reference, and its name. Errors: Code::type for other types.
    Type unfold() const;
    std::string reference_name() const;

    // Calls `visit(depth, step, type)`, which returns a Visit, for the type and each of its parts,
    // from the outside in; `step` is a `const TypeStep *`, null for the type itself. `walk`
    // rethrows the exceptions of `visit`.
    template <class F> void walk(F &&visit) const;

    std::string friendly_name() const;
    std::string format(Dialect dialect) const;
    std::string to_json() const;
    Type without_optional_fields() const;

    // Rules. Returns the reason why the type does not conform to another type by cty's rule, or
    // nullopt if it does.
    std::optional<Error> nonconformity(TypeRef target) const;
    bool assignable_to(TypeRef target, Dialect dialect) const;
    // Returns whether both are equal in the dialect, which may be coarser than `==`.
    bool equivalent_to(TypeRef other, Dialect dialect) const;
    Conversion conversion_to(TypeRef to, Dialect dialect) const;
    // Returns the reason why no value converts; nullopt if values do.
    std::optional<Error> explain(TypeRef to, Dialect dialect) const;

    // Returns whether the parts are equal and in the same order.
    friend bool operator==(const TypeMethods &a, const TypeMethods &b) noexcept {
        return pcty_type_equal(a.get(), b.get());
    }
    friend bool operator!=(const TypeMethods &a, const TypeMethods &b) noexcept {
        return !(a == b);
    }

  protected:
    TypeMethods(const TypeMethods &) = default;
    TypeMethods &operator=(const TypeMethods &) = default;
    ~TypeMethods() = default;
};

// A view of a Type: owns nothing, and is valid as long as the owner of the type. It can be
// assigned, which makes it a view of a different object; an owner cannot be assigned through it.
//
// Ownership: owns nothing.
// Threads: as the viewed object.
//
// ```cpp
// polycty::Type element_of(polycty::TypeRef list) {
//     polycty::TypeRef element = list.element().value_or(polycty::Type::any());
//     return polycty::Type(element);
// }
// ```
class TypeRef : public TypeMethods {
  public:
    using TypeMethods::TypeMethods;
    TypeRef(const TypeMethods &of) noexcept : TypeMethods(of.get()) {}
};

inline int TypeMethods::compare(TypeRef other) const noexcept {
    return pcty_type_compare(get(), other.get());
}

// A field of an object type. The name of a field that a type returns is borrowed from the type.
struct Field {
    std::string_view name;
    TypeRef type;
    Presence presence = Presence::required;

    Field(std::string_view called, TypeRef of, Presence there = Presence::required)
        : name(called), type(of), presence(there) {}
    template <class N, class T>
    Field(const std::pair<N, T> &pair) : Field(pair.first, pair.second) {}
};

// A parameter of a function type.
struct FunctionParameter {
    std::optional<std::string_view> name;
    TypeRef type;
};

// The parts of a function type. The default is the type of all functions.
struct FunctionType {
    std::optional<std::vector<FunctionParameter>> positional; // nullopt for any parameters
    std::optional<FunctionParameter> variadic;
    std::optional<SizeRange> size; // nullopt for the number of positional parameters
    std::optional<TypeRef> block;
    Presence block_presence = Presence::required;
    std::optional<TypeRef> result;
};

namespace detail {
struct GatherValues;
struct GatherTypes : Array<const pcty_type *> {
    void add(TypeRef type) { push(type.get()); }
};
struct GatherTexts : Array<pcty_str> {
    void add(std::string_view text) { push(str(text)); }
};
struct GatherFields : Array<pcty_field> {
    void add(const Field &field) {
        push({str(field.name), field.type.get(), static_cast<pcty_presence>(field.presence)});
    }
};
} // namespace detail

// Arguments that are any number of types, texts, fields or values: a list in braces; a
// container or Range of them, of pairs for fields; or a pointer and a number.
using Types = detail::Many<TypeRef, detail::GatherTypes>;
using Texts = detail::Many<std::string_view, detail::GatherTexts>;
using Fields = detail::Many<Field, detail::GatherFields>;
using Values = detail::Many<ValueRef, detail::GatherValues>;

// A type of the universe.
//
// Ownership: owns a handle; a copy counts a reference. The constants (`any`, `string`, ...) have
// static lifetime.
// Errors: the constructors throw the errors of the C functions, mostly Code::limit.
// Threads: any number at once.
//
// ```cpp
// polycty::Type server() {
//     using polycty::Type;
//     return Type::object({{"name", Type::string()},
//                          {"ports", Type::list(Type::number())},
//                          {"owner", Type::string(), polycty::Presence::optional}});
// }
// ```
class Type : public detail::Shared<TypeMethods, pcty_type, pcty_type_clone, pcty_type_free> {
  public:
    using Shared::Shared;

    // A temporary returns owned parts instead of borrowed ones.
    std::optional<TypeRef> element() const & noexcept { return TypeMethods::element(); }
    std::optional<Type> element() const && { return TypeMethods::element(); }
    std::optional<TypeRef> key() const & noexcept { return TypeMethods::key(); }
    std::optional<Type> key() const && { return TypeMethods::key(); }
    std::string_view name() const & noexcept { return TypeMethods::name(); }
    std::string name() const && { return std::string(TypeMethods::name()); }
    std::string_view dialect() const & noexcept { return TypeMethods::dialect(); }
    std::string dialect() const && { return std::string(TypeMethods::dialect()); }
    Range<TypeRef, pcty_type> parts() const & noexcept;
    void parts() const && = delete;
    Range<Field, pcty_type> fields() const & noexcept;
    void fields() const && = delete;
    std::optional<Field> field(std::string_view name) const & noexcept;
    void field(std::string_view name) const && = delete;
    Range<std::string_view, pcty_type> texts() const & noexcept;
    void texts() const && = delete;
    Range<Value, pcty_type> values() const & noexcept;
    void values() const && = delete;
    Range<NominalParameter, pcty_type> nominal_parameters() const & noexcept;
    void nominal_parameters() const && = delete;
    FunctionType function_type() const &;
    void function_type() const && = delete;

    static TypeRef any() noexcept { return TypeRef(pcty_type_any()); }
    static TypeRef none() noexcept { return TypeRef(pcty_type_none()); }
    static TypeRef boolean() noexcept { return TypeRef(pcty_type_bool()); }
    static TypeRef number() noexcept { return TypeRef(pcty_type_number()); }
    static TypeRef string() noexcept { return TypeRef(pcty_type_string()); }
    static TypeRef integer() noexcept { return TypeRef(pcty_type_integer()); }
    static TypeRef floating() noexcept { return TypeRef(pcty_type_float()); }
    static TypeRef meta() noexcept { return TypeRef(pcty_type_meta()); }

    static Type bool_value(bool only) { return Type(pcty_type_bool_value(only)); }
    // A missing bound means no bound.
    static Type integer_range(std::optional<ValueRef> min, std::optional<ValueRef> max);
    static Type float_range(std::optional<double> min, std::optional<double> max);
    static Type string_length(SizeRange size);
    static Type string_enumeration(const Texts &values, Case letters = Case::sensitive);
    static Type string_patterns(const Texts &patterns);

    static Type list(TypeRef element);
    static Type sized_list(TypeRef element, SizeRange size);
    static Type set(TypeRef element);
    static Type map(TypeRef element);
    static Type map_of(TypeRef key, TypeRef element, std::optional<SizeRange> size = {});
    static Type tuple(const Types &elements);
    static Type sized_tuple(const Types &elements, SizeRange size);
    // Fields in ascending order of their names, as in HCL and PCL.
    static Type object(const Fields &fields);
    // Fields in the given order, as in Puppet and mcl.
    static Type ordered_object(const Fields &fields);
    static Type union_of(const Types &members);
    static Type optional_of(TypeRef element);
    static Type not_undef(TypeRef element);
    static Type promise(TypeRef element);
    static Type output(TypeRef element);
    static Type meta_of(TypeRef element);
    static Type literal(TypeRef element, ValueRef value);
    static Type enumeration(std::string_view token, TypeRef element, const Values &values);
    static Type nominal(std::string_view name, const std::vector<NominalParameter> &params,
                        std::string_view dialect);
    static Type function(const FunctionType &parts);

    static Type parse(std::string_view notation, Dialect dialect);
    static Type from_json(std::string_view json);
    static Type implied_by_json(std::string_view json);
    static Type implied_by_msgpack(Span<std::uint8_t> document);
};

// A scope of unification variables. Two scopes never share a variable.
//
// Ownership: move-only; its variables remain valid without it.
// Threads: one at a time.
//
// ```cpp
// polycty::Type list_of_something(polycty::VariableScope &scope) {
//     return polycty::Type::list(scope.fresh());
// }
// ```
class VariableScope : public detail::Owned<detail::View<pcty_variable_scope>,
                                           pcty_variable_scope, pcty_variable_scope_free> {
  public:
    VariableScope() : Owned(pcty_variable_scope_new()) {}
    std::uint64_t identity() const noexcept { return pcty_variable_scope_identity(get()); }
    Type variable(std::uint32_t id) const { return Type(pcty_variable_scope_get(get(), id)); }
    // Returns a new variable. Errors: Code::limit if all are used up.
    Type fresh();
};

// A set of mutually recursive type definitions. Inside them, variable i of the scope represents
// definition i.
//
// Ownership: a copy counts a reference; references to definitions keep the group alive.
// Threads: any number at once.
//
// ```cpp
// // A tree is a list of trees.
// polycty::Type tree() {
//     polycty::VariableScope scope;
//     polycty::Group group(scope, {{"Tree", polycty::Type::list(scope.variable(0))}});
//     return group.reference(0);
// }
// ```
class Group : public detail::Shared<detail::View<pcty_group>, pcty_group, pcty_group_clone,
                                    pcty_group_free> {
  public:
    using Shared::Shared;
    // Each definition has its name; presences are ignored.
    Group(const VariableScope &scope, const Fields &definitions);

    std::size_t size() const noexcept { return pcty_group_count(get()); }
    // Returns the type that refers to a definition. Errors: Code::not_found past the end.
    Type reference(std::size_t index) const;
};

} // namespace polycty

#include "values.hpp" // the bodies of types need it

#endif // POLYCTY_TYPES_HPP
