//! Rows of integers: the results of `step` and `reverse_each` on ranges.
//!
//! A row consists of every n-th integer of a range, from either end. Its elements are not stored.

use polycty_core::types::IntegerRange;
use polycty_core::values::Value;

/// Integers with a constant stride.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row {
    first: i64,
    /// The difference between successive integers.
    stride: i128,
    count: u64,
}

impl Row {
    /// The number of elements from which a row is long: an iterator over a long row does not store
    /// its elements.
    pub const LONG: u64 = 1 << 16;

    /// Returns the integers from the minimum to the maximum; `None` if there are 2^64 of them.
    #[must_use]
    pub fn between(min: i64, max: i64) -> Option<Row> {
        let count = (i128::from(max) - i128::from(min) + 1).max(0);
        Some(Row {
            first: min,
            stride: 1,
            count: u64::try_from(count).ok()?,
        })
    }

    /// Returns every `step`-th integer, starting with the first; `step` is at least 1.
    #[must_use]
    pub fn every(self, step: u64) -> Row {
        let count = self.count.div_ceil(step);
        Row {
            stride: match count {
                // The next integer may be out of range.
                0 | 1 => self.stride,
                _ => self.stride * i128::from(step),
            },
            count,
            ..self
        }
    }

    /// Returns the row in reverse order.
    #[must_use]
    pub fn reversed(self) -> Row {
        Row {
            first: self.at(self.count.saturating_sub(1)),
            stride: -self.stride,
            ..self
        }
    }

    /// The number of integers.
    #[must_use]
    #[inline]
    pub fn count(self) -> u64 {
        self.count
    }

    /// Whether the row is too long for an iterator to store its elements.
    #[must_use]
    #[inline]
    pub fn is_long(self) -> bool {
        self.count >= Row::LONG
    }

    /// The integer at a position below [`Row::count`].
    #[inline]
    fn at(self, position: u64) -> i64 {
        // The result is within the range from which the row was made.
        (i128::from(self.first) + self.stride * i128::from(position)) as i64
    }

    /// Returns the minimum and the maximum; `None` for an empty row.
    #[must_use]
    pub fn range(self) -> Option<IntegerRange> {
        let last = self.at(self.count.checked_sub(1)?);
        Some(IntegerRange {
            min: Some(self.first.min(last).into()),
            max: Some(self.first.max(last).into()),
        })
    }

    /// Returns the text: a range with the methods that are called on it.
    #[must_use]
    pub fn text(self) -> String {
        let last = self.at(self.count.saturating_sub(1));
        let (min, max) = (self.first.min(last), self.first.max(last));
        let reversed = if self.stride < 0 { ".reverse_each" } else { "" };
        format!(
            "Integer[{min}, {max}]{reversed}.step({})",
            self.stride.abs()
        )
    }

    /// An iterator over the integers.
    pub fn values(self) -> impl Iterator<Item = Value> {
        (0..self.count).map(move |position| Value::from_integer(self.at(position).into()))
    }

    /// Returns the first integer and the rest of the row.
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
