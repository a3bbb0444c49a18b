//! The environment of an evaluation: the variables, functions and types of the host, the log, and
//! the strictness of the language.
//!
//! The host provides everything outside the language, and the process provides nothing. An
//! [`Environment`] is built once and shared by any number of evaluations.
//!
//! ```
//! use polycty_puppet::{Environment, Level, Prepared, Strict, evaluate};
//! use polycty_core::calls::Budget;
//! use polycty_core::source::Source;
//! use polycty_core::values::Value;
//! use std::sync::{Arc, Mutex};
//! let log = Arc::new(Mutex::new(Vec::new()));
//! let kept = log.clone();
//! let environment = Environment::new()
//!     .variable("name", Value::string("polycty"))
//!     .unwrap()
//!     .logger(move |_: Level, message: &str| {
//!         kept.lock().unwrap().push(message.to_owned());
//!         Ok(())
//!     });
//! let budget = Budget::new();
//! let source = Source::new("site.pp", "notice(\"Hello, ${name}\") $name.length");
//! let program = Prepared::manifest(source, Strict::Error, &budget).unwrap();
//! let value = evaluate(&program, &environment, &budget).unwrap();
//! assert_eq!(polycty_puppet::format_value(&value), "7");
//! assert_eq!(*log.lock().unwrap(), ["Hello, polycty"]);
//! ```

use crate::eval::function::Function;
use crate::eval::host::{Host, HostFunction, NoHost};
use crate::eval::parsed::ParsedFiles;
use crate::eval::stop::{Eval, of_host};
use crate::hiera::Hiera;
use crate::mode::Strict;
use crate::types::alias::Aliases;
use crate::values::support::refuse_unsupported;
use polycty_core::calls::guard;
use polycty_core::source::{Code, Error, Result, Source};
use polycty_core::types::{KeyedMap, Str};
use polycty_core::values::Value;
use std::fmt;
use std::sync::Arc;

/// The result of reading an undefined variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unknown {
    /// An error.
    #[default]
    Refused,
    /// `undef`, with a warning unless the language is lax.
    Undef,
}

/// The result of an expression that declares resources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Resources {
    /// An error: there is no catalog.
    #[default]
    Refused,
    /// References to the declared resources. The attributes of a declared resource can be read, and
    /// it cannot be declared twice. No catalog is produced, and relationships, defaults, overrides
    /// and collectors have no effect.
    Referenced,
}

/// The level of a log message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u32)]
pub enum Level {
    /// Details for debugging.
    Debug = 0,
    /// Normal operation.
    Info = 1,
    /// The messages of `notice`.
    Notice = 2,
    /// A probable problem.
    Warning = 3,
    /// An error.
    Err = 4,
    /// A problem that needs immediate action.
    Alert = 5,
    /// A problem that affects the whole system.
    Emerg = 6,
    /// A critical failure.
    Crit = 7,
}

/// The environment of an evaluation. Cheap to clone.
///
/// The files that the loader and Hiera return are parsed once for an environment and its clones,
/// and again after their text changes. The parsed files take memory for up to 16 MiB of text.
#[derive(Clone)]
pub struct Environment(Arc<Parts>);

#[derive(Clone)]
struct Parts {
    variables: KeyedMap<Str, Value>,
    functions: KeyedMap<Str, Arc<HostFunction>>,
    aliases: Aliases,
    logger: Option<Arc<Logger>>,
    loader: Option<Arc<Loader>>,
    host: Arc<dyn Host>,
    hiera: Option<Hiera>,
    strict: Strict,
    unknown: Unknown,
    resources: Resources,
    stdlib: bool,
    now: Option<i128>,
    parsed: ParsedFiles,
}

/// The receiver of log messages.
type Logger = dyn Fn(Level, &str) -> Result<()> + Send + Sync;

/// The source of definitions.
type Loader = dyn Fn(Definitions, &str) -> Result<Option<Source>> + Send + Sync;

/// The kind of definition to load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
// Exhaustive: the C ABI maps every variant.
pub enum Definitions {
    /// A function, in a file of the folder `functions`.
    Function = 0,
    /// A type alias, in a file of the folder `types`.
    Type = 1,
    /// A class or a defined type, in a file of the folder `manifests`.
    Class = 2,
    /// A template, in a file of the folder `templates`.
    Template = 3,
}

impl Definitions {
    /// The folder of a module that contains these definitions.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Definitions::Function => "functions",
            Definitions::Type => "types",
            Definitions::Class => "manifests",
            Definitions::Template => "templates",
        }
    }

    /// Returns the path of a definition in a directory of modules, with `/` between the folders:
    /// `a::b::c` is in `a/types/b/c.pp`, `a/functions/b/c.pp` or `a/manifests/b/c.pp`, the class
    /// `a` in `a/manifests/init.pp`, the type set `a` in `a/types/init_typeset.pp`, the template
    /// `a/b.epp` in `a/templates/b.epp`. `None` for a name that no file of a module can define.
    ///
    /// ```
    /// use polycty_puppet::Definitions;
    /// let file = Definitions::Type.file("stdlib::ip::address");
    /// assert_eq!(file.as_deref(), Some("stdlib/types/ip/address.pp"));
    /// assert_eq!(Definitions::Template.file("ntp/../secret"), None);
    /// ```
    #[must_use]
    pub fn file(self, name: &str) -> Option<String> {
        let separator = match self {
            Definitions::Template => "/",
            _ => "::",
        };
        let stays_within =
            |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['/', '\\', ':', '\0']);
        if !name.split(separator).all(stays_within) {
            return None;
        }
        let folder = self.folder();
        Some(match (self, name.split_once(separator)) {
            (Definitions::Template, None) => return None,
            (Definitions::Template, Some((module, rest))) => format!("{module}/{folder}/{rest}"),
            (Definitions::Class, None) => format!("{name}/{folder}/init.pp"),
            (Definitions::Type, None) => format!("{name}/{folder}/init_typeset.pp"),
            (_, None) => format!("{name}/{folder}/{name}.pp"),
            (_, Some((module, rest))) => {
                format!("{module}/{folder}/{}.pp", rest.replace(separator, "/"))
            }
        })
    }
}

/// Whether this is the name of a variable, without a leading `::`.
fn is_variable_name(name: &str) -> bool {
    let word = |part: &str| part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    if word(name) {
        return name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
    }
    let (classes, own) = match name.rsplit_once("::") {
        Some((classes, own)) => (Some(classes), own),
        None => (None, name),
    };
    let is_class = |part: &str| part.starts_with(|c: char| c.is_ascii_lowercase()) && word(part);
    own.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && word(own)
        && classes.is_none_or(|classes| classes.split("::").all(is_class))
}

impl Default for Environment {
    fn default() -> Environment {
        Environment::new()
    }
}

impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("variables", &self.0.variables.len())
            .field("functions", &self.0.functions.len())
            .field("strict", &self.0.strict)
            .finish_non_exhaustive()
    }
}

impl Environment {
    /// Returns an environment with only the language, at the default strictness.
    #[must_use]
    pub fn new() -> Environment {
        Environment(Arc::new(Parts {
            variables: KeyedMap::default(),
            functions: KeyedMap::default(),
            aliases: Aliases::default(),
            logger: None,
            loader: None,
            host: Arc::new(NoHost),
            hiera: None,
            strict: Strict::Error,
            unknown: Unknown::Refused,
            resources: Resources::Refused,
            stdlib: false,
            now: None,
            parsed: ParsedFiles::default(),
        }))
    }

    fn with(mut self, change: impl FnOnce(&mut Parts)) -> Environment {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// Defines a variable of the top scope by its name without `$`, or a variable of a class by its
    /// qualified name.
    ///
    /// # Errors
    /// - [`Code::Unsupported`](polycty_core::source::Code::Unsupported) for marks and unknown
    ///   values.
    /// - [`Code::InvalidArgument`](polycty_core::source::Code::InvalidArgument) for a name that no
    ///   program can contain.
    pub fn variable(mut self, name: &str, value: Value) -> Result<Environment> {
        self.set_variable(name, value)?;
        Ok(self)
    }

    /// Defines a variable in place, like [`Environment::variable`].
    ///
    /// # Errors
    /// As [`Environment::variable`]; the environment is then unchanged.
    pub fn set_variable(&mut self, name: &str, value: Value) -> Result<()> {
        refuse_unsupported(&value)?;
        let short = name.strip_prefix("::").unwrap_or(name);
        if !is_variable_name(short) {
            let message = format!("{name:?} is not the name of a variable");
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let name: Str = short.into();
        Arc::make_mut(&mut self.0).variables.insert(name, value);
        Ok(())
    }

    /// Reserves the memory of further variables.
    pub(crate) fn reserve_variables(&mut self, count: usize) {
        Arc::make_mut(&mut self.0).variables.reserve(count);
    }

    /// Adds a function. It has precedence over a function of the language with the same name.
    #[must_use]
    pub fn function(self, function: HostFunction) -> Environment {
        let name: Str = function.name().into();
        self.with(|parts| {
            parts.functions.insert(name, Arc::new(function));
        })
    }

    /// Sets the aliases that every program can use; replaces earlier ones.
    #[must_use]
    pub fn aliases(self, aliases: Aliases) -> Environment {
        self.with(|parts| parts.aliases = aliases)
    }

    /// Sets the receiver of log messages; without it, they are dropped. An error that it returns
    /// ends the evaluation.
    #[must_use]
    pub fn logger(
        self,
        logger: impl Fn(Level, &str) -> Result<()> + Send + Sync + 'static,
    ) -> Environment {
        self.with(|parts| parts.logger = Some(Arc::new(logger)))
    }

    /// Sets the source of definitions that a program does not contain. It returns the text that
    /// defines a qualified lowercase name, or `None`. It is called when a name is used for the
    /// first time, once per evaluation.
    #[must_use]
    pub fn loader(
        self,
        loader: impl Fn(Definitions, &str) -> Result<Option<Source>> + Send + Sync + 'static,
    ) -> Environment {
        self.with(|parts| parts.loader = Some(Arc::new(loader)))
    }

    /// Sets the host that functions call for data, files, processes and the catalog.
    #[must_use]
    pub fn host(self, host: impl Host + 'static) -> Environment {
        self.with(|parts| parts.host = Arc::new(host))
    }

    /// Sets the data of `lookup` and of the parameters of classes; the host's own lookup is then not
    /// called.
    #[must_use]
    pub fn hiera(self, hiera: Hiera) -> Environment {
        self.with(|parts| parts.hiera = Some(hiera))
    }

    pub(crate) fn hiera_files(&self) -> Option<&Hiera> {
        self.0.hiera.as_ref()
    }

    /// Sets the strictness of the language.
    #[must_use]
    pub fn strict(self, strict: Strict) -> Environment {
        self.with(|parts| parts.strict = strict)
    }

    /// Sets the result of reading an undefined variable.
    #[must_use]
    pub fn unknown_variables(self, unknown: Unknown) -> Environment {
        self.with(|parts| parts.unknown = unknown)
    }

    /// Sets the result of an expression that declares resources.
    #[must_use]
    pub fn resources(self, resources: Resources) -> Environment {
        self.with(|parts| parts.resources = resources)
    }

    /// Adds the functions of the published module `stdlib` that manifests call most, such as `pick`
    /// and `ensure_packages`. Functions with these names that a module or the host defines have
    /// precedence.
    ///
    /// ```
    /// use polycty_core::calls::Budget;
    /// use polycty_core::source::Source;
    /// use polycty_puppet::{Environment, Prepared, Strict, evaluate, format_value};
    /// let budget = Budget::new();
    /// let source = Source::new("site.pp", "pick(undef, '', 'a')");
    /// let program = Prepared::manifest(source, Strict::Error, &budget)?;
    /// let value = evaluate(&program, &Environment::new().stdlib(), &budget)?;
    /// assert_eq!(format_value(&value), "'a'");
    /// # Ok::<(), polycty_core::source::Error>(())
    /// ```
    #[must_use]
    pub fn stdlib(self) -> Environment {
        self.with(|parts| parts.stdlib = true)
    }

    /// Returns the function of the set of [`Environment::stdlib`] with a name, if it is enabled.
    pub(crate) fn find_stdlib(&self, name: &str) -> Option<&'static Function> {
        match self.0.stdlib {
            true => crate::functions::stdlib::find(name),
            false => None,
        }
    }

    pub(crate) fn resource_expressions(&self) -> Resources {
        self.0.resources
    }

    /// Sets the current time, in nanoseconds since 1970. Without it, functions that need the
    /// current time return an error; the system's clock is never read.
    #[must_use]
    pub fn time(self, nanos: i128) -> Environment {
        self.with(|parts| parts.now = Some(nanos))
    }

    pub(crate) fn now(&self) -> Option<i128> {
        self.0.now
    }

    #[inline]
    pub(crate) fn strictness(&self) -> Strict {
        self.0.strict
    }

    pub(crate) fn unknown(&self) -> Unknown {
        self.0.unknown
    }

    pub(crate) fn base_aliases(&self) -> &Aliases {
        &self.0.aliases
    }

    /// The files that evaluations have parsed; clones of an environment share them.
    pub(crate) fn parsed(&self) -> &ParsedFiles {
        &self.0.parsed
    }

    pub(crate) fn asked(&self) -> &dyn Host {
        &*self.0.host
    }

    pub(crate) fn find_variable(&self, name: &str) -> Option<&Value> {
        self.0.variables.get(name)
    }

    #[inline]
    pub(crate) fn has_functions(&self) -> bool {
        !self.0.functions.is_empty()
    }

    pub(crate) fn find_function(&self, name: &str) -> Option<&Arc<HostFunction>> {
        self.0.functions.get(name)
    }

    /// Returns the text that defines a name.
    pub(crate) fn load(&self, kind: Definitions, name: &str) -> Result<Option<Source>> {
        match &self.0.loader {
            Some(loader) => guard(|| loader(kind, name)),
            None => Ok(None),
        }
    }

    pub(crate) fn log(&self, level: Level, message: &str) -> Eval<()> {
        match &self.0.logger {
            Some(logger) => guard(|| logger(level, message)).map_err(of_host),
            None => Ok(()),
        }
    }
}
