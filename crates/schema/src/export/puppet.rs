//! Puppet's types as schemas, where a mapping only approximates them.

use super::Export;
use crate::model::{Node, Types};
use crate::notes::Mismatch;
use polycty_core::source::Result;
use polycty_core::types::{Kind, NominalParam, Scalar, SizeRange, Type};
use polycty_puppet::nominal::{self, Name};

impl Export<'_> {
    pub(super) fn special_in_puppet(&mut self, ty: &Type, place: &str) -> Result<Option<Node>> {
        Ok(match ty.kind() {
            Kind::Tuple {
                elements,
                size: Some(size),
            } if !elements.is_empty() => {
                // Elements after the maximum size do not occur.
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
                let why = "whether a value is iterable depends on the types of its elements";
                self.note(place, Mismatch::Wider, why, Vec::new());
                Node::of(Types::ARRAY | Types::OBJECT | Types::STRING | Types::INTEGER)
            }
            Name::Init | Name::TypeReference | Name::TypeAlias => {
                let why = "a schema cannot express the arguments that create a value of a type";
                self.note(place, Mismatch::Wider, why, Vec::new());
                Node::of(Types::ALL)
            }
            // No document is a value of these types.
            _ => Node::of(Types::NONE),
        })
    }
}

/// The sizes in the parameters of `Collection`.
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
