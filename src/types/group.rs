//! How can a type contain itself?
//!
//! A [`Group`] is one immutable allocation with a set of mutually recursive
//! definitions. A [`Reference`] is the group's identity plus a position. Inside
//! the group references are weak, so a group never keeps itself alive; those
//! that are handed out keep it alive. [`Reference::unfold`] gives a definition
//! whose own references are strong again.

use super::parts::next_identity;
use super::{Flags, Kind, Str, Type, TypeError};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock, Weak};

/// A set of mutually recursive type definitions.
pub struct Group {
    identity: u64,
    names: Box<[Str]>,
    /// Set once, before the group is handed out.
    definitions: OnceLock<Box<[Type]>>,
}

/// What a definition refers to while its group is being made.
#[derive(Clone)]
pub struct GroupMember {
    group: Weak<Group>,
    identity: u64,
    index: u32,
}

impl GroupMember {
    /// The reference to put into definitions of the same group.
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
    /// Makes a group: `define` gets a member for each name and returns the
    /// definition of each, in the same order.
    ///
    /// # Errors
    /// What `define` returns; [`TypeError::NoSuchDefinition`] when the numbers
    /// differ; [`TypeError::EmptyRecursion`] when a definition is nothing but a
    /// ring of references.
    pub fn define<F>(names: impl Into<Box<[Str]>>, define: F) -> Result<Arc<Group>, TypeError>
    where
        F: FnOnce(&[GroupMember]) -> Result<Vec<Type>, TypeError>,
    {
        let group = Arc::new(Group {
            identity: next_identity(),
            names: names.into(),
            definitions: OnceLock::new(),
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
        // The cell is empty: this function alone has seen the group so far.
        let _ = group.definitions.set(definitions.into_boxed_slice());
        Ok(group)
    }

    /// Refuses definitions that are references all the way round.
    fn check_rings(&self, definitions: &[Type]) -> Result<(), TypeError> {
        for start in 0..definitions.len() {
            let mut at = start;
            for _ in 0..=definitions.len() {
                match definitions[at].kind() {
                    Kind::Reference(next) if next.identity == self.identity => {
                        at = next.index as usize;
                        if at == start {
                            return Err(TypeError::EmptyRecursion(self.names[start].clone()));
                        }
                    }
                    _ => break,
                }
            }
        }
        Ok(())
    }

    /// The number of definitions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are no definitions, which a finished group never is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// A definition as the group holds it: references inside to the same group
    /// are weak, so they lead somewhere only while the group is held.
    #[inline]
    pub(crate) fn definition(&self, index: u32) -> Option<&Type> {
        self.definitions.get()?.get(index as usize)
    }

    /// A reference to a definition, which keeps the group alive.
    ///
    /// # Errors
    /// [`TypeError::NoSuchDefinition`].
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

    /// The group's identity and the definition's position: what makes two
    /// references equal.
    #[must_use]
    pub fn key(&self) -> (u64, u32) {
        (self.identity, self.index)
    }

    /// The name of the definition.
    #[must_use]
    pub fn name(&self) -> Option<Str> {
        Some(self.group()?.names[self.index as usize].clone())
    }

    /// The definition, with references that keep the group alive.
    ///
    /// Costs as much as the parts of the definition that hold references.
    ///
    /// # Errors
    /// [`TypeError::ReleasedGroup`].
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
