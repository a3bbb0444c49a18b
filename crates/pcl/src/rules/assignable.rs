//! Assignability: whether every value of one type is a value of a different type without
//! conversion.
//!
//! The rules are selected by the shape of the target, in the order of Pulumi. Unlike in a
//! conversion, values do not change: `number` does not accept an `int`. The members of a source
//! union are not checked one by one, a missing property counts as `none`, and additional properties
//! are ignored.

use crate::rules::conversion::{Relation, Rules};
use crate::rules::members::INDEXED_FROM;
use crate::types::view::{PclType, shape};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, IdMap, Type};

/// The maximum nesting of pairs of types.
const MAX_PAIRS: usize = 192;

/// The minimum number of steps for a pair whose result is cached.
const REMEMBER_FROM: u64 = 16;

/// The bytes of a cached pair and its entry in the trail.
const PAIR_BYTES: u64 = 80;

/// Returns whether every value of the source type is a value of the target type without conversion.
/// A pair of recursive types that occurs again in its own check is assumed to be assignable. The
/// budget is charged one step per pair.
///
/// # Errors
/// `Code::Limit` if definitions nest too deep or the budget is exceeded.
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
    if checking.exceeded {
        Err(Error::new(
            Code::Limit,
            "the types refer to too many definitions",
        ))
    } else {
        Ok(answer)
    }
}

/// Returns whether a type other than `dynamic` accepts null.
///
/// # Errors
/// The errors of [`assignable`].
pub fn is_optional(ty: &Type, budget: &Budget) -> Result<bool> {
    Ok(!ty.is_any() && assignable(Type::none(), ty, budget)?)
}

struct Checking<'b> {
    /// The results of pairs that may occur again; `true` for a pair whose check is in progress.
    answers: IdMap<(Type, Type), bool>,
    /// The pairs with a result, in order, so that results under a wrong assumption can be removed.
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
            (_, PclType::Dynamic) => true,
            (PclType::Const(ty, _), _) if self.assignable(ty, target) => true,
            (PclType::List(from), PclType::List(element))
            | (PclType::Set(from), PclType::Set(element))
            | (PclType::Map(from), PclType::Map(element)) => self.assignable(from, element),
            (PclType::Tuple(from), PclType::List(element)) => {
                from.iter().all(|from| self.assignable(from, element))
            }
            (PclType::Object(from), PclType::Map(element)) => from
                .fields()
                .iter()
                .all(|from| self.assignable(from.ty(), element)),
            (PclType::Object(from), PclType::Object(object)) => object.fields().iter().all(|to| {
                let from = from.get(to.name()).map_or(Type::none(), |from| from.ty());
                self.assignable(from, to.ty())
            }),
            (PclType::Tuple(from), PclType::Tuple(elements)) => elements
                .iter()
                .enumerate()
                .all(|(at, to)| self.assignable(from.get(at).unwrap_or(Type::none()), to)),
            (PclType::Object(object), PclType::Union(members)) if members.len() >= INDEXED_FROM => {
                let candidates = self.relation.index(target, members).candidates(object);
                let mut members = candidates.iter().map(|at| &members[*at as usize]);
                members.any(|member| self.assignable(source, member))
            }
            (_, PclType::Union(members)) => {
                members.iter().any(|member| self.assignable(source, member))
            }
            (PclType::Promise(from), PclType::Promise(inner))
            | (PclType::Output(from), PclType::Output(inner)) => self.assignable(from, inner),
            (PclType::Promise(from), PclType::Output(inner)) => match self.relation.resolve(from) {
                Some(from) => self.assignable(&from, inner),
                None => false,
            },
            (_, PclType::Promise(inner) | PclType::Output(inner)) => self.assignable(source, inner),
            _ => false,
        }
    }
}
