//! PCL's types as schemas, where a mapping only approximates them, and the documents that convert.

use super::joined::Written;
use super::{Details, Export, Null, of_values};
use crate::document::Document;
use crate::model::{Node, Types};
use crate::notes::Mismatch;
use crate::numeral::Numeral;
use polycty_core::source::Result;
use polycty_core::types::{Flags, Scalar, Type};
use polycty_pcl as pcl;

impl<'a> Export<'a> {
    pub(super) fn special_in_pcl(&mut self, ty: &Type) -> Result<Option<Node>> {
        Ok(match pcl::shape(ty) {
            pcl::PclType::Opaque(_) => Some(Node::of(Types::NONE)),
            pcl::PclType::Const(inner, None) if inner != Type::none() => {
                Some(Node::of(Types::NONE))
            }
            pcl::PclType::Const(_, Some(Scalar::Number(number))) => {
                let text = number.to_text().unwrap_or_default();
                let numeral = Numeral::parse(&text, self.budget)?;
                Some(of_values(vec![Document::Number(numeral)]))
            }
            pcl::PclType::Const(_, Some(Scalar::Integer(integer))) => {
                let numeral = Numeral::from_integer(integer);
                Some(of_values(vec![Document::Number(numeral)]))
            }
            pcl::PclType::Enum { values, .. } => {
                let mut documents = Vec::with_capacity(values.len());
                for value in self.budget.each(values) {
                    let value = value?;
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
        use pcl::PclType;
        let node = match pcl::shape(ty) {
            PclType::Promise(inner) | PclType::Output(inner) => {
                return Ok(Some(Written::As(inner.clone(), null)));
            }
            PclType::None => Some(Node::of(Types::NULL)),
            PclType::Bool | PclType::Number | PclType::String | PclType::Dynamic => {
                self.made_by_cty(ty, place, details)?
            }
            PclType::List(_)
            | PclType::Set(_)
            | PclType::Map(_)
            | PclType::Tuple(_)
            | PclType::Object(_) => {
                if !matches!(pcl::shape(ty), PclType::Object(_)) || ty.has(Flags::REFERENCE) {
                    let why =
                        "PCL converts between more types of containers than the schema covers";
                    self.note(place, Mismatch::Either, why, Vec::new());
                }
                self.made_by_cty(ty, place, details)?
            }
            PclType::Union(_) => None,
            PclType::Recursive(_) => None,
            _ => {
                let why = "other documents may convert to a type with few values";
                self.note(place, Mismatch::Either, why, Vec::new());
                None
            }
        };
        Ok(node.map(|node| Written::Node(Box::new(super::with_null(node, null)))))
    }
}

/// Whether null converts to a type of PCL.
pub(super) fn holds_null(ty: &Type) -> bool {
    match pcl::shape(ty) {
        pcl::PclType::None | pcl::PclType::Dynamic => true,
        pcl::PclType::Union(members) => members.iter().any(holds_null),
        pcl::PclType::Promise(inner) | pcl::PclType::Output(inner) => holds_null(inner),
        pcl::PclType::Const(ty, None) => ty == Type::none(),
        pcl::PclType::Recursive(reference) => reference.with_definition(holds_null) == Some(true),
        _ => false,
    }
}
