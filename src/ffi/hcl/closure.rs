//! HCL: expressions as arguments.
//!
//! A parameter of the closure type takes its argument as an expression that is not evaluated
//! yet, together with the scope of the call; the function evaluates it when, and if, it
//! wants. A parameter of the type `pcty_type_meta` takes its argument as a type expression,
//! which `pcty_value_as_type` gives. Both work in calls that stand in expressions.

use super::expression::pcty_hcl_expression;
use super::scope::pcty_hcl_scope;
use crate::dialect::hcl::eval::{Closure, closure_type};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::findings::make_diagnosed;
use crate::ffi::guard::{Handle, invalid, make, need, quiet};
use crate::ffi::reentry::within;
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Result};
use std::mem::MaybeUninit;
use std::ptr;

/// The type of the parameters that take expressions.
///
/// Ownership: lent for ever.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_closure_type() -> *const pcty_type {
    quiet(ptr::null(), || pcty_type::lend(closure_type()))
}

fn closure(value: Option<&pcty_value>) -> Result<&Closure> {
    Closure::from_value(&need(value, "closure")?.0).ok_or_else(|| {
        invalid("`closure` is not the argument of a parameter that takes an expression")
    })
}

/// An expression in a scope as it is now, as an argument for `pcty_function_call`: what the
/// function would get from a call that stood there. Without a scope there are neither
/// variables nor functions.
///
/// Ownership: `*out` is the caller's; expression and scope stay the caller's.
/// Errors: none but NULL.
/// NULL: `scope` and `error` may be.
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
/// Ownership: `*out` and `*diagnostics` are the caller's.
/// NULL: `diagnostics` and `error` may be. `*diagnostics` is NULL if there are none.
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

/// The expression that an argument is, to be looked at or to be evaluated in another scope.
///
/// Ownership: the result is the caller's. NULL: gives NULL, as does a value that is no such
/// argument, and one that came of an argument with `...` behind it.
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
