//! Search for alternatives that hold, after propagation.
//!
//! Choices without common undetermined variables are independent, so each *component* of dependent
//! choices is searched alone: the search tries each alternative of each choice in order, propagates
//! the consequences (`propagate`), and backtracks on failure. A component with one solution is
//! decided by it. This is safe, since more invariants can refute alternatives but never restore
//! them. A component with several solutions is ambiguous. The number of tried alternatives is
//! bounded; past the bound no decision is made.

use super::outcome::Conflict;
use super::resolve::Resolution;
use super::state::{Change, SolveError, StandardSolver, step};
use super::terms::{Node, TrailMark};
use crate::calls::Budget;
use crate::sort::sort_by;
use crate::types::{Flags, IdMap, Type, TypeError};

/// The maximum number of different solutions that are searched for a component.
const MAX_SOLUTIONS: usize = 16;

/// Dependent choices.
pub(super) struct Component {
    pub choices: Vec<u32>,
    /// The unbound classes that the choices may bind, in ascending order.
    pub variables: Vec<Node>,
}

/// The type of each variable of a component.
pub(super) type Assignment = Vec<Result<Type, TypeError>>;

/// The result of a search.
pub(super) enum SearchResult {
    /// No solution, and the first obstacle.
    Nothing(Box<Conflict>),
    /// One: the alternative of each choice.
    One(Vec<(u32, u32)>),
    /// Several: all of them, or some if there are many or the budget was exceeded.
    Several(Vec<Assignment>, Extent),
    /// The budget was exceeded.
    OutOfBudget,
}

/// Whether all solutions are included.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    All,
    Some,
}

/// A choice on the search path, and the state before it.
struct Frame {
    before: SearchState,
    position: usize,
    choice: u32,
    next: u32,
}

#[derive(Clone, Copy)]
struct SearchState {
    mark: TrailMark,
    changes: usize,
    open: usize,
    open_calls: usize,
}

impl StandardSolver {
    /// Groups the remaining choices into components.
    pub(super) fn components(&mut self) -> Vec<Component> {
        let choices = self.open.len();
        let mut groups = Groups::new(choices + self.open_calls.len());
        let mut owners: IdMap<Node, u32> = IdMap::default();
        let mut variables: Vec<(u32, Node)> = Vec::new();
        let mut resolution = Resolution::default();
        let mut seeds = Vec::new();
        for item in 0..(choices + self.open_calls.len()) as u32 {
            match self.open.get(item as usize) {
                Some(&choice) => self.nodes_of_choice(choice, &mut seeds),
                None => self.nodes_of_call(self.open_calls[item as usize - choices], &mut seeds),
            }
            while let Some(node) = seeds.pop() {
                let root = self.terms.root(node);
                if let Some(&owner) = owners.get(&root) {
                    groups.join(owner, item);
                    continue;
                }
                let known = resolution.node(&self.terms, root);
                let is_ground = known.is_ok_and(|ty| !ty.has(Flags::VARIABLE));
                if is_ground || self.terms.is_generalized(root) {
                    continue;
                }
                owners.insert(root, item);
                match self.terms.term(root) {
                    Some(term) => seeds.extend_from_slice(self.terms.parts(term)),
                    None if self.terms.is_local(root) => {}
                    None => variables.push((item, root)),
                }
            }
        }
        let mut components: Vec<Component> = Vec::new();
        let mut of_group: IdMap<u32, usize> = IdMap::default();
        for (item, &choice) in self.open.iter().enumerate() {
            let at = *of_group.entry(groups.find(item as u32)).or_insert_with(|| {
                components.push(Component {
                    choices: Vec::new(),
                    variables: Vec::new(),
                });
                components.len() - 1
            });
            components[at].choices.push(choice);
        }
        for (item, variable) in variables {
            if let Some(&at) = of_group.get(&groups.find(item)) {
                components[at].variables.push(variable);
            }
        }
        for component in &mut components {
            sort_by(&mut component.variables, Ord::cmp);
        }
        components
    }

    /// Collects all nodes in a choice. The recursion is bounded by the nesting of alternatives.
    pub(super) fn nodes_of_choice(&self, choice: u32, nodes: &mut Vec<Node>) {
        for alternative in &self.choices[choice as usize].alternatives {
            if alternative.refuted {
                continue;
            }
            let assertion = &alternative.assertion;
            nodes.extend(
                assertion
                    .equations
                    .iter()
                    .flat_map(|(one, other)| [one, other]),
            );
            for &choice in &assertion.choices {
                self.nodes_of_choice(choice, nodes);
            }
            for &call in &assertion.calls {
                self.nodes_of_call(call, nodes);
            }
        }
    }

    pub(super) fn nodes_of_call(&self, call: u32, nodes: &mut Vec<Node>) {
        let call = &self.calls[call as usize];
        nodes.extend(&call.arguments);
        nodes.push(call.result);
    }

    /// Searches the solutions of a component and restores the state.
    pub(super) fn search(&mut self, component: &Component, budget: &Budget) -> SearchResult {
        self.searching = true;
        let base = self.state();
        let before = budget.steps();
        let part = budget.at_most(self.steps);
        let found = self.search_from(component, base, budget);
        drop(part);
        self.steps = self.steps.saturating_sub(budget.steps() - before);
        self.go_back(base);
        self.searching = false;
        found
    }

    fn search_from(
        &mut self,
        component: &Component,
        base: SearchState,
        budget: &Budget,
    ) -> SearchResult {
        let mut solutions: Vec<Assignment> = Vec::new();
        let mut decisions = Vec::new();
        let mut first_conflict: Option<Box<Conflict>> = None;
        let mut frames: Vec<Frame> = Vec::new();
        let mut position = 0;
        let mut holds = true;
        loop {
            if holds {
                while self.undecided(component, base, position) == Some(None) {
                    position += 1;
                }
                match self.undecided(component, base, position).flatten() {
                    Some(choice) => frames.push(Frame {
                        before: self.state(),
                        position,
                        choice,
                        next: 0,
                    }),
                    None => {
                        let solution = self.solution(component);
                        if solutions.is_empty() {
                            decisions = self.decisions(component, base);
                        }
                        if !solutions.contains(&solution) {
                            solutions.push(solution);
                        }
                        if solutions.len() == MAX_SOLUTIONS {
                            return SearchResult::Several(solutions, Extent::Some);
                        }
                    }
                }
            }
            let Some(frame) = frames.last_mut() else {
                break;
            };
            let (before, choice) = (frame.before, frame.choice);
            position = frame.position;
            let first = frame.next;
            self.go_back(before);
            let alternatives = &self.choices[choice as usize].alternatives;
            let Some(number) = (first..alternatives.len() as u32)
                .find(|number| !alternatives[*number as usize].refuted)
            else {
                frames.pop();
                holds = false;
                continue;
            };
            frame.next = number + 1;
            let result = step(budget).and_then(|()| self.decide(choice, number));
            match result.and_then(|()| self.propagate(budget)) {
                Ok(()) => holds = true,
                Err(SolveError::Budget) => {
                    return match solutions.len() {
                        0 | 1 => SearchResult::OutOfBudget,
                        _ => SearchResult::Several(solutions, Extent::Some),
                    };
                }
                Err(error) => {
                    holds = false;
                    if first_conflict.is_none() && solutions.is_empty() {
                        first_conflict = self.explain(error).map(Box::new);
                    }
                }
            }
        }
        match (solutions.len(), first_conflict) {
            (0, Some(first_conflict)) => SearchResult::Nothing(first_conflict),
            (0, None) => SearchResult::OutOfBudget,
            (1, _) => SearchResult::One(decisions),
            _ => SearchResult::Several(solutions, Extent::All),
        }
    }

    /// Returns the choice at a position of the component, including choices that its alternatives
    /// have opened. The outer value is `None` past the end, the inner value is `None` if the choice
    /// is decided.
    fn undecided(
        &self,
        component: &Component,
        base: SearchState,
        position: usize,
    ) -> Option<Option<u32>> {
        let own = component.choices.len();
        let choice = match component.choices.get(position) {
            Some(choice) => *choice,
            None => *self.open.get(base.open + position - own)?,
        };
        let is_open = self.choices[choice as usize].decided.is_none();
        Some(is_open.then_some(choice))
    }

    fn decisions(&self, component: &Component, base: SearchState) -> Vec<(u32, u32)> {
        let opened = &self.open[base.open..];
        let all = component.choices.iter().chain(opened);
        all.filter_map(|&choice| Some((choice, self.choices[choice as usize].decided?)))
            .collect()
    }

    fn solution(&self, component: &Component) -> Assignment {
        let mut resolution = Resolution::default();
        let variables = component.variables.iter();
        variables
            .map(|variable| resolution.node(&self.terms, *variable))
            .collect()
    }

    fn state(&mut self) -> SearchState {
        SearchState {
            mark: self.terms.mark(),
            changes: self.changes.len(),
            open: self.open.len(),
            open_calls: self.open_calls.len(),
        }
    }

    fn go_back(&mut self, state: SearchState) {
        self.terms.undo(state.mark);
        self.clear_agenda();
        self.open.truncate(state.open);
        self.open_calls.truncate(state.open_calls);
        while self.changes.len() > state.changes {
            match self.changes.pop() {
                Some(Change::Refuted(choice, number)) => {
                    let choice = &mut self.choices[choice as usize];
                    choice.alternatives[number as usize].refuted = false;
                }
                Some(Change::Answered(call)) => self.calls[call as usize].answered = false,
                Some(Change::Decided(choice)) => {
                    let choice = &mut self.choices[choice as usize];
                    if let Some(number) = choice.decided.take() {
                        for &local in &choice.alternatives[number as usize].assertion.locals {
                            self.terms.set_local(local, true);
                        }
                    }
                }
                None => break,
            }
        }
    }
}

/// A partition of a set of numbers.
struct Groups(Vec<u32>);

impl Groups {
    fn new(count: usize) -> Groups {
        Groups((0..count as u32).collect())
    }

    fn find(&mut self, mut at: u32) -> u32 {
        while self.0[at as usize] != at {
            let above = self.0[at as usize];
            self.0[at as usize] = self.0[above as usize];
            at = above;
        }
        at
    }

    fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.find(one), self.find(other));
        // The lowest number represents its group, so that the order is that of the invariants.
        self.0[one.max(other) as usize] = one.min(other);
    }
}
