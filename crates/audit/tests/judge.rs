//! Comparison of measurements with charges.

use crate::measure::{Taken, held, measured};
use crate::probe::{Ended, Probe, Work};
use polycty_core::calls::Budget;
use std::time::{Duration, Instant};

/// The sizes, as multiples of the first one.
const SIZES: [usize; 3] = [1, 2, 4];

/// The step limit of a run: lower than the default, so that all runs together take minutes.
const STEPS: u64 = 1 << 20;

/// The byte limit of a run: the default.
const BYTES: u64 = 1 << 28;

/// The maximum time of a step: the 2^24 steps of the default budget take at most its ten seconds.
/// Most steps take 60 ns; cold caches and a busy machine account for a factor of three.
pub const NANOSECONDS_A_STEP: u64 = 600;

/// The time that needs no charge: that of a call from outside, and of reading the clock.
const FREE_TIME: Duration = Duration::from_micros(30);

/// The maximum growth of a step's time from n to 4n; and the minimum times for the comparison: of
/// the largest run, and of its steps in nanoseconds.
const GROWTH: f64 = 2.5;
const LITTLE_TIME: Duration = Duration::from_millis(4);
const QUICK_STEP: f64 = 120.0;

/// The time after which work is ended by a deadline, and the maximum delay of its end.
const LONG: Duration = Duration::from_millis(100);
const DELAY: Duration = Duration::from_millis(50);

/// The memory that needs no charge: a constant, and a multiple of the input.
const FREE_BYTES: usize = 1 << 20;
const INPUTS: usize = 8;

/// The factor between the bytes of the heap and those of the budget. Containers double their
/// capacity.
const BYTES_A_BYTE: usize = 4;

/// Runs are repeated, and the shortest one counts.
const RUNS: usize = 3;

struct Point {
    input: usize,
    steps: u64,
    bytes: u64,
    taken: Taken,
    ended: Ended,
}

/// Runs a probe with all sizes.
///
/// # Errors
/// A description of the charge that is too small.
pub fn judge(probe: &Probe, show: bool) -> Result<(), String> {
    let mut points = Vec::new();
    for times in SIZES {
        let before = held();
        let Some(work) = (probe.prepare)(probe.n * times) else {
            break;
        };
        let input = held().saturating_sub(before);
        let point = measure(&work, input);
        if show {
            let Point { steps, bytes, .. } = point;
            let Taken { time, peak, .. } = point.taken;
            let ended = point.ended;
            let name = &probe.name;
            println!(
                "{name} {times}n: {time:?}, {steps} steps, peak {peak} B, held {bytes} B, \
                 input {input} B, {ended:?}"
            );
        }
        let checked = check_time(&point)
            .and_then(|()| check_memory(&point, &work))
            .and_then(|()| check_deadline(&point, &work));
        checked.map_err(|why| format!("at {times}n {why}"))?;
        let limit = point.ended == Ended::Limit;
        points.push(point);
        if limit {
            break;
        }
    }
    check_growth(&points)
}

fn run(work: &Work, budget: &Budget) -> (Ended, Taken) {
    measured(|| work(budget))
}

fn measure(work: &Work, input: usize) -> Point {
    let mut best: Option<Point> = None;
    for _ in 0..RUNS {
        let budget = Budget::new().limit_steps(STEPS).limit_bytes(BYTES);
        let (ended, taken) = run(work, &budget);
        let (steps, bytes) = (budget.steps(), budget.bytes());
        let faster = best
            .as_ref()
            .is_none_or(|best| taken.time < best.taken.time);
        if faster {
            best = Some(Point {
                input,
                steps,
                bytes,
                taken,
                ended,
            });
        }
        // Runs that are clearly charged enough, and long runs, are not repeated.
        if taken.time < allowed_time(steps) / 2 || taken.time > Duration::from_secs(2) {
            break;
        }
    }
    best.expect("there is a run")
}

fn allowed_time(steps: u64) -> Duration {
    // The last charge may exceed the remaining steps, and its work is not done.
    let steps = steps.min(STEPS);
    FREE_TIME + Duration::from_nanos(NANOSECONDS_A_STEP * steps)
}

fn check_time(point: &Point) -> Result<(), String> {
    let (time, steps) = (point.taken.time, point.steps);
    if time <= allowed_time(steps) {
        return Ok(());
    }
    let each = time.as_nanos() as u64 / steps.max(1);
    Err(format!(
        "{time:?} are charged as {steps} steps, {each} ns each"
    ))
}

fn check_growth(points: &[Point]) -> Result<(), String> {
    let each = |point: &Point| point.taken.time.as_nanos() as f64 / point.steps.max(1) as f64;
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Ok(());
    };
    let limit = points.iter().any(|point| point.ended == Ended::Limit);
    if limit || last.taken.time < LITTLE_TIME || each(last) < QUICK_STEP {
        return Ok(());
    }
    let growth = each(last) / each(first);
    if growth <= GROWTH {
        return Ok(());
    }
    Err(format!(
        "a step takes {:.0} ns at n and {:.0} ns at 4n",
        each(first),
        each(last)
    ))
}

/// A deadline must end the work, since the clock is read after a number of charged steps.
fn check_deadline(point: &Point, work: &Work) -> Result<(), String> {
    if point.taken.time < LONG {
        return Ok(());
    }
    let allowed = point.taken.time / 4;
    let budget = Budget::new().limit_steps(STEPS).limit_bytes(BYTES);
    let budget = budget.until(Instant::now() + allowed);
    let (_, taken) = run(work, &budget);
    if taken.time <= allowed + DELAY {
        return Ok(());
    }
    Err(format!(
        "a deadline of {allowed:?} ends it after {:?}",
        taken.time
    ))
}

fn check_memory(point: &Point, work: &Work) -> Result<(), String> {
    let peak = point.taken.peak;
    let free = FREE_BYTES + INPUTS * point.input;
    if peak <= free + BYTES_A_BYTE * point.bytes as usize {
        return Ok(());
    }
    // Released bytes are not in the final count, so the work must fail with a lower byte limit.
    let fewer = ((peak - free) / BYTES_A_BYTE) as u64;
    let budget = Budget::new().limit_steps(STEPS).limit_bytes(fewer);
    let (ended, taken) = run(work, &budget);
    if ended == Ended::Limit && taken.peak <= peak {
        return Ok(());
    }
    // The first run filled a cache of the process, such as that of compiled expressions.
    if taken.peak <= free {
        return Ok(());
    }
    let peak = taken.peak;
    Err(format!(
        "the heap grows by {peak} bytes within a limit of {fewer}"
    ))
}
