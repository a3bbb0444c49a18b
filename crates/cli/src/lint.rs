//! The command `lint`: the diagnostics of language services for files and folders.

use crate::process::{self, Outcome, failed};
use crate::workspace_files::{WorkspaceFiles, path_text};
use clap::Args;
use polycty::calls::Budget;
use polycty::source::{Code, Diagnostic, Error, Severity, Source};
use polycty_services::{Context, Document, Files, Options, Workspace, languages};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub struct Lint {
    /// Files and folders. In folders and their subfolders, files of known languages are checked,
    /// except those of hidden folders. The files may use others of their project: the nearest
    /// folder above with `.git` or `environment.conf`.
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
}

/// A file to check.
struct Input {
    /// The absolute path.
    path: String,
    /// The path in messages.
    shown: String,
}

/// The files of the roots of repositories and of Puppet's environments.
const ROOTS: [&str; 2] = [".git", "environment.conf"];

/// The files of the roots of modules.
const MODULES: [&str; 2] = ["metadata.json", "metadata.yaml"];

/// Returns the folder of the project that contains a folder: the nearest with a file of a root, or
/// else the nearest with a file of a module, or else the folder itself. The files that are checked
/// use others of their project, such as the modules that a Terraform module calls.
fn project(folder: &Path) -> &Path {
    let nearest = |names: [&str; 2]| {
        let mut folders = folder.ancestors();
        folders.find(|folder| names.iter().any(|name| folder.join(name).exists()))
    };
    nearest(ROOTS)
        .or_else(|| nearest(MODULES))
        .unwrap_or(folder)
}

/// Checks all files. Warnings alone are printed, and are not a failure.
pub fn run(command: &Lint) -> Outcome<()> {
    let files = Arc::new(WorkspaceFiles::default());
    let mut folders: Vec<String> = Vec::new();
    let mut inputs: Vec<Input> = Vec::new();
    for path in &command.paths {
        let name = &*path.to_string_lossy();
        let whole = path.canonicalize().map_err(|error| failed(name, &error))?;
        let no_path = || Error::new(Code::InvalidUtf8, format!("{name}: the path is not UTF-8"));
        let is_folder = whole.is_dir();
        let folder = match whole.parent() {
            Some(parent) if !is_folder => parent,
            _ => &whole,
        };
        folders.push(path_text(project(folder)).ok_or_else(no_path)?);
        let whole = path_text(&whole).ok_or_else(no_path)?;
        if is_folder {
            files.set_folders(std::slice::from_ref(&whole));
            let found = files.find(&whole, &Budget::standard())?;
            inputs.extend(found.into_iter().map(|path| {
                let below = path.strip_prefix(&whole).unwrap_or(&path);
                let below = below.trim_start_matches('/');
                let shown = match name.trim_end_matches('/') {
                    "." => below.to_owned(),
                    folder => format!("{folder}/{below}"),
                };
                Input { path, shown }
            }));
        } else {
            inputs.push(Input {
                path: whole,
                shown: name.to_owned(),
            });
        }
    }
    folders.sort();
    folders.dedup();
    files.set_folders(&folders);
    let mut workspace = Workspace::new(files.clone(), languages(&Options::default()));
    workspace.set_folders(folders);
    let mut found: Vec<Diagnostic> = Vec::new();
    for input in &inputs {
        let budget = Budget::standard();
        let Some(id) = workspace.kind(&input.path, "", &budget)? else {
            continue;
        };
        let text = files.read(&input.path, &budget)?;
        let text = text.ok_or_else(|| {
            let message = format!("{}: the file is not readable UTF-8 text", input.shown);
            Error::new(Code::NotFound, message)
        })?;
        let document = Document::new(input.path.clone(), id, 0, text);
        for new in checked(&workspace, &document, &input.shown)? {
            // Each file of a Terraform module has the diagnostics of the module without a location.
            let is_same = |old: &Diagnostic| {
                old.subject.is_none() && old.summary == new.summary && old.detail == new.detail
            };
            if new.subject.is_some() || !found.iter().any(is_same) {
                found.push(new);
            }
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let is_error = |found: &Diagnostic| found.severity == Severity::Error;
    let has_errors = found.iter().any(is_error);
    let error = Error::from_diagnostics(Code::Diagnostics, found);
    if has_errors {
        return Err(error);
    }
    process::report(error, "input");
    Ok(())
}

/// The diagnostics of a document, with its text under the path of messages.
fn checked(workspace: &Workspace, document: &Document, shown: &str) -> Outcome<Vec<Diagnostic>> {
    let Some(language) = workspace.language(document) else {
        return Ok(Vec::new());
    };
    let budget = Budget::standard();
    let context = Context {
        workspace,
        document,
        budget: &budget,
    };
    let reports = language.diagnostics(&context)?;
    let own = reports
        .into_iter()
        .filter(|report| report.path == document.path());
    let mut found: Vec<Diagnostic> = own.flat_map(|report| report.diagnostics).collect();
    for diagnostic in &mut found {
        diagnostic.source = Some(Source::new(shown, &**document.text()));
    }
    Ok(found)
}
