//! Time to read a module, set its variables and evaluate it, cold.
//!
//! Five hundred variables of several types, half of them with values in a file, a hundred local
//! values and two hundred outputs. `--write FILE` only writes the module, and its values to the
//! file with the same name and `.tfvars` at the end, for a peer in another language; the peer's
//! nanoseconds are passed in `PEER_NANOSECONDS`.

use polycty::calls::Budget;
use polycty::dialect::terraform::Host;
use polycty::dialect::terraform::module::{Evaluation, Given, Module, ModuleFile, Options, Unset};
use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

const VARIABLES: usize = 500;
const LOCALS: usize = 100;
const OUTPUTS: usize = 200;

fn main() {
    let (module, values) = (module(), values());
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--write") {
        let file = &arguments[at + 1];
        std::fs::write(file, module).expect("the file can be written");
        std::fs::write(format!("{file}.tfvars"), values).expect("the file can be written");
        return;
    }
    let found = evaluated(&module, &values);
    assert!(found.diagnostics.is_empty(), "{:?}", found.diagnostics);
    assert!(found.outputs.iter().all(Option::is_some));
    let lines = module.lines().count() + values.lines().count();
    println!("{VARIABLES} variables, {LOCALS} local values, {OUTPUTS} outputs; {lines} lines");
    let mut times: Vec<Duration> = (0..15)
        .map(|_| {
            let start = Instant::now();
            black_box(evaluated(&module, &values));
            start.elapsed()
        })
        .collect();
    times.sort();
    let ours = times[times.len() / 2];
    let peer = std::env::var("PEER_NANOSECONDS").unwrap_or_default();
    match peer.trim().parse().map(Duration::from_nanos) {
        Ok(peer) => {
            let ratio = peer.as_secs_f64() / ours.as_secs_f64();
            println!("  read, convert, evaluate: {ours:?}; hashicorp/hcl {peer:?}: {ratio:.1}x");
        }
        Err(_) => println!("  read, convert, evaluate: {ours:?}"),
    }
}

/// The complete evaluation, without data from before.
fn evaluated(module: &str, values: &str) -> Evaluation {
    let budget = Budget::standard();
    let file = ModuleFile {
        name: "main.tf".to_owned(),
        text: module.into(),
    };
    let read = Module::read(&[file], &budget).expect("small");
    let mut given = Given::default();
    given.file("values.tfvars", values);
    let mut options = Options::new(&Host::default());
    options.unset = Unset::Error;
    let found = read.module.evaluate(&given, &options, &budget);
    found.expect("small")
}

/// Variables of several kinds, repeated with different names.
fn module() -> String {
    let mut out = String::new();
    for i in 0..VARIABLES {
        let (ty, default) = match i % 5 {
            0 => ("string", format!("\"service-{i}\"")),
            1 => ("number", format!("{}", i * 3)),
            2 => ("list(string)", format!("[\"a-{i}\", \"b-{i}\", \"c-{i}\"]")),
            3 => (
                "map(object({ port = number, public = optional(bool, false), tags = optional(map(string), {}) }))",
                format!(
                    "{{ web = {{ port = {} }}, api = {{ port = 80, public = true }} }}",
                    1024 + i
                ),
            ),
            _ => (
                "object({ name = string, size = optional(number, 1), zones = list(string) })",
                format!("{{ name = \"n{i}\", zones = [\"x\", \"y\"] }}"),
            ),
        };
        write!(
            out,
            "variable \"v{i}\" {{\n  description = \"Says what number {i} is.\"\n  type        = {ty}\n  default     = {default}\n}}\n\n"
        )
        .expect("writing to a string");
    }
    out.push_str("locals {\n");
    for i in 0..LOCALS {
        let at = i * 5;
        let before = match i {
            0 => "\"none\"".to_owned(),
            i => format!("length(local.l{})", i - 1),
        };
        writeln!(
            out,
            "  l{i} = [for zone in var.v{}.zones : \"${{upper(zone)}}-${{var.v{at}}}-${{{before}}}\"]",
            at + 4
        )
        .expect("writing to a string");
    }
    out.push_str("}\n\n");
    for i in 0..OUTPUTS {
        let at = i % LOCALS * 5;
        let value = match i % 4 {
            0 => format!("\"${{var.v{at}}}:${{var.v{} + 1}}\"", at + 1),
            1 => format!(
                "join(\",\", concat(var.v{}, local.l{}))",
                at + 2,
                i % LOCALS
            ),
            2 => format!(
                "{{ for name, service in var.v{} : name => service.port if service.public }}",
                at + 3
            ),
            _ => format!(
                "var.v{}.size > 1 ? var.v{}.name : local.l{}[0]",
                at + 4,
                at + 4,
                i % LOCALS
            ),
        };
        write!(
            out,
            "output \"o{i}\" {{\n  description = \"What comes of it.\"\n  value       = {value}\n}}\n\n"
        )
        .expect("writing to a string");
    }
    out
}

fn values() -> String {
    let mut out = String::new();
    for i in (0..VARIABLES).step_by(2) {
        let value = match i % 5 {
            0 => format!("\"given-{i}\""),
            1 => format!("\"{i}\""),
            2 => format!("[\"given\", {i}]"),
            3 => format!("{{ only = {{ port = \"{i}\", tags = {{ a = \"b\" }} }} }}"),
            _ => format!("{{ name = \"given-{i}\", size = 2, zones = [\"z\"] }}"),
        };
        writeln!(out, "v{i} = {value}").expect("writing to a string");
    }
    out
}
