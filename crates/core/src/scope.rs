//! Scopes: nested frames of names.
//!
//! A [`Scope`] is a chain of frames, the innermost first: a name that an inner frame does not have
//! is looked up in the outer frames. The language defines the content of a frame (variables,
//! functions, types by name), the lookup, and whether an inner name may hide an outer one. This
//! module provides the chain, its maximum depth and copy-on-write clones.
//!
//! ```
//! use polycty_core::scope::Scope;
//! use std::collections::BTreeMap;
//! let mut top = Scope::new(BTreeMap::from([("a", 1), ("b", 2)]));
//! let inner = top.child(BTreeMap::from([("a", 3)])).unwrap();
//! top.frame_mut().insert("b", 4);
//! let find = |name| inner.frames().find_map(|frame| frame.get(name));
//! assert_eq!((find("a"), find("b"), find("c")), (Some(&3), Some(&2), None));
//! ```

use crate::source::{Code, Error, Result};
use std::sync::Arc;

/// The maximum nesting of scopes.
pub const MAX_SCOPES: u32 = 256;

/// A frame of names and the frames around it. Cheap to clone: a clone shares all frames until one
/// of the two changes.
#[derive(Debug, Default)]
pub struct Scope<F>(Arc<Link<F>>);

#[derive(Clone, Debug, Default)]
struct Link<F> {
    frame: F,
    outer: Option<Scope<F>>,
    depth: u32,
}

impl<F> Clone for Scope<F> {
    fn clone(&self) -> Scope<F> {
        Scope(self.0.clone())
    }
}

impl<F> Scope<F> {
    /// Creates an outermost scope.
    #[must_use]
    pub fn new(frame: F) -> Scope<F> {
        Scope(Arc::new(Link {
            frame,
            outer: None,
            depth: 0,
        }))
    }

    /// Creates a scope within the current state of this one. Later changes of this scope do not
    /// affect it.
    ///
    /// # Errors
    /// [`Code::Limit`] if the nesting exceeds [`MAX_SCOPES`].
    pub fn child(&self, frame: F) -> Result<Scope<F>> {
        if self.0.depth >= MAX_SCOPES {
            return Err(Error::new(Code::Limit, "scopes are nested too deep"));
        }
        Ok(Scope(Arc::new(Link {
            frame,
            outer: Some(self.clone()),
            depth: self.0.depth + 1,
        })))
    }

    /// Returns a scope of the innermost frame of this one, within `outer`. The nesting is not
    /// limited: the result is for lookups and must not be stored.
    #[must_use]
    pub fn within(&self, outer: &Scope<F>) -> Scope<F>
    where
        F: Clone,
    {
        Scope(Arc::new(Link {
            frame: self.0.frame.clone(),
            outer: Some(outer.clone()),
            depth: outer.0.depth.saturating_add(1),
        }))
    }

    /// The scope around.
    #[must_use]
    #[inline]
    pub fn outer(&self) -> Option<&Scope<F>> {
        self.0.outer.as_ref()
    }

    /// The innermost frame.
    #[must_use]
    #[inline]
    pub fn frame(&self) -> &F {
        &self.0.frame
    }

    /// The innermost frame, mutable; only this scope changes.
    pub fn frame_mut(&mut self) -> &mut F
    where
        F: Clone,
    {
        &mut Arc::make_mut(&mut self.0).frame
    }

    /// This scope and those around it, the innermost first.
    #[inline]
    pub fn outward(&self) -> impl Iterator<Item = &Scope<F>> {
        std::iter::successors(Some(self), |scope| scope.outer())
    }

    /// The frames, the innermost first.
    #[inline]
    pub fn frames(&self) -> impl Iterator<Item = &F> {
        self.outward().map(Scope::frame)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nesting_of_scopes_is_limited() {
        let mut scope = Scope::new(0);
        for level in 1..=MAX_SCOPES {
            scope = scope.child(level).unwrap();
        }
        assert_eq!(scope.frames().count() as u32, MAX_SCOPES + 1);
        assert_eq!(scope.child(0).unwrap_err().code(), Code::Limit);
    }

    #[test]
    fn a_clone_changes_independently() {
        let mut one = Scope::new("one");
        let same = one.clone();
        let child = one.child("child").unwrap();
        *one.frame_mut() = "other";
        assert_eq!((*one.frame(), *same.frame()), ("other", "one"));
        assert_eq!(child.outer().map(Scope::frame), Some(&"one"));
    }
}
