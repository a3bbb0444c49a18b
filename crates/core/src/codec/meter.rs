//! Metering: what does a codec charge as it goes?
//!
//! A document may have millions of parts that are a byte each, so they are charged in lots:
//! what was taken since the last lot is never more than one.

use crate::calls::{Budget, cost};
use crate::number::Number;
use crate::source::Result;

/// The bytes that a decoder holds for a part: the value on its stack and in its container, and
/// what the type of that says of it.
const PART: u64 = 48;

/// The bytes that are gone through, or written, in a step.
const STEP: u64 = 16;

/// How many units are charged at once.
const LOT: usize = 1024;

/// Counts what a codec makes, in units of some bytes.
pub(super) struct Meter<'a> {
    budget: &'a Budget,
    unit: u64,
    charged: usize,
    next: usize,
}

impl<'a> Meter<'a> {
    /// For a decoder, which counts parts.
    pub(super) fn of_parts(budget: &'a Budget) -> Meter<'a> {
        Meter {
            budget,
            unit: PART,
            charged: 0,
            next: LOT,
        }
    }

    /// For an encoder, which counts bytes.
    pub(super) fn of_bytes(budget: &'a Budget) -> Meter<'a> {
        Meter {
            unit: 1,
            ..Meter::of_parts(budget)
        }
    }

    /// Says how many units there are by now.
    ///
    /// # Errors
    /// [`Code::Limit`](crate::source::Code::Limit) where the budget has no more.
    #[inline]
    pub(super) fn reached(&mut self, units: usize) -> Result<()> {
        match units < self.next {
            true => Ok(()),
            false => self.charge(units),
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

    /// Says how many units there are at the end.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    #[inline]
    pub(super) fn finish(&mut self, units: usize) -> Result<()> {
        self.charge(units)
    }

    /// Makes sure that there is room for so many bytes, which are counted once they are there.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    #[inline]
    pub(super) fn room(&self, bytes: usize) -> Result<()> {
        if bytes < LOT {
            return Ok(());
        }
        self.budget.hold(bytes as u64)?;
        self.budget.release(bytes as u64);
        Ok(())
    }

    /// Counts a text that is read as a number.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    #[inline]
    pub(super) fn reads(&self, text: &str) -> Result<()> {
        Ok(cost::read_number(text.as_bytes(), self.budget)?)
    }

    /// Counts a number whose text is written.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    #[inline]
    pub(super) fn writes(&self, number: &Number) -> Result<()> {
        Ok(cost::write_number(number, self.budget)?)
    }

    /// Counts bytes that are no units.
    ///
    /// # Errors
    /// As [`Meter::reached`].
    pub(super) fn hold(&self, bytes: usize) -> Result<()> {
        Ok(self.budget.hold(bytes as u64)?)
    }
}
