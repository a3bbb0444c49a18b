//! Iteration functions: `each`, `map`, `filter` and similar ones.
//!
//! The elements of an array are its elements, those of a hash its entries, those of a string its
//! characters, those of an integer the integers below it, and those of a type of integers or
//! strings its values. A block of two parameters also gets the index or the key. A block of one
//! parameter exhausts an iterator.

use crate::eval::call::Block;
use crate::eval::compare::same_exactly;
use crate::eval::cost::{Cost, Makes};
use crate::eval::function::{Arguments, Entry};
use crate::eval::interpreter::Interpreter;
use crate::eval::memory::{Elements, Mark, counted_array, shallow};
use crate::eval::stop::{Eval, Stop, raised};
use crate::scalars::pattern;
use crate::values::iterate::{TypeValues, counted, iterate};
use crate::values::row::Row;
use crate::values::special::{Order, Special, array, array_elements, hash, undef};
use polycty_core::calls::{Budget, HeldBytes};
use polycty_core::number::Integer;
use polycty_core::types::{KeyedMap, Kind};
use polycty_core::values::Value;

macro_rules! four {
    () => {
        &[
            "Hash hash, Callable[2, 2] block",
            "Hash hash, Callable[1, 1] block",
            "Iterable enumerable, Callable[2, 2] block",
            "Iterable enumerable, Callable[1, 1] block",
        ]
    };
}

pub(super) const TABLE: &[Entry] = &[
    Entry::new("each", Cost::Calls, Makes::Nothing, four!(), each),
    Entry::new("map", Cost::Calls, Makes::Own, four!(), map),
    Entry::new("filter", Cost::Calls, Makes::Own, four!(), filter),
    Entry::new("any", Cost::Calls, Makes::Nothing, four!(), any),
    Entry::new("all", Cost::Calls, Makes::Nothing, four!(), all),
    Entry::new(
        "reduce",
        Cost::Calls,
        Makes::Nothing,
        &[
            "Iterable enumerable, Callable[2, 2] block",
            "Iterable enumerable, Any memo, Callable[2, 2] block",
        ],
        reduce,
    ),
    Entry::new(
        "index",
        Cost::Texts,
        Makes::Nothing,
        &[
            "Hash hash, Callable[2, 2] block",
            "Hash hash, Callable[1, 1] block",
            "Iterable enumerable, Callable[2, 2] block",
            "Iterable enumerable, Callable[1, 1] block",
            "String str, Variant[String, Regexp] match",
            "Iterable enumerable, Any match",
        ],
        index,
    ),
    Entry::new(
        "partition",
        Cost::Calls,
        Makes::Own,
        &[
            "Collection collection, Callable[1, 1] block",
            "Array array, Callable[2, 2] block",
            "Collection collection, Callable[2, 2] block",
        ],
        partition,
    ),
    Entry::new(
        "group_by",
        Cost::Calls,
        Makes::Own,
        &[
            "Collection collection, Callable[1, 1] block",
            "Array array, Callable[2, 2] block",
            "Collection collection, Callable[2, 2] block",
        ],
        group_by,
    ),
    Entry::new(
        "slice",
        Cost::Calls,
        Makes::Own,
        &[
            "Hash hash, Integer[1] slice_size, Callable block?",
            "Iterable enumerable, Integer[1] slice_size, Callable block?",
        ],
        slice,
    ),
    Entry::new(
        "with",
        Cost::Constant,
        Makes::Nothing,
        &["Any arg*, Callable block"],
        with,
    ),
    Entry::new(
        "then",
        Cost::Constant,
        Makes::Nothing,
        &["Any arg, Callable[1, 1] block"],
        then,
    ),
    Entry::new(
        "lest",
        Cost::Constant,
        Makes::Nothing,
        &["Any arg, Callable[0, 0] block"],
        lest,
    ),
];

/// An iterator over the elements of a value.
pub(super) enum Items<'v> {
    Elements(std::slice::Iter<'v, Value>),
    Entries(std::slice::Iter<'v, (Value, Value)>),
    Characters(std::str::Chars<'v>),
    Integers(std::ops::Range<i64>),
    Values(TypeValues),
    Row(Row),
}

impl<'v> Items<'v> {
    /// Returns an iterator over the elements of a value.
    pub(super) fn of(value: &'v Value) -> Eval<Items<'v>> {
        if let Some(parts) = array_elements(value) {
            return Ok(Items::Elements(parts.iter()));
        }
        if let Some(map) = value.as_ordered_map() {
            return Ok(Items::Entries(map.entries().iter()));
        }
        if let Some(text) = value.as_str() {
            return Ok(Items::Characters(text.chars()));
        }
        if let Some(ty) = value.as_type() {
            let values = iterate(ty)?;
            return Ok(match values.ascending() {
                Some(integers) => Items::Integers(integers),
                None => Items::Values(values),
            });
        }
        if let Some(count) = value.as_small_whole() {
            return Ok(Items::Integers(0..count));
        }
        match Special::of(value) {
            Some(Special::Iterator(sequence)) => Ok(match sequence.long_row() {
                Some(row) => Items::Row(row),
                None => Items::Elements(sequence.items.iter()),
            }),
            _ => Err(raised("expects an Iterable value")),
        }
    }

    /// The minimum number of remaining elements.
    fn least(&self) -> usize {
        self.size_hint().0
    }

    /// Returns the next item. Charges a step, and holds the memory of an item that is created for
    /// the iteration.
    #[inline]
    pub(super) fn counted(&mut self, budget: &Budget) -> Eval<Option<Value>> {
        budget.charge(1)?;
        match self {
            Items::Elements(parts) => Ok(parts.next().cloned()),
            Items::Integers(range) => Ok(range
                .next()
                .map(|at| Value::from_integer(Integer::from(at)))),
            _ => self.counted_made(budget),
        }
    }

    /// Returns the next item of the other kinds.
    #[inline(never)]
    fn counted_made(&mut self, budget: &Budget) -> Eval<Option<Value>> {
        let Some(item) = self.next() else {
            return Ok(None);
        };
        let item = item?;
        if let Items::Entries(_) | Items::Values(_) = self {
            budget.hold(shallow(&item))?;
        }
        Ok(Some(item))
    }
}

impl Iterator for Items<'_> {
    type Item = Eval<Value>;

    #[inline]
    fn next(&mut self) -> Option<Eval<Value>> {
        Some(Ok(match self {
            Items::Elements(parts) => parts.next()?.clone(),
            Items::Entries(entries) => {
                let (key, value) = entries.next()?;
                return Some(array(vec![key.clone(), value.clone()]).map_err(Into::into));
            }
            Items::Characters(chars) => {
                let mut buffer = [0; 4];
                Value::string(chars.next()?.encode_utf8(&mut buffer))
            }
            Items::Integers(range) => Value::from_integer(range.next()?.into()),
            Items::Values(values) => values.next()?,
            Items::Row(row) => {
                let (first, rest) = row.next()?;
                *row = rest;
                first
            }
        }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Items::Elements(parts) => parts.size_hint(),
            Items::Entries(entries) => entries.size_hint(),
            Items::Characters(chars) => chars.size_hint(),
            Items::Integers(range) => range.size_hint(),
            Items::Values(values) => values.size_hint(),
            Items::Row(row) => (usize::try_from(row.count()).unwrap_or(usize::MAX), None),
        }
    }
}

/// The bytes of a group under construction, without its elements.
const GROUP_BYTES: u64 = 128;

/// The parts of a key that are hashed and compared per step.
const HASHED_PARTS: u64 = 16;

/// The maximum initial capacity in elements.
const MAX_CAPACITY: usize = 1 << 16;

/// The arguments of a block: the element alone, or also its index or key.
#[derive(Clone, Copy, PartialEq)]
enum BlockArguments {
    One,
    Two,
}

/// Returns the arguments of the block, for a function with four signatures.
fn block_arguments(arguments: &Arguments<'_>) -> BlockArguments {
    match arguments.which % 2 {
        0 => BlockArguments::Two,
        _ => BlockArguments::One,
    }
}

/// Calls a block for each element until `visit` returns `false`.
///
/// `visit` gets the mark before the element, the result of the block, and the element. With the
/// mark it can release the memory of results and elements that it does not keep.
fn visit(
    interpreter: &mut Interpreter<'_>,
    value: &Value,
    block: Block<'_>,
    given: BlockArguments,
    visit: impl FnMut(&mut Interpreter<'_>, Mark, Value, &Value) -> Eval<bool>,
) -> Eval<()> {
    if given == BlockArguments::One && interpreter.uses_up(value)? {
        return Ok(());
    }
    go_through(interpreter, value, block, given, visit)
}

/// The same, without exhausting an iterator.
fn go_through(
    interpreter: &mut Interpreter<'_>,
    value: &Value,
    block: Block<'_>,
    given: BlockArguments,
    mut visit: impl FnMut(&mut Interpreter<'_>, Mark, Value, &Value) -> Eval<bool>,
) -> Eval<()> {
    let by_entry = match (Special::of(value), given) {
        (Some(Special::Iterator(sequence)), BlockArguments::Two) => {
            sequence.order == Order::Entries
        }
        _ => value.as_ordered_map().is_some(),
    };
    let mut items = Items::of(value)?;
    let mut at = 0i64;
    loop {
        let mark = interpreter.mark();
        let Some(item) = items.counted(interpreter.budget)? else {
            return Ok(());
        };
        let answer = match given {
            BlockArguments::One => interpreter.run_block(block, std::slice::from_ref(&item))?,
            BlockArguments::Two if by_entry => {
                let pair = array_elements(&item).unwrap_or_default();
                interpreter.run_block(block, pair)?
            }
            BlockArguments::Two => {
                let index = Value::from_integer(at.into());
                interpreter.run_block(block, &[index, item.clone()])?
            }
        };
        at += 1;
        if !visit(interpreter, mark, answer, &item)? {
            return Ok(());
        }
    }
}

/// The same for an iteration that the block may end with `break`.
fn visit_until_break(
    interpreter: &mut Interpreter<'_>,
    arguments: &Arguments<'_>,
    given: BlockArguments,
    done: impl FnMut(&mut Interpreter<'_>, Mark, Value, &Value) -> Eval<bool>,
) -> Eval<()> {
    let block = arguments.block()?;
    unless_broken(visit(interpreter, &arguments.values[0], block, given, done))
}

/// Converts a `break` to a regular end.
pub(super) fn unless_broken(done: Eval<()>) -> Eval<()> {
    match done {
        Err(stop) if matches!(*stop, Stop::Break(_)) => Ok(()),
        done => done,
    }
}

fn each(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let given = block_arguments(&arguments);
    visit_until_break(
        interpreter,
        &arguments,
        given,
        |interpreter, mark, answer, _| {
            drop(answer);
            interpreter.forget(mark);
            Ok(true)
        },
    )?;
    Ok(arguments.values[0].clone())
}

fn map(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let least = Items::of(&arguments.values[0])?.least();
    let mut made = Elements::with_capacity(least.min(MAX_CAPACITY), interpreter.budget)?;
    let given = block_arguments(&arguments);
    visit_until_break(
        interpreter,
        &arguments,
        given,
        |interpreter, mark, answer, _| {
            interpreter.settle(mark, &answer);
            made.push(answer)?;
            Ok(true)
        },
    )?;
    made.into_array()
}

fn filter(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    interpreter.in_large_frame(|interpreter| filtered(interpreter, arguments))
}

fn filtered(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let given = block_arguments(&arguments);
    let mut kept = Elements::new(interpreter.budget);
    let keep = |interpreter: &mut Interpreter<'_>, mark: Mark, answer: Value, item: &Value| {
        let holds = interpreter.truth(&answer);
        drop(answer);
        if holds {
            interpreter.settle(mark, item);
            kept.push(item.clone())?;
        } else {
            interpreter.forget(mark)
        }
        Ok(true)
    };
    if value.as_ordered_map().is_some() {
        // This iteration does not support `break`.
        visit(interpreter, value, arguments.block()?, given, keep)?;
        return of_pairs(interpreter, kept.values());
    }
    visit_until_break(interpreter, &arguments, given, keep)?;
    kept.into_array()
}

/// Returns the hash of entries. Not inlined, to keep the stack frames of iterations small.
#[inline(never)]
fn of_pairs(interpreter: &Interpreter<'_>, pairs: &[Value]) -> Eval<Value> {
    interpreter.hold_elements(2 * pairs.len())?;
    let entries = pairs.iter().filter_map(|pair| match array_elements(pair)? {
        [key, value] => Some((key.clone(), value.clone())),
        _ => None,
    });
    let made = hash(entries)?;
    interpreter.hold_shallow(&made)?;
    Ok(made)
}

fn any(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let mut found = false;
    quietly(interpreter, &arguments, |interpreter, mark, answer, _| {
        found = interpreter.truth(&answer);
        drop(answer);
        interpreter.forget(mark);
        Ok(!found)
    })
    .or_else(|stop| ended_by_break(&arguments.values[0], stop))?;
    Ok(Value::bool(found))
}

fn all(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let mut holds = true;
    quietly(interpreter, &arguments, |interpreter, mark, answer, _| {
        holds = interpreter.truth(&answer);
        drop(answer);
        interpreter.forget(mark);
        Ok(holds)
    })
    .or_else(|stop| ended_by_break(&arguments.values[0], stop))?;
    Ok(Value::bool(holds))
}

/// Handles `break()` in `any`, `all` and `index`: it ends an iteration over integers, and is an
/// error in any other iteration.
fn ended_by_break(value: &Value, stop: Box<Stop>) -> Eval<()> {
    let is_integers = value.as_integer().is_some()
        || (value.as_type()).is_some_and(|ty| matches!(ty.kind(), Kind::Integer(_)));
    match &*stop {
        Stop::Break(_) if is_integers => Ok(()),
        _ => Err(stop),
    }
}

/// Iterates without exhausting an iterator.
fn quietly(
    interpreter: &mut Interpreter<'_>,
    arguments: &Arguments<'_>,
    done: impl FnMut(&mut Interpreter<'_>, Mark, Value, &Value) -> Eval<bool>,
) -> Eval<()> {
    let block = arguments.block()?;
    let value = &arguments.values[0];
    let given = block_arguments(arguments);
    match Special::of(value) {
        Some(Special::Iterator(sequence)) if sequence.order == Order::Elements => {
            go_through(interpreter, value, block, given, done)
        }
        _ => visit(interpreter, value, block, given, done),
    }
}

fn reduce(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let block = arguments.block()?;
    let mut items = Items::of(&arguments.values[0])?;
    let mark = interpreter.mark();
    let mut memo = match arguments.get(1) {
        Some(memo) => memo.clone(),
        None => match items.counted(interpreter.budget)? {
            Some(first) => first,
            None => return Ok(undef()),
        },
    };
    while let Some(item) = items.counted(interpreter.budget)? {
        let pair = [memo, item];
        match interpreter.run_block(block, &pair) {
            Ok(next) => {
                memo = next;
                drop(pair);
                interpreter.settle(mark, &memo);
            }
            Err(stop) => {
                let [before, _] = pair;
                return match *stop {
                    Stop::Break(_) => Ok(before),
                    stop => Err(Box::new(stop)),
                };
            }
        }
    }
    Ok(memo)
}

#[expect(clippy::string_slice, reason = "offsets come from matches")]
fn index(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let position = |at: usize| Value::from_integer((at as i64).into());
    if let Some(wanted) = arguments.get(1) {
        if let Some(text) = value.as_str() {
            let found = match (wanted.as_str(), Special::of(wanted)) {
                (Some(wanted), _) => text.find(wanted),
                (_, Some(Special::Regexp(source))) => {
                    let groups = pattern::captures(source, text, 0, interpreter.budget)?;
                    groups.and_then(|groups| Some(groups.first()?.as_ref()?.start))
                }
                _ => None,
            };
            let characters = |byte: usize| position(text[..byte].chars().count());
            return Ok(found.map_or_else(undef, characters));
        }
        if let Some(map) = value.as_ordered_map() {
            for (key, value) in interpreter.budget.charged(map.entries())? {
                if same_exactly(value, wanted, interpreter.budget)? {
                    return Ok(key.clone());
                }
            }
            return Ok(undef());
        }
        let mut items = Items::of(value)?;
        for at in 0.. {
            let mark = interpreter.mark();
            let Some(item) = items.counted(interpreter.budget)? else {
                break;
            };
            if same_exactly(&item, wanted, interpreter.budget)? {
                return Ok(position(at));
            }
            interpreter.forget(mark);
        }
        return Ok(undef());
    }
    let block = arguments.block()?;
    if let Some(map) = value.as_ordered_map() {
        for item in interpreter.budget.each(map.entries()) {
            let (key, value) = item?;
            let holds = match arguments.which {
                0 => interpreter.block_holds(block, &[key.clone(), value.clone()])?,
                _ => interpreter.block_holds(block, std::slice::from_ref(value))?,
            };
            if holds {
                return Ok(key.clone());
            }
        }
        return Ok(undef());
    }
    let mut items = Items::of(value)?;
    for at in 0.. {
        let mark = interpreter.mark();
        let Some(item) = items.counted(interpreter.budget)? else {
            break;
        };
        let holds = match arguments.which {
            2 => interpreter.block_holds(block, &[position(at), item]),
            _ => interpreter.block_holds(block, &[item]),
        };
        match holds {
            Ok(true) => return Ok(position(at)),
            Ok(false) => interpreter.forget(mark),
            Err(stop) => {
                ended_by_break(value, stop)?;
                break;
            }
        }
    }
    Ok(undef())
}

/// Calls the block of `partition` or `group_by` for each element.
fn judge(
    interpreter: &mut Interpreter<'_>,
    arguments: &Arguments<'_>,
    mut judged: impl FnMut(&mut Interpreter<'_>, Value, Value) -> Eval<()>,
) -> Eval<()> {
    let block = arguments.block()?;
    let mut items = Items::of(&arguments.values[0])?;
    for at in 0i64.. {
        let Some(item) = items.counted(interpreter.budget)? else {
            break;
        };
        let answer = match arguments.which {
            0 => interpreter.call_block(block, std::slice::from_ref(&item))?,
            1 => {
                let index = Value::from_integer(at.into());
                interpreter.call_block(block, &[index, item.clone()])?
            }
            _ => interpreter.call_block(block, array_elements(&item).unwrap_or_default())?,
        };
        judged(interpreter, answer, item)?;
    }
    Ok(())
}

fn partition(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let budget = interpreter.budget;
    let (mut chosen, mut others) = (Elements::new(budget), Elements::new(budget));
    judge(interpreter, &arguments, |interpreter, answer, item| {
        if interpreter.truth(&answer) {
            chosen.push(item)
        } else {
            others.push(item)
        }
    })?;
    counted_array(vec![chosen.into_array()?, others.into_array()?], budget)
}

fn group_by(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
    let mut indices = KeyedMap::default();
    let mut table = HeldBytes::new(interpreter.budget);
    judge(interpreter, &arguments, |interpreter, answer, item| {
        // A group has an initial capacity of four elements.
        table.hold(GROUP_BYTES)?;
        interpreter.hold_table(&mut table, 2)?;
        interpreter
            .budget
            .charge(2 + u64::from(answer.size()) / HASHED_PARTS)?;
        let key = crate::eval::operators::Hashed(answer.clone());
        let at = *indices.entry(key).or_insert_with(|| {
            groups.push((answer, Vec::new()));
            groups.len() - 1
        });
        groups[at].1.push(item);
        Ok(())
    })?;
    let mut entries = Vec::with_capacity(groups.len());
    for (key, items) in groups {
        entries.push((key, counted_array(items, interpreter.budget)?));
    }
    let made = hash(entries)?;
    interpreter.hold_shallow(&made)?;
    Ok(made)
}

fn slice(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    let value = &arguments.values[0];
    let size = arguments.values[1].as_small_whole().unwrap_or(1).max(1) as usize;
    let filler = match value.as_ordered_map() {
        Some(_) => array(Vec::new())?,
        None => undef(),
    };
    // The number of block arguments per slice: 1 for a single parameter, which takes the slice; the
    // number of required parameters if that is fixed; else the size of a slice.
    let served = match arguments.block.map(|block| block.arity()) {
        Some((0, Some(0))) => {
            return Err(raised(
                "slice(): block must define at least one parameter. Block has 0.",
            ));
        }
        Some((least, Some(most))) if least == most => least,
        Some(_) => size,
        None => 1,
    };
    slices(interpreter, &arguments, size, &filler, served)
}

fn slices(
    interpreter: &mut Interpreter<'_>,
    arguments: &Arguments<'_>,
    size: usize,
    filler: &Value,
    served: usize,
) -> Eval<Value> {
    let value = &arguments.values[0];
    let mut made = Elements::new(interpreter.budget);
    let mut part: Vec<Value> = Vec::new();
    let many = match counted(value)? {
        // In Puppet, if one slice takes all elements and these are counted, the last element is in
        // a slice of its own.
        Some(count) if size as u64 >= count => (count as usize).saturating_sub(1).max(1),
        _ => size,
    };
    let mut items = Items::of(value)?;
    let mut mark = interpreter.mark();
    let done = (|| loop {
        let item = items.counted(interpreter.budget)?;
        interpreter.hold_elements(2)?;
        let ended = item.is_none();
        part.extend(item);
        if part.is_empty() {
            return Ok(());
        }
        if part.len() == many || ended {
            let mut taken = std::mem::take(&mut part);
            match arguments.block {
                None => {
                    let slice = counted_array(taken, interpreter.budget)?;
                    interpreter.settle(mark, &slice);
                    made.push(slice)?;
                    mark = interpreter.mark();
                }
                Some(block) if served == 1 => {
                    let slice = counted_array(taken, interpreter.budget)?;
                    interpreter.call_block(block, &[slice])?;
                    interpreter.forget(mark);
                }
                Some(block) => {
                    let count = size.min(served.max(taken.len()));
                    interpreter.budget.charge(count as u64)?;
                    interpreter.hold_elements(count)?;
                    taken.resize(count, filler.clone());
                    interpreter.call_block(block, &taken)?;
                    drop(taken);
                    interpreter.forget(mark);
                }
            }
        }
        if ended {
            return Ok(());
        }
    })();
    unless_broken(done)?;
    match arguments.block {
        None => made.into_array(),
        Some(_) => Ok(value.clone()),
    }
}

fn with(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    interpreter.call_block(arguments.block()?, arguments.values)
}

fn then(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    if arguments.values[0].is_null() {
        Ok(undef())
    } else {
        interpreter.call_block(arguments.block()?, arguments.values)
    }
}

fn lest(interpreter: &mut Interpreter<'_>, arguments: Arguments<'_>) -> Eval<Value> {
    if arguments.values[0].is_null() {
        interpreter.call_block(arguments.block()?, &[])
    } else {
        Ok(arguments.values[0].clone())
    }
}
