//! Strict checks of the values of variables and of the arguments of module calls.

use super::{Evaluation, Given, Module, ModuleFile, Options, Release, Strictness, TextFrom, Unset};
use crate::project::tests::Texts;
use crate::project::{LocalOnly, Project, ProjectOptions};
use polycty_core::calls::Budget;
use polycty_core::codec::json;
use polycty_core::source::{Diagnostic, Severity};
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::collections::BTreeMap;

const SERVERS: &str = "variable \"servers\" {
  type = map(object({
    name = string
    port = optional(number, 80)
    tags = optional(list(object({ key = string })), [])
  }))
}
";

fn evaluated(module: &str, given: &Given, strictness: Strictness) -> Evaluation {
    let budget = Budget::standard();
    let file = ModuleFile {
        name: "main.tf".into(),
        text: module.into(),
    };
    let read = Module::read_as(&[file], Release::default(), &budget).unwrap();
    let options = Options {
        unset: Unset::Error,
        strictness,
        ..Options::default()
    };
    read.module.evaluate(given, &options, &budget).unwrap()
}

/// The severity, position, summary, detail and suggestion.
fn line(found: &Diagnostic) -> String {
    let sign = match found.severity {
        Severity::Warning => 'W',
        _ => 'E',
    };
    let file = found.source.as_ref().map_or("-", |source| &source.name);
    let place = found
        .subject
        .map_or(String::new(), |range| range.to_string());
    let meant = found.suggestion.as_ref();
    let meant = meant.map_or_else(String::new, |meant| format!(" -> {meant}"));
    format!(
        "{sign} {file}:{place} {}: {}{meant}",
        found.summary, found.detail
    )
}

fn lines(found: &Evaluation) -> Vec<String> {
    found.diagnostics.iter().map(line).collect()
}

fn of_file(name: &str, text: &str, strictness: Strictness) -> Vec<String> {
    let mut given = Given::default();
    given.file(name, text);
    lines(&evaluated(SERVERS, &given, strictness))
}

const NATIVE: &str = "servers = {
  a = { name = \"a\", prot = 81 }
  b = { name = \"b\", tags = [{ key = \"k\", \"kye\" = 1 }] }
}
";

#[test]
fn undeclared_attributes_are_reported_with_path_position_and_suggestion() {
    assert_eq!(
        of_file("x.tfvars", NATIVE, Strictness::Warnings),
        [
            "W x.tfvars:2,21-25 Unexpected attribute: var.servers.a.prot: the type has no attribute \"prot\"; did you mean \"port\"? Terraform ignores undeclared attributes. -> port",
            "W x.tfvars:3,42-47 Unexpected attribute: var.servers.b.tags[0].kye: the type has no attribute \"kye\"; did you mean \"key\"? Terraform ignores undeclared attributes. -> \"key\"",
        ]
    );
    let errors = of_file("x.tfvars", NATIVE, Strictness::Errors);
    assert_eq!(errors.len(), 2);
    assert!(errors.iter().all(|line| line.starts_with("E x.tfvars:")));
    assert_eq!(of_file("x.tfvars", NATIVE, Strictness::Terraform), [""; 0]);
}

#[test]
fn values_with_undeclared_attributes_are_used() {
    let mut given = Given::default();
    given.file("x.tfvars", NATIVE);
    let plain = evaluated(SERVERS, &given, Strictness::Terraform);
    for strictness in [Strictness::Warnings, Strictness::Errors] {
        let strict = evaluated(SERVERS, &given, strictness);
        assert_eq!(strict.variables, plain.variables);
        assert_eq!(strict.has_errors(), strictness == Strictness::Errors);
    }
}

#[test]
fn positions_of_json_are_those_of_its_properties() {
    let text = "{\"servers\": {\n  \"a\": {\"name\": \"a\", \"nmae\": 1, \"port\": \"x\"}}}";
    assert_eq!(
        of_file("x.tfvars.json", text, Strictness::Warnings),
        [
            "E x.tfvars.json:1,13-2,46 Invalid value for input variable: The given value is not suitable for var.servers declared at main.tf:1,1-19: a number is required.",
            "W x.tfvars.json:2,22-28 Unexpected attribute: var.servers.a.nmae: the type has no attribute \"nmae\"; did you mean \"name\"? Terraform ignores undeclared attributes. -> \"name\"",
            "E x.tfvars.json:2,41-44 Unsuitable part of a value: var.servers.a.port: a number is required.",
        ]
    );
    let parts = of_file("x.tfvars.json", text, Strictness::Parts);
    assert!(parts[0].contains("Invalid value for input variable"));
    assert!(parts[1].contains("Unsuitable part of a value"));
    assert_eq!(parts.len(), 2);
}

#[test]
fn each_part_that_does_not_convert_is_an_error() {
    let text = "servers = {
  a = { name = [], port = 80 }
  b = { port = true }
  c = 1
}
";
    let plain = of_file("x.tfvars", text, Strictness::Terraform);
    let strict = of_file("x.tfvars", text, Strictness::Warnings);
    assert_eq!(plain.len(), 1);
    // The diagnostic of Terraform is the same and comes first.
    assert_eq!(strict[0], plain[0]);
    assert_eq!(
        strict[1..],
        [
            "E x.tfvars:2,16-18 Unsuitable part of a value: var.servers.a.name: string required, but have tuple.",
            "E x.tfvars:3,7-22 Unsuitable part of a value: var.servers.b: attribute \"name\" is required.",
            "E x.tfvars:3,16-20 Unsuitable part of a value: var.servers.b.port: number required, but have bool.",
            "E x.tfvars:4,7-8 Unsuitable part of a value: var.servers.c: object required, but have number.",
        ]
    );
}

#[test]
fn a_type_that_is_wrong_as_a_whole_has_one_error() {
    let plain = of_file("x.tfvars", "servers = 1", Strictness::Terraform);
    assert_eq!(
        of_file("x.tfvars", "servers = 1", Strictness::Errors),
        plain
    );
    assert_eq!(plain.len(), 1);
}

#[test]
fn values_in_yaml_have_positions() {
    let text =
        "# c\nservers:\n  a: {name: a, prot: 1}\n  b:\n    name: b\n    port: many\nother: 1\n";
    let found = of_file("values.yaml", text, Strictness::Warnings);
    assert_eq!(found.len(), 4, "{found:?}");
    let starts = [
        "W values.yaml:3,16-20 Unexpected attribute: var.servers.a.prot: ",
        "W -: Value for undeclared variable: ",
        "E values.yaml:3,3-6,15 Invalid value for input variable: ",
        "E values.yaml:6,11-15 Unsuitable part of a value: var.servers",
    ];
    for start in starts {
        assert!(
            found.iter().any(|line| line.starts_with(start)),
            "{start}: {found:?}"
        );
    }
    let found = of_file(
        "values.yml",
        "servers:\n  a: {name: 1, port: '8080'}\n",
        Strictness::Errors,
    );
    assert_eq!(found, Vec::<String>::new());
    for (text, start) in [
        ("- a\n", "E values.yml:1,1-4 Invalid values: "),
        ("servers: [\n", "E values.yml:2,1-1 Invalid YAML document: "),
    ] {
        let found = of_file("values.yml", text, Strictness::Terraform);
        assert!(
            found.iter().any(|line| line.starts_with(start)),
            "{found:?}"
        );
    }
}

#[test]
fn errors_in_aliases_that_expand_are_charged() {
    let mut text = String::from("a: &a0 [x, x, x, x, x, x, x, x]\n");
    for at in 1..9 {
        let aliases = vec![format!("*a{}", at - 1); 8].join(", ");
        text.push_str(&format!("a{at}: &a{at} [{aliases}]\n"));
    }
    text.push_str("servers: *a8\n");
    let ty = format!("{}number{}", "list(".repeat(9), ")".repeat(9));
    let module = format!("variable \"servers\" {{\n  type = {ty}\n}}\n");
    let budget = Budget::standard();
    let files = [ModuleFile {
        name: "main.tf".to_owned(),
        text: module.into_bytes(),
    }];
    let module = Module::read(&files, &budget).unwrap().module;
    let mut given = Given::default();
    given.file("values.yaml", text);
    let options = Options {
        strictness: Strictness::Errors,
        ..Options::default()
    };
    let error = module.evaluate(&given, &options, &budget).unwrap_err();
    assert!(error.code().is_refusal(), "{error}");
}

#[test]
fn secrets_in_yaml_are_not_shown() {
    let module =
        "variable \"token\" {\n  type      = object({ key = number })\n  sensitive = true\n}\n";
    let mut given = Given::default();
    given.file("values.yaml", "token:\n  key: hunter2\n");
    let found = evaluated(module, &given, Strictness::Errors);
    assert!(!found.diagnostics.is_empty());
    for one in &found.diagnostics {
        let shown = one
            .source
            .as_ref()
            .is_some_and(|source| *source.name == *"values.yaml");
        assert!(
            !shown || one.source.as_ref().unwrap().has_secrets,
            "{one:?}"
        );
        assert!(!line(one).contains("hunter2"), "{one:?}");
    }
}

#[test]
fn texts_and_values_of_a_program_are_checked() {
    let mut given = Given::default();
    let text = "{ a = { name = \"a\", prot = 1 } }";
    given.text("servers", text, TextFrom::CommandLine);
    let wanted = "Unexpected attribute: var.servers.a.prot: the type has no attribute \"prot\"; did you mean \"port\"? Terraform ignores undeclared attributes.";
    assert_eq!(
        lines(&evaluated(SERVERS, &given, Strictness::Warnings)),
        [format!(
            "W <value for var.servers>:1,21-25 {wanted} -> port"
        )]
    );
    let text = br#"{"a": {"name": "a", "prot": 1}}"#;
    let value = json::decode(text, &json::implied_type(text).unwrap()).unwrap();
    given.value("servers", value);
    assert_eq!(
        lines(&evaluated(SERVERS, &given, Strictness::Warnings)),
        [format!("W main.tf:1,1-19 {wanted}")]
    );
}

#[test]
fn parts_of_sensitive_values_are_not_named() {
    let module = SERVERS.replacen("{\n", "{\n  sensitive = true\n", 1);
    let mut given = Given::default();
    given.file(
        "x.tfvars",
        "servers = { secret1 = { name = \"a\", secret2 = 3 } }\n",
    );
    let found = evaluated(&module, &given, Strictness::Warnings);
    assert_eq!(
        lines(&found),
        [
            "W x.tfvars:1,11-52 Unexpected attribute: var.servers: there are attributes that the type does not have. Terraform ignores undeclared attributes."
        ]
    );
    assert!(found.diagnostics[0].source.as_ref().unwrap().has_secrets);
    let mut given = Given::default();
    given.file(
        "x.tfvars",
        "servers = { secret1 = { name = [], secret2 = 3 } }\n",
    );
    let found = evaluated(&module, &given, Strictness::Warnings);
    let plain = evaluated(&module, &given, Strictness::Terraform);
    assert_eq!(found.diagnostics.len(), plain.diagnostics.len() + 1);
    for one in &found.diagnostics {
        assert!(!line(one).contains("secret2"), "{one:?}");
    }
}

/// Many warnings do not replace the errors that Terraform reports.
#[test]
fn additional_diagnostics_do_not_replace_others() {
    let module =
        "variable \"a\" {\n  type = list(object({}))\n}\nvariable \"b\" {\n  type = number\n}\n";
    let mut given = Given::default();
    let text = format!("a = [{}]\nb = []\n", "{ x = 1 }, ".repeat(3000));
    given.file("x.tfvars", text);
    let found = evaluated(module, &given, Strictness::Warnings);
    assert!(found.has_errors());
    assert!(found.diagnostics.len() > 900);
}

fn checked(main: &str, given: &[(&str, Value)], strictness: Strictness) -> Vec<String> {
    const CHILD: &str =
        "variable \"net\" {\n  type = object({ name = string, zone = optional(string) })\n}\n";
    let budget = Budget::standard();
    let files = Texts::new(&[("main.tf", main), ("net/main.tf", CHILD)]);
    let given: BTreeMap<Str, Value> = given
        .iter()
        .map(|(name, value)| (Str::from(*name), value.clone()))
        .collect();
    let options = ProjectOptions {
        strictness,
        ..ProjectOptions::default()
    };
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &options, &budget).unwrap();
    assert!(loaded.diagnostics.is_empty());
    let found = match given.is_empty() {
        true => loaded.project.validate(&budget).unwrap(),
        false => loaded.project.plan(&given, &budget).unwrap().diagnostics,
    };
    found.iter().map(line).collect()
}

#[test]
fn arguments_of_module_calls_are_checked() {
    let main = "module \"a\" {\n  source = \"./net\"\n  count = 2\n  net = { name = var.name, zoen = 1 }\n}\nvariable \"name\" {}\n";
    let wanted = "W main.tf:4,28-32 Unexpected attribute: module.a.var.net.zoen: the type has no attribute \"zoen\"; did you mean \"zone\"? Terraform ignores undeclared attributes. -> zone";
    assert_eq!(checked(main, &[], Strictness::Warnings), [wanted]);
    assert_eq!(checked(main, &[], Strictness::Terraform), [""; 0]);
    let given = [("name", Value::string("n"))];
    assert_eq!(checked(main, &given, Strictness::Warnings), [wanted]);

    let known = "module \"a\" {\n  source = \"./net\"\n  net = local.net\n}\nlocals {\n  net = { name = \"n\", other = 1 }\n}\n";
    assert_eq!(
        checked(known, &[], Strictness::Warnings),
        [
            "W main.tf:3,9-18 Unexpected attribute: module.a.var.net.other: the type has no attribute \"other\". Terraform ignores undeclared attributes."
        ]
    );
    // The object of a resource has attributes that are not known.
    let object = known.replace("other = 1", "other = terraform_data.x.id")
        + "resource \"terraform_data\" \"x\" {}\n";
    assert_eq!(checked(&object, &[], Strictness::Errors), [""; 0]);
}

#[test]
fn each_wrong_part_of_an_argument_is_an_error() {
    let main = "module \"a\" {\n  source = \"./net\"\n  net = { name = [], zone = {} }\n}\n";
    let plain = checked(main, &[], Strictness::Terraform);
    let strict = checked(main, &[], Strictness::Warnings);
    assert_eq!(strict[..plain.len()], plain);
    assert_eq!(
        strict[plain.len()..],
        [
            "E main.tf:3,18-20 Unsuitable part of a value: module.a.var.net.name: string required, but have tuple.",
            "E main.tf:3,29-31 Unsuitable part of a value: module.a.var.net.zone: string required, but have object.",
        ]
    );
}
