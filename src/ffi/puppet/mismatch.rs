//! Puppet: explanations of type mismatches.
//!
//! The messages are those of Puppet, with paths into structures. If there is one mismatch, the path
//! of the error leads to it. If there are several, the message has a line for each, and each of the
//! first thousand is a diagnostic of the error. Values with marks and unknown values cause
//! PCTY_ERROR_UNSUPPORTED, with the path to the first.

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

/// The treatment of a parameter without a value.
pub type pcty_puppet_missing = u32;

/// An error, unless the parameter is optional.
pub const PCTY_PUPPET_MISSING_REFUSED: pcty_puppet_missing = 1;
/// Accepted: the value is supplied later.
pub const PCTY_PUPPET_MISSING_ALLOWED: pcty_puppet_missing = 2;

/// A signature of a function.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_puppet_signature {
    /// A Callable; `pcty_type_function` creates one whose parameters have names.
    pub callable: *const pcty_type,
    /// The name of the block; if it is empty, `block`.
    pub block_name: pcty_str,
}

fn mismatch(why: Option<Error>) -> *mut pcty_error {
    why.map_or(ptr::null_mut(), pcty_error::own)
}

/// Explains why the type `found` is not assignable to the type `wanted`. `subject`, such as `$x`,
/// is named in the message.
///
/// Errors: PCTY_ERROR_LIMIT if a type is nested too deep or recursive types take too long;
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: `*out` is owned by the caller, and NULL if the type is assignable. Its code is
/// PCTY_ERROR_TYPE; it contains the expected and the found type.
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

/// Explains why a value is not an instance of a type, as `pcty_puppet_type_mismatch` does for the
/// value's detailed type.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values; otherwise as
/// `pcty_puppet_type_mismatch`.
/// Ownership: `*out` is owned by the caller, and NULL if the value is an instance.
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

/// Checks that a value is an instance of a type, as the function `assert_type` does.
///
/// Errors: PCTY_ERROR_TYPE with the complete message of the function and both types if it is not;
/// PCTY_ERROR_NOT_FOUND if the type refers to an unknown type; PCTY_ERROR_UNSUPPORTED, with the
/// path, for marks and unknown values.
/// Ownership: changes no handle and creates none.
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

/// Checks that the entries of the hash `given` are valid arguments for the parameters of a class, a
/// defined type or a template. Unknown names are reported first, then, in the order of the Struct
/// `parameters`, each parameter with a missing or invalid value. A Deferred is always valid.
///
/// Errors: PCTY_ERROR_TYPE with `subject`, such as `Class[Ntp]`, and all mismatches if the
/// arguments are not valid, and if `given` is not a hash; PCTY_ERROR_INVALID_ARGUMENT if `parameters`
/// is not a Struct; PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values;
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes no handle and creates none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_validate_parameters(
    given: Option<&pcty_value>,
    parameters: Option<&pcty_type>,
    subject: pcty_str,
    missing: pcty_puppet_missing,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let (parameters, given) = (need(parameters, "parameters")?, need(given, "given")?);
        let subject = text(&subject, "subject")?;
        let missing = match missing {
            PCTY_PUPPET_MISSING_REFUSED => Missing::Refused,
            PCTY_PUPPET_MISSING_ALLOWED => Missing::Allowed,
            other => return Err(unnamed("missing", other)),
        };
        validate_parameters(subject, &parameters.0, &given.0, missing, budget)
    })
}

/// Checks that the default value of a parameter is an instance of the parameter's type.
///
/// Errors: PCTY_ERROR_TYPE with `subject` and all mismatches if it is not; PCTY_ERROR_UNSUPPORTED,
/// with the path, for marks and unknown values; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes no handle and creates none.
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

/// Explains why no signature accepts a call. `arguments` is a Tuple of the types of the arguments;
/// a Callable as the last type is the type of the block. The detailed type of an array of arguments
/// is such a Tuple.
///
/// Errors: PCTY_ERROR_TYPE, with the index, for a signature that is not a Callable;
/// PCTY_ERROR_LIMIT; PCTY_ERROR_INVALID_UTF8.
/// Ownership: `*out` is owned by the caller. It is NULL if a signature accepts the call, or if
/// there are no signatures. Otherwise it has a diagnostic for each signature, whose detail has a
/// line for each mismatch.
/// NULL: `signatures` (if `count` is 0) and `error` may be NULL.
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
        // SAFETY: by the header's contract `signatures` has `count` elements.
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
        _ => Err(Error::new(Code::Type, "a signature must be a Callable").with_found(ty)),
    }
}
