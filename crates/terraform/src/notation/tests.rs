//! Tests of conversions.

use super::{to_json, to_native};
use polycty_core::calls::Budget;
use polycty_core::source::Code;

#[track_caller]
fn check(name: &str, native: &str, json: &str) {
    let budget = Budget::standard();
    let found = to_json(name, native.as_bytes(), &budget).unwrap();
    assert_eq!(found, json);
    let name = format!("{name}.json");
    let back = to_native(&name, json.as_bytes(), None, &budget).unwrap();
    assert_eq!(back.text, native);
}

fn native(json: &str) -> String {
    let budget = Budget::standard();
    let found = to_native("main.tf.json", json.as_bytes(), None, &budget);
    found.unwrap().text
}

#[test]
fn names_are_strings_with_their_text() {
    check(
        "main.tf",
        r#"module "m" {
  source = "./m"
  providers = {
    aws   = aws.west
    aws.b = aws
  }
  depends_on = [aws_x.a, module.n]
}

import {
  to       = aws_x.a["k"]
  id       = "i"
  provider = aws.west
}
"#,
        r#"{
  "module": {
    "m": {
      "source": "./m",
      "providers": {
        "aws": "aws.west",
        "aws.b": "aws"
      },
      "depends_on": [
        "aws_x.a",
        "module.n"
      ]
    }
  },
  "import": {
    "to": "aws_x.a[\"k\"]",
    "id": "i",
    "provider": "aws.west"
  }
}
"#,
    );
}

#[test]
fn settings_are_not_templates() {
    check(
        "main.tf",
        r#"terraform {
  required_version = ">= 1.5"

  required_providers {
    aws = {
      source                = "hashicorp/aws"
      version               = "~> 5.0"
      configuration_aliases = [aws.west]
    }
  }

  backend "local" {
    path = "$${x}"
  }
}
"#,
        r#"{
  "terraform": {
    "required_version": ">= 1.5",
    "required_providers": {
      "aws": {
        "source": "hashicorp/aws",
        "version": "~> 5.0",
        "configuration_aliases": [
          "aws.west"
        ]
      }
    },
    "backend": {
      "local": {
        "path": "${x}"
      }
    }
  }
}
"#,
    );
    check(
        "a.tfvars",
        "a = \"$${x}\"\nb = [-1, null]\n",
        "{\n  \"a\": \"${x}\",\n  \"b\": [\n    -1,\n    null\n  ]\n}\n",
    );
}

/// A comment that begins with the name of an argument or a block precedes it.
#[test]
fn comments_precede_what_they_name() {
    let json = r#"{
  "//": ["The file.", "variable: all variables"],
  "output": {"o": {"value": 1}},
  "variable": {"a": {
    "//": ["type: its type", "validation: its rule", "default: none"],
    "type": "string",
    "validation": {"condition": true, "error_message": "no"}
  }}
}"#;
    assert_eq!(
        native(json),
        r#"# The file.

output "o" {
  value = 1
}

# all variables
# default: none
variable "a" {
  # its type
  type = string

  # its rule
  validation {
    condition     = true
    error_message = "no"
  }
}
"#
    );
}

#[test]
fn comments_are_kept() {
    check(
        "main.tf",
        r#"# The file.

# A variable,
# and more.
variable "a" {
  # its type
  type = string
}
"#,
        r#"{
  "//": "The file.",
  "variable": {
    "a": {
      "//": [
        "A variable,",
        "and more.",
        "type: its type"
      ],
      "type": "string"
    }
  }
}
"#,
    );
    let text = "locals { // open\n  /* first\n   * second */\n  a = [ # in\n    1,\n  ] # end\n\n  # loose\n\n  b = 1\n  # last\n}\n";
    let json = to_json("main.tf", text.as_bytes(), &Budget::standard()).unwrap();
    for line in [
        "open",
        "a: first",
        "a: second",
        "a: in",
        "a: end",
        "loose",
        "last",
    ] {
        assert!(json.contains(&format!("\"{line}\"")), "{line}: {json}");
    }
}

#[test]
fn strings_are_templates() {
    let json = r#"{"locals": {"a": "${var.x}", "b": "x-${var.x}\n\"\\", "c": {"${var.x}": 1, "a-${1}": 2, "for": 3, "a b": 4}, "d": "%{if var.x}\n\t${"<\"\n>"}%{endif}", "e": "${var.x +\n1}", "f": [[1], [2]]}}"#;
    let json = json.replace("${\"<\\\"\\n>\"}", "${\\\"<>\\\"}");
    let wanted = r#"locals {
  a = var.x
  b = "x-${var.x}\n\"\\"
  c = {
    (var.x)  = 1
    "a-${1}" = 2
    "for"    = 3
    "a b"    = 4
  }
  d = "%{if var.x}\n\t${"<>"}%{endif}"
  e = (var.x +
    1
  )
  f = [
    [1],
    [2],
  ]
}
"#;
    assert_eq!(native(&json), wanted);
}

#[test]
fn invalid_files_are_refused() {
    let budget = Budget::standard();
    for json in [
        "{",
        "{\"locals\": {\"a\": \"${\"}}",
        "{\"locals\": {\"a b\": 1}}",
    ] {
        let error = to_native("main.tf.json", json.as_bytes(), None, &budget).unwrap_err();
        assert_eq!(error.code(), Code::Syntax, "{json}");
    }
    let error = to_json("main.tf", b"a = ", &budget).unwrap_err();
    assert_eq!(error.code(), Code::Syntax);
}

#[test]
fn conversions_are_charged() {
    let budget = Budget::standard().limit_steps(1_000);
    let items: String = (0..2_000).map(|at| format!("a{at} = {at}\n")).collect();
    let text = format!("locals {{\n{items}}}\n");
    let error = to_json("main.tf", text.as_bytes(), &budget).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
    let json = to_json("main.tf", text.as_bytes(), &Budget::standard()).unwrap();
    let budget = Budget::standard().limit_steps(1_000);
    let error = to_native("main.tf.json", json.as_bytes(), None, &budget).unwrap_err();
    assert_eq!(error.code(), Code::Limit);
}
