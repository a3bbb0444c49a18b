//! Tests of parsing and formatting of types.

use super::{Notation, format_type, parse};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, MAX_DIAGNOSTICS, Range, Result};
use polycty_core::types::{Field, MAX_DEPTH, Type};
use proptest::prelude::*;

fn parse_type(text: &str, notation: Notation) -> Result<Type> {
    parse(text, notation, &Budget::standard()).map(|read| read.ty)
}

fn constraint(text: &str) -> Type {
    parse_type(text, Notation::Constraint).unwrap()
}

/// Formats each diagnostic as "line:column-line:column detail".
fn diagnostics(text: &str, notation: Notation) -> Vec<String> {
    parse_type(text, notation)
        .unwrap_err()
        .diagnostics()
        .iter()
        .map(|found| {
            let Some(Range { start, end }) = found.subject else {
                return found.detail.clone();
            };
            let (summary, detail) = (&found.summary, &found.detail);
            let place = format!(
                "{}:{}-{}:{}",
                start.line, start.column, end.line, end.column
            );
            if summary == "Invalid type specification" {
                format!("{place} {detail}")
            } else {
                format!("{place} {summary}")
            }
        })
        .collect()
}

/// The contexts are those of HCL's `typeexpr`.
#[test]
fn errors_inside_a_constructor_have_a_context() {
    let context = |text: &str| {
        let error = parse_type(text, Notation::Constraint).unwrap_err();
        let found = error.diagnostics()[0].context;
        found.map(|range| (range.start.column, range.end.column))
    };
    let cases = [
        ("list(string, number)", Some((5, 21))),
        ("object()", Some((7, 9))),
        ("object(string)", Some((1, 15))),
        ("tuple(string)", Some((1, 14))),
        ("object({(a) = string})", Some((1, 23))),
        ("object({a = optional()})", Some((13, 23))),
        ("object({a = optional(string, 1)})", Some((13, 32))),
        ("nope(string)", None),
        ("list", None),
    ];
    for (text, expected) in cases {
        assert_eq!(context(text), expected, "{text}");
    }
    // An attribute without a type does not count as the first of two.
    let once = "object({a = optional(), a = string})";
    assert_eq!(diagnostics(once, Notation::Constraint).len(), 1);
    let twice = "object({a = nope, a = string})";
    assert_eq!(diagnostics(twice, Notation::Constraint).len(), 2);
}

/// `typeexpr` evaluates a default before it reads the type of the attribute, and an attribute whose
/// default fails is required.
#[test]
fn diagnostics_of_a_default_are_before_those_of_the_type() {
    let details = |text: &str| {
        let error = crate::parse_type_expression(text, crate::TypeNotation::Defaults).unwrap_err();
        let found = error.diagnostics().iter();
        found.map(|found| found.detail.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        details("object({ a = optional(lst, f(1)) })"),
        [
            "Functions may not be called here.",
            "The keyword \"lst\" is not a valid type specification.",
        ]
    );
    assert_eq!(
        details("object({ a = optional(object({ b = optional(string, x) }), {}) })"),
        [
            "Variables may not be used here.",
            "This default value is not compatible with the attribute's type constraint: attribute \"b\" is required.",
        ]
    );
}

/// The range of a whole type in a JSON string is that of the string, with its quotes. HCL's library
/// does not count the opening quote in the ranges of its parts.
#[test]
fn diagnostics_of_types_in_json_have_the_range_of_the_string() {
    let ranges = |text: &str| {
        let parsed = crate::syntax::json::parse_json(text.as_bytes(), "type.json");
        let expr = crate::eval::Expr::Json(parsed.expression);
        let found = expr.as_type(crate::TypeNotation::Constraint).unwrap_err();
        let columns = |range: Range| (range.start.column, range.end.column);
        (found[0].subject.map(columns), found[0].context.map(columns))
    };
    let cases = [
        (r#""lst""#, (Some((1, 6)), None)),
        (r#""lst(string)""#, (Some((1, 14)), None)),
        (r#""object([])""#, (Some((8, 10)), Some((1, 13)))),
        (r#""tuple(string)""#, (Some((7, 13)), Some((1, 16)))),
        (
            r#""object({(a) = string})""#,
            (Some((9, 12)), Some((1, 25))),
        ),
        (r#""list(object([]))""#, (Some((13, 15)), Some((6, 16)))),
        (r#""list(lst(string))""#, (Some((6, 17)), None)),
        (r#""list()""#, (Some((5, 7)), Some((5, 7)))),
    ];
    for (text, expected) in cases {
        assert_eq!(ranges(text), expected, "{text}");
    }
}

#[test]
fn white_space_comments_and_separators() {
    let written = [
        "object({a=string,b=number})",
        "object({b:number,a=string})",
        " object ( { # one\n a = string // two\n /* three\n */ b = number, \n\n } , )\n",
        "\u{feff}object({\r\n\ta = string\r\n\tb = number\r\n})",
        "object({b=number,a=string}...)",
    ];
    for text in written {
        assert_eq!(constraint(text), constraint(written[0]), "{text}");
    }
}

#[test]
fn names_are_normalised() {
    assert_eq!(
        constraint("object({e\u{301}=any})"),
        constraint("object({é=any})")
    );
    assert_eq!(
        diagnostics("object({e\u{301}=any,é=any})", Notation::Constraint),
        ["1:15-1:16 Object constructor map keys must be unique."]
    );
}

#[test]
fn optional_attributes_are_not_printed() {
    let ty = constraint("object({a=optional(list(any)), optional=optional(bool)})");
    assert!(ty.fields().iter().all(Field::is_optional));
    assert_eq!(
        format_type(&ty).unwrap(),
        "object({a=list(any),optional=bool})"
    );
}

#[test]
fn every_fault_of_a_type_is_told() {
    assert_eq!(
        diagnostics(
            "tuple([any, list(), sett(any),\n  object({a=1, \"b\"=bool, c=optional(string)})])",
            Notation::Exact
        ),
        [
            "1:8-1:11 The keyword \"any\" cannot be used in this type specification: an exact type is required.",
            "1:17-1:19 The list type constructor requires one argument specifying the element type.",
            "1:21-1:30 Keyword \"sett\" is not a valid type constructor.",
            "2:13-2:14 A type specification is either a primitive type keyword (bool, number, string) or a complex type constructor call, like list(string).",
            "2:16-2:19 Object constructor map keys must be attribute names.",
            "2:28-2:36 Optional attribute modifier is only for type constraints, not for exact types.",
        ]
    );
}

#[test]
fn of_a_syntax_error_the_first_is_told() {
    for (text, found) in [
        ("", "1:1-1:1 Missing expression"),
        ("👩‍👩‍👧", "1:1-1:2 Invalid character"),
        (
            "list(\"${a\")",
            "1:7-1:9 Unclosed template interpolation sequence",
        ),
        ("object({a\n=b})", "1:10-2:1 Missing attribute value"),
        ("a ? b", "1:6-1:6 Missing false expression in conditional"),
        (
            "[for a in b : c => d]",
            "1:15-1:16 Invalid 'for' expression",
        ),
        ("a /* b", "1:4-1:5 Invalid expression"),
        ("a[*", "1:4-1:4 Missing close bracket on splat index"),
        ("a::b", "1:5-1:5 Missing open parenthesis"),
    ] {
        assert_eq!(diagnostics(text, Notation::Exact)[0], found, "{text}");
    }
}

#[test]
fn what_is_no_type_is_still_an_expression() {
    for text in [
        "a.b[0].*.c + -d * (!e ? f : \"x ${g({h = 1})} %{ if i }$${%{ endif }\")",
        "{for k, v in m : k => v... if v != null}",
        "1.5e-3",
        "/*/ comment */ [for a in b : c]",
    ] {
        let found = diagnostics(text, Notation::Constraint);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].contains("A type specification is either"),
            "{found:?}"
        );
    }
}

#[test]
fn nesting_is_bounded() {
    let depth = MAX_DEPTH as usize - 2;
    let lists = "list(".repeat(depth) + "any" + &")".repeat(depth);
    assert_eq!(format_type(&constraint(&lists)).unwrap(), lists);
    // An object uses two brackets.
    let objects = "object({a=".repeat(depth / 2) + "any" + &"})".repeat(depth / 2);
    assert_eq!(format_type(&constraint(&objects)).unwrap(), objects);
    for open in [
        "list(",
        "object({a=",
        "[",
        "(",
        "-",
        "a[",
        "\"${",
        "{a=",
        "[for a in ",
        "{for a in b : ",
        "a ? ",
        "a ? b : ",
    ] {
        let error = parse_type(&open.repeat(1_000_000), Notation::Exact).unwrap_err();
        assert_eq!(error.code(), Code::Limit, "{open}");
    }
    let lists = "list(".repeat(300) + "any" + &")".repeat(300);
    let error = parse_type(&lists, Notation::Constraint).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
}

#[test]
fn findings_are_bounded() {
    let error = parse_type(
        &format!("tuple([{}])", "x,".repeat(100_000)),
        Notation::Exact,
    )
    .unwrap_err();
    assert_eq!(error.diagnostics().len(), MAX_DIAGNOSTICS);
}

#[test]
fn types_of_others_are_refused() {
    let ty = Type::list(Type::integer().clone()).unwrap();
    let error = format_type(&ty).unwrap_err();
    assert_eq!(error.code(), Code::Unsupported);
    assert_eq!(error.message(), "integer is not a type of HCL");
}

/// Types of HCL whose attribute names are identifiers.
fn types() -> impl Strategy<Value = Type> {
    let leaf = prop_oneof![
        Just(Type::bool().clone()),
        Just(Type::number().clone()),
        Just(Type::string().clone()),
        Just(Type::any().clone()),
    ];
    let name = "[a-eé日_][a-e0-9_-]{0,3}";
    leaf.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            inner.clone().prop_map(|ty| Type::list(ty).unwrap()),
            inner.clone().prop_map(|ty| Type::set(ty).unwrap()),
            inner.clone().prop_map(|ty| Type::map(ty).unwrap()),
            prop::collection::vec(inner.clone(), 0..5).prop_map(|tys| Type::tuple(tys).unwrap()),
            prop::collection::btree_map(name, inner, 0..5).prop_map(|fields| {
                let fields: Vec<Field> = fields
                    .into_iter()
                    .map(|(name, ty)| Field::new(name, ty))
                    .collect();
                Type::object(fields).unwrap()
            }),
        ]
    })
}

proptest! {
    #[test]
    fn format_then_parse_is_the_identity(ty in types()) {
        let text = format_type(&ty).unwrap();
        prop_assert_eq!(constraint(&text), ty);
    }

    #[test]
    fn no_text_is_too_strange(text in "([a-z(){}\\[\\]\"$%.,=:?*'~&;#/ \n\r]|list\\(|object\\(\\{|\\$\\{|é|[[:cntrl:]]){0,40}") {
        for mode in [Notation::Exact, Notation::Constraint] {
            if let Err(error) = parse_type(&text, mode) {
                prop_assert!(!error.diagnostics().is_empty());
            }
        }
    }
}
