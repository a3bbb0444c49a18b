//! The commands `tf doc` and `tf skeleton`.

use super::{Version, module};
use crate::process::{Outcome, check_diagnostics};
use clap::Args;
use polycty::calls::Budget;
use polycty::dialect::terraform::Host;
use polycty::dialect::terraform::module::{Given, Module, Options, Unset};
use polycty::source::Code;

#[derive(Args)]
pub struct Doc {
    /// The folder.
    #[arg(default_value = ".")]
    folder: String,
    #[command(flatten)]
    version: Version,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct Skeleton {
    /// The folder.
    #[arg(default_value = ".")]
    folder: String,
    #[command(flatten)]
    version: Version,
}

impl Doc {
    pub(super) fn folder(&self) -> &str {
        &self.folder
    }
}

impl Skeleton {
    pub(super) fn folder(&self) -> &str {
        &self.folder
    }
}

/// Reads a module without errors.
fn valid(folder: &str, version: &Version) -> Outcome<Module> {
    let read = module(folder, version.of(folder)?)?;
    check_diagnostics(Code::Diagnostics, read.diagnostics)?;
    Ok(read.module)
}

pub(super) fn run(command: &Doc) -> Outcome<String> {
    let module = valid(&command.folder, &command.version)?;
    let release = command.version.of(&command.folder)?;
    let mut options = Options::with_release(&Host::default(), release);
    options.unset = Unset::Unknown;
    // Errors of expressions do not matter: the types of outputs are then unknown.
    let found = module.evaluate(&Given::default(), &options, &Budget::standard())?;
    if !command.json {
        let text = module.to_markdown(&found, &Budget::standard())?;
        return Ok(text.trim_end().to_owned());
    }
    let json = module.to_document_json(&found, &Budget::standard())?;
    with_schema(&module, json)
}

/// Adds the JSON Schema of the values of all variables.
#[cfg(feature = "schema")]
fn with_schema(module: &Module, mut json: String) -> Outcome<String> {
    use polycty::schema::{Heading, Layout, Question, export_module};
    let budget = Budget::standard();
    let (_, made) = export_module(module, Question::Converts, &budget)?;
    let schema = made.schema.to_document(Heading::Dialect, &budget)?;
    json.pop();
    json.push_str(",\"schema\":");
    json.push_str(&schema.to_text(Layout::Compact));
    json.push('}');
    Ok(json)
}

#[cfg(not(feature = "schema"))]
fn with_schema(_: &Module, json: String) -> Outcome<String> {
    Ok(json)
}

pub(super) fn skeleton(command: &Skeleton) -> Outcome<String> {
    let module = valid(&command.folder, &command.version)?;
    let text = module.to_skeleton(&Budget::standard())?;
    Ok(text.trim_end().to_owned())
}
