//! The breaks in long lines.
//!
//! A long line is broken at its outermost part: between the elements of its enclosing brackets, at
//! its conditional or logical operators, or inside its widest pair of brackets. A line that is still
//! too long is broken again in the next pass. The tokens decide; no second syntax tree is needed.

use super::layout::Layout;
use super::spaces::brackets;
use crate::syntax::{Kind, Token};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::Result;
use std::ops::Range;

/// A change at a byte of the text.
struct Edit {
    at: u32,
    cut: u32,
    insert: Insert,
}

enum Insert {
    Nothing,
    Newline,
    Comma,
    Open,
    Close,
}

/// The brackets around a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    /// None, or the braces of a body or of an object: newlines end items.
    Items,
    /// Others: newlines are skipped.
    Skipped,
    /// Those of a `for` expression.
    For,
    /// A template.
    Template,
}

/// Breaks the lines of a text that are longer than `width`. Returns `None` if there are none that can
/// be broken.
///
/// # Errors
/// `Code::Limit` if the budget is exceeded.
pub(super) fn broken(
    text: &str,
    tokens: &[Token],
    layout: &Layout,
    width: u32,
    budget: &Budget,
) -> Result<Option<String>> {
    let mut breaker = Breaker {
        text,
        tokens,
        edits: Vec::new(),
    };
    let mut stack = Vec::new();
    let mut at = 0;
    for code in layout.longer_than(text, tokens, width) {
        breaker.enter(&mut stack, at..code.start);
        at = code.start;
        let around = match stack.contains(&Around::Template) {
            true => Around::Template,
            false => stack.last().copied().unwrap_or(Around::Items),
        };
        if around != Around::Template {
            breaker.line(code, around);
        }
    }
    let mut edits = breaker.edits;
    if edits.is_empty() {
        return Ok(None);
    }
    budget.charge(text.len() as u64 / 4 + edits.len() as u64)?;
    let size = text.len() + 2 * edits.len();
    budget.hold((size + edits.len() * size_of::<Edit>()) as u64)?;
    sort_by_key(&mut edits, |edit| edit.at);
    Ok(Some(apply(text, &edits, size)))
}

#[expect(clippy::string_slice, reason = "edits are at ends of tokens")]
fn apply(text: &str, edits: &[Edit], size: usize) -> String {
    let newline = match text.find('\n') {
        Some(end) if text[..end].ends_with('\r') => "\r\n",
        _ => "\n",
    };
    let mut out = String::with_capacity(size);
    let mut done = 0;
    for edit in edits {
        let at = (edit.at as usize).max(done);
        out.push_str(&text[done..at]);
        out.push_str(match edit.insert {
            Insert::Nothing => "",
            Insert::Newline => newline,
            Insert::Comma => ",",
            Insert::Open => "(",
            Insert::Close => ")",
        });
        done = at + edit.cut as usize;
    }
    out.push_str(&text[done..]);
    out
}

struct Breaker<'t> {
    text: &'t str,
    tokens: &'t [Token],
    edits: Vec<Edit>,
}

/// The parts of a line.
#[derive(Default)]
struct Parts {
    /// The tokens outside of brackets.
    top: Vec<usize>,
    /// The brackets that are not in others.
    pairs: Vec<(usize, usize)>,
    /// Whether all brackets are closed and opened on the line.
    is_balanced: bool,
}

/// Whether a token opens (1) or closes (-1) a bracket, a template or a part of a template.
fn nesting(kind: Kind) -> i32 {
    match kind {
        Kind::OpenQuote | Kind::OpenHeredoc => 1,
        Kind::CloseQuote | Kind::CloseHeredoc => -1,
        kind => brackets(kind),
    }
}

impl Breaker<'_> {
    fn kind(&self, at: usize) -> Kind {
        self.tokens.get(at).map_or(Kind::End, |token| token.kind)
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| token.kind == Kind::Ident && token.span.slice(self.text) == word)
    }

    /// Updates the brackets around a token for the tokens of a range.
    fn enter(&self, stack: &mut Vec<Around>, range: Range<usize>) {
        for at in range {
            let kind = self.kind(at);
            match nesting(kind) {
                1 => stack.push(match kind {
                    Kind::OpenQuote | Kind::OpenHeredoc => Around::Template,
                    _ if self.is_for(at) => Around::For,
                    Kind::OpenBrace => Around::Items,
                    _ => Around::Skipped,
                }),
                -1 => drop(stack.pop()),
                _ => {}
            }
        }
    }

    /// Whether a bracket opens a `for` expression.
    fn is_for(&self, open: usize) -> bool {
        let is_space = |at: &usize| !matches!(self.kind(*at), Kind::Newline | Kind::Comment);
        let first = (open + 1..self.tokens.len()).find(is_space);
        matches!(self.kind(open), Kind::OpenBrace | Kind::OpenBracket)
            && first.is_some_and(|first| self.is_word(first, "for"))
    }

    /// The last token of a range that is not a comment.
    fn last(&self, range: Range<usize>) -> usize {
        let is_code = |at: &usize| self.kind(*at) != Kind::Comment;
        let start = range.start;
        range.rev().find(is_code).unwrap_or(start)
    }

    fn newline_before(&mut self, token: usize) {
        self.insert(self.tokens[token].span.start, 0, Insert::Newline);
    }

    fn insert(&mut self, at: u32, cut: u32, insert: Insert) {
        self.edits.push(Edit { at, cut, insert });
    }

    fn parts(&self, code: Range<usize>) -> Parts {
        let mut parts = Parts {
            is_balanced: true,
            ..Parts::default()
        };
        let mut open = Vec::new();
        for at in code {
            match nesting(self.kind(at)) {
                1 => open.push(at),
                -1 => match open.pop() {
                    Some(from) if open.is_empty() => parts.pairs.push((from, at)),
                    Some(_) => {}
                    None => {
                        parts.is_balanced = false;
                        parts.top.clear();
                        parts.pairs.clear();
                    }
                },
                _ if open.is_empty() => parts.top.push(at),
                _ => {}
            }
        }
        parts.is_balanced &= open.is_empty();
        parts
    }

    /// Breaks a line.
    fn line(&mut self, code: Range<usize>, around: Around) {
        let parts = self.parts(code.clone());
        let before = self.edits.len();
        if parts.is_balanced {
            match around {
                Around::Items => self.item(&parts, code.clone()),
                Around::Skipped | Around::For => self.element(&parts, code.clone(), around),
                Around::Template => {}
            }
        }
        if self.edits.len() == before {
            self.widest(&parts, code);
        }
    }

    /// Breaks a line of a body or of an object: between items, or at the operators of its value, which
    /// is put in parentheses.
    fn item(&mut self, parts: &Parts, code: Range<usize>) {
        let last = self.last(code.clone());
        let commas: Vec<usize> = self.all(parts, Kind::Comma, code.start..last).collect();
        for comma in &commas {
            let span = self.tokens[*comma].span;
            self.insert(span.start, span.end - span.start, Insert::Newline);
        }
        if !commas.is_empty() {
            return;
        }
        let is_sign = |at: &&usize| matches!(self.kind(**at), Kind::Equal | Kind::Colon);
        let Some(sign) = parts.top.iter().find(is_sign) else {
            return;
        };
        let end = last + usize::from(self.kind(last) != Kind::Comma);
        let breaks = self.operators(parts, sign + 1..end);
        if let ([_, ..], true) = (&*breaks, sign + 1 < end) {
            let (first, last) = (self.tokens[sign + 1].span, self.tokens[end - 1].span);
            self.insert(first.start, 0, Insert::Open);
            self.insert(first.start, 0, Insert::Newline);
            for at in breaks {
                self.newline_before(at);
            }
            self.insert(last.end, 0, Insert::Newline);
            self.insert(last.end, 0, Insert::Close);
        }
    }

    /// Breaks a line inside brackets in which newlines are skipped.
    fn element(&mut self, parts: &Parts, code: Range<usize>, around: Around) {
        let last = self.last(code.clone());
        if around == Around::For && self.is_word(code.start, "for") {
            let Some(colon) = self.all(parts, Kind::Colon, code.start..last).next() else {
                return;
            };
            self.newline_before(colon + 1);
            let top = parts.top.iter().filter(|at| **at > colon + 1);
            let filter = top
                .copied()
                .find(|at| self.is_word(*at, "if") && self.kind(*at - 1) != Kind::Dot);
            if let Some(filter) = filter {
                self.newline_before(filter);
            }
            return;
        }
        let commas: Vec<usize> = self.all(parts, Kind::Comma, code.start..last).collect();
        if around == Around::Skipped && !commas.is_empty() {
            for comma in commas {
                self.newline_before(comma + 1);
            }
            return;
        }
        for at in self.operators(parts, code.clone()) {
            if at > code.start {
                self.newline_before(at);
            }
        }
    }

    /// The tokens of a kind outside of the brackets of a line.
    fn all<'a>(
        &'a self,
        parts: &'a Parts,
        kind: Kind,
        range: Range<usize>,
    ) -> impl Iterator<Item = usize> + 'a {
        let is_in = move |at: &usize| range.contains(at) && self.kind(*at) == kind;
        parts.top.iter().copied().filter(is_in)
    }

    /// The operators of the lowest precedence: `?` with `:`, `||`, or `&&`.
    fn operators(&self, parts: &Parts, range: Range<usize>) -> Vec<usize> {
        if let Some(first) = self.all(parts, Kind::Question, range.clone()).next() {
            let is_sign = |at: &usize| matches!(self.kind(*at), Kind::Question | Kind::Colon);
            let top = parts.top.iter().copied();
            let top = top.filter(|at| (first..range.end).contains(at));
            return top.filter(is_sign).collect();
        }
        for kind in [Kind::Or, Kind::And] {
            let found: Vec<usize> = self.all(parts, kind, range.clone()).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Breaks the widest pair of brackets of a line.
    fn widest(&mut self, parts: &Parts, code: Range<usize>) {
        // A computed key before an equals sign is not broken.
        let equals = self.all(parts, Kind::Equal, code.clone()).next();
        let pairs = parts.pairs.iter().copied();
        let pairs = pairs.filter(|(open, close)| {
            equals.is_none_or(|equals| equals < *open) && self.can_break(*open, *close)
        });
        let width = |(open, close): &(usize, usize)| {
            self.tokens[*close].span.end - self.tokens[*open].span.start
        };
        let Some((open, close)) = pairs.max_by_key(width) else {
            return;
        };
        let (open, close) = self.last_argument(open, close, code);
        let inner = self.parts(open + 1..close);
        let is_for = self.is_for(open);
        let kind = self.kind(open);
        self.newline_before(open + 1);
        if !is_for {
            let commas: Vec<usize> = self.all(&inner, Kind::Comma, open + 1..close).collect();
            for comma in commas {
                let span = self.tokens[comma].span;
                if kind == Kind::OpenBrace {
                    self.insert(span.start, span.end - span.start, Insert::Nothing);
                }
                if comma + 1 < close {
                    self.newline_before(comma + 1);
                }
            }
            if kind == Kind::OpenBracket && self.kind(self.last(open + 1..close)) != Kind::Comma {
                self.insert(self.tokens[close - 1].span.end, 0, Insert::Comma);
            }
        }
        self.newline_before(close);
    }

    /// Whether newlines may be inserted into brackets.
    fn can_break(&self, open: usize, close: usize) -> bool {
        let is_listed = match self.kind(open) {
            Kind::OpenBrace | Kind::OpenParen => true,
            Kind::OpenBracket => !self.is_index(open),
            _ => false,
        };
        is_listed && (open + 1..close).any(|at| self.kind(at) != Kind::Comment)
    }

    /// Whether a bracket opens an index or a splat.
    fn is_index(&self, open: usize) -> bool {
        let is_token = |at: &usize| !matches!(self.kind(*at), Kind::Newline | Kind::Comment);
        let Some(before) = (0..open).rfind(is_token) else {
            return false;
        };
        match self.kind(before) {
            Kind::Ident => {
                let is_after_name = (0..before).rfind(is_token).map(|at| self.kind(at));
                !(self.is_word(before, "in") && is_after_name == Some(Kind::Ident))
            }
            Kind::Number
            | Kind::CloseBrace
            | Kind::CloseBracket
            | Kind::CloseParen
            | Kind::CloseQuote
            | Kind::CloseHeredoc
            | Kind::Star => true,
            _ => false,
        }
    }

    /// The brackets of the last argument of a call, if they are the whole argument and no other
    /// argument has brackets: `f(a, {…})` is broken inside the braces.
    fn last_argument(&self, open: usize, close: usize, code: Range<usize>) -> (usize, usize) {
        if self.kind(open) != Kind::OpenParen || close > code.end {
            return (open, close);
        }
        let inner = self.parts(open + 1..close);
        let mut top = inner.top.iter().copied();
        let comma = top.rfind(|at| self.kind(*at) == Kind::Comma);
        let first = comma.map_or(open + 1, |comma| comma + 1);
        let (others, last): (Vec<_>, Vec<_>) = inner.pairs.iter().partition(|(at, _)| *at < first);
        let is_text = |(at, _): &(usize, usize)| self.kind(*at) == Kind::OpenQuote;
        match *last {
            [(from, to)]
                if from == first
                    && to + 1 == close
                    && matches!(self.kind(from), Kind::OpenBrace | Kind::OpenBracket)
                    && self.can_break(from, to)
                    && others.iter().all(is_text) =>
            {
                (from, to)
            }
            _ => (open, close),
        }
    }
}
