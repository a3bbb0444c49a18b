//! Cartesian products of columns.
//!
//! The tuples are stored in tables, so a product with millions of tuples needs a few hundred
//! allocations.

use super::set_order::cmp_keys;
use super::table::{RowBounds, TABLE_PARTS, Table};
use super::{Facts, LEAF, Repr, Value};
use crate::source::Result;
use crate::types::Type;
use std::cmp::Ordering;
use triomphe::ThinArc;

impl Value {
    /// Returns the list or set of this type with all tuples that have one part of each column; the
    /// last column varies fastest. There must be at least one column. The caller bounds the number
    /// of tuples.
    pub fn product(ty: Type, tuple: &Type, columns: &[&[Value]]) -> Result<Value> {
        let total = columns.iter().map(|column| column.len()).product();
        let (facts, tables) = tables(tuple, columns, total)?;
        let rows = Rows::of(tables, columns.len(), total);
        let ascending = || columns.iter().all(|column| is_ascending(column));
        Ok(Value(if !ty.is_set() {
            Repr::Sequence(facts.bounded()?, ThinArc::from_header_and_iter(ty, rows))
        } else if ascending() {
            // The product is ascending if the columns are.
            Repr::Set(facts.bounded()?, ThinArc::from_header_and_iter(ty, rows))
        } else {
            return Value::set_with_type(ty, rows.collect());
        }))
    }
}

/// Creates the tables of a product, and the facts of all tuples.
fn tables(tuple: &Type, columns: &[&[Value]], total: usize) -> Result<(Facts, Vec<Table<Value>>)> {
    let width = columns.len();
    let height = height(width);
    let common = common_facts(columns).map(Facts::bounded).transpose()?;
    let in_place = columns.iter().copied().flatten().all(Value::is_in_place);
    let mut all = LEAF;
    let mut tables = Vec::with_capacity(total.div_ceil(height));
    let mut cursor = Cursor::of(columns);
    let mut left = total;
    while left > 0 {
        let rows = height.min(left);
        let facts = match common {
            Some(facts) => Box::from([facts]),
            None => cursor.clone().facts_of(rows)?,
        };
        for row in facts.iter().cycle().take(rows) {
            all.gather(*row);
        }
        let parts = cursor.parts_of(rows);
        let bounds = RowBounds::Width(width);
        tables.push(Table::new(tuple.clone(), bounds, facts, parts, in_place));
        left -= rows;
    }
    Ok((all, tables))
}

/// The number of tuples of this width per table, except for the last table.
fn height(width: usize) -> usize {
    (TABLE_PARTS / width).max(1)
}

/// An iterator over the rows of several tables.
struct Rows {
    tables: std::vec::IntoIter<Table<Value>>,
    /// The next row and its table, unless it is the first row of a table.
    current: Option<(u32, Table<Value>)>,
    height: usize,
    left: usize,
}

impl Rows {
    /// Creates an iterator over `left` rows of this width in these tables.
    fn of(tables: Vec<Table<Value>>, width: usize, left: usize) -> Rows {
        Rows {
            tables: tables.into_iter(),
            current: None,
            height: height(width),
            left,
        }
    }
}

impl Iterator for Rows {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        let (at, table) = match self.current.take() {
            Some(next) => next,
            None => (0, self.tables.next()?),
        };
        let next = at + 1;
        if (next as usize) < self.height {
            self.current = Some((next, table.clone()));
        }
        Some(Value(Repr::Row(at, table)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Rows {}

/// The facts of each tuple, if they are the same for all.
fn common_facts(columns: &[&[Value]]) -> Option<Facts> {
    let mut all = LEAF;
    for column in columns {
        let first = column.first()?.facts();
        if column.iter().any(|part| part.facts() != first) {
            return None;
        }
        all.gather(first);
    }
    Some(all)
}

/// Whether there are no marks and the values are ascending in the order of parts of set elements.
fn is_ascending(column: &[Value]) -> bool {
    column.iter().all(|part| !part.contains_marked())
        && column.is_sorted_by(|a, b| cmp_keys(a, b) == Ordering::Less)
}

/// Enumerates the tuples of a product. No column is empty.
#[derive(Clone)]
struct Cursor<'a> {
    columns: &'a [&'a [Value]],
    /// The next tuple, and the indices of its parts in the columns, as the digits of a counter.
    tuple: Vec<&'a Value>,
    digits: Vec<usize>,
}

impl<'a> Cursor<'a> {
    fn of(columns: &'a [&'a [Value]]) -> Cursor<'a> {
        Cursor {
            columns,
            tuple: columns.iter().filter_map(|column| column.first()).collect(),
            digits: vec![0; columns.len()],
        }
    }

    #[inline]
    fn advance(&mut self) {
        let columns = self.columns.iter().zip(&mut self.tuple);
        for ((column, part), digit) in columns.zip(&mut self.digits).rev() {
            *digit += 1;
            if let Some(next) = column.get(*digit) {
                *part = next;
                return;
            }
            *digit = 0;
            *part = &column[0];
        }
    }

    /// The parts of the next `rows` tuples.
    fn parts_of(&mut self, rows: usize) -> Vec<Value> {
        let mut parts = Vec::with_capacity(rows * self.tuple.len());
        for _ in 0..rows {
            parts.extend(self.tuple.iter().copied().cloned());
            self.advance();
        }
        parts
    }

    /// The facts of the next `rows` tuples.
    fn facts_of(mut self, rows: usize) -> Result<Box<[Facts]>> {
        let row = |_| {
            let mut facts = LEAF;
            for part in &self.tuple {
                facts.gather(part.facts());
            }
            self.advance();
            facts.bounded()
        };
        (0..rows).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::order::{hash_value, total_cmp};

    fn text(text: &str) -> Value {
        Value::string(text)
    }

    fn pair() -> Type {
        let string = Type::string().clone();
        Type::tuple([string.clone(), string]).unwrap()
    }

    /// Returns the product, and the same value from individually created tuples.
    fn both_ways(ty: &Type, columns: &[&[Value]]) -> (Value, Value) {
        let product = Value::product(ty.clone(), &pair(), columns).unwrap();
        let alone = columns[0].iter().flat_map(|a| {
            let tuple = |b: &Value| Value::sequence(pair(), [a.clone(), b.clone()]).unwrap();
            columns[1].iter().map(tuple)
        });
        let alone: Vec<Value> = alone.collect();
        let alone = if ty.is_set() {
            Value::set_with_type(ty.clone(), alone)
        } else {
            Value::sequence(ty.clone(), alone)
        };
        (product, alone.unwrap())
    }

    #[test]
    fn a_row_equals_a_separate_tuple() {
        let list = Type::list(pair()).unwrap();
        let set = Type::set(pair()).unwrap();
        let many: Vec<Value> = (0..200).map(|n| text(&format!("n{n:03}"))).collect();
        let unknown = Value::unknown(Type::string().clone());
        let odd = [
            text("b"),
            text("longer than what stands inline"),
            unknown,
            text("a").mark("m"),
            Value::null(Type::string().clone()),
            text("b"),
        ];
        for ty in [list, set] {
            // The last two have several tables, and one has facts for each row.
            let samples: [[&[Value]; 2]; 6] = [
                [&[], &odd],
                [&many[..3], &many[5..7]],
                [&odd, &many[..2]],
                [&many[..2], &odd],
                [&many, &many],
                [&many, &[&many[..195], &odd].concat()],
            ];
            for columns in samples {
                let (product, alone) = both_ways(&ty, &columns);
                assert_eq!(product, alone);
                assert_eq!(alone, product);
                assert_eq!(product.facts(), alone.facts());
                assert_eq!(hash_value(&product), hash_value(&alone));
                assert_eq!(total_cmp(&product, &alone), Ordering::Equal);
                assert_eq!(
                    format!("{:?}", product.equals(&alone).unwrap()),
                    format!("{:?}", alone.equals(&alone).unwrap())
                );
                let (bare, marks) = product.unmark_deep();
                assert_eq!((bare, marks), alone.unmark_deep());
                let parts = product.unmarked().parts().unwrap_or_default();
                let others = alone.unmarked().parts().unwrap_or_default();
                for (part, other) in parts.iter().zip(others) {
                    assert!(ty.is_set() || matches!(part.0, Repr::Row(..)));
                    assert_eq!(part.facts(), other.facts());
                    assert_eq!(part.parts(), other.parts());
                }
            }
        }
    }

    #[test]
    fn a_row_outlives_the_other_rows() {
        let columns: [&[Value]; 2] = [&[text("a"), text("b")], &[text("c")]];
        let list = Type::list(pair()).unwrap();
        let product = Value::product(list, &pair(), &columns).unwrap();
        let row = product.parts().unwrap()[1].clone();
        drop(product);
        assert_eq!(row.parts(), Some(&[text("b"), text("c")][..]));
        assert_eq!(row.ty(), &pair());
    }
}
