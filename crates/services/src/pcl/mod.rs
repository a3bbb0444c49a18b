//! Services for PCL programs.
//!
//! - `program`: declarations and types of the files of a folder
//! - `completion`, `hover`, `navigation`, `outline`, `tokens`

mod completion;
mod hover;
mod navigation;
mod outline;
mod program;
mod tokens;

use crate::answer::{
    Completion, FileEdit, Fold, Hint, HintKind, Hover, Location, Symbol, TextEdit, Token,
};
use crate::language::{Context, FileReport, Language, LanguageId};
use crate::layout::formatted;
use polycty_core::source::{Result, Span};
use polycty_hcl::write::{Style, format};
use program::{Kind, Program};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The language PCL.
#[derive(Default)]
pub struct Pcl {
    /// The programs of open documents by path, and whether no file has changed since.
    programs: Mutex<BTreeMap<String, (Arc<Program>, bool)>>,
}

impl Pcl {
    fn known(&self) -> MutexGuard<'_, BTreeMap<String, (Arc<Program>, bool)>> {
        self.programs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn program(&self, context: &Context<'_>) -> Result<Arc<Program>> {
        let path = context.document.path();
        let known = self.known().get(path).cloned();
        if let Some((known, true)) = known
            && known.file().text == *context.document.text()
        {
            return Ok(known);
        }
        let folder = |path: &str| path.rsplit_once('/').map(|(folder, _)| folder.to_owned());
        let own = folder(path);
        let others: Vec<Arc<Program>> = {
            let mut known = self.known();
            known.retain(|path, _| context.workspace.document(path).is_some());
            let others = known.iter().filter(|(path, _)| folder(path) == own);
            others.map(|(_, (program, _))| program.clone()).collect()
        };
        let program = Arc::new(Program::read(context, &others)?);
        if context.workspace.document(path).is_some() {
            self.known()
                .insert(path.to_owned(), (program.clone(), true));
        }
        Ok(program)
    }
}

impl Language for Pcl {
    fn answers_for(&self, id: LanguageId) -> bool {
        id == LanguageId::Pcl
    }

    fn changed(&self, _: &[&str]) {
        self.known()
            .values_mut()
            .for_each(|(_, is_current)| *is_current = false);
    }

    fn diagnostics(&self, context: &Context<'_>) -> Result<Vec<FileReport>> {
        let program = self.program(context)?;
        Ok(vec![FileReport {
            path: context.document.path().to_owned(),
            diagnostics: program.diagnostics(context.budget)?,
        }])
    }

    fn completions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Completion>> {
        completion::completions(&*self.program(context)?, context, byte)
    }

    fn hover(&self, context: &Context<'_>, byte: u32) -> Result<Option<Hover>> {
        hover::hover(&*self.program(context)?, context, byte)
    }

    fn definitions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Location>> {
        navigation::definitions(&*self.program(context)?, context, byte)
    }

    fn references(
        &self,
        context: &Context<'_>,
        byte: u32,
        declarations: bool,
    ) -> Result<Vec<Location>> {
        navigation::references(&*self.program(context)?, context, byte, declarations)
    }

    fn renameable(&self, context: &Context<'_>, byte: u32) -> Result<Option<Span>> {
        navigation::renameable(&*self.program(context)?, context, byte)
    }

    fn rename(&self, context: &Context<'_>, byte: u32, name: &str) -> Result<Vec<FileEdit>> {
        navigation::rename(&*self.program(context)?, context, byte, name)
    }

    fn symbols(&self, context: &Context<'_>) -> Result<Vec<Symbol>> {
        outline::symbols(&*self.program(context)?, context.budget)
    }

    fn folds(&self, context: &Context<'_>) -> Result<Vec<Fold>> {
        outline::folds(&*self.program(context)?, context.budget)
    }

    fn selections(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Span>> {
        Ok(outline::selections(&*self.program(context)?, byte))
    }

    fn tokens(&self, context: &Context<'_>, span: Span) -> Result<Vec<Token>> {
        tokens::tokens(&*self.program(context)?, context.budget, span)
    }

    fn format(&self, context: &Context<'_>, span: Span) -> Result<Vec<TextEdit>> {
        formatted(context, span, |text, path, part, budget| {
            format(text, path, Style::Layout, part, budget)
        })
    }

    /// The inferred types of locals.
    fn hints(&self, context: &Context<'_>, span: Span) -> Result<Vec<Hint>> {
        let program = self.program(context)?;
        let locals = program.decls.iter().filter(|decl| {
            let end = decl.name_span.end;
            let is_own = decl.file == program.own && decl.kind == Kind::Local;
            is_own && !decl.ty.is_any() && span.start <= end && end <= span.end
        });
        let hints = locals.map(|decl| {
            let label = format!(": {}", hover::shown(&decl.ty));
            context.budget.text(label.len())?;
            Ok(Hint {
                byte: decl.name_span.end,
                label,
                kind: HintKind::Type,
            })
        });
        hints.collect()
    }
}
