//! Schemas: witnesses of translations and of assignability.
//!
//! A witness is a document that demonstrates a relation: a value that a translation loses or adds,
//! or a value of one type that makes it not assignable to a different type.

use super::text::written;
use crate::calls::Budget;
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_string;
use crate::ffi::dialects::dialect::{id, pcty_dialect};
use crate::ffi::guard::{Handle, answer_charged, need};
use crate::ffi::translate::translation::pcty_translation;
use crate::ffi::types::constructors::pcty_type;
use crate::schema::{Document, Layout, assignability_witness, translation_witness};
use crate::source::Result;
use std::mem::MaybeUninit;
use std::ptr;

/// Returns the handle of a witness as JSON on one line, or NULL without a witness.
fn given(witness: Option<Document>, budget: &Budget) -> Result<*mut pcty_string> {
    let text = witness.map(|document| written(&document, Layout::Compact, budget));
    Ok(text.transpose()?.map_or(ptr::null_mut(), pcty_string::own))
}

/// Returns a document that shows how a translation differs from its type, as JSON on one line. For
/// a wider translation, a value of the translation has this document, and no value of the type has
/// it. For a narrower translation, only a value of the type has it.
///
/// Errors: none except for NULL and PCTY_ERROR_LIMIT.
/// Ownership: `*out` is owned by the caller. It is NULL for an exact translation, and if no witness
/// was found, for example because no document represents the lost values.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_translation_witness(
    translation: Option<&pcty_translation>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let of = &need(translation, "translation")?.0;
        given(
            translation_witness(&of.source, of.from, of.to, budget)?,
            budget,
        )
    })
}

/// Returns a document that shows why a type is not assignable to a different type, as JSON on one
/// line: a value of `source` has this document, and no value of `target` has it.
///
/// Errors: as `pcty_type_assignable`.
/// Ownership: `*out` is owned by the caller. It is NULL if the type is assignable, and if no
/// witness was found.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_assignable_witness(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (source, target) = (&need(source, "source")?.0, &need(target, "target")?.0);
        let found = assignability_witness(source, target, id(dialect, "dialect")?, budget)?;
        given(found, budget)
    })
}
