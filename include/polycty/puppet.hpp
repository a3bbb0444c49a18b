// Puppet's types and values.

#ifndef POLYCTY_PUPPET_HPP
#define POLYCTY_PUPPET_HPP

#include "functions.hpp"
#include "puppet.h"
#include "detail/enumerations_puppet.hpp"

namespace polycty {

// The parts that are specific to Puppet; for the general operations pass Dialect::puppet. Errors
// are those of the C functions of the same name.
namespace puppet {

// A duration, or the duration since 1970 in UTC: whole seconds, rounded down, and additional
// nanoseconds.
using Time = pcty_puppet_time;

// The name of an alias, and the text of its definition.
using Definition = std::pair<std::string_view, std::string_view>;

// Type aliases by name, which may refer to themselves and to each other.
//
// Ownership: a copy counts a reference; types that were parsed with them remain valid.
// Errors: the constructors throw an Error whose path is the invalid alias.
// Threads: any number at once.
//
// ```cpp
// polycty::Type port_map() {
//     polycty::puppet::Aliases aliases({{"Port", "Integer[0, 65535]"}});
//     return polycty::puppet::parse_type("Hash[String, Port]", aliases);
// }
// ```
class Aliases : public detail::Shared<detail::View<pcty_puppet_aliases>, pcty_puppet_aliases,
                                      pcty_puppet_aliases_clone, pcty_puppet_aliases_free> {
  public:
    using Shared::Shared;
    // Extends other aliases, which may be redefined.
    Aliases(std::initializer_list<Definition> definitions, const Aliases &base = {})
        : Aliases(definitions.begin(), definitions.size(), base) {}
    Aliases(const Definition *definitions, std::size_t count, const Aliases &base = {});

    std::size_t size() const noexcept { return pcty_puppet_aliases_count(get()); }
    // Returns text that is valid as long as the aliases. Errors: Code::not_found past the end.
    std::string_view name(std::size_t index) const &;
    std::string name(std::size_t index) const && { return std::string(name(index)); }
    TypeRef type(std::size_t index) const &;
    Type type(std::size_t index) const && { return type(index); }
    std::optional<TypeRef> find(std::string_view name) const & noexcept;
    std::optional<Type> find(std::string_view name) const && { return find(name); }

  private:
    pcty_puppet_alias at(std::size_t index) const;
};

// The remaining values of an iteration over a type, accessible from both ends: the integers of a
// range, or the strings of an Enum.
//
// Ownership: a copy has the same position, and advances independently.
// Errors: the constructor throws Code::unsupported for a type that cannot be iterated.
// Threads: one at a time.
//
// ```cpp
// void print_all(polycty::TypeRef type) {
//     polycty::puppet::Iteration values(type);
//     while (std::optional<polycty::Value> value = values.next()) {
//         std::cout << polycty::puppet::format(*value) << "\n";
//     }
// }
// ```
class Iteration
    : public detail::Shared<detail::View<pcty_puppet_iteration>, pcty_puppet_iteration,
                            pcty_puppet_iteration_clone, pcty_puppet_iteration_free> {
  public:
    using Shared::Shared;
    explicit Iteration(TypeRef type);
    std::optional<Value> next();
    std::optional<Value> next_back();
};

// A signature of a function: a Callable, and the name of its block.
struct Signature {
    TypeRef callable;
    std::string_view block_name = "block";
};

// Notation.
inline Type parse_type(std::string_view notation, const Aliases &aliases = {},
                       Mode mode = Mode::current);
inline Value parse_value(std::string_view literal, const Aliases &aliases = {},
                         Mode mode = Mode::current);
inline std::string format(TypeRef type, Detail detail = Detail::canonical);
// Returns a literal that parses to the same value. It shows the content of a Sensitive.
inline std::string format(ValueRef value);
inline std::string short_name(TypeRef type);

// Rules. Returns the result of `Type.new(args...)`.
inline Value make(TypeRef type, const Values &args);
inline bool is_same(TypeRef a, TypeRef b);
inline Type normalize(TypeRef type);
inline Type generalize(TypeRef type);
inline Type common_type_of_values(const Values &values);

// Rules with a mode.
inline bool assignable(TypeRef source, TypeRef target, Mode mode);
inline bool compare(TypeRef left, TypeRef right, Comparison comparison,
                    Mode mode = Mode::current);
inline bool is_instance(ValueRef value, TypeRef type, Mode mode);
inline Type infer(ValueRef value, Inference inference = Inference::reduced,
                  Mode mode = Mode::current);
inline Type common_type(const Types &types, Mode mode = Mode::current);
// Returns the notation of the mode; in the early mode, Code::unsupported for types without a
// notation.
inline std::string format(TypeRef type, Mode mode);

// The meaning of a value in a condition, with an operator, in a string, and in a match.
inline bool truth(ValueRef value, Mode mode = Mode::current);
inline Value to_numeric(ValueRef value);
inline std::string to_string(ValueRef value, Mode mode = Mode::current);
inline Value to_regexp(ValueRef value, Mode mode = Mode::current);
inline Value arithmetic(ValueRef left, ValueRef right, Operator operator_,
                        Mode mode = Mode::current);

// Mismatches; nullopt if the type is assignable, the value is an instance, or a signature accepts
// the call.
inline std::optional<Error> mismatch(TypeRef found, TypeRef wanted, std::string_view subject);
inline std::optional<Error> mismatch(ValueRef value, TypeRef wanted, std::string_view subject);
// `arguments` is a Tuple of their types; the last is the block's type.
inline std::optional<Error> call_mismatch(TypeRef arguments,
                                          const std::vector<Signature> &signatures,
                                          std::string_view function);
// These throw the mismatch as Code::type.
inline void assert_type(ValueRef value, TypeRef wanted);
inline void validate_parameters(ValueRef given, TypeRef params, std::string_view subject,
                                Missing missing = Missing::refused);
inline void validate_default(ValueRef value, TypeRef type, std::string_view name,
                             std::string_view subject);

// Values. Borrowed results are valid as long as the value.
inline ValueKind kind(ValueRef value) noexcept;
// For a SemVer, SemVerRange, Timespan, Timestamp or URI, or the source of a Regexp.
inline std::string text(ValueRef value);
// For a Timespan or a Timestamp.
inline Time time(ValueRef value);
// For a Binary; borrowed.
inline Span<std::uint8_t> bytes(ValueRef value);
void bytes(Value &&value) = delete;
// Returns the content of a Sensitive; borrowed.
inline std::optional<ValueRef> content(ValueRef value) noexcept;
void content(Value &&value) = delete;
// Returns the elements of an Iterator or the values of an object's attributes; empty for other
// values.
inline Range<ValueRef, pcty_value> parts(ValueRef value) noexcept;
void parts(Value &&value) = delete;
// Returns the names of an object's attributes; empty for other values.
inline Range<std::string_view, pcty_value> part_names(ValueRef value) noexcept;
void part_names(Value &&value) = delete;
// Returns the element type of an Iterator, or the type of an object.
inline std::optional<TypeRef> part_type(ValueRef value) noexcept;
void part_type(Value &&value) = delete;
// Returns the element of a hash under a key of any kind.
inline std::optional<ValueRef> get(ValueRef hash, ValueRef key) noexcept;
void get(Value &&hash, ValueRef key) = delete;
inline Value array(const Values &elements);
// Errors: Code::invalid_argument if the numbers of keys and elements differ.
inline Value hash(const Values &keys, const Values &elements);
inline Value binary(Span<std::uint8_t> bytes);
inline Value from_json(std::string_view json);

namespace detail {

using namespace polycty::detail;

inline pcty_puppet_options options(const Aliases &aliases, Mode mode) noexcept {
    pcty_puppet_options options = PCTY_PUPPET_OPTIONS_INIT;
    options.mode = static_cast<pcty_puppet_mode>(mode);
    options.aliases = aliases.get();
    return options;
}

inline std::optional<Error> some_error(pcty_error *owned) {
    return owned == nullptr ? std::nullopt : std::optional(Error(owned));
}

inline std::optional<Value> some_value(pcty_value *owned) noexcept {
    return owned == nullptr ? std::nullopt : std::optional(Value(owned));
}

} // namespace detail

inline Aliases::Aliases(const Definition *definitions, std::size_t count, const Aliases &base) {
    detail::Array<pcty_str> names, notations;
    for (std::size_t i = 0; i < count; i++) {
        names.push(detail::str(definitions[i].first));
        notations.push(detail::str(definitions[i].second));
    }
    handle_ = detail::made<pcty_puppet_aliases>(pcty_puppet_aliases_new, base.get(), names.data(),
                                                notations.data(), count);
}

inline pcty_puppet_alias Aliases::at(std::size_t index) const {
    pcty_puppet_alias found;
    if (!pcty_puppet_aliases_at(get(), index, &found)) {
        detail::past_the_end(index, size());
    }
    return found;
}

inline std::string_view Aliases::name(std::size_t index) const & {
    return detail::view(at(index).name);
}

inline TypeRef Aliases::type(std::size_t index) const & {
    return TypeRef(at(index).type);
}

inline std::optional<TypeRef> Aliases::find(std::string_view name) const & noexcept {
    return detail::some<TypeRef>(pcty_puppet_aliases_get(get(), detail::str(name)));
}

inline Iteration::Iteration(TypeRef type)
    : Shared(detail::made<pcty_puppet_iteration>(pcty_puppet_iteration_new, type.get())) {}

inline std::optional<Value> Iteration::next() {
    return detail::some_value(pcty_puppet_iteration_next(mutable_get(), PCTY_PUPPET_FRONT));
}

inline std::optional<Value> Iteration::next_back() {
    return detail::some_value(pcty_puppet_iteration_next(mutable_get(), PCTY_PUPPET_BACK));
}

inline Type parse_type(std::string_view notation, const Aliases &aliases, Mode mode) {
    pcty_puppet_options options = detail::options(aliases, mode);
    return Type(detail::made<pcty_type>(pcty_puppet_type_parse, detail::str(notation),
                                        static_cast<const pcty_puppet_options *>(&options)));
}

inline Value parse_value(std::string_view literal, const Aliases &aliases, Mode mode) {
    pcty_puppet_options options = detail::options(aliases, mode);
    return Value(detail::made<pcty_value>(pcty_puppet_value_parse, detail::str(literal),
                                          static_cast<const pcty_puppet_options *>(&options)));
}

inline std::string format(TypeRef type, Detail detail) {
    return detail::text(detail::made<pcty_string>(pcty_puppet_type_format, type.get(),
                                                  static_cast<pcty_puppet_detail>(detail),
                                                  pcty_puppet_mode(PCTY_PUPPET_CURRENT)));
}

inline std::string format(ValueRef value) {
    return detail::text(detail::made<pcty_string>(pcty_puppet_value_format, value.get()));
}

inline std::string short_name(TypeRef type) {
    return detail::text(pcty_puppet_type_short_name(type.get()));
}

inline Value make(TypeRef type, const Values &args) {
    return Value(detail::made<pcty_value>(pcty_puppet_value_new, type.get(), args.data(),
                                          args.size()));
}

inline bool is_same(TypeRef a, TypeRef b) { return compare(a, b, Comparison::same); }

inline Type normalize(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_puppet_type_normalize, type.get()));
}

inline Type generalize(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_puppet_type_generalize, type.get()));
}

inline Type common_type_of_values(const Values &values) {
    return Type(detail::made<pcty_type>(pcty_puppet_common_type_of_values, values.data(),
                                        values.size()));
}

inline bool assignable(TypeRef source, TypeRef target, Mode mode) {
    return detail::read<bool>(pcty_puppet_type_assignable, source.get(),
                              target.get(), static_cast<pcty_puppet_mode>(mode));
}

inline bool compare(TypeRef left, TypeRef right, Comparison comparison, Mode mode) {
    return detail::read<bool>(pcty_puppet_type_compare, left.get(),
                              right.get(), static_cast<pcty_puppet_comparison>(comparison),
                              static_cast<pcty_puppet_mode>(mode));
}

inline bool is_instance(ValueRef value, TypeRef type, Mode mode) {
    return detail::read<bool>(pcty_puppet_value_is_instance,
                              value.get(), type.get(), static_cast<pcty_puppet_mode>(mode));
}

inline Type infer(ValueRef value, Inference inference, Mode mode) {
    return Type(detail::made<pcty_type>(pcty_puppet_value_infer,
                                        value.get(), static_cast<pcty_puppet_inference>(inference),
                                        static_cast<pcty_puppet_mode>(mode)));
}

inline Type common_type(const Types &types, Mode mode) {
    return Type(detail::made<pcty_type>(pcty_puppet_common_type,
                                        types.data(), types.size(),
                                        static_cast<pcty_puppet_mode>(mode)));
}

inline std::string format(TypeRef type, Mode mode) {
    return detail::text(detail::made<pcty_string>(
        pcty_puppet_type_format, type.get(),
        pcty_puppet_detail(PCTY_PUPPET_CANONICAL), static_cast<pcty_puppet_mode>(mode)));
}

inline bool truth(ValueRef value, Mode mode) {
    return detail::read<bool>(pcty_puppet_value_truth, value.get(),
                              static_cast<pcty_puppet_mode>(mode));
}

inline Value to_numeric(ValueRef value) {
    return Value(detail::made<pcty_value>(pcty_puppet_value_to_numeric, value.get()));
}

inline std::string to_string(ValueRef value, Mode mode) {
    return detail::text(detail::made<pcty_string>(pcty_puppet_value_to_string, value.get(),
                                                  static_cast<pcty_puppet_mode>(mode)));
}

inline Value to_regexp(ValueRef value, Mode mode) {
    return Value(detail::made<pcty_value>(pcty_puppet_value_to_regexp, value.get(),
                                          static_cast<pcty_puppet_mode>(mode)));
}

inline Value arithmetic(ValueRef left, ValueRef right, Operator operator_, Mode mode) {
    return Value(detail::made<pcty_value>(
        pcty_puppet_arithmetic, left.get(), right.get(),
        static_cast<pcty_puppet_operator>(operator_), static_cast<pcty_puppet_mode>(mode)));
}

inline std::optional<Error> mismatch(TypeRef found, TypeRef wanted, std::string_view subject) {
    return detail::some_error(detail::made<pcty_error>(
        pcty_puppet_type_mismatch, found.get(), wanted.get(), detail::str(subject)));
}

inline std::optional<Error> mismatch(ValueRef value, TypeRef wanted, std::string_view subject) {
    return detail::some_error(detail::made<pcty_error>(
        pcty_puppet_value_mismatch, value.get(), wanted.get(), detail::str(subject)));
}

inline std::optional<Error> call_mismatch(TypeRef arguments,
                                          const std::vector<Signature> &signatures,
                                          std::string_view function) {
    detail::Array<pcty_puppet_signature> lent;
    for (const Signature &signature : signatures) {
        lent.push({signature.callable.get(), detail::str(signature.block_name)});
    }
    return detail::some_error(detail::made<pcty_error>(
        pcty_puppet_call_mismatch, arguments.get(),
        static_cast<const pcty_puppet_signature *>(lent.data()), lent.size(),
        detail::str(function)));
}

inline void assert_type(ValueRef value, TypeRef wanted) {
    detail::done(pcty_puppet_value_assert, value.get(), wanted.get());
}

inline void validate_parameters(ValueRef given, TypeRef params, std::string_view subject,
                                Missing missing) {
    detail::done(pcty_puppet_validate_parameters, given.get(), params.get(),
                 detail::str(subject), static_cast<pcty_puppet_missing>(missing));
}

inline void validate_default(ValueRef value, TypeRef type, std::string_view name,
                             std::string_view subject) {
    detail::done(pcty_puppet_validate_default, value.get(), type.get(), detail::str(name),
                 detail::str(subject));
}

inline ValueKind kind(ValueRef value) noexcept {
    return static_cast<ValueKind>(pcty_puppet_value_kind(value.get()));
}

inline std::string text(ValueRef value) {
    return detail::text(detail::made<pcty_string>(pcty_puppet_value_as_text, value.get()));
}

inline Time time(ValueRef value) {
    return detail::read<pcty_puppet_time>(pcty_puppet_value_time, value.get());
}

inline Span<std::uint8_t> bytes(ValueRef value) {
    pcty_bytes lent = detail::read<pcty_bytes>(pcty_puppet_value_bytes, value.get());
    return {lent.data, lent.len};
}

inline std::optional<ValueRef> content(ValueRef value) noexcept {
    return detail::some<ValueRef>(detail::info(pcty_puppet_value_info, value.get()).content);
}

inline Range<ValueRef, pcty_value> parts(ValueRef value) noexcept {
    return {value.get(), detail::info(pcty_puppet_value_info, value.get()).part_count,
            [](const pcty_value *from, std::size_t i, std::size_t) {
                pcty_puppet_part part{};
                pcty_puppet_value_part_at(from, i, &part);
                return ValueRef(part.value);
            }};
}

inline Range<std::string_view, pcty_value> part_names(ValueRef value) noexcept {
    bool named = kind(value) == ValueKind::object;
    return {value.get(), named ? detail::info(pcty_puppet_value_info, value.get()).part_count : 0,
            [](const pcty_value *from, std::size_t i, std::size_t) {
                pcty_puppet_part part{};
                pcty_puppet_value_part_at(from, i, &part);
                return detail::view(part.name);
            }};
}

inline std::optional<TypeRef> part_type(ValueRef value) noexcept {
    return detail::some<TypeRef>(detail::info(pcty_puppet_value_info, value.get()).part_type);
}

inline std::optional<ValueRef> get(ValueRef hash, ValueRef key) noexcept {
    return detail::some<ValueRef>(pcty_puppet_value_get(hash.get(), key.get()));
}

inline Value array(const Values &elements) {
    return Value(
        detail::made<pcty_value>(pcty_puppet_value_array, elements.data(), elements.size()));
}

inline Value hash(const Values &keys, const Values &elements) {
    if (keys.size() != elements.size()) {
        throw Error(Code::invalid_argument, "the numbers of keys and elements differ");
    }
    return Value(detail::made<pcty_value>(pcty_puppet_value_hash, keys.data(), elements.data(),
                                          keys.size()));
}

inline Value binary(Span<std::uint8_t> bytes) {
    return Value(detail::made<pcty_value>(pcty_puppet_value_binary, bytes.data(), bytes.size()));
}

inline Value from_json(std::string_view json) {
    return Value(detail::made<pcty_value>(pcty_puppet_value_from_json, detail::str(json)));
}

} // namespace puppet

} // namespace polycty

#endif // POLYCTY_PUPPET_HPP
