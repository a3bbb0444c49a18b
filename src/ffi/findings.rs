//! Diagnostics of a text: how does an export give them?
//!
//! Each question has two forms. One fails if a diagnostic is an error, with the error
//! that carries them all. The other always gives what there is, and such an error, or
//! NULL, beside it.

use super::base::error::pcty_error;
use super::base::status::pcty_status;
use super::base::string::pcty_str;
use super::guard::{Handle, Out, OutError, need, run};
use super::reentry::calling;
use crate::calls::Budget;
use crate::source::{Code, Diagnostic, Error, Result, Severity};
use std::ptr;

/// What was made, unless a diagnostic is an error.
pub(crate) fn sound<T>(code: Code, made: T, diagnostics: Vec<Diagnostic>) -> Result<T> {
    let error = |found: &Diagnostic| found.severity == Severity::Error;
    match diagnostics.iter().any(error) {
        true => Err(Error::from_diagnostics(code, diagnostics)),
        false => Ok(made),
    }
}

/// What was made, and the error that carries the diagnostics, if there are any; nothing where
/// one of them is that the call may not go on.
pub(crate) fn diagnosed<T>(
    code: Code,
    made: T,
    diagnostics: Vec<Diagnostic>,
) -> Result<(T, Option<Error>)> {
    if diagnostics.is_empty() {
        return Ok((made, None));
    }
    let refused = diagnostics.iter().any(Diagnostic::is_refusal);
    let error = Error::from_diagnostics(code, diagnostics);
    match refused {
        true => Err(error),
        false => Ok((made, Some(error))),
    }
}

/// Runs the body of an export that makes a handle and gives the diagnostics beside it.
pub(crate) fn make_diagnosed<H: Handle>(
    out: Out<'_, *mut H>,
    diagnostics: OutError<'_>,
    error: OutError<'_>,
    body: impl FnOnce() -> Result<(H::Inner, Option<Error>)>,
) -> pcty_status {
    run(error, || {
        let out = need(out, "out")?;
        let (made, found) = body()?;
        out.write(H::own(made));
        write_diagnostics(found, diagnostics);
        Ok(())
    })
}

/// Runs the body of an export that makes a handle and gives the diagnostics beside it, out of the
/// budget that this thread has for it.
pub(crate) fn make_diagnosed_charged<H: Handle>(
    out: Out<'_, *mut H>,
    diagnostics: OutError<'_>,
    error: OutError<'_>,
    body: impl FnOnce(&Budget) -> Result<(H::Inner, Option<Error>)>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, || calling(body))
}

/// Gives out an error, or NULL if there is none, if the caller wants to know.
pub(crate) fn write_diagnostics(found: Option<Error>, out: OutError<'_>) {
    if let Some(out) = out {
        out.write(found.map_or(ptr::null_mut(), pcty_error::own));
    }
}

/// The bytes of a source text, whose encoding the parser judges.
pub(crate) fn source(text: &pcty_str) -> Result<&[u8]> {
    text.bytes("source_text")
}
