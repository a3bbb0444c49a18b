//! The graph of resources, and how it is written.

use super::kind::ResourceKinds;
use super::resource::Resource;
use polycty_core::types::{IdSet, KeyedMap, Str};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Of two resources the first comes before the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The first, by its number.
    pub from: usize,
    /// The second.
    pub to: usize,
    /// Whether the second is refreshed when the first has changed.
    pub notify: bool,
    /// Whether a kind made it.
    pub automatic: bool,
}

/// A field that receives what another resource sends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receive {
    /// Who sends, by its number.
    pub from: usize,
    /// What it sends.
    pub sent: Str,
    /// Who receives.
    pub to: usize,
    /// Into which field.
    pub field: Str,
}

/// Resources, and which comes before which: no circle is in it. It does not change; several
/// graphs share the resources that are the same.
#[derive(Clone, Debug, Default)]
pub struct ResourceGraph {
    pub(super) resources: Vec<Arc<Resource>>,
    pub(super) edges: Vec<Edge>,
    pub(super) receives: Vec<Receive>,
    /// Those that stand for several that were given.
    pub(super) repeated: Arc<IdSet<usize>>,
    pub(super) names: Arc<OnceLock<Names>>,
}

/// The first resource of each kind and name.
type Names = KeyedMap<(Str, Str), u32>;

impl ResourceGraph {
    /// The resources, by their numbers: the visible ones in the order in which they were put out,
    /// then the hidden ones. Of a kind and a name there is one visible one and any number of
    /// hidden ones.
    #[must_use]
    pub fn resources(&self) -> &[Arc<Resource>] {
        &self.resources
    }

    /// The edges, at most one of a pair.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// What is sent and received.
    #[must_use]
    pub fn receives(&self) -> &[Receive] {
        &self.receives
    }

    /// The number of a resource: the visible one, if there is one of that name.
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

    /// Whether another graph has the same resources in the same order, edges and receives.
    pub(crate) fn says_the_same(&self, other: &ResourceGraph) -> bool {
        let same = |(a, b): (&Arc<Resource>, &Arc<Resource>)| Arc::ptr_eq(a, b) || a == b;
        self.resources.len() == other.resources.len()
            && self.edges == other.edges
            && self.receives == other.receives
            && self.resources.iter().zip(&other.resources).all(same)
    }

    /// Puts other resources in place of some, if nothing else of the graph is another then, and says
    /// whether. What was given was each that is replaced, and is now what replaces it. Whoever else
    /// has the graph keeps it as it is.
    pub(crate) fn replace(
        self: &mut Arc<Self>,
        kinds: &ResourceKinds,
        changes: &[(Arc<Resource>, Arc<Resource>)],
    ) -> bool {
        let mut places = Vec::with_capacity(changes.len());
        for (before, after) in changes {
            let Some(at) = self.find(before.kind(), before.name()) else {
                return false;
            };
            let alone = Arc::ptr_eq(&self.resources[at], before) && !self.repeated.contains(&at);
            if !alone || !before.stands_as(kinds, after) {
                return false;
            }
            places.push(at);
        }
        let graph = Arc::make_mut(self);
        for (at, (_, after)) in places.into_iter().zip(changes) {
            graph.resources[at] = after.clone();
        }
        true
    }

    /// The graph with the fields of its resources, a line a vertex, an edge and a field that is
    /// not as if nothing was said.
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

    /// What an edge is called: `kind[a] -> kind[b]`.
    #[must_use]
    pub fn edge_name(&self, edge: &Edge) -> String {
        let (from, to) = (&self.resources[edge.from], &self.resources[edge.to]);
        format!("{from} -> {to}")
    }
}

impl fmt::Display for ResourceGraph {
    /// A line a vertex, then a line an edge.
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
