//! Indentation and alignment of lines.
//!
//! A line ends with a newline token, so all lines of a heredoc belong to one line. A line has up to
//! three cells: the text before an equals sign whose right side is complete on the line, the text
//! from that sign on, and a comment at the end of the line. The second cells of consecutive lines
//! start in the same column, and so do the third cells.

use super::spaces::{brackets, is_spaced};
use crate::syntax::{Kind, Token};
use polycty_core::calls::Budget;
use polycty_core::source::{Result, Span};
use polycty_core::values::grapheme_count;

/// The positions of the tokens of a formatted text.
pub(super) struct Layout {
    lines: Vec<Line>,
    /// The number of spaces before each token.
    spaces: Vec<u32>,
}

/// The cells of a line, as token indexes. Each cell ends where the next one starts.
struct Line {
    start: usize,
    assign: usize,
    comment: usize,
    end: usize,
}

impl Line {
    fn has_assign(&self) -> bool {
        self.assign < self.comment
    }

    fn has_comment(&self) -> bool {
        self.comment < self.end
    }
}

impl Layout {
    /// Computes the layout of a text. `tokens` are its tokens without blanks.
    ///
    /// # Errors
    /// `Code::Limit` if the budget is exceeded.
    pub(super) fn new(text: &str, tokens: &[Token], budget: &Budget) -> Result<Layout> {
        // A count of spaces for each token, and a line for each newline.
        budget.hold((tokens.len() * (size_of::<u32>() + size_of::<Line>())) as u64)?;
        let mut layout = Layout {
            lines: lines(text, tokens),
            spaces: vec![0; tokens.len()],
        };
        layout.indent(tokens);
        layout.space(text, tokens);
        layout.align(text, tokens);
        Ok(layout)
    }

    /// Sets an indentation of two spaces for each enclosing line that opens more brackets than it
    /// closes, however many these are.
    fn indent(&mut self, tokens: &[Token]) {
        // The number of brackets that each of these lines has opened and that are not closed yet.
        let mut open: Vec<i32> = Vec::new();
        for line in &self.lines {
            if tokens[line.start].kind == Kind::Newline {
                continue;
            }
            let lead = tokens[line.start..line.assign].iter();
            // Brackets opened in a heredoc are closed in it.
            let lead = lead.take_while(|token| token.kind != Kind::OpenHeredoc);
            let assign = tokens[line.assign..line.comment].iter();
            let change: i32 = lead.chain(assign).map(|token| brackets(token.kind)).sum();
            let mut closed = -change;
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
            self.spaces[line.start] = 2 * open.len() as u32;
            if change > 0 {
                open.push(change);
            }
        }
    }

    /// Sets the spaces within cells.
    fn space(&mut self, text: &str, tokens: &[Token]) {
        for line in &self.lines {
            for (start, end) in [(line.start, line.assign), (line.assign, line.comment)] {
                let mut before = None;
                for at in start + 1..end {
                    let (token, next) = (tokens[at - 1], tokens[at]);
                    self.spaces[at] = u32::from(is_spaced(text, before, token, next));
                    before = Some(token.kind);
                }
            }
        }
    }

    /// Sets the spaces before the second and third cells.
    fn align(&mut self, text: &str, tokens: &[Token]) {
        let spaces = &mut self.spaces;
        let width = |spaces: &[u32], start: usize, end: usize| -> u32 {
            let widths =
                (start..end).map(|at| spaces[at].saturating_add(columns(text, tokens[at])));
            widths.fold(0, u32::saturating_add)
        };
        for chain in self.lines.chunk_by(|a, b| a.has_assign() == b.has_assign()) {
            if !chain[0].has_assign() {
                continue;
            }
            let lead = |line: &Line, spaces: &[u32]| width(spaces, line.start, line.assign);
            let most = chain.iter().map(|line| lead(line, spaces)).max();
            for line in chain {
                let padding = most.unwrap_or(0) - lead(line, spaces);
                spaces[line.assign] = padding.saturating_add(1);
            }
        }
        for chain in self
            .lines
            .chunk_by(|a, b| a.has_comment() == b.has_comment())
        {
            if !chain[0].has_comment() {
                continue;
            }
            let code = |line: &Line, spaces: &[u32]| width(spaces, line.start, line.comment);
            let most = chain.iter().map(|line| code(line, spaces)).max();
            for line in chain {
                let padding = most.unwrap_or(0) - code(line, spaces);
                spaces[line.comment] = padding.saturating_add(1);
            }
        }
    }

    /// Returns the formatted text. If `within` is set, only lines with a byte of that span are
    /// formatted.
    ///
    /// Padding makes a text long if one cell is wide and many are narrow, so the bytes are charged
    /// before they are written.
    #[expect(clippy::string_slice, reason = "offsets are ends of tokens")]
    pub(super) fn write(
        &self,
        text: &str,
        tokens: &[Token],
        within: Option<Span>,
        budget: &Budget,
    ) -> Result<String> {
        let is_within = |line: &Line| {
            let Some(span) = within else { return true };
            let last = tokens[line.end - 1].span.end as usize;
            let first = match line.start.checked_sub(1) {
                Some(before) => tokens[before].span.end as usize,
                None => 0,
            };
            let (start, end) = (span.start as usize, span.end as usize);
            start < end && first < end && start < last
        };
        let chosen = || self.lines.iter().filter(|line| is_within(line));
        let spaces = chosen().flat_map(|line| &self.spaces[line.start..line.end]);
        let added: u64 = spaces.map(|spaces| u64::from(*spaces)).sum();
        budget.hold(text.len() as u64 + added)?;
        budget.charge(added / 16)?;
        let mut out = String::with_capacity(text.len() + added as usize);
        // The text before `at` has been written.
        let mut at = 0;
        for line in chosen() {
            for place in line.start..line.end {
                let gap = match place.checked_sub(1) {
                    Some(before) => tokens[before].span.end as usize,
                    None => 0,
                };
                let next = tokens[place].span.start as usize;
                let spaces = self.spaces[place] as usize;
                let is_there = next - gap == spaces && text[gap..next].bytes().all(|c| c == b' ');
                if !is_there {
                    out.push_str(&text[at..gap]);
                    out.extend(std::iter::repeat_n(' ', spaces));
                    at = next;
                }
            }
        }
        let tail = tokens.iter().rfind(|token| token.kind != Kind::End);
        let tail = tail.map_or(0, |token| token.span.end as usize).max(at);
        out.push_str(&text[at..tail]);
        // Each byte of blanks at the end of a text without a final newline becomes a space.
        let is_chosen = within.is_none_or(|span| span.end as usize > tail);
        out.extend(text[tail..].chars().map(|c| match c {
            '\t' if is_chosen => ' ',
            c => c,
        }));
        budget.release(text.len() as u64 + added - out.len() as u64);
        Ok(out)
    }
}

/// Splits tokens into lines, without the end token.
fn lines(text: &str, tokens: &[Token]) -> Vec<Line> {
    let mut lines = Vec::with_capacity(tokens.len() / 4 + 1);
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Newline => {
                lines.push(line(text, tokens, start, at + 1));
                start = at + 1;
            }
            Kind::End if start < at => lines.push(line(text, tokens, start, at)),
            _ => {}
        }
    }
    lines
}

/// Returns the cells of a line that has at least one token.
fn line(text: &str, tokens: &[Token], start: usize, end: usize) -> Line {
    let code = comment(text, tokens, start, end);
    let equals = tokens[start..code]
        .iter()
        .position(|token| token.kind == Kind::Equal);
    let assign = match equals {
        Some(at) if at > 0 => {
            let right = &tokens[start + at..code];
            let open: i32 = right.iter().map(|token| brackets(token.kind)).sum();
            if open == 0 { start + at } else { code }
        }
        _ => code,
    };
    Line {
        start,
        assign,
        comment: code,
        end,
    }
}

/// Returns the start of the comment at the end of a line, unless the line is only a comment. A `/*
/// */` comment counts only at the end of the text.
#[expect(clippy::string_slice, reason = "the offset is the start of a token")]
fn comment(text: &str, tokens: &[Token], start: usize, end: usize) -> usize {
    let ends_line = tokens[end - 1].kind == Kind::Newline;
    let last = end - 1 - usize::from(ends_line && end - 1 > start);
    let token = tokens[last];
    let is_block = text[token.span.start as usize..].starts_with("/*");
    match token.kind {
        Kind::Comment if last > start && !(ends_line && is_block) => last,
        _ => end,
    }
}

/// Returns the number of columns of a token.
#[inline]
fn columns(text: &str, token: Token) -> u32 {
    let text = token.span.slice(text);
    if text.is_ascii() && !text.contains('\r') {
        return text.len() as u32;
    }
    grapheme_count(text) as u32
}
