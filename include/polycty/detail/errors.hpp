// The definitions for base.hpp. Included only by refinements.hpp.

#ifndef POLYCTY_DETAIL_ERRORS_HPP
#define POLYCTY_DETAIL_ERRORS_HPP

#include "../refinements.hpp"

namespace polycty {

// --- Errors

inline PathRef Error::path() const & noexcept { return PathRef(pcty_error_path(get())); }

inline Path Error::path() const && { return path(); }

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
    limits.time = std::chrono::microseconds(lent.microseconds < most ? lent.microseconds : most);
    return limits;
}

inline std::optional<std::size_t> Error::argument() const noexcept {
    auto data = detail::error_data(get());
    return data.has_argument ? std::optional(data.argument) : std::nullopt;
}

inline std::optional<std::size_t> Error::offset() const noexcept {
    auto data = detail::error_data(get());
    return data.has_offset ? std::optional(data.offset) : std::nullopt;
}

inline std::optional<TypeRef> Error::expected() const & noexcept {
    return detail::some<TypeRef>(detail::error_data(get()).expected);
}

inline std::optional<TypeRef> Error::found() const & noexcept {
    return detail::some<TypeRef>(detail::error_data(get()).found);
}

inline std::optional<Type> Error::expected() const && { return expected(); }

inline std::optional<Type> Error::found() const && { return found(); }

inline Range<Diagnostic, pcty_error> Error::diagnostics() const & noexcept {
    return {get(), detail::error_data(get()).diagnostic_count, [](const pcty_error *from, std::size_t i, std::size_t) {
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

inline std::string Error::format(Notation notation) const {
    return detail::text(pcty_error_format(get(), static_cast<pcty_error_notation>(notation)));
}
inline std::string Error::line() const { return format(Notation::line); }
inline std::string Error::text() const { return format(Notation::text); }
inline std::string Error::text(Render style) const {
    return format(style == Render::color ? Notation::colored_text : Notation::text);
}
inline std::string Error::to_json() const { return format(Notation::json); }
inline std::string Error::to_sarif() const { return format(Notation::sarif); }

inline Error::Error(Handle owned)
    : std::runtime_error(detail::text(pcty_error_format(owned.get(), PCTY_NOTATION_LINE))),
      handle_(std::move(owned)) {}

template <class... Params, class... Args>
Error &Error::change(pcty_status (*by)(pcty_error *, Params...), Args... args) {
    // The handle is not shared: a copy of an Error has a handle of its own.
    detail::done(by, const_cast<pcty_error *>(get()), args...);
    std::runtime_error::operator=(std::runtime_error(line()));
    return *this;
}

inline Error &Error::in_attribute(std::string_view name) {
    return change(pcty_error_prepend_path, Path().attribute(name).get());
}
inline Error &Error::in_index(std::size_t index) {
    return change(pcty_error_prepend_path, Path().index(index).get());
}
inline Error &Error::in_key(ValueRef key) {
    return change(pcty_error_prepend_path, Path().key(key).get());
}
inline Error &Error::with_path(PathRef path) {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    data.path = path.get();
    return change(pcty_error_set, &data);
}
inline Error &Error::with_argument(std::size_t index) {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    data.has_argument = true;
    data.argument = index;
    return change(pcty_error_set, &data);
}
inline Error &Error::with_types(std::optional<TypeRef> found, std::optional<TypeRef> expected) {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    data.expected = detail::pointer(expected);
    data.found = detail::pointer(found);
    return change(pcty_error_set, &data);
}
inline Error &Error::with_offset(std::size_t offset) {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    data.has_offset = true;
    data.offset = offset;
    return change(pcty_error_set, &data);
}
inline Error &Error::with_source(std::string_view source, std::string_view file) {
    pcty_error_data data = PCTY_ERROR_DATA_INIT;
    data.source = detail::str(source);
    data.file = detail::str(file);
    return change(pcty_error_set, &data);
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

} // namespace polycty

#endif // POLYCTY_DETAIL_ERRORS_HPP
