//! How do kinds of values enter that this layer does not know?
//!
//! Functions, types as values, and what only one dialect has implement
//! [`Extension`]; everything else sees an opaque value of a type.

use super::{ExtensionValue, Repr, Value};
use crate::types::{Type, TypeError};
use std::any::Any;
use std::cmp::Ordering;

/// A kind of value that a layer above brings.
pub trait Extension: Any + Send + Sync {
    /// The value's type.
    fn ty(&self) -> &Type;
    /// The order among values of the same type; equal means the same value.
    /// `other` may be of another kind of extension: order by [`Extension::rank`]
    /// then.
    fn compare(&self, other: &dyn Extension) -> Ordering;
    /// A name that is unique to the kind, by which unlike kinds are ordered.
    fn rank(&self) -> &'static str;
    /// A hash that agrees with [`Extension::compare`].
    fn hash_code(&self) -> u64;
    /// A rendering for developers.
    fn text(&self) -> String;
    /// The value itself.
    fn as_any(&self) -> &dyn Any;
    /// How deep the value nests, at most [`MAX_DEPTH`](crate::types::MAX_DEPTH):
    /// 1 for a kind without parts.
    fn nesting(&self) -> u32 {
        1
    }
}

/// A type as a value.
pub struct TypeValue {
    meta: Type,
    held: Type,
}

impl TypeValue {
    /// The type that the value stands for.
    #[must_use]
    pub fn get(&self) -> &Type {
        &self.held
    }
}

impl Extension for TypeValue {
    fn ty(&self) -> &Type {
        &self.meta
    }

    fn compare(&self, other: &dyn Extension) -> Ordering {
        match other.as_any().downcast_ref::<TypeValue>() {
            Some(other) => self.held.cmp(&other.held),
            None => self.rank().cmp(other.rank()),
        }
    }

    fn rank(&self) -> &'static str {
        "type"
    }

    fn hash_code(&self) -> u64 {
        self.held.structural_hash()
    }

    fn text(&self) -> String {
        format!("{:?}", self.held)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Value {
    /// A value of a kind that this layer does not know.
    pub fn extension(extension: impl Extension) -> Value {
        Value(Repr::Extension(std::sync::Arc::new(ExtensionValue(
            Box::new(extension),
        ))))
    }

    /// A type as a value; its type is the meta type of it.
    ///
    /// # Errors
    /// [`TypeError::TooDeep`] when the type is as deep as a type may be.
    pub fn from_type(ty: Type) -> Result<Value, TypeError> {
        let meta = Type::meta(ty.clone())?;
        Ok(Value::extension(TypeValue { meta, held: ty }))
    }

    /// The type that a known value stands for.
    #[must_use]
    pub fn as_type(&self) -> Option<&Type> {
        self.as_extension()?
            .as_any()
            .downcast_ref::<TypeValue>()
            .map(TypeValue::get)
    }
}
