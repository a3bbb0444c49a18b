//! Types: which type does each expression of a program have?
//!
//! - `constraint`: what has to hold, in the order in which it is said
//! - `infer`: what expressions say; `output`: what statements say
//! - `known`: which expressions have a value before the program runs
//! - `text`: expressions as messages have them
//! - `captures`: which functions use parameters of those around them
//! - `solve`: the types that satisfy all of it
//!
//! First everything is said, then it is solved in the same order, and the first thing that cannot
//! hold is told. Expressions are gone through without recursion, since binds may refer to one
//! another in chains of any length.

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

/// A program whose types are known.
#[derive(Debug)]
pub struct Typed {
    /// The program.
    pub program: Program,
    types: Vec<Option<Type>>,
    values: Vec<Option<Value>>,
    captures: captures::Captures,
}

impl Typed {
    /// The type of an expression; none for one that nothing uses.
    #[must_use]
    pub fn ty(&self, id: NodeId) -> Option<&Type> {
        self.types.get(id.number())?.as_ref()
    }

    /// The value of an expression that has one before the program runs.
    #[must_use]
    pub fn value(&self, id: NodeId) -> Option<&Value> {
        self.values.get(id.number())?.as_ref()
    }

    /// Whether a function uses a parameter of one around it.
    pub(crate) fn captures(&self, func: NodeId) -> bool {
        self.captures.find(&self.program, func)
    }
}

/// Finds the types of a program.
///
/// A step of the budget is taken for each part of what has to hold.
///
/// # Errors
/// The first fault, of the stage [`Stage::Unify`]; with the code
/// [`Limit`](polycty_core::source::Code::Limit) where the budget is spent.
pub fn unify(
    program: Program,
    host: Host<'_>,
    budget: &Budget,
) -> Result<Typed, Box<CompileError>> {
    let mut constraints = infer::Constraints::new(&program, host, budget);
    constraints.body(&program.body)?;
    let (types, values) = constraints.solve()?;
    // What could not be called early for want of budget is not taken for unknown.
    let finished = budget.finish();
    finished.map_err(|spent| CompileError::of(Stage::Unify, spent.into()))?;
    Ok(Typed {
        captures: captures::Captures::new(program.len()),
        program,
        types,
        values,
    })
}
