//! Operators: arithmetic, comparison and logic.
//!
//! - Operands are first converted to the type of the operator. Failed conversions of both sides are
//!   reported before errors inside the operands.
//! - A logical operator returns its result as soon as one side decides it, even if the other side
//!   has errors.
//! - If one side is unknown and the other does not decide, the result is unknown. The same applies
//!   if the left side is unknown without errors and the right side is unknown or has errors,
//!   because the left side might decide.

use super::evaluator::Evaluator;
use super::sink::code_of;
use crate::functions;
use crate::syntax::{BinaryOp, ExprId, List, Operation, Span, UnaryOp};
use polycty_core::calls::{BudgetError, cost};
use polycty_core::number::ArithmeticError;
use polycty_core::source::{Error, Reporter, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn operations(&mut self, id: ExprId, first: ExprId, rest: List<Operation>) -> Value {
        let tree = self.tree;
        let start = tree[id].span.start;
        let left_from = self.sink.count();
        let mut left = self.eval(first);
        let mut left_span = tree[first].span;
        for operation in &tree[rest] {
            let end = tree[operation.operand].span.end;
            let whole = Span { start, end };
            let right_from = self.sink.count();
            let right = self.eval(operation.operand);
            if self.sink.ended() {
                return Value::dynamic();
            }
            let sides = Sides {
                left: &left,
                left_id: first,
                left_span,
                left_from,
                right: &right,
                right_id: operation.operand,
                right_span: tree[operation.operand].span,
                right_from,
                whole,
            };
            left = self.binary(operation.operator, &sides);
            left_span = whole;
        }
        left
    }

    fn binary(&mut self, operator: BinaryOp, sides: &Sides<'_>) -> Value {
        use BinaryOp::{And, Equal, NotEqual, Or};
        if let Some(value) = quick(operator, sides.left, sides.right) {
            return value;
        }
        let operands = match operator {
            Or | And => Type::bool(),
            Equal | NotEqual => Type::any(),
            _ => Type::number(),
        };
        let unknown = || Value::unknown(result_type(operator).clone());
        let left = self.convert(sides.left_id, sides.left, operands);
        let right = self.convert(sides.right_id, sides.right, operands);
        let (left, right) = match (left, right) {
            (Ok(left), Ok(right)) => (left, right),
            (left, right) => {
                self.unsuitable_sides(left.err(), right.err(), sides);
                return unknown();
            }
        };
        let marks = left.marks().union(&right.marks());
        let left_found = || self.sink.failed_before(sides.left_from, sides.right_from);
        let right_found = || self.failed_since(sides.right_from);
        let decided = match operator {
            Or | And => decide(operator, &left, &right, left_found, right_found),
            _ => None,
        };
        if let Some((value, side)) = decided {
            match side {
                Side::Left => self.sink.forget_since(sides.right_from),
                Side::Right => {
                    let of_right = self.sink.split_off(sides.right_from);
                    self.sink.forget_since(sides.left_from);
                    self.sink.put_back(of_right);
                }
            }
            return value.with_marks(&marks);
        }
        if self.failed_since(sides.left_from) {
            return unknown().with_marks(&marks);
        }
        // A comparison visits all parts until the first difference.
        let parts = left.size().min(right.size()) as usize;
        if parts > 1 && !self.work(sides.right_id, parts / PARTS) {
            return unknown();
        }
        if result_type(operator).is_number() && !self.computes(sides.whole, &left, &right) {
            return unknown();
        }
        apply(operator, &left, &right).unwrap_or_else(|error| {
            self.failed(&error, sides.whole);
            unknown()
        })
    }

    #[inline(never)]
    pub(super) fn unary(&mut self, id: ExprId, operator: UnaryOp, operand: ExprId) -> Value {
        let before = self.sink.count();
        let given = self.eval(operand);
        let ty = match operator {
            UnaryOp::Not => Type::bool(),
            UnaryOp::Negate => Type::number(),
        };
        let span = self.tree[id].span;
        let value = match self.convert(operand, &given, ty) {
            Ok(value) => value,
            Err(error) => {
                let at = self.tree[operand].span;
                self.unsuitable("unary", &error, at, span);
                return Value::unknown(ty.clone());
            }
        };
        if self.failed_since(before) {
            return Value::unknown(ty.clone());
        }
        let charged = match value.as_number() {
            Some(number) => cost::remake_number(&number, self.sink.budget),
            None => Ok(()),
        };
        if !self.may(span, charged) {
            return Value::unknown(ty.clone());
        }
        let result = match operator {
            UnaryOp::Not => functions::not(&value),
            UnaryOp::Negate => functions::negate(&value),
        };
        result.unwrap_or_else(|error| {
            self.failed(&error, span);
            Value::unknown(ty.clone())
        })
    }

    /// Charges an operation with two numbers. Returns `false` if the budget is exceeded.
    #[must_use]
    fn computes(&mut self, at: Span, left: &Value, right: &Value) -> bool {
        let (Some(left), Some(right)) = (left.as_number(), right.as_number()) else {
            return true;
        };
        let charged = cost::compute(&left, &right, self.sink.budget);
        self.may(at, charged)
    }

    /// Returns whether charging succeeded. Ends the evaluation if it failed.
    #[must_use]
    fn may(&mut self, at: Span, charged: Result<(), BudgetError>) -> bool {
        if charged.is_err() {
            let at = self.range(at);
            self.sink.end_if_spent(at);
        }
        charged.is_ok()
    }

    /// Reports the sides that do not convert, before the diagnostics inside them.
    #[cold]
    fn unsuitable_sides(&mut self, left: Option<Error>, right: Option<Error>, sides: &Sides<'_>) {
        let inside = self.sink.split_off(sides.left_from);
        if let Some(error) = left {
            self.unsuitable("left", &error, sides.left_span, sides.whole);
        }
        if let Some(error) = right {
            self.unsuitable("right", &error, sides.right_span, sides.whole);
        }
        self.sink.put_back(inside);
    }

    #[cold]
    fn unsuitable(&mut self, side: &str, error: &Error, at: Span, around: Span) {
        let detail = format!("Unsuitable value for {side} operand: {}.", error.message());
        self.report_error_within(at, around, "Invalid operand", detail);
    }

    #[cold]
    fn failed(&mut self, error: &Error, at: Span) {
        let detail = format!("Error during operation: {}.", error.message());
        let diagnostic = Reporter::Hcl
            .error("Operation failed", detail)
            .with_subject(self.range(at))
            .with_code(code_of(error));
        self.sink.report(diagnostic);
    }
}

/// The number of parts of values that are compared in one step.
const PARTS: usize = 4;

/// The two operands of an operator, their spans, and the diagnostic positions at the start of their
/// evaluation.
struct Sides<'v> {
    left: &'v Value,
    left_id: ExprId,
    left_span: Span,
    left_from: usize,
    right: &'v Value,
    right_id: ExprId,
    right_span: Span,
    right_from: usize,
    whole: Span,
}

/// The side that decided a logical operation.
enum Side {
    Left,
    Right,
}

/// Fast path: the result for two unmarked numbers of ordinary size.
#[inline]
fn quick(operator: BinaryOp, left: &Value, right: &Value) -> Option<Value> {
    if left.is_marked() || right.is_marked() {
        return None;
    }
    let (a, b) = (left.as_number()?, right.as_number()?);
    if cost::is_wide(&a) || cost::is_wide(&b) {
        return None;
    }
    let answer = match operator {
        BinaryOp::Add => Value::from_number(a.add(&b).ok()?),
        BinaryOp::Subtract => Value::from_number(a.sub(&b).ok()?),
        BinaryOp::Multiply => Value::from_number(a.mul(&b).ok()?),
        BinaryOp::Divide => Value::from_number(a.div(&b).ok()?),
        BinaryOp::Modulo if a.is_infinite() || b.is_infinite() => return None,
        BinaryOp::Modulo => Value::from_number(a.modulo(&b).ok()?),
        BinaryOp::Less => Value::bool(a < b),
        BinaryOp::LessOrEqual => Value::bool(a <= b),
        BinaryOp::Greater => Value::bool(a > b),
        BinaryOp::GreaterOrEqual => Value::bool(a >= b),
        BinaryOp::Equal => Value::bool(a == b),
        BinaryOp::NotEqual => Value::bool(a != b),
        BinaryOp::Or | BinaryOp::And => return None,
    };
    Some(answer)
}

fn result_type(operator: BinaryOp) -> &'static Type {
    match operator {
        BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::Modulo => Type::number(),
        _ => Type::bool(),
    }
}

/// Returns the result of a logical operation that one side decides, and that side. A null counts as
/// false here; if it does not decide, it is an error later.
fn decide(
    operator: BinaryOp,
    left: &Value,
    right: &Value,
    left_failed: impl FnOnce() -> bool,
    right_failed: impl FnOnce() -> bool,
) -> Option<(Value, Side)> {
    let deciding = operator == BinaryOp::Or;
    let known = |value: &Value| {
        let bare = value.unmarked();
        bare.is_known().then(|| bare.as_bool().unwrap_or_default())
    };
    let unknown = || {
        Value::unknown(Type::bool().clone())
            .refine_not_null()
            .expect("an unknown may turn out not to be null")
    };
    match (known(left), known(right)) {
        (None, right) if (right.is_none() || right_failed()) && !left_failed() => {
            Some((unknown(), Side::Left))
        }
        (None, None) => None,
        (Some(left), _) if left == deciding => Some((Value::bool(deciding), Side::Left)),
        (_, Some(right)) if right == deciding => Some((Value::bool(deciding), Side::Right)),
        (None, Some(_)) => Some((unknown(), Side::Left)),
        (Some(_), None) => Some((unknown(), Side::Right)),
        (Some(_), Some(_)) => None,
    }
}

/// Applies an operator to operands of its own type, with the functions of the standard library.
fn apply(operator: BinaryOp, left: &Value, right: &Value) -> Result<Value> {
    match operator {
        BinaryOp::Or => functions::or(left, right),
        BinaryOp::And => functions::and(left, right),
        // Marks inside the compared values are added to the result, too.
        BinaryOp::Equal if !left.contains_marked() && !right.contains_marked() => {
            left.equals(right)
        }
        BinaryOp::NotEqual if !left.contains_marked() && !right.contains_marked() => {
            left.not_equal(right)
        }
        BinaryOp::Equal => functions::equal(left, right),
        BinaryOp::NotEqual => functions::notequal(left, right),
        BinaryOp::Greater => functions::greaterthan(left, right),
        BinaryOp::GreaterOrEqual => functions::greaterthanorequalto(left, right),
        BinaryOp::Less => functions::lessthan(left, right),
        BinaryOp::LessOrEqual => functions::lessthanorequalto(left, right),
        BinaryOp::Add => functions::add(left, right),
        BinaryOp::Subtract => functions::subtract(left, right),
        BinaryOp::Multiply => functions::multiply(left, right),
        BinaryOp::Divide => functions::divide(left, right),
        BinaryOp::Modulo if is_infinite(left) || is_infinite(right) => {
            Err(Error::from(ArithmeticError::ZeroTimesInfinity)
                .with_message("can't use modulo with zero and infinity"))
        }
        BinaryOp::Modulo => functions::modulo(left, right),
    }
}

/// Whether a number is infinite. The remainder of infinity is undefined: go-cty returns a result
/// only for its own infinity constants, and a program computes others.
fn is_infinite(value: &Value) -> bool {
    value.as_number().is_some_and(|number| number.is_infinite())
}
