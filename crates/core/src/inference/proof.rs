//! Explanations of equalities from the proof forest.
//!
//! The path between two nodes of a proof tree is unique. Each edge on it is an invariant, or it
//! holds because two terms are equal whose parts are its ends. In the latter case the path between
//! these terms is inserted. Those edges are older, so this terminates. Each edge is followed once,
//! so the cost is at most the number of edges.

use super::invariant::InvariantId;
use super::terms::{Node, Reason, Ring, TermGraph};
use crate::types::IdSet;

/// Invariants that together imply an equality.
#[derive(Default)]
pub(super) struct Chain {
    /// Each invariant once, in the order from the first node to the last.
    pub invariants: Vec<InvariantId>,
    /// The invariant that contains the first node.
    pub first: Option<InvariantId>,
    /// The invariant that contains the last node.
    pub last: Option<InvariantId>,
    seen: IdSet<u32>,
    followed: IdSet<(Node, Node)>,
}

impl Chain {
    /// Explains why two nodes are equal.
    pub fn between(terms: &TermGraph, from: Node, to: Node) -> Chain {
        let mut chain = Chain::default();
        chain.follow(terms, from, to);
        chain.first = end(terms, from, to);
        chain.last = end(terms, to, from);
        chain
    }

    /// Explains why a type contains itself.
    pub fn around(terms: &TermGraph, ring: &Ring) -> Chain {
        let mut chain = Chain::default();
        for (at, &(_, _, part)) in ring.iter().enumerate() {
            let (next, _, _) = ring[(at + 1) % ring.len()];
            chain.follow(terms, part, next);
        }
        chain.first = chain.invariants.first().copied();
        chain.last = chain.invariants.last().copied();
        chain
    }

    fn follow(&mut self, terms: &TermGraph, from: Node, to: Node) {
        let mut left = edges(terms, from, to);
        left.reverse();
        while let Some((near, reason)) = left.pop() {
            match reason {
                Reason::Given(id) => {
                    if self.seen.insert(id) {
                        self.invariants.push(InvariantId(id));
                    }
                }
                Reason::Part(one, other) => {
                    let (from, to) = oriented(terms, near, one, other);
                    if self.followed.insert((from.min(to), from.max(to))) {
                        left.extend(edges(terms, from, to).into_iter().rev());
                    }
                }
            }
        }
    }
}

/// Returns the invariant that contains a node at the start of a path.
fn end(terms: &TermGraph, mut from: Node, mut to: Node) -> Option<InvariantId> {
    loop {
        match *edges(terms, from, to).first()? {
            (_, Reason::Given(id)) => return Some(InvariantId(id)),
            (near, Reason::Part(one, other)) => (from, to) = oriented(terms, near, one, other),
        }
    }
}

/// Returns the term that contains a node as a part, and then the other term.
fn oriented(terms: &TermGraph, near: Node, one: Node, other: Node) -> (Node, Node) {
    if terms.parts(one).contains(&near) {
        (one, other)
    } else {
        (other, one)
    }
}

/// Returns the edges between two nodes of the same proof tree, each with its end that is nearer to
/// the first node.
fn edges(terms: &TermGraph, from: Node, to: Node) -> Vec<(Node, Reason)> {
    let up = |mut node: Node| {
        let mut path = Vec::new();
        while let Some((next, why)) = terms.proof(node) {
            path.push((node, next, why));
            node = next;
        }
        path
    };
    let (mut there, mut back) = (up(from), up(to));
    // The common part of both paths leads from their first common node to the root.
    while let (Some(a), Some(b)) = (there.last(), back.last()) {
        if a.0 != b.0 {
            break;
        }
        there.pop();
        back.pop();
    }
    let there = there.into_iter().map(|(near, _, why)| (near, why));
    there
        .chain(back.into_iter().rev().map(|(_, near, why)| (near, why)))
        .collect()
}
