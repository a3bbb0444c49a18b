//! Explanations of conflicts.
//!
//! An error in the graph becomes a mismatch of two types and the chain of invariants between them.
//! If a choice has no alternatives left, each one is tried once more (`propagate`) and explained.

use super::callee::function_type;
use super::invariant::InvariantId;
use super::outcome::{Conflict, Refutation};
use super::proof::Chain;
use super::propagate::{Trial, attempt};
use super::rule::Rule;
use super::state::{SolveError, StandardSolver};
use super::terms::{Refusal, Ring, TermGraph};
use super::unifier::{Mismatch, occurs, side};
use crate::types::{FuncParam, IdSet, Type};

impl StandardSolver {
    /// Records the first conflict. Later ones are ignored, since a conflict is never resolved.
    pub(super) fn fail(&mut self, error: SolveError) {
        if self.conflict.is_none() {
            self.conflict = self.explain(error).map(Box::new);
        }
    }

    /// Returns the conflict of an error, if it is one. The graph must not have changed since the
    /// error was found.
    pub(super) fn explain(&mut self, error: SolveError) -> Option<Conflict> {
        Some(match error {
            SolveError::Refused(refusal) => plain(explain_refusal(&self.terms, &refusal)),
            SolveError::Cyclic(ring) => plain(explain_ring(&self.terms, &ring)),
            SolveError::Exhausted(choice) => self.explain_exhausted(choice)?,
            SolveError::Reported(call, error) => {
                let from = self.calls[call as usize].from;
                let known = self.partial_call(call).and_then(|known| {
                    let arguments = known.arguments.into_iter();
                    let parameters = arguments.map(|ty| FuncParam { name: None, ty });
                    function_type(parameters.collect(), known.result)
                });
                let known = known.unwrap_or_else(|_| Type::any().clone());
                Conflict {
                    first: from,
                    second: from,
                    mismatch: Mismatch {
                        rule: Rule::Reported,
                        path: Vec::new(),
                        left: known.clone(),
                        right: known,
                    },
                    chain: vec![from],
                    refuted: Vec::new(),
                    reported: Some(error),
                }
            }
            SolveError::Budget => return None,
        })
    }

    /// Tries each alternative once more and explains its failure.
    fn explain_exhausted(&mut self, at: u32) -> Option<Conflict> {
        let choice = &self.choices[at as usize];
        let from = choice.from;
        let mut refuted = Vec::new();
        let mut ends = None;
        let mut chain: Vec<InvariantId> = Vec::new();
        let mut seen = IdSet::default();
        for (number, alternative) in choice.alternatives.iter().enumerate() {
            let (explained, _) = self.terms.attempt(|terms| {
                Some(match attempt(terms, &alternative.assertion, from).err()? {
                    Trial::Refused(refusal) => explain_refusal(terms, &refusal),
                    Trial::Cyclic(ring) => explain_ring(terms, &ring),
                })
            });
            let Some((mismatch, path)) = explained else {
                continue;
            };
            ends.get_or_insert((path.first.unwrap_or(from), path.last.unwrap_or(from)));
            let new = path.invariants.iter().filter(|id| seen.insert(**id));
            chain.extend(new);
            refuted.push(Refutation {
                alternative: number,
                mismatch,
                chain: path.invariants,
            });
        }
        let (first, second) = ends.unwrap_or((from, from));
        Some(Conflict {
            first,
            second,
            mismatch: refuted.first()?.mismatch.clone(),
            chain,
            refuted,
            reported: None,
        })
    }
}

fn plain((mismatch, chain): (Mismatch, Chain)) -> Conflict {
    let id = InvariantId(0);
    Conflict {
        first: chain.first.unwrap_or(id),
        second: chain.last.unwrap_or(id),
        mismatch,
        chain: chain.invariants,
        refuted: Vec::new(),
        reported: None,
    }
}

fn explain_refusal(terms: &TermGraph, refusal: &Refusal) -> (Mismatch, Chain) {
    let mismatch = Mismatch {
        rule: refusal.rule,
        path: refusal.path.clone(),
        left: side(terms, refusal.left),
        right: side(terms, refusal.right),
    };
    (mismatch, Chain::between(terms, refusal.left, refusal.right))
}

fn explain_ring(terms: &TermGraph, ring: &Ring) -> (Mismatch, Chain) {
    (occurs(terms, ring), Chain::around(terms, ring))
}
