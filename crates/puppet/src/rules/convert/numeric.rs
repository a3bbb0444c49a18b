//! `Integer.new`, `Float.new` and `Numeric.new`.
//!
//! Integers drop a fraction; a text is a sign, blanks, and digits in base ten, sixteen (`0x`), two
//! (`0b`) or eight (`0`). Floats accept a fraction and an exponent in decimal, and no octal.
//! Numeric returns the kind that the text denotes. Times are converted to seconds.

use crate::rules::constructors::{self, Function};
use crate::rules::convert::made::{Failure, Made, named, no_conversion, wrong_type};
use crate::rules::convert::sprintf::truncated;
use crate::rules::instance::instance;
use crate::scalars::inspect::inspected;
use crate::scalars::time::SECOND;
use crate::values::format::format_redacted;
use crate::values::special::{Special, undef};
use polycty_core::calls::Budget;
use polycty_core::number::{Integer, ParseIntegerError};
use polycty_core::values::Value;

/// Converts nanoseconds to seconds.
pub(super) fn seconds(nanos: i128) -> f64 {
    let whole = nanos / SECOND;
    let rest = nanos % SECOND;
    // If a double represents the nanoseconds exactly, the division rounds once.
    if nanos.unsigned_abs() < 1 << 53 {
        nanos as f64 / 1e9
    } else {
        // The nearest double of the exact decimal.
        let sign = if nanos < 0 { "-" } else { "" };
        let text = format!("{sign}{}.{:09}", whole.unsigned_abs(), rest.unsigned_abs());
        text.parse().unwrap_or(nanos as f64 / 1e9)
    }
}

fn time(value: &Value) -> Option<i128> {
    match Special::of(value) {
        Some(Special::Timespan(nanos) | Special::Timestamp(nanos)) => Some(*nanos),
        _ => None,
    }
}

/// The digits of a text after its sign.
struct Signed<'t> {
    negative: bool,
    /// The text between sign and digits.
    space: &'t str,
    digits: &'t str,
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r')
}

impl<'t> Signed<'t> {
    #[expect(
        clippy::string_slice,
        reason = "the offset is the length of a trimmed text"
    )]
    fn of(text: &'t str) -> Signed<'t> {
        let rest = text.strip_prefix(['+', '-']);
        let after = rest.unwrap_or(text);
        let digits = after.trim_start_matches(is_space);
        Signed {
            negative: text.starts_with('-'),
            space: &after[..after.len() - digits.len()],
            digits,
        }
    }

    fn has_sign(&self, text: &str) -> bool {
        text.starts_with(['+', '-'])
    }

    /// Whether the text between sign and digits is valid: after a sign, only blanks are skipped.
    fn is_readable(&self, text: &str) -> bool {
        self.space.is_empty()
            || !self.has_sign(text)
            || self.space.chars().all(|c| c == ' ' || c == '\t')
    }

    fn signed(&self, integer: Integer) -> Integer {
        if self.negative {
            integer.neg()
        } else {
            integer
        }
    }
}

fn all(text: &str, belongs: impl Fn(u8) -> bool) -> bool {
    !text.is_empty() && text.bytes().all(belongs)
}

fn hexadecimal(digits: &str) -> Option<&str> {
    let rest = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))?;
    all(rest, |b| b.is_ascii_hexdigit()).then_some(rest)
}

fn binary(digits: &str) -> Option<&str> {
    let rest = digits
        .strip_prefix("0b")
        .or_else(|| digits.strip_prefix("0B"))?;
    all(rest, |b| matches!(b, b'0' | b'1')).then_some(rest)
}

fn octal(digits: &str) -> Option<&str> {
    let rest = digits.strip_prefix('0')?;
    all(rest, |b| matches!(b, b'0'..=b'7')).then_some(rest)
}

fn is_decimal(digits: &str) -> bool {
    all(digits, |b| b.is_ascii_digit())
}

/// Returns whether the digits are whole, if they are a decimal number without leading zeros, with
/// an optional fraction and exponent.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
fn decimal_float(digits: &str) -> Option<bool> {
    let end = |text: &str| {
        text.find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len())
    };
    let whole = end(digits);
    if whole == 0 || (whole > 1 && digits.starts_with('0')) {
        return None;
    }
    let mut rest = &digits[whole..];
    let is_whole = rest.is_empty();
    if let Some(fraction) = rest.strip_prefix('.') {
        let length = end(fraction);
        if length == 0 {
            return None;
        }
        rest = &fraction[length..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix('-').unwrap_or(exponent);
        return is_decimal(exponent).then_some(false);
    }
    rest.is_empty().then_some(is_whole)
}

fn read(digits: &str, radix: u32) -> Result<Integer, Failure> {
    Integer::parse_radix(digits, radix).map_err(|error| match error {
        ParseIntegerError::TooLarge => Failure::limit(error.to_string()),
        _ => error.to_string().into(),
    })
}

/// An integer.
pub(super) fn integer(args: &[Value], budget: &Budget) -> Made {
    let function = constructors::integer();
    let (from, radix, abs) = match args {
        [hash] if hash.as_ordered_map().is_some() => {
            if function.select(args, budget).is_err() {
                return Err(refuse_named(function, hash, budget));
            }
            let Some(from) = named(hash, "from") else {
                return Err(refuse_named(function, hash, budget));
            };
            (from, named(hash, "radix"), named(hash, "abs"))
        }
        [from] => (from, None, None),
        [from, radix] => (from, Some(radix), None),
        [from, radix, abs] => (from, Some(radix), Some(abs)),
        _ => return Err(function.rejection(args, budget)),
    };
    let is_default = |radix: &&Value| matches!(Special::of(radix), Some(Special::Default));
    let radix = match radix.filter(|radix| !is_default(radix)) {
        None => None,
        Some(radix) => match radix.as_integer().map(|radix| radix.to_i64()) {
            None => return Err(function.rejection(args, budget)),
            Some(Some(radix @ (2 | 8 | 10 | 16))) => Some(radix as u32),
            // An invalid radix is reported even if the value cannot be converted.
            Some(_) if abs.is_none_or(|abs| abs.as_bool().is_some()) => {
                return Err(illegal_radix(radix));
            }
            Some(_) => return Err(function.rejection(args, budget)),
        },
    };
    let abs = match abs {
        None => false,
        Some(abs) => match abs.as_bool() {
            Some(abs) => abs,
            None => return Err(function.rejection(args, budget)),
        },
    };
    let integer = match whole(from, radix)? {
        Some(integer) => integer,
        // The function has no message of its own for the radix `default`.
        None if args.get(1).is_some_and(|radix| is_default(&radix)) => {
            return Err(function.rejection(args, budget));
        }
        None => return Err(function.refuse(&no_conversion(from, "Integer", budget)?)),
    };
    Ok(Value::from_integer(if abs {
        integer.abs()
    } else {
        integer
    }))
}

#[cold]
fn illegal_radix(radix: &Value) -> Failure {
    let text = match radix.as_str() {
        Some(text) => text.to_owned(),
        None => format_redacted(radix),
    };
    format!("Illegal radix: {text}, expected 2, 8, 10, 16, or default").into()
}

/// The error for a hash of arguments.
#[cold]
fn refuse_named(function: &Function, hash: &Value, budget: &Budget) -> Failure {
    let refused = || -> Result<Failure, Failure> {
        if let Some(from) = named(hash, "from")
            && let Some(convertible) = function.alias("Convertible")
            && !instance(from, convertible, budget)?
        {
            return Ok(function.refuse(&no_conversion(from, "Integer", budget)?));
        }
        let radix = named(hash, "radix").filter(|radix| {
            !radix.is_null() && !matches!(Special::of(radix), Some(Special::Default))
        });
        if let Some(radix) = radix {
            let known = radix.as_integer().and_then(|radix| radix.to_i64());
            if !matches!(known, Some(2 | 8 | 10 | 16)) {
                return Ok(illegal_radix(radix));
            }
        }
        match function.alias("NamedArgs") {
            Some(wanted) => Ok(wrong_type("Integer.new", wanted, hash, budget)?.into()),
            None => Ok(function.rejection(std::slice::from_ref(hash), budget)),
        }
    };
    refused().unwrap_or_else(|failure| failure)
}

/// Returns the integer of a value; `None` if it is not a number.
fn whole(from: &Value, radix: Option<u32>) -> Result<Option<Integer>, Failure> {
    if let Some(integer) = from.as_integer() {
        return Ok(Some(integer));
    }
    if let Some(float) = from.as_double() {
        return if float.is_nan() {
            Ok(None)
        } else {
            Ok(Some(truncated(float)?))
        };
    }
    if let Some(flag) = from.as_bool() {
        return Ok(Some(Integer::from(i64::from(flag))));
    }
    if let Some(nanos) = time(from) {
        return Ok(Some(Integer::from(nanos.div_euclid(SECOND))));
    }
    let Some(text) = from.as_str() else {
        return Ok(None);
    };
    let parts = Signed::of(text);
    let digits = parts.digits;
    let (hex, bin) = (hexadecimal(digits), binary(digits));
    if hex.is_none() && bin.is_none() && !is_decimal(digits) {
        return Ok(None);
    }
    let found = match (radix, hex, bin) {
        (None | Some(16), Some(digits), _) => Some((digits, 16)),
        (None | Some(2), _, Some(digits)) => Some((digits, 2)),
        // `b` is a digit of base sixteen.
        (Some(16), ..) => Some((digits, 16)),
        (None, None, None) => match digits.strip_prefix('0') {
            Some("") | None => Some((digits, 10)),
            Some(_) => octal(digits).map(|digits| (digits, 8)),
        },
        (Some(radix), None, None) => digits
            .chars()
            .all(|c| c.is_digit(radix))
            .then_some((digits, radix)),
        _ => None,
    };
    match found.filter(|_| parts.is_readable(text)) {
        Some((digits, radix)) => Ok(Some(parts.signed(read(digits, radix)?))),
        None => Err(format!("invalid value for Integer(): {}", inspected(text)).into()),
    }
}

/// Returns an integer or a float.
pub(super) fn numeric(args: &[Value], budget: &Budget) -> Made {
    made(constructors::numeric(), args, "Numeric", number, budget)
}

/// A float.
pub(super) fn float(args: &[Value], budget: &Budget) -> Made {
    made(
        constructors::float(),
        args,
        "Float",
        |from| Ok(floating(from)?.map(Value::from_double)),
        budget,
    )
}

/// Converts the arguments of Numeric and Float.
fn made(
    function: &Function,
    args: &[Value],
    wanted: &str,
    convert: fn(&Value) -> Result<Option<Value>, Failure>,
    budget: &Budget,
) -> Made {
    let (from, abs) = match args {
        [hash] if hash.as_ordered_map().is_some() && function.select(args, budget).is_ok() => {
            (named(hash, "from").unwrap_or(hash), named(hash, "abs"))
        }
        [from] => (from, None),
        [from, abs] if abs.as_bool().is_some() => (from, Some(abs)),
        _ => return Err(function.rejection(args, budget)),
    };
    let Some(number) = convert(from)? else {
        return Err(function.refuse(&no_conversion(from, wanted, budget)?));
    };
    if abs.and_then(Value::as_bool) != Some(true) {
        return Ok(number);
    }
    Ok(match (number.as_integer(), number.as_double()) {
        (Some(integer), _) => Value::from_integer(integer.abs()),
        (_, Some(float)) => Value::from_double(float.abs()),
        _ => number,
    })
}

/// Whether a text is a number, by the pattern of Numeric and Float.
fn says_number(digits: &str) -> bool {
    decimal_float(digits).is_some()
        || hexadecimal(digits).is_some()
        || octal(digits).is_some()
        || binary(digits).is_some()
}

#[expect(
    clippy::string_slice,
    reason = "the text consists of ASCII digits and signs"
)]
fn number(from: &Value) -> Result<Option<Value>, Failure> {
    if from.as_integer().is_some() || from.as_double().is_some_and(|float| !float.is_nan()) {
        return Ok(Some(from.clone()));
    }
    if let Some(flag) = from.as_bool() {
        return Ok(Some(Value::from_integer(i64::from(flag).into())));
    }
    if let Some(nanos) = time(from) {
        return Ok(Some(Value::from_double(seconds(nanos))));
    }
    let Some(text) = from.as_str() else {
        return Ok(None);
    };
    let parts = Signed::of(text);
    let digits = parts.digits;
    if !says_number(digits) {
        return Ok(None);
    }
    let integer = |digits: &str, radix| {
        let integer = parts.signed(read(digits, radix)?);
        Ok(Some(Value::from_integer(integer)))
    };
    // A text that the language's own number syntax does not accept is not converted.
    let nothing = || Ok(Some(undef()));
    let blank = parts.space.chars().all(|c| c == ' ' || c == '\t');
    if let Some(digits) = binary(digits) {
        // Only accepted without a sign.
        return if parts.has_sign(text) || !parts.space.is_empty() {
            nothing()
        } else {
            integer(digits, 2)
        };
    }
    if !blank {
        return nothing();
    }
    if let Some(digits) = hexadecimal(digits) {
        return integer(digits, 16);
    }
    match decimal_float(digits) {
        Some(true) => integer(digits, 10),
        Some(false) => {
            let zero = digits.starts_with('0');
            let exponent = digits.find(['e', 'E']);
            let fraction =
                digits[1..exponent.unwrap_or(digits.len()).max(1)].trim_start_matches('.');
            // Zero with an exponent is not a number in that syntax.
            if zero && exponent.is_some() && fraction.bytes().all(|b| b == b'0') {
                return nothing();
            }
            match digits.parse::<f64>() {
                Ok(float) if float.is_finite() => Ok(Some(Value::from_double(if parts.negative {
                    -float
                } else {
                    float
                }))),
                _ => nothing(),
            }
        }
        None => match octal(digits) {
            Some(digits) => integer(digits, 8),
            None => Ok(None),
        },
    }
}

fn floating(from: &Value) -> Result<Option<f64>, Failure> {
    if let Some(float) = from.as_double() {
        return Ok(Some(float).filter(|float| !float.is_nan()));
    }
    if let Some(integer) = from.as_integer() {
        return Ok(Some(integer.to_f64().0));
    }
    if let Some(flag) = from.as_bool() {
        return Ok(Some(f64::from(u8::from(flag))));
    }
    if let Some(nanos) = time(from) {
        return Ok(Some(seconds(nanos)));
    }
    let Some(text) = from.as_str() else {
        return Ok(None);
    };
    let parts = Signed::of(text);
    let digits = parts.digits;
    if !says_number(digits) {
        return Ok(None);
    }
    let signed = |float: f64| Ok(Some(if parts.negative { -float } else { float }));
    let bare = !parts.has_sign(text) && parts.space.is_empty();
    if let Some(digits) = binary(digits).filter(|_| bare) {
        return signed(read(digits, 2)?.to_f64().0);
    }
    if parts.is_readable(text) && binary(digits).is_none() {
        if let Some(digits) = hexadecimal(digits) {
            return signed(read(digits, 16)?.to_f64().0);
        }
        if let Ok(float) = digits.parse::<f64>() {
            return signed(float);
        }
    }
    Err(format!("invalid value for Float(): {}", inspected(text)).into())
}
