//! The types of HCL among all types of the core crate.
//!
//! cty has nine type constructors; the core crate has more and richer ones. A type that cty does
//! not have, such as a list with a size, is [`Shape::Other`]: it converts only to itself and to
//! `any`.

use polycty_core::types::{Kind, ObjectType, StringConstraint, Type};

/// A type from the view of cty's rules.
#[derive(Clone, Copy)]
pub(crate) enum Shape<'a> {
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

impl<'a> Shape<'a> {
    #[inline]
    pub(crate) fn of(ty: &'a Type) -> Shape<'a> {
        match ty.kind() {
            Kind::Any => Shape::Any,
            Kind::Bool(None) => Shape::Bool,
            Kind::Number => Shape::Number,
            Kind::String(StringConstraint::Plain) => Shape::String,
            Kind::List {
                element,
                size: None,
            } => Shape::List(element),
            Kind::Set(element) => Shape::Set(element),
            Kind::Map {
                key,
                element,
                size: None,
            } if key == Type::string() => Shape::Map(element),
            Kind::Tuple {
                elements,
                size: None,
            } => Shape::Tuple(elements),
            Kind::Object(object) => Shape::Object(object),
            _ => Shape::Other,
        }
    }

    #[inline]
    pub(crate) fn is_primitive(self) -> bool {
        matches!(self, Shape::Bool | Shape::Number | Shape::String)
    }

    #[inline]
    pub(crate) fn is_collection(self) -> bool {
        matches!(self, Shape::List(_) | Shape::Set(_) | Shape::Map(_))
    }
}
