//! Functions: what stands at a vertex?
//!
//! A function gives a value for the values at its inputs. Its failure is catchable, and then
//! stands in the place of its value until something catches it; or it is not, and then nothing
//! goes on.

use crate::events::Sender;
use crate::failure::Failure;
use crate::transaction::Transaction;
use crate::vertex::{InEdge, State, Vertex};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::values::Value;

/// What stands at a vertex.
///
/// It is called when every input has a value, and again whenever one of these has changed or it
/// has announced an event.
pub trait Function: Send {
    /// What the vertex is called when the graph is shown. Many may be called the same.
    fn name(&self) -> &str;

    /// How many inputs it has; each has to have an edge.
    fn inputs(&self) -> u32;

    /// A number by which whoever made the function knows it, as the place in a text.
    fn tag(&self) -> u64 {
        0
    }

    /// Whether it is called with failures at its inputs. Another function takes over the first
    /// failure among its inputs and is not called.
    fn catches(&self) -> bool {
        false
    }

    /// Comes once, before the first call: a streaming function keeps a clone of the sender.
    ///
    /// # Errors
    /// As [`Function::call`].
    fn start(&mut self, sender: &Sender) -> Result<(), Failure> {
        let _ = sender;
        Ok(())
    }

    /// Its value now. A panic is a failure that nothing catches. What it records to change happens
    /// right after it has returned a value, and not at all when it fails.
    ///
    /// # Errors
    /// Whatever it says. [`Code::Limit`] and [`Code::Cancelled`] end the step and nothing else:
    /// the function is called again in the next one.
    fn call(
        &mut self,
        inputs: Inputs<'_>,
        change: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Value, Failure>;

    /// Comes once, after the vertex was taken out of the graph, if it was started.
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

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ports.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ports.is_empty()
    }

    /// What stands at an input: a value, or the failure that a function is given which catches.
    ///
    /// # Errors
    /// The failure; one that nothing catches for an input that there is not.
    #[inline]
    pub fn value(&self, port: usize) -> Result<&'a Value, Failure> {
        let input = self.ports.get(port).copied().flatten();
        match input.map(|input| &self.vertices[input.from as usize].state) {
            Some(State::Value(value)) => Ok(value),
            Some(State::Failed(failure)) => Err((**failure).clone()),
            Some(State::Missing) | None => Err(no_input(port)),
        }
    }

    /// The values of all inputs in order.
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
    /// One that shows itself as a constant.
    pub fn new(value: Value) -> Constant {
        Constant::named("const", value)
    }

    /// One that shows itself under a name.
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

/// A function that computes its value from those at its inputs, and does nothing else.
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
    /// One that shows itself under a name, with so many inputs.
    pub fn new(name: &'static str, inputs: u32, compute: F) -> Computed<F> {
        Computed {
            name,
            inputs,
            tag: 0,
            compute,
        }
    }

    /// The same, known by a tag.
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

/// Hands on the value that a form links to it. Its first input only orders: it comes from the
/// form, which thereby has its place before; the second one comes and goes.
#[derive(Debug)]
pub struct Output {
    name: Box<str>,
}

impl Output {
    /// The input that the form itself comes to.
    pub const FORM: u32 = 0;
    /// The input that results come to.
    pub const RESULT: u32 = 1;

    /// An output under a name.
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
