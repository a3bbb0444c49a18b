//! Propagation of consequences.
//!
//! An alternative is *refuted* if asserting it in a trial fails. If only one alternative is left,
//! it must hold and is asserted. If one can be asserted without binding a variable outside of it,
//! it already holds, and the others are irrelevant. A choice with several remaining alternatives
//! waits for the unbound classes in its alternatives; a signature's rule waits for the unbound
//! classes in the types of the call. So each is processed again only after a relevant change.

use super::callee::{PartialCall, check_signature};
use super::invariant::InvariantId;
use super::resolve::Resolution;
use super::scheme::Scheme;
use super::state::{Assertion, Change, Item, SolveError, StandardSolver, step};
use super::terms::{Node, Reason, Refusal, Ring, TermGraph};
use crate::calls::Budget;

/// The reason why a trial failed.
pub(super) enum Trial {
    Refused(Refusal),
    Cyclic(Ring),
}

impl StandardSolver {
    /// Derives all consequences of the assertions.
    pub(super) fn propagate(&mut self, budget: &Budget) -> Result<(), SolveError> {
        loop {
            self.wake();
            if let Some(ring) = self.terms.find_cycle(self.dirty.drain(..)) {
                return Err(SolveError::Cyclic(ring));
            }
            let Some(item) = self.agenda.pop_front() else {
                return Ok(());
            };
            match item {
                Item::Choice(at) => {
                    self.choices[at as usize].queued = false;
                    if let Err(error) = self.process_choice(at, budget) {
                        // Processed again by a call with more budget.
                        if let SolveError::Budget = error {
                            self.enqueue(item);
                        }
                        return Err(error);
                    }
                }
                Item::Call(at) => {
                    self.calls[at as usize].queued = false;
                    self.process_call(at)?;
                }
            }
        }
    }

    /// Moves the items that no longer wait to the agenda.
    fn wake(&mut self) {
        let mut fired = std::mem::take(&mut self.fired);
        self.terms.take_fired(&mut fired);
        for who in fired.drain(..) {
            let at = who / 2;
            if who % 2 == 1 {
                if !self.calls[at as usize].answered {
                    self.enqueue(Item::Call(at));
                }
            } else if self.choices[at as usize].decided.is_none() {
                self.enqueue(Item::Choice(at));
            }
        }
        self.fired = fired;
    }

    /// Clears the agenda.
    pub(super) fn clear_agenda(&mut self) {
        self.dirty.clear();
        self.wake();
        while let Some(item) = self.agenda.pop_front() {
            match item {
                Item::Choice(at) => self.choices[at as usize].queued = false,
                Item::Call(at) => self.calls[at as usize].queued = false,
            }
        }
    }

    fn process_choice(&mut self, at: u32, budget: &Budget) -> Result<(), SolveError> {
        let choice = &self.choices[at as usize];
        if choice.decided.is_some() {
            return Ok(());
        }
        let from = choice.from;
        let mut left = Vec::new();
        let mut concerned: Vec<Node> = Vec::new();
        for number in 0..choice.alternatives.len() as u32 {
            let choice = &self.choices[at as usize];
            let alternative = &choice.alternatives[number as usize];
            if alternative.refuted {
                continue;
            }
            step(budget)?;
            let assertion = &self.choices[at as usize].alternatives[number as usize].assertion;
            let (result, touched) = self.terms.attempt(|terms| attempt(terms, assertion, from));
            if result.is_err() {
                self.refute(at, number);
            } else if touched.is_empty()
                && assertion.choices.is_empty()
                && assertion.calls.is_empty()
            {
                return self.decide(at, number);
            } else {
                left.push(number);
                concerned.extend(touched);
            }
        }
        match left[..] {
            [] => Err(SolveError::Exhausted(at)),
            [only] => self.decide(at, only),
            _ => {
                concerned.sort_unstable();
                concerned.dedup();
                for node in concerned {
                    self.terms.watch(node, 2 * at);
                }
                Ok(())
            }
        }
    }

    fn refute(&mut self, choice: u32, number: u32) {
        self.choices[choice as usize].alternatives[number as usize].refuted = true;
        if self.searching {
            self.changes.push(Change::Refuted(choice, number));
        }
    }

    /// Selects an alternative.
    pub(super) fn decide(&mut self, at: u32, number: u32) -> Result<(), SolveError> {
        let choice = &mut self.choices[at as usize];
        choice.decided = Some(number);
        let from = choice.from;
        let alternative = &mut choice.alternatives[number as usize];
        let assertion = std::mem::take(&mut alternative.assertion);
        for &local in &assertion.locals {
            self.terms.set_local(local, false);
        }
        if self.searching {
            self.changes.push(Change::Decided(at));
        }
        let result = self.assert(&assertion, from);
        self.choices[at as usize].alternatives[number as usize].assertion = assertion;
        result
    }

    fn process_call(&mut self, at: u32) -> Result<(), SolveError> {
        let call = &self.calls[at as usize];
        if call.answered {
            return Ok(());
        }
        let from = call.from;
        let partial = self
            .partial_call(at)
            .map_err(|error| SolveError::Reported(at, error))?;
        let answer = (call.rule)(&partial).and_then(|answer| match answer {
            Some(ty) => check_signature(&ty).map(|()| Some(ty)),
            None => Ok(None),
        });
        let call = &mut self.calls[at as usize];
        match answer {
            Err(error) => Err(SolveError::Reported(at, error)),
            Ok(None) => {
                let nodes = call.arguments.iter().chain([&call.result]).copied();
                let nodes: Vec<Node> = nodes.collect();
                for node in self.terms.unbound_in(nodes) {
                    self.terms.watch(node, 2 * at + 1);
                }
                Ok(())
            }
            Ok(Some(ty)) => {
                call.answered = true;
                if self.searching {
                    self.changes.push(Change::Answered(at));
                }
                let call = &self.calls[at as usize];
                let (arguments, result) = (call.arguments.clone(), call.result);
                let node = self.function_node(&arguments, result);
                let node = node.map_err(|error| SolveError::Reported(at, error))?;
                let taken = self.built(&ty, &partial);
                self.equate(taken, node, from)
            }
        }
    }

    /// Returns the node of a signature that a rule built. Variables that the rule received keep
    /// their meaning; other variables belong to the call.
    fn built(&mut self, ty: &crate::types::Type, partial: &PartialCall) -> Node {
        let types = partial.arguments.iter().chain([&partial.result]);
        let given: Vec<Scheme> = types.map(|ty| Scheme::closed(ty.clone())).collect();
        let mut own = Scheme::closed(ty.clone()).quantified().to_vec();
        own.retain(|&(scope, id)| !given.iter().any(|given| given.quantifies(scope, id)));
        self.instance(&Scheme::over(ty.clone(), own), None)
    }

    /// Returns the known types of a call.
    pub(super) fn partial_call(&self, at: u32) -> crate::source::Result<PartialCall> {
        let call = &self.calls[at as usize];
        let mut resolution = Resolution::default();
        let mut known = |node: &Node| resolution.node(&self.terms, *node);
        let arguments: Result<Vec<_>, _> = call.arguments.iter().map(&mut known).collect();
        Ok(PartialCall {
            arguments: arguments?,
            result: known(&call.result)?,
        })
    }
}

/// Asserts the equations of an alternative; only inside of [`TermGraph::attempt`].
pub(super) fn attempt(
    terms: &mut TermGraph,
    assertion: &Assertion,
    from: InvariantId,
) -> Result<(), Trial> {
    let mark = terms.mark();
    for &(left, right) in &assertion.equations {
        terms
            .equate(left, right, Reason::Given(from.0))
            .map_err(Trial::Refused)?;
    }
    let merged = terms.merged_since(mark);
    match terms.find_cycle(merged) {
        Some(ring) => Err(Trial::Cyclic(ring)),
        None => Ok(()),
    }
}
