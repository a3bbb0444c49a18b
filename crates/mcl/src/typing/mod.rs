//! Type inference of programs.
//!
//! - `constraint`: constraints on types
//! - `infer`: constraints of expressions; `output`: constraints of statements
//! - `known`: values that are known before the program runs
//! - `text`: expressions in messages
//! - `captures`: functions that use parameters of enclosing functions
//! - `solve`: the types that satisfy the constraints
//!
//! All constraints are collected first and then solved in the same order; the first one that fails
//! is reported. The visit of expressions does not recurse, since binds may refer to each other in
//! chains of any length.

mod captures;
mod constraint;
mod infer;
mod known;
mod output;
mod solve;
mod text;

use crate::compile_error::{CompileError, Stage};
use crate::host::Host;
use crate::scope::program::{NodeId, Program};
use polycty_core::calls::Budget;
use polycty_core::types::Type;
use polycty_core::values::Value;

/// A program with its types.
#[derive(Debug)]
pub struct Typed {
    /// The program.
    pub program: Program,
    types: Vec<Option<Type>>,
    values: Vec<Option<Value>>,
    captures: captures::Captures,
}

impl Typed {
    /// Returns the type of an expression, or `None` if the expression is not used.
    #[must_use]
    pub fn ty(&self, id: NodeId) -> Option<&Type> {
        self.types.get(id.number())?.as_ref()
    }

    /// Returns the value of an expression if it is known before the program runs.
    #[must_use]
    pub fn value(&self, id: NodeId) -> Option<&Value> {
        self.values.get(id.number())?.as_ref()
    }

    /// Returns whether a function uses a parameter of an enclosing function.
    pub(crate) fn captures(&self, func: NodeId) -> bool {
        self.captures.find(&self.program, func)
    }
}

/// Infers the types of a program.
///
/// The budget is charged one step per part of each constraint.
///
/// # Errors
/// The first error, of the stage [`Stage::Unify`]; its code is
/// [`Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn unify(
    program: Program,
    host: Host<'_>,
    budget: &Budget,
) -> Result<Typed, Box<CompileError>> {
    let mut constraints = infer::Constraints::new(&program, host, budget);
    constraints.body(&program.body)?;
    let (types, values) = constraints.solve()?;
    // A speculative call that exceeded the budget must not count as unknown.
    let finished = budget.finish();
    finished.map_err(|spent| CompileError::of(Stage::Unify, spent.into()))?;
    Ok(Typed {
        captures: captures::Captures::new(program.len()),
        program,
        types,
        values,
    })
}
