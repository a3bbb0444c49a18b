//! Assignability of types.
//!
//! Rules of the source are applied first: an alias is replaced by its definition, a Variant is
//! assignable if all its members are, an Optional if undef and its content are. Then the rule of
//! the target applies: one `match` arm per constructor, with longer rules in the submodules.
//!
//! Recursive aliases are followed as in Puppet (see `guard`): once an alias has been reached within
//! itself on both sides, no rule has rejected the pair, and it counts as true. As a second defense,
//! a pair that is reached within itself repeatedly counts as true, decisions are cached in long
//! checks, and depth and steps are bounded.

mod callable;
mod catalog;
mod collections;
mod guard;
mod init;
mod iterable;
mod objects;
mod sizes;
pub(crate) mod strings;

pub(crate) use crate::rules::assignable::catalog::{common_class, has_version, in_ranges, matches};
pub(crate) use crate::rules::assignable::collections::Row;
pub(crate) use crate::rules::assignable::init::{InitForm, undef_error};
pub(crate) use crate::rules::assignable::iterable::{character, is_iterable_type};
pub(crate) use crate::rules::assignable::sizes::of_params as size_of_params;

use crate::rules::assignable::guard::Guard;
use crate::rules::type_tags::{TypeTag, may_accept, rejects};
use crate::types::nominal::{self, Name, content};
use polycty_core::calls::{Budget, BudgetError, HeldBytes};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{IdMap, IdSet, Kind, NominalParam, NominalType, Type};
use std::collections::hash_map::Entry;

/// Whether `target` accepts every value of type `source`. Each compared pair of types is a step of
/// the budget.
///
/// # Errors
/// - Puppet's message for a type that cannot be constructed: an Init of a type without a
///   constructor, or with arguments that the constructor does not accept.
/// - [`Code::Limit`] if recursive types nest too deep or the budget is exceeded.
pub fn assignable(source: &Type, target: &Type, budget: &Budget) -> Result<bool> {
    if !may_accept(target, TypeTag::of(source)) {
        return Ok(false);
    }
    let mut check = Check::new(budget);
    let answer = check.looks_at(source, target);
    check.finish(answer)
}

/// Returns the result of [`assignable`] if the type summaries determine it, without a step.
#[must_use]
#[inline]
pub fn quick_assignable(source: &Type, target: &Type) -> Option<bool> {
    if rejects(target, source) {
        Some(false)
    } else {
        None
    }
}

/// As [`assignable`], but a type that cannot be constructed accepts nothing.
///
/// # Errors
/// [`Code::Limit`] and [`Code::Cancelled`], since there is no result in these cases.
pub(crate) fn accepted(source: &Type, target: &Type, budget: &Budget) -> Result<bool> {
    match assignable(source, target, budget) {
        Err(error) if !matches!(error.code(), Code::Limit | Code::Cancelled) => Ok(false),
        answer => answer,
    }
}

/// The maximum nesting of a check: more than two types without recursion need.
const MAX_PAIR_NESTING: u32 = 320;

/// The number of steps after which decisions are cached.
const REMEMBER_FROM: u64 = 1 << 16;

/// The number of members from which two Variants are not compared pair by pair.
const MANY: usize = 32;

/// The bytes of a cached pair with its entry in the trail.
const PAIR_BYTES: u64 = 64;

/// The nesting from which open pairs are recorded.
const NOTE_FROM: u32 = 48;

/// The identity of a type during a check: the definition of a reference, or the node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Identity(u64, u32);

impl Identity {
    pub(crate) fn of(ty: &Type) -> Identity {
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
pub(crate) struct Check<'b> {
    pub(crate) budget: HeldBytes<'b>,
    /// The steps of the budget when the check began.
    began: u64,
    nesting: u32,
    /// The number of temporary values that are being checked.
    pub(crate) passing: u32,
    /// The recursion state of the current path.
    pub(crate) guard: Option<Guard>,
    rest: Option<Box<Rest>>,
}

/// The state that few checks need.
#[derive(Default)]
pub(crate) struct Rest {
    /// The deeply nested pairs that are being compared.
    open: IdMap<Pair, usize>,
    /// The cached decisions; true may depend on pairs that are still open.
    decided: IdMap<Pair, bool>,
    /// The pairs that were decided as true, in order. They are removed if a pair that they depend
    /// on is decided as false.
    trail: Vec<Pair>,
    /// Temporary types. They are kept alive, so that no other type gets their address.
    made: Vec<Type>,
    /// The values and references that are being checked.
    pub(crate) open_values: Vec<(usize, Identity)>,
    /// The cached decisions for them.
    pub(crate) known_values: IdMap<(usize, Identity), bool>,
    error: Option<Error>,
}

impl Rest {
    #[cold]
    fn finish(self, answer: bool) -> Result<bool> {
        match self.error {
            None => Ok(answer),
            Some(error) => Err(error),
        }
    }
}

impl<'b> Check<'b> {
    pub(crate) fn new(budget: &'b Budget) -> Check<'b> {
        Check {
            began: budget.steps(),
            budget: HeldBytes::new(budget),
            nesting: 0,
            passing: 0,
            guard: None,
            rest: None,
        }
    }

    /// Returns the result, or the error of the check.
    #[inline]
    pub(crate) fn finish(&mut self, answer: bool) -> Result<bool> {
        // A rejection by summary does not check the budget.
        self.budget.charge(0)?;
        match self.rest.take() {
            None => Ok(answer),
            Some(rest) => rest.finish(answer),
        }
    }

    pub(crate) fn rest(&mut self) -> &mut Rest {
        self.rest.get_or_insert_default()
    }

    #[inline]
    fn has_failed(&self) -> bool {
        self.rest.as_ref().is_some_and(|rest| rest.error.is_some())
    }

    /// Records the error of the check, which then ends as soon as possible.
    #[cold]
    pub(crate) fn fail(&mut self, error: Error) -> bool {
        self.rest().error.get_or_insert(error);
        false
    }

    #[cold]
    fn spent(&mut self, spent: BudgetError) -> bool {
        self.nesting -= 1;
        self.fail(spent.into())
    }

    #[cold]
    pub(crate) fn too_much(&mut self) -> bool {
        self.fail(Error::new(
            Code::Limit,
            "the types are nested too deep to be compared",
        ))
    }

    /// Keeps a temporary type alive.
    pub(crate) fn keep(&mut self, ty: Type) -> Type {
        self.rest().made.push(ty.clone());
        self.hold(PAIR_BYTES);
        ty
    }

    /// Counts bytes that are held until the check ends.
    pub(crate) fn hold(&mut self, bytes: u64) -> bool {
        match self.budget.hold(bytes) {
            Ok(()) => true,
            Err(spent) => self.fail(spent.into()),
        }
    }

    /// Whether `target` accepts `source`; the summaries have not rejected the pair.
    #[inline]
    fn looks_at(&mut self, source: &Type, target: &Type) -> bool {
        if let Kind::Reference(reference) = target.kind()
            && reference.is_recursive()
        {
            return self.guarded(|check| {
                check.within_target(Identity::of(target), |check| {
                    check.is_recursive_on_both() || check.by_source(source, target)
                })
            });
        }
        self.by_source(source, target)
    }

    /// Applies the rule of the source; for most kinds that of the target.
    #[inline]
    fn by_source(&mut self, source: &Type, target: &Type) -> bool {
        match TypeTag::of(source) {
            TypeTag::Variant
            | TypeTag::Optional
            | TypeTag::NotUndef
            | TypeTag::Reference
            | TypeTag::Unit
            | TypeTag::Descending
            | TypeTag::Foreign => self.decided(source, target),
            _ => self.rule(source, target),
        }
    }

    /// Applies the rule of a source that represents other types.
    fn decided(&mut self, source: &Type, target: &Type) -> bool {
        match source.kind() {
            Kind::Union(members) => match target.kind() {
                Kind::Any => true,
                Kind::Union(wanted) if wanted.is_empty() => true,
                // An empty Variant has no values, not even undef.
                Kind::NotUndef(_) if members.is_empty() => self.rule(source, target),
                _ if members.is_empty() => nominal::is_unit(target),
                Kind::Union(wanted) if members.len().min(wanted.len()) >= MANY => {
                    // A type without parts accepts itself.
                    let simple = |ty: &&Type| ty.depth() == 1 && !is_named(ty);
                    let known: IdSet<&Type> = wanted.iter().filter(simple).collect();
                    self.hold(known.len() as u64 * PAIR_BYTES)
                        && members
                            .iter()
                            .all(|member| known.contains(member) || self.deeper(member, target))
                }
                _ => members.iter().all(|member| self.deeper(member, target)),
            },
            Kind::Optional(content) => {
                self.unguarded(|check| check.accepts_undef(target) && check.deeper(content, target))
            }
            Kind::NotUndef(content) => {
                let undef = |check: &mut Check<'_>| check.accepts_undef(content);
                if !content.is_any() && !self.unguarded(undef) {
                    self.deeper(content, target)
                } else {
                    self.rule(source, target)
                }
            }
            Kind::Reference(_) => self.unfolded(source, target, Side::Source),
            Kind::Nominal(_) => match TypeTag::of(source) {
                TypeTag::Unit | TypeTag::Descending => self.stand_in(source, target),
                TypeTag::Foreign => self.foreign(source, target),
                _ => self.rule(source, target),
            },
            _ => self.rule(source, target),
        }
    }

    /// All types accept Unit. The order of a descending range does not matter.
    #[cold]
    fn stand_in(&mut self, source: &Type, target: &Type) -> bool {
        match nominal::view(source) {
            Some((Name::Descending, range)) => self.deeper(content(range), target),
            _ => true,
        }
    }

    /// A source that its type tag does not determine.
    #[cold]
    fn foreign(&mut self, source: &Type, target: &Type) -> bool {
        match TypeTag::by_name(source) {
            TypeTag::Unit | TypeTag::Descending => self.stand_in(source, target),
            tag => may_accept(target, tag) && self.rule(source, target),
        }
    }

    /// Whether `target` accepts `source`, one level deeper.
    #[inline]
    pub(crate) fn deeper(&mut self, source: &Type, target: &Type) -> bool {
        if rejects(target, source) {
            // The next level checks the budget.
            let _ = self.budget.charge(1);
            return false;
        }
        if !self.enter() {
            return false;
        }
        let answer = self.looks_at(source, target);
        self.leave();
        answer
    }

    /// Enters a level; returns `false` if the check must end.
    #[inline]
    pub(crate) fn enter(&mut self) -> bool {
        if self.nesting >= MAX_PAIR_NESTING || self.has_failed() {
            return self.too_much();
        }
        self.nesting += 1;
        match self.budget.charge(1) {
            Ok(()) => true,
            Err(spent) => self.spent(spent),
        }
    }

    /// Leaves a level.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// Whether decisions are cached.
    pub(crate) fn is_long(&self) -> bool {
        self.budget.steps() - self.began >= REMEMBER_FROM
    }

    /// Whether `target` accepts undef.
    pub(crate) fn accepts_undef(&mut self, target: &Type) -> bool {
        match target.kind() {
            Kind::Any | Kind::None | Kind::Optional(_) => true,
            Kind::Union(_) | Kind::Reference(_) => self.deeper(Type::none(), target),
            Kind::Nominal(_) => {
                matches!(TypeTag::by_name(target), TypeTag::Unit | TypeTag::Init)
                    && self.deeper(Type::none(), target)
            }
            _ => false,
        }
    }

    /// Applies the rule of the target. Sources whose tag the target never accepts have been
    /// rejected, and Unit has been accepted.
    fn rule(&mut self, source: &Type, target: &Type) -> bool {
        match (target.kind(), source.kind()) {
            (Kind::Any, _) => true,
            (Kind::None, have) => matches!(have, Kind::None),
            (Kind::Bool(want), Kind::Bool(have)) => want.is_none() || want == have,
            (Kind::Number, Kind::Number | Kind::Integer(_) | Kind::Float(_)) => true,
            (Kind::Integer(want), Kind::Integer(have)) => sizes::integers(have, want),
            (Kind::Float(want), Kind::Float(have)) => sizes::floats(have, want),
            (Kind::String(_) | Kind::Literal { .. }, Kind::String(_) | Kind::Literal { .. }) => {
                self.strings(source, target)
            }
            (Kind::List { element, size }, Kind::List { .. } | Kind::Tuple { .. }) => {
                self.array(source, element, *size)
            }
            (Kind::Map { key, element, size }, Kind::Map { .. } | Kind::Object(_)) => {
                self.hash(source, (key, element), *size)
            }
            (Kind::Tuple { elements, size }, Kind::List { .. } | Kind::Tuple { .. }) => {
                self.tuple(source, (Row::Types(elements), *size)) || target == source
            }
            (Kind::Object(object), Kind::Map { .. } | Kind::Object(_)) => {
                self.structure(source, object)
            }
            (Kind::Func(want), Kind::Func(have)) => self.callable(have, want),
            (Kind::Union(members), _) => members.iter().any(|member| self.deeper(source, member)),
            (Kind::Optional(content), have) => {
                matches!(have, Kind::None) || self.deeper(source, content)
            }
            (Kind::NotUndef(content), _) => {
                !self.accepts_undef(source) && (content.is_any() || self.deeper(source, content))
            }
            (Kind::Meta(None), Kind::Meta(_)) => true,
            (Kind::Meta(Some(want)), Kind::Meta(Some(have))) => self.deeper(have, want),
            (Kind::Reference(_), _) => self.unfolded(source, target, Side::Target),
            (Kind::Nominal(nominal), _) => self.nominal(source, nominal, target),
            // Puppet has no type for any other constructor.
            _ => TypeTag::of(target) == TypeTag::Other && target == source,
        }
    }

    /// Applies the rules of the types that only Puppet has.
    fn nominal(&mut self, source: &Type, nominal: &NominalType, target: &Type) -> bool {
        let Some(name) = nominal::name_of(nominal) else {
            return target == source;
        };
        if TypeTag::of(target) == TypeTag::Foreign
            && !TypeTag::by_name(target).may_accept(TypeTag::by_name(source))
        {
            return false;
        }
        let params = &*nominal.params;
        let have = nominal::view(source);
        match name {
            Name::Unit => true,
            Name::Default | Name::SemVerRange | Name::Binary => {
                have.is_some_and(|(have, _)| have == name)
            }
            // All sources that the tags allow.
            Name::Scalar | Name::ScalarData => !matches!(source.kind(), Kind::NotUndef(_)),
            Name::Collection => sizes::collection(source)
                .is_some_and(|have| sizes::within(have, sizes::of_params(params))),
            Name::Iterable => self.iterable(source, params),
            Name::Iterator => match (have, params) {
                (Some((Name::Iterator, _)), []) => true,
                (
                    Some((Name::Iterator, [NominalParam::Type(have), ..])),
                    [NominalParam::Type(want), ..],
                ) => self.deeper(have, want),
                _ => false,
            },
            Name::Sensitive => match have {
                Some((Name::Sensitive, have)) => self.deeper(content(have), content(params)),
                _ => false,
            },
            Name::Regexp => matches!(have, Some((Name::Regexp, have))
                if params.is_empty() || params == have),
            Name::SemVer => matches!(have, Some((Name::SemVer, have))
                if catalog::versions(have, params)),
            Name::Timespan | Name::Timestamp => matches!(have, Some((have, bounds))
                if have == name && catalog::times(bounds, params)),
            Name::Uri => match have {
                Some((Name::Uri, have)) => catalog::uris(self, have, params),
                _ => false,
            },
            Name::CatalogEntry => matches!(
                have,
                Some((
                    Name::CatalogEntry | Name::Resource | Name::Class | Name::Node | Name::Stage,
                    _
                ))
            ),
            Name::Resource => matches!(have, Some((Name::Resource, have))
                if catalog::resources(have, params)),
            Name::Class | Name::Node | Name::Stage => matches!(have, Some((kind, have))
                if kind == name && (params.is_empty() || params == have)),
            Name::Runtime => matches!(have, Some((Name::Runtime, have))
                if catalog::runtimes(have, params)),
            Name::Init => self.init(source, params),
            Name::Object | Name::Error | Name::Deferred | Name::Pcore => {
                objects::accepts(self, source, target)
            }
            Name::TypeSet => matches!(have, Some((Name::TypeSet, have))
                if objects::sets(have, params)),
            Name::TypeReference => target == source,
            // An unresolved alias refers to nothing.
            Name::TypeAlias => have.is_some_and(|(have, _)| have == Name::TypeAlias),
            Name::Descending => self.deeper(source, content(params)),
        }
    }

    /// Whether the pair is assignable with the reference on one side replaced by its definition.
    fn unfolded(&mut self, source: &Type, target: &Type, side: Side) -> bool {
        let pair = (Identity::of(source), Identity::of(target));
        let deep = self.nesting >= NOTE_FROM;
        if (deep || self.is_long())
            && let Some(answer) = self.noted(pair)
        {
            return answer;
        }
        let reference = match side {
            Side::Target => target,
            Side::Source => source,
        };
        let Kind::Reference(reference) = reference.kind() else {
            return false;
        };
        let before = if deep {
            let rest = self.rest();
            *rest.open.entry(pair).or_default() += 1;
            rest.trail.len()
        } else {
            0
        };
        let answer = reference.with_definition(|definition| match side {
            Side::Source if !reference.is_recursive() => self.deeper(definition, target),
            Side::Source => {
                self.guarded(|check| check.adds_source(pair.0) || check.deeper(definition, target))
            }
            Side::Target => self.deeper(source, definition),
        });
        let answer = answer.unwrap_or(false);
        if deep && let Entry::Occupied(mut open) = self.rest().open.entry(pair) {
            *open.get_mut() -= 1;
            if *open.get() == 0 {
                open.remove();
            }
        }
        if self.is_long() {
            self.decide(pair, answer, before);
        }
        answer
    }

    /// Returns the cached decision of a pair, or true if the pair is within itself.
    #[cold]
    fn noted(&mut self, pair: Pair) -> Option<bool> {
        const OVER_AND_OVER: usize = 6;
        let rest = self.rest();
        if rest
            .open
            .get(&pair)
            .is_some_and(|open| *open >= OVER_AND_OVER)
        {
            return Some(true);
        }
        rest.decided.get(&pair).copied()
    }

    #[cold]
    fn decide(&mut self, pair: Pair, answer: bool, before: usize) {
        if !self.hold(PAIR_BYTES) {
            return;
        }
        let rest = self.rest();
        if answer {
            rest.trail.push(pair);
        } else {
            for taken_back in rest.trail.drain(before.min(rest.trail.len())..) {
                rest.decided.remove(&taken_back);
            }
        }
        rest.decided.insert(pair, answer);
    }
}

/// Whether a type is identified by a name, which may denote a type that accepts nothing.
fn is_named(ty: &Type) -> bool {
    matches!(ty.kind(), Kind::Nominal(_) | Kind::Reference(_))
}

#[derive(Clone, Copy)]
enum Side {
    Target,
    Source,
}

#[cfg(test)]
mod tests;
