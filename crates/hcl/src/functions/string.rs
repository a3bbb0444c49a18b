//! Functions of strings.
//!
//! Characters are grapheme clusters wherever they are counted. Results are in normalization form C,
//! as all strings of HCL are.

use super::define::{
    DYNAMIC, MAX_RESULT_BYTES, holds_elements, list_of_strings, made, makes_elements, makes_text,
    never_null, number, of_text, refused, string, strings, text, too_long, whole, wrong,
};
use crate::functions::Function;
use polycty_core::calls::{Allow, Call, cost};
use polycty_core::number::Number;
use polycty_core::source::Result;
use polycty_core::types::{KeyedSet, Type};
use polycty_core::values::{
    Bound, BoundKind, Detail, Refinement, Value, ValueRange, grapheme_count,
};
use unicode_segmentation::UnicodeSegmentation;

standard! {
    /// Returns a string with its characters in reverse order.
    REVERSE: reverse(str) [Characters] = |about| of_text(
        about.parameter(string("str", "The string to reverse.").allow(DYNAMIC)),
        |text, call| {
            made(&text.graphemes(true).rev().collect::<String>(), call)
        },
    );
    /// Returns the number of characters of a string.
    STRLEN: strlen(str) [Characters] = |about| Function::new(
        about
            .parameter(
                string("str", "The string to measure.").allow(DYNAMIC | Allow::UNKNOWN),
            )
            .refine_result(not_negative()),
        Type::number().clone(),
        |args, _| length(args[0]),
    );
    /// Returns a part of a string, counted in characters.
    SUBSTR: substr(str, offset, length) [Characters] = |about| Function::new(
        never_null(
            about
                .parameter(string("str", "The string to take a part of.").allow(DYNAMIC))
                .parameter(
                    number(
                        "offset",
                        "The start of the part, counted from 0; negative to count from the end.",
                    )
                    .allow(DYNAMIC),
                )
                .parameter(
                    number("length", "The length of the part; negative for the rest of the string.")
                        .allow(DYNAMIC),
                ),
        ),
        Type::string().clone(),
        |args, call| {
            let (offset, length) = (whole(args[1])?, whole(args[2])?);
            made(part(text(args[0])?, offset, length), call)
        },
    );
    /// Joins the strings of one or more lists with a separator between them.
    JOIN: join(separator; lists) [Own] = |about| Function::new(
        never_null(
            about
                .parameter(string("separator", "The text between the strings."))
                .variadic(
                    strings("lists", "The lists of strings to join.").allow(Allow::UNKNOWN),
                ),
        ),
        Type::string().clone(),
        |args, call| joined(text(args[0])?, &args[1..], call),
    );
    /// Returns a list of strings in ascending order of their Unicode code points.
    SORT: sort(list) [Sorting] = |about| Function::new(
        never_null(about.parameter(
            strings("list", "The strings to sort.").allow(Allow::UNKNOWN),
        )),
        list_of_strings().clone(),
        |args, call| {
            holds_elements(args[0].part_count().unwrap_or_default(), call)?;
            sorted(args[0], call.returns)
        },
    );
    /// Splits a string at each separator into a list of strings. With an empty separator, splits it
    /// into Unicode code points.
    SPLIT: split(separator, str) [Linear] = |about| Function::new(
        never_null(
            about
                .parameter(string("separator", "The text between the parts."))
                .parameter(string("str", "The string to split.")),
        ),
        list_of_strings().clone(),
        |args, call| {
            let (separator, whole) = (text(args[0])?, text(args[1])?);
            call.budget.hold(whole.len() as u64)?;
            let mut parts = Vec::new();
            let mut add = |part: &str| -> Result<()> {
                makes_elements(1, call)?;
                cost::normalize(part, call.budget)?;
                parts.push(Value::nfc_string(part));
                Ok(())
            };
            let mut buffer = [0; 4];
            match separator {
                "" => (whole.chars()).try_for_each(|c| add(c.encode_utf8(&mut buffer)))?,
                separator => whole.split(separator).try_for_each(&mut add)?,
            }
            Value::sequence(call.returns.clone(), parts)
        },
    );
    /// Removes all line breaks from the end of a string.
    CHOMP: chomp(str) [Linear] = |about| of_text(
        about.parameter(string("str", "The string to shorten.")),
        |text, call| made(text.trim_end_matches(['\n', '\r']), call),
    );
    /// Adds spaces at the start of every line of a string except the first.
    INDENT: indent(spaces, str) [Own] = |about| Function::new(
        never_null(
            about
                .parameter(number("spaces", "The number of spaces."))
                .parameter(string("str", "The string to indent.")),
        ),
        Type::string().clone(),
        |args, call| {
            let spaces = usize::try_from(whole(args[0])?)
                .map_err(|_| refused("the number of spaces must not be negative"))?;
            indented(spaces, text(args[1])?, call)
        },
    );
    /// Removes white space from both ends of a string.
    TRIMSPACE: trimspace(str) [Linear] = |about| of_text(
        about.parameter(string("str", "The string to trim.")),
        |text, call| made(text.trim(), call),
    );
    /// Removes the characters of a set from both ends of a string.
    TRIM: trim(str, cutset) [Characters] = |about| Function::new(
        never_null(
            about
                .parameter(string("str", "The string to trim."))
                .parameter(string("cutset", "The characters to remove.")),
        ),
        Type::string().clone(),
        |args, call| {
            // A search of the set for each character would take the product of both lengths.
            let cutset = text(args[1])?;
            let cutset: KeyedSet<char> = cutset.chars().collect();
            made(text(args[0])?.trim_matches(|c| cutset.contains(&c)), call)
        },
    );
    /// Removes a prefix from a string, if the string starts with it.
    TRIMPREFIX: trimprefix(str, prefix) [Linear] = |about| Function::new(
        never_null(
            about
                .parameter(string("str", "The string to trim."))
                .parameter(string("prefix", "The prefix to remove.")),
        ),
        Type::string().clone(),
        |args, call| {
            let (whole, prefix) = (text(args[0])?, text(args[1])?);
            made(whole.strip_prefix(prefix).unwrap_or(whole), call)
        },
    );
    /// Removes a suffix from a string, if the string ends with it.
    TRIMSUFFIX: trimsuffix(str, suffix) [Linear] = |about| Function::new(
        never_null(
            about
                .parameter(string("str", "The string to trim."))
                .parameter(string("suffix", "The suffix to remove.")),
        ),
        Type::string().clone(),
        |args, call| {
            let (whole, suffix) = (text(args[0])?, text(args[1])?);
            made(whole.strip_suffix(suffix).unwrap_or(whole), call)
        },
    );
}

/// The refinement of all lengths.
fn not_negative() -> Refinement {
    Refinement {
        not_null: true,
        detail: Detail::Number {
            min: Some(Bound {
                value: Number::ZERO,
                inclusive: true,
            }),
            max: None,
        },
    }
}

fn length(value: &Value) -> Result<Value> {
    if let Some(text) = value.as_str() {
        return Ok(Value::from_u64(grapheme_count(text) as u64));
    }
    let range = value.range()?;
    let least = grapheme_count(range.string_prefix().unwrap_or_default());
    Value::unknown(Type::number().clone())
        .refine()
        .at_least(&Value::from_u64(least as u64), BoundKind::Inclusive)
        .build()
}

/// Returns `length` characters from `offset` on. If the offset is negative, a length of zero means
/// the rest of the text, as in cty.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `grapheme_indices`, or the text is ASCII"
)]
fn part(text: &str, mut offset: i64, length: i64) -> &str {
    if offset < 0 {
        offset = offset.saturating_add(grapheme_count(text) as i64);
    } else if length == 0 {
        return "";
    }
    let rest = &text[boundary(text, offset)..];
    if length <= 0 {
        return rest;
    }
    &rest[..boundary(rest, length)]
}

/// Returns the end of the first `characters` characters, or the end of the text if it is shorter.
fn boundary(text: &str, characters: i64) -> usize {
    let characters = usize::try_from(characters).unwrap_or(0);
    if text.is_ascii() && !text.contains('\r') {
        return characters.min(text.len());
    }
    text.grapheme_indices(true)
        .nth(characters)
        .map_or(text.len(), |(at, _)| at)
}

fn joined(separator: &str, lists: &[&Value], call: &Call<'_>) -> Result<Value> {
    if lists.is_empty() {
        return Err(refused("at least one list is required"));
    }
    if !lists.iter().all(|list| list.is_wholly_known()) {
        return Ok(Value::unknown(Type::string().clone()));
    }
    let mut out = String::new();
    let mut first = true;
    for (at, list) in lists.iter().enumerate() {
        for (element_at, element) in list.parts().unwrap_or_default().iter().enumerate() {
            let Some(text) = element.as_str() else {
                let of_which = match lists.len() {
                    1 => String::new(),
                    _ => format!(" of list {}", at + 1),
                };
                let message = format!(
                    "element {element_at}{of_which} is null; cannot concatenate null values"
                );
                return Err(refused(message).with_argument(at + 1));
            };
            let separator = if first { "" } else { separator };
            first = false;
            call.budget
                .parts(1, (separator.len() + text.len()) as u64)?;
            if out.len() + separator.len() + text.len() > MAX_RESULT_BYTES {
                return Err(too_long());
            }
            out.push_str(separator);
            out.push_str(text);
        }
    }
    call.budget.release(out.len() as u64);
    made(&out, call)
}

fn sorted(list: &Value, ty: &Type) -> Result<Value> {
    if !list.is_wholly_known() {
        // The order is unknown, but the range of the length is known.
        return with_length_of(&list.range()?, ty);
    }
    let given = list.parts().ok_or_else(|| wrong(list))?;
    if let Some(at) = given.iter().position(Value::is_null) {
        return Err(refused(format!(
            "given list element {at} is null; a null string cannot be sorted"
        )));
    }
    Value::sorted(ty.clone(), given)
}

/// Returns an unknown collection with the length range of a different one.
fn with_length_of(range: &ValueRange, ty: &Type) -> Result<Value> {
    let mut builder = Value::unknown(ty.clone())
        .refine()
        .not_null()
        .length_at_least(range.length_min().unwrap_or(0));
    if let Some(max) = range.length_max() {
        builder = builder.length_at_most(max);
    }
    builder.build()
}

fn indented(spaces: usize, text: &str, call: &Call<'_>) -> Result<Value> {
    let breaks = text.bytes().filter(|byte| *byte == b'\n').count();
    let added = breaks.checked_mul(spaces).ok_or_else(too_long)?;
    makes_text(added.saturating_add(text.len()), call)?;
    let mut out = String::with_capacity(text.len() + added);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', spaces));
        }
        out.push_str(line);
    }
    cost::normalize(&out, call.budget)?;
    Ok(Value::nfc_string(&out))
}
