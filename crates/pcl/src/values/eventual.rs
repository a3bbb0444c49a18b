//! Eventual values: promises and outputs that are not there yet.
//!
//! An [`Eventual`] is an immutable value of a promise or output type. It has data of the
//! host's and is equal to itself alone. An eventual value that was converted stays the
//! same one, of another type.

use crate::types::shape::{Shape, shape};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;
use polycty_core::values::{Extension, Value};
use std::any::Any;
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering as Atomic};

/// Data of the host that goes with an eventual value.
pub type EventualData = Arc<dyn Any + Send + Sync>;

/// A value that is not there yet.
#[derive(Clone)]
pub struct Eventual {
    identity: u64,
    /// What it was made as.
    origin: Type,
    /// What it has been converted to.
    ty: Type,
    data: EventualData,
}

impl Eventual {
    /// The host's data.
    #[must_use]
    pub fn data(&self) -> &EventualData {
        &self.data
    }

    /// The type that it was made with; what it becomes is of the element type.
    #[must_use]
    pub fn origin(&self) -> &Type {
        &self.origin
    }

    /// The number that tells it from all others of the process.
    #[must_use]
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// The eventual value that a value is.
    #[must_use]
    pub fn of(value: &Value) -> Option<&Eventual> {
        value.as_extension()?.as_any().downcast_ref()
    }

    /// The same eventual value as one of another type, which it converts to.
    pub(crate) fn with_type(&self, ty: &Type) -> Value {
        Value::extension(Eventual {
            ty: ty.clone(),
            ..self.clone()
        })
    }
}

impl Extension for Eventual {
    fn ty(&self) -> &Type {
        &self.ty
    }

    fn compare(&self, other: &dyn Extension) -> Ordering {
        match other.as_any().downcast_ref::<Eventual>() {
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

/// A new eventual value of a promise or output type, different from every other one.
///
/// # Errors
/// [`Code::Type`] for a type that is neither.
pub fn eventual(ty: &Type, data: EventualData) -> Result<Value> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    if !matches!(shape(ty), Shape::Promise(_) | Shape::Output(_)) {
        return Err(Error::new(
            Code::Type,
            "an eventual value is of a promise or output type",
        )
        .with_found(ty));
    }
    Ok(Value::extension(Eventual {
        identity: NEXT.fetch_add(1, Atomic::Relaxed),
        origin: ty.clone(),
        ty: ty.clone(),
        data,
    }))
}
