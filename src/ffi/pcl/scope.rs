//! PCL: scopes of types.
//!
//! A scope defines the variables and functions that an expression may use, and their types, before
//! there are values. Functions and variables have separate names. Scopes nest: a name that an inner
//! scope does not define is looked up in the outer scopes.

use crate::calls::{Parameter, Signature};
use crate::dialect::hcl::eval::Expr;
use crate::dialect::hcl::syntax::Expression;
use crate::dialect::pcl::{GenericResult, TypeScope, TypedCall, TypedFunction, type_scope};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::{PCTY_OK, pcty_status};
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{
    Handle, answered, changed, copied, handle, make, need, need_pointer, owned, quiet, run, text,
};
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::reentry::untold;
use crate::ffi::types::constructors::pcty_type;
use crate::source::{Code, Diagnostic, Error, Reporter, Result};
use crate::types::Type;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// Types of variables and functions by name. Only one thread at a time may change it; while no
/// thread changes it, any number may check in it.
///
/// ```c
/// // Creates a scope in which "${upper(server.address)}" is an output of a string.
/// static pcty_pcl_type_scope *types_around(const pcty_type *server) {
///     pcty_type_parameter text;
///     text.name = PCTY_STR("text");
///     text.type = pcty_type_string();
///     pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
///     parts.parameters = PCTY_PARAMETERS_LISTED;
///     parts.positional = &text;
///     parts.positional_count = 1;
///     parts.result = pcty_type_string();
///     pcty_type *upper = NULL;
///     pcty_pcl_type_scope *scope = pcty_pcl_type_scope_new();
///     if (pcty_type_function(&parts, &upper, NULL) == PCTY_OK) {
///         must(pcty_pcl_type_scope_set_function(scope, PCTY_STR("upper"), upper, NULL));
///     }
///     must(pcty_pcl_type_scope_set_variable(scope, PCTY_STR("server"), server, NULL));
///     pcty_type_free(upper);
///     return scope;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_pcl_type_scope(pub(crate) TypeScope);

handle!(pcty_pcl_type_scope, TypeScope);

/// Returns the signature of a function for one call. `arguments` are the types of the arguments,
/// `expressions` their expressions in native syntax. The elements of a last argument with `...` are
/// passed one by one, each with the expression of the whole argument. All of these are borrowed for
/// the call.
///
/// On success it sets `*out`, which is initially NULL, to a new function type, which the library
/// takes ownership of. It may also set `*error` to a new error, whose diagnostics, such as
/// warnings, are reported.
///
/// For an invalid call, it sets `*error` to a new error and returns the code of that error. The
/// diagnostics of the error are reported, or the error as one diagnostic if it has none, and the
/// result of the call is `dynamic`. A diagnostic without a position gets the position of the
/// argument that the error names, or else of the call.
///
/// A change of the scope during the call takes effect for later checks. Several threads may call
/// the rule at once, if the host checks in several threads.
pub type pcty_pcl_rule = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        arguments: *const *const pcty_type,
        expressions: *const *const pcty_hcl_expression,
        count: usize,
        out: *mut *mut pcty_type,
        error: *mut *mut pcty_error,
    ) -> pcty_status,
>;

/// Creates a scope without variables and functions.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_new() -> *mut pcty_pcl_type_scope {
    quiet(ptr::null_mut(), || {
        pcty_pcl_type_scope::own(TypeScope::new())
    })
}

/// Creates a scope for type expressions: the variables `any`, `string`, `number`, `int` and `bool`,
/// and the functions `list`, `set`, `map`, `object`, `tuple` and `optional`. The type of an
/// expression in it is the type that the expression denotes.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_of_constructors() -> *mut pcty_pcl_type_scope {
    quiet(ptr::null_mut(), || {
        pcty_pcl_type_scope::own(type_scope().clone())
    })
}

owned! {
    /// Creates a scope with the same variables and functions. Later changes of one scope do not affect
    /// the other. Unchanged data is shared.
    fn pcty_pcl_type_scope_clone(scope: &pcty_pcl_type_scope);
    /// Frees a scope. Scopes within it stay valid.
    fn pcty_pcl_type_scope_free(scope: pcty_pcl_type_scope);
}

/// Creates a scope within the current state of a scope. Later changes of the outer scope do not
/// affect it.
///
/// Errors: PCTY_ERROR_LIMIT beyond 256 nested scopes.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_child(
    scope: Option<&pcty_pcl_type_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_pcl_type_scope>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(scope, "scope")?.0.child())
}

/// Defines a variable. It replaces an earlier variable of the same name.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `scope`; the caller still owns the type.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_type_scope_set_variable(
    scope: *mut pcty_pcl_type_scope,
    name: pcty_str,
    ty: *const pcty_type,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need_pointer(scope, "scope")?;
        let name = text(&name, "name")?.to_owned();
        // SAFETY: by the header's contract `ty` is NULL or valid.
        let ty = unsafe { copied(ty, "type") }?;
        // SAFETY: by the header's contract `scope` is NULL or used only by this call; arguments
        // that may borrow from it are copied.
        unsafe { changed(scope, "scope", |scope| scope.set_variable(name, ty)) }
    })
}

/// Returns the signature of a function type.
fn signature(ty: &Type) -> Result<Signature> {
    let refused = |why: &str| Err(Error::new(Code::Type, why).with_found(ty));
    let Some(func) = ty.as_func() else {
        return refused("a function type is required");
    };
    let (Some(params), Some(_)) = (&func.params, &func.result) else {
        return refused("the function type must have parameters and a result");
    };
    if params.size.is_some() || func.block.is_some() {
        return refused("a function of PCL has no block and no range of argument counts");
    }
    Ok(Signature::from(func.clone()))
}

/// Defines a function by a function type that lists the parameters and has a result. It replaces an
/// earlier function of the same name. The names of parameters are used in messages. A parameter
/// whose type is optional may be missing at the end of a call.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_TYPE for any other type, and for a function type
/// with a block or a range of arguments.
/// Ownership: changes `scope`; the caller still owns the type.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_type_scope_set_function(
    scope: *mut pcty_pcl_type_scope,
    name: pcty_str,
    ty: *const pcty_type,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        need_pointer(scope, "scope")?;
        let name = text(&name, "name")?.to_owned();
        // SAFETY: by the header's contract `ty` is NULL or valid.
        let signature = signature(&unsafe { copied(ty, "type") }?)?;
        // SAFETY: by the header's contract `scope` is NULL or used only by this call; arguments
        // that may borrow from it are copied.
        unsafe { changed(scope, "scope", |scope| scope.set_function(name, signature)) }
    })
}

/// Defines a function whose signature a rule determines for each call. It replaces an earlier
/// function of the same name.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `scope`. The library takes ownership of `user_data`, also on failure;
/// `destroy` releases it exactly once, with the last scope that has the function.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
/// Threads: one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_type_scope_set_generic_function(
    scope: *mut pcty_pcl_type_scope,
    name: pcty_str,
    rule: pcty_pcl_rule,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before any error is possible, so that it is always released.
    let host = Owned::new(user_data, destroy);
    run(error, move || {
        need_pointer(scope, "scope")?;
        let name = text(&name, "name")?.to_owned();
        let rule = need(rule, "rule")?;
        let function = TypedFunction::generic(move |call| ask(rule, &host, call));
        // SAFETY: by the header's contract `scope` is NULL or used only by this call; arguments
        // that may borrow from it are copied.
        unsafe { changed(scope, "scope", |scope| scope.set_function(name, function)) }
    })
}

type Rule = unsafe extern "C" fn(
    *mut c_void,
    *const *const pcty_type,
    *const *const pcty_hcl_expression,
    usize,
    *mut *mut pcty_type,
    *mut *mut pcty_error,
) -> pcty_status;

fn ask(rule: Rule, host: &Owned, call: &TypedCall<'_>) -> GenericResult {
    let expressions: Vec<Expr> = call
        .arguments
        .iter()
        .map(|argument| {
            Expr::Native(Expression {
                tree: call.expression.tree.clone(),
                id: argument.expression,
            })
        })
        .collect();
    let borrowed: Vec<*const pcty_hcl_expression> = expressions
        .iter()
        .map(pcty_hcl_expression::borrowed)
        .collect();
    let types: Vec<*const pcty_type> = call
        .arguments
        .iter()
        .map(|argument| pcty_type::borrowed(&argument.ty))
        .collect();
    let mut out: *mut pcty_type = ptr::null_mut();
    let mut error: *mut pcty_error = ptr::null_mut();
    // SAFETY: the host registered the callback with this data; its arguments outlive the call; its
    // results are owned, and taken once.
    let asked = untold(|| unsafe {
        let status = rule(
            host.data,
            types.as_ptr(),
            borrowed.as_ptr(),
            types.len(),
            &raw mut out,
            &raw mut error,
        );
        match status {
            PCTY_OK => {
                let besides = (!error.is_null()).then(|| *Box::from_raw(error.cast::<Error>()));
                let made = answered(PCTY_OK, out, ptr::null_mut());
                Ok((made.and_then(|ty| signature(&ty)), besides))
            }
            _ => match answered(status, out, error) {
                Err(error) if error.code().is_refusal() => Err(error),
                made => Ok((made.and_then(|ty| signature(&ty)), None)),
            },
        }
    });
    let (made, besides) = asked.unwrap_or_else(|error| (Err(error), None));
    let mut diagnostics = Vec::new();
    if let Some(besides) = besides {
        diagnostics.extend(
            besides
                .diagnostics()
                .iter()
                .map(|one| placed(one, &besides, call)),
        );
    }
    match made {
        Ok(signature) => (signature, diagnostics),
        Err(error) => {
            match error.diagnostics() {
                [] => {
                    let failure = Reporter::Host.error(error.message(), "");
                    let failure = failure.with_code(error.code());
                    diagnostics.push(placed(&failure, &error, call));
                }
                all => diagnostics.extend(all.iter().map(|one| placed(one, &error, call))),
            }
            (anything(), diagnostics)
        }
    }
}

/// Returns a diagnostic with a position. If it has none, it gets the position of the argument that
/// its error names, or else of the call.
fn placed(diagnostic: &Diagnostic, error: &Error, call: &TypedCall<'_>) -> Diagnostic {
    let diagnostic = diagnostic.clone();
    if diagnostic.subject.is_some() {
        return diagnostic;
    }
    let argument = error.argument().and_then(|at| call.arguments.get(at));
    let range = argument.map_or_else(|| call.expression.range(), |argument| argument.range);
    diagnostic.with_subject(range)
}

/// Returns the signature of a function whose parameters and result are not known.
fn anything() -> Signature {
    Signature::new()
        .variadic(Parameter::new("arguments", Type::any().clone()))
        .returns(Type::any().clone())
}

/// Returns the type of the variable of a name, from this scope or an outer one.
///
/// Ownership: owned by `scope` and valid until it is changed or freed.
/// NULL: returns NULL. Also returns NULL for a name that is not defined.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_variable_get(
    scope: Option<&pcty_pcl_type_scope>,
    name: pcty_str,
) -> *const pcty_type {
    quiet(ptr::null(), || {
        let name = text(&name, "name").ok();
        scope
            .zip(name)
            .and_then(|(scope, name)| scope.0.variable(name))
            .map_or(ptr::null(), pcty_type::borrowed)
    })
}

/// Returns whether this scope or an outer one defines a function of a name.
///
/// NULL: returns false.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_has_function(
    scope: Option<&pcty_pcl_type_scope>,
    name: pcty_str,
) -> bool {
    quiet(false, || {
        let name = text(&name, "name").ok();
        let found = scope.zip(name);
        found.is_some_and(|(scope, name)| scope.0.function(name).is_some())
    })
}
