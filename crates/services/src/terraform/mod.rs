//! Services for Terraform modules, projects and files of values.
//!
//! - `folder`: the files and declarations of a folder, and the calls between folders
//! - `sites`: where names are declared and used; `types`: the types of references; `typed`: the
//!   text before a position; `describe`, `list`: parts of descriptions and completions
//! - `blocks`: the blocks of the language itself; `path`: paths
//! - `damage`: the errors that do not follow from others
//! - `diagnostics`, `completion`, `hover`, `signature`, `navigation`, `meaning` (tokens and symbols),
//!   `hints`, `actions`: the answers
//!
//! Files with errors of syntax are repaired for all answers except the diagnostics, formatting and
//! the edits of a rename.

mod actions;
mod blocks;
#[cfg(test)]
mod broken_tests;
mod completion;
mod damage;
#[cfg(test)]
mod damage_tests;
mod describe;
mod diagnostics;
#[cfg(test)]
mod edit_tests;
mod folder;
mod hints;
mod hover;
mod json;
mod meaning;
mod navigation;
mod path;
mod signature;
mod sites;
#[cfg(test)]
mod tests;
mod typed;
mod types;

use crate::answer::{
    Action, Completion, FileEdit, Fold, Hint, Hover, Location, Signatures, Symbol, TextEdit, Token,
};
use crate::hcl::file::{Cache, File};
use crate::hcl::{format, outline, tokens};
use crate::language::{Context, FileReport, Language, LanguageId};
use folder::{Folder, Names};
use meaning::Meaning;
use polycty_core::source::{Result, Span};
use polycty_core::types::Str;
use polycty_hcl::functions::Function;
use polycty_hcl::write::Style;
use polycty_terraform::module::Dialect;
use polycty_terraform::project::ProjectOptions;
use sites::Site;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Values that are computed once for a path.
type Remembered<T> = Mutex<HashMap<String, T>>;

/// Services for Terraform.
#[derive(Default)]
struct Terraform {
    options: ProjectOptions,
    files: Cache,
    /// The paths in folders.
    lists: Remembered<Arc<Vec<String>>>,
    folders: Remembered<Option<Arc<Folder>>>,
    /// The values of names in modules.
    names: Remembered<Option<Arc<Names>>>,
    sites: Remembered<(Arc<File>, Arc<Vec<Site>>)>,
    /// The functions of Terraform, and of OpenTofu.
    functions: [OnceLock<BTreeMap<Str, Function>>; 2],
}

/// Returns the services for Terraform. The options have the release and the schemas of providers.
/// If they have no files for functions, functions read the files of the workspace.
#[must_use]
pub fn terraform(options: ProjectOptions) -> Box<dyn Language> {
    Box::new(Terraform {
        options,
        ..Terraform::default()
    })
}

/// The contents of a lock. They are complete even if a thread failed while it had the lock.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the document of a question is in JSON syntax.
fn is_json(context: &Context<'_>) -> bool {
    context.document.path().ends_with(".json")
}

impl Terraform {
    /// The functions of the module in a folder by name, without those under `core::`.
    fn functions(&self, folder: Option<&Folder>) -> &BTreeMap<Str, Function> {
        let release = folder.map_or(self.options.release, |folder| folder.release);
        let is_tofu = release.dialect() == Dialect::OpenTofu;
        self.functions[usize::from(is_tofu)].get_or_init(|| {
            let options = ProjectOptions {
                release,
                ..self.options.clone()
            };
            let all = options.functions().into_iter();
            all.filter(|(name, _)| !name.contains("::")).collect()
        })
    }
}

impl Language for Terraform {
    fn answers_for(&self, id: LanguageId) -> bool {
        matches!(id, LanguageId::Terraform | LanguageId::TerraformVariables)
    }

    fn changed(&self, paths: &[&str]) {
        self.files.changed(paths);
        locked(&self.names).clear();
        let (mut lists, mut folders) = (locked(&self.lists), locked(&self.folders));
        let mut sites = locked(&self.sites);
        for path in paths {
            sites.remove(*path);
            let mut folder = path::folder(path);
            folders.remove(folder);
            while !folder.is_empty() {
                lists.remove(folder);
                folder = path::folder(folder);
            }
            if path.ends_with("modules.json") {
                folders.clear();
            }
        }
    }

    fn diagnostics(&self, context: &Context<'_>) -> Result<Vec<FileReport>> {
        self.reports(context)
    }

    fn completions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Completion>> {
        self.all_completions(context, byte)
    }

    fn hover(&self, context: &Context<'_>, byte: u32) -> Result<Option<Hover>> {
        self.description(context, byte)
    }

    fn signatures(&self, context: &Context<'_>, byte: u32) -> Result<Option<Signatures>> {
        self.signatures_at(context, byte)
    }

    fn definitions(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Location>> {
        self.find_definitions(context, byte)
    }

    fn references(
        &self,
        context: &Context<'_>,
        byte: u32,
        declarations: bool,
    ) -> Result<Vec<Location>> {
        self.find_references(context, byte, declarations)
    }

    fn renameable(&self, context: &Context<'_>, byte: u32) -> Result<Option<Span>> {
        self.find_renameable(context, byte)
    }

    fn rename(&self, context: &Context<'_>, byte: u32, name: &str) -> Result<Vec<FileEdit>> {
        self.edits_of_rename(context, byte, name)
    }

    fn symbols(&self, context: &Context<'_>) -> Result<Vec<Symbol>> {
        if is_json(context) {
            return json::symbols(context);
        }
        let file = self.files.document(context)?;
        outline::symbols(&file, &Meaning::of(context), context.budget)
    }

    fn folds(&self, context: &Context<'_>) -> Result<Vec<Fold>> {
        if is_json(context) {
            return json::folds(context);
        }
        outline::folds(&*self.files.document(context)?, context.budget)
    }

    fn selections(&self, context: &Context<'_>, byte: u32) -> Result<Vec<Span>> {
        if is_json(context) {
            return json::selections(context, byte);
        }
        outline::selections(&*self.files.document(context)?, byte, context.budget)
    }

    fn tokens(&self, context: &Context<'_>, span: Span) -> Result<Vec<Token>> {
        let file = self.files.document(context)?;
        tokens::tokens(&file, span, &Meaning::of(context), context.budget)
    }

    fn format(&self, context: &Context<'_>, span: Span) -> Result<Vec<TextEdit>> {
        let file = self.files.document(context)?;
        format::format(&file, span, Style::Terraform, context.budget)
    }

    fn hints(&self, context: &Context<'_>, span: Span) -> Result<Vec<Hint>> {
        self.type_hints(context, span)
    }

    fn actions(&self, context: &Context<'_>, span: Span) -> Result<Vec<Action>> {
        self.all_actions(context, span)
    }
}
