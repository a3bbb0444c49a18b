//! Formatting of values.
//!
//! The text is that of the language's source, so that it can be parsed again: literals, and for
//! values without a literal a call of the type with texts or numbers, `Timespan('1-00:00:00')`.

use crate::scalars::regexp_text;
use crate::scalars::text::{push_float, push_formatted, push_quoted};
use crate::scalars::time::{timespan_text, timestamp_text};
use crate::types::format::{Detail, write_type};
use crate::values::special::Special;
use polycty_core::text::base64;
use polycty_core::values::Value;
use std::fmt::Write;

/// Returns the text of a value.
#[must_use]
pub fn format_value(value: &Value) -> String {
    let mut out = String::new();
    write_value(&mut out, value);
    out
}

/// Returns the text of a value in messages, without the content of sensitive values.
#[must_use]
pub fn format_redacted(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value, Secrets::Redacted);
    out
}

/// Whether the content of sensitive values is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Secrets {
    NotationPolicy,
    Redacted,
}

/// Appends the text of a value.
pub fn write_value(out: &mut String, value: &Value) {
    write(out, value, Secrets::NotationPolicy);
}

fn write(out: &mut String, value: &Value, secrets: Secrets) {
    if value.is_null() {
        out.push_str("undef");
    } else if let Some(flag) = value.as_bool() {
        out.push_str(if flag { "true" } else { "false" });
    } else if let Some(text) = value.as_str() {
        // A text with a quote is written as in Puppet, where a quote after a backslash is parsed as
        // the quote alone.
        if text.contains('\'') {
            push_formatted(out, text)
        } else {
            push_quoted(out, text)
        }
    } else if let Some(integer) = value.as_integer() {
        let _ = write!(out, "{integer}");
    } else if let Some(float) = value.as_double() {
        push_float(out, float);
    } else if let Some(ty) = value.as_type() {
        write_type(out, ty, Detail::Canonical);
    } else if let Some(map) = value.as_ordered_map() {
        push_entries(
            out,
            map.entries().iter().map(|(key, element)| (key, element)),
            secrets,
        );
    } else if let Some(entries) = value.entries() {
        push_entries(
            out,
            entries.iter().map(|entry| (entry.key(), entry.value())),
            secrets,
        );
    } else if let Some(special) = Special::of(value) {
        push_special(out, special, secrets);
    } else if value.ty().is_object() {
        let names = value.ty().fields().iter().map(|field| field.name());
        out.push('{');
        for (at, (name, part)) in names.zip(value.parts().unwrap_or_default()).enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            push_quoted(out, name);
            out.push_str(" => ");
            write(out, part, secrets);
        }
        out.push('}');
    } else if let Some(parts) = value.parts() {
        push_items(out, parts, secrets);
    } else {
        let _ = write!(out, "{value:?}");
    }
}

fn push_items(out: &mut String, items: &[Value], secrets: Secrets) {
    out.push('[');
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        write(out, item, secrets);
    }
    out.push(']');
}

fn push_entries<'a>(
    out: &mut String,
    entries: impl Iterator<Item = (&'a Value, &'a Value)>,
    secrets: Secrets,
) {
    out.push('{');
    for (at, (key, element)) in entries.enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        write(out, key, secrets);
        out.push_str(" => ");
        write(out, element, secrets);
    }
    out.push('}');
}

fn push_special(out: &mut String, special: &Special, secrets: Secrets) {
    let mut call = |name: &str, text: &str| {
        let _ = write!(out, "{name}('{text}')");
    };
    match special {
        Special::Default => out.push_str("default"),
        Special::Regexp(source) => regexp_text::push_delimited(out, source),
        Special::Sensitive(_) if secrets == Secrets::Redacted => {
            out.push_str("#<Sensitive [value redacted]>");
        }
        Special::Sensitive(content) => {
            out.push_str("Sensitive(");
            write(out, content, secrets);
            out.push(')');
        }
        Special::SemVer(version) => call("SemVer", &version.to_string()),
        Special::SemVerRange(range) => call("SemVerRange", range.text()),
        Special::Timespan(nanos) => call("Timespan", &timespan_text(*nanos)),
        Special::Timestamp(nanos) => call("Timestamp", &timestamp_text(*nanos)),
        Special::Binary(bytes) => {
            out.push_str("Binary('");
            out.push_str(&base64::strict(bytes));
            out.push_str("')");
        }
        Special::Uri(components) => call("URI", &components.text()),
        Special::Iterator(sequence) => {
            if let Some(row) = sequence.long_row() {
                out.push_str(&row.text());
                return;
            }
            out.push_str("Iterator(");
            write_type(out, &sequence.element, Detail::Canonical);
            out.push_str(", ");
            push_items(out, &sequence.items, secrets);
            out.push(')');
        }
        Special::Object(ty, attributes) => {
            write_type(out, ty, Detail::Canonical);
            out.push_str("({");
            for (at, (name, value)) in attributes.iter().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                push_quoted(out, name);
                out.push_str(" => ");
                write(out, value, secrets);
            }
            out.push_str("})");
        }
    }
}
