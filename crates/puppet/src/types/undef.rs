//! Undef: does a type accept it?
//!
//! The one question of assignability that making a type asks: the key of a
//! struct is optional when the type of its value accepts undef. Of aliases it is noted when
//! they are defined, so that nobody who asks goes through all that they lead to.

use crate::types::nominal::{self, Name};
use polycty_core::types::{IdSet, Kind, NominalParam, StringConstraint, Type};

/// What is known of aliases that are being defined: the key of the reference,
/// and whether the alias accepts undef. The keys ascend.
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

/// Says of aliases that are being defined, by their bodies, which accept undef: those that do
/// whatever the others are, and those that stand for one which does.
pub(crate) fn settle(bodies: &[Type], pending: &mut Pending) {
    for (_, known) in pending.iter_mut() {
        *known = false;
    }
    // By each alias the ones whose answer is its own.
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

/// The question, while it goes through a type.
struct Question<'p> {
    pending: &'p Pending,
    /// The aliases that are defined already and have been met.
    seen: IdSet<(u64, u32)>,
    /// What those of them stand for that have not been looked at yet.
    later: Vec<Type>,
    /// The pending ones that were asked for, by their positions.
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

    /// How many aliases lead into one another has no bound, so they are followed one after the
    /// other and not one inside the other.
    fn accepts(&mut self, ty: &Type) -> bool {
        let mut accepts = self.accepts_at_once(ty);
        while !accepts && let Some(definition) = self.later.pop() {
            accepts = self.accepts_at_once(&definition);
        }
        accepts
    }

    /// Whether a type does whatever the aliases that it names are.
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
