//! Types: the notation and rules of each dialect.
//!
//! The same functions exist for every dialect; the parameter `dialect`, after the values and types
//! of the call, selects it. A dialect whose rules the library does not have is
//! PCTY_ERROR_UNSUPPORTED.

use crate::calls::cost;
use crate::codec::type_json;
#[cfg(feature = "puppet")]
use crate::dialect::puppet;
use crate::dialect::{ConversionKind, DialectId, Rules, Safety, dialect as find};
use crate::ffi::base::error::pcty_error;
use crate::ffi::base::status::{PCTY_OK, pcty_status};
use crate::ffi::base::string::{OwnedText, pcty_str, pcty_string};
use crate::ffi::guard::{
    Handle, answer_charged, answered_quickly, make_charged, need, run_charged, text, unnamed,
};
use crate::ffi::types::constructors::pcty_type;
use crate::ffi::values::value::pcty_value;
use crate::source::{Code, Error, Result};
use crate::values::path_into;
use std::mem::MaybeUninit;

/// A configuration language, with its notation and rules.
pub type pcty_dialect = u32;

/// HCL and Terraform.
pub const PCTY_DIALECT_HCL: pcty_dialect = 1;
/// HCL with the extensions of the information model.
pub const PCTY_DIALECT_PCL: pcty_dialect = 2;
/// Puppet.
pub const PCTY_DIALECT_PUPPET: pcty_dialect = 3;
/// mgmt's mcl.
pub const PCTY_DIALECT_MCL: pcty_dialect = 4;

/// The conversion between two types; a larger number means an easier conversion.
pub type pcty_conversion = u32;

/// No value converts.
pub const PCTY_CONVERSION_NONE: pcty_conversion = 0;
/// Some values convert.
pub const PCTY_CONVERSION_UNSAFE: pcty_conversion = 1;
/// Every value converts.
pub const PCTY_CONVERSION_SAFE: pcty_conversion = 2;
/// The types are equal: no conversion is needed.
pub const PCTY_CONVERSION_SAME: pcty_conversion = 3;

/// Whether a conversion may fail for some values of the source type.
pub type pcty_safety = u32;

/// The conversion never fails.
pub const PCTY_SAFETY_SAFE: pcty_safety = 1;
/// The conversion may fail. Safe conversions are also allowed.
pub const PCTY_SAFETY_UNSAFE: pcty_safety = 2;

// The discriminant of a dialect equals its constant.
const _: () = assert!(
    DialectId::Hcl as u32 == PCTY_DIALECT_HCL
        && DialectId::Pcl as u32 == PCTY_DIALECT_PCL
        && DialectId::Puppet as u32 == PCTY_DIALECT_PUPPET
        && DialectId::Mcl as u32 == PCTY_DIALECT_MCL
);

/// The number of type nodes that are compared in one step.
const NODES_A_STEP: u64 = 8;

/// The rules of a dialect.
pub(crate) fn rules(dialect: pcty_dialect) -> Result<Rules> {
    Ok(find(id(dialect, "dialect")?))
}

/// Returns the dialect of the argument `name`.
pub(crate) fn id(dialect: pcty_dialect, name: &str) -> Result<DialectId> {
    Ok(match dialect {
        PCTY_DIALECT_HCL => DialectId::Hcl,
        PCTY_DIALECT_PCL => DialectId::Pcl,
        PCTY_DIALECT_PUPPET => DialectId::Puppet,
        PCTY_DIALECT_MCL => DialectId::Mcl,
        _ => return Err(unnamed(name, dialect)),
    })
}

pub(crate) fn safety(safety: pcty_safety) -> Result<Safety> {
    match safety {
        PCTY_SAFETY_SAFE => Ok(Safety::Safe),
        PCTY_SAFETY_UNSAFE => Ok(Safety::Unsafe),
        other => Err(unnamed("safety", other)),
    }
}

/// Parses a type in a dialect's notation. HCL reads a type constraint, including `any`, and
/// `optional(..)` around the type of an attribute. The variables in a text of mcl belong to a new
/// scope; `pcty_mcl_type_parse` takes a scope.
///
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE with a diagnostic for each error; PCTY_ERROR_LIMIT
/// if the text is nested too deep; PCTY_ERROR_INVALID_UTF8, PCTY_ERROR_UNSUPPORTED.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_parse(
    notation: pcty_str,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        rules(dialect)?.parse_type(text(&notation, "notation")?, budget)
    })
}

/// Formats a type in a dialect's notation.
///
/// Errors: PCTY_ERROR_UNSUPPORTED, also for a type that the dialect does not have.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_format(
    ty: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let ty = &need(ty, "type")?.0;
        Ok(OwnedText::new(rules(dialect)?.format_type(ty, budget)?))
    })
}

/// Parses a type from JSON in cty's notation: `"string"`, `["list","number"]`,
/// `["object",{"a":"bool"},["a"]]`.
///
/// Errors: PCTY_ERROR_SYNTAX for text that is not JSON and PCTY_ERROR_TYPE for JSON that does not
/// describe a type, both with the byte of the error; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_from_json(
    json: pcty_str,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let json = text(&json, "json")?;
        cost::read(json, budget)?;
        type_json::read_type(json)
    })
}

/// Formats a type as JSON in cty's notation.
///
/// Errors: PCTY_ERROR_UNSUPPORTED for a type that cty does not have.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_to_json(
    ty: Option<&pcty_type>,
    out: Option<&mut MaybeUninit<*mut pcty_string>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        let ty = &need(ty, "type")?.0;
        cost::write_type(ty, budget)?;
        Ok(OwnedText::new(type_json::type_to_json(ty)?))
    })
}

/// Returns whether every value of the source type is a value of the target type without conversion.
/// In HCL: whether the source conforms to the target, where the type any matches every type.
///
/// Errors: see the head of the section.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_assignable(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let quick = || match dialect {
        #[cfg(feature = "puppet")]
        PCTY_DIALECT_PUPPET => puppet::quick_assignable(&source?.0, &target?.0),
        _ => None,
    };
    let mut out = out;
    if answered_quickly(&mut out, quick) {
        return PCTY_OK;
    }
    assignable_charged(source, target, dialect, out, error)
}

/// Calls the rules. It has the C calling convention, so that the arguments need not be moved.
#[inline(never)]
extern "C" fn assignable_charged(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (source, target) = (need(source, "source")?, need(target, "target")?);
        rules(dialect)?.assignable(&source.0, &target.0, budget)
    })
}

/// Returns whether two types are equal in the dialect, which may be coarser than `pcty_type_equal`:
/// in Puppet `Optional[Integer]` equals `Variant[Integer, Undef]`.
///
/// Errors: see the head of the section; PCTY_ERROR_LIMIT if recursive types take too long.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_equivalent(
    a: Option<&pcty_type>,
    b: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        rules(dialect)?.equal(&need(a, "a")?.0, &need(b, "b")?.0, budget)
    })
}

/// Returns whether a value is an instance of a type without conversion.
///
/// Errors: see the head of the section; PCTY_ERROR_UNSUPPORTED with the path to an unknown or a
/// mark if the dialect has none; PCTY_ERROR_LIMIT if recursive types take too long.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_is_instance(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let quick = || match dialect {
        #[cfg(feature = "puppet")]
        PCTY_DIALECT_PUPPET => puppet::quick_instance(&value?.0, &ty?.0),
        _ => None,
    };
    let mut out = out;
    if answered_quickly(&mut out, quick) {
        return PCTY_OK;
    }
    is_instance_charged(value, ty, dialect, out, error)
}

/// Returns whether a value is an instance of a type.
#[inline(never)]
extern "C" fn is_instance_charged(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (value, ty) = (need(value, "value")?, need(ty, "type")?);
        rules(dialect)?.instance(&value.0, &ty.0, budget)
    })
}

/// Returns the type of a value in the dialect: in HCL the value's own exact type, in Puppet the
/// type inferred from its content.
///
/// Errors: those of `pcty_value_is_instance`.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_type_of(
    value: Option<&pcty_value>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_type>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    make_charged(out, error, |budget| {
        rules(dialect)?.type_of(&need(value, "value")?.0, budget)
    })
}

/// Checks whether a type conforms to another by cty's rule: `any` in the target matches every type,
/// all other parts must be equal.
///
/// Errors: PCTY_ERROR_TYPE if it does not conform, with the path to the first part that differs,
/// the expected and the found type.
/// Ownership: creates nothing except the error.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_conforms(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    run_charged(error, |budget| {
        let (found, wanted) = (&need(source, "source")?.0, &need(target, "target")?.0);
        let nodes = u64::from(found.size()) + u64::from(wanted.size());
        budget.charge(nodes / NODES_A_STEP)?;
        match found.nonconformities(wanted).into_iter().next() {
            None => Ok(()),
            Some(first) => Err(Error::new(Code::Type, first.message)
                .with_path(path_into(found, &first.path))
                .with_expected(wanted)
                .with_found(found)),
        }
    })
}

/// Returns the conversion between two types.
///
/// Errors: see the head of the section.
/// Ownership: `*out` is plain data.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_conversion(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<pcty_conversion>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (source, target) = (need(source, "source")?, need(target, "target")?);
        let kind = rules(dialect)?.conversion(&source.0, &target.0, budget)?;
        Ok(match kind {
            ConversionKind::None => PCTY_CONVERSION_NONE,
            ConversionKind::Unsafe => PCTY_CONVERSION_UNSAFE,
            ConversionKind::Safe => PCTY_CONVERSION_SAFE,
            ConversionKind::Same => PCTY_CONVERSION_SAME,
        })
    })
}

/// Returns the reason why no value of one type converts to another: an error with a sentence, the
/// path to the part that prevents the conversion, and the two types of that part.
///
/// Errors: see the head of the section.
/// Ownership: the caller owns `*out`, which is NULL if values convert.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_explain(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<*mut pcty_error>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    answer_charged(out, error, |budget| {
        let (source, target) = (need(source, "source")?, need(target, "target")?);
        let why = rules(dialect)?.explain(&source.0, &target.0, budget)?;
        Ok(why.map_or(std::ptr::null_mut(), pcty_error::own))
    })
}
