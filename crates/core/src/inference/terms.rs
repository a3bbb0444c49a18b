//! The graph of terms: equivalence classes of types, by union-find.
//!
//! A node is a variable, or a constructor whose parts are other nodes. Union-find, with ranks and
//! path compression, merges equal nodes into one class. Equating two nodes merges their classes
//! first and their parts afterwards (Huet), so each step reduces the number of classes by one and
//! the cost is near-linear, even if a type contains itself; [`TermGraph::find_cycle`] detects that
//! in one pass (see `passes`).
//!
//! Two records make failures explainable and reversible. The *proof forest* (Nieuwenhuis and
//! Oliveras, "Proof-producing congruence closure") records for each merge the two equated nodes and
//! the reason. The *trail* records the data that a merge overwrote, while it may have to be
//! reverted.

use super::rule::{Rule, constructors_agree};
use crate::types::{Flags, IdMap, KeyedMap, Kind, PartStep, Type, VariableScope};

/// A node of the graph.
pub(super) type Node = u32;

/// No node.
pub(super) const NONE: Node = Node::MAX;

/// The maximum number of nodes for invariants; the rest is reserved for solving.
pub(super) const MAX_NODES: u32 = 1 << 30;

/// The reason why two nodes were equated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The caller equated them; the number is the caller's.
    Given(u32),
    /// They are parts at the same position of these two terms, which are equal.
    Part(Node, Node),
}

/// The content of a node.
#[derive(Clone, Copy, Debug)]
enum Content {
    /// A variable of a scope.
    Variable(VariableScope, u32),
    /// A constructor: its index in `constructors`.
    Constructor(u32),
}

pub(super) struct Slot {
    content: Content,
    /// The parent on the path to the class's representative, which is its own parent. The following
    /// fields up to the proof are valid only for the representative.
    parent: Node,
    /// The number of members. The smaller class is merged into the larger one, so that the path
    /// from a member to the representative has logarithmic length.
    rank: u32,
    flags: u8,
    /// The outermost level of generalization that the class reaches.
    pub(super) level: u32,
    /// The member that is a constructor, if there is one.
    pub(super) term: Node,
    /// The variable that names the class while it has no term: the oldest one.
    name: Node,
    /// An entry of the circular list of items that wait for a change of the class.
    watch: u32,
    watchers: u32,
    /// The next node on the path to the root of its proof tree, and the reason of the equality.
    proof: Node,
    why: Reason,
}

/// A member of the class is a part of a term.
const IS_PART: u8 = 1;
/// The class is local to one alternative: binding it does not affect others.
const LOCAL: u8 = 2;
/// The class represents every type.
const GENERALIZED: u8 = 4;

struct Constructor {
    /// The original type, whose parts are replaced by the nodes.
    head: Type,
    /// The index of the first part in `parts`; NONE until the parts are needed.
    parts: u32,
    /// The number of parts.
    count: u32,
}

/// A change to revert.
enum Undo {
    Merge(Merge),
    Watch { root: Node, before: u32 },
}

/// The data that a merge overwrote in the representative, and the class that was merged into it.
struct Merge {
    child: Node,
    root: Node,
    rank: u32,
    flags: u8,
    level: u32,
    term: Node,
    name: Node,
    watch: u32,
    watchers: u32,
    /// The ends of the edge in the proof forest.
    edge: (Node, Node),
}

/// A position in the trail.
#[derive(Clone, Copy)]
pub(super) struct TrailMark {
    trail: usize,
    was_trailing: bool,
}

/// A waiting item, and the next one in the circular list.
struct Watch {
    who: u32,
    next: u32,
}

/// Two terms that cannot be equal, and the path from the equated nodes to them.
pub(super) struct Refusal {
    pub rule: Rule,
    pub left: Node,
    pub right: Node,
    pub path: Vec<PartStep>,
}

/// A cycle of classes: for each the term, and the index and node of the part whose class is the
/// next.
pub(super) type Ring = Vec<(Node, usize, Node)>;

/// The graph of terms.
pub(super) struct TermGraph {
    pub(super) slots: Vec<Slot>,
    constructors: Vec<Constructor>,
    parts: Vec<Node>,
    watches: Vec<Watch>,
    /// With a keyed hash, since some notations contain numbers of variables.
    foreign: KeyedMap<(VariableScope, u32), Node>,
    scope: VariableScope,
    level: u32,
    trail: Vec<Undo>,
    trailing: bool,
    /// During an attempt, the unbound classes that it constrained.
    touched: Option<Vec<Node>>,
    /// The items that no longer wait, in order.
    fired: Vec<u32>,
    /// For each pair of nodes that is being equated: the pair that it is a part of, the index of
    /// the part, and the term. Used only during one call.
    steps: Vec<(u32, u32, Node)>,
    pending: Vec<(Node, Node, Reason, u32)>,
    /// Marks of the passes over the graph: twice the number of the pass, plus one when done.
    pub(super) marks: Vec<u32>,
    pub(super) pass: u32,
}

impl TermGraph {
    pub fn new() -> TermGraph {
        TermGraph {
            slots: Vec::new(),
            constructors: Vec::new(),
            parts: Vec::new(),
            watches: Vec::new(),
            foreign: KeyedMap::default(),
            scope: VariableScope::new(),
            level: 0,
            trail: Vec::new(),
            trailing: false,
            touched: None,
            fired: Vec::new(),
            steps: Vec::new(),
            pending: Vec::new(),
            marks: Vec::new(),
            pass: 0,
        }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    fn push(&mut self, content: Content) -> Node {
        let node = self.slots.len() as Node;
        let (term, name) = match content {
            Content::Variable(..) => (NONE, node),
            Content::Constructor(_) => (node, NONE),
        };
        self.slots.push(Slot {
            content,
            parent: node,
            rank: 1,
            flags: 0,
            level: self.level,
            term,
            name,
            watch: NONE,
            watchers: 0,
            proof: NONE,
            why: Reason::Given(0),
        });
        node
    }

    /// Creates a new variable.
    pub fn fresh(&mut self) -> Node {
        let id = self.slots.len() as u32;
        self.push(Content::Variable(self.scope, id))
    }

    /// Creates a variable that only the caller uses.
    pub fn fresh_local(&mut self) -> Node {
        let node = self.fresh();
        self.slots[node as usize].flags |= LOCAL;
        node
    }

    /// Returns the type of a variable node, for use in other types.
    pub fn variable(&self, node: Node) -> Type {
        match self.slots[node as usize].content {
            Content::Variable(scope, id) => Type::variable(scope, id),
            Content::Constructor(at) => self.constructors[at as usize].head.clone(),
        }
    }

    /// Returns the node of a variable.
    pub fn variable_node(&mut self, scope: VariableScope, id: u32) -> Node {
        if scope == self.scope
            && let Some(Slot {
                content: Content::Variable(own, at),
                ..
            }) = self.slots.get(id as usize)
            && (*own, *at) == (scope, id)
        {
            return id;
        }
        if let Some(&node) = self.foreign.get(&(scope, id)) {
            return node;
        }
        let node = self.push(Content::Variable(scope, id));
        self.foreign.insert((scope, id), node);
        node
    }

    /// Returns the node of a type. Shared parts become shared nodes. Except for variables, no
    /// existing nodes are reused, so that proofs have no detours.
    pub fn intern(&mut self, ty: &Type) -> Node {
        self.intern_with(ty, &mut |terms, scope, id| terms.variable_node(scope, id))
    }

    /// Returns the node of a type, with the caller's nodes for its variables.
    pub fn intern_with(
        &mut self,
        ty: &Type,
        variable: &mut dyn FnMut(&mut TermGraph, VariableScope, u32) -> Node,
    ) -> Node {
        // Only types with shared parts benefit, and small types have few.
        let mut shared = (ty.size() > 64).then(IdMap::default);
        self.intern_part(ty, variable, &mut shared)
    }

    /// The recursion is bounded by the depth of the type.
    fn intern_part(
        &mut self,
        ty: &Type,
        variable: &mut dyn FnMut(&mut TermGraph, VariableScope, u32) -> Node,
        shared: &mut Option<IdMap<usize, Node>>,
    ) -> Node {
        if let Kind::Variable { scope, id } = ty.kind() {
            return variable(self, *scope, *id);
        }
        if !ty.has(Flags::VARIABLE) {
            return self.constructor(ty.clone(), NONE, part_count(ty));
        }
        if let Some(&node) = shared.as_ref().and_then(|shared| shared.get(&ty.address())) {
            return node;
        }
        let mut nodes = Vec::new();
        ty.each_part(&mut |part| nodes.push(self.intern_part(part, variable, shared)));
        let node = self.constructor_over(ty.clone(), &nodes);
        if let Some(shared) = shared {
            shared.insert(ty.address(), node);
        }
        node
    }

    fn constructor(&mut self, head: Type, parts: u32, count: u32) -> Node {
        let at = self.constructors.len() as u32;
        self.constructors.push(Constructor { head, parts, count });
        self.push(Content::Constructor(at))
    }

    /// Creates a constructor over nodes. The number of nodes must be that of the parts of `head`.
    pub fn constructor_over(&mut self, head: Type, nodes: &[Node]) -> Node {
        let first = self.parts.len() as u32;
        self.parts.extend_from_slice(nodes);
        for &node in nodes {
            let root = self.find(node);
            self.slots[root as usize].flags |= IS_PART;
        }
        self.constructor(head, first, nodes.len() as u32)
    }

    /// Returns the constructor of a node; `None` for variables and [`NONE`].
    pub fn head(&self, term: Node) -> Option<&Type> {
        match self.slots.get(term as usize)?.content {
            Content::Constructor(at) => Some(&self.constructors[at as usize].head),
            Content::Variable(..) => None,
        }
    }

    /// Returns the parts of a constructor without creating missing nodes, which never contain a
    /// variable.
    pub fn parts(&self, term: Node) -> &[Node] {
        let Content::Constructor(at) = self.slots[term as usize].content else {
            return &[];
        };
        let Constructor { parts, count, .. } = self.constructors[at as usize];
        if parts == NONE {
            return &[];
        }
        &self.parts[parts as usize..(parts + count) as usize]
    }

    /// Creates nodes for the parts of a constructor. Returns the index of the first and the number
    /// of parts.
    fn expand(&mut self, term: Node) -> (u32, u32) {
        let Content::Constructor(at) = self.slots[term as usize].content else {
            return (0, 0);
        };
        let at = at as usize;
        if self.constructors[at].parts == NONE {
            let head = self.constructors[at].head.clone();
            let mut nodes = Vec::new();
            head.each_part(&mut |part| {
                nodes.push(self.constructor(part.clone(), NONE, part_count(part)));
            });
            let level = self.slots[term as usize].level;
            for &node in &nodes {
                self.slots[node as usize].flags |= IS_PART;
                self.slots[node as usize].level = level;
            }
            self.constructors[at].parts = self.parts.len() as u32;
            self.parts.extend(nodes);
        }
        (self.constructors[at].parts, self.constructors[at].count)
    }

    /// Returns the representative of a node's class.
    pub fn root(&self, mut node: Node) -> Node {
        loop {
            let parent = self.slots[node as usize].parent;
            if parent == node {
                return node;
            }
            node = parent;
        }
    }

    /// Returns the representative of a node's class, and compresses the path unless it may have to
    /// be reverted.
    pub fn find(&mut self, node: Node) -> Node {
        let root = self.root(node);
        if !self.trailing {
            let mut at = node;
            while at != root {
                at = std::mem::replace(&mut self.slots[at as usize].parent, root);
            }
        }
        root
    }

    /// Returns the constructor that a class is bound to.
    pub fn term(&self, node: Node) -> Option<Node> {
        let term = self.slots[self.root(node) as usize].term;
        (term != NONE).then_some(term)
    }

    /// Returns the variable that names a class without a constructor.
    pub fn name(&self, node: Node) -> Type {
        let slot = &self.slots[self.root(node) as usize];
        self.variable(if slot.name == NONE { node } else { slot.name })
    }

    /// Makes two nodes equal, and with them their parts.
    ///
    /// # Errors
    /// The first two terms that cannot be equal, in the order of the parts. Previous merges are
    /// kept.
    pub fn equate(&mut self, left: Node, right: Node, why: Reason) -> Result<(), Refusal> {
        self.steps.clear();
        self.pending.clear();
        self.pending.push((left, right, why, NONE));
        while let Some((mut left, mut right, why, step)) = self.pending.pop() {
            let (mut a, mut b) = (self.find(left), self.find(right));
            if a == b {
                continue;
            }
            // The value of a variable is on the left of the other type.
            if self.is_variable(right) && !self.is_variable(left) {
                std::mem::swap(&mut a, &mut b);
                std::mem::swap(&mut left, &mut right);
            }
            let (a_term, b_term) = (self.slots[a as usize].term, self.slots[b as usize].term);
            let rigid = self.meets_generalized(a, b);
            self.merge(a, b, (left, right), why);
            if rigid {
                let side = |term, node| if term == NONE { node } else { term };
                return Err(Refusal {
                    rule: Rule::Generalized,
                    left: side(a_term, left),
                    right: side(b_term, right),
                    path: self.path(step),
                });
            }
            let (Some(a_head), Some(b_head)) = (self.head(a_term), self.head(b_term)) else {
                continue;
            };
            let ground = !a_head.has(Flags::VARIABLE) && !b_head.has(Flags::VARIABLE);
            if ground && a_head == b_head {
                continue;
            }
            if let Err(rule) = constructors_agree(a_head, b_head) {
                return Err(Refusal {
                    rule,
                    left: a_term,
                    right: b_term,
                    path: self.path(step),
                });
            }
            let (first, count) = self.expand(a_term);
            let (second, _) = self.expand(b_term);
            for position in (0..count).rev() {
                let from = self.steps.len() as u32;
                self.steps.push((step, position, a_term));
                let part = |first: u32| self.parts[(first + position) as usize];
                let why = Reason::Part(a_term, b_term);
                self.pending.push((part(first), part(second), why, from));
            }
        }
        Ok(())
    }

    pub fn is_variable(&self, node: Node) -> bool {
        matches!(self.slots[node as usize].content, Content::Variable(..))
    }

    /// Whether a class that represents every type is equated with a type or a second such class.
    fn meets_generalized(&self, a: Node, b: Node) -> bool {
        let (a, b) = (&self.slots[a as usize], &self.slots[b as usize]);
        let is_generalized = |slot: &Slot| slot.flags & GENERALIZED != 0;
        is_generalized(a) && (is_generalized(b) || b.term != NONE)
            || is_generalized(b) && a.term != NONE
    }

    /// Returns the path from the nodes that were equated last to a pair of their parts.
    fn path(&self, mut step: u32) -> Vec<PartStep> {
        let mut path = Vec::new();
        while step != NONE {
            let (from, position, term) = self.steps[step as usize];
            path.extend(self.step_of(term, position as usize));
            step = from;
        }
        path.reverse();
        path
    }

    /// Returns the step from a constructor to its part at an index.
    pub fn step_of(&self, term: Node, position: usize) -> Option<PartStep> {
        self.head(term)?.step_to(position)
    }

    /// Merges two classes; the ends of the edge are members of them in this order. The term of the
    /// first one is kept, if it has one.
    fn merge(&mut self, a: Node, b: Node, edge: (Node, Node), why: Reason) {
        self.wake_watchers(a, b);
        let (first, second) = (&self.slots[a as usize], &self.slots[b as usize]);
        let a_is_smaller = first.rank < second.rank;
        // A trial identifies the affected class by its representative, so a local variable must not
        // become the representative.
        let a_joins = match (first.flags & LOCAL != 0, second.flags & LOCAL != 0) {
            (true, false) => true,
            (false, true) => false,
            _ => a_is_smaller,
        };
        let (root, child) = if a_joins { (b, a) } else { (a, b) };
        let term = if first.term == NONE {
            second.term
        } else {
            first.term
        };
        // NONE is the largest number: any variable takes precedence, and the older one over the
        // newer.
        let name = first.name.min(second.name);
        let level = first.level.min(second.level);
        let either = (first.flags | second.flags) & !LOCAL;
        let flags = either | first.flags & second.flags & LOCAL;
        let rank = first.rank + second.rank;
        let waiting = (first.watch, second.watch, first.watchers + second.watchers);
        if self.trailing {
            let old = &self.slots[root as usize];
            self.trail.push(Undo::Merge(Merge {
                child,
                root,
                rank: old.rank,
                flags: old.flags,
                level: old.level,
                term: old.term,
                name: old.name,
                watch: old.watch,
                watchers: old.watchers,
                edge,
            }));
        }
        let (watch, watchers) = match waiting {
            // The items that waited for a term have already been moved to `fired`.
            _ if term != NONE => (NONE, 0),
            (NONE, only, count) | (only, NONE, count) => (only, count),
            (one, other, count) => {
                self.swap_next(one, other);
                (one, count)
            }
        };
        self.slots[child as usize].parent = root;
        let slot = &mut self.slots[root as usize];
        slot.rank = rank;
        slot.flags = flags;
        slot.level = level;
        slot.term = term;
        slot.name = name;
        slot.watch = watch;
        slot.watchers = watchers;
        if a_is_smaller {
            self.attach_proof(edge.0, edge.1, why);
        } else {
            self.attach_proof(edge.1, edge.0, why);
        }
    }

    /// Moves the items that a merge affects to `fired`, before the merge.
    fn wake_watchers(&mut self, a: Node, b: Node) {
        let (first, second) = (&self.slots[a as usize], &self.slots[b as usize]);
        if let Some(touched) = &mut self.touched {
            let is_blank = |slot: &Slot| slot.term == NONE && slot.flags & LOCAL != 0;
            for (node, slot, other) in [(a, first, second), (b, second, first)] {
                if slot.term == NONE && slot.flags & LOCAL == 0 && !is_blank(other) {
                    touched.push(node);
                }
            }
            return;
        }
        // If two unbound classes are merged, only items that wait for both are affected, and these
        // are also in the shorter list.
        let woken = match (first.term, second.term) {
            (NONE, NONE) if first.watchers <= second.watchers => first.watch,
            (NONE, NONE) => second.watch,
            (NONE, _) => first.watch,
            (_, NONE) => second.watch,
            _ => NONE,
        };
        if woken != NONE {
            let mut at = woken;
            loop {
                let Watch { who, next } = self.watches[at as usize];
                self.fired.push(who);
                at = next;
                if at == woken {
                    break;
                }
            }
        }
    }

    fn swap_next(&mut self, one: u32, other: u32) {
        let next = self.watches[one as usize].next;
        self.watches[one as usize].next = self.watches[other as usize].next;
        self.watches[other as usize].next = next;
    }

    /// Reroots the proof tree of `child` at `child`, and attaches it to `parent`.
    fn attach_proof(&mut self, child: Node, parent: Node, why: Reason) {
        let (mut at, mut towards, mut because) = (child, parent, why);
        while at != NONE {
            let slot = &mut self.slots[at as usize];
            let next = std::mem::replace(&mut slot.proof, towards);
            because = std::mem::replace(&mut slot.why, because);
            towards = at;
            at = next;
        }
    }

    /// Returns the edge of the proof forest from a node towards its root.
    pub fn proof(&self, node: Node) -> Option<(Node, Reason)> {
        let slot = &self.slots[node as usize];
        (slot.proof != NONE).then_some((slot.proof, slot.why))
    }

    /// Starts recording overwritten data.
    pub fn mark(&mut self) -> TrailMark {
        let mark = TrailMark {
            trail: self.trail.len(),
            was_trailing: self.trailing,
        };
        self.trailing = true;
        mark
    }

    /// Reverts all merges since the mark. Nodes that were created since then stay, each in its own
    /// class.
    pub fn undo(&mut self, mark: TrailMark) {
        while self.trail.len() > mark.trail {
            match self.trail.pop() {
                Some(Undo::Merge(merge)) => self.undo_merge(&merge),
                Some(Undo::Watch { root, before }) => self.undo_watch(root, before),
                None => break,
            }
        }
        self.trailing = mark.was_trailing;
    }

    /// Keeps the changes since the mark; an earlier mark may still revert them.
    pub fn keep(&mut self, mark: TrailMark) {
        self.trailing = mark.was_trailing;
        if !self.trailing {
            self.trail.clear();
        }
    }

    fn undo_merge(&mut self, merge: &Merge) {
        let watch = self.slots[merge.child as usize].watch;
        let is_unbound = self.slots[merge.root as usize].term == NONE;
        if is_unbound && watch != NONE && merge.watch != NONE {
            self.swap_next(watch, merge.watch);
        }
        self.slots[merge.child as usize].parent = merge.child;
        let slot = &mut self.slots[merge.root as usize];
        slot.rank = merge.rank;
        slot.flags = merge.flags | slot.flags & IS_PART;
        slot.level = merge.level;
        slot.term = merge.term;
        slot.name = merge.name;
        slot.watch = merge.watch;
        slot.watchers = merge.watchers;
        // Trees may have been rerooted since then, so the edge may have either direction.
        let (one, other) = merge.edge;
        if self.slots[one as usize].proof == other {
            self.slots[one as usize].proof = NONE;
        } else {
            self.slots[other as usize].proof = NONE;
        }
    }

    /// Registers an item to wait until a class is bound or merged with a different class that it
    /// waits for.
    pub fn watch(&mut self, node: Node, who: u32) {
        let root = self.find(node);
        let entry = self.watches.len() as u32;
        let slot = &mut self.slots[root as usize];
        let before = slot.watch;
        slot.watchers += 1;
        let next = if before == NONE {
            slot.watch = entry;
            entry
        } else {
            std::mem::replace(&mut self.watches[before as usize].next, entry)
        };
        self.watches.push(Watch { who, next });
        if self.trailing {
            self.trail.push(Undo::Watch { root, before });
        }
    }

    fn undo_watch(&mut self, root: Node, before: u32) {
        let Some(Watch { next, .. }) = self.watches.pop() else {
            return;
        };
        let slot = &mut self.slots[root as usize];
        slot.watchers -= 1;
        if before == NONE {
            slot.watch = NONE;
        } else {
            self.watches[before as usize].next = next;
        }
    }

    /// Moves the items that no longer wait to `into`.
    pub fn take_fired(&mut self, into: &mut Vec<u32>) {
        into.append(&mut self.fired);
    }

    /// Sets whether a variable is local to one alternative.
    pub fn set_local(&mut self, node: Node, local: bool) {
        let flags = &mut self.slots[node as usize].flags;
        *flags = if local {
            *flags | LOCAL
        } else {
            *flags & !LOCAL
        };
    }

    /// Whether a class is local to one alternative.
    pub fn is_local(&self, node: Node) -> bool {
        self.slots[self.root(node) as usize].flags & LOCAL != 0
    }

    /// Sets the level of nodes that are created from now on.
    pub fn set_level(&mut self, level: u32) {
        self.level = level;
    }

    /// The outermost known level that a class reaches.
    pub fn level(&self, node: Node) -> u32 {
        self.slots[self.root(node) as usize].level
    }

    /// Marks a class as representing every type.
    pub fn generalize(&mut self, node: Node) {
        let root = self.find(node);
        self.slots[root as usize].flags |= GENERALIZED;
    }

    /// Whether a class represents every type.
    pub fn is_generalized(&self, node: Node) -> bool {
        self.slots[self.root(node) as usize].flags & GENERALIZED != 0
    }

    /// Performs a trial and reverts it. Returns its result and the unbound classes that it
    /// constrained.
    pub fn attempt<R>(&mut self, act: impl FnOnce(&mut TermGraph) -> R) -> (R, Vec<Node>) {
        let mark = self.mark();
        let outer = self.touched.replace(Vec::new());
        let result = act(self);
        let touched = std::mem::replace(&mut self.touched, outer).unwrap_or_default();
        self.undo(mark);
        (result, touched)
    }

    /// Returns the classes that were merged since a mark and may be a part of themselves, since
    /// they are a part of a term.
    pub fn merged_since(&self, mark: TrailMark) -> Vec<Node> {
        let merges = self.trail[mark.trail..].iter();
        merges
            .filter_map(|undo| match undo {
                Undo::Merge(merge) => Some(merge.root),
                Undo::Watch { .. } => None,
            })
            .filter(|root| self.slots[*root as usize].flags & IS_PART != 0)
            .collect()
    }
}

fn part_count(ty: &Type) -> u32 {
    let mut count = 0;
    ty.each_part(&mut |_| count += 1);
    count
}
