//! The rest of a body, as a value.
//!
//! A spec that takes the rest of a body stores it in a capsule next to the values of the other
//! specs. One decoding therefore returns all bodies that a host decodes later.

use crate::body::Body;
use crate::eval::{Waiting, release};
use polycty_core::types::{CapsuleType, OpaqueOps, Type};
use polycty_core::values::Value;
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

static CAPSULE: LazyLock<Arc<CapsuleType>> = LazyLock::new(|| CapsuleType::new("body", OpaqueOps));

static TYPE: LazyLock<Type> = LazyLock::new(|| Type::capsule(CAPSULE.clone()));

/// The type of values that are bodies.
pub(super) fn rest_type() -> &'static Type {
    &TYPE
}

/// The body in a capsule; `None` while the capsule is dropped.
struct Rest(Option<Body>);

pub(super) fn body_value(body: Body) -> Value {
    Value::capsule(CAPSULE.clone(), Arc::new(Rest(Some(body))))
}

/// Returns the body in a value of [`Spec::rest`](super::Spec::rest).
#[must_use]
pub fn body_of(value: &Value) -> Option<&Body> {
    if value.ty() != rest_type() {
        return None;
    }
    value.as_capsule()?.downcast_ref::<Rest>()?.0.as_ref()
}

thread_local! {
    static DEFERRED: Waiting<Body> = const { RefCell::new(None) };
}

/// The scope in which a body is expanded may contain a body with a scope, nested to any depth.
impl Drop for Rest {
    fn drop(&mut self) {
        if let Some(body) = self.0.take() {
            release(&DEFERRED, body);
        }
    }
}
