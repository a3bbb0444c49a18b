//! Tests of projects: facts of Terraform 1.17 and 1.11, and hostile projects.

use super::{Computed, LocalOnly, Planned, Project, ProjectOptions, Schemas};
use crate::host::{Entry, FileError, FileKind, Files};
use crate::module::Release;
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic};
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::collections::BTreeMap;

/// Files by their paths.
pub(crate) struct Texts(pub(crate) BTreeMap<String, String>);

impl Texts {
    pub(crate) fn new(files: &[(&str, &str)]) -> Texts {
        let files = files.iter();
        Texts(
            files
                .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
                .collect(),
        )
    }
}

impl Files for Texts {
    fn read(&self, path: &str, _: &Budget) -> Result<Vec<u8>, FileError> {
        let text = self.0.get(path).ok_or(FileError::NotFound)?;
        Ok(text.clone().into_bytes())
    }

    fn kind(&self, path: &str, _: &Budget) -> Result<FileKind, FileError> {
        if self.0.contains_key(path) {
            Ok(FileKind::File)
        } else {
            Err(FileError::NotFound)
        }
    }

    fn list(&self, path: &str, _: &Budget) -> Result<Vec<Entry>, FileError> {
        let prefix = match path {
            "." => String::new(),
            path => format!("{path}/"),
        };
        let names = self.0.keys().filter_map(|file| file.strip_prefix(&prefix));
        let names = names.filter(|name| !name.contains('/'));
        let entries: Vec<Entry> = names
            .map(|name| Entry {
                name: name.to_owned(),
                kind: FileKind::File,
            })
            .collect();
        if entries.is_empty() {
            Err(FileError::NotFound)
        } else {
            Ok(entries)
        }
    }
}

const SCHEMAS: &str = r#"{"format_version": "1.0", "provider_schemas": {
  "registry.terraform.io/hashicorp/easy": {
    "resource_schemas": {"easy_thing": {"version": 0, "block": {
      "attributes": {
        "id": {"type": "string", "computed": true},
        "name": {"type": "string", "required": true},
        "note": {"type": "string", "optional": true, "computed": true},
        "old": {"type": "string", "optional": true, "deprecated": true},
        "secret": {"type": "string", "optional": true, "write_only": true}
      },
      "block_types": {"disk": {"nesting_mode": "list", "max_items": 2, "block": {
        "attributes": {"size": {"type": "number", "required": true}}}}}
    }}}
  },
  "terraform.io/builtin/terraform": {
    "resource_schemas": {"terraform_data": {"version": 0, "block": {"attributes": {
      "id": {"type": "string", "computed": true},
      "input": {"type": "dynamic", "optional": true},
      "output": {"type": "dynamic", "computed": true}
    }}}},
    "list_resource_schemas": {"terraform_data": {"block": {"attributes": {
      "region": {"type": "string", "required": true}
    }}}},
    "action_schemas": {"terraform_say": {"block": {"attributes": {
      "text": {"type": "string", "required": true}
    }}}}
  }}}"#;

fn options(release: Release) -> ProjectOptions {
    ProjectOptions {
        release,
        schemas: Some(Schemas::read(SCHEMAS, &Budget::standard()).unwrap()),
        ..ProjectOptions::default()
    }
}

fn shown(found: &Diagnostic) -> String {
    let file = found.source.as_ref().map_or("-", |source| &source.name);
    let place = found
        .subject
        .map_or(String::new(), |range| format!("{file}:{range} "));
    format!("{place}{}: {}", found.summary, found.detail)
}

/// The diagnostics of loading and validating, sorted.
fn check_as(files: &[(&str, &str)], options: &ProjectOptions) -> Vec<String> {
    let budget = Budget::standard();
    let files = Texts::new(files);
    let given = BTreeMap::new();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, options, &budget).unwrap();
    let mut found = loaded.diagnostics;
    if loaded.project.is_loaded() {
        found.extend(loaded.project.validate(&budget).unwrap());
    }
    let mut all: Vec<String> = found.iter().map(shown).collect();
    all.sort();
    all
}

fn check(files: &[(&str, &str)]) -> Vec<String> {
    check_as(files, &options(Release::default()))
}

fn plan(files: &[(&str, &str)], given: &[(&str, Value)]) -> Planned {
    let budget = Budget::standard();
    let files = Texts::new(files);
    let given: BTreeMap<Str, Value> = given
        .iter()
        .map(|(name, value)| (Str::from(*name), value.clone()))
        .collect();
    let options = options(Release::default());
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &options, &budget).unwrap();
    assert!(loaded.project.is_loaded());
    loaded.project.plan(&given, &budget).unwrap()
}

#[test]
fn unknown_arguments_hide_missing_ones_since_1_15() {
    let files = [
        (
            "main.tf",
            "module \"a\" {\n  source = \"./a\"\n  nmae   = 1\n}\n",
        ),
        ("a/main.tf", "variable \"name\" {}\n"),
    ];
    let unknown = "main.tf:3,3-7 Unsupported argument: An argument named \"nmae\" is not expected here. Did you mean \"name\"?";
    let missing = "main.tf:1,12-12 Missing required argument: The argument \"name\" is required, but no definition was found.";
    assert_eq!(check(&files), [unknown]);
    assert_eq!(
        check_as(&files, &options(Release::V1_11)),
        [missing, unknown]
    );
}

#[test]
fn constants_select_modules_while_they_are_loaded() {
    let root = "variable \"v\" {\n  const   = true\n  default = \"a\"\n}\nmodule \"m\" {\n  source = \"./${var.v}\"\n}\noutput \"o\" {\n  value = module.m.x\n}\n";
    let child = ("a/main.tf", "output \"x\" {\n  value = 1\n}\n");
    assert_eq!(check(&[("main.tf", root), child]), [""; 0]);
    let planned = plan(&[("main.tf", root), child], &[]);
    assert_eq!(planned.outputs.last().unwrap().value, Value::from_i64(1));
    let plain = root.replace("  const   = true\n", "");
    let unknown = "main.tf:5,12-24 Unknown module source: Only literal values and const variables can be evaluated during init.";
    assert_eq!(check(&[("main.tf", &plain), child]), [unknown]);
}

#[test]
fn a_newer_language_is_unknown_to_older_releases() {
    let text = "variable \"v\" {\n  const   = true\n  default = 1\n}\noutput \"o\" {\n  value = convert(\"1\", number)\n  type  = number\n}\n";
    let files = [("main.tf", text)];
    assert_eq!(check(&files), [""; 0]);
    let older = check_as(&files, &options(Release::V1_14));
    let summaries: Vec<&str> = older.iter().map(|line| line.get(..12).unwrap()).collect();
    assert_eq!(summaries, ["main.tf:2,3-", "main.tf:7,3-"]);
}

#[test]
fn values_flow_through_calls() {
    let files = [
        (
            "main.tf",
            "module \"m\" {\n  source   = \"./m\"\n  for_each = { a = 1, b = 2 }\n  x        = each.value\n}\noutput \"o\" {\n  value = { for k, m in module.m : k => m.y }\n}\n",
        ),
        (
            "m/main.tf",
            "variable \"x\" {\n  type = string\n}\noutput \"y\" {\n  value = \"x${var.x}\"\n}\n",
        ),
    ];
    assert_eq!(check(&files), [""; 0]);
    let planned = plan(&files, &[]);
    assert!(planned.diagnostics.is_empty());
    let addresses: Vec<&str> = planned
        .outputs
        .iter()
        .map(|output| &*output.address)
        .collect();
    assert_eq!(
        addresses,
        ["module.m[\"a\"].output.y", "module.m[\"b\"].output.y", "o"]
    );
    let wanted = [
        ("a".into(), Value::string("x1")),
        ("b".into(), Value::string("x2")),
    ];
    assert_eq!(planned.outputs[2].value, Value::object(wanted).unwrap());
}

#[test]
fn bodies_are_checked_by_schemas() {
    let text = "resource \"easy_thing\" \"t\" {\n  nme = 1\n  disk {}\n}\noutput \"o\" {\n  value = easy_thing.t.nam\n}\n";
    let found = check(&[("main.tf", text)]);
    let wanted = [
        "main.tf:1,27-27 Missing required argument: The argument \"name\" is required, but no definition was found.",
        "main.tf:2,3-6 Unsupported argument: An argument named \"nme\" is not expected here. Did you mean \"name\"?",
        "main.tf:3,8-8 Missing required argument: The argument \"size\" is required, but no definition was found.",
    ];
    assert_eq!(found, wanted);
    let sound = "resource \"easy_thing\" \"t\" {\n  name = \"n\"\n}\noutput \"o\" {\n  value = easy_thing.t.nam\n}\noutput \"p\" {\n  value = easy_thing.t.old\n}\n";
    let wanted = [
        "main.tf:5,23-27 Unsupported attribute: This object has no argument, nested block, or exported attribute named \"nam\". Did you mean \"name\"?",
        "main.tf:8,11-27 Deprecated value used: Deprecated resource attribute \"old\" used. Refer to the provider documentation for details.",
    ];
    assert_eq!(check(&[("main.tf", sound)]), wanted);
}

#[test]
fn computed_attributes_are_unknown_in_a_plan() {
    let text = "resource \"easy_thing\" \"t\" {\n  name   = \"n\"\n  secret = \"hush\"\n}\noutput \"o\" {\n  value = easy_thing.t\n}\n";
    let planned = plan(&[("main.tf", text)], &[]);
    let value = planned.outputs[0].value.unmark_deep().0;
    assert!(!value.attribute("id").unwrap().is_known());
    assert!(!value.attribute("note").unwrap().is_known());
    assert!(value.attribute("secret").unwrap().is_null());
    let mut options = options(Release::default());
    options.computed = Computed::NotOptional;
    let budget = Budget::standard();
    let (files, given) = (Texts::new(&[("main.tf", text)]), BTreeMap::new());
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &options, &budget).unwrap();
    let planned = loaded.project.plan(&given, &budget).unwrap();
    let value = planned.outputs[0].value.unmark_deep().0;
    assert!(value.attribute("note").unwrap().is_null());
}

#[test]
fn outputs_and_arguments_of_calls_are_separate_in_cycles() {
    let child = (
        "m/main.tf",
        "variable \"x\" {\n  default = 1\n}\noutput \"y\" {\n  value = var.x\n}\noutput \"z\" {\n  value = 2\n}\n",
    );
    let through = "module \"a\" {\n  source = \"./m\"\n  x      = module.a.z\n}\n";
    assert_eq!(check(&[("main.tf", through), child]), [""; 0]);
    let cycle = through.replace("module.a.z", "module.a.y");
    let found = check(&[("main.tf", &cycle), child]);
    assert_eq!(
        found,
        ["Cycle:\n  module.a.output.y (expand)\n  module.a.var.x (expand): "]
    );
}

#[test]
fn override_files_change_calls_and_resources() {
    let base = "resource \"easy_thing\" \"t\" {\n  name = 1\n  disk {\n    size = 1\n  }\n  disk {\n    size = 2\n  }\n}\noutput \"o\" {\n  value = [easy_thing.t.name, length(easy_thing.t.disk)]\n}\n";
    let by =
        "resource \"easy_thing\" \"t\" {\n  name = \"other\"\n  disk {\n    size = 3\n  }\n}\n";
    let planned = plan(&[("main.tf", base), ("override.tf", by)], &[]);
    let wanted = Value::tuple(vec![Value::string("other"), Value::from_i64(1)]).unwrap();
    assert_eq!(planned.outputs[0].value, wanted);
}

#[test]
fn a_module_that_calls_itself_ends_at_the_depth_of_calls() {
    let text = "module \"m\" {\n  source = \"./.\"\n}\n";
    let found = check(&[("main.tf", text)]);
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("Too many module calls"), "{}", found[0]);
}

#[test]
fn many_modules_end_where_the_budget_does() {
    let mut files: Vec<(String, String)> = Vec::new();
    for level in 0..12 {
        let calls: String = (0..8)
            .map(|call| {
                format!(
                    "module \"m{call}\" {{\n  source = \"../l{}\"\n}}\n",
                    level + 1
                )
            })
            .collect();
        files.push((format!("l{level}/main.tf"), calls));
    }
    files.push(("l12/main.tf".to_owned(), "locals {}\n".to_owned()));
    files.push((
        "main.tf".to_owned(),
        "module \"m\" {\n  source = \"./l0\"\n}\n".to_owned(),
    ));
    let files = Texts(files.into_iter().collect());
    let budget = Budget::new().limit_steps(1_000_000).limit_bytes(16 << 20);
    let options = ProjectOptions::default();
    let given = BTreeMap::new();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &options, &budget);
    assert_eq!(loaded.unwrap_err().code(), Code::Limit);
}

#[test]
fn instances_of_modules_are_charged() {
    let text = "module \"m\" {\n  source = \"./m\"\n  count  = 1000000000\n}\n";
    let budget = Budget::new().limit_bytes(16 << 20);
    let files = Texts::new(&[
        ("main.tf", text),
        ("m/main.tf", "output \"o\" {\n  value = 1\n}\n"),
    ]);
    let options = ProjectOptions::default();
    let given = BTreeMap::new();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &options, &budget).unwrap();
    let planned = loaded.project.plan(&given, &budget);
    assert_eq!(planned.unwrap_err().code(), Code::Limit);
}

#[test]
fn schemas_that_nest_without_end_are_refused() {
    let block = "{\"block_types\": {\"b\": {\"nesting_mode\": \"list\", \"block\": ";
    let nested = format!("{}{{}}{}", block.repeat(60), "}}}".repeat(60));
    let text = format!(
        "{{\"provider_schemas\": {{\"registry.terraform.io/hashicorp/easy\": {{\"resource_schemas\": {{\"easy_thing\": {{\"block\": {nested}}}}}}}}}}}"
    );
    let budget = Budget::standard();
    let options = ProjectOptions {
        schemas: Some(Schemas::read(&text, &budget).unwrap()),
        ..ProjectOptions::default()
    };
    let files = Texts::new(&[("main.tf", "resource \"easy_thing\" \"t\" {}\n")]);
    let given = BTreeMap::new();
    let loaded = Project::load(&files, ".", &given, &LocalOnly, &options, &budget).unwrap();
    assert_eq!(
        loaded.project.validate(&budget).unwrap_err().code(),
        Code::Limit
    );
}

#[test]
fn secrets_are_not_printed() {
    let files = [
        (
            "main.tf",
            "variable \"s\" {\n  sensitive = true\n  default   = \"hush\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  n      = var.s\n}\n",
        ),
        (
            "m/main.tf",
            "variable \"n\" {\n  type      = number\n  sensitive = true\n}\n",
        ),
    ];
    let planned = plan(&files, &[]);
    let all: Vec<String> = planned.diagnostics.iter().map(shown).collect();
    assert_eq!(
        all,
        [
            "m/main.tf:1,1-13 Invalid value for input variable: The given value is not suitable for module.m.var.n, which is sensitive: a number is required. Invalid value defined at main.tf:7,12-17."
        ]
    );
}

#[test]
fn provisioners_and_ignored_attributes_are_checked() {
    // Terraform 1.11.4 reports the same diagnostics. The second resource has none because it
    // depends on the first.
    let text = "resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    comand = \"x\"\n    quiet  = var.nope\n  }\n  connection {\n    type = []\n    foo  = 1\n  }\n  lifecycle {\n    ignore_changes = [output]\n  }\n}\nresource \"terraform_data\" \"b\" {\n  input = terraform_data.a.x\n}\n";
    let found = check(&[("main.tf", text)]);
    let summaries: Vec<&str> = found
        .iter()
        .map(|line| line.split(':').nth(1).unwrap())
        .collect();
    let wanted = [
        "1,10-26 Redundant ignore_changes element",
        "4,14-22 Reference to undeclared input variable",
        "6,14-14 Missing required argument",
        "7,12-14 Incorrect attribute value type",
        "8,5-8 Unsupported argument",
    ];
    assert_eq!(summaries, wanted);
}

#[test]
fn an_action_reads_the_resource_that_triggers_it() {
    let action = "action \"terraform_say\" \"s\" {\n  config {\n    text = caller.id\n  }\n}\n";
    let found = check(&[("main.tf", action)]);
    assert_eq!(
        found,
        [
            "main.tf:3,12-18 Invalid \"caller\" reference: The \"caller\" object is not available in this context. This object can be used only in action blocks triggered from a resource instance."
        ]
    );
    let trigger = "resource \"terraform_data\" \"d\" {\n  lifecycle {\n    action_trigger {\n      events  = [after_create]\n      actions = [action.terraform_say.s]\n    }\n  }\n}\n";
    let both = format!("{action}{trigger}");
    assert_eq!(check(&[("main.tf", &both)]), [""; 0]);
    let wrong = both.replace("caller.id", "caller.idd");
    let found = check(&[("main.tf", &wrong)]);
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("Did you mean \"id\"?"), "{}", found[0]);
}

#[test]
fn words_about_backends_changed_in_1_13() {
    let text = "terraform {\n  backend \"local\" {}\n  backend \"local\" {}\n}\nterraform {\n  cloud {}\n}\n";
    let found = check(&[("main.tf", text)]);
    let summaries: Vec<&str> = found
        .iter()
        .map(|line| line.split(": ").next().unwrap())
        .collect();
    let wanted = [
        "main.tf:2,3-18 Conflicting 'cloud' and 'backend' configuration blocks are present",
        "main.tf:3,3-18 Duplicate 'backend' configuration block",
    ];
    assert_eq!(summaries, wanted);
    let found = check_as(&[("main.tf", text)], &options(Release::V1_12));
    assert!(found[0].contains("Both a backend and cloud configuration are present"));
    assert!(found[1].contains("Duplicate backend configuration"));
}

#[test]
fn a_resource_is_imported_once() {
    let resource = "resource \"easy_thing\" \"t\" {\n  name = \"n\"\n}\n";
    let import = "import {\n  to = easy_thing.t\n  id = \"x\"\n}\n";
    let text = format!("{resource}{import}{import}");
    let found = check(&[("main.tf", &text)]);
    assert_eq!(
        found,
        [
            "main.tf:8,1-7 Duplicate import configuration for \"easy_thing.t\": An import block for the resource \"easy_thing.t\" was already declared at main.tf:4,1-7. A resource can have only one import block."
        ]
    );
    let child = format!("{resource}{import}");
    let files = [
        ("main.tf", "module \"m\" {\n  source = \"./m\"\n}\n"),
        ("m/main.tf", &*child),
    ];
    assert_eq!(check(&files), [""; 0]);
    let found = check_as(&files, &options(Release::V1_15));
    assert_eq!(
        found,
        [
            "m/main.tf:4,1-7 Invalid import configuration: An import block was detected in \"module.m\". Import blocks are only allowed in the root module."
        ]
    );
}

#[test]
fn override_files_do_not_change_rules() {
    let base = "variable \"v\" {\n  default = 1\n}\noutput \"o\" {\n  value = 1\n  precondition {\n    condition     = var.v == 1\n    error_message = \"Not one.\"\n  }\n}\n";
    let by = "output \"o\" {\n  precondition {\n    condition     = var.v == 2\n    error_message = \"Not two.\"\n  }\n}\n";
    let planned = plan(&[("main.tf", base), ("override.tf", by)], &[]);
    assert!(planned.diagnostics.is_empty(), "{:?}", planned.diagnostics);
}

#[test]
fn query_files_are_checked_if_they_are_asked_for() {
    let list = |arguments: &str| {
        format!("list \"terraform_data\" \"l\" {{\n  provider = terraform\n{arguments}}}\n")
    };
    let check = |text: &str, queries: bool| {
        let mut options = options(Release::default());
        options.queries = queries;
        check_as(
            &[("main.tf", "locals {}\n"), ("q.tfquery.hcl", text)],
            &options,
        )
    };
    let sound = list("  config {\n    region = \"r\"\n  }\n");
    assert_eq!(check(&sound, true), [""; 0]);
    let missing = list("");
    let found = check(&missing, true);
    assert_eq!(
        found,
        [
            "q.tfquery.hcl:1,27-27 Missing config block: A block of type \"config\" is required here."
        ]
    );
    assert_eq!(check(&missing, false), [""; 0]);
    let negative = list("  limit = -1\n  config {\n    region = \"r\"\n  }\n");
    let found = check(&negative, true);
    assert_eq!(
        found,
        [
            "q.tfquery.hcl:3,11-13 Invalid limit argument: The given \"limit\" argument value is unsuitable: must be greater than or equal to zero."
        ]
    );
    let twice = format!("{sound}{sound}");
    assert_eq!(check(&twice, true).len(), 2);
}

#[test]
fn rules_of_constants_are_checked_while_modules_are_loaded() {
    let variable = "variable \"v\" {\n  const   = true\n  default = \"a\"\n  validation {\n    condition     = var.v == \"b\"\n    error_message = \"Not b.\"\n  }\n}\n";
    let text = format!("{variable}module \"m\" {{\n  source = \"./${{var.v}}\"\n}}\n");
    let found = check(&[("main.tf", &text), ("a/main.tf", "locals {}\n")]);
    assert_eq!(
        found,
        [
            "main.tf:1,1-13 Invalid value for variable: Not b.\n\nThis was checked by the validation rule at main.tf:4,3-13."
        ]
    );
    let root = "module \"m\" {\n  source = \"./m\"\n  v      = \"c\"\n}\n";
    let found = check(&[("main.tf", root), ("m/main.tf", variable)]);
    assert_eq!(
        found,
        [
            "main.tf:3,12-15 Invalid value for variable: Not b.\n\nThis was checked by the validation rule at m/main.tf:4,3-13."
        ]
    );
}
