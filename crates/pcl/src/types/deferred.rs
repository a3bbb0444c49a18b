//! Types that are derived from a type with respect to deferred types.
//!
//! - [`resolve`]: the type of a value after its deferred parts are resolved
//! - [`input`]: the input form, i.e. the type of values that are accepted for the type, plain or
//!   deferred
//!
//! Both process lists, sets, maps, tuples, objects and unions, normalize the results, and create
//! new groups for recursive types. Constants and enumerations are not changed.

use crate::types::normal_form::{self, DeferredParts, Shared, annotated, resolve_with};
use crate::types::view::{PclType, shape};
use polycty_core::types::{
    Flags, Group, GroupMember, IdMap, IdSet, Reference, Str, Type, TypeError, Visit,
};

/// Replaces the deferred types in a type by their inner types. A type without any is returned
/// unchanged.
///
/// # Errors
/// Errors of the limits of types.
pub fn resolve(ty: &Type, which: DeferredParts) -> Result<Type, TypeError> {
    Deriving::new(Rewrite::Resolve(which)).apply(ty)
}

/// Returns the input form of a type: the type itself or an output of it, at each position where a
/// host accepts deferred values. Sets, tuples, constants and enumerations are not processed inside.
///
/// # Errors
/// Errors of the limits of types.
pub fn input(ty: &Type) -> Result<Type, TypeError> {
    Deriving::new(Rewrite::Input).apply(ty)
}

/// The deferred types in a type, at any depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DeferredKind {
    /// None.
    Nothing,
    /// Promises and no outputs.
    Promise,
    /// Outputs.
    Output,
}

/// Returns the kind of deferred types in a type, at any depth.
#[must_use]
pub fn deferred_kind(ty: &Type) -> DeferredKind {
    let mut found = DeferredKind::Nothing;
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
                PclType::Output(_) => {
                    found = DeferredKind::Output;
                    return Visit::Stop;
                }
                PclType::Promise(_) => found = found.max(DeferredKind::Promise),
                PclType::Recursive(reference) if seen.insert(reference.key()) => {
                    waiting.extend(reference.unfold().ok());
                }
                _ => {}
            }
            Visit::Into
        });
        if found == DeferredKind::Output {
            break;
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rewrite {
    Resolve(DeferredParts),
    Input,
}

/// The maximum length of a chain of groups in a type.
const MAX_GROUPS: usize = 64;

/// A rewrite in progress, with the groups that have been or are being rewritten.
struct Deriving {
    rewrite: Rewrite,
    done: IdMap<u64, std::sync::Arc<Group>>,
    open: Vec<(u64, Vec<GroupMember>)>,
    /// The results for shared parts.
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
            PclType::Dynamic | PclType::None | PclType::Output(_) => return Ok(ty.clone()),
            PclType::Promise(inner) => annotated(normal_form::promise(self.input(inner)?)?, ty),
            PclType::Union(members) => {
                let members: Result<Vec<Type>, TypeError> =
                    members.iter().map(|member| self.input(member)).collect();
                annotated(normal_form::union(members?)?, ty)
            }
            // The keys of a map are always plain strings.
            PclType::Map(inner) => annotated(Type::map(self.input(inner)?)?, ty),
            PclType::List(_) | PclType::Object(_) => ty.map_parts(&mut |part| self.input(part))?,
            PclType::Recursive(reference) => self.recursive(ty, reference)?,
            _ => ty.clone(),
        };
        // The alternatives of the parts resolve to the parts, so the output is one of the type
        // itself.
        normal_form::union([plain, normal_form::output(ty.clone())?])
    }

    /// Returns a reference into the rewritten group.
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
            Rewrite::Resolve(DeferredParts::All) => deferred_kind(ty) != DeferredKind::Nothing,
            Rewrite::Resolve(DeferredParts::Promises) => holds_promise(ty),
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
            if let PclType::Recursive(member) = shape(&member) {
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

    /// Rewrites a definition. The output alternative of the whole type is at its references, not in
    /// the definition.
    fn definition(&mut self, definition: &Type) -> Result<Type, TypeError> {
        match (self.rewrite, shape(definition)) {
            (Rewrite::Input, PclType::Object(_)) => {
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
            PclType::Promise(_) => {
                found = true;
                Visit::Stop
            }
            PclType::Output(_) => Visit::Over,
            PclType::Recursive(reference) => {
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
