//! Names of values in messages.

use crate::types::format::type_text;
use crate::types::nominal::{self, Name};
use crate::values::special::{Special, array_elements};
use polycty_core::values::Value;

/// Returns the name of a value in messages, without an article.
pub(crate) fn of_value(value: &Value) -> String {
    if value.is_null() {
        return "Undef Value".into();
    }
    if let Some(ty) = value.as_type() {
        return match nominal::view(ty) {
            Some((Name::Resource, [_, _]) | (Name::Class, [_])) => {
                format!("{} Resource-Reference", type_text(ty))
            }
            _ => format!("{}-Type", type_text(ty)),
        };
    }
    match Special::of(value) {
        Some(Special::Regexp(_)) => "Regexp",
        Some(Special::Sensitive(_)) => "Sensitive",
        Some(Special::SemVer(_)) => "Semver",
        Some(Special::SemVerRange(_)) => "SemverRange",
        Some(Special::Timespan(_)) => "Timespan",
        Some(Special::Timestamp(_)) => "Timestamp",
        Some(Special::Binary(_)) => "Binary",
        Some(_) => "Object",
        None if value.as_bool().is_some() => "Boolean",
        None if value.as_str().is_some() => "String",
        None if value.as_integer().is_some() => "Integer",
        None if value.as_double().is_some() => "Float",
        None if value.as_ordered_map().is_some() => "Hash",
        None if array_elements(value).is_some() => "Array",
        None => "Object",
    }
    .into()
}
