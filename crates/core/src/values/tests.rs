//! Values: operators and laws.

mod laws;
mod operators;
mod set_order;

use super::*;

#[test]
fn a_value_is_two_words() {
    assert_eq!(size_of::<Value>(), 16);
    assert_eq!(size_of::<Option<Value>>(), 16);
}

#[test]
fn sets_are_sorted_without_duplicates() {
    let set = Value::set(vec![
        Value::string("b"),
        Value::null(Type::string().clone()),
        Value::string("a"),
        Value::unknown(Type::string().clone()),
        Value::string("b").mark("m"),
        Value::unknown(Type::string().clone()),
    ])
    .unwrap();
    assert!(set.marks().contains("m"));
    let parts = set.parts().unwrap();
    assert_eq!(parts.len(), 5);
    assert_eq!(parts[0].as_str(), Some("a"));
    assert!(parts[4].is_null());
}

#[test]
fn shared_parts_count_for_each_occurrence() {
    let mut value = Value::bool(true);
    let mut refused = None;
    for doublings in 0..64 {
        match Value::list(vec![value.clone(), value.clone()]) {
            Ok(double) => value = double,
            Err(error) => {
                refused = Some((doublings, error.code()));
                break;
            }
        }
    }
    assert_eq!(refused, Some((25, crate::source::Code::Limit)));
}

#[test]
fn short_texts_order_by_their_bytes() {
    let texts = [
        "",
        "\0",
        "a",
        "a\0",
        "a\0\0",
        "aa",
        "aaaaaaaa",
        "aaaaaaaab",
        "b",
        "zzzzzzzzzzzzzz",
        "é",
    ];
    for (at, a) in texts.iter().enumerate() {
        for (other, b) in texts.iter().enumerate() {
            let order = total_cmp(&Value::string(a), &Value::string(b));
            assert_eq!(order, at.cmp(&other), "{a:?} and {b:?}");
        }
    }
}

#[test]
fn a_set_of_many_unknowns_is_created_in_linear_time() {
    let unknown = Value::unknown(Type::string().clone());
    let set = Value::set(vec![unknown; 200_000]).unwrap();
    assert_eq!(set.part_count(), Some(200_000));
}

#[test]
fn a_long_text_counts_for_each_occurrence() {
    let text = Value::string(&"x".repeat(1 << 20));
    let thousand = Value::list(vec![text; 1000]).unwrap();
    let error = Value::list(vec![thousand; 2]).unwrap_err();
    assert_eq!(error.code(), crate::source::Code::Limit);
}

#[test]
fn a_marked_key_is_not_shown() {
    let password = Value::string("hunter2").mark("sensitive");
    for key in [&password, &Value::tuple(vec![password.clone()]).unwrap()] {
        assert_eq!(key.to_key().to_string(), "(marked)");
    }
    assert_eq!(Value::string("plain").to_key().to_string(), "\"plain\"");
}
