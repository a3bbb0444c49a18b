//! Rows of integers: what do `step` and `reverse_each` make of a range?
//!
//! The integers of a range, every so many, from either end: a row again, of which nothing has to be
//! there before it is gone through.

use polycty_core::types::IntegerRange;
use polycty_core::values::Value;

/// Integers, each as far from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    first: i64,
    /// From one to the next.
    stride: i128,
    count: u64,
}

impl Row {
    /// From here on a row is long: an iterator over it does not have its elements.
    pub const LONG: u64 = 1 << 16;

    /// The integers from the smallest to the largest, of which there are fewer than 2^64.
    #[must_use]
    pub fn between(min: i64, max: i64) -> Option<Row> {
        let count = (i128::from(max) - i128::from(min) + 1).max(0);
        Some(Row {
            first: min,
            stride: 1,
            count: u64::try_from(count).ok()?,
        })
    }

    /// The first, and every so many behind it, at least one.
    #[must_use]
    pub fn every(self, step: u64) -> Row {
        let count = self.count.div_ceil(step);
        Row {
            stride: match count {
                // The next one may be too far away to say.
                0 | 1 => self.stride,
                _ => self.stride * i128::from(step),
            },
            count,
            ..self
        }
    }

    /// The same from the last on.
    #[must_use]
    pub fn reversed(self) -> Row {
        Row {
            first: self.at(self.count.saturating_sub(1)),
            stride: -self.stride,
            ..self
        }
    }

    /// How many there are.
    #[must_use]
    #[inline]
    pub fn count(self) -> u64 {
        self.count
    }

    /// Whether there are more than an iterator has at once.
    #[must_use]
    #[inline]
    pub fn is_long(self) -> bool {
        self.count >= Row::LONG
    }

    /// The integer at a position below [`Row::count`].
    #[inline]
    fn at(self, position: u64) -> i64 {
        // Within the range that the row was made of.
        (i128::from(self.first) + self.stride * i128::from(position)) as i64
    }

    /// The smallest and the largest; none of an empty row.
    #[must_use]
    pub fn range(self) -> Option<IntegerRange> {
        let last = self.at(self.count.checked_sub(1)?);
        Some(IntegerRange {
            min: Some(self.first.min(last).into()),
            max: Some(self.first.max(last).into()),
        })
    }

    /// As it is written: a range, and what is done to it.
    #[must_use]
    pub fn text(self) -> String {
        let last = self.at(self.count.saturating_sub(1));
        let (min, max) = (self.first.min(last), self.first.max(last));
        let reversed = match self.stride < 0 {
            true => ".reverse_each",
            false => "",
        };
        format!(
            "Integer[{min}, {max}]{reversed}.step({})",
            self.stride.abs()
        )
    }

    /// The integers, one after the other.
    pub fn values(self) -> impl Iterator<Item = Value> {
        (0..self.count).map(move |position| Value::from_integer(self.at(position).into()))
    }

    /// The first integer, and what is left.
    #[inline]
    pub fn next(self) -> Option<(Value, Row)> {
        let count = self.count.checked_sub(1)?;
        let first = match count {
            0 => self.first,
            _ => self.at(1),
        };
        let rest = Row {
            first,
            count,
            ..self
        };
        Some((Value::from_integer(self.first.into()), rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(row: Row) -> Vec<i64> {
        row.values()
            .map(|value| value.as_small_whole().unwrap())
            .collect()
    }

    #[test]
    fn a_row_of_a_row_is_what_its_elements_give() {
        for (min, max) in [(1, 10), (-3, 3), (0, -1), (7, 7), (i64::MAX - 4, i64::MAX)] {
            let row = Row::between(min, max).unwrap();
            let all: Vec<i64> = (min..=max).collect();
            let back = || all.iter().rev().copied();
            assert_eq!(texts(row), all);
            assert_eq!(texts(row.reversed()), back().collect::<Vec<_>>());
            assert_eq!(texts(row.reversed().reversed()), all);
            for step in [1, 2, 3, 100] {
                let some: Vec<i64> = back().step_by(step).collect();
                let stepped = row.reversed().every(step as u64);
                assert_eq!(texts(stepped), some);
                assert_eq!(
                    texts(stepped.reversed()),
                    some.into_iter().rev().collect::<Vec<_>>()
                );
            }
        }
    }

    #[test]
    fn the_longest_row_has_ends() {
        assert_eq!(Row::between(i64::MIN, i64::MAX), None);
        let row = Row::between(i64::MIN + 1, i64::MAX).unwrap();
        let two = row.every(u64::MAX - 1);
        assert_eq!(texts(two), [i64::MIN + 1, i64::MAX]);
        let range = row.reversed().range().unwrap();
        assert_eq!(range.max, Some(i64::MAX.into()));
        assert_eq!(two.text().matches("step").count(), 1);
        let (first, rest) = two.next().unwrap();
        assert_eq!(first.as_small_whole(), Some(i64::MIN + 1));
        assert_eq!(texts(rest), [i64::MAX]);
        assert!(rest.next().unwrap().1.next().is_none());
    }
}
