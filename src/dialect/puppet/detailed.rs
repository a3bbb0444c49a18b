//! What is the most detailed type of a value?
//!
//! What `type($value)` says: a tuple for an array, a struct for a hash with
//! names as keys, ranges of one value for numbers and times. The content of a
//! Sensitive says only its general type, that of a container part by part.

use super::build_nominal::sensitive;
use super::generalize::generalize;
use super::nominal::{self, Name};
use super::value::Special;
use super::{normal, uri};
use crate::types::{
    Field, FloatRange, IntegerRange, Kind, NominalParam, SizeRange, Type, TypeError,
};
use crate::values::Value;

/// The most detailed type that the value has.
///
/// # Errors
/// When the type nests too deep or grows too large.
pub fn detailed_type(value: &Value) -> Result<Type, TypeError> {
    if value.is_null() {
        return Ok(Type::none().clone());
    }
    if let Some(flag) = value.as_bool() {
        return Ok(Type::bool_value(flag));
    }
    if let Some(text) = value.as_str() {
        return normal::literal_string(text);
    }
    if let Some(integer) = value.as_integer() {
        return Type::integer_range(IntegerRange {
            min: Some(integer.clone()),
            max: Some(integer),
        });
    }
    if let Some(float) = value.as_double() {
        let bound = Some(float).filter(|float| !float.is_nan());
        return Type::float_range(FloatRange {
            min: bound,
            max: bound,
        });
    }
    if let Some(ty) = value.as_type() {
        return Type::meta(ty.clone());
    }
    if let Some(map) = value.as_ordered_map() {
        return of_hash(map.entries());
    }
    if let Some(special) = Special::of(value) {
        return of_special(special);
    }
    match (value.ty().kind(), value.parts()) {
        (Kind::List { .. } | Kind::Tuple { .. }, Some([])) => {
            normal::array(nominal::unit().clone(), Some(SizeRange::exactly(0)))
        }
        (Kind::List { .. } | Kind::Tuple { .. }, Some(parts)) => {
            let types: Vec<Type> = parts.iter().map(detailed_type).collect::<Result<_, _>>()?;
            Type::tuple(types)
        }
        _ => Ok(value.ty().clone()),
    }
}

fn of_hash(entries: &[(Value, Value)]) -> Result<Type, TypeError> {
    let size = SizeRange::exactly(entries.len() as u64);
    if entries.is_empty() {
        let unit = nominal::unit();
        return normal::hash(unit.clone(), unit.clone(), Some(size));
    }
    let named = |(key, _): &(Value, Value)| key.as_str().is_some_and(|name| !name.is_empty());
    if entries.iter().all(named) {
        let fields: Vec<Field> = entries
            .iter()
            .map(|(key, value)| {
                let name = key.as_str().unwrap_or_default();
                Ok(Field::new(name, detailed_type(value)?))
            })
            .collect::<Result<_, TypeError>>()?;
        return Type::object(fields);
    }
    let (keys, values): (Vec<&Value>, Vec<&Value>) = entries.iter().map(|(k, v)| (k, v)).unzip();
    Type::map_of(all_of(keys)?, all_of(values)?, Some(size))
}

/// The type of whichever of these values.
pub(super) fn all_of<'a>(values: impl IntoIterator<Item = &'a Value>) -> Result<Type, TypeError> {
    let types: Vec<Type> = values
        .into_iter()
        .map(detailed_type)
        .collect::<Result<_, _>>()?;
    if types.is_empty() {
        return Ok(nominal::unit().clone());
    }
    normal::variant(types)
}

fn of_special(special: &Special) -> Result<Type, TypeError> {
    let times =
        |name, nanos: i128| nominal::with(name, nominal::time_params(Some(nanos), Some(nanos)));
    match special {
        Special::Default => Ok(nominal::bare(Name::Default).clone()),
        Special::Regexp(source) => {
            nominal::with(Name::Regexp, [NominalParam::text(source.clone())])
        }
        Special::Sensitive(content) => sensitive(&generalize(&detailed_type(content)?)?),
        Special::SemVer(version) => {
            let range = format!("{version} - {version}");
            nominal::with(Name::SemVer, [NominalParam::text(range)])
        }
        Special::SemVerRange(_) => Ok(nominal::bare(Name::SemVerRange).clone()),
        Special::Timespan(nanos) => times(Name::Timespan, *nanos),
        Special::Timestamp(nanos) => times(Name::Timestamp, *nanos),
        Special::Binary(_) => Ok(nominal::bare(Name::Binary).clone()),
        Special::Uri(components) => nominal::with(Name::Uri, uri::of_components(components)),
        Special::Iterator(sequence) => nominal::with(
            Name::Iterator,
            [NominalParam::Type(sequence.element.clone())],
        ),
        Special::Object(ty, _) => Ok(ty.clone()),
    }
}
