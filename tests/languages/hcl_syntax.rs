//! Properties of the parser of HCL's native syntax for any text.
//!
//! No text causes a panic or a stack overflow, every node has its position, and chains of any
//! length result in a tree or in a diagnostic.

use crate::support::hcl_ranges::check;
use polycty::dialect::hcl::syntax::{
    ExprKind, MAX_DIAGNOSTICS, TraversalStepKind, parse_config, parse_expression, parse_template,
    parse_traversal,
};
use polycty::source::Position;
use proptest::prelude::*;

proptest! {
    #[test]
    fn nodes_know_their_places(text in "([a-z]{1,3}|[(){}\\[\\]\"$%.,=:?*'~&;#/+<>!|-]|[ \n\r\t0-9]|for |in |if |\\$\\{|%\\{|<<E\n|E\n|\\[\\*\\]|é|\u{301}|\u{200d}|👩|\u{600}|\\\\u00e9|\\\\){0,40}") {
        let bytes = text.as_bytes();
        check(&parse_expression(bytes, "", Position::START), |walk, root| walk.expression(root));
        check(&parse_template(bytes, "", Position::START), |walk, root| walk.expression(root));
        check(&parse_config(bytes, "", Position::START), |walk, root| walk.body(root));
        let traversal = parse_traversal(bytes, "", Position::START);
        prop_assert!(traversal.root.is_absolute() || !traversal.diagnostics.is_empty());
    }

    #[test]
    fn bytes_that_are_no_text_keep_their_places(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let parsed = parse_config(&bytes, "", Position::START);
        prop_assert_eq!(parsed.tree.source().text.len(), bytes.len());
        check(&parsed, |walk, root| walk.body(root));
    }
}

#[test]
fn bytes_that_are_no_text_are_told_once() {
    let parsed = parse_expression(b"a + \"\xff\" + \xfe", "", Position::START);
    let summaries: Vec<&str> = parsed
        .diagnostics
        .iter()
        .map(|diagnostic| &*diagnostic.summary)
        .collect();
    assert_eq!(summaries[0], "Invalid character encoding");
    assert_eq!(
        summaries
            .iter()
            .filter(|summary| **summary == summaries[0])
            .count(),
        1
    );
}

#[test]
fn nesting_is_bounded() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{a=", "}"),
        ("f(", ")"),
        ("-", ""),
        ("!", ""),
        ("a[", "]"),
        ("\"${", "}\""),
        ("a ? ", " : b"),
        ("[for a in b : ", "]"),
        ("\"%{ if ", "}%{ endif }\""),
    ] {
        for (levels, fits) in [(60, true), (200_000, false)] {
            let text = open.repeat(levels) + "x" + &close.repeat(levels);
            let parsed = parse_expression(text.as_bytes(), "", Position::START);
            assert_eq!(parsed.diagnostics.is_empty(), fits, "{open} {levels}");
            if !fits {
                let summary = &parsed.diagnostics[0].summary;
                assert_eq!(summary, "Nesting too deep", "{open}");
            }
            assert!(parsed.tree.variables(parsed.root).len() <= 2 * levels + 1);
        }
    }
    let blocks = "b {\n".repeat(200_000) + &"}\n".repeat(200_000);
    let parsed = parse_config(blocks.as_bytes(), "", Position::START);
    assert_eq!(parsed.diagnostics[0].summary, "Nesting too deep");
    let directives = "%{ if a }".repeat(200_000) + &"%{ endif }".repeat(200_000);
    let parsed = parse_template(directives.as_bytes(), "", Position::START);
    assert_eq!(parsed.diagnostics[0].summary, "Nesting too deep");
}

#[test]
fn chains_of_operators_and_steps_do_not_nest() {
    for (link, kind) in [
        ("+ 1 ", "Operations"),
        (".a", "ScopeTraversal"),
        ("[0]", "ScopeTraversal"),
    ] {
        let text = String::from("a ") + &link.repeat(100_000);
        let parsed = parse_expression(text.as_bytes(), "", Position::START);
        assert!(parsed.diagnostics.is_empty(), "{link}");
        let found = match parsed.tree[parsed.root].kind {
            ExprKind::Operations { rest, .. } => (rest.len(), "Operations"),
            ExprKind::ScopeTraversal(steps) => (steps.len() - 1, "ScopeTraversal"),
            _ => (0, ""),
        };
        assert_eq!(found, (100_000, kind), "{link}");
        assert_eq!(parsed.tree.variables(parsed.root).len(), 1);
    }
    for link in ["[b]", "[*]", ".*", "[b].c", "[*][b]"] {
        let text = String::from("a") + &link.repeat(100_000);
        let parsed = parse_expression(text.as_bytes(), "", Position::START);
        assert!(!parsed.diagnostics.is_empty(), "{link}");
        assert!(parsed.tree.variables(parsed.root).len() <= 100_001);
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    for part in [
        "/*", "<<", "<<a", "\"", "${", "\"${", "a=\n", "'", "}", "%{", "[", "a \"", "\r", "@",
    ] {
        let text = part.repeat(200_000);
        let parsed = parse_config(text.as_bytes(), "", Position::START);
        assert!(parsed.diagnostics.len() <= MAX_DIAGNOSTICS, "{part}");
        let parsed = parse_template(text.as_bytes(), "", Position::START);
        assert!(parsed.diagnostics.len() <= MAX_DIAGNOSTICS, "{part}");
        let parsed = parse_expression(text.as_bytes(), "", Position::START);
        assert!(parsed.diagnostics.len() <= MAX_DIAGNOSTICS, "{part}");
    }
}

/// The position of the variable in a text that begins at a given position.
fn place(text: &str, start: Position) -> (u32, u32, usize) {
    let parsed = parse_expression(text.as_bytes(), "", start);
    let variables = parsed.tree.variables(parsed.root);
    let at = variables[0].range().expect("a place").start;
    (at.line, at.column, at.byte)
}

#[test]
fn columns_count_clusters_and_tokens() {
    let far = Position {
        line: 3,
        column: 7,
        byte: 20,
    };
    for (text, start, wanted) in [
        ("x", Position::START, (1, 1, 0)),
        ("\u{feff}x", Position::START, (1, 1, 3)),
        ("x", far, (3, 7, 20)),
        ("(\n x)", far, (4, 2, 23)),
        ("(\r\n x)", Position::START, (2, 2, 4)),
        ("\"👩‍👩‍👧\" + x", Position::START, (1, 7, 23)),
        ("\"\u{301}\" + x", Position::START, (1, 7, 7)),
        ("/* é\ré */ x", Position::START, (1, 11, 12)),
    ] {
        assert_eq!(place(text, start), wanted, "{text:?}");
    }
    let long = "\"".to_owned() + &"e\u{301}a".repeat(3000) + "\" + x";
    assert_eq!(place(&long, Position::START), (1, 6006, 12_005));
}

#[test]
fn faults_suggest_what_was_meant() {
    for (text, wanted) in [
        ("a & b", "&&"),
        ("\"%{ iff a }\"", "if"),
        ("a.0.1", "[0][1]"),
        ("'a'", "\""),
    ] {
        let parsed = parse_expression(text.as_bytes(), "", Position::START);
        let suggestions = parsed
            .diagnostics
            .iter()
            .filter_map(|found| found.suggestion.as_deref());
        assert_eq!(suggestions.collect::<Vec<_>>(), [wanted], "{text}");
    }
}

#[test]
fn a_faulty_file_keeps_what_could_be_read() {
    let text = "a = 1\nb = = 2\nc { d = 4 }\ne = [1\n";
    let parsed = parse_config(text.as_bytes(), "f.hcl", Position::START);
    assert_eq!(parsed.diagnostics.len(), 1);
    let tree = &parsed.tree;
    let body = &tree[parsed.root];
    let names: Vec<&str> = tree[body.attributes]
        .iter()
        .map(|attribute| tree.text(attribute.name))
        .collect();
    assert_eq!(names, ["a", "b", "e"]);
    assert_eq!(tree[body.blocks].len(), 1);
}

#[test]
fn an_attribute_is_set_once_however_many_there_are() {
    let mut text = String::new();
    for at in 0..1000 {
        text += &format!("a{at} = 1\n");
    }
    text += "a7 = 2\na999 = 2\n";
    let parsed = parse_config(text.as_bytes(), "f", Position::START);
    let details: Vec<&str> = parsed
        .diagnostics
        .iter()
        .map(|diagnostic| &*diagnostic.detail)
        .collect();
    assert_eq!(
        details,
        [
            "The argument \"a7\" was already set at f:8,1-3. Each argument may be set only once.",
            "The argument \"a999\" was already set at f:1000,1-5. Each argument may be set only once.",
        ]
    );
    let body = &parsed.tree[parsed.root];
    assert_eq!(parsed.tree[body.attributes].len(), 1000);
}

#[test]
fn analysis_sees_what_an_expression_says() {
    let keyword = |text: &str| {
        let parsed = parse_expression(text.as_bytes(), "", Position::START);
        parsed.tree.keyword(parsed.root).map(str::to_owned)
    };
    for (text, wanted) in [
        ("a", Some("a")),
        ("true", Some("true")),
        ("null", Some("null")),
        ("a.b", None),
        ("(a)", None),
        ("\"a\"", None),
        ("1", None),
    ] {
        assert_eq!(keyword(text).as_deref(), wanted, "{text}");
    }
    let parsed = parse_expression(b"n::f(1, [a, b], {c = d}...)", "", Position::START);
    let tree = &parsed.tree;
    let call = tree.static_call(parsed.root).expect("a call");
    assert_eq!((call.name, call.call.expand_final), ("n::f", true));
    let [_, list, map] = *call.arguments else {
        panic!("three arguments");
    };
    assert_eq!(tree.static_list(list).map(<[_]>::len), Some(2));
    assert_eq!(tree.static_map(map).map(<[_]>::len), Some(1));
    assert!(tree.static_list(map).is_none() && tree.static_map(list).is_none());
    assert!(tree.static_call(list).is_none());
}

#[test]
fn a_traversal_may_be_seen_in_an_expression() {
    let seen = |text: &str, relative: bool| {
        let parsed = parse_expression(text.as_bytes(), "", Position::START);
        let traversal = if relative {
            parsed.tree.relative_traversal(parsed.root)
        } else {
            parsed.tree.absolute_traversal(parsed.root)
        };
        let traversal = traversal.map_err(|diagnostic| diagnostic.subject.is_some())?;
        let steps = traversal.steps.iter().map(|step| match &step.kind {
            TraversalStepKind::Root(name) => format!("{name}"),
            TraversalStepKind::Attr(name) => format!(".{name}"),
            TraversalStepKind::Index(key) => match key.as_str() {
                Some(key) => format!("[{key:?}]"),
                None => format!("[{}]", key.as_number().expect("a number")),
            },
        });
        Ok::<String, bool>(steps.collect())
    };
    for (text, absolute) in [
        ("a", Ok("a")),
        ("a.b[0][\"k\"].1", Ok("a.b[0][\"k\"][1]")),
        ("true.a", Ok("true.a")),
        ("a[b]", Err(true)),
        ("a[*]", Err(true)),
        ("(a).b", Err(true)),
        ("1", Err(true)),
        ("f()", Err(true)),
    ] {
        assert_eq!(
            seen(text, false).as_deref(),
            absolute.as_ref().copied(),
            "{text}"
        );
        let relative = absolute.map(|steps| format!(".{steps}"));
        assert_eq!(seen(text, true), relative, "{text}");
    }
}

#[test]
fn variables_of_for_expressions_are_no_variables() {
    let names = |text: &str| {
        let parsed = parse_template(text.as_bytes(), "", Position::START);
        let variables = parsed.tree.variables(parsed.root);
        let names = variables
            .iter()
            .map(|found| found.root().expect("a root").to_string());
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names("${[for k, v in v : [k, v, w] if k]}${k}"), "v w k");
    assert_eq!(names("%{ for v in v }${v}${w}%{ endfor }${v}"), "v w v");
    assert_eq!(
        names("${{a = b, (c) = d, e.f = g, \"${h}\" = i}}"),
        "b c d e g h i"
    );
}
