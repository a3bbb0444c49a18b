//! Services for HCL without a schema, and the parts that Terraform shares.
//!
//! - `file`: parsed files and their cache; `repair`: texts with errors of syntax
//! - `place`: the nodes at a byte
//! - `outline`, `tokens`, `format`: the answers that need only the syntax

pub(crate) mod file;
pub(crate) mod format;
pub(crate) mod outline;
pub(crate) mod place;
pub(crate) mod repair;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod tokens;

use crate::answer::{Fold, Symbol, TextEdit, Token};
use crate::language::{Context, FileReport, Language, LanguageId};
use file::Cache;
use polycty_core::source::{Result, Span};
use polycty_hcl::write::Style;

/// Services for HCL without a schema.
#[derive(Debug, Default)]
struct Hcl {
    files: Cache,
}

/// Returns the services for HCL without a schema.
#[must_use]
pub fn hcl() -> Box<dyn Language> {
    Box::new(Hcl::default())
}

impl Language for Hcl {
    fn answers_for(&self, id: LanguageId) -> bool {
        id == LanguageId::Hcl
    }

    fn changed(&self, paths: &[&str]) {
        self.files.changed(paths);
    }

    fn diagnostics(&self, context: &Context<'_>) -> Result<Vec<FileReport>> {
        let file = self.files.document(context)?;
        Ok(vec![FileReport {
            path: file.path.clone(),
            diagnostics: file.diagnostics.clone(),
        }])
    }

    fn symbols(&self, context: &Context<'_>) -> Result<Vec<Symbol>> {
        let file = self.files.document(context)?;
        outline::symbols(&file, &outline::Plain, context.budget)
    }

    fn folds(&self, context: &Context<'_>) -> Result<Vec<Fold>> {
        outline::folds(&*self.files.document(context)?, context.budget)
    }

    fn selections(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Span>> {
        outline::selections(&*self.files.document(context)?, byte, context.budget)
    }

    fn tokens(&self, context: &Context<'_>, span: Span) -> Result<Vec<Token>> {
        let file = self.files.document(context)?;
        tokens::tokens(&file, span, &tokens::Plain, context.budget)
    }

    fn format(&self, context: &Context<'_>, span: Span) -> Result<Vec<TextEdit>> {
        let file = self.files.document(context)?;
        format::format(&file, span, Style::Layout, context.budget)
    }
}
