// Marks of values.

#ifndef POLYCTY_MARKS_HPP
#define POLYCTY_MARKS_HPP

#include "values.hpp"

namespace polycty {

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

} // namespace polycty

#include "paths.hpp" // the bodies of values need it

#endif // POLYCTY_MARKS_HPP
