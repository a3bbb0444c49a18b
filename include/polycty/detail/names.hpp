// The names of the constants of enumerations. Included by the generated files only.

#ifndef POLYCTY_DETAIL_NAMES_HPP
#define POLYCTY_DETAIL_NAMES_HPP

#include <cstddef>
#include <optional>
#include <string_view>

namespace polycty {

namespace detail {

template <class E> struct Named {
    E value;
    const char *name;
};

// The constants of an enumeration, which `names_of` returns.
template <class E> struct Names {
    const Named<E> *first;
    std::size_t count;

    template <std::size_t N>
    constexpr Names(const Named<E> (&all)[N]) noexcept : first(all), count(N) {}
    constexpr const Named<E> *begin() const noexcept { return first; }
    constexpr const Named<E> *end() const noexcept { return first + count; }
};

} // namespace detail

// Returns the name of a constant, such as "unknown" for State::unknown; empty for a number without
// one. It has static lifetime.
template <class E> auto name_of(E value) noexcept -> decltype(names_of(value), std::string_view()) {
    for (const auto &each : names_of(value)) {
        if (each.value == value) {
            return each.name;
        }
    }
    return {};
}

// Returns the constant with a name: `from_name<State>("unknown")`.
template <class E>
auto from_name(std::string_view name) noexcept -> decltype(names_of(E()), std::optional<E>()) {
    for (const auto &each : names_of(E())) {
        if (name == each.name) {
            return each.value;
        }
    }
    return std::nullopt;
}

} // namespace polycty

#endif // POLYCTY_DETAIL_NAMES_HPP
