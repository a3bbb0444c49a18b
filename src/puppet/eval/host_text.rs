//! Texts as the host language of the reference writes them: how do some messages, `join` and
//! `sprintf` show a value?
//!
//! At the top as interpolation does, but for expressions; within arrays and hashes as literals
//! of that language: `nil`, `:default`, strings in double quotes, `=>` without blanks.

use crate::eval::coercion::push_text;
use crate::mode::Mode;
use crate::rules::convert::class_of;
use crate::scalars::inspect::inspected;
use crate::scalars::text::{push_float, push_regexp};
use crate::types::format::write_type_text;
use crate::values::special::{Special, array_elements};
use polycty_core::values::Value;
use std::fmt::Write;

/// The text of a value.
pub(crate) fn host_text(value: &Value) -> String {
    let mut out = String::new();
    push_host_text(&mut out, value);
    out
}

/// Appends the text of a value.
pub(crate) fn push_host_text(out: &mut String, value: &Value) {
    if let Some(Special::Regexp(source)) = Special::of(value) {
        let _ = write!(out, "(?-mix:{source})");
    } else if array_elements(value).is_some() || value.as_ordered_map().is_some() {
        push_inspected(out, value);
    } else if push_text(out, value, Mode::Current).is_err() {
        out.push_str("...");
    }
}

/// Appends the text of a value within another one.
pub(crate) fn push_inspected(out: &mut String, value: &Value) {
    if value.is_null() {
        out.push_str("nil");
    } else if let Some(text) = value.as_str() {
        out.push_str(&inspected(text));
    } else if let Some(flag) = value.as_bool() {
        out.push_str(if flag { "true" } else { "false" });
    } else if let Some(integer) = value.as_integer() {
        let _ = write!(out, "{integer}");
    } else if let Some(float) = value.as_double() {
        push_float(out, float);
    } else if let Some(ty) = value.as_type() {
        write_type_text(out, ty);
    } else if let Some(parts) = array_elements(value) {
        out.push('[');
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            push_inspected(out, part);
        }
        out.push(']');
    } else if let Some(map) = value.as_ordered_map() {
        out.push('{');
        for (at, (key, element)) in map.entries().iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            push_inspected(out, key);
            out.push_str("=>");
            push_inspected(out, element);
        }
        out.push('}');
    } else {
        match Special::of(value) {
            Some(Special::Default) => out.push_str(":default"),
            Some(Special::Regexp(source)) => push_regexp(out, source),
            Some(Special::Sensitive(_)) => out.push_str("#<Sensitive [value redacted]>"),
            Some(Special::Uri(components)) => {
                let _ = write!(out, "#<{} {}>", class_of(value), components.text());
            }
            _ => push_host_text(out, value),
        }
    }
}
