//! Topological order of vertices.
//!
//! The order number of a vertex is lower than those of its readers and of all vertices in the parts
//! that it opened, so that a vertex is never called before the form that may remove it. A new edge
//! may contradict the numbers. Then all vertices that are reachable from its end get new numbers,
//! higher than all existing ones, in a topological order. The cost is that of the reachable
//! vertices, which must be visited anyway when a value is sent over the edge; all other vertices
//! keep their numbers. An edge that closes a cycle always contradicts the numbers, so cycles are
//! found among the same vertices.

use crate::vertex::{Part, Vertex};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::IdMap;

/// The state of a vertex in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum VisitState {
    /// The vertex is on the search path.
    Open,
    /// All vertices that it reaches are ordered.
    Placed,
}

/// The progress of the search at a vertex: its edges, then its parts, and the vertices of the
/// current part.
struct SearchFrame {
    index: u32,
    edges: usize,
    parts: usize,
    members: usize,
}

impl SearchFrame {
    fn new(index: u32) -> SearchFrame {
        SearchFrame {
            index,
            edges: 0,
            parts: 0,
            members: 0,
        }
    }

    /// Returns the next vertex that is reached.
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

/// Assigns new numbers, higher than all others, to all vertices that are reachable from `roots`,
/// the ends of edges that contradict the order. Returns these vertices.
pub(crate) fn repair(
    vertices: &mut [Vertex],
    parts: &[Part],
    next_order: &mut u64,
    roots: &[u32],
    budget: &Budget,
) -> Result<Vec<u32>> {
    if roots.is_empty() {
        return Ok(Vec::new());
    }
    let mut marks: IdMap<u32, VisitState> = IdMap::default();
    // Each vertex is after all vertices that it reaches.
    let mut placed = Vec::new();
    let mut path: Vec<SearchFrame> = Vec::new();
    for root in roots {
        if marks.contains_key(root) {
            continue;
        }
        marks.insert(*root, VisitState::Open);
        path.push(SearchFrame::new(*root));
        while let Some(at) = path.last_mut() {
            budget.charge(1)?;
            let Some(next) = at.next(vertices, parts) else {
                marks.insert(at.index, VisitState::Placed);
                placed.push(at.index);
                path.pop();
                continue;
            };
            match marks.get(&next) {
                Some(VisitState::Placed) => {}
                Some(VisitState::Open) => return Err(cycle()),
                None => {
                    marks.insert(next, VisitState::Open);
                    path.push(SearchFrame::new(next));
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
fn cycle() -> Error {
    let message = "the graph cannot change: a vertex would read its own value";
    Error::new(Code::InvalidArgument, message)
}
