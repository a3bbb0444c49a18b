//! HCL: expressions as arguments.
//!
//! A parameter of the closure type receives its argument as an expression that is not evaluated
//! yet, together with the scope of the call. The function may evaluate it at any time, or not at
//! all. A parameter of the type `pcty_type_meta` receives its argument as a type expression, which
//! `pcty_value_as_type` returns. Both work for calls in expressions.

use super::expression::pcty_hcl_expression;
use super::scope::pcty_hcl_scope;
use crate::dialect::hcl::eval::{Closure, closure_type};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::diagnosed::make_diagnosed;
use crate::ffi::guard::{Handle, invalid, make, need, quiet};
use crate::ffi::reentry::within;
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Result};
use std::mem::MaybeUninit;
use std::ptr;

/// Returns the type of parameters that take expressions.
///
/// Ownership: the result has static lifetime; do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_closure_type() -> *const pcty_type {
    quiet(ptr::null(), || pcty_type::borrowed(closure_type()))
}

fn closure(value: Option<&pcty_value>) -> Result<&Closure> {
    Closure::from_value(&need(value, "closure")?.0).ok_or_else(|| {
        invalid("`closure` is not the argument of a parameter that takes an expression")
    })
}

/// Creates an argument for `pcty_function_call` from an expression and the current state of a
/// scope. It equals the argument that the function receives from a call in this scope. Without a
/// scope there are no variables and no functions.
///
/// Errors: none, except for NULL.
/// Ownership: the caller owns `*out`, and still owns `expression` and `scope`.
/// NULL: `scope` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_closure_new(
    expression: Option<&pcty_hcl_expression>,
    scope: Option<&pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let expression = need(expression, "expression")?.0.clone();
        let scope = scope.map(|scope| scope.0.clone());
        Ok(Closure::new(expression, scope).into_value())
    })
}

/// Evaluates a closure in the scope of the call that it is an argument of.
///
/// Returns: the value; with `diagnostics`, an unknown value in place of each part that has an
/// error.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_ARGUMENT for a value that is not a closure.
/// Ownership: the caller owns `*out` and `*diagnostics`.
/// NULL: `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_closure_evaluate(
    closure: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // A callback may free the value.
        let closure = self::closure(closure)?.clone();
        within(|budget| {
            let found = closure.evaluate(budget);
            mode.settle(Code::Diagnostics, found.value, found.diagnostics)
        })
    })
}

/// Returns the expression of a closure, for inspection or for evaluation in a different scope.
///
/// NULL: returns NULL. Also returns NULL for a value that is not a closure, and for a closure from
/// an argument with `...` after it.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_closure_expression(
    closure: Option<&pcty_value>,
) -> *mut pcty_hcl_expression {
    quiet(ptr::null_mut(), || {
        closure
            .and_then(|value| Closure::from_value(&value.0)?.expression())
            .map_or(ptr::null_mut(), |expression| {
                pcty_hcl_expression::own(expression.clone())
            })
    })
}
