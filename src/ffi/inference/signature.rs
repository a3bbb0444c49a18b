//! Signatures: what a function takes and gives, as a solver of types sees it.
//!
//! A signature is a function type; one with variables is polymorphic, and each call has
//! its own copy of them. Or a callback builds it for each call from what is known of the
//! call so far.

use crate::calls::Budget;
use crate::calls::Call;
use crate::dialect::hcl::functions::Function;
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::dialects::dialect::{pcty_dialect, rules};
use crate::ffi::functions::function::{implement, pcty_function, pcty_function_impl};
use crate::ffi::guard::write_found;
use crate::ffi::guard::{
    Handle, answered_or_none, clones, handle, make, need, null, quiet, release,
};
use crate::ffi::reentry::{untold, within};
use crate::ffi::types::constructors::pcty_type;
use crate::inference::{Callee, PartialCall, Scheme};
use crate::source::Result;
use crate::types::Type;
use crate::values::Value;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// A type that holds for all types in place of some of its variables. Never changes; any
/// number of threads may use it at once.
///
/// ```c
/// static pcty_infer_scheme *for_all(const pcty_type *type_with_variables) {
///     return pcty_infer_scheme_closed(type_with_variables);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_scheme(pub(crate) Scheme);

handle!(pcty_infer_scheme, Scheme);

/// What a function takes and gives. Never changes; any number of threads may use it at
/// once.
///
/// ```c
/// static pcty_infer_signature *from_one_to_the_other(const pcty_type *one, const pcty_type *other) {
///     pcty_type_parameter param;
///     param.name = PCTY_STR("input");
///     param.type = one;
///     pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
///     parts.params = PCTY_PARAMETERS_LISTED;
///     parts.positional = &param;
///     parts.positional_count = 1;
///     parts.result = other;
///     pcty_type *type = NULL;
///     pcty_infer_signature *signature = NULL;
///     if (pcty_type_function(&parts, &type, NULL) == PCTY_OK) {
///         must(pcty_infer_signature_new(type, &signature, NULL));
///     }
///     pcty_type_free(type);
///     return signature;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_signature(pub(crate) Callee);

handle!(pcty_infer_signature, Callee);

/// Builds the signature of a call from what is known of its arguments and its result, in
/// which variables stand for what is not known. All of it is lent for the call.
///
/// On success it puts a function type of its own into `*out`, which is NULL at first, and
/// the library takes it; leaving NULL there says that it cannot tell yet, and it is asked
/// again when more is known. Variables that it was given are those of the call; others are
/// the signature's own. For a call that can never be one it puts an error of its own into
/// `*error` and returns its code. What it says of a call it must say of the same call when
/// more is known. It may not use the solver that asks.
pub type pcty_infer_signature_rule = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        arguments: *const *const pcty_type,
        count: usize,
        result: *const pcty_type,
        out: *mut *mut pcty_type,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// A scheme over all variables of a type.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_scheme_closed(ty: Option<&pcty_type>) -> *mut pcty_infer_scheme {
    quiet(ptr::null_mut(), || {
        ty.map_or(ptr::null_mut(), |ty| {
            pcty_infer_scheme::own(Scheme::closed(ty.0.clone()))
        })
    })
}

/// Another handle of the same scheme.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_scheme_clone(
    scheme: Option<&pcty_infer_scheme>,
) -> *mut pcty_infer_scheme {
    quiet(ptr::null_mut(), || {
        scheme.map_or(ptr::null_mut(), |scheme| {
            pcty_infer_scheme::own(scheme.0.clone())
        })
    })
}

/// Frees a scheme. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_scheme_free(scheme: Option<Box<pcty_infer_scheme>>) {
    release(scheme)
}

/// The data of a scheme.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_infer_scheme_data {
    /// The type.
    pub ty: *const pcty_type,
    /// The number of variables over which the scheme is quantified.
    pub quantified_count: usize,
}

/// Writes the type of a scheme and the number of its quantified variables.
///
/// Returns: false if `scheme` is NULL.
/// Ownership: the type in `*out` is owned by `scheme` and valid while it lives.
/// NULL: returns false if `scheme` is; `out` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_scheme_info(
    scheme: Option<&pcty_infer_scheme>,
    out: Option<&mut MaybeUninit<pcty_infer_scheme_data>>,
) -> bool {
    quiet(false, || {
        let data = scheme.map(|scheme| pcty_infer_scheme_data {
            ty: pcty_type::lend(scheme.0.ty()),
            quantified_count: scheme.0.quantified().len(),
        });
        write_found(data, out)
    })
}

/// The signature that a function type is.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_TYPE for a type that is not a function's, or that does not say its
/// parameters one by one and its result.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_signature_new(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_infer_signature>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || Callee::new(need(ty, "type")?.0.clone()))
}

/// A signature that a callback builds for each call. Several threads may call it at once,
/// if the host uses the signature from several.
///
/// Ownership: `*out` is the caller's. `user_data` is the library's from here on, also on
/// failure.
/// Errors: none but those of NULL.
/// NULL: `user_data`, `destroy` and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_signature_built(
    rule: pcty_infer_signature_rule,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_infer_signature>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let host = Owned::new(user_data, destroy);
    make(out, error, move || {
        let rule = need(rule, "rule")?;
        Ok(Callee::built(move |call: &PartialCall| {
            ask(rule, &host, call)
        }))
    })
}

type Rule = unsafe extern "C" fn(
    *mut c_void,
    *const *const pcty_type,
    usize,
    *const pcty_type,
    *mut *mut pcty_type,
    *mut *mut pcty_error,
) -> pcty_status;

fn ask(rule: Rule, host: &Owned, call: &PartialCall) -> Result<Option<Type>> {
    let arguments: Vec<*const pcty_type> = call.arguments.iter().map(pcty_type::lend).collect();
    let mut out = ptr::null_mut();
    let mut error = ptr::null_mut();
    // SAFETY: the host gave the callback for this data; the types outlive the call; its outputs
    // are NULL or owned.
    untold(|| unsafe {
        let status = rule(
            host.data,
            arguments.as_ptr(),
            arguments.len(),
            pcty_type::lend(&call.result),
            &raw mut out,
            &raw mut error,
        );
        let ty = answered_or_none(status, out, error)?;
        Ok(ty.map(|ty| *ty))
    })
}

/// Another handle of the same signature; only a reference is counted.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_signature_clone(
    signature: Option<&pcty_infer_signature>,
) -> *mut pcty_infer_signature {
    quiet(ptr::null_mut(), || {
        signature.map_or(ptr::null_mut(), |signature| {
            pcty_infer_signature::own(signature.0.clone())
        })
    })
}

/// Frees a signature. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_signature_free(signature: Option<Box<pcty_infer_signature>>) {
    release(signature)
}

/// The function type that a signature is.
///
/// Ownership: lent as long as the signature. NULL: gives NULL, as does a signature that a
/// callback builds.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_signature_type(
    signature: Option<&pcty_infer_signature>,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        signature
            .and_then(|signature| signature.0.scheme())
            .map_or(ptr::null(), |scheme| pcty_type::lend(scheme.ty()))
    })
}

/// The type of the function in a call with arguments of these types.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for another number of arguments; PCTY_ERROR_TYPE, with
/// the argument's index and both types, for an argument of another type;
/// PCTY_ERROR_UNKNOWN where the arguments leave the signature open; what the callback says.
/// NULL: `arguments` (if `count` is 0) and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_signature_check(
    signature: Option<&pcty_infer_signature>,
    arguments: *const *const pcty_type,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // The rule may free the signature.
        let signature = need(signature, "signature")?.0.clone();
        // SAFETY: by the header's contract `arguments` has as many elements as the call says.
        let arguments = unsafe { clones(arguments, count, "arguments") }?;
        within(|_| signature.check(&arguments))
    })
}

/// A function whose arguments and result are checked against a signature when it is
/// called. What type a value has is what the dialect says.
///
/// Ownership: `*out` is the caller's. `user_data` is the library's from here on, also on
/// failure.
/// Errors: PCTY_ERROR_UNSUPPORTED.
/// NULL: `user_data`, `destroy` and `error` may be.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_signature_function(
    signature: Option<&pcty_infer_signature>,
    dialect: pcty_dialect,
    implementation: pcty_function_impl,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_function>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let host = Owned::new(user_data, destroy);
    make(out, error, move || {
        let signature = &need(signature, "signature")?.0;
        let rules = rules(dialect)?;
        let Some(implementation) = implementation else {
            return Err(null("implementation"));
        };
        Ok(Function::checked(
            signature,
            move |value: &Value, budget: &Budget| rules.type_of(value, budget),
            move |args: &[&Value], call: &Call<'_>| {
                // SAFETY: the host gave the implementation for this data.
                unsafe { implement(implementation, &host, args, call) }
            },
        ))
    })
}
