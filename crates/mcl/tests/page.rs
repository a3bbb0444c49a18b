//! Programs of `docs/reference/mcl.md`: each compiles, runs and prints the graph below it.

use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Str, VariableScope};
use polycty_mcl::functions::{Core, NoHost};
use polycty_mcl::host::{Environment, Files};
use polycty_mcl::resources::{
    Behavior, Resource, ResourceField, ResourceKind, ResourceKinds, Trait,
};
use polycty_mcl::{CompileError, Program, parse_type};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

struct Folder(HashMap<String, String>);

impl Files for Folder {
    fn read(&self, path: &str) -> Option<Str> {
        self.0.get(path).map(|text| text.as_str().into())
    }
}

/// Merges packages by keeping the first.
struct Package;

impl Behavior for Package {
    fn merge(&self, first: &Resource, _: &Resource) -> Result<Resource> {
        Ok(first.clone())
    }
}

/// The kinds of resources on the page: the name and the Go type of each field.
const KINDS: [(&str, &str); 7] = [
    (
        "test",
        "BoolPtr *bool, StringPtr *string, Int64 int64, Float64 float64, Int64Ptr *int64, \
         SliceString []string, Interface any, AnotherStr string, OnlyShow []string",
    ),
    ("file", "State string, Content *string, Mode string"),
    ("print", "Msg string"),
    ("pkg", "State string"),
    ("svc", "State string"),
    ("exec", "Cmd string, Output *string"),
    ("noop", ""),
];

fn kinds() -> ResourceKinds {
    let field = |text: &str| {
        let (stored, storage) = text.trim().split_once(' ')?;
        let ty = match storage.trim_start_matches('*') {
            "bool" => "bool",
            "int64" => "int",
            "float64" => "float",
            "[]string" => "[]str",
            "any" => "variant",
            _ => "str",
        };
        Some(ResourceField {
            name: stored.to_lowercase().into(),
            stored: stored.into(),
            ty: parse_type(ty, VariableScope::new()).ok()?,
            storage: storage.into(),
        })
    };
    let kind = |(name, fields): (&str, &str)| {
        let fields: Vec<ResourceField> = fields.split(',').filter_map(field).collect();
        let kind = ResourceKind {
            sends: (name == "exec").then(|| fields.iter().cloned().collect()),
            fields: fields.into_iter().collect(),
            traits: vec![Trait::Receives, Trait::Merges],
            behavior: (name == "pkg").then(|| Arc::new(Package) as Arc<dyn Behavior>),
        };
        (Str::from(name), kind)
    };
    ResourceKinds(KINDS.into_iter().map(kind).collect())
}

fn run(files: HashMap<String, String>) -> std::result::Result<String, Box<CompileError>> {
    let environment = Environment {
        files: Arc::new(Folder(files)),
        library: Arc::new(Core::new(Arc::new(NoHost))),
        kinds: Arc::new(kinds()),
    };
    let budget = Budget::standard();
    let program = Arc::new(Program::compile(environment, "/main.mcl", &budget)?);
    let mut runtime = program.start(&budget)?;
    runtime.step(&budget)?;
    let graph = runtime.resources().cloned().unwrap_or_default();
    Ok(graph.with_fields(&program.environment().kinds))
}

#[test]
fn programs_output_the_graphs_of_the_page() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/mcl.md");
    let page = std::fs::read_to_string(path).unwrap();
    let mut files: HashMap<String, String> = HashMap::new();
    let (mut ran, mut wrong) = (0, String::new());
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let block = lines
            .by_ref()
            .map(|(_, line)| line)
            .take_while(|line| *line != "```");
        let block: String = block.flat_map(|line| [line, "\n"]).collect();
        let (language, name) = info.split_once(' ').unwrap_or((info, "/main.mcl"));
        match language {
            "mcl" | "yaml" => {
                files.insert(name.to_owned(), block);
            }
            "json" => {}
            _ => {
                ran += 1;
                let printed = match run(std::mem::take(&mut files)) {
                    Ok(graph) => graph,
                    Err(error) => format!("{}: {error}\n", error.stage.class()),
                };
                if printed != block {
                    let _ = writeln!(wrong, "line {}: {printed}", at + 1);
                }
            }
        }
    }
    assert!(ran > 20 && files.is_empty(), "{ran} programs");
    assert!(wrong.is_empty(), "{wrong}");
}
