//! Types that follow from a type by what is eventual.
//!
//! - [`resolve`]: what an eventual value becomes once it is there
//! - [`input`]: what may be given where a value of the type is wanted, now or
//!   eventually
//!
//! Both go through lists, sets, maps, tuples, objects and unions, which are brought
//! to normal form again, and give recursive types a group of their own. Constants and
//! enumerations are whole.

use crate::types::normal_form::{self, Eventuals, Shared, annotated, resolve_with};
use crate::types::shape::{Shape, shape};
use polycty_core::types::{
    Flags, Group, GroupMember, IdMap, IdSet, Reference, Str, Type, TypeError, Visit,
};

/// The type with its eventual types replaced by what they will be. A type that holds
/// none comes back as it is.
///
/// # Errors
/// The limits of types.
pub fn resolve(ty: &Type, which: Eventuals) -> Result<Type, TypeError> {
    Deriving::new(Rewrite::Resolve(which)).apply(ty)
}

/// What may be given where a value of the type is wanted: the same, or an output of
/// it, at each place where a host looks for eventual values. Sets, tuples,
/// constants and enumerations are taken whole.
///
/// # Errors
/// The limits of types.
pub fn input(ty: &Type) -> Result<Type, TypeError> {
    Deriving::new(Rewrite::Input).apply(ty)
}

/// Whether an output, or else a promise, occurs anywhere inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    /// Neither.
    Nothing,
    /// A promise and no output.
    Promise,
    /// An output.
    Output,
}

/// Which eventual types a type holds anywhere inside.
#[must_use]
pub fn held(ty: &Type) -> Held {
    let mut found = Held::Nothing;
    if !ty.has(Flags::EVENTUAL) && !ty.has(Flags::REFERENCE) {
        return found;
    }
    let mut seen: IdSet<(u64, u32)> = IdSet::default();
    let mut waiting = vec![ty.clone()];
    while let Some(next) = waiting.pop() {
        next.walk(&mut |_, part| {
            if !part.has(Flags::EVENTUAL) && !part.has(Flags::REFERENCE) {
                return Visit::Over;
            }
            match shape(part) {
                Shape::Output(_) => {
                    found = Held::Output;
                    return Visit::Stop;
                }
                Shape::Promise(_) => found = found.max(Held::Promise),
                Shape::Recursive(reference) if seen.insert(reference.key()) => {
                    waiting.extend(reference.unfold().ok());
                }
                _ => {}
            }
            Visit::Into
        });
        if found == Held::Output {
            break;
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rewrite {
    Resolve(Eventuals),
    Input,
}

/// The most groups that a type may lead through, one out of the other.
const MAX_GROUPS: usize = 64;

/// A rewriting under way: the groups that have been rewritten, and those that are
/// being.
struct Deriving {
    rewrite: Rewrite,
    done: IdMap<u64, std::sync::Arc<Group>>,
    open: Vec<(u64, Vec<GroupMember>)>,
    /// What parts have become.
    shared: Shared,
}

impl Deriving {
    fn new(rewrite: Rewrite) -> Deriving {
        Deriving {
            rewrite,
            done: IdMap::default(),
            open: Vec::new(),
            shared: Shared::default(),
        }
    }

    fn apply(&mut self, ty: &Type) -> Result<Type, TypeError> {
        match self.rewrite {
            Rewrite::Resolve(which) => {
                let mut shared = std::mem::take(&mut self.shared);
                let mut recursive =
                    |ty: &Type, reference: &Reference| self.recursive(ty, reference);
                let resolved = resolve_with(ty, which, &mut recursive, &mut shared);
                self.shared = shared;
                resolved
            }
            Rewrite::Input => self.input(ty),
        }
    }

    fn input(&mut self, ty: &Type) -> Result<Type, TypeError> {
        if let Some(known) = self.shared.get(ty) {
            return Ok(known);
        }
        let made = self.made_input(ty)?;
        self.shared.put(ty, &made);
        Ok(made)
    }

    fn made_input(&mut self, ty: &Type) -> Result<Type, TypeError> {
        let plain = match shape(ty) {
            Shape::Dynamic | Shape::None | Shape::Output(_) => return Ok(ty.clone()),
            Shape::Promise(inner) => annotated(normal_form::promise(self.input(inner)?)?, ty),
            Shape::Union(members) => {
                let members: Result<Vec<Type>, TypeError> =
                    members.iter().map(|member| self.input(member)).collect();
                annotated(normal_form::union(members?)?, ty)
            }
            // A map's keys are strings, whatever may be given for them elsewhere.
            Shape::Map(inner) => annotated(Type::map(self.input(inner)?)?, ty),
            Shape::List(_) | Shape::Object(_) => ty.map_parts(&mut |part| self.input(part))?,
            Shape::Recursive(reference) => self.recursive(ty, reference)?,
            _ => ty.clone(),
        };
        // What the parts were given besides is resolved to the parts again, so the
        // output is one of the type itself.
        normal_form::union([plain, normal_form::output(ty.clone())?])
    }

    /// A reference into the rewritten group.
    fn recursive(&mut self, ty: &Type, reference: &Reference) -> Result<Type, TypeError> {
        let (identity, index) = reference.key();
        if let Some((_, members)) = self.open.iter().find(|(open, _)| *open == identity) {
            return Ok(members[index as usize].reference());
        }
        if let Some(group) = self.done.get(&identity) {
            return group.reference(index as usize);
        }
        let changes = match self.rewrite {
            Rewrite::Input => true,
            Rewrite::Resolve(Eventuals::All) => held(ty) != Held::Nothing,
            Rewrite::Resolve(Eventuals::Promises) => holds_promise(ty),
        };
        if !changes {
            return Ok(ty.clone());
        }
        if self.open.len() >= MAX_GROUPS {
            return Err(TypeError::TooDeep);
        }
        let old = reference.group().ok_or(TypeError::ReleasedGroup)?;
        let mut names: Vec<Str> = Vec::with_capacity(old.len());
        let mut definitions = Vec::with_capacity(old.len());
        for at in 0..old.len() {
            let member = old.reference(at)?;
            if let Shape::Recursive(member) = shape(&member) {
                names.push(member.name().ok_or(TypeError::ReleasedGroup)?);
                definitions.push(member.unfold()?);
            }
        }
        let group = Group::define(names, |members| {
            self.open.push((identity, members.to_vec()));
            let new = definitions
                .iter()
                .map(|definition| self.definition(definition))
                .collect();
            self.open.pop();
            new
        })?;
        let answer = group.reference(index as usize);
        self.done.insert(identity, group);
        answer
    }

    /// A definition rewritten: what may be given for the whole stands where it is
    /// referred to, not in the definition.
    fn definition(&mut self, definition: &Type) -> Result<Type, TypeError> {
        match (self.rewrite, shape(definition)) {
            (Rewrite::Input, Shape::Object(_)) => {
                definition.map_parts(&mut |part| self.input(part))
            }
            _ => self.apply(definition),
        }
    }
}

fn holds_promise(ty: &Type) -> bool {
    let mut found = false;
    let mut seen: IdSet<(u64, u32)> = IdSet::default();
    let mut waiting = vec![ty.clone()];
    while let Some(next) = waiting.pop() {
        next.walk(&mut |_, part| match shape(part) {
            Shape::Promise(_) => {
                found = true;
                Visit::Stop
            }
            Shape::Output(_) => Visit::Over,
            Shape::Recursive(reference) => {
                if seen.insert(reference.key()) {
                    waiting.extend(reference.unfold().ok());
                }
                Visit::Over
            }
            _ => Visit::Into,
        });
    }
    found
}
