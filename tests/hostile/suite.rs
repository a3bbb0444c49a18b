//! The runner: each case in its own process, and the checks of its status, memory and time.

use crate::case::{Case, Growth};
use crate::cases;
use crate::deadline;
use crate::expected::Expected;
use crate::host::{last_message, name_of};
use crate::known::Known;
use crate::measure::{Taken, held, measured};
use polycty::ffi::base::status::{PCTY_ERROR_LIMIT, PCTY_OK, pcty_status};
use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

/// The environment variable that names the case of a child.
pub const CASE: &str = "HOSTILE_CASE";

/// The factor between an unoptimized build's frames and an optimized one's, and the divisor of its inputs.
const SCALE: usize = if cfg!(debug_assertions) { 8 } else { 1 };

/// The stack of the thread that works.
const STACK: usize = (256 << 10) * SCALE;

/// The address space of a child, in KiB.
const ADDRESS_SPACE: usize = 512 << 10;

/// The CPU time that one run may take, and all four of a child, in seconds: the default budget allows
/// about one second, and eight in an unoptimized build.
const PATIENCE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 10 });
const PATIENCE_OF_CHILD: u64 = 4 * PATIENCE.as_secs();

pub const SIZES: [usize; 4] = [1, 2, 4, 8];

/// The tolerance of the stated growth, as factors: collections that double their capacity use up to twice
/// the memory they need, larger inputs miss caches, and other processes run.
const SLACK_OF_BYTES: f64 = 2.0;
const SLACK_OF_TIME: f64 = 2.5;

/// Smaller measures are not compared: the system may count a thread's time in ticks of four
/// milliseconds.
const FEW_BYTES: usize = 256 << 10;
const LITTLE_TIME: Duration = Duration::from_millis(10);

/// The least growth from 2n to 8n: the input's in bytes, or the allocated bytes' as a factor. The first run is not compared, because it initializes tables that later ones use.
/// The growth of a case whose input does not grow proves nothing.
const LEAST_INPUT: usize = 6;
const LEAST_FACTOR: f64 = 1.2;

/// One run, as a child reports it.
pub struct Run {
    /// Whether the input was made. If not, the status is the one of its preparation.
    pub prepared: bool,
    pub status: pcty_status,
    /// The bytes that the prepared input holds.
    pub input: usize,
    pub taken: Taken,
    /// The message of the last error.
    pub message: String,
}

impl Run {
    /// Parses a line of [`Run`]'s `Display`.
    fn parse(line: &str) -> Option<Run> {
        let mut words = line.strip_prefix("run ")?.splitn(7, ' ');
        let mut number = || words.next()?.parse::<usize>().ok();
        let (prepared, status, input) = (number()? == 1, number()? as pcty_status, number()?);
        let (bytes, peak, time) = (number()?, number()?, number()?);
        let time = Duration::from_nanos(time as u64);
        Some(Run {
            prepared,
            status,
            input,
            taken: Taken { bytes, peak, time },
            message: words.next().unwrap_or_default().to_owned(),
        })
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Taken { bytes, peak, time } = self.taken;
        let (prepared, time) = (u8::from(self.prepared), time.as_nanos());
        let (status, input, message) = (self.status, self.input, &self.message);
        write!(
            f,
            "run {prepared} {status} {input} {bytes} {peak} {time} {message}"
        )
    }
}

/// Runs one case at all its sizes, or within a deadline at the largest one, and writes a line for each
/// run, which the parent reads.
pub fn run_one(name: &str) -> ExitCode {
    let Some(case) = cases::all().into_iter().find(|case| case.name == name) else {
        return ExitCode::FAILURE;
    };
    // The case's closures are run on the thread with little stack alone.
    let case = Mutex::new(case);
    let run = |work: &(dyn Fn(&Case) -> Run + Sync)| {
        println!(
            "{}",
            on_little_stack(|| work(&case.lock().expect("no panic before")))
        );
    };
    if deadline::is_set() {
        run(&deadline::run_at_largest);
        return ExitCode::SUCCESS;
    }
    for times in SIZES {
        run(&|case| run_at(case, times));
    }
    ExitCode::SUCCESS
}

/// Runs work on a thread with as little stack as the library supports.
pub fn on_little_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, work).expect("a thread");
        thread.join().expect("no panic")
    })
}

/// The first size of a case in this build.
pub fn first_size(n: usize) -> usize {
    (n / SCALE).max(1)
}

fn run_at(case: &Case, times: usize) -> Run {
    let before = held();
    let work = (case.prepare)(first_size(case.n) * times);
    let input = held().saturating_sub(before);
    let prepared = work.is_ok();
    let (answer, taken) = measured(|| work.and_then(|work| work()));
    let status = answer.err().unwrap_or(PCTY_OK);
    Run {
        prepared,
        status,
        input,
        taken,
        message: last_message(),
    }
}

/// The parts of a case that its runs are compared with.
#[derive(Clone)]
pub struct Judged {
    pub name: String,
    n: usize,
    growth: Growth,
    expected: Expected,
}

impl From<Case> for Judged {
    fn from(case: Case) -> Judged {
        Judged {
            name: case.name,
            n: case.n,
            growth: case.growth,
            expected: case.expected,
        }
    }
}

/// Runs all cases and reports how many passed.
pub fn run_all() -> ExitCode {
    let only = std::env::var("ONLY").unwrap_or_default();
    let show = std::env::var_os("SHOW").is_some();
    let mut cases = cases::all();
    let all = only.is_empty();
    cases.retain(|case| case.name.starts_with(&only));
    let cases: Vec<Judged> = cases.into_iter().map(Judged::from).collect();
    let verdicts = judged(&cases, |case| run_and_judge(case, show));
    let list = if cfg!(debug_assertions) {
        "tests/hostile/known-failures-unoptimized"
    } else {
        "tests/hostile/known-failures"
    };
    let mut known = Known::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(list));
    let (mut passed, mut failed) = (0, 0);
    for case in &cases {
        match &verdicts[&case.name] {
            Ok(()) => passed += 1,
            Err(_) if known.allows(&case.name) => {}
            // Other processes disturb the measure of time, so a case fails if it does so twice.
            Err(_) if run_and_judge(case, show).is_ok() => passed += 1,
            Err(why) => {
                failed += 1;
                println!("FAILED {}: {why}", case.name);
            }
        }
    }
    for name in known.unused().filter(|name| name.starts_with(&only)) {
        if verdicts.contains_key(name) {
            println!("PASSES, and is listed as failing: {name}")
        } else {
            println!("LISTED, and there is no such case: {name}")
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

/// The reason why each case fails, if it does; as many run at once as there are processors.
pub fn judged(
    cases: &[Judged],
    judge: impl Fn(&Judged) -> Result<(), String> + Sync,
) -> HashMap<String, Result<(), String>> {
    let next = Mutex::new(cases.iter());
    let verdicts = Mutex::new(HashMap::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let Some(case) = next.lock().expect("no panic").next() else {
                        break;
                    };
                    let verdict = judge(case);
                    verdicts
                        .lock()
                        .expect("no panic")
                        .insert(case.name.clone(), verdict);
                }
            });
        }
    });
    verdicts.into_inner().expect("no panic")
}

/// Runs a case in a child at all sizes and judges it.
fn run_and_judge(case: &Judged, show: bool) -> Result<(), String> {
    let name = &case.name;
    let runs = child(&[(CASE, name)], SIZES.len())?;
    if show {
        for (times, run) in SIZES.iter().zip(&runs) {
            let Taken { bytes, peak, time } = run.taken;
            let (status, input) = (name_of(run.status), run.input);
            let unprepared = if run.prepared { "" } else { "unprepared, " };
            println!(
                "{name} {times}n: {unprepared}{status}, {bytes} B, peak {peak} B, {time:?}, input {input} B: {}",
                run.message
            );
        }
    }
    judge(case, &runs)
}

/// Runs a case in a child, whose environment selects the case and the mode. The child must report the
/// stated number of runs.
pub fn child(environment: &[(&str, &str)], count: usize) -> Result<Vec<Run>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    // The shell sets the limits and becomes the child.
    let limited = format!(
        "ulimit -v {ADDRESS_SPACE} && ulimit -t {PATIENCE_OF_CHILD} && ulimit -c 0 && exec \"$0\""
    );
    let output = Command::new("sh")
        .args(["-c", &limited])
        .arg(program)
        .envs(environment.iter().copied())
        // An arena for each thread would reserve a part of the address space.
        .env("MALLOC_ARENA_MAX", "1")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let lines = String::from_utf8_lossy(&output.stdout);
    let runs: Vec<Run> = lines.lines().filter_map(Run::parse).collect();
    if output.status.success() && runs.len() == count {
        return Ok(runs);
    }
    let last = String::from_utf8_lossy(&output.stderr);
    let last = last.lines().map(str::trim).find(|line| !line.is_empty());
    let completed = runs.len();
    Err(format!(
        "after {completed} of {count} runs {}: {}",
        output.status,
        last.unwrap_or_default()
    ))
}

fn judge(case: &Judged, runs: &[Run]) -> Result<(), String> {
    for (&times, run) in SIZES.iter().zip(runs) {
        let message = &run.message;
        if !run.prepared {
            return Err(format!("at {times}n the input is not made: {message}"));
        }
        let expected = case.expected.at(case.n, first_size(case.n), times);
        if run.status != expected {
            let (found, expected) = (name_of(run.status), name_of(expected));
            return Err(format!(
                "at {times}n: expected {expected}, found {found}: {message}"
            ));
        }
        if run.taken.time > PATIENCE {
            return Err(format!("at {times}n: {:?}", run.taken.time));
        }
    }
    let (second, last) = (&runs[1], &runs[SIZES.len() - 1]);
    let bytes = second.taken.bytes as f64 * LEAST_FACTOR;
    let works = runs[2..].iter().any(|run| run.taken.bytes as f64 >= bytes);
    // The smallest inputs of an unoptimized build do not outgrow the capacity of their text.
    if !cfg!(debug_assertions)
        && case.growth != Growth::Ended
        && last.input < second.input + LEAST_INPUT
        && !works
    {
        return Err("neither the input nor the allocated bytes grow".to_owned());
    }
    // The measures of an operation that ends at a limit are those of the limit.
    let whole = SIZES
        .iter()
        .zip(runs)
        .filter(|(_, run)| run.status != PCTY_ERROR_LIMIT);
    let whole: Vec<(&usize, &Run)> = whole.collect();
    let (Some((first, least)), Some((last, most))) = (whole.first(), whole.last()) else {
        return Ok(());
    };
    let may = case.growth.over(*last / *first);
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
