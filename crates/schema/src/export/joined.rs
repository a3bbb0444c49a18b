//! Unions and wrappers: subschemas of types that consist of other types in the same position.
//!
//! A chain of `Optional`, `NotUndef` and `Variant` is as deep as types nest. It is processed with
//! an explicit stack, so its depth does not use the stack of the thread.

use super::{Details, Export, Node, Null, Types, with_null};
use crate::notes::Mismatch;
use polycty_core::calls::Worklist;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_translate::semantic::{SemanticType, View};

/// The result of one step of the export of a type.
pub(super) enum Written {
    /// The subschema.
    Node(Box<Node>),
    /// A different type in the same position. `Null` states whether null is a value.
    As(Type, Option<Null>),
    /// A union of other types in the same place.
    Union(Vec<Type>, Option<Null>),
}

/// A union whose members are partly exported.
struct Joined {
    place: String,
    null: Option<Null>,
    members: std::vec::IntoIter<Type>,
    parts: Vec<Node>,
    /// The index of the part that only restricts kinds of JSON values.
    plain: Option<usize>,
    /// Whether null is a value of a member.
    admits: bool,
}

impl Joined {
    /// The position of the next member.
    fn below(&self) -> String {
        format!("{}/anyOf/{}", self.place, self.parts.len())
    }

    fn add(&mut self, mut part: Node) {
        self.admits |= part.is_plain() && part.types.meets(Types::NULL);
        // Members that only restrict kinds share one part.
        match self.plain {
            Some(at) if part.is_plain() => {
                self.parts[at].types = self.parts[at].types | part.types;
                return;
            }
            _ if part.is_plain() => self.plain = Some(self.parts.len()),
            _ => {}
        }
        part.place = self.below().into();
        self.parts.push(part);
    }
}

impl<'a> Export<'a> {
    /// Returns the subschema of a type. `null` determines whether null is a value; if `None`, the
    /// type does.
    pub(super) fn filled(
        &mut self,
        ty: Type,
        null: Option<Null>,
        place: &str,
        details: &'a Details,
    ) -> Result<Node> {
        let mut open: Vec<Joined> = Vec::new();
        let (mut ty, mut null, mut here) = (ty, null, place.to_owned());
        loop {
            self.budget.charge(1 + here.len() as u64 / 64)?;
            let mut written = match self.written(&ty, null, &here, details)? {
                Written::Node(node) => Some(*node),
                Written::As(inner, inherent) => {
                    (ty, null) = (inner, inherent);
                    continue;
                }
                Written::Union(members, null) => {
                    open.push(Joined {
                        place: here,
                        null,
                        members: members.into_iter(),
                        parts: Vec::new(),
                        plain: None,
                        admits: false,
                    });
                    None
                }
            };
            // Continue with the next member of the innermost union that has one.
            loop {
                let Some(mut joined) = open.pop() else {
                    return Ok(written.unwrap_or_else(|| Node::of(Types::NONE)));
                };
                if let Some(node) = written.take() {
                    joined.add(node);
                }
                if let Some(member) = joined.members.next() {
                    (ty, null, here) = (member, None, joined.below());
                    open.push(joined);
                    break;
                }
                written = Some(self.union(joined)?);
            }
        }
    }

    fn written(
        &mut self,
        ty: &Type,
        null: Option<Null>,
        place: &str,
        details: &'a Details,
    ) -> Result<Written> {
        if self.question == crate::fits::Question::Converts
            && let Some(written) = self.converting(ty, null, place, details)?
        {
            return Ok(written);
        }
        if let Some(node) = self.special(ty, place)? {
            return Ok(Written::Node(Box::new(with_null(node, null))));
        }
        let (meaning, own) = match self.mapping.view(ty)? {
            View::SemanticType {
                meaning,
                null,
                beyond,
            } => {
                if let Some(beyond) = beyond.filter(|beyond| beyond.loose) {
                    self.note(place, Mismatch::Wider, beyond.why, Vec::new());
                }
                (meaning, null)
            }
            View::With(inner, inherent) => {
                return Ok(Written::As(inner, null.or(Some(inherent))));
            }
            View::Besides(inner, _) => return Ok(Written::As(inner, null)),
            View::Alias(reference) => {
                let node = self.alias(&reference)?;
                if null != Some(Null::Admitted) {
                    return Ok(Written::Node(Box::new(with_null(node, null))));
                }
                let mut either = Node::of(Types::ALL);
                for (at, part) in [node, Node::of(Types::NULL)].into_iter().enumerate() {
                    either
                        .any
                        .push(self.add(part, format!("{place}/anyOf/{at}"))?);
                }
                return Ok(Written::Node(Box::new(either)));
            }
        };
        if let SemanticType::Union(members) = meaning {
            // Null is a value of the union if it is one of a member.
            let null = null.or((own == Null::Admitted).then_some(own));
            return Ok(Written::Union(members, null));
        }
        let node = self.meaning(ty, meaning, place, details)?;
        Ok(Written::Node(Box::new(with_null(node, null.or(Some(own))))))
    }

    /// Returns the subschema of a union whose members are all exported.
    fn union(&mut self, joined: Joined) -> Result<Node> {
        let Joined {
            place,
            null,
            mut parts,
            plain,
            admits,
            ..
        } = joined;
        let mut node = Node::of(Types::ALL);
        match (null, admits, plain) {
            (Some(Null::Admitted), false, Some(at)) => {
                parts[at].types = parts[at].types | Types::NULL
            }
            (Some(Null::Admitted), false, None) => parts.push(Node {
                place: format!("{place}/anyOf/{}", parts.len()).into(),
                ..Node::of(Types::NULL)
            }),
            (Some(Null::Excluded), ..) => node.types = Types::ALL - Types::NULL,
            _ => {}
        }
        // A member that accepts all documents is equivalent to the whole union.
        if let Some(at) = plain
            && parts[at].types.has(Types::ALL)
        {
            return Ok(node);
        }
        if parts.len() == 1 {
            let only = parts.remove(0);
            let types = only.types.and(node.types);
            return self.replaced(only, types, &place);
        }
        for part in parts {
            let place = part.place.to_string();
            let id = self.add(part, place)?;
            node.any.push(id);
        }
        if node.any.is_empty() {
            node.types = Types::NONE;
        }
        Ok(node)
    }

    /// Moves the only part of a union, with the parts below it, to the position of the union.
    fn replaced(&mut self, only: Node, types: Types, place: &str) -> Result<Node> {
        let before = format!("{place}/anyOf/0");
        let mut open = Worklist::of(self.budget, only.parts())?;
        while let Some(id) = open.next()? {
            let node = &mut self.nodes[id.0 as usize];
            let Some(rest) = node.place.strip_prefix(&before) else {
                continue;
            };
            node.place = format!("{place}{rest}").into();
            open.extend(node.parts())?;
        }
        self.budget.charge(self.notes.len() as u64 / 8)?;
        for note in &mut self.notes {
            if let Some(rest) = note.place.strip_prefix(&before) {
                note.place = format!("{place}{rest}").into();
            }
        }
        Ok(Node { types, ..only })
    }
}
