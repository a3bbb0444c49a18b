//! Services for PCL programs.
//!
//! - `program`: declarations and types of the files of a folder
//! - `completion`, `hover`, `navigation`, `outline`, `tokens`, `format`

mod completion;
mod format;
mod hover;
mod navigation;
mod outline;
mod program;
mod tokens;

use crate::answer::{
    Completion, FileEdit, Fold, Hint, HintKind, Hover, Location, Symbol, TextEdit, Token,
};
use crate::language::{Context, FileReport, Language, LanguageId};
use polycty_core::source::{Result, Span};
use program::{Kind, Program};

/// The language PCL.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pcl;

impl Language for Pcl {
    fn answers_for(&self, id: LanguageId) -> bool {
        id == LanguageId::Pcl
    }

    fn changed(&self, _: &[&str]) {}

    fn diagnostics(&self, context: &Context<'_>) -> Result<Vec<FileReport>> {
        let program = Program::read(context)?;
        Ok(vec![FileReport {
            path: context.document.path().to_owned(),
            diagnostics: program.diagnostics(context.budget)?,
        }])
    }

    fn completions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Completion>> {
        completion::completions(&Program::read(context)?, context, byte)
    }

    fn hover(&self, context: &Context<'_>, byte: u32) -> Result<Option<Hover>> {
        hover::hover(&Program::read(context)?, context, byte)
    }

    fn definitions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Location>> {
        navigation::definitions(&Program::read(context)?, context, byte)
    }

    fn references(
        &self,
        context: &Context<'_>,
        byte: u32,
        declarations: bool,
    ) -> Result<Vec<Location>> {
        navigation::references(&Program::read(context)?, context, byte, declarations)
    }

    fn renameable(&self, context: &Context<'_>, byte: u32) -> Result<Option<Span>> {
        navigation::renameable(&Program::read(context)?, context, byte)
    }

    fn rename(&self, context: &Context<'_>, byte: u32, name: &str) -> Result<Vec<FileEdit>> {
        navigation::rename(&Program::read(context)?, context, byte, name)
    }

    fn symbols(&self, context: &Context<'_>) -> Result<Vec<Symbol>> {
        Ok(outline::symbols(&Program::read(context)?))
    }

    fn folds(&self, context: &Context<'_>) -> Result<Vec<Fold>> {
        outline::folds(&Program::read(context)?, context.budget)
    }

    fn selections(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Span>> {
        Ok(outline::selections(&Program::read(context)?, byte))
    }

    fn tokens(&self, context: &Context<'_>, span: Span) -> Result<Vec<Token>> {
        tokens::tokens(&Program::read(context)?, context.budget, span)
    }

    fn format(&self, context: &Context<'_>, span: Span) -> Result<Vec<TextEdit>> {
        format::edits(context, span)
    }

    /// The inferred types of locals.
    fn hints(&self, context: &Context<'_>, span: Span) -> Result<Vec<Hint>> {
        let program = Program::read(context)?;
        let locals = program.decls.iter().filter(|decl| {
            let end = decl.name_span.end;
            let is_own = decl.file == program.own && decl.kind == Kind::Local;
            is_own && !decl.ty.is_any() && span.start <= end && end <= span.end
        });
        let hints = locals.map(|decl| Hint {
            byte: decl.name_span.end,
            label: format!(": {}", polycty_pcl::line(&decl.ty)),
            kind: HintKind::Type,
        });
        Ok(hints.collect())
    }
}
