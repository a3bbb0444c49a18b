//! Signatures: the parameter and result types of functions in a solver.
//!
//! A signature is either a function type or a callback. The variables of a function type are
//! instantiated for each call, so a signature with variables is polymorphic. A callback builds the
//! signature of each call from the known types of the call.

use crate::calls::Budget;
use crate::calls::Call;
use crate::dialect::hcl::functions::Function;
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::dialects::dialect::{pcty_dialect, rules};
use crate::ffi::functions::function::{implement, pcty_function, pcty_function_impl};
use crate::ffi::guard::{
    Handle, answered_or_none, clones, handle, make, need, null, owned, quiet, write_found,
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

/// A type that is quantified over some of its variables. It never changes; any number of threads
/// may use it at once.
///
/// ```c
/// static pcty_infer_scheme *for_all(const pcty_type *type_with_variables) {
///     return pcty_infer_scheme_closed(type_with_variables);
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_infer_scheme(pub(crate) Scheme);

handle!(pcty_infer_scheme, Scheme);

/// The parameter and result types of a function. It never changes; any number of threads may use it
/// at once.
///
/// ```c
/// static pcty_infer_signature *from_one_to_the_other(const pcty_type *one, const pcty_type *other) {
///     pcty_type_parameter param;
///     param.name = PCTY_STR("input");
///     param.type = one;
///     pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
///     parts.parameters = PCTY_PARAMETERS_LISTED;
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

/// Builds the signature of a call from the known types of its arguments and its result; variables
/// are used for unknown parts. All types are borrowed during the call.
///
/// On success the callback stores a new function type in `*out`, which is initially NULL, and the
/// library takes ownership of it. If `*out` stays NULL, the signature is not determined yet, and
/// the callback is called again when more types are known. Variables of the received types belong
/// to the call; all others are the signature's own.
///
/// If the call cannot be valid, the callback stores a new error in `*error` and returns its code.
/// The result for a call must not change when more of its types become known. The callback must not
/// use the solver that calls it.
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

/// Creates a scheme that is quantified over all variables of a type.
///
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_scheme_closed(ty: Option<&pcty_type>) -> *mut pcty_infer_scheme {
    quiet(ptr::null_mut(), || {
        ty.map_or(ptr::null_mut(), |ty| {
            pcty_infer_scheme::own(Scheme::closed(ty.0.clone()))
        })
    })
}

owned! {
    /// Returns a new handle of the same scheme.
    fn pcty_infer_scheme_clone(scheme: &pcty_infer_scheme);
    /// Frees a scheme.
    fn pcty_infer_scheme_free(scheme: pcty_infer_scheme);
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
/// Ownership: the type in `*out` is owned by `scheme` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_scheme_info(
    scheme: Option<&pcty_infer_scheme>,
    out: Option<&mut MaybeUninit<pcty_infer_scheme_data>>,
) -> bool {
    quiet(false, || {
        let data = scheme.map(|scheme| pcty_infer_scheme_data {
            ty: pcty_type::borrowed(scheme.0.ty()),
            quantified_count: scheme.0.quantified().len(),
        });
        write_found(data, out)
    })
}

/// Creates a signature from a function type.
///
/// Errors: PCTY_ERROR_TYPE for a type that is not a function type, or that does not list its
/// parameters and its result.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_signature_new(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_infer_signature>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || Callee::new(need(ty, "type")?.0.clone()))
}

/// Creates a signature that a callback builds for each call. If the host uses the signature on
/// several threads, they may call the callback concurrently.
///
/// Errors: none except for NULL.
/// Ownership: `*out` is owned by the caller. The library takes ownership of `user_data`, also on
/// failure.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_signature_built(
    rule: pcty_infer_signature_rule,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_infer_signature>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // The data is taken before the first operation that can fail, so that it is always released.
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
    let arguments: Vec<*const pcty_type> = call.arguments.iter().map(pcty_type::borrowed).collect();
    let mut out = ptr::null_mut();
    let mut error = ptr::null_mut();
    // SAFETY: the host registered the callback with this data; the types outlive the call; its
    // outputs are NULL or owned.
    untold(|| unsafe {
        let status = rule(
            host.data,
            arguments.as_ptr(),
            arguments.len(),
            pcty_type::borrowed(&call.result),
            &raw mut out,
            &raw mut error,
        );
        let ty = answered_or_none(status, out, error)?;
        Ok(ty.map(|ty| *ty))
    })
}

owned! {
    /// Returns a new handle of the same signature. Only a reference count changes.
    fn pcty_infer_signature_clone(signature: &pcty_infer_signature);
    /// Frees a signature.
    fn pcty_infer_signature_free(signature: pcty_infer_signature);
}

/// Returns the function type of a signature.
///
/// Returns: NULL for a signature that a callback builds.
/// Ownership: the result is owned by `signature` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_infer_signature_type(
    signature: Option<&pcty_infer_signature>,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        signature
            .and_then(|signature| signature.0.scheme())
            .map_or(ptr::null(), |scheme| pcty_type::borrowed(scheme.ty()))
    })
}

/// Returns the function type of a call with arguments of the given types.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong number of arguments; PCTY_ERROR_TYPE, with the
/// argument's index and both types, for an argument of a wrong type; PCTY_ERROR_UNKNOWN if the
/// arguments do not determine the signature; the error of the callback.
/// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_infer_signature_check(
    signature: Option<&pcty_infer_signature>,
    arguments: *const *const pcty_type,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // The callback may free the signature.
        let signature = need(signature, "signature")?.0.clone();
        // SAFETY: by the header's contract `arguments` has `count` elements.
        let arguments = unsafe { clones(arguments, count, "arguments") }?;
        within(|_| signature.check(&arguments))
    })
}

/// Creates a function whose arguments and result are checked against a signature in each call. The
/// types of values are determined by the rules of `dialect`.
///
/// Errors: PCTY_ERROR_UNSUPPORTED.
/// Ownership: `*out` is owned by the caller. The library takes ownership of `user_data`, also on
/// failure.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
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
    // The data is taken before the first operation that can fail, so that it is always released.
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
            move |arguments: &[&Value], call: &Call<'_>| {
                // SAFETY: the host registered the implementation with this data.
                unsafe { implement(implementation, &host, arguments, call) }
            },
        ))
    })
}
