//! Annotations: host data that is attached to a type.
//!
//! Examples are the location of a declaration or the schema that defined a type. Annotations do not
//! affect values: types that differ only in annotations are equal and have the same hash and text.
//! A type that is made by rewriting the parts of a type keeps its annotations.

use super::memory::HeapBytes;
use super::{Node, Type};
use std::any::Any;
use std::sync::Arc;

/// Host data that is attached to a type.
pub type Annotation = Arc<dyn Any + Send + Sync>;

/// The annotations of a type, in insertion order.
pub(super) type Annotations = Option<Arc<Vec<Annotation>>>;

impl Type {
    /// The annotations of the type.
    #[must_use]
    pub fn annotations(&self) -> &[Annotation] {
        self.0.annotations.as_deref().map_or(&[], Vec::as_slice)
    }

    /// Returns the type with more annotations after its own.
    ///
    /// ```
    /// use polycty_core::types::Type;
    /// use std::sync::Arc;
    /// let port = Type::number().annotated([Arc::new("main.pp:3") as _]);
    /// assert_eq!(&port, Type::number());
    /// assert_eq!(port.annotations()[0].downcast_ref(), Some(&"main.pp:3"));
    /// ```
    #[must_use]
    pub fn annotated(&self, annotations: impl IntoIterator<Item = Annotation>) -> Type {
        let mut all = self.annotations().to_vec();
        let had = all.len();
        all.extend(annotations);
        if all.len() == had {
            self.clone()
        } else {
            Type(triomphe::Arc::new(Node {
                hash: self.0.hash.clone(),
                heap_bytes: HeapBytes::default(),
                type_tags: self.0.type_tags,
                outline: self.0.outline,
                size: self.0.size,
                depth: self.0.depth,
                flags: self.0.flags,
                kind: self.0.kind.clone(),
                annotations: Some(Arc::new(all)),
            }))
        }
    }

    /// Returns the type with the annotations of `other` that it does not have yet.
    #[must_use]
    pub fn annotated_as(&self, other: &Type) -> Type {
        if other.0.annotations.is_none() {
            return self.clone();
        }
        let own = self.annotations();
        let more = other.annotations().iter();
        self.annotated(
            more.filter(|new| !own.iter().any(|known| Arc::ptr_eq(known, new)))
                .cloned(),
        )
    }
}
