//! Obstacles: the reasons why a type does not convert to a different one, or not safely.
//!
//! The reason is the innermost first part that does not convert: its path, the two types, and
//! Pulumi's text for the rule that failed. For a union as the target no reason is kept, since every
//! member has its own; a union as the source is reported as a whole. Properties are visited in the
//! order of their names.

use crate::rules::conversion::{Convertibility, Pair, Relation, Rules};
use crate::types::display::display_type;
use crate::types::format::line;
use crate::types::view::{PclType, shape};
use polycty_core::calls::Budget;
use polycty_core::source::{Path, PathStep, Result};
use polycty_core::types::{Field, Type};

/// The part that prevents a conversion.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// The path to the part. Elements of collections have no step in it.
    pub path: Path,
    /// The required type of the part.
    pub target: Type,
    /// The actual type of the part.
    pub source: Type,
    /// The reason, if Pulumi keeps one.
    pub summary: Option<String>,
}

/// The steps of the layout of a node of a type in a message.
const DISPLAY_STEPS: u64 = 8;

/// Returns the part that prevents a conversion, or `None` if there is a conversion. The charge
/// includes a message of the caller that displays both types.
///
/// # Errors
/// `Code::Limit` if the budget is exceeded.
pub fn why_not(source: &Type, target: &Type, budget: &Budget) -> Result<Option<Obstacle>> {
    let nodes = u64::from(source.size()) + u64::from(target.size());
    budget.charge(DISPLAY_STEPS * nodes)?;
    let mut search = Search {
        relation: Relation::new(Rules::Values, budget),
        path: Vec::new(),
        level: Convertibility::None,
    };
    let found = match search.relation.conversion(source, target) {
        Convertibility::None => Some(search.obstacle(source, target)),
        _ => None,
    };
    search.relation.answer(found)
}

/// Returns the first part that makes a conversion unsafe, if it is unsafe.
///
/// # Errors
/// `Code::Limit` if the budget is exceeded.
pub fn why_unsafe(source: &Type, target: &Type, budget: &Budget) -> Result<Option<Obstacle>> {
    let nodes = u64::from(source.size()) + u64::from(target.size());
    budget.charge(DISPLAY_STEPS * nodes)?;
    let mut search = Search {
        relation: Relation::new(Rules::Values, budget),
        path: Vec::new(),
        level: Convertibility::Unsafe,
    };
    let found = match search.relation.conversion(source, target) {
        Convertibility::Unsafe => Some(search.unsafe_obstacle(source, target)),
        _ => None,
    };
    search.relation.answer(found)
}

/// The maximum depth of the search.
const MAX_STEPS: usize = 520;

struct Search<'b> {
    relation: Relation<'b>,
    path: Vec<PathStep>,
    /// The result of the parts that are searched for.
    level: Convertibility,
}

impl Search<'_> {
    /// Descends along the first part that does not convert, one level per iteration.
    fn obstacle(&mut self, source: &Type, target: &Type) -> Obstacle {
        let (mut source, mut target) = (source.clone(), target.clone());
        for _ in 0..MAX_STEPS {
            match self.inner_pair(&source, &target) {
                Ok((from, to)) => (source, target) = (from, to),
                Err(summary) => return self.found(source, target, summary),
            }
        }
        let summary = Some(mismatch(&source, &target));
        self.found(source, target, summary)
    }

    /// Like [`Search::obstacle`], for unsafe conversions: descends to the first part that is unsafe
    /// although its own parts are safe.
    fn unsafe_obstacle(&mut self, source: &Type, target: &Type) -> Obstacle {
        let (mut source, mut target) = (source.clone(), target.clone());
        for _ in 0..MAX_STEPS {
            let inner_pair = if self.has_members(&source) || source.is_any() {
                None
            } else {
                self.inner_pair(&source, &target).ok()
            };
            match inner_pair {
                Some((from, to)) if self.relation.conversion(&from, &to) == self.level => {
                    (source, target) = (from, to);
                }
                _ => break,
            }
        }
        let summary = Some(self.unsafe_reason(&source, &target));
        self.found(source, target, summary)
    }

    fn has_members(&mut self, ty: &Type) -> bool {
        let ty = self.relation.unfold(ty);
        ty.is_some_and(|ty| matches!(shape(&ty), PclType::Union(_)))
    }

    /// Returns the message about an unsafe conversion.
    fn unsafe_reason(&mut self, source: &Type, target: &Type) -> String {
        let whole = format!(
            "not every value of type {} converts to type {}",
            display_type(source),
            display_type(target)
        );
        let (Some(from), Some(to)) = (self.relation.unfold(source), self.relation.unfold(target))
        else {
            return whole;
        };
        let reason = match (shape(&from), shape(&to)) {
            (PclType::Dynamic, _) => "its type is not known before evaluation",
            (PclType::Union(_), _) => "some members of the union may not convert",
            (PclType::List(_) | PclType::Tuple(_), PclType::Set(_)) => "equal elements are merged",
            (PclType::List(_) | PclType::Set(_), PclType::Tuple(_)) => "its length may differ",
            (PclType::Map(_), PclType::Object(_)) => "keys may be missing",
            (_, PclType::Const(..)) => "only this value converts",
            (_, PclType::Enum { .. }) => "only the listed values convert",
            _ => return whole,
        };
        format!("{whole}: {reason}")
    }

    fn found(&mut self, source: Type, target: Type, summary: Option<String>) -> Obstacle {
        Obstacle {
            path: std::mem::take(&mut self.path).into_iter().collect(),
            target,
            source,
            summary,
        }
    }

    /// Returns the type of a constant if the target is a primitive type.
    fn found_type<'a>(source: &'a Type, target: &Type) -> &'a Type {
        match (shape(source), shape(target)) {
            (
                PclType::Const(ty, _),
                PclType::String
                | PclType::Int
                | PclType::Number
                | PclType::Bool
                | PclType::Id
                | PclType::Opaque(_),
            ) => ty,
            _ => source,
        }
    }

    /// Returns the first pair of parts that does not convert, or the reason if the types have no
    /// such parts.
    fn inner_pair(
        &mut self,
        source: &Type,
        target: &Type,
    ) -> std::result::Result<Pair, Option<String>> {
        let whole = || Some(mismatch(Self::found_type(source, target), target));
        let (Some(from), Some(to)) = (self.relation.unfold(source), self.relation.unfold(target))
        else {
            return Err(whole());
        };
        let pair = |from: &Type, to: &Type| Ok((from.clone(), to.clone()));
        match (shape(&from), shape(&to)) {
            (PclType::Union(_), _) => Err(whole()),
            (_, PclType::Union(_)) => Err(None),
            (PclType::List(from) | PclType::Set(from), PclType::List(to) | PclType::Set(to))
            | (PclType::Map(from), PclType::Map(to))
            | (PclType::Promise(from), PclType::Promise(to))
            | (PclType::Output(from), PclType::Output(to)) => pair(from, to),
            (PclType::Promise(from), PclType::Output(to)) => match self.relation.resolve(from) {
                Some(from) => pair(&from, to),
                None => Err(whole()),
            },
            (PclType::Output(_), PclType::Promise(_)) => Err(whole()),
            (_, PclType::Promise(to) | PclType::Output(to)) => pair(source, to),
            (_, PclType::Enum { ty, .. }) if !self.relation.equal(source, ty) => pair(source, ty),
            (PclType::Tuple(parts), PclType::List(to) | PclType::Set(to)) => {
                let parts = parts.iter().enumerate();
                self.first(parts.map(|(at, from)| (PathStep::Index(at.into()), from, to)))
                    .ok_or_else(whole)
            }
            (PclType::Object(object), PclType::Map(to)) => {
                let parts = object.sorted_fields();
                self.first(parts.map(|field| (property(field), field.ty(), to)))
                    .ok_or_else(whole)
            }
            (PclType::Object(object), PclType::Object(to)) => {
                let parts = to.sorted_fields();
                self.first(parts.map(|field| {
                    let from = object
                        .get(field.name())
                        .map_or(Type::none(), |from| from.ty());
                    (property(field), from, field.ty())
                }))
                .ok_or_else(whole)
            }
            (PclType::Map(from), PclType::Object(to)) => {
                let parts = to.sorted_fields();
                self.first(parts.map(|field| (property(field), from, field.ty())))
                    .ok_or_else(whole)
            }
            (PclType::Tuple(parts), PclType::Tuple(to)) if to.len() != parts.len() => {
                Err(Some(format!(
                    "tuples {} and {} have different lengths",
                    line(target),
                    line(source)
                )))
            }
            (PclType::Tuple(parts), PclType::Tuple(to)) => {
                let parts = parts.iter().zip(to).enumerate();
                self.first(parts.map(|(at, (from, to))| (PathStep::Index(at.into()), from, to)))
                    .ok_or_else(whole)
            }
            (PclType::List(from) | PclType::Set(from), PclType::Tuple(to)) => {
                let parts = to.iter().enumerate();
                self.first(parts.map(|(at, to)| (PathStep::Index(at.into()), from, to)))
                    .ok_or_else(whole)
            }
            _ => Err(whole()),
        }
    }

    /// Returns the first pair that does not convert.
    fn first<'a>(
        &mut self,
        parts: impl Iterator<Item = (PathStep, &'a Type, &'a Type)>,
    ) -> Option<Pair> {
        for (step, from, to) in parts {
            if self.relation.conversion(from, to) == self.level {
                self.path.push(step);
                return Some((from.clone(), to.clone()));
            }
        }
        None
    }
}

fn property(field: &Field) -> PathStep {
    PathStep::Attr(field.shared_name().clone())
}

fn mismatch(source: &Type, target: &Type) -> String {
    format!(
        "cannot assign value of type {} to type {}",
        display_type(source),
        display_type(target)
    )
}
