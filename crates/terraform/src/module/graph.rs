//! The dependency graph: order of evaluation, and cycles.
//!
//! Tarjan's algorithm for strongly connected components, without recursion. It returns components
//! after their dependencies. A component of more than one node is a cycle.

use polycty_core::calls::Budget;
use polycty_core::sort::sort;
use polycty_core::source::Result;

/// Nodes by number, and the dependencies of each.
#[derive(Default)]
pub(crate) struct Graph {
    /// The dependencies of node `number` are `needs[starts[number]..starts[number + 1]]`.
    starts: Vec<usize>,
    needs: Vec<usize>,
}

/// The bytes of a node while components are found.
const NODE: usize = 56;

impl Graph {
    /// Adds the next node with its dependencies.
    pub(crate) fn add(&mut self, needs: &[usize], budget: &Budget) -> Result<()> {
        budget.push_owning(&mut self.starts, NODE, self.needs.len())?;
        Ok(budget.extend(&mut self.needs, needs.iter().copied())?)
    }

    /// The dependencies of a node.
    pub(crate) fn needs(&self, node: usize) -> &[usize] {
        let end = self.starts.get(node + 1).copied();
        &self.needs[self.starts[node]..end.unwrap_or(self.needs.len())]
    }

    /// Returns the nodes ordered so that each comes after its dependencies. The nodes of a cycle
    /// are together, in the order of their numbers.
    pub(crate) fn components(&self) -> Components {
        const UNSEEN: usize = usize::MAX;
        let count = self.starts.len();
        let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
        let mut is_open = vec![false; count];
        let mut open = Vec::new();
        let mut found = Components {
            nodes: Vec::with_capacity(count),
            ends: Vec::with_capacity(count),
        };
        // The nodes on the current path, each with the number of its dependencies that have been
        // visited.
        let mut way = Vec::new();
        let mut next = 0;
        for root in 0..count {
            if index[root] != UNSEEN {
                continue;
            }
            way.push((root, 0));
            while let Some((node, looked)) = way.pop() {
                if looked == 0 {
                    (index[node], low[node]) = (next, next);
                    next += 1;
                    open.push(node);
                    is_open[node] = true;
                }
                if let Some(&needed) = self.needs(node).get(looked) {
                    way.push((node, looked + 1));
                    if index[needed] == UNSEEN {
                        way.push((needed, 0));
                    } else if is_open[needed] {
                        low[node] = low[node].min(index[needed]);
                    }
                    continue;
                }
                if let Some((above, _)) = way.last() {
                    low[*above] = low[*above].min(low[node]);
                }
                if low[node] == index[node] {
                    let from = open.iter().rposition(|&at| at == node).unwrap_or(0);
                    let start = found.nodes.len();
                    found.nodes.extend(open.drain(from..));
                    let component = &mut found.nodes[start..];
                    for &mut member in &mut *component {
                        is_open[member] = false;
                    }
                    sort(component);
                    found.ends.push(found.nodes.len());
                }
            }
        }
        found
    }
}

/// Strongly connected components in order.
pub(crate) struct Components {
    nodes: Vec<usize>,
    /// The end of each component in `nodes`.
    ends: Vec<usize>,
}

impl Components {
    /// The nodes of each component.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[usize]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.nodes[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn components(needs: &[&[usize]]) -> Vec<Vec<usize>> {
        let mut graph = Graph::default();
        for needs in needs {
            graph.add(needs, &Budget::standard()).unwrap();
        }
        let found = graph.components();
        found.iter().map(<[usize]>::to_vec).collect()
    }

    #[test]
    fn dependencies_come_first() {
        let order = components(&[&[2], &[0], &[], &[1, 2]]);
        assert_eq!(order, [[2], [0], [1], [3]]);
    }

    #[test]
    fn a_circle_is_one_component() {
        let order = components(&[&[1], &[2], &[0], &[0], &[4]]);
        assert_eq!(order, [vec![0, 1, 2], vec![3], vec![4]]);
    }

    #[test]
    fn a_long_chain_does_not_use_the_stack() {
        let needs: Vec<Vec<usize>> = (1..=100_000).map(|next| vec![next % 100_000]).collect();
        let needs: Vec<&[usize]> = needs.iter().map(|needs| &**needs).collect();
        assert_eq!(components(&needs).len(), 1);
    }
}
