//! Scopes of expressions: the objects of references, and their values.
//!
//! As Terraform does, references are checked when an expression is evaluated: first their syntax
//! and those to resources and modules, then, if these have no errors, the values of all of them.

use super::nodes::output_of;
use super::walk::{Phase, Site, Walk};
use crate::module::address::{Address, Subject};
use crate::module::inventory::{Local, ResourceMode};
use crate::module::references::{ContextObjects, Names, is_type_keyword};
use crate::module::sink::{DiagnosticSink, Location};
use crate::sensitive::EPHEMERAL;
use polycty_core::calls::{Allow, Call, Parameter, Signature};
use polycty_core::source::{Diagnostic, Result, Source, did_you_mean};
use polycty_core::types::{Str, Type};
use polycty_core::values::Value;
use polycty_hcl::Scope;
use polycty_hcl::eval::{Expr, FunctionCall};
use polycty_hcl::functions::define::convert;
use polycty_hcl::functions::{Function, ReturnType};
use polycty_hcl::syntax::{Traversal, TraversalStepKind};
use std::collections::BTreeMap;

/// The bytes of a name that an expression may use.
const NAME: u64 = 200;

/// A reference and the text that it is in.
pub(crate) type Reference = (Traversal, Option<Source>);

/// The references of an expression.
pub(crate) fn references(expr: &Expr) -> Vec<Reference> {
    let source = expr.source().cloned();
    let all = expr.variables().into_iter();
    all.map(|traversal| (traversal, source.clone())).collect()
}

/// The values of names, by the words that references begin with.
#[derive(Default)]
struct Named {
    objects: BTreeMap<Str, BTreeMap<Str, Value>>,
    /// Resources after a word for their mode: by that word, the type and the name.
    after: BTreeMap<Str, BTreeMap<Str, BTreeMap<Str, Value>>>,
    itself: Option<Value>,
    caller: Option<Value>,
    /// The words whose references have errors.
    failed: Vec<Str>,
}

impl Named {
    fn add(&mut self, object: &Str, name: Str, value: Value) {
        self.objects
            .entry(object.clone())
            .or_default()
            .insert(name, value);
    }

    /// Makes the value of a reference with errors unknown.
    fn fail(&mut self, traversal: &Traversal, subject: Option<Subject>) {
        let Some(root) = traversal.root() else {
            return;
        };
        match subject {
            Some(Subject::Variable(name) | Subject::Local(name) | Subject::Module(name)) => {
                self.add(root, name, Value::dynamic());
            }
            Some(Subject::Resource {
                resource_type,
                name,
                ..
            }) => match *root == resource_type {
                true => self.add(root, name, Value::dynamic()),
                false => {
                    let types = self.after.entry(root.clone()).or_default();
                    let names = types.entry(resource_type).or_default();
                    names.insert(name, Value::dynamic());
                }
            },
            _ => self.failed.push(root.clone()),
        }
    }

    fn into_scope(self, outer: &Scope) -> Result<Scope> {
        let mut scope = outer.child()?;
        for (word, types) in self.after {
            let types: Result<Vec<(Str, Value)>> = types
                .into_iter()
                .map(|(ty, parts)| Ok((ty, Value::object(parts)?)))
                .collect();
            scope.set_variable(word, Value::object(types?)?)?;
        }
        for (name, parts) in self.objects {
            scope.set_variable(name, Value::object(parts)?)?;
        }
        if let Some(itself) = self.itself {
            scope.set_variable("self", itself)?;
        }
        if let Some(caller) = self.caller {
            scope.set_variable("caller", caller)?;
        }
        for word in self.failed {
            scope.set_variable(word, Value::dynamic())?;
        }
        Ok(scope)
    }
}

impl Walk<'_> {
    /// The value of an expression, none if it has errors.
    pub(crate) fn value(
        &self,
        expr: &Expr,
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        let before = sink.count();
        let Some(scope) = self.scope(&references(expr), at, sink)? else {
            return Ok(None);
        };
        let value = self.value_within(expr, scope, at, sink)?;
        Ok(value.filter(|_| !sink.failed_since(before)))
    }

    /// The value of an expression in a scope, none if it has errors.
    pub(crate) fn value_within(
        &self,
        expr: &Expr,
        scope: Scope,
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        let calls = crate::module::references::namespaced_calls(expr);
        let Some(scope) = self.with_functions(scope, calls, at, sink)? else {
            return Ok(None);
        };
        let mut evaluated = expr.evaluate_within(Some(&scope), sink.budget);
        self.suggest_functions(&mut evaluated.diagnostics, at);
        Ok(sink
            .report_all(evaluated.diagnostics)?
            .then_some(evaluated.value))
    }

    /// Reports the references of a local value to itself. Returns whether there are any; Terraform
    /// reports nothing else about such a value.
    pub(crate) fn check_own_references(
        &self,
        local: &Local,
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<bool> {
        let before = sink.count();
        for (traversal, source) in references(&local.value) {
            let Ok(address) = Address::of(&traversal, self.release()) else {
                continue;
            };
            if address.subject != Subject::Local(local.name.clone()) {
                continue;
            }
            let unwritten = crate::module::references::unwritten();
            let place = Location::new(source.as_ref().unwrap_or(unwritten), address.range);
            let label = self.modules()[at.module].within(&format!("local.{}", local.name));
            let diagnostic = place.error(
                "Self-referencing local value",
                format!("Local value {label} cannot use its own result as part of its expression."),
            );
            sink.report(diagnostic.with_context(local.value.range()))?;
        }
        Ok(sink.failed_since(before))
    }

    /// Adds to diagnostics of unknown functions those of required providers with the same name.
    pub(crate) fn suggest_functions(&self, diagnostics: &mut [Diagnostic], at: &Site<'_>) {
        let Some(schemas) = &self.project.options.schemas else {
            return;
        };
        let unknown = |found: &&mut Diagnostic| {
            found.summary == "Call to unknown function" && found.suggestion.is_none()
        };
        for found in diagnostics.iter_mut().filter(unknown) {
            let Some(name) = found.detail.split('"').nth(1) else {
                continue;
            };
            let inventory = self.modules()[at.module].module.inventory();
            for required in &inventory.settings.required_providers {
                let ty = super::providers::provider_type(inventory, &required.name);
                if schemas.has_function(&ty.0, name) {
                    let meant = format!("provider::{}::{name}", required.name);
                    found.detail.push_str(&did_you_mean(Some(&meant)));
                    found.suggestion = Some(meant);
                    break;
                }
            }
        }
    }

    /// The value of an expression as one of a type, none if it has errors.
    pub(crate) fn value_as(
        &self,
        expr: &Expr,
        ty: &Type,
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        match self.value(expr, at, sink)? {
            Some(value) => self.converted(expr, &value, ty, at, sink),
            None => Ok(None),
        }
    }

    /// The value of an expression as one of a type, none if it is not.
    pub(crate) fn converted(
        &self,
        expr: &Expr,
        value: &Value,
        ty: &Type,
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Value>> {
        match convert(value, ty, sink.budget) {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.code().is_refusal() => Err(error),
            Err(error) => {
                let why = sink.reason(&error).into_owned();
                let place = place_of(expr, at);
                sink.report(place.error(
                    "Incorrect value type",
                    format!("Invalid expression value: {why}."),
                ))?;
                Ok(None)
            }
        }
    }

    /// The scope of references, none if some have errors and errors end the evaluation.
    pub(crate) fn scope(
        &self,
        references: &[Reference],
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Scope>> {
        let before = sink.count();
        let scope = self.partial_scope(references, at, sink)?;
        Ok((self.keeps_going || !sink.failed_since(before)).then_some(scope))
    }

    /// The scope of references. If some have errors, it lacks their values; if some of resources or
    /// modules have, it lacks all values. If the walk keeps going, the values of references with errors
    /// are unknown.
    pub(crate) fn partial_scope(
        &self,
        references: &[Reference],
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Scope> {
        let node = &self.modules()[at.module];
        let label = node.label();
        let names = Names {
            inventory: node.module.inventory(),
            places: &node.module.places,
            label: &label,
            release: self.release(),
        };
        let context = ContextObjects {
            each: at.repetition.each_value.is_some(),
            count: at.repetition.count.is_some(),
            itself: at.itself.is_some(),
            caller: at.is_action && at.itself.is_some(),
        };
        let mut named = Named::default();
        let mut later = Vec::new();
        let mut addressed: Vec<(&Reference, Address)> = Vec::new();
        let mut failed: Vec<(&Traversal, Option<Subject>)> = Vec::new();
        let mut has_static = false;
        for reference in references {
            let (traversal, source) = reference;
            sink.budget.charge(1)?;
            if is_type_keyword(traversal, self.release()) {
                continue;
            }
            let unwritten = crate::module::references::unwritten();
            let place = |range| Location::new(source.as_ref().unwrap_or(unwritten), range);
            let address = match Address::of(traversal, self.release()) {
                Ok(address) => address,
                Err(error) => {
                    sink.report(place(error.range).error(error.summary, error.detail))?;
                    later.extend(nameless(traversal, &names, context, sink));
                    failed.push((traversal, None));
                    continue;
                }
            };
            let is_static = matches!(
                address.subject,
                Subject::Resource { .. }
                    | Subject::Module(_)
                    | Subject::Action { .. }
                    | Subject::List { .. }
            );
            let mut found = names
                .check(traversal, place, context, sink.budget)
                .map(drop);
            let is_resource = matches!(address.subject, Subject::Resource { .. });
            let is_self =
                matches!(address.subject, Subject::Itself | Subject::Caller) && found.is_ok();
            let is_static = is_static || is_self;
            if found.is_err() && is_resource {
                // Errors of the key and of the attribute are reported together.
                let read = self.check_static(traversal, &address, source.as_ref(), at, sink)?;
                if let Err(diagnostic) = read {
                    has_static = true;
                    sink.report(*diagnostic)?;
                }
            }
            if found.is_ok() && is_static {
                found = self.check_static(traversal, &address, source.as_ref(), at, sink)?;
            }
            match found {
                Ok(()) => addressed.push((reference, address)),
                Err(diagnostic) if is_static => {
                    has_static = true;
                    sink.report(*diagnostic)?;
                    failed.push((traversal, Some(address.subject)));
                }
                Err(diagnostic) => {
                    later.push(*diagnostic);
                    if let (Subject::Variable(name) | Subject::Local(name), Some(root)) =
                        (&address.subject, traversal.root())
                    {
                        named.add(root, name.clone(), Value::dynamic());
                    }
                    failed.push((traversal, Some(address.subject)));
                }
            }
        }
        if has_static && !self.keeps_going {
            return Ok(self.project.functions.clone());
        }
        for diagnostic in later {
            sink.report(diagnostic)?;
        }
        for ((traversal, _), address) in sink.budget.charged_holding(NAME, addressed)? {
            self.see(traversal, address, at, &mut named, sink)?;
        }
        if self.keeps_going {
            for (traversal, subject) in failed {
                named.fail(traversal, subject);
            }
        }
        named.into_scope(&self.project.functions)
    }

    /// Adds the value of a reference, unless it has none.
    fn see(
        &self,
        traversal: &Traversal,
        address: Address,
        at: &Site<'_>,
        named: &mut Named,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<()> {
        let unknown = |ty: &Type| Value::unknown(ty.clone());
        let Some(root) = traversal.root().cloned() else {
            return Ok(());
        };
        match address.subject {
            Subject::Variable(name) => {
                let value = self.variable(at, &name, sink)?;
                let value = value.unwrap_or_else(Value::dynamic);
                named.add(&root, name, value);
            }
            Subject::Local(name) => {
                let node = &self.modules()[at.module];
                let local = node.module.places.locals.get(&name).copied();
                let state = &self.states[at.module][at.instance];
                let value = local.and_then(|local| state.locals[local].clone());
                named.add(&root, name, value.unwrap_or_else(Value::dynamic));
            }
            Subject::Resource {
                mode,
                resource_type,
                name,
            } => {
                let value = self.resource_value(at, mode, &resource_type, &name, sink)?;
                match &*root {
                    "data" | "ephemeral" | "resource"
                        if mode != ResourceMode::Managed || &*root == "resource" =>
                    {
                        let types = named.after.entry(root).or_default();
                        types.entry(resource_type).or_default().insert(name, value);
                    }
                    _ => named.add(&resource_type, name, value),
                }
            }
            Subject::Action { .. } => return Ok(()),
            Subject::List { list_type, name } => {
                let types = named.after.entry(root).or_default();
                let value = Value::dynamic();
                types.entry(list_type).or_default().insert(name, value);
            }
            Subject::Module(name) => {
                let value = self.module_value(at, &name, output_of(traversal), sink)?;
                named.add(&root, name, value);
            }
            Subject::Path(name) => {
                let modules = self.modules();
                let value = match &*name {
                    "module" => Value::nfc_string(&modules[at.module].directory),
                    "root" => Value::nfc_string(&modules[0].directory),
                    _ => match &self.project.options.host.working_directory {
                        Some(path) => Value::nfc_string(path),
                        None => unknown(Type::string()).refine_not_null()?,
                    },
                };
                named.add(&root, name, value);
            }
            Subject::Terraform(name) => {
                let workspace = self.project.options.workspace.as_deref();
                let value = match &*name {
                    "workspace" => Value::nfc_string(workspace.unwrap_or("default")),
                    _ => match self.phase {
                        Phase::Validate => unknown(Type::bool()).mark(EPHEMERAL),
                        Phase::Plan => Value::bool(false).mark(EPHEMERAL),
                    },
                };
                named.add(&root, name, value);
            }
            Subject::Each(name) => {
                let value = match &*name {
                    "key" => at.repetition.each_key.clone(),
                    _ => at.repetition.each_value.clone(),
                };
                named.add(&root, name, value.unwrap_or_else(Value::dynamic));
            }
            Subject::Count(name) => {
                let value = at.repetition.count.clone();
                named.add(&root, name, value.unwrap_or_else(Value::dynamic));
            }
            Subject::Itself => named.itself = at.itself.clone(),
            Subject::Caller => named.caller = at.itself.clone(),
        }
        Ok(())
    }

    /// A scope that also has the functions of providers that are called, none if some are unknown.
    pub(crate) fn with_functions(
        &self,
        scope: Scope,
        calls: Vec<FunctionCall>,
        at: &Site<'_>,
        sink: &mut DiagnosticSink<'_>,
    ) -> Result<Option<Scope>> {
        if calls.is_empty() {
            return Ok(Some(scope));
        }
        let before = sink.count();
        let mut scope = scope.child()?;
        let node = &self.modules()[at.module];
        let label = node.label();
        let names = Names {
            inventory: node.module.inventory(),
            places: &node.module.places,
            label: &label,
            release: self.release(),
        };
        for call in calls {
            if call.name.starts_with("core::") && scope.function(&call.name).is_none() {
                let place = Location::new(&call.source, call.name_range);
                sink.report(place.error(
                    "Unknown provider function",
                    "The function namespace \"core\" is not valid. Provider function calls must use the \"provider::\" namespace prefix.",
                ))?;
                continue;
            }
            names.check_function(&call, sink)?;
            let Some((provider, function)) = call
                .name
                .strip_prefix("provider::")
                .and_then(|rest| rest.split_once("::"))
            else {
                continue;
            };
            let ty = super::providers::provider_type(names.inventory, provider);
            let function = match &self.project.options.schemas {
                Some(schemas) => match schemas.function(&ty.0, function, sink.budget)? {
                    Some(schema) => of_schema(schema),
                    None => continue,
                },
                None => unknown_function(),
            };
            scope.set_function(call.name.clone(), function)?;
        }
        Ok((!sink.failed_since(before)).then_some(scope))
    }
}

fn of_schema(schema: super::schemas::FunctionSchema) -> Function {
    let parameter = |given: super::schemas::ParameterSchema| {
        let allowed = if given.is_nullable {
            Allow::NULL | Allow::UNKNOWN
        } else {
            Allow::UNKNOWN
        };
        Parameter::new(given.name, given.ty).allow(allowed)
    };
    let mut signature = Signature::new();
    for given in schema.parameters {
        signature = signature.parameter(parameter(given));
    }
    if let Some(variadic) = schema.variadic {
        signature = signature.variadic(parameter(variadic));
    }
    let returns = schema.returns;
    let result = returns.clone();
    Function::new(signature, returns, move |_: &[&Value], _: &Call<'_>| {
        Ok(Value::unknown(result.clone()))
    })
}

fn unknown_function() -> Function {
    let any = Parameter::new("args", Type::any().clone());
    let signature = Signature::new().variadic(any.allow(Allow::ALL));
    Function::new(
        signature,
        ReturnType::found(|_| Ok(Type::any().clone())),
        |_: &[&Value], _: &Call<'_>| Ok(Value::dynamic()),
    )
}

/// The diagnostic of an object that is read without a name in it: Terraform takes the name to be
/// empty, in addition to its error about the reference.
fn nameless(
    traversal: &Traversal,
    names: &Names<'_>,
    context: ContextObjects,
    sink: &DiagnosticSink<'_>,
) -> Option<Diagnostic> {
    let root = traversal.steps.first()?;
    let TraversalStepKind::Root(word) = &root.kind else {
        return None;
    };
    if !["var", "local", "path", "terraform", "each", "count"].contains(&&**word) {
        return None;
    }
    let mut step = root.clone();
    step.kind = TraversalStepKind::Attr("".into());
    let mut empty = traversal.clone();
    empty.steps = vec![root.clone(), step];
    let unwritten = crate::module::references::unwritten();
    let place = |range| Location::new(unwritten, range);
    let mut diagnostic = *names.check(&empty, place, context, sink.budget).err()?;
    diagnostic.subject = None;
    diagnostic.source = None;
    Some(diagnostic)
}

/// The place of an expression.
pub(crate) fn place_of(expr: &Expr, at: &Site<'_>) -> Location {
    let source = expr.source().unwrap_or_else(|| at.source());
    Location::new(source, expr.range())
}
