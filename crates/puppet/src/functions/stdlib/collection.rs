//! Functions of arrays and hashes: `prefix`, `merge`, `member`, `concat` and similar ones.

use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::host_text::host_text;
use crate::eval::interpreter::Interpreter;
use crate::eval::stop::{Eval, mistyped};
use crate::rules::convert::class_of;
use crate::values::special::{array, array_elements, hash};
use polycty_core::types::{KeyedSet, MAX_DEPTH};
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[
    Entry::new("prefix", Cost::Linear, Makes::Own, AFFIX, prefix),
    Entry::new("suffix", Cost::Linear, Makes::Own, AFFIX, suffix),
    Entry::new(
        "merge",
        Cost::Elements,
        Makes::Shallow,
        &["Variant[Hash, Undef, String[0, 0]] hashes*"],
        merge,
    ),
    Entry::new(
        "deep_merge",
        Cost::Linear,
        Makes::Whole,
        &["Any first, Any hashes+"],
        deep_merge,
    ),
    Entry::new(
        "member",
        Cost::Copying,
        Makes::Nothing,
        &["Array array, Any values"],
        member,
    ),
    Entry::new(
        "has_key",
        Cost::Key,
        Makes::Nothing,
        &["Hash hash, Any key"],
        has_key,
    ),
    Entry::new(
        "concat",
        Cost::Elements,
        Makes::Shallow,
        &["Array array, Any values+"],
        concat,
    ),
    Entry::new(
        "union",
        Cost::Copying,
        Makes::Shallow,
        &["Array arrays+"],
        union,
    ),
    Entry::new("difference", Cost::Copying, Makes::Shallow, TWO, difference),
    Entry::new(
        "intersection",
        Cost::Copying,
        Makes::Shallow,
        TWO,
        intersection,
    ),
    Entry::new(
        "delete",
        Cost::Linear,
        Makes::Whole,
        &["Variant[Array, Hash, String] from, Any values"],
        delete,
    ),
];

const AFFIX: &[&str] = &["Variant[Array, Hash] collection, Optional[String] text?"];
const TWO: &[&str] = &["Array first, Array second"];

fn prefix(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let text = arguments.text(1);
    affixed(interpreter, arguments, &|part| format!("{text}{part}"))
}

fn suffix(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let text = arguments.text(1);
    affixed(interpreter, arguments, &|part| format!("{part}{text}"))
}

/// Changes the texts of the elements of an array, or of the keys of a hash.
fn affixed(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    change: &dyn Fn(&str) -> String,
) -> Eval<Value> {
    let affix = arguments.text(1).len() as u64;
    let changed = |value: &Value| -> Eval<Value> {
        let text = host_text(value, interpreter.budget)?;
        interpreter.budget.charge(affix / 64)?;
        interpreter.hold_text(text.len() + affix as usize)?;
        Ok(Value::string(&change(&text)))
    };
    let value = &arguments.values[0];
    if let Some(map) = value.as_ordered_map() {
        interpreter.hold_elements(2 * map.len())?;
        let entries = map.entries().iter();
        let entries = entries.map(|(key, value)| Ok((changed(key)?, value.clone())));
        return Ok(hash(entries.collect::<Eval<Vec<_>>>()?)?);
    }
    let elements = array_elements(value).unwrap_or_default();
    interpreter.hold_elements(elements.len())?;
    let elements = elements.iter().map(changed);
    Ok(array(elements.collect::<Eval<Vec<_>>>()?)?)
}

fn merge(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let maps = arguments.values.iter().filter_map(Value::as_ordered_map);
    Ok(hash(maps.flat_map(|map| map.entries().iter().cloned()))?)
}

fn deep_merge(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let mut merged = hash([])?;
    for value in arguments.values {
        if value.is_null() || value.as_str() == Some("") {
            continue;
        }
        if value.as_ordered_map().is_none() {
            return Err(mistyped(format!(
                "deep_merge: unexpected argument type {}, only expects hash arguments",
                class_of(value)
            )));
        }
        merged = merged_deep(interpreter, &merged, value, 0)?;
    }
    Ok(merged)
}

/// Merges hashes at all levels; other values of the second one replace those of the first.
fn merged_deep(
    interpreter: &Interpreter<'_>,
    first: &Value,
    second: &Value,
    depth: u32,
) -> Eval<Value> {
    let (Some(old), Some(new)) = (first.as_ordered_map(), second.as_ordered_map()) else {
        return Ok(second.clone());
    };
    if depth > MAX_DEPTH {
        return Err(crate::eval::stop::limit("the hashes nest too deep"));
    }
    interpreter.budget.charge((old.len() + new.len()) as u64)?;
    let mut entries = old.entries().to_vec();
    for (key, value) in new.entries() {
        let merged = match old.get(key) {
            Some(earlier) => merged_deep(interpreter, earlier, value, depth + 1)?,
            None => value.clone(),
        };
        entries.push((key.clone(), merged));
    }
    // A repeated key keeps its first position and its last element.
    Ok(hash(entries)?)
}

/// The elements of an array as a set.
fn set(value: &Value) -> KeyedSet<&Value> {
    array_elements(value).unwrap_or_default().iter().collect()
}

fn member(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let (known, wanted) = (set(&arguments.values[0]), &arguments.values[1]);
    let wanted = array_elements(wanted).unwrap_or(std::slice::from_ref(wanted));
    Ok(Value::bool(
        wanted.iter().all(|value| known.contains(value)),
    ))
}

fn has_key(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let map = arguments.values[0].as_ordered_map();
    let found = map.and_then(|map| map.get(&arguments.values[1]));
    Ok(Value::bool(found.is_some()))
}

fn concat(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let parts = arguments.values.iter();
    let parts =
        parts.flat_map(|value| array_elements(value).unwrap_or(std::slice::from_ref(value)));
    Ok(array(parts.cloned().collect())?)
}

fn union(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let mut seen = KeyedSet::default();
    let all = arguments.values.iter().filter_map(array_elements).flatten();
    Ok(array(
        all.filter(|value| seen.insert(*value)).cloned().collect(),
    )?)
}

fn difference(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let removed = set(&arguments.values[1]);
    kept(arguments, |value| !removed.contains(value))
}

fn intersection(_: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let (common, mut seen) = (set(&arguments.values[1]), KeyedSet::default());
    kept(arguments, |value| {
        common.contains(value) && seen.insert(value.clone())
    })
}

/// Returns the elements of the first argument that fulfill a condition.
fn kept(arguments: Arguments<'_>, mut condition: impl FnMut(&Value) -> bool) -> Eval<Value> {
    let elements = array_elements(&arguments.values[0])
        .unwrap_or_default()
        .iter();
    let elements = elements.filter(|value| condition(value));
    Ok(array(elements.cloned().collect())?)
}

/// Removes values from an array, keys from a hash, or texts from a string.
fn delete(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let (value, removed) = (&arguments.values[0], &arguments.values[1]);
    let removed = array_elements(removed).unwrap_or(std::slice::from_ref(removed));
    let set: KeyedSet<&Value> = removed.iter().collect();
    if array_elements(value).is_some() {
        return kept(arguments, |element| !set.contains(element));
    }
    if let Some(map) = value.as_ordered_map() {
        let entries = map.entries().iter().filter(|(key, _)| !set.contains(key));
        return Ok(hash(entries.cloned())?);
    }
    let mut text = arguments.text(0).to_owned();
    for part in removed.iter().filter_map(Value::as_str) {
        interpreter.budget.charge(text.len() as u64 / 16 + 1)?;
        if !part.is_empty() {
            text = text.replace(part, "");
        }
    }
    Ok(Value::string(&text))
}
