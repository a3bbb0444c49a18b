//! HCL, writing: formatting.
//!
//! Texts are formatted as by `terraform fmt`: blanks within lines change, and newlines stay. Options
//! change the layout of heredocs, the alignment, the order of items and the width of lines.
//! Formatting a formatted text does not change it.

use crate::dialect::hcl::syntax::Span;
use crate::dialect::hcl::write::{Alignment, FormatOptions, Heredocs, Order, Style, format};
use crate::ffi::arguments::versioned;
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

/// The layout of heredocs.
pub type pcty_hcl_heredocs = u32;

/// As by `terraform fmt`, which changes the indentation of all following lines if an interpolation in
/// a heredoc has several lines.
pub const PCTY_HCL_HEREDOCS_TERRAFORM: pcty_hcl_heredocs = 1;
/// The lines of an interpolation are indented from the line on which it starts, and the lines after a
/// heredoc as before it. The lines of a `<<-` heredoc are indented from the line that opens it. Values
/// do not change.
pub const PCTY_HCL_HEREDOCS_INDENTED: pcty_hcl_heredocs = 2;

/// The columns in which consecutive lines are aligned.
pub type pcty_hcl_alignment = u32;

/// Equals signs and comments at the end of lines, as by `terraform fmt`.
pub const PCTY_HCL_ALIGNMENT_ALL: pcty_hcl_alignment = 1;
/// Only equals signs.
pub const PCTY_HCL_ALIGNMENT_EQUALS: pcty_hcl_alignment = 2;
/// Only comments.
pub const PCTY_HCL_ALIGNMENT_COMMENTS: pcty_hcl_alignment = 3;
/// Nothing: one space precedes equals signs and comments.
pub const PCTY_HCL_ALIGNMENT_NONE: pcty_hcl_alignment = 4;

/// The order of arguments, blocks and keys of objects. Comments move with their items.
pub type pcty_hcl_order = u32;

/// The order of the text.
pub const PCTY_HCL_ORDER_SOURCE: pcty_hcl_order = 1;
/// Arguments precede blocks. With PCTY_HCL_STYLE_TERRAFORM, meta-arguments precede other arguments,
/// `lifecycle` and `depends_on` follow all other items, and the arguments of variables and outputs have
/// the order of Terraform's style guide.
pub const PCTY_HCL_ORDER_CONVENTIONAL: pcty_hcl_order = 2;
/// As PCTY_HCL_ORDER_CONVENTIONAL; in addition, the other arguments and the keys of objects are sorted
/// by name between blank lines.
pub const PCTY_HCL_ORDER_ALPHABETICAL: pcty_hcl_order = 3;

/// The options of formatting. Start from PCTY_HCL_FORMAT_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_hcl_format_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// The changes that formatting makes; PCTY_HCL_STYLE_LAYOUT initially.
    pub style: pcty_hcl_style,
    /// The layout of heredocs; PCTY_HCL_HEREDOCS_TERRAFORM initially.
    pub heredocs: pcty_hcl_heredocs,
    /// The alignment of lines; PCTY_HCL_ALIGNMENT_ALL initially.
    pub alignment: pcty_hcl_alignment,
    /// The order of items; PCTY_HCL_ORDER_SOURCE initially.
    pub order: pcty_hcl_order,
    /// The number of columns, from 20 to 10000, after which lists, objects, calls, `for` expressions,
    /// conditionals and logical operators are broken over lines; 0 (no line is broken) initially.
    /// Comments do not count, templates are never broken, and lines are never joined.
    pub width: u32,
    /// Whether only the lines that contain a byte from `start` up to, but not including, `end` are
    /// formatted, with the same result as if the whole text were formatted. A newline is the last byte
    /// of its line. If `end` equals `start`, no line is formatted.
    pub is_partial: bool,
    /// The first byte of the lines.
    pub start: usize,
    /// The end of the lines. Bytes past the end of the text are ignored.
    pub end: usize,
}

/// The options as Rust types, and the lines.
fn read(given: &pcty_hcl_format_options) -> Result<(FormatOptions, Option<Span>)> {
    let mut options = FormatOptions::from(match given.style {
        PCTY_HCL_STYLE_LAYOUT => Style::Layout,
        PCTY_HCL_STYLE_TERRAFORM => Style::Terraform,
        other => return Err(unnamed("options->style", other)),
    });
    options.heredocs = match given.heredocs {
        PCTY_HCL_HEREDOCS_TERRAFORM => Heredocs::Terraform,
        PCTY_HCL_HEREDOCS_INDENTED => Heredocs::Indented,
        other => return Err(unnamed("options->heredocs", other)),
    };
    options.align = match given.alignment {
        PCTY_HCL_ALIGNMENT_ALL => Alignment::All,
        PCTY_HCL_ALIGNMENT_EQUALS => Alignment::Equals,
        PCTY_HCL_ALIGNMENT_COMMENTS => Alignment::Comments,
        PCTY_HCL_ALIGNMENT_NONE => Alignment::None,
        other => return Err(unnamed("options->alignment", other)),
    };
    options.order = match given.order {
        PCTY_HCL_ORDER_SOURCE => Order::Source,
        PCTY_HCL_ORDER_CONVENTIONAL => Order::Conventional,
        PCTY_HCL_ORDER_ALPHABETICAL => Order::Alphabetical,
        other => return Err(unnamed("options->order", other)),
    };
    options.width = (given.width != 0).then_some(given.width);
    if !given.is_partial {
        return Ok((options, None));
    }
    if given.start > given.end {
        return Err(invalid("`options->end` is before `options->start`"));
    }
    let last = |byte: usize| byte.min(u32::MAX as usize);
    let lines = Span::new(last(given.start), last(given.end));
    Ok((options, Some(lines)))
}

/// Formats a text in native syntax, or some of its lines; the result is the whole text. `file` is the
/// name of the text in diagnostics.
///
/// Errors: PCTY_ERROR_SYNTAX with all diagnostics if the text cannot be parsed;
/// PCTY_ERROR_INVALID_UTF8 for `file`, and for a comment that is not UTF-8;
/// PCTY_ERROR_INVALID_ARGUMENT for a number that is not one of the constants, a wrong `struct_size`, a
/// width that is out of range, an `end` before `start`, and for a width or an order together with
/// `is_partial`; PCTY_ERROR_LIMIT.
/// NULL: `options` (the initial values apply) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_format(
    source_text: pcty_str,
    file: pcty_str,
    options: *const pcty_hcl_format_options,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let (options, lines) = match options.is_null() {
            true => (FormatOptions::from(Style::Layout), None),
            // SAFETY: by the header's contract it has the size in its `struct_size`.
            false => read(unsafe { versioned(options, "options") }?)?,
        };
        let name = text(&file, "file")?;
        let formatted = format(source(&source_text)?, name, options, lines, budget)?;
        Ok(OwnedText::new(formatted))
    })
}
