//! Interpretation: construction of the resource graph from the output of all statements.

use super::emit::Emitted;
use super::program::Program;
use crate::compile_error::{CompileError, Stage};
use crate::resources::{EdgeSpec, Item, Refused, Resource, ResourceGraph, build};
use crate::scope::program::At;
use polycty_core::calls::Budget;
use polycty_core::source::Error;
use polycty_core::values::Value;
use std::sync::Arc;

/// Builds the resource graph of a program's output.
///
/// # Errors
/// The first error in the order of the text, or the reason why the graph is refused.
pub(super) fn interpret(
    program: &Program,
    output: &Value,
    budget: &Budget,
) -> Result<ResourceGraph, Box<CompileError>> {
    let mut last = None;
    let mut resources: Vec<Arc<Resource>> = Vec::new();
    let mut locations: Vec<Option<At>> = Vec::new();
    let mut edges: Vec<EdgeSpec> = Vec::new();
    let mut edge_places: Vec<At> = Vec::new();
    let mut left = vec![output];
    while let Some(value) = left.pop() {
        if let Err(spent) = budget.charge(1) {
            let failure = CompileError::of(Stage::Interpret, Error::from(spent));
            return Err(match last {
                Some(at) => failure.at(&program.nodes().location(at)),
                None => failure,
            });
        }
        match Emitted::of(value) {
            Some(Emitted::Several(parts)) => left.extend(parts.iter().rev()),
            Some(Emitted::Statement(statement)) => {
                if let Some(error) = &statement.error {
                    return Err(error.clone());
                }
                last = statement.at.or(last);
                resources.extend(statement.resources.iter().cloned());
                locations.resize(resources.len(), statement.at);
                for (edge, at) in &statement.edges {
                    edges.push(edge.clone());
                    edge_places.push(*at);
                }
            }
            None => {}
        }
    }
    let kinds = &program.environment().kinds;
    build(kinds, &resources, &edges, budget).map_err(|Refused { item, error }| {
        let stage = match item {
            Item::AutomaticEdges => Stage::AutoEdge,
            _ => Stage::Interpret,
        };
        let at = match item {
            Item::Resource(at) => locations.get(at).copied().flatten(),
            Item::Edge(at) => edge_places.get(at).copied(),
            Item::AutomaticEdges | Item::Whole => None,
        };
        let failure = CompileError::of(stage, error);
        match at {
            Some(at) => failure.at(&program.nodes().location(at)),
            None => failure,
        }
    })
}

/// Returns the resources that differ between two outputs, in pairs of the old and the new one. The
/// result is `None` if the outputs differ in anything else. Parts that both outputs share are not
/// compared.
pub(super) fn replacements(
    before: &Value,
    after: &Value,
    budget: &Budget,
) -> Option<Vec<(Arc<Resource>, Arc<Resource>)>> {
    let mut found = Vec::new();
    let mut left = vec![(before, after)];
    while let Some((before, after)) = left.pop() {
        let (before, after) = (Emitted::of(before)?, Emitted::of(after)?);
        if std::ptr::eq(before, after) {
            continue;
        }
        match (before, after) {
            (Emitted::Several(a), Emitted::Several(b)) if a.len() == b.len() => {
                budget.charge(a.len() as u64).ok()?;
                left.extend(a.iter().zip(b));
            }
            (Emitted::Statement(a), Emitted::Statement(b))
                if a.error.is_none()
                    && b.error.is_none()
                    && a.resources.len() == b.resources.len()
                    && a.edges == b.edges =>
            {
                budget
                    .charge((a.resources.len() + a.edges.len()) as u64)
                    .ok()?;
                let pairs = a.resources.iter().zip(&b.resources);
                found.extend(pairs.map(|(a, b)| (a.clone(), b.clone())));
            }
            _ => return None,
        }
    }
    Some(found)
}
