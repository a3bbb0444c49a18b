//! Rendering of errors and diagnostics as text and as JSON.
//!
//! Text shows the lines of the context of a diagnostic, or of its subject if it has no context,
//! with the subject marked. Literals of secrets in these lines are masked ([`mask_secrets`]).

use super::error::Coverage;
use super::lines::turns_order;
use super::{Diagnostic, Error, Key, Path, PathStep, Position, Range, Severity, Source};
use crate::text::json::{self, Escaping};
use crate::text::mask_secrets;
use crate::types::Type;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;
use unicode_segmentation::UnicodeSegmentation;

/// The style of rendered text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Characters only; carets mark the subject.
    Plain,
    /// With ANSI terminal colors.
    Color,
}

impl Error {
    /// Renders several lines: the message, unless it repeats a diagnostic, and each diagnostic with
    /// its source lines.
    #[must_use]
    pub fn render_text(&self) -> String {
        self.render(Style::Plain)
    }

    /// Renders as [`Error::render_text`] does, in a style.
    #[must_use]
    pub fn render(&self, style: Style) -> String {
        let diagnostics = self.diagnostics();
        let placed = diagnostics
            .iter()
            .any(|diagnostic| diagnostic.subject.is_some());
        let (shows_message, shows_diagnostics) = match self.coverage() {
            Coverage::None => (true, true),
            Coverage::First => (diagnostics.is_empty(), true),
            // Diagnostics with locations also show the lines.
            Coverage::All => (!placed, placed),
        };
        let mut out = String::new();
        if shows_message {
            out.push_str(&shown(&self.in_full()));
        } else if !placed && !self.path().is_empty() {
            let _ = write!(out, "at {}", shown(&self.path().to_string()));
        }
        if let Some(index) = self.argument() {
            line(&mut out);
            let _ = write!(out, "  argument: {index}");
        }
        if let Some(offset) = self
            .offset()
            .filter(|_| shows_message && !diagnostics.is_empty())
        {
            let _ = write!(out, "\n  at byte: {offset}");
        }
        let mut lines = LineIndexes::default();
        for diagnostic in diagnostics.iter().filter(|_| shows_diagnostics) {
            line(&mut out);
            let source = diagnostic.source.as_ref().or(self.source());
            render_diagnostic(&mut out, diagnostic, source, style, &mut lines);
        }
        out
    }

    /// Renders one JSON object with the code, the message, the stage if there is one, the path as a
    /// list of steps, and the other known properties.
    #[must_use]
    pub fn render_json(&self) -> String {
        let mut out = String::from("{\"code\":");
        write_json_string(&mut out, self.code().name());
        out.push_str(",\"message\":");
        write_json_string(&mut out, self.headline());
        if let Some(stage) = self.stage() {
            out.push_str(",\"stage\":");
            write_json_string(&mut out, stage);
        }
        write_json_path(&mut out, self.path());
        for (name, ty) in [("expected", self.expected()), ("found", self.found())] {
            write_json_type(&mut out, name, ty);
        }
        if let Some(index) = self.argument() {
            let _ = write!(out, ",\"argument\":{index}");
        }
        if let Some(offset) = self.offset() {
            let _ = write!(out, ",\"offset\":{offset}");
        }
        if !self.diagnostics().is_empty() {
            out.push_str(",\"diagnostics\":[");
            for (at, diagnostic) in self.diagnostics().iter().enumerate() {
                if at > 0 {
                    out.push(',');
                }
                render_diagnostic_json(&mut out, diagnostic, self.source());
            }
            out.push(']');
        }
        out.push('}');
        out
    }
}

/// Starts a new line.
fn line(out: &mut String) {
    if !out.is_empty() {
        out.push('\n');
    }
}

fn render_diagnostic<'a>(
    out: &mut String,
    diagnostic: &Diagnostic,
    source: Option<&'a Source>,
    style: Style,
    lines: &mut LineIndexes<'a>,
) {
    let word = match diagnostic.severity {
        Severity::Error => Ink::Error,
        Severity::Warning => Ink::Warning,
    };
    word.write(out, style, diagnostic.severity.name());
    out.push_str(": ");
    Ink::Bold.write(out, style, &shown(&diagnostic.summary));
    if let Some(subject) = diagnostic.subject {
        let name = source.map_or(Source::UNNAMED.into(), Source::shown_name);
        let _ = write!(
            out,
            "\n  on {} line {}, column {}",
            name, subject.start.line, subject.start.column
        );
        if source.is_some_and(|source| source.has_secrets) {
            let _ = write!(out, ":\n  {UNAVAILABLE}");
        } else if let Some(source) = source {
            let around = match diagnostic.context {
                Some(context) => first_to_last(context, subject),
                None => (subject.start.line, subject.end.line),
            };
            let text = (lines.of(source), source.start);
            snippet(out, text, around, subject, (style, word));
        }
    }
    if !diagnostic.detail.is_empty() {
        let _ = write!(out, "\n  {}", shown(&diagnostic.detail));
    }
}

/// The first and the last line of two ranges.
fn first_to_last(a: Range, b: Range) -> (u32, u32) {
    (
        a.start.line.min(b.start.line),
        a.end.line.max(b.end.line).max(b.start.line),
    )
}

/// The text that replaces the lines of a source that may contain secrets, as in Terraform.
const UNAVAILABLE: &str = "(source code not available)";

/// A source line of more bytes than this is not shown.
const MAX_LINE: usize = 400;

/// If a range has more lines than this, only this number of lines from the subject's start is
/// shown.
const MAX_LINES: u32 = 12;

/// Writes the lines from `first` to `last`, with the subject marked.
fn snippet(
    out: &mut String,
    (lines, start): (&LineIndex<'_>, Position),
    (mut first, mut last): (u32, u32),
    subject: Range,
    (style, ink): (Style, Ink),
) {
    let subject = Range {
        start: in_line(subject.start, start),
        end: in_line(subject.end, start),
    };
    if last.saturating_sub(first) >= MAX_LINES {
        first = first.max(subject.start.line);
        last = last.min(first.saturating_add(MAX_LINES - 1));
    }
    let mut before = ":";
    let first = first.max(start.line);
    for (number, line) in (first..=last).zip(lines.from(first - start.line)) {
        if line.len() > MAX_LINE {
            continue;
        }
        let _ = write!(out, "{before}\n  ");
        before = "";
        Ink::Faint.write(out, style, &format!("{number:>5} |"));
        let line = shown(line);
        let [left, marked, right] = split(&line, number, subject);
        out.push(' ');
        out.push_str(left);
        match style {
            Style::Plain => out.push_str(marked),
            Style::Color => Ink::Marked.write(out, style, marked),
        }
        out.push_str(right);
        let width = marked.graphemes(true).count();
        let here = subject.start.line == number;
        if width == 0 && !here {
            continue;
        }
        out.push_str("\n  ");
        Ink::Faint.write(out, style, "      |");
        out.push(' ');
        // A tab in the line of carets is as wide as in the source line.
        out.extend(
            left.graphemes(true)
                .map(|c| if c == "\t" { '\t' } else { ' ' }),
        );
        ink.write(out, style, &"^".repeat(width.max(1)));
    }
}

/// Converts a position to the column within the shown line. A text that begins within a line shows
/// only the rest of that line.
fn in_line(mut place: Position, start: Position) -> Position {
    if place.line == start.line {
        place.column = (place.column).saturating_sub(start.column.saturating_sub(1));
    }
    place
}

/// Splits a line into the parts before, within and after the subject. Blanks at the ends of the
/// lines of a subject with several lines are not part of it.
#[expect(
    clippy::string_slice,
    reason = "offsets come from `grapheme_indices` and the lengths of trimmed texts"
)]
fn split(line: &str, number: u32, subject: Range) -> [&str; 3] {
    let at = |column: u32| {
        let mut places = line.grapheme_indices(true).map(|(at, _)| at);
        places.nth(column as usize - 1).unwrap_or(line.len())
    };
    if number < subject.start.line || number > subject.end.line {
        return [line, "", ""];
    }
    let start = if number == subject.start.line {
        at(subject.start.column.max(1))
    } else {
        line.len() - line.trim_start().len()
    };
    let end = if number == subject.end.line {
        at(subject.end.column.max(1))
    } else {
        line.trim_end().len()
    };
    let end = end.max(start);
    [&line[..start], &line[start..end], &line[end..]]
}

/// Replaces the characters that a terminal would interpret: controls, and characters that change
/// the order of the text.
fn shown(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || turns_order(c);
    if text.contains(obeyed) {
        text.replace(obeyed, "\u{fffd}").into()
    } else {
        text.into()
    }
}

/// The lines of sources; those of each source are counted once.
#[derive(Default)]
struct LineIndexes<'a>(HashMap<(*const u8, usize), LineIndex<'a>>);

/// A text with masked secrets, and the starts of some of its lines: at most one for each [`SPACING`]
/// bytes, so that many short lines need less memory than the text.
struct LineIndex<'a> {
    text: Cow<'a, str>,
    /// The numbers of lines, from zero, and the bytes at which they begin.
    marks: Vec<(u32, usize)>,
}

/// The minimum distance in bytes between two stored line starts.
const SPACING: usize = 64;

impl<'a> LineIndexes<'a> {
    fn of(&mut self, source: &'a Source) -> &LineIndex<'a> {
        let text: &'a str = &source.text;
        let lines = self.0.entry((text.as_ptr(), text.len()));
        lines.or_insert_with(|| LineIndex::of(text))
    }
}

impl<'a> LineIndex<'a> {
    fn of(text: &'a str) -> LineIndex<'a> {
        let text = mask_secrets(text);
        let mut marks = vec![(0, 0)];
        let (mut last, mut start) = (0, 0);
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            start += line.len();
            if start - last >= SPACING {
                marks.push((number, start));
                last = start;
            }
        }
        LineIndex { text, marks }
    }

    /// The lines from a number on.
    #[expect(clippy::string_slice, reason = "marks are the starts of lines")]
    fn from(&self, number: u32) -> impl Iterator<Item = &str> {
        let at = self.marks.partition_point(|(line, _)| *line <= number);
        let (line, start) = self.marks[at.saturating_sub(1)];
        self.text[start..].lines().skip((number - line) as usize)
    }
}

impl Diagnostic {
    /// Renders one JSON object with the severity, the texts, the positions (`[line, column, byte]`)
    /// and the file, as in the list of diagnostics of [`Error::render_json`].
    #[must_use]
    pub fn render_json(&self) -> String {
        let mut out = String::new();
        render_diagnostic_json(&mut out, self, None);
        out
    }
}

/// A terminal color or weight.
#[derive(Clone, Copy)]
enum Ink {
    Error,
    Warning,
    Bold,
    Faint,
    Marked,
}

impl Ink {
    fn write(self, out: &mut String, style: Style, text: &str) {
        let code = match self {
            Ink::Error => "1;31",
            Ink::Warning => "1;33",
            Ink::Bold => "1",
            Ink::Faint => "2",
            Ink::Marked => "4",
        };
        let _ = match style {
            Style::Color if !text.is_empty() => write!(out, "\x1b[{code}m{text}\x1b[0m"),
            _ => write!(out, "{text}"),
        };
    }
}

/// Writes the member `path`, a list of steps.
fn write_json_path(out: &mut String, path: &Path) {
    out.push_str(",\"path\":[");
    for (at, step) in path.steps().enumerate() {
        if at > 0 {
            out.push(',');
        }
        match step {
            PathStep::Attr(name) => {
                out.push_str("{\"attr\":");
                write_json_string(out, name);
            }
            PathStep::Index(Key::Number(number)) if number.to_i64().is_some() => {
                let _ = write!(out, "{{\"index\":{number}");
            }
            PathStep::Index(Key::String(key)) => {
                out.push_str("{\"index\":");
                write_json_string(out, key);
            }
            PathStep::Index(key) => {
                out.push_str("{\"index\":");
                write_json_string(out, &key.to_string());
            }
        }
        out.push('}');
    }
    out.push(']');
}

/// Writes a member with the friendly name of a type, if there is one.
fn write_json_type(out: &mut String, name: &str, ty: Option<&Type>) {
    if let Some(ty) = ty {
        let _ = write!(out, ",\"{name}\":");
        write_json_string(out, &ty.friendly_name());
    }
}

/// Writes a member with a range: `{"start": [line, column, byte], "end": ...}`.
fn write_json_range(out: &mut String, name: &str, range: Option<Range>) {
    if let Some(Range { start, end }) = range {
        let _ = write!(
            out,
            ",\"{name}\":{{\"start\":[{},{},{}],\"end\":[{},{},{}]}}",
            start.line, start.column, start.byte, end.line, end.column, end.byte
        );
    }
}

fn render_diagnostic_json(out: &mut String, diagnostic: &Diagnostic, source: Option<&Source>) {
    let _ = write!(out, "{{\"severity\":\"{}\",", diagnostic.severity.name());
    out.push_str("\"code\":");
    write_json_string(out, &diagnostic.id());
    out.push_str(",\"summary\":");
    write_json_string(out, &diagnostic.summary);
    out.push_str(",\"detail\":");
    write_json_string(out, &diagnostic.detail);
    write_json_range(out, "subject", diagnostic.subject);
    write_json_range(out, "context", diagnostic.context);
    if let Some(source) = diagnostic.source.as_ref().or(source) {
        out.push_str(",\"file\":");
        write_json_string(out, &source.name);
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        out.push_str(",\"suggestion\":");
        write_json_string(out, suggestion);
    }
    if !diagnostic.path().is_empty() {
        write_json_path(out, diagnostic.path());
    }
    write_json_type(out, "expected", diagnostic.expected());
    write_json_type(out, "found", diagnostic.found());
    for (at, related) in diagnostic.related().iter().enumerate() {
        out.push_str(if at == 0 { ",\"related\":[" } else { "," });
        out.push_str("{\"message\":");
        write_json_string(out, &related.message);
        write_json_range(out, "range", Some(related.range));
        if let Some(source) = &related.source {
            out.push_str(",\"file\":");
            write_json_string(out, &source.name);
        }
        out.push('}');
        if at + 1 == diagnostic.related().len() {
            out.push(']');
        }
    }
    for (at, (range, text)) in diagnostic.edits().enumerate() {
        out.push_str(if at == 0 { ",\"edits\":[" } else { "," });
        out.push_str("{\"text\":");
        write_json_string(out, text);
        write_json_range(out, "range", Some(range));
        out.push('}');
    }
    if diagnostic.edits().next().is_some() {
        out.push(']');
    }
    out.push('}');
}

/// Writes a string as JSON, with only the escapes that JSON requires.
fn write_json_string(out: &mut String, text: &str) {
    json::write_string(text.as_bytes(), Escaping::Needed, out);
}

#[cfg(test)]
mod tests {
    use super::super::Code;
    use super::*;

    const TEXT: &str = "a = {\n\tb = foo(1,\n    2)\n}\nrest\n";

    fn at(line: u32, column: u32) -> Position {
        let byte = 0;
        Position { line, column, byte }
    }

    fn between(start: Position, end: Position) -> Range {
        Range { start, end }
    }

    fn error(subject: Range, context: Option<Range>) -> Error {
        let mut diagnostic = Diagnostic::error("Bad", "Very bad.").with_subject(subject);
        diagnostic.context = context;
        diagnostic.source = Some(Source::new("a.hcl", TEXT));
        Error::new(Code::Diagnostics, "m").with_diagnostic(diagnostic)
    }

    #[test]
    fn control_characters_in_names_and_lines_are_replaced() {
        let here = between(at(1, 1), at(1, 2));
        let mut diagnostic = Diagnostic::error("Bad", "").with_subject(here);
        diagnostic.source = Some(Source::new("a\n\u{202e}b\u{1b}[0m.hcl", "x\u{2066}y"));
        let error = Error::new(Code::Diagnostics, "m").with_diagnostic(diagnostic);
        let text = error.render_text();
        assert!(
            text.contains("on a\\n\\u{202e}b\\u{1b}[0m.hcl line 1"),
            "{text}"
        );
        assert!(text.contains("x\u{fffd}y"), "{text}");
    }

    #[test]
    fn lines_with_secrets_are_not_shown() {
        let mut diagnostic = Diagnostic::error("Bad", "Very bad.");
        diagnostic.subject = Some(between(at(2, 6), at(3, 7)));
        diagnostic.context = Some(between(at(1, 1), at(4, 2)));
        let mut source = Source::new("a.hcl", TEXT);
        source.has_secrets = true;
        diagnostic.source = Some(source);
        let error = Error::new(Code::Diagnostics, "m").with_diagnostic(diagnostic);
        let text = "m\nerror: Bad\n  on a.hcl line 2, column 6:\n  (source code not available)\n  Very bad.";
        assert_eq!(error.render_text(), text);
        assert!(!error.render_json().contains("foo"));
    }

    #[test]
    fn literals_of_secrets_are_masked_in_lines() {
        let here = between(at(2, 9), at(2, 11));
        let mut diagnostic = Diagnostic::error("Bad", "").with_subject(here);
        diagnostic.source = Some(Source::new("a.pp", "$a = Sensitive('one\ntwo') + $b\n"));
        let error = Error::new(Code::Diagnostics, "m").with_diagnostic(diagnostic);
        let want = "m\nerror: Bad\n  on a.pp line 2, column 9:\n\
                    \x20     2 | ***') + $b\n\
                    \x20       |         ^^";
        assert_eq!(error.render_text(), want);
    }

    #[test]
    fn the_subject_is_marked_within_its_context() {
        let subject = between(at(2, 6), at(2, 9));
        let context = between(at(1, 1), at(4, 2));
        let want = "m\nerror: Bad\n  on a.hcl line 2, column 6:\n\
                    \x20     1 | a = {\n\
                    \x20     2 | \tb = foo(1,\n\
                    \x20       | \t    ^^^\n\
                    \x20     3 |     2)\n\
                    \x20     4 | }\n\
                    \x20 Very bad.";
        assert_eq!(error(subject, Some(context)).render_text(), want);
    }

    #[test]
    fn a_subject_of_several_lines_is_marked_in_each() {
        let subject = between(at(2, 6), at(3, 7));
        let want = "m\nerror: Bad\n  on a.hcl line 2, column 6:\n\
                    \x20     2 | \tb = foo(1,\n\
                    \x20       | \t    ^^^^^^\n\
                    \x20     3 |     2)\n\
                    \x20       |     ^^\n\
                    \x20 Very bad.";
        assert_eq!(error(subject, None).render_text(), want);
    }

    #[test]
    fn positions_past_the_text_are_shown_without_lines() {
        for line in [6, 7, u32::MAX] {
            let subject = between(at(line, u32::MAX), at(u32::MAX, 1));
            let text = error(subject, None).render_text();
            assert!(text.ends_with(&format!("line {line}, column {}\n  Very bad.", u32::MAX)));
        }
        let empty = between(at(1, 6), at(1, 6));
        assert!(error(empty, None).render_text().contains("|      ^\n"));
    }

    #[test]
    fn a_part_of_a_text_shows_its_own_lines() {
        let mut part = Source::new("a.hcl", "foo(1,\n    2)");
        part.start = at(2, 6);
        let subject = between(at(2, 10), at(3, 5));
        let mut diagnostic = Diagnostic::error("Bad", "").with_subject(subject);
        diagnostic.source = Some(part);
        let text = Error::new(Code::Diagnostics, "m").with_diagnostic(diagnostic);
        let want = "m\nerror: Bad\n  on a.hcl line 2, column 10:\n\
                    \x20     2 | foo(1,\n\
                    \x20       |     ^^\n\
                    \x20     3 |     2)";
        assert_eq!(text.render_text(), want);
    }

    #[test]
    fn color_changes_only_the_style() {
        let subject = between(at(2, 6), at(2, 9));
        let error = error(subject, None);
        let colored = error.render(Style::Color);
        assert!(colored.contains("\x1b[1;31merror\x1b[0m: \x1b[1mBad\x1b[0m"));
        assert!(colored.contains("\tb = \x1b[4mfoo\x1b[0m(1,"));
        let mut bare = colored;
        for code in ["1;31", "1;33", "1", "2", "4", "0"] {
            bare = bare.replace(&format!("\x1b[{code}m"), "");
        }
        assert_eq!(bare, error.render(Style::Plain));
    }

    #[test]
    fn no_text_is_repeated() {
        let subject = between(at(2, 6), at(2, 9));
        let placed = error(subject, None).diagnostics()[0].clone();
        let bare = Diagnostic::error("Worse", "");
        let first = Error::from_diagnostics(Code::Type, vec![placed.clone(), bare.clone()]);
        assert_eq!(
            first.to_string(),
            "a.hcl:2,6-9: Bad; Very bad., and 1 other diagnostic(s)"
        );
        assert_eq!(first.message(), "Bad; Very bad.");
        let rendered = "error: Bad\n  on a.hcl line 2, column 6:\n\
                    \x20     2 | \tb = foo(1,\n\
                    \x20       | \t    ^^^\n\
                    \x20 Very bad.";
        assert_eq!(first.render_text(), format!("{rendered}\nerror: Worse"));
        for message in [first.headline(), first.message()] {
            let again = Error::new(Code::Type, message);
            let again = first
                .diagnostics()
                .iter()
                .cloned()
                .fold(again, Error::with_diagnostic);
            assert_eq!(again.render_text(), first.render_text());
        }
        let within = first
            .clone()
            .in_attribute("x")
            .with_argument(1)
            .render_text();
        assert!(within.starts_with("  argument: 1\nerror: Bad\n"));
        let apart = Error::from_diagnostics(Code::Type, vec![bare.clone()]).in_attribute("x");
        assert_eq!(apart.render_text(), "at .x\nerror: Worse");
        let all = |diagnostics| Error::summing_up(Code::Type, "Bad and worse", diagnostics);
        assert_eq!(all(vec![bare.clone(), bare]).render_text(), "Bad and worse");
        assert_eq!(all(vec![placed.clone()]).render_text(), rendered);
        let summed = all(vec![placed.clone(), placed]);
        assert_eq!(summed.message(), "Bad and worse");
        assert_eq!(summed.headline(), first.headline());
        assert_eq!(summed.to_string(), first.headline());
    }

    #[test]
    fn display_writes_one_line() {
        let each = ["  x has a\n    fault", "y has one"].map(|words| Diagnostic::error(words, ""));
        let text = " x has a\n    fault\n y has one";
        let error = Error::summing_up(Code::Type, text, each.to_vec()).in_attribute("z");
        assert_eq!(error.headline(), text);
        assert_eq!(
            error.to_string(),
            ".z: x has a fault, and 1 other diagnostic(s)"
        );
        assert_eq!(error.render_text(), format!(".z: {text}"));
        let plain = Error::new(Code::Callback, "one\r\n\n  two\n").with_offset(3);
        assert_eq!(plain.to_string(), "one two (at byte 3)");
    }

    #[test]
    fn no_text_controls_the_terminal() {
        let hostile = Diagnostic::warning("\x1b[2J", "\x07");
        let error = Error::new(Code::Diagnostics, "m").with_diagnostic(hostile);
        let want = "m\nwarning: \u{fffd}[2J\n  \u{fffd}";
        assert_eq!(error.render_text(), want);
    }
}
