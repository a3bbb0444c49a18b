// Plain data, ranges, errors and budgets.

#ifndef POLYCTY_BASE_HPP
#define POLYCTY_BASE_HPP

#if !defined(__cpp_exceptions)
#error "polycty.hpp reports errors as exceptions; without them use polycty.h"
#endif

#include "base.h"
#include "codecs.h"
#include "dialects.h"
#include "functions.h"
#include "marks.h"
#include "refinements.h"
#include "types.h"
#include "values.h"
#include "callback.hpp"
#include "detail/enumerations.hpp"
#include "fwd.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace polycty {

// ============================================================================
// PLAIN DATA
// ============================================================================

// The additional arguments that a parameter accepts, combined by `|`.
namespace allow {
inline constexpr pcty_parameter_flags nothing = 0;
inline constexpr pcty_parameter_flags null = PCTY_PARAMETER_ALLOW_NULL;
inline constexpr pcty_parameter_flags unknown = PCTY_PARAMETER_ALLOW_UNKNOWN;
inline constexpr pcty_parameter_flags dynamic = PCTY_PARAMETER_ALLOW_DYNAMIC;
inline constexpr pcty_parameter_flags marked = PCTY_PARAMETER_ALLOW_MARKED;
} // namespace allow

// An inclusive range of sizes, without an upper bound if `max` is PCTY_SIZE_UNLIMITED.
using SizeRange = pcty_size_range;

// A location that explains a diagnostic.
struct Related {
    std::string_view message;
    pcty_range range;
    std::string_view file; // empty if it is the file of the diagnostic
};

// A change of the source text that may resolve a diagnostic: the text that replaces the range.
struct Edit {
    pcty_range range;
    std::string_view text;
};

// A diagnostic about a source text or a value. The data of an error's diagnostic are owned by the
// error.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string_view summary;
    std::string_view detail;
    std::optional<pcty_range> subject; // lines and columns count from 1
    std::optional<pcty_range> context; // the surroundings of the subject
    std::string_view suggestion;       // a suggestion; empty if there is none
    std::string_view file;             // the name of the text; empty if it is the text of the error
    std::string_view source;           // the source text
    std::string_view code;             // the stable identifier, such as `hcl.unknown-variable`
    const pcty_path *path = nullptr;   // the path to a part of a value, or nullptr
    const pcty_type *expected = nullptr; // the type that was expected, for `TypeRef`
    const pcty_type *found = nullptr;    // the type that was found, for `TypeRef`
    std::vector<Related> related;        // not read by `Error::with_diagnostic`
    std::vector<Edit> edits;             // not read by `Error::with_diagnostic`
};

// The text formats of an error.
enum class Render { plain, color };

// Returns the version of the library as text. It has static lifetime.
inline std::string_view version() noexcept;

// Returns the ABI version of the library; it has to be PCTY_ABI_VERSION.
inline std::uint32_t abi_version() noexcept { return pcty_abi_version(); }

// Returns whether the library was built with a feature.
inline bool has(Feature feature) noexcept { return pcty_has(static_cast<pcty_feature>(feature)); }

// Returns the name of a code, such as "invalid_argument". It has static lifetime.
inline std::string_view name_of(Code code) noexcept;

// ============================================================================
// BASE CLASSES
// ============================================================================
namespace detail {

// Returns the data that `by`, a function whose name ends in `_info`, writes for a handle. All
// members are zero if the handle is NULL.
template <class Data, class H> Data info(bool (*by)(const H *, Data *), const H *from) noexcept {
    Data data{};
    by(from, &data);
    return data;
}

inline pcty_error_data error_data(const pcty_error *from) noexcept {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    PCTY_IGNORE(pcty_error_info(from, &data, nullptr));
    return data;
}

inline pcty_str str(std::string_view text) noexcept { return {text.data(), text.size()}; }

inline std::string_view view(pcty_str text) noexcept { return {text.data, text.len}; }

// Throws Code::not_found for a position past the end.
[[noreturn]] inline void past_the_end(std::size_t index, std::size_t count);

// A borrowed handle. A base cannot be copied or assigned, since a derived class may own the handle.
template <class H> class View {
  public:
    explicit View(const H *borrowed) noexcept : handle_(borrowed) {}

    // The handle of the C header, owned by this object or borrowed by it; NULL if empty.
    const H *get() const noexcept { return handle_; }

  protected:
    View(const View &) = default;
    View &operator=(const View &) = default;
    ~View() = default;

    const H *handle_;
};

// A handle that the caller owns, with its view V.
template <class V, class H, void (*Free)(H *)> class Owned : public V {
  public:
    Owned() noexcept : V(static_cast<const H *>(nullptr)) {}

    // Takes ownership of a handle.
    explicit Owned(H *owned) noexcept : V(owned) {}

    Owned(Owned &&other) noexcept : V(std::exchange(other.handle_, nullptr)) {}

    Owned &operator=(Owned &&other) noexcept {
        Owned taken(std::move(other));
        std::swap(this->handle_, taken.handle_);
        return *this;
    }

    ~Owned() { Free(mutable_get()); }

    // Releases the handle to the caller; this object is then empty.
    [[nodiscard]] H *release() noexcept {
        return const_cast<H *>(std::exchange(this->handle_, nullptr));
    }

  protected:
    H *mutable_get() const noexcept { return const_cast<H *>(this->handle_); }
};

// An owned handle that can be copied.
template <class V, class H, H *(*Clone)(const H *), void (*Free)(H *)>
class Shared : public Owned<V, H, Free> {
    using Base = Owned<V, H, Free>;

  public:
    using Base::Base;
    Shared() noexcept = default;
    Shared(const V &borrowed) noexcept : Base(Clone(borrowed.get())) {}
    Shared(const Shared &other) noexcept : Base(Clone(other.get())) {}
    Shared(Shared &&) noexcept = default;
    Shared &operator=(const Shared &other) noexcept { return *this = Shared(other); }
    Shared &operator=(Shared &&) noexcept = default;
    ~Shared() = default;
};

// An array of plain data for the duration of a call; a short one needs no allocation. It compiles
// faster than a std::vector.
template <class T> class Array {
  public:
    Array() noexcept = default;
    Array(const Array &) = delete;
    Array &operator=(const Array &) = delete;
    ~Array() {
        if (items_ != short_) {
            delete[] items_;
        }
    }
    // Reserves capacity for a number of items; up to that number `push` does not allocate.
    void reserve(std::size_t count) {
        if (count > capacity_) {
            T *larger = new T[count];
            for (std::size_t i = 0; i < count_; i++) {
                larger[i] = items_[i];
            }
            if (items_ != short_) {
                delete[] items_;
            }
            items_ = larger;
            capacity_ = count;
        }
    }
    void push(const T &item) {
        if (count_ == capacity_) {
            reserve(2 * capacity_);
        }
        items_[count_++] = item;
    }
    const T *data() const noexcept { return items_; }
    T *data() noexcept { return items_; }
    std::size_t size() const noexcept { return count_; }
    const T &operator[](std::size_t index) const noexcept { return items_[index]; }

  private:
    T short_[8] = {};
    T *items_ = short_;
    std::size_t capacity_ = 8;
    std::size_t count_ = 0;
};

template <class R> using ElementOf = decltype(*std::begin(std::declval<const R &>()));

// Whether the elements of R can be borrowed as Items: they outlive the access to them.
template <class R, class Item, class = void> struct Lends : std::false_type {};
template <class R, class Item>
struct Lends<R, Item, std::void_t<ElementOf<R>>>
    : std::bool_constant<std::is_constructible_v<Item, ElementOf<R>> &&
                         (std::is_lvalue_reference_v<ElementOf<R>> ||
                          std::is_same_v<std::decay_t<ElementOf<R>>, Item>)> {};

// An argument that is any number of Items, gathered by `Gather::add`.
template <class Item, class Gather> class Many : public Gather {
  public:
    Many() = default;
    Many(std::initializer_list<Item> items) {
        for (const Item &item : items) {
            this->add(item);
        }
    }
    template <class T, class = std::enable_if_t<std::is_constructible_v<Item, const T &>>>
    Many(const T *items, std::size_t count) {
        for (std::size_t i = 0; i < count; i++) {
            this->add(Item(items[i]));
        }
    }
    template <class R, class = std::enable_if_t<Lends<R, Item>::value>>
    Many(const R &range) {
        for (auto &&item : range) {
            this->add(Item(item));
        }
    }
    Many(const Many &) = delete;
    Many &operator=(const Many &) = delete;
};

} // namespace detail

// The parts of a handle by position, for range-for loops. Parts are created on access; `operator[]`
// throws Code::not_found past the end.
//
// Ownership: borrowed from the handle that returned it.
//
// ```cpp
// std::int64_t sum(polycty::ValueRef numbers) {
//     std::int64_t sum = 0;
//     for (polycty::ValueRef number : numbers.elements()) {
//         sum += number.as_int64();
//     }
//     return sum;
// }
// ```
template <class Item, class H> class Range {
  public:
    // Returns the part at the position `at`; `within` is the argument of the constructor.
    using Get = Item (*)(const H *, std::size_t at, std::size_t within);

    class iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Item;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = Item;

        iterator() = default;
        iterator(const H *from, Get get, std::size_t at, std::size_t within)
            : from_(from), get_(get), at_(at), within_(within) {}
        Item operator*() const { return get_(from_, at_, within_); }
        iterator &operator++() {
            at_ += 1;
            return *this;
        }
        iterator operator++(int) {
            iterator before = *this;
            at_ += 1;
            return before;
        }
        friend bool operator==(const iterator &a, const iterator &b) { return a.at_ == b.at_; }
        friend bool operator!=(const iterator &a, const iterator &b) { return a.at_ != b.at_; }

      private:
        const H *from_ = nullptr;
        Get get_ = nullptr;
        std::size_t at_ = 0;
        std::size_t within_ = 0;
    };

    // If a part of `from` contains these parts, `within` is the position of that part in `from`.
    Range(const H *from, std::size_t count, Get get, std::size_t within = 0)
        : from_(from), get_(get), count_(count), within_(within) {}
    iterator begin() const { return {from_, get_, 0, within_}; }
    iterator end() const { return {from_, get_, count_, within_}; }
    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    Item operator[](std::size_t index) const {
        if (index >= count_) {
            detail::past_the_end(index, count_);
        }
        return get_(from_, index, within_);
    }
    // Returns all parts, borrowed like those of the Range.
    operator std::vector<Item>() const { return std::vector<Item>(begin(), end()); }

  private:
    const H *from_;
    Get get_;
    std::size_t count_;
    std::size_t within_;
};

// Contiguous plain data as an argument: a pointer and a number, a std::vector or another class with
// `data` and `size`, or a list in braces.
//
// Ownership: borrows for the call.
//
// ```cpp
// polycty::Value ports(const std::vector<std::int64_t> &given) {
//     return given.empty() ? polycty::Value::list_from_int64({80, 443})
//                          : polycty::Value::list_from_int64(given);
// }
// ```
template <class T> class Span {
  public:
    Span(const T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    Span(std::initializer_list<T> items) noexcept : data_(std::data(items)), size_(items.size()) {}
    template <class C, class = std::enable_if_t<std::is_convertible_v<
                           decltype(std::declval<const C &>().data()), const T *>>>
    Span(const C &container) noexcept : data_(container.data()), size_(container.size()) {}
    const T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

  private:
    const T *data_;
    std::size_t size_;
};

// ============================================================================
// ERRORS
// ============================================================================

// An error as an exception: code, message, path, and the other data of pcty_error in the C header.
// `what()` is the error as one line. A callback reports a failure by throwing an Error.
//
// Ownership: a copy is an error of its own, and copying never throws. Borrowed data are valid until
// the error is changed or destroyed.
// Threads: any number may read; one at a time may build.
//
// ```cpp
// std::int64_t port_of(polycty::ValueRef server) {
//     try {
//         return server["port"].as_int64();
//     } catch (const polycty::Error &error) {
//         if (error.code() == polycty::Code::not_found) {
//             return 5432;
//         }
//         throw;
//     }
// }
// ```
class Error : public std::runtime_error {
    using Handle = detail::Shared<detail::View<pcty_error>, pcty_error, pcty_error_clone,
                                  pcty_error_free>;

  public:
    // Creates an error of the caller.
    Error(Code code, std::string_view message)
        : Error(pcty_error_new(static_cast<pcty_status>(code), detail::str(message))) {}

    // Takes ownership of an error of the C header. NULL results in an error with Code::internal.
    explicit Error(pcty_error *owned)
        : Error(Handle(owned != nullptr ? owned
                                        : pcty_error_new(PCTY_ERROR_INTERNAL,
                                                         PCTY_STR("there is no error")))) {}

    // `what()` is the path and the message, in one line.

    Code code() const noexcept { return static_cast<Code>(pcty_error_code(get())); }
    // Returns the message without the path. If the error has diagnostics about a source text, the
    // message begins with the location of the first one. It may have several lines.
    std::string_view message() const & noexcept { return detail::view(pcty_error_message(get())); }
    std::string message() const && { return std::string(message()); }
    // Returns the stage of a language's processing at which the error was found, by the language's
    // name, such as `errUnify` of mcl; empty for languages without stages.
    std::string_view stage() const & noexcept { return detail::view(detail::error_data(get()).stage); }
    std::string stage() const && { return std::string(stage()); }
    // Returns the path to the invalid part; without steps if it is the whole value.
    PathRef path() const & noexcept;
    Path path() const &&;
    // Returns the path as text, such as `.servers[0]["name"]`.
    std::string path_text() const;
    // Returns the index of the invalid argument of a call, from 0.
    std::optional<std::size_t> argument() const noexcept;
    // Returns the byte of the input at which the error is, from 0.
    std::optional<std::size_t> offset() const noexcept;
    std::optional<TypeRef> expected() const & noexcept;
    std::optional<Type> expected() const &&;
    std::optional<TypeRef> found() const & noexcept;
    std::optional<Type> found() const &&;
    Range<Diagnostic, pcty_error> diagnostics() const & noexcept;
    void diagnostics() const && = delete;
    std::string line() const;
    std::string format(Notation notation) const;
    // Returns several lines, including the source lines of the diagnostics.
    std::string text() const;
    std::string text(Render style) const;
    std::string to_json() const;
    // Returns the error as a SARIF 2.1.0 log.
    std::string to_sarif() const;

    // Functions that build the error. `in_attribute`, `in_index` and `in_key` add a step before the
    // path, so steps are added from the inside out.
    Error &in_attribute(std::string_view name);
    Error &in_index(std::size_t index);
    Error &in_key(ValueRef key);
    Error &with_path(PathRef path);
    Error &with_argument(std::size_t index);
    Error &with_types(std::optional<TypeRef> found, std::optional<TypeRef> expected);
    Error &with_offset(std::size_t offset);
    Error &with_source(std::string_view source, std::string_view file);
    Error &with_diagnostic(const Diagnostic &diagnostic);

    const pcty_error *get() const noexcept { return handle_.get(); }
    // Returns another handle of the same error, for C.
    [[nodiscard]] pcty_error *clone_handle() const noexcept { return pcty_error_clone(get()); }

  private:
    template <class... Params, class... Args>
    Error &change(pcty_status (*by)(pcty_error *, Params...), Args... args);
    explicit Error(Handle owned);

    Handle handle_;
};

// The result of a call, or the Error that it threw.
//
// Ownership: owns the result or the Error; data that the result borrows remain owned elsewhere.
// Errors: `value`, `*` and `->` throw the Error if there is one; `error` may be called only in that
// case.
// Threads: as for the result.
//
// ```cpp
// std::int64_t port_or(polycty::ValueRef server, std::int64_t otherwise) {
//     auto port = polycty::attempt([&] { return server["port"].as_int64(); });
//     if (!port && port.error().code() != polycty::Code::not_found) {
//         std::cerr << port.error().what() << "\n";
//     }
//     return port.value_or(otherwise);
// }
// ```
template <class T> class [[nodiscard]] Result {
    using Stored = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

  public:
    Result(Stored value) : held_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : held_(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const noexcept { return held_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    const Stored &value() const & { return checked(held_); }
    Stored &value() & { return checked(held_); }
    Stored &&value() && { return std::move(checked(held_)); }
    const Stored &operator*() const & { return value(); }
    Stored &operator*() & { return value(); }
    Stored &&operator*() && { return std::move(*this).value(); }
    const Stored *operator->() const { return &value(); }
    Stored *operator->() { return &value(); }
    template <class U> Stored value_or(U &&otherwise) const & {
        return has_value() ? **this : static_cast<Stored>(std::forward<U>(otherwise));
    }
    template <class U> Stored value_or(U &&otherwise) && {
        return has_value() ? std::move(**this) : static_cast<Stored>(std::forward<U>(otherwise));
    }

    const Error &error() const & { return std::get<1>(held_); }
    Error &&error() && { return std::get<1>(std::move(held_)); }

  private:
    template <class Deferral> static auto &checked(Deferral &held) {
        if (held.index() == 1) {
            throw std::get<1>(held);
        }
        return std::get<0>(held);
    }

    std::variant<Stored, Error> held_;
};

// Calls `call`, and returns its result or the Error that it throws. Other exceptions pass through.
template <class F> Result<std::decay_t<std::invoke_result_t<F>>> attempt(F &&call) {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<F>>) {
            std::forward<F>(call)();
            return std::monostate();
        } else {
            return std::forward<F>(call)();
        }
    } catch (const Error &error) {
        return error;
    }
}

// ============================================================================
// BUDGETS
// ============================================================================

// The limits of a call; 0 is the default of the library. Without a budget, a call ends after about 10
// seconds; within one its time has no limit unless `time` is set.
struct Limits {
    static constexpr std::uint64_t unbounded = UINT64_MAX;

    std::uint64_t steps = 0;           // steps of bounded work, the same on every machine
    std::uint64_t bytes = 0;           // bytes held at once
    std::chrono::microseconds time{0}; // from the beginning of the call; max() for no limit
};

// The limits of calls, and a token for cancelling them from another thread. Calls that are made in
// `run` throw Code::limit if the budget is exceeded, and Code::cancelled if it is cancelled.
//
// Ownership: copies are the same budget.
// Threads: any number may run in it and cancel it at once.
//
// ```cpp
// // Gives up after a quarter of a second, or when another thread cancels the budget.
// polycty::Value read(std::string_view json, const polycty::Budget &budget) {
//     return budget.run([&] { return polycty::Value::from_json(json); });
// }
//
// polycty::Budget quarter() {
//     polycty::Limits limits;
//     limits.time = std::chrono::milliseconds(250);
//     return polycty::Budget(limits);
// }
// ```
class Budget : public detail::Shared<detail::View<pcty_budget>, pcty_budget, pcty_budget_clone,
                                     pcty_budget_free> {
  public:
    using Shared::Shared;
    // A budget with the library's default limits, which can be cancelled.
    Budget() : Budget(Limits()) {}
    explicit Budget(const Limits &limits);

    // Calls `work`, and returns its result. Each call of the library that it makes on this thread
    // is limited by this budget and by the enclosing ones.
    template <class F> std::invoke_result_t<F> run(F &&work) const;

    // Ends the calls that are made in `run` on any thread. Later calls fail.
    void cancel() const noexcept { pcty_budget_cancel(get()); }
    bool is_cancelled() const noexcept { return pcty_budget_is_cancelled(get()); }
    // Returns whether the current call of this thread may continue; for callbacks that take long.
    static bool may_go_on() noexcept { return pcty_budget_check(nullptr) == PCTY_OK; }
    Limits limits() const;
    // Returns the library's default limits.
    static Limits standard() { return Budget(static_cast<pcty_budget *>(nullptr)).limits(); }
};

inline std::string_view version() noexcept { return detail::view(pcty_version()); }

inline std::string_view name_of(Code code) noexcept {
    return detail::view(pcty_status_name(static_cast<pcty_status>(code)));
}

} // namespace polycty

#include "detail/calls.hpp"
#include "types.hpp" // needed by the bodies of Error

#endif // POLYCTY_BASE_HPP
