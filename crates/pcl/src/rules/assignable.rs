//! Assignability: is every value of one type one of another type, as it is?
//!
//! By the shape of the target, in the order of the reference. Unlike a conversion,
//! nothing changes: a number type does not take ints. A source union is not taken
//! apart, a property that is missing counts as none, and what is given beyond that
//! is ignored.

use crate::rules::conversion::{Relation, Rules};
use crate::rules::members::INDEXED_FROM;
use crate::types::shape::{Shape, shape};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, IdMap, Type};

/// How far pairs of types may lead into pairs.
const MAX_PAIRS: usize = 192;

/// How long a pair is looked at, in steps, before its answer is remembered.
const REMEMBER_FROM: u64 = 16;

/// The bytes of a pair that is remembered, with its place in the trail.
const PAIR_BYTES: u64 = 80;

/// Whether every value of the source type is one of the target type, as it is. A pair
/// of recursive types that is met again on the way is taken to be assignable. A step of the
/// budget is a pair that is looked at.
///
/// # Errors
/// [`Code::Limit`] when definitions lead through too many others; what is spent.
pub fn assignable(source: &Type, target: &Type, budget: &Budget) -> Result<bool> {
    let mut checking = Checking {
        answers: IdMap::default(),
        trail: Vec::new(),
        relation: Relation::new(Rules::Values, budget),
        depth: 0,
        exceeded: false,
    };
    let answer = checking.assignable(source, target);
    let answer = checking.relation.answer(answer)?;
    match checking.exceeded {
        false => Ok(answer),
        true => Err(Error::new(
            Code::Limit,
            "the types lead through too many definitions",
        )),
    }
}

/// Whether null is one of the type's values and that says something: the type is not
/// `dynamic`.
///
/// # Errors
/// As [`assignable`].
pub fn is_optional(ty: &Type, budget: &Budget) -> Result<bool> {
    Ok(!ty.is_any() && assignable(Type::none(), ty, budget)?)
}

struct Checking<'b> {
    /// The answer of each pair that may be met again; while it is being looked at,
    /// yes.
    answers: IdMap<(Type, Type), bool>,
    /// The pairs with an answer, in order, so that what was answered under an
    /// assumption that turned out wrong can be forgotten.
    trail: Vec<(Type, Type)>,
    relation: Relation<'b>,
    depth: usize,
    exceeded: bool,
}

impl Checking<'_> {
    fn assignable(&mut self, source: &Type, target: &Type) -> bool {
        if target.is_any() || target.is_same_node(source) || self.relation.equal(source, target) {
            return true;
        }
        if !self.relation.take(0) {
            return false;
        }
        let recursive = target.has(Flags::REFERENCE) || source.has(Flags::REFERENCE);
        if !recursive && target.depth() == 1 {
            return self.by_shapes(source, target);
        }
        let pair = (source.clone(), target.clone());
        if let Some(answer) = self.answers.get(&pair) {
            return *answer;
        }
        if self.depth >= MAX_PAIRS {
            self.exceeded = true;
            return false;
        }
        let before = self.trail.len();
        let began = self.relation.budget.steps();
        if recursive {
            self.remember(&pair, true);
        }
        self.depth += 1;
        let answer = match (self.relation.unfold(source), self.relation.unfold(target)) {
            (Some(source), Some(target)) => self.by_shapes(&source, &target),
            _ => false,
        };
        self.depth -= 1;
        if recursive && !answer {
            for forgotten in self.trail.drain(before..) {
                self.answers.remove(&forgotten);
            }
        }
        let took = self.relation.budget.steps() - began;
        if took >= REMEMBER_FROM && !(recursive && answer) {
            self.remember(&pair, answer);
        }
        answer
    }

    fn remember(&mut self, pair: &(Type, Type), answer: bool) {
        if self.relation.take(PAIR_BYTES) {
            self.answers.insert(pair.clone(), answer);
            self.trail.push(pair.clone());
        }
    }

    fn by_shapes(&mut self, source: &Type, target: &Type) -> bool {
        match (shape(source), shape(target)) {
            (_, Shape::Dynamic) => true,
            (Shape::Const(ty, _), _) if self.assignable(ty, target) => true,
            (Shape::List(from), Shape::List(element))
            | (Shape::Set(from), Shape::Set(element))
            | (Shape::Map(from), Shape::Map(element)) => self.assignable(from, element),
            (Shape::Tuple(from), Shape::List(element)) => {
                from.iter().all(|from| self.assignable(from, element))
            }
            (Shape::Object(from), Shape::Map(element)) => from
                .fields()
                .iter()
                .all(|from| self.assignable(from.ty(), element)),
            (Shape::Object(from), Shape::Object(object)) => object.fields().iter().all(|to| {
                let from = from.get(to.name()).map_or(Type::none(), |from| from.ty());
                self.assignable(from, to.ty())
            }),
            (Shape::Tuple(from), Shape::Tuple(elements)) => elements
                .iter()
                .enumerate()
                .all(|(at, to)| self.assignable(from.get(at).unwrap_or(Type::none()), to)),
            (Shape::Object(object), Shape::Union(members)) if members.len() >= INDEXED_FROM => {
                let candidates = self.relation.index(target, members).candidates(object);
                let mut members = candidates.iter().map(|at| &members[*at as usize]);
                members.any(|member| self.assignable(source, member))
            }
            (_, Shape::Union(members)) => {
                members.iter().any(|member| self.assignable(source, member))
            }
            (Shape::Promise(from), Shape::Promise(inner))
            | (Shape::Output(from), Shape::Output(inner)) => self.assignable(from, inner),
            (Shape::Promise(from), Shape::Output(inner)) => match self.relation.resolve(from) {
                Some(from) => self.assignable(&from, inner),
                None => false,
            },
            (_, Shape::Promise(inner) | Shape::Output(inner)) => self.assignable(source, inner),
            _ => false,
        }
    }
}
