//! The module `iter`: iteration over lists.
//!
//! Functions with a function argument have a form: the graph has an application per element.

use super::call::{Call, int, refused};
use super::define::{Cost, Function, Known, Names, Outcome, no_type, read};
use crate::host::{Form, KnownCall};
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;

pub(super) static TABLE: &[Function] = &[
    Function::form(
        "iter.map",
        "func(inputs []?1, function func(?1) ?2) []?2",
        Cost::Linear,
        Form::Map,
    ),
    Function::form(
        "iter.filter",
        "func(inputs []?1, function func(?1) bool) []?1",
        Cost::Linear,
        Form::Filter,
    ),
    Function::form("iter.reduce", "", Cost::Linear, Form::Reduce).inferred(
        &["initval", "inputs", "function"],
        Names::None,
        reduce,
    ),
    Function::form(
        "iter.zip",
        "func(inputs1 []?1, inputs2 []?2, function func(?1, ?2) ?3) []?3",
        Cost::Linear,
        Form::Zip,
    ),
    Function::pure(
        "iter.flatten",
        "func(inputs [][]?1) []?1",
        Cost::Linear,
        flatten,
    ),
    Function::pure("iter.range", "", Cost::Linear, range).inferred(
        &["a", "b", "c"],
        Names::None,
        ints,
    ),
];

fn reduce(known: &KnownCall<'_>) -> Result<Type> {
    match known.count() {
        2 => read("func(inputs []?1, function func(?1, ?1) ?1) ?1"),
        3 => read("func(initval ?1, inputs []?1, function func(?1, ?1) ?1) ?1"),
        _ => Err(no_type("function must have either 2 or 3 args")),
    }
}

fn ints(known: &KnownCall<'_>) -> Result<Type> {
    match known.count() {
        1 => read("func(int) []int"),
        2 => read("func(int, int) []int"),
        3 => read("func(int, int, int) []int"),
        _ => Err(no_type("function must have between 1 and 3 args")),
    }
}

fn flatten(call: &Call<'_>) -> Outcome {
    let lists: Vec<&[Value]> = call
        .list(0)
        .iter()
        .map(|list| list.parts().unwrap_or_default())
        .collect();
    call.charge_elements(lists.iter().map(|list| list.len()).sum())?;
    Ok(Value::sequence(call.returns().clone(), lists.concat())?)
}

fn range(call: &Call<'_>) -> Outcome {
    let (start, stop, step) = match call.arguments.len() {
        1 => (0, call.int(0), 1),
        2 => (call.int(0), call.int(1), 1),
        _ => (call.int(0), call.int(1), call.int(2)),
    };
    let distance = i128::from(stop) - i128::from(start);
    let count = match step {
        0 => return Err(refused("step value cannot be 0")),
        1.. => {
            distance.max(0).div_euclid(i128::from(step))
                + i128::from(distance.max(0) % i128::from(step) != 0)
        }
        _ => {
            let (distance, step) = ((-distance).max(0), -i128::from(step));
            distance / step + i128::from(distance % step != 0)
        }
    };
    let count = usize::try_from(count).unwrap_or(usize::MAX / 64);
    call.charge_elements(count)?;
    let parts = (0..count).map(|at| int(start.wrapping_add((at as i64).wrapping_mul(step))));
    Ok(Value::sequence(
        call.returns().clone(),
        parts.collect::<Vec<_>>(),
    )?)
}
