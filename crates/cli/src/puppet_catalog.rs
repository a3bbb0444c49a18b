//! Commands of Puppet's catalogs: compilation and comparison.

use crate::process::{Outcome, print_error, since_1970};
use crate::puppet_run::{Strictness, environment, text};
use clap::{Args, Subcommand};
use polycty::calls::Budget;
use polycty::dialect::puppet::catalog::{
    Catalog, CompileError, EnvironmentFolder, FolderPaths, JsonOptions, NodeInput, Secrets,
    compile, parse_manifests,
};
use polycty::dialect::puppet::{format_redacted, read_json};
use polycty::source::{Code, Error};
use std::fmt::Write;
use std::path::PathBuf;

#[derive(Args)]
pub struct CompileCommand {
    /// Name of the node.
    #[arg(long, value_name = "NAME")]
    node: String,
    /// Folder of the environment: manifests, modules, `hiera.yaml`, `environment.conf`.
    #[arg(long, value_name = "DIR", default_value = ".")]
    environment: PathBuf,
    /// Folder of modules, instead of those of the environment; can be repeated.
    #[arg(long, value_name = "DIR")]
    modules: Vec<PathBuf>,
    /// The manifest or the folder of manifests, instead of that of the environment.
    #[arg(long, value_name = "PATH")]
    manifest: Option<PathBuf>,
    /// The facts of the node: a JSON object.
    #[arg(long, value_name = "FILE")]
    facts: Option<String>,
    /// The output of an external node classifier in YAML or JSON: `classes` with their parameters,
    /// `parameters`, which are variables of the top scope, and `environment`, the name of the
    /// environment.
    #[arg(long, value_name = "FILE")]
    enc: Option<String>,
    /// The `hiera.yaml` of the global layer. Its folder can be read.
    #[arg(long, value_name = "FILE")]
    hiera: Option<PathBuf>,
    /// Strictness of the language.
    #[arg(long, value_enum, default_value_t = Strictness::Error)]
    strict: Strictness,
    /// Print the catalog as JSON.
    #[arg(long)]
    json: bool,
    /// Print secret values in the JSON.
    #[arg(long, requires = "json")]
    secrets: bool,
    /// Print the dependency cycles of the catalog as errors.
    #[arg(long)]
    check_cycles: bool,
}

#[derive(Subcommand)]
pub enum CatalogCommand {
    /// Compare two catalogs in JSON: `polycty puppet catalog diff old.json new.json`.
    ///
    /// Added, removed and changed resources are printed with their positions. Secret values are
    /// compared but not printed. The exit status is 0 also if the catalogs differ.
    Diff(DiffCommand),
}

#[derive(Args)]
pub struct DiffCommand {
    /// The old catalog.
    old: String,
    /// The new catalog.
    new: String,
    /// Print the difference as JSON.
    #[arg(long)]
    json: bool,
}

/// Returns the catalog of a node. Messages are written to standard error.
pub fn compile_node(command: &CompileCommand) -> Outcome<String> {
    let budget = Budget::standard();
    let node = node(command, &budget)?;
    let folder = folder(command, &node)?;
    let strict = command.strict.into();
    let on_node = |error: CompileError| folder.located(error.on_node(&command.node));
    let options = folder.options();
    let manifests = parse_manifests(folder.manifests()?, &options.environment, strict, &budget)
        .map_err(on_node)?;
    for manifest in &manifests {
        for warning in manifest.warnings() {
            print_error(&format!("warning: {}", warning.summary));
        }
    }
    let environment = folder.environment(environment(None)?.strict(strict).stdlib());
    let catalog = compile(&manifests, &node, &options, &environment, &budget).map_err(on_node)?;
    if command.check_cycles {
        let graph = catalog.relationships(&budget)?;
        graph.check_cycles(&catalog, &budget)?;
    }
    if !command.json {
        return Ok(shown(&catalog));
    }
    let options = JsonOptions {
        version: since_1970().map_or(0, |time| time.as_secs() as i64),
        secrets: match command.secrets {
            true => Secrets::Written,
            false => Secrets::Redacted,
        },
        ..JsonOptions::default()
    };
    catalog.to_json(&options, &budget)
}

/// Returns the difference of two catalogs.
pub fn diff(command: &DiffCommand) -> Outcome<String> {
    let budget = Budget::standard();
    let read = |file: &str| {
        Catalog::from_json(&text(file)?, &budget)
            .map_err(|error| Error::new(error.code(), format!("{file}: {}", error.message())))
    };
    let diff = read(&command.old)?.diff(&read(&command.new)?, &budget)?;
    Ok(match command.json {
        true => diff.to_json(),
        false if diff.is_empty() => "no differences".into(),
        false => diff.to_text().trim_end().to_owned(),
    })
}

/// Returns the environment of a command: only its folders can be read.
fn folder(command: &CompileCommand, node: &NodeInput) -> Outcome<EnvironmentFolder> {
    EnvironmentFolder::open(&FolderPaths {
        environment: command.environment.clone(),
        name: node.environment.as_deref().map(Into::into),
        modules: command.modules.clone(),
        manifest: command.manifest.clone(),
        hiera: command.hiera.clone(),
    })
}

/// Returns the node of a command, with the trusted facts of a node without extensions.
fn node(command: &CompileCommand, budget: &Budget) -> Outcome<NodeInput> {
    let facts = match &command.facts {
        Some(file) => {
            let facts = read_json(&text(file)?).map_err(|error| {
                Error::new(error.code(), format!("{file}: {}", error.message()))
            })?;
            if facts.as_ordered_map().is_none() {
                let message = format!("{file}: expected an object, found a different value");
                return Err(Error::new(Code::Value, message));
            }
            Some(facts)
        }
        None => None,
    };
    let node = NodeInput {
        facts,
        ..NodeInput::named(&command.node)?
    };
    match &command.enc {
        Some(file) => node
            .classified_by(&text(file)?, budget)
            .map_err(|error| Error::new(error.code(), format!("{file}: {}", error.message()))),
        None => Ok(node),
    }
}

/// Returns the resources of a catalog with their positions and parameters, without secrets.
fn shown(catalog: &Catalog) -> String {
    let mut out = format!("classes: {}", catalog.classes.join(", "));
    for resource in &catalog.resources {
        if resource.is_virtual {
            continue;
        }
        let _ = write!(out, "\n{}", resource.reference());
        if let (Some(file), Some(line)) = (&resource.file, resource.line) {
            let _ = write!(out, " {file}:{line}");
        }
        for (name, value) in &resource.parameters {
            let is_secret = resource.sensitive.iter().any(|secret| secret == name);
            let value = match is_secret {
                true => "(sensitive)".into(),
                false => format_redacted(value),
            };
            let _ = write!(out, "\n    {name} => {value}");
        }
    }
    out
}
