//! Extensions: kinds of values that are defined in higher layers.
//!
//! Functions, types as values, and the values of a single dialect implement [`Extension`]. All
//! other code treats them as opaque values with a type.

use super::{ExtensionValue, Facts, LEAF, Repr, Value};
use crate::source::{Code, Error, Result};
use crate::types::{Kind, MAX_DEPTH, Type, TypeError};
use std::any::Any;
use std::cmp::Ordering;

/// A kind of value that a higher layer defines.
pub trait Extension: Any + Send + Sync {
    /// The value's type.
    fn ty(&self) -> &Type;
    /// Compares two values of the same type; `Equal` means the same value. If `other` is a
    /// different kind of extension, implementations compare by [`Extension::rank`].
    fn compare(&self, other: &dyn Extension) -> Ordering;
    /// A unique name of the kind, which orders different kinds.
    fn rank(&self) -> &'static str;
    /// A hash that agrees with [`Extension::compare`].
    fn hash_code(&self) -> u64;
    /// A rendering for debugging.
    fn text(&self) -> String;
    /// The value itself.
    fn as_any(&self) -> &dyn Any;
    /// The extent of the value. Kinds that contain values must define it.
    fn extent(&self) -> Extent {
        Extent::LEAF
    }
}

/// The depth and size of a value, which bound all traversals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    depth: u32,
    parts: u32,
}

impl Extent {
    /// The extent of a value without parts.
    pub const LEAF: Extent = Extent { depth: 1, parts: 1 };

    /// The extent of a value that contains these values. Marks and unknowns inside an extension are
    /// not visible to this layer, so they are not allowed.
    ///
    /// # Errors
    /// [`Code::Unsupported`] for marks and unknowns; [`Code::Limit`] past [`MAX_DEPTH`] and
    /// [`MAX_PARTS`](super::MAX_PARTS).
    pub fn around<'a>(parts: impl IntoIterator<Item = &'a Value>) -> Result<Extent> {
        let mut facts = LEAF;
        for part in parts {
            facts.gather(part.facts());
        }
        if facts.marked() || facts.unknown() {
            return Err(Error::new(
                Code::Unsupported,
                "the value cannot contain marks or unknown values",
            ));
        }
        let facts = facts.bounded()?;
        Ok(Extent {
            depth: facts.depth(),
            parts: facts.size(),
        })
    }

    /// The extent of a value with this number of bytes in addition to its parts. The bytes count as
    /// parts, so that size limits bound the memory of values.
    ///
    /// # Errors
    /// [`Code::Limit`] past [`MAX_PARTS`](super::MAX_PARTS).
    pub fn and_bytes(self, bytes: usize) -> Result<Extent> {
        /// The bytes of a part: a value and the allocation that it refers to.
        const PART_BYTES: usize = 64;
        let more = u32::try_from(bytes.div_ceil(PART_BYTES)).unwrap_or(u32::MAX);
        let parts = self.parts.saturating_add(more);
        let facts = Facts::of(self.depth.min(MAX_DEPTH) as u16, parts).bounded()?;
        Ok(Extent {
            depth: self.depth,
            parts: facts.size(),
        })
    }

    /// The facts of the value.
    pub fn facts(self) -> Facts {
        Facts::of(self.depth.min(MAX_DEPTH) as u16, self.parts)
    }
}

/// A type as a value.
pub struct TypeValue {
    meta: Type,
    represented: Type,
    parts: u32,
}

impl TypeValue {
    fn new(meta: Type, represented: Type) -> TypeValue {
        /// The bytes of a part.
        const PART_BYTES: u64 = 64;
        /// The value and its two allocations.
        const OWN_BYTES: u64 = 96;
        // The meta type contains the type, unless it is the type of all types.
        let types = match meta.kind() {
            Kind::Meta(Some(_)) => meta.heap_bytes(),
            _ => represented.heap_bytes(),
        };
        let parts = (OWN_BYTES + types).div_ceil(PART_BYTES);
        TypeValue {
            meta,
            represented,
            parts: u32::try_from(parts).unwrap_or(u32::MAX),
        }
    }

    /// The type in the value.
    #[must_use]
    pub fn get(&self) -> &Type {
        &self.represented
    }
}

impl Extension for TypeValue {
    fn ty(&self) -> &Type {
        &self.meta
    }

    fn compare(&self, other: &dyn Extension) -> Ordering {
        match other.as_any().downcast_ref::<TypeValue>() {
            Some(other) => self.represented.cmp(&other.represented),
            None => self.rank().cmp(other.rank()),
        }
    }

    fn rank(&self) -> &'static str {
        "type"
    }

    fn hash_code(&self) -> u64 {
        self.represented.structural_hash()
    }

    fn text(&self) -> String {
        format!("{:?}", self.represented)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    /// The memory of the type counts as parts.
    fn extent(&self) -> Extent {
        Extent {
            parts: self.parts,
            ..Extent::LEAF
        }
    }
}

impl Value {
    /// Creates a value of a kind that a higher layer defines.
    pub fn extension(extension: impl Extension) -> Value {
        Value(Repr::Extension(std::sync::Arc::new(ExtensionValue(
            Box::new(extension),
        ))))
    }

    /// Creates a value from a type; the type of the value is its meta type.
    ///
    /// # Errors
    /// [`TypeError::TooDeep`] if the type has the maximum depth.
    pub fn from_type(ty: Type) -> std::result::Result<Value, TypeError> {
        let meta = Type::meta(ty.clone())?;
        Ok(Value::extension(TypeValue::new(meta, ty)))
    }

    /// Creates a value from a type. The type of the value is the type of all types, so that such
    /// values have the same type: HCL's type constraints.
    #[must_use]
    pub fn type_constraint(ty: Type) -> Value {
        Value::extension(TypeValue::new(Type::meta_any().clone(), ty))
    }

    /// The type in a known value.
    #[must_use]
    pub fn as_type(&self) -> Option<&Type> {
        self.as_extension()?
            .as_any()
            .downcast_ref::<TypeValue>()
            .map(TypeValue::get)
    }
}
