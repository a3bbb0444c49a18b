//! Functions that test or convert values: `is_string` and similar ones, `str2bool`, `bool2str`.
//!
//! A string that contains a number counts as a number, not as a string, as in the module.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::host_text::inspected_value;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use crate::rules::convert::class_of;
use crate::values::special::array_elements;
use polycty_core::values::Value;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

macro_rules! tests {
    ($($name:ident = $test:expr;)*) => {
        $(fn $name(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
            let test: fn(&Value) -> bool = $test;
            Ok(Value::bool(test(&arguments.values[0])))
        })*

        pub(super) const TESTS: &[Entry] = &[
            $(Entry::new(stringify!($name), Cost::Texts, Makes::Nothing, &["Any value"], $name)),*
        ];
    };
}

tests! {
    is_array = |value| array_elements(value).is_some();
    is_hash = |value| value.as_ordered_map().is_some();
    is_bool = |value| value.as_bool().is_some();
    is_string = |value| value.as_str().is_some_and(|text| !is_number(text));
    is_integer = |value| value.as_integer().is_some() || text(value).is_some_and(is_whole);
    is_float = |value| {
        value.as_double().is_some() && value.as_integer().is_none()
            || text(value).is_some_and(|text| is_number(text) && !is_whole(text))
    };
    is_numeric = |value| {
        value.as_integer().is_some() || value.as_double().is_some()
            || text(value).is_some_and(is_number)
    };
    is_absolute_path = |value| text(value).is_some_and(is_absolute);
    is_ip_address = |value| is_address::<IpAddr>(value);
    is_ipv4_address = |value| is_address::<Ipv4Addr>(value);
    is_ipv6_address = |value| is_address::<Ipv6Addr>(value);
    is_mac_address = |value| text(value).is_some_and(is_mac);
    is_domain_name = |value| text(value).is_some_and(is_domain);
}

pub(super) const CONVERSIONS: &[Entry] = &[
    Entry::new(
        "str2bool",
        Cost::Texts,
        Makes::Nothing,
        &["Any text"],
        str2bool,
    ),
    Entry::new(
        "bool2str",
        Cost::Texts,
        Makes::Nothing,
        &["Boolean flag, String if_true?, String if_false?"],
        bool2str,
    ),
    Entry::new(
        "validate_array",
        Cost::Constant,
        Makes::Nothing,
        MANY,
        validate_array,
    ),
    Entry::new(
        "validate_bool",
        Cost::Constant,
        Makes::Nothing,
        MANY,
        validate_bool,
    ),
    Entry::new(
        "validate_hash",
        Cost::Constant,
        Makes::Nothing,
        MANY,
        validate_hash,
    ),
    Entry::new(
        "validate_string",
        Cost::Constant,
        Makes::Nothing,
        MANY,
        validate_string,
    ),
];

const MANY: &[&str] = &["Any values+"];

/// The text of a value that is a string.
fn text(value: &Value) -> Option<&str> {
    value.as_str()
}

/// Whether a text is a decimal integer without leading zeros.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_digits && (digits.len() == 1 || !digits.starts_with('0'))
}

/// Whether a text is a decimal number.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let is_decimal = unsigned.starts_with(|c: char| c.is_ascii_digit())
        && unsigned.ends_with(|c: char| c.is_ascii_digit());
    is_whole(text) || (is_decimal && unsigned.parse::<f64>().is_ok() && !is_padded(unsigned))
}

/// Whether a number begins with a zero that is not its only digit before the point.
fn is_padded(number: &str) -> bool {
    let mut bytes = number.bytes();
    bytes.next() == Some(b'0') && bytes.next().is_some_and(|byte| byte.is_ascii_digit())
}

/// Whether a path is absolute on a POSIX system or on Windows.
fn is_absolute(path: &str) -> bool {
    let mut chars = path.chars();
    match chars.next() {
        Some('/') => true,
        Some('\\') => chars.next() == Some('\\'),
        Some(drive) if drive.is_ascii_alphabetic() => {
            chars.next() == Some(':') && matches!(chars.next(), Some('/' | '\\'))
        }
        _ => false,
    }
}

/// Whether a value is the text of an address, with an optional length of a prefix.
fn is_address<A: std::str::FromStr>(value: &Value) -> bool {
    let Some(text) = text(value) else {
        return false;
    };
    let (address, prefix) = match text.split_once('/') {
        Some((address, prefix)) => (address, Some(prefix)),
        None => (text, None),
    };
    address.parse::<A>().is_ok()
        && prefix.is_none_or(|prefix| prefix.parse::<u8>().is_ok_and(|length| length <= 128))
}

fn is_mac(text: &str) -> bool {
    let mut parts = text.split(':');
    let is_byte = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_hexdigit());
    parts.by_ref().take(6).filter(|part| is_byte(part)).count() == 6 && parts.next().is_none()
}

fn is_domain(text: &str) -> bool {
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_top = |label: &str| !label.bytes().all(|byte| byte.is_ascii_digit());
    name.len() <= 255
        && name.split('.').all(is_label)
        && name.rsplit('.').next().is_some_and(is_top)
}

fn str2bool(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    if value.as_bool().is_some() {
        return Ok(value.clone());
    }
    let Some(text) = value.as_str() else {
        let shown = inspected_value(value, interpreter.budget)?;
        let message = format!("str2bool(): Requires string to work with, got {}", &*shown);
        return Err(raised(message));
    };
    match &*text.to_lowercase() {
        "" | "0" | "f" | "n" | "no" | "false" | "undef" | "undefined" => Ok(Value::bool(false)),
        "1" | "t" | "y" | "yes" | "true" => Ok(Value::bool(true)),
        _ => Err(raised("str2bool(): Unknown type of boolean given")),
    }
}

fn bool2str(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let (at, default) = match arguments.values[0].as_bool() {
        Some(true) => (1, "true"),
        _ => (2, "false"),
    };
    let text = arguments.get(at).cloned();
    Ok(text.unwrap_or_else(|| Value::string(default)))
}

macro_rules! validations {
    ($($name:ident: $what:literal, $test:expr;)*) => {
        $(fn $name(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
            let test: fn(&Value) -> bool = $test;
            validate(interpreter, arguments, $what, test)
        })*
    };
}

validations! {
    validate_array: "an Array", |value| array_elements(value).is_some();
    validate_bool: "a boolean", |value| value.as_bool().is_some();
    validate_hash: "a Hash", |value| value.as_ordered_map().is_some();
    validate_string: "a string", |value| value.as_str().is_some() || value.is_null();
}

/// Fails for the first argument that does not pass a test.
fn validate(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    what: &str,
    test: fn(&Value) -> bool,
) -> Eval<Value> {
    let Some(value) = arguments.values.iter().find(|value| !test(value)) else {
        return Ok(crate::values::special::undef());
    };
    let shown = inspected_value(value, interpreter.budget)?;
    Err(raised(format!(
        "{} is not {what}.  It looks to be a {}",
        &*shown,
        class_of(value)
    )))
}
