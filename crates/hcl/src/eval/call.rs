//! Function calls.
//!
//! Arguments are converted to the types of the parameters before the call protocol receives them,
//! and errors are reported at the position of the argument. A parameter of the closure type
//! receives its argument as an expression, and a parameter of the type-expression type receives it
//! as a type.

use super::Scope;
use super::closure::{Closure, closure_type};
use super::evaluator::{ELEMENT, Evaluator};
use super::sink::code_of;
use super::special::{type_argument, type_argument_type};
use super::{Expr, TypeNotation};
use crate::functions::Function;
use crate::syntax::{CallId, ExprId, Expression, Span};
use crate::types::{NoDefaults, Notation, is_type_constraint, read};
use polycty_core::calls::{Output, ParameterRef};
use polycty_core::source::{Error, Reporter, did_you_mean};
use polycty_core::text::Quoted;
use polycty_core::types::Kind;
use polycty_core::values::Value;
use std::fmt::Write;

/// The steps of a call, without those of its arguments and of the function.
const CALL: usize = 6;

/// The size of an argument that is passed as an expression, without its locals and items.
const CLOSURE: usize = 200;

/// The steps to create a closure from a value.
const VALUE_CLOSURE: usize = 4;

/// The arguments of a call: expressions, and the values of the last argument if it is expanded.
struct Arguments<'a> {
    written: &'a [ExprId],
    given: Vec<Value>,
    expanded: ExprId,
}

/// An argument: an expression, or a value of an expanded argument.
enum Argument<'v> {
    Written(ExprId),
    Given(&'v Value, ExprId),
}

impl Arguments<'_> {
    fn len(&self) -> usize {
        self.written.len() + self.given.len()
    }

    fn get(&self, at: usize) -> Option<Argument<'_>> {
        match self.written.get(at) {
            Some(id) => Some(Argument::Written(*id)),
            None => {
                let given = self.given.get(at - self.written.len())?;
                Some(Argument::Given(given, self.expanded))
            }
        }
    }
}

/// The size of a mark in a set of several marks.
const MARK: u64 = 32;

impl<'a> Evaluator<'a> {
    #[inline(never)]
    pub(super) fn call(&mut self, id: ExprId, call: CallId) -> Value {
        let before = (self.sink.count(), self.sink.budget.bytes());
        let value = self.call_of(id, call);
        // A value without parts owns no memory of the call except its marks.
        let budget = self.sink.budget;
        let charged = budget.bytes().saturating_sub(before.1);
        if charged > 0 && value.size() == 1 && self.sink.count() == before.0 {
            let marks = match value.marks_ref().len() as u64 {
                0 | 1 => 0,
                several => MARK * several,
            };
            budget.release(charged.saturating_sub(marks));
        }
        value
    }

    fn call_of(&mut self, id: ExprId, call: CallId) -> Value {
        if !self.work(id, CALL) {
            return Value::dynamic();
        }
        let tree = self.tree;
        let call = &tree[call];
        let whole = tree[id].span;
        let name = tree.text(call.name);
        let scope: Option<&'a Scope> = self.scope;
        let Some(function) = scope.and_then(|scope| scope.function(name)) else {
            self.unknown_function(name, call.name_span, whole);
            return Value::dynamic();
        };
        let mut arguments = Arguments {
            written: &tree[call.arguments],
            given: Vec::new(),
            expanded: id,
        };
        if let (true, [first @ .., last]) = (call.expand_final, arguments.written) {
            arguments.written = first;
            arguments.expanded = *last;
            match self.expand(id, *last, whole) {
                Ok(given) => arguments.given = given,
                Err(unknown) => return unknown,
            }
        }
        let signature = function.signature();
        let positional = signature.positional_count();
        let variadic = signature.variadic_parameter();
        if let Some(missing) = signature.positional(arguments.len()) {
            let detail = format!(
                "Function {} expects{} {} argument(s). Missing value for {}.",
                Quoted(name),
                if variadic.is_some() { " at least" } else { "" },
                positional,
                Quoted(missing.name)
            );
            self.report_error_within(call.close, whole, "Not enough function arguments", detail);
            return Value::dynamic();
        }
        if let (None, Some(extra)) = (variadic, arguments.get(positional)) {
            let at = self.start_span(&extra);
            let detail = format!(
                "Function {} expects only {positional} argument(s).",
                Quoted(name)
            );
            self.report_error_within(at, whole, "Too many function arguments", detail);
            return Value::dynamic();
        }
        let before = self.sink.count();
        // A call uses twice as much stack as other expressions.
        self.level += 1;
        let values: Vec<Value> = (0..arguments.len())
            .filter_map(|at| {
                let parameter = signature.parameter_at(at)?;
                Some(self.argument(&arguments.get(at)?, parameter, whole))
            })
            .collect();
        self.level -= 1;
        if self.failed_since(before) || self.sink.ended() {
            return Value::dynamic();
        }
        let result = match &*values {
            // Fast path: a call with one argument needs no vector of references.
            [only] => self.nested(|budget| function.call_within(&[only], budget)),
            values => {
                let references: Vec<&Value> = values.iter().collect();
                self.nested(|budget| function.call_within(&references, budget))
            }
        };
        match result {
            Ok(output) => Output::into_value(output),
            Err(error) => {
                let start = Span {
                    start: call.name_span.start,
                    end: call.open.end,
                };
                let error = self.disclosed(error);
                self.call_failed(name, function, &arguments, &error, start, whole);
                self.after(id, &error);
                Value::dynamic()
            }
        }
    }

    /// Returns the values of an expanded last argument. The error is the result of the call, if the
    /// call cannot be made.
    fn expand(&mut self, id: ExprId, last: ExprId, whole: Span) -> Result<Vec<Value>, Value> {
        const SUMMARY: &str = "Invalid expanding argument value";
        let at = self.tree[last].span;
        let before = self.sink.count();
        let value = self.eval(last);
        if self.failed_since(before) {
            return Err(Value::dynamic());
        }
        let bare = value.unmarked();
        let ty = bare.ty();
        if !matches!(
            ty.kind(),
            Kind::Any | Kind::Tuple { .. } | Kind::List { .. } | Kind::Set(_)
        ) {
            self.report_error_within(
                at,
                whole,
                SUMMARY,
                "The expanding argument (indicated by ...) must be of a tuple, list, or set type.",
            );
            return Err(Value::dynamic());
        }
        if bare.is_null() {
            self.report_error_within(
                at,
                whole,
                SUMMARY,
                "The expanding argument (indicated by ...) must not be null.",
            );
            return Err(Value::dynamic());
        }
        let marks = value.marks();
        match bare.parts() {
            Some(parts) if !self.work(id, parts.len()) || !self.hold(id, parts.len() * ELEMENT) => {
                Err(Value::dynamic())
            }
            Some(parts) => Ok(parts.iter().map(|part| part.with_marks(&marks)).collect()),
            None => Err(Value::dynamic().with_marks(&marks)),
        }
    }

    /// Returns the value of an argument for its parameter.
    fn argument(
        &mut self,
        argument: &Argument<'_>,
        parameter: ParameterRef<'_>,
        whole: Span,
    ) -> Value {
        let wanted = parameter.ty;
        let given = match argument {
            Argument::Written(id) if is_type_constraint(wanted) => {
                return self.type_argument(*id);
            }
            Argument::Written(id) if wanted == type_argument_type() => {
                return self.type_with_defaults(*id);
            }
            Argument::Written(id) if wanted == closure_type() => {
                let copied = CLOSURE + ELEMENT * (self.locals.len() + self.items.len());
                if !self.hold(*id, copied) {
                    return Value::dynamic();
                }
                return self.closure(*id);
            }
            Argument::Written(id) => self.eval(*id),
            Argument::Given(value, id) if wanted == closure_type() => {
                if !self.work(*id, VALUE_CLOSURE) {
                    return Value::dynamic();
                }
                return Closure::of_value((*value).clone());
            }
            Argument::Given(value, _) => (*value).clone(),
        };
        if given.ty() == wanted {
            return given;
        }
        let id = match argument {
            Argument::Written(id) | Argument::Given(_, id) => *id,
        };
        self.convert(id, &given, wanted).unwrap_or_else(|error| {
            let at = self.start_span(argument);
            // The attribute names of a marked object are as secret as its values.
            let message = if error.names_parts() && given.contains_marked() {
                format!("{} required", wanted.friendly_name_for_constraint())
            } else {
                error.message().to_owned()
            };
            let parameter = Quoted(parameter.name);
            let detail = format!("Invalid value for {parameter} parameter: {message}.");
            self.report_error_within(at, whole, "Invalid function argument", detail);
            Value::unknown(wanted.clone())
        })
    }

    fn type_argument(&mut self, id: ExprId) -> Value {
        match read(
            self.tree,
            id,
            Notation::<NoDefaults>::Constraint,
            self.sink.budget,
        ) {
            Ok(read) => Value::type_constraint(read.ty),
            Err(diagnostics) => {
                for diagnostic in diagnostics {
                    self.sink.report(diagnostic);
                }
                Value::dynamic()
            }
        }
    }

    fn type_with_defaults(&mut self, id: ExprId) -> Value {
        let expression = Expression {
            tree: self.tree.clone(),
            id,
        };
        let budget = self.sink.budget;
        match Expr::Native(expression).as_type_within(TypeNotation::Defaults, budget) {
            Ok(read) => type_argument(read),
            Err(diagnostics) => {
                for diagnostic in diagnostics {
                    self.sink.report(diagnostic);
                }
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
        Closure::of_argument(
            expression,
            self.scope.cloned(),
            locals
                .map(|(name, value)| ((*name).into(), value.clone()))
                .collect(),
            self.items.clone(),
            self.collection_marks.clone(),
        )
        .into_value()
    }

    #[cold]
    fn call_failed(
        &mut self,
        name: &str,
        function: &Function,
        arguments: &Arguments<'_>,
        error: &Error,
        start: Span,
        whole: Span,
    ) {
        let wrong_argument = error.argument().and_then(|at| {
            let parameter = function.signature().parameter_at(at)?;
            Some((parameter, arguments.get(at)?))
        });
        match wrong_argument {
            Some((parameter, argument)) => {
                let at = self.start_span(&argument);
                let detail = format!(
                    "Invalid value for {} parameter: {}.",
                    Quoted(parameter.name),
                    error.message()
                );
                self.failed_call(at, whole, "Invalid function argument", detail, error);
            }
            None => {
                let detail = format!(
                    "Call to function {} failed: {}.",
                    Quoted(name),
                    error.message()
                );
                self.failed_call(start, whole, "Error in function call", detail, error);
            }
        }
    }

    #[cold]
    fn failed_call(&mut self, at: Span, whole: Span, summary: &str, detail: String, error: &Error) {
        let mut diagnostic = Reporter::Hcl
            .error(summary, detail)
            .with_subject(self.range(at))
            .with_context(self.range(whole))
            .with_code(code_of(error))
            .caused_by(error);
        diagnostic.quotes = error.quotes().is_some();
        self.sink.report(diagnostic);
    }

    #[cold]
    fn unknown_function(&mut self, name: &str, at: Span, whole: Span) {
        let scope = self.scope.filter(|scope| scope.has_functions());
        let Some(scope) = scope else {
            self.report_error(
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
                    let _ = write!(
                        detail,
                        "There are no functions in namespace {}.",
                        Quoted(namespace)
                    );
                } else {
                    meant = (self.sink.suggest(short, within()))
                        .map(|short| format!("{namespace}{short}"));
                    let _ = write!(
                        detail,
                        "There is no function named {} in namespace {namespace}.",
                        Quoted(short)
                    );
                }
            }
            None => {
                let names = Scope::function_names(scope);
                meant = self.sink.suggest(name, names).map(str::to_owned);
                let _ = write!(detail, "There is no function named {}.", Quoted(name));
            }
        }
        detail.push_str(&did_you_mean(meant.as_deref()));
        let mut diagnostic = Reporter::Hcl
            .error("Call to unknown function", detail)
            .with_subject(self.range(at))
            .with_context(self.range(whole));
        diagnostic.suggestion = meant;
        self.sink.report(diagnostic);
    }

    /// The start of an argument, where its errors are reported.
    fn start_span(&self, argument: &Argument<'_>) -> Span {
        match argument {
            Argument::Written(id) => self.tree.start_of(*id),
            Argument::Given(_, id) => self.tree[*id].span,
        }
    }
}
