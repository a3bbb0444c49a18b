//! Unification: the most general substitution that makes types equal.
//!
//! A [`Unifier`] takes equations of types with [variables](crate::types::Kind::Variable) and stores
//! the most general substitution that satisfies all of them, as a graph of terms that is never
//! expanded to a tree (see `terms`). It uses no recursion except over the input types, whose depth
//! is bounded, and takes near-linear time.

use super::resolve::Resolution;
use super::rule::Rule;
use super::terms::{NONE, Node, Reason, Refusal, Ring, TermGraph};
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
    terms: TermGraph,
}

/// The reason why two types cannot be equal.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The violated rule.
    pub rule: Rule,
    /// The path from the two input types to the two mismatched parts; it may lead through the
    /// values of variables. If a type contains itself, the path from that type to itself.
    pub path: Vec<PartStep>,
    /// The part on the left, resolved if possible. The value of a variable is on the left of the
    /// type that it is equated with, whatever the side of the variable. If a type contains itself,
    /// the part that is this type.
    pub left: Type,
    /// The part on the right. If a type contains itself, that type.
    pub right: Type,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rule.reason())
    }
}

impl std::error::Error for Mismatch {}

impl Default for Unifier {
    fn default() -> Unifier {
        Unifier::new()
    }
}

impl Unifier {
    /// Creates a unifier without equations.
    #[must_use]
    pub fn new() -> Unifier {
        Unifier {
            terms: TermGraph::new(),
        }
    }

    /// Creates a new variable of the unifier's own scope.
    pub fn fresh(&mut self) -> Type {
        let node = self.terms.fresh();
        self.terms.variable(node)
    }

    /// Returns a copy of a type with a new variable in place of each of its variables.
    pub fn instantiate(&mut self, ty: &Type) -> Type {
        let mut fresh: KeyedMap<(VariableScope, u32), Node> = KeyedMap::default();
        let node = self.terms.intern_with(ty, &mut |terms, scope, id| {
            *fresh.entry((scope, id)).or_insert_with(|| terms.fresh())
        });
        // The copy has the depth and the size of the original.
        let copy = Resolution::default().node(&self.terms, node);
        copy.unwrap_or_else(|_| ty.clone())
    }

    /// Adds an equation. An equation that cannot hold has no effect.
    ///
    /// The cost is that of the types, plus, if a variable that is a part of other types is bound,
    /// that of the types reachable from its value: the check that no type contains itself. For many
    /// equations at once, [`Unifier::equate`] defers the check.
    ///
    /// # Errors
    /// The first two parts that cannot be equal, in the order of the parts.
    pub fn unify(&mut self, left: &Type, right: &Type) -> Result<(), Box<Mismatch>> {
        let (left, right) = (self.terms.intern(left), self.terms.intern(right));
        // Compresses the paths before the trail prevents it.
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
            Err(refusal) => self.mismatch(refusal),
        };
        self.terms.undo(mark);
        Err(Box::new(refusal))
    }

    /// Adds an equation without the check that no type contains itself; [`Unifier::check`] does it.
    /// An equation that cannot hold leaves the merges before the mismatch in effect.
    ///
    /// # Errors
    /// As [`Unifier::unify`].
    pub fn equate(&mut self, left: &Type, right: &Type) -> Result<(), Box<Mismatch>> {
        let (left, right) = (self.terms.intern(left), self.terms.intern(right));
        self.terms
            .equate(left, right, Reason::Given(0))
            .map_err(|refusal| Box::new(self.mismatch(refusal)))
    }

    /// Checks in one pass over the whole graph that no type contains itself.
    ///
    /// # Errors
    /// A mismatch with [`Rule::Occurs`].
    pub fn check(&mut self) -> Result<(), Box<Mismatch>> {
        let all = 0..self.terms.len() as Node;
        match self.terms.find_cycle(all) {
            None => Ok(()),
            Some(ring) => Err(Box::new(self.occurs(&ring))),
        }
    }

    /// Replaces the variables in a type by their values. Unbound variables are replaced by the
    /// oldest variable that they are equal to.
    ///
    /// # Errors
    /// [`TypeError::TooDeep`] and [`TypeError::TooLarge`] past the limits of types; the former also
    /// for a type that contains itself, before [`Unifier::check`].
    pub fn resolve(&mut self, ty: &Type) -> Result<Type, TypeError> {
        Resolution::default().ty(&mut self.terms, ty)
    }

    fn mismatch(&self, refusal: Refusal) -> Mismatch {
        Mismatch {
            rule: refusal.rule,
            path: refusal.path,
            left: side(&self.terms, refusal.left),
            right: side(&self.terms, refusal.right),
        }
    }

    fn occurs(&self, ring: &Ring) -> Mismatch {
        occurs(&self.terms, ring)
    }
}

/// Returns the mismatch of a type that contains itself.
pub(super) fn occurs(terms: &TermGraph, ring: &Ring) -> Mismatch {
    let (term, _, _) = ring.first().copied().unwrap_or((NONE, 0, NONE));
    let (_, _, part) = ring.last().copied().unwrap_or((NONE, 0, NONE));
    Mismatch {
        rule: Rule::Occurs,
        path: ring
            .iter()
            .filter_map(|&(term, position, _)| terms.step_of(term, position))
            .collect(),
        left: terms.variable(part),
        right: terms.variable(term),
    }
}

/// Returns one side of a mismatch; the original type if it cannot be resolved.
///
/// The classes of both sides are already merged, so only the term itself is used.
pub(super) fn side(terms: &TermGraph, node: Node) -> Type {
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
