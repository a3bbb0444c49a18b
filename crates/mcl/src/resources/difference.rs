//! Differences: what of a graph is another in the one after it?
//!
//! Resources are the same if kind and name are and both or none is hidden, for a hidden one is not
//! worked on: one that becomes hidden is removed and added. Of several hidden ones of a name the
//! first goes with the first. What both graphs share is not looked into.

use super::graph::{Edge, Receive, ResourceGraph};
use super::resource::{Resource, ResourceRef};
use polycty_core::types::{KeyedMap, KeyedSet, Str};
use std::fmt;
use std::sync::Arc;

/// A resource that is in both graphs and not the same.
#[derive(Clone, Debug)]
pub struct Change {
    /// As it was.
    pub before: Arc<Resource>,
    /// As it is.
    pub after: Arc<Resource>,
    /// The fields that are others, said no more or said now.
    pub fields: Vec<Str>,
    /// The meta parameters that are others.
    pub meta: Vec<&'static str>,
}

/// What is another in a second graph.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// Resources that are only in the second, in its order.
    pub added: Vec<Arc<Resource>>,
    /// Resources that are only in the first, in its order.
    pub removed: Vec<Arc<Resource>>,
    /// Resources that are not the same, in the order of the second.
    pub changed: Vec<Change>,
    /// Edges that are only in the second: from, to, and whether they notify. One that notifies
    /// now and did not before is removed and added.
    pub edges_added: Vec<(ResourceRef, ResourceRef, bool)>,
    /// Edges that are only in the first.
    pub edges_removed: Vec<(ResourceRef, ResourceRef, bool)>,
    /// What is received only in the second: who sends what, who receives it where.
    pub receives_added: Vec<(ResourceRef, Str, ResourceRef, Str)>,
    /// What is received only in the first.
    pub receives_removed: Vec<(ResourceRef, Str, ResourceRef, Str)>,
}

impl Difference {
    /// Whether the graphs say the same.
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
    /// A line a thing: `+` what is there now, `-` what was, `~` what is another.
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
    /// What is another in `after`.
    #[must_use]
    pub fn difference(&self, after: &ResourceGraph) -> Difference {
        let mut out = Difference::default();
        if self.says_the_same(after) {
            return out;
        }
        // Mostly the same names stand at the same places.
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

    /// What has become of resources, found by their names.
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

/// What makes two resources the same one, which may have changed.
type Key<'a> = (&'a str, &'a str, bool);

fn key(resource: &Resource) -> Key<'_> {
    (resource.kind(), resource.name(), resource.meta.hidden)
}

/// Those that are not known.
fn only<T: Clone + Eq + std::hash::Hash>(all: &[T], known: &KeyedSet<&T>) -> Vec<T> {
    let unknown = all.iter().filter(|item| !known.contains(item));
    unknown.cloned().collect()
}

/// What is another of a resource.
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
