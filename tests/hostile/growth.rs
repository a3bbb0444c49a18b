//! How does work grow with its input, counted in instructions?
//!
//! The same cases, run by valgrind's callgrind, which counts what a piece of work takes to the
//! last instruction: nothing of it depends on the machine or on what else runs there. Of four
//! sizes, each twice the one before, the last three say an exponent that no fixed cost is in: the
//! logarithm of how many times what the last doubling added the one before had added.
//!
//! `known-growth` lists what may grow faster than is told, a line each with the reason.

use crate::case::{Case, Growth, Work};
use crate::cases;
use crate::host::Answer;
use crate::known::Known;
use crate::suite::{CASE, SIZES, on_little_stack};
use polycty::ffi::base::status::{PCTY_ERROR_LIMIT, PCTY_OK};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;

/// The environment variable that asks for this; in a child, it says how many times smaller the
/// inputs are.
pub const GROWTH: &str = "GROWTH";

/// A program that is counted is some fifty times slower.
const SMALLER: usize = 8;

/// How many cases a child runs: it takes a second to begin.
const CASES_OF_CHILD: usize = 24;

/// What takes fewer instructions has nothing to tell.
const FEW: u64 = 200_000;

/// How far an exponent may lie above the growth that is told.
const SLACK: f64 = 0.1;

/// Between the names of cases.
const SEPARATOR: char = '\n';

/// Runs the cases of a child, a line for each piece of work.
pub fn run_some(names: &str, smaller: usize) -> ExitCode {
    let mut all = cases::all();
    for name in names.split(SEPARATOR) {
        let Some(case) = all.iter_mut().find(|case| case.name == name) else {
            return ExitCode::FAILURE;
        };
        let n = (case.n / smaller).max(1);
        // The case's closures are run on the thread with little stack alone.
        let prepare = Mutex::new(&mut case.prepare);
        for times in SIZES {
            let status = on_little_stack(|| {
                let work = (prepare.lock().expect("no panic before"))(n * times);
                work.map(|work| counted(work).err().unwrap_or(PCTY_OK))
            });
            // What was refused before the work is not counted.
            if let Ok(status) = status {
                println!("counted {name} {times} {status}");
            }
        }
    }
    ExitCode::SUCCESS
}

/// What callgrind knows by its name.
#[inline(never)]
fn counted(work: Work) -> Answer {
    work()
}

/// Counts all cases and says how each grows.
pub fn run_all(only: &str) -> ExitCode {
    let mut cases = cases::all();
    cases.retain(|case| case.name.starts_with(only) && case.growth != Growth::Budgeted);
    let counts = counts(&cases);
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/known-growth");
    let mut known = Known::read(&list);
    let (mut told, mut failed) = (0, 0);
    for case in &cases {
        let most = match case.growth {
            Growth::Square => 2.0,
            _ => 1.0,
        };
        let Some(counts) = counts.get(&case.name) else {
            println!("FAILED {}: it was not counted", case.name);
            failed += 1;
            continue;
        };
        let Some(exponent) = exponent(counts) else {
            continue;
        };
        told += 1;
        let steep = exponent > most + SLACK;
        let verdict = match steep {
            true if known.allows(&case.name) => "  known",
            true => "  TOO STEEP",
            false => "",
        };
        failed += usize::from(verdict == "  TOO STEEP");
        let last = counts.last().copied().unwrap_or_default();
        println!("{:<58} {last:>13} {exponent:>6.3}{verdict}", case.name);
    }
    for name in known.unused().filter(|name| name.starts_with(only)) {
        println!("LISTED, and does not grow too fast: {name}");
        failed += 1;
    }
    println!(
        "growth: {told} of {} cases have something to tell",
        cases.len()
    );
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// The exponent that counts at n, 2n, 4n and so on say.
fn exponent(counts: &[u64]) -> Option<f64> {
    let [.., first, second, third] = *counts else {
        return None;
    };
    if third < FEW {
        return None;
    }
    let (before, after) = (second.saturating_sub(first), third.saturating_sub(second));
    Some((after as f64 / before.max(1) as f64).log2())
}

/// What each case takes at each size, but for those that a budget ended.
fn counts(cases: &[Case]) -> HashMap<String, Vec<u64>> {
    let names: Vec<&str> = cases.iter().map(|case| &*case.name).collect();
    let lots = Mutex::new(names.chunks(CASES_OF_CHILD).enumerate());
    let found = Mutex::new(HashMap::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some((at, names)) = lots.lock().expect("no panic").next() else {
                        break;
                    };
                    let counted = child(at, names);
                    found.lock().expect("no panic").extend(counted);
                }
            });
        }
    });
    found.into_inner().expect("no panic")
}

/// Runs cases in a child under callgrind, which writes a file a piece of work.
fn child(at: usize, names: &[&str]) -> HashMap<String, Vec<u64>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("growth-{at}"));
    // Of a run before.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target's folder can be written");
    let work = "hostile::growth::counted";
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!(
            "--callgrind-out-file={}",
            folder.join("out").display()
        ))
        .arg(format!("--toggle-collect={work}"))
        .arg(format!("--dump-after={work}"))
        .arg(std::env::current_exe().expect("the program has a file"))
        .env(CASE, names.join(&SEPARATOR.to_string()))
        .env(GROWTH, SMALLER.to_string())
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .output()
        .expect("valgrind is installed");
    let told = String::from_utf8_lossy(&output.stdout);
    let mut found: HashMap<String, Vec<u64>> = HashMap::new();
    let lines = told
        .lines()
        .filter_map(|line| line.strip_prefix("counted "));
    for (at, line) in lines.enumerate() {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let status = words.nth(1).and_then(|status| status.parse().ok());
        let dump = std::fs::read_to_string(folder.join(format!("out.{}", at + 1)));
        let dump = dump.unwrap_or_default();
        let total = dump.lines().find_map(|line| line.strip_prefix("totals: "));
        let total: Option<u64> = total.and_then(|total| total.trim().parse().ok());
        let counts = found.entry(name.to_owned()).or_default();
        // What a budget ended in its midst took what it was allowed.
        if status != Some(PCTY_ERROR_LIMIT) {
            counts.extend(total);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    found
}
