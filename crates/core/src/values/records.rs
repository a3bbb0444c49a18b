//! Records: consecutive objects of a list that a decoder stores in tables.
//!
//! Small consecutive objects are stored in one table, and the maps of the same attribute of all of
//! them in a second table. An object that outlives its list keeps its whole table alive, so tables
//! are small. Large objects are stored alone.

use super::table::{RowBounds, Table};
use super::{Entry, Facts, LEAF, Repr, Value};
use crate::source::Result;
use crate::types::Type;
use triomphe::Arc;

/// The target size of a table, by [`Facts::size`]: a table is created when its objects reach
/// `ENOUGH`, unless the last of them exceeds [`MOST`].
const ENOUGH: u32 = 512;
const MOST: u32 = 640;

/// The minimum number of objects that makes a table smaller than separate allocations.
const FEWEST_RECORDS: usize = 8;

/// Consecutive objects of one type, as a decoder reads them.
pub(crate) struct Records {
    ty: Type,
    /// The number of attributes of each object.
    width: usize,
    /// The parts of the objects that are not in a table yet.
    parts: Vec<Value>,
    facts: Vec<Facts>,
    /// The sum of their sizes.
    size: u32,
}

impl Records {
    /// Creates the builder for objects of exactly this type, which has attributes.
    pub(crate) fn new(ty: &Type) -> Records {
        Records {
            ty: ty.clone(),
            width: ty.fields().len(),
            parts: Vec::new(),
            facts: Vec::new(),
            size: 0,
        }
    }

    /// Reuses the finished builder for objects of a different type.
    pub(crate) fn reused(mut self, ty: &Type) -> Records {
        self.ty.clone_from(ty);
        self.width = ty.fields().len();
        self
    }

    /// Adds an object by all its parts, in the order of the type's fields.
    #[inline]
    pub(crate) fn push(&mut self, parts: impl Iterator<Item = Value>) -> Result<()> {
        let mut facts = LEAF;
        self.parts
            .extend(parts.inspect(|part| facts.gather(part.facts())));
        let facts = facts.bounded()?;
        self.facts.push(facts);
        self.size = self.size.saturating_add(facts.size());
        Ok(())
    }

    /// Writes the pending objects to `out` if they reach the target size.
    #[inline]
    pub(crate) fn flush_if_full(&mut self, out: &mut Vec<Value>) -> Result<()> {
        if self.size < ENOUGH {
            Ok(())
        } else {
            self.finish(out)
        }
    }

    /// Writes all pending objects to `out`.
    pub(crate) fn finish(&mut self, out: &mut Vec<Value>) -> Result<()> {
        let count = self.facts.len();
        let size = std::mem::take(&mut self.size);
        if count < FEWEST_RECORDS || size > MOST {
            self.facts.clear();
            let mut parts = self.parts.drain(..);
            for _ in 0..count {
                let object = parts.by_ref().take(self.width);
                out.push(Value::object_with_type(self.ty.clone(), object)?);
            }
            return Ok(());
        }
        for at in 0..self.width {
            gather_maps(&mut self.parts[at..], self.width);
        }
        let in_place = self.parts.iter().all(Value::is_in_place);
        let table = Table::new(
            self.ty.clone(),
            RowBounds::Width(self.width),
            facts_of_rows(&self.facts),
            self.parts.drain(..).collect(),
            in_place,
        );
        self.facts.clear();
        out.extend((0..count as u32).map(|row| Value(Repr::Row(row, table.clone()))));
        Ok(())
    }
}

/// Moves the maps of a column into one table. The column is every `width`-th part, and must contain
/// only maps.
fn gather_maps(parts: &mut [Value], width: usize) {
    let mut count = 0;
    let mut entries = 0;
    for part in parts.iter().step_by(width) {
        let Repr::Map(_, map) = &part.0 else { return };
        count += 1;
        entries += map.slice.len();
    }
    let ty = parts[0].ty().clone();
    let mut facts = Vec::with_capacity(count);
    let mut ends = Vec::with_capacity(count);
    let mut all: Vec<Entry> = Vec::with_capacity(entries);
    for part in parts.iter_mut().step_by(width) {
        facts.push(part.facts());
        if let Repr::Map(_, map) = &mut part.0 {
            map.with_arc_mut(|map| match Arc::get_mut(map) {
                Some(map) => all.extend(map.slice_mut().iter_mut().map(Entry::take)),
                None => all.extend(map.slice().iter().cloned()),
            });
        }
        ends.push(all.len() as u32);
    }
    let first = ends[0] as usize;
    let even = (ends.iter().zip(1..)).all(|(end, rows)| *end as usize == first * rows);
    let bounds = if even {
        RowBounds::Width(first)
    } else {
        RowBounds::Ends(ends.into())
    };
    let in_place = all
        .iter()
        .all(|entry| entry.key().is_in_place() && entry.value().is_in_place());
    let table = Table::new(ty, bounds, facts_of_rows(&facts), all, in_place);
    for (row, part) in parts.iter_mut().step_by(width).enumerate() {
        *part = Value(Repr::MapRow(row as u32, table.clone()));
    }
}

/// Merges the facts if all are equal.
fn facts_of_rows(facts: &[Facts]) -> Box<[Facts]> {
    match facts {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => Box::from([*first]),
        _ => Box::from(facts),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Field;
    use crate::values::order::{hash_value, total_cmp};
    use std::cmp::Ordering;

    fn text(text: &str) -> Value {
        Value::string(text)
    }

    /// Creates objects with a map, in tables and separately.
    fn records(sizes: impl Iterator<Item = usize>) -> (Vec<Value>, Vec<Value>) {
        let map = Type::map(Type::string().clone()).unwrap();
        let fields = [
            Field::new("m", map.clone()),
            Field::new("n", Type::string().clone()),
        ];
        let ty = Type::object(fields).unwrap();
        let mut records = Records::new(&ty);
        let (mut together, mut alone) = (Vec::new(), Vec::new());
        for (at, size) in sizes.enumerate() {
            let entries = (0..size).map(|key| (text(&format!("k{key:04}")), text("v")));
            let map = Value::map_of(Type::string(), entries).unwrap();
            let parts = [map, text(&format!("n{at}"))];
            alone.push(Value::object_with_type(ty.clone(), parts.clone()).unwrap());
            records.push(parts.into_iter()).unwrap();
            records.flush_if_full(&mut together).unwrap();
        }
        records.finish(&mut together).unwrap();
        (together, alone)
    }

    #[test]
    fn a_record_equals_a_separate_object() {
        let sizes: [&dyn Fn(usize) -> usize; 4] = [
            &|_| 3,
            &|at| at % 5,
            &|at| if at % 100 == 50 { 5_000 } else { 2 },
            &|_| 0,
        ];
        for count in [0, 1, 7, 8, 9, 300] {
            for size in sizes {
                let (together, alone) = records((0..count).map(size));
                assert_eq!(together, alone);
                assert_eq!(alone, together);
                for (record, object) in together.iter().zip(&alone) {
                    assert_eq!(record.facts(), object.facts());
                    assert_eq!(hash_value(record), hash_value(object));
                    assert_eq!(total_cmp(record, object), Ordering::Equal);
                    assert_eq!(total_cmp(object, record), Ordering::Equal);
                    assert_eq!(format!("{record:?}"), format!("{object:?}"));
                    assert!(record.equals(object).unwrap().as_bool().unwrap());
                    assert_ne!(record, &object.mark("m"));
                    for name in ["m", "n", "o"] {
                        assert_eq!(record.attribute(name), object.attribute(name));
                        let (ours, other) =
                            (record.get_attribute(name), object.get_attribute(name));
                        assert_eq!(ours.ok(), other.ok());
                    }
                    let (map, other) = (record.attribute("m"), object.attribute("m"));
                    let (map, other) = (map.unwrap(), other.unwrap());
                    assert_eq!(map.entries(), other.entries());
                    assert_eq!(map.facts(), other.facts());
                    assert_eq!(map.part_count(), other.part_count());
                    assert_eq!(map.element("k0001"), other.element("k0001"));
                    assert_eq!(format!("{map:?}"), format!("{other:?}"));
                    assert_eq!(hash_value(map), hash_value(other));
                    assert_eq!(total_cmp(map, other), Ordering::Equal);
                    assert!(map.equals(other).unwrap().as_bool().unwrap());
                    let keys = |value: &Value| {
                        let keys = value.elements().unwrap();
                        keys.map(|(key, part)| (key.to_value(), part.clone()))
                            .collect::<Vec<_>>()
                    };
                    assert_eq!(keys(record), keys(object));
                    assert_eq!(keys(map), keys(other));
                    let marked = |value: &Value| {
                        value.transform(&mut |path, part| {
                            Ok(match path.len() {
                                2 => part.mark("inner"),
                                _ => part,
                            })
                        })
                    };
                    let (ours, other) = (marked(record).unwrap(), marked(object).unwrap());
                    assert_eq!(ours, other);
                    assert_eq!(ours.unmark_deep(), other.unmark_deep());
                    assert_eq!(ours.unmark_deep().0, *record);
                }
            }
        }
    }

    #[test]
    fn many_small_records_are_in_tables() {
        let tables = |values: &[Value]| {
            let rows = values.iter().filter(|v| matches!(v.0, Repr::Row(..)));
            let maps =
                (values.iter()).filter(|v| matches!(v.attribute("m").unwrap().0, Repr::MapRow(..)));
            (rows.count(), maps.count())
        };
        assert_eq!(tables(&records((0..7).map(|_| 3)).0), (0, 0));
        assert_eq!(tables(&records((0..300).map(|_| 3)).0), (300, 300));
        assert_eq!(tables(&records((0..300).map(|_| 200)).0), (0, 0));
        // A large object also flushes the pending objects before it.
        let mixed = records((0..100).map(|at| if at == 50 { 5_000 } else { 3 })).0;
        assert!(tables(&mixed).0 > 40 && tables(&mixed).0 < 100);
    }

    #[test]
    fn a_record_outlives_the_other_records() {
        let (mut together, alone) = records((0..100).map(|at| at % 4));
        let kept = together.swap_remove(60);
        drop(together);
        assert_eq!(kept, alone[60]);
    }
}
