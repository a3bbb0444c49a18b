//! The nesting of a text, and its limit.

/// The maximum nesting of brackets, expressions, templates and blocks within one text. Everything
/// that recurses over trees relies on it.
pub const MAX_NESTING: u32 = 128;

/// The nesting level of a parser, at most `MAX`.
///
/// ```
/// use polycty_core::syntax::Nesting;
/// let mut nesting = Nesting::<1>::default();
/// assert!(nesting.enter() && !nesting.enter());
/// nesting.leave();
/// assert!(nesting.enter());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Nesting<const MAX: u32 = MAX_NESTING> {
    level: u32,
}

impl<const MAX: u32> Nesting<MAX> {
    /// Enters a level, which [`Nesting::leave`] leaves. Returns `false` if the maximum is reached;
    /// the caller must then stop the recursion and report an error.
    #[must_use]
    #[inline]
    pub fn enter(&mut self) -> bool {
        let fits = self.level < MAX;
        self.level += u32::from(fits);
        fits
    }

    /// Leaves the innermost level.
    #[inline]
    pub fn leave(&mut self) {
        self.level -= 1;
    }

    /// The level, from 0.
    #[must_use]
    #[inline]
    pub fn level(self) -> u32 {
        self.level
    }

    /// Leaves all levels inside this one.
    #[inline]
    pub fn leave_to(&mut self, level: u32) {
        self.level = self.level.min(level);
    }
}
