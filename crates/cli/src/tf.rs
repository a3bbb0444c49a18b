//! Commands of Terraform: the inventory of a module, and the check of values for its variables.

use crate::process::{Outcome, complain, failed, read, style, terraform_host};
use clap::{Args, Subcommand};
use polycty::calls::Budget;
use polycty::dialect::hcl::{Shown, format_value};
use polycty::dialect::terraform::Folder;
use polycty::dialect::terraform::module::{
    Evaluation, Given, Module, Options, Place, ReadModule, ResourceMode, TextFrom, Unset, names_in,
    read_file, read_folder, values_files,
};
use polycty::source::{Code, Error, Severity};
use std::io::Write;
use std::path::Path;

#[derive(Subcommand)]
pub enum Terraform {
    /// Tell what a module declares: `polycty tf inspect modules/network`.
    ///
    /// Variables with their types and defaults, local values, outputs, resources, calls of
    /// modules, providers and all else, each with its place; as JSON with rules and expressions.
    /// Errors of the module are printed in addition to the declarations that could be read.
    Inspect(Inspect),
    /// Tell what is wrong with a module and what its variables are given:
    /// `polycty tf check . -var-file production.tfvars`.
    ///
    /// Values come from TF_VAR_… of the environment, terraform.tfvars and *.auto.tfvars of the
    /// folder, and then from --var and --var-file, in that order; the last one counts. Where any
    /// is given but by the environment, a variable without one and without a default is an error;
    /// where none is, it is not known, as when the module is validated alone. What is left is
    /// printed: the outputs that are known.
    Check(Check),
}

#[derive(Args)]
pub struct Inspect {
    /// The folder.
    #[arg(default_value = ".")]
    folder: String,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub struct Check {
    /// The folder.
    #[arg(default_value = ".")]
    folder: String,
    /// A value, `name=value`; may be given several times.
    #[arg(long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
    /// A file of values; may be given several times.
    #[arg(long = "var-file", value_name = "FILE")]
    files: Vec<String>,
    /// What `terraform.workspace` is.
    #[arg(long, value_name = "NAME", default_value = "default")]
    workspace: String,
    /// Print variables, local values, outputs and diagnostics as one JSON object, whatever is
    /// wrong.
    #[arg(long)]
    json: bool,
}

pub fn run(command: &Terraform) -> Outcome<String> {
    match command {
        Terraform::Inspect(command) => inspect(command),
        Terraform::Check(command) => check(command),
    }
}

/// The arguments of a command line, with the long options that Terraform writes with one dash
/// written with two.
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

fn module(folder: &str) -> Outcome<ReadModule> {
    let budget = Budget::standard();
    // Paths are read from inside, and told as the command line has them.
    let mut files = read_folder(&Folder::open(folder)?, ".", &budget)?;
    for file in &mut files {
        file.name = told_as(folder, &file.name);
    }
    Module::read(&files, &budget)
}

/// A module in which nothing is wrong.
#[cfg(all(feature = "schema", feature = "puppet"))]
pub fn sound_module(folder: &str) -> Outcome<Module> {
    let read = module(folder)?;
    complain(Code::Diagnostics, read.diagnostics)?;
    Ok(read.module)
}

/// How a file of a folder is told of.
fn told_as(folder: &str, name: &str) -> String {
    match folder.trim_start_matches("./") {
        "" | "." => name.to_owned(),
        folder => Path::new(folder).join(name).to_string_lossy().into_owned(),
    }
}

fn inspect(command: &Inspect) -> Outcome<String> {
    let read = module(&command.folder)?;
    let text = match command.json {
        true => read.module.to_json(&Budget::standard())?,
        false => listed(&read.module)?,
    };
    let found = complain(Code::Diagnostics, read.diagnostics);
    if found.is_err() {
        let written = writeln!(std::io::stdout().lock(), "{text}");
        written.map_err(|error| failed("standard output", &error))?;
    }
    found.map(|()| text)
}

/// The inventory, a line for each declaration.
fn listed(module: &Module) -> Outcome<String> {
    let all = module.inventory();
    let mut lines = Vec::new();
    let mut line = |what: String, place: &Place| {
        let start = place.range.start;
        lines.push(format!("{}:{}: {what}", place.source.name, start.line));
    };
    for variable in &all.variables {
        let ty = match &variable.constraint {
            // On one line.
            Some(constraint) => constraint
                .text
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            None => "any".to_owned(),
        };
        let default = match &variable.default {
            None => String::new(),
            Some(_) if variable.is_sensitive() => " = (sensitive value)".to_owned(),
            Some(_) if variable.is_ephemeral() => " = (ephemeral value)".to_owned(),
            Some(default) => format!(" = {}", format_value(default, Shown::Withheld)?),
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
    let budget = Budget::standard();
    let read = module(&command.folder)?;
    let (given, unset) = given(command)?;
    // As if Terraform were started in the folder: paths begin there.
    let mut options = Options::new(&terraform_host(&command.folder)?);
    options.unset = unset;
    options.module_path = Some(".".into());
    options.root_path = Some(".".into());
    options.workspace = command.workspace.as_str().into();
    let here = std::env::current_dir().map_err(|error| failed(".", &error))?;
    options.working_directory = Some(here.to_string_lossy().into());
    let mut found = read.module.evaluate(&given, &options, &budget)?;
    found.diagnostics.splice(..0, read.diagnostics);
    if command.json {
        return told(&read.module, found);
    }
    let shown = shown(&read.module, &found)?;
    let warned = found.diagnostics.clone();
    complain(Code::Diagnostics, found.diagnostics)?;
    if !warned.is_empty() {
        eprintln!(
            "{}",
            Error::from_diagnostics(Code::Diagnostics, warned).render(style())
        );
    }
    Ok(shown)
}

/// All as JSON; that something is wrong is said by the exit status, and in it.
fn told(module: &Module, found: Evaluation) -> Outcome<String> {
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

/// The outputs, a line each, as a person reads them.
fn shown(module: &Module, found: &Evaluation) -> Outcome<String> {
    let outputs = &module.inventory().outputs;
    let mut lines = Vec::new();
    for (output, value) in outputs.iter().zip(&found.outputs) {
        if let Some(value) = value {
            let text = format_value(value, Shown::Withheld)?;
            lines.push(format!("{} = {text}", output.name));
        }
    }
    Ok(match lines.is_empty() {
        true => "no errors".to_owned(),
        false => lines.join("\n"),
    })
}

/// What the variables are given, and what becomes of those that are given nothing.
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
        given.file(name, file.text);
    }
    for name in &command.files {
        given.file(name, read(name)?);
    }
    for variable in &command.variables {
        let Some((name, text)) = variable.split_once('=') else {
            return Err(Error::new(
                Code::InvalidArgument,
                format!("a value is NAME=VALUE, not {variable}"),
            ));
        };
        given.text(name, text, TextFrom::CommandLine);
    }
    let none = found.is_empty() && command.files.is_empty() && command.variables.is_empty();
    let unset = if none { Unset::Unknown } else { Unset::Fault };
    Ok((given, unset))
}
