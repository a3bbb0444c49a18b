//! The modules `list` and `map`.

use super::call::Call;
use super::define::{Cost, Function, Known, Names, Outcome, no_type, read};
use super::root::{list_lookup, map_lookup};
use crate::host::KnownCall;
use crate::values::order::entries_in_order;
use polycty_core::source::Result;
use polycty_core::types::Type;
use polycty_core::values::Value;

pub(super) static TABLE: &[Function] = &[
    Function::pure(
        "list.lookup",
        "func(list []?1, index int) ?1",
        Cost::Key,
        list_lookup,
    ),
    Function::pure("list.concat", "", Cost::Linear, concat).inferred(&[], Names::Letters, lists),
    Function::pure(
        "map.lookup",
        "func(map map{?1: ?2}, key ?1) ?2",
        Cost::Key,
        map_lookup,
    ),
    Function::pure(
        "map.keys",
        "func(x map{?1: ?2}) []?1",
        Cost::Linear,
        |call| part(call, |(key, _)| key.clone()),
    ),
    Function::pure(
        "map.values",
        "func(x map{?1: ?2}) []?2",
        Cost::Linear,
        |call| part(call, |(_, value)| value.clone()),
    ),
];

/// Returns a function type with one list parameter per argument of the call.
fn lists(known: &KnownCall<'_>) -> Result<Type> {
    match known.count() {
        0 => Err(no_type("function must have at least one arg")),
        count => read(&format!("func({}) []?1", vec!["[]?1"; count].join(", "))),
    }
}

fn concat(call: &Call<'_>) -> Outcome {
    let lists: Vec<&[Value]> = (0..call.arguments.len()).map(|at| call.list(at)).collect();
    call.charge_elements(lists.iter().map(|list| list.len()).sum())?;
    Ok(Value::sequence(call.returns().clone(), lists.concat())?)
}

/// Returns the keys or the values of a map, in the order of the keys.
fn part(call: &Call<'_>, which: fn((&Value, &Value)) -> Value) -> Outcome {
    let entries = entries_in_order(call.value(0)?).unwrap_or_default();
    call.charge_elements(entries.len())?;
    let parts: Vec<Value> = entries.into_iter().map(which).collect();
    Ok(Value::sequence(call.returns().clone(), parts)?)
}
