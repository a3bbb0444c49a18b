//! Iterators: `step` and `reverse_each`.
//!
//! Without a block they return an iterator, whose element type is derived from the source. With a
//! block they call it for each element and return undef. The elements of a long range of integers
//! are created on demand, as all elements are in Puppet; those of any other source already exist.

use crate::depth::LARGE_FRAME_LEVELS;
use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::interpreter::Interpreter;
use crate::eval::literal::element_type;
use crate::eval::memory::{ELEMENT_BYTES, Elements};
use crate::eval::stop::{Eval, limit};
use crate::functions::iteration::{Items, unless_broken};
use crate::values::iterate::row_of;
use crate::values::row::Row;
use crate::values::special::{Order, Pace, Sequence, Special, undef};
use polycty_core::calls::HeldBytes;
use polycty_core::types::{IntegerRange, Kind, Type};
use polycty_core::values::Value;

pub(super) const TABLE: &[Entry] = &[
    Entry::new(
        "step",
        Cost::Calls,
        Makes::Own,
        &[
            "Iterable iterable, Integer[1] step",
            "Iterable iterable, Integer[1] step, Callable[1, 1] block",
        ],
        step,
    ),
    Entry::new(
        "reverse_each",
        Cost::Calls,
        Makes::Own,
        &[
            "Iterable iterable",
            "Iterable iterable, Callable[1, 1] block",
        ],
        reverse_each,
    ),
];

/// The maximum number of elements of an iterator.
const MAX_ITEMS: usize = 1 << 22;

/// Returns every `step`-th element of an iterable value.
fn every(interpreter: &mut Interpreter<'_>, value: &Value, step: usize) -> Eval<Vec<Value>> {
    let mut made = Elements::new(interpreter.budget);
    let mut items = Items::of(value)?;
    for at in 0usize.. {
        let mark = interpreter.mark();
        let Some(item) = items.counted(interpreter.budget)? else {
            break;
        };
        if at % step != 0 {
            interpreter.forget(mark);
            continue;
        }
        if made.values().len() >= MAX_ITEMS {
            return Err(limit(format!(
                "an iterator has more than {MAX_ITEMS} elements"
            )));
        }
        made.push(item)?;
    }
    Ok(made.take())
}

/// Returns the elements of a row, unless it is long.
fn elements(interpreter: &mut Interpreter<'_>, row: Row) -> Eval<Vec<Value>> {
    if row.is_long() {
        return Ok(Vec::new());
    }
    interpreter.budget.charge(row.count())?;
    let mut memory = HeldBytes::new(interpreter.budget);
    memory.hold(row.count() * ELEMENT_BYTES)?;
    Ok(row.values().collect())
}

fn step(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let step = arguments.values[1].as_small_whole().unwrap_or(1).max(1) as usize;
    let row = row_of(value)?.map(|row| row.every(step as u64));
    let items = match row {
        Some(row) => elements(interpreter, row)?,
        None => every(interpreter, value, step)?,
    };
    let order = match Special::of(value) {
        Some(Special::Iterator(sequence)) => sequence.order,
        _ if value.as_ordered_map().is_some() => Order::Entries,
        _ => Order::Elements,
    };
    let mut element = element_type(value, interpreter.budget)?;
    if let Some(range) = row.and_then(Row::range) {
        // The range of the integers that are reached.
        element = Type::integer_range(range)?;
    } else if let Kind::Integer(IntegerRange {
        min: min @ Some(_), ..
    }) = element.kind()
        && (value.as_type().is_some() || value.as_integer().is_some())
    {
        element = Type::integer_range(IntegerRange {
            min: min.clone(),
            max: items.last().and_then(Value::as_integer),
        })?;
    }
    let made = Sequence {
        element,
        items: items.into(),
        row,
        order,
        pace: match order {
            Order::Elements => Pace::Counted,
            Order::Entries => Pace::Listed,
        },
    };
    finish(interpreter, arguments, made)
}

fn reverse_each(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let row = row_of(value)?.map(Row::reversed);
    let items = match row {
        Some(row) => elements(interpreter, row)?,
        None => {
            let mut items = every(interpreter, value, 1)?;
            items.reverse();
            items
        }
    };
    let made = Sequence {
        element: element_type(value, interpreter.budget)?,
        items: items.into(),
        row,
        order: Order::Elements,
        pace: match row {
            Some(_) => Pace::Counted,
            None => Pace::Listed,
        },
    };
    finish(interpreter, arguments, made)
}

/// Returns the iterator; with a block, calls the block for each element.
fn finish(
    interpreter: &mut Interpreter<'_>,
    arguments: Arguments<'_>,
    made: Sequence,
) -> Eval<Value> {
    let block = arguments.block;
    let made = Special::Iterator(Box::new(made)).into_value()?;
    interpreter.hold_shallow(&made)?;
    let Some(block) = block else {
        return Ok(made);
    };
    interpreter.level += LARGE_FRAME_LEVELS;
    let mut each = || {
        let mut items = Items::of(&made)?;
        while let Some(item) = items.counted(interpreter.budget)? {
            interpreter.ask_block(block, &[item], |_, _| ())?;
        }
        Ok(())
    };
    let done = each();
    interpreter.level -= LARGE_FRAME_LEVELS;
    unless_broken(done)?;
    Ok(undef())
}
