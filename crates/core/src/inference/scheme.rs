//! Type schemes: polymorphic types, over some of their variables.

use crate::sort::sort_by;
use crate::types::{Flags, Kind, Type, VariableScope, Visit};

/// A type that holds for all types in place of some of its variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheme {
    ty: Type,
    quantified: Box<[(VariableScope, u32)]>,
}

impl Scheme {
    /// A scheme over all variables of a type.
    #[must_use]
    pub fn closed(ty: Type) -> Scheme {
        let mut quantified = Vec::new();
        ty.walk(&mut |_, part| match part.kind() {
            _ if !part.has(Flags::VARIABLE) => Visit::Over,
            Kind::Variable { scope, id } => {
                quantified.push((*scope, *id));
                Visit::Over
            }
            _ => Visit::Into,
        });
        Scheme::over(ty, quantified)
    }

    /// A scheme over some variables of a type; the others are shared with whoever else
    /// speaks of them.
    #[must_use]
    pub fn over(ty: Type, quantified: impl Into<Vec<(VariableScope, u32)>>) -> Scheme {
        let mut quantified = quantified.into();
        sort_by(&mut quantified, Ord::cmp);
        quantified.dedup();
        Scheme {
            ty,
            quantified: quantified.into(),
        }
    }

    /// The type.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The variables that it holds for all types of, in ascending order.
    #[must_use]
    pub fn quantified(&self) -> &[(VariableScope, u32)] {
        &self.quantified
    }

    /// Whether it is over a variable.
    pub(super) fn quantifies(&self, scope: VariableScope, id: u32) -> bool {
        self.quantified.binary_search(&(scope, id)).is_ok()
    }
}
