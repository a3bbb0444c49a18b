//! Functions of vertices.
//!
//! A function computes a value from the values of its inputs. A catchable failure takes the place
//! of its value until it is caught; every other failure ends the evaluation.

use crate::events::Sender;
use crate::failure::Failure;
use crate::transaction::Transaction;
use crate::vertex::{InEdge, State, Vertex};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::values::Value;

/// The function of a vertex.
///
/// It is called when every input has a value, and again when one of these has changed or it has
/// announced an event.
pub trait Function: Send {
    /// The name of the vertex in renderings of the graph. It need not be unique.
    fn name(&self) -> &str;

    /// The number of inputs. Each must have an edge.
    fn inputs(&self) -> u32;

    /// A number of the creator that identifies the function, such as its position in a text.
    fn tag(&self) -> u64 {
        0
    }

    /// Whether it is called with failures at its inputs. Other functions are not called then, and
    /// take over the first failure of their inputs.
    fn catches(&self) -> bool {
        false
    }

    /// Called once, before the first call. A streaming function keeps a clone of the sender.
    ///
    /// # Errors
    /// As [`Function::call`].
    fn start(&mut self, sender: &Sender) -> Result<(), Failure> {
        let _ = sender;
        Ok(())
    }

    /// Computes the current value. A panic is a failure that cannot be caught. Recorded changes are
    /// committed directly after a successful call, and discarded after a failure.
    ///
    /// # Errors
    /// The failure of the function. [`Code::Limit`] and [`Code::Cancelled`] only end the step: the
    /// function is called again in the next one.
    fn call(
        &mut self,
        inputs: Inputs<'_>,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Value, Failure>;

    /// Called once, after the vertex was removed, if the function was started.
    fn stop(&mut self) {}
}

/// The inputs of a call.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    vertices: &'a [Vertex],
    ports: &'a [Option<InEdge>],
}

impl<'a> Inputs<'a> {
    pub(crate) fn new(vertices: &'a [Vertex], ports: &'a [Option<InEdge>]) -> Inputs<'a> {
        Inputs { vertices, ports }
    }

    /// The number of inputs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ports.len()
    }

    /// Whether there are no inputs.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ports.is_empty()
    }

    /// Returns the value of an input.
    ///
    /// # Errors
    /// The failure of the input, for functions that catch; a failure that cannot be caught for an
    /// input that does not exist.
    #[inline]
    pub fn value(&self, port: usize) -> Result<&'a Value, Failure> {
        let input = self.ports.get(port).copied().flatten();
        match input.map(|input| &self.vertices[input.from as usize].state) {
            Some(State::Value(value)) => Ok(value),
            Some(State::Failed(failure)) => Err((**failure).clone()),
            Some(State::Missing) | None => Err(no_input(port)),
        }
    }

    /// Returns the values of all inputs in order.
    ///
    /// # Errors
    /// As [`Inputs::value`].
    pub fn values(&self) -> Result<Vec<&'a Value>, Failure> {
        (0..self.ports.len()).map(|port| self.value(port)).collect()
    }
}

#[cold]
fn no_input(port: usize) -> Failure {
    let message = format!("the function has no input {port}");
    Failure::fatal(Error::new(Code::InvalidArgument, message))
}

/// A function without inputs whose value never changes.
#[derive(Debug)]
pub struct Constant {
    value: Value,
    name: Box<str>,
}

impl Constant {
    /// Creates a constant with the name `const`.
    pub fn new(value: Value) -> Constant {
        Constant::named("const", value)
    }

    /// Creates a constant with a name.
    pub fn named(name: impl Into<Box<str>>, value: Value) -> Constant {
        Constant {
            value,
            name: name.into(),
        }
    }
}

impl Function for Constant {
    fn name(&self) -> &str {
        &self.name
    }

    fn inputs(&self) -> u32 {
        0
    }

    fn call(
        &mut self,
        _: Inputs<'_>,
        _: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Value, Failure> {
        Ok(self.value.clone())
    }
}

/// A function that computes its value from its inputs, without other effects.
pub struct Computed<F> {
    name: &'static str,
    inputs: u32,
    tag: u64,
    compute: F,
}

impl<F> Computed<F>
where
    F: FnMut(Inputs<'_>, &Budget) -> Result<Value, Failure> + Send,
{
    /// Creates a function with a name and this number of inputs.
    pub fn new(name: &'static str, inputs: u32, compute: F) -> Computed<F> {
        Computed {
            name,
            inputs,
            tag: 0,
            compute,
        }
    }

    /// Sets the tag.
    #[must_use]
    pub fn tagged(self, tag: u64) -> Computed<F> {
        Computed { tag, ..self }
    }
}

impl<F> Function for Computed<F>
where
    F: FnMut(Inputs<'_>, &Budget) -> Result<Value, Failure> + Send,
{
    fn name(&self) -> &str {
        self.name
    }

    fn inputs(&self) -> u32 {
        self.inputs
    }

    fn tag(&self) -> u64 {
        self.tag
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        (self.compute)(inputs, budget)
    }
}

/// Passes on the value that a form links to it. Its first input is the form and only determines the
/// order; the second input is changed by the form.
#[derive(Debug)]
pub struct Output {
    name: Box<str>,
}

impl Output {
    /// The input that the form is connected to.
    pub const FORM: u32 = 0;
    /// The input that results are connected to.
    pub const RESULT: u32 = 1;

    /// Creates an output with a name.
    pub fn new(name: impl Into<Box<str>>) -> Output {
        Output { name: name.into() }
    }
}

impl Function for Output {
    fn name(&self) -> &str {
        &self.name
    }

    fn inputs(&self) -> u32 {
        2
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        _: &Budget,
    ) -> Result<Value, Failure> {
        inputs.value(Output::RESULT as usize).cloned()
    }
}
