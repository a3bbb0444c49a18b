//! Puppet's language: environments.
//!
//! What an evaluation stands in: variables, functions of the host, aliases, where definitions
//! and messages come from and go to, and how strict the language is. Nothing is asked of the
//! process but the time, where no other one is said.

use crate::dialect::puppet::{Aliases, Environment, Modules, Resources, Strict, Unknown};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, handle, invalid, need, quiet, release, run, text, unnamed};
use crate::ffi::puppet::aliases::pcty_puppet_aliases;
use crate::ffi::puppet::values::pcty_puppet_time;
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// What an evaluation stands in. One thread at a time while it changes; as long as nobody
/// changes it, any number may evaluate in it.
///
/// ```c
/// // Facts for a program, which may read variables that nothing defines.
/// static pcty_puppet_environment *environment_of(const pcty_value *facts) {
///     pcty_puppet_environment *environment = pcty_puppet_environment_new();
///     must(pcty_puppet_environment_set_variable(environment, PCTY_STR("facts"), facts, NULL));
///     must(pcty_puppet_environment_set_unknown_variables(environment, PCTY_PUPPET_UNKNOWN_UNDEF, NULL));
///     return environment; // "${facts['os']['family']}" has a value in it
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_puppet_environment(pub(super) Surroundings);

handle!(pcty_puppet_environment, Surroundings);

/// An environment, and the aliases that signatures of its functions may name.
#[derive(Clone)]
pub struct Surroundings {
    pub(super) environment: Environment,
    pub(super) aliases: Arc<Aliases>,
    /// The directories that definitions are loaded from, unless the host has a loader.
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

    /// Puts a changed environment in place; nothing is copied unless a clone shares it.
    pub(super) fn change(&mut self, change: impl FnOnce(Environment) -> Environment) {
        self.environment = change(std::mem::take(&mut self.environment));
    }
}

/// What becomes of things that are probably wrong: Puppet's setting `strict`.
pub type pcty_puppet_strictness = u32;

/// They are errors, as they are by default.
pub const PCTY_PUPPET_STRICT_ERROR: pcty_puppet_strictness = 1;
/// They are told, and that is all.
pub const PCTY_PUPPET_STRICT_WARNING: pcty_puppet_strictness = 2;
/// They pass.
pub const PCTY_PUPPET_STRICT_OFF: pcty_puppet_strictness = 3;

/// What reading a variable is that nothing has defined.
pub type pcty_puppet_unknown = u32;

/// An error, as it is by default.
pub const PCTY_PUPPET_UNKNOWN_REFUSED: pcty_puppet_unknown = 1;
/// undef, with a warning unless the language is lax.
pub const PCTY_PUPPET_UNKNOWN_UNDEF: pcty_puppet_unknown = 2;

/// What an expression is that declares resources. There is no catalog in either case.
pub type pcty_puppet_resources = u32;

/// An error that says that there is no catalog, as it is by default.
pub const PCTY_PUPPET_RESOURCES_REFUSED: pcty_puppet_resources = 1;
/// The references to what it declares. What is declared can be asked for its attributes and is
/// not declared twice.
pub const PCTY_PUPPET_RESOURCES_REFERENCED: pcty_puppet_resources = 2;

pub(super) fn strict_of(strictness: pcty_puppet_strictness) -> Result<Strict> {
    match strictness {
        PCTY_PUPPET_STRICT_ERROR => Ok(Strict::Error),
        PCTY_PUPPET_STRICT_WARNING => Ok(Strict::Warning),
        PCTY_PUPPET_STRICT_OFF => Ok(Strict::Off),
        other => Err(unnamed("strictness", other)),
    }
}

/// The language alone, as strict as it usually is.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_new() -> *mut pcty_puppet_environment {
    quiet(ptr::null_mut(), || {
        pcty_puppet_environment::own(Surroundings::new())
    })
}

/// An environment of the same content, which changes by itself. What neither changes they
/// share.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_clone(
    environment: Option<&pcty_puppet_environment>,
) -> *mut pcty_puppet_environment {
    quiet(ptr::null_mut(), || {
        environment.map_or(ptr::null_mut(), |environment| {
            pcty_puppet_environment::own(environment.0.clone())
        })
    })
}

/// Frees an environment; what the host gave it is released with the last one that has it.
/// NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_free(environment: Option<Box<pcty_puppet_environment>>) {
    release(environment)
}

/// Defines a variable of the top scope by its name without `$`, or one of a class by its
/// qualified name, in place of an earlier one of that name.
///
/// Ownership: changes `environment`; `value` stays the caller's.
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
/// PCTY_ERROR_INVALID_ARGUMENT for a name that no program can write (`"$x"`, `"1"`, `"a b"`);
/// PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
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

/// Says what becomes of things that are probably wrong while a program runs. What its text has
/// of them is looked at when it is read (`pcty_puppet_manifest_parse`).
///
/// Ownership: changes `environment`.
/// Errors: none but NULL and a strictness without a constant.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_set_strictness(
    environment: Option<&mut pcty_puppet_environment>,
    strictness: pcty_puppet_strictness,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let surroundings = &mut need(environment, "environment")?.0;
        let strict = strict_of(strictness)?;
        surroundings.change(|environment| environment.strict(strict));
        Ok(())
    })
}

/// Says what reading a variable is that nothing has defined.
///
/// Ownership: changes `environment`.
/// Errors: none but NULL and a number without a constant.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_set_unknown_variables(
    environment: Option<&mut pcty_puppet_environment>,
    unknown: pcty_puppet_unknown,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let surroundings = &mut need(environment, "environment")?.0;
        let unknown = match unknown {
            PCTY_PUPPET_UNKNOWN_REFUSED => Unknown::Refused,
            PCTY_PUPPET_UNKNOWN_UNDEF => Unknown::Undef,
            other => return Err(unnamed("unknown", other)),
        };
        surroundings.change(|environment| environment.unknown_variables(unknown));
        Ok(())
    })
}

/// Loads definitions from a directory of modules, laid out as Puppet lays them out, after those
/// that were added before: the first directory that has a file for a name defines it. The
/// directories take the place of a loader that was set before, and a loader that is set later takes
/// theirs. No path out of the directory is followed; a file may have as many bytes as a call may use
/// by default. A file that cannot be read ends the evaluation with an error.
///
/// Ownership: changes `environment`; the path is copied.
/// Errors: PCTY_ERROR_NOT_FOUND if no directory is at the path or it cannot be opened;
/// PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
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

/// Says what an expression is that declares resources.
///
/// Ownership: changes `environment`.
/// Errors: none but NULL and a number without a constant.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_set_resources(
    environment: Option<&mut pcty_puppet_environment>,
    resources: pcty_puppet_resources,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let surroundings = &mut need(environment, "environment")?.0;
        let resources = match resources {
            PCTY_PUPPET_RESOURCES_REFUSED => Resources::Refused,
            PCTY_PUPPET_RESOURCES_REFERENCED => Resources::Referenced,
            other => return Err(unnamed("resources", other)),
        };
        surroundings.change(|environment| environment.resources(resources));
        Ok(())
    })
}

/// Lets every program know these aliases, in place of those from before. Signatures of
/// functions that are set from here on may name them.
///
/// Ownership: changes `environment`; `aliases` stays the caller's.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_set_aliases(
    environment: Option<&mut pcty_puppet_environment>,
    aliases: Option<&pcty_puppet_aliases>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let surroundings = &mut need(environment, "environment")?.0;
        let aliases = &need(aliases, "aliases")?.0;
        surroundings.aliases = aliases.clone();
        let known = Aliases::clone(aliases);
        surroundings.change(|environment| environment.aliases(known));
        Ok(())
    })
}

/// Sets the current time, as the duration since 1970 in UTC. Without it, `Timestamp.new()` and
/// `strftime(format)` return an error: the library does not read the system's clock.
///
/// Ownership: changes `environment`.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a second of nanoseconds or more.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_environment_set_time(
    environment: Option<&mut pcty_puppet_environment>,
    time: pcty_puppet_time,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    const SECOND: u32 = 1_000_000_000;
    run(error, || {
        let surroundings = &mut need(environment, "environment")?.0;
        if time.nanoseconds >= SECOND {
            return Err(invalid("`time.nanoseconds` is a second or more"));
        }
        let nanos = i128::from(time.seconds) * i128::from(SECOND) + i128::from(time.nanoseconds);
        surroundings.change(|environment| environment.time(nanos));
        Ok(())
    })
}
