//! Commands of mcl.

use crate::mcl_host::{Deploy, Machine, Seen};
use crate::mcl_world::World;
use crate::process::{Outcome, failed, read, style};
use clap::{Args, Subcommand};
use polycty::calls::{Budget, Limits};
use polycty::dialect::mcl::functions::Core;
use polycty::dialect::mcl::host::Environment;
use polycty::dialect::mcl::resources::{ResourceGraph, ResourceKinds};
use polycty::dialect::mcl::{Program, Runtime, Stage};
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
    ///
    /// A line is a vertex or an edge; where there are none, nothing is printed.
    Graph(GraphCommand),
    /// Run a program until its resources are known, and print them: `polycty mcl run --kinds
    /// kinds.json site.mcl`.
    ///
    /// A line is a resource, an edge or a field; where there are none, nothing is printed. Functions
    /// may ask for files, the environment, the host's name and the time. Nothing is applied.
    Run(RunCommand),
}

#[derive(Args)]
pub struct Given {
    /// The program: a file, a folder with a `metadata.yaml`, or `-`, whose imports begin in the
    /// current folder.
    #[arg(default_value = "-")]
    file: String,
    /// The kinds of resources that there are, as JSON: an array of objects with `kind`, `fields`
    /// and so on, or one such object a line.
    #[arg(long, value_name = "FILE")]
    kinds: Option<String>,
    /// The folder of the modules that programs import by an address.
    #[arg(long, value_name = "DIR")]
    modules: Option<PathBuf>,
    /// The host's name, `$hostname`; else that of the world, else the system's.
    #[arg(long, value_name = "NAME")]
    hostname: Option<String>,
    /// Answers of the host, as JSON: `{"hostname": "web1", "environment": {"HOME": "/root"},
    /// "answers": [{"function": "os.family", "value": "redhat"}, {"function": "world.getval",
    /// "arguments": ["key"], "value": {"value": "x", "exists": true}}]}`. Every member is optional;
    /// the first answer whose function and arguments fit is taken, and this machine is asked
    /// where none does.
    #[arg(long, value_name = "FILE")]
    world: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The limits of compiling a program, and of each step of running it.
#[derive(Args)]
struct LimitArgs {
    /// The most steps of compiling the program, and of each step of running it.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::STANDARD.steps)]
    max_steps: u64,
    /// The most bytes that are held at once.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::STANDARD.bytes)]
    max_bytes: u64,
    /// The most seconds of compiling the program, and of each step of running it.
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<u64>,
}

impl LimitArgs {
    fn budget(&self) -> Budget {
        Budget::new().bounded(Limits {
            steps: self.max_steps,
            bytes: self.max_bytes,
            time: self.timeout.map(Duration::from_secs),
        })
    }
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
    /// with the program's own files. After the first graph faults are told, and waited out.
    #[arg(long)]
    watch: bool,
    /// End after so many graphs.
    #[arg(long, value_name = "COUNT", requires = "watch")]
    graphs: Option<u64>,
    /// Print the graph in the notation of Graphviz.
    #[arg(long, conflicts_with = "watch")]
    dot: bool,
}

pub fn run(command: &Mcl) -> Outcome<()> {
    match command {
        Mcl::Check(given) => {
            let program = given.compiled(&given.machine(&given.deploy()?)?)?;
            let files = program.nodes().files.len();
            match files {
                1 => print("no errors\n"),
                files => print(&format!("no errors in {files} files\n")),
            }
        }
        Mcl::Graph(command) => {
            let given = &command.given;
            let program = given.compiled(&given.machine(&given.deploy()?)?)?;
            print(&match command.dot {
                true => program.graph().graphviz(),
                false => program.graph().to_string(),
            })
        }
        Mcl::Run(command) if command.watch => watch(command),
        Mcl::Run(command) => {
            let machine = command.given.machine(&command.given.deploy()?)?;
            let program = Arc::new(command.given.compiled(&machine)?);
            let kinds = program.environment().kinds.clone();
            let located = |failure| machine.deploy().located(failure);
            let runtime = program.start(&command.given.limits.budget());
            let mut runtime = runtime.map_err(located)?;
            let graph = command.first(&mut runtime, &machine)?;
            print(&match command.dot {
                true => graph.graphviz(),
                false => graph.with_fields(&kinds),
            })
        }
    }
}

impl Given {
    fn deploy(&self) -> Outcome<Arc<Deploy>> {
        Deploy::of(&self.file, self.modules.clone()).map(Arc::new)
    }

    fn machine(&self, deploy: &Arc<Deploy>) -> Outcome<Arc<Machine>> {
        let world = match &self.world {
            Some(file) => {
                deploy.look_at(file.into());
                World::read(file, &read(file)?)?
            }
            None => World::default(),
        };
        let hostname = self.hostname.as_deref();
        Ok(Arc::new(Machine::new(deploy.clone(), hostname, world)))
    }

    /// The program, compiled for this machine.
    fn compiled(&self, machine: &Arc<Machine>) -> Outcome<Program> {
        let mut kinds = ResourceKinds::default();
        let budget = self.limits.budget();
        let deploy = machine.deploy();
        if let Some(file) = &self.kinds {
            deploy.look_at(file.into());
            let added = kinds.add_schema(&read(file)?, &budget);
            added.map_err(|error| {
                let message = format!("{file}: {}", error.message());
                error.with_message(message)
            })?;
        }
        let hostname = Value::string(machine.hostname());
        let library = Core::new(machine.clone())
            .variable("hostname", hostname)
            .variable("purpleidea", Value::string("hello world!"));
        let environment = Environment {
            files: deploy.clone(),
            library: Arc::new(library),
            kinds: Arc::new(kinds),
        };
        Program::compile(environment, deploy.entry(), &budget)
            .map_err(|failure| deploy.located(failure))
    }
}

impl RunCommand {
    /// The first graph that a program asks for.
    fn first(&self, runtime: &mut Runtime, machine: &Machine) -> Outcome<Arc<ResourceGraph>> {
        loop {
            machine.tick();
            let step = runtime.step(&self.given.limits.budget());
            step.map_err(|failure| machine.deploy().located(failure))?;
            if let Some(graph) = runtime.resources() {
                return Ok(graph.clone());
            }
            machine.wait(LOOK);
        }
    }
}

/// Prints each graph that a program comes to as its difference to the one before.
fn watch(command: &RunCommand) -> Outcome<()> {
    let deploy = command.given.deploy()?;
    let mut watched = Watched {
        before: None,
        left: command.graphs.unwrap_or(u64::MAX),
    };
    loop {
        let program = (command.given.machine(&deploy))
            .and_then(|machine| Ok((command.given.compiled(&machine)?, machine)));
        let written = deploy.seen();
        let run = program.and_then(|(program, machine)| {
            let limits = &command.given.limits;
            let runtime = Arc::new(program).start(&limits.budget());
            let mut runtime = runtime.map_err(|failure| deploy.located(failure))?;
            watched.follow(&mut runtime, &machine, (&written, limits))
        });
        match run {
            Ok(()) => {}
            Err(error) if watched.before.is_none() => return Err(error),
            Err(error) => eprintln!("{}", error.render(style())),
        }
        if watched.left == 0 {
            return Ok(());
        }
        while !written.have_changed() {
            sleep(LOOK);
        }
        // Whoever writes several files has some time for it.
        sleep(LOOK);
    }
}

/// What has been shown of the programs that are watched, one after another.
struct Watched {
    /// The last graph; none before the first.
    before: Option<Arc<ResourceGraph>>,
    /// How many graphs are still to be shown.
    left: u64,
}

impl Watched {
    /// Shows what a program comes to, until all is shown or its files have changed. What keeps
    /// resources from being a graph is told, and may pass.
    fn follow(
        &mut self,
        runtime: &mut Runtime,
        machine: &Machine,
        (written, limits): (&Seen, &LimitArgs),
    ) -> Outcome<()> {
        let mut told = String::new();
        while self.left > 0 && !written.have_changed() {
            machine.tick();
            match runtime.step(&limits.budget()) {
                Ok(progress) => {
                    told.clear();
                    if progress.changed
                        && let Some(after) = runtime.resources().cloned()
                    {
                        let before = self.before.take().unwrap_or_default();
                        print(&format!("{}\n", before.difference(&after)))?;
                        self.before = Some(after);
                        self.left -= 1;
                        continue;
                    }
                }
                Err(failure) if self.before.is_some() && failure.stage != Stage::Stream => {
                    let text = machine.deploy().located(failure).render(style());
                    if text != told {
                        eprintln!("{text}");
                        told = text;
                    }
                }
                Err(failure) => return Err(machine.deploy().located(failure)),
            }
            machine.wait(LOOK);
        }
        Ok(())
    }
}

/// Prints lines at once.
fn print(lines: &str) -> Outcome<()> {
    let mut out = std::io::stdout().lock();
    let printed = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    printed.map_err(|error| failed("standard output", &error))
}
