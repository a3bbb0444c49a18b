// The definitions for types.hpp. Included only by refinements.hpp.

#ifndef POLYCTY_DETAIL_TYPES_HPP
#define POLYCTY_DETAIL_TYPES_HPP

#include "../refinements.hpp"

namespace polycty {

// --- Types: inspection

inline std::optional<TypeRef> TypeMethods::element() const noexcept {
    return detail::some<TypeRef>(pcty_type_element(get()));
}

inline std::optional<TypeRef> TypeMethods::key() const noexcept {
    return detail::some<TypeRef>(pcty_type_key(get()));
}

inline Range<TypeRef, pcty_type> TypeMethods::parts() const noexcept {
    return {get(), detail::info(pcty_type_info, get()).part_count,
            [](const pcty_type *type, std::size_t i, std::size_t) {
                return TypeRef(pcty_type_part_at(type, i));
            }};
}

inline Range<Field, pcty_type> TypeMethods::fields() const noexcept {
    std::size_t count = kind() == Kind::object ? detail::info(pcty_type_info, get()).part_count : 0;
    return {get(), count, [](const pcty_type *type, std::size_t i, std::size_t) {
                pcty_field lent{};
                pcty_type_field_at(type, i, &lent);
                return Field(detail::view(lent.name), TypeRef(lent.type),
                             static_cast<Presence>(lent.presence));
            }};
}

inline std::optional<Field> TypeMethods::field(std::string_view name) const noexcept {
    pcty_field lent{};
    if (!pcty_type_field_get(get(), detail::str(name), &lent)) {
        return std::nullopt;
    }
    return Field(detail::view(lent.name), TypeRef(lent.type),
                 static_cast<Presence>(lent.presence));
}

inline std::optional<SizeRange> TypeMethods::size_range() const noexcept {
    auto data = detail::info(pcty_type_info, get());
    return data.has_size_range ? std::optional(data.size_range) : std::nullopt;
}

inline std::optional<bool> TypeMethods::only_bool() const noexcept {
    auto data = detail::info(pcty_type_info, get());
    return data.has_only_bool ? std::optional(data.only_bool) : std::nullopt;
}

inline std::optional<Value> TypeMethods::bound(Side side) const {
    pcty_value *out = nullptr;
    bool some = detail::found([&](pcty_error **error) {
        return pcty_type_bound(get(), static_cast<pcty_side>(side), &out, error);
    });
    return some ? std::optional(Value(out)) : std::nullopt;
}

inline Range<std::string_view, pcty_type> TypeMethods::texts() const noexcept {
    return {get(), detail::info(pcty_type_info, get()).text_count, [](const pcty_type *type, std::size_t i, std::size_t) {
                return detail::view(pcty_type_text_at(type, i));
            }};
}

inline Range<Value, pcty_type> TypeMethods::values() const noexcept {
    return {get(), detail::info(pcty_type_info, get()).value_count,
            [](const pcty_type *type, std::size_t i, std::size_t) {
                return Value(detail::made<pcty_value>(pcty_type_value_at, type, i));
            }};
}

inline Range<NominalParameter, pcty_type> TypeMethods::nominal_parameters() const noexcept {
    return {get(), detail::info(pcty_type_info, get()).nominal_parameter_count,
            [](const pcty_type *of, std::size_t i, std::size_t) {
                const pcty_type *type = nullptr;
                pcty_value *value = nullptr;
                detail::done(pcty_type_nominal_parameter_at, of, i, &type, &value);
                NominalParameter param;
                if (value != nullptr) {
                    param.value = Value(value);
                } else if (type != nullptr) {
                    param.type = Type(TypeRef(type));
                }
                return param;
            }};
}

inline FunctionType TypeMethods::function_type() const {
    auto lend = [](const pcty_type_parameter &param) {
        FunctionParameter lent{std::nullopt, TypeRef(param.type)};
        if (param.name.data != nullptr) {
            lent.name = detail::view(param.name);
        }
        return lent;
    };
    FunctionType parts;
    pcty_type_parameter param{};
    pcty_type_function_data data{};
    pcty_type_function_info(get(), &data);
    if (data.parameters == PCTY_PARAMETERS_LISTED) {
        parts.positional.emplace();
        for (std::size_t i = 0; i < data.parameter_count; i++) {
            pcty_type_function_parameter_at(get(), i, &param);
            parts.positional->push_back(lend(param));
        }
    }
    if (data.variadic.type != nullptr) {
        parts.variadic = lend(data.variadic);
    }
    if (data.has_size) {
        parts.size = data.size;
    }
    parts.block = detail::some<TypeRef>(data.block);
    parts.block_presence = static_cast<Presence>(data.block_presence);
    parts.result = detail::some<TypeRef>(data.result);
    return parts;
}

inline std::optional<Variable> TypeMethods::variable() const noexcept {
    auto data = detail::info(pcty_type_info, get());
    return data.is_variable ? std::optional(Variable{data.variable_scope, data.variable_id})
                            : std::nullopt;
}

inline Type TypeMethods::unfold() const {
    return Type(detail::made<pcty_type>(pcty_type_unfold, get()));
}

inline std::string TypeMethods::reference_name() const {
    return detail::text(detail::made<pcty_string>(pcty_type_reference_name, get()));
}

template <class F> void TypeMethods::walk(F &&visit) const {
    using Visitor = std::remove_reference_t<F>;
    detail::Walk<Visitor> walk{visit, nullptr};
    auto each = [](void *data, std::size_t depth, const pcty_type_step *step,
                   const pcty_type *type) noexcept -> pcty_visit {
        auto &self = *static_cast<detail::Walk<Visitor> *>(data);
        if (step == nullptr) {
            return self.go(depth, static_cast<const TypeStep *>(nullptr), TypeRef(type));
        }
        const TypeStep lent{static_cast<Part>(step->part), step->position,
                            detail::view(step->name)};
        return self.go(depth, &lent, TypeRef(type));
    };
    detail::done(pcty_type_walk, get(), +each, static_cast<void *>(&walk));
    walk.end();
}

inline std::string TypeMethods::friendly_name() const {
    return detail::text(pcty_type_friendly_name(get()));
}

inline std::string TypeMethods::format(Dialect dialect) const {
    return detail::text(detail::made<pcty_string>(pcty_type_format, get(),
                                                  static_cast<pcty_dialect>(dialect)));
}

inline std::string TypeMethods::to_json() const {
    return detail::text(detail::made<pcty_string>(pcty_type_to_json, get()));
}

inline Type TypeMethods::without_optional_fields() const {
    return Type(detail::made<pcty_type>(pcty_type_without_optional_fields, get()));
}

inline std::optional<Error> TypeMethods::nonconformity(TypeRef target) const {
    pcty_error *error = nullptr;
    pcty_status status = pcty_type_conforms(get(), target.get(), &error);
    if (status == PCTY_OK) {
        return std::nullopt;
    }
    Error why(error);
    if (status != PCTY_ERROR_TYPE) {
        throw why;
    }
    return why;
}

inline bool TypeMethods::assignable_to(TypeRef target, Dialect dialect) const {
    return detail::read<bool>(pcty_type_assignable, get(),
                              target.get(), static_cast<pcty_dialect>(dialect));
}

inline bool TypeMethods::equivalent_to(TypeRef other, Dialect dialect) const {
    return detail::read<bool>(pcty_type_equivalent, get(), other.get(),
                              static_cast<pcty_dialect>(dialect));
}

inline Conversion TypeMethods::conversion_to(TypeRef to, Dialect dialect) const {
    return static_cast<Conversion>(detail::read<pcty_conversion>(
        pcty_type_conversion, get(), to.get(), static_cast<pcty_dialect>(dialect)));
}

inline std::optional<Error> TypeMethods::explain(TypeRef to, Dialect dialect) const {
    pcty_error *why = detail::made<pcty_error>(
        pcty_type_explain, get(), to.get(), static_cast<pcty_dialect>(dialect));
    return why == nullptr ? std::nullopt : std::optional(Error(why));
}

// --- Types: construction

inline Range<TypeRef, pcty_type> Type::parts() const & noexcept { return TypeMethods::parts(); }

inline std::optional<Field> Type::field(std::string_view name) const & noexcept {
    return TypeMethods::field(name);
}

inline Range<Value, pcty_type> Type::values() const & noexcept { return TypeMethods::values(); }

inline Range<NominalParameter, pcty_type> Type::nominal_parameters() const & noexcept {
    return TypeMethods::nominal_parameters();
}

inline FunctionType Type::function_type() const & { return TypeMethods::function_type(); }

inline Range<Field, pcty_type> Type::fields() const & noexcept { return TypeMethods::fields(); }

inline Range<std::string_view, pcty_type> Type::texts() const & noexcept {
    return TypeMethods::texts();
}

inline Type Type::integer_range(std::optional<ValueRef> min, std::optional<ValueRef> max) {
    return Type(detail::made<pcty_type>(pcty_type_integer_range, detail::pointer(min),
                                        detail::pointer(max)));
}

inline Type Type::float_range(std::optional<double> min, std::optional<double> max) {
    const double *lower = min ? &*min : nullptr;
    const double *upper = max ? &*max : nullptr;
    return Type(detail::made<pcty_type>(pcty_type_float_range, lower, upper));
}

inline Type Type::string_length(SizeRange size) {
    return Type(detail::made<pcty_type>(pcty_type_string_length, &size));
}

inline Type Type::string_enumeration(const Texts &values, Case letters) {
    return Type(detail::made<pcty_type>(pcty_type_string_enumeration, values.data(),
                                        values.size(), static_cast<pcty_case>(letters)));
}

inline Type Type::string_patterns(const Texts &patterns) {
    return Type(
        detail::made<pcty_type>(pcty_type_string_patterns, patterns.data(), patterns.size()));
}

inline Type Type::list(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_list, element.get(), nullptr));
}

inline Type Type::sized_list(TypeRef element, SizeRange size) {
    return Type(detail::made<pcty_type>(pcty_type_list, element.get(), &size));
}

inline Type Type::set(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_set, element.get()));
}

inline Type Type::map(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_map, nullptr, element.get(), nullptr));
}

inline Type Type::map_of(TypeRef key, TypeRef element, std::optional<SizeRange> size) {
    const SizeRange *range = size ? &*size : nullptr;
    return Type(detail::made<pcty_type>(pcty_type_map, key.get(), element.get(), range));
}

inline Type Type::tuple(const Types &elements) {
    return Type(detail::made<pcty_type>(pcty_type_tuple, elements.data(), elements.size(),
                                        nullptr));
}

inline Type Type::sized_tuple(const Types &elements, SizeRange size) {
    return Type(detail::made<pcty_type>(pcty_type_tuple, elements.data(), elements.size(),
                                        &size));
}

inline Type Type::object(const Fields &fields) {
    return Type(detail::made<pcty_type>(pcty_type_object, fields.data(), fields.size()));
}

inline Type Type::ordered_object(const Fields &fields) {
    return Type(detail::made<pcty_type>(pcty_type_ordered_object, fields.data(), fields.size()));
}

inline Type Type::union_of(const Types &members) {
    return Type(detail::made<pcty_type>(pcty_type_union, members.data(), members.size()));
}

inline Type Type::optional_of(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_wrapper, element.get(), PCTY_KIND_OPTIONAL));
}

inline Type Type::not_undef(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_wrapper, element.get(), PCTY_KIND_NOT_UNDEF));
}

inline Type Type::promise(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_wrapper, element.get(), PCTY_KIND_PROMISE));
}

inline Type Type::output(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_wrapper, element.get(), PCTY_KIND_OUTPUT));
}

inline Type Type::meta_of(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_wrapper, element.get(), PCTY_KIND_META));
}

inline Type Type::literal(TypeRef element, ValueRef value) {
    return Type(detail::made<pcty_type>(pcty_type_literal, element.get(), value.get()));
}

inline Type Type::enumeration(std::string_view token, TypeRef element, const Values &values) {
    return Type(detail::made<pcty_type>(pcty_type_enumeration, detail::str(token), element.get(),
                                        values.data(), values.size()));
}

inline Type Type::nominal(std::string_view name, const std::vector<NominalParameter> &params,
                          std::string_view dialect) {
    detail::Array<pcty_nominal_parameter> lent;
    for (const NominalParameter &param : params) {
        lent.push({detail::pointer(param.type), detail::pointer(param.value)});
    }
    return Type(detail::made<pcty_type>(pcty_type_nominal, detail::str(name), lent.data(),
                                        lent.size(), detail::str(dialect)));
}

inline Type Type::function(const FunctionType &parts) {
    auto lend = [](const FunctionParameter &param) -> pcty_type_parameter {
        // A name that is present is never NULL, not even if it is empty.
        pcty_str name = param.name ? detail::str(*param.name) : pcty_str{nullptr, 0};
        if (param.name && name.data == nullptr) {
            name = PCTY_STR("");
        }
        return {name, param.type.get()};
    };
    pcty_function_type func = PCTY_FUNCTION_TYPE_INIT;
    detail::Array<pcty_type_parameter> positional;
    pcty_type_parameter variadic{};
    if (parts.positional) {
        for (const FunctionParameter &param : *parts.positional) {
            positional.push(lend(param));
        }
        func.parameters = PCTY_PARAMETERS_LISTED;
        func.positional = positional.data();
        func.positional_count = positional.size();
    }
    if (parts.variadic) {
        variadic = lend(*parts.variadic);
        func.variadic = &variadic;
    }
    func.size = parts.size ? &*parts.size : nullptr;
    func.block = detail::pointer(parts.block);
    func.block_presence = static_cast<pcty_presence>(parts.block_presence);
    func.result = detail::pointer(parts.result);
    return Type(detail::made<pcty_type>(pcty_type_function, &func));
}

inline Type Type::parse(std::string_view notation, Dialect dialect) {
    return Type(detail::made<pcty_type>(pcty_type_parse, detail::str(notation),
                                        static_cast<pcty_dialect>(dialect)));
}

inline Type Type::from_json(std::string_view json) {
    return Type(detail::made<pcty_type>(pcty_type_from_json, detail::str(json)));
}

inline Type Type::implied_by_json(std::string_view json) {
    return Type(detail::made<pcty_type>(pcty_type_implied_by_json, detail::str(json)));
}

inline Type Type::implied_by_msgpack(Span<std::uint8_t> document) {
    return Type(detail::made<pcty_type>(pcty_type_implied_by_msgpack, document.data(),
                                        document.size()));
}

inline Type VariableScope::fresh() {
    pcty_type *variable = pcty_variable_scope_fresh(mutable_get());
    if (variable == nullptr) {
        throw Error(Code::limit, "the scope has no more variables");
    }
    return Type(variable);
}

inline Group::Group(const VariableScope &scope, const Fields &definitions) {
    detail::Array<pcty_str> names;
    detail::Array<const pcty_type *> types;
    for (std::size_t i = 0; i < definitions.size(); i++) {
        names.push(definitions.data()[i].name);
        types.push(definitions.data()[i].type);
    }
    handle_ = detail::made<pcty_group>(pcty_group_new, scope.get(), names.data(), types.data(),
                                       names.size());
}

inline Type Group::reference(std::size_t index) const {
    return Type(detail::made<pcty_type>(pcty_group_reference_at, get(), index));
}

} // namespace polycty

#endif // POLYCTY_DETAIL_TYPES_HPP
