//! Puppet's language: callbacks of the host.
//!
//! The host supplies functions, a loader of definitions, a logger of messages, and answers to
//! queries of functions such as `lookup`. If the host evaluates on several threads, they may call
//! the callbacks concurrently. A callback that fails ends the evaluation with its error. An
//! environment has one callback of each kind, and one function of each name; a later setter
//! replaces an earlier one.

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
    run, text, texts, unnamed, versioned,
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

/// A call of a host function. It is borrowed by the callback, on the thread of the callback, until
/// the callback returns.
///
/// ```c
/// // twice(3) |$x| { $x + 1 } returns [4, 4].
/// static pcty_status twice(void *user_data, const pcty_value *const *arguments, size_t count,
///                          const pcty_puppet_call *call, pcty_value **out, pcty_error **error) {
///     pcty_value *made[2] = {NULL, NULL};
///     pcty_status status = PCTY_OK;
///     (void)user_data;
///     for (int i = 0; i < 2 && status == PCTY_OK; i++) {
///         status = pcty_puppet_call_block(call, arguments, count, &made[i], error);
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
///     pcty_puppet_function_spec spec = PCTY_PUPPET_FUNCTION_SPEC_INIT;
///     spec.name = PCTY_STR("twice");
///     spec.signatures = signatures;
///     spec.signature_count = 1;
///     spec.call = twice;
///     return pcty_puppet_environment_add_function(environment, &spec, error);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_puppet_call(Borrowed);

handle!(pcty_puppet_call, Borrowed);

/// A call without its lifetimes, which the contract of the callback replaces. It is taken while its
/// block runs, because the block may call the callback again.
pub struct Borrowed(RefCell<*mut HostCall<'static, 'static>>);

/// Computes the result of a call of a host function. The arguments match one of the function's
/// signatures. The arguments and the call are borrowed during the call. On success the callback
/// stores a new value in `*out`, which is initially NULL, and the library takes ownership of it. On
/// failure the callback stores a new error in `*error` and returns its code.
pub type pcty_puppet_function = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        arguments: *const *const pcty_value,
        count: usize,
        call: *const pcty_puppet_call,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// The definition of a function. Start from PCTY_PUPPET_FUNCTION_SPEC_INIT.
///
/// Each signature uses the notation of messages, such as `String[1] name, Any value?, Callable[1,
/// 1] block?`. A `?` follows an optional parameter, `*` or `+` a parameter that may be repeated,
/// and the block is last. The first signature that matches a call applies. Without signatures, all
/// calls match.
#[repr(C)]
pub struct pcty_puppet_function_spec {
    /// The size of this struct.
    pub struct_size: u32,
    /// The name.
    pub name: pcty_str,
    /// The signatures; may be NULL if `signature_count` is 0.
    pub signatures: *const pcty_str,
    /// The number of signatures.
    pub signature_count: usize,
    /// Computes the result of a call.
    pub call: pcty_puppet_function,
    /// The first argument of the callback.
    pub user_data: *mut c_void,
    /// Releases `user_data` when the last owner of the function is freed; may be NULL.
    pub destroy: pcty_destroy,
}

/// The level of a message.
pub type pcty_puppet_level = u32;

/// Information for debugging.
pub const PCTY_PUPPET_LEVEL_DEBUG: pcty_puppet_level = 1;
/// Normal operation.
pub const PCTY_PUPPET_LEVEL_INFO: pcty_puppet_level = 2;
/// The output of `notice`.
pub const PCTY_PUPPET_LEVEL_NOTICE: pcty_puppet_level = 3;
/// A probable error.
pub const PCTY_PUPPET_LEVEL_WARNING: pcty_puppet_level = 4;
/// An error.
pub const PCTY_PUPPET_LEVEL_ERR: pcty_puppet_level = 5;
/// A problem that needs immediate action.
pub const PCTY_PUPPET_LEVEL_ALERT: pcty_puppet_level = 6;
/// A problem that affects the whole system.
pub const PCTY_PUPPET_LEVEL_EMERG: pcty_puppet_level = 7;
/// A critical failure.
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

/// Receives a message, which is borrowed during the call. On failure the callback stores a new
/// error in `*error` and returns its code.
pub type pcty_puppet_logger = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        level: pcty_puppet_level,
        message: pcty_str,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// The kind of a definition to load.
pub type pcty_puppet_load_kind = u32;

/// A function of a module, in a file of the folder `functions`.
pub const PCTY_PUPPET_LOAD_FUNCTION: pcty_puppet_load_kind = 1;
/// A type alias, in a file of the folder `types`.
pub const PCTY_PUPPET_LOAD_TYPE: pcty_puppet_load_kind = 2;
/// A class or a defined type, in a file of the folder `manifests`.
pub const PCTY_PUPPET_LOAD_CLASS: pcty_puppet_load_kind = 3;
/// A template, in a file of the folder `templates`.
pub const PCTY_PUPPET_LOAD_TEMPLATE: pcty_puppet_load_kind = 4;

fn sought_of(sought: Definitions) -> pcty_puppet_load_kind {
    match sought {
        Definitions::Function => PCTY_PUPPET_LOAD_FUNCTION,
        Definitions::Type => PCTY_PUPPET_LOAD_TYPE,
        Definitions::Class => PCTY_PUPPET_LOAD_CLASS,
        Definitions::Template => PCTY_PUPPET_LOAD_TEMPLATE,
    }
}

/// Loads the text that defines a name. The name is qualified and in lower case, such as
/// `stdlib::port`; the name of a template is passed as written, such as `ntp/ntp.conf.epp`. It is
/// borrowed during the call.
///
/// On success the callback stores the text in `*out` and its name for errors, such as a path, in
/// `*file`. Both are new strings, and the library takes ownership of them. Both are initially NULL:
/// if `*out` stays NULL, there is no such definition; if `*file` stays NULL, the text has no name.
/// On failure the callback stores a new error in `*error` and returns its code.
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

/// The kind of a query of a function about the outside world.
pub type pcty_puppet_question = u32;

/// `lookup` and `hiera`: the value of the first key that has one. The four arguments are an Array
/// of the keys, the required type of the value, the merge behavior, and a Hash of further options.
/// An argument that is not specified is undef.
pub const PCTY_PUPPET_QUESTION_LOOKUP: pcty_puppet_question = 1;
/// `find_file` and similar functions: the path of the first file that exists, a String. Each
/// argument is a name.
pub const PCTY_PUPPET_QUESTION_FIND_FILE: pcty_puppet_question = 2;
/// `file` and `binary_file`: the content of a file, a String or a Binary. The argument is the name
/// of the file.
pub const PCTY_PUPPET_QUESTION_READ_FILE: pcty_puppet_question = 3;
/// `generate`: the output of a command, a String. Each argument is a word of the command.
pub const PCTY_PUPPET_QUESTION_GENERATE: pcty_puppet_question = 4;
/// `defined`, and names of types that are not defined elsewhere: whether a resource type, a class
/// or a defined type with a name exists, a Boolean. The argument is the name.
pub const PCTY_PUPPET_QUESTION_DEFINED: pcty_puppet_question = 5;
/// Functions that need a catalog: `include`, `contain`, `require`, `realize`, `create_resources`,
/// `tag`, `tagged`. The first argument is the function's name, the others are the function's own
/// arguments.
pub const PCTY_PUPPET_QUESTION_CATALOG: pcty_puppet_question = 6;

/// Answers a query of a function about the outside world. The arguments are borrowed during the
/// call.
///
/// On success the callback stores a new value in `*out`, and the library takes ownership of it.
/// `*out` is initially NULL, and stays NULL if the value or file does not exist.
/// PCTY_ERROR_UNSUPPORTED without an error means that the host does not support the query; the
/// language then reports this. On any other failure the callback stores a new error in `*error` and
/// returns its code.
pub type pcty_puppet_answer = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        question: pcty_puppet_question,
        arguments: *const *const pcty_value,
        count: usize,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Defines a function. It replaces an earlier function, or a function of the language, with the
/// same name.
///
/// Errors: PCTY_ERROR_SYNTAX and other errors of `pcty_puppet_type_parse` for an invalid signature;
/// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `environment`; the texts are copied. The library takes ownership of
/// `spec->user_data`, also on failure, unless `struct_size` is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_environment_add_function(
    environment: Option<&mut pcty_puppet_environment>,
    spec: *const pcty_puppet_function_spec,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // The data is taken before the first operation that can fail, so that it is always released.
    let owned = quiet(Err(invalid("`spec` cannot be read")), || {
        // SAFETY: by the header's contract `spec` is NULL or valid.
        let spec = unsafe { versioned(spec, "spec") }?;
        Ok((spec, Owned::new(spec.user_data, spec.destroy)))
    });
    run(error, move || {
        let (spec, host) = owned?;
        let surroundings = &mut need(environment, "environment")?.0;
        let name = text(&spec.name, "spec->name")?;
        let function = need(spec.call, "spec->call")?;
        // SAFETY: by the header's contract `signatures` has `signature_count` elements.
        let signatures =
            unsafe { texts(spec.signatures, spec.signature_count, "spec->signatures") }?;
        let run = move |arguments: &[Value], call: &mut HostCall<'_, '_>| {
            // SAFETY: the host registered the function with this data.
            unsafe { call_host(function, &host, arguments, call) }
        };
        let made = HostFunction::new(name, &signatures, &surroundings.aliases, run)?;
        surroundings.change(|environment| environment.function(made));
        Ok(())
    })
}

/// Calls a host function.
///
/// # Safety
/// The host registered the function with this data.
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
    arguments: &[Value],
    call: &mut HostCall<'_, '_>,
) -> Result<Value> {
    let arguments: Vec<*const pcty_value> = arguments.iter().map(pcty_value::borrowed).collect();
    let budget = call.budget();
    // Until the function returns, the call is only accessed through this pointer.
    let borrowed = Borrowed(RefCell::new(ptr::from_mut(call).cast()));
    during(budget, || {
        let mut out = ptr::null_mut();
        let mut error = ptr::null_mut();
        // SAFETY: this function has the same contract; the borrowed arguments outlive the call.
        let status = unsafe {
            function(
                host.data,
                arguments.as_ptr(),
                arguments.len(),
                pcty_puppet_call::borrowed(&borrowed),
                &raw mut out,
                &raw mut error,
            )
        };
        // SAFETY: the outputs of the callback are NULL or owned.
        unsafe { answered(status, out, error) }.map(|value| *value)
    })
}

/// Returns whether a call has a block. The result is false while the block is running.
///
/// NULL: returns false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_call_has_block(call: Option<&pcty_puppet_call>) -> bool {
    quiet(false, || {
        let borrowed = call.and_then(|call| call.0.0.try_borrow().ok());
        // SAFETY: by the header's contract the callback that borrows the call is still running on
        // this thread, and no other code uses the call during this borrow.
        borrowed.is_some_and(|borrowed| unsafe { &**borrowed }.has_block())
    })
}

/// Calls the block of a call. If the block fails or leaves the enclosing function (`return`), the
/// result is an error that the function must return; any other result of the function is then
/// ignored.
///
/// Errors: PCTY_ERROR_CALLBACK if the block has stopped; PCTY_ERROR_INVALID_ARGUMENT if there is no
/// block, or if it is already running; PCTY_ERROR_UNSUPPORTED for marks and unknown values.
/// Ownership: `*out` is owned by the caller; the arguments remain owned by the caller.
/// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
/// Threads: only the thread of the callback, until the callback returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_call_block(
    call: Option<&pcty_puppet_call>,
    arguments: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let borrowed = &need(call, "call")?.0.0;
        let borrowed = borrowed.try_borrow_mut();
        let borrowed = borrowed.map_err(|_| invalid("the block of `call` is already running"))?;
        let pointer = *borrowed;
        // SAFETY: by the header's contract the callback that borrows the call is still running on
        // this thread, and no other code uses the call during this borrow.
        let call = unsafe { &mut *pointer };
        // SAFETY: by the header's contract `arguments` has `count` elements.
        let arguments = unsafe { refs(arguments, count, "arguments") }?;
        let budget = call.budget();
        let given = arguments.iter().enumerate().map(|(at, &arg)| {
            let arg = supported(arg, budget).map_err(|error| error.with_argument(at));
            arg.cloned()
        });
        let given: Vec<Value> = given.collect::<Result<_>>()?;
        call.call_block(&given)
    })
}

/// Sets the logger, which receives messages. Without a logger, messages are discarded.
///
/// Errors: none except for NULL.
/// Ownership: changes `environment`. The library takes ownership of `user_data`, also on failure.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_environment_set_logger(
    environment: Option<&mut pcty_puppet_environment>,
    logger: pcty_puppet_logger,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // The data is taken before the first operation that can fail, so that it is always released.
    let host = Owned::new(user_data, destroy);
    run(error, move || {
        let surroundings = &mut need(environment, "environment")?.0;
        let logger = need(logger, "logger")?;
        let log = move |level: Level, message: &str| {
            let host = &host;
            let mut error = ptr::null_mut();
            // SAFETY: the host registered the logger with this data; the message outlives the call;
            // its error is NULL or owned.
            untold(|| unsafe {
                let message = pcty_str::borrowed(message);
                let status = logger(host.data, level_of(level), message, &raw mut error);
                finished(status, error)
            })
        };
        surroundings.change(|environment| environment.logger(log));
        Ok(())
    })
}

/// Sets the loader of definitions that a program does not contain itself. It is called when a name
/// is used for the first time in an evaluation, once for each name.
///
/// Errors: none except for NULL.
/// Ownership: changes `environment`. The library takes ownership of `user_data`, also on failure.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_environment_set_loader(
    environment: Option<&mut pcty_puppet_environment>,
    loader: pcty_puppet_loader,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // The data is taken before the first operation that can fail, so that it is always released.
    let host = Owned::new(user_data, destroy);
    run(error, move || {
        let surroundings = &mut need(environment, "environment")?.0;
        let loader = need(loader, "loader")?;
        let load = move |sought: Definitions, name: &str| {
            let host = &host;
            let (mut out, mut file) = (ptr::null_mut(), ptr::null_mut());
            let mut error = ptr::null_mut();
            // SAFETY: the host registered the loader with this data; the name outlives the call;
            // its outputs are NULL or owned.
            let (text, file) = untold(|| unsafe {
                let (sought, name) = (sought_of(sought), pcty_str::borrowed(name));
                let (out, file) = (&raw mut out, &raw mut file);
                let status = loader(host.data, sought, name, out, file, &raw mut error);
                // Both strings are freed if the call failed.
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

/// Returns the path of the file that defines a name in a folder of modules with Puppet's layout.
/// For example:
///
/// - `stdlib::port`: `types/port.pp` of the module `stdlib`
/// - the class `ntp`: `ntp/manifests/init.pp`
/// - the type set `ntp`: `ntp/types/init_typeset.pp`
/// - the template `ntp/ntp.conf.epp`: `ntp/templates/ntp.conf.epp`
///
/// The path begins with the folder if it is not empty, and uses `/` as separator. No file is
/// read.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a `sought` without a constant; PCTY_ERROR_INVALID_UTF8.
/// Ownership: `*out` is owned by the caller; NULL for a name that no file in a module can define.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_module_file(
    folder: pcty_str,
    name: pcty_str,
    sought: pcty_puppet_load_kind,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        let folder = text(&folder, "folder")?;
        let definitions = match sought {
            PCTY_PUPPET_LOAD_FUNCTION => Definitions::Function,
            PCTY_PUPPET_LOAD_TYPE => Definitions::Type,
            PCTY_PUPPET_LOAD_CLASS => Definitions::Class,
            PCTY_PUPPET_LOAD_TEMPLATE => Definitions::Template,
            other => return Err(unnamed("sought", other)),
        };
        let found = definitions
            .file(text(&name, "name")?)
            .map(|file| match folder {
                "" => file,
                folder => format!("{folder}/{file}"),
            });
        Ok(found.map_or(ptr::null_mut(), |path| {
            pcty_string::own(OwnedText::new(path))
        }))
    })
}

/// Takes ownership of a string from a callback, unless it is NULL.
///
/// # Safety
/// `string` is NULL or owned.
unsafe fn taken(string: *mut pcty_string) -> Option<Box<OwnedText>> {
    // SAFETY: not NULL, so owned by this function's contract; a handle is its `Inner` in memory.
    (!string.is_null()).then(|| unsafe { Box::from_raw(string.cast()) })
}

/// Returns the text of a string from a callback.
fn utf8(string: &OwnedText) -> Result<Str> {
    let text = std::str::from_utf8(string.bytes());
    text.map(Str::from).map_err(|failure| {
        Error::new(Code::InvalidUtf8, "the loaded text is not valid UTF-8")
            .with_offset(failure.valid_up_to())
    })
}

/// Sets the callback that answers queries of functions about the outside world. Without it, queries
/// fail with an error that reports the missing host, and no resource type, class or defined type is
/// considered to exist.
///
/// Errors: none except for NULL.
/// Ownership: changes `environment`. The library takes ownership of `user_data`, also on failure.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_environment_set_answer(
    environment: Option<&mut pcty_puppet_environment>,
    answer: pcty_puppet_answer,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // The data is taken before the first operation that can fail, so that it is always released.
    let owned = Owned::new(user_data, destroy);
    run(error, move || {
        let surroundings = &mut need(environment, "environment")?.0;
        let answer = need(answer, "answer")?;
        let answers = Answers { answer, owned };
        surroundings.change(|environment| environment.host(answers));
        Ok(())
    })
}

/// A host that answers queries by a callback.
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

/// The answer of a host.
enum Answer {
    /// The value exists.
    Found(Value),
    /// The value or file does not exist.
    Nothing,
    /// The host does not support the query.
    Unanswered,
}

impl Answers {
    fn ask(&self, question: pcty_puppet_question, args: &[Value]) -> Result<Answer> {
        let args: Vec<*const pcty_value> = args.iter().map(pcty_value::borrowed).collect();
        let mut out = ptr::null_mut::<pcty_value>();
        let mut error = ptr::null_mut();
        let answer = untold(|| {
            // SAFETY: the host registered the callback with this data; the arguments outlive the
            // call.
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

/// Converts words to String values.
fn strings<T: AsRef<str>>(words: &[T]) -> Vec<Value> {
    let strings = words.iter().map(|word| Value::string(word.as_ref()));
    strings.collect()
}

/// Returns an answer that must be a String.
fn string(value: &Value) -> Result<String> {
    value
        .as_str()
        .map(str::to_owned)
        .ok_or_else(|| unfit(value, "a String"))
}

#[cold]
fn unfit(value: &Value, wanted: &str) -> Error {
    let message = format!("the host's answer must be {wanted}");
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
