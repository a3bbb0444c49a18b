//! A program in mcl, compiled and run to its graph of resources.
//!
//! `cargo run --example mcl_graph`
//!
//! Features: `mcl`.

use polycty::calls::Budget;
use polycty::dialect::mcl::functions::{Core, NoHost};
use polycty::dialect::mcl::host::{Environment, Files};
use polycty::dialect::mcl::resources::{ResourceField, ResourceKind, ResourceKinds};
use polycty::dialect::mcl::{Program, parse_type};
use polycty::source::Error;
use polycty::types::{Str, VariableScope};
use std::sync::Arc;

const PROGRAM: &str = r#"
$pages = {"index" => "Hello", "about" => "Who we are"}

forkv $name, $text in $pages {
	file "/srv/www/${name}.html" {
		content => "<h1>${text}</h1>",
	}
}
svc "nginx" {
	state => "running",
}
File["/srv/www/index.html"] -> Svc["nginx"]
"#;

const BROKEN: &str = "svc \"nginx\" {\n\tstate => 1 + \"running\",\n}\n";

/// A single file, the main program.
struct OneFile(&'static str);

impl Files for OneFile {
    fn read(&self, path: &str) -> Option<Str> {
        (path == "/main.mcl").then(|| self.0.into())
    }
}

/// The kinds of resources that the program may declare: their names and their fields.
fn kinds() -> Result<ResourceKinds, Error> {
    let kind = |field: &str| -> Result<ResourceKind, Error> {
        let field = ResourceField {
            name: field.into(),
            stored: field.into(),
            ty: parse_type("str", VariableScope::new())?,
            storage: "string".into(),
        };
        Ok(ResourceKind {
            fields: [field].into_iter().collect(),
            ..ResourceKind::default()
        })
    };
    let kinds = [
        ("file".into(), kind("content")?),
        ("svc".into(), kind("state")?),
    ];
    Ok(ResourceKinds(kinds.into_iter().collect()))
}

fn graph(text: &'static str, budget: &Budget) -> Result<String, Error> {
    let environment = Environment {
        files: Arc::new(OneFile(text)),
        library: Arc::new(Core::new(Arc::new(NoHost))),
        kinds: Arc::new(kinds()?),
    };
    let program = Arc::new(Program::compile(environment, "/main.mcl", budget)?);
    let mut runtime = program.start(budget)?;
    runtime.step(budget)?;
    let graph = runtime.resources().cloned().unwrap_or_default();
    Ok(graph.with_fields(&program.environment().kinds))
}

/// Returns the text that the example prints.
pub fn run() -> Result<String, Error> {
    let budget = Budget::standard();
    let graph_text = graph(PROGRAM, &budget)?;
    let error = graph(BROKEN, &budget).unwrap_err();
    Ok(format!("{graph_text}\n{}\n", error.render_text()))
}

fn main() -> Result<(), Error> {
    print!("{}", run()?);
    Ok(())
}
