//! Tables: tuples that are made by the thousand, in one allocation.
//!
//! A tuple made alone is an allocation of its own. An operation that makes many of
//! one type puts them into tables: one allocation has the type, the facts and,
//! side by side, the parts of many tuples, and each of them is a row, a number
//! beside a pointer to the table. A row that outlives its fellows keeps their parts
//! alive, so a table has a bounded number of parts.

use super::build::{bounded, filled};
use super::order::total_cmp;
use super::{Facts, LEAF, Repr, Value};
use crate::source::Result;
use crate::types::Type;
use std::cmp::Ordering;
use triomphe::ThinArc;

/// The most parts of a table with more than one row: half a megabyte.
const TABLE_PARTS: usize = 1 << 15;

/// What stands in a table before the parts.
pub(crate) struct Head {
    /// The type of every row.
    ty: Type,
    /// How many parts a row has.
    width: usize,
    /// The facts of each row, or only once those of all.
    facts: Box<[Facts]>,
}

/// Tuples of one type.
#[derive(Clone)]
pub(crate) struct Table(ThinArc<Head, Value>);

impl Table {
    fn head(&self) -> &Head {
        &self.0.header.header
    }

    /// The type of every row.
    #[inline]
    pub(super) fn ty(&self) -> &Type {
        &self.head().ty
    }

    /// The facts of a row.
    #[inline]
    pub fn facts(&self, row: u32) -> Facts {
        match &*self.head().facts {
            [same] => *same,
            each => each[row as usize],
        }
    }

    /// The parts of a row.
    #[inline]
    pub(super) fn row(&self, row: u32) -> &[Value] {
        let width = self.head().width;
        &self.0.slice[row as usize * width..][..width]
    }
}

impl Value {
    /// The list or set of this type with all tuples that have one part of each
    /// column, of which the last varies fastest. There is at least one column, and
    /// the caller bounds how many tuples there are.
    pub fn product(ty: Type, tuple: &Type, columns: &[&[Value]]) -> Result<Value> {
        let total = columns.iter().map(|column| column.len()).product();
        let (facts, tables) = tables(tuple, columns, total)?;
        let rows = Rows {
            tables: tables.into_iter(),
            current: None,
            left: total,
        };
        let ascending = || columns.iter().all(|column| is_ascending(column));
        Ok(Value(if !ty.is_set() {
            Repr::Sequence(bounded(facts)?, ThinArc::from_header_and_iter(ty, rows))
        } else if ascending() {
            // As the columns are, so is the product.
            Repr::Set(bounded(facts)?, ThinArc::from_header_and_iter(ty, rows))
        } else {
            return Value::set_with_type(ty, rows.collect());
        }))
    }
}

/// The tuples of a product, and what they gather.
fn tables(tuple: &Type, columns: &[&[Value]], total: usize) -> Result<(Facts, Vec<Table>)> {
    let width = columns.len();
    let height = (TABLE_PARTS / width).max(1);
    let common = common_facts(columns).map(bounded).transpose()?;
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
        let head = Head {
            ty: tuple.clone(),
            width,
            facts,
        };
        let table = filled(head, rows * width, |parts| {
            for part in parts {
                *part = cursor.next().clone();
            }
        });
        tables.push(Table(table));
        left -= rows;
    }
    Ok((all, tables))
}

/// What the parts of each tuple gather, where it is the same for all.
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

/// Whether nothing is marked, and each value comes before the next one.
fn is_ascending(column: &[Value]) -> bool {
    column.iter().all(|part| !part.contains_marked())
        && column.is_sorted_by(|a, b| total_cmp(a, b) == Ordering::Less)
}

/// Goes through the parts of a product, tuple by tuple. No column is empty.
#[derive(Clone)]
struct Cursor<'a> {
    columns: &'a [&'a [Value]],
    /// The tuple whose parts are next, and where its parts stand in the columns:
    /// the digits of a counter.
    tuple: Vec<&'a Value>,
    digits: Vec<usize>,
    /// The column of the next part.
    at: usize,
}

impl<'a> Cursor<'a> {
    fn of(columns: &'a [&'a [Value]]) -> Cursor<'a> {
        Cursor {
            columns,
            tuple: columns.iter().filter_map(|column| column.first()).collect(),
            digits: vec![0; columns.len()],
            at: 0,
        }
    }

    #[inline]
    fn next(&mut self) -> &'a Value {
        let part = self.tuple[self.at];
        self.at += 1;
        if self.at == self.tuple.len() {
            self.at = 0;
            self.count();
        }
        part
    }

    #[inline]
    fn count(&mut self) {
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

    /// The facts of each of so many tuples.
    fn facts_of(mut self, rows: usize) -> Result<Box<[Facts]>> {
        let row = |_| {
            let mut facts = LEAF;
            for _ in 0..self.columns.len() {
                facts.gather(self.next().facts());
            }
            bounded(facts)
        };
        (0..rows).map(row).collect()
    }
}

/// The rows of tables, one after the other.
struct Rows {
    tables: std::vec::IntoIter<Table>,
    /// The table of the next row, if it is not the first one of a table.
    current: Option<(u32, Table)>,
    left: usize,
}

impl Iterator for Rows {
    type Item = Value;

    #[inline]
    fn next(&mut self) -> Option<Value> {
        let (at, table) = match self.current.take() {
            Some(next) => next,
            None => (0, self.tables.next()?),
        };
        let next = at + 1;
        if next as usize * table.head().width < table.0.slice.len() {
            self.current = Some((next, table.clone()));
        }
        self.left -= 1;
        Some(Value(Repr::Row(at, table)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Rows {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::order::hash_value;

    fn text(text: &str) -> Value {
        Value::string(text)
    }

    fn pair() -> Type {
        let string = Type::string().clone();
        Type::tuple([string.clone(), string]).unwrap()
    }

    /// The product, and the same of tuples each of which was made alone.
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
    fn a_row_cannot_be_told_from_a_tuple_made_alone() {
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
            // The last two have more than one table, and one with facts of each row.
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
    fn a_row_outlives_its_fellows() {
        let columns: [&[Value]; 2] = [&[text("a"), text("b")], &[text("c")]];
        let list = Type::list(pair()).unwrap();
        let product = Value::product(list, &pair(), &columns).unwrap();
        let row = product.parts().unwrap()[1].clone();
        drop(product);
        assert_eq!(row.parts(), Some(&[text("b"), text("c")][..]));
        assert_eq!(row.ty(), &pair());
    }
}
