// C++ types as values of arguments. A part of mapping.hpp, which programs include.

#ifndef POLYCTY_MAPPING_FIELDS_HPP
#define POLYCTY_MAPPING_FIELDS_HPP

#include "mapping_edits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <map>
#include <sstream>

namespace polycty {

namespace hcl {

template <class R> class Record;
template <class E> class Choice;

} // namespace hcl

namespace detail {

// A struct is described by a Record, an enumeration by a Choice.
template <class T>
using HclForm = std::conditional_t<std::is_enum_v<T>, hcl::Choice<T>,
                                   std::conditional_t<std::is_class_v<T>, hcl::Record<T>, void>>;

// Whether a type has a `describe` function in its namespace.
template <class T, class = void> inline constexpr bool is_hcl_described = false;
template <class T>
inline constexpr bool
    is_hcl_described<T, std::void_t<decltype(describe(std::declval<HclForm<T>>()))>> = true;
template <class T>
inline constexpr bool is_hcl_record = std::is_class_v<T> && is_hcl_described<T>;
template <class T>
inline constexpr bool is_hcl_choice = std::is_enum_v<T> && is_hcl_described<T>;

// The compiled form of a description.
template <class R> class HclRecord;
template <class T>
using HclMade = std::conditional_t<is_hcl_record<T>, HclRecord<T>, hcl::Choice<T>>;

// Returns the description of a type by `describe`, created once.
template <class T> const HclMade<T> &hcl_described();

[[noreturn]] inline void wrong_description(const std::string &why) {
    throw Error(Code::invalid_argument, why);
}

inline bool is_hcl_name(std::string_view text) {
    return attempt([&] { return hcl::Expression(text, "").keyword() == text; }).value_or(false);
}

// Normalizes a name in the same way as attributes of objects and keys of maps.
inline std::string normalized(std::string_view name) {
    return std::string(Value::string(name).as_string());
}

inline std::string quoted(std::string_view text) {
    hcl::Fragment fragment = hcl::Fragment::value(Value::string(text), hcl::StringStyle::quoted);
    return std::string(fragment.text());
}

// Names an element in the errors that its processing throws.
template <class Say, class F> auto in_part(Say &&say, F &&call) {
    try {
        return call();
    } catch (Error &error) {
        say(error);
        throw error;
    }
}

// Checks whether a value can be read. The error is reported at the location of the argument, so the
// message has to name the part.
template <class Read> std::optional<Error> hcl_readable(Read &&read) {
    try {
        static_cast<void>(read());
    } catch (const Error &error) {
        const std::string path = error.path_text();
        if (path.empty()) {
            return error;
        }
        return Error(error.code(), "at " + path + ", " + std::string(error.message()));
    }
    return std::nullopt;
}

// A part of a container with an unspecified element type has to be converted separately.
inline Value hcl_converted(ValueRef part, TypeRef type) {
    return part.type() == type ? Value(part) : part.convert(type, Dialect::hcl);
}

// Checks that an object to be written is not empty. Default-constructed objects are empty.
template <class T> const T &hcl_given(const T &field) {
    if (field.get() == nullptr) {
        throw Error(Code::null, "the pointer is empty");
    }
    return field;
}

// A C++ type as the value of an argument.
// `type` is the target type of the argument; `read` and `write` convert between values and C++.
// Values are written as tuples and objects, in the form of HCL texts, because records of one type
// may omit different attributes. Fields that are not values have other forms of `fragment`, `same`
// and `holds`.

template <class T, class = void> struct HclField {
    static_assert(sizeof(T) == 0, "HCL has no counterpart of this type: a struct or an "
                                  "enumeration requires a function `describe` in its namespace");
};

// The common part of fields that are values.
template <class T> struct HclValueField {
    // Whether every value of the type can be read.
    static constexpr bool takes_all = false;
    static bool absent(const T &) { return false; }
    static hcl::Fragment fragment(const T &field) {
        return hcl::Fragment::value(HclField<T>::write(field));
    }
    static bool same(const T &a, const T &b) {
        return HclField<T>::write(a) == HclField<T>::write(b);
    }
    // Sets the value of an argument, and keeps the text of its parts that already have their value.
    static void edit(const hcl::Node &argument, const T &field, const hcl::Scope *scope) {
        auto edited =
            attempt([&] { HclEdits::apply(argument, HclField<T>::write(field), scope); });
        if (!edited || !holds(argument, field, scope)) {
            argument.set_value(fragment(field));
        }
    }
    // Returns whether an existing argument already has this value.
    static bool holds(const hcl::Node &argument, const T &field, const hcl::Scope *scope) {
        hcl::Expression expression = argument.expression();
        hcl::Diagnosed<Value> found = scope == nullptr ? expression.evaluate_diagnosed()
                                                       : expression.evaluate_diagnosed(*scope);
        if (found.diagnostics) {
            return false;
        }
        auto read = attempt([&] {
            return HclField<T>::read(found.value.convert(HclField<T>::type(), Dialect::hcl));
        });
        return read && same(*read, field);
    }
};

template <> struct HclField<bool> : HclValueField<bool> {
    static Type type() { return Type::boolean(); }
    static bool read(ValueRef value) { return value.as_bool(); }
    static Value write(bool field) { return Value::boolean(field); }
};

template <class T>
struct HclField<T, std::enable_if_t<std::is_integral_v<T>>> : HclValueField<T> {
    static Type type() { return Type::number(); }
    static T read(ValueRef value) {
        using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
        try {
            Wide wide;
            if constexpr (std::is_signed_v<T>) {
                wide = value.as_int64();
            } else {
                wide = value.as_uint64();
            }
            if (wide >= static_cast<Wide>(std::numeric_limits<T>::min()) &&
                wide <= static_cast<Wide>(std::numeric_limits<T>::max())) {
                return static_cast<T>(wide);
            }
        } catch (const Error &error) {
            if (error.code() != Code::conversion) {
                throw;
            }
        }
        throw Error(Code::conversion,
                    "a whole number from " + std::to_string(std::numeric_limits<T>::min()) +
                        " to " + std::to_string(std::numeric_limits<T>::max()) + " is required");
    }
    static Value write(T field) { return Value::number(field); }
};

template <class T>
struct HclField<T, std::enable_if_t<std::is_floating_point_v<T>>> : HclValueField<T> {
    static Type type() { return Type::number(); }
    static T read(ValueRef value) {
        using Limits = std::numeric_limits<T>;
        const Nearest nearest = value.nearest_double();
        if constexpr (Limits::digits > std::numeric_limits<double>::digits) {
            T field = static_cast<T>(nearest.value);
            if ((nearest.exact || parse(value.number_text(), field)) && std::isfinite(field)) {
                return field;
            }
        } else {
            // A number less than half a step beyond the greatest one is rounded to it.
            const double most = static_cast<double>(Limits::max());
            const double beyond = std::abs(nearest.value) - most;
            if (beyond <= 0 || beyond < std::ldexp(1.0, Limits::max_exponent - Limits::digits - 1)) {
                return static_cast<T>(std::min(std::max(nearest.value, -most), most));
            }
        }
        const std::string most = decimal(Limits::max(), Limits::digits10);
        throw Error(Code::conversion, "a number from -" + most + " to " + most + " is required");
    }
    // Uses the fewest digits that parse to the same number.
    static Value write(T field) {
        const int enough = std::numeric_limits<T>::max_digits10;
        for (int digits = std::numeric_limits<T>::digits10; digits < enough; digits++) {
            std::string text = decimal(field, digits);
            T again = 0;
            if (parse(text, again) && again == field) {
                return Value::number_from_text(text);
            }
        }
        return Value::number_from_text(decimal(field, enough));
    }

  private:
    static std::string decimal(T field, int digits) {
        std::ostringstream out;
        out.imbue(std::locale::classic());
        out.precision(digits);
        out << field;
        return out.str();
    }
    static bool parse(const std::string &text, T &field) {
        std::istringstream in(text);
        in.imbue(std::locale::classic());
        return static_cast<bool>(in >> field);
    }
};

template <> struct HclField<std::string> : HclValueField<std::string> {
    static Type type() { return Type::string(); }
    static std::string read(ValueRef value) { return std::string(value.as_string()); }
    static Value write(const std::string &field) { return Value::string(field); }
};

// Keeps any value, including nulls, unknown values and marks.
template <> struct HclField<Value> : HclValueField<Value> {
    static constexpr bool takes_all = true;
    static Type type() { return Type::any(); }
    static Value read(ValueRef value) { return value; }
    static Value write(const Value &field) { return hcl_given(field); }
    static bool absent(const Value &field) { return field.get() == nullptr || field.is_null(); }
};

template <class T> struct HclField<std::optional<T>> : HclValueField<std::optional<T>> {
    static Type type() { return HclField<T>::type(); }
    static std::optional<T> read(ValueRef value) {
        return value.is_null() ? std::nullopt : std::optional<T>(HclField<T>::read(value));
    }
    static Value write(const std::optional<T> &field) {
        return field ? HclField<T>::write(*field) : Value::null(type());
    }
    static bool absent(const std::optional<T> &field) { return !field; }
};

template <class T> struct HclField<std::vector<T>> : HclValueField<std::vector<T>> {
    static Type type() {
        Type element = HclField<T>::type();
        return element.has(Trait::any) ? Type(Type::any()) : Type::list(element);
    }
    static std::vector<T> read(ValueRef value) {
        Type element = HclField<T>::type();
        const Kind kind = value.type().kind();
        if (!value.is_null() && !value.is_unknown() && kind != Kind::list && kind != Kind::tuple &&
            kind != Kind::set) {
            throw Error(Code::conversion, "a list is required").with_types(value.type(), {});
        }
        std::vector<T> field;
        for (ValueRef part : value.elements()) {
            const std::size_t at = field.size();
            field.push_back(in_part([&](Error &error) { error.in_index(at); },
                                    [&] { return HclField<T>::read(hcl_converted(part, element)); }));
        }
        return field;
    }
    static Value write(const std::vector<T> &field) {
        std::vector<Value> parts;
        for (const auto &part : field) {
            parts.push_back(in_part([&](Error &error) { error.in_index(parts.size()); },
                                    [&] { return HclField<T>::write(part); }));
        }
        return Value::tuple(parts);
    }
};

template <class T>
struct HclField<std::map<std::string, T>> : HclValueField<std::map<std::string, T>> {
    static Type type() {
        Type element = HclField<T>::type();
        return element.has(Trait::any) ? Type(Type::any()) : Type::map(element);
    }
    static std::map<std::string, T> read(ValueRef value) {
        Type element = HclField<T>::type();
        const Kind kind = value.type().kind();
        if (!value.is_null() && !value.is_unknown() && kind != Kind::map && kind != Kind::object) {
            throw Error(Code::conversion, "a map is required").with_types(value.type(), {});
        }
        std::map<std::string, T> field;
        for (const Entry &entry : value.entries()) {
            auto key = [&](Error &error) { error.in_key(Value::string(entry.key)); };
            field.emplace(std::string(entry.key), in_part(key, [&] {
                              return HclField<T>::read(hcl_converted(entry.value, element));
                          }));
        }
        return field;
    }
    static Value write(const std::map<std::string, T> &field) {
        std::map<std::string, Value> parts;
        for (const auto &entry : field) {
            parts.emplace(entry.first,
                          in_part([&](Error &error) { error.in_key(Value::string(entry.first)); },
                                  [&] { return HclField<T>::write(entry.second); }));
        }
        return Value::object(parts);
    }
};

template <class E> struct HclField<E, std::enable_if_t<is_hcl_choice<E>>> : HclValueField<E> {
    static Type type() { return Type::string(); }
    static E read(ValueRef value) { return hcl_described<E>().chosen(value.as_string()); }
    static Value write(E field) { return Value::string(hcl_described<E>().text(field)); }
};

template <class R> struct HclField<R, std::enable_if_t<is_hcl_record<R>>> : HclValueField<R> {
    static Type type() { return hcl_described<R>().object_type(); }
    static R read(ValueRef value) { return hcl_described<R>().from_object(value); }
    static Value write(const R &field) { return hcl_described<R>().to_object(field); }
};

// The common part of fields that are texts.
template <class T> struct HclTextField {
    static constexpr bool takes_all = true;
    static bool absent(const T &field) { return field.get() == nullptr; }
    static bool same(const T &a, const T &b) {
        return absent(a) || absent(b)
                   ? absent(a) == absent(b)
                   : HclField<T>::fragment(a).text() == HclField<T>::fragment(b).text();
    }
    static bool holds(const hcl::Node &argument, const T &field, const hcl::Scope *) {
        return hcl::Fragment(argument.value()).text() == HclField<T>::fragment(field).text();
    }
};

template <> struct HclField<Type> : HclTextField<Type> {
    static constexpr bool takes_all = false;
    static Type type() { return Type::meta(); }
    static Type read(ValueRef value) {
        std::optional<TypeRef> type = value.as_type();
        if (!type) {
            throw Error(Code::type, "a type is required");
        }
        return *type;
    }
    static hcl::Fragment fragment(const Type &field) {
        return hcl::Fragment(hcl::type_text(hcl_given(field)));
    }
};

template <> struct HclField<hcl::Expression> : HclTextField<hcl::Expression> {
    static Type type() { return hcl::closure_type(); }
    static hcl::Expression read(ValueRef value) {
        std::optional<hcl::Expression> expression = hcl::expression_of_closure(value);
        return expression ? *expression : hcl::Expression();
    }
    static hcl::Fragment fragment(const hcl::Expression &field) {
        return hcl::Fragment(hcl_given(field).text());
    }
};

} // namespace detail

} // namespace polycty

#endif // POLYCTY_MAPPING_FIELDS_HPP
