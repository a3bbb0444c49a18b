//! Static analysis: properties of an expression without evaluation.
//!
//! The rules are those of the specification's "Static Analysis Operations" and of HCL's
//! `hcl.ExprList`, `hcl.ExprMap`, `hcl.ExprCall`, `hcl.ExprAsKeyword`, `hcl.AbsTraversalForExpr`
//! and `hcl.RelTraversalForExpr`. None of them applies to an expression in parentheses.

use super::ast::{
    Call, ExprId, ExprKind, For, ObjectItem, Step, StepKind, Traversal, TraversalStep,
    TraversalStepKind, Tree,
};
use polycty_core::source::{Diagnostic, Reporter};

/// A function call that is not evaluated.
#[derive(Clone, Copy, Debug)]
pub struct StaticCall<'t> {
    /// The name of the function.
    pub name: &'t str,
    /// The arguments.
    pub arguments: &'t [ExprId],
    /// The call.
    pub call: &'t Call,
}

impl Tree {
    /// Returns the variables that an expression refers to, in source order, with the constant steps
    /// into them. Variables of `for` expressions inside the expression are excluded.
    #[must_use]
    pub fn variables(&self, expression: ExprId) -> Vec<Traversal> {
        let mut found = Vec::new();
        self.each_variable(expression, &mut |steps| found.push(self.traversal(steps)));
        found
    }

    /// Calls `visit` with the steps of each variable that [`Tree::variables`] returns.
    pub fn each_variable<'t>(&'t self, expression: ExprId, visit: &mut dyn FnMut(&'t [Step])) {
        Variables {
            tree: self,
            locals: Vec::new(),
            visit,
        }
        .walk(expression);
    }

    /// Copies steps out of the tree.
    #[must_use]
    pub fn traversal(&self, steps: &[Step]) -> Traversal {
        let steps = steps.iter().map(|step| TraversalStep {
            range: self.range(step.span),
            kind: match step.kind {
                StepKind::Root(name) => TraversalStepKind::Root(self.text(name).into()),
                StepKind::Attr(name) => TraversalStepKind::Attr(self.text(name).into()),
                StepKind::Index(value) => TraversalStepKind::Index(self[value].clone()),
            },
        });
        Traversal {
            steps: steps.collect(),
        }
    }

    /// Returns the expression as a single name: a variable without steps, or `true`, `false` or
    /// `null`.
    #[must_use]
    pub fn keyword(&self, expression: ExprId) -> Option<&str> {
        let expr = &self[expression];
        match expr.kind {
            ExprKind::ScopeTraversal(steps) => match self[steps] {
                [
                    Step {
                        kind: StepKind::Root(name),
                        ..
                    },
                ] => Some(self.text(name)),
                _ => None,
            },
            ExprKind::Literal(_) => Some(self.slice(expr.span))
                .filter(|text| matches!(*text, "true" | "false" | "null")),
            _ => None,
        }
    }

    /// Returns the expression as a function call.
    #[must_use]
    pub fn static_call(&self, expression: ExprId) -> Option<StaticCall<'_>> {
        match self[expression].kind {
            ExprKind::Call(id) => {
                let call = &self[id];
                Some(StaticCall {
                    name: self.text(call.name),
                    arguments: &self[call.arguments],
                    call,
                })
            }
            _ => None,
        }
    }

    /// Returns the expression as a list of expressions.
    #[must_use]
    pub fn static_list(&self, expression: ExprId) -> Option<&[ExprId]> {
        match self[expression].kind {
            ExprKind::Tuple(elements) => Some(&self[elements]),
            _ => None,
        }
    }

    /// Returns the expression as pairs of expressions.
    #[must_use]
    pub fn static_map(&self, expression: ExprId) -> Option<&[ObjectItem]> {
        match self[expression].kind {
            ExprKind::Object(items) => Some(&self[items]),
            _ => None,
        }
    }

    /// Returns the expression as a variable and constant steps into it. `true`, `false` and `null`
    /// count as variables here.
    ///
    /// # Errors
    /// A diagnostic if the expression has a different form.
    pub fn absolute_traversal(&self, expression: ExprId) -> Result<Traversal, Box<Diagnostic>> {
        self.as_traversal(expression).ok_or_else(|| {
            let diagnostic = Reporter::Hcl.error(
                "Invalid expression",
                "A single static variable reference is required: only attribute access and indexing with constant keys. No calculations, function calls, template expressions, etc are allowed here.",
            );
            Box::new(diagnostic.with_subject(self.range(self[expression].span)))
        })
    }

    /// Returns the expression as steps into an unspecified value. A leading variable becomes an
    /// attribute of that value.
    ///
    /// # Errors
    /// The errors of [`Tree::absolute_traversal`].
    pub fn relative_traversal(&self, expression: ExprId) -> Result<Traversal, Box<Diagnostic>> {
        Ok(relative(self.absolute_traversal(expression)?))
    }

    fn as_traversal(&self, expression: ExprId) -> Option<Traversal> {
        let expr = &self[expression];
        match expr.kind {
            ExprKind::ScopeTraversal(steps) => Some(self.traversal(&self[steps])),
            ExprKind::RelativeTraversal { source, steps } => {
                let mut traversal = self.as_traversal(source)?;
                traversal.steps.extend(self.traversal(&self[steps]).steps);
                Some(traversal)
            }
            ExprKind::Literal(_) => {
                let name = self.keyword(expression)?;
                let root = TraversalStep {
                    range: self.range(expr.span),
                    kind: TraversalStepKind::Root(name.into()),
                };
                Some(Traversal { steps: vec![root] })
            }
            _ => None,
        }
    }
}

/// Returns a traversal whose variable has become an attribute.
#[must_use]
pub fn relative(mut traversal: Traversal) -> Traversal {
    if let Some(first) = traversal.steps.first_mut()
        && let TraversalStepKind::Root(name) = &first.kind
    {
        first.kind = TraversalStepKind::Attr(name.clone());
    }
    traversal
}

/// A search for variables in an expression.
struct Variables<'t, 'v> {
    tree: &'t Tree,
    /// The names that enclosing `for` expressions define.
    locals: Vec<&'t str>,
    visit: &'v mut dyn FnMut(&'t [Step]),
}

impl Variables<'_, '_> {
    /// The recursion is as deep as expressions nest, which [`MAX_NESTING`](super::MAX_NESTING)
    /// limits. A chain of conditionals does not nest.
    fn walk(&mut self, mut expression: ExprId) {
        let tree = self.tree;
        while let ExprKind::Conditional { condition, yes, no } = tree[expression].kind {
            self.walk(condition);
            self.walk(yes);
            expression = no;
        }
        match tree[expression].kind {
            ExprKind::Literal(_)
            | ExprKind::SplatItem
            | ExprKind::Invalid
            | ExprKind::Conditional { .. } => {}
            ExprKind::ScopeTraversal(steps) => {
                let steps = &tree[steps];
                if let [
                    Step {
                        kind: StepKind::Root(name),
                        ..
                    },
                    ..,
                ] = steps
                    && !self.locals.contains(&tree.text(*name))
                {
                    (self.visit)(steps);
                }
            }
            ExprKind::Template(parts) | ExprKind::Tuple(parts) => {
                tree[parts].iter().for_each(|part| self.walk(*part));
            }
            ExprKind::TemplateWrap(inner)
            | ExprKind::TemplateJoin(inner)
            | ExprKind::Parentheses(inner)
            | ExprKind::RelativeTraversal { source: inner, .. }
            | ExprKind::Unary { operand: inner, .. } => self.walk(inner),
            ExprKind::Call(call) => {
                let arguments = &tree[tree[call].arguments];
                arguments.iter().for_each(|argument| self.walk(*argument));
            }
            ExprKind::Index {
                collection, key, ..
            } => {
                self.walk(collection);
                self.walk(key);
            }
            ExprKind::Object(items) => {
                for item in &tree[items] {
                    if item.literal_key.is_none() {
                        self.walk(item.key);
                    }
                    self.walk(item.value);
                }
            }
            ExprKind::For(id) => self.walk_for(&tree[id]),
            ExprKind::Splat { source, each, .. } => {
                self.walk(source);
                self.walk(each);
            }
            ExprKind::Operations { first, rest } => {
                self.walk(first);
                for operation in &tree[rest] {
                    self.walk(operation.operand);
                }
            }
        }
    }

    fn walk_for(&mut self, parts: &For) {
        let tree = self.tree;
        self.walk(parts.collection);
        let outer = self.locals.len();
        let names = parts.key_variable.into_iter().chain([parts.value_variable]);
        self.locals.extend(names.map(|name| tree.text(name)));
        let inner = parts.key.into_iter().chain([parts.value]);
        for expression in inner.chain(parts.condition) {
            self.walk(expression);
        }
        self.locals.truncate(outer);
    }
}
