//! Tests of parsing, formatting and comparing Puppet's types.

use super::*;
use polycty_core::calls::{Budget, Limits};
use polycty_core::source::{Code, MAX_DIAGNOSTICS};
use polycty_core::types::{Kind, Type};
use polycty_core::values::Value;

fn read(text: &str) -> Type {
    parse_type(text, &Aliases::default(), Mode::Current).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn canon(text: &str) -> String {
    format_type(&read(text), Detail::Canonical)
}

fn early(text: &str) -> String {
    match parse_type(text, &Aliases::default(), Mode::Early) {
        Ok(ty) => format_type(&ty, Detail::Canonical),
        Err(error) => format!("! {}", error.message()),
    }
}

fn value(text: &str) -> Value {
    parse_value(text, &Aliases::default(), Mode::Current).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn refused(text: &str) -> String {
    match parse_type(text, &Aliases::default(), Mode::Current) {
        Ok(ty) => panic!("{text} is {ty:?}"),
        Err(error) => {
            let location = error.diagnostics()[0].subject.unwrap().start;
            format!("{}:{}: {}", location.line, location.column, error.message())
        }
    }
}

#[test]
fn shared_constructors_are_used_where_there_is_one() {
    assert!(matches!(read("Undef").kind(), Kind::None));
    assert!(read("Numeric").is_number());
    assert!(read("Array[Integer, 1, 2]").is_list());
    assert!(read("Hash[String, Integer]").is_map());
    assert!(read("Struct[{a => Integer}]").is_object());
    assert!(read("Callable[Integer]").as_func().is_some());
    assert!(matches!(read("Data").kind(), Kind::Reference(_)));
    assert!(matches!(
        read("Variant[Integer, Float]").kind(),
        Kind::Union(_)
    ));
    assert!(matches!(read("Scalar").kind(), Kind::Nominal(_)));
}

#[test]
fn bare_types_differ_from_parametrised_ones() {
    for (bare, other) in [
        ("String", "String[0]"),
        ("Callable", "Callable[0, 0]"),
        ("Optional", "Optional[Any]"),
        ("Type", "Type[Any]"),
        ("Iterable", "Iterable[Any]"),
        ("Collection", "Collection[0]"),
        ("Enum", "Enum['']"),
        ("Array", "Array[Any, 0]"),
    ] {
        assert_ne!(read(bare), read(other), "{bare}");
        assert_eq!(canon(bare), bare);
        assert_eq!(canon(other), other);
    }
    for (bare, same) in [
        ("Array", "Array[Any]"),
        ("Hash", "Hash[Any, Any]"),
        ("NotUndef", "NotUndef[Any]"),
        ("Sensitive", "Sensitive[Any]"),
        ("Struct", "Struct[{}]"),
    ] {
        assert_eq!(read(bare), read(same));
    }
}

#[test]
fn the_optionality_of_a_key_is_written_only_where_the_value_does_not_say_it() {
    assert_eq!(
        canon(
            "Struct[{Optional[a] => Any, NotUndef[b] => Any, Optional[c] => Integer, d => Undef}]"
        ),
        "Struct[{'a' => Any, NotUndef['b'] => Any, Optional['c'] => Integer, 'd' => Undef}]"
    );
}

#[test]
fn faults_say_where_and_what() {
    assert_eq!(refused("Integer[1,\n  ]]"), "2:4: Syntax error at ']'");
    assert_eq!(
        refused("Array[\n Integer[2, 1]]"),
        "2:2: 'from' must be less or equal to 'to'. Got (2, 1"
    );
    assert_eq!(refused("Hash[String, é"), "1:14: Syntax error at ''");
    // An error of the grammar has precedence over an invalid type.
    assert_eq!(
        refused("Variant[Integer[a], |]"),
        "1:21: Syntax error at '|'"
    );
}

#[test]
fn names_may_begin_where_all_names_do() {
    assert_eq!(canon("::Integer"), "Integer");
    assert_eq!(canon("Array[::INTEGER]"), "Array[Integer]");
    assert_eq!(canon("::File['/a']"), "File['/a']");
    assert_eq!(canon("::Foo::Bar"), "TypeReference['::Foo::Bar']");
    // At this depth a type is parsed from a tree.
    let nested = |name: &str| format!("{}{name}{}", "Array[".repeat(40), "]".repeat(40));
    assert_eq!(canon(&nested("::Integer")), nested("Integer"));
    // Puppet recognizes parametrized types by the unrooted name only.
    assert_eq!(
        refused("::Integer[1, 2]"),
        "1:1: Not a parameterized type <::Integer>"
    );
    let aliases = Aliases::define([("D::Port", "Integer"), ("D::Ports", "Array[::D::Port]")]);
    let ports = parse_type("::D::Ports", &aliases.unwrap(), Mode::Current).unwrap();
    let budget = Budget::new();
    assert!(instance(&value("[1]"), &ports, &budget).unwrap());
    assert!(!instance(&value("['a']"), &ports, &budget).unwrap());
}

#[test]
fn nesting_without_end_is_refused_at_once() {
    for (open, close) in [
        ("Array[", "]"),
        ("Init[Any, [", ""),
        ("Struct[{a => ", ""),
        ("(", ")"),
        ("-", ""),
    ] {
        let text = open.repeat(1_000_000) + &close.repeat(1_000_000);
        let error = parse_type(&text, &Aliases::default(), Mode::Current).unwrap_err();
        assert_eq!(error.code(), Code::Limit, "{open}");
    }
    let text = "[".repeat(1_000_000);
    let error = parse_value(&text, &Aliases::default(), Mode::Current).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
}

#[test]
fn aliases_may_name_themselves_and_one_another() {
    let aliases = Aliases::define([
        ("Tree", "Struct[{left => Optional[Tree], leaf => Leaf}]"),
        ("Leaf", "Variant[Leaf, Undef, Integer]"),
    ])
    .unwrap();
    let ty = parse_type("Array[Tree]", &aliases, Mode::Current).unwrap();
    assert_eq!(
        format_type(&ty, Detail::Expanded),
        "Array[Tree = Struct[{'left' => Optional[Tree], 'leaf' => Leaf = Optional[Integer]}]]"
    );
    let ring = Aliases::define([("A", "B"), ("B", "A")]).unwrap_err();
    assert_eq!(
        ring.message(),
        "Type alias 'A' cannot be resolved to a real type"
    );
}

#[test]
fn aliases_that_double_do_not_fill_the_memory() {
    let texts: Vec<(String, String)> = (0..64)
        .map(|at| match at {
            0 => ("T0".into(), "Integer".into()),
            _ => (format!("T{at}"), format!("Tuple[T{0}, T{0}]", at - 1)),
        })
        .collect();
    let aliases = Aliases::define(
        texts
            .iter()
            .map(|(name, text)| (name.as_str(), text.as_str())),
    )
    .unwrap();
    let ty = aliases.get("T63").unwrap();
    assert!(format_type(ty, Detail::Expanded).len() < 1 << 24);
}

#[test]
fn literals_read_back() {
    for text in [
        "undef",
        "default",
        "-9223372036854775809",
        "1.0e+20",
        "'it\\'s $x'",
        "\"a\\nb\\u{7}\"",
        "/a\\/b/",
        "[1, 2.5, undef, [], {}]",
        "{3 => 'c', 'a' => 1, [1] => {}, 1.0 => default}",
        "Sensitive({'k' => [Integer[1, 2]]})",
        "Timespan('-1-02:03:04.5')",
        "Timestamp('1969-12-31T23:59:59.500000000 UTC')",
        "SemVer('1.2.3-rc.1+b')",
        "SemVerRange('>=1.0.0 <2.0.0')",
        "Binary('AAEC')",
        "URI('http://me@host:8080/p?q#f')",
    ] {
        assert_eq!(format_value(&value(text)), text);
    }
    assert_eq!(format_value(&value("Error('x')")), "Error({'msg' => 'x'})");
}

#[test]
fn numbers_are_exact_integers_or_doubles() {
    assert_eq!(
        format_value(&value("[0x1F, 017, 1e3, -0.0]")),
        "[31, 15, 1000.0, -0.0]"
    );
    assert_ne!(value("1"), value("1.0"));
    assert_eq!(
        value("99999999999999999999")
            .as_integer()
            .unwrap()
            .to_string(),
        "99999999999999999999"
    );
}

#[test]
fn a_hash_keeps_order_and_the_last_element_of_a_key() {
    let map = value("{'b' => 1, 1 => 2, 'a' => 3, 'b' => 4}");
    assert_eq!(format_value(&map), "{'b' => 4, 1 => 2, 'a' => 3}");
    let large: Vec<String> = (0..100).map(|at| format!("{} => {at}", at % 50)).collect();
    let map = value(&format!("{{{}}}", large.join(", ")));
    let map = map.as_ordered_map().unwrap();
    assert_eq!(map.len(), 50);
    assert_eq!(map.get(&value("7")), Some(&value("57")));
    assert_eq!(map.get(&value("7.0")), None);
}

#[test]
fn values_nest_only_so_deep_in_whichever_containers() {
    let mut deep = value("1");
    let error = loop {
        let next = array(vec![deep])
            .and_then(|list| hash([(value("'k'"), list)]))
            .and_then(|map| Special::Sensitive(map).into_value());
        match next {
            Ok(next) => deep = next,
            Err(error) => break error,
        }
    };
    assert_eq!(error.code(), Code::Limit);
}

#[test]
fn early_types_have_early_meanings() {
    for (text, meaning) in [
        ("Object", "Any"),
        ("Integer[5]", "Integer[5, 5]"),
        ("Integer[5, 1]", "Integer[1, 5]"),
        ("Integer[default, 5]", "Integer[default, 5]"),
        ("Array", "Array[Data]"),
        ("Hash", "Hash[Literal, Data]"),
        ("Hash[Integer]", "Hash[Literal, Integer]"),
        ("String", "String[0, 2147483647]"),
        ("Ruby['X::Y']", "Runtime[ruby, 'X::Y']"),
        ("Pattern['\\Aa.b\\Z']", "Regexp[/a.b/]"),
        ("Mything['x']", "Mything['x']"),
        ("Node['x']", "Node['x']"),
        ("Enum", "Enum"),
        ("Go['x']", "! the name of the platform Go is reserved"),
        ("Pattern[/.*/m]", "! a regular expression takes no options"),
        ("Literal[1]", "! Not a parameterized type <Literal>"),
    ] {
        assert_eq!(early(text), meaning, "{text}");
    }
    let literal = parse_type("Literal", &Aliases::default(), Mode::Early).unwrap();
    assert_eq!(
        format_type(&literal, Detail::Expanded),
        "Literal = Variant[Numeric, String[0, 2147483647], Boolean, Regexp]"
    );
}

#[test]
fn a_sensitive_value_is_not_shown_to_developers() {
    assert_eq!(
        format!("{:?}", value("[Sensitive('secret')]")),
        "[Sensitive]"
    );
}

#[test]
fn strings_and_uris_in_types_read_back() {
    for text in [
        r"Struct[{'a\\\\' => Integer}]",
        r"Enum['a\\']",
        r"Enum['a\\\\b', 'a\b', 'it\'s']",
        r"Enum['a\\\'b']",
    ] {
        let ty = read(text);
        assert_eq!(read(&format_type(&ty, Detail::Canonical)), ty, "{text}");
    }
    assert_eq!(canon(r"Enum['a\\']"), r"Enum['a\\']");
    assert_eq!(canon(r"Enum['\d+']"), r"Enum['\d+']");
    for text in ["http:////evil/a", "http://host//a", "http:/a", "file:///a"] {
        let components = uri::Components::parse(text).unwrap();
        let again = uri::Components::parse(&components.text()).unwrap();
        assert_eq!(again, components, "{text}");
    }
}

#[test]
fn variants_of_many_members_are_compared() {
    let variant = |from: usize| {
        let members: Vec<String> = (from..from + 4_000)
            .map(|n| format!("Integer[{0}, {0}]", 2 * n))
            .collect();
        read(&format!("Variant[{}]", members.join(", ")))
    };
    let (one, other) = (variant(0), variant(1));
    assert!(assignable(&one, &variant(0), &Budget::standard()).unwrap());
    assert!(!assignable(&one, &other, &Budget::standard()).unwrap());
}

/// The cost of each match is bounded, and so is the total cost.
#[test]
fn backtracking_ends_in_sum() {
    let patterns: Vec<String> = (0..200)
        .map(|n| format!(r"/\A(?:a|aa)+(?!b)(x{n})\1\z/"))
        .collect();
    let ty = read(&format!("Pattern[{}]", patterns.join(", ")));
    let text = Value::string(&"a".repeat(20));
    let budget = Budget::standard();
    let error = instance(&text, &ty, &budget).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    assert!(budget.steps() < 2 * Limits::STANDARD.steps);
}

#[test]
fn only_so_many_mismatches_are_reported() {
    let doubled = |leaf: Type| (0..12).fold(leaf, |ty, _| Type::tuple([ty.clone(), ty]).unwrap());
    let (actual, expected) = (
        doubled(Type::bool().clone()),
        doubled(Type::integer().clone()),
    );
    let found = explain::describe(Vec::new(), &actual, &expected, &Budget::standard()).unwrap();
    assert_eq!(found.len(), MAX_DIAGNOSTICS);
    let little = Budget::new().limit_bytes(1 << 12);
    let error = explain::describe(Vec::new(), &actual, &expected, &little).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    assert_eq!(little.bytes(), 0);
}
