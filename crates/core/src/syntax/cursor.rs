//! Cursors over tokens, and error recovery.
//!
//! The scanner splits the whole text into tokens. The last token is the end, which can be read any
//! number of times. After an error a parser skips to the bracket that closes the current construct,
//! or to the end of the statement. It skips nested brackets, and does not report the errors in
//! them.

use crate::source::Span;

/// A token and its span.
#[derive(Clone, Copy, Debug)]
pub struct Token<K> {
    /// The kind.
    pub kind: K,
    /// The span.
    pub span: Span,
}

/// The kinds of tokens of a language.
pub trait TokenKind: Copy + PartialEq {
    /// The end of the text.
    const END: Self;

    /// The newline, in a language that has a token of it.
    const NEWLINE: Option<Self>;

    /// The bracket that the token opens or closes.
    fn bracket(self) -> Bracket<Self>;
}

/// The effect of a token on the nesting of brackets. A pair of brackets is identified by its
/// opening token, or by one of them if several kinds open the same pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket<K> {
    /// The token is not a bracket.
    None,
    /// The token opens a pair.
    Opens(K),
    /// The token closes a pair.
    Closes(K),
}

/// Whether newlines are tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newlines {
    /// Newlines are tokens.
    Significant,
    /// Newlines are skipped.
    Skipped,
}

/// A position in the tokens of a text.
#[derive(Clone, Debug)]
pub struct Cursor<'s, K> {
    text: &'s str,
    tokens: &'s [Token<K>],
    /// The index after the last token that was read.
    at: usize,
    /// The index of the next token, after skipped newlines.
    next: usize,
    /// The next token.
    token: Token<K>,
    /// The span of the last token that was read.
    previous: Option<Span>,
    newlines: Newlines,
}

impl<'s, K: TokenKind> Cursor<'s, K> {
    /// Creates a cursor at the first token. The last token must be [`TokenKind::END`].
    #[must_use]
    pub fn new(text: &'s str, tokens: &'s [Token<K>]) -> Cursor<'s, K> {
        Cursor {
            text,
            tokens,
            at: 0,
            next: 0,
            token: tokens[0],
            previous: None,
            newlines: Newlines::Significant,
        }
    }

    /// The whole text.
    #[must_use]
    #[inline]
    pub fn text(&self) -> &'s str {
        self.text
    }

    /// All tokens.
    #[must_use]
    #[inline]
    pub fn all(&self) -> &'s [Token<K>] {
        self.tokens
    }

    /// The text of a span of whole tokens.
    #[must_use]
    #[inline]
    pub fn slice(&self, span: Span) -> &'s str {
        span.slice(self.text)
    }

    /// The next token. After the end, it is the end again.
    #[must_use]
    #[inline]
    pub fn peek(&self) -> Token<K> {
        self.token
    }

    /// The kind of the next token.
    #[must_use]
    #[inline]
    pub fn peek_kind(&self) -> K {
        self.token.kind
    }

    /// The token after the next one; a newline even if newlines are skipped.
    #[must_use]
    #[inline]
    pub fn peek_second(&self) -> Option<Token<K>> {
        self.tokens.get(self.next + 1).copied()
    }

    /// Finds the next token after the last one that was read.
    #[inline]
    fn find_next(&mut self) {
        self.next = self.at;
        self.token = self.tokens[self.next];
        if self.newlines == Newlines::Skipped {
            while K::NEWLINE == Some(self.token.kind) {
                self.next += 1;
                self.token = self.tokens[self.next];
            }
        }
    }

    /// Reads the next token.
    #[inline]
    pub fn read(&mut self) -> Token<K> {
        let token = self.token;
        self.at = self.next;
        if token.kind != K::END {
            self.at += 1;
        }
        self.previous = Some(token.span);
        self.find_next();
        token
    }

    /// The span of the last token that was read, or of the next token if there is none.
    #[must_use]
    #[inline]
    pub fn previous(&self) -> Span {
        self.previous.unwrap_or_else(|| self.peek().span)
    }

    /// Sets the treatment of newlines. Returns the previous treatment, so that it can be restored.
    #[inline]
    pub fn set_newlines(&mut self, newlines: Newlines) -> Newlines {
        let before = std::mem::replace(&mut self.newlines, newlines);
        if before != newlines {
            self.find_next();
        }
        before
    }

    /// Skips to the end, since the following tokens cannot be parsed.
    #[cold]
    pub fn give_up(&mut self) {
        self.at = self.tokens.len() - 1;
        self.find_next();
    }

    /// Reads up to and including the token that closes the innermost pair. Returns that token, or
    /// the end.
    #[cold]
    pub fn skip_past(&mut self, close: K) -> Token<K> {
        let mut nested = 0u32;
        loop {
            let token = self.read();
            match (token.kind.bracket(), close.bracket()) {
                (Bracket::Opens(opened), Bracket::Closes(pair)) if opened == pair => nested += 1,
                _ if token.kind == close && nested == 0 => return token,
                _ if token.kind == close => nested -= 1,
                _ if token.kind == K::END => return token,
                _ => {}
            }
        }
    }

    /// Reads up to and including an `end` token outside all brackets that are opened after the
    /// current position. Returns that token, or the end of the text. A closing bracket also closes
    /// the unclosed pairs inside its pair.
    #[cold]
    pub fn skip_past_statement(&mut self, end: K) -> Token<K> {
        let mut open: Vec<K> = Vec::new();
        loop {
            let token = self.read();
            if token.kind == K::END || token.kind == end && open.is_empty() {
                return token;
            }
            match token.kind.bracket() {
                Bracket::None => {}
                Bracket::Opens(pair) => open.push(pair),
                Bracket::Closes(pair) => while open.pop().is_some_and(|other| other != pair) {},
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl TokenKind for char {
        const END: char = '\0';
        const NEWLINE: Option<char> = Some('\n');

        fn bracket(self) -> Bracket<char> {
            match self {
                '(' | '{' => Bracket::Opens(self),
                ')' => Bracket::Closes('('),
                '}' => Bracket::Closes('{'),
                _ => Bracket::None,
            }
        }
    }

    fn tokens(text: &str) -> Vec<Token<char>> {
        let token = |(at, kind): (usize, char)| Token {
            kind,
            span: Span::new(at, at + kind.len_utf8()),
        };
        let end = (text.len(), '\0');
        text.char_indices().chain([end]).map(token).collect()
    }

    #[test]
    fn the_end_is_read_any_number_of_times() {
        let tokens = tokens("a");
        let mut cursor = Cursor::new("a", &tokens);
        assert_eq!(cursor.previous(), Span::new(0, 1));
        assert_eq!((cursor.peek_kind(), cursor.read().kind), ('a', 'a'));
        assert_eq!((cursor.read().kind, cursor.read().kind), ('\0', '\0'));
        assert_eq!(cursor.peek_kind(), '\0');
    }

    #[test]
    fn newlines_count_where_they_are_significant() {
        let tokens = tokens("\n\na\nb");
        let mut cursor = Cursor::new("\n\na\nb", &tokens);
        assert_eq!(cursor.peek_kind(), '\n');
        assert_eq!(
            cursor.set_newlines(Newlines::Skipped),
            Newlines::Significant
        );
        assert_eq!((cursor.peek_kind(), cursor.read().kind), ('a', 'a'));
        cursor.set_newlines(Newlines::Significant);
        assert_eq!(cursor.read().kind, '\n');
    }

    #[test]
    fn parsing_resumes_after_the_open_bracket() {
        let text = "a(b)c)d";
        let tokens = tokens(text);
        let mut cursor = Cursor::new(text, &tokens);
        assert_eq!(cursor.skip_past(')').span, Span::new(5, 6));
        assert_eq!(cursor.skip_past(')').kind, '\0');
    }

    #[test]
    fn a_statement_ends_outside_brackets() {
        for (text, rest) in [
            ("a(\n)\nb", 'b'),
            ("a({\n)\nb", 'b'),
            (")\nb", 'b'),
            ("a(\nb", '\0'),
        ] {
            let tokens = tokens(text);
            let mut cursor = Cursor::new(text, &tokens);
            cursor.skip_past_statement('\n');
            assert_eq!(cursor.peek_kind(), rest, "{text:?}");
        }
    }
}
