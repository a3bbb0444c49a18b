//! Terraform's functions in scopes of HCL.
//!
//! Each function is defined by its name and as `core::` and its name. Files, the clock and random
//! numbers come from a host; nothing is read from the process.

use crate::calls::Budget;
use crate::dialect::hcl::FunctionSet;
use crate::dialect::terraform::{
    Entry, FileError, FileKind, Files, Folder, Host, define, functions,
};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{pcty_str, pcty_string};
use crate::ffi::finder::{Finder, called, found_by};
use crate::ffi::guard::{Handle, handle, invalid, need, quiet, release, run, text};
use crate::ffi::hcl::scope::pcty_hcl_scope;
use crate::source::{Code, Error, Result};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::path::Path;
use std::ptr;
use std::sync::{Arc, LazyLock};

/// What Terraform's functions ask of whoever embeds them. One has nothing at first; a function
/// whose part of it is missing fails with a sentence that says which. One thread at a time.
///
/// ```c
/// static pcty_hcl_scope *module_scope(pcty_str module, pcty_error **error) {
///     pcty_hcl_scope *scope = pcty_hcl_scope_new();
///     pcty_terraform_host *host = pcty_terraform_host_new();
///     if (pcty_terraform_host_set_root(host, module, error) != PCTY_OK ||
///         pcty_hcl_scope_set_terraform_functions(scope, host, error) != PCTY_OK) {
///         pcty_hcl_scope_free(scope);
///         scope = NULL;
///     }
///     pcty_terraform_host_free(host);
///     return scope; // "${file("motd.txt")}" has a value in it
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_terraform_host(pub(crate) Host);

handle!(pcty_terraform_host, Host);

/// Says what time it is, in seconds since the beginning of 1970 in UTC. On failure it puts an
/// error of its own into `*error` and returns its code. It may be called by several threads at
/// once, if the host evaluates in several.
pub type pcty_terraform_clock = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        seconds: *mut i64,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Fills `count` bytes with random ones. Otherwise as `pcty_terraform_clock`.
pub type pcty_terraform_random = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        bytes: *mut u8,
        count: usize,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// A host that has nothing.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_new() -> *mut pcty_terraform_host {
    quiet(
        ptr::null_mut(),
        || pcty_terraform_host::own(Host::default()),
    )
}

/// Frees a host; functions that were made with it live on. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_free(host: Option<Box<pcty_terraform_host>>) {
    release(host)
}

/// Lets functions read the files below a folder, which no path leads out of, neither by `..`
/// nor through a symbolic link. Relative paths begin there, for `abspath` too.
///
/// Ownership: changes `host`; the path is copied.
/// Errors: PCTY_ERROR_NOT_FOUND where there is no such folder; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_set_root(
    host: Option<&mut pcty_terraform_host>,
    path: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let host = &mut need(host, "host")?.0;
        let folder = Folder::new(text(&path, "path")?)?;
        let root = folder.root().to_string_lossy().into_owned();
        host.working_directory = Some(root.into());
        host.files = Some(Arc::new(folder));
        Ok(())
    })
}

/// Says what absolute path `~` stands for.
///
/// Ownership: changes `host`; the path is copied.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT where the path is not absolute; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_set_home(
    host: Option<&mut pcty_terraform_host>,
    path: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let host = &mut need(host, "host")?.0;
        let path = text(&path, "path")?;
        if !path.starts_with('/') && !Path::new(path).is_absolute() {
            return Err(invalid("the path of the home folder is not absolute"));
        }
        host.home = Some(path.into());
        Ok(())
    })
}

/// Says what `plantimestamp` gives, in seconds since the beginning of 1970 in UTC. The function
/// fails where the time is none of the years 0 to 9999.
///
/// Ownership: changes `host`.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_set_plan_time(
    host: Option<&mut pcty_terraform_host>,
    seconds: i64,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need(host, "host")?.0.plan_time = Some(seconds);
        Ok(())
    })
}

/// Gives functions a clock, for `timestamp`, which fails where the time is none of the years
/// 0 to 9999.
///
/// Ownership: changes `host`. `user_data` is the library's from here on, also on failure;
/// `destroy` releases it with the last of the functions.
/// Errors: none but NULL.
/// NULL: `user_data`, `destroy` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_host_set_clock(
    host: Option<&mut pcty_terraform_host>,
    clock: pcty_terraform_clock,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let given = Owned::new(user_data, destroy);
    run(error, move || {
        let (host, clock) = (&mut need(host, "host")?.0, need(clock, "clock")?);
        host.clock = Some(Arc::new(move |budget: &Budget| {
            let given = &given;
            let mut seconds = 0;
            // SAFETY: the host gave the callback for this data; both places are writable.
            called(budget, |error| unsafe {
                clock(given.data, &mut seconds, error)
            })?;
            Ok(seconds)
        }));
        Ok(())
    })
}

/// Gives functions random numbers, for `uuid` and the salt of `bcrypt`.
///
/// Ownership: as `pcty_terraform_host_set_clock`.
/// Errors: none but NULL.
/// NULL: `user_data`, `destroy` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_host_set_random(
    host: Option<&mut pcty_terraform_host>,
    random: pcty_terraform_random,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let given = Owned::new(user_data, destroy);
    run(error, move || {
        let (host, random) = (&mut need(host, "host")?.0, need(random, "random")?);
        host.random = Some(Arc::new(move |bytes: &mut [u8], budget: &Budget| {
            let given = &given;
            let (start, count) = (bytes.as_mut_ptr(), bytes.len());
            // SAFETY: the host gave the callback for this data; so many bytes are writable.
            called(budget, |error| unsafe {
                random(given.data, start, count, error)
            })
        }));
        Ok(())
    })
}

/// Reads a file that functions ask for. The path is as expressions say it, cleaned, and lent. On
/// success it puts the content into `*out`, a string of its own that the library takes; NULL, as
/// it is at first, says that there is no such file. On failure it puts an error of its own into
/// `*error` and returns its code. It may be called by several threads at once, if the host
/// evaluates in several.
pub type pcty_terraform_reader = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Lists a folder that functions ask for: the names in it, one a line, those of folders with a
/// `/` at their end. Otherwise as `pcty_terraform_reader`.
pub type pcty_terraform_lister = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Gives functions files that the program has, in place of a folder; modules can be read of them,
/// too. Without a lister there are no folders: `fileset` fails, and no module can be read.
///
/// Ownership: as `pcty_terraform_host_set_clock`; both callbacks get the same `user_data`.
/// Errors: none but NULL.
/// NULL: `lister`, `user_data`, `destroy` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_host_set_files(
    host: Option<&mut pcty_terraform_host>,
    reader: pcty_terraform_reader,
    lister: pcty_terraform_lister,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let given = Owned::new(user_data, destroy);
    run(error, move || {
        let (host, reader) = (&mut need(host, "host")?.0, need(reader, "reader")?);
        host.files = Some(Arc::new(Called {
            given,
            reader,
            lister,
        }));
        Ok(())
    })
}

/// Files that callbacks give.
struct Called {
    given: Owned,
    reader: Finder,
    lister: pcty_terraform_lister,
}

impl Called {
    /// The text that a callback finds, charged; none where there is nothing.
    fn find(&self, finder: Finder, path: &str, budget: &Budget) -> Result<Option<Vec<u8>>> {
        let found = found_by(finder, &self.given, path, budget)?;
        Ok(found.map(|text| text.bytes().to_vec()))
    }

    fn names(&self, path: &str, budget: &Budget) -> Result<Option<Vec<u8>>> {
        match self.lister {
            Some(lister) => self.find(lister, path, budget),
            None => Err(Error::new(
                Code::Unsupported,
                "the program that evaluates this does not say which files there are",
            )),
        }
    }
}

impl Files for Called {
    fn read(&self, path: &str, budget: &Budget) -> Result<Vec<u8>, FileError> {
        let found = self.find(self.reader, path, budget)?;
        found.ok_or(FileError::NotFound)
    }

    fn kind(&self, path: &str, budget: &Budget) -> Result<FileKind, FileError> {
        let is_there = |finder| -> Result<bool> {
            let found = self.find(finder, path, budget)?;
            let bytes = found.as_ref().map_or(0, Vec::len);
            budget.release(bytes as u64);
            Ok(found.is_some())
        };
        if is_there(self.reader)? {
            return Ok(FileKind::File);
        }
        match self.lister {
            Some(lister) if is_there(lister)? => Ok(FileKind::Folder),
            _ => Err(FileError::NotFound),
        }
    }

    fn list(&self, path: &str, budget: &Budget) -> Result<Vec<Entry>, FileError> {
        let names = self.names(path, budget)?.ok_or(FileError::NotFound)?;
        let names = String::from_utf8_lossy(&names);
        let lines = names.lines().filter(|line| !line.is_empty());
        let mut entries = Vec::new();
        for line in lines {
            budget.charge(1).map_err(Error::from)?;
            budget.hold(ENTRY).map_err(Error::from)?;
            let (name, kind) = match line.strip_suffix('/') {
                Some(name) => (name, FileKind::Folder),
                None => (line, FileKind::File),
            };
            entries.push(Entry {
                name: name.to_owned(),
                kind,
            });
        }
        Ok(entries)
    }
}

/// The bytes of an entry of a folder, besides its name.
const ENTRY: u64 = 64;

/// The functions of Terraform without a host, of which all scopes have one table.
static WITHOUT_HOST: LazyLock<FunctionSet> =
    LazyLock::new(|| FunctionSet::new(functions(&Host::default())).unwrap_or_default());

/// Defines the functions of Terraform, each by its name and as `core::` and its name, in place
/// of those of the standard library; a function that was defined by itself in this scope stays.
///
/// Ownership: changes `scope`; `host` stays the caller's, and what it has now is what counts.
/// Errors: none but NULL.
/// NULL: `host` may be, which is one that has nothing; `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_set_terraform_functions(
    scope: Option<&mut pcty_hcl_scope>,
    host: Option<&pcty_terraform_host>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let scope = &mut need(scope, "scope")?.0;
        match host {
            Some(host) => define(scope, &host.0)?,
            None => scope.offer_functions(&WITHOUT_HOST),
        }
        Ok(())
    })
}
