//! Cycles of a directed graph: its strongly connected components (Tarjan's algorithm, with an
//! explicit stack), and a shortest cycle in each.

use super::relationships::{Cycle, Relationship};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use std::collections::VecDeque;

/// The memory of a vertex while cycles are searched, in bytes.
const VERTEX_BYTES: u64 = 48;

/// A vertex that has not been visited.
const NONE: u32 = u32::MAX;

/// The targets of each vertex in one list.
struct Targets {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Targets {
    fn new(count: usize, edges: &[Relationship]) -> Targets {
        let mut starts = vec![0u32; count + 1];
        for edge in edges {
            starts[edge.source as usize + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; edges.len()];
        for edge in edges {
            let slot = &mut next[edge.source as usize];
            targets[*slot as usize] = edge.target;
            *slot += 1;
        }
        Targets { starts, targets }
    }

    fn of(&self, vertex: u32) -> &[u32] {
        let (start, end) = (
            self.starts[vertex as usize],
            self.starts[vertex as usize + 1],
        );
        &self.targets[start as usize..end as usize]
    }
}

/// Returns the cycles of a graph, in the order of their first vertices.
pub(super) fn find(count: usize, edges: &[Relationship], budget: &Budget) -> Result<Vec<Cycle>> {
    budget.parts(count as u64, VERTEX_BYTES)?;
    budget.parts(edges.len() as u64, 4)?;
    let targets = Targets::new(count, edges);
    let component = components(count, &targets);
    let mut sizes = vec![0u32; count];
    for id in &component {
        sizes[*id as usize] += 1;
    }
    let mut place = vec![NONE; count];
    let mut found: Vec<Cycle> = Vec::new();
    for vertex in 0..count as u32 {
        let id = component[vertex as usize] as usize;
        if sizes[id] == 1 && !targets.of(vertex).contains(&vertex) {
            continue;
        }
        if place[id] == NONE {
            place[id] = found.len() as u32;
            found.push(Cycle {
                members: Vec::new(),
                path: shortest(vertex, &targets, &component),
            });
        }
        found[place[id] as usize].members.push(vertex);
    }
    Ok(found)
}

/// Returns the number of the component of each vertex, which is one of its vertices.
fn components(count: usize, targets: &Targets) -> Vec<u32> {
    let mut order = vec![NONE; count];
    let mut low = vec![NONE; count];
    let mut component = vec![NONE; count];
    let mut open = Vec::new();
    let mut path: Vec<(u32, u32)> = Vec::new();
    let mut time = 0;
    for root in 0..count as u32 {
        if order[root as usize] != NONE {
            continue;
        }
        path.push((root, 0));
        while let Some((vertex, at)) = path.pop() {
            let own = vertex as usize;
            if at == 0 {
                (order[own], low[own]) = (time, time);
                time += 1;
                open.push(vertex);
            }
            let next = targets.of(vertex).get(at as usize).copied();
            let Some(next) = next else {
                if low[own] == order[own] {
                    while let Some(member) = open.pop() {
                        component[member as usize] = vertex;
                        if member == vertex {
                            break;
                        }
                    }
                }
                if let Some((parent, _)) = path.last() {
                    let parent = *parent as usize;
                    low[parent] = low[parent].min(low[own]);
                }
                continue;
            };
            path.push((vertex, at + 1));
            let other = next as usize;
            if order[other] == NONE {
                path.push((next, 0));
            } else if component[other] == NONE {
                low[own] = low[own].min(order[other]);
            }
        }
    }
    component
}

/// Returns a shortest cycle through a vertex within its component.
fn shortest(start: u32, targets: &Targets, component: &[u32]) -> Vec<u32> {
    let mut before = std::collections::BTreeMap::new();
    let mut waiting = VecDeque::from([start]);
    while let Some(vertex) = waiting.pop_front() {
        for next in targets.of(vertex) {
            if *next == start {
                let mut path = vec![vertex];
                while let Some(last) = path.last().filter(|last| **last != start) {
                    match before.get(last) {
                        Some(earlier) => path.push(*earlier),
                        None => break,
                    }
                }
                path.reverse();
                return path;
            }
            let is_inside = component[*next as usize] == component[start as usize];
            if is_inside && !before.contains_key(next) {
                before.insert(*next, vertex);
                waiting.push_back(*next);
            }
        }
    }
    vec![start]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::relationships::Events;

    fn cycles(count: usize, edges: &[(u32, u32)]) -> Vec<(Vec<u32>, Vec<u32>)> {
        let edges: Vec<Relationship> = edges
            .iter()
            .map(|(source, target)| Relationship {
                source: *source,
                target: *target,
                events: Events::Order,
            })
            .collect();
        let found = find(count, &edges, &Budget::new()).unwrap();
        found
            .into_iter()
            .map(|cycle| (cycle.members, cycle.path))
            .collect()
    }

    #[test]
    fn cycles_have_members_and_a_shortest_path() {
        assert_eq!(cycles(3, &[(0, 1), (1, 2), (0, 2)]), []);
        assert_eq!(cycles(2, &[(1, 1), (0, 1)]), [(vec![1], vec![1])]);
        assert_eq!(
            cycles(6, &[(0, 1), (1, 2), (2, 3), (3, 1), (2, 1), (4, 5), (5, 4)]),
            [(vec![1, 2, 3], vec![1, 2]), (vec![4, 5], vec![4, 5])]
        );
    }

    #[test]
    fn long_chains_need_no_stack() {
        const COUNT: u32 = 200_000;
        let edges: Vec<(u32, u32)> = (0..COUNT).map(|at| (at, (at + 1) % COUNT)).collect();
        let found = cycles(COUNT as usize, &edges);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].1.len(), COUNT as usize);
    }
}
