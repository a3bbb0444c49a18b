//! Facts: properties of all parts of a value, and the limits of its size.

use crate::source::{Code, Error, Result};
use crate::types::MAX_DEPTH;

/// The maximum number of parts of a value. Shared parts count for each occurrence, and a long
/// string or number counts once for every 16 bytes (the size of a value). Constructors reject
/// larger values with [`Code::Limit`]. Parts are shared, so without this limit a few dozen calls
/// could make a value whose traversal never ends.
pub const MAX_PARTS: u32 = 1 << 26;

/// Properties of all parts of a value. They are stored next to the pointer of a container, so that
/// reading them is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    bits: u8,
    /// Byte arrays, so that all facts fit next to the tag of a value.
    depth: [u8; 2],
    /// The number of parts, with shared parts counted for each occurrence.
    size: [u8; 4],
}

impl Facts {
    pub(super) const MARKED: u8 = 1;
    pub(super) const UNKNOWN: u8 = 2;
    /// An unknown part has a type that contains `any`: its type is not known yet.
    pub(super) const UNTYPED: u8 = 4;

    /// Whether there is a mark at any depth.
    #[inline]
    pub fn marked(self) -> bool {
        self.bits & Facts::MARKED != 0
    }

    /// Whether there is an unknown at any depth.
    #[inline]
    pub fn unknown(self) -> bool {
        self.bits & Facts::UNKNOWN != 0
    }

    #[inline]
    pub(crate) fn untyped(self) -> bool {
        self.bits & Facts::UNTYPED != 0
    }

    /// The nesting depth: 1 for a value without parts.
    #[must_use]
    #[inline]
    pub fn depth(self) -> u32 {
        u32::from(u16::from_ne_bytes(self.depth))
    }

    /// The number of parts: the value itself and all parts of its parts. A long string or number
    /// counts once for every 16 bytes.
    #[must_use]
    #[inline]
    pub fn size(self) -> u32 {
        u32::from_ne_bytes(self.size)
    }

    /// The facts of a value with this depth and size, without marks and unknowns.
    #[inline]
    pub(super) fn of(depth: u16, size: u32) -> Facts {
        Facts {
            bits: 0,
            depth: depth.to_ne_bytes(),
            size: size.to_ne_bytes(),
        }
    }

    /// Returns the facts with additional bits.
    #[inline]
    pub(super) fn with(mut self, bits: u8) -> Facts {
        self.bits |= bits;
        self
    }

    /// Adds the facts of a part to those of its container.
    #[inline]
    pub(crate) fn gather(&mut self, part: Facts) {
        self.bits |= part.bits;
        let depth = u16::from_ne_bytes(self.depth).max(u16::from_ne_bytes(part.depth));
        self.depth = depth.to_ne_bytes();
        self.size = self.size().saturating_add(part.size()).to_ne_bytes();
    }

    /// Returns the facts of the container of parts with these facts.
    ///
    /// # Errors
    /// [`Code::Limit`] if the container would exceed the maximum depth or number of parts.
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

    /// Returns the facts of the container of parts that are known to be within the limits.
    #[inline]
    pub(super) fn around(mut self) -> Facts {
        let depth = u16::from_ne_bytes(self.depth) + 1;
        self.depth = depth.to_ne_bytes();
        self
    }
}

/// The facts of a value without parts: one level, one part.
pub(super) const LEAF: Facts = Facts {
    bits: 0,
    depth: 1u16.to_ne_bytes(),
    size: 1u32.to_ne_bytes(),
};
