//! Tests of the modules, files, inputs and outputs of a project.

use super::{
    LocalOnly, Manifest, ModuleRequest, ModuleSources, Planned, Project, ProjectOptions,
    SchemaTable, Schemas,
};
use crate::Overlay;
use crate::module::{Given, ResourceMode, TextFrom, Unset};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::Type;

const MAIN: &str = r#"
variable "names" { type = set(string) }
variable "key" {
  type      = string
  sensitive = true
}
module "m" {
  source   = "./m"
  for_each = var.names
  name     = each.key
}
output "ids" { value = module.m["a"].id }
output "key" {
  value     = var.key
  sensitive = true
}
"#;

const CALLED: &str = r#"
variable "name" { type = string }
output "id" { value = upper(var.name) }
"#;

fn files() -> Overlay {
    let mut files = Overlay::default();
    files.set("main.tf", MAIN);
    files.set("m/a.tf", CALLED);
    files
}

fn load(files: &Overlay, given: &Given, sources: &dyn ModuleSources) -> Project {
    let (options, budget) = (ProjectOptions::default(), Budget::standard());
    let loaded = Project::load_with(files, ".", given, sources, &options, &budget).unwrap();
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.project
}

fn summaries(planned: &Planned) -> Vec<&str> {
    let all = planned.diagnostics.iter();
    all.map(|one| one.summary.as_str()).collect()
}

#[test]
fn modules_and_files_are_listed() {
    let project = load(&files(), &Given::default(), &LocalOnly);
    let modules: Vec<(String, &str, &str)> = project
        .modules()
        .map(|module| (module.address, module.directory, module.source))
        .collect();
    let root = (String::new(), ".", "");
    assert_eq!(modules, [root, ("module.m".to_owned(), "m", "./m")]);
    let files: Vec<&str> = project.files().iter().map(|file| &**file).collect();
    assert_eq!(files, ["main.tf", "m/a.tf"]);
}

#[test]
fn a_validation_infers_the_types_of_outputs() {
    let project = load(&files(), &Given::default(), &LocalOnly);
    let found = project.infer(&Budget::standard()).unwrap();
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    let inner = &found.outputs[0];
    assert_eq!(&*inner.module, "module.m");
    assert_eq!(inner.address, "module.m.output.id");
    assert_eq!(inner.value.ty(), Type::string());
    assert!(!inner.value.is_known());
    let value = |address: &str| {
        let found = found.outputs.iter().find(|one| one.address == address);
        found.unwrap().marked()
    };
    assert!(value("key").contains_marked());
    // Through the map of the module's instances.
    assert_eq!(value("ids").ty(), Type::string());
}

#[test]
fn types_are_inferred_through_calls() {
    let mut files = Overlay::default();
    files.set(
        "main.tf",
        "module \"one\" {\n source = \"./m\"\n}\n\
         module \"many\" {\n source = \"./m\"\n count = 2\n}\n\
         output \"one\" {\n value = module.one.o\n}\n\
         output \"all\" {\n value = module.many[*].o\n}\n\
         output \"wrong\" {\n value = module.one.none\n}\n",
    );
    files.set(
        "m/main.tf",
        "output \"o\" {\n value = { a = 1, b = timestamp() }\n}\n",
    );
    let project = load(&files, &Given::default(), &LocalOnly);
    let found = project.infer(&Budget::standard()).unwrap();
    assert_eq!(summaries(&found), ["Unsupported attribute"]);
    assert_eq!(
        found.diagnostics,
        project.validate(&Budget::standard()).unwrap()
    );
    let ty = |address: &str| {
        let found = found.outputs.iter().find(|one| one.address == address);
        found.map(|one| polycty_hcl::format_type(one.value.ty()).unwrap())
    };
    let object = "object({a=number,b=string})";
    assert_eq!(ty("one").as_deref(), Some(object));
    assert_eq!(ty("all"), Some(format!("list({object})")));
    assert_eq!(ty("wrong"), None);
}

#[test]
fn a_plan_has_the_outputs_of_instances() {
    let project = load(&files(), &Given::default(), &LocalOnly);
    let mut given = Given::default();
    given.file("a.tfvars", "names = [\"a\", \"b\"]\nkey = \"secret\"");
    let found = project
        .plan_with(&given, Unset::Error, &Budget::standard())
        .unwrap();
    let mut addresses: Vec<&str> = found.outputs.iter().map(|one| &*one.address).collect();
    addresses.sort_unstable();
    let instances = ["module.m[\"a\"].output.id", "module.m[\"b\"].output.id"];
    assert_eq!(addresses, ["ids", "key", instances[0], instances[1]]);
    let json = found.to_json(&Budget::standard()).unwrap();
    assert!(json.contains(r#""ids":{"module":"","name":"ids","type":"string","value":"A"}"#));
    assert!(json.contains(r#""key":{"module":"","name":"key","type":"string","sensitive":true}"#));
    assert!(!json.contains("secret"), "{json}");
}

#[test]
fn errors_of_inputs_end_a_plan() {
    let project = load(&files(), &Given::default(), &LocalOnly);
    let mut given = Given::default();
    given.text("names", "[]", TextFrom::CommandLine);
    let found = project
        .plan_with(&given, Unset::Error, &Budget::standard())
        .unwrap();
    assert_eq!(summaries(&found), ["No value for required variable"]);
    given.text("names", "[[]]", TextFrom::CommandLine);
    let found = project
        .plan_with(&given, Unset::Unknown, &Budget::standard())
        .unwrap();
    assert_eq!(summaries(&found), ["Invalid value for input variable"]);
    assert!(found.outputs.is_empty());
}

#[test]
fn variables_without_a_value_are_unknown_or_have_their_defaults() {
    let mut files = Overlay::default();
    files.set(
        "main.tf",
        "variable \"a\" {\n default = 1\n}\nvariable \"b\" {\n type = number\n}\n\
         output \"o\" {\n value = [var.a, var.b]\n}\n",
    );
    let project = load(&files, &Given::default(), &LocalOnly);
    let found = project.plan_with(&Given::default(), Unset::Unknown, &Budget::standard());
    let value = found.unwrap().outputs.remove(0).value;
    let parts = value.parts().unwrap();
    assert!(parts[0].is_known() && !parts[1].is_known());
    assert_eq!(parts[1].ty(), Type::number());
}

#[test]
fn inputs_set_the_constants_of_sources() {
    let mut files = files();
    files.set(
        "main.tf",
        "variable \"where\" {\n type = string\n const = true\n}\n\
         module \"m\" {\n source = var.where\n name = \"x\"\n}\n",
    );
    let mut given = Given::default();
    given.file("a.tfvars", "where = \"./m\"");
    let project = load(&files, &given, &LocalOnly);
    assert_eq!(project.modules().len(), 2);
}

#[test]
fn schemas_are_an_object() {
    let read = |text| Schemas::read(text, &Budget::standard());
    assert_eq!(
        read(" {\"format_version\": \"1.0\"}\n")
            .unwrap()
            .providers()
            .count(),
        0
    );
    for text in ["", "[]", "null", "{"] {
        assert_eq!(read(text).unwrap_err().code(), Code::Syntax, "{text}");
    }
}

struct Failing;

impl ModuleSources for Failing {
    fn directory(&self, request: &ModuleRequest<'_>, _: &Budget) -> Result<Option<String>> {
        assert_eq!(
            (request.key, request.source, request.version),
            ("v", "a/b/c", Some("1.0"))
        );
        Err(Error::new(Code::Callback, "no network"))
    }
}

#[test]
fn modules_of_a_registry_are_in_the_manifest_of_their_folder() {
    let mut files = Overlay::default();
    let call = "module \"v\" {\n source = \"a/b/c\"\n version = \"1.0\"\n}\n";
    files.set("env/main.tf", call);
    files.set(
        "env/.terraform/modules/v/main.tf",
        "output \"o\" {\n value = 1\n}\n",
    );
    files.set(
        "env/.terraform/modules/modules.json",
        r#"{"Modules": [{"Key": "v", "Source": "a/b/c", "Dir": ".terraform/modules/v"}]}"#,
    );
    let (given, options, budget) = (
        Given::default(),
        ProjectOptions::default(),
        Budget::standard(),
    );
    let manifest = Manifest::open(&files, "env", &budget).unwrap();
    let load = |sources: &dyn ModuleSources| {
        Project::load_with(&files, "env", &given, sources, &options, &budget)
    };
    let loaded = load(&manifest).unwrap();
    assert!(loaded.missing.is_empty() && loaded.diagnostics.is_empty());
    assert_eq!(loaded.project.modules().len(), 2);
    let missing = load(&LocalOnly).unwrap().missing;
    assert_eq!(missing[0].warning().subject.unwrap().start.line, 1);
    assert_eq!(load(&Failing).unwrap_err().code(), Code::Callback);
}

#[test]
fn names_have_the_types_that_follow_from_all_modules() {
    let mut files = files();
    files.set(
        "locals.tf",
        "locals {\n  n = 1\n  ids = { for key, one in module.m : key => one.id }\n}\n",
    );
    let project = load(&files, &Given::default(), &LocalOnly);
    let names = project.names(&Budget::standard()).unwrap();
    assert_eq!(names.len(), 2);
    let types = names[0].locals.iter();
    let types: Vec<&Type> = types.map(|value| value.as_ref().unwrap().ty()).collect();
    assert_eq!(types[0], Type::number());
    assert!(types[1].is_any());
    assert_eq!(names[1].outputs[0].as_ref().unwrap().ty(), Type::string());
}

#[test]
fn names_are_known_despite_errors() {
    let mut files = files();
    files.set(
        "locals.tf",
        "variable \"names\" {}\nlocals {\n  a = local.b\n  b = nope.c\n  d = 1\n  e = module.one.id\n}\nmodule \"one\" {\n  source = \"./m\"\n  name   = \"x\"\n}\n",
    );
    let (options, budget) = (ProjectOptions::default(), Budget::standard());
    let loaded = Project::load_with_errors(&files, ".", &LocalOnly, &options, &budget).unwrap();
    assert!(!loaded.project.is_loaded());
    let names = loaded.project.names(&budget).unwrap();
    let types = names[0].locals.iter();
    let types: Vec<Option<&Type>> = types.map(|one| Some(one.as_ref()?.ty())).collect();
    let (any, number, string) = (Type::any(), Type::number(), Type::string());
    assert_eq!(types, [Some(any), None, Some(number), Some(string)]);
}

#[test]
fn schemas_have_views_of_bodies() {
    let text = r#"{"provider_schemas": {"registry.terraform.io/hashicorp/aws": {
        "resource_schemas": {"aws_vpc": {"block": {
            "description": "A network.",
            "attributes": {
                "id": {"type": "string", "computed": true},
                "cidr": {"type": "string", "required": true, "description": "The addresses."}
            },
            "block_types": {"tag": {"nesting_mode": "list", "max_items": 2, "block": {
                "attributes": {"key": {"type": "string", "optional": true}}
            }}}
        }}}
    }}}"#;
    let budget = Budget::standard();
    let schemas = Schemas::read(text, &budget).unwrap();
    let mut files = Overlay::default();
    files.set("main.tf", "resource \"aws_vpc\" \"a\" {}\n");
    let read = crate::module::Module::read_folder(&files, ".", &budget).unwrap();
    let inventory = read.module.inventory();
    let table = SchemaTable::Resource(ResourceMode::Managed);
    assert_eq!(*schemas.type_names(inventory, table), ["aws_vpc".into()]);
    let body = schemas.body(inventory, table, "aws_vpc", None, &budget);
    let body = body.unwrap().unwrap();
    assert_eq!(body.description(), "A network.");
    let names: Vec<&str> = body.attributes().map(|attribute| attribute.name).collect();
    assert_eq!(names, ["cidr", "id"]);
    let cidr = body.attribute("cidr").unwrap();
    assert!(cidr.required && cidr.description == "The addresses.");
    let tag = body.blocks().next().unwrap();
    assert_eq!((tag.name, tag.max), ("tag", 2));
    let nested = body.nested("tag").unwrap();
    assert!(nested.attribute("key").is_some() && nested.ty().unwrap().is_object());
    let other = schemas.body(inventory, table, "aws_no", None, &budget);
    assert!(other.unwrap().is_none());
}
