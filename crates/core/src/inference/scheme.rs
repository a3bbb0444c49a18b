//! Type schemes: polymorphic types, over some of their variables.

use crate::sort::sort_by;
use crate::types::{Flags, Kind, Type, VariableScope, Visit};

/// A type that is valid for all types in place of some of its variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Scheme {
    ty: Type,
    quantified: Box<[(VariableScope, u32)]>,
}

impl Scheme {
    /// Creates a scheme over all variables of a type.
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

    /// Creates a scheme over some variables of a type; the other variables are shared with all
    /// other types.
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

    /// The quantified variables, in ascending order.
    #[must_use]
    pub fn quantified(&self) -> &[(VariableScope, u32)] {
        &self.quantified
    }

    /// Whether a variable is quantified.
    pub(super) fn quantifies(&self, scope: VariableScope, id: u32) -> bool {
        self.quantified.binary_search(&(scope, id)).is_ok()
    }
}
