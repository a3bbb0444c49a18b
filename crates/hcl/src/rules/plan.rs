//! Plans: compiled conversions.
//!
//! A [`Plan`] is the conversion of all values of one type. For each part that is converted in turn,
//! it has a [`Link`] to a plan of its own. Plans for equal pairs of types are shared: ten thousand
//! elements of one type have one plan.

use crate::types::CtyType;
use polycty_core::dialect::Safety;
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::sync::OnceLock;
use triomphe::Arc;

/// The conversion of a part.
#[derive(Clone)]
pub(super) enum Link {
    /// The part is unchanged.
    Keep,
    /// The part is converted by a plan.
    Through(Arc<Plan>),
}

/// A compiled conversion.
pub(super) struct Plan {
    /// The type of the source values.
    pub(super) from: Type,
    /// The wanted type without optional attributes, which is the type of nulls and unknown values.
    pub(super) bare: Type,
    /// The type of all known results, if the plan alone determines it.
    pub(super) built: Option<Type>,
    /// The type of nulls and unknown values, computed at first use.
    pub(super) absent: OnceLock<Type>,
    pub(super) safety: Safety,
    pub(super) action: Action,
}

/// The conversion of a known value.
pub(super) enum Action {
    BoolToString,
    NumberToString,
    StringToBool,
    StringToNumber,
    /// From `any`: the conversion is determined by the type of the value.
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
    /// Two plans in sequence.
    Chain(Link, Link),
    /// The value becomes unknown, because of unification with unknown types.
    Forget,
}

impl Link {
    /// Returns a link through two plans in sequence. `bare` is the result type of the second one.
    pub(super) fn chain(from: &Type, bare: Type, first: Link, then: Link) -> Link {
        Link::through_all(from, bare, Action::Chain(first, then))
    }

    /// Returns a link to an unknown value that keeps only the marks.
    pub(super) fn forget(from: &Type) -> Link {
        Link::through_all(from, Type::any().clone(), Action::Forget)
    }

    /// Returns a link through a plan whose action also handles nulls and unknown values.
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

    /// Whether the types alone determine the type of the result. Valid for links to types without
    /// `any`.
    fn is_decided(&self) -> bool {
        match self {
            Link::Keep => true,
            Link::Through(plan) => plan.built.is_some(),
        }
    }
}

impl Plan {
    /// Returns the plan between two types without parts.
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

    /// Whether the result may be an unknown list with the element type of the set, because a set
    /// with unknown elements becomes one.
    pub(super) fn may_forget_elements(&self, from: &Type) -> bool {
        matches!(self, Action::List(Link::Through(_))) && from.is_set()
    }
}

/// An attribute of the resulting object.
pub(super) struct Attribute {
    /// The index in the source, or `None` if the attribute is optional and missing.
    pub(super) source: Option<usize>,
    pub(super) link: Link,
    /// The type of the attribute, without optional attributes.
    pub(super) bare: Type,
}

/// An entry of a map that is created from an object.
pub(super) struct MapEntry {
    pub(super) key: Value,
    pub(super) source: usize,
    pub(super) link: Link,
}

/// An attribute of an object that is created from a map.
pub(super) struct Element {
    pub(super) presence: Presence,
    /// `None` if the elements of the map do not convert to the type of the attribute; the map must
    /// not have the key then.
    pub(super) link: Option<Link>,
    /// The type of the attribute, as requested.
    pub(super) wanted: Type,
}

/// Whether a map must have the key of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Required,
    Optional,
}

/// Whether the elements of a map are converted to one type after the conversion of each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Elements {
    AsTheyAre,
    Unified,
}

impl Elements {
    pub(super) fn of(wanted: &Type) -> Elements {
        match CtyType::of(wanted) {
            CtyType::List(_) | CtyType::Set(_) | CtyType::Map(_) | CtyType::Object(_) => {
                Elements::Unified
            }
            _ => Elements::AsTheyAre,
        }
    }
}
