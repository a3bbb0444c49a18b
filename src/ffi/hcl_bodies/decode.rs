//! HCL: decoding bodies by specifications.
//!
//! This module also expands `dynamic` blocks, and reads specifications and functions that are
//! written in HCL.

use super::body::pcty_hcl_body;
use super::spec::pcty_hcl_spec;
use crate::calls::Budget;
use crate::dialect::hcl::Scope;
use crate::dialect::hcl::decode::{
    Needs, SpecDocument, UserFunctions, body_of, read_functions_within, read_spec_within,
};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::{pcty_error, pcty_range};
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::diagnosed::{Mode, make_diagnosed, write_diagnostics};
use crate::ffi::guard::{Handle, Out, make, need, quiet, run, text, unnamed};
use crate::ffi::hcl::scope::pcty_hcl_scope;
use crate::ffi::hcl::traversals::{Traversals, pcty_hcl_traversals};
use crate::ffi::reentry::{calling, change, during, within};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Diagnostic, Result};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// Decodes a body by a specification that covers all of it. Without a scope, expressions may not
/// use variables or functions.
///
/// Returns: the value; with `diagnostics`, an unknown value in place of each part that has an
/// error.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
/// Ownership: the caller owns `*out` and `*diagnostics`.
/// NULL: `scope`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_decode(
    spec: Option<&pcty_hcl_spec>,
    body: Option<&pcty_hcl_body>,
    scope: Option<&pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // A callback may free the spec and the body, and change or free the scope.
        let (spec, body) = (need(spec, "spec")?.0.clone(), need(body, "body")?.0.clone());
        let scope = scope.map(|scope| scope.0.clone());
        let scope = scope.as_ref();
        within(|budget| {
            let found = spec.decode_within(&body, scope, budget);
            mode.settle(Code::Diagnostics, found.value, found.diagnostics)
        })
    })
}

/// Decodes the part of a body that a specification covers, and creates a body of the rest. The
/// specification must cover the bodies of nested blocks completely.
///
/// Returns: the same as `pcty_hcl_spec_decode`.
/// Errors: the same as for `pcty_hcl_spec_decode`.
/// Ownership: the caller owns `*out`, `*rest` and `*diagnostics`.
/// NULL: `scope`, `rest`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there
/// are none.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_partial_decode(
    spec: Option<&pcty_hcl_spec>,
    body: Option<&pcty_hcl_body>,
    scope: Option<&pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    rest: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // A callback may free the spec and the body, and change or free the scope.
        let (spec, body) = (need(spec, "spec")?.0.clone(), need(body, "body")?.0.clone());
        let scope = scope.map(|scope| scope.0.clone());
        let scope = scope.as_ref();
        let ((value, others), found) = within(|budget| {
            let (found, others) = spec.partial_decode_within(&body, scope, budget);
            let both = (found.value, others);
            mode.settle(Code::Diagnostics, both, found.diagnostics)
        })?;
        if let Some(rest) = rest {
            rest.write(pcty_hcl_body::own(others));
        }
        Ok((value, found))
    })
}

/// Returns the body in a value that was decoded by a specification of `pcty_hcl_spec_rest`.
///
/// NULL: returns NULL. Also returns NULL for any other value.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_value_body(value: Option<&pcty_value>) -> *mut pcty_hcl_body {
    quiet(ptr::null_mut(), || {
        value
            .and_then(|value| body_of(&value.0))
            .map_or(ptr::null_mut(), |body| pcty_hcl_body::own(body.clone()))
    })
}

/// Returns the range of the value that a specification decodes from a body, or the range where it
/// could be inserted.
///
/// NULL: returns the start of a text. Also returns it for a value that is not decoded from the
/// body.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_source_range(
    spec: Option<&pcty_hcl_spec>,
    body: Option<&pcty_hcl_body>,
) -> pcty_range {
    quiet(pcty_range::of(None), || {
        let both = spec.zip(body);
        pcty_range::of(both.and_then(|(spec, body)| spec.0.source_range(&body.0)))
    })
}

/// A selection of the variables that a body needs.
pub type pcty_hcl_needs = u32;

/// The variables of a body without `dynamic` blocks, or whose `dynamic` blocks are expanded.
pub const PCTY_HCL_NEEDS_BODY: pcty_hcl_needs = 1;
/// The variables that are needed to expand `dynamic` blocks and to decode the result.
pub const PCTY_HCL_NEEDS_ALL: pcty_hcl_needs = 2;
/// The variables that are needed to expand `dynamic` blocks.
pub const PCTY_HCL_NEEDS_EXPANSION: pcty_hcl_needs = 3;

/// Writes the variables that must be defined to decode a body, with the constant steps into them.
/// The list may be incomplete for a body that cannot be decoded without errors.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT if `needs` is not one of the constants.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_variables(
    spec: Option<&pcty_hcl_spec>,
    body: Option<&pcty_hcl_body>,
    needs: pcty_hcl_needs,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_traversals>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let (spec, body) = (&need(spec, "spec")?.0, &need(body, "body")?.0);
        let needs = match needs {
            PCTY_HCL_NEEDS_BODY => None,
            PCTY_HCL_NEEDS_ALL => Some(Needs::All),
            PCTY_HCL_NEEDS_EXPANSION => Some(Needs::Expansion),
            other => return Err(unnamed("needs", other)),
        };
        let needed = calling(|budget| Ok(spec.needed_within(body, needs, budget)))?;
        Ok(Traversals::in_sources(needed))
    })
}

/// Creates a body in which `dynamic` blocks are replaced by the blocks that they generate. They are
/// expanded when the content is read, in the current state of the scope; diagnostics are reported
/// when the content is read.
///
/// Errors: none, except for NULL.
/// Ownership: the caller owns `*out`, and still owns the body and the scope.
/// NULL: `scope` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_body_expand_dynamic(
    body: Option<&pcty_hcl_body>,
    scope: Option<&pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let body = &need(body, "body")?.0;
        Ok(body.expand_dynamic(scope.map(|scope| &scope.0)))
    })
}

/// Defines the variables and functions of a spec document in a scope. Names that are not valid in
/// expressions are ignored.
fn define(document: &SpecDocument, scope: Option<&mut pcty_hcl_scope>) {
    let Some(scope) = scope else { return };
    for (name, value) in &document.variables {
        let _ = scope.0.set_variable(name.clone(), value.clone());
    }
    for (name, function) in &document.functions {
        let _ = scope.0.set_function(name.clone(), function.clone());
    }
}

/// Parses a specification that is written as an HCL document, in the language of the hcldec
/// command. The variables and functions that it defines for the bodies are defined in `scope`.
///
/// Returns: the specification; with `diagnostics`, as much of it as can be parsed, or a null
/// literal if the whole has an error.
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error.
/// Ownership: the caller owns `*out` and `*diagnostics`; changes `scope` on success.
/// NULL: `scope`, `diagnostics` and `error` may be NULL. `*diagnostics` is NULL if there are none.
/// Threads: `scope` by one thread at a time.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_parse(
    body: Option<&pcty_hcl_body>,
    scope: Option<&mut pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_diagnosed(out, diagnostics, error, |mode| {
        // A callback may free the body.
        let body = need(body, "body")?.0.clone();
        let (document, found) = within(|budget| {
            let mut document = read_spec_within(&body, budget);
            let diagnostics = std::mem::take(&mut document.diagnostics);
            mode.settle(Code::Diagnostics, document, diagnostics)
        })?;
        change(|| define(&document, scope));
        Ok((document.spec, found))
    })
}

/// Returns the scope around the parameters of functions that are written in HCL, at each call of
/// one. The result is a new scope, such as one of `pcty_hcl_scope_clone`, which the library takes
/// ownership of, or NULL if there is none. Several threads may call it at once, if the host calls
/// functions in several threads.
pub type pcty_hcl_scope_provider =
    Option<unsafe extern "C" fn(user_data: *mut c_void) -> *mut pcty_hcl_scope>;

/// # Safety
/// `around` keeps the contract of the header.
unsafe fn functions(
    body: Option<&pcty_hcl_body>,
    block_type: &pcty_str,
    around: pcty_hcl_scope_provider,
    host: Owned,
) -> Result<(UserFunctions, Vec<Diagnostic>)> {
    let host = Arc::new(host);
    // A callback may free the body.
    let body = need(body, "body")?.0.clone();
    let block_type = text(block_type, "block_type")?;
    let around = move |budget: &Budget| {
        let around = around?;
        let made = during(budget, || {
            // SAFETY: the host registered the callback with this data.
            let made = unsafe { around(host.data) };
            // SAFETY: the result of the callback is NULL or owned. It is freed if the call fails.
            Ok((!made.is_null()).then(|| *unsafe { Box::from_raw(made.cast::<Scope>()) }))
        });
        made.ok()?
    };
    calling(|budget| {
        let mut read = read_functions_within(&body, block_type, around, budget);
        let diagnostics = std::mem::take(&mut read.diagnostics);
        Ok((read, diagnostics))
    })
}

/// Defines functions in a scope, and writes the rest of the body. Names that are not valid in
/// expressions are ignored.
fn place(read: UserFunctions, scope: &mut pcty_hcl_scope, rest: Out<'_, *mut pcty_hcl_body>) {
    for (name, function) in read.functions {
        let _ = scope.0.set_function(name, function);
    }
    if let Some(rest) = rest {
        rest.write(pcty_hcl_body::own(read.rest));
    }
}

/// Decodes the functions that a body defines by blocks of a type, and defines them in a scope. Each
/// block is `function "name" { params = [a, b], variadic_param = rest, result = expression }`. If
/// two functions have the same name, the later one applies. With `diagnostics`, functions that have
/// an error are left out.
///
/// The results may use the parameters and the scope that `around` returns at each call. If that is
/// a clone of the scope that the functions are defined in, which must outlive them, the functions
/// can call each other and themselves.
///
/// Errors: PCTY_ERROR_DIAGNOSTICS if `diagnostics` is NULL and one of the diagnostics is an error;
/// PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `scope` on success. The caller owns `*rest`, the body without the functions,
/// and `*diagnostics`. The library takes ownership of `user_data`, also on failure; `destroy`
/// releases it with the last of the functions.
/// NULL: `around`, `user_data`, `destroy`, `rest`, `diagnostics` and `error` may be NULL.
/// `*diagnostics` is NULL if there are none.
/// Threads: `scope` by one thread at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_body_decode_functions(
    body: Option<&pcty_hcl_body>,
    block_type: pcty_str,
    scope: Option<&mut pcty_hcl_scope>,
    around: pcty_hcl_scope_provider,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    rest: Option<&mut MaybeUninit<*mut pcty_hcl_body>>,
    diagnostics: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before any error is possible, so that it is always released.
    let host = Owned::new(user_data, destroy);
    run(error, move || {
        let mode = Mode::of(&diagnostics);
        let scope = need(scope, "scope")?;
        // SAFETY: `around` keeps the header's contract.
        let (read, found) = unsafe { functions(body, &block_type, around, host) }?;
        let ((), found) = mode.settle(Code::Diagnostics, (), found)?;
        place(read, scope, rest);
        write_diagnostics(found, diagnostics);
        Ok(())
    })
}
