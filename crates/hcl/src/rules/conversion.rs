//! Conversions between types.
//!
//! The rules are those of cty's `convert` package: each arm of [`Planner::compile`] is one rule of
//! its `getConversion`, in the same order. A conversion is safe if it succeeds for every value of
//! the source type, and unsafe if it may fail for some values.
//!
//! A tuple or object is converted to a collection by the type to which its parts unify, and
//! unification uses conversions. Together with [`super::unify`], this is one algorithm, whose state
//! is the [`Planner`].

use super::plan::{Action, Attribute, Element, Elements, Link, MapEntry, Plan, Presence};
use super::planner::Planner;
use crate::types::CtyType;
use polycty_core::dialect::{ConversionKind, Safety};
use polycty_core::sort::sort_by;
use polycty_core::types::{Flags, ObjectType, Type};
use polycty_core::values::Value;
use std::sync::{LazyLock, OnceLock};
use triomphe::Arc;

/// Returns the kind of the conversion from one type to another.
#[must_use]
pub fn conversion_kind(from: &Type, to: &Type) -> ConversionKind {
    if from == to {
        return ConversionKind::Same;
    }
    let mut planner = Planner::new();
    if planner.link(from, to, Safety::Safe).is_some() {
        ConversionKind::Safe
    } else if planner.link(from, to, Safety::Unsafe).is_some() {
        ConversionKind::Unsafe
    } else {
        ConversionKind::None
    }
}

impl Planner {
    /// Returns the conversion from one type to another, if there is one.
    pub(super) fn link(&mut self, from: &Type, to: &Type, safety: Safety) -> Option<Link> {
        if to.is_any() || from.is_same_node(to) {
            return Some(Link::Keep);
        }
        let (source, target) = (CtyType::of(from), CtyType::of(to));
        if source.is_primitive() {
            return primitive(source, target, safety);
        }
        self.remembered(from, to, safety, |planner| {
            if from == to {
                Some(Link::Keep)
            } else {
                planner.compile(from, to, safety)
            }
        })
    }

    /// Compiles the conversion between two different types.
    fn compile(&mut self, from: &Type, to: &Type, safety: Safety) -> Option<Link> {
        use CtyType::{Any, List, Map, Object, Set, Tuple};
        let action = match (CtyType::of(from), CtyType::of(to)) {
            (_, Any) => return Some(Link::Keep),
            (Any, _) if safety == Safety::Unsafe => Action::Late(to.clone()),
            (Object(from), Object(to)) => Action::Object(self.attributes(from, to, safety)?),
            (Tuple(from), Tuple(to)) if from.len() == to.len() => {
                Action::Tuple(self.links(from, to.iter(), safety)?)
            }
            (List(from) | Set(from), List(to)) => Action::List(self.link(from, to, safety)?),
            // A list loses its order and its duplicates.
            (List(_), Set(_)) if safety == Safety::Safe => return None,
            (List(from) | Set(from), Set(to)) => Action::Set(self.link(from, to, safety)?),
            (Map(from), Map(to)) => Action::Map(self.link(from, to, safety)?, Elements::of(to)),
            (Tuple(parts), List(element)) => {
                let element = self.common_element(parts, element, safety)?;
                let links = self.links(parts, std::iter::repeat(&element), safety)?;
                let built = Type::list(self.bare(&element)?).ok()?;
                return self.finish(from, to, safety, built, Action::TupleToList(links));
            }
            (Tuple(parts), Set(element)) => {
                let element = self.common_element(parts, element, safety)?;
                let links = self.links(parts, std::iter::repeat(&element), safety)?;
                let built = Type::set(self.bare(&element)?).ok()?;
                return self.finish(from, to, safety, built, Action::TupleToSet(links));
            }
            (Object(object), Map(element)) => {
                let element = self.common_attribute(object, element, safety)?;
                let entries = self.entries(object, &element, safety)?;
                let built = Type::map(self.bare(&element)?).ok()?;
                return self.finish(
                    from,
                    to,
                    safety,
                    built,
                    Action::ObjectToMap(entries, Elements::of(&element)),
                );
            }
            // Only the values show whether the keys are those of the object.
            (Map(_), Object(_)) if safety == Safety::Safe => return None,
            (Map(element), Object(object)) => {
                Action::MapToObject(self.elements(element, object, safety)?)
            }
            _ => return None,
        };
        let built = self.bare(to)?;
        self.finish(from, to, safety, built, action)
    }

    fn finish(
        &mut self,
        from: &Type,
        to: &Type,
        safety: Safety,
        built: Type,
        action: Action,
    ) -> Option<Link> {
        let bare = self.bare(to)?;
        // Sharing the node makes the comparison of equal types fast.
        let built = if built == bare { bare.clone() } else { built };
        // If the result contains `any`, or if the source has optional attributes, which nulls keep,
        // the type of the result depends on the values.
        let decided = !built.has(Flags::ANY)
            && !from.has(Flags::OPTIONAL_FIELD)
            && action.links_are_decided()
            && !action.may_forget_elements(from);
        Some(Link::Through(Arc::new(Plan {
            from: from.clone(),
            bare,
            built: decided.then_some(built),
            absent: OnceLock::new(),
            safety,
            action,
        })))
    }

    fn links<'a>(
        &mut self,
        from: &[Type],
        to: impl Iterator<Item = &'a Type>,
        safety: Safety,
    ) -> Option<Box<[Link]>> {
        let mut links: Vec<Link> = Vec::with_capacity(from.len());
        let mut last: Option<(&Type, &Type)> = None;
        for (from, to) in from.iter().zip(to) {
            let link = match (last, links.last()) {
                // Adjacent parts often have the same type, even if not the same node.
                (Some((f, t)), Some(link)) if t.is_same_node(to) && f == from => link.clone(),
                _ => self.link(from, to, safety)?,
            };
            last = Some((from, to));
            links.push(link);
        }
        Some(links.into())
    }

    fn attributes(
        &mut self,
        from: &ObjectType,
        to: &ObjectType,
        safety: Safety,
    ) -> Option<Box<[Attribute]>> {
        let fields = to.fields();
        // A missing required attribute is cheaper to detect than a failed conversion.
        let mut sources = Vec::with_capacity(fields.len());
        for field in fields {
            let source = from.position(field.name());
            if source.is_none() && !field.is_optional() {
                return None;
            }
            sources.push(source);
        }
        fields
            .iter()
            .zip(sources)
            .map(|(field, source)| {
                Some(Attribute {
                    source,
                    link: match source {
                        Some(at) => self.link(from.fields()[at].ty(), field.ty(), safety)?,
                        None => Link::Keep,
                    },
                    bare: self.bare(field.ty())?,
                })
            })
            .collect()
    }

    fn entries(
        &mut self,
        from: &ObjectType,
        element: &Type,
        safety: Safety,
    ) -> Option<Box<[MapEntry]>> {
        let mut entries = from
            .fields()
            .iter()
            .enumerate()
            .map(|(source, field)| {
                Some(MapEntry {
                    key: Value::nfc_string(field.name()),
                    source,
                    link: self.link(field.ty(), element, safety)?,
                })
            })
            .collect::<Option<Vec<_>>>()?;
        sort_by(&mut entries, |a, b| {
            a.key.as_str_bytes().cmp(&b.key.as_str_bytes())
        });
        Some(entries.into())
    }

    fn elements(
        &mut self,
        element: &Type,
        to: &ObjectType,
        safety: Safety,
    ) -> Option<Box<[Element]>> {
        to.fields()
            .iter()
            .map(|field| {
                let link = self.link(element, field.ty(), safety);
                if link.is_none() && !field.is_optional() {
                    return None;
                }
                Some(Element {
                    presence: if field.is_optional() {
                        Presence::Optional
                    } else {
                        Presence::Required
                    },
                    link,
                    wanted: field.ty().clone(),
                })
            })
            .collect()
    }

    /// Returns the element type of a list or set from a tuple. If any element type is allowed, this
    /// is the type to which all elements unify.
    fn common_element(&mut self, parts: &[Type], element: &Type, safety: Safety) -> Option<Type> {
        if !element.is_any() || parts.is_empty() {
            return Some(element.clone());
        }
        let common = self.unify(parts, safety)?;
        // Values of known types do not get an unknown type.
        if common.is_any() && !parts.iter().all(Type::is_any) {
            return None;
        }
        Some(common)
    }

    fn common_attribute(
        &mut self,
        object: &ObjectType,
        element: &Type,
        safety: Safety,
    ) -> Option<Type> {
        if !element.is_any() || object.fields().is_empty() {
            return Some(element.clone());
        }
        let types: Vec<Type> = object.fields().iter().map(|f| f.ty().clone()).collect();
        self.unify(&types, safety)
    }
}

/// Returns the conversion between two of the types bool, number and string.
fn primitive(from: CtyType, to: CtyType, safety: Safety) -> Option<Link> {
    static BOOL_TO_STRING: LazyLock<Arc<Plan>> =
        LazyLock::new(|| Plan::scalar(Type::bool(), Type::string(), Action::BoolToString));
    static NUMBER_TO_STRING: LazyLock<Arc<Plan>> =
        LazyLock::new(|| Plan::scalar(Type::number(), Type::string(), Action::NumberToString));
    static STRING_TO_BOOL: LazyLock<Arc<Plan>> =
        LazyLock::new(|| Plan::scalar(Type::string(), Type::bool(), Action::StringToBool));
    static STRING_TO_NUMBER: LazyLock<Arc<Plan>> =
        LazyLock::new(|| Plan::scalar(Type::string(), Type::number(), Action::StringToNumber));
    let plan = match (from, to) {
        (CtyType::Bool, CtyType::Bool)
        | (CtyType::Number, CtyType::Number)
        | (CtyType::String, CtyType::String) => return Some(Link::Keep),
        (CtyType::Bool, CtyType::String) => &BOOL_TO_STRING,
        (CtyType::Number, CtyType::String) => &NUMBER_TO_STRING,
        (CtyType::String, CtyType::Bool) if safety == Safety::Unsafe => &STRING_TO_BOOL,
        (CtyType::String, CtyType::Number) if safety == Safety::Unsafe => &STRING_TO_NUMBER,
        _ => return None,
    };
    Some(Link::Through(Arc::clone(plan)))
}
