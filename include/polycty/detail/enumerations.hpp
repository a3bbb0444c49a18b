// The enumerations of types, values, errors and dialects. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_HPP

#include "../base.h"
#include "../types.h"
#include "../values.h"
#include "../refinements.h"
#include "../dialects.h"
#include "../codecs.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

// The code of an error.
enum class Code : std::uint32_t {
    // An invalid argument: NULL, out of range, of another kind. It is a mistake of the calling
    // program, never of a text or value from its user.
    invalid_argument = PCTY_ERROR_INVALID_ARGUMENT,
    // Text that is not UTF-8.
    invalid_utf8 = PCTY_ERROR_INVALID_UTF8,
    // Input that does not follow its grammar.
    syntax = PCTY_ERROR_SYNTAX,
    // A type or value that does not match the expected type.
    type = PCTY_ERROR_TYPE,
    // A value that cannot be converted to the expected type, or not without loss.
    conversion = PCTY_ERROR_CONVERSION,
    // A type, value or operation that the format or the dialect does not support.
    unsupported = PCTY_ERROR_UNSUPPORTED,
    // An attribute, index, key or name that does not exist.
    not_found = PCTY_ERROR_NOT_FOUND,
    // A limit on time or memory was exceeded.
    limit = PCTY_ERROR_LIMIT,
    // Arithmetic without a result, such as zero divided by zero.
    arithmetic = PCTY_ERROR_ARITHMETIC,
    // A null where a value is needed.
    null = PCTY_ERROR_NULL,
    // An unknown where a known value is needed.
    unknown = PCTY_ERROR_UNKNOWN,
    // A mark where marks are not allowed.
    marked = PCTY_ERROR_MARKED,
    // An error that a function or another callback of the host reported.
    callback = PCTY_ERROR_CALLBACK,
    // A callback that broke its contract.
    misbehaved = PCTY_ERROR_MISBEHAVED,
    // An internal error of the library.
    internal = PCTY_ERROR_INTERNAL,
    // The errors are in the diagnostics.
    diagnostics = PCTY_ERROR_DIAGNOSTICS,
    // The host cancelled the operation.
    cancelled = PCTY_ERROR_CANCELLED,
    // A value that the operation or the function does not accept, such as a negative length.
    value = PCTY_ERROR_VALUE,
};

inline detail::Names<Code> names_of(Code) noexcept {
    static constexpr detail::Named<Code> all[] = {
        {Code::invalid_argument, "invalid_argument"},
        {Code::invalid_utf8, "invalid_utf8"},
        {Code::syntax, "syntax"},
        {Code::type, "type"},
        {Code::conversion, "conversion"},
        {Code::unsupported, "unsupported"},
        {Code::not_found, "not_found"},
        {Code::limit, "limit"},
        {Code::arithmetic, "arithmetic"},
        {Code::null, "null"},
        {Code::unknown, "unknown"},
        {Code::marked, "marked"},
        {Code::callback, "callback"},
        {Code::misbehaved, "misbehaved"},
        {Code::internal, "internal"},
        {Code::diagnostics, "diagnostics"},
        {Code::cancelled, "cancelled"},
        {Code::value, "value"},
    };
    return all;
}

// A part of the library that a build may leave out. `polycty/features.h` defines PCTY_HAS_HCL,
// PCTY_HAS_PCL and so on for the parts of the installed library.
enum class Feature : std::uint32_t {
    // HCL: types, values, functions, expressions, bodies, and editing. Every build contains it.
    hcl = PCTY_FEATURE_HCL,
    // HCL's information-model extensions.
    pcl = PCTY_FEATURE_PCL,
    // Terraform's functions and modules.
    terraform = PCTY_FEATURE_TERRAFORM,
    // Puppet's types and language.
    puppet = PCTY_FEATURE_PUPPET,
    // mgmt's mcl.
    mcl = PCTY_FEATURE_MCL,
    // Translation of types and values between dialects.
    translate = PCTY_FEATURE_TRANSLATE,
    // JSON Schema.
    schema = PCTY_FEATURE_SCHEMA,
    // Language services for editors.
    services = PCTY_FEATURE_SERVICES,
};

inline detail::Names<Feature> names_of(Feature) noexcept {
    static constexpr detail::Named<Feature> all[] = {
        {Feature::hcl, "hcl"},
        {Feature::pcl, "pcl"},
        {Feature::terraform, "terraform"},
        {Feature::puppet, "puppet"},
        {Feature::mcl, "mcl"},
        {Feature::translate, "translate"},
        {Feature::schema, "schema"},
        {Feature::services, "services"},
    };
    return all;
}

// The severity of a diagnostic.
enum class Severity : std::uint32_t {
    // An error: the operation failed.
    error = PCTY_SEVERITY_ERROR,
    // A warning: the source may contain a mistake.
    warning = PCTY_SEVERITY_WARNING,
};

inline detail::Names<Severity> names_of(Severity) noexcept {
    static constexpr detail::Named<Severity> all[] = {
        {Severity::error, "error"},
        {Severity::warning, "warning"},
    };
    return all;
}

// A notation of errors.
enum class Notation : std::uint32_t {
    // One line: the path and the message, which contains the position in a source text. If the
    // message has one line for each of several errors, the first and the number of the others.
    // Other line breaks become spaces.
    line = PCTY_NOTATION_LINE,
    // Several lines: the path, the message unless it is that of a diagnostic, and each diagnostic
    // with the source lines of its subject and of its context.
    text = PCTY_NOTATION_TEXT,
    // The same lines with ANSI terminal colors.
    colored_text = PCTY_NOTATION_COLORED_TEXT,
    // One JSON object: `code`, `message`, `path`, and if present `expected` and `found` (names of
    // types), `argument`, `offset` and `diagnostics`. A diagnostic has `severity`, `code`,
    // `summary`, `detail`, and if present: - `subject` and `context` as `{"start": [line, column,
    // byte], "end": ...}`; - `file`, `suggestion`, `path`, `expected`, `found`; - `related` (each a
    // `message` and a `range`); - `edits` (each a `text` and the `range` that it replaces).
    json = PCTY_NOTATION_JSON,
    // A SARIF 2.1.0 log, the exchange format of static analysis: a result for each diagnostic, or
    // one for the error itself if it has none. The `ruleId` is the diagnostic's `code`; columns
    // count Unicode code points.
    sarif = PCTY_NOTATION_SARIF,
};

inline detail::Names<Notation> names_of(Notation) noexcept {
    static constexpr detail::Named<Notation> all[] = {
        {Notation::line, "line"},
        {Notation::text, "text"},
        {Notation::colored_text, "colored_text"},
        {Notation::json, "json"},
        {Notation::sarif, "sarif"},
    };
    return all;
}

// The kind of a step of a path.
enum class StepKind : std::uint32_t {
    // No such step.
    none = PCTY_STEP_NONE,
    // A step into an attribute of an object.
    attribute = PCTY_STEP_ATTRIBUTE,
    // A step to an element of a list, tuple, map or set.
    index = PCTY_STEP_INDEX,
};

inline detail::Names<StepKind> names_of(StepKind) noexcept {
    static constexpr detail::Named<StepKind> all[] = {
        {StepKind::none, "none"},
        {StepKind::attribute, "attribute"},
        {StepKind::index, "index"},
    };
    return all;
}

// Whether letter case is significant.
enum class Case : std::uint32_t {
    // Letter case is significant.
    sensitive = PCTY_CASE_SENSITIVE,
    // Letter case is ignored.
    ignored = PCTY_CASE_IGNORED,
};

inline detail::Names<Case> names_of(Case) noexcept {
    static constexpr detail::Named<Case> all[] = {
        {Case::sensitive, "sensitive"},
        {Case::ignored, "ignored"},
    };
    return all;
}

// The kind of a type: its constructor.
enum class Kind : std::uint32_t {
    // No type: the argument was NULL.
    missing = PCTY_KIND_MISSING,
    // A type that is not yet known, or the top type.
    any = PCTY_KIND_ANY,
    // The type of nothing.
    none = PCTY_KIND_NONE,
    // Bools, optionally only one of them.
    bool_ = PCTY_KIND_BOOL,
    // Numbers of arbitrary precision.
    number = PCTY_KIND_NUMBER,
    // Exact integers, optionally within bounds.
    integer = PCTY_KIND_INTEGER,
    // Doubles, optionally within bounds.
    float_ = PCTY_KIND_FLOAT,
    // Strings, plain or constrained.
    string = PCTY_KIND_STRING,
    // Sequences of one element type, optionally sized.
    list = PCTY_KIND_LIST,
    // Sets of one element type.
    set = PCTY_KIND_SET,
    // Maps from a key type to an element type, optionally sized.
    map = PCTY_KIND_MAP,
    // Sequences with a type for each position, optionally sized.
    tuple = PCTY_KIND_TUPLE,
    // Named fields in order.
    object = PCTY_KIND_OBJECT,
    // Functions.
    function = PCTY_KIND_FUNCTION,
    // One of several types.
    union_ = PCTY_KIND_UNION,
    // A type or undef.
    optional = PCTY_KIND_OPTIONAL,
    // A type without undef.
    not_undef = PCTY_KIND_NOT_UNDEF,
    // A deferred value.
    promise = PCTY_KIND_PROMISE,
    // A deferred value with its dependencies.
    output = PCTY_KIND_OUTPUT,
    // One value of a type.
    literal = PCTY_KIND_LITERAL,
    // Values of one type under a token.
    enumeration = PCTY_KIND_ENUMERATION,
    // A native type of the host.
    capsule = PCTY_KIND_CAPSULE,
    // The type of a type, or of every type.
    meta = PCTY_KIND_META,
    // A unification variable.
    variable = PCTY_KIND_VARIABLE,
    // A named and possibly recursive type.
    reference = PCTY_KIND_REFERENCE,
    // A type that only one dialect has.
    nominal = PCTY_KIND_NOMINAL,
};

inline detail::Names<Kind> names_of(Kind) noexcept {
    static constexpr detail::Named<Kind> all[] = {
        {Kind::missing, "missing"},
        {Kind::any, "any"},
        {Kind::none, "none"},
        {Kind::bool_, "bool"},
        {Kind::number, "number"},
        {Kind::integer, "integer"},
        {Kind::float_, "float"},
        {Kind::string, "string"},
        {Kind::list, "list"},
        {Kind::set, "set"},
        {Kind::map, "map"},
        {Kind::tuple, "tuple"},
        {Kind::object, "object"},
        {Kind::function, "function"},
        {Kind::union_, "union"},
        {Kind::optional, "optional"},
        {Kind::not_undef, "not_undef"},
        {Kind::promise, "promise"},
        {Kind::output, "output"},
        {Kind::literal, "literal"},
        {Kind::enumeration, "enumeration"},
        {Kind::capsule, "capsule"},
        {Kind::meta, "meta"},
        {Kind::variable, "variable"},
        {Kind::reference, "reference"},
        {Kind::nominal, "nominal"},
    };
    return all;
}

// The kind of a part of a type.
enum class Part : std::uint32_t {
    // The element type of a list, set or map, or the inner type of an optional or similar type.
    element = PCTY_PART_ELEMENT,
    // The key type of a map.
    key = PCTY_PART_KEY,
    // A part by position: of a tuple or a union, or of the parameters of a function or nominal
    // type.
    position = PCTY_PART_POSITION,
    // A field of an object.
    field = PCTY_PART_FIELD,
    // The variadic parameter of a function.
    variadic = PCTY_PART_VARIADIC,
    // The block of a function.
    block = PCTY_PART_BLOCK,
    // The result of a function.
    result = PCTY_PART_RESULT,
};

inline detail::Names<Part> names_of(Part) noexcept {
    static constexpr detail::Named<Part> all[] = {
        {Part::element, "element"},
        {Part::key, "key"},
        {Part::position, "position"},
        {Part::field, "field"},
        {Part::variadic, "variadic"},
        {Part::block, "block"},
        {Part::result, "result"},
    };
    return all;
}

// Whether a field, or a function's block, may be missing.
enum class Presence : std::uint32_t {
    // It is required.
    required = PCTY_REQUIRED,
    // It may be missing.
    optional = PCTY_OPTIONAL,
};

inline detail::Names<Presence> names_of(Presence) noexcept {
    static constexpr detail::Named<Presence> all[] = {
        {Presence::required, "required"},
        {Presence::optional, "optional"},
    };
    return all;
}

// A side of a range.
enum class Side : std::uint32_t {
    // The lower bound.
    lower = PCTY_LOWER,
    // The upper bound.
    upper = PCTY_UPPER,
};

inline detail::Names<Side> names_of(Side) noexcept {
    static constexpr detail::Named<Side> all[] = {
        {Side::lower, "lower"},
        {Side::upper, "upper"},
    };
    return all;
}

// The constraint of a string type.
enum class StringConstraint : std::uint32_t {
    // The type is not a string type.
    none = PCTY_STRING_NONE,
    // Every string.
    plain = PCTY_STRING_PLAIN,
    // A range of lengths: `size_range` of `pcty_type_info`.
    length = PCTY_STRING_LENGTH,
    // One of some strings.
    enumeration = PCTY_STRING_ENUMERATION,
    // A string that matches one of some patterns.
    patterns = PCTY_STRING_PATTERNS,
};

inline detail::Names<StringConstraint> names_of(StringConstraint) noexcept {
    static constexpr detail::Named<StringConstraint> all[] = {
        {StringConstraint::none, "none"},
        {StringConstraint::plain, "plain"},
        {StringConstraint::length, "length"},
        {StringConstraint::enumeration, "enumeration"},
        {StringConstraint::patterns, "patterns"},
    };
    return all;
}

// The features that occur inside a type, at any depth: bits.
enum class Trait : std::uint32_t {
    // The type any occurs.
    any = PCTY_TYPE_HAS_ANY,
    // A unification variable occurs.
    variable = PCTY_TYPE_HAS_VARIABLE,
    // An object with an optional field occurs.
    optional_field = PCTY_TYPE_HAS_OPTIONAL_FIELD,
    // A reference to a definition of a group occurs.
    reference = PCTY_TYPE_HAS_REFERENCE,
    // A capsule occurs.
    capsule = PCTY_TYPE_HAS_CAPSULE,
    // A promise or an output occurs.
    deferred = PCTY_TYPE_HAS_DEFERRED,
    // A set occurs.
    set = PCTY_TYPE_HAS_SET,
};

inline detail::Names<Trait> names_of(Trait) noexcept {
    static constexpr detail::Named<Trait> all[] = {
        {Trait::any, "any"},
        {Trait::variable, "variable"},
        {Trait::optional_field, "optional_field"},
        {Trait::reference, "reference"},
        {Trait::capsule, "capsule"},
        {Trait::deferred, "deferred"},
        {Trait::set, "set"},
    };
    return all;
}

// The action of a walk after a visit.
enum class Visit : std::uint32_t {
    // Continues with the parts of the visited item.
    into = PCTY_VISIT_DESCEND,
    // Continues, and skips the parts of the visited item.
    over = PCTY_VISIT_SKIP,
    // Ends the walk.
    stop = PCTY_VISIT_STOP,
};

inline detail::Names<Visit> names_of(Visit) noexcept {
    static constexpr detail::Named<Visit> all[] = {
        {Visit::into, "into"},
        {Visit::over, "over"},
        {Visit::stop, "stop"},
    };
    return all;
}

// The state of a value.
enum class State : std::uint32_t {
    // No value: the argument was NULL.
    none = PCTY_STATE_NONE,
    // The value is known; its parts may be unknown.
    known = PCTY_STATE_KNOWN,
    // The value is known to be null.
    null = PCTY_STATE_NULL,
    // The value is not known yet. It may turn out to be null.
    unknown = PCTY_STATE_UNKNOWN,
};

inline detail::Names<State> names_of(State) noexcept {
    static constexpr detail::Named<State> all[] = {
        {State::none, "none"},
        {State::known, "known"},
        {State::null, "null"},
        {State::unknown, "unknown"},
    };
    return all;
}

// A property of a value and its parts.
enum class Property : std::uint32_t {
    // The value and all its parts, at any depth, are known.
    wholly_known = PCTY_VALUE_WHOLLY_KNOWN,
    // No part of the value has the type any, including the type of the value itself.
    wholly_typed = PCTY_VALUE_WHOLLY_TYPED,
    // The value itself carries marks.
    marked = PCTY_VALUE_MARKED,
    // The value or any part of it, at any depth, carries marks.
    contains_mark = PCTY_VALUE_CONTAINS_MARK,
};

inline detail::Names<Property> names_of(Property) noexcept {
    static constexpr detail::Named<Property> all[] = {
        {Property::wholly_known, "wholly_known"},
        {Property::wholly_typed, "wholly_typed"},
        {Property::marked, "marked"},
        {Property::contains_mark, "contains_mark"},
    };
    return all;
}

// The kind of a refinement.
enum class RefinementKind : std::uint32_t {
    // Only whether the value is null.
    nothing = PCTY_REFINEMENT_NOTHING,
    // The prefix of the string.
    prefix = PCTY_REFINEMENT_PREFIX,
    // The bounds of the number.
    number = PCTY_REFINEMENT_NUMBER,
    // The bounds of the length of the list, set or map.
    length = PCTY_REFINEMENT_LENGTH,
};

inline detail::Names<RefinementKind> names_of(RefinementKind) noexcept {
    static constexpr detail::Named<RefinementKind> all[] = {
        {RefinementKind::nothing, "nothing"},
        {RefinementKind::prefix, "prefix"},
        {RefinementKind::number, "number"},
        {RefinementKind::length, "length"},
    };
    return all;
}

// The conversion between two types; a larger number means an easier conversion.
enum class Conversion : std::uint32_t {
    // No value converts.
    none = PCTY_CONVERSION_NONE,
    // Some values convert.
    unsafe = PCTY_CONVERSION_UNSAFE,
    // Every value converts.
    safe = PCTY_CONVERSION_SAFE,
    // The types are equal: no conversion is needed.
    same = PCTY_CONVERSION_SAME,
};

inline detail::Names<Conversion> names_of(Conversion) noexcept {
    static constexpr detail::Named<Conversion> all[] = {
        {Conversion::none, "none"},
        {Conversion::unsafe, "unsafe"},
        {Conversion::safe, "safe"},
        {Conversion::same, "same"},
    };
    return all;
}

// A configuration language, with its notation and rules.
enum class Dialect : std::uint32_t {
    // HCL and Terraform.
    hcl = PCTY_DIALECT_HCL,
    // HCL with the extensions of the information model.
    pcl = PCTY_DIALECT_PCL,
    // Puppet.
    puppet = PCTY_DIALECT_PUPPET,
    // mgmt's mcl.
    mcl = PCTY_DIALECT_MCL,
};

inline detail::Names<Dialect> names_of(Dialect) noexcept {
    static constexpr detail::Named<Dialect> all[] = {
        {Dialect::hcl, "hcl"},
        {Dialect::pcl, "pcl"},
        {Dialect::puppet, "puppet"},
        {Dialect::mcl, "mcl"},
    };
    return all;
}

// Whether a conversion may fail for some values of the source type.
enum class Safety : std::uint32_t {
    // The conversion never fails.
    safe = PCTY_SAFETY_SAFE,
    // The conversion may fail. Safe conversions are also allowed.
    unsafe = PCTY_SAFETY_UNSAFE,
};

inline detail::Names<Safety> names_of(Safety) noexcept {
    static constexpr detail::Named<Safety> all[] = {
        {Safety::safe, "safe"},
        {Safety::unsafe, "unsafe"},
    };
    return all;
}

// The format of a document of data.
enum class DataFormat : std::uint32_t {
    // JSON.
    json = PCTY_DATA_JSON,
    // YAML: one document, with scalars by the core schema of YAML 1.2.
    yaml = PCTY_DATA_YAML,
};

inline detail::Names<DataFormat> names_of(DataFormat) noexcept {
    static constexpr detail::Named<DataFormat> all[] = {
        {DataFormat::json, "json"},
        {DataFormat::yaml, "yaml"},
    };
    return all;
}

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_HPP
