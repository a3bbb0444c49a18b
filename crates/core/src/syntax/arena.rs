//! Arenas: where do the nodes of a tree live?
//!
//! In one allocation a kind. Nodes know each other by number, so they are small, a tree
//! is dropped in a few deallocations however deep it is, and any part of it is a number.

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
    /// How many there are.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
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

/// So many bytes an [`Arena`] gives back: to move the nodes of a short text would take as long as
/// to read some of it.
pub const SPARE: usize = 256;

/// Nodes of one kind, fewer than 2³²: what a text of less than four gigabytes has.
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
    /// Without nodes, with room for some.
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

    /// Adds the nodes of a stack from a position on, which leave the stack. A parser has
    /// the parts of nodes that are not complete on one stack, those of the innermost last.
    #[inline]
    pub fn gather(&mut self, stack: &mut Vec<T>, from: usize) -> List<T> {
        let start = self.0.len() as u32;
        self.0.extend(stack.drain(from..));
        self.since(start)
    }

    /// As [`Arena::gather`], of nodes that own nothing: they are copied at once.
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

    /// How many nodes there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The nodes, in the order that they were added in.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// Gives back the memory that no node needs, but for less than [`SPARE`] bytes.
    #[inline]
    pub fn shrink(&mut self) {
        let spare = self.0.capacity() - self.0.len();
        if spare * size_of::<T>() >= SPARE {
            self.0.shrink_to_fit();
        }
    }

    /// The bytes of memory that the nodes take, what they own apart.
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
