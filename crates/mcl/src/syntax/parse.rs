//! The parser: which tree do the tokens of a text make?
//!
//! The automaton of the grammar (`tables.rs`) runs over the tokens without recursion; what a
//! reduction makes stands in `reduce.rs`. The values of symbols stand on one stack, the parts of
//! lists that are not complete on a stack a kind.
//!
//! The area of what several symbols make begins with the first of them and ends with the last;
//! a symbol that was itself made of others counts there with its first token alone, but for a
//! variable, which counts as far as the first part of its name, and for braces.

use super::MAX_NESTING;
use super::scan::{Scanner, Token, Unread};
use super::tables::{self as t, Reduction, Step};
use super::tree::{
    Block, ExprId, Half, Line, Name, Nodes, Pair, Param, Resource, StmtId, StructField, Tree,
};
use crate::area::Area;
use crate::compile_error::{CompileError, Place, Stage};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Source};
use polycty_core::types::{Field, FuncParam, Type};

/// The bytes that are charged for each byte of a text: its tree is no larger than this, while it
/// grows.
const BYTES_A_BYTE: u64 = 56;

/// Reads a text.
///
/// A step of the budget is taken for each byte of the text.
///
/// # Errors
/// At the first fault, of the stage [`Stage::LexParse`]; with the code
/// [`Limit`](Code::Limit) where the text nests too deep or the budget is spent.
pub fn parse(source: Source, budget: &Budget) -> Result<Tree, Box<CompileError>> {
    let bytes = source.text.len() as u64;
    let spent = budget
        .charge(bytes)
        .and_then(|()| budget.hold(bytes * BYTES_A_BYTE));
    spent.map_err(|spent| {
        let failure = CompileError::of(Stage::LexParse, Error::from(spent));
        failure.at(&Place::new(&source, Area::START))
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
        fault: None,
    };
    match parser.run() {
        Ok(body) => Ok(Tree {
            nodes: parser.nodes,
            comments: parser.scanner.comments,
            body,
            source,
        }),
        Err(Fault {
            code,
            message,
            area,
        }) => {
            let failure = CompileError::new(Stage::LexParse, code, message);
            Err(failure.at(&Place::new(&source, area)))
        }
    }
}

/// What is wrong with the text.
pub(super) struct Fault {
    pub code: Code,
    pub message: String,
    pub area: Area,
}

/// What a symbol stands for.
#[derive(Debug)]
pub(super) struct Value {
    pub area: Area,
    /// How deep it nests.
    pub depth: u32,
    pub what: What,
}

#[derive(Debug)]
pub(super) enum What {
    Nothing,
    /// The bytes of a token.
    Token(u32, u32),
    Name(Name),
    Expr(ExprId),
    Stmt(StmtId),
    Resource(Resource),
    Half(Half),
    Block(Block),
    Type(Type),
    /// What stands on a stack of parts from here on.
    List(usize),
}

/// The parts of lists that are not complete, those of the innermost last.
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
    pub values: Vec<Value>,
    pub nodes: Nodes,
    pub parts: Parts,
    /// What follows the grammar and is wrong all the same: the last such thing is told.
    pub fault: Option<Fault>,
}

impl Parser<'_> {
    fn run(&mut self) -> Result<Block, Fault> {
        let mut states: Vec<u16> = vec![0];
        let mut ahead: Option<Token> = None;
        loop {
            let state = states.last().copied().unwrap_or(0);
            let step = match t::blind(state) {
                Some(rule) => Step::Reduce(rule),
                None => {
                    let token = match ahead {
                        Some(token) => token,
                        None => self.scanner.next().map_err(unread)?,
                    };
                    ahead = Some(token);
                    t::step(state, token.terminal)
                }
            };
            match step {
                Step::Shift(to) => {
                    states.push(to);
                    if let Some(token) = ahead.take() {
                        self.values.push(Value {
                            area: token.area,
                            depth: 0,
                            what: What::Token(token.start, token.end),
                        });
                    }
                }
                Step::Reduce(rule) => {
                    let (nonterminal, len, reduction) = t::RULES[rule as usize];
                    states.truncate(states.len() - len as usize);
                    let from = states.last().copied().unwrap_or(0);
                    states.push(t::goto(from, nonterminal));
                    self.reduce_rule(len as usize, reduction)?;
                }
                Step::Accept => break,
                Step::Refuse => {
                    let token = ahead.map_or((0, self.last), |token| (token.terminal, token.area));
                    return Err(self.refuse(state, token));
                }
            }
        }
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        match self.values.pop().map(|value| value.what) {
            Some(What::Block(body)) => Ok(body),
            _ => Err(self.broken()),
        }
    }

    /// The fault that a token does not fit: some such faults have a name, and are told where the
    /// parser has been, not where it is.
    #[cold]
    fn refuse(&self, state: u16, (terminal, area): (u8, Area)) -> Fault {
        let message = t::message(state, terminal);
        let (message, area) = match t::named(state, terminal) {
            Some(name) => (format!("{name}: `{message}`"), self.last),
            None => (format!("parser: `{message}`"), area),
        };
        Fault {
            code: Code::Syntax,
            message,
            area: area.start(),
        }
    }

    /// What the tables exclude.
    #[cold]
    fn broken(&self) -> Fault {
        Fault {
            code: Code::Internal,
            message: "parser: a rule without its parts".to_owned(),
            area: self.last.start(),
        }
    }

    /// Keeps what is wrong with what follows the grammar.
    #[cold]
    pub(super) fn wrong(&mut self, kind: &str, message: &str) {
        self.fault = Some(Fault {
            code: Code::Syntax,
            message: format!("{kind}: `{message}`"),
            area: self.last.start(),
        });
    }

    /// Makes of the last values what a rule makes of them.
    fn reduce_rule(&mut self, len: usize, reduction: Reduction) -> Result<(), Fault> {
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
            if depth > MAX_NESTING {
                return Err(Fault {
                    code: Code::Limit,
                    message: format!("parser: `nested more than {MAX_NESTING} levels deep`"),
                    area: self.last.start(),
                });
            }
        }
        let Some((area, what)) = self.reduce(from, reduction, area, whole) else {
            return Err(self.broken());
        };
        self.values.truncate(from);
        self.values.push(Value { area, depth, what });
        Ok(())
    }
}

/// Whether what a rule makes is deeper than its parts.
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
fn unread(unread: Unread) -> Fault {
    Fault {
        code: Code::Syntax,
        message: unread.message,
        area: unread.area,
    }
}
