//! Expressions, whichever syntax they are written in.

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

/// An expression in native or JSON syntax, or a value in the place of one.
#[derive(Clone, Debug)]
pub enum Expr {
    /// In native syntax.
    Native(Expression),
    /// In JSON syntax.
    Json(JsonExpression),
    /// A value that was made, as if it stood at a place.
    Value(Value, Range),
    /// An expression within the variables of blocks that were generated around it.
    Within(Arc<Within>),
}

/// An expression inside of blocks that `dynamic` blocks have generated.
#[derive(Clone, Debug)]
pub struct Within {
    inner: Expr,
    /// The iterators.
    variables: Scope,
    /// The marks of what they iterate over.
    marks: MarkSet,
}

/// A call of a function that is not evaluated.
#[derive(Clone, Debug)]
pub struct ExprCall {
    /// The function's name.
    pub name: Str,
    /// Where the name stands.
    pub name_range: Range,
    /// The arguments.
    pub arguments: Vec<Expr>,
    /// The arguments with their parentheses.
    pub arguments_range: Range,
}

impl Expr {
    /// Evaluates the expression, out of a budget of its own, as [`evaluate`](super::evaluate).
    #[must_use]
    pub fn evaluate(&self, scope: Option<&Scope>) -> Evaluated {
        self.evaluate_within(scope, &own_budget(scope))
    }

    /// Evaluates the expression within an operation, out of its budget.
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

    /// The variables that the expression refers to.
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

    /// Where the expression stands.
    #[must_use]
    pub fn range(&self) -> Range {
        match self {
            Expr::Native(expression) => expression.range(),
            Expr::Json(expression) => expression.range(),
            Expr::Value(_, range) => *range,
            Expr::Within(within) => within.inner.range(),
        }
    }

    /// The text that the expression stands in; none for a value.
    #[must_use]
    pub fn source(&self) -> Option<&Source> {
        match self {
            Expr::Native(expression) => Some(expression.tree.source()),
            Expr::Json(expression) => Some(expression.document().source()),
            Expr::Value(..) => None,
            Expr::Within(within) => within.inner.source(),
        }
    }

    /// A fault of an expression that has to be of another form.
    #[must_use]
    pub fn of_another_form(&self, wanted: &str) -> Diagnostic {
        let diagnostic = Reporter::Hcl.error("Invalid expression", wanted);
        self.placed(diagnostic.with_subject(self.start_range()))
    }

    /// A diagnostic that knows which text it is about.
    fn placed(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        if let Some(source) = self.source() {
            in_source(std::slice::from_mut(&mut diagnostic), source);
        }
        diagnostic
    }

    /// Where the expression begins; what faults of it as a whole point at.
    #[must_use]
    pub fn start_range(&self) -> Range {
        match self {
            Expr::Native(expression) => expression.start_range(),
            Expr::Json(expression) => expression.start_range(),
            Expr::Value(_, range) => *range,
            Expr::Within(within) => within.inner.start_range(),
        }
    }

    /// The expression as a single name. In JSON it is a string that holds one.
    #[must_use]
    pub fn keyword(&self) -> Option<Str> {
        self.keyword_within(&Budget::standard())
    }

    /// The name as [`Expr::keyword`] has it, within an operation, out of its budget; none, too,
    /// where that is not enough.
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

    /// The expression as a variable and constant steps into it. In JSON it is a string that holds
    /// such a one.
    ///
    /// # Errors
    /// A diagnostic when it is anything else.
    pub fn absolute_traversal(&self) -> Result<Traversal, Box<Diagnostic>> {
        self.absolute_traversal_within(&Budget::standard())
    }

    /// The traversal as [`Expr::absolute_traversal`] has it, within an operation, out of its
    /// budget.
    ///
    /// # Errors
    /// A diagnostic when it is anything else, or where the budget is spent.
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
                read.map_err(|fault| Box::new(self.placed(*fault)))
            }
            Expr::Json(expression) => expression.as_traversal(budget).ok_or_else(refused),
            Expr::Value(..) => Err(refused()),
            Expr::Within(within) => within.inner.absolute_traversal_within(budget),
        }
    }

    /// The expression as a call of a function. In JSON it is a string that holds one.
    #[must_use]
    pub fn as_call(&self) -> Option<ExprCall> {
        self.as_call_within(&Budget::standard())
    }

    /// The call as [`Expr::as_call`] has it, within an operation, out of its budget; none, too,
    /// where that is not enough.
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

    /// The expression as a list of expressions.
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

    /// The expression as pairs of expressions.
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

    /// The type that the expression stands for. In JSON it is a string that holds a
    /// type expression in native syntax.
    ///
    /// # Errors
    /// A diagnostic for each fault.
    pub fn as_type(&self, notation: TypeNotation) -> Result<TypeExpression, Vec<Diagnostic>> {
        self.as_type_within(notation, &Budget::standard())
    }

    /// The type as [`Expr::as_type`] has it, within an operation, out of its budget.
    ///
    /// # Errors
    /// A diagnostic for each fault, and one where the budget is spent.
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
                        // The range of the whole type is that of the JSON string, with its quotes.
                        for range in [&mut diagnostic.subject, &mut diagnostic.context] {
                            if *range == whole {
                                *range = Some(self.range());
                            }
                        }
                        // The ranges are those of the document that holds the string.
                        diagnostic.source = self.source().cloned();
                    }
                    diagnostics
                })
            }
            Expr::Value(..) => Err(vec![not_a_type(self.range())]),
            Expr::Within(within) => within.inner.as_type_within(notation, budget),
        }
    }

    /// The expression as a list of expressions.
    ///
    /// # Errors
    /// A diagnostic when it is anything else.
    pub fn static_list(&self) -> Result<Vec<Expr>, Box<Diagnostic>> {
        self.as_list().ok_or_else(|| {
            let diagnostic = Reporter::Hcl.error(
                "Invalid expression",
                "A static list expression is required.",
            );
            Box::new(diagnostic.with_subject(self.start_range()))
        })
    }

    /// The expression with variables of its own, which are nearer than those of the
    /// scope that it is evaluated in, and with marks that its value takes on.
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
    /// The expression without the variables of its own.
    pub(super) fn inner(&self) -> &Expr {
        &self.inner
    }

    /// A part of the expression, in the same blocks.
    pub(super) fn part(&self, part: Expr) -> Expr {
        part.within(&self.variables, &self.marks)
    }
}
