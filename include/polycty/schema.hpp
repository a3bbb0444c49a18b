// JSON Schema.

#ifndef POLYCTY_SCHEMA_HPP
#define POLYCTY_SCHEMA_HPP

#include "hcl.hpp"
#include "translate.hpp"
#ifdef PCTY_HAS_PUPPET
#include "puppet_language.hpp"
#endif
#ifdef PCTY_HAS_TERRAFORM
#include "terraform.hpp"
#endif
#include "schema.h"
#include "detail/enumerations_schema.hpp"

namespace polycty {

namespace schema {

// Options of parsing a schema that refers to other documents, or is a part of one.
struct Reading {
    // The location of the schema in the document, as a JSON pointer.
    std::string_view pointer = {};
    // The document's own address.
    std::string_view address = {};
    Draft draft = Draft::draft2020_12;
    // Returns the text of the document at an address; nullopt if it is not known.
    Callback<std::optional<std::string>(std::string_view)> retrieve = nullptr;
};

// A JSON Schema.
//
// Ownership: a copy counts a reference.
// Errors: parsing throws Code::syntax, Code::not_found for an unresolved reference, and the
// exceptions of `retrieve`.
// Threads: any number at once.
//
// ```cpp
// std::string renewed(std::string_view draft7) {
//     polycty::schema::Schema schema(draft7, polycty::schema::Draft::draft7);
//     return schema.text(polycty::schema::Layout::pretty); // in 2020-12
// }
// ```
class Schema : public polycty::detail::Shared<polycty::detail::View<pcty_schema>, pcty_schema,
                                              pcty_schema_clone, pcty_schema_free> {
  public:
    using Shared::Shared;
    explicit Schema(std::string_view json, Draft draft = Draft::draft2020_12)
        : Schema(json, Reading{{}, {}, draft, nullptr}) {}
    Schema(std::string_view json, const Reading &reading) : Shared(read(json, reading)) {}

    std::string text(Layout layout = Layout::compact, Extent extent = Extent::whole) const {
        return polycty::detail::text(polycty::detail::made<pcty_string>(
            pcty_schema_to_json, get(), static_cast<pcty_schema_extent>(extent),
            static_cast<pcty_json_layout>(layout)));
    }

  private:
    using Retrieve = Callback<std::optional<std::string>(std::string_view)>;

    static pcty_status retrieve(void *data, pcty_str address, pcty_string **out,
                                pcty_error **error) noexcept {
        return polycty::detail::HclHost::find(*static_cast<const Retrieve *>(data), address, out,
                                              error);
    }
    // The borrowed data outlive the call.
    static pcty_schema *read(std::string_view json, const Reading &reading) {
        using polycty::detail::str;
        pcty_schema_options options = PCTY_SCHEMA_OPTIONS_INIT;
        options.draft = static_cast<pcty_schema_draft>(reading.draft);
        options.pointer = str(reading.pointer);
        options.address = str(reading.address);
        options.retrieve = reading.retrieve ? retrieve : nullptr;
        options.user_data = const_cast<void *>(static_cast<const void *>(&reading.retrieve));
        return polycty::detail::made<pcty_schema>(pcty_schema_parse, str(json), &options);
    }
};

// The relation of a second set of documents to a first one, with example documents as JSON on one
// line: `more` is in the second set only, `less` in the first only.
struct Relation {
    Inclusion inclusion;
    std::optional<std::string> more, less;
};

namespace detail {

using namespace polycty::detail;

inline Relation relation(pcty_schema_relation *owned) {
    Owned<View<pcty_schema_relation>, pcty_schema_relation, pcty_schema_relation_free> found(owned);
    auto some = [](pcty_str text) {
        return text.data == nullptr ? std::nullopt
                                    : std::optional<std::string>(std::string(view(text)));
    };
    auto data = info(pcty_schema_relation_info, static_cast<const pcty_schema_relation *>(found.get()));
    return {static_cast<Inclusion>(data.inclusion), some(data.more), some(data.less)};
}

inline std::optional<std::string> witness(pcty_string *owned) {
    return owned == nullptr ? std::nullopt : std::optional<std::string>(text(owned));
}

} // namespace detail

// A set of documents: those of a type, of a schema, or of the variables of a module.
//
// Ownership: move-only.
// Errors: Code::unsupported for a type that the dialect does not have.
// Threads: any number at once.
//
// ```cpp
// // What data a class took before and does not take any more; nothing if there is none.
// std::optional<std::string> refused(polycty::TypeRef before, polycty::TypeRef now) {
//     polycty::schema::Documents old(before, polycty::Dialect::puppet);
//     return old.relate(polycty::schema::Documents(now, polycty::Dialect::puppet)).less;
// }
// ```
class Documents : public polycty::detail::Owned<polycty::detail::View<pcty_schema_documents>,
                                                pcty_schema_documents, pcty_schema_documents_free> {
  public:
    using Owned::Owned;
    Documents(TypeRef type, Dialect dialect, Question question = Question::values)
        : Owned(polycty::detail::made<pcty_schema_documents>(
              pcty_schema_documents_of_type, type.get(), static_cast<pcty_dialect>(dialect),
              static_cast<pcty_schema_documents_question>(question))) {}
    explicit Documents(const Schema &schema)
        : Owned(polycty::detail::made<pcty_schema_documents>(pcty_schema_documents_of_schema, schema.get())) {}
#ifdef PCTY_HAS_TERRAFORM
    // Returns the documents that a `.tfvars.json` file may contain.
    explicit Documents(const terraform::Module &module, Question question = Question::converting)
        : Owned(polycty::detail::made<pcty_schema_documents>(
              pcty_schema_documents_of_module, module.get(),
              static_cast<pcty_schema_documents_question>(question))) {}
#endif

    Validity take(std::string_view json) const {
        return static_cast<Validity>(polycty::detail::read<pcty_schema_validity>(
            pcty_schema_documents_take, get(), polycty::detail::str(json)));
    }
    // Returns the relation of other documents to these.
    Relation relate(const Documents &second) const {
        return detail::relation(polycty::detail::made<pcty_schema_relation>(
            pcty_schema_documents_relate, get(), second.get()));
    }
};

// A part that is not exact; borrowed from the pair.
struct Note {
    std::string_view place; // in the schema, as a JSON pointer
    PathRef path;           // in the type's values
    std::string_view message;
    Mismatch mismatch;
};

// A type and a schema, one of which was generated from the other.
//
// Ownership: move-only; owns the type and the notes.
// Errors: Code::unsupported, with the path, for a part that the dialect does not have.
// Threads: any number at once.
//
// ```cpp
// std::string in_hcl(const polycty::schema::Schema &schema) {
//     auto found = polycty::schema::Pair::of_schema(schema, polycty::Dialect::hcl);
//     for (polycty::schema::Note note : found.notes()) {
//         std::cerr << "#" << note.place << ": " << note.message << "\n";
//     }
//     return polycty::hcl::type_text(found.type());
// }
// ```
class Pair : public polycty::detail::Owned<polycty::detail::View<pcty_schema_pair>,
                                           pcty_schema_pair, pcty_schema_pair_free> {
  public:
    using Owned::Owned;
    static Pair of_type(TypeRef type, Dialect dialect, Question question = Question::values) {
        return of_type(type, hcl::Defaults(nullptr), dialect, question);
    }
    // With the defaults of a type of HCL.
    static Pair of_type(TypeRef type, const hcl::Defaults &defaults, Dialect dialect,
                        Question question = Question::values) {
        return Pair(polycty::detail::made<pcty_schema_pair>(
            pcty_schema_export, type.get(), defaults.get(), static_cast<pcty_dialect>(dialect),
            static_cast<pcty_schema_documents_question>(question)));
    }
#ifdef PCTY_HAS_PUPPET
    // Creates the schema of the parameters of a class that the manifest or the environment's loader
    // defines.
    static Pair of_class(const puppet::Manifest &manifest, std::string_view class_name,
                         const puppet::Environment &environment = {}) {
        return Pair(polycty::detail::made<pcty_schema_pair>(
            pcty_schema_export_class, manifest.get(), polycty::detail::str(class_name),
            environment.get()));
    }
#endif
#ifdef PCTY_HAS_TERRAFORM
    // Creates the schema of the variables of a module.
    static Pair of_module(const terraform::Module &module,
                          Question question = Question::converting) {
        return Pair(polycty::detail::made<pcty_schema_pair>(
            pcty_schema_export_module, module.get(),
            static_cast<pcty_schema_documents_question>(question)));
    }
#endif
    // Returns the nearest type of a dialect.
    static Pair of_schema(const Schema &schema, Dialect dialect,
                          OpenObjects open = OpenObjects::closed) {
        return Pair(polycty::detail::made<pcty_schema_pair>(
            pcty_schema_import, schema.get(), static_cast<pcty_dialect>(dialect),
            static_cast<pcty_schema_open_objects>(open)));
    }

    TypeRef type() const & noexcept { return TypeRef(detail::info(pcty_schema_pair_info, get()).type); }
    Type type() const && { return type(); }
    Schema schema() const {
        return Schema(pcty_schema_clone(detail::info(pcty_schema_pair_info, get()).schema));
    }
    // Returns the relation of the result to its source.
    Relation relate() const {
        return detail::relation(
            polycty::detail::made<pcty_schema_relation>(pcty_schema_pair_relate, get()));
    }
    Range<Note, pcty_schema_pair> notes() const & noexcept {
        return {get(), detail::info(pcty_schema_pair_info, get()).note_count,
                [](const pcty_schema_pair *from, std::size_t at, std::size_t) {
                    using polycty::detail::view;
                    pcty_schema_pair_note note{};
                    pcty_schema_pair_note_at(from, at, &note);
                    return Note{view(note.pointer), PathRef(note.path), view(note.message),
                                static_cast<Mismatch>(note.mismatch)};
                }};
    }
    void notes() const && = delete;
};

// Returns a document that shows how a translation differs from the type; nullopt if none was found.
inline std::optional<std::string> witness(const Translation &translation) {
    return detail::witness(
        detail::made<pcty_string>(pcty_translation_witness, translation.get()));
}

// Returns a document that represents a value of one type but no value of the other; nullopt if the
// type is assignable to the other, or if none was found.
inline std::optional<std::string> witness(TypeRef source, TypeRef target, Dialect dialect) {
    return detail::witness(detail::made<pcty_string>(pcty_type_assignable_witness, source.get(),
                                                     target.get(),
                                                     static_cast<pcty_dialect>(dialect)));
}

} // namespace schema

} // namespace polycty

#endif // POLYCTY_SCHEMA_HPP
