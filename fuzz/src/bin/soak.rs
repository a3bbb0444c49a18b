//! Runs a target on randomly changed inputs: `soak TARGET SECONDS SEED FOUND [FOLDER…]`.
//!
//! The inputs that are changed are those of the repository and of the folders. The program prints
//! the number of runs. An input that panics is written to the folder `FOUND`, and the program
//! continues. To find an input that ends the process, set `SOAK_EACH`: every input is then written
//! to `FOUND` before its run, and the last one remains.

use cpu_time::ThreadTime;
use polycty_fuzz::{corpus, mutate, target};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The maximum number of errors of one target.
const ENOUGH: usize = 20;
/// The maximum CPU time of one input. Wall time depends on the load of the machine.
const PATIENCE: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, seconds, seed, found, folders @ ..] = arguments.as_slice() else {
        eprintln!("usage: soak TARGET SECONDS SEED FOUND [FOLDER...]");
        return ExitCode::from(2);
    };
    let (Some(target), Ok(seconds), Ok(seed)) = (target(name), seconds.parse(), seed.parse())
    else {
        eprintln!("{name} {seconds} {seed}: wanted a target, seconds and a number");
        return ExitCode::from(2);
    };
    let found = Path::new(found);
    let kept = kept(name, folders);
    let each = std::env::var_os("SOAK_EACH").is_some();
    let mut random = mutate::Random::new(seed);
    let mut input = Vec::new();
    let (mut runs, mut failures) = (0_u64, 0);
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end && failures < ENOUGH {
        mutate::input(&kept, target.most, &mut random, &mut input);
        if each {
            write(found, &format!("{name}-last"), &input);
        }
        let before = ThreadTime::now();
        let failure = catch_unwind(AssertUnwindSafe(|| target.run(&input))).is_err();
        let slow = before.elapsed() > PATIENCE;
        if failure || slow {
            failures += 1;
            write(found, &format!("{name}-{seed}-{runs}"), &input);
            let what = if failure { "a panic" } else { "too slow" };
            println!("{name}: {what}: {}", input.escape_ascii());
        }
        runs += 1;
    }
    println!("{name}: {runs} runs, {failures} failures");
    if failures == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
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
