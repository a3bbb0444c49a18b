//! Differences between two resource graphs.
//!
//! Resources correspond if they have the same kind and name and both or neither are hidden. Hidden
//! resources are not applied, so a resource that becomes hidden is reported as removed and added.
//! Several hidden resources with the same name correspond in their order. Resources that both
//! graphs share are not compared.

use super::graph::{Edge, Receive, ResourceGraph};
use super::resource::{Resource, ResourceRef};
use polycty_core::types::{KeyedMap, KeyedSet, Str};
use std::fmt;
use std::sync::Arc;

/// A resource that is in both graphs and differs.
#[derive(Clone, Debug)]
pub struct Change {
    /// The resource in the first graph.
    pub before: Arc<Resource>,
    /// The resource in the second graph.
    pub after: Arc<Resource>,
    /// The fields that differ, including those that are set in only one of the graphs.
    pub fields: Vec<Str>,
    /// The meta parameters that differ.
    pub meta: Vec<&'static str>,
}

/// The differences of a second graph from a first one.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// Resources that are only in the second graph, in its order.
    pub added: Vec<Arc<Resource>>,
    /// Resources that are only in the first graph, in its order.
    pub removed: Vec<Arc<Resource>>,
    /// Resources that differ, in the order of the second graph.
    pub changed: Vec<Change>,
    /// Edges that are only in the second graph: source, target, and whether the edge notifies. An
    /// edge that notifies only in the second graph is both removed and added.
    pub edges_added: Vec<(ResourceRef, ResourceRef, bool)>,
    /// Edges that are only in the first graph.
    pub edges_removed: Vec<(ResourceRef, ResourceRef, bool)>,
    /// Receives that are only in the second graph: sender, sent field, receiver, received field.
    pub receives_added: Vec<(ResourceRef, Str, ResourceRef, Str)>,
    /// Receives that are only in the first graph.
    pub receives_removed: Vec<(ResourceRef, Str, ResourceRef, Str)>,
}

impl Difference {
    /// Returns whether the graphs are equal.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
            && self.removed.is_empty()
            && self.changed.is_empty()
            && self.edges_added.is_empty()
            && self.edges_removed.is_empty()
            && self.receives_added.is_empty()
            && self.receives_removed.is_empty()
    }
}

impl fmt::Display for Difference {
    /// Writes one line per difference: `+` for an addition, `-` for a removal, `~` for a change.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for resource in &self.removed {
            writeln!(f, "- {resource}")?;
        }
        for resource in &self.added {
            writeln!(f, "+ {resource}")?;
        }
        for change in &self.changed {
            let fields = change.fields.iter().map(|field| field.to_string());
            let meta = change.meta.iter().map(|name| format!("Meta:{name}"));
            let all: Vec<String> = fields.chain(meta).collect();
            writeln!(f, "~ {}: {}", change.after, all.join(", "))?;
        }
        let sign = |added: bool| if added { '+' } else { '-' };
        for (edges, added) in [(&self.edges_removed, false), (&self.edges_added, true)] {
            for (from, to, notify) in edges {
                let notify = if *notify { " (notify)" } else { "" };
                writeln!(f, "{} {from} -> {to}{notify}", sign(added))?;
            }
        }
        for (receives, added) in [
            (&self.receives_removed, false),
            (&self.receives_added, true),
        ] {
            for (from, sent, to, field) in receives {
                writeln!(f, "{} {from}.{sent} -> {to}.{field}", sign(added))?;
            }
        }
        Ok(())
    }
}

impl ResourceGraph {
    /// Returns the differences of `after` from this graph.
    #[must_use]
    pub fn difference(&self, after: &ResourceGraph) -> Difference {
        let mut out = Difference::default();
        if self.has_same_content(after) {
            return out;
        }
        // In most cases both graphs have the same names in the same order.
        let mut pairs = self.resources.iter().zip(&after.resources);
        let same_names = self.resources.len() == after.resources.len()
            && pairs.all(|(a, b)| Arc::ptr_eq(a, b) || key(a) == key(b));
        if same_names {
            for (before, after) in self.resources.iter().zip(&after.resources) {
                out.changed.extend(change(before, after));
            }
        } else {
            self.by_name(after, &mut out);
        }
        self.edge_changes(after, same_names, &mut out);
        self.receive_changes(after, same_names, &mut out);
        out
    }

    /// Pairs the resources of both graphs by name.
    fn by_name(&self, after: &ResourceGraph, out: &mut Difference) {
        let mut old: KeyedMap<Key<'_>, Vec<usize>> = KeyedMap::default();
        for (at, resource) in self.resources.iter().enumerate().rev() {
            old.entry(key(resource)).or_default().push(at);
        }
        let mut kept = vec![false; self.resources.len()];
        for resource in &after.resources {
            match old.get_mut(&key(resource)).and_then(Vec::pop) {
                None => out.added.push(resource.clone()),
                Some(at) => {
                    kept[at] = true;
                    out.changed.extend(change(&self.resources[at], resource));
                }
            }
        }
        let gone = self.resources.iter().zip(kept).filter(|(_, kept)| !kept);
        out.removed = gone.map(|(resource, _)| resource.clone()).collect();
    }

    fn edge_changes(&self, after: &ResourceGraph, same_names: bool, out: &mut Difference) {
        if same_names && self.edges == after.edges {
            return;
        }
        let (old, new) = (self.named_edges(), after.named_edges());
        let known: KeyedSet<_> = old.iter().collect();
        out.edges_added = only(&new, &known);
        let known: KeyedSet<_> = new.iter().collect();
        out.edges_removed = only(&old, &known);
    }

    fn receive_changes(&self, after: &ResourceGraph, same_names: bool, out: &mut Difference) {
        if same_names && self.receives == after.receives {
            return;
        }
        let (old, new) = (self.named_receives(), after.named_receives());
        let known: KeyedSet<_> = old.iter().collect();
        out.receives_added = only(&new, &known);
        let known: KeyedSet<_> = new.iter().collect();
        out.receives_removed = only(&old, &known);
    }

    fn reference(&self, at: usize) -> ResourceRef {
        let resource = &self.resources[at];
        ResourceRef {
            kind: resource.kind().clone(),
            name: resource.name().clone(),
        }
    }

    fn named_edges(&self) -> Vec<(ResourceRef, ResourceRef, bool)> {
        let named = |edge: &Edge| {
            let (from, to) = (self.reference(edge.from), self.reference(edge.to));
            (from, to, edge.notify)
        };
        self.edges.iter().map(named).collect()
    }

    fn named_receives(&self) -> Vec<(ResourceRef, Str, ResourceRef, Str)> {
        let named = |receive: &Receive| {
            let (from, to) = (self.reference(receive.from), self.reference(receive.to));
            (from, receive.sent.clone(), to, receive.field.clone())
        };
        self.receives.iter().map(named).collect()
    }
}

/// The key of a resource. Resources with equal keys correspond.
type Key<'a> = (&'a str, &'a str, bool);

fn key(resource: &Resource) -> Key<'_> {
    (resource.kind(), resource.name(), resource.meta.hidden)
}

/// Returns the items of `all` that are not in `known`.
fn only<T: Clone + Eq + std::hash::Hash>(all: &[T], known: &KeyedSet<&T>) -> Vec<T> {
    let unknown = all.iter().filter(|item| !known.contains(item));
    unknown.cloned().collect()
}

/// Returns the change of a resource, or `None` if both are equal.
fn change(before: &Arc<Resource>, after: &Arc<Resource>) -> Option<Change> {
    if Arc::ptr_eq(before, after) || before == after {
        return None;
    }
    let mut fields: Vec<Str> = Vec::new();
    for (name, value) in before.fields() {
        if after.field(name) != Some(value) {
            fields.push(name.clone());
        }
    }
    for (name, _) in after.fields() {
        if before.field(name).is_none() {
            fields.push(name.clone());
        }
    }
    Some(Change {
        before: before.clone(),
        after: after.clone(),
        fields,
        meta: before.meta.differing(&after.meta),
    })
}
