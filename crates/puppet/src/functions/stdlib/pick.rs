//! Functions that select values: `pick`, `pick_default`, `delete_undef_values`, `any2array`.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, raised};
use crate::values::special::{array, array_elements, hash};
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "pick",
        Cost::Constant,
        Makes::Nothing,
        &["Any values*"],
        pick,
    ),
    Entry::new(
        "pick_default",
        Cost::Constant,
        Makes::Nothing,
        &["Any values*"],
        pick_default,
    ),
    Entry::new(
        "delete_undef_values",
        Cost::Elements,
        Makes::Shallow,
        &["Variant[Array, Hash] collection"],
        delete_undef_values,
    ),
    Entry::new(
        "any2array",
        Cost::Elements,
        Makes::Shallow,
        &["Any values*"],
        any2array,
    ),
];

/// Whether a value is neither `undef` nor the empty string.
fn is_picked(value: &&Value) -> bool {
    !value.is_null() && value.as_str() != Some("")
}

fn pick(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    match arguments.values.iter().find(is_picked) {
        Some(value) => Ok(value.clone()),
        None => Err(raised("pick(): must receive at least one non empty value")),
    }
}

fn pick_default(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let Some((default, others)) = arguments.values.split_last() else {
        return Err(raised("Must receive at least one argument."));
    };
    Ok(others.iter().find(is_picked).unwrap_or(default).clone())
}

fn delete_undef_values(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    if let Some(map) = value.as_ordered_map() {
        let kept = map.entries().iter().filter(|(_, value)| !value.is_null());
        return Ok(hash(kept.cloned())?);
    }
    let kept = array_elements(value).unwrap_or_default().iter();
    Ok(array(
        kept.filter(|value| !value.is_null()).cloned().collect(),
    )?)
}

fn any2array(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let [only] = arguments.values else {
        return Ok(array(arguments.values.to_vec())?);
    };
    if array_elements(only).is_some() {
        return Ok(only.clone());
    }
    if let Some(map) = only.as_ordered_map() {
        let entries = map.entries().iter();
        let flat = entries.flat_map(|(key, value)| [key.clone(), value.clone()]);
        return Ok(array(flat.collect())?);
    }
    match only.as_str() {
        Some("") => Ok(array(Vec::new())?),
        _ => Ok(array(vec![only.clone()])?),
    }
}
