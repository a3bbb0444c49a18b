//! The resource graph and its text form.

use super::kind::ResourceKinds;
use super::resource::Resource;
use polycty_core::types::{IdSet, KeyedMap, Str};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// An edge: the first of two resources comes before the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the first resource.
    pub from: usize,
    /// The number of the second resource.
    pub to: usize,
    /// Whether the second is refreshed when the first has changed.
    pub notify: bool,
    /// Whether a kind added the edge.
    pub automatic: bool,
}

/// A field that receives a value from another resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receive {
    /// The number of the sender.
    pub from: usize,
    /// The sent field.
    pub sent: Str,
    /// The number of the receiver.
    pub to: usize,
    /// The field that receives the value.
    pub field: Str,
}

/// An acyclic graph of resources and their order. It is immutable; graphs share the resources that
/// they have in common.
#[derive(Clone, Debug, Default)]
pub struct ResourceGraph {
    pub(super) resources: Vec<Arc<Resource>>,
    pub(super) edges: Vec<Edge>,
    pub(super) receives: Vec<Receive>,
    /// The numbers of resources that were merged from several.
    pub(super) repeated: Arc<IdSet<usize>>,
    pub(super) names: Arc<OnceLock<Names>>,
}

/// The first resource of each kind and name.
type Names = KeyedMap<(Str, Str), u32>;

impl ResourceGraph {
    /// Creates the graph of a different system. The edges have no cycle and at most one for each pair
    /// of resources, whose numbers they contain.
    #[must_use]
    pub fn foreign(resources: Vec<Arc<Resource>>, edges: Vec<Edge>) -> ResourceGraph {
        debug_assert!(
            edges
                .iter()
                .all(|edge| edge.from.max(edge.to) < resources.len()),
            "an edge of a resource that the graph does not have"
        );
        ResourceGraph {
            resources,
            edges,
            ..ResourceGraph::default()
        }
    }

    /// Returns the resources by their numbers: the visible ones in the order of the program's
    /// output, then the hidden ones. Each pair of kind and name has at most one visible resource
    /// and any number of hidden ones.
    #[must_use]
    pub fn resources(&self) -> &[Arc<Resource>] {
        &self.resources
    }

    /// Returns the edges, at most one per pair of resources.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Returns the fields that receive values.
    #[must_use]
    pub fn receives(&self) -> &[Receive] {
        &self.receives
    }

    /// Returns the number of a resource; if visible and hidden resources have the name, that of the
    /// visible one.
    #[must_use]
    pub fn find(&self, kind: &str, name: &str) -> Option<usize> {
        let names = self.names.get_or_init(|| {
            let numbered = self.resources.iter().enumerate().rev();
            let named = numbered.map(|(at, resource)| {
                let key = (resource.kind().clone(), resource.name().clone());
                (key, at as u32)
            });
            named.collect()
        });
        names
            .get(&(kind.into(), name.into()))
            .map(|at| *at as usize)
    }

    /// Returns whether another graph has the same resources in the same order, edges and receives.
    pub(crate) fn has_same_content(&self, other: &ResourceGraph) -> bool {
        let same = |(a, b): (&Arc<Resource>, &Arc<Resource>)| Arc::ptr_eq(a, b) || a == b;
        self.resources.len() == other.resources.len()
            && self.edges == other.edges
            && self.receives == other.receives
            && self.resources.iter().zip(&other.resources).all(same)
    }

    /// Replaces resources if the rest of the graph stays the same, and returns whether it did.
    /// `changes` holds pairs of a resource of the graph and its replacement. Other holders of the
    /// graph keep the old one.
    pub(crate) fn replace(
        self: &mut Arc<Self>,
        kinds: &ResourceKinds,
        changes: &[(Arc<Resource>, Arc<Resource>)],
    ) -> bool {
        let mut positions = Vec::with_capacity(changes.len());
        for (before, after) in changes {
            let Some(at) = self.find(before.kind(), before.name()) else {
                return false;
            };
            let alone = Arc::ptr_eq(&self.resources[at], before) && !self.repeated.contains(&at);
            if !alone || !before.can_replace(kinds, after) {
                return false;
            }
            positions.push(at);
        }
        let graph = Arc::make_mut(self);
        for (at, (_, after)) in positions.into_iter().zip(changes) {
            graph.resources[at] = after.clone();
        }
        true
    }

    /// Formats the graph with the fields of its resources: a line per vertex, per edge, and per
    /// field that differs from its unset state.
    #[must_use]
    pub fn with_fields(&self, kinds: &ResourceKinds) -> String {
        let mut text = self.to_string();
        for line in self
            .resources
            .iter()
            .flat_map(|resource| resource.lines(kinds))
        {
            text.push_str(&line);
            text.push('\n');
        }
        text
    }

    /// Returns the name of an edge: `kind[a] -> kind[b]`.
    #[must_use]
    pub fn edge_name(&self, edge: &Edge) -> String {
        let (from, to) = (&self.resources[edge.from], &self.resources[edge.to]);
        format!("{from} -> {to}")
    }
}

impl fmt::Display for ResourceGraph {
    /// Writes a line per vertex, then a line per edge.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for resource in &self.resources {
            writeln!(f, "Vertex: {resource}")?;
        }
        for edge in &self.edges {
            let name = self.edge_name(edge);
            writeln!(f, "Edge: {name} # {name}")?;
        }
        Ok(())
    }
}
