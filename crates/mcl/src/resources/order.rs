//! The order of the resources of a graph for their application.

use super::graph::ResourceGraph;
use crate::graphviz::digraph;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

impl ResourceGraph {
    /// Returns the numbers of all resources in an order where the first resource of an edge is
    /// before the second. Resources that no edge orders are ordered by number.
    ///
    /// ```
    /// use polycty_mcl::resources::ResourceGraph;
    /// assert_eq!(ResourceGraph::default().order(), []);
    /// ```
    #[must_use]
    pub fn order(&self) -> Vec<u32> {
        let count = self.resources().len();
        // The number of predecessors of each resource, and the edges by their first resource.
        let mut before = vec![0u32; count];
        let mut starts = vec![0u32; count + 1];
        for edge in self.edges() {
            before[edge.to] += 1;
            starts[edge.from + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let mut seconds = vec![0u32; self.edges().len()];
        let mut next = starts.clone();
        for edge in self.edges() {
            seconds[next[edge.from] as usize] = edge.to as u32;
            next[edge.from] += 1;
        }
        let free = (0..count as u32).filter(|at| before[*at as usize] == 0);
        let mut free: BinaryHeap<Reverse<u32>> = free.map(Reverse).collect();
        let mut order = Vec::with_capacity(count);
        while let Some(Reverse(at)) = free.pop() {
            order.push(at);
            let (from, to) = (starts[at as usize], starts[at as usize + 1]);
            for second in &seconds[from as usize..to as usize] {
                let left = &mut before[*second as usize];
                *left -= 1;
                if *left == 0 {
                    free.push(Reverse(*second));
                }
            }
        }
        order
    }

    /// Returns the graph in Graphviz notation. Edges that notify are labeled.
    #[must_use]
    pub fn graphviz(&self) -> String {
        let edges = self.edges().iter().map(|edge| {
            let label = if edge.notify { "notify" } else { "" };
            (edge.from, edge.to, label)
        });
        digraph(self.resources().iter(), edges)
    }
}
