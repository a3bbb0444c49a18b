//! Does a type convert to another one, and how surely?
//!
//! No value, some values or every value: [`Conversion`]. The rules are a table over
//! the target and the source, in the order of the reference: equal types and
//! `dynamic` first, then a union as the source, then constants, then the shape of
//! the target. The answer depends on the two types alone.
//!
//! Unification asks with other rules ([`Mode::Unifying`]): there two objects or two
//! tuples convert as well as what is made of both.
//!
//! Pairs of types are memoised within one [`Relation`]. A pair of recursive types
//! that is met again on the way is taken to convert as well as is not yet refuted, safely
//! at first; whatever was answered under an assumption is forgotten where it turns out
//! wrong. A pair is refuted twice at most, so that work stays within the square of the
//! number of pairs.

use crate::rules::unify::Step;
use crate::types::equal::{Equality, same_value};
use crate::types::eventual::resolve;
use crate::types::normal_form::Eventuals;
use crate::types::shape::{Shape, shape};
use polycty_core::types::{Flags, ObjectType, Scalar, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// What stands between two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conversion {
    /// No value converts.
    None,
    /// Some values convert.
    Unsafe,
    /// Every value converts.
    Safe,
}

/// How far pairs of types may lead into pairs before they count as not convertible.
/// Types are no deeper than [`MAX_DEPTH`](polycty_core::types::MAX_DEPTH); only definitions
/// that lead into definitions reach this.
const MAX_PAIRS: usize = 520;

/// How many pairs of recursive types unification makes something new of within the
/// outermost one: what it makes of each is written out, within that of others too.
const MAX_RECURSIVE_STEPS: usize = 8;

/// Whether values of a type convert to another one.
#[must_use]
pub fn conversion(target: &Type, source: &Type) -> Conversion {
    Relation::new(Mode::Plain).conversion(target, source)
}

/// Which rules are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Those of values.
    Plain,
    /// Those of unification.
    Unifying,
}

/// A target and a source.
pub(crate) type Pair = (Type, Type);

/// What is taken for the answer of a pair while it is being looked at.
struct Assumption {
    answer: Conversion,
    /// Whether the pair has been met again.
    met: bool,
}

/// The answers of one operation.
pub(crate) struct Relation {
    mode: Mode,
    answers: FxHashMap<Pair, Conversion>,
    /// The pairs that are answered, in order, so that some can be forgotten.
    trail: Vec<Pair>,
    /// The pairs with a recursive type that are being looked at.
    open: FxHashMap<Pair, Assumption>,
    /// How well a pair converts at best, where that is less than safely.
    bounds: FxHashMap<Pair, Conversion>,
    depth: usize,
    /// Whether a pair was too far away to be looked at.
    pub(crate) exceeded: bool,
    unfolded: FxHashMap<(u64, u32), Option<Type>>,
    resolved: FxHashMap<Type, Type>,
    equality: Equality,
    /// What unification has made of pairs.
    pub(crate) steps: FxHashMap<Pair, Step>,
    /// The pairs with a recursive type that unification is making something of.
    open_steps: FxHashSet<Pair>,
    /// How many there have been since there was none.
    opened_steps: usize,
}

impl Relation {
    pub(crate) fn new(mode: Mode) -> Relation {
        Relation {
            mode,
            answers: FxHashMap::default(),
            trail: Vec::new(),
            open: FxHashMap::default(),
            bounds: FxHashMap::default(),
            depth: 0,
            exceeded: false,
            unfolded: FxHashMap::default(),
            resolved: FxHashMap::default(),
            equality: Equality::default(),
            steps: FxHashMap::default(),
            open_steps: FxHashSet::default(),
            opened_steps: 0,
        }
    }

    /// Begins to make something of a pair; not where it is under way already, or too
    /// far away, or one recursive type too many.
    pub(crate) fn enter(&mut self, pair: &Pair) -> bool {
        if self.depth >= MAX_PAIRS {
            self.exceeded = true;
            return false;
        }
        if recursive(&pair.0) || recursive(&pair.1) {
            if self.opened_steps >= MAX_RECURSIVE_STEPS || !self.open_steps.insert(pair.clone()) {
                return false;
            }
            self.opened_steps += 1;
        }
        self.depth += 1;
        true
    }

    /// Ends what [`Relation::enter`] began.
    pub(crate) fn leave(&mut self, pair: &Pair) {
        self.depth -= 1;
        if self.open_steps.remove(pair) && self.open_steps.is_empty() {
            self.opened_steps = 0;
        }
    }

    /// Whether two types are one.
    pub(crate) fn equal(&mut self, a: &Type, b: &Type) -> bool {
        self.equality.equal(a, b)
    }

    /// What stands between a target and a source.
    pub(crate) fn conversion(&mut self, target: &Type, source: &Type) -> Conversion {
        if target.is_any() || target.is_same_node(source) {
            return Conversion::Safe;
        }
        // Small pairs are answered sooner than looked up.
        if target.depth() == 1 && source.depth() == 1 && !recursive(target) && !recursive(source) {
            return match self.equal(target, source) {
                true => Conversion::Safe,
                false => self.rules(target, source),
            };
        }
        let pair = (target.clone(), source.clone());
        if let Some(answer) = self.answers.get(&pair) {
            return *answer;
        }
        if self.equal(target, source) {
            return Conversion::Safe;
        }
        if self.depth >= MAX_PAIRS {
            self.exceeded = true;
            return Conversion::None;
        }
        self.depth += 1;
        let answer = match recursive(target) || recursive(source) {
            true => self.coinductive(&pair),
            false => self.rules(target, source),
        };
        self.depth -= 1;
        self.answers.insert(pair.clone(), answer);
        self.trail.push(pair);
        answer
    }

    fn coinductive(&mut self, pair: &Pair) -> Conversion {
        if let Some(assumption) = self.open.get_mut(pair) {
            assumption.met = true;
            return assumption.answer;
        }
        let assumed = self.bounds.get(pair).copied().unwrap_or(Conversion::Safe);
        if assumed == Conversion::None {
            return assumed;
        }
        let (Some(target), Some(source)) = (self.unfold(&pair.0), self.unfold(&pair.1)) else {
            return Conversion::None;
        };
        let before = self.trail.len();
        let assumption = Assumption {
            answer: assumed,
            met: false,
        };
        self.open.insert(pair.clone(), assumption);
        let answer = self.rules(&target, &source).min(assumed);
        let met = self.open.remove(pair).is_some_and(|pair| pair.met);
        if answer < assumed {
            self.bounds.insert(pair.clone(), answer);
            if met {
                for forgotten in self.trail.drain(before..) {
                    self.answers.remove(&forgotten);
                }
                self.steps.clear();
            }
        }
        answer
    }

    /// The definition of a recursive type, the same each time.
    pub(crate) fn unfold(&mut self, ty: &Type) -> Option<Type> {
        match shape(ty) {
            Shape::Recursive(reference) => self
                .unfolded
                .entry(reference.key())
                .or_insert_with(|| reference.unfold().ok())
                .clone(),
            _ => Some(ty.clone()),
        }
    }

    /// The type without eventual ones, the same each time.
    pub(crate) fn resolve(&mut self, ty: &Type) -> Option<Type> {
        if !ty.has(Flags::EVENTUAL) && !ty.has(Flags::REFERENCE) {
            return Some(ty.clone());
        }
        if let Some(known) = self.resolved.get(ty) {
            return Some(known.clone());
        }
        let resolved = resolve(ty, Eventuals::All).ok()?;
        self.resolved.insert(ty.clone(), resolved.clone());
        Some(resolved)
    }

    /// The table, for types that are not equal and not recursive at their head.
    fn rules(&mut self, target: &Type, source: &Type) -> Conversion {
        match (shape(target), shape(source)) {
            (Shape::Dynamic, _) => Conversion::Safe,
            (_, Shape::Union(members)) => self.of_each_member(target, members),
            (Shape::Enum { .. }, Shape::Const(..)) => self.by_target(target, source),
            (_, Shape::Const(ty, _)) if self.equal(target, ty) => Conversion::Safe,
            (_, Shape::Dynamic) => Conversion::Unsafe,
            _ => self.by_target(target, source),
        }
    }

    fn of_each_member(&mut self, target: &Type, members: &[Type]) -> Conversion {
        let (mut some, mut all) = (false, true);
        for member in members {
            let kind = self.conversion(target, member);
            some |= kind != Conversion::None;
            all &= kind == Conversion::Safe;
            if some && !all {
                return Conversion::Unsafe;
            }
        }
        match (some, all) {
            (false, _) => Conversion::None,
            (true, true) => Conversion::Safe,
            (true, false) => Conversion::Unsafe,
        }
    }

    fn by_target(&mut self, target: &Type, source: &Type) -> Conversion {
        match shape(target) {
            Shape::String | Shape::Int | Shape::Number | Shape::Bool | Shape::Id | Shape::None => {
                primitive(target, source)
            }
            Shape::List(element) => match shape(source) {
                Shape::List(from) | Shape::Set(from) => self.conversion(element, from),
                Shape::Tuple(from) => self.worst(from.iter().map(|from| (element, from))),
                _ => Conversion::None,
            },
            Shape::Set(element) => match shape(source) {
                Shape::Set(from) => self.conversion(element, from),
                Shape::List(from) => self.conversion(element, from).min(Conversion::Unsafe),
                Shape::Tuple(from) => self
                    .worst(from.iter().map(|from| (element, from)))
                    .min(Conversion::Unsafe),
                _ => Conversion::None,
            },
            Shape::Map(element) => match shape(source) {
                Shape::Map(from) => self.conversion(element, from),
                Shape::Object(from) => {
                    self.worst(from.fields().iter().map(|from| (element, from.ty())))
                }
                _ => Conversion::None,
            },
            Shape::Object(object) => match shape(source) {
                Shape::Object(from) => self.objects(object, from),
                Shape::Map(from) => self
                    .worst(object.fields().iter().map(|to| (to.ty(), from)))
                    .min(Conversion::Unsafe),
                _ => Conversion::None,
            },
            Shape::Tuple(elements) => match shape(source) {
                Shape::Tuple(from) => self.tuples(elements, from),
                Shape::List(from) | Shape::Set(from) => self
                    .worst(elements.iter().map(|to| (to, from)))
                    .min(Conversion::Unsafe),
                _ => Conversion::None,
            },
            Shape::Union(members) => self.best_member(members, source),
            Shape::Promise(inner) => match shape(source) {
                Shape::Promise(from) => self.conversion(inner, from),
                // The outside of an output would be lost.
                Shape::Output(_) => Conversion::None,
                _ => self.conversion(inner, source),
            },
            Shape::Output(inner) => match shape(source) {
                Shape::Output(from) => self.conversion(inner, from),
                Shape::Promise(from) => match self.resolve(from) {
                    Some(from) => self.conversion(inner, &from),
                    None => Conversion::None,
                },
                _ => self.conversion(inner, source),
            },
            Shape::Const(ty, _) => self.conversion(ty, source).min(Conversion::Unsafe),
            Shape::Enum { ty, values, .. } => match shape(source) {
                Shape::Const(from, Some(value)) if !self.equal(from, ty) && has(values, value) => {
                    Conversion::Safe
                }
                _ => self.conversion(ty, source).min(Conversion::Unsafe),
            },
            Shape::Dynamic => Conversion::Safe,
            Shape::Opaque(_) | Shape::Foreign | Shape::Recursive(_) => Conversion::None,
        }
    }

    /// The worst over pairs of a target and a source; nothing is as bad as safe.
    fn worst<'a>(&mut self, pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Conversion {
        let mut worst = Conversion::Safe;
        for (target, source) in pairs {
            worst = worst.min(self.conversion(target, source));
            if worst == Conversion::None {
                break;
            }
        }
        worst
    }

    fn best_member(&mut self, members: &[Type], source: &Type) -> Conversion {
        let mut best = Conversion::None;
        for member in members {
            if self.equal(member, source) {
                return Conversion::Safe;
            }
        }
        for member in members {
            best = best.max(self.conversion(member, source));
            if best == Conversion::Safe {
                break;
            }
        }
        best
    }

    fn objects(&mut self, target: &ObjectType, source: &ObjectType) -> Conversion {
        if self.mode == Mode::Unifying {
            return self.unified_objects(target, source);
        }
        self.worst(target.fields().iter().map(|to| {
            let from = source.get(to.name()).map_or(Type::none(), |from| from.ty());
            (to.ty(), from)
        }))
    }

    fn tuples(&mut self, target: &[Type], source: &[Type]) -> Conversion {
        if self.mode == Mode::Unifying {
            return self.unified(target.iter().zip(source));
        }
        match target.len() == source.len() {
            true => self.worst(target.iter().zip(source)),
            false => Conversion::None,
        }
    }

    /// How well the common properties unify; what only one has becomes optional.
    fn unified_objects(&mut self, target: &ObjectType, source: &ObjectType) -> Conversion {
        let common = target
            .fields()
            .iter()
            .filter_map(|to| Some((to.ty(), source.get(to.name())?.ty())));
        self.unified(common)
    }

    fn unified<'a>(&mut self, pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Conversion {
        let mut worst = Conversion::Safe;
        for (a, b) in pairs {
            worst = worst.min(crate::rules::unify::step_kind(self, a, b));
        }
        worst
    }
}

fn recursive(ty: &Type) -> bool {
    matches!(shape(ty), Shape::Recursive(_))
}

fn has(values: &[Scalar], value: &Scalar) -> bool {
    values
        .iter()
        .any(|known| same_value(Some(known), Some(value)))
}

/// The table of primitive types; a constant is one of its type.
fn primitive(target: &Type, source: &Type) -> Conversion {
    let source = match shape(source) {
        Shape::Const(ty, _) => shape(ty),
        other => other,
    };
    match (shape(target), source) {
        (Shape::None, Shape::None) => Conversion::Safe,
        (
            Shape::String | Shape::Id,
            Shape::String | Shape::Int | Shape::Number | Shape::Bool | Shape::Id,
        )
        | (Shape::Int, Shape::Int)
        | (Shape::Number, Shape::Int | Shape::Number)
        | (Shape::Bool, Shape::Bool) => Conversion::Safe,
        (
            Shape::Int | Shape::Number | Shape::Bool,
            Shape::String | Shape::Int | Shape::Number | Shape::Bool | Shape::Id,
        ) => Conversion::Unsafe,
        (
            Shape::None | Shape::String | Shape::Id | Shape::Int | Shape::Number | Shape::Bool,
            Shape::Dynamic,
        ) => Conversion::Unsafe,
        _ => Conversion::None,
    }
}
