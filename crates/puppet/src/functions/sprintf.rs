//! Formatting and parsing by a format: `sprintf`, `scanf`.

use crate::eval::coercion::bounded;
use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry, Takes, class_in_words, no_text};
use crate::eval::host_text::{host_text, inspected_value};
use crate::eval::interpreter::{Interpreter, TEXT_STEP};
use crate::eval::memory::Elements;
use crate::eval::stop::{Eval, raised};
use crate::rules::convert::sprintf::{Arg, Other, sprintf as write_one};
use crate::scalars::inspect::inspected;
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::number::Integer;
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[
    Entry::legacy("sprintf", Cost::Own, Makes::Own, Takes::AtLeast(1), sprintf),
    Entry::new(
        "scanf",
        Cost::Texts,
        Makes::Own,
        &["String data, String format, Callable block?"],
        scanf,
    ),
];

/// Returns the integer that Ruby parses from a string: with a base prefix, and underscores between
/// digits.
fn integer_of(text: &str) -> Option<Integer> {
    let text = text.trim();
    let negative = text.starts_with('-');
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lower = unsigned.to_ascii_lowercase();
    let prefixed = [("0x", 16), ("0b", 2), ("0o", 8), ("0d", 10)]
        .into_iter()
        .find_map(|(prefix, radix)| Some((lower.strip_prefix(prefix)?, radix)));
    let (digits, radix) = match prefixed {
        Some(found) => found,
        None if lower.len() > 1 && lower.starts_with('0') => (lower.split_at(1).1, 8),
        None => (lower.as_str(), 10),
    };
    let lines = digits.starts_with('_') || digits.ends_with('_') || digits.contains("__");
    let digits: String = digits.chars().filter(|c| *c != '_').collect();
    if lines || digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return None;
    }
    let integer = Integer::parse_radix(&digits, radix).ok()?;
    Some(if negative { integer.neg() } else { integer })
}

/// Returns the float that Ruby parses from a string.
fn float_of(text: &str) -> Option<f64> {
    let text = text.trim();
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if unsigned.to_ascii_lowercase().starts_with("0x") {
        return integer_of(text).map(|integer| integer.to_f64().0);
    }
    let good = unsigned.starts_with(|c: char| c.is_ascii_digit())
        && !unsigned.ends_with('.')
        && unsigned
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    good.then(|| text.parse().ok()).flatten()
}

/// The reference style of a format's directives, which is the same for all of them.
#[derive(Clone, Copy)]
enum Naming {
    /// No directive has used a value so far.
    Open,
    /// Sequential.
    InTurn,
    Numbered,
    Named,
}

/// The values for the directives of a format.
struct FormatArguments<'a> {
    values: &'a [Value],
    /// The number of values used sequentially.
    taken: usize,
    naming: Naming,
}

impl<'a> FormatArguments<'a> {
    fn next(&mut self) -> Eval<&'a Value> {
        let at = self.taken;
        match self.naming {
            Naming::Open | Naming::InTurn => self.naming = Naming::InTurn,
            Naming::Numbered => {
                let message = format!("unnumbered({}) mixed with numbered", at + 1);
                return Err(raised(message));
            }
            Naming::Named => {
                let message = format!("unnumbered({}) mixed with named", at + 1);
                return Err(raised(message));
            }
        }
        self.taken += 1;
        let found = self.values.get(at);
        found.ok_or_else(|| raised("too few arguments"))
    }

    fn numbered(&mut self, number: usize) -> Eval<&'a Value> {
        match self.naming {
            Naming::Open | Naming::Numbered => self.naming = Naming::Numbered,
            Naming::InTurn => {
                let message = format!("numbered({number}) after unnumbered({})", self.taken);
                return Err(raised(message));
            }
            Naming::Named => return Err(raised(format!("numbered({number}) after named"))),
        }
        let found = number.checked_sub(1).and_then(|at| self.values.get(at));
        found.ok_or_else(|| raised("too few arguments"))
    }

    /// Returns the value of a name in these brackets.
    fn named(&mut self, brackets: (char, char), name: &str) -> Eval<&'a Value> {
        let (open, close) = brackets;
        match self.naming {
            Naming::Open | Naming::Named => self.naming = Naming::Named,
            Naming::InTurn => {
                let taken = self.taken;
                let message = format!("named{open}{name}{close} after unnumbered({taken})");
                return Err(raised(message));
            }
            Naming::Numbered => {
                return Err(raised(format!("named{open}{name}{close} after numbered")));
            }
        }
        let Some(map) = self.values.first().and_then(Value::as_ordered_map) else {
            return Err(raised("one hash required"));
        };
        map.get(&Value::string(name))
            .ok_or_else(|| raised(format!("key{open}{name}{close} not found")))
    }

    /// Returns the number for `*`, optionally followed by a number and `$`.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
    )]
    fn star(&mut self, rest: &mut &str) -> Eval<i64> {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let value = if rest[digits..].starts_with('$') && digits > 0 {
            let number = rest[..digits].parse().unwrap_or(usize::MAX);
            *rest = &rest[digits + 1..];
            self.numbered(number)?
        } else if digits == rest.len() {
            return Err(raised(UNFINISHED));
        } else {
            self.next()?
        };
        Ok(value.as_small_whole().unwrap_or(0))
    }
}

/// Ruby's error for a format that ends in a number.
const UNFINISHED: &str = "malformed format string - %*[0-9]";

/// The progress of parsing a directive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Flags,
    Width,
    Precision,
}

impl Part {
    /// Advances to the width.
    fn width(self) -> Eval<Part> {
        match self {
            Part::Flags => Ok(Part::Width),
            Part::Width => Err(raised("width given twice")),
            Part::Precision => Err(raised("width after precision")),
        }
    }
}

/// Appends a value by one directive.
fn push(
    out: &mut String,
    directive: &str,
    letter: char,
    value: &Value,
    budget: &Budget,
) -> Eval<()> {
    let written = if let Some(text) = value.as_str() {
        match letter {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'b' | 'B' => match integer_of(text) {
                Some(integer) => write_one(out, directive, &Arg::Integer(&integer)),
                None => Err(format!("invalid value for Integer(): {}", inspected(text))),
            },
            'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => match float_of(text) {
                Some(float) => write_one(out, directive, &Arg::Float(float)),
                None => Err(format!("invalid value for Float(): {}", inspected(text))),
            },
            'c' if text.chars().nth(1).is_some() || text.is_empty() => {
                Err("%c requires a character".into())
            }
            'c' => write_one(out, &directive.replace('c', "s"), &Arg::Text(text)),
            _ => write_one(out, directive, &Arg::Text(text)),
        }
    } else if let Some(integer) = value.as_integer() {
        write_one(out, directive, &Arg::Integer(&integer))
    } else if let Some(float) = value.as_double() {
        match Integer::from_f64(float.trunc()) {
            Some(code) if letter == 'c' => write_one(out, directive, &Arg::Integer(&code)),
            _ => write_one(out, directive, &Arg::Float(float)),
        }
    } else {
        let class = class_in_words(value);
        let shown = inspected_value(value, budget)?;
        let text = host_text(value, budget)?;
        let other = Other {
            text: &text,
            inspected: &shown,
            number: None,
            class: &class,
        };
        write_one(out, directive, &Arg::Other(other))
    };
    written.map_err(raised)
}

/// Charges the bytes that were written since the last charge.
fn written(out: &str, memory: &mut HeldBytes<'_>) -> Eval<()> {
    let more = (out.len() as u64).saturating_sub(memory.held());
    bounded(out.len())?;
    memory.charge(more / TEXT_STEP)?;
    Ok(memory.hold(more)?)
}

#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
fn sprintf(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let format = arguments.values[0].as_str();
    let format = format.ok_or_else(|| no_text(&arguments.values[0]))?;
    let mut format_arguments = FormatArguments {
        values: &arguments.values[1..],
        taken: 0,
        naming: Naming::Open,
    };
    let mut out = String::new();
    let mut memory = HeldBytes::new(interpreter.budget);
    memory.charge(format.len() as u64 / TEXT_STEP)?;
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut flags = String::new();
        let mut chosen: Option<&Value> = None;
        let mut name: Option<&str> = None;
        let mut part = Part::Flags;
        loop {
            interpreter.budget.charge(1)?;
            let Some(c) = rest.chars().next() else {
                return Err(raised(
                    "incomplete format specifier; use %% (double %) instead",
                ));
            };
            match c {
                '*' => {
                    rest = &rest[1..];
                    part = part.width()?;
                    let width = format_arguments.star(&mut rest)?;
                    if width < 0 {
                        flags.push('-');
                    }
                    flags.push_str(&width.unsigned_abs().to_string());
                }
                '<' | '{' => {
                    let close = if c == '<' { '>' } else { '}' };
                    let Some(end) = rest.find(close) else {
                        return Err(raised("malformed name - unmatched parenthesis"));
                    };
                    let own = &rest[1..end];
                    if let Some(first) = name {
                        let message = format!("named{c}{own}{close} after <{first}>");
                        return Err(raised(message));
                    }
                    let value = format_arguments.named((c, close), own)?;
                    name = Some(own);
                    rest = &rest[end + 1..];
                    if c == '{' {
                        push(
                            &mut out,
                            &format!("%{flags}s"),
                            's',
                            value,
                            interpreter.budget,
                        )?;
                        break;
                    }
                    chosen = Some(value);
                }
                '1'..='9' => {
                    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                    if digits == rest.len() {
                        return Err(raised(UNFINISHED));
                    }
                    if rest[digits..].starts_with('$') {
                        let number = rest[..digits].parse().unwrap_or(usize::MAX);
                        if chosen.is_some() {
                            return Err(raised(format!("value given twice - {number}$")));
                        }
                        chosen = Some(format_arguments.numbered(number)?);
                        rest = &rest[digits + 1..];
                    } else {
                        part = part.width()?;
                        flags.push_str(&rest[..digits]);
                        rest = &rest[digits..];
                    }
                }
                ' ' | '#' | '+' | '-' | '0' => {
                    match part {
                        Part::Flags => {}
                        Part::Width => return Err(raised("flag after width")),
                        Part::Precision => return Err(raised("flag after precision")),
                    }
                    flags.push(c);
                    rest = &rest[1..];
                }
                '.' => {
                    if part == Part::Precision {
                        return Err(raised("precision given twice"));
                    }
                    part = Part::Precision;
                    rest = &rest[1..];
                    flags.push('.');
                    if rest.starts_with('*') {
                        rest = &rest[1..];
                        flags.push_str(&format_arguments.star(&mut rest)?.to_string());
                    } else {
                        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                        if digits == rest.len() {
                            return Err(raised(UNFINISHED));
                        }
                        flags.push_str(&rest[..digits]);
                        rest = &rest[digits..];
                    }
                }
                '%' | '\n' | '\0' => {
                    let nothing = Integer::from(0i64);
                    let directive = format!("%{flags}{c}");
                    write_one(&mut out, &directive, &Arg::Integer(&nothing)).map_err(raised)?;
                    rest = &rest[1..];
                    break;
                }
                letter => {
                    rest = &rest[letter.len_utf8()..];
                    if !"diuoxXbBeEfgGaAspc".contains(letter) {
                        return Err(raised(format!("malformed format string - %{letter}")));
                    }
                    let value = match chosen {
                        Some(value) => value,
                        None => format_arguments.next()?,
                    };
                    push(
                        &mut out,
                        &format!("%{flags}{letter}"),
                        letter,
                        value,
                        interpreter.budget,
                    )?;
                    break;
                }
            }
        }
        written(&out, &mut memory)?;
    }
    out.push_str(rest);
    written(&out, &mut memory)?;
    let value = Value::string(&out);
    interpreter.hold_shallow(&value)?;
    Ok(value)
}

/// Parses the value of one directive at the start of a text; returns the value and its length.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `char_indices`, `find` and runs of ASCII characters"
)]
fn scanned(letter: char, text: &str, width: usize) -> Option<(Value, usize)> {
    let most = text
        .char_indices()
        .nth(width)
        .map_or(text.len(), |(end, _)| end);
    let text = &text[..most];
    let sign = usize::from(text.starts_with(['+', '-']));
    let run = |from: usize, is: fn(&u8) -> bool| text[from..].bytes().take_while(is).count();
    let integer = |from: usize, length: usize, radix: u32| -> Option<(Value, usize)> {
        let digits = text
            .get(from..from + length)
            .filter(|digits| !digits.is_empty())?;
        let integer = Integer::parse_radix(digits, radix).ok()?;
        let negative = text.starts_with('-');
        let value = if negative { integer.neg() } else { integer };
        Some((Value::from_integer(value), from + length))
    };
    match letter {
        'd' | 'u' => integer(sign, run(sign, u8::is_ascii_digit), 10),
        'x' | 'X' => {
            let after = &text[sign..];
            let prefix = if after.starts_with("0x") || after.starts_with("0X") {
                2
            } else {
                0
            };
            let from = sign + prefix;
            integer(from, run(from, u8::is_ascii_hexdigit), 16)
        }
        'o' => integer(sign, run(sign, |b| (b'0'..=b'7').contains(b)), 8),
        'i' => {
            let after = &text[sign..];
            if after.starts_with("0x") || after.starts_with("0X") {
                return integer(sign + 2, run(sign + 2, u8::is_ascii_hexdigit), 16);
            }
            let length = run(sign, u8::is_ascii_digit);
            let octal = after.starts_with('0')
                && after[..length].bytes().all(|b| (b'0'..=b'7').contains(&b));
            integer(sign, length, if octal { 8 } else { 10 })
        }
        'f' | 'g' | 'e' | 'a' | 'F' | 'G' | 'E' | 'A' => {
            let mut end = sign + run(sign, u8::is_ascii_digit);
            if text[end..].starts_with('.') {
                end += 1 + run(end + 1, u8::is_ascii_digit);
            }
            let exponent = text[end..].strip_prefix(['e', 'E']);
            if let Some(exponent) = exponent {
                let sign = usize::from(exponent.starts_with(['+', '-']));
                let digits = exponent[sign..]
                    .bytes()
                    .take_while(u8::is_ascii_digit)
                    .count();
                if digits > 0 {
                    end += 1 + sign + digits;
                }
            }
            let float: f64 = text[..end].parse().ok()?;
            Some((Value::from_double(float), end))
        }
        's' => {
            let length = text.find(char::is_whitespace).unwrap_or(text.len());
            (length > 0).then(|| (Value::string(&text[..length]), length))
        }
        _ => None,
    }
}

/// The characters that `%[...]` accepts.
struct Set<'f> {
    negated: bool,
    text: &'f str,
}

impl<'f> Set<'f> {
    /// Parses a set after its opening bracket, and returns the rest. A closing bracket at the
    /// beginning is a character of the set.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
    )]
    fn read(format: &'f str) -> Option<(Set<'f>, &'f str)> {
        let inner = format.strip_prefix('^').unwrap_or(format);
        let mut from = usize::from(inner.starts_with(']'));
        loop {
            let end = from + inner.get(from..)?.find([']', '['])?;
            let named = inner[end..]
                .strip_prefix("[:")
                .and_then(|name| name.find(":]"));
            from = match named {
                Some(length) => end + length + 4,
                None if inner[end..].starts_with('[') => end + 1,
                None => {
                    let set = Set {
                        negated: inner.len() < format.len(),
                        text: &inner[..end],
                    };
                    return Some((set, &inner[end + 1..]));
                }
            };
        }
    }

    #[expect(
        clippy::string_slice,
        reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
    )]
    fn contains(&self, c: char) -> bool {
        let mut found = false;
        let mut rest = self.text;
        while let Some(first) = rest.chars().next() {
            if let Some((name, after)) = rest
                .strip_prefix("[:")
                .and_then(|rest| rest.split_once(":]"))
            {
                found |= is_of_class(c, name);
                rest = after;
                continue;
            }
            rest = &rest[first.len_utf8()..];
            let last = rest.strip_prefix('-').and_then(|rest| rest.chars().next());
            match last {
                Some(last) => {
                    found |= (first..=last).contains(&c);
                    rest = &rest[1 + last.len_utf8()..];
                }
                None => found |= c == first,
            }
        }
        found != self.negated
    }
}

/// Whether a character is in a POSIX class.
fn is_of_class(c: char, name: &str) -> bool {
    match name {
        "alpha" => c.is_alphabetic(),
        "digit" => c.is_ascii_digit(),
        "alnum" => c.is_alphanumeric(),
        "upper" => c.is_uppercase(),
        "lower" => c.is_lowercase(),
        "space" => c.is_whitespace(),
        "blank" => matches!(c, ' ' | '\t'),
        "cntrl" => c.is_control(),
        "xdigit" => c.is_ascii_hexdigit(),
        "punct" => c.is_ascii_punctuation(),
        "print" => !c.is_control(),
        "graph" => !c.is_control() && !c.is_whitespace(),
        _ => false,
    }
}

#[expect(
    clippy::string_slice,
    reason = "offsets come from `find`, `len_utf8` and runs of ASCII characters"
)]
fn scanf(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let (mut text, mut format) = (arguments.text(0), arguments.text(1));
    let mut found = Elements::new(interpreter.budget);
    while let Some(c) = format.chars().next() {
        interpreter.budget.charge(1)?;
        format = &format[c.len_utf8()..];
        if c.is_whitespace() {
            text = text.trim_start();
            continue;
        }
        if c != '%' || format.starts_with('%') {
            if c == '%' {
                format = &format[1..];
            }
            match text.trim_start_matches(char::is_whitespace).strip_prefix(c) {
                Some(rest) if text.starts_with(c) || c == '%' => text = rest,
                _ => break,
            }
            continue;
        }
        let skipped = format.starts_with('*');
        if skipped {
            format = &format[1..];
        }
        let digits = format.bytes().take_while(u8::is_ascii_digit).count();
        let width = format[..digits].parse().unwrap_or(usize::MAX);
        format = &format[digits..];
        let Some(letter) = format.chars().next() else {
            break;
        };
        format = &format[letter.len_utf8()..];
        // A conversion reads up to its width, and converts digits in superlinear time.
        interpreter.budget.charge(text.len().min(width) as u64)?;
        let read = if letter == '[' {
            let Some((set, rest)) = Set::read(format) else {
                break;
            };
            format = rest;
            let mut length = 0;
            for c in text.chars().take(width) {
                interpreter.budget.charge(1 + set.text.len() as u64 / 16)?;
                if !set.contains(c) {
                    break;
                }
                length += c.len_utf8();
            }
            (length > 0).then(|| (Value::string(&text[..length]), length))
        } else if letter == 'c' {
            let width = if digits == 0 { 1 } else { width };
            let end = text
                .char_indices()
                .nth(width)
                .map_or(text.len(), |(end, _)| end);
            (end > 0).then(|| (Value::string(&text[..end]), end))
        } else {
            text = text.trim_start();
            scanned(letter, text, width)
        };
        let Some((value, length)) = read else {
            break;
        };
        text = &text[length..];
        if !skipped {
            interpreter.hold_shallow(&value)?;
            found.push(value)?;
        }
    }
    let found = found.into_array()?;
    match arguments.block {
        Some(block) => interpreter.call_block(block, &[found]),
        None => Ok(found),
    }
}
