//! Resource graphs: what does a program ask for?
//!
//! A resource has a kind, a name, fields with typed values and meta parameters; edges say which
//! of two comes first. A graph is made of resources and edges by the same rules whether a program
//! puts them out or a host adds them by calls: duplicates are merged or refused, edges of one
//! pair are one, what a field receives has one sender, and there is no circle.
//!
//! - `kind`: kinds of resources, and what a host says of them: [`Behaviour`]
//! - `schema`: kinds as JSON
//! - `meta`: meta parameters
//! - `resource`: a resource, and which values its fields take
//! - `merge`: resources and edges become a graph
//! - `graph`: the graph, and how it is written
//! - `order`: in which order it can be worked on
//! - `difference`: what is another in a second graph

mod difference;
mod graph;
mod kind;
mod merge;
mod meta;
mod order;
mod resource;
mod schema;

pub use difference::{Change, Difference};
pub use graph::{Edge, Receive, ResourceGraph};
pub use kind::{Behaviour, FieldTable, ResourceField, ResourceKind, ResourceKinds, Trait};
pub use merge::{EdgeSpec, Item, Refused, Sent, build};
pub(crate) use merge::{Unsent, why_not_sent};
pub use meta::Meta;
pub use resource::{Resource, ResourceRef};
pub use schema::{field_type, storage_of};

#[cfg(test)]
mod tests;
