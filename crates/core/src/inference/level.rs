//! Generalization of the types of definitions.
//!
//! Each class has the outermost *level* that it reaches (Rémy): a variable has the level at which
//! it was created, and two merged classes have the outer level. At the end of a definition, the
//! levels of outer classes are propagated to the classes that they contain, in one pass over the
//! nodes that were created since its start. This suffices since any path from outside to a younger
//! class leads through a class with a younger member.

use super::resolve::Resolution;
use super::scheme::Scheme;
use super::state::{LevelStart, StandardSolver};
use super::terms::Node;
use crate::calls::Budget;
use crate::source::{Code, Error, Result};
use crate::types::Kind;

impl StandardSolver {
    pub(super) fn enter_level(&mut self) {
        self.levels.push(LevelStart {
            node: self.terms.len() as Node,
            choice: self.choices.len() as u32,
            call: self.calls.len() as u32,
        });
        self.terms.set_level(self.levels.len() as u32);
    }

    pub(super) fn leave_level(
        &mut self,
        generalised: &[Node],
        budget: &Budget,
    ) -> Result<Vec<Scheme>> {
        let Some(start) = self.levels.pop() else {
            let message = "no definition is open";
            return Err(Error::new(Code::InvalidArgument, message));
        };
        let level = self.levels.len() as u32;
        self.terms.set_level(level);
        if self.conflict.is_none()
            && let Err(failure) = self.propagate(budget)
        {
            self.fail(failure);
        }
        budget.finish()?;
        if self.conflict.is_some() {
            return Err(Error::new(
                Code::Type,
                "the invariants contradict each other",
            ));
        }
        let mut outer: Vec<Node> = (start.node..self.terms.len() as Node)
            .filter(|node| self.terms.level(*node) <= level)
            .collect();
        for choice in start.choice..self.choices.len() as u32 {
            if self.choices[choice as usize].decided.is_none() {
                self.nodes_of_choice(choice, &mut outer);
            }
        }
        for call in start.call..self.calls.len() as u32 {
            if !self.calls[call as usize].answered {
                self.nodes_of_call(call, &mut outer);
            }
        }
        self.terms.lower(outer, level);
        let own = self.terms.unbound_in(generalised.to_vec());
        for node in own {
            if self.terms.level(node) > level {
                self.terms.generalize(node);
            }
        }
        let mut resolution = Resolution::default();
        generalised
            .iter()
            .map(|&node| {
                let ty = resolution.node(&self.terms, node)?;
                let variables = self.terms.unbound_in(vec![node]).into_iter();
                let quantified = variables
                    .filter(|variable| self.terms.is_generalized(*variable))
                    .filter_map(|variable| match self.terms.name(variable).kind() {
                        Kind::Variable { scope, id } => Some((*scope, *id)),
                        _ => None,
                    });
                Ok(Scheme::over(ty, quantified.collect::<Vec<_>>()))
            })
            .collect()
    }
}
