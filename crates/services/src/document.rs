//! The text of an open document, and the positions of an editor in it.

use crate::chunks::{Chunks, breaks};
use crate::language::LanguageId;
use polycty_core::source::Span;
use std::sync::Arc;

/// The unit of the columns of an editor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16, the default of the language server protocol.
    #[default]
    Utf16,
    /// Unicode scalar values.
    Utf32,
}

/// A position of an editor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinePosition {
    /// The line, from 0.
    pub line: u32,
    /// The units before the position in its line.
    pub column: u32,
}

/// A change of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The start and end of the replaced text; `None` replaces the whole text.
    pub range: Option<(LinePosition, LinePosition)>,
    /// The new text.
    pub text: String,
}

/// An open document: its path, text and version. Lines end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub struct Document {
    path: String,
    language: LanguageId,
    version: i64,
    text: Arc<str>,
    /// The first byte of each line.
    lines: Vec<u32>,
    marks: Vec<Mark>,
}

/// The units of the characters before a byte, so that a column in a long line is found without
/// counting from the start of the line.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    byte: u32,
    utf16: u32,
    utf32: u32,
}

/// The bytes between two marks, except for the rest of a character.
const MARKED: usize = 256;

impl Mark {
    fn units(self, encoding: Encoding) -> u32 {
        match encoding {
            Encoding::Utf8 => self.byte,
            Encoding::Utf16 => self.utf16,
            Encoding::Utf32 => self.utf32,
        }
    }
}

impl Document {
    /// A document with a text. Texts of 4 GiB or more are not supported by [`Span`].
    #[must_use]
    pub fn new(path: String, language: LanguageId, version: i64, text: Arc<str>) -> Document {
        Document {
            path,
            language,
            version,
            lines: line_starts(&text),
            marks: marks(&text),
            text,
        }
    }

    /// The path.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The kind.
    #[must_use]
    pub fn language(&self) -> LanguageId {
        self.language
    }

    /// The version that the editor counts.
    #[must_use]
    pub fn version(&self) -> i64 {
        self.version
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The span of the whole text.
    #[must_use]
    pub fn span(&self) -> Span {
        Span::new(0, self.text.len())
    }

    /// Returns the document after changes, each of which applies to the result of the one before.
    #[must_use]
    pub fn with_changes(&self, changes: &[Change], encoding: Encoding, version: i64) -> Document {
        let text: Arc<str> = match changes {
            [] => self.text.clone(),
            [Change { range: None, text }] => text.as_str().into(),
            [
                Change {
                    range: Some((start, end)),
                    text,
                },
            ] => {
                let start = self.byte(*start, encoding);
                let end = self.byte(*end, encoding).max(start);
                let before = self.text.get(..start as usize).unwrap_or_default();
                let after = self.text.get(end as usize..).unwrap_or_default();
                [before, text, after].concat().into()
            }
            _ => {
                // A whole text replaces the result of the changes before it.
                let whole = changes.iter().rposition(|change| change.range.is_none());
                let mut chunks = match whole {
                    Some(at) => Chunks::new(&changes[at].text, encoding),
                    None => Chunks::new(&self.text, encoding),
                };
                let rest = whole.map_or(0, |at| at + 1);
                changes[rest..].iter().for_each(|each| chunks.change(each));
                chunks.text().into()
            }
        };
        Document::new(self.path.clone(), self.language, version, text)
    }

    /// Returns the byte of a position. A column after the end of the line is the end of the line
    /// without its line break, a line after the last is the end of the text, and a position inside
    /// of a character is the start of the character.
    #[must_use]
    pub fn byte(&self, position: LinePosition, encoding: Encoding) -> u32 {
        let Some(&start) = self.lines.get(position.line as usize) else {
            return self.span().end;
        };
        let end = start + Span::at(self.line(position.line).len()).start;
        let wanted = self.units(start, encoding).saturating_add(position.column);
        let mark = self.mark(|mark| mark.units(encoding) <= wanted);
        let mut byte = mark.byte.clamp(start, end);
        let mut units = self.units(byte, encoding);
        let rest = self.text.get(byte as usize..end as usize);
        for character in rest.unwrap_or_default().chars() {
            units += width(character, encoding);
            if units > wanted {
                break;
            }
            byte += width(character, Encoding::Utf8);
        }
        byte
    }

    /// Returns the position of a byte. A byte inside of a character has the position of the
    /// character, and a byte after the end has the position of the end.
    #[must_use]
    pub fn position(&self, byte: u32, encoding: Encoding) -> LinePosition {
        let byte = byte.min(self.span().end);
        let line = self.lines.partition_point(|&start| start <= byte) - 1;
        LinePosition {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: self.units(byte, encoding) - self.units(self.lines[line], encoding),
        }
    }

    /// The last mark with a property that those after it do not have.
    fn mark(&self, before: impl Fn(&Mark) -> bool) -> Mark {
        let after = self.marks.partition_point(before);
        self.marks[after.saturating_sub(1)]
    }

    /// The units of the characters before a byte.
    fn units(&self, byte: u32, encoding: Encoding) -> u32 {
        let mark = self.mark(|mark| mark.byte <= byte);
        let rest = self.text.get(mark.byte as usize..).unwrap_or_default();
        let before = rest
            .char_indices()
            .take_while(|(at, character)| at + character.len_utf8() <= (byte - mark.byte) as usize)
            .map(|(_, character)| width(character, encoding));
        mark.units(encoding) + before.sum::<u32>()
    }

    /// The text of a line without its line break.
    fn line(&self, line: u32) -> &str {
        let line = line as usize;
        let start = self.lines[line] as usize;
        let end = self
            .lines
            .get(line + 1)
            .map_or(self.text.len(), |&end| end as usize);
        let text = self.text.get(start..end).unwrap_or_default();
        text.trim_end_matches(['\n', '\r'])
    }
}

/// The units that a character takes in a line.
pub(crate) fn width(character: char, encoding: Encoding) -> u32 {
    let units = match encoding {
        Encoding::Utf8 => character.len_utf8(),
        Encoding::Utf16 => character.len_utf16(),
        Encoding::Utf32 => 1,
    };
    u32::try_from(units).unwrap_or(u32::MAX)
}

/// The start of a text, and marks in it.
fn marks(text: &str) -> Vec<Mark> {
    let mut marks = vec![Mark::default()];
    let mut next = Mark::default();
    for (at, &byte) in text.as_bytes().iter().enumerate() {
        // Bytes after the first of a character do not count. A character of four bytes is two units
        // of UTF-16.
        if byte & 0xC0 == 0x80 {
            continue;
        }
        if at >= marks.len() * MARKED {
            next.byte = Span::at(at).start;
            marks.push(next);
        }
        next.utf16 += 1 + u32::from(byte >= 0xF0);
        next.utf32 += 1;
    }
    marks
}

/// The first byte of each line of a text.
fn line_starts(text: &str) -> Vec<u32> {
    let after = breaks(text).map(|at| Span::at(at + 1).start);
    std::iter::once(0).chain(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::new("a.tf".into(), LanguageId::Terraform, 1, text.into())
    }

    #[test]
    fn positions_count_units_of_the_encoding() {
        let text = document("a\r\n\u{1F600}é = 1\rb\n");
        for (encoding, column) in [
            (Encoding::Utf8, 6),
            (Encoding::Utf16, 3),
            (Encoding::Utf32, 2),
        ] {
            let position = LinePosition { line: 1, column };
            assert_eq!(text.position(9, encoding), position);
            assert_eq!(text.byte(position, encoding), 9);
        }
        let last = LinePosition { line: 3, column: 0 };
        assert_eq!(text.position(text.span().end, Encoding::Utf16), last);
        let past = LinePosition { line: 0, column: 9 };
        assert_eq!(text.byte(past, Encoding::Utf16), 1);
    }

    #[test]
    fn positions_in_a_long_line_are_those_of_its_characters() {
        let characters = ['a', 'é', '\u{20AC}', '\u{1F600}'];
        let line: String = characters.iter().cycle().take(3_000).collect();
        let text = document(&format!("x\n{line}\ny"));
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let (mut byte, mut column) = (2, 0);
            for character in line.chars() {
                let position = LinePosition { line: 1, column };
                assert_eq!(text.position(byte, encoding), position);
                assert_eq!(text.byte(position, encoding), byte);
                let inside = byte + width(character, Encoding::Utf8) - 1;
                assert_eq!(text.position(inside, encoding), position);
                byte += width(character, Encoding::Utf8);
                column += width(character, encoding);
            }
            let past = LinePosition {
                line: 1,
                column: column + 9,
            };
            assert_eq!(text.byte(past, encoding), byte);
        }
    }

    #[test]
    fn changes_apply_one_after_the_other() {
        let at = |line, column| LinePosition { line, column };
        let changes = [
            Change {
                range: Some((at(0, 1), at(1, 0))),
                text: "-".into(),
            },
            Change {
                range: Some((at(0, 2), at(0, 3))),
                text: "\nz".into(),
            },
        ];
        let changed = document("a\nb").with_changes(&changes, Encoding::Utf16, 2);
        assert_eq!(&**changed.text(), "a-\nz");
        assert_eq!(changed.version(), 2);
        assert_eq!(changed.position(4, Encoding::Utf8), at(1, 1));
    }

    #[test]
    fn many_changes_in_a_large_text_keep_its_lines() {
        // 10,000 changes by copies of the text would move 60 GB.
        let text = document(&"0123456789 é\r\n".repeat(400_000));
        let changes: Vec<Change> = (0..10_000_u32)
            .map(|at| {
                let line = at.wrapping_mul(2_654_435_761) % 400_000;
                let position = |column| LinePosition { line, column };
                Change {
                    range: Some((position(1), position(3))),
                    text: "\u{1F600}".repeat((at % 3) as usize),
                }
            })
            .collect();
        let changed = text.with_changes(&changes, Encoding::Utf16, 2);
        assert_eq!(changed.lines.len(), 400_001);
    }

    proptest::proptest! {
        #[test]
        fn changes_of_one_message_are_equal_to_those_of_many(
            start in text(2_000),
            changes in proptest::collection::vec((0u32..200, 0u32..40, 0u32..200, 0u32..40, text(60)), 2..30),
            encoding in 0..3usize,
        ) {
            let encoding = [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32][encoding];
            let changes: Vec<Change> = changes
                .into_iter()
                .map(|(line, column, end_line, end_column, text)| {
                    let start = LinePosition { line, column };
                    let end = LinePosition { line: line + end_line / 50, column: end_column };
                    let range = (line != 199).then_some((start, end));
                    Change { range, text }
                })
                .collect();
            let start = document(&start);
            let together = start.with_changes(&changes, encoding, 2);
            let mut alone = start;
            for change in &changes {
                alone = alone.with_changes(std::slice::from_ref(change), encoding, 2);
            }
            proptest::prop_assert_eq!(together.text(), alone.text());
        }
    }

    fn text(most: usize) -> impl proptest::strategy::Strategy<Value = String> {
        use proptest::strategy::Strategy as _;
        const PARTS: [&str; 9] = [
            "a",
            "é",
            "\u{20AC}",
            "\u{1F600}",
            "\r",
            "\n",
            "\r\n",
            "word ",
            "0123456789012345",
        ];
        proptest::collection::vec(proptest::sample::select(&PARTS[..]), 0..most)
            .prop_map(|parts| parts.concat())
    }
}
