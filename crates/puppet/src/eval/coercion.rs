//! Coercion of values to booleans, numbers and strings.
//!
//! In conditions all values except undef and false are true; in early Puppet the empty string is
//! also false. Arithmetic parses a string as a number: a sign, and hexadecimal, octal or decimal
//! digits, surrounded by optional blanks; a fraction or an exponent makes it a float. Interpolation
//! writes strings verbatim, also inside arrays and hashes, numbers in base ten, and sensitive
//! values redacted. The right side of a match converts a string to a regular expression.

use crate::catalog::collector_text;
use crate::mode::Mode;
use crate::scalars::regexp;
use crate::scalars::regexp_text;
use crate::scalars::text::push_float;
use crate::scalars::time::{timespan_text, timestamp_text};
use crate::types::format::write_type_text;
use crate::types::generalize::generalize;
use crate::types::parse::early;
use crate::values::format::format_redacted;
use crate::values::special::Special;
use crate::values::support::refuse_unsupported;
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::number::Integer;
use polycty_core::source::{Code, Error, Result};
use polycty_core::text::base64;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::borrow::Cow;
use std::fmt::Write;

/// The maximum length of a text in bytes.
const MAX_STRING_BYTES: usize = 1 << 26;

/// Whether a value is true in a condition.
///
/// # Errors
/// [`Code::Unsupported`] with its path for a mark or an unknown value.
pub fn truth(value: &Value, mode: Mode) -> Result<bool> {
    refuse_unsupported(value)?;
    Ok(match value.as_bool() {
        Some(flag) => flag,
        None => !value.is_null() && (mode == Mode::Current || value.as_str() != Some("")),
    })
}

/// Returns the number of a value: a number itself, or a string that contains one.
///
/// # Errors
/// - [`Code::Conversion`] with Puppet's message for a value that is not a number.
/// - [`Code::Limit`] for too many digits.
/// - [`Code::Unsupported`] as [`truth`].
pub fn to_numeric(value: &Value) -> Result<Value> {
    refuse_unsupported(value)?;
    if value.as_integer().is_some() || value.as_double().is_some() {
        return Ok(value.clone());
    }
    if let Some(text) = value.as_str()
        && let Some(number) = numeric_text(text)?
    {
        return Ok(number);
    }
    let shown = match Special::of(value) {
        // Puppet's implementation uses this form here only.
        Some(Special::Regexp(source)) => regexp_text::as_group(source),
        _ => to_string(value, Mode::Current)?,
    };
    Err(Error::new(
        Code::Conversion,
        format!("The value '{shown}' cannot be converted to Numeric."),
    ))
}

/// Returns the text of a value as in an interpolated string. In early mode types have early
/// notation.
///
/// # Errors
/// - [`Code::Unsupported`] for a type that the early specification cannot express, and as
///   [`truth`].
/// - [`Code::Limit`] for a text that grows too long.
pub fn to_string(value: &Value, mode: Mode) -> Result<String> {
    to_string_within(value, mode, &Budget::new())
}

/// As [`to_string`]; the memory of the text is counted while it grows.
///
/// # Errors
/// As [`to_string`]; [`Code::Limit`] if the budget is exceeded.
pub(crate) fn to_string_within(value: &Value, mode: Mode, budget: &Budget) -> Result<String> {
    refuse_unsupported(value)?;
    let mut out = String::new();
    let mut growth = Growth::new(&out, budget);
    push(&mut out, value, mode, &mut growth)?;
    Ok(out)
}

/// Returns the regular expression of a value on the right side of a match: a string, or an
/// expression itself. In early mode `\A` and `\Z` are removed and options are rejected.
///
/// # Errors
/// - [`Code::Conversion`] for other values.
/// - [`Code::Value`] for a string that is not a regular expression.
/// - [`Code::Unsupported`] as [`truth`].
pub fn to_regexp(value: &Value, mode: Mode) -> Result<Value> {
    refuse_unsupported(value)?;
    if let Some(Special::Regexp(_)) = Special::of(value) {
        return Ok(value.clone());
    }
    let Some(text) = value.as_str() else {
        return Err(Error::new(
            Code::Conversion,
            "expected a regular expression or a string with a regular expression",
        ));
    };
    let source = match (mode, regexp::syntax_error(text)) {
        (Mode::Early, _) => {
            early::regexp(text, 0).map_err(|error| error.into_error("regular expression", text))?
        }
        (Mode::Current, None) => Cow::Borrowed(text),
        (Mode::Current, Some(what)) => {
            return Err(Error::new(Code::Value, format!("{what}: /{text}/")));
        }
    };
    Special::Regexp(source.as_ref().into()).into_value()
}

/// Returns the number in a text, if it contains one.
pub(crate) fn numeric_text(text: &str) -> Result<Option<Value>> {
    let text = text.trim_matches(is_blank);
    let unsigned = text.strip_prefix(['+', '-']);
    let negative = text.starts_with('-');
    let digits = unsigned.unwrap_or(text).trim_start_matches(is_blank);
    let whole = |digits: &str, radix: u32| -> Result<Option<Value>> {
        match Integer::parse_radix(digits, radix) {
            Ok(integer) if negative => Ok(Some(Value::from_integer(integer.neg()))),
            Ok(integer) => Ok(Some(Value::from_integer(integer))),
            Err(error) => Err(Error::new(Code::Limit, error.to_string())),
        }
    };
    let are = |text: &str, belongs: fn(&u8) -> bool| {
        !text.is_empty() && text.as_bytes().iter().all(belongs)
    };
    if let Some(hexadecimal) = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
    {
        return if are(hexadecimal, u8::is_ascii_hexdigit) {
            whole(hexadecimal, 16)
        } else {
            Ok(None)
        };
    }
    if are(digits, u8::is_ascii_digit) {
        return match digits.strip_prefix('0') {
            // 9 is not an octal digit.
            Some(octal) if octal.bytes().any(|b| b > b'7') => Ok(None),
            Some(octal) if !octal.is_empty() => whole(octal, 8),
            _ => whole(digits, 10),
        };
    }
    let (mantissa, exponent) = match digits.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (digits, None),
    };
    let (before, fraction) = match mantissa.split_once('.') {
        Some((before, fraction)) => (before, Some(fraction)),
        None => (mantissa, None),
    };
    let exponent = exponent.map(|exponent| exponent.strip_prefix('-').unwrap_or(exponent));
    let says_float = are(before, u8::is_ascii_digit)
        && [fraction, exponent]
            .into_iter()
            .flatten()
            .all(|digits| are(digits, u8::is_ascii_digit));
    Ok(match digits.parse::<f64>() {
        Ok(float) if says_float => Some(Value::from_double(if negative { -float } else { float })),
        _ => None,
    })
}

/// Whether the character is a blank or a different space within a line.
fn is_blank(c: char) -> bool {
    c == '\t' || (c.is_whitespace() && !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}'))
}

/// The bytes of a text that are written before they are counted.
const GRAIN: usize = 1 << 12;

/// The memory of a text while a value is appended to it. The caller counts the whole text.
struct Growth<'b> {
    memory: HeldBytes<'b>,
    before: usize,
}

impl<'b> Growth<'b> {
    fn new(text: &str, budget: &'b Budget) -> Growth<'b> {
        Growth {
            memory: HeldBytes::new(budget),
            before: text.len(),
        }
    }

    /// Counts the text before it grows to this length.
    #[inline]
    fn to(&mut self, length: usize) -> Result<()> {
        let more = (length - self.before) as u64 - self.memory.held();
        if more >= GRAIN as u64 {
            bounded(length)?;
            self.memory.hold(more)?;
        }
        Ok(())
    }
}

/// Appends the text of a value as in an interpolated string.
///
/// # Errors
/// As [`to_string`]; [`Code::Limit`] if the budget is exceeded.
pub(crate) fn push_text(
    out: &mut String,
    value: &Value,
    mode: Mode,
    budget: &Budget,
) -> Result<()> {
    match value.as_str() {
        Some(text) => {
            out.push_str(text);
            Ok(())
        }
        None => {
            let mut growth = Growth::new(out, budget);
            push(out, value, mode, &mut growth)
        }
    }
}

/// As [`push_text`], for a text of many parts. It consists of bytes until it is complete, so that
/// UTF-8 is validated once and not for each part.
///
/// # Errors
/// As [`push_text`].
#[inline]
pub(crate) fn push_bytes(
    out: &mut Vec<u8>,
    value: &Value,
    mode: Mode,
    budget: &Budget,
) -> Result<()> {
    match value.as_str_bytes() {
        Some(text) => {
            out.extend_from_slice(text);
            Ok(())
        }
        None => push_other_bytes(out, value, mode, budget),
    }
}

fn push_other_bytes(out: &mut Vec<u8>, value: &Value, mode: Mode, budget: &Budget) -> Result<()> {
    if let Some(number) = value.as_small_whole() {
        push_digits(out, number);
        return Ok(());
    }
    bounded(out.len())?;
    let mut text = String::new();
    let mut growth = Growth::new(&text, budget);
    push(&mut text, value, mode, &mut growth)?;
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

/// Appends a number in decimal.
fn push_digits(out: &mut Vec<u8>, number: i64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[first..]);
}

/// Returns the text of bytes that [`push_bytes`] produced.
pub(crate) fn text_of_bytes(bytes: Vec<u8>) -> String {
    // The bytes are concatenated texts.
    String::from_utf8(bytes).unwrap_or_default()
}

/// Rejects a text that is too long.
#[inline]
pub(crate) fn bounded(len: usize) -> Result<()> {
    if len > MAX_STRING_BYTES {
        let message = format!("the text is longer than {MAX_STRING_BYTES} bytes");
        return Err(Error::new(Code::Limit, message));
    }
    Ok(())
}

fn push(out: &mut String, value: &Value, mode: Mode, growth: &mut Growth<'_>) -> Result<()> {
    growth.to(out.len())?;
    if value.is_null() {
    } else if let Some(text) = value.as_str() {
        growth.to(out.len() + text.len())?;
        out.push_str(text);
    } else if let Some(flag) = value.as_bool() {
        out.push_str(if flag { "true" } else { "false" });
    } else if let Some(integer) = value.as_integer() {
        let _ = write!(out, "{integer}");
    } else if let Some(float) = value.as_double() {
        push_float(out, float);
    } else if let Some(ty) = value.as_type() {
        match collector_text(ty) {
            Some(text) => out.push_str(text),
            None => push_type(out, ty, mode)?,
        }
    } else if let Some(map) = value.as_ordered_map() {
        out.push('{');
        for (at, (key, element)) in map.entries().iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            push(out, key, mode, growth)?;
            out.push_str(" => ");
            push(out, element, mode, growth)?;
        }
        out.push('}');
    } else if let Some(special) = Special::of(value) {
        match special {
            Special::Default => out.push_str("default"),
            Special::Regexp(source) => regexp_text::push_delimited(out, source),
            Special::Sensitive(_) => out.push_str("Sensitive [value redacted]"),
            Special::SemVer(version) => {
                let _ = write!(out, "{version}");
            }
            Special::SemVerRange(range) => out.push_str(range.text()),
            Special::Timespan(nanos) => out.push_str(&timespan_text(*nanos)),
            Special::Timestamp(nanos) => out.push_str(&timestamp_text(*nanos)),
            Special::Binary(bytes) => out.push_str(&base64::strict(bytes)),
            Special::Uri(components) => out.push_str(&components.text()),
            Special::Iterator(sequence) => {
                out.push_str("Iterator[");
                push_type(out, &generalize(&sequence.element)?, mode)?;
                out.push_str("]-Value");
            }
            Special::Object(..) => out.push_str(&format_redacted(value)),
        }
    } else if let Some(parts) = value.parts() {
        out.push('[');
        for (at, part) in parts.iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            push(out, part, mode, growth)?;
        }
        out.push(']');
    } else {
        out.push_str(&format_redacted(value));
    }
    Ok(())
}

/// Appends a type; aliases and object types are expanded.
fn push_type(out: &mut String, ty: &Type, mode: Mode) -> Result<()> {
    match mode {
        Mode::Early => out.push_str(&crate::types::early::format::text(ty)?),
        Mode::Current => write_type_text(out, ty),
    }
    Ok(())
}
