//! The diagnostics of an operation that can give a partial result.
//!
//! Such an export has an optional `diagnostics` output. Without it, a diagnostic that is an error
//! fails the call, with an error that carries all diagnostics. With it, the call gives what there
//! is, and `*diagnostics` is such an error, or NULL where there are no diagnostics.

use super::base::error::pcty_error;
use super::base::status::pcty_status;
use super::base::string::pcty_str;
use super::guard::{Handle, Out, OutError, need, run};
use super::reentry::calling;
use crate::calls::Budget;
use crate::source::{Code, Diagnostic, Error, Result, Severity};
use std::ptr;

/// What the caller of an export does with diagnostics.
#[derive(Clone, Copy)]
pub(crate) enum Mode {
    /// It passed no `diagnostics`: an error among them fails the call.
    Whole,
    /// It takes them beside a partial result.
    Partial,
}

impl Mode {
    pub(crate) fn of(diagnostics: &OutError<'_>) -> Mode {
        match diagnostics {
            None => Mode::Whole,
            Some(_) => Mode::Partial,
        }
    }

    /// What was made, and the error that carries the diagnostics beside it. A diagnostic that
    /// refuses to go on, such as that of a budget, fails the call in both modes.
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

/// What was made, unless a diagnostic is an error.
pub(crate) fn sound<T>(code: Code, made: T, diagnostics: Vec<Diagnostic>) -> Result<T> {
    Ok(Mode::Whole.settle(code, made, diagnostics)?.0)
}

/// Runs the body of an export that makes a handle and gives the diagnostics beside it.
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

/// Runs the body of an export that makes a handle and gives the diagnostics beside it, within the
/// budget of this thread.
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
