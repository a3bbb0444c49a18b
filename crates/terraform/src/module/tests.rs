//! Cases of modules: files, values of variables, and the expected diagnostics.
//!
//! A test of the command line tool compares them with Terraform if it is installed.

use super::*;
use crate::host::{Entry, FileError, FileKind, Files};
use polycty_core::calls::{Budget, Limits};
use polycty_core::source::{Code, Diagnostic, Error, Result, Severity};
use polycty_core::values::Value;

/// Splits a text into files: `-- name` begins each.
fn files(text: &str) -> Vec<ModuleFile> {
    let parts = text.split("-- ").filter(|part| !part.trim().is_empty());
    let file = |part: &str| {
        let (name, text) = part.split_once('\n').unwrap();
        ModuleFile {
            name: name.trim().to_owned(),
            text: text.into(),
        }
    };
    if text.contains("-- ") {
        parts.map(file).collect()
    } else {
        vec![ModuleFile {
            name: "main.tf".to_owned(),
            text: text.into(),
        }]
    }
}

fn read(text: &str) -> ReadModule {
    Module::read(&files(text), &Budget::standard()).unwrap()
}

/// Formats each diagnostic as a line: position, summary and detail up to the first line break.
fn lines(diagnostics: &[Diagnostic]) -> Vec<String> {
    let line = |found: &Diagnostic| {
        let place = match (&found.source, found.subject) {
            (Some(source), Some(range)) => format!("{}:{range}: ", source.name),
            _ => String::new(),
        };
        let detail = found.detail.lines().next().unwrap_or_default();
        format!("{place}{}: {detail}", found.summary)
    };
    diagnostics.iter().map(line).collect()
}

/// The diagnostics of reading a module and of evaluating it.
fn sink(text: &str, given: &Given, unset: Unset) -> Vec<String> {
    let read = read(text);
    let options = Options {
        unset,
        ..Options::default()
    };
    let found = read
        .module
        .evaluate(given, &options, &Budget::standard())
        .unwrap();
    let mut all = lines(&read.diagnostics);
    all.extend(lines(&found.diagnostics));
    all
}

fn outputs(text: &str, given: &Given) -> Vec<String> {
    let read = read(text);
    assert_eq!(lines(&read.diagnostics), [""; 0]);
    let found = read
        .module
        .evaluate(given, &Options::default(), &Budget::standard())
        .unwrap();
    let shown = |value: &Option<Value>| match value {
        Some(value) => {
            polycty_hcl::format_value(value, polycty_hcl::NotationPolicy::Withheld).unwrap()
        }
        None => "none".to_owned(),
    };
    found.outputs.iter().map(shown).collect()
}

#[test]
fn overrides_change_declarations() {
    let text = r#"
-- a_override.tf
variable "a" {
  default = "3"
}
locals {
  l = "changed"
}
output "o" {
  description = "described"
}
-- main.tf
variable "a" {
  type    = number
  default = 1
}
locals {
  l = "kept"
}
output "o" {
  value = [var.a, local.l]
}
-- notes.txt
not a file of a module
"#;
    let module = read(text).module;
    let output = &module.inventory().outputs[0];
    assert_eq!(output.description.as_deref(), Some("described"));
    assert_eq!(outputs(text, &Given::default()), [r#"[3, "changed"]"#]);
    let twice = "-- b.tf\nlocals {\n x = 1\n}\n-- a.tf\nlocals {\n x = 2\n}\n";
    assert_eq!(
        lines(&read(twice).diagnostics),
        [
            "b.tf:2,2-7: Duplicate local value definition: A local value named \"x\" was already defined at a.tf:2,2-7. Local value names must be unique within a module."
        ]
    );
}

#[test]
fn all_wrong_values_are_reported_at_once() {
    let text = r#"
variable "a" {
  type = number
}
variable "b" {
  type     = list(string)
  nullable = false
}
variable "region" {
  type = object({ name = string, zones = optional(number, 3) })
}
output "r" {
  value = var.region
}
"#;
    let mut given = Given::default();
    given.file("x.tfvars", "a = \"many\"\nb = null\nregoin = {}\n");
    given.text("region", "{ zones = 2 }", TextFrom::CommandLine);
    assert_eq!(
        sink(text, &given, Unset::Error),
        [
            "Value for undeclared variable: The root module does not declare a variable named \"regoin\" but a value was found in file \"x.tfvars\". If you meant to use this value, add a \"variable\" block to the configuration. Did you mean \"region\"?",
            "main.tf:9,1-18: Invalid value for input variable: Unsuitable value for var.region set using -var=\"region=...\": attribute \"name\" is required.",
            "x.tfvars:1,5-11: Invalid value for input variable: The given value is not suitable for var.a declared at main.tf:2,1-13: a number is required.",
            "x.tfvars:2,5-9: Required variable not set: The given value is not suitable for var.b defined at main.tf:5,1-13: required variable may not be set to null.",
        ]
    );
    let mut given = Given::default();
    given.text("region", "{ name = \"here\" }", TextFrom::Environment);
    given.text("everybodys", "x", TextFrom::Environment);
    given.value("a", Value::from_i64(1));
    assert_eq!(
        sink(text, &given, Unset::Error),
        [
            "main.tf:5,1-13: No value for required variable: The root module input variable \"b\" is not set, and has no default value. Use a -var or -var-file command line argument to provide a value for this variable."
        ]
    );
    assert_eq!(
        outputs(text, &given),
        ["{\n  name  = \"here\"\n  zones = 3\n}"]
    );
}

#[test]
fn the_last_value_of_a_variable_counts() {
    let text = "variable \"a\" {}\noutput \"a\" {\n value = var.a\n}\n";
    let mut given = Given::default();
    given.text("a", "first", TextFrom::Environment);
    given.file("a.tfvars", "a = upper(\"second\")");
    given.value("a", Value::string("third"));
    assert_eq!(outputs(text, &given), [r#""third""#]);
    assert_eq!(sink(text, &given, Unset::Error), [""; 0]);
}

#[test]
fn only_values_of_a_plan_are_unknown() {
    let text = r#"
resource "aws_instance" "web" {
  count = 2
}
module "m" {
  source = "./m"
}
locals {
  id   = aws_instance.web[0].id
  name = "web-${local.id}"
}
output "id" {
  value = local.name
}
output "tags" {
  value = { name = "x", of = module.m.name, here = path.module, in = terraform.workspace }
}
output "count" {
  value = length(["a", local.id])
}
"#;
    assert_eq!(
        outputs(text, &Given::default()),
        [
            "(unknown string, not null, beginning with \"web-\")",
            "{\n  here = (unknown string, not null)\n  in   = \"default\"\n  name = \"x\"\n  of   = (unknown any)\n}",
            "2",
        ]
    );
}

#[test]
fn cycles_are_reported_and_affect_only_their_members() {
    let text = r#"
locals {
  a = local.b
  b = local.a
  c = local.c
  d = 1
}
variable "v" {
  default = 1
  validation {
    condition     = var.v != local.e
    error_message = "No."
  }
}
locals {
  e = var.v
}
output "d" {
  value = local.d
}
output "a" {
  value = local.a
}
"#;
    let found = sink(text, &Given::default(), Unset::Error);
    assert_eq!(
        found,
        [
            "Cycle: var.v (validation), local.e (expand): ",
            "Cycle: local.a (expand), local.b (expand): ",
            "main.tf:5,7-14: Self-referencing local value: Local value local.c cannot use its own result as part of its expression.",
        ]
    );
    assert_eq!(outputs(text, &Given::default()), ["1", "none"]);
}

#[test]
fn sensitive_values_are_never_shown() {
    let text = r#"
variable "secret" {
  type      = string
  sensitive = true
  validation {
    condition     = length(var.secret) > 20
    error_message = "Too short: ${var.secret}."
  }
}
variable "number" {
  sensitive = true
  type      = number
}
variable "other" {
  default = "x"
}
output "shown" {
  value = var.other == "x" ? "a" : var.secret
}
output "kept" {
  value     = "key-${var.secret}"
  sensitive = true
}
output "wrong" {
  value = tonumber(var.secret)
}
"#;
    let mut given = Given::default();
    given.file("s.tfvars", "secret = \"hunter2\"\nnumber = \"hunter2\"");
    let read = read(text);
    let options = Options::default();
    let budget = Budget::standard();
    let found = read.module.evaluate(&given, &options, &budget).unwrap();
    let mut all = lines(&found.diagnostics);
    all.push(found.to_json(&read.module, &budget).unwrap());
    assert!(all.len() > 2, "{all:?}");
    assert!(!all.concat().contains("hunter2"), "{all:?}");
    let long = "hunter2".repeat(5);
    let mut given = Given::default();
    given.value("secret", Value::string(&long));
    given.value("number", Value::from_i64(1));
    let found = read.module.evaluate(&given, &options, &budget).unwrap();
    let json = found.to_json(&read.module, &budget).unwrap();
    assert!(!json.contains("hunter2"), "{json}");
    assert!(
        json.contains(r#""kept":{"type":"string","sensitive":true}"#),
        "{json}"
    );
}

/// A module with many variables with rules, local values and outputs.
fn large(count: usize) -> String {
    let declarations = |at: usize| {
        format!(
            r#"
variable "v{at}" {{
  type    = object({{ a = string, b = optional(number, {at}) }})
  default = {{ a = "x" }}
  validation {{
    condition     = var.v{at}.b >= 0
    error_message = "No."
  }}
}}
locals {{
  l{at} = [var.v{at}.a, var.v0.b]
}}
output "o{at}" {{
  value = local.l{at}[0]
}}
"#
        )
    };
    (0..count).map(declarations).collect()
}

#[test]
fn the_cost_of_a_module_grows_with_its_size() {
    let taken = |count: usize| {
        let text = large(count);
        let budget = Budget::standard();
        let read = Module::read(&files(&text), &budget).unwrap();
        let options = Options::default();
        read.module
            .evaluate(&Given::default(), &options, &budget)
            .unwrap();
        (budget.steps(), budget.bytes())
    };
    let (small, large) = (taken(50), taken(500));
    assert!(large.0 < small.0 * 12, "{small:?} {large:?}");
    assert!(large.1 < small.1 * 12, "{small:?} {large:?}");
}

#[test]
fn no_budget_gives_half_an_answer() {
    let text = large(30);
    for at in 0..40 {
        let limits = Limits {
            steps: 40_000 * at / 40,
            ..Limits::STANDARD
        };
        let budget = Budget::new().bounded(limits);
        let read = match Module::read(&files(&text), &budget) {
            Ok(read) => read,
            Err(error) => {
                assert_eq!(error.code(), Code::Limit);
                continue;
            }
        };
        let options = Options::default();
        match read.module.evaluate(&Given::default(), &options, &budget) {
            Ok(found) => assert!(found.outputs.iter().all(Option::is_some)),
            Err(error) => assert_eq!(error.code(), Code::Limit),
        }
    }
}

#[test]
fn a_long_chain_takes_little_of_the_stack() {
    let mut text = String::from("locals {\n");
    for at in 0..3000 {
        text.push_str(&format!("  l{at} = local.l{}\n", at + 1));
    }
    text.push_str("  l3000 = 1\n}\noutput \"o\" {\n  value = local.l0\n}\n");
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let thread = small.spawn(move || outputs(&text, &Given::default()));
    assert_eq!(thread.unwrap().join().unwrap(), ["1"]);
}

#[test]
fn an_inventory_has_places() {
    let text = r#"
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
  backend "s3" {}
}
provider "aws" {
  alias = "west"
}
data "aws_ami" "a" {
  provider = aws.west
}
moved {
  from = aws_instance.a
  to   = aws_instance.b
}
check "c" {
  data "aws_ami" "b" {}
  assert {
    condition     = data.aws_ami.b.id != ""
    error_message = "Gone."
  }
}
"#;
    let read = read(text);
    assert_eq!(lines(&read.diagnostics), [""; 0]);
    let all = read.module.inventory();
    assert_eq!(
        all.resources[0].provider,
        Some(("aws".into(), Some("west".into())))
    );
    assert_eq!(all.resources[1].address(), "data.aws_ami.b");
    assert_eq!(all.changes[0].to.as_deref(), Some("aws_instance.b"));
    assert_eq!(all.checks[0].declared.place.to_string(), "main.tf:22,1-10");
    let required = &all.settings.required_providers[0];
    assert_eq!(required.source.as_deref(), Some("hashicorp/aws"));
    let backend = all.settings.backend.as_ref().unwrap();
    assert_eq!(backend.declared.place.range.start.line, 10);
    let json = read.module.to_json(&Budget::standard()).unwrap();
    assert!(json.contains(r#""required_versions":[">= 1.5"]"#), "{json}");
}

#[test]
fn ephemeral_values_are_not_in_a_report() {
    let read = read(
        r#"
variable "token" {
  type      = string
  default   = "hidden"
  ephemeral = true
}
variable "both" {
  default   = "hidden"
  ephemeral = true
  sensitive = true
}
locals {
  header = { Authorization = "Bearer ${var.token}" }
}
"#,
    );
    let budget = Budget::standard();
    let inventory = read.module.to_json(&budget).unwrap();
    let options = Options::default();
    let found = read.module.evaluate(&Given::default(), &options, &budget);
    let values = found.unwrap().to_json(&read.module, &budget).unwrap();
    for json in [&inventory, &values] {
        assert!(!json.contains(r#""hidden""#), "{json}");
    }
    assert!(values.contains(r#""token":{"type":"string","ephemeral":true}"#));
    assert!(values.contains(r#""both":{"type":"string","sensitive":true,"ephemeral":true}"#));
    assert!(!values.contains("Bearer"), "{values}");
}

/// Files that record the requested paths. One entry has a name that is not valid.
#[derive(Default)]
struct Asked(std::sync::Mutex<Vec<String>>);

impl Files for Asked {
    fn read(&self, path: &str, _: &Budget) -> std::result::Result<Vec<u8>, FileError> {
        self.0.lock().unwrap().push(path.to_owned());
        Ok(Vec::new())
    }

    fn kind(&self, _: &str, _: &Budget) -> std::result::Result<FileKind, FileError> {
        Ok(FileKind::File)
    }

    fn list(&self, path: &str, _: &Budget) -> std::result::Result<Vec<Entry>, FileError> {
        self.0.lock().unwrap().push(path.to_owned());
        let names = ["main.tf", "x/../evil.tf"];
        Ok(names
            .map(|name| Entry {
                name: name.to_owned(),
                kind: FileKind::File,
            })
            .into())
    }
}

#[test]
fn files_are_asked_by_clean_paths() {
    for (folder, paths) in [
        (".", [".", "main.tf"]),
        ("", [".", "main.tf"]),
        ("./a//b/../c/", ["a/c", "a/c/main.tf"]),
        ("/", ["/", "/main.tf"]),
    ] {
        let files = Asked::default();
        Module::read_folder(&files, folder, &Budget::standard()).unwrap();
        assert_eq!(*files.0.lock().unwrap(), paths, "{folder}");
    }
}

#[test]
fn texts_are_read_out_of_the_budget_that_there_is() {
    let list = format!("[{}]", "1,".repeat(5_000));
    let main = format!("locals {{\n  a = {list}\n}}\n");
    let json = format!(
        "{{\"locals\": {{\"a\": {list}}}}}",
        list = list.replace(",]", "]")
    );
    let refused = |read: Result<ReadModule>| read.unwrap_err().code() == Code::Limit;
    for (name, text) in [("main.tf", &main), ("main.tf.json", &json)] {
        let files = [ModuleFile {
            name: name.to_owned(),
            text: text.clone().into(),
        }];
        let small = Budget::new().limit_bytes(100_000);
        assert!(refused(Module::read(&files, &small)), "{name}");
        let few = Budget::new().limit_steps(5_000);
        assert!(refused(Module::read(&files, &few)), "{name}");
    }
    let read = read("variable \"a\" {\n  type = list(number)\n}\n");
    let options = Options::default();
    let mut text = Given::default();
    text.text("a", list.as_str(), TextFrom::CommandLine);
    let mut file = Given::default();
    file.file("a.tfvars", format!("a = {list}"));
    for given in [text, file] {
        let small = Budget::new().limit_bytes(100_000);
        let found = read.module.evaluate(&given, &options, &small);
        assert_eq!(found.unwrap_err().code(), Code::Limit);
        let enough = Budget::new().limit_bytes(100_000_000);
        let found = read.module.evaluate(&given, &options, &enough).unwrap();
        assert_eq!(lines(&found.diagnostics), [""; 0]);
    }
}

#[test]
fn a_variable_of_maximum_depth_does_not_affect_others() {
    let mut deep = Value::bool(true);
    while let Ok(deeper) = Value::tuple(vec![deep.clone()]) {
        deep = deeper;
    }
    let mut given = Given::default();
    given.value("deep", deep);
    given.value("name", Value::string("x"));
    let module = "variable \"deep\" {}\nvariable \"name\" {}\n";
    let output = "output \"o\" {\n  value = \"${var.name}-${var.name}\"\n}\n";
    let read = read(&format!("{module}{output}"));
    let options = Options::default();
    let evaluate = |module: &Module| module.evaluate(&given, &options, &Budget::standard());
    let found = evaluate(&read.module).unwrap();
    assert_eq!(found.outputs, [Some(Value::string("x-x"))]);
}

/// Both messages are those of Terraform 1.11.
#[test]
fn quoted_keywords_are_warnings_and_outputs_have_no_postconditions() {
    let text = r#"
resource "terraform_data" "a" {
  provisioner "local-exec" {
    when       = "destroy"
    on_failure = "never"
  }
}
output "o" {
  value = 1
  postcondition {
    condition     = true
    error_message = "A."
  }
}
"#;
    let found = read(text).diagnostics;
    let told: Vec<_> = found
        .iter()
        .map(|one| (one.severity, &*one.summary, one.subject.unwrap().start.line))
        .collect();
    assert_eq!(
        told,
        [
            (Severity::Warning, "Quoted keywords are deprecated", 4),
            (Severity::Warning, "Quoted keywords are deprecated", 5),
            (Severity::Error, "Invalid \"on_failure\" keyword", 5),
            (Severity::Error, "Postconditions are not allowed", 10),
        ]
    );
    let range = found[3].subject.unwrap();
    assert_eq!((range.start.column, range.end.column), (3, 16));
}

#[test]
fn errors_of_a_condition_and_of_its_message_are_both_reported() {
    let text = r#"
variable "w" {
  default = 1
  validation {
    condition     = var.w == tolist([])[0]
    error_message = 5 + null + var.w
  }
}
"#;
    assert_eq!(
        sink(text, &Given::default(), Unset::Unknown),
        [
            "main.tf:5,40-43: Invalid index: The given key does not identify an element in this collection value: the collection has no elements.",
            "main.tf:6,21-29: Operation failed: Error during operation: argument must not be null.",
        ]
    );
}

#[test]
fn a_default_that_does_not_fit_names_the_path() {
    let text = r#"
variable "a" {
  type    = list(number)
  default = ["x"]
}
variable "b" {
  type    = object({ c = list(object({ d = number })) })
  default = { c = [{ d = 1 }, { d = "x" }] }
}
variable "c" {
  type    = map(number)
  default = { k = "x" }
}
"#;
    const DETAIL: &str =
        "This default value is not compatible with the variable's type constraint:";
    let found = read(text).diagnostics;
    let details: Vec<_> = found
        .iter()
        .map(|one| one.detail.strip_prefix(DETAIL).unwrap())
        .collect();
    assert_eq!(
        details,
        [
            " [0]: a number is required.",
            " .c[1].d: a number is required.",
            " [\"k\"]: a number is required.",
        ]
    );
}

#[test]
fn a_value_that_json_cannot_hold_leaves_the_report() {
    let text = "output \"a\" {\n  value = 1 / 0\n}\noutput \"b\" {\n  value = 2\n}\n";
    let read = read(text);
    let options = Options::default();
    let budget = Budget::standard();
    let found = read.module.evaluate(&Given::default(), &options, &budget);
    let json = found.unwrap().to_json(&read.module, &budget).unwrap();
    assert!(json.contains(
        r#""outputs":{"a":{"type":"number","error":"cannot serialize infinity as JSON"},"b":{"type":"number","value":2}}"#
    ), "{json}");
}

#[test]
fn lines_of_sources_that_may_contain_secrets_are_not_shown() {
    const SENSITIVE: &str = "variable \"m\" {\n  type = map(number)\n  sensitive = true\n  default = {}\n}\nvariable \"n\" {\n  type = number\n  default = 1\n}\n";
    const PLAIN: &str = "variable \"m\" {\n  default = {}\n}\nvariable \"n\" {\n  type = number\n  default = 1\n}\n";
    const HIDDEN: &str = "(source code not available)";
    let rendered = |module: &str, given: &Given| {
        let read = read(module);
        let found = read
            .module
            .evaluate(given, &Options::default(), &Budget::standard());
        let diagnostics = found.unwrap().diagnostics;
        assert!(!diagnostics.is_empty());
        Error::from_diagnostics(Code::Diagnostics, diagnostics).render_text()
    };
    let file = |name: &str, text: &str| {
        let mut given = Given::default();
        given.file(name, text);
        given
    };
    let json = r#"{"m": {"hunter2": 1}, "n": "x"}"#;
    let cases = [
        ("a.tfvars.json", json, "line 1, column 28:"),
        ("a.tfvars.json", r#"{"m": hunter2}"#, "Invalid JSON keyword"),
        (
            "a.tfvars",
            "m = { hunter2 = 1 }\nn = \"\\h\"",
            "line 2, column 6:",
        ),
        (
            "a.tfvars.json",
            r#"{"mm": "hunter2", "n": "x"}"#,
            "line 1, column 24:",
        ),
        ("a.tfvars", "m = hunter2(1)", "line 1, column 5:"),
        ("a.tfvars", "m = { hunter2 =", "line 1"),
    ];
    for (name, text, expected) in cases {
        let shown = rendered(SENSITIVE, &file(name, text));
        assert!(shown.contains(expected), "{shown}");
        assert!(shown.contains(HIDDEN), "{shown}");
        assert!(!shown.contains("hunter2"), "{shown}");
    }
    // A declaration that could not be read may be that of a sensitive variable.
    let unsound = format!("{PLAIN}variable \"x\" {{\n  sensitive = var.n\n}}\n");
    let shown = rendered(&unsound, &file("a.tfvars.json", json));
    assert!(!shown.contains("hunter2"), "{shown}");
    let shown = rendered(PLAIN, &file("a.tfvars.json", json));
    assert!(shown.contains(json), "{shown}");

    // Lines without a part of a sensitive variable's value are shown.
    let native = "m = {\n  hunter2 = 1\n}\nn = \"x\" # five\n";
    let lines = "{\n  \"m\": {\n \"hunter2\": 1\n},\n  \"n\": \"x\"\n}";
    let calls = "n = f(\n  m)\nm = { hunter2 = 1 }\n";
    for (name, text, expected) in [
        ("a.tfvars", native, "| n = \"x\" # five"),
        ("a.tfvars", calls, "| n = f("),
        ("a.tfvars.json", lines, "|   \"n\": \"x\""),
    ] {
        let shown = rendered(SENSITIVE, &file(name, text));
        assert!(shown.contains(expected), "{shown}");
        assert!(!shown.contains(HIDDEN), "{shown}");
        assert!(!shown.contains("hunter2"), "{shown}");
    }
    let shared = "{\"m\": {\n \"hunter2\": 1\n}, \"n\": \"x\"}";
    let shown = rendered(SENSITIVE, &file("a.tfvars.json", shared));
    assert!(
        shown.contains(HIDDEN) && !shown.contains("\"n\": \"x\""),
        "{shown}"
    );

    let text = |text: &str| {
        let mut given = Given::default();
        given.text("m", text, TextFrom::Environment);
        given
    };
    for value in ["{hunter2=", "\"hunter2\\q\"", "hunter2(1)"] {
        let shown = rendered(SENSITIVE, &text(value));
        assert!(
            shown.contains("on <value for var.m> line 1, column "),
            "{shown}"
        );
        assert!(shown.contains(HIDDEN), "{shown}");
        assert!(!shown.contains("hunter2"), "{shown}");
    }
    let typed = PLAIN.replacen("default = {}", "type = map(number)\n  default = {}", 1);
    let shown = rendered(&typed, &text("{hunter2="));
    assert!(shown.contains("| {hunter2="), "{shown}");
}

#[test]
fn the_type_of_a_sensitive_value_is_the_declared_one() {
    let text = r#"
variable "a" {
  sensitive = true
  default   = { hunter2 = 1 }
}
variable "b" {
  type      = object({ c = any })
  sensitive = true
  default   = { c = { hunter2 = 1 } }
}
output "o" {
  value     = [var.a, 1]
  sensitive = true
}
"#;
    let read = read(text);
    let budget = Budget::standard();
    let json = read.module.to_json(&budget).unwrap();
    for expected in [
        r#""default":{"type":"any","sensitive":true}"#,
        r#""default":{"type":"object({ c = any })","sensitive":true}"#,
    ] {
        assert!(json.contains(expected), "{json}");
    }
    let found = read
        .module
        .evaluate(&Given::default(), &Options::default(), &budget);
    let report = found.unwrap().to_json(&read.module, &budget).unwrap();
    for expected in [
        r#""a":{"type":"any","sensitive":true}"#,
        r#""b":{"type":"object({ c = any })","sensitive":true}"#,
        r#""o":{"type":"any","sensitive":true}"#,
    ] {
        assert!(report.contains(expected), "{report}");
    }
    assert!(
        !json.contains("hunter2") && !report.contains("hunter2"),
        "{json} {report}"
    );
}
