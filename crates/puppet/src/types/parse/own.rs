//! Parsing of the types that only Puppet has, with parameters.

use crate::scalars::semver;
use crate::scalars::time::{timespan_text, timestamp_text};
use crate::syntax::text_error::TextError;
use crate::types::generalize::sensitive;
use crate::types::nominal::{self, Name};
use crate::types::parse::arg::{Arg, Expression, What};
use crate::types::parse::argument::{class_of, kind_of, param, regexp};
use crate::types::parse::expression::{not_parametrised, reversed};
use crate::types::parse::{object, time, uri};
use crate::types::resources;
use polycty_core::types::{NominalParam, Scalar, Str, Type, TypeError};

/// Returns the type of an undefined name, including its written parameters.
pub(crate) fn reference(text: &str) -> Result<Type, TypeError> {
    nominal::with(Name::TypeReference, [NominalParam::text(text)])
}

/// Returns the type of a name with at least one parameter.
pub(crate) fn nominal_type<'s>(
    expression: Expression<'s>,
    name: Name,
    params: &mut [Arg<'s>],
) -> Result<Type, TextError> {
    let count = params.len();
    let arity = |least, most, wanted| expression.arity(name.text(), least, most, wanted, count);
    let made = |params: Vec<NominalParam>| expression.made(nominal::with(name, params));
    match name {
        Name::Collection => {
            arity(1, 2, "1 to 2")?;
            let size = expression.size(params)?;
            let bound = |size: u64| NominalParam::Scalar(Scalar::Integer(size.into()));
            made(vec![
                bound(size.min),
                size.max.map_or(NominalParam::Default, bound),
            ])
        }
        Name::Iterable | Name::Iterator => {
            arity(1, 1, "1")?;
            let element = expression.take_type(&mut params[0])?;
            made(vec![NominalParam::Type(element)])
        }
        Name::Sensitive => {
            arity(0, 1, "0 to 1")?;
            let content = expression.take_type(&mut params[0])?;
            expression.made(sensitive(&content))
        }
        Name::Regexp => {
            arity(1, 1, "1")?;
            match &params[0].what {
                What::Undef => Ok(nominal::bare(name).clone()),
                What::Text(source) | What::Regexp(source) => {
                    made(vec![NominalParam::text(regexp(expression, source)?)])
                }
                _ => Err(expression.invalid()),
            }
        }
        Name::SemVer => {
            let mut ranges = Vec::with_capacity(count);
            for param in params {
                let text = param.text().ok_or_else(|| expression.invalid())?;
                let parsed = semver::Ranges::parse_merged(text)
                    .map_err(|message| TextError::argument(expression.start, message))?;
                ranges.push(parsed);
            }
            let texts = semver::merge(ranges).into_iter();
            made(texts.map(|r| NominalParam::text(r.text())).collect())
        }
        Name::Timespan | Name::Timestamp => {
            arity(0, 2, "0 to 2")?;
            times(expression, name, params)
        }
        Name::Uri => {
            arity(1, 1, "1")?;
            let parsed = uri::params(&params[0])
                .map_err(|message| TextError::argument(expression.start, message))?;
            made(parsed)
        }
        Name::Resource => {
            arity(1, 2, "1 or 2")?;
            resource_of(expression, params)
        }
        Name::Class => {
            arity(1, 1, "1")?;
            match &params[0].what {
                What::Undef => Ok(nominal::bare(name).clone()),
                What::Text(class) => {
                    let class = class.strip_prefix("::").unwrap_or(class);
                    made(vec![NominalParam::text(class)])
                }
                _ => Err(expression.invalid()),
            }
        }
        Name::Runtime => {
            arity(2, 2, "2")?;
            runtime(expression, params)
        }
        Name::Init => {
            let Some((inner, rest)) = params.split_first_mut() else {
                return Err(expression.invalid());
            };
            let mut all = vec![NominalParam::Type(expression.take_type(inner)?)];
            all.extend(rest.iter().map(param));
            made(all)
        }
        Name::Object | Name::TypeSet => {
            arity(1, 1, "1")?;
            let found = object::params(name, &params[0])
                .map_err(|message| TextError::argument(expression.start, message))?;
            made(found)
        }
        Name::Error => {
            let mut found: Vec<NominalParam> = params.iter().take(2).map(param).collect();
            for (param, which) in found.iter().zip(["kind", "issue_code"]) {
                object::check_error_param(param, which)
                    .map_err(|message| TextError::argument(expression.start, message))?;
            }
            while found.last() == Some(&NominalParam::Default) {
                found.pop();
            }
            made(found)
        }
        Name::Deferred => Err(TextError::argument(
            expression.start,
            "The Deferred-Type cannot be parameterized using []",
        )),
        Name::Default
        | Name::Unit
        | Name::Scalar
        | Name::ScalarData
        | Name::SemVerRange
        | Name::Binary
        | Name::CatalogEntry
        | Name::TypeReference
        | Name::TypeAlias
        | Name::Pcore
        | Name::Descending
        | Name::Node
        | Name::Stage => Err(not_parametrised(expression.start, name.text())),
    }
}

fn times(expression: Expression<'_>, name: Name, params: &[Arg<'_>]) -> Result<Type, TextError> {
    let bound = |param: &Arg<'_>| -> Result<Option<i128>, TextError> {
        match &param.what {
            What::Default | What::Undef => Ok(None),
            _ => match name {
                Name::Timespan => time::timespan_of(param),
                _ => time::timestamp_of(param),
            }
            .map(Some)
            .map_err(|message| TextError::argument(expression.start, message)),
        }
    };
    let from = params.first().map_or(Ok(None), bound)?;
    let to = params.get(1).map_or(Ok(None), bound)?;
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        let text = |nanos| match name {
            Name::Timespan => timespan_text(nanos),
            _ => timestamp_text(nanos),
        };
        return Err(reversed(expression.start, &text(from), &text(to)));
    }
    expression.made(nominal::with(name, nominal::time_params(from, to)))
}

fn resource_of(expression: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, TextError> {
    let title = params.get(1).map(param);
    let name: Str = match &params[0].what {
        What::Undef => return Ok(nominal::bare(Name::Resource).clone()),
        What::Text(text) => match resources::spelled(text) {
            Some(name) => name.as_str().into(),
            None => {
                let spelled = resources::capitalised(text);
                return Err(TextError::argument(
                    expression.start,
                    format!("Illegal type name '{spelled}'"),
                ));
            }
        },
        What::Type(ty) => match nominal::view(ty) {
            Some((Name::Resource, [])) if title.is_none() => return Ok(ty.clone()),
            Some((Name::Resource, [name, ..])) => match name.as_text() {
                Some(name) => name.clone(),
                None => return Err(no_name(expression, &params[0])),
            },
            Some((Name::TypeReference, [name])) => match name.as_text() {
                Some(name) => name.clone(),
                None => return Err(no_name(expression, &params[0])),
            },
            _ => return Err(no_name(expression, &params[0])),
        },
        _ => return Err(no_name(expression, &params[0])),
    };
    expression.made(resources::resource(name, title))
}

#[cold]
fn no_name(expression: Expression<'_>, param: &Arg<'_>) -> TextError {
    TextError::argument(
        expression.start,
        format!("The type name cannot be a {}", class_of(param)),
    )
}

fn runtime(expression: Expression<'_>, params: &[Arg<'_>]) -> Result<Type, TextError> {
    let wrong = |what: &str, wanted: &str, param: &Arg<'_>| {
        TextError::argument(
            expression.start,
            format!(
                "Runtime '{what}' has wrong type, expects {wanted}, got {}",
                kind_of(param)
            ),
        )
    };
    let runtime = match &params[0].what {
        What::Undef if matches!(params[1].what, What::Undef) => {
            return Ok(nominal::bare(Name::Runtime).clone());
        }
        What::Text(runtime) => NominalParam::text(runtime.as_ref()),
        _ => return Err(wrong("runtime", "a String value", &params[0])),
    };
    let name = match &params[1].what {
        What::Text(name) if name.is_empty() => {
            return Err(wrong(
                "name_or_pattern",
                "a value of type String[1] or Tuple[Regexp, String[1]]",
                &params[1],
            ));
        }
        What::Text(name) => NominalParam::text(name.as_ref()),
        What::List(pair) => match &**pair {
            [
                Arg {
                    what: What::Regexp(_),
                    ..
                },
                Arg {
                    what: What::Text(replacement),
                    ..
                },
            ] if !replacement.is_empty() => param(&params[1]),
            _ => {
                return Err(wrong(
                    "name_or_pattern",
                    "a value of type String or Tuple",
                    &params[1],
                ));
            }
        },
        _ => {
            return Err(wrong(
                "name_or_pattern",
                "a value of type String or Tuple",
                &params[1],
            ));
        }
    };
    expression.made(nominal::with(Name::Runtime, [runtime, name]))
}
