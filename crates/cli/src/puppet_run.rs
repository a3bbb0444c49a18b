//! Commands that evaluate Puppet and check data against classes.
//!
//! Definitions are loaded from a directory of modules, as Puppet lays one out.

use crate::process::{Outcome, print_error, read, since_1970};
use crate::puppet_lookup::{absolute, set_facts};
use clap::{Args, ValueEnum};
use polycty::calls::Budget;
use polycty::dialect::puppet::hiera::{FolderFiles, Hiera};
use polycty::dialect::puppet::{
    Environment, Level, Modules, Prepared, Strict, class_parameters, evaluate, format_redacted,
    read_json,
};
use polycty::source::{Code, Error, Source};
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
    /// The data: a JSON object of parameters, by name or by class and name.
    #[arg(default_value = "-")]
    data: String,
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
    let data = read_json(&text(&command.data)?).map_err(|error| {
        Error::new(
            error.code(),
            format!("{}: {}", command.data, error.message()),
        )
    })?;
    let folder = absolute(&command.modules)?;
    let shown = folder.to_string_lossy().into_owned();
    let files = FolderFiles::new().folder(&shown, &folder)?;
    let mut environment =
        environment(Some(&command.modules))?.hiera(Hiera::new(files).modules(&shown));
    set_facts(&mut environment, command.facts.as_deref())?;
    let budget = Budget::standard();
    let nothing = Prepared::manifest(Source::new("", ""), Strict::Error, &budget)?;
    let all = class_parameters(&nothing, &command.class, &data, &environment, &budget)?;
    Ok(format_redacted(&all))
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
