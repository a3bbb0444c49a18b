//! Tokens: boundaries of collections, keys and scalars.
//!
//! Changes of indentation open and close blocks, and each such change becomes a token. A node is a
//! key if a `:` follows it. Until the scanner has passed the node, it remembers the position. If a
//! `:` follows, the token for a key is inserted before the node, so tokens wait in a queue.

use super::cursor::{Cursor, is_blank, is_break};
use super::error::{Mark, SyntaxError};
use super::properties::{alias, directive, tag};
use super::text::{block, plain, quoted};
use super::token::{Token, TokenKind};
use std::collections::VecDeque;

/// The maximum number of characters of an implicit key.
const MAX_KEY: usize = 1024;

/// A node that may be an implicit key.
#[derive(Clone, Copy)]
struct MaybeKey {
    /// Whether it is an error if the node is not a key.
    is_required: bool,
    /// The number of its first token.
    token: usize,
    mark: Mark,
}

/// The tokens of a text, in order.
pub(super) struct Scanner<'t> {
    cursor: Cursor<'t>,
    tokens: VecDeque<Token>,
    /// The number of tokens that have been taken.
    taken: usize,
    /// The column of the innermost open block, `None` outside of all blocks, and the columns of the
    /// blocks around it.
    indent: Option<usize>,
    indents: Vec<Option<usize>>,
    /// The possible key in each open flow collection, and outside of these.
    keys: Vec<Option<MaybeKey>>,
    /// Whether an implicit key may begin here.
    allows_key: bool,
    is_done: bool,
}

/// The position of a token for the beginning of a block in the queue.
enum Insertion {
    Next,
    Before(usize),
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        Scanner {
            cursor: Cursor::new(text),
            tokens: VecDeque::new(),
            taken: 0,
            indent: None,
            indents: Vec::new(),
            keys: vec![None],
            allows_key: true,
            is_done: false,
        }
    }

    /// Returns the next token. After the last token, it returns the last token again.
    pub(super) fn peek(&mut self) -> Result<&mut Token, SyntaxError> {
        while self.needs_more()? {
            self.fetch()?;
        }
        let mark = self.cursor.mark;
        if self.tokens.is_empty() {
            self.push(TokenKind::StreamEnd, mark);
        }
        Ok(&mut self.tokens[0])
    }

    /// Takes the token that [`Scanner::peek`] returned.
    pub(super) fn take(&mut self) -> Option<Token> {
        self.taken += 1;
        self.tokens.pop_front()
    }

    /// Returns whether the next token is not known yet, because the queue is empty or a token may
    /// have to be inserted before it.
    fn needs_more(&mut self) -> Result<bool, SyntaxError> {
        if self.tokens.is_empty() {
            return Ok(!self.is_done);
        }
        self.give_up_keys()?;
        let taken = self.taken;
        let may_be_key = self.keys.iter().flatten().any(|key| key.token == taken);
        Ok(may_be_key && !self.is_done)
    }

    fn is_flow(&self) -> bool {
        self.keys.len() > 1
    }

    fn push(&mut self, kind: TokenKind, start: Mark) {
        let end = self.cursor.mark;
        self.tokens.push_back(Token { kind, start, end });
    }

    /// Adds a token of `length` characters.
    fn indicator(&mut self, kind: TokenKind, length: usize) {
        let start = self.cursor.mark;
        for _ in 0..length {
            self.cursor.skip();
        }
        self.push(kind, start);
    }

    fn error(&self, problem: &'static str) -> SyntaxError {
        self.cursor.error(problem, self.cursor.mark)
    }

    fn fetch(&mut self) -> Result<(), SyntaxError> {
        self.skip_to_token();
        self.give_up_keys()?;
        let column = self.cursor.mark.column;
        self.close_blocks(Some(column));
        let Some(c) = self.cursor.peek() else {
            return self.end();
        };
        if column == 0 && c == '%' {
            self.ends_all()?;
            let token = directive(&mut self.cursor)?;
            self.tokens.push_back(token);
            return Ok(());
        }
        if self.cursor.is_document_mark() {
            self.ends_all()?;
            let kind = match c {
                '-' => TokenKind::DocumentStart,
                _ => TokenKind::DocumentEnd,
            };
            self.indicator(kind, 3);
            return Ok(());
        }
        let is_flow = self.is_flow();
        let ends_word = self.cursor.ends_word(1);
        match c {
            '[' => self.open(TokenKind::FlowSequenceStart),
            '{' => self.open(TokenKind::FlowMappingStart),
            ']' => self.close(TokenKind::FlowSequenceEnd),
            '}' => self.close(TokenKind::FlowMappingEnd),
            ',' => {
                self.no_key()?;
                self.allows_key = true;
                self.indicator(TokenKind::FlowEntry, 1);
                Ok(())
            }
            '-' if ends_word => self.entry(),
            '?' if is_flow || ends_word => self.key(),
            ':' if is_flow || ends_word => self.value(),
            '*' | '&' => {
                self.may_be_key()?;
                self.allows_key = false;
                let token = alias(&mut self.cursor)?;
                self.tokens.push_back(token);
                Ok(())
            }
            '!' => {
                self.may_be_key()?;
                self.allows_key = false;
                let token = tag(&mut self.cursor)?;
                self.tokens.push_back(token);
                Ok(())
            }
            '|' | '>' if !is_flow => {
                self.no_key()?;
                self.allows_key = true;
                let token = block(&mut self.cursor, self.indent)?;
                self.tokens.push_back(token);
                Ok(())
            }
            '\'' | '"' => {
                self.may_be_key()?;
                self.allows_key = false;
                let token = quoted(&mut self.cursor)?;
                self.tokens.push_back(token);
                Ok(())
            }
            c if self.begins_plain(c) => {
                self.may_be_key()?;
                self.allows_key = false;
                let (token, ends_line) = plain(&mut self.cursor, self.indent, is_flow)?;
                self.allows_key = ends_line;
                self.tokens.push_back(token);
                Ok(())
            }
            _ => Err(self.error("found character that cannot start any token")),
        }
    }

    fn begins_plain(&self, c: char) -> bool {
        match c {
            '-' => !self.cursor.peek_at(1).is_some_and(is_blank),
            '?' | ':' => !self.is_flow() && !self.cursor.ends_word(1),
            ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%'
            | '@' | '`' => false,
            c => !is_blank(c) && !is_break(c),
        }
    }

    /// Skips blanks, comments and line breaks. A tab is not a blank where a key may begin.
    fn skip_to_token(&mut self) {
        loop {
            if self.cursor.mark.index == 0 && self.cursor.is_at('\u{feff}') {
                self.cursor.skip();
            }
            let allows_tab = self.is_flow() || !self.allows_key;
            self.cursor
                .skip_while(|c| c == ' ' || allows_tab && c == '\t');
            if self.cursor.is_at('#') {
                self.cursor.skip_while(|c| !is_break(c));
            }
            if self.cursor.line_break().is_empty() {
                return;
            }
            if !self.is_flow() {
                self.allows_key = true;
            }
        }
    }

    /// Removes possible keys that are too long or span several lines.
    fn give_up_keys(&mut self) -> Result<(), SyntaxError> {
        let now = self.cursor.mark;
        for key in &mut self.keys {
            let Some(maybe) = *key else { continue };
            if maybe.mark.line < now.line || maybe.mark.passed + MAX_KEY < now.passed {
                if maybe.is_required {
                    return Err(self.cursor.error(NO_COLON, maybe.mark));
                }
                *key = None;
            }
        }
        Ok(())
    }

    /// Remembers that the node at this position may be a key.
    fn may_be_key(&mut self) -> Result<(), SyntaxError> {
        if !self.allows_key {
            return Ok(());
        }
        self.no_key()?;
        let mark = self.cursor.mark;
        let maybe = MaybeKey {
            is_required: !self.is_flow() && self.indent == Some(mark.column),
            token: self.taken + self.tokens.len(),
            mark,
        };
        if let Some(last) = self.keys.last_mut() {
            *last = Some(maybe);
        }
        Ok(())
    }

    /// Removes the possible key of the open collection, which is not a key.
    fn no_key(&mut self) -> Result<(), SyntaxError> {
        match self.keys.last_mut().and_then(Option::take) {
            Some(maybe) if maybe.is_required => Err(self.cursor.error(NO_COLON, maybe.mark)),
            _ => Ok(()),
        }
    }

    /// Opens a block at a column with more indentation than the open block.
    fn open_block(&mut self, column: usize, kind: TokenKind, mark: Mark, insertion: Insertion) {
        if self.is_flow() || self.indent.is_some_and(|indent| indent >= column) {
            return;
        }
        self.indents.push(self.indent);
        self.indent = Some(column);
        let (start, end) = (mark, mark);
        let token = Token { kind, start, end };
        match insertion {
            Insertion::Next => self.tokens.push_back(token),
            Insertion::Before(number) => self.tokens.insert(number - self.taken, token),
        }
    }

    /// Closes the blocks with more indentation than a column.
    fn close_blocks(&mut self, column: Option<usize>) {
        if self.is_flow() {
            return;
        }
        while self.indent > column {
            self.push(TokenKind::BlockEnd, self.cursor.mark);
            self.indent = self.indents.pop().flatten();
        }
    }

    /// Closes all open blocks.
    fn ends_all(&mut self) -> Result<(), SyntaxError> {
        self.close_blocks(None);
        self.no_key()?;
        self.allows_key = false;
        Ok(())
    }

    fn end(&mut self) -> Result<(), SyntaxError> {
        self.cursor.end_line();
        self.ends_all()?;
        self.is_done = true;
        self.push(TokenKind::StreamEnd, self.cursor.mark);
        Ok(())
    }

    fn open(&mut self, kind: TokenKind) -> Result<(), SyntaxError> {
        self.may_be_key()?;
        self.keys.push(None);
        self.allows_key = true;
        self.indicator(kind, 1);
        Ok(())
    }

    fn close(&mut self, kind: TokenKind) -> Result<(), SyntaxError> {
        self.no_key()?;
        if self.is_flow() {
            self.keys.pop();
        }
        self.allows_key = false;
        self.indicator(kind, 1);
        Ok(())
    }

    /// Scans an entry of a block sequence. In a flow collection the parser reports the error.
    fn entry(&mut self) -> Result<(), SyntaxError> {
        if !self.is_flow() {
            if !self.allows_key {
                return Err(self.error("block sequence entries are not allowed in this context"));
            }
            let mark = self.cursor.mark;
            self.open_block(
                mark.column,
                TokenKind::BlockSequenceStart,
                mark,
                Insertion::Next,
            );
        }
        self.no_key()?;
        self.allows_key = true;
        self.indicator(TokenKind::BlockEntry, 1);
        Ok(())
    }

    fn key(&mut self) -> Result<(), SyntaxError> {
        if !self.is_flow() {
            if !self.allows_key {
                return Err(self.error("mapping keys are not allowed in this context"));
            }
            let mark = self.cursor.mark;
            self.open_block(
                mark.column,
                TokenKind::BlockMappingStart,
                mark,
                Insertion::Next,
            );
        }
        self.no_key()?;
        self.allows_key = !self.is_flow();
        self.indicator(TokenKind::Key, 1);
        Ok(())
    }

    fn value(&mut self) -> Result<(), SyntaxError> {
        match self.keys.last_mut().and_then(Option::take) {
            Some(MaybeKey { token, mark, .. }) => {
                let (kind, start, end) = (TokenKind::Key, mark, mark);
                let key = Token { kind, start, end };
                self.tokens.insert(token - self.taken, key);
                let insertion = Insertion::Before(token);
                self.open_block(mark.column, TokenKind::BlockMappingStart, mark, insertion);
                self.allows_key = false;
            }
            None => {
                if !self.is_flow() {
                    if !self.allows_key {
                        return Err(self.error("mapping values are not allowed in this context"));
                    }
                    let mark = self.cursor.mark;
                    self.open_block(
                        mark.column,
                        TokenKind::BlockMappingStart,
                        mark,
                        Insertion::Next,
                    );
                }
                self.allows_key = !self.is_flow();
            }
        }
        self.indicator(TokenKind::Value, 1);
        Ok(())
    }
}

const NO_COLON: &str = "could not find expected ':'";
