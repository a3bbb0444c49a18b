//! HCL: the functions that are called.

use super::expression::pcty_hcl_expression;
use crate::dialect::hcl::eval::FunctionUse;
use crate::ffi::base::error::pcty_range;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, handle, quiet, release};
use std::ptr;

/// Functions that are called somewhere, in the order of the text. Never changes; any number
/// of threads may use it at once.
///
/// ```c
/// static bool calls(const pcty_hcl_expression *expression, const char *name) {
///     pcty_hcl_calls *found = pcty_hcl_expression_calls(expression);
///     bool is_called = false;
///     for (size_t i = 0; i < pcty_hcl_calls_count(found); i++) {
///         pcty_str called = pcty_hcl_calls_name_at(found, i);
///         is_called |= called.len == strlen(name) && memcmp(called.data, name, called.len) == 0;
///     }
///     pcty_hcl_calls_free(found);
///     return is_called;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_calls(Vec<FunctionUse>);

handle!(pcty_hcl_calls, Vec<FunctionUse>);

/// The functions that an expression calls, however deep.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_expression_calls(
    expression: Option<&pcty_hcl_expression>,
) -> *mut pcty_hcl_calls {
    quiet(ptr::null_mut(), || {
        expression.map_or(ptr::null_mut(), |expression| {
            pcty_hcl_calls::own(expression.0.calls())
        })
    })
}

fn at(calls: Option<&pcty_hcl_calls>, index: usize) -> Option<&FunctionUse> {
    calls.and_then(|calls| calls.0.get(index))
}

/// The number of calls; one that is written twice counts twice. NULL: gives 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_calls_count(calls: Option<&pcty_hcl_calls>) -> usize {
    quiet(0, || calls.map_or(0, |calls| calls.0.len()))
}

/// The name of the function that is called at a position, from 0, with `::` between its
/// parts.
///
/// Ownership: lent as long as the calls. NULL: gives no text, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_calls_name_at(calls: Option<&pcty_hcl_calls>, index: usize) -> pcty_str {
    quiet(pcty_str::NONE, || {
        at(calls, index).map_or(pcty_str::NONE, |call| pcty_str::lend(&call.name))
    })
}

/// Where the name stands of the function that is called at a position, from 0. NULL: gives
/// the start of a text, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_calls_name_range_at(
    calls: Option<&pcty_hcl_calls>,
    index: usize,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(at(calls, index).map(|call| call.name_range))
    })
}

/// Where the call at a position, from 0, stands, with its arguments. NULL: gives the start of
/// a text, as does a position past the end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_calls_range_at(
    calls: Option<&pcty_hcl_calls>,
    index: usize,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        pcty_range::of(at(calls, index).map(|call| call.range))
    })
}

/// What the text is called that the call at a position, from 0, stands in.
///
/// Ownership: lent as long as the calls. NULL: gives no text, as does a position past the
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_calls_file_at(calls: Option<&pcty_hcl_calls>, index: usize) -> pcty_str {
    quiet(pcty_str::NONE, || {
        at(calls, index).map_or(pcty_str::NONE, |call| pcty_str::lend(&call.source.name))
    })
}

/// Frees calls. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_calls_free(calls: Option<Box<pcty_hcl_calls>>) {
    release(calls)
}
