//! Lines and columns of bytes in a text.
//!
//! Columns count grapheme clusters, and a newline is `\n` or `\r\n`; [`Columns`] lists the other
//! ways of counting. HCL also counts the clusters of each token separately: a *break* is recorded
//! where a token begins with a character that would otherwise join the previous cluster.
//!
//! Most positions are read from a grid, which has the line breaks of each 64-byte chunk of the text
//! as bits: if there is only ASCII before a byte on its line, its column is a difference of
//! offsets. Other columns are counted. Counting a line again for every position in it would be slow
//! if a whole file is one line, so there are marks at the starts of lines and within long lines. Of
//! many short lines, only the first has a mark.

use super::{Position, Range, Span};
use crate::text::floor_char_boundary;
use crate::types::Str;
use std::borrow::Cow;
use std::sync::OnceLock;
use unicode_segmentation::UnicodeSegmentation;

/// The minimum distance in bytes between two marks within a line.
const STRIDE: usize = 1024;

/// The minimum distance in bytes between a mark and the next mark at the start of a line. It limits
/// the table to a fraction of the text, however short the lines are.
const SPACING: u32 = 64;

/// The byte order mark, which does not count as a column.
pub const BOM: &str = "\u{feff}";

/// A source text and its name in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name, such as a file's.
    pub name: Str,
    /// The text.
    pub text: Str,
    /// The position of its first byte: [`Position::START`], unless the text is a part of a larger
    /// one.
    pub start: Position,
    /// Whether the text may contain secrets. Diagnostics then show positions in it, but no lines.
    pub has_secrets: bool,
}

/// The name of a source text, and whether the text may contain secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceName<'n> {
    /// The name, such as a file's.
    pub name: &'n str,
    /// Whether the text may contain secrets, as in [`Source::has_secrets`].
    pub has_secrets: bool,
}

impl<'n> From<&'n str> for SourceName<'n> {
    /// The name of a text without secrets.
    fn from(name: &'n str) -> SourceName<'n> {
        SourceName {
            name,
            has_secrets: false,
        }
    }
}

impl SourceName<'_> {
    /// Creates the source with this name and a text that begins at `start`.
    #[must_use]
    pub fn with_text(self, text: &str, start: Position) -> Source {
        Source {
            name: self.name.into(),
            text: text.into(),
            start,
            has_secrets: self.has_secrets,
        }
    }
}

impl Source {
    /// Creates a source whose text is not a part of a larger one.
    pub fn new(name: impl Into<Str>, text: impl Into<Str>) -> Source {
        Source {
            name: name.into(),
            text: text.into(),
            start: Position::START,
            has_secrets: false,
        }
    }

    /// The name that is shown for a text without a name.
    pub const UNNAMED: &'static str = "input";

    /// The name as one readable line, or [`Source::UNNAMED`] if it is empty. Control characters and
    /// characters that change the direction of text are escaped.
    #[must_use]
    pub fn shown_name(&self) -> Cow<'_, str> {
        let unseen = |c: char| c.is_control() || turns_order(c);
        match &*self.name {
            "" => Source::UNNAMED.into(),
            name if name.contains(unseen) => {
                let mut shown = String::with_capacity(name.len() + 16);
                for c in name.chars() {
                    if unseen(c) {
                        shown.extend(c.escape_default())
                    } else {
                        shown.push(c)
                    }
                }
                shown.into()
            }
            name => name.into(),
        }
    }
}

/// Whether a character changes the direction of the following text.
pub(super) fn turns_order(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The unit of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Columns {
    /// Grapheme clusters.
    #[default]
    Clusters,
    /// The columns of HCL's JSON syntax: clusters, but a tab is two columns and a carriage return
    /// is none. A character that is not part of the syntax has one column per byte.
    Json,
    /// Characters, as Puppet and mcl count; a byte order mark is one.
    Characters,
}

impl Columns {
    /// The offset of the first byte that has a column.
    fn start(self, text: &str) -> usize {
        match self {
            Columns::Clusters | Columns::Json if text.starts_with(BOM) => BOM.len(),
            _ => 0,
        }
    }
}

/// A source text with the lines and columns of its bytes, which are counted on first use.
#[derive(Debug)]
pub struct SourceText {
    source: Source,
    /// The offsets where a token begins with a character that could be read as a part of the
    /// previous one. Columns are counted anew there.
    breaks: Box<[u32]>,
    columns: Columns,
    grid: OnceLock<ChunkGrid>,
    lines: OnceLock<LineMarks>,
}

impl SourceText {
    /// Creates a text with its breaks in ascending order. Bytes past 4 GiB have no positions.
    #[must_use]
    pub fn new(source: Source, breaks: Vec<u32>) -> SourceText {
        SourceText {
            source,
            breaks: breaks.into(),
            columns: Columns::Clusters,
            grid: OnceLock::new(),
            lines: OnceLock::new(),
        }
    }

    /// Returns the text with a different unit of columns.
    #[must_use]
    pub fn counting(mut self, columns: Columns) -> SourceText {
        self.columns = columns;
        self
    }

    /// The text and its name.
    #[must_use]
    #[inline]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The text of a span whose ends are boundaries of characters.
    #[must_use]
    #[inline]
    pub fn slice(&self, span: Span) -> &str {
        span.slice(&self.source.text)
    }

    /// The lines, columns and bytes of a span.
    #[must_use]
    #[inline]
    pub fn range(&self, span: Span) -> Range {
        Range {
            start: self.position(span.start),
            end: self.position(span.end),
        }
    }

    /// The position of a byte. A byte within a character has the position of the character, unless
    /// [`Columns`] count its bytes. A byte past the end has the position of the end.
    #[must_use]
    pub fn position(&self, byte: u32) -> Position {
        let Source { text, start, .. } = &self.source;
        let grid = self.grid.get_or_init(|| ChunkGrid::new(text, self.columns));
        match grid.mark_at(byte) {
            Some(found) if byte as usize <= text.len() => found.position(*start),
            _ => self.counted(byte),
        }
    }

    /// Counts the position of a byte that the grid does not have.
    #[cold]
    fn counted(&self, byte: u32) -> Position {
        let Source { text, start, .. } = &self.source;
        let ruler = Ruler {
            text,
            breaks: &self.breaks,
            columns: self.columns,
        };
        let lines = self.lines.get_or_init(|| LineMarks::count(ruler));
        lines.position(ruler, *start, byte)
    }

    /// Returns the last byte whose position is not after a line and column, each from 1, counted as
    /// in [`Position`]. Columns past the end of a line are clamped to its end, positions past the
    /// text to the end of the text, and positions before the text to its first byte.
    #[must_use]
    pub fn byte_at(&self, line: u32, column: u32) -> usize {
        let text = &self.source.text;
        let wanted = (line, column);
        // Positions grow with bytes, and the distance to a mark bounds the cost of counting one.
        let (mut low, mut high) = (0, text.len().min(u32::MAX as usize) as u32);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            // Positions of bytes within a character may exceed the position of the next character.
            let place = self.position(floor_char_boundary(text, middle as usize) as u32);
            if (place.line, place.column) <= wanted {
                low = middle
            } else {
                high = middle - 1
            }
        }
        let byte = floor_char_boundary(text, low as usize);
        self.source.start.byte.saturating_add(byte)
    }

    /// The memory of the tables of lines, in bytes.
    #[must_use]
    pub fn lines_memory(&self) -> usize {
        let grid = self.grid.get().map_or(0, ChunkGrid::memory);
        grid + self.lines.get().map_or(0, LineMarks::memory)
    }

    /// The memory of the text and its tables of lines, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.source.text.len() + size_of_val(&*self.breaks) + self.lines_memory()
    }
}

/// The line breaks of a text and the bytes that are not a column each, in chunks. There is one more
/// chunk than the text needs, so that the end of the text has a chunk.
#[derive(Debug)]
struct ChunkGrid(Box<[Chunk]>);

/// The number of bytes of a chunk: the number of bits of a word.
const CHUNK: usize = 64;

/// The line breaks of a chunk of a text.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    /// The bytes that are line breaks, the first in the lowest bit.
    breaks: u64,
    /// The bytes that may not be a column each.
    odd: u64,
    /// The number of line breaks before the chunk.
    line: u32,
    /// The start of the line that contains the start of the chunk.
    line_start: u32,
    /// The end of the last odd byte before the chunk.
    odd_end: u32,
}

/// A word of eight equal bytes.
const fn eight(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// Sets the highest bit of each of eight bytes that equals `byte`.
#[inline]
fn equal(word: u64, byte: u8) -> u64 {
    const LOW: u64 = eight(0x7f);
    let apart = word ^ eight(byte);
    !(((apart & LOW) + LOW) | apart | LOW)
}

/// Collects the highest bits of eight bytes into the lowest byte.
#[inline]
fn gathered(highest: u64) -> u64 {
    (highest >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The bytes of a chunk that are line breaks, and those that may not be a column each.
fn bits(bytes: &[u8; CHUNK], columns: Columns) -> (u64, u64) {
    let (mut breaks, mut odd) = (0, 0);
    let (words, _) = bytes.as_chunks::<8>();
    for (place, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The bytes of multi-byte characters have the highest bit set.
        let mut others = word & eight(0x80);
        others |= match columns {
            Columns::Clusters => equal(word, b'\r'),
            Columns::Json => equal(word, b'\r') | equal(word, b'\t'),
            Columns::Characters => 0,
        };
        breaks |= gathered(equal(word, b'\n')) << (8 * place);
        // Most chunks have none.
        if others != 0 {
            odd |= gathered(others) << (8 * place);
        }
    }
    (breaks, odd)
}

/// The offset after the last set bit of a chunk, or `before` if no bit is set.
#[inline]
fn end_of_last(bits: u64, chunk: usize, before: u32) -> u32 {
    match bits {
        0 => before,
        bits => (((chunk + 1) * CHUNK) as u32).wrapping_sub(bits.leading_zeros()),
    }
}

impl ChunkGrid {
    /// Creates the grid of a text. It is empty if the byte offsets do not fit in 32 bits.
    fn new(text: &str, columns: Columns) -> ChunkGrid {
        if u32::try_from(text.len()).is_err() {
            return ChunkGrid(Box::default());
        }
        let mut chunks = Vec::with_capacity(text.len() / CHUNK + 1);
        let mut chunk = Chunk {
            breaks: 0,
            odd: 0,
            line: 0,
            // A byte order mark is before the start of the first line.
            line_start: columns.start(text) as u32,
            odd_end: 0,
        };
        let mut rest = text.as_bytes();
        for at in 0..=text.len() / CHUNK {
            // Bytes past the end are neither line breaks nor odd.
            let mut bytes = [0; CHUNK];
            match rest.split_first_chunk() {
                Some((whole, after)) => {
                    bytes = *whole;
                    rest = after;
                }
                None => bytes[..rest.len()].copy_from_slice(rest),
            }
            let (breaks, odd) = bits(&bytes, columns);
            chunks.push(Chunk {
                breaks,
                odd,
                ..chunk
            });
            chunk.line += breaks.count_ones();
            chunk.line_start = end_of_last(breaks, at, chunk.line_start);
            chunk.odd_end = end_of_last(odd, at, chunk.odd_end);
        }
        ChunkGrid(chunks.into())
    }

    /// Returns the position of a byte of the text or of its end. Returns `None` if a byte before it
    /// on its line may not be a column of its own.
    #[inline]
    fn mark_at(&self, byte: u32) -> Option<LineMark> {
        let at = byte as usize / CHUNK;
        let chunk = self.0.get(at)?;
        let before = (1 << (byte as usize % CHUNK)) - 1;
        let breaks = chunk.breaks & before;
        let line_start = end_of_last(breaks, at, chunk.line_start);
        let odd_end = end_of_last(chunk.odd & before, at, chunk.odd_end);
        (odd_end <= line_start && line_start <= byte).then(|| LineMark {
            byte,
            line: chunk.line + breaks.count_ones(),
            column: byte - line_start,
        })
    }

    fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }
}

/// Known positions of a text, in ascending order.
#[derive(Debug)]
struct LineMarks(Vec<LineMark>);

/// A known position: line and column from 0.
#[derive(Clone, Copy, Debug)]
struct LineMark {
    byte: u32,
    line: u32,
    column: u32,
}

impl LineMark {
    /// The position for users if the first byte of the text is at `start`.
    #[inline]
    fn position(self, start: Position) -> Position {
        Position {
            line: start.line.saturating_add(self.line),
            column: match self.line {
                0 => start.column.saturating_add(self.column),
                _ => self.column.saturating_add(1),
            },
            byte: start.byte.saturating_add(self.byte as usize),
        }
    }

    /// The start of the next line.
    fn next_line(self, byte: usize) -> LineMark {
        LineMark {
            byte: byte as u32,
            line: self.line + 1,
            column: 0,
        }
    }
}

impl LineMarks {
    /// Counts the lines of a text, up to byte offsets of 32 bits.
    #[expect(
        clippy::string_slice,
        reason = "offsets come from `floor_char_boundary` and the width of a byte order mark"
    )]
    fn count(mut ruler: Ruler<'_>) -> LineMarks {
        let text = &ruler.text[..floor_char_boundary(ruler.text, u32::MAX as usize)];
        ruler.text = text;
        let start = ruler.columns.start(text);
        let mut mark = LineMark {
            byte: start as u32,
            line: 0,
            column: 0,
        };
        let mut marks = vec![mark];
        for line in text[start..].split_inclusive('\n') {
            let end = mark.byte as usize + line.len();
            while end - mark.byte as usize > STRIDE {
                mark = ruler.advance(mark, mark.byte as usize + STRIDE);
                marks.push(mark);
            }
            if line.ends_with('\n') {
                mark = mark.next_line(end);
                let last = marks.last().map_or(0, |last| last.byte);
                if mark.byte - last >= SPACING {
                    marks.push(mark);
                }
            }
        }
        LineMarks(marks)
    }

    /// The position of a byte if the first byte is at `start`.
    fn position(&self, ruler: Ruler<'_>, start: Position, byte: u32) -> Position {
        let text = ruler.text;
        let asked = byte;
        let byte = floor_char_boundary(text, byte as usize) as u32;
        let at = self.0.partition_point(|mark| mark.byte <= byte);
        let mut mark = self.0[at.saturating_sub(1)];
        while let Some(end) = (text.as_bytes().get(mark.byte as usize..byte as usize))
            .and_then(|rest| rest.iter().position(|byte| *byte == b'\n'))
        {
            mark = mark.next_line(mark.byte as usize + end + 1);
        }
        // The first mark is after the byte order mark, whose own bytes have positions, too.
        let found = ruler.count(mark, byte as usize);
        let place = LineMark { byte, ..found }.position(start);
        match ruler.columns {
            Columns::Json if asked as usize <= text.len() => place.after(asked - byte),
            _ => place,
        }
    }

    fn memory(&self) -> usize {
        self.0.capacity() * size_of::<LineMark>()
    }
}

/// The inputs of counting a position.
#[derive(Clone, Copy)]
struct Ruler<'t> {
    text: &'t str,
    breaks: &'t [u32],
    columns: Columns,
}

impl Ruler<'_> {
    /// Returns the first boundary of a cluster at or after a byte, but at most the end of its line.
    #[expect(
        clippy::string_slice,
        reason = "marks and the ends of segments are boundaries of characters"
    )]
    fn advance(self, from: LineMark, byte: usize) -> LineMark {
        let mut mark = from;
        while (mark.byte as usize) < byte {
            let at = mark.byte as usize;
            let rest = &self.text[at..segment_end(self.breaks, at, self.text.len())];
            let bytes = rest.as_bytes();
            // There is a boundary between two ASCII characters, except within "\r\n".
            let len = match bytes {
                [a, b, ..] if a.is_ascii() && b.is_ascii() && *a != b'\r' => 1,
                _ if self.columns == Columns::Characters => {
                    rest.chars().next().map_or(1, char::len_utf8)
                }
                _ => rest.graphemes(true).next().map_or(1, str::len),
            };
            mark.byte += len as u32;
            mark.column = match (self.columns, bytes.first()) {
                (Columns::Json, Some(b'\t')) => mark.column + 2,
                (Columns::Json, Some(b'\r')) => mark.column,
                _ => mark.column + 1,
            };
        }
        mark
    }

    /// Counts the position of a byte that is at or after a mark and on the same line or at its end.
    #[expect(clippy::string_slice, reason = "callers pass boundaries of characters")]
    fn count(self, from: LineMark, byte: usize) -> LineMark {
        let mut mark = from;
        while (mark.byte as usize) < byte {
            let at = mark.byte as usize;
            let segment = &self.text[at..segment_end(self.breaks, at, byte)];
            mark.column += match self.columns {
                Columns::Characters => segment.chars().count() as u32,
                _ if segment.is_ascii() && !segment.contains('\r') => segment.len() as u32,
                _ => segment.graphemes(true).count() as u32,
            };
            if self.columns == Columns::Json {
                // Neither character is part of a larger cluster within one line.
                let count = |byte: u8| segment.bytes().filter(|found| *found == byte).count();
                mark.column += count(b'\t') as u32;
                mark.column -= count(b'\r') as u32;
            }
            mark.byte += segment.len() as u32;
        }
        mark
    }
}

/// The maximum end of clusters that begin at a byte: the next break or `end`.
fn segment_end(breaks: &[u32], at: usize, end: usize) -> usize {
    let next = breaks.partition_point(|place| *place as usize <= at);
    breaks
        .get(next)
        .map_or(end, |place| (*place as usize).min(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVERY: [Columns; 3] = [Columns::Clusters, Columns::Json, Columns::Characters];

    fn column(text: &str, columns: Columns, byte: u32) -> (u32, usize) {
        let text = SourceText::new(Source::new("t", text), Vec::new()).counting(columns);
        let place = text.position(byte);
        (place.column, place.byte)
    }

    #[test]
    fn columns_count_the_unit_of_the_notation() {
        let text = "\t\ta\r\n\té\u{301}x";
        let places = |columns| [1, 2, 3, 4, 6, 10].map(|byte| column(text, columns, byte));
        assert_eq!(
            places(Columns::Clusters),
            [(2, 1), (3, 2), (4, 3), (5, 4), (2, 6), (3, 10)]
        );
        assert_eq!(
            places(Columns::Json),
            [(3, 1), (5, 2), (6, 3), (6, 4), (3, 6), (4, 10)]
        );
        assert_eq!(
            places(Columns::Characters),
            [(2, 1), (3, 2), (4, 3), (5, 4), (2, 6), (4, 10)]
        );
        assert_eq!(column("\u{feff}\ra", Columns::Characters, 4), (3, 4));
        let far = "e\u{301}".repeat(2000);
        assert_eq!(column(&far, Columns::Characters, 5000), (3334, 4999));
        // Within a character, and past a mark within a long line.
        assert_eq!(column(text, Columns::Json, 7), (4, 7));
        assert_eq!(column(text, Columns::Clusters, 7), (2, 6));
        let long = "\t".repeat(5000);
        assert_eq!(column(&long, Columns::Json, 4000), (8001, 4000));
        assert_eq!(column(&long, Columns::Json, 5001), (10_001, 5000));
    }

    #[test]
    fn grid_and_counting_agree() {
        let long = "a".repeat(63);
        let texts = [
            String::new(),
            "a\nb".repeat(40),
            format!("{long}\n{long}\u{e9}\nab\r\n\tc\n{long}{long}\n"),
            format!("\u{feff}a\n{long}b\n\n\te\u{301}\tx\n\r{long}"),
        ];
        for text in &texts {
            for columns in EVERY {
                let text = SourceText::new(Source::new("t", &**text), Vec::new()).counting(columns);
                for byte in 0..text.source.text.len() as u32 + 70 {
                    assert_eq!(text.position(byte), text.counted(byte), "{text:?} {byte}");
                }
            }
        }
        // After ASCII only, no lines are counted.
        let plain = SourceText::new(Source::new("t", &*texts[1]), Vec::new());
        assert_eq!(plain.position(119).line, 41);
        assert!(plain.lines.get().is_none());
    }

    #[test]
    fn positions_are_converted_back_to_bytes() {
        let long = format!("x{}\ny", "ab\u{301}".repeat(1000));
        for text in ["", "a", "ab\r\n\n  c\u{301}d\n", "\u{feff}a\nb\tc", &long] {
            for columns in EVERY {
                let start = Position {
                    line: 7,
                    column: 3,
                    byte: 100,
                };
                let source = Source {
                    start,
                    ..Source::new("t", text)
                };
                let lines = SourceText::new(source, Vec::new()).counting(columns);
                for (byte, _) in text.char_indices() {
                    let place = lines.position(byte as u32);
                    let found = lines.byte_at(place.line, place.column);
                    let again = lines.position((found - 100) as u32);
                    assert!(found >= place.byte, "{text:?} {byte}");
                    assert_eq!((again.line, again.column), (place.line, place.column));
                }
                // Positions past the end of a line or outside of the text are clamped.
                assert_eq!(lines.byte_at(1, 1), 100);
                assert_eq!(lines.byte_at(u32::MAX, 1), 100 + text.len());
            }
        }
        let lines = SourceText::new(Source::new("t", "ab\ncd"), Vec::new());
        assert_eq!((lines.byte_at(1, 9), lines.byte_at(2, 2)), (2, 4));
    }
}
