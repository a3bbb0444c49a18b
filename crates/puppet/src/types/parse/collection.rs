//! Parsing of `Array`, `Hash`, `Tuple` and `Struct` with parameters.

use crate::rules::assignable::undef_error;
use crate::syntax::text_error::TextError;
use crate::types::nominal::{self, Name};
use crate::types::normal_form;
use crate::types::parse::arg::{Arg, Expression, What};
use crate::types::parse::argument::class_of;
use crate::types::parse::expression::{is_bound, trailing_size};
use crate::types::parts::only_string;
use crate::types::undef::{Pending, accepts_undef_pending};
use polycty_core::types::{Field, Kind, Str, Type};
use std::collections::HashMap;

/// Whether the bounds of a size are two zeros. Only then the element type is dropped.
fn says_empty(size: &[Arg<'_>]) -> bool {
    let zero = |param: &Arg<'_>| matches!(param.what, What::Integer(0));
    matches!(size, [from, to] if zero(from) && zero(to))
}

/// `Array` with these parameters.
pub(crate) fn array<'s>(
    expression: Expression<'s>,
    params: &mut [Arg<'s>],
) -> Result<Type, TextError> {
    if let [from, to] = params
        && is_bound(from)
        && is_bound(to)
    {
        let empty = says_empty(params);
        let size = expression.size(params)?;
        let element = nominal::bare(Name::Default).clone();
        return expression.made(if empty {
            normal_form::array(element, Some(size))
        } else {
            Type::sized_list(element, size)
        });
    }
    let (element, size) = params.split_at_mut(1);
    let element = expression.take_type(&mut element[0])?;
    let empty = says_empty(size);
    let size = match size {
        [] => None,
        size => Some(expression.size(size)?),
    };
    expression.made(match size {
        Some(size) if !empty => Type::sized_list(element, size),
        size => normal_form::array(element, size),
    })
}

/// `Hash` with these parameters.
pub(crate) fn hash<'s>(
    expression: Expression<'s>,
    params: &mut [Arg<'s>],
) -> Result<Type, TextError> {
    if let [from, to] = params
        && is_bound(from)
        && is_bound(to)
    {
        let empty = says_empty(params);
        let size = Some(expression.size(params)?);
        let default = nominal::bare(Name::Default);
        return expression.made(if empty {
            normal_form::hash(default.clone(), default.clone(), size)
        } else {
            Type::map_of(default.clone(), default.clone(), size)
        });
    }
    let (types, size) = params.split_at_mut(2);
    let key = expression.take_type(&mut types[0])?;
    let value = expression.take_type(&mut types[1])?;
    let empty = says_empty(size);
    let size = match size {
        [] => None,
        size => Some(expression.size(size)?),
    };
    expression.made(match size {
        Some(_) if !empty => Type::map_of(key, value, size),
        size => normal_form::hash(key, value, size),
    })
}

/// `Tuple` with these parameters.
pub(crate) fn tuple<'s>(
    expression: Expression<'s>,
    params: &mut [Arg<'s>],
) -> Result<Type, TextError> {
    let (types, size) = trailing_size(params);
    let mut elements = Vec::with_capacity(types.len());
    for param in types {
        if matches!(param.what, What::Integer(_) | What::BigInteger(_)) {
            return Err(expression.invalid());
        }
        elements.push(expression.type_of(param)?);
    }
    match size {
        [] => expression.made(Type::tuple(elements)),
        size => {
            let size = expression.size(size)?;
            expression.made(Type::sized_tuple(elements, size))
        }
    }
}

/// `Struct` with this parameter. A bare key is optional if the type of its value accepts undef.
pub(crate) fn structure<'s>(
    expression: Expression<'s>,
    param: &mut Arg<'s>,
    pending: &Pending,
) -> Result<Type, TextError> {
    let What::Hash(entries) = &mut param.what else {
        return Err(expression.invalid());
    };
    let mut fields: Vec<Field> = Vec::with_capacity(entries.len());
    // A linear search is faster for a few fields.
    let mut indices: Option<HashMap<Str, usize>> = (entries.len() > 16).then(HashMap::new);
    for (key, value) in entries {
        let ty = expression.type_of(value)?;
        if let (What::Text(_), Some(error)) = (&key.what, undef_error(&ty)) {
            return Err(TextError::argument(expression.start, error.message()));
        }
        let field = match &key.what {
            What::Text(text) if text.is_empty() => {
                return Err(TextError::argument(
                    expression.start,
                    "Struct element key cannot be an empty String",
                ));
            }
            What::Text(text) if accepts_undef_pending(&ty, pending) => {
                Field::optional(text.as_ref(), ty)
            }
            What::Text(text) => Field::new(text.as_ref(), ty),
            What::Type(key_type) => match key_name(key_type) {
                Some((name, true)) => Field::optional(name, ty),
                Some((name, false)) => Field::new(name, ty),
                None => return Err(no_key(expression, key)),
            },
            _ => return Err(no_key(expression, key)),
        };
        let index = match &mut indices {
            Some(indices) => indices.insert(field.shared_name().clone(), fields.len()),
            None => fields.iter().position(|f| f.name() == field.name()),
        };
        match index {
            Some(at) => {
                // A repeated key keeps its position.
                if let Some(indices) = &mut indices {
                    indices.insert(field.shared_name().clone(), at);
                }
                fields[at] = field;
            }
            None => fields.push(field),
        }
    }
    expression.made(Type::object(fields))
}

/// Returns the key that a struct's key type names, and whether it is optional.
fn key_name(key: &Type) -> Option<(Str, bool)> {
    match key.kind() {
        Kind::Optional(inner) => only_string(inner).map(|name| (name, true)),
        Kind::NotUndef(inner) => only_string(inner).map(|name| (name, false)),
        _ => only_string(key).map(|name| (name, false)),
    }
}

#[cold]
fn no_key(expression: Expression<'_>, key: &Arg<'_>) -> TextError {
    TextError::argument(
        expression.start,
        format!(
            "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {}",
            class_of(key)
        ),
    )
}
