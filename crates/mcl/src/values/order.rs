//! The order of values.
//!
//! - `false` is before `true`.
//! - Numbers are ordered by size; `0` and `-0` are equal, and NaN is first.
//! - Strings are ordered by their bytes.
//! - Lists are ordered element by element and then by length.
//! - Structs are ordered field by field, maps by their sorted entries, functions by their types.
//! - Values of different kinds, which mcl never compares, are ordered by kind.

use polycty_core::sort::sort_by;
use polycty_core::values::{Value, total_cmp};
use std::cmp::Ordering;

/// The kind of a value, in the order of kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Bool,
    Str,
    Int,
    Float,
    List,
    Map,
    Struct,
    Other,
}

fn rank(value: &Value) -> Rank {
    if value.as_bool().is_some() {
        Rank::Bool
    } else if value.as_str_bytes().is_some() {
        Rank::Str
    } else if value.as_integer().is_some() {
        Rank::Int
    } else if value.as_double().is_some() {
        Rank::Float
    } else if value.entries().is_some() || value.as_ordered_map().is_some() {
        Rank::Map
    } else if value.parts().is_some() {
        if value.ty().is_object() {
            Rank::Struct
        } else {
            Rank::List
        }
    } else {
        Rank::Other
    }
}

/// Compares two mcl values. Equal values are the same value and the same key.
///
/// ```
/// use polycty_mcl::value_cmp;
/// use polycty_core::values::Value;
/// use std::cmp::Ordering;
/// assert_eq!(value_cmp(&Value::string("aa"), &Value::string("b")), Ordering::Less);
/// assert_eq!(value_cmp(&Value::from_double(0.0), &Value::from_double(-0.0)), Ordering::Equal);
/// ```
#[must_use]
pub fn value_cmp(a: &Value, b: &Value) -> Ordering {
    let (of_a, of_b) = (rank(a), rank(b));
    if of_a != of_b {
        return of_a.cmp(&of_b);
    }
    match of_a {
        Rank::Bool => a.as_bool().cmp(&b.as_bool()),
        Rank::Str => a.as_str_bytes().cmp(&b.as_str_bytes()),
        Rank::Int => a.as_integer().cmp(&b.as_integer()),
        Rank::Float => {
            let (a, b) = (a.as_double(), b.as_double());
            let is_number = |x: Option<f64>| x.is_some_and(|x| !x.is_nan());
            a.partial_cmp(&b)
                .unwrap_or_else(|| is_number(a).cmp(&is_number(b)))
        }
        Rank::List | Rank::Struct => {
            let (a, b) = (a.parts().unwrap_or(&[]), b.parts().unwrap_or(&[]));
            let mut pairs = a.iter().zip(b).map(|(a, b)| value_cmp(a, b));
            pairs
                .find(|order| order.is_ne())
                .unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        Rank::Map => {
            let (a, b) = (entries_in_order(a), entries_in_order(b));
            let (a, b) = (a.unwrap_or_default(), b.unwrap_or_default());
            let mut pairs = a.iter().zip(&b);
            pairs
                .find_map(|((key_a, a), (key_b, b))| {
                    let order = value_cmp(key_a, key_b).then_with(|| value_cmp(a, b));
                    order.is_ne().then_some(order)
                })
                .unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        Rank::Other => total_cmp(a, b),
    }
}

/// Returns the entries of a map in ascending order of the keys.
pub(crate) fn entries_in_order(map: &Value) -> Option<Vec<(&Value, &Value)>> {
    if let Some(map) = map.as_ordered_map() {
        let mut entries: Vec<_> = map.entries().iter().map(|(k, v)| (k, v)).collect();
        sort_by(&mut entries, |a, b| value_cmp(a.0, b.0));
        return Some(entries);
    }
    let entries = map.entries()?.iter();
    Some(entries.map(|entry| (entry.key(), entry.value())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_is_first() {
        let mut doubles = [f64::INFINITY, 1.0, f64::NAN, -1.0].map(Value::from_double);
        doubles.sort_by(value_cmp);
        let doubles = doubles.map(|double| double.as_double().unwrap());
        assert!(doubles[0].is_nan());
        assert_eq!(doubles[1..], [-1.0, 1.0, f64::INFINITY]);
    }
}
