//! Constraints of statements.

use super::constraint::ErrorLocation;
use super::infer::{Constraints, Inferred};
use crate::resources::{Meta, Unsent, why_not_sent};
use crate::scope::program::{
    At, Body, Half, Line, LineKind, Loop, NodeId, NodeKind, Output, Resource,
};
use crate::types::view::int;
use polycty_core::types::{Field, Type};

impl Constraints<'_> {
    /// Adds the constraints of statements in their order.
    pub fn body(&mut self, body: &Body) -> Inferred {
        body.iter().try_for_each(|output| self.output(output))
    }

    fn output(&mut self, output: &Output) -> Inferred {
        match output {
            Output::Resource(resource) => self.resource(resource),
            Output::Edge(halves, at) => self.edge(halves, *at),
            Output::If(branches) => {
                let location = ErrorLocation::At(branches.at);
                self.expect(branches.condition, location, Type::bool().clone())?;
                self.body(&branches.then)?;
                self.body(&branches.otherwise)
            }
            Output::For(over) => {
                let value = self.unifier.fresh();
                let ty = self.made(Type::list(value.clone()), over.at)?;
                self.over(over, ty, [int().clone(), value])
            }
            Output::ForKv(over) => {
                let (key, value) = (self.unifier.fresh(), self.unifier.fresh());
                let ty = self.made(Type::map_of(key.clone(), value.clone(), None), over.at)?;
                self.over(over, ty, [key, value])
            }
            Output::Include(include) => {
                self.body(&include.body)?;
                for (arg, ty) in &include.params {
                    let actual = self.infer(*arg)?;
                    if let Some(ty) = ty {
                        self.constrain(ErrorLocation::At(include.at), *arg, ty.clone(), actual)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn expect(&mut self, expr: NodeId, location: ErrorLocation, ty: Type) -> Inferred {
        let actual = self.infer(expr)?;
        self.constrain(location, expr, ty, actual)
    }

    fn over(&mut self, over: &Loop, ty: Type, vars: [Type; 2]) -> Inferred {
        self.expect(over.over, ErrorLocation::At(over.at), ty)?;
        for (var, ty) in over.vars.into_iter().zip(vars) {
            self.expect(var, ErrorLocation::At(over.at), ty)?;
        }
        self.body(&over.body)
    }

    /// Constrains the name of an edge's end: a string if its type is known to be one at this point,
    /// otherwise a list of strings.
    fn name(&mut self, name: NodeId, at: At) -> Inferred {
        let actual = self.infer(name)?;
        let string = || Type::string().clone();
        if self.known(name).is_some_and(Type::is_string) {
            return self.constrain(ErrorLocation::At(at), name, string(), actual);
        }
        let strings = self.made(Type::list(string()), at)?;
        let types = (strings, [string()].into());
        self.constrain_to_any(ErrorLocation::At(at), name, types, actual)
    }

    fn resource(&mut self, resource: &Resource) -> Inferred {
        let at = resource.at;
        let actual = self.infer(resource.name)?;
        if let Some(collect) = resource.collect {
            self.infer(collect)?;
        }
        for line in &resource.lines {
            self.line(resource, line)?;
        }
        let string = || Type::string().clone();
        if self.known(resource.name).is_some_and(Type::is_string) {
            return self.constrain(ErrorLocation::At(at), resource.name, string(), actual);
        }
        let strings = self.made(Type::list(string()), at)?;
        let types = match resource.collect {
            None => (strings, [string()].into()),
            // If the type is not known, the default is a list of names with their hosts.
            Some(_) => {
                let fields = [Field::new("name", string()), Field::new("host", string())];
                let element = self.made(Type::object(fields), at)?;
                let named = self.made(Type::list(element), at)?;
                (named, [string(), strings].into())
            }
        };
        self.constrain_to_any(ErrorLocation::At(at), resource.name, types, actual)
    }

    fn line(&mut self, resource: &Resource, line: &Line) -> Inferred {
        let location = ErrorLocation::At(line.at);
        let condition = |constraints: &mut Self| match line.condition {
            Some(condition) => constraints.expect(condition, location, Type::bool().clone()),
            None => Ok(()),
        };
        match &line.kind {
            LineKind::Field(name, value) => {
                let actual = self.infer(*value)?;
                condition(self)?;
                let kind = &resource.kind;
                let known = self.host.kinds.0.get(kind);
                let field = known.and_then(|known| known.fields.get(name));
                let field = field.ok_or_else(|| {
                    let message = match known {
                        Some(_) => format!("field `{name}` does not exist in `{kind}` resource"),
                        None => format!("no resource kind `{kind}` available"),
                    };
                    self.wrong(message, line.at)
                })?;
                let ty = match &field.ty {
                    ty if ty == Type::any() => self.unifier.fresh(),
                    ty => ty.clone(),
                };
                self.constrain(location, *value, ty, actual)
            }
            LineKind::Edge(_, half) => {
                self.name(half.name, half.at)?;
                condition(self)
            }
            LineKind::Meta(name, value) => {
                let actual = self.infer(*value)?;
                condition(self)?;
                let ty = self.meta(name, line.at)?;
                self.constrain(location, *value, ty, actual)
            }
        }
    }

    /// Returns the type of a meta parameter, or of `Meta` itself.
    fn meta(&self, name: &str, at: At) -> Inferred<Type> {
        let strings = self.made(Type::list(Type::string().clone()), at)?;
        let of = |name: &str| match name {
            "retry" | "delay" | "timeout" | "poll" | "burst" => int().clone(),
            "limit" => Type::float().clone(),
            "sema" | "export" => strings.clone(),
            _ => Type::bool().clone(),
        };
        if name != "meta" {
            return Ok(of(name));
        }
        let fields = Meta::NAMES.map(|name| Field::new(name, of(name)));
        self.made(Type::object(fields), at)
    }

    fn edge(&mut self, halves: &[Half], at: At) -> Inferred {
        let [from, to, ..] = halves else {
            return Err(self.wrong("can't create an edge with only one half", at));
        };
        if from.field.is_some() && to.field.is_some() {
            self.send(from, to, at)?;
        }
        halves
            .iter()
            .try_for_each(|half| self.name(half.name, half.at))
    }

    /// Checks that one resource can send to a second one.
    fn send(&self, from: &Half, to: &Half, at: At) -> Inferred {
        let kind = |half: &Half| {
            let kind = self.host.kinds.find(&half.kind);
            kind.map_err(|error| self.wrong(error.message(), at))
        };
        let (sender, receiver) = (kind(from)?, kind(to)?);
        let name = |half: &Half| half.field.clone().unwrap_or_default();
        let unsent = why_not_sent(
            (&from.kind, sender, &name(from)),
            (&to.kind, receiver, &name(to)),
        );
        let message = match unsent {
            None => return Ok(()),
            Some(Unsent::Kind(message)) => message,
            Some(Unsent::Field(why)) => {
                let (from, to) = (self.end(from), self.end(to));
                format!("cannot send/recv from {from} to {to}: {why}")
            }
        };
        Err(self.wrong(message, at))
    }

    /// Formats an end of an edge.
    fn end(&self, half: &Half) -> String {
        let field = half.field.as_deref().unwrap_or_default();
        let name = match &self.program[half.name].kind {
            NodeKind::Const(value) => value.as_str(),
            _ => self.values.get(half.name).and_then(|value| value.as_str()),
        };
        match name {
            Some(name) => format!("{}[{name}].{field}", half.kind),
            None => format!("{}.{field}", half.kind),
        }
    }
}
