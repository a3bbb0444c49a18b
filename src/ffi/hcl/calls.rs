//! HCL: calls of functions.

use super::expression::pcty_hcl_expression;
use crate::dialect::hcl::eval::FunctionCall;
use crate::ffi::base::error::pcty_range;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, handle, owned, quiet, write_found};
use std::mem::MaybeUninit;
use std::ptr;

/// Calls of functions, in the order of the text. It never changes; any number of threads may use it
/// at once.
///
/// ```c
/// static bool calls(const pcty_hcl_expression *expression, const char *name) {
///     pcty_hcl_calls *found = pcty_hcl_expression_calls(expression);
///     bool is_called = false;
///     pcty_hcl_call call;
///     for (size_t i = 0; pcty_hcl_calls_at(found, i, &call); i++) {
///         is_called |= pcty_str_equal(call.name, pcty_str_from_cstr(name));
///     }
///     pcty_hcl_calls_free(found);
///     return is_called;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_calls(Vec<FunctionCall>);

handle!(pcty_hcl_calls, Vec<FunctionCall>);

/// A call of a function.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_call {
    /// The name of the function, with `::` between its parts.
    pub name: pcty_str,
    /// The range of the name.
    pub name_range: pcty_range,
    /// The range of the call with its arguments.
    pub range: pcty_range,
    /// The name of the text that the call is in.
    pub file: pcty_str,
}

/// Returns the functions that an expression calls, at any depth.
///
/// NULL: returns NULL.
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

/// Returns the number of calls. A function that is called twice counts twice.
///
/// NULL: returns 0.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_calls_count(calls: Option<&pcty_hcl_calls>) -> usize {
    quiet(0, || calls.map_or(0, |calls| calls.0.len()))
}

/// Writes the call at a position, from 0.
///
/// Returns: false past the end.
/// Ownership: the texts in `*out` are owned by `calls` and valid while it lives.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_calls_at(
    calls: Option<&pcty_hcl_calls>,
    index: usize,
    out: Option<&mut MaybeUninit<pcty_hcl_call>>,
) -> bool {
    quiet(false, || {
        let call = calls.and_then(|calls| calls.0.get(index));
        let call = call.map(|call| pcty_hcl_call {
            name: pcty_str::borrowed(&call.name),
            name_range: pcty_range::of(Some(call.name_range)),
            range: pcty_range::of(Some(call.range)),
            file: pcty_str::borrowed(&call.source.name),
        });
        write_found(call, out)
    })
}

owned! {
    /// Frees calls.
    fn pcty_hcl_calls_free(calls: pcty_hcl_calls);
}
