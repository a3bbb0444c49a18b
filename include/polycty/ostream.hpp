// Printing to streams of the standard library. Programs that print include <ostream> themselves.

#ifndef POLYCTY_OSTREAM_HPP
#define POLYCTY_OSTREAM_HPP

#include "hcl.hpp"

#include <iosfwd>

namespace polycty {

// Prints a type by its friendly name, such as `list of string`.
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &stream,
                                             const TypeMethods &type) {
    return stream << type.friendly_name();
}

// Prints a value in the notation of HCL. Parts with marks are redacted.
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &stream,
                                             const ValueMethods &value) {
    return stream << hcl::text(ValueRef(value), hcl::ValueStyle::redacted);
}

// Prints a path, such as `.servers[0]["name"]`.
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &stream,
                                             const PathMethods &path) {
    return stream << path.text();
}

// Prints an error as one line.
template <class Traits>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &stream,
                                             const Error &error) {
    return stream << error.what();
}

// Prints the name of a constant, such as `invalid_argument`. For the enumerations of a language use
// `name_of`.
template <class Traits, class E, class = decltype(names_of(E()))>
std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &stream, E value) {
    return stream << polycty::name_of(value);
}

} // namespace polycty

#endif // POLYCTY_OSTREAM_HPP
