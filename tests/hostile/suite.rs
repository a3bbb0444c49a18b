//! Runs the cases, each in a process of its own, and judges what it took.

use crate::case::{Case, Growth};
use crate::cases;
use crate::known::Known;
use crate::measure::{Taken, measured};
use polycty::ffi::base::status::{PCTY_ERROR_INTERNAL, PCTY_ERROR_LIMIT, PCTY_OK};
use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

/// The environment variable that names the case of a child.
pub const CASE: &str = "HOSTILE_CASE";

/// Frames without optimisation are that many times as large, and inputs that many times smaller.
const SCALE: usize = if cfg!(debug_assertions) { 8 } else { 1 };

/// The stack of the thread that works.
const STACK: usize = (256 << 10) * SCALE;

/// The address space of a child, in KiB.
const ADDRESS_SPACE: usize = 512 << 10;

/// The time of the processor that one run may take, and all four of a child, in seconds: what the
/// default budget allows takes about a second, and eight without optimisation.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
const PATIENCE_OF_CHILD: u64 = 4 * PATIENCE.as_secs();

pub const SIZES: [usize; 4] = [1, 2, 4, 8];

/// How far measures may lie above the growth that is told: growth by doubling leaves up to twice
/// of what is needed, caches fall behind, and processors have neighbours.
const SLACK_OF_BYTES: f64 = 2.0;
const SLACK_OF_TIME: f64 = 2.5;

/// What is less than that is not looked at: a system may count a thread's time in ticks of four
/// milliseconds.
const FEW_BYTES: usize = 256 << 10;
const LITTLE_TIME: Duration = Duration::from_millis(10);

/// One run, as a child says it.
struct Run {
    status: u32,
    taken: Taken,
}

/// Runs one case at all its sizes; a line each is what the parent reads.
pub fn run_one(name: &str) -> ExitCode {
    let Some(case) = cases::all().into_iter().find(|case| case.name == name) else {
        return ExitCode::FAILURE;
    };
    // The case's closures are run on the thread with little stack alone.
    let case = Mutex::new(case);
    for times in SIZES {
        let Run { status, taken } = on_little_stack(|| {
            let case = case.lock().expect("no panic before");
            run_at(&case, times)
        });
        println!(
            "run {status} {} {} {}",
            taken.bytes,
            taken.peak,
            taken.time.as_nanos()
        );
    }
    ExitCode::SUCCESS
}

/// Runs work on a thread as hosts have that are sparing with stack.
pub fn on_little_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, work).expect("a thread");
        thread.join().expect("no panic")
    })
}

fn run_at(case: &Case, times: usize) -> Run {
    let n = (case.n / SCALE).max(1) * times;
    let (answer, taken) = match (case.prepare)(n) {
        Ok(work) => measured(work),
        Err(status) => measured(|| Err(status)),
    };
    let status = answer.err().unwrap_or(PCTY_OK);
    Run { status, taken }
}

/// Runs all cases and says how many passed.
pub fn run_all() -> ExitCode {
    let only = std::env::var("ONLY").unwrap_or_default();
    let show = std::env::var_os("SHOW").is_some();
    let mut cases = cases::all();
    let all = only.is_empty();
    cases.retain(|case| case.name.starts_with(&only));
    let verdicts = judged(&cases, show);
    let list = match cfg!(debug_assertions) {
        true => "tests/hostile/known-failures-unoptimised",
        false => "tests/hostile/known-failures",
    };
    let mut known = Known::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(list));
    let (mut passed, mut failed) = (0, 0);
    for case in &cases {
        match &verdicts[&case.name] {
            Ok(()) => passed += 1,
            Err(_) if known.allows(&case.name) => {}
            // Processors have neighbours: what fails does so twice.
            Err(_) if child(&case.name, case.growth, show).is_ok() => passed += 1,
            Err(why) => {
                failed += 1;
                println!("FAILED {}: {why}", case.name);
            }
        }
    }
    for name in known.unused().filter(|name| name.starts_with(&only)) {
        match verdicts.contains_key(name) {
            true => println!("PASSES, and is listed as failing: {name}"),
            false => println!("LISTED, and there is no such case: {name}"),
        }
        failed += 1;
    }
    println!("hostile: {passed} of {} pass", cases.len());
    if all {
        failed += cases::uncovered()
            .inspect(|name| println!("NO CASE for the function {name}"))
            .count();
    }
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// What is wrong with each case, if anything; as many at once as there are processors.
fn judged(cases: &[Case], show: bool) -> HashMap<String, Result<(), String>> {
    let names: Vec<(&str, Growth)> = cases
        .iter()
        .map(|case| (&*case.name, case.growth))
        .collect();
    let next = Mutex::new(names.into_iter());
    let verdicts = Mutex::new(HashMap::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some((name, growth)) = next.lock().expect("no panic").next() else {
                        break;
                    };
                    let verdict = child(name, growth, show);
                    verdicts
                        .lock()
                        .expect("no panic")
                        .insert(name.to_owned(), verdict);
                }
            });
        }
    });
    verdicts.into_inner().expect("no panic")
}

/// Runs a case in a child.
fn child(name: &str, growth: Growth, show: bool) -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    // The shell sets the limits, and then is the child.
    let limited = format!(
        "ulimit -v {ADDRESS_SPACE} && ulimit -t {PATIENCE_OF_CHILD} && ulimit -c 0 && exec \"$0\""
    );
    let output = Command::new("sh")
        .args(["-c", &limited])
        .arg(program)
        .env(CASE, name)
        // Reserved for threads, each of these would take a part of the address space.
        .env("MALLOC_ARENA_MAX", "1")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&output.stdout);
    let runs: Vec<Run> = told.lines().filter_map(read).collect();
    if show {
        for (times, run) in SIZES.iter().zip(&runs) {
            let Taken { bytes, peak, time } = run.taken;
            println!(
                "{name} {times}n: status {} {bytes} B, peak {peak} B, {time:?}",
                run.status
            );
        }
    }
    if !output.status.success() || runs.len() < SIZES.len() {
        let last = String::from_utf8_lossy(&output.stderr);
        let last = last.lines().map(str::trim).find(|line| !line.is_empty());
        let size = SIZES.get(runs.len()).copied().unwrap_or_default();
        return Err(format!(
            "at {size}n {}: {}",
            output.status,
            last.unwrap_or_default()
        ));
    }
    judge(growth, &runs)
}

fn read(line: &str) -> Option<Run> {
    let mut words = line.strip_prefix("run ")?.split(' ');
    let status = words.next()?.parse().ok()?;
    let bytes = words.next()?.parse().ok()?;
    let peak = words.next()?.parse().ok()?;
    let time = Duration::from_nanos(words.next()?.parse().ok()?);
    let taken = Taken { bytes, peak, time };
    Some(Run { status, taken })
}

fn judge(growth: Growth, runs: &[Run]) -> Result<(), String> {
    for (times, run) in SIZES.iter().zip(runs) {
        if run.status == PCTY_ERROR_INTERNAL {
            return Err(format!("at {times}n: an internal error"));
        }
        if run.taken.time > PATIENCE {
            return Err(format!("at {times}n: {:?}", run.taken.time));
        }
    }
    // Where an operation is ended in its midst, what it took is what it was allowed.
    let whole = SIZES
        .iter()
        .zip(runs)
        .filter(|(_, run)| run.status != PCTY_ERROR_LIMIT);
    let whole: Vec<(&usize, &Run)> = whole.collect();
    let (Some((first, least)), Some((last, most))) = (whole.first(), whole.last()) else {
        return Ok(());
    };
    let may = growth.over(*last / *first);
    let bytes = least.taken.bytes.max(FEW_BYTES) as f64 * may * SLACK_OF_BYTES;
    if most.taken.bytes as f64 > bytes {
        let (least, most) = (least.taken.bytes, most.taken.bytes);
        return Err(format!("{least} bytes at {first}n, {most} at {last}n"));
    }
    let time = least.taken.time.max(LITTLE_TIME).as_secs_f64() * may * SLACK_OF_TIME;
    if most.taken.time.as_secs_f64() > time {
        let (least, most) = (least.taken.time, most.taken.time);
        return Err(format!("{least:?} at {first}n, {most:?} at {last}n"));
    }
    Ok(())
}
