//! Timestamps: points in time in a time zone.

use polycty_core::text::calendar::{DateTime, NANOSECONDS_A_SECOND};

/// A point in time, as local time in a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timestamp {
    /// The local time in seconds since the start of 1970.
    pub(super) seconds: i64,
    pub(super) nanoseconds: i64,
    /// The offset from UTC in seconds; `None` for UTC itself.
    pub(super) offset: Option<i64>,
}

impl Timestamp {
    pub(super) fn plus(self, nanoseconds: i64) -> Timestamp {
        let sum = self.nanoseconds + nanoseconds % NANOSECONDS_A_SECOND;
        let seconds = nanoseconds / NANOSECONDS_A_SECOND + sum.div_euclid(NANOSECONDS_A_SECOND);
        Timestamp {
            seconds: self.seconds + seconds,
            nanoseconds: sum.rem_euclid(NANOSECONDS_A_SECOND),
            ..self
        }
    }

    pub(super) fn to_rfc3339(self) -> String {
        let time = DateTime::of_seconds(self.seconds);
        format!("{time}{}", self.offset_text(":", "Z"))
    }

    /// Returns the offset from UTC as hours and minutes. If `zero` is not empty, it replaces an
    /// offset of zero.
    pub(super) fn offset_text(self, separator: &str, zero: &str) -> String {
        let offset = self.offset.unwrap_or(0);
        if offset == 0 && !zero.is_empty() {
            return zero.to_owned();
        }
        let sign = if offset < 0 { '-' } else { '+' };
        let minutes = offset.abs() / 60;
        format!("{sign}{:02}{separator}{:02}", minutes / 60, minutes % 60)
    }
}
