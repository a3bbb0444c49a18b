//! PCL: scopes of types.
//!
//! Which variables and functions an expression may use, and of which types, before there are
//! values. Names of functions are apart from those of variables. Scopes nest: what an inner
//! one does not have is looked up further out.

use crate::calls::{Parameter, Signature};
use crate::dialect::hcl::eval::Expr;
use crate::dialect::hcl::syntax::Expression;
use crate::dialect::pcl::{GenericAnswer, TypeScope, TypedCall, TypedFunction, type_scope};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::{PCTY_OK, pcty_status};
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{
    Handle, answered, changed, copied, handle, make, need, need_pointer, quiet, release, run, text,
};
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::reentry::untold;
use crate::ffi::types::constructors::pcty_type;
use crate::source::{Code, Diagnostic, Error, Result};
use crate::types::Type;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;

/// Types of variables and functions by name. One thread at a time while it changes; as long
/// as nobody changes it, any number may check in it.
///
/// ```c
/// // In it "${upper(server.address)}" is an output of a string.
/// static pcty_pcl_type_scope *types_around(const pcty_type *server) {
///     pcty_type_parameter text;
///     text.name = PCTY_STR("text");
///     text.type = pcty_type_string();
///     pcty_function_type parts = PCTY_FUNCTION_TYPE_INIT;
///     parts.params = PCTY_PARAMETERS_LISTED;
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

/// Says what a function takes and gives in one call, of which it gets the types of the
/// arguments and the expressions that they are, in native syntax; the elements of a last
/// argument with `...` come one by one, with the expression of the whole. All of it is lent
/// for the call.
///
/// On success it puts a function type of its own into `*out`, which is NULL at first, and the
/// library takes it; `*error` may have an error of its own besides, whose diagnostics are told,
/// warnings for instance. For a call that cannot be, it puts an error into `*error` and
/// returns its code: its diagnostics are told, or, without any, the error as one, and the call
/// is `dynamic`. A diagnostic without a place gets that of the argument that the error names,
/// or else of the call. A change that it makes to the scope takes effect for later checks. It may
/// be called by several threads at once, if the host checks in several.
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

/// A scope without variables and functions.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_new() -> *mut pcty_pcl_type_scope {
    quiet(ptr::null_mut(), || {
        pcty_pcl_type_scope::own(TypeScope::new())
    })
}

/// A scope of type expressions: the variables `any`, `string`, `number`, `int` and `bool`,
/// the functions `list`, `set`, `map`, `object`, `tuple` and `optional`. The type of an
/// expression in it is the type that the expression denotes.
///
/// Ownership: the result is the caller's.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_of_constructors() -> *mut pcty_pcl_type_scope {
    quiet(ptr::null_mut(), || {
        pcty_pcl_type_scope::own(type_scope().clone())
    })
}

/// A scope of the same variables and functions, which changes by itself. What neither
/// changes they share.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_clone(
    scope: Option<&pcty_pcl_type_scope>,
) -> *mut pcty_pcl_type_scope {
    quiet(ptr::null_mut(), || {
        scope.map_or(ptr::null_mut(), |scope| {
            pcty_pcl_type_scope::own(scope.0.clone())
        })
    })
}

/// Frees a scope; scopes within it live on. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_free(scope: Option<Box<pcty_pcl_type_scope>>) {
    release(scope)
}

/// A new scope within a scope as it is now: later changes of the outer one do not reach it.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_LIMIT beyond 256 scopes within each other.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_pcl_type_scope_child(
    scope: Option<&pcty_pcl_type_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_pcl_type_scope>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(scope, "scope")?.0.child())
}

/// Defines a variable, in place of an earlier one of that name.
///
/// Ownership: changes `scope`; the type stays the caller's.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
/// Threads: one at a time.
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
        // SAFETY: by the header's contract `scope` is NULL or the caller's alone; what it may
        // have lent is copied.
        unsafe { changed(scope, "scope", |scope| scope.set_variable(name, ty)) }
    })
}

/// What a function takes and gives, by its type.
fn signature(ty: &Type) -> Result<Signature> {
    let refused = |why: &str| Err(Error::new(Code::Type, why).with_found(ty));
    let Some(func) = ty.as_func() else {
        return refused("a function type is required");
    };
    let (Some(params), Some(_)) = (&func.params, &func.result) else {
        return refused("the function type has to say its parameters and its result");
    };
    if params.size.is_some() || func.block.is_some() {
        return refused("functions of PCL have neither a block nor a range of arguments");
    }
    Ok(Signature::from(func.clone()))
}

/// Defines a function, in place of an earlier one of that name, by a function type that
/// lists the parameters and says the result. The names of parameters are for messages. A
/// parameter whose type is optional may be missing at the end of a call.
///
/// Ownership: changes `scope`; the type stays the caller's.
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_TYPE for any other type, and for one with a
/// block or a range of arguments.
/// NULL: `error` may be.
/// Threads: one at a time.
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
        // SAFETY: by the header's contract `scope` is NULL or the caller's alone; what it may
        // have lent is copied.
        unsafe { changed(scope, "scope", |scope| scope.set_function(name, signature)) }
    })
}

/// Defines a function, in place of an earlier one of that name, that a rule says for each
/// call what it takes and gives.
///
/// Ownership: changes `scope`. `user_data` is the library's from here on, also on failure:
/// `destroy` releases it exactly once, with the last scope that has the function.
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// NULL: `user_data`, `destroy` and `error` may be.
/// Threads: one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_pcl_type_scope_set_generic_function(
    scope: *mut pcty_pcl_type_scope,
    name: pcty_str,
    rule: pcty_pcl_rule,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before anything can fail, so that it is always released.
    let host = Owned::new(user_data, destroy);
    run(error, move || {
        need_pointer(scope, "scope")?;
        let name = text(&name, "name")?.to_owned();
        let rule = need(rule, "rule")?;
        let function = TypedFunction::generic(move |call| ask(rule, &host, call));
        // SAFETY: by the header's contract `scope` is NULL or the caller's alone; what it may
        // have lent is copied.
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

fn ask(rule: Rule, host: &Owned, call: &TypedCall<'_>) -> GenericAnswer {
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
    let lent: Vec<*const pcty_hcl_expression> =
        expressions.iter().map(pcty_hcl_expression::lend).collect();
    let types: Vec<*const pcty_type> = call
        .arguments
        .iter()
        .map(|argument| pcty_type::lend(&argument.ty))
        .collect();
    let mut out: *mut pcty_type = ptr::null_mut();
    let mut error: *mut pcty_error = ptr::null_mut();
    // SAFETY: the host gave the callback for this data; what it gets outlives the call; what
    // it gives back is owned, and taken once.
    let asked = untold(|| unsafe {
        let status = rule(
            host.data,
            types.as_ptr(),
            lent.as_ptr(),
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
                    let fault = Diagnostic::error(error.message(), "");
                    diagnostics.push(placed(&fault, &error, call));
                }
                all => diagnostics.extend(all.iter().map(|one| placed(one, &error, call))),
            }
            (anything(), diagnostics)
        }
    }
}

/// A diagnostic at the place of the argument that its error names, or else of the call, if
/// it has none of its own.
fn placed(diagnostic: &Diagnostic, error: &Error, call: &TypedCall<'_>) -> Diagnostic {
    let diagnostic = diagnostic.clone();
    if diagnostic.subject.is_some() {
        return diagnostic;
    }
    let argument = error.argument().and_then(|at| call.arguments.get(at));
    let range = argument.map_or_else(|| call.expression.range(), |argument| argument.range);
    diagnostic.with_subject(range)
}

/// What a function of which nothing is known takes and gives.
fn anything() -> Signature {
    Signature::new()
        .variadic(Parameter::new("arguments", Type::any().clone()))
        .returns(Type::any().clone())
}

/// The type of the variable of a name, here or further out.
///
/// Ownership: lent until the scope changes or goes. NULL: gives NULL, as does a name that
/// is not defined.
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
            .map_or(ptr::null(), pcty_type::lend)
    })
}

/// Whether there is a function of a name, here or further out. NULL: gives false.
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
