//! What does it cost to serve who wants to do harm?
//!
//! Each case is a verb and an input of any size ([`cases`]). It runs in a process of its own with
//! 512 MB of address space, in a thread with little stack, at n, 2n, 4n and 8n. It passes where
//! each run answers, or fails as any call may, within ten seconds, and where neither bytes nor
//! time grow faster than is told. Nothing may end the process, and no panic may be caught.
//!
//! `known-failures` lists those that do not pass yet, a line each with the reason; one that is
//! listed and passes is a failure. `ONLY=hcl/` runs those whose names begin so; `SHOW=1` shows
//! what each took.
//!
//! Sizes and stack are those of an optimised build. Without optimisation frames and times are
//! several times as large, so there stack and time are, too, and the inputs are an eighth as large; what
//! does not pass then stands in `known-failures-unoptimised`.
//!
//! `GROWTH=1` counts the cases' instructions instead ([`growth`]).

mod case;
mod cases;
mod growth;
mod host;
#[path = "../runner/known.rs"]
mod known;
mod measure;
mod suite;

use std::process::ExitCode;

fn main() -> ExitCode {
    let growth = std::env::var(growth::GROWTH).ok();
    match (std::env::var(suite::CASE), growth) {
        (Ok(name), None) => suite::run_one(&name),
        (Ok(names), Some(smaller)) => growth::run_some(&names, smaller.parse().unwrap_or(1)),
        (Err(_), None) => suite::run_all(),
        (Err(_), Some(_)) => growth::run_all(&std::env::var("ONLY").unwrap_or_default()),
    }
}
