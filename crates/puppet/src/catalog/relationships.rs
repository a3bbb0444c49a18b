//! The graph of an agent: the order of the resources of a catalog.
//!
//! Each container (stage, class, node, resource of a defined type) becomes two vertices, its start
//! and its end, which Puppet calls whits. Its contents are between them. A relationship with a
//! container ends at its start or begins at its end. Relationships that types imply
//! ([`autorequire`](super::autorequire)) are added unless an explicit one exists.

use super::autorequire;
use super::json::reference_text;
use super::model::{Catalog, CatalogResource, ResourceKind};
use crate::resource_types::built_in;
use crate::types::resources::capitalised;
use crate::values::special::array_elements;
use polycty_core::calls::{Budget, Worklist};
use polycty_core::source::{
    Code, Diagnostic, Error, MAX_DIAGNOSTICS, Related, Reporter, Result, Source,
};
use polycty_core::types::{KeyedMap, KeyedSet, Str};
use polycty_core::values::Value;
use std::fmt;

/// The memory of a vertex and of an edge, in bytes.
const VERTEX_BYTES: usize = 64;
const EDGE_BYTES: usize = 32;

/// The graph of an agent.
#[derive(Clone, Debug, Default)]
pub struct RelationshipGraph {
    vertices: Vec<Vertex>,
    relationships: Vec<Relationship>,
}

/// A vertex of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// The index of the resource in the catalog.
    pub resource: u32,
    /// Whether the vertex is the resource or an end of a container.
    pub part: Part,
    /// The reference, such as `Notify[a]` or `Whit[Completed_class[K]]`.
    pub reference: Str,
}

/// The part of a resource that a vertex represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A resource that is not a container.
    Whole,
    /// The start of a container.
    Start,
    /// The end of a container.
    End,
}

/// The events that a relationship passes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Events {
    /// A change of the source refreshes the target, as with `notify`, `subscribe` and containment.
    Refresh,
    /// Only the order, as with `before` and `require`.
    Order,
    /// Only the order, implied by a type.
    Implied,
}

/// An edge of the graph: the source is applied before the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relationship {
    /// The index of the first vertex.
    pub source: u32,
    /// The index of the second vertex.
    pub target: u32,
    /// The events that are passed on.
    pub events: Events,
}

/// Vertices that depend on each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The vertices that depend on each other, in the order of the graph.
    pub members: Vec<u32>,
    /// A shortest cycle through the first member: each vertex is applied before the next one, and
    /// the last one before the first.
    pub path: Vec<u32>,
}

impl Catalog {
    /// Returns the graph of the agent that applies the catalog, without virtual resources.
    ///
    /// # Errors
    /// - [`Code::NotFound`] for a relationship with a resource that the agent does not have.
    /// - [`Code::Limit`] if the budget is exceeded.
    pub fn relationships(&self, budget: &Budget) -> Result<RelationshipGraph> {
        let mut graph = Builder::new(self, budget)?;
        graph.explicit()?;
        graph.implied()?;
        graph.containment()?;
        Ok(graph.graph)
    }
}

/// Whether a resource contains others.
fn is_container(resource: &CatalogResource) -> bool {
    resource.kind != ResourceKind::Compilable || *resource.resource_type == *"Stage"
}

/// The resources that the agent has, by reference.
pub(super) struct Index(KeyedMap<(Str, Str), u32>);

impl Index {
    /// Indexes the resources of a catalog by title, by name attribute and by alias.
    fn new(catalog: &Catalog, budget: &Budget) -> Result<Index> {
        let mut found = KeyedMap::default();
        let present = (0u32..)
            .zip(&catalog.resources)
            .filter(|(_, resource)| !resource.is_virtual);
        for (at, resource) in present.clone() {
            let title = canonical(&resource.resource_type, &resource.title);
            let key = (resource.resource_type.clone(), title);
            budget.insert(&mut found, VERTEX_BYTES, key, at)?;
        }
        for (at, resource) in present {
            let ty = built_in(&resource.resource_type.to_lowercase());
            let name = ty.and_then(|ty| resource.parameter(ty.name_attribute()));
            let others = name.into_iter().chain(resource.parameter("alias"));
            for other in others.flat_map(|value| {
                let single = std::slice::from_ref(value);
                array_elements(value).unwrap_or(single)
            }) {
                let Some(title) = other.as_str() else {
                    continue;
                };
                budget.parts(1, (VERTEX_BYTES + title.len()) as u64)?;
                let key = (
                    resource.resource_type.clone(),
                    canonical(&resource.resource_type, title),
                );
                found.entry(key).or_insert(at);
            }
        }
        Ok(Index(found))
    }

    /// Returns the index of a resource by its type, with capitalized segments, and a title.
    pub(super) fn find(&self, resource_type: &str, title: &str) -> Option<u32> {
        let key = (resource_type.into(), canonical(resource_type, title));
        self.0.get(&key).copied()
    }
}

/// Returns a title as references of a type write it.
fn canonical(resource_type: &str, title: &str) -> Str {
    match resource_type {
        "Class" => capitalised(title).into(),
        "File" if title.len() > 1 => match title.trim_end_matches('/') {
            "" => "/".into(),
            trimmed => trimmed.into(),
        },
        _ => title.into(),
    }
}

struct Builder<'c> {
    catalog: &'c Catalog,
    budget: &'c Budget,
    index: Index,
    graph: RelationshipGraph,
    /// The vertices of each resource: the start and the end, equal unless it is a container. `None`
    /// for a virtual resource.
    ends: Vec<Option<(u32, u32)>>,
    /// The pairs of resources with an explicit relationship.
    related: KeyedSet<(u32, u32)>,
}

impl<'c> Builder<'c> {
    fn new(catalog: &'c Catalog, budget: &'c Budget) -> Result<Builder<'c>> {
        let mut builder = Builder {
            catalog,
            budget,
            index: Index::new(catalog, budget)?,
            graph: RelationshipGraph::default(),
            ends: Vec::with_capacity(catalog.resources.len()),
            related: KeyedSet::default(),
        };
        for (at, resource) in (0u32..).zip(&catalog.resources) {
            let ends = if resource.is_virtual {
                None
            } else if is_container(resource) {
                let start = builder.vertex(at, resource, Part::Start)?;
                Some((start, builder.vertex(at, resource, Part::End)?))
            } else {
                let vertex = builder.vertex(at, resource, Part::Whole)?;
                Some((vertex, vertex))
            };
            builder.ends.push(ends);
        }
        Ok(builder)
    }

    fn vertex(&mut self, at: u32, resource: &CatalogResource, part: Part) -> Result<u32> {
        let title = if *resource.resource_type == *"Class" {
            capitalised(&resource.title)
        } else {
            resource.title.to_string()
        };
        let whit = |word: &str| {
            let spelled = capitalised(&format!("{word}_{}", resource.resource_type));
            format!("Whit[{spelled}[{title}]]")
        };
        let reference = match part {
            Part::Whole => resource.reference(),
            Part::Start => whit("admissible"),
            Part::End => whit("completed"),
        };
        let id = self.graph.vertices.len() as u32;
        let heap = VERTEX_BYTES + reference.len();
        let vertex = Vertex {
            resource: at,
            part,
            reference: reference.into(),
        };
        self.budget
            .push_owning(&mut self.graph.vertices, heap, vertex)?;
        Ok(id)
    }

    fn add(&mut self, source: u32, target: u32, events: Events) -> Result<()> {
        let relationship = Relationship {
            source,
            target,
            events,
        };
        let list = &mut self.graph.relationships;
        Ok(self.budget.push_owning(list, EDGE_BYTES, relationship)?)
    }

    /// Adds a relationship of two resources.
    fn relate(&mut self, source: u32, target: u32, events: Events) -> Result<()> {
        let ends = |at: u32| self.ends.get(at as usize).copied().flatten();
        match (ends(source), ends(target)) {
            (Some((_, source)), Some((target, _))) => self.add(source, target, events),
            _ => Ok(()),
        }
    }

    /// Adds the relationships that the parameters of resources define.
    fn explicit(&mut self) -> Result<()> {
        let catalog = self.catalog;
        for (at, resource) in (0u32..).zip(&catalog.resources) {
            if resource.is_virtual {
                continue;
            }
            for (name, events, is_source) in [
                ("require", Events::Order, false),
                ("subscribe", Events::Refresh, false),
                ("before", Events::Order, true),
                ("notify", Events::Refresh, true),
            ] {
                let Some(value) = resource.parameter(name) else {
                    continue;
                };
                for other in self.referenced(value, resource)? {
                    let (source, target) = if is_source { (at, other) } else { (other, at) };
                    self.related.insert((source, target));
                    self.relate(source, target, events)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the resources that a value names.
    fn referenced(&self, value: &Value, resource: &CatalogResource) -> Result<Vec<u32>> {
        let mut found = Vec::new();
        let mut left = Worklist::of(self.budget, [value])?;
        while let Some(value) = left.next()? {
            if let Some(elements) = array_elements(value) {
                left.extend(elements.iter().rev())?;
                continue;
            }
            let text = match value.as_type() {
                Some(ty) => reference_text(ty).unwrap_or_default(),
                None => value.as_str().unwrap_or_default().to_owned(),
            };
            if text.is_empty() && value.is_null() {
                continue;
            }
            let known = text
                .strip_suffix(']')
                .and_then(|text| text.split_once('['))
                .and_then(|(ty, title)| self.index.find(&capitalised(ty), title));
            let Some(at) = known else {
                let message = format!(
                    "Could not retrieve dependency '{text}' of {}",
                    resource.reference()
                );
                return Err(Error::new(Code::NotFound, message));
            };
            self.budget.push(&mut found, at)?;
        }
        Ok(found)
    }

    /// Adds the relationships that types imply, unless one of the two resources already depends on
    /// the other explicitly.
    fn implied(&mut self) -> Result<()> {
        let catalog = self.catalog;
        for (at, resource) in (0u32..).zip(&catalog.resources) {
            if resource.is_virtual {
                continue;
            }
            let sources = autorequire::required(resource, &self.index, self.budget)?;
            for source in sources {
                let is_explicit = self.related.contains(&(source, at))
                    || self.related.contains(&(at, source))
                    || source == at;
                if !is_explicit {
                    self.relate(source, at, Events::Implied)?;
                }
            }
        }
        Ok(())
    }

    /// Puts the contents of containers between their starts and ends.
    fn containment(&mut self) -> Result<()> {
        let catalog = self.catalog;
        let mut is_empty = vec![true; catalog.resources.len()];
        for edge in &catalog.edges {
            let ends = |at: u32| self.ends.get(at as usize).copied().flatten();
            let (Some((start, end)), Some((first, last))) = (ends(edge.source), ends(edge.target))
            else {
                continue;
            };
            if let Some(empty) = is_empty.get_mut(edge.source as usize) {
                *empty = false;
            }
            self.add(start, first, Events::Refresh)?;
            self.add(last, end, Events::Refresh)?;
        }
        for (at, empty) in is_empty.into_iter().enumerate() {
            if let (true, Some((start, end))) = (empty, self.ends[at])
                && start != end
            {
                self.add(start, end, Events::Order)?;
            }
        }
        Ok(())
    }
}

impl RelationshipGraph {
    /// The vertices.
    #[must_use]
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The edges.
    #[must_use]
    pub fn relationships(&self) -> &[Relationship] {
        &self.relationships
    }

    /// Returns the cycles, in the order of their first vertices.
    ///
    /// # Errors
    /// [`Code::Limit`] if the budget is exceeded.
    pub fn cycles(&self, budget: &Budget) -> Result<Vec<Cycle>> {
        super::cycles::find(self.vertices.len(), &self.relationships, budget)
    }

    /// Checks that an agent can order the resources.
    ///
    /// # Errors
    /// - [`Code::Diagnostics`] with a diagnostic for each cycle. Its position is that of the first
    ///   resource of the cycle; the related locations are those of the others.
    /// - [`Code::Limit`] if the budget is exceeded.
    pub fn check_cycles(&self, catalog: &Catalog, budget: &Budget) -> Result<()> {
        let cycles = self.cycles(budget)?;
        if cycles.is_empty() {
            return Ok(());
        }
        let mut diagnostics = Vec::new();
        for cycle in cycles.iter().take(MAX_DIAGNOSTICS) {
            budget.charge(cycle.path.len() as u64)?;
            let diagnostic = self.of_cycle(cycle, catalog);
            budget.hold(diagnostic.memory() as u64)?;
            diagnostics.push(diagnostic);
        }
        Err(Error::from_diagnostics(Code::Diagnostics, diagnostics))
    }

    /// Returns the diagnostic of a cycle.
    fn of_cycle(&self, cycle: &Cycle, catalog: &Catalog) -> Diagnostic {
        let message = format!("dependency cycle: {}", self.cycle_text(cycle));
        let mut diagnostic = Reporter::Puppet.error(message, "");
        diagnostic = diagnostic.with_name("dependency-cycle");
        let mut seen = None;
        for at in &cycle.path {
            let Some(vertex) = self.vertices.get(*at as usize) else {
                continue;
            };
            let Some(resource) = catalog.resources.get(vertex.resource as usize) else {
                continue;
            };
            // Both ends of a container have its position.
            let (Some(file), Some(line)) = (&resource.file, resource.line) else {
                continue;
            };
            if seen.replace(vertex.resource) == Some(vertex.resource) {
                continue;
            }
            let (range, source) = (
                super::model::at(line, 1),
                Some(Source::new(file.clone(), "")),
            );
            if diagnostic.subject.is_none() {
                (diagnostic.subject, diagnostic.source) = (Some(range), source);
            } else {
                diagnostic = diagnostic.with_related(Related {
                    message: resource.reference(),
                    range,
                    source,
                });
            }
        }
        diagnostic
    }

    /// Returns the text of a cycle, as Puppet's messages write it: the references with `=>` between
    /// them, the first one also at the end.
    #[must_use]
    pub fn cycle_text(&self, cycle: &Cycle) -> String {
        let closed = cycle.path.iter().chain(cycle.path.first());
        let references: Vec<&str> = closed
            .filter_map(|at| self.vertices.get(*at as usize))
            .map(|vertex| &*vertex.reference)
            .collect();
        format!("({})", references.join(" => "))
    }
}

impl fmt::Display for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Events::Refresh => "ALL_EVENTS",
            Events::Order => "",
            Events::Implied => "NONE",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A catalog with a class, a defined type and two files.
    const CATALOG: &str = r#"{"resources":[
        {"type":"Stage","title":"main","kind":"compilable_type"},
        {"type":"Class","title":"main","kind":"unknown"},
        {"type":"Class","title":"K","kind":"unknown"},
        {"type":"D","title":"x","kind":"defined_type","parameters":{"require":"Class[k]"}},
        {"type":"File","title":"/a/","kind":"compilable_type","parameters":{"path":"/a"}},
        {"type":"File","title":"/a/b/c","kind":"compilable_type","parameters":{"notify":["D[x]"]}}],
        "edges":[
        {"source":"Stage[main]","target":"Class[main]"},
        {"source":"Stage[main]","target":"Class[K]"},
        {"source":"Class[main]","target":"D[x]"},
        {"source":"Class[K]","target":"File[/a/]"},
        {"source":"D[x]","target":"File[/a/b/c]"}]}"#;

    fn edges(graph: &RelationshipGraph) -> Vec<String> {
        let name = |at: u32| &graph.vertices()[at as usize].reference;
        let all = graph.relationships().iter();
        all.map(|edge| {
            format!(
                "{} -{}> {}",
                name(edge.source),
                edge.events,
                name(edge.target)
            )
        })
        .collect()
    }

    #[test]
    fn containers_have_a_start_and_an_end() {
        let budget = Budget::new();
        let catalog = Catalog::from_json(CATALOG, &budget).unwrap();
        let graph = catalog.relationships(&budget).unwrap();
        assert_eq!(
            edges(&graph),
            [
                "Whit[Completed_class[K]] -> Whit[Admissible_d[x]]",
                "File[/a/b/c] -ALL_EVENTS> Whit[Admissible_d[x]]",
                "File[/a/] -NONE> File[/a/b/c]",
                "Whit[Admissible_stage[main]] -ALL_EVENTS> Whit[Admissible_class[Main]]",
                "Whit[Completed_class[Main]] -ALL_EVENTS> Whit[Completed_stage[main]]",
                "Whit[Admissible_stage[main]] -ALL_EVENTS> Whit[Admissible_class[K]]",
                "Whit[Completed_class[K]] -ALL_EVENTS> Whit[Completed_stage[main]]",
                "Whit[Admissible_class[Main]] -ALL_EVENTS> Whit[Admissible_d[x]]",
                "Whit[Completed_d[x]] -ALL_EVENTS> Whit[Completed_class[Main]]",
                "Whit[Admissible_class[K]] -ALL_EVENTS> File[/a/]",
                "File[/a/] -ALL_EVENTS> Whit[Completed_class[K]]",
                "Whit[Admissible_d[x]] -ALL_EVENTS> File[/a/b/c]",
                "File[/a/b/c] -ALL_EVENTS> Whit[Completed_d[x]]",
            ]
        );
        let cycles = graph.cycles(&budget).unwrap();
        let texts: Vec<String> = cycles.iter().map(|cycle| graph.cycle_text(cycle)).collect();
        assert_eq!(
            texts,
            ["(Whit[Admissible_d[x]] => File[/a/b/c] => Whit[Admissible_d[x]])"]
        );
    }

    #[test]
    fn a_relationship_with_a_missing_resource_is_an_error() {
        let text = r#"{"resources":[{"type":"Notify","title":"a","kind":"compilable_type",
            "parameters":{"before":["Notify[b]"]}}]}"#;
        let budget = Budget::new();
        let catalog = Catalog::from_json(text, &budget).unwrap();
        let error = catalog.relationships(&budget).unwrap_err();
        assert_eq!(
            error.message(),
            "Could not retrieve dependency 'Notify[b]' of Notify[a]"
        );
    }
}
