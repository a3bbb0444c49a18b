//! HCL, writing: formatting.
//!
//! Texts are laid out as `terraform fmt` does it: blanks within lines change, and newlines stay as
//! they are. What is laid out once is laid out for good.

use crate::calls::Budget;
use crate::dialect::hcl::syntax::Span;
use crate::dialect::hcl::write::{Style, format};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::findings::source;
use crate::ffi::guard::{invalid, make_charged, text, unnamed};
use crate::source::Result;
use std::mem::MaybeUninit;

/// What formatting changes.
pub type pcty_hcl_style = u32;

/// Blanks, and nothing else.
pub const PCTY_HCL_STYLE_LAYOUT: pcty_hcl_style = 1;
/// Blanks, and what Terraform has another notation for today, as `terraform fmt` does: an
/// expression alone in an interpolation stands for itself, labels get quotes, and the types of
/// variables are type expressions.
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

/// A text in native syntax, laid out. `file` is what diagnostics call the text.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics where the text cannot be read;
/// PCTY_ERROR_INVALID_UTF8 for `file`, and where a comment has bytes that are no text;
/// PCTY_ERROR_INVALID_ARGUMENT for `style` without a constant.
/// NULL: `error` may be.
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

/// The lines of a text that have a byte from `start` up to before `end`, laid out as they would be
/// in the whole text, and the rest as it is: the whole text. The newline is its line's last byte.
/// Where `end` is `start`, no line has one; what is past the text's end is passed over.
///
/// Ownership: `*out` is the caller's.
/// Errors: as `pcty_hcl_format`; PCTY_ERROR_INVALID_ARGUMENT for an end before the start.
/// NULL: `error` may be.
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
