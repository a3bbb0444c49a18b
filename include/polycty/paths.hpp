// Paths into values, and sets of them.

#ifndef POLYCTY_PATHS_HPP
#define POLYCTY_PATHS_HPP

#include "marks.hpp"

namespace polycty {

// ============================================================================
// PATHS
// ============================================================================

// A step of a path. The name of a step that a path returns is borrowed from the path.
struct Step {
    StepKind kind;
    std::string_view name; // of an attribute
    Value key;             // of an index: a number, a string, or an element of a set
};

// The methods of Path and PathRef.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once while the path does not change.
//
// ```cpp
// void print(polycty::PathRef path) {
//     for (const polycty::Step &step : path.steps()) {
//         bool named = step.kind == polycty::StepKind::attribute;
//         std::cout << (named ? std::string(step.name) : step.key.to_json()) << "\n";
//     }
// }
// ```
class PathMethods : public detail::View<pcty_path> {
  public:
    using View::View;
    std::size_t size() const noexcept { return pcty_path_step_count(get()); }
    Range<Step, pcty_path> steps() const noexcept;
    bool starts_with(const PathMethods &prefix) const noexcept {
        return pcty_path_starts_with(get(), prefix.get());
    }
    // Returns text such as `.servers[0]["name"]`.
    std::string text() const;

    friend bool operator==(const PathMethods &a, const PathMethods &b) noexcept {
        return pcty_path_equal(a.get(), b.get());
    }
    friend bool operator!=(const PathMethods &a, const PathMethods &b) noexcept {
        return !(a == b);
    }

  protected:
    PathMethods(const PathMethods &) = default;
    PathMethods &operator=(const PathMethods &) = default;
    ~PathMethods() = default;
};

// A view of a Path: owns nothing, and is valid as long as the owner of the path. It can be
// assigned, which makes it a view of a different object; an owner cannot be assigned through it.
//
// Ownership: owns nothing.
// Threads: as the viewed object.
//
// ```cpp
// bool is_inside(polycty::PathRef part, polycty::PathRef whole) {
//     return part.starts_with(whole) && part != whole;
// }
// ```
class PathRef : public PathMethods {
  public:
    using PathMethods::PathMethods;
    PathRef(const PathMethods &of) noexcept : PathMethods(of.get()) {}
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
class Path : public detail::Shared<PathMethods, pcty_path, pcty_path_clone, pcty_path_free> {
  public:
    using Shared::Shared;
    Path() : Shared(pcty_path_new()) {}
    Range<Step, pcty_path> steps() const & noexcept { return PathMethods::steps(); }
    void steps() const && = delete;
    // Each appends one step.
    Path &attribute(std::string_view name);
    Path &index(std::size_t index);
    Path &key(ValueRef key);
};

// The path and the marks of a part of a value.
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
    // Inserts a path and all its prefixes, including the empty one.
    void insert_with_prefixes(PathRef path);
    // Returns whether the path was in the set.
    bool remove(PathRef path) noexcept {
        return pcty_path_set_remove(mutable_get(), path.get());
    }
    // Calls `visit(path)`, which returns a Visit, in no particular order. `walk` rethrows its
    // exceptions; it must not change the set.
    template <class F> void walk(F &&visit) const;
    std::vector<Path> paths() const;

    friend PathSet operator|(const PathSet &a, const PathSet &b) {
        return PathSet(pcty_path_set_combine(a.get(), b.get(), PCTY_PATH_SET_UNION));
    }
    friend PathSet operator&(const PathSet &a, const PathSet &b) {
        return PathSet(pcty_path_set_combine(a.get(), b.get(), PCTY_PATH_SET_INTERSECTION));
    }
    friend PathSet operator-(const PathSet &a, const PathSet &b) {
        return PathSet(pcty_path_set_combine(a.get(), b.get(), PCTY_PATH_SET_DIFFERENCE));
    }
    friend bool operator==(const PathSet &a, const PathSet &b) noexcept {
        return pcty_path_set_equal(a.get(), b.get());
    }
    friend bool operator!=(const PathSet &a, const PathSet &b) noexcept { return !(a == b); }
};

} // namespace polycty

#include "refinements.hpp" // the bodies of values need it

#endif // POLYCTY_PATHS_HPP
