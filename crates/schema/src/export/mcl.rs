//! mcl's types as schemas, where a mapping only approximates them.

use super::Export;
use crate::model::{Node, Types};
use crate::notes::Mismatch;
use polycty_core::source::Result;
use polycty_core::types::{SizeRange, Type};

impl Export<'_> {
    pub(super) fn special_in_mcl(&mut self, ty: &Type, place: &str) -> Result<Option<Node>> {
        use polycty_mcl::MclType;
        Ok(match MclType::require(ty)? {
            MclType::Func(..) | MclType::Nil => Some(Node::of(Types::NONE)),
            MclType::Variant => Some(self.variant()?),
            MclType::Map(key, _) if !key.is_string() => Some(Node {
                size: SizeRange::exactly(0),
                ..Node::of(Types::OBJECT)
            }),
            MclType::Variable(..) => {
                let why = "a type variable can be any type";
                self.note(place, Mismatch::Either, why, Vec::new());
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
