//! Texts of values as Ruby writes them.

use crate::scalars::inspect::inspected;
use crate::scalars::text::float_text;
use crate::values::format::format_redacted;
use crate::values::special::{Special, array_elements};
use polycty_core::values::Value;

/// Returns a value as Ruby's `inspect` writes it. Sensitive values are not shown.
pub(super) fn inspect(value: &Value) -> String {
    let mut out = String::new();
    write_inspected(&mut out, value);
    out
}

fn write_inspected(out: &mut String, value: &Value) {
    if value.is_null() {
        out.push_str("nil");
    } else if let Some(text) = value.as_str() {
        out.push_str(&inspected(text));
    } else if let Some(map) = value.as_ordered_map() {
        out.push('{');
        for (at, (key, value)) in map.entries().iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            write_inspected(out, key);
            out.push_str("=>");
            write_inspected(out, value);
        }
        out.push('}');
    } else if let Some(elements) = array_elements(value) {
        out.push('[');
        for (at, value) in elements.iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            write_inspected(out, value);
        }
        out.push(']');
    } else {
        match Special::of(value) {
            Some(Special::Sensitive(_)) => out.push_str("#<Sensitive [value redacted]>"),
            _ => out.push_str(&scalar(value)),
        }
    }
}

/// Returns a value as Ruby's `to_s` writes it. Sensitive values are not shown.
pub(super) fn text_of(value: &Value) -> String {
    if value.is_null() {
        return String::new();
    }
    if let Some(text) = value.as_str() {
        return text.to_owned();
    }
    if value.as_ordered_map().is_some() || array_elements(value).is_some() {
        return inspect(value);
    }
    match Special::of(value) {
        Some(Special::Sensitive(_)) => "Sensitive [value redacted]".to_owned(),
        Some(Special::Regexp(source)) => format!("(?-mix:{source})"),
        _ => scalar(value),
    }
}

fn scalar(value: &Value) -> String {
    match (value.as_integer(), value.as_double()) {
        (Some(integer), _) => integer.to_string(),
        (None, Some(double)) => float_text(double),
        _ => format_redacted(value),
    }
}
