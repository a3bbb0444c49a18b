//! Translations of types and values from one dialect to another.
//!
//! The relation of a type to its translation is defined on values; `docs/reference/translation.md`
//! lists the corresponding types and values, with reasons.

#[cfg(feature = "schema")]
use crate::dialect::DialectId;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::path::pcty_path;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::dialects::dialect::{id, pcty_dialect};
use crate::ffi::guard::{Handle, handle, make_charged, need, owned, quiet, write_found};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::translate::{
    Fit, Translation, translate_value_to_within, translate_value_within, translate_within,
};
#[cfg(feature = "schema")]
use crate::types::Type;
use std::mem::MaybeUninit;

/// The relation between a type and its translation. It compares the values that have an image in
/// the other dialect.
pub type pcty_fit = u32;

/// Both have the same instances.
pub const PCTY_FIT_EXACT: pcty_fit = 1;
/// The translation has all instances of the type, and additional ones.
pub const PCTY_FIT_WIDER: pcty_fit = 2;
/// All instances of the translation are instances of the type. The type has additional instances
/// that the other dialect cannot represent.
pub const PCTY_FIT_NARROWER: pcty_fit = 3;

// The name of a fit is the name of its constant.
const _: () = assert!(
    Fit::Exact as u32 == PCTY_FIT_EXACT
        && Fit::Wider as u32 == PCTY_FIT_WIDER
        && Fit::Narrower as u32 == PCTY_FIT_NARROWER
);

/// The nearest type of a different dialect, its relation to the original type, and the positions
/// and reasons of lost precision. It never changes; any number of threads may use it at once.
///
/// ```c
/// static bool same_in_hcl(const pcty_type *of_puppet) {
///     pcty_translation *translation = NULL;
///     pcty_translation_data data;
///     bool same = pcty_type_translate(of_puppet, PCTY_DIALECT_PUPPET, PCTY_DIALECT_HCL,
///                                     &translation, NULL) == PCTY_OK &&
///                 pcty_translation_info(translation, &data) && data.fit == PCTY_FIT_EXACT;
///     pcty_translation_free(translation);
///     return same;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_translation(pub(crate) Translated);

handle!(pcty_translation, Translated);

/// A reason why a translation is not exact.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_translation_note {
    /// The path in values of the original type; an unknown index represents the elements at all
    /// positions.
    pub path: *const pcty_path,
    /// The reason: one line, without the path.
    pub message: pcty_str,
}

/// A translation, and the original type.
pub struct Translated {
    translation: Translation,
    #[cfg(feature = "schema")]
    pub(crate) source: Type,
    #[cfg(feature = "schema")]
    pub(crate) from: DialectId,
    #[cfg(feature = "schema")]
    pub(crate) to: DialectId,
}

/// Translates a type to the nearest type of a different dialect. Types of the target dialect are
/// their own translation.
///
/// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part that is not a type of the dialect `from`;
/// PCTY_ERROR_INVALID_ARGUMENT for a reference whose group has been freed.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_translate(
    ty: Option<&pcty_type>,
    from: pcty_dialect,
    to: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_translation>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let source = need(ty, "type")?.0.clone();
        let (from, to) = (id(from, "from")?, id(to, "to")?);
        Ok(Translated {
            translation: translate_within(&source, from, to, budget)?,
            #[cfg(feature = "schema")]
            source,
            #[cfg(feature = "schema")]
            from,
            #[cfg(feature = "schema")]
            to,
        })
    })
}

/// The data of a translation.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_translation_data {
    /// The type in the other dialect.
    pub ty: *const pcty_type,
    /// The relation between the type and its translation.
    pub fit: pcty_fit,
    /// The number of reasons why the translation is not exact, at most 1000; 0 if it is exact:
    /// `pcty_translation_note_at`.
    pub note_count: usize,
}

/// Writes the type of a translation, its fit and the number of its notes.
///
/// Ownership: the type in `*out` is owned by `translation` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_translation_info(
    translation: Option<&pcty_translation>,
    out: Option<&mut MaybeUninit<pcty_translation_data>>,
) -> bool {
    quiet(false, || {
        let data = translation.map(|translation| pcty_translation_data {
            ty: pcty_type::borrowed(&translation.0.translation.ty),
            fit: translation.0.translation.fit as pcty_fit,
            note_count: translation.0.translation.notes.len(),
        });
        write_found(data, out)
    })
}

/// Writes a reason why the translation is not exact, by its position from 0.
///
/// Returns: false past the end.
/// Ownership: the path and the text in `*out` are owned by `translation` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_translation_note_at(
    translation: Option<&pcty_translation>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_translation_note>>,
) -> bool {
    quiet(false, || {
        let note = translation.and_then(|translation| translation.0.translation.notes.get(index));
        let note = note.map(|note| pcty_translation_note {
            path: pcty_path::borrowed(&note.path),
            message: pcty_str::borrowed(note.message),
        });
        write_found(note, out)
    })
}

owned! {
    /// Frees a translation.
    fn pcty_translation_free(translation: pcty_translation);
}

/// Translates a value to a different dialect. With a type, the result is an instance of that type
/// of the target dialect.
///
/// - To HCL or PCL: without a type, arrays become tuples and hashes become objects. With a type,
///   lists, sets and maps are also possible, and missing optional attributes become null.
/// - To mcl: without a type, entries become a struct, and HCL's numbers become floats. With a type,
///   maps and ints are also possible.
/// - Marks are kept between HCL and PCL.
///
/// Errors: PCTY_ERROR_UNSUPPORTED with the path to a part without an image: a mark that the other
/// dialect cannot keep, an unknown value, a deferred value of PCL (it must be resolved first), or a
/// value that only one dialect has; PCTY_ERROR_CONVERSION if the image is not an instance of the
/// type.
/// NULL: `ty` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_translate(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    from: pcty_dialect,
    to: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = &need(value, "value")?.0;
        let (from, to) = (id(from, "from")?, id(to, "to")?);
        match ty {
            None => translate_value_within(value, from, to, budget),
            Some(ty) => translate_value_to_within(value, from, to, &ty.0, budget),
        }
    })
}
