//! Runs a target on randomly changed inputs: `soak TARGET SECONDS SEED FOUND [FOLDER…]`.
//!
//! The inputs that are changed are those of the repository and of the folders. The inputs run in
//! child processes, on a thread with 256 KiB of stack: each child runs a chunk of inputs that its
//! number selects, for about [`CHUNK`]. An input that panics or takes too long is written to the
//! folder `FOUND`. If an input ends the process, the chunk is run again, each of its inputs is
//! written before it runs, and the last one remains. The program prints the number of runs.

use cpu_time::ThreadTime;
use polycty_fuzz::{Target, corpus, mutate, target};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The maximum number of errors of one target.
const ENOUGH: u64 = 20;
/// The maximum CPU time of one input. Wall time depends on the load of the machine.
const PATIENCE: Duration = Duration::from_secs(5);
/// The duration of a child process. Each reads the kept inputs and sets up its target again.
const CHUNK: Duration = Duration::from_secs(30);
/// The stack that the library needs at most, as `tests/hostile` has it.
const STACK: usize = 256 << 10;
/// The word before the arguments of a child.
const CHILD: &str = "chunk";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [word, rest @ ..] if word == CHILD => child(rest),
        [name, seconds, seed, found, folders @ ..] => parent(name, seconds, seed, found, folders),
        _ => {
            eprintln!("usage: soak TARGET SECONDS SEED FOUND [FOLDER...]");
            ExitCode::from(2)
        }
    }
}

/// The end of a child: the number of runs and of failures, or `None` if its process ended early.
struct Chunk {
    runs: u64,
    failures: u64,
    ended: bool,
}

fn parent(name: &str, seconds: &str, seed: &str, found: &str, folders: &[String]) -> ExitCode {
    let (Some(_), Ok(seconds), Ok(seed)) =
        (target(name), seconds.parse::<u64>(), seed.parse::<u64>())
    else {
        eprintln!("{name} {seconds} {seed}: wanted a target, seconds and a number");
        return ExitCode::from(2);
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut runs, mut failures, mut chunks) = (0, 0, 0);
    loop {
        let left = end.saturating_duration_since(Instant::now()).min(CHUNK);
        if left.is_zero() || failures >= ENOUGH {
            break;
        }
        // Seeds of one run do not meet those of another with a seed near to it.
        let chunk = (seed << 32 | chunks).to_string();
        chunks += 1;
        let run = |each: bool| run_child(name, left, &chunk, each, found, folders);
        let done = match run(false) {
            Ok(done) if done.ended => done,
            Ok(_) => {
                println!("{name}: the process ended in chunk {chunk}");
                failures += 1;
                let again = run(true);
                if again.as_ref().is_ok_and(|again| again.ended) {
                    println!("{name}: chunk {chunk} did not end the process again");
                }
                let last = Path::new(found).join(format!("{name}-last"));
                let kept = Path::new(found).join(format!("{name}-{chunk}-ends"));
                drop(std::fs::rename(last, kept));
                continue;
            }
            Err(error) => {
                eprintln!("{name}: {error}");
                return ExitCode::from(2);
            }
        };
        runs += done.runs;
        failures += done.failures;
    }
    println!("{name}: {runs} runs, {failures} failures");
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn run_child(
    name: &str,
    time: Duration,
    chunk: &str,
    each: bool,
    found: &str,
    folders: &[String],
) -> io::Result<Chunk> {
    // Writing each input takes several times as long as running it.
    let factor = if each { 20 } else { 1 };
    let output = Command::new(std::env::current_exe()?)
        .args([CHILD, name, &(time.as_millis() * factor).to_string(), chunk])
        .args([if each { "each" } else { "failing" }, found])
        .args(folders)
        .stderr(Stdio::inherit())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut chunk = Chunk {
        runs: 0,
        failures: 0,
        ended: false,
    };
    for line in text.lines() {
        let counts = line
            .strip_prefix("done ")
            .and_then(|line| line.split_once(' '));
        if let Some((runs, failures)) = counts {
            chunk.runs = runs.parse().unwrap_or_default();
            chunk.failures = failures.parse().unwrap_or_default();
            chunk.ended = output.status.success();
        } else {
            println!("{line}");
        }
    }
    Ok(chunk)
}

fn child(arguments: &[String]) -> ExitCode {
    let [name, milliseconds, seed, each, found, folders @ ..] = arguments else {
        return ExitCode::from(2);
    };
    let (Some(target), Ok(milliseconds), Ok(seed)) =
        (target(name), milliseconds.parse(), seed.parse())
    else {
        return ExitCode::from(2);
    };
    let kept = kept(name, folders);
    let end = Instant::now() + Duration::from_millis(milliseconds);
    let found = Path::new(found);
    // The static data of a target, such as a scope with all functions, is set up with the stack of
    // the main thread.
    target.run(kept.first().map_or(&[], Vec::as_slice));
    let work = || run(target, end, seed, each == "each", &kept, found);
    let done = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        thread
            .spawn_scoped(scope, work)
            .map(thread::ScopedJoinHandle::join)
    });
    match done {
        Ok(Ok((runs, failures))) => {
            println!("done {runs} {failures}");
            ExitCode::SUCCESS
        }
        _ => ExitCode::FAILURE,
    }
}

/// Runs inputs until the time is over. Returns the number of runs and of failures.
fn run(
    target: Target,
    end: Instant,
    seed: u64,
    each: bool,
    kept: &[Vec<u8>],
    found: &Path,
) -> (u64, u64) {
    let name = target.name;
    let mut random = mutate::Random::new(seed);
    let mut input = Vec::new();
    let (mut runs, mut failures) = (0, 0);
    while Instant::now() < end && failures < ENOUGH {
        mutate::input(kept, target.most, &mut random, &mut input);
        if each {
            write(found, &format!("{name}-last"), &input);
        }
        let before = ThreadTime::now();
        let panicked = catch_unwind(AssertUnwindSafe(|| target.run(&input))).is_err();
        if panicked || before.elapsed() > PATIENCE {
            failures += 1;
            write(found, &format!("{name}-{seed}-{runs}"), &input);
            let what = if panicked { "a panic" } else { "too slow" };
            println!("{name}: {what}: {}", input.escape_ascii());
        }
        runs += 1;
    }
    (runs, failures)
}

/// The inputs in the repository for a target, and the files of folders.
fn kept(name: &str, folders: &[String]) -> Vec<Vec<u8>> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("corpus/{name}.txt"));
    let mut kept =
        std::fs::read_to_string(own).map_or_else(|_| Vec::new(), |file| corpus::read(&file));
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        let read =
            |entry: std::io::Result<std::fs::DirEntry>| std::fs::read(entry.ok()?.path()).ok();
        kept.extend(entries.filter_map(read));
    }
    // The order of files in a folder is not fixed.
    kept.sort_unstable();
    kept
}

fn write(found: &Path, name: &str, input: &[u8]) {
    let wrote =
        std::fs::create_dir_all(found).and_then(|()| std::fs::write(found.join(name), input));
    if let Err(error) = wrote {
        eprintln!("{}: {error}", found.join(name).display());
    }
}
