//! Cursors over tokens, and error recovery.
//!
//! A scanner has cut the whole text into tokens, the last of which is the end; the end
//! can be read any number of times. After a fault a parser reads on to the bracket that
//! closes what it was in, or to the end of the statement: nested brackets are passed
//! over, and faults in them that are mere consequences are not told.

use crate::source::Span;

/// A token and the bytes that it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Token<K> {
    /// What it is.
    pub kind: K,
    /// Where it stands.
    pub span: Span,
}

/// What the tokens of a language may be.
pub trait TokenKind: Copy + PartialEq {
    /// The end of the text.
    const END: Self;

    /// The newline, in a language that has a token of it.
    const NEWLINE: Option<Self>;

    /// Which bracket the token opens or closes.
    fn bracket(self) -> Bracket<Self>;
}

/// What a token does to the brackets around it. A pair of brackets goes by its opening
/// one; where several kinds open the same, by one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bracket<K> {
    /// It is no bracket.
    None,
    /// It opens a pair.
    Opens(K),
    /// It closes a pair.
    Closes(K),
}

/// Whether a newline is a token of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newlines {
    /// It is.
    Significant,
    /// It is passed over.
    Skipped,
}

/// A place among the tokens of a text.
#[derive(Clone, Debug)]
pub struct Cursor<'s, K> {
    text: &'s str,
    tokens: &'s [Token<K>],
    /// The place behind the last token read.
    at: usize,
    /// The place of the next token, before which only newlines are skipped.
    next: usize,
    /// That token.
    token: Token<K>,
    /// What the last token read stands for.
    previous: Option<Span>,
    newlines: Newlines,
}

impl<'s, K: TokenKind> Cursor<'s, K> {
    /// At the first of some tokens, of which the last must be [`TokenKind::END`].
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

    /// The text of a span that stands for whole tokens.
    #[must_use]
    #[inline]
    pub fn slice(&self, span: Span) -> &'s str {
        span.slice(self.text)
    }

    /// The next token; past the end, the end again.
    #[must_use]
    #[inline]
    pub fn peek(&self) -> Token<K> {
        self.token
    }

    /// What the next token is.
    #[must_use]
    #[inline]
    pub fn peek_kind(&self) -> K {
        self.token.kind
    }

    /// The token after the next one, a newline even where these are skipped.
    #[must_use]
    #[inline]
    pub fn peek_second(&self) -> Option<Token<K>> {
        self.tokens.get(self.next + 1).copied()
    }

    /// Finds the next token behind the last one read.
    #[inline]
    fn settle(&mut self) {
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
        self.settle();
        token
    }

    /// What the last token read stands for; before any, the next one.
    #[must_use]
    #[inline]
    pub fn previous(&self) -> Span {
        self.previous.unwrap_or_else(|| self.peek().span)
    }

    /// Treats newlines in this way from now on; how they were treated before, to be
    /// restored.
    #[inline]
    pub fn set_newlines(&mut self, newlines: Newlines) -> Newlines {
        let before = std::mem::replace(&mut self.newlines, newlines);
        if before != newlines {
            self.settle();
        }
        before
    }

    /// Goes to the end: whatever follows makes no sense any more.
    #[cold]
    pub fn give_up(&mut self) {
        self.at = self.tokens.len() - 1;
        self.settle();
    }

    /// Reads up to and including the token that closes what was open last; that token, or
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

    /// Reads up to and including a token outside all brackets that are opened on the way,
    /// as far as one can tell; that token, or the end. A closing bracket closes all that
    /// are open inside of its pair.
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
    fn reading_goes_on_behind_what_was_open() {
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
