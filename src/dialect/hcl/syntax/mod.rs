//! How is HCL's native syntax read?
//!
//! - [`ast`](Tree): the tree of a parsed text
//! - `lines`: lines and columns

mod ast;
mod lines;

pub use ast::{
    Attribute, BinaryOp, Block, Body, BodyId, Call, CallId, Expr, ExprId, ExprKind, Expression,
    For, ForId, Item, Label, List, MAX_NESTING, Name, Operation, Span, Step, StepKind, Traversal,
    TraversalStep, TraversalStepKind, Tree, UnaryOp, ValueId,
};

use crate::diagnostic::Diagnostic;
use std::sync::Arc;

/// What came of parsing: a tree, which is partial where there are errors, the
/// node that the whole text is, and what was wrong.
#[derive(Clone, Debug)]
pub struct Parsed<T> {
    /// The tree.
    pub tree: Arc<Tree>,
    /// What the whole text is.
    pub root: T,
    /// What is wrong, in the order it was found.
    pub diagnostics: Vec<Diagnostic>,
}
