//! A cursor: a position in the text of a document.

use super::error::{Mark, SyntaxError};

/// A text and a position in it.
pub(super) struct Cursor<'t> {
    text: &'t str,
    pub(super) mark: Mark,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str) -> Cursor<'t> {
        Cursor {
            text,
            mark: Mark::default(),
        }
    }

    /// The text after the position.
    #[expect(clippy::string_slice, reason = "the cursor moves by whole characters")]
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.mark.index..]
    }

    /// The next character, or `None` at the end.
    #[inline]
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The character after the next `ahead` characters.
    #[inline]
    pub(super) fn peek_at(&self, ahead: usize) -> Option<char> {
        self.rest().chars().nth(ahead)
    }

    pub(super) fn is_at(&self, c: char) -> bool {
        self.peek() == Some(c)
    }

    pub(super) fn is_end(&self) -> bool {
        self.mark.index == self.text.len()
    }

    /// Returns whether a line ends after `ahead` characters.
    pub(super) fn ends_line(&self, ahead: usize) -> bool {
        self.peek_at(ahead).is_none_or(is_break)
    }

    /// Returns whether a blank or the end of the line follows after `ahead` characters.
    pub(super) fn ends_word(&self, ahead: usize) -> bool {
        self.peek_at(ahead)
            .is_none_or(|c| is_blank(c) || is_break(c))
    }

    /// Returns whether a line with a document marker begins here.
    pub(super) fn is_document_mark(&self) -> bool {
        let rest = self.rest();
        self.mark.column == 0
            && (rest.starts_with("---") || rest.starts_with("..."))
            && self.ends_word(3)
    }

    /// Skips a character that is not a line break, if there is one.
    #[inline]
    pub(super) fn skip(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.mark.index += c.len_utf8();
        self.mark.passed += 1;
        self.mark.column += 1;
        Some(c)
    }

    /// Skips characters that satisfy a condition.
    pub(super) fn skip_while(&mut self, fits: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&fits) {
            self.skip();
        }
    }

    /// Skips characters that satisfy a condition, and returns them.
    #[expect(clippy::string_slice, reason = "the cursor moves by whole characters")]
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'t str {
        let start = self.mark.index;
        self.skip_while(fits);
        &self.text[start..self.mark.index]
    }

    /// Skips blanks and a comment.
    pub(super) fn skip_comment(&mut self) {
        self.skip_while(is_blank);
        if self.is_at('#') {
            self.skip_while(|c| !is_break(c));
        }
    }

    /// Skips a line break, if there is one, and returns its text in a scalar.
    pub(super) fn line_break(&mut self) -> &'static str {
        let (bytes, count, text) = match self.peek() {
            Some('\r') if self.peek_at(1) == Some('\n') => (2, 2, "\n"),
            Some('\r' | '\n') => (1, 1, "\n"),
            Some('\u{85}') => (2, 1, "\n"),
            Some('\u{2028}') => (3, 1, "\u{2028}"),
            Some('\u{2029}') => (3, 1, "\u{2029}"),
            _ => return "",
        };
        self.mark.index += bytes;
        self.mark.passed += count;
        self.mark.column = 0;
        self.mark.line += 1;
        text
    }

    /// Begins a new line at the end of the text, unless one has begun.
    pub(super) fn end_line(&mut self) {
        if self.mark.column != 0 {
            self.mark.column = 0;
            self.mark.line += 1;
        }
    }

    /// An error at this position, within a construct that begins at `context`.
    #[cold]
    pub(super) fn error(&self, problem: &'static str, context: Mark) -> SyntaxError {
        SyntaxError {
            problem,
            line: match self.mark.line {
                0 => context.line,
                // The reported line is one higher than the position, as in go-cty-yaml.
                line => line + 1,
            },
            column: match self.mark.line {
                0 => context.column,
                _ => 0,
            },
            byte: self.mark.index,
        }
    }
}

pub(super) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns whether a character may occur in an anchor, a directive or the handle of a tag.
pub(super) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
