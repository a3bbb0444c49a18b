//! Acceptance of undef by types.
//!
//! This is the only rule of assignability that the construction of types needs: the key of a struct
//! is optional if the type of its value accepts undef. The result for an alias is stored when the
//! alias is defined, so that later queries need not follow it.

use crate::types::nominal::{self, Name};
use polycty_core::types::{IdSet, Kind, NominalParam, StringConstraint, Type};

/// The results for aliases that are being defined: the key of the reference, and whether the alias
/// accepts undef. The keys ascend.
pub(crate) type Pending = [((u64, u32), bool)];

/// Whether undef is an instance of the type.
#[must_use]
#[inline]
pub fn accepts_undef(ty: &Type) -> bool {
    accepts_undef_pending(ty, &[])
}

#[inline]
pub(crate) fn accepts_undef_pending(ty: &Type, pending: &Pending) -> bool {
    match ty.kind() {
        Kind::Union(_) | Kind::Reference(_) | Kind::Nominal(_) => {
            Question::new(pending).accepts(ty)
        }
        kind => matches!(kind, Kind::Any | Kind::None | Kind::Optional(_)),
    }
}

/// Determines from the bodies which of the aliases being defined accept undef: those that do
/// regardless of the others, and those that refer to one that does.
pub(crate) fn settle(bodies: &[Type], pending: &mut Pending) {
    for (_, known) in pending.iter_mut() {
        *known = false;
    }
    // For each alias, the aliases whose result depends on it.
    let mut followers = vec![Vec::new(); bodies.len()];
    let mut found = Vec::new();
    for (at, body) in bodies.iter().enumerate() {
        let mut question = Question::new(pending);
        if question.accepts(body) {
            found.push(at);
        } else {
            for asked in question.asked {
                followers[asked].push(at);
            }
        }
    }
    while let Some(at) = found.pop() {
        if !std::mem::replace(&mut pending[at].1, true) {
            found.append(&mut followers[at]);
        }
    }
}

/// The state of a query on a type.
struct Question<'p> {
    pending: &'p Pending,
    /// The completed aliases that have been visited.
    seen: IdSet<(u64, u32)>,
    /// Their definitions that have not been checked yet.
    later: Vec<Type>,
    /// The indices of the pending aliases that the result depends on.
    asked: Vec<usize>,
}

impl<'p> Question<'p> {
    fn new(pending: &'p Pending) -> Question<'p> {
        Question {
            pending,
            seen: IdSet::default(),
            later: Vec::new(),
            asked: Vec::new(),
        }
    }

    /// Chains of aliases have no length limit, so they are followed in a loop instead of by
    /// recursion.
    fn accepts(&mut self, ty: &Type) -> bool {
        let mut accepts = self.accepts_at_once(ty);
        while !accepts && let Some(definition) = self.later.pop() {
            accepts = self.accepts_at_once(&definition);
        }
        accepts
    }

    /// Whether a type accepts undef regardless of the aliases that it names.
    fn accepts_at_once(&mut self, ty: &Type) -> bool {
        match ty.kind() {
            Kind::Any | Kind::None | Kind::Optional(_) => true,
            Kind::Union(members) => members.iter().any(|member| self.accepts_at_once(member)),
            Kind::Reference(reference) => {
                let key = reference.key();
                if let Ok(at) = self.pending.binary_search_by_key(&key, |(known, _)| *known) {
                    self.asked.push(at);
                    return self.pending[at].1;
                }
                if let Some(accepts) = reference.noted() {
                    return accepts;
                }
                if self.seen.insert(key) {
                    self.later.extend(reference.unfold());
                }
                false
            }
            Kind::Nominal(_) => match nominal::view(ty) {
                Some((Name::Unit, _)) | Some((Name::Init, [])) => true,
                Some((Name::Init, [NominalParam::Type(inner), ..])) => {
                    converts(inner) || self.accepts_at_once(inner)
                }
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether the constructor of a type takes undef as its only argument.
fn converts(ty: &Type) -> bool {
    match ty.kind() {
        Kind::String(StringConstraint::Plain | StringConstraint::Length(_))
        | Kind::Map { .. }
        | Kind::Object(_) => true,
        _ => nominal::is(ty, Name::Sensitive),
    }
}
