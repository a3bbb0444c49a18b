//! Schemas: the common model of all drafts of JSON Schema.
//!
//! A [`Schema`] is an arena of [`Node`]s, one for each subschema, with references resolved to
//! nodes. A node contains the constraints for each kind of JSON value. Keywords of different drafts
//! with the same meaning have the same representation. [`Node::opaque`] lists the keywords that are
//! not evaluated here, so that no result ignores them.

use crate::document::{Document, text_weight};
use crate::numeral::Numeral;
use crate::pattern::Pattern;
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::sort::sort;
use polycty_core::types::{Keyed, KeyedMap, SizeRange, Str};
use std::hash::BuildHasher;
use std::ops::{BitAnd, BitOr, Sub};
use std::sync::{Arc, OnceLock};

/// The maximum number of nodes of a schema.
pub const MAX_NODES: usize = 1 << 18;

/// Up to this number, properties and values are searched linearly.
const FEW: usize = 8;

/// The index of a subschema in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

/// A JSON Schema with its subschemas. It is immutable and cheap to clone.
#[derive(Clone, Debug)]
pub struct Schema {
    nodes: Arc<[Node]>,
    root: NodeId,
    /// The named nodes, in the order of their output.
    definitions: Arc<[(Str, NodeId)]>,
}

/// A set of kinds of JSON values. Integers and other numbers are separate kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Types(u8);

impl Types {
    /// No kind.
    pub const NONE: Types = Types(0);
    /// `null`.
    pub const NULL: Types = Types(1);
    /// `true` and `false`.
    pub const BOOL: Types = Types(2);
    /// Integers.
    pub const INTEGER: Types = Types(4);
    /// Numbers that are not integers.
    pub const FRACTION: Types = Types(8);
    /// Numbers.
    pub const NUMBER: Types = Types(12);
    /// Strings.
    pub const STRING: Types = Types(16);
    /// Arrays.
    pub const ARRAY: Types = Types(32);
    /// Objects.
    pub const OBJECT: Types = Types(64);
    /// Every kind.
    pub const ALL: Types = Types(127);

    /// The kinds as JSON Schema names them, with all numbers as one kind.
    pub(crate) const EACH: [Types; 6] = [
        Types::NULL,
        Types::BOOL,
        Types::NUMBER,
        Types::STRING,
        Types::ARRAY,
        Types::OBJECT,
    ];

    /// The intersection of two sets.
    #[must_use]
    pub const fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// Whether all kinds of `other` are in the set.
    #[must_use]
    pub const fn has(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether some kind of `other` is in the set.
    #[must_use]
    pub const fn meets(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds in the set, with integers and other numbers as separate kinds.
    pub(crate) fn each(self) -> impl Iterator<Item = Types> {
        (0..7)
            .map(|at| Types(1 << at))
            .filter(move |kind| self.has(*kind))
    }

    /// The kind of a document.
    #[must_use]
    pub fn of(document: &Document) -> Types {
        match document {
            Document::Null => Types::NULL,
            Document::Bool(_) => Types::BOOL,
            Document::Number(number) if number.is_whole() => Types::INTEGER,
            Document::Number(_) => Types::FRACTION,
            Document::String(_) => Types::STRING,
            Document::Array(_) => Types::ARRAY,
            Document::Object(_) => Types::OBJECT,
        }
    }

    /// Returns the kinds of a type name of JSON Schema, or `None` for any other text.
    #[must_use]
    pub fn named(name: &str) -> Option<Types> {
        Some(match name {
            "null" => Types::NULL,
            "boolean" => Types::BOOL,
            "integer" => Types::INTEGER,
            "number" => Types::NUMBER,
            "string" => Types::STRING,
            "array" => Types::ARRAY,
            "object" => Types::OBJECT,
            _ => return None,
        })
    }
}

impl BitOr for Types {
    type Output = Types;

    fn bitor(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }
}

impl BitAnd for Types {
    type Output = Types;

    fn bitand(self, other: Types) -> Types {
        self.and(other)
    }
}

impl Sub for Types {
    type Output = Types;

    fn sub(self, other: Types) -> Types {
        Types(self.0 & !other.0)
    }
}

/// One end of a range of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The number.
    pub at: Numeral,
    /// Whether the number itself is excluded.
    pub exclusive: bool,
}

/// The condition of `if`, `then` and `else`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The subschema of `if`.
    pub when: NodeId,
    /// The subschema that applies if the condition holds.
    pub then: Option<NodeId>,
    /// The subschema that applies if the condition does not hold.
    pub otherwise: Option<NodeId>,
}

/// The constraints of a subschema. A document must satisfy all of them.
#[derive(Clone, Debug)]
pub struct Node {
    /// The position as a JSON pointer in its document. The document's URI comes before it if the
    /// document is not that of the schema.
    pub place: Str,
    /// The permitted kinds of JSON values.
    pub types: Types,
    /// Lists of values. The document must be in each list.
    pub values: Vec<Vec<Document>>,
    /// For numbers: lower bounds.
    pub minimum: Vec<Bound>,
    /// For numbers: upper bounds.
    pub maximum: Vec<Bound>,
    /// For numbers: the divisor.
    pub multiple_of: Option<Numeral>,
    /// For strings: the range of the number of characters.
    pub length: SizeRange,
    /// For strings: the regular expression.
    pub pattern: Option<Pattern>,
    /// For strings and numbers: a hint without effect.
    pub format: Option<Str>,
    /// For arrays: the subschemas of the first elements.
    pub prefix: Vec<NodeId>,
    /// For arrays: the subschema of the elements after those.
    pub items: Option<NodeId>,
    /// For arrays: the subschema and the number of elements that must match it.
    pub contains: Option<(NodeId, SizeRange)>,
    /// For arrays: the range of the number of elements.
    pub count: SizeRange,
    /// For arrays: whether all elements must be different.
    pub unique: bool,
    /// For objects: the subschemas of members by name, if a member is present.
    pub properties: Vec<(Str, NodeId)>,
    /// For objects: the subschemas of members whose names match a pattern.
    pub patterns: Vec<(Pattern, NodeId)>,
    /// For objects: the subschema of all other members.
    pub additional: Option<NodeId>,
    /// For objects: the subschema of every name.
    pub names: Option<NodeId>,
    /// For objects: the names of required members.
    pub required: Vec<Str>,
    /// For objects: the range of the number of members.
    pub size: SizeRange,
    /// For objects: the names that are required if a member is present.
    pub needs: Vec<(Str, Vec<Str>)>,
    /// For objects: the subschemas that apply to the object if a member is present.
    pub dependent: Vec<(Str, NodeId)>,
    /// The target of a reference.
    pub reference: Option<NodeId>,
    /// Subschemas that must all match.
    pub all: Vec<NodeId>,
    /// Subschemas. At least one of them must match, unless the list is empty.
    pub any: Vec<NodeId>,
    /// Subschemas. Exactly one of them must match, unless the list is empty.
    pub one: Vec<NodeId>,
    /// A subschema that must not match.
    pub not: Option<NodeId>,
    /// A condition that selects one of two subschemas.
    pub condition: Option<Condition>,
    /// Keywords with constraints that are not evaluated here.
    pub opaque: Vec<Str>,
    /// The title, for people.
    pub title: Option<Str>,
    /// The description, for people.
    pub description: Option<Str>,
    /// The default. It has no effect on validation.
    pub default: Option<Document>,
    /// The indices of properties by name, computed on first use if there are many.
    pub(crate) by_name: OnceLock<KeyedMap<Str, usize>>,
    /// The indices of the values of each list, computed on first use if there are many.
    pub(crate) by_value: OnceLock<Vec<ListIndex>>,
}

/// An index of the values of a list.
#[derive(Clone, Debug)]
pub(crate) struct ListIndex {
    /// The weight of the heaviest value. A heavier document is not in the list.
    heaviest: u64,
    /// The hashes and indices of the values, sorted by hash.
    places: Vec<(u64, usize)>,
}

impl ListIndex {
    fn of(values: &[Document]) -> ListIndex {
        let hashes = values.iter().map(|value| Keyed.hash_one(value));
        let mut places: Vec<(u64, usize)> = hashes.zip(0..).collect();
        sort(&mut places);
        let weights = values.iter().map(Document::weight);
        ListIndex {
            heaviest: weights.max().unwrap_or_default(),
            places,
        }
    }

    /// Returns whether a document is among the values. The document is traversed once for its hash,
    /// and once more to compare it with a value of the same hash. A document that is too heavy is
    /// not traversed completely.
    fn has(
        &self,
        values: &[Document],
        document: &Document,
        budget: &Budget,
    ) -> Result<bool, BudgetError> {
        let Some(left) = document.left_of(self.heaviest) else {
            let looked_at = if document.is_scalar() {
                1
            } else {
                self.heaviest
            };
            budget.charge(looked_at)?;
            return Ok(false);
        };
        budget.charge(1 + 2 * (self.heaviest - left))?;
        let hash = Keyed.hash_one(document);
        let from = self.places.partition_point(|(known, _)| *known < hash);
        let mut alike = self.places[from..]
            .iter()
            .take_while(|(known, _)| *known == hash);
        Ok(alike.any(|(_, at)| values[*at] == *document))
    }
}

impl Node {
    /// A subschema that accepts every document.
    #[must_use]
    pub fn open(place: Str) -> Node {
        Node {
            place,
            types: Types::ALL,
            values: Vec::new(),
            minimum: Vec::new(),
            maximum: Vec::new(),
            multiple_of: None,
            length: SizeRange::UNLIMITED,
            pattern: None,
            format: None,
            prefix: Vec::new(),
            items: None,
            contains: None,
            count: SizeRange::UNLIMITED,
            unique: false,
            properties: Vec::new(),
            patterns: Vec::new(),
            additional: None,
            names: None,
            required: Vec::new(),
            size: SizeRange::UNLIMITED,
            needs: Vec::new(),
            dependent: Vec::new(),
            reference: None,
            all: Vec::new(),
            any: Vec::new(),
            one: Vec::new(),
            not: None,
            condition: None,
            opaque: Vec::new(),
            title: None,
            description: None,
            default: None,
            by_name: OnceLock::new(),
            by_value: OnceLock::new(),
        }
    }

    /// Returns whether a document is in each list of values.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    pub(crate) fn lists(&self, document: &Document, budget: &Budget) -> Result<bool, BudgetError> {
        for (at, values) in self.values.iter().enumerate() {
            let listed = if values.len() <= FEW {
                is_one_of(values, document, budget)?
            } else {
                let index = || self.values.iter().map(|values| ListIndex::of(values));
                let indices = self.by_value.get_or_init(|| index().collect());
                indices[at].has(values, document, budget)?
            };
            if !listed {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The subschema of a named property.
    #[must_use]
    pub fn property(&self, name: &Str) -> Option<NodeId> {
        let at = match self.properties.len() {
            0..=FEW => self.properties.iter().position(|(known, _)| known == name),
            _ => {
                let by_name = self.by_name.get_or_init(|| {
                    let names = self.properties.iter().zip(0..);
                    names.map(|((name, _), at)| (name.clone(), at)).collect()
                });
                by_name.get(name).copied()
            }
        };
        at.map(|at| self.properties[at].1)
    }

    /// A subschema that accepts the given kinds.
    #[must_use]
    pub fn of(types: Types) -> Node {
        Node {
            types,
            ..Node::open("".into())
        }
    }

    /// Whether the subschema applies other subschemas to the same document.
    #[must_use]
    pub fn has_applicators(&self) -> bool {
        self.reference.is_some()
            || !(self.all.is_empty() && self.any.is_empty() && self.one.is_empty())
            || self.not.is_some()
            || self.condition.is_some()
            || !self.dependent.is_empty()
    }

    /// Whether the subschema only restricts the kinds of JSON values.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        !self.has_applicators()
            && self.values.is_empty()
            && self.opaque.is_empty()
            && Types::EACH.iter().all(|kind| self.is_plain_for(*kind))
    }

    /// Whether the subschema has no constraints for documents of one kind, except whether the kind
    /// is permitted.
    #[must_use]
    pub fn is_plain_for(&self, kind: Types) -> bool {
        if kind == Types::STRING {
            self.length == SizeRange::UNLIMITED && self.pattern.is_none()
        } else if kind == Types::ARRAY {
            self.prefix.is_empty()
                && self.items.is_none()
                && self.contains.is_none()
                && self.count == SizeRange::UNLIMITED
                && !self.unique
        } else if kind == Types::OBJECT {
            self.properties.is_empty()
                && self.patterns.is_empty()
                && self.additional.is_none()
                && self.names.is_none()
                && self.required.is_empty()
                && self.size == SizeRange::UNLIMITED
                && self.needs.is_empty()
        } else if kind.meets(Types::NUMBER) {
            self.minimum.is_empty() && self.maximum.is_empty() && self.multiple_of.is_none()
        } else {
            true
        }
    }

    /// Whether two nodes have the same constraints, provided that their subschemas, which are in
    /// the same order, have. Nodes with keywords that are not evaluated are never considered equal.
    pub(crate) fn agrees_with(&self, other: &Node) -> bool {
        let names = |node: &Node| node.properties.len() + node.patterns.len();
        self.types == other.types
            && names(self) == names(other)
            && self.parts().count() == other.parts().count()
            && self.opaque.is_empty()
            && other.opaque.is_empty()
            && self.minimum == other.minimum
            && self.maximum == other.maximum
            && self.multiple_of == other.multiple_of
            && self.length == other.length
            && self.pattern == other.pattern
            && self.prefix.len() == other.prefix.len()
            && self.items.is_some() == other.items.is_some()
            && self.contains.map(|(_, count)| count) == other.contains.map(|(_, count)| count)
            && self.count == other.count
            && self.unique == other.unique
            && (self.properties.iter().map(|(name, _)| name))
                .eq(other.properties.iter().map(|(name, _)| name))
            && (self.patterns.iter().map(|(pattern, _)| pattern))
                .eq(other.patterns.iter().map(|(pattern, _)| pattern))
            && self.additional.is_some() == other.additional.is_some()
            && self.names.is_some() == other.names.is_some()
            && self.required == other.required
            && self.size == other.size
            && self.needs == other.needs
            && (self.dependent.iter().map(|(name, _)| name))
                .eq(other.dependent.iter().map(|(name, _)| name))
            && self.reference.is_some() == other.reference.is_some()
            && self.all.len() == other.all.len()
            && self.any.len() == other.any.len()
            && self.one.len() == other.one.len()
            && self.not.is_some() == other.not.is_some()
            && match (&self.condition, &other.condition) {
                (Some(a), Some(b)) => {
                    a.then.is_some() == b.then.is_some()
                        && a.otherwise.is_some() == b.otherwise.is_some()
                }
                (a, b) => a.is_none() && b.is_none(),
            }
            && self.values == other.values
    }

    /// The size of the constraints of the node itself: names and listed values.
    pub(crate) fn extent(&self) -> u64 {
        let names = self.properties.len() + self.patterns.len() + self.required.len();
        let needs = self.needs.iter().map(|(_, needed)| 1 + needed.len());
        let values = self.values.iter().flatten().map(Document::size);
        (names + needs.sum::<usize>()) as u64 + values.sum::<u64>()
    }

    /// The subschemas that the node refers to.
    pub(crate) fn parts(&self) -> impl Iterator<Item = NodeId> + '_ {
        let condition = self.condition.iter();
        (self.prefix.iter().copied())
            .chain(self.items)
            .chain(self.contains.map(|(node, _)| node))
            .chain(self.properties.iter().map(|(_, node)| *node))
            .chain(self.patterns.iter().map(|(_, node)| *node))
            .chain(self.additional)
            .chain(self.names)
            .chain(self.dependent.iter().map(|(_, node)| *node))
            .chain(self.reference)
            .chain(self.all.iter().chain(&self.any).chain(&self.one).copied())
            .chain(self.not)
            .chain(condition.flat_map(|condition| {
                (Some(condition.when).into_iter())
                    .chain(condition.then)
                    .chain(condition.otherwise)
            }))
    }
}

impl Schema {
    /// Creates a schema from nodes.
    pub(crate) fn new(nodes: Vec<Node>, root: NodeId, definitions: Vec<(Str, NodeId)>) -> Schema {
        Schema {
            nodes: nodes.into(),
            root,
            definitions: definitions.into(),
        }
    }

    /// Whether two schemas are the same object, not only equal.
    pub(crate) fn is(&self, other: &Schema) -> bool {
        Arc::ptr_eq(&self.nodes, &other.nodes) && self.root == other.root
    }

    /// The root node.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// A subschema.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// All subschemas.
    pub fn subschemas(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter()
    }

    /// The number of subschemas.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always `false`: a schema has at least one subschema.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The indices of all subschemas.
    pub(crate) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The named nodes.
    #[must_use]
    pub fn definitions(&self) -> &[(Str, NodeId)] {
        &self.definitions
    }
}

/// Returns whether a document is one of a few values, by comparing it with each.
fn is_one_of(
    values: &[Document],
    document: &Document,
    budget: &Budget,
) -> Result<bool, BudgetError> {
    for value in values {
        // Values of different kinds or lengths differ at once, and texts at the first different
        // byte. Members may have to be sorted on both sides.
        let steps = match (value, document) {
            (Document::String(a), Document::String(b)) if a.len() == b.len() => text_weight(a),
            (Document::Array(a), Document::Array(b)) if a.len() == b.len() => {
                value.weight() + document.weight()
            }
            (Document::Object(a), Document::Object(b)) if a.len() == b.len() => {
                value.weight() + document.weight()
            }
            _ => 0,
        };
        budget.charge(1 + steps)?;
        if value == document {
            return Ok(true);
        }
    }
    Ok(false)
}
