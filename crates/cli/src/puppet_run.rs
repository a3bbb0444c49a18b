//! Commands that evaluate Puppet and check data against classes.
//!
//! Definitions are loaded from a directory of modules, as Puppet lays one out.

use crate::process::{MAX_BYTES, Outcome, failed, read, since_1970, tell};
use clap::{Args, ValueEnum};
use polycty::calls::Budget;
use polycty::dialect::puppet::{
    Environment, Level, Prepared, Strict, class_parameters, evaluate, format_redacted, read_json,
};
use polycty::source::{Code, Error, Source};
use polycty_files::Root;
use std::fmt::Display;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct EvalCommand {
    /// The expression, or a whole program; with `--file`, none.
    #[arg(required_unless_present = "file")]
    expression: Option<String>,
    /// Read the program from a file.
    #[arg(short, long, conflicts_with = "expression")]
    file: Option<String>,
    /// The directory of the modules.
    #[arg(long, value_name = "DIR")]
    modules: Option<PathBuf>,
    /// How strict the language is.
    #[arg(long, value_enum, default_value_t = Strictness::Error)]
    strict: Strictness,
}

/// How strict the language is.
#[derive(Clone, Copy, ValueEnum)]
enum Strictness {
    /// What is probably wrong is an error.
    Error,
    /// It is told.
    Warning,
    /// It passes.
    Off,
}

#[derive(Args)]
pub struct CheckDataCommand {
    /// The class.
    class: String,
    /// The data: a JSON object of parameters by their names, or by the class's name and
    /// theirs.
    #[arg(default_value = "-")]
    data: String,
    /// The directory of the modules.
    #[arg(long, value_name = "DIR")]
    modules: PathBuf,
}

/// The value of a program, as Puppet writes it; messages go to standard error.
pub fn eval(command: &EvalCommand) -> Outcome<String> {
    let strict = match command.strict {
        Strictness::Error => Strict::Error,
        Strictness::Warning => Strict::Warning,
        Strictness::Off => Strict::Off,
    };
    let source = match (&command.file, &command.expression) {
        (Some(file), _) => Source::new(file.as_str(), text(file)?),
        (None, expression) => Source::new("", expression.as_deref().unwrap_or_default()),
    };
    let environment = environment(command.modules.as_deref())?.strict(strict);
    let budget = Budget::standard();
    let program = Prepared::manifest(source, strict, &budget)?;
    for warning in program.warnings() {
        tell(&format!("warning: {}", warning.summary));
    }
    Ok(format_redacted(&evaluate(&program, &environment, &budget)?))
}

/// The parameters of a class with the values that they get.
pub fn check_data(command: &CheckDataCommand) -> Outcome<String> {
    let data = read_json(&text(&command.data)?).map_err(|error| {
        Error::new(
            error.code(),
            format!("{}: {}", command.data, error.message()),
        )
    })?;
    let environment = environment(Some(&command.modules))?;
    let budget = Budget::standard();
    let nothing = Prepared::manifest(Source::new("", ""), Strict::Error, &budget)?;
    let all = class_parameters(&nothing, &command.class, &data, &environment, &budget)?;
    Ok(format_redacted(&all))
}

pub fn text(file: &str) -> Outcome<String> {
    String::from_utf8(read(file)?)
        .map_err(|_| Error::new(Code::InvalidUtf8, format!("{file}: the text is not UTF-8")))
}

/// The environment of programs: messages go to standard error, definitions come from a directory,
/// and the current time is that of the system's clock at the start.
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
        tell(&format!("{name}: {message}"));
        Ok(())
    });
    let Some(modules) = modules.map(Path::to_owned) else {
        return Ok(environment);
    };
    let root = Root::new(&modules).map_err(|error| failed(&modules.to_string_lossy(), &error))?;
    Ok(environment.loader(move |kind, name| {
        let Some(file) = kind.file(name) else {
            return Ok(None);
        };
        let path = modules.join(&file);
        let wrong = |why: &dyn Display| {
            let message = format!("{}: {why}", path.display());
            Error::new(Code::InvalidArgument, message)
        };
        match root.read(&file, MAX_BYTES) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes).map_err(|_| wrong(&"the text is not UTF-8"))?;
                Ok(Some(Source::new(path.to_string_lossy().as_ref(), text)))
            }
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(wrong(&error)),
        }
    }))
}
