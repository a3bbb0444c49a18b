//! The expressions in heredocs, and the indentation of `<<-` heredocs.
//!
//! An interpolation or a directive in a heredoc is an expression of its own: its brackets are not
//! those of the lines around the heredoc. The parser removes the least indentation of the lines of a
//! `<<-` heredoc, so that the lines can move together. They cannot if a strip marker has removed the
//! start of a line, because the rest of that line then does not count.

use super::joins_blanks;
use super::spaces::brackets;
use crate::syntax::{Kind, Token};
use unicode_segmentation::UnicodeSegmentation;

/// The number of the expression outside of all heredocs.
pub(super) const OUTSIDE: u32 = 0;

/// The owner of the text of a heredoc.
const TEXT: u32 = u32::MAX;

/// The new indentation of a token: the number of bytes that are removed from its start, and the
/// number of spaces that replace them.
pub(super) struct Moved {
    pub(super) token: usize,
    pub(super) cut: u32,
    pub(super) spaces: u32,
}

/// Returns the number of the expression of each token.
pub(super) fn owners(tokens: &[Token]) -> Vec<u32> {
    /// An expression with its open brackets, or a heredoc.
    enum Frame {
        Expression(u32, i32),
        Heredoc,
    }
    let mut stack = vec![Frame::Expression(OUTSIDE, 0)];
    let mut next = OUTSIDE;
    let owner = |token: &Token| match stack.last_mut() {
        Some(Frame::Expression(id, depth)) => {
            let id = *id;
            *depth += brackets(token.kind);
            if token.kind == Kind::OpenHeredoc {
                stack.push(Frame::Heredoc);
            } else if *depth <= 0 && token.kind == Kind::SequenceEnd && id != OUTSIDE {
                stack.pop();
            }
            id
        }
        _ if matches!(token.kind, Kind::Interpolation | Kind::Directive) => {
            next += 1;
            stack.push(Frame::Expression(next, 1));
            next
        }
        _ => {
            if token.kind == Kind::CloseHeredoc {
                stack.pop();
            }
            TEXT
        }
    };
    tokens.iter().map(owner).collect()
}

/// The white space at the start of a text, and its length in graphemes.
fn lead(text: &str) -> (&str, usize) {
    let (lead, _) = text.split_at(text.len() - text.trim_start().len());
    (lead, lead.graphemes(true).count())
}

fn is_blank_line(text: &str) -> bool {
    text.ends_with('\n') && text.trim_start().is_empty()
}

/// The state of a heredoc up to a token.
struct Body {
    /// The number of the heredoc in the text.
    number: usize,
    least: usize,
    is_movable: bool,
    /// Whether a line starts at the token.
    starts_line: bool,
    /// Whether only white space precedes the token on its line.
    is_indentation: bool,
    /// Whether a strip marker precedes the token.
    is_stripped: bool,
}

impl Body {
    fn text(&mut self, text: &str) {
        let (white, len) = lead(text);
        if self.is_stripped && white.contains('\n') {
            self.is_movable = false;
        }
        let is_white = white.len() == text.len();
        if self.starts_line && !is_blank_line(text) {
            self.least = self.least.min(len);
            self.is_movable &= is_white || !joins_blanks(text);
        }
        self.is_indentation = (self.starts_line || self.is_indentation) && is_white;
        self.starts_line = text.ends_with('\n');
        self.is_stripped = false;
    }

    fn sequence(&mut self, open: Token) {
        let is_first = self.starts_line || self.is_indentation;
        if open.span.end - open.span.start == 3 && is_first {
            self.is_movable = false;
        }
        if self.starts_line {
            self.least = 0;
        }
        self.starts_line = false;
        self.is_indentation = false;
    }
}

/// Returns for each heredoc the number of graphemes that the parser removes from its lines; `None` if
/// the lines cannot move.
fn indentations(text: &str, tokens: &[Token], owners: &[u32]) -> Vec<Option<usize>> {
    let mut found = Vec::new();
    let mut open: Vec<Body> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let owner = owners[at];
        match token.kind {
            Kind::OpenHeredoc => {
                open.push(Body {
                    number: found.len(),
                    least: usize::MAX,
                    is_movable: token.span.slice(text).starts_with("<<-"),
                    starts_line: true,
                    is_indentation: true,
                    is_stripped: false,
                });
                found.push(None);
            }
            Kind::CloseHeredoc => {
                if let Some(body) = open.pop() {
                    let is_movable = body.is_movable && body.least != usize::MAX;
                    found[body.number] = is_movable.then_some(body.least);
                }
            }
            kind => {
                let Some(body) = open.last_mut() else {
                    continue;
                };
                let is_first = at.checked_sub(1).is_none_or(|at| owners[at] != owner);
                let is_last = owners.get(at + 1) != Some(&owner);
                match kind {
                    Kind::PlainText if owner == TEXT => body.text(token.span.slice(text)),
                    Kind::Interpolation | Kind::Directive if is_first => body.sequence(*token),
                    Kind::SequenceEnd if is_last => {
                        body.is_stripped = token.span.end - token.span.start == 2;
                    }
                    _ => {}
                }
            }
        }
    }
    found
}

/// An expression whose tokens are being indented.
struct Expression {
    id: u32,
    /// The indentation of the line on which it starts.
    base: u32,
    /// The number of brackets that each line has opened and that are not closed yet.
    open: Vec<i32>,
    /// The line on which it starts.
    line: usize,
    /// The brackets that are open.
    depth: i32,
}

/// A heredoc whose lines are being indented.
struct Heredoc {
    /// The indentation of the line that opens it.
    indent: u32,
    is_flush: bool,
    least: Option<usize>,
    starts_line: bool,
}

/// Computes the indentation of lines. `lines` are the starts and the ends of lines; `set` receives the
/// indentation of each line that is not blank. Returns the new indentation of the lines of `<<-`
/// heredocs.
pub(super) fn indent(
    text: &str,
    tokens: &[Token],
    owners: &[u32],
    lines: impl Iterator<Item = (usize, usize)>,
    mut set: impl FnMut(usize, u32),
) -> Vec<Moved> {
    let mut least = indentations(text, tokens, owners).into_iter();
    let mut moved = Vec::new();
    let mut heredocs: Vec<Heredoc> = Vec::new();
    let outside = Expression {
        id: OUTSIDE,
        base: 0,
        open: Vec::new(),
        line: usize::MAX,
        depth: 0,
    };
    let mut stack = vec![outside];
    for (number, (start, end)) in lines.enumerate() {
        let Some(expression) = stack.last_mut() else {
            break;
        };
        if tokens[start].kind == Kind::Newline {
            continue;
        }
        let own = (start..end).filter(|at| owners[*at] == expression.id);
        let change: i32 = own.map(|at| brackets(tokens[at].kind)).sum();
        close(&mut expression.open, -change);
        // The indentation of the current line of the text.
        let mut column = expression.base + 2 * expression.open.len() as u32;
        set(start, column);
        if change > 0 {
            expression.open.push(change);
        }
        for at in start..end {
            let token = tokens[at];
            if let Some(expression) = stack.last_mut()
                && expression.id == owners[at]
            {
                expression.depth += brackets(token.kind);
                if token.kind == Kind::OpenHeredoc {
                    heredocs.push(Heredoc {
                        indent: column,
                        is_flush: token.span.slice(text).starts_with("<<-"),
                        least: least.next().flatten(),
                        starts_line: true,
                    });
                } else if expression.depth <= 0
                    && token.kind == Kind::SequenceEnd
                    && expression.id != OUTSIDE
                {
                    stack.pop();
                }
                continue;
            }
            let Some(heredoc) = heredocs.last_mut() else {
                continue;
            };
            let piece = token.span.slice(text);
            match token.kind {
                Kind::CloseHeredoc => {
                    if heredoc.is_flush {
                        moved.push(Moved {
                            token: at,
                            cut: lead(piece).0.len() as u32,
                            spaces: heredoc.indent,
                        });
                    }
                    heredocs.pop();
                    continue;
                }
                _ if !heredoc.starts_line || is_blank_line(piece) => {}
                kind => {
                    let (white, len) = match kind {
                        Kind::PlainText => lead(piece),
                        _ => ("", 0),
                    };
                    column = len as u32;
                    if let Some(least) = heredoc.least {
                        let cut: usize = white.graphemes(true).take(least).map(str::len).sum();
                        let spaces = heredoc.indent + 2;
                        column = spaces + len.saturating_sub(least) as u32;
                        moved.push(Moved {
                            token: at,
                            cut: cut as u32,
                            spaces,
                        });
                    }
                }
            }
            heredoc.starts_line = piece.ends_with('\n');
            if owners[at] != TEXT {
                stack.push(Expression {
                    id: owners[at],
                    base: column,
                    open: Vec::new(),
                    line: number,
                    depth: 1,
                });
            }
        }
        // The expressions that start on this line and do not end on it.
        for expression in stack.iter_mut().rev() {
            if expression.line != number {
                break;
            }
            expression.open.push(expression.depth);
        }
    }
    moved
}

/// Closes a number of brackets.
pub(super) fn close(open: &mut Vec<i32>, mut closed: i32) {
    while closed > 0
        && let Some(innermost) = open.last_mut()
    {
        let taken = closed.min(*innermost);
        closed -= taken;
        *innermost -= taken;
        if *innermost == 0 {
            open.pop();
        }
    }
}
