//! Special cases: what a mapping only approximates, or has no data for, and a schema says exactly.

use super::{Export, of_values};
use crate::document::Document;
use crate::model::{Node, Types};
use crate::notes::Misfit;
use crate::numeral::Numeral;
use polycty_core::dialect::DialectId;
use polycty_core::source::Result;
use polycty_core::types::{Kind, NominalParam, Scalar, SizeRange, Type};
use polycty_pcl as pcl;
use polycty_puppet::nominal::{self, Name};

impl Export<'_> {
    /// The schema of a type that is not asked for its meaning; nothing for another one.
    pub(super) fn special(&mut self, ty: &Type, place: &str) -> Result<Option<Node>> {
        match self.language {
            DialectId::Hcl => Ok(match ty.kind() {
                // Every type of HCL has null, and no document is a capsule.
                Kind::Capsule(_) => Some(Node::of(Types::NULL)),
                _ => None,
            }),
            DialectId::Pcl => self.special_in_pcl(ty),
            DialectId::Puppet => self.special_in_puppet(ty, place),
            DialectId::Mcl => self.special_in_mcl(ty, place),
        }
    }

    fn special_in_pcl(&mut self, ty: &Type) -> Result<Option<Node>> {
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

    fn special_in_puppet(&mut self, ty: &Type, place: &str) -> Result<Option<Node>> {
        Ok(match ty.kind() {
            Kind::Tuple {
                elements,
                size: Some(size),
            } if !elements.is_empty() => {
                // Places past the largest size are never reached.
                let reached = size.max.map_or(elements.len(), |max| {
                    elements
                        .len()
                        .min(usize::try_from(max).unwrap_or(usize::MAX))
                });
                Some(self.tuple(&elements[..reached], *size, place)?)
            }
            Kind::Func(_) | Kind::Meta(_) => Some(Node::of(Types::NONE)),
            Kind::Nominal(_) => match nominal::view(ty) {
                Some((name, params)) => self.nominal(name, params, place),
                None => None,
            },
            _ => None,
        })
    }

    fn nominal(&mut self, name: Name, params: &[NominalParam], place: &str) -> Option<Node> {
        Some(match name {
            Name::Unit | Name::Scalar | Name::ScalarData | Name::Descending => return None,
            Name::Collection => {
                let size = sizes(params)?;
                Node {
                    count: size,
                    size,
                    ..Node::of(Types::ARRAY | Types::OBJECT)
                }
            }
            Name::Iterable => {
                let why = "what can be iterated hangs on the elements of what it is";
                self.note(place, Misfit::Wider, why, Vec::new());
                Node::of(Types::ARRAY | Types::OBJECT | Types::STRING | Types::INTEGER)
            }
            Name::Init | Name::TypeReference | Name::TypeAlias => {
                let why = "what a type can be made of is said by no schema";
                self.note(place, Misfit::Wider, why, Vec::new());
                Node::of(Types::ALL)
            }
            // No document is a value of these.
            _ => Node::of(Types::NONE),
        })
    }

    fn special_in_mcl(&mut self, ty: &Type, place: &str) -> Result<Option<Node>> {
        use polycty_mcl::Shape;
        Ok(match Shape::require(ty)? {
            Shape::Func(..) | Shape::Nil => Some(Node::of(Types::NONE)),
            Shape::Variant => Some(self.variant()?),
            Shape::Map(key, _) if !key.is_string() => Some(Node {
                size: SizeRange::exactly(0),
                ..Node::of(Types::OBJECT)
            }),
            Shape::Variable(..) => {
                let why = "a variable may stand for any type";
                self.note(place, Misfit::Either, why, Vec::new());
                Some(Node::of(Types::ALL - Types::NULL))
            }
            _ => None,
        })
    }

    /// All data of mcl, in which there is no null at whatever depth.
    fn variant(&mut self) -> Result<Node> {
        let id = match self.variant {
            Some(known) => known,
            None => {
                let id = self.define("variant")?;
                self.variant = Some(id);
                let place = self.nodes[id.0 as usize].place.to_string();
                let again = Node {
                    reference: Some(id),
                    ..Node::of(Types::ALL)
                };
                let items = self.add(again.clone(), format!("{place}/items"))?;
                let members = self.add(again, format!("{place}/additionalProperties"))?;
                let node = Node {
                    items: Some(items),
                    additional: Some(members),
                    ..Node::of(Types::ALL - Types::NULL)
                };
                self.put(id, node, place);
                id
            }
        };
        Ok(Node {
            reference: Some(id),
            ..Node::of(Types::ALL)
        })
    }
}

/// The sizes that the parameters of `Collection` say.
fn sizes(params: &[NominalParam]) -> Option<SizeRange> {
    let end = |param: Option<&NominalParam>| match param {
        None | Some(NominalParam::Default) => Some(None),
        Some(NominalParam::Scalar(Scalar::Integer(end))) => end.to_u64().map(Some),
        Some(_) => None,
    };
    Some(SizeRange {
        min: end(params.first())?.unwrap_or(0),
        max: end(params.get(1))?,
    })
}
