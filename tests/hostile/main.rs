//! The cost of hostile input.
//!
//! Each case is a verb and an input of any size ([`cases`]). It runs in its own process with 512 MB
//! of address space, on a thread with a small stack, at n, 2n, 4n and 8n. It passes if every run
//!
//! - ends with the expected status ([`expected`]): success unless the case states a different one;
//! - takes less than ten seconds of CPU time;
//! - allocates no more bytes and takes no more time than the stated growth allows
//!   ([`case::Growth`]).
//!
//! The input must grow, too. A crash of the process or a caught panic fails the case.
//!
//! `known-failures` lists the cases that do not pass yet, one on a line with the reason; a listed
//! case that passes is a failure. `ONLY=hcl/` runs the cases whose names have this prefix; `SHOW=1`
//! prints the status, the message and the measures of each run.
//!
//! Sizes and stack are those of an optimized build. In an unoptimized one, frames and times are
//! several times as large, so stack and time are, too, and the inputs are an eighth as large; its
//! list is `known-failures-unoptimized`.
//!
//! `GROWTH=1` counts the cases' instructions instead ([`growth`]); `DEADLINE=1` runs them with a time
//! limit ([`deadline`]).

mod case;
mod cases;
mod deadline;
mod expected;
mod growth;
mod host;
#[path = "../runner/known.rs"]
mod known;
mod measure;
mod suite;

use std::process::ExitCode;

fn main() -> ExitCode {
    let growth = std::env::var(growth::GROWTH).ok();
    let only = || std::env::var("ONLY").unwrap_or_default();
    match (std::env::var(suite::CASE), growth) {
        (Ok(name), None) => suite::run_one(&name),
        (Ok(names), Some(smaller)) => growth::run_some(&names, smaller.parse().unwrap_or(1)),
        (Err(_), Some(_)) => growth::run_all(&only()),
        (Err(_), None) if deadline::is_set() => deadline::run_all(&only()),
        (Err(_), None) => suite::run_all(),
    }
}
