//! Areas: where does something stand, as the language counts?

/// Where something stands, as the language counts: rows and columns from 1, columns in
/// characters, the end exclusive and so many columns behind the start of the last token as it has
/// bytes. What a program did not write has [`Area::NONE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// The row of the first character.
    pub row: u32,
    /// Its column.
    pub col: u32,
    /// The row of the end.
    pub end_row: u32,
    /// The column of the end.
    pub end_col: u32,
}

impl Area {
    /// No place.
    pub const NONE: Area = Area {
        row: 0,
        col: 0,
        end_row: 0,
        end_col: 0,
    };

    /// The start of a text.
    pub const START: Area = Area {
        row: 1,
        col: 1,
        end_row: 1,
        end_col: 1,
    };

    /// Whether it is a place.
    #[must_use]
    #[inline]
    pub fn is_some(self) -> bool {
        self.row > 0
    }

    /// From the start of this to the end of another one.
    #[must_use]
    #[inline]
    pub fn to(self, last: Area) -> Area {
        Area {
            end_row: last.end_row,
            end_col: last.end_col,
            ..self
        }
    }

    /// The first column alone.
    #[must_use]
    #[inline]
    pub fn start(self) -> Area {
        Area {
            end_row: self.row,
            end_col: self.col + 1,
            ..self
        }
    }
}
