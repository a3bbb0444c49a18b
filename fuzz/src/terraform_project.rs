//! Terraform projects of any bytes: modules, schemas of providers and a manifest.
//!
//! Lines of `%%` separate the root module, two called modules, the schemas and the manifest. No call
//! panics, and none exceeds its budget. Outputs are those of modules of the project, and no
//! diagnostic shows the value of a sensitive variable.
use polycty::calls::{Budget, Limits};
use polycty::dialect::terraform::Overlay;
use polycty::dialect::terraform::module::{Given, Unset};
use polycty::dialect::terraform::project::{Manifest, Project, ProjectOptions, Schemas};
use polycty::source::{Code, Diagnostic, Error};
use std::collections::HashSet;

/// The text that no diagnostic may contain.
const SECRET: &str = "hunter2";

const SCHEMAS: &str = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/a": {
"provider": {"block": {"attributes": {"k": {"type": "string", "optional": true, "sensitive": true}}}},
"resource_schemas": {"a_b": {"block": {"attributes": {"c": {"type": "number", "required": true},
"d": {"type": ["list", "string"], "computed": true}}, "block_types": {"e": {"nesting_mode": "list",
"block": {"attributes": {"f": {"type": "bool", "optional": true}}}}}}}}}}}"#;

const MANIFEST: &str = r#"{"Modules": [{"Key": "r", "Source": "x/y/z", "Dir": "m2"}]}"#;

/// The parts of an input, in their order.
fn parts(data: &[u8]) -> Vec<&[u8]> {
    let mut parts = Vec::new();
    let mut rest = data;
    while let Some(at) = rest.windows(3).position(|window| window == b"%%\n") {
        parts.push(&rest[..at]);
        rest = &rest[at + 3..];
    }
    parts.push(rest);
    parts
}

fn check(diagnostics: Vec<Diagnostic>, has_own: bool) {
    if diagnostics.is_empty() || has_own {
        return;
    }
    let error = Error::from_diagnostics(Code::Diagnostics, diagnostics);
    for text in [
        error.render_text(),
        error.render_json(),
        error.render_sarif(),
    ] {
        assert!(!text.contains(SECRET), "{text}");
    }
}

/// Reads, checks and plans a project.
pub fn run(data: &[u8]) {
    let parts = parts(data);
    let part = |at: usize| parts.get(at).copied().filter(|part| !part.is_empty());
    let own_secret = |part: &[u8]| part.windows(7).any(|text| text == SECRET.as_bytes());
    let limits = Limits {
        steps: 200_000,
        ..Limits::STANDARD
    };
    let budget = Budget::new().bounded(limits);
    let mut files = Overlay::default();
    let json = |part: &[u8]| part.first() == Some(&b'{');
    for (at, folder) in ["", "m1/", "m2/"].into_iter().enumerate() {
        let text = part(at).unwrap_or(b"output \"o\" {\n  value = 1\n}\n");
        let ending = if json(text) { ".json" } else { "" };
        files.set(&format!("{folder}main.tf{ending}"), text);
    }
    files.set(
        "secret.tf",
        "variable \"s\" {\n  type = string\n  sensitive = true\n}\n",
    );
    let text = |at, default| {
        let text = part(at).map(String::from_utf8_lossy);
        text.unwrap_or(std::borrow::Cow::Borrowed(default))
    };
    let manifest = Manifest::read(&text(4, MANIFEST), &budget).unwrap_or_default();
    let options = ProjectOptions {
        schemas: Schemas::read(&text(3, SCHEMAS), &budget).ok(),
        queries: true,
        ..ProjectOptions::default()
    };
    let mut given = Given::default();
    given.file("f.tfvars", format!("s = \"{SECRET}\"\n"));
    let Ok(loaded) = Project::load_with(&files, ".", &given, &manifest, &options, &budget) else {
        return;
    };
    let has_own = own_secret(data);
    let project = loaded.project;
    let modules: HashSet<String> = project.modules().map(|module| module.address).collect();
    check(loaded.diagnostics, has_own);
    check(
        loaded.missing.iter().map(|it| it.warning()).collect(),
        has_own,
    );
    if project.is_loaded()
        && let Ok(found) = project.infer(&budget)
    {
        for output in &found.outputs {
            assert!(modules.contains(&output.module), "{}", output.address);
        }
        let json = found.to_json(&budget).unwrap_or_default();
        assert!(has_own || !json.contains(SECRET), "{json}");
        check(found.diagnostics, has_own);
    }
    if let Ok(found) = project.plan_with(&given, Unset::Unknown, &budget) {
        let json = found.to_json(&budget).unwrap_or_default();
        assert!(has_own || !json.contains(SECRET), "{json}");
        check(found.diagnostics, has_own);
    }
}
