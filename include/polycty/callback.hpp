// Callbacks: callables of the program that the library calls.

#ifndef POLYCTY_CALLBACK_HPP
#define POLYCTY_CALLBACK_HPP

#include <cstddef>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace polycty {

namespace detail {

template <class F, class = void> struct HasOperatorBool : std::false_type {};
template <class F>
struct HasOperatorBool<F, std::void_t<decltype(std::declval<const F &>().operator bool())>>
    : std::true_type {};

// Whether a function pointer, a std::function or another Callback is empty.
template <class F> bool is_empty_callable(const F &callable) noexcept {
    if constexpr (std::is_pointer_v<F>) {
        return callable == nullptr;
    } else if constexpr (HasOperatorBool<F>::value) {
        return !callable;
    } else {
        return false;
    }
}

template <class R, class Called>
inline constexpr bool returns = std::is_void_v<R> || std::is_convertible_v<Called, R>;

} // namespace detail

// A callable with the given signature, such as `Callback<void(int)>`. Unlike a std::function it
// also takes callables that cannot be copied. It takes function pointers and objects with
// `operator()`; an empty one of these becomes an empty Callback.
//
// Ownership: owns the callable; move-only.
// Errors: calling an empty Callback throws std::runtime_error.
// Threads: as the callable. The library may call it from each thread that calls the library.
//
// ```cpp
// polycty::Function counter(std::unique_ptr<std::int64_t> count) {
//     return polycty::Function({}, polycty::Type::number(),
//                              [count = std::move(count)](polycty::Arguments, polycty::TypeRef) {
//                                  return polycty::Value::number((*count)++);
//                              });
// }
// ```
template <class Signature> class Callback;

template <class R, class... Args> class Callback<R(Args...)> {
  public:
    Callback() noexcept = default;
    Callback(std::nullptr_t) noexcept {}

    template <class F, class T = std::decay_t<F>,
              class = std::enable_if_t<!std::is_same_v<T, Callback>>,
              class = std::enable_if_t<
                  detail::returns<R, decltype(std::declval<T &>()(std::declval<Args>()...))>>>
    Callback(F &&callable) {
        if (!detail::is_empty_callable<T>(callable)) {
            callable_ = new T(std::forward<F>(callable));
            call_ = [](void *of, Args... args) -> R {
                return static_cast<R>((*static_cast<T *>(of))(std::forward<Args>(args)...));
            };
            destroy_ = [](void *of) noexcept { delete static_cast<T *>(of); };
        }
    }

    Callback(Callback &&other) noexcept
        : callable_(std::exchange(other.callable_, nullptr)), call_(other.call_),
          destroy_(other.destroy_) {}
    Callback &operator=(Callback &&other) noexcept {
        Callback taken(std::move(other));
        std::swap(callable_, taken.callable_);
        std::swap(call_, taken.call_);
        std::swap(destroy_, taken.destroy_);
        return *this;
    }
    ~Callback() {
        if (callable_ != nullptr) {
            destroy_(callable_);
        }
    }

    explicit operator bool() const noexcept { return callable_ != nullptr; }
    R operator()(Args... args) const {
        if (callable_ == nullptr) {
            throw std::runtime_error("an empty callback was called");
        }
        return call_(callable_, std::forward<Args>(args)...);
    }

  private:
    void *callable_ = nullptr;
    R (*call_)(void *, Args...) = nullptr;
    void (*destroy_)(void *) noexcept = nullptr;
};

} // namespace polycty

#endif // POLYCTY_CALLBACK_HPP
