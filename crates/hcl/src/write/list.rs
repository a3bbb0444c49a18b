//! Lists: the positions of the parts of an object or a tuple in a value, and the edits that add or
//! remove a part.
//!
//! A list records the positions of its parts and updates them when it is edited, so that a value is
//! parsed once for many edits. The text between parts is examined only when a part is added or
//! removed.

use super::lines::{LineStyle, is_in_line, spaces};
use super::nodes::Item;
use super::parse::piece_tokens;
use crate::syntax::{self, ExprId, ExprKind, Kind, Span, Token, Tree};
use std::collections::HashMap;

/// A text that replaces a span of a value.
#[derive(Debug)]
pub(super) struct Change {
    pub(super) span: Span,
    pub(super) text: String,
}

impl Change {
    fn at(place: u32, text: String) -> Change {
        let span = Span {
            start: place,
            end: place,
        };
        Change { span, text }
    }
}

/// The kind of a bracketed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Brackets {
    Object,
    Tuple,
}

/// One part of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) span: Span,
    /// The start of its value, after the key if there is one.
    pub(super) value: u32,
}

/// The parts of an object or a tuple, as positions in the text of a value.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub(super) brackets: Brackets,
    /// The end of the opening bracket.
    open: u32,
    /// The start of the closing bracket.
    close: u32,
    parts: Vec<Part>,
    /// The index of the last part of each string key.
    keys: HashMap<Box<str>, u32>,
    /// Whether a key has several parts.
    pub(super) repeats: bool,
}

/// The list of a file that was edited last, in its current state.
#[derive(Clone, Debug)]
pub(super) struct Opened {
    pub(super) attribute: Item,
    /// The value that contains the list.
    pub(super) value: Span,
    /// The keys that lead to the list.
    pub(super) path: Box<[Box<str>]>,
    pub(super) list: List,
}

impl Opened {
    pub(super) fn memory(&self) -> usize {
        let path = self.path.iter().map(|key| size_of_val(key) + key.len());
        self.list.memory() + path.sum::<usize>()
    }

    /// Whether this is the list at a path in the value of an argument.
    pub(super) fn is(&self, attribute: Item, value: Span, path: &[&str]) -> bool {
        let keys = self.path.iter().map(|key| &**key);
        self.attribute == attribute && self.value == value && keys.eq(path.iter().copied())
    }
}

impl List {
    /// Returns the list of an object or tuple expression.
    pub(super) fn of(tree: &Tree, id: ExprId) -> Option<List> {
        let expr = &tree[id];
        let (mut keys, mut repeats) = (HashMap::new(), false);
        let (brackets, parts) = match expr.kind {
            ExprKind::Object(items) => {
                let items = &tree[items];
                keys.reserve(items.len());
                for (at, item) in items.iter().enumerate() {
                    if let Some(key) = key_of(tree, item) {
                        repeats |= keys.insert(Box::from(key), at as u32).is_some();
                    }
                }
                let part = |item: &syntax::ObjectItem| Part {
                    span: tree[item.key].span.to(tree[item.value].span),
                    value: tree[item.value].span.start,
                };
                (Brackets::Object, items.iter().map(part).collect())
            }
            ExprKind::Tuple(elements) => {
                let part = |element: &ExprId| Part {
                    span: tree[*element].span,
                    value: tree[*element].span.start,
                };
                (Brackets::Tuple, tree[elements].iter().map(part).collect())
            }
            _ => return None,
        };
        Some(List {
            brackets,
            open: expr.span.start + 1,
            close: expr.span.end - 1,
            parts,
            keys,
            repeats,
        })
    }

    pub(super) fn memory(&self) -> usize {
        let keys = self.keys.keys().map(|key| key.len()).sum::<usize>();
        let entry = size_of::<(Box<str>, u32)>() + 1;
        self.parts.capacity() * size_of::<Part>() + self.keys.capacity() * entry + keys
    }

    pub(super) fn len(&self) -> usize {
        self.parts.len()
    }

    /// The index of the last part of a key.
    pub(super) fn find(&self, key: &str) -> Option<usize> {
        self.keys.get(key).map(|at| *at as usize)
    }

    /// The value of a part.
    pub(super) fn value(&self, at: usize) -> Span {
        let Part { span, value } = self.parts[at];
        Span {
            start: value,
            end: span.end,
        }
    }

    /// Whether a position is directly after the opening bracket.
    pub(super) fn opens_at(&self, place: u32) -> bool {
        place == self.open
    }

    /// The span of `count` parts from `at` (`count` may be 0), including the part before and the
    /// part after them.
    pub(super) fn around(&self, at: usize, count: usize) -> Span {
        let before = at.checked_sub(1).map(|before| self.parts[before].span);
        let behind = self.parts.get(at + count).map(|part| part.span);
        Span {
            start: before.map_or(self.open, |part| part.start),
            end: behind.map_or(self.close, |part| part.end),
        }
    }

    pub(super) fn written<'l>(&'l self, text: &'l str) -> Written<'l> {
        Written { list: self, text }
    }

    /// Records a part that was appended by changes that lengthened the text by `longer` bytes.
    pub(super) fn pushed(&mut self, part: Part, key: Option<&str>, longer: u32) {
        if let Some(key) = key {
            self.keys.insert(key.into(), self.parts.len() as u32);
        }
        self.parts.push(part);
        self.close += longer;
    }

    /// Records the new length of the value of a part.
    pub(super) fn replaced(&mut self, at: usize, len: u32) {
        let value = self.value(at);
        let moved = i64::from(len) - i64::from(value.end - value.start);
        self.parts[at].span.end = value.start + len;
        self.moved(at + 1, moved);
    }

    /// Records that the only part of a key was removed together with a span.
    pub(super) fn removed(&mut self, at: usize, key: &str, span: Span) {
        self.parts.remove(at);
        self.keys.remove(key);
        for place in self.keys.values_mut() {
            *place -= u32::from(*place as usize > at);
        }
        self.moved(at, i64::from(span.start) - i64::from(span.end));
    }

    fn moved(&mut self, from: usize, by: i64) {
        let there = |place: &mut u32| *place = (i64::from(*place) + by) as u32;
        for part in &mut self.parts[from..] {
            there(&mut part.span.start);
            there(&mut part.span.end);
            there(&mut part.value);
        }
        there(&mut self.close);
    }
}

/// The changes that append a part.
pub(super) struct Addition {
    pub(super) changes: Vec<Change>,
    /// The new part, in the changed text.
    pub(super) part: Part,
}

/// A part to be written: the text before its value (its key) and the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewPart<'t> {
    pub(super) key: &'t str,
    pub(super) value: &'t str,
}

/// The position of an appended part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AppendPosition {
    /// In empty brackets.
    Empty,
    /// On a line of its own, at this byte.
    Line(u32),
    /// On a line of its own, at this byte, which ends the line of a heredoc without a comma.
    Heredoc(u32),
    /// On the line of the other parts, at this byte, after a comma or after a part without a comma.
    Comma(u32),
    Bare(u32),
}

/// A list and the text that contains it.
#[derive(Clone, Copy)]
pub(super) struct Written<'l> {
    list: &'l List,
    text: &'l str,
}

impl<'l> Written<'l> {
    fn slice(&self, span: Span) -> &'l str {
        span.slice(self.text)
    }

    fn separator(&self) -> &'static str {
        match self.list.brackets {
            Brackets::Tuple => ",",
            Brackets::Object => "",
        }
    }

    /// The span from the start of a line to a byte in it.
    #[expect(clippy::string_slice, reason = "callers pass the start of a token")]
    fn line_of(&self, byte: u32) -> Span {
        let before = &self.text[..byte as usize];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Span::new(start, byte as usize)
    }

    /// The blanks at the start of a line.
    #[expect(
        clippy::string_slice,
        reason = "the offset is the length of a trimmed text"
    )]
    fn blanks(&self, line: Span) -> &'l str {
        let text = self.slice(line);
        &text[..text.len() - text.trim_start_matches([' ', '\t']).len()]
    }

    /// The indentation of a part that is appended at `position`. `first` is the indentation of the
    /// first line of the value, `unit` that of one level.
    pub(super) fn indentation(&self, position: AppendPosition, first: &str, unit: &str) -> String {
        let last = self.list.parts.len().checked_sub(1);
        match (position, last) {
            (AppendPosition::Line(_) | AppendPosition::Heredoc(_), Some(last))
                if self.begins_line(last) =>
            {
                let line = self.line_of(self.list.parts[last].span.start);
                self.blanks(line).to_owned()
            }
            (AppendPosition::Empty | AppendPosition::Line(_) | AppendPosition::Heredoc(_), _) => {
                self.outer(first).to_owned() + unit
            }
            (AppendPosition::Comma(_) | AppendPosition::Bare(_), _) => self.outer(first).to_owned(),
        }
    }

    /// The indentation of the line of the closing bracket.
    fn outer<'o>(&'o self, first: &'o str) -> &'o str {
        match self.line_of(self.list.close) {
            Span { start: 0, .. } => first,
            line => self.blanks(line),
        }
    }

    /// The tokens between two positions. No token crosses either of them.
    fn tokens(&self, start: u32, end: u32) -> impl Iterator<Item = Token> {
        let tokens = piece_tokens(self.slice(Span { start, end })).into_iter();
        let tokens = tokens.filter(|token| token.kind != Kind::End);
        tokens.map(move |token| Token {
            kind: token.kind,
            span: Span {
                start: token.span.start + start,
                end: token.span.end + start,
            },
        })
    }

    /// The end of the comma after a part, and the newline that ends its line.
    fn behind(&self, at: usize) -> (Option<u32>, Option<u32>) {
        let next = self.list.parts.get(at + 1);
        let end = next.map_or(self.list.close, |next| next.span.start);
        let (mut comma, mut newline) = (None, None);
        for token in self.tokens(self.list.parts[at].span.end, end) {
            match token.kind {
                Kind::Comma => (comma, newline) = (Some(token.span.end), None),
                Kind::Newline => newline = newline.or(Some(token.span.end)),
                _ => {}
            }
        }
        (comma, newline)
    }

    /// Whether only blanks precede a part on its line. The part before it, or the bracket, would be
    /// on the same line, so it is enough to examine the text between them.
    #[expect(clippy::string_slice, reason = "the offset comes from `rfind`")]
    fn begins_line(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|before| self.list.parts[before].span);
        let between = self.slice(Span {
            start: before.map_or(self.list.open, |part| part.end),
            end: self.list.parts[at].span.start,
        });
        let newline = between.rfind('\n');
        newline.is_some_and(|newline| between[newline..].trim().is_empty())
    }

    /// Whether a part, and therefore its line, ends with a heredoc.
    fn is_heredoc(&self, at: usize) -> bool {
        let text = self.slice(self.list.parts[at].span);
        text.contains("<<") && {
            let tokens = piece_tokens(&[text, "\n"].concat());
            // The heredoc is followed by a newline token and the end token.
            let last = tokens.iter().rev().nth(2);
            last.is_some_and(|token| token.kind == Kind::CloseHeredoc)
        }
    }

    /// The position of an appended part.
    pub(super) fn append_position(&self) -> AppendPosition {
        let Some(last) = self.list.parts.len().checked_sub(1) else {
            return AppendPosition::Empty;
        };
        let end = self.list.parts[last].span.end;
        match self.behind(last) {
            (comma, Some(newline)) if self.begins_line(last) => {
                let lacks_comma = comma.is_none() && !self.separator().is_empty();
                if lacks_comma && self.is_heredoc(last) {
                    AppendPosition::Heredoc(newline)
                } else {
                    AppendPosition::Line(newline)
                }
            }
            (Some(comma), _) => AppendPosition::Comma(comma),
            (None, Some(newline)) if self.is_heredoc(last) => AppendPosition::Heredoc(newline),
            (None, _) => AppendPosition::Bare(end),
        }
    }

    /// Appends a part. `first` is the indentation of the first line of the value.
    pub(super) fn with(
        &self,
        position: AppendPosition,
        new: NewPart<'_>,
        first: &str,
        style: &LineStyle,
    ) -> Addition {
        let indentation = &*match position {
            AppendPosition::Comma(_) | AppendPosition::Bare(_) => String::new(),
            _ => self.indentation(position, first, &style.unit),
        };
        let (separator, newline) = (self.separator(), style.newline);
        let mut changes = Vec::new();
        // The last change: its span, and the text before and after the part in it.
        let (place, before, behind) = match position {
            AppendPosition::Empty => {
                // Comments in the brackets stay above the part.
                let inside = self.slice(Span {
                    start: self.list.open,
                    end: self.list.close,
                });
                let kept = self.list.open + inside.trim_end().len() as u32;
                let span = Span {
                    start: kept,
                    end: self.list.close,
                };
                let is_short = !separator.is_empty() && !new.value.contains('\n');
                if is_short && inside.is_empty() {
                    (span, String::new(), String::new())
                } else {
                    let before = [newline, indentation].concat();
                    (
                        span,
                        before,
                        [separator, newline, self.outer(first)].concat(),
                    )
                }
            }
            AppendPosition::Line(at) => {
                let last = self.list.parts.len() - 1;
                if self.behind(last).0.is_none() && !separator.is_empty() {
                    let end = self.list.parts[last].span.end;
                    changes.push(Change::at(end, separator.to_owned()));
                }
                let behind = [separator, newline].concat();
                (empty(at), indentation.to_owned(), behind)
            }
            AppendPosition::Heredoc(at) => {
                let before = match separator {
                    "" => indentation.to_owned(),
                    comma => [indentation, comma, newline, indentation].concat(),
                };
                (empty(at), before, [separator, newline].concat())
            }
            AppendPosition::Comma(at) => (empty(at), " ".to_owned(), String::new()),
            AppendPosition::Bare(at) => (empty(at), ", ".to_owned(), String::new()),
        };
        let key = match position {
            AppendPosition::Line(_) => self.aligned(new.key, new.value),
            _ => new.key.to_owned(),
        };
        let shift: usize = changes.iter().map(|change| change.text.len()).sum();
        let start = place.start as usize + shift + before.len();
        let value = start + key.len();
        let part = Part {
            span: Span::new(start, value + new.value.len()),
            value: value as u32,
        };
        let text = [&*before, &*key, new.value, &*behind].concat();
        changes.push(Change { span: place, text });
        Addition { changes, part }
    }

    /// Returns a key whose equals sign is aligned with that of the last part, if the key is short
    /// enough.
    #[expect(
        clippy::string_slice,
        reason = "the key ends with a sign of equality, which is ASCII"
    )]
    fn aligned(&self, key: &str, value: &str) -> String {
        let last = self.list.parts.last().map(|part| part.span);
        let equals = last.and_then(|last| {
            let mut tokens = self.tokens(last.start, last.end);
            let equals = tokens.find(|token| token.kind == Kind::Equal)?;
            Some((equals.span.start - last.start) as usize)
        });
        let found = key.trim_end().len().saturating_sub(1);
        match equals {
            Some(wanted) if wanted > found && !key.is_empty() && is_in_line(value) => {
                [&key[..found], &*spaces(wanted - found), &key[found..]].concat()
            }
            _ => key.to_owned(),
        }
    }

    /// The span to remove with a part. If the part has lines of its own, these lines and the
    /// comments directly above them; otherwise the comma after the part, or the comma before it if
    /// it is the last part.
    #[expect(clippy::string_slice, reason = "the offset is the start of a line")]
    pub(super) fn without(&self, at: usize) -> Span {
        let parts = &self.list.parts;
        let part = parts[at].span;
        let (comma, newline) = self.behind(at);
        let before = at.checked_sub(1).map(|before| {
            let (comma, newline) = self.behind(before);
            (parts[before].span.end, comma, newline)
        });
        let from = before.map_or(self.list.open, |(end, comma, newline)| {
            newline.or(comma).unwrap_or(end)
        });
        let mut line = from;
        let mut start = None;
        let mut here = None;
        for token in self.tokens(from, part.start) {
            match token.kind {
                Kind::Newline => {
                    if here.is_none() || line == self.list.open {
                        start = None;
                    }
                    (line, here) = (token.span.end, None);
                }
                _ => {
                    start = start.or(Some(line));
                    here = Some(token.kind);
                }
            }
        }
        let own_line = self.text[..line as usize].ends_with('\n');
        let to = |start: u32, end: u32| Span { start, end };
        match (newline, comma, before) {
            (Some(newline), ..) if own_line => to(start.unwrap_or(line), newline),
            // The span extends to the next part and its comments.
            (_, Some(comma), _) if at + 1 < parts.len() => {
                let (behind, next) = (newline.unwrap_or(comma), parts[at + 1].span.start);
                let mut tokens = self.tokens(behind, next);
                let comment = tokens.find(|token| token.kind == Kind::Comment);
                to(
                    part.start,
                    comment.map_or(next, |comment| comment.span.start),
                )
            }
            (_, comma, None) => to(part.start, comma.unwrap_or(part.end)),
            // The end of the previous line is kept.
            (_, comma, Some((_, _, Some(newline)))) => to(newline, comma.unwrap_or(part.end)),
            (_, comma, Some((end, ..))) => to(end, comma.unwrap_or(part.end)),
        }
    }
}

/// The key of an item of an object, if it is a string.
pub(super) fn key_of<'t>(tree: &'t Tree, item: &syntax::ObjectItem) -> Option<&'t str> {
    match (item.literal_key, tree[item.key].kind) {
        (Some(name), _) => Some(tree.text(name)),
        (None, ExprKind::Literal(value)) => tree[value].as_str(),
        _ => None,
    }
}

fn empty(at: u32) -> Span {
    Span { start: at, end: at }
}
