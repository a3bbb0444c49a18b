//! Puppet's language: what the host does for a program.
//!
//! Functions of the host, where definitions come from and messages go, and who answers what
//! functions such as `lookup` ask of the world. The callbacks may be called by several threads
//! at once, if the host evaluates in several. One that fails ends the evaluation with its
//! error. Each is told of at its setter: an environment has one of each kind, and a function
//! of each name, of which the last that was set counts.

use super::environment::pcty_puppet_environment;
use crate::calls::Budget;
use crate::dialect::puppet::{
    Definitions, Host, HostCall, HostFunction, Level, Lookup, NoHost, Special, array, undef,
};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::{PCTY_ERROR_UNSUPPORTED, pcty_status};
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    Handle, answer, answered, answered_or_none, finished, handle, invalid, make, need, quiet, refs,
    run, slice, text, unnamed,
};
use crate::ffi::puppet::notation::supported;
use crate::ffi::reentry::{during, untold};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result, Source};
use crate::types::Str;
use crate::values::Value;
use std::cell::RefCell;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// The call that a function of the host answers. It is lent to the callback, until this
/// returns, on the thread that it runs on.
///
/// ```c
/// // twice(3) |$x| { $x + 1 } gives [4, 4].
/// static pcty_status twice(void *user_data, const pcty_value *const *args, size_t count,
///                          const pcty_puppet_call *call, pcty_value **out, pcty_error **error) {
///     pcty_value *made[2] = {NULL, NULL};
///     pcty_status status = PCTY_OK;
///     (void)user_data;
///     for (int i = 0; i < 2 && status == PCTY_OK; i++) {
///         status = pcty_puppet_call_block(call, args, count, &made[i], error);
///     }
///     if (status == PCTY_OK) {
///         const pcty_value *both[2] = {made[0], made[1]};
///         status = pcty_puppet_value_array(both, 2, out, error);
///     }
///     pcty_value_free(made[0]);
///     pcty_value_free(made[1]);
///     return status;
/// }
///
/// static pcty_status add_twice(pcty_puppet_environment *environment, pcty_error **error) {
///     const pcty_str signatures[] = {PCTY_STR_INIT("Integer number, Callable[1, 1] block")};
///     return pcty_puppet_environment_set_function(environment, PCTY_STR("twice"), signatures, 1,
///                                                 twice, NULL, NULL, error);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_puppet_call(Lent);

handle!(pcty_puppet_call, Lent);

/// A call without its lifetimes, which the callback's contract has instead; it is taken while
/// its block runs, which may reach the callback again.
pub struct Lent(RefCell<*mut HostCall<'static, 'static>>);

/// Computes the result of a call of a function of the host. The arguments fit one of the
/// function's signatures; they and the call are lent. On success it puts a value of its own
/// into `*out`, which is NULL at first, and the library takes it; on failure it puts an error of
/// its own into `*error` and returns its code.
pub type pcty_puppet_function = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        args: *const *const pcty_value,
        count: usize,
        call: *const pcty_puppet_call,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// How urgent a message is.
pub type pcty_puppet_level = u32;

/// For those who look for faults.
pub const PCTY_PUPPET_LEVEL_DEBUG: pcty_puppet_level = 1;
/// What happens as it should.
pub const PCTY_PUPPET_LEVEL_INFO: pcty_puppet_level = 2;
/// What `notice` says.
pub const PCTY_PUPPET_LEVEL_NOTICE: pcty_puppet_level = 3;
/// What is probably wrong.
pub const PCTY_PUPPET_LEVEL_WARNING: pcty_puppet_level = 4;
/// What went wrong.
pub const PCTY_PUPPET_LEVEL_ERR: pcty_puppet_level = 5;
/// What has to be seen to at once.
pub const PCTY_PUPPET_LEVEL_ALERT: pcty_puppet_level = 6;
/// What affects everything.
pub const PCTY_PUPPET_LEVEL_EMERG: pcty_puppet_level = 7;
/// What is broken.
pub const PCTY_PUPPET_LEVEL_CRIT: pcty_puppet_level = 8;

fn level_of(level: Level) -> pcty_puppet_level {
    match level {
        Level::Debug => PCTY_PUPPET_LEVEL_DEBUG,
        Level::Info => PCTY_PUPPET_LEVEL_INFO,
        Level::Notice => PCTY_PUPPET_LEVEL_NOTICE,
        Level::Warning => PCTY_PUPPET_LEVEL_WARNING,
        Level::Err => PCTY_PUPPET_LEVEL_ERR,
        Level::Alert => PCTY_PUPPET_LEVEL_ALERT,
        Level::Emerg => PCTY_PUPPET_LEVEL_EMERG,
        Level::Crit => PCTY_PUPPET_LEVEL_CRIT,
    }
}

/// Is told of a message, which is lent. On failure it puts an error of its own into `*error`
/// and returns its code.
pub type pcty_puppet_logger = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        level: pcty_puppet_level,
        message: pcty_str,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Which definition of a name is looked for.
pub type pcty_puppet_load_kind = u32;

/// A function: of a module, in a file of the folder `functions`.
pub const PCTY_PUPPET_LOAD_FUNCTION: pcty_puppet_load_kind = 1;
/// A type alias: in a file of the folder `types`.
pub const PCTY_PUPPET_LOAD_TYPE: pcty_puppet_load_kind = 2;
/// A class or a defined type: in a file of the folder `manifests`.
pub const PCTY_PUPPET_LOAD_CLASS: pcty_puppet_load_kind = 3;
/// A template: in a file of the folder `templates`.
pub const PCTY_PUPPET_LOAD_TEMPLATE: pcty_puppet_load_kind = 4;

fn sought_of(sought: Definitions) -> pcty_puppet_load_kind {
    match sought {
        Definitions::Function => PCTY_PUPPET_LOAD_FUNCTION,
        Definitions::Type => PCTY_PUPPET_LOAD_TYPE,
        Definitions::Class => PCTY_PUPPET_LOAD_CLASS,
        Definitions::Template => PCTY_PUPPET_LOAD_TEMPLATE,
    }
}

/// Finds the text that defines a name. The name is qualified and in lower case, such as
/// `stdlib::port`, and of a template as it is said, such as `ntp/ntp.conf.epp`; it is lent. On
/// success it puts the text into `*out` and what errors call it, such as a path, into `*file`,
/// strings of its own that the library takes; both are NULL at first, which says, left so, that
/// there is no such definition, and a text without a name. On failure it puts an error of its
/// own into `*error` and returns its code.
pub type pcty_puppet_loader = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        sought: pcty_puppet_load_kind,
        name: pcty_str,
        out: *mut *mut pcty_string,
        file: *mut *mut pcty_string,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// What a function asks of the world.
pub type pcty_puppet_question = u32;

/// `lookup` and `hiera`: the value of the first of some keys that has one. Four arguments: an
/// Array of the keys; the type that the value has to be of, how values merge, and further
/// options as a Hash, each undef where nothing is said of it.
pub const PCTY_PUPPET_QUESTION_LOOKUP: pcty_puppet_question = 1;
/// `find_file` and its kin: the path of the first of some files that there is, a String. Each
/// argument is a name.
pub const PCTY_PUPPET_QUESTION_FIND_FILE: pcty_puppet_question = 2;
/// `file` and `binary_file`: what a file contains, a String or a Binary. The argument is its
/// name.
pub const PCTY_PUPPET_QUESTION_READ_FILE: pcty_puppet_question = 3;
/// `generate`: what a command writes, a String. Each argument is a word of the command.
pub const PCTY_PUPPET_QUESTION_GENERATE: pcty_puppet_question = 4;
/// `defined`, and names of types that nothing else knows: whether there is a resource type, a
/// class or a defined type of a name, a Boolean. The argument is the name.
pub const PCTY_PUPPET_QUESTION_DEFINED: pcty_puppet_question = 5;
/// What only a catalog can do: `include`, `contain`, `require`, `realize`, `create_resources`,
/// `tag`, `tagged`. The first argument is the function's name, the others are its own.
pub const PCTY_PUPPET_QUESTION_CATALOG: pcty_puppet_question = 6;

/// Answers what a function asks of the world. The arguments are lent. On success it puts a value
/// of its own into `*out`, which the library takes; NULL, as it is at first, says that there is
/// no such value or file. PCTY_ERROR_UNSUPPORTED without an error says that this host does not
/// answer such questions, and the language tells so. On another failure it puts an error of its
/// own into `*error` and returns its code.
pub type pcty_puppet_answer = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        question: pcty_puppet_question,
        args: *const *const pcty_value,
        count: usize,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Defines a function, in place of an earlier one or of the language's own of that name. Each
/// signature is written as messages write it, `String[1] name, Any value?, Callable[1, 1]
/// block?`: a `?` behind what may be left away, a `*` or `+` behind what may come several times,
/// the block last; the first that a call fits is taken. Without any, every call fits.
///
/// Ownership: changes `environment`; the texts are copied. `user_data` is the library's from here
/// on, also on failure.
/// Errors: PCTY_ERROR_SYNTAX and others of `pcty_puppet_type_parse` for a signature that cannot be
/// read; PCTY_ERROR_INVALID_UTF8.
/// NULL: `signatures` (if `count` is 0) and `user_data`, `destroy` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_environment_set_function(
    environment: Option<&mut pcty_puppet_environment>,
    name: pcty_str,
    signatures: *const pcty_str,
    count: usize,
    function: pcty_puppet_function,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let host = Owned::new(user_data, destroy);
    run(error, move || {
        let surroundings = &mut need(environment, "environment")?.0;
        let name = text(&name, "name")?;
        let function = need(function, "function")?;
        // SAFETY: by the header's contract `signatures` has as many elements as the call says.
        let given = unsafe { slice(signatures, count, "signatures") }?;
        let signatures = given.iter().map(|each| text(each, "signatures"));
        let signatures: Vec<&str> = signatures.collect::<Result<_>>()?;
        let run = move |args: &[Value], call: &mut HostCall<'_, '_>| {
            // SAFETY: the host gave the function for this data.
            unsafe { call_host(function, &host, args, call) }
        };
        let made = HostFunction::new(name, &signatures, &surroundings.aliases, run)?;
        surroundings.change(|environment| environment.function(made));
        Ok(())
    })
}

/// What a function of the host says of a call.
///
/// # Safety
/// The host gave the function for this data.
unsafe fn call_host(
    function: unsafe extern "C" fn(
        *mut c_void,
        *const *const pcty_value,
        usize,
        *const pcty_puppet_call,
        *mut *mut pcty_value,
        *mut *mut pcty_error,
    ) -> pcty_status,
    host: &Owned,
    args: &[Value],
    call: &mut HostCall<'_, '_>,
) -> Result<Value> {
    let args: Vec<*const pcty_value> = args.iter().map(pcty_value::lend).collect();
    let budget = call.budget();
    // The call is reached through this pointer alone until the function has returned.
    let lent = Lent(RefCell::new(ptr::from_mut(call).cast()));
    during(budget, || {
        let mut out = ptr::null_mut();
        let mut error = ptr::null_mut();
        // SAFETY: this function has the same contract; what is lent outlives the call.
        let status = unsafe {
            function(
                host.data,
                args.as_ptr(),
                args.len(),
                pcty_puppet_call::lend(&lent),
                &raw mut out,
                &raw mut error,
            )
        };
        // SAFETY: what the callback gives is NULL or owned.
        unsafe { answered(status, out, error) }.map(|value| *value)
    })
}

/// Whether a call has a block. NULL: gives false, as does a call whose block is running.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_call_has_block(call: Option<&pcty_puppet_call>) -> bool {
    quiet(false, || {
        let lent = call.and_then(|call| call.0.0.try_borrow().ok());
        // SAFETY: by the header's contract the callback that the call was lent to still runs,
        // on this thread, and nobody else is at the call as long as it is borrowed here.
        lent.is_some_and(|lent| unsafe { &**lent }.has_block())
    })
}

/// Calls the block of a call. A block that fails or leaves the function around it (`return`)
/// gives an error which the function has to pass on: what it gives instead is not looked at.
///
/// Ownership: `*out` is the caller's; the arguments stay the caller's.
/// Errors: PCTY_ERROR_CALLBACK where the block has stopped; PCTY_ERROR_INVALID_ARGUMENT where
/// there is none, or where it is running already; PCTY_ERROR_UNSUPPORTED for marks and unknown
/// values.
/// NULL: `args` (if `count` is 0) and `error` may be.
/// Threads: that of the callback alone, until it returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_call_block(
    call: Option<&pcty_puppet_call>,
    args: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let lent = &need(call, "call")?.0.0;
        let lent = lent.try_borrow_mut();
        let lent = lent.map_err(|_| invalid("the block of `call` is running"))?;
        let pointer = *lent;
        // SAFETY: by the header's contract the callback that the call was lent to still runs,
        // on this thread, and nobody else is at the call as long as it is borrowed here.
        let call = unsafe { &mut *pointer };
        // SAFETY: by the header's contract `args` has as many elements as the call says.
        let args = unsafe { refs(args, count, "args") }?;
        let budget = call.budget();
        let given = args.iter().enumerate().map(|(at, &arg)| {
            let arg = supported(arg, budget).map_err(|error| error.with_argument(at));
            arg.cloned()
        });
        let given: Vec<Value> = given.collect::<Result<_>>()?;
        call.call_block(&given)
    })
}

/// Says where messages go; without, they are lost.
///
/// Ownership: changes `environment`. `user_data` is the library's from here on, also on failure.
/// Errors: none but NULL.
/// NULL: `user_data`, `destroy` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_environment_set_logger(
    environment: Option<&mut pcty_puppet_environment>,
    logger: pcty_puppet_logger,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let host = Owned::new(user_data, destroy);
    run(error, move || {
        let surroundings = &mut need(environment, "environment")?.0;
        let logger = need(logger, "logger")?;
        let log = move |level: Level, message: &str| {
            let host = &host;
            let mut error = ptr::null_mut();
            // SAFETY: the host gave the logger for this data; the message outlives the call;
            // an error that it gives is NULL or owned.
            untold(|| unsafe {
                let message = pcty_str::lend(message);
                let status = logger(host.data, level_of(level), message, &raw mut error);
                finished(status, error)
            })
        };
        surroundings.change(|environment| environment.logger(log));
        Ok(())
    })
}

/// Says where definitions come from that a program does not have itself. It is asked when a
/// name is used for the first time, once in an evaluation.
///
/// Ownership: changes `environment`. `user_data` is the library's from here on, also on failure.
/// Errors: none but NULL.
/// NULL: `user_data`, `destroy` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_environment_set_loader(
    environment: Option<&mut pcty_puppet_environment>,
    loader: pcty_puppet_loader,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let host = Owned::new(user_data, destroy);
    run(error, move || {
        let surroundings = &mut need(environment, "environment")?.0;
        let loader = need(loader, "loader")?;
        let load = move |sought: Definitions, name: &str| {
            let host = &host;
            let (mut out, mut file) = (ptr::null_mut(), ptr::null_mut());
            let mut error = ptr::null_mut();
            // SAFETY: the host gave the loader for this data; the name outlives the call; what
            // it gives is NULL or owned.
            let (text, file) = untold(|| unsafe {
                let (sought, name) = (sought_of(sought), pcty_str::lend(name));
                let (out, file) = (&raw mut out, &raw mut file);
                let status = loader(host.data, sought, name, out, file, &raw mut error);
                // The strings are freed if the call failed.
                let strings = (taken(*out), taken(*file));
                finished(status, error)?;
                Ok(strings)
            })?;
            let file = file.as_deref().map(utf8).transpose()?.unwrap_or_default();
            let text = text.as_deref().map(utf8).transpose()?;
            Ok(text.map(|text| Source::new(file, text)))
        };
        surroundings.change(|environment| environment.loader(load));
        Ok(())
    })
}

/// Where a directory of modules, laid out as Puppet has it, keeps the definition of a name:
/// `stdlib::port` in `types/port.pp` of the module `stdlib`, the class `ntp` in
/// `ntp/manifests/init.pp`, the set of types `ntp` in `ntp/types/init_typeset.pp`, the template
/// `ntp/ntp.conf.epp` in `ntp/templates/ntp.conf.epp`. The path begins with the directory, if one is said; `/` stands between its parts. Nothing is read.
///
/// Ownership: `*out` is the caller's; NULL for a name that no file within a module can have.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a `sought` without a constant; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_module_file(
    directory: pcty_str,
    name: pcty_str,
    sought: pcty_puppet_load_kind,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let directory = text(&directory, "directory")?;
        let definitions = match sought {
            PCTY_PUPPET_LOAD_FUNCTION => Definitions::Function,
            PCTY_PUPPET_LOAD_TYPE => Definitions::Type,
            PCTY_PUPPET_LOAD_CLASS => Definitions::Class,
            PCTY_PUPPET_LOAD_TEMPLATE => Definitions::Template,
            other => return Err(unnamed("sought", other)),
        };
        let found = definitions
            .file(text(&name, "name")?)
            .map(|file| match directory {
                "" => file,
                directory => format!("{directory}/{file}"),
            });
        Ok(found.map_or(ptr::null_mut(), |path| {
            pcty_string::own(OwnedText::new(path))
        }))
    })
}

/// A string that a callback has given, if it has.
///
/// # Safety
/// `string` is NULL or owned.
unsafe fn taken(string: *mut pcty_string) -> Option<Box<OwnedText>> {
    // SAFETY: not NULL, so owned by this function's contract; a handle is its `Inner` in memory.
    (!string.is_null()).then(|| unsafe { Box::from_raw(string.cast()) })
}

/// The text of a string that a callback has given.
fn utf8(string: &OwnedText) -> Result<Str> {
    let text = std::str::from_utf8(string.bytes());
    text.map(Str::from).map_err(|fault| {
        Error::new(Code::InvalidUtf8, "the loaded text is not valid UTF-8")
            .with_offset(fault.valid_up_to())
    })
}

/// Says who answers what functions ask of the world; without, every question is an error that
/// says so, and nothing is defined.
///
/// Ownership: changes `environment`. `user_data` is the library's from here on, also on failure.
/// Errors: none but NULL.
/// NULL: `user_data`, `destroy` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_environment_set_answer(
    environment: Option<&mut pcty_puppet_environment>,
    host: pcty_puppet_answer,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let owned = Owned::new(user_data, destroy);
    run(error, move || {
        let surroundings = &mut need(environment, "environment")?.0;
        let answer = need(host, "host")?;
        let answers = Answers { answer, owned };
        surroundings.change(|environment| environment.host(answers));
        Ok(())
    })
}

/// A host that answers through a callback.
struct Answers {
    answer: unsafe extern "C" fn(
        *mut c_void,
        pcty_puppet_question,
        *const *const pcty_value,
        usize,
        *mut *mut pcty_value,
        *mut *mut pcty_error,
    ) -> pcty_status,
    owned: Owned,
}

/// What a host says.
enum Answer {
    /// There is this.
    Found(Value),
    /// There is nothing of the kind.
    Nothing,
    /// It does not answer such questions.
    Unanswered,
}

impl Answers {
    fn ask(&self, question: pcty_puppet_question, args: &[Value]) -> Result<Answer> {
        let args: Vec<*const pcty_value> = args.iter().map(pcty_value::lend).collect();
        let mut out = ptr::null_mut::<pcty_value>();
        let mut error = ptr::null_mut();
        let answer = untold(|| {
            // SAFETY: the host gave the callback for this data; the arguments outlive the call.
            let status = unsafe {
                (self.answer)(
                    self.owned.data,
                    question,
                    args.as_ptr(),
                    args.len(),
                    &raw mut out,
                    &raw mut error,
                )
            };
            let is_unanswered = status == PCTY_ERROR_UNSUPPORTED && error.is_null();
            // SAFETY: the outputs of the callback are NULL or owned.
            match unsafe { answered_or_none(status, out, error) } {
                Err(_) if is_unanswered => Ok(Err(Answer::Unanswered)),
                made => made.map(Ok),
            }
        });
        match answer? {
            Err(unanswered) => Ok(unanswered),
            Ok(None) => Ok(Answer::Nothing),
            Ok(Some(value)) => {
                supported(&value, &Budget::standard())?;
                Ok(Answer::Found(*value))
            }
        }
    }
}

/// The strings that words are.
fn strings<T: AsRef<str>>(words: &[T]) -> Vec<Value> {
    let strings = words.iter().map(|word| Value::string(word.as_ref()));
    strings.collect()
}

/// An answer that has to be a String.
fn string(value: &Value) -> Result<String> {
    value
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| unfit(value, "a String"))
}

#[cold]
fn unfit(value: &Value, wanted: &str) -> Error {
    let message = format!("the host has not answered with {wanted}");
    Error::new(Code::Misbehaved, message).with_found(value.ty())
}

impl Host for Answers {
    fn lookup(&self, lookup: &Lookup) -> Result<Option<Value>> {
        let ty = lookup.ty.clone().map(Value::from_type).transpose()?;
        let given = |value: Option<Value>| value.unwrap_or_else(undef);
        let args = [
            array(strings(&lookup.names))?,
            given(ty),
            given(lookup.merge.clone()),
            given(lookup.options.clone()),
        ];
        match self.ask(PCTY_PUPPET_QUESTION_LOOKUP, &args)? {
            Answer::Found(value) => Ok(Some(value)),
            Answer::Nothing => Ok(None),
            Answer::Unanswered => NoHost.lookup(lookup),
        }
    }

    fn find_file(&self, names: &[&str]) -> Result<Option<String>> {
        match self.ask(PCTY_PUPPET_QUESTION_FIND_FILE, &strings(names))? {
            Answer::Found(path) => string(&path).map(Some),
            Answer::Nothing => Ok(None),
            Answer::Unanswered => NoHost.find_file(names),
        }
    }

    fn read_file(&self, name: &str) -> Result<Option<Vec<u8>>> {
        match self.ask(PCTY_PUPPET_QUESTION_READ_FILE, &strings(&[name]))? {
            Answer::Found(content) => match Special::of(&content) {
                Some(Special::Binary(bytes)) => Ok(Some(bytes.to_vec())),
                _ => match content.as_str() {
                    Some(text) => Ok(Some(text.as_bytes().to_vec())),
                    None => Err(unfit(&content, "a String or a Binary")),
                },
            },
            Answer::Nothing => Ok(None),
            Answer::Unanswered => NoHost.read_file(name),
        }
    }

    fn generate(&self, command: &[&str]) -> Result<String> {
        match self.ask(PCTY_PUPPET_QUESTION_GENERATE, &strings(command))? {
            Answer::Found(output) => string(&output),
            Answer::Nothing => Err(unfit(&undef(), "a String")),
            Answer::Unanswered => NoHost.generate(command),
        }
    }

    fn is_defined(&self, name: &str) -> Result<bool> {
        match self.ask(PCTY_PUPPET_QUESTION_DEFINED, &strings(&[name]))? {
            Answer::Found(answer) => answer.as_bool().ok_or_else(|| unfit(&answer, "a Boolean")),
            Answer::Nothing => Ok(false),
            Answer::Unanswered => NoHost.is_defined(name),
        }
    }

    fn catalog(&self, function: &str, arguments: &[Value]) -> Result<Value> {
        let mut args = strings(&[function]);
        args.extend_from_slice(arguments);
        match self.ask(PCTY_PUPPET_QUESTION_CATALOG, &args)? {
            Answer::Found(value) => Ok(value),
            Answer::Nothing => Ok(undef()),
            Answer::Unanswered => NoHost.catalog(function, arguments),
        }
    }
}
