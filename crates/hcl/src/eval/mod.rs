//! Evaluation of expressions in a scope of variables and functions.
//!
//! [`evaluate`] walks the tree of a parsed text; a tree can be evaluated any number of times.
//! Errors become diagnostics, and there is always a value: an erroneous part is an unknown value
//! with the type as far as it is known, so that one error is not reported repeatedly. Nulls,
//! unknown values, refined values and marks are handled by HCL's rules in every construct.
//!
//! - [`Scope`]: variables and functions
//! - [`Expr`]: an expression in either syntax; `json`: those in JSON; `parts`: its tree
//! - `locate`: source ranges of the parts of a value
//! - `sink`: the diagnostics, and whether the operation continues
//! - `evaluator`: the walk over a tree, and its limits; `operation`, `template`, `constructor`,
//!   `iteration` (`for` and splat expressions), `conditional`, `call`: the evaluation of each kind
//!   of expression
//! - [`get_attribute`], [`index`]: the steps of traversals
//! - [`read_type`], [`parse_type`]: types whose defaults are evaluated
//! - [`Closure`]: arguments that a function evaluates itself
//! - [`try_function`], [`can_function`], [`convert_function`]: the special forms

mod access;
mod call;
mod closure;
mod conditional;
mod constructor;
mod evaluator;
mod expr;
mod iteration;
mod json;
mod locate;
mod operation;
mod parts;
mod release;
mod scope;
mod sink;
mod special;
mod template;
mod type_expression;

pub use access::{get_attribute, index};
pub use closure::{Closure, closure_type};
pub(crate) use evaluator::{ELEMENT, own_budget};
pub use evaluator::{MAX_STEPS, MAX_STRING, evaluate, evaluate_within};
pub use expr::{Expr, ExprCall, Within};
pub(crate) use parts::within_text;
pub use parts::{Form, FunctionCall, Operator};
pub use polycty_core::codec::document::PartLocation;
pub(crate) use release::{Waiting, release};
pub use scope::{FunctionSet, Scope};
pub(crate) use sink::{DiagnosticSink, code_of};
pub use special::{
    can_function, convert_function, try_function, type_argument_type, type_of_argument,
};
pub use type_expression::{
    TypeNotation, parse_type, parse_type_expression, read_type, read_type_within,
};

use polycty_core::source::{Diagnostic, Severity};
use polycty_core::values::Value;

/// The result of an evaluation: a value, which always exists, and the diagnostics.
#[derive(Clone, Debug)]
pub struct Evaluated {
    /// The value; unknown or partly unknown if there are errors.
    pub value: Value,
    /// The diagnostics in order of detection.
    pub diagnostics: Vec<Diagnostic>,
}

impl Evaluated {
    /// Whether there are errors, so that the value must not be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        has_errors(&self.diagnostics)
    }
}

pub(super) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics
        .iter()
        .any(|diagnostic| diagnostic.severity == Severity::Error)
}

#[cfg(test)]
mod tests;
