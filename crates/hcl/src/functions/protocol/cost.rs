//! Cost classes: the steps of a call, in terms of the sizes of its arguments.
//!
//! The class is part of the definition of a function. The call protocol charges it before the call,
//! from sizes that values store, so neither the return-type rule nor the implementation runs
//! without it. In addition, every argument costs a fraction of a step, because the protocol itself
//! checks each of them.

use polycty_core::calls::{Budget, BudgetError};
use polycty_core::values::Value;

/// The cost class of a function.
///
/// Sizes are those of [`Value::size`]: a part of a value counts once, a long text once for every
/// 16 bytes. An argument of size 1 is covered by the cost of the call itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Independent of the sizes of the arguments.
    Constant,
    /// A fixed number of steps, for calls that take longer than others.
    Steps(u32),
    /// Linear in the number of elements of the arguments, not in the sizes of the elements.
    Elements,
    /// Linear in the sizes of the arguments.
    Linear,
    /// Linear in the sizes of the arguments after the first one, which is a collection accessed by
    /// a key.
    Key,
    /// Linear in the sizes of texts that are split into grapheme clusters.
    Characters,
    /// The sizes of the arguments multiplied by their logarithm.
    Sorting,
    /// The product of the sizes of the arguments.
    Product,
    /// Charged by the implementation, for costs that depend on more than sizes.
    Own,
}

/// The number of arguments that the protocol handles in one step.
const ARGUMENTS_A_STEP: usize = 4;

/// The steps to split 16 bytes of text into grapheme clusters.
const CHARACTERS: u64 = 8;

impl Cost {
    /// Charges a call with these arguments.
    ///
    /// # Errors
    /// [`BudgetError`] if the budget is exceeded.
    #[inline]
    pub(super) fn charge(self, arguments: &[&Value], budget: &Budget) -> Result<(), BudgetError> {
        let steps = (arguments.len() / ARGUMENTS_A_STEP) as u64;
        match self {
            Cost::Constant | Cost::Own if steps == 0 => Ok(()),
            _ => budget.charge(steps + self.steps(arguments)),
        }
    }

    #[inline]
    fn steps(self, arguments: &[&Value]) -> u64 {
        let size = |value: &&Value| u64::from(value.size());
        let beyond_one = |value: &&Value| u64::from(value.size() - 1);
        match self {
            Cost::Constant | Cost::Own => 0,
            Cost::Steps(steps) => u64::from(steps),
            Cost::Elements => {
                let counts = arguments.iter().map(|value| value.unmarked().part_count());
                counts.map(|count| count.unwrap_or_default() as u64).sum()
            }
            Cost::Key => arguments.iter().skip(1).map(beyond_one).sum(),
            Cost::Linear => arguments.iter().map(beyond_one).sum(),
            Cost::Characters => CHARACTERS * arguments.iter().map(beyond_one).sum::<u64>(),
            Cost::Sorting => {
                let parts: u64 = arguments.iter().map(size).sum();
                // A comparison of adjacent elements in memory takes a fraction of a step.
                parts + parts * u64::from(parts.max(1).ilog2()) / 8
            }
            Cost::Product => {
                let sizes = arguments.iter().map(size);
                sizes.fold(1, u64::saturating_mul)
            }
        }
    }
}
