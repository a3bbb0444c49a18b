//! Ambiguities: undetermined types, and the annotations that would determine them.
//!
//! For the variables of a component of choices, the solutions of the search are compared: the
//! expression whose types differ most between solutions is annotated first, until no two solutions
//! agree with all annotations. A variable that no alternative restricts needs an annotation of its
//! own, on the expression with the smallest type that contains it.

use super::invariant::{Expr, InvariantId};
use super::outcome::{Ambiguity, Annotation, Solution, Types, Undecided};
use super::resolve::Resolution;
use super::search::{Assignment, Component, Extent, SearchResult};
use super::state::StandardSolver;
use super::unifier::Unifier;
use crate::calls::Budget;
use crate::sort::{sort_by, sort_by_key};
use crate::source::Result;
use crate::types::{Flags, KeyedMap, KeyedSet, Kind, Type, TypeError, VariableScope, Visit};

/// The maximum size of a type that is considered for an annotation.
const MAX_ANNOTATION: u32 = 1000;

type Variable = (VariableScope, u32);

/// A component with several solutions.
struct AmbiguousComponent {
    component: Component,
    solutions: Vec<Assignment>,
    extent: Extent,
}

/// An undetermined expression and the variables in its type; without variables if the type is too
/// large for an annotation.
struct UndeterminedExpr {
    expr: Expr,
    ty: Type,
    variables: Vec<Variable>,
}

impl StandardSolver {
    pub(super) fn find_outcome(&mut self, budget: &Budget) -> Result<Solution> {
        if self.conflict.is_none()
            && let Err(failure) = self.propagate(budget)
        {
            self.fail(failure);
        }
        budget.finish()?;
        self.steps = self.budget;
        let mut ambiguous = Vec::new();
        let mut out_of_budget = false;
        while self.conflict.is_none() {
            self.forget_decided();
            let calls = self.open_calls.len();
            ambiguous.clear();
            out_of_budget = false;
            for component in self.components() {
                match self.search(&component, budget) {
                    SearchResult::Nothing(conflict) => self.conflict = Some(conflict),
                    SearchResult::One(decisions) => self.settle(&decisions, budget),
                    SearchResult::Several(solutions, extent) => {
                        ambiguous.push(AmbiguousComponent {
                            component,
                            solutions,
                            extent,
                        })
                    }
                    SearchResult::OutOfBudget => out_of_budget = true,
                }
                budget.finish()?;
                if self.conflict.is_some() {
                    break;
                }
            }
            self.forget_decided();
            // Only an answer of a rule can make one component affect a different one.
            if self.open_calls.len() == calls {
                break;
            }
        }
        if let Some(conflict) = &self.conflict {
            return Ok(Solution::Conflict(conflict.clone()));
        }
        if out_of_budget {
            return Ok(Solution::Undecided(Box::new(self.undecided_choices())));
        }
        Ok(self.read(&ambiguous))
    }

    fn settle(&mut self, decisions: &[(u32, u32)], budget: &Budget) {
        for &(choice, number) in decisions {
            if self.choices[choice as usize].decided.is_some() {
                continue;
            }
            let decided = self.decide(choice, number);
            if let Err(failure) = decided.and_then(|()| self.propagate(budget)) {
                return self.fail(failure);
            }
        }
    }

    fn forget_decided(&mut self) {
        let choices = &self.choices;
        self.open
            .retain(|choice| choices[*choice as usize].decided.is_none());
        let calls = &self.calls;
        self.open_calls
            .retain(|call| !calls[*call as usize].answered);
    }

    fn undecided_choices(&self) -> Undecided {
        let remaining = self.open.iter().map(|&choice| {
            let choice = &self.choices[choice as usize];
            let alternatives = choice.alternatives.iter().enumerate();
            let left = alternatives.filter(|(_, alternative)| !alternative.refuted);
            (choice.from, left.map(|(number, _)| number).collect())
        });
        let mut remaining: Vec<(InvariantId, Vec<usize>)> = remaining.collect();
        sort_by(&mut remaining, Ord::cmp);
        Undecided {
            remaining,
            budget: self.budget,
        }
    }

    /// Returns the types of all expressions, or the missing annotations.
    fn read(&mut self, ambiguous: &[AmbiguousComponent]) -> Solution {
        let mut resolution = Resolution::default();
        let agreed = self.agreed(ambiguous);
        let mut types = Types {
            types: Vec::with_capacity(self.exprs.len()),
            index: self.index.clone(),
        };
        let mut open = Vec::new();
        for &(expr, node) in &self.exprs {
            let ty = resolution.node(&self.terms, node);
            let mut ty = ty;
            if resolution.is_open(&self.terms, node)
                && let Ok(known) = &mut ty
            {
                if let Some(agreed) = substitute_all(known, &agreed) {
                    *known = agreed;
                } else {
                    open.push((expr, known.clone()));
                }
            }
            types.types.push((expr, ty));
        }
        if open.is_empty() {
            return Solution::Solved(types);
        }
        let settled_by = self.annotations(&open, ambiguous);
        Solution::Ambiguous(Box::new(Ambiguity {
            undetermined: open,
            settled_by,
        }))
    }

    /// Returns the variables that are equal in all solutions.
    fn agreed(&self, ambiguous: &[AmbiguousComponent]) -> KeyedMap<Variable, Type> {
        let mut agreed = KeyedMap::default();
        for several in ambiguous.iter().filter(|s| s.extent == Extent::All) {
            for (at, node) in several.component.variables.iter().enumerate() {
                let mut types = several.solutions.iter().map(|solution| &solution[at]);
                if let (Some(Ok(first)), Some(name)) =
                    (types.next(), as_variable(&self.terms.name(*node)))
                    && !first.has(Flags::VARIABLE)
                    && types.all(|ty| ty.as_ref() == Ok(first))
                {
                    agreed.insert(name, first.clone());
                }
            }
        }
        agreed
    }

    fn annotations(
        &self,
        open: &[(Expr, Type)],
        ambiguous: &[AmbiguousComponent],
    ) -> Vec<Annotation> {
        let mut exprs: Vec<UndeterminedExpr> = open
            .iter()
            .map(|(expr, ty)| UndeterminedExpr {
                expr: *expr,
                ty: ty.clone(),
                variables: variables(ty),
            })
            .collect();
        // Expressions are sorted by the size of the type, then by the order of insertion.
        sort_by_key(&mut exprs, |open| open.ty.size());
        let mut by_variable: KeyedMap<Variable, Vec<usize>> = KeyedMap::default();
        for (at, open) in exprs.iter().enumerate() {
            for variable in &open.variables {
                by_variable.entry(*variable).or_default().push(at);
            }
        }
        let mut settled: KeyedSet<Variable> = KeyedSet::default();
        let mut annotations = Vec::new();
        for several in ambiguous {
            let AmbiguousComponent {
                component,
                solutions,
                ..
            } = several;
            let names: Vec<Option<Variable>> = component
                .variables
                .iter()
                .map(|node| as_variable(&self.terms.name(*node)))
                .collect();
            let mut candidates: Vec<usize> = names
                .iter()
                .flatten()
                .filter_map(|variable| by_variable.get(variable))
                .flatten()
                .copied()
                .collect();
            candidates.sort_unstable();
            candidates.dedup();
            let (chosen, all_apart) =
                distinguish(&exprs, &candidates, &names, solutions, &mut annotations);
            // Variables that annotations determine in every solution need no further annotation.
            let annotated: Vec<KeyedSet<Variable>> = solutions
                .iter()
                .map(|solution| {
                    let types = chosen.iter().map(|at| &exprs[*at].ty);
                    let types = types.filter_map(|ty| substitute(ty, &names, solution).ok());
                    types.flat_map(|ty| variables(&ty)).collect()
                })
                .collect();
            for (at, name) in names.iter().enumerate() {
                let determined = solutions
                    .iter()
                    .zip(&annotated)
                    .all(|(solution, annotated)| {
                        let ty = solution[at].as_ref();
                        ty.is_ok_and(|ty| {
                            !ty.has(Flags::VARIABLE)
                                || ty.size() <= MAX_ANNOTATION
                                    && variables(ty).iter().all(|v| annotated.contains(v))
                        })
                    });
                if determined && all_apart {
                    settled.extend(name);
                }
            }
            for at in chosen {
                settled.extend(&exprs[at].variables);
            }
        }
        for open in &exprs {
            if open.variables.iter().any(|v| !settled.contains(v)) {
                settled.extend(&open.variables);
                annotations.push(Annotation {
                    expr: open.expr,
                    known: open.ty.clone(),
                    candidates: Vec::new(),
                });
            }
        }
        annotations
    }
}

/// Annotates expressions until no two solutions agree with all annotations. Returns the annotated
/// expressions, and whether it succeeded.
fn distinguish(
    exprs: &[UndeterminedExpr],
    candidates: &[usize],
    names: &[Option<Variable>],
    solutions: &[Assignment],
    annotations: &mut Vec<Annotation>,
) -> (Vec<usize>, bool) {
    let types: Vec<Vec<Option<Type>>> = candidates
        .iter()
        .map(|at| {
            let types = solutions.iter();
            types
                .map(|solution| substitute(&exprs[*at].ty, names, solution).ok())
                .collect()
        })
        .collect();
    let count = solutions.len();
    let mut alike: Vec<(usize, usize)> = (0..count)
        .flat_map(|one| (0..one).map(move |other| (one, other)))
        .collect();
    let mut chosen = Vec::new();
    while !alike.is_empty() {
        let told_apart = |types: &[Option<Type>]| {
            let pairs = alike.iter();
            pairs
                .filter(|(one, other)| are_apart(&types[*one], &types[*other]))
                .count()
        };
        let best = (0..candidates.len())
            .map(|at| (told_apart(&types[at]), std::cmp::Reverse(at)))
            .max();
        let Some((_, std::cmp::Reverse(at))) = best.filter(|(count, _)| *count > 0) else {
            break;
        };
        alike.retain(|(one, other)| !are_apart(&types[at][*one], &types[at][*other]));
        chosen.push(candidates[at]);
        let open = &exprs[candidates[at]];
        let mut seen = Vec::new();
        for ty in types[at].iter().flatten() {
            if !seen.contains(ty) {
                seen.push(ty.clone());
            }
        }
        annotations.push(Annotation {
            expr: open.expr,
            known: open.ty.clone(),
            candidates: seen,
        });
    }
    (chosen, alike.is_empty())
}

/// Whether the types have no common instance.
fn are_apart(one: &Option<Type>, other: &Option<Type>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) if one.has(Flags::VARIABLE) || other.has(Flags::VARIABLE) => {
            let mut unifier = Unifier::new();
            let other = unifier.instantiate(other);
            unifier.unify(one, &other).is_err()
        }
        (Some(one), Some(other)) => one != other,
        _ => false,
    }
}

fn substitute(
    ty: &Type,
    names: &[Option<Variable>],
    solution: &Assignment,
) -> Result<Type, TypeError> {
    ty.replace(&mut |part| match part.kind() {
        _ if !part.has(Flags::VARIABLE) => Ok(Some(part.clone())),
        Kind::Variable { .. } => {
            let name = as_variable(part);
            match names.iter().position(|other| *other == name) {
                Some(at) => solution[at].clone().map(Some),
                None => Ok(Some(part.clone())),
            }
        }
        _ => Ok(None),
    })
}

/// Returns a type without variables after replacing all variables in it; `None` for types that are
/// too large.
fn substitute_all(ty: &Type, with: &KeyedMap<Variable, Type>) -> Option<Type> {
    if with.is_empty() || ty.size() > MAX_ANNOTATION {
        return None;
    }
    let replaced = ty.replace(&mut |part| match as_variable(part) {
        Some(variable) => Ok(with.get(&variable).cloned()),
        None => Ok((!part.has(Flags::VARIABLE)).then(|| part.clone())),
    });
    replaced.ok().filter(|ty| !ty.has(Flags::VARIABLE))
}

fn as_variable(ty: &Type) -> Option<Variable> {
    match ty.kind() {
        Kind::Variable { scope, id } => Some((*scope, *id)),
        _ => None,
    }
}

fn variables(ty: &Type) -> Vec<Variable> {
    let mut found = Vec::new();
    if ty.size() <= MAX_ANNOTATION {
        ty.walk(&mut |_, part| {
            found.extend(as_variable(part));
            if part.has(Flags::VARIABLE) {
                Visit::Into
            } else {
                Visit::Over
            }
        });
    }
    found
}
