// Puppet's language: manifests, templates and their environments.

#ifndef POLYCTY_PUPPET_LANGUAGE_HPP
#define POLYCTY_PUPPET_LANGUAGE_HPP

#include "puppet.hpp"
#include "puppet_language.h"
#include "detail/enumerations_puppet_language.hpp"

namespace polycty {

namespace puppet {

// ============================================================================
// PUPPET'S LANGUAGE
// ============================================================================

// The text that defines a name, and the name of the text in errors.
struct SourceText {
    std::string text;
    std::string file;
};

// Returns the path of a definition in a directory of modules; nullopt for a name that no file
// within a module can have.
inline std::optional<std::string> module_file(std::string_view directory, LoadKind sought,
                                              std::string_view name);

// A call of a host function. Valid for the duration of the callback, on its thread.
//
// ```cpp
// // twice(3) |$x| { $x + 1 } gives [4, 4].
// polycty::Value twice(polycty::Arguments args, polycty::puppet::Call call) {
//     polycty::Value once = call.block({args[0]}), again = call.block({args[0]});
//     return polycty::puppet::array({once, again});
// }
// ```
class Call {
  public:
    explicit Call(const pcty_puppet_call *lent) noexcept : call_(lent) {}
    bool has_block() const noexcept { return pcty_puppet_call_has_block(call_); }
    // Calls the block. If the block fails or leaves the enclosing function (`return`), throws an
    // exception that the host function must propagate.
    Value block(const Values &args) const;

  private:
    const pcty_puppet_call *call_;
};

// The environment of an evaluation.
//
// Ownership: a copy has the same content and changes independently; the callables are destroyed
// with the last environment that contains them.
// Errors: an exception of a callable ends the evaluation with that error.
// Threads: one at a time while it changes; otherwise any number may evaluate in it, and callables
// may run on several threads at once.
//
// ```cpp
// polycty::puppet::Environment with_facts(polycty::ValueRef facts) {
//     polycty::puppet::Environment environment;
//     environment.set_variable("facts", facts);
//     environment.set_logger([](polycty::puppet::Level, std::string_view message) {
//         std::cerr << message << "\n";
//     });
//     return environment;
// }
// ```
class Environment : public detail::Shared<detail::View<pcty_puppet_environment>,
                                          pcty_puppet_environment, pcty_puppet_environment_clone,
                                          pcty_puppet_environment_free> {
  public:
    using Shared::Shared;
    Environment() : Shared(pcty_puppet_environment_new()) {}

    // Defines a variable by its name without `$`.
    void set_variable(std::string_view name, ValueRef value);
    void set_strictness(Strictness strictness);
    // Sets whether a reference to an undefined variable is undef or an error.
    void allow_unknown_variables(bool allowed = true);
    // Sets whether a declaration of resources returns references or is an error.
    void allow_resources(bool allowed = true);
    void set_aliases(const Aliases &aliases);
    // Sets the current time. Without it, functions that need the current time throw an error.
    void set_time(Time time);
    // Defines a function. Signatures have the notation of messages: `String[1] name, Any value?,
    // Callable[1, 1] block?`.
    void set_function(std::string_view name, const std::vector<std::string_view> &signatures,
                      Callback<Value(Arguments, Call)> function);
    void set_logger(Callback<void(Level, std::string_view)> logger);
    // Sets the loader of definitions; it returns nullopt for a missing definition. `module_file`
    // returns the location in modules.
    void set_loader(Callback<std::optional<SourceText>(LoadKind, std::string_view)> loader);
    // Loads definitions from a directory of modules, after those that were added before.
    void add_modules(std::string_view path);
    // Sets the handler for queries. It returns nullopt if nothing was found, and throws
    // Code::unsupported for queries that it does not support.
    void set_host(Callback<std::optional<Value>(Question, Arguments)> host);
};

// The parts of an outline. Texts are valid as long as the outline; a missing text has no data.
struct DefinedParameter {
    std::string_view name, type, default_;
    bool is_rest;
    pcty_position place;
};

struct Defined {
    DefinitionKind kind;
    std::string_view keyword, name, documentation, inherits;
    // The result type of a function, or the type of an alias.
    std::string_view type;
    Range<DefinedParameter, pcty_puppet_outline> parameters;
    // The matchers of a node.
    Range<std::string_view, pcty_puppet_outline> matches;
    pcty_position place;
    pcty_range range;
};

struct SetAttribute {
    std::string_view name, value;
    // The operator is `+>` instead of `=>`.
    bool is_added;
    pcty_position place;
};

struct ResourceBody {
    std::string_view title;
    std::vector<SetAttribute> attributes;
};

struct DeclaredResource {
    ResourceForm form;
    // The keyword of the form, or the operator of a relationship.
    std::string_view word;
    // The type, the affected resources, or the left side of a relationship.
    std::string_view type;
    // The query of a collector, or the right side of a relationship.
    std::string_view other;
    Range<ResourceBody, pcty_puppet_outline> bodies;
    pcty_position place;
};

struct CallSite {
    std::string_view name;
    std::size_t argument_count;
    bool has_lambda;
    Range<DefinedParameter, pcty_puppet_outline> parameters;
    pcty_position place;
};

struct UsedVariable {
    std::string_view name;
    pcty_position place;
};

class Manifest;

// The definitions and uses in a text; independent of the manifest.
//
// Ownership: move-only; owns the texts of its parts.
// Threads: any number at once.
//
// ```cpp
// void print_classes(const polycty::puppet::Manifest &manifest) {
//     polycty::puppet::Outline outline(manifest);
//     for (const polycty::puppet::Defined &found : outline.definitions()) {
//         std::cout << found.keyword << " " << found.name << "\n";
//     }
// }
// ```
class Outline : public detail::Owned<detail::View<pcty_puppet_outline>, pcty_puppet_outline,
                                     pcty_puppet_outline_free> {
  public:
    explicit Outline(const Manifest &manifest);
    Range<Defined, pcty_puppet_outline> definitions() const & noexcept;
    void definitions() const && = delete;
    Range<DeclaredResource, pcty_puppet_outline> resources() const & noexcept;
    void resources() const && = delete;
    Range<CallSite, pcty_puppet_outline> calls() const & noexcept;
    void calls() const && = delete;
    Range<UsedVariable, pcty_puppet_outline> variables() const & noexcept;
    void variables() const && = delete;
    std::string to_json() const;
};

// A parsed, checked and prepared manifest, expression or template.
//
// Ownership: a copy counts a reference.
// Errors: have Puppet's messages, and the location in the text as a diagnostic.
// Threads: any number at once.
//
// ```cpp
// polycty::Value answer() {
//     return polycty::puppet::Manifest("[1, 2].map |$x| { $x * 2 }", "site.pp").evaluate();
// }
// ```
class Manifest
    : public detail::Shared<detail::View<pcty_puppet_manifest>, pcty_puppet_manifest,
                            pcty_puppet_manifest_clone, pcty_puppet_manifest_free> {
  public:
    using Shared::Shared;
    explicit Manifest(std::string_view text, std::string_view file = {},
                      Strictness strictness = Strictness::error)
        : Manifest(text, file, PCTY_PUPPET_MANIFEST, strictness) {}
    // Parses by the rules of the current language, or of the early specification.
    Manifest(std::string_view text, std::string_view file, Mode mode,
             Strictness strictness = Strictness::error);
    // Parses EPP: text with code between `<%` and `%>`.
    static Manifest of_template(std::string_view text, std::string_view file = {},
                                Strictness strictness = Strictness::error) {
        return Manifest(text, file, PCTY_PUPPET_TEMPLATE, strictness);
    }

    std::string_view file() const & noexcept { return detail::view(detail::info(pcty_puppet_manifest_info, get()).file); }
    std::string file() const && { return std::string(file()); }
    // Returns the warnings of parsing and checking.
    std::optional<Error> warnings() const;
    // Returns the value of the last statement.
    Value evaluate(const Environment &environment = {}) const;
    // Returns the output of a template; the parameters are a Hash by name.
    std::string render(const Environment &environment = {}) const;
    std::string render(ValueRef parameters, const Environment &environment = {}) const;
    // Returns the checked values of all parameters of a class. The Error has a diagnostic for each
    // mismatch. The class is searched for in this manifest and with the environment's loader; the
    // free function below uses only the loader.
    Value class_parameters(std::string_view class_name, ValueRef data,
                           const Environment &environment = {}) const;

  private:
    Manifest(std::string_view text, std::string_view file, pcty_puppet_syntax syntax,
             Strictness strictness);
};

Value class_parameters(std::string_view class_name, ValueRef data, const Environment &environment);

// --- Puppet's language

namespace detail {

// The data of a callable F that the library stores.
template <class F> struct PuppetHost {
    static void destroy(void *data) noexcept { delete static_cast<F *>(data); }
    static const F &of(void *data) noexcept { return *static_cast<const F *>(data); }
};

using PuppetFunction = Callback<Value(Arguments, puppet::Call)>;
using PuppetLogger = Callback<void(puppet::Level, std::string_view)>;
using PuppetLoader =
    Callback<std::optional<puppet::SourceText>(puppet::LoadKind, std::string_view)>;
using PuppetAnswers = Callback<std::optional<Value>(puppet::Question, Arguments)>;

inline pcty_status call_puppet(void *data, const pcty_value *const *args, std::size_t count,
                               const pcty_puppet_call *call, pcty_value **out,
                               pcty_error **error) noexcept {
    return guarded(error, [&] {
        const PuppetFunction &function = PuppetHost<PuppetFunction>::of(data);
        *out = function(Host::lend(args, count), puppet::Call(call)).release();
    });
}

inline pcty_status log_puppet(void *data, pcty_puppet_level level, pcty_str message,
                              pcty_error **error) noexcept {
    return guarded(error, [&] {
        PuppetHost<PuppetLogger>::of(data)(static_cast<puppet::Level>(level), view(message));
    });
}

inline pcty_status load_puppet(void *data, pcty_puppet_load_kind sought, pcty_str name,
                               pcty_string **out, pcty_string **file,
                               pcty_error **error) noexcept {
    return guarded(error, [&] {
        std::optional<puppet::SourceText> found = PuppetHost<PuppetLoader>::of(data)(
            static_cast<puppet::LoadKind>(sought), view(name));
        if (found) {
            String text(made<pcty_string>(pcty_string_new, str(found->text)));
            *file = made<pcty_string>(pcty_string_new, str(found->file));
            *out = text.release();
        }
    });
}

inline pcty_status answer_puppet(void *data, pcty_puppet_question question,
                                 const pcty_value *const *args, std::size_t count,
                                 pcty_value **out, pcty_error **error) noexcept {
    return guarded(error, [&] {
        std::optional<Value> answer = PuppetHost<PuppetAnswers>::of(data)(
            static_cast<puppet::Question>(question), Host::lend(args, count));
        if (answer) {
            *out = answer->release();
        }
    });
}

inline DefinedParameter defined(const pcty_puppet_parameter &lent) {
    return {view(lent.name), view(lent.type_text), view(lent.default_text), lent.is_rest,
            lent.place};
}

inline ResourceBody resource_body(const pcty_puppet_outline *outline, std::size_t resource,
                                  std::size_t index) {
    pcty_puppet_resource_body borrowed = PCTY_PUPPET_RESOURCE_BODY_INIT;
    done(pcty_puppet_outline_body_at, outline, resource, index, &borrowed);
    ResourceBody body{view(borrowed.title), {}};
    body.attributes.reserve(borrowed.attribute_count);
    for (std::size_t k = 0; k < borrowed.attribute_count; k++) {
        pcty_puppet_attribute attribute = PCTY_PUPPET_ATTRIBUTE_INIT;
        done(pcty_puppet_outline_attribute_at, outline, resource, index, k, &attribute);
        body.attributes.push_back({view(attribute.name), view(attribute.value_text),
                                   attribute.is_added, attribute.place});
    }
    return body;
}

} // namespace detail

inline std::optional<std::string> module_file(std::string_view directory, LoadKind sought,
                                              std::string_view name) {
    pcty_string *made = detail::made<pcty_string>(pcty_puppet_module_file, detail::str(directory),
                                                  detail::str(name),
                                                  static_cast<pcty_puppet_load_kind>(sought));
    return made == nullptr ? std::nullopt : std::optional(detail::text(made));
}

inline Value Call::block(const Values &args) const {
    return Value(
        detail::made<pcty_value>(pcty_puppet_call_block, call_, args.data(), args.size()));
}

inline void Environment::set_variable(std::string_view name, ValueRef value) {
    detail::done(pcty_puppet_environment_set_variable, mutable_get(), detail::str(name),
                 value.get());
}

inline void Environment::set_strictness(Strictness strictness) {
    pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
    options.strictness = static_cast<pcty_puppet_strictness>(strictness);
    detail::done(pcty_puppet_environment_set_options, mutable_get(), &options);
}

inline void Environment::allow_unknown_variables(bool allowed) {
    pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
    options.unknown_variables = allowed ? PCTY_PUPPET_UNKNOWN_UNDEF : PCTY_PUPPET_UNKNOWN_REFUSED;
    detail::done(pcty_puppet_environment_set_options, mutable_get(), &options);
}

inline void Environment::allow_resources(bool allowed) {
    pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
    options.resources = allowed ? PCTY_PUPPET_RESOURCES_REFERENCED : PCTY_PUPPET_RESOURCES_REFUSED;
    detail::done(pcty_puppet_environment_set_options, mutable_get(), &options);
}

inline void Environment::set_aliases(const Aliases &aliases) {
    pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
    options.aliases = aliases.get();
    detail::done(pcty_puppet_environment_set_options, mutable_get(), &options);
}

inline void Environment::set_time(Time time) {
    pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
    options.time = &time;
    detail::done(pcty_puppet_environment_set_options, mutable_get(), &options);
}

// The library destroys the callables, even if it rejects them.

inline void Environment::set_function(std::string_view name,
                                      const std::vector<std::string_view> &signatures,
                                      Callback<Value(Arguments, Call)> function) {
    using F = detail::PuppetFunction;
    polycty::detail::Array<pcty_str> texts;
    for (std::string_view signature : signatures) {
        texts.push(detail::str(signature));
    }
    pcty_puppet_function_spec spec = PCTY_PUPPET_FUNCTION_SPEC_INIT;
    spec.name = detail::str(name);
    spec.signatures = texts.data();
    spec.signature_count = texts.size();
    spec.call = detail::call_puppet;
    spec.user_data = new F(std::move(function));
    spec.destroy = detail::PuppetHost<F>::destroy;
    detail::done(pcty_puppet_environment_add_function, mutable_get(), &spec);
}

inline void Environment::set_logger(Callback<void(Level, std::string_view)> logger) {
    using F = detail::PuppetLogger;
    void *data = new F(std::move(logger));
    detail::done(pcty_puppet_environment_set_logger, mutable_get(), detail::log_puppet, data,
                 detail::PuppetHost<F>::destroy);
}

inline void Environment::add_modules(std::string_view path) {
    detail::done(pcty_puppet_environment_add_modules, mutable_get(), detail::str(path));
}

inline void Environment::set_loader(
    Callback<std::optional<SourceText>(LoadKind, std::string_view)> loader) {
    using F = detail::PuppetLoader;
    void *data = new F(std::move(loader));
    detail::done(pcty_puppet_environment_set_loader, mutable_get(), detail::load_puppet, data,
                 detail::PuppetHost<F>::destroy);
}

inline void
Environment::set_host(Callback<std::optional<Value>(Question, Arguments)> host) {
    using F = detail::PuppetAnswers;
    void *data = new F(std::move(host));
    detail::done(pcty_puppet_environment_set_answer, mutable_get(), detail::answer_puppet, data,
                 detail::PuppetHost<F>::destroy);
}

inline Outline::Outline(const Manifest &manifest)
    : Owned(detail::made<pcty_puppet_outline>(pcty_puppet_outline_new, manifest.get())) {}

inline Range<Defined, pcty_puppet_outline> Outline::definitions() const & noexcept {
    return {get(), detail::info(pcty_puppet_outline_info, get()).definition_count,
            [](const pcty_puppet_outline *from, std::size_t i, std::size_t) {
                pcty_puppet_definition borrowed = PCTY_PUPPET_DEFINITION_INIT;
                detail::done(pcty_puppet_outline_definition_at, from, i, &borrowed);
                Range<DefinedParameter, pcty_puppet_outline> parameters{
                    from, borrowed.parameter_count,
                    [](const pcty_puppet_outline *of, std::size_t j, std::size_t within) {
                        pcty_puppet_parameter parameter = PCTY_PUPPET_PARAMETER_INIT;
                        detail::done(pcty_puppet_outline_parameter_at, of, within, j, &parameter);
                        return detail::defined(parameter);
                    },
                    i};
                Range<std::string_view, pcty_puppet_outline> matches{
                    from, borrowed.match_count,
                    [](const pcty_puppet_outline *of, std::size_t j, std::size_t within) {
                        return detail::view(pcty_puppet_outline_match_at(of, within, j));
                    },
                    i};
                return Defined{static_cast<DefinitionKind>(borrowed.kind),
                               detail::view(borrowed.keyword),
                               detail::view(borrowed.name),
                               detail::view(borrowed.documentation),
                               detail::view(borrowed.inherits),
                               detail::view(borrowed.type_text),
                               parameters,
                               matches,
                               borrowed.place,
                               borrowed.range};
            }};
}

inline Range<DeclaredResource, pcty_puppet_outline> Outline::resources() const & noexcept {
    return {get(), detail::info(pcty_puppet_outline_info, get()).resource_count,
            [](const pcty_puppet_outline *from, std::size_t i, std::size_t) {
                pcty_puppet_resource borrowed = PCTY_PUPPET_RESOURCE_INIT;
                detail::done(pcty_puppet_outline_resource_at, from, i, &borrowed);
                Range<ResourceBody, pcty_puppet_outline> bodies{
                    from, borrowed.body_count,
                    [](const pcty_puppet_outline *of, std::size_t j, std::size_t within) {
                        return detail::resource_body(of, within, j);
                    },
                    i};
                return DeclaredResource{static_cast<ResourceForm>(borrowed.form),
                                        detail::view(borrowed.word),
                                        detail::view(borrowed.type_text),
                                        detail::view(borrowed.other_text),
                                        bodies,
                                        borrowed.place};
            }};
}

inline Range<CallSite, pcty_puppet_outline> Outline::calls() const & noexcept {
    return {get(), detail::info(pcty_puppet_outline_info, get()).call_count,
            [](const pcty_puppet_outline *from, std::size_t i, std::size_t) {
                pcty_puppet_call_site borrowed = PCTY_PUPPET_CALL_SITE_INIT;
                detail::done(pcty_puppet_outline_call_at, from, i, &borrowed);
                Range<DefinedParameter, pcty_puppet_outline> parameters{
                    from, borrowed.parameter_count,
                    [](const pcty_puppet_outline *of, std::size_t j, std::size_t within) {
                        pcty_puppet_parameter parameter = PCTY_PUPPET_PARAMETER_INIT;
                        detail::done(pcty_puppet_outline_lambda_parameter_at, of, within, j,
                                     &parameter);
                        return detail::defined(parameter);
                    },
                    i};
                return CallSite{detail::view(borrowed.name), borrowed.argument_count,
                                borrowed.has_lambda, parameters, borrowed.place};
            }};
}

inline Range<UsedVariable, pcty_puppet_outline> Outline::variables() const & noexcept {
    return {get(), detail::info(pcty_puppet_outline_info, get()).variable_count,
            [](const pcty_puppet_outline *from, std::size_t i, std::size_t) {
                pcty_puppet_variable borrowed = PCTY_PUPPET_VARIABLE_INIT;
                detail::done(pcty_puppet_outline_variable_at, from, i, &borrowed);
                return UsedVariable{detail::view(borrowed.name), borrowed.place};
            }};
}

inline std::string Outline::to_json() const {
    return detail::text(detail::made<pcty_string>(pcty_puppet_outline_to_json, get()));
}

inline Manifest::Manifest(std::string_view text, std::string_view file, pcty_puppet_syntax syntax,
                          Strictness strictness)
    : Shared(detail::made<pcty_puppet_manifest>(
          pcty_puppet_manifest_parse, detail::str(text), detail::str(file), syntax,
          static_cast<pcty_puppet_strictness>(strictness),
          pcty_puppet_mode(PCTY_PUPPET_CURRENT))) {}

inline Manifest::Manifest(std::string_view text, std::string_view file, Mode mode,
                          Strictness strictness)
    : Shared(detail::made<pcty_puppet_manifest>(
          pcty_puppet_manifest_parse, detail::str(text), detail::str(file),
          pcty_puppet_syntax(PCTY_PUPPET_MANIFEST),
          static_cast<pcty_puppet_strictness>(strictness), static_cast<pcty_puppet_mode>(mode))) {}

inline std::optional<Error> Manifest::warnings() const {
    return detail::some_error(pcty_error_clone(detail::info(pcty_puppet_manifest_info, get()).warnings));
}

inline Value Manifest::evaluate(const Environment &environment) const {
    return Value(
        detail::made<pcty_value>(pcty_puppet_manifest_evaluate, get(), environment.get()));
}

inline std::string Manifest::render(const Environment &environment) const {
    const pcty_value *none = nullptr;
    return detail::text(detail::made<pcty_string>(pcty_puppet_manifest_render, get(), none,
                                                  environment.get()));
}

inline std::string Manifest::render(ValueRef parameters, const Environment &environment) const {
    return detail::text(detail::made<pcty_string>(pcty_puppet_manifest_render, get(),
                                                  parameters.get(), environment.get()));
}

inline Value Manifest::class_parameters(std::string_view class_name, ValueRef data,
                                        const Environment &environment) const {
    return Value(detail::made<pcty_value>(pcty_puppet_manifest_class_parameters, get(),
                                          detail::str(class_name), data.get(),
                                          environment.get()));
}

inline Value class_parameters(std::string_view class_name, ValueRef data,
                              const Environment &environment) {
    const pcty_puppet_manifest *none = nullptr;
    return Value(detail::made<pcty_value>(pcty_puppet_manifest_class_parameters, none,
                                          detail::str(class_name), data.get(),
                                          environment.get()));
}

} // namespace puppet

} // namespace polycty

#endif // POLYCTY_PUPPET_LANGUAGE_HPP
