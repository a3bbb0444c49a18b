//! Conversions of types and their certainty.
//!
//! [`Convertibility`] states whether no, some or all values convert. The rules are a table over the
//! source and the target, in the order of Pulumi: equal types and `dynamic` first, then a union as
//! the source, then constants, then the shape of the target. The result depends only on the two
//! types.
//!
//! Unification uses rules of its own ([`Rules::Unification`]): two objects or tuples convert to
//! each other as well as to their unified type, and unification computes that result.
//!
//! The results of pairs of types are cached within one [`Relation`]. A pair of recursive types that
//! occurs again in its own check is assumed to convert as well as is not yet refuted, at first
//! safely. If an assumption is refuted, all results under it are removed. A pair is refuted at most
//! twice, so the work is bounded by the square of the number of pairs.

use crate::rules::members::{INDEXED_FROM, MEMBER_BYTES, Members};
use crate::types::deferred::resolve;
use crate::types::equal::{Equality, same_value};
use crate::types::normal_form::DeferredParts;
use crate::types::view::{PclType, shape};
use polycty_core::calls::{Budget, BudgetError, HeldBytes};
use polycty_core::source::Result;
use polycty_core::types::{Flags, IdMap, IdSet, ObjectType, Scalar, Type};
use std::rc::Rc;

/// The share of the values of one type that convert to a different type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Convertibility {
    /// No value converts.
    None,
    /// Some values convert.
    Unsafe,
    /// Every value converts.
    Safe,
}

/// The maximum nesting of pairs of types; deeper pairs count as not convertible. The depth of types
/// is at most [`MAX_DEPTH`](polycty_core::types::MAX_DEPTH), so only definitions that refer to
/// definitions reach this limit.
const MAX_PAIRS: usize = 192;

/// The maximum number of pairs of recursive types that unification joins within the outermost one.
/// The result of each is expanded, also within the results of others.
const MAX_RECURSIVE_JOININGS: usize = 8;

/// The minimum number of steps for a pair whose result is cached. Cheaper results are recomputed,
/// since the members of two unions form very many pairs.
const REMEMBER_FROM: u64 = 16;

/// The bytes of a cached pair and its entry in the trail.
pub(crate) const PAIR_BYTES: u64 = 80;

/// The members of a union that one step pays for.
const MEMBERS_A_STEP: u64 = 8;

/// Returns the convertibility of one type to a different one. The budget is charged one step per
/// pair of types.
///
/// # Errors
/// `Code::Limit` if the budget is exceeded.
pub fn conversion(source: &Type, target: &Type, budget: &Budget) -> Result<Convertibility> {
    let mut relation = Relation::new(Rules::Values, budget);
    let answer = relation.conversion(source, target);
    relation.answer(answer)
}

/// The set of rules.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rules {
    /// The rules of values.
    Values,
    /// The rules of unification, with the function that returns how well two types convert to their
    /// unified type.
    Unification(fn(&mut Relation<'_>, &Type, &Type) -> Convertibility),
}

/// A source and a target.
pub(crate) type Pair = (Type, Type);

/// The unified type of a pair, and the convertibility of both types to it.
pub(crate) type Joined = (Type, Convertibility);

/// The assumed result of a pair whose check is in progress.
struct Assumption {
    answer: Convertibility,
    /// Whether the assumption was used.
    met: bool,
}

/// The cached results of one operation.
pub(crate) struct Relation<'b> {
    pub(crate) budget: HeldBytes<'b>,
    /// Set if the budget is exceeded. Then no pair converts, and the operation has no result.
    spent: Option<BudgetError>,
    rules: Rules,
    answers: IdMap<Pair, Convertibility>,
    /// The pairs with a result, in order, so that results can be removed.
    trail: Vec<Pair>,
    /// The pairs with a recursive type whose check is in progress.
    open: IdMap<Pair, Assumption>,
    /// The refuted pairs, with the best result that is still possible.
    bounds: IdMap<Pair, Convertibility>,
    depth: usize,
    unfolded: IdMap<(u64, u32), Option<Type>>,
    resolved: IdMap<Type, Type>,
    /// The indices of the members of large unions, by the address of the union node. The entry
    /// keeps the node alive, so that its address stays unique.
    indices: IdMap<usize, (Type, Rc<Members>)>,
    /// The required properties of large objects, in the same form.
    required: IdMap<usize, (Type, Rc<[u32]>)>,
    /// The bytes of `indices` and `required`.
    found_once: u64,
    equality: Equality,
    /// The results of unification by pair.
    pub(crate) joined: IdMap<Pair, Joined>,
    /// The pairs with a recursive type that unification is joining.
    joining: IdSet<Pair>,
    /// The number of these pairs since the outermost one began.
    joinings: usize,
}

impl<'b> Relation<'b> {
    pub(crate) fn new(rules: Rules, budget: &'b Budget) -> Relation<'b> {
        Relation {
            budget: HeldBytes::new(budget),
            spent: None,
            rules,
            answers: IdMap::default(),
            trail: Vec::new(),
            open: IdMap::default(),
            bounds: IdMap::default(),
            depth: 0,
            unfolded: IdMap::default(),
            resolved: IdMap::default(),
            indices: IdMap::default(),
            required: IdMap::default(),
            found_once: 0,
            equality: Equality::default(),
            joined: IdMap::default(),
            joining: IdSet::default(),
            joinings: 0,
        }
    }

    /// Returns the result, unless the budget was exceeded.
    pub(crate) fn answer<T>(&self, answer: T) -> Result<T> {
        match self.spent {
            None => Ok(answer),
            Some(spent) => Err(spent.into()),
        }
    }

    /// Charges a step, or holds bytes until the operation ends. Returns `false` if the budget is
    /// exceeded.
    pub(crate) fn take(&mut self, bytes: u64) -> bool {
        if self.spent.is_none() {
            let taken = match bytes {
                0 => self.budget.charge(1),
                bytes => self.budget.hold(bytes),
            };
            self.spent = taken.err();
        }
        self.spent.is_none()
    }

    /// Charges steps. Returns `false` if the budget is exceeded.
    pub(crate) fn work(&mut self, steps: u64) -> bool {
        if self.spent.is_none() {
            self.spent = self.budget.charge(steps).err();
        }
        self.spent.is_none()
    }

    /// Clears the cached results if they hold more than a fixed number of bytes. It is called
    /// between parts of an operation that have few pairs in common. Returns whether it did; then no
    /// bytes are held any more. Under the rules of values, the indices of large unions and objects
    /// are kept: their number is bounded by the types of the operation, and they are used again.
    pub(crate) fn forget(&mut self) -> bool {
        const MOST: u64 = 1 << 22;
        let kept = match self.rules {
            Rules::Values => self.found_once,
            Rules::Unification(_) => 0,
        };
        let many = self.budget.held().saturating_sub(kept) > MOST;
        if many {
            self.answers.clear();
            self.trail.clear();
            self.joined.clear();
            self.bounds.clear();
            self.resolved.clear();
            self.budget.release();
            match kept {
                0 => {
                    self.indices.clear();
                    self.required.clear();
                    self.found_once = 0;
                }
                kept => _ = self.take(kept),
            }
        }
        many
    }

    /// Starts the unification of a pair. Returns `false` if it is already in progress, too deeply
    /// nested, or one recursive type too many.
    pub(crate) fn enter(&mut self, pair: &Pair) -> bool {
        if self.depth >= MAX_PAIRS || !self.take(0) {
            return false;
        }
        if recursive(&pair.0) || recursive(&pair.1) {
            if self.joinings >= MAX_RECURSIVE_JOININGS || !self.joining.insert(pair.clone()) {
                return false;
            }
            self.joinings += 1;
        }
        self.depth += 1;
        true
    }

    /// Ends a unification that [`Relation::enter`] started.
    pub(crate) fn leave(&mut self, pair: &Pair) {
        self.depth -= 1;
        if self.joining.remove(pair) && self.joining.is_empty() {
            self.joinings = 0;
        }
    }

    /// Returns whether two types are equal.
    pub(crate) fn equal(&mut self, a: &Type, b: &Type) -> bool {
        let answer = self.equality.equal(a, b);
        match self.equality.take_steps() {
            0 => answer,
            steps => {
                self.spent = self.spent.or(self.budget.charge(steps).err());
                answer
            }
        }
    }

    /// Returns the convertibility of a source to a target.
    pub(crate) fn conversion(&mut self, source: &Type, target: &Type) -> Convertibility {
        if target.is_any() || target.is_same_node(source) {
            return Convertibility::Safe;
        }
        // For small pairs the check is faster than a lookup.
        if target.depth() == 1 && source.depth() == 1 && !recursive(target) && !recursive(source) {
            return if self.equal(source, target) {
                Convertibility::Safe
            } else if self.take(0) {
                self.by_shapes(source, target)
            } else {
                Convertibility::None
            };
        }
        let pair = (source.clone(), target.clone());
        if let Some(answer) = self.answers.get(&pair) {
            return *answer;
        }
        if self.equal(source, target) {
            return Convertibility::Safe;
        }
        if self.depth >= MAX_PAIRS || !self.take(0) {
            return Convertibility::None;
        }
        let before = self.budget.steps();
        self.depth += 1;
        let answer = if recursive(target) || recursive(source) {
            self.coinductive(&pair)
        } else {
            self.by_shapes(source, target)
        };
        self.depth -= 1;
        let took = self.budget.steps() - before;
        if took >= REMEMBER_FROM && self.take(PAIR_BYTES) {
            self.answers.insert(pair.clone(), answer);
            self.trail.push(pair);
        }
        answer
    }

    fn coinductive(&mut self, pair: &Pair) -> Convertibility {
        if let Some(assumption) = self.open.get_mut(pair) {
            assumption.met = true;
            return assumption.answer;
        }
        let assumed = self
            .bounds
            .get(pair)
            .copied()
            .unwrap_or(Convertibility::Safe);
        if assumed == Convertibility::None {
            return assumed;
        }
        let (Some(source), Some(target)) = (self.unfold(&pair.0), self.unfold(&pair.1)) else {
            return Convertibility::None;
        };
        let before = self.trail.len();
        let assumption = Assumption {
            answer: assumed,
            met: false,
        };
        self.open.insert(pair.clone(), assumption);
        let answer = self.by_shapes(&source, &target).min(assumed);
        let met = self.open.remove(pair).is_some_and(|pair| pair.met);
        if answer < assumed && self.take(PAIR_BYTES) {
            self.bounds.insert(pair.clone(), answer);
            if met {
                for forgotten in self.trail.drain(before..) {
                    self.answers.remove(&forgotten);
                }
                self.joined.clear();
            }
        }
        answer
    }

    /// Returns the definition of a recursive type, always the same node.
    pub(crate) fn unfold(&mut self, ty: &Type) -> Option<Type> {
        match shape(ty) {
            PclType::Recursive(reference) => self
                .unfolded
                .entry(reference.key())
                .or_insert_with(|| reference.unfold().ok())
                .clone(),
            _ => Some(ty.clone()),
        }
    }

    /// Returns a type without deferred types, always the same node.
    pub(crate) fn resolve(&mut self, ty: &Type) -> Option<Type> {
        if !ty.has(Flags::EVENTUAL) && !ty.has(Flags::REFERENCE) {
            return Some(ty.clone());
        }
        if let Some(known) = self.resolved.get(ty) {
            return Some(known.clone());
        }
        let resolved = resolve(ty, DeferredParts::All).ok()?;
        if !self.take(PAIR_BYTES) {
            return None;
        }
        self.resolved.insert(ty.clone(), resolved.clone());
        Some(resolved)
    }

    /// The table, for types that are not equal and not recursive at the top.
    fn by_shapes(&mut self, source: &Type, target: &Type) -> Convertibility {
        match (shape(source), shape(target)) {
            (_, PclType::Dynamic) => Convertibility::Safe,
            (PclType::Union(members), _) => self.of_each_member(members, target),
            (PclType::Const(..), PclType::Enum { .. }) => self.by_target(source, target),
            (PclType::Const(ty, _), _) if self.equal(ty, target) => Convertibility::Safe,
            (PclType::Dynamic, _) => Convertibility::Unsafe,
            _ => self.by_target(source, target),
        }
    }

    fn of_each_member(&mut self, members: &[Type], target: &Type) -> Convertibility {
        let (mut some, mut all) = (false, true);
        for member in members {
            let kind = self.conversion(member, target);
            some |= kind != Convertibility::None;
            all &= kind == Convertibility::Safe;
            if some && !all {
                return Convertibility::Unsafe;
            }
        }
        match (some, all) {
            (false, _) => Convertibility::None,
            (true, true) => Convertibility::Safe,
            (true, false) => Convertibility::Unsafe,
        }
    }

    fn by_target(&mut self, source: &Type, target: &Type) -> Convertibility {
        match shape(target) {
            PclType::String
            | PclType::Int
            | PclType::Number
            | PclType::Bool
            | PclType::Id
            | PclType::None => primitive(source, target),
            PclType::List(element) => match shape(source) {
                PclType::List(from) | PclType::Set(from) => self.conversion(from, element),
                PclType::Tuple(from) => self.worst(from.iter().map(|from| (from, element))),
                _ => Convertibility::None,
            },
            PclType::Set(element) => match shape(source) {
                PclType::Set(from) => self.conversion(from, element),
                PclType::List(from) => self.conversion(from, element).min(Convertibility::Unsafe),
                PclType::Tuple(from) => self
                    .worst(from.iter().map(|from| (from, element)))
                    .min(Convertibility::Unsafe),
                _ => Convertibility::None,
            },
            PclType::Map(element) => match shape(source) {
                PclType::Map(from) => self.conversion(from, element),
                PclType::Object(from) => {
                    self.worst(from.fields().iter().map(|from| (from.ty(), element)))
                }
                _ => Convertibility::None,
            },
            PclType::Object(object) => match shape(source) {
                PclType::Object(from) => self.objects(from, target, object),
                PclType::Map(from) => self
                    .worst(object.fields().iter().map(|to| (from, to.ty())))
                    .min(Convertibility::Unsafe),
                _ => Convertibility::None,
            },
            PclType::Tuple(elements) => match shape(source) {
                PclType::Tuple(from) => self.tuples(from, elements),
                PclType::List(from) | PclType::Set(from) => self
                    .worst(elements.iter().map(|to| (from, to)))
                    .min(Convertibility::Unsafe),
                _ => Convertibility::None,
            },
            PclType::Union(members) => self.best_member(source, target, members),
            PclType::Promise(inner) => match shape(source) {
                PclType::Promise(from) => self.conversion(from, inner),
                // The additional information of the output would be lost.
                PclType::Output(_) => Convertibility::None,
                _ => self.conversion(source, inner),
            },
            PclType::Output(inner) => match shape(source) {
                PclType::Output(from) => self.conversion(from, inner),
                PclType::Promise(from) => match self.resolve(from) {
                    Some(from) => self.conversion(&from, inner),
                    None => Convertibility::None,
                },
                _ => self.conversion(source, inner),
            },
            PclType::Const(ty, _) => self.conversion(source, ty).min(Convertibility::Unsafe),
            PclType::Enum { ty, values, .. } => match shape(source) {
                PclType::Const(from, Some(value))
                    if !self.equal(from, ty) && has(values, value) =>
                {
                    Convertibility::Safe
                }
                _ => self.conversion(source, ty).min(Convertibility::Unsafe),
            },
            PclType::Dynamic => Convertibility::Safe,
            PclType::Opaque(_) | PclType::Foreign | PclType::Recursive(_) => Convertibility::None,
        }
    }

    /// Returns the worst result of several pairs; `Safe` if there are none.
    fn worst<'a>(&mut self, pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Convertibility {
        let mut worst = Convertibility::Safe;
        for (source, target) in pairs {
            worst = worst.min(self.conversion(source, target));
            if worst == Convertibility::None {
                break;
            }
        }
        worst
    }

    fn best_member(&mut self, source: &Type, union: &Type, members: &[Type]) -> Convertibility {
        if members.len() >= INDEXED_FROM
            && let PclType::Object(object) = shape(source)
        {
            let candidates = self.index(union, members).candidates(object);
            let candidates = candidates.iter().map(|at| &members[*at as usize]);
            return match self.rules {
                Rules::Values => self.best_of(source, candidates.clone(), candidates),
                // Under these rules, an object converts to any other object, so only the equality
                // check can use the candidates.
                Rules::Unification(_) => self.best_of(source, candidates, members.iter()),
            };
        }
        self.best_of(source, members.iter(), members.iter())
    }

    /// Returns the best result over some members. `like` are the members that may be equal to the
    /// source.
    fn best_of<'a>(
        &mut self,
        source: &Type,
        mut like: impl Iterator<Item = &'a Type>,
        members: impl Iterator<Item = &'a Type>,
    ) -> Convertibility {
        if like.any(|member| self.equal(member, source)) {
            return Convertibility::Safe;
        }
        let mut best = Convertibility::None;
        for member in members {
            best = best.max(self.conversion(source, member));
            if best == Convertibility::Safe || self.spent.is_some() {
                break;
            }
        }
        best
    }

    /// Returns the index of the members of a union by their required properties. It is built once.
    pub(crate) fn index(&mut self, union: &Type, members: &[Type]) -> Rc<Members> {
        if let Some((_, index)) = self.indices.get(&union.address()) {
            return index.clone();
        }
        self.work(members.len() as u64 / MEMBERS_A_STEP);
        let bytes = members.len() as u64 * MEMBER_BYTES;
        self.found_once += bytes;
        self.take(bytes);
        let unfolded: Vec<Type> = members
            .iter()
            .map(|member| self.unfold(member).unwrap_or_else(|| member.clone()))
            .collect();
        let index = Rc::new(Members::of(&unfolded));
        let kept = (union.clone(), index.clone());
        self.indices.insert(union.address(), kept);
        index
    }

    /// Returns the result for two objects; `target` is the type of `object`.
    fn objects(
        &mut self,
        source: &ObjectType,
        target: &Type,
        object: &ObjectType,
    ) -> Convertibility {
        if let Rules::Unification(join) = self.rules {
            self.work(object.len() as u64 / 2);
            // Properties of only one object become optional.
            let common = object
                .fields()
                .iter()
                .filter_map(|to| Some((source.get(to.name())?.ty(), to.ty())));
            return self.worst_joined(common, join);
        }
        // If the source has few properties, only these and the required ones of a large object are
        // checked.
        if object.len() >= INDEXED_FROM && object.len() / 4 >= source.len() {
            let given = source
                .fields()
                .iter()
                .filter_map(|from| Some((from.ty(), object.get(from.name())?.ty())));
            let worst = self.worst(given);
            let required = self.required(target, object);
            let missing = required
                .iter()
                .map(|at| &object.fields()[*at as usize])
                .filter(|to| source.get(to.name()).is_none())
                .map(|to| (Type::none(), to.ty()));
            return worst.min(self.worst(missing));
        }
        self.worst(object.fields().iter().map(|to| {
            let from = source.get(to.name()).map_or(Type::none(), |from| from.ty());
            (from, to.ty())
        }))
    }

    /// Returns the indices of the properties of a large object that do not accept null. They are
    /// computed once.
    fn required(&mut self, ty: &Type, object: &ObjectType) -> Rc<[u32]> {
        if let Some((_, required)) = self.required.get(&ty.address()) {
            return required.clone();
        }
        let bytes = object.len() as u64 * size_of::<u32>() as u64;
        self.found_once += bytes;
        self.take(bytes);
        let numbered = (0..).zip(object.fields());
        let required: Rc<[u32]> = numbered
            .filter(|(_, to)| self.conversion(Type::none(), to.ty()) != Convertibility::Safe)
            .map(|(at, _)| at)
            .collect();
        let kept = (ty.clone(), required.clone());
        self.required.insert(ty.address(), kept);
        required
    }

    fn tuples(&mut self, source: &[Type], target: &[Type]) -> Convertibility {
        if let Rules::Unification(join) = self.rules {
            return self.worst_joined(source.iter().zip(target), join);
        }
        if target.len() == source.len() {
            self.worst(source.iter().zip(target))
        } else {
            Convertibility::None
        }
    }

    /// Returns the worst result of the unification of several pairs.
    fn worst_joined<'a>(
        &mut self,
        pairs: impl Iterator<Item = (&'a Type, &'a Type)>,
        join: fn(&mut Relation<'_>, &Type, &Type) -> Convertibility,
    ) -> Convertibility {
        let mut worst = Convertibility::Safe;
        for (source, target) in pairs {
            worst = worst.min(join(self, target, source));
        }
        worst
    }
}

fn recursive(ty: &Type) -> bool {
    matches!(shape(ty), PclType::Recursive(_))
}

fn has(values: &[Scalar], value: &Scalar) -> bool {
    values
        .iter()
        .any(|known| same_value(Some(known), Some(value)))
}

/// The table of primitive types; a constant is treated as its type.
fn primitive(source: &Type, target: &Type) -> Convertibility {
    let source = match shape(source) {
        PclType::Const(ty, _) => shape(ty),
        other => other,
    };
    match (source, shape(target)) {
        (PclType::None, PclType::None) => Convertibility::Safe,
        (
            PclType::String | PclType::Int | PclType::Number | PclType::Bool | PclType::Id,
            PclType::String | PclType::Id,
        )
        | (PclType::Int, PclType::Int)
        | (PclType::Int | PclType::Number, PclType::Number)
        | (PclType::Bool, PclType::Bool) => Convertibility::Safe,
        (
            PclType::String | PclType::Int | PclType::Number | PclType::Bool | PclType::Id,
            PclType::Int | PclType::Number | PclType::Bool,
        ) => Convertibility::Unsafe,
        (
            PclType::Dynamic,
            PclType::None
            | PclType::String
            | PclType::Id
            | PclType::Int
            | PclType::Number
            | PclType::Bool,
        ) => Convertibility::Unsafe,
        _ => Convertibility::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::assignable::assignable;
    use crate::rules::explain::why_not;
    use crate::rules::unify::unify;
    use crate::types::deferred::input;
    use crate::types::normal_form;
    use polycty_core::source::Code;

    /// Returns a union of `count` objects, each with a property of its own.
    fn union(count: usize, of: &str) -> Type {
        let member = |at: usize| {
            normal_form::object([
                (format!("{of}{at}").into(), Type::string().clone()),
                ("name".into(), Type::string().clone()),
            ])
        };
        normal_form::union((0..count).map(|at| member(at).unwrap())).unwrap()
    }

    #[test]
    fn unions_of_many_objects_are_compared_in_linear_time() {
        let steps = |count: usize| {
            let budget = Budget::standard();
            let (a, b) = (union(count, "a"), union(count, "b"));
            let kind = |source, target| conversion(source, target, &budget).unwrap();
            assert_eq!(kind(&a, &b), Convertibility::None);
            let wider = normal_form::union([a.clone(), b.clone()]).unwrap();
            assert_eq!(kind(&a, &wider), Convertibility::Safe);
            assert!(!assignable(&a, &b, &budget).unwrap());
            assert!(why_not(&a, &b, &budget).unwrap().is_some());
            assert_eq!(budget.bytes(), 0);
            budget.steps()
        };
        assert!(steps(2_000) < 3 * steps(1_000));
    }

    #[test]
    fn remembered_values_are_bounded() {
        let lists: Vec<Type> = (0..600)
            .map(|at| {
                let object =
                    normal_form::object([(format!("a{at}").into(), Type::string().clone())]);
                Type::list(object.unwrap()).unwrap()
            })
            .collect();
        let lists: Vec<&Type> = lists.iter().collect();
        let budget = Budget::standard().limit_bytes(16 << 20);
        assert!(unify(&lists, &budget).is_ok());
        let little = Budget::new().limit_steps(1_000);
        assert_eq!(unify(&lists, &little).unwrap_err().code(), Code::Limit);
        assert_eq!((budget.bytes(), little.bytes()), (0, 0));
    }

    #[test]
    fn growing_unions_are_held_one_at_a_time() {
        let types: Vec<Type> = (0..1_000)
            .map(|at| {
                let own = format!(r#"{{"k": ["const", "string", "{at}"], "a{at}": "string"}}"#);
                crate::decode_type(&format!(r#"["object", {own}]"#)).unwrap()
            })
            .collect();
        let budget = Budget::standard();
        let mut relation =
            Relation::new(Rules::Unification(|_, _, _| Convertibility::None), &budget);
        let mut most = 0;
        for count in INDEXED_FROM..types.len() {
            let union = normal_form::union(types[..count].iter().cloned()).unwrap();
            relation.conversion(&types[count], &union);
            if relation.forget() {
                assert_eq!(budget.bytes(), 0);
                assert!(relation.indices.is_empty() && relation.required.is_empty());
            }
            most = most.max(relation.indices.len());
        }
        assert!((1..types.len() / 2).contains(&most), "{most}");
    }

    #[test]
    fn the_index_of_a_union_is_built_once() {
        let wanted = union(1_000, "a");
        let PclType::Union(members) = shape(&wanted) else {
            panic!("{wanted:?}");
        };
        let budget = Budget::standard();
        let mut relation = Relation::new(Rules::Values, &budget);
        let index = relation.index(&wanted, members);
        let bytes = budget.bytes();
        relation.take(1 << 23);
        assert!(relation.forget());
        assert_eq!(budget.bytes(), bytes);
        assert!(Rc::ptr_eq(&relation.index(&wanted, members), &index));
    }

    #[test]
    fn shared_parts_are_rewritten_once() {
        let mut ty = Type::string().clone();
        for _ in 0..9 {
            ty = normal_form::object([
                ("a".into(), ty.clone()),
                ("b".into(), ty.clone()),
                ("c".into(), ty),
            ])
            .unwrap();
        }
        let made = input(&ty).unwrap();
        let object = match shape(&made) {
            PclType::Union(members) => members
                .iter()
                .find(|member| matches!(shape(member), PclType::Object(_))),
            _ => None,
        };
        let parts: Vec<&Type> = object
            .unwrap()
            .fields()
            .iter()
            .map(|field| field.ty())
            .collect();
        assert!(parts[0].is_same_node(parts[1]) && parts[1].is_same_node(parts[2]));
    }
}
