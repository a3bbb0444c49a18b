//! Replacement templates: the text that replaces a match.
//!
//! A template is text with references to groups: `$name`, with the longest possible name, or
//! `${name}`; a name of digits is a number. `$$` is a dollar sign, and so is a dollar sign that
//! starts no reference.

use crate::functions::MAX_RESULT_BYTES;
use polycty_core::types::Str;
use regex::Captures;

/// A parsed replacement template.
pub(super) struct Template(Vec<Piece>);

enum Piece {
    Text(String),
    /// The first of these groups that participated in the match.
    Groups(Vec<usize>),
}

impl Template {
    /// Parses a template for a pattern with groups of these names.
    pub(super) fn new(text: &str, names: &[Option<Str>]) -> Template {
        let mut pieces = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            plain.push_str(before);
            rest = after;
            if let Some(after) = rest.strip_prefix('$') {
                plain.push('$');
                rest = after;
            } else if let Some((name, after)) = reference(rest) {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
                pieces.push(Piece::Groups(groups(name, names)));
                rest = after;
            } else {
                plain.push('$');
            }
        }
        plain.push_str(rest);
        pieces.push(Piece::Text(plain));
        Template(pieces)
    }

    /// The number of pieces.
    pub(super) fn pieces(&self) -> usize {
        self.0.len()
    }

    /// Writes the replacement for a match, up to the maximum length of a text.
    pub(super) fn expand(&self, found: &Captures<'_>, out: &mut String) {
        for piece in &self.0 {
            if out.len() > MAX_RESULT_BYTES {
                return;
            }
            match piece {
                Piece::Text(text) => out.push_str(text),
                Piece::Groups(groups) => {
                    if let Some(part) = groups.iter().find_map(|at| found.get(*at)) {
                        out.push_str(part.as_str());
                    }
                }
            }
        }
    }
}

/// Returns the name after a dollar sign, and the rest of the text.
fn reference(text: &str) -> Option<(&str, &str)> {
    let (braced, text) = match text.strip_prefix('{') {
        Some(text) => (true, text),
        None => (false, text),
    };
    let end = text
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return None;
    }
    if braced {
        return Some((name, rest.strip_prefix('}')?));
    }
    Some((name, rest))
}

fn groups(name: &str, names: &[Option<Str>]) -> Vec<usize> {
    let is_number =
        name.bytes().all(|byte| byte.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
    if is_number {
        return name.parse().ok().into_iter().collect();
    }
    (names.iter().enumerate())
        .filter(|(_, have)| have.as_deref() == Some(name))
        .map(|(at, _)| at + 1)
        .collect()
}
