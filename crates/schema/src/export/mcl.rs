//! mcl's types as schemas, where a mapping only approximates them.

use super::Export;
use crate::model::{Node, Types};
use crate::notes::Misfit;
use polycty_core::source::Result;
use polycty_core::types::{SizeRange, Type};

impl Export<'_> {
    pub(super) fn special_in_mcl(&mut self, ty: &Type, place: &str) -> Result<Option<Node>> {
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

    /// All data of mcl, which does not contain null at any depth.
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
