//! Runs the programs of `cases.txt` and compares their results.
//!
//! A case begins with a line `## title`. A line `> path` begins a file of the program, and a line
//! `=` begins the expected result: resources with their fields, edges, or an error with its class.

use crate::functions::{Core, Host};
use crate::host::{Environment, Files};
use crate::resources::ResourceKinds;
use crate::{CompileError, Program, Sender, Stage};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// The kind of all resources. It has a field of most types.
const KINDS: &str = r#"[{"kind": "test", "traits": ["base", "recvable", "edgeable", "groupable"], "fields": [
    {"lang": "other", "type": "str", "name": "Other"},
    {"lang": "text", "type": "str", "name": "Text"},
    {"lang": "flag", "type": "bool", "name": "Flag"},
    {"lang": "count", "type": "int", "name": "Count"},
    {"lang": "half", "type": "float", "name": "Half"},
    {"lang": "list", "type": "[]str", "name": "List"},
    {"lang": "counts", "type": "map{str: int}", "name": "Map", "storage": "map[string]int"},
    {"lang": "pointer", "type": "str", "name": "Pointer", "storage": "*string"},
    {"lang": "any", "type": "variant", "name": "Any"}],
  "sends": [{"lang": "sent", "type": "str"}]}]"#;

struct Folder(HashMap<String, String>);

impl Files for Folder {
    fn read(&self, path: &str) -> Option<Str> {
        self.0.get(path).map(|text| text.as_str().into())
    }
}

/// A host that answers with the zero of each type.
struct Empty;

impl Host for Empty {
    fn answer(&self, _: &str, _: &[&Value], returns: &Type) -> Result<Option<Value>, Error> {
        crate::zero(returns).map(Some)
    }

    fn subscribe(&self, _: &str, _: &[&Value], _: &Sender) -> Result<(), Error> {
        Ok(())
    }
}

fn result(files: Folder) -> Result<String, Box<CompileError>> {
    let budget = Budget::standard();
    let mut kinds = ResourceKinds::default();
    kinds.add_schema(KINDS.as_bytes(), &budget).unwrap();
    let library = Core::new(Arc::new(Empty)).variable("hostname", Value::string("host"));
    let environment = Environment {
        files: Arc::new(files),
        library: Arc::new(library),
        kinds: Arc::new(kinds),
    };
    let kinds = environment.kinds.clone();
    let program = Program::compile(environment, "/main.mcl", &budget)?;
    let mut runtime = Arc::new(program).start(&budget)?;
    runtime.step(&budget)?;
    let graph = runtime.resources().unwrap();
    Ok(graph.with_fields(&kinds))
}

#[test]
fn programs_have_the_expected_results() {
    let mut failed = Vec::new();
    let mut count = 0;
    for case in include_str!("cases.txt").split("\n## ").skip(1) {
        count += 1;
        let (title, rest) = case.split_once('\n').unwrap();
        let (program, wanted) = rest.split_once("\n=\n").expect(title);
        let program = format!("\n{program}\n");
        let files = program.split("\n> ").skip(1).map(|file| {
            let (path, text) = file.split_once('\n').unwrap_or((file, ""));
            let text = text.trim_end_matches('\n');
            let end = if text.is_empty() { "" } else { "\n" };
            (path.to_owned(), format!("{text}{end}"))
        });
        let found = match result(Folder(files.collect())) {
            Ok(graph) => graph,
            Err(failure) => format!("{}: {failure}", failure.stage.class()),
        };
        if found.trim() != wanted.trim() {
            failed.push(format!("## {title}\nfound:\n{found}\nwanted:\n{wanted}"));
        }
    }
    assert!(count > 0 && failed.is_empty(), "{}", failed.join("\n"));
}

/// Returns the number of steps that a program takes until its resources are known.
fn steps(text: &str) -> u64 {
    let mut kinds = ResourceKinds::default();
    let budget = Budget::standard();
    kinds.add_schema(KINDS.as_bytes(), &budget).unwrap();
    let environment = Environment {
        files: Arc::new(Folder([("/main.mcl".into(), text.into())].into())),
        library: Arc::new(Core::new(Arc::new(Empty))),
        kinds: Arc::new(kinds),
    };
    let program = Program::compile(environment, "/main.mcl", &budget).unwrap();
    let mut runtime = Arc::new(program).start(&budget).unwrap();
    runtime.step(&budget).unwrap();
    budget.steps()
}

#[test]
fn the_cost_of_a_use_of_a_constant_is_constant() {
    let hosts = |count: usize| {
        let mut text = String::from("$hosts = {\n");
        for i in 0..count {
            text += &format!("\t\"h{i}\" => struct{{ip => \"10.0.0.{i}\", port => {i}}},\n");
        }
        text += "}\n";
        for i in 0..count {
            let read = format!("$hosts[\"h{i}\"]");
            text +=
                &format!("test \"h{i}\" {{\n\ttext => {read}->ip,\n\tcount => {read}->port,\n}}\n");
        }
        text
    };
    let fields = |count: usize| {
        let mut text = String::from("$s = struct{\n");
        (0..count).for_each(|i| text += &format!("\tf{i} => {i},\n"));
        text += "}\n";
        (0..count).for_each(|i| text += &format!("test \"h{i}\" {{\n\tcount => $s->f{i},\n}}\n"));
        text
    };
    for program in [&hosts as &dyn Fn(usize) -> String, &fields] {
        let (once, twice) = (steps(&program(100)), steps(&program(200)));
        assert!(twice < 3 * once, "{once} and {twice} steps");
    }
}

#[test]
fn a_limit_error_has_a_location() {
    let text = "$a = [1, 2, 3]\ntest \"a\" {\n\tany => [$a, $a, $a, $a, $a],\n}\n";
    let mut kinds = ResourceKinds::default();
    kinds
        .add_schema(KINDS.as_bytes(), &Budget::standard())
        .unwrap();
    let environment = Environment {
        files: Arc::new(Folder([("/main.mcl".into(), text.into())].into())),
        library: Arc::new(Core::new(Arc::new(Empty))),
        kinds: Arc::new(kinds),
    };
    let (mut most, mut stages) = (0, Vec::new());
    let end = loop {
        most += 1;
        let budget = Budget::new().limit_steps(most);
        match Program::compile(environment.clone(), "/main.mcl", &budget) {
            Ok(_) => break most,
            Err(failure) => {
                assert_eq!(failure.code, Code::Limit);
                assert!(failure.to_string().contains("/main.mcl @ "), "{failure}");
                stages.push(failure.stage);
            }
        }
    };
    stages.dedup();
    assert_eq!(
        stages,
        [Stage::LexParse, Stage::SetScope, Stage::Unify, Stage::Graph],
        "{end}"
    );
}

#[test]
fn vertices_of_plain_functions_have_their_module() {
    let text = "import \"math\"\nimport \"os\"\nimport \"fmt\"\ntest \"a\" {\n\tcount => math.mod(7, len(\"a\")),\n\t\
                text => fmt.printf(\"%s\", os.readfile(\"x\")),\n}\n";
    let mut kinds = ResourceKinds::default();
    kinds
        .add_schema(KINDS.as_bytes(), &Budget::standard())
        .unwrap();
    let environment = Environment {
        files: Arc::new(Folder([("/main.mcl".into(), text.into())].into())),
        library: Arc::new(Core::new(Arc::new(Empty))),
        kinds: Arc::new(kinds),
    };
    let program = Program::compile(environment, "/main.mcl", &Budget::standard()).unwrap();
    let graph = program.graph().to_string();
    let vertices = graph
        .lines()
        .filter_map(|line| line.strip_prefix("Vertex: "));
    let titles: Vec<&str> = vertices
        .filter(|title| !title.starts_with("const"))
        .collect();
    let titles = titles.join(", ");
    assert!(titles.contains("len, math.mod, "), "{titles}");
    assert!(titles.contains("call"), "{titles}");
}
