//! Keys with dots: the root key, the module, and the path into the value.

use super::Session;
use super::explain::Scope;
use super::failure::{Failure, Outcome, lookup_error, runtime_error};
use super::invocation::Invocation;
use crate::eval::memory::ELEMENT_BYTES;
use crate::values::special::{Special, array, array_elements, hash, undef};
use polycty_core::number::Integer;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::sync::LazyLock;

/// A segment of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Text(Str),
    Index(i64),
}

impl Segment {
    pub(super) fn piece(&self) -> Piece<'_> {
        match self {
            Segment::Text(text) => Piece::Text(text),
            Segment::Index(index) => Piece::Index(*index),
        }
    }

    pub(super) fn value(&self) -> Value {
        self.piece().value()
    }
}

/// A segment in the text of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'k> {
    Text(&'k str),
    Index(i64),
}

impl Piece<'_> {
    fn text(self) -> String {
        match self {
            Piece::Text(text) => text.to_owned(),
            Piece::Index(index) => index.to_string(),
        }
    }

    fn value(self) -> Value {
        match self {
            Piece::Text(text) => Value::string(text),
            Piece::Index(index) => Value::from_integer(Integer::from(index)),
        }
    }

    pub(super) fn segment(self) -> Segment {
        match self {
            Piece::Text(text) => Segment::Text(text.into()),
            Piece::Index(index) => Segment::Index(index),
        }
    }
}

/// A key of a lookup.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) text: Str,
    pub(super) root: Str,
    /// The root as a value.
    pub(super) root_value: Value,
    /// The text before the first `::` of the root key.
    pub(super) module: Option<Str>,
    /// The path into the value of the root key.
    pub(super) segments: Vec<Segment>,
}

/// The key of the options.
pub(super) const LOOKUP_OPTIONS: &str = "lookup_options";

impl Key {
    pub(super) fn new(text: &str) -> Outcome<Key> {
        Key::parse(text).ok_or_else(|| Key::syntax_error(text))
    }

    #[cold]
    pub(super) fn syntax_error(text: &str) -> Failure {
        lookup_error(format!("Syntax error in key: '{text}'"))
    }

    /// Parses a key. Returns `None` for a syntax error.
    pub(super) fn parse(text: &str) -> Option<Key> {
        let whole = Str::from(text);
        let mut segments = Vec::new();
        let mut root = whole.clone();
        if text.contains(is_special) {
            let mut pieces = split(text)?.into_iter();
            root = match pieces.next() {
                Some(Piece::Text(text)) => text.into(),
                Some(Piece::Index(index)) => index.to_string().as_str().into(),
                None => Str::default(),
            };
            segments.extend(pieces.map(Piece::segment));
        }
        let colons = root.as_bytes().windows(2).position(|two| two == b"::");
        let module = colons.and_then(|at| root.get(..at)).map(Str::from);
        Some(Key {
            text: whole,
            module,
            segments,
            root_value: Value::string(&root),
            root,
        })
    }

    /// The key of the options.
    pub(super) fn options() -> &'static Key {
        static KEY: LazyLock<Key> = LazyLock::new(|| Key {
            text: LOOKUP_OPTIONS.into(),
            root: LOOKUP_OPTIONS.into(),
            root_value: Value::string(LOOKUP_OPTIONS),
            module: None,
            segments: Vec::new(),
        });
        &KEY
    }

    /// Puts a value at the path of the key, so that the path leads to it.
    pub(super) fn undig(&self, mut value: Value) -> Outcome<Value> {
        /// The largest index that is padded.
        const MOST: i64 = 1 << 16;
        for segment in self.segments.iter().rev() {
            value = match segment {
                Segment::Index(index) => {
                    if !(0..MOST).contains(index) {
                        return Err(runtime_error(format!("index {index} too big")));
                    }
                    let mut elements = vec![undef(); *index as usize];
                    elements.push(value);
                    array(elements)?
                }
                Segment::Text(_) => hash([(segment.value(), value)])?,
            };
        }
        Ok(value)
    }
}

/// Whether a character of a key separates or quotes segments.
fn is_special(c: char) -> bool {
    matches!(c, '\'' | '"' | '.')
}

/// Splits a key at the dots outside of quotes. Returns `None` for a syntax error.
pub(super) fn split(key: &str) -> Option<Vec<Piece<'_>>> {
    if !key.contains(is_special) {
        return Some(vec![Piece::Text(key)]);
    }
    let mut segments = Vec::new();
    let mut rest = key;
    loop {
        let (segment, after) = piece(rest)?;
        segments.push(segment);
        if after.is_empty() {
            return Some(segments);
        }
        rest = after.strip_prefix('.')?;
    }
}

/// Returns the segment at the beginning of a text and the text after it.
fn piece(text: &str) -> Option<(Piece<'_>, &str)> {
    let is_end = |byte: &u8| matches!(byte, b'\'' | b'"' | b'.');
    let end = text.bytes().position(|byte| is_end(&byte));
    let end = end.unwrap_or(text.len());
    if let Some((segment, after)) = text.split_at_checked(end)
        && segment
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && !segment.is_empty()
    {
        return Some((Piece::Text(segment), after));
    }
    let quoted = text.trim_start();
    if let Some(quote) = quoted.chars().next().filter(|c| matches!(c, '\'' | '"')) {
        let (inner, after) = quoted.get(1..)?.split_once(quote)?;
        if inner.is_empty() {
            return None;
        }
        return Some((Piece::Text(inner), after.trim_start()));
    }
    let (segment, after) = text.split_at_checked(end)?;
    if segment.is_empty() {
        return None;
    }
    let segment = segment.trim();
    let digits = segment.strip_prefix(':').unwrap_or(segment);
    let unsigned = digits.strip_prefix(['+', '-']).unwrap_or(digits);
    let is_index = !unsigned.is_empty() && unsigned.bytes().all(|byte| byte.is_ascii_digit());
    Some(match is_index {
        // A text that begins with a colon has no digits at its beginning.
        true if digits.len() != segment.len() => (Piece::Index(0), after),
        true => match digits.parse() {
            Ok(index) => (Piece::Index(index), after),
            Err(_) => (Piece::Text(segment), after),
        },
        false => (Piece::Text(segment), after),
    })
}

impl Session<'_, '_> {
    /// Returns the value at the path of a key.
    pub(super) fn dig(
        &mut self,
        key: &Key,
        invocation: &mut Invocation,
        value: Value,
    ) -> Outcome<Value> {
        if key.segments.is_empty() {
            return Ok(value);
        }
        self.sub_lookup(&key.text, invocation, &key.segments, value)
    }

    /// Returns the value at a path into a value.
    pub(super) fn sub_lookup(
        &mut self,
        key: &str,
        invocation: &mut Invocation,
        segments: &[Segment],
        value: Value,
    ) -> Outcome<Value> {
        self.interpreter.budget.charge(segments.len() as u64)?;
        let joined = || {
            let texts: Vec<String> = segments.iter().map(|one| one.piece().text()).collect();
            texts.join(".")
        };
        self.explained(
            invocation,
            || Scope::SubKey(joined()),
            |session, invocation| {
                let mut value = value;
                for segment in segments.iter().map(Segment::piece) {
                    value = session.explained(
                        invocation,
                        || Scope::Segment,
                        |session, invocation| session.step(key, invocation, segment, &value),
                    )?;
                }
                Ok(value)
            },
        )
    }

    fn step(
        &mut self,
        key: &str,
        invocation: &mut Invocation,
        segment: Piece<'_>,
        value: &Value,
    ) -> Outcome<Value> {
        let found = match (value, segment) {
            (value, _) if value.is_null() => None,
            (value, Piece::Index(index)) if array_elements(value).is_some() => {
                let elements = array_elements(value).unwrap_or_default();
                usize::try_from(index)
                    .ok()
                    .and_then(|index| elements.get(index))
                    .cloned()
            }
            (value, segment) => match value.as_ordered_map() {
                Some(map) => match segment {
                    Piece::Text(text) => map.get_text(text).cloned(),
                    Piece::Index(_) => map.get(&segment.value()).cloned(),
                },
                None if value.as_integer().is_some() => {
                    let number = super::inspect::inspect(value);
                    return Err(runtime_error(format!(
                        "undefined method `include?' for {number}:Integer"
                    )));
                }
                None => {
                    return Err(lookup_error(format!(
                        "Data Provider type mismatch: Got {} when a hash-like object was expected \
                         to access value using '{}' from key '{key}'",
                        class_name(value),
                        segment.text()
                    )));
                }
            },
        };
        if invocation.explainer.is_none() {
            return found.ok_or(Failure::NotFound);
        }
        let text = segment.text();
        match found {
            Some(found) => {
                self.report_found(invocation, &text, &found)?;
                Ok(found)
            }
            None => Err(self.report_not_found(invocation, &text)?),
        }
    }

    /// Counts the memory of a container with this number of elements.
    pub(super) fn hold_parts(&self, count: usize) -> Outcome<()> {
        Ok(self
            .interpreter
            .budget
            .hold(64 + count as u64 * ELEMENT_BYTES)?)
    }
}

/// The name of Ruby's class of a value.
fn class_name(value: &Value) -> &'static str {
    if value.as_str().is_some() {
        return "String";
    }
    match value.as_bool() {
        Some(true) => return "TrueClass",
        Some(false) => return "FalseClass",
        None => {}
    }
    if array_elements(value).is_some() {
        return "Array";
    }
    if value.as_double().is_some() {
        return "Float";
    }
    match Special::of(value) {
        Some(Special::Sensitive(_)) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Some(Special::Binary(_)) => "Puppet::Pops::Types::PBinaryType::Binary",
        Some(Special::Regexp(_)) => "Regexp",
        Some(Special::Timespan(_)) => "Puppet::Pops::Time::Timespan",
        Some(Special::Timestamp(_)) => "Puppet::Pops::Time::Timestamp",
        Some(Special::SemVer(_)) => "SemanticPuppet::Version",
        Some(Special::SemVerRange(_)) => "SemanticPuppet::VersionRange",
        _ => "Object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(key: &str) -> Option<Vec<String>> {
        let segments = split(key)?;
        let text = |piece: &Piece<'_>| match piece {
            Piece::Text(text) => format!("'{text}'"),
            Piece::Index(index) => index.to_string(),
        };
        Some(segments.iter().map(text).collect())
    }

    #[test]
    fn keys_are_split_at_dots_outside_of_quotes() {
        for (key, segments) in [
            ("a", &["'a'"][..]),
            (" a ", &["' a '"]),
            ("a.b.0.-1", &["'a'", "'b'", "0", "-1"]),
            (" a . b ", &["'a'", "'b'"]),
            ("a.\"x.y\" . 'z'", &["'a'", "'x.y'", "'z'"]),
            ("'0'.'1'", &["'0'", "'1'"]),
        ] {
            assert_eq!(texts(key).unwrap(), segments, "{key}");
        }
        for key in ["a.", ".a", "a..b", "''.x", "'", "a'b'", "'a'b", "a.'b"] {
            assert_eq!(texts(key), None, "{key}");
        }
    }
}
