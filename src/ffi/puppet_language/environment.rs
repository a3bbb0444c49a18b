//! Puppet's language: environments.
//!
//! An environment contains the context of an evaluation: variables, functions of the host, aliases,
//! the loader of definitions, the logger of messages, and the strictness of the language. The
//! library does not read the clock or the environment of the process; it reads files only from
//! directories that `pcty_puppet_environment_add_modules` has added.

use crate::dialect::puppet::{Aliases, Environment, Modules, Resources, Strict, Unknown};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{
    Handle, handle, invalid, need, owned, quiet, run, text, unnamed, versioned,
};
use crate::ffi::puppet::aliases::pcty_puppet_aliases;
use crate::ffi::puppet::values::pcty_puppet_time;
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// The context of an evaluation. One thread at a time while it changes; while no thread changes it,
/// any number of threads may evaluate in it.
///
/// ```c
/// // Creates an environment with facts; programs may read undefined variables.
/// static pcty_puppet_environment *environment_of(const pcty_value *facts) {
///     pcty_puppet_environment *environment = pcty_puppet_environment_new();
///     must(pcty_puppet_environment_set_variable(environment, PCTY_STR("facts"), facts, NULL));
///     pcty_puppet_environment_options options = PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT;
///     options.unknown_variables = PCTY_PUPPET_UNKNOWN_UNDEF;
///     must(pcty_puppet_environment_set_options(environment, &options, NULL));
///     return environment; // programs can use "${facts['os']['family']}"
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_puppet_environment(pub(super) Surroundings);

handle!(pcty_puppet_environment, Surroundings);

/// An environment, and the aliases that signatures of its functions may use.
#[derive(Clone)]
pub struct Surroundings {
    pub(super) environment: Environment,
    pub(super) aliases: Arc<Aliases>,
    /// The directories from which definitions are loaded, unless the host has set a loader.
    modules: Vec<Modules>,
}

impl Surroundings {
    fn new() -> Surroundings {
        Surroundings {
            environment: Environment::new(),
            aliases: Arc::default(),
            modules: Vec::new(),
        }
    }

    /// Replaces the environment by a changed version. It is only copied if a clone shares it.
    pub(super) fn change(&mut self, change: impl FnOnce(Environment) -> Environment) {
        self.environment = change(std::mem::take(&mut self.environment));
    }
}

/// The treatment of probable errors: Puppet's setting `strict`.
pub type pcty_puppet_strictness = u32;

/// They are errors. This is the default.
pub const PCTY_PUPPET_STRICT_ERROR: pcty_puppet_strictness = 1;
/// They are warnings.
pub const PCTY_PUPPET_STRICT_WARNING: pcty_puppet_strictness = 2;
/// They are ignored.
pub const PCTY_PUPPET_STRICT_OFF: pcty_puppet_strictness = 3;

/// The result of reading an undefined variable.
pub type pcty_puppet_unknown = u32;

/// An error. This is the default.
pub const PCTY_PUPPET_UNKNOWN_REFUSED: pcty_puppet_unknown = 1;
/// undef, with a warning unless probable errors are ignored.
pub const PCTY_PUPPET_UNKNOWN_UNDEF: pcty_puppet_unknown = 2;

/// The result of an expression that declares resources. There is no catalog in either case.
pub type pcty_puppet_resources = u32;

/// An error that reports the missing catalog. This is the default.
pub const PCTY_PUPPET_RESOURCES_REFUSED: pcty_puppet_resources = 1;
/// References to the declared resources. The attributes of declared resources can be read, and a
/// resource cannot be declared twice.
pub const PCTY_PUPPET_RESOURCES_REFERENCED: pcty_puppet_resources = 2;

pub(super) fn strict_of(strictness: pcty_puppet_strictness) -> Result<Strict> {
    match strictness {
        PCTY_PUPPET_STRICT_ERROR => Ok(Strict::Error),
        PCTY_PUPPET_STRICT_WARNING => Ok(Strict::Warning),
        PCTY_PUPPET_STRICT_OFF => Ok(Strict::Off),
        other => Err(unnamed("strictness", other)),
    }
}

/// Creates an environment with only the language itself, with the default strictness.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_new() -> *mut pcty_puppet_environment {
    quiet(ptr::null_mut(), || {
        pcty_puppet_environment::own(Surroundings::new())
    })
}

owned! {
    /// Creates an environment with the same content. Later changes of one environment do not affect the
    /// other; unchanged parts are shared.
    fn pcty_puppet_environment_clone(environment: &pcty_puppet_environment);
    /// Frees an environment. The user data of the host is released with the last clone that contains
    /// it.
    fn pcty_puppet_environment_free(environment: pcty_puppet_environment);
}

/// Defines a variable of the top scope by its name without `$`, or a variable of a class by its
/// qualified name. It replaces an earlier variable of the same name.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
/// PCTY_ERROR_INVALID_ARGUMENT for a name that no program can use (`"$x"`, `"1"`, `"a b"`);
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `environment`; `value` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_set_variable(
    environment: Option<&mut pcty_puppet_environment>,
    name: pcty_str,
    value: Option<&pcty_value>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let surroundings = &mut need(environment, "environment")?.0;
        let name = text(&name, "name")?;
        let value = need(value, "value")?.0.clone();
        surroundings.environment.set_variable(name, value)
    })
}

/// The options of an environment. Members that are 0 or NULL do not change the option. Start from
/// PCTY_PUPPET_ENVIRONMENT_OPTIONS_INIT.
#[repr(C)]
pub struct pcty_puppet_environment_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// The treatment of probable errors at run time. Probable errors in the text of a program are
    /// checked when it is parsed (`pcty_puppet_manifest_parse`).
    pub strictness: pcty_puppet_strictness,
    /// The result of reading an undefined variable.
    pub unknown_variables: pcty_puppet_unknown,
    /// The result of an expression that declares resources.
    pub resources: pcty_puppet_resources,
    /// The aliases that all programs can use. They replace the previous ones. Signatures of
    /// functions that are set later may use them.
    pub aliases: *const pcty_puppet_aliases,
    /// The current time, as the duration since 1970 in UTC. If it is never set, `Timestamp.new()` and
    /// `strftime(format)` return an error: the library does not read the system's clock.
    pub time: *const pcty_puppet_time,
}

/// Sets options of an environment.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a number without a constant, for a time with
/// 1,000,000,000 nanoseconds or more, and for a wrong `struct_size`; the environment is then
/// unchanged.
/// Ownership: changes `environment`; the members of `options` remain owned by the caller.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_environment_set_options(
    environment: Option<&mut pcty_puppet_environment>,
    options: *const pcty_puppet_environment_options,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let surroundings = &mut need(environment, "environment")?.0;
        // SAFETY: by the header's contract `options` is NULL or has its `struct_size`.
        let options = unsafe { versioned(options, "options") }?;
        let strict = match options.strictness {
            0 => None,
            strictness => Some(strict_of(strictness)?),
        };
        let unknown = match options.unknown_variables {
            0 => None,
            PCTY_PUPPET_UNKNOWN_REFUSED => Some(Unknown::Refused),
            PCTY_PUPPET_UNKNOWN_UNDEF => Some(Unknown::Undef),
            other => return Err(unnamed("options->unknown_variables", other)),
        };
        let resources = match options.resources {
            0 => None,
            PCTY_PUPPET_RESOURCES_REFUSED => Some(Resources::Refused),
            PCTY_PUPPET_RESOURCES_REFERENCED => Some(Resources::Referenced),
            other => return Err(unnamed("options->resources", other)),
        };
        // SAFETY: by the header's contract it is NULL or valid.
        let time = unsafe { options.time.as_ref() }
            .map(nanoseconds)
            .transpose()?;
        // SAFETY: by the header's contract it is NULL or valid.
        let aliases = unsafe { options.aliases.as_ref() }.map(|aliases| aliases.0.clone());
        if let Some(strict) = strict {
            surroundings.change(|environment| environment.strict(strict));
        }
        if let Some(unknown) = unknown {
            surroundings.change(|environment| environment.unknown_variables(unknown));
        }
        if let Some(resources) = resources {
            surroundings.change(|environment| environment.resources(resources));
        }
        if let Some(time) = time {
            surroundings.change(|environment| environment.time(time));
        }
        if let Some(aliases) = aliases {
            let known = Aliases::clone(&aliases);
            surroundings.aliases = aliases;
            surroundings.change(|environment| environment.aliases(known));
        }
        Ok(())
    })
}

/// Returns the nanoseconds since 1970.
fn nanoseconds(time: &pcty_puppet_time) -> Result<i128> {
    const SECOND: u32 = 1_000_000_000;
    if time.nanoseconds >= SECOND {
        return Err(invalid(
            "`options->time->nanoseconds` must be less than 1000000000",
        ));
    }
    Ok(i128::from(time.seconds) * i128::from(SECOND) + i128::from(time.nanoseconds))
}

/// Loads definitions from a directory of modules with Puppet's layout, in addition to the
/// directories that were added before. The first directory that has a file for a name defines it.
/// The directories replace a loader that was set before, and a loader that is set later replaces
/// the directories. Paths that lead out of the directory are not followed. The size of a file is
/// limited to the number of bytes that a call may use by default. A file that cannot be read ends
/// the evaluation with an error.
///
/// Errors: PCTY_ERROR_NOT_FOUND if there is no directory at the path or it cannot be opened;
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `environment`; the path is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_add_modules(
    environment: Option<&mut pcty_puppet_environment>,
    path: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let surroundings = &mut need(environment, "environment")?.0;
        surroundings
            .modules
            .push(Modules::new(text(&path, "path")?)?);
        let modules = surroundings.modules.clone();
        surroundings.change(|environment| environment.modules(modules));
        Ok(())
    })
}
