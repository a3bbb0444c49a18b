//! Forms: functions that build parts of the graph for a value.

use super::env::Env;
use super::expression::{Builder, tag};
use super::program::Program;
use super::vertex::{composite, filter, pick};
use crate::host::Form;
use crate::scope::program::{Branches, Loop, NodeId};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::types::Type;
use polycty_core::values::Value;
use polycty_engine::forms::{Body, Build};
use polycty_engine::{Constant, Failure, Transaction, VertexId};
use std::sync::Arc;

/// The result of the construction of a part.
type Built = Result<Option<VertexId>, Failure>;

/// The branch of an expression that a condition selects.
pub(super) struct Branch {
    pub program: Arc<Program>,
    pub env: Arc<Env>,
    pub then: NodeId,
    pub otherwise: NodeId,
}

impl Build for Branch {
    fn build(&mut self, value: &Value, change: &mut Transaction<'_>, budget: &Budget) -> Built {
        let taken = match value.as_bool() {
            Some(true) => self.then,
            _ => self.otherwise,
        };
        let mut builder = Builder::new(&self.program, change, budget);
        builder.expression(taken, &self.env).map(Some)
    }
}

/// The fallback of an expression that has failed.
pub(super) struct FallbackBranch {
    pub program: Arc<Program>,
    pub env: Arc<Env>,
    pub except: NodeId,
}

impl Build for FallbackBranch {
    fn build(&mut self, _: &Value, change: &mut Transaction<'_>, budget: &Budget) -> Built {
        let mut builder = Builder::new(&self.program, change, budget);
        builder.expression(self.except, &self.env).map(Some)
    }
}

/// A call of the function value at the input.
pub(super) struct Invoke {
    pub program: Arc<Program>,
    pub call: NodeId,
    pub args: Box<[VertexId]>,
}

impl Build for Invoke {
    fn build(&mut self, value: &Value, change: &mut Transaction<'_>, budget: &Budget) -> Built {
        let mut builder = Builder::new(&self.program, change, budget);
        builder.invoke(value, &self.args, self.call).map(Some)
    }
}

/// An iteration function, for the function value at the input.
pub(super) struct Iterate {
    pub program: Arc<Program>,
    pub call: NodeId,
    pub form: Form,
    /// All arguments except the function.
    pub lists: Box<[VertexId]>,
    /// The types of all arguments.
    pub types: Box<[Type]>,
    pub result: Type,
}

impl Build for Iterate {
    fn build(&mut self, value: &Value, change: &mut Transaction<'_>, budget: &Budget) -> Built {
        let mut builder = Builder::new(&self.program, change, budget);
        builder.iteration(self, value).map(Some)
    }
}

/// An application per element of a list.
pub(super) struct Element {
    pub program: Arc<Program>,
    pub call: NodeId,
    pub form: Form,
    pub function: Value,
    pub list: VertexId,
    /// The initial value of a reduction.
    pub initial: Option<VertexId>,
    pub result: Type,
}

impl Body for Element {
    fn build(
        &mut self,
        _: &Value,
        element: VertexId,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Built {
        let mut builder = Builder::new(&self.program, change, budget);
        let args = match self.form {
            Form::Map | Form::Filter => vec![element],
            Form::Zip => vec![
                builder.add(pick(0), &[element])?,
                builder.add(pick(1), &[element])?,
            ],
            // Each application needs the result of the previous one, so `gather` builds all of
            // them.
            Form::Reduce => return Ok(Some(element)),
        };
        builder.invoke(&self.function, &args, self.call).map(Some)
    }

    fn gather(
        &mut self,
        results: &[VertexId],
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Built {
        let mut builder = Builder::new(&self.program, change, budget);
        let count = results.len() as u32;
        let (ty, tag) = (self.result.clone(), tag(self.call));
        let gathered = match self.form {
            Form::Map | Form::Zip => builder.add(composite(ty, count, tag), results)?,
            Form::Filter => {
                let mut inputs = Vec::with_capacity(results.len() + 1);
                inputs.push(self.list);
                inputs.extend(results);
                builder.add(filter(ty, count, tag), &inputs)?
            }
            Form::Reduce => {
                let mut elements = results.iter().copied();
                let Some(mut reduced) = self.initial.or_else(|| elements.next()) else {
                    let message = "can't reduce an empty list without an initial value";
                    let error = Error::new(Code::Value, message);
                    return Err(Failure::fatal(error));
                };
                for element in elements {
                    reduced = builder.invoke(&self.function, &[reduced, element], self.call)?;
                }
                reduced
            }
        };
        Ok(Some(gathered))
    }
}

/// The statements that a condition selects.
pub(super) struct Statements {
    pub program: Arc<Program>,
    pub env: Arc<Env>,
    pub branches: Arc<Branches>,
}

impl Build for Statements {
    fn build(&mut self, value: &Value, change: &mut Transaction<'_>, budget: &Budget) -> Built {
        let taken = match value.as_bool() {
            Some(true) => &self.branches.then,
            _ => &self.branches.otherwise,
        };
        let mut builder = Builder::new(&self.program, change, budget);
        builder.statements(taken, &self.env).map(Some)
    }
}

/// The statements of a loop, per element.
pub(super) struct LoopStatements {
    pub program: Arc<Program>,
    pub env: Arc<Env>,
    pub over: Arc<Loop>,
}

impl Body for LoopStatements {
    fn build(
        &mut self,
        key: &Value,
        element: VertexId,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Built {
        let mut builder = Builder::new(&self.program, change, budget);
        let key = builder.add(Box::new(Constant::new(key.clone())), &[])?;
        let [first, second] = self.over.vars;
        let env = self.env.iteration([(first, key), (second, element)]);
        builder.statements(&self.over.body, &env).map(Some)
    }

    fn gather(
        &mut self,
        results: &[VertexId],
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Built {
        let mut builder = Builder::new(&self.program, change, budget);
        builder.outputs(results.to_vec()).map(Some)
    }
}
