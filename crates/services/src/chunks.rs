//! A text in chunks, to which many changes apply one after the other.
//!
//! A change copies only the chunks that it touches, and a position is found by the sizes of the
//! chunks, so that a message with many changes does not cost their number times the length of the
//! text. `\r\n` is never in two chunks.

use crate::document::{Change, Encoding, LinePosition, width};

/// The minimum of the length above which a chunk is divided.
const MIN_CHUNK: usize = 512;

/// A part of a text.
#[derive(Debug)]
struct Chunk {
    text: String,
    breaks: usize,
    /// The units of all characters.
    units: usize,
}

/// A text in chunks that are not empty.
#[derive(Debug)]
pub(crate) struct Chunks {
    chunks: Vec<Chunk>,
    /// The length above which a chunk is divided. Their number and their length are then in balance.
    most: usize,
    encoding: Encoding,
}

/// A position: the chunk and the byte in it. The end of the text is after the last chunk.
type Place = (usize, usize);

impl Chunks {
    pub fn new(text: &str, encoding: Encoding) -> Chunks {
        let mut found = Chunks {
            chunks: Vec::new(),
            most: MIN_CHUNK.max(text.len().isqrt()),
            encoding,
        };
        found.chunks = found.divided(text);
        found
    }

    /// Applies a change.
    pub fn change(&mut self, change: &Change) {
        let Some((start, end)) = change.range else {
            *self = Chunks::new(&change.text, self.encoding);
            return;
        };
        let start = self.place(start);
        let end = self.place(end).max(start);
        let (mut first, mut last) = (start.0, end.0);
        let mut text = self.slice(first, 0, start.1).to_owned();
        text.push_str(&change.text);
        if let Some(rest) = self.chunks.get(last) {
            text.push_str(rest.text.get(end.1..).unwrap_or_default());
            last += 1;
        }
        // A chunk that is left without text, or is small, joins the one before it.
        let before = first.checked_sub(1).and_then(|at| self.chunks.get(at));
        if let Some(before) = before
            && (before.text.ends_with('\r') || before.text.len() + text.len() <= self.most)
        {
            text.insert_str(0, &before.text);
            first -= 1;
        }
        if text.ends_with('\r')
            && let Some(after) = self.chunks.get(last)
        {
            text.push_str(&after.text);
            last += 1;
        }
        let divided = self.divided(&text);
        self.chunks.splice(first..last, divided);
    }

    /// The whole text.
    pub fn text(&self) -> String {
        self.chunks.iter().map(|chunk| &*chunk.text).collect()
    }

    fn slice(&self, chunk: usize, start: usize, end: usize) -> &str {
        let chunk = self.chunks.get(chunk);
        let text = chunk.and_then(|chunk| chunk.text.get(start..end));
        text.unwrap_or_default()
    }

    /// Returns the place of a position by the rules of
    /// [`Document::byte`](crate::document::Document::byte).
    fn place(&self, position: LinePosition) -> Place {
        let mut line = position.line as usize;
        let mut at = 0;
        while let Some(chunk) = self.chunks.get(at).filter(|chunk| chunk.breaks < line) {
            line -= chunk.breaks;
            at += 1;
        }
        let mut byte = match self.chunks.get(at) {
            None if line > 0 => return (at, 0),
            None => 0,
            Some(chunk) => match line.checked_sub(1) {
                Some(number) => breaks(&chunk.text).nth(number).map_or(0, |at| at + 1),
                None => 0,
            },
        };
        let mut left = position.column as usize;
        while let Some(chunk) = self.chunks.get(at) {
            if byte == 0 && chunk.breaks == 0 && chunk.units <= left {
                left -= chunk.units;
                at += 1;
                continue;
            }
            let rest = chunk.text.get(byte..).unwrap_or_default();
            for character in rest.chars() {
                let units = width(character, self.encoding) as usize;
                if matches!(character, '\n' | '\r') || units > left {
                    return (at, byte);
                }
                left -= units;
                byte += character.len_utf8();
            }
            (at, byte) = (at + 1, 0);
        }
        (at, byte)
    }

    /// Divides a text into chunks of similar lengths.
    fn divided(&self, text: &str) -> Vec<Chunk> {
        let count = text.len().div_ceil(self.most).max(1);
        let length = text.len().div_ceil(count).max(1);
        let mut found = Vec::with_capacity(count);
        let mut rest = text;
        while !rest.is_empty() {
            let bytes = rest.as_bytes();
            let mut end = length.min(rest.len());
            while !rest.is_char_boundary(end)
                || bytes.get(end) == Some(&b'\n') && bytes[end - 1] == b'\r'
            {
                end += 1;
            }
            let (chunk, after) = rest.split_at(end);
            let units = chunk
                .chars()
                .map(|each| width(each, self.encoding) as usize);
            found.push(Chunk {
                breaks: breaks(chunk).count(),
                units: units.sum(),
                text: chunk.to_owned(),
            });
            rest = after;
        }
        found
    }
}

/// The last bytes of the line breaks of a text.
pub(crate) fn breaks(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).filter(move |&at| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    })
}
