// The language mcl: programs and their hosts.

#ifndef POLYCTY_MCL_LANGUAGE_HPP
#define POLYCTY_MCL_LANGUAGE_HPP

#include "functions.hpp"
#include "mcl_language.h"
#include "detail/enumerations_mcl_language.hpp"

namespace polycty {

// A program is compiled with the content of a Host, and a Runtime steps it. A step that returns
// Progress::changed has produced a different graph of resources. A graph owns its resources.
namespace mcl {

class Sender;

// Announces, from any thread, that a followed value has changed.
//
// Ownership: a copy counts a reference.
// Threads: any number at once, also during a step of the runtime, and after its destruction.
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
    // Copies share this id; it is unique among the current senders.
    std::uint64_t id() const noexcept { return pcty_mcl_sender_id(get()); }
    void send() const noexcept { pcty_mcl_sender_send(get()); }
    // Announces that the stream has failed permanently, which ends the program.
    void fail(const Error &error) const noexcept { pcty_mcl_sender_fail(get(), error.get()); }
};

// Begin and end of following a value; an exception of `begin` ends the program.
using Follow = Callback<void(std::string_view function, Arguments args, Sender sender)>;
using Unfollow = Callback<void(Sender sender)>;

// A function of the host. Set a signature, or an `infer` callable that finds the type of each call:
// it receives the known types of the arguments, and the type of the result. An exception of `call`
// takes the place of the value, and `<|>` recovers from it, if it is not an Error or has
// Code::callback or Code::not_found. Any other Error ends the program.
struct FunctionSpec {
    std::string name; // with its module: `strings.shout`
    std::string signature;
    Callback<Type(const std::vector<TypeRef> &, const std::vector<std::optional<ValueRef>> &,
                       TypeRef)>
        infer;
    // Receives the arguments, and the function type of the call. A streaming function returns
    // nullopt while it has no value.
    Callback<std::optional<Value>(Arguments, TypeRef)> call;
    pcty_mcl_function_flags flags = 0; // PCTY_MCL_FUNCTION_*
    // Makes it a streaming function.
    Follow follow;
    Unfollow unfollow;
};

// A resource of a graph, borrowed from the graph or for a callback.
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
    std::string_view kind() const noexcept { return detail::view(data().kind); }
    std::string_view name() const noexcept { return detail::view(data().name); }
    // The file of the declaration, and the line from 1; empty and 0 if they are not known.
    std::string_view file() const noexcept { return detail::view(data().file); }
    std::uint32_t line() const noexcept { return data().line; }
    // Returns the fields that are set, in the order of the kind.
    Range<Entry, pcty_mcl_resource> fields() const noexcept {
        return {get(), data().field_count,
                [](const pcty_mcl_resource *from, std::size_t i, std::size_t) {
                    pcty_mcl_field_value field{};
                    pcty_mcl_resource_field_at(from, i, &field);
                    return Entry(detail::view(field.name), ValueRef(field.value));
                }};
    }
    std::optional<ValueRef> field(std::string_view name) const noexcept {
        return detail::some<ValueRef>(pcty_mcl_resource_field_get(get(), detail::str(name)));
    }
    // Returns a meta parameter by its name in lower case, or its default.
    Value meta(std::string_view name) const {
        return Value(detail::made<pcty_value>(pcty_mcl_resource_meta_get, get(), detail::str(name)));
    }
    bool is_hidden() const noexcept { return data().is_hidden; }
    // Returns the hosts that it is exported to; `*` for all.
    Range<std::string_view, pcty_mcl_resource> exports() const noexcept {
        return {get(), data().export_count,
                [](const pcty_mcl_resource *from, std::size_t i, std::size_t) {
                    return detail::view(pcty_mcl_resource_export_at(from, i));
                }};
    }

  private:
    pcty_mcl_resource_data data() const noexcept {
        pcty_mcl_resource_data data{};
        pcty_mcl_resource_info(get(), &data);
        return data;
    }
};

// A resource that is being built: borrowed for a merging callback, or owned by the caller.
//
// ```cpp
// void name_both(polycty::mcl::ResourceBuilderRef builder, polycty::mcl::ResourceRef other) {
//     builder.set_field("also", polycty::Value::string(other.name()));
// }
// ```
class ResourceBuilderRef {
  public:
    explicit ResourceBuilderRef(pcty_mcl_resource_builder *lent) noexcept : draft_(lent) {}
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

// A field of a kind, or of the data that it sends; the C header documents empty members.
struct FieldSpec {
    std::string name, notation, stored, storage;
};

// The kind and name of a resource.
struct Reference {
    std::string kind, name;
};

// A kind of resource, with optional rules for its resources; any of the callables may be empty. An
// exception rejects the resource.
struct KindSpec {
    std::string name;
    std::vector<FieldSpec> fields;
    std::vector<FieldSpec> sends;
    pcty_mcl_trait_flags traits = 0; // PCTY_MCL_TRAIT_*
    Callback<void(ResourceRef)> validate;
    // Throws if the resources differ; false selects the rule of other kinds.
    Callback<bool(ResourceRef, ResourceRef)> compare;
    // The builder is a copy of the first resource.
    Callback<void(ResourceRef, ResourceRef, ResourceBuilderRef)> merge;
    // The first entry of each list that is in the graph is a predecessor of the resource.
    Callback<std::vector<std::vector<Reference>>(ResourceRef)> after;
    // Sets the fields from data that another host has exported.
    Callback<void(std::string_view, ResourceBuilderRef)> collect;
};

namespace detail {

using namespace polycty::detail;

// The data of one or several callables that the library stores.
template <class F> struct Kept {
    static void destroy(void *data) noexcept { delete static_cast<F *>(data); }
    static const F &of(void *data) noexcept { return *static_cast<const F *>(data); }
};

struct World {
    Callback<std::optional<Value>(std::string_view, Arguments, TypeRef)> answer;
    Follow follow;
    Unfollow unfollow;
};

using Reader = Callback<std::optional<std::string>(std::string_view)>;

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
            view(question), polycty::detail::Host::lend(args, count), TypeRef(returns));
        if (found) {
            *out = found->release();
        }
    });
}

template <class F>
pcty_status follow(void *data, pcty_str function, const pcty_value *const *args, std::size_t count,
                   const pcty_mcl_sender *sender, pcty_error **error) noexcept {
    return guarded(error, [&] {
        Kept<F>::of(data).follow(view(function), polycty::detail::Host::lend(args, count),
                                 Sender(pcty_mcl_sender_clone(sender)));
    });
}

template <class F> void unfollow(void *data, const pcty_mcl_sender *sender) noexcept {
    try {
        Kept<F>::of(data).unfollow(Sender(pcty_mcl_sender_clone(sender)));
    } catch (...) { // the following ends in any case
    }
}

inline pcty_status call(void *data, const pcty_value *const *args, std::size_t count,
                        const pcty_type *type, pcty_value **out, pcty_error **error) noexcept {
    return guarded(error, [&] {
        const FunctionSpec &spec = Kept<FunctionSpec>::of(data);
        if (std::optional<Value> value = spec.call(polycty::detail::Host::lend(args, count), TypeRef(type))) {
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
                         const pcty_mcl_resource *second, pcty_mcl_resource_builder *builder,
                         pcty_error **error) noexcept {
    return guarded(error, [&] {
        Kept<KindSpec>::of(data).merge(ResourceRef(first), ResourceRef(second), ResourceBuilderRef(builder));
    });
}

inline void after(void *data, const pcty_mcl_resource *resource,
                  pcty_mcl_dependencies *dependencies) noexcept {
    try {
        for (const std::vector<Reference> &any :
             Kept<KindSpec>::of(data).after(ResourceRef(resource))) {
            Array<pcty_str> kinds, names;
            for (const Reference &one : any) {
                kinds.push(str(one.kind));
                names.push(str(one.name));
            }
            done(pcty_mcl_dependencies_add, dependencies, static_cast<const pcty_str *>(kinds.data()),
                 static_cast<const pcty_str *>(names.data()), any.size());
        }
    } catch (...) { // then it has no further predecessors
    }
}

inline pcty_status collect(void *data, pcty_str exported, pcty_mcl_resource_builder *builder,
                           pcty_error **error) noexcept {
    return guarded(error,
                   [&] { Kept<KindSpec>::of(data).collect(view(exported), ResourceBuilderRef(builder)); });
}

// The array has capacity for all of them.
inline void lend(const std::vector<FieldSpec> &fields, Array<pcty_mcl_field> &lent) {
    for (const FieldSpec &field : fields) {
        lent.push({sizeof(pcty_mcl_field), str(field.name), str(field.notation),
                   str(field.stored), str(field.storage)});
    }
}

inline pcty_mcl_kind kind(const KindSpec &spec, const Array<pcty_mcl_field> &fields,
                          const Array<pcty_mcl_field> &sends) {
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

// The environment of programs.
//
// Ownership: a copy has the same content and changes independently; the callables are destroyed
// with the last host that has them.
// Threads: one at a time while it changes; otherwise any number may compile with it.
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

    // Adds kinds from JSON; the head of mcl_language.h documents the format.
    void add_kinds(std::string_view json) {
        detail::done(pcty_mcl_host_add_kinds, mutable_get(), detail::str(json));
    }
    void add_kind(KindSpec spec) { with_kind(pcty_mcl_host_add_kind, std::move(spec)); }
    // Sets the callables of an existing kind; of the spec only the name and the callables are used.
    void set_kind_callbacks(KindSpec spec) {
        with_kind(pcty_mcl_host_set_kind_callbacks, std::move(spec));
    }
    // Defines a variable of a module, or one that is available everywhere.
    void set_variable(std::string_view module, std::string_view name, ValueRef value) {
        detail::done(pcty_mcl_host_set_variable, mutable_get(), detail::str(module),
                     detail::str(name), value.get());
    }
    // Adds source text of the language to a system module.
    void add_source(std::string_view module, std::string_view program, std::string_view path) {
        detail::done(pcty_mcl_host_add_source, mutable_get(), detail::str(module),
                     detail::str(program), detail::str(path));
    }
    void add_function(FunctionSpec function) {
        // From `add_function` on the library destroys it; nothing throws before.
        auto *kept = new FunctionSpec(std::move(function));
        pcty_mcl_function_spec spec = PCTY_MCL_FUNCTION_SPEC_INIT;
        spec.flags = kept->flags;
        spec.name = detail::str(kept->name);
        spec.signature = detail::str(kept->signature);
        spec.infer = kept->infer ? detail::infer : nullptr;
        spec.call = kept->call ? detail::call : nullptr;
        spec.follow = kept->follow ? detail::follow<FunctionSpec> : nullptr;
        spec.unfollow = kept->unfollow ? detail::unfollow<FunctionSpec> : nullptr;
        spec.destroy = detail::Kept<FunctionSpec>::destroy;
        spec.user_data = kept;
        detail::done(pcty_mcl_host_add_function, mutable_get(),
                     static_cast<const pcty_mcl_function_spec *>(&spec));
    }
    // Sets the source of the deploy's files by their absolute paths; nullopt if a file does not
    // exist.
    void set_files(Callback<std::optional<std::string>(std::string_view)> reader) {
        with_reader(pcty_mcl_host_set_files, std::move(reader));
    }
    // Sets the source of external modules' files, such as `example.com/web/metadata.yaml`.
    void set_modules(Callback<std::optional<std::string>(std::string_view)> reader) {
        with_reader(pcty_mcl_host_set_modules, std::move(reader));
    }
    // Sets the handler for queries about the outside world; nullopt if it has no answer.
    void set_world(
        Callback<std::optional<Value>(std::string_view, Arguments, TypeRef)> answer,
        Follow follow = {}, Unfollow unfollow = {}) {
        auto *kept = new detail::World{std::move(answer), std::move(follow), std::move(unfollow)};
        pcty_mcl_follow begin = kept->follow ? detail::follow<detail::World> : nullptr;
        pcty_mcl_unfollow end = kept->unfollow ? detail::unfollow<detail::World> : nullptr;
        detail::done(pcty_mcl_host_set_world, mutable_get(), detail::answer, begin, end,
                     static_cast<void *>(kept), detail::Kept<detail::World>::destroy);
    }

  private:
    using SetKind = pcty_status (*)(pcty_mcl_host *, const pcty_mcl_kind *, pcty_error **);
    using SetReader = pcty_status (*)(pcty_mcl_host *, pcty_mcl_reader, void *, pcty_destroy,
                                      pcty_error **);

    void with_kind(SetKind set, KindSpec spec) {
        detail::Array<pcty_mcl_field> fields, sends;
        fields.reserve(spec.fields.size());
        sends.reserve(spec.sends.size());
        // From `set` on the library destroys it; nothing throws before.
        auto *kept = new KindSpec(std::move(spec));
        detail::lend(kept->fields, fields);
        detail::lend(kept->sends, sends);
        pcty_mcl_kind kind = detail::kind(*kept, fields, sends);
        kind.user_data = kept;
        detail::done(set, mutable_get(), static_cast<const pcty_mcl_kind *>(&kind));
    }
    void with_reader(SetReader set, detail::Reader reader) {
        void *data = new detail::Reader(std::move(reader));
        detail::done(set, mutable_get(), detail::read_file, data,
                     detail::Kept<detail::Reader>::destroy);
    }
};

// A vertex; its parts are valid as long as the graph.
struct Vertex {
    VertexKind kind;
    std::string_view name, file; // the file is empty if it has no location
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
// Ownership: move-only. Threads: any number at once.
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
    Range<Vertex, pcty_mcl_graph> vertices() const & noexcept {
        return {get(), detail::info(pcty_mcl_graph_info, get()).vertex_count,
                [](const pcty_mcl_graph *from, std::size_t i, std::size_t) {
                    pcty_mcl_vertex borrowed = PCTY_MCL_VERTEX_INIT;
                    detail::done(pcty_mcl_graph_vertex_at, from, i, &borrowed);
                    return Vertex{static_cast<VertexKind>(borrowed.kind),
                                  detail::view(borrowed.name),
                                  detail::view(borrowed.file),
                                  borrowed.line,
                                  borrowed.column,
                                  detail::some<ValueRef>(borrowed.value),
                                  detail::some<TypeRef>(borrowed.type)};
                }};
    }
    void vertices() const && = delete;
    Range<Edge, pcty_mcl_graph> edges() const & noexcept {
        return {get(), detail::info(pcty_mcl_graph_info, get()).edge_count,
                [](const pcty_mcl_graph *from, std::size_t i, std::size_t) {
                    pcty_mcl_edge borrowed = PCTY_MCL_EDGE_INIT;
                    detail::done(pcty_mcl_graph_edge_at, from, i, &borrowed);
                    return Edge{borrowed.from, borrowed.to, detail::view(borrowed.arguments)};
                }};
    }
    void edges() const && = delete;
    std::string text() const { return detail::text(pcty_mcl_graph_to_text(get(), PCTY_MCL_GRAPH_TEXT)); }
    std::string to_graphviz() const { return detail::text(pcty_mcl_graph_to_text(get(), PCTY_MCL_GRAPH_GRAPHVIZ)); }
};

// A compiled program.
//
// Ownership: a copy counts a reference.
// Errors: have the language's messages, the stage (`Error::stage`), and the location as a
// diagnostic.
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
    // Compiles a text with its path for messages.
    explicit Program(std::string_view text, std::string_view file = "main.mcl",
                     const Host &host = {})
        : Shared(detail::made<pcty_mcl_program>(pcty_mcl_program_compile_text, detail::str(text),
                                                detail::str(file), host.get())) {}
    // Compiles a file of the host, or a module, whose path ends with a slash.
    static Program of_file(std::string_view path, const Host &host) {
        return Program(
            detail::made<pcty_mcl_program>(pcty_mcl_program_compile, detail::str(path), host.get()));
    }
    Range<std::string_view, pcty_mcl_program> files() const & noexcept {
        return {get(), pcty_mcl_program_file_count(get()),
                [](const pcty_mcl_program *from, std::size_t i, std::size_t) {
                    return detail::view(pcty_mcl_program_file_at(from, i));
                }};
    }
    void files() const && = delete;
    Graph graph() const {
        return Graph(detail::made<pcty_mcl_graph>(pcty_mcl_program_graph, get()));
    }
};

} // namespace mcl

} // namespace polycty

#endif // POLYCTY_MCL_LANGUAGE_HPP
