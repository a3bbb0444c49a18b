//! The text of a file and its bytes.
//!
//! The original text may contain bytes that are not valid UTF-8. The text that is examined has a
//! replacement character for each such byte, and the text that is written has the byte itself.
//! Copies keep both forms.

use crate::syntax::{Span, decode};
use std::borrow::Cow;
use std::ops::{Deref, Range};

/// A text in two forms: valid UTF-8, and the bytes to be written.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    looked_at: String,
    /// The bytes to be written, if they differ; the length is the same.
    written: Option<Vec<u8>>,
}

/// A part of a text to be created.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'t> {
    /// A span of the existing text.
    Kept(Span),
    /// New text.
    New(&'t str),
}

impl Text {
    /// Decodes bytes.
    pub(super) fn read(bytes: &[u8]) -> Text {
        match decode(bytes) {
            (Cow::Borrowed(text), _) => Text::from(text),
            (Cow::Owned(looked_at), _) => Text {
                looked_at,
                written: Some(bytes.to_vec()),
            },
        }
    }

    /// The bytes to be written.
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.written {
            Some(written) => written,
            None => self.looked_at.as_bytes(),
        }
    }

    /// The memory that `bytes` bytes of the text use, in bytes.
    pub(super) fn cost(&self, bytes: u64) -> u64 {
        bytes * (1 + u64::from(self.written.is_some()))
    }

    pub(super) fn memory(&self) -> usize {
        self.looked_at.capacity() + self.written.as_ref().map_or(0, Vec::capacity)
    }

    pub(super) fn push_str(&mut self, text: &str) {
        self.looked_at.push_str(text);
        if let Some(written) = &mut self.written {
            written.extend_from_slice(text.as_bytes());
        }
    }

    /// Appends a span of a different text.
    #[expect(clippy::string_slice, reason = "spans cover whole tokens")]
    pub(super) fn push(&mut self, from: &Text, span: Span) {
        let range = range(span);
        let (text, bytes) = (&from.looked_at[range.clone()], &from.bytes()[range]);
        if self.written.is_none() && bytes != text.as_bytes() {
            self.written = Some(self.looked_at.clone().into_bytes());
        }
        self.looked_at.push_str(text);
        if let Some(written) = &mut self.written {
            written.extend_from_slice(bytes);
        }
    }

    pub(super) fn push_all(&mut self, pieces: &[Piece<'_>], from: &Text) {
        for piece in pieces {
            match *piece {
                Piece::Kept(span) => self.push(from, span),
                Piece::New(text) => self.push_str(text),
            }
        }
    }

    /// Replaces a span with new text and moves the text after it.
    pub(super) fn replace(&mut self, span: Span, new: &str) {
        let range = range(span);
        self.looked_at.replace_range(range.clone(), new);
        if let Some(written) = &mut self.written {
            written.splice(range, new.bytes());
        }
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.looked_at.truncate(len);
        if let Some(written) = &mut self.written {
            written.truncate(len);
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text {
            looked_at: text.to_owned(),
            written: None,
        }
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.looked_at
    }
}

#[inline]
fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
