//! How does work grow with its input, counted in instructions?
//!
//! The same cases, run by valgrind's callgrind, which counts what a piece of work takes to the
//! last instruction: nothing of it depends on the machine or on what else runs there. Four sizes,
//! each twice the one before, say an exponent that no fixed cost is in: half the logarithm of how
//! many times what the last doubling added the first had added. What comes once on the way, such
//! as room that is doubled, counts half as much in it as between two doublings.
//!
//! `known-growth` lists what may grow faster than is told, a line each with the reason.

use crate::case::{Growth, Work};
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

/// A program that is counted is some fifty times slower. What seems too steep is counted at the
/// suite's own sizes as well, where logarithms, tables that are still small and what little more a
/// long text costs than a short one no longer pass for growth.
const SMALLER: usize = 8;

/// How many cases a child runs: it takes a second to begin.
const CASES_OF_CHILD: usize = 24;

/// What takes fewer instructions has nothing to tell.
const FEW: u64 = 1_000_000;

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
        let work = |n| (prepare.lock().expect("no panic before"))(n);
        // What is made only once is made before.
        let _ = on_little_stack(|| work(n).and_then(|work| work()));
        for times in SIZES {
            let status = on_little_stack(|| {
                work(n * times).map(|work| counted(work).err().unwrap_or(PCTY_OK))
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

/// Counts all cases and says how each grows, as soon as it is known.
pub fn run_all(only: &str) -> ExitCode {
    let mut cases = cases::all();
    cases.retain(|case| case.name.starts_with(only) && case.growth != Growth::Budgeted);
    let named: Vec<(&str, Growth)> = cases
        .iter()
        .map(|case| (&*case.name, case.growth))
        .collect();
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/known-growth");
    let sum = Mutex::new(Sum {
        known: Known::read(&list),
        told: 0,
        failed: 0,
    });
    let lots = Mutex::new(named.chunks(CASES_OF_CHILD).enumerate());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some((at, lot)) = lots.lock().expect("no panic").next() else {
                        break;
                    };
                    count(at, lot, &sum);
                }
            });
        }
    });
    let Sum {
        known,
        told,
        mut failed,
    } = sum.into_inner().expect("no panic");
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

/// What has been found.
struct Sum {
    known: Known,
    told: usize,
    failed: usize,
}

/// Counts some cases, those that seem too steep at larger sizes, too, and says how each grows.
fn count(at: usize, cases: &[(&str, Growth)], sum: &Mutex<Sum>) {
    let names: Vec<&str> = cases.iter().map(|(name, _)| *name).collect();
    let mut counts = child(at, &names, SMALLER);
    let steep = |&(name, growth): &(&str, Growth), counts: &HashMap<String, Vec<u64>>| {
        counts
            .get(name)
            .and_then(|counts| exponent(counts))
            .is_some_and(|exponent| exponent > most(growth) + SLACK)
    };
    let again = cases.iter().filter(|case| steep(case, &counts));
    let again: Vec<&str> = again.map(|(name, _)| *name).collect();
    if !again.is_empty() {
        // Of what ends there, there is only what was counted before.
        let larger = child(at, &again, 1).into_iter();
        counts.extend(larger.filter(|(_, counts)| exponent(counts).is_some()));
    }
    let mut sum = sum.lock().expect("no panic");
    for case in cases {
        let name = case.0;
        let Some(found) = counts.get(name) else {
            println!("FAILED {name}: it was not counted");
            sum.failed += 1;
            continue;
        };
        let Some(exponent) = exponent(found) else {
            continue;
        };
        sum.told += 1;
        let steep = steep(case, &counts);
        let verdict = match steep {
            true if sum.known.allows(name) => "  known",
            true => "  TOO STEEP",
            false => "",
        };
        sum.failed += usize::from(verdict == "  TOO STEEP");
        let last = found.last().copied().unwrap_or_default();
        println!("{name:<58} {last:>13} {exponent:>6.3}{verdict}");
        if steep {
            println!("    {found:?}");
        }
    }
}

/// The exponent that is told.
fn most(growth: Growth) -> f64 {
    match growth {
        Growth::Square => 2.0,
        _ => 1.0,
    }
}

/// The exponent that counts at n, 2n and so on say; none of what takes few instructions, or has
/// been counted at less than three sizes. Past a bound of its own, work may become less: then those
/// before it speak.
fn exponent(counts: &[u64]) -> Option<f64> {
    let (at, most) = (counts.iter().enumerate()).max_by_key(|(_, count)| **count)?;
    let less = |pair: &[u64]| pair[1].saturating_sub(pair[0]).max(1) as f64;
    let added: Vec<f64> = counts[..=at].windows(2).map(less).collect();
    match &*added {
        [first, .., last] if added.len() > 1 && *most >= FEW => {
            Some((last / first).log2() / (added.len() - 1) as f64)
        }
        _ => None,
    }
}

/// What each case takes at each size, but for those that a budget ended: callgrind writes a file a
/// piece of work.
fn child(at: usize, names: &[&str], smaller: usize) -> HashMap<String, Vec<u64>> {
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
        .env(GROWTH, smaller.to_string())
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .output()
        .expect("valgrind is installed");
    let told = String::from_utf8_lossy(&output.stdout);
    let mut found: HashMap<String, (Vec<u64>, Option<u32>)> = HashMap::new();
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
        let (counts, first) = found
            .entry(name.to_owned())
            .or_insert_with(|| (Vec::new(), status));
        // What ends otherwise than at the first size is other work, and what a budget ended in its
        // midst took what it was allowed.
        if status != Some(PCTY_ERROR_LIMIT) && status == *first {
            counts.extend(total);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    (found.into_iter())
        .map(|(name, (counts, _))| (name, counts))
        .collect()
}
