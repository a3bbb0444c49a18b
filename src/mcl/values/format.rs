//! Formatting values: how does mcl write one?
//!
//! As the language's `%v` prints it; maps in the order of their keys.

use crate::types::format::write_type;
use crate::types::shape::Shape;
use crate::values::foreign::{no_such_value, refuse_foreign, too_wide};
use crate::values::order::entries_in_order;
use polycty_core::number::write_shortest;
use polycty_core::source::{Error, Result};
use polycty_core::text::Quoted;
use polycty_core::values::Value;
use std::fmt::Write;

/// A value as the language prints it.
///
/// # Errors
/// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) with the path to a part
/// that is no value of mcl's.
///
/// ```
/// use polycty_mcl::{decode_json, format_value, parse_type, Fields};
/// use polycty_core::types::VariableScope;
/// let ty = parse_type("struct{name str; ports []int; load float}", VariableScope::new())?;
/// let text = br#"{"load": 2.0, "name": "a\tb", "ports": [443, 80]}"#;
/// let value = decode_json(text, &ty, Fields::Exact)?;
/// assert_eq!(format_value(&value)?, r#"struct{name: "a\tb"; ports: [443, 80]; load: 2}"#);
/// # Ok::<(), polycty_core::source::Error>(())
/// ```
pub fn format_value(value: &Value) -> Result<String> {
    refuse_foreign(value)?;
    let mut text = String::new();
    write(value, &mut text)?;
    Ok(text)
}

fn write(value: &Value, out: &mut String) -> Result<()> {
    // Writing to a string does not fail.
    if let Some(flag) = value.as_bool() {
        out.push_str(if flag { "true" } else { "false" });
    } else if let Some(text) = value.as_str() {
        let _ = write!(out, "{}", Quoted(text));
    } else if let Some(integer) = value.as_integer() {
        let integer = integer.to_i64().ok_or_else(too_wide)?;
        let _ = write!(out, "{integer}");
    } else if let Some(double) = value.as_double() {
        write_float(double, out);
    } else if let Some(parts) = value.parts() {
        if value.ty().is_object() {
            out.push_str("struct{");
            for (at, (field, part)) in value.ty().fields().iter().zip(parts).enumerate() {
                out.push_str(if at > 0 { "; " } else { "" });
                out.push_str(field.name());
                out.push_str(": ");
                write(part, out).map_err(|error| error.in_attribute(field.name()))?;
            }
            out.push('}');
        } else if value.ty().is_list() {
            out.push('[');
            for (at, part) in parts.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write(part, out).map_err(|error| error.in_index(at))?;
            }
            out.push(']');
        } else {
            return Err(no_such_value(value.ty()));
        }
    } else if let Some(entries) = entries_in_order(value) {
        out.push('{');
        for (at, (key, part)) in entries.into_iter().enumerate() {
            out.push_str(if at > 0 { ", " } else { "" });
            let inside = |error: Error| error.in_index(key.to_key());
            write(key, out).map_err(inside)?;
            out.push_str(": ");
            write(part, out).map_err(inside)?;
        }
        out.push('}');
    } else {
        match Shape::of(value.ty()) {
            Some(Shape::Func(..)) => {
                out.push_str("func(");
                write_type(value.ty(), out)?;
                out.push(')');
            }
            Some(Shape::Nil) => out.push_str("nil"),
            _ => return Err(no_such_value(value.ty())),
        }
    }
    Ok(())
}

/// The shortest decimal that reads back as the same double, without an exponent.
fn write_float(double: f64, out: &mut String) {
    if double.is_infinite() {
        out.push_str(if double > 0.0 { "+Inf" } else { "-Inf" });
    } else {
        write_shortest(double, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_print_without_exponent() {
        for (double, text) in [
            (2.0, "2"),
            (-0.0, "-0"),
            (0.1, "0.1"),
            (1e21, "1000000000000000000000"),
            (1e-7, "0.0000001"),
            (5e-324, &format!("0.{}5", "0".repeat(323))),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "+Inf"),
            (f64::NEG_INFINITY, "-Inf"),
        ] {
            assert_eq!(format_value(&Value::from_double(double)).unwrap(), text);
        }
    }
}
