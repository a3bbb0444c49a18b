//! Tests of OpenTofu: encryption, backends and configurations of providers.

use super::{check, check_as};
use crate::module::Dialect;
use crate::project::ProjectOptions;

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
