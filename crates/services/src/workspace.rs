//! A workspace: folders, files and open documents.

use crate::document::{Change, Document, Encoding};
use crate::language::{Context, Files, Language, LanguageId};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Result, Source};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The maximum number of files and folders that a search visits.
const MAX_FOUND: usize = 20_000;

/// Adds the diagnostics of a file to those of others. Each file of a Terraform module has the
/// diagnostics of the module without a location, which are added once.
pub fn add_diagnostics(found: &mut Vec<Diagnostic>, more: Vec<Diagnostic>) {
    for new in more {
        let is_same = |old: &Diagnostic| {
            old.subject.is_none() && old.summary == new.summary && old.detail == new.detail
        };
        if new.subject.is_some() || !found.iter().any(is_same) {
            found.push(new);
        }
    }
}

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

    /// Replaces the files that are not open. The languages remember files: they are replaced, too.
    pub fn set_files(&mut self, files: Arc<dyn Files>, languages: Vec<Box<dyn Language>>) {
        self.files = files;
        self.languages = languages;
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

    /// Asks the language of an open document, or else of a file, a question. Returns `None` if there
    /// is no such text, or no language answers for it.
    ///
    /// # Errors
    /// Those of the question, and [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is
    /// exceeded.
    pub fn ask_file<T>(
        &self,
        path: &str,
        budget: &Budget,
        question: impl FnOnce(&dyn Language, &Context<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        if self.document(path).is_some() {
            return self.ask(path, budget, question);
        }
        let Some(kind) = self.kind(path, "", budget)? else {
            return Ok(None);
        };
        let Some(text) = self.text(path, budget)? else {
            return Ok(None);
        };
        let document = Document::new(path.to_owned(), kind, 0, text);
        let Some(language) = self.language(&document) else {
            return Ok(None);
        };
        let context = Context {
            workspace: self,
            document: &document,
            budget,
        };
        question(language, &context).map(Some)
    }

    /// Returns the diagnostics of an open document, or else of a file, with its text as their source
    /// under the name `shown`. Returns `None` if there is no such text, or no language answers for
    /// it.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn diagnostics(
        &self,
        path: &str,
        shown: &str,
        budget: &Budget,
    ) -> Result<Option<Vec<Diagnostic>>> {
        self.ask_file(path, budget, |language, context| {
            let reports = language.diagnostics(context)?;
            let own = reports.into_iter().filter(|report| report.path == path);
            let mut found: Vec<Diagnostic> = own.flat_map(|report| report.diagnostics).collect();
            if !found.is_empty() {
                let text = context.document.text();
                budget.hold(text.len() as u64)?;
                let source = Source::new(shown, &**text);
                // Values of Hiera may be secrets, also under a misspelled key.
                let is_data = context.document.language() == LanguageId::HieraData;
                for diagnostic in &mut found {
                    let old = diagnostic.source.as_ref();
                    let has_secrets = is_data || old.is_some_and(|source| source.has_secrets);
                    diagnostic.source = Some(Source {
                        has_secrets,
                        ..source.clone()
                    });
                }
            }
            Ok(found)
        })
    }

    /// Returns the diagnostics of all files of known languages in the folders, and of all open
    /// documents, in the order of their paths. A diagnostic without a location that several files of
    /// a module have is in the result once.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn all_diagnostics(&self, budget: &Budget) -> Result<Vec<Diagnostic>> {
        let mut paths: Vec<String> = self.documents.keys().cloned().collect();
        for folder in &self.folders {
            paths.extend(self.find(folder, budget)?);
        }
        budget.sort(&mut paths)?;
        paths.dedup();
        let mut found = Vec::new();
        for path in paths {
            let more = self.diagnostics(&path, &path, budget)?;
            add_diagnostics(&mut found, more.unwrap_or_default());
        }
        Ok(found)
    }

    /// Returns the text of an open document, or else of a file.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn text(&self, path: &str, budget: &Budget) -> Result<Option<Arc<str>>> {
        match self.document(path) {
            Some(document) => Ok(Some(document.text().clone())),
            None => {
                let content = self.files.read(path, budget)?;
                let text = content.and_then(|content| String::from_utf8(content).ok());
                Ok(text.map(Into::into))
            }
        }
    }

    /// Returns the content of an open document, or else of a file, which need not be text.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn content(&self, path: &str, budget: &Budget) -> Result<Option<Vec<u8>>> {
        let Some(document) = self.document(path) else {
            return self.files.read(path, budget);
        };
        budget.hold(document.text().len() as u64)?;
        Ok(Some(document.text().as_bytes().to_vec()))
    }

    /// Returns the files of known languages in a folder and its subfolders, in order. Hidden
    /// folders and `node_modules` are left out, and a search ends after 20,000 files and folders.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn find(&self, folder: &str, budget: &Budget) -> Result<Vec<String>> {
        let mut found = Vec::new();
        let mut folders = vec![folder.trim_end_matches('/').to_owned()];
        let mut visited = 0;
        while let Some(folder) = folders.pop() {
            for path in self.list(&folder, budget)? {
                visited += 1;
                if visited > MAX_FOUND {
                    break;
                }
                match path.strip_suffix('/') {
                    Some(inner) => {
                        let name = inner.rsplit('/').next().unwrap_or_default();
                        if !name.starts_with('.') && name != "node_modules" {
                            folders.push(inner.to_owned());
                        }
                    }
                    None if LanguageId::of_path(&path, "").is_some() => found.push(path),
                    None => {}
                }
            }
        }
        budget.sort(&mut found)?;
        Ok(found)
    }

    /// Returns the paths of the files, folders and open documents in a folder, in order. Folders
    /// end in `/`. A document that has no file yet is in the result, but not its folder.
    ///
    /// # Errors
    /// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
    pub fn list(&self, folder: &str, budget: &Budget) -> Result<Vec<String>> {
        let mut paths = self.files.list(folder, budget)?;
        let prefix = format!("{}/", folder.trim_end_matches('/'));
        let below = self.documents.range(prefix.clone()..);
        let below = below.map_while(|(path, _)| Some((path, path.strip_prefix(&prefix)?)));
        let open = below.filter_map(|(path, name)| (!name.contains('/')).then_some(path));
        paths.extend(open.cloned());
        budget.sort(&mut paths)?;
        paths.dedup();
        Ok(paths)
    }
}
