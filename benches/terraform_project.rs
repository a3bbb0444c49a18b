//! Time and memory to check a project cold: 40 modules, 2,000 resources, and provider schemas of 30 MB.
//!
//! Each run parses the schemas as far as they are used, loads all modules, and validates them. The
//! sizes are a quarter, a half and the whole of the project, with the same schemas. The bench fails
//! if the project has diagnostics, or if the time per resource grows.

use polycty::calls::Budget;
use polycty::dialect::terraform::project::{LocalOnly, Project, ProjectOptions, Schemas};
use polycty::dialect::terraform::{Entry, FileError, FileKind, Files};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The resources of a module.
const RESOURCES: usize = 50;
/// The modules of the whole project, in addition to the root module.
const MODULES: usize = 40;
/// The resource types of the provider. Each has about 25 KB of schema.
const TYPES: usize = 1_200;
/// The types that the project uses.
const USED: usize = 60;
const ATTRIBUTES: usize = 120;

/// The files of a project in memory, by path.
struct Memory(BTreeMap<String, String>);

impl Files for Memory {
    fn read(&self, path: &str, _: &Budget) -> Result<Vec<u8>, FileError> {
        let text = self.0.get(path.trim_start_matches("./"));
        text.map(|text| text.clone().into_bytes())
            .ok_or(FileError::NotFound)
    }

    fn kind(&self, path: &str, _: &Budget) -> Result<FileKind, FileError> {
        if self.0.contains_key(path.trim_start_matches("./")) {
            Ok(FileKind::File)
        } else {
            Err(FileError::NotFound)
        }
    }

    fn list(&self, path: &str, _: &Budget) -> Result<Vec<Entry>, FileError> {
        let names = self.0.keys().filter_map(|name| match path {
            "." => Some(name.as_str()).filter(|name| !name.contains('/')),
            folder => name.strip_prefix(folder)?.strip_prefix('/'),
        });
        let entry = |name: &str| Entry {
            name: name.to_owned(),
            kind: FileKind::File,
        };
        Ok(names.map(entry).collect())
    }
}

fn main() {
    let schemas = schemas();
    let megabytes = schemas.len() as f64 / 1e6;
    let mut each = Vec::new();
    for modules in [MODULES / 4, MODULES / 2, MODULES] {
        let files = Memory(project(modules));
        let mut times: Vec<Duration> = (0..5).map(|_| check(&files, &schemas)).collect();
        times.sort();
        let time = times[times.len() / 2];
        let resources = modules * RESOURCES;
        println!(
            "{modules} modules, {resources} resources, schemas of {megabytes:.0} MB: {time:?}"
        );
        each.push(time);
    }
    let schemas_alone = {
        let start = Instant::now();
        Schemas::read(&schemas, &Budget::standard()).expect("sound schemas");
        start.elapsed()
    };
    println!("  of it, reading the table of the schemas: {schemas_alone:?}");
    if let Some(peak) = peak() {
        println!("  peak of resident memory, with the texts: {peak} MB");
    }
    let growth = each[2].as_secs_f64() / each[1].as_secs_f64();
    println!("  twice the modules: {growth:.2} times the time");
    assert!(growth < 2.6, "the time grows faster than the project");
}

/// Checks the project without data from before.
fn check(files: &Memory, schemas: &str) -> Duration {
    let start = Instant::now();
    let options = ProjectOptions {
        schemas: Some(Schemas::read(schemas, &Budget::standard()).expect("sound schemas")),
        ..ProjectOptions::default()
    };
    let budget = Budget::standard();
    let given = BTreeMap::new();
    let loaded = Project::load(files, ".", &given, &LocalOnly, &options, &budget).expect("small");
    assert!(
        loaded.diagnostics.is_empty(),
        "{:?}",
        loaded.diagnostics.first()
    );
    let found = loaded.project.validate(&Budget::standard()).expect("small");
    assert!(found.is_empty(), "{:?}", found.first());
    start.elapsed()
}

/// The largest resident memory of the process in MB, if the system reports it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// A root module that calls modules, each with its own files.
fn project(modules: usize) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let required = "terraform {\n  required_providers {\n    big = {\n      source = \"example/big\"\n    }\n  }\n}\n";
    let mut root = format!("{required}variable \"names\" {{\n  type = list(string)\n}}\n");
    for module in 0..modules {
        let argument = match module {
            0 => "\"first\"".to_owned(),
            _ => format!("module.m{}.name", module - 1),
        };
        write!(
            root,
            "module \"m{module}\" {{\n  source = \"./m{module}\"\n  names  = var.names\n  before = {argument}\n}}\n\
             output \"o{module}\" {{\n  value = module.m{module}.ids\n}}\n"
        )
        .expect("a string takes all");
        files.insert(format!("m{module}/main.tf"), called(required));
    }
    files.insert("main.tf".to_owned(), root);
    files
}

fn called(required: &str) -> String {
    let mut text = format!(
        "{required}variable \"names\" {{\n  type = list(string)\n}}\nvariable \"before\" {{\n  type = string\n}}\n"
    );
    for at in 0..RESOURCES {
        let reference = match at {
            0 => "var.before".to_owned(),
            _ => format!("big_type{}.r{}.id", (at - 1) % USED, at - 1),
        };
        write!(
            text,
            "resource \"big_type{}\" \"r{at}\" {{\n  count = {}\n  a0 = \"${{{reference}}}-{at}\"\n  a1 = \
             length(var.names) + {at}\n  a2 = [for name in var.names : upper(name)]\n  nested {{\n    b0 = \
             {reference}\n  }}\n}}\n",
            at % USED,
            if at % 10 == 9 { "1" } else { "null" },
        )
        .expect("a string takes all");
    }
    // A count makes a list of the resource, which only the last one of ten has.
    let text = text.replace("  count = null\n", "");
    let mut fixed = text;
    for at in (9..RESOURCES).step_by(10) {
        let of = at % USED;
        fixed = fixed.replace(
            &format!("big_type{of}.r{at}.id"),
            &format!("big_type{of}.r{at}[0].id"),
        );
    }
    write!(
        fixed,
        "output \"name\" {{\n  value = big_type0.r0.id\n}}\noutput \"ids\" {{\n  value = [big_type1.r1.id, \
         big_type2.r2.a0]\n}}\n"
    )
    .expect("a string takes all");
    fixed
}

/// The schemas of one provider, as `terraform providers schema -json` writes them.
fn schemas() -> String {
    let mut types = Vec::new();
    for ty in 0..TYPES {
        let mut attributes = vec![
            "\"id\":{\"type\":\"string\",\"computed\":true,\"description_kind\":\"plain\"}"
                .to_owned(),
            "\"a0\":{\"type\":\"string\",\"required\":true,\"description_kind\":\"plain\"}"
                .to_owned(),
        ];
        for at in 1..ATTRIBUTES {
            let of = [
                "\"string\"",
                "\"number\"",
                "[\"list\",\"string\"]",
                "[\"map\",\"string\"]",
            ];
            let of = match at {
                1 => of[1],
                2 => of[2],
                _ => of[at % 4],
            };
            attributes.push(format!(
                "\"a{at}\":{{\"type\":{of},\"description\":\"The attribute number {at} of the resource type \
                 {ty}, with a text of the usual length of a description in a provider.\",\"description_kind\":\
                 \"markdown\",\"optional\":true}}"
            ));
        }
        let nested = "\"nested\":{\"nesting_mode\":\"list\",\"block\":{\"attributes\":{\"b0\":{\"type\":\
                      \"string\",\"optional\":true}}}}";
        types.push(format!(
            "\"big_type{ty}\":{{\"version\":1,\"block\":{{\"attributes\":{{{}}},\"block_types\":{{{nested}}}}}}}",
            attributes.join(",")
        ));
    }
    format!(
        "{{\"format_version\":\"1.0\",\"provider_schemas\":{{\"registry.terraform.io/example/big\":{{\"provider\":\
         {{\"version\":0,\"block\":{{}}}},\"resource_schemas\":{{{}}}}}}}}}",
        types.join(",")
    )
}
