// The language mcl: graphs of resources, and the runtime that steps a program.

#ifndef POLYCTY_MCL_RUNTIME_HPP
#define POLYCTY_MCL_RUNTIME_HPP

#include "mcl_language.hpp"

#include <chrono>

namespace polycty {

namespace mcl {

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
// Ownership: a copy counts a reference; it owns its resources.
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
    // Creates an empty graph.
    Resources() : Shared(pcty_mcl_resources_empty()) {}

    std::size_t size() const noexcept { return detail::info(pcty_mcl_resources_info, get()).count; }
    ResourceRef at(std::size_t index) const & {
        if (index >= size()) {
            detail::past_the_end(index, size());
        }
        return ResourceRef(pcty_mcl_resources_at(get(), index));
    }
    void at(std::size_t index) const && = delete;
    // Returns the resources in topological order of the edges.
    Range<ResourceRef, pcty_mcl_resources> in_order() const & noexcept {
        return {get(), size(), [](const pcty_mcl_resources *from, std::size_t i, std::size_t) {
                    return ResourceRef(pcty_mcl_resources_in_order_at(from, i));
                }};
    }
    void in_order() const && = delete;
    // Errors: Code::not_found.
    ResourceRef find(std::string_view kind, std::string_view name) const & {
        return at(detail::read<std::size_t>(pcty_mcl_resources_get, get(), detail::str(kind),
                                            detail::str(name)));
    }
    void find(std::string_view kind, std::string_view name) const && = delete;
    Range<ResourceEdge, pcty_mcl_resources> edges() const & noexcept {
        return {get(), detail::info(pcty_mcl_resources_info, get()).edge_count,
                [](const pcty_mcl_resources *from, std::size_t i, std::size_t) {
                    pcty_mcl_resource_edge borrowed = PCTY_MCL_RESOURCE_EDGE_INIT;
                    detail::done(pcty_mcl_resources_edge_at, from, i, &borrowed);
                    return ResourceEdge{borrowed.from, borrowed.to,
                                        (borrowed.flags & PCTY_MCL_EDGE_NOTIFY) != 0,
                                        (borrowed.flags & PCTY_MCL_EDGE_AUTOMATIC) != 0};
                }};
    }
    void edges() const && = delete;
    Range<Receive, pcty_mcl_resources> receives() const & noexcept {
        return {get(), detail::info(pcty_mcl_resources_info, get()).receive_count,
                [](const pcty_mcl_resources *from, std::size_t i, std::size_t) {
                    pcty_mcl_receive borrowed = PCTY_MCL_RECEIVE_INIT;
                    detail::done(pcty_mcl_resources_receive_at, from, i, &borrowed);
                    return Receive{borrowed.from, detail::view(borrowed.sent), borrowed.to,
                                   detail::view(borrowed.field)};
                }};
    }
    void receives() const && = delete;
    std::string text() const { return detail::text(pcty_mcl_resources_to_text(get(), PCTY_MCL_GRAPH_TEXT)); }
    std::string to_graphviz() const { return detail::text(pcty_mcl_resources_to_text(get(), PCTY_MCL_GRAPH_GRAPHVIZ)); }
};

// A change of a resource; its parts are valid as long as the difference.
struct Change {
    ChangeKind kind;
    std::optional<ResourceRef> before, after;
    Range<std::string_view, pcty_mcl_difference> fields, meta;
};

// A change of an edge, or of a sent field; for a field, `sent` and `field` have data.
struct EdgeChange {
    ChangeKind kind;
    bool notifies;
    std::string_view from_kind, from_name, sent, to_kind, to_name, field;
};

// The difference of two graphs.
//
// Ownership: move-only. Threads: any number at once.
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
    bool is_empty() const noexcept { return detail::info(pcty_mcl_difference_info, get()).is_empty; }
    // First what was removed, then what was added, then what is another.
    Range<Change, pcty_mcl_difference> changes() const & noexcept {
        return {get(), detail::info(pcty_mcl_difference_info, get()).change_count,
                [](const pcty_mcl_difference *from, std::size_t i, std::size_t) {
                    pcty_mcl_change borrowed = PCTY_MCL_CHANGE_INIT;
                    detail::done(pcty_mcl_difference_at, from, i, &borrowed);
                    Range<std::string_view, pcty_mcl_difference> fields{
                        from, borrowed.field_count,
                        [](const pcty_mcl_difference *of, std::size_t j, std::size_t within) {
                            return detail::view(pcty_mcl_difference_field_at(of, within, j));
                        },
                        i};
                    Range<std::string_view, pcty_mcl_difference> meta{
                        from, borrowed.meta_count,
                        [](const pcty_mcl_difference *of, std::size_t j, std::size_t within) {
                            return detail::view(pcty_mcl_difference_meta_at(of, within, j));
                        },
                        i};
                    return Change{static_cast<ChangeKind>(borrowed.kind),
                                  detail::some<ResourceRef>(borrowed.before),
                                  detail::some<ResourceRef>(borrowed.after), fields, meta};
                }};
    }
    void changes() const && = delete;
    Range<EdgeChange, pcty_mcl_difference> edges() const & noexcept {
        return {get(), detail::info(pcty_mcl_difference_info, get()).edge_count,
                [](const pcty_mcl_difference *from, std::size_t i, std::size_t) {
                    pcty_mcl_edge_change borrowed = PCTY_MCL_EDGE_CHANGE_INIT;
                    detail::done(pcty_mcl_difference_edge_at, from, i, &borrowed);
                    return EdgeChange{static_cast<ChangeKind>(borrowed.kind),
                                      (borrowed.flags & PCTY_MCL_EDGE_NOTIFY) != 0,
                                      detail::view(borrowed.from_kind),
                                      detail::view(borrowed.from_name),
                                      detail::view(borrowed.sent),
                                      detail::view(borrowed.to_kind),
                                      detail::view(borrowed.to_name),
                                      detail::view(borrowed.field)};
                }};
    }
    void edges() const && = delete;
    std::string text() const { return detail::text(pcty_mcl_difference_to_text(get())); }
};

// A resource that the caller owns, for a Builder.
//
// Ownership: move-only. Threads: one at a time.
//
// ```cpp
// polycty::mcl::ResourceBuilder page(const polycty::mcl::Host &host, std::string_view name) {
//     polycty::mcl::ResourceBuilder builder(host, "page", name);
//     builder.set_field("text", polycty::Value::string("hello"));
//     return builder;
// }
// ```
class ResourceBuilder : public detail::Owned<detail::View<pcty_mcl_resource_builder>, pcty_mcl_resource_builder,
                                   pcty_mcl_resource_builder_free> {
  public:
    using Owned::Owned;
    ResourceBuilder(const Host &host, std::string_view kind, std::string_view name)
        : Owned(detail::made<pcty_mcl_resource_builder>(pcty_mcl_resource_builder_new, host.get(), detail::str(kind),
                                             detail::str(name))) {}
    void set_field(std::string_view name, ValueRef value) { ref().set_field(name, value); }
    void unset_field(std::string_view name) { ref().unset_field(name); }
    void set_meta(std::string_view name, ValueRef value) { ref().set_meta(name, value); }

  private:
    ResourceBuilderRef ref() noexcept { return ResourceBuilderRef(mutable_get()); }
};

// Resources and edges that a host builds by calls.
//
// Ownership: move-only. Threads: one at a time.
//
// ```cpp
// polycty::mcl::Resources two_pages(const polycty::mcl::Host &host) {
//     polycty::mcl::Builder builder(host);
//     builder.add(polycty::mcl::ResourceBuilder(host, "page", "first"));
//     builder.add(polycty::mcl::ResourceBuilder(host, "page", "second"));
//     builder.add_edge({"page", "first"}, {"page", "second"});
//     return builder.build();
// }
// ```
class Builder : public detail::Owned<detail::View<pcty_mcl_builder>, pcty_mcl_builder,
                                     pcty_mcl_builder_free> {
  public:
    using Owned::Owned;
    explicit Builder(const Host &host) : Owned(pcty_mcl_builder_new(host.get())) {}
    void add(const ResourceBuilder &builder) { detail::done(pcty_mcl_builder_add, mutable_get(), builder.get()); }
    // Adds an edge: the first is a predecessor of the second, and notifies it of changes.
    void add_edge(const Reference &from, const Reference &to, bool notifies = false) {
        pcty_mcl_edge_spec edge = between(from, to);
        edge.flags = static_cast<pcty_mcl_edge_flags>(notifies ? PCTY_MCL_EDGE_NOTIFY : 0);
        detail::done(pcty_mcl_builder_add_edge, mutable_get(), &edge);
    }
    void add_receive(const Reference &from, std::string_view sent, const Reference &to,
                     std::string_view field) {
        pcty_mcl_edge_spec edge = between(from, to);
        edge.sent = detail::str(sent);
        edge.field = detail::str(field);
        detail::done(pcty_mcl_builder_add_edge, mutable_get(), &edge);
    }
    Resources build() const {
        return Resources(detail::made<pcty_mcl_resources>(pcty_mcl_builder_build, get()));
    }

  private:
    static pcty_mcl_edge_spec between(const Reference &from, const Reference &to) {
        pcty_mcl_edge_spec edge = PCTY_MCL_EDGE_SPEC_INIT;
        edge.from_kind = detail::str(from.kind);
        edge.from_name = detail::str(from.name);
        edge.to_kind = detail::str(to.kind);
        edge.to_name = detail::str(to.name);
        return edge;
    }
};

// A running program.
//
// Ownership: move-only.
// Errors: those of a step have the stage (`Error::stage`) and the location as a diagnostic. During
// a step, callbacks may set the time; all other calls of the runtime throw
// `Code::invalid_argument`.
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
    // Starts a program with a maximum number of vertices at a time; 0 selects the default of about
    // a million.
    explicit Runtime(const Program &program, std::size_t vertices = 0)
        : Owned(detail::made<pcty_mcl_runtime>(pcty_mcl_runtime_start, program.get(), vertices)) {}

    void set_time(Time time) noexcept {
        using std::chrono::milliseconds;
        auto since = std::chrono::floor<milliseconds>(time.time_since_epoch());
        pcty_mcl_runtime_set_time(mutable_get(), since.count());
    }
    // Returns the earliest time of a pending timer.
    std::optional<Time> next_time() const noexcept {
        std::int64_t next = 0;
        if (!pcty_mcl_runtime_next_time(get(), &next)) {
            return std::nullopt;
        }
        using std::chrono::milliseconds;
        return Time(std::chrono::duration_cast<Time::duration>(milliseconds(next)));
    }
    // Sets a callable that is notified on any thread when a step has work to do; it must not step
    // itself.
    void set_wake(Callback<void()> wake) {
        using F = Callback<void()>;
        pcty_mcl_wake call = [](void *data) {
            try {
                detail::Kept<F>::of(data)();
            } catch (...) { // there is no receiver for the error
            }
        };
        void *data = new F(std::move(wake));
        detail::done(pcty_mcl_runtime_set_wake, mutable_get(), call, data,
                     detail::Kept<F>::destroy);
    }
    // Returns a descriptor that is readable when a step has work to do, valid as long as the
    // runtime.
    int descriptor() {
        return detail::read<std::int32_t>(pcty_mcl_runtime_descriptor, mutable_get());
    }
    Progress step() {
        return static_cast<Progress>(
            detail::read<pcty_mcl_progress>(pcty_mcl_runtime_step, mutable_get()));
    }
    // Returns the graph of the last step.
    Resources resources() const {
        return Resources(detail::made<pcty_mcl_resources>(pcty_mcl_runtime_resources, get()));
    }
};

} // namespace mcl

} // namespace polycty

#endif // POLYCTY_MCL_RUNTIME_HPP
