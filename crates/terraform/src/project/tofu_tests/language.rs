//! Tests of OpenTofu: `enabled`, deprecations, functions, and what else differs from Terraform.

use super::{check, check_as, plan};
use crate::module::Release;
use crate::project::ProjectOptions;
use crate::project::tests::Texts;
use polycty_core::calls::Budget;

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
