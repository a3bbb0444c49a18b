//! PCL's types as schemas, where a mapping only approximates them, and the documents that convert.

use super::joined::Written;
use super::{Details, Export, Null, of_values};
use crate::document::Document;
use crate::model::{Node, Types};
use crate::notes::Misfit;
use crate::numeral::Numeral;
use polycty_core::source::Result;
use polycty_core::types::{Flags, Scalar, Type};
use polycty_pcl as pcl;

impl<'a> Export<'a> {
    pub(super) fn special_in_pcl(&mut self, ty: &Type) -> Result<Option<Node>> {
        Ok(match pcl::shape(ty) {
            pcl::Shape::Opaque(_) => Some(Node::of(Types::NONE)),
            pcl::Shape::Const(inner, None) if inner != Type::none() => Some(Node::of(Types::NONE)),
            pcl::Shape::Const(_, Some(Scalar::Number(number))) => {
                let text = number.to_text().unwrap_or_default();
                let numeral = Numeral::parse(&text, self.budget)?;
                Some(of_values(vec![Document::Number(numeral)]))
            }
            pcl::Shape::Const(_, Some(Scalar::Integer(integer))) => {
                let numeral = Numeral::from_integer(integer);
                Some(of_values(vec![Document::Number(numeral)]))
            }
            pcl::Shape::Enum { values, .. } => {
                let mut documents = Vec::with_capacity(values.len());
                for value in values {
                    self.budget.charge(1)?;
                    documents.push(match value {
                        Scalar::Bool(bool) => Document::Bool(*bool),
                        Scalar::String(text) => Document::String(text.clone()),
                        Scalar::Integer(integer) => {
                            Document::Number(Numeral::from_integer(integer))
                        }
                        Scalar::Number(number) => {
                            let text = number.to_text().unwrap_or_default();
                            Document::Number(Numeral::parse(&text, self.budget)?)
                        }
                        Scalar::Double(_) => return Ok(None),
                    });
                }
                Some(of_values(documents))
            }
            _ => None,
        })
    }

    pub(super) fn made_by_pcl(
        &mut self,
        ty: &Type,
        null: Option<Null>,
        place: &str,
        details: &'a Details,
    ) -> Result<Option<Written>> {
        use pcl::Shape;
        let node = match pcl::shape(ty) {
            Shape::Promise(inner) | Shape::Output(inner) => {
                return Ok(Some(Written::As(inner.clone(), null)));
            }
            Shape::None => Some(Node::of(Types::NULL)),
            Shape::Bool | Shape::Number | Shape::String | Shape::Dynamic => {
                self.made_by_cty(ty, place, details)?
            }
            Shape::List(_) | Shape::Set(_) | Shape::Map(_) | Shape::Tuple(_) | Shape::Object(_) => {
                if !matches!(pcl::shape(ty), Shape::Object(_)) || ty.has(Flags::REFERENCE) {
                    let why = "PCL converts between more containers than are said here";
                    self.note(place, Misfit::Either, why, Vec::new());
                }
                self.made_by_cty(ty, place, details)?
            }
            Shape::Union(_) => None,
            Shape::Recursive(_) => None,
            _ => {
                let why = "other documents may convert to what has only some values";
                self.note(place, Misfit::Either, why, Vec::new());
                None
            }
        };
        Ok(node.map(|node| Written::Node(Box::new(super::with_null(node, null)))))
    }
}

/// Whether null converts to a type of PCL.
pub(super) fn holds_null(ty: &Type) -> bool {
    match pcl::shape(ty) {
        pcl::Shape::None | pcl::Shape::Dynamic => true,
        pcl::Shape::Union(members) => members.iter().any(holds_null),
        pcl::Shape::Promise(inner) | pcl::Shape::Output(inner) => holds_null(inner),
        pcl::Shape::Const(ty, None) => ty == Type::none(),
        pcl::Shape::Recursive(reference) => reference.with_definition(holds_null) == Some(true),
        _ => false,
    }
}
