//! Conversion of statements to vertices whose values are their outputs.

use super::emit::{Emitted, ResourceStatement, edges, outputs};
use super::env::Env;
use super::expression::{Builder, statement_tag};
use super::forms::{LoopStatements, Statements};
use crate::graph::duplicate_meta;
use crate::scope::program::{Body, LineKind, Loop, Output, Resource};
use polycty_core::source::{Code, Error};
use polycty_engine::forms::{Choice, Each, Keys};
use polycty_engine::{Constant, Failure, VertexId};
use std::sync::Arc;

/// The maximum number of outputs that one vertex combines. More outputs form a tree, so that the
/// cost of a change is logarithmic in their number.
const TOGETHER: usize = 32;

impl Builder<'_, '_> {
    /// Adds the vertex of the output of statements.
    pub fn statements(&mut self, body: &Body, env: &Arc<Env>) -> Result<VertexId, Failure> {
        let mut parts = Vec::with_capacity(body.len());
        self.each(body, env, &mut parts)?;
        self.outputs(parts)
    }

    /// Adds the vertex that combines outputs in their order.
    pub fn outputs(&mut self, mut parts: Vec<VertexId>) -> Result<VertexId, Failure> {
        loop {
            match &*parts {
                [] => return self.add(Box::new(Constant::new(Emitted::nothing())), &[]),
                [one] => return Ok(*one),
                _ => {}
            }
            let mut above = Vec::with_capacity(parts.len().div_ceil(TOGETHER));
            for some in parts.chunks(TOGETHER) {
                above.push(match some {
                    [one] => *one,
                    _ => self.add(outputs(some.len() as u32), some)?,
                });
            }
            parts = above;
        }
    }

    fn each(
        &mut self,
        body: &Body,
        env: &Arc<Env>,
        parts: &mut Vec<VertexId>,
    ) -> Result<(), Failure> {
        for output in body {
            let part = match output {
                Output::Resource(resource) => self.resource(resource, env)?,
                Output::Edge(halves, at) => {
                    let mut names = Vec::with_capacity(halves.len());
                    for half in halves.iter() {
                        names.push(self.expression(half.name, env)?);
                    }
                    self.add(edges(halves.clone(), *at), &names)?
                }
                Output::If(branches) => {
                    let by = self.expression(branches.condition, env)?;
                    let tag = statement_tag(branches.condition);
                    let statements = Statements {
                        program: self.program.clone(),
                        env: env.clone(),
                        branches: branches.clone(),
                    };
                    self.add_form("output", by, [], |output| {
                        Box::new(Choice::new("stmtif", tag, Some(output), statements))
                    })?
                }
                Output::For(over) => self.turns(over, "for", Keys::Positions, env)?,
                Output::ForKv(over) => self.turns(over, "forkv", Keys::Entries, env)?,
                Output::Include(include) => {
                    self.each(&include.body, env, parts)?;
                    continue;
                }
            };
            parts.push(part);
        }
        Ok(())
    }

    fn turns(
        &mut self,
        over: &Arc<Loop>,
        name: &str,
        keys: Keys,
        env: &Arc<Env>,
    ) -> Result<VertexId, Failure> {
        let by = self.expression(over.over, env)?;
        let tag = statement_tag(over.over);
        let turns = LoopStatements {
            program: self.program.clone(),
            env: env.clone(),
            over: over.clone(),
        };
        self.add_form("output", by, [], |output| {
            Box::new(Each::new(name, tag, keys, Some(output), turns))
        })
    }

    fn resource(&mut self, resource: &Arc<Resource>, env: &Arc<Env>) -> Result<VertexId, Failure> {
        if let Some(message) = duplicate_meta(self.program.typed(), resource) {
            let location = self.program.nodes().location(resource.at);
            let error = Error::new(Code::Type, format!("{message}: {location}"));
            return Err(Failure::fatal(error));
        }
        let mut inputs = vec![self.expression(resource.name, env)?];
        if let Some(collect) = resource.collect {
            inputs.push(self.expression(collect, env)?);
        }
        for line in &resource.lines {
            let value = match &line.kind {
                LineKind::Field(_, value) | LineKind::Meta(_, value) => *value,
                LineKind::Edge(_, half) => half.name,
            };
            inputs.push(self.expression(value, env)?);
            if let Some(condition) = line.condition {
                inputs.push(self.expression(condition, env)?);
            }
        }
        let count = inputs.len() as u32;
        let statement = ResourceStatement::new(self.program.clone(), resource.clone(), count);
        self.add(Box::new(statement), &inputs)
    }
}
