//! Decoding plans of types.
//!
//! A [`Plan`] mirrors a type and records properties of previous values, such as the order of the
//! attributes of an object. Equal types share one plan, so that ten thousand elements of a tuple
//! benefit as those of a list do.

use crate::source::Result;
use crate::types::{Flags, IdMap, Kind, StringConstraint, Type};
use std::cell::Cell;
use std::rc::Rc;

/// The decoding plan of a type.
pub(in crate::codec) struct Plan {
    /// The requested type.
    pub(in crate::codec) given: Type,
    /// The type of the decoded values: without optional fields.
    pub(in crate::codec) ty: Type,
    pub(in crate::codec) kind: PlanKind,
    pub(in crate::codec) typing: Typing,
}

impl Plan {
    /// Whether consecutive values of this type can be stored in tables: objects whose type is
    /// known.
    pub(in crate::codec) fn is_of_records(&self) -> bool {
        self.typing == Typing::Given && !self.ty.fields().is_empty()
    }
}

/// The source of the type of a container.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::codec) enum Typing {
    /// Every value has exactly the type of the plan.
    Given,
    /// The type contains `any`, and the parts determine the actual types.
    FromParts,
}

/// The constructors that codecs support.
pub(in crate::codec) enum PlanKind {
    Any,
    Bool,
    Number,
    String,
    List(Rc<Plan>),
    Set(Rc<Plan>),
    Map(Rc<Plan>),
    Tuple(Box<[Rc<Plan>]>),
    Object(Attributes),
    Unsupported,
}

/// The attributes of an object type.
pub(in crate::codec) struct Attributes {
    /// The plans of the type's fields.
    pub(in crate::codec) plans: Box<[Rc<Plan>]>,
    /// For each field, whether JSON writes the name without escapes.
    pub(in crate::codec) plain: Box<[bool]>,
    /// The attribute at each position of the last object.
    pub(in crate::codec) order: Box<[Cell<u32>]>,
}

/// The plans of one operation.
#[derive(Default)]
pub(in crate::codec) struct Plans {
    known: IdMap<Type, Rc<Plan>>,
}

impl Plans {
    /// Returns the plan of a type.
    pub(in crate::codec) fn of(&mut self, ty: &Type) -> Result<Rc<Plan>> {
        if let Some(plan) = self.known.get(ty) {
            return Ok(plan.clone());
        }
        let kind = match ty.kind() {
            Kind::Any => PlanKind::Any,
            Kind::Bool(None) => PlanKind::Bool,
            Kind::Number => PlanKind::Number,
            Kind::String(StringConstraint::Plain) => PlanKind::String,
            Kind::List {
                element,
                size: None,
            } => PlanKind::List(self.of(element)?),
            Kind::Set(element) => PlanKind::Set(self.of(element)?),
            Kind::Map {
                key,
                element,
                size: None,
            } if key == Type::string() => PlanKind::Map(self.of(element)?),
            Kind::Tuple {
                elements,
                size: None,
            } => PlanKind::Tuple(self.of_all(elements)?),
            Kind::Object(object) => {
                let fields = object.fields();
                PlanKind::Object(Attributes {
                    plans: fields
                        .iter()
                        .map(|field| self.of(field.ty()))
                        .collect::<Result<_>>()?,
                    plain: fields.iter().map(|field| is_plain(field.name())).collect(),
                    order: (0..fields.len() as u32).map(Cell::new).collect(),
                })
            }
            _ => PlanKind::Unsupported,
        };
        let plan = Rc::new(Plan {
            given: ty.clone(),
            ty: ty.without_optional_fields()?,
            kind,
            typing: if ty.has(Flags::ANY) {
                Typing::FromParts
            } else {
                Typing::Given
            },
        });
        self.known.insert(ty.clone(), plan.clone());
        Ok(plan)
    }

    fn of_all(&mut self, types: &[Type]) -> Result<Box<[Rc<Plan>]>> {
        let mut plans: Vec<Rc<Plan>> = Vec::with_capacity(types.len());
        for ty in types {
            let plan = match plans.last() {
                Some(last) if last.given.is_same_node(ty) => last.clone(),
                _ => self.of(ty)?,
            };
            plans.push(plan);
        }
        Ok(plans.into())
    }
}

/// Whether JSON writes a string without escapes.
fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| !matches!(byte, 0..0x20 | b'"' | b'\\'))
}
