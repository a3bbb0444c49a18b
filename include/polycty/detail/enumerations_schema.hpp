// The enumerations of schema.h. Generated from include/polycty.json; not to be edited.

#ifndef POLYCTY_DETAIL_ENUMERATIONS_SCHEMA_HPP
#define POLYCTY_DETAIL_ENUMERATIONS_SCHEMA_HPP

#include "../schema.h"

#include "names.hpp"

#include <cstdint>

namespace polycty {

namespace schema {

// A version of JSON Schema. `$schema` or `openapi` in a document takes precedence over this
// parameter.
enum class Draft : std::uint32_t {
    // Draft 4.
    draft4 = PCTY_SCHEMA_DRAFT_4,
    // Schema objects of OpenAPI 3.0.
    openapi_3_0 = PCTY_SCHEMA_OPENAPI_3_0,
    // Draft 6.
    draft6 = PCTY_SCHEMA_DRAFT_6,
    // Draft 7.
    draft7 = PCTY_SCHEMA_DRAFT_7,
    // 2019-09.
    draft2019_09 = PCTY_SCHEMA_DRAFT_2019_09,
    // 2020-12, also used by OpenAPI 3.1.
    draft2020_12 = PCTY_SCHEMA_DRAFT_2020_12,
};

inline detail::Names<Draft> names_of(Draft) noexcept {
    static constexpr detail::Named<Draft> all[] = {
        {Draft::draft4, "draft4"},
        {Draft::openapi_3_0, "openapi_3_0"},
        {Draft::draft6, "draft6"},
        {Draft::draft7, "draft7"},
        {Draft::draft2019_09, "draft2019_09"},
        {Draft::draft2020_12, "draft2020_12"},
    };
    return all;
}

// The extent of a formatted schema.
enum class Extent : std::uint32_t {
    // A complete document, with `$schema`.
    whole = PCTY_SCHEMA_WHOLE,
    // A part of a different document, without `$schema`.
    part = PCTY_SCHEMA_PART,
};

inline detail::Names<Extent> names_of(Extent) noexcept {
    static constexpr detail::Named<Extent> all[] = {
        {Extent::whole, "whole"},
        {Extent::part, "part"},
    };
    return all;
}

// The relation of a second set of documents to a first one.
enum class Inclusion : std::uint32_t {
    // Both sets are equal.
    exact = PCTY_SCHEMA_INCLUSION_EXACT,
    // The second set contains all documents of the first, and more.
    wider = PCTY_SCHEMA_INCLUSION_WIDER,
    // The second set contains only documents of the first, and not all of them.
    narrower = PCTY_SCHEMA_INCLUSION_NARROWER,
    // Each set contains documents that the other does not contain.
    unlike = PCTY_SCHEMA_INCLUSION_UNRELATED,
    // The relation was not decided; a witness may still have been found.
    unknown = PCTY_SCHEMA_INCLUSION_UNKNOWN,
};

inline detail::Names<Inclusion> names_of(Inclusion) noexcept {
    static constexpr detail::Named<Inclusion> all[] = {
        {Inclusion::exact, "exact"},
        {Inclusion::wider, "wider"},
        {Inclusion::narrower, "narrower"},
        {Inclusion::unlike, "unlike"},
        {Inclusion::unknown, "unknown"},
    };
    return all;
}

// The layout of JSON text.
enum class Layout : std::uint32_t {
    // On one line without spaces.
    compact = PCTY_JSON_COMPACT,
    // One line for each member and element, indented by two spaces for each level.
    pretty = PCTY_JSON_PRETTY,
};

inline detail::Names<Layout> names_of(Layout) noexcept {
    static constexpr detail::Named<Layout> all[] = {
        {Layout::compact, "compact"},
        {Layout::pretty, "pretty"},
    };
    return all;
}

// The direction of the difference between the result and the source at a position.
enum class Mismatch : std::uint32_t {
    // The result accepts more.
    wider = PCTY_SCHEMA_MISMATCH_WIDER,
    // The result accepts less.
    narrower = PCTY_SCHEMA_MISMATCH_NARROWER,
    // The result may accept more or less.
    either = PCTY_SCHEMA_MISMATCH_EITHER,
};

inline detail::Names<Mismatch> names_of(Mismatch) noexcept {
    static constexpr detail::Named<Mismatch> all[] = {
        {Mismatch::wider, "wider"},
        {Mismatch::narrower, "narrower"},
        {Mismatch::either, "either"},
    };
    return all;
}

// The type of an object in a schema that may have members in addition to the listed ones.
enum class OpenObjects : std::uint32_t {
    // An object with only the listed members: narrower.
    closed = PCTY_SCHEMA_OPEN_OBJECTS_CLOSED,
    // A map, which is less specific about the listed members: wider.
    maps = PCTY_SCHEMA_OPEN_OBJECTS_MAPS,
};

inline detail::Names<OpenObjects> names_of(OpenObjects) noexcept {
    static constexpr detail::Named<OpenObjects> all[] = {
        {OpenObjects::closed, "closed"},
        {OpenObjects::maps, "maps"},
    };
    return all;
}

// The set of documents that a type defines.
enum class Question : std::uint32_t {
    // The documents that are values of the type without conversion.
    values = PCTY_SCHEMA_DOCUMENTS_VALUES,
    // The documents whose content converts to the type.
    converting = PCTY_SCHEMA_DOCUMENTS_CONVERTING,
};

inline detail::Names<Question> names_of(Question) noexcept {
    static constexpr detail::Named<Question> all[] = {
        {Question::values, "values"},
        {Question::converting, "converting"},
    };
    return all;
}

// Whether a document is in a set.
enum class Validity : std::uint32_t {
    // The document is in the set.
    valid = PCTY_SCHEMA_VALIDITY_VALID,
    // The document is not in the set.
    invalid = PCTY_SCHEMA_VALIDITY_INVALID,
    // Not decidable: the schema has a keyword that is not evaluated, or the language cannot read
    // the document.
    unknown = PCTY_SCHEMA_VALIDITY_UNKNOWN,
};

inline detail::Names<Validity> names_of(Validity) noexcept {
    static constexpr detail::Named<Validity> all[] = {
        {Validity::valid, "valid"},
        {Validity::invalid, "invalid"},
        {Validity::unknown, "unknown"},
    };
    return all;
}

} // namespace schema

} // namespace polycty

#endif // POLYCTY_DETAIL_ENUMERATIONS_SCHEMA_HPP
