//! May a value of one type go where another type is expected?
//!
//! First what the source is decides: an alias is what it stands for, a Variant
//! goes where all of its members go, an Optional where undef and its content go.
//! Then the target has one rule of its own, here a `match` with an arm a
//! constructor; the longer rules are in the files below, by meaning.
//!
//! A pair of types that is met again while it is being examined counts as true:
//! nothing has spoken against it. That makes the check of recursive aliases
//! finite and is the greatest relation that the rules allow. Pairs that have been
//! decided are remembered once a check becomes long, so that the work stays in
//! proportion to the number of pairs.

mod callable;
mod catalog;
mod collections;
mod init;
mod iterable;
mod objects;
mod sizes;
pub(super) mod strings;

pub(super) use catalog::{common_class, component_is, has_version};
pub(super) use init::Made;
pub(super) use iterable::is_iterable_type;
pub(super) use sizes::of_params as size_of_params;

use super::nominal::{self, Name};
use crate::diagnostic::{Code, Error, Result};
use crate::types::{Group, Kind, NominalParam, NominalType, Type};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Whether a value of type `source` may go where `target` is expected.
///
/// A type that says what cannot be made, such as `Init[Undef]`, accepts nothing;
/// so does what would take too long to decide. [`try_assignable`] tells.
#[must_use]
pub fn assignable(target: &Type, source: &Type) -> bool {
    let mut check = Check::default();
    check.accepts(target, source) && check.fault.is_none()
}

/// As [`assignable`], with an error where there is no answer.
///
/// # Errors
/// The message of Puppet for an Init of a type without constructor, or with
/// arguments that the constructor does not take; [`Code::Limit`] when recursive
/// types take too long.
pub fn try_assignable(target: &Type, source: &Type) -> Result<bool> {
    let mut check = Check::default();
    let answer = check.accepts(target, source);
    check.finish(answer)
}

/// The deepest that a check goes: beyond what two types without recursion need.
const MAX_NESTING: u32 = 1200;

/// The most pairs of types that one check looks at.
const MAX_STEPS: u32 = 1 << 22;

/// From so many pairs on, what has been decided is remembered.
const REMEMBER_FROM: u32 = 1 << 10;

/// What stands for a type while a check goes on: the definition that a reference
/// names, or the node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Identity(u64, u32);

impl Identity {
    pub(super) fn of(ty: &Type) -> Identity {
        match ty.kind() {
            Kind::Reference(reference) => {
                let (group, index) = reference.key();
                Identity(group, index)
            }
            _ => Identity(ty.address() as u64, u32::MAX),
        }
    }
}

type Pair = (Identity, Identity);

/// The state of one check.
#[derive(Default)]
pub(super) struct Check {
    nesting: u32,
    steps: u32,
    /// The pairs that are being examined.
    open: Vec<Pair>,
    /// What has been decided; true may rest on pairs that are still open.
    decided: FxHashMap<Pair, bool>,
    /// The pairs that were decided as true, in order, to be taken back when what
    /// they rest on turns out false.
    trail: Vec<Pair>,
    /// Types that were made on the way: they live on so that no other type gets
    /// their address.
    made: Vec<Type>,
    fault: Option<Error>,
    /// How many values that were made on the way are being looked at.
    pub(super) passing: u32,
    /// The values and references that are being examined.
    pub(super) open_values: Vec<(usize, Identity)>,
    /// What has been decided of them.
    pub(super) known_values: FxHashMap<(usize, Identity), bool>,
}

impl Check {
    /// The answer, unless there is none.
    pub(super) fn finish(self, answer: bool) -> Result<bool> {
        match self.fault {
            None => Ok(answer),
            Some(fault) => Err(fault),
        }
    }

    /// Notes why there is no answer; the check then ends as soon as it can.
    #[cold]
    pub(super) fn fail(&mut self, fault: Error) -> bool {
        self.fault.get_or_insert(fault);
        false
    }

    #[cold]
    pub(super) fn too_much(&mut self) -> bool {
        self.fail(Error::new(
            Code::Limit,
            "the types are too deeply recursive to be compared",
        ))
    }

    /// Keeps a type that was made on the way.
    pub(super) fn keep(&mut self, ty: Type) -> Type {
        self.made.push(ty.clone());
        ty
    }

    /// Whether `target` accepts `source`.
    pub(super) fn accepts(&mut self, target: &Type, source: &Type) -> bool {
        match source.kind() {
            Kind::Union(members) => match target.kind() {
                Kind::Any => true,
                Kind::Union(wanted) if wanted.is_empty() => true,
                // No value is a member of it, undef neither.
                Kind::NotUndef(_) if members.is_empty() => self.rule(target, source),
                Kind::Nominal(nominal) if members.is_empty() => {
                    nominal::name_of(nominal) == Some(Name::Unit)
                }
                _ => !members.is_empty() && members.iter().all(|m| self.deeper(target, m)),
            },
            Kind::Optional(content) => {
                self.accepts_undef(target) && self.deeper(target, content)
            }
            Kind::NotUndef(content) => {
                if !content.is_any() && !self.accepts_undef(content) {
                    self.deeper(target, content)
                } else {
                    self.rule(target, source)
                }
            }
            Kind::Reference(_) => self.unfolded(target, source, Side::Source),
            _ => self.rule(target, source),
        }
    }

    /// As [`accepts`](Check::accepts), one level further down.
    #[inline]
    pub(super) fn deeper(&mut self, target: &Type, source: &Type) -> bool {
        if !self.enter() {
            return false;
        }
        let answer = self.accepts(target, source);
        self.leave();
        answer
    }

    /// Counts a step down; false when the check must end.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        if self.nesting >= MAX_NESTING || self.steps >= MAX_STEPS || self.fault.is_some() {
            return self.too_much();
        }
        self.nesting += 1;
        self.steps += 1;
        true
    }

    /// Counts the step back up.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// Whether what is decided is to be remembered.
    pub(super) fn is_long(&self) -> bool {
        self.steps >= REMEMBER_FROM
    }

    /// Whether `target` accepts undef.
    pub(super) fn accepts_undef(&mut self, target: &Type) -> bool {
        match target.kind() {
            Kind::Any | Kind::None | Kind::Optional(_) => true,
            Kind::Union(_) | Kind::Reference(_) => self.deeper(target, Type::none()),
            Kind::Nominal(nominal) => matches!(
                nominal::name_of(nominal),
                Some(Name::Unit | Name::Init)
            ) && self.deeper(target, Type::none()),
            _ => false,
        }
    }

    /// The rule of the target.
    fn rule(&mut self, target: &Type, source: &Type) -> bool {
        match target.kind() {
            Kind::Any => true,
            Kind::None => matches!(source.kind(), Kind::None) || is_unit(source),
            Kind::Bool(want) => match source.kind() {
                Kind::Bool(have) => want.is_none() || want == have,
                _ => is_unit(source),
            },
            Kind::Number => match source.kind() {
                Kind::Number | Kind::Integer(_) | Kind::Float(_) => true,
                _ => is_unit(source),
            },
            Kind::Integer(want) => match source.kind() {
                Kind::Integer(have) => sizes::integers(want, have),
                _ => is_unit(source),
            },
            Kind::Float(want) => match source.kind() {
                Kind::Float(have) => sizes::floats(want, have),
                _ => is_unit(source),
            },
            Kind::String(_) | Kind::Literal { .. } => match source.kind() {
                Kind::String(_) | Kind::Literal { .. } => self.strings(target, source),
                _ => is_unit(source),
            },
            Kind::List { element, size } => match source.kind() {
                Kind::List { .. } | Kind::Tuple { .. } => self.array(element, *size, source),
                _ => is_unit(source),
            },
            Kind::Map { key, element, size } => match source.kind() {
                Kind::Map { .. } | Kind::Object(_) => self.hash((key, element), *size, source),
                _ => is_unit(source),
            },
            Kind::Tuple { elements, size } => match source.kind() {
                Kind::List { .. } | Kind::Tuple { .. } => {
                    self.tuple((elements, *size), source) || target == source
                }
                _ => is_unit(source),
            },
            Kind::Object(object) => match source.kind() {
                Kind::Map { .. } | Kind::Object(_) => self.structure(object, source),
                _ => is_unit(source),
            },
            Kind::Func(want) => match source.kind() {
                Kind::Func(have) => self.callable(want, have),
                _ => is_unit(source),
            },
            Kind::Union(members) => {
                members.iter().any(|member| self.deeper(member, source))
                    || (members.is_empty() && is_unit(source))
            }
            Kind::Optional(content) => {
                matches!(source.kind(), Kind::None) || self.deeper(content, source)
            }
            Kind::NotUndef(content) => {
                is_unit(source)
                    || (!self.accepts_undef(source)
                        && (content.is_any() || self.deeper(content, source)))
            }
            Kind::Meta(want) => match (want, source.kind()) {
                (None, Kind::Meta(_)) => true,
                (Some(want), Kind::Meta(Some(have))) => self.deeper(want, have),
                (_, Kind::Nominal(_)) => is_unit(source),
                _ => false,
            },
            Kind::Reference(_) => self.unfolded(target, source, Side::Target),
            Kind::Nominal(nominal) => self.nominal(nominal, target, source),
            // No other constructor is a type of Puppet.
            _ => target == source,
        }
    }

    /// The rules of what only Puppet has.
    fn nominal(&mut self, nominal: &NominalType, target: &Type, source: &Type) -> bool {
        let Some(name) = nominal::name_of(nominal) else {
            return target == source;
        };
        let params = &*nominal.params;
        let have = nominal::view(source);
        if matches!(have, Some((Name::Unit, _))) {
            return true;
        }
        match name {
            Name::Unit => true,
            Name::Default | Name::SemVerRange | Name::Binary => {
                have.is_some_and(|(have, _)| have == name)
            }
            Name::Scalar => is_scalar(source, have.map(|(name, _)| name)),
            Name::ScalarData => is_scalar_data(source, have.map(|(name, _)| name)),
            Name::Collection => sizes::collection(source)
                .is_some_and(|have| sizes::within(sizes::of_params(params), have)),
            Name::Iterable => self.iterable(params, source),
            Name::Iterator => match (have, params) {
                (Some((Name::Iterator, _)), []) => true,
                (
                    Some((Name::Iterator, [NominalParam::Type(have), ..])),
                    [NominalParam::Type(want), ..],
                ) => self.deeper(want, have),
                _ => false,
            },
            Name::Sensitive => match have {
                Some((Name::Sensitive, have)) => self.deeper(content(params), content(have)),
                _ => false,
            },
            Name::Regexp => matches!(have, Some((Name::Regexp, have))
                if params.is_empty() || params == have),
            Name::SemVer => matches!(have, Some((Name::SemVer, have))
                if catalog::versions(params, have)),
            Name::Timespan | Name::Timestamp => matches!(have, Some((have, bounds))
                if have == name && catalog::times(params, bounds)),
            Name::Uri => match have {
                Some((Name::Uri, have)) => catalog::uris(self, params, have),
                _ => false,
            },
            Name::CatalogEntry => matches!(
                have,
                Some((Name::CatalogEntry | Name::Resource | Name::Class, _))
            ),
            Name::Resource => matches!(have, Some((Name::Resource, have))
                if catalog::resources(params, have)),
            Name::Class => matches!(have, Some((Name::Class, have))
                if params.is_empty() || params == have),
            Name::Runtime => matches!(have, Some((Name::Runtime, have))
                if catalog::runtimes(params, have)),
            Name::Init => self.init(params, source),
            Name::Object | Name::Error | Name::Deferred | Name::Pcore => {
                objects::accepts(self, target, source)
            }
            Name::TypeSet => matches!(have, Some((Name::TypeSet, have))
                if objects::sets(params, have)),
            Name::TypeReference => target == source,
            // What it is resolved to is a reference to nothing.
            Name::TypeAlias => have.is_some_and(|(have, _)| have == Name::TypeAlias),
        }
    }

    /// Whether the pair holds with the reference on one side replaced by what it
    /// stands for.
    fn unfolded(&mut self, target: &Type, source: &Type, side: Side) -> bool {
        let pair = (Identity::of(target), Identity::of(source));
        if self.open.contains(&pair) {
            return true;
        }
        if let Some(known) = self.decided.get(&pair) {
            return *known;
        }
        let reference = match side {
            Side::Target => target,
            Side::Source => source,
        };
        let Some((group, index)) = definition(reference) else {
            return false;
        };
        let Some(definition) = group.definition(index) else {
            return false;
        };
        self.open.push(pair);
        let before = self.trail.len();
        let answer = match side {
            Side::Target => self.deeper(definition, source),
            Side::Source => self.deeper(target, definition),
        };
        self.open.pop();
        if !answer {
            for taken_back in self.trail.drain(before..) {
                self.decided.remove(&taken_back);
            }
        }
        if self.is_long() {
            self.decided.insert(pair, answer);
            if answer {
                self.trail.push(pair);
            }
        }
        answer
    }
}

#[derive(Clone, Copy)]
enum Side {
    Target,
    Source,
}

/// The group that a reference names a definition of, and which one.
pub(super) fn definition(reference: &Type) -> Option<(Arc<Group>, u32)> {
    match reference.kind() {
        Kind::Reference(reference) => Some((reference.group()?, reference.key().1)),
        _ => None,
    }
}

#[inline]
fn is_unit(ty: &Type) -> bool {
    matches!(ty.kind(), Kind::Nominal(_)) && nominal::is_unit(ty)
}

/// The type that a parameter says, or Any.
pub(super) fn content(params: &[NominalParam]) -> &Type {
    match params {
        [NominalParam::Type(ty), ..] => ty,
        _ => Type::any(),
    }
}

fn is_scalar(source: &Type, name: Option<Name>) -> bool {
    is_scalar_data(source, name)
        || matches!(
            name,
            Some(
                Name::Scalar
                    | Name::Regexp
                    | Name::SemVer
                    | Name::SemVerRange
                    | Name::Timespan
                    | Name::Timestamp
            )
        )
}

fn is_scalar_data(source: &Type, name: Option<Name>) -> bool {
    match source.kind() {
        Kind::Bool(_)
        | Kind::Number
        | Kind::Integer(_)
        | Kind::Float(_)
        | Kind::String(_)
        | Kind::Literal { .. } => true,
        _ => name == Some(Name::ScalarData),
    }
}
