//! The rules: how does mcl answer the questions of every dialect?
//!
//! mcl converts nothing: a value is of a type or it is not, so the one conversion
//! there is leaves the content as it is. Types unify under the most general
//! substitution of their variables.
//!
//! - `equal`: whether and how two types differ
//! - `assignable`: whether values of one type are good for another; `unify`: which
//!   substitution makes types equal; `explain`: why there is none
//! - `infer`: the type of a value
//! - `convert`: a value as one of exactly a type; `construct`: a container of given parts

pub(crate) mod assignable;
pub(crate) mod construct;
pub(crate) mod convert;
pub(crate) mod equal;
mod explain;
pub(crate) mod infer;
pub(crate) mod unify;

use crate::types::format::format_type;
use crate::types::parse::parse_type;
use assignable::assignable;
use convert::typed;
use equal::compare;
use infer::type_of;
use polycty_core::dialect::{
    Conversion, ConversionKind, Converter, Dialect, DialectId, Safety, Unified,
};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, Type, VariableScope};
use polycty_core::values::Value;
use unify::unify_all;

/// mcl as a [`Dialect`].
#[derive(Clone, Copy, Debug)]
pub struct Mcl;

impl Dialect for Mcl {
    fn id(&self) -> DialectId {
        DialectId::Mcl
    }

    /// The variables of each text are a scope of their own: [`parse_type`] takes one.
    fn parse_type(&self, text: &str) -> Result<Type> {
        parse_type(text, VariableScope::new())
    }

    fn format_type(&self, ty: &Type) -> Result<String> {
        format_type(ty)
    }

    /// Up to the names of variables and arguments.
    fn equal(&self, a: &Type, b: &Type) -> Result<bool> {
        holds(compare(a, b))
    }

    fn assignable(&self, source: &Type, target: &Type) -> Result<bool> {
        holds(assignable(source, target))
    }

    fn conversion(&self, source: &Type, target: &Type) -> ConversionKind {
        if compare(source, target).is_ok() {
            ConversionKind::Same
        } else if assignable(source, target).is_ok() {
            ConversionKind::Safe
        } else {
            ConversionKind::None
        }
    }

    fn converter(&self, source: &Type, target: &Type, _safety: Safety) -> Option<Converter> {
        assignable(source, target).ok()?;
        Some(Converter::new(Identity {
            source: source.clone(),
            target: target.clone(),
        }))
    }

    fn convert(&self, value: &Value, target: &Type) -> Result<Value> {
        typed(value, target)
    }

    fn check(&self, value: &Value, target: &Type) -> Vec<Error> {
        typed(value, target).err().into_iter().collect()
    }

    fn unify(&self, types: &[&Type], _safety: Safety) -> Option<Unified> {
        Some(Unified {
            ty: unify_all(types).ok()?.0,
            converters: vec![None; types.len()],
        })
    }

    fn type_of(&self, value: &Value) -> Result<Type> {
        type_of(value)
    }

    fn instance(&self, value: &Value, ty: &Type) -> Result<bool> {
        match typed(value, ty) {
            Ok(_) => Ok(true),
            Err(error) if error.code() == Code::Conversion => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn explain(&self, source: &Type, target: &Type) -> Option<Error> {
        let error = assignable(source, target).err()?;
        Some(match error.code() {
            Code::Type => error.with_code(Code::Conversion),
            _ => error,
        })
    }
}

/// A rule that is broken by a difference of types does not hold.
fn holds(rule: Result<()>) -> Result<bool> {
    match rule {
        Ok(()) => Ok(true),
        Err(error) if error.code() == Code::Type => Ok(false),
        Err(error) => Err(error),
    }
}

/// The conversion that leaves the content as it is.
struct Identity {
    source: Type,
    target: Type,
}

impl Conversion for Identity {
    fn source(&self) -> &Type {
        &self.source
    }

    fn target(&self) -> &Type {
        &self.target
    }

    fn is_identity(&self) -> bool {
        // What the target leaves open does not change the value's own type.
        self.source == self.target
            || self.target.has(Flags::ANY)
            || self.target.has(Flags::VARIABLE)
    }

    fn apply(&self, value: &Value) -> Result<Value> {
        typed(value, &self.target)
    }
}
