//! Templates: text with code between `<%` and `%>`.

use super::token::Kind;
use super::{Scanned, Scanner, syntax};

/// What a tag opens.
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

    /// Reads text up to a tag, and over comments; which tag it is.
    fn template_text(&mut self) -> Scanned<Option<Tag>> {
        let mut start = self.at;
        loop {
            let rest = &self.text[self.at..];
            let Some(open) = rest.find("<%") else {
                self.at = self.text.len();
                // A line break that a tag takes away at the end leaves an empty text.
                if self.bytes[..start].last() == Some(&b'\n') && start == self.at {
                    self.push(Kind::RenderText, start);
                }
                self.render(start);
                return Ok(None);
            };
            self.at += open;
            let tag = match self.byte(2) {
                // Two signs stand for one.
                b'%' => {
                    self.at += 3;
                    continue;
                }
                b'#' => {
                    self.render(start);
                    let Some(close) = self.text[self.at + 3..].find("%>") else {
                        let message = "Reaching end after opening <%# without seeing %>";
                        return Err(syntax(self.at + 2, message));
                    };
                    self.at += 3 + close;
                    let trims = self.bytes[self.at - 1] == b'-' && close > 0;
                    self.at += 2;
                    if trims {
                        self.skip_line_end();
                    }
                    start = self.at;
                    continue;
                }
                b'=' => Tag::Expression,
                b'-' => {
                    let open = self.at;
                    let text = &self.bytes[start..open];
                    let blank = |b: &&u8| matches!(**b, b' ' | b'\t');
                    self.at = open - text.iter().rev().take_while(blank).count();
                    self.render(start);
                    self.at = open;
                    return Ok(Some(Tag::Code));
                }
                _ if self.at + 2 == self.bytes.len() => {
                    let message = "Unbalanced embedded expression - opening <% and reaching end \
                                   of input";
                    return Err(syntax(self.at + 2, message));
                }
                _ => Tag::Code,
            };
            self.render(start);
            return Ok(Some(tag));
        }
    }

    /// A piece of text up to here.
    fn render(&mut self, start: usize) {
        if self.at > start {
            self.push(Kind::RenderText, start);
        }
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
            // What a heredoc takes of the lines below is text all the same.
            self.line_after = None;
            return Ok(());
        }
    }

    /// Goes over the rest of a line, if it is blank.
    fn skip_line_end(&mut self) {
        let rest = &self.bytes[self.at..];
        let blanks = rest
            .iter()
            .take_while(|b| matches!(**b, b' ' | b'\t' | b'\r'))
            .count();
        if rest.get(blanks) == Some(&b'\n') {
            self.at += blanks + 1;
        }
    }
}
