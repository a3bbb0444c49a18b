//! How is a conversion made, once, for all values of a type?
//!
//! A [`Planner`] compiles a pair of types into a [`Plan`], by the table of
//! cty's `getConversion`: one arm a rule, in its order. Types are graphs of
//! shared nodes, so the planner remembers what it has compiled, first by the
//! addresses of the two nodes, then by their structure; it lives for one
//! operation. Plans of equal pairs are shared: ten thousand elements of one type
//! have one plan.

use crate::dialect::Safety;
use crate::rules::unify::Answer;
use crate::types::shape::Shape;
use polycty_core::types::{Flags, Kind, ObjectType, Type};
use polycty_core::values::Value;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::{LazyLock, OnceLock};
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
    pub(super) step: Step,
}

/// What a plan does with a known value.
pub(super) enum Step {
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
    /// Whether the types alone decide the type of the result; this is about links
    /// into types without `any`.
    fn is_decided(&self) -> bool {
        match self {
            Link::Keep => true,
            Link::Through(plan) => plan.built.is_some(),
        }
    }
}

impl Step {
    fn links_are_decided(&self) -> bool {
        match self {
            Step::Object(attributes) => attributes.iter().all(|a| a.link.is_decided()),
            Step::Tuple(links) | Step::TupleToList(links) | Step::TupleToSet(links) => {
                links.iter().all(Link::is_decided)
            }
            Step::List(link) | Step::Set(link) | Step::Map(link, _) => link.is_decided(),
            Step::ObjectToMap(entries, _) => entries.iter().all(|e| e.link.is_decided()),
            Step::MapToObject(elements) => elements
                .iter()
                .all(|e| e.link.as_ref().is_none_or(Link::is_decided)),
            _ => true,
        }
    }

    /// A set that has unknown elements becomes an unknown list, and that one keeps
    /// the set's element type.
    fn may_forget_elements(&self, from: &Type) -> bool {
        matches!(self, Step::List(Link::Through(_))) && from.is_set()
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
    fn of(wanted: &Type) -> Elements {
        match Shape::of(wanted) {
            Shape::List(_) | Shape::Set(_) | Shape::Map(_) | Shape::Object(_) => Elements::Unified,
            _ => Elements::AsTheyAre,
        }
    }
}

type Pair = (usize, usize, Safety);
type Structure = (u64, u64, Safety);

/// A remembered pair. It keeps the types alive, so that their addresses stay
/// theirs.
struct Compiled {
    from: Type,
    to: Type,
    link: Option<Link>,
}

/// A remembered unification. It keeps the types alive, too.
pub(super) struct Unification {
    pub(super) _types: Vec<Type>,
    pub(super) answer: Option<Rc<Answer>>,
}

/// Compiles conversions within one operation.
pub(super) struct Planner {
    by_address: FxHashMap<Pair, Compiled>,
    by_structure: FxHashMap<Structure, Vec<Compiled>>,
    bare: FxHashMap<usize, (Type, Type)>,
    /// Answers of unifications, by the addresses of the types that they hold.
    pub(super) unified: FxHashMap<(Safety, Box<[usize]>), Unification>,
}

impl Planner {
    pub(super) fn new() -> Planner {
        Planner {
            by_address: FxHashMap::default(),
            by_structure: FxHashMap::default(),
            bare: FxHashMap::default(),
            unified: FxHashMap::default(),
        }
    }

    /// The way from one type to another, if there is one.
    pub(super) fn link(&mut self, from: &Type, to: &Type, safety: Safety) -> Option<Link> {
        if to.is_any() || from.is_same_node(to) {
            return Some(Link::Keep);
        }
        let (source, target) = (Shape::of(from), Shape::of(to));
        if source.is_primitive() {
            return primitive(source, target, safety);
        }
        let pair = (from.address(), to.address(), safety);
        if let Some(known) = self.by_address.get(&pair) {
            return known.link.clone();
        }
        let structure = (from.structural_hash(), to.structural_hash(), safety);
        let known = self.by_structure.get(&structure).and_then(|known| {
            known
                .iter()
                .find(|pair| pair.from == *from && pair.to == *to)
        });
        let link = match known {
            Some(known) => known.link.clone(),
            None => {
                let link = if from == to {
                    Some(Link::Keep)
                } else {
                    self.compile(from, to, safety)
                };
                let compiled = Compiled {
                    from: from.clone(),
                    to: to.clone(),
                    link: link.clone(),
                };
                self.by_structure
                    .entry(structure)
                    .or_default()
                    .push(compiled);
                link
            }
        };
        let compiled = Compiled {
            from: from.clone(),
            to: to.clone(),
            link: link.clone(),
        };
        self.by_address.insert(pair, compiled);
        link
    }

    /// The rules between two types that differ.
    fn compile(&mut self, from: &Type, to: &Type, safety: Safety) -> Option<Link> {
        use Shape::{Any, List, Map, Object, Set, Tuple};
        let step = match (Shape::of(from), Shape::of(to)) {
            (_, Any) => return Some(Link::Keep),
            (Any, _) if safety == Safety::Unsafe => Step::Late(to.clone()),
            (Object(from), Object(to)) => Step::Object(self.attributes(from, to, safety)?),
            (Tuple(from), Tuple(to)) if from.len() == to.len() => {
                Step::Tuple(self.links(from, to.iter(), safety)?)
            }
            (List(from) | Set(from), List(to)) => Step::List(self.link(from, to, safety)?),
            // A list loses its order, and what it has twice.
            (List(_), Set(_)) if safety == Safety::Safe => return None,
            (List(from) | Set(from), Set(to)) => Step::Set(self.link(from, to, safety)?),
            (Map(from), Map(to)) => Step::Map(self.link(from, to, safety)?, Elements::of(to)),
            (Tuple(parts), List(element)) => {
                let element = self.common_element(parts, element, safety)?;
                let links = self.links(parts, std::iter::repeat(&element), safety)?;
                let built = Type::list(self.bare(&element)?).ok()?;
                return self.finish(from, to, safety, built, Step::TupleToList(links));
            }
            (Tuple(parts), Set(element)) => {
                let element = self.common_element(parts, element, safety)?;
                let links = self.links(parts, std::iter::repeat(&element), safety)?;
                let built = Type::set(self.bare(&element)?).ok()?;
                return self.finish(from, to, safety, built, Step::TupleToSet(links));
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
                    Step::ObjectToMap(entries, Elements::of(&element)),
                );
            }
            // Whether the keys are those of the object, only the values tell.
            (Map(_), Object(_)) if safety == Safety::Safe => return None,
            (Map(element), Object(object)) => {
                Step::MapToObject(self.elements(element, object, safety)?)
            }
            _ => return None,
        };
        let built = self.bare(to)?;
        self.finish(from, to, safety, built, step)
    }

    fn finish(
        &mut self,
        from: &Type,
        to: &Type,
        safety: Safety,
        built: Type,
        step: Step,
    ) -> Option<Link> {
        let bare = self.bare(to)?;
        // Share the node, so that equal types are seen at a glance.
        let built = if built == bare { bare.clone() } else { built };
        // With `any` in it, or with optional attributes in the source, which nulls
        // carry on, the values have a say.
        let decided = !built.has(Flags::ANY)
            && !from.has(Flags::OPTIONAL_FIELD)
            && step.links_are_decided()
            && !step.may_forget_elements(from);
        Some(Link::Through(Arc::new(Plan {
            from: from.clone(),
            bare,
            built: decided.then_some(built),
            absent: OnceLock::new(),
            safety,
            step,
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
                // Neighbours are often of one type, if not of one node.
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
        // What is required and missing is cheaper to see than what does not convert.
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
        entries.sort_by(|a, b| a.key.as_str_bytes().cmp(&b.key.as_str_bytes()));
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

    /// The element type of a list or set from a tuple: where any single type will
    /// do, the one that all elements unify to.
    fn common_element(&mut self, parts: &[Type], element: &Type, safety: Safety) -> Option<Type> {
        if !element.is_any() || parts.is_empty() {
            return Some(element.clone());
        }
        let common = self.unify(parts, safety)?;
        // Values of types that are known do not get a type that is not.
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

    /// The type without optional attributes. Its parts are the very nodes that
    /// this gives for the parts, so that values built from both share them.
    pub(super) fn bare(&mut self, ty: &Type) -> Option<Type> {
        if !ty.has(Flags::OPTIONAL_FIELD) {
            return Some(ty.clone());
        }
        if let Some((_, bare)) = self.bare.get(&ty.address()) {
            return Some(bare.clone());
        }
        let bare = match ty.kind() {
            Kind::List {
                element,
                size: None,
            } => Type::list(self.bare(element)?).ok()?,
            Kind::Set(element) => Type::set(self.bare(element)?).ok()?,
            Kind::Map {
                key,
                element,
                size: None,
            } => Type::map_of(key.clone(), self.bare(element)?, None).ok()?,
            Kind::Tuple {
                elements,
                size: None,
            } => {
                let elements: Option<Box<[Type]>> = elements.iter().map(|e| self.bare(e)).collect();
                Type::tuple(elements?).ok()?
            }
            Kind::Object(object) => {
                let fields: Option<Box<[_]>> = object
                    .fields()
                    .iter()
                    .map(|field| {
                        let ty = self.bare(field.ty())?;
                        Some(polycty_core::types::Field::new(
                            field.shared_name().clone(),
                            ty,
                        ))
                    })
                    .collect();
                Type::object(fields?).ok()?
            }
            _ => ty.without_optional_fields().ok()?,
        };
        self.bare.insert(ty.address(), (ty.clone(), bare.clone()));
        Some(bare)
    }

    /// The plan that does one thing after the other.
    pub(super) fn chain(
        &mut self,
        from: &Type,
        to: &Type,
        first: Link,
        then: Link,
    ) -> Option<Link> {
        let bare = self.bare(to)?;
        Some(plan(from, bare, Step::Chain(first, then)))
    }

    /// The plan that forgets what it is given.
    pub(super) fn forget(from: &Type) -> Link {
        plan(from, Type::any().clone(), Step::Forget)
    }
}

/// A plan whose nulls and unknowns its step sees to.
fn plan(from: &Type, bare: Type, step: Step) -> Link {
    Link::Through(Arc::new(Plan {
        from: from.clone(),
        bare,
        built: None,
        absent: OnceLock::new(),
        safety: Safety::Unsafe,
        step,
    }))
}

/// The conversions between bools, numbers and strings.
fn primitive(from: Shape, to: Shape, safety: Safety) -> Option<Link> {
    static BOOL_TO_STRING: LazyLock<Arc<Plan>> =
        LazyLock::new(|| scalar(Type::bool(), Type::string(), Step::BoolToString));
    static NUMBER_TO_STRING: LazyLock<Arc<Plan>> =
        LazyLock::new(|| scalar(Type::number(), Type::string(), Step::NumberToString));
    static STRING_TO_BOOL: LazyLock<Arc<Plan>> =
        LazyLock::new(|| scalar(Type::string(), Type::bool(), Step::StringToBool));
    static STRING_TO_NUMBER: LazyLock<Arc<Plan>> =
        LazyLock::new(|| scalar(Type::string(), Type::number(), Step::StringToNumber));
    let plan = match (from, to) {
        (Shape::Bool, Shape::Bool)
        | (Shape::Number, Shape::Number)
        | (Shape::String, Shape::String) => return Some(Link::Keep),
        (Shape::Bool, Shape::String) => &BOOL_TO_STRING,
        (Shape::Number, Shape::String) => &NUMBER_TO_STRING,
        (Shape::String, Shape::Bool) if safety == Safety::Unsafe => &STRING_TO_BOOL,
        (Shape::String, Shape::Number) if safety == Safety::Unsafe => &STRING_TO_NUMBER,
        _ => return None,
    };
    Some(Link::Through(Arc::clone(plan)))
}

fn scalar(from: &Type, to: &Type, step: Step) -> Arc<Plan> {
    Arc::new(Plan {
        from: from.clone(),
        bare: to.clone(),
        built: Some(to.clone()),
        absent: OnceLock::new(),
        safety: Safety::Unsafe,
        step,
    })
}
