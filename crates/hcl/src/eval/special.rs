//! Special forms: `try`, `can` and `convert`.
//!
//! Callers use them as functions, but they are outside the call protocol, because they receive an
//! unevaluated expression or a type. A host adds them to a scope like any other function.
//!
//! - [`try_function`]: the first of its expressions that succeeds
//! - [`can_function`]: whether an expression succeeds
//! - [`convert_function`]: conversion of a value to a type

use super::{Closure, Expr, closure_type};
use crate::functions::{Function, ReturnType};
use crate::rules::convert_within;
use crate::types::TypeExpression;
use polycty_core::calls::{Allow, Budget, Parameter, Signature};
use polycty_core::source::{Code, Error, Result};
use polycty_core::types::{CapsuleType, OpaqueOps, Type};
use polycty_core::values::Value;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

/// `try(expression, ...)`: the value of the first expression without errors. The result is unknown
/// if that value is not wholly known, because the expression might fail later.
#[must_use]
pub fn try_function() -> Function {
    let signature = Signature::new()
        .describe(
            "Returns the value of the first of its arguments that can be evaluated without errors.",
        )
        .variadic(
            Parameter::new("expressions", closure_type().clone())
                .describe("Expressions to try, in order."),
        );
    // Evaluating the arguments for the type first would double the work at each nesting level.
    Function::new(signature, Type::any().clone(), |arguments, call| {
        attempt(arguments, call.budget)
    })
}

/// `can(expression)`: whether the expression evaluates without errors.
#[must_use]
pub fn can_function() -> Function {
    let signature = Signature::new()
        .describe("Returns whether its argument can be evaluated without errors.")
        .parameter(
            Parameter::new("expression", closure_type().clone()).describe("The expression to try."),
        );
    Function::new(signature, Type::bool().clone(), |arguments, call| {
        let evaluated = closure(arguments[0])?.evaluate(call.budget);
        // An exceeded budget is an error, not the result `false`.
        call.budget.finish()?;
        Ok(if evaluated.has_errors() {
            Value::bool(false)
        } else if evaluated.value.is_wholly_known() {
            Value::bool(true)
        } else {
            Value::unknown(Type::bool().clone())
        })
    })
}

/// `convert(value, type)`: converts a value to a type, which is a type expression.
#[must_use]
pub fn convert_function() -> Function {
    let signature = Signature::new()
        .describe("Converts a value to a type.")
        .parameter(
            Parameter::new("value", Type::any().clone())
                .describe("The value to convert.")
                .allow(Allow::NULL | Allow::DYNAMIC),
        )
        .parameter(
            Parameter::new("type", Type::meta_any().clone())
                .describe("The type, written as a type expression."),
        );
    let returns = ReturnType::found_within(|arguments, budget| {
        let wanted = arguments[1]
            .as_type()
            .ok_or_else(|| Error::new(Code::Unknown, "the type is not known"))?;
        Ok(converted(arguments[0], wanted, budget)?.ty().clone())
    });
    // The type of the result has no optional attributes, so all of them are required.
    Function::new(signature, returns, |arguments, call| {
        converted(arguments[0], call.returns, call.budget)
    })
}

/// A type expression as an argument, with the defaults of its optional attributes.
static TYPE_ARGUMENT: LazyLock<Arc<CapsuleType>> =
    LazyLock::new(|| CapsuleType::new("type expression", OpaqueOps));

static TYPE_ARGUMENT_TYPE: LazyLock<Type> = LazyLock::new(|| Type::capsule(TYPE_ARGUMENT.clone()));

/// The type of parameters that receive a type expression with defaults. Such an argument is not
/// evaluated; [`type_of_argument`] returns the parsed type.
#[must_use]
pub fn type_argument_type() -> &'static Type {
    &TYPE_ARGUMENT_TYPE
}

/// Returns a type expression as an argument for a parameter of [`type_argument_type`].
pub(super) fn type_argument(read: TypeExpression) -> Value {
    Value::capsule(TYPE_ARGUMENT.clone(), Arc::new(read))
}

/// Returns the type expression of an argument, if it is one.
#[must_use]
pub fn type_of_argument(value: &Value) -> Option<&TypeExpression> {
    if value.ty() != type_argument_type() {
        return None;
    }
    value.as_capsule()?.downcast_ref()
}

fn converted(value: &Value, wanted: &Type, budget: &Budget) -> Result<Value> {
    convert_within(value, wanted, budget).map_err(|error| error.with_argument(0))
}

/// The size of a position in the message about failed expressions.
const PLACE: u64 = 64;

fn closure(argument: &Value) -> Result<&Closure> {
    Closure::from_value(argument)
        .ok_or_else(|| Error::new(Code::InvalidArgument, "an expression is required"))
}

fn attempt(arguments: &[&Value], budget: &Budget) -> Result<Value> {
    if arguments.is_empty() {
        return Err(Error::new(
            Code::InvalidArgument,
            "at least one argument is required",
        ));
    }
    let mut message = String::from("no expression succeeded:\n");
    let mut all = Vec::new();
    for argument in arguments {
        let closure = closure(argument)?;
        let evaluated = closure.evaluate(budget);
        budget.finish()?;
        if !evaluated.has_errors() {
            return Ok(if evaluated.value.is_wholly_known() {
                evaluated.value
            } else {
                Value::dynamic()
            });
        }
        let source = closure.expression().and_then(Expr::source);
        let file = source.map_or("", |source| &source.name);
        for diagnostic in evaluated.diagnostics {
            let shown = diagnostic.summary.len() + diagnostic.detail.len();
            budget.hold(shown as u64 + PLACE)?;
            let _ = match diagnostic.subject {
                Some(range) => writeln!(
                    message,
                    "- {} (at {file}:{range})\n  {}",
                    diagnostic.summary, diagnostic.detail
                ),
                None => writeln!(message, "- {}\n  {}", diagnostic.summary, diagnostic.detail),
            };
            all.push(diagnostic);
        }
    }
    message.push_str("\nAt least one expression must produce a successful result");
    Err(Error::summing_up(Code::Callback, message, all))
}
