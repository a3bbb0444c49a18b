//! Unification: the most general substitution that makes types equal.
//!
//! A [`Unifier`] takes equations of types with [variables](Kind::Variable) and keeps the
//! most general substitution that satisfies them all, as a graph of terms in which no
//! type is ever written out (see `terms`). It works without recursion but for the types
//! that are handed in, whose depth is bounded, and in near-linear time.
//!
//! [`Kind::Variable`]: crate::types::Kind::Variable

use super::resolve::Resolution;
use super::rule::Rule;
use super::terms::{NONE, Node, Reason, Refusal, Ring, Terms};
use crate::types::{KeyedMap, PartStep, Type, TypeError, VariableScope};
use std::fmt;

/// A set of equations between types, and the substitution that satisfies them.
///
/// ```
/// use polycty_core::inference::Unifier;
/// use polycty_core::types::{Type, VariableScope};
/// let scope = VariableScope::new();
/// let (a, b) = (Type::variable(scope, 1), Type::variable(scope, 2));
/// let mut unifier = Unifier::new();
/// let left = Type::tuple([a.clone(), Type::bool().clone()]).unwrap();
/// let right = Type::tuple([Type::list(b.clone()).unwrap(), b.clone()]).unwrap();
/// unifier.unify(&left, &right).unwrap();
/// assert_eq!(unifier.resolve(&a).unwrap(), Type::list(Type::bool().clone()).unwrap());
/// ```
pub struct Unifier {
    terms: Terms,
}

/// Why two types cannot be equal.
#[derive(Clone, Debug, PartialEq)]
pub struct Clash {
    /// The rule that is broken.
    pub rule: Rule,
    /// The way from the two types that were given to the two parts that clash; it may
    /// lead through what variables stand for. Where a type would contain itself: the way
    /// from that type to itself.
    pub path: Vec<PartStep>,
    /// The part on the left, resolved where it can be. A variable's value stands on the
    /// left of the type that it meets, on whichever side the variable was. Where a type
    /// would contain itself: the part that is itself.
    pub left: Type,
    /// The part on the right. Where a type would contain itself: that type.
    pub right: Type,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule.reason())
    }
}

impl std::error::Error for Clash {}

impl Default for Unifier {
    fn default() -> Unifier {
        Unifier::new()
    }
}

impl Unifier {
    /// No equations.
    #[must_use]
    pub fn new() -> Unifier {
        Unifier {
            terms: Terms::new(),
        }
    }

    /// A variable that no one has yet, of a scope that is this unifier's own.
    pub fn fresh(&mut self) -> Type {
        let node = self.terms.fresh();
        self.terms.variable(node)
    }

    /// A copy of a type with fresh variables in place of its own, one for each.
    pub fn instantiate(&mut self, ty: &Type) -> Type {
        let mut fresh: KeyedMap<(VariableScope, u32), Node> = KeyedMap::default();
        let node = self.terms.intern_with(ty, &mut |terms, scope, id| {
            *fresh.entry((scope, id)).or_insert_with(|| terms.fresh())
        });
        // A copy is as deep and as large as the original.
        let copy = Resolution::default().node(&self.terms, node);
        copy.unwrap_or_else(|_| ty.clone())
    }

    /// Adds an equation. One that cannot hold leaves everything as it was.
    ///
    /// Costs as much as the types, and, where a variable that is a part of other types is
    /// bound, what can be reached from its value: the check that no type contains itself.
    /// For many equations at once [`Unifier::equate`] puts that off.
    ///
    /// # Errors
    /// The first two parts that cannot be equal, in the order of the parts.
    pub fn unify(&mut self, left: &Type, right: &Type) -> Result<(), Box<Clash>> {
        let (left, right) = (self.terms.intern(left), self.terms.intern(right));
        // Shortens the ways before the trail forbids it.
        self.terms.find(left);
        self.terms.find(right);
        let mark = self.terms.mark();
        let refusal = match self.terms.equate(left, right, Reason::Given(0)) {
            Ok(()) => {
                let merged = self.terms.merged_since(mark);
                match self.terms.find_cycle(merged) {
                    None => {
                        self.terms.keep(mark);
                        return Ok(());
                    }
                    Some(ring) => self.occurs(&ring),
                }
            }
            Err(refusal) => self.clash(refusal),
        };
        self.terms.undo(mark);
        Err(Box::new(refusal))
    }

    /// Adds an equation without the check that no type contains itself, which is left to
    /// [`Unifier::check`]. One that cannot hold leaves the unifier with what was equated
    /// before the fault was found.
    ///
    /// # Errors
    /// As of [`Unifier::unify`].
    pub fn equate(&mut self, left: &Type, right: &Type) -> Result<(), Box<Clash>> {
        let (left, right) = (self.terms.intern(left), self.terms.intern(right));
        self.terms
            .equate(left, right, Reason::Given(0))
            .map_err(|refusal| Box::new(self.clash(refusal)))
    }

    /// Checks in one pass over everything that no type contains itself.
    ///
    /// # Errors
    /// A clash by [`Rule::Occurs`].
    pub fn check(&mut self) -> Result<(), Box<Clash>> {
        let all = 0..self.terms.len() as Node;
        match self.terms.find_cycle(all) {
            None => Ok(()),
            Some(ring) => Err(Box::new(self.occurs(&ring))),
        }
    }

    /// A type with what its variables stand for in their place; those that stand for
    /// nothing yet are replaced by the oldest of those that they are equal to.
    ///
    /// # Errors
    /// [`TypeError::TooDeep`] and [`TypeError::TooLarge`] past the limits of types; the
    /// former also for a type that would contain itself, before [`Unifier::check`].
    pub fn resolve(&mut self, ty: &Type) -> Result<Type, TypeError> {
        Resolution::default().ty(&mut self.terms, ty)
    }

    fn clash(&self, refusal: Refusal) -> Clash {
        Clash {
            rule: refusal.rule,
            path: refusal.path,
            left: side(&self.terms, refusal.left),
            right: side(&self.terms, refusal.right),
        }
    }

    fn occurs(&self, ring: &Ring) -> Clash {
        occurs(&self.terms, ring)
    }
}

/// The clash of a type that would contain itself.
pub(super) fn occurs(terms: &Terms, ring: &Ring) -> Clash {
    let (term, _, _) = ring.first().copied().unwrap_or((NONE, 0, NONE));
    let (_, _, part) = ring.last().copied().unwrap_or((NONE, 0, NONE));
    Clash {
        rule: Rule::Occurs,
        path: ring
            .iter()
            .filter_map(|&(term, position, _)| terms.step_of(term, position))
            .collect(),
        left: terms.variable(part),
        right: terms.variable(term),
    }
}

/// One side of a clash, which is shown as it was given where it cannot be resolved.
///
/// The classes of both sides have been merged by then, so the term is looked at alone.
pub(super) fn side(terms: &Terms, node: Node) -> Type {
    let given = terms.variable(node);
    let mut resolution = Resolution::default();
    let mut parts = terms.parts(node).iter();
    given
        .map_parts(&mut |part| match parts.next() {
            Some(&part) => resolution.node(terms, part),
            None => Ok(part.clone()),
        })
        .unwrap_or(given)
}
