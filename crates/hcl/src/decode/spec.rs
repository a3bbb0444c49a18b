//! Specs: which specifications are there?
//!
//! A spec is an immutable tree, shared by all its clones. Its implied type is found
//! when it is made. Those that stand for the same body are told from those that a
//! block brings in: a block's own spec describes the body of the block.

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

/// The deepest nesting of specs.
pub const MAX_DEPTH: u32 = 128;

/// The most specs in one, counted as often as they stand.
pub const MAX_SIZE: u32 = 1 << 20;

/// How a body becomes a value: cheap to clone.
#[derive(Clone)]
pub struct Spec(pub(super) Arc<Node>);

pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) implied: Type,
    /// What the spec asks of the body that it is for; found when first needed.
    pub(super) schema: OnceLock<Schema>,
    /// Whether a spec for the same body takes what no other one asks for.
    pub(super) takes_rest: bool,
    depth: u32,
    size: u32,
}

/// Whether something must be in a body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Presence {
    /// It may be left away.
    #[default]
    Optional,
    /// It must be there.
    Required,
}

/// How many blocks there may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// At least so many.
    pub min: usize,
    /// At most so many, if there is a limit.
    pub max: Option<usize>,
}

/// What checks a value: nothing when it is good.
pub(super) type Check = dyn Fn(&Value) -> Vec<Diagnostic> + Send + Sync;

/// What says more about a value that may be unknown.
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
    /// The type of the values: nothing is optional in it.
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
    /// The scope of the expression, with the wrapped spec's value in it.
    pub(super) fn scope_with(&self, value: Value) -> Result<Scope> {
        let mut scope = self.scope.child()?;
        scope.set_variable(self.variable.clone(), value)?;
        Ok(scope)
    }
}

impl Spec {
    /// An object with an attribute for each spec, all of them for the same body. A
    /// name that comes again replaces the earlier one.
    ///
    /// # Errors
    /// [`Code::Limit`] for what is too deep or too large, as for every spec that is
    /// made of others.
    pub fn object(attributes: impl IntoIterator<Item = (Str, Spec)>) -> Result<Spec> {
        let attributes = attributes.into_iter();
        Spec::object_of(
            attributes
                .map(|(name, spec)| (nfc(&name).into(), spec))
                .collect(),
        )
    }

    /// What is not generic of [`Spec::object`].
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

    /// A tuple with an element for each spec, all of them for the same body.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn tuple(elements: Vec<Spec>) -> Result<Spec> {
        let types: Vec<Type> = elements.iter().map(|spec| spec.0.implied.clone()).collect();
        Spec::new(Type::tuple(types)?, Kind::Tuple(elements))
    }

    /// The value of an argument, converted to a type; null where it is missing. For
    /// [`Type::meta_any`] the argument is a type expression.
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

    /// A value, whatever the body is.
    #[must_use]
    pub fn literal(value: Value) -> Spec {
        Spec::leaf(value.ty().clone(), Kind::Literal(value))
    }

    /// The value of an expression, whatever the body is.
    #[must_use]
    pub fn expr(expr: Expr) -> Spec {
        Spec::leaf(Type::any().clone(), Kind::Expr(expr))
    }

    /// What the one block of a type contains; null where there is none.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn block(block_type: impl Into<Str>, nested: Spec, presence: Presence) -> Result<Spec> {
        let implied = nested.0.implied.clone();
        let kind = Kind::Block(OneBlock {
            block_type: block_type.into(),
            nested,
            presence,
        });
        Spec::new(implied, kind)
    }

    /// A list of what the blocks of a type contain.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn block_list(block_type: impl Into<Str>, nested: Spec, count: Count) -> Result<Spec> {
        let implied = Type::list(nested.0.implied.clone())?;
        Spec::blocks(implied, Sequence::List, block_type.into(), nested, count)
    }

    /// A set of what the blocks of a type contain.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn block_set(block_type: impl Into<Str>, nested: Spec, count: Count) -> Result<Spec> {
        let implied = Type::set(nested.0.implied.clone())?;
        Spec::blocks(implied, Sequence::Set, block_type.into(), nested, count)
    }

    /// A tuple of what the blocks of a type contain, each of its own type.
    ///
    /// # Errors
    /// As [`Spec::object`].
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

    /// Maps within each other, one for each of the labels, of what the blocks of a
    /// type contain. The labels that `nested` asks for come after these.
    ///
    /// # Errors
    /// As [`Spec::object`]; [`Code::InvalidArgument`] without labels.
    pub fn block_map(block_type: impl Into<Str>, labels: Vec<Str>, nested: Spec) -> Result<Spec> {
        let mut implied = nested.0.implied.clone();
        for _ in &labels {
            implied = Type::map(implied)?;
        }
        Spec::labelled(implied, Keyed::Map, block_type.into(), labels, nested)
    }

    /// Objects within each other, one for each of the labels, of what the blocks of a
    /// type contain, each of its own type.
    ///
    /// # Errors
    /// As [`Spec::block_map`].
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
                "blocks that are known by their labels need at least one",
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

    /// A map of the arguments of the one block of a type, each converted to a type;
    /// null where there is no such block.
    ///
    /// # Errors
    /// As [`Spec::object`].
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

    /// A label, counted from zero, of the block that the body belongs to. Block types
    /// get as many labels as the specs of their bodies ask for.
    ///
    /// # Errors
    /// [`Code::Limit`] beyond [`MAX_DEPTH`].
    pub fn block_label(index: usize, name: impl Into<Str>) -> Result<Spec> {
        if index >= MAX_DEPTH as usize {
            return Err(Error::new(
                Code::Limit,
                format!("a block may have {MAX_DEPTH} labels"),
            ));
        }
        let name = name.into();
        let kind = Kind::BlockLabel { index, name };
        Ok(Spec::leaf(Type::string().clone(), kind))
    }

    /// What no other spec for the same body knows, as a body: a value that
    /// [`body_of`](super::body_of) gives it of. What is left is then no fault.
    #[must_use]
    pub fn rest() -> Spec {
        Spec::leaf(rest_type().clone(), Kind::Rest)
    }

    /// A map of the arguments that no other spec for the same body knows, each converted to a
    /// type; an object where that says nothing of the values. Blocks that are left are faults, and
    /// so are two names that are one key of a map, in normal form C.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn rest_attributes(element: Type) -> Result<Spec> {
        let implied = match element.has(Flags::ANY) {
            true => Type::any().clone(),
            false => Type::map(element.clone())?,
        };
        Ok(Spec::leaf(implied, Kind::RestAttributes { element }))
    }

    /// The first spec's value, or the second's where that is null. Both should be of
    /// one type; only the first may be of a block.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn default(primary: Spec, fallback: Spec) -> Result<Spec> {
        let implied = primary.0.implied.clone();
        Spec::new(implied, Kind::Default { primary, fallback })
    }

    /// What a function of one parameter makes of a value. The function is not called
    /// where there are errors already.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn transform(wrapped: Spec, function: Function) -> Result<Spec> {
        Spec::transform_within(wrapped, function, &Budget::standard())
    }

    /// A spec as [`Spec::transform`] makes it, within an operation: what type the function
    /// gives is found out of its budget.
    ///
    /// # Errors
    /// As [`Spec::object`]; [`Code::Limit`] where the budget is spent.
    pub fn transform_within(wrapped: Spec, function: Function, budget: &Budget) -> Result<Spec> {
        let given = Value::unknown(wrapped.0.implied.without_optional_fields()?);
        let found = function.return_type_within(&[&given], budget);
        budget.finish()?;
        let implied = found.unwrap_or_else(|_| Type::any().clone());
        Spec::new(implied, Kind::TransformFunction { wrapped, function })
    }

    /// What an expression makes of a value, which it knows as a variable.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn transform_expr(
        wrapped: Spec,
        expr: Expr,
        variable: impl Into<Str>,
        scope: &Scope,
    ) -> Result<Spec> {
        let budget = own_budget(Some(scope));
        Spec::transform_expr_within(wrapped, expr, variable, scope, &budget)
    }

    /// A spec as [`Spec::transform_expr`] makes it, within an operation: what type the
    /// expression has is found out of its budget.
    ///
    /// # Errors
    /// As [`Spec::object`]; [`Code::Limit`] where the budget is spent.
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

    /// A value that the host checks. The check is not made where there are errors
    /// already; a diagnostic without a place gets that of the value.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn validate<F>(wrapped: Spec, check: F) -> Result<Spec>
    where
        F: Fn(&Value) -> Vec<Diagnostic> + Send + Sync + 'static,
    {
        let implied = wrapped.0.implied.clone();
        let check = Box::new(check);
        Spec::new(implied, Kind::Validate { wrapped, check })
    }

    /// A value of which the host knows more, also while it is unknown.
    ///
    /// # Errors
    /// As [`Spec::object`].
    pub fn refine<F>(wrapped: Spec, refine: F) -> Result<Spec>
    where
        F: Fn(RefinementBuilder) -> RefinementBuilder + Send + Sync + 'static,
    {
        let implied = wrapped.0.implied.clone();
        let refine = Box::new(refine);
        Spec::new(implied, Kind::Refine { wrapped, refine })
    }

    /// The type that decoding gives, as far as that can be said without a body.
    #[must_use]
    pub fn implied_type(&self) -> &Type {
        &self.0.implied
    }

    /// Whether the type of what is decoded depends on the body.
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

    /// The null of the implied type.
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
        format!("a spec may be {MAX_DEPTH} deep and have {MAX_SIZE} parts"),
    )
}

impl Kind {
    /// Visits the specs of the same body.
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
