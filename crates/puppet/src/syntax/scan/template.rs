//! Scanning of templates: text with code between `<%` and `%>`.

use super::token::Kind;
use super::{Scanned, Scanner, syntax};
use std::ops::Range;

/// The kind of tag at the end of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Code,
    Expression,
}

impl Scanner<'_> {
    pub(super) fn template(&mut self) -> Scanned {
        loop {
            let Some(tag) = self.template_text()? else {
                return Ok(());
            };
            if tag == Tag::Expression {
                self.symbol(Kind::RenderExpression, 3);
            } else {
                self.at += 2;
                self.at += usize::from(self.byte(0) == b'-');
            }
            self.template_code(tag)?;
        }
    }

    /// Scans text up to a tag, skipping comments; returns the kind of the tag.
    ///
    /// The texts before and after a comment are one text: a tag that trims preceding blanks also
    /// trims those before the comment. Text before a comment at the end of the template is dropped,
    /// as in Puppet.
    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn template_text(&mut self) -> Scanned<Option<Tag>> {
        let mut pieces: Vec<Range<usize>> = Vec::new();
        let mut start = self.at;
        loop {
            let rest = &self.text[self.at..];
            let Some(open) = rest.find("<%") else {
                self.at = self.text.len();
                // A line break that a tag removes at the end leaves an empty text.
                if self.bytes[..start].last() == Some(&b'\n') && start == self.at {
                    self.push(Kind::RenderText, start);
                }
                pieces.push(start..self.at);
                self.render(&pieces);
                return Ok(None);
            };
            self.at += open;
            let tag = match self.byte(2) {
                // A doubled sign is an escaped sign.
                b'%' => {
                    self.at += 3;
                    continue;
                }
                b'#' => {
                    pieces.push(start..self.at);
                    if self.byte(3) == b'-' {
                        self.trim(&mut pieces);
                    }
                    let Some(close) = self.comment_end() else {
                        let message = "Reaching end after opening <%# without seeing %>";
                        return Err(syntax(self.at + 2, message));
                    };
                    self.at = close + 2;
                    if self.at == self.bytes.len() {
                        return Ok(None);
                    }
                    if self.bytes[close - 1] == b'-' {
                        self.skip_line_end();
                    }
                    start = self.at;
                    continue;
                }
                b'=' => Tag::Expression,
                b'-' => {
                    pieces.push(start..self.at);
                    self.trim(&mut pieces);
                    self.render(&pieces);
                    return Ok(Some(Tag::Code));
                }
                _ if self.at + 2 == self.bytes.len() => {
                    let message = "Unbalanced embedded expression - opening <% and reaching end \
                                   of input";
                    return Err(syntax(self.at + 2, message));
                }
                _ => Tag::Code,
            };
            pieces.push(start..self.at);
            self.render(&pieces);
            return Ok(Some(tag));
        }
    }

    /// The position of the `%>` that ends the comment that begins here: the first one that has no
    /// `%` before it.
    fn comment_end(&self) -> Option<usize> {
        let first = self.at + 3;
        let mut after = self.text.get(first..)?.match_indices("%>");
        let (close, _) = after.find(|(at, _)| self.bytes[first + at - 1] != b'%')?;
        Some(first + close)
    }

    /// Removes the blanks at the end of a text.
    fn trim(&self, pieces: &mut Vec<Range<usize>>) {
        while let Some(last) = pieces.last_mut() {
            let text = &self.bytes[last.clone()];
            let blank = |b: &&u8| matches!(**b, b' ' | b'\t');
            last.end -= text.iter().rev().take_while(blank).count();
            if last.start < last.end {
                return;
            }
            pieces.pop();
        }
    }

    /// Adds the pieces of a text.
    fn render(&mut self, pieces: &[Range<usize>]) {
        let after = self.at;
        for piece in pieces.iter().filter(|piece| piece.start < piece.end) {
            self.at = piece.end;
            self.push(Kind::RenderText, piece.start);
        }
        self.at = after;
    }

    /// Reads code up to the end of its tag.
    fn template_code(&mut self, tag: Tag) -> Scanned {
        loop {
            self.skip_blanks()?;
            let trims = match self.bytes.get(self.at..).unwrap_or_default() {
                [b'-', b'%', b'>', ..] => true,
                [b'%', b'>', ..] => false,
                [] => {
                    let message = "Unbalanced epp tag, reached <eof> without closing tag.";
                    self.at = self.at.min(self.bytes.len());
                    return Err(syntax(self.at, message));
                }
                _ => {
                    self.next()?;
                    continue;
                }
            };
            let start = self.at;
            self.at += if trims { 3 } else { 2 };
            if tag == Tag::Expression {
                self.push(Kind::RenderEnd, start);
            }
            if trims {
                self.skip_line_end();
            }
            // The lines that a heredoc takes from below are also text of the template.
            self.line_after = None;
            return Ok(());
        }
    }

    /// Skips blanks and a line break after them.
    fn skip_line_end(&mut self) {
        let rest = &self.bytes[self.at..];
        let blanks = rest
            .iter()
            .take_while(|b| matches!(**b, b' ' | b'\t' | b'\r'))
            .count();
        self.at += blanks;
        if rest.get(blanks) == Some(&b'\n') {
            self.at += 1;
        }
    }
}
