//! HCL: values and types as text, and what a strict check finds.

use crate::dialect::hcl::{Shown, extraneous, format_constraint, format_value_within};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_string};
use crate::ffi::dialects::converter::pcty_error_list;
use crate::ffi::guard::{make_charged, need, unnamed};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use std::mem::MaybeUninit;

/// How values are written that HCL has no notation for: the unknown and the marked.
pub type pcty_hcl_value_style = u32;

/// They are refused: the text is an expression that gives the value.
pub const PCTY_HCL_VALUE_EXPRESSION: pcty_hcl_value_style = 1;
/// They are shown, in parentheses in which they are no expression; of what is
/// marked nothing but its marks.
pub const PCTY_HCL_VALUE_REDACTED: pcty_hcl_value_style = 2;
/// They are shown, what is marked too.
pub const PCTY_HCL_VALUE_REVEALED: pcty_hcl_value_style = 3;

fn shown(number: pcty_hcl_value_style) -> Result<Shown> {
    match number {
        PCTY_HCL_VALUE_EXPRESSION => Ok(Shown::Expression),
        PCTY_HCL_VALUE_REDACTED => Ok(Shown::Withheld),
        PCTY_HCL_VALUE_REVEALED => Ok(Shown::Revealed),
        other => Err(unnamed("shown", other)),
    }
}

/// The text of a value in HCL's notation: objects and maps a line an item, with the equals
/// signs of neighbours aligned. It says nothing of types: an expression gives a tuple for
/// what is a list, and an object for what is a map.
///
/// Ownership: `*out` is the caller's.
/// Errors: for PCTY_HCL_VALUE_EXPRESSION also PCTY_ERROR_UNKNOWN and PCTY_ERROR_MARKED, and
/// PCTY_ERROR_UNSUPPORTED for infinity and what other languages have; PCTY_ERROR_LIMIT for
/// numbers of too many digits; PCTY_ERROR_INVALID_ARGUMENT for a number without a constant.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_value_format(
    value: Option<&pcty_value>,
    shown: pcty_hcl_value_style,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = &need(value, "value")?.0;
        let text = format_value_within(value, self::shown(shown)?, budget)?;
        Ok(OwnedText::new(text))
    })
}

/// The text of a type in HCL's notation with `optional(T)` where an attribute may be missing, which
/// `pcty_type_format` does not tell: what `pcty_hcl_type_parse` reads as a constraint.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_UNSUPPORTED for what is no type of HCL, and for a capsule, which has no text.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_type_format(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let ty = &need(ty, "type")?.0;
        let text = format_constraint(ty)?;
        budget.hold(text.len() as u64)?;
        Ok(OwnedText::new(text))
    })
}

/// The attributes of a value, and the keys of maps in the place of objects, that a type does
/// not have, at any depth: what a conversion passes over, and a strict check does not. Each is
/// an error with its path and the code PCTY_ERROR_NOT_FOUND, whose diagnostic is a warning,
/// with what may have been meant. At most 1000. Of what is inside of a marked value only that
/// there is something is said.
///
/// Ownership: `*out` is the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_value_extraneous(
    value: Option<&pcty_value>,
    target: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_error_list>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let (value, target) = (need(value, "value")?, need(target, "target")?);
        extraneous(&value.0, &target.0, budget)
    })
}
