//! HCL: scopes.
//!
//! Which variables and functions an expression may use. Scopes nest: what an inner one does
//! not have is looked up further out.

use crate::dialect::hcl::functions::standard_functions;
use crate::dialect::hcl::{FunctionSet, Scope, can_function, convert_function, try_function};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::functions::function::pcty_function;
use crate::ffi::guard::{
    Handle, changed, copied, handle, make, need, need_pointer, quiet, release, run, text, unnamed,
};
use crate::ffi::values::value::pcty_value;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::LazyLock;

/// Variables and functions by name. One thread at a time while it changes; as long as
/// nobody changes it, any number may evaluate in it.
///
/// ```c
/// static pcty_hcl_scope *scope_of(const pcty_value *environment) {
///     pcty_hcl_scope *scope = pcty_hcl_scope_new();
///     must(pcty_hcl_scope_set_variable(scope, PCTY_STR("env"), environment, NULL));
///     must(pcty_hcl_scope_set_standard_functions(scope, NULL));
///     return scope; // "${upper(env.REGION)}-1" has a value in it
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_scope(pub(crate) Scope);

handle!(pcty_hcl_scope, Scope);

/// Names that a scope defines.
pub type pcty_hcl_scope_names = u32;

/// Variables.
pub const PCTY_HCL_SCOPE_VARIABLES: pcty_hcl_scope_names = 1;
/// Functions.
pub const PCTY_HCL_SCOPE_FUNCTIONS: pcty_hcl_scope_names = 2;

/// A scope without variables and functions, of which it allows neither until it has some.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_new() -> *mut pcty_hcl_scope {
    quiet(ptr::null_mut(), || pcty_hcl_scope::own(Scope::new()))
}

/// A scope of the same variables and functions, which changes by itself. What neither
/// changes they share.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_clone(scope: Option<&pcty_hcl_scope>) -> *mut pcty_hcl_scope {
    quiet(ptr::null_mut(), || {
        scope.map_or(ptr::null_mut(), |scope| {
            pcty_hcl_scope::own(scope.0.clone())
        })
    })
}

/// Frees a scope; scopes within it live on. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_free(scope: Option<Box<pcty_hcl_scope>>) {
    release(scope)
}

/// A new scope within a scope as it is now: later changes of the outer one do not reach it.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_LIMIT beyond 256 scopes within each other.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_child(
    scope: Option<&pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_scope>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(scope, "scope")?.0.child())
}

/// Allows variables or functions even if there are none: a name that is not defined is then unknown,
/// and not one in a scope without variables or functions.
///
/// Ownership: changes `scope`.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for `names` without a constant.
/// NULL: `error` may be.
/// Threads: one at a time.
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

/// Bounds how long an evaluation in this scope, or in one within it, may take, besides what the
/// budget of the call allows: a step is about an operation or an element. What takes longer is
/// PCTY_ERROR_LIMIT.
///
/// Ownership: changes `scope`.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_scope_limit_steps(
    scope: Option<&mut pcty_hcl_scope>,
    steps: u64,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need(scope, "scope")?.0.limit_steps(steps);
        Ok(())
    })
}

/// Defines a variable, in place of an earlier one of that name.
///
/// Ownership: changes `scope`; `value` stays the caller's.
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that no expression can
/// say.
/// NULL: `error` may be.
/// Threads: one at a time.
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
        // SAFETY: by the header's contract `scope` is NULL or the caller's alone; what it may
        // have lent is copied.
        unsafe { changed(scope, "scope", |scope| scope.set_variable(name, value)) }?
    })
}

/// Defines a function, in place of an earlier one of that name. The name may have parts with
/// `::` between them.
///
/// Ownership: changes `scope`; `function` stays the caller's.
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT for a name that no expression can
/// say.
/// NULL: `error` may be.
/// Threads: one at a time.
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
        // SAFETY: by the header's contract `scope` is NULL or the caller's alone; what it may
        // have lent is copied.
        unsafe { changed(scope, "scope", |scope| scope.set_function(name, function)) }?
    })
}

/// Lets messages of evaluations in this scope, or in one within it, show parts of values that
/// have a mark. Otherwise no text that the library makes shows any of a marked value.
///
/// Ownership: changes `scope`; the mark is copied.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
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

/// The functions of `pcty_hcl_scope_set_standard_functions`, of which all scopes have one table.
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

/// Defines all functions of the standard library under their own names, and the three that
/// need the language: `try`, `can` and `convert`. A function that was defined by itself in this
/// scope stays.
///
/// Ownership: changes `scope`.
/// Errors: none but NULL.
/// NULL: `error` may be.
/// Threads: one at a time.
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

/// The variable of a name, here or further out.
///
/// Ownership: lent until the scope changes or goes. NULL: gives NULL, as does a name that
/// is not defined.
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
            .map_or(ptr::null(), pcty_value::lend)
    })
}

/// The function of a name, here or further out.
///
/// Ownership: lent until the scope changes or goes. NULL: gives NULL, as does a name that
/// is not defined.
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
            .map_or(ptr::null(), pcty_function::lend)
    })
}
