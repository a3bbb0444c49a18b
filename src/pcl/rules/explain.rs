//! Why does a type not convert to another one, or not surely?
//!
//! The first part that stands in the way, innermost, by the rule that failed there:
//! the path to it, the types that meet, and the reference's text. A union as the
//! target keeps no reason, since every member has its own; a union as the source is
//! told of as a whole. Properties are looked at by name.

use crate::rules::conversion::{Conversion, Mode, Relation};
use crate::types::display::display_type;
use crate::types::format::line;
use crate::types::shape::{Shape, shape};
use polycty_core::source::{Path, PathStep};
use polycty_core::types::Type;

/// What stands in the way of a conversion.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// The way to the part; elements of collections, which have no names, are no
    /// step of it.
    pub path: Path,
    /// The type that is wanted there.
    pub target: Type,
    /// The type that is found there.
    pub source: Type,
    /// The reason, where the reference keeps one.
    pub summary: Option<String>,
}

/// What stands in the way of a conversion, if there is none.
#[must_use]
pub fn why_not(target: &Type, source: &Type) -> Option<Obstacle> {
    let mut search = Search {
        relation: Relation::new(Mode::Plain),
        path: Vec::new(),
        level: Conversion::None,
    };
    match search.relation.conversion(target, source) {
        Conversion::None => Some(search.obstacle(target, source)),
        _ => None,
    }
}

/// Why not every value converts, where some do: the first part that converts no better.
#[must_use]
pub fn why_unsafe(target: &Type, source: &Type) -> Option<Obstacle> {
    let mut search = Search {
        relation: Relation::new(Mode::Plain),
        path: Vec::new(),
        level: Conversion::Unsafe,
    };
    match search.relation.conversion(target, source) {
        Conversion::Unsafe => Some(search.unsure(target, source)),
        _ => None,
    }
}

/// How many definitions deep a reason is looked for.
const MAX_STEPS: usize = 520;

struct Search {
    relation: Relation,
    path: Vec<PathStep>,
    /// How badly the parts convert that are looked for.
    level: Conversion,
}

impl Search {
    /// Goes in along the first part that does not convert; each turn is one level.
    fn obstacle(&mut self, target: &Type, source: &Type) -> Obstacle {
        let (mut target, mut source) = (target.clone(), source.clone());
        for _ in 0..MAX_STEPS {
            match self.further(&target, &source) {
                Ok((to, from)) => (target, source) = (to, from),
                Err(summary) => return self.found(target, source, summary),
            }
        }
        let summary = Some(mismatch(&target, &source));
        self.found(target, source, summary)
    }

    /// As [`Search::obstacle`], for parts that convert unsafely: down to the first that is
    /// unsafe although its own parts are not.
    fn unsure(&mut self, target: &Type, source: &Type) -> Obstacle {
        let (mut target, mut source) = (target.clone(), source.clone());
        for _ in 0..MAX_STEPS {
            let further = match self.has_members(&source) || source.is_any() {
                true => None,
                false => self.further(&target, &source).ok(),
            };
            match further {
                Some((to, from)) if self.relation.conversion(&to, &from) == self.level => {
                    (target, source) = (to, from);
                }
                _ => break,
            }
        }
        let summary = Some(self.doubt(&target, &source));
        self.found(target, source, summary)
    }

    fn has_members(&mut self, ty: &Type) -> bool {
        let ty = self.relation.unfold(ty);
        ty.is_some_and(|ty| matches!(shape(&ty), Shape::Union(_)))
    }

    /// What of an unsafe conversion of this target and source is not sure.
    fn doubt(&mut self, target: &Type, source: &Type) -> String {
        let whole = format!(
            "not every value of type {} converts to type {}",
            display_type(source),
            display_type(target)
        );
        let (Some(to), Some(from)) = (self.relation.unfold(target), self.relation.unfold(source))
        else {
            return whole;
        };
        let reason = match (shape(&to), shape(&from)) {
            (_, Shape::Dynamic) => "its type is not known before it is there",
            (_, Shape::Union(_)) => "some members of the union do not, or may not",
            (Shape::Set(_), Shape::List(_) | Shape::Tuple(_)) => "equal elements become one",
            (Shape::Tuple(_), Shape::List(_) | Shape::Set(_)) => "it may have another length",
            (Shape::Object(_), Shape::Map(_)) => "keys may be missing",
            (Shape::Const(..), _) => "it has to be this one value",
            (Shape::Enum { .. }, _) => "it has to be one of the values",
            _ => return whole,
        };
        format!("{whole}: {reason}")
    }

    fn found(&mut self, target: Type, source: Type, summary: Option<String>) -> Obstacle {
        Obstacle {
            path: std::mem::take(&mut self.path).into_iter().collect(),
            target,
            source,
            summary,
        }
    }

    /// A primitive type sees of a constant what type it is.
    fn found_type<'a>(target: &Type, source: &'a Type) -> &'a Type {
        match (shape(target), shape(source)) {
            (
                Shape::String
                | Shape::Int
                | Shape::Number
                | Shape::Bool
                | Shape::Id
                | Shape::Opaque(_),
                Shape::Const(ty, _),
            ) => ty,
            _ => source,
        }
    }

    /// The parts that meet one level further in, or why there is nothing further.
    fn further(&mut self, target: &Type, source: &Type) -> Result<(Type, Type), Option<String>> {
        let whole = || Some(mismatch(target, Self::found_type(target, source)));
        let (Some(to), Some(from)) = (self.relation.unfold(target), self.relation.unfold(source))
        else {
            return Err(whole());
        };
        let pair = |to: &Type, from: &Type| Ok((to.clone(), from.clone()));
        match (shape(&to), shape(&from)) {
            (_, Shape::Union(_)) => Err(whole()),
            (Shape::Union(_), _) => Err(None),
            (Shape::List(to) | Shape::Set(to), Shape::List(from) | Shape::Set(from))
            | (Shape::Map(to), Shape::Map(from))
            | (Shape::Promise(to), Shape::Promise(from))
            | (Shape::Output(to), Shape::Output(from)) => pair(to, from),
            (Shape::Output(to), Shape::Promise(from)) => match self.relation.resolve(from) {
                Some(from) => pair(to, &from),
                None => Err(whole()),
            },
            (Shape::Promise(_), Shape::Output(_)) => Err(whole()),
            (Shape::Promise(to) | Shape::Output(to), _) => pair(to, source),
            (Shape::Enum { ty, .. }, _) if !self.relation.equal(ty, source) => pair(ty, source),
            (Shape::List(to) | Shape::Set(to), Shape::Tuple(parts)) => {
                let parts = parts.iter().enumerate();
                self.first(parts.map(|(at, from)| (PathStep::Index(at.into()), to, from)))
                    .ok_or_else(whole)
            }
            (Shape::Map(to), Shape::Object(object)) => {
                let parts = object.sorted_fields();
                self.first(
                    parts
                        .map(|field| (PathStep::Attr(field.shared_name().clone()), to, field.ty())),
                )
                .ok_or_else(whole)
            }
            (Shape::Object(to), Shape::Object(object)) => {
                let parts = to.sorted_fields();
                self.first(parts.map(|field| {
                    let from = object
                        .get(field.name())
                        .map_or(Type::none(), |from| from.ty());
                    (
                        PathStep::Attr(field.shared_name().clone()),
                        field.ty(),
                        from,
                    )
                }))
                .ok_or_else(whole)
            }
            (Shape::Object(to), Shape::Map(from)) => {
                let parts = to.sorted_fields();
                self.first(parts.map(|field| {
                    (
                        PathStep::Attr(field.shared_name().clone()),
                        field.ty(),
                        from,
                    )
                }))
                .ok_or_else(whole)
            }
            (Shape::Tuple(to), Shape::Tuple(parts)) if to.len() != parts.len() => {
                Err(Some(format!(
                    "tuples {} and {} have different lengths",
                    line(target),
                    line(source)
                )))
            }
            (Shape::Tuple(to), Shape::Tuple(parts)) => {
                let parts = to.iter().zip(parts).enumerate();
                self.first(parts.map(|(at, (to, from))| (PathStep::Index(at.into()), to, from)))
                    .ok_or_else(whole)
            }
            (Shape::Tuple(to), Shape::List(from) | Shape::Set(from)) => {
                let parts = to.iter().enumerate();
                self.first(parts.map(|(at, to)| (PathStep::Index(at.into()), to, from)))
                    .ok_or_else(whole)
            }
            _ => Err(whole()),
        }
    }

    /// The first part that does not convert.
    fn first<'a>(
        &mut self,
        parts: impl Iterator<Item = (PathStep, &'a Type, &'a Type)>,
    ) -> Option<(Type, Type)> {
        for (step, to, from) in parts {
            if self.relation.conversion(to, from) == self.level {
                self.path.push(step);
                return Some((to.clone(), from.clone()));
            }
        }
        None
    }
}

fn mismatch(target: &Type, source: &Type) -> String {
    format!(
        "cannot assign value of type {} to type {}",
        display_type(source),
        display_type(target)
    )
}
