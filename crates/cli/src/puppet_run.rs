//! Commands that evaluate Puppet and check data against classes.
//!
//! Definitions are loaded from a directory of modules, as Puppet lays one out.

use crate::process::{DataFormat, Outcome, print_error, read, read_document, since_1970};
use crate::puppet_lookup::{absolute, set_facts};
use clap::{Args, ValueEnum};
use polycty::calls::Budget;
use polycty::codec::document::{Document, Format};
use polycty::dialect::puppet::hiera::{FolderFiles, Hiera, read_yaml};
use polycty::dialect::puppet::{
    Environment, Level, Modules, Prepared, Strict, class_parameters, evaluate, format_redacted,
    path_in_data, read_json,
};
use polycty::source::{Code, Diagnostic, Error, Path as DataPath, Source};
use polycty::values::Value;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct EvalCommand {
    /// The expression or program, unless `--file` is set.
    #[arg(required_unless_present = "file")]
    expression: Option<String>,
    /// Read the program from a file.
    #[arg(short, long, conflicts_with = "expression")]
    file: Option<String>,
    /// Directory of modules.
    #[arg(long, value_name = "DIR")]
    modules: Option<PathBuf>,
    /// Strictness of the language.
    #[arg(long, value_enum, default_value_t = Strictness::Error)]
    strict: Strictness,
}

/// The strictness of the language.
#[derive(Clone, Copy, ValueEnum)]
pub enum Strictness {
    /// Probable mistakes are errors.
    Error,
    /// Probable mistakes are warnings.
    Warning,
    /// Probable mistakes are ignored.
    Off,
}

impl From<Strictness> for Strict {
    fn from(strictness: Strictness) -> Strict {
        match strictness {
            Strictness::Error => Strict::Error,
            Strictness::Warning => Strict::Warning,
            Strictness::Off => Strict::Off,
        }
    }
}

#[derive(Args)]
pub struct CheckDataCommand {
    /// The class.
    class: String,
    /// The data: an object of parameters, by name or by class and name, in JSON, or in YAML if the
    /// name of the file ends in `.yaml` or `.yml`.
    #[arg(default_value = "-")]
    data: String,
    /// Format of the data, whatever its name.
    #[arg(long, value_enum)]
    format: Option<DataFormat>,
    /// Directory of modules.
    #[arg(long, value_name = "DIR")]
    modules: PathBuf,
    /// Facts for the hierarchy of the module's own data: a JSON object.
    #[arg(long, value_name = "FILE")]
    facts: Option<String>,
}

/// Returns the value of a program in Puppet's notation. Messages are written to standard error.
pub fn eval(command: &EvalCommand) -> Outcome<String> {
    let strict = command.strict.into();
    let source = match (&command.file, &command.expression) {
        (Some(file), _) => Source::new(file.as_str(), text(file)?),
        (None, expression) => Source::new("", expression.as_deref().unwrap_or_default()),
    };
    let environment = environment(command.modules.as_deref())?.strict(strict);
    let budget = Budget::standard();
    let program = Prepared::manifest(source, strict, &budget)?;
    for warning in program.warnings() {
        print_error(&format!("warning: {}", warning.summary));
    }
    Ok(format_redacted(&evaluate(&program, &environment, &budget)?))
}

/// Returns the parameters of a class with their resulting values. A parameter without data has that
/// of the module.
pub fn check_data(command: &CheckDataCommand) -> Outcome<String> {
    let budget = Budget::standard();
    let document = read_document(&command.data, command.format)?;
    let data = data_of(&document, &budget)?;
    let folder = absolute(&command.modules)?;
    let shown = folder.to_string_lossy().into_owned();
    let files = FolderFiles::new().folder(&shown, &folder)?;
    let mut environment =
        environment(Some(&command.modules))?.hiera(Hiera::new(files).modules(&shown));
    set_facts(&mut environment, command.facts.as_deref())?;
    let nothing = Prepared::manifest(Source::new("", ""), Strict::Error, &budget)?;
    match class_parameters(&nothing, &command.class, &data, &environment, &budget) {
        Ok(all) => Ok(format_redacted(&all)),
        Err(error) => Err(located(error, &document, &data, &command.class, &budget)?),
    }
}

/// Returns the value of a document as Hiera reads it.
fn data_of(document: &Document, budget: &Budget) -> Outcome<Value> {
    let text = &document.source().text;
    let data = match document.format() {
        Format::Json => read_json(text),
        Format::Yaml => read_yaml(text, budget),
    };
    data.map_err(|error| {
        let message = format!("{}: {}", document.source().name, error.message());
        Error::new(error.code(), message)
    })
}

/// Adds positions in the data to the diagnostics of a class. Only positions are shown, because any
/// line of the data may contain the value of a sensitive parameter.
fn located(
    error: Error,
    document: &Document,
    data: &Value,
    class: &str,
    budget: &Budget,
) -> Outcome<Error> {
    let mut diagnostics = error.diagnostics().to_vec();
    let is_about_data = |one: &Diagnostic| one.subject.is_none() && !one.path().is_empty();
    let paths: Vec<DataPath> = (diagnostics.iter().filter(|one| is_about_data(one)))
        .map(|one| path_in_data(class, data, one.path()))
        .collect();
    if paths.is_empty() {
        return Ok(error);
    }
    let paths: Vec<&DataPath> = paths.iter().collect();
    let parts = match document.locate(&paths, budget) {
        Ok(parts) => parts,
        Err(refused) if refused.code().is_refusal() => return Err(refused),
        // Hiera reads some texts that YAML does not allow.
        Err(_) => return Ok(error),
    };
    let mut source = document.source().clone();
    source.has_secrets = true;
    let about_data = diagnostics.iter_mut().filter(|one| is_about_data(one));
    for (one, part) in about_data.zip(parts) {
        let is_unknown = one.expected().is_none() && part.is_exact;
        one.subject = Some(part.key.filter(|_| is_unknown).unwrap_or(part.value));
        one.source = Some(source.clone());
    }
    let message = error.message().to_owned();
    Ok(Error::summing_up(error.code(), message, diagnostics))
}

pub fn text(file: &str) -> Outcome<String> {
    String::from_utf8(read(file)?)
        .map_err(|_| Error::new(Code::InvalidUtf8, format!("{file}: the text is not UTF-8")))
}

/// The environment of programs: messages are written to standard error, definitions are loaded from
/// a directory, and the current time is that of the system's clock at the start.
pub fn environment(modules: Option<&Path>) -> Outcome<Environment> {
    let now = since_1970().map_or(0, |time| time.as_nanos() as i128);
    let environment = Environment::new().time(now).logger(|level, message| {
        let name = match level {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Notice => "notice",
            Level::Warning => "warning",
            Level::Err => "err",
            Level::Alert => "alert",
            Level::Emerg => "emerg",
            Level::Crit => "crit",
        };
        print_error(&format!("{name}: {message}"));
        Ok(())
    });
    let Some(modules) = modules else {
        return Ok(environment);
    };
    Ok(environment.modules(vec![Modules::new(modules)?]))
}
