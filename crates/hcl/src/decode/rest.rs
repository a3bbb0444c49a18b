//! The rest of a body, as a value.
//!
//! A spec that takes the rest of a body puts it into a capsule, beside the values of the other
//! specs: so one decoding gives all bodies that a host wants to look at later.

use crate::body::Body;
use crate::eval::{Waiting, release};
use polycty_core::types::{CapsuleType, OpaqueOps, Type};
use polycty_core::values::Value;
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

static CAPSULE: LazyLock<Arc<CapsuleType>> = LazyLock::new(|| CapsuleType::new("body", OpaqueOps));

static TYPE: LazyLock<Type> = LazyLock::new(|| Type::capsule(CAPSULE.clone()));

/// The type of the values that are bodies.
pub(super) fn rest_type() -> &'static Type {
    &TYPE
}

/// The body in a capsule; none once that goes.
struct Rest(Option<Body>);

pub(super) fn body_value(body: Body) -> Value {
    Value::capsule(CAPSULE.clone(), Arc::new(Rest(Some(body))))
}

/// The body that a value is, which [`Spec::rest`](super::Spec::rest) made.
#[must_use]
pub fn body_of(value: &Value) -> Option<&Body> {
    if value.ty() != rest_type() {
        return None;
    }
    value.as_capsule()?.downcast_ref::<Rest>()?.0.as_ref()
}

thread_local! {
    static GOING: Waiting<Body> = const { RefCell::new(None) };
}

/// The scope that a body is expanded in may hold a body that is expanded in a scope, and so on
/// without end.
impl Drop for Rest {
    fn drop(&mut self) {
        if let Some(body) = self.0.take() {
            release(&GOING, body);
        }
    }
}
