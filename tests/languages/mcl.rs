//! The types and values of mcl: tables of the language's rules, and the laws that follow from them.

use polycty::calls::Budget;
use polycty::dialect::mcl::{
    Fields, assignable, compare, complex_compare, decode_json, format_type, format_value, int,
    is_hashable, list_element, map_element, new_list, new_map, new_struct, parse_type,
    struct_field, type_of, typed, unify, unify_all, value_cmp, zero,
};
use polycty::dialect::{ConversionKind, DialectId, Rules, Safety, dialect};
use polycty::source::Code;
use polycty::types::{Field, FuncParam, FuncParams, FuncType, Type, VariableScope};
use polycty::values::Value;
use proptest::prelude::*;
use std::cmp::Ordering;

fn ty(text: &str) -> Type {
    parse_type(text, VariableScope::new()).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn integer(int: i64) -> Value {
    Value::from_integer(int.into())
}

fn mcl() -> Rules {
    dialect(DialectId::Mcl)
}

/// The notation of types, as it is read and written.
#[test]
fn types_are_written_as_the_language_writes_them() {
    for (text, written) in [
        ("variant", "variant"),
        ("nil", "nil"),
        ("[][]bool", "[][]bool"),
        ("map{ int :[]str }", "map{int: []str}"),
        ("{str: {int: float}}", "map{str: map{int: float}}"),
        ("struct{}", "struct{}"),
        ("struct{  z int ;a  str; }", "struct{z int; a str}"),
        ("struct{Ab.c-d int}", "struct{Ab.c-d int}"),
        ("func()", "func()"),
        ("func() func() int", "func() func() int"),
        ("func(  )  int", "func() int"),
        ("func(str,)int", "func(0 str) int"),
        (
            "func(n int, map{str: int} , f func(x str))",
            "func(n int, 1 map{str: int}, f func(x str))",
        ),
        ("map{str: func(str)}", "map{str: func(0 str)}"),
        (
            "func(str, {str: bool}) str",
            "func(0 str, 1 map{str: bool}) str",
        ),
        ("func(str str) str", "func(str str) str"),
        ("?4294967295", "?1"),
        ("func(?9, ?3, ?9) []?3", "func(0 ?1, 1 ?2, 2 ?1) []?2"),
    ] {
        let read = ty(text);
        assert_eq!(format_type(&read).unwrap(), written);
        assert_eq!(
            mcl()
                .format_type(&ty(written), &Budget::standard())
                .unwrap(),
            written
        );
        assert!(compare(&read, &ty(written)).is_ok(), "{text}");
    }
}

/// Texts that are not types, with the byte of the error.
#[test]
fn faults_of_the_notation_have_their_place() {
    use Code::{Syntax, Type};
    for (text, code, at, message) in [
        ("", Syntax, 0, "expected a type, found the end"),
        (" int", Syntax, 0, "expected a type, found ` `"),
        ("int ", Syntax, 3, "expected the end of the type, found ` `"),
        ("[]", Syntax, 2, "expected a type, found the end"),
        ("[] int", Syntax, 2, "expected a type, found ` `"),
        ("integer", Type, 0, "there is no type `integer`"),
        ("[]Int", Type, 2, "there is no type `Int`"),
        ("map{}", Syntax, 4, "expected a type, found `}`"),
        (
            "map{str}",
            Syntax,
            7,
            "expected `:` after the type of a map's keys, found `}`",
        ),
        (
            "map{str: int",
            Syntax,
            12,
            "expected `}` after the type of a map's values, found the end",
        ),
        ("map {str: int}", Type, 0, "there is no type `map`"),
        (
            "struct{a}",
            Syntax,
            8,
            "expected a space and the type of the field, found `}`",
        ),
        (
            "struct{a int b int}",
            Syntax,
            13,
            "expected `;` or `}` after the type of a field, found `b`",
        ),
        (
            "struct{;}",
            Syntax,
            7,
            "expected the name of a field, found `;`",
        ),
        (
            "struct{a int; a str}",
            Type,
            14,
            "the struct has two fields `a`",
        ),
        ("func(a) int", Type, 5, "there is no type `a`"),
        ("func(,) int", Syntax, 5, "expected a type, found `,`"),
        (
            "func(a int, a int)",
            Type,
            12,
            "the function has two arguments `a`",
        ),
        (
            "func(1 int, int)",
            Type,
            12,
            "the function has two arguments `1`",
        ),
        (
            "func(int",
            Syntax,
            8,
            "expected `,` or `)` after the type of an argument, found the end",
        ),
        ("func", Type, 0, "there is no type `func`"),
        (
            "?",
            Syntax,
            1,
            "expected the number of a variable, found the end",
        ),
        (
            "?x",
            Syntax,
            1,
            "expected the number of a variable, found `x`",
        ),
        (
            "?01",
            Syntax,
            0,
            "the number of a variable is from 1 to 4294967295, without a leading zero",
        ),
        (
            "?4294967296",
            Syntax,
            0,
            "the number of a variable is from 1 to 4294967295, without a leading zero",
        ),
    ] {
        let error = parse_type(text, VariableScope::new()).unwrap_err();
        assert_eq!((error.code(), error.message()), (code, message), "{text}");
        assert_eq!(error.offset(), Some(at), "{text}");
        let place = error.diagnostics()[0].subject.unwrap().start;
        assert_eq!((place.line, place.column as usize), (1, at + 1), "{text}");
    }
}

#[test]
fn what_mcl_cannot_say_is_not_written() {
    let named = |names: &[Option<&str>]| {
        let params = names.iter().map(|name| FuncParam {
            name: name.map(Into::into),
            ty: int().clone(),
        });
        Type::func(FuncType {
            params: Some(FuncParams {
                positional: params.collect(),
                ..FuncParams::default()
            }),
            ..FuncType::default()
        })
        .unwrap()
    };
    assert_eq!(
        format_type(&named(&[Some("a"), None])).unwrap(),
        "func(a int, 1 int)"
    );
    for ty in [
        named(&[Some("a"), Some("a")]),
        named(&[Some("1"), None]),
        named(&[Some("a b")]),
        Type::object([Field::new("", int().clone())]).unwrap(),
        Type::object([Field::new("a;b", int().clone())]).unwrap(),
        Type::object([Field::optional("a", int().clone())]).unwrap(),
        Type::set(int().clone()).unwrap(),
        Type::list(Type::integer().clone()).unwrap(),
        Type::number().clone(),
    ] {
        assert_eq!(
            format_type(&ty).unwrap_err().code(),
            Code::Unsupported,
            "{ty:?}"
        );
    }
}

/// A scope's variables are the same in every text.
#[test]
fn variables_belong_to_the_scope_that_is_passed() {
    let scope = VariableScope::new();
    let list = parse_type("[]?1", scope).unwrap();
    assert_eq!(list.element(), Some(&parse_type("?1", scope).unwrap()));
    assert_ne!(list, ty("[]?1"));
    assert!(
        mcl()
            .equal(&list, &ty("[]?8"), &Budget::standard())
            .unwrap()
    );
}

/// Equality, and the messages about differences.
#[test]
fn differences_are_told_in_the_languages_words() {
    for (a, b, message) in [
        ("func(x int, str) bool", "func(int, y str) bool", ""),
        ("struct{a ?1; b ?2}", "struct{a ?5; b ?4}", ""),
        (
            "struct{a ?1; b ?2}",
            "struct{a ?1; b ?1}",
            "unbalanced unification variables",
        ),
        (
            "struct{a ?1; b ?1}",
            "struct{a ?1; b ?2}",
            "unbalanced unification variables",
        ),
        (
            "[]nil",
            "[]float",
            "base kind does not match (nil != float)",
        ),
        (
            "variant",
            "int",
            "base kind does not match (variant != int)",
        ),
        (
            "struct{a int; b int}",
            "struct{b int; a int}",
            "struct fields differ",
        ),
        (
            "struct{a int}",
            "struct{a int; b int}",
            "struct field count differs",
        ),
        ("func(int) str", "func() str", "func arg count differs"),
        (
            "func() str",
            "func()",
            "base kind does not match (str != nil)",
        ),
        (
            "[]map{int: str}",
            "[]map{int: int}",
            "base kind does not match (str != int)",
        ),
        (
            "map{[]int: map{str: bool}}",
            "map{[]str: map{int: float}}",
            "3 errors occurred:\n\t* base kind does not match (int != str)\n\t* base kind does \
             not match (str != int)\n\t* base kind does not match (bool != float)\n\n",
        ),
    ] {
        let answer = compare(&ty(a), &ty(b));
        let found = answer
            .as_ref()
            .map_or_else(|error| error.message(), |()| "");
        assert_eq!(found, message, "{a} {b}");
        assert_eq!(
            mcl().equal(&ty(a), &ty(b), &Budget::standard()).unwrap(),
            message.is_empty()
        );
    }
}

#[test]
fn variants_and_missing_types_match_what_stands_there() {
    for (a, b, status) in [
        ("func(a int) str", "func(int) str", ""),
        ("func(int)", "func(int) str", "partial"),
        ("func(variant)", "func(int) str", "both"),
        ("map{str: variant}", "map{str: struct{}}", "variant"),
    ] {
        for (a, b) in [(a, b), (b, a)] {
            let found = complex_compare(Some(&ty(a)), Some(&ty(b))).unwrap();
            assert_eq!(found.status(), status, "{a} {b}");
        }
    }
    assert!(complex_compare(Some(&ty("[]variant")), Some(&ty("map{str: str}"))).is_err());
}

#[test]
fn unification_finds_the_substitution_or_says_why_not() {
    let scope = VariableScope::new();
    let ty = |text: &str| parse_type(text, scope).unwrap();
    for (a, b, both) in [
        ("?1", "[]?2", "[]?1"),
        (
            "func(a ?1, ?2) ?1",
            "func(?3, b []?3) int",
            "func(a int, 1 []int) int",
        ),
        (
            "struct{a ?1; b ?2; c ?3}",
            "struct{a ?2; b ?3; c ?1}",
            "struct{a ?1; b ?1; c ?1}",
        ),
        ("variant", "variant", "variant"),
    ] {
        let mut substitution = unify(&ty(a), &ty(b)).unwrap();
        let resolved = substitution.resolve(&ty(a)).unwrap();
        assert_eq!(format_type(&resolved).unwrap(), both, "{a} {b}");
    }
    for (a, b, message) in [
        ("[]float", "map{int: float}", "type error: list != map"),
        ("variant", "str", "type error: variant != str"),
        // The side of the resolved variable is on the left of the message, whichever side it is on.
        (
            "struct{a ?1; b ?1}",
            "struct{a bool; b str}",
            "type error: bool != str",
        ),
        (
            "struct{a bool; b str}",
            "struct{a ?1; b ?1}",
            "type error: bool != str",
        ),
        ("?1", "map{str: ?1}", "directly in the same set"),
        (
            "struct{a ?1; b int}",
            "struct{a []?1; b str}",
            "directly in the same set",
        ),
        (
            "struct{a int; b ?1}",
            "struct{a str; b []?1}",
            "type error: int != str",
        ),
        ("struct{a int}", "struct{b int}", "struct fields differ"),
        ("struct{a int}", "struct{}", "struct field count differs"),
        ("func(int)", "func(int, int)", "func arg count differs"),
    ] {
        let error = unify(&ty(a), &ty(b)).err().unwrap();
        assert_eq!(error.message(), message, "{a} {b}");
    }
    let types = ["func(?1) ?2", "func(int) ?3", "func(?4) []?4"].map(ty);
    let (common, _) = unify_all(&types.each_ref()).unwrap();
    assert_eq!(format_type(&common).unwrap(), "func(0 int) []int");
    assert_eq!(
        unify(Type::number(), int()).err().unwrap().code(),
        Code::Unsupported
    );
}

#[test]
fn a_target_takes_what_its_variants_leave_open() {
    let fits = |source: &str, target: &str| {
        mcl()
            .assignable(&ty(source), &ty(target), &Budget::standard())
            .unwrap()
    };
    assert!(fits("[]int", "variant") && !fits("variant", "[]int"));
    assert!(fits(
        "struct{a int; b str; c str}",
        "struct{a variant; b ?1; c ?1}"
    ));
    assert!(!fits(
        "struct{a int; b str; c int}",
        "struct{a variant; b ?1; c ?1}"
    ));
    assert!(!fits("func(int, int) int", "func(variant) int"));
    let why = mcl()
        .explain(
            &ty("struct{a []str}"),
            &ty("struct{a []int}"),
            &Budget::standard(),
        )
        .unwrap()
        .unwrap();
    assert_eq!(why.message(), "type error: int != str");
    assert_eq!(why.path().len(), 2);
}

/// Values read from JSON, as the language prints them.
#[test]
fn values_are_written_as_the_language_writes_them() {
    for (of, json, written) in [
        (
            "str",
            r#""q\"\\\u0007\u00e9\u200b\ud83d\ude00""#,
            "\"q\\\"\\\\\\aé\\u200b😀\"",
        ),
        ("int", "-9223372036854775808", "-9223372036854775808"),
        ("float", "1e-7", "0.0000001"),
        ("float", "25", "25"),
        ("[]bool", " [true , false] trailing", "[true, false]"),
        (
            "map{str: int}",
            r#"{"b": 1, "a": "x", "a": 2}"#,
            r#"{"a": 2, "b": 1}"#,
        ),
        ("map{int: int}", "{}", "{}"),
        (
            "struct{b int; a []str}",
            r#"{"a": ["x"], "b": 0}"#,
            r#"struct{b: 0; a: ["x"]}"#,
        ),
    ] {
        let of = ty(of);
        let value = decode_json(json.as_bytes(), &of, Fields::Exact).unwrap();
        assert_eq!(format_value(&value).unwrap(), written);
        assert_eq!(type_of(&value).unwrap(), of);
        assert!(mcl().instance(&value, &of, &Budget::standard()).unwrap());
    }
}

/// Values that do not fit their types, with mgmt's messages and the paths.
#[test]
fn json_of_another_type_is_refused() {
    for (of, json, failure) in [
        ("int", "1.0", "num doesn't contain int64"),
        ("int", "9223372036854775808", "num doesn't contain int64"),
        ("float", "1e999", "num doesn't contain float64"),
        ("bool", "0", "type doesn't match bool"),
        ("str", "null", "type doesn't match str"),
        ("[]int", "[1, [2]]", "[1]: type doesn't match int"),
        (
            "map{str: []int}",
            r#"{"b": [0], "a": [true]}"#,
            r#"["a"][0]: type doesn't match int"#,
        ),
        (
            "map{float: int}",
            r#"{"1": 1}"#,
            r#"["1"]: type doesn't match float"#,
        ),
        ("struct{a int}", "{}", "incompatible number of fields"),
        (
            "struct{a int}",
            r#"{"b": 1}"#,
            "field a was not found in struct",
        ),
        (
            "struct{a int}",
            r#"{"a": 1, "b": 1, "b": 1}"#,
            "incompatible number of fields",
        ),
        ("variant", "1", "variant type"),
        ("[]int", "[1, 2", "invalid JSON: unexpected EOF"),
        (
            "[]int",
            "[\"a\", }",
            "invalid JSON: invalid character '}' looking for beginning of value",
        ),
    ] {
        let error = decode_json(json.as_bytes(), &ty(of), Fields::Exact).unwrap_err();
        let path = error.path().to_string();
        let shown = if path.is_empty() {
            error.message().to_owned()
        } else {
            format!("{path}: {}", error.message())
        };
        assert_eq!(shown, failure, "{of} {json}");
        assert!(error.offset().is_some(), "{of} {json}");
    }
    let of = ty("struct{a int; b struct{c []str}}");
    let value = decode_json(br#"{"z": [], "b": {}}"#, &of, Fields::Flexible).unwrap();
    assert_eq!(
        format_value(&value).unwrap(),
        "struct{a: 0; b: struct{c: []}}"
    );
    let open = ty("struct{a variant}");
    assert!(decode_json(b"{}", &open, Fields::Flexible).is_err());
}

#[test]
fn zero_values_are_those_that_types_have() {
    for (of, written) in [
        (
            "struct{a bool; f func(int) str}",
            "struct{a: false; f: func(func(0 int) str)}",
        ),
        ("map{struct{a int}: variant}", "{}"),
        ("nil", "nil"),
    ] {
        let value = zero(&ty(of)).unwrap();
        assert_eq!(format_value(&value).unwrap(), written);
        assert_eq!(type_of(&value).unwrap(), ty(of));
    }
    for (of, message) in [
        ("struct{a variant}", "variant type"),
        ("[]?1", "unification type"),
        ("map{[]int: str}", "map key type []int is not hashable"),
    ] {
        assert_eq!(zero(&ty(of)).unwrap_err().message(), message);
    }
    let hashable = ["bool", "str", "int", "float", "struct{a struct{b int}}"];
    assert!(hashable.iter().all(|text| is_hashable(&ty(text))));
    let others = [
        "[]int",
        "map{int: int}",
        "func() int",
        "variant",
        "nil",
        "struct{a []int}",
    ];
    assert!(!others.iter().any(|text| is_hashable(&ty(text))));
}

#[test]
fn containers_are_made_of_what_their_types_say() {
    let list = new_list(&ty("[]int"), [integer(5), integer(6)]).unwrap();
    assert_eq!(list_element(&list, 1), Some(&integer(6)));
    assert!([-1, 2].iter().all(|at| list_element(&list, *at).is_none()));
    let error = new_list(&ty("[]str"), [Value::string(""), integer(1)]).unwrap_err();
    assert_eq!(error.to_string(), "[1]: type error: str != int");

    let point = new_struct(
        &ty("struct{y int; x float}"),
        [integer(1), Value::from_double(2.5)],
    );
    let point = point.unwrap();
    assert_eq!(format_value(&point).unwrap(), "struct{y: 1; x: 2.5}");
    assert_eq!(struct_field(&point, "y"), Some(&integer(1)));
    assert!(struct_field(&point, "z").is_none());
    assert_eq!(
        new_struct(&ty("struct{y int}"), []).unwrap_err().code(),
        Code::InvalidArgument
    );

    // Any hashable type of keys, in the order of their values; the last of equal ones.
    let zeros = [(0.0, 1), (7.5, 2), (-0.0, 3), (-1.0, 4)];
    let entries = zeros.map(|(key, value)| (Value::from_double(key), integer(value)));
    let map = new_map(&ty("map{float: int}"), entries).unwrap();
    assert_eq!(format_value(&map).unwrap(), "{-1: 4, -0: 3, 7.5: 2}");
    assert_eq!(
        map_element(&map, &Value::from_double(0.0)),
        Some(&integer(3))
    );
    let points = [(point.clone(), integer(1)), (point.clone(), integer(2))];
    let map = new_map(&ty("map{struct{y int; x float}: int}"), points).unwrap();
    assert_eq!(map_element(&map, &point), Some(&integer(2)));
    assert!(map_element(&map, &integer(2)).is_none());
    let error = new_map(&ty("map{[]int: int}"), []).unwrap_err();
    assert_eq!(error.message(), "map key type []int is not hashable");
    for made in [
        new_list(int(), []),
        new_map(&ty("[]int"), []),
        new_struct(&ty("[]int"), []),
    ] {
        assert_eq!(made.unwrap_err().code(), Code::Type);
    }
}

/// Values of other languages with the same content.
#[test]
fn values_of_other_languages_take_the_types_of_mcl() {
    let any = Type::any();
    let list = Value::list_of(any, vec![integer(1), integer(2)]).unwrap();
    assert_eq!(typed(&list, &ty("[]int")).unwrap().ty(), &ty("[]int"));
    let error = typed(&list, &ty("[]str")).unwrap_err();
    assert_eq!(
        (error.code(), error.to_string().as_str()),
        (Code::Conversion, "[0]: type error: str != int")
    );
    let object = Value::object([("a".into(), list.clone()), ("b".into(), integer(1))]).unwrap();
    let made = mcl()
        .convert(&object, &ty("struct{a []int; b int}"), &Budget::standard())
        .unwrap();
    assert_eq!(format_value(&made).unwrap(), "struct{a: [1, 2]; b: 1}");
    assert!(
        !mcl()
            .instance(&object, &ty("struct{b int; a []int}"), &Budget::standard())
            .unwrap()
    );
    let entries = [(integer(2), list.clone()), (integer(1), list.clone())];
    let map = Value::ordered_map(
        Type::map_of(any.clone(), any.clone(), None).unwrap(),
        entries,
    );
    let made = typed(&map.unwrap(), &ty("map{int: []int}")).unwrap();
    assert_eq!(format_value(&made).unwrap(), "{1: [1, 2], 2: [1, 2]}");

    let integers = Value::list(vec![integer(1)]).unwrap();
    assert_eq!(type_of(&integers).unwrap(), ty("[]int"));
    let big = Value::from_integer(polycty::number::Integer::parse("9223372036854775808").unwrap());
    for (value, path) in [
        (big, ""),
        (Value::from_i64(1), ""),
        (Value::string("a").mark("m"), ""),
        (Value::unknown(int().clone()), ""),
        (
            Value::list(vec![
                Value::string("a"),
                Value::null(Type::string().clone()),
            ])
            .unwrap(),
            "[1]",
        ),
        (
            Value::object([("a".into(), Value::bool(true).mark("m"))]).unwrap(),
            ".a",
        ),
    ] {
        let error = type_of(&value).unwrap_err();
        assert_eq!(error.code(), Code::Unsupported);
        assert_eq!(error.path().to_string(), path);
        assert_eq!(
            mcl()
                .instance(&value, Type::any(), &Budget::standard())
                .unwrap_err()
                .code(),
            Code::Unsupported
        );
        assert_eq!(format_value(&value).unwrap_err().code(), Code::Unsupported);
    }
}

#[test]
fn values_are_ordered() {
    for ascending in [
        vec![Value::bool(false), Value::bool(true)],
        vec![integer(-3), integer(0), integer(42)],
        ["", "a", "aa", "b", "é"].map(Value::string).to_vec(),
    ] {
        let ty = Type::list(type_of(&ascending[0]).unwrap()).unwrap();
        let mut lists = vec![new_list(&ty, []).unwrap()];
        for (at, a) in ascending.iter().enumerate() {
            for (other, b) in ascending.iter().enumerate() {
                assert_eq!(value_cmp(a, b), at.cmp(&other));
            }
            lists.push(new_list(&ty, [a.clone()]).unwrap());
            lists.push(new_list(&ty, [a.clone(), a.clone()]).unwrap());
        }
        assert!(lists.is_sorted_by(|a, b| value_cmp(a, b) == Ordering::Less));
    }
}

/// A type of mcl, with variables of a few numbers.
fn any_type(scope: VariableScope) -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        Just(Type::bool().clone()),
        Just(Type::string().clone()),
        Just(int().clone()),
        Just(Type::float().clone()),
        Just(Type::any().clone()),
        (1..5u32).prop_map(move |id| Type::variable(scope, id)),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let types = prop::collection::vec(inner.clone(), 0..3);
        let named = |types: Vec<Type>| -> Vec<(String, Type)> {
            let names = ["b", "a", "list"].iter().map(|name| (*name).to_owned());
            names.zip(types).collect()
        };
        prop_oneof![
            inner.clone().prop_map(|ty| Type::list(ty).unwrap()),
            (inner.clone(), inner.clone()).prop_map(|(k, v)| Type::map_of(k, v, None).unwrap()),
            types.clone().prop_map(move |types| {
                let fields = named(types)
                    .into_iter()
                    .map(|(name, ty)| Field::new(name, ty));
                Type::object(fields.collect::<Vec<_>>()).unwrap()
            }),
            (types, inner, any::<bool>()).prop_map(move |(types, result, names)| {
                let params = named(types).into_iter().map(|(name, ty)| FuncParam {
                    name: names.then(|| name.into()),
                    ty,
                });
                Type::func(FuncType {
                    params: Some(FuncParams {
                        positional: params.collect(),
                        ..FuncParams::default()
                    }),
                    block: None,
                    result: Some(result),
                })
                .unwrap()
            }),
        ]
    })
}

fn two_types() -> impl Strategy<Value = (Type, Type)> {
    let scope = VariableScope::new();
    (any_type(scope), any_type(scope))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// A printed type is read back as an equal type, which is printed the same.
    #[test]
    fn types_read_back((a, _) in two_types()) {
        let text = format_type(&a).unwrap();
        let again = ty(&text);
        prop_assert!(compare(&a, &again).is_ok());
        prop_assert_eq!(format_type(&again).unwrap(), text);
    }

    /// Every text is refused, or its printed form is stable.
    #[test]
    fn any_text_is_refused_or_reads_back(pieces in prop::collection::vec(prop::sample::select(&[
        "bool", "str", "int", "float", "nil", "variant", "?1", "?2", "?30", "[]", "map{", "{", "}",
        "struct{", "func(", ")", ":", ";", ",", " ", "a ", "b ", "1 ", "é ", "func() ", "map{str: ",
        "struct{a ", "func(a ",
    ][..]), 0..12)) {
        let scope = VariableScope::new();
        let text = pieces.concat();
        if let Ok(ty) = parse_type(&text, scope) {
            let written = format_type(&ty).unwrap();
            let again = parse_type(&written, scope).unwrap();
            prop_assert!(compare(&ty, &again).is_ok(), "{} {}", text, written);
            prop_assert_eq!(format_type(&again).unwrap(), written);
        }
    }

    /// Equality is symmetric, and equal types unify and match.
    #[test]
    fn equality_and_its_coarser_forms_agree((a, b) in two_types()) {
        let equal = compare(&a, &b).is_ok();
        prop_assert_eq!(compare(&b, &a).is_ok(), equal);
        prop_assert!(compare(&a, &a).is_ok() && unify(&a, &a).is_ok());
        let matched = |a, b| complex_compare(Some(a), Some(b)).ok();
        prop_assert_eq!(matched(&a, &b), matched(&b, &a));
        if equal {
            prop_assert!(matched(&a, &b).is_some());
        }
        if unify(&a, &b).is_ok() {
            prop_assert!(assignable(&a, &b).is_ok());
        }
    }

    /// Unification makes both sides equal, in either order.
    #[test]
    fn unified_types_are_equal((a, b) in two_types()) {
        let forward = unify(&a, &b);
        prop_assert_eq!(forward.is_ok(), unify(&b, &a).is_ok());
        if let Ok(mut substitution) = forward {
            let (a, b) = (substitution.resolve(&a).unwrap(), substitution.resolve(&b).unwrap());
            prop_assert!(compare(&a, &b).is_ok());
        }
    }

    /// The verbs of the dialect agree with each other.
    #[test]
    fn the_verbs_agree((from, to) in two_types()) {
        let kind = mcl().conversion(&from, &to, &Budget::standard()).unwrap();
        prop_assert_eq!(kind == ConversionKind::Same, mcl().equal(&from, &to, &Budget::standard()).unwrap());
        prop_assert_eq!(kind == ConversionKind::None, mcl().explain(&from, &to, &Budget::standard()).unwrap().is_some());
        let assignable = mcl().assignable(&from, &to, &Budget::standard()).unwrap();
        prop_assert_eq!(kind != ConversionKind::None, assignable);
        prop_assert_eq!(mcl().converter(&from, &to, Safety::Safe, &Budget::standard()).unwrap().is_some(), assignable);
    }

    /// A zero value is an instance of its type, and is equal to the value of empty JSON.
    #[test]
    fn zero_values_are_of_their_types((a, _) in two_types()) {
        if let Ok(value) = zero(&a) {
            prop_assert_eq!(&type_of(&value).unwrap(), &a);
            prop_assert!(mcl().instance(&value, &a, &Budget::standard()).unwrap());
            prop_assert!(format_value(&value).is_ok());
            if a.is_object() {
                let read = decode_json(b"{}", &a, Fields::Flexible).unwrap();
                prop_assert_eq!(value_cmp(&read, &value), Ordering::Equal);
            }
        }
    }
}
