//! Tests of projects of OpenTofu. The results follow from the source of OpenTofu 1.13.

use super::tests::Texts;
use super::{LocalOnly, Project, ProjectOptions};
use crate::module::{Dialect, Release};
use polycty_core::calls::Budget;
use polycty_core::source::Diagnostic;
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::collections::BTreeMap;

fn shown(found: &Diagnostic) -> String {
    let file = found.source.as_ref().map_or("-", |source| &source.name);
    let place = found
        .subject
        .map_or(String::new(), |range| format!("{file}:{range} "));
    format!("{place}{}: {}", found.summary, found.detail)
}

fn of_tofu() -> ProjectOptions {
    ProjectOptions {
        dialect: Some(Dialect::OpenTofu),
        ..ProjectOptions::default()
    }
}

/// The diagnostics of loading and validating, sorted.
fn check_as(files: &[(&str, &str)], options: &ProjectOptions) -> Vec<String> {
    let budget = Budget::standard();
    let files = Texts::new(files);
    let given = BTreeMap::new();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, options, &budget).unwrap();
    let mut found: Vec<String> = loaded.diagnostics.iter().map(shown).collect();
    if loaded.project.is_loaded() {
        found.extend(loaded.project.validate(&budget).unwrap().iter().map(shown));
    }
    found.sort();
    found
}

fn check(files: &[(&str, &str)]) -> Vec<String> {
    check_as(files, &of_tofu())
}

/// The outputs and the diagnostics of a plan.
fn plan(files: &[(&str, &str)]) -> (BTreeMap<String, Value>, Vec<String>) {
    let budget = Budget::standard();
    let files = Texts::new(files);
    let given: BTreeMap<Str, Value> = BTreeMap::new();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &of_tofu(), &budget).unwrap();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    let planned = loaded.project.plan(&given, &budget).unwrap();
    let outputs = planned.outputs.into_iter();
    let outputs = outputs.map(|output| (output.address, output.value));
    (
        outputs.collect(),
        planned.diagnostics.iter().map(shown).collect(),
    )
}

#[test]
fn a_file_of_open_tofu_determines_the_dialect() {
    let files = [
        ("main.tf", "output \"a\" {\n  value = urldecode(\"b\")\n}\n"),
        ("more.tofu", ""),
    ];
    let plain = ProjectOptions::default();
    assert_eq!(check_as(&files, &plain), Vec::<String>::new());
    let found = check_as(&files[..1], &plain);
    assert!(found[0].contains("Call to unknown function"), "{found:?}");
    let terraform = ProjectOptions {
        dialect: Some(Dialect::Terraform),
        ..ProjectOptions::default()
    };
    assert_eq!(check_as(&files, &terraform), found);
    let project = Project::load(
        &Texts::new(&files),
        ".",
        &BTreeMap::new(),
        &LocalOnly,
        &plain,
        &Budget::standard(),
    );
    assert_eq!(project.unwrap().project.release(), Release::OpenTofu1_13);
}

#[test]
fn a_file_hides_the_terraform_file_of_its_name_in_all_modules() {
    let files = [
        ("main.tf", "broken = {"),
        ("main.tofu", "module \"m\" {\n  source = \"./m\"\n}\n"),
        ("m/a.tf", "also broken"),
        ("m/a.tofu", ""),
        ("m/b.tf", "variable \"x\" {\n  default = 1\n}\n"),
    ];
    assert_eq!(check(&files), Vec::<String>::new());
}

#[test]
fn variables_and_local_values_are_available_in_source_addresses() {
    let root = r#"
variable "name" {
  default = "child"
}
locals {
  path  = "./${local.names[0]}"
  names = [var.name]
}
module "m" {
  source  = local.path
  version = null
  inner   = "inner"
}
"#;
    let child = r#"
variable "inner" {}
module "n" {
  source = "./${var.inner}-${terraform.workspace}-${tofu.workspace}"
}
"#;
    let inner = "output \"x\" {\n  value = 1\n}\n";
    let files = [
        ("main.tofu", root),
        ("child/main.tf", child),
        ("child/inner-default-default/main.tf", inner),
    ];
    assert_eq!(check(&files), Vec::<String>::new());
}

#[test]
fn errors_of_early_evaluation_name_what_depends_on_what() {
    let root = r#"variable "no" {
  const   = false
  default = "a"
}
variable "unset" {}
variable "secret" {
  default   = "./a"
  sensitive = true
}
locals {
  a = local.b
  b = local.a
}
module "m1" {
  source = var.no
}
module "m2" {
  source = local.a
}
module "m3" {
  source = var.unset
}
module "m4" {
  source = var.secret
}
module "m5" {
  source = module.m1.x
}
module "m6" {
  source = null
}
module "m7" {
  source = terraform_data.t.id
}
"#;
    let found = check(&[("main.tofu", root)]);
    let has = |text: &str| assert!(found.iter().any(|one| one == text), "{text}\n{found:#?}");
    has(
        "main.tofu:15,12-18 Unable to use variable in static context: The variable \"no\" cannot be used in a static context, because it is declared as \"const = false\".",
    );
    has("main.tofu:11,3-14 Circular reference: local.a is self referential");
    has(
        "main.tofu:11,3-14 Unable to compute static value: local.a depends on local.b which is not available",
    );
    has(
        "main.tofu:18,12-19 Unable to compute static value: module.m2.source depends on local.a which is not available",
    );
    has(
        "main.tofu:5,1-17 No value for required variable: The root module input variable \"unset\" is not set, and has no default value. Use a -var or -var-file command line option to provide a value for this variable.",
    );
    has(
        "main.tofu:21,12-21 Unable to compute static value: module.m3.source depends on var.unset which is not available",
    );
    has(
        "main.tofu:24,12-22 Sensitive value not allowed: Sensitive values, or values derived from sensitive values, cannot be used as module.m4.source.",
    );
    has(
        "main.tofu:27,12-23 Module output not supported in static context: Unable to use module.m1.x in static context, which is required by module.m5.source",
    );
    has("main.tofu:30,12-16 Unsuitable value type: Unsuitable value: null value is not allowed");
    has(
        "main.tofu:33,12-28 Dynamic value in static context: Unable to use terraform_data.t in static context, which is required by module.m7.source",
    );
    assert_eq!(found.len(), 10, "{found:#?}");
}

#[test]
fn a_dynamic_argument_is_an_error_only_where_it_is_used_early() {
    let root = r#"resource "terraform_data" "t" {}
module "used" {
  source = "./used"
  path   = terraform_data.t.id
}
module "unused" {
  source = "./unused"
  path   = terraform_data.t.id
}
"#;
    let used = "variable \"path\" {}\nmodule \"n\" {\n  source = var.path\n}\n";
    let unused = "variable \"path\" {}\noutput \"o\" {\n  value = var.path\n}\n";
    let found = check(&[
        ("main.tofu", root),
        ("used/main.tf", used),
        ("unused/main.tf", unused),
    ]);
    assert_eq!(
        found,
        [
            "main.tofu:4,12-28 Dynamic value in static context: Unable to use terraform_data.t in static context, which is required by module.used.var.path",
            "used/main.tf:3,12-20 Unable to compute static value: module.used.module.n.source depends on module.used.var.path which is not available",
        ]
    );
}

#[test]
fn a_disabled_resource_or_module_is_null() {
    let root = r#"
resource "terraform_data" "on" {
  lifecycle {
    enabled = true
  }
}
resource "terraform_data" "off" {
  lifecycle {
    enabled = false
  }
}
module "m" {
  source = "./m"
  lifecycle {
    enabled = 1 > 2
  }
}
output "off" {
  value = terraform_data.off == null
}
output "m" {
  value = module.m == null
}
output "on" {
  value = terraform_data.on == null
}
"#;
    let child = "output \"x\" {\n  value = 1\n}\n";
    let files = [("main.tofu", root), ("m/main.tf", child)];
    assert_eq!(check(&files), Vec::<String>::new());
    let (outputs, diagnostics) = plan(&files);
    assert_eq!(diagnostics, Vec::<String>::new());
    assert_eq!(outputs["off"].as_bool(), Some(true));
    assert_eq!(outputs["m"].as_bool(), Some(true));
    assert_ne!(outputs["on"].as_bool(), Some(true));
}

#[test]
fn the_attribute_of_a_disabled_module_is_an_error() {
    let root = r#"module "m" {
  source = "./m"
  lifecycle {
    enabled = false
  }
}
output "x" {
  value = module.m.x
}
"#;
    let child = "output \"x\" {\n  value = 1\n}\n";
    let (_, diagnostics) = plan(&[("main.tofu", root), ("m/main.tf", child)]);
    assert!(
        diagnostics[0].starts_with("main.tofu:8,19-21 Attempt to get attribute from null value"),
        "{diagnostics:?}"
    );
}

#[test]
fn enabled_excludes_count_and_for_each_and_is_a_boolean() {
    let root = r#"resource "terraform_data" "a" {
  count = 1
  lifecycle {
    enabled = true
  }
}
module "m" {
  source   = "./m"
  count    = 1
  for_each = {}
  lifecycle {
    enabled = true
  }
}
"#;
    let found = check(&[("main.tofu", root), ("m/main.tf", "")]);
    assert_eq!(
        found,
        [
            "main.tofu:2,3-4,12 Invalid combination of \"count\" and \"enabled\": The \"count\" and \"enabled\" meta-arguments are mutually-exclusive. Only one should be used to be explicit about the number of resources to be created.",
            "main.tofu:9,3-12,12 Invalid combination of \"count\", \"enabled\", and \"for_each\": The \"count\", \"enabled\", and \"for_each\" meta-arguments are mutually-exclusive. Only one should be used to be explicit about the number of module instances to be created.",
        ]
    );
    let wrong = |value: &str| {
        let text = format!(
            "variable \"s\" {{\n  default = true\n  sensitive = true\n}}\nresource \"terraform_data\" \"a\" {{\n  lifecycle {{\n    enabled = {value}\n  }}\n}}\n"
        );
        check(&[("main.tofu", &text)])
    };
    for (value, message) in [
        (
            "null",
            "The given \"enabled\" argument value is unsuitable: the given value is null.",
        ),
        (
            "[]",
            "The given \"enabled\" argument value is unsuitable: bool required, but have tuple.",
        ),
        (
            "var.s",
            "Sensitive values, or values derived from sensitive values, cannot be used in \"enabled\" arguments. If used, the sensitive value would be exposed by whether an instance is present.",
        ),
    ] {
        let found = wrong(value);
        let wanted = format!("Invalid enabled argument: {message}");
        assert!(found.len() == 1 && found[0].ends_with(&wanted), "{found:?}");
    }
    assert_eq!(wrong("terraform_data.b.id == 1").len(), 1);
}

#[test]
fn deprecations_have_the_texts_of_open_tofu() {
    let root = r#"module "m" {
  source = "./m"
  v      = null
}
output "o" {
  value      = module.m.o
  deprecated = "ignored in the root module"
}
"#;
    let child = "variable \"v\" {\n  deprecated = \"use Terraform\"\n}\noutput \"o\" {\n  value      = 1\n  deprecated = \"use p\"\n}\n";
    let found = check(&[("main.tofu", root), ("m/main.tf", child)]);
    assert!(found.contains(&"main.tofu:3,12-16 Variable marked as deprecated by the module author: Variable \"v\" is marked as deprecated with the following message:\nuse Terraform".to_owned()), "{found:#?}");
    let blank = "variable \"v\" {\n  deprecated = \" \"\n}\n";
    assert_eq!(
        check(&[("main.tofu", blank)]),
        [
            "main.tofu:1,10-13 Invalid `deprecated` value: The \"deprecated\" argument must not be empty, and should provide instructions on how to migrate away from usage of this deprecated variable."
        ]
    );
    let read = r#"module "m" {
  source = "./m"
}
locals {
  l = module.m.o
}
"#;
    let child = "output \"o\" {\n  value      = 1\n  deprecated = \"use p\"\n}\n";
    assert_eq!(
        check(&[("main.tofu", read), ("m/main.tf", child)]),
        [
            "main.tofu:5,7-17 Value derived from a deprecated source: This value is derived from module.m.o, which is deprecated with the following message:\n\nuse p"
        ]
    );
}

#[test]
fn the_language_differs_from_that_of_terraform() {
    let none = Vec::<String>::new();
    let settings = "terraform {\n  language    = x\n  experiments = [y]\n  encryption {\n    key_provider \"a\" \"b\" {}\n  }\n}\n";
    assert_eq!(check(&[("main.tofu", settings)]), none);
    let edition = |word: &str| {
        let text = format!("language {{\n  edition = {word}\n}}\n");
        check(&[("main.tofu", &text)])
    };
    assert_eq!(edition("tofu2024"), none);
    assert_eq!(
        edition("TF2021"),
        [
            "main.tofu:2,13-19 Unsupported language edition: OpenTofu v1.13.0 does not support language edition \"tofu2024\". This module may be intended for use with other software."
        ]
    );
    assert_eq!(
        edition("tofu2030"),
        [
            "main.tofu:2,13-21 Unsupported language edition: OpenTofu v1.13.0 only supports language edition tofu2024. This module requires a newer version of OpenTofu CLI."
        ]
    );
    let required = "language {\n  compatible_with {\n    opentofu = \">= 1.14\"\n  }\n}\n";
    let found = check(&[("main.tofu", required)]);
    assert!(found[0].contains("Unsupported OpenTofu Core version: This configuration does not support OpenTofu version 1.13.0."), "{found:?}");
    let action = "action \"a\" \"b\" {}\n";
    assert!(check(&[("main.tofu", action)])[0].contains("Unsupported block type"));
    let typed = "output \"o\" {\n  value = 1\n  type  = string\n}\n";
    assert!(check(&[("main.tofu", typed)])[0].contains("Unsupported argument"));
    let secret = "output \"o\" {\n  value = sensitive(1)\n}\n";
    assert!(
        check(&[("main.tofu", secret)])[0]
            .contains("OpenTofu requires that any root module output")
    );
    let provider = "provider \"terraform\" {\n  for_each = {}\n}\n";
    assert_eq!(
        check(&[("main.tofu", provider)]),
        [
            "main.tofu:2,3-16 Alias required when using \"for_each\": The for_each argument is allowed only for provider configurations with an alias."
        ]
    );
}

/// A file with an `encryption` block.
fn encryption(content: &str) -> String {
    format!("terraform {{\n  encryption {{\n{content}\n  }}\n}}\n")
}

#[test]
fn a_module_has_one_encryption_block() {
    let none = Vec::<String>::new();
    let text = encryption(
        "    key_provider \"pbkdf2\" \"k\" {\n      passphrase = var.p\n    }\n    method \"aes_gcm\" \"m\" {\n      keys = key_provider.pbkdf2.k\n    }\n    state {\n      enforced = true\n      method   = method.aes_gcm.m\n      fallback {\n        fallback {}\n      }\n    }\n    plan {}\n    remote_state_data_sources {\n      default {}\n      remote_state_data_source \"a\" {}\n      remote_state_data_source \"b\" {}\n    }",
    );
    let variable = "variable \"p\" {}\n";
    assert_eq!(check(&[("a.tofu", &text), ("v.tofu", variable)]), none);
    // A block of an override file is merged, also one with the same parts.
    let merged = [
        ("a.tofu", &*text),
        ("v.tofu", variable),
        ("a_override.tofu", &text),
        ("b_override.tofu", &text),
    ];
    assert_eq!(check(&merged), none);
    assert_eq!(
        check(&[("a_override.tofu", &text), ("v.tofu", variable)]),
        none
    );
    assert_eq!(
        check(&[("a.tofu", &text), ("b.tofu", &text), ("v.tofu", variable)]),
        [
            "b.tofu:2,3-13 Duplicate encryption configuration: A module may have only one encryption configuration. Encryption was previously configured at a.tofu:2,3-13."
        ]
    );
    let empty = encryption("");
    let two = format!("{empty}{empty}");
    assert_eq!(
        check(&[("a.tofu", &two)]),
        [
            "a.tofu:7,3-13 Duplicate encryption configuration: A module may have only one encryption configuration. Encryption was previously configured at a.tofu:2,3-13."
        ]
    );
    assert_eq!(
        check(&[("a.tofu", &empty), ("a_override.tofu", &two)]),
        [
            "a_override.tofu:7,3-13 Duplicate encryption configuration: Each override file may have only one encryption configuration. Encryption was previously configured at a_override.tofu:2,3-13."
        ]
    );
    let terraform = ProjectOptions {
        dialect: Some(Dialect::Terraform),
        ..ProjectOptions::default()
    };
    assert!(check_as(&[("a.tf", &empty)], &terraform)[0].contains("Unsupported block type"));
}

#[test]
fn the_parts_of_an_encryption_block_are_checked() {
    let found = |content: &str| check(&[("a.tofu", &encryption(content))]);
    assert_eq!(
        found("    state {}\n    plan {}\n    state {}\n    state {}"),
        [
            "a.tofu:5,5-10 Duplicate state block: Only one state block is allowed. Another was defined at a.tofu:3,5-10."
        ]
    );
    let twice = "a.tofu:2,3-13 Duplicate method: Found multiple instances of method.a.b";
    assert_eq!(
        found("    method \"a\" \"b\" {}\n    method \"a\" \"c\" {}\n    method \"a\" \"b\" {}"),
        [twice, twice]
    );
    let twice =
        "a.tofu:2,3-13 Duplicate key_provider: Found multiple instances of key_provider.a.b";
    assert_eq!(
        found("    key_provider \"a\" \"b\" {}\n    key_provider \"a\" \"b\" {}"),
        [twice, twice]
    );
    let source = "      remote_state_data_source \"x\" {}\n";
    let twice = "a.tofu:2,3-13 Duplicate remote_data_source: Found multiple instances of remote_data_source.x";
    assert_eq!(
        found(&format!(
            "    remote_state_data_sources {{\n{source}{source}    }}"
        )),
        [twice, twice]
    );
    assert_eq!(
        found("    method \"a.b\" \"c\" {}"),
        [
            "a.tofu:2,3-13 The provided encryption method type is invalid: The supplied encryption method type (a.b) does not match the required form of ^([a-zA-Z_0-9-]+)$."
        ]
    );
    assert_eq!(
        found(
            "    state {\n      fallback {\n        fallback {}\n        fallback {}\n      }\n    }"
        ),
        [
            "a.tofu:6,9-17 Duplicate fallback block: Only one fallback block is allowed. Another was defined at a.tofu:5,9-17."
        ]
    );
    assert_eq!(
        found("    plan {\n      fallback {\n        enforced = true\n      }\n    }"),
        [
            "a.tofu:5,9-17 Unsupported argument: An argument named \"enforced\" is not expected here."
        ]
    );
    assert!(found("    state {\n      enforced = []\n    }")[0].contains("Unsuitable value type"));
}

#[test]
fn open_tofu_has_its_own_texts_about_backends() {
    let text = "terraform {\n  cloud {}\n  cloud {}\n  backend \"local\" {}\n}\n";
    assert_eq!(
        check(&[("a.tofu", text)]),
        [
            "a.tofu:3,3-8 Duplicate cloud configurations: A module may have only one 'cloud' block configuring a cloud backend. A cloud backend was previously configured at a.tofu:2,3-8.",
            "a.tofu:4,3-18 Both a backend and a cloud configuration are present: A module may declare either one 'cloud' block configuring a cloud backend OR one 'backend' block configuring a state backend. A cloud backend is configured at a.tofu:2,3-8; a backend is configured at a.tofu:4,3-18. Remove the backend block to configure a cloud backend.",
        ]
    );
    let text = "terraform {\n  backend \"local\" {}\n  backend \"local\" {}\n}\n";
    assert_eq!(
        check(&[("override.tofu", text)]),
        [
            "override.tofu:3,3-18 Duplicate backend configuration: Each override file may have only one backend configuration. A backend was previously configured at override.tofu:2,3-18."
        ]
    );
}

#[test]
fn provider_configurations_with_for_each_have_keys() {
    let root = r#"
terraform {
  required_providers {
    easy = { source = "example.com/x/easy" }
  }
}
variable "regions" {
  default = ["a", "b"]
}
provider "easy" {
  alias    = "by"
  for_each = toset(concat(var.regions, ["c"]))
  region   = each.key
}
resource "easy_thing" "a" {
  for_each = toset(var.regions)
  provider = easy.by[each.key]
}
resource "easy_thing" "b" {
  provider = easy.by["a"]
}
module "m" {
  source    = "./m"
  for_each  = toset(var.regions)
  providers = { easy = easy.by[each.value] }
}
"#;
    let child = "terraform {\n  required_providers {\n    easy = { source = \"example.com/x/easy\" }\n  }\n}\nresource \"easy_thing\" \"c\" {}\n";
    assert_eq!(
        check(&[("main.tofu", root), ("m/main.tf", child)]),
        Vec::<String>::new()
    );
    let terraform = ProjectOptions {
        dialect: Some(Dialect::Terraform),
        ..ProjectOptions::default()
    };
    let found = check_as(&[("main.tf", root), ("m/main.tf", child)], &terraform);
    assert!(
        found
            .iter()
            .any(|one| one.contains("Reserved argument name in provider block")),
        "{found:?}"
    );
}

#[test]
fn functions_of_open_tofu() {
    let value = |expression: &str| {
        let text = format!("output \"o\" {{\n  value = {expression}\n}}\n");
        let (mut outputs, diagnostics) = plan(&[("main.tofu", &text)]);
        match outputs.remove("o") {
            Some(value) if diagnostics.is_empty() => Ok(value),
            _ => Err(diagnostics.join("\n")),
        }
    };
    for (expression, wanted) in [
        ("urldecode(\"a%20b+c\")", "a b c"),
        ("base64gunzip(base64gzip(\"text\"))", "text"),
        (
            "tostring(cidrcontains(\"10.0.0.0/8\", \"10.1.1.1\"))",
            "true",
        ),
        (
            "tostring(cidrcontains(\"10.0.0.0/8\", \"10.1.0.0/16\"))",
            "true",
        ),
        (
            "tostring(cidrcontains(\"10.0.0.0/8\", \"0.0.0.0/0\"))",
            "false",
        ),
        (
            "tostring(cidrcontains(\"2001:db8::/32\", \"2001:db8:1::1\"))",
            "true",
        ),
        ("convert(1, string)", "1"),
        ("assumenotnull(\"a\")", "a"),
        ("assumestringprefix(\"abc\", \"ab\")", "abc"),
        ("assumeequal(\"a\", \"a\")", "a"),
        ("assumelistlength(tolist([\"x\"]), 1, 2)[0]", "x"),
        ("core::urldecode(\"a\")", "a"),
    ] {
        let found = value(expression);
        let found = found.as_ref().map(|value| value.as_str());
        assert_eq!(found, Ok(Some(wanted)), "{expression}");
    }
    for (expression, wanted) in [
        (
            "urldecode(\"%zz\")",
            "failed to decode URL '': invalid URL escape \"%zz\"",
        ),
        (
            "cidrcontains(\"10.0.0.0/8\", \"x\")",
            "invalid IP address or prefix: x",
        ),
        (
            "cidrcontains(\"10.0.0.0/8\", \"::1\")",
            "address family mismatch: 10.0.0.0/8 vs. ::1",
        ),
        ("base64gunzip(\"!\")", "failed to decode base64 data"),
        ("assumenotnull(tostring(null))", "assumption was not upheld"),
        (
            "assumestringprefix(\"abc\", \"xy\")",
            "assumption was not upheld",
        ),
        (
            "assumesetlengthmax(toset([\"x\", \"y\"]), 1)",
            "assumption was not upheld",
        ),
        (
            "assumeequal(\"a\", \"b\")",
            "the actual value does not match the assumed value",
        ),
        (
            "assumeequal([], \"b\")",
            "actual value type tuple does not match assumed value type string",
        ),
        (
            "assumelistlengthmin(tolist([]), 1.5)",
            "must be a whole number between 0 and 9223372036854775807",
        ),
    ] {
        let found = value(expression).unwrap_err();
        assert!(found.contains(wanted), "{expression}: {found}");
    }
    let refined = r#"
resource "terraform_data" "t" {}
output "known" {
  value = startswith(assumestringprefix(tostring(terraform_data.t.id), "https://"), "https:")
}
output "not_null" {
  value = assumenotnull(tostring(terraform_data.t.id)) == null
}
"#;
    let (outputs, diagnostics) = plan(&[("main.tofu", refined)]);
    assert_eq!(diagnostics, Vec::<String>::new());
    assert_eq!(outputs["known"].as_bool(), Some(true));
    assert_eq!(outputs["not_null"].as_bool(), Some(false));
}

#[test]
fn a_long_chain_of_local_values_is_evaluated_without_recursion() {
    let mut root = String::from("module \"m\" {\n  source = local.l0\n}\nlocals {\n");
    for at in 0..5_000 {
        root.push_str(&format!("  l{at} = local.l{}\n", at + 1));
    }
    root.push_str("  l5000 = \"./m\"\n}\n");
    let files = [("main.tofu", &*root), ("m/main.tf", "")];
    let thread = std::thread::Builder::new().stack_size(512 << 10);
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let found = thread.spawn(move || {
        let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (&**a, &**b)).collect();
        check(&files)
    });
    assert_eq!(found.unwrap().join().unwrap(), Vec::<String>::new());
}

#[test]
fn keys_of_provider_instances_are_checked() {
    let root = r#"
variable "regions" {
  type = set(string)
}
provider "terraform" {
  alias    = "by"
  for_each = var.regions
  region   = each.key
}
provider "terraform" {
  alias  = "one"
  region = "a"
}
resource "terraform_data" "same" {
  for_each = ( var.regions )
  provider = terraform.by[each.key]
}
resource "terraform_data" "fewer" {
  for_each = var.regions /* all */
  provider = terraform.by[each.key]
}
resource "terraform_data" "no_key" {
  provider = terraform.by
}
resource "terraform_data" "key" {
  provider = terraform.one["a"]
}
resource "terraform_data" "nothing" {
  provider = terraform.nothing[var.regions]
}
module "m" {
  source    = "./m"
  providers = { terraform = terraform.by }
}
module "n" {
  source    = "./m"
  for_each  = var.regions
  providers = { terraform = terraform.by[each.key] }
}
module "o" {
  source    = "./m"
  providers = { terraform.by["a"] = terraform.one }
}
"#;
    let files = [
        ("main.tofu", root),
        (
            "m/main.tofu",
            "terraform {\n  required_providers {\n    terraform = {\n      source                = \"terraform.io/builtin/terraform\"\n      configuration_aliases = [terraform.by]\n    }\n  }\n}\n",
        ),
    ];
    let found = check(&files);
    let of = |summary: &str| -> Vec<String> {
        let found = found.iter().filter(|found| found.contains(summary));
        let first_sentence = |found: &String| found.split("\n\n").next().unwrap().to_owned();
        found.map(first_sentence).collect()
    };
    assert_eq!(
        of("Invalid resource provider configuration"),
        [
            "main.tofu:23,14-23 Invalid resource provider configuration: A reference to a provider configuration which uses for_each requires an instance key.",
            "main.tofu:26,27-32 Invalid resource provider configuration: The provider configuration terraform.one does not use for_each, so a reference to it must not have an instance key.",
            "main.tofu:29,32-43 Invalid resource provider configuration: This module doesn't declare a provider \"terraform\" block with alias = \"nothing\", which is required for use with for_each",
        ]
    );
    assert_eq!(
        of("Invalid module provider configuration"),
        [
            "main.tofu:33,29-38 Invalid module provider configuration: A reference to a provider configuration which uses for_each requires an instance key. Passing a collection of provider instances into a child module is not allowed.",
            "main.tofu:42,29-34 Invalid module provider configuration: Instance keys are not allowed on the left side of a provider configuration assignment.",
        ]
    );
    assert_eq!(
        of("Provider configuration for_each matches"),
        [
            "main.tofu:19,14-25 Provider configuration for_each matches resource: This provider configuration uses the same for_each expression as a resource, which means that subsequent removal of elements from this collection would cause a planning error.",
            "main.tofu:37,15-26 Provider configuration for_each matches module: This provider configuration uses the same for_each expression as a module, which means that subsequent removal of elements from this collection would cause a planning error.",
        ]
    );
    let whole = found.iter().find(|found| found.contains("matches module"));
    assert!(
        whole
            .unwrap()
            .ends_with("    tofu apply -destroy -target=module.n")
    );
}

#[test]
fn ignored_attributes_of_constructors_are_warnings() {
    let root = r#"
variable "v" {
  type    = object({ name = optional(string) })
  default = { nmae = "x" }
}
locals {
  l = { nmae = "x" }
}
module "m" {
  source = "./m"
  one    = { nmae = "x", "tags" = [] }
  many = {
    first = [{ name = "a", size = 1 }]
    ("A") = [for x in ["b"] : { name = x, siez = 1 }]
  }
  two = [{ zzz = 1 }, { a = 1, b = 2 }]
}
module "local" {
  source = "./m"
  one    = local.l
  many   = {}
  two    = [{ a = 1 }, {}]
}
"#;
    let module = r#"
variable "one" {
  type = object({ name = optional(string) })
}
variable "many" {
  type = map(list(object({ name = string })))
}
variable "two" {
  type = tuple([object({ a = optional(number) }), object({ a = optional(number) })])
}
"#;
    let files = [("main.tofu", root), ("m/main.tofu", module)];
    let ignored = |range: &str, of: &str, name: &str, hint: &str| {
        format!(
            "main.tofu:{range} Object attribute is ignored: The object type for {of} does not include an attribute named \"{name}\", so this definition is unused.{hint}"
        )
    };
    let hint = " Did you mean to set attribute \"name\" instead?";
    let a = " Did you mean to set attribute \"a\" instead?";
    assert_eq!(
        check(&files),
        [
            ignored("11,14-18", "input variable \"one\"", "nmae", hint),
            ignored("11,26-32", "input variable \"one\"", "tags", ""),
            ignored(
                "13,28-32",
                "input variable \"many\" nested value [\"first\"][0]",
                "size",
                ""
            ),
            ignored(
                "14,43-47",
                "input variable \"many\" nested value [\"A\"][...]",
                "siez",
                ""
            ),
            ignored(
                "16,12-15",
                "input variable \"two\" nested value [0]",
                "zzz",
                ""
            ),
            ignored(
                "16,32-33",
                "input variable \"two\" nested value [1]",
                "b",
                a
            ),
            ignored("4,15-19", "this variable", "nmae", hint),
        ]
    );
    // The same files in Terraform.
    let files = [("main.tf", root), ("m/main.tf", module)];
    let terraform = ProjectOptions::default();
    assert_eq!(check_as(&files, &terraform), Vec::<String>::new());
}

#[test]
fn a_template_of_a_file_may_render_itself() {
    let functions = |release| {
        let files = Texts::new(&[
            (
                "tree.tmpl",
                "${n}%{ if n > 0 }(${templatefile(\"tree.tmpl\", { n = n - 1 })})%{ endif }",
            ),
            ("new.tmpl", "${urldecode(\"a%20b\")}"),
            ("forever.tmpl", "${templatefile(\"forever.tmpl\", {})}"),
            ("string.tmpl", "${templatestring(x, {})}"),
        ]);
        let host = crate::Host {
            files: Some(std::sync::Arc::new(files)),
            ..crate::Host::default()
        };
        let mut scope = polycty_hcl::Scope::new();
        for (name, function) in crate::functions_of_release(&host, release) {
            scope.set_function(name, function).unwrap();
        }
        scope
    };
    let value = |release, expression: &str| {
        let start = polycty_core::source::Position::START;
        let parsed = polycty_hcl::syntax::parse_expression(expression.as_bytes(), "e", start);
        let scope = functions(release);
        let found = polycty_hcl::eval::evaluate_within(
            &parsed.expression(),
            Some(&scope),
            &Budget::standard(),
        );
        match found.diagnostics.first() {
            None => Ok(found.value.as_str().unwrap().to_owned()),
            Some(error) => Err(error.detail.clone()),
        }
    };
    let tree = "templatefile(\"tree.tmpl\", { n = 4 })";
    assert_eq!(value(Release::OpenTofu1_13, tree).unwrap(), "4(3(2(1(0))))");
    let refused = value(Release::V1_17, tree).unwrap_err();
    assert!(
        refused.contains("cannot recursively call templatefile"),
        "{refused}"
    );
    // Templates have the functions of the release.
    let new = "templatefile(\"new.tmpl\", {})";
    assert_eq!(value(Release::OpenTofu1_13, new).unwrap(), "a b");
    assert!(value(Release::V1_17, new).is_err());
    let forever = value(Release::OpenTofu1_13, "templatefile(\"forever.tmpl\", {})");
    assert!(forever.unwrap_err().contains("nested too deep"));
    let string = value(
        Release::OpenTofu1_13,
        "templatefile(\"string.tmpl\", { x = \"a\" })",
    );
    assert!(
        string
            .unwrap_err()
            .contains("cannot recursively call templatestring")
    );
}
