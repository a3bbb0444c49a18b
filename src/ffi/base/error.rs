//! Errors: code, message, path, types and diagnostics.
//!
//! A host makes errors too: a callback reports its failure through one. Such an
//! error starts at `pcty_error_new` and learns its path from the inside out, one
//! step at a time, the way the callback returns from its own recursion.

pub use super::handles::pcty_error;

use super::handles::{pcty_path, pcty_type};
use super::status::{
    PCTY_ERROR_INTERNAL, PCTY_ERROR_INVALID_ARGUMENT, code_of, pcty_status, status_of,
};
use super::string::{OwnedText, pcty_string};
use super::text::pcty_str;
use crate::ffi::guard::{
    Handle, OutError, changed, copied, fill, invalid, need, quiet, release, run, text, unnamed,
    versioned, write_found,
};
use crate::source::{
    Code, Diagnostic, Error, Position, Range, Reporter, Result, Severity, Source, Style,
};
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// How bad a finding is.
pub type pcty_severity = u32;

/// It failed.
pub const PCTY_SEVERITY_ERROR: pcty_severity = 1;
/// It may be a mistake.
pub const PCTY_SEVERITY_WARNING: pcty_severity = 2;

/// A place in a source text.
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

/// A stretch of a source text; the end is exclusive.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_range {
    /// Where it starts.
    pub start: pcty_position,
    /// Where it ends, exclusive.
    pub end: pcty_position,
}

impl pcty_range {
    /// A stretch; the start of the text where there is none.
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

/// One finding about a source text or a value. Start from PCTY_DIAGNOSTIC_INIT.
#[repr(C)]
pub struct pcty_diagnostic {
    /// The size of this struct.
    pub struct_size: u32,
    /// How bad it is.
    pub severity: pcty_severity,
    /// What it is, in a few words.
    pub summary: pcty_str,
    /// The whole story, in sentences.
    pub detail: pcty_str,
    /// Whether it is about a stretch of the source text.
    pub has_subject: bool,
    /// That stretch, if `has_subject`.
    pub subject: pcty_range,
    /// Whether there is a stretch around the subject that helps to understand it.
    pub has_context: bool,
    /// That stretch, if `has_context`.
    pub context: pcty_range,
    /// Text that may have been meant in place of the subject; empty if there is none.
    pub suggestion: pcty_str,
    /// The name of the text that the stretches are of; empty if it is the error's own, or
    /// not known.
    pub file: pcty_str,
    /// That text, for excerpts; empty if it is the error's own, not known, or may hold secrets.
    pub source: pcty_str,
    /// The stable identifier of this kind of diagnostic, such as `hcl.unknown-variable`.
    pub code: pcty_str,
    /// The path to the part of a value that it is about; NULL if it is about no part.
    pub path: *const pcty_path,
    /// The type that was expected; NULL if it is about no type.
    pub expected: *const pcty_type,
    /// The type that was found; NULL if it is about no type.
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
    /// What is at the location.
    pub message: pcty_str,
    /// The location.
    pub range: pcty_range,
    /// The name of the text that the range is of; empty if it is that of the diagnostic.
    pub file: pcty_str,
}

/// A change of the source text that may resolve a diagnostic.
#[repr(C)]
pub struct pcty_edit {
    /// The size of this struct.
    pub struct_size: u32,
    /// The range of the source text of the diagnostic that is replaced.
    pub range: pcty_range,
    /// The text in its place.
    pub text: pcty_str,
}

/// An error with a code and a one-line message: how a callback begins to report a
/// failure, mostly with PCTY_ERROR_CALLBACK.
///
/// Ownership: the result is the caller's.
/// Errors: never fails: if `code` is PCTY_OK or has no constant, or the message is not
/// UTF-8, the result is the error that says so.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_new(code: pcty_status, message: pcty_str) -> *mut pcty_error {
    quiet(std::ptr::null_mut(), || {
        let made = code_of(code)
            .ok_or_else(|| unnamed("code", code))
            .and_then(|code| Ok(Error::new(code, text(&message, "message")?)));
        pcty_error::own(made.unwrap_or_else(|error| error))
    })
}

/// Another handle of the same error.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_clone(error: Option<&pcty_error>) -> *mut pcty_error {
    quiet(std::ptr::null_mut(), || {
        error.map_or(std::ptr::null_mut(), |error| {
            pcty_error::own(error.0.clone())
        })
    })
}

/// Frees an error. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_free(error: Option<Box<pcty_error>>) {
    release(error)
}

/// Changes an error that its maker is still building.
///
/// # Safety
/// `target` is NULL or valid and in use nowhere else; what the call was given besides, which the
/// error may have lent, is referred to by `change` alone.
unsafe fn build(
    target: *mut pcty_error,
    error: OutError<'_>,
    change: impl FnOnce(Error) -> Result<Error>,
) -> pcty_status {
    run(error, || {
        // What was lent is good until the error is replaced, when nothing refers to it any more.
        // SAFETY: this function has the same contract.
        let built = change(unsafe { copied(target, "target") }?)?;
        // SAFETY: as above.
        unsafe { changed(target, "target", |target| *target = built) }
    })
}

/// Puts the steps of a path in front of the path of an error: the error is in a part of a value.
///
/// Ownership: changes `target`; `path` stays the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: `target` must not be in use elsewhere.
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
    // SAFETY: by the header's contract `target` is NULL or the caller's alone.
    unsafe { build(target, error, change) }
}

/// Puts a path in place of what was said so far.
///
/// Ownership: changes `target`; `path` stays the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: `target` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_set_path(
    target: *mut pcty_error,
    path: *const pcty_path,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let change = |built: Error| {
        // SAFETY: by the header's contract `path` is NULL or valid.
        Ok(built.with_path(unsafe { copied(path, "path") }?))
    };
    // SAFETY: by the header's contract `target` is NULL or the caller's alone.
    unsafe { build(target, error, change) }
}

/// Says which argument of a call is at fault, from 0.
///
/// Ownership: changes `target`.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: `target` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_set_argument(
    target: *mut pcty_error,
    index: usize,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let change = |built: Error| Ok(built.with_argument(index));
    // SAFETY: by the header's contract `target` is NULL or the caller's alone.
    unsafe { build(target, error, change) }
}

/// Says which type was found and which one was wanted.
///
/// Ownership: changes `target`; the types stay the caller's.
/// Errors: none but NULL.
/// NULL: `found`, `wanted` (then nothing is said of it) and `error` may be.
/// Threads: `target` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_set_types(
    target: *mut pcty_error,
    found: *const pcty_type,
    wanted: *const pcty_type,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let change = |mut built: Error| {
        if !found.is_null() {
            // SAFETY: by the header's contract `found` is valid where it is not NULL.
            built = built.with_found(&unsafe { copied(found, "found") }?);
        }
        if !wanted.is_null() {
            // SAFETY: by the header's contract `wanted` is valid where it is not NULL.
            built = built.with_wanted(&unsafe { copied(wanted, "wanted") }?);
        }
        Ok(built)
    };
    // SAFETY: by the header's contract `target` is NULL or the caller's alone.
    unsafe { build(target, error, change) }
}

/// Says at which byte of the input the fault lies, from 0.
///
/// Ownership: changes `target`.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: `target` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_set_offset(
    target: *mut pcty_error,
    offset: usize,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let change = |built: Error| Ok(built.with_offset(offset));
    // SAFETY: by the header's contract `target` is NULL or the caller's alone.
    unsafe { build(target, error, change) }
}

/// Says which text the ranges of the diagnostics point into, and the name of its file.
///
/// Ownership: changes `target`; copies the texts.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: `target` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_set_source(
    target: *mut pcty_error,
    source: pcty_str,
    file: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let change = |built: Error| {
        let file = text(&file, "file")?;
        Ok(built.with_source(Source::new(file, text(&source, "source")?)))
    };
    // SAFETY: by the header's contract `target` is NULL or the caller's alone.
    unsafe { build(target, error, change) }
}

/// Adds a diagnostic.
///
/// Ownership: changes `target`; copies the texts.
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a severity without a
/// constant, a wrong `struct_size`, or a line or column of 0.
/// NULL: `error` may be.
/// Threads: `target` must not be in use elsewhere.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_error_add_diagnostic(
    target: *mut pcty_error,
    diagnostic: *const pcty_diagnostic,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let change = |built: Error| {
        // SAFETY: by the header's contract `diagnostic` is NULL or as large as it says.
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
            // SAFETY: by the header's contract `path` is valid where it is not NULL.
            made = made.with_path(unsafe { copied(given.path, "diagnostic->path") }?);
        }
        if !given.expected.is_null() {
            // SAFETY: by the header's contract `expected` is valid where it is not NULL.
            let expected = unsafe { copied(given.expected, "diagnostic->expected") }?;
            made = made.with_expected(&expected);
        }
        if !given.found.is_null() {
            // SAFETY: by the header's contract `found` is valid where it is not NULL.
            let found = unsafe { copied(given.found, "diagnostic->found") }?;
            made = made.with_found(&found);
        }
        Ok(built.with_diagnostic(made))
    };
    // SAFETY: by the header's contract `target` is NULL or the caller's alone.
    unsafe { build(target, error, change) }
}

/// The text that a diagnostic is about. Many diagnostics about one text have it once.
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

/// A position from the host in the parameter of this name; the start of a text without one.
pub(crate) fn position(at: Option<&pcty_position>, name: &str) -> Result<Position> {
    let Some(at) = at else {
        return Ok(Position::START);
    };
    if at.line == 0 || at.column == 0 {
        return Err(invalid(format!(
            "`{name}` has the line or column 0, but they count from 1"
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

/// The code. NULL: gives PCTY_ERROR_INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_code(error: Option<&pcty_error>) -> pcty_status {
    quiet(PCTY_ERROR_INTERNAL, || {
        error.map_or(PCTY_ERROR_INVALID_ARGUMENT, |error| {
            status_of(error.0.code())
        })
    })
}

/// The message, without the path. Where diagnostics about a text tell what is wrong, it is the
/// words of the first error among them, its place before them and the number of the others
/// behind: `main.hcl:3,5-9: Unknown variable; There is no variable named "x"., and 2 other
/// diagnostic(s)`. It may have several lines: one for each fault where Puppet tells several
/// that are in no text, and what a host's own message has. What a diagnostic says by itself:
/// `pcty_error_diagnostic_at`.
///
/// Ownership: lent as long as the error. NULL: gives no text.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_message(error: Option<&pcty_error>) -> pcty_str {
    quiet(pcty_str::NONE, || {
        error.map_or(pcty_str::NONE, |error| pcty_str::lend(error.0.headline()))
    })
}

/// The data of an error, apart from its code, message and path.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_error_data {
    /// The stage of a language's work at which the error was found, by the language's name, for example
    /// `errUnify` of mcl; `data` is NULL for languages without stages. It has static lifetime.
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
    /// The number of diagnostics: `pcty_error_diagnostic_at`.
    pub diagnostic_count: usize,
}

/// Writes the stage, argument, offset and types of an error, and the number of its diagnostics.
///
/// Returns: false if `error` is NULL.
/// Ownership: the types in `*out` is owned by `error` and valid while it lives.
/// NULL: returns false if `error` is; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_info(
    error: Option<&pcty_error>,
    out: Option<&mut MaybeUninit<pcty_error_data>>,
) -> bool {
    quiet(false, || {
        let data = error.map(|error| pcty_error_data {
            stage: error.0.stage().map_or(pcty_str::NONE, pcty_str::lend),
            has_argument: error.0.argument().is_some(),
            argument: error.0.argument().unwrap_or(0),
            has_offset: error.0.offset().is_some(),
            offset: error.0.offset().unwrap_or(0),
            expected: error.0.wanted().map_or(std::ptr::null(), pcty_type::lend),
            found: error.0.found().map_or(std::ptr::null(), pcty_type::lend),
            diagnostic_count: error.0.diagnostics().len(),
        });
        write_found(data, out)
    })
}

/// The path to the part at fault; without steps when that is the whole.
///
/// Ownership: lent as long as the error. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_path(error: Option<&pcty_error>) -> *const pcty_path {
    quiet(std::ptr::null(), || {
        error.map_or(std::ptr::null(), |error| pcty_path::lend(error.0.path()))
    })
}

/// A diagnostic by its position, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are lent as
/// long as the error.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
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
            summary: pcty_str::lend(&found.summary),
            detail: pcty_str::lend(&found.detail),
            has_subject: found.subject.is_some(),
            subject: pcty_range::of(found.subject),
            has_context: found.context.is_some(),
            context: pcty_range::of(found.context),
            suggestion: pcty_str::lend(found.suggestion.as_deref().unwrap_or_default()),
            file: pcty_str::lend(file.map_or("", |file| &file.name)),
            source: pcty_str::lend(shown.map_or("", |file| &file.text)),
            code: pcty_str::lend(from.0.diagnostic_id(index).unwrap_or_default()),
            path: match found.path() {
                path if path.is_empty() => std::ptr::null(),
                path => pcty_path::lend(path),
            },
            expected: found.expected().map_or(std::ptr::null(), pcty_type::lend),
            found: found.found().map_or(std::ptr::null(), pcty_type::lend),
            related_count: found.related().len(),
            edit_count: found.edits().count(),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}

fn diagnostic_at(from: &pcty_error, index: usize) -> Result<&Diagnostic> {
    let found = from.0.diagnostics().get(index);
    found.ok_or_else(|| missing("diagnostic", index))
}

fn missing(what: &str, index: usize) -> Error {
    Error::new(Code::NotFound, format!("there is no {what} number {index}"))
}

/// A related location of a diagnostic, by the positions of both, from 0.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts are owned by the
/// error and valid while it lives.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
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
            message: pcty_str::lend(&related.message),
            range: pcty_range::of(Some(related.range)),
            file: pcty_str::lend(file),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}

/// A suggested edit of a diagnostic, by the positions of both, from 0. The `suggestion` in place
/// of the `subject` is the first edit.
///
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its text is owned by the
/// error and valid while it lives.
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// NULL: `error` may be.
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
            text: pcty_str::lend(text),
        })
    };
    // SAFETY: by the header's contract `out` is NULL or as large as it says.
    unsafe { fill(out, error, body) }
}

fn rendered(error: Option<&pcty_error>, render: impl FnOnce(&Error) -> String) -> *mut pcty_string {
    quiet(std::ptr::null_mut(), || {
        error.map_or(std::ptr::null_mut(), |error| {
            pcty_string::own(OwnedText::new(render(&error.0)))
        })
    })
}

/// The error as one line: the path and the message, which names the place in a text. Of a
/// message that tells each fault in a line of its own it has the first and how many others
/// there are; other line breaks become spaces.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_to_line(error: Option<&pcty_error>) -> *mut pcty_string {
    rendered(error, Error::to_string)
}

/// The error as text of several lines: the path, the message unless it is that of a
/// diagnostic, and each diagnostic with the lines of the source that it is about, those of its
/// context too.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_to_text(error: Option<&pcty_error>) -> *mut pcty_string {
    rendered(error, Error::render_text)
}

/// The error as text of several lines, as `pcty_error_to_text`, with the colors of ANSI
/// terminals.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_to_colored_text(error: Option<&pcty_error>) -> *mut pcty_string {
    rendered(error, |error| error.render(Style::Color))
}

/// The error as one JSON object: `code`, `message`, `path`, and where there are such
/// `expected` and `found` (names of types), `argument`, `offset` and `diagnostics`. A diagnostic
/// has `severity`, `code`, `summary`, `detail`, and where there are such `subject` and `context`
/// as `{"start": [line, column, byte], "end": ...}`, `file`, `suggestion`, `path`, `expected`,
/// `found`, `related` (each a `message` and a `range`) and `edits` (each a `text` and the `range`
/// that it replaces).
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_to_json(error: Option<&pcty_error>) -> *mut pcty_string {
    rendered(error, Error::render_json)
}

/// The error as a SARIF 2.1.0 log, the exchange format of static analysis: a result for each
/// diagnostic, or one for the error itself if it has none. The `ruleId` is the diagnostic's
/// `code`; columns count Unicode code points.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_error_to_sarif(error: Option<&pcty_error>) -> *mut pcty_string {
    rendered(error, Error::render_sarif)
}
