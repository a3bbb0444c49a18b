//! HCL, writing: formatting.
//!
//! Texts are formatted as by `terraform fmt`: blanks within lines change, and newlines stay.
//! Formatting a formatted text does not change it.

use crate::calls::Budget;
use crate::dialect::hcl::syntax::Span;
use crate::dialect::hcl::write::{Style, format};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::diagnosed::source;
use crate::ffi::guard::{invalid, make_charged, text, unnamed};
use crate::source::Result;
use std::mem::MaybeUninit;

/// The changes that formatting makes.
pub type pcty_hcl_style = u32;

/// Only blanks change.
pub const PCTY_HCL_STYLE_LAYOUT: pcty_hcl_style = 1;
/// Blanks change, and outdated notations are replaced, as by `terraform fmt`: an interpolation that
/// is the whole template becomes its expression, labels get quotes, and the types of variables
/// become type expressions.
pub const PCTY_HCL_STYLE_TERRAFORM: pcty_hcl_style = 2;

fn laid_out(
    source_text: &pcty_str,
    file: &pcty_str,
    style: pcty_hcl_style,
    within: Option<Span>,
    budget: &Budget,
) -> Result<OwnedText> {
    let style = match style {
        PCTY_HCL_STYLE_LAYOUT => Style::Layout,
        PCTY_HCL_STYLE_TERRAFORM => Style::Terraform,
        other => return Err(unnamed("style", other)),
    };
    let name = text(file, "file")?;
    let text = format(source(source_text)?, name, style, within, budget)?;
    Ok(OwnedText::new(text))
}

/// Formats a text in native syntax. `file` is the name of the text in diagnostics.
///
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics if the text cannot be parsed;
/// PCTY_ERROR_INVALID_UTF8 for `file`, and for a comment that is not UTF-8;
/// PCTY_ERROR_INVALID_ARGUMENT if `style` is not one of the constants.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_format(
    source_text: pcty_str,
    file: pcty_str,
    style: pcty_hcl_style,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        laid_out(&source_text, &file, style, None, budget)
    })
}

/// Formats only the lines of a text that contain a byte from `start` up to, but not including,
/// `end`, with the same result as if the whole text were formatted. The result is the whole text;
/// its other lines are unchanged. A newline is the last byte of its line. If `end` equals `start`,
/// no line is formatted. Bytes past the end of the text are ignored.
///
/// Errors: the same as for `pcty_hcl_format`; PCTY_ERROR_INVALID_ARGUMENT if `end` is before
/// `start`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_format_lines(
    source_text: pcty_str,
    file: pcty_str,
    start: usize,
    end: usize,
    style: pcty_hcl_style,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        if start > end {
            return Err(invalid("`end` is before `start`"));
        }
        let last = |byte: usize| byte.min(u32::MAX as usize);
        let within = Span::new(last(start), last(end));
        laid_out(&source_text, &file, style, Some(within), budget)
    })
}
