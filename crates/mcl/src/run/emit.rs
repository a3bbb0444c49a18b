//! Emission: the resources and edges of a statement for given input values.
//!
//! The output is resources and edges, or an error that is reported when the output is interpreted.
//! Errors of expressions precede such errors, independent of their positions.

use super::expression::statement_tag;
use super::program::Program;
use crate::compile_error::{CompileError, Stage};
use crate::resources::{self, EdgeSpec, ResourceRef, Sent, Trait};
use crate::scope::program::{At, Half, Line, LineKind, Resource};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Error};
use polycty_core::types::{Str, Type};
use polycty_core::values::{Extension, Value};
use polycty_engine::{Computed, Failure, Function, Inputs, Transaction};
use std::any::Any;
use std::cmp::Ordering;
use std::sync::Arc;

/// The bytes that are charged per resource or edge.
const ITEM_BYTES: u64 = 160;

/// The output of statements, as a value. Two outputs are never equal.
pub(super) enum Emitted {
    /// The outputs of several statements, in order.
    Several(Box<[Value]>),
    /// The output of one statement.
    Statement(Statement),
}

/// The output of a statement.
#[derive(Default)]
pub(super) struct Statement {
    /// The location of the statement.
    pub at: Option<At>,
    pub resources: Vec<Arc<resources::Resource>>,
    /// The edges with their locations.
    pub edges: Vec<(EdgeSpec, At)>,
    /// The error, if the statement has no output.
    pub error: Option<Box<CompileError>>,
}

impl Emitted {
    /// Returns the output of zero statements.
    pub fn nothing() -> Value {
        Value::extension(Emitted::Several(Box::default()))
    }

    /// Returns the output that a value holds, or `None` if the value is not an output.
    pub fn of(value: &Value) -> Option<&Emitted> {
        value.as_extension()?.as_any().downcast_ref()
    }

    fn identity(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

impl Extension for Emitted {
    fn ty(&self) -> &Type {
        Type::any()
    }

    fn compare(&self, other: &dyn Extension) -> Ordering {
        match other.as_any().downcast_ref::<Emitted>() {
            Some(other) => self.identity().cmp(&other.identity()),
            None => self.rank().cmp(other.rank()),
        }
    }

    fn rank(&self) -> &'static str {
        "mcl output"
    }

    fn hash_code(&self) -> u64 {
        self.identity() as u64
    }

    fn text(&self) -> String {
        "output".to_owned()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Creates a function that combines `count` outputs.
pub(super) fn outputs(count: u32) -> Box<dyn Function> {
    Box::new(Computed::new("outputs", count, |inputs, _| {
        let parts: Result<Box<[Value]>, Failure> = (0..inputs.len())
            .map(|at| inputs.value(at).cloned())
            .collect();
        Ok(Value::extension(Emitted::Several(parts?)))
    }))
}

/// Creates the function of a statement of edges. Its inputs are the names of the resources.
pub(super) fn edges(halves: Arc<[Half]>, at: At) -> Box<dyn Function> {
    let count = halves.len() as u32;
    let tag = halves.first().map_or(0, |half| statement_tag(half.name));
    let edge = Computed::new("edge", count, move |inputs, budget| {
        let mut statement = Statement {
            at: Some(at),
            ..Statement::default()
        };
        for second in 1..halves.len() {
            let (from, to) = (&halves[second - 1], &halves[second]);
            let froms = names(inputs.value(second - 1)?);
            let tos = names(inputs.value(second)?);
            charge(froms.len().saturating_mul(tos.len()), budget)?;
            let sent = from.field.as_ref().zip(to.field.as_ref());
            let sent = sent.map(|(key, field)| Sent {
                key: key.clone(),
                field: field.clone(),
            });
            for from in references(&from.kind, &froms) {
                for to in references(&to.kind, &tos) {
                    let edge = EdgeSpec {
                        from: from.clone(),
                        to,
                        notify: false,
                        sent: sent.clone(),
                    };
                    statement.edges.push((edge, at));
                }
            }
        }
        Ok(Value::extension(Emitted::Statement(statement)))
    });
    Box::new(edge.tagged(tag))
}

/// The function of a statement of resources of one kind.
pub(super) struct ResourceStatement {
    program: Arc<Program>,
    resource: Arc<Resource>,
    inputs: u32,
}

impl ResourceStatement {
    pub fn new(program: Arc<Program>, resource: Arc<Resource>, inputs: u32) -> ResourceStatement {
        ResourceStatement {
            program,
            resource,
            inputs,
        }
    }

    /// Returns the resources with their edges, or the first error.
    fn emit(&self, inputs: Inputs<'_>, budget: &Budget) -> Result<Statement, Emission> {
        let mut values = Values { inputs, next: 0 };
        let name = values.next()?;
        let collected = match self.resource.collect {
            Some(_) => Some(values.next()?),
            None => None,
        };
        let names = match collected {
            None => names(name),
            Some(found) => found
                .parts()
                .unwrap_or_default()
                .iter()
                .map(name_of)
                .collect(),
        };
        charge(
            names.len().saturating_mul(1 + self.resource.lines.len()),
            budget,
        )?;
        let mut statement = Statement {
            at: Some(self.resource.at),
            ..Statement::default()
        };
        let lines = self.lines(&mut values)?;
        let mut first: Option<resources::Resource> = None;
        for (at, name) in names.iter().enumerate() {
            let resource = match (&first, collected) {
                (Some(first), None) => first.renamed(name.clone()),
                _ => {
                    let found = collected.and_then(|found| found.parts()?.get(at));
                    self.build(name, found, &lines)?
                }
            };
            let valid = resource.validate(&self.program.environment().kinds);
            valid.map_err(|error| self.error("", &error, self.resource.at))?;
            if first.is_none() {
                first = Some(resource.clone());
            }
            statement.resources.push(Arc::new(resource));
            for (line, value) in &lines {
                if let LineKind::Edge(property, half) = &line.kind {
                    self.edges(
                        name,
                        (property, half),
                        value,
                        line.at,
                        &mut statement,
                        budget,
                    )?;
                }
            }
        }
        Ok(statement)
    }

    /// Returns the lines whose condition holds, with their values.
    fn lines<'v>(&self, values: &mut Values<'v>) -> Result<Vec<(&Line, &'v Value)>, Failure> {
        let mut lines = Vec::with_capacity(self.resource.lines.len());
        for line in &self.resource.lines {
            let value = values.next()?;
            let holds = match line.condition {
                Some(_) => values.next()?.as_bool() == Some(true),
                None => true,
            };
            if holds {
                lines.push((line, value));
            }
        }
        Ok(lines)
    }

    #[cold]
    fn error(&self, outer: &str, error: &Error, at: At) -> Emission {
        let message = match outer {
            "" => error.message().to_owned(),
            _ => format!("{outer}: {}", error.message()),
        };
        let error = CompileError::new(Stage::Interpret, error.code(), message);
        Emission::Error(error.at(&self.program.nodes().location(at)))
    }

    /// Builds a resource: the collected fields first, then the fields of its lines.
    fn build(
        &self,
        name: &Str,
        found: Option<&Value>,
        lines: &[(&Line, &Value)],
    ) -> Result<resources::Resource, Emission> {
        const BUILDING: &str = "error building resource";
        let kinds = &self.program.environment().kinds;
        let wrong = |error: &Error| self.error(BUILDING, error, self.resource.at);
        let mut resource = resources::Resource::new(kinds, &self.resource.kind, name.clone())
            .map_err(|error| wrong(&error))?;
        let kind = kinds
            .find(&self.resource.kind)
            .map_err(|error| wrong(&error))?;
        if let Some(data) = found.and_then(|found| found.attribute("data")?.as_str())
            && !data.is_empty()
        {
            let unsaid = || Error::new(Code::Unsupported, "the kind does not implement collecting");
            let behavior = kind.behavior.as_ref().ok_or_else(unsaid);
            let fields = behavior.and_then(|behavior| behavior.collect(data));
            for (field, value) in fields.map_err(|error| wrong(&error))? {
                resource
                    .set(kinds, &field, value)
                    .map_err(|error| wrong(&error))?;
            }
        }
        for (line, value) in lines {
            match &line.kind {
                LineKind::Field(field, _) => {
                    let set = resource.set(kinds, field, (*value).clone());
                    set.map_err(|error| self.error(BUILDING, &error, line.at))?;
                }
                LineKind::Meta(name, _) => {
                    let mut set = |name: &str, value: &Value| {
                        let needed = match name {
                            "reverse" => Some(Trait::Reverses),
                            "autoedge" => Some(Trait::HasEdges),
                            "autogroup" => Some(Trait::Groups),
                            _ => None,
                        };
                        if needed.is_some_and(|needed| !kind.has(needed)) {
                            return Ok(());
                        }
                        let set = resource.meta.set(name, value);
                        set.map_err(|error| {
                            self.error("error generating metaparams", &error, line.at)
                        })
                    };
                    if &**name != "meta" {
                        set(name, value)?;
                        continue;
                    }
                    let parts = value.parts().unwrap_or_default();
                    for (field, part) in value.ty().fields().iter().zip(parts) {
                        set(field.name(), part)?;
                    }
                }
                LineKind::Edge(..) => {}
            }
        }
        Ok(resource)
    }

    /// Adds the edges of a line.
    fn edges(
        &self,
        name: &Str,
        (property, half): (&str, &Half),
        value: &Value,
        at: At,
        statement: &mut Statement,
        budget: &Budget,
    ) -> Result<(), Emission> {
        let others = names(value);
        charge(others.len(), budget)?;
        let own = ResourceRef {
            kind: self.resource.kind.clone(),
            name: name.clone(),
        };
        for other in references(&half.kind, &others) {
            let (from, to) = match property {
                "before" | "notify" => (own.clone(), other),
                _ => (other, own.clone()),
            };
            let edge = EdgeSpec {
                from,
                to,
                notify: matches!(property, "notify" | "listen"),
                sent: None,
            };
            statement.edges.push((edge, at));
        }
        Ok(())
    }
}

impl Function for ResourceStatement {
    fn name(&self) -> &str {
        &self.resource.kind
    }

    fn inputs(&self) -> u32 {
        self.inputs
    }

    fn tag(&self) -> u64 {
        statement_tag(self.resource.name)
    }

    fn call(
        &mut self,
        inputs: Inputs<'_>,
        _: &mut Transaction<'_>,
        budget: &Budget,
    ) -> Result<Value, Failure> {
        let statement = match self.emit(inputs, budget) {
            Ok(statement) => statement,
            Err(Emission::Failed(failure)) => return Err(failure),
            Err(Emission::Error(error)) => Statement {
                error: Some(error),
                ..Statement::default()
            },
        };
        Ok(Value::extension(Emitted::Statement(statement)))
    }
}

/// The reason why a statement has no output.
enum Emission {
    /// An input is missing, or the budget is exceeded.
    Failed(Failure),
    /// The statement is not valid.
    Error(Box<CompileError>),
}

impl From<Failure> for Emission {
    fn from(failure: Failure) -> Emission {
        Emission::Failed(failure)
    }
}

/// The inputs of a statement, in order.
struct Values<'v> {
    inputs: Inputs<'v>,
    next: usize,
}

impl<'v> Values<'v> {
    fn next(&mut self) -> Result<&'v Value, Failure> {
        self.next += 1;
        self.inputs.value(self.next - 1)
    }
}

fn charge(items: usize, budget: &Budget) -> Result<(), Failure> {
    let items = items as u64;
    Ok(budget.parts(1 + items, ITEM_BYTES)?)
}

/// Returns the names in a string or in a list of strings.
fn names(value: &Value) -> Vec<Str> {
    match value.as_str() {
        Some(name) => vec![name.into()],
        None => value
            .parts()
            .unwrap_or_default()
            .iter()
            .map(name_of)
            .collect(),
    }
}

/// Returns the name in a string or in the field `name` of a struct.
fn name_of(value: &Value) -> Str {
    let name = value.as_str().or_else(|| value.attribute("name")?.as_str());
    name.unwrap_or_default().into()
}

fn references<'n>(kind: &'n Str, names: &'n [Str]) -> impl Iterator<Item = ResourceRef> + 'n {
    names.iter().map(|name| ResourceRef {
        kind: kind.clone(),
        name: name.clone(),
    })
}
