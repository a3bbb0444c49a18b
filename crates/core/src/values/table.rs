//! Tables: contiguous storage of many tuples, objects or maps.
//!
//! A single tuple is an allocation of its own. An operation that creates many tuples of one type
//! stores them in tables: a table has the type, the facts and the parts of many tuples. Each tuple
//! is a row, which is an index and a pointer to the table. A row that outlives the others keeps
//! their parts alive, so a table has a bounded number of parts.

use super::Facts;
use crate::types::Type;
use triomphe::Arc;

/// The maximum number of parts of a table with more than one row: half a megabyte.
pub(super) const TABLE_PARTS: usize = 1 << 15;

/// The content of a table.
pub(crate) struct TableData<T> {
    /// The type of every row.
    ty: Type,
    /// The positions of the rows.
    bounds: RowBounds,
    /// The facts of each row, or one entry if they are equal for all rows.
    facts: Box<[Facts]>,
    /// The parts of all rows, one row after the other.
    parts: Box<[T]>,
    /// Whether every part is stored in place.
    in_place: bool,
}

/// The positions of the rows of a table.
pub(super) enum RowBounds {
    /// Every row has this number of parts.
    Width(usize),
    /// The end of each row.
    Ends(Box<[u32]>),
}

impl<T> Drop for TableData<T> {
    fn drop(&mut self) {
        if self.in_place {
            // Values in place need no drop, so the parts are not visited one by one.
            std::mem::take(&mut self.parts)
                .into_iter()
                .for_each(std::mem::forget);
        }
    }
}

/// A shared table of tuples or objects of one type, or of the entries of maps.
pub(crate) struct Table<T>(Arc<TableData<T>>);

impl<T> Clone for Table<T> {
    #[inline]
    fn clone(&self) -> Table<T> {
        Table(self.0.clone())
    }
}

impl<T> Table<T> {
    /// Creates a table of rows of a type. `facts` has an entry for each row, or one for all.
    /// `in_place` specifies whether every part is stored in place.
    pub(super) fn new(
        ty: Type,
        bounds: RowBounds,
        facts: Box<[Facts]>,
        parts: Vec<T>,
        in_place: bool,
    ) -> Table<T> {
        Table(Arc::new(TableData {
            ty,
            bounds,
            facts,
            parts: parts.into(),
            in_place,
        }))
    }

    /// The type of every row.
    #[inline]
    pub(super) fn ty(&self) -> &Type {
        &self.0.ty
    }

    /// The facts of a row.
    #[inline]
    pub fn facts(&self, row: u32) -> Facts {
        match &*self.0.facts {
            [same] => *same,
            each => each[row as usize],
        }
    }

    /// The parts of a row.
    #[inline]
    pub(super) fn row(&self, row: u32) -> &[T] {
        let row = row as usize;
        match &self.0.bounds {
            RowBounds::Width(width) => {
                let start = row * width;
                &self.0.parts[start..start + width]
            }
            RowBounds::Ends(ends) => {
                let start = row.checked_sub(1).map_or(0, |before| ends[before]);
                &self.0.parts[start as usize..ends[row] as usize]
            }
        }
    }
}
