//! Closures: arguments that a function receives as expressions.
//!
//! A parameter of [`closure_type`] receives its argument unevaluated, together with the scope of
//! the call. The function decides whether and when to evaluate it. `try` and `can` are implemented
//! this way ([`super::special`]).

use super::evaluator::{Environment, evaluate_among};
use super::release::{Waiting, release};
use super::{Evaluated, Expr, Scope};
use crate::syntax::Expression;
use polycty_core::calls::Budget;
use polycty_core::source::Range;
use polycty_core::types::{CapsuleType, OpaqueOps, Str, Type};
use polycty_core::values::{MarkSet, Value};
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

/// An expression and its scope.
#[derive(Clone, Debug)]
pub struct Closure(Parts);

#[derive(Clone, Debug)]
struct Parts {
    body: ClosureBody,
    scope: Option<Scope>,
    locals: Vec<(Str, Value)>,
    items: Vec<Value>,
    /// The marks of the collections that contain the locals and the items.
    collection_marks: MarkSet,
}

#[derive(Clone, Debug)]
enum ClosureBody {
    Expression(Expr),
    /// A value that already exists, such as an element of an expanded argument.
    Value(Value),
}

static CAPSULE: LazyLock<Arc<CapsuleType>> =
    LazyLock::new(|| CapsuleType::new("expression closure", OpaqueOps));

static TYPE: LazyLock<Type> = LazyLock::new(|| Type::capsule(CAPSULE.clone()));

/// The type of parameters that receive expressions.
#[must_use]
pub fn closure_type() -> &'static Type {
    &TYPE
}

impl Closure {
    /// Creates a closure from an expression, as if a call in the scope had it as an argument.
    #[must_use]
    pub fn new(expression: Expr, scope: Option<Scope>) -> Closure {
        Closure(Parts {
            scope,
            ..Parts::of(ClosureBody::Expression(expression))
        })
    }

    /// Creates the closure of a call argument, with the variables and elements of the enclosing
    /// expressions.
    pub(super) fn of_argument(
        expression: Expression,
        scope: Option<Scope>,
        locals: Vec<(Str, Value)>,
        items: Vec<Value>,
        collection_marks: MarkSet,
    ) -> Closure {
        Closure(Parts {
            body: ClosureBody::Expression(Expr::Native(expression)),
            scope,
            locals,
            items,
            collection_marks,
        })
    }

    /// Returns a closure that evaluates to a value, as an argument.
    pub(super) fn of_value(value: Value) -> Value {
        Closure(Parts::of(ClosureBody::Value(value))).into_value()
    }

    /// Returns the closure as an argument for a parameter of [`closure_type`].
    #[must_use]
    pub fn into_value(self) -> Value {
        Value::capsule(CAPSULE.clone(), Arc::new(self))
    }

    /// Returns the closure of an argument.
    #[must_use]
    pub fn from_value(value: &Value) -> Option<&Closure> {
        if value.ty() != closure_type() {
            return None;
        }
        value.as_capsule()?.downcast_ref()
    }

    /// The expression, or `None` if the closure was created from a value.
    #[must_use]
    pub fn expression(&self) -> Option<&Expr> {
        match &self.0.body {
            ClosureBody::Expression(expression) => Some(expression),
            ClosureBody::Value(_) => None,
        }
    }

    /// The source range of the expression, if there is one.
    #[must_use]
    pub fn range(&self) -> Option<Range> {
        self.expression().map(Expr::range)
    }

    /// Evaluates the expression in its scope with the budget of the call that received it.
    #[must_use]
    pub fn evaluate(&self, budget: &Budget) -> Evaluated {
        match &self.0.body {
            ClosureBody::Value(value) => Evaluated {
                value: value.clone(),
                diagnostics: Vec::new(),
            },
            ClosureBody::Expression(Expr::Native(expression)) => {
                let locals = self.0.locals.iter();
                let around = Environment {
                    scope: self.0.scope.as_ref(),
                    locals: locals
                        .map(|(name, value)| (&**name, value.clone()))
                        .collect(),
                    items: self.0.items.clone(),
                    collection_marks: self.0.collection_marks.clone(),
                };
                evaluate_among(expression, around, budget)
            }
            ClosureBody::Expression(expression) => {
                expression.evaluate_within(self.0.scope.as_ref(), budget)
            }
        }
    }
}

impl Parts {
    fn of(body: ClosureBody) -> Parts {
        Parts {
            body,
            scope: None,
            locals: Vec::new(),
            items: Vec::new(),
            collection_marks: MarkSet::EMPTY,
        }
    }
}

thread_local! {
    /// Parts of closures whose drop is deferred while a different closure is dropped.
    static DEFERRED: Waiting<Parts> = const { RefCell::new(None) };
}

/// The scope of a closure may contain a closure with a scope, nested to any depth.
impl Drop for Closure {
    fn drop(&mut self) {
        let empty = Parts::of(ClosureBody::Value(Value::bool(false)));
        release(&DEFERRED, std::mem::replace(&mut self.0, empty));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_expression;
    use polycty_core::source::Position;

    fn expression(text: &str) -> Expr {
        Expr::Native(parse_expression(text.as_bytes(), "f", Position::START).expression())
    }

    #[test]
    fn a_chain_of_closures_in_scopes_goes_without_recursion() {
        let inner = expression("inner");
        let mut last = Value::from_i64(7);
        for _ in 0..100_000 {
            let mut scope = Scope::new();
            scope.set_variable("inner", last).unwrap();
            last = Closure::new(inner.clone(), Some(scope)).into_value();
        }
        let closure = Closure::from_value(&last).unwrap();
        let inner = closure.evaluate(&Budget::new()).value;
        assert_eq!(inner.ty(), closure_type());
        drop((inner, last));
        let alone = Closure::new(expression("1 + 1"), None);
        assert_eq!(alone.evaluate(&Budget::new()).value, Value::from_i64(2));
    }
}
