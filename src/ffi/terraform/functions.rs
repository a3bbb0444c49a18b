//! Terraform: its functions in scopes of HCL.
//!
//! Each function is defined under its name and under `core::` with its name. Files, the clock and
//! random numbers are provided by a host; nothing is read from the process.

use crate::calls::Budget;
use crate::dialect::hcl::FunctionSet;
use crate::dialect::terraform::project::{ModuleRequest, ModuleSources};
use crate::dialect::terraform::{
    Entry, FileError, FileKind, Files, Folder, Host, Overlay, define, functions,
};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{pcty_str, pcty_string};
use crate::ffi::diagnosed::source;
use crate::ffi::finder::{Finder, called, called_for_text, found_by};
use crate::ffi::guard::{Handle, handle, invalid, need, owned, quiet, run, text, write_found};
use crate::ffi::hcl::scope::pcty_hcl_scope;
use crate::source::{Code, Error, Result};
use crate::types::Str;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::path::Path;
use std::ptr;
use std::sync::{Arc, LazyLock};

/// The services that an embedding program provides to Terraform's functions. A new host has none. A
/// function that needs a missing service fails, and its message names the service. Only one thread
/// at a time may use a host.
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
///     return scope; // evaluates "${file("motd.txt")}"
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_terraform_host(pub(crate) Services);

handle!(pcty_terraform_host, Services);

/// The services of a host.
#[derive(Clone, Default)]
pub struct Services {
    pub(crate) host: Host,
    /// The texts over the files of the host, if there are any.
    texts: Option<Arc<Overlay>>,
    /// The directories of modules that are not local.
    pub(crate) modules: Option<Arc<dyn ModuleSources>>,
}

impl Services {
    fn set_files(&mut self, files: Arc<dyn Files>) {
        if self.texts.is_some() {
            self.change_texts(|texts| texts.set_below(files));
        } else {
            self.host.files = Some(files);
        }
    }

    /// Changes the texts over the files. Operations that are running keep the earlier texts.
    fn change_texts(&mut self, change: impl FnOnce(&mut Overlay)) {
        let below = self.host.files.take();
        let texts = self.texts.get_or_insert_with(|| {
            let texts = below.map_or_else(Overlay::default, Overlay::new);
            Arc::new(texts)
        });
        change(Arc::make_mut(texts));
        self.host.files = Some(texts.clone());
    }
}

/// Writes the current time to `*seconds`, in seconds since the start of 1970 in UTC. On failure it
/// sets `*error` to a new error and returns the code of that error. Several threads may call it at
/// once, if the host evaluates in several threads.
pub type pcty_terraform_clock = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        seconds: *mut i64,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Fills `count` bytes with random values. Errors and threads are as for `pcty_terraform_clock`.
pub type pcty_terraform_random = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        bytes: *mut u8,
        count: usize,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Creates a host without services.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_new() -> *mut pcty_terraform_host {
    quiet(ptr::null_mut(), || {
        pcty_terraform_host::own(Services::default())
    })
}

owned! {
    /// Frees a host. Functions that were created with it stay valid.
    fn pcty_terraform_host_free(host: pcty_terraform_host);
}

/// The settings of a host.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_terraform_host_data {
    /// The folder of `pcty_terraform_host_set_root`; no text if there is none.
    pub root: pcty_str,
    /// The path of `pcty_terraform_host_set_home`; no text if there is none.
    pub home: pcty_str,
    /// The time of `pcty_terraform_host_set_plan_time`, if `has_plan_time`.
    pub plan_time: i64,
    /// Whether the host has a time of the plan.
    pub has_plan_time: bool,
    /// Whether the host has a clock.
    pub has_clock: bool,
    /// Whether the host has a source of random numbers.
    pub has_random: bool,
    /// Whether the host has files: a folder, callbacks or texts.
    pub has_files: bool,
    /// Whether the host has a callback that finds modules.
    pub has_modules: bool,
    /// The number of texts that replace files.
    pub text_count: usize,
}

/// Writes the settings of a host.
///
/// Ownership: the texts in `*out` are owned by `host` and valid until it changes.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_info(
    host: Option<&pcty_terraform_host>,
    out: Option<&mut MaybeUninit<pcty_terraform_host_data>>,
) -> bool {
    quiet(false, || {
        let data = host.map(|pcty_terraform_host(services)| {
            let host = &services.host;
            let text = |text: &Option<Str>| {
                (text.as_ref()).map_or(pcty_str::NONE, |text| pcty_str::borrowed(text))
            };
            pcty_terraform_host_data {
                root: text(&host.working_directory),
                home: text(&host.home),
                plan_time: host.plan_time.unwrap_or(0),
                has_plan_time: host.plan_time.is_some(),
                has_clock: host.clock.is_some(),
                has_random: host.random.is_some(),
                has_files: host.files.is_some(),
                has_modules: services.modules.is_some(),
                text_count: services.texts.as_ref().map_or(0, |texts| texts.count()),
            }
        });
        write_found(data, out)
    })
}

/// Allows functions to read the files below a folder. No path leads out of it, neither by `..` nor
/// through a symbolic link. Relative paths start at this folder, also for `abspath`.
///
/// Errors: PCTY_ERROR_NOT_FOUND if there is no such folder; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `host`; the path is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_set_root(
    host: Option<&mut pcty_terraform_host>,
    path: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let services = &mut need(host, "host")?.0;
        let folder = Folder::new(text(&path, "path")?)?;
        let root = folder.root().to_string_lossy().into_owned();
        services.host.working_directory = Some(root.into());
        services.set_files(Arc::new(folder));
        Ok(())
    })
}

/// Sets the absolute path that `~` is replaced by.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if the path is not absolute; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `host`; the path is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_set_home(
    host: Option<&mut pcty_terraform_host>,
    path: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let host = &mut need(host, "host")?.0.host;
        let path = text(&path, "path")?;
        if !path.starts_with('/') && !Path::new(path).is_absolute() {
            return Err(invalid("the path of the home folder is not absolute"));
        }
        host.home = Some(path.into());
        Ok(())
    })
}

/// Sets the result of `plantimestamp`, in seconds since the start of 1970 in UTC. The function
/// fails if the year is not between 0 and 9999.
///
/// Errors: none, except for NULL.
/// Ownership: changes `host`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_set_plan_time(
    host: Option<&mut pcty_terraform_host>,
    seconds: i64,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need(host, "host")?.0.host.plan_time = Some(seconds);
        Ok(())
    })
}

/// Sets the clock of the function `timestamp`, which fails if the year is not between 0 and 9999.
///
/// Errors: none, except for NULL.
/// Ownership: changes `host`. The library takes ownership of `user_data`, also on failure;
/// `destroy` releases it with the last of the functions.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
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
        let (host, clock) = (&mut need(host, "host")?.0.host, need(clock, "clock")?);
        host.clock = Some(Arc::new(move |budget: &Budget| {
            let given = &given;
            let mut seconds = 0;
            // SAFETY: the host registered the callback with this data; both outputs are writable.
            called(budget, |error| unsafe {
                clock(given.data, &mut seconds, error)
            })?;
            Ok(seconds)
        }));
        Ok(())
    })
}

/// Sets the source of random numbers of the function `uuid`, and of the salt of `bcrypt`.
///
/// Errors: none, except for NULL.
/// Ownership: the same as for `pcty_terraform_host_set_clock`.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
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
        let (host, random) = (&mut need(host, "host")?.0.host, need(random, "random")?);
        host.random = Some(Arc::new(move |bytes: &mut [u8], budget: &Budget| {
            let given = &given;
            let (start, count) = (bytes.as_mut_ptr(), bytes.len());
            // SAFETY: the host registered the callback with this data; `count` bytes are writable.
            called(budget, |error| unsafe {
                random(given.data, start, count, error)
            })
        }));
        Ok(())
    })
}

/// Reads a file for a function. `path` is the path in the expression, normalized, and borrowed for
/// the call. On success it sets `*out` to a new string with the content, which the library takes
/// ownership of; NULL, the initial value, means that there is no such file. On failure it sets
/// `*error` to a new error and returns the code of that error. Several threads may call it at once,
/// if the host evaluates in several threads.
pub type pcty_terraform_reader = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Lists a folder for a function: the names in it, one on each line. The name of a folder ends in
/// `/`. Paths, results, errors and threads are as for `pcty_terraform_reader`.
pub type pcty_terraform_lister = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Sets callbacks that provide the files of functions, in place of a folder. Modules can be read
/// from these files, too. Without a lister there are no folders: `fileset` fails, and no module can
/// be read.
///
/// Errors: none, except for NULL.
/// Ownership: the same as for `pcty_terraform_host_set_clock`; both callbacks receive the same
/// `user_data`.
/// NULL: `lister`, `user_data`, `destroy` and `error` may be NULL.
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
        host.set_files(Arc::new(Called {
            given,
            reader,
            lister,
        }));
        Ok(())
    })
}

/// Files that callbacks provide.
struct Called {
    given: Owned,
    reader: Finder,
    lister: pcty_terraform_lister,
}

impl Called {
    /// Returns the text that a callback finds, charged to the budget, or `None` if there is none.
    fn find(&self, finder: Finder, path: &str, budget: &Budget) -> Result<Option<Vec<u8>>> {
        let found = found_by(finder, &self.given, path, budget)?;
        Ok(found.map(|text| text.bytes().to_vec()))
    }

    fn names(&self, path: &str, budget: &Budget) -> Result<Option<Vec<u8>>> {
        match self.lister {
            Some(lister) => self.find(lister, path, budget),
            None => Err(Error::new(
                Code::Unsupported,
                "the host does not list files",
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
        for line in budget.each(lines) {
            let line = line.map_err(Error::from)?;
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

/// The size in bytes of an entry of a folder, without its name.
const ENTRY: u64 = 64;

/// Sets the text of a path, such as the unsaved text of an editor. It replaces the file at the path
/// and an earlier text, and the folders in the path exist. A host without other files has the files
/// with these texts only. The path is relative to the root of the files.
///
/// Errors: PCTY_ERROR_INVALID_UTF8 for `path`.
/// Ownership: changes `host`; path and text are copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_set_text(
    host: Option<&mut pcty_terraform_host>,
    path: pcty_str,
    source_text: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let host = &mut need(host, "host")?.0;
        let (path, bytes) = (text(&path, "path")?, source(&source_text)?);
        host.change_texts(|texts| texts.set(path, bytes));
        Ok(())
    })
}

/// Removes the text of a path, so that the file at the path applies again.
///
/// Errors: PCTY_ERROR_NOT_FOUND if the path has no text; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `host`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_terraform_host_remove_text(
    host: Option<&mut pcty_terraform_host>,
    path: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let host = &mut need(host, "host")?.0;
        let path = text(&path, "path")?;
        let mut is_removed = false;
        if host.texts.is_some() {
            host.change_texts(|texts| is_removed = texts.remove(path));
        }
        if is_removed {
            Ok(())
        } else {
            let message = format!("there is no text for {path}");
            Err(Error::new(Code::NotFound, message))
        }
    })
}

/// Finds the directory of a module that is not local, for a project. `key` contains the names of the
/// calls from the root module to this one, joined with `.`; `source` is the source address;
/// `version` is the version constraint, or no text if there is none. They are borrowed for the call.
/// On success it sets `*out` to a new string with the directory, relative to the root of the files,
/// which the library takes ownership of; NULL, the initial value, means that the module is not
/// available. On failure it sets `*error` to a new error and returns the code of that error.
pub type pcty_terraform_module_finder = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        key: pcty_str,
        source: pcty_str,
        version: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Sets a callback that finds modules that are not local: those of registries and of remote sources.
/// It takes precedence over the manifest of the project.
///
/// Errors: none, except for NULL.
/// Ownership: the same as for `pcty_terraform_host_set_clock`.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_terraform_host_set_modules(
    host: Option<&mut pcty_terraform_host>,
    finder: pcty_terraform_module_finder,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let given = Owned::new(user_data, destroy);
    run(error, move || {
        let (host, finder) = (&mut need(host, "host")?.0, need(finder, "finder")?);
        host.modules = Some(Arc::new(FoundModules { given, finder }));
        Ok(())
    })
}

/// Modules that a callback finds.
struct FoundModules {
    given: Owned,
    finder: unsafe extern "C" fn(
        *mut c_void,
        pcty_str,
        pcty_str,
        pcty_str,
        *mut *mut pcty_string,
        *mut *mut pcty_error,
    ) -> pcty_status,
}

impl ModuleSources for FoundModules {
    fn directory(&self, request: &ModuleRequest<'_>, budget: &Budget) -> Result<Option<String>> {
        let found = called_for_text(budget, |out, error| {
            let version = request.version.map_or(pcty_str::NONE, pcty_str::borrowed);
            let (key, source) = (
                pcty_str::borrowed(request.key),
                pcty_str::borrowed(request.source),
            );
            // SAFETY: the host registered the callback with this data; both outputs are writable.
            unsafe { (self.finder)(self.given.data, key, source, version, out, error) }
        })?;
        let directory = found.map(|found| String::from_utf8(found.bytes().to_vec()));
        directory.transpose().map_err(|_| {
            let message = format!("the directory of the module {} is not UTF-8", request.key);
            Error::new(Code::InvalidUtf8, message)
        })
    }
}

/// The functions of Terraform without a host. All scopes share this table.
static WITHOUT_HOST: LazyLock<FunctionSet> =
    LazyLock::new(|| FunctionSet::new(functions(&Host::default())).unwrap_or_default());

/// Defines the functions of Terraform, each under its name and under `core::` with its name. They
/// replace the functions of the standard library. Functions that this scope already defines one by
/// one are not replaced.
///
/// Errors: none, except for NULL.
/// Ownership: changes `scope`; the caller still owns `host`, and later changes of it have no
/// effect.
/// NULL: `host` (there are no services) and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_set_terraform_functions(
    scope: Option<&mut pcty_hcl_scope>,
    host: Option<&pcty_terraform_host>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let scope = &mut need(scope, "scope")?.0;
        match host {
            Some(host) => define(scope, &host.0.host)?,
            None => scope.offer_functions(&WITHOUT_HOST),
        }
        Ok(())
    })
}
