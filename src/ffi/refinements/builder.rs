//! Refinement builders: adding facts about an unknown value.
//!
//! Each step is checked against the value's type, against the known facts and, for a known value,
//! against the value itself. A step that fails reports its error at once, and building the value
//! reports it again. If only one value remains possible, the result is that value: null; the number
//! between equal inclusive bounds; the empty collection. The unknown value of the type any cannot
//! be refined: every step leaves it unchanged.

use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::base::string::pcty_str;
use crate::ffi::guard::{Handle, handle, make, need, owned, quiet, run, text, unnamed, versioned};
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use crate::values::{BoundKind, RefinementBuilder};
use std::mem::MaybeUninit;

/// A builder that collects facts about one value. One thread at a time.
///
/// ```c
/// static pcty_value *unknown_url(void) {
///     pcty_value *unknown = pcty_value_unknown(pcty_type_string());
///     pcty_value *url = NULL;
///     pcty_refinement_builder *builder = pcty_refinement_builder_new(unknown);
///     pcty_refinement_fact fact = PCTY_REFINEMENT_FACT_INIT;
///     fact.kind = PCTY_REFINEMENT_FACT_NOT_NULL;
///     must(pcty_refinement_builder_add(builder, &fact, NULL));
///     fact.kind = PCTY_REFINEMENT_FACT_PREFIX;
///     fact.prefix = PCTY_STR("https://");
///     must(pcty_refinement_builder_add(builder, &fact, NULL));
///     must(pcty_refinement_builder_build(builder, &url, NULL));
///     pcty_refinement_builder_free(builder);
///     pcty_value_free(unknown);
///     return url;
/// }
/// ```
#[cfg_attr(not(cbindgen), repr(transparent))]
pub struct pcty_refinement_builder(RefinementBuilder);

handle!(pcty_refinement_builder, RefinementBuilder);

/// Creates a builder for a value. Its marks and the known facts about it are kept.
///
/// NULL: returns NULL.
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

owned! {
    /// Frees a builder.
    fn pcty_refinement_builder_free(builder: pcty_refinement_builder);
}

/// Applies a step, unless an earlier one failed.
fn take(
    builder: &mut pcty_refinement_builder,
    apply: impl FnOnce(RefinementBuilder) -> Result<RefinementBuilder>,
) -> Result<()> {
    let builder = &mut builder.0;
    *builder = apply(builder.clone())?;
    match builder.failure() {
        None => Ok(()),
        Some(failure) => Err(failure.clone()),
    }
}

/// The kind of a fact about an unknown value.
pub type pcty_refinement_fact_kind = u32;

/// The value is not null.
pub const PCTY_REFINEMENT_FACT_NOT_NULL: pcty_refinement_fact_kind = 1;
/// The value is null.
pub const PCTY_REFINEMENT_FACT_NULL: pcty_refinement_fact_kind = 2;
/// The string begins with `prefix`. Characters at the end of the prefix that the next character
/// could change are omitted.
pub const PCTY_REFINEMENT_FACT_PREFIX: pcty_refinement_fact_kind = 3;
/// The string begins with exactly `prefix`; the next character must not combine with its last
/// character.
pub const PCTY_REFINEMENT_FACT_PREFIX_FULL: pcty_refinement_fact_kind = 4;
/// The number is at least `bound`, or greater than it if it is exclusive.
pub const PCTY_REFINEMENT_FACT_NUMBER_MIN: pcty_refinement_fact_kind = 5;
/// The number is at most `bound`, or less than it if it is exclusive.
pub const PCTY_REFINEMENT_FACT_NUMBER_MAX: pcty_refinement_fact_kind = 6;
/// The list, set or map has at least `length` elements.
pub const PCTY_REFINEMENT_FACT_LENGTH_MIN: pcty_refinement_fact_kind = 7;
/// The list, set or map has at most `length` elements.
pub const PCTY_REFINEMENT_FACT_LENGTH_MAX: pcty_refinement_fact_kind = 8;

/// A fact about an unknown value, with its data. Start from PCTY_REFINEMENT_FACT_INIT.
#[repr(C)]
pub struct pcty_refinement_fact {
    /// The size of this struct.
    pub struct_size: u32,
    /// The kind of the fact.
    pub kind: pcty_refinement_fact_kind,
    /// The prefix, for PCTY_REFINEMENT_FACT_PREFIX and PCTY_REFINEMENT_FACT_PREFIX_FULL.
    pub prefix: pcty_str,
    /// The bound, for PCTY_REFINEMENT_FACT_NUMBER_MIN and PCTY_REFINEMENT_FACT_NUMBER_MAX. An
    /// unknown bound has no effect.
    pub bound: *const pcty_value,
    /// Whether the bound itself is excluded.
    pub is_exclusive: bool,
    /// The length, for PCTY_REFINEMENT_FACT_LENGTH_MIN and PCTY_REFINEMENT_FACT_LENGTH_MAX.
    pub length: u64,
}

/// Adds a fact about the value.
///
/// Errors: PCTY_ERROR_NULL for a null, except with PCTY_REFINEMENT_FACT_NULL, and for a null bound;
/// PCTY_ERROR_TYPE for a value or a bound of a different type; PCTY_ERROR_MARKED for a bound with
/// marks; PCTY_ERROR_INVALID_ARGUMENT for a fact that contradicts the known ones, a fact without a
/// constant and a wrong `struct_size`; PCTY_ERROR_INVALID_UTF8.
/// Ownership: changes `builder`; the members of `fact` stay the caller's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_refinement_builder_add(
    builder: Option<&mut pcty_refinement_builder>,
    fact: *const pcty_refinement_fact,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run(error, || {
        let builder = need(builder, "builder")?;
        // SAFETY: by the header's contract `fact` is NULL or has its stated size.
        let data = unsafe { versioned(fact, "fact") }?;
        let prefix = || text(&data.prefix, "fact->prefix");
        // SAFETY: by the header's contract the bound is NULL or valid.
        let bound = || need(unsafe { data.bound.as_ref() }, "fact->bound");
        let bound_kind = if data.is_exclusive {
            BoundKind::Exclusive
        } else {
            BoundKind::Inclusive
        };
        take(builder, |builder| {
            Ok(match data.kind {
                PCTY_REFINEMENT_FACT_NOT_NULL => builder.not_null(),
                PCTY_REFINEMENT_FACT_NULL => builder.null(),
                PCTY_REFINEMENT_FACT_PREFIX => builder.prefix(prefix()?),
                PCTY_REFINEMENT_FACT_PREFIX_FULL => builder.prefix_full(prefix()?),
                PCTY_REFINEMENT_FACT_NUMBER_MIN => builder.at_least(&bound()?.0, bound_kind),
                PCTY_REFINEMENT_FACT_NUMBER_MAX => builder.at_most(&bound()?.0, bound_kind),
                PCTY_REFINEMENT_FACT_LENGTH_MIN => builder.length_at_least(data.length),
                PCTY_REFINEMENT_FACT_LENGTH_MAX => builder.length_at_most(data.length),
                other => return Err(unnamed("fact->kind", other)),
            })
        })
    })
}

/// Makes the builder fail, unless an earlier step failed. A `pcty_hcl_refine` callback reports its
/// own errors by this function.
///
/// Errors: PCTY_ERROR_INVALID_ARGUMENT for NULL.
/// Ownership: changes `builder`; the caller keeps `failure`.
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

/// Returns the value with all added facts. The builder can be used further.
///
/// Errors: the error of the first step that failed.
/// Ownership: the caller owns `*out` and keeps `builder`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_refinement_builder_build(
    builder: Option<&pcty_refinement_builder>,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make(out, error, || need(builder, "builder")?.0.clone().build())
}
