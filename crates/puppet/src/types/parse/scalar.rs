//! Parsing of `Integer`, `Float`, `Enum` and `Pattern` with parameters.

use crate::scalars::text::float_text;
use crate::syntax::text_error::TextError;
use crate::types::nominal::{self, Name};
use crate::types::normal_form;
use crate::types::parse::arg::{Arg, Expression, What};
use crate::types::parse::argument::{class_of, regexp};
use crate::types::parse::expression::{reversed, wrong_count};
use polycty_core::types::{FloatRange, IntegerRange, Kind, Str, StringConstraint, Type};

/// `Integer` with these parameters.
pub(crate) fn integer(expression: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, TextError> {
    let min = expression.bound(&params[0])?;
    let max = params
        .get(1)
        .map_or(Ok(None), |param| expression.bound(param))?;
    match (&min, &max) {
        (None, None) => return Ok(Type::integer().clone()),
        (Some(from), Some(to)) if from > to => return Err(reversed(expression.start, from, to)),
        _ => {}
    }
    expression.made(Type::integer_range(IntegerRange { min, max }))
}

/// `Float` with these parameters.
pub(crate) fn float(expression: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, TextError> {
    let bound = |param: &Arg<'_>| match &param.what {
        What::Float(value) => Ok(Some(*value)),
        What::Integer(value) => Ok(Some(*value as f64)),
        What::BigInteger(value) => Ok(Some(value.to_f64().0)),
        What::Default => Ok(None),
        _ => Err(expression.invalid()),
    };
    let min = bound(&params[0])?;
    let max = params.get(1).map_or(Ok(None), bound)?;
    match (min, max) {
        (None, None) => return Ok(Type::float().clone()),
        (Some(from), Some(to)) if from > to => {
            return Err(reversed(
                expression.start,
                &float_text(from),
                &float_text(to),
            ));
        }
        _ => {}
    }
    expression.made(Type::float_range(FloatRange { min, max }))
}

/// `Enum` with these parameters.
pub(crate) fn enumeration(
    expression: Expression<'_>,
    params: &mut [Arg<'_>],
) -> Result<Type, TextError> {
    let (values, ignore_case) = match params {
        [
            values @ ..,
            Arg {
                what: What::Bool(flag),
                ..
            },
        ] => (&*values, *flag),
        values => (&*values, false),
    };
    if values.is_empty() {
        return Err(wrong_count(expression.start, "Enum", "1 or more", 0));
    }
    let mut texts: Vec<Str> = Vec::with_capacity(values.len());
    for value in values {
        match &value.what {
            What::Text(text) => texts.push(text.as_ref().into()),
            _ => {
                return Err(TextError::argument(
                    expression.start,
                    "Enum parameters must be identifiers or strings",
                ));
            }
        }
    }
    expression.made(normal_form::enumeration(texts, ignore_case))
}

/// `Pattern` with these parameters.
pub(crate) fn patterns(expression: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, TextError> {
    let mut sources: Vec<Str> = Vec::with_capacity(params.len());
    for param in params {
        match &param.what {
            What::Text(source) | What::Regexp(source) => {
                sources.push(regexp(expression, source)?);
            }
            What::Type(ty) => match ty.kind() {
                Kind::String(StringConstraint::Patterns(inner)) => {
                    sources.extend(inner.iter().cloned());
                }
                _ => match nominal::view(ty) {
                    Some((Name::Regexp, [])) => sources.push("".into()),
                    Some((Name::Regexp, [source, ..])) => {
                        sources.extend(source.as_text().cloned());
                    }
                    _ => return Err(no_pattern(expression, param)),
                },
            },
            _ => return Err(no_pattern(expression, param)),
        }
    }
    expression.made(normal_form::patterns(sources))
}

#[cold]
fn no_pattern(expression: Expression<'_>, param: &Arg<'_>) -> TextError {
    // Puppet's message lacks the quote, too.
    TextError::argument(
        expression.start,
        format!(
            "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '{}",
            class_of(param)
        ),
    )
}
