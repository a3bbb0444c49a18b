//! The evaluator of expression trees.
//!
//! An evaluator walks one tree once. Each kind of expression (operator, template, call, ...) has a
//! method in the file of that name. The recursion follows the tree, whose depth is limited by
//! [`MAX_NESTING`]. If functions evaluate expressions themselves, the levels, steps and bytes of
//! all evaluations are charged to one budget, which is passed on.
//!
//! Each node costs one step, and expensive operations cost more. A container is charged before it
//! grows. Shared parts of values are not charged. If intermediate results are discarded, only the
//! memory of diagnostics is released; all other bytes stay charged.
//!
//! [`MAX_NESTING`]: crate::syntax::MAX_NESTING

use super::sink::{DiagnosticSink, code_of};
use super::{Evaluated, Scope, access};
use crate::rules::convert_within;
use crate::syntax::{ExprId, ExprKind, Expression, List, MAX_NESTING, Span, Step, StepKind, Tree};
use polycty_core::calls::{Budget, Limits, Part};
use polycty_core::source::{Error, Range, Reporter, Result, did_you_mean, in_source};
use polycty_core::text::Quoted;
use polycty_core::types::Type;
use polycty_core::values::{MarkSet, Value};
use std::sync::Arc;

/// The maximum number of steps of one evaluation, unless its scope sets a different limit
/// ([`Scope::limit_steps`]). Nested loops would otherwise be unlimited.
pub const MAX_STEPS: u64 = Limits::STANDARD.steps;

/// The maximum length of a string that a template creates, in bytes.
pub const MAX_STRING: usize = 1 << 26;

/// The number of levels that a function call counts as, because it uses more stack.
const CALL_LEVELS: u32 = 7;

/// The maximum number of levels of a text and of the functions that it calls: enough for 40 nested
/// calls. All levels fit in 256 KiB of stack, which `tests/hostile` verifies.
const MAX_LEVELS: u32 = MAX_NESTING + 208;

/// The size of a container element during construction: the element, its type, and spare capacity
/// for the same amount.
pub(crate) const ELEMENT: usize = 40;

/// The size of a container without its parts: its allocation and that of its type.
pub(super) const CONTAINER: usize = 120;

/// The size of an attribute without its name: its table entry and its field in a type.
pub(super) const ATTRIBUTE: usize = 120;

/// The number of bytes of a name or a key that are examined in one step.
pub(super) const TEXT_STEP: usize = 16;

/// Evaluates an expression with a budget of its own: [`MAX_STEPS`], or the limit of the scope, and
/// the standard memory limit.
///
/// Without a scope, neither variables nor functions are allowed.
#[must_use]
pub fn evaluate(expression: &Expression, scope: Option<&Scope>) -> Evaluated {
    evaluate_within(expression, scope, &own_budget(scope))
}

/// Creates the budget of an operation that only its scope limits.
pub(crate) fn own_budget(scope: Option<&Scope>) -> Budget {
    let steps = scope.and_then(Scope::step_limit);
    Budget::standard().limit_steps(steps.unwrap_or(0).max(MAX_STEPS))
}

/// Applies the step limit of a scope, if set, to a budget.
pub(super) fn bounded_by<'b>(scope: Option<&Scope>, budget: &'b Budget) -> Option<Part<'b>> {
    let most = scope.and_then(Scope::step_limit)?;
    Some(budget.at_most(most))
}

/// Evaluates an expression with the budget of an operation.
#[must_use]
pub fn evaluate_within(
    expression: &Expression,
    scope: Option<&Scope>,
    budget: &Budget,
) -> Evaluated {
    if let Some(value) = literal(expression, scope, budget) {
        let diagnostics = Vec::new();
        return Evaluated { value, diagnostics };
    }
    let around = Environment {
        scope,
        ..Environment::default()
    };
    evaluate_among(expression, around, budget)
}

/// Fast path for a literal without a scope, the most frequent expression without one. Returns
/// `None` if the step cannot be charged.
fn literal(expression: &Expression, scope: Option<&Scope>, budget: &Budget) -> Option<Value> {
    let tree: &Tree = &expression.tree;
    let ExprKind::Literal(value) = tree[expression.id].kind else {
        return None;
    };
    let may = scope.is_none() && budget.levels() < MAX_LEVELS;
    (may && budget.charge(1).is_ok()).then(|| tree[value].clone())
}

/// The environment of an expression.
#[derive(Default)]
pub(super) struct Environment<'a> {
    pub(super) scope: Option<&'a Scope>,
    /// The variables of the enclosing `for` expressions, the innermost last.
    pub(super) locals: Vec<(&'a str, Value)>,
    /// The current elements of the enclosing splat expressions, the innermost last.
    pub(super) items: Vec<Value>,
    /// The marks of the collections that contain the locals and the items.
    pub(super) collection_marks: MarkSet,
}

/// Evaluates an expression with the names and the elements of enclosing `for` and splat
/// expressions.
pub(super) fn evaluate_among<'a>(
    expression: &'a Expression,
    around: Environment<'a>,
    budget: &'a Budget,
) -> Evaluated {
    let _part = bounded_by(around.scope, budget);
    let mut evaluator = Evaluator {
        tree: &expression.tree,
        scope: around.scope,
        locals: around.locals,
        items: around.items,
        collection_marks: around.collection_marks,
        text: String::new(),
        sink: DiagnosticSink::new(budget),
        level: budget.levels(),
    };
    let value = evaluator.eval(expression.id);
    let mut evaluated = evaluator.sink.finish(value);
    in_source(&mut evaluated.diagnostics, expression.tree.source());
    evaluated
}

/// The state of one evaluation.
pub(super) struct Evaluator<'a> {
    pub(super) tree: &'a Arc<Tree>,
    pub(super) scope: Option<&'a Scope>,
    pub(super) locals: Vec<(&'a str, Value)>,
    pub(super) items: Vec<Value>,
    /// The marks of the collections that contain the locals and the items. The locals and the items
    /// do not have these marks themselves, but messages must not disclose their contents.
    pub(super) collection_marks: MarkSet,
    /// A buffer for the text of a template, reused by later templates.
    pub(super) text: String,
    pub(super) sink: DiagnosticSink<'a>,
    pub(super) level: u32,
}

impl<'a> Evaluator<'a> {
    /// Evaluates an expression.
    pub(super) fn eval(&mut self, id: ExprId) -> Value {
        let charged = self.sink.budget.charge(1).is_ok();
        if !charged || self.level >= MAX_LEVELS || self.sink.ended() {
            return self.stop(id);
        }
        self.level += 1;
        let value = self.dispatch(id);
        self.level -= 1;
        value
    }

    fn dispatch(&mut self, id: ExprId) -> Value {
        let tree: &'a Tree = self.tree;
        match tree[id].kind {
            ExprKind::Literal(value) => tree[value].clone(),
            ExprKind::Parentheses(inner) => self.eval(inner),
            ExprKind::TemplateWrap(inner) => self.eval(inner),
            ExprKind::ScopeTraversal(steps) => self.scope_traversal(steps),
            ExprKind::RelativeTraversal { source, steps } => {
                let value = self.eval(source);
                self.traverse(value, &tree[steps])
            }
            ExprKind::Index {
                collection,
                key,
                open,
            } => self.index(id, collection, key, open),
            ExprKind::Unary { operator, operand } => self.unary(id, operator, operand),
            ExprKind::Operations { first, rest } => self.operations(id, first, rest),
            ExprKind::Template(parts) => self.template(id, parts),
            ExprKind::TemplateJoin(inner) => self.template_join(id, inner),
            ExprKind::Tuple(parts) => self.tuple(id, parts),
            ExprKind::Object(items) => self.object(id, items),
            ExprKind::For(each) => self.for_expression(id, each),
            ExprKind::Splat { source, item, each } => self.splat(id, source, item, each),
            ExprKind::SplatItem => self.items.last().cloned().unwrap_or_else(Value::dynamic),
            ExprKind::Conditional { condition, yes, no } => {
                self.conditional(id, condition, yes, no)
            }
            ExprKind::Call(call) => self.call(id, call),
            ExprKind::Invalid => Value::dynamic(),
        }
    }

    #[inline(never)]
    fn scope_traversal(&mut self, list: List<Step>) -> Value {
        let tree: &'a Tree = self.tree;
        let steps = &tree[list];
        let Some((
            Step {
                span,
                kind: StepKind::Root(name),
            },
            rest,
        )) = steps.split_first()
        else {
            return Value::dynamic();
        };
        let name = tree.text(*name);
        let local = self.locals.iter().rev().find(|(local, _)| *local == name);
        let found = match local {
            Some((_, value)) => Some(value),
            None => self.scope.and_then(|scope| scope.variable(name)),
        };
        let Some(mut value) = found else {
            return self.unknown_variable(name, *span);
        };
        // As long as no value is marked, only the final value is copied.
        let mut taken = 0;
        for step in rest {
            let part = match step.kind {
                StepKind::Attr(name) => value.attribute(tree.text(name)),
                StepKind::Index(key) => access::element_at(value, &tree[key]),
                StepKind::Root(_) => None,
            };
            match part {
                Some(part) if !value.is_marked() => value = part,
                _ => break,
            }
            taken += 1;
        }
        let value = value.clone();
        self.traverse(value, &rest[taken..])
    }

    #[cold]
    fn unknown_variable(&mut self, name: &str, span: Span) -> Value {
        let may_use = !self.locals.is_empty() || self.scope.is_some_and(Scope::has_variables);
        if !may_use {
            self.report_error(
                span,
                "Variables not allowed",
                "Variables may not be used here.",
            );
            return Value::dynamic();
        }
        // The suggestion is taken from the innermost scope with a similar name.
        let locals = self.locals.iter().rev();
        let meant = locals
            .filter_map(|(local, _)| self.sink.suggest(name, std::iter::once(*local)))
            .next()
            .or_else(|| {
                let mut scopes = self.scope?.variable_names();
                scopes.find_map(|names| self.sink.suggest(name, names))
            })
            .map(str::to_owned);
        let mut detail = format!("There is no variable named {}.", Quoted(name));
        detail.push_str(&did_you_mean(meant.as_deref()));
        let mut diagnostic = Reporter::Hcl
            .error("Unknown variable", detail)
            .with_subject(self.range(span));
        diagnostic.suggestion = meant;
        self.sink.report(diagnostic);
        Value::dynamic()
    }

    /// Applies traversal steps to a value.
    fn traverse(&mut self, mut value: Value, steps: &[Step]) -> Value {
        let tree: &'a Tree = self.tree;
        for step in steps {
            let at = LazyRange(self.tree, step.span);
            let next = match &step.kind {
                StepKind::Attr(name) => access::get_attribute_at(&value, tree.text(*name), at),
                StepKind::Index(key) => access::index_at(&value, &tree[*key], at, self.sink.budget),
                StepKind::Root(_) => return Value::dynamic(),
            };
            value = match next {
                Ok(part) => part,
                Err(diagnostic) => {
                    self.sink.report(*diagnostic);
                    return Value::dynamic();
                }
            };
        }
        value
    }

    #[inline(never)]
    fn index(&mut self, id: ExprId, collection: ExprId, key: ExprId, open: u32) -> Value {
        let collection = self.eval(collection);
        let key = self.eval(key);
        let span = Span {
            start: open,
            end: self.tree[id].span.end,
        };
        let at = LazyRange(self.tree, span);
        match access::index_at(&collection, &key, at, self.sink.budget) {
            Ok(element) => element,
            Err(diagnostic) => {
                self.sink.report(*diagnostic);
                Value::dynamic()
            }
        }
    }

    /// Ends the evaluation at a limit. All further values are unknown.
    #[cold]
    pub(super) fn stop(&mut self, id: ExprId) -> Value {
        if !self.sink.ended() {
            let at = self.range_of(id);
            self.sink.end_if_spent(at);
            if !self.sink.ended() {
                // `try` and `can` must not catch this error, so it ends the whole operation.
                self.sink.budget.end_too_deep();
                self.sink.end_if_spent(at);
            }
        }
        Value::dynamic()
    }

    /// Charges bytes before they are allocated. Returns `false` if the budget is exceeded.
    #[inline]
    #[must_use]
    pub(super) fn hold(&mut self, id: ExprId, bytes: usize) -> bool {
        let at = LazyRange(self.tree, self.tree[id].span);
        self.sink.hold(bytes, at)
    }

    /// Charges steps before they are executed. Returns `false` if the budget is exceeded.
    #[inline]
    #[must_use]
    pub(super) fn work(&mut self, id: ExprId, steps: usize) -> bool {
        let at = LazyRange(self.tree, self.tree[id].span);
        self.sink.work(steps, at)
    }

    /// Converts the value of an expression to a type.
    #[inline]
    pub(super) fn convert(&mut self, id: ExprId, value: &Value, ty: &Type) -> Result<Value> {
        let converted = convert_within(value, ty, self.sink.budget);
        if let Err(error) = &converted {
            self.after(id, error);
        }
        converted
    }

    /// Ends the evaluation if an error means that the budget is exceeded.
    #[cold]
    pub(super) fn after(&mut self, id: ExprId, error: &Error) {
        if error.code().is_refusal() {
            let at = self.range_of(id);
            self.sink.end_if_spent(at);
        }
    }

    /// Returns an error about a value without the parts of its message that marks conceal.
    #[cold]
    pub(super) fn disclosed(&self, error: Error) -> Error {
        let collection_marks = self.all_collection_marks();
        error
            .withheld(collection_marks.as_slice())
            .shown(|mark| self.scope.is_some_and(|scope| scope.shows_mark(mark)))
    }

    /// Whether the text of a value must not be shown in messages: it has concealed marks, or it is
    /// part of a collection that has.
    #[cold]
    pub(super) fn conceals(&self, marks: &MarkSet) -> bool {
        let marks = self.all_collection_marks().union(marks);
        let shows = |mark| self.scope.is_some_and(|scope| scope.shows_mark(mark));
        marks.as_slice().iter().any(|mark| !shows(mark))
    }

    fn all_collection_marks(&self) -> MarkSet {
        match self.scope {
            Some(scope) => self.collection_marks.union(&scope.collection_marks()),
            None => self.collection_marks.clone(),
        }
    }

    /// Runs a function that may evaluate expressions itself, so that the levels of both are added.
    pub(super) fn nested<T>(&self, run: impl FnOnce(&Budget) -> T) -> T {
        let budget = self.sink.budget;
        let _part = budget.at_level(self.level + CALL_LEVELS);
        run(budget)
    }

    /// Whether errors have been reported after the first `before` diagnostics.
    pub(super) fn failed_since(&self, before: usize) -> bool {
        self.sink.failed_since(before)
    }

    pub(super) fn range(&self, span: Span) -> Range {
        self.tree.range(span)
    }

    pub(super) fn range_of(&self, id: ExprId) -> Range {
        self.range(self.tree[id].span)
    }

    /// Reports an error.
    #[cold]
    pub(super) fn report_error(&mut self, at: Span, summary: &str, detail: impl Into<String>) {
        let diagnostic = Reporter::Hcl
            .error(summary, detail)
            .with_subject(self.range(at));
        self.sink.report(diagnostic);
    }

    /// Reports an error in a part of an expression.
    #[cold]
    pub(super) fn report_error_within(
        &mut self,
        at: Span,
        around: Span,
        summary: &str,
        detail: impl Into<String>,
    ) {
        let diagnostic = Reporter::Hcl
            .error(summary, detail)
            .with_subject(self.range(at))
            .with_context(self.range(around));
        self.sink.report(diagnostic);
    }

    /// Reports an error of a value operation itself, such as an exceeded limit.
    #[cold]
    pub(super) fn refused(&mut self, id: ExprId, error: &Error) -> Value {
        let span = self.tree[id].span;
        let diagnostic = Reporter::Hcl
            .error("Unsuitable value", error.sentence())
            .with_subject(self.range(span))
            .with_code(code_of(error));
        self.sink.report(diagnostic);
        Value::dynamic()
    }
}

/// A range whose lines and columns are computed only on request.
#[derive(Clone, Copy)]
pub(super) struct LazyRange<'a>(&'a Tree, Span);

impl From<LazyRange<'_>> for Range {
    fn from(LazyRange(tree, span): LazyRange<'_>) -> Range {
        tree.range(span)
    }
}
