//! Functions: calls with values that may be unknown, null or marked.
//!
//! A function has parameters, a return type and an implementation, which the host may provide. A
//! call takes these steps:
//!
//! - check the arguments against the parameters;
//! - remove the marks that a parameter does not allow, and add them to the result;
//! - return an unknown for unknown arguments that a parameter does not allow;
//! - call the implementation, and check its result.
//!
//! An implementation therefore receives only the arguments that its parameters allow.

use crate::calls::{Allow, Budget, Call, Output, Parameter, ParameterRef, Signature};
use crate::dialect::hcl::functions::{Function, ReturnType};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{
    Handle, answer, answered, clones, fill, handle, invalid, make, need, null, owned, quiet, refs,
    text, versioned, versioned_slice, write_found,
};
use crate::ffi::reentry::{calling, during};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::values::{Refinement, Value};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

/// A function that can be called with values. Never changes; any number of threads may call it at
/// once.
///
/// ```c
/// static pcty_status add(void *user_data, const pcty_value *const *arguments, size_t count,
///                        const pcty_type *return_type, pcty_value **out,
///                        pcty_error **error) {
///     int64_t a, b;
///     (void)user_data, (void)count, (void)return_type;
///     pcty_status status = pcty_value_as_int64(arguments[0], &a, error);
///     if (status == PCTY_OK) {
///         status = pcty_value_as_int64(arguments[1], &b, error);
///     }
///     if (status == PCTY_OK) {
///         *out = pcty_value_number_from_int64(a + b);
///     }
///     return status;
/// }
///
/// static pcty_function *make_add(void) {
///     pcty_parameter parameters[] = {PCTY_PARAMETER_INIT, PCTY_PARAMETER_INIT};
///     parameters[0].name = PCTY_STR("a");
///     parameters[0].ty = pcty_type_number();
///     parameters[1].name = PCTY_STR("b");
///     parameters[1].ty = pcty_type_number();
///     pcty_function_spec spec = PCTY_FUNCTION_SPEC_INIT;
///     spec.parameters = parameters;
///     spec.parameter_count = 2;
///     spec.return_type = pcty_type_number();
///     spec.implementation = add;
///     pcty_function *function = NULL;
///     must(pcty_function_new(&spec, &function, NULL));
///     return function;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_function(pub(crate) Function);

handle!(pcty_function, Function);

/// The arguments that a parameter allows in addition to known, unmarked values of its type: any of
/// PCTY_PARAMETER_ALLOW_*, added up.
pub type pcty_parameter_flags = u32;

/// Nulls. Otherwise a null is an error.
pub const PCTY_PARAMETER_ALLOW_NULL: pcty_parameter_flags = 1;
/// Unknown values. Otherwise the result is unknown, and the implementation is not called. Unknowns
/// inside of a known value are always allowed.
pub const PCTY_PARAMETER_ALLOW_UNKNOWN: pcty_parameter_flags = 2;
/// Values whose type is not known yet. Otherwise the result is an unknown of an unknown
/// type, and no callback is called. They reach the implementation only together with
/// PCTY_PARAMETER_ALLOW_UNKNOWN.
pub const PCTY_PARAMETER_ALLOW_DYNAMIC: pcty_parameter_flags = 4;
/// Marks. Otherwise the function receives the value without its marks at any depth, and the marks
/// are added to the result. A function that receives marked values marks its result itself.
pub const PCTY_PARAMETER_ALLOW_MARKED: pcty_parameter_flags = 8;

// The value of a flag is its bit.
const _: () = assert!(
    Allow::NULL.bits() as u32 == PCTY_PARAMETER_ALLOW_NULL
        && Allow::UNKNOWN.bits() as u32 == PCTY_PARAMETER_ALLOW_UNKNOWN
        && Allow::DYNAMIC.bits() as u32 == PCTY_PARAMETER_ALLOW_DYNAMIC
        && Allow::MARKED.bits() as u32 == PCTY_PARAMETER_ALLOW_MARKED
);

/// A parameter of a function. Start from PCTY_PARAMETER_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_parameter {
    /// The size of this struct.
    pub struct_size: u32,
    /// The allowed arguments.
    pub flags: pcty_parameter_flags,
    /// The name, for documentation and messages.
    pub name: pcty_str,
    /// The purpose, for documentation.
    pub description: pcty_str,
    /// The required type: arguments must conform to it. The type any in it matches every type.
    pub ty: *const pcty_type,
}

/// The known facts about every result, also about an unknown one: any of PCTY_REFINE_*, added up.
pub type pcty_refine_flags = u32;

/// The result is not null. A null result is then PCTY_ERROR_MISBEHAVED.
pub const PCTY_REFINE_NOT_NULL: pcty_refine_flags = 1;

/// Computes the result for arguments that match the parameters and the return type found for them.
/// The arguments and the type are valid during the call only.
///
/// On success the callback returns PCTY_OK and stores a value in `*out`, which is NULL at first;
/// the library then owns it. On failure it stores an error in `*error`, which the library then
/// owns, and returns its code. The other output is ignored.
pub type pcty_function_impl = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        arguments: *const *const pcty_value,
        count: usize,
        return_type: *const pcty_type,
        out: *mut *mut pcty_value,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Returns the return type for the arguments; the type any if it is not known yet. Each argument
/// may be unknown, regardless of the parameters. The arguments are valid during the call only. The
/// type or the error is returned like the result of an implementation.
pub type pcty_function_return_type = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        arguments: *const *const pcty_value,
        count: usize,
        out: *mut *mut pcty_type,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// The description of a function for `pcty_function_new`. Start from PCTY_FUNCTION_SPEC_INIT.
/// Several threads may call the callbacks at once if the host calls the function from several
/// threads.
#[repr(C)]
pub struct pcty_function_spec {
    /// The size of this struct.
    pub struct_size: u32,
    /// The known facts about every result.
    pub refine: pcty_refine_flags,
    /// The description of the function, for documentation.
    pub description: pcty_str,
    /// The positional parameters; each argument is required.
    pub parameters: *const pcty_parameter,
    /// The number of positional parameters.
    pub parameter_count: usize,
    /// The parameter of all further arguments; NULL if there may be none.
    pub variadic: *const pcty_parameter,
    /// The return type, if it is the same for all arguments; otherwise NULL.
    pub return_type: *const pcty_type,
    /// The callback for the return type, if `return_type` is NULL; otherwise NULL.
    pub return_type_callback: pcty_function_return_type,
    /// Computes the result.
    pub implementation: pcty_function_impl,
    /// The first argument of the callbacks.
    pub user_data: *mut c_void,
    /// Releases `user_data` with the last reference to the function; may be NULL.
    pub destroy: pcty_destroy,
    /// An unknown value whose refinement every result has, or NULL.
    pub promise: *const pcty_value,
}

/// Creates a function with the host's implementation.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a wrong `struct_size`, a flag
/// without a constant, a promise that is not unknown or is marked, and if the return type is given
/// twice or not at all.
/// Ownership: the caller owns `*out`; the data that `spec` points to is copied. `spec->user_data`
/// is owned by the library from this call on, also on failure, unless `struct_size` is wrong.
/// NULL: `spec->parameters` (if there are none), `spec->variadic`, `spec->user_data`,
/// `spec->destroy`, `spec->promise` and `error` may be NULL, and one of the two members for the
/// return type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_function_new(
    spec: *const pcty_function_spec,
    out: Option<&mut MaybeUninit<*mut pcty_function>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let host = quiet(Err(invalid("`spec` cannot be read")), || {
        // SAFETY: by the header's contract `spec` is NULL or valid.
        unsafe { adopt(spec) }
    });
    make(out, error, move || {
        // Only a readable struct has callbacks and data of a host.
        let host = host?;
        // SAFETY: it was read, and is not NULL. The host outlives the borrow: releasing it may
        // release the struct too.
        let spec = unsafe { &*spec };
        // SAFETY: by the header's contract each pointer in it is NULL or valid.
        unsafe { function(spec, &host) }
    })
}

/// The data that all callbacks of a function share.
type Host = Arc<Owned>;

/// # Safety
/// `spec` is NULL or valid.
unsafe fn adopt(spec: *const pcty_function_spec) -> Result<Host> {
    // SAFETY: this function has the same contract.
    let spec = unsafe { versioned(spec, "spec") }?;
    Ok(Arc::new(Owned::new(spec.user_data, spec.destroy)))
}

/// # Safety
/// Each pointer in `spec` is NULL or valid.
unsafe fn function(spec: &pcty_function_spec, host: &Host) -> Result<Function> {
    // SAFETY: by this function's contract it is NULL or valid.
    let promise = unsafe { spec.promise.as_ref() };
    let mut signature = Signature::new()
        .describe(text(&spec.description, "spec->description")?)
        .refine_result(refinement(spec.refine, promise.map(|promise| &promise.0))?);
    // SAFETY: by this function's contract `spec` has this number of parameters.
    let given =
        unsafe { versioned_slice(spec.parameters, spec.parameter_count, "spec->parameters") }?;
    for (at, given) in given.into_iter().enumerate() {
        // SAFETY: by this function's contract each pointer in it is NULL or valid.
        let made = unsafe { parameter(given, &format!("parameters[{at}]")) }?;
        signature = signature.parameter(made);
    }
    if !spec.variadic.is_null() {
        // SAFETY: not NULL, so by this function's contract a struct of its stated size.
        let given = unsafe { versioned(spec.variadic, "spec->variadic") }?;
        // SAFETY: by this function's contract each pointer in it is NULL or valid.
        signature = signature.variadic(unsafe { parameter(given, "variadic") }?);
    }
    // SAFETY: by this function's contract it is NULL or valid.
    let fixed = unsafe { spec.return_type.as_ref() };
    let returns = match (fixed, spec.return_type_callback) {
        (Some(ty), None) => ReturnType::fixed(ty.0.clone()),
        (None, Some(callback)) => found_by(callback, host.clone()),
        (None, None) => {
            return Err(invalid(
                "`spec` has neither `return_type` nor `return_type_callback`",
            ));
        }
        (Some(_), Some(_)) => {
            return Err(invalid(
                "`spec` has both `return_type` and `return_type_callback`",
            ));
        }
    };
    let implementation = need(spec.implementation, "spec->implementation")?;
    let host = host.clone();
    Ok(Function::new(
        signature,
        returns,
        move |arguments: &[&Value], call: &Call<'_>| {
            // SAFETY: the host passed the implementation for this data.
            unsafe { implement(implementation, &host, arguments, call) }
        },
    ))
}

/// Returns the result of a host's implementation for arguments that match.
///
/// # Safety
/// The host passed the implementation with this data.
#[inline]
pub(crate) unsafe fn implement(
    implementation: unsafe extern "C" fn(
        *mut c_void,
        *const *const pcty_value,
        usize,
        *const pcty_type,
        *mut *mut pcty_value,
        *mut *mut pcty_error,
    ) -> pcty_status,
    host: &Owned,
    arguments: &[&Value],
    call: &Call<'_>,
) -> Result<Output> {
    during(call.budget, || {
        let mut out = std::ptr::null_mut();
        let mut error = std::ptr::null_mut();
        // SAFETY: this function has the same contract; a reference to a value is a pointer
        // to its handle.
        let status = unsafe {
            implementation(
                host.data,
                arguments.as_ptr().cast(),
                arguments.len(),
                pcty_type::borrowed(call.returns),
                &raw mut out,
                &raw mut error,
            )
        };
        // SAFETY: the outputs of the callback are NULL or owned.
        unsafe { answered(status, out, error) }.map(Output::Boxed)
    })
}

/// Returns the rule for the return type that a callback implements.
fn found_by(
    callback: unsafe extern "C" fn(
        *mut c_void,
        *const *const pcty_value,
        usize,
        *mut *mut pcty_type,
        *mut *mut pcty_error,
    ) -> pcty_status,
    host: Host,
) -> ReturnType {
    ReturnType::found_within(move |arguments: &[&Value], budget: &Budget| {
        during(budget, || {
            let mut out = std::ptr::null_mut();
            let mut error = std::ptr::null_mut();
            let args_data = arguments.as_ptr().cast();
            // SAFETY: the host passed the callback for this data; a reference to a value is a
            // pointer to its handle.
            let status = unsafe {
                callback(
                    host.data,
                    args_data,
                    arguments.len(),
                    &raw mut out,
                    &raw mut error,
                )
            };
            // SAFETY: the outputs of the callback are NULL or owned.
            unsafe { answered(status, out, error) }.map(|ty| *ty)
        })
    })
}

/// # Safety
/// Each pointer in `given` is NULL or valid.
unsafe fn parameter(given: &pcty_parameter, name: &str) -> Result<Parameter> {
    let label = text(&given.name, &format!("{name}.name"))?;
    let description = text(&given.description, &format!("{name}.description"))?;
    // SAFETY: this function has the same contract.
    let ty = unsafe { given.ty.as_ref() };
    let Some(ty) = ty.map(|ty| &ty.0) else {
        return Err(null(&format!("{name}.type")));
    };
    let allow = u8::try_from(given.flags).ok().and_then(Allow::from_bits);
    let Some(allow) = allow else {
        return Err(invalid(format!("`{name}.flags` has an unknown flag")));
    };
    let made = Parameter::new(label, ty.clone());
    Ok(made.describe(description).allow(allow))
}

/// Returns the known facts about every result, from its flags and from an unknown value.
fn refinement(flags: pcty_refine_flags, promise: Option<&Value>) -> Result<Refinement> {
    let mut known = match promise {
        None => Refinement::NONE,
        Some(value) if !value.is_marked() && !value.is_known() => {
            value.refinement().cloned().unwrap_or(Refinement::NONE)
        }
        Some(_) => {
            return Err(invalid(
                "`spec->promise`: expected an unknown value without marks",
            ));
        }
    };
    match flags {
        0 => {}
        PCTY_REFINE_NOT_NULL => known.not_null = true,
        _ => return Err(invalid("`spec->refine` has an unknown flag")),
    }
    Ok(known)
}

owned! {
    /// Creates another handle of the same function; only a reference is counted.
    fn pcty_function_clone(function: &pcty_function);
    /// Frees a function.
    fn pcty_function_free(function: pcty_function);
}

/// Calls a function.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a wrong number of arguments; PCTY_ERROR_NULL and
/// PCTY_ERROR_TYPE, with the argument's index, for an argument that its parameter does not allow;
/// PCTY_ERROR_VALUE for an argument that a function of the library does not accept;
/// PCTY_ERROR_MISBEHAVED for a result that violates the promise of the function; the errors of the
/// function itself.
/// Ownership: the caller owns `*out` and keeps the arguments.
/// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_function_call(
    function: Option<&pcty_function>,
    arguments: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer(out, error, || {
        // The callbacks may free the handle.
        let function = need(function, "function")?.0.clone();
        // SAFETY: by the header's contract `arguments` has `count` elements.
        let arguments = unsafe { refs(arguments, count, "arguments") }?;
        let output = calling(|budget| function.call_within(arguments, budget))?;
        Ok(Box::into_raw(output.into_boxed()).cast())
    })
}

/// Returns the type of the result for these arguments; each of them may be unknown. The type is
/// more precise if more is known. The implementation is not called.
///
/// Errors: those of `pcty_function_call` that concern the arguments and the callback for the return
/// type.
/// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_function_return_type_for_values(
    function: Option<&pcty_function>,
    arguments: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // The callbacks may free the handle.
        let function = need(function, "function")?.0.clone();
        // SAFETY: by the header's contract `arguments` has `count` elements.
        let arguments = unsafe { refs(arguments, count, "arguments") }?;
        calling(|budget| function.return_type_within(arguments, budget))
    })
}

/// Returns the type of the result for arguments of these types.
///
/// Errors: those of `pcty_function_return_type_for_values`.
/// NULL: `types` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_function_return_type_for_types(
    function: Option<&pcty_function>,
    types: *const *const pcty_type,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // The callbacks may free the handle.
        let function = need(function, "function")?.0.clone();
        // SAFETY: by the header's contract `types` has `count` elements.
        let types = unsafe { clones(types, count, "types") }?;
        let unknowns: Vec<Value> = types.into_iter().map(Value::unknown).collect();
        let unknowns: Vec<&Value> = unknowns.iter().collect();
        calling(|budget| function.return_type_within(&unknowns, budget))
    })
}

/// The data of a function.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_function_data {
    /// The return type, or NULL if it depends on the arguments.
    pub fixed_return_type: *const pcty_type,
    /// The description by the host.
    pub description: pcty_str,
    /// The number of positional parameters: `pcty_function_parameter_at`.
    pub parameter_count: usize,
    /// Whether the function takes arguments after the positional ones; their parameter is at the
    /// position `parameter_count`.
    pub is_variadic: bool,
}

/// Writes the data of a function.
///
/// Ownership: the type and the text in `*out` are owned by `function` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_function_info(
    function: Option<&pcty_function>,
    out: Option<&mut MaybeUninit<pcty_function_data>>,
) -> bool {
    quiet(false, || {
        let data = function.map(|function| {
            let signature = function.0.signature();
            let fixed = function.0.fixed_return_type();
            pcty_function_data {
                fixed_return_type: fixed.map_or(std::ptr::null(), pcty_type::borrowed),
                description: pcty_str::borrowed(signature.description()),
                parameter_count: signature.positional_count(),
                is_variadic: signature.variadic_parameter().is_some(),
            }
        });
        write_found(data, out)
    })
}

/// Writes a parameter by its position from 0. The variadic parameter is after the positional ones.
///
/// Errors: PCTY_ERROR_NOT_FOUND past the end; PCTY_ERROR_INVALID_ARGUMENT for a wrong
/// `struct_size`.
/// Ownership: fills `*out`, whose `struct_size` the caller sets; its texts and its type are owned
/// by the function and valid while it lives.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_function_parameter_at(
    function: Option<&pcty_function>,
    index: usize,
    out: *mut pcty_parameter,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let body = |struct_size| {
        let signature = need(function, "function")?.0.signature();
        let last = signature.variadic_parameter();
        let last = last.filter(|_| index == signature.positional_count());
        let parameter = signature.positional(index).or(last).ok_or_else(|| {
            let message = format!("there is no parameter at index {index}");
            Error::new(Code::NotFound, message)
        })?;
        Ok(described(struct_size, parameter))
    };
    // SAFETY: by the header's contract `out` is NULL or has its stated size.
    unsafe { fill(out, error, body) }
}

/// Returns a parameter for the caller's struct.
fn described(struct_size: u32, parameter: ParameterRef<'_>) -> pcty_parameter {
    pcty_parameter {
        struct_size,
        flags: u32::from(parameter.allows.bits()),
        name: pcty_str::borrowed(parameter.name),
        description: pcty_str::borrowed(parameter.description),
        ty: pcty_type::borrowed(parameter.ty),
    }
}
