//! Plans of decoding: what is known of a type before values of it are decoded in a row?
//!
//! A [`Plan`] mirrors a type and remembers what the elements before this one
//! looked like: the order in which the attributes of an object came. Equal types
//! share one plan, so that the ten thousand elements of a tuple learn from each
//! other as those of a list do.

use crate::source::Result;
use crate::types::{Flags, IdMap, Kind, StringConstraint, Type};
use std::cell::Cell;
use std::rc::Rc;

/// How values of a type are decoded.
pub(in crate::codec) struct Plan {
    /// The type as it was asked for.
    pub(in crate::codec) given: Type,
    /// The type that values have: without optional fields.
    pub(in crate::codec) ty: Type,
    pub(in crate::codec) kind: PlanKind,
    pub(in crate::codec) typing: Typing,
}

impl Plan {
    /// Whether values of this type that come one after the other can stand in tables: objects
    /// whose type is known.
    pub(in crate::codec) fn is_of_records(&self) -> bool {
        self.typing == Typing::Given && !self.ty.fields().is_empty()
    }
}

/// Where a container gets its type from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::codec) enum Typing {
    /// Every value has the plan's very type.
    Given,
    /// There is `any` in the type, and the parts decide what stands for it.
    FromParts,
}

/// The constructors that a codec knows.
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
    /// By the type's fields.
    pub(in crate::codec) plans: Box<[Rc<Plan>]>,
    /// Whether JSON writes the name as it is.
    pub(in crate::codec) plain: Box<[bool]>,
    /// Which attribute came at each place in the last object.
    pub(in crate::codec) order: Box<[Cell<u32>]>,
}

/// The plans of one operation.
#[derive(Default)]
pub(in crate::codec) struct Plans {
    known: IdMap<Type, Rc<Plan>>,
}

impl Plans {
    /// The plan of a type.
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

/// Whether a string stands between quotes in JSON just as it is.
fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| !matches!(byte, 0..0x20 | b'"' | b'\\'))
}
