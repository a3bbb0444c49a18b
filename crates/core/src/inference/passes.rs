//! Reachability and the occurs check in the graph of terms.
//!
//! Passes over the classes, each of which is visited once, without recursion: for a type
//! that would contain itself, for what is not bound yet, for the levels of definitions. A
//! class that is marked with the number of the running pass has been visited.

use super::terms::{NONE, Node, Ring, Slot, Terms};
use crate::types::Flags;

impl Terms {
    /// Brings all that can be reached out to a level.
    pub fn lower(&mut self, from: Vec<Node>, level: u32) {
        self.reach(from, |slot| slot.level = slot.level.min(level));
    }

    /// The classes without a term that can be reached, in the order in which they are met.
    pub fn unbound_in(&mut self, from: Vec<Node>) -> Vec<Node> {
        self.reach(from, |_| {})
    }

    /// Visits each class that can be reached and may hold a variable; gives those without a
    /// term.
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

    /// Begins a pass over the graph; gives the mark of what it is about to leave.
    fn begin_pass(&mut self) -> u32 {
        if self.pass == u32::MAX / 2 - 1 {
            self.pass = 0;
            self.marks.clear();
        }
        self.pass += 1;
        self.marks.resize(self.slots.len(), 0);
        2 * self.pass
    }

    /// Looks for a class that is a part of itself among those that can be reached.
    pub fn find_cycle(&mut self, from: impl IntoIterator<Item = Node>) -> Option<Ring> {
        let open = self.begin_pass();
        let done = open + 1;
        // A term, and how many of its parts have been looked at.
        let mut way: Vec<(Node, usize)> = Vec::new();
        for node in from {
            let root = self.find(node);
            if self.marks[root as usize] >= open {
                continue;
            }
            let Some(term) = self.inner_term(root) else {
                continue;
            };
            self.marks[root as usize] = open;
            way.push((term, 0));
            while let Some(&mut (term, ref mut looked_at)) = way.last_mut() {
                let position = *looked_at;
                *looked_at += 1;
                let Some(&part) = self.parts(term).get(position) else {
                    let root = self.root(term);
                    self.marks[root as usize] = done;
                    way.pop();
                    continue;
                };
                let root = self.find(part);
                if self.marks[root as usize] == open {
                    let begin = way
                        .iter()
                        .position(|(term, _)| self.root(*term) == root)
                        .unwrap_or(0);
                    let ring = way[begin..].iter().map(|&(term, looked_at)| {
                        let position = looked_at - 1;
                        (term, position, self.parts(term)[position])
                    });
                    return Some(ring.collect());
                }
                if self.marks[root as usize] == done {
                    continue;
                }
                if let Some(term) = self.inner_term(root) {
                    self.marks[root as usize] = open;
                    way.push((term, 0));
                }
            }
        }
        None
    }

    /// The term of a representative, where it may lead back to itself.
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
