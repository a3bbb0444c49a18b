//! Services for Terraform's JSON syntax.

#[allow(dead_code, reason = "the tests of the languages use the rest")]
mod memory;

use memory::{Fixture, fixture};
use polycty_services::{Options, Symbol};

const MODULE: &str = r#"{
  "variable": {
    "port": {
      "type": "number",
      "description": "A port."
    }
  },
  "locals": {"a": 1},
  "module": {"net": {"source": "./net", "size": 1}},
  "resource": {"aws_vpc": {"main": [{"cidr": "${var.port}-${local.a}"}]}},
  "output": {"url": {"value": "${aws_vpc.main.id}"}}
}
"#;

const NET: (&str, &str) = (
    "/w/net/main.tf",
    "variable \"size\" {\n  type = number\n}\nvariable \"zone\" {}\n",
);

fn module(text: &str) -> Fixture {
    fixture("/w/main.tf.json", text, &[NET], &Options::default())
}

fn values(text: &str) -> Fixture {
    let files = [("/w/main.tf.json", MODULE)];
    fixture(
        "/w/terraform.tfvars.json",
        text,
        &files,
        &Options::default(),
    )
}

fn marked(before: &str, mark: &str) -> String {
    assert!(MODULE.contains(before), "{before}");
    MODULE.replacen(before, mark, 1)
}

fn names(symbols: &[Symbol]) -> Vec<&str> {
    symbols.iter().map(|each| &*each.name).collect()
}

#[test]
fn a_module_has_symbols_folds_and_selections() {
    let fixture = module(MODULE);
    let symbols = fixture.ask(|language, context, _| language.symbols(context));
    let expected = [
        "variable \"port\"",
        "locals",
        "module \"net\"",
        "resource \"aws_vpc\" \"main\"",
        "output \"url\"",
    ];
    assert_eq!(names(&symbols), expected);
    assert_eq!(names(&symbols[0].children), ["type", "description"]);
    assert_eq!(names(&symbols[3].children), ["cidr"]);
    let folds = fixture.ask(|language, context, _| language.folds(context));
    let folds = folds
        .iter()
        .map(|fold| fold.span.slice(MODULE).lines().count());
    assert_eq!(folds.collect::<Vec<_>>(), [6, 4]);
    let fixture = module(&marked("\"number\"", "\"num|ber\""));
    let found = fixture.ask(|language, context, byte| language.selections(context, byte));
    assert_eq!(found[0].slice(MODULE), "\"number\"");
    assert_eq!(found[1].slice(MODULE), "\"type\": \"number\"");
    let edits =
        fixture.ask(|language, context, _| language.format(context, context.document.span()));
    assert_eq!(edits, []);
}

#[test]
fn names_in_a_module_are_described_and_found() {
    let used = marked("${var.port}", "${var.po|rt}");
    let hover = module(&used).hover();
    assert!(
        hover.contains("var.port: number") && hover.contains("A port."),
        "{hover}"
    );
    let declared = MODULE.find("port").expect("it is declared");
    let use_of = MODULE.find("var.port").expect("it is used") + 4;
    let definition = format!("/w/main.tf.json:{declared}-{}", declared + 4);
    assert_eq!(module(&used).definitions(), [&*definition]);
    let reference = format!("/w/main.tf.json:{use_of}-{}", use_of + 4);
    assert_eq!(module(&used).references(), [definition, reference]);
    let renamed = module(&marked("\"port\"", "\"po|rt\"")).renamed("number");
    let expected = MODULE
        .replacen("\"port\"", "\"number\"", 1)
        .replace("var.port", "var.number");
    assert_eq!(renamed["/w/main.tf.json"], expected);
    assert!(
        module(&marked("\"description\"", "\"desc|ription\""))
            .hover()
            .len()
            > 5
    );
}

#[test]
fn names_in_templates_with_escapes_are_at_their_bytes() {
    let text = MODULE.replace(
        "${aws_vpc.main.id}",
        r#"\u00e9 ${join(\"-\", [var.port, local.a])}"#,
    );
    let used = text.replace("[var.port", "[var.po|rt");
    let fixture = module(&used);
    assert!(fixture.hover().contains("var.port: number"));
    let at = |part: &str, after: usize| text.rfind(part).expect("it is used") + after;
    let last = at("var.port", 4);
    let reference = format!("/w/main.tf.json:{last}-{}", last + 4);
    assert_eq!(fixture.references().last(), Some(&reference));
    let renamed = fixture.renamed("number");
    let expected = text
        .replacen("\"port\"", "\"number\"", 1)
        .replace("var.port", "var.number");
    assert_eq!(renamed["/w/main.tf.json"], expected);
}

#[test]
fn names_of_members_are_completed() {
    assert!(
        module(&marked("\"variable\"", "\"var|\""))
            .labels()
            .contains(&"output".to_owned())
    );
    let labels = module(&marked("\"description\": \"A port.\"", "\"|\"")).labels();
    assert!(labels.contains(&"default".to_owned()) && !labels.contains(&"type".to_owned()));
    let labels = module(&marked("\"size\": 1", "|")).labels();
    assert!(labels.contains(&"zone".to_owned()) && !labels.contains(&"source".to_owned()));
    assert_eq!(module(&marked("\"number\"", "\"|\"")).labels(), [""; 0]);
    let completions = values("{\n  |\n}\n").completions();
    assert_eq!(completions[0].edit.text, "\"port\": ");
    assert_eq!(values("{\"p|\": 1}").labels(), ["port"]);
    assert_eq!(values("{\"port\": 1, \"|").labels(), [""; 0]);
}

#[test]
fn values_have_diagnostics_and_definitions() {
    assert_eq!(values("{\"port\": 80}\n").diagnostics(), [""; 0]);
    let found = values("{\"prot\": 80}\n").diagnostics();
    assert_eq!(found.len(), 1, "{found:?}");
    let found = values("{\"port\": \n").diagnostics();
    assert_eq!(found[0], "/w/terraform.tfvars.json:10: Missing value");
    let found = values("{\"port\": \"x\"}\n").diagnostics();
    let expected = "/w/terraform.tfvars.json:9: Invalid value for input variable";
    assert_eq!(found, [expected]);
    assert!(
        values("{\"po|rt\": 80}\n")
            .hover()
            .contains("var.port: number")
    );
    assert_eq!(values("{\"po|rt\": 80}\n").definitions().len(), 1);
}

#[test]
fn texts_with_errors_and_deep_texts_have_services() {
    let deep = format!(
        "{{\"a\": {}{}",
        "[".repeat(50_000),
        "{\"b\":".repeat(50_000)
    );
    for text in [
        "", "{", "{\"", "[[", "{\"a\"", "{\"a\":", "{\"a\":}", "nul", "{\"é\\", &deep,
    ] {
        for fixture in [module(text), values(text)] {
            fixture.ask(|language, context, _| {
                let end = context.document.span().end;
                language.symbols(context)?;
                language.folds(context)?;
                language.selections(context, end)?;
                language.hover(context, end)?;
                language.completions(context, end)
            });
        }
    }
    let text = MODULE.replacen("\"locals\"", "\"locals", 1);
    let symbols = module(&text).ask(|language, context, _| language.symbols(context));
    assert_eq!(names(&symbols)[..1], ["variable \"port\""]);
}
