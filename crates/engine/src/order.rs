//! Topological order: in which order are vertices called?
//!
//! Each has a number that is lower than those of all that read it, and of all that stand in the
//! parts that it opened: what it takes down is not called before that. A new edge may go against
//! the numbers: then all that its end reaches gets new ones, higher than any before, in an order
//! of their own. That costs what the end reaches, which has to be looked at anyway once a value
//! comes over the edge; whatever else there is keeps its place. An edge that closes a circle
//! goes against the numbers in any case, so circles are found among the same vertices.

use crate::vertex::{Part, Vertex};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::IdMap;

/// How far the search has come with a vertex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// It lies on the way.
    Open,
    /// All that it reaches has a place.
    Placed,
}

/// How far the search has followed a vertex: its edges, then its parts, and in the part at hand
/// its vertices.
struct Way {
    index: u32,
    edges: usize,
    parts: usize,
    members: usize,
}

impl Way {
    fn new(index: u32) -> Way {
        Way {
            index,
            edges: 0,
            parts: 0,
            members: 0,
        }
    }

    /// What comes next after the vertex.
    fn next(&mut self, vertices: &[Vertex], parts: &[Part]) -> Option<u32> {
        let vertex = &vertices[self.index as usize];
        if let Some(output) = vertex.outputs.get(self.edges) {
            self.edges += 1;
            return Some(output.to);
        }
        while let Some(part) = vertex.parts.get(self.parts) {
            if let Some(member) = parts[*part as usize].vertices.get(self.members) {
                self.members += 1;
                return Some(*member);
            }
            self.parts += 1;
            self.members = 0;
        }
        None
    }
}

/// Puts behind all others what edges that go against the order lead to, and says what.
pub(crate) fn repair(
    vertices: &mut [Vertex],
    parts: &[Part],
    next_order: &mut u64,
    heads: &[u32],
    budget: &Budget,
) -> Result<Vec<u32>> {
    if heads.is_empty() {
        return Ok(Vec::new());
    }
    let mut marks: IdMap<u32, Mark> = IdMap::default();
    // Each after all that it reaches.
    let mut placed = Vec::new();
    let mut way: Vec<Way> = Vec::new();
    for head in heads {
        if marks.contains_key(head) {
            continue;
        }
        marks.insert(*head, Mark::Open);
        way.push(Way::new(*head));
        while let Some(at) = way.last_mut() {
            budget.charge(1)?;
            let Some(next) = at.next(vertices, parts) else {
                marks.insert(at.index, Mark::Placed);
                placed.push(at.index);
                way.pop();
                continue;
            };
            match marks.get(&next) {
                Some(Mark::Placed) => {}
                Some(Mark::Open) => return Err(circle()),
                None => {
                    marks.insert(next, Mark::Open);
                    way.push(Way::new(next));
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
