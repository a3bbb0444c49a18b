//! Literals: texts of values.
//!
//! A literal is written as in Puppet's source: numbers, strings, arrays, hashes, regular
//! expressions, undef, default, types. A value without a literal is a call of its type with texts
//! or numbers, `Timespan('1-00:00:00')`. Iterators of such values are supported, too.

use crate::mode::Mode;
use crate::rules::infer::detailed;
use crate::scalars::regexp;
use crate::scalars::semver::{Ranges, Version};
use crate::scalars::uri::Components;
use crate::syntax::text_error::TextError;
use crate::types::alias::Aliases;
use crate::types::format::short_name;
use crate::types::nominal::{self, Name, content};
use crate::types::parse::Scope;
use crate::types::parse::arg::{Arg, Goal, What, invalid};
use crate::types::parse::argument::kind_of;
use crate::types::parse::read::read;
use crate::types::parse::time::{timespan_of, timestamp_of};
use crate::values::special::{self, Order, Pace, Sequence, Special};
use polycty_core::calls::Budget;
use polycty_core::number::Integer;
use polycty_core::source::{Code, Result as Answer};
use polycty_core::text::base64;
use polycty_core::types::{IntegerRange, Kind, SizeRange, Str, StringConstraint, Type, Visit};
use polycty_core::values::Value;

/// The maximum number of elements when iterating a type.
const MAX_ITEMS: i128 = 1 << 20;

/// Parses a value: a literal, or a call of a type with literals.
///
/// # Errors
/// - As [`parse_type`](crate::parse_type), with [`Code::Value`] for a text that is not a value.
/// - [`Code::Unsupported`] for a call whose result is not a literal value.
pub fn parse_value(text: &str, aliases: &Aliases, mode: Mode) -> Answer<Value> {
    let made = |arg: Arg<'_>| value_of(text, &arg);
    read(text, &Scope::new(aliases, mode), Goal::Value, made)
        .map_err(|error| error.of_text(Code::Value).into_error("value", text))
}

/// Returns the value of an expression.
fn value_of(text: &str, arg: &Arg<'_>) -> Result<Value, TextError> {
    let made = |value: Answer<Value>| {
        value.map_err(|error| TextError::new(error.code(), arg.start, error.message()))
    };
    match &arg.what {
        What::Undef => Ok(special::undef()),
        What::Default => made(Special::Default.into_value()),
        What::Bool(flag) => Ok(Value::bool(*flag)),
        What::Integer(integer) => Ok(Value::from_integer((*integer).into())),
        What::BigInteger(integer) => Ok(Value::from_integer((**integer).clone())),
        What::Float(float) => Ok(Value::from_double(*float)),
        What::Text(text) => Ok(Value::string(text)),
        What::Regexp(source) => match regexp::syntax_error(source) {
            None => made(Special::Regexp(source.as_ref().into()).into_value()),
            Some(what) => Err(TextError::argument(
                arg.start,
                format!("{what}: /{source}/"),
            )),
        },
        What::Type(ty) => match unresolved(ty) {
            Some(name) => Err(TextError::argument(
                arg.start,
                format!("Evaluation Error: Resource type not found: {name}"),
            )),
            None => Value::from_type(ty.clone()).map_err(|e| TextError::of_type(arg.start, e)),
        },
        What::Types(types) => {
            let types = types.iter().cloned().map(Value::from_type);
            let types = types.collect::<Result<_, _>>();
            made(special::array(
                types.map_err(|e| TextError::of_type(arg.start, e))?,
            ))
        }
        What::List(items) => made(special::array(values(text, items)?)),
        What::Hash(entries) => {
            let mut made_entries = Vec::with_capacity(entries.len());
            for (key, element) in entries {
                made_entries.push((value_of(text, key)?, value_of(text, element)?));
            }
            made(special::hash(made_entries))
        }
        What::Call(call) => called(text, arg, &call.0, &call.1),
        What::Method(method) => {
            let (receiver, name, args) = &**method;
            iterated(text, arg, receiver, name, args)
        }
        What::Other => Err(invalid(text, arg.start, arg.end)),
    }
}

/// Returns the first undefined name in a type. The type parser keeps such a name as a reference;
/// the language, in which values are written, rejects it.
fn unresolved(ty: &Type) -> Option<String> {
    let mut found = None;
    ty.walk(&mut |_, part| match nominal::view(part) {
        Some((Name::TypeReference, [text])) => {
            let text = text.as_text().map_or("", |text| text);
            found = Some(text.split('[').next().unwrap_or_default().to_owned());
            Visit::Stop
        }
        _ => Visit::Into,
    });
    found
}

fn values(text: &str, args: &[Arg<'_>]) -> Result<Vec<Value>, TextError> {
    args.iter().map(|arg| value_of(text, arg)).collect()
}

/// Returns the result of calling a type with literal arguments.
fn called(text: &str, arg: &Arg<'_>, ty: &Type, args: &[Arg<'_>]) -> Result<Value, TextError> {
    let refused = |message: String| TextError::argument(arg.start, message);
    let special = match (nominal::view(ty), args) {
        (Some((Name::Timespan, [])), [one]) => {
            Special::Timespan(timespan_of(one).map_err(refused)?)
        }
        (Some((Name::Timespan, [])), units) if units.len() >= 4 => {
            let list = Arg {
                what: What::List(units.into()),
                ..*arg
            };
            Special::Timespan(timespan_of(&list).map_err(refused)?)
        }
        (Some((Name::Timestamp, [])), [one]) => {
            Special::Timestamp(timestamp_of(one).map_err(refused)?)
        }
        (Some((Name::Sensitive, _)), [one]) => {
            let content = value_of(text, one)?;
            match Special::of(&content) {
                // A sensitive value is not wrapped twice.
                Some(Special::Sensitive(_)) => return Ok(content),
                _ => Special::Sensitive(content),
            }
        }
        (
            Some((Name::SemVer, [])),
            [
                Arg {
                    what: What::Text(version),
                    ..
                },
            ],
        ) => {
            let parsed = Version::parse(version).ok_or_else(|| {
                refused(format!(
                    "The string '{version}' cannot be converted to a SemVer"
                ))
            })?;
            Special::SemVer(parsed.into())
        }
        (
            Some((Name::SemVerRange, _)),
            [
                Arg {
                    what: What::Text(range),
                    ..
                },
            ],
        ) => Special::SemVerRange(Ranges::parse(range).map_err(refused)?),
        (
            Some((Name::Binary, _)),
            [
                Arg {
                    what: What::Text(encoded),
                    ..
                },
            ],
        ) => {
            let bytes =
                base64::from_strict(encoded).ok_or_else(|| refused("invalid base64".into()))?;
            Special::Binary(bytes.into())
        }
        (
            Some((Name::Uri, [])),
            [
                Arg {
                    what: What::Text(uri),
                    ..
                },
            ],
        ) => {
            let components = Components::parse(uri)
                .ok_or_else(|| refused(format!("'{uri}' is not an absolute URI")))?;
            Special::Uri(components.into())
        }
        (
            Some((Name::Regexp, [])),
            [
                Arg {
                    what: What::Text(source),
                    ..
                },
            ],
        ) => {
            if let Some(what) = regexp::syntax_error(source) {
                return Err(refused(format!("{what}: /{source}/")));
            }
            Special::Regexp(source.as_ref().into())
        }
        (Some((name @ (Name::Error | Name::Deferred), [])), args) => {
            const ERROR: [&str; 4] = ["msg", "kind", "details", "issue_code"];
            const DEFERRED: [&str; 2] = ["name", "arguments"];
            let names: &[&str] = match name {
                Name::Error => &ERROR,
                _ => &DEFERRED,
            };
            if args.is_empty() || args.len() > names.len() {
                return Err(refused(format!(
                    "{} takes 1 to {} arguments, got {}",
                    name.text(),
                    names.len(),
                    args.len()
                )));
            }
            let made = values(text, args)?;
            let attributes = names.iter().map(|name| Str::from(*name)).zip(made);
            Special::Object(ty.clone(), attributes.collect())
        }
        (
            _,
            [
                Arg {
                    what: What::Bool(_),
                    ..
                },
            ],
        ) if ty.is_bool() => return value_of(text, &args[0]),
        (
            _,
            [
                Arg {
                    what: What::Text(_),
                    ..
                },
            ],
        ) if ty.is_string() => {
            return value_of(text, &args[0]);
        }
        (
            _,
            [
                Arg {
                    what: What::Integer(_),
                    ..
                },
            ],
        ) if matches!(ty.kind(), Kind::Integer(_)) => {
            return value_of(text, &args[0]);
        }
        _ => {
            return Err(TextError::new(
                Code::Unsupported,
                arg.start,
                format!("{} has no constructor for these literals", short_name(ty)),
            ));
        }
    };
    special
        .into_value()
        .map_err(|error| TextError::new(error.code(), arg.start, error.message()))
}

/// Returns the iterator of `reverse_each` or `step`.
fn iterated(
    text: &str,
    arg: &Arg<'_>,
    receiver: &Arg<'_>,
    method: &str,
    args: &[Arg<'_>],
) -> Result<Value, TextError> {
    let source = value_of(text, receiver)?;
    let Some((mut element, mut items)) = elements(&source) else {
        return Err(TextError::argument(
            arg.start,
            format!("{} cannot be iterated", kind_of(receiver)),
        ));
    };
    let counts = method == "step" && source.as_ordered_map().is_none();
    let pace = if counts || source.as_type().is_some() || source.as_integer().is_some() {
        Pace::Counted
    } else {
        Pace::Listed
    };
    match (method, args) {
        ("reverse_each", []) => items.reverse(),
        (
            "step",
            [
                Arg {
                    what: What::Integer(step),
                    ..
                },
            ],
        ) if *step > 0 => {
            items = items.into_iter().step_by(*step as usize).collect();
            // A range of integers ends with the last value that the step reaches.
            if let Kind::Integer(IntegerRange {
                min: min @ Some(_), ..
            }) = element.kind()
                && source.parts().is_none()
            {
                let reached = IntegerRange {
                    min: min.clone(),
                    max: items.last().and_then(Value::as_integer),
                };
                element = Type::integer_range(reached)
                    .map_err(|error| TextError::of_type(arg.start, error))?;
            }
        }
        _ => {
            return Err(TextError::argument(
                arg.start,
                format!("expected the method reverse_each or step, found {method}"),
            ));
        }
    }
    Special::Iterator(Box::new(Sequence {
        element,
        items: items.into(),
        row: None,
        order: Order::default(),
        pace,
    }))
    .into_value()
    .map_err(|error| TextError::new(error.code(), arg.start, error.message()))
}

/// Returns the type of a value's elements in an iteration, and the elements.
fn elements(value: &Value) -> Option<(Type, Vec<Value>)> {
    if let Some(text) = value.as_str() {
        let one = StringConstraint::Length(SizeRange::exactly(1));
        let element = Type::string_constraint(one).ok()?;
        let mut buffer = [0; 4];
        let items = text
            .chars()
            .map(|c| Value::string(c.encode_utf8(&mut buffer)))
            .collect();
        return Some((element, items));
    }
    if let Some(count) = value.as_integer() {
        return integers(&Integer::from(0i64), &count.sub(&Integer::from(1i64)).ok()?);
    }
    if let Some(ty) = value.as_type() {
        return match ty.kind() {
            Kind::Integer(IntegerRange {
                min: Some(min),
                max: Some(max),
            }) => integers(min, max),
            Kind::Nominal(range) if nominal::is(ty, Name::Descending) => {
                let (element, mut items) = match content(&range.params).kind() {
                    Kind::Integer(IntegerRange {
                        min: Some(min),
                        max: Some(max),
                    }) => integers(min, max)?,
                    _ => return None,
                };
                items.reverse();
                Some((element, items))
            }
            Kind::String(StringConstraint::Enumeration { values, .. }) => Some((
                ty.clone(),
                values.iter().map(|text| Value::string(text)).collect(),
            )),
            _ => None,
        };
    }
    if let Some(map) = value.as_ordered_map() {
        let pairs: Answer<Vec<Value>> = map
            .entries()
            .iter()
            .map(|(key, element)| special::array(vec![key.clone(), element.clone()]))
            .collect();
        let pairs = pairs.ok()?;
        return Some((detailed::all_of(&pairs, &Budget::standard()).ok()?, pairs));
    }
    if let Some(Special::Iterator(sequence)) = Special::of(value) {
        return Some((sequence.element.clone(), sequence.items.to_vec()));
    }
    let items = value.parts()?.to_vec();
    Some((detailed::all_of(&items, &Budget::standard()).ok()?, items))
}

fn integers(min: &Integer, max: &Integer) -> Option<(Type, Vec<Value>)> {
    let (min, max) = (min.to_i128()?, max.to_i128()?);
    if max - min >= MAX_ITEMS {
        return None;
    }
    let items = (min..=max).map(|n| Value::from_integer(n.into())).collect();
    let range = IntegerRange {
        min: Some(min.into()),
        max: Some(max.into()),
    };
    Some((Type::integer_range(range).ok()?, items))
}

/// Returns the type of a value's elements in an iteration.
///
/// # Errors
/// As [`detailed_type`](detailed::detailed_type).
pub(crate) fn element_type(value: &Value, budget: &Budget) -> Answer<Type> {
    let range = |min: Integer, max: Integer| {
        Ok(Type::integer_range(IntegerRange {
            min: Some(min),
            max: Some(max),
        })?)
    };
    if value.as_str().is_some() {
        let one = StringConstraint::Length(SizeRange::exactly(1));
        return Ok(Type::string_constraint(one)?);
    }
    if let Some(count) = value.as_integer() {
        return match count.sub(&Integer::from(1i64)) {
            Ok(last) if last.signum() >= 0 => range(Integer::from(0i64), last),
            _ => Ok(Type::integer().clone()),
        };
    }
    if let Some(ty) = value.as_type() {
        return match ty.kind() {
            Kind::Reference(reference) => Ok(reference.unfold()?),
            _ => Ok(ty.clone()),
        };
    }
    if let Some(map) = value.as_ordered_map() {
        let keys = map.entries().iter().map(|(key, _)| key);
        let values = map.entries().iter().map(|(_, value)| value);
        let pair = [
            detailed::all_of(keys, budget)?,
            detailed::all_of(values, budget)?,
        ];
        return Ok(Type::sized_tuple(pair, SizeRange::exactly(2))?);
    }
    match Special::of(value) {
        Some(Special::Iterator(sequence)) => Ok(sequence.element.clone()),
        _ => detailed::all_of(value.parts().unwrap_or_default(), budget),
    }
}
