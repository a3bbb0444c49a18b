//! Formatting: `format` and `formatlist`.
//!
//! A format string is text with verbs. A verb consists of `%`, any of the flags `+`, `-`, `#`, `0`
//! and space, a width, a point with a precision, the number of an argument in brackets, and a
//! letter: `v` for any value (with `#` as JSON), `t` for bools, `b` `d` `o` `x` `X` for whole
//! numbers, `e` `E` `f` `g` `G` for numbers, `s` for strings and `q` for quoted strings. `%%` is a
//! percent sign. An argument is converted to the type of its verb. Widths are counted in
//! characters.

mod number;

use super::define::{
    DYNAMIC, MAX_RESULT_BYTES, any, convert, list_of_strings, made, makes_elements, never_null,
    refused, string, text, too_long, wrong,
};
use crate::functions::Function;
use number::{write_float, write_integer};
use polycty_core::calls::{Allow, Call};
use polycty_core::codec::json;
use polycty_core::number::Number;
use polycty_core::source::{Code, Error, Quotes, Result};
use polycty_core::text::{Directive, Quoted, QuotedChar, Sink, leading_number};
use polycty_core::types::Type;
use polycty_core::values::{Refinement, Value, grapheme_count, primitive};
use std::fmt::Write;
use unicode_segmentation::UnicodeSegmentation;

standard! {
    /// Returns the text of a format string with a value in place of each verb.
    FORMAT: format(format; args) [Own] = |about| Function::new(
        never_null(
            about
                .parameter(string("format", "The text with verbs."))
                .variadic(
                    any("args", "The values for the verbs, in their order.")
                        .allow(Allow::NULL | Allow::UNKNOWN | DYNAMIC),
                ),
        ),
        Type::string().clone(),
        |args, call| {
            let format = bytes_of(args[0])?;
            if !args.iter().all(|arg| arg.is_wholly_known()) {
                return unknown_text(text(args[0])?);
            }
            made_of(formatted(format, &args[1..], call)?, call)
        },
    );
    /// Returns a list of texts of a format string, one for each element of the lists, tuples and
    /// sets among the values, which must have the same length. Other values are used in each text.
    FORMATLIST: formatlist(format; args) [Own] = |about| Function::new(
        never_null(
            about
                .parameter(string("format", "The text with verbs."))
                .variadic(
                    any("args", "The values for the verbs, in their order.")
                        .allow(Allow::NULL | Allow::UNKNOWN | DYNAMIC),
                ),
        ),
        list_of_strings().clone(),
        |args, call| formatted_list(bytes_of(args[0])?, &args[1..], call),
    );
}

/// The steps of a verb, and the number of bytes that it writes in one further step.
const VERB: u64 = 2;
const VERB_BYTES: usize = 64;

/// The number of bytes of a format string that are searched and copied in one step.
const FORMAT_BYTES: usize = 64;

/// The maximum width and precision of a verb.
pub const MAX_WIDTH: usize = 1 << 16;

/// Returns an unknown text with the prefix that does not depend on the values.
fn unknown_text(format: &str) -> Result<Value> {
    let unknown = Value::unknown(Type::string().clone());
    match format.split_once('%') {
        Some((prefix, _)) if !prefix.is_empty() => {
            unknown.refine().not_null().prefix(prefix).build()
        }
        _ => Ok(unknown),
    }
}

fn formatted_list(format: &[u8], args: &[&Value], call: &Call<'_>) -> Result<Value> {
    let ty = call.returns;
    if args.is_empty() {
        let only = made_of(formatted(format, args, call)?, call)?;
        return Value::sequence(ty.clone(), [only]);
    }
    let mut chosen: Option<(usize, usize)> = None;
    let mut known = true;
    for (at, arg) in args.iter().enumerate() {
        let of = arg.ty();
        if !(of.is_list() || of.is_set() || of.is_tuple()) || arg.is_null() {
            known &= !of.is_any() || arg.is_known();
            continue;
        }
        let length = match (of.elements(), arg.part_count()) {
            (Some(types), _) => types.len(),
            (None, Some(count)) if !of.is_set() || count == 1 || arg.is_wholly_known() => count,
            _ => {
                known = false;
                continue;
            }
        };
        match chosen {
            Some((chooser, wanted)) if wanted != length => {
                return Err(refused(format!(
                    "argument {} has length {length}, which is inconsistent with argument {} \
                     of length {wanted}",
                    at + 1,
                    chooser + 1
                ))
                .with_argument(at + 1));
            }
            Some(_) => {}
            None => chosen = Some((at, length)),
        }
        known &= arg.is_known();
    }
    if !known {
        return Ok(Value::unknown(ty.clone()));
    }
    let columns: Vec<Column<'_>> = args.iter().map(|arg| Column::of(arg)).collect();
    let length = chosen.map_or(1, |(_, length)| length);
    makes_elements(length, call)?;
    let mut texts = Vec::with_capacity(length);
    let mut total = 0;
    for at in 0..length {
        let row: Vec<&Value> = columns.iter().map(|column| column.at(at)).collect();
        if !row.iter().all(|value| value.is_wholly_known()) {
            texts.push(Value::refined(Type::string().clone(), Refinement::NOT_NULL));
            continue;
        }
        let line = formatted(format, &row, call).map_err(|error| in_iteration(at, &error))?;
        total += line.len();
        if total > MAX_RESULT_BYTES {
            return Err(too_long());
        }
        texts.push(made_of(line, call)?);
    }
    Value::sequence(ty.clone(), texts)
}

/// Returns the error of one text of a list.
fn in_iteration(at: usize, error: &Error) -> Error {
    let message = format!("error on format iteration {at}: {}", error.message());
    let quotes = error.quotes().unwrap_or(Quotes::Any);
    Error::new(error.code(), message).quoting(quotes)
}

/// The values of an argument for the texts of a list.
enum Column<'a> {
    Same(&'a Value),
    Each(&'a [Value]),
}

impl<'a> Column<'a> {
    fn of(value: &'a Value) -> Column<'a> {
        let ty = value.ty();
        match value.parts() {
            Some(parts) if ty.is_list() || ty.is_set() || ty.is_tuple() => Column::Each(parts),
            _ => Column::Same(value),
        }
    }

    fn at(&self, at: usize) -> &'a Value {
        match self {
            Column::Same(value) => value,
            Column::Each(parts) => &parts[at],
        }
    }
}

/// A verb of a format string.
#[derive(Clone, Copy, Default)]
struct Verb<'a> {
    /// The text of the verb, which is ASCII.
    raw: &'a [u8],
    /// The position of the verb.
    offset: usize,
    /// The number of the argument, counted from 1, if it is specified.
    argument: Option<usize>,
    directive: Directive,
}

impl Verb<'_> {
    fn quoted(&self) -> Quoted<'_> {
        Quoted(ascii(self.raw))
    }
}

/// Converts ASCII bytes to a text.
fn ascii(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// Returns the bytes of a text. The protocol passes only known strings.
#[inline]
fn bytes_of(argument: &Value) -> Result<&[u8]> {
    argument.as_str_bytes().ok_or_else(|| wrong(argument))
}

/// Returns a value from a text that consists of whole texts and ASCII.
fn made_of(text: Vec<u8>, call: &Call<'_>) -> Result<Value> {
    made(std::str::from_utf8(&text).unwrap_or_default(), call)
}

/// Formats a text as bytes, because one UTF-8 check of the result is cheaper than a check of each
/// piece. An error names its verb.
fn formatted(format: &[u8], args: &[&Value], call: &Call<'_>) -> Result<Vec<u8>> {
    written(format, args, call).map_err(|error| match error.quotes() {
        None => error.quoting(Quotes::Argument(0)),
        Some(_) => error.quoting(Quotes::Any),
    })
}

fn written(format: &[u8], args: &[&Value], call: &Call<'_>) -> Result<Vec<u8>> {
    call.budget.charge((format.len() / FORMAT_BYTES) as u64)?;
    let mut out = Vec::with_capacity(format.len() + 16 * args.len());
    // The numbers of the last argument used and of the highest argument used, counted from 1.
    let mut current = 0;
    let mut highest = 0;
    let mut rest = format;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        out.extend_from_slice(&rest[..at]);
        let offset = format.len() - rest.len() + at;
        if rest.get(at + 1) == Some(&b'%') {
            out.push(b'%');
            rest = &rest[at + 2..];
            continue;
        }
        let verb = parse_verb(format, offset)?;
        rest = &format[offset + verb.raw.len()..];
        current = verb.argument.unwrap_or(current + 1);
        highest = highest.max(current);
        let Some(value) = args.get(current - 1) else {
            return Err(refused(format!(
                "not enough arguments for {} at {offset}: need index {current} but have {} total",
                verb.quoted(),
                args.len()
            )));
        };
        let before = out.len();
        write_verb(&verb, value, &mut out, call)?;
        call.budget
            .charge(VERB + ((out.len() - before) / VERB_BYTES) as u64)?;
        if out.len() > MAX_RESULT_BYTES {
            return Err(too_long());
        }
    }
    out.extend_from_slice(rest);
    if highest < args.len() {
        let message = match highest {
            0 => "too many arguments; no verbs in format string".to_owned(),
            used => format!("too many arguments; only {used} used by format string"),
        };
        return Err(refused(message).with_argument(highest + 1));
    }
    Ok(out)
}

/// Parses the verb whose percent sign is at an offset.
#[inline]
fn parse_verb(format: &[u8], offset: usize) -> Result<Verb<'_>> {
    let mut verb = Verb {
        offset,
        ..Verb::default()
    };
    // Fast path: most verbs consist of a single letter.
    match format.get(offset + 1) {
        Some(letter) if letter.is_ascii_alphabetic() => {
            verb.directive.letter = char::from(*letter);
            verb.raw = &format[offset..offset + 2];
            Ok(verb)
        }
        _ => parse_directive(format, verb),
    }
}

fn parse_directive<'f>(format: &'f [u8], mut verb: Verb<'f>) -> Result<Verb<'f>> {
    let offset = verb.offset;
    let mut at = offset + 1;
    let directive = &mut verb.directive;
    while format.get(at).is_some_and(|flag| directive.set_flag(*flag)) {
        at += 1;
    }
    directive.width = count(format, &mut at)?;
    if format.get(at) == Some(&b'.') {
        at += 1;
        directive.precision = Some(count(format, &mut at)?.unwrap_or(0));
    }
    if format.get(at) == Some(&b'[') {
        at += 1;
        let digits = at;
        if format
            .get(at)
            .is_none_or(|byte| !(b'1'..=b'9').contains(byte))
        {
            return Err(unrecognized(format, at));
        }
        while format.get(at).is_some_and(u8::is_ascii_digit) {
            at += 1;
        }
        if format.get(at) != Some(&b']') {
            return Err(unrecognized(format, at));
        }
        // A number that does not fit refers to an argument that does not exist.
        verb.argument = Some(ascii(&format[digits..at]).parse().unwrap_or(usize::MAX));
        at += 1;
    }
    match format.get(at) {
        Some(letter) if letter.is_ascii_alphabetic() => {
            verb.directive.letter = char::from(*letter);
        }
        _ => return Err(unrecognized(format, at)),
    }
    verb.raw = &format[offset..=at];
    Ok(verb)
}

/// Parses the digits of a width or a precision, if present.
#[inline]
fn count(bytes: &[u8], at: &mut usize) -> Result<Option<usize>> {
    let start = *at;
    let (number, digits) = leading_number(&bytes[start..]);
    *at += digits;
    if number > MAX_WIDTH {
        return Err(Error::new(
            Code::Limit,
            format!("a width or precision at offset {start} is greater than {MAX_WIDTH}"),
        ));
    }
    Ok((digits > 0).then_some(number))
}

#[cold]
fn unrecognized(format: &[u8], at: usize) -> Error {
    let rest = std::str::from_utf8(&format[at..]).unwrap_or_default();
    match rest.chars().next() {
        Some(c) => {
            let c = QuotedChar(c);
            refused(format!("unrecognized format character {c} at offset {at}"))
        }
        None => refused(format!("invalid format string starting at offset {at}")),
    }
}

fn write_verb(verb: &Verb<'_>, value: &Value, out: &mut Vec<u8>, call: &Call<'_>) -> Result<()> {
    let start = out.len();
    let directive = &verb.directive;
    if value.is_null() && directive.letter != 'v' {
        return Err(unsupported(verb, "null value cannot be formatted").with_code(Code::Null));
    }
    match directive.letter {
        'v' => {
            write_any(verb, value, out, call)?;
            pad(directive, start, out);
            Ok(())
        }
        's' | 'q' => {
            write_string(verb, value, out, call)?;
            pad(directive, start, out);
            Ok(())
        }
        't' => {
            let truth = match value.as_bool() {
                Some(truth) => truth,
                None => converted(verb, value, Type::bool(), call)?
                    .as_bool()
                    .unwrap_or_default(),
            };
            out.extend_from_slice(primitive::bool_text(truth).as_bytes());
            Ok(())
        }
        'b' | 'd' | 'o' | 'x' | 'X' => {
            let number = number_of(verb, value, call)?;
            if number.is_infinite() || !number.is_integer() {
                return Err(unsupported(verb, "an integer is required"));
            }
            write_integer(directive, &number, call.budget, out)
        }
        'e' | 'E' | 'f' | 'g' | 'G' => {
            write_float(directive, &number_of(verb, value, call)?, call.budget, out)
        }
        letter => Err(refused(format!(
            "unsupported format verb {} in {} at offset {}",
            QuotedChar(letter),
            verb.quoted(),
            verb.offset
        ))),
    }
}

fn write_any(verb: &Verb<'_>, value: &Value, out: &mut Vec<u8>, call: &Call<'_>) -> Result<()> {
    if value.is_null() {
        out.extend_from_slice(b"null");
        return Ok(());
    }
    if !verb.directive.sharp {
        if let Some(text) = value.as_str_bytes() {
            out.extend_from_slice(text);
            return Ok(());
        }
        if let Some(number) = value.as_number() {
            let general = Directive {
                letter: 'g',
                ..Directive::default()
            };
            return write_float(&general, &number, call.budget, out);
        }
        if let Some(truth) = value.as_bool() {
            out.extend_from_slice(primitive::bool_text(truth).as_bytes());
            return Ok(());
        }
    }
    let text = json::encode_within(value, value.ty(), call.budget).map_err(|error| {
        let message = error.message().to_owned();
        unsupported(verb, &message).with_code(error.code())
    })?;
    out.extend_from_slice(text.as_bytes());
    Ok(())
}

fn write_string(verb: &Verb<'_>, value: &Value, out: &mut Vec<u8>, call: &Call<'_>) -> Result<()> {
    let made;
    let mut text = match value.as_str_bytes() {
        Some(text) => text,
        None => {
            made = converted(verb, value, Type::string(), call)?;
            made.as_str_bytes().unwrap_or_default()
        }
    };
    // A precision of zero truncates nothing.
    if let Some(precision @ 1..) = verb.directive.precision
        && let Ok(whole) = std::str::from_utf8(text)
        && let Some((end, _)) = whole.grapheme_indices(true).nth(precision)
    {
        text = &text[..end];
    }
    if verb.directive.letter == 'q' {
        json::write_string(text, out);
    } else {
        out.extend_from_slice(text);
    }
    Ok(())
}

/// Pads the text written since `start` to the width, with zeros if the zero flag is set, on either
/// side.
#[inline]
fn pad(directive: &Directive, start: usize, out: &mut Vec<u8>) {
    if directive.width.is_some() {
        pad_to_width(directive, start, out);
    }
}

fn pad_to_width(directive: &Directive, start: usize, out: &mut Vec<u8>) {
    let written = std::str::from_utf8(&out[start..]).unwrap_or_default();
    let padding = directive.padding(grapheme_count(written));
    let fill = if directive.zero { b'0' } else { b' ' };
    let before = padding.before + padding.zeros;
    out.splice(start..start, std::iter::repeat_n(fill, before));
    out.repeat(fill, padding.after);
}

fn number_of(verb: &Verb<'_>, value: &Value, call: &Call<'_>) -> Result<Number> {
    match value.as_number() {
        Some(number) => Ok(number),
        None => Ok(converted(verb, value, Type::number(), call)?
            .as_number()
            .unwrap_or_default()),
    }
}

/// Converts a value to the type of a verb.
fn converted(verb: &Verb<'_>, value: &Value, ty: &Type, call: &Call<'_>) -> Result<Value> {
    convert(value, ty, call.budget).map_err(|error| {
        let unsupported = unsupported(verb, error.message()).with_code(error.code());
        match error.quotes() {
            Some(quotes) => unsupported.quoting(quotes),
            None => unsupported,
        }
    })
}

#[cold]
fn unsupported(verb: &Verb<'_>, why: &str) -> Error {
    let mut message = String::new();
    let _ = write!(
        message,
        "unsupported value for {} at {}: {why}",
        verb.quoted(),
        verb.offset
    );
    refused(message)
}
