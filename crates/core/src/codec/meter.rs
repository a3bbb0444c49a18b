//! Charging of budgets by codecs.
//!
//! A document may have millions of parts of a byte each, so they are charged in batches. The
//! uncharged work never exceeds one batch.

use crate::calls::{Budget, cost};
use crate::number::Number;
use crate::source::Result;

/// The bytes that a decoder holds for each part: the value on its stack and in its container, and
/// its share of the type.
const PART: u64 = 48;

/// The number of bytes that are read or written per step.
const STEP: u64 = 16;

/// The number of units per batch.
const LOT: usize = 1024;

/// A counter of the output of a codec, in units of some bytes.
pub(super) struct Meter<'a> {
    budget: &'a Budget,
    unit: u64,
    charged: usize,
    next: usize,
}

impl<'a> Meter<'a> {
    /// Creates a counter for a decoder, which counts parts.
    pub(super) fn of_parts(budget: &'a Budget) -> Meter<'a> {
        Meter {
            budget,
            unit: PART,
            charged: 0,
            next: LOT,
        }
    }

    /// Creates a counter for an encoder, which counts bytes.
    pub(super) fn of_bytes(budget: &'a Budget) -> Meter<'a> {
        Meter {
            unit: 1,
            ..Meter::of_parts(budget)
        }
    }

    /// Reports the current number of units.
    ///
    /// # Errors
    /// [`Code::Limit`](crate::source::Code::Limit) if the budget is exceeded.
    #[inline]
    pub(super) fn reached(&mut self, units: usize) -> Result<()> {
        if units < self.next {
            Ok(())
        } else {
            self.charge(units)
        }
    }

    #[inline(never)]
    fn charge(&mut self, units: usize) -> Result<()> {
        let bytes = (units - self.charged) as u64 * self.unit;
        self.charged = units;
        self.next = units + LOT;
        self.budget.charge(bytes / STEP)?;
        Ok(self.budget.hold(bytes)?)
    }

    /// Reports the final number of units.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    #[inline]
    pub(super) fn finish(&mut self, units: usize) -> Result<()> {
        self.charge(units)
    }

    /// Checks that the budget has memory for this number of bytes, which are counted when they are
    /// written.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    #[inline]
    pub(super) fn check_memory(&self, bytes: usize) -> Result<()> {
        if bytes < LOT {
            return Ok(());
        }
        self.budget.hold(bytes as u64)?;
        self.budget.release(bytes as u64);
        Ok(())
    }

    /// Counts the parsing of a text as a number.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    #[inline]
    pub(super) fn reads(&self, text: &str) -> Result<()> {
        Ok(cost::read_number(text.as_bytes(), self.budget)?)
    }

    /// Counts the writing of a number.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    #[inline]
    pub(super) fn writes(&self, number: &Number) -> Result<()> {
        Ok(cost::write_number(number, self.budget)?)
    }

    /// Counts bytes that are not part of the units.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    pub(super) fn hold(&self, bytes: usize) -> Result<()> {
        Ok(self.budget.hold(bytes as u64)?)
    }
}
