//! Types whose schema is more exact than the mapping of their dialect.

use super::Export;
use crate::model::{Node, Types};
use polycty_core::dialect::DialectId;
use polycty_core::source::Result;
use polycty_core::types::{Kind, Type};

impl Export<'_> {
    /// Returns the schema of a type without using its semantic type, or `None` for all other types.
    #[cfg_attr(
        not(any(feature = "puppet", feature = "mcl")),
        expect(unused_variables, reason = "only Puppet and mcl report the place")
    )]
    pub(super) fn special(&mut self, ty: &Type, place: &str) -> Result<Option<Node>> {
        match self.language {
            DialectId::Hcl => Ok(match ty.kind() {
                // Every type of HCL accepts null, and no document is a capsule.
                Kind::Capsule(_) => Some(Node::of(Types::NULL)),
                _ => None,
            }),
            #[cfg(feature = "pcl")]
            DialectId::Pcl => self.special_in_pcl(ty),
            #[cfg(feature = "puppet")]
            DialectId::Puppet => self.special_in_puppet(ty, place),
            #[cfg(feature = "mcl")]
            DialectId::Mcl => self.special_in_mcl(ty, place),
            #[cfg(not(all(feature = "pcl", feature = "puppet", feature = "mcl")))]
            missing => Err(polycty_dialects::missing(missing)),
        }
    }
}
