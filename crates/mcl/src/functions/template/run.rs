//! Execution of templates.
//!
//! Unknown names are errors. A value may have the static type any, as fields of structs and entries
//! of maps do; a pipeline removes it.

use super::builtin::{self, Builtin, Run};
use super::go_value::{
    GoType, GoValue, List, Operand, Width, concrete, go_type, of_value, reflects, to_value,
};
use super::parse::Templates;
use super::print::{cost, plain, type_name};
use super::tree::{Branch, Command, Located, Node, Number, Pipe, TemplateCall, Term, TermKind};
use super::{MAX_LEVELS, NAME, Stop, core_function, too_deep};
use crate::functions::call::Call;
use crate::functions::define::{Function, parameters};
use crate::values::access::own_type;
use polycty_core::text::Quoted;
use polycty_core::types::VariableScope;
use polycty_core::values::Value;
use std::rc::Rc;

/// The maximum length in bytes of the source text in messages.
const MAX_CONTEXT: usize = 20;

/// Executes a template with its data and returns the output.
pub(super) fn run(
    templates: &Templates<'_>,
    data: GoValue,
    call: &Call<'_>,
) -> Result<String, Stop> {
    let mut runner = Runner {
        templates,
        call,
        out: String::new(),
        name: NAME,
        variables: Vec::new(),
        levels: 0,
        location: None,
    };
    runner.template(NAME, Operand::own(data))?;
    Ok(runner.out)
}

type Eval<T> = Result<T, Stop>;

/// The end of a list of nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    On,
    Break,
    Continue,
}

struct Runner<'r, 't> {
    templates: &'r Templates<'t>,
    call: &'r Call<'r>,
    out: String,
    /// The name of the current template.
    name: &'r str,
    /// Variables with their values; a later variable shadows an earlier one.
    variables: Vec<(&'t str, Operand)>,
    levels: usize,
    /// The node that messages refer to.
    location: Option<&'r dyn Located>,
}

impl<'r, 't> Runner<'r, 't> {
    #[cold]
    #[expect(
        clippy::string_slice,
        reason = "a token starts and ends at a character boundary"
    )]
    fn error(&self, message: impl AsRef<str>) -> Stop {
        let message = message.as_ref();
        let Some(location) = self.location else {
            return Stop::Error(format!("template: {NAME}: {message}"));
        };
        let before = &self.templates.text[..location.at()];
        let line = 1 + before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let mut shown = location.to_string();
        if shown.len() > MAX_CONTEXT {
            shown = shown.chars().take(MAX_CONTEXT).collect();
            shown.push_str("...");
        }
        let name = Quoted(self.name);
        Stop::Error(format!(
            "template: {NAME}:{line}:{column}: executing {name} at <{shown}>: {message}"
        ))
    }

    fn at(&mut self, location: &'r dyn Located) {
        self.location = Some(location);
    }

    /// Executes one level deeper.
    fn deeper<T>(&mut self, run: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        if self.levels == MAX_LEVELS {
            return Err(too_deep());
        }
        self.levels += 1;
        let outcome = run(self);
        self.levels -= 1;
        outcome
    }

    fn write(&mut self, go_value: &GoValue) -> Eval<()> {
        self.charge_text(cost(go_value))?;
        match go_value {
            GoValue::Nil => self.out.push_str("<no value>"),
            go_value => plain(go_value, &mut self.out),
        }
        Ok(())
    }

    fn charge_text(&self, bytes: usize) -> Eval<()> {
        builtin::charge_bytes(bytes, self.call.budget)
    }

    /// Executes the template with a name.
    fn template(&mut self, name: &'r str, dot: Operand) -> Eval<()> {
        let templates = self.templates;
        let Some(list) = templates.named.get(name) else {
            return Err(self.error(format!("template {} not defined", Quoted(name))));
        };
        let outer = std::mem::replace(&mut self.name, name);
        let variables = std::mem::replace(&mut self.variables, vec![("$", dot.clone())]);
        self.list(list, &dot)?;
        self.name = outer;
        self.variables = variables;
        Ok(())
    }

    fn list(&mut self, list: &'r [Node<'t>], dot: &Operand) -> Eval<Flow> {
        self.deeper(|runner| {
            for node in list {
                match runner.node(node, dot)? {
                    Flow::On => {}
                    flow => return Ok(flow),
                }
            }
            Ok(Flow::On)
        })
    }

    fn node(&mut self, node: &'r Node<'t>, dot: &Operand) -> Eval<Flow> {
        self.call.budget.charge(1)?;
        match node {
            Node::Text(text) => {
                self.charge_text(text.len())?;
                self.out.push_str(text);
            }
            Node::Action(pipe) => {
                let value = self.pipe(pipe, dot)?;
                if pipe.variables.is_empty() {
                    self.at(pipe);
                    self.write(&value.go_value)?;
                }
            }
            Node::If(branch) | Node::With(branch) => {
                let known = self.variables.len();
                let value = self.pipe(&branch.pipe, dot)?;
                let inner = match node {
                    Node::With(_) => &value,
                    _ => dot,
                };
                let flow = if value.go_value.truth() {
                    self.list(&branch.list, inner)?
                } else {
                    self.list(&branch.other, dot)?
                };
                self.variables.truncate(known);
                return Ok(flow);
            }
            Node::Range(branch) => {
                let known = self.variables.len();
                let flow = self.range(branch, dot)?;
                self.variables.truncate(known);
                return Ok(flow);
            }
            Node::Call(call) => self.call_template(call, dot)?,
            Node::Break => return Ok(Flow::Break),
            Node::Continue => return Ok(Flow::Continue),
        }
        Ok(Flow::On)
    }

    fn call_template(&mut self, call: &'r TemplateCall<'t>, dot: &Operand) -> Eval<()> {
        self.at(call);
        let templates = self.templates;
        if !templates.named.contains_key(&call.name) {
            return Err(self.error(format!("template {} not defined", Quoted(&call.name))));
        }
        let dot = match &call.pipe {
            Some(pipe) => self.pipe(pipe, dot)?,
            None => Operand::own(GoValue::Nil),
        };
        self.deeper(|runner| runner.template(&call.name, dot))
    }

    fn range(&mut self, branch: &'r Branch<'t>, dot: &Operand) -> Eval<Flow> {
        let value = self.pipe(&branch.pipe, dot)?;
        let two = branch.pipe.variables.len() > 1;
        let flow = match &value.go_value {
            GoValue::List(list) if !list.items.is_empty() => {
                let pairs = list.items.iter().enumerate();
                let pairs = pairs.map(|(at, item)| {
                    (
                        GoValue::Int(at as i64, Width::Int),
                        Operand::of(item, &list.element),
                    )
                });
                self.each(branch, pairs)?
            }
            GoValue::Map(map) if !map.entries.is_empty() => {
                let pairs = map.entries.iter();
                let pairs = pairs.map(|(key, item)| (key.clone(), Operand::of(item, &map.element)));
                self.each(branch, pairs)?
            }
            GoValue::Int(count, _) if two => {
                let message = format!("can't use {count} to iterate over more than one variable");
                return Err(self.error(message));
            }
            GoValue::Int(count, width) if *count > 0 => {
                let (count, width) = (*count, *width);
                let numbers = (0..count).map(|at| {
                    let number = GoValue::Int(at, width);
                    (number.clone(), Operand::own(number))
                });
                self.each(branch, numbers)?
            }
            GoValue::List(_) | GoValue::Map(_) | GoValue::Int(..) | GoValue::Nil => {
                return self.list(&branch.other, dot);
            }
            other => {
                let mut shown = String::new();
                plain(other, &mut shown);
                return Err(self.error(format!("range can't iterate over {shown}")));
            }
        };
        Ok(flow)
    }

    fn each(
        &mut self,
        branch: &'r Branch<'t>,
        pairs: impl Iterator<Item = (GoValue, Operand)>,
    ) -> Eval<Flow> {
        let pipe = &branch.pipe;
        let known = self.variables.len();
        for (key, item) in pairs {
            match (&pipe.variables[..], pipe.assigns) {
                ([], _) => {}
                ([only], true) => self.assign(only, item.clone())?,
                ([first, second, ..], true) => {
                    self.assign(first, Operand::own(key))?;
                    self.assign(second, item.clone())?;
                }
                ([_], false) => self.variables[known - 1].1 = item.clone(),
                ([_, _, ..], false) => {
                    self.variables[known - 2].1 = Operand::own(key);
                    self.variables[known - 1].1 = item.clone();
                }
            }
            let flow = self.list(&branch.list, &item)?;
            self.variables.truncate(known);
            if flow == Flow::Break {
                break;
            }
        }
        Ok(Flow::On)
    }

    fn assign(&mut self, name: &'t str, value: Operand) -> Eval<()> {
        match self.variables.iter_mut().rfind(|(have, _)| *have == name) {
            Some(variable) => {
                variable.1 = value;
                Ok(())
            }
            None => Err(self.error(format!("undefined variable: {name}"))),
        }
    }

    fn variable(&self, name: &str) -> Eval<Operand> {
        let found = self.variables.iter().rfind(|(have, _)| *have == name);
        match found {
            Some((_, value)) => Ok(value.clone()),
            None => Err(self.error(format!("undefined variable: {name}"))),
        }
    }

    fn pipe(&mut self, pipe: &'r Pipe<'t>, dot: &Operand) -> Eval<Operand> {
        self.at(pipe);
        self.deeper(|runner| {
            let mut value = None;
            for command in &pipe.commands {
                let mut result = runner.command(command, dot, value)?;
                result.any = false;
                value = Some(result);
            }
            let value = value.unwrap_or_else(|| Operand::own(GoValue::Nil));
            for name in &pipe.variables {
                if pipe.assigns {
                    runner.assign(name, value.clone())?;
                } else {
                    runner.variables.push((name, value.clone()));
                }
            }
            Ok(value)
        })
    }

    fn command(
        &mut self,
        command: &'r Command<'t>,
        dot: &Operand,
        last: Option<Operand>,
    ) -> Eval<Operand> {
        self.call.budget.charge(1)?;
        let first = &command.terms[0];
        let extra = command.terms.len() > 1 || last.is_some();
        match &first.kind {
            TermKind::Identifier(name) => {
                self.at(first);
                return self.function(name, command, &command.terms[1..], dot, last);
            }
            TermKind::Field(fields) => {
                self.at(first);
                return self.fields(dot.clone(), fields, extra);
            }
            TermKind::Chain(term, fields) => {
                self.at(first);
                return self.chain(term, fields, dot, extra);
            }
            TermKind::Variable(name, fields) => {
                self.at(first);
                let value = self.variable(name)?;
                if fields.is_empty() {
                    self.no_function(first, extra)?;
                }
                return self.fields(value, fields, extra);
            }
            TermKind::Pipe(pipe) => {
                self.no_function(first, extra)?;
                return self.pipe(pipe, dot);
            }
            _ => {}
        }
        self.at(first);
        self.no_function(first, extra)?;
        self.simple(first, dot)
    }

    fn no_function(&self, term: &Term<'_>, extra: bool) -> Eval<()> {
        if extra {
            Err(self.error(format!("can't give argument to non-function {term}")))
        } else {
            Ok(())
        }
    }

    /// Evaluates a term that depends only on the dot.
    fn simple(&self, term: &Term<'_>, dot: &Operand) -> Eval<Operand> {
        Ok(match &term.kind {
            TermKind::Dot => dot.clone(),
            TermKind::Bool(flag) => Operand::own(GoValue::Bool(*flag)),
            TermKind::Text(_, text) => Operand::own(GoValue::text(text)),
            TermKind::Number(number) => Operand::own(self.number(number)?),
            TermKind::Nil => return Err(self.error("nil is not a command")),
            _ => {
                return Err(self.error(format!(
                    "can't evaluate command {}",
                    Quoted(&term.to_string())
                )));
            }
        })
    }

    /// Converts a number whose type is not determined by its context.
    fn number(&self, number: &Number<'_>) -> Eval<GoValue> {
        match number {
            Number {
                is_float: true,
                float: Some(float),
                ..
            } => Ok(GoValue::Float(*float)),
            Number { int: Some(int), .. } => Ok(GoValue::Int(*int, Width::Int)),
            Number { text, .. } => Err(self.error(format!("{text} overflows int"))),
        }
    }

    fn chain(
        &mut self,
        term: &'r Term<'t>,
        fields: &[&str],
        dot: &Operand,
        extra: bool,
    ) -> Eval<Operand> {
        if matches!(term.kind, TermKind::Nil) {
            return Err(self.error(format!("indirection through explicit nil in {term}")));
        }
        let location = self.location;
        let value = self.argument(term, dot)?;
        self.location = location;
        self.fields(value, fields, extra)
    }

    fn fields(&mut self, mut value: Operand, fields: &[&str], extra: bool) -> Eval<Operand> {
        for (at, field) in fields.iter().enumerate() {
            let extra = extra && at + 1 == fields.len();
            value = self.field(value, field, extra)?;
        }
        Ok(value)
    }

    fn field(&self, value: Operand, field: &str, extra: bool) -> Eval<Operand> {
        let nowhere = || {
            let ty = type_name(value.ty().as_ref());
            self.error(format!("can't evaluate field {field} in type {ty}"))
        };
        match &value.go_value {
            GoValue::Nil if value.any => {
                Err(self.error(format!("nil pointer evaluating interface {{}}.{field}")))
            }
            GoValue::Nil => {
                Err(self.error(format!("nil data; no entry for key {}", Quoted(field))))
            }
            GoValue::Map(map) if map.key == GoType::Text => {
                if extra {
                    return Err(self.error(format!("{field} is not a method but has arguments")));
                }
                let key = GoValue::text(field);
                let found = map
                    .entries
                    .binary_search_by(|(have, _)| super::go_value::key_cmp(have, &key));
                match found {
                    Ok(at) => Ok(Operand::of(&map.entries[at].1, &map.element)),
                    Err(_) => {
                        Err(self.error(format!("map has no entry for key {}", Quoted(field))))
                    }
                }
            }
            GoValue::Struct(fields) => {
                let found = fields.iter().find(|(name, _)| **name == *field);
                let Some((_, part)) = found else {
                    return Err(nowhere());
                };
                if extra {
                    let message =
                        format!("{field} has arguments but cannot be invoked as function");
                    return Err(self.error(message));
                }
                Ok(Operand::own(part.clone()))
            }
            _ => Err(nowhere()),
        }
    }

    /// Evaluates an argument of any type.
    fn argument(&mut self, term: &'r Term<'t>, dot: &Operand) -> Eval<Operand> {
        self.at(term);
        match &term.kind {
            TermKind::Field(fields) => self.fields(dot.clone(), fields, false),
            TermKind::Variable(name, fields) => {
                let value = self.variable(name)?;
                self.fields(value, fields, false)
            }
            TermKind::Pipe(pipe) => self.pipe(pipe, dot),
            TermKind::Identifier(name) => self.function(name, term, &[], dot, None),
            TermKind::Chain(inner, fields) => self.chain(inner, fields, dot, false),
            TermKind::Nil => Ok(Operand::own(GoValue::Nil)),
            _ => self.simple(term, dot),
        }
    }

    /// Calls a built-in function or a core function.
    fn function(
        &mut self,
        name: &str,
        location: &'r dyn Located,
        terms: &'r [Term<'t>],
        dot: &Operand,
        last: Option<Operand>,
    ) -> Eval<Operand> {
        if let Some(builtin) = builtin::find(name) {
            return self.builtin(builtin, location, terms, dot, last);
        }
        match core_function(name) {
            Some(function) => self.core(name, function, location, terms, dot, last),
            None => Err(self.error(format!("{} is not a defined function", Quoted(name)))),
        }
    }

    fn builtin(
        &mut self,
        builtin: &'static Builtin,
        location: &'r dyn Located,
        terms: &'r [Term<'t>],
        dot: &Operand,
        last: Option<Operand>,
    ) -> Eval<Operand> {
        let given = terms.len() + usize::from(last.is_some());
        let Builtin {
            name, least, more, ..
        } = builtin;
        if given < *least || (given > *least && !more) {
            let at_least = if *more { "at least " } else { "" };
            let message =
                format!("wrong number of args for {name}: want {at_least}{least} got {given}");
            return Err(self.error(message));
        }
        let run = match builtin.run {
            Run::Choice(until) => {
                let mut value = Operand::own(GoValue::Nil);
                for term in terms {
                    value = self.argument(term, dot)?;
                    if value.go_value.truth() == until {
                        return Ok(value);
                    }
                }
                return Ok(last.unwrap_or(value));
            }
            Run::Values(run) => run,
        };
        let mut values = Vec::with_capacity(given);
        for (at, term) in terms.iter().enumerate() {
            values.push(if at == 0 && *name == "printf" {
                self.typed(term, dot, &GoType::Text)?
            } else {
                self.argument(term, dot)?.go_value
            });
        }
        if let Some(last) = last {
            values.push(if values.is_empty() && *name == "printf" {
                self.fitting(last, &GoType::Text)?
            } else {
                last.go_value
            });
        }
        match run(&values, self.call.budget) {
            Ok(go_value) => Ok(Operand::own(go_value)),
            Err(Stop::Error(message)) => {
                self.at(location);
                Err(self.error(format!("error calling {name}: {message}")))
            }
            Err(stop) => Err(stop),
        }
    }

    fn core(
        &mut self,
        name: &str,
        function: &'static Function,
        location: &'r dyn Located,
        terms: &'r [Term<'t>],
        dot: &Operand,
        last: Option<Operand>,
    ) -> Eval<Operand> {
        let signature = function.signature(VariableScope::new());
        let ty = match signature {
            Ok(Some(ty)) => ty,
            Ok(None) => return Err(self.error(format!("{name} has no type"))),
            Err(error) => return Err(Stop::Refused(error.into())),
        };
        let wanted = parameters(&ty);
        let given = terms.len() + usize::from(last.is_some());
        if given != wanted.len() {
            let count = wanted.len();
            let message = format!("wrong number of args for {name}: want {count} got {given}");
            return Err(self.error(message));
        }
        let mut values: Vec<Value> = Vec::with_capacity(given);
        for (term, param) in terms.iter().zip(wanted) {
            let wanted = go_type(&param.ty);
            let go_value = self.typed(term, dot, &wanted)?;
            values.push(self.value_of(&go_value, &param.ty)?);
        }
        if let (Some(last), Some(param)) = (last, wanted.last()) {
            let go_value = self.fitting(last, &go_type(&param.ty))?;
            values.push(self.value_of(&go_value, &param.ty)?);
        }
        let arguments: Vec<&Value> = values.iter().collect();
        let outer = self.call;
        let call = Call::new(&arguments, &ty, outer.base, outer.host, outer.budget);
        let value = match function.call(&call) {
            Ok(value) => value,
            Err(failure) if failure.error.code().is_refusal() => {
                return Err(Stop::Refused(failure));
            }
            Err(failure) => {
                self.at(location);
                let message = failure.error.message();
                return Err(self.error(format!(
                    "error calling {name}: function `{name}` errored: {message}"
                )));
            }
        };
        if reflects(own_type(&value)) {
            return Ok(Operand::own(concrete(&value)));
        }
        match of_value(&value) {
            Ok(go_value) => Ok(Operand {
                go_value,
                any: true,
            }),
            Err(message) => Err(self.error(message)),
        }
    }

    fn value_of(&self, go_value: &GoValue, ty: &polycty_core::types::Type) -> Eval<Value> {
        let value = to_value(go_value, ty);
        value.ok_or_else(|| self.error(format!("can't use a value as {}", go_type(ty))))
    }

    /// Evaluates an argument of a required type.
    fn typed(&mut self, term: &'r Term<'t>, dot: &Operand, wanted: &GoType) -> Eval<GoValue> {
        self.at(term);
        match (&term.kind, wanted) {
            (TermKind::Nil, GoType::List(_) | GoType::Map(_)) => Ok(match wanted {
                GoType::List(element) => {
                    let (element, items) = ((**element).clone(), Vec::new());
                    GoValue::List(Rc::new(List { element, items }))
                }
                _ => GoValue::Nil,
            }),
            (TermKind::Nil, wanted) => Err(self.error(format!("cannot assign nil to {wanted}"))),
            (TermKind::Bool(_) | TermKind::Text(..) | TermKind::Number(_), wanted) => {
                self.literal(term, wanted)
            }
            _ => {
                let value = self.argument(term, dot)?;
                self.fitting(value, wanted)
            }
        }
    }

    fn literal(&self, term: &Term<'_>, wanted: &GoType) -> Eval<GoValue> {
        let expected = |what: &str| self.error(format!("expected {what}; found {term}"));
        match (wanted, &term.kind) {
            (GoType::Bool, TermKind::Bool(flag)) => Ok(GoValue::Bool(*flag)),
            (GoType::Bool, _) => Err(expected("bool")),
            (GoType::Text, TermKind::Text(_, text)) => Ok(GoValue::text(text)),
            (GoType::Text, _) => Err(expected("string")),
            (GoType::Int(width), TermKind::Number(Number { int: Some(int), .. })) => {
                Ok(GoValue::Int(*int, *width))
            }
            (GoType::Int(_), _) => Err(expected("integer")),
            (
                GoType::Float,
                TermKind::Number(Number {
                    float: Some(float), ..
                }),
            ) => Ok(GoValue::Float(*float)),
            (GoType::Float, _) => Err(expected("float")),
            (wanted, _) => Err(self.error(format!("can't handle {term} for arg of type {wanted}"))),
        }
    }

    fn fitting(&self, value: Operand, wanted: &GoType) -> Eval<GoValue> {
        match value.go_value.ty() {
            Some(ty) if ty == *wanted => Ok(value.go_value),
            None => Err(self.error(format!("invalid value; expected {wanted}"))),
            Some(_) => {
                let found = type_name(value.ty().as_ref());
                let message = format!("wrong type for value; expected {wanted}; got {found}");
                Err(self.error(message))
            }
        }
    }
}
