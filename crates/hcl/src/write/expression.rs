//! Text of expressions that the library creates.
//!
//! The text of an expression is parsed once and formatted when it is created. It is therefore
//! complete, and inserting it cannot change its structure. An expression records the syntax that
//! must surround it inside a different expression.

use super::format::{UNIT, joins_blanks, lay_out};
use super::parse::{self, TemporaryCharges, value_tokens};
use crate::syntax::{
    ExprKind, Kind, Token, Traversal, TraversalStepKind, is_identifier, parse_template_within,
    significant, template_tokens,
};
use crate::values::{NotationPolicy, format_value_within, is_plain_key, quoted};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Position, Result};
use polycty_core::text::is_printable;
use polycty_core::types;
use polycty_core::values::{Value, grapheme_count};
use std::borrow::Cow;

/// An expression to be inserted into a [`File`](super::File).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    text: String,
    form: Form,
}

/// The syntax that must surround an expression inside a different one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Nothing, even if traversal steps follow.
    Steps,
    /// Parentheses if traversal steps follow.
    Term,
    /// Parentheses inside any other expression.
    Operation,
    /// A newline after it.
    Heredoc,
}

/// The syntax that follows an expression inside a different one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Followed {
    BySteps,
    ByOther,
}

/// The approximate number of columns up to which lists and calls are written on one line.
const LINE: usize = 80;

/// Texts with fewer lines are written as quoted strings.
const LINES: usize = 2;

impl Expr {
    /// Parses a text as an expression and formats it.
    ///
    /// # Errors
    /// [`Code::Syntax`] with diagnostics if the text is not a valid expression; [`Code::Limit`] if
    /// the budget is exceeded.
    pub fn raw(text: &str, budget: &Budget) -> Result<Expr> {
        let text = text.trim_matches([' ', '\t', '\r', '\n']);
        let temporary = TemporaryCharges::new(budget);
        let parsed = parse::expression(text, budget)?;
        // A newline follows every value and ends a heredoc.
        let tokens = value_tokens(text, budget)?;
        // In a body, a newline ends an argument, and a comment belongs to an item.
        let is_bare = needs_parentheses(text, &tokens);
        let tree = &parsed.tree;
        let ends_line = tokens
            .iter()
            .rev()
            .find(|token| !matches!(token.kind, Kind::End | Kind::Newline));
        let form = match tree[parsed.root].kind {
            _ if is_bare => Form::Steps,
            _ if ends_line.is_some_and(|token| token.kind == Kind::CloseHeredoc) => Form::Heredoc,
            ExprKind::Conditional { .. } | ExprKind::Operations { .. } | ExprKind::Unary { .. } => {
                Form::Operation
            }
            ExprKind::Literal(_)
            | ExprKind::Template(_)
            | ExprKind::TemplateWrap(_)
            | ExprKind::TemplateJoin(_)
            | ExprKind::Splat { .. } => Form::Term,
            _ => Form::Steps,
        };
        let value = if is_bare {
            Cow::Owned(format!("({text}\n)"))
        } else {
            Cow::Borrowed(text)
        };
        let argument = format!("{NAME}{value}\n");
        parse::config(argument.as_bytes(), "", budget)?;
        let laid_out = lay_out(&argument, budget)?;
        drop(temporary);
        budget.hold(laid_out.len() as u64)?;
        let text = laid_out.strip_prefix(NAME).unwrap_or(&laid_out);
        Ok(Expr {
            text: text.strip_suffix('\n').unwrap_or(text).to_owned(),
            form,
        })
    }

    /// Creates the expression of a value. Objects and lists are formatted conventionally; strings
    /// of several lines become heredocs where possible.
    ///
    /// # Errors
    /// The errors of [`Expr::value_with`].
    pub fn value(value: &Value, budget: &Budget) -> Result<Expr> {
        Expr::value_with(value, Texts::Heredocs, budget)
    }

    /// Creates the expression of a value, with strings in the notation of `texts`.
    ///
    /// # Errors
    /// [`Code::Unknown`], [`Code::Marked`] or [`Code::Unsupported`] if the value has no notation;
    /// [`Code::Limit`] if it nests deeper than expressions can, or if the budget is exceeded.
    pub fn value_with(value: &Value, texts: Texts, budget: &Budget) -> Result<Expr> {
        let mut text = String::new();
        match texts {
            Texts::Quoted => text = format_value_within(value, NotationPolicy::Expression, budget)?,
            Texts::Heredocs => write_value(value, 0, &mut text, budget)?,
        }
        Expr::raw(&text, budget)
    }

    /// Creates the expression that has the value of a template without quotes, such as a string in
    /// JSON syntax: the expression of a single interpolation, or a template in quotes.
    ///
    /// # Errors
    /// [`Code::Syntax`] with diagnostics if the text is not a valid template; [`Code::Limit`] if the
    /// budget is exceeded.
    pub fn template(text: &str, budget: &Budget) -> Result<Expr> {
        let temporary = TemporaryCharges::new(budget);
        let parsed = parse_template_within(text.as_bytes(), "", Position::START, budget);
        budget.finish()?;
        if !parsed.diagnostics.is_empty() {
            return Err(Error::from_diagnostics(Code::Syntax, parsed.diagnostics));
        }
        let tree = &parsed.tree;
        if let ExprKind::TemplateWrap(inner) = tree[parsed.root].kind {
            let inner = tree.slice(tree[inner].span).to_owned();
            drop(temporary);
            return Expr::raw(&inner, budget);
        }
        let mut quoted = String::from("\"");
        let mut depth = 0_u32;
        for token in template_tokens(text, budget)? {
            let part = token.span.slice(text);
            match token.kind {
                Kind::Interpolation | Kind::Directive => depth += 1,
                Kind::SequenceEnd => depth = depth.saturating_sub(1),
                _ => {}
            }
            if token.kind != Kind::PlainText || depth > 0 {
                quoted.push_str(part);
                continue;
            }
            for c in part.chars() {
                match c {
                    '"' | '\\' => quoted.extend(['\\', c]),
                    '\n' => quoted.push_str("\\n"),
                    '\r' => quoted.push_str("\\r"),
                    '\t' => quoted.push_str("\\t"),
                    c => quoted.push(c),
                }
            }
        }
        quoted.push('"');
        drop(temporary);
        Expr::raw(&quoted, budget)
    }

    /// Creates a variable with traversal steps.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if the traversal does not start with a variable, a name is not
    /// valid, or a key is not a known number or string; [`Code::Limit`] if the budget is exceeded.
    pub fn traversal(traversal: &Traversal, budget: &Budget) -> Result<Expr> {
        let bad = |what: &str| Err(Error::new(Code::InvalidArgument, what));
        if !traversal.is_absolute() {
            return bad("a traversal must start with a variable");
        }
        let mut text = String::new();
        for (at, step) in traversal.steps.iter().enumerate() {
            match &step.kind {
                TraversalStepKind::Root(_) if at > 0 => {
                    return bad("only the first step of a traversal may be a variable");
                }
                TraversalStepKind::Root(name) | TraversalStepKind::Attr(name)
                    if !is_identifier(name) =>
                {
                    return bad("a step of the traversal is not a valid name");
                }
                TraversalStepKind::Root(name) => text.push_str(name),
                TraversalStepKind::Attr(name) => {
                    text.push('.');
                    text.push_str(name);
                }
                TraversalStepKind::Index(key) => {
                    let key = format_value_within(key, NotationPolicy::Expression, budget)?;
                    text.push('[');
                    text.push_str(&key);
                    text.push(']');
                }
            }
        }
        Expr::raw(&text, budget)
    }

    /// Creates a function call. The last argument can be expanded with `...`.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if the name is not valid; [`Code::Limit`] if the budget is
    /// exceeded.
    pub fn call(name: &str, arguments: &[Expr], last: Arguments, budget: &Budget) -> Result<Expr> {
        if !name.split("::").all(is_identifier) {
            let message = format!("{name:?} is not a valid name of a function");
            return Err(Error::new(Code::InvalidArgument, message));
        }
        let mut text = format!("{name}(");
        write_list(arguments, ")", last, &mut text);
        Expr::raw(&text, budget)
    }

    /// Creates a tuple `[a, b]`, on one line if it is short.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded or the elements nest too deep.
    pub fn tuple(elements: &[Expr], budget: &Budget) -> Result<Expr> {
        let mut text = String::from("[");
        write_list(elements, "]", Arguments::Single, &mut text);
        Expr::raw(&text, budget)
    }

    /// Creates an object `{ a = b }` with one item per line. Keys that are not identifiers are
    /// quoted.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded or the values nest too deep.
    pub fn object<'k>(
        items: impl IntoIterator<Item = (&'k str, Expr)>,
        budget: &Budget,
    ) -> Result<Expr> {
        let mut text = String::from("{");
        for (key, value) in items {
            text.push('\n');
            text.push_str(&object_key(key));
            text.push_str(" = ");
            text.push_str(&value.text);
        }
        text.push_str(if text.len() > 1 { "\n}" } else { "}" });
        Expr::raw(&text, budget)
    }

    /// Creates an expression from tokens, each with its text, without blanks.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if a text is recognizably not a token of its kind;
    /// [`Code::Syntax`] if the tokens are not a valid expression; [`Code::Limit`] if the budget is
    /// exceeded.
    pub fn tokens<'t>(
        tokens: impl IntoIterator<Item = (Kind, &'t str)>,
        budget: &Budget,
    ) -> Result<Expr> {
        let mut text = String::new();
        let mut kinds = Vec::new();
        let mut joins = true;
        for (kind, token) in tokens {
            use Kind::*;
            if !joins && !matches!(kind, QuotedText | PlainText | CloseQuote | CloseHeredoc) {
                let follows_text = matches!(kinds.last(), Some(QuotedText | PlainText));
                if !follows_text {
                    text.push(' ');
                }
            }
            text.push_str(token);
            joins = matches!(kind, OpenQuote | OpenHeredoc | Newline);
            kinds.push(kind);
        }
        let found = significant(&text, budget)?.into_iter();
        let found = found.map(|token| token.kind);
        let is_end = |kind: &Kind| matches!(kind, Kind::End | Kind::Newline);
        if !found
            .filter(|kind| !is_end(kind))
            .eq(kinds.into_iter().filter(|kind| !is_end(kind)))
        {
            let message = "a text does not match the kind of its token";
            return Err(Error::new(Code::InvalidArgument, message));
        }
        Expr::raw(&text, budget)
    }

    /// The text, with indentation as if it started in the first column.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether a newline must follow the text.
    pub(super) fn is_heredoc(&self) -> bool {
        self.form == Form::Heredoc
    }

    /// The text for use inside a different expression.
    pub(super) fn within(&self, followed: Followed) -> Cow<'_, str> {
        match (self.form, followed) {
            (Form::Steps, _) | (Form::Term, Followed::ByOther) => Cow::Borrowed(&self.text),
            (Form::Term, Followed::BySteps) | (Form::Operation, _) => {
                Cow::Owned(format!("({})", self.text))
            }
            (Form::Heredoc, _) => Cow::Owned(format!("({}\n)", self.text)),
        }
    }
}

/// The notation of strings in the text of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Texts {
    /// As quoted strings, each on one line.
    Quoted,
    /// As heredocs if a string has several lines, a heredoc can represent it, and a newline can
    /// follow it; as quoted strings otherwise.
    Heredocs,
}

/// The form of the last argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arguments {
    /// One argument, like the others.
    Single,
    /// A list of arguments, expanded with `...`.
    Expanded,
}

/// An expression is formatted as the value of this argument.
const NAME: &str = "_ = ";

/// Returns a key as it is written in an object.
pub(super) fn object_key(key: &str) -> Cow<'_, str> {
    if is_plain_key(key) {
        Cow::Borrowed(key)
    } else {
        Cow::Owned(quoted(key))
    }
}

/// Whether a text has newlines outside brackets, or comments at its start or end.
fn needs_parentheses(text: &str, tokens: &[Token]) -> bool {
    let mut open = 0;
    // The last token is followed by a newline token and the end token.
    let last = tokens.len().saturating_sub(3);
    tokens.iter().enumerate().any(|(at, token)| {
        match token.kind {
            Kind::OpenBrace
            | Kind::OpenBracket
            | Kind::OpenParen
            | Kind::Interpolation
            | Kind::Directive => open += 1,
            Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParen | Kind::SequenceEnd => {
                open -= 1;
            }
            _ => {}
        }
        match token.kind {
            Kind::Newline => open == 0 && (token.span.end as usize) < text.len(),
            Kind::Comment => at == 0 || at == last,
            _ => false,
        }
    })
}

/// Writes the parts of a list and its closing bracket.
fn write_list(parts: &[Expr], close: &str, last: Arguments, out: &mut String) {
    let dots = match last {
        Arguments::Expanded if !parts.is_empty() => "...",
        _ => "",
    };
    let columns: usize = parts
        .iter()
        .map(|part| grapheme_count(&part.text) + 2)
        .sum();
    let is_short = columns <= LINE;
    if is_short && parts.iter().all(|part| !part.text.contains('\n')) {
        for (at, part) in parts.iter().enumerate() {
            out.push_str(if at > 0 { ", " } else { "" });
            out.push_str(&part.text);
        }
        out.push_str(dots);
    } else {
        for (at, part) in parts.iter().enumerate() {
            out.push('\n');
            out.push_str(&part.text);
            if part.is_heredoc() {
                out.push('\n');
            }
            // An expanded argument must not be followed by a comma.
            out.push_str(if at + 1 == parts.len() && !dots.is_empty() {
                dots
            } else {
                ","
            });
        }
        out.push('\n');
    }
    out.push_str(close);
}

/// Writes a value nested in `level` objects. Strings of several lines are written as heredocs if a
/// newline follows them.
fn write_value(value: &Value, level: usize, out: &mut String, budget: &Budget) -> Result<()> {
    budget.charge(1)?;
    let is_plain = value.is_marked() || value.is_null() || !value.is_known();
    if !is_plain && let Some(text) = value.as_str() {
        budget.charge(text.len() as u64 / 8)?;
        if let Some(marker) = heredoc_marker(text) {
            let lines = text.split('\n').count();
            budget.hold((text.len() + (lines + 1) * (level + 1) * UNIT.len()) as u64)?;
            write_heredoc(text, &marker, level, out);
            return Ok(());
        }
    }
    let items: Option<Vec<(&str, &Value)>> = match value.ty().kind() {
        _ if is_plain => None,
        types::Kind::Object(object) => {
            let names = object.fields().iter().map(|field| field.name());
            Some(names.zip(value.parts().unwrap_or_default()).collect())
        }
        types::Kind::Map { .. } => value.entries().and_then(|entries| {
            let texts = entries.iter().all(|entry| entry.key().as_str().is_some());
            let items = entries.iter().map(|entry| (entry.key_str(), entry.value()));
            texts.then(|| items.collect())
        }),
        _ => None,
    };
    let Some(items) = items.filter(|items| !items.is_empty()) else {
        out.push_str(&format_value_within(
            value,
            NotationPolicy::Expression,
            budget,
        )?);
        return Ok(());
    };
    out.push_str("{\n");
    for (key, part) in items {
        out.push_str(&object_key(key));
        out.push_str(" = ");
        write_value(part, level + 1, out, budget)?;
        out.push('\n');
    }
    out.push('}');
    Ok(())
}

/// Returns the marker of a heredoc for a text, or `None` if the text is short, does not end with a
/// newline, or contains characters that a heredoc cannot represent.
fn heredoc_marker(text: &str) -> Option<String> {
    let lines = text.strip_suffix('\n')?.split('\n');
    if lines.clone().count() < LINES {
        return None;
    }
    let is_plain = |c: char| is_printable(c) || matches!(c, '\n' | '\t');
    // A sign before a doubled sign would be parsed as part of it.
    let doubled = ["$${", "%%{"].iter().any(|signs| text.contains(signs));
    if doubled || !text.chars().all(is_plain) {
        return None;
    }
    let is_taken = |marker: &str| lines.clone().any(|line| line.trim() == marker);
    let numbered = (1..=LINES as u32 + 8).map(|number| format!("EOT{number}"));
    let mut markers = std::iter::once("EOT".to_owned()).chain(numbered);
    markers.find(|marker| !is_taken(marker))
}

/// Writes a heredoc. Its lines are indented one level deeper than its marker if parsing removes
/// exactly that indentation.
fn write_heredoc(text: &str, marker: &str, level: usize, out: &mut String) {
    let is_flush = can_be_flush(text);
    out.push_str(if is_flush { "<<-" } else { "<<" });
    out.push_str(marker);
    out.push('\n');
    for line in text.split_inclusive('\n') {
        if is_flush && !line.trim().is_empty() {
            out.extend(std::iter::repeat_n(UNIT, level + 1));
        }
        write_heredoc_line(line, out);
    }
    if is_flush {
        out.extend(std::iter::repeat_n(UNIT, level));
    }
    out.push_str(marker);
}

/// Whether the lines of a text have no common indentation, and would have exactly the indentation
/// that is put before them. A combining mark at the start of a line joins with the blank before it.
fn can_be_flush(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut is_flush = false;
    for line in lines {
        if joins_blanks(line) {
            return false;
        }
        is_flush |= !line.starts_with(char::is_whitespace);
    }
    is_flush
}

#[expect(clippy::string_slice, reason = "offsets come from `find`")]
fn write_heredoc_line(line: &str, out: &mut String) {
    let mut rest = line;
    while let Some(at) = rest.find(['$', '%']) {
        out.push_str(&rest[..=at]);
        if rest[at + 1..].starts_with('{') {
            // A doubled sign starts no sequence.
            out.push_str(&rest[at..=at]);
        }
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}
