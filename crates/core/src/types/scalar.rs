//! Scalars: single values in types.
//!
//! Literal types, enumerations and the parameters of nominal types contain scalars. They are
//! separate from values so that types do not depend on values.

use super::Str;
use crate::number::{Integer, Number};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// A single value in a type. Values of different kinds of numbers are different.
#[derive(Clone, Debug)]
// Exhaustive: the C ABI maps every variant.
pub enum Scalar {
    /// A boolean.
    Bool(bool),
    /// A number of arbitrary precision.
    Number(Number),
    /// An exact integer.
    Integer(Integer),
    /// A double; equal by its bits, so NaN equals itself and -0 differs from 0.
    Double(f64),
    /// Text.
    String(Str),
}

impl Scalar {
    fn rank(&self) -> u8 {
        match self {
            Scalar::Bool(_) => 0,
            Scalar::Number(_) => 1,
            Scalar::Integer(_) => 2,
            Scalar::Double(_) => 3,
            Scalar::String(_) => 4,
        }
    }
}

impl PartialEq for Scalar {
    fn eq(&self, other: &Scalar) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Scalar {}

impl PartialOrd for Scalar {
    fn partial_cmp(&self, other: &Scalar) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Scalar {
    fn cmp(&self, other: &Scalar) -> Ordering {
        match (self, other) {
            (Scalar::Bool(a), Scalar::Bool(b)) => a.cmp(b),
            (Scalar::Number(a), Scalar::Number(b)) => a.cmp(b),
            (Scalar::Integer(a), Scalar::Integer(b)) => a.cmp(b),
            (Scalar::Double(a), Scalar::Double(b)) => a.total_cmp(b),
            (Scalar::String(a), Scalar::String(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl Hash for Scalar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(self.rank());
        match self {
            Scalar::Bool(b) => b.hash(state),
            Scalar::Number(n) => n.hash(state),
            Scalar::Integer(i) => i.hash(state),
            Scalar::Double(d) => d.to_bits().hash(state),
            Scalar::String(s) => s.hash(state),
        }
    }
}
