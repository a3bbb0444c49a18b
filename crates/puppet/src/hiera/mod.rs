//! Hiera 5: data of nodes in files, by key, for `lookup` and for the parameters of classes.
//!
//! A [`Hiera`] names the files: the global configuration, the folder of the environment and the
//! folders of the modules. An [`Environment`](crate::Environment) with a `Hiera` uses it for the
//! functions `lookup` and `hiera` and for the data of classes. [`lookup()`] looks keys up outside of
//! a program, with an explanation if required.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::source::Source;
//! use polycty_puppet::hiera::{Hiera, MemoryFiles};
//! use polycty_puppet::{Environment, Prepared, Strict, evaluate, format_value};
//! let files = MemoryFiles::new([
//!     ("/e/hiera.yaml", "version: 5\nhierarchy:\n  - {name: all, path: all.yaml}\n"),
//!     ("/e/data/all.yaml", "ports: [80, 443]\nfirst: \"%{alias('ports.0')}\"\n"),
//! ]);
//! let environment = Environment::new().hiera(Hiera::new(files).environment("production", "/e"));
//! let budget = Budget::new();
//! let program = Prepared::manifest(Source::new("", "lookup('first')"), Strict::Error, &budget)?;
//! assert_eq!(format_value(&evaluate(&program, &environment, &budget)?), "80");
//! # Ok::<(), polycty_core::source::Error>(())
//! ```
//!
//! - `lookup`: lookups with overrides and defaults; `layers`: the layers; `options`: lookup options
//! - `config`: configurations; `plan`, `hierarchy`: their entries; `locations`: paths, globs, URIs
//! - `provider`: the functions of the entries; `context`: their context
//! - `data`: files of data; `yaml`: YAML as Psych reads it; `files`, `snapshot`: access to
//!   files
//! - `key`: keys with dots; `interpolation`: expressions in texts
//! - `template`: the expressions of values; `resolutions`: hierarchies that evaluations share
//! - `strategy`: merges; `deep_merge`: the deep merge
//! - `invocation`: the state of a lookup; `explain`: explanations; `failure`: errors

mod config;
mod context;
mod data;
mod deep_merge;
mod explain;
mod failure;
mod files;
mod hierarchy;
mod inspect;
mod interpolation;
mod invocation;
mod key;
mod layers;
mod locations;
pub(crate) mod lookup;
mod options;
mod plan;
mod provider;
mod resolutions;
mod snapshot;
mod strategy;
mod template;
mod yaml;

pub(crate) use context::symbol_text;
pub use files::{DataFiles, FileKind, FolderFiles, MemoryFiles};
pub use lookup::{Answer, Explain, Query, lookup};
pub use resolutions::Resolutions;
pub use snapshot::SnapshotFiles;
pub use yaml::read_yaml;

use crate::eval::interpreter::Interpreter;
use config::Layer;
pub(crate) use config::{KnownConfig, Place};
use context::OpenCall;
pub(crate) use data::{Document, Format};
use failure::Problem;
use invocation::{Current, Interpolated};
use options::KnownOptions;
use polycty_core::types::{KeyedMap, KeyedSet, Str, Type};
use polycty_core::values::Value;
use resolutions::KnownModules;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::num::NonZeroU64;
use std::rc::Rc;
use std::sync::Arc;

/// The files of Hiera. Cheap to clone.
#[derive(Clone)]
pub struct Hiera(Arc<Parts>);

#[derive(Clone)]
struct Parts {
    files: Arc<dyn DataFiles>,
    global: Option<String>,
    environment: Option<String>,
    environment_name: String,
    modules: Vec<String>,
}

impl fmt::Debug for Hiera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hiera")
            .field("global", &self.0.global)
            .field("environment", &self.0.environment)
            .field("modules", &self.0.modules)
            .finish_non_exhaustive()
    }
}

impl Hiera {
    /// Creates a Hiera without layers.
    #[must_use]
    pub fn new(files: impl DataFiles + 'static) -> Hiera {
        Hiera(Arc::new(Parts {
            files: Arc::new(files),
            global: None,
            environment: None,
            environment_name: "production".into(),
            modules: Vec::new(),
        }))
    }

    fn with(mut self, change: impl FnOnce(&mut Parts)) -> Hiera {
        change(Arc::make_mut(&mut self.0));
        self
    }

    /// Sets the path of the global `hiera.yaml`. If there is no file, the default configuration
    /// applies, which reads `data/common.yaml` next to the path.
    #[must_use]
    pub fn global(self, path: &str) -> Hiera {
        self.with(|parts| parts.global = Some(path.to_owned()))
    }

    /// Sets the name and the folder of the environment.
    #[must_use]
    pub fn environment(self, name: &str, folder: &str) -> Hiera {
        self.with(|parts| {
            parts.environment = Some(folder.to_owned());
            parts.environment_name = name.to_owned();
        })
    }

    /// Adds a folder of modules. The first folder with a module counts.
    #[must_use]
    pub fn modules(self, folder: &str) -> Hiera {
        self.with(|parts| parts.modules.push(folder.to_owned()))
    }

    pub(crate) fn global_path(&self) -> Option<&str> {
        self.0.global.as_deref()
    }

    pub(crate) fn environment_folder(&self) -> Option<&str> {
        self.0.environment.as_deref()
    }

    pub(crate) fn environment_name(&self) -> &str {
        &self.0.environment_name
    }

    pub(crate) fn module_folders(&self) -> &[String] {
        &self.0.modules
    }

    /// The name and the type that programs can use for the context of data functions.
    pub(crate) fn context_alias() -> (&'static str, &'static Type) {
        (context::TYPE_NAME, context::context_type())
    }
}

/// A failure that passes through evaluated code.
#[derive(Debug)]
enum Thrown {
    NotFound,
    Lookup(Box<Problem>),
}

/// The state of Hiera in one evaluation: configurations, options and data that were read.
pub(crate) struct State {
    hiera: Hiera,
    global: RefCell<Option<Rc<Layer>>>,
    environment: RefCell<Option<Option<Rc<Layer>>>>,
    modules: RefCell<KeyedMap<Str, Option<Rc<Layer>>>>,
    /// The options by module; `None` for keys without a module.
    options: RefCell<KeyedMap<Option<Str>, KnownOptions>>,
    global_options: RefCell<Option<KnownOptions>>,
    environment_options: RefCell<Option<KnownOptions>>,
    /// The options of default hierarchies by module.
    default_options: RefCell<KeyedMap<Str, KnownOptions>>,
    /// The documents by path.
    documents: RefCell<KeyedMap<String, Result<Arc<Document>, String>>>,
    /// The files about which a warning was logged.
    reported: RefCell<KeyedSet<String>>,
    current: RefCell<Option<Current>>,
    /// The calls of data functions that run.
    calls: RefCell<Vec<OpenCall>>,
    thrown: RefCell<Option<Thrown>>,
    /// The expressions of variables whose value is a hash, with the values at their paths.
    read: RefCell<KeyedMap<Str, Rc<Interpolated>>>,
    /// The variables of mapped paths.
    locals: RefCell<Vec<(Str, Value)>>,
    /// Whether an unknown variable is a warning.
    is_lenient: Cell<bool>,
    /// The number of times that variables may have changed.
    moments: Cell<u64>,
    /// The last variables that were read, each with the moment.
    variables: RefCell<Vec<SeenVariable>>,
    /// The layers of modules that evaluations share, if the files do not change.
    shared_modules: Option<Arc<KnownModules>>,
}

/// A variable that was read at a moment.
struct SeenVariable {
    name: Str,
    moment: Option<NonZeroU64>,
    value: Option<Value>,
}

/// The maximum number of variables that [`State::variables`] contains.
const SEEN_VARIABLES: usize = 4;

impl State {
    fn new(hiera: Hiera) -> State {
        let resolutions = hiera.0.files.resolutions();
        State {
            shared_modules: resolutions.and_then(|all| all.modules(hiera.module_folders())),
            variables: RefCell::default(),
            hiera,
            global: RefCell::default(),
            environment: RefCell::default(),
            modules: RefCell::default(),
            options: RefCell::default(),
            global_options: RefCell::default(),
            environment_options: RefCell::default(),
            default_options: RefCell::default(),
            documents: RefCell::default(),
            reported: RefCell::default(),
            current: RefCell::default(),
            calls: RefCell::default(),
            thrown: RefCell::default(),
            read: RefCell::default(),
            locals: RefCell::default(),
            is_lenient: Cell::new(false),
            moments: Cell::new(0),
        }
    }

    fn files(&self) -> &dyn DataFiles {
        &*self.hiera.0.files
    }

    /// Records that variables may have changed.
    fn advance(&self) {
        self.moments.set(self.moments.get() + 1);
    }

    /// Whether a variable that was read at a moment is this hash or text; `None` if it was not read.
    fn is_seen(&self, name: &str, moment: Option<NonZeroU64>, whole: &Value) -> Option<bool> {
        let seen = self.variables.borrow();
        let mut seen = seen.iter();
        let found = seen.find(|seen| seen.moment == moment && *seen.name == *name)?;
        let value = found.value.as_ref();
        Some(value.is_some_and(|value| hierarchy::same_whole(value, whole)))
    }

    /// Records the value of a variable that was read at a moment.
    fn see_variable(&self, name: &str, moment: Option<NonZeroU64>, value: Option<Value>) {
        let mut all = self.variables.borrow_mut();
        if let Some(seen) = all.iter_mut().find(|seen| *seen.name == *name) {
            (seen.moment, seen.value) = (moment, value);
        } else if all.len() < SEEN_VARIABLES {
            let name = name.into();
            all.push(SeenVariable {
                name,
                moment,
                value,
            });
        }
    }

    /// The current moment: variables do not change within one. `None` while a mapped path has
    /// variables of its own.
    fn moment(&self) -> Option<NonZeroU64> {
        match self.locals.borrow().is_empty() {
            true => NonZeroU64::new(self.moments.get()),
            false => None,
        }
    }
}

/// The use of Hiera by an evaluation.
pub(crate) struct Session<'s, 'e> {
    interpreter: &'s mut Interpreter<'e>,
    state: Rc<State>,
}

impl<'s, 'e> Session<'s, 'e> {
    /// Returns the session of an evaluation, or `None` if its environment has no Hiera.
    pub(crate) fn of(interpreter: &'s mut Interpreter<'e>) -> Option<Session<'s, 'e>> {
        let state = match &interpreter.hiera {
            Some(state) => state.clone(),
            None => {
                let hiera = interpreter.environment.hiera_files()?.clone();
                let state = Rc::new(State::new(hiera));
                interpreter.hiera = Some(state.clone());
                state
            }
        };
        state.advance();
        Some(Session { interpreter, state })
    }
}

#[cfg(test)]
mod tests;
