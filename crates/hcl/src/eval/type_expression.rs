//! Type expressions whose defaults are evaluated.
//!
//! A default of an optional attribute is evaluated without a scope and converted to the type of the
//! attribute. [`crate::types`] parses the rest of a type expression.

use super::evaluate_within;
use super::sink::code_of;
use crate::rules::convert_within;
use crate::syntax::{ExprId, Expression, Tree};
use crate::types::{DefaultValue, Notation, TypeExpression, parse, read};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Range, Reporter, Result};
use polycty_core::types::Type;
use polycty_core::values::Value;
use std::sync::Arc;

/// The syntax that a type expression may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TypeNotation {
    /// An exact type.
    Exact,
    /// A type constraint: also `any`, and `optional(T)` for attributes.
    Constraint,
    /// A type constraint whose optional attributes may have defaults,
    /// `optional(T, default)`.
    Defaults,
}

impl From<TypeNotation> for Notation<Evaluated> {
    fn from(notation: TypeNotation) -> Notation<Evaluated> {
        match notation {
            TypeNotation::Exact => Notation::Exact,
            TypeNotation::Constraint => Notation::Constraint,
            TypeNotation::Defaults => Notation::Defaults(Evaluated),
        }
    }
}

/// Parses a type expression.
///
/// ```
/// use polycty_hcl::{TypeNotation, format_type, parse_type};
/// let ty = parse_type("map( object({ port = number }) )", TypeNotation::Exact).unwrap();
/// assert_eq!(format_type(&ty).unwrap(), "map(object({port=number}))");
/// let error = parse_type("list(strin)", TypeNotation::Exact).unwrap_err();
/// assert_eq!(error.diagnostics()[0].subject.unwrap().start.column, 6);
/// ```
///
/// # Errors
/// [`Code::Syntax`](polycty_core::source::Code::Syntax) if the text is not a valid expression and
/// [`Code::Type`](polycty_core::source::Code::Type) if the expression is not a type, both with a
/// diagnostic for each error and the byte offset of the first one;
/// [`Code::Limit`](polycty_core::source::Code::Limit) if the type nests too deep.
pub fn parse_type(text: &str, notation: TypeNotation) -> Result<Type> {
    parse_type_expression(text, notation).map(|read| read.ty)
}

/// Parses a type expression and, with [`TypeNotation::Defaults`], the defaults in it.
///
/// ```
/// use polycty_hcl::{TypeNotation, parse_type_expression};
/// let text = "object({ port = optional(number, 80) })";
/// let read = parse_type_expression(text, TypeNotation::Defaults).unwrap();
/// let defaults = read.defaults.unwrap();
/// assert_eq!(defaults.values()["port"].as_number().unwrap().to_i64(), Some(80));
/// ```
///
/// # Errors
/// The errors of [`parse_type`].
pub fn parse_type_expression(text: &str, notation: TypeNotation) -> Result<TypeExpression> {
    parse(text, notation.into(), &Budget::standard())
}

/// Returns an expression as a type and, with [`TypeNotation::Defaults`], the defaults in it.
///
/// # Errors
/// A diagnostic for each error, and one if the type nests too deep.
pub fn read_type(
    tree: &Arc<Tree>,
    id: ExprId,
    notation: TypeNotation,
) -> Result<TypeExpression, Vec<Diagnostic>> {
    read_type_within(tree, id, notation, &Budget::standard())
}

/// Returns the type as [`read_type`] does, with the budget of an operation.
///
/// # Errors
/// The errors of [`read_type`], and a diagnostic if the budget is exceeded.
pub fn read_type_within(
    tree: &Arc<Tree>,
    id: ExprId,
    notation: TypeNotation,
    budget: &Budget,
) -> Result<TypeExpression, Vec<Diagnostic>> {
    read(tree, id, notation.into(), budget)
}

/// Defaults that are evaluated without a scope.
#[derive(Clone, Copy)]
struct Evaluated;

impl DefaultValue for Evaluated {
    fn evaluate(self, expression: &Expression, budget: &Budget) -> Result<Value, Vec<Diagnostic>> {
        let evaluated = evaluate_within(expression, None, budget);
        if evaluated.has_errors() {
            Err(evaluated.diagnostics)
        } else {
            Ok(evaluated.value)
        }
    }

    fn convert(
        self,
        value: &Value,
        ty: &Type,
        at: Range,
        budget: &Budget,
    ) -> Result<Value, Box<Diagnostic>> {
        convert_within(value, ty, budget).map_err(|error| {
            let detail = format!(
                "This default value is not compatible with the attribute's type constraint: {}.",
                error.message()
            );
            let diagnostic = Reporter::Hcl
                .error("Invalid default value for optional attribute", detail)
                .with_code(code_of(&error))
                .with_subject(at);
            Box::new(diagnostic)
        })
    }
}
