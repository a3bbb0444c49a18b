//! The layout of texts: indentation, blanks around arrows and blanks at the ends of lines.
//!
//! The indentation of a line is that of the line with its innermost open bracket, plus one unit. A line
//! that continues an expression keeps its distance from the line where the expression starts. Only
//! blanks between parts change, so that the parts are the same after the layout. The layout of a line
//! depends only on the parts, and on the blanks of lines that continue expressions.

use crate::calls::Budget;
use crate::source::{Result, Span};

/// The role of a part in the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// An opening bracket.
    Open,
    /// The opening brace of a resource, whose titles may be on lines of their own.
    OpenResource,
    /// A closing bracket.
    Close,
    /// An arrow between a name and its value.
    Arrow,
    /// A colon.
    Colon,
    /// The end of an item of a resource.
    Semicolon,
    /// An operator that cannot start an expression.
    Infix,
    /// A logical operator between conditions. A block after the last condition belongs to the line of
    /// the first.
    Logical,
    /// An operator that may start an expression.
    Prefix,
    /// A comment.
    Comment,
    /// A text that starts at the start of a line and is not indented.
    Fixed,
    /// Anything else.
    Other,
}

/// A part of a text without blanks around it. Blanks and line breaks inside of a part stay.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The bytes.
    pub span: Span,
    /// The role.
    pub role: Role,
}

/// The rules of a language.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The blank that indents lines.
    pub blank: char,
    /// The number of blanks of one level.
    pub unit: usize,
    /// Whether the arrows in the lines of a bracket are in one column.
    pub aligns_arrows: bool,
    /// Whether lines can continue an expression outside of brackets.
    pub continues: bool,
}

/// An open bracket.
struct Bracket {
    /// The indentation of the line.
    indent: usize,
    line: usize,
    is_resource: bool,
    /// Whether a title on its own line precedes.
    is_titled: bool,
    /// The last line that does not continue another: its previous and its new indentation.
    anchor: (usize, usize),
    /// The lines with one arrow: the index of the line, and the index of the arrow.
    arrows: Vec<(usize, usize)>,
}

/// The new blanks of a line.
#[derive(Clone, Default)]
struct Line {
    start: usize,
    /// The end without the line break.
    end: usize,
    /// The parts that start in the line.
    parts: (usize, usize),
    /// Whether the line starts inside of a part.
    is_fixed: bool,
    indent: usize,
}

/// Lays out a text. If `within` is set, only the lines with a byte of that span change. `parts` are in
/// the order of the text and do not overlap.
///
/// # Errors
/// [`Code::Limit`](crate::source::Code::Limit) if the budget is exceeded.
pub fn lay_out(
    text: &str,
    parts: &[Part],
    rules: Rules,
    within: Option<Span>,
    budget: &Budget,
) -> Result<String> {
    budget.charge(1 + text.len() as u64 + parts.len() as u64)?;
    let mut lines = lines(text, parts);
    let lines_size = (lines.len() * size_of::<Line>()) as u64;
    let pads_size = (parts.len() * size_of::<Option<usize>>()) as u64;
    budget.hold(lines_size + pads_size)?;
    let mut layout = Layout {
        text,
        parts,
        rules,
        pads: vec![None; parts.len()],
        stack: Vec::new(),
        outer: Bracket::new(0, 0, false),
        last: None,
    };
    for at in 0..lines.len() {
        layout.line(at, &mut lines);
    }
    while let Some(bracket) = layout.stack.pop() {
        layout.align(&bracket.arrows, &lines);
    }
    let out = layout.write(&lines, within, budget);
    budget.release(lines_size + pads_size);
    out
}

impl Bracket {
    fn new(indent: usize, line: usize, is_resource: bool) -> Bracket {
        Bracket {
            indent,
            line,
            is_resource,
            is_titled: false,
            anchor: (0, 0),
            arrows: Vec::new(),
        }
    }
}

/// Returns the lines of a text with their parts.
fn lines(text: &str, parts: &[Part]) -> Vec<Line> {
    let mut found = Vec::new();
    let (mut start, mut part) = (0, 0);
    for line in text.split_inclusive('\n') {
        let next = start + line.len();
        let first = part;
        while parts
            .get(part)
            .is_some_and(|each| (each.span.start as usize) < next)
        {
            part += 1;
        }
        let before = first.checked_sub(1).and_then(|before| parts.get(before));
        found.push(Line {
            start,
            end: start + line.trim_end_matches(['\n', '\r']).len(),
            parts: (first, part),
            is_fixed: before.is_some_and(|before| before.span.end as usize > start)
                || part > first && parts[first].role == Role::Fixed,
            indent: 0,
        });
        start = next;
    }
    found
}

struct Layout<'t> {
    text: &'t str,
    parts: &'t [Part],
    rules: Rules,
    /// The number of blanks before each part, if it is not that of the text.
    pads: Vec<Option<usize>>,
    stack: Vec<Bracket>,
    /// The text around all brackets.
    outer: Bracket,
    /// The last part that is not a comment.
    last: Option<Role>,
}

impl Layout<'_> {
    fn slice(&self, start: usize, end: usize) -> &str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// The blanks at the start of a line; a tab counts as one unit.
    fn blanks(&self, line: &Line) -> usize {
        let text = self.slice(line.start, line.end);
        let blanks = text.chars().take_while(|c| matches!(c, ' ' | '\t'));
        blanks
            .map(|c| {
                if c == '\t' && self.rules.blank != '\t' {
                    self.rules.unit
                } else {
                    1
                }
            })
            .sum()
    }

    /// Sets the indentation of a line and processes its parts.
    fn line(&mut self, at: usize, lines: &mut [Line]) {
        let (first, end) = lines[at].parts;
        if first == end {
            return;
        }
        let is_fixed = lines[at].is_fixed;
        let old = self.blanks(&lines[at]);
        let mut part = first;
        let mut closed = None;
        while part < end && self.parts[part].role == Role::Close && !is_fixed {
            if let Some(bracket) = self.stack.pop() {
                self.align(&bracket.arrows, lines);
                closed = Some(bracket.indent);
            }
            part += 1;
        }
        if part > first {
            self.last = Some(Role::Close);
        }
        let first_role = self.parts[first].role;
        let continues = self.rules.continues
            && closed.is_none()
            && (matches!(first_role, Role::Infix | Role::Logical)
                || matches!(
                    self.last,
                    Some(Role::Infix | Role::Logical | Role::Prefix | Role::Arrow)
                ) && first_role != Role::Comment);
        let is_condition = first_role == Role::Logical || self.last == Some(Role::Logical);
        let is_title = self.is_title(first, end);
        let unit = self.rules.unit;
        let bracket = self.stack.last_mut();
        let base = match &bracket {
            Some(bracket) => bracket.indent + unit,
            None => 0,
        };
        let bracket = bracket.unwrap_or(&mut self.outer);
        let mut indent = base;
        if is_fixed {
            indent = bracket.anchor.1;
        } else if let Some(closed) = closed {
            indent = closed;
        } else if continues {
            indent = bracket.anchor.1 + old.saturating_sub(bracket.anchor.0);
        } else {
            let is_item = bracket.is_resource && bracket.line < at;
            if is_item && is_title {
                bracket.is_titled = true;
            } else if bracket.is_titled {
                indent += unit;
            }
            bracket.anchor = (old, indent);
        }
        if closed.is_some() {
            bracket.anchor = (old, indent);
        }
        lines[at].indent = indent;
        let base = match continues && is_condition {
            true => bracket.anchor.1,
            false => indent,
        };
        self.parts_of_line(at, part, (old, indent), base, lines);
    }

    /// Returns whether the parts of a line end with a colon that belongs to the innermost bracket.
    fn is_title(&self, first: usize, end: usize) -> bool {
        let mut parts = self.parts[first..end].iter().rev();
        parts
            .find(|part| part.role != Role::Comment)
            .is_some_and(|part| part.role == Role::Colon)
    }

    /// Processes the brackets and arrows of a line.
    fn parts_of_line(
        &mut self,
        at: usize,
        from: usize,
        anchor: (usize, usize),
        mut base: usize,
        lines: &[Line],
    ) {
        let (first, end) = lines[at].parts;
        let depth = self.stack.len();
        let mut arrows: Vec<usize> = Vec::new();
        for part in from..end {
            let role = self.parts[part].role;
            match role {
                Role::Open | Role::OpenResource => {
                    let mut bracket = Bracket::new(base, at, role == Role::OpenResource);
                    bracket.anchor = anchor;
                    self.stack.push(bracket);
                }
                Role::Close => {
                    if let Some(bracket) = self.stack.pop() {
                        if bracket.line < at {
                            base = base.min(bracket.indent);
                        }
                        self.align(&bracket.arrows, lines);
                    }
                }
                Role::Semicolon => {
                    self.push_arrow(at, &std::mem::take(&mut arrows), depth, lines);
                    if let Some(bracket) = self.stack.last_mut() {
                        bracket.is_titled = false;
                        let arrows = std::mem::take(&mut bracket.arrows);
                        self.align(&arrows, lines);
                    }
                }
                Role::Arrow => {
                    if part > first {
                        self.pads[part] = Some(1);
                    }
                    if part + 1 < end && self.parts[part + 1].role != Role::Comment {
                        self.pads[part + 1] = Some(1);
                    }
                    if self.stack.len() == depth {
                        arrows.push(part);
                    }
                }
                _ => {}
            }
            if !matches!(role, Role::Comment | Role::Fixed) {
                self.last = Some(role);
            }
        }
        self.push_arrow(at, &arrows, depth, lines);
    }

    /// Adds the only arrow of a line to those of its bracket, if the bracket is open since before the
    /// line.
    fn push_arrow(&mut self, at: usize, arrows: &[usize], depth: usize, lines: &[Line]) {
        let bracket = self.stack.get_mut(depth.wrapping_sub(1));
        if let ([arrow], Some(bracket)) = (arrows, bracket)
            && *arrow > lines[at].parts.0
            && bracket.line < at
            && !lines[at].is_fixed
        {
            bracket.arrows.push((at, *arrow));
        }
    }

    /// Sets the blanks before the arrows of a bracket.
    fn align(&mut self, arrows: &[(usize, usize)], lines: &[Line]) {
        if !self.rules.aligns_arrows {
            return;
        }
        let widths: Vec<usize> = arrows
            .iter()
            .map(|(line, arrow)| self.width(lines[*line].parts.0, *arrow))
            .collect();
        let widest = widths.iter().copied().max().unwrap_or(0);
        for ((_, arrow), width) in arrows.iter().zip(widths) {
            self.pads[*arrow] = Some(widest - width + 1);
        }
    }

    /// The number of characters of parts with the blanks between them.
    fn width(&self, first: usize, end: usize) -> usize {
        let parts = first..end;
        let widths = parts.map(|part| {
            let span = self.parts[part].span;
            let blanks = if part == first {
                0
            } else {
                self.gap(part).chars().count()
            };
            blanks + span.slice(self.text).chars().count()
        });
        widths.sum()
    }

    /// The blanks before a part that is not the first of its line.
    fn gap(&self, part: usize) -> String {
        match self.pads[part] {
            Some(count) => std::iter::repeat_n(' ', count).collect(),
            None => {
                let before = self.parts[part - 1].span.end as usize;
                let gap = self.slice(before, self.parts[part].span.start as usize);
                let is_blank = gap.chars().all(|c| matches!(c, ' ' | '\t'));
                match is_blank && gap.contains('\t') {
                    true => " ".to_owned(),
                    false => gap.to_owned(),
                }
            }
        }
    }

    fn write(&self, lines: &[Line], within: Option<Span>, budget: &Budget) -> Result<String> {
        let mut out = String::with_capacity(self.text.len());
        for (at, line) in lines.iter().enumerate() {
            let next = lines.get(at + 1).map_or(self.text.len(), |next| next.start);
            let is_within = within.is_none_or(|span| {
                (span.start as usize) < next.max(line.start + 1) && line.start <= span.end as usize
            });
            let length = out.len();
            if !is_within {
                out.push_str(self.slice(line.start, next));
                budget.hold((out.len() - length) as u64)?;
                continue;
            }
            let (first, end) = line.parts;
            let mut from = line.start;
            if line.is_fixed {
                let inside = first
                    .checked_sub(1)
                    .map_or(line.start, |part| self.parts[part].span.end as usize);
                from = inside.min(line.end).max(line.start);
                out.push_str(self.slice(line.start, from));
            }
            for part in first..end {
                let span = self.parts[part].span;
                if self.parts[part].role == Role::Fixed {
                    // No blanks precede it.
                } else if part > first || line.is_fixed {
                    out.push_str(&self.gap(part));
                } else {
                    out.extend(std::iter::repeat_n(self.rules.blank, line.indent));
                }
                let until = (span.end as usize).min(next).max(span.start as usize);
                out.push_str(self.slice(span.start as usize, until));
                from = until;
            }
            // Blanks at the end of the line are left out; the rest of a text that has no parts is not.
            if from < line.end {
                let rest = self.slice(from, line.end);
                if !rest.trim_matches([' ', '\t']).is_empty() {
                    out.push_str(rest);
                }
            }
            if from < next {
                let line_break = self.slice(line.end.max(from), next);
                out.push_str(line_break);
                if line_break.is_empty() {
                    out.push('\n');
                }
            } else if next == self.text.len() && out.len() > length && !out.ends_with('\n') {
                out.push('\n');
            }
            // Indentation and alignment may write more than they read.
            let written = 1 + (out.len() - length) as u64;
            budget.parts(written, 1)?;
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts of a text: words, brackets and arrows.
    fn parts(text: &str) -> Vec<Part> {
        let mut found: Vec<Part> = Vec::new();
        let mut at = 0;
        for word in text.split_inclusive([' ', '\t', '\n']) {
            let token = word.trim();
            let role = match token {
                "{" | "(" => Role::Open,
                "}" | ")" => Role::Close,
                "=>" => Role::Arrow,
                "+" => Role::Infix,
                _ => Role::Other,
            };
            if !token.is_empty() {
                found.push(Part {
                    span: Span::new(at, at + token.len()),
                    role,
                });
            }
            at += word.len();
        }
        found
    }

    fn laid_out(text: &str, within: Option<Span>) -> String {
        let rules = Rules {
            blank: ' ',
            unit: 2,
            aligns_arrows: true,
            continues: true,
        };
        lay_out(text, &parts(text), rules, within, &Budget::standard()).unwrap()
    }

    #[test]
    fn lines_are_indented_and_aligned() {
        let text = "a {\nb => 1 \n\n\tlong\t=> {\n c => 2\n}\n x\n    + y\n} \nz";
        let expected = "a {\n  b    => 1\n\n  long => {\n    c => 2\n  }\n  x\n     + y\n}\nz\n";
        assert_eq!(laid_out(text, None), expected);
        assert_eq!(laid_out(expected, None), expected);
        let part = laid_out(text, Some(Span::new(5, 6)));
        assert_eq!(part, text.replacen("b => 1 \n", "  b    => 1\n", 1));
    }
}
