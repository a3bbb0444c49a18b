//! Services for HCL, with and without a specification, and the parts that other languages share.
//!
//! - `file`: parsed files and their cache; `repair`: texts with errors of syntax
//! - `place`: the nodes at a byte
//! - `outline`, `tokens`, `format`: the answers that need only the syntax
//! - `specified`: the answers by a specification
//! - `actions`, `describe`, `list`: actions, texts of types, and lists of completions

pub(crate) mod actions;
pub(crate) mod describe;
pub(crate) mod file;
pub(crate) mod format;
pub(crate) mod list;
pub(crate) mod outline;
pub(crate) mod place;
pub(crate) mod repair;
mod specified;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod tokens;

use crate::answer::{Action, Completion, Fold, Hover, Symbol, TextEdit, Token};
use crate::language::{Context, FileReport, Language, LanguageId};
use crate::languages::{OptionError, Options, recorded};
use actions::{quoted_keys, suggestions};
use file::Cache;
use place::{Part, Place, each_expression, touches};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_hcl::syntax::ExprKind;
use polycty_hcl::write::Style;
use specified::Specified;

/// Services for HCL.
#[derive(Debug, Default)]
struct Hcl {
    files: Cache,
    specifications: Vec<Specified>,
}

/// Returns the services for HCL without a specification.
#[must_use]
pub fn hcl() -> Box<dyn Language> {
    Box::new(Hcl::default())
}

/// Returns the services for HCL by the specifications of the options.
pub(crate) fn specified(options: &Options, errors: &mut Vec<OptionError>) -> Box<dyn Language> {
    let mut language = Hcl::default();
    for one in &options.hcl_specifications {
        let read = Specified::read(&one.ending, &one.text, &Budget::standard());
        let read = recorded("hcl_specifications", read, errors);
        language.specifications.extend(read);
    }
    Box::new(language)
}

impl Hcl {
    /// The specification of a document: the one with the longest end of its name.
    fn specification(&self, context: &Context<'_>) -> Option<&Specified> {
        let path = context.document.path();
        let all = self.specifications.iter();
        let found = all.filter_map(|one| Some((one.describes(path)?, one)));
        Some(found.max_by_key(|(length, _)| *length)?.1)
    }
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
        let mut diagnostics = file.diagnostics.clone();
        if let Some(specification) = self.specification(context)
            && diagnostics.is_empty()
        {
            diagnostics = specification.diagnostics(&file, context.budget)?;
        }
        Ok(vec![FileReport {
            path: file.path.clone(),
            diagnostics,
        }])
    }

    fn completions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Completion>> {
        let file = self.files.document(context)?;
        match self.specification(context) {
            Some(specification) => specification.completions(context, &file, byte),
            None => Ok(Vec::new()),
        }
    }

    fn hover(&self, context: &Context<'_>, byte: u32) -> Result<Option<Hover>> {
        let file = self.files.document(context)?;
        let specification = self.specification(context);
        Ok(specification.and_then(|specification| specification.hover(&file, byte)))
    }

    fn actions(&self, context: &Context<'_>, span: Span) -> Result<Vec<Action>> {
        let file = self.files.document(context)?;
        let mut found = suggestions(context, self.diagnostics(context)?, span);
        if let Some(specification) = self.specification(context) {
            found.extend(specification.missing(context, &file, span.start)?);
        }
        let (tree, inner) = (&*file.tree, file.inner(span.start));
        if let Part::Value(attribute) = Place::find(&file, inner).part {
            let mut object = None;
            each_expression(tree, attribute.value, &mut |id| {
                if let ExprKind::Object(items) = tree[id].kind
                    && touches(tree[id].span, inner)
                {
                    object = Some(&tree[items]);
                }
            });
            found.extend(object.and_then(|items| quoted_keys(context, &file, items)));
        }
        Ok(found)
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
