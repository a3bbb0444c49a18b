// PCL.

#ifndef POLYCTY_PCL_HPP
#define POLYCTY_PCL_HPP

#include "hcl_bodies.hpp"
#include "inference.hpp"
#include "pcl.h"
#include "detail/enumerations_pcl.hpp"

#include <any>

namespace polycty {

namespace detail {
inline pcty_pcl_type_data pcl_type(TypeRef type) noexcept {
    pcty_pcl_type_data data{};
    pcty_pcl_type_info(type.get(), &data);
    return data;
}
} // namespace detail

// What only PCL has; the other questions take Dialect::pcl. Errors are those of the C
// functions of the same name.
namespace pcl {

// Returns the type of identifiers of resources. It has static lifetime.
inline TypeRef id() noexcept { return TypeRef(pcty_pcl_type_id()); }

// Creates an opaque type, identified by its name.
inline Type opaque(std::string_view name) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_opaque, detail::str(name)));
}

// Creates the type of one value, which may be null.
inline Type constant(TypeRef of, ValueRef value) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_const, of.get(), value.get()));
}

// Creates an enumeration, identified by its token.
inline Type enumeration(std::string_view token, TypeRef of, const Values &values) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_enum, detail::str(token), of.get(),
                                        values.data(), values.size()));
}

// Creates a union in normal form.
inline Type union_of(const Types &members) {
    return Type(
        detail::made<pcty_type>(pcty_pcl_type_union, members.data(), members.size()));
}

// Creates a type from another one.
inline Type derive(TypeRef type, Derivation derivation) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_derive, type.get(),
                                        static_cast<pcty_pcl_derivation>(derivation)));
}

// Creates the union of a type and null.
inline Type optional_of(TypeRef element) { return derive(element, Derivation::optional); }

// Creates the type of a deferred value.
inline Type promise(TypeRef element) { return derive(element, Derivation::promise); }

// Creates the type of a deferred value with its dependencies.
inline Type output(TypeRef element) { return derive(element, Derivation::output); }

// Returns PCL's normal form of a type from another source.
inline Type normalize(TypeRef type) { return derive(type, Derivation::normal); }

// Returns the type of accepted arguments for a parameter of a type.
inline Type input(TypeRef type) { return derive(type, Derivation::input); }

// Returns the type with its deferred types replaced by the types that they resolve to.
inline Type resolve(TypeRef type, Resolution which = Resolution::promises_and_outputs) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_resolve, type.get(),
                                        static_cast<pcty_pcl_resolution>(which)));
}

inline Kind kind(TypeRef type) noexcept {
    return static_cast<Kind>(detail::pcl_type(type).kind);
}

// Returns the element type, the resolved type of a deferred type, or the type of a constant or of
// an enumeration's values. Borrowed from the type.
inline std::optional<TypeRef> element(TypeRef type) noexcept {
    return detail::some<TypeRef>(detail::pcl_type(type).element);
}
void element(Type &&type) = delete;

// Returns the values of an enumeration, or the value of a constant.
inline std::vector<Value> values(TypeRef type) {
    std::vector<Value> values;
    std::size_t count = detail::pcl_type(type).value_count;
    for (std::size_t i = 0; i < count; i++) {
        values.emplace_back(detail::made<pcty_value>(pcty_pcl_type_value_at, type.get(), i));
    }
    return values;
}

// Returns whether null is a value of the type and the type is not `dynamic`.
inline bool is_optional(TypeRef type) noexcept { return detail::pcl_type(type).is_optional; }

inline Deferral deferral(TypeRef type) noexcept {
    return static_cast<Deferral>(pcty_pcl_type_deferred(type.get()));
}

// Returns a type in readable form.
inline std::string display(TypeRef type, std::size_t columns = PCTY_PCL_COLUMNS) {
    return detail::text(pcty_pcl_type_to_text(type.get(), columns));
}

inline Type from_json(std::string_view json) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_from_json, detail::str(json)));
}

inline std::string to_json(TypeRef type) {
    return detail::text(detail::made<pcty_string>(pcty_pcl_type_to_json, type.get()));
}

// Returns the reason why some values do not convert although others do; otherwise nullopt.
inline std::optional<Error> explain_unsafe(TypeRef from, TypeRef to) {
    pcty_error *why =
        detail::read<pcty_error *>(pcty_pcl_type_explain_unsafe, from.get(), to.get());
    return why == nullptr ? std::nullopt : std::optional<Error>(Error(why));
}

// Returns the type with one more annotation: data of the caller that do not affect its values.
inline Type annotated(TypeRef type, std::any data) {
    pcty_destroy destroy = [](void *owned) noexcept { delete static_cast<std::any *>(owned); };
    // From here on the library destroys the data, also if the call fails.
    void *owned = new std::any(std::move(data));
    return Type(detail::made<pcty_type>(pcty_type_annotate, type.get(), owned, destroy));
}

// Returns the annotations of `annotated`. The type must not have any other annotations. Borrowed
// from the type.
inline std::vector<const std::any *> annotations(TypeRef type) {
    std::vector<const std::any *> annotations;
    for (std::size_t i = 0; i < pcty_type_annotation_count(type.get()); i++) {
        annotations.push_back(static_cast<const std::any *>(pcty_type_annotation_at(type.get(),
                                                                                    i)));
    }
    return annotations;
}
void annotations(Type &&type) = delete;

// A step into a value whose type is known.
struct Step {
    pcty_pcl_step lent;

    static Step attribute(std::string_view name) noexcept {
        return {{sizeof(pcty_pcl_step), PCTY_PCL_STEP_ATTRIBUTE, detail::str(name), nullptr}};
    }
    // For an unknown key only the type is used.
    static Step index(ValueRef key) noexcept {
        return {{sizeof(pcty_pcl_step), PCTY_PCL_STEP_INDEX, {nullptr, 0}, key.get()}};
    }
    static Step splat() noexcept { return {{sizeof(pcty_pcl_step), PCTY_PCL_STEP_SPLAT, {nullptr, 0}, nullptr}}; }
};

// Returns the type at the end of the steps. Names and keys are borrowed for the call.
inline Type traverse(TypeRef type, const std::vector<Step> &steps) {
    detail::Array<pcty_pcl_step> lent;
    for (const Step &step : steps) {
        lent.push(step.lent);
    }
    return Type(detail::whole<pcty_type>(pcty_pcl_type_traverse, type.get(), lent.data(),
                                        lent.size()));
}

// As above, but returns the type together with the diagnostics.
inline hcl::Diagnosed<Type> traverse_diagnosed(TypeRef type, const std::vector<Step> &steps) {
    detail::Array<pcty_pcl_step> lent;
    for (const Step &step : steps) {
        lent.push(step.lent);
    }
    return detail::diagnosed<hcl::Diagnosed<Type>, pcty_type>(
        pcty_pcl_type_traverse, type.get(), lent.data(), lent.size());
}

// Creates a deferred value of a promise or output type with data of the caller.
inline Value deferred(TypeRef type, std::any data) {
    pcty_destroy destroy = [](void *owned) noexcept { delete static_cast<std::any *>(owned); };
    // From here on the library destroys the data, also if the call fails.
    void *owned = new std::any(std::move(data));
    return Value(detail::made<pcty_value>(pcty_pcl_value_deferred, type.get(), owned, destroy));
}

// Returns the data of a value of `deferred`; other values are not allowed. Valid as long as the
// value.
inline const std::any &data(ValueRef value) {
    return *static_cast<const std::any *>(detail::read<void *>(pcty_pcl_value_data, value.get()));
}
void data(Value &&value) = delete;

// Returns the unique number of a deferred value; nullopt for other values.
inline std::optional<std::uint64_t> identity(ValueRef value) noexcept {
    std::uint64_t number = pcty_pcl_value_identity(value.get());
    return number == 0 ? std::nullopt : std::optional<std::uint64_t>(number);
}

// Returns the type with which a deferred value was created. Valid as long as the value.
inline std::optional<TypeRef> origin(ValueRef value) noexcept {
    return detail::some<TypeRef>(pcty_pcl_value_origin(value.get()));
}
void origin(Value &&value) = delete;

// Returns the value with each deferred value replaced by the result of the resolver, which may
// throw.
inline Value resolve(ValueRef value, const Callback<Value(ValueRef)> &resolver) {
    pcty_pcl_resolver ask = [](void *by, const pcty_value *lent, pcty_value **out,
                               pcty_error **error) noexcept -> pcty_status {
        return detail::guarded(error, [&] {
            *out = (*static_cast<const Callback<Value(ValueRef)> *>(by))(ValueRef(lent))
                       .release();
        });
    };
    pcty_destroy nothing = nullptr;
    void *by = const_cast<Callback<Value(ValueRef)> *>(&resolver);
    return Value(detail::made<pcty_value>(pcty_pcl_value_resolve, value.get(), ask, by, nothing));
}

// The member of a union to which a value is converted, and the converted value.
struct Chosen {
    std::size_t member;
    Value value;
};
inline Chosen choose(ValueRef value, TypeRef members) {
    std::size_t member = 0;
    pcty_value *out = nullptr;
    detail::done(pcty_pcl_value_choose, value.get(), members.get(), &out, &member);
    return {member, Value(out)};
}

// The result of a generic function for a call: its function type, and additional diagnostics.
struct Answer {
    Type type;
    std::optional<Error> diagnostics;

    Answer(Type of, std::optional<Error> besides = std::nullopt)
        : type(std::move(of)), diagnostics(std::move(besides)) {}
};
// The expressions of a call's arguments, borrowed for the call.
using ArgumentExpressions = Range<hcl::ExpressionRef, const pcty_hcl_expression *>;
// May throw; an Error with an argument is reported at that argument.
using Rule = Callback<Answer(ArgumentTypes, ArgumentExpressions)>;

} // namespace pcl

namespace detail {

// The data of a generic function that the library stores: its rule.
struct PclRule {
    static pcty_status answer(void *data, const pcty_type *const *arguments,
                              const pcty_hcl_expression *const *expressions, std::size_t count,
                              pcty_type **out, pcty_error **error) noexcept {
        pcty_error *besides = nullptr;
        pcty_status status = guarded(error, [&] {
            ArgumentTypes types{arguments, count, [](const pcty_type *const *from, std::size_t i, std::size_t) {
                                    return TypeRef(from[i]);
                                }};
            pcl::ArgumentExpressions lent{
                expressions, count, [](const pcty_hcl_expression *const *from, std::size_t i, std::size_t) {
                    return hcl::ExpressionRef(from[i]);
                }};
            pcl::Answer answer = (*static_cast<const pcl::Rule *>(data))(types, lent);
            besides = answer.diagnostics ? answer.diagnostics->clone_handle() : nullptr;
            *out = answer.type.release();
        });
        if (status == PCTY_OK) {
            *error = besides;
        }
        return status;
    }
    static void destroy(void *data) noexcept { delete static_cast<pcl::Rule *>(data); }
};

} // namespace detail

namespace pcl {

// Types of variables and functions by name.
//
// Ownership: a copy changes independently.
// Threads: one at a time while it changes; otherwise any number may check in it.
//
// ```cpp
// polycty::pcl::TypeScope types_around(polycty::TypeRef server) {
//     using polycty::Type;
//     polycty::FunctionType upper;
//     upper.positional = {{"text", Type::string()}};
//     upper.result = Type::string();
//     polycty::pcl::TypeScope scope;
//     scope.set("server", server).set_function("upper", Type::function(upper));
//     return scope; // in it "${upper(server.address)}" is an output of a string
// }
// ```
class TypeScope : public detail::Shared<detail::View<pcty_pcl_type_scope>, pcty_pcl_type_scope,
                                    pcty_pcl_type_scope_clone, pcty_pcl_type_scope_free> {
  public:
    using Shared::Shared;
    TypeScope() : Shared(pcty_pcl_type_scope_new()) {}
    // Creates a scope for type expressions. The type of an expression in it is the type that the
    // expression denotes.
    static TypeScope of_constructors() { return TypeScope(pcty_pcl_type_scope_of_constructors()); }

    // Creates a scope within the current state of this one.
    TypeScope child() const {
        return TypeScope(detail::made<pcty_pcl_type_scope>(pcty_pcl_type_scope_child, get()));
    }
    TypeScope &set(std::string_view name, TypeRef type) {
        detail::done(pcty_pcl_type_scope_set_variable, mutable_get(), detail::str(name),
                     type.get());
        return *this;
    }
    // Defines a function by a function type with parameters and a result.
    TypeScope &set_function(std::string_view name, TypeRef function_type) {
        detail::done(pcty_pcl_type_scope_set_function, mutable_get(), detail::str(name),
                     function_type.get());
        return *this;
    }
    // Defines a function by a rule that is evaluated for each call.
    TypeScope &set_function(std::string_view name, Rule rule) {
        if (!rule) {
            throw Error(Code::invalid_argument, "a function requires a rule");
        }
        // From here on the library destroys the rule.
        void *data = new Rule(std::move(rule));
        pcty_pcl_rule answer = detail::PclRule::answer;
        pcty_destroy destroy = detail::PclRule::destroy;
        detail::done(pcty_pcl_type_scope_set_generic_function, mutable_get(), detail::str(name),
                     answer,
                     data, destroy);
        return *this;
    }
    // Looks in this scope and the outer ones; borrowed until the scope changes or is destroyed.
    std::optional<TypeRef> variable(std::string_view name) const & noexcept {
        return detail::some<TypeRef>(pcty_pcl_type_scope_variable_get(get(), detail::str(name)));
    }
    std::optional<Type> variable(std::string_view name) const && { return variable(name); }
    bool has_function(std::string_view name) const noexcept {
        return pcty_pcl_type_scope_has_function(get(), detail::str(name));
    }
};

// A conversion that an expression needs: the type of a part and the type that is expected there.
// Valid as long as the Checked.
struct NeededConversion {
    pcty_range range;
    TypeRef from;
    TypeRef to;
    Conversion kind;

    NeededConversion(const pcty_pcl_conversion &lent)
        : range(lent.range), from(lent.from), to(lent.to),
          kind(static_cast<Conversion>(lent.kind)) {}
};

// A node of a checked expression, valid as long as the Checked.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// void print_types(polycty::pcl::NodeRef node) {
//     std::cout << node.text() << ": " << polycty::pcl::display(node.type()) << "\n";
//     for (polycty::pcl::NodeRef child : node.children()) {
//         print_types(child);
//     }
// }
// ```
class NodeRef : public detail::View<pcty_pcl_node> {
  public:
    using View::View;
    NodeKind kind() const noexcept { return static_cast<NodeKind>(data().kind); }
    Role role() const noexcept { return static_cast<Role>(data().role); }
    TypeRef type() const noexcept { return TypeRef(data().type); }
    pcty_range range() const noexcept { return pcty_pcl_node_range(get()); }
    std::string_view text() const noexcept { return detail::view(data().text); }
    // Empty if the node does not have it.
    std::string_view name() const noexcept { return detail::view(data().name); }
    std::string_view key_name() const noexcept {
        return detail::view(data().key_name);
    }
    std::optional<ValueRef> value() const noexcept {
        return detail::some<ValueRef>(data().value);
    }
    Operator operator_() const noexcept {
        return static_cast<Operator>(data().operator_);
    }
    bool has_ellipsis() const noexcept { return data().has_ellipsis; }
    Range<NodeRef, pcty_pcl_node> children() const noexcept {
        return {get(), data().child_count,
                [](const pcty_pcl_node *from, std::size_t at, std::size_t) {
                    return NodeRef(pcty_pcl_node_child_at(from, at));
                }};
    }
    // Returns the conversion that the node's value needs in its position.
    std::optional<NeededConversion> conversion() const noexcept {
        pcty_pcl_conversion lent = PCTY_PCL_CONVERSION_INIT;
        return pcty_pcl_node_conversion(get(), &lent)
                   ? std::optional<NeededConversion>(NeededConversion(lent))
                   : std::nullopt;
    }
    // Returns nullopt for steps, operations within a chain and items.
    std::optional<hcl::Expression> expression() const noexcept {
        pcty_hcl_expression *own = pcty_pcl_node_expression(get());
        return own == nullptr ? std::nullopt
                              : std::optional<hcl::Expression>(hcl::Expression(own));
    }

  private:
    pcty_pcl_node_data data() const noexcept {
        pcty_pcl_node_data data{};
        pcty_pcl_node_info(get(), &data);
        return data;
    }
};

// Options of checking.
struct Options {
    Severity missing_variables = Severity::error;
    Severity iteration = Severity::error;
    bool exact_int_literals = false;
};

// A checked expression, with the types of its nodes.
//
// Ownership: move-only.
// Errors: the constructor throws Code::unsupported for an expression in JSON syntax; errors in an
// expression are diagnostics.
// Threads: any number at once.
//
// ```cpp
// bool fits(polycty::hcl::ExpressionRef given, const polycty::pcl::TypeScope &scope,
//           polycty::TypeRef wanted) {
//     polycty::pcl::Checked bound(given, scope);
//     if (auto found = bound.diagnostics()) {
//         std::cerr << found->text() << std::endl;
//     }
//     return !bound.has_errors() && !bound.refusal(wanted);
// }
// ```
class Checked
    : public detail::Owned<detail::View<pcty_pcl_checked>, pcty_pcl_checked, pcty_pcl_checked_free> {
  public:
    using Owned::Owned;
    Checked(hcl::ExpressionRef expression, const TypeScope &scope, const Options &options = {}) {
        pcty_pcl_options given = PCTY_PCL_OPTIONS_INIT;
        given.missing_variables = static_cast<pcty_severity>(options.missing_variables);
        given.iteration = static_cast<pcty_severity>(options.iteration);
        given.exact_int_literals = options.exact_int_literals;
        const pcty_pcl_options *lent = &given;
        handle_ = detail::made<pcty_pcl_checked>(pcty_pcl_checked_new, expression.get(), scope.get(),
                                               lent);
    }
    TypeRef type() const & noexcept { return TypeRef(data().type); }
    Type type() const && { return type(); }
    bool has_errors() const noexcept { return data().has_errors; }
    std::optional<Error> diagnostics() const {
        const pcty_error *lent = data().diagnostics;
        return lent == nullptr ? std::nullopt
                               : std::optional<Error>(Error(pcty_error_clone(lent)));
    }
    NodeRef root() const & noexcept { return NodeRef(pcty_pcl_checked_root(get())); }
    void root() const && = delete;
    Range<NeededConversion, pcty_pcl_checked> conversions() const & noexcept {
        return {get(), data().conversion_count,
                [](const pcty_pcl_checked *from, std::size_t i, std::size_t) {
                    pcty_pcl_conversion lent = PCTY_PCL_CONVERSION_INIT;
                    detail::done(pcty_pcl_checked_conversion_at, from, i, &lent);
                    return NeededConversion(lent);
                }};
    }
    void conversions() const && = delete;
    // Returns the safety of the conversion of the whole expression to a type; throws
    // Code::diagnostics if it is not accepted.
    Conversion accepted_as(TypeRef wanted) const {
        return static_cast<Conversion>(
            detail::read<pcty_conversion>(pcty_pcl_checked_accepted_as, get(), wanted.get()));
    }
    // Returns the reason why it is not accepted, or nullopt if it is.
    std::optional<Error> refusal(TypeRef wanted) const {
        try {
            accepted_as(wanted);
        } catch (Error &error) {
            if (error.code() != Code::diagnostics) {
                throw;
            }
            return std::move(error);
        }
        return std::nullopt;
    }

  private:
    pcty_pcl_checked_data data() const noexcept {
        pcty_pcl_checked_data data{};
        pcty_pcl_checked_info(get(), &data);
        return data;
    }
};

} // namespace pcl

} // namespace polycty

#endif // POLYCTY_PCL_HPP
