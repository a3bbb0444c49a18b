// Translation of types between dialects.

#ifndef POLYCTY_TRANSLATE_HPP
#define POLYCTY_TRANSLATE_HPP

#include "values.hpp"
#include "translate.h"
#include "detail/enumerations_translate.hpp"

namespace polycty {

// A reason why a translation is not exact, and its location; valid as long as the translation.
struct TranslationNote {
    PathRef path;
    std::string_view message;
};

// The nearest type of another dialect, and the relation of the two types.
//
// Ownership: move-only.
// Errors: Code::unsupported for a part that is not a type of the source dialect.
// Threads: any number at once.
//
// ```cpp
// std::string in_puppet(polycty::TypeRef type) {
//     polycty::Translation found(type, polycty::Dialect::hcl, polycty::Dialect::puppet);
//     for (polycty::TranslationNote note : found.notes()) {
//         std::cerr << note.path.text() << ": " << note.message << std::endl;
//     }
//     return found.type().format(polycty::Dialect::puppet);
// }
// ```
class Translation : public detail::Owned<detail::View<pcty_translation>, pcty_translation,
                                         pcty_translation_free> {
  public:
    using Owned::Owned;
    Translation(TypeRef type, Dialect from, Dialect to);
    TypeRef type() const & noexcept { return TypeRef(detail::info(pcty_translation_info, get()).type); }
    Type type() const && { return type(); }
    Fit fit() const noexcept { return static_cast<Fit>(detail::info(pcty_translation_info, get()).fit); }
    Range<TranslationNote, pcty_translation> notes() const & noexcept;
    void notes() const && = delete;
};

inline Translation::Translation(TypeRef type, Dialect from, Dialect to)
    : Owned(detail::made<pcty_translation>(pcty_type_translate, type.get(),
                                           static_cast<pcty_dialect>(from),
                                           static_cast<pcty_dialect>(to))) {}

inline Range<TranslationNote, pcty_translation> Translation::notes() const & noexcept {
    return {get(), detail::info(pcty_translation_info, get()).note_count,
            [](const pcty_translation *from, std::size_t at, std::size_t) {
                pcty_translation_note note{};
                pcty_translation_note_at(from, at, &note);
                return TranslationNote{PathRef(note.path), detail::view(note.message)};
            }};
}

} // namespace polycty

#endif // POLYCTY_TRANSLATE_HPP
