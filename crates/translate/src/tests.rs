//! The table of `docs/reference/translation.md` as data: a type, its translation, the fit.

use super::Fit::{Exact, Narrower, Wider};
use super::{
    Fit, MAX_NOTES, translate, translate_value, translate_value_to, translate_within, walk,
};
use polycty_core::calls::Budget;
use polycty_core::dialect::{DialectId, Safety};
use polycty_core::source::{Code, Error};
use polycty_core::types::{CapsuleType, Flags, IntegerRange, MAX_DEPTH, OpaqueOps, Type};
use polycty_core::values::Value;
use polycty_dialects::dialect;
use polycty_puppet::{self, Aliases, Mode};

const HCL: DialectId = DialectId::Hcl;
const PUPPET: DialectId = DialectId::Puppet;

/// A type in its dialect's notation, with a question mark at optional attributes.
fn read(dialect_id: DialectId, text: &str) -> Type {
    let aliases = Aliases::define([
        ("Name", "Pattern[/^a/]"),
        ("Tree", "Variant[Integer, Array[Tree]]"),
        ("Chain", "Struct[{name => String, Optional[next] => Chain}]"),
        ("Even", "Struct[{Optional[odd] => Odd}]"),
        ("Odd", "Struct[{even => Even}]"),
    ])
    .unwrap();
    match dialect_id {
        DialectId::Puppet => polycty_puppet::parse_type(text, &aliases, Mode::Current).unwrap(),
        id => dialect(id).parse_type(text, &Budget::standard()).unwrap(),
    }
}

fn check(from: DialectId, to: DialectId, table: &[(&str, &str, Fit)]) {
    for (source, target, fit) in table {
        let found = translate(&read(from, source), from, to).unwrap();
        let wanted = read(to, target);
        assert_eq!(found.ty, wanted, "{source}");
        assert_eq!(found.fit, *fit, "{source}");
        assert_eq!(found.fit == Exact, found.notes.is_empty(), "{source}");
    }
}

#[test]
fn types_of_hcl_in_puppet() {
    check(
        HCL,
        PUPPET,
        &[
            ("any", "Data", Exact),
            ("bool", "Optional[Boolean]", Exact),
            ("number", "Optional[Numeric]", Exact),
            ("string", "Optional[String]", Exact),
            ("list(string)", "Optional[Array[Optional[String]]]", Exact),
            ("list(any)", "Optional[Array[Data]]", Wider),
            (
                "list(tuple([any]))",
                "Optional[Array[Optional[Tuple[Data]]]]",
                Wider,
            ),
            ("set(bool)", "Optional[Array[Optional[Boolean]]]", Wider),
            (
                "object({ port = number })",
                "Optional[Struct[{NotUndef['port'] => Optional[Numeric]}]]",
                Exact,
            ),
            (
                "map(number)",
                "Optional[Hash[String, Optional[Numeric]]]",
                Exact,
            ),
            ("map(any)", "Optional[Hash[String, Data]]", Wider),
            ("tuple([])", "Optional[Array[0, 0]]", Exact),
            (
                "tuple([any, string])",
                "Optional[Tuple[Data, Optional[String]]]",
                Exact,
            ),
            ("object({})", "Optional[Hash[0, 0]]", Exact),
            (
                "object({ b = optional(string), a = any })",
                "Optional[Struct[{NotUndef['a'] => Data, 'b' => Optional[String]}]]",
                Exact,
            ),
        ],
    );
}

#[test]
fn types_of_puppet_in_hcl() {
    check(
        PUPPET,
        HCL,
        &[
            ("Any", "any", Narrower),
            ("Data", "any", Exact),
            ("RichData", "any", Narrower),
            ("Undef", "any", Wider),
            ("Optional", "any", Wider),
            ("NotUndef", "any", Wider),
            ("NotUndef[Data]", "any", Wider),
            ("Boolean", "bool", Wider),
            ("Optional[Boolean]", "bool", Exact),
            ("Optional[Boolean[true]]", "bool", Wider),
            (
                "Variant[Undef, Boolean[true], Boolean[false]]",
                "bool",
                Exact,
            ),
            ("Optional[Numeric]", "number", Exact),
            ("Variant[Float, Undef, Integer]", "number", Exact),
            ("Variant[Float, Undef, Integer[1]]", "number", Wider),
            ("Optional[Integer]", "number", Wider),
            ("Integer[1, 2]", "number", Wider),
            ("Optional[Float]", "number", Wider),
            ("Optional[String]", "string", Exact),
            ("Optional[NotUndef[String]]", "string", Exact),
            ("String", "string", Wider),
            ("Optional[String[0]]", "string", Exact),
            ("Optional[String[1]]", "string", Wider),
            ("Optional[Enum[a, b]]", "string", Wider),
            ("Variant[Enum[a], Pattern[/b/]]", "string", Wider),
            ("Optional[Pattern]", "string", Exact),
            ("Optional[Name]", "string", Wider),
            ("Optional['a']", "string", Wider),
            ("Optional[Array[Optional[String]]]", "list(string)", Exact),
            ("Optional[Array[String]]", "list(string)", Wider),
            (
                "Optional[Array[Optional[String], 1]]",
                "list(string)",
                Wider,
            ),
            (
                "Optional[Array[Optional[String], 0]]",
                "list(string)",
                Exact,
            ),
            (
                "Optional[Array[Optional[String], 2, 2]]",
                "tuple([string, string])",
                Exact,
            ),
            (
                "Optional[Array[Optional[String], 17, 17]]",
                "list(string)",
                Wider,
            ),
            ("Optional[Array[0, 0]]", "tuple([])", Exact),
            ("Optional[Array[Data]]", "any", Wider),
            ("Array", "any", Wider),
            ("Array[Integer[0]]", "list(number)", Wider),
            ("Optional[Array[Data, 1, 1]]", "tuple([any])", Exact),
            (
                "Optional[Hash[String, Optional[String]]]",
                "map(string)",
                Exact,
            ),
            (
                "Optional[Hash[Scalar, Optional[String]]]",
                "map(string)",
                Narrower,
            ),
            (
                "Optional[Hash[Name, Optional[String]]]",
                "map(string)",
                Wider,
            ),
            ("Hash[Integer, String]", "any", Wider),
            ("Hash[String, Data]", "any", Wider),
            ("Optional[Hash[0, 0]]", "object({})", Exact),
            ("Optional[Struct]", "object({})", Exact),
            (
                "Struct[{b => Integer, a => Optional[String], NotUndef[c] => Data}]",
                "object({ a = optional(string), b = number, c = any })",
                Wider,
            ),
            (
                "Optional[Struct[{a => Optional[String], NotUndef[c] => Data}]]",
                "object({ a = optional(string), c = any })",
                Exact,
            ),
            (
                "Optional[Tuple[Optional[String], Data]]",
                "tuple([string, any])",
                Exact,
            ),
            ("Tuple", "any", Wider),
            (
                "Optional[Tuple[Optional[String], Data, 3, 3]]",
                "tuple([string, any, any])",
                Exact,
            ),
            (
                "Optional[Tuple[Optional[String], Optional[String], 1, 5]]",
                "list(string)",
                Wider,
            ),
            ("Tuple[String, Integer, 1, 5]", "any", Wider),
            (
                "Optional[Tuple[Optional[Numeric], Numeric, 0, default]]",
                "list(number)",
                Wider,
            ),
            ("Variant[NotUndef[Any], SemVer]", "any", Wider),
            ("Tuple[String, Integer, 0, 1]", "list(string)", Wider),
            ("Variant[String, Integer]", "any", Wider),
            ("Variant[Data, Integer]", "any", Exact),
            (
                "Variant[Struct[{a => Integer, b => String}], Struct[{a => String}]]",
                "object({ a = any, b = optional(string) })",
                Wider,
            ),
            (
                "Optional[Variant[Struct[{Optional[a] => Optional[String]}], Hash[0, 0]]]",
                "object({ a = optional(string) })",
                Exact,
            ),
            (
                "Variant[Tuple[String, Integer], Tuple[String, String]]",
                "tuple([string, any])",
                Wider,
            ),
            (
                "Variant[Tuple[String], Tuple[String, String]]",
                "any",
                Wider,
            ),
            ("Variant[Array[String], Array[Integer]]", "list(any)", Wider),
            (
                "Variant[Array[Array[String]], Array[Array[Integer]]]",
                "any",
                Wider,
            ),
            (
                "Variant[Hash[String, Boolean], Hash[String, Float]]",
                "map(any)",
                Wider,
            ),
            (
                "Variant[Array[Struct[{a => String}]], Array[Struct[{b => String}]]]",
                "list(object({ a = optional(string), b = optional(string) }))",
                Wider,
            ),
            ("Variant[Any, SemVer]", "any", Narrower),
            ("Variant", "any", Wider),
            ("ScalarData", "any", Wider),
            ("Scalar", "any", Wider),
            ("Collection", "any", Wider),
            ("Callable[Integer]", "any", Wider),
            ("Type[String]", "any", Wider),
            ("File['/etc']", "any", Wider),
            ("Sensitive[String]", "any", Wider),
            ("SemVer", "any", Wider),
            ("Iterable[Integer]", "any", Wider),
            ("Tree", "any", Wider),
            (
                "Chain",
                "object({ name = string, next = optional(any) })",
                Wider,
            ),
            (
                "Even",
                "object({ odd = optional(object({ even = any })) })",
                Wider,
            ),
        ],
    );
}

#[test]
fn notes_say_where_and_why() {
    let text = "Struct[{ports => Array[Integer], user => Variant[String, Array[SemVer]]}]";
    let found = translate(&read(PUPPET, text), PUPPET, HCL).unwrap();
    let notes: Vec<String> = found.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "every type of HCL includes null",
            ".ports: every type of HCL includes null",
            ".ports[*]: every type of HCL includes null",
            ".ports[*]: number includes fractions",
            ".user: every type of HCL includes null",
            ".user: HCL has no unions: replaced by any",
            ".user: a part has values that the other language does not have",
        ]
    );
}

/// A dialect's nearest type to the semantic type of one of its own types is the same type, or one
/// that is equal by its rules.
#[test]
fn the_nearest_type_to_a_types_meaning_is_the_type() {
    let walked = |id: DialectId, text: &str| {
        let mapping = super::mapping(id).unwrap();
        let ty = read(id, text);
        (
            walk::translated(&ty, mapping, mapping, &Budget::standard()).unwrap(),
            ty,
        )
    };
    for text in [
        "any",
        "set(list(object({ a = optional(bool), b = tuple([any]) })))",
        "map(any)",
    ] {
        let (found, ty) = walked(HCL, text);
        assert_eq!((found.ty, found.fit), (ty, Exact), "{text}");
    }
    for text in [
        "Data",
        "Undef",
        "Variant[Integer[1, 2], Float[0.5], Enum[a, b], Pattern[/x/], String[1, 2]]",
        "Optional[Variant[Boolean[true], Array[Tuple[String, Data], 1, 2]]]",
        "Struct[{a => Optional[String], NotUndef[b] => Optional[Boolean], Optional[c] => Float}]",
        "NotUndef[Data]",
        "Tuple[Optional['y'], Variant[Undef, Integer]]",
        "Hash[String, Array[0, 0], 2]",
    ] {
        let (found, ty) = walked(PUPPET, text);
        assert!(
            polycty_puppet::equal(&found.ty, &ty, &Budget::standard()).unwrap(),
            "{text}: {:?}",
            found.ty
        );
        assert_eq!(found.fit, Exact, "{text}");
    }
}

#[test]
fn a_set_stays_one_only_where_there_are_sets() {
    let hcl = super::mapping(HCL).unwrap();
    let set = walk::translated(&read(HCL, "set(any)"), hcl, hcl, &Budget::standard()).unwrap();
    assert_eq!((set.ty, set.fit), (read(HCL, "set(any)"), Exact));
}

#[test]
fn capsules_and_foreign_types() {
    let capsule = Type::capsule(CapsuleType::new("key", OpaqueOps));
    let found = translate(&Type::list(capsule).unwrap(), HCL, PUPPET).unwrap();
    assert_eq!(found.ty, read(PUPPET, "Optional[Array[Data]]"));
    assert_eq!(found.fit, Wider);

    let range = Type::integer_range(IntegerRange::default()).unwrap();
    let object = Type::object([polycty_core::types::Field::new(
        "a",
        Type::list(range).unwrap(),
    )])
    .unwrap();
    let error = translate(&object, HCL, PUPPET).unwrap_err();
    assert_eq!(error.code(), Code::Unsupported);
    assert_eq!(error.path().len(), 2);
    let set = Type::set(Type::string().clone()).unwrap();
    let error = translate(&Type::optional(set).unwrap(), PUPPET, HCL).unwrap_err();
    assert_eq!(error.code(), Code::Unsupported);
    let same = translate(&read(PUPPET, "SemVer"), PUPPET, PUPPET).unwrap();
    assert_eq!((same.ty, same.fit), (read(PUPPET, "SemVer"), Exact));
}

#[test]
fn names_that_the_other_language_has_not() {
    let attribute = |name: &str| {
        Type::object([polycty_core::types::Field::new(
            name,
            Type::string().clone(),
        )])
        .unwrap()
    };
    let found = translate(&attribute(""), HCL, PUPPET).unwrap();
    let wanted = read(PUPPET, "Optional[Hash[String, Optional[String]]]");
    assert_eq!(found.ty, wanted);
    assert_eq!(found.fit, Wider);
    let found = translate(&attribute("e\u{301}"), PUPPET, HCL).unwrap();
    assert_eq!((found.ty, found.fit), (Type::any().clone(), Wider));
}

#[test]
fn types_beyond_the_limits_become_any_data() {
    let mut deep = Type::string().clone();
    while deep.depth() < MAX_DEPTH {
        deep = Type::list(deep).unwrap();
    }
    let found = translate(&deep, HCL, PUPPET).unwrap();
    assert!(found.fit == Wider && found.ty.depth() > 100);
    assert!(translate(&found.ty, PUPPET, HCL).is_ok());

    let mut wide = Type::integer().clone();
    for _ in 0..23 {
        wide = Type::tuple([wide.clone(), wide]).unwrap();
    }
    let found = translate(&wide, PUPPET, HCL).unwrap();
    assert_eq!(found.ty.size(), wide.size());
    assert_eq!(found.notes.len(), MAX_NOTES);

    let many: Vec<(String, String)> = (0..5000)
        .map(|at| (format!("A{at}"), format!("Array[A{}]", at + 1)))
        .chain([("A5000".to_owned(), "String".to_owned())])
        .collect();
    let aliases = Aliases::define(many.iter().map(|(name, body)| (&**name, &**body))).unwrap();
    let chain = polycty_puppet::parse_type("A0", &aliases, Mode::Current).unwrap();
    let found = translate(&chain, PUPPET, HCL).unwrap();
    assert_eq!((found.ty, found.fit), (Type::any().clone(), Wider));
}

/// Shared nodes are visited once, in both directions.
#[test]
fn definitions_that_name_all_others_are_unfolded_once() {
    let names: Vec<String> = (0..40).map(|at| format!("T{at}")).collect();
    let bodies: Vec<String> = (0..40)
        .map(|_| {
            let fields = names
                .iter()
                .map(|name| format!("{} => {name}", name.to_lowercase()));
            format!("Struct[{{{}}}]", fields.collect::<Vec<_>>().join(", "))
        })
        .collect();
    let pairs = names.iter().zip(&bodies).map(|(a, b)| (&**a, &**b));
    let aliases = Aliases::define(pairs).unwrap();
    let ty = polycty_puppet::parse_type("T0", &aliases, Mode::Current).unwrap();
    let found = translate(&ty, PUPPET, HCL).unwrap();
    assert!(found.fit == Wider && found.ty.has(Flags::ANY));
}

#[test]
fn values_and_their_images() {
    let puppet =
        |text: &str| polycty_puppet::parse_value(text, &Aliases::default(), Mode::Current).unwrap();
    let hcl =
        translate_value(&puppet("{a => [1, 0.1, 'x', undef], b => {}}"), PUPPET, HCL).unwrap();
    let a = hcl.attribute("a").unwrap().parts().unwrap();
    assert_eq!(a[0], Value::from_i64(1));
    assert_eq!(a[1].as_number().unwrap().to_text().unwrap(), "0.1");
    let back = translate_value(&hcl, HCL, PUPPET).unwrap();
    assert_eq!(back, puppet("{a => [1, 0.1, 'x', undef], b => {}}"));
    // An integral Float becomes an integral number, which is translated back to an Integer.
    let whole = translate_value(&puppet("2.0"), PUPPET, HCL).unwrap();
    assert_eq!(translate_value(&whole, HCL, PUPPET).unwrap(), puppet("2"));

    let to = |text: &str, ty: &str| {
        let ty = read(HCL, ty);
        translate_value_to(&puppet(text), PUPPET, HCL, &ty)
            .inspect(|value| {
                assert!(
                    value
                        .ty()
                        .conforms_to(&ty.without_optional_fields().unwrap())
                )
            })
            .map_err(|error| error.to_string())
    };
    assert!(to("[{}, {a => x}]", "list(object({ a = optional(string) }))").is_ok());
    assert!(to("[[1], [2]]", "list(any)").is_ok() && to("[]", "list(any)").is_ok());
    assert!(to("{b => 1, a => undef}", "map(number)").is_ok());
    assert!(to("[b, a]", "set(string)").is_ok() && to("[a, a]", "set(string)").is_err());
    assert!(to("[1, a]", "list(any)").is_err() && to("[[], [1]]", "list(any)").is_err());
    // For elements without parts, `any` leaves their type open, except null.
    for flat in [
        "",
        "undef",
        "1",
        "1, 2",
        "a, undef",
        "undef, 1",
        "true, undef",
        "undef, undef",
    ] {
        assert!(to(&format!("[{flat}]"), "list(any)").is_ok(), "{flat}");
        let entries = flat.split(", ").filter(|part| !part.is_empty()).enumerate();
        let entries: Vec<String> = entries
            .map(|(at, part)| format!("k{at} => {part}"))
            .collect();
        assert!(
            to(&format!("{{{}}}", entries.join(", ")), "map(any)").is_ok(),
            "{flat}"
        );
    }
    assert_eq!(
        to("[{a => x}]", "list(object({ a = bool }))").unwrap_err(),
        "[0].a: bool required"
    );
    assert_eq!(
        to("[{}]", "tuple([object({ a = bool })])").unwrap_err(),
        "[0].a: attribute is required"
    );
    assert_eq!(
        to("{b => 1}", "object({})").unwrap_err(),
        ".b: the type has no such attribute"
    );
    let one = Value::from_i64(1);
    assert!(translate_value_to(&one, HCL, PUPPET, &read(PUPPET, "Integer[1]")).is_ok());
    assert_eq!(
        translate_value_to(&one, HCL, PUPPET, &read(PUPPET, "String"))
            .unwrap_err()
            .code(),
        Code::Conversion
    );
}

#[test]
fn values_without_an_image_are_refused_with_their_path() {
    let refused = |value: &Value, from: DialectId, to: DialectId, path: &str| {
        let error = translate_value(value, from, to).unwrap_err();
        assert_eq!(error.code(), Code::Unsupported);
        assert_eq!(error.path().to_string(), path);
        error.message().to_owned()
    };
    let inside = |value: Value| {
        Value::object([(
            "a".into(),
            Value::tuple(vec![Value::bool(true), value]).unwrap(),
        )])
        .unwrap()
    };
    refused(&inside(Value::dynamic()), HCL, PUPPET, ".a[1]");
    refused(&inside(Value::bool(true).mark("m")), HCL, PUPPET, ".a[1]");
    let third =
        polycty_core::number::Number::from_i64(1).div(&polycty_core::number::Number::from_i64(3));
    refused(
        &inside(Value::from_number(third.unwrap())),
        HCL,
        PUPPET,
        ".a[1]",
    );
    refused(
        &inside(Value::from_type(Type::bool().clone()).unwrap()),
        HCL,
        PUPPET,
        ".a[1]",
    );
    for text in [
        "SemVer('1.0.0')",
        "default",
        "/x/",
        "String",
        "Timespan('1-0:0:0')",
        "\"e\\u{301}\"",
    ] {
        let text = format!("{{a => [1, {text}]}}");
        let value = polycty_puppet::parse_value(&text, &Aliases::default(), Mode::Current).unwrap();
        refused(&value, PUPPET, HCL, "[\"a\"][1]");
    }
    let secret =
        polycty_puppet::parse_value("Sensitive('abc')", &Aliases::default(), Mode::Current)
            .unwrap();
    assert!(!refused(&secret, PUPPET, HCL, "").contains("abc"));
    let keyed =
        polycty_puppet::parse_value("{1 => 2}", &Aliases::default(), Mode::Current).unwrap();
    refused(&keyed, PUPPET, HCL, "[1i]");
    refused(&Value::from_double(f64::NAN), PUPPET, HCL, "");
}

#[test]
fn an_early_range_that_descends_is_the_range() {
    let early = |text| polycty_puppet::parse_type(text, &Aliases::default(), Mode::Early).unwrap();
    let (down, up) = (early("Integer[5, 1]"), early("Integer[1, 5]"));
    let found = translate(&down, PUPPET, HCL).unwrap();
    let wanted = translate(&up, PUPPET, HCL).unwrap();
    assert_eq!((found.ty, found.fit), (wanted.ty, wanted.fit));
}

/// No operation of a dialect returns a partial result.
#[test]
fn every_verb_ends_with_its_budget() {
    for (id, text) in [
        (DialectId::Hcl, "list(string)"),
        (DialectId::Pcl, "list(string)"),
        (DialectId::Puppet, "Array[String]"),
        (DialectId::Mcl, "[]str"),
    ] {
        let (rules, spent) = (dialect(id), Budget::new().limit_steps(0));
        let ty = rules.parse_type(text, &Budget::standard()).unwrap();
        let other = Type::list(ty.clone()).unwrap();
        let value = Value::tuple(vec![Value::string("a")]).unwrap();
        let limit =
            |error: Option<Error>| assert_eq!(error.map(|error| error.code()), Some(Code::Limit));
        limit(rules.assignable(&other, &ty, &spent).err());
        limit(rules.conversion(&other, &ty, &spent).err());
        limit(rules.converter(&other, &ty, Safety::Unsafe, &spent).err());
        limit(rules.explain(&other, &ty, &spent).err());
        limit(rules.unify(&[&other, &ty], Safety::Unsafe, &spent).err());
        limit(rules.convert(&value, &ty, &spent).err());
        limit(rules.check(&value, &ty, &spent).err());
        limit(rules.parse_type(text, &spent).err());
        let to = match id {
            DialectId::Hcl => DialectId::Puppet,
            _ => DialectId::Hcl,
        };
        limit(translate_within(&ty, id, to, &spent).err());
        let no_bytes = Budget::new().limit_bytes(0);
        limit(rules.format_type(&ty, &no_bytes).err());
        limit(translate_within(&ty, id, to, &no_bytes).err());
        limit(rules.parse_type(text, &no_bytes).err());
    }
}
