//! No diagnostic of a module or a project shows a line with the value of a sensitive variable.

use super::{LocalOnly, Project, ProjectOptions};
use crate::Overlay;
use crate::module::{Given, Module, ModuleFile, Options, Release, TextFrom, Unset};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Error, Style};

/// All forms of some diagnostics.
fn rendered(diagnostics: Vec<Diagnostic>) -> String {
    let error = Error::from_diagnostics(Code::Diagnostics, diagnostics);
    let forms = [
        error.render(Style::Plain),
        error.render(Style::Color),
        error.render_json(),
        error.render_sarif(),
        error.message().to_owned(),
        error.headline().to_owned(),
    ];
    forms.join("\n")
}

/// The diagnostics of all steps of a project.
fn diagnostics(texts: &[(&str, &str)], given: &Given) -> Vec<Diagnostic> {
    let budget = Budget::standard();
    let mut files = Overlay::default();
    for (path, text) in texts {
        files.set(path, text);
    }
    let options = ProjectOptions::default();
    let loaded = Project::load_with(&files, ".", given, &LocalOnly, &options, &budget).unwrap();
    let mut all = loaded.diagnostics;
    all.extend(loaded.missing.iter().map(|module| module.warning()));
    if loaded.project.is_loaded() {
        all.extend(loaded.project.infer(&budget).unwrap().diagnostics);
    }
    let planned = loaded.project.plan_with(given, Unset::Error, &budget);
    all.extend(planned.unwrap().diagnostics);
    all
}

/// The diagnostics of the root module alone.
fn of_module(texts: &[(&str, &str)], given: &Given) -> Vec<Diagnostic> {
    let budget = Budget::standard();
    let module: Vec<ModuleFile> = texts
        .iter()
        .map(|(path, text)| ModuleFile {
            name: (*path).to_owned(),
            text: text.as_bytes().to_vec(),
        })
        .collect();
    let read = Module::read_as(&module, Release::default(), &budget).unwrap();
    let mut all = read.diagnostics;
    let found = read.module.evaluate(given, &Options::default(), &budget);
    all.extend(found.unwrap().diagnostics);
    all
}

fn check(texts: &[(&str, &str)], given: &Given, summary: &str) {
    let mut found = diagnostics(texts, given);
    // A module alone does not have the declarations of those that it calls.
    if !texts.iter().any(|(path, _)| path.contains('/')) {
        found.extend(of_module(texts, given));
    }
    let summaries: Vec<&str> = found.iter().map(|one| one.summary.as_str()).collect();
    assert!(summaries.contains(&summary), "{summaries:?}");
    let text = rendered(found);
    assert!(!text.contains("hunter2"), "{text}");
}

#[test]
fn defaults_are_not_shown() {
    let none = Given::default();
    let native =
        "variable \"key\" {\n  type = number\n  sensitive = true\n  default = \"hunter2\"\n}\n";
    check(
        &[("main.tf", native)],
        &none,
        "Invalid default value for variable",
    );
    let ephemeral = native.replace("sensitive", "ephemeral");
    check(
        &[("main.tf", &ephemeral)],
        &none,
        "Invalid default value for variable",
    );
    // The argument that makes it sensitive is wrong.
    let wrong = native.replace("= true", "= yes");
    check(
        &[("main.tf", &wrong)],
        &none,
        "Invalid default value for variable",
    );
    let whole = "variable \"key\" {\n  type = number\n  sensitive = true\n  default = 1\n}\n";
    let changed = "variable \"key\" {\n  default = \"hunter2\"\n}\n";
    let files = [("main.tf", whole), ("override.tf", changed)];
    check(&files, &none, "Invalid default value for variable");
    // Everything is on one line.
    let json = r#"{"variable": {"key": {"sensitive": true, "default": "hunter2"}}, "output": {"o": {"value": "${var.none}"}}}"#;
    check(
        &[("main.tf.json", json)],
        &none,
        "Reference to undeclared input variable",
    );
    let json = r#"{"variable": {"key": {"sensitive": true, "default": "hunter2"}}, "module": {"m": {"source": "a/b/c"}}}"#;
    check(&[("main.tf.json", json)], &none, "Module not installed");
}

#[test]
fn defaults_of_declarations_with_errors_are_not_shown() {
    let none = Given::default();
    for (name, text, summary) in [
        (
            "main.tf.json",
            r#"{"variable": [{"key": {}}, {"key": {"sensitive": true, "default": "hunter2"}}]}"#,
            "Duplicate variable declaration",
        ),
        (
            "main.tf.json",
            r#"{"variable": [{"key": {"sensitive": true}}, {"key": {"default": "hunter2"}}]}"#,
            "Duplicate variable declaration",
        ),
        (
            "override.tf.json",
            r#"{"variable": {"key": {"sensitive": true, "default": "hunter2"}}}"#,
            "Missing base variable declaration to override",
        ),
        (
            "main.tf.json",
            r#"{"variable": {"1x": {"sensitive": true, "default": "hunter2"}}}"#,
            "Invalid variable name",
        ),
        (
            "main.tf.json",
            r#"{"variable": {"source": {"sensitive": true, "default": "hunter2"}}}"#,
            "Invalid variable name",
        ),
        (
            "main.tf.json",
            r#"{"variable": {"key": {"sensitive": true, "default": "hunter2", "wrong": 1}}}"#,
            "Extraneous JSON object property",
        ),
    ] {
        check(&[(name, text)], &none, summary);
    }
}

#[test]
fn defaults_in_a_text_with_a_syntax_error_are_not_shown() {
    let none = Given::default();
    for text in [
        "variable \"key\" {\n  sensitive = true\n  default = \"hunter2\" oops\n}\n",
        "variable \"key\" {\n  default = \"hunter2\n  sensitive = true\n}\n",
        "variable \"key\" {\n  default = [\"hunter2\" oops]\n\n  # Not printed.\n  sensitive = true\n}\n",
        "variable \"key\" {\n  default = <<EOT\nhunter2\nEOT oops\n  sensitive = true\n}\n",
        "variable \"key\" {\n  ephemeral = local.x.\n  default = { a = \"hunter2\" b = 1 }\n}\n",
    ] {
        let found = of_module(&[("main.tf", text)], &none);
        assert!(!found.is_empty(), "{text}");
        let shown = rendered(found);
        assert!(!shown.contains("hunter2"), "{text}\n{shown}");
    }
    let json = "{\"variable\": {\"key\": {\"sensitive\": true, \"default\": \"hunter2\" oops}}}";
    let shown = rendered(of_module(&[("main.tf.json", json)], &none));
    assert!(!shown.contains("hunter2"), "{shown}");
    // Other blocks are shown.
    let text = "variable \"key\" {\n  sensitive = true\n}\nlocals {\n  a = \"shown\" oops\n}\n";
    let shown = rendered(of_module(&[("main.tf", text)], &none));
    assert!(shown.contains("\"shown\""), "{shown}");
}

#[test]
fn arguments_of_calls_are_not_shown() {
    let none = Given::default();
    let called = "variable \"key\" {\n  type = number\n  sensitive = true\n}\n";
    let check = |argument: &str, summary: &str| {
        let main = format!("module \"m\" {{\n  source = \"./m\"\n  key = {argument}\n}}\n");
        check(&[("main.tf", &main), ("m/main.tf", called)], &none, summary);
    };
    check("\"hunter2\"", "Invalid value for input variable");
    check(
        "\"hunter2${var.none}\"",
        "Reference to undeclared input variable",
    );
    check("tonumber(\"hunter2\")", "Invalid function argument");
}

#[test]
fn values_from_outside_are_not_shown() {
    let main = "variable \"key\" {\n  type = number\n  sensitive = true\n}\nvariable \"n\" {\n  type = number\n}\n";
    for (name, text) in [
        ("a.tfvars", "key = \"hunter2\"\nn = []\n"),
        ("a.tfvars.json", r#"{"key": "hunter2", "n": []}"#),
        ("a.tfvars.json", r#"{"keys": "hunter2", "n": []}"#),
    ] {
        let mut given = Given::default();
        given.file(name, text);
        check(
            &[("main.tf", main)],
            &given,
            "Invalid value for input variable",
        );
    }
    let mut given = Given::default();
    given.text("key", "hunter2", TextFrom::CommandLine);
    given.text("n", "1", TextFrom::CommandLine);
    check(
        &[("main.tf", main)],
        &given,
        "Invalid value for input variable",
    );
}

#[test]
fn other_lines_are_shown() {
    let called = "variable \"key\" {\n  type = number\n  sensitive = true\n}\n";
    let main = "module \"m\" {\n  source = \"./m\"\n  key = var.none\n}\nvariable \"n\" {\n  type = number\n  default = \"x\"\n}\n";
    let found = diagnostics(
        &[("main.tf", main), ("m/main.tf", called)],
        &Given::default(),
    );
    let text = rendered(found);
    assert!(text.contains("default = \"x\""), "{text}");
    let main = "module \"m\" {\n  source = \"./m\"\n  key = var.none\n}\n";
    let found = diagnostics(
        &[("main.tf", main), ("m/main.tf", called)],
        &Given::default(),
    );
    let text = rendered(found);
    assert!(text.contains("key = var.none"), "{text}");
}
