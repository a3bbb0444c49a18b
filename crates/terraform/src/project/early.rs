//! Early evaluation of OpenTofu: expressions that are evaluated while modules are loaded.
//!
//! The sources and versions of module calls, and the arguments of a backend, may refer to variables
//! and local values. A variable has the value that the caller gives it. An argument that depends on
//! anything else is only an error if such an expression uses its variable.

use super::tree::{Loader, place_of_value};
use crate::module::Module;
use crate::module::address::{Address, Subject};
use crate::module::declare::fitted;
use crate::module::inventory::{ModuleCall, Variable};
use crate::module::references::namespaced_calls;
use crate::module::sink::{DiagnosticSink, Location};
use crate::sensitive::{EPHEMERAL, SENSITIVE};
use polycty_core::calls::Worklist;
use polycty_core::source::{Diagnostic, Result};
use polycty_core::text::Quoted;
use polycty_core::types::{Str, Type};
use polycty_core::values::{MarkSet, Value};
use polycty_hcl::body::Attribute;
use polycty_hcl::eval::Expr;
use polycty_hcl::functions::define::convert;
use std::collections::BTreeMap;

/// An object that is evaluated early, as messages name it.
struct Top {
    name: String,
    place: Location,
}

/// The state of the evaluation of a local value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Done,
    Failed,
}

impl Loader<'_> {
    /// The text of `source` or `version` of a call, none if it is null or has errors.
    pub(super) fn early_text(
        &mut self,
        parent: usize,
        call: &ModuleCall,
        argument: &Attribute,
        word: &str,
    ) -> Result<Option<Str>> {
        let place = place_of_value(argument);
        let name = self.modules[parent].within(&format!("module.{}.{word}", call.name));
        let top = Top {
            name,
            place: place.clone(),
        };
        let Some(value) = self.early_value(parent, &argument.expr, &top)? else {
            return Ok(None);
        };
        let marks = value.unmark_deep().1;
        for (mark, what, lower) in [
            (SENSITIVE, "Sensitive", "sensitive"),
            (EPHEMERAL, "Ephemeral", "ephemeral"),
        ] {
            if !marks.contains(mark) {
                continue;
            }
            let (summary, used) = match word {
                "source" => (format!("{what} value not allowed"), top.name.clone()),
                _ => (
                    "Invalid version constraint".to_owned(),
                    "version arguments".to_owned(),
                ),
            };
            self.sink.report(place.error(
                summary,
                format!("{what} values, or values derived from {lower} values, cannot be used as {used}."),
            ))?;
            return Ok(None);
        }
        let value = match convert(value.unmarked(), Type::string(), self.sink.budget) {
            Ok(value) => value,
            Err(error) if error.code().is_refusal() => return Err(error),
            Err(error) => {
                let why = self.sink.reason(&error).into_owned();
                self.unsuitable(&place, &why)?;
                return Ok(None);
            }
        };
        if value.is_null() {
            if word == "source" {
                self.unsuitable(&place, "null value is not allowed")?;
            }
            return Ok(None);
        }
        if let Some(text) = value.as_str() {
            return Ok(Some(text.into()));
        }
        self.unsuitable(&place, "value must be known")?;
        Ok(None)
    }

    fn unsuitable(&mut self, place: &Location, why: &str) -> Result<()> {
        let detail = format!("Unsuitable value: {why}");
        self.sink
            .report(place.error("Unsuitable value type", detail))
    }

    /// Evaluates the arguments of the backend of the root module.
    pub(super) fn early_backend(&mut self) -> Result<()> {
        let module = self.modules[0].module.clone();
        let Some(backend) = &module.inventory().settings.backend else {
            return Ok(());
        };
        let top = Top {
            name: format!("backend.{}", backend.backend_type),
            place: backend.declared.place.clone(),
        };
        let budget = self.sink.budget;
        let found = backend.declared.body().just_attributes_within(budget);
        for attribute in &found.content {
            self.early_value(0, &attribute.expr, &top)?;
        }
        Ok(())
    }

    /// The values of the variables of the root module.
    pub(super) fn early_root(
        &mut self,
        module: &Module,
        given: &BTreeMap<Str, Value>,
    ) -> Result<Vec<Option<Value>>> {
        let mut values = Vec::new();
        for (at, variable) in module.inventory().variables.iter().enumerate() {
            let value = match given.get(&variable.name) {
                Some(value) if value.is_wholly_known() => Some(value.clone()),
                _ => variable.default.clone(),
            };
            if value.is_none() {
                let detail = format!(
                    "The root module input variable {} is not set, and has no default value. Use a -var or -var-file command line option to provide a value for this variable.",
                    Quoted(&variable.name)
                );
                let place = &variable.declared.place;
                let failure = place.error("No value for required variable", detail);
                self.failures.insert((0, at), vec![failure]);
            }
            values.push(self.prepared(variable, value)?);
        }
        Ok(values)
    }

    /// The values of the variables of a called module, whose number will be `number`.
    pub(super) fn early_arguments(
        &mut self,
        parent: usize,
        call: &ModuleCall,
        child: &Module,
        number: usize,
    ) -> Result<Vec<Option<Value>>> {
        let mut values = Vec::new();
        for (at, variable) in self
            .sink
            .budget
            .charged(child.inventory().variables.iter().enumerate())?
        {
            let argument = super::bodies::argument(call, &variable.name, self.sink.budget)?;
            let value = match argument {
                None => variable.default.clone(),
                Some(argument) => {
                    let mut path = self.modules[parent].within(&format!("module.{}", call.name));
                    path.push_str(&format!(".var.{}", variable.name));
                    let top = Top {
                        name: path,
                        place: place_of_value(&argument),
                    };
                    // Errors matter only if an early expression uses the variable.
                    let own = DiagnosticSink::new(self.options.release, self.sink.budget);
                    let outer = std::mem::replace(&mut self.sink, own);
                    let found = self.early_value(parent, &argument.expr, &top);
                    let inner = std::mem::replace(&mut self.sink, outer);
                    let value = found?.filter(Value::is_wholly_known);
                    if value.is_none() {
                        let diagnostics = inner.into_vec();
                        if variable.constant == Some(true) {
                            for diagnostic in &diagnostics {
                                self.sink.report(diagnostic.clone())?;
                            }
                        }
                        self.failures.insert((number, at), diagnostics);
                    }
                    value
                }
            };
            values.push(self.prepared(variable, value)?);
        }
        Ok(values)
    }

    /// A value as the module of the variable reads it. Errors are reported by the validation.
    fn prepared(&mut self, variable: &Variable, value: Option<Value>) -> Result<Option<Value>> {
        let Some(mut value) = value else {
            return Ok(None);
        };
        if value.is_null() && !variable.is_nullable() {
            match &variable.default {
                Some(default) => value = default.clone(),
                None => return Ok(None),
            }
        }
        if let Some(constraint) = &variable.constraint {
            let mut sink = DiagnosticSink::new(self.options.release, self.sink.budget);
            match fitted(&value, constraint, &mut sink) {
                Ok(fitted) => value = fitted,
                Err(_) => {
                    self.sink.budget.finish()?;
                    return Ok(None);
                }
            }
        }
        for (is, mark) in [
            (variable.is_sensitive(), SENSITIVE),
            (variable.is_ephemeral(), EPHEMERAL),
        ] {
            if is {
                value = value.with_marks(&MarkSet::one(mark));
            }
        }
        Ok(Some(value))
    }

    /// The value of an expression, none if it has errors.
    fn early_value(&mut self, module: usize, expr: &Expr, top: &Top) -> Result<Option<Value>> {
        let node = self.modules[module].module.clone();
        let locals = &node.inventory().locals;
        let mut states: BTreeMap<usize, State> = BTreeMap::new();
        let mut done: BTreeMap<usize, Value> = BTreeMap::new();
        let needs = self.needs(module, expr).into_iter();
        let mut open = Worklist::of(self.sink.budget, needs.map(|at| (at, false)))?;
        while let Some((at, is_ready)) = open.next()? {
            let local = &locals[at];
            if !is_ready {
                if states.contains_key(&at) {
                    continue;
                }
                states.insert(at, State::Open);
                open.push((at, true))?;
                let needs = self.needs(module, &local.value);
                open.extend(needs.into_iter().map(|at| (at, false)))?;
                continue;
            }
            let own = Top {
                name: self.modules[module].within(&format!("local.{}", local.name)),
                place: local.place.clone(),
            };
            let value = self.early_one(module, &local.value, &own, &states, &done)?;
            let state = if value.is_some() {
                State::Done
            } else {
                State::Failed
            };
            states.insert(at, state);
            if let Some(value) = value {
                done.insert(at, value);
            }
        }
        self.early_one(module, expr, top, &states, &done)
    }

    /// The local values that an expression refers to.
    fn needs(&self, module: usize, expr: &Expr) -> Vec<usize> {
        let places = &self.modules[module].module.places;
        let references = expr.variables().into_iter();
        let locals = references.filter_map(|reference| {
            match Address::of(&reference, self.options.release).ok()?.subject {
                Subject::Local(name) => places.locals.get(&name).copied(),
                _ => None,
            }
        });
        locals.collect()
    }

    /// The value of an expression whose local values have been evaluated.
    fn early_one(
        &mut self,
        module: usize,
        expr: &Expr,
        top: &Top,
        states: &BTreeMap<usize, State>,
        locals: &BTreeMap<usize, Value>,
    ) -> Result<Option<Value>> {
        let before = self.sink.count();
        let source = expr.source().unwrap_or(&top.place.source).clone();
        for reference in self.sink.budget.each(expr.variables()) {
            let reference = reference?;
            let Ok(address) = Address::of(&reference, self.options.release) else {
                // The validation reports a reference without an address.
                return Ok(None);
            };
            let place = Location::new(&source, address.range);
            let shown = match &address.subject {
                Subject::Variable(name) => {
                    self.early_variable(module, name, &place, top)?;
                    continue;
                }
                Subject::Local(name) => {
                    self.early_local(module, name, &place, top, states)?;
                    continue;
                }
                Subject::Path(_) => continue,
                Subject::Terraform(name) if &**name == "applying" => {
                    self.sink.report(place.error(
                        "Invalid attribute in static context",
                        "The applying attribute can not be used during static evaluation and is only valid in the plan and apply phases of execution",
                    ))?;
                    continue;
                }
                Subject::Terraform(_) => continue,
                Subject::Module(_) => {
                    let shown = text_of(&source.text, address.range);
                    self.refused(
                        "Module output not supported in static context",
                        &shown,
                        &place,
                        top,
                    )?;
                    continue;
                }
                subject => match subject.resource_address() {
                    Some(address) => address,
                    None => text_of(&source.text, address.range),
                },
            };
            self.refused("Dynamic value in static context", &shown, &place, top)?;
        }
        for call in namespaced_calls(expr) {
            if call.name.starts_with("provider::") {
                let place = Location::new(&source, expr.range());
                self.refused(
                    "Provider function in static context",
                    &call.name,
                    &place,
                    top,
                )?;
            }
        }
        if self.sink.failed_since(before) {
            return Ok(None);
        }
        self.value_with(module, expr, locals)
    }

    fn refused(&mut self, summary: &str, shown: &str, place: &Location, top: &Top) -> Result<()> {
        let detail = format!(
            "Unable to use {shown} in static context, which is required by {}",
            top.name
        );
        self.sink.report(place.error(summary, detail))
    }

    /// Reports that an object has no value because of another one.
    fn unavailable(&mut self, name: &str, top: &Top) -> Result<()> {
        let detail = format!("{} depends on {name} which is not available", top.name);
        self.sink
            .report(top.place.error("Unable to compute static value", detail))
    }

    /// Reports a variable without a value.
    fn early_variable(
        &mut self,
        module: usize,
        name: &Str,
        place: &Location,
        top: &Top,
    ) -> Result<()> {
        let node = &self.modules[module];
        let Some(&at) = node.module.places.variables.get(name) else {
            let detail = format!("Undefined variable var.{name}");
            return self.sink.report(place.error("Undefined variable", detail));
        };
        if node.module.inventory().variables[at].constant == Some(false) {
            return self.sink.report(place.error(
                "Unable to use variable in static context",
                format!("The variable {} cannot be used in a static context, because it is declared as \"const = false\".", Quoted(name)),
            ));
        }
        let shown = node.within(&format!("var.{name}"));
        let Some(failure) = self.failures.get(&(module, at)).cloned() else {
            return Ok(());
        };
        for diagnostic in failure {
            self.sink.report(diagnostic)?;
        }
        self.unavailable(&shown, top)
    }

    /// Reports a local value without a value.
    fn early_local(
        &mut self,
        module: usize,
        name: &Str,
        place: &Location,
        top: &Top,
        states: &BTreeMap<usize, State>,
    ) -> Result<()> {
        let node = &self.modules[module];
        let Some(&at) = node.module.places.locals.get(name) else {
            let detail = format!("Undefined local local.{name}");
            return self.sink.report(place.error("Undefined local", detail));
        };
        let shown = node.within(&format!("local.{name}"));
        match states.get(&at) {
            Some(State::Open) => {
                let place = node.module.inventory().locals[at].place.clone();
                let detail = format!("{shown} is self referential");
                self.sink.report(place.error("Circular reference", detail))
            }
            Some(State::Failed) => self.unavailable(&shown, top),
            _ => Ok(()),
        }
    }
}

/// The text of a range.
fn text_of(text: &str, range: polycty_core::source::Range) -> String {
    let part = text.get(range.start.byte..range.end.byte);
    part.unwrap_or_default().to_owned()
}

/// The diagnostics of variables without a value, by module and variable.
pub(super) type Failures = std::collections::HashMap<(usize, usize), Vec<Diagnostic>>;
