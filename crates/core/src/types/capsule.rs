//! Capsule types: native types of the host.
//!
//! A capsule type has an identity: two capsule types with the same name are different. Its
//! operations define equality and hashing of the host's data. Without them data is equal by
//! identity.

use super::Str;
use super::parts::next_identity;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Data of the host inside a capsule value.
pub type CapsuleData = Arc<dyn Any + Send + Sync>;

/// Operations on the host's data. By default the data is opaque and equal by identity.
pub trait CapsuleOps: Send + Sync {
    /// Whether two pieces of data are equal, or `None` for "by identity".
    fn equals(&self, _a: &CapsuleData, _b: &CapsuleData) -> Option<bool> {
        None
    }

    /// A hash that agrees with [`CapsuleOps::equals`], or `None` for "by identity".
    fn hash(&self, _data: &CapsuleData) -> Option<u64> {
        None
    }
}

/// The operations of a capsule type without own operations.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpaqueOps;

impl CapsuleOps for OpaqueOps {}

/// A native type registered by the host.
pub struct CapsuleType {
    name: Str,
    identity: u64,
    ops: Box<dyn CapsuleOps>,
}

impl CapsuleType {
    /// A new capsule type, different from every other one.
    pub fn new(name: impl Into<Str>, ops: impl CapsuleOps + 'static) -> Arc<CapsuleType> {
        Arc::new(CapsuleType {
            name: name.into(),
            identity: next_identity(),
            ops: Box::new(ops),
        })
    }

    /// The friendly name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number that identifies this type within the process.
    #[must_use]
    pub fn identity(&self) -> u64 {
        self.identity
    }

    /// Whether two pieces of this type's data are equal.
    #[must_use]
    pub fn data_equals(&self, a: &CapsuleData, b: &CapsuleData) -> bool {
        Arc::ptr_eq(a, b) || self.ops.equals(a, b) == Some(true)
    }

    /// A hash that agrees with [`CapsuleType::data_equals`].
    #[must_use]
    pub fn data_hash(&self, data: &CapsuleData) -> u64 {
        self.ops
            .hash(data)
            .unwrap_or(Arc::as_ptr(data).cast::<()>() as usize as u64)
    }
}

impl PartialEq for CapsuleType {
    fn eq(&self, other: &CapsuleType) -> bool {
        self.identity == other.identity
    }
}

impl Eq for CapsuleType {}

impl fmt::Debug for CapsuleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.name, self.identity)
    }
}
