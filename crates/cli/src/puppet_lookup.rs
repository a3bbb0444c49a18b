//! Lookups in Hiera, as `puppet lookup` runs them.

use crate::process::{Outcome, print_error};
use crate::puppet_run::{environment, text};
use clap::Args;
use polycty::calls::Budget;
use polycty::dialect::puppet::catalog::EnvironmentFolder;
use polycty::dialect::puppet::hiera::{
    DataFiles, Explain, FileKind, FolderFiles, Hiera, Query, lookup,
};
use polycty::dialect::puppet::{
    Aliases, Definitions, Environment, Mode, Prepared, Strict, format_redacted, hash, parse_type,
    read_json,
};
use polycty::source::{Code, Error, Source};
use polycty::values::Value;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct LookupCommand {
    /// The keys; the first one with a value counts.
    #[arg(required = true)]
    keys: Vec<String>,
    /// Folder of the environment, with `hiera.yaml`, `data`, `modules` and `functions`.
    #[arg(long, value_name = "DIR", default_value = ".")]
    environment: PathBuf,
    /// Name of the environment.
    #[arg(long, value_name = "NAME", default_value = "production")]
    environment_name: String,
    /// Directory of modules, instead of those of the environment.
    #[arg(long, value_name = "DIR")]
    modules: Vec<PathBuf>,
    /// The global `hiera.yaml`. Its data is next to it.
    #[arg(long, value_name = "FILE")]
    hiera_config: Option<PathBuf>,
    /// Facts of the node: a JSON object.
    #[arg(long, value_name = "FILE")]
    facts: Option<String>,
    /// Name of the node.
    #[arg(long, value_name = "NAME", default_value = "localhost")]
    node: String,
    /// Merge strategy: `first`, `unique`, `hash` or `deep`.
    #[arg(long, value_name = "STRATEGY")]
    merge: Option<String>,
    /// Prefix of elements that a deep merge removes.
    #[arg(long, value_name = "PREFIX", requires = "merge")]
    knock_out_prefix: Option<String>,
    /// Sort arrays that a deep merge unites.
    #[arg(long, requires = "merge")]
    sort_merged_arrays: bool,
    /// Merge hashes at equal positions of arrays in a deep merge.
    #[arg(long, requires = "merge")]
    merge_hash_arrays: bool,
    /// Type of the value.
    #[arg(long = "type", value_name = "TYPE")]
    ty: Option<String>,
    /// Value if no key has one.
    #[arg(long, value_name = "TEXT")]
    default: Option<String>,
    /// Print how the value was found instead of the value.
    #[arg(long)]
    explain: bool,
    /// Print how the options of the key were found.
    #[arg(long, conflicts_with = "explain")]
    explain_options: bool,
}

/// Returns the value of a key in Puppet's notation, or the explanation.
pub fn run(command: &LookupCommand) -> Outcome<String> {
    let environment = with_hiera(command)?;
    let budget = Budget::standard();
    let nothing = Prepared::manifest(Source::new("", ""), Strict::Error, &budget)?;
    let ty = match &command.ty {
        Some(text) => Some(parse_type(text, &Aliases::default(), Mode::Current)?),
        None => None,
    };
    let query = Query {
        names: command.keys.clone(),
        ty,
        merge: merge(command)?,
        default: command.default.as_deref().map(Value::string),
        explain: match (command.explain, command.explain_options) {
            (true, _) => Explain::Data,
            (_, true) => Explain::Options,
            _ => Explain::Nothing,
        },
        ..Query::default()
    };
    let answer = lookup(&nothing, &query, &environment, &budget);
    let Some(explanation) = answer.explanation else {
        return Ok(format_redacted(&answer.value?));
    };
    if let Err(error) = answer.value {
        print_error(explanation.trim_end());
        return Err(error);
    }
    Ok(explanation.trim_end().to_owned())
}

/// The merge strategy with its options.
fn merge(command: &LookupCommand) -> Outcome<Option<Value>> {
    let Some(strategy) = &command.merge else {
        return Ok(None);
    };
    let mut options = vec![("strategy", Value::string(strategy))];
    if let Some(prefix) = &command.knock_out_prefix {
        options.push(("knockout_prefix", Value::string(prefix)));
    }
    if command.sort_merged_arrays {
        options.push(("sort_merged_arrays", Value::bool(true)));
    }
    if command.merge_hash_arrays {
        options.push(("merge_hash_arrays", Value::bool(true)));
    }
    if options.len() == 1 {
        return Ok(Some(Value::string(strategy)));
    }
    let options = options.into_iter();
    hash(options.map(|(key, value)| (Value::string(key), value))).map(Some)
}

pub fn absolute(path: &Path) -> Outcome<PathBuf> {
    path.canonicalize().map_err(|error| {
        let message = format!("{}: {error}", path.display());
        Error::new(Code::NotFound, message)
    })
}

/// The environment with the data and the variables of a node.
fn with_hiera(command: &LookupCommand) -> Outcome<Environment> {
    let folder = absolute(&command.environment)?;
    let shown = folder.to_string_lossy().into_owned();
    let mut files = FolderFiles::new().folder(&shown, &folder)?;
    let mut modules = Vec::new();
    for path in &command.modules {
        let path = absolute(path)?;
        let shown = path.to_string_lossy().into_owned();
        files = files.folder(&shown, &path)?;
        modules.push(shown);
    }
    if modules.is_empty() {
        let environment = EnvironmentFolder::new(files.clone(), &command.environment_name, &shown)?;
        modules.extend_from_slice(environment.module_folders());
    }
    let global = match &command.hiera_config {
        Some(path) => {
            let path = absolute(path)?;
            if let Some(parent) = path.parent() {
                files = files.folder(&parent.to_string_lossy(), parent)?;
            }
            Some(path.to_string_lossy().into_owned())
        }
        None => None,
    };
    let mut hiera = Hiera::new(files.clone()).environment(&command.environment_name, &shown);
    for folder in &modules {
        hiera = hiera.modules(folder);
    }
    if let Some(global) = &global {
        hiera = hiera.global(global);
    }
    let environment = environment(None)?
        .hiera(hiera)
        .loader(move |kind, name| definition(&files, &shown, &modules, kind, name));
    with_variables(environment, command)
}

/// Returns the text of a definition in the environment or in a module.
fn definition(
    files: &FolderFiles,
    environment: &str,
    modules: &[String],
    kind: Definitions,
    name: &str,
) -> Outcome<Option<Source>> {
    let mut paths = Vec::new();
    if kind == Definitions::Function {
        let name = name.strip_prefix("environment::").unwrap_or(name);
        if !name.contains(['/', ':', '.']) {
            paths.push(format!("{environment}/functions/{name}.pp"));
        }
    }
    if let Some(file) = kind.file(name) {
        paths.extend(modules.iter().map(|folder| format!("{folder}/{file}")));
    }
    for path in paths {
        if files.kind(&path)? != Some(FileKind::File) {
            continue;
        }
        if let Some(bytes) = files.read(&path)? {
            let text = String::from_utf8(bytes).map_err(|_| {
                Error::new(Code::InvalidUtf8, format!("{path}: the text is not UTF-8"))
            })?;
            return Ok(Some(Source::new(path.as_str(), text)));
        }
    }
    Ok(None)
}

/// Sets the variables of facts in a file: `$facts`, and one for each fact.
pub fn set_facts(environment: &mut Environment, file: Option<&str>) -> Outcome<()> {
    let facts = match file {
        Some(file) => read_json(&text(file)?)
            .map_err(|error| Error::new(error.code(), format!("{file}: {}", error.message())))?,
        None => hash([])?,
    };
    let Some(map) = facts.as_ordered_map() else {
        let message = "the facts must be a JSON object";
        return Err(Error::new(Code::InvalidArgument, message));
    };
    for (name, value) in map.entries() {
        // A fact whose name is not that of a variable is only in `$facts`.
        let _ = environment.set_variable(name.as_str().unwrap_or_default(), value.clone());
    }
    environment.set_variable("facts", facts)
}

/// Sets the facts and the variables that Puppet derives from the name of the node.
fn with_variables(mut environment: Environment, command: &LookupCommand) -> Outcome<Environment> {
    set_facts(&mut environment, command.facts.as_deref())?;
    let (host, domain) = command.node.split_once('.').unwrap_or((&command.node, ""));
    let text = |name: &str, value: &str| (Value::string(name), Value::string(value));
    let trusted = hash([
        text("authenticated", "local"),
        text("certname", &command.node),
        text("hostname", host),
        text("domain", domain),
        (Value::string("extensions"), hash([])?),
        (Value::string("external"), hash([])?),
    ])?;
    let server = hash([text("environment", &command.environment_name)])?;
    let name = Value::string(&command.environment_name);
    for (variable, value) in [
        ("trusted", trusted),
        ("server_facts", server),
        ("environment", name),
    ] {
        environment.set_variable(variable, value)?;
    }
    Ok(environment)
}
