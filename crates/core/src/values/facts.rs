//! Facts: what holds somewhere inside a value, and how large one may be.

use crate::source::{Code, Error, Result};
use crate::types::MAX_DEPTH;

/// The most parts that a value may have when each counts as often as it stands, and a
/// long string or number as many times as its bytes would fill a value; a constructor refuses more with [`Code::Limit`](crate::source::Code::Limit).
/// Parts are shared, so without this limit a few dozen calls could make a value
/// that takes forever to walk.
pub const MAX_PARTS: u32 = 1 << 26;

/// What holds somewhere inside a value; kept beside the pointer to a container,
/// so that asking costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    bits: u8,
    /// As bytes, so that all facts fit beside a value's tag.
    depth: [u8; 2],
    /// The number of parts, each counted as often as it stands.
    size: [u8; 4],
}

impl Facts {
    pub(super) const MARKED: u8 = 1;
    pub(super) const UNKNOWN: u8 = 2;
    /// Something is unknown and has a type with `any` in it: its own type is not
    /// known yet.
    pub(super) const UNTYPED: u8 = 4;

    /// Whether a mark is there, at any depth.
    #[inline]
    pub fn marked(self) -> bool {
        self.bits & Facts::MARKED != 0
    }

    /// Whether an unknown is there, at any depth.
    #[inline]
    pub fn unknown(self) -> bool {
        self.bits & Facts::UNKNOWN != 0
    }

    #[inline]
    pub(crate) fn untyped(self) -> bool {
        self.bits & Facts::UNTYPED != 0
    }

    /// How deep it nests: 1 for what has no parts.
    #[must_use]
    #[inline]
    pub fn depth(self) -> u32 {
        u32::from(u16::from_ne_bytes(self.depth))
    }

    /// How many parts it has, itself and those of its parts, a long string or number once for
    /// every 16 bytes.
    #[must_use]
    #[inline]
    pub fn size(self) -> u32 {
        u32::from_ne_bytes(self.size)
    }

    /// The facts of what nests so deep and counts as so many parts, without a mark or an unknown.
    #[inline]
    pub(super) fn of(depth: u16, size: u32) -> Facts {
        Facts {
            bits: 0,
            depth: depth.to_ne_bytes(),
            size: size.to_ne_bytes(),
        }
    }

    /// The same, with what these bits say.
    #[inline]
    pub(super) fn with(mut self, bits: u8) -> Facts {
        self.bits |= bits;
        self
    }

    /// The facts of a container gather those of its parts.
    #[inline]
    pub(crate) fn gather(&mut self, part: Facts) {
        self.bits |= part.bits;
        let depth = u16::from_ne_bytes(self.depth).max(u16::from_ne_bytes(part.depth));
        self.depth = depth.to_ne_bytes();
        self.size = self.size().saturating_add(part.size()).to_ne_bytes();
    }

    /// The facts of the container around parts with these facts.
    ///
    /// # Errors
    /// [`Code::Limit`] where a container may not have as many parts, or not as deep ones.
    #[inline]
    pub(super) fn bounded(self) -> Result<Facts> {
        if self.size() > MAX_PARTS {
            return Err(Error::new(
                Code::Limit,
                format!("value has more than {MAX_PARTS} parts"),
            ));
        }
        if self.depth() >= MAX_DEPTH {
            return Err(Error::new(
                Code::Limit,
                format!("value is nested more than {MAX_DEPTH} levels deep"),
            ));
        }
        Ok(self.around())
    }

    /// The same, where the parts are known to keep to the limits.
    #[inline]
    pub(super) fn around(mut self) -> Facts {
        let depth = u16::from_ne_bytes(self.depth) + 1;
        self.depth = depth.to_ne_bytes();
        self
    }
}

/// A value without parts nests one level, like a type without parts.
pub(super) const LEAF: Facts = Facts {
    bits: 0,
    depth: 1u16.to_ne_bytes(),
    size: 1u32.to_ne_bytes(),
};
