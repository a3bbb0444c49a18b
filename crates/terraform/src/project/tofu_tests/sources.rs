//! Tests of OpenTofu: files, and the early evaluation of sources.

use super::{check, check_as};
use crate::module::{Dialect, Release};
use crate::project::tests::Texts;
use crate::project::{LocalOnly, Project, ProjectOptions};
use polycty_core::calls::Budget;
use std::collections::BTreeMap;

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
