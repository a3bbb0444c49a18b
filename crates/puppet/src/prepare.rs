//! Preparation of texts as programs that can call the functions of the language.

use crate::eval::load::prepare;
use crate::eval::program::Prepared;
use crate::functions::find;
use crate::mode::{Mode, Strict};
use crate::syntax::Notation;
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Source};
use std::sync::Arc;

impl Prepared {
    /// Prepares a manifest, or an expression.
    ///
    /// # Errors
    /// - Those of the grammar and the validator, with Puppet's messages.
    /// - [`Code::Limit`](polycty_core::source::Code::Limit) for a text that nests too deep or needs
    ///   too many steps.
    pub fn manifest(source: Source, strict: Strict, budget: &Budget) -> Result<Prepared> {
        Prepared::manifest_in(source, Mode::Current, strict, budget)
    }

    /// Prepares a manifest, or an expression, of the current language or of the early
    /// specification.
    ///
    /// # Errors
    /// As [`Prepared::manifest`].
    pub fn manifest_in(
        source: Source,
        mode: Mode,
        strict: Strict,
        budget: &Budget,
    ) -> Result<Prepared> {
        let unit = prepare(source, Notation::Manifest, strict, mode, find, budget)?;
        Ok(Prepared(Arc::new(unit)))
    }

    /// Prepares a template: text with code between `<%` and `%>`.
    ///
    /// # Errors
    /// As [`Prepared::manifest`].
    pub fn template(source: Source, strict: Strict, budget: &Budget) -> Result<Prepared> {
        let unit = prepare(
            source,
            Notation::Template,
            strict,
            Mode::Current,
            find,
            budget,
        )?;
        Ok(Prepared(Arc::new(unit)))
    }
}
