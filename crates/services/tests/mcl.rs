//! Services for mcl.
#![cfg(feature = "mcl")]

mod memory;

use memory::{Fixture, fixture};
use polycty_core::source::Span;
use polycty_services::{Options, TokenKind};

const LIBRARY: (&str, &str) = (
    "/w/lib.mcl",
    "$port = 80\nfunc double($n int) int {\n\t$n * 2\n}\nclass web($name str) {\n\t$host = $name\n}\n",
);

fn program(text: &str) -> Fixture {
    fixture("/w/main.mcl", text, &[LIBRARY], &Options::default())
}

/// A workspace whose user names the kinds of resources.
fn with_kinds(text: &str) -> Fixture {
    let kinds = r#"[{"kind": "file", "fields": [
        {"lang": "content", "type": "str"}, {"lang": "mode", "type": "str"}
    ]}]"#;
    let options = Options {
        mcl_kinds: Some(kinds.into()),
        ..Options::default()
    };
    fixture("/w/main.mcl", text, &[], &options)
}

#[test]
fn the_first_error_is_reported() {
    assert_eq!(program("$a = 1 + 2\n").diagnostics(), [""; 0]);
    let found = program("$a = 1 +\n").diagnostics();
    assert_eq!(
        found,
        ["/w/main.mcl:8: parser: `syntax error: unexpected NEWLINE`"]
    );
    let found = program("import \"lib.mcl\"\nprint \"a\" {\n\tmsg => $b,\n}\n").diagnostics();
    assert!(found[0].starts_with("/w/main.mcl:37: "), "{found:?}");
    // Without a list of kinds, all kinds and fields exist.
    assert_eq!(
        program("anything \"a\" {\n\tfield => [1],\n}\n").diagnostics(),
        [""; 0]
    );
    let found = with_kinds("file \"/a\" {\n\tmod => \"x\",\n}\n").diagnostics();
    assert_eq!(
        found,
        ["/w/main.mcl:13: field `mod` does not exist in `file` resource"]
    );
}

#[test]
fn each_independent_error_is_reported_once() {
    let text = "$a = 1 +\n\
                print \"a\" {\n\tmsg => $a,\n}\n\
                $b = 1 + \"x\"\n\
                print \"b\" {\n\tmsg => $b,\n}\n\
                class c() {\n\tprint \"c\" {\n\t\tmsg => $none,\n\t}\n\tprint \"d\" {\n\t\tmsg => 1 + 2.0,\n\t}\n}\n\
                include c\n\
                $d = [1,\n\
                print \"e\" {\n\tmsg => $other,\n}\n\
                $e = \"ok\"\nprint \"f\" {\n\tmsg => $e,\n}\n";
    let found = program(text).diagnostics();
    let at = |found: &str| {
        let byte = found.split(':').nth(1).expect("the line has a byte");
        text[byte.parse().expect("it is a number")..]
            .lines()
            .next()
            .unwrap_or_default()
    };
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|each| (at(each), each.split(": ").last().unwrap_or_default()))
        .collect();
    let expected = [
        ("", "unexpected NEWLINE`"),
        ("1 + \"x\"", "int != str"),
        ("$none,", "var `$none` does not exist in this scope"),
        ("1 + 2.0,", "int != float"),
        ("", "unexpected NEWLINE`"),
        ("$other,", "var `$other` does not exist in this scope"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_chain_of_classes_that_is_too_long_has_services() {
    let classes = (1..300).map(|at| format!("class c{at} {{\n\tinclude c{}\n}}\n", at - 1));
    let chain: String = classes.collect();
    let text = format!(
        "$a| = 1\nclass c0 {{\n}}\n{chain}include c299\nprint \"p\" {{\n\tmsg => $none,\n}}\n"
    );
    let fixture = program(&text);
    let found = fixture.diagnostics();
    let messages: Vec<&str> = found
        .iter()
        .filter_map(|each| each.splitn(3, ':').nth(2))
        .collect();
    let expected = [
        " the program is nested more than 256 levels deep",
        " var `$none` does not exist in this scope",
    ];
    assert_eq!(messages, expected);
    assert_eq!(fixture.hover(), "```mcl\n$a int\n```");
    assert!(fixture.labels().contains(&"c7".to_owned()) || !fixture.labels().is_empty());
    let budget = polycty_core::calls::Budget::new().limit_steps(50_000);
    let symbols = fixture
        .workspace
        .ask("/w/main.mcl", &budget, |language, context| {
            language.symbols(context)
        });
    assert_eq!(
        symbols.expect("it needs no compiler").map(|all| all.len()),
        Some(302)
    );
}

#[test]
fn types_are_inferred_also_next_to_an_error() {
    let valid = "$a = [1, 2]\nprint \"p\" {\n\tmsg => $a,\n}\n";
    assert_eq!(
        program(&valid.replacen("$a", "$|a", 1)).hover(),
        "```mcl\n$a []int\n```"
    );
    let broken = format!("$c = (\n{}", valid.replacen("msg => $a", "msg => $|a", 1));
    assert_eq!(program(&broken).hover(), "```mcl\n$a []int\n```");
    let hints =
        program(valid).ask(|language, context, _| language.hints(context, context.document.span()));
    let hints: Vec<(u32, &str)> = hints.iter().map(|hint| (hint.byte, &*hint.label)).collect();
    assert_eq!(hints, [(2, " []int")]);
    assert_eq!(program("$|a = 1\n").hover(), "```mcl\n$a int\n```");
}

#[test]
fn completion_depends_on_the_place() {
    let start = "import \"lib.mcl\"\nimport \"fmt\"\n$count int = 1\n";
    let labels = |text: &str| program(&format!("{start}{text}\n")).labels();
    let found = labels("$x = $|");
    assert!(found.starts_with(&["count".into(), "x".into(), "fmt".into(), "lib".into()]));
    assert!(found.contains(&"hostname".to_owned()));
    assert_eq!(labels("$x = $lib.|"), ["port"]);
    assert_eq!(labels("$x = lib.d|"), ["double", "web"]);
    assert_eq!(labels("$x = fmt.|"), ["printf"]);
    assert_eq!(labels("$x = \"${|\"")[..2], ["count", "x"]);
    assert!(labels("import \"|\"").contains(&"lib.mcl".to_owned()));
    assert!(labels("import \"|\"").contains(&"golang/strings".to_owned()));
    assert!(labels("$x = |").contains(&"len".to_owned()));
    assert_eq!(labels("# $|"), [""; 0]);
    let found = with_kinds("file \"/a\" {\n\tmode => \"\",\n\t|\n}\n").labels();
    assert_eq!(
        found,
        ["content", "Before", "Depend", "Listen", "Meta", "Notify"]
    );
    assert_eq!(with_kinds("fi|\n").labels()[0], "file");
}

#[test]
fn names_are_found_across_imports() {
    let text = "import \"lib.mcl\"\n$x = lib.dou|ble(1) + lib.double($lib.port)\n";
    assert_eq!(program(text).definitions(), ["/w/lib.mcl:16-22"]);
    let references = program(text).references();
    let expected = ["/w/lib.mcl:16-22", "/w/main.mcl:26-32", "/w/main.mcl:42-48"];
    assert_eq!(references, expected);
    let renamed = program(text).renamed("twice");
    let own = "import \"lib.mcl\"\n$x = lib.twice(1) + lib.twice($lib.port)\n";
    assert_eq!(renamed["/w/main.mcl"], own);
    assert!(renamed["/w/lib.mcl"].contains("func twice($n int)"));
    // A parameter belongs to its function alone.
    let text = "func f($a|b int) {\n\t$ab + 1\n}\n$ab = 2\n$c = \"${ab}\"\n";
    let renamed = program(text).renamed("n");
    let expected = "func f($n int) {\n\t$n + 1\n}\n$ab = 2\n$c = \"${ab}\"\n";
    assert_eq!(renamed["/w/main.mcl"], expected);
    let text = "$a|b = \"\"\n$c = \"${ab}\"\n";
    assert_eq!(
        program(text).renamed("n")["/w/main.mcl"],
        "$n = \"\"\n$c = \"${n}\"\n"
    );
}

#[test]
fn names_that_are_not_valid_are_refused() {
    let refused = |text: &str, name: &str| {
        let fixture = program(text);
        let budget = polycty_core::calls::Budget::standard();
        let asked = fixture
            .workspace
            .ask("/w/main.mcl", &budget, |language, context| {
                language.rename(context, fixture.byte, name)
            });
        asked.expect_err("the name is refused").message().to_owned()
    };
    assert_eq!(refused("$a| = 1\n", "B"), "`B` is not a valid name");
    assert_eq!(refused("$a| = 1\n", "if"), "`if` is not a valid name");
    assert_eq!(
        refused("$a| = 1\n$b = 2\n", "b"),
        "`b` already exists in this scope"
    );
    let message = "there is no name of this workspace at the position";
    assert_eq!(
        refused("import \"fmt\"\n$a = fmt.printf|(\"\")\n", "b"),
        message
    );
}

#[test]
fn calls_have_signatures() {
    let signature = |text: &str| {
        let text = format!("import \"lib.mcl\"\nimport \"strings\"\n{text}\n");
        let found =
            program(&text).ask(|language, context, byte| language.signatures(context, byte));
        found.map(|found| (found.signatures[0].label.clone(), found.parameter))
    };
    let double = "double($n int) int".to_owned();
    assert_eq!(signature("$x = lib.double(|"), Some((double, Some(0))));
    let split = signature("$x = strings.split(\"a\", |\"b\")");
    assert_eq!(
        split,
        Some(("split($a str, $b str) []str".to_owned(), Some(1)))
    );
    assert_eq!(signature("$x = (|1)"), None);
}

#[test]
fn a_document_has_symbols_folds_and_tokens() {
    let text = "# a\n# b\nclass c($p str) {\n\t$x = 1\n\tprint \"n\" {\n\t}\n}\n";
    let fixture = program(text);
    let symbols = fixture.ask(|language, context, _| language.symbols(context));
    assert_eq!(symbols.len(), 1);
    let children: Vec<&str> = symbols[0].children.iter().map(|each| &*each.name).collect();
    assert_eq!(children, ["$x", "print \"n\""]);
    let folds = fixture.ask(|language, context, _| language.folds(context));
    let folds: Vec<(u32, u32)> = folds
        .iter()
        .map(|fold| (fold.span.start, fold.span.end))
        .collect();
    assert_eq!(folds, [(0, 7), (24, 51), (45, 49)]);
    let selections = program(&text.replace("= 1", "= |1"))
        .ask(|language, context, byte| language.selections(context, byte));
    let expected = [(32, 33), (27, 33), (24, 51), (8, 51), (0, 52)].map(|(a, b)| Span::new(a, b));
    assert_eq!(selections, expected);
    let tokens =
        fixture.ask(|language, context, _| language.tokens(context, context.document.span()));
    let kind = |word: &str| {
        let mut found = tokens.iter();
        found
            .find(|token| token.span.slice(text) == word)
            .map(|token| token.kind)
    };
    assert_eq!(kind("class"), Some(TokenKind::Keyword));
    assert_eq!(kind("p"), Some(TokenKind::Parameter));
    assert_eq!(kind("print"), Some(TokenKind::Type));
}

#[test]
fn actions_import_modules_and_declare_types() {
    let titles = |text: &str| {
        let fixture = program(text);
        let span = Span::at(fixture.byte as usize);
        let found = fixture.ask(|language, context, _| language.actions(context, span));
        let titles = found.into_iter().map(|action| action.title);
        titles.collect::<Vec<_>>()
    };
    let found = titles("$a = strings.|split(\"a\", \"b\")\n");
    assert_eq!(found, ["Import \"golang/strings\"", "Import \"strings\""]);
    assert_eq!(titles("$|a = 1\n$b = $a\n"), ["Declare the type `int`"]);
}
