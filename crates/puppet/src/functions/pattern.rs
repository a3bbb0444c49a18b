//! Regular expressions: `match`, `split`, `regsubst`.

use crate::eval::coercion::bounded;
use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::interpreter::{Interpreter, TEXT_STEP};
use crate::eval::memory::{Elements, counted_array};
use crate::eval::stop::{Eval, Stop, raised};
use crate::rules::convert::{class_of, class_of_type};
use crate::scalars::pattern::{Groups, captures, group_names};
use crate::scalars::regexp;
use crate::types::nominal::{self, Name};
use crate::values::special::{Special, array_elements, undef};
use polycty_core::calls::{HeldBytes, Worklist};
use polycty_core::types::{IdSet, Kind, Str, StringConstraint, Type};
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "match",
        Cost::Own,
        Makes::Own,
        &[
            "String string, Variant[Any, Type] pattern",
            "Array[String] string, Variant[Any, Type] pattern",
        ],
        r#match,
    ),
    Entry::new(
        "split",
        Cost::Own,
        Makes::Own,
        &[
            "String str, String pattern",
            "String str, Regexp pattern",
            "String str, Type[Regexp] pattern",
            "Sensitive[String] sensitive, String pattern",
            "Sensitive[String] sensitive, Regexp pattern",
            "Sensitive[String] sensitive, Type[Regexp] pattern",
        ],
        split,
    ),
    Entry::new(
        "regsubst",
        Cost::Own,
        Makes::Own,
        &[
            "Variant[Array[Variant[String, Sensitive[String]]], Sensitive[Array[Variant[String, Sensitive[String]]]], Variant[String, Sensitive[String]]] target, String pattern, Variant[String, Hash[String, String]] replacement, Optional[Pattern[/^[GEIM]*$/]] flags?, Enum['E', 'N', 'S', 'U'] encoding?",
            "Variant[Array[Variant[String, Sensitive[String]]], Sensitive[Array[Variant[String, Sensitive[String]]]], Variant[String, Sensitive[String]]] target, Variant[Regexp, Type[Regexp]] pattern, Variant[String, Hash[String, String]] replacement, Pattern[/^G?$/] flags?",
        ],
        regsubst,
    ),
];

/// The bytes of an expression that are checked per step.
const CHECKED_BYTES: u64 = 64;

/// Returns the source of an expression from a text.
fn source(interpreter: &Interpreter<'_>, text: &str) -> Eval<Str> {
    interpreter
        .budget
        .charge(text.len() as u64 / CHECKED_BYTES)?;
    interpreter.hold_copy(text)?;
    match regexp::syntax_error(text) {
        None => Ok(text.into()),
        Some(what) => Err(raised(format!("{what}: /{text}/"))),
    }
}

/// Collects the expressions of a pattern, in order.
fn sources(interpreter: &Interpreter<'_>, pattern: &Value, into: &mut Vec<Str>) -> Eval<()> {
    interpreter.budget.charge(1)?;
    if let Some(text) = pattern.as_str() {
        return add(interpreter, &[source(interpreter, text)?], into);
    }
    if let Some(Special::Regexp(source)) = Special::of(pattern) {
        return add(interpreter, std::slice::from_ref(source), into);
    }
    if let Some(parts) = array_elements(pattern) {
        return (parts.iter()).try_for_each(|part| sources(interpreter, part, into));
    }
    match pattern.as_type() {
        Some(ty) => sources_of_type(interpreter, ty, into),
        None => Err(no_pattern(&class_of(pattern))),
    }
}

/// Adds expressions, which are counted as elements.
fn add(interpreter: &Interpreter<'_>, found: &[Str], into: &mut Vec<Str>) -> Eval<()> {
    interpreter.hold_elements(found.len())?;
    into.extend_from_slice(found);
    Ok(())
}

#[cold]
fn no_pattern(found: &str) -> Box<Stop> {
    raised(format!(
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or \
         Array[T]. Got {found}"
    ))
}

/// Chains of aliases have no length limit, so pending types are in a list. An alias that is reached
/// again is skipped, because its expressions have already been added.
fn sources_of_type(interpreter: &Interpreter<'_>, ty: &Type, into: &mut Vec<Str>) -> Eval<()> {
    let mut seen = IdSet::default();
    let mut later = Worklist::of(interpreter.budget, [ty.clone()])?;
    while let Some(ty) = later.next()? {
        match (ty.kind(), nominal::view(&ty)) {
            (Kind::String(StringConstraint::Patterns(patterns)), _) => {
                interpreter.budget.charge(patterns.len() as u64)?;
                add(interpreter, patterns, into)?;
            }
            (Kind::Union(members), _) => {
                later.extend(members.iter().rev().cloned())?;
            }
            (Kind::Reference(reference), _) => {
                let definition = reference.unfold()?;
                // An alias of an alias is not a valid pattern.
                if matches!(definition.kind(), Kind::Reference(_)) {
                    return Err(no_pattern(&class_of_type(&ty)));
                }
                if seen.insert(reference.key()) {
                    later.push(definition)?;
                }
            }
            (_, Some((Name::Regexp, []))) => {
                return Err(raised("Given Regexp Type has no regular expression"));
            }
            (_, Some((Name::Regexp, [found, ..]))) => {
                let found = found.as_text().map(std::slice::from_ref);
                add(interpreter, found.unwrap_or_default(), into)?;
            }
            _ => return Err(no_pattern(&class_of_type(&ty))),
        }
    }
    Ok(())
}

#[expect(clippy::string_slice, reason = "offsets come from matches")]
fn r#match(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let mut patterns = Vec::new();
    sources(interpreter, &arguments.values[1], &mut patterns)?;
    let one = |interpreter: &mut Interpreter<'_>, value: &Value| -> Eval<Value> {
        let text = value.as_str().unwrap_or_default();
        for pattern in &patterns {
            if let Some(groups) = captures(pattern, text, 0, interpreter.budget)? {
                let mut parts = Vec::with_capacity(groups.len());
                for range in &groups {
                    parts.push(match range {
                        Some(range) => part(interpreter, &text[range.clone()])?,
                        None => undef(),
                    });
                }
                return counted_array(parts, interpreter.budget);
            }
        }
        Ok(undef())
    };
    let value = &arguments.values[0];
    match array_elements(value) {
        None => one(interpreter, value),
        Some(parts) => {
            let mut made = Elements::with_capacity(parts.len(), interpreter.budget)?;
            for part in parts {
                made.push(one(interpreter, part)?)?;
            }
            made.into_array()
        }
    }
}

/// Returns a part of a text, which is counted.
fn part(interpreter: &Interpreter<'_>, text: &str) -> Eval<Value> {
    interpreter.budget.charge(text.len() as u64 / TEXT_STEP)?;
    let part = Value::string(text);
    interpreter.hold_shallow(&part)?;
    Ok(part)
}

/// Returns the source of a pattern argument: text, expression or type.
fn one_source(interpreter: &Interpreter<'_>, pattern: &Value) -> Eval<Str> {
    match (pattern.as_str(), Special::of(pattern), pattern.as_type()) {
        (Some(text), ..) => source(interpreter, text),
        (_, Some(Special::Regexp(source)), _) => Ok(source.clone()),
        (.., Some(ty)) => Ok(match nominal::view(ty) {
            Some((Name::Regexp, [source, ..])) => source.as_text().cloned().unwrap_or_default(),
            _ => "".into(),
        }),
        _ => Ok("".into()),
    }
}

#[expect(clippy::string_slice, reason = "offsets come from matches")]
fn split(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let hidden = match Special::of(&arguments.values[0]) {
        Some(Special::Sensitive(content)) => Some(content),
        _ => None,
    };
    let text = hidden
        .unwrap_or(&arguments.values[0])
        .as_str()
        .unwrap_or_default();
    let pattern = &arguments.values[1];
    let mut pieces = Elements::new(interpreter.budget);
    if pattern.as_str() == Some(" ") {
        // A single blank splits at any white space.
        interpreter.budget.charge(text.len() as u64 / 16)?;
        for piece in text.split_ascii_whitespace() {
            pieces.push(part(interpreter, piece)?)?;
        }
    } else {
        let source = one_source(interpreter, pattern)?;
        let (mut start, mut from) = (0, 0);
        while from <= text.len() && !text.is_empty() {
            let Some(groups) = captures(&source, text, from, interpreter.budget)? else {
                break;
            };
            let Some(Some(range)) = groups.first().cloned() else {
                break;
            };
            if range.is_empty() {
                let Some(next) = text[range.start..].chars().next() else {
                    break;
                };
                if range.start == start {
                    // The match is empty at the start of the piece: the piece has at least one
                    // character.
                    let end = range.start + next.len_utf8();
                    if end >= text.len() {
                        break;
                    }
                    match captures(&source, text, end, interpreter.budget)? {
                        Some(later)
                            if later
                                .first()
                                .cloned()
                                .flatten()
                                .is_some_and(|r| r.start == end && r.is_empty()) =>
                        {
                            pieces.push(part(interpreter, &text[start..end])?)?;
                            start = end;
                            from = end;
                        }
                        _ => from = end,
                    }
                    continue;
                }
            }
            pieces.push(part(interpreter, &text[start..range.start])?)?;
            for group in groups.iter().skip(1).flatten() {
                pieces.push(part(interpreter, &text[group.clone()])?)?;
            }
            start = range.end;
            from = range.end;
        }
        pieces.push(part(interpreter, &text[start..])?)?;
        let pieces = pieces.values_mut();
        while pieces.last().and_then(Value::as_str) == Some("") {
            pieces.pop();
        }
    }
    let made = pieces.into_array()?;
    match hidden {
        Some(_) => {
            let made = Special::Sensitive(made).into_value()?;
            interpreter.hold_shallow(&made)?;
            Ok(made)
        }
        None => Ok(made),
    }
}

/// The replacement of a match.
enum Replacement<'v> {
    Text(&'v str),
    /// A hash from matched texts to replacements; a missing key is the empty text.
    Table(&'v Value),
}

impl Replacement<'_> {
    /// Appends the replacement of a match.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from matches, `find` and `len_utf8`"
    )]
    fn write(&self, out: &mut String, text: &str, groups: &Groups, names: &[Box<str>]) -> Eval<()> {
        let group = |number: usize| match groups.get(number) {
            Some(Some(range)) => &text[range.clone()],
            _ => "",
        };
        let template = match self {
            Replacement::Table(table) => {
                let found = table
                    .as_ordered_map()
                    .and_then(|map| map.get(&Value::string(group(0))));
                out.push_str(found.and_then(Value::as_str).unwrap_or_default());
                return Ok(());
            }
            Replacement::Text(template) => *template,
        };
        let mut rest = template;
        while let Some(at) = rest.find('\\') {
            out.push_str(&rest[..at]);
            rest = &rest[at + 1..];
            let Some(c) = rest.chars().next() else {
                out.push('\\');
                return Ok(());
            };
            let after = &rest[c.len_utf8()..];
            rest = after;
            let start = groups.first().cloned().flatten().unwrap_or(0..0);
            match c {
                // If groups have names, they have no numbers.
                '1'..='9' if !names.is_empty() => {}
                '0'..='9' => out.push_str(group(c as usize - '0' as usize)),
                '&' => out.push_str(group(0)),
                '`' => out.push_str(&text[..start.start]),
                '\'' => out.push_str(&text[start.end..]),
                '\\' => out.push('\\'),
                'k' if after.starts_with('<') => {
                    let Some(end) = after.find('>') else {
                        return Err(raised("invalid group name reference format"));
                    };
                    let name = &after[1..end];
                    let Some(at) = names.iter().position(|known| **known == *name) else {
                        return Err(raised(format!("undefined group name reference: {name}")));
                    };
                    out.push_str(group(at + 1));
                    rest = &after[end + 1..];
                }
                other => {
                    out.push('\\');
                    out.push(other);
                }
            }
        }
        out.push_str(rest);
        Ok(())
    }
}

/// The number of matches to replace.
#[derive(Clone, Copy, PartialEq)]
enum Matches {
    First,
    All,
}

fn regsubst(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let flags = arguments.text(3);
    let mut source = one_source(interpreter, &arguments.values[1])?;
    let mut options = String::new();
    for (flag, option) in [('E', 'x'), ('I', 'i'), ('M', 'm')] {
        if flags.contains(flag) {
            options.push(option);
        }
    }
    if !options.is_empty() {
        source = format!("(?{options}:{source})").as_str().into();
    }
    let matches = if flags.contains('G') {
        Matches::All
    } else {
        Matches::First
    };
    let replacement = match arguments.values[2].as_str() {
        Some(text) => Replacement::Text(text),
        None => Replacement::Table(&arguments.values[2]),
    };
    substituted(
        interpreter,
        &arguments.values[0],
        &source,
        &replacement,
        matches,
    )
}

/// Returns a target with its matches replaced; a sensitive list becomes a plain list.
#[expect(clippy::string_slice, reason = "offsets come from matches")]
fn substituted(
    interpreter: &mut Interpreter<'_>,
    target: &Value,
    source: &Str,
    replacement: &Replacement<'_>,
    matches: Matches,
) -> Eval<Value> {
    if let Some(parts) = array_elements(target) {
        let mut made = Elements::with_capacity(parts.len(), interpreter.budget)?;
        for part in parts {
            made.push(substituted(
                interpreter,
                part,
                source,
                replacement,
                matches,
            )?)?;
        }
        return made.into_array();
    }
    if let Some(Special::Sensitive(content)) = Special::of(target) {
        let made = substituted(interpreter, content, source, replacement, matches)?;
        return match array_elements(&made) {
            Some(_) => Ok(made),
            None => {
                let made = Special::Sensitive(made).into_value()?;
                interpreter.hold_shallow(&made)?;
                Ok(made)
            }
        };
    }
    let text = target.as_str().unwrap_or_default();
    let names = group_names(source, interpreter.budget)?;
    let mut out = String::new();
    let mut memory = HeldBytes::new(interpreter.budget);
    let (mut copied, mut from) = (0, 0);
    while from <= text.len() {
        let Some(groups) = captures(source, text, from, interpreter.budget)? else {
            break;
        };
        let Some(Some(range)) = groups.first().cloned() else {
            break;
        };
        let before = out.len();
        out.push_str(&text[copied..range.start]);
        replacement.write(&mut out, text, &groups, &names)?;
        let written = (out.len() - before) as u64;
        memory.charge(written / TEXT_STEP)?;
        memory.hold(written)?;
        bounded(out.len())?;
        copied = range.end;
        from = range.end;
        if matches == Matches::First {
            break;
        }
        if range.is_empty() {
            let Some(next) = text[from..].chars().next() else {
                break;
            };
            from += next.len_utf8();
        }
    }
    out.push_str(&text[copied..]);
    let value = Value::string(&out);
    interpreter.hold_shallow(&value)?;
    Ok(value)
}
