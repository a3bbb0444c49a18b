//! Is every value of one type one of another type, as it is?
//!
//! By the shape of the target, in the order of the reference. Unlike a conversion,
//! nothing changes: a number type does not take ints. A source union is not taken
//! apart, a property that is missing counts as none, and what is given beyond that
//! is ignored.

use crate::rules::conversion::{Mode, Relation};
use crate::types::shape::{Shape, shape};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{Flags, Type};
use rustc_hash::FxHashMap;

/// How far pairs of types may lead into pairs.
const MAX_PAIRS: usize = 300;

/// Whether every value of the source type is one of the target type, as it is. A pair
/// of recursive types that is met again on the way is taken to be assignable.
///
/// # Errors
/// [`Code::Limit`] when definitions lead through too many others.
pub fn assignable(target: &Type, source: &Type) -> Result<bool> {
    let mut checking = Checking {
        answers: FxHashMap::default(),
        trail: Vec::new(),
        relation: Relation::new(Mode::Plain),
        depth: 0,
        exceeded: false,
    };
    let answer = checking.assignable(target, source);
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
#[must_use]
pub fn is_optional(ty: &Type) -> bool {
    !ty.is_any() && assignable(ty, Type::none()).unwrap_or(false)
}

struct Checking {
    /// The answer of each pair that may be met again; while it is being looked at,
    /// yes.
    answers: FxHashMap<(Type, Type), bool>,
    /// The pairs with an answer, in order, so that what was answered under an
    /// assumption that turned out wrong can be forgotten.
    trail: Vec<(Type, Type)>,
    relation: Relation,
    depth: usize,
    exceeded: bool,
}

impl Checking {
    fn assignable(&mut self, target: &Type, source: &Type) -> bool {
        if target.is_any() || target.is_same_node(source) || self.relation.equal(target, source) {
            return true;
        }
        if !target.has(Flags::REFERENCE) && !source.has(Flags::REFERENCE) && target.depth() == 1 {
            return self.rules(target, source);
        }
        let pair = (target.clone(), source.clone());
        if let Some(answer) = self.answers.get(&pair) {
            return *answer;
        }
        if self.depth >= MAX_PAIRS {
            self.exceeded = true;
            return false;
        }
        self.answers.insert(pair.clone(), true);
        let before = self.trail.len();
        self.trail.push(pair.clone());
        self.depth += 1;
        let answer = match (self.relation.unfold(target), self.relation.unfold(source)) {
            (Some(target), Some(source)) => self.rules(&target, &source),
            _ => false,
        };
        self.depth -= 1;
        if !answer {
            for forgotten in self.trail.drain(before..) {
                self.answers.remove(&forgotten);
            }
            self.trail.push(pair.clone());
            self.answers.insert(pair, false);
        }
        answer
    }

    fn rules(&mut self, target: &Type, source: &Type) -> bool {
        match (shape(target), shape(source)) {
            (Shape::Dynamic, _) => true,
            (_, Shape::Const(ty, _)) if self.assignable(target, ty) => true,
            (Shape::List(element), Shape::List(from))
            | (Shape::Set(element), Shape::Set(from))
            | (Shape::Map(element), Shape::Map(from)) => self.assignable(element, from),
            (Shape::List(element), Shape::Tuple(from)) => {
                from.iter().all(|from| self.assignable(element, from))
            }
            (Shape::Map(element), Shape::Object(from)) => from
                .fields()
                .iter()
                .all(|from| self.assignable(element, from.ty())),
            (Shape::Object(object), Shape::Object(from)) => object.fields().iter().all(|to| {
                let from = from.get(to.name()).map_or(Type::none(), |from| from.ty());
                self.assignable(to.ty(), from)
            }),
            (Shape::Tuple(elements), Shape::Tuple(from)) => elements
                .iter()
                .enumerate()
                .all(|(at, to)| self.assignable(to, from.get(at).unwrap_or(Type::none()))),
            (Shape::Union(members), _) => {
                members.iter().any(|member| self.assignable(member, source))
            }
            (Shape::Promise(inner), Shape::Promise(from))
            | (Shape::Output(inner), Shape::Output(from)) => self.assignable(inner, from),
            (Shape::Output(inner), Shape::Promise(from)) => match self.relation.resolve(from) {
                Some(from) => self.assignable(inner, &from),
                None => false,
            },
            (Shape::Promise(inner) | Shape::Output(inner), _) => self.assignable(inner, source),
            _ => false,
        }
    }
}
