//! In which order are vertices called?
//!
//! Each has a number that is lower than those of all that read it. A new edge may go against
//! the numbers: then all that its end reaches gets new ones, higher than any before, in an order
//! of their own. That costs what the end reaches, which has to be looked at anyway once a value
//! comes over the edge; whatever else there is keeps its place. An edge that closes a circle
//! goes against the numbers in any case, so circles are found among the same vertices.

use crate::graph::Vertex;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use rustc_hash::FxHashMap;

/// How far the search has come with a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// It lies on the way.
    Open,
    /// All that it reaches has a place.
    Placed,
}

/// Puts behind all others what edges that go against the order lead to, and says what.
pub(crate) fn repair(
    vertices: &mut [Vertex],
    next_order: &mut u64,
    heads: &[u32],
    budget: &Budget,
) -> Result<Vec<u32>> {
    let mut marks: FxHashMap<u32, Mark> = FxHashMap::default();
    // Each after all that it reaches.
    let mut placed = Vec::new();
    // A vertex, and how many of its edges were followed.
    let mut way: Vec<(u32, usize)> = Vec::new();
    for head in heads {
        if marks.contains_key(head) {
            continue;
        }
        marks.insert(*head, Mark::Open);
        way.push((*head, 0));
        while let Some((index, followed)) = way.last_mut() {
            budget.charge(1)?;
            let Some(output) = vertices[*index as usize].outputs.get(*followed) else {
                marks.insert(*index, Mark::Placed);
                placed.push(*index);
                way.pop();
                continue;
            };
            *followed += 1;
            match marks.get(&output.to) {
                Some(Mark::Placed) => {}
                Some(Mark::Open) => return Err(circle()),
                None => {
                    marks.insert(output.to, Mark::Open);
                    way.push((output.to, 0));
                }
            }
        }
    }
    for index in placed.iter().rev() {
        vertices[*index as usize].order = *next_order;
        *next_order += 1;
    }
    Ok(placed)
}

#[cold]
fn circle() -> Error {
    let message = "the graph cannot change: a vertex would read its own value";
    Error::new(Code::InvalidArgument, message)
}
