//! Refinement builders: saying what is known of an unknown value.
//!
//! Each step is checked against the value's type, against what was known before and, of a
//! known value, against the value itself. A step that fails says so at once, and building
//! says it again. What leaves only one possible value becomes that value: null; the number
//! between equal inclusive bounds; the empty collection. Of the unknown value of the type any
//! nothing can be known: every step leaves it as it is.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, handle, make, need, quiet, release, run, text};
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use crate::values::{BoundKind, RefinementBuilder};
use std::mem::MaybeUninit;

/// Gathers what is known of one value. It belongs to one thread at a time.
///
/// ```c
/// static pcty_value *unknown_url(void) {
///     pcty_value *unknown = pcty_value_unknown(pcty_type_string());
///     pcty_value *url = NULL;
///     pcty_refinement_builder *builder = pcty_refinement_builder_new(unknown);
///     must(pcty_refinement_builder_not_null(builder, NULL));
///     must(pcty_refinement_builder_prefix(builder, PCTY_STR("https://"), NULL));
///     must(pcty_refinement_builder_build(builder, &url, NULL));
///     pcty_refinement_builder_free(builder);
///     pcty_value_free(unknown);
///     return url;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_refinement_builder(RefinementBuilder);

handle!(pcty_refinement_builder, RefinementBuilder);

/// Begins to say more about a value. Its marks stay, and what is known of it already.
///
/// Ownership: the result is the caller's. NULL: gives NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_new(
    value: Option<&pcty_value>,
) -> *mut pcty_refinement_builder {
    quiet(std::ptr::null_mut(), || {
        value.map_or(std::ptr::null_mut(), |value| {
            pcty_refinement_builder::own(value.0.refine())
        })
    })
}

/// Frees a builder. NULL: no-op.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_free(builder: Option<Box<pcty_refinement_builder>>) {
    release(builder)
}

/// Takes a step, if the builder has not failed before.
fn step(
    builder: Option<&mut pcty_refinement_builder>,
    apply: impl FnOnce(RefinementBuilder) -> Result<RefinementBuilder>,
) -> Result<()> {
    let builder = &mut need(builder, "builder")?.0;
    *builder = apply(builder.clone())?;
    match builder.failure() {
        None => Ok(()),
        Some(failure) => Err(failure.clone()),
    }
}

fn bound_kind(inclusive: bool) -> BoundKind {
    if inclusive {
        BoundKind::Inclusive
    } else {
        BoundKind::Exclusive
    }
}

/// The value is not null.
///
/// Ownership: changes `builder`.
/// Errors: PCTY_ERROR_NULL for a value that is.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_not_null(
    builder: Option<&mut pcty_refinement_builder>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || step(builder, |builder| Ok(builder.not_null())))
}

/// The value is null.
///
/// Ownership: changes `builder`.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for a value that is not.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_null(
    builder: Option<&mut pcty_refinement_builder>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || step(builder, |builder| Ok(builder.null())))
}

/// The string begins so, whatever follows: characters at the end that what follows could
/// change are left out.
///
/// Ownership: changes `builder`.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for what contradicts what is known; PCTY_ERROR_TYPE for
/// a value that is no string; PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_prefix(
    builder: Option<&mut pcty_refinement_builder>,
    prefix: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let prefix = text(&prefix, "prefix")?;
        step(builder, |builder| Ok(builder.prefix(prefix)))
    })
}

/// The string begins with exactly this; what follows must not combine with its last
/// character.
///
/// Ownership: changes `builder`.
/// Errors: as `pcty_refinement_builder_prefix`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_prefix_full(
    builder: Option<&mut pcty_refinement_builder>,
    prefix: pcty_str,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let prefix = text(&prefix, "prefix")?;
        step(builder, |builder| Ok(builder.prefix_full(prefix)))
    })
}

/// The number is at least this one, or more than it if `inclusive` is false. An unknown bound
/// says nothing.
///
/// Ownership: changes `builder`.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for what contradicts what is known; PCTY_ERROR_TYPE for
/// a value or bound that is no number; PCTY_ERROR_NULL and PCTY_ERROR_MARKED for such a bound.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_number_min(
    builder: Option<&mut pcty_refinement_builder>,
    bound: Option<&pcty_value>,
    inclusive: bool,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let bound = &need(bound, "bound")?.0;
        step(builder, |builder| {
            Ok(builder.at_least(bound, bound_kind(inclusive)))
        })
    })
}

/// The number is at most this one, or less than it if `inclusive` is false. An unknown bound
/// says nothing.
///
/// Ownership: changes `builder`.
/// Errors: as `pcty_refinement_builder_number_min`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_number_max(
    builder: Option<&mut pcty_refinement_builder>,
    bound: Option<&pcty_value>,
    inclusive: bool,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let bound = &need(bound, "bound")?.0;
        step(builder, |builder| {
            Ok(builder.at_most(bound, bound_kind(inclusive)))
        })
    })
}

/// The list, set or map has at least this many elements.
///
/// Ownership: changes `builder`.
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for what contradicts what is known; PCTY_ERROR_TYPE for
/// a value that is no list, set or map; PCTY_ERROR_NULL for a null.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_length_min(
    builder: Option<&mut pcty_refinement_builder>,
    length: u64,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        step(builder, |builder| Ok(builder.length_at_least(length)))
    })
}

/// The list, set or map has at most this many elements.
///
/// Ownership: changes `builder`.
/// Errors: as `pcty_refinement_builder_length_min`.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_length_max(
    builder: Option<&mut pcty_refinement_builder>,
    length: u64,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        step(builder, |builder| Ok(builder.length_at_most(length)))
    })
}

/// Makes the builder fail, unless a step has failed before: how a `pcty_hcl_refine` reports an
/// error of its own.
///
/// Ownership: changes `builder`; `failure` stays the caller's.
/// NULL: `error` may be.
/// Errors: none but for NULL.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_fail(
    builder: Option<&mut pcty_refinement_builder>,
    failure: Option<&pcty_error>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let builder = &mut need(builder, "builder")?.0;
        let failure = need(failure, "failure")?.0.clone();
        *builder = builder.clone().fail(failure);
        Ok(())
    })
}

/// The value with all that was said of it. More may be said afterwards.
///
/// Ownership: `*out` is the caller's; `builder` stays so.
/// Errors: that of the first step that failed.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_build(
    builder: Option<&pcty_refinement_builder>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(builder, "builder")?.0.clone().build())
}
