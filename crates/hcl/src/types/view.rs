//! The types of HCL among all types of the core crate.
//!
//! cty has nine type constructors; the core crate has more and richer ones. A type that cty does
//! not have, such as a list with a size, is [`CtyType::Other`]: it converts only to itself and to
//! `any`.

use polycty_core::types::{Kind, ObjectType, StringConstraint, Type};

/// A type from the view of cty's rules.
#[derive(Clone, Copy)]
pub(crate) enum CtyType<'a> {
    Any,
    Bool,
    Number,
    String,
    List(&'a Type),
    Set(&'a Type),
    Map(&'a Type),
    Tuple(&'a [Type]),
    Object(&'a ObjectType),
    Other,
}

impl<'a> CtyType<'a> {
    #[inline]
    pub(crate) fn of(ty: &'a Type) -> CtyType<'a> {
        match ty.kind() {
            Kind::Any => CtyType::Any,
            Kind::Bool(None) => CtyType::Bool,
            Kind::Number => CtyType::Number,
            Kind::String(StringConstraint::Plain) => CtyType::String,
            Kind::List {
                element,
                size: None,
            } => CtyType::List(element),
            Kind::Set(element) => CtyType::Set(element),
            Kind::Map {
                key,
                element,
                size: None,
            } if key == Type::string() => CtyType::Map(element),
            Kind::Tuple {
                elements,
                size: None,
            } => CtyType::Tuple(elements),
            Kind::Object(object) => CtyType::Object(object),
            _ => CtyType::Other,
        }
    }

    #[inline]
    pub(crate) fn is_primitive(self) -> bool {
        matches!(self, CtyType::Bool | CtyType::Number | CtyType::String)
    }

    #[inline]
    pub(crate) fn is_collection(self) -> bool {
        matches!(self, CtyType::List(_) | CtyType::Set(_) | CtyType::Map(_))
    }
}
