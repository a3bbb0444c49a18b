//! Arenas of syntax tree nodes.
//!
//! The nodes of each kind are in one allocation and refer to each other by number. So they are
//! small, and a tree of any depth is dropped with a few deallocations.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::Index;

/// The number of a node within its [`Arena`].
pub struct Id<T> {
    number: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    /// The number itself: below the arena's [`Arena::len`].
    #[must_use]
    #[inline]
    pub fn number(self) -> usize {
        self.number as usize
    }
}

impl<T> Clone for Id<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl<T> Eq for Id<T> {}

impl<T> Hash for Id<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.number)
    }
}

/// Consecutive nodes of an [`Arena`].
pub struct List<T> {
    start: u32,
    len: u32,
    of: PhantomData<fn() -> T>,
}

impl<T> List<T> {
    /// The number of nodes.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are no nodes.
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

impl<T> Clone for List<T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for List<T> {}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = u64::from(self.start);
        write!(f, "#{start}..{}", start + u64::from(self.len))
    }
}

/// The unused memory of an [`Arena`], in bytes, that makes shrinking worthwhile: moving the nodes
/// of a short text would take as long as parsing a part of it.
pub const SPARE: usize = 256;

/// Nodes of one kind, fewer than 2³², which suffices for texts of less than 4 GiB.
///
/// ```
/// use polycty_core::syntax::Arena;
/// let mut arena = Arena::default();
/// let first = arena.add("a");
/// let mut parts = vec!["x", "b", "c"];
/// let rest = arena.gather(&mut parts, 1);
/// assert_eq!((arena[first], &arena[rest]), ("a", &["b", "c"][..]));
/// assert_eq!(parts, ["x"]);
/// ```
#[derive(Clone, Debug)]
pub struct Arena<T>(Vec<T>);

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena(Vec::new())
    }
}

impl<T> Arena<T> {
    /// Creates an arena with a capacity.
    #[must_use]
    #[inline]
    pub fn with_capacity(nodes: usize) -> Arena<T> {
        Arena(Vec::with_capacity(nodes))
    }

    /// Adds a node.
    #[inline]
    pub fn add(&mut self, node: T) -> Id<T> {
        let number = self.0.len() as u32;
        self.0.push(node);
        Id {
            number,
            of: PhantomData,
        }
    }

    /// Moves the nodes of a stack from an index on to the arena. A parser has the parts of
    /// incomplete nodes on one stack, those of the innermost node last.
    #[inline]
    pub fn gather(&mut self, stack: &mut Vec<T>, from: usize) -> List<T> {
        let start = self.0.len() as u32;
        self.0.extend(stack.drain(from..));
        self.since(start)
    }

    /// Does the same as [`Arena::gather`] with `Copy` nodes, which are copied at once.
    #[inline]
    pub fn gather_copies(&mut self, stack: &mut Vec<T>, from: usize) -> List<T>
    where
        T: Copy,
    {
        let start = self.0.len() as u32;
        self.0.extend_from_slice(&stack[from..]);
        stack.truncate(from);
        self.since(start)
    }

    #[inline]
    fn since(&self, start: u32) -> List<T> {
        List {
            start,
            len: self.0.len() as u32 - start,
            of: PhantomData,
        }
    }

    /// The number of nodes.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no nodes.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The nodes, in insertion order.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Releases unused memory of at least [`SPARE`] bytes.
    #[inline]
    pub fn shrink(&mut self) {
        let spare = self.0.capacity() - self.0.len();
        if spare * size_of::<T>() >= SPARE {
            self.0.shrink_to_fit();
        }
    }

    /// The memory of the nodes in bytes, without the data that they own.
    #[must_use]
    #[inline]
    pub fn memory(&self) -> usize {
        self.0.capacity() * size_of::<T>()
    }
}

impl<T> Index<Id<T>> for Arena<T> {
    type Output = T;

    #[inline]
    fn index(&self, id: Id<T>) -> &T {
        &self.0[id.number as usize]
    }
}

impl<T> Index<List<T>> for Arena<T> {
    type Output = [T];

    #[inline]
    fn index(&self, list: List<T>) -> &[T] {
        &self.0[list.start as usize..][..list.len as usize]
    }
}
