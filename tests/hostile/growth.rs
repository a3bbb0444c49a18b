//! Growth of the cases' cost with their input, counted in instructions.
//!
//! The same cases run in valgrind's callgrind, which counts instructions, so the result does not depend on
//! the machine or on other processes. Four sizes, each twice the one before, give an exponent without the
//! fixed cost: half the logarithm of the ratio between the increases of the last doubling and of the first.
//! A cost that occurs once on the way, such as a collection that doubles its capacity, counts half as much
//! as it does between two sizes.
//!
//! `known-growth` lists the cases that may grow faster than stated, one on a line with the reason.

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

/// The environment variable that selects this mode; in a child, the divisor of the inputs' sizes.
pub const GROWTH: &str = "GROWTH";

/// Counting makes a program about fifty times slower. A case that seems too steep is counted at the suite's
/// own sizes, too, where logarithms and small tables no longer look like growth.
const SMALLER: usize = 8;

/// The number of cases of a child, which takes a second to start.
const CASES_OF_CHILD: usize = 24;

/// The growth of fewer instructions is not measured.
const FEW: u64 = 1_000_000;

/// How much an exponent may exceed the stated growth.
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
        // Tables that are made once are made before.
        let _ = on_little_stack(|| work(n).and_then(|work| work()));
        for times in SIZES {
            let status = on_little_stack(|| {
                work(n * times).map(|work| counted(work).err().unwrap_or(PCTY_OK))
            });
            // An error before the work is not counted.
            if let Ok(status) = status {
                println!("counted {name} {times} {status}");
            }
        }
    }
    ExitCode::SUCCESS
}

/// The function whose instructions callgrind counts.
#[inline(never)]
fn counted(work: Work) -> Answer {
    work()
}

/// Counts all cases and prints the growth of each.
pub fn run_all(only: &str) -> ExitCode {
    let mut cases = cases::all();
    cases.retain(|case| {
        case.name.starts_with(only) && !matches!(case.growth, Growth::Budgeted | Growth::Ended)
    });
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

/// The results.
struct Sum {
    known: Known,
    told: usize,
    failed: usize,
}

/// Counts some cases, at larger sizes if they seem too steep, and prints the growth of each.
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
        // A case that ends at a limit there has its smaller counts only.
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

/// The stated exponent.
fn most(growth: Growth) -> f64 {
    match growth {
        Growth::Square => 2.0,
        _ => 1.0,
    }
}

/// The exponent of the counts at n, 2n and so on; `None` for few instructions or less than three sizes. If
/// the work becomes less after a limit of its own, the counts up to the largest are used.
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

/// The counts of each case at each size, except those that a budget ended: callgrind writes one file for each
/// piece of work.
fn child(at: usize, names: &[&str], smaller: usize) -> HashMap<String, Vec<u64>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("growth-{at}"));
    // The files of an earlier run.
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
        // Another status than at the first size is other work, and work that a budget ended took what
        // the budget allows.
        if status != Some(PCTY_ERROR_LIMIT) && status == *first {
            counts.extend(total);
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    (found.into_iter())
        .map(|(name, (counts, _))| (name, counts))
        .collect()
}
