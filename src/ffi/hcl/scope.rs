//! HCL: scopes.
//!
//! A scope defines the variables and functions that an expression may use. Scopes nest: a name that
//! an inner scope does not define is looked up in the outer scopes.

use crate::dialect::hcl::functions::standard_functions;
use crate::dialect::hcl::{FunctionSet, Scope, can_function, convert_function, try_function};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::functions::function::pcty_function;
use crate::ffi::guard::{
    Handle, changed, copied, handle, make, need, need_pointer, owned, quiet, run, text, unnamed,
    write_found,
};
use crate::ffi::values::value::pcty_value;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::LazyLock;

/// Variables and functions by name. Only one thread at a time may change it; while no thread
/// changes it, any number may evaluate in it.
///
/// ```c
/// static pcty_hcl_scope *scope_of(const pcty_value *environment) {
///     pcty_hcl_scope *scope = pcty_hcl_scope_new();
///     must(pcty_hcl_scope_set_variable(scope, PCTY_STR("env"), environment, NULL));
///     must(pcty_hcl_scope_set_standard_functions(scope, NULL));
///     return scope; // evaluates "${upper(env.REGION)}-1"
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_scope(pub(crate) Scope);

handle!(pcty_hcl_scope, Scope);

/// A kind of names that a scope defines.
pub type pcty_hcl_scope_names = u32;

/// Variables.
pub const PCTY_HCL_SCOPE_VARIABLES: pcty_hcl_scope_names = 1;
/// Functions.
pub const PCTY_HCL_SCOPE_FUNCTIONS: pcty_hcl_scope_names = 2;

/// Creates a scope without variables and functions. Until some are defined, it does not allow
/// variables or functions.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_new() -> *mut pcty_hcl_scope {
    quiet(ptr::null_mut(), || pcty_hcl_scope::own(Scope::new()))
}

owned! {
    /// Creates a scope with the same variables and functions. Later changes of one scope do not affect
    /// the other. Unchanged data is shared.
    fn pcty_hcl_scope_clone(scope: &pcty_hcl_scope);
    /// Frees a scope. Scopes within it stay valid.
    fn pcty_hcl_scope_free(scope: pcty_hcl_scope);
}

/// Creates a scope within the current state of a scope. Later changes of the outer scope do not
/// affect it.
///
/// Errors: PCTY_ERROR_LIMIT beyond 256 nested scopes.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_child(
    scope: Option<&pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_scope>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(scope, "scope")?.0.child())
}

/// Allows variables or functions even if none are defined. Diagnostics then report an undefined
/// name as unknown, not as a name in a scope without variables or functions.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if `names` is not one of the constants.
/// Ownership: changes `scope`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_allow(
    scope: Option<&mut pcty_hcl_scope>,
    names: pcty_hcl_scope_names,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let scope = &mut need(scope, "scope")?.0;
        match names {
            PCTY_HCL_SCOPE_VARIABLES => scope.allow_variables(),
            PCTY_HCL_SCOPE_FUNCTIONS => scope.allow_functions(),
            other => return Err(unnamed("names", other)),
        }
        Ok(())
    })
}

/// Limits the number of steps of an evaluation in this scope, or in a scope within it, in addition
/// to the budget of the call. A step is about one operation or one element. An evaluation that
/// exceeds the limit fails with PCTY_ERROR_LIMIT.
///
/// Errors: none, except for NULL.
/// Ownership: changes `scope`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_set_step_limit(
    scope: Option<&mut pcty_hcl_scope>,
    steps: u64,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need(scope, "scope")?.0.limit_steps(steps);
        Ok(())
    })
}

/// Writes the maximum number of steps of an evaluation in a scope, as set by the scope or by the
/// nearest outer scope that has a limit.
///
/// Returns: false if no scope has a limit.
/// Ownership: `*out` is plain data.
/// NULL: `out` may be NULL. If `scope` is NULL, returns false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_step_limit(
    scope: Option<&pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<u64>>,
) -> bool {
    quiet(false, || {
        write_found(scope.and_then(|scope| scope.0.step_limit()), out)
    })
}

/// Defines a variable. It replaces an earlier variable of the same name.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid in
/// expressions.
/// Ownership: changes `scope`; the caller still owns `value`.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_scope_set_variable(
    scope: *mut pcty_hcl_scope,
    name: pcty_str,
    value: *const pcty_value,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need_pointer(scope, "scope")?;
        let name = text(&name, "name")?.to_owned();
        // SAFETY: by the header's contract `value` is NULL or valid.
        let value = unsafe { copied(value, "value") }?;
        // SAFETY: by the header's contract `scope` is NULL or used only by this call; arguments
        // that may borrow from it are copied.
        unsafe { changed(scope, "scope", |scope| scope.set_variable(name, value)) }?
    })
}

/// Defines a function. It replaces an earlier function of the same name. The name may have parts
/// with `::` between them.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that is not valid in
/// expressions.
/// Ownership: changes `scope`; the caller still owns `function`.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_scope_set_function(
    scope: *mut pcty_hcl_scope,
    name: pcty_str,
    function: *const pcty_function,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need_pointer(scope, "scope")?;
        let name = text(&name, "name")?.to_owned();
        // SAFETY: by the header's contract `function` is NULL or valid.
        let function = unsafe { copied(function, "function") }?;
        // SAFETY: by the header's contract `scope` is NULL or used only by this call; arguments
        // that may borrow from it are copied.
        unsafe { changed(scope, "scope", |scope| scope.set_function(name, function)) }?
    })
}

/// Allows messages of evaluations in this scope, or in a scope within it, to show parts of values
/// that have a mark. Without it, no text of the library shows any part of a marked value.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `scope`; the mark is copied.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_show_mark(
    scope: Option<&mut pcty_hcl_scope>,
    mark: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need(scope, "scope")?.0.show_mark(text(&mark, "mark")?);
        Ok(())
    })
}

/// The functions of `pcty_hcl_scope_set_standard_functions`. All scopes share this table.
static STANDARD: LazyLock<FunctionSet> = LazyLock::new(|| {
    let standard = standard_functions().iter();
    let named = standard.map(|standard| (standard.name().into(), standard.function().clone()));
    let special = [
        ("try".into(), try_function()),
        ("can".into(), can_function()),
        ("convert".into(), convert_function()),
    ];
    FunctionSet::new(named.chain(special)).unwrap_or_default()
});

/// Defines all functions of the standard library under their own names, and the 3 functions that
/// depend on the language: `try`, `can` and `convert`. Functions that this scope already defines
/// one by one are not replaced.
///
/// Errors: none, except for NULL.
/// Ownership: changes `scope`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_set_standard_functions(
    scope: Option<&mut pcty_hcl_scope>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let scope = &mut need(scope, "scope")?.0;
        scope.offer_functions(&STANDARD);
        Ok(())
    })
}

/// Returns the variable of a name, from this scope or an outer one.
///
/// Ownership: owned by `scope` and valid until it is changed or freed.
/// NULL: returns NULL. Also returns NULL for a name that is not defined.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_variable_get(
    scope: Option<&pcty_hcl_scope>,
    name: pcty_str,
) -> *const pcty_value {
    quiet(ptr::null(), || {
        let name = text(&name, "name").ok();
        scope
            .zip(name)
            .and_then(|(scope, name)| scope.0.variable(name))
            .map_or(ptr::null(), pcty_value::borrowed)
    })
}

/// Returns the function of a name, from this scope or an outer one.
///
/// Ownership: owned by `scope` and valid until it is changed or freed.
/// NULL: returns NULL. Also returns NULL for a name that is not defined.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_function_get(
    scope: Option<&pcty_hcl_scope>,
    name: pcty_str,
) -> *const pcty_function {
    quiet(ptr::null(), || {
        let name = text(&name, "name").ok();
        scope
            .zip(name)
            .and_then(|(scope, name)| scope.0.function(name))
            .map_or(ptr::null(), pcty_function::borrowed)
    })
}
