//! What does it cost to read what someone wrote to do harm?
//!
//! Each input is small, and large enough that a quadratic way through it takes
//! minutes, recursion overflows the stack, and a promise that is believed takes all
//! the memory. What is checked: the answer, and that it comes in time.

use polycty::calls::Budget;
use polycty::codec::type_json::read_type;
use polycty::codec::{json, msgpack};
use polycty::dialect::{DialectId, dialect, mcl, puppet};
use polycty::number::Number;
use polycty::source::Code;
use polycty::types::{Field, Group, Str, Type, VariableScope};
use polycty::values::{Value, grapheme_count, nfc};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Far more than a debug build on a busy machine needs, far less than a quadratic way.
const PATIENCE: Duration = Duration::from_secs(20);

fn in_time<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    let took = start.elapsed();
    println!("{what}: {took:?}");
    assert!(took < PATIENCE, "{what} took {took:?}");
    result
}

fn repeated(prefix: &str, item: &str, count: usize, suffix: &str) -> String {
    format!("{prefix}{}{suffix}", vec![item; count].join(","))
}

#[test]
fn nesting_without_end_is_refused() {
    const DEEP: usize = 1_000_000;
    let aliases = puppet::Aliases::default();
    let parse = |id, text: &str| dialect(id).parse_type(text, &Budget::standard());
    for open in ["[", "{\"a\":", "[{\"a\":", "{\"value\":"] {
        let text = open.repeat(DEEP);
        in_time(open, || {
            assert!(json::implied_type(text.as_bytes()).is_err());
            assert!(json::decode(text.as_bytes(), Type::any()).is_err());
            assert!(read_type(&text).is_err());
        });
    }
    for open in ["[\"list\",", "[\"tuple\",[", "[\"object\",{\"a\":"] {
        let text = open.repeat(DEEP);
        in_time(open, || assert!(read_type(&text).is_err()));
    }
    for open in [
        "list(",
        "object({a=",
        "tuple([",
        "(",
        "[",
        "{a=",
        "optional(",
        "\"${",
        "-",
    ] {
        let text = open.repeat(DEEP);
        in_time(open, || assert!(parse(DialectId::Hcl, &text).is_err()));
    }
    for open in [
        "Array[",
        "[",
        "{a=>",
        "Struct[{a=>",
        "-",
        "(",
        "Variant[Array[",
        "\"${",
        "/",
    ] {
        let text = open.repeat(DEEP);
        in_time(open, || {
            let mode = puppet::Mode::Current;
            assert!(puppet::parse_type(&text, &aliases, mode).is_err());
            assert!(puppet::parse_value(&text, &aliases, mode).is_err());
        });
    }
    for open in [
        "[]",
        "map{",
        "{",
        "map{str: ",
        "struct{a ",
        "func(",
        "func() ",
        "func(a ",
        "func(func()",
    ] {
        let text = open.repeat(DEEP);
        in_time(open, || assert!(parse(DialectId::Mcl, &text).is_err()));
    }
    for open in ["[", "{\"a\":", "[{\"a\":"] {
        let text = open.repeat(DEEP);
        for ty in ["[][][]int", "map{str: map{str: int}}", "struct{a struct{}}"] {
            let ty = dialect(DialectId::Mcl)
                .parse_type(ty, &Budget::standard())
                .unwrap();
            for fields in [mcl::Fields::Exact, mcl::Fields::Flexible] {
                in_time(open, || {
                    assert!(mcl::decode_json(text.as_bytes(), &ty, fields).is_err())
                });
            }
        }
    }
    for open in [
        &[0x91u8][..],
        &[0x81, 0xa1, b'a'],
        &[0x92, 0xc4, 9],
        &[0xc7, 250, 12, 0x81, 3, 0x92],
    ] {
        let document = open.repeat(DEEP);
        in_time("msgpack", || {
            assert!(msgpack::implied_type(&document).is_err());
            for ty in [Type::any(), Type::number()] {
                let _ = msgpack::decode(&document, ty);
            }
        });
    }
}

/// A call stands around what it is called on without any bracket.
#[test]
fn chains_of_methods_are_refused() {
    let aliases = puppet::Aliases::default();
    for text in [
        format!("1{}", ".reverse_each".repeat(500_000)),
        format!(
            "{}1{}",
            "[".repeat(200),
            ".reverse_each.reverse_each]".repeat(200)
        ),
    ] {
        in_time("methods", || {
            let read = puppet::parse_value(&text, &aliases, puppet::Mode::Current);
            assert_eq!(read.unwrap_err().code(), Code::Limit);
        });
    }
}

#[test]
fn promised_lengths_are_not_believed() {
    let list = Type::list(Type::any().clone()).unwrap();
    let map = Type::map(Type::number().clone()).unwrap();
    for head in [0xddu8, 0xdf, 0xdb, 0xc6, 0xc9] {
        let document = [head, 0xff, 0xff, 0xff, 0xff].repeat(1000);
        in_time("promised", || {
            let _ = msgpack::implied_type(&document);
            for ty in [&list, &map, Type::string(), Type::any()] {
                let _ = msgpack::decode(&document, ty);
            }
        });
    }
}

#[test]
fn numbers_beyond_measure_are_cheap() {
    let digits = "9".repeat(1_000_000);
    let texts = [
        "1e999999999",
        "-1e-999999999",
        "1e99999999999999999999",
        "0e999999999",
        &digits,
    ];
    for text in texts {
        in_time(&text[..text.len().min(30)], || {
            let parsed = Number::parse(text);
            if let Ok(number) = parsed {
                let value = Value::from_number(number);
                let one = Value::from_i64(1);
                let sum = value.add(&one).and_then(|sum| sum.multiply(&value));
                let _ = sum.and_then(|sum| sum.modulo(&Value::from_i64(7)));
                let _ = value.as_number().unwrap().to_text();
                let _ = json::encode(&value, Type::number());
                let _ = msgpack::encode(&value, Type::number());
            }
            let _ = json::decode(text.as_bytes(), Type::number());
            let _ = json::decode(format!("\"{text}\"").as_bytes(), Type::number());
        });
    }
}

#[test]
fn wide_objects_with_one_key_are_linear() {
    const WIDE: usize = 100_000;
    let twice = repeated("{", "\"a\":1", WIDE, "}");
    in_time("one key", || {
        assert_eq!(
            json::implied_type(twice.as_bytes()).unwrap().fields().len(),
            1
        );
        let map = Type::map(Type::number().clone()).unwrap();
        assert_eq!(
            json::decode(twice.as_bytes(), &map).unwrap().part_count(),
            Some(1)
        );
    });
    let names: Vec<String> = (0..WIDE).map(|at| format!("\"k{at}\":[]")).collect();
    let wide = format!("{{{}}}", names.join(","));
    in_time("many keys", || {
        let ty = json::implied_type(wide.as_bytes()).unwrap();
        let value = json::decode(wide.as_bytes(), &ty).unwrap();
        assert_eq!(json::encode(&value, &ty).unwrap().len(), wide.len());
    });
    let fields: Vec<String> = (0..WIDE).map(|at| format!("k{at}=string")).collect();
    let hcl = dialect(DialectId::Hcl);
    in_time("many fields", || {
        let ty = hcl
            .parse_type(
                &format!("object({{{}}})", fields.join(",")),
                &Budget::standard(),
            )
            .unwrap();
        assert_eq!(
            hcl.parse_type(
                &hcl.format_type(&ty, &Budget::standard()).unwrap(),
                &Budget::standard()
            )
            .unwrap(),
            ty
        );
    });
    in_time("one field", || {
        assert!(
            hcl.parse_type(
                &repeated("object({", "a=string", WIDE, "})"),
                &Budget::standard()
            )
            .is_err()
        );
    });
}

/// Many fields, arguments and variables of mcl, and chains of variables.
#[test]
fn wide_types_of_mcl_are_linear() {
    const WIDE: usize = 200_000;
    let scope = VariableScope::new();
    let parts = |part: &dyn Fn(usize) -> String, between: &str| {
        (0..WIDE).map(part).collect::<Vec<_>>().join(between)
    };
    let fields = |shift: usize| {
        let fields = parts(&|at| format!("k{at} ?{}", at + shift), "; ");
        mcl::parse_type(&format!("struct{{{fields}}}"), scope).unwrap()
    };
    in_time("fields", || {
        let (a, b) = (fields(1), fields(2));
        assert!(mcl::format_type(&a).unwrap().len() > WIDE);
        assert!(mcl::compare(&a, &b).is_ok());
        let mut substitution = mcl::unify(&a, &b).unwrap();
        let unified = substitution.resolve(&a).unwrap();
        assert!(mcl::compare(&unified, &substitution.resolve(&b).unwrap()).is_ok());
    });
    in_time("arguments", || {
        for part in [
            &|at: usize| format!("a{at} int") as String,
            &|at| format!("{at} int"),
            &|_| "int".to_owned(),
        ] as [&dyn Fn(usize) -> String; 3]
        {
            let text = format!("func({})", parts(part, ", "));
            let ty = mcl::parse_type(&text, scope).unwrap();
            assert!(mcl::format_type(&ty).is_ok());
        }
    });
    in_time("spaces", || {
        let spaces = " ".repeat(WIDE);
        for text in [
            format!("func({spaces}a{spaces}int{spaces},{spaces}){spaces}int"),
            format!("struct{{{}}}", [spaces.as_str(); 10].join("a int;")),
            format!("map{{{spaces}str{spaces}:{spaces}int{spaces}}}"),
        ] {
            let _ = mcl::parse_type(&text, scope);
        }
    });
    let ty = mcl::parse_type("struct{a map{str: int}; b []int}", scope).unwrap();
    in_time("one name", || {
        let text = repeated("{", "\"a\": {}, \"b\": []", WIDE, "}");
        let value = mcl::decode_json(text.as_bytes(), &ty, mcl::Fields::Exact).unwrap();
        assert_eq!(value.part_count(), Some(2));
    });
}

#[test]
fn many_shapes_unify_in_time() {
    let objects: Vec<String> = (0..20_000)
        .map(|at| format!("{{\"k{at}\":{at}}}"))
        .collect();
    let document = format!("[{}]", objects.join(","));
    in_time("many shapes", || {
        let ty = json::implied_type(document.as_bytes()).unwrap();
        let hcl = dialect(DialectId::Hcl);
        let value = json::decode(document.as_bytes(), &ty).unwrap();
        let target = Type::list(Type::map(Type::number().clone()).unwrap()).unwrap();
        assert_eq!(
            hcl.convert(&value, &target, &Budget::standard())
                .unwrap()
                .part_count(),
            Some(20_000)
        );
        let _ = hcl.convert(
            &value,
            &Type::list(Type::any().clone()).unwrap(),
            &Budget::standard(),
        );
    });
}

/// A type that the document names is as wide as it likes, and `{}` is short.
#[test]
fn missing_attributes_do_not_fill_the_memory() {
    let fields: Vec<String> = (0..20_000)
        .map(|at| format!("\"k{at}\":\"bool\""))
        .collect();
    let ty = format!("[\"list\",[\"object\",{{{}}}]]", fields.join(","));
    let value = repeated("[", "{}", 100_000, "]");
    let document = format!("{{\"type\":{ty},\"value\":{value}}}");
    let error = in_time("json", || {
        json::decode(document.as_bytes(), Type::any()).unwrap_err()
    });
    assert_eq!(error.code(), Code::Limit);

    let mut document = vec![0xddu8, 0, 1, 0x86, 0xa0];
    document.extend([0x80].repeat(100_000));
    let value = in_time("msgpack", || {
        msgpack::decode(&document, &read_type(&ty).unwrap())
    });
    assert_eq!(value.unwrap().part_count(), Some(100_000));
}

#[test]
fn sets_of_what_does_not_tell_apart_are_sorted_in_time() {
    const MANY: usize = 100_000;
    let number = Type::number();
    in_time("equal", || {
        let set = Value::set(vec![Value::from_i64(1); MANY]).unwrap();
        assert_eq!(set.part_count(), Some(1));
    });
    let part = |value: Value| Value::object([("a".into(), value)]).unwrap();
    in_time("unknown", || {
        let mut parts = vec![part(Value::unknown(number.clone())); MANY];
        parts.extend((0..MANY as i64).map(|at| part(Value::from_i64(at))));
        assert_eq!(Value::set(parts).unwrap().part_count(), Some(2 * MANY));
    });
    in_time("marked", || {
        let parts = (0..MANY as i64).map(|at| Value::from_i64(at).mark(&format!("m{at}")));
        let set = Value::set(parts.collect()).unwrap();
        assert_eq!(set.marks().len(), MANY);
        let list = (0..MANY as i64).map(|at| Value::from_i64(at).mark(&format!("m{at}")));
        let (bare, marks) = Value::list(list.collect()).unwrap().unmark_deep();
        assert_eq!((bare.part_count(), marks.len()), (Some(MANY), MANY));
    });
}

#[test]
fn characters_that_wait_for_others_are_linear() {
    const MANY: usize = 200_000;
    let flags = "\u{1f1e6}";
    let family = "\u{1f468}\u{200d}";
    let conjunct = "\u{915}\u{94d}";
    for piece in [
        "\u{301}\u{316}",
        "\u{316}",
        "e\u{301}",
        flags,
        family,
        conjunct,
        "\u{200d}",
        "\u{1d160}",
        "\u{1100}",
        "\u{ac00}",
    ] {
        let text = piece.repeat(MANY);
        in_time(&piece.escape_unicode().to_string(), || {
            let normal = nfc(&text);
            assert!(normal.len() <= 4 * text.len());
            assert!(grapheme_count(&normal) > 0);
            let string = Value::unknown(Type::string().clone());
            string.refine().prefix(&text).build().unwrap();
            let quoted = format!("\"{text}\"");
            json::decode(quoted.as_bytes(), Type::string()).unwrap();
        });
    }
}

/// A group that refers to a group that refers to a group: no depth counts that.
#[test]
fn chains_of_groups_are_dropped_in_bounded_stack() {
    let mut ty = Type::string().clone();
    in_time("chain of groups", || {
        for _ in 0..200_000 {
            let inner = ty.clone();
            let group = Group::define([Str::from("g")], |_| Ok(vec![Type::list(inner.clone())?]));
            ty = group.unwrap().reference(0).unwrap();
        }
        drop(ty);
    });
}

#[test]
fn groups_of_many_definitions_are_linear() {
    const MANY: usize = 100_000;
    let names: Vec<Str> = (0..MANY).map(|at| Str::from(format!("t{at}"))).collect();
    // Each is another name of the next one, and the last of the first or of a string.
    for last in [None, Some(0)] {
        let group: Result<Arc<Group>, _> = in_time("chain of names", || {
            Group::define(names.clone(), |members| {
                let next = |at: usize| match members.get(at + 1) {
                    Some(next) => next.reference(),
                    None => {
                        last.map_or(Type::string().clone(), |at: usize| members[at].reference())
                    }
                };
                Ok((0..MANY).map(next).collect())
            })
        });
        assert_eq!(group.is_ok(), last.is_none());
    }
}

#[test]
fn many_fields_of_one_name_are_refused_in_time() {
    in_time("one name", || {
        let fields = vec![Field::new("a", Type::string().clone()); 100_000];
        assert!(Type::object(fields).is_err());
    });
}

#[test]
fn a_class_of_a_colon_is_no_named_class() {
    use polycty::dialect::puppet::{Aliases, Mode, parse_value};
    for text in ["/*8[:]i;A]/", "/[:]a]/", "/[:]/"] {
        let _ = parse_value(text, &Aliases::default(), Mode::Current);
    }
    assert!(parse_value("/[:]a/", &Aliases::default(), Mode::Current).is_ok());
}
