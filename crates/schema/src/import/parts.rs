//! Parts: conjunctions of subschemas that apply to one position.

use super::Walk;
use crate::document::Document;
use crate::model::{NodeId, Types};
use crate::numeral::Numeral;
use polycty_core::calls::Worklist;
use polycty_core::sort::sort;
use polycty_core::source::Result;
use polycty_core::types::{IdMap, Keyed, Str};
use std::hash::{BuildHasher, Hash, Hasher};
use std::rc::Rc;

/// The constraints of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    /// The conjunction of these subschemas.
    Nodes(Rc<[Item]>),
    /// The same, restricted to documents of one kind and without alternatives.
    Kind(Rc<[Item]>, Types),
    /// One of these strings.
    Texts(Rc<[Str]>, NodeId),
    /// Strings that match one of these Ruby expressions.
    Names(Rc<[Str]>, NodeId),
    /// Exactly this document.
    Value(Listed, NodeId),
    /// Integers, or other numbers, within the bounds of the subschemas.
    Wholes(Rc<[Item]>),
    Fractions(Rc<[Item]>),
    /// Any one of these parts.
    Either(Rc<[Part]>),
    /// Any document.
    Anything(NodeId),
}

/// A document in the list of a schema, with its hash. Equality is by value.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub(super) document: Rc<Document>,
    hash: u64,
}

impl Listed {
    pub(super) fn new(document: Document) -> Listed {
        Listed {
            hash: Keyed.hash_one(&document),
            document: Rc::new(document),
        }
    }
}

impl PartialEq for Listed {
    fn eq(&self, other: &Listed) -> bool {
        self.hash == other.hash
            && (Rc::ptr_eq(&self.document, &other.document) || self.document == other.document)
    }
}

impl Eq for Listed {}

impl Hash for Listed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash);
    }
}

/// A subschema, and the number of its keywords with alternatives that are already expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Item {
    pub(super) node: NodeId,
    pub(super) taken: u8,
}

/// The keywords with alternatives, in the order of their expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branching {
    Any,
    One,
    Condition,
}

impl Part {
    pub(super) fn of(node: NodeId) -> Part {
        Part::Nodes(Rc::new([Item { node, taken: 0 }]))
    }

    /// The conjunction of several subschemas, or `Anything` if there are none.
    pub(super) fn all(nodes: &[NodeId], otherwise: NodeId) -> Part {
        if nodes.is_empty() {
            Part::Anything(otherwise)
        } else {
            let mut nodes: Vec<Item> = (nodes.iter())
                .map(|node| Item {
                    node: *node,
                    taken: 0,
                })
                .collect();
            sort(&mut nodes);
            nodes.dedup();
            Part::Nodes(nodes.into())
        }
    }
}

impl Walk<'_> {
    /// The subschema that represents a part.
    pub(super) fn primary(&self, part: &Part) -> NodeId {
        match part {
            Part::Nodes(items)
            | Part::Kind(items, _)
            | Part::Wholes(items)
            | Part::Fractions(items) => items[0].node,
            Part::Either(parts) => self.primary(&parts[0]),
            Part::Texts(_, node)
            | Part::Names(_, node)
            | Part::Value(_, node)
            | Part::Anything(node) => *node,
        }
    }

    /// Adds all subschemas that apply unconditionally.
    pub(super) fn flattened(&self, items: &[Item]) -> Result<Vec<Item>> {
        let mut taken: IdMap<NodeId, u8> = IdMap::default();
        let mut order: Vec<NodeId> = Vec::new();
        let mut open = Worklist::of(self.budget, items.iter().rev().copied())?;
        while let Some(item) = open.next()? {
            match taken.get_mut(&item.node) {
                Some(known) => *known = (*known).max(item.taken),
                None => {
                    taken.insert(item.node, item.taken);
                    order.push(item.node);
                    let node = self.schema.node(item.node);
                    let next = node.all.iter().rev().chain(&node.reference);
                    open.extend(next.map(|node| Item {
                        node: *node,
                        taken: 0,
                    }))?;
                }
            }
        }
        let items = order.into_iter();
        Ok(items
            .map(|node| Item {
                node,
                taken: taken[&node],
            })
            .collect())
    }

    /// The next keyword with alternatives of a subschema.
    pub(super) fn branching(&self, item: Item) -> Option<Branching> {
        let node = self.schema.node(item.node);
        let all = [
            (!node.any.is_empty()).then_some(Branching::Any),
            (!node.one.is_empty()).then_some(Branching::One),
            node.condition.as_ref().map(|_| Branching::Condition),
        ];
        all.into_iter().flatten().nth(item.taken.into())
    }

    /// The kinds of JSON values that all subschemas accept, as far as the keywords determine it
    /// directly.
    pub(super) fn types(&self, items: &[Item]) -> Types {
        let mut types = Types::ALL;
        for item in items {
            let node = self.schema.node(item.node);
            types = types & node.types;
            if let Some(values) = node.values.first() {
                let listed = values
                    .iter()
                    .fold(Types::NONE, |all, value| all | Types::of(value));
                types = types & listed;
            }
            if let Some(not) = node.not.map(|not| self.schema.node(not))
                && not.is_plain()
            {
                types = types - not.types;
            }
            // Multiples of an integer are integers.
            if node.multiple_of.as_ref().is_some_and(Numeral::is_whole) {
                types = types - Types::FRACTION;
            }
        }
        types
    }
}
