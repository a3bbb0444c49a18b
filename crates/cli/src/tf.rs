//! Commands of Terraform: the inventory of a module, the check of values for its variables, and
//! changes of a project.

mod document;
mod notation;
mod plan;
mod rename;

use crate::process::{Outcome, check_diagnostics, failed, read, report, terraform_host};
use clap::{Args, Subcommand};
use polycty::calls::Budget;
use polycty::dialect::hcl::{NotationPolicy, format_value};
use polycty::dialect::terraform::module::{
    Dialect, Evaluation, Given, Location, Module, ModuleFile, Options, ReadModule, Release,
    ResourceMode, Strictness, TextFrom, Unset, check_tests, names_in, read_file, read_folder_as,
    values_files,
};
use polycty::dialect::terraform::project::{
    Manifest, MissingModule, Project, ProjectOptions, Schemas,
};
use polycty::dialect::terraform::{Folder, Host, SENSITIVE};
use polycty::source::{Code, Diagnostic, Error, Range, Severity, Source};
use polycty::types::Str;
use polycty::values::{MarkSet, Value};
use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::path::Path;

#[derive(Subcommand)]
pub enum Terraform {
    /// Print the declarations of a module: `polycty tf inspect modules/network`.
    ///
    /// The output contains variables with their types and defaults, local values, outputs,
    /// resources, module calls, providers and all other declarations, each with its position. The
    /// JSON output also contains rules and expressions. If the module has errors, the declarations
    /// that could be read are still printed.
    Inspect(Inspect),
    /// Check a module, the modules that it calls, and the values of its variables: `polycty tf check
    /// . -var-file production.tfvars`.
    ///
    /// The result is that of `terraform validate` after `terraform init`, without providers. Modules
    /// that are not local are read if `terraform init` has installed them. With values, the outputs
    /// are those of a plan on an empty state.
    ///
    /// Values are read from TF_VAR_… in the environment, from terraform.tfvars and *.auto.tfvars in
    /// the folder, and then from --var and --var-file, in this order; the last value takes
    /// precedence. If there is a value that does not come from the environment, a variable without
    /// a value and without a default is an error. Otherwise it is unknown, as in `terraform
    /// validate`. The known outputs are printed.
    ///
    /// Test files (*.tftest.hcl) in the folder and in `tests` are compared with their schema.
    ///
    /// In addition to Terraform's diagnostics, each attribute of a value that the type of its
    /// variable does not declare is a warning, and each part of a value that does not convert is an
    /// error with its path and position.
    #[command(visible_alias = "validate")]
    Check(Check),
    /// Rename a declaration in all files of a project: `polycty tf rename var.size var.volume`.
    ///
    /// FROM is var.NAME, local.NAME, output.NAME, module.NAME, TYPE.NAME, data.TYPE.NAME or
    /// ephemeral.TYPE.NAME, after module.NAME for a declaration in a called module. References,
    /// arguments of module calls, accesses to outputs and files of values (*.tfvars and
    /// *.tfvars.json in the folder) get the new name; all other text stays the same. A moved block
    /// is added for a resource or a module call. The changes are printed as a unified diff, or
    /// written with --write.
    Rename(rename::Rename),
    /// Move a declaration with its comments to a different file of its module: `polycty tf move
    /// aws_instance.web compute.tf`.
    ///
    /// ADDRESS is that of `tf rename`. The file is created if it does not exist. The changes are
    /// printed as a unified diff, or written with --write.
    Move(rename::Move),
    /// Convert files from native syntax to JSON syntax: `polycty tf json main.tf`.
    ///
    /// Types, references in depends_on and other names that Terraform does not evaluate become strings
    /// with their text. Comments become the property "//" of the body that contains them.
    Json(notation::Convert),
    /// Convert files from JSON syntax to native syntax: `polycty tf hcl main.tf.json`.
    ///
    /// Blocks of providers are recognized by the schemas of --schemas. Without them, each of these
    /// blocks is written as an argument, which is reported as a warning.
    Hcl(notation::Convert),
    /// Print the inputs and outputs of a module as Markdown: `polycty tf doc modules/network`.
    ///
    /// With --json, the result is one JSON object with the types also in the JSON form of cty, and
    /// the JSON Schema of the values of all variables. Defaults of sensitive and ephemeral variables
    /// are not printed.
    Doc(document::Doc),
    /// Print the changes of a plan with their types: `terraform show -json plan.out > plan.json`, and
    /// then `polycty tf plan plan.json --schemas schemas.json`.
    ///
    /// Each attribute that changes has a line with its type and its value before and after. Values
    /// that only the apply determines are unknown; sensitive values are not printed. If the file is a
    /// state, its resources and outputs are printed.
    Plan(plan::Plan),
    /// Print a file of values for the variables of a module: `polycty tf skeleton . >
    /// terraform.tfvars`.
    ///
    /// Required variables have a value of their type to replace. The others are comments with their
    /// defaults.
    Skeleton(document::Skeleton),
}

#[derive(Args)]
pub struct Inspect {
    /// The folder.
    #[arg(default_value = ".")]
    folder: String,
    #[command(flatten)]
    version: Version,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The release of Terraform or OpenTofu whose rules apply.
#[derive(Args)]
struct Version {
    /// The version of Terraform, such as `1.13`: 1.11 to 1.17. Newer language is reported as that
    /// version reports it. The default is the newest.
    #[arg(long = "terraform-version", value_name = "VERSION", value_parser = release)]
    release: Option<Release>,
    /// The language: `terraform`, or `opentofu` (1.13). The default is OpenTofu if the folder has a
    /// file that only OpenTofu reads, such as main.tofu, and no version of Terraform is selected.
    #[arg(long, value_name = "NAME", value_parser = dialect)]
    dialect: Option<Dialect>,
}

impl Version {
    /// The options of a project with this version.
    fn project(&self) -> ProjectOptions {
        let of_version = self.release.map(|_| Dialect::Terraform);
        ProjectOptions {
            release: self.release.unwrap_or_default(),
            dialect: self.dialect.or(of_version),
            ..ProjectOptions::default()
        }
    }

    /// The release for a folder.
    fn of(&self, folder: &str) -> Outcome<Release> {
        if self.release.is_some() && self.dialect == Some(Dialect::OpenTofu) {
            let message = "--terraform-version cannot be used with --dialect opentofu";
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let files = Folder::open(folder)?;
        self.project().release_of(&files, ".", &Budget::standard())
    }
}

fn dialect(text: &str) -> Result<Dialect, String> {
    Dialect::parse(text).ok_or_else(|| "expected terraform or opentofu".to_owned())
}

pub(crate) fn release(text: &str) -> Result<Release, String> {
    Release::parse(text).ok_or_else(|| "expected a version from 1.11 to 1.17".to_owned())
}

#[derive(Args)]
pub struct Check {
    /// The folder.
    #[arg(default_value = ".")]
    folder: String,
    /// Set a variable; can be repeated.
    #[arg(long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
    /// Set variables from a file; can be repeated. YAML is read from names that end in `.yaml` or
    /// `.yml`.
    #[arg(long = "var-file", value_name = "FILE")]
    files: Vec<String>,
    /// The output of `terraform providers schema -json`. Without it, the bodies of resources, data
    /// sources and providers are not compared with their schemas.
    #[arg(long, value_name = "FILE")]
    schemas: Option<String>,
    #[command(flatten)]
    version: Version,
    /// Value of `terraform.workspace`.
    #[arg(long, value_name = "NAME", default_value = "default")]
    workspace: String,
    /// Report attributes that an object type does not declare as errors. Without this option, they
    /// are warnings.
    #[arg(long)]
    strict: bool,
    /// Print variables, local values, outputs and diagnostics as one JSON object, also if there are
    /// errors.
    #[arg(long)]
    json: bool,
}

impl Check {
    fn strictness(&self) -> Strictness {
        if self.strict {
            Strictness::Errors
        } else {
            Strictness::Warnings
        }
    }
}

pub fn run(command: &Terraform) -> Outcome<String> {
    match command {
        Terraform::Inspect(command) => inspect(command),
        Terraform::Check(command) => check(command),
        Terraform::Rename(command) => rename::run(command),
        Terraform::Move(command) => rename::run_move(command),
        Terraform::Doc(command) => document::run(command),
        Terraform::Plan(command) => plan::run(command),
        Terraform::Skeleton(command) => document::skeleton(command),
        Terraform::Json(command) => notation::run(command, notation::Target::Json),
        Terraform::Hcl(command) => notation::run(command, notation::Target::Native),
    }
}

/// The file of diagnostics without a position.
pub fn main_file(command: &Terraform) -> String {
    match command {
        Terraform::Inspect(command) => first_file(&command.folder),
        Terraform::Check(command) => first_file(&command.folder),
        Terraform::Rename(command) => first_file(command.folder()),
        Terraform::Move(command) => first_file(command.folder()),
        Terraform::Doc(command) => first_file(command.folder()),
        Terraform::Plan(command) => command.file().to_owned(),
        Terraform::Skeleton(command) => first_file(command.folder()),
        Terraform::Json(command) | Terraform::Hcl(command) => command.first_file().to_owned(),
    }
}

/// The first file of a module by name.
fn first_file(folder: &str) -> String {
    let names = Folder::open(folder).and_then(|files| names_in(&files, ".", &Budget::standard()));
    let names = names.unwrap_or_default();
    let is_part = |name: &&String| name.ends_with(".tf") || name.ends_with(".tofu");
    let first = names.iter().filter(is_part).min();
    displayed_name(folder, first.map_or("main.tf", String::as_str))
}

/// The arguments of the command line. Terraform's long options with one dash get two dashes.
pub fn arguments() -> impl Iterator<Item = std::ffi::OsString> {
    let mut is_terraform = false;
    std::env::args_os().map(move |argument| match argument.to_str() {
        Some("tf") => {
            is_terraform = true;
            argument
        }
        Some(text) if is_terraform && text.starts_with("-var") => format!("-{text}").into(),
        _ => argument,
    })
}

/// Reads a module. Messages name its files relative to the current folder.
fn module(folder: &str, release: Release) -> Outcome<ReadModule> {
    let mut files = module_files(folder, release)?;
    for file in &mut files {
        file.name = displayed_name(folder, &file.name);
    }
    Module::read_as(&files, release, &Budget::standard())
}

/// The files of a module, with names relative to its folder.
///
/// # Errors
/// [`Code::NotFound`] if there are none.
fn module_files(folder: &str, release: Release) -> Outcome<Vec<ModuleFile>> {
    let dialect = release.dialect();
    let files = read_folder_as(&Folder::open(folder)?, ".", dialect, &Budget::standard())?;
    if files.is_empty() {
        let endings = match dialect {
            Dialect::OpenTofu => "*.tf, *.tf.json, *.tofu or *.tofu.json",
            _ => "*.tf or *.tf.json",
        };
        let message = format!("{folder}: the folder contains no configuration files ({endings})");
        return Err(Error::new(Code::NotFound, message));
    }
    Ok(files)
}

/// Reads a module, and returns an error if it has errors.
#[cfg(all(feature = "schema", feature = "puppet"))]
pub fn valid_module(folder: &str) -> Outcome<Module> {
    let options = ProjectOptions::default();
    let budget = Budget::standard();
    let release = options.release_of(&Folder::open(folder)?, ".", &budget)?;
    let read = module(folder, release)?;
    check_diagnostics(Code::Diagnostics, read.diagnostics)?;
    Ok(read.module)
}

/// The name of a file of a folder in messages.
fn displayed_name(folder: &str, name: &str) -> String {
    match folder.trim_start_matches("./") {
        "" | "." => name.to_owned(),
        folder => Path::new(folder).join(name).to_string_lossy().into_owned(),
    }
}

fn inspect(command: &Inspect) -> Outcome<String> {
    let read = module(&command.folder, command.version.of(&command.folder)?)?;
    let text = if command.json {
        read.module.to_json(&Budget::standard())?
    } else {
        listed(&read.module)?
    };
    let found = check_diagnostics(Code::Diagnostics, read.diagnostics);
    if found.is_err() {
        let written = writeln!(std::io::stdout().lock(), "{text}");
        written.map_err(|error| failed("standard output", &error))?;
    }
    found.map(|()| text)
}

/// The inventory, with a line for each declaration.
fn listed(module: &Module) -> Outcome<String> {
    let all = module.inventory();
    let mut lines = Vec::new();
    let mut line = |what: String, place: &Location| {
        let start = place.range.start;
        lines.push(format!("{}:{}: {what}", place.source.name, start.line));
    };
    for variable in &all.variables {
        let ty = match &variable.constraint {
            Some(constraint) => constraint.line(&Budget::standard())?,
            None => "any".to_owned(),
        };
        let default = match &variable.default {
            None => String::new(),
            Some(_) if variable.is_sensitive() => " = (sensitive value)".to_owned(),
            Some(_) if variable.is_ephemeral() => " = (ephemeral value)".to_owned(),
            Some(default) => format!(" = {}", format_value(default, NotationPolicy::Withheld)?),
        };
        let what = format!("variable {}: {ty}{default}", variable.name);
        line(what, &variable.declared.place);
    }
    for local in &all.locals {
        line(format!("local {}", local.name), &local.place);
    }
    for output in &all.outputs {
        let sensitive = if output.is_sensitive() {
            " (sensitive)"
        } else {
            ""
        };
        let what = format!("output {}{sensitive}", output.name);
        line(what, &output.declared.place);
    }
    for resource in &all.resources {
        let what = match resource.mode {
            ResourceMode::Managed => format!("resource {}", resource.address()),
            _ => resource.address(),
        };
        line(what, &resource.declared.place);
    }
    for call in &all.calls {
        let source = call.source.as_deref().unwrap_or("?");
        line(
            format!("module {}: {source}", call.name),
            &call.declared.place,
        );
    }
    for provider in &all.providers {
        let alias = provider
            .alias
            .as_ref()
            .map_or_else(String::new, |alias| format!(".{alias}"));
        line(
            format!("provider {}{alias}", provider.name),
            &provider.declared.place,
        );
    }
    for required in &all.settings.required_providers {
        let said = [required.source.as_deref(), required.version.as_deref()];
        let said: Vec<&str> = said.into_iter().flatten().collect();
        let what = format!("requires provider {}: {}", required.name, said.join(", "));
        line(what, &required.place);
    }
    for (version, place) in &all.settings.required_versions {
        line(format!("requires Terraform {version}"), place);
    }
    for change in &all.changes {
        let said = [change.from.as_deref(), change.to.as_deref()];
        let said: Vec<&str> = said.into_iter().flatten().collect();
        let what = format!("{} {}", change.kind.keyword(), said.join(", "));
        line(what, &change.declared.place);
    }
    for check in &all.checks {
        line(format!("check {}", check.name), &check.declared.place);
    }
    Ok(lines.join("\n"))
}

fn check(command: &Check) -> Outcome<String> {
    // All parts of the check name files relative to the folder, also within messages, so that an
    // error that two of them find is the same error.
    let release = command.version.of(&command.folder)?;
    let files = module_files(&command.folder, release)?;
    let read = Module::read_as(&files, release, &Budget::standard())?;
    let (given, unset) = given(command)?;
    // Paths are relative to the folder, as if Terraform were started there.
    let here = std::env::current_dir().map_err(|error| failed(".", &error))?;
    let mut host = terraform_host(&command.folder)?;
    host.working_directory = Some(here.to_string_lossy().into());
    let mut options = Options::with_release(&host, release);
    options.unset = unset;
    options.module_path = Some(".".into());
    options.root_path = Some(".".into());
    options.workspace = command.workspace.as_str().into();
    options.working_directory = host.working_directory.clone();
    options.strictness = command.strictness();
    let mut found = read
        .module
        .evaluate(&given, &options, &Budget::standard())?;
    found.diagnostics.splice(..0, read.diagnostics);
    let mut added = check_project(command, &read.module, host, unset, &mut found)?;
    let folder = Folder::open(&command.folder)?;
    added.extend(check_tests(
        &folder,
        ".",
        &read.module,
        &Budget::standard(),
    )?);
    merge_diagnostics(&command.folder, &files, added, &mut found.diagnostics);
    if command.json {
        return json_result(&read.module, found);
    }
    let shown = shown(&read.module, &found)?;
    let warned = found.diagnostics.clone();
    check_diagnostics(Code::Diagnostics, found.diagnostics)?;
    if !warned.is_empty() {
        let warnings = Error::from_diagnostics(Code::Diagnostics, warned);
        report(warnings, &first_file(&command.folder));
    }
    Ok(shown)
}

/// Checks the module together with the modules that it calls. Sets the outputs that depend on the
/// calls, and returns the diagnostics.
fn check_project(
    command: &Check,
    module: &Module,
    host: Host,
    unset: Unset,
    found: &mut Evaluation,
) -> Outcome<Vec<Diagnostic>> {
    let folder = Folder::open(&command.folder)?;
    let options = ProjectOptions {
        schemas: schemas(command.schemas.as_deref())?,
        host,
        workspace: Some(command.workspace.as_str().into()),
        strictness: command.strictness(),
        ..command.version.project()
    };
    let variables = module.inventory().variables.iter().zip(&found.variables);
    let values: BTreeMap<Str, Value> = variables
        .filter_map(|(variable, value)| Some((variable.name.clone(), value.as_ref()?)))
        .map(|(name, value)| (name, value.unmark_deep().0))
        .collect();
    let budget = Budget::standard();
    let sources = Manifest::open(&folder, ".", &budget)?;
    let loaded = Project::load(&folder, ".", &values, &sources, &options, &budget)?;
    let mut diagnostics = loaded.diagnostics;
    diagnostics.extend(loaded.missing.iter().map(MissingModule::warning));
    let project = loaded.project;
    if project.is_loaded() {
        // The project reports cycles, too, and those through modules.
        (found.diagnostics).retain(|diagnostic| !diagnostic.summary.starts_with("Cycle:"));
        diagnostics.extend(project.validate(&Budget::standard())?);
        if unset == Unset::Error && !found.has_errors() && !has_errors(&diagnostics) {
            let planned = project.plan(&values, &Budget::standard())?;
            diagnostics.extend(planned.diagnostics);
            let outputs = module.inventory().outputs.iter().zip(&mut found.outputs);
            for (output, value) in outputs {
                let planned = &mut planned.outputs.iter();
                if let Some(planned) = planned.find(|one| one.address == *output.name) {
                    let planned = planned.value.clone();
                    *value = Some(if output.is_sensitive() {
                        planned.with_marks(&MarkSet::one(SENSITIVE))
                    } else {
                        planned
                    });
                }
            }
        }
    }
    Ok(diagnostics)
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    let mut severities = diagnostics.iter().map(|diagnostic| diagnostic.severity);
    severities.any(|severity| severity == Severity::Error)
}

/// The schemas of providers, if the command line names a file.
fn schemas(name: Option<&str>) -> Outcome<Option<Schemas>> {
    let Some(name) = name else {
        return Ok(None);
    };
    let text = String::from_utf8(read(name)?).map_err(|error| failed(name, &error))?;
    Ok(Some(Schemas::read(&text, &Budget::standard())?))
}

/// Adds diagnostics that are not there yet, names the files of modules relative to the current
/// folder, and sorts all by file and position.
fn merge_diagnostics(
    folder: &str,
    files: &[ModuleFile],
    added: Vec<Diagnostic>,
    all: &mut Vec<Diagnostic>,
) {
    type Identity = (Severity, String, String, Option<Range>, Option<Str>);
    let identity = |one: &Diagnostic| -> Identity {
        let file = one.source.as_ref().map(|source| source.name.clone());
        let (summary, detail) = (one.summary.clone(), one.detail.clone());
        (one.severity, summary, detail, one.subject, file)
    };
    // Only the project has the declarations of the called modules, which can be sensitive.
    let has_secrets =
        |one: &&Diagnostic| one.source.as_ref().is_some_and(|source| source.has_secrets);
    for secret in added.iter().filter(has_secrets) {
        let place = |one: &Diagnostic| {
            let file = one.source.as_ref().map(|source| source.name.clone());
            (one.severity, one.subject, file)
        };
        all.retain(|one| place(one) != place(secret) || one.summary != secret.summary);
    }
    let mut known: HashSet<Identity> = all.iter().map(identity).collect();
    let rename = |source: &mut Source| source.name = displayed_name(folder, &source.name).into();
    // The other sources of the module itself are files and options with values.
    let sources = all.iter_mut().filter_map(|one| one.source.as_mut());
    sources
        .filter(|source| files.iter().any(|file| file.name == *source.name))
        .for_each(rename);
    for mut one in added {
        if known.insert(identity(&one)) {
            one.source.iter_mut().for_each(rename);
            all.push(one);
        }
    }
    all.sort_by_cached_key(|one| {
        let file = one.source.as_ref().map(|source| source.name.clone());
        (file, one.subject.map(|range| range.start.byte))
    });
}

/// Prints all results as JSON. Errors are a part of it and set the exit status.
fn json_result(module: &Module, found: Evaluation) -> Outcome<String> {
    let json = found.to_json(module, &Budget::standard())?;
    if found.has_errors() {
        println!("{json}");
        let mut errors = found.diagnostics.iter();
        let count = errors
            .by_ref()
            .filter(|one| one.severity == Severity::Error)
            .count();
        return Err(Error::new(Code::Diagnostics, format!("{count} errors")));
    }
    Ok(json)
}

/// The outputs as text, with a line for each.
fn shown(module: &Module, found: &Evaluation) -> Outcome<String> {
    let outputs = &module.inventory().outputs;
    let mut lines = Vec::new();
    for (output, value) in outputs.iter().zip(&found.outputs) {
        if let Some(value) = value {
            let text = format_value(value, NotationPolicy::Withheld)?;
            lines.push(format!("{} = {text}", output.name));
        }
    }
    Ok(if lines.is_empty() {
        "no errors".to_owned()
    } else {
        lines.join("\n")
    })
}

/// Collects the values of variables, and determines the treatment of variables without a value.
fn given(command: &Check) -> Outcome<(Given, Unset)> {
    let mut given = Given::default();
    for (name, value) in std::env::vars_os() {
        if let (Some(name), Some(value)) = (name.to_str(), value.to_str())
            && let Some(name) = name.strip_prefix("TF_VAR_")
        {
            given.text(name, value, TextFrom::Environment);
        }
    }
    let folder = Folder::open(&command.folder)?;
    let budget = Budget::standard();
    let found = values_files(names_in(&folder, ".", &budget)?);
    for name in &found {
        let file = read_file(&folder, ".", name, &budget)?;
        given.file(displayed_name(&command.folder, name), file.text);
    }
    for name in &command.files {
        given.file(name, read(name)?);
    }
    for variable in &command.variables {
        let Some((name, text)) = variable.split_once('=') else {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("--var: expected NAME=VALUE, found {variable}"),
            ));
        };
        given.text(name, text, TextFrom::CommandLine);
    }
    let none = found.is_empty() && command.files.is_empty() && command.variables.is_empty();
    let unset = if none { Unset::Unknown } else { Unset::Error };
    Ok((given, unset))
}
