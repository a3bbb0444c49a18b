//! Which of two values comes first, and how is a value written?
//!
//! The order: `false` before `true`, numbers by size (`0` and `-0` are equal, what is
//! no number comes first), strings by their bytes, lists element by element and then
//! by length; structs field by field, maps by their sorted entries, functions by their
//! types. Values of different kinds, which the language never compares, are ordered by
//! kind. The text is what the language's `%v` prints.

use super::format::write_type;
use super::shape::{Shape, unsupported};
use super::value::{entries_in_order, refuse_foreign, too_wide};
use crate::source::{Error, Result};
use crate::types::Quoted;
use crate::values::{Value, total_cmp};
use std::cmp::Ordering;
use std::fmt::Write;

/// What a value is, in the order of the kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Bool,
    Str,
    Int,
    Float,
    List,
    Map,
    Struct,
    Other,
}

fn rank(value: &Value) -> Rank {
    if value.as_bool().is_some() {
        Rank::Bool
    } else if value.as_str_bytes().is_some() {
        Rank::Str
    } else if value.as_integer().is_some() {
        Rank::Int
    } else if value.as_double().is_some() {
        Rank::Float
    } else if value.entries().is_some() || value.as_ordered_map().is_some() {
        Rank::Map
    } else if value.parts().is_some() {
        if value.ty().is_object() {
            Rank::Struct
        } else {
            Rank::List
        }
    } else {
        Rank::Other
    }
}

/// The order of two values of mcl; equal means that they are one value, and one key.
///
/// ```
/// use polycty_mcl::value_cmp;
/// use polycty_core::values::Value;
/// use std::cmp::Ordering;
/// assert_eq!(value_cmp(&Value::string("aa"), &Value::string("b")), Ordering::Less);
/// assert_eq!(value_cmp(&Value::from_double(0.0), &Value::from_double(-0.0)), Ordering::Equal);
/// ```
#[must_use]
pub fn value_cmp(a: &Value, b: &Value) -> Ordering {
    let (of_a, of_b) = (rank(a), rank(b));
    if of_a != of_b {
        return of_a.cmp(&of_b);
    }
    match of_a {
        Rank::Bool => a.as_bool().cmp(&b.as_bool()),
        Rank::Str => a.as_str_bytes().cmp(&b.as_str_bytes()),
        Rank::Int => a.as_integer().cmp(&b.as_integer()),
        Rank::Float => {
            let (a, b) = (a.as_double(), b.as_double());
            let is_number = |x: Option<f64>| x.is_some_and(|x| !x.is_nan());
            a.partial_cmp(&b)
                .unwrap_or_else(|| is_number(a).cmp(&is_number(b)))
        }
        Rank::List | Rank::Struct => {
            let (a, b) = (a.parts().unwrap_or(&[]), b.parts().unwrap_or(&[]));
            let mut pairs = a.iter().zip(b).map(|(a, b)| value_cmp(a, b));
            pairs
                .find(|order| order.is_ne())
                .unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        Rank::Map => {
            let (a, b) = (entries_in_order(a), entries_in_order(b));
            let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
            let mut pairs = a.iter().zip(&b);
            pairs
                .find_map(|((key_a, a), (key_b, b))| {
                    let order = value_cmp(key_a, key_b).then_with(|| value_cmp(a, b));
                    order.is_ne().then_some(order)
                })
                .unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        Rank::Other => total_cmp(a, b),
    }
}

/// A value as the language prints it.
///
/// # Errors
/// [`Code::Unsupported`](crate::source::Code::Unsupported) with the path to a part
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
            return Err(no_such(value));
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
            _ => return Err(no_such(value)),
        }
    }
    Ok(())
}

#[cold]
fn no_such(value: &Value) -> Error {
    unsupported(value.ty()).with_message("mcl has no such value")
}

/// The shortest decimal that reads back as the same double, without an exponent.
fn write_float(double: f64, out: &mut String) {
    if double.is_infinite() {
        out.push_str(if double > 0.0 { "+Inf" } else { "-Inf" });
    } else {
        let _ = write!(out, "{double}");
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

    #[test]
    fn what_is_no_number_comes_first() {
        let mut doubles = [f64::INFINITY, 1.0, f64::NAN, -1.0].map(Value::from_double);
        doubles.sort_by(value_cmp);
        let texts = doubles.map(|double| format_value(&double).unwrap());
        assert_eq!(texts, ["NaN", "-1", "1", "+Inf"]);
    }
}
