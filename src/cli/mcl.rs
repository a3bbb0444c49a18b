//! What do programs of mcl come to?

use crate::mcl_host::{Deploy, Machine};
use crate::{Outcome, failed, read};
use clap::{Args, Subcommand};
use polycty::calls::Budget;
use polycty::dialect::mcl::functions::Core;
use polycty::dialect::mcl::host::Environment;
use polycty::dialect::mcl::resources::{ResourceGraph, ResourceKinds};
use polycty::dialect::mcl::{Program, Runtime};
use polycty::source::{Code, Error};
use polycty::values::Value;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// How often files are looked at that a program follows.
const LOOK: Duration = Duration::from_millis(100);

#[derive(Subcommand)]
pub enum Mcl {
    /// Tell what is wrong with a program: `polycty mcl check --kinds kinds.json site.mcl`.
    ///
    /// All that it imports is read too. What is wrong is told with the stage that found it.
    Check(Given),
    /// Print the graph of a program's functions: `polycty mcl graph site.mcl`.
    Graph(GraphCommand),
    /// Run a program until its resources are known, and print them: `polycty mcl run --kinds
    /// kinds.json site.mcl`.
    ///
    /// Functions may ask for files, the environment, the host's name and the time. Nothing is
    /// applied.
    Run(RunCommand),
}

#[derive(Args)]
pub struct Given {
    /// The program: a file, a folder with a `metadata.yaml`, or `-`.
    #[arg(default_value = "-")]
    file: String,
    /// The kinds of resources that there are, as JSON: an array of objects with `kind`, `fields`
    /// and so on, or one such object a line.
    #[arg(long, value_name = "FILE")]
    kinds: Option<String>,
    /// The folder of the modules that programs import by an address.
    #[arg(long, value_name = "DIR")]
    modules: Option<PathBuf>,
    /// The host's name, `$hostname`; else what the system says.
    #[arg(long, value_name = "NAME")]
    hostname: Option<String>,
}

#[derive(Args)]
pub struct GraphCommand {
    #[command(flatten)]
    given: Given,
    /// Print it in the notation of Graphviz.
    #[arg(long)]
    dot: bool,
}

#[derive(Args)]
pub struct RunCommand {
    #[command(flatten)]
    given: Given,
    /// Go on, and print what changes: with the files that functions read, with the clock, and
    /// with the program itself.
    #[arg(long)]
    watch: bool,
    /// End after so many graphs.
    #[arg(long, value_name = "COUNT", requires = "watch")]
    graphs: Option<u64>,
    /// Print the graph in the notation of Graphviz.
    #[arg(long, conflicts_with = "watch")]
    dot: bool,
}

pub fn run(command: &Mcl) -> Outcome<String> {
    match command {
        Mcl::Check(given) => {
            let program = given.compiled(&given.machine()?)?;
            let files = program.nodes().files.len();
            Ok(match files {
                1 => "no errors".into(),
                files => format!("no errors in {files} files"),
            })
        }
        Mcl::Graph(command) => {
            let program = command.given.compiled(&command.given.machine()?)?;
            let text = match command.dot {
                true => program.graph().graphviz(),
                false => program.graph().to_string(),
            };
            Ok(text.trim_end().to_owned())
        }
        Mcl::Run(command) if command.watch => watch(command),
        Mcl::Run(command) => {
            let machine = command.given.machine()?;
            let program = Arc::new(command.given.compiled(&machine)?);
            let kinds = program.environment().kinds.clone();
            let mut runtime = program.start(&Budget::standard())?;
            let graph = first(&mut runtime, &machine)?;
            let text = match command.dot {
                true => graph.graphviz(),
                false => graph.with_fields(&kinds),
            };
            Ok(text.trim_end().to_owned())
        }
    }
}

impl Given {
    fn machine(&self) -> Outcome<Arc<Machine>> {
        Machine::new(self.hostname.as_deref()).map(Arc::new)
    }

    /// The program, compiled for this machine.
    fn compiled(&self, machine: &Arc<Machine>) -> Outcome<Program> {
        let mut kinds = ResourceKinds::default();
        let budget = Budget::standard();
        if let Some(file) = &self.kinds {
            let added = kinds.add_schema(&read(file)?, &budget);
            added.map_err(|error| {
                let message = format!("{file}: {}", error.message());
                error.with_message(message)
            })?;
        }
        let (entry, deploy) = Deploy::of(&self.file, self.modules.clone())?;
        let hostname = Value::string(machine.hostname());
        let library = Core::new(machine.clone()).variable("hostname", hostname);
        let environment = Environment {
            files: Arc::new(deploy),
            library: Arc::new(library),
            kinds: Arc::new(kinds),
        };
        Ok(Program::compile(environment, &entry, &budget)?)
    }
}

/// The first graph that a program comes to.
fn first(runtime: &mut Runtime, machine: &Machine) -> Outcome<Arc<ResourceGraph>> {
    loop {
        machine.tick();
        runtime.step(&Budget::standard())?;
        if let Some(graph) = runtime.resources() {
            return Ok(graph.clone());
        }
        machine.wait(LOOK);
    }
}

/// Prints each graph that a program comes to as its difference to the one before.
fn watch(command: &RunCommand) -> Outcome<String> {
    let mut before: Arc<ResourceGraph> = Arc::default();
    let mut left = command.graphs.unwrap_or(u64::MAX);
    loop {
        let machine = command.given.machine()?;
        let program = Arc::new(command.given.compiled(&machine)?);
        let files = &program.nodes().files;
        let written = machine.look(files.iter().map(|file| &*file.name));
        let mut runtime = program.start(&Budget::standard())?;
        while left > 0 && !written.have_changed() {
            machine.tick();
            let progress = runtime.step(&Budget::standard())?;
            if progress.changed
                && let Some(after) = runtime.resources().cloned()
            {
                print(&before.difference(&after).to_string())?;
                before = after;
                left -= 1;
                continue;
            }
            machine.wait(LOOK);
        }
        if left == 0 {
            return Ok(String::new());
        }
        sleep(LOOK);
    }
}

/// Prints a block at once.
fn print(text: &str) -> Outcome<()> {
    let mut out = std::io::stdout().lock();
    let printed = writeln!(out, "{text}").and_then(|()| out.flush());
    printed.map_err(|error| failed("standard output", &error))
}

/// What cannot be a path of the deploy.
pub fn no_path(path: &str) -> Error {
    Error::new(Code::InvalidUtf8, format!("{path}: the path is not UTF-8"))
}
