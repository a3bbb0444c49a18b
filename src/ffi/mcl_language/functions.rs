//! mcl's language: functions of the host.
//!
//! A function is identified by its name, with its module as `module.name`. Its type is defined by a
//! signature, which may contain variables (`func(key ?1, values map{?1: ?2}) ?2`), or is inferred
//! for each call. If the host runs programs on several threads, they may call the callbacks
//! concurrently.

use super::host::pcty_mcl_host;
use super::sender::{Following, pcty_mcl_follow, pcty_mcl_unfollow};
use crate::calls::Budget;
use crate::dialect::mcl::functions::{HostFunction, Subscription, reported};
use crate::dialect::mcl::host::KnownCall;
use crate::dialect::mcl::syntax::is_name;
use crate::dialect::mcl::{Failure, Sender};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{
    Handle, answered, answered_or_none, invalid, need, quiet, run, text, versioned, without_result,
};
use crate::ffi::reentry::{during, untold};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use crate::types::Type;
use crate::values::Value;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// Properties of a function: the sum of any PCTY_MCL_FUNCTION_* flags.
pub type pcty_mcl_function_flags = u32;

/// Equal arguments always produce equal values.
pub const PCTY_MCL_FUNCTION_PURE: pcty_mcl_function_flags = 1;
/// The function may be called while a program is compiled, with arguments that are known at that
/// time. Such a function must be pure.
pub const PCTY_MCL_FUNCTION_SPECULATIVE: pcty_mcl_function_flags = 2;

/// Computes the value of a call.
///
/// The types of the arguments are the parameter types of `type`, the function type resolved for the
/// call. The arguments and `type` are borrowed: they are valid during the call.
///
/// On success the callback stores a value of the result type in `*out`, which is initially NULL.
/// The library takes ownership of the value. A streaming function may leave `*out` NULL if it has
/// no value yet; it must announce one later.
///
/// On failure the callback stores a new error in `*error` and returns its code. PCTY_ERROR_CALLBACK
/// and PCTY_ERROR_NOT_FOUND become the result of the call, and `<|>` recovers from them.
/// PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED end the step. All other codes end the program.
pub type pcty_mcl_call = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        arguments: *const *const pcty_value,
        count: usize,
        ty: *const pcty_type,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Infers the type of a call before the program runs.
///
/// `types` are the types of the arguments, with variables for parts that are unresolved. `values`
/// are the arguments that are already known, and NULL for the others. `result` is the type of the
/// result. All are borrowed: they are valid during the call.
///
/// On success the callback stores a function type with the same number of parameters in `*out`,
/// which is initially NULL. The library takes ownership of the type, which may have its own
/// variables. On failure the callback stores a new error in `*error` and returns its code.
pub type pcty_mcl_infer = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        types: *const *const pcty_type,
        values: *const *const pcty_value,
        count: usize,
        result: *const pcty_type,
        out: *mut *mut pcty_type,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// The definition of a function. Start from PCTY_MCL_FUNCTION_SPEC_INIT.
#[repr(C)]
pub struct pcty_mcl_function_spec {
    /// The size of this struct.
    pub struct_size: u32,
    /// The properties of the function; 0 for a streaming function.
    pub flags: pcty_mcl_function_flags,
    /// The name including the module: `strings.shout`.
    pub name: pcty_str,
    /// The signature in the type notation of the language; empty if `infer` is set.
    pub signature: pcty_str,
    /// Infers the type of a call if there is no signature; else NULL.
    pub infer: pcty_mcl_infer,
    /// Computes the value.
    pub call: pcty_mcl_call,
    /// Makes the function a streaming function, and announces when its value changes. NULL for
    /// other functions.
    pub follow: pcty_mcl_follow,
    /// Ends a subscription started by `follow`; may be NULL.
    pub unfollow: pcty_mcl_unfollow,
    /// The first argument of the callbacks.
    pub user_data: *mut c_void,
    /// Releases `user_data` when the last owner of the function is freed; may be NULL.
    pub destroy: pcty_destroy,
}

/// Defines a function. It replaces an earlier function, or a function of the language, with the
/// same name.
///
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a signature that is not a function type;
/// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, an invalid function name, a type that is
/// defined twice or not at all, and incompatible flags; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `host`; all data that `spec` points to is copied. The library takes ownership
/// of `spec->user_data`, also on failure, unless `struct_size` is wrong.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_host_add_function(
    host: Option<&mut pcty_mcl_host>,
    spec: *const pcty_mcl_function_spec,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // The data is taken before the first operation that can fail, so that it is always released.
    let owned = quiet(Err(invalid("`spec` cannot be read")), || {
        // SAFETY: by the header's contract `spec` is NULL or valid.
        unsafe { adopt(spec) }
    });
    run(error, move || {
        let owned = owned?;
        // SAFETY: `spec` was read and is not NULL. `owned` outlives the borrow, because its release
        // may also release the struct.
        let made = function(unsafe { &*spec }, &owned)?;
        let host = &mut need(host, "host")?.0;
        host.change(|core| core.define(made));
        Ok(())
    })
}

/// Takes ownership of the user data of a function.
///
/// # Safety
/// `spec` is NULL or valid.
unsafe fn adopt(spec: *const pcty_mcl_function_spec) -> Result<Arc<Owned>> {
    // SAFETY: this function has the same contract.
    let spec = unsafe { versioned(spec, "spec") }?;
    Ok(Arc::new(Owned::new(spec.user_data, spec.destroy)))
}

/// Creates the function that a `spec` defines.
fn function(spec: &pcty_mcl_function_spec, host: &Arc<Owned>) -> Result<HostFunction> {
    let name = text(&spec.name, "spec->name")?;
    let signature = text(&spec.signature, "spec->signature")?;
    let call = need(spec.call, "spec->call")?;
    let (module, short) = name.rsplit_once('.').unwrap_or(("functions", name));
    if module.is_empty() || !is_name(short) {
        return Err(invalid(format!(
            "`{name}` is not a valid name of a function"
        )));
    }
    let own = host.clone();
    let streams = spec.follow.is_some();
    let run = move |arguments: &[&Value], ty: &Type, budget: &Budget| {
        // SAFETY: the host registered the callback with this data.
        match unsafe { computed(call, &own, arguments, ty, budget) } {
            Ok(None) if streams => Err(Failure::pending()),
            Ok(None) => Err(without_result().into()),
            Ok(Some(value)) => Ok(value),
            Err(error) => Err(reported(error)),
        }
    };
    let made = match (signature, spec.infer) {
        ("", Some(infer)) => {
            let own = host.clone();
            // SAFETY: the host registered the callback with this data.
            let infer = move |known: &KnownCall<'_>| unsafe { inferred(infer, &own, known) };
            HostFunction::inferred(name, infer, run)
        }
        ("", None) => return Err(invalid("`spec` has neither `signature` nor `infer`")),
        (_, Some(_)) => return Err(invalid("`spec` has both `signature` and `infer`")),
        (signature, None) => HostFunction::new(name, signature, run)?,
    };
    const BOTH: u32 = PCTY_MCL_FUNCTION_PURE | PCTY_MCL_FUNCTION_SPECULATIVE;
    let made = match spec.flags {
        0 => made,
        PCTY_MCL_FUNCTION_PURE => made.pure(),
        BOTH => made.speculative(),
        PCTY_MCL_FUNCTION_SPECULATIVE => {
            return Err(invalid(
                "`spec->flags`: a speculative function must be pure",
            ));
        }
        _ => return Err(invalid("`spec->flags` has an unknown flag")),
    };
    let Some(follow) = spec.follow else {
        return Ok(made);
    };
    if spec.flags != 0 {
        return Err(invalid("`spec->flags` must be 0 if `follow` is set"));
    }
    Ok(made.following(Arc::new(Streaming {
        following: Following {
            follow,
            unfollow: spec.unfollow,
        },
        host: host.clone(),
        name: name.into(),
    })))
}

/// Calls a host function; returns `None` if it returns no value.
///
/// # Safety
/// The host registered the callback with this data.
unsafe fn computed(
    call: unsafe extern "C" fn(
        *mut c_void,
        *const *const pcty_value,
        usize,
        *const pcty_type,
        *mut *mut pcty_value,
        *mut *mut pcty_error,
    ) -> pcty_status,
    host: &Owned,
    arguments: &[&Value],
    ty: &Type,
    budget: &Budget,
) -> Result<Option<Value>> {
    during(budget, || {
        let mut out = ptr::null_mut::<pcty_value>();
        let mut error = ptr::null_mut();
        // SAFETY: this function has the same contract; a reference to a value is a pointer to its
        // handle.
        let status = unsafe {
            call(
                host.data,
                arguments.as_ptr().cast(),
                arguments.len(),
                pcty_type::borrowed(ty),
                &raw mut out,
                &raw mut error,
            )
        };
        // SAFETY: the outputs of the callback are NULL or owned.
        let value = unsafe { answered_or_none(status, out, error) }?;
        Ok(value.map(|value| *value))
    })
}

/// Infers the type of a call with the callback of a host function.
///
/// # Safety
/// The host registered the callback with this data.
unsafe fn inferred(
    infer: unsafe extern "C" fn(
        *mut c_void,
        *const *const pcty_type,
        *const *const pcty_value,
        usize,
        *const pcty_type,
        *mut *mut pcty_type,
        *mut *mut pcty_error,
    ) -> pcty_status,
    host: &Owned,
    known: &KnownCall<'_>,
) -> Result<Type> {
    let types: Vec<*const pcty_type> = known.types.iter().map(pcty_type::borrowed).collect();
    let value = |value: &Option<Value>| value.as_ref().map_or(ptr::null(), pcty_value::borrowed);
    let values: Vec<*const pcty_value> = known.values.iter().map(value).collect();
    let mut out = ptr::null_mut();
    let mut error = ptr::null_mut();
    untold(|| {
        // SAFETY: this function has the same contract; the arrays outlive the call, and there is a
        // value or NULL for each type.
        let status = unsafe {
            infer(
                host.data,
                types.as_ptr(),
                values.as_ptr(),
                types.len().min(values.len()),
                pcty_type::borrowed(known.result),
                &raw mut out,
                &raw mut error,
            )
        };
        // SAFETY: the outputs of the callback are NULL or owned.
        unsafe { answered(status, out, error) }.map(|ty| *ty)
    })
}

/// A streaming function.
struct Streaming {
    following: Following,
    host: Arc<Owned>,
    name: Box<str>,
}

impl Subscription for Streaming {
    fn follow(&self, arguments: &[&Value], sender: &Sender) -> Result<()> {
        // SAFETY: the host registered the callback with this data.
        unsafe {
            self.following
                .begin(&self.host, &self.name, arguments, sender)
        }
    }

    fn unfollow(&self, sender: &Sender) {
        // SAFETY: the host registered the callback with this data.
        unsafe { self.following.end(&self.host, sender) }
    }
}
