//! The commands `tf json` and `tf hcl`.

use super::schemas;
use crate::process::{Outcome, failed, read, report, without_values};
use clap::Args;
use polycty::calls::Budget;
use polycty::dialect::terraform::notation::{to_json, to_native};
use polycty::source::{Code, Error};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

#[derive(Args)]
pub struct Convert {
    /// The files; `-` is standard input.
    #[arg(required = true)]
    files: Vec<String>,
    /// The output of `terraform providers schema -json`, which defines the blocks of providers.
    #[arg(long, value_name = "FILE")]
    schemas: Option<String>,
    /// Write each result next to its file, with the other ending, and print its name. A file that
    /// exists is not replaced. The default prints the results.
    #[arg(long)]
    write: bool,
}

impl Convert {
    pub(super) fn first_file(&self) -> &str {
        self.files.first().map_or("-", |file| file)
    }
}

/// The syntax to convert to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Json,
    Native,
}

pub(super) fn run(command: &Convert, target: Target) -> Outcome<String> {
    converted(command, target).map_err(without_values)
}

fn converted(command: &Convert, target: Target) -> Outcome<String> {
    let schemas = schemas(command.schemas.as_deref())?;
    let mut converted = Vec::new();
    for name in &command.files {
        let text = read(name)?;
        let budget = Budget::standard();
        converted.push(match target {
            Target::Json => (name, to_json(name, &text, &budget)?),
            Target::Native => {
                let found = to_native(name, &text, schemas.as_ref(), &budget)?;
                if !found.warnings.is_empty() {
                    let warnings = Error::from_diagnostics(Code::Diagnostics, found.warnings);
                    report(without_values(warnings), name);
                }
                (name, found.text)
            }
        });
    }
    let mut printed = String::new();
    for (name, text) in converted {
        if command.write {
            let name = written_name(name, target)?;
            write_new(Path::new(&name), &text)?;
            printed.push_str(&name);
            printed.push('\n');
        } else {
            printed.push_str(&text);
        }
    }
    printed.truncate(printed.trim_end_matches('\n').len());
    Ok(printed)
}

/// The name of the file with the result.
fn written_name(name: &str, target: Target) -> Outcome<String> {
    let native = name.strip_suffix(".json");
    match (target, native) {
        (Target::Json, None) if name != "-" => Ok(format!("{name}.json")),
        (Target::Native, Some(native)) => Ok(native.to_owned()),
        _ => {
            let message = format!(
                "{name}: the name of the result is not known; expected a name that {} in .json",
                match target {
                    Target::Json => "does not end",
                    Target::Native => "ends",
                }
            );
            Err(Error::new(Code::InvalidArgument, message))
        }
    }
}

/// Writes a file that does not exist.
fn write_new(path: &Path, text: &str) -> Outcome<()> {
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    let written = opened.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| failed(&path.to_string_lossy(), &error))
}
