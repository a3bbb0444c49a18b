//! PCL's columns of the table of `docs/reference/translation.md` as data.

use super::Fit::{Exact, Narrower, Wider};
use super::{Fit, translate, translate_value, translate_value_to};
use polycty_core::calls::Budget;
use polycty_core::dialect::DialectId;
use polycty_core::number::Number;
use polycty_core::source::Code;
use polycty_core::types::{Group, MAX_DEPTH, Scalar, Type};
use polycty_core::values::Value;
use polycty_dialects::dialect;
use polycty_pcl as pcl;
use polycty_puppet::{self, Aliases, Mode};
use std::sync::Arc;

const HCL: DialectId = DialectId::Hcl;
const PUPPET: DialectId = DialectId::Puppet;
const MCL: DialectId = DialectId::Mcl;
const PCL: DialectId = DialectId::Pcl;

fn read(id: DialectId, text: &str) -> Type {
    dialect(id).parse_type(text, &Budget::standard()).unwrap()
}

fn check(from: DialectId, to: DialectId, table: &[(&str, &str, Fit)]) {
    for (source, target, fit) in table {
        let found = translate(&read(from, source), from, to).unwrap();
        let printed = dialect(to)
            .format_type(&found.ty, &Budget::standard())
            .unwrap();
        assert_eq!(found.ty, read(to, target), "{source}: {printed}");
        assert_eq!(found.fit, *fit, "{source}: {:?}", found.notes);
        assert_eq!(found.fit == Exact, found.notes.is_empty(), "{source}");
    }
}

#[test]
fn types_of_pcl_in_hcl() {
    check(
        PCL,
        HCL,
        &[
            ("dynamic", "any", Narrower),
            ("none", "any", Wider),
            ("bool", "bool", Wider),
            ("union(bool, none)", "bool", Exact),
            ("union(none, number)", "number", Exact),
            ("union(int, none)", "number", Wider),
            ("union(int, none, number)", "number", Exact),
            ("union(id, none, string)", "string", Exact),
            ("union(int, string)", "any", Wider),
            ("union(cty.False, cty.True, none)", "bool", Exact),
            (
                "union(none, cty.StringVal(\"a\"), cty.StringVal(\"b\"))",
                "string",
                Wider,
            ),
            ("cty.NumberIntVal(1)", "number", Wider),
            ("Asset", "any", Wider),
            ("output(union(none, string))", "string", Narrower),
            ("promise(string)", "string", Wider),
            ("union(none, output(string), string)", "string", Narrower),
            (
                "union(list(union(none, string)), none)",
                "list(string)",
                Exact,
            ),
            ("list(dynamic)", "any", Wider),
            (
                "union(none, set(union(none, number)))",
                "set(number)",
                Exact,
            ),
            (
                "union(none, set(union(int, none, number)))",
                "set(number)",
                Narrower,
            ),
            (
                "union(none, set(union(cty.NumberIntVal(1), none, number)))",
                "set(number)",
                Narrower,
            ),
            (
                "union(none, object({a = union(none, string), b = string}))",
                "object({ a = optional(string), b = string })",
                Wider,
            ),
            (
                "union(none, object({a = union(none, string)}))",
                "object({ a = optional(string) })",
                Exact,
            ),
            (
                "union(object({kind = cty.StringVal(\"a\"), x = int}), object({kind = string}))",
                "object({ kind = string, x = optional(number) })",
                Wider,
            ),
        ],
    );
}

#[test]
fn types_of_hcl_in_pcl() {
    check(
        HCL,
        PCL,
        &[
            ("any", "dynamic", Wider),
            ("bool", "union(bool, none)", Exact),
            ("number", "union(none, number)", Exact),
            (
                "list(string)",
                "union(list(union(none, string)), none)",
                Exact,
            ),
            ("list(any)", "union(list(dynamic), none)", Wider),
            ("set(bool)", "union(none, set(union(bool, none)))", Exact),
            (
                "map(string)",
                "union(map(union(none, string)), none)",
                Exact,
            ),
            (
                "tuple([string, any])",
                "union(none, tuple(union(none, string), dynamic))",
                Wider,
            ),
            (
                "object({ a = optional(string) })",
                "union(none, object({a = union(none, string)}))",
                Exact,
            ),
            (
                "object({ a = string })",
                "union(none, object({a = union(none, string)}))",
                Wider,
            ),
        ],
    );
}

#[test]
fn types_of_pcl_in_puppet() {
    check(
        PCL,
        PUPPET,
        &[
            ("dynamic", "Data", Narrower),
            ("none", "Undef", Exact),
            ("int", "Integer", Exact),
            ("number", "Numeric", Exact),
            ("id", "String", Exact),
            ("union(int, none)", "Optional[Integer]", Exact),
            (
                "union(int, list(bool))",
                "Variant[Integer, Array[Boolean]]",
                Exact,
            ),
            ("union()", "Variant", Exact),
            ("cty.True", "Boolean[true]", Exact),
            (
                "union(none, cty.StringVal(\"a\"))",
                "Optional[Enum['a']]",
                Exact,
            ),
            (
                "union(none, cty.StringVal(\"a\"), cty.StringVal(\"b\"))",
                "Optional[Enum['a', 'b']]",
                Exact,
            ),
            (
                "enum(t(string): cty.StringVal(\"b\"),cty.StringVal(\"a\"))",
                "Enum['a', 'b']",
                Exact,
            ),
            (
                "union(enum(t(string): cty.StringVal(\"b\"),cty.StringVal(\"a\")), int, cty.StringVal(\"c\"))",
                "Variant[Enum['a', 'b', 'c'], Integer]",
                Exact,
            ),
            ("enum(t(int): cty.NumberIntVal(1))", "Integer[1, 1]", Exact),
            ("cty.NumberFloatVal(0.5)", "Float[0.5, 0.5]", Exact),
            ("cty.MustParseNumberVal(\"0.1\")", "Float[0.1, 0.1]", Exact),
            ("cty.NumberFloatVal(0.1)", "Float[0.1, 0.1]", Wider),
            (
                "cty.MustParseNumberVal(\"0.12345678901234567890123\")",
                "Numeric",
                Wider,
            ),
            ("Asset", "NotUndef[Data]", Wider),
            ("output(int)", "Integer", Narrower),
            ("promise(output(list(int)))", "Array[Integer]", Narrower),
            ("set(int)", "Array[Integer]", Wider),
            ("map(int)", "Hash[String, Integer]", Exact),
            (
                "object({a = int, b = union(int, none), c = dynamic})",
                "Struct[{'a' => Integer, 'b' => Optional[Integer], Optional['c'] => Data}]",
                Narrower,
            ),
        ],
    );
}

#[test]
fn types_of_puppet_in_pcl() {
    check(
        PUPPET,
        PCL,
        &[
            ("Data", "dynamic", Wider),
            ("Any", "dynamic", Wider),
            ("Undef", "none", Exact),
            ("NotUndef[Undef]", "union()", Exact),
            ("Variant", "union()", Exact),
            ("Boolean[false]", "cty.False", Exact),
            ("Integer", "int", Exact),
            ("Integer[7, 7]", "cty.NumberIntVal(7)", Exact),
            ("Integer[0, 9]", "int", Wider),
            ("Float", "number", Wider),
            ("Float[0.5, 0.5]", "cty.NumberFloatVal(0.5)", Exact),
            ("Float[2.0, 2.0]", "number", Wider),
            ("Numeric", "number", Exact),
            ("Variant[Float, Integer]", "number", Exact),
            ("ScalarData", "union(bool, number, string)", Exact),
            ("String[1]", "string", Wider),
            ("Pattern[/a/]", "string", Wider),
            ("Optional['a']", "union(none, cty.StringVal(\"a\"))", Exact),
            (
                "Optional[Enum[b, a]]",
                "union(none, cty.StringVal(\"a\"), cty.StringVal(\"b\"))",
                Exact,
            ),
            ("Enum[a, true]", "string", Wider),
            (
                "Variant[String, Integer[1, 2]]",
                "union(int, string)",
                Wider,
            ),
            (
                "Variant[String, Array[Integer]]",
                "union(list(int), string)",
                Exact,
            ),
            ("Array[Integer, 2, 2]", "tuple(int, int)", Exact),
            ("Array[Integer, 1]", "list(int)", Wider),
            ("Hash[Scalar, Integer]", "map(int)", Narrower),
            ("Hash[Integer, Integer]", "dynamic", Wider),
            (
                "Struct[{a => Integer, Optional[b] => Integer, c => Optional[Integer]}]",
                "object({a = int, b = union(int, none), c = union(int, none)})",
                Wider,
            ),
            (
                "Struct[{a => Integer, c => Optional[Integer]}]",
                "object({a = int, c = union(int, none)})",
                Exact,
            ),
            (
                "Struct[{NotUndef[c] => Optional[Integer]}]",
                "object({c = union(int, none)})",
                Wider,
            ),
            ("SemVer", "dynamic", Wider),
        ],
    );
}

#[test]
fn types_of_pcl_and_mcl() {
    check(
        PCL,
        MCL,
        &[
            ("bool", "bool", Exact),
            ("int", "int", Narrower),
            ("number", "float", Narrower),
            ("union(none, string)", "str", Narrower),
            ("union(int, string)", "variant", Wider),
            ("output(string)", "str", Narrower),
            (
                "object({a = union(none, string)})",
                "struct{a str}",
                Narrower,
            ),
            ("list(dynamic)", "[]variant", Wider),
        ],
    );
    check(
        MCL,
        PCL,
        &[
            ("int", "int", Wider),
            ("float", "number", Wider),
            ("[]str", "list(string)", Exact),
            ("map{str: bool}", "map(bool)", Exact),
            ("map{int: bool}", "dynamic", Wider),
            (
                "struct{b str; a bool}",
                "object({a = bool, b = string})",
                Exact,
            ),
            ("variant", "dynamic", Wider),
        ],
    );
}

#[test]
fn notes_of_eventual_types_say_where() {
    let ty = read(PCL, "object({url = output(union(none, string))})");
    let found = translate(&ty, PCL, PUPPET).unwrap();
    let notes: Vec<String> = found.notes.iter().map(ToString::to_string).collect();
    let wanted = ".url: only PCL has deferred values: resolve them first";
    assert_eq!((&*notes, found.fit), (&[wanted.to_owned()][..], Narrower));
}

#[test]
fn a_null_constant_of_a_type_without_null_has_no_values() {
    let ty = pcl::constant(Type::string(), None).unwrap();
    let found = translate(&ty, PCL, PUPPET).unwrap();
    assert_eq!((found.ty, found.fit), (read(PUPPET, "Undef"), Wider));
    let null = Value::null(Type::none().clone());
    assert!(translate_value_to(&null, PUPPET, PCL, &ty).is_err());
    assert!(pcl::convert_value(&null, &ty, &Budget::standard()).is_err());
}

#[test]
fn a_constant_text_is_one_that_puppet_can_write() {
    let text = Scalar::String("a".into());
    let ty = pcl::constant(Type::string(), Some(text)).unwrap();
    let found = translate(&ty, PCL, PUPPET).unwrap();
    assert_eq!((&found.ty, found.fit), (&read(PUPPET, "Enum['a']"), Exact));
    let shown = dialect(PUPPET).format_type(&found.ty, &Budget::standard());
    assert_eq!(shown.unwrap(), "Enum['a']");
}

#[test]
fn recursive_types_are_unfolded_once() {
    let group = Group::define(["R".into()], |members| {
        let next = pcl::optional(members[0].reference())?;
        Ok(vec![pcl::object([("next".into(), next)])?])
    });
    let chain = group.unwrap().reference(0).unwrap();
    let found = translate(&chain, PCL, HCL).unwrap();
    assert_eq!(found.ty, read(HCL, "object({ next = optional(any) })"));
    assert_eq!(found.fit, Wider);

    let nested = |depth: usize| {
        (0..depth).fold(Value::null(Type::any().clone()), |next, _| {
            Value::object([("next".into(), next)]).unwrap()
        })
    };
    let there = translate_value_to(&nested(100), HCL, PCL, &chain).unwrap();
    assert!(pcl::is_instance(&there, &chain, &Budget::standard()).unwrap());
    let error = translate_value_to(&Value::bool(true), HCL, PCL, &chain).unwrap_err();
    assert_eq!(error.code(), Code::Conversion);
}

/// Members that refer to each other at each level are visited once for each part.
#[test]
fn unions_of_recursive_types_are_fast() {
    let group = Group::define(["A".into(), "B".into()], |members| {
        let part = pcl::union([
            members[0].reference(),
            members[1].reference(),
            Type::bool().clone(),
        ])?;
        let with = |name: &str| {
            pcl::object([
                ("next".into(), part.clone()),
                (name.into(), Type::bool().clone()),
            ])
        };
        Ok(vec![with("a")?, with("b")?])
    });
    let ty = group.unwrap().reference(0).unwrap();
    let leaf = Value::string("no bool");
    let deep = (0..100).fold(leaf, |next, _| {
        Value::object([("next".into(), next), ("b".into(), Value::bool(true))]).unwrap()
    });
    let error = translate_value_to(&deep, HCL, PCL, &ty).unwrap_err();
    assert_eq!(error.code(), Code::Conversion);
}

#[test]
fn deep_types_and_values_have_an_end() {
    let mut deep = Type::string().clone();
    while deep.depth() < MAX_DEPTH {
        deep = Type::list(deep).unwrap();
    }
    for (from, to) in [(HCL, PCL), (PCL, HCL), (PCL, PUPPET), (PCL, MCL)] {
        let found = translate(&deep, from, to).unwrap();
        assert!(found.ty.depth() > 100, "{from:?} {to:?}");
    }
    let mut value = Value::string("a");
    for _ in 1..MAX_DEPTH - 1 {
        value = Value::tuple(vec![value]).unwrap();
    }
    let image = translate_value(&value, HCL, PCL).unwrap();
    assert_eq!(translate_value(&image, PCL, HCL).unwrap(), value);
}

#[test]
fn values_and_their_images() {
    let int = |value: i64| Value::from_integer(value.into());
    let number = |text: &str| Value::from_number(Number::parse(text).unwrap());
    let puppet =
        |text: &str| polycty_puppet::parse_value(text, &Aliases::default(), Mode::Current).unwrap();
    let all = Value::tuple(vec![int(1), number("2"), number("0.1")]).unwrap();
    let image = translate_value(&all, PCL, PUPPET).unwrap();
    assert_eq!(image, puppet("[1, 2, 0.1]"));
    let back = translate_value(&image, PUPPET, PCL).unwrap();
    assert_eq!(
        back,
        Value::tuple(vec![int(1), int(2), number("0.1")]).unwrap()
    );
    let to = |value: &Value, from: DialectId, ty: &str| {
        translate_value_to(value, from, PCL, &read(PCL, ty)).map_err(|error| error.to_string())
    };
    assert_eq!(to(&image, PUPPET, "tuple(int, number, number)"), Ok(all));
    // A Puppet Float is a number, not an int.
    assert_eq!(to(&puppet("2.0"), PUPPET, "number"), Ok(number("2")));
    assert_eq!(to(&puppet("2.0"), PUPPET, "dynamic"), Ok(number("2")));
    assert!(to(&puppet("2.0"), PUPPET, "union(int, cty.NumberIntVal(2))").is_err());
    assert_eq!(to(&number("2"), HCL, "int"), Ok(int(2)));
    assert_eq!(to(&number("2"), HCL, "union(int, number)"), Ok(number("2")));
    assert_eq!(
        to(&puppet("undef"), PUPPET, "union(none, string)")
            .unwrap()
            .ty(),
        Type::none()
    );
    assert_eq!(
        to(&puppet("{b => [1, x]}"), PUPPET, "object({b = list(int)})").unwrap_err(),
        ".b[1]: int required"
    );
    assert_eq!(
        to(&puppet("{a => 1}"), PUPPET, "object({})").unwrap_err(),
        ".a: the type has no such attribute"
    );
    assert_eq!(
        to(&puppet("{}"), PUPPET, "object({a = int})").unwrap_err(),
        ".a: attribute is required"
    );
    assert!(
        to(
            &puppet("{}"),
            PUPPET,
            "object({a = output(union(int, none))})"
        )
        .is_ok()
    );
    assert!(to(&puppet("[1, 1]"), PUPPET, "set(int)").is_err());
    assert_eq!(
        to(
            &puppet("a"),
            PUPPET,
            "enum(t(string): cty.StringVal(\"a\"))"
        ),
        Ok(Value::string("a"))
    );
}

#[test]
fn values_without_an_image_are_refused_with_their_path() {
    let promised = read(PCL, "output(string)");
    let eventual = pcl::eventual(&promised, Arc::new(())).unwrap();
    let inside = |value: Value| {
        let parts = Value::tuple(vec![Value::bool(true), value]).unwrap();
        Value::object([("a".into(), parts)]).unwrap()
    };
    let one = Value::from_i64(1);
    let both = Value::tuple(vec![one.clone(), Value::from_integer(1i64.into())]).unwrap();
    let set = pcl::convert_value(
        &both,
        &read(PCL, "set(union(int, number))"),
        &Budget::standard(),
    )
    .unwrap();
    for to in [HCL, PUPPET, MCL] {
        for (value, why) in [
            (eventual.clone(), "resolve it first"),
            (Value::unknown(read(PCL, "int")), "unknown"),
            (set.clone(), "only PCL distinguishes"),
        ] {
            let error = translate_value(&inside(value), PCL, to).unwrap_err();
            assert_eq!(error.code(), Code::Unsupported);
            assert_eq!(error.path().to_string(), ".a[1]");
            assert!(error.message().contains(why), "{error}");
        }
    }
    let secret = inside(Value::string("abc").mark("sensitive"));
    for to in [PUPPET, MCL] {
        let error = translate_value(&secret, PCL, to).unwrap_err();
        assert_eq!(error.path().to_string(), ".a[1]");
        assert!(!error.to_string().contains("abc"));
    }
    assert_eq!(translate_value(&secret, PCL, HCL).unwrap(), secret);
}
