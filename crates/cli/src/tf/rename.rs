//! The commands `tf rename` and `tf move`, and the output of changes of a project.

use super::{Version, displayed_name};
use crate::fmt::diff;
use crate::process::{Outcome, failed, is_values_file, report, without_values};
use clap::Args;
use polycty::calls::Budget;
use polycty::dialect::terraform::Folder;
use polycty::dialect::terraform::project::Manifest;
use polycty::dialect::terraform::refactor::{
    FileEdit, Refactoring, RenameOptions, move_declaration, rename,
};
use polycty::source::{Code, Error, Source};
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Rename {
    /// The address of the declaration, such as `var.size` or `module.network.output.id`.
    from: String,
    /// The new name, or the address with the new name.
    to: String,
    /// The folder of the root module.
    #[arg(default_value = ".")]
    folder: String,
    /// Rename in a file of values, too; can be repeated.
    #[arg(long = "var-file", value_name = "FILE")]
    values_files: Vec<String>,
    /// Add no moved block.
    #[arg(long)]
    no_moved: bool,
    #[command(flatten)]
    version: Version,
    #[command(flatten)]
    output: Output,
}

#[derive(Args)]
pub struct Move {
    /// The address of the declaration, such as `var.size` or `module.network.aws_subnet.a`.
    address: String,
    /// The name of the file, or the address of a resource in a different module, such as
    /// `module.network.aws_subnet.a`.
    #[arg(value_name = "FILE|ADDRESS")]
    file: String,
    /// The folder of the root module.
    #[arg(default_value = ".")]
    folder: String,
    #[command(flatten)]
    version: Version,
    #[command(flatten)]
    output: Output,
}

impl Move {
    pub(super) fn folder(&self) -> &str {
        &self.folder
    }
}

impl Rename {
    pub(super) fn folder(&self) -> &str {
        &self.folder
    }
}

/// The output of changes.
#[derive(Args)]
pub(super) struct Output {
    /// Write the changed files and print their names. The default prints the changes.
    #[arg(long)]
    write: bool,
}

pub(super) fn run(command: &Rename) -> Outcome<String> {
    let is_yaml = |file: &&String| file.ends_with(".yaml") || file.ends_with(".yml");
    if let Some(file) = command.values_files.iter().find(is_yaml) {
        let message =
            format!("{file}: names in files of YAML are not changed; change the name there");
        return Err(Error::new(Code::Unsupported, message));
    }
    let folder = Folder::open(&command.folder)?;
    let options = RenameOptions {
        project: command.version.project(),
        // Paths of the command line are relative to the current folder.
        values_files: (command.values_files.iter())
            .map(|file| absolute(file))
            .collect::<Outcome<_>>()?,
        without_moved: command.no_moved,
    };
    let budget = Budget::standard();
    let sources = Manifest::open(&folder, ".", &budget)?;
    let (from, to) = (&command.from, &command.to);
    let changes = rename(&folder, ".", &sources, from, to, &options, &budget);
    let changes = changes.map_err(|error| in_folder(error, &command.folder))?;
    command.output.apply(&command.folder, changes)
}

pub(super) fn run_move(command: &Move) -> Outcome<String> {
    let folder = Folder::open(&command.folder)?;
    let options = command.version.project();
    let budget = Budget::standard();
    let sources = Manifest::open(&folder, ".", &budget)?;
    let (from, to) = (&command.address, &command.file);
    let changes = move_declaration(&folder, ".", &sources, from, to, &options, &budget);
    let changes = changes.map_err(|error| in_folder(error, &command.folder))?;
    command.output.apply(&command.folder, changes)
}

fn absolute(file: &str) -> Outcome<String> {
    let path = std::path::absolute(file).map_err(|error| failed(file, &error))?;
    Ok(path.to_string_lossy().into_owned())
}

/// The error with the names of files relative to the current folder.
pub(super) fn in_folder(error: Error, folder: &str) -> Error {
    let mut diagnostics = error.diagnostics().to_vec();
    if diagnostics.is_empty() {
        return error;
    }
    let rename = |source: &mut Source| source.name = displayed_name(folder, &source.name).into();
    let sources = diagnostics.iter_mut().filter_map(|one| one.source.as_mut());
    sources.for_each(rename);
    without_values(Error::from_diagnostics(error.code(), diagnostics))
}

impl Output {
    /// Prints or writes changes, and reports their warnings.
    pub(super) fn apply(&self, folder: &str, changes: Refactoring) -> Outcome<String> {
        if !changes.warnings.is_empty() {
            let warnings = Error::from_diagnostics(Code::Diagnostics, changes.warnings);
            report(in_folder(warnings, folder), folder);
        }
        let mut printed = String::new();
        let mut written: Vec<(PathBuf, &FileEdit)> = Vec::new();
        for edit in &changes.edits {
            let name = displayed_name(folder, &edit.file);
            if self.write {
                let path = Path::new(folder).join(&edit.file);
                check_unchanged(&path, edit)?;
                written.push((path, edit));
                printed.push_str(&name);
                printed.push('\n');
            } else if is_values_file(&name) {
                printed.push_str(&renamed_values(&name, edit));
            } else {
                let before = String::from_utf8_lossy(&edit.before);
                let after = edit.after();
                printed.push_str(&diff(&name, &before, &String::from_utf8_lossy(&after)));
            }
        }
        for (path, edit) in written {
            let name = path.to_string_lossy();
            if edit.is_new {
                let opened = OpenOptions::new().write(true).create_new(true).open(&path);
                let written = opened.and_then(|mut file| file.write_all(&edit.after()));
                written.map_err(|error| failed(&name, &error))?;
                continue;
            }
            let opened = polycty_files::open_to_write(&path);
            let written = opened.and_then(|mut file| {
                file.set_len(0)?;
                Ok(file.write_all(&edit.after())?)
            });
            written.map_err(|error| failed(&name, &error))?;
        }
        printed.truncate(printed.trim_end_matches('\n').len());
        Ok(printed)
    }
}

/// The changed names of a file of values, without its values.
fn renamed_values(name: &str, edit: &FileEdit) -> String {
    let mut printed = String::new();
    for replacement in &edit.replacements {
        let (start, end) = (
            replacement.span.start as usize,
            replacement.span.end as usize,
        );
        let before = edit.before.get(..start).unwrap_or_default();
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let old = edit.before.get(start..end).unwrap_or_default();
        let old = String::from_utf8_lossy(old);
        let _ = writeln!(printed, "{name}:{line}: {old} -> {}", replacement.text);
    }
    printed
}

/// Checks that a file still has the text that was read.
fn check_unchanged(path: &Path, edit: &FileEdit) -> Outcome<()> {
    let name = path.to_string_lossy();
    if edit.is_new {
        return Ok(());
    }
    if crate::process::read(&name)? == edit.before {
        return Ok(());
    }
    let message = format!("{name}: the file has changed since it was read");
    Err(Error::new(Code::Misbehaved, message))
}
