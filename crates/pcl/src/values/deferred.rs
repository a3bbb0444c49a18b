//! Deferred values: promises and outputs that are not resolved yet ("eventual" in PCL).
//!
//! An [`DeferredValue`] is an immutable value of a promise or output type. It carries data of the host
//! and is equal only to itself. The conversion of a deferred value keeps its identity and changes
//! its type.

use crate::types::view::{PclType, shape};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::{Extension, Value};
use std::any::Any;
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering as Atomic};

/// Data of the host for a deferred value.
pub type DeferredValueData = Arc<dyn Any + Send + Sync>;

/// A deferred value.
#[derive(Clone)]
pub struct DeferredValue {
    identity: u64,
    /// The type at its creation.
    origin: Type,
    /// The type that it has been converted to.
    ty: Type,
    data: DeferredValueData,
}

impl DeferredValue {
    /// Returns the host's data.
    #[must_use]
    pub fn data(&self) -> &DeferredValueData {
        &self.data
    }

    /// Returns the type at its creation. The result has the inner type of this type.
    #[must_use]
    pub fn origin(&self) -> &Type {
        &self.origin
    }

    /// Returns the number that identifies the deferred value in the process.
    #[must_use]
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// Returns the deferred value in a value, if it is one.
    #[must_use]
    pub fn of(value: &Value) -> Option<&DeferredValue> {
        value.as_extension()?.as_any().downcast_ref()
    }

    /// Returns the same deferred value with a type that it converts to.
    pub(crate) fn with_type(&self, ty: &Type) -> Value {
        Value::extension(DeferredValue {
            ty: ty.clone(),
            ..self.clone()
        })
    }
}

impl Extension for DeferredValue {
    fn ty(&self) -> &Type {
        &self.ty
    }

    fn compare(&self, other: &dyn Extension) -> Ordering {
        match other.as_any().downcast_ref::<DeferredValue>() {
            Some(other) => self.identity.cmp(&other.identity),
            None => self.rank().cmp(other.rank()),
        }
    }

    fn rank(&self) -> &'static str {
        "eventual"
    }

    fn hash_code(&self) -> u64 {
        self.identity
    }

    fn text(&self) -> String {
        format!("(eventual {})", self.identity)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Creates a deferred value of a promise or output type, which differs from all others.
///
/// # Errors
/// [`Code::Type`] if the type is neither.
pub fn eventual(ty: &Type, data: DeferredValueData) -> Result<Value> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    if !matches!(shape(ty), PclType::Promise(_) | PclType::Output(_)) {
        return Err(Error::new(
            Code::Type,
            "the type of a deferred value must be a promise or an output",
        )
        .with_found(ty));
    }
    Ok(Value::extension(DeferredValue {
        identity: NEXT.fetch_add(1, Atomic::Relaxed),
        origin: ty.clone(),
        ty: ty.clone(),
        data,
    }))
}
