//! Quoted strings and their interpolations.

use super::escapes::Escapes;
use super::token::{Kind, Token};
use super::word::variable_len;
use super::{Scanned, Scanner, scan_error, syntax};
use polycty_core::source::{Code, Span};
use polycty_core::syntax::MAX_NESTING as MAX_INTERPOLATIONS;

/// The end of a text that may interpolate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Quote,
    /// Only the end of the scanned bytes.
    Text,
}

impl Scanner<'_> {
    pub(super) fn single_quoted(&mut self) -> Scanned<bool> {
        let start = self.at;
        let mut at = start + 1;
        loop {
            match self.bytes.get(at) {
                Some(b'\'') => break,
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
                None => {
                    self.at = start + 1;
                    return Err(self.unclosed("\"'\""));
                }
            }
        }
        self.at = at + 1;
        self.push(Kind::SingleQuoted, start);
        Ok(true)
    }

    pub(super) fn double_quoted(&mut self) -> Scanned<bool> {
        self.interpolated(self.at, self.at + 1, Escapes::ALL, Ends::Quote)?;
        Ok(true)
    }

    /// Scans the text of a heredoc that interpolates, up to the end of the scanned bytes.
    pub(super) fn heredoc_text(&mut self, escapes: Escapes) -> Scanned {
        self.interpolated(self.at, self.at, escapes, Ends::Text)
    }

    /// Scans a text with interpolations; adds no token if there is an error.
    fn interpolated(
        &mut self,
        start: usize,
        first: usize,
        escapes: Escapes,
        ends: Ends,
    ) -> Scanned {
        let tokens = self.tokens.len();
        let most = self.deepest.min(MAX_INTERPOLATIONS);
        let result = if self.nested < most {
            self.nested += 1;
            let result = self.pieces(start, first, escapes, ends);
            self.nested -= 1;
            result
        } else {
            let message = format!("the text is nested more than {most} levels deep");
            Err(scan_error(Code::Limit, start, message))
        };
        if result.is_err() {
            self.tokens.truncate(tokens);
        }
        result
    }

    fn pieces(&mut self, start: usize, first: usize, escapes: Escapes, ends: Ends) -> Scanned {
        let tokens = self.tokens.len();
        let mut piece = start;
        self.at = first;
        loop {
            let from = self.at;
            let end = self.piece_end(from, escapes, ends)?;
            self.at = end;
            if self.byte(0) != b'$' {
                let last = match (self.tokens.len() == tokens, ends) {
                    (true, Ends::Quote) => Kind::DoubleQuoted,
                    (true, Ends::Text) => Kind::HeredocText,
                    (false, _) => Kind::Behind,
                };
                self.at += usize::from(ends == Ends::Quote);
                self.push(last, piece);
                return Ok(());
            }
            let kind = if self.tokens.len() == tokens {
                Kind::Before
            } else {
                Kind::Between
            };
            self.push(kind, piece);
            if self.byte(1) == b'{' {
                self.at += 2;
                self.interpolation(ends)?;
            } else {
                self.variable();
            }
            piece = self.at;
        }
    }

    /// The end of the piece of text that begins at `from`: the closing quote, the end of the text,
    /// or the `$` of an interpolation.
    fn piece_end(&mut self, from: usize, escapes: Escapes, ends: Ends) -> Scanned<usize> {
        let mut at = from;
        loop {
            match self.bytes.get(at) {
                Some(b'"') if ends == Ends::Quote => return Ok(at),
                Some(b'\\') => at += escapes.skipped(self.bytes.get(at + 1).copied()),
                Some(b'$')
                    if self.bytes.get(at + 1) == Some(&b'{')
                        || variable_len(&self.bytes[at + 1..]) > 0 =>
                {
                    return Ok(at);
                }
                Some(_) => at += 1,
                None if ends == Ends::Text => return Ok(self.bytes.len()),
                None => {
                    self.at = from;
                    let after = self.last_match();
                    return Err(self.unclosed(&after));
                }
            }
        }
    }

    /// Scans the content of `${..}` and the closing brace.
    fn interpolation(&mut self, ends: Ends) -> Scanned {
        let tokens = self.tokens.len();
        let around = std::mem::take(&mut self.braces);
        loop {
            self.skip_blanks()?;
            if self.byte(0) == b'}' && self.braces == 0 {
                break;
            }
            if !self.next()? {
                // The end of a heredoc closes its open interpolation.
                if ends == Ends::Text {
                    break;
                }
                let after = self.last_match();
                return Err(self.unclosed(&after));
            }
        }
        self.at = (self.at + 1).min(self.bytes.len());
        self.braces = around;
        // A word that is alone or is accessed names a variable.
        if let [first, rest @ ..] = &mut self.tokens[tokens..] {
            let named = matches!(first.kind, Kind::Name | Kind::Word | Kind::Number)
                || first.kind.is_keyword();
            let alone = match rest.first().map(|token| token.kind) {
                None | Some(Kind::OpenBracket | Kind::Dot) => true,
                Some(_) => false,
            };
            if named && alone {
                first.kind = Kind::InterpolatedName;
            }
        }
        Ok(())
    }

    /// The error for a missing quote after the current position.
    #[cold]
    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn unclosed(&self, after: &str) -> Box<super::SyntaxDiagnostic> {
        let rest = &self.text[self.at..self.bytes.len()];
        let message = match rest {
            "" => format!("Unclosed quote after {after} followed by '<eof>'"),
            _ => format!(
                "Unclosed quote after {after} followed by '{}...'",
                shown(rest)
            ),
        };
        syntax(self.at, message)
    }

    /// The last match of Puppet's scanner by a pattern, in quotes: a word, the end of a string, or
    /// white space, which is shown as empty.
    #[cold]
    #[expect(
        clippy::string_slice,
        reason = "the scanner stops at boundaries of characters only"
    )]
    fn last_match(&self) -> String {
        let mut end = self.at;
        // Puppet's scanner does not find the closing brace of an interpolation by a pattern.
        if self.bytes[..end].last() == Some(&b'}') {
            end -= 1;
        }
        for Token { kind, span } in self.tokens.iter().rev() {
            if (span.end as usize) < end {
                break;
            }
            end = span.start as usize;
            let text = span.slice(self.text);
            return match kind {
                Kind::Variable if self.bytes[span.end as usize..].starts_with(b"}") => {
                    format!("'{text}'")
                }
                Kind::Variable if span.end as usize == self.at && self.is_bare(span.start) => {
                    format!("'{}'", &text[1..])
                }
                Kind::Name
                | Kind::Word
                | Kind::TypeName
                | Kind::Number
                | Kind::Regexp
                | Kind::Variable
                | Kind::InterpolatedName => format!("'{text}'"),
                Kind::SingleQuoted => {
                    let last = text.chars().rev().take(2).collect::<Vec<_>>();
                    format!("'{}'", last.iter().rev().collect::<String>())
                }
                Kind::DoubleQuoted | Kind::Behind => "'\"'".into(),
                Kind::Before | Kind::Between => "''".into(),
                keyword if keyword.is_keyword() => format!("'{text}'"),
                _ => continue,
            };
        }
        match self.tokens.len() {
            0 => "'\"'".into(),
            _ if self.bytes[..self.at].last() == Some(&b'"') => "'\"'".into(),
            _ => "''".into(),
        }
    }

    /// Whether a variable is interpolated in a string without braces.
    fn is_bare(&self, start: u32) -> bool {
        let is = |token: &Token| {
            token.span.end == start && matches!(token.kind, Kind::Before | Kind::Between)
        };
        self.tokens.iter().rev().take(2).any(is)
    }
}

/// The first characters of a text, as messages show them.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars().take(5) {
        match c {
            '\n' => shown.push_str("\\n"),
            '\t' => shown.push_str("\\t"),
            '\r' => shown.push_str("\\r"),
            c => shown.push(c),
        }
    }
    shown
}

/// The bytes between quotes.
pub(in crate::syntax) fn inside(span: Span) -> Span {
    Span {
        start: span.start + 1,
        end: span.end - 1,
    }
}
