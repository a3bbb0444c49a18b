//! Stack use of all operations of each dialect on the most deeply nested types, values and
//! definitions.
//!
//! Hosts call from threads with a small stack. A release build must run in a quarter of a megabyte.
//! Without optimization, frames are several times as large.

use crate::translate;
use polycty_core::calls::Budget;
use polycty_core::dialect::{DialectId, Safety};
use polycty_core::types::{Group, MAX_DEPTH, Str, Type};
use polycty_core::values::Value;
use polycty_dialects::{Rules, dialect};
use polycty_pcl as pcl;
use polycty_puppet::{self as puppet, Aliases, Detail, Mode};
use std::thread::Builder;

const STACK: usize = if cfg!(debug_assertions) {
    4 << 20
} else {
    256 << 10
};

/// Runs on a thread with little stack.
fn in_little_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        thread.expect("a thread").join().expect("no panic")
    })
}

/// A part nested as deep as texts may nest, by their brackets.
fn nested(open: &str, inner: &str, close: &str) -> String {
    let brackets = open.matches(['(', '{', '[']).count();
    let levels = (MAX_DEPTH as usize - 2) / brackets;
    format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
}

/// A type of the maximum depth.
fn deeper(mut ty: Type) -> Type {
    while let Ok(next) = Type::list(ty.clone()) {
        ty = next;
    }
    ty
}

/// A value of the maximum depth.
fn deepest(around: impl Fn(Value) -> Option<Value>) -> Value {
    let mut value = Value::bool(true);
    while let Some(next) = around(value.clone()) {
        value = next;
    }
    value
}

/// Calls all operations of a dialect. An error is also a valid result.
fn ask(rules: Rules, a: &Type, b: &Type, value: &Value) {
    let budget = Budget::standard();
    for (source, target) in [(a, b), (b, a), (a, a)] {
        let _ = rules.equal(source, target, &budget);
        let _ = rules.assignable(source, target, &budget);
        let _ = rules.conversion(source, target, &budget);
        let _ = rules.explain(source, target, &budget);
        let _ = rules.unify(&[source, target], Safety::Unsafe, &budget);
        if let Ok(Some(converter)) = rules.converter(source, target, Safety::Unsafe, &budget) {
            let _ = converter.apply(value, &budget);
        }
        let _ = rules.convert(value, target, &budget);
        let _ = rules.check(value, target, &budget);
        let _ = rules.instance(value, target, &budget);
    }
    let _ = rules.type_of(value, &budget);
    for to in DialectId::ALL {
        let _ = translate(a, rules.id(), to);
    }
}

/// The constructs that contain a type in a different type of a dialect.
const AROUND: [(DialectId, &str, &str); 17] = [
    (DialectId::Hcl, "list(", ")"),
    (DialectId::Hcl, "object({a=", "})"),
    (DialectId::Hcl, "tuple([string,", "])"),
    (DialectId::Pcl, "list(", ")"),
    (DialectId::Pcl, "object({a = ", "})"),
    (DialectId::Pcl, "tuple(", ")"),
    (DialectId::Puppet, "Array[", "]"),
    (DialectId::Puppet, "Struct[{a => ", "}]"),
    (DialectId::Puppet, "Tuple[", "]"),
    (DialectId::Puppet, "Hash[String, ", "]"),
    (DialectId::Puppet, "Type[", "]"),
    (DialectId::Puppet, "Callable[", "]"),
    (DialectId::Puppet, "Sensitive[", "]"),
    (DialectId::Mcl, "[]", ""),
    (DialectId::Mcl, "map{str: ", "}"),
    (DialectId::Mcl, "struct{a ", "}"),
    (DialectId::Mcl, "func(", ") bool"),
];

#[test]
fn the_deepest_types_and_values_take_little_stack() {
    let values = [
        deepest(|part| Value::tuple(vec![part]).ok()),
        deepest(|part| Value::object([("a".into(), part)]).ok()),
        deepest(|part| puppet::array(vec![part]).ok()),
        deepest(|part| puppet::hash([(Value::string("a"), part)]).ok()),
    ];
    for (id, open, close) in AROUND {
        let (one, other) = match id {
            DialectId::Hcl | DialectId::Pcl => ("bool", "string"),
            DialectId::Puppet => ("Boolean", "String"),
            DialectId::Mcl => ("bool", "str"),
        };
        in_little_stack(|| {
            let (rules, budget) = (dialect(id), Budget::standard());
            let read = |inner| rules.parse_type(&nested(open, inner, close), &budget);
            let (a, b) = (read(one).unwrap(), read(other).unwrap());
            let text = rules.format_type(&a, &budget).unwrap();
            assert!(rules.parse_type(&text, &budget).is_ok(), "{open}");
            let (a, b) = (deeper(a), deeper(b));
            values.iter().for_each(|value| ask(rules, &a, &b, value));
            if id == DialectId::Puppet {
                let _ = puppet::explain::message("x", &a, &b, &budget);
                let _ = puppet::format_type(&a, Detail::Expanded);
                let _ = Mode::Early.assignable(&a, &b, &budget);
            }
        });
    }
}

/// A chain of aliases that refer to each other, of the given length.
fn chain(length: usize) -> Aliases {
    let definitions: Vec<(String, String)> = (0..length)
        .map(|at| {
            let definition = if at + 1 < length {
                format!("Variant[Integer, Array[A{}]]", at + 1)
            } else {
                "Integer".to_owned()
            };
            (format!("A{at}"), definition)
        })
        .collect();
    let definitions = definitions.iter();
    Aliases::define(definitions.map(|(name, text)| (&**name, &**text))).unwrap()
}

#[test]
fn chains_of_aliases_take_little_stack() {
    for length in [100, 1_200, 5_000] {
        let (one, other) = (chain(length), chain(length - 1));
        let read = |text, aliases| puppet::parse_type(text, aliases, Mode::Current).unwrap();
        let (a, b) = (read("A0", &one), read("Array[A0]", &other));
        let value = deepest(|part| puppet::array(vec![part]).ok());
        in_little_stack(|| {
            let budget = Budget::standard();
            ask(dialect(DialectId::Puppet), &a, &b, &value);
            assert!(puppet::format_type(&a, Detail::Expanded).starts_with("A0 = Variant["));
            let _ = puppet::explain::message("x", &b, &a, &budget);
            let _ = Mode::Early.assignable(&a, &b, &budget);
        });
    }
}

#[test]
fn recursive_definitions_take_little_stack() {
    let ring = |length: usize, leaf: &Type| {
        let names: Vec<Str> = (0..length).map(|at| format!("R{at}").into()).collect();
        let group = Group::define(names, |members| {
            let object = |at: usize| {
                let next = members[(at + 1) % length].reference();
                pcl::object([
                    ("a".into(), Type::list(next)?),
                    ("b".into(), pcl::optional(leaf.clone())?),
                ])
            };
            (0..length).map(object).collect()
        });
        group.unwrap()
    };
    for length in [7, 100, 600] {
        let (one, other) = (ring(length, Type::bool()), ring(length + 1, Type::string()));
        let (a, b) = (one.reference(0).unwrap(), other.reference(0).unwrap());
        let value = deepest(|part| Value::object([("a".into(), part)]).ok());
        in_little_stack(|| {
            ask(dialect(DialectId::Pcl), &a, &b, &value);
            let budget = Budget::standard();
            let _ = pcl::why_unsafe(&a, &b, &budget);
            let _ = pcl::input(&a);
            let _ = dialect(DialectId::Pcl).format_type(&a, &budget);
        });
        drop((a, b));
        in_little_stack(move || drop((one, other)));
    }
}
