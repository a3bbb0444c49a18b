//! Formatting of values in mcl syntax.
//!
//! The output is that of mgmt's `%v`; maps are written in the order of their keys.

use crate::types::format::write_type;
use crate::types::view::MclType;
use crate::values::foreign::{no_such_value, refuse_foreign, too_wide};
use crate::values::order::entries_in_order;
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::number::write_shortest;
use polycty_core::source::{Error, Result};
use polycty_core::text::Quoted;
use polycty_core::values::Value;
use std::fmt::Write;

/// Formats a value.
///
/// # Errors
/// [`Code::Unsupported`](polycty_core::source::Code::Unsupported) with the path to a part that is
/// not a value of mcl.
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
    let mut text = String::new();
    write_within(value, &mut text, &Budget::new())?;
    Ok(text)
}

/// Appends a formatted value. The budget holds the memory of the text while it grows; after the
/// call the caller must hold it.
///
/// # Errors
/// The errors of [`format_value`], and `Code::Limit` if the budget is exceeded.
pub(crate) fn write_within(value: &Value, out: &mut String, budget: &Budget) -> Result<()> {
    refuse_foreign(value)?;
    let begun = out.len();
    let budget = HeldBytes::new(budget);
    write(value, out, &mut Growth { begun, budget })
}

/// The number of bytes that may be written before they are held.
const GRAIN: usize = 1 << 12;

/// The steps for a float, and the maximum length in bytes of a float that needs no more steps.
const FLOAT_STEPS: u64 = 7;
const SHORT_FLOAT: u64 = 32;

/// A growing text and the memory that is held for it.
struct Growth<'b> {
    /// The length of the text before.
    begun: usize,
    budget: HeldBytes<'b>,
}

impl Growth<'_> {
    /// Holds the bytes that were written since the last call.
    fn to(&mut self, length: usize) -> Result<()> {
        let more = length - self.begun - self.budget.held() as usize;
        if more > GRAIN {
            self.budget.hold(more as u64)?;
        }
        Ok(())
    }
}

/// Writes a text of any length and holds its memory before it is written.
struct Limited<'a, 'b> {
    out: &'a mut String,
    growth: &'a mut Growth<'b>,
    /// The error that ended the writing.
    spent: Option<Error>,
}

impl Write for Limited<'_, '_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        match self.growth.to(self.out.len() + text.len()) {
            Ok(()) => {
                self.out.push_str(text);
                Ok(())
            }
            Err(error) => {
                self.spent = Some(error);
                Err(std::fmt::Error)
            }
        }
    }
}

fn write(value: &Value, out: &mut String, growth: &mut Growth<'_>) -> Result<()> {
    growth.budget.charge(1)?;
    // Writing to a string cannot fail.
    if let Some(flag) = value.as_bool() {
        out.push_str(if flag { "true" } else { "false" });
    } else if let Some(text) = value.as_str() {
        growth.budget.charge(text.len() as u64 / 16)?;
        let mut limited = Limited {
            out,
            growth,
            spent: None,
        };
        if write!(limited, "{}", Quoted(text)).is_err()
            && let Some(spent) = limited.spent
        {
            return Err(spent);
        }
    } else if let Some(integer) = value.as_integer() {
        let integer = integer.to_i64().ok_or_else(too_wide)?;
        let _ = write!(out, "{integer}");
    } else if let Some(double) = value.as_double() {
        let before = out.len();
        write_float(double, out);
        // The cost of a float far from 1 is proportional to its digits.
        let bytes = (out.len() - before) as u64;
        let steps = if bytes > SHORT_FLOAT { bytes / 2 } else { 0 };
        growth.budget.charge(FLOAT_STEPS + steps)?;
    } else if let Some(parts) = value.parts() {
        if value.ty().is_object() {
            out.push_str("struct{");
            for (at, (field, part)) in value.ty().fields().iter().zip(parts).enumerate() {
                out.push_str(if at > 0 { "; " } else { "" });
                out.push_str(field.name());
                out.push_str(": ");
                write(part, out, growth).map_err(|error| error.in_attribute(field.name()))?;
            }
            out.push('}');
        } else if value.ty().is_list() {
            out.push('[');
            for (at, part) in parts.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write(part, out, growth).map_err(|error| error.in_index(at))?;
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
            write(key, out, growth).map_err(inside)?;
            out.push_str(": ");
            write(part, out, growth).map_err(inside)?;
        }
        out.push('}');
    } else {
        match MclType::of(value.ty()) {
            Some(MclType::Func(..)) => {
                out.push_str("func(");
                write_type(value.ty(), out)?;
                out.push(')');
            }
            Some(MclType::Nil) => out.push_str("nil"),
            _ => return Err(no_such_value(value.ty())),
        }
    }
    growth.to(out.len())
}

/// Writes the shortest decimal without an exponent that parses to the same double.
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
    use polycty_core::source::Code;

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
    fn formatted_text_is_charged_as_it_grows() {
        let mut value = Value::from_double(-1.234_567_890_123_456_7e-300);
        let one = Budget::new();
        write_within(&value, &mut String::new(), &one).unwrap();
        assert!(one.steps() > 100);
        for _ in 0..2 {
            value = Value::list(vec![value; 63]).unwrap();
        }
        let budget = Budget::new();
        let mut text = String::new();
        write_within(&value, &mut text, &budget).unwrap();
        assert_eq!(text, format_value(&value).unwrap());
        assert!(budget.steps() > 63 * 63 * 100);
        assert_eq!(budget.bytes(), 0);
        for little in [
            Budget::new().limit_steps(10_000),
            Budget::new().limit_bytes(100_000),
        ] {
            let mut text = String::new();
            let error = write_within(&value, &mut text, &little).unwrap_err();
            assert_eq!(error.code(), Code::Limit);
            assert!(text.len() < 200_000);
        }
        let text = Value::string(&"\u{1}".repeat(50_000));
        let mut out = String::new();
        let error = write_within(&text, &mut out, &Budget::new().limit_bytes(100_000)).unwrap_err();
        assert_eq!(error.code(), Code::Limit);
        assert!(out.len() <= 110_000, "{}", out.len());
        let small = Budget::new();
        write_within(&Value::from_double(0.5), &mut String::new(), &small).unwrap();
        assert_eq!(small.steps(), 8);
    }
}
