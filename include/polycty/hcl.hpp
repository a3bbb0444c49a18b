// HCL: expressions and scopes.

#ifndef POLYCTY_HCL_HPP
#define POLYCTY_HCL_HPP

#include "functions.hpp"
#include "hcl.h"
#include "detail/enumerations_hcl.hpp"
#ifdef PCTY_HAS_TERRAFORM
#include "terraform.h"
#endif

namespace polycty {

namespace detail {

// The argument `diagnostics` of a call that fails if one of them is an error.
constexpr pcty_error **no_diagnostics = nullptr;

// The argument `start` of a text that is not a part of a larger one.
constexpr const pcty_position *whole_text = nullptr;

// Calls a function that fails if one of the diagnostics is an error.
template <class H, class... Params, class... Args>
H *whole(pcty_status (*by)(Params...), Args... args) {
    H *out = nullptr;
    done(by, args..., &out, no_diagnostics);
    return out;
}

// Calls a function that returns a partial result and the diagnostics.
template <class P, class H, class... Params, class... Args>
P diagnosed(pcty_status (*by)(Params...), Args... args) {
    H *out = nullptr;
    pcty_error *found = nullptr;
    done(by, args..., &out, &found);
    P diagnosed;
    diagnosed.value = decltype(diagnosed.value)(out);
    if (found != nullptr) {
        diagnosed.diagnostics = Error(found);
    }
    return diagnosed;
}

} // namespace detail

// The parts that are specific to HCL; for the general operations pass Dialect::hcl. Errors are
// those of the C functions of the same name. Problems in a text are an Error with diagnostics:
// Code::syntax if it cannot be parsed, otherwise Code::diagnostics.
namespace hcl {

// Returns the text of a value in HCL's notation. Errors: Code::unknown and Code::marked if an
// expression is requested.
inline std::string text(ValueRef value, ValueStyle shown) {
    return detail::text(detail::made<pcty_string>(pcty_hcl_value_format, value.get(),
                                                  static_cast<pcty_hcl_value_style>(shown)));
}

// Returns a type with `optional(T)` for attributes that may be missing, as `parse_type` reads it.
inline std::string type_text(TypeRef type) {
    return detail::text(detail::made<pcty_string>(pcty_hcl_type_format, type.get()));
}

// Returns the attributes of a value that a type does not have, at any depth: each with its path,
// and a diagnostic that is a warning.
inline std::vector<Error> extraneous(ValueRef value, TypeRef type) {
    return detail::errors_of(
        detail::made<pcty_error_list>(pcty_hcl_value_extraneous, value.get(), type.get()));
}

// A result, which may be partial, and all diagnostics including warnings.
template <class T> struct Diagnosed {
    T value;
    std::optional<Error> diagnostics;
};

// Returns the number of seconds since 1970.
using Clock = Callback<std::int64_t()>;

// Fills a number of bytes with random data.
using Random = Callback<void(std::uint8_t *, std::size_t)>;

// Returns the content of a file at a path, or the names in a folder, one per line, those of folders
// with a trailing `/`; nullopt if the file or folder does not exist.
using FindText = Callback<std::optional<std::string>(std::string_view)>;

#ifdef PCTY_HAS_TERRAFORM
// A call of a Terraform module that is not local; borrowed.
struct ModuleRequest {
    std::string_view key;     // the names of the calls from the root module, joined with `.`
    std::string_view source;  // the source address
    std::string_view version; // the version constraint; empty if there is none
};

// Returns the directory of a module, relative to the root of the host's files; nullopt if the module
// is not available.
using FindModule = Callback<std::optional<std::string>(const ModuleRequest &)>;

// The settings of a TerraformHost.
struct TerraformHostSettings {
    std::optional<std::string> root, home;
    std::optional<std::int64_t> plan_time;
    bool has_clock, has_random, has_files, has_modules;
    std::size_t text_count; // the number of texts that replace files
};

// The data that Terraform's functions request from the program. A new host has no data; a function
// whose data are missing fails with an error.
//
// ```cpp
// static polycty::hcl::Scope module_scope(std::string_view module) {
//     polycty::hcl::TerraformHost host;
//     host.set_root(module);
//     polycty::hcl::Scope scope;
//     scope.set_terraform_functions(host);
//     return scope; // "${file("motd.txt")}" has a value in it
// }
// ```
class TerraformHost
    : public detail::Owned<detail::View<pcty_terraform_host>, pcty_terraform_host,
                           pcty_terraform_host_free> {
  public:
    using Owned::Owned;
    TerraformHost() : Owned(pcty_terraform_host_new()) {}

    TerraformHostSettings settings() const {
        const auto data = detail::info(pcty_terraform_host_info, get());
        auto some = [](pcty_str text) {
            return text.data == nullptr ? std::nullopt
                                        : std::optional<std::string>(std::string(detail::view(text)));
        };
        return {some(data.root),
                some(data.home),
                data.has_plan_time ? std::optional<std::int64_t>(data.plan_time) : std::nullopt,
                data.has_clock,
                data.has_random,
                data.has_files,
                data.has_modules,
                data.text_count};
    }
    // Sets the folder whose files may be read. No path leads out of it.
    TerraformHost &set_root(std::string_view path) {
        detail::done(pcty_terraform_host_set_root, mutable_get(), detail::str(path));
        return *this;
    }
    // Sets the folder of `~`.
    TerraformHost &set_home(std::string_view path) {
        detail::done(pcty_terraform_host_set_home, mutable_get(), detail::str(path));
        return *this;
    }
    // Sets the result of `plantimestamp`, in seconds since 1970.
    TerraformHost &set_plan_time(std::int64_t seconds) {
        detail::done(pcty_terraform_host_set_plan_time, mutable_get(), seconds);
        return *this;
    }
    inline TerraformHost &set_clock(Clock clock);
    inline TerraformHost &set_random(Random random);
    // Sets the files that the program provides in place of a folder; without a lister there are no
    // folders.
    inline TerraformHost &set_files(FindText reader, FindText lister = nullptr);
    // Sets a text in place of the file at a path, such as the unsaved text of an editor.
    TerraformHost &set_text(std::string_view path, std::string_view text) {
        detail::done(pcty_terraform_host_set_text, mutable_get(), detail::str(path),
                     detail::str(text));
        return *this;
    }
    // Removes the text of a path; throws Code::not_found if it has none.
    TerraformHost &remove_text(std::string_view path) {
        detail::done(pcty_terraform_host_remove_text, mutable_get(), detail::str(path));
        return *this;
    }
    // Sets the modules of projects that are not local.
    inline TerraformHost &set_modules(FindModule finder);
};
#endif // PCTY_HAS_TERRAFORM

// Variables and functions by name; initially none are defined or allowed.
//
// Ownership: a copy changes independently.
// Threads: one at a time while it changes; otherwise any number may evaluate in it.
//
// ```cpp
// polycty::hcl::Scope scope_of(polycty::ValueRef environment) {
//     polycty::hcl::Scope scope;
//     scope.set("env", environment).set_standard_functions();
//     return scope; // "${upper(env.REGION)}-1" has a value in it
// }
// ```
class Scope : public detail::Shared<detail::View<pcty_hcl_scope>, pcty_hcl_scope,
                                    pcty_hcl_scope_clone, pcty_hcl_scope_free> {
  public:
    using Shared::Shared;
    Scope() : Shared(pcty_hcl_scope_new()) {}

    // Creates a scope within the current state of this one.
    Scope child() const { return Scope(detail::made<pcty_hcl_scope>(pcty_hcl_scope_child, get())); }
    Scope &allow_variables() {
        detail::done(pcty_hcl_scope_allow, mutable_get(), PCTY_HCL_SCOPE_VARIABLES);
        return *this;
    }
    Scope &allow_functions() {
        detail::done(pcty_hcl_scope_allow, mutable_get(), PCTY_HCL_SCOPE_FUNCTIONS);
        return *this;
    }
    // Allows messages to show values with the mark. The step limit also applies to nested scopes.
    Scope &show_mark(std::string_view mark) {
        detail::done(pcty_hcl_scope_show_mark, mutable_get(), detail::str(mark));
        return *this;
    }
    Scope &set_step_limit(std::uint64_t steps) {
        detail::done(pcty_hcl_scope_set_step_limit, mutable_get(), steps);
        return *this;
    }
    // Returns the limit of this scope, or of the nearest outer scope that has one.
    std::optional<std::uint64_t> step_limit() const noexcept {
        std::uint64_t limit = 0;
        return pcty_hcl_scope_step_limit(get(), &limit) ? std::optional(limit) : std::nullopt;
    }
    Scope &set(std::string_view name, ValueRef value) {
        detail::done(pcty_hcl_scope_set_variable, mutable_get(), detail::str(name), value.get());
        return *this;
    }
    Scope &set(std::string_view name, const Function &function) {
        detail::done(pcty_hcl_scope_set_function, mutable_get(), detail::str(name),
                     function.get());
        return *this;
    }
    Scope &set_standard_functions() {
        detail::done(pcty_hcl_scope_set_standard_functions, mutable_get());
        return *this;
    }
#ifdef PCTY_HAS_TERRAFORM
    // Defines Terraform's functions, in place of those of the standard library.
    Scope &set_terraform_functions() {
        detail::done(pcty_hcl_scope_set_terraform_functions, mutable_get(), nullptr);
        return *this;
    }
    Scope &set_terraform_functions(const TerraformHost &host) {
        detail::done(pcty_hcl_scope_set_terraform_functions, mutable_get(), host.get());
        return *this;
    }
#endif // PCTY_HAS_TERRAFORM

    // Looks in this scope and the outer ones; borrowed until the scope changes or is destroyed.
    std::optional<ValueRef> variable(std::string_view name) const & noexcept {
        return detail::some<ValueRef>(pcty_hcl_scope_variable_get(get(), detail::str(name)));
    }
    std::optional<Value> variable(std::string_view name) const && { return variable(name); }
    std::optional<Function> function(std::string_view name) const {
        const pcty_function *lent = pcty_hcl_scope_function_get(get(), detail::str(name));
        return lent == nullptr ? std::nullopt
                               : std::optional<Function>(Function(pcty_function_clone(lent)));
    }
};

// The path of a traversal and its range; borrowed.
struct Traversal {
    PathRef path; // first into an attribute of the variable's name
    pcty_range range;
    std::string_view file;
};

// The variables that an expression refers to, with the constant steps into them.
//
// Ownership: move-only.
// Errors: the constructor, which parses one traversal, throws Code::syntax with all diagnostics.
// Threads: any number at once.
//
// ```cpp
// void print_variables(const polycty::hcl::Traversals &found) {
//     for (const polycty::hcl::Traversal &traversal : found.all()) {
//         std::cout << traversal.path.text() << " in line " << traversal.range.start.line << "\n";
//     }
// }
// ```
class Traversals : public detail::Owned<detail::View<pcty_hcl_traversals>, pcty_hcl_traversals,
                                        pcty_hcl_traversals_free> {
  public:
    using Owned::Owned;
    Range<Traversal, pcty_hcl_traversals> all() const & {
        return {get(), pcty_hcl_traversals_count(get()),
                [](const pcty_hcl_traversals *from, std::size_t at, std::size_t) {
                    pcty_hcl_traversal found{};
                    pcty_hcl_traversals_at(from, at, &found);
                    return Traversal{PathRef(found.path), found.range, detail::view(found.file)};
                }};
    }
    void all() const && = delete;
    // Returns the range of a step of a path; the first step is the variable.
    pcty_range step_range(std::size_t index, std::size_t step) const noexcept {
        return pcty_hcl_traversals_step_range_at(get(), index, step);
    }

    Traversals(std::string_view text, std::string_view file,
               pcty_position start = PCTY_POSITION_START)
        : Owned(detail::whole<pcty_hcl_traversals>(pcty_hcl_traversals_parse, detail::str(text),
                                                  detail::str(file), &start)) {}
    // Parses up to the first error.
    static Diagnosed<Traversals> diagnosed(std::string_view text, std::string_view file,
                                           pcty_position start = PCTY_POSITION_START) {
        return detail::diagnosed<Diagnosed<Traversals>, pcty_hcl_traversals>(
            pcty_hcl_traversals_parse, detail::str(text), detail::str(file), &start);
    }
};

// A function call in a text; borrowed from the Calls.
struct FunctionUse {
    std::string_view name;
    pcty_range name_range;
    pcty_range range; // with the arguments
    std::string_view file;
};

// Function calls, in the order of the text.
//
// Ownership: move-only; owns the texts that it returns.
// Threads: any number at once.
//
// ```cpp
// void print(const polycty::hcl::Calls &calls) {
//     for (polycty::hcl::FunctionUse call : calls.all()) {
//         std::cout << call.name << " in line " << call.range.start.line << "\n";
//     }
// }
// ```
class Calls : public detail::Owned<detail::View<pcty_hcl_calls>, pcty_hcl_calls,
                                   pcty_hcl_calls_free> {
  public:
    using Owned::Owned;
    Range<FunctionUse, pcty_hcl_calls> all() const & {
        return {get(), pcty_hcl_calls_count(get()),
                [](const pcty_hcl_calls *from, std::size_t at, std::size_t) {
                    pcty_hcl_call call{};
                    pcty_hcl_calls_at(from, at, &call);
                    return FunctionUse{detail::view(call.name), call.name_range, call.range,
                                       detail::view(call.file)};
                }};
    }
    void all() const && = delete;
};

class Expression;
class Expressions;
struct Call;
struct TypeExpression;

// The methods of Expression and ExpressionRef.
//
// Ownership: owns nothing; see the rules at the top.
// Threads: any number at once.
//
// ```cpp
// polycty::Value value_or_null(polycty::hcl::ExpressionRef expression,
//                              const polycty::hcl::Scope &scope) {
//     auto [value, diagnostics] = expression.evaluate_diagnosed(scope);
//     if (diagnostics) {
//         std::cerr << diagnostics->text(polycty::Render::color) << std::endl;
//     }
//     return diagnostics ? polycty::Value::null(polycty::Type::any()) : value;
// }
// ```
class ExpressionMethods : public detail::View<pcty_hcl_expression> {
  public:
    using View::View;
    pcty_range range() const noexcept {
        return pcty_hcl_expression_range(get(), PCTY_HCL_RANGE_WHOLE);
    }
    // The range that an error about the whole expression refers to.
    pcty_range start_range() const noexcept {
        return pcty_hcl_expression_range(get(), PCTY_HCL_RANGE_START);
    }
    std::string_view file() const noexcept { return detail::view(data().file); }
    // Without a scope there are neither variables nor functions.
    Value evaluate() const { return value_in(nullptr); }
    Value evaluate(const Scope &scope) const { return value_in(scope.get()); }
    Diagnosed<Value> evaluate_diagnosed() const { return diagnosed_in(nullptr); }
    Diagnosed<Value> evaluate_diagnosed(const Scope &scope) const {
        return diagnosed_in(scope.get());
    }

    Traversals variables() const { return Traversals(pcty_hcl_expression_variables(get())); }
    Path traversal() const {
        return Path(detail::made<pcty_path>(pcty_hcl_expression_traversal, get()));
    }
    // As above, with the ranges of the steps.
    Traversals traversals() const {
        return Traversals(detail::made<pcty_hcl_traversals>(pcty_hcl_traversals_of, get()));
    }
    std::optional<std::string> keyword() const {
        pcty_string *word = pcty_hcl_expression_keyword(get());
        return word == nullptr ? std::nullopt : std::optional<std::string>(detail::text(word));
    }
    inline Expressions list() const;
    // Returns the keys and the values, in equal numbers.
    inline std::pair<Expressions, Expressions> map() const;
    inline Call call() const;
    inline TypeExpression type(TypeMode mode) const;

    // The tree: what the expression is, and its parts in the order of the text.
    Form form() const noexcept { return static_cast<Form>(data().form); }
    inline Expressions parts() const;
    // Returns the expressions that contain a byte, from this one to the innermost.
    inline Expressions at(std::size_t byte) const;
    // Returns the called function, or the variable at the beginning.
    std::optional<std::string_view> name() const noexcept {
        return given(data().name);
    }
    // Returns the names of a `for` for the key, if it has one, and for the value.
    std::optional<std::pair<std::optional<std::string_view>, std::string_view>>
    iterators() const noexcept {
        pcty_hcl_expression_data found = data();
        if (found.value_name.data == nullptr) {
            return std::nullopt;
        }
        return std::pair(given(found.key_name), detail::view(found.value_name));
    }
    // Returns the binary operator after the operand at a position, or a unary operator.
    std::optional<std::string_view> operator_at(std::size_t index) const noexcept {
        return given(operator_of(index).text);
    }
    pcty_range operator_range(std::size_t index) const noexcept {
        return operator_of(index).range;
    }
    // Returns the constant steps of a traversal, or of a traversal into another expression.
    std::optional<Traversals> steps() const {
        pcty_hcl_traversals *steps = pcty_hcl_expression_steps(get());
        return steps == nullptr ? std::nullopt : std::optional<Traversals>(Traversals(steps));
    }
    // At any depth.
    Calls calls() const { return Calls(pcty_hcl_expression_calls(get())); }
    // As it is written.
    std::string_view text() const noexcept { return detail::view(data().text); }

  protected:
    ExpressionMethods(const ExpressionMethods &) = default;
    ExpressionMethods &operator=(const ExpressionMethods &) = default;
    ~ExpressionMethods() = default;

  private:
    pcty_hcl_expression_data data() const noexcept {
        return detail::info(pcty_hcl_expression_info, get());
    }
    // One that is empty, at the start of a text, past the last.
    pcty_hcl_operator operator_of(std::size_t index) const noexcept {
        pcty_hcl_operator found{{nullptr, 0}, {{1, 1, 0}, {1, 1, 0}}};
        pcty_hcl_expression_operator_at(get(), index, &found);
        return found;
    }
    static std::optional<std::string_view> given(pcty_str text) noexcept {
        return text.data == nullptr ? std::nullopt
                                    : std::optional<std::string_view>(detail::view(text));
    }
    Value value_in(const pcty_hcl_scope *scope) const {
        return Value(detail::whole<pcty_value>(pcty_hcl_expression_evaluate, get(), scope));
    }
    Diagnosed<Value> diagnosed_in(const pcty_hcl_scope *scope) const {
        return detail::diagnosed<Diagnosed<Value>, pcty_value>(pcty_hcl_expression_evaluate,
                                                          get(), scope);
    }
};

// A view of an Expression: owns nothing, and is valid as long as its owner. It can be assigned,
// which makes it a view of a different object; an owner cannot be assigned through it.
//
// Ownership: owns nothing.
// Threads: as the viewed object.
//
// ```cpp
// polycty::Value value_in(polycty::hcl::ExpressionRef expression,
//                         const polycty::hcl::Scope &scope) {
//     return expression.evaluate(scope);
// }
// ```
class ExpressionRef : public ExpressionMethods {
  public:
    using ExpressionMethods::ExpressionMethods;
    ExpressionRef(const ExpressionMethods &of) noexcept : ExpressionMethods(of.get()) {}
};

// An expression that is parsed once and can be evaluated any number of times.
//
// Ownership: a copy counts a reference.
// Errors: the constructor throws Code::syntax with all diagnostics.
// Threads: any number at once, each in a scope of its own.
//
// ```cpp
// polycty::Value seconds(std::int64_t minutes) {
//     polycty::hcl::Scope scope;
//     scope.set("minutes", polycty::Value::number(minutes));
//     static const polycty::hcl::Expression expression("minutes * 60", "inline");
//     return expression.evaluate(scope);
// }
// ```
class Expression : public detail::Shared<ExpressionMethods, pcty_hcl_expression,
                                         pcty_hcl_expression_clone, pcty_hcl_expression_free> {
  public:
    using Shared::Shared;

    // A temporary returns owned texts instead of borrowed ones.
    std::string_view file() const & noexcept { return ExpressionMethods::file(); }
    std::string file() const && { return std::string(file()); }
    std::string_view text() const & noexcept { return ExpressionMethods::text(); }
    std::string text() const && { return std::string(text()); }
    std::optional<std::string_view> name() const & noexcept { return ExpressionMethods::name(); }
    void name() const && = delete;
    std::optional<std::pair<std::optional<std::string_view>, std::string_view>>
    iterators() const & noexcept {
        return ExpressionMethods::iterators();
    }
    void iterators() const && = delete;
    std::optional<std::string_view> operator_at(std::size_t index) const & noexcept {
        return ExpressionMethods::operator_at(index);
    }
    void operator_at(std::size_t index) const && = delete;

    Expression(std::string_view text, std::string_view file, Syntax syntax = Syntax::native)
        : Shared(detail::whole<pcty_hcl_expression>(pcty_hcl_expression_parse,
                                                   detail::str(text),
                                                   detail::str(file), detail::whole_text,
                                                   static_cast<pcty_hcl_syntax>(syntax))) {}
    // Parses as far as possible.
    static Diagnosed<Expression> diagnosed(std::string_view text, std::string_view file,
                                           Syntax syntax = Syntax::native) {
        return detail::diagnosed<Diagnosed<Expression>, pcty_hcl_expression>(
            pcty_hcl_expression_parse, detail::str(text),
            detail::str(file), detail::whole_text, static_cast<pcty_hcl_syntax>(syntax));
    }
    // Parses a part of a larger text whose first byte is at `start`.
    Expression(std::string_view text, std::string_view file, pcty_position start,
               Syntax syntax = Syntax::native)
        : Shared(detail::whole<pcty_hcl_expression>(pcty_hcl_expression_parse,
                                                   detail::str(text),
                                                   detail::str(file), &start,
                                                   static_cast<pcty_hcl_syntax>(syntax))) {}
    static Diagnosed<Expression> diagnosed(std::string_view text, std::string_view file,
                                           pcty_position start, Syntax syntax = Syntax::native) {
        return detail::diagnosed<Diagnosed<Expression>, pcty_hcl_expression>(
            pcty_hcl_expression_parse, detail::str(text),
            detail::str(file), &start, static_cast<pcty_hcl_syntax>(syntax));
    }
};

// Expressions in order, such as the elements of a list that is not evaluated.
//
// Ownership: move-only.
// Threads: any number at once.
//
// ```cpp
// std::vector<std::string> words(polycty::hcl::ExpressionRef list) {
//     std::vector<std::string> words;
//     polycty::hcl::Expressions elements = list.list();
//     for (polycty::hcl::ExpressionRef element : elements.all()) {
//         words.push_back(element.keyword().value_or("?"));
//     }
//     return words;
// }
// ```
class Expressions : public detail::Owned<detail::View<pcty_hcl_expressions>,
                                         pcty_hcl_expressions, pcty_hcl_expressions_free> {
  public:
    using Owned::Owned;
    Range<ExpressionRef, pcty_hcl_expressions> all() const & {
        return {get(), pcty_hcl_expressions_count(get()),
                [](const pcty_hcl_expressions *from, std::size_t at, std::size_t) {
                    return ExpressionRef(pcty_hcl_expressions_at(from, at));
                }};
    }
    void all() const && = delete;
    // Returns the role of a part in the expression that contains all parts.
    Role role(std::size_t index) const noexcept {
        return static_cast<Role>(pcty_hcl_expressions_role_at(get(), index));
    }
};

// A function call that is not evaluated.
struct Call {
    std::string name;
    Expressions arguments;
    pcty_range name_range;
    pcty_range arguments_range; // with the parentheses
};

// The defaults inside a type. An empty object has no defaults.
//
// Ownership: a copy counts a reference.
// Threads: any number at once.
//
// ```cpp
// polycty::Value complete(std::string_view type_text, polycty::ValueRef given) {
//     auto [type, defaults] = polycty::hcl::parse_type(type_text);
//     return defaults.apply(given).convert(type, polycty::Dialect::hcl);
// }
// ```
class Defaults : public detail::Shared<detail::View<pcty_hcl_defaults>, pcty_hcl_defaults,
                                       pcty_hcl_defaults_clone, pcty_hcl_defaults_free> {
  public:
    using Shared::Shared;

    // The default of an attribute of an object, and the defaults inside its type.
    struct Attribute;
    static inline Defaults object(TypeRef type, const std::vector<Attribute> &attributes);
    // For the first elements; an empty Defaults means none for that element.
    static Defaults tuple(TypeRef type, const std::vector<Defaults> &inside) {
        detail::Array<const pcty_hcl_defaults *> handles;
        for (const Defaults &defaults : inside) {
            handles.push(defaults.get());
        }
        return Defaults(detail::made<pcty_hcl_defaults>(pcty_hcl_defaults_elements, type.get(),
                                                        handles.data(), handles.size()));
    }
    // Creates defaults of a list, set or map.
    static Defaults collection(TypeRef type, const Defaults &inside) {
        if (type.kind() == Kind::tuple) {
            throw Error(Code::invalid_argument, "a tuple is not a collection");
        }
        const pcty_hcl_defaults *each = inside.get();
        return Defaults(detail::made<pcty_hcl_defaults>(pcty_hcl_defaults_elements, type.get(), &each,
                                                        std::size_t{1}));
    }

    Value apply(ValueRef value) const {
        return Value(detail::made<pcty_value>(pcty_hcl_defaults_apply, get(), value.get()));
    }
    std::optional<TypeRef> type() const & noexcept {
        return detail::some<TypeRef>(pcty_hcl_defaults_type(get()));
    }
    std::optional<Type> type() const && { return type(); }
    // Returns the default of an attribute of an object; borrowed.
    std::optional<ValueRef> value(std::string_view name) const & noexcept {
        return detail::some<ValueRef>(of(name).value);
    }
    std::optional<Value> value(std::string_view name) const && { return value(name); }
    // Returns the defaults inside the types of parts; empty if there are none.
    Defaults in_attribute(std::string_view name) const {
        return copy(of(name).inside);
    }
    Defaults in_position(std::size_t index) const {
        return copy(pcty_hcl_defaults_element_at(get(), index));
    }
    // Of a list, set or map, in which every position has the same; no tuple has this one.
    Defaults in_element() const { return copy(pcty_hcl_defaults_element_at(get(), SIZE_MAX)); }

  private:
    pcty_hcl_attribute_defaults of(std::string_view name) const noexcept {
        pcty_hcl_attribute_defaults found{};
        pcty_hcl_defaults_attribute_get(get(), detail::str(name), &found);
        return found;
    }
    static Defaults copy(const pcty_hcl_defaults *lent) {
        return Defaults(pcty_hcl_defaults_clone(lent));
    }
};

struct Defaults::Attribute {
    std::string_view name;
    std::optional<ValueRef> value = std::nullopt;
    Defaults inside = Defaults(nullptr);
};

inline Defaults Defaults::object(TypeRef type, const std::vector<Attribute> &attributes) {
    detail::Array<pcty_str> names;
    detail::Array<const pcty_value *> values;
    detail::Array<const pcty_hcl_defaults *> inside;
    for (const Attribute &attribute : attributes) {
        names.push(detail::str(attribute.name));
        values.push(detail::pointer(attribute.value));
        inside.push(attribute.inside.get());
    }
    return Defaults(detail::made<pcty_hcl_defaults>(pcty_hcl_defaults_object, type.get(),
                                                    names.data(), values.data(), inside.data(),
                                                    names.size()));
}

// Returns the type of a type expression, and the defaults inside it.
struct TypeExpression {
    Type type;
    Defaults defaults;
};

inline Expressions ExpressionMethods::parts() const {
    return Expressions(detail::made<pcty_hcl_expressions>(pcty_hcl_expression_parts, get()));
}
inline Expressions ExpressionMethods::at(std::size_t byte) const {
    return Expressions(detail::made<pcty_hcl_expressions>(pcty_hcl_expression_at_byte, get(), byte));
}
inline Expressions ExpressionMethods::list() const {
    return Expressions(detail::made<pcty_hcl_expressions>(pcty_hcl_expression_list, get()));
}
inline std::pair<Expressions, Expressions> ExpressionMethods::map() const {
    pcty_hcl_expressions *keys = nullptr, *values = nullptr;
    detail::done(pcty_hcl_expression_map, get(), &keys, &values);
    return {Expressions(keys), Expressions(values)};
}
inline Call ExpressionMethods::call() const {
    pcty_string *name = nullptr;
    pcty_hcl_expressions *arguments = nullptr;
    pcty_range name_range, arguments_range;
    detail::done(pcty_hcl_expression_call, get(), &name, &arguments, &name_range, &arguments_range);
    Expressions owned(arguments);
    return {detail::text(name), std::move(owned), name_range, arguments_range};
}
inline TypeExpression ExpressionMethods::type(TypeMode mode) const {
    pcty_type *type = nullptr;
    pcty_hcl_defaults *defaults = nullptr;
    detail::done(pcty_hcl_expression_type, get(), static_cast<pcty_hcl_type_mode>(mode), &type,
                 &defaults);
    return {Type(type), Defaults(defaults)};
}
inline TypeExpression parse_type(std::string_view text, TypeMode mode = TypeMode::defaults,
                                 std::string_view file = "type",
                                 Syntax syntax = Syntax::native) {
    pcty_type *type = nullptr;
    pcty_hcl_defaults *defaults = nullptr;
    detail::done(pcty_hcl_type_parse, detail::str(text), detail::str(file),
                 static_cast<pcty_hcl_syntax>(syntax), static_cast<pcty_hcl_type_mode>(mode), &type,
                 &defaults);
    return {Type(type), Defaults(defaults)};
}

// Arguments as expressions: the type of their parameters, and the operations on such arguments.
inline TypeRef closure_type() noexcept { return TypeRef(pcty_hcl_closure_type()); }
inline Value closure(ExpressionRef expression) {
    return Value(detail::made<pcty_value>(pcty_hcl_closure_new, expression.get(), nullptr));
}
inline Value closure(ExpressionRef expression, const Scope &scope) {
    return Value(
        detail::made<pcty_value>(pcty_hcl_closure_new, expression.get(), scope.get()));
}
inline Value evaluate_closure(ValueRef closure) {
    return Value(detail::whole<pcty_value>(pcty_hcl_closure_evaluate, closure.get()));
}
inline Diagnosed<Value> evaluate_closure_diagnosed(ValueRef closure) {
    return detail::diagnosed<Diagnosed<Value>, pcty_value>(pcty_hcl_closure_evaluate,
                                                      closure.get());
}
inline std::optional<Expression> expression_of_closure(ValueRef closure) {
    pcty_hcl_expression *owned = pcty_hcl_closure_expression(closure.get());
    return owned == nullptr ? std::nullopt : std::optional<Expression>(Expression(owned));
}

} // namespace hcl

namespace detail {

// The data of an HCL callable that the library stores.
struct HclHost {
    static pcty_status clock(void *data, std::int64_t *seconds, pcty_error **error) noexcept {
        return guarded(error, [&] { *seconds = (*static_cast<const hcl::Clock *>(data))(); });
    }
    static pcty_status random(void *data, std::uint8_t *bytes, std::size_t count,
                              pcty_error **error) noexcept {
        return guarded(error, [&] { (*static_cast<const hcl::Random *>(data))(bytes, count); });
    }
    // The callables that read files and list folders.
    struct Texts {
        hcl::FindText reader, lister;
    };
    static pcty_status find(const hcl::FindText &finder, pcty_str path, pcty_string **out,
                            pcty_error **error) noexcept {
        return guarded(error, [&] {
            if (std::optional<std::string> found = finder(view(path))) {
                *out = made<pcty_string>(pcty_string_new, str(*found));
            }
        });
    }
    static pcty_status read(void *data, pcty_str path, pcty_string **out,
                            pcty_error **error) noexcept {
        return find(static_cast<const Texts *>(data)->reader, path, out, error);
    }
    static pcty_status list(void *data, pcty_str path, pcty_string **out,
                            pcty_error **error) noexcept {
        return find(static_cast<const Texts *>(data)->lister, path, out, error);
    }
#ifdef PCTY_HAS_TERRAFORM
    static pcty_status find_module(void *data, pcty_str key, pcty_str source, pcty_str version,
                                   pcty_string **out, pcty_error **error) noexcept {
        return guarded(error, [&] {
            const hcl::ModuleRequest request = {view(key), view(source), view(version)};
            if (std::optional<std::string> found =
                    (*static_cast<const hcl::FindModule *>(data))(request)) {
                *out = made<pcty_string>(pcty_string_new, str(*found));
            }
        });
    }
#endif // PCTY_HAS_TERRAFORM
    template <class F> static void destroy(void *data) noexcept { delete static_cast<F *>(data); }
};

} // namespace detail

namespace hcl {

#ifdef PCTY_HAS_TERRAFORM
// The library destroys the callables, also if it rejects them.
inline TerraformHost &TerraformHost::set_clock(Clock clock) {
    detail::done(pcty_terraform_host_set_clock, mutable_get(), detail::HclHost::clock,
                 new Clock(std::move(clock)), detail::HclHost::destroy<Clock>);
    return *this;
}
inline TerraformHost &TerraformHost::set_random(Random random) {
    detail::done(pcty_terraform_host_set_random, mutable_get(), detail::HclHost::random,
                 new Random(std::move(random)), detail::HclHost::destroy<Random>);
    return *this;
}
inline TerraformHost &TerraformHost::set_files(FindText reader, FindText lister) {
    pcty_terraform_lister list = lister ? detail::HclHost::list : nullptr;
    detail::done(pcty_terraform_host_set_files, mutable_get(), detail::HclHost::read, list,
                 new detail::HclHost::Texts{std::move(reader), std::move(lister)},
                 detail::HclHost::destroy<detail::HclHost::Texts>);
    return *this;
}
inline TerraformHost &TerraformHost::set_modules(FindModule finder) {
    detail::done(pcty_terraform_host_set_modules, mutable_get(), detail::HclHost::find_module,
                 new FindModule(std::move(finder)), detail::HclHost::destroy<FindModule>);
    return *this;
}
#endif // PCTY_HAS_TERRAFORM

} // namespace hcl

} // namespace polycty

#endif // POLYCTY_HCL_HPP
