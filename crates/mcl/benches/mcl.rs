//! Benchmarks of programs and of their growth with size.
//!
//! `cargo bench -p polycty-mcl` times each workload at n and at 10 n. It then checks the documented
//! limits and fails if one is exceeded. `-- NAME N` runs one workload once, for tools that count
//! instructions. `-- NAME N ROUNDS` also runs this number of rounds in the built state, so that the
//! difference of two counts is the cost of the rounds. `-- memory N ROUNDS` keeps the built state
//! until the process ends, for tools that measure memory: the program, and with rounds also the
//! running graph.

use polycty_core::calls::Budget;
use polycty_core::source::Result;
use polycty_core::types::{Str, Type, VariableScope};
use polycty_core::values::Value;
use polycty_mcl::functions::{Core, Host};
use polycty_mcl::host::{Environment, Files};
use polycty_mcl::resources::{ResourceField, ResourceKind, ResourceKinds};
use polycty_mcl::{Program, Runtime, Sender, new_list, parse_type};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Returns the resident memory of the process in bytes, or 0 if unknown.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0usize) * 4096
}

struct Main(String);

impl Files for Main {
    fn read(&self, path: &str) -> Option<Str> {
        (path == "/main.mcl").then(|| self.0.as_str().into())
    }
}

/// A host with a number and a list of `many` elements, including the number.
#[derive(Default)]
struct World {
    number: AtomicI64,
    many: AtomicI64,
    /// The number of requests other than the list.
    asked: AtomicI64,
    senders: Mutex<Vec<(Asked, Sender)>>,
}

/// The requests to the host.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    List,
    Number,
}

impl Asked {
    fn of(function: &str) -> Asked {
        match function {
            "world.schedule" => Asked::List,
            _ => Asked::Number,
        }
    }
}

impl World {
    /// Changes the number and announces all requests.
    fn announce(&self) {
        self.number.fetch_add(1, Ordering::Relaxed);
        for (_, sender) in &*self.senders.lock().expect("nothing panics") {
            sender.send();
        }
    }

    /// Changes the number and announces the list.
    fn announce_list(&self) {
        self.number.fetch_add(1, Ordering::Relaxed);
        let senders = self.senders.lock().expect("nothing panics");
        let lists = senders.iter().filter(|(asked, _)| *asked == Asked::List);
        lists.for_each(|(_, sender)| sender.send());
    }
}

impl Host for World {
    fn answer(&self, function: &str, _: &[&Value], returns: &Type) -> Result<Option<Value>> {
        let number = self.number.load(Ordering::Relaxed);
        if Asked::of(function) == Asked::Number {
            self.asked.fetch_add(1, Ordering::Relaxed);
            return Ok(Some(Value::string(&number.to_string())));
        }
        let many = self.many.load(Ordering::Relaxed);
        let text = |at: i64| {
            if at == many / 2 {
                Value::string(&format!("n{number}"))
            } else {
                Value::string(&format!("e{at}"))
            }
        };
        new_list(returns, (0..many).map(text)).map(Some)
    }

    fn subscribe(&self, function: &str, _: &[&Value], sender: &Sender) -> Result<()> {
        self.unsubscribe(sender);
        let mut senders = self.senders.lock().expect("nothing panics");
        senders.push((Asked::of(function), sender.clone()));
        Ok(())
    }

    fn unsubscribe(&self, sender: &Sender) {
        let mut senders = self.senders.lock().expect("nothing panics");
        if let Some(at) = senders.iter().rposition(|(_, old)| old.id() == sender.id()) {
            senders.swap_remove(at);
        }
    }
}

fn compile(text: String, world: &Arc<World>) -> Arc<Program> {
    let field = |name: &str, ty: &str| ResourceField {
        name: name.into(),
        stored: name.into(),
        ty: parse_type(ty, VariableScope::new()).expect("a type"),
        storage: ty.into(),
    };
    let kind = ResourceKind {
        fields: [field("text", "str"), field("count", "int")]
            .into_iter()
            .collect(),
        ..ResourceKind::default()
    };
    let environment = Environment {
        files: Arc::new(Main(text)),
        library: Arc::new(Core::new(world.clone())),
        kinds: Arc::new(ResourceKinds(
            [("thing".into(), kind)].into_iter().collect(),
        )),
    };
    let program = Program::compile(environment, "/main.mcl", &Budget::new());
    Arc::new(program.expect("a program"))
}

fn step(runtime: &mut Runtime) {
    let progress = runtime.step(&Budget::new()).expect("nothing fails");
    assert!(progress.complete);
}

/// Returns a typical program with this number of lines.
fn typical(lines: usize) -> String {
    let mut text = "import \"fmt\"\nimport \"os\"\n$name = os.readfile(\"n\")\n".to_owned();
    text.push_str("func tag($a, $b) {\n\tfmt.printf(\"%s-%d\", $a, $b)\n}\n");
    // Each iteration adds eleven lines.
    for at in 1..=(lines / 11).max(1) {
        text.push_str(&format!(
            "$base{at} = \"item\" + \"{at}\"\n$full{at} = tag($base{at}, {at})\nthing \
             \"${{full{at}}}\" {{\n\ttext => if {at} > 3 {{ $name }} else {{ $base{at} }},\n\tcount \
             => len($full{at}) + {at},\n}}\nif $name == \"x{at}\" {{\n\tthing \"${{base{at}}}\" \
             {{}}\n}}\n"
        ));
    }
    text
}

/// From a text to its types and the graph of functions.
fn types(n: usize, _: usize) {
    let world = Arc::default();
    black_box(compile(typical(n), &world));
}

/// From a text to its first resource graph.
fn first(n: usize, _: usize) {
    let world = Arc::default();
    let program = compile(typical(n), &world);
    let mut runtime = program.start(&Budget::new()).expect("it runs");
    step(&mut runtime);
    black_box(runtime.resources());
}

/// One source of a graph with `n` vertices changes; one resource reads it.
fn source(n: usize, rounds: usize) {
    let world = Arc::new(World::default());
    let mut text =
        "import \"os\"\n$x = os.readfile(\"n\")\nthing \"x\" {\n\ttext => $x,\n}\n".to_owned();
    for at in 0..n / 4 {
        text.push_str(&format!(
            "thing \"t{at}\" {{\n\ttext => \"a\" + \"b{at}\",\n}}\n"
        ));
    }
    let mut runtime = compile(text, &world)
        .start(&Budget::new())
        .expect("it runs");
    step(&mut runtime);
    for _ in 0..rounds {
        world.announce();
        step(&mut runtime);
    }
}

/// One element of the list of a loop changes.
fn element(n: usize, rounds: usize) {
    let world = Arc::new(World::default());
    world.many.store(n as i64, Ordering::Relaxed);
    let text = "import \"world\"\nimport \"fmt\"\nfor $i, $v in world.schedule(\"l\") {\n\tthing \
                [fmt.printf(\"%d\", $i)] {\n\t\ttext => $v + \"!\",\n\t\tcount => $i,\n\t}\n}\n";
    let mut runtime = compile(text.to_owned(), &world)
        .start(&Budget::new())
        .expect("it runs");
    step(&mut runtime);
    for _ in 0..rounds {
        world.announce();
        step(&mut runtime);
    }
    black_box(runtime.resources());
}

/// Many events that each build and remove a part of the graph.
fn events(n: usize, _: usize) {
    let world = Arc::new(World::default());
    world.many.store(2, Ordering::Relaxed);
    let text = "import \"world\"\nimport \"os\"\nfor $i, $v in world.schedule(\"l\") {\n\tif $v == \"e0\" \
                {\n\t\tthing [os.readfile(\"a\")] {}\n\t} else {\n\t\tthing [$v] {}\n\t}\n}\n";
    let mut runtime = compile(text.to_owned(), &world)
        .start(&Budget::new())
        .expect("it runs");
    let (mut vertices, mut bytes) = (0, 0);
    for at in 0..n {
        world.announce();
        step(&mut runtime);
        if at == n / 10 {
            (vertices, bytes) = (runtime.vertices(), resident());
        }
    }
    assert_eq!(runtime.vertices(), vertices);
    let more = resident().saturating_sub(bytes);
    println!("events: {vertices} vertices, {more} bytes more after {n} events than after a tenth");
}

/// Keeps a program with `n` vertices, and its running graph if it is stepped.
fn memory(n: usize, rounds: usize) {
    let world = Arc::new(World::default());
    let mut text = String::new();
    for at in 0..n / 4 {
        text.push_str(&format!(
            "thing \"t{at}\" {{\n\ttext => \"a\" + \"b{at}\",\n}}\n"
        ));
    }
    let program = compile(text, &world);
    let runs = (rounds > 0).then(|| {
        let mut runtime = program.start(&Budget::new()).expect("it runs");
        (0..rounds).for_each(|_| step(&mut runtime));
        runtime
    });
    println!("{} vertices", runs.as_ref().map_or(0, Runtime::vertices));
    std::mem::forget((program, runs));
}

/// Returns the number of bodies of a loop over `n` elements that send requests again when one
/// element changes.
fn bodies(n: usize) -> i64 {
    let world = Arc::new(World::default());
    world.many.store(n as i64, Ordering::Relaxed);
    let text = "import \"os\"\nimport \"world\"\nimport \"fmt\"\nfor $i, $v in world.schedule(\"l\") {\n\
                \tthing [fmt.printf(\"%d\", $i)] {\n\t\ttext => os.readfile($v),\n\t}\n}\n";
    let mut runtime = compile(text.to_owned(), &world)
        .start(&Budget::new())
        .expect("it runs");
    step(&mut runtime);
    let vertices = runtime.vertices();
    let before = world.asked.load(Ordering::Relaxed);
    assert_eq!(before, n as i64);
    world.announce_list();
    step(&mut runtime);
    assert_eq!(runtime.vertices(), vertices);
    world.asked.load(Ordering::Relaxed) - before
}

/// Returns the minimum time of several runs.
fn least(rounds: usize, run: impl Fn()) -> Duration {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..rounds).map(time).min().unwrap_or_default()
}

/// Prints the documented limits with the measured times, and returns whether all are met.
fn promises() -> bool {
    let mut kept = true;
    let mut promise = |what: &str, found: Duration, most: Duration| {
        kept &= found < most;
        println!("{what}: {found:?}, of at most {most:?}");
    };
    let second = Duration::from_secs(1);
    promise(
        "10000 lines, from text to types",
        least(3, || types(10_000, 0)),
        second,
    );
    let most = Duration::from_millis(2);
    promise(
        "100 lines, from text to the first graph",
        least(50, || first(100, 0)),
        most,
    );
    let again = bodies(10_000);
    println!("a loop over 10000 elements, of which one is another: {again} body is computed again");
    kept && again == 1
}

/// A workload: its size and its number of rounds.
type Workload = fn(usize, usize);

const WORKLOADS: [(&str, usize, Workload); 5] = [
    ("types", 1_000, types),
    ("first", 100, first),
    ("source", 10_000, source),
    ("element", 1_000, element),
    ("events", 10_000, events),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse().ok());
    if let Some(name) = arguments.first() {
        if name == "memory" {
            memory(number(1).unwrap_or(10_000), number(2).unwrap_or(0));
            return ExitCode::SUCCESS;
        }
        let workload = WORKLOADS.iter().find(|(other, ..)| other == name);
        let (_, n, run) = workload.expect("a workload of that name");
        run(number(1).unwrap_or(*n), number(2).unwrap_or(0));
        return ExitCode::SUCCESS;
    }
    for (name, n, run) in WORKLOADS {
        let time = |n: usize| {
            let start = Instant::now();
            run(n, 8);
            start.elapsed()
        };
        let (one, ten) = (time(n), time(10 * n));
        let ratio = ten.as_secs_f64() / one.as_secs_f64();
        println!("{name}: {n} in {one:?}, {} in {ten:?}: {ratio:.1}", 10 * n);
    }
    if promises() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
