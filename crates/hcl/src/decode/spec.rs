//! Specs: the kinds of specifications.
//!
//! A spec is an immutable tree, shared by all its clones. Its implied type is computed when it is
//! created. Specs for the same body are distinguished from the specs of nested blocks, which
//! describe the bodies of these blocks.

use super::rest::rest_type;
use crate::body::Schema;
use crate::eval::{Expr, Scope, own_budget};
use crate::functions::Function;
use polycty_core::calls::Budget;
use polycty_core::sort::sort_by;
use polycty_core::source::{Code, Diagnostic, Error, Result};
use polycty_core::types::{Field, Flags, Str, Type};
use polycty_core::values::{RefinementBuilder, Value, nfc};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The maximum nesting depth of specs.
pub const MAX_DEPTH: u32 = 128;

/// The maximum number of specs in one spec; shared specs are counted each time.
pub const MAX_SIZE: u32 = 1 << 20;

/// The specification of a value that is decoded from a body. It is cheap to clone.
#[derive(Clone)]
pub struct Spec(pub(super) Arc<Node>);

pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) implied: Type,
    /// The schema of the body, computed at first use.
    pub(super) schema: OnceLock<Schema>,
    /// Whether a spec for the same body takes the items that no other spec uses.
    pub(super) takes_rest: bool,
    depth: u32,
    size: u32,
}

/// Whether an item is required in a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Presence {
    /// The item may be omitted.
    #[default]
    Optional,
    /// The item must be present.
    Required,
}

/// The allowed number of blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// The minimum.
    pub min: usize,
    /// The maximum, if there is one.
    pub max: Option<usize>,
}

/// A check of a value. Returns no diagnostics if the value is valid.
pub(super) type Check = dyn Fn(&Value) -> Vec<Diagnostic> + Send + Sync;

/// Adds refinements to a value that may be unknown.
pub(super) type Refine = dyn Fn(RefinementBuilder) -> RefinementBuilder + Send + Sync;

pub(super) enum Kind {
    Object(Vec<(Str, Spec)>),
    Tuple(Vec<Spec>),
    Attribute(Attribute),
    Literal(Value),
    Expr(Expr),
    Block(OneBlock),
    Blocks(ManyBlocks),
    LabelledBlocks(LabelledBlocks),
    BlockAttributes(BlockAttributes),
    BlockLabel { index: usize, name: Str },
    Rest,
    RestAttributes { element: Type },
    Default { primary: Spec, fallback: Spec },
    TransformFunction { wrapped: Spec, function: Function },
    TransformExpr(TransformExpr),
    Validate { wrapped: Spec, check: Box<Check> },
    Refine { wrapped: Spec, refine: Box<Refine> },
}

pub(super) struct Attribute {
    pub(super) name: Str,
    pub(super) ty: Type,
    /// The type of the values, without optional attributes.
    pub(super) bare: Type,
    pub(super) presence: Presence,
}

pub(super) struct OneBlock {
    pub(super) block_type: Str,
    pub(super) nested: Spec,
    pub(super) presence: Presence,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sequence {
    List,
    Set,
    Tuple,
}

pub(super) struct ManyBlocks {
    pub(super) sequence: Sequence,
    pub(super) block_type: Str,
    pub(super) nested: Spec,
    pub(super) count: Count,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyed {
    Map,
    Object,
}

pub(super) struct LabelledBlocks {
    pub(super) keyed: Keyed,
    pub(super) block_type: Str,
    pub(super) labels: Vec<Str>,
    pub(super) nested: Spec,
}

pub(super) struct BlockAttributes {
    pub(super) block_type: Str,
    pub(super) element: Type,
    pub(super) presence: Presence,
}

pub(super) struct TransformExpr {
    pub(super) wrapped: Spec,
    pub(super) expr: Expr,
    pub(super) variable: Str,
    pub(super) scope: Scope,
}

impl TransformExpr {
    /// Returns the scope of the expression with the value of the wrapped spec.
    pub(super) fn scope_with(&self, value: Value) -> Result<Scope> {
        let mut scope = self.scope.child()?;
        scope.set_variable(self.variable.clone(), value)?;
        Ok(scope)
    }
}

impl Spec {
    /// Creates an object with an attribute for each spec, all for the same body. A repeated name
    /// replaces the earlier one.
    ///
    /// # Errors
    /// [`Code::Limit`] if the spec is too deep or too large, as for all specs that contain others.
    pub fn object(attributes: impl IntoIterator<Item = (Str, Spec)>) -> Result<Spec> {
        let attributes = attributes.into_iter();
        Spec::object_of(
            attributes
                .map(|(name, spec)| (nfc(&name).into(), spec))
                .collect(),
        )
    }

    /// The non-generic part of [`Spec::object`].
    fn object_of(mut parts: Vec<(Str, Spec)>) -> Result<Spec> {
        sort_by(&mut parts, |a, b| a.0.cmp(&b.0));
        parts.reverse();
        parts.dedup_by(|a, b| a.0 == b.0);
        parts.reverse();
        let fields: Vec<Field> = parts
            .iter()
            .map(|(name, spec)| Field::new(name.clone(), spec.0.implied.clone()))
            .collect();
        Spec::new(Type::object(fields)?, Kind::Object(parts))
    }

    /// Creates a tuple with an element for each spec, all for the same body.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn tuple(elements: Vec<Spec>) -> Result<Spec> {
        let types: Vec<Type> = elements.iter().map(|spec| spec.0.implied.clone()).collect();
        Spec::new(Type::tuple(types)?, Kind::Tuple(elements))
    }

    /// Creates the value of an argument, converted to a type; null if it is missing. For
    /// [`Type::meta_any`], the argument is a type expression.
    #[must_use]
    pub fn attribute(name: impl Into<Str>, ty: Type, presence: Presence) -> Spec {
        let bare = ty.without_optional_fields().unwrap_or_else(|_| ty.clone());
        let kind = Kind::Attribute(Attribute {
            name: name.into(),
            ty: ty.clone(),
            bare,
            presence,
        });
        Spec::leaf(ty, kind)
    }

    /// Creates a constant value that does not depend on the body.
    #[must_use]
    pub fn literal(value: Value) -> Spec {
        Spec::leaf(value.ty().clone(), Kind::Literal(value))
    }

    /// Creates the value of an expression that does not depend on the body.
    #[must_use]
    pub fn expr(expr: Expr) -> Spec {
        Spec::leaf(Type::any().clone(), Kind::Expr(expr))
    }

    /// Creates the value of the only block of a type; null if there is none.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn block(block_type: impl Into<Str>, nested: Spec, presence: Presence) -> Result<Spec> {
        let implied = nested.0.implied.clone();
        let kind = Kind::Block(OneBlock {
            block_type: block_type.into(),
            nested,
            presence,
        });
        Spec::new(implied, kind)
    }

    /// Creates a list of the values of all blocks of a type.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn block_list(block_type: impl Into<Str>, nested: Spec, count: Count) -> Result<Spec> {
        let implied = Type::list(nested.0.implied.clone())?;
        Spec::blocks(implied, Sequence::List, block_type.into(), nested, count)
    }

    /// Creates a set of the values of all blocks of a type.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn block_set(block_type: impl Into<Str>, nested: Spec, count: Count) -> Result<Spec> {
        let implied = Type::set(nested.0.implied.clone())?;
        Spec::blocks(implied, Sequence::Set, block_type.into(), nested, count)
    }

    /// Creates a tuple of the values of all blocks of a type, each with its own type.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn block_tuple(block_type: impl Into<Str>, nested: Spec, count: Count) -> Result<Spec> {
        let implied = Type::any().clone();
        Spec::blocks(implied, Sequence::Tuple, block_type.into(), nested, count)
    }

    fn blocks(
        implied: Type,
        sequence: Sequence,
        block_type: Str,
        nested: Spec,
        count: Count,
    ) -> Result<Spec> {
        let kind = Kind::Blocks(ManyBlocks {
            sequence,
            block_type,
            nested,
            count,
        });
        Spec::new(implied, kind)
    }

    /// Creates nested maps, one for each label, of the values of all blocks of a type. The labels
    /// that `nested` requests follow these.
    ///
    /// # Errors
    /// The errors of [`Spec::object`]; [`Code::InvalidArgument`] without labels.
    pub fn block_map(block_type: impl Into<Str>, labels: Vec<Str>, nested: Spec) -> Result<Spec> {
        let mut implied = nested.0.implied.clone();
        for _ in &labels {
            implied = Type::map(implied)?;
        }
        Spec::labelled(implied, Keyed::Map, block_type.into(), labels, nested)
    }

    /// Creates nested objects, one for each label, of the values of all blocks of a type, each with
    /// its own type.
    ///
    /// # Errors
    /// The errors of [`Spec::block_map`].
    pub fn block_object(
        block_type: impl Into<Str>,
        labels: Vec<Str>,
        nested: Spec,
    ) -> Result<Spec> {
        let implied = Type::any().clone();
        Spec::labelled(implied, Keyed::Object, block_type.into(), labels, nested)
    }

    fn labelled(
        implied: Type,
        keyed: Keyed,
        block_type: Str,
        labels: Vec<Str>,
        nested: Spec,
    ) -> Result<Spec> {
        if labels.is_empty() {
            return Err(Error::new(
                Code::InvalidArgument,
                "a spec of blocks by label requires at least one label",
            ));
        }
        if labels.len() > MAX_DEPTH as usize {
            return Err(too_large());
        }
        let kind = Kind::LabelledBlocks(LabelledBlocks {
            keyed,
            block_type,
            labels,
            nested,
        });
        Spec::new(implied, kind)
    }

    /// Creates a map of the arguments of the only block of a type, each converted to a type; null
    /// if there is no such block.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn block_attributes(
        block_type: impl Into<Str>,
        element: Type,
        presence: Presence,
    ) -> Result<Spec> {
        let implied = Type::map(element.clone())?;
        let kind = Kind::BlockAttributes(BlockAttributes {
            block_type: block_type.into(),
            element,
            presence,
        });
        Ok(Spec::leaf(implied, kind))
    }

    /// Creates the value of a label, counted from 0, of the block that contains the body. A block
    /// type has as many labels as the specs of its body request.
    ///
    /// # Errors
    /// [`Code::Limit`] if the index is [`MAX_DEPTH`] or more.
    pub fn block_label(index: usize, name: impl Into<Str>) -> Result<Spec> {
        if index >= MAX_DEPTH as usize {
            return Err(Error::new(
                Code::Limit,
                format!("a block may have at most {MAX_DEPTH} labels"),
            ));
        }
        let name = name.into();
        let kind = Kind::BlockLabel { index, name };
        Ok(Spec::leaf(Type::string().clone(), kind))
    }

    /// Creates a value with the items that no other spec for the same body uses;
    /// [`body_of`](super::body_of) returns them as a body. Such items are then not errors.
    #[must_use]
    pub fn rest() -> Spec {
        Spec::leaf(rest_type().clone(), Kind::Rest)
    }

    /// Creates a map of the arguments that no other spec for the same body uses, each converted to
    /// a type; an object if the type is not specific. Remaining blocks are errors, and so are two
    /// names with the same map key, which is in normalization form C.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn rest_attributes(element: Type) -> Result<Spec> {
        let implied = if element.has(Flags::ANY) {
            Type::any().clone()
        } else {
            Type::map(element.clone())?
        };
        Ok(Spec::leaf(implied, Kind::RestAttributes { element }))
    }

    /// Creates the value of the first spec, or of the second if the first is null. Both should have
    /// the same type; only the first may be the spec of a block.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn default(primary: Spec, fallback: Spec) -> Result<Spec> {
        let implied = primary.0.implied.clone();
        Spec::new(implied, Kind::Default { primary, fallback })
    }

    /// Creates the result of a function with one parameter for a value. The function is not called
    /// if there are already errors.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn transform(wrapped: Spec, function: Function) -> Result<Spec> {
        Spec::transform_within(wrapped, function, &Budget::standard())
    }

    /// Creates a spec as [`Spec::transform`] does. The result type of the function is determined
    /// with the budget of an operation.
    ///
    /// # Errors
    /// The errors of [`Spec::object`]; [`Code::Limit`] if the budget is exceeded.
    pub fn transform_within(wrapped: Spec, function: Function, budget: &Budget) -> Result<Spec> {
        let given = Value::unknown(wrapped.0.implied.without_optional_fields()?);
        let found = function.return_type_within(&[&given], budget);
        budget.finish()?;
        let implied = found.unwrap_or_else(|_| Type::any().clone());
        Spec::new(implied, Kind::TransformFunction { wrapped, function })
    }

    /// Creates the value of an expression that uses a decoded value as a variable.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn transform_expr(
        wrapped: Spec,
        expr: Expr,
        variable: impl Into<Str>,
        scope: &Scope,
    ) -> Result<Spec> {
        let budget = own_budget(Some(scope));
        Spec::transform_expr_within(wrapped, expr, variable, scope, &budget)
    }

    /// Creates a spec as [`Spec::transform_expr`] does. The type of the expression is determined
    /// with the budget of an operation.
    ///
    /// # Errors
    /// The errors of [`Spec::object`]; [`Code::Limit`] if the budget is exceeded.
    pub fn transform_expr_within(
        wrapped: Spec,
        expr: Expr,
        variable: impl Into<Str>,
        scope: &Scope,
        budget: &Budget,
    ) -> Result<Spec> {
        let transform = TransformExpr {
            wrapped,
            expr,
            variable: variable.into(),
            scope: scope.clone(),
        };
        let given = transform.wrapped.0.implied.without_optional_fields()?;
        let scope = transform.scope_with(Value::unknown(given))?;
        let evaluated = transform.expr.evaluate_within(Some(&scope), budget);
        budget.finish()?;
        let implied = evaluated.value.ty().clone();
        Spec::new(implied, Kind::TransformExpr(transform))
    }

    /// Creates a value that the host checks. The check is not called if there are already errors. A
    /// diagnostic without a range gets the range of the value.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn validate<F>(wrapped: Spec, check: F) -> Result<Spec>
    where
        F: Fn(&Value) -> Vec<Diagnostic> + Send + Sync + 'static,
    {
        let implied = wrapped.0.implied.clone();
        let check = Box::new(check);
        Spec::new(implied, Kind::Validate { wrapped, check })
    }

    /// Creates a value that the host refines, even while it is unknown.
    ///
    /// # Errors
    /// The errors of [`Spec::object`].
    pub fn refine<F>(wrapped: Spec, refine: F) -> Result<Spec>
    where
        F: Fn(RefinementBuilder) -> RefinementBuilder + Send + Sync + 'static,
    {
        let implied = wrapped.0.implied.clone();
        let refine = Box::new(refine);
        Spec::new(implied, Kind::Refine { wrapped, refine })
    }

    /// The type of the decoded value, as far as it is known without a body.
    #[must_use]
    pub fn implied_type(&self) -> &Type {
        &self.0.implied
    }

    /// Whether the type of the decoded value depends on the body.
    pub(super) fn is_dynamic(&self) -> bool {
        self.0.implied.has(Flags::ANY)
    }

    /// The unknown value of the implied type.
    pub(super) fn unknown(&self) -> Value {
        let implied = &self.0.implied;
        Value::unknown(
            implied
                .without_optional_fields()
                .unwrap_or_else(|_| implied.clone()),
        )
    }

    /// The null value of the implied type.
    pub(super) fn null(&self) -> Value {
        let implied = &self.0.implied;
        Value::null(
            implied
                .without_optional_fields()
                .unwrap_or_else(|_| implied.clone()),
        )
    }

    fn leaf(implied: Type, kind: Kind) -> Spec {
        let takes_rest = matches!(kind, Kind::Rest | Kind::RestAttributes { .. });
        Spec(Arc::new(Node {
            kind,
            implied,
            schema: OnceLock::new(),
            takes_rest,
            depth: 1,
            size: 1,
        }))
    }

    fn new(implied: Type, kind: Kind) -> Result<Spec> {
        let (mut depth, mut size) = (0, 1u32);
        kind.parts(&mut |part| {
            depth = depth.max(part.0.depth);
            size = size.saturating_add(part.0.size);
        });
        let mut takes_rest = false;
        kind.same_body(&mut |part| takes_rest |= part.0.takes_rest);
        if let Kind::LabelledBlocks(blocks) = &kind {
            depth += blocks.labels.len() as u32 - 1;
        }
        if depth >= MAX_DEPTH || size > MAX_SIZE {
            return Err(too_large());
        }
        Ok(Spec(Arc::new(Node {
            kind,
            implied,
            schema: OnceLock::new(),
            takes_rest,
            depth: depth + 1,
            size,
        })))
    }
}

fn too_large() -> Error {
    Error::new(
        Code::Limit,
        format!(
            "a spec may be nested at most {MAX_DEPTH} levels deep and have at most {MAX_SIZE} parts"
        ),
    )
}

impl Kind {
    /// Calls `visit` with the specs of the same body.
    pub(super) fn same_body<'a>(&'a self, visit: &mut dyn FnMut(&'a Spec)) {
        match self {
            Kind::Object(parts) => parts.iter().for_each(|(_, part)| visit(part)),
            Kind::Tuple(parts) => parts.iter().for_each(visit),
            Kind::Default { primary, fallback } => {
                visit(primary);
                visit(fallback);
            }
            Kind::TransformFunction { wrapped, .. }
            | Kind::TransformExpr(TransformExpr { wrapped, .. })
            | Kind::Validate { wrapped, .. }
            | Kind::Refine { wrapped, .. } => visit(wrapped),
            Kind::Attribute(_)
            | Kind::Literal(_)
            | Kind::Expr(_)
            | Kind::Block(_)
            | Kind::Blocks(_)
            | Kind::LabelledBlocks(_)
            | Kind::BlockAttributes(_)
            | Kind::BlockLabel { .. }
            | Kind::Rest
            | Kind::RestAttributes { .. } => {}
        }
    }

    /// The spec of the bodies of blocks.
    pub(super) fn nested(&self) -> Option<&Spec> {
        match self {
            Kind::Block(block) => Some(&block.nested),
            Kind::Blocks(blocks) => Some(&blocks.nested),
            Kind::LabelledBlocks(blocks) => Some(&blocks.nested),
            _ => None,
        }
    }

    fn parts<'a>(&'a self, visit: &mut dyn FnMut(&'a Spec)) {
        if let Some(nested) = self.nested() {
            visit(nested);
        }
        self.same_body(visit);
    }
}

impl fmt::Debug for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Spec").field(&self.0.implied).finish()
    }
}
