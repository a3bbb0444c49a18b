//! Glob patterns.
//!
//! `*` and `?` match characters of one name, `[ab]`, `[a-z]` and `[^a]` match one of several
//! characters, `{a,b}` matches either alternative, and `**` as a whole name matches any number of
//! folders. A backslash escapes the next character.

use polycty_core::calls::Budget;

/// The maximum number of patterns that result from alternatives.
const MAX_ALTERNATIVES: usize = 1024;

/// The maximum length of a pattern, in bytes.
const MAX_PATTERN: usize = 4096;

/// The bytes of patterns that are copied in a step.
const BYTES_A_STEP: usize = 16;

/// The maximum nesting of alternatives.
const MAX_NESTED: usize = 8;

/// One name of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    /// Any number of nested folders.
    Folders,
    /// This name.
    Name(String),
    /// Names that match.
    Pattern(Vec<Part>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Char(char),
    Any,
    Many,
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

/// The error of a pattern that is not valid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BadPattern;

/// Expands the alternatives of a pattern.
///
/// # Errors
/// [`BadPattern`] if the pattern is not valid or the budget is exceeded.
pub(crate) fn alternatives(pattern: &str, budget: &Budget) -> Result<Vec<String>, BadPattern> {
    if pattern.len() > MAX_PATTERN {
        Err(BadPattern)
    } else {
        within(pattern, 0, budget)
    }
}

/// Expands a part of a pattern at a depth of nesting.
fn within(pattern: &str, depth: usize, budget: &Budget) -> Result<Vec<String>, BadPattern> {
    if depth > MAX_NESTED {
        return Err(BadPattern);
    }
    let mut all = vec![String::new()];
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        let choices = match c {
            '{' => {
                let (inner, after) = braces(chars.as_str())?;
                chars = after.chars();
                let mut choices = Vec::new();
                for choice in inner {
                    choices.extend(within(choice, depth + 1, budget)?);
                }
                choices
            }
            '\\' => {
                let next = chars.next();
                all.iter_mut().for_each(|begun| {
                    begun.push('\\');
                    begun.extend(next);
                });
                continue;
            }
            c => {
                all.iter_mut().for_each(|begun| begun.push(c));
                continue;
            }
        };
        if all.len() * choices.len() > MAX_ALTERNATIVES {
            return Err(BadPattern);
        }
        let bytes = |texts: &[String]| texts.iter().map(String::len).sum::<usize>();
        let copied = bytes(&all) * choices.len() + bytes(&choices) * all.len();
        let steps = all.len() * choices.len() + (copied + chars.as_str().len()) / BYTES_A_STEP;
        budget.charge(steps as u64).map_err(|_| BadPattern)?;
        all = all
            .iter()
            .flat_map(|begun| choices.iter().map(move |choice| format!("{begun}{choice}")))
            .collect();
    }
    Ok(all)
}

/// Splits a text at the closing brace into the choices and the text after it.
#[expect(clippy::string_slice, reason = "offsets come from `char_indices`")]
fn braces(text: &str) -> Result<(Vec<&str>, &str), BadPattern> {
    let (mut depth, mut start, mut escaped) = (0, 0, false);
    let mut choices = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' => {
                choices.push(&text[start..at]);
                return Ok((choices, &text[at + 1..]));
            }
            ',' if depth == 0 => {
                choices.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    Err(BadPattern)
}

/// Splits a pattern without alternatives into its names.
pub(crate) fn segments(pattern: &str) -> Result<Vec<Segment>, BadPattern> {
    let names = pattern.split('/').filter(|name| !name.is_empty());
    let mut segments: Vec<Segment> = Vec::new();
    for name in names {
        let segment = segment(name)?;
        // Consecutive `**` are equivalent to one.
        if segment != Segment::Folders || segments.last() != Some(&Segment::Folders) {
            segments.push(segment);
        }
    }
    Ok(segments)
}

fn segment(name: &str) -> Result<Segment, BadPattern> {
    if name == "**" {
        return Ok(Segment::Folders);
    }
    let mut parts = Vec::new();
    let mut chars = name.chars();
    while let Some(c) = chars.next() {
        parts.push(match c {
            '*' if parts.last() == Some(&Part::Many) => continue,
            '*' => Part::Many,
            '?' => Part::Any,
            '\\' => Part::Char(chars.next().ok_or(BadPattern)?),
            '[' => class(&mut chars)?,
            c => Part::Char(c),
        });
    }
    let plain: Option<String> = parts
        .iter()
        .map(|part| match part {
            Part::Char(c) => Some(*c),
            _ => None,
        })
        .collect();
    Ok(plain.map_or(Segment::Pattern(parts), Segment::Name))
}

fn class(chars: &mut std::str::Chars<'_>) -> Result<Part, BadPattern> {
    let negated = chars.as_str().starts_with('^');
    if negated {
        chars.next();
    }
    let mut ranges = Vec::new();
    loop {
        let one = |chars: &mut std::str::Chars<'_>, c: char| match c {
            '\\' => chars.next().ok_or(BadPattern),
            c => Ok(c),
        };
        let c = chars.next().ok_or(BadPattern)?;
        if c == ']' && !ranges.is_empty() {
            return Ok(Part::Class { negated, ranges });
        }
        let low = one(chars, c)?;
        let high = match chars.as_str().strip_prefix('-') {
            Some(_) => {
                chars.next();
                let c = chars.next().ok_or(BadPattern)?;
                one(chars, c)?
            }
            None => low,
        };
        ranges.push((low, high));
    }
}

/// Returns whether a name matches. The time is at most proportional to the product of both lengths.
pub(crate) fn matches(parts: &[Part], name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    // The part after the last `*`, and the characters of the name that the `*` has matched.
    let (mut part, mut at, mut back) = (0, 0, None);
    while at < name.len() {
        let fits = match parts.get(part) {
            Some(Part::Many) => {
                part += 1;
                back = Some((part, at));
                continue;
            }
            Some(Part::Any) => true,
            Some(Part::Char(c)) => *c == name[at],
            Some(Part::Class { negated, ranges }) => {
                let within = |(low, high): &(char, char)| (*low..=*high).contains(&name[at]);
                ranges.iter().any(within) != *negated
            }
            None => false,
        };
        match (fits, &mut back) {
            (true, _) => {
                part += 1;
                at += 1;
            }
            (false, Some((after, taken))) => {
                *taken += 1;
                (part, at) = (*after, *taken);
            }
            (false, None) => return false,
        }
    }
    parts[part..].iter().all(|part| *part == Part::Many)
}
