// The definitions for values.hpp, marks.hpp and refinements.hpp. Included only by refinements.hpp.

#ifndef POLYCTY_DETAIL_VALUES_HPP
#define POLYCTY_DETAIL_VALUES_HPP

#include "../refinements.hpp"
#ifdef PCTY_HAS_TRANSLATE
#include "../translate.h"
#endif

namespace polycty {

// --- Values: reading

inline bool ValueMethods::as_bool() const { return detail::read<bool>(pcty_value_as_bool, get()); }

inline std::int64_t ValueMethods::as_int64() const {
    return detail::read<std::int64_t>(pcty_value_as_int64, get());
}

inline std::uint64_t ValueMethods::as_uint64() const {
    return detail::read<std::uint64_t>(pcty_value_as_uint64, get());
}

inline double ValueMethods::as_double() const {
    double out = 0;
    detail::done(pcty_value_as_double, get(), &out, static_cast<bool *>(nullptr));
    return out;
}

inline Nearest ValueMethods::nearest_double() const {
    Nearest out{};
    detail::done(pcty_value_as_double, get(), &out.value, &out.exact);
    return out;
}

inline std::vector<std::uint8_t> ValueMethods::as_bytes() const {
    std::vector<std::uint8_t> bytes(detail::read<std::size_t>(pcty_value_byte_length, get()));
    as_bytes(bytes.data(), bytes.size());
    return bytes;
}

inline void ValueMethods::as_bytes(std::uint8_t *bytes, std::size_t count) const {
    detail::done(pcty_value_as_bytes, get(), bytes, count);
}

inline std::string ValueMethods::number_text() const {
    return detail::text(detail::made<pcty_string>(pcty_value_number_to_text, get()));
}

inline std::uint32_t ValueMethods::number_precision() const {
    return detail::read<std::uint32_t>(pcty_value_number_precision, get());
}

inline std::string_view ValueMethods::as_string() const {
    return detail::view(detail::read<pcty_str>(pcty_value_as_string, get()));
}

inline std::optional<TypeRef> ValueMethods::as_type() const noexcept {
    return detail::some<TypeRef>(pcty_value_as_type(get()));
}

inline std::optional<std::size_t> ValueMethods::length() const noexcept {
    std::size_t count = 0;
    return pcty_value_length(get(), &count) ? std::optional(count) : std::nullopt;
}

inline std::size_t ValueMethods::parts() const {
    if (std::optional<std::size_t> count = length()) {
        return *count;
    }
    if (is_marked()) {
        throw Error(Code::marked, "the parts of a marked value are not accessible");
    }
    switch (state()) {
    case State::null:
        throw Error(Code::null, "a null value has no parts");
    case State::unknown:
        throw Error(Code::unknown, "the parts of an unknown value are not known yet");
    default:
        throw Error(Code::type, "the value is not a container");
    }
}

inline Range<ValueRef, pcty_value> ValueMethods::elements() const {
    return {get(), parts(), [](const pcty_value *value, std::size_t i, std::size_t) {
                return ValueRef(pcty_value_element_at(value, i));
            }};
}

inline Range<Entry, pcty_value> ValueMethods::entries() const {
    std::size_t count = parts();
    if (type().kind() != Kind::map && type().kind() != Kind::object) {
        throw Error(Code::type, "only maps and objects have entries");
    }
    return {get(), count, [](const pcty_value *value, std::size_t i, std::size_t) {
                return Entry(detail::view(pcty_value_key_at(value, i)),
                             ValueRef(pcty_value_element_at(value, i)));
            }};
}

inline ValueRef ValueMethods::operator[](std::size_t index) const { return elements()[index]; }

inline ValueRef ValueMethods::operator[](std::string_view name) const {
    parts();
    std::optional<ValueRef> found = attribute(name);
    if (!found) {
        found = lookup(name);
    }
    if (!found) {
        throw Error(Code::not_found,
                    "there is no attribute or key \"" + std::string(name) + "\"");
    }
    return *found;
}

// --- Values: marks, refinements, operators

inline MarksRef Value::marks() const & noexcept { return ValueMethods::marks(); }

inline Marks Value::marks() const && { return Marks(ValueMethods::marks()); }

inline MarksRef ValueMethods::marks() const noexcept { return MarksRef(pcty_value_marks(get())); }

inline Value ValueMethods::mark(std::string_view mark) const {
    return Value(detail::made<pcty_value>(pcty_value_mark, get(), detail::str(mark)));
}

inline Value ValueMethods::with_marks(MarksRef marks) const {
    return Value(detail::made<pcty_value>(pcty_value_with_marks, get(), marks.get()));
}

inline std::pair<Value, Marks> ValueMethods::unmark_deep() const {
    pcty_value *out = nullptr;
    pcty_marks *marks = nullptr;
    detail::done(pcty_value_unmark_deep, get(), &out, &marks);
    return {Value(out), Marks(marks)};
}

inline std::pair<Value, std::vector<PathMarks>> ValueMethods::unmark_with_paths() const {
    using All = detail::Owned<detail::View<pcty_path_marks>, pcty_path_marks,
                              pcty_path_marks_free>;
    pcty_value *out = nullptr;
    pcty_path_marks *found = nullptr;
    detail::done(pcty_value_unmark_with_paths, get(), &out, &found);
    Value bare(out);
    All all(found);
    std::vector<PathMarks> marks;
    for (std::size_t i = 0; i < pcty_path_marks_count(all.get()); i++) {
        pcty_path_marks_entry part{};
        pcty_path_marks_at(all.get(), i, &part);
        marks.push_back({Path(PathRef(part.path)), Marks(MarksRef(part.marks))});
    }
    return {bare, std::move(marks)};
}

inline Value ValueMethods::mark_with_paths(const std::vector<PathMarks> &marks) const {
    using All = detail::Owned<detail::View<pcty_path_marks>, pcty_path_marks,
                              pcty_path_marks_free>;
    pcty_path_marks *made = pcty_path_marks_new();
    All all(made);
    for (const PathMarks &part : marks) {
        detail::done(pcty_path_marks_add, made, part.path.get(), part.marks.get());
    }
    return Value(detail::made<pcty_value>(pcty_value_mark_with_paths, get(), all.get()));
}

template <class F> void ValueMethods::walk(F &&visit) const {
    using Visitor = std::remove_reference_t<F>;
    detail::Walk<Visitor> walk{visit, nullptr};
    auto each = [](void *data, const pcty_path *path, const pcty_value *part) noexcept
        -> pcty_visit {
        return static_cast<detail::Walk<Visitor> *>(data)->go(PathRef(path), ValueRef(part));
    };
    detail::done(pcty_value_walk, get(), +each, static_cast<void *>(&walk));
    walk.end();
}

template <class F> Value ValueMethods::transform(F &&rewrite) const {
    struct Rewriting {
        std::remove_reference_t<F> &rewrite;
        std::exception_ptr thrown;
    } rewriting{rewrite, nullptr};
    auto each = [](void *data, const pcty_path *path, const pcty_value *part, pcty_value **out,
                   pcty_error **error) noexcept -> pcty_status {
        auto &self = *static_cast<Rewriting *>(data);
        try {
            Value rewritten(self.rewrite(PathRef(path), ValueRef(part)));
            *out = pcty_value_clone(rewritten.get());
            return PCTY_OK;
        } catch (...) {
            self.thrown = std::current_exception();
            *error = pcty_error_new(PCTY_ERROR_CALLBACK, detail::str("the rewriter threw"));
            return PCTY_ERROR_CALLBACK;
        }
    };
    pcty_value *out = nullptr;
    pcty_error *error = nullptr;
    pcty_status status =
        pcty_value_transform(get(), +each, static_cast<void *>(&rewriting), &out, &error);
    if (rewriting.thrown) {
        pcty_error_free(error);
        std::rethrow_exception(rewriting.thrown);
    }
    if (status != PCTY_OK) {
        throw Error(error);
    }
    return Value(out);
}

inline Marks::Marks(const Texts &marks)
    : Shared(detail::made<pcty_marks>(pcty_marks_new, marks.data(), marks.size())) {}

inline std::optional<Refinement> ValueMethods::refinement() const {
    pcty_refinement lent = PCTY_REFINEMENT_INIT;
    bool some = detail::found(
        [&](pcty_error **error) { return pcty_value_refinement(get(), &lent, error); });
    if (!some) {
        return std::nullopt;
    }
    return Refinement{static_cast<RefinementKind>(lent.kind), lent.not_null,
                      std::string(detail::view(lent.prefix)), lent.min_length, lent.max_length};
}

inline std::optional<RefinementBound> ValueMethods::refinement_bound(Side side) const {
    pcty_value *out = nullptr;
    bool inclusive = false;
    bool some = detail::found([&](pcty_error **error) {
        return pcty_value_refinement_bound(get(), static_cast<pcty_side>(side), &out, &inclusive,
                                           error);
    });
    return some ? std::optional(RefinementBound{Value(out), inclusive}) : std::nullopt;
}

inline RefinementBuilder ValueMethods::refine() const { return RefinementBuilder(*this); }

inline RefinementBuilder &RefinementBuilder::not_null() {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = PCTY_REFINEMENT_FACT_NOT_NULL;
    detail::done(pcty_refinement_builder_add, mutable_get(), &fact);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::null() {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = PCTY_REFINEMENT_FACT_NULL;
    detail::done(pcty_refinement_builder_add, mutable_get(), &fact);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::prefix(std::string_view prefix) {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = PCTY_REFINEMENT_FACT_PREFIX;
    fact.prefix = detail::str(prefix);
    detail::done(pcty_refinement_builder_add, mutable_get(), &fact);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::prefix_full(std::string_view prefix) {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = PCTY_REFINEMENT_FACT_PREFIX_FULL;
    fact.prefix = detail::str(prefix);
    detail::done(pcty_refinement_builder_add, mutable_get(), &fact);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::number_min(ValueRef bound, Bound itself) {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = PCTY_REFINEMENT_FACT_NUMBER_MIN;
    fact.bound = bound.get();
    fact.is_exclusive = itself != Bound::inclusive;
    detail::done(pcty_refinement_builder_add, mutable_get(), &fact);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::number_max(ValueRef bound, Bound itself) {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = PCTY_REFINEMENT_FACT_NUMBER_MAX;
    fact.bound = bound.get();
    fact.is_exclusive = itself != Bound::inclusive;
    detail::done(pcty_refinement_builder_add, mutable_get(), &fact);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::length_min(std::uint64_t length) {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = PCTY_REFINEMENT_FACT_LENGTH_MIN;
    fact.length = length;
    detail::done(pcty_refinement_builder_add, mutable_get(), &fact);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::length_max(std::uint64_t length) {
    pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
    fact.kind = PCTY_REFINEMENT_FACT_LENGTH_MAX;
    fact.length = length;
    detail::done(pcty_refinement_builder_add, mutable_get(), &fact);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::fail(const Error &failure) {
    detail::done(pcty_refinement_builder_fail, mutable_get(), failure.get());
    return *this;
}

inline Value RefinementBuilder::build() const {
    return Value(detail::made<pcty_value>(pcty_refinement_builder_build, mutable_get()));
}

namespace detail {

inline pcty_value *binary(const pcty_value *left, const pcty_value *right,
                          pcty_binary_operator by) {
    return made<pcty_value>(pcty_value_binary, left, right, by);
}

inline pcty_value *unary(const pcty_value *value, pcty_unary_operator by) {
    return made<pcty_value>(pcty_value_unary, value, by);
}

} // namespace detail

inline Value operator+(ValueRef a, ValueRef b) {
    return Value(detail::binary(a.get(), b.get(), PCTY_OPERATOR_ADD));
}
inline Value operator-(ValueRef a, ValueRef b) {
    return Value(detail::binary(a.get(), b.get(), PCTY_OPERATOR_SUBTRACT));
}
inline Value operator*(ValueRef a, ValueRef b) {
    return Value(detail::binary(a.get(), b.get(), PCTY_OPERATOR_MULTIPLY));
}
inline Value operator/(ValueRef a, ValueRef b) {
    return Value(detail::binary(a.get(), b.get(), PCTY_OPERATOR_DIVIDE));
}
inline Value operator%(ValueRef a, ValueRef b) {
    return Value(detail::binary(a.get(), b.get(), PCTY_OPERATOR_MODULO));
}
inline Value operator-(ValueRef value) {
    return Value(detail::unary(value.get(), PCTY_OPERATOR_NEGATE));
}

inline Value ValueMethods::absolute() const {
    return Value(detail::unary(get(), PCTY_OPERATOR_ABSOLUTE));
}
inline Value ValueMethods::less_than(ValueRef other) const {
    return Value(detail::binary(get(), other.get(), PCTY_OPERATOR_LESS_THAN));
}
inline Value ValueMethods::greater_than(ValueRef other) const {
    return Value(detail::binary(get(), other.get(), PCTY_OPERATOR_GREATER_THAN));
}
inline Value ValueMethods::less_than_or_equal(ValueRef other) const {
    return Value(detail::binary(get(), other.get(), PCTY_OPERATOR_LESS_THAN_OR_EQUAL));
}
inline Value ValueMethods::greater_than_or_equal(ValueRef other) const {
    return Value(detail::binary(get(), other.get(), PCTY_OPERATOR_GREATER_THAN_OR_EQUAL));
}
inline Value ValueMethods::logical_and(ValueRef other) const {
    return Value(detail::binary(get(), other.get(), PCTY_OPERATOR_AND));
}
inline Value ValueMethods::logical_or(ValueRef other) const {
    return Value(detail::binary(get(), other.get(), PCTY_OPERATOR_OR));
}
inline Value ValueMethods::logical_not() const {
    return Value(detail::unary(get(), PCTY_OPERATOR_NOT));
}
inline Value ValueMethods::equal_to(ValueRef other) const {
    return Value(detail::binary(get(), other.get(), PCTY_OPERATOR_EQUAL_TO));
}
inline Value ValueMethods::not_equal_to(ValueRef other) const {
    return Value(detail::binary(get(), other.get(), PCTY_OPERATOR_NOT_EQUAL_TO));
}
inline Value ValueMethods::index(ValueRef key) const {
    return Value(detail::binary(get(), key.get(), PCTY_OPERATOR_INDEX));
}
inline Value ValueMethods::has_index(ValueRef key) const {
    return Value(detail::binary(get(), key.get(), PCTY_OPERATOR_HAS_INDEX));
}
inline Value ValueMethods::has_element(ValueRef element) const {
    return Value(detail::binary(get(), element.get(), PCTY_OPERATOR_HAS_ELEMENT));
}
inline Value ValueMethods::length_value() const {
    return Value(detail::unary(get(), PCTY_OPERATOR_LENGTH));
}
inline Value ValueMethods::unknown_as_null() const {
    return Value(detail::unary(get(), PCTY_OPERATOR_UNKNOWN_AS_NULL));
}
inline Value ValueMethods::apply_path(PathRef path) const {
    return Value(detail::made<pcty_value>(pcty_value_apply_path, get(), path.get()));
}

// --- Values: conversion and codecs

inline Type ValueMethods::type_of(Dialect dialect) const {
    return Type(detail::made<pcty_type>(pcty_value_type_of, get(),
                                        static_cast<pcty_dialect>(dialect)));
}

inline bool ValueMethods::is_instance(TypeRef type, Dialect dialect) const {
    return detail::read<bool>(pcty_value_is_instance, get(), type.get(),
                              static_cast<pcty_dialect>(dialect));
}

inline Value ValueMethods::convert(TypeRef to, Dialect dialect) const {
    return Value(detail::made<pcty_value>(pcty_value_convert, get(),
                                          to.get(), static_cast<pcty_dialect>(dialect)));
}

#ifdef PCTY_HAS_TRANSLATE
inline Value ValueMethods::translate(Dialect from, Dialect to, std::optional<TypeRef> type) const {
    return Value(detail::made<pcty_value>(pcty_value_translate, get(),
                                          type ? type->get() : nullptr,
                                          static_cast<pcty_dialect>(from),
                                          static_cast<pcty_dialect>(to)));
}
#endif // PCTY_HAS_TRANSLATE

namespace detail {
// Returns the errors of a list, and frees the list.
inline std::vector<Error> errors_of(pcty_error_list *taken) {
    using List = Owned<View<pcty_error_list>, pcty_error_list, pcty_error_list_free>;
    List list(taken);
    std::vector<Error> errors;
    std::size_t count = pcty_error_list_count(list.get());
    errors.reserve(count);
    for (std::size_t i = 0; i < count; i++) {
        errors.emplace_back(pcty_error_clone(pcty_error_list_at(list.get(), i)));
    }
    return errors;
}
} // namespace detail

inline std::vector<Error> ValueMethods::check(TypeRef to, Dialect dialect) const {
    return detail::errors_of(detail::made<pcty_error_list>(pcty_value_check, get(), to.get(),
                                                           static_cast<pcty_dialect>(dialect)));
}

// Returns all reasons why a document is not a value of a type in a dialect's notation, each with its
// position; empty if it is one. `file` is the name of the document in diagnostics.
inline std::vector<Error> check_document(std::string_view document, DataFormat format,
                                         std::string_view notation,
                                         Dialect dialect = Dialect::hcl,
                                         std::string_view file = {}) {
    return detail::errors_of(detail::made<pcty_error_list>(
        pcty_document_check, detail::str(document), detail::str(file),
        detail::str(notation), static_cast<pcty_data_format>(format),
        static_cast<pcty_dialect>(dialect)));
}

// Returns the location of the part of a document that a path leads to, such as `Error::path`.
inline pcty_document_part locate(std::string_view document, DataFormat format, PathRef path) {
    pcty_document_part part;
    detail::done(pcty_document_locate, detail::str(document), path.get(),
                 static_cast<pcty_data_format>(format), &part);
    return part;
}

inline std::string ValueMethods::to_json(std::optional<TypeRef> type) const {
    return detail::text(
        detail::made<pcty_string>(pcty_value_to_json, get(), detail::pointer(type)));
}

inline std::vector<std::uint8_t> ValueMethods::to_msgpack(std::optional<TypeRef> type) const {
    detail::String bytes(
        detail::made<pcty_string>(pcty_value_to_msgpack, get(), detail::pointer(type)));
    std::string_view lent = detail::view(pcty_string_str(bytes.get()));
    return std::vector<std::uint8_t>(lent.begin(), lent.end());
}

inline Value Value::from_yaml(std::string_view yaml, std::optional<TypeRef> type) {
    return Value(
        detail::made<pcty_value>(pcty_value_from_yaml, detail::str(yaml), detail::pointer(type)));
}

inline Value Value::from_json(std::string_view json, TypeRef type) {
    return Value(detail::made<pcty_value>(pcty_value_from_json, detail::str(json), type.get()));
}

inline Value Value::from_msgpack(Span<std::uint8_t> document, TypeRef type) {
    return Value(detail::made<pcty_value>(pcty_value_from_msgpack, document.data(),
                                          document.size(), type.get()));
}

inline Value Value::from_json(std::string_view json) {
    return Value(detail::made<pcty_value>(pcty_value_from_json, detail::str(json), nullptr));
}

inline Value Value::from_msgpack(Span<std::uint8_t> document) {
    return Value(detail::made<pcty_value>(pcty_value_from_msgpack, document.data(),
                                          document.size(), nullptr));
}

// --- Values: construction

inline Value Value::number(double value) {
    return Value(detail::made<pcty_value>(pcty_value_number_from_double, value));
}

inline Value Value::number_from_text(std::string_view digits) {
    return Value(detail::made<pcty_value>(pcty_value_number_from_text, detail::str(digits)));
}

inline Value Value::number_from_bytes(Span<std::uint8_t> bytes) {
    return Value(
        detail::made<pcty_value>(pcty_value_number_from_bytes, bytes.data(), bytes.size()));
}

inline Value Value::integer_from_text(std::string_view digits) {
    return Value(detail::made<pcty_value>(pcty_value_integer_from_text, detail::str(digits)));
}

inline Value Value::integer_from_bytes(Span<std::uint8_t> bytes) {
    return Value(
        detail::made<pcty_value>(pcty_value_integer_from_bytes, bytes.data(), bytes.size()));
}

inline Value Value::string(std::string_view content) {
    return Value(detail::made<pcty_value>(pcty_value_string, detail::str(content)));
}

inline Value Value::string_verbatim(std::string_view content) {
    return Value(detail::made<pcty_value>(pcty_value_string_verbatim, detail::str(content)));
}

inline Value Value::from_type(TypeRef type) {
    return Value(detail::made<pcty_value>(pcty_value_from_type, type.get()));
}

inline Value Value::list(const Values &elements) {
    return Value(detail::made<pcty_value>(pcty_value_list, elements.data(), elements.size()));
}

inline Value Value::list_of(TypeRef element, const Values &elements) {
    return Value(detail::made<pcty_value>(pcty_value_list_of, element.get(), elements.data(),
                                          elements.size()));
}

inline Value Value::list_from_int64(Span<std::int64_t> elements) {
    return Value(
        detail::made<pcty_value>(pcty_value_list_from_int64, elements.data(), elements.size()));
}

inline Value Value::list_from_double(Span<double> elements) {
    return Value(
        detail::made<pcty_value>(pcty_value_list_from_double, elements.data(), elements.size()));
}

inline Value Value::list_from_str(const Texts &elements) {
    return Value(
        detail::made<pcty_value>(pcty_value_list_from_str, elements.data(), elements.size()));
}

inline Value Value::set(const Values &elements) {
    return Value(detail::made<pcty_value>(pcty_value_set, elements.data(), elements.size()));
}

inline Value Value::set_of(TypeRef element, const Values &elements) {
    return Value(detail::made<pcty_value>(pcty_value_set_of, element.get(), elements.data(),
                                          elements.size()));
}

inline Value Value::tuple(const Values &elements) {
    return Value(detail::made<pcty_value>(pcty_value_tuple, elements.data(), elements.size()));
}

inline Value Value::map(const Entries &entries) {
    return Value(detail::made<pcty_value>(pcty_value_map, entries.keys.data(),
                                          entries.values.data(), entries.keys.size()));
}

inline Value Value::map_of(TypeRef element, const Entries &entries) {
    return Value(detail::made<pcty_value>(pcty_value_map_of, element.get(), entries.keys.data(),
                                          entries.values.data(), entries.keys.size()));
}

inline Value Value::object(const Entries &attributes) {
    return Value(detail::made<pcty_value>(pcty_value_object, attributes.keys.data(),
                                          attributes.values.data(), attributes.keys.size()));
}

} // namespace polycty

#endif // POLYCTY_DETAIL_VALUES_HPP
