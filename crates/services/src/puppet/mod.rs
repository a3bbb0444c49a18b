//! Services for Puppet: manifests, EPP templates and the data of Hiera.
//!
//! - `file`: a manifest or template with its scopes and uses of names
//! - `index`: the definitions of all files of a workspace, by modules
//! - `ruby`: resource types written in Ruby
//! - `resolve`: from a use to its declarations
//! - `types`: the types and literal values of texts
//! - `cursor`: the syntax around a byte of a text that may be damaged
//! - `hiera`: keys of data with their positions, and their checks
//! - `variables`: variables that nothing sets; `facts`: those that nodes set
//! - one file for each kind of question
//!
//! Questions about a manifest use the tree that recovery leaves ([`file::File`]), and the tokens
//! where the text is damaged. Values of sensitive parameters are not in answers.

mod actions;
mod completion;
mod cursor;
mod diagnostics;
mod facts;
mod file;
mod hiera;
mod hints;
mod hover;
mod index;
mod navigation;
mod outline;
mod resolve;
mod ruby;
mod signature;
mod tokens;
mod types;
mod variables;

use crate::answer::{
    Action, Completion, FileEdit, Fold, Hint, Hover, Location, Signatures, Symbol, TextEdit, Token,
};
use crate::language::{Context, FileReport, Language, LanguageId};
use crate::layout::formatted;
use file::File;
use index::{Index, State};
use polycty_core::source::{Result, Span};
use polycty_core::values::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The settings of the services for Puppet.
#[derive(Clone, Debug, Default)]
pub struct PuppetOptions {
    /// The facts of a node, a hash by name. They are completed in `$facts[...]`.
    pub facts: Option<Value>,
    /// The folders of modules, in addition to the folders of the workspace.
    pub modules: Vec<String>,
}

/// Returns the services for Puppet.
#[must_use]
pub fn puppet(options: PuppetOptions) -> Box<dyn Language> {
    Box::new(Puppet {
        state: Mutex::new(State::new(options.modules.clone())),
        options,
    })
}

struct Puppet {
    options: PuppetOptions,
    state: Mutex<State>,
}

/// The document of a question with the definitions of its workspace.
struct Session<'c> {
    context: &'c Context<'c>,
    options: &'c PuppetOptions,
    index: Arc<Index>,
    file: Arc<File>,
}

impl Puppet {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the document as a file; `None` for data.
    fn file(&self, context: &Context<'_>) -> Result<Option<Arc<File>>> {
        if context.document.language() == LanguageId::HieraData {
            return Ok(None);
        }
        self.state().file(context, context.document.path())
    }

    fn session<'c>(&'c self, context: &'c Context<'c>) -> Result<Option<Session<'c>>> {
        let Some(file) = self.file(context)? else {
            return Ok(None);
        };
        Ok(Some(Session {
            context,
            options: &self.options,
            index: self.state().index(context)?,
            file,
        }))
    }
}

impl Language for Puppet {
    fn answers_for(&self, id: LanguageId) -> bool {
        matches!(
            id,
            LanguageId::Puppet | LanguageId::Epp | LanguageId::HieraData
        )
    }

    fn changed(&self, paths: &[&str]) {
        self.state().changed(paths);
    }

    fn diagnostics(&self, context: &Context<'_>) -> Result<Vec<FileReport>> {
        match self.session(context)? {
            Some(session) => session.diagnostics(),
            None => {
                let index = self.state().index(context)?;
                hiera::diagnostics(context, &index)
            }
        }
    }

    fn completions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Completion>> {
        match self.session(context)? {
            Some(session) => session.completions(byte),
            None => {
                let index = self.state().index(context)?;
                hiera::completions(context, &index, byte)
            }
        }
    }

    fn hover(&self, context: &Context<'_>, byte: u32) -> Result<Option<Hover>> {
        match self.session(context)? {
            Some(session) => session.hover(byte),
            None => {
                let index = self.state().index(context)?;
                hiera::hover(context, &index, byte)
            }
        }
    }

    fn signatures(&self, context: &Context<'_>, byte: u32) -> Result<Option<Signatures>> {
        match self.session(context)? {
            Some(session) => session.signatures(byte),
            None => Ok(None),
        }
    }

    fn definitions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Location>> {
        let index = self.state().index(context)?;
        navigation::definitions(context, &index, self.file(context)?.as_deref(), byte)
    }

    fn references(
        &self,
        context: &Context<'_>,
        byte: u32,
        declarations: bool,
    ) -> Result<Vec<Location>> {
        let index = self.state().index(context)?;
        let file = self.file(context)?;
        navigation::references(context, &index, file.as_deref(), byte, declarations)
    }

    fn renameable(&self, context: &Context<'_>, byte: u32) -> Result<Option<Span>> {
        let index = self.state().index(context)?;
        navigation::renameable(context, &index, self.file(context)?.as_deref(), byte)
    }

    fn rename(&self, context: &Context<'_>, byte: u32, name: &str) -> Result<Vec<FileEdit>> {
        let index = self.state().index(context)?;
        let file = self.file(context)?;
        navigation::rename(context, &index, file.as_deref(), byte, name)
    }

    fn symbols(&self, context: &Context<'_>) -> Result<Vec<Symbol>> {
        match self.file(context)? {
            Some(file) => Ok(outline::symbols(&file)),
            None => hiera::symbols(context),
        }
    }

    fn folds(&self, context: &Context<'_>) -> Result<Vec<Fold>> {
        match self.file(context)? {
            Some(file) => outline::folds(&file, context.budget),
            None => hiera::folds(context),
        }
    }

    fn selections(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Span>> {
        match self.file(context)? {
            Some(file) => outline::selections(&file, byte, context.budget),
            None => hiera::selections(context, byte),
        }
    }

    fn tokens(&self, context: &Context<'_>, span: Span) -> Result<Vec<Token>> {
        match self.file(context)? {
            Some(file) => tokens::tokens(&file, span, context.budget),
            None => hiera::tokens(context, span),
        }
    }

    /// Templates and data have no layout.
    fn format(&self, context: &Context<'_>, span: Span) -> Result<Vec<TextEdit>> {
        if context.document.language() != LanguageId::Puppet {
            return Ok(Vec::new());
        }
        formatted(context, span, polycty_puppet::syntax::format)
    }

    fn hints(&self, context: &Context<'_>, span: Span) -> Result<Vec<Hint>> {
        match self.session(context)? {
            Some(session) => session.hints(span),
            None => Ok(Vec::new()),
        }
    }

    fn actions(&self, context: &Context<'_>, span: Span) -> Result<Vec<Action>> {
        match self.session(context)? {
            Some(session) => session.actions(span),
            None => {
                let index = self.state().index(context)?;
                let reports = hiera::diagnostics(context, &index)?;
                let actions = reports
                    .iter()
                    .flat_map(|report| actions::suggested(&report.path, &report.diagnostics, span));
                Ok(actions.collect())
            }
        }
    }
}

#[cfg(test)]
mod tests;
