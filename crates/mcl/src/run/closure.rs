//! Function values: an expression with its environment.

use super::env::Env;
use crate::scope::program::NodeId;
use polycty_core::types::Type;
use polycty_core::values::{Extension, Value};
use std::any::Any;
use std::cmp::Ordering;
use std::sync::Arc;

/// A function value.
pub(super) struct Closure {
    ty: Type,
    /// The function: a mcl function with a body, or a host function.
    pub func: NodeId,
    /// The environment of its definition.
    pub env: Arc<Env>,
}

impl Closure {
    /// Creates a function value of a type.
    pub fn value(ty: Type, func: NodeId, env: Arc<Env>) -> Value {
        Value::extension(Closure { ty, func, env })
    }

    /// Returns the closure of a value, or `None` if the value is not a function.
    pub fn of(value: &Value) -> Option<&Closure> {
        value.as_extension()?.as_any().downcast_ref()
    }

    fn identity(&self) -> (NodeId, usize) {
        (self.func, Arc::as_ptr(&self.env).addr())
    }
}

impl Extension for Closure {
    fn ty(&self) -> &Type {
        &self.ty
    }

    /// Compares by expression and environment.
    fn compare(&self, other: &dyn Extension) -> Ordering {
        match other.as_any().downcast_ref::<Closure>() {
            Some(other) => self.identity().cmp(&other.identity()),
            None => self.rank().cmp(other.rank()),
        }
    }

    fn rank(&self) -> &'static str {
        "mcl function"
    }

    fn hash_code(&self) -> u64 {
        self.func.number() as u64
    }

    fn text(&self) -> String {
        format!("func({})", self.func.number())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
