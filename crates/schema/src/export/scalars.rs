//! Schemas of strings, numbers and enumerated values.

use super::Export;
use crate::document::Document;
use crate::model::{Bound, Node, Types};
use crate::notes::Mismatch;
use crate::numeral::Numeral;
use crate::pattern::{self, Pattern};
use polycty_core::source::Result;
use polycty_core::types::{FloatRange, IntegerRange, Str, StringConstraint};

impl Export<'_> {
    pub(super) fn strings(&mut self, constraint: &StringConstraint, place: &str) -> Result<Node> {
        let strings = Node::of(Types::STRING);
        Ok(match constraint {
            StringConstraint::Plain => strings,
            StringConstraint::Length(size) => Node {
                length: *size,
                ..strings
            },
            StringConstraint::Enumeration {
                values,
                ignore_case: false,
            } => of_values(values.iter().cloned().map(Document::String).collect()),
            StringConstraint::Enumeration { values, .. } => {
                if values.iter().all(|text| text.is_ascii()) {
                    let texts = values.iter().map(|text| any_case(text));
                    let text = format!("^(?:{})$", texts.collect::<Vec<_>>().join("|"));
                    Node {
                        pattern: Some(Pattern::new(text.into(), self.budget)?),
                        ..strings
                    }
                } else {
                    let why = "a schema cannot compare strings without regard to case";
                    self.note(place, Mismatch::Wider, why, vec![Document::string("")]);
                    strings
                }
            }
            StringConstraint::Patterns(patterns) => self.patterns(patterns, place)?,
        })
    }

    fn patterns(&mut self, patterns: &[Str], place: &str) -> Result<Node> {
        let strings = Node::of(Types::STRING);
        let mut texts = Vec::with_capacity(patterns.len());
        for source in patterns {
            self.budget.charge(source.len() as u64)?;
            match pattern::from_ruby(source) {
                Some(text) => texts.push(text),
                None => {
                    let why = "a schema cannot express the regular expression";
                    self.note(place, Mismatch::Wider, why, vec![Document::string("")]);
                    return Ok(strings);
                }
            }
        }
        Ok(match &*texts {
            [] => strings,
            [one] => Node {
                pattern: Some(Pattern::new(one.as_str().into(), self.budget)?),
                ..strings
            },
            several => {
                let mut node = strings;
                for (at, text) in several.iter().enumerate() {
                    let part = Node {
                        pattern: Some(Pattern::new(text.as_str().into(), self.budget)?),
                        ..Node::of(Types::ALL)
                    };
                    let id = self.add(part, format!("{place}/anyOf/{at}"))?;
                    node.any.push(id);
                }
                node
            }
        })
    }
}

/// A schema that accepts exactly these documents.
pub(super) fn of_values(values: Vec<Document>) -> Node {
    let types = values
        .iter()
        .fold(Types::NONE, |all, value| all | Types::of(value));
    Node {
        values: vec![values],
        ..Node::of(types)
    }
}

fn bound(at: Numeral) -> Bound {
    Bound {
        at,
        exclusive: false,
    }
}

/// The integers of a range.
pub(super) fn integers(range: &IntegerRange) -> Node {
    let end = |end: &Option<_>| {
        end.iter()
            .map(|end| bound(Numeral::from_integer(end)))
            .collect()
    };
    Node {
        minimum: end(&range.min),
        maximum: end(&range.max),
        ..Node::of(Types::INTEGER)
    }
}

/// The numbers of a range of doubles.
pub(super) fn floats(range: FloatRange) -> Node {
    let end = |end: Option<f64>| {
        end.and_then(Numeral::from_f64)
            .map(bound)
            .into_iter()
            .collect()
    };
    match (range.min, range.max) {
        // JSON numbers are finite.
        (Some(f64::INFINITY), _) | (_, Some(f64::NEG_INFINITY)) => Node::of(Types::NONE),
        (min, max) => Node {
            minimum: end(min),
            maximum: end(max),
            ..Node::of(Types::NUMBER)
        },
    }
}

/// A pattern for an ASCII text that ignores the case of letters.
fn any_case(text: &str) -> String {
    let mut out = String::new();
    for char in text.chars() {
        match char {
            letter if letter.is_ascii_alphabetic() => {
                let (lower, upper) = (letter.to_ascii_lowercase(), letter.to_ascii_uppercase());
                out.extend(['[', lower, upper, ']']);
            }
            char if char.is_ascii_alphanumeric() => out.push(char),
            char => out.push_str(&format!(r"\x{:02x}", char as u32)),
        }
    }
    out
}
