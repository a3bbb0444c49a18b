// polycty for C++17: the handles of polycty.h as classes that own, copy and free.
//
// How to read it: the C header has the contract of every function; each method here
// calls the function of its name, and only what C++ adds is said again. First come the
// errors, then types, values and what is made of them; the bodies stand at the end.
//
// The rules that hold everywhere:
//
// - Ownership. A class named after a noun (Type, Value, Path, Marks, Converter) owns its
//   handle; copying one counts a reference, save for Path, PathSet and Iteration, whose
//   content is copied. VariableScope, Unification, RefinementBuilder, Unifier, Invariants, Solver,
//   Outcome and hcl::File can only be moved. A class that ends in Ref (TypeRef, ValueRef, PathRef,
//   MarksRef, ConverterRef, ClashRef) is a view of one word that owns nothing: it is to
//   Value what std::string_view is to std::string. Every
//   owner converts to its view; a view converts to an owner by counting a reference.
// - Lent. A view, a std::string_view and a Range that a method gives are lent as long as
//   the object lives that the method was called on, or the one that this was lent from.
//   Do not keep what a temporary lent; ranges of a temporary owner do not even compile,
//   since a range-for would outlive it. Never assign to an owner through a reference to
//   its view.
// - Errors. What can fail throws polycty::Error, and `attempt` makes of that a Result for
//   whom a failure is nothing exceptional. What may be missing is a std::optional.
//   A handle that was moved from is empty: it may be destroyed and assigned to; methods
//   that can fail throw, and the others answer as the C function does to NULL.
// - Text goes in as UTF-8 in a std::string_view and need not end with a NUL. Text of the
//   caller's own comes out as a std::string.
// - Threads. Most things never change once they are made and may be used by any number of
//   threads at once, copies and destructions included. Paths, path sets, scopes, files, refinement
//   builders, iterations, unifiers, invariants, solvers, and errors while they are being built,
//   change and belong to one thread at a time; as long as nobody changes a scope or a file, any
//   number may evaluate, check or look in it.
// - Callbacks may throw: no exception passes through the library. It becomes the
//   pcty_error that the C caller gets, and the C++ caller an Error again; walks hand it
//   over as it was. Ending a thread by cancelling it inside a callback is undefined.
//
// Nothing but polycty.h and the standard library is needed, and no macro is defined save
// the guard of this header. A program without exceptions uses polycty.h itself.

#ifndef POLYCTY_HPP
#define POLYCTY_HPP

#if !defined(__cpp_exceptions)
#error "polycty.hpp reports errors as exceptions; without them use polycty.h"
#endif

#include "polycty.h"

#include <algorithm>
#include <any>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace polycty {

class Converter;
class Error;
class Marks;
class MarksRef;
struct PathMarks;
class PathRef;
class RefinementBuilder;
class Type;
class TypeRef;
class Value;
class ValueRef;

// ============================================================================
// PLAIN DATA
// ============================================================================

// What went wrong: PCTY_ERROR_*.
enum class Code : pcty_status {
    invalid_argument = PCTY_ERROR_INVALID_ARGUMENT,
    invalid_utf8 = PCTY_ERROR_INVALID_UTF8,
    syntax = PCTY_ERROR_SYNTAX,
    type = PCTY_ERROR_TYPE,
    conversion = PCTY_ERROR_CONVERSION,
    unsupported = PCTY_ERROR_UNSUPPORTED,
    not_found = PCTY_ERROR_NOT_FOUND,
    limit = PCTY_ERROR_LIMIT,
    arithmetic = PCTY_ERROR_ARITHMETIC,
    null = PCTY_ERROR_NULL,
    unknown = PCTY_ERROR_UNKNOWN,
    marked = PCTY_ERROR_MARKED,
    callback = PCTY_ERROR_CALLBACK,
    misbehaved = PCTY_ERROR_MISBEHAVED,
    internal = PCTY_ERROR_INTERNAL,
    diagnostics = PCTY_ERROR_DIAGNOSTICS,
    cancelled = PCTY_ERROR_CANCELLED,
};

// A configuration language, with its notation and rules.
enum class Dialect : pcty_dialect {
    hcl = PCTY_DIALECT_HCL,
    pcl = PCTY_DIALECT_PCL,
    puppet = PCTY_DIALECT_PUPPET,
    mcl = PCTY_DIALECT_MCL,
};

// Which constructor made a type.
enum class Kind : pcty_kind {
    missing = PCTY_KIND_MISSING,
    any = PCTY_KIND_ANY,
    none = PCTY_KIND_NONE,
    bool_ = PCTY_KIND_BOOL,
    number = PCTY_KIND_NUMBER,
    integer = PCTY_KIND_INTEGER,
    float_ = PCTY_KIND_FLOAT,
    string = PCTY_KIND_STRING,
    list = PCTY_KIND_LIST,
    set = PCTY_KIND_SET,
    map = PCTY_KIND_MAP,
    tuple = PCTY_KIND_TUPLE,
    object = PCTY_KIND_OBJECT,
    func = PCTY_KIND_FUNCTION,
    union_ = PCTY_KIND_UNION,
    optional = PCTY_KIND_OPTIONAL,
    not_undef = PCTY_KIND_NOT_UNDEF,
    promise = PCTY_KIND_PROMISE,
    output = PCTY_KIND_OUTPUT,
    literal = PCTY_KIND_LITERAL,
    enumeration = PCTY_KIND_ENUMERATION,
    capsule = PCTY_KIND_CAPSULE,
    meta = PCTY_KIND_META,
    variable = PCTY_KIND_VARIABLE,
    reference = PCTY_KIND_REFERENCE,
    nominal = PCTY_KIND_NOMINAL,
};

// What may occur inside a type, at any depth.
enum class Trait : pcty_type_flags {
    any = PCTY_TYPE_HAS_ANY,
    variable = PCTY_TYPE_HAS_VARIABLE,
    optional_field = PCTY_TYPE_HAS_OPTIONAL_FIELD,
    reference = PCTY_TYPE_HAS_REFERENCE,
    capsule = PCTY_TYPE_HAS_CAPSULE,
    eventual = PCTY_TYPE_HAS_DEFERRED,
    set = PCTY_TYPE_HAS_SET,
};

// Whether a value is there.
enum class State : pcty_state {
    none = PCTY_STATE_NONE,
    known = PCTY_STATE_KNOWN,
    null = PCTY_STATE_NULL,
    unknown = PCTY_STATE_UNKNOWN,
};

// Whether a field, or a function's block, may be missing.
enum class Presence : pcty_presence { required = PCTY_REQUIRED, optional = PCTY_OPTIONAL };

// Whether the case of letters counts.
enum class Case : pcty_case { sensitive = PCTY_CASE_SENSITIVE, ignored = PCTY_CASE_IGNORED };

// Which of two bounds.
enum class Side : pcty_side { lower = PCTY_LOWER, upper = PCTY_UPPER };

// What stands between two types; the larger, the easier.
enum class Conversion : pcty_conversion {
    none = PCTY_CONVERSION_NONE,
    unsafe = PCTY_CONVERSION_UNSAFE,
    safe = PCTY_CONVERSION_SAFE,
    same = PCTY_CONVERSION_SAME,
};

// Whether a conversion may fail for some values of the source type.
enum class Safety : pcty_safety { safe = PCTY_SAFETY_SAFE, unsafe = PCTY_SAFETY_UNSAFE };

#ifdef PCTY_HAS_TRANSLATE
// What holds between a type and its translation.
enum class Fit : pcty_fit {
    exact = PCTY_FIT_EXACT,
    wider = PCTY_FIT_WIDER,
    narrower = PCTY_FIT_NARROWER,
};
#endif // PCTY_HAS_TRANSLATE

// How a string type is constrained.
enum class StringConstraint : pcty_string_constraint {
    none = PCTY_STRING_NONE,
    plain = PCTY_STRING_PLAIN,
    length = PCTY_STRING_LENGTH,
    enumeration = PCTY_STRING_ENUMERATION,
    patterns = PCTY_STRING_PATTERNS,
};

// What a walk does after a visit.
enum class Visit : pcty_visit {
    into = PCTY_VISIT_DESCEND,
    over = PCTY_VISIT_SKIP,
    stop = PCTY_VISIT_STOP,
};

// What kind of part of a type a step leads to.
enum class Part : pcty_part {
    element = PCTY_PART_ELEMENT,
    key = PCTY_PART_KEY,
    position = PCTY_PART_POSITION,
    field = PCTY_PART_FIELD,
    variadic = PCTY_PART_VARIADIC,
    block = PCTY_PART_BLOCK,
    result = PCTY_PART_RESULT,
};

// What a step of a path goes into.
enum class StepKind : pcty_step_kind {
    none = PCTY_STEP_NONE,
    attribute = PCTY_STEP_ATTRIBUTE,
    index = PCTY_STEP_INDEX,
};

// What kind of thing is known of an unknown value.
enum class RefinementKind : pcty_refinement_kind {
    nothing = PCTY_REFINEMENT_NOTHING,
    prefix = PCTY_REFINEMENT_PREFIX,
    number = PCTY_REFINEMENT_NUMBER,
    length = PCTY_REFINEMENT_LENGTH,
};

// How bad a finding is.
enum class Severity : pcty_severity {
    error = PCTY_SEVERITY_ERROR,
    warning = PCTY_SEVERITY_WARNING,
};

// What a parameter lets through to a function's implementation, to be combined by `|`.
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
    std::string_view file; // empty if it is that of the diagnostic
};

// A change of the source text that may resolve a diagnostic: the text that replaces the range.
struct Edit {
    pcty_range range;
    std::string_view text;
};

// A diagnostic about a source text or a value. What comes from an error is owned by the error.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string_view summary;
    std::string_view detail;
    std::optional<pcty_range> subject; // lines and columns count from 1
    std::optional<pcty_range> context; // what stands around the subject
    std::string_view suggestion;       // what may have been meant; empty if there is nothing
    std::string_view file;             // the text's name; empty if it is the error's own
    std::string_view source;           // that text
    std::string_view code;             // the stable identifier, such as `hcl.unknown-variable`
    const pcty_path *path = nullptr;   // into a value; nullptr if it is about no part of one
    const pcty_type *expected = nullptr; // the type that was expected, for `TypeRef`
    const pcty_type *found = nullptr;    // the type that was found, for `TypeRef`
    std::vector<Related> related;        // not read by `Error::with_diagnostic`
    std::vector<Edit> edits;             // not read by `Error::with_diagnostic`
};

// How an error reads as text.
enum class Render { plain, color };

// The version of the library as text. Lent for ever.
inline std::string_view version() noexcept;

// The ABI that the library speaks; it has to be PCTY_ABI_VERSION.
inline std::uint32_t abi_version() noexcept { return pcty_abi_version(); }

// A part of the library that a build may leave out. The classes of a part exist only where
// `polycty/features.h` defines its macro.
enum class Feature : pcty_feature {
    hcl = PCTY_FEATURE_HCL,
    pcl = PCTY_FEATURE_PCL,
    terraform = PCTY_FEATURE_TERRAFORM,
    puppet = PCTY_FEATURE_PUPPET,
    mcl = PCTY_FEATURE_MCL,
    translate = PCTY_FEATURE_TRANSLATE,
    schema = PCTY_FEATURE_SCHEMA,
};

// Whether the library was built with a feature.
inline bool has(Feature feature) noexcept { return pcty_has(static_cast<pcty_feature>(feature)); }

// The name of a code, such as "invalid_argument". Lent for ever.
inline std::string_view name_of(Code code) noexcept;

// ============================================================================
// WHAT THE CLASSES STAND ON
// ============================================================================
namespace detail {

inline pcty_str str(std::string_view text) noexcept { return {text.data(), text.size()}; }

inline std::string_view view(pcty_str text) noexcept { return {text.data, text.len}; }

// Throws Code::not_found for a position past the end.
[[noreturn]] inline void past_the_end(std::size_t index, std::size_t count);

// A lent handle.
template <class H> class View {
  public:
    explicit View(const H *lent) noexcept : handle_(lent) {}

    // The handle of the C header, lent; NULL if empty.
    const H *get() const noexcept { return handle_; }

  protected:
    const H *handle_;
};

// A handle of the caller's own, behind its view V.
template <class V, class H, void (*Free)(H *)> class Owned : public V {
  public:
    Owned() noexcept : V(static_cast<const H *>(nullptr)) {}

    // Takes a handle of the caller's own.
    explicit Owned(H *owned) noexcept : V(owned) {}

    Owned(Owned &&other) noexcept : V(std::exchange(other.handle_, nullptr)) {}

    Owned &operator=(Owned &&other) noexcept {
        Owned taken(std::move(other));
        std::swap(this->handle_, taken.handle_);
        return *this;
    }

    ~Owned() { Free(mutable_get()); }

    // Gives the handle away; what is left is empty.
    [[nodiscard]] H *release() noexcept {
        return const_cast<H *>(std::exchange(this->handle_, nullptr));
    }

  protected:
    H *mutable_get() const noexcept { return const_cast<H *>(this->handle_); }
};

// A handle of the caller's own that can be copied.
template <class V, class H, H *(*Clone)(const H *), void (*Free)(H *)>
class Shared : public Owned<V, H, Free> {
    using Base = Owned<V, H, Free>;

  public:
    using Base::Base;
    Shared() noexcept = default;
    Shared(V lent) noexcept : Base(Clone(lent.get())) {}
    Shared(const Shared &other) noexcept : Base(Clone(other.get())) {}
    Shared(Shared &&) noexcept = default;
    Shared &operator=(const Shared &other) noexcept { return *this = Shared(other); }
    Shared &operator=(Shared &&) noexcept = default;
    ~Shared() = default;
};

// An array for the length of a call; a short one without an allocation.
template <class T> class Array {
  public:
    void push(T item) {
        if (count_ < short_.size()) {
            short_[count_] = item;
        } else {
            if (count_ == short_.size()) {
                long_.assign(short_.begin(), short_.end());
            }
            long_.push_back(item);
        }
        count_ += 1;
    }
    const T *data() const noexcept {
        return count_ <= short_.size() ? short_.data() : long_.data();
    }
    std::size_t size() const noexcept { return count_; }

  private:
    std::array<T, 8> short_{};
    std::vector<T> long_;
    std::size_t count_ = 0;
};

template <class R> using ElementOf = decltype(*std::begin(std::declval<const R &>()));

// Whether the elements of R can be lent as Items: they outlive the look at them.
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

// The parts of a handle by position: what a range-for goes over. Parts are made when they
// are asked for; `operator[]` throws Code::not_found past the end.
//
// Ownership: lent from the handle that gave it.
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
    using Get = Item (*)(const H *, std::size_t);

    class iterator {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Item;
        using difference_type = std::ptrdiff_t;
        using pointer = void;
        using reference = Item;

        iterator() = default;
        iterator(const H *from, Get get, std::size_t at) : from_(from), get_(get), at_(at) {}
        Item operator*() const { return get_(from_, at_); }
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
    };

    Range(const H *from, std::size_t count, Get get) : from_(from), get_(get), count_(count) {}
    iterator begin() const { return {from_, get_, 0}; }
    iterator end() const { return {from_, get_, count_}; }
    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    Item operator[](std::size_t index) const {
        if (index >= count_) {
            detail::past_the_end(index, count_);
        }
        return get_(from_, index);
    }

  private:
    const H *from_;
    Get get_;
    std::size_t count_;
};

// Plain data side by side, as an argument: a pointer and a number, a std::vector or what
// else has `data` and `size`, or a list in braces.
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

// What went wrong, as an exception: code, message, path, and what else the C header says
// of pcty_error. `what()` is the error as one line. A callback reports its failure by
// throwing one that it builds.
//
// Ownership: a copy is an error of its own, and copying never throws. What is lent is lent
// until the error is changed or gone.
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
class Error : public std::exception {
  public:
    // An error of the caller's own making.
    Error(Code code, std::string_view message)
        : Error(pcty_error_new(static_cast<pcty_status>(code), detail::str(message))) {}

    // Takes an error of the C header; NULL gives an error that says so.
    explicit Error(pcty_error *owned) : handle_(owned) {
        if (owned == nullptr) {
            handle_ = Handle(pcty_error_new(PCTY_ERROR_INTERNAL, PCTY_STR("there is no error")));
        }
        render();
    }

    // The path and the message, in one line.
    const char *what() const noexcept override {
        return line_ ? pcty_string_cstr(line_.get()) : "";
    }

    Code code() const noexcept { return static_cast<Code>(pcty_error_code(get())); }
    // One line, without the path; that of a diagnostic begins with its place.
    std::string_view message() const noexcept { return detail::view(pcty_error_message(get())); }
    // At which stage a language found it, by its name for that, as `errUnify`; else empty.
    std::string_view stage() const noexcept { return detail::view(pcty_error_stage(get())); }
    // Without steps when the whole is at fault.
    PathRef path() const noexcept;
    // The path as text, such as `.servers[0]["name"]`.
    std::string path_text() const;
    // Which argument of a call is at fault, from 0.
    std::optional<std::size_t> argument() const noexcept;
    // At which byte of the input the fault lies, from 0.
    std::optional<std::size_t> offset() const noexcept;
    std::optional<TypeRef> wanted() const noexcept;
    std::optional<TypeRef> found() const noexcept;
    Range<Diagnostic, pcty_error> diagnostics() const & noexcept;
    void diagnostics() const && = delete;
    std::string line() const;
    // Several lines, with those of the source that the diagnostics are about.
    std::string text() const;
    std::string text(Render style) const;
    std::string json() const;
    // The error as a SARIF 2.1.0 log.
    std::string sarif() const;

    // Building. Steps of the path are said from the inside out.
    Error &in_attribute(std::string_view name);
    Error &in_index(std::size_t index);
    Error &in_key(ValueRef key);
    Error &with_path(PathRef path);
    Error &with_argument(std::size_t index);
    Error &with_types(std::optional<TypeRef> found, std::optional<TypeRef> wanted);
    Error &with_offset(std::size_t offset);
    Error &with_source(std::string_view source, std::string_view file);
    Error &with_diagnostic(const Diagnostic &diagnostic);

    const pcty_error *get() const noexcept { return handle_.get(); }
    // Gives another handle of the same error to C.
    [[nodiscard]] pcty_error *clone_handle() const noexcept { return pcty_error_clone(get()); }

  private:
    using Handle = detail::Shared<detail::View<pcty_error>, pcty_error, pcty_error_clone,
                                  pcty_error_free>;
    template <class... Params, class... Args>
    Error &change(pcty_status (*by)(pcty_error *, Params...), Args... args);
    void render() { line_ = {pcty_error_to_line(get()), pcty_string_free}; }

    Handle handle_;
    std::shared_ptr<pcty_string> line_; // never changes, so copies share it
};

// What a call gave, or the Error that it threw.
//
// Ownership: holds the one or the other; what is lent in it is lent as it was.
// Errors: `value`, `*` and `->` throw the Error where there is one; `error` may be asked for
// then alone.
// Threads: as what it holds.
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
    template <class Held> static auto &checked(Held &held) {
        if (held.index() == 1) {
            throw std::get<1>(held);
        }
        return std::get<0>(held);
    }

    std::variant<Stored, Error> held_;
};

// Calls `call`, and gives what it gives or the Error that it throws. Anything else that it
// throws goes on.
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

// What a call may take at most; 0 is what the library allows by itself.
struct Limits {
    static constexpr std::uint64_t unbounded = UINT64_MAX;

    std::uint64_t steps = 0;           // each of them bounded work, the same on every machine
    std::uint64_t bytes = 0;           // held at once
    std::chrono::microseconds time{0}; // from where the call begins; max() for no bound
};

// What calls may take, and the token by which another thread ends them. Calls that are made in
// `run` throw Code::limit past it, and Code::cancelled once it is cancelled.
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
    // What the library allows by itself, to be cancelled.
    Budget() : Budget(Limits()) {}
    explicit Budget(const Limits &limits);

    // Calls `work`, and gives what it gives: each call of the library that it makes on this
    // thread may take what the budget allows, besides those around it.
    template <class F> std::invoke_result_t<F> run(F &&work) const;

    // Ends the calls that are made in it, of any thread, and refuses later ones.
    void cancel() const noexcept { pcty_budget_cancel(get()); }
    bool is_cancelled() const noexcept { return pcty_budget_is_cancelled(get()); }
    // Whether the call that this thread is in may go on; for callbacks that take long.
    static bool may_go_on() noexcept { return pcty_budget_check(nullptr) == PCTY_OK; }
    Limits limits() const;
    // What the library allows by itself.
    static Limits standard() { return Budget(static_cast<pcty_budget *>(nullptr)).limits(); }
};

// ============================================================================
// TYPES
// ============================================================================

// What a walk over a type went through to a part.
struct TypeStep {
    Part part;
    std::size_t position;  // for Part::position
    std::string_view name; // for Part::field
};

// Which unification variable a type is.
struct Variable {
    std::uint64_t scope; // as VariableScope::identity gives it
    std::uint32_t id;
};

struct Field;
struct FuncType;
struct NominalParam;

// A lent type. What it gives is lent as long as the type.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// bool takes_ports(polycty::TypeRef wanted) {
//     return wanted == polycty::Type::list(polycty::Type::number());
// }
// ```
class TypeRef : public detail::View<pcty_type> {
  public:
    using View::View;

    Kind kind() const noexcept { return static_cast<Kind>(pcty_type_kind(get())); }
    bool has(Trait trait) const noexcept {
        return (pcty_type_flags_of(get()) & static_cast<pcty_type_flags>(trait)) != 0;
    }
    std::uint32_t depth() const noexcept { return pcty_type_depth(get()); }
    std::uint32_t size() const noexcept { return pcty_type_size(get()); }
    std::uint64_t hash() const noexcept { return pcty_type_hash(get()); }
    // The total order: -1, 0 or 1.
    int compare(TypeRef other) const noexcept { return pcty_type_compare(get(), other.get()); }

    // The parts, where the type's kind has them.
    std::optional<TypeRef> element() const noexcept { return some(pcty_type_element(get())); }
    std::optional<TypeRef> key() const noexcept { return some(pcty_type_key(get())); }
    // A tuple's types, a union's members or the types of an object's fields.
    Range<TypeRef, pcty_type> parts() const noexcept {
        return {get(), pcty_type_part_count(get()),
                [](const pcty_type *type, std::size_t i) {
                    return TypeRef(pcty_type_part_at(type, i));
                }};
    }
    Range<Field, pcty_type> fields() const noexcept;
    std::optional<Field> field(std::string_view name) const noexcept;
    std::optional<SizeRange> size_range() const noexcept;
    std::optional<bool> only_bool() const noexcept;
    // A bound of an integer type, as an integer, or of a float type, as a double.
    std::optional<Value> bound(Side side) const;
    StringConstraint string_constraint() const noexcept {
        return static_cast<StringConstraint>(pcty_type_string_constraint(get()));
    }
    // The strings of a string enumeration, or the patterns.
    Range<std::string_view, pcty_type> texts() const noexcept;
    Case text_case() const noexcept { return static_cast<Case>(pcty_type_text_case(get())); }
    // The values of an enumeration, or the one of a literal.
    std::vector<Value> values() const;
    // The token of an enumeration, or the name of a capsule or a nominal type.
    std::string_view name() const noexcept { return detail::view(pcty_type_name(get())); }
    // The dialect of a nominal type.
    std::string_view dialect() const noexcept { return detail::view(pcty_type_dialect(get())); }
    std::vector<NominalParam> nominal_params() const;
    // The parts of a function type; every other type has none.
    FuncType func_type() const;
    std::optional<Variable> variable() const noexcept;
    // The definition that a reference stands for, and its name. Errors: Code::type for
    // other types.
    Type unfold() const;
    std::string reference_name() const;

    // Calls `visit(depth, step, type)`, whose answer is a Visit, for the type and each of
    // its parts, outside in; `step` is a `const TypeStep *`, null for the type itself. What
    // `visit` throws comes out of `walk`.
    template <class F> void walk(F &&visit) const;

    std::string friendly_name() const;
    std::string format(Dialect dialect) const;
    std::string to_json() const;
    Type without_optional_fields() const;

    // The rules between types.
    // Why the type does not conform to another one by cty's rule; nothing if it does.
    std::optional<Error> nonconformity(TypeRef target) const;
    bool assignable_to(TypeRef target, Dialect dialect) const;
    // Whether the dialect takes both for equal, which may be coarser than `==`.
    bool equivalent_to(TypeRef other, Dialect dialect) const;
    Conversion conversion_to(TypeRef to, Dialect dialect) const;
    // Why no value converts; nothing when values do.
    std::optional<Error> explain(TypeRef to, Dialect dialect) const;

    // Whether the parts are equal and in the same order.
    friend bool operator==(TypeRef a, TypeRef b) noexcept {
        return pcty_type_equal(a.get(), b.get());
    }
    friend bool operator!=(TypeRef a, TypeRef b) noexcept { return !(a == b); }

  private:
    static std::optional<TypeRef> some(const pcty_type *lent) noexcept {
        return lent == nullptr ? std::nullopt : std::optional<TypeRef>(TypeRef(lent));
    }
};

// A field of an object type; from a type its name is lent.
struct Field {
    std::string_view name;
    TypeRef type;
    Presence presence = Presence::required;

    Field(std::string_view called, TypeRef of, Presence there = Presence::required)
        : name(called), type(of), presence(there) {}
    template <class N, class T>
    Field(const std::pair<N, T> &pair) : Field(pair.first, pair.second) {}
};

// A parameter of a function type.
struct FuncParam {
    std::optional<std::string_view> name;
    TypeRef type;
};

// The parts of a function type. As it stands, it is the type of every function.
struct FuncType {
    std::optional<std::vector<FuncParam>> positional; // none: any parameters will do
    std::optional<FuncParam> variadic;
    std::optional<SizeRange> size; // none: as many as there are positional parameters
    std::optional<TypeRef> block;
    Presence block_presence = Presence::required;
    std::optional<TypeRef> result;
};

namespace detail {
struct GatherValues;
struct GatherTypes : Array<const pcty_type *> {
    void add(TypeRef type) { push(type.get()); }
};
struct GatherTexts : Array<pcty_str> {
    void add(std::string_view text) { push(str(text)); }
};
struct GatherFields : Array<pcty_field> {
    void add(const Field &field) {
        push({str(field.name), field.type.get(), static_cast<pcty_presence>(field.presence)});
    }
};
} // namespace detail

// Arguments that are any number of types, texts, fields or values: a list in braces; a
// container or Range of them, of pairs for fields; or a pointer and a number.
using Types = detail::Many<TypeRef, detail::GatherTypes>;
using Texts = detail::Many<std::string_view, detail::GatherTexts>;
using Fields = detail::Many<Field, detail::GatherFields>;
using Values = detail::Many<ValueRef, detail::GatherValues>;

// A type of the universe.
//
// Ownership: owns a handle; a copy counts a reference. The constants (`any`, `string`,
// ...) are lent for ever.
// Errors: the constructors throw what the C header says, mostly Code::limit.
// Threads: any number at once.
//
// ```cpp
// polycty::Type server() {
//     using polycty::Type;
//     return Type::object({{"name", Type::string()},
//                          {"ports", Type::list(Type::number())},
//                          {"owner", Type::string(), polycty::Presence::optional}});
// }
// ```
class Type : public detail::Shared<TypeRef, pcty_type, pcty_type_clone, pcty_type_free> {
  public:
    using Shared::Shared;

    Range<TypeRef, pcty_type> parts() const & noexcept { return TypeRef::parts(); }
    Range<Field, pcty_type> fields() const & noexcept;
    Range<std::string_view, pcty_type> texts() const & noexcept;
    void parts() const && = delete;
    void fields() const && = delete;
    void texts() const && = delete;

    static TypeRef any() noexcept { return TypeRef(pcty_type_any()); }
    static TypeRef none() noexcept { return TypeRef(pcty_type_none()); }
    static TypeRef boolean() noexcept { return TypeRef(pcty_type_bool()); }
    static TypeRef number() noexcept { return TypeRef(pcty_type_number()); }
    static TypeRef string() noexcept { return TypeRef(pcty_type_string()); }
    static TypeRef integer() noexcept { return TypeRef(pcty_type_integer()); }
    static TypeRef floating() noexcept { return TypeRef(pcty_type_float()); }
    static TypeRef meta() noexcept { return TypeRef(pcty_type_meta()); }

    static Type bool_value(bool only) { return Type(pcty_type_bool_value(only)); }
    // A bound that is missing is none.
    static Type integer_range(std::optional<ValueRef> min, std::optional<ValueRef> max);
    static Type float_range(std::optional<double> min, std::optional<double> max);
    static Type string_length(SizeRange size);
    static Type string_enumeration(const Texts &values, Case letters = Case::sensitive);
    static Type string_patterns(const Texts &patterns);

    static Type list(TypeRef element);
    static Type sized_list(TypeRef element, SizeRange size);
    static Type set(TypeRef element);
    static Type map(TypeRef element);
    static Type map_of(TypeRef key, TypeRef element, std::optional<SizeRange> size = {});
    static Type tuple(const Types &elements);
    static Type sized_tuple(const Types &elements, SizeRange size);
    // Fields in ascending order of their names, as HCL and PCL have them.
    static Type object(const Fields &fields);
    // Fields in the order given, as Puppet and mcl have them.
    static Type ordered_object(const Fields &fields);
    static Type union_of(const Types &members);
    static Type optional_of(TypeRef element);
    static Type not_undef(TypeRef element);
    static Type promise(TypeRef element);
    static Type output(TypeRef element);
    static Type meta_of(TypeRef element);
    static Type literal(TypeRef element, ValueRef value);
    static Type enumeration(std::string_view token, TypeRef element, const Values &values);
    static Type nominal(std::string_view name, const std::vector<NominalParam> &params,
                        std::string_view dialect);
    static Type function(const FuncType &parts);

    static Type parse(std::string_view notation, Dialect dialect);
    static Type from_json(std::string_view json);
    static Type implied_by_json(std::string_view json);
    static Type implied_by_msgpack(Span<std::uint8_t> document);
};

// Whose unification variables are. Two scopes never share one.
//
// Ownership: only moved; its variables live on without it.
// Threads: one at a time.
//
// ```cpp
// polycty::Type list_of_something(polycty::VariableScope &scope) {
//     return polycty::Type::list(scope.fresh());
// }
// ```
class VariableScope : public detail::Owned<detail::View<pcty_variable_scope>,
                                           pcty_variable_scope, pcty_variable_scope_free> {
  public:
    VariableScope() : Owned(pcty_variable_scope_new()) {}
    std::uint64_t identity() const noexcept { return pcty_variable_scope_identity(get()); }
    Type variable(std::uint32_t id) const { return Type(pcty_variable_scope_get(get(), id)); }
    // A variable that was not yet given. Errors: Code::limit when all are used up.
    Type fresh();
};

// A set of mutually recursive type definitions. Inside them, variable number i of the
// scope stands for definition number i.
//
// Ownership: a copy counts a reference; references to definitions keep the group alive.
// Threads: any number at once.
//
// ```cpp
// // A tree is a list of trees.
// polycty::Type tree() {
//     polycty::VariableScope scope;
//     polycty::Group group(scope, {{"Tree", polycty::Type::list(scope.variable(0))}});
//     return group.reference(0);
// }
// ```
class Group : public detail::Shared<detail::View<pcty_group>, pcty_group, pcty_group_clone,
                                    pcty_group_free> {
  public:
    using Shared::Shared;
    // Each definition has its name; presences do not matter.
    Group(const VariableScope &scope, const Fields &definitions);

    std::size_t size() const noexcept { return pcty_group_count(get()); }
    // The type that refers to a definition. Errors: Code::not_found past the end.
    Type reference(std::size_t index) const;
};

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
    bool exact; // whether it is that very number
};

// A lent value. What it gives is lent as long as the value.
//
// `==` says whether two values are the very same, unknowns and marks included, and gives a
// bool; `equals`, `less_than` and so on are the language's operators and give a value,
// which may be unknown or marked.
//
// Ownership: owns nothing; see the rules at the top.
// Errors: what reads a content throws Code::marked, null, unknown or type for a value that
// does not have it.
// Threads: any number at once.
//
// ```cpp
// void print(polycty::ValueRef tags) {
//     for (auto [key, value] : tags.entries()) {
//         std::cout << key << " = " << value.as_string() << "\n";
//     }
// }
// ```
class ValueRef : public detail::View<pcty_value> {
  public:
    using View::View;

    TypeRef type() const noexcept { return TypeRef(pcty_value_type(get())); }
    State state() const noexcept { return static_cast<State>(pcty_value_state(get())); }
    bool is_known() const noexcept { return state() == State::known; }
    bool is_null() const noexcept { return state() == State::null; }
    bool is_unknown() const noexcept { return state() == State::unknown; }
    bool is_wholly_known() const noexcept { return pcty_value_is_wholly_known(get()); }
    bool has_wholly_known_type() const noexcept {
        return pcty_value_has_wholly_known_type(get());
    }
    std::uint64_t hash() const noexcept { return pcty_value_hash(get()); }
    // About how many bytes it keeps alive.
    std::uint64_t footprint() const noexcept { return pcty_value_footprint(get()); }
    // Whether all that it keeps alive, texts of its parts among it, is no more than so many bytes and
    // nothing of this program's.
    bool is_light(std::uint64_t bytes) const noexcept { return pcty_value_is_light(get(), bytes); }
    // Copies one of two words, which is a value where it stands and is never freed; false for others.
    bool small(pcty_small &out) const noexcept { return pcty_value_small(get(), &out); }
    // What is known of it without work.
    pcty_summary glance() const noexcept {
        pcty_summary out;
        pcty_value_summary(get(), &out);
        return out;
    }
    // The same of its parts from a position on, at most so many, and of what each of them has under a
    // name; how many parts these are.
    std::size_t glance_parts(std::size_t from, std::size_t count, pcty_summary *out) const noexcept {
        return pcty_value_part_summaries(get(), from, count, out);
    }
    std::size_t glance_column(std::string_view name, std::size_t from, std::size_t count,
                              pcty_summary *out) const noexcept {
        return pcty_value_column_summaries(get(), detail::str(name), from, count, out);
    }
    // These parts as a list of their own, which does not keep the container alive.
    Value part_list(std::size_t from, std::size_t count) const;
    // The total order: -1, 0 or 1.
    int compare(ValueRef other) const noexcept { return pcty_value_compare(get(), other.get()); }

    // Reading scalars.
    bool as_bool() const;
    std::int64_t as_int64() const;
    std::uint64_t as_uint64() const;
    // Errors: Code::conversion for a number that is no double.
    double as_double() const;
    Nearest nearest_double() const;
    // A whole number as big-endian two's complement, in as few bytes as it needs.
    std::vector<std::uint8_t> as_bytes() const;
    // The same in exactly `count` bytes of the caller's.
    void as_bytes(std::uint8_t *bytes, std::size_t count) const;
    std::string number_text() const;
    std::uint32_t number_precision() const;
    std::string_view as_string() const;
    // The type that a type value stands for; nothing for other values.
    std::optional<TypeRef> as_type() const noexcept;

    // Reading containers. `elements`, `entries` and `[]` throw where the value is null,
    // unknown, marked or no container; `[]` throws Code::not_found where there is no such
    // part. The others give nothing in these cases.
    Range<ValueRef, pcty_value> elements() const;
    // The entries of a map or the attributes of an object, in order.
    Range<Entry, pcty_value> entries() const;
    ValueRef operator[](std::size_t index) const;
    // The attribute of an object, or the element of a map.
    ValueRef operator[](std::string_view name) const;
    std::optional<std::size_t> length() const noexcept;
    std::optional<ValueRef> element(std::size_t index) const noexcept {
        return some(pcty_value_element_at(get(), index));
    }
    // The key of a map's or hash's entry, which need not be a string.
    std::optional<ValueRef> entry_key(std::size_t index) const noexcept {
        return some(pcty_value_entry_key_at(get(), index));
    }
    std::optional<ValueRef> attribute(std::string_view name) const noexcept {
        return some(pcty_value_attribute_get(get(), detail::str(name)));
    }
    std::optional<ValueRef> lookup(std::string_view key) const noexcept {
        return some(pcty_value_get(get(), detail::str(key)));
    }

    // Marks.
    MarksRef marks() const noexcept;
    bool is_marked() const noexcept { return pcty_value_is_marked(get()); }
    bool contains_marked() const noexcept { return pcty_value_contains_marked(get()); }
    Value mark(std::string_view mark) const;
    Value with_marks(MarksRef marks) const;
    // Without marks of its own. Whoever makes something of it owes it the marks.
    ValueRef unmarked() const noexcept { return ValueRef(pcty_value_unmarked(get())); }
    // Without marks at any depth, and all the marks that there were.
    std::pair<Value, Marks> unmark_deep() const;
    // The same with the paths to the parts that had them, and the way back.
    std::pair<Value, std::vector<PathMarks>> unmark_with_paths() const;
    Value mark_with_paths(const std::vector<PathMarks> &marks) const;

    // Calls `visit(path, part)`, whose answer is a Visit, for the value and each of its
    // parts, the outer ones first. What it throws comes out of `walk`.
    template <class F> void walk(F &&visit) const;
    // Calls `rewrite(path, part)` for each part and then the value, each with its parts
    // already rewritten; the answer, a Value, takes the part's place. What it throws comes
    // out of `transform`.
    template <class F> Value transform(F &&rewrite) const;

    // What is known of an unknown value; nothing for other values.
    std::optional<Refinement> refinement() const;
    std::optional<RefinementBound> refinement_bound(Side side) const;
    // Begins to say more.
    RefinementBuilder refine() const;

    // The operators of the language; +, -, *, / and % stand below.
    Value absolute() const;
    Value less_than(ValueRef other) const;
    Value greater_than(ValueRef other) const;
    Value less_than_or_equal(ValueRef other) const;
    Value greater_than_or_equal(ValueRef other) const;
    Value logical_and(ValueRef other) const;
    Value logical_or(ValueRef other) const;
    Value logical_not() const;
    Value equals(ValueRef other) const;
    Value not_equal(ValueRef other) const;
    Value index(ValueRef key) const;
    Value has_index(ValueRef key) const;
    Value has_element(ValueRef element) const;
    Value length_value() const;
    Value unknown_as_null() const;
    Value apply_path(PathRef path) const;

    // Types as a dialect sees them.
    Type type_of(Dialect dialect) const;
    bool is_instance(TypeRef type, Dialect dialect) const;

    // Conversion.
    Value convert(TypeRef to, Dialect dialect) const;
#ifdef PCTY_HAS_TRANSLATE
    // The value in another dialect, as an instance of a type there or however it is.
    Value translate(Dialect from, Dialect to, std::optional<TypeRef> type = {}) const;
#endif
    // Every reason at once why the value does not convert; none when it does.
    std::vector<Error> check(TypeRef to, Dialect dialect) const;

    // Codecs, for a type or for the value's own.
    std::string to_json(std::optional<TypeRef> type = {}) const;
    std::vector<std::uint8_t> to_msgpack(std::optional<TypeRef> type = {}) const;

    friend bool operator==(ValueRef a, ValueRef b) noexcept {
        return pcty_value_equal(a.get(), b.get());
    }
    friend bool operator!=(ValueRef a, ValueRef b) noexcept { return !(a == b); }

  private:
    static std::optional<ValueRef> some(const pcty_value *lent) noexcept {
        return lent == nullptr ? std::nullopt : std::optional<ValueRef>(ValueRef(lent));
    }
    // The number of parts; throws where there is none.
    std::size_t parts() const;
};

// An entry of a map or an attribute of an object; from a value it is lent.
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
// Ownership: owns a handle; a copy counts a reference. Parts are never taken from whom
// they belong to.
// Errors: what the C header says of the function of that name.
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
class Value : public detail::Shared<ValueRef, pcty_value, pcty_value_clone, pcty_value_free> {
  public:
    using Shared::Shared;

    Range<ValueRef, pcty_value> elements() const & { return ValueRef::elements(); }
    Range<Entry, pcty_value> entries() const & { return ValueRef::entries(); }
    void elements() const && = delete;
    void entries() const && = delete;

    static Value null(TypeRef type) { return Value(pcty_value_null(type.get())); }
    static Value unknown(TypeRef type) { return Value(pcty_value_unknown(type.get())); }
    static Value dynamic() { return Value(pcty_value_dynamic()); }
    static Value boolean(bool value) { return Value(pcty_value_bool(value)); }

    // A number out of any integer of up to 64 bits.
    template <class N, class = std::enable_if_t<std::is_integral_v<N>>>
    static Value number(N value) {
        static_assert(!std::is_same_v<N, bool>, "a bool is no number");
        static_assert(sizeof(N) <= 8, "a wider number comes as text or bytes");
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

    // An exact integer, which is of another type than a number.
    template <class N, class = std::enable_if_t<std::is_integral_v<N>>>
    static Value integer(N value) {
        static_assert(!std::is_same_v<N, bool>, "a bool is no integer");
        static_assert(sizeof(N) <= 8, "a wider integer comes as text or bytes");
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
    static Value from_msgpack(Span<std::uint8_t> document, TypeRef type);
    // Of the type that the document implies.
    static Value from_json(std::string_view json);
    static Value from_msgpack(Span<std::uint8_t> document);
};

inline Value operator+(ValueRef a, ValueRef b);
inline Value operator-(ValueRef a, ValueRef b);
inline Value operator*(ValueRef a, ValueRef b);
inline Value operator/(ValueRef a, ValueRef b);
inline Value operator%(ValueRef a, ValueRef b);
inline Value operator-(ValueRef value);

// The total orders as an argument of std::map, std::set and std::sort.
struct TotalOrder {
    bool operator()(TypeRef a, TypeRef b) const noexcept { return a.compare(b) < 0; }
    bool operator()(ValueRef a, ValueRef b) const noexcept { return a.compare(b) < 0; }
};

// A parameter of a nominal type: a type, a value, or neither where the place is left at
// its default.
struct NominalParam {
    std::optional<Type> type;
    std::optional<Value> value;
};

// A lent set of marks: texts in ascending order.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// bool is_sensitive(polycty::ValueRef value) {
//     return value.marks().contain("sensitive");
// }
// ```
class MarksRef : public detail::View<pcty_marks> {
  public:
    using View::View;
    std::size_t size() const noexcept { return pcty_marks_count(get()); }
    bool contain(std::string_view mark) const noexcept {
        return pcty_marks_contains(get(), detail::str(mark));
    }
    Range<std::string_view, pcty_marks> all() const noexcept {
        return {get(), size(), [](const pcty_marks *marks, std::size_t i) {
                    return detail::view(pcty_marks_at(marks, i));
                }};
    }
};

// A set of marks.
//
// Ownership: a copy counts a reference.
// Errors: Code::invalid_utf8.
// Threads: any number at once.
//
// ```cpp
// polycty::Value guarded(polycty::ValueRef value) {
//     return value.with_marks(polycty::Marks({"sensitive", "ephemeral"}));
// }
// ```
class Marks : public detail::Shared<MarksRef, pcty_marks, pcty_marks_clone, pcty_marks_free> {
  public:
    using Shared::Shared;
    explicit Marks(const Texts &marks);
    Range<std::string_view, pcty_marks> all() const & noexcept { return MarksRef::all(); }
    void all() const && = delete;
};

// ============================================================================
// PATHS
// ============================================================================

// A step of a path; from a path its name is lent.
struct Step {
    StepKind kind;
    std::string_view name; // of an attribute
    Value key;             // of an index: a number, a string, or what stands in a set
};

// A lent path.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once while nobody changes the path.
//
// ```cpp
// void print(polycty::PathRef path) {
//     for (const polycty::Step &step : path.steps()) {
//         bool named = step.kind == polycty::StepKind::attribute;
//         std::cout << (named ? std::string(step.name) : step.key.to_json()) << "\n";
//     }
// }
// ```
class PathRef : public detail::View<pcty_path> {
  public:
    using View::View;
    std::size_t size() const noexcept { return pcty_path_step_count(get()); }
    Range<Step, pcty_path> steps() const noexcept;
    bool starts_with(PathRef prefix) const noexcept {
        return pcty_path_starts_with(get(), prefix.get());
    }
    // Such as `.servers[0]["name"]`.
    std::string text() const;

    friend bool operator==(PathRef a, PathRef b) noexcept {
        return pcty_path_equal(a.get(), b.get());
    }
    friend bool operator!=(PathRef a, PathRef b) noexcept { return !(a == b); }
};

// The steps from a value to a part of it, from the outside in.
//
// Ownership: a copy has steps of its own.
// Errors: Code::invalid_utf8.
// Threads: one at a time while it changes.
//
// ```cpp
// polycty::Value first_name(polycty::ValueRef config) {
//     polycty::Path path;
//     path.attribute("servers").index(0).attribute("name");
//     return config.apply_path(path);
// }
// ```
class Path : public detail::Shared<PathRef, pcty_path, pcty_path_clone, pcty_path_free> {
  public:
    using Shared::Shared;
    Path() : Shared(pcty_path_new()) {}
    Range<Step, pcty_path> steps() const & noexcept { return PathRef::steps(); }
    void steps() const && = delete;
    // Each goes one step further.
    Path &attribute(std::string_view name);
    Path &index(std::size_t index);
    Path &key(ValueRef key);
};

// The marks of a part of a value, and where it is.
struct PathMarks {
    Path path;
    Marks marks;
};

// A set of paths.
//
// Ownership: a copy is a set of its own.
// Threads: one at a time while it changes.
//
// ```cpp
// bool was_seen(polycty::PathSet &seen, polycty::PathRef path) {
//     bool before = seen.contains(path);
//     seen.insert(path);
//     return before;
// }
// ```
class PathSet : public detail::Shared<detail::View<pcty_path_set>, pcty_path_set,
                                      pcty_path_set_clone, pcty_path_set_free> {
  public:
    using Shared::Shared;
    PathSet() : Shared(pcty_path_set_new()) {}
    std::size_t size() const noexcept { return pcty_path_set_count(get()); }
    bool contains(PathRef path) const noexcept {
        return pcty_path_set_contains(get(), path.get());
    }
    void insert(PathRef path);
    // With every path on the way to it, the one without steps included.
    void insert_with_prefixes(PathRef path);
    // Whether it was there.
    bool remove(PathRef path) noexcept {
        return pcty_path_set_remove(mutable_get(), path.get());
    }
    // Calls `visit(path)`, whose answer is a Visit, in no particular order. What it throws
    // comes out of `walk`; it must not change the set.
    template <class F> void walk(F &&visit) const;
    std::vector<Path> paths() const;

    friend PathSet operator|(const PathSet &a, const PathSet &b) {
        return PathSet(pcty_path_set_union(a.get(), b.get()));
    }
    friend PathSet operator&(const PathSet &a, const PathSet &b) {
        return PathSet(pcty_path_set_intersection(a.get(), b.get()));
    }
    friend PathSet operator-(const PathSet &a, const PathSet &b) {
        return PathSet(pcty_path_set_difference(a.get(), b.get()));
    }
    friend bool operator==(const PathSet &a, const PathSet &b) noexcept {
        return pcty_path_set_equal(a.get(), b.get());
    }
    friend bool operator!=(const PathSet &a, const PathSet &b) noexcept { return !(a == b); }
};

// ============================================================================
// REFINEMENTS
// ============================================================================

// What is known of an unknown value; the prefix is lent from the value.
struct Refinement {
    RefinementKind kind;
    bool not_null;
    std::string_view prefix;  // for RefinementKind::prefix
    std::uint64_t min_length; // for RefinementKind::length
    std::uint64_t max_length; // likewise; PCTY_SIZE_UNLIMITED for no bound
};

// A bound of an unknown number.
struct RefinementBound {
    Value bound;
    bool inclusive; // whether the bound itself is possible
};

// Whether a bound itself is possible.
enum class Bound { inclusive, exclusive };

// Gathers what is known of one value. Each step gives the builder again.
//
// Ownership: only moved. The value is kept alive.
// Errors: each step throws at once what contradicts, and `build` throws it again.
// Threads: one at a time.
//
// ```cpp
// polycty::Value unknown_url() {
//     polycty::Value unknown = polycty::Value::unknown(polycty::Type::string());
//     return unknown.refine().not_null().prefix("https://").build();
// }
// ```
class RefinementBuilder
    : public detail::Owned<detail::View<pcty_refinement_builder>, pcty_refinement_builder,
                           pcty_refinement_builder_free> {
  public:
    using Owned::Owned;
    explicit RefinementBuilder(ValueRef value)
        : Owned(pcty_refinement_builder_new(value.get())) {}
    RefinementBuilder &not_null();
    RefinementBuilder &null();
    RefinementBuilder &prefix(std::string_view prefix);
    RefinementBuilder &prefix_full(std::string_view prefix);
    RefinementBuilder &number_min(ValueRef bound, Bound itself = Bound::inclusive);
    RefinementBuilder &number_max(ValueRef bound, Bound itself = Bound::inclusive);
    RefinementBuilder &length_min(std::uint64_t length);
    RefinementBuilder &length_max(std::uint64_t length);
    // Fails by an error of the caller's own, unless a step has failed before; throws nothing.
    RefinementBuilder &fail(const Error &failure);
    // The value with all that was said of it; more may be said afterwards.
    Value build() const;
};

// ============================================================================
// CONVERSION
// ============================================================================

// A lent converter.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// std::vector<polycty::Value> convert_all(polycty::ConverterRef by, polycty::ValueRef list) {
//     std::vector<polycty::Value> converted;
//     for (polycty::ValueRef element : list.elements()) {
//         converted.push_back(by.apply(element));
//     }
//     return converted;
// }
// ```
class ConverterRef : public detail::View<pcty_converter> {
  public:
    using View::View;
    TypeRef from() const noexcept { return TypeRef(pcty_converter_source(get())); }
    TypeRef to() const noexcept { return TypeRef(pcty_converter_target(get())); }
    // Errors: Code::conversion with the path to the part that does not convert; Code::type.
    Value apply(ValueRef value) const;
};

// A conversion from one type to another, compiled once.
//
// Ownership: a copy counts a reference.
// Errors: Code::conversion where there is none of this safety; Code::unsupported.
// Threads: any number at once.
//
// ```cpp
// polycty::Value number_of(std::string_view digits) {
//     static const polycty::Converter converter(polycty::Type::string(), polycty::Type::number(),
//                                               polycty::Dialect::hcl);
//     return converter.apply(polycty::Value::string(digits));
// }
// ```
class Converter : public detail::Shared<ConverterRef, pcty_converter, pcty_converter_clone,
                                        pcty_converter_free> {
  public:
    using Shared::Shared;
    Converter(TypeRef from, TypeRef to, Dialect dialect, Safety safety = Safety::unsafe);
};

// The type that all of several types convert to, and their converters.
//
// Ownership: only moved.
// Errors: Code::conversion if there is none, as for no types; Code::unsupported.
// Threads: any number at once.
//
// ```cpp
// polycty::Type common_type(polycty::TypeRef a, polycty::TypeRef b) {
//     return polycty::Unification({a, b}, polycty::Dialect::hcl).type();
// }
// ```
class Unification : public detail::Owned<detail::View<pcty_unification>, pcty_unification,
                                         pcty_unification_free> {
  public:
    using Owned::Owned;
    Unification(const Types &types, Dialect dialect, Safety safety = Safety::unsafe);
    TypeRef type() const noexcept { return TypeRef(pcty_unification_type(get())); }
    // The number of the given types.
    std::size_t size() const noexcept { return pcty_unification_count(get()); }
    // The conversion of the given type at a position; nothing where its values need none.
    std::optional<ConverterRef> converter(std::size_t index) const noexcept;
    // A value of the given type at a position as one of the common type.
    Value apply(std::size_t index, ValueRef value) const;
};

// Why a translation is not exact, and where: lent as long as the translation.
#ifdef PCTY_HAS_TRANSLATE
struct TranslationNote {
    PathRef path;
    std::string_view message;
};

// The nearest type that another dialect can say, and what holds between the two.
//
// Ownership: only moved.
// Errors: Code::unsupported for a part that is no type of the source dialect.
// Threads: any number at once.
//
// ```cpp
// std::string in_puppet(polycty::TypeRef type) {
//     polycty::Translation found(type, polycty::Dialect::hcl, polycty::Dialect::puppet);
//     for (polycty::TranslationNote note : found.notes()) {
//         std::cerr << note.path.text() << ": " << note.message << std::endl;
//     }
//     return found.type().format(polycty::Dialect::puppet);
// }
// ```
class Translation : public detail::Owned<detail::View<pcty_translation>, pcty_translation,
                                         pcty_translation_free> {
  public:
    using Owned::Owned;
    Translation(TypeRef type, Dialect from, Dialect to);
    TypeRef type() const noexcept { return TypeRef(pcty_translation_type(get())); }
    Fit fit() const noexcept { return static_cast<Fit>(pcty_translation_fit(get())); }
    Range<TranslationNote, pcty_translation> notes() const & noexcept;
    void notes() const && = delete;
};
#endif // PCTY_HAS_TRANSLATE

// ============================================================================
// FUNCTIONS
// ============================================================================

// A parameter of a function.
struct Parameter {
    std::string name;
    Type type;
    pcty_parameter_flags flags = allow::nothing; // of namespace allow
    std::string description;

    Parameter(std::string_view called, TypeRef of, pcty_parameter_flags lets = allow::nothing,
              std::string_view described = {})
        : name(called), type(of), flags(lets), description(described) {}
};

// The arguments of a call, lent for the call.
using Arguments = Range<ValueRef, const pcty_value *>;

// What a function is made of. Give `return_type` or `find_return_type`, and
// `implementation`. What these throw is the call's error: an Error as it is, with its path
// and argument; anything else as Code::callback. They may be called by several threads at
// once, if the host calls from several.
struct FunctionSpec {
    std::string description;
    std::vector<Parameter> parameters;
    std::optional<Parameter> variadic;
    bool never_null = false; // of every result, also of an unknown one
    std::optional<Type> return_type;
    // The type of the result for arguments of which any may be unknown.
    std::function<Type(Arguments)> find_return_type;
    // The result for arguments that fit, and the return type found for them.
    std::function<Value(Arguments, TypeRef)> implementation;
    // An unknown value: what is known of it is known of every result too.
    std::optional<Value> promise = std::nullopt;
};

// A function that can be called with values.
//
// Ownership: a copy counts a reference; what the callables hold is destroyed with the last
// one, on the thread that drops it.
// Errors: `call` throws Code::invalid_argument for a wrong number of arguments, null and
// type, with the argument's index, for one that does not fit, and what the function throws.
// Threads: any number may call it at once.
//
// ```cpp
// polycty::Function make_add() {
//     using polycty::Type;
//     return polycty::Function({{"a", Type::number()}, {"b", Type::number()}}, Type::number(),
//                              [](polycty::Arguments args, polycty::TypeRef) {
//                                  return args[0] + args[1];
//                              });
// }
// ```
class Function : public detail::Shared<detail::View<pcty_function>, pcty_function,
                                       pcty_function_clone, pcty_function_free> {
  public:
    using Shared::Shared;
    explicit Function(FunctionSpec spec);
    Function(std::vector<Parameter> parameters, TypeRef return_type,
             std::function<Value(Arguments, TypeRef)> implementation)
        : Function(FunctionSpec{{}, std::move(parameters), {}, false, Type(return_type), {},
                                std::move(implementation)}) {}

    Value call(const Values &args) const;
    // The type of the result for these arguments, of which any may be unknown, or for
    // arguments of these types. The implementation is not called.
    Type return_type_for_values(const Values &args) const;
    Type return_type_for_types(const Types &types) const;
    // The return type, if it is the same for all arguments.
    std::optional<TypeRef> fixed_return_type() const noexcept;
    std::string_view description() const noexcept {
        return detail::view(pcty_function_description(get()));
    }
    std::vector<Parameter> parameters() const;
    std::optional<Parameter> variadic() const;
};

// The functions of HCL, by cty's names; each has a number, from 0 in the order of the names.
//
// Ownership: a function is another handle of the library's own. What `as_bytes` gives is lent
// as long as the value.
// Errors: `call` throws what a function's `call` throws, and Code::limit for a result that
// would grow too large; `as_bytes` throws Code::marked, null, unknown, and type.
namespace stdlib {

std::size_t count() noexcept;
std::string_view name(std::size_t index) noexcept;
std::optional<std::size_t> find(std::string_view name);
// Throws Code::not_found for a number that no function has.
Function function(std::size_t index);
Value call(std::size_t index, const Values &args);

// The capsule type of bytes.
TypeRef bytes_type() noexcept;
Value bytes(Span<std::uint8_t> content);
Span<std::uint8_t> as_bytes(ValueRef value);

} // namespace stdlib

// ============================================================================
// INFERENCE
// ============================================================================

// Equations between types with variables, and their most general solution.
//
// Ownership: only moved.
// Errors: `unify` throws Code::type, with both types, where they cannot be equal.
// Threads: one at a time.
//
// ```cpp
// polycty::Type what_a_list_holds(polycty::TypeRef list) {
//     polycty::Unifier unifier;
//     polycty::Type element = unifier.fresh();
//     unifier.unify(polycty::Type::list(element), list);
//     return unifier.resolve(element);
// }
// ```
class Unifier
    : public detail::Owned<detail::View<pcty_infer_unifier>, pcty_infer_unifier, pcty_infer_unifier_free> {
  public:
    Unifier() : Owned(pcty_infer_unifier_new()) {}
    Type fresh() { return Type(pcty_infer_unifier_fresh(mutable_get())); }
    Type instantiate(TypeRef type);
    void unify(TypeRef left, TypeRef right);
    Type resolve(TypeRef type);
};

// A type that holds for all types in place of some of its variables.
//
// Ownership: a copy is a handle of its own.
// Threads: any number at once.
//
// ```cpp
// polycty::Scheme for_all(polycty::TypeRef type_with_variables) {
//     return polycty::Scheme::closed(type_with_variables);
// }
// ```
class Scheme : public detail::Shared<detail::View<pcty_infer_scheme>, pcty_infer_scheme, pcty_infer_scheme_clone,
                                     pcty_infer_scheme_free> {
  public:
    using Shared::Shared;
    // Over all variables of a type.
    static Scheme closed(TypeRef type) { return Scheme(pcty_infer_scheme_closed(type.get())); }
    TypeRef type() const noexcept { return TypeRef(pcty_infer_scheme_type(get())); }
    // The number of variables that it is over.
    std::size_t quantified() const noexcept { return pcty_infer_scheme_quantified_count(get()); }
};

// The types of a call's arguments, lent for the call.
using ArgumentTypes = Range<TypeRef, const pcty_type *>;

// What a function takes and gives. A rule builds it for each call from the types of the
// arguments and of the result, in which variables stand for what is not known; it answers
// nothing as long as it cannot tell.
//
// Ownership: a copy counts a reference; what the rule holds is destroyed with the last one.
// Errors: `check` throws what the C header says, and what the rule throws.
// Threads: any number at once, and so the rule.
//
// ```cpp
// polycty::Signature first_of_list() {
//     return polycty::Signature::built(
//         [](polycty::ArgumentTypes arguments, polycty::TypeRef) -> std::optional<polycty::Type> {
//             if (arguments[0].kind() != polycty::Kind::list) {
//                 return std::nullopt;
//             }
//             polycty::FuncType parts;
//             parts.positional = {{std::nullopt, arguments[0]}};
//             parts.result = arguments[0].element();
//             return polycty::Type::function(parts);
//         });
// }
// ```
class Signature : public detail::Shared<detail::View<pcty_infer_signature>, pcty_infer_signature,
                                        pcty_infer_signature_clone, pcty_infer_signature_free> {
  public:
    using Shared::Shared;
    explicit Signature(TypeRef function_type);
    static Signature
    built(std::function<std::optional<Type>(ArgumentTypes, TypeRef)> rule);
    // The function type, if no rule builds it.
    std::optional<TypeRef> type() const noexcept;
    // The type of the function in a call with arguments of these types.
    Type check(const Types &arguments) const;
    // A function that checks its arguments and its result against this when it is called.
    Function function(Dialect dialect,
                      std::function<Value(Arguments, TypeRef)> implementation) const;
};

// What has to hold of the types of expressions, which the host numbers as it likes.
//
// Ownership: only moved; what is put in is copied.
// Threads: one at a time.
//
// ```cpp
// polycty::Invariants either(std::uint64_t expr, polycty::TypeRef one, polycty::TypeRef other) {
//     polycty::Invariants first, second, all;
//     first.type(expr, one);
//     second.type(expr, other);
//     all.any({&first, &second});
//     return all;
// }
// ```
class Invariants : public detail::Owned<detail::View<pcty_infer_invariants>, pcty_infer_invariants,
                                        pcty_infer_invariants_free> {
  public:
    Invariants() : Owned(pcty_infer_invariants_new()) {}
    std::size_t size() const noexcept { return pcty_infer_invariants_count(get()); }
    void clear() noexcept { pcty_infer_invariants_clear(mutable_get()); }
    void type(std::uint64_t expr, TypeRef type);
    void equal(std::uint64_t one, std::uint64_t other);
    void call(std::uint64_t function, Span<std::uint64_t> arguments, std::uint64_t result);
    void apply(const Signature &signature, Span<std::uint64_t> arguments, std::uint64_t result);
    void instance(std::uint64_t expr, const Scheme &scheme);
    // At least one of these lists holds.
    void any(std::initializer_list<const Invariants *> alternatives);
};

// Why two types cannot be equal.
enum class Rule : pcty_infer_rule {
    missing = PCTY_INFER_RULE_MISSING,
    constructor = PCTY_INFER_RULE_CONSTRUCTOR,
    detail = PCTY_INFER_RULE_DETAIL,
    part_count = PCTY_INFER_RULE_PART_COUNT,
    field_count = PCTY_INFER_RULE_FIELD_COUNT,
    field_names = PCTY_INFER_RULE_FIELD_NAMES,
    parameter_count = PCTY_INFER_RULE_PARAMETER_COUNT,
    occurs = PCTY_INFER_RULE_OCCURS,
    reported = PCTY_INFER_RULE_REPORTED,
    generalised = PCTY_INFER_RULE_GENERALIZED,
};

// How solving ended.
enum class OutcomeKind : pcty_infer_result {
    missing = PCTY_INFER_MISSING,
    solved = PCTY_INFER_SOLVED,
    ambiguous = PCTY_INFER_AMBIGUOUS,
    conflict = PCTY_INFER_CONFLICT,
    undecided = PCTY_INFER_UNDECIDED,
};

// Two types that cannot be equal, and the numbers of the invariants that say that they are.
//
// Ownership: a view, lent by an Outcome.
// Threads: any number at once.
//
// ```cpp
// void print_chain(polycty::ClashRef clash) {
//     std::cout << clash.reason();
//     for (std::uint32_t number : clash.chain()) {
//         std::cout << ' ' << number;
//     }
// }
// ```
class ClashRef : public detail::View<pcty_infer_conflict> {
  public:
    using View::View;
    Rule rule() const noexcept { return static_cast<Rule>(pcty_infer_conflict_rule(get())); }
    std::string_view reason() const noexcept { return detail::view(pcty_infer_conflict_reason(get())); }
    TypeRef left() const noexcept { return TypeRef(pcty_infer_conflict_left(get())); }
    TypeRef right() const noexcept { return TypeRef(pcty_infer_conflict_right(get())); }
    // The way to them; its names are lent.
    std::vector<TypeStep> steps() const;
    std::vector<std::uint32_t> chain() const;
    // Which alternative it is that cannot hold, for a refutation.
    std::size_t alternative() const noexcept { return pcty_infer_conflict_alternative(get()); }
};

// An expression whose annotation is missing. What is known and the candidates are lent.
struct Annotation {
    std::uint64_t expr;
    TypeRef known;
    std::vector<TypeRef> candidates;
};

// What a solver has found.
//
// Ownership: only moved; needs no solver.
// Errors: `type` throws Code::unknown where there is no solution, and not_found and limit.
// Threads: any number at once.
//
// ```cpp
// bool is_text(const polycty::Outcome &outcome, std::uint64_t expr) {
//     return outcome.kind() == polycty::OutcomeKind::solved &&
//            outcome.type(expr) == polycty::Type::string();
// }
// ```
class Outcome
    : public detail::Owned<detail::View<pcty_infer_solution>, pcty_infer_solution, pcty_infer_solution_free> {
  public:
    using Owned::Owned;
    OutcomeKind kind() const noexcept {
        return static_cast<OutcomeKind>(pcty_infer_solution_kind(get()));
    }
    TypeRef type(std::uint64_t expr) const;
    // The expressions that are not determined, with what is known of their types.
    std::vector<std::pair<std::uint64_t, TypeRef>> undetermined() const;
    // The annotations that would determine them.
    std::vector<Annotation> annotations() const;
    // The numbers of two invariants that cannot both hold.
    std::uint32_t first() const noexcept { return pcty_infer_solution_first(get()); }
    std::uint32_t second() const noexcept { return pcty_infer_solution_second(get()); }
    std::optional<ClashRef> clash() const noexcept;
    // Why each alternative fails, where that is the conflict.
    std::vector<ClashRef> refutations() const;
    // What a signature's rule reported, where that is the conflict.
    std::optional<Error> reported() const;
    // The invariants that were not decided, and the alternatives that each has left.
    std::vector<std::pair<std::uint32_t, std::vector<std::size_t>>> remaining() const;
};

// Finds the types of expressions from what has to hold of them.
//
// Ownership: only moved; signatures and types that it was given are counted.
// Errors: that there is no solution is an Outcome; `leave` throws Code::type for it.
// Threads: one at a time. A signature's rule may not use the solver that asks.
//
// ```cpp
// polycty::Outcome solve(const polycty::Invariants &invariants) {
//     polycty::Solver solver;
//     solver.add(invariants);
//     return solver.solve();
// }
// ```
class Solver : public detail::Owned<detail::View<pcty_infer_solver>, pcty_infer_solver, pcty_infer_solver_free> {
  public:
    Solver() : Owned(pcty_infer_solver_new()) {}
    void limit_steps(std::uint64_t steps) noexcept { pcty_infer_solver_limit_steps(mutable_get(), steps); }
    // The variable that stands for the type of an expression.
    Type variable(std::uint64_t expr) { return Type(pcty_infer_solver_variable(mutable_get(), expr)); }
    Type fresh() { return Type(pcty_infer_solver_fresh(mutable_get())); }
    // Gives the number of the first one; the others follow.
    std::uint32_t add(const Invariants &invariants);
    Type known(std::uint64_t expr);
    // Begins a definition, and ends it: gives the generalised types of expressions.
    void enter() noexcept { pcty_infer_solver_enter(mutable_get()); }
    std::vector<Scheme> leave(Span<std::uint64_t> exprs);
    Outcome solve();
};

// ============================================================================
// CAPSULES
// ============================================================================

// A capsule type for values of the C++ type T, different from every other one.
//
// Ownership: a copy is another handle of the same type. Data is moved into the value and
// destroyed with its last reference, on the thread that drops it.
// Errors: `get` throws Code::marked, null, unknown, and type for another value.
// Threads: any number at once, if T's `==`, std::hash and const methods allow it. Neither
// of the first two may throw.
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
    // Data is equal to itself alone.
    static Capsule by_identity(std::string_view name) {
        pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
        return Capsule(name, ops);
    }
    // Data is equal by `==`, and hashed by std::hash where T has it.
    static Capsule by_value(std::string_view name) {
        pcty_capsule_ops ops = PCTY_CAPSULE_OPS_INIT;
        ops.equals = [](void *, const void *a, const void *b) noexcept {
            return static_cast<bool>(*static_cast<const T *>(a) == *static_cast<const T *>(b));
        };
        if constexpr (std::is_default_constructible_v<std::hash<T>>) {
            ops.hash = [](void *, const void *data) noexcept {
                return static_cast<std::uint64_t>(std::hash<T>()(*static_cast<const T *>(data)));
            };
        }
        return Capsule(name, ops);
    }
    TypeRef type() const noexcept { return type_; }
    Value make(T data) const;
    // Lent as long as the value.
    const T &get(ValueRef value) const;

  private:
    Capsule(std::string_view name, const pcty_capsule_ops &ops);

    Type type_;
};

#ifdef PCTY_HAS_PUPPET
// ============================================================================
// PUPPET
// ============================================================================

// What only Puppet has; the other questions take Dialect::puppet. Errors are those of the
// C functions of the same name.
namespace puppet {

// Which Puppet a text is written in, and whose rules answer.
enum class Mode : pcty_puppet_mode { current = PCTY_PUPPET_CURRENT, early = PCTY_PUPPET_EARLY };

// How much the text of a type says.
enum class Detail : pcty_puppet_detail {
    canonical = PCTY_PUPPET_CANONICAL,
    expanded = PCTY_PUPPET_EXPANDED,
    debug = PCTY_PUPPET_DEBUG,
    expanded_debug = PCTY_PUPPET_EXPANDED_DEBUG,
};

// An operator of the language between two types; the wider one is the greater.
enum class Comparison : pcty_puppet_comparison {
    equal = PCTY_PUPPET_EQUAL,
    not_equal = PCTY_PUPPET_NOT_EQUAL,
    less = PCTY_PUPPET_LESS,
    less_or_equal = PCTY_PUPPET_LESS_OR_EQUAL,
    greater = PCTY_PUPPET_GREATER,
    greater_or_equal = PCTY_PUPPET_GREATER_OR_EQUAL,
};

// Which type of a value is inferred.
enum class Inference : pcty_puppet_inference {
    reduced = PCTY_PUPPET_REDUCED,
    general = PCTY_PUPPET_GENERAL,
    detailed = PCTY_PUPPET_DETAILED,
};

// An operator between two numbers.
enum class Operator : pcty_puppet_operator {
    add = PCTY_PUPPET_ADD,
    subtract = PCTY_PUPPET_SUBTRACT,
    multiply = PCTY_PUPPET_MULTIPLY,
    divide = PCTY_PUPPET_DIVIDE,
    modulo = PCTY_PUPPET_MODULO,
    shift_left = PCTY_PUPPET_SHIFT_LEFT,
    shift_right = PCTY_PUPPET_SHIFT_RIGHT,
};

// What a parameter without a value is.
enum class Missing : pcty_puppet_missing {
    refused = PCTY_PUPPET_MISSING_REFUSED,
    allowed = PCTY_PUPPET_MISSING_ALLOWED,
};

// Which kind of value that only Puppet has.
enum class ValueKind : pcty_puppet_kind {
    none = PCTY_PUPPET_NONE,
    default_ = PCTY_PUPPET_DEFAULT,
    hash = PCTY_PUPPET_HASH,
    regexp = PCTY_PUPPET_REGEXP,
    sensitive = PCTY_PUPPET_SENSITIVE,
    semver = PCTY_PUPPET_SEMVER,
    semver_range = PCTY_PUPPET_SEMVER_RANGE,
    timespan = PCTY_PUPPET_TIMESPAN,
    timestamp = PCTY_PUPPET_TIMESTAMP,
    binary = PCTY_PUPPET_BINARY,
    uri = PCTY_PUPPET_URI,
    iterator = PCTY_PUPPET_ITERATOR,
    object = PCTY_PUPPET_OBJECT,
};

// A duration, or the duration since 1970 in UTC: whole seconds, rounded down, and the
// nanoseconds on top of them.
using Time = pcty_puppet_time;

// The name of an alias, and the text of what it stands for.
using Definition = std::pair<std::string_view, std::string_view>;

// Type aliases by name, which may name themselves and one another.
//
// Ownership: a copy counts a reference; types that were parsed with them live on.
// Errors: the constructors throw an Error whose path is the alias at fault.
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
    // On top of others, which may be defined anew.
    Aliases(std::initializer_list<Definition> definitions, const Aliases &base = {})
        : Aliases(definitions.begin(), definitions.size(), base) {}
    Aliases(const Definition *definitions, std::size_t count, const Aliases &base = {});

    std::size_t size() const noexcept { return pcty_puppet_aliases_count(get()); }
    // Lent as long as the aliases. Errors: Code::not_found past the end.
    std::string_view name(std::size_t index) const;
    TypeRef type(std::size_t index) const;
    std::optional<TypeRef> find(std::string_view name) const noexcept;
};

// What a type still has to give, at both ends: a range of integers its integers, an Enum
// its strings.
//
// Ownership: a copy has come equally far, and goes on by itself.
// Errors: the constructor throws Code::unsupported for what cannot be iterated.
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

// One way to call a function: a Callable, and what the block is called.
struct Signature {
    TypeRef callable;
    std::string_view block_name = "block";
};

// The notation.
inline Type parse_type(std::string_view notation, const Aliases &aliases = {},
                       Mode mode = Mode::current);
inline Value parse_value(std::string_view literal, const Aliases &aliases = {},
                         Mode mode = Mode::current);
inline std::string format(TypeRef type, Detail detail = Detail::canonical);
// A literal that reads back; it shows what a Sensitive holds.
inline std::string format(ValueRef value);
inline std::string short_name(TypeRef type);

// The rules.
// What `Type.new(args...)` makes.
inline Value make(TypeRef type, const Values &args);
inline bool compare(TypeRef left, TypeRef right, Comparison comparison);
inline bool is_same(TypeRef a, TypeRef b) noexcept;
inline Type infer(ValueRef value, Inference inference = Inference::reduced);
inline Type normalize(TypeRef type);
inline Type generalize(TypeRef type);
inline Type common_type(const Types &types);
inline Type common_type_of_values(const Values &values);

// The rules of a mode.
inline bool assignable(TypeRef source, TypeRef target, Mode mode);
inline bool compare(TypeRef left, TypeRef right, Comparison comparison, Mode mode);
inline bool is_instance(ValueRef value, TypeRef type, Mode mode);
inline Type infer(ValueRef value, Inference inference, Mode mode);
inline Type common_type(const Types &types, Mode mode);
// In the mode's notation; early, Code::unsupported for what it cannot say.
inline std::string format(TypeRef type, Mode mode);

// What a value is in a condition, under an operator, in a string, in a match.
inline bool truth(ValueRef value, Mode mode = Mode::current);
inline Value to_numeric(ValueRef value);
inline std::string to_string(ValueRef value, Mode mode = Mode::current);
inline Value to_regexp(ValueRef value, Mode mode = Mode::current);
inline Value arithmetic(ValueRef left, ValueRef right, Operator operator_,
                        Mode mode = Mode::current);

// What is wrong; nothing where the type is assignable, the value an instance, and where a
// signature finds no fault with the call.
inline std::optional<Error> mismatch(TypeRef found, TypeRef wanted, std::string_view subject);
inline std::optional<Error> mismatch(ValueRef value, TypeRef wanted, std::string_view subject);
// `arguments` is a Tuple of their types, of which the last is the block's.
inline std::optional<Error> call_mismatch(TypeRef arguments,
                                          const std::vector<Signature> &signatures,
                                          std::string_view function);
// These throw what is wrong, as Code::type.
inline void assert_type(ValueRef value, TypeRef wanted);
inline void validate_parameters(ValueRef given, TypeRef params, std::string_view subject,
                                Missing missing = Missing::refused);
inline void validate_default(ValueRef value, TypeRef type, std::string_view name,
                             std::string_view subject);

// Values. What is lent is lent as long as the value.
inline ValueKind kind(ValueRef value) noexcept;
// Of a SemVer, SemVerRange, Timespan, Timestamp or URI, or the source of a Regexp.
inline std::string text(ValueRef value);
// Of a Timespan or a Timestamp.
inline Time time(ValueRef value);
// Of a Binary, lent.
inline Span<std::uint8_t> bytes(ValueRef value);
// What a Sensitive holds, lent.
inline std::optional<ValueRef> content(ValueRef value) noexcept;
// The elements of an Iterator or the values of an object's attributes; others have none.
inline Range<ValueRef, pcty_value> parts(ValueRef value) noexcept;
// The names of an object's attributes; others have none.
inline Range<std::string_view, pcty_value> part_names(ValueRef value) noexcept;
// The type of what an Iterator gives, or of an object.
inline std::optional<TypeRef> part_type(ValueRef value) noexcept;
// The element of a hash under a key of any kind.
inline std::optional<ValueRef> get(ValueRef hash, ValueRef key) noexcept;
inline Value array(const Values &elements);
// As many keys as elements, or Code::invalid_argument.
inline Value hash(const Values &keys, const Values &elements);
inline Value binary(Span<std::uint8_t> bytes);
inline Value from_json(std::string_view json);

// ============================================================================
// PUPPET'S LANGUAGE
// ============================================================================

// What is probably wrong: an error, a warning, or nothing.
enum class Strictness : pcty_puppet_strictness {
    error = PCTY_PUPPET_STRICT_ERROR,
    warning = PCTY_PUPPET_STRICT_WARNING,
    off = PCTY_PUPPET_STRICT_OFF,
};

// How urgent a message is.
enum class Level : pcty_puppet_level {
    debug = PCTY_PUPPET_LEVEL_DEBUG,
    info = PCTY_PUPPET_LEVEL_INFO,
    notice = PCTY_PUPPET_LEVEL_NOTICE,
    warning = PCTY_PUPPET_LEVEL_WARNING,
    err = PCTY_PUPPET_LEVEL_ERR,
    alert = PCTY_PUPPET_LEVEL_ALERT,
    emerg = PCTY_PUPPET_LEVEL_EMERG,
    crit = PCTY_PUPPET_LEVEL_CRIT,
};

// Which definition of a name is looked for.
enum class Sought : pcty_puppet_load_kind {
    function = PCTY_PUPPET_LOAD_FUNCTION,
    type = PCTY_PUPPET_LOAD_TYPE,
    class_ = PCTY_PUPPET_LOAD_CLASS,
    template_ = PCTY_PUPPET_LOAD_TEMPLATE,
};

// What a function asks of the world; the constants of C say which arguments come with each.
enum class Question : pcty_puppet_question {
    lookup = PCTY_PUPPET_QUESTION_LOOKUP,
    find_file = PCTY_PUPPET_QUESTION_FIND_FILE,
    read_file = PCTY_PUPPET_QUESTION_READ_FILE,
    generate = PCTY_PUPPET_QUESTION_GENERATE,
    defined = PCTY_PUPPET_QUESTION_DEFINED,
    catalog = PCTY_PUPPET_QUESTION_CATALOG,
};

// The text that defines a name, and what errors call it.
struct SourceText {
    std::string text;
    std::string file;
};

// Where a directory of modules keeps the definition of a name; nothing for a name that no file
// within a module can have.
inline std::optional<std::string> module_file(std::string_view directory, Sought sought,
                                              std::string_view name);

// The call that a function of the host answers: for the length of the callback, on its thread.
//
// ```cpp
// // twice(3) |$x| { $x + 1 } gives [4, 4].
// polycty::Value twice(polycty::Arguments args, polycty::puppet::Call call) {
//     polycty::Value once = call.block({args[0]}), again = call.block({args[0]});
//     return polycty::puppet::array({once, again});
// }
// ```
class Call {
  public:
    explicit Call(const pcty_puppet_call *lent) noexcept : call_(lent) {}
    bool has_block() const noexcept { return pcty_puppet_call_has_block(call_); }
    // Throws what the function has to let through.
    Value block(const Values &args) const;

  private:
    const pcty_puppet_call *call_;
};

// What an evaluation stands in.
//
// Ownership: a copy has the same content and changes by itself; what the callables hold is
// destroyed with the last environment that has them.
// Errors: what callables throw ends the evaluation with that error.
// Threads: one at a time while it changes; as long as nobody changes it any number may
// evaluate in it, and then callables may run on several at once.
//
// ```cpp
// polycty::puppet::Environment with_facts(polycty::ValueRef facts) {
//     polycty::puppet::Environment environment;
//     environment.set_variable("facts", facts);
//     environment.set_logger([](polycty::puppet::Level, std::string_view message) {
//         std::cerr << message << "\n";
//     });
//     return environment;
// }
// ```
class Environment : public detail::Shared<detail::View<pcty_puppet_environment>,
                                          pcty_puppet_environment, pcty_puppet_environment_clone,
                                          pcty_puppet_environment_free> {
  public:
    using Shared::Shared;
    Environment() : Shared(pcty_puppet_environment_new()) {}

    // By the name without `$`.
    void set_variable(std::string_view name, ValueRef value);
    void set_strictness(Strictness strictness);
    // Lets variables be undef that nothing defines, or has them be errors.
    void allow_unknown_variables(bool allowed = true);
    // Lets declarations of resources be references, or has them be errors.
    void allow_resources(bool allowed = true);
    void set_aliases(const Aliases &aliases);
    // Without a time, functions that need the current time throw an error.
    void set_time(Time time);
    // Signatures as messages write them: `String[1] name, Any value?, Callable[1, 1] block?`.
    void set_function(std::string_view name, const std::vector<std::string_view> &signatures,
                      std::function<Value(Arguments, Call)> function);
    void set_logger(std::function<void(Level, std::string_view)> logger);
    // What it does not give has no such definition; `module_file` says where modules have it.
    void set_loader(std::function<std::optional<SourceText>(Sought, std::string_view)> loader);
    // What it does not give is not there. It throws Code::unsupported for what it does not
    // answer.
    void set_host(std::function<std::optional<Value>(Question, Arguments)> host);
};

// What is defined.
enum class DefinitionKind : pcty_puppet_definition_kind {
    class_ = PCTY_PUPPET_DEFINES_CLASS,
    define = PCTY_PUPPET_DEFINES_DEFINE,
    function = PCTY_PUPPET_DEFINES_FUNCTION,
    node = PCTY_PUPPET_DEFINES_NODE,
    type = PCTY_PUPPET_DEFINES_TYPE,
};

// What is said of resources.
enum class ResourceForm : pcty_puppet_resource_form {
    regular = PCTY_PUPPET_RESOURCE_REGULAR,
    virtual_ = PCTY_PUPPET_RESOURCE_VIRTUAL,
    exported = PCTY_PUPPET_RESOURCE_EXPORTED,
    defaults = PCTY_PUPPET_RESOURCE_DEFAULTS,
    override_ = PCTY_PUPPET_RESOURCE_OVERRIDE,
    collect = PCTY_PUPPET_RESOURCE_COLLECT,
    collect_exported = PCTY_PUPPET_RESOURCE_COLLECT_EXPORTED,
    relationship = PCTY_PUPPET_RESOURCE_RELATIONSHIP,
};

// The parts of an outline. Texts are lent as long as the outline; one that is missing has no
// data.
struct DefinedParameter {
    std::string_view name, type, default_;
    bool is_rest;
    pcty_position place;
};

struct Defined {
    DefinitionKind kind;
    std::string_view keyword, name, documentation, inherits;
    // A function's result, or what an alias stands for.
    std::string_view type;
    std::vector<DefinedParameter> parameters;
    // What nodes a node is for.
    std::vector<std::string_view> matches;
    pcty_position place;
    pcty_range range;
};

struct SetAttribute {
    std::string_view name, value;
    // `+>` in place of `=>`.
    bool is_added;
    pcty_position place;
};

struct ResourceBody {
    std::string_view title;
    std::vector<SetAttribute> attributes;
};

struct DeclaredResource {
    ResourceForm form;
    // The word for the form, or the operator of a relationship.
    std::string_view word;
    // The type, the resources that are spoken of, or the left side of a relationship.
    std::string_view type;
    // Which ones a collector collects, or the right side of a relationship.
    std::string_view other;
    std::vector<ResourceBody> bodies;
    pcty_position place;
};

struct CallSite {
    std::string_view name;
    std::size_t argument_count;
    bool has_lambda;
    std::vector<DefinedParameter> parameters;
    pcty_position place;
};

struct UsedVariable {
    std::string_view name;
    pcty_position place;
};

class Manifest;

// What a text defines and uses; it does not need the manifest.
//
// Ownership: only moved; the parts lend texts of it.
// Threads: any number at once.
//
// ```cpp
// void print_classes(const polycty::puppet::Manifest &manifest) {
//     polycty::puppet::Outline outline(manifest);
//     for (const polycty::puppet::Defined &found : outline.definitions()) {
//         std::cout << found.keyword << " " << found.name << "\n";
//     }
// }
// ```
class Outline : public detail::Owned<detail::View<pcty_puppet_outline>, pcty_puppet_outline,
                                     pcty_puppet_outline_free> {
  public:
    explicit Outline(const Manifest &manifest);
    std::vector<Defined> definitions() const;
    std::vector<DeclaredResource> resources() const;
    std::vector<CallSite> calls() const;
    std::vector<UsedVariable> variables() const;
    std::string json() const;
};

// A manifest, an expression or a template that has been read, checked and prepared.
//
// Ownership: a copy counts a reference.
// Errors: have Puppet's words, and the place in the text as a diagnostic.
// Threads: any number at once.
//
// ```cpp
// polycty::Value answer() {
//     return polycty::puppet::Manifest("[1, 2].map |$x| { $x * 2 }", "site.pp").evaluate();
// }
// ```
class Manifest
    : public detail::Shared<detail::View<pcty_puppet_manifest>, pcty_puppet_manifest,
                            pcty_puppet_manifest_clone, pcty_puppet_manifest_free> {
  public:
    using Shared::Shared;
    explicit Manifest(std::string_view text, std::string_view file = {},
                      Strictness strictness = Strictness::error)
        : Manifest(text, file, PCTY_PUPPET_MANIFEST, strictness) {}
    // Of today's language, or of the early specification's.
    Manifest(std::string_view text, std::string_view file, Mode mode,
             Strictness strictness = Strictness::error);
    // Text with code between `<%` and `%>`: EPP.
    static Manifest of_template(std::string_view text, std::string_view file = {},
                                Strictness strictness = Strictness::error) {
        return Manifest(text, file, PCTY_PUPPET_TEMPLATE, strictness);
    }

    std::string_view file() const noexcept { return detail::view(pcty_puppet_manifest_file(get())); }
    // What was noticed and does not keep it from running.
    std::optional<Error> warnings() const;
    // The value of the last statement.
    Value evaluate(const Environment &environment = {}) const;
    // What a template writes; the parameters are a Hash by their names.
    std::string render(const Environment &environment = {}) const;
    std::string render(ValueRef parameters, const Environment &environment = {}) const;
    // The values of all parameters of a class, checked; all faults at once are the diagnostics
    // of the Error. The other one finds the class with the environment's loader alone.
    Value class_parameters(std::string_view class_name, ValueRef data,
                           const Environment &environment = {}) const;

  private:
    Manifest(std::string_view text, std::string_view file, pcty_puppet_syntax syntax,
             Strictness strictness);
};

Value class_parameters(std::string_view class_name, ValueRef data, const Environment &environment);

} // namespace puppet
#endif // PCTY_HAS_PUPPET

// ============================================================================
// THE BODIES
// ============================================================================
namespace detail {

// Calls a function that gives a handle of the caller's own.
template <class H, class... Params, class... Args>
H *made(pcty_status (*by)(Params...), Args... args) {
    H *out = nullptr;
    pcty_error *error = nullptr;
    if (by(args..., &out, &error) != PCTY_OK) {
        throw Error(error);
    }
    return out;
}

// Calls a function that gives plain data, or text that is lent.
template <class T, class... Params, class... Args>
T read(pcty_status (*by)(Params...), Args... args) {
    T out{};
    pcty_error *error = nullptr;
    if (by(args..., &out, &error) != PCTY_OK) {
        throw Error(error);
    }
    return out;
}

// Calls a function that gives nothing.
template <class... Params, class... Args> void done(pcty_status (*by)(Params...), Args... args) {
    pcty_error *error = nullptr;
    if (by(args..., &error) != PCTY_OK) {
        throw Error(error);
    }
}

// Enters a budget, and leaves it at the end of the scope.
class Inside {
  public:
    explicit Inside(const pcty_budget *budget) : budget_(budget) {
        done(pcty_budget_enter, budget);
    }
    Inside(const Inside &) = delete;
    Inside &operator=(const Inside &) = delete;
    ~Inside() { pcty_budget_leave(budget_, nullptr); }

  private:
    const pcty_budget *budget_;
};

// Calls a function that may find nothing.
template <class F> bool found(F &&call) {
    pcty_error *error = nullptr;
    pcty_status status = call(&error);
    if (status == PCTY_ERROR_NOT_FOUND) {
        pcty_error_free(error);
    } else if (status != PCTY_OK) {
        throw Error(error);
    }
    return status == PCTY_OK;
}

using String = Owned<View<pcty_string>, pcty_string, pcty_string_free>;

inline std::string text(pcty_string *owned) {
    String string(owned);
    return std::string(view(pcty_string_str(string.get())));
}

template <class Ref, class H> std::optional<Ref> some(const H *lent) noexcept {
    return lent == nullptr ? std::nullopt : std::optional<Ref>(Ref(lent));
}

template <class Ref> auto pointer(const std::optional<Ref> &lent) noexcept {
    return lent ? lent->get() : nullptr;
}

// Runs what a callback of the C header does: what it throws becomes the error.
template <class F> pcty_status guarded(pcty_error **error, F &&body) noexcept {
    try {
        body();
        return PCTY_OK;
    } catch (const Error &thrown) {
        *error = thrown.clone_handle();
    } catch (const std::exception &thrown) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, pcty_str_from_cstr(thrown.what()));
    } catch (...) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("an exception without a text"));
    }
    return pcty_error_code(*error);
}

// A walk whose visitor may throw: the exception waits here until the walk has ended.
template <class F> struct Walk {
    F &visit;
    std::exception_ptr thrown;

    template <class... Args> pcty_visit go(Args &&...args) noexcept {
        try {
            return static_cast<pcty_visit>(visit(std::forward<Args>(args)...));
        } catch (...) {
            thrown = std::current_exception();
            return PCTY_VISIT_STOP;
        }
    }
    void end() const {
        if (thrown) {
            std::rethrow_exception(thrown);
        }
    }
};

inline void past_the_end(std::size_t index, std::size_t count) {
    throw Error(Code::not_found, "there is no element " + std::to_string(index) + " among " +
                                     std::to_string(count));
}

inline Parameter parameter(const pcty_parameter &lent) {
    return Parameter(view(lent.name), TypeRef(lent.type), lent.flags, view(lent.description));
}

} // namespace detail

inline std::string_view version() noexcept { return detail::view(pcty_version()); }

inline std::string_view name_of(Code code) noexcept {
    return detail::view(pcty_status_name(static_cast<pcty_status>(code)));
}

// --- Errors

inline PathRef Error::path() const noexcept { return PathRef(pcty_error_path(get())); }

inline std::string Error::path_text() const { return path().text(); }

inline Budget::Budget(const Limits &limits) {
    pcty_limits given = PCTY_LIMITS_INIT;
    given.steps = limits.steps;
    given.bytes = limits.bytes;
    if (limits.time == std::chrono::microseconds::max()) {
        given.microseconds = Limits::unbounded;
    } else if (limits.time.count() < 0) {
        given.microseconds = 1; // it is over
    } else {
        given.microseconds = static_cast<std::uint64_t>(limits.time.count());
    }
    *this = Budget(detail::made<pcty_budget>(pcty_budget_new, &given));
}

template <class F> std::invoke_result_t<F> Budget::run(F &&work) const {
    detail::Inside inside(get());
    return std::forward<F>(work)();
}

inline Limits Budget::limits() const {
    pcty_limits lent = PCTY_LIMITS_INIT;
    detail::done(pcty_budget_limits, get(), &lent);
    Limits limits;
    limits.steps = lent.steps;
    limits.bytes = lent.bytes;
    auto most = static_cast<std::uint64_t>(std::chrono::microseconds::max().count());
    limits.time = std::chrono::microseconds(std::min(lent.microseconds, most));
    return limits;
}

inline std::optional<std::size_t> Error::argument() const noexcept {
    std::size_t index = 0;
    return pcty_error_argument(get(), &index) ? std::optional(index) : std::nullopt;
}

inline std::optional<std::size_t> Error::offset() const noexcept {
    std::size_t byte = 0;
    return pcty_error_offset(get(), &byte) ? std::optional(byte) : std::nullopt;
}

inline std::optional<TypeRef> Error::wanted() const noexcept {
    return detail::some<TypeRef>(pcty_error_expected(get()));
}

inline std::optional<TypeRef> Error::found() const noexcept {
    return detail::some<TypeRef>(pcty_error_found(get()));
}

inline Range<Diagnostic, pcty_error> Error::diagnostics() const & noexcept {
    return {get(), pcty_error_diagnostic_count(get()), [](const pcty_error *from, std::size_t i) {
                pcty_diagnostic lent = PCTY_DIAGNOSTIC_INIT;
                detail::done(pcty_error_diagnostic_at, from, i, &lent);
                Diagnostic diagnostic;
                diagnostic.severity = static_cast<Severity>(lent.severity);
                diagnostic.summary = detail::view(lent.summary);
                diagnostic.detail = detail::view(lent.detail);
                if (lent.has_subject) {
                    diagnostic.subject = lent.subject;
                }
                if (lent.has_context) {
                    diagnostic.context = lent.context;
                }
                diagnostic.suggestion = detail::view(lent.suggestion);
                diagnostic.file = detail::view(lent.file);
                diagnostic.source = detail::view(lent.source);
                diagnostic.code = detail::view(lent.code);
                diagnostic.path = lent.path;
                diagnostic.expected = lent.expected;
                diagnostic.found = lent.found;
                for (std::size_t at = 0; at < lent.related_count; at++) {
                    pcty_related related = PCTY_RELATED_INIT;
                    detail::done(pcty_error_related_at, from, i, at, &related);
                    diagnostic.related.push_back({detail::view(related.message), related.range,
                                                  detail::view(related.file)});
                }
                for (std::size_t at = 0; at < lent.edit_count; at++) {
                    pcty_edit edit = PCTY_EDIT_INIT;
                    detail::done(pcty_error_edit_at, from, i, at, &edit);
                    diagnostic.edits.push_back({edit.range, detail::view(edit.text)});
                }
                return diagnostic;
            }};
}

inline std::string Error::line() const { return detail::text(pcty_error_to_line(get())); }
inline std::string Error::text() const { return detail::text(pcty_error_to_text(get())); }
inline std::string Error::text(Render style) const {
    return style == Render::color ? detail::text(pcty_error_to_colored_text(get())) : text();
}
inline std::string Error::json() const { return detail::text(pcty_error_to_json(get())); }
inline std::string Error::sarif() const { return detail::text(pcty_error_to_sarif(get())); }

template <class... Params, class... Args>
Error &Error::change(pcty_status (*by)(pcty_error *, Params...), Args... args) {
    // The handle is not shared: a copy of an Error has a handle of its own.
    detail::done(by, const_cast<pcty_error *>(get()), args...);
    render();
    return *this;
}

inline Error &Error::in_attribute(std::string_view name) {
    return change(pcty_error_prepend_attribute, detail::str(name));
}
inline Error &Error::in_index(std::size_t index) { return change(pcty_error_prepend_index, index); }
inline Error &Error::in_key(ValueRef key) { return change(pcty_error_prepend_key, key.get()); }
inline Error &Error::with_path(PathRef path) { return change(pcty_error_set_path, path.get()); }
inline Error &Error::with_argument(std::size_t index) {
    return change(pcty_error_set_argument, index);
}
inline Error &Error::with_types(std::optional<TypeRef> found, std::optional<TypeRef> wanted) {
    return change(pcty_error_set_types, detail::pointer(found), detail::pointer(wanted));
}
inline Error &Error::with_offset(std::size_t offset) {
    return change(pcty_error_set_offset, offset);
}
inline Error &Error::with_source(std::string_view source, std::string_view file) {
    return change(pcty_error_set_source, detail::str(source), detail::str(file));
}
inline Error &Error::with_diagnostic(const Diagnostic &diagnostic) {
    pcty_diagnostic lent = PCTY_DIAGNOSTIC_INIT;
    lent.severity = static_cast<pcty_severity>(diagnostic.severity);
    lent.summary = detail::str(diagnostic.summary);
    lent.detail = detail::str(diagnostic.detail);
    lent.has_subject = diagnostic.subject.has_value();
    lent.subject = diagnostic.subject.value_or(lent.subject);
    lent.has_context = diagnostic.context.has_value();
    lent.context = diagnostic.context.value_or(lent.context);
    lent.suggestion = detail::str(diagnostic.suggestion);
    lent.file = detail::str(diagnostic.file);
    lent.source = detail::str(diagnostic.source);
    lent.code = detail::str(diagnostic.code);
    lent.path = diagnostic.path;
    lent.expected = diagnostic.expected;
    lent.found = diagnostic.found;
    return change(pcty_error_add_diagnostic, &lent);
}

// --- Types: looking at them

inline Range<Field, pcty_type> TypeRef::fields() const noexcept {
    std::size_t count = kind() == Kind::object ? pcty_type_part_count(get()) : 0;
    return {get(), count, [](const pcty_type *type, std::size_t i) {
                pcty_field lent{};
                pcty_type_field_at(type, i, &lent);
                return Field(detail::view(lent.name), TypeRef(lent.type),
                             static_cast<Presence>(lent.presence));
            }};
}

inline std::optional<Field> TypeRef::field(std::string_view name) const noexcept {
    pcty_field lent{};
    if (!pcty_type_field_get(get(), detail::str(name), &lent)) {
        return std::nullopt;
    }
    return Field(detail::view(lent.name), TypeRef(lent.type),
                 static_cast<Presence>(lent.presence));
}

inline std::optional<SizeRange> TypeRef::size_range() const noexcept {
    SizeRange range{};
    return pcty_type_size_range(get(), &range) ? std::optional(range) : std::nullopt;
}

inline std::optional<bool> TypeRef::only_bool() const noexcept {
    bool only = false;
    return pcty_type_only_bool(get(), &only) ? std::optional(only) : std::nullopt;
}

inline std::optional<Value> TypeRef::bound(Side side) const {
    pcty_value *out = nullptr;
    bool some = detail::found([&](pcty_error **error) {
        return pcty_type_bound(get(), static_cast<pcty_side>(side), &out, error);
    });
    return some ? std::optional(Value(out)) : std::nullopt;
}

inline Range<std::string_view, pcty_type> TypeRef::texts() const noexcept {
    return {get(), pcty_type_text_count(get()), [](const pcty_type *type, std::size_t i) {
                return detail::view(pcty_type_text_at(type, i));
            }};
}

inline std::vector<Value> TypeRef::values() const {
    std::vector<Value> values;
    for (std::size_t i = 0; i < pcty_type_value_count(get()); i++) {
        values.emplace_back(detail::made<pcty_value>(pcty_type_value_at, get(), i));
    }
    return values;
}

inline std::vector<NominalParam> TypeRef::nominal_params() const {
    std::vector<NominalParam> params;
    for (std::size_t i = 0; i < pcty_type_nominal_parameter_count(get()); i++) {
        const pcty_type *type = nullptr;
        pcty_value *value = nullptr;
        detail::done(pcty_type_nominal_parameter_at, get(), i, &type, &value);
        NominalParam param;
        if (value != nullptr) {
            param.value = Value(value);
        } else if (type != nullptr) {
            param.type = Type(TypeRef(type));
        }
        params.push_back(std::move(param));
    }
    return params;
}

inline FuncType TypeRef::func_type() const {
    auto lend = [](const pcty_type_parameter &param) {
        FuncParam lent{std::nullopt, TypeRef(param.type)};
        if (param.name.data != nullptr) {
            lent.name = detail::view(param.name);
        }
        return lent;
    };
    FuncType parts;
    pcty_type_parameter param{};
    if (pcty_type_function_parameters(get()) == PCTY_PARAMETERS_LISTED) {
        parts.positional.emplace();
        for (std::size_t i = 0; i < pcty_type_function_parameter_count(get()); i++) {
            pcty_type_function_parameter_at(get(), i, &param);
            parts.positional->push_back(lend(param));
        }
    }
    if (pcty_type_function_variadic(get(), &param)) {
        parts.variadic = lend(param);
    }
    SizeRange size{};
    if (pcty_type_function_size(get(), &size)) {
        parts.size = size;
    }
    pcty_presence presence = PCTY_REQUIRED;
    parts.block = some(pcty_type_function_block(get(), &presence));
    parts.block_presence = static_cast<Presence>(presence);
    parts.result = some(pcty_type_function_result(get()));
    return parts;
}

inline std::optional<Variable> TypeRef::variable() const noexcept {
    Variable variable{};
    return pcty_type_variable(get(), &variable.scope, &variable.id) ? std::optional(variable)
                                                                    : std::nullopt;
}

inline Type TypeRef::unfold() const {
    return Type(detail::made<pcty_type>(pcty_type_unfold, get()));
}

inline std::string TypeRef::reference_name() const {
    return detail::text(detail::made<pcty_string>(pcty_type_reference_name, get()));
}

template <class F> void TypeRef::walk(F &&visit) const {
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

inline std::string TypeRef::friendly_name() const {
    return detail::text(pcty_type_friendly_name(get()));
}

inline std::string TypeRef::format(Dialect dialect) const {
    return detail::text(detail::made<pcty_string>(pcty_type_format, get(),
                                                  static_cast<pcty_dialect>(dialect)));
}

inline std::string TypeRef::to_json() const {
    return detail::text(detail::made<pcty_string>(pcty_type_to_json, get()));
}

inline Type TypeRef::without_optional_fields() const {
    return Type(detail::made<pcty_type>(pcty_type_without_optional_fields, get()));
}

inline std::optional<Error> TypeRef::nonconformity(TypeRef target) const {
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

inline bool TypeRef::assignable_to(TypeRef target, Dialect dialect) const {
    return detail::read<bool>(pcty_type_assignable, get(),
                              target.get(), static_cast<pcty_dialect>(dialect));
}

inline bool TypeRef::equivalent_to(TypeRef other, Dialect dialect) const {
    return detail::read<bool>(pcty_type_equivalent, get(), other.get(),
                              static_cast<pcty_dialect>(dialect));
}

inline Conversion TypeRef::conversion_to(TypeRef to, Dialect dialect) const {
    return static_cast<Conversion>(detail::read<pcty_conversion>(
        pcty_type_conversion, get(), to.get(), static_cast<pcty_dialect>(dialect)));
}

inline std::optional<Error> TypeRef::explain(TypeRef to, Dialect dialect) const {
    pcty_error *why = detail::made<pcty_error>(
        pcty_type_explain, get(), to.get(), static_cast<pcty_dialect>(dialect));
    return why == nullptr ? std::nullopt : std::optional(Error(why));
}

// --- Types: making them

inline Range<Field, pcty_type> Type::fields() const & noexcept { return TypeRef::fields(); }

inline Range<std::string_view, pcty_type> Type::texts() const & noexcept {
    return TypeRef::texts();
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
    return Type(detail::made<pcty_type>(pcty_type_list, element.get()));
}

inline Type Type::sized_list(TypeRef element, SizeRange size) {
    return Type(detail::made<pcty_type>(pcty_type_sized_list, element.get(), &size));
}

inline Type Type::set(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_set, element.get()));
}

inline Type Type::map(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_map, element.get()));
}

inline Type Type::map_of(TypeRef key, TypeRef element, std::optional<SizeRange> size) {
    const SizeRange *range = size ? &*size : nullptr;
    return Type(detail::made<pcty_type>(pcty_type_map_of, key.get(), element.get(), range));
}

inline Type Type::tuple(const Types &elements) {
    return Type(detail::made<pcty_type>(pcty_type_tuple, elements.data(), elements.size()));
}

inline Type Type::sized_tuple(const Types &elements, SizeRange size) {
    return Type(detail::made<pcty_type>(pcty_type_sized_tuple, elements.data(), elements.size(),
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
    return Type(detail::made<pcty_type>(pcty_type_optional, element.get()));
}

inline Type Type::not_undef(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_not_undef, element.get()));
}

inline Type Type::promise(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_promise, element.get()));
}

inline Type Type::output(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_output, element.get()));
}

inline Type Type::meta_of(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_type_meta_of, element.get()));
}

inline Type Type::literal(TypeRef element, ValueRef value) {
    return Type(detail::made<pcty_type>(pcty_type_literal, element.get(), value.get()));
}

inline Type Type::enumeration(std::string_view token, TypeRef element, const Values &values) {
    return Type(detail::made<pcty_type>(pcty_type_enumeration, detail::str(token), element.get(),
                                        values.data(), values.size()));
}

inline Type Type::nominal(std::string_view name, const std::vector<NominalParam> &params,
                          std::string_view dialect) {
    std::vector<pcty_nominal_parameter> lent;
    for (const NominalParam &param : params) {
        lent.push_back({detail::pointer(param.type), detail::pointer(param.value)});
    }
    return Type(detail::made<pcty_type>(pcty_type_nominal, detail::str(name), lent.data(),
                                        lent.size(), detail::str(dialect)));
}

inline Type Type::function(const FuncType &parts) {
    auto lend = [](const FuncParam &param) -> pcty_type_parameter {
        // A name that is there is never NULL, not even the empty one.
        pcty_str name = param.name ? detail::str(*param.name) : pcty_str{nullptr, 0};
        if (param.name && name.data == nullptr) {
            name = PCTY_STR("");
        }
        return {name, param.type.get()};
    };
    pcty_function_type func = PCTY_FUNCTION_TYPE_INIT;
    std::vector<pcty_type_parameter> positional;
    pcty_type_parameter variadic{};
    if (parts.positional) {
        for (const FuncParam &param : *parts.positional) {
            positional.push_back(lend(param));
        }
        func.params = PCTY_PARAMETERS_LISTED;
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

// --- Values: reading

inline bool ValueRef::as_bool() const { return detail::read<bool>(pcty_value_as_bool, get()); }

inline std::int64_t ValueRef::as_int64() const {
    return detail::read<std::int64_t>(pcty_value_as_int64, get());
}

inline std::uint64_t ValueRef::as_uint64() const {
    return detail::read<std::uint64_t>(pcty_value_as_uint64, get());
}

inline double ValueRef::as_double() const {
    double out = 0;
    detail::done(pcty_value_as_double, get(), &out, static_cast<bool *>(nullptr));
    return out;
}

inline Nearest ValueRef::nearest_double() const {
    Nearest out{};
    detail::done(pcty_value_as_double, get(), &out.value, &out.exact);
    return out;
}

inline std::vector<std::uint8_t> ValueRef::as_bytes() const {
    std::vector<std::uint8_t> bytes(detail::read<std::size_t>(pcty_value_byte_length, get()));
    as_bytes(bytes.data(), bytes.size());
    return bytes;
}

inline void ValueRef::as_bytes(std::uint8_t *bytes, std::size_t count) const {
    detail::done(pcty_value_as_bytes, get(), bytes, count);
}

inline std::string ValueRef::number_text() const {
    return detail::text(detail::made<pcty_string>(pcty_value_number_to_text, get()));
}

inline std::uint32_t ValueRef::number_precision() const {
    return detail::read<std::uint32_t>(pcty_value_number_precision, get());
}

inline std::string_view ValueRef::as_string() const {
    return detail::view(detail::read<pcty_str>(pcty_value_as_string, get()));
}

inline std::optional<TypeRef> ValueRef::as_type() const noexcept {
    return detail::some<TypeRef>(pcty_value_as_type(get()));
}

inline std::optional<std::size_t> ValueRef::length() const noexcept {
    std::size_t count = 0;
    return pcty_value_length(get(), &count) ? std::optional(count) : std::nullopt;
}

inline std::size_t ValueRef::parts() const {
    if (std::optional<std::size_t> count = length()) {
        return *count;
    }
    if (is_marked()) {
        throw Error(Code::marked, "a value with marks does not show its parts");
    }
    switch (state()) {
    case State::null:
        throw Error(Code::null, "a null has no parts");
    case State::unknown:
        throw Error(Code::unknown, "an unknown value does not have its parts yet");
    default:
        throw Error(Code::type, "a value that is no container has no parts");
    }
}

inline Range<ValueRef, pcty_value> ValueRef::elements() const {
    return {get(), parts(), [](const pcty_value *value, std::size_t i) {
                return ValueRef(pcty_value_element_at(value, i));
            }};
}

inline Range<Entry, pcty_value> ValueRef::entries() const {
    std::size_t count = parts();
    if (type().kind() != Kind::map && type().kind() != Kind::object) {
        throw Error(Code::type, "only maps and objects have entries");
    }
    return {get(), count, [](const pcty_value *value, std::size_t i) {
                return Entry(detail::view(pcty_value_key_at(value, i)),
                             ValueRef(pcty_value_element_at(value, i)));
            }};
}

inline ValueRef ValueRef::operator[](std::size_t index) const { return elements()[index]; }

inline ValueRef ValueRef::operator[](std::string_view name) const {
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

inline MarksRef ValueRef::marks() const noexcept { return MarksRef(pcty_value_marks(get())); }

inline Value ValueRef::mark(std::string_view mark) const {
    return Value(detail::made<pcty_value>(pcty_value_mark, get(), detail::str(mark)));
}

inline Value ValueRef::with_marks(MarksRef marks) const {
    return Value(detail::made<pcty_value>(pcty_value_with_marks, get(), marks.get()));
}

inline std::pair<Value, Marks> ValueRef::unmark_deep() const {
    pcty_value *out = nullptr;
    pcty_marks *marks = nullptr;
    detail::done(pcty_value_unmark_deep, get(), &out, &marks);
    return {Value(out), Marks(marks)};
}

inline std::pair<Value, std::vector<PathMarks>> ValueRef::unmark_with_paths() const {
    using All = detail::Owned<detail::View<pcty_path_marks>, pcty_path_marks,
                              pcty_path_marks_free>;
    pcty_value *out = nullptr;
    pcty_path_marks *found = nullptr;
    detail::done(pcty_value_unmark_with_paths, get(), &out, &found);
    Value bare(out);
    All all(found);
    std::vector<PathMarks> marks;
    for (std::size_t i = 0; i < pcty_path_marks_count(all.get()); i++) {
        marks.push_back({Path(PathRef(pcty_path_marks_path_at(all.get(), i))),
                         Marks(MarksRef(pcty_path_marks_at(all.get(), i)))});
    }
    return {bare, std::move(marks)};
}

inline Value ValueRef::mark_with_paths(const std::vector<PathMarks> &marks) const {
    using All = detail::Owned<detail::View<pcty_path_marks>, pcty_path_marks,
                              pcty_path_marks_free>;
    pcty_path_marks *made = pcty_path_marks_new();
    All all(made);
    for (const PathMarks &part : marks) {
        detail::done(pcty_path_marks_add, made, part.path.get(), part.marks.get());
    }
    return Value(detail::made<pcty_value>(pcty_value_mark_with_paths, get(), all.get()));
}

template <class F> void ValueRef::walk(F &&visit) const {
    using Visitor = std::remove_reference_t<F>;
    detail::Walk<Visitor> walk{visit, nullptr};
    auto each = [](void *data, const pcty_path *path, const pcty_value *part) noexcept
        -> pcty_visit {
        return static_cast<detail::Walk<Visitor> *>(data)->go(PathRef(path), ValueRef(part));
    };
    detail::done(pcty_value_walk, get(), +each, static_cast<void *>(&walk));
    walk.end();
}

template <class F> Value ValueRef::transform(F &&rewrite) const {
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

inline std::optional<Refinement> ValueRef::refinement() const {
    pcty_refinement lent = PCTY_REFINEMENT_INIT;
    bool some = detail::found(
        [&](pcty_error **error) { return pcty_value_refinement(get(), &lent, error); });
    if (!some) {
        return std::nullopt;
    }
    return Refinement{static_cast<RefinementKind>(lent.kind), lent.not_null,
                      detail::view(lent.prefix), lent.min_length, lent.max_length};
}

inline std::optional<RefinementBound> ValueRef::refinement_bound(Side side) const {
    pcty_value *out = nullptr;
    bool inclusive = false;
    bool some = detail::found([&](pcty_error **error) {
        return pcty_value_refinement_bound(get(), static_cast<pcty_side>(side), &out, &inclusive,
                                           error);
    });
    return some ? std::optional(RefinementBound{Value(out), inclusive}) : std::nullopt;
}

inline RefinementBuilder ValueRef::refine() const { return RefinementBuilder(*this); }

inline RefinementBuilder &RefinementBuilder::not_null() {
    detail::done(pcty_refinement_builder_not_null, mutable_get());
    return *this;
}

inline RefinementBuilder &RefinementBuilder::null() {
    detail::done(pcty_refinement_builder_null, mutable_get());
    return *this;
}

inline RefinementBuilder &RefinementBuilder::prefix(std::string_view prefix) {
    detail::done(pcty_refinement_builder_prefix, mutable_get(), detail::str(prefix));
    return *this;
}

inline RefinementBuilder &RefinementBuilder::prefix_full(std::string_view prefix) {
    detail::done(pcty_refinement_builder_prefix_full, mutable_get(), detail::str(prefix));
    return *this;
}

inline RefinementBuilder &RefinementBuilder::number_min(ValueRef bound, Bound itself) {
    detail::done(pcty_refinement_builder_number_min, mutable_get(), bound.get(),
                 itself == Bound::inclusive);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::number_max(ValueRef bound, Bound itself) {
    detail::done(pcty_refinement_builder_number_max, mutable_get(), bound.get(),
                 itself == Bound::inclusive);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::length_min(std::uint64_t length) {
    detail::done(pcty_refinement_builder_length_min, mutable_get(), length);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::length_max(std::uint64_t length) {
    detail::done(pcty_refinement_builder_length_max, mutable_get(), length);
    return *this;
}

inline RefinementBuilder &RefinementBuilder::fail(const Error &failure) {
    detail::done(pcty_refinement_builder_fail, mutable_get(), failure.get());
    return *this;
}

inline Value RefinementBuilder::build() const {
    return Value(detail::made<pcty_value>(pcty_refinement_builder_build, mutable_get()));
}

inline Value operator+(ValueRef a, ValueRef b) {
    return Value(detail::made<pcty_value>(pcty_value_add, a.get(), b.get()));
}
inline Value operator-(ValueRef a, ValueRef b) {
    return Value(detail::made<pcty_value>(pcty_value_subtract, a.get(), b.get()));
}
inline Value operator*(ValueRef a, ValueRef b) {
    return Value(detail::made<pcty_value>(pcty_value_multiply, a.get(), b.get()));
}
inline Value operator/(ValueRef a, ValueRef b) {
    return Value(detail::made<pcty_value>(pcty_value_divide, a.get(), b.get()));
}
inline Value operator%(ValueRef a, ValueRef b) {
    return Value(detail::made<pcty_value>(pcty_value_modulo, a.get(), b.get()));
}
inline Value operator-(ValueRef value) {
    return Value(detail::made<pcty_value>(pcty_value_negate, value.get()));
}

inline Value ValueRef::absolute() const {
    return Value(detail::made<pcty_value>(pcty_value_absolute, get()));
}
inline Value ValueRef::less_than(ValueRef other) const {
    return Value(detail::made<pcty_value>(pcty_value_less_than, get(), other.get()));
}
inline Value ValueRef::greater_than(ValueRef other) const {
    return Value(detail::made<pcty_value>(pcty_value_greater_than, get(), other.get()));
}
inline Value ValueRef::less_than_or_equal(ValueRef other) const {
    return Value(detail::made<pcty_value>(pcty_value_less_than_or_equal, get(), other.get()));
}
inline Value ValueRef::greater_than_or_equal(ValueRef other) const {
    return Value(detail::made<pcty_value>(pcty_value_greater_than_or_equal, get(), other.get()));
}
inline Value ValueRef::logical_and(ValueRef other) const {
    return Value(detail::made<pcty_value>(pcty_value_and, get(), other.get()));
}
inline Value ValueRef::logical_or(ValueRef other) const {
    return Value(detail::made<pcty_value>(pcty_value_or, get(), other.get()));
}
inline Value ValueRef::logical_not() const {
    return Value(detail::made<pcty_value>(pcty_value_not, get()));
}
inline Value ValueRef::equals(ValueRef other) const {
    return Value(detail::made<pcty_value>(pcty_value_equal_to, get(), other.get()));
}
inline Value ValueRef::not_equal(ValueRef other) const {
    return Value(detail::made<pcty_value>(pcty_value_not_equal_to, get(), other.get()));
}
inline Value ValueRef::index(ValueRef key) const {
    return Value(detail::made<pcty_value>(pcty_value_index, get(), key.get()));
}
inline Value ValueRef::has_index(ValueRef key) const {
    return Value(detail::made<pcty_value>(pcty_value_has_index, get(), key.get()));
}
inline Value ValueRef::has_element(ValueRef element) const {
    return Value(detail::made<pcty_value>(pcty_value_has_element, get(), element.get()));
}
inline Value ValueRef::length_value() const {
    return Value(detail::made<pcty_value>(pcty_value_length_value, get()));
}
inline Value ValueRef::part_list(std::size_t from, std::size_t count) const {
    return Value(detail::made<pcty_value>(pcty_value_parts, get(), from, count));
}
inline Value ValueRef::unknown_as_null() const {
    return Value(detail::made<pcty_value>(pcty_value_unknown_as_null, get()));
}
inline Value ValueRef::apply_path(PathRef path) const {
    return Value(detail::made<pcty_value>(pcty_value_apply_path, get(), path.get()));
}

// --- Values: conversion and codecs

inline Type ValueRef::type_of(Dialect dialect) const {
    return Type(detail::made<pcty_type>(pcty_value_type_of, get(),
                                        static_cast<pcty_dialect>(dialect)));
}

inline bool ValueRef::is_instance(TypeRef type, Dialect dialect) const {
    return detail::read<bool>(pcty_value_is_instance, get(), type.get(),
                              static_cast<pcty_dialect>(dialect));
}

inline Value ValueRef::convert(TypeRef to, Dialect dialect) const {
    return Value(detail::made<pcty_value>(pcty_value_convert, get(),
                                          to.get(), static_cast<pcty_dialect>(dialect)));
}

#ifdef PCTY_HAS_TRANSLATE
inline Value ValueRef::translate(Dialect from, Dialect to, std::optional<TypeRef> type) const {
    return Value(detail::made<pcty_value>(pcty_value_translate, get(),
                                          type ? type->get() : nullptr,
                                          static_cast<pcty_dialect>(from),
                                          static_cast<pcty_dialect>(to)));
}
#endif // PCTY_HAS_TRANSLATE

namespace detail {
// The errors of a list, which is freed.
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

inline std::vector<Error> ValueRef::check(TypeRef to, Dialect dialect) const {
    return detail::errors_of(detail::made<pcty_error_list>(pcty_value_check, get(), to.get(),
                                                           static_cast<pcty_dialect>(dialect)));
}

inline std::string ValueRef::to_json(std::optional<TypeRef> type) const {
    return detail::text(
        detail::made<pcty_string>(pcty_value_to_json, get(), detail::pointer(type)));
}

inline std::vector<std::uint8_t> ValueRef::to_msgpack(std::optional<TypeRef> type) const {
    detail::String bytes(
        detail::made<pcty_string>(pcty_value_to_msgpack, get(), detail::pointer(type)));
    std::string_view lent = detail::view(pcty_string_str(bytes.get()));
    return std::vector<std::uint8_t>(lent.begin(), lent.end());
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

// --- Values: making them

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

// --- Paths

inline Range<Step, pcty_path> PathRef::steps() const noexcept {
    return {get(), size(), [](const pcty_path *path, std::size_t i) {
                Step step{static_cast<StepKind>(pcty_path_step_kind_at(path, i)),
                          detail::view(pcty_path_step_name_at(path, i)), Value()};
                if (step.kind == StepKind::index) {
                    step.key = Value(detail::made<pcty_value>(pcty_path_step_key_at, path, i));
                }
                return step;
            }};
}

inline std::string PathRef::text() const { return detail::text(pcty_path_to_text(get())); }

inline Path &Path::attribute(std::string_view name) {
    detail::done(pcty_path_append_attribute, mutable_get(), detail::str(name));
    return *this;
}

inline Path &Path::index(std::size_t index) {
    detail::done(pcty_path_append_index, mutable_get(), index);
    return *this;
}

inline Path &Path::key(ValueRef key) {
    detail::done(pcty_path_append_key, mutable_get(), key.get());
    return *this;
}

inline void PathSet::insert(PathRef path) {
    detail::done(pcty_path_set_insert, mutable_get(), path.get());
}

inline void PathSet::insert_with_prefixes(PathRef path) {
    detail::done(pcty_path_set_insert_with_prefixes, mutable_get(), path.get());
}

template <class F> void PathSet::walk(F &&visit) const {
    using Visitor = std::remove_reference_t<F>;
    detail::Walk<Visitor> walk{visit, nullptr};
    auto each = [](void *data, const pcty_path *path) noexcept -> pcty_visit {
        return static_cast<detail::Walk<Visitor> *>(data)->go(PathRef(path));
    };
    detail::done(pcty_path_set_walk, get(), +each, static_cast<void *>(&walk));
    walk.end();
}

inline std::vector<Path> PathSet::paths() const {
    std::vector<Path> paths;
    walk([&](PathRef path) {
        paths.emplace_back(path);
        return Visit::into;
    });
    return paths;
}

// --- Conversion

inline Value ConverterRef::apply(ValueRef value) const {
    return Value(detail::made<pcty_value>(pcty_converter_apply, get(), value.get()));
}

inline Converter::Converter(TypeRef from, TypeRef to, Dialect dialect, Safety safety)
    : Shared(detail::made<pcty_converter>(pcty_converter_new, from.get(),
                                          to.get(), static_cast<pcty_dialect>(dialect),
                                          static_cast<pcty_safety>(safety))) {}

inline Unification::Unification(const Types &types, Dialect dialect, Safety safety)
    : Owned(detail::made<pcty_unification>(pcty_type_unify, types.data(),
                                           types.size(), static_cast<pcty_dialect>(dialect),
                                           static_cast<pcty_safety>(safety))) {}

#ifdef PCTY_HAS_TRANSLATE
inline Translation::Translation(TypeRef type, Dialect from, Dialect to)
    : Owned(detail::made<pcty_translation>(pcty_type_translate, type.get(),
                                           static_cast<pcty_dialect>(from),
                                           static_cast<pcty_dialect>(to))) {}

inline Range<TranslationNote, pcty_translation> Translation::notes() const & noexcept {
    return {get(), pcty_translation_note_count(get()),
            [](const pcty_translation *from, std::size_t at) {
                return TranslationNote{PathRef(pcty_translation_note_path_at(from, at)),
                                       detail::view(pcty_translation_note_message_at(from, at))};
            }};
}
#endif // PCTY_HAS_TRANSLATE

inline std::optional<ConverterRef> Unification::converter(std::size_t index) const noexcept {
    return detail::some<ConverterRef>(pcty_unification_converter_at(get(), index));
}

inline Value Unification::apply(std::size_t index, ValueRef value) const {
    if (index >= size()) {
        detail::past_the_end(index, size());
    }
    std::optional<ConverterRef> by = converter(index);
    return by ? by->apply(value) : Value(value);
}

// --- Functions

namespace detail {

// What the library keeps of a function: its callables.
struct Host {
    std::function<Type(Arguments)> find_return_type;
    std::function<Value(Arguments, TypeRef)> implementation;

    static Arguments lend(const pcty_value *const *args, std::size_t count) {
        return {args, count, [](const pcty_value *const *from, std::size_t i) {
                    return ValueRef(from[i]);
                }};
    }
    static pcty_status call(void *data, const pcty_value *const *args, std::size_t count,
                            const pcty_type *return_type, pcty_value **out,
                            pcty_error **error) noexcept {
        return guarded(error, [&] {
            const Host &host = *static_cast<const Host *>(data);
            *out = host.implementation(lend(args, count), TypeRef(return_type)).release();
        });
    }
    static pcty_status find(void *data, const pcty_value *const *args, std::size_t count,
                            pcty_type **out, pcty_error **error) noexcept {
        return guarded(error, [&] {
            const Host &host = *static_cast<const Host *>(data);
            *out = host.find_return_type(lend(args, count)).release();
        });
    }
    static void destroy(void *data) noexcept { delete static_cast<Host *>(data); }
};

inline pcty_parameter lend(const Parameter &from) noexcept {
    pcty_parameter parameter = PCTY_PARAMETER_INIT;
    parameter.flags = from.flags;
    parameter.name = str(from.name);
    parameter.description = str(from.description);
    parameter.type = from.type.get();
    return parameter;
}

} // namespace detail

inline Function::Function(FunctionSpec spec) {
    if (!spec.implementation) {
        throw Error(Code::invalid_argument, "a function needs an implementation");
    }
    std::vector<pcty_parameter> parameters;
    for (const Parameter &parameter : spec.parameters) {
        parameters.push_back(detail::lend(parameter));
    }
    pcty_function_spec made = PCTY_FUNCTION_SPEC_INIT;
    made.refine = spec.never_null ? PCTY_REFINE_NOT_NULL : 0;
    made.description = detail::str(spec.description);
    made.parameters = parameters.data();
    made.parameter_count = parameters.size();
    pcty_parameter variadic = PCTY_PARAMETER_INIT;
    if (spec.variadic) {
        variadic = detail::lend(*spec.variadic);
        made.variadic = &variadic;
    }
    made.return_type = detail::pointer(spec.return_type);
    made.return_type_callback = spec.find_return_type ? detail::Host::find : nullptr;
    made.implementation = detail::Host::call;
    made.destroy = detail::Host::destroy;
    made.promise = detail::pointer(spec.promise);
    // The library destroys the host from here on, also when it does not take the function.
    made.user_data = new detail::Host{std::move(spec.find_return_type),
                                      std::move(spec.implementation)};
    handle_ = detail::made<pcty_function>(pcty_function_new, &made);
}

inline Value Function::call(const Values &args) const {
    return Value(detail::made<pcty_value>(pcty_function_call, get(), args.data(), args.size()));
}

inline Type Function::return_type_for_values(const Values &args) const {
    return Type(detail::made<pcty_type>(pcty_function_return_type_for_values, get(), args.data(),
                                        args.size()));
}

inline Type Function::return_type_for_types(const Types &types) const {
    return Type(detail::made<pcty_type>(pcty_function_return_type_for_types, get(), types.data(),
                                        types.size()));
}

inline std::optional<TypeRef> Function::fixed_return_type() const noexcept {
    return detail::some<TypeRef>(pcty_function_fixed_return_type(get()));
}

inline std::vector<Parameter> Function::parameters() const {
    std::vector<Parameter> parameters;
    for (std::size_t i = 0; i < pcty_function_parameter_count(get()); i++) {
        pcty_parameter lent = PCTY_PARAMETER_INIT;
        detail::done(pcty_function_parameter_at, get(), i, &lent);
        parameters.push_back(detail::parameter(lent));
    }
    return parameters;
}

inline std::optional<Parameter> Function::variadic() const {
    pcty_parameter lent = PCTY_PARAMETER_INIT;
    bool some = detail::found(
        [&](pcty_error **error) { return pcty_function_variadic(get(), &lent, error); });
    return some ? std::optional(detail::parameter(lent)) : std::nullopt;
}

// --- The standard library

inline std::size_t stdlib::count() noexcept { return pcty_hcl_stdlib_count(); }

inline std::string_view stdlib::name(std::size_t index) noexcept {
    return detail::view(pcty_hcl_stdlib_name_at(index));
}

inline std::optional<std::size_t> stdlib::find(std::string_view name) {
    std::size_t index = 0;
    bool some = detail::found([&](pcty_error **error) {
        return pcty_hcl_stdlib_get(detail::str(name), &index, error);
    });
    return some ? std::optional(index) : std::nullopt;
}

inline Function stdlib::function(std::size_t index) {
    if (index >= count()) {
        detail::past_the_end(index, count());
    }
    return Function(pcty_function_clone(pcty_hcl_stdlib_function_at(index)));
}

inline Value stdlib::call(std::size_t index, const Values &args) {
    return Value(detail::made<pcty_value>(pcty_hcl_stdlib_call_at, index, args.data(), args.size()));
}

inline TypeRef stdlib::bytes_type() noexcept { return TypeRef(pcty_hcl_stdlib_bytes_type()); }

inline Value stdlib::bytes(Span<std::uint8_t> content) {
    return Value(detail::made<pcty_value>(pcty_hcl_stdlib_bytes, content.data(), content.size()));
}

inline Span<std::uint8_t> stdlib::as_bytes(ValueRef value) {
    pcty_str lent = detail::read<pcty_str>(pcty_hcl_stdlib_as_bytes, value.get());
    return {reinterpret_cast<const std::uint8_t *>(lent.data), lent.len};
}

// --- Inference

inline Type Unifier::instantiate(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_infer_unifier_instantiate, mutable_get(), type.get()));
}

inline void Unifier::unify(TypeRef left, TypeRef right) {
    detail::done(pcty_infer_unifier_unify, mutable_get(), left.get(), right.get());
}

inline Type Unifier::resolve(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_infer_unifier_resolve, mutable_get(), type.get()));
}

namespace detail {

// What the library keeps of a signature: its rule.
struct SignatureRule {
    std::function<std::optional<Type>(ArgumentTypes, TypeRef)> rule;

    static pcty_status build(void *data, const pcty_type *const *arguments, std::size_t count,
                             const pcty_type *result, pcty_type **out,
                             pcty_error **error) noexcept {
        return guarded(error, [&] {
            const SignatureRule &self = *static_cast<const SignatureRule *>(data);
            ArgumentTypes types{arguments, count, [](const pcty_type *const *from, std::size_t i) {
                                    return TypeRef(from[i]);
                                }};
            std::optional<Type> built = self.rule(types, TypeRef(result));
            *out = built ? built->release() : nullptr;
        });
    }
    static void destroy(void *data) noexcept { delete static_cast<SignatureRule *>(data); }
};

} // namespace detail

inline Signature::Signature(TypeRef function_type)
    : Shared(detail::made<pcty_infer_signature>(pcty_infer_signature_new, function_type.get())) {}

inline Signature
Signature::built(std::function<std::optional<Type>(ArgumentTypes, TypeRef)> rule) {
    if (!rule) {
        throw Error(Code::invalid_argument, "a signature needs a rule");
    }
    // The library destroys the rule from here on.
    void *data = new detail::SignatureRule{std::move(rule)};
    pcty_infer_signature_rule build = detail::SignatureRule::build;
    pcty_destroy destroy = detail::SignatureRule::destroy;
    return Signature(detail::made<pcty_infer_signature>(pcty_infer_signature_built, build, data, destroy));
}

inline std::optional<TypeRef> Signature::type() const noexcept {
    return detail::some<TypeRef>(pcty_infer_signature_type(get()));
}

inline Type Signature::check(const Types &arguments) const {
    return Type(detail::made<pcty_type>(pcty_infer_signature_check, get(), arguments.data(),
                                        arguments.size()));
}

inline Function
Signature::function(Dialect dialect,
                    std::function<Value(Arguments, TypeRef)> implementation) const {
    if (!implementation) {
        throw Error(Code::invalid_argument, "a function needs an implementation");
    }
    // The library destroys the host from here on, also when it does not take the function.
    void *data = new detail::Host{{}, std::move(implementation)};
    pcty_function_impl call = detail::Host::call;
    pcty_destroy destroy = detail::Host::destroy;
    return Function(detail::made<pcty_function>(pcty_infer_signature_function, get(),
                                                static_cast<pcty_dialect>(dialect), call, data,
                                                destroy));
}

inline void Invariants::type(std::uint64_t expr, TypeRef type) {
    detail::done(pcty_infer_invariants_type, mutable_get(), expr, type.get());
}

inline void Invariants::equal(std::uint64_t one, std::uint64_t other) {
    detail::done(pcty_infer_invariants_equal, mutable_get(), one, other);
}

inline void Invariants::call(std::uint64_t function, Span<std::uint64_t> arguments,
                             std::uint64_t result) {
    detail::done(pcty_infer_invariants_call, mutable_get(), function, arguments.data(),
                 arguments.size(), result);
}

inline void Invariants::apply(const Signature &signature, Span<std::uint64_t> arguments,
                              std::uint64_t result) {
    detail::done(pcty_infer_invariants_apply, mutable_get(), signature.get(), arguments.data(),
                 arguments.size(), result);
}

inline void Invariants::instance(std::uint64_t expr, const Scheme &scheme) {
    detail::done(pcty_infer_invariants_instance, mutable_get(), expr, scheme.get());
}

inline void Invariants::any(std::initializer_list<const Invariants *> alternatives) {
    std::vector<const pcty_infer_invariants *> lists;
    for (const Invariants *alternative : alternatives) {
        lists.push_back(alternative->get());
    }
    detail::done(pcty_infer_invariants_any, mutable_get(), lists.data(), lists.size());
}

inline std::vector<TypeStep> ClashRef::steps() const {
    std::vector<TypeStep> steps;
    for (std::size_t i = 0; i < pcty_infer_conflict_step_count(get()); i++) {
        pcty_type_step lent;
        detail::done(pcty_infer_conflict_step_at, get(), i, &lent);
        steps.push_back({static_cast<Part>(lent.part), lent.position, detail::view(lent.name)});
    }
    return steps;
}

inline std::vector<std::uint32_t> ClashRef::chain() const {
    std::vector<std::uint32_t> chain;
    for (std::size_t i = 0; i < pcty_infer_conflict_chain_count(get()); i++) {
        chain.push_back(pcty_infer_conflict_chain_at(get(), i));
    }
    return chain;
}

inline TypeRef Outcome::type(std::uint64_t expr) const {
    return TypeRef(detail::read<const pcty_type *>(pcty_infer_solution_type, get(), expr));
}

inline std::vector<std::pair<std::uint64_t, TypeRef>> Outcome::undetermined() const {
    std::vector<std::pair<std::uint64_t, TypeRef>> open;
    for (std::size_t i = 0; i < pcty_infer_solution_undetermined_count(get()); i++) {
        open.emplace_back(pcty_infer_solution_undetermined_expression_at(get(), i),
                          TypeRef(pcty_infer_solution_undetermined_type_at(get(), i)));
    }
    return open;
}

inline std::vector<Annotation> Outcome::annotations() const {
    std::vector<Annotation> annotations;
    for (std::size_t i = 0; i < pcty_infer_solution_annotation_count(get()); i++) {
        Annotation annotation{pcty_infer_solution_annotation_expression_at(get(), i),
                              TypeRef(pcty_infer_solution_annotation_type_at(get(), i)),
                              {}};
        for (std::size_t j = 0; j < pcty_infer_solution_candidate_count_at(get(), i); j++) {
            annotation.candidates.emplace_back(pcty_infer_solution_candidate_at(get(), i, j));
        }
        annotations.push_back(std::move(annotation));
    }
    return annotations;
}

inline std::optional<ClashRef> Outcome::clash() const noexcept {
    return detail::some<ClashRef>(pcty_infer_solution_conflict(get()));
}

inline std::vector<ClashRef> Outcome::refutations() const {
    std::vector<ClashRef> refutations;
    for (std::size_t i = 0; i < pcty_infer_solution_refutation_count(get()); i++) {
        refutations.emplace_back(pcty_infer_solution_refutation_at(get(), i));
    }
    return refutations;
}

inline std::optional<Error> Outcome::reported() const {
    const pcty_error *lent = pcty_infer_solution_reported(get());
    return lent == nullptr ? std::nullopt : std::optional<Error>(Error(pcty_error_clone(lent)));
}

inline std::vector<std::pair<std::uint32_t, std::vector<std::size_t>>>
Outcome::remaining() const {
    std::vector<std::pair<std::uint32_t, std::vector<std::size_t>>> remaining;
    for (std::size_t i = 0; i < pcty_infer_solution_remaining_count(get()); i++) {
        std::vector<std::size_t> left;
        for (std::size_t j = 0; j < pcty_infer_solution_alternative_count_at(get(), i); j++) {
            left.push_back(pcty_infer_solution_alternative_at(get(), i, j));
        }
        remaining.emplace_back(pcty_infer_solution_remaining_at(get(), i), std::move(left));
    }
    return remaining;
}

inline std::uint32_t Solver::add(const Invariants &invariants) {
    return detail::read<std::uint32_t>(pcty_infer_solver_add, mutable_get(), invariants.get());
}

inline Type Solver::known(std::uint64_t expr) {
    return Type(detail::made<pcty_type>(pcty_infer_solver_known, mutable_get(), expr));
}

inline std::vector<Scheme> Solver::leave(Span<std::uint64_t> exprs) {
    using List = detail::Owned<detail::View<pcty_infer_scheme_list>, pcty_infer_scheme_list,
                               pcty_infer_scheme_list_free>;
    List list(detail::made<pcty_infer_scheme_list>(pcty_infer_solver_leave, mutable_get(), exprs.data(),
                                             exprs.size()));
    std::vector<Scheme> schemes;
    for (std::size_t i = 0; i < pcty_infer_scheme_list_count(list.get()); i++) {
        schemes.emplace_back(pcty_infer_scheme_clone(pcty_infer_scheme_list_at(list.get(), i)));
    }
    return schemes;
}

inline Outcome Solver::solve() {
    return Outcome(detail::made<pcty_infer_solution>(pcty_infer_solver_solve, mutable_get()));
}

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

// ============================================================================
// MCL
// ============================================================================

namespace detail {

// Calls a function that always makes something, and tells what it found in a text.
template <class P, class H, class... Params, class... Args>
P diagnosed(pcty_status (*by)(Params...), Args... args) {
    H *out = nullptr;
    pcty_error *found = nullptr;
    done(by, args..., &out, &found);
    P diagnosed;
    diagnosed.value = decltype(diagnosed.value)(out);
    if (found != nullptr) {
        diagnosed.diagnostics = Error(found);
    }
    return diagnosed;
}

} // namespace detail

// What only HCL has; the other questions take Dialect::hcl. Errors are those of the C
// functions of the same name: what can be told about a text is an Error with diagnostics,
// Code::syntax for what cannot be read and Code::diagnostics for the rest.
namespace hcl {

// How HCL is written.
enum class Syntax : pcty_hcl_syntax {
    native = PCTY_HCL_NATIVE,
    json = PCTY_HCL_JSON,
    template_ = PCTY_HCL_TEMPLATE,
};

// How values are written that HCL has no notation for: refused; shown in parentheses; and
// with what is marked.
enum class Shown : pcty_hcl_value_style {
    expression = PCTY_HCL_VALUE_EXPRESSION,
    withheld = PCTY_HCL_VALUE_REDACTED,
    revealed = PCTY_HCL_VALUE_REVEALED,
};

// The text of a value in HCL's notation. Errors: Code::unknown and Code::marked where an
// expression is wanted.
inline std::string text(ValueRef value, Shown shown) {
    return detail::text(detail::made<pcty_string>(pcty_hcl_value_format, value.get(),
                                                  static_cast<pcty_hcl_value_style>(shown)));
}

// A type with `optional(T)` where an attribute may be missing: what `parse_type` reads.
inline std::string type_text(TypeRef type) {
    return detail::text(detail::made<pcty_string>(pcty_hcl_type_format, type.get()));
}

// The attributes of a value that a type does not have, at any depth: each with its path, and a
// diagnostic that is a warning.
inline std::vector<Error> extraneous(ValueRef value, TypeRef type) {
    return detail::errors_of(
        detail::made<pcty_error_list>(pcty_hcl_value_extraneous, value.get(), type.get()));
}

// What an expression is; see the C header.
enum class Form : pcty_hcl_form {
    missing = PCTY_HCL_FORM_MISSING,
    literal = PCTY_HCL_FORM_LITERAL,
    template_ = PCTY_HCL_FORM_TEMPLATE,
    template_wrap = PCTY_HCL_FORM_TEMPLATE_WRAP,
    template_join = PCTY_HCL_FORM_TEMPLATE_JOIN,
    traversal = PCTY_HCL_FORM_TRAVERSAL,
    relative_traversal = PCTY_HCL_FORM_RELATIVE_TRAVERSAL,
    call = PCTY_HCL_FORM_CALL,
    conditional = PCTY_HCL_FORM_CONDITIONAL,
    index = PCTY_HCL_FORM_INDEX,
    tuple = PCTY_HCL_FORM_TUPLE,
    object = PCTY_HCL_FORM_OBJECT,
    for_ = PCTY_HCL_FORM_FOR,
    splat = PCTY_HCL_FORM_SPLAT,
    splat_item = PCTY_HCL_FORM_SPLAT_ITEM,
    unary = PCTY_HCL_FORM_UNARY,
    operations = PCTY_HCL_FORM_OPERATIONS,
    parentheses = PCTY_HCL_FORM_PARENTHESES,
    invalid = PCTY_HCL_FORM_INVALID,
    value = PCTY_HCL_FORM_VALUE,
};

// What a part of an expression is to the whole; see the C header.
enum class Role : pcty_hcl_role {
    none = PCTY_HCL_ROLE_NONE,
    piece = PCTY_HCL_ROLE_PIECE,
    inner = PCTY_HCL_ROLE_INNER,
    source = PCTY_HCL_ROLE_SOURCE,
    each = PCTY_HCL_ROLE_EACH,
    argument = PCTY_HCL_ROLE_ARGUMENT,
    condition = PCTY_HCL_ROLE_CONDITION,
    then = PCTY_HCL_ROLE_THEN,
    else_ = PCTY_HCL_ROLE_ELSE,
    collection = PCTY_HCL_ROLE_COLLECTION,
    key = PCTY_HCL_ROLE_KEY,
    name = PCTY_HCL_ROLE_NAME,
    value = PCTY_HCL_ROLE_VALUE,
    element = PCTY_HCL_ROLE_ELEMENT,
    operand = PCTY_HCL_ROLE_OPERAND,
};

// What an item of a body is; in JSON it may be an argument or blocks.
enum class ItemKind : pcty_hcl_item_kind {
    none = PCTY_HCL_ITEM_NONE,
    attribute = PCTY_HCL_ITEM_ATTRIBUTE,
    block = PCTY_HCL_ITEM_BLOCK,
    either = PCTY_HCL_ITEM_EITHER,
};

// What a type expression may say.
enum class TypeMode : pcty_hcl_type_mode {
    exact = PCTY_HCL_TYPE_EXACT,
    constraint = PCTY_HCL_TYPE_CONSTRAINT,
    defaults = PCTY_HCL_TYPE_DEFAULTS,
};

// What there is, as far as there is something, and all diagnostics, warnings too.
template <class T> struct Diagnosed {
    T value;
    std::optional<Error> diagnostics;
};

// Says how many seconds have gone by since 1970.
using Clock = std::function<std::int64_t()>;

// Fills so many bytes with random ones.
using Random = std::function<void(std::uint8_t *, std::size_t)>;

// Finds the content of a file for a path, or the names in a folder, one a line, those of folders
// with a `/` at their end; nothing where there is none.
using FindText = std::function<std::optional<std::string>(std::string_view)>;

#ifdef PCTY_HAS_TERRAFORM
// What Terraform's functions ask of the program. One has nothing at first; a function whose part
// of it is missing says so.
//
// ```cpp
// static polycty::hcl::Scope module_scope(std::string_view module) {
//     polycty::hcl::TerraformHost host;
//     host.set_root(module);
//     polycty::hcl::Scope scope;
//     scope.set_terraform_functions(host);
//     return scope; // "${file("motd.txt")}" has a value in it
// }
// ```
class TerraformHost
    : public detail::Owned<detail::View<pcty_terraform_host>, pcty_terraform_host,
                           pcty_terraform_host_free> {
  public:
    using Owned::Owned;
    TerraformHost() : Owned(pcty_terraform_host_new()) {}

    // The folder whose files may be read, which no path leads out of.
    TerraformHost &set_root(std::string_view path) {
        detail::done(pcty_terraform_host_set_root, mutable_get(), detail::str(path));
        return *this;
    }
    // What `~` stands for.
    TerraformHost &set_home(std::string_view path) {
        detail::done(pcty_terraform_host_set_home, mutable_get(), detail::str(path));
        return *this;
    }
    // What `plantimestamp` gives, in seconds since 1970.
    TerraformHost &set_plan_time(std::int64_t seconds) {
        detail::done(pcty_terraform_host_set_plan_time, mutable_get(), seconds);
        return *this;
    }
    inline TerraformHost &set_clock(Clock clock);
    inline TerraformHost &set_random(Random random);
    // Files that the program has, in place of a folder; without a lister there are no folders.
    inline TerraformHost &set_files(FindText reader, FindText lister = nullptr);
};
#endif // PCTY_HAS_TERRAFORM

// Variables and functions by name; without any until some are set or allowed.
//
// Ownership: a copy changes by itself.
// Threads: one at a time while it changes; any number may evaluate in it meanwhile not.
//
// ```cpp
// polycty::hcl::Scope scope_of(polycty::ValueRef environment) {
//     polycty::hcl::Scope scope;
//     scope.set("env", environment).set_standard_functions();
//     return scope; // "${upper(env.REGION)}-1" has a value in it
// }
// ```
class Scope : public detail::Shared<detail::View<pcty_hcl_scope>, pcty_hcl_scope,
                                    pcty_hcl_scope_clone, pcty_hcl_scope_free> {
  public:
    using Shared::Shared;
    Scope() : Shared(pcty_hcl_scope_new()) {}

    // A scope within this one as it is now.
    Scope child() const { return Scope(detail::made<pcty_hcl_scope>(pcty_hcl_scope_child, get())); }
    Scope &allow_variables() {
        detail::done(pcty_hcl_scope_allow_variables, mutable_get());
        return *this;
    }
    Scope &allow_functions() {
        detail::done(pcty_hcl_scope_allow_functions, mutable_get());
        return *this;
    }
    // How long an evaluation may take, here and in scopes within.
    // Lets messages show parts of values that have the mark.
    Scope &show_mark(std::string_view mark) {
        detail::done(pcty_hcl_scope_show_mark, mutable_get(), detail::str(mark));
        return *this;
    }
    Scope &limit_steps(std::uint64_t steps) {
        detail::done(pcty_hcl_scope_limit_steps, mutable_get(), steps);
        return *this;
    }
    Scope &set(std::string_view name, ValueRef value) {
        detail::done(pcty_hcl_scope_set_variable, mutable_get(), detail::str(name), value.get());
        return *this;
    }
    Scope &set(std::string_view name, const Function &function) {
        detail::done(pcty_hcl_scope_set_function, mutable_get(), detail::str(name),
                     function.get());
        return *this;
    }
    Scope &set_standard_functions() {
        detail::done(pcty_hcl_scope_set_standard_functions, mutable_get());
        return *this;
    }
#ifdef PCTY_HAS_TERRAFORM
    // Terraform's, in place of those of the standard library.
    Scope &set_terraform_functions() {
        detail::done(pcty_hcl_scope_set_terraform_functions, mutable_get(), nullptr);
        return *this;
    }
    Scope &set_terraform_functions(const TerraformHost &host) {
        detail::done(pcty_hcl_scope_set_terraform_functions, mutable_get(), host.get());
        return *this;
    }
#endif // PCTY_HAS_TERRAFORM

    // Here or further out; lent until the scope changes or goes.
    std::optional<ValueRef> variable(std::string_view name) const noexcept {
        return detail::some<ValueRef>(pcty_hcl_scope_variable_get(get(), detail::str(name)));
    }
    std::optional<Function> function(std::string_view name) const {
        const pcty_function *lent = pcty_hcl_scope_function_get(get(), detail::str(name));
        return lent == nullptr ? std::nullopt
                               : std::optional<Function>(Function(pcty_function_clone(lent)));
    }
};

// Where a traversal leads, and where it stands; lent.
struct Traversal {
    PathRef path; // first into an attribute of the variable's name
    pcty_range range;
    std::string_view file;
};

// The variables that an expression refers to, with the constant steps into them.
//
// Ownership: only moved.
// Errors: the constructor, which reads one traversal, throws Code::syntax with all diagnostics.
// Threads: any number at once.
//
// ```cpp
// void print_variables(const polycty::hcl::Traversals &found) {
//     for (const polycty::hcl::Traversal &traversal : found.all()) {
//         std::cout << traversal.path.text() << " in line " << traversal.range.start.line << "\n";
//     }
// }
// ```
class Traversals : public detail::Owned<detail::View<pcty_hcl_traversals>, pcty_hcl_traversals,
                                        pcty_hcl_traversals_free> {
  public:
    using Owned::Owned;
    Range<Traversal, pcty_hcl_traversals> all() const & {
        return {get(), pcty_hcl_traversals_count(get()),
                [](const pcty_hcl_traversals *from, std::size_t at) {
                    return Traversal{PathRef(pcty_hcl_traversals_path_at(from, at)),
                                     pcty_hcl_traversals_range_at(from, at),
                                     detail::view(pcty_hcl_traversals_file_at(from, at))};
                }};
    }
    void all() const && = delete;
    // Of a step of a path, of which the first is the variable.
    pcty_range step_range(std::size_t index, std::size_t step) const noexcept {
        return pcty_hcl_traversals_step_range_at(get(), index, step);
    }

    Traversals(std::string_view text, std::string_view file,
               pcty_position start = PCTY_POSITION_START)
        : Owned(detail::made<pcty_hcl_traversals>(pcty_hcl_traversals_parse, detail::str(text),
                                                  detail::str(file), start)) {}
    // Up to the first fault.
    static Diagnosed<Traversals> diagnosed(std::string_view text, std::string_view file,
                                           pcty_position start = PCTY_POSITION_START) {
        return detail::diagnosed<Diagnosed<Traversals>, pcty_hcl_traversals>(
            pcty_hcl_traversals_parse_diagnosed, detail::str(text), detail::str(file), start);
    }
};

// A function that is called somewhere; lent by the Calls.
struct FunctionUse {
    std::string_view name;
    pcty_range name_range;
    pcty_range range; // with the arguments
    std::string_view file;
};

// Functions that are called, in the order of the text.
//
// Ownership: only moved; lends its texts.
// Threads: any number at once.
//
// ```cpp
// void print(const polycty::hcl::Calls &calls) {
//     for (polycty::hcl::FunctionUse call : calls.all()) {
//         std::cout << call.name << " in line " << call.range.start.line << "\n";
//     }
// }
// ```
class Calls : public detail::Owned<detail::View<pcty_hcl_calls>, pcty_hcl_calls,
                                   pcty_hcl_calls_free> {
  public:
    using Owned::Owned;
    Range<FunctionUse, pcty_hcl_calls> all() const & {
        return {get(), pcty_hcl_calls_count(get()),
                [](const pcty_hcl_calls *from, std::size_t at) {
                    return FunctionUse{detail::view(pcty_hcl_calls_name_at(from, at)),
                                       pcty_hcl_calls_name_range_at(from, at),
                                       pcty_hcl_calls_range_at(from, at),
                                       detail::view(pcty_hcl_calls_file_at(from, at))};
                }};
    }
    void all() const && = delete;
};

class Expression;
class Expressions;
struct Call;
struct TypeExpression;

// A lent expression. What it says without being evaluated is a list, a map, a call or a
// traversal, or nothing if it is of another form.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// polycty::Value value_or_null(polycty::hcl::ExpressionRef expression,
//                              const polycty::hcl::Scope &scope) {
//     auto [value, diagnostics] = expression.evaluate_diagnosed(scope);
//     if (diagnostics) {
//         std::cerr << diagnostics->text(polycty::Render::color) << std::endl;
//     }
//     return diagnostics ? polycty::Value::null(polycty::Type::any()) : value;
// }
// ```
class ExpressionRef : public detail::View<pcty_hcl_expression> {
  public:
    using View::View;
    pcty_range range() const noexcept { return pcty_hcl_expression_range(get()); }
    // What a fault of it as a whole points at.
    pcty_range start_range() const noexcept { return pcty_hcl_expression_start_range(get()); }
    std::string_view file() const noexcept {
        return detail::view(pcty_hcl_expression_file(get()));
    }
    // Without a scope there are neither variables nor functions.
    Value evaluate() const { return value_in(nullptr); }
    Value evaluate(const Scope &scope) const { return value_in(scope.get()); }
    Diagnosed<Value> evaluate_diagnosed() const { return diagnosed_in(nullptr); }
    Diagnosed<Value> evaluate_diagnosed(const Scope &scope) const {
        return diagnosed_in(scope.get());
    }

    Traversals variables() const { return Traversals(pcty_hcl_expression_variables(get())); }
    Path traversal() const {
        return Path(detail::made<pcty_path>(pcty_hcl_expression_traversal, get()));
    }
    // The same with the places of its steps.
    Traversals traversals() const {
        return Traversals(detail::made<pcty_hcl_traversals>(pcty_hcl_traversals_of, get()));
    }
    std::optional<std::string> keyword() const {
        pcty_string *word = pcty_hcl_expression_keyword(get());
        return word == nullptr ? std::nullopt : std::optional<std::string>(detail::text(word));
    }
    inline Expressions list() const;
    // The keys and the values, as many of the one as of the other.
    inline std::pair<Expressions, Expressions> map() const;
    inline Call call() const;
    inline TypeExpression type(TypeMode mode) const;

    // The tree: what the expression is, and its parts in the order of the text.
    Form form() const noexcept { return static_cast<Form>(pcty_hcl_expression_form(get())); }
    inline Expressions parts() const;
    // Those around a byte: this one and, within each, the part that the byte belongs to.
    inline Expressions at(std::size_t byte) const;
    // The function that is called, or the variable that it begins with.
    std::optional<std::string_view> name() const noexcept {
        return given(pcty_hcl_expression_name(get()));
    }
    // The names that a `for` gives to each key, if it does, and to each value.
    std::optional<std::pair<std::optional<std::string_view>, std::string_view>>
    iterators() const noexcept {
        pcty_str key, value;
        if (!pcty_hcl_expression_iterators(get(), &key, &value)) {
            return std::nullopt;
        }
        return std::pair(given(key), detail::view(value));
    }
    // The operator after the operand of a position, or in front of a single one.
    std::optional<std::string_view> operator_at(std::size_t index) const noexcept {
        return given(pcty_hcl_expression_operator_at(get(), index));
    }
    pcty_range operator_range(std::size_t index) const noexcept {
        return pcty_hcl_expression_operator_range_at(get(), index);
    }
    // The constant steps of a traversal, or of one into another expression.
    std::optional<Traversals> steps() const {
        pcty_hcl_traversals *steps = pcty_hcl_expression_steps(get());
        return steps == nullptr ? std::nullopt : std::optional<Traversals>(Traversals(steps));
    }
    // However deep.
    Calls calls() const { return Calls(pcty_hcl_expression_calls(get())); }
    // As it is written.
    std::string_view text() const noexcept { return detail::view(pcty_hcl_expression_text(get())); }

  private:
    static std::optional<std::string_view> given(pcty_str text) noexcept {
        return text.data == nullptr ? std::nullopt
                                    : std::optional<std::string_view>(detail::view(text));
    }
    Value value_in(const pcty_hcl_scope *scope) const {
        return Value(detail::made<pcty_value>(pcty_hcl_expression_evaluate, get(), scope));
    }
    Diagnosed<Value> diagnosed_in(const pcty_hcl_scope *scope) const {
        return detail::diagnosed<Diagnosed<Value>, pcty_value>(pcty_hcl_expression_evaluate_diagnosed,
                                                          get(), scope);
    }
};

// An expression, read once and evaluated any number of times.
//
// Ownership: a copy counts a reference.
// Errors: the constructor throws Code::syntax with all diagnostics.
// Threads: any number at once, each in a scope of its own.
//
// ```cpp
// polycty::Value seconds(std::int64_t minutes) {
//     polycty::hcl::Scope scope;
//     scope.set("minutes", polycty::Value::number(minutes));
//     static const polycty::hcl::Expression expression("minutes * 60", "inline");
//     return expression.evaluate(scope);
// }
// ```
class Expression : public detail::Shared<ExpressionRef, pcty_hcl_expression,
                                         pcty_hcl_expression_clone, pcty_hcl_expression_free> {
  public:
    using Shared::Shared;
    Expression(std::string_view text, std::string_view file, Syntax syntax = Syntax::native)
        : Shared(detail::made<pcty_hcl_expression>(pcty_hcl_expression_parse,
                                                   detail::str(text),
                                                   detail::str(file),
                                                   static_cast<pcty_hcl_syntax>(syntax))) {}
    // As far as the text can be read.
    static Diagnosed<Expression> diagnosed(std::string_view text, std::string_view file,
                                           Syntax syntax = Syntax::native) {
        return detail::diagnosed<Diagnosed<Expression>, pcty_hcl_expression>(
            pcty_hcl_expression_parse_diagnosed, detail::str(text),
            detail::str(file), static_cast<pcty_hcl_syntax>(syntax));
    }
    // A part of a larger text, whose first byte stands at `start`.
    Expression(std::string_view text, std::string_view file, pcty_position start,
               Syntax syntax = Syntax::native)
        : Shared(detail::made<pcty_hcl_expression>(pcty_hcl_expression_parse_part,
                                                   detail::str(text),
                                                   detail::str(file), start,
                                                   static_cast<pcty_hcl_syntax>(syntax))) {}
    static Diagnosed<Expression> diagnosed(std::string_view text, std::string_view file,
                                           pcty_position start, Syntax syntax = Syntax::native) {
        return detail::diagnosed<Diagnosed<Expression>, pcty_hcl_expression>(
            pcty_hcl_expression_parse_part_diagnosed, detail::str(text),
            detail::str(file), start, static_cast<pcty_hcl_syntax>(syntax));
    }
};

// Expressions in order, such as the elements of a list that is not evaluated.
//
// Ownership: only moved.
// Threads: any number at once.
//
// ```cpp
// std::vector<std::string> words(polycty::hcl::ExpressionRef list) {
//     std::vector<std::string> words;
//     polycty::hcl::Expressions elements = list.list();
//     for (polycty::hcl::ExpressionRef element : elements.all()) {
//         words.push_back(element.keyword().value_or("?"));
//     }
//     return words;
// }
// ```
class Expressions : public detail::Owned<detail::View<pcty_hcl_expressions>,
                                         pcty_hcl_expressions, pcty_hcl_expressions_free> {
  public:
    using Owned::Owned;
    Range<ExpressionRef, pcty_hcl_expressions> all() const & {
        return {get(), pcty_hcl_expressions_count(get()),
                [](const pcty_hcl_expressions *from, std::size_t at) {
                    return ExpressionRef(pcty_hcl_expressions_at(from, at));
                }};
    }
    void all() const && = delete;
    // What a part is to the expression that all are parts of.
    Role role(std::size_t index) const noexcept {
        return static_cast<Role>(pcty_hcl_expressions_role_at(get(), index));
    }
};

// A call that is not evaluated.
struct Call {
    std::string name;
    Expressions arguments;
    pcty_range name_range;
    pcty_range arguments_range; // with the parentheses
};

// The defaults inside a type. Empty, there are none.
//
// Ownership: a copy counts a reference.
// Threads: any number at once.
//
// ```cpp
// polycty::Value complete(std::string_view type_text, polycty::ValueRef given) {
//     auto [type, defaults] = polycty::hcl::parse_type(type_text);
//     return defaults.apply(given).convert(type, polycty::Dialect::hcl);
// }
// ```
class Defaults : public detail::Shared<detail::View<pcty_hcl_defaults>, pcty_hcl_defaults,
                                       pcty_hcl_defaults_clone, pcty_hcl_defaults_free> {
  public:
    using Shared::Shared;

    // What stands in for an attribute of an object, and the defaults inside its type.
    struct Attribute;
    static inline Defaults object(TypeRef type, const std::vector<Attribute> &attributes);
    // For the first elements; empty, there are none inside of one.
    static Defaults tuple(TypeRef type, const std::vector<Defaults> &inside) {
        detail::Array<const pcty_hcl_defaults *> handles;
        for (const Defaults &defaults : inside) {
            handles.push(defaults.get());
        }
        return Defaults(detail::made<pcty_hcl_defaults>(pcty_hcl_defaults_tuple, type.get(),
                                                        handles.data(), handles.size()));
    }
    // Of a list, set or map.
    static Defaults collection(TypeRef type, const Defaults &inside) {
        return Defaults(detail::made<pcty_hcl_defaults>(pcty_hcl_defaults_collection, type.get(),
                                                        inside.get()));
    }

    Value apply(ValueRef value) const {
        return Value(detail::made<pcty_value>(pcty_hcl_defaults_apply, get(), value.get()));
    }
    std::optional<TypeRef> type() const noexcept {
        return detail::some<TypeRef>(pcty_hcl_defaults_type(get()));
    }
    // What stands in for an attribute of an object; lent.
    std::optional<ValueRef> value(std::string_view name) const noexcept {
        return detail::some<ValueRef>(pcty_hcl_defaults_value_get(get(), detail::str(name)));
    }
    // Those inside the types of parts; empty where there are none.
    Defaults in_attribute(std::string_view name) const {
        return copy(pcty_hcl_defaults_attribute_get(get(), detail::str(name)));
    }
    Defaults in_position(std::size_t index) const {
        return copy(pcty_hcl_defaults_element_at(get(), index));
    }
    Defaults in_element() const { return copy(pcty_hcl_defaults_element(get())); }

  private:
    static Defaults copy(const pcty_hcl_defaults *lent) {
        return Defaults(pcty_hcl_defaults_clone(lent));
    }
};

struct Defaults::Attribute {
    std::string_view name;
    std::optional<ValueRef> value = std::nullopt;
    Defaults inside = Defaults(nullptr);
};

inline Defaults Defaults::object(TypeRef type, const std::vector<Attribute> &attributes) {
    detail::Array<pcty_str> names;
    detail::Array<const pcty_value *> values;
    detail::Array<const pcty_hcl_defaults *> inside;
    for (const Attribute &attribute : attributes) {
        names.push(detail::str(attribute.name));
        values.push(detail::pointer(attribute.value));
        inside.push(attribute.inside.get());
    }
    return Defaults(detail::made<pcty_hcl_defaults>(pcty_hcl_defaults_object, type.get(),
                                                    names.data(), values.data(), inside.data(),
                                                    names.size()));
}

// A type as an expression says it, and the defaults inside it.
struct TypeExpression {
    Type type;
    Defaults defaults;
};

inline Expressions ExpressionRef::parts() const {
    return Expressions(detail::made<pcty_hcl_expressions>(pcty_hcl_expression_parts, get()));
}
inline Expressions ExpressionRef::at(std::size_t byte) const {
    return Expressions(detail::made<pcty_hcl_expressions>(pcty_hcl_expression_at_byte, get(), byte));
}
inline Expressions ExpressionRef::list() const {
    return Expressions(detail::made<pcty_hcl_expressions>(pcty_hcl_expression_list, get()));
}
inline std::pair<Expressions, Expressions> ExpressionRef::map() const {
    pcty_hcl_expressions *keys = nullptr, *values = nullptr;
    detail::done(pcty_hcl_expression_map, get(), &keys, &values);
    return {Expressions(keys), Expressions(values)};
}
inline Call ExpressionRef::call() const {
    pcty_string *name = nullptr;
    pcty_hcl_expressions *arguments = nullptr;
    detail::done(pcty_hcl_expression_call, get(), &name, &arguments);
    Expressions owned(arguments);
    Call call{detail::text(name), std::move(owned), {}, {}};
    detail::done(pcty_hcl_expression_call_ranges, get(), &call.name_range,
                 &call.arguments_range);
    return call;
}
inline TypeExpression ExpressionRef::type(TypeMode mode) const {
    pcty_type *type = nullptr;
    pcty_hcl_defaults *defaults = nullptr;
    detail::done(pcty_hcl_expression_type, get(), static_cast<pcty_hcl_type_mode>(mode), &type,
                 &defaults);
    return {Type(type), Defaults(defaults)};
}
inline TypeExpression parse_type(std::string_view text, TypeMode mode = TypeMode::defaults,
                                 std::string_view file = "type",
                                 Syntax syntax = Syntax::native) {
    pcty_type *type = nullptr;
    pcty_hcl_defaults *defaults = nullptr;
    detail::done(pcty_hcl_type_parse, detail::str(text), detail::str(file),
                 static_cast<pcty_hcl_syntax>(syntax), static_cast<pcty_hcl_type_mode>(mode), &type,
                 &defaults);
    return {Type(type), Defaults(defaults)};
}

// Arguments as expressions: the type of a parameter that takes one, and what the function
// does with it.
inline TypeRef closure_type() noexcept { return TypeRef(pcty_hcl_closure_type()); }
inline Value closure(ExpressionRef expression) {
    return Value(detail::made<pcty_value>(pcty_hcl_closure_new, expression.get(), nullptr));
}
inline Value closure(ExpressionRef expression, const Scope &scope) {
    return Value(
        detail::made<pcty_value>(pcty_hcl_closure_new, expression.get(), scope.get()));
}
inline Value evaluate_closure(ValueRef closure) {
    return Value(detail::made<pcty_value>(pcty_hcl_closure_evaluate, closure.get()));
}
inline Diagnosed<Value> evaluate_closure_diagnosed(ValueRef closure) {
    return detail::diagnosed<Diagnosed<Value>, pcty_value>(pcty_hcl_closure_evaluate_diagnosed,
                                                      closure.get());
}
inline std::optional<Expression> expression_of_closure(ValueRef closure) {
    pcty_hcl_expression *owned = pcty_hcl_closure_expression(closure.get());
    return owned == nullptr ? std::nullopt : std::optional<Expression>(Expression(owned));
}

class Block;

// An argument of a body.
//
// Ownership: lent as long as the Content; owns nothing.
// Threads: any number at once.
//
// ```cpp
// std::string where(polycty::hcl::Attribute attribute) {
//     return std::string(attribute.file()) + ":" + std::to_string(attribute.range().start.line);
// }
// ```
class Attribute : public detail::View<pcty_hcl_attribute> {
  public:
    using View::View;
    std::string_view name() const noexcept { return detail::view(pcty_hcl_attribute_name(get())); }
    ExpressionRef expression() const noexcept {
        return ExpressionRef(pcty_hcl_attribute_expression(get()));
    }
    pcty_range range() const noexcept { return pcty_hcl_attribute_range(get()); }
    pcty_range name_range() const noexcept { return pcty_hcl_attribute_name_range(get()); }
    std::string_view file() const noexcept { return detail::view(pcty_hcl_attribute_file(get())); }
};

// What a body contains.
//
// Ownership: only moved; lends its arguments and blocks.
// Threads: any number at once.
//
// ```cpp
// void print(const polycty::hcl::Content &content, const polycty::hcl::Scope &scope) {
//     for (polycty::hcl::Attribute attribute : content.attributes()) {
//         std::cout << attribute.name() << " = "
//                   << attribute.expression().evaluate(scope).to_json() << "\n";
//     }
// }
// ```
class Content : public detail::Owned<detail::View<pcty_hcl_content>, pcty_hcl_content,
                                     pcty_hcl_content_free> {
  public:
    using Owned::Owned;
    // In the order of the schema, or of the text where there was none.
    Range<Attribute, pcty_hcl_content> attributes() const & {
        return {get(), pcty_hcl_content_attribute_count(get()),
                [](const pcty_hcl_content *from, std::size_t at) {
                    return Attribute(pcty_hcl_content_attribute_at(from, at));
                }};
    }
    void attributes() const && = delete;
    std::optional<Attribute> attribute(std::string_view name) const noexcept {
        return detail::some<Attribute>(pcty_hcl_content_attribute_get(get(), detail::str(name)));
    }
    // In the order of the text.
    inline Range<Block, pcty_hcl_content> blocks() const &;
    void blocks() const && = delete;
    pcty_range missing_range() const noexcept { return pcty_hcl_content_missing_range(get()); }
};

// An argument that a body may have.
struct AttributeSchema {
    std::string_view name;
    Presence presence = Presence::optional;
};

// A type of blocks that a body may have, and what the labels are called.
struct BlockSchema {
    std::string_view type;
    std::vector<std::string_view> labels = {};
};

// Which arguments and blocks a body may have.
struct Schema {
    std::vector<AttributeSchema> attributes = {};
    std::vector<BlockSchema> blocks = {};
};

class Body;
class Items;
class Place;

// A lent body.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// polycty::hcl::Content settings(polycty::hcl::BodyRef body) {
//     return body.content({{{"region", polycty::Presence::required}}, {{"server", {"name"}}}});
// }
// ```
class BodyRef : public detail::View<pcty_hcl_body> {
  public:
    using View::View;
    pcty_range missing_range() const noexcept { return pcty_hcl_body_missing_range(get()); }
    std::string_view file() const noexcept { return detail::view(pcty_hcl_body_file(get())); }

    // By a schema that says all that the body may contain.
    inline Content content(const Schema &schema) const;
    inline Diagnosed<Content> content_diagnosed(const Schema &schema) const;
    // By a schema that says some of it, and the rest.
    inline std::pair<Content, Body> partial_content(const Schema &schema) const;
    inline std::pair<Diagnosed<Content>, Body>
    partial_content_diagnosed(const Schema &schema) const;
    // Of a body that may have any arguments, and no blocks.
    Content attributes() const {
        return Content(detail::made<pcty_hcl_content>(pcty_hcl_body_attributes, get()));
    }
    Diagnosed<Content> attributes_diagnosed() const {
        return detail::diagnosed<Diagnosed<Content>, pcty_hcl_content>(
            pcty_hcl_body_attributes_diagnosed, get());
    }

    // Whether it is of a `dynamic` block over an unknown collection.
    bool is_unknown() const noexcept { return pcty_hcl_body_is_unknown(get()); }
    // Those of the collection that its `dynamic` block iterates over.
    Marks marks() const { return Marks(pcty_hcl_body_marks(get())); }

    // Without a schema: what stands in it, in the order of the text.
    inline Items items() const;
    // What stands at a byte, or at a line and column. Of several bodies the one is asked that
    // was read under the name `file`, or the first.
    inline Place at(std::size_t byte, std::string_view file = {}) const;
    inline Place at(std::uint32_t line, std::uint32_t column, std::string_view file) const;
    // However deep, in the order of the text.
    Traversals variables() const {
        return Traversals(detail::made<pcty_hcl_traversals>(pcty_hcl_body_variables, get()));
    }
    Calls calls() const { return Calls(detail::made<pcty_hcl_calls>(pcty_hcl_body_calls, get())); }
    // A block's with its braces, a file's as a whole.
    pcty_range range() const noexcept { return pcty_hcl_body_range(get()); }
    std::string_view text() const noexcept { return detail::view(pcty_hcl_body_text(get())); }

    // With the blocks that `dynamic` blocks generate in their place.
    inline Body expand_dynamic() const;
    inline Body expand_dynamic(const Scope &scope) const;
};

} // namespace hcl

namespace detail {
struct GatherBodies : Array<const pcty_hcl_body *> {
    void add(hcl::BodyRef body) { push(body.get()); }
};
} // namespace detail

namespace hcl {

// An argument that is any number of bodies: a list in braces; a container of them; or a
// pointer and a number.
using Bodies = detail::Many<BodyRef, detail::GatherBodies>;

// Arguments and blocks as they were read.
//
// Ownership: a copy counts a reference.
// Errors: the constructor throws Code::syntax with all diagnostics.
// Threads: any number at once.
//
// ```cpp
// polycty::hcl::Body module(std::string_view main_text, std::string_view variables_text) {
//     polycty::hcl::Body main(main_text, "main.hcl"), variables(variables_text, "variables.hcl");
//     return polycty::hcl::Body::merge({main, variables});
// }
// ```
class Body : public detail::Shared<BodyRef, pcty_hcl_body, pcty_hcl_body_clone,
                                   pcty_hcl_body_free> {
  public:
    using Shared::Shared;
    Body(std::string_view text, std::string_view file, Syntax syntax = Syntax::native)
        : Shared(detail::made<pcty_hcl_body>(pcty_hcl_body_parse,
                                             detail::str(text),
                                             detail::str(file),
                                             static_cast<pcty_hcl_syntax>(syntax))) {}
    // As far as the text can be read.
    static Diagnosed<Body> diagnosed(std::string_view text, std::string_view file,
                                     Syntax syntax = Syntax::native) {
        return detail::diagnosed<Diagnosed<Body>, pcty_hcl_body>(
            pcty_hcl_body_parse_diagnosed, detail::str(text), detail::str(file),
            static_cast<pcty_hcl_syntax>(syntax));
    }
    // A part of a larger text, whose first byte stands at `start`.
    Body(std::string_view text, std::string_view file, pcty_position start,
         Syntax syntax = Syntax::native)
        : Shared(detail::made<pcty_hcl_body>(pcty_hcl_body_parse_part,
                                             detail::str(text),
                                             detail::str(file), start,
                                             static_cast<pcty_hcl_syntax>(syntax))) {}
    static Diagnosed<Body> diagnosed(std::string_view text, std::string_view file,
                                     pcty_position start, Syntax syntax = Syntax::native) {
        return detail::diagnosed<Diagnosed<Body>, pcty_hcl_body>(
            pcty_hcl_body_parse_part_diagnosed, detail::str(text),
            detail::str(file), start, static_cast<pcty_hcl_syntax>(syntax));
    }
    // Several as one, as those of the files of a module.
    static Body merge(const Bodies &bodies) {
        return Body(
            detail::made<pcty_hcl_body>(pcty_hcl_body_merge, bodies.data(), bodies.size()));
    }
};

// A block of a body.
//
// Ownership: lent as long as the Content; owns nothing. Copy the body to keep it.
// Threads: any number at once.
//
// ```cpp
// polycty::hcl::Body body_of(polycty::hcl::Block block) {
//     std::cout << block.type() << " " << block.labels()[0] << "\n";
//     return block.body();
// }
// ```
class Block : public detail::View<pcty_hcl_block> {
  public:
    using View::View;
    std::string_view type() const noexcept { return detail::view(pcty_hcl_block_type(get())); }
    Range<std::string_view, pcty_hcl_block> labels() const {
        return {get(), pcty_hcl_block_label_count(get()),
                [](const pcty_hcl_block *from, std::size_t at) {
                    return detail::view(pcty_hcl_block_label_at(from, at));
                }};
    }
    pcty_range label_range(std::size_t index) const noexcept {
        return pcty_hcl_block_label_range_at(get(), index);
    }
    BodyRef body() const noexcept { return BodyRef(pcty_hcl_block_body(get())); }
    // Of the type and the labels.
    pcty_range range() const noexcept { return pcty_hcl_block_range(get()); }
    pcty_range type_range() const noexcept { return pcty_hcl_block_type_range(get()); }
    // From the type to the closing brace.
    pcty_range whole_range() const noexcept { return pcty_hcl_block_whole_range(get()); }
    // Of the braces; empty where a broken text or JSON has none.
    pcty_range open_range() const noexcept { return pcty_hcl_block_open_range(get()); }
    pcty_range close_range() const noexcept { return pcty_hcl_block_close_range(get()); }
    std::string_view file() const noexcept { return detail::view(pcty_hcl_block_file(get())); }
};

// What stands at a position of the Items.
//
// Ownership: lent as long as the Items; owns nothing.
// Threads: any number at once.
//
// ```cpp
// std::string name_of(polycty::hcl::Item item) {
//     return std::string(item.attribute() ? item.attribute()->name() : item.blocks()[0].type());
// }
// ```
class Item {
  public:
    Item(const pcty_hcl_items *items, std::size_t at) noexcept : items_(items), at_(at) {}
    ItemKind kind() const noexcept {
        return static_cast<ItemKind>(pcty_hcl_items_kind_at(items_, at_));
    }
    // The argument that it is or may be.
    std::optional<Attribute> attribute() const noexcept {
        return detail::some<Attribute>(pcty_hcl_items_attribute_at(items_, at_));
    }
    // The blocks that it is or may be.
    std::vector<Block> blocks() const {
        std::vector<Block> blocks;
        for (std::size_t i = 0; i < pcty_hcl_items_block_count_at(items_, at_); i++) {
            blocks.push_back(Block(pcty_hcl_items_block_at(items_, at_, i)));
        }
        return blocks;
    }

  private:
    const pcty_hcl_items *items_;
    std::size_t at_;
};

// What stands in a body, in the order of the text.
//
// Ownership: only moved; lends its arguments and blocks.
// Threads: any number at once.
//
// ```cpp
// void print_outline(polycty::hcl::BodyRef body, const std::string &indent) {
//     polycty::hcl::Items items = body.items();
//     for (polycty::hcl::Item item : items.all()) {
//         for (polycty::hcl::Block block : item.blocks()) {
//             std::cout << indent << block.type() << "\n";
//             print_outline(block.body(), indent + "  ");
//         }
//     }
// }
// ```
class Items : public detail::Owned<detail::View<pcty_hcl_items>, pcty_hcl_items,
                                   pcty_hcl_items_free> {
  public:
    using Owned::Owned;
    Range<Item, pcty_hcl_items> all() const & {
        return {get(), pcty_hcl_items_count(get()),
                [](const pcty_hcl_items *from, std::size_t at) { return Item(from, at); }};
    }
    void all() const && = delete;
};

// What stands at a place of a text.
//
// Ownership: only moved; lends its parts.
// Threads: any number at once.
//
// ```cpp
// std::string word_at(polycty::hcl::BodyRef body, std::uint32_t line, std::uint32_t column) {
//     polycty::hcl::Place place = body.at(line, column, "");
//     std::string innermost;
//     for (polycty::hcl::ExpressionRef expression : place.expressions()) {
//         innermost = expression.text();
//     }
//     return innermost;
// }
// ```
class Place : public detail::Owned<detail::View<pcty_hcl_location>, pcty_hcl_location,
                                   pcty_hcl_location_free> {
  public:
    using Owned::Owned;
    // Around the place, the outermost one first; none in JSON.
    Range<Block, pcty_hcl_location> blocks() const & {
        return {get(), pcty_hcl_location_block_count(get()),
                [](const pcty_hcl_location *from, std::size_t at) {
                    return Block(pcty_hcl_location_block_at(from, at));
                }};
    }
    void blocks() const && = delete;
    std::optional<Attribute> attribute() const noexcept {
        return detail::some<Attribute>(pcty_hcl_location_attribute(get()));
    }
    // Around the place, the outermost one first.
    Range<ExpressionRef, pcty_hcl_location> expressions() const & {
        return {get(), pcty_hcl_location_expression_count(get()),
                [](const pcty_hcl_location *from, std::size_t at) {
                    return ExpressionRef(pcty_hcl_location_expression_at(from, at));
                }};
    }
    void expressions() const && = delete;
};

} // namespace hcl

namespace detail {

// A schema of the C header, for the length of a call.
class HclSchema {
  public:
    explicit HclSchema(const hcl::Schema &given) {
        for (const hcl::AttributeSchema &attribute : given.attributes) {
            attributes_.push_back({str(attribute.name), attribute.presence == Presence::required});
        }
        for (const hcl::BlockSchema &block : given.blocks) {
            labels_.emplace_back();
            for (std::string_view label : block.labels) {
                labels_.back().push_back(str(label));
            }
            blocks_.push_back({str(block.type), nullptr, block.labels.size()});
        }
        for (std::size_t i = 0; i < blocks_.size(); i++) {
            blocks_[i].labels = labels_[i].data();
        }
        schema_ = PCTY_HCL_SCHEMA_INIT;
        schema_.attributes = attributes_.data();
        schema_.attribute_count = attributes_.size();
        schema_.blocks = blocks_.data();
        schema_.block_count = blocks_.size();
    }
    HclSchema(const HclSchema &) = delete;
    HclSchema &operator=(const HclSchema &) = delete;
    const pcty_hcl_schema *get() const noexcept { return &schema_; }

  private:
    std::vector<pcty_hcl_attribute_schema> attributes_;
    std::vector<std::vector<pcty_str>> labels_;
    std::vector<pcty_hcl_block_schema> blocks_;
    pcty_hcl_schema schema_;
};

} // namespace detail

namespace hcl {

inline Range<Block, pcty_hcl_content> Content::blocks() const & {
    return {get(), pcty_hcl_content_block_count(get()),
            [](const pcty_hcl_content *from, std::size_t at) {
                return Block(pcty_hcl_content_block_at(from, at));
            }};
}
inline Content BodyRef::content(const Schema &schema) const {
    return Content(detail::made<pcty_hcl_content>(pcty_hcl_body_content, get(),
                                                  detail::HclSchema(schema).get()));
}
inline Diagnosed<Content> BodyRef::content_diagnosed(const Schema &schema) const {
    return detail::diagnosed<Diagnosed<Content>, pcty_hcl_content>(
        pcty_hcl_body_content_diagnosed, get(), detail::HclSchema(schema).get());
}
inline std::pair<Content, Body> BodyRef::partial_content(const Schema &schema) const {
    pcty_hcl_content *content = nullptr;
    pcty_hcl_body *rest = nullptr;
    detail::done(pcty_hcl_body_partial_content, get(), detail::HclSchema(schema).get(), &content,
                 &rest);
    return {Content(content), Body(rest)};
}
inline std::pair<Diagnosed<Content>, Body>
BodyRef::partial_content_diagnosed(const Schema &schema) const {
    pcty_hcl_content *content = nullptr;
    pcty_hcl_body *rest = nullptr;
    pcty_error *found = nullptr;
    detail::done(pcty_hcl_body_partial_content_diagnosed, get(), detail::HclSchema(schema).get(),
                 &content,
                 &rest, &found);
    Diagnosed<Content> diagnosed{Content(content), std::nullopt};
    Body others(rest);
    if (found != nullptr) {
        diagnosed.diagnostics = Error(found);
    }
    return {std::move(diagnosed), std::move(others)};
}

inline Items BodyRef::items() const {
    return Items(detail::made<pcty_hcl_items>(pcty_hcl_body_items, get()));
}
inline Place BodyRef::at(std::size_t byte, std::string_view file) const {
    return Place(detail::made<pcty_hcl_location>(pcty_hcl_body_at_byte, get(), detail::str(file), byte));
}
inline Place BodyRef::at(std::uint32_t line, std::uint32_t column, std::string_view file) const {
    std::size_t byte = 0;
    detail::done(pcty_hcl_body_byte_of, get(), detail::str(file), line, column, &byte);
    return at(byte, file);
}
inline Body BodyRef::expand_dynamic() const {
    const pcty_hcl_scope *none = nullptr;
    return Body(detail::made<pcty_hcl_body>(pcty_hcl_body_expand_dynamic, get(), none));
}
inline Body BodyRef::expand_dynamic(const Scope &scope) const {
    return Body(detail::made<pcty_hcl_body>(pcty_hcl_body_expand_dynamic, get(), scope.get()));
}

// How many blocks there may be; without a limit if `max` is 0.
struct Count {
    std::size_t min = 0;
    std::size_t max = 0;
};

// Which of the variables that a body needs are meant.
enum class Needs : pcty_hcl_needs {
    body = PCTY_HCL_NEEDS_BODY,
    all = PCTY_HCL_NEEDS_ALL,
    expansion = PCTY_HCL_NEEDS_EXPANSION,
};

// Finds what is wrong with a value: an Error, returned or thrown, whose diagnostics are told.
using Check = std::function<std::optional<Error>(ValueRef)>;

// Says more about a value. What a step throws, or the callable itself, is told as a diagnostic.
using Refine = std::function<void(RefinementBuilder &)>;

// The scope around the parameters of functions written in HCL; may throw nothing.
using Around = std::function<Scope()>;

// How a body becomes a value.
//
// Ownership: a copy counts a reference; what the callables hold is destroyed with the last
// one, on the thread that drops it.
// Errors: decoding throws Code::diagnostics with all diagnostics.
// Threads: any number at once; the callables may be called by several.
//
// ```cpp
// polycty::Value services(polycty::hcl::BodyRef body, const polycty::hcl::Scope &scope) {
//     using polycty::hcl::Spec;
//     Spec port = Spec::attribute("port", polycty::Type::number(), polycty::Presence::required);
//     Spec service = Spec::object({{"name", Spec::block_label(0, "name")}, {"port", port}});
//     return Spec::block_list("service", service).decode(body, scope);
// }
// ```
class Spec : public detail::Shared<detail::View<pcty_hcl_spec>, pcty_hcl_spec,
                                   pcty_hcl_spec_clone, pcty_hcl_spec_free> {
  public:
    using Shared::Shared;

    // For one and the same body.
    static Spec object(const std::vector<std::pair<std::string_view, Spec>> &attributes) {
        detail::Array<pcty_str> names;
        detail::Array<const pcty_hcl_spec *> specs;
        for (const auto &[name, spec] : attributes) {
            names.push(detail::str(name));
            specs.push(spec.get());
        }
        return made(pcty_hcl_spec_object, names.data(), specs.data(), specs.size());
    }
    static Spec tuple(const std::vector<Spec> &elements) {
        detail::Array<const pcty_hcl_spec *> specs;
        for (const Spec &spec : elements) {
            specs.push(spec.get());
        }
        return made(pcty_hcl_spec_tuple, specs.data(), specs.size());
    }
    static Spec attribute(std::string_view name, TypeRef type,
                          Presence presence = Presence::optional) {
        return made(pcty_hcl_spec_attribute, detail::str(name), type.get(), required(presence));
    }
    static Spec literal(ValueRef value) { return made(pcty_hcl_spec_literal, value.get()); }
    static Spec expression(ExpressionRef expression) {
        return made(pcty_hcl_spec_expression, expression.get());
    }
    static Spec block_label(std::size_t index, std::string_view name) {
        return made(pcty_hcl_spec_block_label, index, detail::str(name));
    }
    // What no other spec for the same body knows: as a value that `body_of` takes, or as a map of
    // arguments, an object where the element says nothing of a type.
    static Spec rest() { return made(pcty_hcl_spec_rest); }
    static Spec rest_attributes(TypeRef element) {
        return made(pcty_hcl_spec_rest_attributes, element.get());
    }

    // For the bodies of blocks.
    static Spec block(std::string_view type, const Spec &nested,
                      Presence presence = Presence::optional) {
        return made(pcty_hcl_spec_block, detail::str(type), nested.get(), required(presence));
    }
    static Spec block_list(std::string_view type, const Spec &nested, Count count = Count()) {
        return made(pcty_hcl_spec_block_list, detail::str(type), nested.get(), count.min,
                    count.max);
    }
    static Spec block_set(std::string_view type, const Spec &nested, Count count = Count()) {
        return made(pcty_hcl_spec_block_set, detail::str(type), nested.get(), count.min,
                    count.max);
    }
    static Spec block_tuple(std::string_view type, const Spec &nested, Count count = Count()) {
        return made(pcty_hcl_spec_block_tuple, detail::str(type), nested.get(), count.min,
                    count.max);
    }
    static Spec block_map(std::string_view type, const Spec &nested, const Texts &labels) {
        return made(pcty_hcl_spec_block_map, detail::str(type), nested.get(), labels.data(),
                    labels.size());
    }
    static Spec block_object(std::string_view type, const Spec &nested, const Texts &labels) {
        return made(pcty_hcl_spec_block_object, detail::str(type), nested.get(), labels.data(),
                    labels.size());
    }
    static Spec block_attributes(std::string_view type, TypeRef element,
                                 Presence presence = Presence::optional) {
        return made(pcty_hcl_spec_block_attributes, detail::str(type), element.get(),
                    required(presence));
    }

    // Of this spec's value. Where it is null, the other's.
    Spec or_else(const Spec &fallback) const {
        return made(pcty_hcl_spec_default, get(), fallback.get());
    }
    Spec transform(const Function &function) const {
        return made(pcty_hcl_spec_transform, get(), function.get());
    }
    // By an expression, in which the value is a variable.
    Spec transform(ExpressionRef expression, std::string_view variable) const {
        const pcty_hcl_scope *none = nullptr;
        return made(pcty_hcl_spec_transform_expression, get(), expression.get(),
                    detail::str(variable), none);
    }
    Spec transform(ExpressionRef expression, std::string_view variable,
                   const Scope &scope) const {
        return made(pcty_hcl_spec_transform_expression, get(), expression.get(),
                    detail::str(variable), scope.get());
    }
    inline Spec validate(Check check) const;
    inline Spec refine(Refine refine) const;

    // A spec that is written in HCL; what it defines for the bodies goes into the scope.
    static Spec read(BodyRef body) {
        pcty_hcl_scope *none = nullptr;
        return made(pcty_hcl_spec_parse, body.get(), none);
    }
    static Spec read(BodyRef body, Scope &scope) {
        return made(pcty_hcl_spec_parse, body.get(), const_cast<pcty_hcl_scope *>(scope.get()));
    }
    static Diagnosed<Spec> read_diagnosed(BodyRef body, Scope &scope) {
        return detail::diagnosed<Diagnosed<Spec>, pcty_hcl_spec>(
            pcty_hcl_spec_parse_diagnosed, body.get(), const_cast<pcty_hcl_scope *>(scope.get()));
    }

    // The type of what is decoded, as far as it is known without a body.
    TypeRef implied_type() const noexcept { return TypeRef(pcty_hcl_spec_implied_type(get())); }

    // Of a body that has nothing but what the spec knows.
    Value decode(BodyRef body) const { return value_in(body, nullptr); }
    Value decode(BodyRef body, const Scope &scope) const { return value_in(body, scope.get()); }
    Diagnosed<Value> decode_diagnosed(BodyRef body) const { return diagnosed_in(body, nullptr); }
    Diagnosed<Value> decode_diagnosed(BodyRef body, const Scope &scope) const {
        return diagnosed_in(body, scope.get());
    }
    // What the spec knows, and the rest.
    std::pair<Value, Body> partial_decode(BodyRef body) const { return part_in(body, nullptr); }
    std::pair<Value, Body> partial_decode(BodyRef body, const Scope &scope) const {
        return part_in(body, scope.get());
    }
    std::pair<Diagnosed<Value>, Body> partial_decode_diagnosed(BodyRef body) const {
        return diagnosed_part_in(body, nullptr);
    }
    std::pair<Diagnosed<Value>, Body> partial_decode_diagnosed(BodyRef body,
                                                               const Scope &scope) const {
        return diagnosed_part_in(body, scope.get());
    }
    // Where the value stands in the body, or could be put.
    pcty_range source_range(BodyRef body) const noexcept {
        return pcty_hcl_spec_source_range(get(), body.get());
    }
    Traversals variables(BodyRef body, Needs needs = Needs::body) const {
        return Traversals(detail::made<pcty_hcl_traversals>(
            pcty_hcl_spec_variables, get(), body.get(), static_cast<pcty_hcl_needs>(needs)));
    }

  private:
    template <class... Params, class... Args>
    static Spec made(pcty_status (*by)(Params...), Args... args) {
        return Spec(detail::made<pcty_hcl_spec>(by, args...));
    }
    static bool required(Presence presence) noexcept { return presence == Presence::required; }
    Value value_in(BodyRef body, const pcty_hcl_scope *scope) const {
        return Value(detail::made<pcty_value>(pcty_hcl_spec_decode, get(), body.get(), scope));
    }
    Diagnosed<Value> diagnosed_in(BodyRef body, const pcty_hcl_scope *scope) const {
        return detail::diagnosed<Diagnosed<Value>, pcty_value>(pcty_hcl_spec_decode_diagnosed, get(),
                                                          body.get(), scope);
    }
    std::pair<Value, Body> part_in(BodyRef body, const pcty_hcl_scope *scope) const {
        pcty_value *value = nullptr;
        pcty_hcl_body *rest = nullptr;
        detail::done(pcty_hcl_spec_partial_decode, get(), body.get(), scope, &value, &rest);
        return {Value(value), Body(rest)};
    }
    std::pair<Diagnosed<Value>, Body> diagnosed_part_in(BodyRef body,
                                                        const pcty_hcl_scope *scope) const {
        pcty_value *value = nullptr;
        pcty_hcl_body *rest = nullptr;
        pcty_error *found = nullptr;
        detail::done(pcty_hcl_spec_partial_decode_diagnosed, get(), body.get(), scope, &value,
                     &rest, &found);
        Diagnosed<Value> diagnosed{Value(value), std::nullopt};
        Body others(rest);
        if (found != nullptr) {
            diagnosed.diagnostics = Error(found);
        }
        return {std::move(diagnosed), std::move(others)};
    }
};

} // namespace hcl

namespace detail {

// What the library keeps of a callable of HCL.
struct HclHost {
    static pcty_error *check(void *data, const pcty_value *value) noexcept {
        pcty_error *found = nullptr;
        guarded(&found, [&] {
            if (auto wrong = (*static_cast<const hcl::Check *>(data))(ValueRef(value))) {
                found = wrong->clone_handle();
            }
        });
        return found;
    }
    static void refine(void *data, pcty_refinement_builder *lent) noexcept {
        RefinementBuilder builder(lent);
        pcty_error *thrown = nullptr;
        // Where a step has thrown, the builder has failed by it already.
        guarded(&thrown, [&] { (*static_cast<const hcl::Refine *>(data))(builder); });
        if (thrown != nullptr) {
            (void)pcty_refinement_builder_fail(lent, thrown, nullptr);
            pcty_error_free(thrown);
        }
        (void)builder.release();
    }
    static pcty_hcl_scope *around(void *data) noexcept {
        return (*static_cast<const hcl::Around *>(data))().release();
    }
    static pcty_status clock(void *data, std::int64_t *seconds, pcty_error **error) noexcept {
        return guarded(error, [&] { *seconds = (*static_cast<const hcl::Clock *>(data))(); });
    }
    static pcty_status random(void *data, std::uint8_t *bytes, std::size_t count,
                              pcty_error **error) noexcept {
        return guarded(error, [&] { (*static_cast<const hcl::Random *>(data))(bytes, count); });
    }
    // What finds files, and what is in folders.
    struct Texts {
        hcl::FindText reader, lister;
    };
    static pcty_status find(const hcl::FindText &finder, pcty_str path, pcty_string **out,
                            pcty_error **error) noexcept {
        return guarded(error, [&] {
            if (std::optional<std::string> found = finder(view(path))) {
                *out = made<pcty_string>(pcty_string_new, str(*found));
            }
        });
    }
    static pcty_status read(void *data, pcty_str path, pcty_string **out,
                            pcty_error **error) noexcept {
        return find(static_cast<const Texts *>(data)->reader, path, out, error);
    }
    static pcty_status list(void *data, pcty_str path, pcty_string **out,
                            pcty_error **error) noexcept {
        return find(static_cast<const Texts *>(data)->lister, path, out, error);
    }
    template <class F> static void destroy(void *data) noexcept { delete static_cast<F *>(data); }
};

} // namespace detail

namespace hcl {

#ifdef PCTY_HAS_TERRAFORM
// The library destroys the callables, also when it does not take them.
inline TerraformHost &TerraformHost::set_clock(Clock clock) {
    detail::done(pcty_terraform_host_set_clock, mutable_get(), detail::HclHost::clock,
                 new Clock(std::move(clock)), detail::HclHost::destroy<Clock>);
    return *this;
}
inline TerraformHost &TerraformHost::set_random(Random random) {
    detail::done(pcty_terraform_host_set_random, mutable_get(), detail::HclHost::random,
                 new Random(std::move(random)), detail::HclHost::destroy<Random>);
    return *this;
}
inline TerraformHost &TerraformHost::set_files(FindText reader, FindText lister) {
    pcty_terraform_lister list = lister ? detail::HclHost::list : nullptr;
    detail::done(pcty_terraform_host_set_files, mutable_get(), detail::HclHost::read, list,
                 new detail::HclHost::Texts{std::move(reader), std::move(lister)},
                 detail::HclHost::destroy<detail::HclHost::Texts>);
    return *this;
}
#endif // PCTY_HAS_TERRAFORM

inline Spec Spec::validate(Check check) const {
    return made(pcty_hcl_spec_validate, get(), detail::HclHost::check,
                new Check(std::move(check)), detail::HclHost::destroy<Check>);
}
inline Spec Spec::refine(Refine refine) const {
    return made(pcty_hcl_spec_refine, get(), detail::HclHost::refine,
                new Refine(std::move(refine)), detail::HclHost::destroy<Refine>);
}

// The body that a value is, which Spec::rest made.
inline std::optional<Body> body_of(ValueRef value) {
    pcty_hcl_body *owned = pcty_hcl_value_body(value.get());
    return owned == nullptr ? std::nullopt : std::optional<Body>(Body(owned));
}

// Puts the functions that a body defines by blocks of a type into a scope, and gives the rest
// of the body. They can call each other if `around` gives that scope.
inline Body read_functions(BodyRef body, std::string_view block_type, Scope &scope,
                           Around around = nullptr) {
    pcty_hcl_body *rest = nullptr;
    detail::done(pcty_hcl_body_decode_functions, body.get(), detail::str(block_type),
                 const_cast<pcty_hcl_scope *>(scope.get()), around ? detail::HclHost::around : nullptr,
                 new Around(around), detail::HclHost::destroy<Around>,
                 &rest);
    return Body(rest);
}
// The same without those of which something is wrong.
inline Diagnosed<Body> read_functions_diagnosed(BodyRef body, std::string_view block_type,
                                                Scope &scope, Around around = nullptr) {
    return detail::diagnosed<Diagnosed<Body>, pcty_hcl_body>(
        pcty_hcl_body_decode_functions_diagnosed, body.get(), detail::str(block_type),
        const_cast<pcty_hcl_scope *>(scope.get()), around ? detail::HclHost::around : nullptr,
        new Around(around), detail::HclHost::destroy<Around>);
}

} // namespace hcl

// What writes HCL: texts laid out, changed without touching the rest of them, and made.
namespace hcl {

// What formatting changes: blanks alone, or also what Terraform has another notation for today, as
// `terraform fmt` does.
enum class Style : pcty_hcl_style {
    layout = PCTY_HCL_STYLE_LAYOUT,
    terraform = PCTY_HCL_STYLE_TERRAFORM,
};

// A text in native syntax, laid out.
inline std::string format(std::string_view text, std::string_view file,
                          Style style = Style::layout) {
    return detail::text(detail::made<pcty_string>(pcty_hcl_format, detail::str(text),
                                                  detail::str(file),
                                                  static_cast<pcty_hcl_style>(style)));
}

// The whole text with the lines laid out that have a byte from `start` up to before `end`.
inline std::string format_lines(std::string_view text, std::string_view file, std::size_t start,
                                std::size_t end, Style style = Style::layout) {
    return detail::text(detail::made<pcty_string>(pcty_hcl_format_lines, detail::str(text),
                                                  detail::str(file), start, end,
                                                  static_cast<pcty_hcl_style>(style)));
}

// A value as an expression in JSON syntax, in which no template begins.
inline std::string json(ValueRef value) {
    return detail::text(detail::made<pcty_string>(pcty_hcl_value_to_json, value.get()));
}

// A token; its text is lent. The kinds are PCTY_HCL_TOKEN_*.
struct Token {
    pcty_hcl_token_kind kind;
    std::string_view text;
    pcty_range range;
};

// All tokens of a text, comments and blanks too: put together they are the text again.
//
// Ownership: only moved; lends its texts.
// Threads: any number at once.
//
// ```cpp
// std::string bare(std::string_view text) {
//     polycty::hcl::Tokens tokens(text);
//     std::string found;
//     for (polycty::hcl::Token token : tokens.all()) {
//         found += token.kind == PCTY_HCL_TOKEN_COMMENT ? "" : token.text;
//     }
//     return found;
// }
// ```
class Tokens : public detail::Owned<detail::View<pcty_hcl_tokens>, pcty_hcl_tokens,
                                    pcty_hcl_tokens_free> {
  public:
    using Owned::Owned;
    explicit Tokens(std::string_view text)
        : Owned(detail::made<pcty_hcl_tokens>(pcty_hcl_tokens_parse, detail::str(text))) {}
    Range<Token, pcty_hcl_tokens> all() const & {
        return {get(), pcty_hcl_tokens_count(get()),
                [](const pcty_hcl_tokens *from, std::size_t at) {
                    return Token{pcty_hcl_tokens_kind_at(from, at),
                                 detail::view(pcty_hcl_tokens_text_at(from, at)),
                                 pcty_hcl_tokens_range_at(from, at)};
                }};
    }
    void all() const && = delete;
};

// How the texts of a value are written: in quotes, or those of several lines as heredocs where a
// heredoc can say them.
enum class Written : pcty_hcl_string_style {
    quoted = PCTY_HCL_STRING_QUOTED,
    heredocs = PCTY_HCL_STRING_HEREDOC,
};

// What the last argument of a call is: one like the others, or a list of them, `...`.
enum class Arguments : pcty_hcl_arguments {
    single = PCTY_HCL_ARGUMENTS_SINGLE,
    expanded = PCTY_HCL_ARGUMENTS_EXPANDED,
};

// An expression that is made, to be put into a File.
//
// Ownership: a copy counts a reference.
// Errors: the constructor, which reads a text, throws Code::syntax with all diagnostics.
// Threads: any number at once.
//
// ```cpp
// polycty::hcl::Snippet variable_or(std::string_view name, polycty::ValueRef otherwise) {
//     using polycty::hcl::Snippet;
//     polycty::Path path;
//     path.attribute("var").attribute(name);
//     return Snippet::call("coalesce", {Snippet::traversal(path), Snippet::value(otherwise)});
// }
// ```
class Snippet : public detail::Shared<detail::View<pcty_hcl_fragment>, pcty_hcl_fragment,
                                      pcty_hcl_fragment_clone, pcty_hcl_fragment_free> {
  public:
    using Shared::Shared;
    // The expression that a text is, laid out anew.
    explicit Snippet(std::string_view text)
        : Shared(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_parse, detail::str(text))) {}
    // The expression that gives a value.
    static Snippet value(ValueRef value, Written texts = Written::heredocs) {
        return Snippet(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_value, value.get(),
                                                      static_cast<pcty_hcl_string_style>(texts)));
    }
    // A variable and steps into it: the first is into an attribute of the variable's name.
    static Snippet traversal(PathRef path) {
        return Snippet(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_traversal, path.get()));
    }
    static Snippet call(std::string_view name, const std::vector<Snippet> &arguments,
                        Arguments last = Arguments::single) {
        auto lent = handles(arguments);
        return Snippet(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_call, detail::str(name),
                                                      lent.data(), lent.size(),
                                                      static_cast<pcty_hcl_arguments>(last)));
    }
    static Snippet tuple(const std::vector<Snippet> &elements) {
        auto lent = handles(elements);
        return Snippet(
            detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_tuple, lent.data(), lent.size()));
    }
    // In this order; a key that is no name gets quotes.
    static Snippet object(const std::vector<std::pair<std::string_view, Snippet>> &items) {
        std::vector<pcty_str> keys;
        std::vector<const pcty_hcl_fragment *> values;
        for (const auto &item : items) {
            keys.push_back(detail::str(item.first));
            values.push_back(item.second.get());
        }
        return Snippet(detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_object, keys.data(),
                                                      values.data(), items.size()));
    }
    // The expression that tokens are, without blanks; of a token only kind and text count.
    static Snippet tokens(const std::vector<Token> &tokens) {
        std::vector<pcty_hcl_token> given;
        for (const Token &token : tokens) {
            given.push_back({token.kind, detail::str(token.text)});
        }
        return Snippet(
            detail::made<pcty_hcl_fragment>(pcty_hcl_fragment_tokens, given.data(), given.size()));
    }
    // As if it began in the first column; lent.
    std::string_view text() const noexcept { return detail::view(pcty_hcl_fragment_text(get())); }

  private:
    static std::vector<const pcty_hcl_fragment *> handles(const std::vector<Snippet> &snippets) {
        std::vector<const pcty_hcl_fragment *> lent;
        for (const Snippet &snippet : snippets) {
            lent.push_back(snippet.get());
        }
        return lent;
    }
};

class Node;

// Where in a body something is put.
struct Where {
    pcty_hcl_insert_position at = PCTY_HCL_INSERT_LAST;
    pcty_hcl_node beside = PCTY_HCL_NODE_NONE;

    static Where first() noexcept { return {PCTY_HCL_INSERT_FIRST, PCTY_HCL_NODE_NONE}; }
    static Where last() noexcept { return {}; }
    // Above its comments.
    static inline Where before(const Node &node) noexcept;
    static inline Where after(const Node &node) noexcept;
};

// What stands in a File: an argument, a block, or a body; a block is its body, too. It stays the
// same one whatever is done to it and around it, until it is removed. What only looks at one that
// is gone finds nothing, and what changes it throws Code::not_found.
//
// Ownership: plain data; lent as long as the File, which may be moved meanwhile. Texts are lent
// until the File is changed.
// Threads: as the File.
//
// ```cpp
// void tag_all(polycty::hcl::Node body, std::string_view key, const polycty::hcl::Snippet &value) {
//     using namespace polycty::hcl;
//     for (Node resource : body.blocks("resource")) {
//         std::optional<Node> tags = resource.attribute("tags");
//         Node all = tags ? *tags : resource.set("tags", Snippet::object({}));
//         all.set_in({key}, value);
//     }
// }
// ```
class Node {
  public:
    Node(pcty_hcl_file *file, pcty_hcl_node number) noexcept : file_(file), number_(number) {}

    // Its number in the C header.
    pcty_hcl_node get() const noexcept { return number_; }
    friend bool operator==(const Node &a, const Node &b) noexcept {
        return a.file_ == b.file_ && a.number_ == b.number_;
    }
    friend bool operator!=(const Node &a, const Node &b) noexcept { return !(a == b); }

    bool is_attribute() const noexcept { return kind() == PCTY_HCL_ITEM_ATTRIBUTE; }
    bool is_block() const noexcept { return kind() == PCTY_HCL_ITEM_BLOCK; }
    // The name of an argument, the type of a block.
    std::string_view name() const noexcept { return detail::view(pcty_hcl_file_name(file_, number_)); }
    // The value of an argument as it is written.
    std::string_view value() const noexcept {
        return detail::view(pcty_hcl_file_value(file_, number_));
    }
    // The value as it is now; where it stands is counted in `value`, as `set_part` wants it.
    Expression expression() const {
        return Expression(
            detail::made<pcty_hcl_expression>(pcty_hcl_file_expression, file(), number_));
    }
    // Without quotes and escapes.
    std::vector<std::string> labels() const {
        std::vector<std::string> all;
        for (std::size_t at = 0; at < pcty_hcl_file_label_count(file_, number_); at++) {
            all.push_back(detail::text(pcty_hcl_file_label_at(file_, number_, at)));
        }
        return all;
    }
    // Its lines, with the comments that go where it goes.
    std::string text() const {
        return detail::text(detail::made<pcty_string>(pcty_hcl_file_node_to_text, file(), number_));
    }
    // Its first byte in `File::bytes`, and the one behind its last.
    std::pair<std::size_t, std::size_t> stretch() const {
        std::pair<std::size_t, std::size_t> found;
        detail::done(pcty_hcl_file_byte_range, file(), number_, &found.first, &found.second);
        return found;
    }
    // The comments just above it, and those behind it in its last line.
    std::vector<std::string> comments_above() const { return comments(PCTY_HCL_COMMENTS_BEFORE); }
    std::vector<std::string> comments_behind() const { return comments(PCTY_HCL_COMMENTS_AFTER); }

    std::optional<Node> parent() const noexcept { return some(pcty_hcl_file_parent(file_, number_)); }
    std::optional<Node> next() const noexcept { return some(pcty_hcl_file_next(file_, number_)); }
    std::optional<Node> previous() const noexcept {
        return some(pcty_hcl_file_previous(file_, number_));
    }
    // Of a body.
    std::optional<Node> first() const noexcept { return some(pcty_hcl_file_first(file_, number_)); }
    std::optional<Node> last() const noexcept { return some(pcty_hcl_file_last(file_, number_)); }
    // What stands in a body, in the order of the text.
    std::vector<Node> items() const {
        std::vector<Node> all;
        for (std::optional<Node> item = first(); item; item = item->next()) {
            all.push_back(*item);
        }
        return all;
    }
    std::optional<Node> attribute(std::string_view name) const noexcept {
        return some(pcty_hcl_file_attribute_get(file_, number_, detail::str(name)));
    }
    // The first block of a type whose labels begin with these.
    std::optional<Node> block(std::string_view type, const Texts &labels = {}) const noexcept {
        return some(pcty_hcl_file_block_find(file_, number_, PCTY_HCL_NODE_NONE, detail::str(type),
                                             labels.data(), labels.size()));
    }
    // All of them.
    std::vector<Node> blocks(std::string_view type, const Texts &labels = {}) const {
        std::vector<Node> all;
        pcty_hcl_node after = PCTY_HCL_NODE_NONE;
        while ((after = pcty_hcl_file_block_find(file_, number_, after, detail::str(type),
                                                 labels.data(), labels.size())) !=
               PCTY_HCL_NODE_NONE) {
            all.emplace_back(file_, after);
        }
        return all;
    }

    // Sets the argument of that name in a body, or a new one behind the last argument.
    Node set(std::string_view name, const Snippet &value) const {
        return made(detail::read<pcty_hcl_node>(pcty_hcl_file_set, file_, number_, detail::str(name),
                                                value.get()));
    }
    Node set(std::string_view name, ValueRef value) const { return set(name, Snippet::value(value)); }
    // Gives an argument another value.
    void set_value(const Snippet &value) const {
        detail::done(pcty_hcl_file_set_value, file_, number_, value.get());
    }
    Node insert_attribute(std::string_view name, const Snippet &value, Where where = {}) const {
        return made(detail::read<pcty_hcl_node>(pcty_hcl_file_insert_attribute, file_, number_,
                                                detail::str(name), value.get(), where.beside,
                                                where.at));
    }
    // A block without anything in it.
    Node insert_block(std::string_view type, const Texts &labels = {}, Where where = {}) const {
        return made(detail::read<pcty_hcl_node>(pcty_hcl_file_insert_block, file_, number_,
                                                detail::str(type), labels.data(), labels.size(),
                                                where.beside, where.at));
    }
    // The arguments and blocks of a text, laid out.
    std::vector<Node> insert_text(std::string_view items, Where where = {}) const {
        pcty_hcl_node first = PCTY_HCL_NODE_NONE;
        std::size_t count = 0;
        detail::done(pcty_hcl_file_insert_text, file_, number_, detail::str(items), where.beside,
                     where.at, &first, &count);
        std::vector<Node> all;
        for (Node node(file_, first); all.size() < count;
             node.number_ = pcty_hcl_file_next(file_, node.number_)) {
            all.push_back(node);
        }
        return all;
    }
    // With its comments and all that is in it.
    void remove() const { detail::done(pcty_hcl_file_remove, file_, number_); }
    // A body of another file, whose number may be the same, is not there.
    void move_to(Node body, Where where = {}) const {
        detail::done(pcty_hcl_file_move, file_, number_,
                     body.file_ == file_ ? body.number_ : PCTY_HCL_NODE_NONE, where.beside, where.at);
    }
    void rename(std::string_view name) const {
        detail::done(pcty_hcl_file_rename, file_, number_, detail::str(name));
    }
    void set_labels(const Texts &labels) const {
        detail::done(pcty_hcl_file_set_labels, file_, number_, labels.data(), labels.size());
    }
    // A line each, which gets a `#` before it unless it is a comment already.
    void set_comments(const Texts &lines) const {
        detail::done(pcty_hcl_file_set_comments, file_, number_, lines.data(), lines.size());
    }
    // Leaves the comments above it where they are when it goes.
    void release_comments() const { detail::done(pcty_hcl_file_release_comments, file_, number_); }

    // Puts an expression in the place of one that stands from a byte of `value` to before another.
    void set_part(std::size_t start, std::size_t end, const Snippet &value) const {
        detail::done(pcty_hcl_file_set_part, file_, number_, start, end, value.get());
    }
    // Sets an item of the object that the value is written as, or of one in it.
    void set_in(const Texts &keys, const Snippet &value) const {
        detail::done(pcty_hcl_file_set_inside, file_, number_, keys.data(), keys.size(), value.get());
    }
    // Takes it out; whether there was one.
    bool remove_in(const Texts &keys) const {
        return detail::read<bool>(pcty_hcl_file_remove_inside, file_, number_, keys.data(), keys.size());
    }
    // Adds an element to the list that the value is written as.
    void push(const Snippet &value) const {
        detail::done(pcty_hcl_file_push, file_, number_, value.get());
    }
    // Puts an expression wherever a value in it refers to a variable, or to where steps lead from
    // it; how often.
    std::uint64_t replace(PathRef path, const Snippet &value) const {
        return detail::read<std::uint64_t>(pcty_hcl_file_replace, file_, number_, path.get(),
                                           value.get());
    }
    // The same of traversals as they are written, `replace("var.a", "local.b")`.
    std::uint64_t replace(std::string_view from, std::string_view to) const {
        Traversals read(from, "");
        return replace(read.all()[0].path, Snippet(to));
    }

  private:
    pcty_hcl_file *file_;
    pcty_hcl_node number_;

    const pcty_hcl_file *file() const noexcept { return file_; }
    pcty_hcl_item_kind kind() const noexcept { return pcty_hcl_file_kind(file_, number_); }
    Node made(pcty_hcl_node number) const noexcept { return {file_, number}; }
    std::optional<Node> some(pcty_hcl_node number) const noexcept {
        return number == PCTY_HCL_NODE_NONE ? std::nullopt : std::optional<Node>(made(number));
    }
    std::vector<std::string> comments(pcty_hcl_comments which) const {
        Tokens found(detail::made<pcty_hcl_tokens>(pcty_hcl_file_comments, file(), number_, which));
        std::vector<std::string> all;
        for (Token token : found.all()) {
            all.emplace_back(token.text);
        }
        return all;
    }
};

inline Where Where::before(const Node &node) noexcept { return {PCTY_HCL_INSERT_BEFORE, node.get()}; }
inline Where Where::after(const Node &node) noexcept { return {PCTY_HCL_INSERT_AFTER, node.get()}; }

// A text in native syntax that is changed: what an edit does not touch comes out byte for byte. An
// edit that fails has changed nothing.
//
// Ownership: only moved; its nodes are lent.
// Errors: the constructor, which reads a text, throws Code::syntax with all diagnostics.
// Threads: one at a time while it changes; any number may look at it meanwhile not.
//
// ```cpp
// std::string bumped(std::string_view text, std::string_view module, std::string_view version) {
//     polycty::hcl::File file(text, "main.tf");
//     if (std::optional<polycty::hcl::Node> found = file.body().block("module", {module})) {
//         found->set("version", polycty::Value::string(version));
//     }
//     return file.bytes();
// }
// ```
class File : public detail::Owned<detail::View<pcty_hcl_file>, pcty_hcl_file, pcty_hcl_file_free> {
  public:
    using Owned::Owned;
    // Without anything in it.
    File() : Owned(pcty_hcl_file_new()) {}
    File(std::string_view text, std::string_view file)
        : Owned(detail::made<pcty_hcl_file>(pcty_hcl_file_parse, detail::str(text),
                                            detail::str(file))) {}
    // As far as it can be read; what could not be read is written as it was.
    static Diagnosed<File> diagnosed(std::string_view text, std::string_view file) {
        return detail::diagnosed<Diagnosed<File>, pcty_hcl_file>(
            pcty_hcl_file_parse_diagnosed, detail::str(text), detail::str(file));
    }

    // Its own body.
    Node body() noexcept { return {mutable_get(), PCTY_HCL_NODE_ROOT}; }
    // The text with all changes.
    std::string bytes() const {
        return detail::text(detail::made<pcty_string>(pcty_hcl_file_to_text, get()));
    }
    // The same body in JSON syntax.
    std::string json() const {
        return detail::text(detail::made<pcty_string>(pcty_hcl_file_to_json, get()));
    }
    // The byte of `bytes` at a line and column, each from 1.
    std::size_t byte_of(std::uint32_t line, std::uint32_t column) const {
        return detail::read<std::size_t>(pcty_hcl_file_byte_of, get(), line, column);
    }
    // The innermost node at a byte of `bytes`, or the body, and where that byte is in its value.
    std::pair<Node, std::optional<std::size_t>> at(std::size_t byte) {
        pcty_hcl_node number = PCTY_HCL_NODE_NONE;
        std::size_t in_value = 0;
        detail::done(pcty_hcl_file_node_at_byte, get(), byte, &number, &in_value);
        std::optional<std::size_t> place;
        if (in_value != SIZE_MAX) {
            place = in_value;
        }
        return {Node(mutable_get(), number), place};
    }
};

} // namespace hcl

#ifdef PCTY_HAS_TERRAFORM
// Terraform's modules: what a folder declares, and what it is worth with values for its variables.
namespace terraform {

// What a module declares.
enum class DeclarationKind : pcty_terraform_declaration_kind {
    variable = PCTY_TERRAFORM_VARIABLE,
    local = PCTY_TERRAFORM_LOCAL,
    output = PCTY_TERRAFORM_OUTPUT,
    resource = PCTY_TERRAFORM_RESOURCE,
    data = PCTY_TERRAFORM_DATA,
    ephemeral = PCTY_TERRAFORM_EPHEMERAL,
    module_call = PCTY_TERRAFORM_MODULE_CALL,
    provider = PCTY_TERRAFORM_PROVIDER,
    required_provider = PCTY_TERRAFORM_REQUIRED_PROVIDER,
    required_version = PCTY_TERRAFORM_REQUIRED_VERSION,
    backend = PCTY_TERRAFORM_BACKEND,
    moved = PCTY_TERRAFORM_MOVED,
    import = PCTY_TERRAFORM_IMPORT,
    removed = PCTY_TERRAFORM_REMOVED,
    check = PCTY_TERRAFORM_CHECK,
};

// A declaration; what label and target are its kind says in C's header. Lent from the module.
struct Declaration {
    std::string_view name, label, target, file;
    pcty_range range;
};

// A variable; lent from the module.
struct Variable {
    std::string_view name, description, file;
    TypeRef type;
    std::optional<ValueRef> default_value;
    bool is_required, is_nullable, is_sensitive, is_ephemeral;
    std::size_t validation_count;
    pcty_range range;
};

// Where a text comes from that is a variable's value.
enum class TextFrom : pcty_terraform_text_from {
    command_line = PCTY_TERRAFORM_FROM_COMMAND_LINE,
    environment = PCTY_TERRAFORM_FROM_ENVIRONMENT,
};

// What a variable is that has no default and is given nothing.
enum class Unset : pcty_terraform_unset {
    unknown = PCTY_TERRAFORM_UNSET_UNKNOWN,
    fault = PCTY_TERRAFORM_UNSET_ERROR,
};

// A path that expressions may ask for.
enum class PathOf : pcty_terraform_path {
    module = PCTY_TERRAFORM_PATH_MODULE,
    root = PCTY_TERRAFORM_PATH_ROOT,
    cwd = PCTY_TERRAFORM_PATH_CWD,
};

// What a module is looked at with: values, of which the last one of a variable counts, what
// functions ask of the program, and paths.
//
// Ownership: only moved.
// Threads: one at a time.
//
// ```cpp
// polycty::terraform::Inputs inputs_of(std::string_view file, std::string_view values) {
//     polycty::terraform::Inputs inputs;
//     inputs.set_unset(polycty::terraform::Unset::fault).add_file(values, file);
//     inputs.set_text("replicas", "3");
//     return inputs;
// }
// ```
class Inputs : public detail::Owned<detail::View<pcty_terraform_inputs>, pcty_terraform_inputs,
                                    pcty_terraform_inputs_free> {
  public:
    using Owned::Owned;
    Inputs() : Owned(pcty_terraform_inputs_new()) {}

    Inputs &set(std::string_view name, ValueRef value) {
        detail::done(pcty_terraform_inputs_set_value, mutable_get(), detail::str(name),
                     value.get());
        return *this;
    }
    Inputs &set_text(std::string_view name, std::string_view text,
                     TextFrom from = TextFrom::command_line) {
        detail::done(pcty_terraform_inputs_set_text, mutable_get(), detail::str(name),
                     detail::str(text), static_cast<pcty_terraform_text_from>(from));
        return *this;
    }
    // Native syntax, or JSON where the name ends in `.json`.
    Inputs &add_file(std::string_view text, std::string_view file) {
        detail::done(pcty_terraform_inputs_add_file, mutable_get(), detail::str(text),
                     detail::str(file));
        return *this;
    }
    Inputs &set_host(const hcl::TerraformHost &host) {
        detail::done(pcty_terraform_inputs_set_host, mutable_get(), host.get());
        return *this;
    }
    Inputs &set_path(std::string_view path, PathOf which) {
        detail::done(pcty_terraform_inputs_set_path, mutable_get(), detail::str(path),
                     static_cast<pcty_terraform_path>(which));
        return *this;
    }
    Inputs &set_workspace(std::string_view name) {
        detail::done(pcty_terraform_inputs_set_workspace, mutable_get(), detail::str(name));
        return *this;
    }
    Inputs &set_unset(Unset unset) {
        detail::done(pcty_terraform_inputs_set_unset, mutable_get(),
                     static_cast<pcty_terraform_unset>(unset));
        return *this;
    }
};

// What a module is worth with some inputs. A value that is wrong, or follows from what is, is not
// there; values are lent.
//
// Ownership: only moved.
// Threads: any number at once.
//
// ```cpp
// void print_url(const polycty::terraform::Evaluation &found) {
//     if (std::optional<polycty::ValueRef> url = found.output("url")) {
//         std::cout << url->to_json() << "\n";
//     }
// }
// ```
class Evaluation
    : public detail::Owned<detail::View<pcty_terraform_evaluation>, pcty_terraform_evaluation,
                           pcty_terraform_evaluation_free> {
  public:
    using Owned::Owned;
    std::optional<ValueRef> variable(std::string_view name) const noexcept {
        return detail::some<ValueRef>(
            pcty_terraform_evaluation_variable_get(get(), detail::str(name)));
    }
    std::optional<ValueRef> local(std::string_view name) const noexcept {
        return detail::some<ValueRef>(
            pcty_terraform_evaluation_local_get(get(), detail::str(name)));
    }
    std::optional<ValueRef> output(std::string_view name) const noexcept {
        return detail::some<ValueRef>(
            pcty_terraform_evaluation_output_get(get(), detail::str(name)));
    }
    std::string json() const {
        return detail::text(detail::made<pcty_string>(pcty_terraform_evaluation_to_json, get()));
    }
};

// A module as it was read.
//
// Ownership: a copy counts a reference; what it gives is lent.
// Errors: the constructors and `evaluate` throw Code::diagnostics with all diagnostics.
// Threads: any number at once.
//
// ```cpp
// std::string outline(std::string_view folder) {
//     polycty::hcl::TerraformHost host;
//     host.set_root(folder);
//     return polycty::terraform::Module(host).json();
// }
// ```
class Module : public detail::Shared<detail::View<pcty_terraform_module>, pcty_terraform_module,
                                     pcty_terraform_module_clone, pcty_terraform_module_free> {
  public:
    using Shared::Shared;
    // A text for each name, in any order.
    using Files = std::vector<std::pair<std::string_view, std::string_view>>;
    explicit Module(const Files &files) : Module(Lent(files)) {}
    static hcl::Diagnosed<Module> diagnosed(const Files &files) {
        Lent lent(files);
        return detail::diagnosed<hcl::Diagnosed<Module>, pcty_terraform_module>(
            pcty_terraform_module_parse_diagnosed, lent.names.data(), lent.texts.data(),
            files.size());
    }
    // A folder of a host's files.
    explicit Module(const hcl::TerraformHost &host, std::string_view folder = ".")
        : Shared(detail::made<pcty_terraform_module>(pcty_terraform_module_open, host.get(),
                                                     detail::str(folder))) {}
    static hcl::Diagnosed<Module> diagnosed(const hcl::TerraformHost &host,
                                            std::string_view folder = ".") {
        return detail::diagnosed<hcl::Diagnosed<Module>, pcty_terraform_module>(
            pcty_terraform_module_open_diagnosed, host.get(), detail::str(folder));
    }

    // All of one kind, in the order of the files.
    std::vector<Declaration> declarations(DeclarationKind kind) const {
        auto named = static_cast<pcty_terraform_declaration_kind>(kind);
        std::size_t count = pcty_terraform_module_declaration_count(get(), named);
        std::vector<Declaration> all;
        for (std::size_t i = 0; i < count; i++) {
            pcty_terraform_declaration lent = PCTY_TERRAFORM_DECLARATION_INIT;
            detail::done(pcty_terraform_module_declaration_at, get(), i, named, &lent);
            all.push_back({detail::view(lent.name), detail::view(lent.label),
                           detail::view(lent.target), detail::view(lent.file), lent.range});
        }
        return all;
    }
    std::vector<Variable> variables() const {
        std::size_t count = pcty_terraform_module_declaration_count(get(), PCTY_TERRAFORM_VARIABLE);
        std::vector<Variable> all;
        for (std::size_t i = 0; i < count; i++) {
            pcty_terraform_variable_info lent = PCTY_TERRAFORM_VARIABLE_INFO_INIT;
            detail::done(pcty_terraform_module_variable_at, get(), i, &lent);
            all.push_back({detail::view(lent.name), detail::view(lent.description),
                           detail::view(lent.file), TypeRef(lent.type),
                           detail::some<ValueRef>(lent.default_value), lent.is_required,
                           lent.is_nullable, lent.is_sensitive, lent.is_ephemeral,
                           lent.validation_count, lent.range});
        }
        return all;
    }
    // The expression of an argument; throws Code::not_found where there is none.
    hcl::Expression argument(DeclarationKind kind, std::size_t index, std::string_view name) const {
        return hcl::Expression(detail::made<pcty_hcl_expression>(
            pcty_terraform_module_argument_at, get(), index, detail::str(name),
            static_cast<pcty_terraform_declaration_kind>(kind)));
    }
    std::string json() const {
        return detail::text(detail::made<pcty_string>(pcty_terraform_module_to_json, get()));
    }
    Evaluation evaluate(const Inputs &inputs) const {
        return Evaluation(detail::made<pcty_terraform_evaluation>(pcty_terraform_module_evaluate,
                                                                  get(), inputs.get()));
    }
    hcl::Diagnosed<Evaluation> evaluate_diagnosed(const Inputs &inputs) const {
        return detail::diagnosed<hcl::Diagnosed<Evaluation>, pcty_terraform_evaluation>(
            pcty_terraform_module_evaluate_diagnosed, get(), inputs.get());
    }

  private:
    struct Lent {
        std::vector<pcty_str> names, texts;
        explicit Lent(const Files &files) {
            for (const auto &file : files) {
                names.push_back(detail::str(file.first));
                texts.push_back(detail::str(file.second));
            }
        }
    };
    explicit Module(const Lent &lent)
        : Shared(detail::made<pcty_terraform_module>(pcty_terraform_module_parse, lent.names.data(),
                                                     lent.texts.data(), lent.names.size())) {}
};

} // namespace terraform
#endif // PCTY_HAS_TERRAFORM

#ifdef PCTY_HAS_PCL
// What only PCL has; the other questions take Dialect::pcl. Errors are those of the C
// functions of the same name.
namespace pcl {

// What PCL takes a type for.
enum class Kind : pcty_pcl_kind {
    missing = PCTY_PCL_KIND_MISSING,
    dynamic = PCTY_PCL_KIND_DYNAMIC,
    none = PCTY_PCL_KIND_NONE,
    bool_ = PCTY_PCL_KIND_BOOL,
    int_ = PCTY_PCL_KIND_INT,
    number = PCTY_PCL_KIND_NUMBER,
    string = PCTY_PCL_KIND_STRING,
    id = PCTY_PCL_KIND_ID,
    opaque = PCTY_PCL_KIND_OPAQUE,
    list = PCTY_PCL_KIND_LIST,
    set = PCTY_PCL_KIND_SET,
    map = PCTY_PCL_KIND_MAP,
    tuple = PCTY_PCL_KIND_TUPLE,
    object = PCTY_PCL_KIND_OBJECT,
    union_ = PCTY_PCL_KIND_UNION,
    promise = PCTY_PCL_KIND_PROMISE,
    output = PCTY_PCL_KIND_OUTPUT,
    constant = PCTY_PCL_KIND_CONST,
    enumeration = PCTY_PCL_KIND_ENUM,
    recursive = PCTY_PCL_KIND_RECURSIVE,
    foreign = PCTY_PCL_KIND_FOREIGN,
};

// Which eventual types are meant.
enum class Eventuals : pcty_pcl_resolution {
    promises = PCTY_PCL_RESOLVE_PROMISES,
    promises_and_outputs = PCTY_PCL_RESOLVE_ALL,
};

// Which eventual types occur inside a type.
enum class Held : pcty_pcl_deferred {
    nothing = PCTY_PCL_DEFERRED_NONE,
    promise = PCTY_PCL_DEFERRED_PROMISE,
    output = PCTY_PCL_DEFERRED_OUTPUT,
};

// The type of identifiers of resources. Lent for ever.
inline TypeRef id() noexcept { return TypeRef(pcty_pcl_type_id()); }

// A type known by its name alone.
inline Type opaque(std::string_view name) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_opaque, detail::str(name)));
}

// One value of a type, null included.
inline Type constant(TypeRef of, ValueRef value) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_const, of.get(), value.get()));
}

// An enumeration, known by its token.
inline Type enumeration(std::string_view token, TypeRef of, const Values &values) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_enum, detail::str(token), of.get(),
                                        values.data(), values.size()));
}

// The union in normal form.
inline Type union_of(const Types &members) {
    return Type(
        detail::made<pcty_type>(pcty_pcl_type_union, members.data(), members.size()));
}

// A type or null.
inline Type optional_of(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_optional, element.get()));
}

// An eventual value of a type.
inline Type promise(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_promise, element.get()));
}

// An eventual value of a type with what belongs to it.
inline Type output(TypeRef element) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_output, element.get()));
}

// A type that was made elsewhere in PCL's normal form.
inline Type normalize(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_normalize, type.get()));
}

// What may be given where a value of the type is wanted.
inline Type input(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_input, type.get()));
}

// The type with its eventual types replaced by what they will be.
inline Type resolve(TypeRef type, Eventuals which = Eventuals::promises_and_outputs) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_resolve, type.get(),
                                        static_cast<pcty_pcl_resolution>(which)));
}

inline Kind kind(TypeRef type) noexcept {
    return static_cast<Kind>(pcty_pcl_type_kind(type.get()));
}

// The element type, what an eventual type will be, the type of a constant or of an
// enumeration's values. Lent as long as the type.
inline std::optional<TypeRef> element(TypeRef type) noexcept {
    return detail::some<TypeRef>(pcty_pcl_type_element(type.get()));
}

// The values of an enumeration, or the one of a constant.
inline std::vector<Value> values(TypeRef type) {
    std::vector<Value> values;
    for (std::size_t i = 0; i < pcty_pcl_type_value_count(type.get()); i++) {
        values.emplace_back(detail::made<pcty_value>(pcty_pcl_type_value_at, type.get(), i));
    }
    return values;
}

// Whether null is one of the type's values, and the type is not `dynamic`.
inline bool is_optional(TypeRef type) noexcept { return pcty_pcl_type_is_optional(type.get()); }

inline Held held(TypeRef type) noexcept {
    return static_cast<Held>(pcty_pcl_type_deferred(type.get()));
}

// A type for people.
inline std::string display(TypeRef type, std::size_t columns = PCTY_PCL_COLUMNS) {
    return detail::text(pcty_pcl_type_to_text(type.get(), columns));
}

inline Type from_json(std::string_view json) {
    return Type(detail::made<pcty_type>(pcty_pcl_type_from_json, detail::str(json)));
}

inline std::string to_json(TypeRef type) {
    return detail::text(detail::made<pcty_string>(pcty_pcl_type_to_json, type.get()));
}

// Why not every value converts, where some do; nothing otherwise.
inline std::optional<Error> explain_unsafe(TypeRef from, TypeRef to) {
    pcty_error *why =
        detail::read<pcty_error *>(pcty_pcl_type_explain_unsafe, from.get(), to.get());
    return why == nullptr ? std::nullopt : std::optional<Error>(Error(why));
}

// The type with one more annotation, data of the caller's that says nothing about values.
inline Type annotated(TypeRef type, std::any data) {
    pcty_destroy destroy = [](void *owned) noexcept { delete static_cast<std::any *>(owned); };
    // The library destroys the data from here on, also when the call fails.
    void *owned = new std::any(std::move(data));
    return Type(detail::made<pcty_type>(pcty_type_annotate, type.get(), owned, destroy));
}

// The annotations that `annotated` made; of a type that has others too they are not to be asked
// for. Lent as long as the type.
inline std::vector<const std::any *> annotations(TypeRef type) {
    std::vector<const std::any *> annotations;
    for (std::size_t i = 0; i < pcty_type_annotation_count(type.get()); i++) {
        annotations.push_back(static_cast<const std::any *>(pcty_type_annotation_at(type.get(),
                                                                                    i)));
    }
    return annotations;
}

// A step into a value of which the type is known.
struct Step {
    pcty_pcl_step lent;

    static Step attribute(std::string_view name) noexcept {
        return {{PCTY_PCL_STEP_ATTRIBUTE, detail::str(name), nullptr}};
    }
    // Of an unknown key only the type counts.
    static Step index(ValueRef key) noexcept {
        return {{PCTY_PCL_STEP_INDEX, {nullptr, 0}, key.get()}};
    }
    static Step splat() noexcept { return {{PCTY_PCL_STEP_SPLAT, {nullptr, 0}, nullptr}}; }
};

// The type that steps lead to. Names and keys are borrowed for the call.
inline Type traverse(TypeRef type, const std::vector<Step> &steps) {
    std::vector<pcty_pcl_step> lent;
    for (const Step &step : steps) {
        lent.push_back(step.lent);
    }
    return Type(detail::made<pcty_type>(pcty_pcl_type_traverse, type.get(), lent.data(),
                                        lent.size()));
}

// The same, whatever is to be said of the steps.
inline hcl::Diagnosed<Type> traverse_diagnosed(TypeRef type, const std::vector<Step> &steps) {
    std::vector<pcty_pcl_step> lent;
    for (const Step &step : steps) {
        lent.push_back(step.lent);
    }
    return detail::diagnosed<hcl::Diagnosed<Type>, pcty_type>(
        pcty_pcl_type_traverse_diagnosed, type.get(), lent.data(), lent.size());
}

// A new eventual value of a promise or output type with data of the caller's.
inline Value eventual(TypeRef type, std::any data) {
    pcty_destroy destroy = [](void *owned) noexcept { delete static_cast<std::any *>(owned); };
    // The library destroys the data from here on, also when the call fails.
    void *owned = new std::any(std::move(data));
    return Value(detail::made<pcty_value>(pcty_pcl_value_deferred, type.get(), owned, destroy));
}

// The data of a value that `eventual` made; of no other one. Lent as long as the value.
inline const std::any &data(ValueRef value) {
    return *static_cast<const std::any *>(detail::read<void *>(pcty_pcl_value_data, value.get()));
}

// The number that tells an eventual value from all others; nothing for other values.
inline std::optional<std::uint64_t> identity(ValueRef value) noexcept {
    std::uint64_t number = pcty_pcl_value_identity(value.get());
    return number == 0 ? std::nullopt : std::optional<std::uint64_t>(number);
}

// The type that an eventual value was made with. Lent as long as the value.
inline std::optional<TypeRef> origin(ValueRef value) noexcept {
    return detail::some<TypeRef>(pcty_pcl_value_origin(value.get()));
}

// The value with each eventual one replaced by what the resolver says, which may throw.
inline Value resolve(ValueRef value, const std::function<Value(ValueRef)> &resolver) {
    pcty_pcl_resolver ask = [](void *by, const pcty_value *lent, pcty_value **out,
                               pcty_error **error) noexcept -> pcty_status {
        return detail::guarded(error, [&] {
            *out = (*static_cast<const std::function<Value(ValueRef)> *>(by))(ValueRef(lent))
                       .release();
        });
    };
    pcty_destroy nothing = nullptr;
    void *by = const_cast<std::function<Value(ValueRef)> *>(&resolver);
    return Value(detail::made<pcty_value>(pcty_pcl_value_resolve, value.get(), ask, by, nothing));
}

// Which member of a union a value becomes, and what it is then.
struct Chosen {
    std::size_t member;
    Value value;
};
inline Chosen choose(ValueRef value, TypeRef members) {
    std::size_t member = 0;
    pcty_value *out = nullptr;
    detail::done(pcty_pcl_value_choose, value.get(), members.get(), &out, &member);
    return {member, Value(out)};
}

// What a generic function says of a call: its function type, and what is to be told besides.
struct Answer {
    Type type;
    std::optional<Error> diagnostics;

    Answer(Type of, std::optional<Error> besides = std::nullopt)
        : type(std::move(of)), diagnostics(std::move(besides)) {}
};
// The expressions of a call's arguments, lent for the call.
using ArgumentExpressions = Range<hcl::ExpressionRef, const pcty_hcl_expression *>;
// It may throw; an Error with an argument is told at that argument.
using Rule = std::function<Answer(ArgumentTypes, ArgumentExpressions)>;

} // namespace pcl

namespace detail {

// What the library keeps of a generic function: its rule.
struct PclRule {
    static pcty_status answer(void *data, const pcty_type *const *arguments,
                              const pcty_hcl_expression *const *expressions, std::size_t count,
                              pcty_type **out, pcty_error **error) noexcept {
        pcty_error *besides = nullptr;
        pcty_status status = guarded(error, [&] {
            ArgumentTypes types{arguments, count, [](const pcty_type *const *from, std::size_t i) {
                                    return TypeRef(from[i]);
                                }};
            pcl::ArgumentExpressions lent{
                expressions, count, [](const pcty_hcl_expression *const *from, std::size_t i) {
                    return hcl::ExpressionRef(from[i]);
                }};
            pcl::Answer answer = (*static_cast<const pcl::Rule *>(data))(types, lent);
            besides = answer.diagnostics ? answer.diagnostics->clone_handle() : nullptr;
            *out = answer.type.release();
        });
        if (status == PCTY_OK) {
            *error = besides;
        }
        return status;
    }
    static void destroy(void *data) noexcept { delete static_cast<pcl::Rule *>(data); }
};

} // namespace detail

namespace pcl {

// Types of variables and functions by name.
//
// Ownership: a copy changes by itself.
// Threads: one at a time while it changes; any number may check in it meanwhile not.
//
// ```cpp
// polycty::pcl::TypeScope types_around(polycty::TypeRef server) {
//     using polycty::Type;
//     polycty::FuncType upper;
//     upper.positional = {{"text", Type::string()}};
//     upper.result = Type::string();
//     polycty::pcl::TypeScope scope;
//     scope.set("server", server).set_function("upper", Type::function(upper));
//     return scope; // in it "${upper(server.address)}" is an output of a string
// }
// ```
class TypeScope : public detail::Shared<detail::View<pcty_pcl_type_scope>, pcty_pcl_type_scope,
                                    pcty_pcl_type_scope_clone, pcty_pcl_type_scope_free> {
  public:
    using Shared::Shared;
    TypeScope() : Shared(pcty_pcl_type_scope_new()) {}
    // That of type expressions: the type of one in it is the type that it denotes.
    static TypeScope of_constructors() { return TypeScope(pcty_pcl_type_scope_of_constructors()); }

    // A scope within this one as it is now.
    TypeScope child() const {
        return TypeScope(detail::made<pcty_pcl_type_scope>(pcty_pcl_type_scope_child, get()));
    }
    TypeScope &set(std::string_view name, TypeRef type) {
        detail::done(pcty_pcl_type_scope_set_variable, mutable_get(), detail::str(name),
                     type.get());
        return *this;
    }
    // By a function type that lists its parameters and says its result.
    TypeScope &set_function(std::string_view name, TypeRef function_type) {
        detail::done(pcty_pcl_type_scope_set_function, mutable_get(), detail::str(name),
                     function_type.get());
        return *this;
    }
    // By what a rule says of each call.
    TypeScope &set_function(std::string_view name, Rule rule) {
        if (!rule) {
            throw Error(Code::invalid_argument, "a function needs a rule");
        }
        // The library destroys the rule from here on.
        void *data = new Rule(std::move(rule));
        pcty_pcl_rule answer = detail::PclRule::answer;
        pcty_destroy destroy = detail::PclRule::destroy;
        detail::done(pcty_pcl_type_scope_set_generic_function, mutable_get(), detail::str(name),
                     answer,
                     data, destroy);
        return *this;
    }
    // Here or further out; lent until the scope changes or goes.
    std::optional<TypeRef> variable(std::string_view name) const noexcept {
        return detail::some<TypeRef>(pcty_pcl_type_scope_variable_get(get(), detail::str(name)));
    }
    bool has_function(std::string_view name) const noexcept {
        return pcty_pcl_type_scope_has_function(get(), detail::str(name));
    }
};

// A conversion that an expression needs: what stands in a place and what is wanted there. Lent
// as long as what was checked.
struct NeededConversion {
    pcty_range range;
    TypeRef from;
    TypeRef to;
    Conversion kind;

    NeededConversion(const pcty_pcl_conversion &lent)
        : range(lent.range), from(lent.from), to(lent.to),
          kind(static_cast<Conversion>(lent.kind)) {}
};

// What a node is.
enum class NodeKind : pcty_pcl_syntax_kind {
    missing = PCTY_PCL_NODE_MISSING,
    literal = PCTY_PCL_NODE_LITERAL,
    template_ = PCTY_PCL_NODE_TEMPLATE,
    interpolation = PCTY_PCL_NODE_INTERPOLATION,
    join = PCTY_PCL_NODE_JOIN,
    variable = PCTY_PCL_NODE_VARIABLE,
    traversal = PCTY_PCL_NODE_TRAVERSAL,
    attribute = PCTY_PCL_NODE_ATTRIBUTE,
    key = PCTY_PCL_NODE_KEY,
    call = PCTY_PCL_NODE_CALL,
    conditional = PCTY_PCL_NODE_CONDITIONAL,
    index = PCTY_PCL_NODE_INDEX,
    tuple = PCTY_PCL_NODE_TUPLE,
    object = PCTY_PCL_NODE_OBJECT,
    item = PCTY_PCL_NODE_ITEM,
    for_ = PCTY_PCL_NODE_FOR,
    splat = PCTY_PCL_NODE_SPLAT,
    splat_item = PCTY_PCL_NODE_SPLAT_ITEM,
    unary = PCTY_PCL_NODE_UNARY,
    operations = PCTY_PCL_NODE_OPERATIONS,
    operation = PCTY_PCL_NODE_OPERATION,
    parentheses = PCTY_PCL_NODE_PARENTHESES,
    invalid = PCTY_PCL_NODE_INVALID,
};

// What a node is to its parent.
enum class Role : pcty_pcl_role {
    root = PCTY_PCL_ROLE_ROOT,
    part = PCTY_PCL_ROLE_PART,
    inner = PCTY_PCL_ROLE_INNER,
    source = PCTY_PCL_ROLE_SOURCE,
    step = PCTY_PCL_ROLE_STEP,
    argument = PCTY_PCL_ROLE_ARGUMENT,
    condition = PCTY_PCL_ROLE_CONDITION,
    yes = PCTY_PCL_ROLE_THEN,
    no = PCTY_PCL_ROLE_ELSE,
    key = PCTY_PCL_ROLE_KEY,
    value = PCTY_PCL_ROLE_VALUE,
    element = PCTY_PCL_ROLE_ELEMENT,
    each = PCTY_PCL_ROLE_EACH,
    operand = PCTY_PCL_ROLE_OPERAND,
    operation = PCTY_PCL_ROLE_OPERATION,
};

// An operator of HCL.
enum class Operator : pcty_pcl_operator {
    none = PCTY_PCL_OPERATOR_NONE,
    or_ = PCTY_PCL_OPERATOR_OR,
    and_ = PCTY_PCL_OPERATOR_AND,
    equal = PCTY_PCL_OPERATOR_EQUAL,
    not_equal = PCTY_PCL_OPERATOR_NOT_EQUAL,
    greater = PCTY_PCL_OPERATOR_GREATER,
    greater_or_equal = PCTY_PCL_OPERATOR_GREATER_OR_EQUAL,
    less = PCTY_PCL_OPERATOR_LESS,
    less_or_equal = PCTY_PCL_OPERATOR_LESS_OR_EQUAL,
    add = PCTY_PCL_OPERATOR_ADD,
    subtract = PCTY_PCL_OPERATOR_SUBTRACT,
    multiply = PCTY_PCL_OPERATOR_MULTIPLY,
    divide = PCTY_PCL_OPERATOR_DIVIDE,
    modulo = PCTY_PCL_OPERATOR_MODULO,
    not_ = PCTY_PCL_OPERATOR_NOT,
    negate = PCTY_PCL_OPERATOR_NEGATE,
};

// A node of an expression that was checked: lent as long as that.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// void print_types(polycty::pcl::NodeRef node) {
//     std::cout << node.text() << ": " << polycty::pcl::display(node.type()) << "\n";
//     for (polycty::pcl::NodeRef child : node.children()) {
//         print_types(child);
//     }
// }
// ```
class NodeRef : public detail::View<pcty_pcl_node> {
  public:
    using View::View;
    NodeKind kind() const noexcept { return static_cast<NodeKind>(pcty_pcl_node_kind(get())); }
    Role role() const noexcept { return static_cast<Role>(pcty_pcl_node_role(get())); }
    TypeRef type() const noexcept { return TypeRef(pcty_pcl_node_type(get())); }
    pcty_range range() const noexcept { return pcty_pcl_node_range(get()); }
    std::string_view text() const noexcept { return detail::view(pcty_pcl_node_text(get())); }
    // Empty where the kind of node has none.
    std::string_view name() const noexcept { return detail::view(pcty_pcl_node_name(get())); }
    std::string_view key_name() const noexcept {
        return detail::view(pcty_pcl_node_key_name(get()));
    }
    std::optional<ValueRef> value() const noexcept {
        return detail::some<ValueRef>(pcty_pcl_node_value(get()));
    }
    Operator operator_() const noexcept {
        return static_cast<Operator>(pcty_pcl_node_operator(get()));
    }
    bool has_ellipsis() const noexcept { return pcty_pcl_node_has_ellipsis(get()); }
    Range<NodeRef, pcty_pcl_node> children() const noexcept {
        return {get(), pcty_pcl_node_child_count(get()),
                [](const pcty_pcl_node *from, std::size_t at) {
                    return NodeRef(pcty_pcl_node_child_at(from, at));
                }};
    }
    // That of the node's value where it stands.
    std::optional<NeededConversion> conversion() const noexcept {
        pcty_pcl_conversion lent;
        return pcty_pcl_node_conversion(get(), &lent)
                   ? std::optional<NeededConversion>(NeededConversion(lent))
                   : std::nullopt;
    }
    // Nothing for steps, operations within a chain and items.
    std::optional<hcl::Expression> expression() const noexcept {
        pcty_hcl_expression *own = pcty_pcl_node_expression(get());
        return own == nullptr ? std::nullopt
                              : std::optional<hcl::Expression>(hcl::Expression(own));
    }
};

// How an expression is checked.
struct Options {
    Severity missing_variables = Severity::error;
    Severity iteration = Severity::error;
    bool exact_int_literals = false;
};

// An expression that was checked, with the types of its nodes.
//
// Ownership: only moved.
// Errors: the constructor throws Code::unsupported for an expression in JSON syntax; what is
// wrong with an expression is a diagnostic.
// Threads: any number at once.
//
// ```cpp
// bool fits(polycty::hcl::ExpressionRef given, const polycty::pcl::TypeScope &scope,
//           polycty::TypeRef wanted) {
//     polycty::pcl::Bound bound(given, scope);
//     if (auto found = bound.diagnostics()) {
//         std::cerr << found->text() << std::endl;
//     }
//     return !bound.has_errors() && !bound.refusal(wanted);
// }
// ```
class Bound
    : public detail::Owned<detail::View<pcty_pcl_checked>, pcty_pcl_checked, pcty_pcl_checked_free> {
  public:
    using Owned::Owned;
    Bound(hcl::ExpressionRef expression, const TypeScope &scope, const Options &options = {}) {
        pcty_pcl_options given = PCTY_PCL_OPTIONS_INIT;
        given.missing_variables = static_cast<pcty_severity>(options.missing_variables);
        given.iteration = static_cast<pcty_severity>(options.iteration);
        given.exact_int_literals = options.exact_int_literals;
        const pcty_pcl_options *lent = &given;
        handle_ = detail::made<pcty_pcl_checked>(pcty_pcl_checked_new, expression.get(), scope.get(),
                                               lent);
    }
    TypeRef type() const noexcept { return TypeRef(pcty_pcl_checked_type(get())); }
    bool has_errors() const noexcept { return pcty_pcl_checked_has_errors(get()); }
    std::optional<Error> diagnostics() const {
        const pcty_error *lent = pcty_pcl_checked_diagnostics(get());
        return lent == nullptr ? std::nullopt
                               : std::optional<Error>(Error(pcty_error_clone(lent)));
    }
    NodeRef root() const & noexcept { return NodeRef(pcty_pcl_checked_root(get())); }
    void root() const && = delete;
    std::vector<NeededConversion> conversions() const & {
        std::vector<NeededConversion> needed;
        for (std::size_t i = 0; i < pcty_pcl_checked_conversion_count(get()); i++) {
            needed.emplace_back(
                detail::read<pcty_pcl_conversion>(pcty_pcl_checked_conversion_at, get(), i));
        }
        return needed;
    }
    void conversions() const && = delete;
    // How surely the whole is accepted where a type is wanted; throws Code::diagnostics where
    // it is not.
    Conversion accepted_as(TypeRef wanted) const {
        return static_cast<Conversion>(
            detail::read<pcty_conversion>(pcty_pcl_checked_accepted_as, get(), wanted.get()));
    }
    // Why it is not accepted; nothing where it is.
    std::optional<Error> refusal(TypeRef wanted) const {
        try {
            accepted_as(wanted);
        } catch (Error &error) {
            if (error.code() != Code::diagnostics) {
                throw;
            }
            return std::move(error);
        }
        return std::nullopt;
    }
};

} // namespace pcl
#endif // PCTY_HAS_PCL

#ifdef PCTY_HAS_MCL
// What only mcl has; the other questions take Dialect::mcl. Errors are those of the C
// functions of the same name.
namespace mcl {

// What two types needed to be taken for the same.
struct Match {
    bool partial; // somewhere a type is missing on one side
    bool variant; // somewhere one side is `variant`
};

// Which members the object has to have that stands for a struct in JSON.
enum class StructFields : pcty_mcl_fields {
    exact = PCTY_MCL_FIELDS_EXACT,
    flexible = PCTY_MCL_FIELDS_FLEXIBLE,
};

// The type of a text; its variables are those of the scope.
inline Type parse(std::string_view notation, const VariableScope &scope) {
    return Type(
        detail::made<pcty_type>(pcty_mcl_type_parse, detail::str(notation), scope.get()));
}

// How two types differ; nothing where they are equal up to the names of variables.
inline std::optional<Error> difference(TypeRef a, TypeRef b) {
    try {
        detail::done(pcty_mcl_type_check_equal, a.get(), b.get());
    } catch (Error &error) {
        if (error.code() != Code::type) {
            throw;
        }
        return std::move(error);
    }
    return std::nullopt;
}

// Whether two types are the same where both are known and neither is `variant`; throws
// where they are not. Nothing is a type that is not known.
inline Match match(std::optional<TypeRef> a, std::optional<TypeRef> b) {
    pcty_mcl_match found = detail::read<pcty_mcl_match>(
        pcty_mcl_type_match, detail::pointer(a), detail::pointer(b));
    return Match{(found & PCTY_MCL_MATCH_PARTIAL) != 0, (found & PCTY_MCL_MATCH_VARIANT) != 0};
}

// A type under the most general substitution that makes two types equal.
inline Type unify(TypeRef a, TypeRef b, TypeRef of) {
    return Type(detail::made<pcty_type>(pcty_mcl_type_unify, a.get(), b.get(), of.get()));
}

// Whether values of a type may be keys of maps.
inline bool is_hashable(TypeRef type) noexcept { return pcty_mcl_type_is_hashable(type.get()); }

// The value that a type begins with.
inline Value zero(TypeRef type) {
    return Value(detail::made<pcty_value>(pcty_mcl_value_zero, type.get()));
}

// A list of a list type.
inline Value list(TypeRef type, const Values &elements) {
    return Value(detail::made<pcty_value>(pcty_mcl_value_list, type.get(), elements.data(),
                                          elements.size()));
}

// A struct of a struct type, with a value for each field in the order of the type.
inline Value structure(TypeRef type, const Values &values) {
    return Value(detail::made<pcty_value>(pcty_mcl_value_struct, type.get(), values.data(),
                                          values.size()));
}

// A map of a map type, with a value for each key; of equal keys the last one counts.
inline Value map(TypeRef type, const Values &keys, const Values &values) {
    if (keys.size() != values.size()) {
        throw Error(Code::invalid_argument, "as many values as keys are needed");
    }
    return Value(detail::made<pcty_value>(pcty_mcl_value_map, type.get(), keys.data(),
                                          values.data(), keys.size()));
}

// The value of a type that JSON text stands for.
inline Value from_json(std::string_view json, TypeRef type,
                       StructFields fields = StructFields::exact) {
    return Value(detail::made<pcty_value>(pcty_mcl_value_from_json, detail::str(json), type.get(),
                                          static_cast<pcty_mcl_fields>(fields)));
}

// A value as the language prints it.
inline std::string format(ValueRef value) {
    return detail::text(detail::made<pcty_string>(pcty_mcl_value_format, value.get()));
}

// The order of two values of one type: -1, 0 or 1.
inline int compare(ValueRef a, ValueRef b) noexcept {
    return pcty_mcl_value_compare(a.get(), b.get());
}

// The value under a key of a map. Lent as long as the map.
inline std::optional<ValueRef> get(ValueRef map, ValueRef key) noexcept {
    return detail::some<ValueRef>(pcty_mcl_value_get(map.get(), key.get()));
}

} // namespace mcl
#endif // PCTY_HAS_MCL

// --- Puppet

#ifdef PCTY_HAS_PUPPET
namespace puppet {

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
    std::vector<pcty_str> names, notations;
    for (std::size_t i = 0; i < count; i++) {
        names.push_back(detail::str(definitions[i].first));
        notations.push_back(detail::str(definitions[i].second));
    }
    handle_ = detail::made<pcty_puppet_aliases>(pcty_puppet_aliases_new, base.get(), names.data(),
                                                notations.data(), count);
}

inline std::string_view Aliases::name(std::size_t index) const {
    if (index >= size()) {
        detail::past_the_end(index, size());
    }
    return detail::view(pcty_puppet_aliases_name_at(get(), index));
}

inline TypeRef Aliases::type(std::size_t index) const {
    if (index >= size()) {
        detail::past_the_end(index, size());
    }
    return TypeRef(pcty_puppet_aliases_type_at(get(), index));
}

inline std::optional<TypeRef> Aliases::find(std::string_view name) const noexcept {
    return detail::some<TypeRef>(pcty_puppet_aliases_get(get(), detail::str(name)));
}

inline Iteration::Iteration(TypeRef type)
    : Shared(detail::made<pcty_puppet_iteration>(pcty_puppet_iteration_new, type.get())) {}

inline std::optional<Value> Iteration::next() {
    return detail::some_value(pcty_puppet_iteration_next(mutable_get()));
}

inline std::optional<Value> Iteration::next_back() {
    return detail::some_value(pcty_puppet_iteration_next_back(mutable_get()));
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
                                                  static_cast<pcty_puppet_detail>(detail)));
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

inline bool compare(TypeRef left, TypeRef right, Comparison comparison) {
    return detail::read<bool>(pcty_puppet_type_compare, left.get(),
                              right.get(), static_cast<pcty_puppet_comparison>(comparison));
}

inline bool is_same(TypeRef a, TypeRef b) noexcept {
    return pcty_puppet_type_equal(a.get(), b.get());
}

inline Type infer(ValueRef value, Inference inference) {
    return Type(detail::made<pcty_type>(pcty_puppet_value_infer, value.get(),
                                        static_cast<pcty_puppet_inference>(inference)));
}

inline Type normalize(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_puppet_type_normalize, type.get()));
}

inline Type generalize(TypeRef type) {
    return Type(detail::made<pcty_type>(pcty_puppet_type_generalize, type.get()));
}

inline Type common_type(const Types &types) {
    return Type(detail::made<pcty_type>(pcty_puppet_common_type, types.data(), types.size()));
}

inline Type common_type_of_values(const Values &values) {
    return Type(detail::made<pcty_type>(pcty_puppet_common_type_of_values, values.data(),
                                        values.size()));
}

inline bool assignable(TypeRef source, TypeRef target, Mode mode) {
    return detail::read<bool>(pcty_puppet_type_assignable_in, source.get(),
                              target.get(), static_cast<pcty_puppet_mode>(mode));
}

inline bool compare(TypeRef left, TypeRef right, Comparison comparison, Mode mode) {
    return detail::read<bool>(pcty_puppet_type_compare_in, left.get(),
                              right.get(), static_cast<pcty_puppet_comparison>(comparison),
                              static_cast<pcty_puppet_mode>(mode));
}

inline bool is_instance(ValueRef value, TypeRef type, Mode mode) {
    return detail::read<bool>(pcty_puppet_value_is_instance_in,
                              value.get(), type.get(), static_cast<pcty_puppet_mode>(mode));
}

inline Type infer(ValueRef value, Inference inference, Mode mode) {
    return Type(detail::made<pcty_type>(pcty_puppet_value_infer_in,
                                        value.get(), static_cast<pcty_puppet_inference>(inference),
                                        static_cast<pcty_puppet_mode>(mode)));
}

inline Type common_type(const Types &types, Mode mode) {
    return Type(detail::made<pcty_type>(pcty_puppet_common_type_in,
                                        types.data(), types.size(),
                                        static_cast<pcty_puppet_mode>(mode)));
}

inline std::string format(TypeRef type, Mode mode) {
    return detail::text(detail::made<pcty_string>(
        pcty_puppet_type_format_in, type.get(), static_cast<pcty_puppet_mode>(mode)));
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
    std::vector<pcty_puppet_signature> lent;
    for (const Signature &signature : signatures) {
        lent.push_back({signature.callable.get(), detail::str(signature.block_name)});
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
    return detail::some<ValueRef>(pcty_puppet_value_content(value.get()));
}

inline Range<ValueRef, pcty_value> parts(ValueRef value) noexcept {
    return {value.get(), pcty_puppet_value_part_count(value.get()),
            [](const pcty_value *from, std::size_t i) {
                return ValueRef(pcty_puppet_value_part_at(from, i));
            }};
}

inline Range<std::string_view, pcty_value> part_names(ValueRef value) noexcept {
    bool named = kind(value) == ValueKind::object;
    return {value.get(), named ? pcty_puppet_value_part_count(value.get()) : 0,
            [](const pcty_value *from, std::size_t i) {
                return detail::view(pcty_puppet_value_part_name_at(from, i));
            }};
}

inline std::optional<TypeRef> part_type(ValueRef value) noexcept {
    return detail::some<TypeRef>(pcty_puppet_value_part_type(value.get()));
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
        throw Error(Code::invalid_argument, "a hash has as many keys as elements");
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

// --- Puppet's language

namespace detail {

// What the library keeps of a callable F.
template <class F> struct PuppetHost {
    static void destroy(void *data) noexcept { delete static_cast<F *>(data); }
    static const F &of(void *data) noexcept { return *static_cast<const F *>(data); }
};

using PuppetFunction = std::function<Value(Arguments, puppet::Call)>;
using PuppetLogger = std::function<void(puppet::Level, std::string_view)>;
using PuppetLoader =
    std::function<std::optional<puppet::SourceText>(puppet::Sought, std::string_view)>;
using PuppetAnswers = std::function<std::optional<Value>(puppet::Question, Arguments)>;

inline pcty_status call_puppet(void *data, const pcty_value *const *args, std::size_t count,
                               const pcty_puppet_call *call, pcty_value **out,
                               pcty_error **error) noexcept {
    return guarded(error, [&] {
        const PuppetFunction &function = PuppetHost<PuppetFunction>::of(data);
        *out = function(Host::lend(args, count), puppet::Call(call)).release();
    });
}

inline pcty_status log_puppet(void *data, pcty_puppet_level level, pcty_str message,
                              pcty_error **error) noexcept {
    return guarded(error, [&] {
        PuppetHost<PuppetLogger>::of(data)(static_cast<puppet::Level>(level), view(message));
    });
}

inline pcty_status load_puppet(void *data, pcty_puppet_load_kind sought, pcty_str name,
                               pcty_string **out, pcty_string **file,
                               pcty_error **error) noexcept {
    return guarded(error, [&] {
        std::optional<puppet::SourceText> found = PuppetHost<PuppetLoader>::of(data)(
            static_cast<puppet::Sought>(sought), view(name));
        if (found) {
            String text(made<pcty_string>(pcty_string_new, str(found->text)));
            *file = made<pcty_string>(pcty_string_new, str(found->file));
            *out = text.release();
        }
    });
}

inline pcty_status answer_puppet(void *data, pcty_puppet_question question,
                                 const pcty_value *const *args, std::size_t count,
                                 pcty_value **out, pcty_error **error) noexcept {
    return guarded(error, [&] {
        std::optional<Value> answer = PuppetHost<PuppetAnswers>::of(data)(
            static_cast<puppet::Question>(question), Host::lend(args, count));
        if (answer) {
            *out = answer->release();
        }
    });
}

inline DefinedParameter defined(const pcty_puppet_parameter &lent) {
    return {view(lent.name), view(lent.type_text), view(lent.default_text), lent.is_rest,
            lent.place};
}

} // namespace detail

inline std::optional<std::string> module_file(std::string_view directory, Sought sought,
                                              std::string_view name) {
    pcty_string *made = detail::made<pcty_string>(pcty_puppet_module_file, detail::str(directory),
                                                  detail::str(name),
                                                  static_cast<pcty_puppet_load_kind>(sought));
    return made == nullptr ? std::nullopt : std::optional(detail::text(made));
}

inline Value Call::block(const Values &args) const {
    return Value(
        detail::made<pcty_value>(pcty_puppet_call_block, call_, args.data(), args.size()));
}

inline void Environment::set_variable(std::string_view name, ValueRef value) {
    detail::done(pcty_puppet_environment_set_variable, mutable_get(), detail::str(name),
                 value.get());
}

inline void Environment::set_strictness(Strictness strictness) {
    detail::done(pcty_puppet_environment_set_strictness, mutable_get(),
                 static_cast<pcty_puppet_strictness>(strictness));
}

inline void Environment::allow_unknown_variables(bool allowed) {
    detail::done(pcty_puppet_environment_set_unknown_variables, mutable_get(),
                 static_cast<pcty_puppet_unknown>(allowed ? PCTY_PUPPET_UNKNOWN_UNDEF
                                                          : PCTY_PUPPET_UNKNOWN_REFUSED));
}

inline void Environment::allow_resources(bool allowed) {
    detail::done(pcty_puppet_environment_set_resources, mutable_get(),
                 static_cast<pcty_puppet_resources>(allowed
                                                        ? PCTY_PUPPET_RESOURCES_REFERENCED
                                                        : PCTY_PUPPET_RESOURCES_REFUSED));
}

inline void Environment::set_aliases(const Aliases &aliases) {
    detail::done(pcty_puppet_environment_set_aliases, mutable_get(), aliases.get());
}

inline void Environment::set_time(Time time) {
    detail::done(pcty_puppet_environment_set_time, mutable_get(), time);
}

// The library destroys the callables, also when it does not take them.

inline void Environment::set_function(std::string_view name,
                                      const std::vector<std::string_view> &signatures,
                                      std::function<Value(Arguments, Call)> function) {
    using F = detail::PuppetFunction;
    std::vector<pcty_str> texts;
    for (std::string_view signature : signatures) {
        texts.push_back(detail::str(signature));
    }
    void *data = new F(std::move(function));
    detail::done(pcty_puppet_environment_set_function, mutable_get(), detail::str(name),
                 static_cast<const pcty_str *>(texts.data()), texts.size(), detail::call_puppet,
                 data, detail::PuppetHost<F>::destroy);
}

inline void Environment::set_logger(std::function<void(Level, std::string_view)> logger) {
    using F = detail::PuppetLogger;
    void *data = new F(std::move(logger));
    detail::done(pcty_puppet_environment_set_logger, mutable_get(), detail::log_puppet, data,
                 detail::PuppetHost<F>::destroy);
}

inline void Environment::set_loader(
    std::function<std::optional<SourceText>(Sought, std::string_view)> loader) {
    using F = detail::PuppetLoader;
    void *data = new F(std::move(loader));
    detail::done(pcty_puppet_environment_set_loader, mutable_get(), detail::load_puppet, data,
                 detail::PuppetHost<F>::destroy);
}

inline void
Environment::set_host(std::function<std::optional<Value>(Question, Arguments)> host) {
    using F = detail::PuppetAnswers;
    void *data = new F(std::move(host));
    detail::done(pcty_puppet_environment_set_answer, mutable_get(), detail::answer_puppet, data,
                 detail::PuppetHost<F>::destroy);
}

inline Outline::Outline(const Manifest &manifest)
    : Owned(detail::made<pcty_puppet_outline>(pcty_puppet_outline_new, manifest.get())) {}

inline std::vector<Defined> Outline::definitions() const {
    std::vector<Defined> all(pcty_puppet_outline_definition_count(get()));
    for (std::size_t i = 0; i < all.size(); i++) {
        pcty_puppet_definition lent = PCTY_PUPPET_DEFINITION_INIT;
        detail::done(pcty_puppet_outline_definition_at, get(), i, &lent);
        std::vector<DefinedParameter> parameters;
        for (std::size_t j = 0; j < lent.parameter_count; j++) {
            pcty_puppet_parameter parameter = PCTY_PUPPET_PARAMETER_INIT;
            detail::done(pcty_puppet_outline_parameter_at, get(), i, j, &parameter);
            parameters.push_back(detail::defined(parameter));
        }
        std::vector<std::string_view> matches;
        for (std::size_t j = 0; j < lent.match_count; j++) {
            matches.push_back(detail::view(pcty_puppet_outline_match_at(get(), i, j)));
        }
        all[i] = {static_cast<DefinitionKind>(lent.kind),
                  detail::view(lent.keyword),
                  detail::view(lent.name),
                  detail::view(lent.documentation),
                  detail::view(lent.inherits),
                  detail::view(lent.type_text),
                  std::move(parameters),
                  std::move(matches),
                  lent.place,
                  lent.range};
    }
    return all;
}

inline std::vector<DeclaredResource> Outline::resources() const {
    std::vector<DeclaredResource> all(pcty_puppet_outline_resource_count(get()));
    for (std::size_t i = 0; i < all.size(); i++) {
        pcty_puppet_resource lent = PCTY_PUPPET_RESOURCE_INIT;
        detail::done(pcty_puppet_outline_resource_at, get(), i, &lent);
        std::vector<ResourceBody> bodies;
        for (std::size_t j = 0; j < lent.body_count; j++) {
            pcty_puppet_resource_body body = PCTY_PUPPET_RESOURCE_BODY_INIT;
            detail::done(pcty_puppet_outline_body_at, get(), i, j, &body);
            std::vector<SetAttribute> attributes;
            for (std::size_t k = 0; k < body.attribute_count; k++) {
                pcty_puppet_attribute attribute = PCTY_PUPPET_ATTRIBUTE_INIT;
                detail::done(pcty_puppet_outline_attribute_at, get(), i, j, k, &attribute);
                attributes.push_back({detail::view(attribute.name),
                                      detail::view(attribute.value_text), attribute.is_added,
                                      attribute.place});
            }
            bodies.push_back({detail::view(body.title), std::move(attributes)});
        }
        all[i] = {static_cast<ResourceForm>(lent.form),
                  detail::view(lent.word),
                  detail::view(lent.type_text),
                  detail::view(lent.other_text),
                  std::move(bodies),
                  lent.place};
    }
    return all;
}

inline std::vector<CallSite> Outline::calls() const {
    std::vector<CallSite> all(pcty_puppet_outline_call_count(get()));
    for (std::size_t i = 0; i < all.size(); i++) {
        pcty_puppet_call_site lent = PCTY_PUPPET_CALL_SITE_INIT;
        detail::done(pcty_puppet_outline_call_at, get(), i, &lent);
        std::vector<DefinedParameter> parameters;
        for (std::size_t j = 0; j < lent.parameter_count; j++) {
            pcty_puppet_parameter parameter = PCTY_PUPPET_PARAMETER_INIT;
            detail::done(pcty_puppet_outline_lambda_parameter_at, get(), i, j, &parameter);
            parameters.push_back(detail::defined(parameter));
        }
        all[i] = {detail::view(lent.name), lent.argument_count, lent.has_lambda,
                  std::move(parameters), lent.place};
    }
    return all;
}

inline std::vector<UsedVariable> Outline::variables() const {
    std::vector<UsedVariable> all(pcty_puppet_outline_variable_count(get()));
    for (std::size_t i = 0; i < all.size(); i++) {
        pcty_puppet_variable lent = PCTY_PUPPET_VARIABLE_INIT;
        detail::done(pcty_puppet_outline_variable_at, get(), i, &lent);
        all[i] = {detail::view(lent.name), lent.place};
    }
    return all;
}

inline std::string Outline::json() const {
    return detail::text(detail::made<pcty_string>(pcty_puppet_outline_to_json, get()));
}

inline Manifest::Manifest(std::string_view text, std::string_view file, pcty_puppet_syntax syntax,
                          Strictness strictness)
    : Shared(detail::made<pcty_puppet_manifest>(
          pcty_puppet_manifest_parse, detail::str(text), detail::str(file), syntax,
          static_cast<pcty_puppet_strictness>(strictness))) {}

inline Manifest::Manifest(std::string_view text, std::string_view file, Mode mode,
                          Strictness strictness)
    : Shared(detail::made<pcty_puppet_manifest>(
          pcty_puppet_manifest_parse_in, detail::str(text), detail::str(file),
          static_cast<pcty_puppet_strictness>(strictness), static_cast<pcty_puppet_mode>(mode))) {}

inline std::optional<Error> Manifest::warnings() const {
    return detail::some_error(pcty_error_clone(pcty_puppet_manifest_warnings(get())));
}

inline Value Manifest::evaluate(const Environment &environment) const {
    return Value(
        detail::made<pcty_value>(pcty_puppet_manifest_evaluate, get(), environment.get()));
}

inline std::string Manifest::render(const Environment &environment) const {
    const pcty_value *none = nullptr;
    return detail::text(detail::made<pcty_string>(pcty_puppet_manifest_render, get(), none,
                                                  environment.get()));
}

inline std::string Manifest::render(ValueRef parameters, const Environment &environment) const {
    return detail::text(detail::made<pcty_string>(pcty_puppet_manifest_render, get(),
                                                  parameters.get(), environment.get()));
}

inline Value Manifest::class_parameters(std::string_view class_name, ValueRef data,
                                        const Environment &environment) const {
    return Value(detail::made<pcty_value>(pcty_puppet_manifest_class_parameters, get(),
                                          detail::str(class_name), data.get(),
                                          environment.get()));
}

inline Value class_parameters(std::string_view class_name, ValueRef data,
                              const Environment &environment) {
    const pcty_puppet_manifest *none = nullptr;
    return Value(detail::made<pcty_value>(pcty_puppet_manifest_class_parameters, none,
                                          detail::str(class_name), data.get(),
                                          environment.get()));
}

} // namespace puppet
#endif // PCTY_HAS_PUPPET

#ifdef PCTY_HAS_MCL
// ============================================================================
// MCL, THE LANGUAGE
// ============================================================================
//
// A program is compiled with what a Host gives, and a Runtime steps it; each step that says
// Progress::changed has come to another graph of resources. Resources of a graph are lent by it.
namespace mcl {

class Sender;

// Announces, from any thread, that the answer to something that is followed is another one now.
//
// Ownership: a copy counts a reference.
// Threads: any number at once, also while the runtime steps, and after it is gone.
//
// ```cpp
// // Hands the sender of what is followed to the thread that watches it.
// std::optional<polycty::mcl::Sender> watched;
// void follow_file(std::string_view, polycty::Arguments, polycty::mcl::Sender sender) {
//     watched = std::move(sender);
// }
// ```
class Sender : public detail::Shared<detail::View<pcty_mcl_sender>, pcty_mcl_sender,
                                     pcty_mcl_sender_clone, pcty_mcl_sender_free> {
  public:
    using Shared::Shared;
    // Copies share it, and no other sender that there is meanwhile has it.
    std::uint64_t id() const noexcept { return pcty_mcl_sender_id(get()); }
    void send() const noexcept { pcty_mcl_sender_send(get()); }
    // The stream has failed for good, which ends the program.
    void fail(const Error &error) const noexcept { pcty_mcl_sender_fail(get(), error.get()); }
};

// What is followed begins and ends so; what `begin` throws ends the program.
using Follow = std::function<void(std::string_view function, Arguments args, Sender sender)>;
using Unfollow = std::function<void(Sender sender)>;

// A function of the host. Say a signature, or find the type of each call with `infer`, which is
// given the types of the arguments, those that are known already, and the type of the result.
// What `call` throws stands in the place of the value, and `<|>` recovers from it, if it is no
// Error or one of Code::callback or Code::not_found; any other ends the program.
struct FunctionSpec {
    std::string name; // with its module: `strings.shout`
    std::string signature;
    std::function<Type(const std::vector<TypeRef> &, const std::vector<std::optional<ValueRef>> &,
                       TypeRef)>
        infer;
    // The arguments, and the function type that was found for the call. A function that streams may
    // have no value yet.
    std::function<std::optional<Value>(Arguments, TypeRef)> call;
    pcty_mcl_function_flags flags = 0; // PCTY_MCL_FUNCTION_*
    // Makes it a streaming function.
    Follow follow;
    Unfollow unfollow;
};

// A resource of a graph, lent by it or to a callback.
//
// ```cpp
// bool wants(polycty::mcl::ResourceRef page, std::string_view text) {
//     auto said = page.field("text");
//     return page.kind() == "page" && said && said->as_string() == text;
// }
// ```
class ResourceRef : public detail::View<pcty_mcl_resource> {
  public:
    using View::View;
    std::string_view kind() const noexcept { return detail::view(pcty_mcl_resource_kind(get())); }
    std::string_view name() const noexcept { return detail::view(pcty_mcl_resource_name(get())); }
    // The fields that are said, in the order of the kind.
    std::vector<std::pair<std::string_view, ValueRef>> fields() const {
        std::vector<std::pair<std::string_view, ValueRef>> all;
        for (std::size_t i = 0; i < pcty_mcl_resource_field_count(get()); i++) {
            all.emplace_back(detail::view(pcty_mcl_resource_field_name_at(get(), i)),
                             ValueRef(pcty_mcl_resource_field_at(get(), i)));
        }
        return all;
    }
    std::optional<ValueRef> field(std::string_view name) const noexcept {
        return detail::some<ValueRef>(pcty_mcl_resource_field_get(get(), detail::str(name)));
    }
    // By its name in lower case, also where nothing is said of it.
    Value meta(std::string_view name) const {
        return Value(detail::made<pcty_value>(pcty_mcl_resource_meta_get, get(), detail::str(name)));
    }
    bool is_hidden() const noexcept { return pcty_mcl_resource_is_hidden(get()); }
    // The hosts that it is exported to; `*` for all.
    std::vector<std::string_view> exports() const {
        std::vector<std::string_view> all(pcty_mcl_resource_export_count(get()));
        for (std::size_t i = 0; i < all.size(); i++) {
            all[i] = detail::view(pcty_mcl_resource_export_at(get(), i));
        }
        return all;
    }
};

// A resource that is being made: lent to a callback that merges, or of the caller's own.
//
// ```cpp
// void name_both(polycty::mcl::DraftRef draft, polycty::mcl::ResourceRef other) {
//     draft.set_field("also", polycty::Value::string(other.name()));
// }
// ```
class DraftRef {
  public:
    explicit DraftRef(pcty_mcl_resource_builder *lent) noexcept : draft_(lent) {}
    void set_field(std::string_view name, ValueRef value) {
        detail::done(pcty_mcl_resource_builder_set_field, draft_, detail::str(name), value.get());
    }
    void unset_field(std::string_view name) {
        detail::done(pcty_mcl_resource_builder_unset_field, draft_, detail::str(name));
    }
    void set_meta(std::string_view name, ValueRef value) {
        detail::done(pcty_mcl_resource_builder_set_meta, draft_, detail::str(name), value.get());
    }

  private:
    pcty_mcl_resource_builder *draft_;
};

// A field of a kind, or something that it sends; what is empty is as the C header says.
struct FieldSpec {
    std::string name, notation, stored, storage;
};

// A resource by its kind and name.
struct Reference {
    std::string kind, name;
};

// A kind of resource, and what is said of its resources besides; any of the callables may be
// empty. What they throw refuses the resource.
struct KindSpec {
    std::string name;
    std::vector<FieldSpec> fields;
    std::vector<FieldSpec> sends;
    pcty_mcl_trait_flags traits = 0; // PCTY_MCL_TRAIT_*
    std::function<void(ResourceRef)> validate;
    // Throws what differs; false lets the rule of other kinds hold.
    std::function<bool(ResourceRef, ResourceRef)> compare;
    // The draft is a copy of the first.
    std::function<void(ResourceRef, ResourceRef, DraftRef)> merge;
    // Of each list the first that the graph has comes before the resource.
    std::function<std::vector<std::vector<Reference>>(ResourceRef)> after;
    // Sets what the data says that another host has exported.
    std::function<void(std::string_view, DraftRef)> collect;
};

namespace detail {

using namespace polycty::detail;

// What the library keeps of a callable, or of several.
template <class F> struct Kept {
    static void destroy(void *data) noexcept { delete static_cast<F *>(data); }
    static const F &of(void *data) noexcept { return *static_cast<const F *>(data); }
};

struct World {
    std::function<std::optional<Value>(std::string_view, Arguments, TypeRef)> answer;
    Follow follow;
    Unfollow unfollow;
};

using Reader = std::function<std::optional<std::string>(std::string_view)>;

inline pcty_status read_file(void *data, pcty_str path, pcty_string **out,
                             pcty_error **error) noexcept {
    return guarded(error, [&] {
        if (std::optional<std::string> found = Kept<Reader>::of(data)(view(path))) {
            *out = made<pcty_string>(pcty_string_new, str(*found));
        }
    });
}

inline pcty_status answer(void *data, pcty_str question, const pcty_value *const *args,
                          std::size_t count, const pcty_type *returns, pcty_value **out,
                          pcty_error **error) noexcept {
    return guarded(error, [&] {
        std::optional<Value> found = Kept<World>::of(data).answer(
            view(question), Host::lend(args, count), TypeRef(returns));
        if (found) {
            *out = found->release();
        }
    });
}

template <class F>
pcty_status follow(void *data, pcty_str function, const pcty_value *const *args, std::size_t count,
                   const pcty_mcl_sender *sender, pcty_error **error) noexcept {
    return guarded(error, [&] {
        Kept<F>::of(data).follow(view(function), Host::lend(args, count),
                                 Sender(pcty_mcl_sender_clone(sender)));
    });
}

template <class F> void unfollow(void *data, const pcty_mcl_sender *sender) noexcept {
    try {
        Kept<F>::of(data).unfollow(Sender(pcty_mcl_sender_clone(sender)));
    } catch (...) { // what is ended anyway
    }
}

inline pcty_status call(void *data, const pcty_value *const *args, std::size_t count,
                        const pcty_type *type, pcty_value **out, pcty_error **error) noexcept {
    return guarded(error, [&] {
        const FunctionSpec &spec = Kept<FunctionSpec>::of(data);
        if (std::optional<Value> value = spec.call(Host::lend(args, count), TypeRef(type))) {
            *out = value->release();
        }
    });
}

inline pcty_status infer(void *data, const pcty_type *const *types,
                         const pcty_value *const *values, std::size_t count,
                         const pcty_type *result, pcty_type **out, pcty_error **error) noexcept {
    return guarded(error, [&] {
        std::vector<TypeRef> all;
        std::vector<std::optional<ValueRef>> known;
        for (std::size_t i = 0; i < count; i++) {
            all.emplace_back(types[i]);
            known.push_back(some<ValueRef>(values[i]));
        }
        *out = Kept<FunctionSpec>::of(data).infer(all, known, TypeRef(result)).release();
    });
}

inline pcty_status validate(void *data, const pcty_mcl_resource *resource,
                            pcty_error **error) noexcept {
    return guarded(error, [&] { Kept<KindSpec>::of(data).validate(ResourceRef(resource)); });
}

inline pcty_status compare(void *data, const pcty_mcl_resource *first,
                           const pcty_mcl_resource *second, pcty_error **error) noexcept {
    bool compared = true;
    pcty_status status = guarded(error, [&] {
        compared = Kept<KindSpec>::of(data).compare(ResourceRef(first), ResourceRef(second));
    });
    return compared ? status : PCTY_ERROR_UNSUPPORTED;
}

inline pcty_status merge(void *data, const pcty_mcl_resource *first,
                         const pcty_mcl_resource *second, pcty_mcl_resource_builder *draft,
                         pcty_error **error) noexcept {
    return guarded(error, [&] {
        Kept<KindSpec>::of(data).merge(ResourceRef(first), ResourceRef(second), DraftRef(draft));
    });
}

inline void after(void *data, const pcty_mcl_resource *resource,
                  pcty_mcl_dependencies *wishes) noexcept {
    try {
        for (const std::vector<Reference> &any :
             Kept<KindSpec>::of(data).after(ResourceRef(resource))) {
            std::vector<pcty_str> kinds, names;
            for (const Reference &one : any) {
                kinds.push_back(str(one.kind));
                names.push_back(str(one.name));
            }
            done(pcty_mcl_dependencies_add, wishes, static_cast<const pcty_str *>(kinds.data()),
                 static_cast<const pcty_str *>(names.data()), any.size());
        }
    } catch (...) { // then it comes after nothing more
    }
}

inline pcty_status collect(void *data, pcty_str exported, pcty_mcl_resource_builder *draft,
                           pcty_error **error) noexcept {
    return guarded(error,
                   [&] { Kept<KindSpec>::of(data).collect(view(exported), DraftRef(draft)); });
}

inline std::vector<pcty_mcl_field> fields(const std::vector<FieldSpec> &all) {
    std::vector<pcty_mcl_field> lent;
    for (const FieldSpec &field : all) {
        lent.push_back(
            {str(field.name), str(field.notation), str(field.stored), str(field.storage)});
    }
    return lent;
}

inline pcty_mcl_kind kind(const KindSpec &spec, const std::vector<pcty_mcl_field> &fields,
                          const std::vector<pcty_mcl_field> &sends) {
    pcty_mcl_kind kind = PCTY_MCL_KIND_INIT;
    kind.traits = spec.traits;
    kind.name = str(spec.name);
    kind.fields = fields.data();
    kind.field_count = fields.size();
    kind.sends = sends.data();
    kind.send_count = sends.size();
    kind.validate = spec.validate ? validate : nullptr;
    kind.compare = spec.compare ? compare : nullptr;
    kind.merge = spec.merge ? merge : nullptr;
    kind.after = spec.after ? after : nullptr;
    kind.collect = spec.collect ? collect : nullptr;
    kind.destroy = Kept<KindSpec>::destroy;
    return kind;
}

} // namespace detail

// What programs are given.
//
// Ownership: a copy has the same content and changes by itself; what the callables hold is
// destroyed with the last that has them.
// Threads: one at a time while it changes; as long as nobody changes it any number may compile
// with it.
//
// ```cpp
// polycty::mcl::Host with_files(std::map<std::string, std::string> files) {
//     polycty::mcl::Host host;
//     host.set_files([files](std::string_view path) -> std::optional<std::string> {
//         auto found = files.find(std::string(path));
//         return found == files.end() ? std::nullopt : std::optional(found->second);
//     });
//     return host;
// }
// ```
class Host : public detail::Shared<detail::View<pcty_mcl_host>, pcty_mcl_host,
                                   pcty_mcl_host_clone, pcty_mcl_host_free> {
  public:
    using Shared::Shared;
    Host() : Shared(pcty_mcl_host_new()) {}

    // Kinds as JSON; the head of mcl_language.h has the form.
    void add_kinds(std::string_view json) {
        detail::done(pcty_mcl_host_add_kinds, mutable_get(), detail::str(json));
    }
    void add_kind(KindSpec spec) { with_kind(pcty_mcl_host_add_kind, std::move(spec)); }
    // Of a kind that there is: the callables of the spec, and its name.
    void set_kind_callbacks(KindSpec spec) {
        with_kind(pcty_mcl_host_set_kind_callbacks, std::move(spec));
    }
    // Of a module, or one that is always there.
    void set_variable(std::string_view module, std::string_view name, ValueRef value) {
        detail::done(pcty_mcl_host_set_variable, mutable_get(), detail::str(module),
                     detail::str(name), value.get());
    }
    // A text of the language for a module of the system.
    void add_source(std::string_view module, std::string_view program, std::string_view path) {
        detail::done(pcty_mcl_host_add_source, mutable_get(), detail::str(module),
                     detail::str(program), detail::str(path));
    }
    void add_function(FunctionSpec function) {
        auto kept = std::make_unique<FunctionSpec>(std::move(function));
        pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
        spec.flags = kept->flags;
        spec.name = detail::str(kept->name);
        spec.signature = detail::str(kept->signature);
        spec.infer = kept->infer ? detail::infer : nullptr;
        spec.call = kept->call ? detail::call : nullptr;
        spec.follow = kept->follow ? detail::follow<FunctionSpec> : nullptr;
        spec.unfollow = kept->unfollow ? detail::unfollow<FunctionSpec> : nullptr;
        spec.destroy = detail::Kept<FunctionSpec>::destroy;
        spec.user_data = kept.release();
        detail::done(pcty_mcl_host_add_function, mutable_get(),
                     static_cast<const pcty_mcl_function_spec *>(&spec));
    }
    // The files of the deploy by their absolute paths; nothing where there is no such file.
    void set_files(std::function<std::optional<std::string>(std::string_view)> reader) {
        with_reader(pcty_mcl_host_set_files, std::move(reader));
    }
    // The files of modules from elsewhere, `example.com/web/metadata.yaml`.
    void set_modules(std::function<std::optional<std::string>(std::string_view)> reader) {
        with_reader(pcty_mcl_host_set_modules, std::move(reader));
    }
    // Who answers what functions ask of the world; nothing is no answer.
    void set_world(
        std::function<std::optional<Value>(std::string_view, Arguments, TypeRef)> answer,
        Follow follow = {}, Unfollow unfollow = {}) {
        auto kept = std::make_unique<detail::World>(
            detail::World{std::move(answer), std::move(follow), std::move(unfollow)});
        pcty_mcl_follow begin = kept->follow ? detail::follow<detail::World> : nullptr;
        pcty_mcl_unfollow end = kept->unfollow ? detail::unfollow<detail::World> : nullptr;
        detail::done(pcty_mcl_host_set_world, mutable_get(), detail::answer, begin, end,
                     static_cast<void *>(kept.release()), detail::Kept<detail::World>::destroy);
    }

  private:
    using SetKind = pcty_status (*)(pcty_mcl_host *, const pcty_mcl_kind *, pcty_error **);
    using SetReader = pcty_status (*)(pcty_mcl_host *, pcty_mcl_reader, void *, pcty_destroy,
                                      pcty_error **);

    void with_kind(SetKind set, KindSpec spec) {
        auto kept = std::make_unique<KindSpec>(std::move(spec));
        std::vector<pcty_mcl_field> fields = detail::fields(kept->fields);
        std::vector<pcty_mcl_field> sends = detail::fields(kept->sends);
        pcty_mcl_kind kind = detail::kind(*kept, fields, sends);
        kind.user_data = kept.release();
        detail::done(set, mutable_get(), static_cast<const pcty_mcl_kind *>(&kind));
    }
    void with_reader(SetReader set, detail::Reader reader) {
        void *data = new detail::Reader(std::move(reader));
        detail::done(set, mutable_get(), detail::read_file, data,
                     detail::Kept<detail::Reader>::destroy);
    }
};

// What a vertex of a graph of functions computes.
enum class VertexKind : pcty_mcl_vertex_kind {
    constant = PCTY_MCL_VERTEX_CONST,
    composite = PCTY_MCL_VERTEX_COMPOSITE,
    function = PCTY_MCL_VERTEX_FUNCTION,
    func_value = PCTY_MCL_VERTEX_FUNCTION_VALUE,
    call = PCTY_MCL_VERTEX_CALL,
    call_output = PCTY_MCL_VERTEX_CALL_OUTPUT,
    if_ = PCTY_MCL_VERTEX_IF,
    if_output = PCTY_MCL_VERTEX_IF_OUTPUT,
    except = PCTY_MCL_VERTEX_EXCEPT,
    except_output = PCTY_MCL_VERTEX_EXCEPT_OUTPUT,
    stmt_if = PCTY_MCL_VERTEX_STMT_IF,
    for_ = PCTY_MCL_VERTEX_FOR,
    forkv = PCTY_MCL_VERTEX_FORKV,
};

// A vertex; its parts are lent as long as the graph.
struct Vertex {
    VertexKind kind;
    std::string_view name, file; // the file is empty where it has no place
    std::uint32_t line, column;
    std::optional<ValueRef> value;
    std::optional<TypeRef> type;
};

// An edge between the vertices at two positions.
struct Edge {
    std::size_t from, to;
    std::string_view arguments;
};

// The graph of a program's functions.
//
// Ownership: only moved. Threads: any number at once.
//
// ```cpp
// std::size_t calls_in(const polycty::mcl::Graph &graph) {
//     std::size_t count = 0;
//     for (const polycty::mcl::Vertex &vertex : graph.vertices()) {
//         if (vertex.name == "call") {
//             count++;
//         }
//     }
//     return count;
// }
// ```
class Graph : public detail::Owned<detail::View<pcty_mcl_graph>, pcty_mcl_graph,
                                   pcty_mcl_graph_free> {
  public:
    using Owned::Owned;
    std::vector<Vertex> vertices() const {
        std::vector<Vertex> all;
        for (std::size_t i = 0; i < pcty_mcl_graph_vertex_count(get()); i++) {
            pcty_mcl_vertex lent = PCTY_MCL_VERTEX_INIT;
            detail::done(pcty_mcl_graph_vertex_at, get(), i, &lent);
            all.push_back({static_cast<VertexKind>(lent.kind), detail::view(lent.name),
                           detail::view(lent.file), lent.line, lent.column,
                           detail::some<ValueRef>(lent.value), detail::some<TypeRef>(lent.type)});
        }
        return all;
    }
    std::vector<Edge> edges() const {
        std::vector<Edge> all;
        for (std::size_t i = 0; i < pcty_mcl_graph_edge_count(get()); i++) {
            pcty_mcl_edge lent = PCTY_MCL_EDGE_INIT;
            detail::done(pcty_mcl_graph_edge_at, get(), i, &lent);
            all.push_back({lent.from, lent.to, detail::view(lent.arguments)});
        }
        return all;
    }
    std::string text() const { return detail::text(pcty_mcl_graph_to_text(get())); }
    std::string graphviz() const { return detail::text(pcty_mcl_graph_to_graphviz(get())); }
};

// A program that is compiled.
//
// Ownership: a copy counts a reference.
// Errors: have the language's words, the stage (`Error::stage`), and the place as a diagnostic.
// Threads: any number at once.
//
// ```cpp
// std::string graph_of(std::string_view text) {
//     try {
//         return polycty::mcl::Program(text).graph().text();
//     } catch (const polycty::Error &error) {
//         return error.text();
//     }
// }
// ```
class Program : public detail::Shared<detail::View<pcty_mcl_program>, pcty_mcl_program,
                                      pcty_mcl_program_clone, pcty_mcl_program_free> {
  public:
    using Shared::Shared;
    // A text, by the path that messages call it by.
    explicit Program(std::string_view text, std::string_view file = "main.mcl",
                     const Host &host = {})
        : Shared(detail::made<pcty_mcl_program>(pcty_mcl_program_compile_text, detail::str(text),
                                                detail::str(file), host.get())) {}
    // A file of the host's, or a module, whose path ends with a slash.
    static Program of_file(std::string_view path, const Host &host) {
        return Program(
            detail::made<pcty_mcl_program>(pcty_mcl_program_compile, detail::str(path), host.get()));
    }
    std::vector<std::string_view> files() const {
        std::vector<std::string_view> all(pcty_mcl_program_file_count(get()));
        for (std::size_t i = 0; i < all.size(); i++) {
            all[i] = detail::view(pcty_mcl_program_file_at(get(), i));
        }
        return all;
    }
    Graph graph() const {
        return Graph(detail::made<pcty_mcl_graph>(pcty_mcl_program_graph, get()));
    }
};

// An edge between the resources at two positions.
struct ResourceEdge {
    std::size_t from, to;
    bool notifies, is_automatic;
};

// A field that receives what another resource sends.
struct Receive {
    std::size_t from;
    std::string_view sent;
    std::size_t to;
    std::string_view field;
};

// A graph of resources.
//
// Ownership: a copy counts a reference; it lends its resources.
// Threads: any number at once.
//
// ```cpp
// void print_names(const polycty::mcl::Resources &resources) {
//     for (polycty::mcl::ResourceRef resource : resources.in_order()) {
//         std::cout << resource.kind() << ' ' << resource.name() << '\n';
//     }
// }
// ```
class Resources : public detail::Shared<detail::View<pcty_mcl_resources>, pcty_mcl_resources,
                                        pcty_mcl_resources_clone, pcty_mcl_resources_free> {
  public:
    using Shared::Shared;
    // One without resources.
    Resources() : Shared(pcty_mcl_resources_empty()) {}

    std::size_t size() const noexcept { return pcty_mcl_resources_count(get()); }
    ResourceRef at(std::size_t index) const {
        if (index >= size()) {
            detail::past_the_end(index, size());
        }
        return ResourceRef(pcty_mcl_resources_at(get(), index));
    }
    // In an order in which whatever comes first by an edge stands first.
    std::vector<ResourceRef> in_order() const {
        std::vector<ResourceRef> all;
        for (std::size_t i = 0; i < size(); i++) {
            all.emplace_back(pcty_mcl_resources_in_order_at(get(), i));
        }
        return all;
    }
    // Throws Code::not_found.
    ResourceRef find(std::string_view kind, std::string_view name) const {
        return at(detail::read<std::size_t>(pcty_mcl_resources_get, get(), detail::str(kind),
                                            detail::str(name)));
    }
    std::vector<ResourceEdge> edges() const {
        std::vector<ResourceEdge> all;
        for (std::size_t i = 0; i < pcty_mcl_resources_edge_count(get()); i++) {
            pcty_mcl_resource_edge lent = PCTY_MCL_RESOURCE_EDGE_INIT;
            detail::done(pcty_mcl_resources_edge_at, get(), i, &lent);
            all.push_back({lent.from, lent.to, (lent.flags & PCTY_MCL_EDGE_NOTIFY) != 0,
                           (lent.flags & PCTY_MCL_EDGE_AUTOMATIC) != 0});
        }
        return all;
    }
    std::vector<Receive> receives() const {
        std::vector<Receive> all;
        for (std::size_t i = 0; i < pcty_mcl_resources_receive_count(get()); i++) {
            pcty_mcl_receive lent = PCTY_MCL_RECEIVE_INIT;
            detail::done(pcty_mcl_resources_receive_at, get(), i, &lent);
            all.push_back({lent.from, detail::view(lent.sent), lent.to, detail::view(lent.field)});
        }
        return all;
    }
    std::string text() const { return detail::text(pcty_mcl_resources_to_text(get())); }
    std::string graphviz() const { return detail::text(pcty_mcl_resources_to_graphviz(get())); }
};

// What has become of something.
enum class ChangeKind : pcty_mcl_change_kind {
    added = PCTY_MCL_CHANGE_ADDED,
    removed = PCTY_MCL_CHANGE_REMOVED,
    changed = PCTY_MCL_CHANGE_CHANGED,
};

// What has become of a resource; its parts are lent as long as the difference.
struct Change {
    ChangeKind kind;
    std::optional<ResourceRef> before, after;
    std::vector<std::string_view> fields, meta;
};

// What has become of an edge, or of what a field receives; then `sent` and `field` have data.
struct EdgeChange {
    ChangeKind kind;
    bool notifies;
    std::string_view from_kind, from_name, sent, to_kind, to_name, field;
};

// What of a graph is another in the one after it.
//
// Ownership: only moved. Threads: any number at once.
//
// ```cpp
// bool only_adds(const polycty::mcl::Resources &before, const polycty::mcl::Resources &after) {
//     polycty::mcl::Difference difference(before, after);
//     for (const polycty::mcl::Change &change : difference.changes()) {
//         if (change.kind != polycty::mcl::ChangeKind::added) {
//             return false;
//         }
//     }
//     return true;
// }
// ```
class Difference : public detail::Owned<detail::View<pcty_mcl_difference>, pcty_mcl_difference,
                                        pcty_mcl_difference_free> {
  public:
    using Owned::Owned;
    Difference(const Resources &before, const Resources &after)
        : Owned(detail::made<pcty_mcl_difference>(pcty_mcl_difference_new, before.get(),
                                                  after.get())) {}
    bool is_empty() const noexcept { return pcty_mcl_difference_is_empty(get()); }
    // First what was removed, then what was added, then what is another.
    std::vector<Change> changes() const {
        std::vector<Change> all;
        for (std::size_t i = 0; i < pcty_mcl_difference_count(get()); i++) {
            pcty_mcl_change lent = PCTY_MCL_CHANGE_INIT;
            detail::done(pcty_mcl_difference_at, get(), i, &lent);
            Change change{static_cast<ChangeKind>(lent.kind),
                          detail::some<ResourceRef>(lent.before),
                          detail::some<ResourceRef>(lent.after),
                          {},
                          {}};
            for (std::size_t j = 0; j < lent.field_count; j++) {
                change.fields.push_back(detail::view(pcty_mcl_difference_field_at(get(), i, j)));
            }
            for (std::size_t j = 0; j < lent.meta_count; j++) {
                change.meta.push_back(detail::view(pcty_mcl_difference_meta_at(get(), i, j)));
            }
            all.push_back(std::move(change));
        }
        return all;
    }
    std::vector<EdgeChange> edges() const {
        std::vector<EdgeChange> all;
        for (std::size_t i = 0; i < pcty_mcl_difference_edge_count(get()); i++) {
            pcty_mcl_edge_change lent = PCTY_MCL_EDGE_CHANGE_INIT;
            detail::done(pcty_mcl_difference_edge_at, get(), i, &lent);
            all.push_back({static_cast<ChangeKind>(lent.kind),
                           (lent.flags & PCTY_MCL_EDGE_NOTIFY) != 0, detail::view(lent.from_kind),
                           detail::view(lent.from_name), detail::view(lent.sent),
                           detail::view(lent.to_kind), detail::view(lent.to_name),
                           detail::view(lent.field)});
        }
        return all;
    }
    std::string text() const { return detail::text(pcty_mcl_difference_to_text(get())); }
};

// A resource of the caller's own, for a Builder.
//
// Ownership: only moved. Threads: one at a time.
//
// ```cpp
// polycty::mcl::Draft page(const polycty::mcl::Host &host, std::string_view name) {
//     polycty::mcl::Draft draft(host, "page", name);
//     draft.set_field("text", polycty::Value::string("hello"));
//     return draft;
// }
// ```
class Draft : public detail::Owned<detail::View<pcty_mcl_resource_builder>, pcty_mcl_resource_builder,
                                   pcty_mcl_resource_builder_free> {
  public:
    using Owned::Owned;
    Draft(const Host &host, std::string_view kind, std::string_view name)
        : Owned(detail::made<pcty_mcl_resource_builder>(pcty_mcl_resource_builder_new, host.get(), detail::str(kind),
                                             detail::str(name))) {}
    void set_field(std::string_view name, ValueRef value) { ref().set_field(name, value); }
    void unset_field(std::string_view name) { ref().unset_field(name); }
    void set_meta(std::string_view name, ValueRef value) { ref().set_meta(name, value); }

  private:
    DraftRef ref() noexcept { return DraftRef(mutable_get()); }
};

// Resources and edges that a host makes by calls.
//
// Ownership: only moved. Threads: one at a time.
//
// ```cpp
// polycty::mcl::Resources two_pages(const polycty::mcl::Host &host) {
//     polycty::mcl::Builder builder(host);
//     builder.add(polycty::mcl::Draft(host, "page", "first"));
//     builder.add(polycty::mcl::Draft(host, "page", "second"));
//     builder.add_edge({"page", "first"}, {"page", "second"});
//     return builder.build();
// }
// ```
class Builder : public detail::Owned<detail::View<pcty_mcl_builder>, pcty_mcl_builder,
                                     pcty_mcl_builder_free> {
  public:
    using Owned::Owned;
    explicit Builder(const Host &host) : Owned(pcty_mcl_builder_new(host.get())) {}
    void add(const Draft &draft) { detail::done(pcty_mcl_builder_add, mutable_get(), draft.get()); }
    // The first comes before the second, and notifies it of changes.
    void add_edge(const Reference &from, const Reference &to, bool notifies = false) {
        detail::done(pcty_mcl_builder_add_edge, mutable_get(), detail::str(from.kind),
                     detail::str(from.name), detail::str(to.kind), detail::str(to.name),
                     static_cast<pcty_mcl_edge_flags>(notifies ? PCTY_MCL_EDGE_NOTIFY : 0));
    }
    void add_receive(const Reference &from, std::string_view sent, const Reference &to,
                     std::string_view field) {
        detail::done(pcty_mcl_builder_add_receive, mutable_get(), detail::str(from.kind),
                     detail::str(from.name), detail::str(sent), detail::str(to.kind),
                     detail::str(to.name), detail::str(field));
    }
    Resources build() const {
        return Resources(detail::made<pcty_mcl_resources>(pcty_mcl_builder_build, get()));
    }
};

// What a step has come to.
enum class Progress : pcty_mcl_progress {
    waiting = PCTY_MCL_PROGRESS_WAITING,
    same = PCTY_MCL_PROGRESS_SAME,
    changed = PCTY_MCL_PROGRESS_CHANGED,
};

// A program that runs.
//
// Ownership: only moved.
// Errors: of a step have the stage (`Error::stage`) and the place as a diagnostic. While it steps,
// what it calls back may set its time, and whatever else it asks of it is `Code::invalid_argument`.
// Threads: one at a time; senders may be used by any.
//
// ```cpp
// polycty::mcl::Resources first_graph(const polycty::mcl::Program &program) {
//     polycty::mcl::Runtime runtime(program);
//     runtime.set_time(std::chrono::system_clock::now());
//     return runtime.step() == polycty::mcl::Progress::changed ? runtime.resources()
//                                                              : polycty::mcl::Resources();
// }
// ```
class Runtime : public detail::Owned<detail::View<pcty_mcl_runtime>, pcty_mcl_runtime,
                                     pcty_mcl_runtime_free> {
  public:
    using Time = std::chrono::time_point<std::chrono::system_clock>;

    using Owned::Owned;
    // With at most so many vertices at once; 0 stands for a million or so.
    explicit Runtime(const Program &program, std::size_t vertices = 0)
        : Owned(detail::made<pcty_mcl_runtime>(pcty_mcl_runtime_start, program.get(), vertices)) {}

    void set_time(Time time) noexcept {
        using std::chrono::milliseconds;
        auto since = std::chrono::floor<milliseconds>(time.time_since_epoch());
        pcty_mcl_runtime_set_time(mutable_get(), since.count());
    }
    // The first time that somebody waits for.
    std::optional<Time> next_time() const noexcept {
        std::int64_t next = 0;
        if (!pcty_mcl_runtime_next_time(get(), &next)) {
            return std::nullopt;
        }
        using std::chrono::milliseconds;
        return Time(std::chrono::duration_cast<Time::duration>(milliseconds(next)));
    }
    // Is told on any thread that there is something to step for; it must not step itself.
    void set_wake(std::function<void()> wake) {
        using F = std::function<void()>;
        pcty_mcl_wake call = [](void *data) {
            try {
                detail::Kept<F>::of(data)();
            } catch (...) { // nobody could be told
            }
        };
        void *data = new F(std::move(wake));
        detail::done(pcty_mcl_runtime_set_wake, mutable_get(), call, data,
                     detail::Kept<F>::destroy);
    }
    // Readable while there is something to step for. Lent as long as the runtime.
    int descriptor() {
        return detail::read<std::int32_t>(pcty_mcl_runtime_descriptor, mutable_get());
    }
    Progress step() {
        return static_cast<Progress>(
            detail::read<pcty_mcl_progress>(pcty_mcl_runtime_step, mutable_get()));
    }
    // The graph that a step has come to last.
    Resources resources() const {
        return Resources(detail::made<pcty_mcl_resources>(pcty_mcl_runtime_resources, get()));
    }
};

} // namespace mcl
#endif // PCTY_HAS_MCL

#ifdef PCTY_HAS_SCHEMA
// ============================================================================
// JSON SCHEMA
// ============================================================================

// JSON Schema: types as schemas, schemas as types, how they relate, and documents that show it.
namespace schema {

// The rules that a schema follows where it says none itself.
enum class Draft : pcty_schema_draft {
    draft4 = PCTY_SCHEMA_DRAFT_4,
    openapi_3_0 = PCTY_SCHEMA_OPENAPI_3_0,
    draft6 = PCTY_SCHEMA_DRAFT_6,
    draft7 = PCTY_SCHEMA_DRAFT_7,
    draft2019_09 = PCTY_SCHEMA_DRAFT_2019_09,
    draft2020_12 = PCTY_SCHEMA_DRAFT_2020_12,
};

// A document of its own, with `$schema`, or a part of another one.
enum class Extent : pcty_schema_extent { whole = PCTY_SCHEMA_WHOLE, part = PCTY_SCHEMA_PART };

enum class Layout : pcty_json_layout { compact = PCTY_JSON_COMPACT, pretty = PCTY_JSON_PRETTY };

// Which documents: those that are values as they stand, or all that convert.
enum class Question : pcty_schema_documents_question {
    values = PCTY_SCHEMA_DOCUMENTS_VALUES,
    converting = PCTY_SCHEMA_DOCUMENTS_CONVERTING,
};

// Whether a document is one of a set.
enum class Validity : pcty_schema_validity {
    valid = PCTY_SCHEMA_VALIDITY_VALID,
    invalid = PCTY_SCHEMA_VALIDITY_INVALID,
    unknown = PCTY_SCHEMA_VALIDITY_UNKNOWN,
};

// How a second set of documents stands to a first one.
enum class Verdict : pcty_schema_inclusion {
    exact = PCTY_SCHEMA_INCLUSION_EXACT,
    wider = PCTY_SCHEMA_INCLUSION_WIDER,
    narrower = PCTY_SCHEMA_INCLUSION_NARROWER,
    unlike = PCTY_SCHEMA_INCLUSION_UNRELATED,
    unknown = PCTY_SCHEMA_INCLUSION_UNKNOWN,
};

// Which way what was made differs, at a place.
enum class Misfit : pcty_schema_mismatch {
    wider = PCTY_SCHEMA_MISMATCH_WIDER,
    narrower = PCTY_SCHEMA_MISMATCH_NARROWER,
    either = PCTY_SCHEMA_MISMATCH_EITHER,
};

// What becomes of an object that may have members beside those that are named: an object of the
// named ones, which is narrower, or a map, which is wider.
enum class OpenObjects : pcty_schema_open_objects {
    closed = PCTY_SCHEMA_OPEN_OBJECTS_CLOSED,
    maps = PCTY_SCHEMA_OPEN_OBJECTS_MAPS,
};

// How a schema is read that refers to other documents, or is a part of one.
struct Reading {
    // Where the schema stands in the document, as a JSON pointer.
    std::string_view pointer = {};
    // The document's own address.
    std::string_view address = {};
    Draft draft = Draft::draft2020_12;
    // Gives the text of the document of an address; nothing for one that is not known.
    std::function<std::optional<std::string>(std::string_view)> retrieve = nullptr;
};

// A JSON Schema.
//
// Ownership: a copy counts a reference.
// Errors: reading throws Code::syntax, Code::not_found for a reference that leads nowhere, and
// what `retrieve` throws.
// Threads: any number at once.
//
// ```cpp
// std::string renewed(std::string_view draft7) {
//     polycty::schema::Schema schema(draft7, polycty::schema::Draft::draft7);
//     return schema.text(polycty::schema::Layout::pretty); // in 2020-12
// }
// ```
class Schema : public polycty::detail::Shared<polycty::detail::View<pcty_schema>, pcty_schema,
                                              pcty_schema_clone, pcty_schema_free> {
  public:
    using Shared::Shared;
    explicit Schema(std::string_view json, Draft draft = Draft::draft2020_12)
        : Shared(polycty::detail::made<pcty_schema>(pcty_schema_parse, polycty::detail::str(json),
                                                    static_cast<pcty_schema_draft>(draft))) {}
    Schema(std::string_view json, const Reading &reading) : Shared(read(json, reading)) {}

    std::string text(Layout layout = Layout::compact, Extent extent = Extent::whole) const {
        return polycty::detail::text(polycty::detail::made<pcty_string>(
            pcty_schema_to_json, get(), static_cast<pcty_schema_extent>(extent),
            static_cast<pcty_json_layout>(layout)));
    }

  private:
    using Retrieve = std::function<std::optional<std::string>(std::string_view)>;

    static pcty_status retrieve(void *data, pcty_str address, pcty_string **out,
                                pcty_error **error) noexcept {
        return polycty::detail::HclHost::find(*static_cast<const Retrieve *>(data), address, out,
                                              error);
    }
    // The call is over before what it borrows is.
    static pcty_schema *read(std::string_view json, const Reading &reading) {
        using polycty::detail::str;
        return polycty::detail::made<pcty_schema>(
            pcty_schema_parse_part, str(json), str(reading.pointer), str(reading.address),
            static_cast<pcty_schema_draft>(reading.draft), reading.retrieve ? retrieve : nullptr,
            const_cast<void *>(static_cast<const void *>(&reading.retrieve)), nullptr);
    }
};

// How a second set of documents stands to a first one, with documents that show it, as JSON on one
// line: `more` is one that the second alone has, `less` one that the first alone has.
struct Relation {
    Verdict verdict;
    std::optional<std::string> more, less;
};

namespace detail {

using namespace polycty::detail;

inline Relation relation(pcty_schema_relation *owned) {
    Owned<View<pcty_schema_relation>, pcty_schema_relation, pcty_schema_relation_free> found(owned);
    auto some = [](pcty_str text) {
        return text.data == nullptr ? std::nullopt
                                    : std::optional<std::string>(std::string(view(text)));
    };
    return {static_cast<Verdict>(pcty_schema_relation_inclusion(found.get())),
            some(pcty_schema_relation_more(found.get())),
            some(pcty_schema_relation_less(found.get()))};
}

inline std::optional<std::string> witness(pcty_string *owned) {
    return owned == nullptr ? std::nullopt : std::optional<std::string>(text(owned));
}

} // namespace detail

// A set of documents: those of a type, of a schema, or of the variables of a module.
//
// Ownership: only moved.
// Errors: Code::unsupported for a type that is none of the dialect's.
// Threads: any number at once.
//
// ```cpp
// // What data a class took before and does not take any more; nothing if there is none.
// std::optional<std::string> refused(polycty::TypeRef before, polycty::TypeRef now) {
//     polycty::schema::Documents old(before, polycty::Dialect::puppet);
//     return old.relate(polycty::schema::Documents(now, polycty::Dialect::puppet)).less;
// }
// ```
class Documents : public polycty::detail::Owned<polycty::detail::View<pcty_schema_documents>,
                                                pcty_schema_documents, pcty_schema_documents_free> {
  public:
    using Owned::Owned;
    Documents(TypeRef type, Dialect dialect, Question question = Question::values)
        : Owned(polycty::detail::made<pcty_schema_documents>(
              pcty_schema_documents_of_type, type.get(), static_cast<pcty_dialect>(dialect),
              static_cast<pcty_schema_documents_question>(question))) {}
    explicit Documents(const Schema &schema)
        : Owned(polycty::detail::made<pcty_schema_documents>(pcty_schema_documents_of_schema, schema.get())) {}
#ifdef PCTY_HAS_TERRAFORM
    // Those that a `.tfvars.json` file may say.
    explicit Documents(const terraform::Module &module, Question question = Question::converting)
        : Owned(polycty::detail::made<pcty_schema_documents>(
              pcty_schema_documents_of_module, module.get(),
              static_cast<pcty_schema_documents_question>(question))) {}
#endif

    Validity take(std::string_view json) const {
        return static_cast<Validity>(polycty::detail::read<pcty_schema_validity>(
            pcty_schema_documents_take, get(), polycty::detail::str(json)));
    }
    // How other documents stand to these.
    Relation relate(const Documents &second) const {
        return detail::relation(polycty::detail::made<pcty_schema_relation>(
            pcty_schema_documents_relate, get(), second.get()));
    }
};

// A place that is not exact; lent from the pair.
struct Note {
    std::string_view place; // in the schema, as a JSON pointer
    PathRef path;           // in the type's values
    std::string_view message;
    Misfit misfit;
};

// A type and a schema, the one made of the other.
//
// Ownership: only moved; the type and the notes are lent.
// Errors: Code::unsupported, with the path, for a part that is no type of the dialect.
// Threads: any number at once.
//
// ```cpp
// std::string in_hcl(const polycty::schema::Schema &schema) {
//     auto found = polycty::schema::Pair::of_schema(schema, polycty::Dialect::hcl);
//     for (polycty::schema::Note note : found.notes()) {
//         std::cerr << "#" << note.place << ": " << note.message << "\n";
//     }
//     return polycty::hcl::type_text(found.type());
// }
// ```
class Pair : public polycty::detail::Owned<polycty::detail::View<pcty_schema_pair>,
                                           pcty_schema_pair, pcty_schema_pair_free> {
  public:
    using Owned::Owned;
    static Pair of_type(TypeRef type, Dialect dialect, Question question = Question::values) {
        return of_type(type, hcl::Defaults(nullptr), dialect, question);
    }
    // With the defaults that stand beside a type of HCL.
    static Pair of_type(TypeRef type, const hcl::Defaults &defaults, Dialect dialect,
                        Question question = Question::values) {
        return Pair(polycty::detail::made<pcty_schema_pair>(
            pcty_schema_export, type.get(), defaults.get(), static_cast<pcty_dialect>(dialect),
            static_cast<pcty_schema_documents_question>(question)));
    }
#ifdef PCTY_HAS_PUPPET
    // Of the parameters of a class that the manifest defines, or the environment's loader.
    static Pair of_class(const puppet::Manifest &manifest, std::string_view class_name,
                         const puppet::Environment &environment = {}) {
        return Pair(polycty::detail::made<pcty_schema_pair>(
            pcty_schema_export_class, manifest.get(), polycty::detail::str(class_name),
            environment.get()));
    }
#endif
#ifdef PCTY_HAS_TERRAFORM
    // Of the variables of a module.
    static Pair of_module(const terraform::Module &module,
                          Question question = Question::converting) {
        return Pair(polycty::detail::made<pcty_schema_pair>(
            pcty_schema_export_module, module.get(),
            static_cast<pcty_schema_documents_question>(question)));
    }
#endif
    // The nearest type of a dialect.
    static Pair of_schema(const Schema &schema, Dialect dialect,
                          OpenObjects open = OpenObjects::closed) {
        return Pair(polycty::detail::made<pcty_schema_pair>(
            pcty_schema_import, schema.get(), static_cast<pcty_dialect>(dialect),
            static_cast<pcty_schema_open_objects>(open)));
    }

    TypeRef type() const noexcept { return TypeRef(pcty_schema_pair_type(get())); }
    Schema schema() const {
        return Schema(polycty::detail::View<pcty_schema>(pcty_schema_pair_schema(get())));
    }
    // How what was made stands to what it was made of.
    Relation relate() const {
        return detail::relation(
            polycty::detail::made<pcty_schema_relation>(pcty_schema_pair_relate, get()));
    }
    Range<Note, pcty_schema_pair> notes() const & noexcept {
        return {get(), pcty_schema_pair_note_count(get()),
                [](const pcty_schema_pair *from, std::size_t at) {
                    using polycty::detail::view;
                    return Note{view(pcty_schema_pair_note_pointer_at(from, at)),
                                PathRef(pcty_schema_pair_note_path_at(from, at)),
                                view(pcty_schema_pair_note_message_at(from, at)),
                                static_cast<Misfit>(pcty_schema_pair_note_mismatch_at(from, at))};
                }};
    }
    void notes() const && = delete;
};

// A document that shows how a translation differs from the type; nothing where none was found.
inline std::optional<std::string> witness(const Translation &translation) {
    return detail::witness(
        detail::made<pcty_string>(pcty_translation_witness, translation.get()));
}

// A document that a value of one type is written as and no value of another one; nothing where the
// one is assignable to the other, and where none was found.
inline std::optional<std::string> witness(TypeRef source, TypeRef target, Dialect dialect) {
    return detail::witness(detail::made<pcty_string>(pcty_type_assignable_witness, source.get(),
                                                     target.get(),
                                                     static_cast<pcty_dialect>(dialect)));
}

} // namespace schema
#endif // PCTY_HAS_SCHEMA

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

#endif // POLYCTY_HPP
