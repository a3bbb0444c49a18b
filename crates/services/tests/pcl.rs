//! Services for PCL.
#![cfg(feature = "pcl")]

mod memory;

use memory::{Fixture, fixture};
use polycty_core::source::Span;
use polycty_services::Options;

const OTHER: (&str, &str) = (
    "/w/other.pp",
    "config count int {\n  default = 2\n}\nconfig tags \"map(string)\" {}\n",
);

fn program(text: &str) -> Fixture {
    let files = [OTHER, ("/w/Pulumi.yaml", "name: w\n")];
    fixture("/w/main.pp", text, &files, &Options::default())
}

#[test]
fn expressions_are_checked_with_the_names_of_the_folder() {
    let text = "double = count * 2\nresource web \"aws:ec2:Instance\" {\n  size = double\n  options {\n    range = count\n    ignoreChanges = [tags]\n  }\n}\noutput id {\n  value = web.id\n}\n";
    assert_eq!(program(text).diagnostics(), [""; 0]);
    let found = program("a = cuont\n").diagnostics();
    assert_eq!(found, ["/w/main.pp:4: undefined variable cuont"]);
    let found = program("count = 1\n").diagnostics();
    assert_eq!(
        found, [""; 0],
        "the first declaration is reported by its own file"
    );
    let found = program("a = 1\nconfig a {}\n").diagnostics();
    assert_eq!(found, ["/w/main.pp:13: \"a\" already declared"]);
    let found = program("a = [\n").diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn names_have_types() {
    assert_eq!(
        program("a = cou|nt\n").hover(),
        "```pcl\nconfig count: int\n```"
    );
    assert_eq!(
        program("a| = \"x-${count}\"\n").hover(),
        "```pcl\nlocal a: string\n```"
    );
    assert_eq!(program("a = count |+ 1\n").hover(), "```pcl\nnumber\n```");
    let hints = program("a = {x = tags}\n")
        .ask(|language, context, _| language.hints(context, context.document.span()));
    assert_eq!(hints[0].label, ": object({x = map(string)})");
}

#[test]
fn completion_depends_on_the_place() {
    assert_eq!(
        program("|\n").labels(),
        ["component", "config", "output", "resource"]
    );
    let found = program("b = 1\na = |\n").labels();
    assert_eq!(found[..4], ["a", "b", "count", "tags"]);
    assert!(found.contains(&"toJSON".to_owned()));
    assert_eq!(
        program("resource a \"b\" {\n  |\n}\n").labels(),
        ["options"]
    );
    assert_eq!(program("a = 1 # |\n").labels(), [""; 0]);
}

#[test]
fn names_are_found_in_the_folder() {
    let text = "a = \"${cou|nt}\" + count\n";
    assert_eq!(program(text).definitions(), ["/w/other.pp:7-12"]);
    let expected = ["/w/main.pp:7-12", "/w/main.pp:17-22", "/w/other.pp:7-12"];
    assert_eq!(program(text).references(), expected);
    let renamed = program(text).renamed("n");
    assert_eq!(renamed["/w/main.pp"], "a = \"${n}\" + n\n");
    assert!(renamed["/w/other.pp"].starts_with("config n int {"));
}

#[test]
fn a_document_has_symbols_selections_and_a_layout() {
    let text = "a=1\nresource \"r\" \"p:m:T\" {\n  x=[\n    1\n  ]\n}\n";
    let fixture = program(text);
    let symbols = fixture.ask(|language, context, _| language.symbols(context));
    let names: Vec<(&str, &str)> = symbols
        .iter()
        .map(|each| (&*each.name, &*each.detail))
        .collect();
    assert_eq!(names[1], ("r", "p:m:T"));
    assert_eq!(symbols[1].name_span.slice(text), "r");
    let folds = fixture.ask(|language, context, _| language.folds(context));
    assert_eq!(folds.len(), 2);
    let edits = fixture.ask(|language, context, _| language.format(context, Span::new(0, 3)));
    assert_eq!((edits.len(), &*edits[0].text), (1, " = "));
    let selections = program(&text.replace("    1", "    |1"))
        .ask(|language, context, byte| language.selections(context, byte));
    assert_eq!(selections.first().map(|span| span.slice(text)), Some("1"));
    assert_eq!(selections.last(), Some(&Span::new(0, text.len())));
    let tokens =
        fixture.ask(|language, context, _| language.tokens(context, context.document.span()));
    assert_eq!(tokens.len(), 2);
}
