//! `URI.new`.
//!
//! The argument is a text, which may be a relative reference, or a hash of components.

use crate::rules::constructors;
use crate::rules::convert::made::{Failure, Made, named};
use crate::scalars::inspect::{inspected, push_code};
use crate::scalars::uri::Components;
use crate::values::special::Special;
use polycty_core::calls::Budget;
use polycty_core::text::push_percent;
use polycty_core::values::Value;

/// A URI.
pub(super) fn uri(args: &[Value], budget: &Budget) -> Made {
    let which = constructors::uri().select(args, budget)?;
    let components = match which {
        0 => {
            let text = args[0].as_str().unwrap_or_default();
            if !text.is_ascii() {
                let mut ascii = String::with_capacity(text.len() + 8);
                for c in text.chars() {
                    if c.is_ascii() {
                        ascii.push(c)
                    } else {
                        push_code(&mut ascii, c)
                    }
                }
                return Err(format!("URI must be ascii only {ascii:?}")
                    .replace("\\\\u", "\\u")
                    .into());
            }
            Components::parse_reference(text)
                .ok_or_else(|| format!("bad URI(is not URI?): {}", inspected(text)))?
        }
        _ => of_hash(&args[0])?,
    };
    Ok(Special::Uri(components.into()).into_value()?)
}

fn of_hash(hash: &Value) -> Result<Components, Failure> {
    let part = |name: &str| named(hash, name).and_then(Value::as_str);
    let bad = |what: &str, text: &str| -> Failure {
        format!("bad component(expected {what} component): {text}").into()
    };
    let mut components = Components::default();
    if let Some(scheme) = part("scheme") {
        let starts = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
        let rest = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        if !starts || !scheme.chars().all(rest) {
            return Err(bad("scheme", scheme));
        }
        components.scheme = scheme.to_ascii_lowercase().into();
    }
    if &*components.scheme == "mailto" {
        return Err(bad("opaque", ""));
    }
    if let Some(userinfo) = part("userinfo") {
        components.userinfo = Some(userinfo.into());
    }
    if let Some(host) = part("host") {
        let bracketed = host.starts_with('[') && host.ends_with(']');
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=%".contains(c);
        if !bracketed && !host.chars().all(plain) {
            return Err(bad("host", host));
        }
        components.host = Some(host.into());
    }
    if let Some(port) = named(hash, "port").and_then(Value::as_integer) {
        components.set_port(&port.to_string());
    }
    if let Some(path) = part("path") {
        if !path.starts_with('/') && (!components.scheme.is_empty() || components.host.is_some()) {
            return Err(bad("absolute path", path));
        }
        components.path = Some(escape(path));
    }
    components.query = part("query").map(escape);
    components.fragment = part("fragment").map(escape);
    if let Some(opaque) = part("opaque") {
        let hierarchical = components.host.is_some()
            || components.userinfo.is_some()
            || components.port.is_some()
            || components.path.is_some();
        if hierarchical {
            return Err("can not set opaque with host, port, userinfo or path".into());
        }
        components.opaque = Some(opaque.into());
    }
    Ok(components)
}

/// Percent-encodes the characters that a URI may not contain.
fn escape(text: &str) -> Box<str> {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        let stands = byte.is_ascii_alphanumeric() || b"-_.!~*'();/?:@&=+$,[]%".contains(&byte);
        if stands {
            out.push(char::from(byte))
        } else {
            push_percent(byte, &mut out)
        }
    }
    out.into()
}
