//! Commands of Puppet: inspection, validation, evaluation and compilation of manifests.

use crate::fmt::{self, Formatter};
use crate::process::{Outcome, check_diagnostics, read, report};
use crate::{puppet_catalog, puppet_doc, puppet_lookup, puppet_run};
use clap::{Args, Subcommand};
use polycty::calls::Budget;
use polycty::dialect::puppet::outline::Outline;
use polycty::dialect::puppet::syntax::diagnostic::SyntaxDiagnostics;
use polycty::dialect::puppet::syntax::tree::Program;
use polycty::dialect::puppet::syntax::{
    Notation, format, parse_program, validate, validate_in_module,
};
use polycty::dialect::puppet::{Mode, Strict};
use polycty::source::{Code, Error, Reporter, Source};
use std::path::{Component, Path, PathBuf};

#[derive(Subcommand)]
pub enum Puppet {
    /// Print the definitions and uses in a manifest, as JSON: `polycty puppet outline site.pp`.
    ///
    /// The output contains definitions with their parameters, resources, relationships, calls and
    /// variables, each with its line and column.
    Outline(OutlineCommand),
    /// Validate manifests and templates: `polycty puppet validate *.pp`.
    ///
    /// Files whose names end in `.epp` are templates.
    Validate(Validate),
    /// Evaluate an expression or a program: `polycty puppet eval '[1, 2].map |$x| { $x * 2 }'`.
    ///
    /// The value is printed in Puppet's notation; messages are written to standard error. Types,
    /// functions and templates are loaded from a directory of modules.
    Eval(puppet_run::EvalCommand),
    /// Check the data for a class: `polycty puppet check-data --modules modules ntp data.json`.
    ///
    /// The parameters are those in the class's manifest. All errors are reported at once. If there
    /// are none, the parameters are printed with their resulting values.
    CheckData(puppet_run::CheckDataCommand),
    /// Compile the catalog of a node: `polycty puppet compile --node web.example.com --facts
    /// facts.json`.
    ///
    /// The environment is a folder, by default the current one. The resources of the catalog are
    /// printed with their parameters, messages are written to standard error. Functions of the
    /// module stdlib that manifests call most are built in.
    Compile(puppet_catalog::CompileCommand),
    /// Compare catalogs.
    #[command(subcommand)]
    Catalog(puppet_catalog::CatalogCommand),
    /// Format manifests: `polycty puppet fmt -r manifests`.
    ///
    /// Only whitespace changes: two spaces per level, the arrows of a resource or hash in one
    /// column, and no blanks at the ends of lines. In folders, files whose names end in `.pp` are
    /// formatted. Files are changed in place, and the names of the changed files are printed.
    Fmt(fmt::Targets),
    /// Look up a key in Hiera: `polycty puppet lookup --environment . --facts facts.json ntp::servers`.
    ///
    /// The value is printed in Puppet's notation. With `--explain`, the places that were searched
    /// are printed instead. No file outside of the given folders is read.
    Lookup(Box<puppet_lookup::LookupCommand>),
    /// Print the reference of a module as Markdown: `polycty puppet doc modules/ntp > REFERENCE.md`.
    ///
    /// The comments of classes, defined types, functions and type aliases have the tags of
    /// puppet-strings, such as `@summary` and `@param`. Parameters without `@param`, and `@param`
    /// without a parameter, are warnings on standard error.
    Doc(puppet_doc::DocCommand),
}

#[derive(Args)]
pub struct OutlineCommand {
    /// The manifest, or a template if the name ends in `.epp`.
    #[arg(default_value = "-")]
    file: String,
}

#[derive(Args)]
pub struct Validate {
    /// The files.
    #[arg(required = true)]
    files: Vec<String>,
    /// Directory of modules. Definitions in a file below it must have names that begin with the
    /// name of the file, `m::a` for `m/manifests/a.pp`.
    #[arg(long)]
    modules: Option<PathBuf>,
}

pub fn run(command: &Puppet) -> Outcome<String> {
    match command {
        Puppet::Outline(command) => outline(command),
        Puppet::Validate(command) => validate_files(command),
        Puppet::Eval(command) => puppet_run::eval(command),
        Puppet::CheckData(command) => puppet_run::check_data(command),
        Puppet::Compile(command) => puppet_catalog::compile_node(command),
        Puppet::Catalog(puppet_catalog::CatalogCommand::Diff(command)) => {
            puppet_catalog::diff(command)
        }
        Puppet::Fmt(command) => format_files(command).map(|()| String::new()),
        Puppet::Lookup(command) => puppet_lookup::run(command),
        Puppet::Doc(command) => puppet_doc::run(command),
    }
}

/// Formats manifests.
pub fn format_files(command: &fmt::Targets) -> Outcome<()> {
    let formatter = Formatter {
        ends: &[".pp"],
        format: &|text, name| format(text, name, None, &Budget::standard()),
    };
    fmt::run_with(command, &formatter)
}

fn outline(command: &OutlineCommand) -> Outcome<String> {
    let (program, diagnostics) = checked(&command.file, None)?;
    let json = {
        let warnings: Vec<_> = diagnostics.warnings().cloned().collect();
        Outline::of(&program).to_json(&program, &warnings, &Budget::standard())?
    };
    diagnostics.into_result(program.text())?;
    Ok(json)
}

/// Reads all files and reports all diagnostics at once.
fn validate_files(command: &Validate) -> Outcome<String> {
    let mut found = Vec::new();
    for file in &command.files {
        let result = checked(file, command.modules.as_deref())
            .and_then(|(program, diagnostics)| diagnostics.into_result(program.text()));
        match result {
            Ok(warnings) => found.extend(warnings),
            // An error of reading a file has no position.
            Err(error) if error.diagnostics().is_empty() => {
                let diagnostic = Reporter::Puppet.error(error.message(), "");
                found.push(diagnostic.with_code(error.code()));
            }
            Err(error) => found.extend(error.diagnostics().iter().cloned()),
        }
    }
    let warnings = found.clone();
    check_diagnostics(Code::Syntax, found)?;
    if let (false, Some(first)) = (warnings.is_empty(), command.files.first()) {
        report(Error::from_diagnostics(Code::Syntax, warnings), first);
    }
    Ok(match command.files.len() {
        1 => "no errors".into(),
        files => format!("no errors in {files} files"),
    })
}

/// Parses a file, and returns the diagnostics of the validator. If the file is below the folder of
/// the modules, these include checks of its location.
fn checked(file: &str, modules: Option<&Path>) -> Outcome<(Program, SyntaxDiagnostics)> {
    let text = String::from_utf8(read(file)?)
        .map_err(|_| Error::new(Code::InvalidUtf8, format!("{file}: the text is not UTF-8")))?;
    let notation = if file.ends_with(".epp") {
        Notation::Template
    } else {
        Notation::Manifest
    };
    let program = parse_program(Source::new(file, text), notation, &Budget::standard())?;
    let diagnostics = match modules.and_then(|modules| below(modules, Path::new(file))) {
        Some(path) => validate_in_module(&program, Strict::Error, Mode::Current, &path),
        None => validate(&program, Strict::Error, Mode::Current),
    };
    Ok((program, diagnostics))
}

/// The path of a file relative to a folder, with `/` between its parts; `None` if it is not below
/// the folder. Links are not followed.
fn below(folder: &Path, file: &Path) -> Option<String> {
    let clean = |path: &Path| -> Option<PathBuf> {
        let mut out = PathBuf::new();
        for part in std::path::absolute(path).ok()?.components() {
            match part {
                Component::ParentDir => drop(out.pop()),
                part => out.push(part),
            }
        }
        Some(out)
    };
    let (folder, file) = (clean(folder)?, clean(file)?);
    let parts = file.strip_prefix(folder).ok()?.components();
    let parts: Vec<_> = parts
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    Some(parts.join("/"))
}
