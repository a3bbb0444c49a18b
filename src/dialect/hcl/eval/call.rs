//! What does a call of a function give?
//!
//! The language converts arguments to the types of the parameters before the call
//! protocol sees them, and tells what is wrong at the place of the argument. A
//! parameter of the type of closures takes its argument as an expression; one of
//! the type of types takes it as a type expression.

use super::super::convert;
use super::super::syntax::{CallId, ExprId, Expression, Span};
use super::super::type_expression::{Mode, is_type_constraint, read_type};
use super::closure::{Closure, closure_type};
use super::expression::Evaluator;
use super::{Scope, suggest};
use crate::diagnostic::{Diagnostic, Error};
use crate::function::{Function, Parameter};
use crate::types::Kind;
use crate::values::Value;
use std::fmt::Write;

/// An argument: an expression, or a value that an expanded one gave.
enum Argument {
    Written(ExprId),
    Given(Value, ExprId),
}

impl Argument {
    fn id(&self) -> ExprId {
        match self {
            Argument::Written(id) | Argument::Given(_, id) => *id,
        }
    }
}

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn call(&mut self, id: ExprId, call: CallId) -> Value {
        let tree = self.tree;
        let call = &tree[call];
        let whole = tree[id].span;
        let name = tree.text(call.name);
        let Some(function) = self.scope.and_then(|scope| scope.function(name)) else {
            self.unknown_function(name, call.name_span, whole);
            return Value::dynamic();
        };
        let function = function.clone();
        let written = &tree[call.arguments];
        let mut arguments: Vec<Argument> = written.iter().copied().map(Argument::Written).collect();
        if let (true, Some(last)) = (call.expand_final, written.last()) {
            arguments.pop();
            match self.expand(*last, whole) {
                Some(given) => arguments.extend(given),
                None => return Value::dynamic(),
            }
        }
        let signature = function.signature();
        let positional = signature.positional();
        let variadic = signature.variadic_parameter();
        if let Some(missing) = positional.get(arguments.len()) {
            let detail = format!(
                "Function {name:?} expects{} {} argument(s). Missing value for {:?}.",
                if variadic.is_some() { " at least" } else { "" },
                positional.len(),
                missing.name()
            );
            self.fault_within(call.close, whole, "Not enough function arguments", detail);
            return Value::dynamic();
        }
        if let (None, Some(extra)) = (variadic, arguments.get(positional.len())) {
            let at = self.start_span(extra);
            let detail = format!(
                "Function {name:?} expects only {} argument(s).",
                positional.len()
            );
            self.fault_within(at, whole, "Too many function arguments", detail);
            return Value::dynamic();
        }
        let before = self.diagnostics.len();
        let values: Vec<Value> = arguments
            .iter()
            .enumerate()
            .filter_map(|(at, argument)| {
                let parameter = positional.get(at).or(variadic)?;
                Some(self.argument(argument, parameter, whole))
            })
            .collect();
        if self.failed_since(before) || self.stopped {
            return Value::dynamic();
        }
        let lent: Vec<&Value> = values.iter().collect();
        match self.nested(|| function.call(&lent)) {
            Ok(value) => value,
            Err(error) => {
                let start = Span {
                    start: call.name_span.start,
                    end: call.open.end,
                };
                self.call_failed(name, &function, &arguments, &error, start, whole);
                Value::dynamic()
            }
        }
    }

    /// The arguments that the last one stands for when it is expanded. `None` when
    /// the call cannot be made, now or at all.
    fn expand(&mut self, last: ExprId, whole: Span) -> Option<Vec<Argument>> {
        const SUMMARY: &str = "Invalid expanding argument value";
        let at = self.tree[last].span;
        let before = self.diagnostics.len();
        let value = self.eval(last);
        if self.failed_since(before) {
            return None;
        }
        let bare = value.unmarked();
        let ty = bare.ty();
        if !matches!(
            ty.kind(),
            Kind::Any | Kind::Tuple { .. } | Kind::List { .. } | Kind::Set(_)
        ) {
            self.fault_within(
                at,
                whole,
                SUMMARY,
                "The expanding argument (indicated by ...) must be of a tuple, list, or set type.",
            );
            return None;
        }
        if bare.is_null() {
            self.fault_within(
                at,
                whole,
                SUMMARY,
                "The expanding argument (indicated by ...) must not be null.",
            );
            return None;
        }
        let marks = value.marks();
        let parts = bare.parts()?;
        Some(
            parts
                .iter()
                .map(|part| Argument::Given(part.with_marks(&marks), last))
                .collect(),
        )
    }

    /// The value of an argument, as the parameter takes it.
    fn argument(&mut self, argument: &Argument, parameter: &Parameter, whole: Span) -> Value {
        let wanted = parameter.ty();
        let given = match argument {
            Argument::Written(id) if is_type_constraint(wanted) => {
                return self.type_argument(*id);
            }
            Argument::Written(id) if wanted == closure_type() => return self.closure(*id),
            Argument::Written(id) => self.eval(*id),
            Argument::Given(value, _) if wanted == closure_type() => {
                return Closure::of_value(value.clone());
            }
            Argument::Given(value, _) => value.clone(),
        };
        convert(&given, wanted).unwrap_or_else(|error| {
            let at = self.start_span(argument);
            let detail = format!(
                "Invalid value for {:?} parameter: {}.",
                parameter.name(),
                error.message()
            );
            self.fault_within(at, whole, "Invalid function argument", detail);
            Value::unknown(wanted.clone())
        })
    }

    fn type_argument(&mut self, id: ExprId) -> Value {
        match read_type(self.tree, id, Mode::Constraint) {
            Ok(read) => Value::type_constraint(read.ty),
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                Value::dynamic()
            }
        }
    }

    fn closure(&self, id: ExprId) -> Value {
        let expression = Expression {
            tree: self.tree.clone(),
            id,
        };
        let locals = self.locals.iter();
        Closure::new(
            expression,
            self.scope.cloned(),
            locals
                .map(|(name, value)| ((*name).into(), value.clone()))
                .collect(),
            self.items.clone(),
        )
        .into_value()
    }

    #[cold]
    fn call_failed(
        &mut self,
        name: &str,
        function: &Function,
        arguments: &[Argument],
        error: &Error,
        start: Span,
        whole: Span,
    ) {
        let at_fault = error.argument().and_then(|at| {
            let parameter = function.signature().parameter_at(at)?;
            Some((parameter, arguments.get(at)?))
        });
        match at_fault {
            Some((parameter, argument)) => {
                let at = self.start_span(argument);
                let detail = format!(
                    "Invalid value for {:?} parameter: {}.",
                    parameter.name(),
                    error.message()
                );
                self.fault_within(at, whole, "Invalid function argument", detail);
            }
            None => {
                let detail = format!("Call to function {name:?} failed: {}.", error.message());
                self.fault_within(start, whole, "Error in function call", detail);
            }
        }
    }

    #[cold]
    fn unknown_function(&mut self, name: &str, at: Span, whole: Span) {
        let scope = self.scope.filter(|scope| scope.has_functions());
        let Some(scope) = scope else {
            self.fault(
                whole,
                "Function calls not allowed",
                "Functions may not be called here.",
            );
            return;
        };
        let mut meant = None;
        let mut detail = String::new();
        match name.rfind("::") {
            Some(end) => {
                let (namespace, short) = name.split_at(end + 2);
                let within = || {
                    scope
                        .function_names()
                        .filter_map(|known| known.strip_prefix(namespace))
                };
                if within().next().is_none() {
                    let _ = write!(detail, "There are no functions in namespace {namespace:?}.");
                } else {
                    meant = suggest(short, within()).map(|short| format!("{namespace}{short}"));
                    let _ = write!(
                        detail,
                        "There is no function named {short:?} in namespace {namespace}."
                    );
                }
            }
            None => {
                meant = suggest(name, Scope::function_names(scope)).map(str::to_owned);
                let _ = write!(detail, "There is no function named {name:?}.");
            }
        }
        if let Some(meant) = &meant {
            let _ = write!(detail, " Did you mean {meant:?}?");
        }
        let mut diagnostic = Diagnostic::error("Call to unknown function", detail)
            .with_subject(self.range(at))
            .with_context(self.range(whole));
        diagnostic.suggestion = meant;
        self.diagnostics.push(diagnostic);
    }

    /// Where an argument begins, which is where faults of it are told.
    fn start_span(&self, argument: &Argument) -> Span {
        match argument {
            Argument::Written(id) => self.tree.start_of(*id),
            Argument::Given(..) => self.tree[argument.id()].span,
        }
    }
}
