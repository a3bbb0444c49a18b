//! Recursive types.
//!
//! A [`Group`] is one immutable allocation with a set of mutually recursive definitions. A
//! [`Reference`] is the group's identity and an index. References inside the group are weak, so
//! that a group does not keep itself alive; references that the group returns keep it alive.
//! [`Reference::unfold`] returns a definition whose own references are strong.

use super::parts::next_identity;
use super::{Flags, Kind, Str, Type, TypeError, Visit};
use crate::sort::sort_by;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::mem::ManuallyDrop;
use std::sync::{Arc, OnceLock, Weak};

/// A set of mutually recursive type definitions.
pub struct Group {
    identity: u64,
    names: Box<[Str]>,
    /// Set once, before the group is returned.
    definitions: OnceLock<Box<[Type]>>,
    /// The definitions that contain themselves; computed on first use.
    recursive: OnceLock<Box<[bool]>>,
    /// The definitions that lead back to themselves through outermost constructors only.
    unguarded: OnceLock<Box<[bool]>>,
    /// The results that [`Group::note`] stored.
    noted: OnceLock<Box<[bool]>>,
}

/// A definition of a group that is being created.
#[derive(Clone)]
pub struct GroupMember {
    group: Weak<Group>,
    identity: u64,
    index: u32,
}

impl GroupMember {
    /// Returns the reference for use in definitions of the same group.
    #[must_use]
    pub fn reference(&self) -> Type {
        Type::reference(Reference {
            target: Target::Weak(self.group.clone()),
            identity: self.identity,
            index: self.index,
        })
    }
}

impl Group {
    /// Creates a group: `define` takes a member for each name and returns the definition of each,
    /// in the same order.
    ///
    /// # Errors
    /// The error of `define`; [`TypeError::NoSuchDefinition`] if the numbers of names and
    /// definitions differ; [`TypeError::EmptyRecursion`] if a definition is only a cycle of
    /// references.
    pub fn define<F>(names: impl Into<Box<[Str]>>, define: F) -> Result<Arc<Group>, TypeError>
    where
        F: FnOnce(&[GroupMember]) -> Result<Vec<Type>, TypeError>,
    {
        let group = Arc::new(Group {
            identity: next_identity(),
            names: names.into(),
            definitions: OnceLock::new(),
            recursive: OnceLock::new(),
            unguarded: OnceLock::new(),
            noted: OnceLock::new(),
        });
        let members: Vec<GroupMember> = (0..group.names.len() as u32)
            .map(|index| GroupMember {
                group: Arc::downgrade(&group),
                identity: group.identity,
                index,
            })
            .collect();
        let definitions = define(&members)?;
        if definitions.len() != members.len() || definitions.is_empty() {
            return Err(TypeError::NoSuchDefinition(definitions.len()));
        }
        group.check_rings(&definitions)?;
        // The cell is empty: the group has not been returned yet.
        let _ = group.definitions.set(definitions.into_boxed_slice());
        Ok(group)
    }

    /// Rejects definitions that are a cycle of references.
    fn check_rings(&self, definitions: &[Type]) -> Result<(), TypeError> {
        let next = |at: usize| match definitions[at].kind() {
            Kind::Reference(next) if next.identity == self.identity => Some(next.index as usize),
            _ => None,
        };
        // The start that reached each definition first, so that each is visited once.
        let mut seen_from = vec![usize::MAX; definitions.len()];
        let mut first = None;
        for start in 0..definitions.len() {
            let mut at = Some(start);
            while let Some(here) = at.filter(|at| seen_from[*at] == usize::MAX) {
                seen_from[here] = start;
                at = next(here);
            }
            if let Some(ring) = at.filter(|at| seen_from[*at] == start) {
                let members =
                    std::iter::successors(next(ring), |at| next(*at).filter(|_| *at != ring));
                first = members.chain(first).min();
            }
        }
        match first {
            Some(first) => Err(TypeError::EmptyRecursion(self.names[first].clone())),
            None => Ok(()),
        }
    }

    /// The number of definitions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no definitions; always `false` for a finished group.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// A definition as it is stored in the group. Its references to the same group are weak, so
    /// they can be followed only while the group is alive.
    #[inline]
    pub fn definition(&self, index: u32) -> Option<&Type> {
        self.definitions.get()?.get(index as usize)
    }

    /// Whether a definition contains a reference to itself, directly or indirectly.
    #[inline]
    pub fn is_recursive(&self, index: u32) -> bool {
        let Some(definitions) = self.definitions.get() else {
            return false;
        };
        let recursive = self.recursive.get_or_init(|| {
            let next: Vec<Vec<u32>> = definitions
                .iter()
                .map(|definition| self.references(definition))
                .collect();
            on_cycles(&next)
        });
        recursive.get(index as usize).copied().unwrap_or(false)
    }

    /// Whether every path from a definition back to itself leads through a part of a value, such as
    /// an element, and not only through members of unions and deferred types. Otherwise a value of
    /// the definition may depend on itself.
    pub fn is_guarded(&self, index: u32) -> bool {
        // Without definitions there are no paths.
        let Some(definitions) = self.definitions.get() else {
            return true;
        };
        let unguarded = self.unguarded.get_or_init(|| {
            let next: Vec<Vec<u32>> = definitions
                .iter()
                .map(|definition| self.outermost_references(definition))
                .collect();
            on_cycles(&next)
        });
        !unguarded.get(index as usize).copied().unwrap_or(false)
    }

    /// Stores a property of each definition that the language computed, so that it is not computed
    /// again. The first stored result is kept.
    pub fn note(&self, found: impl Into<Box<[bool]>>) {
        let _ = self.noted.set(found.into());
    }

    /// The stored property of a definition ([`Group::note`]).
    #[must_use]
    #[inline]
    pub fn noted(&self, index: u32) -> Option<bool> {
        self.noted.get()?.get(index as usize).copied()
    }

    /// The definitions of this group that the outermost constructors of a type refer to.
    fn outermost_references(&self, ty: &Type) -> Vec<u32> {
        let mut found = Vec::new();
        ty.walk(&mut |_, part| match part.kind() {
            _ if !part.has(Flags::REFERENCE) => Visit::Over,
            Kind::Reference(reference) if reference.identity == self.identity => {
                found.push(reference.index);
                Visit::Over
            }
            Kind::Union(_)
            | Kind::Optional(_)
            | Kind::NotUndef(_)
            | Kind::Promise(_)
            | Kind::Output(_) => Visit::Into,
            _ => Visit::Over,
        });
        sort_by(&mut found, Ord::cmp);
        found.dedup();
        found
    }

    /// The definitions of this group that a type refers to.
    fn references(&self, ty: &Type) -> Vec<u32> {
        let mut found = Vec::new();
        ty.walk(&mut |_, part| match part.kind() {
            _ if !part.has(Flags::REFERENCE) => Visit::Over,
            Kind::Reference(reference) if reference.identity == self.identity => {
                found.push(reference.index);
                Visit::Over
            }
            _ => Visit::Into,
        });
        sort_by(&mut found, Ord::cmp);
        found.dedup();
        found
    }

    /// Returns a reference to a definition, which keeps the group alive.
    ///
    /// # Errors
    /// [`TypeError::NoSuchDefinition`] if the index is out of range.
    pub fn reference(self: &Arc<Group>, index: usize) -> Result<Type, TypeError> {
        if index >= self.names.len() {
            return Err(TypeError::NoSuchDefinition(index));
        }
        Ok(Type::reference(Reference {
            target: Target::Strong(self.clone()),
            identity: self.identity,
            index: index as u32,
        }))
    }
}

/// The definitions of groups that are still to be dropped.
type DropQueue = Vec<Box<[Type]>>;

thread_local! {
    /// The definitions of groups that are still to be dropped, while one is being dropped. It is
    /// empty otherwise, so it needs no destructor.
    static DROP_QUEUE: ManuallyDrop<RefCell<Option<DropQueue>>> =
        const { ManuallyDrop::new(RefCell::new(None)) };
}

/// Removes the queue when the outermost drop ends, also after a panic.
struct Draining;

impl Drop for Draining {
    fn drop(&mut self) {
        let rest = DROP_QUEUE.with(|queue| queue.borrow_mut().take());
        drop(rest);
    }
}

impl Drop for Group {
    /// Groups may refer to other groups in chains of any length, and no depth limit counts them. So
    /// groups are dropped one after the other, without recursion.
    fn drop(&mut self) {
        let Some(definitions) = self.definitions.take() else {
            return;
        };
        let outermost = DROP_QUEUE.with(|queue| match &mut *queue.borrow_mut() {
            Some(queue) => {
                queue.push(definitions);
                false
            }
            idle => {
                *idle = Some(vec![definitions]);
                true
            }
        });
        if outermost {
            let _draining = Draining;
            let next = || DROP_QUEUE.with(|queue| queue.borrow_mut().as_mut()?.pop());
            while let Some(definitions) = next() {
                drop(definitions);
            }
        }
    }
}

/// The nodes of a graph that are on a cycle: those in strongly connected components (Tarjan) with
/// more than one node or a loop.
fn on_cycles(next: &[Vec<u32>]) -> Box<[bool]> {
    const UNSEEN: u32 = u32::MAX;
    let mut order = vec![UNSEEN; next.len()];
    let mut low = vec![0; next.len()];
    let mut open: Vec<u32> = Vec::new();
    let mut is_open = vec![false; next.len()];
    let mut answer = vec![false; next.len()];
    let mut counter = 0;
    // A node and the number of its visited successors.
    let mut path: Vec<(u32, usize)> = Vec::new();
    for start in 0..next.len() as u32 {
        if order[start as usize] != UNSEEN {
            continue;
        }
        path.push((start, 0));
        while let Some((node, visited)) = path.pop() {
            let at = node as usize;
            if visited == 0 {
                order[at] = counter;
                low[at] = counter;
                counter += 1;
                open.push(node);
                is_open[at] = true;
            } else {
                let child = next[at][visited - 1] as usize;
                if is_open[child] {
                    low[at] = low[at].min(low[child]);
                }
            }
            let unseen = next[at][visited..]
                .iter()
                .position(|&child| {
                    let child = child as usize;
                    if order[child] == UNSEEN {
                        return true;
                    }
                    if is_open[child] {
                        low[at] = low[at].min(order[child]);
                    }
                    false
                })
                .map(|found| visited + found);
            if let Some(found) = unseen {
                path.push((node, found + 1));
                path.push((next[at][found], 0));
                continue;
            }
            if low[at] == order[at] {
                let first = open.iter().rposition(|&other| other == node).unwrap_or(0);
                let loops = open.len() - first > 1 || next[at].contains(&node);
                for member in open.drain(first..) {
                    is_open[member as usize] = false;
                    answer[member as usize] = loops;
                }
            }
        }
    }
    answer.into()
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.names).finish()
    }
}

/// A reference to a definition of a group.
#[derive(Clone)]
pub struct Reference {
    target: Target,
    identity: u64,
    index: u32,
}

#[derive(Clone)]
enum Target {
    Strong(Arc<Group>),
    Weak(Weak<Group>),
}

impl Reference {
    /// The group, or `None` once it has been released.
    #[must_use]
    pub fn group(&self) -> Option<Arc<Group>> {
        match &self.target {
            Target::Strong(group) => Some(group.clone()),
            Target::Weak(group) => group.upgrade(),
        }
    }

    /// Calls `with` with the definition as it is stored in the group. Returns `None` if the group
    /// has been released.
    #[inline]
    pub fn with_definition<R>(&self, with: impl FnOnce(&Type) -> R) -> Option<R> {
        match &self.target {
            Target::Strong(group) => group.definition(self.index).map(with),
            Target::Weak(group) => group.upgrade()?.definition(self.index).map(with),
        }
    }

    /// Whether the definition contains a reference to itself.
    pub fn is_recursive(&self) -> bool {
        match &self.target {
            Target::Strong(group) => group.is_recursive(self.index),
            Target::Weak(group) => group
                .upgrade()
                .is_some_and(|group| group.is_recursive(self.index)),
        }
    }

    /// Whether every path from the definition back to itself leads through a part of a value.
    /// Otherwise following it may never end.
    pub fn is_guarded(&self) -> bool {
        match &self.target {
            Target::Strong(group) => group.is_guarded(self.index),
            Target::Weak(group) => group
                .upgrade()
                .is_none_or(|group| group.is_guarded(self.index)),
        }
    }

    /// The stored property of the definition ([`Group::note`]).
    #[must_use]
    #[inline]
    pub fn noted(&self) -> Option<bool> {
        match &self.target {
            Target::Strong(group) => group.noted(self.index),
            Target::Weak(group) => group.upgrade()?.noted(self.index),
        }
    }

    /// The group's identity and the definition's index, which identify the reference.
    #[must_use]
    pub fn key(&self) -> (u64, u32) {
        (self.identity, self.index)
    }

    /// The name of the definition.
    #[must_use]
    pub fn name(&self) -> Option<Str> {
        Some(self.group()?.names[self.index as usize].clone())
    }

    /// Returns the definition, with references that keep the group alive.
    ///
    /// The cost is proportional to the parts of the definition that contain references.
    ///
    /// # Errors
    /// [`TypeError::ReleasedGroup`] if the group has been released.
    pub fn unfold(&self) -> Result<Type, TypeError> {
        let group = self.group().ok_or(TypeError::ReleasedGroup)?;
        let definitions = group.definitions.get().ok_or(TypeError::ReleasedGroup)?;
        definitions[self.index as usize].replace(&mut |part| match part.kind() {
            _ if !part.has(Flags::REFERENCE) => Ok(Some(part.clone())),
            Kind::Reference(inner) if inner.identity == group.identity => {
                group.reference(inner.index as usize).map(Some)
            }
            _ => Ok(None),
        })
    }
}

impl PartialEq for Reference {
    fn eq(&self, other: &Reference) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Reference {}

impl PartialOrd for Reference {
    fn partial_cmp(&self, other: &Reference) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reference {
    fn cmp(&self, other: &Reference) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Reference {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name().as_deref().unwrap_or("(released)"))
    }
}
