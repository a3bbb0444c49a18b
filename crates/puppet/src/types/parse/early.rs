//! Parsing of types of the early specification.
//!
//! Its names and defaults differ from the current types: `Object` is the top type, `Pattern` is the
//! type of a regular expression, an array contains Data, a hash contains Literals and Data,
//! `Integer[5]` is exactly 5, a range may descend, and nodes and stages are types in addition to
//! resources. A name that is not a type of the specification is a resource type. An expression with
//! several titles or class names denotes one type for each.

use crate::scalars::early_regexp;
use crate::syntax::text_error::TextError;
use crate::types::early::data::{EARLY, is_name};
use crate::types::nominal::{self, Name};
use crate::types::parse::arg::{Arg, Expression, What};
use crate::types::parse::expression::not_parametrised;
use crate::types::parse::own::nominal_type;
use crate::types::{normal_form, resources};
use polycty_core::number::Integer;
use polycty_core::types::{IntegerRange, NominalParam, Type};
use std::borrow::Cow;

/// Returns the type of a name without parameters.
pub(crate) fn bare(name: &str, at: usize) -> Result<Type, TextError> {
    Ok(match name {
        "Object" => Type::any(),
        "Undef" => Type::none(),
        "Data" => &EARLY.data,
        "Literal" => &EARLY.literal,
        "Numeric" => Type::number(),
        "Integer" => Type::integer(),
        "Float" => Type::float(),
        "String" => &EARLY.string,
        "Boolean" => Type::bool(),
        "Pattern" => nominal::bare(Name::Regexp),
        "Collection" => nominal::bare(Name::Collection),
        "Array" => &EARLY.array,
        "Hash" => &EARLY.hash,
        "Type" => Type::meta_any(),
        "CatalogEntry" => nominal::bare(Name::CatalogEntry),
        "Resource" => nominal::bare(Name::Resource),
        "Class" => nominal::bare(Name::Class),
        "Node" => nominal::bare(Name::Node),
        "Stage" => nominal::bare(Name::Stage),
        "Ruby" => {
            return Err(TextError::argument(
                at,
                "Ruby requires the name of a type of the platform",
            ));
        }
        "Jvm" | "C" | "Go" => return Err(reserved(name, at)),
        other => {
            let name = resources::capitalised(other);
            return resources::resource(name.into(), None)
                .map_err(|error| TextError::of_type(at, error));
        }
    }
    .clone())
}

#[cold]
fn reserved(name: &str, at: usize) -> TextError {
    TextError::argument(at, format!("the name of the platform {name} is reserved"))
}

/// Returns the type of a name with at least one parameter.
pub(crate) fn parametrised<'s>(
    expression: Expression<'s>,
    params: &mut [Arg<'s>],
) -> Result<Type, TextError> {
    let name = expression.name;
    let count = params.len();
    match name {
        "Integer" => {
            expression.arity(name, 1, 2, "1 or 2", count)?;
            integer(expression, params)
        }
        "Pattern" => {
            expression.arity(name, 1, 1, "1", count)?;
            pattern(expression, &params[0])
        }
        "Array" => {
            expression.arity(name, 1, 1, "1", count)?;
            let element = type_of(expression, &mut params[0])?;
            expression.made(normal_form::array(element, None))
        }
        "Hash" => {
            expression.arity(name, 1, 2, "1 or 2", count)?;
            let first = type_of(expression, &mut params[0])?;
            let (key, element) = match params.get_mut(1) {
                Some(second) => (first, type_of(expression, second)?),
                None => (EARLY.literal.clone(), first),
            };
            expression.made(normal_form::hash(key, element, None))
        }
        "Ruby" => {
            expression.arity(name, 1, 1, "1", count)?;
            let class = match &params[0].what {
                What::Text(class) if !class.is_empty() => class,
                _ => return Err(expression.invalid()),
            };
            let runtime = NominalParam::text("ruby");
            let class = NominalParam::text(class.as_ref());
            expression.made(nominal::with(Name::Runtime, [runtime, class]))
        }
        "Type" => {
            expression.arity(name, 1, 1, "1", count)?;
            let inner = type_of(expression, &mut params[0])?;
            expression.made(Type::meta(inner))
        }
        "Resource" => {
            expression.arity(name, 1, 2, "1 or 2", count)?;
            if let Some(title) = params.get(1) {
                title.text().ok_or_else(|| expression.invalid())?;
            }
            nominal_type(expression, Name::Resource, params)
        }
        "Class" => {
            params[0].text().ok_or_else(|| expression.invalid())?;
            nominal_type(expression, Name::Class, params)
        }
        "Node" | "Stage" => {
            expression.arity(name, 1, 1, "1", count)?;
            let title = params[0].text().ok_or_else(|| expression.invalid())?;
            let kind = match name {
                "Node" => Name::Node,
                _ => Name::Stage,
            };
            expression.made(nominal::with(kind, [NominalParam::text(title)]))
        }
        "Jvm" | "C" | "Go" => Err(reserved(name, expression.start)),
        "Object" | "Undef" | "Data" | "Literal" | "Numeric" | "Float" | "String" | "Boolean"
        | "Collection" | "CatalogEntry" => Err(not_parametrised(expression.start, name)),
        other => {
            let name = resources::capitalised(other);
            expression.arity(&name, 1, 1, "1", count)?;
            let title = params[0].text().ok_or_else(|| expression.invalid())?;
            let title = NominalParam::text(title);
            expression.made(resources::resource(name.into(), Some(title)))
        }
    }
}

/// Returns the number of leading parameters that all types of a list share, if a name with `count`
/// parameters denotes a list: of resource titles or class names.
pub(crate) fn shared_params(name: &str, count: usize) -> Option<usize> {
    match name {
        "Resource" => (count > 2).then_some(1),
        "Class" => (count > 1).then_some(0),
        _ => (count > 1 && !is_name(name)).then_some(0),
    }
}

/// Returns the type of a parameter; for a regular expression, its type.
fn type_of<'s>(expression: Expression<'s>, param: &mut Arg<'s>) -> Result<Type, TextError> {
    match &param.what {
        What::Regexp(source) => expression.made(nominal::with(
            Name::Regexp,
            [NominalParam::text(source.as_ref())],
        )),
        _ => expression.take_type(param),
    }
}

/// `Pattern[..]` with a string or an expression.
fn pattern(expression: Expression<'_>, param: &Arg<'_>) -> Result<Type, TextError> {
    match &param.what {
        What::Text(source) | What::Regexp(source) => {
            let source = regexp(source, expression.start)?;
            expression.made(nominal::with(
                Name::Regexp,
                [NominalParam::text(source.as_ref())],
            ))
        }
        _ => Err(expression.invalid()),
    }
}

fn integer(expression: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, TextError> {
    let bound = |param: &Arg<'_>| -> Result<Option<Integer>, TextError> {
        match &param.what {
            What::Integer(value) => Ok(Some((*value).into())),
            What::BigInteger(value) => Ok(Some((**value).clone())),
            What::Default => Ok(None),
            _ => Err(expression.invalid()),
        }
    };
    let from = bound(&params[0])?;
    let to = match params.get(1) {
        Some(to) => bound(to)?,
        None => from.clone(),
    };
    match (from, to) {
        (Some(from), Some(to)) if from > to => {
            let (min, max) = (Some(to), Some(from));
            let range = expression.made(Type::integer_range(IntegerRange { min, max }))?;
            expression.made(nominal::with(Name::Descending, [NominalParam::Type(range)]))
        }
        (min, max) => expression.made(Type::integer_range(IntegerRange { min, max })),
    }
}

/// Checks the source of a regular expression by the rules of the specification: without the anchors
/// `\A` and `\Z`, and without options.
pub(crate) fn regexp(source: &str, at: usize) -> Result<Cow<'_, str>, TextError> {
    match early_regexp::syntax_error(source) {
        None => Ok(early_regexp::unanchored(source)),
        Some(message) => Err(TextError::argument(at, message)),
    }
}

#[cold]
pub(crate) fn options(at: usize) -> TextError {
    TextError::argument(at, early_regexp::NO_OPTIONS)
}
