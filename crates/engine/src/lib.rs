//! A dataflow graph of functions that changes while it runs. It is independent of the languages.
//!
//! Vertices are functions ([`Function`]); edges connect the value of a vertex to an input of
//! another vertex. A streaming function announces through its [`Sender`], from any thread, that its
//! value has changed; [`Engine::step`] then calls exactly the vertices that the event reaches, in
//! topological order. Functions may build and remove parts of the graph while they are called, and
//! the host may do so between steps: both record a [`Transaction`], which is committed as a whole
//! or not at all. [`forms`] has the functions that do so for all languages: a choice, a body for
//! each element, a fallback.
//!
//! - `ids`: identifiers of vertices and parts
//! - `failure`: failures of functions
//! - `function`: functions of vertices
//! - `transaction`: recorded changes
//! - `vertex`: data of vertices, edges and parts
//! - `graph`: commit and rollback of transactions; `order`: the topological order
//! - `events`: senders, and their shared inbox
//! - `engine`: steps
//! - [`forms`]: functions that change the graph
//!
//! The crate starts no threads and reads no clock: the host calls a step when it is notified.
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

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
// A slice at an offset that is not a character boundary panics, so each slice states the reason why
// its offset is one.
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
