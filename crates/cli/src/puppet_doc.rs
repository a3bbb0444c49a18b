//! The reference of a module, as puppet-strings writes it.

use crate::process::{Outcome, print_error};
use crate::puppet_run::text;
use clap::Args;
use polycty::calls::Budget;
use polycty::dialect::puppet::strings::Reference;
use polycty::dialect::puppet::syntax::{Notation, parse_program};
use polycty::source::{Code, Error, Source};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct DocCommand {
    /// The folder of a module, with `manifests`, `functions`, `types` and `plans`, or manifests. A
    /// file in a folder `plans` is a plan.
    #[arg(default_value = ".")]
    paths: Vec<PathBuf>,
}

/// The folders of a module that have manifests.
const FOLDERS: [&str; 4] = ["manifests", "functions", "types", PLANS];

/// The folder of the plans of a module.
const PLANS: &str = "plans";

/// Returns the reference as Markdown. Differences between comments and definitions are warnings on
/// standard error.
pub fn run(command: &DocCommand) -> Outcome<String> {
    let mut files = Vec::new();
    for path in &command.paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        for folder in FOLDERS {
            let folder = path.join(folder);
            if folder.is_dir() {
                add_manifests(&folder, &mut files)?;
            }
        }
        if files.len() == before {
            let path = path.display();
            let message = format!(
                "{path}: expected manifests in `manifests`, `functions`, `types` or `plans`"
            );
            return Err(Error::new(Code::NotFound, message));
        }
    }
    let budget = Budget::standard();
    let mut reference = Reference::new();
    for file in &files {
        let name = file.to_string_lossy();
        let source = Source::new(&*name, text(&name)?);
        let has_plans = file.components().any(|name| name.as_os_str() == PLANS);
        let notation = match has_plans {
            true => Notation::Plan,
            false => Notation::Manifest,
        };
        let program = parse_program(source, notation, &budget)?;
        reference.add(&program);
    }
    for warning in reference.warnings() {
        print_error(&format!("warning: {warning}"));
    }
    Ok(reference.to_markdown().trim_end().to_owned())
}

/// Adds the manifests below a folder in the order of their paths. Symbolic links to folders are not
/// followed.
fn add_manifests(folder: &Path, files: &mut Vec<PathBuf>) -> Outcome<()> {
    let failed = |path: &Path, error: &std::io::Error| {
        Error::new(Code::NotFound, format!("{}: {error}", path.display()))
    };
    let start = files.len();
    let mut left = vec![folder.to_owned()];
    while let Some(folder) = left.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| failed(&folder, &error))? {
            let entry = entry.map_err(|error| failed(&folder, &error))?;
            let path = entry.path();
            let kind = entry.file_type().map_err(|error| failed(&path, &error))?;
            if kind.is_dir() {
                left.push(path);
            } else if path.extension().is_some_and(|ending| ending == "pp") {
                files.push(path);
            }
        }
    }
    if let Some(found) = files.get_mut(start..) {
        found.sort();
    }
    Ok(())
}
