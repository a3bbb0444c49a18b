//! HCL: specifications.
//!
//! A specification defines the content of a body and the value that is made from it, as in HCL's
//! hcldec. The type of the value is therefore known before there is a body. Specifications for the
//! same body are combined by objects and tuples; a specification for blocks contains one for the
//! bodies of the blocks. A specification may be nested 128 levels deep and have 2^20 parts.

use crate::dialect::hcl::Scope;
use crate::dialect::hcl::decode::{Count, Presence, Spec};
use crate::ffi::base::callback::{Owned, pcty_destroy};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::functions::function::pcty_function;
use crate::ffi::guard::{
    Handle, clones, handle, invalid, make, need, null, owned, quiet, text, unnamed, versioned,
};
use crate::ffi::hcl::expression::pcty_hcl_expression;
use crate::ffi::hcl::scope::pcty_hcl_scope;
use crate::ffi::reentry::{untold, within};
use crate::ffi::refinements::builder::pcty_refinement_builder;
use crate::ffi::types::constructors::{pcty_type, strs};
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Diagnostic, Error, Reporter, Result};
use crate::values::{RefinementBuilder, Value};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Arc;

/// A conversion of a body to a value. It never changes; any number of threads may use it at once.
///
/// ```c
/// static pcty_error *check_port(void *user_data, const pcty_value *port) {
///     int64_t number;
///     (void)user_data;
///     if (pcty_value_as_int64(port, &number, NULL) != PCTY_OK || number < 65536) {
///         return NULL; // an unknown port is accepted
///     }
///     return pcty_error_new(PCTY_ERROR_CALLBACK, PCTY_STR("ports end at 65535"));
/// }
///
/// // Decodes the blocks `service "web" { port = 80 }` to a list of {name = "web", port = 80}.
/// static pcty_value *services(const pcty_hcl_body *body, const pcty_hcl_scope *scope) {
///     pcty_hcl_spec *parts[2] = {NULL, NULL}, *port = NULL, *service = NULL, *all = NULL;
///     pcty_value *value = NULL;
///     const pcty_str names[] = {PCTY_STR_INIT("name"), PCTY_STR_INIT("port")};
///     must(pcty_hcl_spec_block_label(0, names[0], &parts[0], NULL));
///     must(pcty_hcl_spec_attribute(names[1], pcty_type_number(), true, &port, NULL));
///     must(pcty_hcl_spec_validate(port, check_port, NULL, NULL, &parts[1], NULL));
///     must(pcty_hcl_spec_object(names, (const pcty_hcl_spec *const *)parts, 2, &service, NULL));
///     must(pcty_hcl_spec_block(PCTY_STR("service"), service, PCTY_HCL_BLOCK_LIST, NULL, &all, NULL));
///     must(pcty_hcl_spec_decode(all, body, scope, &value, NULL, NULL));
///     pcty_hcl_spec_free(all);
///     pcty_hcl_spec_free(service);
///     pcty_hcl_spec_free(port);
///     pcty_hcl_spec_free(parts[0]);
///     pcty_hcl_spec_free(parts[1]);
///     return value;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_hcl_spec(pub(crate) Spec);

handle!(pcty_hcl_spec, Spec);

/// Checks a value, which is borrowed for the call. Returns NULL if the value is valid, or else a
/// new error that the library takes ownership of. The diagnostics of the error are reported,
/// including warnings; a diagnostic without a position gets the position of the value. An error
/// without diagnostics is reported as one diagnostic. Several threads may call it at once, if the
/// host decodes in several threads.
pub type pcty_hcl_check = Option<
    unsafe extern "C" fn(user_data: *mut c_void, value: *const pcty_value) -> *mut pcty_error,
>;

/// Refines a value that may be unknown, by steps of the builder, which is borrowed for the call. A
/// step that fails is reported as a diagnostic, and so is an error that the host sets by
/// `pcty_refinement_builder_fail`. Several threads may call it at once, if the host decodes in
/// several threads.
pub type pcty_hcl_refine =
    Option<unsafe extern "C" fn(user_data: *mut c_void, builder: *mut pcty_refinement_builder)>;

/// The value that the blocks of a type are decoded to.
pub type pcty_hcl_block_kind = u32;

/// The value of the one block; null if there is none, unless it is required.
pub const PCTY_HCL_BLOCK_SINGLE: pcty_hcl_block_kind = 1;
/// A list of the values.
pub const PCTY_HCL_BLOCK_LIST: pcty_hcl_block_kind = 2;
/// A set of the values.
pub const PCTY_HCL_BLOCK_SET: pcty_hcl_block_kind = 3;
/// A tuple of the values, each of its own type.
pub const PCTY_HCL_BLOCK_TUPLE: pcty_hcl_block_kind = 4;
/// Nested maps of the values, one for each label.
pub const PCTY_HCL_BLOCK_MAP: pcty_hcl_block_kind = 5;
/// Nested objects of the values, one for each label; each value is of its own type.
pub const PCTY_HCL_BLOCK_OBJECT: pcty_hcl_block_kind = 6;

/// Options of `pcty_hcl_spec_block`. Start from PCTY_HCL_BLOCK_OPTIONS_INIT.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct pcty_hcl_block_options {
    /// The size of this struct.
    pub struct_size: u32,
    /// For PCTY_HCL_BLOCK_SINGLE: whether a missing block is an error.
    pub required: bool,
    /// For lists, sets and tuples: the smallest number of blocks.
    pub min: usize,
    /// For lists, sets and tuples: the largest number of blocks; 0 for any number.
    pub max: usize,
    /// For maps and objects: the names of the labels in diagnostics, at least one. Labels that the
    /// specification of the body reads follow these.
    pub labels: *const pcty_str,
    /// The number of labels.
    pub label_count: usize,
}

impl pcty_hcl_block_options {
    const INIT: pcty_hcl_block_options = pcty_hcl_block_options {
        struct_size: size_of::<pcty_hcl_block_options>() as u32,
        required: false,
        min: 0,
        max: 0,
        labels: ptr::null(),
        label_count: 0,
    };
}

fn presence(required: bool) -> Presence {
    if required {
        Presence::Required
    } else {
        Presence::Optional
    }
}

fn spec(given: Option<&pcty_hcl_spec>, name: &str) -> Result<Spec> {
    Ok(need(given, name)?.0.clone())
}

/// Creates a specification for an object. Each attribute has the value of one of the
/// specifications, all of which are for the same body. If a name occurs twice, the later attribute
/// replaces the earlier one.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT for a specification that is too deep or too
/// large, as for all specifications that are made from others.
/// Ownership: the caller owns `*out`, and still owns the specifications.
/// NULL: `names`, `specs` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_spec_object(
    names: *const pcty_str,
    specs: *const *const pcty_hcl_spec,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `names` has `count` elements.
        let names = unsafe { strs(names, count, "names") }?;
        // SAFETY: by the header's contract `specs` has `count` elements.
        let specs = unsafe { clones(specs, count, "specs") }?;
        Spec::object(names.into_iter().zip(specs))
    })
}

/// Creates a specification for a tuple. Each element has the value of one of the specifications,
/// all of which are for the same body.
///
/// Errors: PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, and still owns the specifications.
/// NULL: `specs` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_spec_tuple(
    specs: *const *const pcty_hcl_spec,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        // SAFETY: by the header's contract `specs` has `count` elements.
        Spec::tuple(unsafe { clones(specs, count, "specs") }?)
    })
}

/// Creates a specification for the value of an argument, converted to a type. The value is null if
/// the argument is missing, unless it is required. For `pcty_type_meta` the argument is a type
/// expression, for `pcty_hcl_closure_type` an expression that is not evaluated.
///
/// Errors: PCTY_ERROR_INVALID_UTF8.
/// Ownership: the caller owns `*out`, and still owns the type.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_attribute(
    name: pcty_str,
    ty: Option<&pcty_type>,
    required: bool,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let ty = need(ty, "type")?.0.clone();
        let name = text(&name, "name")?;
        Ok(Spec::attribute(name, ty, presence(required)))
    })
}

/// Creates a specification for a fixed value, which does not depend on the body.
///
/// Errors: none, except for NULL.
/// Ownership: the caller owns `*out`, and still owns the value.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_literal(
    value: Option<&pcty_value>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Spec::literal(need(value, "value")?.0.clone()))
    })
}

/// Creates a specification for the value of an expression in the scope of the decoding, which does
/// not depend on the body.
///
/// Errors: none, except for NULL.
/// Ownership: the caller owns `*out`, and still owns the expression.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_expression(
    expression: Option<&pcty_hcl_expression>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Ok(Spec::expr(need(expression, "expression")?.0.clone()))
    })
}

/// Creates a specification for the blocks of a type. Each body is decoded by the specification
/// `nested`; `kind` selects the value that contains the results.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_INVALID_ARGUMENT if `kind` is not one of the
/// constants, for a member of `options` that the kind does not have, for PCTY_HCL_BLOCK_MAP and
/// PCTY_HCL_BLOCK_OBJECT without labels, and for a wrong `struct_size`; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, and still owns the specification; `options` is read only
/// during the call.
/// NULL: `options` (PCTY_HCL_BLOCK_OPTIONS_INIT applies) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_spec_block(
    block_type: pcty_str,
    nested: Option<&pcty_hcl_spec>,
    kind: pcty_hcl_block_kind,
    options: *const pcty_hcl_block_options,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let nested = spec(nested, "nested")?;
        let block_type = text(&block_type, "block_type")?;
        // SAFETY: by the header's contract `options` is NULL or has the size in its `struct_size`.
        let given = unsafe { block_options(options) }?;
        // SAFETY: by the header's contract `labels` has `label_count` elements.
        let labels = unsafe { strs(given.labels, given.label_count, "options->labels") }?;
        let (min, max) = (given.min, (given.max > 0).then_some(given.max));
        let count = Count { min, max };
        let is_single = kind == PCTY_HCL_BLOCK_SINGLE;
        let has_labels = matches!(kind, PCTY_HCL_BLOCK_MAP | PCTY_HCL_BLOCK_OBJECT);
        if given.required && !is_single {
            return Err(other_kind("required"));
        }
        if (given.min > 0 || given.max > 0) && (is_single || has_labels) {
            return Err(other_kind(if given.min > 0 { "min" } else { "max" }));
        }
        if !labels.is_empty() && !has_labels {
            return Err(other_kind("labels"));
        }
        match kind {
            PCTY_HCL_BLOCK_SINGLE => Spec::block(block_type, nested, presence(given.required)),
            PCTY_HCL_BLOCK_LIST => Spec::block_list(block_type, nested, count),
            PCTY_HCL_BLOCK_SET => Spec::block_set(block_type, nested, count),
            PCTY_HCL_BLOCK_TUPLE => Spec::block_tuple(block_type, nested, count),
            PCTY_HCL_BLOCK_MAP => Spec::block_map(block_type, labels.into_vec(), nested),
            PCTY_HCL_BLOCK_OBJECT => Spec::block_object(block_type, labels.into_vec(), nested),
            other => Err(unnamed("kind", other)),
        }
    })
}

/// Returns the options that the caller set, or PCTY_HCL_BLOCK_OPTIONS_INIT.
///
/// # Safety
/// `given` is NULL or valid.
unsafe fn block_options(given: *const pcty_hcl_block_options) -> Result<pcty_hcl_block_options> {
    if given.is_null() {
        return Ok(pcty_hcl_block_options::INIT);
    }
    // SAFETY: this function has the same contract.
    unsafe { versioned(given, "options") }.copied()
}

#[cold]
fn other_kind(member: &str) -> Error {
    invalid(format!(
        "`options->{member}` does not apply to blocks of this kind"
    ))
}

/// Creates a specification for the only block of a type: a map of its arguments, each converted to
/// the element type. The value is null if there is no such block, unless it is required.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, and still owns the type.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_block_attributes(
    block_type: pcty_str,
    element: Option<&pcty_type>,
    required: bool,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let element = need(element, "element")?.0.clone();
        let block_type = text(&block_type, "block_type")?;
        Spec::block_attributes(block_type, element, presence(required))
    })
}

/// Creates a specification for a label, counted from 0, of the block that the body belongs to.
/// `name` is the name of the label in diagnostics.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT for an index of 128 or more.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_block_label(
    index: usize,
    name: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Spec::block_label(index, text(&name, "name")?)
    })
}

/// Creates a specification for the items that no other specification for the same body covers.
///
/// Without `element`, the value contains a body of these items, which `pcty_hcl_value_body`
/// returns, and no items are left over. With `element`, the value is a map of the arguments, each
/// converted to this type, or an object if the type is `pcty_type_any`. In this case, blocks that
/// are left over are diagnostics, and so are two names that have the same Unicode normal form C.
///
/// Errors: PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, and still owns the type.
/// NULL: `element` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_rest(
    element: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || match element {
        Some(element) => Spec::rest_attributes(element.0.clone()),
        None => Ok(Spec::rest()),
    })
}

/// Creates a specification for the value of `primary`, or for the value of `fallback` if the first
/// is null. Both should have the same type.
///
/// Errors: PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, and still owns the specifications.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_default(
    primary: Option<&pcty_hcl_spec>,
    fallback: Option<&pcty_hcl_spec>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        Spec::default(spec(primary, "primary")?, spec(fallback, "fallback")?)
    })
}

/// Creates a specification for the result of a function of one parameter, called with the value of
/// `wrapped`. The function is not called if there are already errors.
///
/// Errors: PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, and still owns the specification and the function.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_transform(
    wrapped: Option<&pcty_hcl_spec>,
    function: Option<&pcty_function>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let wrapped = spec(wrapped, "wrapped")?;
        let function = need(function, "function")?.0.clone();
        within(|budget| Spec::transform_within(wrapped, function, budget))
    })
}

/// Creates a specification for the result of an expression in which the value of `wrapped` is the
/// variable `variable`. The other variables and the functions of the expression are those of the
/// current state of `scope`.
///
/// Errors: PCTY_ERROR_INVALID_UTF8; PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, and still owns the specification, the expression and the
/// scope.
/// NULL: `scope` and `error` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_transform_expression(
    wrapped: Option<&pcty_hcl_spec>,
    expression: Option<&pcty_hcl_expression>,
    variable: pcty_str,
    scope: Option<&pcty_hcl_scope>,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || {
        let wrapped = spec(wrapped, "wrapped")?;
        let expression = need(expression, "expression")?.0.clone();
        let variable = text(&variable, "variable")?;
        let scope = scope.map_or_else(Scope::new, |scope| scope.0.clone());
        within(|budget| Spec::transform_expr_within(wrapped, expression, variable, &scope, budget))
    })
}

/// Returns the diagnostics of a callback's error about a value.
///
/// # Errors
/// The callback's error, if it ends the whole call.
///
/// # Safety
/// `found` is NULL or an owned handle.
unsafe fn complaint(found: *mut pcty_error) -> Result<Vec<Diagnostic>> {
    if found.is_null() {
        return Ok(Vec::new());
    }
    // SAFETY: not NULL, so owned by this function's contract.
    let found = *unsafe { Box::from_raw(found.cast::<Error>()) };
    if found.code().is_refusal() {
        Err(found)
    } else {
        Ok(diagnostics_of(&found))
    }
}

fn diagnostics_of(error: &Error) -> Vec<Diagnostic> {
    match error.diagnostics() {
        [] => {
            let code = if error.code().is_refusal() {
                error.code()
            } else {
                Code::Diagnostics
            };
            let found = Reporter::Hcl.error("Invalid value", error.sentence());
            vec![found.with_code(code)]
        }
        all => all.to_vec(),
    }
}

/// Creates a specification for a value that the host checks. The callback is not called if there
/// are already errors.
///
/// Errors: PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, and still owns the specification. The library takes ownership
/// of `user_data`, also on failure; `destroy` releases it with the last reference.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_spec_validate(
    wrapped: Option<&pcty_hcl_spec>,
    check: pcty_hcl_check,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    // Taken before any error is possible, so that it is always released.
    let host = Owned::new(user_data, destroy);
    make(out, error, move || {
        let host = Arc::new(host);
        let wrapped = spec(wrapped, "wrapped")?;
        let check = check.ok_or_else(|| null("check"))?;
        Spec::validate(wrapped, move |value: &Value| {
            let checked = untold(|| {
                // SAFETY: the host registered the check with this data; its error is NULL or owned.
                unsafe { complaint(check(host.data, pcty_value::borrowed(value))) }
            });
            checked.unwrap_or_else(|error| diagnostics_of(&error))
        })
    })
}

/// Creates a specification for a value that the host refines, also while it is unknown. The
/// callback is not called if there are already errors, and it does not see marks.
///
/// Errors: PCTY_ERROR_LIMIT.
/// Ownership: the caller owns `*out`, and still owns the specification. The library takes ownership
/// of `user_data`, also on failure; `destroy` releases it with the last reference.
/// NULL: `user_data`, `destroy` and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_hcl_spec_refine(
    wrapped: Option<&pcty_hcl_spec>,
    refine: pcty_hcl_refine,
    user_data: *mut c_void,
    destroy: pcty_destroy,
    out: Option<&mut MaybeUninit<*mut pcty_hcl_spec>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let host = Owned::new(user_data, destroy);
    make(out, error, move || {
        let host = Arc::new(host);
        let wrapped = spec(wrapped, "wrapped")?;
        let refine = refine.ok_or_else(|| null("refine"))?;
        Spec::refine(wrapped, move |mut builder: RefinementBuilder| {
            let borrowed = (&raw mut builder).cast();
            let refined = untold(|| {
                // SAFETY: the host registered the callback with this data; the builder outlives the
                // call.
                unsafe { refine(host.data, borrowed) };
                match builder.failure() {
                    Some(error) if error.code().is_refusal() => Err(error.clone()),
                    _ => Ok(()),
                }
            });
            match refined {
                Ok(()) => builder,
                Err(error) => builder.fail(error),
            }
        })
    })
}

owned! {
    /// Returns a new handle of the same specification. Only a reference count changes.
    fn pcty_hcl_spec_clone(spec: &pcty_hcl_spec);
    /// Frees a specification. Specifications that contain it stay valid.
    fn pcty_hcl_spec_free(spec: pcty_hcl_spec);
}

/// Returns the type of decoded values, as far as it is known without a body.
///
/// Ownership: owned by `spec` and valid while it lives.
/// NULL: returns NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_hcl_spec_implied_type(spec: Option<&pcty_hcl_spec>) -> *const pcty_type {
    quiet(ptr::null(), || {
        spec.map_or(ptr::null(), |spec| {
            pcty_type::borrowed(spec.0.implied_type())
        })
    })
}
