//! Repair of texts with errors of syntax.
//!
//! The parser drops the rest of a body after some errors. The repair reads the text line by line
//! and uses the indentation to find the ends of statements. A statement that does not parse is
//! replaced with blanks, or its value with `null`; missing braces are inserted. All other bytes
//! stay, so that the tree of the repaired text has the other statements as they are.

use polycty_core::calls::Budget;
use polycty_core::source::{Position, Result, Span};
use polycty_hcl::syntax::parse_config_within;
use std::collections::HashSet;

/// A repaired text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repaired {
    /// The text.
    pub(crate) text: String,
    /// The insertions in order.
    inserted: Vec<Insertion>,
    /// The values that were replaced: the name of the attribute, and the value, in the original
    /// text.
    pub(crate) damaged: Vec<(Span, Span)>,
    /// The statements without a name that were replaced with blanks, in the original text.
    pub(crate) blanked: Vec<Span>,
}

/// Bytes that are only in the repaired text.
#[derive(Clone, Copy, Debug)]
struct Insertion {
    /// The byte of the original text.
    at: u32,
    /// The number of bytes.
    count: u32,
    /// The number of bytes of the insertions before.
    before: u32,
    /// Whether they belong to the text before them, not to the text after them.
    continues: bool,
}

impl Repaired {
    /// The byte of the repaired text for one of the original text.
    pub(crate) fn inner(&self, byte: u32) -> u32 {
        let is_before = |one: &Insertion| one.at < byte || (one.at == byte && !one.continues);
        let found = self.inserted.partition_point(is_before);
        match found
            .checked_sub(1)
            .and_then(|last| self.inserted.get(last))
        {
            Some(last) => byte + last.before + last.count,
            None => byte,
        }
    }

    /// The part of the original text for one of the repaired text.
    pub(crate) fn outer(&self, span: Span) -> Span {
        Span {
            start: self.outer_byte(span.start),
            end: self.outer_byte(span.end),
        }
    }

    /// The repaired text in which the replaced values fail to evaluate, instead of being `null`. All
    /// bytes are at the same positions.
    #[cfg(feature = "terraform")]
    pub(crate) fn failing(&self) -> String {
        let mut text = self.text.clone();
        for one in &self.inserted {
            let end = (one.at + one.before + one.count) as usize;
            let value = end.saturating_sub(NULL.len())..end;
            if text.get(value.clone()) == Some(NULL) && one.count as usize > NULL.len() {
                text.replace_range(value, FAILURE);
            }
        }
        text
    }

    fn outer_byte(&self, byte: u32) -> u32 {
        let starts_before = |one: &Insertion| one.at + one.before <= byte;
        let found = self.inserted.partition_point(starts_before);
        match found
            .checked_sub(1)
            .and_then(|last| self.inserted.get(last))
        {
            // A byte of the insertion itself has the position of the insertion.
            Some(last) => (byte - last.before).saturating_sub(last.count).max(last.at),
            None => byte,
        }
    }
}

/// The value in place of one that does not parse.
#[cfg(feature = "terraform")]
const NULL: &str = "null";

/// An expression that fails to evaluate and has the length of [`NULL`].
#[cfg(feature = "terraform")]
const FAILURE: &str = "{}.x";

/// The most blocks around a block that is parsed as a whole. Within more blocks, its lines are read
/// one by one, so that the time of a repair is proportional to the text.
const MAX_WHOLE: usize = 8;

/// Repairs a text.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub(crate) fn repair(text: &str, budget: &Budget) -> Result<Repaired> {
    budget.hold(2 * text.len() as u64)?;
    let mut repair = Repair {
        text,
        budget,
        out: Repaired::default(),
        open: Vec::new(),
        endless: HashSet::new(),
    };
    let mut at = 0;
    while at < text.len() {
        at = repair.statement(at)?;
    }
    repair.close_to(None);
    Ok(repair.out)
}

struct Repair<'t> {
    text: &'t str,
    budget: &'t Budget,
    out: Repaired,
    /// The indentations of the open blocks.
    open: Vec<usize>,
    /// The markers of heredocs that have no end in the rest of the text.
    endless: HashSet<&'t str>,
}

/// A line: its first byte that is not blank, its end without the line break, and the start of the
/// next line.
#[derive(Clone, Copy)]
struct Line {
    start: usize,
    first: usize,
    end: usize,
    next: usize,
}

impl Line {
    fn indent(self) -> usize {
        self.first - self.start
    }

    fn is_blank(self) -> bool {
        self.first == self.end
    }
}

impl<'t> Repair<'t> {
    fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The line that starts at a byte.
    fn line(&self, start: usize) -> Line {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let len = rest.iter().position(|byte| *byte == b'\n');
        let next = len.map_or(self.text.len(), |len| start + len + 1);
        let mut end = len.map_or(self.text.len(), |len| start + len);
        if len.is_some()
            && rest
                .get(..end - start)
                .is_some_and(|line| line.ends_with(b"\r"))
        {
            end -= 1;
        }
        let line = rest.get(..end - start).unwrap_or_default();
        let blank = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t'));
        Line {
            start,
            first: start + blank.count(),
            end,
            next,
        }
    }

    fn keep(&mut self, start: usize, end: usize) {
        let text = self.slice(start, end);
        self.out.text.push_str(text);
    }

    /// Writes blanks in place of a part. Line breaks stay.
    fn blank(&mut self, start: usize, end: usize) {
        let bytes = self.slice(start, end).bytes();
        let blanks = bytes.map(|byte| {
            if byte == b'\n' || byte == b'\r' {
                byte as char
            } else {
                ' '
            }
        });
        self.out.text.extend(blanks);
    }

    fn insert(&mut self, at: usize, text: &str) {
        self.out.text.push_str(text);
        let span = Span::new(at, at + text.len());
        let last = self.out.inserted.last();
        self.out.inserted.push(Insertion {
            at: span.start,
            count: span.end - span.start,
            before: last.map_or(0, |last| last.before + last.count),
            continues: text.starts_with(' '),
        });
    }

    /// Inserts closing braces until the innermost open block is one with less indentation, or all
    /// blocks are closed.
    fn close_to(&mut self, before: Option<(usize, usize)>) {
        let (at, indent) = before.unwrap_or((self.text.len(), 0));
        while self
            .open
            .last()
            .is_some_and(|open| before.is_none() || *open >= indent)
        {
            self.open.pop();
            let brace = if self.out.text.ends_with('\n') || self.out.text.is_empty() {
                "}\n"
            } else {
                "\n}\n"
            };
            self.insert(at, brace);
        }
    }

    fn parses(&self, text: &str) -> Result<bool> {
        let parsed = parse_config_within(text.as_bytes(), "", Position::START, self.budget);
        self.budget.finish()?;
        Ok(parsed.diagnostics.is_empty())
    }

    /// Writes the statement or the line at a byte. Returns the byte after it.
    fn statement(&mut self, at: usize) -> Result<usize> {
        let line = self.line(at);
        self.budget.charge((line.next - at) as u64)?;
        let text = self.slice(line.first, line.end);
        if line.is_blank() || text.starts_with('#') || text.starts_with("//") {
            self.keep(at, line.next);
            return Ok(line.next);
        }
        if text.starts_with("/*") {
            let end = self.slice(line.first, self.text.len()).find("*/");
            let end = end.map_or(line.next, |end| self.line(line.first + end).next);
            let end = end.max(line.next);
            self.keep(at, end);
            return Ok(end);
        }
        if text.starts_with('}') {
            self.closing(line);
            return Ok(line.next);
        }
        self.close_to(Some((at, line.indent())));
        let name = name_len(text);
        let after = text.get(name..).unwrap_or_default().trim_start();
        if name > 0 && after.starts_with('=') && !after.starts_with("==") {
            return self.attribute(line, name);
        }
        if self.open.len() < MAX_WHOLE {
            let extent = self.extent(line, line.indent(), line.first)?;
            if self.parses(self.slice(line.start, extent))? {
                self.keep(at, extent);
                return Ok(extent);
            }
        }
        self.header(line, text)
    }

    /// Writes a line that starts with a closing brace.
    fn closing(&mut self, line: Line) {
        let indent = line.indent();
        match self.open.iter().rposition(|open| *open == indent) {
            Some(found) => {
                while self.open.len() > found + 1 {
                    self.open.pop();
                    self.insert(line.start, "}\n");
                }
                self.open.pop();
                self.keep(line.start, line.first + 1);
                self.blank_unless_comment(line.first + 1, line.next);
            }
            None => self.blank(line.start, line.next),
        }
    }

    fn blank_unless_comment(&mut self, start: usize, end: usize) {
        let rest = self.slice(start, end).trim_start();
        if rest.is_empty() || rest.starts_with('#') || rest.starts_with("//") {
            self.keep(start, end);
        } else {
            self.blank(start, end);
        }
    }

    /// Writes an attribute whose name has some bytes.
    fn attribute(&mut self, line: Line, name: usize) -> Result<usize> {
        let mut end = self.extent(line, line.indent(), line.first + name)?;
        // Deeper lines after a complete statement belong to it: an opening bracket is missing.
        let mut next = self.line(end);
        while next.start < self.text.len()
            && (next.is_blank() || next.indent() > line.indent())
            && !self.slice(next.first, next.end).starts_with(['=', '{'])
        {
            self.budget.charge((next.next - next.start) as u64)?;
            if !next.is_blank() {
                end = next.next;
            }
            next = self.line(next.next);
        }
        let is_closing = self
            .slice(next.first, next.end)
            .starts_with([']', ')', '}']);
        if next.start == end && is_closing && next.indent() == line.indent() && end > line.next {
            let text = self.slice(line.start, end);
            if !self.parses(text)? {
                end = next.next;
            }
        }
        if self.parses(self.slice(line.start, end))? {
            self.keep(line.start, end);
            return Ok(end);
        }
        let name_end = line.first + name;
        let equals = self.slice(name_end, line.end).find('=').unwrap_or(0);
        let value = name_end + equals + 1;
        let last = self.slice(value, end).trim_end().len() + value;
        self.out
            .damaged
            .push((Span::new(line.first, name_end), Span::new(value, last)));
        self.keep(line.start, value);
        self.insert(value, " null");
        self.blank(value, end);
        Ok(end)
    }

    /// Writes the header of a block that does not parse as a whole, or blanks in place of another
    /// statement.
    fn header(&mut self, line: Line, text: &str) -> Result<usize> {
        let code = text.split(['#']).next().unwrap_or_default().trim_end();
        let next = self.following(line.next);
        let is_deeper = next.is_some_and(|next| next.indent() > line.indent());
        let opens = code.ends_with('{');
        let labels = code.strip_suffix('{').unwrap_or(code);
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ' | '.');
        let mut outside_quotes = labels.split('"').step_by(2);
        let is_header = outside_quotes.all(|part| part.chars().all(is_name));
        if !is_header || !(opens || is_deeper) {
            return self.other(line, text);
        }
        let end = line.first + labels.len();
        self.keep(line.start, line.first);
        if self.parses(&format!("{labels} {{}}"))? {
            self.keep(line.first, end);
        } else {
            let bare = labels.replace('"', " ");
            if name_len(&bare) == 0 {
                self.insert(line.first, "block ");
            }
            let is_name = |label: &str| name_len(label) == label.len();
            if bare.split_whitespace().all(is_name) {
                self.out.text.push_str(&bare);
            } else {
                let name = name_len(&bare);
                self.keep(line.first, line.first + name);
                self.blank(line.first + name, end);
            }
        }
        if opens {
            self.keep(end, line.next);
        } else {
            self.insert(end, " {");
            self.keep(end, line.next);
        }
        self.open.push(line.indent());
        Ok(line.next)
    }

    /// Writes a damaged statement that is not an attribute with a value and not a header. In a block,
    /// its name stays as the name of an attribute.
    fn other(&mut self, line: Line, text: &str) -> Result<usize> {
        let own = self.open.last().map_or(0, |open| open + 2);
        let own = own.min(line.indent());
        let mut end = self.extent(line, own, line.first)?;
        while let Some(next) = self.following(end)
            && next.indent() > own
            && name_len(self.slice(next.first, next.end)) == 0
        {
            end = next.next;
        }
        let name = name_len(text);
        let name_end = line.first + name;
        let last = self.slice(line.first, end).trim_end().len() + line.first;
        if name == 0 || self.open.is_empty() || last <= name_end {
            self.out.blanked.push(Span::new(line.first, last));
            self.blank(line.start, end);
            return Ok(end);
        }
        self.out
            .damaged
            .push((Span::new(line.first, name_end), Span::new(name_end, last)));
        self.keep(line.start, name_end);
        self.insert(name_end, " = null");
        self.blank(name_end, end);
        Ok(end)
    }

    /// The next line that is not blank.
    fn following(&self, mut at: usize) -> Option<Line> {
        while at < self.text.len() {
            let line = self.line(at);
            if !line.is_blank() {
                return Some(line);
            }
            at = line.next;
        }
        None
    }

    /// The end of the statement in whose first line `from` is: the end of the line in which all
    /// brackets are closed, or of the last line before one that cannot belong to the statement.
    /// `own` is the indentation of the statement.
    fn extent(&mut self, line: Line, own: usize, from: usize) -> Result<usize> {
        let mut depth = Brackets::default();
        let mut current = line;
        let mut at = from;
        loop {
            let heredoc = depth.line(self.slice(at, current.end));
            self.budget.charge((current.next - at) as u64)?;
            let mut next = current.next;
            if let Some(marker) = heredoc
                && let Some(end) = self.heredoc_end(next, marker)
            {
                next = end;
            }
            if depth.is_closed() || next >= self.text.len() {
                return Ok(next);
            }
            let mut following = self.line(next);
            while following.is_blank() && following.next < self.text.len() {
                following = self.line(following.next);
            }
            let closes = self
                .slice(following.first, following.end)
                .starts_with(['}', ']', ')']);
            let indent = following.indent();
            if indent < own || (indent == own && !closes) {
                return Ok(next);
            }
            if indent == own && !depth.closed_by(self.slice(following.first, following.end)) {
                return Ok(following.next);
            }
            current = self.line(next);
            at = next;
        }
    }

    /// The start of the line after the end of a heredoc.
    fn heredoc_end(&mut self, mut at: usize, marker: &'t str) -> Option<usize> {
        if self.endless.contains(marker) {
            return None;
        }
        while at < self.text.len() {
            let line = self.line(at);
            if self.slice(line.first, line.end).trim_end() == marker {
                return Some(line.next);
            }
            at = line.next;
        }
        self.endless.insert(marker);
        None
    }
}

/// The number of bytes of the name at the start of a text.
pub(super) fn name_len(text: &str) -> usize {
    let mut chars = text.char_indices();
    match chars.next() {
        Some((_, first)) if first.is_alphabetic() || first == '_' => {}
        _ => return 0,
    }
    let end = chars.find(|(_, c)| !(c.is_alphanumeric() || matches!(c, '_' | '-')));
    end.map_or(text.len(), |(at, _)| at)
}

/// The brackets and strings that are open at the end of a line.
#[derive(Clone, Default)]
struct Brackets(Vec<u8>);

impl Brackets {
    fn is_closed(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all brackets are closed after a further line.
    fn closed_by(&self, line: &str) -> bool {
        let mut after = self.clone();
        let _ = after.line(line);
        after.is_closed()
    }

    /// Reads a line. A string ends at the end of its line. Returns the marker of a heredoc that
    /// starts at the end of the line.
    fn line<'l>(&mut self, line: &'l str) -> Option<&'l str> {
        let bytes = line.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let next = bytes.get(at + 1).copied();
            let in_string = self.0.last() == Some(&b'"');
            match byte {
                b'\\' if in_string => at += 1,
                b'$' | b'%' if in_string && next == Some(byte) => at += 1,
                b'$' | b'%' if in_string && next == Some(b'{') => {
                    self.0.push(b'{');
                    at += 1;
                }
                b'"' if in_string => {
                    self.0.pop();
                }
                _ if in_string => {}
                b'#' => break,
                b'/' if next == Some(b'/') => break,
                b'"' | b'{' | b'[' | b'(' => self.0.push(byte),
                b'}' | b']' | b')' => {
                    self.0.pop();
                }
                b'<' if next == Some(b'<') => {
                    let rest = line.get(at + 2..).unwrap_or_default();
                    let marker = rest.strip_prefix('-').unwrap_or(rest).trim_end();
                    if !marker.is_empty() && name_len(marker) == marker.len() {
                        return Some(marker);
                    }
                }
                _ => {}
            }
            at += 1;
        }
        if self.0.last() == Some(&b'"') {
            self.0.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> Repaired {
        repair(text, &Budget::standard()).unwrap()
    }

    #[test]
    fn damaged_statements_become_null_or_blank() {
        for (text, wanted) in [
            ("a = 1\nb = [1,\nc = 2\n", "a = 1\nb = null\nc = 2"),
            ("a = var.\nb = 1\n", "a = null\nb = 1"),
            ("= 1\nb = 1\n", "\nb = 1"),
            ("x {\n  a = \"b\n}\ny = 1\n", "x {\n  a = null\n}\ny = 1"),
            ("x {\n  a = 1\n\ny {\n}\n", "x {\n  a = 1\n\n}\ny {\n}"),
            ("x \"a\"\n  a = 1\n}\n", "x \"a\" {\n  a = 1\n}"),
            ("x \"a {\n  a = 1\n}\n", "x  a {\n  a = 1\n}"),
            (
                "x {\n  t =\n    k = 1\n  }\n  a = 1\n}\n",
                "x {\n  t = null\n\n\n  a = 1\n}",
            ),
            ("x {\n  a = 1\n", "x {\n  a = 1\n}"),
        ] {
            let found = repaired(text).text;
            let lines: Vec<&str> = found.lines().map(str::trim_end).collect();
            assert_eq!(lines.join("\n"), wanted, "{text}");
        }
    }

    #[test]
    fn bytes_of_both_texts_correspond() {
        let text = "x \"a\"\n  a = 1\n";
        let found = repaired(text);
        assert_eq!(found.text, "x \"a\" {\n  a = 1\n}\n");
        let at = Span::new(8, 9);
        let inner = found.inner(at.start);
        assert_eq!(inner, 10);
        let span = Span {
            start: inner,
            end: inner + 1,
        };
        assert_eq!(found.outer(span), at);
    }
}
