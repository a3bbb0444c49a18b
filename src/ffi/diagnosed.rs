//! Diagnostics of operations that can return a partial result.
//!
//! Such an export has an optional `diagnostics` output. Without it, a diagnostic that is an error
//! fails the call, with an error that contains all diagnostics. With it, the call returns a partial
//! result, and `*diagnostics` is an error with all diagnostics, or NULL if there are none.

use super::base::error::pcty_error;
use super::base::status::pcty_status;
use super::base::string::pcty_str;
use super::guard::{Handle, Out, OutError, need, run};
use super::reentry::calling;
use crate::calls::Budget;
use crate::source::{Code, Diagnostic, Error, Result, Severity};
use std::ptr;

/// The treatment of diagnostics that the caller of an export requests.
#[derive(Clone, Copy)]
pub(crate) enum Mode {
    /// No `diagnostics` output: an error among the diagnostics fails the call.
    Whole,
    /// The diagnostics are returned in addition to a partial result.
    Partial,
}

impl Mode {
    pub(crate) fn of(diagnostics: &OutError<'_>) -> Mode {
        match diagnostics {
            None => Mode::Whole,
            Some(_) => Mode::Partial,
        }
    }

    /// Returns the result and the error that contains the diagnostics. A diagnostic that ends the
    /// operation, such as that of a budget, fails the call in both modes.
    pub(crate) fn settle<T>(
        self,
        code: Code,
        made: T,
        diagnostics: Vec<Diagnostic>,
    ) -> Result<(T, Option<Error>)> {
        if diagnostics.is_empty() {
            return Ok((made, None));
        }
        let fails = |found: &Diagnostic| match self {
            Mode::Whole => found.severity == Severity::Error,
            Mode::Partial => found.is_refusal(),
        };
        let failed = diagnostics.iter().any(fails);
        match self {
            Mode::Whole if !failed => Ok((made, None)),
            Mode::Partial if !failed => {
                Ok((made, Some(Error::from_diagnostics(code, diagnostics))))
            }
            _ => Err(Error::from_diagnostics(code, diagnostics)),
        }
    }
}

/// Returns the result, unless a diagnostic is an error.
pub(crate) fn sound<T>(code: Code, made: T, diagnostics: Vec<Diagnostic>) -> Result<T> {
    Ok(Mode::Whole.settle(code, made, diagnostics)?.0)
}

/// Runs the body of an export that makes a handle and reports diagnostics.
pub(crate) fn make_diagnosed<H: Handle>(
    out: Out<'_, *mut H>,
    diagnostics: OutError<'_>,
    error: OutError<'_>,
    body: impl FnOnce(Mode) -> Result<(H::Inner, Option<Error>)>,
) -> pcty_status {
    run(error, || {
        let out = need(out, "out")?;
        let (made, found) = body(Mode::of(&diagnostics))?;
        out.write(H::own(made));
        write_diagnostics(found, diagnostics);
        Ok(())
    })
}

/// Runs the body of an export that makes a handle and reports diagnostics, within the budget of
/// this thread.
pub(crate) fn make_diagnosed_charged<H: Handle>(
    out: Out<'_, *mut H>,
    diagnostics: OutError<'_>,
    error: OutError<'_>,
    body: impl FnOnce(Mode, &Budget) -> Result<(H::Inner, Option<Error>)>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        calling(|budget| body(mode, budget))
    })
}

/// Writes an error, or NULL if there is none, if the caller passed an output.
pub(crate) fn write_diagnostics(found: Option<Error>, out: OutError<'_>) {
    if let Some(out) = out {
        out.write(found.map_or(ptr::null_mut(), pcty_error::own));
    }
}

/// Returns the bytes of a source text; the parser validates their encoding.
pub(crate) fn source(text: &pcty_str) -> Result<&[u8]> {
    text.bytes("source_text")
}
