// C++ values in capsules.

#ifndef POLYCTY_CAPSULES_HPP
#define POLYCTY_CAPSULES_HPP

#include "values.hpp"

namespace polycty {

// ============================================================================
// CAPSULES
// ============================================================================

// A capsule type for values of the C++ type T, distinct from all other types.
//
// Ownership: a copy is another handle of the same type. Data is moved into the value and destroyed
// with its last reference, on the thread that drops it.
// Errors: `get` throws Code::marked, null, unknown, and type for another value.
// Threads: any number at once, if T's `==`, std::hash and const methods allow it. The first two
// must not throw.
//
// ```cpp
// struct Connection {
//     int socket;
// };
// int socket_of(const polycty::Capsule<Connection> &connections, polycty::ValueRef value) {
//     return connections.get(value).socket;
// }
// ```
template <class T> class Capsule {
  public:
    // Data are compared by identity.
    static Capsule by_identity(std::string_view name) {
        pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
        return Capsule(name, ops);
    }
    // Data are compared by `==`, and hashed by std::hash if T supports it.
    static Capsule by_value(std::string_view name) {
        pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
        ops.equal = [](void *, const void *a, const void *b) noexcept {
            return static_cast<bool>(*static_cast<const T *>(a) == *static_cast<const T *>(b));
        };
        if constexpr (std::is_default_constructible_v<std::hash<T>>) {
            ops.hash = [](void *, const void *data) noexcept {
                return static_cast<std::uint64_t>(std::hash<T>()(*static_cast<const T *>(data)));
            };
        }
        return Capsule(name, ops);
    }
    TypeRef type() const & noexcept { return type_; }
    Type type() const && { return type_; }
    Value make(T data) const;
    // Returns the data, valid as long as the value.
    const T &get(ValueRef value) const;
    void get(Value &&value) const = delete;

  private:
    Capsule(std::string_view name, const pcty_capsule_ops &ops);

    Type type_;
};

// --- Capsules

template <class T>
Capsule<T>::Capsule(std::string_view name, const pcty_capsule_ops &ops)
    : type_(detail::made<pcty_type>(pcty_type_capsule, detail::str(name), &ops)) {}

template <class T> Value Capsule<T>::make(T data) const {
    pcty_destroy destroy = [](void *owned) noexcept { delete static_cast<T *>(owned); };
    // The library destroys the data from here on, also when the call fails.
    void *owned = new T(std::move(data));
    return Value(detail::made<pcty_value>(pcty_value_capsule, type_.get(), owned, destroy));
}

template <class T> const T &Capsule<T>::get(ValueRef value) const {
    return *static_cast<const T *>(
        detail::read<void *>(pcty_value_as_capsule, value.get(), type_.get()));
}

} // namespace polycty

#endif // POLYCTY_CAPSULES_HPP
