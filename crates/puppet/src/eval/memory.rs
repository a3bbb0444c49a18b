//! Memory of an evaluation: the bytes of its values, and their release.
//!
//! A value is counted where it is created. Values are immutable and a variable is set once. After
//! the evaluation of an expression, only its result, the variables that it set and the tables of
//! the evaluation refer to the values that it created. The evaluator therefore marks the count of
//! bytes before an expression. Afterwards it reduces the count to the mark, the bytes of variables
//! and tables ([`Interpreter::pin`], [`Interpreter::retain`]), and at most the size of the result
//! ([`Interpreter::settle`]).
//!
//! Values store their sizes ([`Value::size`]), so neither step visits the parts of a value.

use crate::eval::interpreter::Interpreter;
use crate::eval::stop::Eval;
use crate::values::special::{Special, array, array_elements};
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::values::Value;

/// The maximum bytes of a part of a value, as [`Value::size`] counts parts.
const PART_BYTES: u64 = 64;

/// The bytes of an allocated text, without its characters.
const TEXT_BYTES: u64 = 64;

/// The bytes of an array without its elements.
const ARRAY_BYTES: u64 = 40;

/// The bytes of a hash without its entries.
const HASH_BYTES: u64 = 168;

/// The bytes of an entry of a hash: key, value, and index entry of a large hash.
const ENTRY_BYTES: u64 = 2 * ELEMENT_BYTES;
const INDEX_BYTES: u64 = 64;

/// The bytes of an element of an array.
pub(crate) const ELEMENT_BYTES: u64 = size_of::<Value>() as u64;

/// The bytes that an inner expression may leave to the expression around it, which settles them in
/// one step.
const SMALL_BYTES: i64 = 256;

/// The bytes of a result that are written per step.
const MADE_BYTES: u64 = 256;

/// The bytes that an evaluation held at a point, and the bytes of variables and tables among them.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    bytes: u64,
    retained: u64,
}

/// The maximum bytes that a value holds, with all of its parts.
#[inline]
pub(crate) fn whole(value: &Value) -> u64 {
    if value.is_in_place() {
        0
    } else {
        u64::from(value.size()) * PART_BYTES
    }
}

/// The bytes that a value holds without those of its elements.
#[inline]
pub(crate) fn shallow(value: &Value) -> u64 {
    if value.is_in_place() {
        0
    } else {
        shallow_bytes(value)
    }
}

#[inline(never)]
fn shallow_bytes(value: &Value) -> u64 {
    if let Some(text) = value.as_str_bytes() {
        return TEXT_BYTES + text.len() as u64;
    }
    if let Some(parts) = array_elements(value) {
        return ARRAY_BYTES + parts.len() as u64 * ELEMENT_BYTES;
    }
    if let Some(map) = value.as_ordered_map() {
        let entry = if map.is_indexed() {
            ENTRY_BYTES + INDEX_BYTES
        } else {
            ENTRY_BYTES
        };
        return HASH_BYTES + map.len() as u64 * entry;
    }
    match Special::of(value) {
        Some(special @ Special::Iterator(sequence)) => {
            special.bytes() as u64 + sequence.items.len() as u64 * ELEMENT_BYTES
        }
        Some(special) => special.bytes() as u64,
        None if value.is_null() => 0,
        None => whole(value),
    }
}

/// The bytes of a value with only new parts: exact for parts of an array or a hash that are texts
/// or need no memory, and an upper bound for others.
pub(crate) fn fresh(value: &Value) -> u64 {
    let part = |part: &Value| {
        if part.is_in_place() {
            return 0;
        }
        // The parts of an object are arguments of its constructor.
        match part.as_str_bytes().is_some() || Special::of(part).is_some() {
            true => shallow(part),
            false => whole(part),
        }
    };
    if let Some(parts) = array_elements(value) {
        return shallow(value) + parts.iter().map(part).sum::<u64>();
    }
    if let Some(map) = value.as_ordered_map() {
        let entries = map.entries().iter();
        let bytes = entries.map(|(key, value)| part(key) + part(value));
        return shallow(value) + bytes.sum::<u64>();
    }
    if let Some(Special::Iterator(sequence)) = Special::of(value) {
        return shallow(value) + sequence.items.iter().map(part).sum::<u64>();
    }
    part(value)
}

impl Interpreter<'_> {
    /// The bytes held now.
    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            bytes: self.budget.bytes(),
            retained: self.retained,
        }
    }

    /// The bytes that were counted since a mark, without those of variables and tables.
    fn since(&self, mark: Mark) -> u64 {
        let bytes = self.budget.bytes().saturating_sub(self.retained);
        bytes.saturating_sub(mark.bytes.saturating_sub(mark.retained))
    }

    /// Releases the bytes that were counted since a mark, except for variables, tables and the
    /// result.
    #[inline]
    pub(crate) fn settle(&self, mark: Mark, result: &Value) {
        // Most expressions allocate no memory.
        if self.budget.bytes() != mark.bytes || self.retained != mark.retained {
            self.settle_counted(mark, result);
        }
    }

    /// Like [`Interpreter::settle`], but leaves up to [`SMALL_BYTES`] to the expression around. Each
    /// call with a loop settles all bytes of each iteration.
    #[inline]
    pub(crate) fn settle_large(&self, mark: Mark, result: &Value) {
        // The counts are below 2^63, so their difference is a number with a sign.
        let counted = self.budget.bytes().wrapping_sub(mark.bytes).cast_signed();
        if counted > SMALL_BYTES {
            self.settle_counted(mark, result);
        }
    }

    #[inline(never)]
    fn settle_counted(&self, mark: Mark, result: &Value) {
        let counted = self.since(mark);
        self.budget.release(counted.saturating_sub(whole(result)));
    }

    /// Releases the bytes that were counted since a mark, except for variables and tables.
    #[inline]
    pub(crate) fn forget(&self, mark: Mark) {
        if self.budget.bytes() != mark.bytes || self.retained != mark.retained {
            self.budget.release(self.since(mark));
        }
    }

    /// Keeps the bytes that were counted since a mark until the frame ends.
    #[inline]
    pub(crate) fn pin(&mut self, mark: Mark) {
        let counted = self.since(mark);
        self.pinned += counted;
        self.retained += counted;
    }

    /// Keeps the bytes that were counted since a mark until the evaluation ends.
    #[inline]
    pub(crate) fn retain(&mut self, mark: Mark) {
        self.retained += self.since(mark);
    }

    /// Counts a value that was composed of others, without its elements.
    #[inline]
    pub(crate) fn hold_shallow(&self, value: &Value) -> Eval<()> {
        Ok(hold_made(shallow(value), self.budget)?)
    }

    /// Counts a value with only new parts.
    #[inline]
    pub(crate) fn hold_whole(&self, value: &Value) -> Eval<()> {
        Ok(hold_made(fresh(value), self.budget)?)
    }
}

/// Holds the bytes of a value that was made, and charges their writing: a width in a format makes a
/// long text of short arguments.
#[inline]
pub(crate) fn hold_made(bytes: u64, budget: &Budget) -> Result<(), BudgetError> {
    if bytes == 0 {
        return Ok(());
    }
    budget.charge(bytes / MADE_BYTES)?;
    budget.hold(bytes)
}

/// Elements of an array under construction. Their memory is counted before it is allocated.
pub(crate) struct Elements<'b> {
    budget: &'b Budget,
    values: Vec<Value>,
    bytes: u64,
}

impl<'b> Elements<'b> {
    pub(crate) fn new(budget: &'b Budget) -> Elements<'b> {
        Elements {
            budget,
            values: Vec::new(),
            bytes: 0,
        }
    }

    /// An empty list with this capacity.
    pub(crate) fn with_capacity(count: usize, budget: &'b Budget) -> Eval<Elements<'b>> {
        let mut elements = Elements::new(budget);
        elements.reserve(count)?;
        Ok(elements)
    }

    /// Reserves capacity for more elements.
    pub(crate) fn reserve(&mut self, more: usize) -> Eval<()> {
        let wanted = self.values.len().saturating_add(more);
        if wanted > self.values.capacity() {
            let capacity = wanted.max(2 * self.values.capacity()).max(4);
            let bytes = (capacity - self.values.capacity()) as u64 * ELEMENT_BYTES;
            self.budget.hold(bytes)?;
            self.bytes += bytes;
            self.values.reserve_exact(capacity - self.values.len());
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn push(&mut self, value: Value) -> Eval<()> {
        if self.values.len() == self.values.capacity() {
            self.reserve(1)?;
        }
        self.values.push(value);
        Ok(())
    }

    pub(crate) fn extend_from_slice(&mut self, values: &[Value]) -> Eval<()> {
        self.reserve(values.len())?;
        self.values.extend_from_slice(values);
        Ok(())
    }

    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    pub(crate) fn values_mut(&mut self) -> &mut Vec<Value> {
        &mut self.values
    }

    /// Returns the elements, which the caller counts.
    pub(crate) fn take(mut self) -> Vec<Value> {
        std::mem::take(&mut self.values)
    }

    /// Returns the array, which remains counted.
    pub(crate) fn into_array(mut self) -> Eval<Value> {
        let bytes = ARRAY_BYTES + self.values.len() as u64 * ELEMENT_BYTES;
        self.budget.hold(bytes)?;
        Ok(array(std::mem::take(&mut self.values))?)
    }
}

impl Drop for Elements<'_> {
    fn drop(&mut self) {
        self.budget.release(self.bytes);
    }
}

/// Returns an array of these elements and counts it.
pub(crate) fn counted_array(values: Vec<Value>, budget: &Budget) -> Eval<Value> {
    budget.hold(ARRAY_BYTES + values.len() as u64 * ELEMENT_BYTES)?;
    Ok(array(values)?)
}
