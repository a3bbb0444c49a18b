//! HCL: values and types as text, and the attributes that a strict check reports.

use crate::dialect::hcl::{NotationPolicy, extraneous, format_constraint, format_value_within};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_string};
use crate::ffi::dialects::converter::pcty_error_list;
use crate::ffi::guard::{make_charged, need, unnamed};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use std::mem::MaybeUninit;

/// The notation of unknown and marked values, which have no notation in HCL.
pub type pcty_hcl_value_style = u32;

/// They are errors; the text is an expression whose result is the value.
pub const PCTY_HCL_VALUE_EXPRESSION: pcty_hcl_value_style = 1;
/// They are written in parentheses, in a form that is not an expression. Of a marked value only the
/// marks are written.
pub const PCTY_HCL_VALUE_REDACTED: pcty_hcl_value_style = 2;
/// They are written as for PCTY_HCL_VALUE_REDACTED, but with the content of marked values.
pub const PCTY_HCL_VALUE_REVEALED: pcty_hcl_value_style = 3;

fn shown(number: pcty_hcl_value_style) -> Result<NotationPolicy> {
    match number {
        PCTY_HCL_VALUE_EXPRESSION => Ok(NotationPolicy::Expression),
        PCTY_HCL_VALUE_REDACTED => Ok(NotationPolicy::Withheld),
        PCTY_HCL_VALUE_REVEALED => Ok(NotationPolicy::Revealed),
        other => Err(unnamed("shown", other)),
    }
}

/// Formats a value in HCL's notation. Objects and maps have one line for each item, and the equals
/// signs of adjacent items are aligned. The text does not contain types: as an expression, the text
/// of a list is a tuple, and the text of a map is an object.
///
/// Errors: for PCTY_HCL_VALUE_EXPRESSION also PCTY_ERROR_UNKNOWN and PCTY_ERROR_MARKED, and
/// PCTY_ERROR_UNSUPPORTED for infinity and for values of other languages; PCTY_ERROR_LIMIT for
/// numbers with too many digits; PCTY_ERROR_INVALID_ARGUMENT if `shown` is not one of the
/// constants.
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

/// Formats a type in HCL's notation, with `optional(T)` for an attribute that may be missing, which
/// `pcty_type_format` omits. `pcty_hcl_type_parse` parses the text as a constraint.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for a type that HCL does not have, and for a capsule, which has
/// no text.
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

/// Writes the attributes of a value, and the keys of maps in place of objects, that a type does not
/// have, at any depth. A conversion ignores them; a strict check does not. Each is an error with
/// its path and the code PCTY_ERROR_NOT_FOUND; its diagnostic is a warning with the attribute that
/// was probably meant. There are at most 1000. For a marked value, the result states only that it
/// contains such attributes.
///
/// Errors: none, except for NULL.
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
