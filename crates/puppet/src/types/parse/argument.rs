//! Arguments as parameters of types, and their names in messages.

use crate::scalars;
use crate::syntax::text_error::TextError;
use crate::types::format::short_name;
use crate::types::parse::arg::{Arg, Expression, What};
use polycty_core::types::{Kind, NominalParam, Scalar, Str};

/// Returns a literal as a parameter of a nominal type.
pub(crate) fn param(arg: &Arg<'_>) -> NominalParam {
    match &arg.what {
        What::Undef => NominalParam::Undef,
        What::Default => NominalParam::Default,
        What::Bool(value) => NominalParam::Scalar(Scalar::Bool(*value)),
        What::Integer(value) => NominalParam::Scalar(Scalar::Integer((*value).into())),
        What::BigInteger(value) => NominalParam::Scalar(Scalar::Integer((**value).clone())),
        What::Float(value) => NominalParam::Scalar(Scalar::Double(*value)),
        What::Text(text) => NominalParam::text(text.as_ref()),
        What::Regexp(source) => NominalParam::Regexp(source.as_ref().into()),
        What::Type(ty) => NominalParam::Type(ty.clone()),
        What::List(items) => NominalParam::List(items.iter().map(param).collect()),
        What::Hash(entries) => NominalParam::Map(
            entries
                .iter()
                .map(|(key, value)| (param(key), param(value)))
                .collect(),
        ),
        What::Types(types) => {
            NominalParam::List(types.iter().cloned().map(NominalParam::Type).collect())
        }
        // The parser rejects these where it parses a type.
        What::Call(_) | What::Method(_) | What::Other => NominalParam::Undef,
    }
}

/// Returns the source of a regular expression whose brackets match.
pub(crate) fn regexp(expression: Expression<'_>, source: &str) -> Result<Str, TextError> {
    match scalars::regexp::syntax_error(source) {
        None => Ok(source.into()),
        Some(what) => Err(TextError::argument(
            expression.start,
            format!("{what}: /{source}/"),
        )),
    }
}

/// The class name of a parameter in Puppet's messages.
pub(crate) fn class_of(arg: &Arg<'_>) -> String {
    match &arg.what {
        What::Undef => "NilClass".into(),
        What::Default => "Symbol".into(),
        What::Bool(true) => "TrueClass".into(),
        What::Bool(false) => "FalseClass".into(),
        What::Integer(_) | What::BigInteger(_) => "Integer".into(),
        What::Float(_) => "Float".into(),
        What::Text(_) => "String".into(),
        What::Regexp(_) => "Regexp".into(),
        What::List(_) => "Array".into(),
        What::Hash(_) => "Hash".into(),
        What::Type(ty) => {
            let name = match ty.kind() {
                Kind::Reference(_) => "TypeAlias".to_owned(),
                _ => short_name(ty),
            };
            format!("Puppet::Pops::Types::P{name}Type")
        }
        What::Types(_) => "Array".into(),
        What::Call(_) | What::Method(_) | What::Other => "NilClass".into(),
    }
}

/// The short name of a parameter's type.
pub(crate) fn kind_of(arg: &Arg<'_>) -> String {
    match &arg.what {
        What::Undef => "Undef".into(),
        What::Default => "Default".into(),
        What::Bool(_) => "Boolean".into(),
        What::List(list) if list.is_empty() => "Array".into(),
        What::List(_) | What::Types(_) => "Tuple".into(),
        What::Hash(entries) if entries.is_empty() => "Hash".into(),
        What::Hash(entries) => {
            let names = |(key, _): &(Arg<'_>, Arg<'_>)| matches!(&key.what, What::Text(text) if !text.is_empty());
            if entries.iter().all(names) {
                "Struct"
            } else {
                "Hash"
            }
            .into()
        }
        What::Type(ty) => format!("Type[{}]", short_name(ty)),
        _ => class_of(arg),
    }
}
