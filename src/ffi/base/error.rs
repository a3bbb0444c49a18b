//! Errors: code, message, path, types and diagnostics.
//!
//! A host also creates errors: a callback reports its failure through one. It starts with
//! `pcty_error_new`. As the callback returns from its own recursion, it prepends the steps of the
//! path, from the inside out.

pub use super::handles::pcty_error;

use super::handles::{pcty_path, pcty_type};
use super::status::{
    PCTY_ERROR_INTERNAL, PCTY_ERROR_INVALID_ARGUMENT, code_of, pcty_status, status_of,
};
use super::string::{OwnedText, pcty_string};
use super::text::pcty_str;
use crate::ffi::guard::{
    Handle, OutError, changed, copied, fill, invalid, need, owned, quiet, run, text, unnamed,
    versioned,
};
use crate::source::{
    Code, Diagnostic, Error, Position, Range, Reporter, Result, Severity, Source, Style,
};
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// The severity of a diagnostic.
pub type pcty_severity = u32;

/// An error: the operation failed.
pub const PCTY_SEVERITY_ERROR: pcty_severity = 1;
/// A warning: the source may contain a mistake.
pub const PCTY_SEVERITY_WARNING: pcty_severity = 2;

/// A position in a source text.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_position {
    /// The line, from 1.
    pub line: u32,
    /// The column in grapheme clusters, from 1.
    pub column: u32,
    /// The byte, from 0.
    pub byte: usize,
}

/// A range of a source text; the end is exclusive.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_range {
    /// The start.
    pub start: pcty_position,
    /// The end, exclusive.
    pub end: pcty_position,
}

impl pcty_range {
    /// Converts a range; no range becomes the start of the text.
    pub(crate) fn of(range: Option<Range>) -> pcty_range {
        let position = |at: Position| pcty_position {
            line: at.line,
            column: at.column,
            byte: at.byte,
        };
        let (start, end) = match range {
            Some(range) => (range.start, range.end),
            None => (Position::START, Position::START),
        };
        pcty_range {
            start: position(start),
            end: position(end),
        }
    }
}

/// A diagnostic about a source text or a value. Start from PCTY_DIAGNOSTIC_INIT.
#[repr(C)]
pub struct pcty_diagnostic {
    /// The size of this struct.
    pub struct_size: u32,
    /// The severity.
    pub severity: pcty_severity,
    /// A summary in a few words.
    pub summary: pcty_str,
    /// The full description, in sentences.
    pub detail: pcty_str,
    /// Whether the diagnostic is about a range of the source text.
    pub has_subject: bool,
    /// The range, if `has_subject`.
    pub subject: pcty_range,
    /// Whether there is a range around the subject that helps to understand it.
    pub has_context: bool,
    /// The range around the subject, if `has_context`.
    pub context: pcty_range,
    /// Text that may have been meant in place of the subject; empty if there is none.
    pub suggestion: pcty_str,
    /// The name of the text that contains the ranges; empty if it is the text of the error, or not
    /// known.
    pub file: pcty_str,
    /// The text that contains the ranges, for excerpts; empty if it is the text of the error, not
    /// known, or may hold secrets.
    pub source: pcty_str,
    /// The stable identifier of this kind of diagnostic, such as `hcl.unknown-variable`.
    pub code: pcty_str,
    /// The path to the part of a value that the diagnostic is about; NULL if it is about no part.
    pub path: *const pcty_path,
    /// The type that was expected; NULL if the diagnostic is about no type.
    pub expected: *const pcty_type,
    /// The type that was found; NULL if the diagnostic is about no type.
    pub found: *const pcty_type,
    /// The number of related locations, for `pcty_error_related_at`. Not read by
    /// `pcty_error_add_diagnostic`.
    pub related_count: usize,
    /// The number of suggested edits, for `pcty_error_edit_at`. Not read by
    /// `pcty_error_add_diagnostic`.
    pub edit_count: usize,
}

/// A location that explains a diagnostic, such as that of the first of two declarations.
#[repr(C)]
pub struct pcty_related {
    /// The size of this struct.
    pub struct_size: u32,
    /// The description of the location.
    pub message: pcty_str,
    /// The location.
    pub range: pcty_range,
    /// The name of the text that contains the range; empty if it is that of the diagnostic.
    pub file: pcty_str,
}

/// A change of the source text that may resolve a diagnostic.
#[repr(C)]
pub struct pcty_edit {
    /// The size of this struct.
    pub struct_size: u32,
    /// The range of the diagnostic's source text that is replaced.
    pub range: pcty_range,
    /// The replacement text.
    pub text: pcty_str,
}

/// Creates an error with a code and a one-line message. Callbacks use it to report a failure,
/// mostly with PCTY_ERROR_CALLBACK.
///
/// Errors: never fails. If `code` is PCTY_OK or has no constant, or the message is not UTF-8, the
/// result is an error that describes this mistake.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_new(code: pcty_status, message: pcty_str) -> *mut pcty_error {
    quiet(std::ptr::null_mut(), || {
        let made = code_of(code)
            .ok_or_else(|| unnamed("code", code))
            .and_then(|code| Ok(Error::new(code, text(&message, "message")?)));
        pcty_error::own(made.unwrap_or_else(|error| error))
    })
}

owned! {
    /// Creates another handle of the same error.
    fn pcty_error_clone(error: &pcty_error);
    /// Frees an error.
    fn pcty_error_free(error: pcty_error);
}

/// Changes an error that is still being built.
///
/// # Safety
/// `target` is NULL or valid and used by no other call; arguments of the call that may be borrowed
/// from the error are referenced only by `change`.
unsafe fn build(
    target: *mut pcty_error,
    error: OutError<'_>,
    change: impl FnOnce(Error) -> Result<Error>,
) -> pcty_status {
    run(error, || {
        // References into the old error are valid until it is replaced; by then none is in use.
        // SAFETY: this function has the same contract.
        let built = change(unsafe { copied(target, "target") }?)?;
        // SAFETY: as above.
        unsafe { changed(target, "target", |target| *target = built) }
    })
}

/// Prepends the steps of a path to the path of an error: the error is in a part of a value.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
/// Ownership: changes `target`; the caller keeps `path`.
/// Threads: no other call may use `target` at the same time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_prepend_path(
    target: *mut pcty_error,
    path: *const pcty_path,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let change = |built: Error| {
        // SAFETY: by the header's contract `path` is NULL or valid.
        let path = unsafe { copied(path, "path") }?;
        let steps = path.steps().rev().cloned();
        Ok(steps.fold(built, |built, step| built.in_step(step)))
    };
    // SAFETY: by the header's contract `target` is NULL or used only by this call.
    unsafe { build(target, error, change) }
}

/// The data of an error, apart from its code and message. Start from PCTY_ERROR_DATA_INIT.
#[repr(C)]
pub struct pcty_error_data {
    /// The size of this struct.
    pub struct_size: u32,
    /// The stage of a language's processing at which the error was found, by the language's name,
    /// for example `errUnify` of mcl; no text for languages without stages. Not read by
    /// `pcty_error_set`.
    pub stage: pcty_str,
    /// Whether one argument of a call caused the error.
    pub has_argument: bool,
    /// The position of that argument from 0, if `has_argument`.
    pub argument: usize,
    /// Whether the error is at one byte of the input.
    pub has_offset: bool,
    /// The position of that byte from 0, if `has_offset`.
    pub offset: usize,
    /// The type that was expected, or NULL.
    pub expected: *const pcty_type,
    /// The type that was found, or NULL.
    pub found: *const pcty_type,
    /// The path to the part that caused the error; NULL if it is the whole value.
    pub path: *const pcty_path,
    /// The text that contains the ranges of the diagnostics; no text if it is not known, is that of
    /// each diagnostic, or may hold secrets.
    pub source: pcty_str,
    /// The name of that text; `pcty_error_set` does not read it without a `source`.
    pub file: pcty_str,
    /// The number of diagnostics, for `pcty_error_diagnostic_at`. Not read by `pcty_error_set`.
    pub diagnostic_count: usize,
}

/// Sets data of an error: those members of `data` that have a value. The error keeps its other data.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for NULL or a wrong `struct_size`.
/// Ownership: changes `target`; copies the texts; the caller keeps the path and the types.
/// Threads: no other call may use `target` at the same time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_set(
    target: *mut pcty_error,
    data: *const pcty_error_data,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let change = |mut built: Error| {
        // SAFETY: by the header's contract `data` is NULL or has its stated size.
        let given = unsafe { versioned(data, "data") }?;
        if given.has_argument {
            built = built.with_argument(given.argument);
        }
        if given.has_offset {
            built = built.with_offset(given.offset);
        }
        if !given.expected.is_null() {
            // SAFETY: by the header's contract `expected` is valid if it is not NULL.
            built = built.with_expected(&unsafe { copied(given.expected, "data->expected") }?);
        }
        if !given.found.is_null() {
            // SAFETY: by the header's contract `found` is valid if it is not NULL.
            built = built.with_found(&unsafe { copied(given.found, "data->found") }?);
        }
        if !given.path.is_null() {
            // SAFETY: by the header's contract `path` is valid if it is not NULL.
            built = built.with_path(unsafe { copied(given.path, "data->path") }?);
        }
        let source = text(&given.source, "data->source")?;
        let file = text(&given.file, "data->file")?;
        if !given.source.is_none() {
            built = built.with_source(Source::new(file, source));
        }
        Ok(built)
    };
    // SAFETY: by the header's contract `target` is NULL or used only by this call.
    unsafe { build(target, error, change) }
}

/// Adds a diagnostic.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a severity without a constant,
/// a wrong `struct_size`, or a line or column of 0.
/// Ownership: changes `target`; copies the texts.
/// Threads: no other call may use `target` at the same time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_add_diagnostic(
    target: *mut pcty_error,
    diagnostic: *const pcty_diagnostic,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let change = |built: Error| {
        // SAFETY: by the header's contract `diagnostic` is NULL or has its stated size.
        let given = unsafe { versioned(diagnostic, "diagnostic") }?;
        let source = source_of(given, built.diagnostics().last())?;
        let severity = match given.severity {
            PCTY_SEVERITY_ERROR => Severity::Error,
            PCTY_SEVERITY_WARNING => Severity::Warning,
            other => return Err(unnamed("diagnostic->severity", other)),
        };
        let mut made = Diagnostic::error(
            text(&given.summary, "diagnostic->summary")?,
            text(&given.detail, "diagnostic->detail")?,
        )
        .reported_by(Reporter::Host);
        made.severity = severity;
        made.subject = maybe_range(given.has_subject, given.subject, "diagnostic->subject")?;
        made.context = maybe_range(given.has_context, given.context, "diagnostic->context")?;
        made.suggestion = some(text(&given.suggestion, "diagnostic->suggestion")?);
        made.name = some(text(&given.code, "diagnostic->code")?).map(Cow::Owned);
        made.source = source;
        if !given.path.is_null() {
            // SAFETY: by the header's contract `path` is valid if it is not NULL.
            made = made.with_path(unsafe { copied(given.path, "diagnostic->path") }?);
        }
        if !given.expected.is_null() {
            // SAFETY: by the header's contract `expected` is valid if it is not NULL.
            let expected = unsafe { copied(given.expected, "diagnostic->expected") }?;
            made = made.with_expected(&expected);
        }
        if !given.found.is_null() {
            // SAFETY: by the header's contract `found` is valid if it is not NULL.
            let found = unsafe { copied(given.found, "diagnostic->found") }?;
            made = made.with_found(&found);
        }
        Ok(built.with_diagnostic(made))
    };
    // SAFETY: by the header's contract `target` is NULL or used only by this call.
    unsafe { build(target, error, change) }
}

/// Returns the source text of a diagnostic. Diagnostics about the same text share it.
fn source_of(given: &pcty_diagnostic, before: Option<&Diagnostic>) -> Result<Option<Source>> {
    let (name, whole) = ("diagnostic->file", "diagnostic->source");
    if let Some(known) = before.and_then(|before| before.source.as_ref())
        && known.start == Position::START
        && known.name.as_bytes() == given.file.bytes(name)?
        && known.text.as_bytes() == given.source.bytes(whole)?
    {
        return Ok(Some(known.clone()));
    }
    Ok(
        match (text(&given.file, name)?, text(&given.source, whole)?) {
            ("", "") => None,
            (name, text) => Some(Source::new(name, text)),
        },
    )
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn maybe_range(given: bool, found: pcty_range, name: &str) -> Result<Option<Range>> {
    if given {
        range(found, name).map(Some)
    } else {
        Ok(None)
    }
}

/// Converts a position that the host passed in the parameter `name`; without one, the start of a
/// text.
pub(crate) fn position(at: Option<&pcty_position>, name: &str) -> Result<Position> {
    let Some(at) = at else {
        return Ok(Position::START);
    };
    if at.line == 0 || at.column == 0 {
        return Err(invalid(format!(
            "`{name}`: lines and columns start at 1, found 0"
        )));
    }
    Ok(Position {
        line: at.line,
        column: at.column,
        byte: at.byte,
    })
}

fn range(range: pcty_range, name: &str) -> Result<Range> {
    Ok(Range {
        start: position(Some(&range.start), name)?,
        end: position(Some(&range.end), name)?,
    })
}

/// Returns the code.
///
/// NULL: returns PCTY_ERROR_INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_code(error: Option<&pcty_error>) -> pcty_status {
    quiet(PCTY_ERROR_INTERNAL, || {
        error.map_or(PCTY_ERROR_INVALID_ARGUMENT, |error| {
            status_of(error.0.code())
        })
    })
}

/// Returns the message, without the path.
///
/// If the error has diagnostics about a source text, the message is that of the first error among
/// them, with its position before it and the number of the others after it: `main.hcl:3,5-9:
/// Unknown variable; There is no variable named "x"., and 2 other diagnostic(s)`. The message may
/// have several lines: one for each of several Puppet errors that have no source text, and those of
/// a host's own message. `pcty_error_diagnostic_at` returns the diagnostics themselves.
///
/// Ownership: the result is owned by the error and valid while it lives.
/// NULL: returns no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_message(error: Option<&pcty_error>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        error.map_or(pcty_str::NONE, |error| {
            pcty_str::borrowed(error.0.headline())
        })
    })
}

/// Writes the data of an error.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts, types and path are owned
/// by the error and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_info(
    from: Option<&pcty_error>,
    out: *mut pcty_error_data,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let from = &need(from, "from")?.0;
        let source = from.source();
        let shown = source.filter(|source| !source.has_secrets);
        Ok(pcty_error_data {
            struct_size,
            stage: from.stage().map_or(pcty_str::NONE, pcty_str::borrowed),
            has_argument: from.argument().is_some(),
            argument: from.argument().unwrap_or(0),
            has_offset: from.offset().is_some(),
            offset: from.offset().unwrap_or(0),
            expected: from
                .expected()
                .map_or(std::ptr::null(), pcty_type::borrowed),
            found: from.found().map_or(std::ptr::null(), pcty_type::borrowed),
            path: match from.path() {
                path if path.is_empty() => std::ptr::null(),
                path => pcty_path::borrowed(path),
            },
            source: shown.map_or(pcty_str::NONE, |source| pcty_str::borrowed(&source.text)),
            file: source.map_or(pcty_str::NONE, |source| pcty_str::borrowed(&source.name)),
            diagnostic_count: from.diagnostics().len(),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has its stated size.
    unsafe { fill(out, error, body) }
}

/// Returns the path to the part that caused the error; without steps if it is the whole value.
///
/// Ownership: the result is owned by the error and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_path(error: Option<&pcty_error>) -> *const pcty_path {
    quiet(std::ptr::null(), || {
        error.map_or(std::ptr::null(), |error| {
            pcty_path::borrowed(error.0.path())
        })
    })
}

/// Writes a diagnostic by its position, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are owned by the error
/// and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_diagnostic_at(
    from: Option<&pcty_error>,
    index: usize,
    out: *mut pcty_diagnostic,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let from = need(from, "from")?;
        let found = diagnostic_at(from, index)?;
        let file = found.source.as_ref();
        let shown = file.filter(|file| !file.has_secrets);
        Ok(pcty_diagnostic {
            struct_size,
            severity: found.severity as u32,
            summary: pcty_str::borrowed(&found.summary),
            detail: pcty_str::borrowed(&found.detail),
            has_subject: found.subject.is_some(),
            subject: pcty_range::of(found.subject),
            has_context: found.context.is_some(),
            context: pcty_range::of(found.context),
            suggestion: pcty_str::borrowed(found.suggestion.as_deref().unwrap_or_default()),
            file: pcty_str::borrowed(file.map_or("", |file| &file.name)),
            source: pcty_str::borrowed(shown.map_or("", |file| &file.text)),
            code: pcty_str::borrowed(from.0.diagnostic_id(index).unwrap_or_default()),
            path: match found.path() {
                path if path.is_empty() => std::ptr::null(),
                path => pcty_path::borrowed(path),
            },
            expected: found
                .expected()
                .map_or(std::ptr::null(), pcty_type::borrowed),
            found: found.found().map_or(std::ptr::null(), pcty_type::borrowed),
            related_count: found.related().len(),
            edit_count: found.edits().count(),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has its stated size.
    unsafe { fill(out, error, body) }
}

fn diagnostic_at(from: &pcty_error, index: usize) -> Result<&Diagnostic> {
    let found = from.0.diagnostics().get(index);
    found.ok_or_else(|| missing("diagnostic", index))
}

fn missing(what: &str, index: usize) -> Error {
    Error::new(
        Code::NotFound,
        format!("there is no {what} at index {index}"),
    )
}

/// Writes a related location of a diagnostic, by the positions of both, from 0.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are owned by the error
/// and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_related_at(
    from: Option<&pcty_error>,
    diagnostic: usize,
    index: usize,
    out: *mut pcty_related,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let related = diagnostic_at(need(from, "from")?, diagnostic)?.related();
        let related = related.get(index);
        let related = related.ok_or_else(|| missing("related location", index))?;
        let file = related.source.as_ref().map_or("", |source| &*source.name);
        Ok(pcty_related {
            struct_size,
            message: pcty_str::borrowed(&related.message),
            range: pcty_range::of(Some(related.range)),
            file: pcty_str::borrowed(file),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has its stated size.
    unsafe { fill(out, error, body) }
}

/// Writes a suggested edit of a diagnostic, by the positions of both, from 0. The replacement of
/// `subject` by `suggestion` is the first edit.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its text is owned by the error and
/// valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_edit_at(
    from: Option<&pcty_error>,
    diagnostic: usize,
    index: usize,
    out: *mut pcty_edit,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let mut edits = diagnostic_at(need(from, "from")?, diagnostic)?.edits();
        let (range, text) = edits.nth(index).ok_or_else(|| missing("edit", index))?;
        Ok(pcty_edit {
            struct_size,
            range: pcty_range::of(Some(range)),
            text: pcty_str::borrowed(text),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or has its stated size.
    unsafe { fill(out, error, body) }
}

/// A notation of errors.
pub type pcty_error_notation = u32;

/// One line: the path and the message, which contains the position in a source text. If the message
/// has one line for each of several errors, the first and the number of the others. Other line
/// breaks become spaces.
pub const PCTY_NOTATION_LINE: pcty_error_notation = 1;
/// Several lines: the path, the message unless it is that of a diagnostic, and each diagnostic with
/// the source lines of its subject and of its context.
pub const PCTY_NOTATION_TEXT: pcty_error_notation = 2;
/// The same lines with ANSI terminal colors.
pub const PCTY_NOTATION_COLORED_TEXT: pcty_error_notation = 3;
/// One JSON object: `code`, `message`, `path`, and if present `expected` and `found` (names of
/// types), `argument`, `offset` and `diagnostics`.
///
/// A diagnostic has `severity`, `code`, `summary`, `detail`, and if present:
/// - `subject` and `context` as `{"start": [line, column, byte], "end": ...}`;
/// - `file`, `suggestion`, `path`, `expected`, `found`;
/// - `related` (each a `message` and a `range`);
/// - `edits` (each a `text` and the `range` that it replaces).
pub const PCTY_NOTATION_JSON: pcty_error_notation = 4;
/// A SARIF 2.1.0 log, the exchange format of static analysis: a result for each diagnostic, or one
/// for the error itself if it has none. The `ruleId` is the diagnostic's `code`; columns count
/// Unicode code points.
pub const PCTY_NOTATION_SARIF: pcty_error_notation = 5;

/// Returns an error in a notation.
///
/// Returns: NULL for a notation without a constant.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_format(
    error: Option<&pcty_error>,
    notation: pcty_error_notation,
) -> *mut pcty_string {
    quiet(std::ptr::null_mut(), || {
        let Some(pcty_error(error)) = error else {
            return std::ptr::null_mut();
        };
        let text = match notation {
            PCTY_NOTATION_LINE => error.to_string(),
            PCTY_NOTATION_TEXT => error.render_text(),
            PCTY_NOTATION_COLORED_TEXT => error.render(Style::Color),
            PCTY_NOTATION_JSON => error.render_json(),
            PCTY_NOTATION_SARIF => error.render_sarif(),
            _ => return std::ptr::null_mut(),
        };
        pcty_string::own(OwnedText::new(text))
    })
}
