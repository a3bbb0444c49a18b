//! Parameters of types as values, and values as parameters.

use crate::scalars::semver::{Ranges, Version};
use crate::scalars::uri::Components;
use crate::types::nominal::Name;
use crate::values::special::{Special, array, array_elements, hash, undef};
use polycty_core::number::Integer;
use polycty_core::source::Result;
use polycty_core::text::base64;
use polycty_core::types::{NominalParam, Scalar};
use polycty_core::values::Value;

/// Returns a type parameter as the value from which it was written.
pub(crate) fn value_of(param: &NominalParam) -> Result<Value> {
    Ok(match param {
        NominalParam::Type(ty) => Value::from_type(ty.clone())?,
        NominalParam::Scalar(scalar) => match scalar {
            Scalar::Bool(flag) => Value::bool(*flag),
            Scalar::Integer(integer) => Value::from_integer(integer.clone()),
            Scalar::Number(number) => match number.to_integer() {
                Some(integer) => Value::from_integer(integer),
                None => Value::from_double(number.to_f64().0),
            },
            Scalar::Double(float) => Value::from_double(*float),
            Scalar::String(text) => Value::string(text),
        },
        NominalParam::Default => Special::Default.into_value()?,
        NominalParam::Undef => undef(),
        NominalParam::Regexp(source) => Special::Regexp(source.clone()).into_value()?,
        NominalParam::List(items) => {
            let items = items.iter().map(value_of).collect::<Result<_, _>>()?;
            array(items)?
        }
        NominalParam::Map(entries) => {
            let mut made = Vec::with_capacity(entries.len());
            for (key, element) in entries {
                made.push((value_of(key)?, value_of(element)?));
            }
            hash(made)?
        }
        NominalParam::Own(own) => own_value(&own.0, &own.1)?,
    })
}

/// Returns a value that only Puppet has, from the name of its kind and its content.
fn own_value(kind: &str, content: &NominalParam) -> Result<Value> {
    let nanos = || match content {
        NominalParam::Scalar(Scalar::Integer(nanos)) => nanos.to_i128(),
        _ => None,
    };
    let text = content.as_text().map(|text| &**text);
    let special = match Name::from_text(kind) {
        Some(Name::Sensitive) => Some(Special::Sensitive(value_of(content)?)),
        Some(Name::Timespan) => nanos().map(Special::Timespan),
        Some(Name::Timestamp) => nanos().map(Special::Timestamp),
        Some(Name::SemVer) => text
            .and_then(Version::parse)
            .map(|version| Special::SemVer(version.into())),
        Some(Name::SemVerRange) => text
            .and_then(|text| Ranges::parse_merged(text).ok())
            .map(Special::SemVerRange),
        Some(Name::Binary) => text
            .and_then(base64::from_strict)
            .map(|bytes| Special::Binary(bytes.into())),
        Some(Name::Uri) => text
            .and_then(Components::parse_reference)
            .map(|components| Special::Uri(components.into())),
        _ => None,
    };
    special.unwrap_or(Special::Default).into_value()
}

/// Returns a value as a type parameter; `None` for an object or an iterator.
pub(crate) fn param_of(value: &Value) -> Option<NominalParam> {
    if value.is_null() {
        return Some(NominalParam::Undef);
    }
    if let Some(ty) = value.as_type() {
        return Some(NominalParam::Type(ty.clone()));
    }
    if let Some(text) = value.as_str() {
        return Some(NominalParam::text(text));
    }
    if let Some(flag) = value.as_bool() {
        return Some(NominalParam::Scalar(Scalar::Bool(flag)));
    }
    if let Some(integer) = value.as_integer() {
        return Some(NominalParam::Scalar(Scalar::Integer(integer)));
    }
    if let Some(float) = value.as_double() {
        return Some(NominalParam::Scalar(Scalar::Double(float)));
    }
    if let Some(elements) = array_elements(value) {
        return Some(NominalParam::List(
            elements.iter().map(param_of).collect::<Option<_>>()?,
        ));
    }
    if let Some(map) = value.as_ordered_map() {
        let entries = map.entries().iter();
        let entries = entries.map(|(key, element)| Some((param_of(key)?, param_of(element)?)));
        return Some(NominalParam::Map(entries.collect::<Option<_>>()?));
    }
    let (kind, content) = match Special::of(value)? {
        Special::Default => return Some(NominalParam::Default),
        Special::Regexp(source) => return Some(NominalParam::Regexp(source.clone())),
        Special::Sensitive(content) => (Name::Sensitive, param_of(content)?),
        Special::Timespan(nanos) => (Name::Timespan, integer(*nanos)),
        Special::Timestamp(nanos) => (Name::Timestamp, integer(*nanos)),
        Special::SemVer(version) => (Name::SemVer, NominalParam::text(version.to_string())),
        Special::SemVerRange(range) => (Name::SemVerRange, NominalParam::text(range.text())),
        Special::Binary(bytes) => (Name::Binary, NominalParam::text(base64::strict(bytes))),
        Special::Uri(components) => {
            let text = components.text();
            // The text of a URI that was made from components may parse to different ones.
            let same = Components::parse_reference(&text).filter(|read| *read == **components);
            same?;
            (Name::Uri, NominalParam::text(text))
        }
        Special::Iterator(_) | Special::Object(..) => return None,
    };
    Some(NominalParam::Own(Box::new((kind.text().into(), content))))
}

fn integer(nanos: i128) -> NominalParam {
    NominalParam::Scalar(Scalar::Integer(Integer::from(nanos)))
}
