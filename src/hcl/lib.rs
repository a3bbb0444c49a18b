//! The rules of HCL and cty.
//!
//! - [`parse_type`], [`format_type`]: type expressions
//! - [`conversion_kind`], [`converter`]: which conversions there are, and
//!   conversions ready to be applied
//! - [`convert`]: a value as one of another type
//! - [`unify`]: the type that several types convert to
//! - [`mismatch`]: why there is no conversion
//! - [`check`]: everything in a value that does not convert
//! - [`stdlib`]: the functions
//! - [`decode`]: bodies decoded by a specification

#![forbid(unsafe_code)]

mod absent;
pub mod body;
mod check;
mod conversion;
mod convert;
pub mod decode;
mod defaults;
mod encode;
pub mod eval;
mod extension;
pub mod json_syntax;
mod mismatch;
mod plan;
mod preference;
mod shape;
pub mod stdlib;
pub mod syntax;
mod type_expression;
mod type_text;
mod unify;

pub use check::{MAX_FAULTS, check};
pub use conversion::{conversion_kind, converter};
pub use convert::convert;
pub use defaults::{Children, Defaults};
pub use encode::{to_json, to_msgpack};
pub use eval::{Evaluated, Scope, evaluate};
pub use extension::{can_function, convert_function, try_function};
pub use mismatch::{mismatch, mismatch_message};
pub use polycty_core::dialect::{ConversionKind, Converter, Safety, Unified};
use polycty_core::{calls, codec, dialect, number, source, types, values};
pub use type_expression::{Mode, TypeExpression, is_type_constraint, read_type};
pub use type_text::{format_type, parse_type, parse_type_expression};
pub use unify::unify;

use crate::dialect::{Dialect, DialectId};
use crate::source::{Error, Result};
use crate::types::Type;
use crate::values::Value;

/// HCL as a [`Dialect`].
#[derive(Clone, Copy, Debug)]
pub struct Hcl;

impl Dialect for Hcl {
    fn id(&self) -> DialectId {
        DialectId::Hcl
    }

    /// Constraints are read too: what is exact is said with the same words.
    fn parse_type(&self, text: &str) -> Result<Type> {
        parse_type(text, Mode::Constraint)
    }

    fn format_type(&self, ty: &Type) -> Result<String> {
        format_type(ty)
    }

    fn equal(&self, a: &Type, b: &Type) -> Result<bool> {
        Ok(a == b)
    }

    /// Conformance: equal, with `any` in the target for whatever there is.
    fn assignable(&self, target: &Type, source: &Type) -> Result<bool> {
        Ok(source.conforms_to(target))
    }

    fn conversion(&self, from: &Type, to: &Type) -> ConversionKind {
        conversion_kind(from, to)
    }

    fn converter(&self, from: &Type, to: &Type, safety: Safety) -> Option<Converter> {
        converter(from, to, safety)
    }

    fn convert(&self, value: &Value, to: &Type) -> Result<Value> {
        convert(value, to)
    }

    fn check(&self, value: &Value, to: &Type) -> Vec<Error> {
        check(value, to)
    }

    fn unify(&self, types: &[&Type], safety: Safety) -> Option<Unified> {
        unify(types.iter().copied(), safety)
    }

    fn type_of(&self, value: &Value) -> Result<Type> {
        Ok(value.ty().clone())
    }

    fn instance(&self, value: &Value, ty: &Type) -> Result<bool> {
        Ok(value.ty().conforms_to(ty))
    }

    fn explain(&self, from: &Type, to: &Type) -> Option<Error> {
        mismatch(from, to)
    }
}

#[cfg(test)]
mod tests;
