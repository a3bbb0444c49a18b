//! Schemas: what does a JSON Schema say, whichever draft it was written in?
//!
//! A [`Schema`] is an arena of [`Node`]s, one for each subschema, with references resolved to
//! the nodes that they mean. A node says what it asks of each kind of JSON; keywords of a draft
//! that mean the same are the same here. What a node has besides, which nobody here evaluates,
//! is named in [`Node::opaque`], so that no answer is given that it could change.

use crate::document::{Document, text_weight};
use crate::numeral::Numeral;
use crate::pattern::Pattern;
use polycty_core::calls::{Budget, Spent};
use polycty_core::types::{Keyed, KeyedMap, SizeRange, Str};
use std::hash::BuildHasher;
use std::ops::{BitAnd, BitOr, Sub};
use std::sync::{Arc, OnceLock};

/// The most nodes of a schema.
pub const MAX_NODES: usize = 1 << 18;

/// Up to so many properties, and values, are looked at one by one.
const FEW: usize = 8;

/// A subschema's place in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

/// A JSON Schema with its subschemas. Never changes; cheap to clone.
#[derive(Clone, Debug)]
pub struct Schema {
    nodes: Arc<[Node]>,
    root: NodeId,
    /// The nodes that have a name of their own, in the order in which they are written.
    definitions: Arc<[(Str, NodeId)]>,
}

/// The kinds of JSON, with numbers told apart by whether they are whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Types(u8);

impl Types {
    /// No kind.
    pub const NONE: Types = Types(0);
    /// `null`.
    pub const NULL: Types = Types(1);
    /// `true` and `false`.
    pub const BOOL: Types = Types(2);
    /// Whole numbers.
    pub const INTEGER: Types = Types(4);
    /// Numbers that are not whole.
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

    /// The kinds one by one, with numbers as one or only the whole ones.
    pub(crate) const EACH: [Types; 6] = [
        Types::NULL,
        Types::BOOL,
        Types::NUMBER,
        Types::STRING,
        Types::ARRAY,
        Types::OBJECT,
    ];

    /// The kinds that both have.
    #[must_use]
    pub const fn and(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }

    /// Whether all kinds of `other` are among these.
    #[must_use]
    pub const fn has(self, other: Types) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether some kind of `other` is among these.
    #[must_use]
    pub const fn meets(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds among these one by one, whole numbers apart from others.
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

    /// The kinds that a name stands for; nothing for another text.
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

/// An end of a range of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The number.
    pub at: Numeral,
    /// Whether the number itself is outside.
    pub exclusive: bool,
}

/// What has to hold of a document besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// What is asked first.
    pub when: NodeId,
    /// What has to hold where that does.
    pub then: Option<NodeId>,
    /// What has to hold where that does not.
    pub otherwise: Option<NodeId>,
}

/// What a subschema asks of a document. Everything that it says has to hold.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it stands, as a JSON pointer in its document; with the document's URI before it
    /// where that is another one than the schema's.
    pub place: Str,
    /// The kinds of JSON that it lets through.
    pub types: Types,
    /// One of each of these lists.
    pub values: Vec<Vec<Document>>,
    /// Of a number: not less.
    pub minimum: Vec<Bound>,
    /// Of a number: not more.
    pub maximum: Vec<Bound>,
    /// Of a number: a whole number of times this.
    pub multiple_of: Option<Numeral>,
    /// Of a string: how many characters.
    pub length: SizeRange,
    /// Of a string.
    pub pattern: Option<Pattern>,
    /// Of a string or number: a hint, which nothing follows from.
    pub format: Option<Str>,
    /// Of an array: the elements in the first places.
    pub prefix: Vec<NodeId>,
    /// Of an array: the elements behind these.
    pub items: Option<NodeId>,
    /// Of an array: how many elements are such.
    pub contains: Option<(NodeId, SizeRange)>,
    /// Of an array: how many elements.
    pub count: SizeRange,
    /// Of an array: whether no element may come twice.
    pub unique: bool,
    /// Of an object: what stands under these names, if something does.
    pub properties: Vec<(Str, NodeId)>,
    /// Of an object: what stands under names of a form.
    pub patterns: Vec<(Pattern, NodeId)>,
    /// Of an object: what stands under every other name.
    pub additional: Option<NodeId>,
    /// Of an object: every name.
    pub names: Option<NodeId>,
    /// Of an object: the names under which something stands.
    pub required: Vec<Str>,
    /// Of an object: how many members.
    pub size: SizeRange,
    /// Of an object: the names that have to be there where this one is.
    pub needs: Vec<(Str, Vec<Str>)>,
    /// Of an object: what has to hold of it where this name is.
    pub dependent: Vec<(Str, NodeId)>,
    /// What a reference leads to.
    pub reference: Option<NodeId>,
    /// All of these.
    pub all: Vec<NodeId>,
    /// One or more of these; none where nothing is said.
    pub any: Vec<NodeId>,
    /// Just one of these; none where nothing is said.
    pub one: Vec<NodeId>,
    /// Not this.
    pub not: Option<NodeId>,
    /// One of two by what holds.
    pub condition: Option<Condition>,
    /// Keywords that ask something which is not evaluated here.
    pub opaque: Vec<Str>,
    /// A name for people.
    pub title: Option<Str>,
    /// What people are told.
    pub description: Option<Str>,
    /// What stands where nothing is given. Nothing follows from it.
    pub default: Option<Document>,
    /// Where a property stands among many, once someone has asked.
    pub(crate) by_name: OnceLock<KeyedMap<Str, usize>>,
    /// Where the values of each list stand, once someone has asked of many.
    pub(crate) by_value: OnceLock<Vec<ListIndex>>,
}

/// Where the values of a list stand.
#[derive(Clone, Debug)]
pub(crate) struct ListIndex {
    /// The weight of the heaviest value: what weighs more is none of them.
    heaviest: u64,
    /// The hashes and the places of the values, in the order of the hashes.
    places: Vec<(u64, usize)>,
}

impl ListIndex {
    fn of(values: &[Document]) -> ListIndex {
        let hashes = values.iter().map(|value| Keyed.hash_one(value));
        let mut places: Vec<(u64, usize)> = hashes.zip(0..).collect();
        places.sort_unstable();
        let weights = values.iter().map(Document::weight);
        ListIndex {
            heaviest: weights.max().unwrap_or_default(),
            places,
        }
    }

    /// Whether a document is among the values. It is gone through for its hash, and once more
    /// beside a value that has the same; one that is too heavy is not.
    fn has(
        &self,
        values: &[Document],
        document: &Document,
        budget: &Budget,
    ) -> Result<bool, Spent> {
        let Some(left) = document.left_of(self.heaviest) else {
            let looked_at = match document.is_scalar() {
                true => 1,
                false => self.heaviest,
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
    /// A subschema that lets everything through.
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

    /// Whether a document is among the values of each list.
    ///
    /// # Errors
    /// What is spent.
    pub(crate) fn lists(&self, document: &Document, budget: &Budget) -> Result<bool, Spent> {
        for (at, values) in self.values.iter().enumerate() {
            let listed = match values.len() <= FEW {
                true => is_one_of(values, document, budget)?,
                false => {
                    let index = || self.values.iter().map(|values| ListIndex::of(values));
                    let indices = self.by_value.get_or_init(|| index().collect());
                    indices[at].has(values, document, budget)?
                }
            };
            if !listed {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What stands under a name that is said.
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

    /// The same of some kinds only.
    #[must_use]
    pub fn of(types: Types) -> Node {
        Node {
            types,
            ..Node::open("".into())
        }
    }

    /// Whether it asks for something by other subschemas that stand in its own place.
    #[must_use]
    pub fn has_applicators(&self) -> bool {
        self.reference.is_some()
            || !(self.all.is_empty() && self.any.is_empty() && self.one.is_empty())
            || self.not.is_some()
            || self.condition.is_some()
            || !self.dependent.is_empty()
    }

    /// Whether it says nothing but which kinds of JSON there may be.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        !self.has_applicators()
            && self.values.is_empty()
            && self.opaque.is_empty()
            && Types::EACH.iter().all(|kind| self.is_plain_for(*kind))
    }

    /// Whether it says nothing of documents of one kind, but whether there may be any.
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

    /// Whether two say the same wherever their subschemas do, which stand in the same order; what
    /// is not evaluated is not known to be the same.
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

    /// How much it says itself: names and listed values.
    pub(crate) fn extent(&self) -> u64 {
        let names = self.properties.len() + self.patterns.len() + self.required.len();
        let needs = self.needs.iter().map(|(_, needed)| 1 + needed.len());
        let values = self.values.iter().flatten().map(Document::size);
        (names + needs.sum::<usize>()) as u64 + values.sum::<u64>()
    }

    /// The subschemas that it speaks of.
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
    /// A schema of these nodes.
    pub(crate) fn new(nodes: Vec<Node>, root: NodeId, definitions: Vec<(Str, NodeId)>) -> Schema {
        Schema {
            nodes: nodes.into(),
            root,
            definitions: definitions.into(),
        }
    }

    /// Whether it is the very same, not only one that says the same.
    pub(crate) fn is(&self, other: &Schema) -> bool {
        Arc::ptr_eq(&self.nodes, &other.nodes) && self.root == other.root
    }

    /// The whole.
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

    /// How many subschemas there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none, which no schema is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All subschemas.
    pub(crate) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The nodes that have a name of their own.
    #[must_use]
    pub fn definitions(&self) -> &[(Str, NodeId)] {
        &self.definitions
    }
}

/// Whether a document is one of a few values, which it is compared with one by one.
fn is_one_of(values: &[Document], document: &Document, budget: &Budget) -> Result<bool, Spent> {
    for value in values {
        // What differs in kind or length is told apart at once, and texts at the first byte that
        // differs; members may have to be sorted on both sides.
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
