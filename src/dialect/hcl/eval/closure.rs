//! How does a function take an argument as an expression?
//!
//! A parameter of [`closure_type`] takes its argument unevaluated, together with
//! the scope that it stands in; the function evaluates it when, and if, it wants.
//! `try` and `can` are made so ([`super::super::extension`]).

use super::super::syntax::Expression;
use super::expression::evaluate_with;
use super::{Evaluated, Scope};
use crate::diagnostic::Range;
use crate::types::{CapsuleType, OpaqueOps, Str, Type};
use crate::values::Value;
use std::sync::{Arc, LazyLock};

/// An expression and the scope that it stands in.
#[derive(Clone, Debug)]
pub struct Closure {
    source: Source,
    scope: Option<Scope>,
    locals: Vec<(Str, Value)>,
    items: Vec<Value>,
}

#[derive(Clone, Debug)]
enum Source {
    Expression(Expression),
    /// A value that was there already, as an element of an expanded argument.
    Value(Value),
}

static CAPSULE: LazyLock<Arc<CapsuleType>> =
    LazyLock::new(|| CapsuleType::new("expression closure", OpaqueOps));

static TYPE: LazyLock<Type> = LazyLock::new(|| Type::capsule(CAPSULE.clone()));

/// The type of the parameters that take expressions.
#[must_use]
pub fn closure_type() -> &'static Type {
    &TYPE
}

impl Closure {
    pub(super) fn new(
        expression: Expression,
        scope: Option<Scope>,
        locals: Vec<(Str, Value)>,
        items: Vec<Value>,
    ) -> Closure {
        Closure {
            source: Source::Expression(expression),
            scope,
            locals,
            items,
        }
    }

    /// A closure that gives a value, as an argument.
    pub(super) fn of_value(value: Value) -> Value {
        let closure = Closure {
            source: Source::Value(value),
            scope: None,
            locals: Vec::new(),
            items: Vec::new(),
        };
        closure.into_value()
    }

    pub(super) fn into_value(self) -> Value {
        Value::capsule(CAPSULE.clone(), Arc::new(self))
    }

    /// The closure that an argument is.
    #[must_use]
    pub fn from_value(value: &Value) -> Option<&Closure> {
        if value.ty() != closure_type() {
            return None;
        }
        value.as_capsule()?.downcast_ref()
    }

    /// The expression; none where a value was given in its place.
    #[must_use]
    pub fn expression(&self) -> Option<&Expression> {
        match &self.source {
            Source::Expression(expression) => Some(expression),
            Source::Value(_) => None,
        }
    }

    /// Where the expression stands, if it is one.
    #[must_use]
    pub fn range(&self) -> Option<Range> {
        self.expression().map(Expression::range)
    }

    /// Evaluates the expression in its scope.
    #[must_use]
    pub fn evaluate(&self) -> Evaluated {
        match &self.source {
            Source::Value(value) => Evaluated {
                value: value.clone(),
                diagnostics: Vec::new(),
            },
            Source::Expression(expression) => {
                let locals = self.locals.iter();
                evaluate_with(
                    expression,
                    self.scope.as_ref(),
                    locals
                        .map(|(name, value)| (&**name, value.clone()))
                        .collect(),
                    self.items.clone(),
                )
            }
        }
    }
}
