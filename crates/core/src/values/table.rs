//! Tables: tuples, objects and maps that are made by the thousand, side by side.
//!
//! A tuple made alone is an allocation of its own. An operation that makes many of
//! one type puts them into tables: one has the type, the facts and, side by side,
//! the parts of many tuples, and each of these is a row, a number beside a pointer
//! to the table. A row that outlives its fellows keeps their parts
//! alive, so a table has a bounded number of parts.

use super::Facts;
use crate::types::Type;
use triomphe::Arc;

/// The most parts of a table with more than one row: half a megabyte.
pub(super) const TABLE_PARTS: usize = 1 << 15;

/// What a table holds.
pub(crate) struct Sheet<T> {
    /// The type of every row.
    ty: Type,
    /// Where the rows stand.
    bounds: Bounds,
    /// The facts of each row, or only once those of all.
    facts: Box<[Facts]>,
    /// The rows, one behind the other.
    parts: Box<[T]>,
    /// Whether every part is in place.
    in_place: bool,
}

/// Where the rows of a table stand.
pub(super) enum Bounds {
    /// Every row has so many parts.
    Width(usize),
    /// Each row ends here, and the next one begins.
    Ends(Box<[u32]>),
}

impl<T> Drop for Sheet<T> {
    fn drop(&mut self) {
        if self.in_place {
            // Nothing is lost, and nobody looks at each of them for that.
            std::mem::take(&mut self.parts)
                .into_iter()
                .for_each(std::mem::forget);
        }
    }
}

/// Tuples or objects of one type, or, of entries, maps.
pub(crate) struct Table<T>(Arc<Sheet<T>>);

impl<T> Clone for Table<T> {
    #[inline]
    fn clone(&self) -> Table<T> {
        Table(self.0.clone())
    }
}

impl<T> Table<T> {
    /// Rows of a type, with the facts of each or once those of all; `in_place` says whether every
    /// part is in place.
    pub(super) fn new(
        ty: Type,
        bounds: Bounds,
        facts: Box<[Facts]>,
        parts: Vec<T>,
        in_place: bool,
    ) -> Table<T> {
        Table(Arc::new(Sheet {
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
            Bounds::Width(width) => {
                let start = row * width;
                &self.0.parts[start..start + width]
            }
            Bounds::Ends(ends) => {
                let start = row.checked_sub(1).map_or(0, |before| ends[before]);
                &self.0.parts[start as usize..ends[row] as usize]
            }
        }
    }
}
