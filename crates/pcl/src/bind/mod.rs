//! Type checking of expressions without values.
//!
//! The checker assigns a type to each node of an expression in one pass over the tree. An error is
//! reported at its location, and the node gets the type `dynamic`. A value is accepted for a type
//! `P` if it converts to the input form of `P`, so an output is accepted wherever its value is. An
//! expression that depends on a deferred value is deferred. The result also lists the conversions
//! that the expression needs.
//!
//! - `scope`: variables and functions with their types
//! - `operation`: literals, templates, operators, conditionals
//! - `access`: variables and traversals, indices, splats, `for`
//! - `construct`: tuples and objects; `call`: functions
//! - `type_scope`: type expressions
//!
//! ```
//! use polycty_core::calls::Budget;
//! use polycty_core::source::Position;
//! use polycty_hcl::syntax::parse_expression;
//! use polycty_pcl::{self as pcl, Options, TypeScope};
//! use polycty_core::types::Type;
//! let mut scope = TypeScope::new();
//! scope.set_variable("id", pcl::output(Type::string().clone())?);
//! let parsed = parse_expression(b"\"server-${id}\"", "main.pp", Position::START);
//! let budget = Budget::standard();
//! let bound = pcl::bind(&parsed.expression(), &scope, Options::default(), &budget)?;
//! assert_eq!(pcl::line(bound.ty()), "output(string)");
//! # Ok::<(), polycty_core::source::Error>(())
//! ```

mod access;
mod call;
mod construct;
mod operation;
mod scope;
mod type_scope;

pub use access::Splat;
pub use scope::{GenericResult, MakeSignature, TypeScope, TypedArgument, TypedCall, TypedFunction};
pub use type_scope::{bind_type, type_scope};

use crate::rules::assignable::{assignable, is_optional};
use crate::rules::conversion::{Convertibility, conversion};
use crate::rules::explain::{Obstacle, why_not};
use crate::rules::traverse::{bool_input, number_input, string_input};
use crate::rules::unify::unify_safe;
use crate::types::deferred::{DeferredKind, deferred_kind, input};
use crate::types::display::display_type;
use crate::types::equal::equal;
use crate::types::normal_form;
use crate::types::view::{self, PclType};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Error, Range, Reporter, Result, Severity};
use polycty_core::types::{IdMap, Str, Type};
use polycty_hcl::syntax::{ExprId, ExprKind, Expression, Span, Tree};
use std::sync::Arc;

/// The maximum number of diagnostics; further ones are dropped.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// The maximum nesting of expressions. Operators count too, although no bracket nests them.
const MAX_LEVELS: u32 = 160;

/// Options of the check of an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The severity of an undefined variable.
    pub missing_variables: ProblemSeverity,
    /// The severity of an iteration over a value that is not a collection.
    pub iteration: ProblemSeverity,
    /// The number literals that have the type `int`.
    pub literals: Literals,
}

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemSeverity {
    /// An error.
    #[default]
    Error,
    /// A warning.
    Warning,
}

/// The number literals that have the type `int`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Literals {
    /// 32-bit integers, as in Pulumi.
    #[default]
    SmallInts,
    /// All integers, as in the specification. An integer that is not exact in the precision of
    /// literals is an error.
    ExactInts,
}

/// A conversion that an expression needs.
#[derive(Clone, Debug)]
pub struct NeededConversion {
    /// The range of the converted expression.
    pub span: Span,
    /// The type of the expression.
    pub from: Type,
    /// The required type.
    pub to: Type,
    /// The certainty of the conversion.
    pub kind: Convertibility,
}

/// An expression with the types of its nodes.
#[derive(Clone, Debug)]
pub struct CheckedExpression {
    tree: Arc<Tree>,
    root: ExprId,
    types: Vec<Option<Type>>,
    parts: IdMap<ExprId, Vec<Type>>,
    /// Errors and warnings in order, at most [`MAX_DIAGNOSTICS`].
    pub diagnostics: Vec<Diagnostic>,
    /// The conversions that the expression needs, in the order of the check.
    pub conversions: Vec<NeededConversion>,
}

impl CheckedExpression {
    /// Returns the type of the whole expression.
    #[must_use]
    pub fn ty(&self) -> &Type {
        self.node(self.root).unwrap_or(Type::any())
    }

    /// Returns the root node.
    #[must_use]
    pub fn root(&self) -> ExprId {
        self.root
    }

    /// Returns the tree of the nodes.
    #[must_use]
    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// Returns the type of a node, or `None` if the node is not part of the expression or has no
    /// type of its own, such as the name of a property.
    #[must_use]
    pub fn node(&self, node: ExprId) -> Option<&Type> {
        self.types.get(node.number())?.as_ref()
    }

    /// Returns the intermediate types of a node: after each step of a traversal, or after each
    /// operator of a chain.
    #[must_use]
    pub fn parts(&self, node: ExprId) -> &[Type] {
        self.parts.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Returns whether there are errors.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Returns the convertibility of the expression to a type. The expression is accepted if it
    /// converts to the input form of the type.
    ///
    /// # Errors
    /// [`Refusal`] if it is not accepted or a limit is exceeded.
    pub fn accepted_as(
        &self,
        wanted: &Type,
        budget: &Budget,
    ) -> std::result::Result<Convertibility, Refusal> {
        let limit = |error: Error| Refusal::Limit(Box::new(error));
        let accepted = input(wanted).map_err(|error| limit(error.into()))?;
        match conversion(self.ty(), &accepted, budget).map_err(limit)? {
            Convertibility::None => {
                let range = self.tree.range(unwrapped(&self.tree, self.root));
                let reason = reason(self.ty(), &accepted, budget).map_err(limit)?;
                let obstacle = why_not(self.ty(), plain(wanted), budget).map_err(limit)?;
                let diagnostic = Reporter::Pcl
                    .error(reason, "")
                    .with_name("unassignable-type");
                Err(Refusal::Unaccepted {
                    diagnostic: Box::new(diagnostic.with_subject(range)),
                    obstacle: obstacle.map(Box::new),
                })
            }
            kind => Ok(kind),
        }
    }
}

/// The reason why an expression is not accepted for a type.
#[derive(Clone, Debug)]
// Exhaustive: the C ABI maps every variant.
pub enum Refusal {
    /// The expression does not convert.
    Unaccepted {
        /// The diagnostic to report.
        diagnostic: Box<Diagnostic>,
        /// The part that does not convert to the type without optionality.
        obstacle: Option<Box<Obstacle>>,
    },
    /// The input form of the type is too large, or the budget is exceeded.
    Limit(Box<Error>),
}

/// Returns an optional type without `none`, and any other type unchanged.
fn plain(wanted: &Type) -> &Type {
    match view::shape(wanted) {
        PclType::Union([none, ty] | [ty, none]) if matches!(view::shape(none), PclType::None) => ty,
        _ => wanted,
    }
}

/// Returns the range of an expression without parentheses and template wrappers.
#[must_use]
pub fn unwrapped(tree: &Tree, id: ExprId) -> Span {
    match tree[id].kind {
        ExprKind::Parentheses(inner) | ExprKind::TemplateWrap(inner) => unwrapped(tree, inner),
        _ => tree[id].span,
    }
}

/// Returns the reason why a value is not accepted for an input form.
fn reason(found: &Type, accepted: &Type, budget: &Budget) -> Result<String> {
    let kept = why_not(found, accepted, budget)?.and_then(|obstacle| obstacle.summary);
    let text = kept.unwrap_or_else(|| {
        format!(
            "cannot assign expression of type {} to location of type {}: ",
            display_type(found),
            display_type(accepted)
        )
    });
    budget.hold(text.len() as u64)?;
    Ok(text)
}

/// Checks an expression in a scope. The budget is charged one step per node, and the comparisons of
/// types.
///
/// # Errors
/// [`Code::Limit`] if the nesting is too deep or the budget is exceeded; there is no partial
/// result.
pub fn bind(
    expression: &Expression,
    scope: &TypeScope,
    options: Options,
    budget: &Budget,
) -> Result<CheckedExpression> {
    let tree = &*expression.tree;
    let mut binder = Binder {
        tree,
        shared: &expression.tree,
        scope,
        options,
        budget,
        level: 0,
        too_deep: false,
        types: vec![None; tree.expression_count()],
        parts: IdMap::default(),
        diagnostics: Vec::new(),
        conversions: Vec::new(),
        locals: Vec::new(),
        items: Vec::new(),
        inputs: IdMap::default(),
    };
    binder.bind(expression.id);
    budget.finish()?;
    if binder.too_deep {
        let message = format!("expressions are nested more than {MAX_LEVELS} levels deep");
        return Err(Error::new(Code::Limit, message));
    }
    Ok(CheckedExpression {
        tree: expression.tree.clone(),
        root: expression.id,
        types: binder.types,
        parts: binder.parts,
        diagnostics: binder.diagnostics,
        conversions: binder.conversions,
    })
}

/// The result of a check. It fails only at the limits of types or of the budget.
type Outcome = Result<Type>;

struct Binder<'a> {
    tree: &'a Tree,
    /// The same tree, for callees that keep it.
    shared: &'a Arc<Tree>,
    scope: &'a TypeScope,
    options: Options,
    budget: &'a Budget,
    /// The nesting depth of the current expression.
    level: u32,
    /// Whether the nesting was too deep.
    too_deep: bool,
    types: Vec<Option<Type>>,
    parts: IdMap<ExprId, Vec<Type>>,
    diagnostics: Vec<Diagnostic>,
    conversions: Vec<NeededConversion>,
    /// The variables of enclosing `for` expressions and error handlers.
    locals: Vec<(Str, Type)>,
    /// The element types of enclosing splats.
    items: Vec<Type>,
    /// The input forms of types.
    inputs: IdMap<Type, Type>,
}

impl Binder<'_> {
    /// Checks an expression and returns its type.
    fn bind(&mut self, id: ExprId) -> Type {
        // A partial result is discarded.
        if self.budget.charge(1).is_err() || self.budget.finish().is_err() || self.too_deep {
            return Type::any().clone();
        }
        if self.level >= MAX_LEVELS {
            self.too_deep = true;
            return Type::any().clone();
        }
        self.level += 1;
        let outcome = self.by_kind(id);
        self.level -= 1;
        let ty = outcome.unwrap_or_else(|error| {
            let range = self.range(self.span(id));
            self.report(
                Reporter::Pcl
                    .error(error.to_string(), "")
                    .with_code(error.code())
                    .with_subject(range),
            );
            Type::any().clone()
        });
        self.types[id.number()] = Some(ty.clone());
        ty
    }

    fn by_kind(&mut self, id: ExprId) -> Outcome {
        match self.tree[id].kind {
            ExprKind::Literal(value) => self.literal(id, value),
            ExprKind::Template(parts) => self.template(parts),
            ExprKind::TemplateJoin(list) => self.template_join(list),
            ExprKind::TemplateWrap(inner) | ExprKind::Parentheses(inner) => Ok(self.bind(inner)),
            ExprKind::ScopeTraversal(steps) => self.variable(id, steps),
            ExprKind::RelativeTraversal { source, steps } => {
                self.relative_traversal(id, source, steps)
            }
            ExprKind::Call(call) => self.call(id, call),
            ExprKind::Conditional { condition, yes, no } => self.conditional(condition, yes, no),
            ExprKind::Index {
                collection,
                key,
                open,
            } => self.index(id, collection, key, open),
            ExprKind::Tuple(parts) => self.tuple(parts),
            ExprKind::Object(items) => self.object(items),
            ExprKind::For(parts) => self.for_expression(id, parts),
            ExprKind::Splat { source, item, each } => self.splat(source, item, each),
            ExprKind::SplatItem => Ok(self.items.last().unwrap_or(Type::any()).clone()),
            ExprKind::Unary { operator, operand } => self.unary(id, operator, operand),
            ExprKind::Operations { first, rest } => self.operations(id, first, rest),
            // The parser has reported the error.
            ExprKind::Invalid => Ok(Type::any().clone()),
        }
    }

    fn span(&self, id: ExprId) -> Span {
        unwrapped(self.tree, id)
    }

    fn range(&self, span: Span) -> Range {
        self.tree.range(span)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports an error. The name is the second part of its identifier.
    fn error(&mut self, name: &'static str, span: Span, summary: impl Into<String>) {
        let range = self.range(span);
        let diagnostic = Reporter::Pcl.error(summary, "").with_name(name);
        self.report(diagnostic.with_subject(range));
    }

    /// Returns the type that all types safely convert to.
    fn common(&self, types: &[&Type]) -> Outcome {
        unify_safe(types, self.budget)
    }

    /// Returns whether a type is assignable to a different one; `false` if a limit is exceeded.
    fn is_assignable(&self, source: &Type, target: &Type) -> bool {
        assignable(source, target, self.budget).unwrap_or(false)
    }

    /// Returns whether a type accepts null.
    fn is_optional(&self, ty: &Type) -> bool {
        is_optional(ty, self.budget).unwrap_or(false)
    }

    /// Returns the input form of a type: the type of the accepted values.
    fn input_of(&mut self, ty: &Type) -> Outcome {
        if ty.is_bool() {
            return Ok(bool_input().clone());
        } else if ty.is_number() {
            return Ok(number_input().clone());
        } else if ty.is_string() {
            return Ok(string_input().clone());
        }
        if let Some(known) = self.inputs.get(ty) {
            return Ok(known.clone());
        }
        let made = input(ty)?;
        self.inputs.insert(ty.clone(), made.clone());
        Ok(made)
    }

    /// Reports a value that is not accepted for a type, and records the conversion of one that is.
    fn accept(&mut self, found: &Type, wanted: &Type, span: Span) -> Result<()> {
        if let Some(reason) = self.refusal(found, wanted, span)? {
            self.error("unassignable-type", span, reason);
        }
        Ok(())
    }

    /// Returns the reason why a value is not accepted for a type, or `None` if it is.
    fn refusal(&mut self, found: &Type, wanted: &Type, span: Span) -> Result<Option<String>> {
        if wanted.is_any() || equal(wanted, found) {
            return Ok(None);
        }
        let accepted = self.input_of(wanted)?;
        let kind = conversion(found, &accepted, self.budget)?;
        if kind != Convertibility::None {
            if !self.is_assignable(found, wanted) {
                self.conversions.push(NeededConversion {
                    span,
                    from: found.clone(),
                    to: wanted.clone(),
                    kind,
                });
            }
            return Ok(None);
        }
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            return Ok(Some(String::new()));
        }
        reason(found, &accepted, self.budget).map(Some)
    }
}

/// Makes a type deferred like its sources: an output if one of them contains an output at any
/// depth, otherwise a promise if one contains a promise.
fn deferred_like<'a>(ty: Type, by: impl IntoIterator<Item = &'a Type>) -> Outcome {
    Ok(match by.into_iter().map(deferred_kind).max() {
        Some(DeferredKind::Output) => normal_form::output(ty)?,
        Some(DeferredKind::Promise) => normal_form::promise(ty)?,
        Some(DeferredKind::Nothing) | None => ty,
    })
}
