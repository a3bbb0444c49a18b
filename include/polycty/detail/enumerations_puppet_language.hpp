// The enumerations of puppet_language.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_PUPPET_LANGUAGE_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_PUPPET_LANGUAGE_HPP

#include "../puppet_language.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace puppet {

// The kind of a resource in a catalog.
enum class CatalogKind : std::uint32_t {
    // A class that was included, a node, `Class[main]` or `Class[Settings]`.
    included = PCTY_PUPPET_CATALOG_INCLUDED,
    // A resource of a type that the agent implements.
    native = PCTY_PUPPET_CATALOG_NATIVE,
    // A resource of a defined type.
    defined = PCTY_PUPPET_CATALOG_DEFINED,
    // A class that was declared like a resource.
    class_ = PCTY_PUPPET_CATALOG_CLASS,
};

inline detail::Names<CatalogKind> names_of(CatalogKind) noexcept {
    static constexpr detail::Named<CatalogKind> all[] = {
        {CatalogKind::included, "included"},
        {CatalogKind::native, "native"},
        {CatalogKind::defined, "defined"},
        {CatalogKind::class_, "class"},
    };
    return all;
}

// The kind of a definition.
enum class DefinitionKind : std::uint32_t {
    // A class.
    class_ = PCTY_PUPPET_DEFINES_CLASS,
    // A defined type.
    define = PCTY_PUPPET_DEFINES_DEFINE,
    // A function.
    function = PCTY_PUPPET_DEFINES_FUNCTION,
    // A node.
    node = PCTY_PUPPET_DEFINES_NODE,
    // A type alias.
    type = PCTY_PUPPET_DEFINES_TYPE,
};

inline detail::Names<DefinitionKind> names_of(DefinitionKind) noexcept {
    static constexpr detail::Named<DefinitionKind> all[] = {
        {DefinitionKind::class_, "class"},
        {DefinitionKind::define, "define"},
        {DefinitionKind::function, "function"},
        {DefinitionKind::node, "node"},
        {DefinitionKind::type, "type"},
    };
    return all;
}

// The level of a message.
enum class Level : std::uint32_t {
    // Information for debugging.
    debug = PCTY_PUPPET_LEVEL_DEBUG,
    // Normal operation.
    info = PCTY_PUPPET_LEVEL_INFO,
    // The output of `notice`.
    notice = PCTY_PUPPET_LEVEL_NOTICE,
    // A probable error.
    warning = PCTY_PUPPET_LEVEL_WARNING,
    // An error.
    err = PCTY_PUPPET_LEVEL_ERR,
    // A problem that needs immediate action.
    alert = PCTY_PUPPET_LEVEL_ALERT,
    // A problem that affects the whole system.
    emerg = PCTY_PUPPET_LEVEL_EMERG,
    // A critical failure.
    crit = PCTY_PUPPET_LEVEL_CRIT,
};

inline detail::Names<Level> names_of(Level) noexcept {
    static constexpr detail::Named<Level> all[] = {
        {Level::debug, "debug"},
        {Level::info, "info"},
        {Level::notice, "notice"},
        {Level::warning, "warning"},
        {Level::err, "err"},
        {Level::alert, "alert"},
        {Level::emerg, "emerg"},
        {Level::crit, "crit"},
    };
    return all;
}

// The kind of a definition to load.
enum class LoadKind : std::uint32_t {
    // A function of a module, in a file of the folder `functions`.
    function = PCTY_PUPPET_LOAD_FUNCTION,
    // A type alias, in a file of the folder `types`.
    type = PCTY_PUPPET_LOAD_TYPE,
    // A class or a defined type, in a file of the folder `manifests`.
    class_ = PCTY_PUPPET_LOAD_CLASS,
    // A template, in a file of the folder `templates`.
    template_ = PCTY_PUPPET_LOAD_TEMPLATE,
};

inline detail::Names<LoadKind> names_of(LoadKind) noexcept {
    static constexpr detail::Named<LoadKind> all[] = {
        {LoadKind::function, "function"},
        {LoadKind::type, "type"},
        {LoadKind::class_, "class"},
        {LoadKind::template_, "template"},
    };
    return all;
}

// The kind of a query of a function about the outside world.
enum class Question : std::uint32_t {
    // `lookup` and `hiera`: the value of the first key that has one. The four arguments are an
    // Array of the keys, the required type of the value, the merge behavior, and a Hash of further
    // options. An argument that is not specified is undef.
    lookup = PCTY_PUPPET_QUESTION_LOOKUP,
    // `find_file` and similar functions: the path of the first file that exists, a String. Each
    // argument is a name.
    find_file = PCTY_PUPPET_QUESTION_FIND_FILE,
    // `file` and `binary_file`: the content of a file, a String or a Binary. The argument is the
    // name of the file.
    read_file = PCTY_PUPPET_QUESTION_READ_FILE,
    // `generate`: the output of a command, a String. Each argument is a word of the command.
    generate = PCTY_PUPPET_QUESTION_GENERATE,
    // `defined`, and names of types that are not defined elsewhere: whether a resource type, a
    // class or a defined type with a name exists, a Boolean. The argument is the name.
    defined = PCTY_PUPPET_QUESTION_DEFINED,
    // Functions that need a catalog: `include`, `contain`, `require`, `realize`,
    // `create_resources`, `tag`, `tagged`. The first argument is the function's name, the others
    // are the function's own arguments.
    catalog = PCTY_PUPPET_QUESTION_CATALOG,
};

inline detail::Names<Question> names_of(Question) noexcept {
    static constexpr detail::Named<Question> all[] = {
        {Question::lookup, "lookup"},
        {Question::find_file, "find_file"},
        {Question::read_file, "read_file"},
        {Question::generate, "generate"},
        {Question::defined, "defined"},
        {Question::catalog, "catalog"},
    };
    return all;
}

// The kind of a resource expression.
enum class ResourceForm : std::uint32_t {
    // A declaration.
    regular = PCTY_PUPPET_RESOURCE_REGULAR,
    // A virtual declaration, which must be realized: `@`.
    virtual_ = PCTY_PUPPET_RESOURCE_VIRTUAL,
    // An exported declaration, which can be collected, also by other nodes: `@@`.
    exported = PCTY_PUPPET_RESOURCE_EXPORTED,
    // Default attributes of a type: `File { mode => '0644' }`.
    defaults = PCTY_PUPPET_RESOURCE_DEFAULTS,
    // Attributes of resources that are declared elsewhere: `File['a'] { mode => '0644' }`.
    override_ = PCTY_PUPPET_RESOURCE_OVERRIDE,
    // A collector of virtual resources: `File <| tag == 'a' |>`.
    collect = PCTY_PUPPET_RESOURCE_COLLECT,
    // A collector of exported resources: `File <<| |>>`.
    collect_exported = PCTY_PUPPET_RESOURCE_COLLECT_EXPORTED,
    // A relationship: `->`, `~>`, `<-` or `<~`.
    relationship = PCTY_PUPPET_RESOURCE_RELATIONSHIP,
};

inline detail::Names<ResourceForm> names_of(ResourceForm) noexcept {
    static constexpr detail::Named<ResourceForm> all[] = {
        {ResourceForm::regular, "regular"},
        {ResourceForm::virtual_, "virtual"},
        {ResourceForm::exported, "exported"},
        {ResourceForm::defaults, "defaults"},
        {ResourceForm::override_, "override"},
        {ResourceForm::collect, "collect"},
        {ResourceForm::collect_exported, "collect_exported"},
        {ResourceForm::relationship, "relationship"},
    };
    return all;
}

// The treatment of probable errors: Puppet's setting `strict`.
enum class Strictness : std::uint32_t {
    // They are errors. This is the default.
    error = PCTY_PUPPET_STRICT_ERROR,
    // They are warnings.
    warning = PCTY_PUPPET_STRICT_WARNING,
    // They are ignored.
    off = PCTY_PUPPET_STRICT_OFF,
};

inline detail::Names<Strictness> names_of(Strictness) noexcept {
    static constexpr detail::Named<Strictness> all[] = {
        {Strictness::error, "error"},
        {Strictness::warning, "warning"},
        {Strictness::off, "off"},
    };
    return all;
}

} // namespace puppet

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_PUPPET_LANGUAGE_HPP
