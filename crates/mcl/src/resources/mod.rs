//! Resource graphs: the output of a program.
//!
//! A resource has a kind, a name, fields with typed values, and meta parameters. An edge states
//! which of two resources comes first. The rules of a graph are the same whether a program outputs
//! the resources and edges or a host adds them through the API: duplicates are merged or refused, a
//! pair of resources has at most one edge, a field receives from at most one sender, and there are
//! no cycles.
//!
//! - `kind`: kinds of resources, and the host's rules for them: [`Behavior`]
//! - `schema`: kinds as JSON
//! - `meta`: meta parameters
//! - `resource`: a resource, and the values that its fields accept
//! - `merge`: construction of a graph from resources and edges
//! - `graph`: the graph and its text form
//! - `order`: the order in which resources can be applied
//! - `difference`: the differences between two graphs

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
pub use kind::{Behavior, FieldTable, ResourceField, ResourceKind, ResourceKinds, Trait};
pub use merge::{EdgeSpec, Item, Refused, Sent, build};
pub(crate) use merge::{Unsent, why_not_sent};
pub use meta::Meta;
pub use resource::{Resource, ResourceRef};
pub use schema::{field_type, storage_of};

#[cfg(test)]
mod tests;
