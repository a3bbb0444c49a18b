//! The order of a set's elements, and equality of sets whose elements share a key.

use crate::types::{Keyed, Type};
use crate::values::{Value, total_cmp};
use std::cmp::Ordering;
use std::hash::BuildHasher;

fn one(int: i64) -> Value {
    Value::tuple(vec![Value::from_i64(int)]).unwrap()
}

fn whole_numbers(set: &Value) -> Vec<i64> {
    let first = |part: &Value| part.parts()?.first()?.as_small_whole();
    set.parts().unwrap().iter().filter_map(first).collect()
}

#[test]
fn elements_with_equal_keys_keep_insertion_order() {
    // The keys have ten digits of each number.
    let up = Value::set(vec![one(123_456_789_011), one(3), one(123_456_789_012)]).unwrap();
    let down = Value::set(vec![one(123_456_789_012), one(123_456_789_011), one(3)]).unwrap();
    assert_eq!(whole_numbers(&up), [123_456_789_011, 123_456_789_012, 3]);
    assert_eq!(whole_numbers(&down), [123_456_789_012, 123_456_789_011, 3]);
    assert_eq!(up, down);
    assert_eq!(total_cmp(&up, &down), Ordering::Equal);
    assert_eq!(Keyed.hash_one(&up), Keyed.hash_one(&down));
    assert_eq!(up.equals(&down).unwrap(), Value::bool(true));

    let other = Value::set(vec![one(123_456_789_012), one(123_456_789_013), one(3)]).unwrap();
    assert_ne!(down, other);
    let order = total_cmp(&down, &other);
    assert_ne!(order, Ordering::Equal);
    assert_eq!(total_cmp(&up, &other), order);
    assert_eq!(total_cmp(&other, &up), order.reverse());
}

#[test]
fn unknown_elements_keep_insertion_order() {
    let unknown = Value::unknown(Type::string().clone());
    let refined = unknown.refine_not_null().unwrap();
    let set = |parts: &[&Value]| Value::set(parts.iter().copied().cloned().collect()).unwrap();
    let (a, b) = (set(&[&unknown, &refined]), set(&[&refined, &unknown]));
    assert_eq!(a.parts().unwrap()[0], unknown);
    assert_eq!(b.parts().unwrap()[0], refined);
    assert_eq!(a, b);
    assert_eq!(Keyed.hash_one(&a), Keyed.hash_one(&b));
}

#[test]
fn many_elements_with_equal_keys_are_distinguished() {
    let base = 1_234_567_890_000_000;
    let elements = (0..20_000).chain(0..20_000).map(|at| one(base + at));
    let set = Value::set(elements.collect()).unwrap();
    assert_eq!(set.part_count(), Some(20_000));
    let with_unknown = |last: i64| {
        let unknown = Value::tuple(vec![Value::unknown(Type::number().clone())]).unwrap();
        let parts = (0..last).map(|at| one(base + at)).chain([unknown]);
        Value::set(parts.collect()).unwrap()
    };
    let equal = with_unknown(20_000).equals(&with_unknown(19_999)).unwrap();
    assert_eq!(equal, Value::bool(false));
}
