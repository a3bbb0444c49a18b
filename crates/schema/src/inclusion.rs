//! Inclusion: proofs that one schema accepts all documents of another.
//!
//! The proof is structural and incomplete: inclusion may hold although no proof is found.
//! Alternatives of the smaller side are proven one by one; one alternative of the larger side must
//! include all documents. A pair of nodes that recurs in a part of a document while it is being
//! proven for the whole document is assumed to hold, because documents are finite. If a proof
//! fails, the positions of the failure are recorded: a document that shows the difference differs
//! there.

use crate::document::Document;
use crate::evaluate::Validity;
use crate::model::{Bound, Node, NodeId, Schema, Types};
use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{IdMap, IdSet, KeyedSet, SizeRange, Str};

/// The maximum depth of a proof.
const MAX_DEPTH: u32 = 96;

/// The bytes charged for a pair with its state and its index in the order.
const PAIR: u64 = 96;

/// The maximum number of recorded failures.
const MAX_GAPS: usize = 8;

/// A position where a proof fails: a part of the smaller schema, and the part of the larger one
/// that would have to accept all of its documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    pub(crate) smaller: NodeId,
    pub(crate) larger: NodeId,
}

/// Returns whether a proof is found that the larger schema accepts all documents of the smaller
/// one.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub fn includes(larger: &Schema, smaller: &Schema, budget: &Budget) -> Result<bool> {
    Ok(gaps(larger, smaller, budget)?.is_none())
}

/// Returns the positions where the proof fails that the larger schema includes the smaller one, the
/// innermost first, or `None` if it succeeds.
///
/// # Errors
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the budget is exceeded.
pub(crate) fn gaps(larger: &Schema, smaller: &Schema, budget: &Budget) -> Result<Option<Vec<Gap>>> {
    let mut proof = Proof {
        larger,
        smaller,
        budget,
        known: IdMap::default(),
        trail: Vec::new(),
        whole: 0,
        leant_on: usize::MAX,
        assumed: usize::MAX,
        same: IdSet::default(),
        gaps: Vec::new(),
    };
    let (a, b) = (smaller.root(), larger.root());
    let holds = proof.is_same(a, b)? || proof.node(a, Types::ALL, b, MAX_DEPTH)?;
    Ok((!holds).then_some(proof.gaps))
}

struct Proof<'a> {
    larger: &'a Schema,
    smaller: &'a Schema,
    budget: &'a Budget,
    /// The states of pairs that are being proven or are decided.
    known: IdMap<Pair, State>,
    /// The pairs that are being proven, and those whose proof assumes one of these, in order. A
    /// failure removes the pairs after the failed one.
    trail: Vec<Pair>,
    /// The number of leading pairs in the trail that are about a document that contains the current
    /// one.
    whole: usize,
    /// The first pair in the trail that caused a failure because it was still being proven.
    leant_on: usize,
    /// The first pair in the trail that a proof assumes.
    assumed: usize,
    /// Pairs of parts with the same constraints.
    same: IdSet<(NodeId, NodeId)>,
    /// The positions of failures.
    gaps: Vec<Gap>,
}

/// The documents of some kinds that a node accepts, and a different node.
type Pair = (NodeId, Types, NodeId);

#[derive(Clone, Copy)]
enum State {
    /// The pair is being proven. The number is its index in the trail.
    Open(usize),
    /// The pair holds if the open pairs from this index of the trail on hold. It holds
    /// unconditionally if the trail is shorter.
    Proven(usize),
    /// The pair could not be proven at this depth, independently of other pairs.
    Failed(u32),
}

impl Proof<'_> {
    /// Proves that all documents of some kinds that a node accepts are accepted by a different
    /// node.
    fn node(&mut self, a: NodeId, kinds: Types, b: NodeId, depth: u32) -> Result<bool> {
        self.budget.charge(4)?;
        let Some(depth) = depth.checked_sub(1) else {
            return Ok(false);
        };
        self.budget.hold(PAIR)?;
        match self.known.get(&(a, kinds, b)) {
            Some(State::Proven(since)) => {
                self.assumed = self.assumed.min(*since);
                return Ok(true);
            }
            // A cycle that does not consume a part of the document proves nothing. A cycle that
            // does is a valid assumption.
            Some(State::Open(since)) if *since < self.whole => {
                self.assumed = self.assumed.min(*since);
                return Ok(true);
            }
            Some(State::Open(since)) => {
                self.leant_on = self.leant_on.min(*since);
                return Ok(false);
            }
            Some(State::Failed(deep)) if depth <= *deep => return Ok(false),
            Some(State::Failed(_)) | None => {}
        }
        let (before, gaps) = (self.trail.len(), self.gaps.len());
        self.known.insert((a, kinds, b), State::Open(before));
        self.trail.push((a, kinds, b));
        let outside = std::mem::replace(&mut self.leant_on, usize::MAX);
        let assumed = std::mem::replace(&mut self.assumed, usize::MAX);
        let holds = self.proven(a, kinds, b, depth)?;
        if holds {
            // Failures on the way are not relevant.
            self.gaps.truncate(gaps);
            if self.assumed >= before {
                // The pairs only assume each other, and the last of them holds, so all hold.
                for pair in self.trail.drain(before..) {
                    self.known.insert(pair, State::Proven(usize::MAX));
                }
                self.assumed = usize::MAX;
            } else {
                let pair = State::Proven(self.assumed);
                self.known.insert((a, kinds, b), pair);
            }
        } else {
            for pair in self.trail.drain(before..) {
                self.known.remove(&pair);
            }
            if self.leant_on >= before {
                self.known.insert((a, kinds, b), State::Failed(depth));
                self.leant_on = usize::MAX;
            }
            // A failed proof has no assumptions that others need.
            self.assumed = usize::MAX;
        }
        self.assumed = self.assumed.min(assumed);
        self.leant_on = self.leant_on.min(outside);
        Ok(holds)
    }

    /// Records the position of a failure.
    fn failed(&mut self, smaller: NodeId, larger: NodeId) -> bool {
        let gap = Gap { smaller, larger };
        if self.gaps.len() < MAX_GAPS && !self.gaps.contains(&gap) {
            self.gaps.push(gap);
        }
        false
    }

    fn proven(&mut self, a: NodeId, kinds: Types, b: NodeId, depth: u32) -> Result<bool> {
        let (smaller, larger) = (self.smaller, self.larger);
        let (small, large) = (smaller.node(a), larger.node(b));
        let kinds = kinds & small.types;
        if kinds == Types::NONE || large.is_plain() && large.types.has(kinds) {
            return Ok(true);
        }
        if let Some(values) = small.values.first() {
            for value in values {
                let kept = kinds.meets(Types::of(value))
                    && self.smaller.validate_at(a, value, self.budget)? != Validity::Invalid;
                if kept && self.larger.validate_at(b, value, self.budget)? != Validity::Valid {
                    return Ok(self.failed(a, b));
                }
            }
            return Ok(true);
        }
        // Constraints that are not analyzed are only known to be implied if they are the same.
        if (!large.one.is_empty() || large.not.is_some() || large.condition.is_some())
            && self.is_same(a, b)?
        {
            return Ok(true);
        }
        // The target of the smaller side's reference alone must be sufficient.
        if let Some(target) = small.reference
            && self.node(target, kinds, b, depth)?
        {
            return Ok(true);
        }
        for part in &small.all {
            if self.node(*part, kinds, b, depth)? {
                return Ok(true);
            }
        }
        for list in [&small.any, &small.one] {
            if list.is_empty() {
                continue;
            }
            let mut all = true;
            for part in list {
                all = all && self.node(*part, kinds, b, depth)?;
            }
            if all {
                return Ok(true);
            }
        }
        // Each kind is proven separately, since a different alternative may accept it.
        let each = kinds.each().collect::<Vec<_>>();
        if each.len() > 1 {
            for kind in each {
                if !self.node(a, kind, b, depth)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        if !large.types.has(kinds)
            || large.not.is_some()
            || large.condition.is_some()
            || !large.one.is_empty()
            || !large.opaque.is_empty()
            || !large.values.is_empty() && !self.is_listed(kinds, large)?
            || !self.own(small, kinds, large, depth)?
        {
            return Ok(self.failed(a, b));
        }
        for part in large.reference.iter().chain(&large.all) {
            if !self.node(a, kinds, *part, depth)? {
                return Ok(false);
            }
        }
        if large.any.is_empty() {
            return Ok(true);
        }
        for part in &large.any {
            if self.node(a, kinds, *part, depth)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether two nodes have the same constraints, except titles and descriptions.
    fn is_same(&mut self, a: NodeId, b: NodeId) -> Result<bool> {
        let mut seen: IdSet<(NodeId, NodeId)> = IdSet::default();
        let mut open = vec![(a, b)];
        while let Some((a, b)) = open.pop() {
            if self.same.contains(&(a, b)) || !seen.insert((a, b)) {
                continue;
            }
            let (small, large) = (self.smaller.node(a), self.larger.node(b));
            self.budget.charge(4 + small.extent())?;
            self.budget.hold(32)?;
            if !small.agrees_with(large) {
                return Ok(false);
            }
            open.extend(small.parts().zip(large.parts()));
        }
        self.same.extend(seen);
        Ok(true)
    }

    /// Returns whether all documents of a kind are among the values that a node lists.
    fn is_listed(&self, kind: Types, large: &Node) -> Result<bool> {
        let all: &[Document] = match kind {
            Types::NULL => &[Document::Null],
            Types::BOOL => &[Document::Bool(true), Document::Bool(false)],
            _ => return Ok(false),
        };
        for list in &large.values {
            self.budget.charge(1 + list.len() as u64 / 8)?;
            if !all.iter().all(|one| list.contains(one)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether the node's own constraints on one kind imply those of a different node.
    fn own(&mut self, small: &Node, kind: Types, large: &Node, depth: u32) -> Result<bool> {
        Ok(match kind {
            Types::STRING => {
                within(small.length, large.length)
                    && (large.pattern.is_none() || large.pattern == small.pattern)
            }
            Types::INTEGER | Types::FRACTION => {
                let above = large.minimum.iter().all(|end| {
                    small
                        .minimum
                        .iter()
                        .any(|own| is_inside(own, end, own.at >= end.at))
                });
                let below = large.maximum.iter().all(|end| {
                    small
                        .maximum
                        .iter()
                        .any(|own| is_inside(own, end, own.at <= end.at))
                });
                let step = match (&large.multiple_of, &small.multiple_of) {
                    (None, _) => true,
                    (Some(step), Some(own)) => own.is_multiple_of(step) == Some(true),
                    (Some(step), None) => {
                        kind == Types::INTEGER
                            && crate::numeral::Numeral::from_i64(1).is_multiple_of(step)
                                == Some(true)
                    }
                };
                above && below && step
            }
            Types::ARRAY => self.arrays(small, large, depth)?,
            Types::OBJECT => self.objects(small, large, depth)?,
            _ => true,
        })
    }

    /// Proves inclusion for a part of each side. `None` accepts every document.
    fn part(&mut self, a: Option<NodeId>, b: Option<NodeId>, depth: u32) -> Result<bool> {
        match (a, b) {
            (_, None) => Ok(true),
            (Some(a), Some(b)) => {
                let whole = std::mem::replace(&mut self.whole, self.trail.len());
                let holds = self.node(a, Types::ALL, b, depth);
                self.whole = whole;
                holds
            }
            (None, Some(b)) => {
                let large = self.larger.node(b);
                Ok(large.is_plain() && large.types == Types::ALL)
            }
        }
    }

    fn arrays(&mut self, small: &Node, large: &Node, depth: u32) -> Result<bool> {
        let mut count = small.count;
        let closed = |schema: &Schema, items: Option<NodeId>| {
            items.is_some_and(|items| schema.node(items).types == Types::NONE)
        };
        if closed(self.smaller, small.items) {
            let most = small.prefix.len() as u64;
            count.max = Some(count.max.map_or(most, |max| max.min(most)));
        }
        if !within(count, large.count)
            || (large.contains).is_some_and(|(_, count)| count != SizeRange::UNLIMITED)
            || large.unique && !small.unique && count.max.is_none_or(|max| max > 1)
        {
            return Ok(false);
        }
        let places = small.prefix.len().max(large.prefix.len()) as u64;
        let reached = count.max.map_or(places, |max| max.min(places));
        for at in 0..reached as usize {
            let a = small.prefix.get(at).copied().or(small.items);
            let b = large.prefix.get(at).copied().or(large.items);
            if !self.part(a, b, depth)? {
                return Ok(false);
            }
        }
        Ok(count.max.is_some_and(|max| max <= places)
            || self.part(small.items, large.items, depth)?)
    }

    fn objects(&mut self, small: &Node, large: &Node, depth: u32) -> Result<bool> {
        let named: KeyedSet<&Str> = small.required.iter().collect();
        self.budget
            .charge((small.required.len() + large.required.len()) as u64)?;
        let mut size = small.size;
        size.min = size.min.max(named.len() as u64);
        let closed = small
            .additional
            .is_some_and(|part| self.smaller.node(part).types == Types::NONE);
        if closed && small.patterns.is_empty() {
            let most = small.properties.len() as u64;
            size.max = Some(size.max.map_or(most, |max| max.min(most)));
        }
        if !large.required.iter().all(|name| named.contains(name))
            || !within(size, large.size)
            || !large.needs.is_empty()
            || !large.dependent.is_empty()
        {
            return Ok(false);
        }
        if let Some(b) = large.names {
            let named = match small.names {
                Some(a) => self.node_names(a, b, depth)?,
                None => false,
            };
            if !named {
                return Ok(false);
            }
        }
        self.budget
            .charge((small.patterns.len() * large.patterns.len()) as u64 / 8)?;
        // Patterns are only compared for equality.
        let same_patterns = large
            .patterns
            .iter()
            .all(|(pattern, _)| small.patterns.iter().any(|(own, _)| own == pattern))
            && (large.patterns.is_empty()
                || closed
                || large.patterns.len() == small.patterns.len());
        if !same_patterns {
            return Ok(false);
        }
        for (pattern, a) in &small.patterns {
            let b = large.patterns.iter().find(|(known, _)| known == pattern);
            let b = b.map(|(_, part)| *part).or(large.additional);
            if !self.part(Some(*a), b, depth)? {
                return Ok(false);
            }
        }
        let names = small.properties.iter().chain(&large.properties);
        for item in self.budget.each(names) {
            let (name, _) = item?;
            let mut matched = false;
            for (pattern, _) in &large.patterns {
                matched |= pattern.is_match(name, self.budget)? != Some(false);
            }
            let mut patterned = false;
            for (pattern, _) in &small.patterns {
                patterned |= pattern.is_match(name, self.budget)? != Some(false);
            }
            let a = small
                .property(name)
                .or(small.additional.filter(|_| !patterned));
            let b = large
                .property(name)
                .or(large.additional.filter(|_| !matched));
            if matched && small.property(name).is_some() || !self.part(a, b, depth)? {
                return Ok(false);
            }
        }
        self.part(small.additional, large.additional, depth)
    }

    /// Names of members are strings, so other kinds are not relevant.
    fn node_names(&mut self, a: NodeId, b: NodeId, depth: u32) -> Result<bool> {
        self.node(a, Types::STRING, b, depth)
    }
}

fn within(small: SizeRange, large: SizeRange) -> bool {
    small.min >= large.min
        && large
            .max
            .is_none_or(|most| small.max.is_some_and(|max| max <= most))
}

fn is_inside(own: &Bound, end: &Bound, beyond: bool) -> bool {
    beyond && (own.at != end.at || !end.exclusive || own.exclusive)
}
