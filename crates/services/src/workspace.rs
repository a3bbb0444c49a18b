//! A workspace: folders, files and open documents.

use crate::document::{Change, Document, Encoding};
use crate::language::{Context, Files, Language, LanguageId};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The folders, files and open documents that services answer about. Paths use `/`.
pub struct Workspace {
    folders: Vec<String>,
    files: Arc<dyn Files>,
    documents: BTreeMap<String, Document>,
    languages: Vec<Box<dyn Language>>,
}

impl Workspace {
    /// A workspace without folders and open documents, with languages.
    #[must_use]
    pub fn new(files: Arc<dyn Files>, languages: Vec<Box<dyn Language>>) -> Workspace {
        Workspace {
            folders: Vec::new(),
            files,
            documents: BTreeMap::new(),
            languages,
        }
    }

    /// The folders of the workspace.
    #[must_use]
    pub fn folders(&self) -> &[String] {
        &self.folders
    }

    /// The files that are not open.
    #[must_use]
    pub fn files(&self) -> &Arc<dyn Files> {
        &self.files
    }

    /// Replaces the folders of the workspace.
    pub fn set_folders(&mut self, folders: Vec<String>) {
        self.folders = folders;
    }

    /// Replaces the languages, for other options.
    pub fn set_languages(&mut self, languages: Vec<Box<dyn Language>>) {
        self.languages = languages;
    }

    /// Returns the kind of a document by its path and the editor's identifier of its language. A
    /// manifest in a folder with a `Pulumi.yaml` is a PCL program.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn kind(&self, path: &str, editor: &str, budget: &Budget) -> Result<Option<LanguageId>> {
        let found = LanguageId::of_path(path, editor);
        let Some((folder, _)) = path.rsplit_once('/') else {
            return Ok(found);
        };
        if found == Some(LanguageId::Puppet)
            && self
                .text(&format!("{folder}/Pulumi.yaml"), budget)?
                .is_some()
        {
            return Ok(Some(LanguageId::Pcl));
        }
        Ok(found)
    }

    /// Opens a document. Its text is used in place of the file until it is closed.
    pub fn open(&mut self, path: &str, language: LanguageId, version: i64, text: &str) {
        let document = Document::new(path.to_owned(), language, version, text.into());
        self.documents.insert(path.to_owned(), document);
        self.changed(&[path]);
    }

    /// Changes an open document. Returns whether it is open.
    pub fn change(
        &mut self,
        path: &str,
        changes: &[Change],
        encoding: Encoding,
        version: i64,
    ) -> bool {
        let Some(document) = self.documents.get_mut(path) else {
            return false;
        };
        *document = document.with_changes(changes, encoding, version);
        self.changed(&[path]);
        true
    }

    /// Closes a document. Returns whether it was open.
    pub fn close(&mut self, path: &str) -> bool {
        let closed = self.documents.remove(path).is_some();
        self.changed(&[path]);
        closed
    }

    /// Reports that files have changed, appeared or disappeared.
    pub fn changed(&self, paths: &[&str]) {
        for language in &self.languages {
            language.changed(paths);
        }
    }

    /// The open document of a path.
    #[must_use]
    pub fn document(&self, path: &str) -> Option<&Document> {
        self.documents.get(path)
    }

    /// The open documents in the order of their paths.
    pub fn documents(&self) -> impl Iterator<Item = &Document> {
        self.documents.values()
    }

    /// The language of a document.
    #[must_use]
    pub fn language(&self, document: &Document) -> Option<&dyn Language> {
        let mut languages = self.languages.iter();
        let language = languages.find(|language| language.answers_for(document.language()))?;
        Some(&**language)
    }

    /// Asks the language of an open document a question. Returns `None` if no document with this
    /// path is open, or no language answers for it.
    ///
    /// # Errors
    /// Those of the question.
    pub fn ask<T>(
        &self,
        path: &str,
        budget: &Budget,
        question: impl FnOnce(&dyn Language, &Context<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        let Some(document) = self.document(path) else {
            return Ok(None);
        };
        let Some(language) = self.language(document) else {
            return Ok(None);
        };
        let context = Context {
            workspace: self,
            document,
            budget,
        };
        question(language, &context).map(Some)
    }

    /// Returns the text of an open document, or else of a file.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn text(&self, path: &str, budget: &Budget) -> Result<Option<Arc<str>>> {
        match self.document(path) {
            Some(document) => Ok(Some(document.text().clone())),
            None => self.files.read(path, budget),
        }
    }

    /// Returns the paths of the files, folders and open documents in a folder, in order. Folders
    /// end in `/`. A document that has no file yet is in the result, but not its folder.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn list(&self, folder: &str, budget: &Budget) -> Result<Vec<String>> {
        let mut paths = self.files.list(folder, budget)?;
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let open = self.documents.keys().filter(|path| {
            path.strip_prefix(&prefix)
                .is_some_and(|name| !name.contains('/'))
        });
        paths.extend(open.cloned());
        paths.sort();
        paths.dedup();
        Ok(paths)
    }
}
