//! Puppet: why something is not what was wanted.
//!
//! The messages are Puppet's own, with paths into structures. Where there are several
//! faults the message has a line for each, and each of the first thousand is a diagnostic of
//! the error; where there is one the error's path leads to it. Values with marks and unknown
//! values are PCTY_ERROR_UNSUPPORTED, with the path to the first.

use crate::dialect::puppet::explain::{
    Missing, Signature, assert_type, call_error, type_error, validate_default, validate_parameters,
    value_error,
};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, answer_charged, need, run_charged, slice, text, unnamed};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::types::{FuncType, Kind, Type};
use std::mem::MaybeUninit;
use std::ptr;

/// What a parameter without a value is.
pub type pcty_puppet_missing = u32;

/// A fault, unless the parameter is optional.
pub const PCTY_PUPPET_MISSING_REFUSED: pcty_puppet_missing = 1;
/// Fine: it will be given later.
pub const PCTY_PUPPET_MISSING_ALLOWED: pcty_puppet_missing = 2;

/// One way to call a function.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_signature {
    /// A Callable; `pcty_type_function` makes one whose parameters have names.
    pub callable: *const pcty_type,
    /// What the block is called; no text for `block`.
    pub block_name: pcty_str,
}

fn mismatch(why: Option<Error>) -> *mut pcty_error {
    why.map_or(ptr::null_mut(), pcty_error::own)
}

/// What is wrong with a type where another one is wanted, said of a subject such as `$x`.
///
/// Ownership: `*out` is the caller's, and NULL where the type is assignable. Its code is
/// PCTY_ERROR_TYPE; it has the wanted and the found type.
/// Errors: PCTY_ERROR_LIMIT when a type nests too deep or recursive types take too long;
/// PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_type_mismatch(
    found: Option<&pcty_type>,
    wanted: Option<&pcty_type>,
    subject: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (found, wanted) = (need(found, "found")?, need(wanted, "wanted")?);
        let subject = text(&subject, "subject")?;
        type_error(subject, &found.0, &wanted.0, budget).map(mismatch)
    })
}

/// What is wrong with a value where a type is wanted, as `pcty_puppet_type_mismatch` says
/// it of the value's detailed type.
///
/// Ownership: `*out` is the caller's, and NULL where the value is an instance.
/// Errors: see the section's head; as `pcty_puppet_type_mismatch`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_mismatch(
    value: Option<&pcty_value>,
    wanted: Option<&pcty_type>,
    subject: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (value, wanted) = (need(value, "value")?, need(wanted, "wanted")?);
        let subject = text(&subject, "subject")?;
        value_error(subject, &value.0, &wanted.0, budget).map(mismatch)
    })
}

/// Passes if a value is an instance of a type, as the function `assert_type` does.
///
/// Ownership: makes nothing.
/// Errors: PCTY_ERROR_TYPE with the function's whole message and both types if it is none;
/// PCTY_ERROR_NOT_FOUND if the type names one that is not known; see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_assert(
    value: Option<&pcty_value>,
    wanted: Option<&pcty_type>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let (value, wanted) = (need(value, "value")?, need(wanted, "wanted")?);
        assert_type(&value.0, &wanted.0, budget)
    })
}

/// Passes if the entries of a hash are arguments for parameters: those of a class, a defined
/// type or a template. What is not known comes first, then each parameter in the Struct's
/// order that has no value or a wrong one. A Deferred is never wrong.
///
/// Ownership: makes nothing.
/// Errors: PCTY_ERROR_TYPE with `subject`, such as `Class[Ntp]`, and every fault if they are not, and if
/// `given` is not a hash; PCTY_ERROR_INVALID_ARGUMENT if `params` is not a Struct; see the
/// section's head; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_validate_parameters(
    given: Option<&pcty_value>,
    params: Option<&pcty_type>,
    subject: pcty_str,
    missing: pcty_puppet_missing,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let (params, given) = (need(params, "params")?, need(given, "given")?);
        let subject = text(&subject, "subject")?;
        let missing = match missing {
            PCTY_PUPPET_MISSING_REFUSED => Missing::Refused,
            PCTY_PUPPET_MISSING_ALLOWED => Missing::Allowed,
            other => return Err(unnamed("missing", other)),
        };
        validate_parameters(subject, &params.0, &given.0, missing, budget)
    })
}

/// Passes if the value that a parameter has by default is one of its type.
///
/// Ownership: makes nothing.
/// Errors: PCTY_ERROR_TYPE with `subject` and every fault if it is not; see the section's head;
/// PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_validate_default(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    name: pcty_str,
    subject: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let (ty, value) = (need(ty, "type")?, need(value, "value")?);
        let (name, subject) = (text(&name, "name")?, text(&subject, "subject")?);
        validate_default(subject, name, &ty.0, &value.0, budget)
    })
}

/// What is wrong with a call. `arguments` is a Tuple of the arguments' types, of which the
/// last is the block's, if it is a Callable: the detailed type of an array of arguments is
/// such a one.
///
/// Ownership: `*out` is the caller's, and NULL where there is nothing to say: some signature
/// finds no fault, or there is none. It has a diagnostic for each signature, whose detail has a
/// line for each fault.
/// Errors: PCTY_ERROR_TYPE, with the index, for what is no Callable;
/// PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
/// NULL: `signatures` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_call_mismatch(
    arguments: Option<&pcty_type>,
    signatures: *const pcty_puppet_signature,
    count: usize,
    function: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let function = text(&function, "function")?;
        let arguments = &need(arguments, "arguments")?.0;
        // SAFETY: by the header's contract `signatures` has as many elements as the call says.
        let given = unsafe { slice(signatures, count, "signatures") }?;
        let mut signatures = Vec::with_capacity(count);
        for (at, each) in given.iter().enumerate() {
            let callable = need(
                // SAFETY: by the header's contract `each.callable` is NULL or valid.
                unsafe { each.callable.as_ref() },
                &format!("signatures[{at}].callable"),
            )?;
            let block_name = match text(&each.block_name, "signatures")? {
                "" => "block",
                name => name,
            };
            signatures.push(Signature {
                func: callable_parts(&callable.0).map_err(|error| error.in_index(at))?,
                block_name,
            });
        }
        call_error(function, &signatures, arguments, budget).map(mismatch)
    })
}

fn callable_parts(ty: &Type) -> Result<&FuncType> {
    match ty.kind() {
        Kind::Func(func) => Ok(func),
        _ => Err(Error::new(Code::Type, "a signature is a Callable").with_found(ty)),
    }
}
