// Puppet's catalogs: compilation, resources, JSON, differences, and lookups of Hiera data.

#ifndef POLYCTY_PUPPET_CATALOG_HPP
#define POLYCTY_PUPPET_CATALOG_HPP

#include "puppet_language.hpp"

#ifdef PCTY_HAS_MCL
#include "mcl_runtime.hpp"
#endif

namespace polycty {

namespace puppet {

// An environment and a node. Members that are empty have the defaults of the C header.
struct CatalogOptions {
    std::string environment_folder; // manifests, modules, hiera.yaml; must be set
    std::string environment_name;
    std::vector<std::string> modules; // folders, instead of those of the environment
    std::string manifest;             // a file or a folder, instead of that of the environment
    std::string hiera;                // the hiera.yaml of the global layer
    std::string node;                 // must be set
    // JSON objects.
    std::string facts, trusted, server_facts;
    std::string classifier; // the output of an external node classifier
    std::string settings;   // the variables of the class `settings`
    // The functions, aliases, logger and time of the host.
    std::optional<Environment> environment;
    Strictness strictness = Strictness::error;
};

// A parameter of a resource; borrowed from the catalog.
struct CatalogParameter {
    std::string_view name;
    ValueRef value; // a Sensitive if it is secret
    bool is_sensitive;
};

// An edge of containment between the resources at two positions.
struct CatalogEdge {
    std::size_t container, contained;
};

// A resource of a catalog; borrowed from the catalog.
struct CatalogResource {
    CatalogKind kind;
    bool is_exported, is_virtual;
    std::string_view type, title;
    std::string_view file; // of the declaration; without data if it is not known
    std::uint32_t line;    // from 1; 0 if it is not known
    std::size_t position;  // in the catalog
    Range<CatalogParameter, pcty_puppet_catalog> parameters;
    Range<std::string_view, pcty_puppet_catalog> tags;
    const pcty_puppet_catalog *catalog;

    // Returns the reference, such as `File[/etc/motd]`.
    std::string reference() const {
        return std::string(type).append("[").append(title).append("]");
    }
    // Returns the value of a parameter; a Sensitive if it is secret.
    std::optional<ValueRef> parameter(std::string_view name) const noexcept {
        return detail::some<ValueRef>(
            pcty_puppet_catalog_parameter_get(catalog, position, detail::str(name)));
    }
};

// Options of the JSON form of a catalog.
struct CatalogJsonOptions {
    bool has_secrets = false; // whether secret values are written, as an agent needs them
    std::int64_t version = 0;
    std::string uuid, code_id;
};

// The position of a declaration; without a file if it is not known.
struct CatalogPlace {
    std::string file;
    std::uint32_t line = 0;
};

// A resource that only one of two catalogs has. A secret value is the Hash `{'__ptype' =>
// 'Sensitive'}`.
struct CatalogEntry {
    std::string reference;
    CatalogPlace place;
    std::vector<std::pair<std::string, Value>> parameters;
};

// A parameter that differs between two catalogs; without a value in a catalog that does not have
// it. A secret value is the Hash `{'__ptype' => 'Sensitive'}`.
struct CatalogParameterChange {
    std::string name;
    std::optional<Value> old_value, new_value;
};

// A resource that two catalogs have and that differs: in its parameters, its containers, or
// because only one of the catalogs exports it.
struct CatalogChange {
    std::string reference;
    CatalogPlace old_place, new_place;
    std::vector<CatalogParameterChange> parameters;
    std::vector<std::string> old_containers, new_containers; // empty if they are the same
    bool old_exported = false, new_exported = false;         // both false if they are the same
};

// The difference of two catalogs.
struct CatalogDifference {
    std::vector<CatalogEntry> added, removed;
    std::vector<CatalogChange> changed;
    std::vector<std::string> added_classes, removed_classes;

    // Returns whether the catalogs are equal.
    bool empty() const noexcept {
        return added.empty() && removed.empty() && changed.empty() && added_classes.empty() &&
               removed_classes.empty();
    }
};

// The catalog of a node.
//
// Ownership: move-only; resources, values and texts are borrowed.
// Errors: those of the C functions, with Puppet's messages and the location in the file as a
// diagnostic; an exception of a callable of the environment ends the compilation.
// Threads: any number at once.
//
// ```cpp
// void print_files(const std::string &folder, const std::string &node) {
//     polycty::puppet::CatalogOptions options;
//     options.environment_folder = folder;
//     options.node = node;
//     polycty::puppet::Catalog catalog(options);
//     for (const polycty::puppet::CatalogResource &found : catalog.resources()) {
//         std::cout << found.reference() << " " << found.file << ":" << found.line << "\n";
//         for (const polycty::puppet::CatalogParameter &parameter : found.parameters) {
//             std::cout << "    " << parameter.name << " => "
//                       << (parameter.is_sensitive ? "(sensitive)"
//                                                  : polycty::puppet::format(parameter.value))
//                       << "\n";
//         }
//     }
// }
// ```
class Catalog : public detail::Owned<detail::View<pcty_puppet_catalog>, pcty_puppet_catalog,
                                     pcty_puppet_catalog_free> {
  public:
    using Owned::Owned;
    // Compiles the catalog of a node.
    explicit Catalog(const CatalogOptions &options) : Catalog(compile(options, nullptr)) {}
    // As above; stores the warnings about the manifests and of the programs.
    Catalog(const CatalogOptions &options, std::optional<Error> &warnings)
        : Catalog(compile(options, &warnings)) {}
    // Parses the JSON that a Puppet server or `to_json` writes.
    static Catalog parse(std::string_view json) {
        return Catalog(
            detail::made<pcty_puppet_catalog>(pcty_puppet_catalog_parse, detail::str(json)));
    }

    // Returns the resources, in the order of their creation.
    Range<CatalogResource, pcty_puppet_catalog> resources() const & noexcept {
        return {get(), detail::info(pcty_puppet_catalog_info, get()).resource_count, resource_at};
    }
    void resources() const && = delete;
    // Throws Code::not_found past the end.
    CatalogResource resource(std::size_t position) const & {
        return resource_at(get(), position, 0);
    }
    void resource(std::size_t position) const && = delete;
    // Returns a resource by its type and title as they are in the catalog: `File` and `/etc/motd`,
    // `Class` and `Profile::Web`. Throws Code::not_found.
    CatalogResource resource(std::string_view type, std::string_view title) const & {
        return resource(detail::read<std::size_t>(pcty_puppet_catalog_resource_get, get(),
                                                  detail::str(type), detail::str(title)));
    }
    void resource(std::string_view type, std::string_view title) const && = delete;
    Range<CatalogEdge, pcty_puppet_catalog> edges() const & noexcept {
        return {get(), detail::info(pcty_puppet_catalog_info, get()).edge_count,
                [](const pcty_puppet_catalog *from, std::size_t i, std::size_t) {
                    pcty_puppet_catalog_edge borrowed = PCTY_PUPPET_CATALOG_EDGE_INIT;
                    detail::done(pcty_puppet_catalog_edge_at, from, i, &borrowed);
                    return CatalogEdge{borrowed.container, borrowed.contained};
                }};
    }
    void edges() const && = delete;
    // Returns the names of the classes and nodes, in the order of their evaluation.
    Range<std::string_view, pcty_puppet_catalog> classes() const & noexcept {
        return {get(), detail::info(pcty_puppet_catalog_info, get()).class_count,
                [](const pcty_puppet_catalog *from, std::size_t i, std::size_t) {
                    return detail::view(pcty_puppet_catalog_class_at(from, i));
                }};
    }
    void classes() const && = delete;

    std::string to_json(const CatalogJsonOptions &options = {}) const;
    // Returns the difference from this catalog to a newer one.
    CatalogDifference diff(const Catalog &newer) const;
    // Returns the difference as a JSON object.
    std::string diff_json(const Catalog &newer) const {
        return detail::text(
            detail::made<pcty_string>(pcty_puppet_catalog_diff, get(), newer.get()));
    }
    // Throws Code::diagnostics with a diagnostic for each dependency cycle.
    void check_cycles() const { detail::done(pcty_puppet_catalog_check_cycles, get()); }
#ifdef PCTY_HAS_MCL
    // Returns the graph of the agent: the resources at the same positions, their order, and hidden
    // resources for the ends of containers. Throws as check_cycles.
    mcl::Resources graph() const {
        return mcl::Resources(detail::made<pcty_mcl_resources>(pcty_puppet_catalog_graph, get()));
    }
#endif

  private:
    static pcty_puppet_catalog *compile(const CatalogOptions &options,
                                        std::optional<Error> *warnings);
    static CatalogResource resource_at(const pcty_puppet_catalog *from, std::size_t at,
                                       std::size_t);
};

// Options of a lookup.
struct LookupOptions {
    // `first`, `unique`, `hash` or `deep`, or a JSON object with `strategy` and its options; if it
    // is empty, the strategy of `lookup_options` in the data.
    std::string merge;
    std::optional<Value> default_value; // without it, a missing key is an error
};

// The result of a lookup, and how it was found.
struct Lookup {
    Value value;
    std::string explanation;
};

// Looks up a key in the Hiera data of an environment, for the node of the options.
inline Value lookup(std::string_view key, const CatalogOptions &options,
                    const LookupOptions &lookup_options = {});
// As above. If the lookup fails, the detail of the first diagnostic of the error is the explanation.
inline Lookup lookup_explained(std::string_view key, const CatalogOptions &options,
                               const LookupOptions &lookup_options = {});

namespace detail {

// The options of C, which refer to the texts in those of C++.
class LentCatalogOptions {
  public:
    explicit LentCatalogOptions(const CatalogOptions &of) {
        for (const std::string &folder : of.modules) {
            modules_.push(str(folder));
        }
        auto set = [](pcty_str &member, const std::string &text) {
            if (!text.empty()) {
                member = str(text);
            }
        };
        set(lent_.environment_folder, of.environment_folder);
        set(lent_.environment_name, of.environment_name);
        lent_.modules = modules_.data();
        lent_.module_count = modules_.size();
        set(lent_.manifest, of.manifest);
        set(lent_.hiera, of.hiera);
        set(lent_.node, of.node);
        set(lent_.facts, of.facts);
        set(lent_.trusted, of.trusted);
        set(lent_.server_facts, of.server_facts);
        set(lent_.classifier, of.classifier);
        set(lent_.settings, of.settings);
        lent_.environment = of.environment ? of.environment->get() : nullptr;
        lent_.strictness = static_cast<pcty_puppet_strictness>(of.strictness);
    }
    const pcty_puppet_catalog_options *get() const noexcept { return &lent_; }

  private:
    Array<pcty_str> modules_;
    pcty_puppet_catalog_options lent_ = PCTY_PUPPET_CATALOG_OPTIONS_INIT;
};

inline pcty_value *look_up(std::string_view key, const CatalogOptions &options,
                           const LookupOptions &lookup_options, pcty_string **explanation) {
    LentCatalogOptions lent(options);
    pcty_puppet_lookup_options chosen = PCTY_PUPPET_LOOKUP_OPTIONS_INIT;
    if (!lookup_options.merge.empty()) {
        chosen.merge = str(lookup_options.merge);
    }
    chosen.default_value =
        lookup_options.default_value ? lookup_options.default_value->get() : nullptr;
    pcty_value *out = nullptr;
    done(pcty_puppet_lookup, str(key), lent.get(), &chosen, &out, explanation);
    return out;
}

// The functions below read the JSON of a difference, whose hashes have strings as keys.

inline std::string member_text(ValueRef hash, std::string_view name) {
    std::optional<ValueRef> found = hash.lookup(name);
    return found ? std::string(found->as_string()) : std::string();
}

inline CatalogPlace member_place(ValueRef hash, std::string_view file, std::string_view line) {
    std::optional<ValueRef> found = hash.lookup(line);
    return {member_text(hash, file), found ? static_cast<std::uint32_t>(found->as_int64()) : 0};
}

// Calls `each(key, element)` for the entries of a hash.
template <class F> void each_entry(std::optional<ValueRef> hash, F &&each) {
    std::size_t count = hash ? hash->length().value_or(0) : 0;
    for (std::size_t i = 0; i < count; i++) {
        each(hash->entry_key(i)->as_string(), *hash->element(i));
    }
}

template <class T, class F>
std::vector<T> member_list(ValueRef hash, std::string_view name, F &&read) {
    std::optional<ValueRef> list = hash.lookup(name);
    std::size_t count = list ? list->length().value_or(0) : 0;
    std::vector<T> found;
    found.reserve(count);
    for (std::size_t i = 0; i < count; i++) {
        found.push_back(read(*list->element(i)));
    }
    return found;
}

inline std::vector<std::string> member_texts(ValueRef hash, std::string_view name) {
    return member_list<std::string>(
        hash, name, [](ValueRef text) { return std::string(text.as_string()); });
}

inline CatalogEntry catalog_entry(ValueRef hash) {
    CatalogEntry entry{member_text(hash, "reference"), member_place(hash, "file", "line"), {}};
    each_entry(hash.lookup("parameters"), [&](std::string_view name, ValueRef value) {
        entry.parameters.emplace_back(name, value);
    });
    return entry;
}

inline CatalogChange catalog_change(ValueRef hash) {
    CatalogChange change;
    change.reference = member_text(hash, "reference");
    change.old_place = member_place(hash, "old_file", "old_line");
    change.new_place = member_place(hash, "new_file", "new_line");
    each_entry(hash.lookup("parameters"), [&](std::string_view name, ValueRef values) {
        auto value = [&](std::string_view side) {
            std::optional<ValueRef> found = values.lookup(side);
            return found ? std::optional(Value(*found)) : std::nullopt;
        };
        change.parameters.push_back({std::string(name), value("old"), value("new")});
    });
    change.old_containers = member_texts(hash, "old_containers");
    change.new_containers = member_texts(hash, "new_containers");
    auto flag = [&](std::string_view name) {
        std::optional<ValueRef> found = hash.lookup(name);
        return found && found->as_bool();
    };
    change.old_exported = flag("old_exported");
    change.new_exported = flag("new_exported");
    return change;
}

} // namespace detail

inline pcty_puppet_catalog *Catalog::compile(const CatalogOptions &options,
                                             std::optional<Error> *warnings) {
    detail::LentCatalogOptions lent(options);
    pcty_puppet_catalog *out = nullptr;
    pcty_error *found = nullptr;
    detail::done(pcty_puppet_catalog_compile, lent.get(), &out,
                 warnings == nullptr ? nullptr : &found);
    if (warnings != nullptr) {
        *warnings = detail::some_error(found);
    }
    return out;
}

inline CatalogResource Catalog::resource_at(const pcty_puppet_catalog *from, std::size_t at,
                                            std::size_t) {
    pcty_puppet_catalog_resource borrowed = PCTY_PUPPET_CATALOG_RESOURCE_INIT;
    detail::done(pcty_puppet_catalog_resource_at, from, at, &borrowed);
    Range<CatalogParameter, pcty_puppet_catalog> parameters{
        from, borrowed.parameter_count,
        [](const pcty_puppet_catalog *of, std::size_t i, std::size_t within) {
            pcty_puppet_catalog_parameter parameter = PCTY_PUPPET_CATALOG_PARAMETER_INIT;
            detail::done(pcty_puppet_catalog_parameter_at, of, within, i, &parameter);
            return CatalogParameter{detail::view(parameter.name), ValueRef(parameter.value),
                                    parameter.is_sensitive};
        },
        at};
    Range<std::string_view, pcty_puppet_catalog> tags{
        from, borrowed.tag_count,
        [](const pcty_puppet_catalog *of, std::size_t i, std::size_t within) {
            return detail::view(pcty_puppet_catalog_tag_at(of, within, i));
        },
        at};
    return {static_cast<CatalogKind>(borrowed.kind),
            borrowed.is_exported,
            borrowed.is_virtual,
            detail::view(borrowed.type_name),
            detail::view(borrowed.title),
            detail::view(borrowed.file),
            borrowed.line,
            at,
            parameters,
            tags,
            from};
}

inline std::string Catalog::to_json(const CatalogJsonOptions &options) const {
    pcty_puppet_catalog_json_options chosen = PCTY_PUPPET_CATALOG_JSON_OPTIONS_INIT;
    chosen.has_secrets = options.has_secrets;
    chosen.version = options.version;
    if (!options.uuid.empty()) {
        chosen.uuid = detail::str(options.uuid);
    }
    if (!options.code_id.empty()) {
        chosen.code_id = detail::str(options.code_id);
    }
    return detail::text(detail::made<pcty_string>(
        pcty_puppet_catalog_to_json, get(),
        static_cast<const pcty_puppet_catalog_json_options *>(&chosen)));
}

inline CatalogDifference Catalog::diff(const Catalog &newer) const {
    Value json = from_json(diff_json(newer));
    return {detail::member_list<CatalogEntry>(json, "added", detail::catalog_entry),
            detail::member_list<CatalogEntry>(json, "removed", detail::catalog_entry),
            detail::member_list<CatalogChange>(json, "changed", detail::catalog_change),
            detail::member_texts(json, "added_classes"),
            detail::member_texts(json, "removed_classes")};
}

inline Value lookup(std::string_view key, const CatalogOptions &options,
                    const LookupOptions &lookup_options) {
    return Value(detail::look_up(key, options, lookup_options, nullptr));
}

inline Lookup lookup_explained(std::string_view key, const CatalogOptions &options,
                               const LookupOptions &lookup_options) {
    pcty_string *explanation = nullptr;
    Value value(detail::look_up(key, options, lookup_options, &explanation));
    return {std::move(value), detail::text(explanation)};
}

} // namespace puppet

} // namespace polycty

#endif // POLYCTY_PUPPET_CATALOG_HPP
