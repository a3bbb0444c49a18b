//! Types: each dialect's notation and rules.
//!
//! The same questions for every dialect; `dialect`, behind what the question is about, says
//! whose answer is wanted. A dialect whose rules the library does not have gives
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
    Handle, answer_charged, make_charged, need, run_charged, text, told_at_a_glance, unnamed,
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

/// What stands between two types; the larger, the easier.
pub type pcty_conversion = u32;

/// No value converts.
pub const PCTY_CONVERSION_NONE: pcty_conversion = 0;
/// Some values convert.
pub const PCTY_CONVERSION_UNSAFE: pcty_conversion = 1;
/// Every value converts.
pub const PCTY_CONVERSION_SAFE: pcty_conversion = 2;
/// The types are equal: nothing has to be converted.
pub const PCTY_CONVERSION_SAME: pcty_conversion = 3;

/// Whether a conversion may fail for some values of the source type.
pub type pcty_safety = u32;

/// It never fails.
pub const PCTY_SAFETY_SAFE: pcty_safety = 1;
/// It may fail. What is safe is allowed too.
pub const PCTY_SAFETY_UNSAFE: pcty_safety = 2;

// A dialect's name is its constant.
const _: () = assert!(
    DialectId::Hcl as u32 == PCTY_DIALECT_HCL
        && DialectId::Pcl as u32 == PCTY_DIALECT_PCL
        && DialectId::Puppet as u32 == PCTY_DIALECT_PUPPET
        && DialectId::Mcl as u32 == PCTY_DIALECT_MCL
);

/// The nodes of types that are compared in a step.
const NODES_A_STEP: u64 = 8;

/// The rules of a dialect.
pub(crate) fn rules(dialect: pcty_dialect) -> Result<Rules> {
    Ok(find(id(dialect, "dialect")?))
}

/// The dialect that the argument of this name says.
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

/// The type that a text stands for in a dialect's notation. HCL reads a type constraint:
/// also `any`, and `optional(..)` around the type of an attribute. The variables in a text of
/// mcl are of a scope that no one else has; `pcty_mcl_type_parse` takes one.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_SYNTAX and PCTY_ERROR_TYPE with a diagnostic for each fault;
/// PCTY_ERROR_LIMIT for what nests too deep; PCTY_ERROR_INVALID_UTF8, PCTY_ERROR_UNSUPPORTED.
/// NULL: `error` may be.
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

/// A type in a dialect's notation.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_UNSUPPORTED for a type that the dialect does not have, too.
/// NULL: `error` may be.
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

/// The type that JSON describes as cty does: `"string"`, `["list","number"]`,
/// `["object",{"a":"bool"},["a"]]`.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_SYNTAX for what is no JSON and PCTY_ERROR_TYPE for what describes no
/// type, both with the byte at fault; PCTY_ERROR_LIMIT, PCTY_ERROR_INVALID_UTF8.
/// NULL: `error` may be.
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

/// A type as JSON, as cty describes types.
///
/// Ownership: `*out` is the caller's.
/// Errors: PCTY_ERROR_UNSUPPORTED for a type that cty does not have.
/// NULL: `error` may be.
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

/// Whether every value of the source type is one of the target type, as it is. In HCL: the
/// source conforms to the target, in which the type any stands for whatever there is.
///
/// Ownership: `*out` is plain data.
/// Errors: see the section's head.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_type_assignable(
    source: Option<&pcty_type>,
    target: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let glance = || match dialect {
        #[cfg(feature = "puppet")]
        PCTY_DIALECT_PUPPET => puppet::assignable_at_a_glance(&source?.0, &target?.0),
        _ => None,
    };
    let mut out = out;
    if told_at_a_glance(&mut out, glance) {
        return PCTY_OK;
    }
    assignable_charged(source, target, dialect, out, error)
}

/// Asks the rules. Called as C does, so that the arguments stay where they are.
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

/// Whether the dialect takes two types for equal, which may be coarser than
/// `pcty_type_equal`: in Puppet `Optional[Integer]` equals `Variant[Integer, Undef]`.
///
/// Ownership: `*out` is plain data.
/// Errors: see the section's head; PCTY_ERROR_LIMIT when recursive types take too long.
/// NULL: `error` may be.
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

/// Whether a value is one of a type, as it is.
///
/// Ownership: `*out` is plain data.
/// Errors: see the section's head; PCTY_ERROR_UNSUPPORTED with the path to an unknown or a
/// mark where the dialect has none; PCTY_ERROR_LIMIT when recursive types take too long.
/// NULL: `error` may be.
#[unsafe(no_mangle)]
pub extern "C" fn pcty_value_is_instance(
    value: Option<&pcty_value>,
    ty: Option<&pcty_type>,
    dialect: pcty_dialect,
    out: Option<&mut MaybeUninit<bool>>,
    error: Option<&mut MaybeUninit<*mut pcty_error>>,
) -> pcty_status {
    let glance = || match dialect {
        #[cfg(feature = "puppet")]
        PCTY_DIALECT_PUPPET => puppet::instance_at_a_glance(&value?.0, &ty?.0),
        _ => None,
    };
    let mut out = out;
    if told_at_a_glance(&mut out, glance) {
        return PCTY_OK;
    }
    is_instance_charged(value, ty, dialect, out, error)
}

/// The same of an instance.
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

/// The type of a value as the dialect sees it: in HCL the value's own exact type, in Puppet
/// the type inferred from its content.
///
/// Ownership: `*out` is the caller's.
/// Errors: as `pcty_value_is_instance`.
/// NULL: `error` may be.
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

/// Whether a type conforms to another one by cty's rule, and if not, where: `any` in the
/// target stands for whatever there is, everything else has to be equal.
///
/// Ownership: makes nothing.
/// Errors: PCTY_ERROR_TYPE if it does not conform, with the path to the first part at fault,
/// the wanted and the found type.
/// NULL: `error` may be.
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
                .with_wanted(wanted)
                .with_found(found)),
        }
    })
}

/// What stands between two types.
///
/// Ownership: `*out` is plain data.
/// Errors: see the section's head.
/// NULL: `error` may be.
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

/// Why no value of one type converts to another type: the sentence, the path to the part
/// that stands in the way, and the types that meet there.
///
/// Ownership: `*out` is the caller's, and NULL when values convert.
/// Errors: see the section's head.
/// NULL: `error` may be.
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
