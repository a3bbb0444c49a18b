//! Binding: the types of expressions without values.
//!
//! Every node of an expression gets a type, in one pass over its tree; what is wrong is
//! told at its place, and the node is `dynamic` then. A value is accepted where a type
//! `P` is wanted when it converts to the input form of `P`, so that an output is accepted
//! wherever its value is; what depends on an eventual value is eventual itself. The
//! conversions that an expression needs are listed beside its types.
//!
//! - `scope`: variables and functions with their types
//! - `operation`: literals, templates, operators, conditionals
//! - `access`: variables and steps into them, indices, splats, `for`
//! - `construct`: tuples and objects; `call`: functions
//! - `type_scope`: expressions that denote types
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
pub use scope::{GenericAnswer, MakeSignature, TypeScope, TypedArgument, TypedCall, TypedFunction};
pub use type_scope::{bind_type, type_scope};

use crate::rules::assignable::{assignable, is_optional};
use crate::rules::conversion::{Convertibility, conversion};
use crate::rules::explain::{Obstacle, why_not};
use crate::rules::traverse::{bool_input, number_input, string_input};
use crate::rules::unify::unify_safe;
use crate::types::display::display_type;
use crate::types::equal::equal;
use crate::types::eventual::{Held, held, input};
use crate::types::normal_form;
use crate::types::shape::{self, Shape};
use polycty_core::calls::Budget;
use polycty_core::source::{Code, Diagnostic, Error, Range, Reporter, Result, Severity};
use polycty_core::types::{IdMap, Str, Type};
use polycty_hcl::syntax::{ExprId, ExprKind, Expression, Span, Tree};
use std::sync::Arc;

/// The most faults that are told: past that, more of them tell nothing.
pub const MAX_DIAGNOSTICS: usize = 1000;

/// How deep expressions may lie within each other: operators, which no bracket nests, count too.
const MAX_LEVELS: u32 = 160;

/// How an expression is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What a variable that is not defined is.
    pub missing_variables: Leniency,
    /// What it is to iterate over a value that is no collection.
    pub iteration: Leniency,
    /// Which literals are ints.
    pub literals: Literals,
}

/// How grave a fault is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Leniency {
    /// An error.
    #[default]
    Error,
    /// A warning.
    Warning,
}

/// Which literals are ints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Literals {
    /// Whole numbers of 32 bits, as the reference has it.
    #[default]
    SmallInts,
    /// All whole numbers, as the specification has it; one that cannot be told exactly
    /// from its text is an error.
    ExactInts,
}

/// A conversion that an expression needs.
#[derive(Clone, Debug)]
pub struct NeededConversion {
    /// The part that is converted: a stretch of the text that is an expression.
    pub span: Span,
    /// What it is.
    pub from: Type,
    /// What is wanted there.
    pub to: Type,
    /// How surely it converts.
    pub kind: Convertibility,
}

/// An expression with the types of its nodes.
#[derive(Clone, Debug)]
pub struct BoundExpression {
    tree: Arc<Tree>,
    root: ExprId,
    types: Vec<Option<Type>>,
    parts: IdMap<ExprId, Vec<Type>>,
    /// Errors and warnings, in order, at most [`MAX_DIAGNOSTICS`].
    pub diagnostics: Vec<Diagnostic>,
    /// The conversions that the expression needs, in the order of its checking.
    pub conversions: Vec<NeededConversion>,
}

impl BoundExpression {
    /// The type of the whole.
    #[must_use]
    pub fn ty(&self) -> &Type {
        self.node(self.root).unwrap_or(Type::any())
    }

    /// The node of the whole.
    #[must_use]
    pub fn root(&self) -> ExprId {
        self.root
    }

    /// The tree that the nodes stand in.
    #[must_use]
    pub fn tree(&self) -> &Arc<Tree> {
        &self.tree
    }

    /// The type of a node; nothing for what is no part of the expression, or has no
    /// type of its own, such as the name of a property.
    #[must_use]
    pub fn node(&self, node: ExprId) -> Option<&Type> {
        self.types.get(node.number())?.as_ref()
    }

    /// The types on the way to a node's own: after each step of a traversal, after each
    /// operator of a chain.
    #[must_use]
    pub fn parts(&self, node: ExprId) -> &[Type] {
        self.parts.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Whether anything is wrong.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// How surely the whole is accepted where a type is wanted: it is when it converts to
    /// the type's input form.
    ///
    /// # Errors
    /// Why it is not, or what keeps from telling.
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
                Err(Refusal::Unaccepted {
                    diagnostic: Box::new(Reporter::Pcl.error(reason, "").with_subject(range)),
                    obstacle: obstacle.map(Box::new),
                })
            }
            kind => Ok(kind),
        }
    }
}

/// Why an expression is not accepted where a type is wanted.
#[derive(Clone, Debug)]
// Exhaustive: the C ABI maps every variant.
pub enum Refusal {
    /// It does not convert.
    Unaccepted {
        /// What to report.
        diagnostic: Box<Diagnostic>,
        /// The part that stands in the way of what is wanted, were it not optional.
        obstacle: Option<Box<Obstacle>>,
    },
    /// What would be accepted is too large a type, or the budget has ended.
    Limit(Box<Error>),
}

/// What is wanted where null is not given: an optional type without `none`.
fn plain(wanted: &Type) -> &Type {
    match shape::shape(wanted) {
        Shape::Union([none, ty] | [ty, none]) if matches!(shape::shape(none), Shape::None) => ty,
        _ => wanted,
    }
}

/// Where an expression stands, without what only wraps it.
#[must_use]
pub fn unwrapped(tree: &Tree, id: ExprId) -> Span {
    match tree[id].kind {
        ExprKind::Parentheses(inner) | ExprKind::TemplateWrap(inner) => unwrapped(tree, inner),
        _ => tree[id].span,
    }
}

/// Why a value is not accepted where one of an input form is.
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

/// Checks an expression in a scope. A step of the budget is a node, and what comparing types
/// takes besides.
///
/// # Errors
/// [`Code::Limit`] for what lies too deep; what is spent: nothing is bound by half.
pub fn bind(
    expression: &Expression,
    scope: &TypeScope,
    options: Options,
    budget: &Budget,
) -> Result<BoundExpression> {
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
        let message = format!("expressions lie more than {MAX_LEVELS} deep within each other");
        return Err(Error::new(Code::Limit, message));
    }
    Ok(BoundExpression {
        tree: expression.tree.clone(),
        root: expression.id,
        types: binder.types,
        parts: binder.parts,
        diagnostics: binder.diagnostics,
        conversions: binder.conversions,
    })
}

/// An outcome that only the limits of types, and the budget, keep from being one.
type Outcome = Result<Type>;

struct Binder<'a> {
    tree: &'a Tree,
    /// The same, for those who keep it.
    shared: &'a Arc<Tree>,
    scope: &'a TypeScope,
    options: Options,
    budget: &'a Budget,
    /// How many expressions lie around.
    level: u32,
    /// Whether there were too many.
    too_deep: bool,
    types: Vec<Option<Type>>,
    parts: IdMap<ExprId, Vec<Type>>,
    diagnostics: Vec<Diagnostic>,
    conversions: Vec<NeededConversion>,
    /// The variables of `for` expressions and of error handlers around.
    locals: Vec<(Str, Type)>,
    /// What each splat around is at.
    items: Vec<Type>,
    /// The input forms of parameters' types.
    inputs: IdMap<Type, Type>,
}

impl Binder<'_> {
    /// The type of an expression.
    fn bind(&mut self, id: ExprId) -> Type {
        // What is bound by half is thrown away.
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
            // The parser has told of it.
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

    fn fault(&mut self, span: Span, summary: impl Into<String>) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            let range = self.range(span);
            self.diagnostics
                .push(Reporter::Pcl.error(summary, "").with_subject(range));
        }
    }

    /// The type that all of these convert to safely.
    fn common(&self, types: &[&Type]) -> Outcome {
        unify_safe(types, self.budget)
    }

    /// Whether a type is assignable to another; not where recursive ones lead too far.
    fn is_assignable(&self, source: &Type, target: &Type) -> bool {
        assignable(source, target, self.budget).unwrap_or(false)
    }

    /// Whether null may be given for a type.
    fn is_optional(&self, ty: &Type) -> bool {
        is_optional(ty, self.budget).unwrap_or(false)
    }

    /// What may be given where a type is wanted.
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

    /// Checks that a value is accepted where a type is wanted, and notes its
    /// conversion.
    fn accept(&mut self, found: &Type, wanted: &Type, span: Span) -> Result<()> {
        if let Some(reason) = self.refusal(found, wanted, span)? {
            self.fault(span, reason);
        }
        Ok(())
    }

    /// Why a value is not accepted where a type is wanted; nothing when it is.
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

/// The type as eventual as what it depends on: an output where one of these holds an
/// output anywhere inside, else a promise where one holds a promise.
fn lifted<'a>(ty: Type, by: impl IntoIterator<Item = &'a Type>) -> Outcome {
    Ok(match by.into_iter().map(held).max() {
        Some(Held::Output) => normal_form::output(ty)?,
        Some(Held::Promise) => normal_form::promise(ty)?,
        Some(Held::Nothing) | None => ty,
    })
}
