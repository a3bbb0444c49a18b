//! Plans: compiled conversions.
//!
//! A [`Plan`] says what is done with every value of one type; where the parts of the
//! values are converted in their turn, each has a [`Link`] to a plan of its own. Plans of
//! equal pairs of types are shared: ten thousand elements of one type have one plan.

use crate::types::Shape;
use polycty_core::dialect::Safety;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::sync::OnceLock;
use triomphe::Arc;

/// What happens to a part on its way from one type to another.
#[derive(Clone)]
pub(super) enum Link {
    /// It stays as it is.
    Keep,
    /// It goes through a plan.
    Through(Arc<Plan>),
}

/// A compiled conversion.
pub(super) struct Plan {
    /// The type of the values that come in.
    pub(super) from: Type,
    /// The wanted type without optional attributes: what nulls and unknowns get.
    pub(super) bare: Type,
    /// The type of every known result, where the plan alone decides it.
    pub(super) built: Option<Type>,
    /// The type of nulls and unknowns once looked for.
    pub(super) absent: OnceLock<Type>,
    pub(super) safety: Safety,
    pub(super) action: Action,
}

/// What a plan does with a known value.
pub(super) enum Action {
    BoolToString,
    NumberToString,
    StringToBool,
    StringToNumber,
    /// From `any`: the value's own type decides, when it is there.
    Late(Type),
    Object(Box<[Attribute]>),
    Tuple(Box<[Link]>),
    /// From a list or set.
    List(Link),
    /// From a list or set.
    Set(Link),
    Map(Link, Elements),
    TupleToList(Box<[Link]>),
    TupleToSet(Box<[Link]>),
    ObjectToMap(Box<[MapEntry]>, Elements),
    MapToObject(Box<[Element]>),
    /// One plan after the other.
    Chain(Link, Link),
    /// The value is forgotten: unification with types that are not known yet.
    Forget,
}

impl Link {
    /// Through one plan and then another. `bare` is the type that the second one leads to.
    pub(super) fn chain(from: &Type, bare: Type, first: Link, then: Link) -> Link {
        Link::through_all(from, bare, Action::Chain(first, then))
    }

    /// To an unknown value of which nothing is left but the marks.
    pub(super) fn forget(from: &Type) -> Link {
        Link::through_all(from, Type::any().clone(), Action::Forget)
    }

    /// Through a plan whose nulls and unknowns its action sees to.
    fn through_all(from: &Type, bare: Type, action: Action) -> Link {
        Link::Through(Arc::new(Plan {
            from: from.clone(),
            bare,
            built: None,
            absent: OnceLock::new(),
            safety: Safety::Unsafe,
            action,
        }))
    }

    /// Whether the types alone decide the type of the result; this is about links
    /// into types without `any`.
    fn is_decided(&self) -> bool {
        match self {
            Link::Keep => true,
            Link::Through(plan) => plan.built.is_some(),
        }
    }
}

impl Plan {
    /// Between two types without parts.
    pub(super) fn scalar(from: &Type, to: &Type, action: Action) -> Arc<Plan> {
        Arc::new(Plan {
            from: from.clone(),
            bare: to.clone(),
            built: Some(to.clone()),
            absent: OnceLock::new(),
            safety: Safety::Unsafe,
            action,
        })
    }
}

impl Action {
    pub(super) fn links_are_decided(&self) -> bool {
        match self {
            Action::Object(attributes) => attributes.iter().all(|a| a.link.is_decided()),
            Action::Tuple(links) | Action::TupleToList(links) | Action::TupleToSet(links) => {
                links.iter().all(Link::is_decided)
            }
            Action::List(link) | Action::Set(link) | Action::Map(link, _) => link.is_decided(),
            Action::ObjectToMap(entries, _) => entries.iter().all(|e| e.link.is_decided()),
            Action::MapToObject(elements) => elements
                .iter()
                .all(|e| e.link.as_ref().is_none_or(Link::is_decided)),
            _ => true,
        }
    }

    /// A set that has unknown elements becomes an unknown list, and that one keeps
    /// the set's element type.
    pub(super) fn may_forget_elements(&self, from: &Type) -> bool {
        matches!(self, Action::List(Link::Through(_))) && from.is_set()
    }
}

/// An attribute of the resulting object.
pub(super) struct Attribute {
    /// Where the source has it; nowhere when it is optional and missing.
    pub(super) source: Option<usize>,
    pub(super) link: Link,
    /// The attribute's type without optional attributes.
    pub(super) bare: Type,
}

/// An entry of a map that is made from an object.
pub(super) struct MapEntry {
    pub(super) key: Value,
    pub(super) source: usize,
    pub(super) link: Link,
}

/// An attribute of an object that is made from a map.
pub(super) struct Element {
    pub(super) presence: Presence,
    /// `None` when the map's elements do not convert to the attribute's type: the
    /// key must be missing then.
    pub(super) link: Option<Link>,
    /// The attribute's type as it was asked for.
    pub(super) wanted: Type,
}

/// Whether a map must have an attribute's key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Required,
    Optional,
}

/// Whether the elements of a map are brought to one type after each has been
/// converted by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Elements {
    AsTheyAre,
    Unified,
}

impl Elements {
    pub(super) fn of(wanted: &Type) -> Elements {
        match Shape::of(wanted) {
            Shape::List(_) | Shape::Set(_) | Shape::Map(_) | Shape::Object(_) => Elements::Unified,
            _ => Elements::AsTheyAre,
        }
    }
}
