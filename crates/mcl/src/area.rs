//! Areas of a source text in rows and columns, as mgmt counts them.

/// An area of a source text. Rows and columns count from 1 and columns count characters. The end is
/// exclusive: the column of the end is the column where the last token starts plus the number of
/// bytes of that token. Nodes that are not in the source text have [`Area::NONE`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// The row of the first character.
    pub row: u32,
    /// The column of the first character.
    pub col: u32,
    /// The row of the end.
    pub end_row: u32,
    /// The column of the end.
    pub end_col: u32,
}

impl Area {
    /// No area.
    pub const NONE: Area = Area {
        row: 0,
        col: 0,
        end_row: 0,
        end_col: 0,
    };

    /// The first character of a text.
    pub const START: Area = Area {
        row: 1,
        col: 1,
        end_row: 1,
        end_col: 1,
    };

    /// Returns whether the area is in a text, i.e. is not [`Area::NONE`].
    #[must_use]
    #[inline]
    pub fn is_some(self) -> bool {
        self.row > 0
    }

    /// Returns the area from the start of this one to the end of `last`.
    #[must_use]
    #[inline]
    pub fn to(self, last: Area) -> Area {
        Area {
            end_row: last.end_row,
            end_col: last.end_col,
            ..self
        }
    }

    /// Returns the area of the first column alone.
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
