//! Parsed files, and a cache of them.
//!
//! A text with errors of syntax is parsed twice: as it is for its diagnostics, and after a repair
//! for everything else. [`File::inner`] and [`File::outer`] convert between the bytes of the two
//! texts.

use super::repair::{Repaired, repair};
use crate::language::Context;
use crate::workspace::Workspace;
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Position, Result, Span};
use polycty_hcl::syntax::{BodyId, Tree, parse_config_within};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A parsed file in native syntax.
#[derive(Debug)]
pub(crate) struct File {
    /// The path.
    pub(crate) path: String,
    /// The text.
    pub(crate) text: Arc<str>,
    /// The tree of the text, or of the repaired text if there is one.
    pub(crate) tree: Arc<Tree>,
    /// The body of the file.
    pub(crate) root: BodyId,
    /// The errors of syntax.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The repaired text, if the text has errors of syntax.
    pub(crate) repaired: Option<Repaired>,
}

impl File {
    /// Parses a text.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub(crate) fn parse(path: &str, text: &Arc<str>, budget: &Budget) -> Result<File> {
        // A text in JSON syntax has no tree here.
        let native = if path.ends_with(".json") { "" } else { &**text };
        let parsed = parse_config_within(native.as_bytes(), path, Position::START, budget);
        budget.finish()?;
        let mut file = File {
            path: path.to_owned(),
            text: text.clone(),
            tree: parsed.tree,
            root: parsed.root,
            diagnostics: parsed.diagnostics,
            repaired: None,
        };
        if file.diagnostics.is_empty() {
            return Ok(file);
        }
        let repaired = repair(text, budget)?;
        let parsed = parse_config_within(repaired.text.as_bytes(), path, Position::START, budget);
        budget.finish()?;
        if parsed.diagnostics.len() <= file.diagnostics.len() {
            file.tree = parsed.tree;
            file.root = parsed.root;
            file.repaired = Some(repaired);
        }
        Ok(file)
    }

    /// Whether the text has a damaged statement that may declare a value as sensitive or ephemeral.
    #[cfg_attr(
        not(feature = "terraform"),
        expect(dead_code, reason = "only Terraform has sensitive values")
    )]
    pub(crate) fn may_hide_secrets(&self) -> bool {
        let Some(repaired) = &self.repaired else {
            return false;
        };
        let words = ["sensitive", "ephemeral"];
        let is_secret = |span: &Span| {
            let text = span.slice(&self.text);
            let value = text.strip_prefix('=').unwrap_or_default().trim_start();
            value.starts_with("true") || words.iter().any(|word| text.contains(word))
        };
        repaired.blanked.iter().any(is_secret)
            || repaired
                .damaged
                .iter()
                .any(|(name, value)| is_secret(&name.to(*value)))
    }

    /// The byte of the tree's text for a byte of the text.
    pub(crate) fn inner(&self, byte: u32) -> u32 {
        match &self.repaired {
            Some(repaired) => repaired.inner(byte),
            None => byte,
        }
    }

    /// The part of the text for a part of the tree's text.
    pub(crate) fn outer(&self, span: Span) -> Span {
        match &self.repaired {
            Some(repaired) => repaired.outer(span),
            None => span,
        }
    }
}

/// The parsed files by path. A file is parsed again after [`Cache::changed`].
#[derive(Debug, Default)]
pub(crate) struct Cache(Mutex<HashMap<String, Option<Arc<File>>>>);

impl Cache {
    /// Forgets files.
    pub(crate) fn changed(&self, paths: &[&str]) {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for path in paths {
            files.remove(*path);
        }
    }

    /// Returns a parsed file, or `None` if there is no such file.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub(crate) fn file(&self, context: &Context<'_>, path: &str) -> Result<Option<Arc<File>>> {
        self.file_in(context.workspace, path, context.budget)
    }

    /// Returns a parsed file of a workspace as [`Cache::file`] does.
    ///
    /// # Errors
    /// As [`Cache::file`].
    pub(crate) fn file_in(
        &self,
        workspace: &Workspace,
        path: &str,
        budget: &Budget,
    ) -> Result<Option<Arc<File>>> {
        let files = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        budget.charge(1)?;
        if let Some(found) = files().get(path) {
            return Ok(found.clone());
        }
        let file = match workspace.text(path, budget)? {
            Some(text) => Some(Arc::new(File::parse(path, &text, budget)?)),
            None => None,
        };
        files().insert(path.to_owned(), file.clone());
        Ok(file)
    }

    /// The parsed text of the document of a question.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub(crate) fn document(&self, context: &Context<'_>) -> Result<Arc<File>> {
        match self.file(context, context.document.path())? {
            Some(file) => Ok(file),
            None => {
                let text = context.document.text();
                let file = File::parse(context.document.path(), text, context.budget)?;
                Ok(Arc::new(file))
            }
        }
    }
}
