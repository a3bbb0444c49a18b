//! What does it take to go through something once?
//!
//! For operations that look at all of a text, a type or a value and are not charged on their
//! way: what they will take is known before they begin, from lengths and sizes that are kept.

use super::{Budget, Spent};
use crate::types::Type;
use crate::values::Value;

/// The bytes that stand for one byte of a text while it is read, and for what is made of it: a
/// part of a type or a value needs two of its own at least.
const READ_BYTES: u64 = 32;

/// The nodes of types that are looked at in a step.
const NODES_A_STEP: u64 = 8;

/// The least bytes of a node of a type that is written, and those of one that is made.
const WRITTEN_BYTES: u64 = 4;
const NODE_BYTES: u64 = 48;

/// What is no larger is gone through by any operation, in a step.
const SMALL: u64 = 64;

/// Counts a text that is read into types or values: a step a byte, and what is made of it.
///
/// # Errors
/// What is spent.
pub fn read(text: &str, budget: &Budget) -> Result<(), Spent> {
    let bytes = text.len() as u64;
    budget.charge(bytes)?;
    budget.hold(bytes.saturating_mul(READ_BYTES))
}

/// Counts types all of whose nodes are looked at.
///
/// # Errors
/// What is spent.
pub fn look_at_types<'t>(
    types: impl IntoIterator<Item = &'t Type>,
    budget: &Budget,
) -> Result<(), Spent> {
    let nodes: u64 = types.into_iter().map(|ty| u64::from(ty.size())).sum();
    budget.charge(1 + nodes / NODES_A_STEP)
}

/// Counts a type of which a text is made: each node as often as it stands there.
///
/// # Errors
/// What is spent.
pub fn write_type(ty: &Type, budget: &Budget) -> Result<(), Spent> {
    look_at_types([ty], budget)?;
    budget.hold(u64::from(ty.size()) * WRITTEN_BYTES)
}

/// Counts a type all of whose nodes are made anew, each as often as it stands there.
///
/// # Errors
/// What is spent.
pub fn remake_type(ty: &Type, budget: &Budget) -> Result<(), Spent> {
    look_at_types([ty], budget)?;
    budget.hold(u64::from(ty.size()) * NODE_BYTES)
}

/// Whether a value is large enough for it to count that all of it is gone through.
#[must_use]
#[inline]
pub fn is_large(value: &Value) -> bool {
    u64::from(value.size()) > SMALL
}

/// Counts a value all of whose parts are looked at.
///
/// # Errors
/// What is spent.
pub fn look_at_value(value: &Value, budget: &Budget) -> Result<(), Spent> {
    budget.charge(u64::from(value.size()))
}

/// Counts a value all of whose parts are made anew.
///
/// # Errors
/// What is spent.
pub fn remake_value(value: &Value, budget: &Budget) -> Result<(), Spent> {
    look_at_value(value, budget)?;
    budget.hold(u64::from(value.size()) * size_of::<Value>() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_large_is_counted_before_it_is_gone_through() {
        let long = "a".repeat(1_000);
        let budget = Budget::new();
        assert_eq!(read(&long, &budget), Ok(()));
        assert_eq!((budget.steps(), budget.bytes()), (1_000, 32_000));
        assert_eq!(
            read(&long, &Budget::new().limit_bytes(31_999)),
            Err(Spent::Bytes(31_999))
        );
        let mut ty = Type::string().clone();
        for _ in 0..10 {
            ty = Type::tuple([ty.clone(), ty]).expect("small");
        }
        let few = Budget::new().limit_steps(100);
        assert_eq!(look_at_types([&ty], &few), Err(Spent::Steps(100)));
        let little = Budget::new().limit_bytes(4_000);
        assert_eq!(write_type(&ty, &little), Err(Spent::Bytes(4_000)));
        assert_eq!(remake_type(&ty, &little), Err(Spent::Bytes(4_000)));
        let small = Value::tuple(vec![Value::bool(true); 8]).expect("small");
        let large = Value::tuple(vec![small.clone(); 32]).expect("small");
        assert!(!is_large(&small) && is_large(&large));
        assert_eq!(look_at_value(&large, &few), Err(Spent::Steps(100)));
        assert_eq!(remake_value(&large, &little), Err(Spent::Bytes(4_000)));
    }
}
