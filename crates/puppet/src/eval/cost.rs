//! Cost classes of functions: the steps of a call and the memory of its result.
//!
//! Both are a part of a function's definition. The dispatcher charges the steps before the call,
//! from the sizes that values store, and counts the memory of the result after it. A function whose
//! result may be much larger than its arguments counts its memory itself, before it allocates.
//! Every argument costs a fraction of a step in addition, because the dispatcher itself visits each
//! of them.

use crate::eval::memory::{fresh, hold_made, shallow};
use polycty_core::calls::{Budget, BudgetError};
use polycty_core::values::Value;

/// The steps of a call.
///
/// Sizes are those of [`Value::size`]: a part of a value counts once, a long text once for every 16
/// bytes, a node of a type as four parts. A part costs a step unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// Independent of the sizes of the arguments.
    Constant,
    /// Linear in the number of elements of the arguments, not in the sizes of the elements: four
    /// elements per step.
    Elements,
    /// Linear in the sizes of the arguments.
    Linear,
    /// Linear in the sizes of the arguments, which are copied or compared: four parts per step.
    Copying,
    /// Linear in the lengths of the arguments that are texts or bytes: 64 bytes per step.
    Texts,
    /// Linear in the sizes of the arguments after the first, which is a collection with lookup by
    /// key.
    Key,
    /// Linear in the number of elements of the first argument: the iteration charges a step for
    /// each, and the evaluation of the block its own steps. A block may end the iteration.
    Calls,
    /// Charged by the implementation, for costs that depend on more than sizes.
    Own,
}

/// The memory of a call's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Makes {
    /// The result is an argument, a part of one, the value of a block, or needs no memory.
    Nothing,
    /// A container of parts of the arguments, or one text.
    Shallow,
    /// All parts of the result are new.
    Whole,
    /// Counted by the implementation.
    Own,
}

/// The arguments that the dispatcher handles per step.
const ARGUMENTS_A_STEP: usize = 4;

/// The elements or parts that are copied or compared per step.
const PARTS_A_STEP: u64 = 4;

impl Cost {
    /// Charges a call with these arguments.
    ///
    /// # Errors
    /// `BudgetError` if the budget is exceeded.
    #[inline]
    pub(crate) fn charge(self, arguments: &[Value], budget: &Budget) -> Result<(), BudgetError> {
        let shared = (arguments.len() / ARGUMENTS_A_STEP) as u64;
        match self {
            Cost::Constant | Cost::Calls | Cost::Own if shared == 0 => Ok(()),
            _ => budget.charge(shared + self.steps(arguments)),
        }
    }

    fn steps(self, arguments: &[Value]) -> u64 {
        // Visiting a node of a type costs at most a fraction of a step.
        let beyond_one = |value: &Value| match value.as_type() {
            Some(ty) => u64::from(ty.size()) / PARTS_A_STEP,
            None => u64::from(value.size() - 1),
        };
        match self {
            Cost::Constant | Cost::Calls | Cost::Own => 0,
            Cost::Elements => arguments.iter().map(elements).sum::<u64>() / PARTS_A_STEP,
            Cost::Linear => arguments.iter().map(beyond_one).sum(),
            Cost::Copying => arguments.iter().map(beyond_one).sum::<u64>() / PARTS_A_STEP,
            Cost::Texts => {
                let flat = |value: &&Value| elements(value) == 0;
                let texts = arguments.iter().filter(flat).map(beyond_one);
                texts.sum::<u64>() / PARTS_A_STEP
            }
            Cost::Key => arguments.iter().skip(1).map(beyond_one).sum(),
        }
    }
}

/// The number of elements or entries of a value.
fn elements(value: &Value) -> u64 {
    match value.as_ordered_map() {
        Some(map) => 2 * map.len() as u64,
        None => value.part_count().unwrap_or_default() as u64,
    }
}

impl Makes {
    /// Counts the memory of a result, and the steps to write it.
    ///
    /// # Errors
    /// `BudgetError` if the budget is exceeded.
    #[inline]
    pub(crate) fn hold(self, result: &Value, budget: &Budget) -> Result<(), BudgetError> {
        let bytes = match self {
            Makes::Nothing | Makes::Own => return Ok(()),
            Makes::Shallow => shallow(result),
            Makes::Whole => fresh(result),
        };
        hold_made(bytes, budget)
    }
}
