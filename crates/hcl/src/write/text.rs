//! The bytes of a changed text.
//!
//! What was read may have bytes that are no UTF-8. Whoever looks at the text finds a character in
//! the place of each, and whoever writes it the bytes; a copy of a part has both.

use crate::syntax::{Span, decode};
use std::borrow::Cow;
use std::ops::{Deref, Range};

/// A text as it is looked at, and as it is written.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    looked_at: String,
    /// As many bytes, where some of them are others.
    written: Option<Vec<u8>>,
}

/// A part of a text that is made.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'t> {
    /// A stretch of what is there.
    Kept(Span),
    /// What is new.
    New(&'t str),
}

impl Text {
    /// The text that some bytes are.
    pub(super) fn read(bytes: &[u8]) -> Text {
        match decode(bytes) {
            (Cow::Borrowed(text), _) => Text::from(text),
            (Cow::Owned(looked_at), _) => Text {
                looked_at,
                written: Some(bytes.to_vec()),
            },
        }
    }

    /// The bytes that are written.
    pub(super) fn bytes(&self) -> &[u8] {
        match &self.written {
            Some(written) => written,
            None => self.looked_at.as_bytes(),
        }
    }

    /// The bytes of memory that so many of the text take.
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

    /// A stretch of another text.
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

    /// Puts what is new in the place of a stretch: what stands behind it is moved.
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
