//! Expressions in either syntax.

use super::evaluator::own_budget;
use super::{Evaluated, Scope, TypeNotation, evaluate_within, read_type_within};
use crate::syntax::json::JsonExpression;
use crate::syntax::{Expression, Traversal};
use crate::types::{TypeExpression, not_a_type};
use polycty_core::calls::Budget;
use polycty_core::source::{Diagnostic, Range, Reporter, Source, in_source};
use polycty_core::types::Str;
use polycty_core::values::{MarkSet, Value};
use std::sync::Arc;

/// An expression in native or JSON syntax, or a value used as one.
#[derive(Clone, Debug)]
pub enum Expr {
    /// In native syntax.
    Native(Expression),
    /// In JSON syntax.
    Json(JsonExpression),
    /// A value that was created, with the source range that diagnostics report.
    Value(Value, Range),
    /// An expression with the variables of the generated blocks around it.
    Within(Arc<Within>),
}

/// An expression inside blocks that `dynamic` blocks have generated.
#[derive(Clone, Debug)]
pub struct Within {
    inner: Expr,
    /// The iterators.
    variables: Scope,
    /// The marks of the collections that they iterate over.
    marks: MarkSet,
}

/// A function call that is not evaluated.
#[derive(Clone, Debug)]
pub struct ExprCall {
    /// The name of the function.
    pub name: Str,
    /// The source range of the name.
    pub name_range: Range,
    /// The arguments.
    pub arguments: Vec<Expr>,
    /// The source range of the arguments with their parentheses.
    pub arguments_range: Range,
}

impl Expr {
    /// Evaluates the expression with a budget of its own, as [`evaluate`](super::evaluate) does.
    #[must_use]
    pub fn evaluate(&self, scope: Option<&Scope>) -> Evaluated {
        self.evaluate_within(scope, &own_budget(scope))
    }

    /// Evaluates the expression with the budget of an operation.
    #[must_use]
    pub fn evaluate_within(&self, scope: Option<&Scope>, budget: &Budget) -> Evaluated {
        match self {
            Expr::Native(expression) => evaluate_within(expression, scope, budget),
            Expr::Json(expression) => expression.evaluate_within(scope, budget),
            Expr::Value(value, _) => Evaluated {
                value: value.clone(),
                diagnostics: Vec::new(),
            },
            Expr::Within(within) => {
                let variables = &within.variables;
                let scope = match scope {
                    Some(scope) => variables.around(scope),
                    None => variables.clone(),
                };
                let mut evaluated = within.inner.evaluate_within(Some(&scope), budget);
                evaluated.value = evaluated.value.with_marks(&within.marks);
                evaluated
            }
        }
    }

    /// Returns the variables that the expression refers to.
    #[must_use]
    pub fn variables(&self) -> Vec<Traversal> {
        match self {
            Expr::Native(expression) => expression.tree.variables(expression.id),
            Expr::Json(expression) => expression.variables(),
            Expr::Value(..) => Vec::new(),
            Expr::Within(within) => {
                let bound = |traversal: &Traversal| {
                    traversal
                        .root()
                        .is_some_and(|root| within.variables.variable(root).is_some())
                };
                let mut found = within.inner.variables();
                found.retain(|traversal| !bound(traversal));
                found
            }
        }
    }

    /// The source range of the expression.
    #[must_use]
    pub fn range(&self) -> Range {
        match self {
            Expr::Native(expression) => expression.range(),
            Expr::Json(expression) => expression.range(),
            Expr::Value(_, range) => *range,
            Expr::Within(within) => within.inner.range(),
        }
    }

    /// The text that contains the expression, or `None` for a value.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        match self {
            Expr::Native(expression) => Some(expression.tree.source()),
            Expr::Json(expression) => Some(expression.document().source()),
            Expr::Value(..) => None,
            Expr::Within(within) => within.inner.source(),
        }
    }

    /// Returns a diagnostic that requires a different form of expression.
    #[must_use]
    pub fn of_another_form(&self, wanted: &str) -> Diagnostic {
        let diagnostic = Reporter::Hcl.error("Invalid expression", wanted);
        self.placed(diagnostic.with_subject(self.start_range()))
    }

    /// Adds the source to a diagnostic.
    fn placed(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        if let Some(source) = self.source() {
            in_source(std::slice::from_mut(&mut diagnostic), source);
        }
        diagnostic
    }

    /// The start of the expression, where errors of the whole expression are reported.
    #[must_use]
    pub fn start_range(&self) -> Range {
        match self {
            Expr::Native(expression) => expression.start_range(),
            Expr::Json(expression) => expression.start_range(),
            Expr::Value(_, range) => *range,
            Expr::Within(within) => within.inner.start_range(),
        }
    }

    /// Returns the expression as a single name. In JSON, it is a string that contains a name.
    #[must_use]
    pub fn keyword(&self) -> Option<Str> {
        self.keyword_within(&Budget::standard())
    }

    /// Returns the name as [`Expr::keyword`] does, with the budget of an operation. `None`, too, if
    /// the budget is exceeded.
    #[must_use]
    pub fn keyword_within(&self, budget: &Budget) -> Option<Str> {
        match self {
            Expr::Native(expression) => expression.tree.keyword(expression.id).map(Str::from),
            Expr::Json(expression) => {
                let traversal = expression.as_traversal(budget)?;
                match traversal.steps.len() {
                    1 => traversal.root().cloned(),
                    _ => None,
                }
            }
            Expr::Value(..) => None,
            Expr::Within(within) => within.inner.keyword_within(budget),
        }
    }

    /// Returns the expression as a variable and constant steps into it. In JSON, it is a string
    /// that contains such a traversal.
    ///
    /// # Errors
    /// A diagnostic if the expression has a different form.
    pub fn absolute_traversal(&self) -> Result<Traversal, Box<Diagnostic>> {
        self.absolute_traversal_within(&Budget::standard())
    }

    /// Returns the traversal as [`Expr::absolute_traversal`] does, with the budget of an operation.
    ///
    /// # Errors
    /// A diagnostic if the expression has a different form or the budget is exceeded.
    pub fn absolute_traversal_within(&self, budget: &Budget) -> Result<Traversal, Box<Diagnostic>> {
        let refused = || {
            let diagnostic = Reporter::Hcl.error(
                "Invalid expression",
                "A single static variable reference is required: only attribute access and indexing with constant keys. No calculations, function calls, template expressions, etc are allowed here.",
            );
            Box::new(self.placed(diagnostic.with_subject(self.range())))
        };
        match self {
            Expr::Native(expression) => {
                let read = expression.tree.absolute_traversal(expression.id);
                read.map_err(|failure| Box::new(self.placed(*failure)))
            }
            Expr::Json(expression) => expression.as_traversal(budget).ok_or_else(refused),
            Expr::Value(..) => Err(refused()),
            Expr::Within(within) => within.inner.absolute_traversal_within(budget),
        }
    }

    /// Returns the expression as a function call. In JSON, it is a string that contains a call.
    #[must_use]
    pub fn as_call(&self) -> Option<ExprCall> {
        self.as_call_within(&Budget::standard())
    }

    /// Returns the call as [`Expr::as_call`] does, with the budget of an operation. `None`, too, if
    /// the budget is exceeded.
    #[must_use]
    pub fn as_call_within(&self, budget: &Budget) -> Option<ExprCall> {
        match self {
            Expr::Native(expression) => {
                let tree = &expression.tree;
                let call = tree.static_call(expression.id)?;
                Some(ExprCall {
                    name: call.name.into(),
                    name_range: tree.range(call.call.name_span),
                    arguments: self.exprs(call.arguments),
                    arguments_range: tree.range(call.call.open.to(call.call.close)),
                })
            }
            Expr::Json(expression) => Expr::Native(expression.as_native(budget)?).as_call(),
            Expr::Value(..) => None,
            Expr::Within(within) => {
                let mut call = within.inner.as_call_within(budget)?;
                let arguments = call.arguments.into_iter();
                call.arguments = arguments.map(|part| within.part(part)).collect();
                Some(call)
            }
        }
    }

    /// Returns the expression as a list of expressions.
    #[must_use]
    pub fn as_list(&self) -> Option<Vec<Expr>> {
        match self {
            Expr::Native(expression) => expression
                .tree
                .static_list(expression.id)
                .map(|parts| self.exprs(parts)),
            Expr::Json(expression) => {
                let parts = expression.as_list()?.into_iter();
                Some(parts.map(Expr::Json).collect())
            }
            Expr::Value(..) => None,
            Expr::Within(within) => {
                let parts = within.inner.as_list()?.into_iter();
                Some(parts.map(|part| within.part(part)).collect())
            }
        }
    }

    /// Returns the expression as pairs of expressions.
    #[must_use]
    pub fn as_map(&self) -> Option<Vec<(Expr, Expr)>> {
        match self {
            Expr::Native(expression) => {
                let tree = &expression.tree;
                let part = |id| {
                    Expr::Native(Expression {
                        tree: tree.clone(),
                        id,
                    })
                };
                let items = tree.static_map(expression.id)?.iter();
                Some(
                    items
                        .map(|item| (part(item.key), part(item.value)))
                        .collect(),
                )
            }
            Expr::Json(expression) => {
                let items = expression.as_map()?.into_iter();
                Some(
                    items
                        .map(|(key, value)| (Expr::Json(key), Expr::Json(value)))
                        .collect(),
                )
            }
            Expr::Value(..) => None,
            Expr::Within(within) => {
                let items = within.inner.as_map()?.into_iter();
                let both = |(key, value): (Expr, Expr)| (within.part(key), within.part(value));
                Some(items.map(both).collect())
            }
        }
    }

    /// Returns the expression as a type expression. In JSON, it is a string that contains a type
    /// expression in native syntax.
    ///
    /// # Errors
    /// A diagnostic for each error.
    pub fn as_type(&self, notation: TypeNotation) -> Result<TypeExpression, Vec<Diagnostic>> {
        self.as_type_within(notation, &Budget::standard())
    }

    /// Returns the type as [`Expr::as_type`] does, with the budget of an operation.
    ///
    /// # Errors
    /// A diagnostic for each error, and one if the budget is exceeded.
    pub fn as_type_within(
        &self,
        notation: TypeNotation,
        budget: &Budget,
    ) -> Result<TypeExpression, Vec<Diagnostic>> {
        match self {
            Expr::Native(expression) => {
                read_type_within(&expression.tree, expression.id, notation, budget)
            }
            Expr::Json(expression) => {
                let refused = || vec![self.placed(not_a_type(self.range()))];
                let native = expression.as_native(budget).ok_or_else(refused)?;
                let tree = &native.tree;
                if tree.keyword(native.id).is_none() && tree.static_call(native.id).is_none() {
                    return Err(refused());
                }
                let whole = Some(native.range());
                read_type_within(tree, native.id, notation, budget).map_err(|mut diagnostics| {
                    for diagnostic in &mut diagnostics {
                        // The range of the whole type is that of the JSON string with its quotes.
                        for range in [&mut diagnostic.subject, &mut diagnostic.context] {
                            if *range == whole {
                                *range = Some(self.range());
                            }
                        }
                        // The ranges refer to the document that contains the string.
                        diagnostic.source = self.source().cloned();
                    }
                    diagnostics
                })
            }
            Expr::Value(..) => Err(vec![not_a_type(self.range())]),
            Expr::Within(within) => within.inner.as_type_within(notation, budget),
        }
    }

    /// Returns the expression as a list of expressions.
    ///
    /// # Errors
    /// A diagnostic if the expression has a different form.
    pub fn static_list(&self) -> Result<Vec<Expr>, Box<Diagnostic>> {
        self.as_list().ok_or_else(|| {
            let diagnostic = Reporter::Hcl.error(
                "Invalid expression",
                "A static list expression is required.",
            );
            Box::new(diagnostic.with_subject(self.start_range()))
        })
    }

    /// Returns the expression with variables of its own, which hide those of the scope in which it
    /// is evaluated, and with marks that are added to its value.
    #[must_use]
    pub fn within(self, variables: &Scope, marks: &MarkSet) -> Expr {
        Expr::Within(Arc::new(Within {
            inner: self,
            variables: variables.clone(),
            marks: marks.clone(),
        }))
    }

    fn exprs(&self, ids: &[crate::syntax::ExprId]) -> Vec<Expr> {
        let Expr::Native(expression) = self else {
            return Vec::new();
        };
        let part = |id: &crate::syntax::ExprId| {
            Expr::Native(Expression {
                tree: expression.tree.clone(),
                id: *id,
            })
        };
        ids.iter().map(part).collect()
    }
}

impl Within {
    /// The expression without the variables.
    pub(super) fn inner(&self) -> &Expr {
        &self.inner
    }

    /// Returns a part of the expression inside the same blocks.
    pub(super) fn part(&self, part: Expr) -> Expr {
        part.within(&self.variables, &self.marks)
    }
}
