// Calls of the C functions, and callbacks. Included only by base.hpp.

#ifndef POLYCTY_DETAIL_CALLS_HPP
#define POLYCTY_DETAIL_CALLS_HPP

#include "../base.hpp"

namespace polycty {

namespace detail {

// Calls a function that returns an owned handle.
template <class H, class... Params, class... Args>
H *made(pcty_status (*by)(Params...), Args... args) {
    H *out = nullptr;
    pcty_error *error = nullptr;
    if (by(args..., &out, &error) != PCTY_OK) {
        throw Error(error);
    }
    return out;
}

// Calls a function that returns plain data or borrowed text.
template <class T, class... Params, class... Args>
T read(pcty_status (*by)(Params...), Args... args) {
    T out{};
    pcty_error *error = nullptr;
    if (by(args..., &out, &error) != PCTY_OK) {
        throw Error(error);
    }
    return out;
}

// Calls a function without a result.
template <class... Params, class... Args> void done(pcty_status (*by)(Params...), Args... args) {
    pcty_error *error = nullptr;
    if (by(args..., &error) != PCTY_OK) {
        throw Error(error);
    }
}

// Enters a budget, and leaves it at the end of the C++ scope.
class Inside {
  public:
    explicit Inside(const pcty_budget *budget) : budget_(budget) {
        done(pcty_budget_enter, budget);
    }
    Inside(const Inside &) = delete;
    Inside &operator=(const Inside &) = delete;
    ~Inside() { PCTY_IGNORE(pcty_budget_leave(budget_, nullptr)); }

  private:
    const pcty_budget *budget_;
};

// Calls a function that may report that nothing was found.
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

// Runs the body of a callback of the C header; an exception becomes the error.
template <class F> pcty_status guarded(pcty_error **error, F &&body) noexcept {
    try {
        body();
        return PCTY_OK;
    } catch (const Error &thrown) {
        *error = thrown.clone_handle();
    } catch (const std::exception &thrown) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, pcty_str_from_cstr(thrown.what()));
    } catch (...) {
        *error = pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("an exception without a message"));
    }
    return pcty_error_code(*error);
}

// A walk whose visitor may throw: the exception is stored here until the walk has ended.
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

} // namespace detail

} // namespace polycty

#endif // POLYCTY_DETAIL_CALLS_HPP
