//! Tests of limits, marks and redaction, which the vectors do not cover.

use crate::mode::Mode;
use crate::rules::convert::new_instance;
use crate::types::alias::Aliases;
use crate::values::format::format_value;
use crate::values::special::{array, hash};
use crate::{parse_type, parse_value};
use polycty_core::calls::Budget;
use polycty_core::source::Code;
use polycty_core::types::Type;
use polycty_core::values::Value;

fn value(text: &str) -> Value {
    parse_value(text, &Aliases::default(), Mode::Current).unwrap()
}

fn ty(text: &str) -> Type {
    parse_type(text, &Aliases::default(), Mode::Current).unwrap()
}

fn made(of: &str, args: &[&str]) -> String {
    let args: Vec<Value> = args.iter().map(|arg| value(arg)).collect();
    match new_instance(&ty(of), &args, &Budget::standard()) {
        Ok(value) => format_value(&value),
        Err(error) => format!("{:?}: {}", error.code(), error.message()),
    }
}

#[test]
fn what_would_grow_too_large_is_refused() {
    assert_eq!(
        made("String", &["1", "'%999999999d'"]),
        "Conversion: width too big"
    );
    assert_eq!(
        made("String", &["1", "'%.9999999f'"]),
        "Conversion: precision too big"
    );
    let million = format!("[{}]", vec!["1"; 1000].join(", "));
    let wide = "{Array => {format => '%a', string_formats => {Integer => '%1000000d'}}}";
    assert!(made("String", &[&million, wide]).starts_with("Limit: the text would be longer"));
    assert!(made("Array", &["1000000000000"]).starts_with("Limit: the iteration"));
    assert!(
        made("Array", &["Integer[0, 9223372036854775807]"]).starts_with("Limit: the iteration")
    );
    let far = "[[['a'], []], [['a', 4000000000], 1]]";
    assert!(made("Hash", &[far, "'tree'"]).starts_with("Limit: an array"));
    assert!(made("Timespan", &["9223372036854775807", "0", "0", "0"]).starts_with("Limit: "));
    assert!(made("Timespan", &["1.0e200"]).starts_with("Limit: "));
}

#[test]
fn the_current_time_needs_a_clock() {
    let missing = "Unsupported: a Timestamp of the current time requires a clock";
    for ty in ["Timestamp", "Optional[Timestamp]", "NotUndef[Timestamp]"] {
        assert_eq!(made(ty, &[]), missing, "{ty}");
    }
    assert_eq!(made("Init[Timestamp]", &["[]"]), missing);
    assert!(super::makes_values(&ty("Timestamp"), &Budget::standard()).unwrap());
}

#[test]
fn what_puppet_does_not_have_is_refused_with_its_path() {
    let marked = Value::list(vec![Value::string("a").mark("secret")]).unwrap();
    let error = new_instance(&ty("String"), &[marked], &Budget::standard()).unwrap_err();
    assert_eq!(error.code(), Code::Unsupported);
    assert_eq!(error.path().to_string(), "[0]");
}

#[test]
fn what_is_hidden_stays_so() {
    assert_eq!(
        made("String", &["{'a' => [Sensitive('x')]}", "'%#p'"]),
        "\"{\\n  'a' => [#<Sensitive [value redacted]>]\\n}\""
    );
}

#[test]
fn objects_are_made_in_order_or_of_a_hash() {
    let p =
        "Object[{name => 'P', attributes => {x => Integer, y => {type => Integer, value => 2}}}]";
    assert_eq!(made(p, &["1"]), "P({'x' => 1})");
    assert_eq!(
        made(p, &["{'x' => 3, 'y' => 4}"]),
        "P({'x' => 3, 'y' => 4})"
    );
    assert_eq!(
        made(p, &[]),
        "Conversion: 'new_P' expects between 1 and 2 arguments, got none"
    );
}

#[test]
fn aliases_are_followed() {
    let aliases = Aliases::define([("Port", "Optional[Integer[1, 65535]]")]).unwrap();
    let port = parse_type("Port", &aliases, Mode::Current).unwrap();
    let made = new_instance(&port, &[Value::string("0x50")], &Budget::standard()).unwrap();
    assert_eq!(format_value(&made), "80");
    let error = new_instance(&port, &[Value::string("0")], &Budget::standard()).unwrap_err();
    assert_eq!(error.code(), Code::Type);
}

#[test]
fn texts_of_types_that_formats_are_sorted_by_count() {
    let mut shared = ty("Tuple[Integer, Integer]");
    for _ in 0..12 {
        shared = Type::tuple([shared.clone(), shared]).unwrap();
    }
    let formats = (0..50i64).map(|at| {
        let own = ty(&format!("Integer[{at}, {at}]"));
        let of = Type::union([own, shared.clone()]).unwrap();
        (Value::from_type(of).unwrap(), Value::string("%s"))
    });
    let formats = hash(formats.collect::<Vec<_>>()).unwrap();
    let made = |budget: &Budget| {
        new_instance(
            &ty("String"),
            &[Value::string("x"), formats.clone()],
            budget,
        )
    };
    let budget = Budget::new();
    assert!(made(&budget).is_ok());
    // They are dropped after sorting.
    assert!(budget.bytes() < 100_000);
    let error = made(&Budget::new().limit_bytes(1_000_000)).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
}

#[test]
fn nested_values_are_written_in_linear_time() {
    let mut nested = value("{1 => 'x'}");
    for _ in 0..100 {
        nested = array(vec![nested]).unwrap();
    }
    let wide = array(vec![nested; 50]).unwrap();
    assert!(new_instance(&ty("String"), &[wide], &Budget::standard()).is_ok());
}

/// Strings contain the whole text of object types. Results of Puppet 7.23.
#[test]
fn texts_of_object_types_have_their_definitions() {
    for text in [
        "Object[{}]",
        "Object[{name => 'A'}]",
        "Object[{attributes => {'a' => {type => Integer, value => 3}}}]",
        "Object[{name => 'A', functions => {'f' => Callable[Integer]}}]",
        "Object[{attributes => {'a' => Integer}, equality => ['a']}]",
        "Object[{constants => {'a' => 3}}]",
    ] {
        assert_eq!(
            made("String", &[text]),
            format!("'{}'", text.replace('\'', "\\'"))
        );
        let list = format!("[{text}, 1]");
        assert_eq!(
            made("String", &[&list]),
            format!("'{}'", list.replace('\'', "\\'"))
        );
    }
    assert_eq!(made("String", &["Object"]), "'Object[{}]'");
    assert_eq!(
        made("String", &["Array[Object[{name => 'A'}]]"]),
        "'Array[A]'"
    );
}
