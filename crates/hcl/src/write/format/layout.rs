//! Indentation and alignment of lines.
//!
//! A line ends with a newline token, so all lines of a heredoc belong to one line. A line has up to
//! three cells: the text before an equals sign whose right side is complete on the line, the text
//! from that sign on, and a comment at the end of the line. The second cells of consecutive lines
//! start in the same column, and so do the third cells.
//!
//! With [`Heredocs::Indented`], each expression in a heredoc has its own brackets and its own chains of
//! lines; a line belongs to the expression of its first token.

use super::heredoc::{self, Moved, OUTSIDE};
use super::options::{Alignment, FormatOptions, Heredocs};
use super::spaces::{brackets, is_spaced};
use crate::syntax::{Kind, Token};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::{Result, Span};
use polycty_core::values::grapheme_count;

/// The positions of the tokens of a formatted text.
pub(super) struct Layout {
    lines: Vec<Line>,
    /// The number of spaces before each token.
    spaces: Vec<u32>,
    /// The tokens of heredocs with a new indentation, in order.
    moved: Vec<Moved>,
}

/// The cells of a line, as token indexes. Each cell ends where the next one starts.
struct Line {
    start: usize,
    assign: usize,
    comment: usize,
    end: usize,
    /// The number of the expression.
    owner: u32,
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
    pub(super) fn new(
        text: &str,
        tokens: &[Token],
        options: &FormatOptions,
        budget: &Budget,
    ) -> Result<Layout> {
        let is_indented = options.heredocs == Heredocs::Indented
            && tokens.iter().any(|token| token.kind == Kind::OpenHeredoc);
        // A count of spaces for each token, and a line with its number for each newline.
        let each = size_of::<u32>() + size_of::<Line>() + size_of::<u32>();
        budget.hold((tokens.len() * each) as u64)?;
        let owners = match is_indented {
            true => {
                budget.hold((tokens.len() * (size_of::<u32>() + size_of::<Moved>())) as u64)?;
                heredoc::owners(tokens)
            }
            false => Vec::new(),
        };
        let mut layout = Layout {
            lines: lines(text, tokens, &owners),
            spaces: vec![0; tokens.len()],
            moved: Vec::new(),
        };
        if is_indented {
            let ends = layout.lines.iter().map(|line| (line.start, line.end));
            let spaces = &mut layout.spaces;
            let set = |token: usize, column| spaces[token] = column;
            layout.moved = heredoc::indent(text, tokens, &owners, ends, set);
        } else {
            layout.indent(tokens);
        }
        layout.space(text, tokens);
        layout.align(text, tokens, options.align);
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
            heredoc::close(&mut open, -change);
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
    fn align(&mut self, text: &str, tokens: &[Token], align: Alignment) {
        let spaces = &mut self.spaces;
        let lines = &self.lines;
        // The lines of an expression are consecutive, whatever heredocs are between them.
        let mut order: Vec<u32> = (0..lines.len() as u32).collect();
        sort_by_key(&mut order, |at| lines[*at as usize].owner);
        let line = |at: &u32| &lines[*at as usize];
        let width = |spaces: &[u32], start: usize, end: usize| -> u32 {
            let widths =
                (start..end).map(|at| spaces[at].saturating_add(columns(text, tokens[at])));
            widths.fold(0, u32::saturating_add)
        };
        let assigns = |at: &u32| (line(at).owner, line(at).has_assign());
        for chain in order.chunk_by(|a, b| assigns(a) == assigns(b)) {
            if !line(&chain[0]).has_assign() {
                continue;
            }
            let lead = |line: &Line, spaces: &[u32]| width(spaces, line.start, line.assign);
            let most = chain.iter().map(|at| lead(line(at), spaces)).max();
            for line in chain.iter().map(line) {
                let padding = most.unwrap_or(0) - lead(line, spaces);
                let padding = if align.has_equals() { padding } else { 0 };
                spaces[line.assign] = padding.saturating_add(1);
            }
        }
        let comments = |at: &u32| (line(at).owner, line(at).has_comment());
        for chain in order.chunk_by(|a, b| comments(a) == comments(b)) {
            if !line(&chain[0]).has_comment() {
                continue;
            }
            let code = |line: &Line, spaces: &[u32]| width(spaces, line.start, line.comment);
            let most = chain.iter().map(|at| code(line(at), spaces)).max();
            for line in chain.iter().map(line) {
                let padding = most.unwrap_or(0) - code(line, spaces);
                let padding = if align.has_comments() { padding } else { 0 };
                spaces[line.comment] = padding.saturating_add(1);
            }
        }
    }

    /// The lines outside of heredocs that have more columns of code than a number: the tokens of their
    /// code. A line with a heredoc is not among them.
    pub(super) fn longer_than<'a>(
        &'a self,
        text: &'a str,
        tokens: &'a [Token],
        most: u32,
    ) -> impl Iterator<Item = std::ops::Range<usize>> + 'a {
        let code = |line: &Line| {
            let is_code = |at: &usize| tokens[*at].kind != Kind::Newline;
            let end = (line.start..line.comment).rfind(is_code);
            line.start..end.map_or(line.start, |end| end + 1)
        };
        let is_long = move |code: &std::ops::Range<usize>| {
            let widths = code.clone().map(|at| match tokens[at].kind {
                Kind::OpenHeredoc | Kind::CloseHeredoc | Kind::PlainText => None,
                _ => Some(u64::from(self.spaces[at]) + u64::from(columns(text, tokens[at]))),
            });
            let width = widths.sum::<Option<u64>>();
            width.is_some_and(|width| width > u64::from(most))
        };
        let lines = self.lines.iter().filter(|line| line.owner == OUTSIDE);
        lines.map(code).filter(is_long)
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
        let moved = self.moved.iter().map(|moved| u64::from(moved.spaces));
        let added = added + moved.sum::<u64>();
        budget.hold(text.len() as u64 + added)?;
        budget.charge(added / 16)?;
        let mut out = String::with_capacity(text.len() + added as usize);
        // The text before `at` has been written.
        let mut at = 0;
        for line in chosen() {
            let first = self.moved.partition_point(|moved| moved.token < line.start);
            let mut moved = self.moved[first..].iter().peekable();
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
                if let Some(moved) = moved.next_if(|moved| moved.token == place) {
                    out.push_str(&text[at..next]);
                    out.extend(std::iter::repeat_n(' ', moved.spaces as usize));
                    at = next + moved.cut as usize;
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

/// Splits tokens into lines, without the end token. `owners` are the numbers of the expressions of the
/// tokens, or empty if there is one expression.
fn lines(text: &str, tokens: &[Token], owners: &[u32]) -> Vec<Line> {
    let mut lines = Vec::with_capacity(tokens.len() / 4 + 1);
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Newline => {
                lines.push(line(text, tokens, owners, start, at + 1));
                start = at + 1;
            }
            Kind::End if start < at => lines.push(line(text, tokens, owners, start, at)),
            _ => {}
        }
    }
    lines
}

/// Returns the cells of a line that has at least one token.
fn line(text: &str, tokens: &[Token], owners: &[u32], start: usize, end: usize) -> Line {
    let owner = owners.get(start).copied().unwrap_or(OUTSIDE);
    let is_own = |at: usize| owners.get(at).is_none_or(|other| *other == owner);
    let code = match comment(text, tokens, start, end) {
        code if code < end && !is_own(code) => end,
        code => code,
    };
    let is_equals = |at: &usize| is_own(*at) && tokens[*at].kind == Kind::Equal;
    let assign = match (start..code).find(is_equals) {
        Some(at) if at > start => {
            let right = (at..code).filter(|at| is_own(*at));
            let open: i32 = right.map(|at| brackets(tokens[at].kind)).sum();
            if open == 0 { at } else { code }
        }
        _ => code,
    };
    Line {
        start,
        assign,
        comment: code,
        end,
        owner,
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
