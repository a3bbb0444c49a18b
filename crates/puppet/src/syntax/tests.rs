//! Tests of the parser and the validator.

use super::grammar::parse_on;
use super::read::TEXT_BYTES;
use super::tree::{CallForm, DefinitionKind, ExprKind, Program};
use super::{MAX_PROGRAM_NESTING, Notation, parse_program, scan, validate, validate_in_module};
use crate::mode::{Mode, Strict};
use polycty_core::calls::{Budget, Cancel};
use polycty_core::source::{Code, Error, MAX_DIAGNOSTICS, Source};

fn read_as(text: &str, notation: Notation) -> Result<Program, Error> {
    parse_program(Source::new("", text), notation, &Budget::new())
}

fn program(text: &str) -> Program {
    read_as(text, Notation::Manifest).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns each error with its line and column, one per line.
fn errors(text: &str, notation: Notation) -> String {
    let program = match read_as(text, notation) {
        Ok(program) => program,
        Err(error) => {
            let start = error.diagnostics()[0].subject.unwrap().start;
            return format!("{}:{} {}", start.line, start.column, error.message());
        }
    };
    let diagnostics = validate(&program, Strict::Error, Mode::Current);
    let errors = diagnostics.errors().map(|error| {
        let location = program.place(error.at.unwrap().start);
        format!("{}:{} {}", location.line, location.column, error.message)
    });
    errors.collect::<Vec<_>>().join("\n")
}

fn wrong(text: &str) -> String {
    errors(text, Notation::Manifest)
}

const NO_EFFECT: &str = "A value was produced and then forgotten (one or more preceding \
                         expressions may have the wrong form)";

#[test]
fn the_grammar_ends_at_the_first_token_that_nothing_goes_on_with() {
    for (text, expected) in [
        ("$x = [1, 2", "1:11 Syntax error at end of input"),
        ("$x = {a 1}", "1:9 Syntax error at '1'"),
        ("if $x = 1 { }", "1:7 Syntax error at '='"),
        ("x { 'é': } = )", "1:14 Syntax error at ')'"),
        ("f { 'a': b => 1 c => 2 }", "1:17 Syntax error at 'c'"),
        ("f(type)", "1:7 Syntax error at ')'"),
        ("$x[$a = 1]", "1:10 Syntax error at ']'"),
        ("$x.f(1,)", "1:8 Syntax error at ')'"),
        ("1;", "1:3 Syntax error at end of input"),
        ("~ 1", "1:1 Syntax error at '~'"),
        ("a & b", "1:3 Syntax error at ''"),
        ("\"a${}b\"", "1:6 Syntax error at 'b'"),
        (
            "f 1, 2",
            "1:4 attempt to pass argument list to the function 'f' which cannot be called without parentheses",
        ),
        ("[f 1, 2", "1:4 Syntax error at '1'"),
        ("1, 2 ]", "1:2 illegal comma separated argument list"),
        (
            "class 'a' { }",
            "1:7 A quoted string is not valid as a name here",
        ),
        (
            "class class { }",
            "1:7 'class' keyword not allowed at this location",
        ),
        (
            "@$x",
            "1:1 Virtual (@) can only be applied to a Resource Expression",
        ),
        (
            "f { a +> 1 }",
            "1:3 Syntax error resource body without title or hash with +>",
        ),
        (
            "$x.y { }",
            "1:3 Expression is not valid as a resource, resource-default, or resource-override",
        ),
    ] {
        assert_eq!(wrong(text), expected, "{text}");
    }
}

#[test]
fn the_scanner_says_where_it_stops() {
    for (text, expected) in [
        ("a::1", "1:4 Illegal fully qualified name"),
        ("A::b", "1:3 Illegal class reference"),
        (
            "x = ::A::B::c",
            "1:14 Illegal fully qualified class reference",
        ),
        ("08", "1:1 Not a valid octal number 08"),
        ("0xFG", "1:1 Not a valid hex number 0xFG"),
        ("1.5x", "1:1 Not a valid decimal number 1.5x"),
        ("1e+3", "1:1 Not a valid decimal number 1e"),
        ("7up", "1:1 Illegal number '7up'"),
        (
            "'abc",
            "1:2 Unclosed quote after \"'\" followed by 'abc...'",
        ),
        (
            "\"a${x} de",
            "1:7 Unclosed quote after 'x' followed by ' de...'",
        ),
        (
            "\"a${'b'} q",
            "1:9 Unclosed quote after 'b'' followed by ' q...'",
        ),
        ("/* a", "1:1 Unclosed multiline comment"),
        (
            "@(X",
            "1:1 Unclosed parenthesis after '@(' followed by '@(X...'",
        ),
        ("@(X)", "1:5 Heredoc without any following lines of text"),
        ("@(X)\na", "2:1 Heredoc without end-tagged line"),
        (
            "@(X/tt)\na\nX",
            "1:8 An escape char for @() may only appear once. Got 't, t'",
        ),
        // An error inside a string has the position of the string, and errors of the grammar come
        // first.
        (") 'a", "1:1 Syntax error at ')'"),
        (
            "\"${) ${'",
            "1:9 Unclosed quote after \"'\" followed by '<eof>'",
        ),
    ] {
        assert_eq!(wrong(text), expected, "{text}");
    }
}

#[test]
fn the_validator_tells_all_that_it_finds() {
    let late = "can not end with a value-producing expression without other effect";
    for (text, expected) in [
        ("1 2", format!("1:1 This Literal Integer has no effect. {NO_EFFECT}")),
        ("if 1 { } 2", format!("1:1 This 'if' statement has no effect. {NO_EFFECT}")),
        ("if f() { } 2", String::new()),
        ("class a { $x }", format!("1:11 This Variable has no effect. A Host Class Definition {late}")),
        ("$a::b = 1", "1:1 Illegal attempt to assign to 'a::b'. Cannot assign to variables in other namespaces".into()),
        ("[$a, 'b'] = 1", "1:6 Illegal attempt to assign to 'a String'. Not an assignable reference".into()),
        ("$a += 1", "1:4 The operator '+=' is no longer supported. See http://links.puppet.com/remove-plus-equals".into()),
        ("$x = {a => 1, A => 2}", "1:17 The key 'a' is declared more than once".into()),
        ("if true { class b { } }", "1:11 Classes, definitions, and nodes may only appear at toplevel or inside other classes".into()),
        ("class a { class b { define c { } } }", String::new()),
        ("class a { type B = C }", "1:16 A Type Alias may only appear at toplevel".into()),
        ("class a($x, $x) { }", "1:13 The parameter 'x' is declared more than once in the parameter list".into()),
        ("f() |$x = [$y = 1]| { }", "1:15 Assignment not allowed here".into()),
        ("File <| !a |>", "1:9 Illegal query expression. A 'not' expression cannot be used in a query".into()),
        ("@class { 'a': }", "1:1 Classes are not virtualizable".into()),
        ("$x = 9223372036854775808", "1:6 A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x8000000000000000'".into()),
        ("$x = f { }", "1:6 This expression is invalid. Did you try declaring a 'f' resource without a title?".into()),
        ("1 + class a { }", "1:5 Invalid use of expression. A Host Class Definition does not produce a value\n1:5 Classes, definitions, and nodes may only appear at toplevel or inside other classes".into()),
        ("$x = @(X:pp)\n$a =\nX", "2:1 Invalid produced text having syntax: 'pp'. PP syntax checker: \"Syntax error at end of input\"".into()),
    ] {
        assert_eq!(wrong(text), expected, "{text}");
    }
}

#[test]
fn what_the_setting_decides_on_passes_when_it_is_off() {
    let program = program("$x = {a => 1, a => 2}");
    assert_eq!(
        validate(&program, Strict::Error, Mode::Current)
            .errors()
            .count(),
        1
    );
    let diagnostics = validate(&program, Strict::Warning, Mode::Current);
    assert_eq!(
        (diagnostics.errors().count(), diagnostics.warnings().count()),
        (0, 1)
    );
    assert!(validate(&program, Strict::Off, Mode::Current).0.is_empty());
}

#[test]
fn several_errors_are_summed_up() {
    let program = program("$A = $B");
    let diagnostics = validate(&program, Strict::Error, Mode::Current);
    let error = diagnostics.into_result(program.text()).unwrap_err();
    let summary = "Language validation logged 2 errors. Giving up";
    assert_eq!((error.message(), error.diagnostics().len()), (summary, 2));
    assert_eq!(error.offset(), Some(0));
    // The line for people has the position of the first error.
    assert_eq!(
        error.to_string(),
        "input:1,1-1: Illegal variable name, The given name 'A' does not conform to the naming \
         rule /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/, and 1 other diagnostic(s)"
    );
    assert_eq!(error.headline(), error.to_string());
}

// Puppet 7.23 logs both for this text.
#[test]
fn warnings_are_kept_beside_an_error() {
    let program = program("class plan {} node 'a b' {}");
    let diagnostics = validate(&program, Strict::Error, Mode::Current);
    let error = diagnostics.into_result(program.text()).unwrap_err();
    let messages = error.diagnostics().iter().map(|each| each.message());
    assert_eq!(
        messages.collect::<Vec<_>>(),
        [
            "Use of future reserved word: 'plan'",
            "The hostname 'a b' contains illegal characters (only letters, digits, '_', '-', and \
             '.' are allowed)"
        ]
    );
    assert_eq!(error.offset(), Some(19));
}

#[test]
fn plan_is_a_future_reserved_word() {
    for (text, expected) in [
        ("define plan {}", 1),
        ("class plan {}", 1),
        ("function plan() {}", 1),
        ("type Plan = Integer", 0),
        ("class a::plan {}", 0),
        ("class a { class plan {} }", 0),
    ] {
        let program = program(text);
        let diagnostics = validate(&program, Strict::Error, Mode::Current);
        let warnings = diagnostics.warnings().map(|each| &*each.message);
        let words = "Use of future reserved word: 'plan'";
        assert_eq!(
            warnings.filter(|each| *each == words).count(),
            expected,
            "{text}"
        );
        assert_eq!(diagnostics.errors().count(), 0, "{text}");
    }
}

#[test]
fn at_most_a_thousand_errors_are_kept() {
    let program = program(&"$A\n".repeat(MAX_DIAGNOSTICS + 5));
    let diagnostics = validate(&program, Strict::Error, Mode::Current);
    let found = diagnostics.errors().count();
    let error = diagnostics.into_result(program.text()).unwrap_err();
    let summary = format!("Language validation logged {found} errors. Giving up");
    assert!(found > MAX_DIAGNOSTICS);
    assert_eq!(
        (error.message(), error.diagnostics().len()),
        (&*summary, MAX_DIAGNOSTICS)
    );
}

#[test]
fn places_are_told_in_characters() {
    let program = program(&format!("$é\r\n{}x\n", "#é".repeat(700)).replacen("$é", "'é'", 1));
    let of = |byte| {
        let location = program.place(byte);
        (location.line, location.column)
    };
    assert_eq!((of(0), of(3), of(6)), ((1, 1), (1, 3), (2, 1)));
    assert_eq!(
        (of(2106), of(2108), of(u32::MAX)),
        ((2, 1401), (3, 1), (3, 1))
    );
}

#[test]
fn the_lines_of_a_text_take_no_more_than_is_held_for_them() {
    for text in [
        "é".repeat(20_000),
        format!("{}é\n", "x".repeat(62)).repeat(2_000),
    ] {
        let text = format!("'{text}'");
        let program = program(&text);
        let before = program.memory() - text.len();
        let _ = program.place(u32::MAX - 1);
        let _ = program.position(u32::MAX - 1);
        let lines = program.memory() - before;
        assert!(lines > 2 * text.len(), "{lines}");
        assert!(lines <= text.len() * TEXT_BYTES as usize, "{lines}");
    }
}

#[test]
fn names_call_what_stands_behind_them() {
    let program = program("notice 1, 2 include a; fail { b => 1 }");
    let calls = program[program.body()].iter().map(|id| {
        let ExprKind::Call(call) = program[*id].kind else {
            panic!("no call");
        };
        assert_eq!(program[call].form, CallForm::Statement);
        (
            program.slice(program[*id].span),
            program[call].arguments.len(),
        )
    });
    let calls: Vec<_> = calls.collect();
    assert_eq!(
        calls,
        [("notice 1, 2", 2), ("include a", 1), ("fail { b => 1 }", 1)]
    );
}

#[test]
fn white_space_decides_what_a_bracket_opens() {
    let count = |text: &str| program(text).body().len();
    assert_eq!(
        (
            count("$x [0]"),
            count("$x[0]"),
            count("f\n(1)"),
            count("f (1)")
        ),
        (2, 1, 2, 1)
    );
}

#[test]
fn a_heredoc_loses_its_margin_and_the_line_goes_on_behind_it() {
    let text = "$x = [@(\"A\"/t), @(B)] # c\n  a\\t${y}\n    b\n  |- A\n  b\n  B\n$z = 1";
    let program = program(text);
    let strings: Vec<&str> = program
        .nodes
        .exprs
        .iter()
        .filter_map(|expr| match expr.kind {
            ExprKind::String(value) => program[value].as_str(),
            _ => None,
        })
        .collect();
    assert_eq!(strings, ["a\t", "\n  b", "  b\n"]);
    assert_eq!(program.body().len(), 2);
    assert_eq!(wrong(text), "");
}

#[test]
fn templates_are_text_with_code_between() {
    let text =
        "<%- | Integer $n = 1 | -%>\na <%= $n %> <%% <%# no -%>\n<% if $n { %>b<% } -%>  \nc";
    let program = read_as(text, Notation::Template).unwrap();
    assert_eq!(
        program.template_parameters().map(|list| list.len()),
        Some(1)
    );
    let texts: Vec<&str> = program
        .nodes
        .exprs
        .iter()
        .filter_map(|expr| match expr.kind {
            ExprKind::RenderText(value) => program[value].as_str(),
            _ => None,
        })
        .collect();
    assert_eq!(texts, ["a ", " <% ", "b", "c"]);
    let errors = |text| errors(text, Notation::Template);
    assert_eq!(errors("<%= 1 2 %>"), "1:7 Syntax error at '2'");
    assert_eq!(errors("<%= { $x = 1 $x } %>"), "");
    assert_eq!(
        errors("a <%= $x"),
        "1:9 Unbalanced epp tag, reached <eof> without closing tag."
    );
}

#[test]
fn an_object_is_a_type_with_parameters() {
    let program = program("type A = B { x => Integer }");
    let definition = program.definitions().next().unwrap();
    let DefinitionKind::TypeAlias { value } = definition.kind else {
        panic!("no alias");
    };
    let ExprKind::Access { of, keys } = program[value].kind else {
        panic!("no parameters");
    };
    assert!(matches!(program[of].kind, ExprKind::TypeName(name) if program.name(name) == "Object"));
    let ExprKind::Hash(entries) = program[program[keys][0]].kind else {
        panic!("no hash");
    };
    assert_eq!(program[entries].len(), 2);
}

#[test]
fn equal_names_have_equal_numbers() {
    let names: String = (0..20).map(|n| format!("$v{n} = 1 ")).collect();
    let program = program(&format!("{names}{names}$w = 1"));
    assert_eq!(program.name_count(), 21);
    assert_eq!(program.names().last(), Some("w"));
}

#[test]
fn nesting_has_an_end_in_every_way_to_nest() {
    let most = MAX_PROGRAM_NESTING as usize;
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{a => ", "}"),
        ("f(", ")"),
        ("-", ""),
        ("!", ""),
        ("@ ", ""),
        ("$x = ", ""),
        ("1 ? 1 => ", ""),
        ("if 1 { ", "}"),
        ("\"${", "}\""),
        ("1 + (", ")"),
        ("$x[", "]"),
        ("class a { ", "}"),
        ("f() |$x = ", ""),
    ] {
        let text = format!("{}1{}", open.repeat(2 * most), close.repeat(2 * most));
        let error = read_as(&text, Notation::Manifest).unwrap_err();
        assert_eq!(error.code(), Code::Limit, "{open}");
    }
    for tail in [".f", "[1]", "(1)", " ? {1 => 2}", " { 'a': }"] {
        let text = format!("$x{}", tail.repeat(most + 1));
        let error = read_as(&text, Notation::Manifest).unwrap_err();
        assert_eq!(error.code(), Code::Limit, "{tail}");
    }
}

#[test]
#[expect(clippy::string_slice, reason = "a wrong offset fails the test")]
fn what_chains_does_not_nest() {
    let most = 4 * MAX_PROGRAM_NESTING as usize;
    for text in [
        format!("1{}", " + 1".repeat(most)),
        format!("A{}", " -> B".repeat(most)),
        format!("if f() {{ }}{}", " elsif f() { }".repeat(most)),
        "f(1) ".repeat(most),
        "f { 'a': } ".repeat(most),
        "File['a'] { b => $x[1].f } ".repeat(most),
        "if f() { f { 'a': } } ".repeat(most),
        "@file { 'a': } ".repeat(most),
        "f(1).g |$x| { $x.h } ".repeat(most),
        "type A = B[C] ".repeat(most),
        format!("[{}]", "1, ".repeat(most)),
        format!("\"{}\"", "${x}".repeat(most)),
    ] {
        assert_eq!(wrong(&text), "", "{}", &text[..14]);
    }
}

#[test]
fn a_text_costs_its_bytes() {
    let budget = Budget::new().limit_steps(5);
    let source = Source::new("", "$x = 1");
    let error = parse_program(source, Notation::Manifest, &budget).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
}

/// A parser that continues after errors does not continue after a limit.
#[test]
fn a_cancelled_operation_ends_the_parser() {
    let text = "$x = [1, 2]\n$y = )\n$z = 3\n";
    let cancel = Cancel::new();
    let budget = Budget::new().cancelled_by(&cancel);
    let mut tokens = scan(text, Notation::Manifest, &budget);
    cancel.raise();
    let error = parse_on(text, &mut tokens, Notation::Manifest, &budget).err();
    assert_eq!(error.map(|error| error.code), Some(Code::Limit));
}

/// The messages and positions are those of Puppet 7.23.
#[test]
fn files_of_modules_define_names_that_begin_with_their_own() {
    const INIT: &str = "class foo { class b { } }\nclass foo::c { }\ndefine foobar() { }\nclass bar { class c { } }\nnotify { \"x\": }\nfunction foo::f() { 1 }\ntype Bar = Integer\nnode default { }\n";
    let top = |at: &str, label: &str| {
        format!("{at} This {label} is unacceptable as a top level construct in this location")
    };
    let location = |at: &str, name: &str| {
        format!("{at} Unacceptable location. The name '{name}' is unacceptable in file 'f.pp'")
    };
    for (path, text, expected) in [
        (
            "foo/manifests/init.pp",
            INIT,
            vec![
                top("5,1", "Resource Statement"),
                top("8,1", "Node Definition"),
                location("4,1", "bar"),
                location("4,13", "bar::c"),
            ],
        ),
        (
            "foo/manifests/a/b.pp",
            "class foo::a::b { }\nclass Foo { }\n",
            vec![
                "2,1 Unacceptable name. The name 'Foo' is unacceptable as the name of a Host Class \
                 Definition"
                    .to_owned(),
                location("2,1", "Foo"),
            ],
        ),
        (
            "foo/manifests/a/c.pp",
            "class foo::a { }",
            vec![location("1,1", "foo::a")],
        ),
        (
            "foo/functions/f.pp",
            "function foo::g() { 1 }",
            vec![location("1,1", "foo::g")],
        ),
        (
            "foo/functions/h.pp",
            "1\n",
            vec![top("1,1", "Literal Integer")],
        ),
        ("foo/types/y.pp", "type Foo::X = Integer", vec![]),
        (
            "foo/lib/z.pp",
            "class foo { }\n$x = 1",
            vec![top("2,4", "'=' expression"), location("1,1", "foo")],
        ),
        ("foo/manifests/empty.pp", "# nothing\n", vec![]),
        ("foo/init.pp", "class foo { }", vec![location("1,1", "foo")]),
        ("Foo/manifests/Init.pp", "class foo { }", vec![]),
        ("foo/templates/x.epp", "class foo { }", vec![]),
    ] {
        let source = Source::new("f.pp", text);
        let program = parse_program(source, Notation::Manifest, &Budget::standard()).unwrap();
        let found = validate_in_module(&program, Strict::Error, Mode::Current, path);
        let found: Vec<String> = match found.into_result(program.text()) {
            Ok(_) => Vec::new(),
            Err(error) => (error.diagnostics().iter())
                .map(|one| {
                    let start = one.subject.unwrap().start;
                    format!("{},{} {}", start.line, start.column, one.summary)
                })
                .collect(),
        };
        assert_eq!(found, expected, "{path}");
    }
}
