// The definitions for paths.hpp. Included only by refinements.hpp.

#ifndef POLYCTY_DETAIL_PATHS_HPP
#define POLYCTY_DETAIL_PATHS_HPP

#include "../refinements.hpp"

namespace polycty {

// --- Paths

inline Range<Step, pcty_path> PathMethods::steps() const noexcept {
    return {get(), size(), [](const pcty_path *path, std::size_t i, std::size_t) {
                Step step{static_cast<StepKind>(pcty_path_step_kind_at(path, i)),
                          detail::view(pcty_path_step_name_at(path, i)), Value()};
                if (step.kind == StepKind::index) {
                    step.key = Value(detail::made<pcty_value>(pcty_path_step_key_at, path, i));
                }
                return step;
            }};
}

inline std::string PathMethods::text() const { return detail::text(pcty_path_to_text(get())); }

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
    detail::done(pcty_path_set_insert, mutable_get(), path.get(), false);
}

inline void PathSet::insert_with_prefixes(PathRef path) {
    detail::done(pcty_path_set_insert, mutable_get(), path.get(), true);
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

} // namespace polycty

#endif // POLYCTY_DETAIL_PATHS_HPP
