//! mcl's language: functions of the host.
//!
//! A function is known by its name, with its module as `module.name`, and says its type: by a
//! signature, which may have variables (`func(key ?1, values map{?1: ?2}) ?2`), or call by call.
//! Its callbacks may be called by several threads at once, if the host runs programs in several.

use super::host::pcty_mcl_host;
use super::sender::{Following, pcty_mcl_follow, pcty_mcl_unfollow};
use crate::calls::Budget;
use crate::dialect::mcl::functions::{Follow, Given, reported};
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

/// What may be assumed of a function: any of PCTY_MCL_FUNCTION_*, added up.
pub type pcty_mcl_function_flags = u32;

/// The same arguments always give the same value.
pub const PCTY_MCL_FUNCTION_PURE: pcty_mcl_function_flags = 1;
/// It may be called while a program is compiled, with arguments that are known then; such a
/// function has to be pure.
pub const PCTY_MCL_FUNCTION_SPECULATIVE: pcty_mcl_function_flags = 2;

/// Computes the value of a call. The arguments are of the types of the parameters of `type`, the
/// function type that was found for the call; they and it are lent. On success it puts a value
/// of the result's type into `*out`, which is NULL at first, and the library takes it. A function
/// that streams may leave NULL there: it has no value yet, and will announce one. On failure
/// it puts an error of its own into `*error` and returns its code: PCTY_ERROR_CALLBACK and
/// PCTY_ERROR_NOT_FOUND stand in the place of the value, and `<|>` recovers from them; any other
/// one ends the program, save PCTY_ERROR_LIMIT and PCTY_ERROR_CANCELLED, which end the step.
pub type pcty_mcl_call = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        args: *const *const pcty_value,
        count: usize,
        ty: *const pcty_type,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Finds the type of a call before the program runs, from the types of its arguments, with
/// variables for what is open; from those arguments that are known already, and NULL in the place
/// of others; and from the type of its result. All are lent. On success it puts a function type
/// with as many parameters into `*out`, which is NULL at first, and the library takes it; it may
/// have variables of its own. On failure it puts an error of its own into `*error` and returns
/// its code.
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

/// What a function is made of. Start from PCTY_MCL_FUNCTION_SPEC_INIT.
#[repr(C)]
pub struct pcty_mcl_function_spec {
    /// The size of this struct.
    pub struct_size: u32,
    /// What may be assumed of it; nothing of one that streams.
    pub flags: pcty_mcl_function_flags,
    /// The name, with its module: `strings.shout`.
    pub name: pcty_str,
    /// The signature, as the language writes types; empty if `infer` finds it.
    pub signature: pcty_str,
    /// Finds the type of a call, if there is no signature; else NULL.
    pub infer: pcty_mcl_infer,
    /// Computes the value.
    pub call: pcty_mcl_call,
    /// Makes it a streaming function: tells when its value is another one. NULL for others.
    pub follow: pcty_mcl_follow,
    /// Ends what `follow` began; may be NULL.
    pub unfollow: pcty_mcl_unfollow,
    /// What the callbacks get first.
    pub user_data: *mut c_void,
    /// Releases `user_data` with the last that has the function; may be NULL.
    pub destroy: pcty_destroy,
}

/// Defines a function, in place of an earlier one or of the language's own of that name.
///
/// Ownership: changes `host`; what `spec` points to is copied. `spec->user_data` is the library's
/// from here on, also on failure, save where `struct_size` is wrong.
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE for a signature that is no type of a function;
/// PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a name that no function can have, a type
/// that is said twice or not at all, and flags that do not go together; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_mcl_host_add_function(
    host: Option<&mut pcty_mcl_host>,
    spec: *const pcty_mcl_function_spec,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let owned = quiet(Err(invalid("`spec` cannot be read")), || {
        // SAFETY: by the header's contract `spec` is NULL or valid.
        unsafe { adopt(spec) }
    });
    run(error, move || {
        let owned = owned?;
        // SAFETY: it was read, and is not NULL. The host's data outlives the borrow: releasing it
        // may release the struct too.
        let made = function(unsafe { &*spec }, &owned)?;
        let host = &mut need(host, "host")?.0;
        host.change(|core| core.define(made));
        Ok(())
    })
}

/// What a host gave with a function.
///
/// # Safety
/// `spec` is NULL or valid.
unsafe fn adopt(spec: *const pcty_mcl_function_spec) -> Result<Arc<Owned>> {
    // SAFETY: this function has the same contract.
    let spec = unsafe { versioned(spec, "spec") }?;
    Ok(Arc::new(Owned::new(spec.user_data, spec.destroy)))
}

/// The function that a spec is.
fn function(spec: &pcty_mcl_function_spec, host: &Arc<Owned>) -> Result<Given> {
    let name = text(&spec.name, "spec->name")?;
    let signature = text(&spec.signature, "spec->signature")?;
    let call = need(spec.call, "spec->call")?;
    let (module, short) = name.rsplit_once('.').unwrap_or(("functions", name));
    if module.is_empty() || !is_name(short) {
        return Err(invalid(format!("no function can have the name `{name}`")));
    }
    let own = host.clone();
    let streams = spec.follow.is_some();
    let run = move |args: &[&Value], ty: &Type, budget: &Budget| {
        // SAFETY: the host gave the callback for this data.
        match unsafe { computed(call, &own, args, ty, budget) } {
            Ok(None) if streams => Err(Failure::pending()),
            Ok(None) => Err(without_result().into()),
            Ok(Some(value)) => Ok(value),
            Err(error) => Err(reported(error)),
        }
    };
    let made = match (signature, spec.infer) {
        ("", Some(infer)) => {
            let own = host.clone();
            // SAFETY: the host gave the callback for this data.
            let infer = move |known: &KnownCall<'_>| unsafe { inferred(infer, &own, known) };
            Given::inferred(name, infer, run)
        }
        ("", None) => return Err(invalid("`spec` says no type")),
        (_, Some(_)) => return Err(invalid("`spec` says two types")),
        (signature, None) => Given::new(name, signature, run)?,
    };
    const BOTH: u32 = PCTY_MCL_FUNCTION_PURE | PCTY_MCL_FUNCTION_SPECULATIVE;
    let made = match spec.flags {
        0 => made,
        PCTY_MCL_FUNCTION_PURE => made.pure(),
        BOTH => made.speculative(),
        PCTY_MCL_FUNCTION_SPECULATIVE => {
            return Err(invalid("`spec->flags` is speculative, but not pure"));
        }
        _ => return Err(invalid("`spec->flags` has a flag without a constant")),
    };
    let Some(follow) = spec.follow else {
        return Ok(made);
    };
    if spec.flags != 0 {
        return Err(invalid("`spec->flags` assumes something of a stream"));
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

/// What a host's function says of a call; none where it gives nothing.
///
/// # Safety
/// The host gave the callback for this data.
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
    args: &[&Value],
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
                args.as_ptr().cast(),
                args.len(),
                pcty_type::lend(ty),
                &raw mut out,
                &raw mut error,
            )
        };
        // SAFETY: the outputs of the callback are NULL or owned.
        let value = unsafe { answered_or_none(status, out, error) }?;
        Ok(value.map(|value| *value))
    })
}

/// What a host's function says of the type of a call.
///
/// # Safety
/// The host gave the callback for this data.
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
    let types: Vec<*const pcty_type> = known.types.iter().map(pcty_type::lend).collect();
    let value = |value: &Option<Value>| value.as_ref().map_or(ptr::null(), pcty_value::lend);
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
                pcty_type::lend(known.result),
                &raw mut out,
                &raw mut error,
            )
        };
        // SAFETY: the outputs of the callback are NULL or owned.
        unsafe { answered(status, out, error) }.map(|ty| *ty)
    })
}

/// A function that streams.
struct Streaming {
    following: Following,
    host: Arc<Owned>,
    name: Box<str>,
}

impl Follow for Streaming {
    fn follow(&self, arguments: &[&Value], sender: &Sender) -> Result<()> {
        // SAFETY: the host gave both together.
        unsafe {
            self.following
                .begin(&self.host, &self.name, arguments, sender)
        }
    }

    fn unfollow(&self, sender: &Sender) {
        // SAFETY: the host gave both together.
        unsafe { self.following.end(&self.host, sender) }
    }
}
