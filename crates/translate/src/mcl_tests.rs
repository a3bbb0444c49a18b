//! mcl's part of the table of `docs/reference/translation.md` as data, and values whose image depends on the
//! required type.

use super::Fit::{Exact, Narrower, Wider};
use super::{Fit, translate, translate_value, translate_value_to};
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::number::Number;
use polycty_core::source::Code;
use polycty_core::types::{Field, MAX_DEPTH, Type};
use polycty_core::values::Value;
use polycty_dialects::dialect;
use polycty_mcl::{format_type, format_value};
use polycty_puppet::{self, Aliases, Mode};

const HCL: DialectId = DialectId::Hcl;
const PUPPET: DialectId = DialectId::Puppet;
const MCL: DialectId = DialectId::Mcl;

const INT: &str = "Integer[-9223372036854775808, 9223372036854775807]";

fn read(dialect_id: DialectId, text: &str) -> Type {
    let text = text.replace("INT", INT);
    dialect(dialect_id)
        .parse_type(&text, &Budget::standard())
        .unwrap()
}

fn puppet(text: &str) -> Value {
    polycty_puppet::parse_value(text, &Aliases::default(), Mode::Current).unwrap()
}

fn check(from: DialectId, to: DialectId, table: &[(&str, &str, Fit)]) {
    for (source, target, fit) in table {
        let found = translate(&read(from, source), from, to).unwrap();
        assert_eq!(found.ty, read(to, target), "{source}");
        assert_eq!(found.fit, *fit, "{source}: {:?}", found.notes);
        assert_eq!(found.fit == Exact, found.notes.is_empty(), "{source}");
    }
}

#[test]
fn types_of_mcl_in_puppet() {
    check(
        MCL,
        PUPPET,
        &[
            ("bool", "Boolean", Exact),
            ("str", "String", Exact),
            ("int", "INT", Exact),
            ("float", "Float", Exact),
            ("[]str", "Array[String]", Exact),
            ("map{str: []int}", "Hash[String, Array[INT]]", Exact),
            ("map{int: str}", "Hash[INT, String]", Exact),
            (
                "map{struct{a int}: bool}",
                "Hash[Struct[{a => INT}], Boolean]",
                Exact,
            ),
            (
                "struct{b str; a float}",
                "Struct[{b => String, a => Float}]",
                Exact,
            ),
            ("struct{}", "Hash[0, 0]", Exact),
            ("variant", "NotUndef[Any]", Wider),
            ("[]variant", "Array[NotUndef[Any]]", Wider),
            ("?1", "NotUndef[Any]", Wider),
            ("nil", "NotUndef[Any]", Wider),
            ("func(a int) str", "NotUndef[Any]", Wider),
            ("map{[]int: str}", "NotUndef[Any]", Wider),
        ],
    );
}

#[test]
fn types_of_puppet_in_mcl() {
    check(
        PUPPET,
        MCL,
        &[
            ("Boolean", "bool", Exact),
            ("Boolean[true]", "bool", Wider),
            ("String", "str", Exact),
            ("String[1]", "str", Wider),
            ("Enum[a, b]", "str", Wider),
            ("Optional[String]", "str", Narrower),
            ("Optional[Enum[a]]", "str", Wider),
            ("Integer", "int", Narrower),
            ("INT", "int", Exact),
            ("Integer[0]", "int", Wider),
            ("Integer[0, 65535]", "int", Wider),
            ("Float", "float", Exact),
            ("Float[0.0]", "float", Wider),
            ("Numeric", "variant", Wider),
            ("Variant[Integer, Float]", "variant", Wider),
            ("Variant[INT, Integer[1, 2]]", "int", Exact),
            ("Variant[Enum[a], Pattern[/b/]]", "str", Wider),
            ("Variant[String, Undef]", "str", Narrower),
            ("Undef", "variant", Wider),
            ("Data", "variant", Wider),
            ("Any", "variant", Wider),
            ("SemVer", "variant", Wider),
            ("Array[String]", "[]str", Exact),
            ("Array[Optional[String]]", "[]str", Narrower),
            ("Array[String, 1]", "[]str", Wider),
            ("Array[0, 0]", "[]variant", Wider),
            ("Array", "[]variant", Wider),
            ("Tuple[String, String]", "[]str", Wider),
            ("Tuple[String, Float]", "[]variant", Wider),
            ("Hash[String, Float]", "map{str: float}", Exact),
            ("Hash[Enum[a], Float]", "map{str: float}", Wider),
            ("Hash[INT, Float]", "map{int: float}", Exact),
            ("Hash[Integer, Float]", "map{int: float}", Narrower),
            ("Hash[Integer, Float, 1, 2]", "map{int: float}", Wider),
            (
                "Hash[Struct[{a => Float}], Float]",
                "map{struct{a float}: float}",
                Exact,
            ),
            ("Hash[Array[Float], Float]", "variant", Wider),
            ("Hash[Scalar, Float]", "variant", Wider),
            ("Hash[0, 0]", "struct{}", Exact),
            (
                "Struct[{b => Float, a => String}]",
                "struct{b float; a str}",
                Exact,
            ),
            ("Struct[{a => Optional[String]}]", "map{str: str}", Wider),
            (
                "Struct[{NotUndef[a] => Optional[String]}]",
                "struct{a str}",
                Narrower,
            ),
            (
                "Struct[{a => String, Optional[b] => Float}]",
                "map{str: variant}",
                Wider,
            ),
            ("Struct[{'a b' => String}]", "map{str: str}", Wider),
        ],
    );
}

#[test]
fn types_of_mcl_in_hcl() {
    check(
        MCL,
        HCL,
        &[
            ("bool", "bool", Wider),
            ("str", "string", Wider),
            ("int", "number", Wider),
            ("float", "number", Wider),
            ("[]str", "list(string)", Wider),
            ("[]variant", "any", Wider),
            ("map{str: int}", "map(number)", Wider),
            ("map{int: str}", "any", Wider),
            (
                "struct{b str; a int}",
                "object({ a = number, b = string })",
                Wider,
            ),
            ("struct{}", "object({})", Wider),
            ("variant", "any", Wider),
            ("func() str", "any", Wider),
        ],
    );
}

#[test]
fn types_of_hcl_in_mcl() {
    check(
        HCL,
        MCL,
        &[
            ("bool", "bool", Narrower),
            ("string", "str", Narrower),
            ("number", "float", Narrower),
            ("any", "variant", Wider),
            ("list(number)", "[]float", Narrower),
            ("list(any)", "[]variant", Wider),
            ("set(string)", "[]str", Wider),
            ("map(string)", "map{str: str}", Narrower),
            ("map(any)", "map{str: variant}", Wider),
            ("tuple([string, string])", "[]str", Wider),
            ("tuple([string, number])", "[]variant", Wider),
            ("tuple([])", "[]variant", Wider),
            (
                "object({ b = number, a = string })",
                "struct{a str; b float}",
                Narrower,
            ),
            (
                "object({ a = string, b = optional(list(string)) })",
                "struct{a str; b []str}",
                Narrower,
            ),
            ("object({})", "struct{}", Narrower),
        ],
    );
}

#[test]
fn notes_distinguish_null_from_other_losses() {
    let notes = |from, text: &str, to| -> Vec<String> {
        let found = translate(&read(from, text), from, to).unwrap();
        found.notes.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        notes(HCL, "object({ a = optional(number) })", MCL),
        [
            "mcl has no null",
            "all fields of a struct are required",
            ".a: mcl has no null",
            ".a: float includes only doubles",
        ]
    );
    assert_eq!(
        notes(PUPPET, "Variant[Undef, Integer]", MCL),
        [
            "mcl has no null",
            "a part has values that the other language does not have",
        ]
    );
    assert_eq!(
        notes(MCL, "map{int: str}", HCL),
        [
            "every type of HCL includes null",
            "a map with other keys is replaced by any",
            "the keys of a map must be strings",
        ]
    );
}

#[test]
fn a_field_without_a_name_that_mcl_has() {
    for name in ["", "a b", "a;", "{"] {
        let object = Type::object([Field::new(name, Type::string().clone())]).unwrap();
        let found = translate(&object, HCL, MCL).unwrap();
        assert_eq!(found.ty, read(MCL, "map{str: str}"), "{name}");
        assert_eq!(found.fit, Wider);
        let value = Value::object([(name.into(), Value::string("x"))]).unwrap();
        let image = translate_value(&value, HCL, MCL).unwrap();
        assert_eq!(image.ty(), &read(MCL, "map{str: str}"));
        assert!(translate_value_to(&value, HCL, MCL, &found.ty).is_ok());
    }
}

#[test]
fn values_without_a_wanted_type() {
    let image = |text: &str, from: DialectId| {
        let value = puppet(text);
        let value = match from {
            PUPPET => value,
            to => translate_value(&value, PUPPET, to).unwrap(),
        };
        let image = translate_value(&value, from, MCL).unwrap();
        let ty = format_type(&dialect(MCL).type_of(&image, &Budget::standard()).unwrap()).unwrap();
        (format_value(&image).unwrap(), ty)
    };
    for (text, from, value, ty) in [
        ("[1, 2]", PUPPET, "[1, 2]", "[]int"),
        ("[1, 2]", HCL, "[1, 2]", "[]float"),
        ("[1, 2.5]", PUPPET, "[1, 2.5]", "[]variant"),
        ("[]", PUPPET, "[]", "[]variant"),
        (
            "{b => 'x', a => [true]}",
            PUPPET,
            "struct{b: \"x\"; a: [true]}",
            "struct{b str; a []bool}",
        ),
        (
            "{b => 'x', a => [true]}",
            HCL,
            "struct{a: [true]; b: \"x\"}",
            "struct{a []bool; b str}",
        ),
        (
            "{2 => a, 1 => b}",
            PUPPET,
            "{1: \"b\", 2: \"a\"}",
            "map{int: str}",
        ),
        (
            "{{a => 1} => 2}",
            PUPPET,
            "{struct{a: 1}: 2}",
            "map{struct{a int}: int}",
        ),
        ("{}", PUPPET, "struct{}", "struct{}"),
        ("\"e\\u{301}\"", PUPPET, "\"e\u{301}\"", "str"),
    ] {
        assert_eq!(
            image(text, from),
            (value.to_owned(), ty.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn values_as_the_wanted_type_has_them() {
    let number = |text: &str| Value::from_number(Number::parse(text).unwrap());
    let to = |value: &Value, from: DialectId, ty: &str| {
        translate_value_to(value, from, MCL, &read(MCL, ty))
            .map(|value| format_value(&value).unwrap())
            .map_err(|error| (error.code(), error.to_string()))
    };
    // A number of HCL is an int only if the type requires one.
    for (digits, ty, image) in [
        ("5", "int", Some("5")),
        ("5", "float", Some("5")),
        ("0.1", "float", Some("0.1")),
        ("0.5", "int", None),
        ("9007199254740993", "int", Some("9007199254740993")),
        ("9007199254740993", "float", None),
        ("9007199254740993", "variant", None),
        ("9223372036854775808", "int", None),
        ("9223372036854775808", "float", Some("9223372036854776000")),
    ] {
        assert_eq!(
            to(&number(digits), HCL, ty).ok().as_deref(),
            image,
            "{digits} {ty}"
        );
    }
    // Puppet has two kinds of numbers.
    assert!(to(&puppet("1"), PUPPET, "int").is_ok() && to(&puppet("1.0"), PUPPET, "float").is_ok());
    assert!(
        to(&puppet("1"), PUPPET, "float").is_err() && to(&puppet("1.0"), PUPPET, "int").is_err()
    );

    let entries = puppet("{a => 1, b => 2}");
    for (ty, image) in [
        ("map{str: int}", "{\"a\": 1, \"b\": 2}"),
        ("struct{b int; a int}", "struct{b: 2; a: 1}"),
        ("struct{b variant; a int}", "struct{b: 2; a: 1}"),
    ] {
        assert_eq!(to(&entries, PUPPET, ty).unwrap(), image);
    }
    for (text, ty, message) in [
        ("{a => 1}", "struct{a int; b int}", ".b: field is required"),
        (
            "{a => 1, b => 2}",
            "struct{a int}",
            "[\"b\"]: the struct has no such field",
        ),
        ("{a => [1, x]}", "struct{a []int}", ".a[1]: int required"),
        ("{1 => 2}", "map{str: int}", "[1i]: str required"),
        ("{1 => 2}", "map{[]int: int}", "map{[]int: int} required"),
    ] {
        let (code, found) = to(&puppet(text), PUPPET, ty).unwrap_err();
        assert_eq!((code, &*found), (Code::Conversion, message));
    }
    let open = to(&puppet("[1]"), PUPPET, "[]?1").unwrap_err();
    assert_eq!(open.0, Code::Unsupported);
}

#[test]
fn values_without_an_image_in_mcl_are_refused_with_their_path() {
    for (text, path) in [
        ("{a => [1, undef]}", "[\"a\"][1]"),
        ("[9223372036854775808]", "[0]"),
        ("{1 => a, 'b' => c}", ""),
        ("{[1] => a}", ""),
        ("[{0.0 => a, -0.0 => b}]", "[0]"),
        ("[SemVer('1.0.0')]", "[0]"),
    ] {
        let error = translate_value(&puppet(text), PUPPET, MCL).unwrap_err();
        assert_eq!(error.code(), Code::Unsupported, "{text}");
        assert_eq!(error.path().to_string(), path, "{text}");
    }
    let third = Number::from_i64(1).div(&Number::from_i64(3)).unwrap();
    for part in [
        Value::from_number(third),
        Value::null(Type::string().clone()),
        Value::dynamic(),
        Value::bool(true).mark("m"),
    ] {
        let value = Value::object([("a".into(), part)]).unwrap();
        let error = translate_value(&value, HCL, MCL).unwrap_err();
        assert_eq!(
            (error.code(), &*error.path().to_string()),
            (Code::Unsupported, ".a")
        );
    }
}

#[test]
fn values_of_mcl_without_an_image_are_refused() {
    let function = polycty_mcl::zero(&read(MCL, "func(int) str")).unwrap();
    let nan = Value::from_double(f64::NAN);
    for to in [HCL, PUPPET] {
        for value in [&function, &nan] {
            let error = translate_value(value, MCL, to).unwrap_err();
            assert_eq!(error.code(), Code::Unsupported);
        }
    }
    let keyed = translate_value(&puppet("[{1 => 2}]"), PUPPET, MCL).unwrap();
    assert_eq!(
        translate_value(&keyed, MCL, PUPPET).unwrap(),
        puppet("[{1 => 2}]")
    );
    let error = translate_value(&keyed, MCL, HCL).unwrap_err();
    assert_eq!(error.path().to_string(), "[0][1i]");
    let decomposed = Value::string("e\u{301}");
    assert!(translate_value(&decomposed, MCL, HCL).is_err());
    assert!(translate_value(&decomposed, MCL, PUPPET).is_ok());
    let foreign = translate(Type::number(), MCL, HCL).unwrap_err();
    assert_eq!(foreign.code(), Code::Unsupported);
}

/// Each part keeps its depth in mcl, and shared parts are visited once.
#[test]
fn deep_and_wide_types_and_values() {
    let mut deep = Type::string().clone();
    let mut value = Value::string("x");
    while deep.depth() < MAX_DEPTH {
        deep = Type::list(deep).unwrap();
        value = Value::list(vec![value]).unwrap();
    }
    let found = translate(&deep, HCL, MCL).unwrap();
    assert_eq!((found.ty.depth(), found.fit), (MAX_DEPTH, Narrower));
    let image = translate_value_to(&value, HCL, MCL, &found.ty).unwrap();
    assert_eq!(image, translate_value(&value, HCL, MCL).unwrap());

    let mut wide = Type::float().clone();
    for _ in 0..20 {
        wide = Type::object([Field::new("a", wide.clone()), Field::new("b", wide)]).unwrap();
    }
    let found = translate(&wide, MCL, PUPPET).unwrap();
    assert_eq!((found.ty.size(), found.fit), (wide.size(), Exact));
    assert_eq!(translate(&found.ty, PUPPET, MCL).unwrap().ty, wide);
}
