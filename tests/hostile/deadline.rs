//! Deadlines: every case again, with a time limit in place of the limit on steps.
//!
//! Each case runs at its largest size within a budget of 20 ms per call, any number of steps, and the
//! default bytes. No call may take longer than the tolerance allows, whatever its status is. So the
//! test finds loops that charge too rarely, in every verb that has a case.

use crate::case::Case;
use crate::cases;
use crate::host::{last_message, longest_call, make, run};
use crate::measure::Taken;
use crate::suite::{self, CASE, Judged, Run, SIZES};
use polycty::calls::{Budget, Limits};
use polycty::ffi::base::budget::*;
use polycty::ffi::base::status::PCTY_ERROR_INTERNAL;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The environment variable that selects this mode.
pub const DEADLINE: &str = "DEADLINE";

/// The time limit of a call.
const LIMIT: Duration = Duration::from_millis(20);

/// The CPU time that a call may take: the limit, the parser's pass over the tokens of a text of the
/// largest size, and the release of a partial result of up to 256 MiB.
const MOST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 3_000 } else { 300 });

/// Whether this process runs a case with a time limit.
pub fn is_set() -> bool {
    std::env::var_os(DEADLINE).is_some()
}

/// The budget of an operation of the Rust API: the default one without its time limit, which depends
/// on the other processes, or the one of this mode.
pub fn budget() -> Budget {
    let standard = Budget::new().bounded(Limits::STANDARD);
    if is_set() {
        let end = Instant::now().checked_add(LIMIT).expect("a time");
        return standard.limit_steps(u64::MAX).until(end);
    }
    standard
}

/// Runs a case at its largest size and reports its longest call.
pub fn run_at_largest(case: &Case) -> Run {
    let times = SIZES[SIZES.len() - 1];
    let limits = pcty_limits {
        struct_size: size_of::<pcty_limits>() as u32,
        steps: u64::MAX,
        bytes: 1 << 28,
        microseconds: u64::try_from(LIMIT.as_micros()).expect("a short time"),
    };
    let work = (case.prepare)(suite::first_size(case.n) * times);
    // SAFETY: the limits are as large as they state.
    let budget = make(|out, error| unsafe { pcty_budget_new(&raw const limits, out, error) });
    let budget = budget.expect("a budget");
    run(|error| pcty_budget_enter(Some(&budget), error)).expect("a budget that can be entered");
    longest_call();
    let prepared = work.is_ok();
    let answer = work.and_then(|work| work());
    let message = last_message();
    let time = longest_call();
    run(|error| pcty_budget_leave(Some(&budget), error)).expect("a budget that was entered");
    Run {
        prepared,
        status: answer.err().unwrap_or_default(),
        input: 0,
        taken: Taken {
            bytes: 0,
            peak: 0,
            time,
        },
        message,
    }
}

/// Runs all cases and reports those that end late.
pub fn run_all(only: &str) -> ExitCode {
    let mut cases = cases::all();
    cases.retain(|case| case.name.starts_with(only));
    let cases: Vec<Judged> = cases.into_iter().map(Judged::from).collect();
    let verdicts = suite::judged(&cases, judge);
    let mut failed = 0;
    for case in &cases {
        // Other processes disturb the measure of time, so a case fails if it does so twice.
        if let Err(why) = &verdicts[&case.name]
            && judge(case).is_err()
        {
            failed += 1;
            println!("FAILED {}: {why}", case.name);
        }
    }
    let passed = cases.len() - failed;
    println!("deadline: {passed} of {} end in time", cases.len());
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

fn judge(case: &Judged) -> Result<(), String> {
    let runs = suite::child(&[(CASE, &case.name), (DEADLINE, "1")], 1)?;
    let run = &runs[0];
    let (time, message) = (run.taken.time, &run.message);
    if !run.prepared {
        return Err(format!("the input is not made: {message}"));
    }
    if run.status == PCTY_ERROR_INTERNAL {
        return Err(format!("an internal error: {message}"));
    }
    if time > MOST {
        return Err(format!("a call took {time:?}: {message}"));
    }
    Ok(())
}
