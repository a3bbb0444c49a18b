// Marks of values.

#ifndef POLYCTY_MARKS_HPP
#define POLYCTY_MARKS_HPP

#include "values.hpp"

namespace polycty {

// The methods of Marks and MarksRef.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// bool is_sensitive(polycty::ValueRef value) {
//     return value.marks().contains("sensitive");
// }
// ```
class MarksMethods : public detail::View<pcty_marks> {
  public:
    using View::View;
    std::size_t size() const noexcept { return pcty_marks_count(get()); }
    bool contains(std::string_view mark) const noexcept {
        return pcty_marks_contains(get(), detail::str(mark));
    }
    Range<std::string_view, pcty_marks> all() const noexcept {
        return {get(), size(), [](const pcty_marks *marks, std::size_t i, std::size_t) {
                    return detail::view(pcty_marks_at(marks, i));
                }};
    }

  protected:
    MarksMethods(const MarksMethods &) = default;
    MarksMethods &operator=(const MarksMethods &) = default;
    ~MarksMethods() = default;
};

// A view of a Marks: owns nothing, and is valid as long as the owner of the marks. It can be
// assigned, which makes it a view of a different object; an owner cannot be assigned through it.
//
// Ownership: owns nothing.
// Threads: as the viewed object.
//
// ```cpp
// std::size_t count_marks(polycty::ValueRef value) {
//     polycty::MarksRef marks = value.marks();
//     return marks.size();
// }
// ```
class MarksRef : public MarksMethods {
  public:
    using MarksMethods::MarksMethods;
    MarksRef(const MarksMethods &of) noexcept : MarksMethods(of.get()) {}
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
class Marks : public detail::Shared<MarksMethods, pcty_marks, pcty_marks_clone, pcty_marks_free> {
  public:
    using Shared::Shared;
    explicit Marks(const Texts &marks);
    Range<std::string_view, pcty_marks> all() const & noexcept { return MarksMethods::all(); }
    void all() const && = delete;
};

} // namespace polycty

#include "paths.hpp" // the bodies of values need it

#endif // POLYCTY_MARKS_HPP
