//! Refinements: known facts about unknown values.
//!
//! Marks have no effect here: the refinement of a marked unknown can be read.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{fill, make, need, write_found};
use crate::ffi::types::parts::{lower, pcty_side};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::values::{Detail, Refinement, Value};
use std::mem::MaybeUninit;

/// The kind of a refinement.
pub type pcty_refinement_kind = u32;

/// Only whether the value is null.
pub const PCTY_REFINEMENT_NOTHING: pcty_refinement_kind = 0;
/// The prefix of the string.
pub const PCTY_REFINEMENT_PREFIX: pcty_refinement_kind = 1;
/// The bounds of the number: `pcty_value_refinement_bound`.
pub const PCTY_REFINEMENT_NUMBER: pcty_refinement_kind = 2;
/// The bounds of the length of the list, set or map.
pub const PCTY_REFINEMENT_LENGTH: pcty_refinement_kind = 3;

/// The known facts about an unknown value. Start from PCTY_REFINEMENT_INIT.
#[repr(C)]
pub struct pcty_refinement {
    /// The size of this struct.
    pub struct_size: u32,
    /// The kind of the refinement.
    pub kind: pcty_refinement_kind,
    /// Whether the value is known not to be null.
    pub not_null: bool,
    /// The prefix of the string, for PCTY_REFINEMENT_PREFIX.
    pub prefix: pcty_str,
    /// The minimum length, for PCTY_REFINEMENT_LENGTH.
    pub min_length: u64,
    /// The maximum length, or PCTY_SIZE_UNLIMITED, for PCTY_REFINEMENT_LENGTH.
    pub max_length: u64,
}

fn refinement(value: Option<&pcty_value>) -> Result<&Refinement> {
    let value = &need(value, "value")?.0;
    value
        .refinement()
        .ok_or_else(|| Error::new(Code::NotFound, "the value is not unknown"))
}

/// Writes the known facts about an unknown value.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a value that is not unknown; PCTY_ERROR_INVALID_ARGUMENT for a
/// wrong `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its text is owned by the value and
/// valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_value_refinement(
    value: Option<&pcty_value>,
    out: *mut pcty_refinement,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let refinement = refinement(value)?;
        let mut known = pcty_refinement {
            struct_size,
            kind: PCTY_REFINEMENT_NOTHING,
            not_null: refinement.not_null,
            prefix: pcty_str::NONE,
            min_length: 0,
            max_length: u64::MAX,
        };
        match &refinement.detail {
            Detail::Nothing => {}
            Detail::Prefix(prefix) => {
                known.kind = PCTY_REFINEMENT_PREFIX;
                known.prefix = pcty_str::borrowed(prefix);
            }
            Detail::Number { .. } => known.kind = PCTY_REFINEMENT_NUMBER,
            Detail::Length { min, max } => {
                known.kind = PCTY_REFINEMENT_LENGTH;
                known.min_length = *min;
                known.max_length = max.unwrap_or(u64::MAX);
            }
        }
        Ok(known)
    };
    // SAFETY: by the header's contract `out` is NULL or has its stated size.
    unsafe { fill(out, error, body) }
}

/// Returns a bound of an unknown number, as a number, and whether the bound is inclusive.
///
/// Errors: PCTY_ERROR_NOT_FOUND for a value that is not unknown and if it has no such bound;
/// PCTY_ERROR_INVALID_ARGUMENT for a side without a constant.
/// Ownership: the caller owns `*out`; `*inclusive` is plain data.
/// NULL: `inclusive` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_refinement_bound(
    value: Option<&pcty_value>,
    side: pcty_side,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    inclusive: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let lower = lower(side)?;
        let refinement = refinement(value)?;
        let bound = match &refinement.detail {
            Detail::Number { min, max } => if lower { min } else { max }.as_ref(),
            _ => None,
        };
        let bound = bound
            .ok_or_else(|| Error::new(Code::NotFound, "the unknown number has no such bound"))?;
        write_found(Some(bound.inclusive), inclusive);
        Ok(Value::from_number(bound.value.clone()))
    })
}
