//! Tests of renames and moves.

use super::{Refactoring, RenameOptions, move_declaration, rename};
use crate::project::tests::Texts;
use crate::project::{LocalOnly, Project};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Result};
use std::collections::BTreeMap;

fn renamed(files: &Texts, from: &str, to: &str) -> Result<Refactoring> {
    let options = RenameOptions::default();
    let budget = Budget::standard();
    rename(files, ".", &LocalOnly, from, to, &options, &budget)
}

/// The files after a change.
fn after(files: &Texts, changed: &Refactoring) -> Texts {
    let mut texts = files.0.clone();
    for edit in &changed.edits {
        assert_ne!(edit.before, edit.after(), "{}", edit.file);
        let text = String::from_utf8(edit.after()).unwrap();
        texts.insert(edit.file.clone(), text);
    }
    Texts(texts)
}

/// Renames, and compares the changed files. Renaming back gives the original files.
#[track_caller]
fn check(before: &[(&str, &str)], from: &str, to: &str, expected: &[(&str, &str)]) {
    let before = Texts::new(before);
    let changed = renamed(&before, from, to).unwrap();
    let found = after(&before, &changed);
    let mut wanted = before.0.clone();
    wanted.extend(Texts::new(expected).0);
    assert_eq!(found.0, wanted);
    if !found.0.values().any(|text| text.contains("moved")) {
        let back = renamed(&found, to, from).unwrap();
        assert_eq!(after(&found, &back).0, before.0);
    }
}

#[track_caller]
fn refused(files: &[(&str, &str)], from: &str, to: &str) -> (Code, String) {
    let error = renamed(&Texts::new(files), from, to).unwrap_err();
    (error.code(), error.to_string())
}

#[test]
fn a_variable_is_renamed_in_all_expressions() {
    let before = r#"
variable "size" { # ours
  type = object({ size = number })
  validation {
    condition     = var.size.size > 0
    error_message = "size ${var.size.size} of ${ var . size . size }"
  }
}
locals {
  size = [for size in [1] : size + var.size.size if var.size != null]
  text = <<-EOT
    %{ if var.size.size > 1 }${var.size.size}%{ endif }
  EOT
}
"#;
    let wanted = r#"
variable "volume" { # ours
  type = object({ size = number })
  validation {
    condition     = var.volume.size > 0
    error_message = "size ${var.volume.size} of ${ var . volume . size }"
  }
}
locals {
  size = [for size in [1] : size + var.volume.size if var.volume != null]
  text = <<-EOT
    %{ if var.volume.size > 1 }${var.volume.size}%{ endif }
  EOT
}
"#;
    let (before, wanted) = ([("main.tf", before)], [("main.tf", wanted)]);
    check(&before, "var.size", "var.volume", &wanted);
}

#[test]
fn a_variable_is_renamed_in_calls_and_files_of_values() {
    let before = [
        (
            "main.tf",
            "variable \"a\" {}\nmodule \"m\" {\n  source = \"./m\"\n  a = var.a\n}\nmodule \"n\" {\n  source = \"./n\"\n  a = 1\n}\n",
        ),
        ("m/main.tf", "variable \"a\" {}\n"),
        ("n/main.tf", "variable \"a\" {}\n"),
        ("terraform.tfvars", "a = 1 # a\nb = { a = 2 }\n"),
        (
            "prod.tfvars.json",
            "{\"//\": \"a\", \"\\u0061\": {\"a\": 1}}",
        ),
    ];
    let wanted = [
        (
            "main.tf",
            "variable \"region\" {}\nmodule \"m\" {\n  source = \"./m\"\n  a = var.region\n}\nmodule \"n\" {\n  source = \"./n\"\n  a = 1\n}\n",
        ),
        ("terraform.tfvars", "region = 1 # a\nb = { a = 2 }\n"),
        (
            "prod.tfvars.json",
            "{\"//\": \"a\", \"region\": {\"a\": 1}}",
        ),
    ];
    let found = renamed(&Texts::new(&before), "var.a", "region").unwrap();
    let mut all = Texts::new(&before);
    all.0.extend(Texts::new(&wanted).0);
    assert_eq!(after(&Texts::new(&before), &found).0, all.0);
    let wanted = [
        (
            "main.tf",
            "variable \"a\" {}\nmodule \"m\" {\n  source = \"./m\"\n  b = var.a\n}\nmodule \"n\" {\n  source = \"./n\"\n  a = 1\n}\n",
        ),
        ("m/main.tf", "variable \"b\" {}\n"),
    ];
    check(&before, "module.m.var.a", "module.m.var.b", &wanted);
}

#[test]
fn a_variable_is_renamed_in_keys_of_providers_and_conditions_of_calls() {
    let text = |name: &str| {
        format!(
            r#"
variable "{name}" {{}}
provider "aws" {{
  alias    = "by"
  for_each = toset([var.{name}])
}}
resource "aws_s3_bucket" "b" {{
  provider = aws.by[var.{name}]
}}
module "m" {{
  source    = "./m"
  providers = {{ aws = aws.by["${{var.{name}}}-1"] }}
  lifecycle {{
    enabled = var.{name} == "a"
  }}
}}
"#
        )
    };
    let json = |name: &str| {
        format!(
            r#"{{"module": {{"n": {{"source": "./m",
            "lifecycle": {{"enabled": "${{var.{name} != null}}"}}}}}}}}"#
        )
    };
    let (before, after) = ((text("a"), json("a")), (text("b"), json("b")));
    check(
        &[
            ("main.tofu", &before.0),
            ("n.tofu.json", &before.1),
            ("m/main.tf", ""),
        ],
        "var.a",
        "var.b",
        &[("main.tofu", &after.0), ("n.tofu.json", &after.1)],
    );
}

#[test]
fn names_that_are_no_references_stay() {
    let before = r#"
terraform {
  required_providers {
    aws = {
      source                = "hashicorp/aws"
      configuration_aliases = [aws.west]
    }
  }
}
resource "aws" "west" {
  provider   = aws.west
  depends_on = [aws.other, "aws.other"]
  lifecycle {
    ignore_changes       = [aws.west]
    replace_triggered_by = [aws.other.id]
  }
  dynamic "aws" {
    for_each = [aws.other.id]
    content {
      west = aws.west
    }
  }
  dynamic "other" {
    for_each = []
    iterator = it
    content {
      it = it.value + aws.other.west
    }
  }
}
resource "aws" "other" {}
module "m" {
  source    = "./m"
  providers = { aws = aws.west }
  west      = [for aws in [{ west = 1 }] : aws.west]
}
"#;
    let wanted = before
        .replace("\"aws\" \"west\" {", "\"aws\" \"east\" {")
        .replace("    }\n  }\n}\nresource \"aws\" \"other\"", "    }\n  }\n}\n\nmoved {\n  from = aws.west\n  to   = aws.east\n}\nresource \"aws\" \"other\"");
    let main = [
        ("main.tf", before),
        (
            "m/main.tf",
            "variable \"west\" {}\nterraform {\n  required_providers {\n    aws = {\n      source = \"hashicorp/aws\"\n    }\n  }\n}\n",
        ),
    ];
    check(&main, "aws.west", "aws.east", &[("main.tf", &wanted)]);
    let wanted = before
        .replace("aws.other", "resource.aws.third")
        .replace("resource.", "")
        .replace(
            "\"aws\" \"other\" {}",
            "\"aws\" \"third\" {}\n\nmoved {\n  from = aws.other\n  to   = aws.third\n}",
        );
    check(&main, "aws.other", "aws.third", &[("main.tf", &wanted)]);
}

#[test]
fn an_output_is_renamed_in_all_accesses() {
    let before = [
        (
            "main.tf",
            r#"
module "m" {
  source = "./m"
  count  = 2
}
module "one" {
  source = "./m"
}
module "other" {
  source = "./other"
}
locals {
  a = module.m[0].id + module.m[local.n].id + module.one.id + module.other.id
  b = [module.m[*].id, module.m.*.id, (module.m[1]).id, "${module.one.id}", module.one["id"]]
  c = [for id in module.m : id.id if id.id != module.m[id.id].id]
  d = [for module in [{ one = { id = 1 } }] : module.one.id]
  n = true ? 1 : false ? 2 : module.one.id
}
"#,
        ),
        (
            "m/main.tf",
            "output \"id\" {\n  value = 1\n}\nlocals {\n  id = 1\n}\n",
        ),
        ("other/main.tf", "output \"id\" {\n  value = 1\n}\n"),
    ];
    let wanted = [
        (
            "main.tf",
            r#"
module "m" {
  source = "./m"
  count  = 2
}
module "one" {
  source = "./m"
}
module "other" {
  source = "./other"
}
locals {
  a = module.m[0].key + module.m[local.n].key + module.one.key + module.other.id
  b = [module.m[*].key, module.m.*.key, (module.m[1]).key, "${module.one.key}", module.one["key"]]
  c = [for id in module.m : id.key if id.key != module.m[id.key].key]
  d = [for module in [{ one = { id = 1 } }] : module.one.id]
  n = true ? 1 : false ? 2 : module.one.key
}
"#,
        ),
        (
            "m/main.tf",
            "output \"key\" {\n  value = 1\n}\nlocals {\n  id = 1\n}\n",
        ),
    ];
    check(
        &before,
        "module.m.output.id",
        "module.m.output.key",
        &wanted,
    );
}

#[test]
fn an_indirect_access_is_a_warning() {
    let files = [
        (
            "main.tf",
            "module \"m\" {\n  source = \"./m\"\n}\nlocals {\n  m = values(module.m)\n}\noutput \"o\" {\n  value      = module.m.id\n  depends_on = [module.m]\n}\n",
        ),
        ("m/main.tf", "output \"id\" {\n  value = 1\n}\n"),
    ];
    let found = renamed(&Texts::new(&files), "module.m.output.id", "key").unwrap();
    let lines = found
        .warnings
        .iter()
        .map(|one| one.subject.unwrap().start.line);
    assert_eq!(lines.collect::<Vec<_>>(), [5]);
}

#[test]
fn a_resource_is_renamed_with_a_moved_block() {
    let before = [
        (
            "main.tf",
            "import {\n  to = module.m[\"k\"].x.a[each.key]\n  for_each = { x = 1 }\n  id = \"x\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  for_each = { k = 1 }\n}\n",
        ),
        (
            "m/main.tf",
            "resource \"x\" \"a\" {\n  for_each = {}\n} # end\r\noutput \"o\" {\n  value = [resource.x.a, x.a[0].y, data.x.a]\n}\ndata \"x\" \"a\" {}\n",
        ),
        ("m/x_override.tf", "resource \"x\" \"a\" {}\n"),
    ];
    let wanted = [
        (
            "main.tf",
            "import {\n  to = module.m[\"k\"].x.b[each.key]\n  for_each = { x = 1 }\n  id = \"x\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  for_each = { k = 1 }\n}\n",
        ),
        (
            "m/main.tf",
            "resource \"x\" \"b\" {\n  for_each = {}\n} # end\r\n\r\nmoved {\r\n  from = x.a\r\n  to   = x.b\r\n}\r\noutput \"o\" {\n  value = [resource.x.b, x.b[0].y, data.x.a]\n}\ndata \"x\" \"a\" {}\n",
        ),
        ("m/x_override.tf", "resource \"x\" \"b\" {}\n"),
    ];
    check(&before, "module.m.x.a", "module.m.x.b", &wanted);
    let wanted = [(
        "m/main.tf",
        "resource \"x\" \"a\" {\n  for_each = {}\n} # end\r\noutput \"o\" {\n  value = [resource.x.a, x.a[0].y, data.x.b]\n}\ndata \"x\" \"b\" {}\n",
    )];
    check(&before, "module.m.data.x.a", "module.m.data.x.b", &wanted);
}

#[test]
fn a_module_call_is_renamed() {
    let before = [
        (
            "main.tf",
            "module \"m\" {\n  source = \"./m\"\n}\nremoved {\n  from = module.m.x.gone\n}\noutput \"o\" {\n  value = module.m.o\n}\n",
        ),
        ("m/main.tf", "output \"o\" {\n  value = 1\n}\n"),
    ];
    let wanted = [(
        "main.tf",
        "module \"n\" {\n  source = \"./m\"\n}\n\nmoved {\n  from = module.m\n  to   = module.n\n}\nremoved {\n  from = module.n.x.gone\n}\noutput \"o\" {\n  value = module.n.o\n}\n",
    )];
    check(&before, "module.m", "module.n", &wanted);
}

#[test]
fn a_rename_back_turns_the_moved_block_around() {
    let block = |from, to| format!("\n\nmoved {{\n  from = x.{from}\n  to   = x.{to}\n}}\n");
    let first = Texts::new(&[("main.tf", "resource \"x\" \"a\" {}\n")]);
    let second = after(&first, &renamed(&first, "x.a", "x.b").unwrap());
    let text = format!("resource \"x\" \"b\" {{}}{}", block("a", "b"));
    assert_eq!(second.0["main.tf"], text);
    let third = after(&second, &renamed(&second, "x.b", "x.a").unwrap());
    let text = format!("resource \"x\" \"a\" {{}}{}", block("b", "a"));
    assert_eq!(third.0["main.tf"], text);
    // An object may be moved from only one other object.
    let chain = format!(
        "resource \"x\" \"a\" {{}}{}{}",
        block("b", "a"),
        block("c", "b")
    );
    let chain = Texts::new(&[("main.tf", &chain)]);
    let turned = after(&chain, &renamed(&chain, "x.a", "x.b").unwrap());
    let text = format!(
        "resource \"x\" \"b\" {{}}{}{}",
        block("a", "b"),
        block("c", "a")
    );
    assert_eq!(turned.0["main.tf"], text);
    for (from, to, why) in [
        ("b", "c", "moves x.b away"),
        ("c", "b", "already moves an object"),
    ] {
        let text = format!("resource \"x\" \"a\" {{}}{}", block(from, to));
        let (code, message) = refused(&[("main.tf", &text)], "x.a", "x.b");
        assert_eq!(code, Code::Diagnostics, "{message}");
        assert!(message.contains(why), "{message}");
    }
}

#[test]
fn json_files_are_edited_inside_strings() {
    let before = [(
        "main.tf.json",
        "{\n  \"variable\": {\"a\": {\"type\": \"string\"}},\n  \"locals\": {\"x\": \"\\u00e9\\n${var.a}\", \"y\": {\"${var.a}\": [\"var.a\", {\"k\": \"%{if var.a == \\\"a\\\"}${var.a}%{endif}\"}]}},\n  \"resource\": [{\"t\": {\"r\": [{\"depends_on\": [\"t.s\"], \"dynamic\": {\"t\": {\"for_each\": \"${t.s}\", \"content\": {\"v\": \"${t.s}\"}}}}], \"s\": {}}}],\n  \"//\": \"${var.a}\"\n}",
    )];
    let wanted = before[0]
        .1
        .replace("${var.a}", "${var.abc}")
        .replace("if var.a", "if var.abc")
        .replace("{\"a\":", "{\"abc\":")
        .replace("\"//\": \"${var.abc}\"", "\"//\": \"${var.a}\"");
    check(&before, "var.a", "var.abc", &[("main.tf.json", &wanted)]);
    let wanted = before[0]
        .1
        .replace("[\"t.s\"]", "[\"t.two\"]")
        .replace("\"for_each\": \"${t.s}\"", "\"for_each\": \"${t.two}\"")
        .replace("\"s\": {}", "\"two\": {}")
        .replace(
            "\"//\": \"${var.a}\"\n",
            "\"//\": \"${var.a}\",\n  \"moved\": [{\"from\": \"t.s\", \"to\": \"t.two\"}]\n",
        );
    check(&before, "t.s", "t.two", &[("main.tf.json", &wanted)]);
}

#[test]
fn a_moved_property_of_json_is_extended() {
    for (before, wanted) in [
        ("[]", "[{\"from\": \"t.a\", \"to\": \"t.b\"}]"),
        (
            "{\"from\": \"t.x\", \"to\": \"t.y\"}",
            "[{\"from\": \"t.x\", \"to\": \"t.y\"}, {\"from\": \"t.a\", \"to\": \"t.b\"}]",
        ),
        (
            "[{\"from\": \"t.x\", \"to\": \"t.y\"}]",
            "[{\"from\": \"t.x\", \"to\": \"t.y\"}, {\"from\": \"t.a\", \"to\": \"t.b\"}]",
        ),
    ] {
        let text = |name, moved| {
            format!("{{\"moved\": {moved}, \"resource\": {{\"t\": {{\"{name}\": {{}}}}}}}}")
        };
        let (before, wanted) = (text("a", before), text("b", wanted));
        check(
            &[("m.tf.json", &before)],
            "t.a",
            "t.b",
            &[("m.tf.json", &wanted)],
        );
    }
}

#[test]
fn wrong_names_are_refused() {
    let files = [
        (
            "main.tf",
            "variable \"region\" {}\nvariable \"b\" {}\nmodule \"m\" {\n  source = \"./m\"\n}\nmodule \"far\" {\n  source = \"a/b/c\"\n}\n",
        ),
        ("m/main.tf", ""),
    ];
    for (from, to, code, part) in [
        (
            "var.regin",
            "x",
            Code::NotFound,
            "var.regin: the variable is not declared. Did you mean \"region\"?",
        ),
        (
            "var.region",
            "b",
            Code::Diagnostics,
            "var.b is declared here",
        ),
        (
            "var.region",
            "1x",
            Code::InvalidArgument,
            "\"1x\" is not a valid name",
        ),
        ("var.region", "count", Code::InvalidArgument, "is reserved"),
        (
            "var.region",
            "region",
            Code::InvalidArgument,
            "the new name is the old one",
        ),
        (
            "var.region",
            "local.x",
            Code::InvalidArgument,
            "expected the address of a variable",
        ),
        (
            "var.region.x",
            "x",
            Code::InvalidArgument,
            "expected var.NAME",
        ),
        ("each.key", "x", Code::InvalidArgument, "not a declaration"),
        (
            "module.x.var.a",
            "b",
            Code::NotFound,
            "module.x: the module call is not declared",
        ),
        (
            "module.far.var.a",
            "b",
            Code::NotFound,
            "the called module is not available",
        ),
    ] {
        let (found, message) = refused(&files, from, to);
        assert_eq!(found, code, "{from} {message}");
        assert!(message.contains(part), "{from}: {message}");
    }
    let (code, message) = refused(&[("main.tf", "variable \"a\" {\n")], "var.a", "b");
    assert_eq!(code, Code::Diagnostics, "{message}");
}

#[test]
fn a_rename_is_charged() {
    let text: String = (0..2_000)
        .map(|at| format!("output \"o{at}\" {{\n  value = var.a\n}}\n"))
        .collect();
    let text = format!("variable \"a\" {{}}\n{text}");
    let files = Texts::new(&[("main.tf", &text)]);
    let budget = Budget::standard();
    let (none, options) = (BTreeMap::new(), RenameOptions::default());
    Project::load(&files, ".", &none, &LocalOnly, &options.project, &budget).unwrap();
    // More than loading needs, less than the rename needs.
    let limited = Budget::standard().limit_steps(budget.steps() + 2_000);
    let found = rename(&files, ".", &LocalOnly, "var.a", "b", &options, &limited);
    assert_eq!(found.unwrap_err().code(), Code::Limit);
    let whole = Budget::standard();
    rename(&files, ".", &LocalOnly, "var.a", "b", &options, &whole).unwrap();
    assert!(whole.bytes() - budget.bytes() > 2_000 * 100);
}

fn relocated(files: &Texts, from: &str, to: &str) -> Result<Refactoring> {
    let (options, budget) = (RenameOptions::default(), Budget::standard());
    move_declaration(files, ".", &LocalOnly, from, to, &options.project, &budget)
}

#[test]
fn a_declaration_is_moved_with_its_comments() {
    let files = Texts::new(&[
        (
            "main.tf",
            "# loose\n\n# ours\nvariable \"a\" {\n  default = 1\n} # end\n\n# other\noutput \"o\" {\n  value = var.a\n}\n",
        ),
        ("vars.tf", "variable \"b\" {}"),
    ]);
    let found = after(&files, &relocated(&files, "var.a", "vars.tf").unwrap());
    assert_eq!(
        found.0["vars.tf"],
        "variable \"b\" {}\n\n# ours\nvariable \"a\" {\n  default = 1\n} # end\n"
    );
    let rest = &found.0["main.tf"];
    assert!(rest.starts_with("# loose\n"), "{rest}");
    assert!(
        rest.ends_with("# other\noutput \"o\" {\n  value = var.a\n}\n"),
        "{rest}"
    );
    assert!(!rest.contains("ours"), "{rest}");
    let changes = relocated(&files, "output.o", "outputs.tf").unwrap();
    let created = changes.edits.iter().find(|edit| edit.is_new).unwrap();
    assert_eq!(created.file, "outputs.tf");
    let text = String::from_utf8(created.after()).unwrap();
    assert_eq!(text, "# other\noutput \"o\" {\n  value = var.a\n}\n");
}

#[test]
fn a_local_value_is_moved_to_the_locals_of_the_file() {
    let files = Texts::new(&[
        (
            "main.tf",
            "locals {\n  # ours\n  one = 1\n  three = [\n    3,\n  ]\n}\nlocals { two = local.one }\n",
        ),
        (
            "locals.tf",
            "locals {\n  a = 1\n}\n\nlocals {\n  bcd = 2\n}\n",
        ),
        ("other.tf", "output \"o\" {\n  value = local.two\n}\n"),
    ]);
    let found = after(
        &files,
        &relocated(&files, "local.one", "locals.tf").unwrap(),
    );
    assert_eq!(
        found.0["locals.tf"],
        "locals {\n  a = 1\n}\n\nlocals {\n  bcd = 2\n  # ours\n  one = 1\n}\n"
    );
    assert_eq!(
        found.0["main.tf"],
        "locals {\n  three = [\n    3,\n  ]\n}\nlocals { two = local.one }\n"
    );
    // A block without other values is removed, and a file without `locals` gets a block.
    let found = after(&files, &relocated(&files, "local.two", "other.tf").unwrap());
    assert_eq!(
        found.0["other.tf"],
        "output \"o\" {\n  value = local.two\n}\n\nlocals {\n  two = local.one\n}\n"
    );
    assert!(
        !found.0["main.tf"].contains("two"),
        "{}",
        found.0["main.tf"]
    );
    let found = after(&files, &relocated(&files, "local.three", "new.tf").unwrap());
    assert_eq!(found.0["new.tf"], "locals {\n  three = [\n    3,\n  ]\n}\n");
}

#[test]
fn wrong_moves_are_refused() {
    let files = Texts::new(&[("main.tf", "variable \"a\" {}\nlocals {\n  l = 1\n}\n")]);
    for (from, to, code) in [
        ("var.a", "main.tf", Code::InvalidArgument),
        ("var.a", "override.tf", Code::InvalidArgument),
        ("var.a", "x/main.tf", Code::InvalidArgument),
        ("var.a", "x.tf.json", Code::Unsupported),
        ("local.l", "main.tf", Code::InvalidArgument),
        ("local.none", "x.tf", Code::NotFound),
        ("var.b", "x.tf", Code::NotFound),
    ] {
        let error = relocated(&files, from, to).unwrap_err();
        assert_eq!(error.code(), code, "{from} {to}: {error}");
    }
}

const PARENT: &str = r#"
variable "zone" {}
locals {
  size = 2
}
# the disk
resource "x_disk" "a" {
  zone = var.zone
  size = local.size
  tags = { for tag in ["t"] : tag => "${var.zone}-${tag}" }
  lifecycle {
    precondition {
      condition     = var.zone != "" && path.root != ""
      error_message = "no zone"
    }
  }
}
module "m" {
  source = "./m"
  zone   = var.zone
  count1 = local.size
}
output "o" {
  value = module.m.id
}
"#;

const CHILD: &str = "variable \"zone\" {}\nvariable \"count1\" {}\nresource \"x_vm\" \"b\" {\n  zone = var.zone\n  n    = var.count1 + 1\n}\noutput \"id\" {\n  value = x_vm.c.id\n}\nresource \"x_vm\" \"c\" {}\n";

#[test]
fn a_resource_is_moved_to_a_called_module_and_back() {
    let files = Texts::new(&[("main.tf", PARENT), ("m/main.tf", CHILD)]);
    let found = after(
        &files,
        &relocated(&files, "x_disk.a", "module.m.x_disk.a").unwrap(),
    );
    let (root, child) = (&found.0["main.tf"], &found.0["m/main.tf"]);
    assert!(!root.contains("resource \"x_disk\""), "{root}");
    assert!(
        root.ends_with("\nmoved {\n  from = x_disk.a\n  to   = module.m.x_disk.a\n}\n"),
        "{root}"
    );
    assert!(
        child.ends_with(
            "resource \"x_vm\" \"c\" {}\n\n# the disk\nresource \"x_disk\" \"a\" {\n  zone = var.zone\n  size = var.count1\n  tags = { for tag in [\"t\"] : tag => \"${var.zone}-${tag}\" }\n  lifecycle {\n    precondition {\n      condition     = var.zone != \"\" && path.root != \"\"\n      error_message = \"no zone\"\n    }\n  }\n}\n"
        ),
        "{child}"
    );
    // The way back turns the moved block around.
    let back = after(
        &found,
        &relocated(&found, "module.m.x_disk.a", "x_disk.a").unwrap(),
    );
    let root = &back.0["main.tf"];
    assert_eq!(back.0["m/main.tf"], CHILD);
    assert!(
        root.contains("moved {\n  from = module.m.x_disk.a\n  to   = x_disk.a\n}\n"),
        "{root}"
    );
    assert!(root.contains("size = local.size\n"), "{root}");
}

#[test]
fn a_resource_is_moved_to_the_caller() {
    let files = Texts::new(&[("main.tf", PARENT), ("m/vm.tf", CHILD)]);
    let changes = relocated(&files, "module.m.x_vm.b", "x_vm.b").unwrap();
    let created = changes.edits.iter().find(|edit| edit.is_new).unwrap();
    assert_eq!(created.file, "vm.tf");
    let text = String::from_utf8(created.after()).unwrap();
    assert_eq!(
        text,
        "resource \"x_vm\" \"b\" {\n  zone = var.zone\n  n    = local.size + 1\n}\n\nmoved {\n  from = module.m.x_vm.b\n  to   = x_vm.b\n}\n"
    );
    // An argument that is no reference becomes an expression, and an output returns a reference.
    let root = "module \"m\" {\n  source = \"./m\"\n  zone   = 1 + 2\n}\n";
    let child = "variable \"zone\" {}\nresource \"x_vm\" \"b\" {\n  n = 2 * var.zone\n  c = x_vm.c.id[0]\n}\noutput \"id\" {\n  value = x_vm.c.id\n}\nresource \"x_vm\" \"c\" {}\n";
    let files = Texts::new(&[("main.tf", root), ("m/main.tf", child)]);
    let found = after(
        &files,
        &relocated(&files, "module.m.x_vm.b", "x_vm.b").unwrap(),
    );
    let root = &found.0["main.tf"];
    assert!(
        root.contains("  n = 2 * (1 + 2)\n  c = module.m.id[0]\n"),
        "{root}"
    );
}

#[test]
fn a_resource_is_moved_between_called_modules() {
    let root = "variable \"v\" {}\nmodule \"a\" {\n  source = \"./a\"\n  x      = var.v\n}\nmodule \"b\" {\n  source = \"./b\"\n  y      = var.v.k\n}\n";
    let a = "variable \"x\" {}\ndata \"x_d\" \"d\" {\n  v = var.x.k.l\n}\nresource \"x_r\" \"r\" {\n  v = var.x.k\n}\n";
    let files = Texts::new(&[
        ("main.tf", root),
        ("a/main.tf", a),
        ("b/main.tf", "variable \"y\" {}\n"),
    ]);
    let found = after(
        &files,
        &relocated(&files, "module.a.x_r.r", "module.b.x_r.r").unwrap(),
    );
    assert_eq!(
        found.0["b/main.tf"],
        "variable \"y\" {}\n\nresource \"x_r\" \"r\" {\n  v = var.y\n}\n"
    );
    assert!(
        found.0["main.tf"]
            .ends_with("\nmoved {\n  from = module.a.x_r.r\n  to   = module.b.x_r.r\n}\n"),
        "{}",
        found.0["main.tf"]
    );
    // A data source has no state.
    let found = after(
        &files,
        &relocated(&files, "module.a.data.x_d.d", "module.b.data.x_d.d").unwrap(),
    );
    assert_eq!(found.0["main.tf"], root);
    assert!(
        found.0["b/main.tf"].ends_with("data \"x_d\" \"d\" {\n  v = var.y.l\n}\n"),
        "{}",
        found.0["b/main.tf"]
    );
}

#[test]
fn references_that_need_a_variable_or_an_output_are_errors() {
    let details = |files: &[(&str, &str)], from: &str, to: &str| -> Vec<String> {
        let error = relocated(&Texts::new(files), from, to).unwrap_err();
        assert_eq!(error.code(), Code::Diagnostics, "{error}");
        let line = |one: &polycty_core::source::Diagnostic| {
            let file = &one.source.as_ref().unwrap().name;
            format!(
                "{file}:{} {}: {}",
                one.subject.unwrap(),
                one.summary,
                one.detail
            )
        };
        error.diagnostics().iter().map(line).collect()
    };
    let root = "resource \"x_r\" \"r\" {\n  a = local.l\n  b = \"${path.module}\"\n}\nlocals {\n  l = 1\n}\noutput \"o\" {\n  value = x_r.r.id\n}\nmodule \"m\" {\n  source = \"./m\"\n}\n";
    let files = [("main.tf", root), ("m/main.tf", "")];
    assert_eq!(
        details(&files, "x_r.r", "module.m.x_r.r"),
        [
            "main.tf:2,7-14 Reference cannot be moved: local.l is not visible in module.m. Pass it as an argument of the call, and use the variable.",
            "main.tf:3,10-21 Reference cannot be moved: path.module is not visible in module.m. Pass it as an argument of the call, and use the variable.",
            "main.tf:9,11-19 Reference to a moved resource: module.m.x_r.r would not be visible here. It needs an output of its new module, or a variable of this one.",
        ]
    );
    let child = "variable \"d\" {\n  default = 1\n}\nresource \"x_r\" \"s\" {\n  a = local.l\n  d = var.d\n}\nlocals {\n  l = 1\n}\nimport {\n  to = x_r.s\n  id = \"1\"\n}\n";
    let files = [
        (
            "main.tf",
            "module \"m\" {\n  source = \"./m\"\n}\nremoved {\n  from = module.m.x_r.s\n}\n",
        ),
        ("m/main.tf", child),
    ];
    let found = details(&files, "module.m.x_r.s", "x_r.s");
    assert_eq!(found.len(), 4, "{found:#?}");
    for (line, start) in found.iter().zip([
        "m/main.tf:5,7-14 Reference cannot be moved: local.l is not visible outside of module.m. It needs an output.",
        "m/main.tf:6,7-12 Reference cannot be moved: var.d has no argument in the call of module.m",
        "m/main.tf:12,8-13 Address of a moved resource: ",
        "main.tf:5,10-24 Address of a moved resource: ",
    ]) {
        assert!(line.starts_with(start), "{line}");
    }
    let taken = [
        (
            "main.tf",
            "resource \"x_r\" \"r\" {\n  provider = x.y\n}\nprovider \"x\" {\n  alias = \"y\"\n}\nmodule \"m\" {\n  source = \"./m\"\n}\nmoved {\n  from = x_r.q\n  to   = module.m.x_r.r\n}\n",
        ),
        ("m/main.tf", "resource \"x_r\" \"r\" {}\n"),
    ];
    let found = details(&taken, "x_r.r", "module.m.x_r.r");
    let summaries: Vec<&str> = found
        .iter()
        .filter_map(|line| line.split(": ").next()?.split_once(' ').map(|(_, it)| it))
        .collect();
    assert_eq!(
        summaries,
        [
            "Name in use",
            "Conflict with a moved block",
            "Provider configuration cannot be moved"
        ]
    );
}

#[test]
fn wrong_moves_to_other_modules_are_refused() {
    let files = Texts::new(&[
        (
            "main.tf",
            "resource \"x_r\" \"r\" {}\nvariable \"v\" {}\nmodule \"m\" {\n  source = \"./m\"\n  count  = 2\n}\nmodule \"a\" {\n  source = \"./n\"\n}\nmodule \"b\" {\n  source = \"./n\"\n}\n",
        ),
        ("m/main.tf", ""),
        ("n/main.tf", ""),
    ]);
    for (from, to, code) in [
        ("x_r.r", "module.m.x_r.r", Code::Unsupported),
        ("x_r.r", "module.a.x_r.r", Code::Unsupported),
        ("var.v", "module.m.var.v", Code::Unsupported),
        ("x_r.r", "x_r.r", Code::InvalidArgument),
        ("x_r.r", "module.m.x_r.s", Code::InvalidArgument),
        ("x_r.r", "module.m.data.x_r.r", Code::InvalidArgument),
        ("x_r.r", "module.none.x_r.r", Code::NotFound),
    ] {
        let error = relocated(&files, from, to).unwrap_err();
        assert_eq!(error.code(), code, "{from} {to}: {error}");
    }
}
