//! Commands of mcl.

use crate::fmt::{self, Formatter};
use crate::mcl_host::{Deploy, Machine, Seen};
use crate::mcl_world::World;
use crate::process::{Outcome, failed, read, style};
use clap::{Args, Subcommand};
use polycty::calls::{Budget, Limits};
use polycty::dialect::mcl::functions::Core;
use polycty::dialect::mcl::host::Environment;
use polycty::dialect::mcl::resources::{ResourceGraph, ResourceKinds};
use polycty::dialect::mcl::syntax::format;
use polycty::dialect::mcl::{Program, Runtime, Stage};
use polycty::values::Value;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

/// The interval of checks for changes of files.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Subcommand)]
pub enum Mcl {
    /// Check a program and its imports: `polycty mcl check --kinds kinds.json site.mcl`.
    ///
    /// Errors name the compiler stage that reports them.
    Check(Given),
    /// Format programs: `polycty mcl fmt -r .`.
    ///
    /// Only whitespace changes: one tab per level, one space around `=>`, and no blanks at the ends
    /// of lines. In folders, files whose names end in `.mcl` are formatted. Files are changed in
    /// place, and the names of the changed files are printed.
    Fmt(fmt::Targets),
    /// Print the function graph of a program: `polycty mcl graph site.mcl`.
    ///
    /// Each line is a vertex or an edge. An empty graph prints nothing.
    Graph(GraphCommand),
    /// Run a program until its resources are known, and print them: `polycty mcl run --kinds
    /// kinds.json site.mcl`.
    ///
    /// Each line is a resource, an edge or a field. An empty graph prints nothing. Functions can
    /// read files, the environment, the host name and the time. No resource is applied.
    Run(RunCommand),
}

#[derive(Args)]
pub struct Given {
    /// The program: a file, a folder with a `metadata.yaml`, or `-`, whose imports are relative to
    /// the current folder.
    #[arg(default_value = "-")]
    file: String,
    /// The kinds of resources, as JSON: an array of objects with `kind`, `fields` and so on, or one
    /// such object on each line.
    #[arg(long, value_name = "FILE")]
    kinds: Option<String>,
    /// Folder of the modules that programs import by address.
    #[arg(long, value_name = "DIR")]
    modules: Option<PathBuf>,
    /// Host name, the value of `$hostname`. The default is the host name of the world, then that of
    /// the system.
    #[arg(long, value_name = "NAME")]
    hostname: Option<String>,
    /// Answers of the host, as JSON: `{"hostname": "web1", "environment": {"HOME": "/root"},
    /// "answers": [{"function": "os.family", "value": "redhat"}, {"function": "world.getval",
    /// "arguments": ["key"], "value": {"value": "x", "exists": true}}]}`. All members are optional.
    /// The first answer with a matching function and arguments applies. All other calls are
    /// answered by this machine.
    #[arg(long, value_name = "FILE")]
    world: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// The limits of compiling a program, and of each step of running it.
#[derive(Args)]
struct LimitArgs {
    /// Maximum number of steps to compile the program, and in each step of running it.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::STANDARD.steps)]
    max_steps: u64,
    /// Maximum number of bytes of memory.
    #[arg(long, value_name = "COUNT", default_value_t = Limits::STANDARD.bytes)]
    max_bytes: u64,
    /// Maximum time in seconds to compile the program, and of each step of running it.
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
    /// Print the graph in Graphviz format.
    #[arg(long)]
    dot: bool,
}

#[derive(Args)]
pub struct RunCommand {
    #[command(flatten)]
    given: Given,
    /// Continue to run, and print the changes caused by files that functions read, by the clock and
    /// by the program's own files. After the first graph, errors are reported and the program
    /// continues.
    #[arg(long)]
    watch: bool,
    /// Exit after this number of graphs.
    #[arg(long, value_name = "COUNT", requires = "watch")]
    graphs: Option<u64>,
    /// Print the graph in Graphviz format.
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
        Mcl::Fmt(command) => {
            let formatter = Formatter {
                ends: &[".mcl"],
                format: &|text, name| format(text, name, None, &Budget::standard()),
            };
            fmt::run_with(command, &formatter)
        }
        Mcl::Graph(command) => {
            let given = &command.given;
            let program = given.compiled(&given.machine(&given.deploy()?)?)?;
            print(&if command.dot {
                program.graph().graphviz()
            } else {
                program.graph().to_string()
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
            print(&if command.dot {
                graph.graphviz()
            } else {
                graph.with_fields(&kinds)
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
    /// Returns the first resource graph of a program.
    fn first(&self, runtime: &mut Runtime, machine: &Machine) -> Outcome<Arc<ResourceGraph>> {
        loop {
            machine.tick();
            let step = runtime.step(&self.given.limits.budget());
            step.map_err(|failure| machine.deploy().located(failure))?;
            if let Some(graph) = runtime.resources() {
                return Ok(graph.clone());
            }
            machine.wait(CHECK_INTERVAL);
        }
    }
}

/// Prints the difference of each resource graph to the one before.
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
            Err(error) => eprintln!("{}", error.render(style(&std::io::stderr()))),
        }
        if watched.left == 0 {
            return Ok(());
        }
        while !written.have_changed() {
            sleep(CHECK_INTERVAL);
        }
        // Several files may be written one after the other.
        sleep(CHECK_INTERVAL);
    }
}

/// The state of watching successive programs.
struct Watched {
    /// The last graph that was printed.
    before: Option<Arc<ResourceGraph>>,
    /// The number of graphs that are still to be printed.
    left: u64,
}

impl Watched {
    /// Prints the graphs of a program until the limit is reached or its files change. Errors that
    /// are not errors of the stream are reported, and may be temporary.
    fn follow(
        &mut self,
        runtime: &mut Runtime,
        machine: &Machine,
        (written, limits): (&Seen, &LimitArgs),
    ) -> Outcome<()> {
        let mut reported = String::new();
        while self.left > 0 && !written.have_changed() {
            machine.tick();
            match runtime.step(&limits.budget()) {
                Ok(progress) => {
                    reported.clear();
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
                    let text = machine
                        .deploy()
                        .located(failure)
                        .render(style(&std::io::stderr()));
                    if text != reported {
                        eprintln!("{text}");
                        reported = text;
                    }
                }
                Err(failure) => return Err(machine.deploy().located(failure)),
            }
            machine.wait(CHECK_INTERVAL);
        }
        Ok(())
    }
}

/// Prints lines immediately.
fn print(lines: &str) -> Outcome<()> {
    let mut out = std::io::stdout().lock();
    let printed = out.write_all(lines.as_bytes()).and_then(|()| out.flush());
    printed.map_err(|error| failed("standard output", &error))
}
