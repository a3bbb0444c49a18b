// Values.

#ifndef POLYCTY_VALUES_HPP
#define POLYCTY_VALUES_HPP

#include "types.hpp"

namespace polycty {

// ============================================================================
// VALUES
// ============================================================================

struct Entry;
struct Refinement;
struct RefinementBound;
class Path;

// The nearest double to a number.
struct Nearest {
    double value;
    bool exact; // whether the double is exactly that number
};

// The methods of Value and ValueRef.
//
// `==` returns whether two values are identical, including unknown values and marks, as a bool;
// `equals`, `less_than` and so on are the language's operators and return a value, which may be
// unknown or marked.
//
// Ownership: owns nothing; see the rules at the top.
// Errors: functions that read the content throw Code::marked, null, unknown or type for a value
// without such content.
// Threads: any number at once.
//
// ```cpp
// void print(polycty::ValueRef tags) {
//     for (auto [key, value] : tags.entries()) {
//         std::cout << key << " = " << value.as_string() << "\n";
//     }
// }
// ```
class ValueMethods : public detail::View<pcty_value> {
  public:
    using View::View;

    TypeRef type() const noexcept { return TypeRef(pcty_value_type(get())); }
    State state() const noexcept { return static_cast<State>(pcty_value_state(get())); }
    bool is_known() const noexcept { return state() == State::known; }
    bool is_null() const noexcept { return state() == State::null; }
    bool is_unknown() const noexcept { return state() == State::unknown; }
    bool has(Property property) const noexcept {
        return pcty_value_has(get(), static_cast<pcty_value_property>(property));
    }
    bool is_wholly_known() const noexcept { return has(Property::wholly_known); }
    bool has_wholly_known_type() const noexcept { return has(Property::wholly_typed); }
    std::uint64_t hash() const noexcept { return pcty_value_hash(get()); }
    // The total order: -1, 0 or 1.
    int compare(ValueRef other) const noexcept;

    // Scalars.
    bool as_bool() const;
    std::int64_t as_int64() const;
    std::uint64_t as_uint64() const;
    // Errors: Code::conversion for a number that a double cannot represent.
    double as_double() const;
    Nearest nearest_double() const;
    // Returns a whole number as big-endian two's complement, in the minimum number of bytes.
    std::vector<std::uint8_t> as_bytes() const;
    // As above, into exactly `count` bytes of the caller.
    void as_bytes(std::uint8_t *bytes, std::size_t count) const;
    std::string number_text() const;
    std::uint32_t number_precision() const;
    std::string_view as_string() const;
    // Returns the type in a type value; nullopt for other values.
    std::optional<TypeRef> as_type() const noexcept;

    // Containers. `elements`, `entries` and `[]` throw if the value is null, unknown, marked or not
    // a container; `[]` throws Code::not_found for a missing part. The other functions return
    // nullopt in these cases.
    Range<ValueRef, pcty_value> elements() const;
    // Returns the entries of a map or the attributes of an object, in order.
    Range<Entry, pcty_value> entries() const;
    ValueRef operator[](std::size_t index) const;
    // Returns the attribute of an object, or the element of a map.
    ValueRef operator[](std::string_view name) const;
    std::optional<std::size_t> length() const noexcept;
    std::optional<ValueRef> element(std::size_t index) const noexcept;
    // Returns the key of a map's or hash's entry, which need not be a string.
    std::optional<ValueRef> entry_key(std::size_t index) const noexcept;
    std::optional<ValueRef> attribute(std::string_view name) const noexcept;
    std::optional<ValueRef> lookup(std::string_view key) const noexcept;

    // Marks.
    MarksRef marks() const noexcept;
    bool is_marked() const noexcept { return has(Property::marked); }
    bool contains_marked() const noexcept { return has(Property::contains_mark); }
    Value mark(std::string_view mark) const;
    Value with_marks(MarksRef marks) const;
    // Returns the value without marks of its own. The caller has to add the marks to results that
    // are derived from it.
    ValueRef unmarked() const noexcept;
    // Returns the value without marks at any depth, and all removed marks.
    std::pair<Value, Marks> unmark_deep() const;
    // As above, with the paths to the marked parts; and the inverse.
    std::pair<Value, std::vector<PathMarks>> unmark_with_paths() const;
    Value mark_with_paths(const std::vector<PathMarks> &marks) const;

    // Calls `visit(path, part)`, which returns a Visit, for the value and each of its parts, the
    // outer ones first. `walk` rethrows its exceptions.
    template <class F> void walk(F &&visit) const;
    // Calls `rewrite(path, part)` for each part and then the value, each with its parts already
    // rewritten; the returned Value replaces the part. `transform` rethrows its exceptions.
    template <class F> Value transform(F &&rewrite) const;

    // Returns the refinements of an unknown value; nullopt for other values.
    std::optional<Refinement> refinement() const;
    std::optional<RefinementBound> refinement_bound(Side side) const;
    // Starts a refinement.
    RefinementBuilder refine() const;

    // The operators of the language; +, -, *, / and % are defined below.
    Value absolute() const;
    Value less_than(ValueRef other) const;
    Value greater_than(ValueRef other) const;
    Value less_than_or_equal(ValueRef other) const;
    Value greater_than_or_equal(ValueRef other) const;
    Value logical_and(ValueRef other) const;
    Value logical_or(ValueRef other) const;
    Value logical_not() const;
    Value equal_to(ValueRef other) const;
    Value not_equal_to(ValueRef other) const;
    Value index(ValueRef key) const;
    Value has_index(ValueRef key) const;
    Value has_element(ValueRef element) const;
    Value length_value() const;
    Value unknown_as_null() const;
    Value apply_path(PathRef path) const;

    // Types by the rules of a dialect.
    Type type_of(Dialect dialect) const;
    bool is_instance(TypeRef type, Dialect dialect) const;

    // Conversion.
    Value convert(TypeRef to, Dialect dialect) const;
#ifdef PCTY_HAS_TRANSLATE
    // Returns the value's image in another dialect, as an instance of a type of that dialect if one
    // is given.
    Value translate(Dialect from, Dialect to, std::optional<TypeRef> type = {}) const;
#endif
    // Returns all reasons why the value does not convert; empty if it does.
    std::vector<Error> check(TypeRef to, Dialect dialect) const;

    // Codecs, for a given type or for the value's own type.
    std::string to_json(std::optional<TypeRef> type = {}) const;
    std::vector<std::uint8_t> to_msgpack(std::optional<TypeRef> type = {}) const;

    friend bool operator==(const ValueMethods &a, const ValueMethods &b) noexcept {
        return pcty_value_equal(a.get(), b.get());
    }
    friend bool operator!=(const ValueMethods &a, const ValueMethods &b) noexcept {
        return !(a == b);
    }

  protected:
    ValueMethods(const ValueMethods &) = default;
    ValueMethods &operator=(const ValueMethods &) = default;
    ~ValueMethods() = default;

  private:
    // Returns the number of parts; throws if the value has none.
    std::size_t parts() const;
};

// A view of a Value: owns nothing, and is valid as long as the owner of the value. It can be
// assigned, which makes it a view of a different object; an owner cannot be assigned through it.
//
// Ownership: owns nothing.
// Threads: as the viewed object.
//
// ```cpp
// polycty::ValueRef at(polycty::ValueRef value, const std::vector<std::string> &names) {
//     for (const std::string &name : names) {
//         value = value[name];
//     }
//     return value;
// }
// ```
class ValueRef : public ValueMethods {
  public:
    using ValueMethods::ValueMethods;
    ValueRef(const ValueMethods &of) noexcept : ValueMethods(of.get()) {}
};

inline int ValueMethods::compare(ValueRef other) const noexcept {
    return pcty_value_compare(get(), other.get());
}
inline std::optional<ValueRef> ValueMethods::element(std::size_t index) const noexcept {
    return detail::some<ValueRef>(pcty_value_element_at(get(), index));
}
inline std::optional<ValueRef> ValueMethods::entry_key(std::size_t index) const noexcept {
    return detail::some<ValueRef>(pcty_value_entry_key_at(get(), index));
}
inline std::optional<ValueRef> ValueMethods::attribute(std::string_view name) const noexcept {
    return detail::some<ValueRef>(pcty_value_attribute_get(get(), detail::str(name)));
}
inline std::optional<ValueRef> ValueMethods::lookup(std::string_view key) const noexcept {
    return detail::some<ValueRef>(pcty_value_get(get(), detail::str(key)));
}
inline ValueRef ValueMethods::unmarked() const noexcept {
    return ValueRef(pcty_value_unmarked(get()));
}

// An entry of a map or an attribute of an object; an entry that a value returns is borrowed from
// it.
struct Entry {
    std::string_view key;
    ValueRef value;

    Entry(std::string_view of, ValueRef held) : key(of), value(held) {}
    template <class K, class V>
    Entry(const std::pair<K, V> &pair) : Entry(pair.first, pair.second) {}
};

namespace detail {
struct GatherValues : Array<const pcty_value *> {
    void add(ValueRef value) { push(value.get()); }
};
struct GatherEntries {
    Array<pcty_str> keys;
    Array<const pcty_value *> values;
    void add(const Entry &entry) {
        keys.push(str(entry.key));
        values.push(entry.value.get());
    }
};
} // namespace detail

// An argument that is any number of entries: a list in braces; a container or Range of them
// or of pairs, such as a std::map; or a pointer and a number.
using Entries = detail::Many<Entry, detail::GatherEntries>;

// A value: null or unknown of any type, a scalar, a container, a capsule or a type.
//
// Ownership: owns a handle; a copy counts a reference. Parts are never moved out of their
// container.
// Errors: those of the C function of the same name.
// Threads: any number at once.
//
// ```cpp
// polycty::Value make_server(const std::map<std::string, polycty::Value> &tags) {
//     using polycty::Value;
//     return Value::object({{"name", Value::string("db")},
//                           {"port", Value::number(5432)},
//                           {"tags", Value::map_of(polycty::Type::string(), tags)}});
// }
// ```
class Value : public detail::Shared<ValueMethods, pcty_value, pcty_value_clone, pcty_value_free> {
  public:
    using Shared::Shared;

    // A temporary returns owned parts instead of borrowed ones.
    TypeRef type() const & noexcept { return ValueMethods::type(); }
    Type type() const && { return Type(ValueMethods::type()); }
    std::string_view as_string() const & { return ValueMethods::as_string(); }
    std::string as_string() const && { return std::string(ValueMethods::as_string()); }
    std::optional<TypeRef> as_type() const & noexcept { return ValueMethods::as_type(); }
    std::optional<Type> as_type() const && { return ValueMethods::as_type(); }
    ValueRef operator[](std::size_t index) const & { return ValueMethods::operator[](index); }
    Value operator[](std::size_t index) const && { return ValueMethods::operator[](index); }
    ValueRef operator[](std::string_view name) const & { return ValueMethods::operator[](name); }
    Value operator[](std::string_view name) const && { return ValueMethods::operator[](name); }
    std::optional<ValueRef> element(std::size_t index) const & noexcept {
        return ValueMethods::element(index);
    }
    std::optional<Value> element(std::size_t index) const && {
        return ValueMethods::element(index);
    }
    std::optional<ValueRef> entry_key(std::size_t index) const & noexcept {
        return ValueMethods::entry_key(index);
    }
    std::optional<Value> entry_key(std::size_t index) const && {
        return ValueMethods::entry_key(index);
    }
    std::optional<ValueRef> attribute(std::string_view name) const & noexcept {
        return ValueMethods::attribute(name);
    }
    std::optional<Value> attribute(std::string_view name) const && {
        return ValueMethods::attribute(name);
    }
    std::optional<ValueRef> lookup(std::string_view key) const & noexcept {
        return ValueMethods::lookup(key);
    }
    std::optional<Value> lookup(std::string_view key) const && {
        return ValueMethods::lookup(key);
    }
    ValueRef unmarked() const & noexcept { return ValueMethods::unmarked(); }
    Value unmarked() const && { return ValueMethods::unmarked(); }
    MarksRef marks() const & noexcept;
    Marks marks() const &&;
    Range<ValueRef, pcty_value> elements() const & { return ValueMethods::elements(); }
    void elements() const && = delete;
    Range<Entry, pcty_value> entries() const & { return ValueMethods::entries(); }
    void entries() const && = delete;

    static Value null(TypeRef type) { return Value(pcty_value_null(type.get())); }
    static Value unknown(TypeRef type) { return Value(pcty_value_unknown(type.get())); }
    static Value dynamic() { return Value(pcty_value_dynamic()); }
    static Value boolean(bool value) { return Value(pcty_value_bool(value)); }

    // Creates a number from any integer of up to 64 bits.
    template <class N, class = std::enable_if_t<std::is_integral_v<N>>>
    static Value number(N value) {
        static_assert(!std::is_same_v<N, bool>, "a bool is not a number");
        static_assert(sizeof(N) <= 8, "pass a wider number as text or bytes");
        if constexpr (std::is_signed_v<N>) {
            return Value(pcty_value_number_from_int64(value));
        } else {
            return Value(pcty_value_number_from_uint64(value));
        }
    }
    // Errors: Code::arithmetic for NaN.
    static Value number(double value);
    static Value number_from_text(std::string_view digits);
    static Value number_from_bytes(Span<std::uint8_t> bytes);

    // Creates an exact integer, whose type differs from that of a number.
    template <class N, class = std::enable_if_t<std::is_integral_v<N>>>
    static Value integer(N value) {
        static_assert(!std::is_same_v<N, bool>, "a bool is not an integer");
        static_assert(sizeof(N) <= 8, "pass a wider integer as text or bytes");
        if constexpr (std::is_signed_v<N>) {
            return Value(pcty_value_integer_from_int64(value));
        } else {
            return Value(pcty_value_integer_from_uint64(value));
        }
    }
    static Value integer_from_text(std::string_view digits);
    static Value integer_from_bytes(Span<std::uint8_t> bytes);
    static Value floating(double value) { return Value(pcty_value_float(value)); }

    static Value string(std::string_view content);
    static Value string_verbatim(std::string_view content);
    static Value from_type(TypeRef type);

    static Value list(const Values &elements);
    static Value list_of(TypeRef element, const Values &elements);
    static Value list_from_int64(Span<std::int64_t> elements);
    static Value list_from_double(Span<double> elements);
    static Value list_from_str(const Texts &elements);
    static Value set(const Values &elements);
    static Value set_of(TypeRef element, const Values &elements);
    static Value tuple(const Values &elements);
    static Value map(const Entries &entries);
    static Value map_of(TypeRef element, const Entries &entries);
    static Value object(const Entries &attributes);

    static Value from_json(std::string_view json, TypeRef type);
    // Decodes YAML by the core schema of YAML 1.2, as `from_json` decodes JSON.
    static Value from_yaml(std::string_view yaml, std::optional<TypeRef> type = std::nullopt);
    static Value from_msgpack(Span<std::uint8_t> document, TypeRef type);
    // Uses the type that the document implies.
    static Value from_json(std::string_view json);
    static Value from_msgpack(Span<std::uint8_t> document);
};

inline Value operator+(ValueRef a, ValueRef b);
inline Value operator-(ValueRef a, ValueRef b);
inline Value operator*(ValueRef a, ValueRef b);
inline Value operator/(ValueRef a, ValueRef b);
inline Value operator%(ValueRef a, ValueRef b);
inline Value operator-(ValueRef value);

// The total orders as comparators for std::map, std::set and std::sort.
struct TotalOrder {
    bool operator()(TypeRef a, TypeRef b) const noexcept { return a.compare(b) < 0; }
    bool operator()(ValueRef a, ValueRef b) const noexcept { return a.compare(b) < 0; }
};

// A parameter of a nominal type: a type, a value, or neither to keep the default.
struct NominalParameter {
    std::optional<Type> type;
    std::optional<Value> value;
};

} // namespace polycty

// Hashes that agree with `==`.
namespace std {
template <> struct hash<polycty::TypeRef> {
    size_t operator()(polycty::TypeRef type) const noexcept {
        return static_cast<size_t>(type.hash());
    }
};
template <> struct hash<polycty::Type> : hash<polycty::TypeRef> {};
template <> struct hash<polycty::ValueRef> {
    size_t operator()(polycty::ValueRef value) const noexcept {
        return static_cast<size_t>(value.hash());
    }
};
template <> struct hash<polycty::Value> : hash<polycty::ValueRef> {};
} // namespace std

#include "marks.hpp" // the bodies of values need it

#endif // POLYCTY_VALUES_HPP
