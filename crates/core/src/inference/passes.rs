//! Reachability and the occurs check in the graph of terms.
//!
//! Non-recursive passes over the classes, visiting each once. They find types that contain
//! themselves, unbound classes, and the levels of definitions. A visited class is marked with the
//! number of the current pass.

use super::terms::{NONE, Node, Ring, Slot, TermGraph};
use crate::types::Flags;

impl TermGraph {
    /// Lowers the level of all reachable classes to at most `level`.
    pub fn lower(&mut self, from: Vec<Node>, level: u32) {
        self.reach(from, |slot| slot.level = slot.level.min(level));
    }

    /// Returns the reachable classes without a term, in the order of visits.
    pub fn unbound_in(&mut self, from: Vec<Node>) -> Vec<Node> {
        self.reach(from, |_| {})
    }

    /// Visits each reachable class that may contain a variable. Returns those without a term.
    fn reach(&mut self, mut left: Vec<Node>, visit: impl Fn(&mut Slot)) -> Vec<Node> {
        let done = self.begin_pass() + 1;
        let mut unbound = Vec::new();
        left.reverse();
        while let Some(node) = left.pop() {
            let root = self.find(node);
            if std::mem::replace(&mut self.marks[root as usize], done) == done {
                continue;
            }
            visit(&mut self.slots[root as usize]);
            match self.term(root) {
                None => unbound.push(root),
                Some(term) => left.extend(self.parts(term).iter().rev()),
            }
        }
        unbound
    }

    /// Begins a pass over the graph. Returns the mark for open classes.
    fn begin_pass(&mut self) -> u32 {
        if self.pass == u32::MAX / 2 - 1 {
            self.pass = 0;
            self.marks.clear();
        }
        self.pass += 1;
        self.marks.resize(self.slots.len(), 0);
        2 * self.pass
    }

    /// Searches the reachable classes for one that is a part of itself.
    pub fn find_cycle(&mut self, from: impl IntoIterator<Item = Node>) -> Option<Ring> {
        let open = self.begin_pass();
        let done = open + 1;
        // A term, and the number of its parts that were visited.
        let mut path: Vec<(Node, usize)> = Vec::new();
        for node in from {
            let root = self.find(node);
            if self.marks[root as usize] >= open {
                continue;
            }
            let Some(term) = self.inner_term(root) else {
                continue;
            };
            self.marks[root as usize] = open;
            path.push((term, 0));
            while let Some(&mut (term, ref mut visited)) = path.last_mut() {
                let position = *visited;
                *visited += 1;
                let Some(&part) = self.parts(term).get(position) else {
                    let root = self.root(term);
                    self.marks[root as usize] = done;
                    path.pop();
                    continue;
                };
                let root = self.find(part);
                if self.marks[root as usize] == open {
                    let begin = path
                        .iter()
                        .position(|(term, _)| self.root(*term) == root)
                        .unwrap_or(0);
                    let ring = path[begin..].iter().map(|&(term, visited)| {
                        let position = visited - 1;
                        (term, position, self.parts(term)[position])
                    });
                    return Some(ring.collect());
                }
                if self.marks[root as usize] == done {
                    continue;
                }
                if let Some(term) = self.inner_term(root) {
                    self.marks[root as usize] = open;
                    path.push((term, 0));
                }
            }
        }
        None
    }

    /// Returns the term of a representative, if it may lead back to itself.
    fn inner_term(&self, root: Node) -> Option<Node> {
        let slot = &self.slots[root as usize];
        if slot.term == NONE {
            return None;
        }
        self.head(slot.term)
            .is_some_and(|head| head.has(Flags::VARIABLE))
            .then_some(slot.term)
    }
}
