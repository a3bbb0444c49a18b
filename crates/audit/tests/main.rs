//! The audit of charges: measured work against the work that is charged to the budget.
//!
//! Each [`probe::Probe`] is work on an input of any size. It runs at n, 2n and 4n. The table of
//! functions of each language makes a probe for each function and each shape of its arguments
//! ([`functions`]), so that a new function is measured without a change here. Codecs, syntax forms and
//! types have tables of their own ([`forms`]).
//!
//! A probe passes if ([`judge`])
//!
//! - the CPU time is at most a constant and [`judge::NANOSECONDS_A_STEP`] for each charged step;
//! - the time of a step does not grow with the input;
//! - the peak of the heap is at most a constant, a multiple of the input and of the bytes that are
//!   held, or else a limit of fewer bytes ends the work;
//! - a deadline ends work that takes long.
//!
//! [`ratios`] compares the bytes that results of Puppet are charged with and those that they hold.
//!
//! `known-undercharged` lists the probes that do not pass, each with the reason; a listed probe that
//! passes in a whole run is reported. `ONLY=hcl/upper` runs the probes whose names begin so; `SHOW=1`
//! prints all measures.
//!
//! The figures hold for an optimized build. An unoptimized one measures nothing and passes.

mod content;
mod forms;
mod functions;
mod judge;
#[path = "../../../tests/runner/known.rs"]
mod known;
#[path = "../../../tests/hostile/measure.rs"]
mod measure;
mod probe;
mod puppet;
mod ratios;
mod shapes;

use known::Known;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

fn main() -> ExitCode {
    if cfg!(debug_assertions) {
        println!("audit: run it with --release");
        return ExitCode::SUCCESS;
    }
    // The stack size of probes is not tested here; `tests/hostile` uses a small stack.
    let audit = thread::Builder::new().stack_size(64 << 20).spawn(run);
    match audit.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        _ => ExitCode::FAILURE,
    }
}

fn run() -> ExitCode {
    let only = std::env::var("ONLY").unwrap_or_default();
    let show = std::env::var_os("SHOW").is_some();
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("known-undercharged");
    let mut known = Known::read(&list);
    let (mut run, mut failed) = ratios::check(&only, show);
    let probes = functions::probes().chain(forms::probes());
    let probes = probes.chain(puppet::probes());
    for probe in probes.filter(|probe| probe.name.starts_with(&only)) {
        run += 1;
        // Other processes may disturb the clock, so a probe fails only after three failed attempts.
        let verdict = (0..3).try_fold(String::new(), |_, _| match judge::judge(&probe, show) {
            Ok(()) => Err(()),
            Err(why) => Ok(why),
        });
        if let Ok(why) = verdict {
            // All probes of a function share its entry.
            if !known.allows(&probe.name) && !known.allows(probe.subject()) {
                failed += 1;
                println!("FAILED {}: {why}", probe.name);
            }
        }
    }
    if only.is_empty() {
        for name in known.unused() {
            println!("LISTED, and passes or does not exist: {name}");
        }
    }
    println!("audit: {run} probes, {failed} failures");
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
