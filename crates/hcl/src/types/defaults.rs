//! Defaults of the optional attributes of a type.
//!
//! A type contains which attributes are optional. The default values are in a separate tree, not in
//! the type.

use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The defaults inside a type: those of the attributes of an object, and those of the parts of any
/// type.
#[derive(Clone, Debug)]
pub struct Defaults {
    ty: Type,
    values: BTreeMap<Str, Value>,
    children: Children,
}

/// The defaults inside the parts of a type.
#[derive(Clone, Debug, Default)]
pub enum Children {
    /// No defaults.
    #[default]
    None,
    /// The defaults of all elements of a list, set or map.
    Element(Arc<Defaults>),
    /// The defaults of the elements of a tuple, by position.
    Positions(BTreeMap<usize, Arc<Defaults>>),
    /// The defaults of the attributes of an object, by name.
    Attributes(BTreeMap<Str, Arc<Defaults>>),
}

impl Defaults {
    /// Creates the defaults of a type.
    ///
    /// # Errors
    /// [`Code::InvalidArgument`] if a value is not for an attribute of the type, or if the type of
    /// a child is not that of its part.
    pub fn new(ty: Type, values: BTreeMap<Str, Value>, children: Children) -> Result<Defaults> {
        let attribute = |name: &Str| ty.field(name).map(|field| field.ty());
        let children = match children {
            Children::Positions(parts) if parts.is_empty() => Children::None,
            Children::Attributes(parts) if parts.is_empty() => Children::None,
            children => children,
        };
        let fits = match &children {
            Children::None => true,
            Children::Element(child) => ty.is_collection() && ty.element() == Some(&child.ty),
            Children::Positions(parts) => parts.iter().all(|(at, child)| {
                ty.is_tuple() && ty.elements().and_then(|types| types.get(*at)) == Some(&child.ty)
            }),
            Children::Attributes(parts) => {
                (parts.iter()).all(|(name, child)| attribute(name) == Some(&child.ty))
            }
        };
        if fits && values.keys().all(|name| attribute(name).is_some()) {
            Ok(Defaults {
                ty,
                values,
                children,
            })
        } else {
            Err(Error::new(
                Code::InvalidArgument,
                "the defaults refer to parts that the type does not have",
            )
            .with_expected(&ty))
        }
    }

    /// The type of these defaults.
    #[must_use]
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// The defaults of the attributes of an object, by name.
    #[must_use]
    pub fn values(&self) -> &BTreeMap<Str, Value> {
        &self.values
    }

    /// The defaults inside the parts of the type.
    #[must_use]
    pub fn children(&self) -> &Children {
        &self.children
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_belong_to_their_type() {
        let none = Defaults::new(Type::bool().clone(), BTreeMap::new(), Children::None);
        let child = Children::Element(Arc::new(none.unwrap()));
        let ty = Type::list(Type::string().clone()).unwrap();
        let error = Defaults::new(ty, BTreeMap::new(), child).unwrap_err();
        assert_eq!(error.code(), Code::InvalidArgument);
    }
}
