//! Merging of resources and edges into a graph.
//!
//! 1. Resources are added in their order. A second resource with the same kind and name is merged
//!    with the first if the kind merges. Otherwise it must be equal to the first and is dropped.
//!    Hidden resources with the same name may coexist.
//! 2. Edges are added; the resources that they connect must exist.
//! 3. Automatic edges of kinds are added.

use super::graph::{Edge, Receive, ResourceGraph};
use super::kind::{ResourceField, ResourceKind, ResourceKinds, Trait};
use super::resource::{Resource, ResourceRef};
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by_key;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{IdMap, IdSet, KeyedMap, Str, Type};
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// The bytes that are charged for a resource or an edge of a graph.
const ITEM_BYTES: u64 = 96;

/// A value that an edge carries from a resource to a field of a second resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The sent field of the first resource.
    pub key: Str,
    /// The receiving field of the second resource.
    pub field: Str,
}

/// An edge that the program requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeSpec {
    /// The resource that comes first.
    pub from: ResourceRef,
    /// The resource that comes second.
    pub to: ResourceRef,
    /// Whether the second is refreshed when the first has changed.
    pub notify: bool,
    /// The value that the edge carries, if any.
    pub sent: Option<Sent>,
}

/// The input that a graph is refused for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A resource, by its index in the input.
    Resource(usize),
    /// An edge, by its index in the input.
    Edge(usize),
    /// The automatic edges of kinds.
    AutomaticEdges,
    /// The input as a whole.
    Whole,
}

/// The reason why no graph was built.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The input that was refused.
    pub item: Item,
    /// The error.
    pub error: Error,
}

/// Builds a graph of resources and edges.
///
/// The budget is charged one step per resource, per edge, and per pair of resources that an edge
/// connects.
///
/// # Errors
/// With mgmt's messages:
/// - [`Code::Value`] for duplicates that are not equal, for a field that receives twice, and for
///   cycles.
/// - [`Code::NotFound`] for edges to resources that do not exist.
///
/// [`Code::Limit`] if the budget is exceeded, [`Code::Cancelled`] if it is cancelled; both also if
/// a [`Behavior`](super::Behavior) returns them.
pub fn build(
    kinds: &ResourceKinds,
    resources: &[Arc<Resource>],
    edges: &[EdgeSpec],
    budget: &Budget,
) -> std::result::Result<ResourceGraph, Refused> {
    let whole = |error: Error| Refused {
        item: Item::Whole,
        error,
    };
    let items = (resources.len() + edges.len()) as u64;
    let charged = budget.parts(items, ITEM_BYTES);
    charged.map_err(|spent| whole(spent.into()))?;
    let mut merging = Merging {
        kinds,
        exported: KeyedMap::default(),
        all: Vec::with_capacity(resources.len()),
        last: KeyedMap::default(),
        edges: Vec::with_capacity(edges.len()),
        pairs: IdMap::default(),
        receives: Vec::new(),
        received: KeyedMap::default(),
        repeated: IdSet::default(),
    };
    for (at, resource) in resources.iter().enumerate() {
        let added = merging.resource(resource);
        added.map_err(|error| Refused {
            item: Item::Resource(at),
            error,
        })?;
    }
    merging.number();
    for (at, edge) in edges.iter().enumerate() {
        merging.edge(edge, budget).map_err(|error| Refused {
            item: Item::Edge(at),
            error,
        })?;
    }
    merging.check_cycles().map_err(whole)?;
    let automatic = |error: Error| Refused {
        item: Item::AutomaticEdges,
        error,
    };
    if merging.automatic(budget).map_err(automatic)? {
        merging.check_cycles().map_err(automatic)?;
    }
    Ok(ResourceGraph {
        resources: merging
            .all
            .into_iter()
            .map(|entry| entry.resource)
            .collect(),
        edges: merging.edges,
        receives: merging.receives,
        repeated: Arc::new(merging.repeated),
        names: Arc::default(),
    })
}

/// A kind and a name, borrowed from the input.
type Key<'a> = (&'a str, &'a str);

struct Merging<'a> {
    kinds: &'a ResourceKinds,
    /// The exported resources by kind, name and host.
    exported: KeyedMap<(&'a str, &'a str, &'a str), &'a Arc<Resource>>,
    all: Vec<Given<'a>>,
    /// The last resource of each name: the only visible one, and the last hidden one.
    last: KeyedMap<Key<'a>, [Option<u32>; 2]>,
    edges: Vec<Edge>,
    pairs: IdMap<(u32, u32), u32>,
    receives: Vec<Receive>,
    received: KeyedMap<(Key<'a>, &'a str), Key<'a>>,
    /// The visible resources that were merged from several.
    repeated: IdSet<usize>,
}

struct Given<'a> {
    resource: Arc<Resource>,
    key: Key<'a>,
    /// The previous hidden resource with the same name.
    before: Option<u32>,
}

impl<'a> Merging<'a> {
    fn kind(&self, resource: &Resource) -> Result<&'a ResourceKind> {
        self.kinds.find(resource.kind())
    }

    fn resource(&mut self, given: &'a Arc<Resource>) -> Result<()> {
        let kind = self.kind(given)?;
        let key: Key<'a> = (given.kind(), given.name());
        for host in &given.meta.export {
            match self.exported.entry((key.0, key.1, host)) {
                Entry::Vacant(entry) => {
                    entry.insert(given);
                }
                Entry::Occupied(entry) => {
                    if let Some(why) = difference(kind, entry.get(), given)? {
                        let why = why.message();
                        return Err(refused(format!(
                            "inequivalent duplicate export: {given} to {host}: {why}"
                        )));
                    }
                }
            }
        }
        let last = self.last.entry(key).or_default();
        let of_its_sort = &mut last[usize::from(given.meta.hidden)];
        let number = self.all.len() as u32;
        let before = *of_its_sort;
        if let Some(at) = before {
            if !given.meta.hidden {
                self.repeated.insert(at as usize);
            }
            let first = &mut self.all[at as usize];
            if Arc::ptr_eq(&first.resource, given) {
                return Ok(());
            }
            if given.meta.hidden {
                if difference(kind, &first.resource, given)?.is_none() {
                    return Ok(());
                }
            } else {
                return merge(kind, &mut first.resource, given);
            }
        }
        *of_its_sort = Some(number);
        self.all.push(Given {
            resource: given.clone(),
            key,
            before,
        });
        Ok(())
    }

    /// Moves hidden resources after the visible ones and numbers all of them.
    fn number(&mut self) {
        if self.all.iter().any(|given| given.resource.meta.hidden) {
            let mut visible = 0;
            let numbers = self.all.iter().enumerate().filter_map(|(at, given)| {
                let number = visible;
                visible += usize::from(!given.resource.meta.hidden);
                self.repeated.contains(&at).then_some(number)
            });
            self.repeated = numbers.collect();
            sort_by_key(&mut self.all, |given| given.resource.meta.hidden);
            self.last.clear();
            for (at, given) in self.all.iter_mut().enumerate() {
                let last = self.last.entry(given.key).or_default();
                let of_its_sort = &mut last[usize::from(given.resource.meta.hidden)];
                given.before = of_its_sort.replace(at as u32);
            }
        }
    }

    /// Returns all resources with a name, visible or hidden.
    fn ends(&self, end: &ResourceRef) -> Result<Vec<u32>> {
        let mut found = Vec::with_capacity(1);
        if let Some(last) = self.last.get(&(&*end.kind, &*end.name)) {
            for start in last {
                let mut at = *start;
                while let Some(number) = at {
                    found.push(number);
                    at = self.all[number as usize].before;
                }
            }
        }
        if found.is_empty() {
            let (kind, name) = (&end.kind, &end.name);
            let message = format!("edge cannot find resource kind: {kind} named: `{name}`");
            return Err(Error::new(Code::NotFound, message));
        }
        Ok(found)
    }

    fn edge(&mut self, edge: &'a EdgeSpec, budget: &Budget) -> Result<()> {
        let (from, to) = (self.ends(&edge.from)?, self.ends(&edge.to)?);
        // An edge between two names with many hidden resources connects each pair of them.
        budget.charge(from.len() as u64 * to.len() as u64)?;
        for &from in &from {
            for &to in &to {
                let given = Edge {
                    from: from as usize,
                    to: to as usize,
                    notify: edge.notify,
                    automatic: false,
                };
                self.link(given, budget)?;
            }
        }
        match &edge.sent {
            Some(sent) => self.send(edge, sent, (from[0], &to), budget),
            None => Ok(()),
        }
    }

    /// Adds an edge, at most one per pair, and returns whether it is new.
    fn link(&mut self, edge: Edge, budget: &Budget) -> Result<bool> {
        match self.pairs.entry((edge.from as u32, edge.to as u32)) {
            Entry::Occupied(entry) => {
                self.edges[*entry.get() as usize].notify |= edge.notify;
                Ok(false)
            }
            Entry::Vacant(entry) => {
                budget.hold(ITEM_BYTES)?;
                entry.insert(self.edges.len() as u32);
                self.edges.push(edge);
                Ok(true)
            }
        }
    }

    /// Records the value that an edge carries, from the first visible resource with the sender's
    /// name to all resources with the receiver's name.
    fn send(
        &mut self,
        edge: &'a EdgeSpec,
        sent: &'a Sent,
        (from, to): (u32, &[u32]),
        budget: &Budget,
    ) -> Result<()> {
        let sender: Key<'a> = (&edge.from.kind, &edge.from.name);
        let receiver: Key<'a> = (&edge.to.kind, &edge.to.name);
        if self.all[from as usize].resource.meta.hidden {
            let message = format!("cannot send from hidden resource: {}", edge.from);
            return Err(refused(message));
        }
        match self.received.entry((receiver, &sent.field)) {
            Entry::Occupied(entry) if *entry.get() != sender => {
                let (to, field) = (&edge.to, &sent.field);
                let message = format!("resource: `{to}` has duplicate receive on: `{field}` param");
                return Err(refused(message));
            }
            Entry::Occupied(_) => return Ok(()),
            Entry::Vacant(entry) => entry.insert(sender),
        };
        can_send(self.kinds, edge, sent)?;
        for &to in budget.charged_holding(ITEM_BYTES, to)? {
            self.receives.push(Receive {
                from: from as usize,
                sent: sent.key.clone(),
                to: to as usize,
                field: sent.field.clone(),
            });
        }
        Ok(())
    }

    /// Adds the automatic edges of kinds and returns whether there are any.
    fn automatic(&mut self, budget: &Budget) -> Result<bool> {
        let mut any = false;
        for at in 0..self.all.len() {
            let resource = self.all[at].resource.clone();
            let kind = self.kind(&resource)?;
            let Some(behavior) = kind.behavior.as_ref() else {
                continue;
            };
            if !kind.has(Trait::HasEdges) || !resource.meta.autoedge {
                continue;
            }
            for alternatives in behavior.comes_after(&resource) {
                budget.charge(1 + alternatives.len() as u64)?;
                let there = |end: &ResourceRef| {
                    let last = self.last.get(&(&*end.kind, &*end.name))?;
                    let found = last[0].or(last[1])?;
                    (found as usize != at).then_some(found)
                };
                if let Some(from) = alternatives.iter().find_map(there) {
                    let made = Edge {
                        from: from as usize,
                        to: at,
                        notify: false,
                        automatic: true,
                    };
                    any |= self.link(made, budget)?;
                }
            }
        }
        Ok(any)
    }

    /// Refuses cycles, by a topological sort.
    fn check_cycles(&self) -> Result<()> {
        if self.edges.is_empty() {
            return Ok(());
        }
        let mut waits = vec![0u32; self.all.len()];
        let mut starts = vec![0u32; self.all.len() + 1];
        for edge in &self.edges {
            waits[edge.to] += 1;
            starts[edge.from + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut readers = vec![0u32; self.edges.len()];
        for edge in &self.edges {
            readers[next[edge.from] as usize] = edge.to as u32;
            next[edge.from] += 1;
        }
        let mut ready: Vec<usize> = (0..waits.len()).filter(|at| waits[*at] == 0).collect();
        let mut done = 0;
        while let Some(at) = ready.pop() {
            done += 1;
            for &reader in &readers[starts[at] as usize..starts[at + 1] as usize] {
                waits[reader as usize] -= 1;
                if waits[reader as usize] == 0 {
                    ready.push(reader as usize);
                }
            }
        }
        if done == waits.len() {
            Ok(())
        } else {
            Err(refused("resource graph has cycles: not a dag"))
        }
    }
}

/// Merges a second resource with a name into the first.
fn merge(kind: &ResourceKind, first: &mut Arc<Resource>, second: &Resource) -> Result<()> {
    let Some(why) = difference(kind, first, second)? else {
        return Ok(());
    };
    match kind.behavior.as_ref().filter(|_| kind.has(Trait::Merges)) {
        None => {
            let why = why.message();
            Err(refused(format!(
                "inequivalent duplicate resource `{first}` found: {why}"
            )))
        }
        Some(behavior) => match behavior.merge(first, second) {
            Ok(merged) => {
                *first = Arc::new(merged);
                Ok(())
            }
            Err(why) if why.code().is_refusal() => Err(why),
            Err(why) => {
                let why = why.message();
                Err(refused(format!(
                    "incompatible duplicate resource `{first}` found: {why}"
                )))
            }
        },
    }
}

/// Returns the difference between two resources with the same name, or `None` if they are equal.
///
/// # Errors
/// [`Code::Limit`] or [`Code::Cancelled`], which do not state a difference.
fn difference(kind: &ResourceKind, first: &Resource, second: &Resource) -> Result<Option<Error>> {
    match first.compare(kind, second) {
        Ok(()) => Ok(None),
        Err(why) if why.code().is_refusal() => Err(why),
        Err(why) => Ok(Some(why)),
    }
}

/// Checks whether one resource can send to a field of a second one.
fn can_send(kinds: &ResourceKinds, edge: &EdgeSpec, sent: &Sent) -> Result<()> {
    let (sender, receiver) = (kinds.find(&edge.from.kind)?, kinds.find(&edge.to.kind)?);
    let why = why_not_sent(
        (&edge.from.kind, sender, &sent.key),
        (&edge.to.kind, receiver, &sent.field),
    );
    match why {
        None => Ok(()),
        Some(Unsent::Kind(message)) => Err(refused(message)),
        Some(Unsent::Field(why)) => Err(refused(format!(
            "cannot send/recv from {}.{} to {}.{}: {why}",
            edge.from, sent.key, edge.to, sent.field
        ))),
    }
}

/// The reason why a value cannot be sent.
pub(crate) enum Unsent {
    /// One of the kinds cannot send or receive; holds the whole message.
    Kind(String),
    /// The fields do not fit.
    Field(String),
}

/// Returns why a resource cannot send to a field of a second one, or `None` if it can. Each side
/// consists of the name of the kind, the kind, and the name of the field.
pub(crate) fn why_not_sent(
    (from, sender, key): (&str, &ResourceKind, &str),
    (to, receiver, field): (&str, &ResourceKind, &str),
) -> Option<Unsent> {
    let Some(sends) = &sender.sends else {
        return Some(Unsent::Kind(format!(
            "cannot send from resource of kind: {from}"
        )));
    };
    if !receiver.has(Trait::Receives) {
        return Some(Unsent::Kind(format!(
            "cannot recv to resource of kind: {to}"
        )));
    }
    match (sends.get(key), receiver.fields.get(field)) {
        (None, _) => Some(Unsent::Field("key not found in send struct".to_owned())),
        (_, None) => Some(Unsent::Field("key not found in recv struct".to_owned())),
        (Some(sent), Some(received)) if fits(sent, received) => None,
        (Some(sent), Some(received)) => {
            let (sent, received) = (sent.bare(), received.bare());
            Some(Unsent::Field(format!(
                "field kind mismatch between {sent} and {received}"
            )))
        }
    }
}

/// Returns whether the receiving field can store the sent one.
fn fits(sent: &ResourceField, received: &ResourceField) -> bool {
    let any = Type::any();
    sent.ty == *any || received.ty == *any || sent.bare() == received.bare()
}

#[cold]
fn refused(message: impl Into<String>) -> Error {
    Error::new(Code::Value, message)
}
