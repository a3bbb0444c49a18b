//! Schemas: witnesses of translations and of assignability.
//!
//! A document that shows what the verdict of another question means: which value a translation
//! loses, or has besides; of which value one type is not assignable to another.

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

/// A handle of a witness as JSON on one line; NULL for none.
fn given(witness: Option<Document>, budget: &Budget) -> Result<*mut pcty_string> {
    let text = witness.map(|document| written(&document, Layout::Compact, budget));
    Ok(text.transpose()?.map_or(ptr::null_mut(), pcty_string::own))
}

/// A document that shows how a translation differs from the type: of one that is wider, one that a
/// value of the translation is written as and no value of the type; of one that is narrower, one
/// that only a value of the type is. JSON on one line.
///
/// Ownership: `*out` is the caller's, and NULL for an exact translation and where none was found,
/// such as where values are lost that no document says.
/// Errors: none but NULL and PCTY_ERROR_LIMIT.
/// NULL: `error` may be.
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

/// A document that a value of one type is written as and no value of another one: why the one is
/// not assignable to the other. JSON on one line.
///
/// Ownership: `*out` is the caller's, and NULL where the type is assignable and where none was
/// found.
/// Errors: as `pcty_type_assignable`.
/// NULL: `error` may be.
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
