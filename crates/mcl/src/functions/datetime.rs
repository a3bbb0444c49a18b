//! The module `datetime`: seconds since 1970, in the host's time zone.

use super::call::{Call, int, refused};
use super::define::{Cost, Function, Outcome, Topic};
use super::layout::Moment;
use polycty_engine::Failure;

pub(super) static TABLE: &[Function] = &[
    Function::pure(
        "datetime.format",
        "func(a int, b str) str",
        Cost::Linear,
        |call| {
            let layout = call.str(1);
            call.charge_scan(layout)?;
            call.text(&moment(call)?.written(layout))
        },
    ),
    Function::pure("datetime.hour", "func(a int) int", Cost::Constant, |call| {
        Ok(int(moment(call)?.hour()))
    }),
    Function::pure(
        "datetime.weekday",
        "func(a int) str",
        Cost::Constant,
        |call| call.text(&moment(call)?.weekday().to_lowercase()),
    ),
    Function::pure(
        "datetime.print",
        "func(a int) str",
        Cost::Constant,
        |call| call.text(&moment(call)?.written("2006-01-02 15:04:05 -0700 MST")),
    ),
    Function::pure("datetime.now", "func() int", Cost::Constant, |call| {
        Ok(int(now(call)?))
    })
    .follows(Topic::Second),
    Function::pure("datetime.str_now", "func() str", Cost::Constant, |call| {
        call.text(&now(call)?.to_string())
    })
    .follows(Topic::Second),
    Function::pure(
        "datetime.weekday_fast",
        "func() str",
        Cost::Constant,
        weekday_now,
    )
    .follows(Topic::Midnight),
];

fn moment(call: &Call<'_>) -> Result<Moment, Failure> {
    let seconds = call.int(0);
    if seconds < 0 {
        return Err(refused("epoch delta must be positive"));
    }
    Ok(Moment::new(seconds, call.host.zone(seconds)?))
}

fn now(call: &Call<'_>) -> Result<i64, Failure> {
    Ok(call.host.now()?.div_euclid(1000))
}

fn weekday_now(call: &Call<'_>) -> Outcome {
    let now = now(call)?;
    let moment = Moment::new(now, call.host.zone(now)?);
    call.text(&moment.weekday().to_lowercase())
}
