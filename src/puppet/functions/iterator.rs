//! Iterators: `step` and `reverse_each`.
//!
//! Without a block they give an iterator, which knows the type of its elements from what it
//! is made of; with one they call it for each element and give nothing.

use crate::eval::interpreter::Interpreter;
use crate::eval::literal::element_type;
use crate::eval::stop::{Eval, limit};
use crate::functions::iteration::{Items, unless_broken};
use crate::functions::{Arguments, Entry};
use crate::values::special::{Order, Sequence, Special, undef};
use polycty_core::types::{IntegerRange, Kind, Type};
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "step",
        &[
            "Iterable iterable, Integer[1] step",
            "Iterable iterable, Integer[1] step, Callable[1, 1] block",
        ],
        step,
    ),
    Entry::new(
        "reverse_each",
        &[
            "Iterable iterable",
            "Iterable iterable, Callable[1, 1] block",
        ],
        reverse_each,
    ),
];

/// The most elements that an iterator has.
const MAX_ITEMS: usize = 1 << 22;

/// The elements of what can be iterated, every so many.
fn every(interpreter: &mut Interpreter<'_>, value: &Value, step: usize) -> Eval<Vec<Value>> {
    let mut made = Vec::new();
    for (at, item) in Items::of(value)?.enumerate() {
        interpreter.budget.charge(1)?;
        if at % step != 0 {
            continue;
        }
        if made.len() >= MAX_ITEMS {
            return Err(limit(format!(
                "an iterator has more than {MAX_ITEMS} elements"
            )));
        }
        interpreter.hold_elements(1)?;
        made.push(item?);
    }
    Ok(made)
}

fn step(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let step = arguments.values[1].as_small_whole().unwrap_or(1).max(1) as usize;
    let items = every(interpreter, value, step)?;
    let order = match Special::of(value) {
        Some(Special::Iterator(sequence)) => sequence.order,
        _ if value.as_ordered_map().is_some() => Order::Entries,
        _ => Order::Elements,
    };
    let mut element = element_type(value, interpreter.budget)?;
    if let Kind::Integer(IntegerRange {
        min: min @ Some(_), ..
    }) = element.kind()
        && (value.as_type().is_some() || value.as_integer().is_some())
    {
        // A range of integers ends with the last value that is reached.
        element = Type::integer_range(IntegerRange {
            min: min.clone(),
            max: items.last().and_then(Value::as_integer),
        })?;
    }
    finish(interpreter, arguments, element, items, order)
}

fn reverse_each(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let mut items = every(interpreter, value, 1)?;
    items.reverse();
    let element = element_type(value, interpreter.budget)?;
    finish(interpreter, arguments, element, items, Order::Elements)
}

fn finish(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    element: Type,
    items: Vec<Value>,
    order: Order,
) -> Eval<Value> {
    let Some(block) = arguments.block else {
        let sequence = Sequence {
            element,
            items: items.into(),
            order,
        };
        return Ok(Special::Iterator(Box::new(sequence)).into_value()?);
    };
    let mut each = || {
        for item in &items {
            interpreter.call_block(block, std::slice::from_ref(item))?;
        }
        Ok(())
    };
    unless_broken(each())?;
    Ok(undef())
}
