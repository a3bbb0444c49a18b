//! Services for mcl.
//!
//! - `scan`, `skeleton`, `reader`: tokens, declarations and uses of a text, also of one with errors
//! - `parts`: the parts of a program that are checked on their own
//! - `analysis`: the compiled parts and their types
//! - `navigation`: definitions, references and renaming, also across imports
//! - `diagnostics`, `completion`, `hover`, `signature`, `outline`, `tokens`, `hints`, `actions`

mod actions;
mod analysis;
mod completion;
mod diagnostics;
mod hints;
mod hover;
mod navigation;
mod outline;
mod parts;
mod reader;
mod scan;
mod signature;
mod skeleton;
mod tokens;

use crate::answer::{
    Action, Completion, FileEdit, Fold, Hint, Hover, Location, Signatures, Symbol, TextEdit, Token,
};
use crate::language::{Context, FileReport, Language, LanguageId};
use crate::languages::{OptionError, Options};
use crate::layout::formatted;
use analysis::{Analysis, Setup};
use polycty_core::source::{Result, Span};
use skeleton::Skeleton;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The language mcl.
pub struct Mcl {
    setup: Setup,
    /// The analyses of documents by path. A change of another file drops them: programs import files.
    analyses: Mutex<BTreeMap<String, Arc<Analysis>>>,
}

impl Mcl {
    /// The language with the kinds of resources and the folder of modules of some options. Kinds
    /// that are not valid are ignored.
    #[must_use]
    pub fn new(options: &Options) -> Mcl {
        Mcl::checked(options, &mut Vec::new())
    }

    /// The language as [`Mcl::new`] returns it. Options that are not valid are added to the errors.
    pub(crate) fn checked(options: &Options, errors: &mut Vec<OptionError>) -> Mcl {
        Mcl {
            setup: Setup::of(options, errors),
            analyses: Mutex::default(),
        }
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Analysis>>> {
        self.analyses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn analysis(&self, context: &Context<'_>) -> Result<Arc<Analysis>> {
        let path = context.document.path();
        let known = self.known().get(path).cloned();
        if let Some(known) = &known
            && known.text == *context.document.text()
        {
            return Ok(known.clone());
        }
        let analysis = Analysis::new(context, &self.setup, known.as_deref())?;
        let analysis = Arc::new(analysis);
        // Only open documents are asked about again.
        let mut analyses = self.known();
        analyses.retain(|path, _| context.workspace.document(path).is_some());
        if context.workspace.document(path).is_some() {
            analyses.insert(path.to_owned(), analysis.clone());
        }
        Ok(analysis)
    }

    /// Answers a question about the skeleton of a document, which does not need the compiler.
    fn read<T>(
        &self,
        context: &Context<'_>,
        question: impl FnOnce(&str, &Skeleton) -> T,
    ) -> Result<T> {
        let text = context.document.text();
        let known = self.known().get(context.document.path()).cloned();
        match known.filter(|known| known.text == *text) {
            Some(known) => Ok(question(text, &known.skeleton)),
            None => {
                context
                    .budget
                    .parts(1 + text.len() as u64, skeleton::BYTES)?;
                Ok(question(text, &Skeleton::of(text)))
            }
        }
    }
}

impl Language for Mcl {
    fn answers_for(&self, id: LanguageId) -> bool {
        id == LanguageId::Mcl
    }

    fn changed(&self, paths: &[&str]) {
        let is_changed = |path: &String| matches!(paths, [changed] if changed == path);
        self.known().retain(|path, _| is_changed(path));
    }

    fn diagnostics(&self, context: &Context<'_>) -> Result<Vec<FileReport>> {
        Ok(diagnostics::reports(&*self.analysis(context)?, context))
    }

    fn completions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Completion>> {
        completion::completions(&*self.analysis(context)?, &self.setup, context, byte)
    }

    fn hover(&self, context: &Context<'_>, byte: u32) -> Result<Option<Hover>> {
        hover::hover(&*self.analysis(context)?, &self.setup, context, byte)
    }

    fn signatures(&self, context: &Context<'_>, byte: u32) -> Result<Option<Signatures>> {
        signature::signatures(&*self.analysis(context)?, &self.setup, context, byte)
    }

    fn definitions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Location>> {
        navigation::definitions(&*self.analysis(context)?, &self.setup, context, byte)
    }

    fn references(
        &self,
        context: &Context<'_>,
        byte: u32,
        declarations: bool,
    ) -> Result<Vec<Location>> {
        let analysis = self.analysis(context)?;
        navigation::references(&analysis, &self.setup, context, byte, declarations)
    }

    fn renameable(&self, context: &Context<'_>, byte: u32) -> Result<Option<Span>> {
        navigation::renameable(&*self.analysis(context)?, &self.setup, context, byte)
    }

    fn rename(&self, context: &Context<'_>, byte: u32, name: &str) -> Result<Vec<FileEdit>> {
        navigation::rename(&*self.analysis(context)?, &self.setup, context, byte, name)
    }

    fn symbols(&self, context: &Context<'_>) -> Result<Vec<Symbol>> {
        self.read(context, outline::symbols)
    }

    fn folds(&self, context: &Context<'_>) -> Result<Vec<Fold>> {
        self.read(context, outline::folds)
    }

    fn selections(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Span>> {
        self.read(context, |text, skeleton| {
            outline::selections(text, skeleton, byte)
        })
    }

    fn tokens(&self, context: &Context<'_>, span: Span) -> Result<Vec<Token>> {
        self.read(context, |text, skeleton| {
            tokens::tokens(text, skeleton, span)
        })
    }

    fn format(&self, context: &Context<'_>, span: Span) -> Result<Vec<TextEdit>> {
        formatted(context, span, polycty_mcl::syntax::format)
    }

    fn hints(&self, context: &Context<'_>, span: Span) -> Result<Vec<Hint>> {
        hints::hints(&*self.analysis(context)?, span, context.budget)
    }

    fn actions(&self, context: &Context<'_>, span: Span) -> Result<Vec<Action>> {
        Ok(actions::actions(&*self.analysis(context)?, context, span))
    }
}
