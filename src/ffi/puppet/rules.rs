//! Puppet: rules that other dialects do not have.
//!
//! `Type.new`, the operators that compare types, the three inferred types of a value, common types,
//! and the simplification of types. Values with marks and unknown values cause
//! PCTY_ERROR_UNSUPPORTED, with the path to the first.

use super::notation::{mode_of, pcty_puppet_mode};
use crate::calls::cost;
use crate::dialect::puppet::{Comparison, generalize, infer_common, new_instance, normalize, same};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::pcty_status;
use crate::ffi::guard::{answer_charged, clones, make_charged, need, refs, unnamed};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::Result;
use std::mem::MaybeUninit;

/// An operator of the language between two types. The wider type is the greater one.
pub type pcty_puppet_comparison = u32;

/// `==`: the types are the same, or each accepts the other.
pub const PCTY_PUPPET_EQUAL: pcty_puppet_comparison = 1;
/// `!=`
pub const PCTY_PUPPET_NOT_EQUAL: pcty_puppet_comparison = 2;
/// `<`: the right type accepts the left one and does not equal it.
pub const PCTY_PUPPET_LESS: pcty_puppet_comparison = 3;
/// `<=`: the right type accepts the left one.
pub const PCTY_PUPPET_LESS_OR_EQUAL: pcty_puppet_comparison = 4;
/// `>`: the left type accepts the right one and does not equal it.
pub const PCTY_PUPPET_GREATER: pcty_puppet_comparison = 5;
/// `>=`: the left type accepts the right one.
pub const PCTY_PUPPET_GREATER_OR_EQUAL: pcty_puppet_comparison = 6;
/// The types have the same structure, where the members of a Variant and other parts that Puppet
/// compares as sets may be in any order. The language has no operator for it; it is finer than `==`.
pub const PCTY_PUPPET_SAME: pcty_puppet_comparison = 7;

/// The type to infer from a value.
pub type pcty_puppet_inference = u32;

/// One type for all elements of an array or a hash, and its size.
pub const PCTY_PUPPET_REDUCED: pcty_puppet_inference = 1;
/// The reduced type without bounds and sizes.
pub const PCTY_PUPPET_GENERAL: pcty_puppet_inference = 2;
/// A type for each element: the result of `type($value)`.
pub const PCTY_PUPPET_DETAILED: pcty_puppet_inference = 3;

pub(crate) fn comparison_of(comparison: pcty_puppet_comparison) -> Result<Comparison> {
    Ok(match comparison {
        PCTY_PUPPET_EQUAL => Comparison::Equal,
        PCTY_PUPPET_NOT_EQUAL => Comparison::NotEqual,
        PCTY_PUPPET_LESS => Comparison::Less,
        PCTY_PUPPET_LESS_OR_EQUAL => Comparison::LessOrEqual,
        PCTY_PUPPET_GREATER => Comparison::Greater,
        PCTY_PUPPET_GREATER_OR_EQUAL => Comparison::GreaterOrEqual,
        other => return Err(unnamed("comparison", other)),
    })
}

pub(crate) enum Inference {
    Reduced,
    General,
    Detailed,
}

pub(crate) fn inference_of(inference: pcty_puppet_inference) -> Result<Inference> {
    Ok(match inference {
        PCTY_PUPPET_REDUCED => Inference::Reduced,
        PCTY_PUPPET_GENERAL => Inference::General,
        PCTY_PUPPET_DETAILED => Inference::Detailed,
        other => return Err(unnamed("inference", other)),
    })
}

/// Creates a value as `Type.new(arguments...)` does. If the only argument is already an instance, it is
/// the result.
///
/// Errors: with Puppet's messages PCTY_ERROR_CONVERSION for arguments that cannot be converted, and
/// PCTY_ERROR_TYPE, with both types, for a result that is not an instance; PCTY_ERROR_UNSUPPORTED
/// for types that cannot create values, and with the argument's index for marks and unknown values;
/// PCTY_ERROR_LIMIT.
/// Ownership: `*out` is owned by the caller; the arguments remain owned by the caller.
/// NULL: `arguments` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_value_new(
    ty: Option<&pcty_type>,
    arguments: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_value>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `arguments` has `count` elements.
        let arguments = unsafe { clones(arguments, count, "arguments") }?;
        new_instance(&need(ty, "type")?.0, &arguments, budget)
    })
}

/// Computes the result of an operator of the language for two types.
///
/// Errors: PCTY_ERROR_LIMIT if recursive types take too long.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_type_compare(
    left: Option<&pcty_type>,
    right: Option<&pcty_type>,
    comparison: pcty_puppet_comparison,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (left, right) = (need(left, "left")?, need(right, "right")?);
        let mode = mode_of(mode, "mode")?;
        if comparison == PCTY_PUPPET_SAME {
            return Ok(same(&left.0, &right.0));
        }
        let comparison = comparison_of(comparison)?;
        mode.compare(comparison, &left.0, &right.0, budget)
    })
}

/// Infers a type of a value. In the early mode the three inferences have the same result.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, with the path, for marks and unknown values; PCTY_ERROR_LIMIT if
/// the type is nested too deep.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_value_infer(
    value: Option<&pcty_value>,
    inference: pcty_puppet_inference,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let value = &need(value, "value")?.0;
        let mode = mode_of(mode, "mode")?;
        match inference_of(inference)? {
            Inference::Reduced => mode.infer(value, budget),
            Inference::General => mode.infer_general(value, budget),
            Inference::Detailed => mode.infer_detailed(value, budget),
        }
    })
}

/// Returns the simplest form of a type: equivalent members of a Variant are combined into one.
///
/// Errors: PCTY_ERROR_LIMIT if the type is nested too deep.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_type_normalize(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let ty = &need(ty, "type")?.0;
        cost::remake_type(ty, budget)?;
        Ok(normalize(ty)?)
    })
}

/// Returns a type without its restrictions of ranges, sizes, strings and titles.
///
/// Errors: PCTY_ERROR_LIMIT if the type is nested too deep.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_puppet_type_generalize(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let ty = &need(ty, "type")?.0;
        cost::remake_type(ty, budget)?;
        Ok(generalize(ty)?)
    })
}

/// Returns the common type of types, folded from the first to the last. Without types, the result
/// is Undef.
///
/// Errors: PCTY_ERROR_LIMIT if recursive types take too long or the type is nested too deep.
/// NULL: `types` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_common_type(
    types: *const *const pcty_type,
    count: usize,
    mode: pcty_puppet_mode,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `types` has `count` elements.
        let types = unsafe { refs(types, count, "types") }?;
        mode_of(mode, "mode")?.common_type_of(types.iter().copied(), budget)
    })
}

/// Returns the common type of the reduced types of values. Without values, the result is Undef.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for marks and unknown values, with a path that begins with the
/// value's position; PCTY_ERROR_LIMIT if the type is nested too deep.
/// NULL: `values` (if `count` is 0) and `error` may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pcty_puppet_common_type_of_values(
    values: *const *const pcty_value,
    count: usize,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        // SAFETY: by the header's contract `values` has `count` elements.
        let values = unsafe { refs(values, count, "values") }?;
        infer_common(values.iter().copied(), budget)
    })
}
