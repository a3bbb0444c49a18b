//! Tests of the services for Terraform.

use crate::answer::{Completion, SymbolKind};
use crate::{Context, Language, LanguageId, MemoryFiles, Workspace};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result, Span};
use polycty_terraform::project::{ProjectOptions, Schemas};
use std::sync::Arc;

const SCHEMAS: &str = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/aws": {
    "provider": {"block": {"attributes": {"region": {"type": "string", "required": true}}}},
    "resource_schemas": {"aws_vpc": {"block": {
        "description": "A network.",
        "attributes": {
            "id": {"type": "string", "computed": true, "description": "The identifier."},
            "cidr": {"type": "string", "required": true, "description": "The addresses."},
            "tags": {"type": ["map", "string"], "optional": true},
            "public": {"type": "bool", "optional": true}
        },
        "block_types": {"route": {"nesting_mode": "list", "block": {
            "attributes": {"to": {"type": "string", "required": true}}
        }}}
    }}}
}}}"#;

/// A program with the common kinds of statements.
pub(super) const MAIN: &str = r#"terraform {
  required_version = ">= 1.5"
}

provider "aws" {
  region = "eu-west-1"
}

variable "size" {
  type        = object({ name = string, count = optional(number, 1) })
  description = "The size."
  default     = { name = "small" }
}

variable "secret" {
  type      = string
  sensitive = true
  default   = "hidden"
}

locals {
  port  = 8080
  names = [for key, one in { a = 1 } : "${key}-${one}"]
  text  = <<-EOT
    port ${local.port}
  EOT
}

resource "aws_vpc" "main" {
  cidr   = "10.0.0.0/16"
  public = true
  tags = {
    Name = var.size.name
    Port = local.port
  }

  route {
    to = cidrsubnet("10.0.0.0/8", 8, 1)
  }

  lifecycle {
    ignore_changes = [tags]
  }
}

module "net" {
  source = "./net"
  cidr   = aws_vpc.main.cidr
  size   = var.size
}

output "id" {
  description = "The identifier."
  value       = module.net.id
}

output "port" {
  value = local.port + 1
}
"#;

pub(super) const NET: &str = "variable \"cidr\" {\n  type        = string\n  description = \"The addresses.\"\n}\n\nvariable \"size\" {\n  type = any\n}\n\noutput \"id\" {\n  value = upper(var.cidr)\n}\n";

pub(super) fn options() -> ProjectOptions {
    let schemas = Schemas::read(SCHEMAS, &Budget::standard()).unwrap();
    ProjectOptions {
        schemas: Some(schemas),
        ..ProjectOptions::default()
    }
}

pub(super) fn workspace(main: &str) -> Workspace {
    let mut workspace = Workspace::new(
        Arc::new(MemoryFiles::default()),
        vec![super::terraform(options())],
    );
    workspace.set_folders(vec!["/p".to_owned(), "/p/net".to_owned()]);
    workspace.open("/p/net/main.tf", LanguageId::Terraform, 1, NET);
    workspace.open("/p/main.tf", LanguageId::Terraform, 1, main);
    workspace
}

fn ask_in<T>(
    workspace: &Workspace,
    path: &str,
    question: impl FnOnce(&dyn Language, &Context<'_>) -> Result<T>,
) -> T {
    let budget = Budget::standard();
    workspace.ask(path, &budget, question).unwrap().unwrap()
}

pub(super) fn ask<T>(
    workspace: &Workspace,
    question: impl FnOnce(&dyn Language, &Context<'_>) -> Result<T>,
) -> T {
    ask_in(workspace, "/p/main.tf", question)
}

/// The byte in the middle of a part of the main file.
fn at(part: &str, offset: usize) -> u32 {
    Span::at(MAIN.find(part).unwrap() + offset).start
}

/// The completions where the main file has a marker `|`, after a replacement in it.
fn complete(from: &str, to: &str) -> Vec<Completion> {
    let text = MAIN.replacen(from, to, 1);
    let byte = Span::at(text.find('|').unwrap()).start;
    let text = text.replacen('|', "", 1);
    let workspace = workspace(&text);
    ask(&workspace, |language, context| {
        language.completions(context, byte)
    })
}

fn labels(found: &[Completion]) -> Vec<&str> {
    found.iter().map(|one| &*one.label).collect()
}

fn hover(byte: u32) -> String {
    let workspace = workspace(MAIN);
    let found = ask(&workspace, |language, context| {
        language.hover(context, byte)
    });
    found.map_or_else(String::new, |found| found.text)
}

#[test]
fn a_valid_project_has_no_diagnostics() {
    let workspace = workspace(MAIN);
    let reports = ask(&workspace, |language, context| {
        language.diagnostics(context)
    });
    let found: Vec<String> = reports
        .iter()
        .flat_map(|report| &report.diagnostics)
        .map(|diagnostic| diagnostic.message())
        .collect();
    assert_eq!(found, Vec::<String>::new());
    assert_eq!(reports[0].path, "/p/main.tf");
}

#[test]
fn diagnostics_are_of_the_open_texts() {
    let mut workspace = workspace(&MAIN.replace("var.size.name", "var.sise.name"));
    let reports = ask(&workspace, |language, context| {
        language.diagnostics(context)
    });
    let found = &reports[0].diagnostics[0];
    assert_eq!(found.summary, "Reference to undeclared input variable");
    assert_eq!(
        found.subject.unwrap().start.byte,
        MAIN.find("var.size.name").unwrap()
    );
    workspace.open("/p/main.tf", LanguageId::Terraform, 2, MAIN);
    let reports = ask(&workspace, |language, context| {
        language.diagnostics(context)
    });
    assert!(reports.iter().all(|report| report.diagnostics.is_empty()));
}

#[test]
fn references_are_completed() {
    let of = |text: &str| complete("local.port + 1", text);
    assert_eq!(labels(&of("var.|")), ["secret", "size"]);
    assert_eq!(labels(&of("local.na|")), ["names", "port", "text"]);
    assert_eq!(labels(&of("module.|")), ["net"]);
    assert_eq!(labels(&of("module.net.|")), ["id"]);
    assert_eq!(labels(&of("aws_vpc.|")), ["main"]);
    let vpc = of("aws_vpc.main.|");
    assert_eq!(labels(&vpc), ["cidr", "id", "public", "route", "tags"]);
    assert_eq!(vpc[0].detail, "string");
    assert_eq!(labels(&of("var.size.|")), ["count", "name"]);
    assert_eq!(labels(&of("[for a in local.names : a.|]")), [""; 0]);
    assert_eq!(labels(&of("path.|")), ["cwd", "module", "root"]);
    let start = of("upp|");
    let upper = start.iter().find(|one| one.label == "upper").unwrap();
    assert_eq!(upper.edit.text, "upper(${1})");
    assert_eq!(upper.detail, "upper(str: string): string");
    assert!(upper.snippet && !upper.documentation.is_empty());
    assert!(labels(&start).contains(&"aws_vpc"));
    assert!(!labels(&start).contains(&"each"));
    assert_eq!(labels(&of("\"a${var.|}\"")), ["secret", "size"]);
    assert_eq!(labels(&of("\"a|\"")), [""; 0]);
}

#[test]
fn names_in_bodies_are_completed_with_required_ones_first() {
    let found = complete("  cidr   = \"10.0.0.0/16\"\n", "  |\n");
    assert_eq!(found[0].label, "cidr");
    assert_eq!(found[0].edit.text, "cidr = \"${1}\"");
    assert_eq!(found[0].detail, "string (required)");
    let names = labels(&found);
    assert!(names.contains(&"route") && names.contains(&"lifecycle"));
    assert!(!names.contains(&"id") && !names.contains(&"public"));
    let found = complete("  size   = var.size\n", "  s|\n");
    assert_eq!(labels(&found)[..1], ["size"]);
    let found = complete("\nmodule", "\nva|\nmodule");
    let variable = found.iter().find(|one| one.label == "variable").unwrap();
    assert_eq!(variable.edit.text, "variable \"${1:name}\" {\n  $0\n}");
    let found = complete("\"aws_vpc\" \"main\"", "\"aws|\" \"main\"");
    assert_eq!(labels(&found), ["aws_vpc"]);
    let found = complete("public = true", "public = |");
    assert_eq!(labels(&found)[..2], ["false", "true"]);
    let found = complete("public = true", "provider = |");
    assert_eq!(labels(&found), ["aws"]);
    let found = complete("public = true", "depends_on = [|]");
    assert_eq!(labels(&found), ["module", "aws_vpc"]);
    let found = complete("type      = string", "type      = st|");
    assert_eq!(found[0].label, "any");
    let found = complete("{ name = \"small\" }", "{ n| }");
    assert_eq!(labels(&found), ["name", "count"]);
}

#[test]
fn values_are_completed_by_the_variables() {
    let mut workspace = workspace(MAIN);
    let id = LanguageId::TerraformVariables;
    workspace.open("/p/terraform.tfvars", id, 1, "s\n");
    let path = "/p/terraform.tfvars";
    let found = ask_in(&workspace, path, |language, context| {
        language.completions(context, 1)
    });
    assert_eq!(labels(&found), ["secret", "size"]);
    let text = "sise = 1\nsize = { name = [] }\nsecret = []\n";
    workspace.open(path, id, 2, text);
    let reports = ask_in(&workspace, path, |language, context| {
        language.diagnostics(context)
    });
    let found = &reports[0].diagnostics;
    assert_eq!(found.len(), 3, "{found:?}");
    assert_eq!(found[0].suggestion.as_deref(), Some("size"));
    assert!(found[1].detail.contains("string required"), "{found:?}");
    assert!(!found[2].detail.contains("tuple"), "{found:?}");
}

#[test]
fn names_are_described() {
    let size = hover(at("var.size.name", 5));
    assert!(size.contains("var.size: object({"), "{size}");
    assert!(
        size.contains("The size.") && size.contains("Default: "),
        "{size}"
    );
    let port = hover(at("local.port + 1", 7));
    assert_eq!(
        port,
        "```terraform\nlocal.port: number\n```\n\nValue: `8080`"
    );
    let cidr = hover(at("aws_vpc.main.cidr", 14));
    assert_eq!(
        cidr,
        "```terraform\naws_vpc.main.cidr: string\n```\n\nThe addresses."
    );
    let id = hover(at("module.net.id", 12));
    assert_eq!(id, "```terraform\noutput \"id\": string\n```");
    let function = hover(at("cidrsubnet", 3));
    assert!(
        function.contains("cidrsubnet(prefix: string, "),
        "{function}"
    );
    let attribute = hover(at("cidr   = \"10", 1));
    assert!(attribute.contains("cidr: string (required)"), "{attribute}");
    let argument = hover(at("cidr   = aws", 1));
    assert!(argument.contains("The addresses."), "{argument}");
    assert!(hover(at("aws_vpc\" \"main", 2)).contains("A network."));
    let meta = hover(at("ignore_changes", 2));
    assert!(meta.contains("ignored"), "{meta}");
}

#[test]
fn sensitive_values_are_not_shown() {
    let text = MAIN.replace("port  = 8080", "port  = var.secret");
    let workspace = workspace(&text);
    for part in ["secret\" {", "port  =", "local.port + 1"] {
        let byte = Span::at(text.find(part).unwrap() + 1).start;
        for byte in byte..byte + 8 {
            let found = ask(&workspace, |language, context| {
                Ok((
                    language.hover(context, byte)?,
                    language.completions(context, byte)?,
                ))
            });
            assert!(!format!("{found:?}").contains("hidden"), "{found:?}");
        }
    }
}

#[test]
fn calls_have_signatures() {
    let workspace = workspace(MAIN);
    let byte = at("8, 1)", 3);
    let found = ask(&workspace, |language, context| {
        language.signatures(context, byte)
    });
    let found = found.unwrap();
    assert_eq!(found.parameter, Some(2));
    let label = &found.signatures[0].label;
    assert!(label.starts_with("cidrsubnet(prefix: string"), "{label}");
    let third = found.signatures[0].parameters[2].label.slice(label);
    assert!(third.ends_with(": number"), "{third}");
    let outside = ask(&workspace, |language, context| {
        language.signatures(context, at("public = true", 10))
    });
    assert_eq!(outside, None);
}

#[test]
fn declarations_and_uses_are_found_in_all_folders() {
    let workspace = workspace(MAIN);
    let text_of = |path: &str| if path == "/p/main.tf" { MAIN } else { NET };
    let byte = at("cidr   = aws", 1);
    let (definitions, references) = ask(&workspace, |language, context| {
        Ok((
            language.definitions(context, byte)?,
            language.references(context, byte, true)?,
        ))
    });
    assert_eq!(definitions.len(), 1);
    assert_eq!(definitions[0].path, "/p/net/main.tf");
    let shown = |span: Span, path: &str| span.slice(text_of(path)).to_owned();
    assert_eq!(shown(definitions[0].span, &definitions[0].path), "cidr");
    let found: Vec<(String, u32)> = references
        .iter()
        .map(|one| (shown(one.span, &one.path), one.span.start))
        .collect();
    assert_eq!(found.len(), 3, "{references:?}");
    assert!(found.iter().all(|(text, _)| text == "cidr"));
    let source = at("./net", 2);
    let found = ask(&workspace, |language, context| {
        language.definitions(context, source)
    });
    assert_eq!(found[0].path, "/p/net/main.tf");
}

#[test]
fn declarations_in_json_are_known() {
    let json = "{\"variable\": {\"port\": {\"type\": \"number\", \"description\": \"A port.\"}}}";
    let text = MAIN.replace("local.port + 1", "var.port + 1");
    let mut workspace = workspace(&text);
    workspace.open("/p/more.tf.json", LanguageId::Terraform, 1, json);
    let byte = Span::at(text.find("var.port").unwrap() + 5).start;
    let (hover, definitions, reports) = ask(&workspace, |language, context| {
        Ok((
            language.hover(context, byte)?,
            language.definitions(context, byte)?,
            language.diagnostics(context)?,
        ))
    });
    assert!(hover.unwrap().text.contains("var.port: number"));
    assert_eq!(definitions[0].path, "/p/more.tf.json");
    let name = json.find("port").unwrap();
    assert_eq!(definitions[0].span, Span::new(name, name + 4));
    assert!(reports.iter().all(|report| report.diagnostics.is_empty()));
}

#[test]
fn files_that_appear_are_found() {
    let files = Arc::new(MemoryFiles::default());
    files.set("/w/net/main.tf", NET);
    let mut workspace = Workspace::new(
        files.clone(),
        vec![super::terraform(ProjectOptions::default())],
    );
    workspace.set_folders(vec!["/w".to_owned()]);
    workspace.open("/w/net/main.tf", LanguageId::Terraform, 1, NET);
    let byte = Span::at(NET.find("cidr").unwrap() + 1).start;
    let count = |workspace: &Workspace| {
        let found = ask_in(workspace, "/w/net/main.tf", |language, context| {
            language.references(context, byte, true)
        });
        found.len()
    };
    assert_eq!(count(&workspace), 2);
    files.set(
        "/w/new/main.tf",
        "module \"a\" {\n  source = \"../net\"\n  cidr   = \"10.0.0.0/8\"\n}\n",
    );
    workspace.changed(&["/w/new/main.tf"]);
    assert_eq!(count(&workspace), 3);
}

/// The text of the main file after a rename, and the number of edited files.
fn renamed(main: &str, byte: u32, name: &str) -> (String, usize) {
    let workspace = workspace(main);
    let found = ask(&workspace, |language, context| {
        language.rename(context, byte, name)
    });
    let mut text = main.to_owned();
    let own = found.iter().find(|edit| edit.path == "/p/main.tf");
    for edit in own.unwrap().edits.iter().rev() {
        let span = edit.span.start as usize..edit.span.end as usize;
        text.replace_range(span, &edit.text);
    }
    (text, found.len())
}

#[test]
fn renames_reach_callers_and_add_moved_blocks() {
    let (text, files) = renamed(MAIN, at("cidr   = aws", 1), "range");
    assert!(text.contains("  range   = aws_vpc.main.cidr\n"), "{text}");
    assert_eq!(files, 2);
    let (text, _) = renamed(MAIN, at("\"main\"", 2), "first");
    assert!(text.contains("aws_vpc.first.cidr"), "{text}");
    assert!(text.contains("moved {"), "{text}");
    let broken = MAIN.replace("value = local.port + 1", "value = local.port + nope.a");
    let (text, _) = renamed(&broken, at("port  = 8080", 1), "number");
    assert!(text.contains("number  = 8080") && text.contains("local.number + nope"));
    let workspace = workspace(MAIN);
    let budget = Budget::standard();
    let refused = workspace.ask("/p/main.tf", &budget, |language, context| {
        language.rename(context, at("port  = 8080", 1), "names")
    });
    assert!(refused.is_err());
}

#[test]
fn symbols_hints_and_actions_follow_the_declarations() {
    let text = MAIN.replace("  cidr   = \"10.0.0.0/16\"\n", "");
    let workspace = workspace(&text);
    let whole = Span::new(0, text.len());
    let byte = Span::at(text.find("public").unwrap());
    let (symbols, hints, actions) = ask(&workspace, |language, context| {
        Ok((
            language.symbols(context)?,
            language.hints(context, whole)?,
            language.actions(context, byte)?,
        ))
    });
    let resource = symbols.iter().find(|one| one.kind == SymbolKind::Resource);
    assert_eq!(resource.unwrap().name, "resource \"aws_vpc\" \"main\"");
    let port = Span::at(text.find("port  =").unwrap() + 4).start;
    let hint = hints.iter().find(|hint| hint.byte == port);
    assert_eq!(hint.unwrap().label, ": number");
    let titles: Vec<&str> = actions.iter().map(|action| &*action.title).collect();
    assert_eq!(titles, ["Add missing arguments: cidr"]);
    let edit = &actions[0].edits[0].edits[0];
    assert_eq!(edit.text, "  cidr = \"\"\n");
    // At the position of the diagnostic, too.
    let reports = ask(&workspace, |language, context| {
        language.diagnostics(context)
    });
    let mut found = reports.iter().flat_map(|report| &report.diagnostics);
    let missing = found.find(|found| found.summary == "Missing required argument");
    let byte = missing.unwrap().subject.unwrap().start.byte;
    let at_diagnostic = ask(&workspace, |language, context| {
        language.actions(context, Span::at(byte))
    });
    assert_eq!(at_diagnostic, actions);
}

#[test]
fn values_are_rewritten() {
    let workspace = workspace(MAIN);
    let titles = |byte: u32| -> Vec<String> {
        let span = Span {
            start: byte,
            end: byte,
        };
        let found = ask(&workspace, |language, context| {
            language.actions(context, span)
        });
        found.into_iter().map(|action| action.title).collect()
    };
    assert_eq!(titles(at("name = string", 1)), ["Wrap in \"optional\""]);
    assert_eq!(titles(at("Name = var", 1)), ["Quote keys"]);
    let text = MAIN.replace("var.size.name", "var.sise.name");
    let workspace = self::workspace(&text);
    let span = Span::at(text.find("var.sise").unwrap());
    let found = ask(&workspace, |language, context| {
        language.actions(context, span)
    });
    assert_eq!(found[0].title, "Change to \"size\"");
}

/// All answers at a byte of the main file.
fn all(workspace: &Workspace, budget: &Budget, byte: u32) -> Result<Option<String>> {
    let whole = Span::new(0, MAIN.len());
    workspace.ask("/p/main.tf", budget, |language, context| {
        let first = (
            language.hover(context, byte)?,
            language.completions(context, byte)?,
            language.definitions(context, byte)?,
            language.references(context, byte, true)?,
            language.signatures(context, byte)?,
        );
        let second = (
            language.hints(context, whole)?,
            language.tokens(context, whole)?,
            language.actions(context, Span::at(byte as usize))?,
            language.rename(context, byte, "other")?,
        );
        Ok(format!("{first:?} {second:?}"))
    })
}

#[test]
fn an_exceeded_budget_ends_a_question_and_leaves_nothing_behind() {
    let byte = at("var.size.name", 5);
    let fresh = all(&workspace(MAIN), &Budget::standard(), byte).unwrap();
    let limits = (0..18).map(|power| 1_u64 << power);
    let mut refused = 0;
    for steps in limits {
        let workspace = workspace(MAIN);
        let budget = Budget::new().limit_steps(steps);
        match all(&workspace, &budget, byte) {
            Ok(found) => assert_eq!(found, fresh),
            Err(error) => {
                assert!(error.code().is_refusal(), "{error:?}");
                refused += 1;
            }
        }
        let after = all(&workspace, &Budget::standard(), byte).unwrap();
        assert_eq!(after, fresh, "after {steps} steps");
    }
    assert!(refused > 8, "{refused}");
}

#[test]
fn functions_read_binary_files() {
    let files = MemoryFiles::new([("/w/key.bin", vec![0_u8, 0xff, 0xfe])]);
    let mut workspace = Workspace::new(
        Arc::new(files),
        vec![super::terraform(ProjectOptions::default())],
    );
    workspace.set_folders(vec!["/w".to_owned()]);
    let text = "output \"a\" {\n  value = filebase64(\"key.bin\")\n}\n\noutput \"b\" {\n  value = filebase64(\"none.bin\")\n}\n";
    workspace.open("/w/main.tf", LanguageId::Terraform, 1, text);
    let found = workspace
        .diagnostics("/w/main.tf", "main.tf", &Budget::standard())
        .unwrap()
        .unwrap();
    let lines = found.iter().map(|each| each.subject.unwrap().start.line);
    assert_eq!(lines.collect::<Vec<_>>(), [6], "{found:?}");
}

#[test]
fn lines_of_sensitive_values_are_not_shown() {
    let module = "variable \"key\" {\n  type      = number\n  sensitive = true\n}\nvariable \"n\" {\n  type = number\n}\n";
    let files = MemoryFiles::new([("/w/main.tf", module)]);
    let mut workspace = Workspace::new(
        Arc::new(files),
        vec![super::terraform(ProjectOptions::default())],
    );
    workspace.set_folders(vec!["/w".to_owned()]);
    let shown = |workspace: &Workspace| {
        let found = workspace.diagnostics("/w/a.tfvars", "a.tfvars", &Budget::standard());
        let error = Error::from_diagnostics(Code::Diagnostics, found.unwrap().unwrap());
        error.render_text()
    };
    let path = "/w/a.tfvars";
    let id = LanguageId::TerraformVariables;
    workspace.open(
        path,
        id,
        1,
        "key = \"hunter2\"\nkye = \"hunter3\"\nn = \"shown\"\n",
    );
    let text = shown(&workspace);
    assert!(!text.contains("hunter"), "{text}");
    assert!(text.contains("\"shown\""), "{text}");
    workspace.open(path, id, 2, "key = \"hunter2\" \"\n");
    let text = shown(&workspace);
    assert!(
        text.contains("a.tfvars line 1") && !text.contains("hunter"),
        "{text}"
    );
    // The module itself, with a default that is not valid.
    let text = "variable \"key\" {\n  type      = number\n  sensitive = true\n  default   = \"hunter2\"\n}\n";
    workspace.open("/w/main.tf", LanguageId::Terraform, 1, text);
    let found = workspace.diagnostics("/w/main.tf", "main.tf", &Budget::standard());
    let error = Error::from_diagnostics(Code::Diagnostics, found.unwrap().unwrap());
    let text = error.render_text();
    assert!(
        text.contains("main.tf line 4") && !text.contains("hunter"),
        "{text}"
    );
}

#[test]
fn modules_of_open_tofu_have_services() {
    let files = MemoryFiles::new([
        ("/p/main.tf", "variable \"hidden\" {}\n"),
        ("/p/zone.tf", "variable \"zone\" {}\n"),
    ]);
    let text = "variable \"own\" {\n  type = string\n}\noutput \"o\" {\n  value = cidrcontains(var.own, var.zon)\n}\n";
    for path in ["/p/main.tofu", "/p/main.tofu.json"] {
        let files = Arc::new(MemoryFiles::default());
        let mut workspace =
            Workspace::new(files, vec![super::terraform(ProjectOptions::default())]);
        workspace.open(path, LanguageId::Terraform, 1, "{");
        let reports = ask_in(&workspace, path, |language, context| {
            language.diagnostics(context)
        });
        assert!(!reports[0].diagnostics.is_empty(), "{path}");
    }
    let options = ProjectOptions::default();
    let mut workspace = Workspace::new(Arc::new(files), vec![super::terraform(options)]);
    workspace.set_folders(vec!["/p".to_owned()]);
    workspace.open("/p/main.tofu", LanguageId::Terraform, 1, text);
    let byte = |mark: &str, after: usize| Span::at(text.find(mark).unwrap() + after).start;
    let ask = |at: u32| {
        ask_in(&workspace, "/p/main.tofu", |language, context| {
            Ok((
                language.completions(context, at)?,
                language.hover(context, at)?.map(|hover| hover.text),
                language.definitions(context, at)?,
            ))
        })
    };
    let (found, hover, definitions) = ask(byte("var.own", 4));
    assert_eq!(labels(&found), ["own", "zone"]);
    assert_eq!(hover.as_deref(), Some("```terraform\nvar.own: string\n```"));
    assert_eq!(definitions[0].path, "/p/main.tofu");
    let (found, hover, _) = ask(byte("cidrcontains", 3));
    assert!(labels(&found).contains(&"cidrcontains"));
    assert!(hover.is_some_and(|text| text.contains("cidrcontains(")));
    let reports = ask_in(&workspace, "/p/main.tofu", |language, context| {
        language.diagnostics(context)
    });
    let own = reports.iter().find(|report| report.path == "/p/main.tofu");
    let found: Vec<&str> = own
        .into_iter()
        .flat_map(|report| &report.diagnostics)
        .map(|each| &*each.summary)
        .collect();
    assert_eq!(found, ["Reference to undeclared input variable"]);
}
