//! Recovery: parsing that continues after an error.
//!
//! A damaged statement is dropped, and its block continues with the next one. The layout of the
//! text decides where that is: a line that is indented no deeper than the damaged statement begins
//! the next statement, or closes the block. Blocks whose statements are not indented deeper than
//! the line that opens them, and templates, are recovered by their brackets.
//!
//! Recovery does not change the diagnostics of Puppet: a text is parsed this way only after it has
//! failed.

use super::super::diagnostic::SyntaxDiagnostic;
use super::super::notation::Notation;
use super::super::scan::{Kind, Token, Tokens};
use super::super::tree::{Exprs, Parameter};
use super::statement::Before;
use super::{Parsed, Parser, Tree};
use polycty_core::calls::Budget;
use polycty_core::source::Span;
use polycty_core::syntax::List;

/// The maximum number of damaged parts. The tree ends before the next one.
const MAX_DAMAGED: usize = 256;

/// A tree with the parts of the text that it does not cover.
#[derive(Debug)]
pub(in crate::syntax) struct RecoveredTree {
    pub(in crate::syntax) tree: Tree,
    /// The errors in the order in which they were found.
    pub(in crate::syntax) errors: Vec<SyntaxDiagnostic>,
    /// The damaged parts, one for each error.
    pub(in crate::syntax) damaged: Vec<Span>,
}

/// The state of a parser that continues after errors.
pub(super) struct Recovery {
    errors: Vec<SyntaxDiagnostic>,
    damaged: Vec<Span>,
    /// The start of each line, and its first byte that is not blank.
    lines: Vec<(u32, u32)>,
    /// The block that is parsed.
    block: Block,
    /// Whether lines and indentation have a meaning.
    has_layout: bool,
    /// The end of the first tag of a template, which contains its parameters.
    first_tag: Option<u32>,
}

/// A block of statements.
#[derive(Clone, Copy)]
struct Block {
    /// The line of its opening brace; `None` for the statements of the text.
    line: Option<usize>,
    /// The indentation of that line, if all statements of the block are indented deeper.
    indent: Option<u32>,
}

const TEXT: Block = Block {
    line: None,
    indent: None,
};

impl Recovery {
    fn new(text: &str, notation: Notation) -> Recovery {
        Recovery {
            errors: Vec::new(),
            damaged: Vec::new(),
            lines: lines(text),
            block: TEXT,
            has_layout: matches!(notation, Notation::Manifest | Notation::Plan),
            first_tag: match notation {
                Notation::Template => text.find("%>").map(|at| Span::at(at).start),
                _ => None,
            },
        }
    }

    fn line(&self, at: u32) -> usize {
        self.lines
            .partition_point(|(start, _)| *start <= at)
            .saturating_sub(1)
    }

    fn indent(&self, line: usize) -> u32 {
        let (start, first) = self.lines.get(line).copied().unwrap_or_default();
        first - start
    }

    /// The indentation of a token that is the first one of its line.
    fn first_of_line(&self, token: Token) -> Option<u32> {
        let (start, first) = self.lines[self.line(token.span.start)];
        (self.has_layout && first == token.span.start).then_some(first - start)
    }
}

/// Returns the start and the first byte that is not blank of each line.
fn lines(text: &str) -> Vec<(u32, u32)> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let blanks = line.bytes().take_while(|b| matches!(b, b' ' | b'\t'));
        let first = start + blanks.count();
        lines.push((Span::at(start).start, Span::at(first).start));
        start += line.len();
    }
    lines.push((Span::at(start).start, Span::at(start).start));
    lines
}

/// The state before a statement.
struct Mark {
    at: usize,
    lengths: [usize; 8],
    height: u32,
    next_heredoc: usize,
}

/// Parses the tokens of a text, and continues after errors.
pub(in crate::syntax) fn parse_on(
    text: &str,
    tokens: &mut Tokens,
    notation: Notation,
    budget: &Budget,
) -> Parsed<RecoveredTree> {
    let mut parser = super::parser(text, tokens, notation, budget);
    // A level of nesting takes about twice the stack that it takes without recovery.
    parser.deepest /= 2;
    parser.recovery = Some(Box::new(Recovery::new(text, notation)));
    parser.recovered(notation)
}

impl Parser<'_, '_> {
    fn recovered(mut self, notation: Notation) -> Parsed<RecoveredTree> {
        let template = match notation {
            Notation::Template if self.take(Kind::Pipe) || self.lacks_pipe() => {
                let parameters = self.parameters(Kind::Pipe)?;
                self.expect_or_record(Kind::Pipe)?;
                Some(parameters)
            }
            _ => None,
        };
        let body = self.statements()?;
        let recovery = self.recovery.take();
        let (errors, damaged) = recovery.map_or_else(Default::default, |recovery| {
            (recovery.errors, recovery.damaged)
        });
        Ok(RecoveredTree {
            tree: Tree {
                nodes: self.nodes,
                body,
                template,
                warnings: self.warnings,
            },
            errors,
            damaged,
        })
    }

    /// Whether a template begins with parameters whose first `|` is missing: a `|` is the last token
    /// of the first tag.
    fn lacks_pipe(&self) -> bool {
        let end = self
            .recovery
            .as_ref()
            .and_then(|recovery| recovery.first_tag);
        let Some(end) = end else {
            return false;
        };
        let inside = self.tokens.iter().skip(self.at);
        let inside = inside.take_while(|token| token.span.start < end);
        inside.last().is_some_and(|token| token.kind == Kind::Pipe)
    }

    fn mark(&self) -> Mark {
        Mark {
            at: self.at,
            lengths: self.scratch.lengths(),
            height: self.height,
            next_heredoc: self.next_heredoc,
        }
    }

    /// Records an error at the current token, and a damaged part from a token to the current one.
    fn record(&mut self, from: usize, error: SyntaxDiagnostic) -> Parsed<()> {
        // The limit that ended a part also ends the text.
        self.budget.check().map_err(|limit| self.stopped(limit))?;
        let damaged = Span {
            start: self.tokens[from].span.start,
            end: self.token().span.start.max(self.tokens[from].span.end),
        };
        let Some(recovery) = &mut self.recovery else {
            return Err(Box::new(error));
        };
        if recovery.errors.len() < MAX_DAMAGED {
            recovery.errors.push(error);
            recovery.damaged.push(damaged);
        } else {
            self.at = self.tokens.len() - 1;
        }
        Ok(())
    }

    /// Consumes a token, or records that it is missing.
    #[inline(never)]
    pub(super) fn expect_or_record(&mut self, kind: Kind) -> Parsed<()> {
        if self.recovery.is_none() {
            self.expect(kind)?;
        } else if !self.take(kind) {
            let error = self.unexpected();
            self.record(self.at, *error)?;
        }
        Ok(())
    }

    /// Parses statements up to the end of the block, dropping the damaged ones.
    #[inline(never)]
    pub(super) fn statements_on(&mut self) -> Parsed<Exprs> {
        let base = self.scratch.exprs.len();
        let mut before = Before::Nothing;
        let mut last = self.at;
        while !self.ends_block() {
            let mark = self.mark();
            if Self::begins_statement(self.kind()) {
                last = self.at;
                match self.statement(before) {
                    Ok(next) => {
                        self.take(Kind::Semicolon);
                        before = next;
                        continue;
                    }
                    Err(error) => self.drop_statement(&mark, last, *error)?,
                }
            } else if self.is_lone_brace() {
                let error = self.unexpected();
                self.bump();
                self.record(mark.at, *error)?;
            } else {
                let error = self.unexpected();
                self.drop_statement(&mark, last, *error)?;
            }
            before = Before::Nothing;
            last = self.at;
        }
        Ok(self.nodes.lists.gather(&mut self.scratch.exprs, base))
    }

    /// Whether the next token is a brace of a template that closes no block. It is a statement of its
    /// own, whose opening brace is in a damaged tag.
    fn is_lone_brace(&self) -> bool {
        let recovery = self.recovery.as_ref();
        self.kind() == Kind::CloseBrace && recovery.is_some_and(|recovery| !recovery.has_layout)
    }

    /// Whether the next token ends the block.
    fn ends_block(&self) -> bool {
        let Some(recovery) = &self.recovery else {
            return true;
        };
        let first = recovery.first_of_line(self.token());
        match (self.kind(), recovery.block, first) {
            (Kind::End | Kind::Error, ..) => true,
            // A brace that is indented deeper than the block is that of a damaged statement.
            (
                Kind::CloseBrace,
                Block {
                    indent: Some(indent),
                    ..
                },
                Some(first),
            ) => first <= indent,
            (Kind::CloseBrace, Block { line, .. }, _) => line.is_some(),
            // A line that is not indented deeper than the block belongs to an outer one.
            (
                _,
                Block {
                    indent: Some(indent),
                    ..
                },
                Some(first),
            ) => first <= indent,
            _ => false,
        }
    }

    /// Drops a statement with an error. `last` is its first token, or that of the statement before
    /// for a token that does not begin a statement.
    fn drop_statement(&mut self, mark: &Mark, last: usize, error: SyntaxDiagnostic) -> Parsed<()> {
        let failed = self.at;
        self.scratch.truncate(mark.lengths);
        self.height = mark.height;
        let at = self.end_of_damage(last, mark.at, failed);
        // At least one token is dropped.
        self.at = at.max(mark.at + 1).min(self.tokens.len() - 1);
        let skipped = &self.tokens[mark.at..self.at];
        let heredocs = skipped.iter().filter(|token| token.kind == Kind::Heredoc);
        self.next_heredoc = mark.next_heredoc + heredocs.count();
        self.record(mark.at, error)
    }

    /// Returns the first token after a damaged statement that begins at the token `start`. The
    /// result is at least `from`; without layout it is at least `failed`.
    fn end_of_damage(&self, start: usize, from: usize, failed: usize) -> usize {
        let Some(recovery) = &self.recovery else {
            return failed;
        };
        let indent = recovery.indent(recovery.line(self.tokens[start].span.start));
        let (mut depth, mut strings) = (0_u32, 0_u32);
        for (at, token) in self.tokens.iter().enumerate().skip(start) {
            let kind = token.kind;
            match kind {
                Kind::End | Kind::Error => return at,
                Kind::Before => strings += 1,
                Kind::Behind => strings = strings.saturating_sub(1),
                _ => {}
            }
            let is_code = strings == 0 && !matches!(kind, Kind::Behind | Kind::HeredocText);
            if is_code && at > start && at >= from {
                match recovery.first_of_line(*token) {
                    Some(first) if first < indent => return at,
                    Some(first) if first == indent && Self::begins_statement(kind) => return at,
                    // A bracket closes the damaged statement.
                    Some(first) if first == indent => depth = 1,
                    None if at >= failed && depth == 0 => {
                        let line = Some(recovery.line(token.span.start));
                        let inner = recovery.block.line.is_some();
                        let is_own = recovery.block.line == line || !recovery.has_layout;
                        let is_text = matches!(kind, Kind::RenderText | Kind::RenderExpression);
                        if kind == Kind::CloseBrace && inner && is_own || is_text {
                            return at;
                        }
                    }
                    _ => {}
                }
            }
            match kind {
                Kind::OpenBrace
                | Kind::SelectorBrace
                | Kind::OpenBracket
                | Kind::ListStart
                | Kind::OpenParenthesis
                | Kind::FirstParenthesis => depth += 1,
                Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParenthesis => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
        }
        self.tokens.len() - 1
    }

    /// `{ statements }`, of which either brace may be missing.
    #[inline(never)]
    pub(super) fn block_on(&mut self) -> Parsed<Exprs> {
        let open = self.token();
        self.expect_or_record(Kind::OpenBrace)?;
        let Some(recovery) = &mut self.recovery else {
            return self.statements();
        };
        // A missing brace was after the token before.
        let at = match open.kind {
            Kind::OpenBrace => open.span.start,
            _ => self.last_end.saturating_sub(1),
        };
        let line = recovery.line(at);
        let indent = recovery.indent(line);
        let next = self.tokens[self.at];
        let deeper = match recovery.first_of_line(next) {
            Some(first) => first > indent || next.kind == Kind::CloseBrace,
            None => true,
        };
        let block = Block {
            line: Some(line),
            indent: (recovery.has_layout && deeper).then_some(indent),
        };
        let around = std::mem::replace(&mut recovery.block, block);
        let body = self.level(Self::statements);
        let closes = self.closes_block(block);
        if let Some(recovery) = &mut self.recovery {
            recovery.block = around;
        }
        let body = body?;
        if closes {
            self.bump();
        } else {
            let error = self.unexpected();
            self.record(self.at, *error)?;
        }
        Ok(body)
    }

    /// Whether the next token is the brace that closes a block, and not an outer one.
    fn closes_block(&self, block: Block) -> bool {
        let first = self.recovery.as_ref();
        let first = first.and_then(|recovery| recovery.first_of_line(self.token()));
        self.kind() == Kind::CloseBrace
            && match (block.indent, first) {
                (Some(indent), Some(first)) => first >= indent,
                _ => true,
            }
    }

    /// Parses parameters up to the closing token, dropping the damaged ones.
    #[inline(never)]
    pub(super) fn parameters_on(&mut self, close: Kind) -> Parsed<List<Parameter>> {
        let base = self.scratch.parameters.len();
        let end = self.end_of_parameters(close);
        while self.kind() != close && self.token().span.start <= end {
            let mark = self.mark();
            match self.parameter() {
                Ok(parameter) => {
                    self.scratch.parameters.push(parameter);
                    if self.take(Kind::Comma) || self.kind() == close {
                        continue;
                    }
                    // A comma is missing.
                    let begins =
                        matches!(self.kind(), Kind::TypeName | Kind::Variable | Kind::Times);
                    let error = self.unexpected();
                    if begins {
                        self.record(self.at, *error)?;
                        continue;
                    }
                    if !self.skip_parameter(&mark, close, end, *error)? {
                        break;
                    }
                }
                Err(error) => {
                    if !self.skip_parameter(&mark, close, end, *error)? {
                        break;
                    }
                }
            }
        }
        let parameters = &mut self.scratch.parameters;
        Ok(self.nodes.parameters.gather(parameters, base))
    }

    /// The last byte of the list of parameters that begins at the current token, as far as it is known:
    /// the parameters of a template are in its first tag.
    fn end_of_parameters(&self, close: Kind) -> u32 {
        let start = self.token().span.start;
        let end = self
            .recovery
            .as_ref()
            .and_then(|recovery| recovery.first_tag);
        let end = end.filter(|end| close == Kind::Pipe && start <= *end);
        end.unwrap_or(u32::MAX)
    }

    /// Skips the rest of a damaged parameter, up to a byte. Returns whether another parameter may follow.
    fn skip_parameter(
        &mut self,
        mark: &Mark,
        close: Kind,
        end: u32,
        error: SyntaxDiagnostic,
    ) -> Parsed<bool> {
        let failed = self.at;
        self.scratch.truncate(mark.lengths);
        self.height = mark.height;
        let mut depth = 0_u32;
        let (mut at, mut more) = (failed, false);
        while let Some(token) = self.tokens.get(at) {
            let ends = depth == 0 && (token.kind == close || token.kind == Kind::OpenBrace);
            // The parameters of a template are in its first tag.
            let is_after = token.span.start > end;
            if ends || is_after || matches!(token.kind, Kind::End | Kind::Error) {
                break;
            }
            if depth == 0 && token.kind == Kind::Comma {
                at += 1;
                more = true;
                break;
            }
            match token.kind {
                Kind::OpenBrace
                | Kind::OpenBracket
                | Kind::ListStart
                | Kind::OpenParenthesis
                | Kind::FirstParenthesis => depth += 1,
                Kind::CloseBrace | Kind::CloseBracket | Kind::CloseParenthesis => {
                    depth = depth.saturating_sub(1);
                }
                _ => {}
            }
            at += 1;
        }
        self.at = at.min(self.tokens.len() - 1);
        let skipped = &self.tokens[mark.at..self.at];
        let heredocs = skipped.iter().filter(|token| token.kind == Kind::Heredoc);
        self.next_heredoc = mark.next_heredoc + heredocs.count();
        self.record(mark.at, error)?;
        Ok(more)
    }
}
