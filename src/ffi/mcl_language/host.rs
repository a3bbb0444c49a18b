//! mcl's language: hosts.
//!
//! A host provides the environment of programs: kinds of resources, functions, variables, the files
//! of the deploy, modules, and the callbacks that answer queries of functions about the outside
//! world. A host is filled by calls. A program uses the content that the host has when the program
//! is compiled. The library reads nothing from the process: a function whose query the host does
//! not support fails with a message that reports this.

use super::sender::{Following, pcty_mcl_follow, pcty_mcl_unfollow};
use crate::dialect::mcl::functions::{Clock, Core, Host, NoHost, Zone};
use crate::dialect::mcl::host::Files;
use crate::dialect::mcl::resources::ResourceKinds;
use crate::dialect::mcl::syntax::{check_name, is_name};
use crate::dialect::mcl::{self, Sender};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::{pcty_str, pcty_string};
use crate::ffi::guard::{Handle, answered_or_none, handle, invalid, need, owned, quiet, run, text};
use crate::ffi::reentry::untold;
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::types::{IdSet, Str, Type, VariableScope};
use crate::values::Value;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The environment of programs. One thread at a time while it changes; while no thread changes it,
/// any number of threads may compile with it.
///
/// ```c
/// // Creates a host with a kind of resource and a variable.
/// static pcty_mcl_host *make_host(pcty_error **error) {
///     pcty_mcl_host *host = pcty_mcl_host_new();
///     pcty_value *name = NULL;
///     pcty_str kinds = PCTY_STR("[{\"kind\": \"dir\", \"fields\": ["
///                               "{\"lang\": \"mode\", \"type\": \"str\"}]}]");
///     if (pcty_value_string_verbatim(PCTY_STR("web1"), &name, error) != PCTY_OK ||
///         pcty_mcl_host_set_variable(host, PCTY_STR(""), PCTY_STR("hostname"), name, error) != PCTY_OK ||
///         pcty_mcl_host_add_kinds(host, kinds, error) != PCTY_OK) {
///         pcty_mcl_host_free(host);
///         host = NULL;
///     }
///     pcty_value_free(name);
///     return host;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_mcl_host(pub(super) Giving);

handle!(pcty_mcl_host, Giving);

/// Reads a file. `path` is borrowed during the call.
///
/// On success the callback stores a new string in `*out`, and the library takes ownership of it.
/// `*out` is initially NULL, and stays NULL if the file does not exist. On failure the callback
/// stores a new error in `*error` and returns its code.
pub type pcty_mcl_reader = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: pcty_str,
        out: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Answers a query of a function about the outside world.
///
/// The parameters are the name of the function with its module, such as `os.readfile`, its
/// arguments, and the required type of the answer. All are borrowed during the call.
///
/// On success the callback stores a new value in `*out`, and the library takes ownership of it.
/// `*out` is initially NULL, and stays NULL if the host does not support the query. On failure the
/// callback stores a new error in `*error` and returns its code, which has the same effect as the
/// code of a function (`pcty_mcl_call`).
///
/// The language itself also sends queries. Their names are not valid function names:
///
/// | query | argument | answer |
/// |---|---|---|
/// | `_environment` | | the variables of the environment, `map{str: str}` |
/// | `_random` | | a different number for each call, `int` |
/// | `_zone` | seconds since 1970 in UTC, `int` | the time zone of the host at that time: `struct{offset int; name str}`, the offset in seconds east of UTC; UTC if there is no answer |
/// | `_collect` | a kind, `str`, and the resources that a program collects: a name, several names, or structs with `name`, `kind` and `host` | the matching exports of other hosts, `[]struct{name str; host str; data str}`; the data is passed to the kind's `collect` |
/// | `_exists` | an absolute path, `str` | whether the deploy has a file or a folder at the path, `bool`; if there is no answer, the file reader is called |
pub type pcty_mcl_answer = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        question: pcty_str,
        arguments: *const *const pcty_value,
        count: usize,
        returns: *const pcty_type,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// The content of a host.
#[derive(Clone)]
pub struct Giving {
    /// The core functions without a host. Each program gets them with its own `World`.
    pub(super) core: Core,
    pub(super) kinds: Arc<ResourceKinds>,
    pub(super) files: Reading,
    pub(super) asked: Option<Arc<Asked>>,
}

/// The readers of files.
#[derive(Clone, Default)]
pub(super) struct Reading {
    files: Option<Arc<Reader>>,
    modules: Option<Arc<Reader>>,
}

struct Reader {
    read: unsafe extern "C" fn(
        *mut c_void,
        pcty_str,
        *mut *mut pcty_string,
        *mut *mut pcty_error,
    ) -> pcty_status,
    owned: Owned,
}

/// The callbacks that answer queries of functions.
pub(super) struct Asked {
    answer: unsafe extern "C" fn(
        *mut c_void,
        pcty_str,
        *const *const pcty_value,
        usize,
        *const pcty_type,
        *mut *mut pcty_value,
        *mut *mut pcty_error,
    ) -> pcty_status,
    following: Option<Following>,
    owned: Owned,
}

/// The folder of modules that are imported by an address.
const MODULES: &str = "/modules/";

/// Creates a host with only the core functions.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_host_new() -> *mut pcty_mcl_host {
    quiet(ptr::null_mut(), || pcty_mcl_host::own(Giving::new()))
}

owned! {
    /// Creates a host with the same content. Later changes of one host do not affect the other.
    fn pcty_mcl_host_clone(host: &pcty_mcl_host);
    /// Frees a host. Programs compiled with it stay valid.
    fn pcty_mcl_host_free(host: pcty_mcl_host);
}

/// Defines a variable of a module, or a global variable such as `hostname` if `module` is empty. It
/// replaces an earlier variable of the same name. The value is known when programs are compiled.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for an invalid variable name; PCTY_ERROR_UNSUPPORTED for a
/// value that mcl cannot represent; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `host`; `value` remains owned by the caller.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_host_set_variable(
    host: Option<&mut pcty_mcl_host>,
    module: pcty_str,
    name: pcty_str,
    value: Option<&pcty_value>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let host = &mut need(host, "host")?.0;
        let (module, name) = (text(&module, "module")?, text(&name, "name")?);
        let value = need(value, "value")?.0.clone();
        if !is_name(name) || check_name(name).is_err() {
            return Err(invalid(format!(
                "`{name}` is not a valid name of a variable"
            )));
        }
        mcl::type_of(&value)?;
        host.change(|core| core.variable_of(module, name, value));
        Ok(())
    })
}

/// Adds source text to a system module, which programs import by its name alone. The definitions of
/// the text are added to the module's functions and variables. Messages refer to the text by
/// `path`.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for an empty module name; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `host`; the texts are copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_mcl_host_add_source(
    host: Option<&mut pcty_mcl_host>,
    module: pcty_str,
    program: pcty_str,
    path: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let host = &mut need(host, "host")?.0;
        let (module, path) = (text(&module, "module")?, text(&path, "path")?);
        let program = text(&program, "program")?;
        if module.is_empty() {
            return Err(invalid("`module` is empty"));
        }
        host.change(|core| core.source(module, path, program));
        Ok(())
    })
}

/// Sets the reader of the deploy's files. It is called with absolute paths, separated by `/`, for
/// files that programs import and for files that functions such as `deploy.readfile` read.
///
/// Errors: none except for NULL.
/// Ownership: changes `host`. The library takes ownership of `user_data`, also on failure.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_host_set_files(
    host: Option<&mut pcty_mcl_host>,
    reader: pcty_mcl_reader,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let owned = Owned::new(user_data, destroy);
    run(error, move || {
        let (host, read) = (&mut need(host, "host")?.0, need(reader, "reader")?);
        host.files.files = Some(Arc::new(Reader { read, owned }));
        Ok(())
    })
}

/// Sets the reader of modules that programs import by an address. For the address
/// `git://example.com/web` it is called with the path of a file relative to the folder of all
/// modules: `example.com/web/metadata.yaml`. Without this reader, the file reader is called with
/// `/modules/example.com/web/metadata.yaml`.
///
/// Errors: none except for NULL.
/// Ownership: as `pcty_mcl_host_set_files`.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_host_set_modules(
    host: Option<&mut pcty_mcl_host>,
    reader: pcty_mcl_reader,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let owned = Owned::new(user_data, destroy);
    run(error, move || {
        let (host, read) = (&mut need(host, "host")?.0, need(reader, "reader")?);
        host.files.modules = Some(Arc::new(Reader { read, owned }));
        Ok(())
    })
}

/// Sets the callbacks that answer queries of functions about the outside world, and that announce
/// changed answers. Without `follow`, an answer never changes.
///
/// Errors: none except for NULL.
/// Ownership: changes `host`. The library takes ownership of `user_data`, also on failure.
/// NULL: `follow`, `unfollow`, `user_data`, `destroy` and `error` may be NULL.
/// Threads: one at a time. The callbacks run on the threads that compile and step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_host_set_world(
    host: Option<&mut pcty_mcl_host>,
    answer: pcty_mcl_answer,
    follow: pcty_mcl_follow,
    unfollow: pcty_mcl_unfollow,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let owned = Owned::new(user_data, destroy);
    run(error, move || {
        let (host, answer) = (&mut need(host, "host")?.0, need(answer, "answer")?);
        host.asked = Some(Arc::new(Asked {
            answer,
            following: follow.map(|follow| Following { follow, unfollow }),
            owned,
        }));
        Ok(())
    })
}

impl Giving {
    /// Returns a host with only the core functions.
    pub(super) fn new() -> Giving {
        Giving {
            core: Core::new(Arc::new(NoHost)),
            kinds: Arc::default(),
            files: Reading::default(),
            asked: None,
        }
    }

    /// Replaces the core functions by a changed version.
    pub(super) fn change(&mut self, change: impl FnOnce(Core) -> Core) {
        let nothing = Core::new(Arc::new(NoHost));
        self.core = change(std::mem::replace(&mut self.core, nothing));
    }
}

impl Reader {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let mut out = ptr::null_mut::<pcty_string>();
        let mut error = ptr::null_mut();
        // SAFETY: the host registered the callback with this data; the path outlives the call; the
        // output is NULL or owned, and a handle is its `Inner` in memory.
        untold(|| unsafe {
            let path = pcty_str::borrowed(path);
            let status = (self.read)(self.owned.data, path, &raw mut out, &raw mut error);
            let text = answered_or_none(status, out, error)?;
            Ok(text.map(|text| text.bytes().to_vec()))
        })
    }
}

impl Reading {
    /// Returns the content of a file of the deploy.
    pub(super) fn content(&self, path: &str) -> Result<Option<Vec<u8>>> {
        if let (Some(modules), Some(below)) = (&self.modules, path.strip_prefix(MODULES)) {
            return modules.read(below);
        }
        match &self.files {
            Some(files) => files.read(path),
            None => Ok(None),
        }
    }
}

/// The source files of a program. The front end only receives whether a file exists; the reason for
/// a failed read is kept for the caller of the compilation.
#[derive(Default)]
pub(super) struct Sources {
    reading: Reading,
    /// A path, and the text that replaces the file at that path.
    given: Option<(Str, Str)>,
    failure: Mutex<Option<Error>>,
}

impl Sources {
    pub(super) fn new(reading: Reading, given: Option<(Str, Str)>) -> Sources {
        Sources {
            reading,
            given,
            failure: Mutex::new(None),
        }
    }

    /// Takes the first error of a file that exists and could not be read.
    pub(super) fn failure(&self) -> Option<Error> {
        let failure = self.failure.lock();
        failure.unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Files for Sources {
    fn read(&self, path: &str) -> Option<Str> {
        if let Some((of, text)) = &self.given
            && &**of == path
        {
            return Some(text.clone());
        }
        let read = self.reading.content(path).and_then(|content| {
            let text = content.map(String::from_utf8).transpose();
            text.map_err(|failure| {
                let message = format!("{path}: the text is not UTF-8");
                let at = failure.utf8_error().valid_up_to();
                Error::new(Code::InvalidUtf8, message).with_offset(at)
            })
        });
        match read {
            Ok(text) => text.map(Into::into),
            Err(error) => {
                let failure = self.failure.lock();
                failure
                    .unwrap_or_else(PoisonError::into_inner)
                    .get_or_insert(error);
                None
            }
        }
    }
}

/// Passes queries of functions to the host. The time is the runtime's own.
pub(super) struct World {
    asked: Option<Arc<Asked>>,
    reading: Reading,
    pub(super) clock: Clock,
    /// The identifiers of all senders whose `follow` callback has succeeded.
    begun: Mutex<IdSet<usize>>,
}

impl World {
    pub(super) fn new(host: &Giving) -> World {
        World {
            asked: host.asked.clone(),
            reading: host.files.clone(),
            clock: Clock::new(),
            begun: Mutex::default(),
        }
    }

    /// Reads or changes the set of followed senders; no callback runs meanwhile.
    fn begun<T>(&self, look: impl FnOnce(&mut IdSet<usize>) -> T) -> T {
        look(&mut self.begun.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Queries the host for the language itself; `returns` is the notation of the answer's type.
    fn ask(&self, question: &str, arguments: &[&Value], returns: &str) -> Result<Option<Value>> {
        if self.asked.is_none() {
            return Ok(None);
        }
        let returns = mcl::parse_type(returns, VariableScope::new())?;
        let Some(answer) = self.answer(question, arguments, &returns)? else {
            return Ok(None);
        };
        let found = mcl::type_of(&answer)?;
        if found != returns {
            let message = format!("the host answered {question} with a value of the wrong type");
            let error = Error::new(Code::Misbehaved, message);
            return Err(error.with_expected(&returns).with_found(&found));
        }
        Ok(Some(answer))
    }
}

impl Host for World {
    fn answer(
        &self,
        function: &str,
        arguments: &[&Value],
        returns: &Type,
    ) -> Result<Option<Value>> {
        let Some(asked) = &self.asked else {
            return Ok(None);
        };
        let mut out = ptr::null_mut::<pcty_value>();
        let mut error = ptr::null_mut();
        untold(|| {
            // SAFETY: the host registered the callback with this data; the arguments outlive the
            // call, and a reference to a value is a pointer to its handle.
            let status = unsafe {
                (asked.answer)(
                    asked.owned.data,
                    pcty_str::borrowed(function),
                    arguments.as_ptr().cast(),
                    arguments.len(),
                    pcty_type::borrowed(returns),
                    &raw mut out,
                    &raw mut error,
                )
            };
            // SAFETY: the outputs of the callback are NULL or owned.
            let value = unsafe { answered_or_none(status, out, error) }?;
            Ok(value.map(|value| *value))
        })
    }

    fn subscribe(&self, function: &str, arguments: &[&Value], sender: &Sender) -> Result<()> {
        let asked = self.asked.as_ref();
        let asked = asked.and_then(|asked| Some((asked, asked.following.as_ref()?)));
        let Some((asked, following)) = asked else {
            return Ok(());
        };
        // SAFETY: the host registered the callbacks with this data.
        unsafe { following.begin(&asked.owned, function, arguments, sender) }?;
        self.begun(|begun| begun.insert(sender.id()));
        Ok(())
    }

    fn unsubscribe(&self, sender: &Sender) {
        self.clock.forget(sender);
        // Timers of the sender also end here.
        let has_begun = self.begun(|begun| begun.remove(&sender.id()));
        let asked = self.asked.as_ref().filter(|_| has_begun);
        if let Some((asked, following)) =
            asked.and_then(|asked| Some((asked, asked.following.as_ref()?)))
        {
            // SAFETY: the host registered the callbacks with this data.
            unsafe { following.end(&asked.owned, sender) }
        }
    }

    fn wake(&self, after: Duration, sender: &Sender) -> Result<()> {
        if self.clock.wake(after, sender) {
            Ok(())
        } else {
            NoHost.wake(after, sender)
        }
    }

    fn now(&self) -> Result<i64> {
        self.clock.now().map_or_else(|| NoHost.now(), Ok)
    }

    fn zone(&self, seconds: i64) -> Result<Zone> {
        let second = Value::from_integer(seconds.into());
        let answer = self.ask("_zone", &[&second], "struct{offset int; name str}")?;
        let parts = answer.as_ref().and_then(Value::parts);
        let Some([offset, name]) = parts else {
            return Ok(Zone::utc());
        };
        let offset = offset.as_integer().and_then(|offset| offset.to_i64());
        Ok(Zone {
            offset: offset
                .and_then(|offset| offset.try_into().ok())
                .unwrap_or(0),
            name: name.as_str().unwrap_or_default().to_owned(),
        })
    }

    fn random(&self) -> Result<u64> {
        let answer = self.ask("_random", &[], "int")?;
        let number = answer.as_ref().and_then(Value::as_integer);
        match number.and_then(|number| number.to_i64()) {
            Some(number) => Ok(number as u64),
            None => NoHost.random(),
        }
    }

    fn deploy_file(&self, path: &str) -> Result<Option<Vec<u8>>> {
        if self.reading.files.is_some() || self.reading.modules.is_some() {
            self.reading.content(path)
        } else {
            NoHost.deploy_file(path)
        }
    }

    fn deploy_has(&self, path: &str) -> Result<bool> {
        let answer = self.ask("_exists", &[&Value::string(path)], "bool")?;
        match answer.as_ref().and_then(Value::as_bool) {
            Some(there) => Ok(there),
            None => Ok(self.deploy_file(path)?.is_some()),
        }
    }

    fn environment(&self) -> Result<Vec<(String, String)>> {
        let Some(answer) = self.ask("_environment", &[], "map{str: str}")? else {
            return NoHost.environment();
        };
        let entries = answer.entries().unwrap_or_default().iter();
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        Ok(entries
            .map(|entry| (text(entry.key()), text(entry.value())))
            .collect())
    }
}
