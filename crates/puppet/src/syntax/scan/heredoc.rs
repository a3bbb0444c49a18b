//! Heredocs: location and decoding of their text.

use super::escapes::Escapes;
use super::string::shown;
use super::token::Kind;
use super::{Scanned, Scanner, syntax};
use polycty_core::source::Span;

/// The text of a heredoc and the rules for decoding it.
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) struct Heredoc {
    /// The name of its syntax; empty if absent.
    pub(in crate::syntax) syntax: Span,
    /// The text, without the line break that is removed from its end.
    pub(in crate::syntax) text: Span,
    /// The blanks that are removed from the start of each line that begins with them.
    pub(in crate::syntax) margin: Span,
    pub(in crate::syntax) escapes: Escapes,
}

/// The parsed content of `@(..)`.
struct Head {
    tag: Span,
    interpolates: bool,
    syntax: Span,
    escapes: Escapes,
}

impl Scanner<'_> {
    pub(super) fn heredoc(&mut self) -> Scanned<bool> {
        let start = self.at;
        let head = self.head()?;
        let here = self.at;
        let first = match self.line_after {
            Some(line) => line,
            None => {
                let rest = &self.bytes[here..];
                here + rest
                    .iter()
                    .position(|b| *b == b'\n')
                    .map_or(rest.len(), |n| n + 1)
            }
        };
        if first >= self.bytes.len() {
            let message = "Heredoc without any following lines of text";
            return Err(syntax(here, message));
        }
        let tag = &self.bytes[head.tag.start as usize..head.tag.end as usize];
        let Some(end) = find_end(&self.bytes[first..], tag) else {
            return Err(syntax(first, "Heredoc without end-tagged line"));
        };
        let text = first..first + end.text;
        self.push(Kind::Heredoc, start);
        self.heredocs.push(Heredoc {
            syntax: head.syntax,
            text: Span::new(text.start, text.end),
            margin: Span::new(first + end.margin.0, first + end.margin.1),
            escapes: head.escapes,
        });
        if head.interpolates {
            let around = self.bytes;
            let tokens = self.tokens.len().saturating_sub(1);
            let heredocs = self.heredocs.len() - 1;
            let line_after = self.line_after.take();
            self.bytes = &around[..text.end];
            self.at = text.start;
            let result = self.heredoc_text(head.escapes);
            self.bytes = around;
            self.line_after = line_after;
            if result.is_err() {
                self.tokens.truncate(tokens);
                self.heredocs.truncate(heredocs);
                return result.map(|()| true);
            }
        } else {
            self.at = text.end;
            self.push(Kind::HeredocText, text.start);
        }
        self.at = here;
        self.line_after = Some(first + end.after);
        Ok(true)
    }

    /// Reads `@(..)`.
    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn head(&mut self) -> Scanned<Head> {
        let start = self.at;
        let rest = &self.bytes[start..];
        let Some(close) = rest.iter().position(|b| *b == b')') else {
            let rest = shown(&self.text[start..]);
            let message = format!("Unclosed parenthesis after '@(' followed by '{rest}...'");
            return Err(syntax(start, message));
        };
        let inner = start + 2..start + close;
        self.at = start + close + 1;
        let here = self.at;
        let invalid = || {
            let message = "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])";
            syntax(here, message)
        };
        let text = &self.text[inner.clone()];
        if text.contains(['\n', '\r']) {
            return Err(invalid());
        }
        let (before, flags) = match text.split_once('/') {
            Some((before, flags)) => (before, Some(flags)),
            None => (text, None),
        };
        let (tag, name) = match before.split_once(':') {
            Some((tag, name)) => (tag, Some(name)),
            None => (before, None),
        };
        if tag.is_empty() {
            return Err(invalid());
        }
        let span = |part: &str| {
            let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
            Span::new(offset, offset + part.len())
        };
        let syntax_name = match name {
            None => Span::at(inner.start),
            Some(name) => {
                let name = trim(name);
                let well_formed = name.len() > 1
                    && name.starts_with(|c: char| c.is_ascii_lowercase())
                    && name
                        .bytes()
                        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'+'));
                if !well_formed {
                    return Err(invalid());
                }
                span(name)
            }
        };
        let escapes = match flags {
            None => Escapes::NONE,
            Some(flags) => match read_flags(trim_end(flags)) {
                Flags::Are(escapes) => escapes,
                Flags::Invalid => return Err(invalid()),
                Flags::Wrong(message) => return Err(syntax(here, message)),
            },
        };
        let tag = trim(tag);
        let quoted = tag
            .strip_prefix('"')
            .and_then(|tag| tag.strip_suffix('"'))
            .map(trim);
        if quoted.unwrap_or(tag).is_empty() {
            return Err(syntax(here, "Heredoc with an empty endtag"));
        }
        Ok(Head {
            tag: span(quoted.unwrap_or(tag)),
            interpolates: quoted.is_some(),
            syntax: syntax_name,
            escapes,
        })
    }
}

enum Flags {
    Are(Escapes),
    Invalid,
    Wrong(String),
}

fn read_flags(flags: &str) -> Flags {
    let letter = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$');
    if !flags.bytes().all(letter) {
        return Flags::Invalid;
    }
    if flags.is_empty() {
        return Flags::Are(Escapes::ALL);
    }
    let bytes = flags.as_bytes();
    let twice = |b: &&u8| bytes.iter().filter(|other| other == b).count() > 1;
    if bytes.iter().any(|b| twice(&b)) {
        let all: Vec<String> = flags.chars().map(String::from).collect();
        let all = all.join(", ");
        return Flags::Wrong(format!(
            "An escape char for @() may only appear once. Got '{all}'"
        ));
    }
    let mut escapes = Escapes::NONE;
    for letter in flags.chars() {
        if Escapes::flag(letter as u8) == 0 {
            return Flags::Wrong(format!(
                "Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{letter}'"
            ));
        }
        escapes.add(letter as u8);
    }
    Flags::Are(escapes)
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

fn trim_end(text: &str) -> &str {
    text.trim_end_matches([' ', '\t'])
}

/// The end of a text, its end line, and the margin that this line defines; offsets are relative to
/// the start of the text.
struct End {
    text: usize,
    margin: (usize, usize),
    after: usize,
}

/// The first line that ends with the tag is the end line, whatever precedes the tag.
fn find_end(text: &[u8], tag: &[u8]) -> Option<End> {
    let blank = |b: &u8| matches!(b, b' ' | b'\t');
    let back = |line: &[u8], mut at: usize| {
        while at > 0 && blank(&line[at - 1]) {
            at -= 1;
        }
        at
    };
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let len = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        let line = &rest[..len];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let stop = back(line, line.len());
        if line[..stop].ends_with(tag) {
            let mut at = back(line, stop - tag.len());
            let keeps_break = match line[..at] {
                [.., b'-'] => {
                    at = back(line, at - 1);
                    false
                }
                _ => true,
            };
            let margin = match line[..at] {
                [.., b'|'] => (back(line, at - 1), at - 1),
                _ => (0, 0),
            };
            let mut end = start;
            if !keeps_break && end > 0 {
                end -= 1;
                if end > 0 && text[end - 1] == b'\r' {
                    end -= 1;
                }
            }
            return Some(End {
                text: end,
                margin: (start + margin.0, start + margin.1),
                after: (start + len + 1).min(text.len()),
            });
        }
        start += len + 1;
    }
    None
}
