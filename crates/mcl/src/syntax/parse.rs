//! The parser.
//!
//! The automaton of the grammar (`tables.rs`) consumes the tokens without recursion; the actions of
//! reductions are in `reduce.rs`. The values of symbols are on one stack, and the elements of
//! incomplete lists are on one stack per kind.
//!
//! The area of a node starts at its first symbol and ends at its last. A symbol that was itself
//! reduced counts with its first token only, except for braces, which count as a whole, and for
//! variables, which count up to the first part of their name.

use super::MAX_SYNTAX_NESTING;
use super::scan::{ScanError, Scanner, Token};
use super::tables::{self as t, ParserStep, Reduction};
use super::tree::{
    Block, ExprId, Half, Line, Name, Nodes, Pair, Param, Resource, StmtId, StructField, Tree,
};
use crate::area::Area;
use crate::compile_error::{CompileError, Location, Stage};
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::source::{Code, Error, Source};
use polycty_core::types::{Field, FuncParam, Type};

/// The bytes that are charged per byte of a text. The tree is never larger, even while it grows.
const BYTES_A_BYTE: u64 = 56;

/// The tokens after which the deadline is checked.
const TOKENS_A_CHECK: u32 = 4096;

/// Parses a text.
///
/// The budget is charged one step per byte of the text.
///
/// # Errors
/// The first error, of the stage [`Stage::LexParse`]; its code is [`Limit`](Code::Limit) if the
/// nesting is too deep or the budget is exceeded.
pub fn parse(source: Source, budget: &Budget) -> Result<Tree, Box<CompileError>> {
    let bytes = source.text.len() as u64;
    budget.parts(bytes, BYTES_A_BYTE).map_err(|spent| {
        let failure = CompileError::of(Stage::LexParse, Error::from(spent));
        failure.at(&Location::new(&source, Area::START))
    })?;
    if source.text.len() > u32::MAX as usize {
        let message = "the text has more than 4294967295 bytes";
        return Err(CompileError::of(
            Stage::LexParse,
            Error::new(Code::Limit, message),
        ));
    }
    let mut parser = Parser {
        scanner: Scanner::new(&source.text),
        text: &source.text,
        last: Area::NONE,
        values: Vec::new(),
        nodes: Nodes::default(),
        parts: Parts::default(),
        error: None,
    };
    match parser.run(budget) {
        Ok(body) => Ok(Tree {
            nodes: parser.nodes,
            comments: parser.scanner.comments,
            body,
            source,
        }),
        Err(ParseError {
            code,
            message,
            area,
        }) => {
            let failure = CompileError::new(Stage::LexParse, code, message);
            Err(failure.at(&Location::new(&source, area)))
        }
    }
}

/// An error in the text.
pub(super) struct ParseError {
    pub code: Code,
    pub message: String,
    pub area: Area,
}

/// The value of a symbol.
#[derive(Debug)]
pub(super) struct Symbol {
    pub area: Area,
    /// The nesting depth.
    pub depth: u32,
    pub content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Nothing,
    /// The start and end of a token in bytes.
    Token(u32, u32),
    Name(Name),
    Expr(ExprId),
    Stmt(StmtId),
    Resource(Resource),
    Half(Half),
    Block(Block),
    Type(Type),
    /// The elements on a stack of parts from this index on.
    List(usize),
}

/// The elements of incomplete lists, those of the innermost list last.
#[derive(Default)]
pub(super) struct Parts {
    pub stmts: Vec<StmtId>,
    pub exprs: Vec<ExprId>,
    pub pairs: Vec<Pair>,
    pub fields: Vec<StructField>,
    pub params: Vec<Param>,
    pub lines: Vec<Line>,
    pub halves: Vec<Half>,
    pub type_fields: Vec<Field>,
    pub type_params: Vec<FuncParam>,
}

pub(super) struct Parser<'s> {
    scanner: Scanner<'s>,
    pub text: &'s str,
    /// The first token of the last symbol of the last reduction.
    pub last: Area,
    pub values: Vec<Symbol>,
    pub nodes: Nodes,
    pub parts: Parts,
    /// The last error in a text that follows the grammar.
    pub error: Option<ParseError>,
}

impl Parser<'_> {
    fn run(&mut self, budget: &Budget) -> Result<Block, ParseError> {
        let mut states: Vec<u16> = vec![0];
        let mut ahead: Option<Token> = None;
        let mut tokens = 0_u32;
        loop {
            let state = states.last().copied().unwrap_or(0);
            let step = match t::blind(state) {
                Some(rule) => ParserStep::Reduce(rule),
                None => {
                    let token = match ahead {
                        Some(token) => token,
                        None => self.scanner.next().map_err(scan_error)?,
                    };
                    ahead = Some(token);
                    t::step(state, token.terminal)
                }
            };
            match step {
                ParserStep::Shift(to) => {
                    states.push(to);
                    tokens = tokens.wrapping_add(1);
                    if tokens.is_multiple_of(TOKENS_A_CHECK) {
                        budget.check().map_err(|limit| self.stopped(limit))?;
                    }
                    if let Some(token) = ahead.take() {
                        self.values.push(Symbol {
                            area: token.area,
                            depth: 0,
                            content: Content::Token(token.start, token.end),
                        });
                    }
                }
                ParserStep::Reduce(rule) => {
                    let (nonterminal, len, reduction) = t::RULES[rule as usize];
                    states.truncate(states.len() - len as usize);
                    let from = states.last().copied().unwrap_or(0);
                    states.push(t::goto(from, nonterminal));
                    self.reduce_rule(len as usize, reduction)?;
                }
                ParserStep::Accept => break,
                ParserStep::Refuse => {
                    let token = ahead.map_or((0, self.last), |token| (token.terminal, token.area));
                    return Err(self.refuse(state, token));
                }
            }
        }
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        match self.values.pop().map(|value| value.content) {
            Some(Content::Block(body)) => Ok(body),
            _ => Err(self.broken()),
        }
    }

    /// Returns the error for an unexpected token. Errors with a name are reported at the last
    /// reduced symbol instead of the token.
    #[cold]
    fn refuse(&self, state: u16, (terminal, area): (u8, Area)) -> ParseError {
        let message = t::message(state, terminal);
        let (message, area) = match t::named(state, terminal) {
            Some(name) => (format!("{name}: `{message}`"), self.last),
            None => (format!("parser: `{message}`"), area),
        };
        ParseError {
            code: Code::Syntax,
            message,
            area: area.start(),
        }
    }

    /// Returns the error of an exceeded budget.
    #[cold]
    fn stopped(&self, limit: BudgetError) -> ParseError {
        let error = Error::from(limit);
        ParseError {
            code: error.code(),
            message: error.message().to_owned(),
            area: self.last.start(),
        }
    }

    /// Returns the error for a state that the tables exclude.
    #[cold]
    fn broken(&self) -> ParseError {
        ParseError {
            code: Code::Internal,
            message: "parser: a rule without its parts".to_owned(),
            area: self.last.start(),
        }
    }

    /// Records an error in a text that follows the grammar.
    #[cold]
    pub(super) fn wrong(&mut self, kind: &str, message: &str) {
        self.error = Some(ParseError {
            code: Code::Syntax,
            message: format!("{kind}: `{message}`"),
            area: self.last.start(),
        });
    }

    /// Replaces the last values by the value of a rule.
    fn reduce_rule(&mut self, len: usize, reduction: Reduction) -> Result<(), ParseError> {
        let from = self.values.len() - len;
        let rhs = &self.values[from..];
        let (area, whole, mut depth) = match rhs {
            [] => (Area::NONE, Area::NONE, 0),
            [first, ..] => {
                let last = rhs[len - 1].area;
                self.last = last;
                let depth = rhs.iter().map(|value| value.depth).max();
                (first.area, first.area.to(last), depth.unwrap_or(0))
            }
        };
        if nests(reduction) {
            depth += 1;
            if depth > MAX_SYNTAX_NESTING {
                return Err(ParseError {
                    code: Code::Limit,
                    message: format!("parser: `nested more than {MAX_SYNTAX_NESTING} levels deep`"),
                    area: self.last.start(),
                });
            }
        }
        let Some((area, content)) = self.reduce(from, reduction, area, whole) else {
            return Err(self.broken());
        };
        self.values.truncate(from);
        self.values.push(Symbol {
            area,
            depth,
            content,
        });
        Ok(())
    }
}

/// Returns whether the node of a rule is deeper than its parts.
fn nests(reduction: Reduction) -> bool {
    use Reduction as R;
    !matches!(
        reduction,
        R::First
            | R::Second
            | R::AddStmt
            | R::AddHalf
            | R::AddExpr
            | R::StartExprs
            | R::StartHalves
            | R::StartPairs
            | R::StartFields
            | R::StartParams
            | R::StartTypeFields
            | R::StartTypeArgs
            | R::Joined
    )
}

#[cold]
fn scan_error(scan_error: ScanError) -> ParseError {
    ParseError {
        code: Code::Syntax,
        message: scan_error.message,
        area: scan_error.area,
    }
}
