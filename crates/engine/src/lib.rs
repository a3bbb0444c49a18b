//! A dataflow graph of functions that changes while it runs; it knows no language.
//!
//! Vertices are functions ([`Function`]), edges carry the value of one to an input of another.
//! A streaming function announces through its [`Sender`], from any thread, that it would answer
//! otherwise now; [`Engine::step`] then calls again what the event can reach, in topological
//! order, and nothing else. A function may build and take down parts of the graph while it is
//! called, and the host may between steps: both record a [`Transaction`], which happens as a
//! whole or not at all. [`forms`] has the functions that do so for every language: a choice, a
//! body an element, a fallback.
//!
//! - `ids`: which vertex, and which part
//! - `failure`: how a function fails
//! - `function`: what stands at a vertex
//! - `transaction`: what is to change
//! - `vertex`: what is kept of vertices, edges and parts
//! - `graph`: a transaction done and undone; `order`, the topological one
//! - `events`: senders, and the inbox that they share
//! - `engine`: the steps
//! - [`forms`]: functions that change the graph
//!
//! No thread is started and no clock is read: the host steps when it is woken.
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::values::Value;
//! use polycty_engine::{Computed, Constant, Engine};
//!
//! let mut engine = Engine::new();
//! let budget = Budget::standard();
//! let both = engine.change(&budget, |graph| {
//!     let yes = graph.add(Constant::new(Value::bool(true)));
//!     let both = graph.add(Computed::new("both", 2, |inputs, _| {
//!         Ok(inputs.value(0)?.and(inputs.value(1)?)?)
//!     }));
//!     graph.connect(yes, both, 0);
//!     graph.connect(yes, both, 1);
//!     Ok(both)
//! })?;
//! let progress = engine.step(&budget).map_err(|stop| stop.error)?;
//! assert!(progress.complete && progress.changed);
//! assert_eq!(engine.value(both), Some(&Value::bool(true)));
//! assert!(!engine.step(&budget).map_err(|stop| stop.error)?.changed);
//! # Ok::<(), polycty_core::source::Error>(())
//! ```

#![forbid(unsafe_code)]
// A slice at an offset that is not a character boundary panics: each one states its reason.
#![deny(clippy::string_slice)]

mod engine;
mod events;
mod failure;
pub mod forms;
mod function;
mod graph;
mod ids;
mod order;
mod transaction;
mod vertex;

#[cfg(test)]
mod tests;

pub use engine::{Engine, Progress, Stop};
pub use events::Sender;
pub use failure::{Failure, Severity};
pub use function::{Computed, Constant, Function, Inputs};
pub use graph::EdgeRef;
pub use ids::{PartId, VertexId};
pub use transaction::Transaction;
