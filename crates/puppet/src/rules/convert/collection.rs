//! `Array.new` and `Hash.new`.
//!
//! An array is made from the elements of an iterable value, from bytes, or by wrapping any other
//! value. A hash is made from pairs, from a flat list of even length, or from a list of paths and
//! values, which is a tree.

use crate::rules::constructors;
use crate::rules::convert::made::{Failure, MAX_ITEMS, Made, class_of, no_conversion};
use crate::rules::convert::tree;
use crate::rules::instance::instance;
use crate::types::nominal;
use crate::values::iterate::iterate;
use crate::values::special::{self, Special, array_elements};
use nominal::Name;
use polycty_core::calls::Budget;
use polycty_core::values::Value;

/// An array.
pub(super) fn array(args: &[Value], budget: &Budget) -> Made {
    let function = constructors::array();
    let (from, wrap) = match args {
        [from] => (from, false),
        [from, wrap] => match wrap.as_bool() {
            Some(wrap) => (from, wrap),
            None => return Err(function.rejection(args, budget)),
        },
        _ => return Err(function.rejection(args, budget)),
    };
    if array_elements(from).is_some() {
        return Ok(from.clone());
    }
    if wrap {
        return Ok(special::array(vec![from.clone()])?);
    }
    if let Some(Special::Binary(bytes)) = Special::of(from) {
        charge_items(bytes.len() as u64, budget)?;
        let byte = |byte: &u8| Value::from_integer(i64::from(*byte).into());
        return Ok(special::array(bytes.iter().map(byte).collect())?);
    }
    match items(from, budget)? {
        Some(items) => Ok(special::array(items)?),
        None => Err(function.refuse(&no_conversion(from, "Array", budget)?)),
    }
}

/// The elements of a list and of the array that is made from it.
const COPIES: u64 = 2;

/// Charges new elements of an array: a fraction of a step for each, and their memory.
fn charge_items(count: u64, budget: &Budget) -> Result<(), Failure> {
    budget.charge(count / 4)?;
    Ok(budget.hold(count.saturating_mul(COPIES * size_of::<Value>() as u64))?)
}

/// Returns the elements of a value; `None` if it is not iterable.
fn items(from: &Value, budget: &Budget) -> Result<Option<Vec<Value>>, Failure> {
    let too_many = || {
        Failure::limit(format!(
            "the iteration would return more than {MAX_ITEMS} elements"
        ))
    };
    if let Some(map) = from.as_ordered_map() {
        // A pair has the size of several elements.
        charge_items(4 * map.len() as u64, budget)?;
        let pairs = map.entries().iter();
        let pairs = pairs.map(|(key, element)| special::array(vec![key.clone(), element.clone()]));
        return Ok(Some(pairs.collect::<Result<_, _>>()?));
    }
    if let Some(Special::Iterator(sequence)) = Special::of(from) {
        return Ok(Some(sequence.all(budget)?.into_owned()));
    }
    if let Some(text) = from.as_str() {
        charge_items(text.len() as u64, budget)?;
        let mut buffer = [0; 4];
        let letters = text.chars();
        let letters = letters.map(|c| Value::string(c.encode_utf8(&mut buffer)));
        return Ok(Some(letters.collect()));
    }
    if let Some(count) = from.as_integer() {
        if count.signum() < 0 {
            return Ok(None);
        }
        let count = count.to_i64().filter(|count| *count <= MAX_ITEMS as i64);
        let count = count.ok_or_else(too_many)?;
        charge_items(count as u64, budget)?;
        let numbers = 0..count;
        let numbers = numbers.map(|number| Value::from_integer(number.into()));
        return Ok(Some(numbers.collect()));
    }
    let Some(ty) = from.as_type() else {
        return Ok(None);
    };
    if !instance(from, nominal::bare(Name::Iterable), budget)? {
        return Ok(None);
    }
    let Ok(values) = iterate(ty) else {
        return Ok(None);
    };
    let least = values.size_hint().0.min(MAX_ITEMS);
    charge_items(least as u64, budget)?;
    let values: Vec<Value> = values.take(MAX_ITEMS + 1).collect();
    charge_items((values.len() - least.min(values.len())) as u64, budget)?;
    if values.len() > MAX_ITEMS {
        return Err(too_many());
    }
    Ok(Some(values))
}

/// A hash.
pub(super) fn hash(args: &[Value], budget: &Budget) -> Made {
    if let [only] = args
        && only.as_ordered_map().is_some()
    {
        return Ok(only.clone());
    }
    let which = constructors::hash().select(args, budget)?;
    let from = &args[0];
    let parts = from.parts().unwrap_or_default();
    match (which, args.get(1).and_then(Value::as_str)) {
        (0, Some(option)) => {
            let arrays = match option {
                "hash_tree" => tree::Arrays::Hashes,
                _ => tree::Arrays::Kept,
            };
            tree::hash(parts, arrays)
        }
        (0 | 1, _) => of_pairs(parts),
        _ if array_elements(from).is_some() => of_list(parts),
        _ => match items(from, budget)? {
            Some(items) => of_iterated(&items),
            None => Err(no_conversion(from, "Hash", budget)?.into()),
        },
    }
}

fn of_pairs(pairs: &[Value]) -> Made {
    let pair = |pair: &Value| match pair.parts() {
        Some([key, element]) => Some((key.clone(), element.clone())),
        _ => None,
    };
    Ok(special::hash(pairs.iter().filter_map(pair))?)
}

fn of_list(parts: &[Value]) -> Made {
    if !parts.len().is_multiple_of(2) {
        return Err("odd number of arguments for Hash".into());
    }
    let pairs = parts.chunks_exact(2);
    Ok(special::hash(
        pairs.map(|pair| (pair[0].clone(), pair[1].clone())),
    )?)
}

/// A single iterated element may itself be a list of pairs.
fn of_iterated(items: &[Value]) -> Made {
    let [only] = items else {
        return of_list(items);
    };
    if only.as_ordered_map().is_some() {
        return Ok(only.clone());
    }
    if array_elements(only).is_none() {
        return of_list(items);
    }
    let mut entries = Vec::new();
    for (at, pair) in only.parts().unwrap_or_default().iter().enumerate() {
        match array_elements(pair) {
            None => {
                return Err(format!(
                    "wrong element type {} at {at} (expected array)",
                    class_of(pair)
                )
                .into());
            }
            Some([key]) => entries.push((key.clone(), special::undef())),
            Some([key, element]) => entries.push((key.clone(), element.clone())),
            Some(parts) => {
                return Err(
                    format!("invalid number of elements ({} for 1..2)", parts.len()).into(),
                );
            }
        }
    }
    Ok(special::hash(entries)?)
}
