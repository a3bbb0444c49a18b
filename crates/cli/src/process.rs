//! Standard streams, files and exit statuses of all commands.

use clap::ValueEnum;
use polycty::calls::Limits;
use polycty::codec::document::{Document, Format};
use polycty::dialect::DialectId;
#[cfg(feature = "terraform")]
use polycty::dialect::terraform::{Folder, Host};
use polycty::source::{Code, Diagnostic, Error, Position, Range, Severity, Source, Style};
use polycty_files::{read_named, read_within};
#[cfg(feature = "terraform")]
use std::fs::File;
#[cfg(feature = "terraform")]
use std::io::Read;
use std::io::{IsTerminal, Write};
#[cfg(feature = "terraform")]
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
#[cfg(any(feature = "terraform", feature = "puppet"))]
use std::time::{SystemTime, SystemTimeError, UNIX_EPOCH};

/// All errors of the tool are errors of the library.
pub(crate) type Outcome<T> = Result<T, Error>;

/// A dialect by its name.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Dialect {
    /// HCL, also for Terraform.
    Hcl,
    /// PCL: HCL with integers, unions and deferred values.
    Pcl,
    /// Puppet.
    Puppet,
    /// mcl, the language of mgmt.
    Mcl,
}

impl Dialect {
    pub(crate) fn id(self) -> DialectId {
        match self {
            Dialect::Hcl => DialectId::Hcl,
            Dialect::Pcl => DialectId::Pcl,
            Dialect::Puppet => DialectId::Puppet,
            Dialect::Mcl => DialectId::Mcl,
        }
    }
}

/// The format of a document of data.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum DataFormat {
    /// JSON.
    Json,
    /// YAML.
    Yaml,
}

/// Reads a document of data. If no format is given, that of the file's name is used: YAML for
/// `.yaml` and `.yml`, JSON for all others.
pub(crate) fn read_document(file: &str, format: Option<DataFormat>) -> Outcome<Document> {
    let format = match format {
        None => Format::of_file(file),
        Some(DataFormat::Json) => Format::Json,
        Some(DataFormat::Yaml) => Format::Yaml,
    };
    let name = match file {
        "-" => Source::UNNAMED,
        file => file,
    };
    let text = String::from_utf8(read(file)?)
        .map_err(|_| Error::new(Code::InvalidUtf8, format!("{name}: the text is not UTF-8")))?;
    Ok(Document::new(Source::new(name, text), format))
}

/// Writes a line to standard error. Errors are ignored: there is no other stream for them.
pub(crate) fn print_error(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// Returns colors for a terminal, unless `NO_COLOR` is set (no-color.org).
pub(crate) fn style(stream: &impl IsTerminal) -> Style {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if !plain && stream.is_terminal() {
        Style::Color
    } else {
        Style::Plain
    }
}

/// The format of diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Diagnostics {
    /// Text with the lines of the source.
    Text,
    /// One JSON object.
    Json,
    /// A SARIF 2.1.0 log.
    Sarif,
}

/// The format that the command line selects.
static FORMAT: OnceLock<Diagnostics> = OnceLock::new();

/// Whether diagnostics have been printed.
static HAS_REPORTED: AtomicBool = AtomicBool::new(false);

/// Sets the format of diagnostics. Only the first call has an effect.
pub(crate) fn set_format(format: Diagnostics) {
    let _ = FORMAT.set(format);
}

/// Prints the diagnostics of an error in the selected format to standard error. In SARIF, a
/// diagnostic without a position is one of the start of `file`.
pub(crate) fn report(error: Error, file: &str) {
    HAS_REPORTED.store(true, Ordering::Relaxed);
    print_error(&rendered(error, file, style(&std::io::stderr())));
}

/// Prints diagnostics in the selected format to standard output, for a command whose results they
/// are. Without diagnostics, the text is empty, and JSON and SARIF are documents without results.
pub(crate) fn print_diagnostics(found: Vec<Diagnostic>, file: &str) -> Outcome<()> {
    HAS_REPORTED.store(true, Ordering::Relaxed);
    let mut out = std::io::stdout().lock();
    let text = match (FORMAT.get().unwrap_or(&Diagnostics::Text), found.is_empty()) {
        (Diagnostics::Text, true) => return Ok(()),
        (Diagnostics::Json, true) => "{\"diagnostics\":[]}".to_owned(),
        (Diagnostics::Sarif, true) => Error::empty_sarif(),
        (_, false) => {
            let error = Error::from_diagnostics(Code::Diagnostics, found);
            rendered(error, file, style(&out))
        }
    };
    writeln!(out, "{text}").map_err(|error| failed("standard output", &error))
}

fn rendered(error: Error, file: &str, style: Style) -> String {
    match FORMAT.get().unwrap_or(&Diagnostics::Text) {
        Diagnostics::Text => error.render(style),
        Diagnostics::Json => error.render_json(),
        Diagnostics::Sarif => with_positions(error, file).render_sarif(),
    }
}

/// Whether a file has values of Terraform's variables, which may be secrets.
pub(crate) fn is_values_file(name: &str) -> bool {
    name.ends_with(".tfvars") || name.ends_with(".tfvars.json")
}

/// The error without lines of files of values.
pub(crate) fn without_values(error: Error) -> Error {
    let mut diagnostics = error.diagnostics().to_vec();
    let mut has_values = false;
    for diagnostic in &mut diagnostics {
        let source = diagnostic.source.as_ref().or(error.source());
        if let Some(source) = source.filter(|source| is_values_file(&source.name)) {
            has_values = true;
            diagnostic.source = Some(Source {
                has_secrets: true,
                ..source.clone()
            });
        }
    }
    match has_values {
        true => Error::from_diagnostics(error.code(), diagnostics),
        false => error,
    }
}

/// Ends a command that succeeded: a SARIF log without results is printed if nothing else was.
pub(crate) fn finish() {
    if FORMAT.get() == Some(&Diagnostics::Sarif) && !HAS_REPORTED.load(Ordering::Relaxed) {
        print_error(&Error::empty_sarif());
    }
}

fn with_positions(error: Error, file: &str) -> Error {
    let mut diagnostics = error.diagnostics().to_vec();
    if diagnostics.is_empty() {
        let whole = Diagnostic::error(error.to_string(), "").with_code(error.code());
        diagnostics.push(whole.with_path(error.path().clone()));
    }
    for diagnostic in &mut diagnostics {
        let source = diagnostic.source.as_ref().or(error.source());
        if diagnostic.subject.is_none() || source.is_none() {
            diagnostic.source = Some(source.cloned().unwrap_or_else(|| Source::new(file, "")));
            diagnostic.subject = Some(Range {
                start: Position::START,
                end: Position::START,
            });
        } else {
            diagnostic.source = source.cloned();
        }
    }
    Error::from_diagnostics(error.code(), diagnostics)
}

/// A line on standard error that counts what is done. It is shown on a terminal only, and only for work that
/// takes longer than half a second.
pub(crate) struct Progress {
    total: usize,
    done: usize,
    next: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    /// The time before the line is first shown.
    const DELAY: Duration = Duration::from_millis(500);
    /// The time between two updates.
    const INTERVAL: Duration = Duration::from_millis(100);

    pub(crate) fn new(total: usize) -> Progress {
        let is_terminal = std::io::stderr().is_terminal();
        Progress {
            total,
            done: 0,
            next: is_terminal.then(|| Instant::now() + Self::DELAY),
            is_shown: false,
        }
    }

    /// Counts one unit of work as done.
    pub(crate) fn advance(&mut self) {
        self.done += 1;
        let now = Instant::now();
        if self.next.is_some_and(|next| next <= now) {
            self.next = Some(now + Self::INTERVAL);
            self.is_shown = true;
            let _ = write!(std::io::stderr(), "\r\x1b[K{} of {}", self.done, self.total);
        }
    }

    /// Erases the line, before other output.
    pub(crate) fn erase(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.erase();
    }
}

/// Returns an error if one of the diagnostics is an error.
pub(crate) fn check_diagnostics(code: Code, diagnostics: Vec<Diagnostic>) -> Outcome<()> {
    let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
    if diagnostics.iter().any(is_error) {
        Err(Error::from_diagnostics(code, diagnostics))
    } else {
        Ok(())
    }
}

/// The maximum size of a file. No function of the library accepts more.
pub(crate) const MAX_BYTES: u64 = Limits::STANDARD.bytes;

/// Reads a file that the user names, or standard input if the name is `-`. The file may be a pipe.
pub(crate) fn read(file: &str) -> Outcome<Vec<u8>> {
    let read = match file {
        "-" => read_within(std::io::stdin().lock(), MAX_BYTES),
        _ => read_named(file, MAX_BYTES),
    };
    read.map_err(|error| failed(file, &error))
}

/// The error of a file that could not be read or written.
pub(crate) fn failed(what: &str, error: &dyn std::fmt::Display) -> Error {
    Error::new(Code::NotFound, format!("{what}: {error}"))
}

/// The duration since 1970 by the system's clock.
#[cfg(any(feature = "terraform", feature = "puppet"))]
pub(crate) fn since_1970() -> Result<Duration, SystemTimeError> {
    SystemTime::now().duration_since(UNIX_EPOCH)
}

/// The host of Terraform's functions: the files below a folder, which is the working directory, the
/// home folder, the clock, and random bytes.
#[cfg(feature = "terraform")]
pub(crate) fn terraform_host(root: &str) -> Outcome<Host> {
    let files = Folder::new(root)?;
    let seconds = move || since_1970().map_or(0, |time| time.as_secs() as i64);
    Ok(Host {
        working_directory: Some(files.root().to_string_lossy().into_owned().into()),
        files: Some(Arc::new(files)),
        home: std::env::var("HOME").ok().map(Into::into),
        clock: Some(Arc::new(move |_| Ok(seconds()))),
        plan_time: Some(seconds()),
        random: Some(Arc::new(|bytes, _| {
            let random = File::open("/dev/urandom").and_then(|mut random| random.read_exact(bytes));
            random.map_err(|error| failed("/dev/urandom", &error))
        })),
    })
}
