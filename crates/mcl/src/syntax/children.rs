//! Children: the direct parts of statements and expressions, in the order of the text.
//!
//! Stages that visit a whole tree handle the nodes and use this module for the descent.

use super::tree::{Block, Callee, ExprId, ExprKind, Line, LineKind, StmtId, StmtKind, Tree};

/// A direct part of a statement.
#[derive(Clone, Copy, Debug)]
pub enum Child<'t> {
    /// An expression.
    Expr(ExprId),
    /// A line of a resource: a value and an optional condition. Each stage chooses the order of the
    /// two.
    Line(&'t Line),
    /// A block of statements.
    Block(&'t Block),
}

impl Line {
    /// Returns the value of a field or meta parameter, or the name at the other end of an edge.
    #[must_use]
    #[inline]
    pub fn value(&self) -> ExprId {
        match self.kind {
            LineKind::Field(_, value) | LineKind::Meta(_, value) => value,
            LineKind::Edge(_, half) => half.name,
        }
    }
}

impl Tree {
    /// Visits the direct parts of a statement. The only part of a `panic` statement is its
    /// condition, since the rest is not in the text. A class that has moved into a different one is
    /// not a part of any statement.
    ///
    /// # Errors
    /// The first error of a visit, which ends the traversal.
    #[inline]
    pub fn each_child<'t, E>(
        &'t self,
        stmt: StmtId,
        mut visit: impl FnMut(Child<'t>) -> Result<(), E>,
    ) -> Result<(), E> {
        match &self[stmt].kind {
            StmtKind::Bind { value: expr, .. }
            | StmtKind::Func { func: expr, .. }
            | StmtKind::Panic(expr, _) => visit(Child::Expr(*expr)),
            StmtKind::Resource(id) => {
                let resource = &self[*id];
                visit(Child::Expr(resource.name))?;
                let mut lines = self[resource.lines].iter();
                lines.try_for_each(|line| visit(Child::Line(line)))
            }
            StmtKind::Edge(halves) => {
                let mut halves = self[*halves].iter();
                halves.try_for_each(|half| visit(Child::Expr(half.name)))
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                visit(Child::Expr(*condition))?;
                visit(Child::Block(then))?;
                let mut otherwise = otherwise.iter();
                otherwise.try_for_each(|block| visit(Child::Block(block)))
            }
            StmtKind::For(over) | StmtKind::ForKv(over) => {
                visit(Child::Expr(over.over))?;
                visit(Child::Block(&over.body))
            }
            StmtKind::Class { body, .. } => visit(Child::Block(body)),
            StmtKind::Include { args, .. } => {
                let mut args = self[*args].iter();
                args.try_for_each(|arg| visit(Child::Expr(*arg)))
            }
            StmtKind::Import { .. } => Ok(()),
        }
    }

    /// Visits the direct parts of an expression.
    ///
    /// # Errors
    /// The errors of [`Tree::each_child`].
    #[inline]
    pub fn each_part<E>(
        &self,
        expr: ExprKind,
        mut visit: impl FnMut(ExprId) -> Result<(), E>,
    ) -> Result<(), E> {
        match expr {
            ExprKind::Bool(_)
            | ExprKind::Str(_)
            | ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Var(_) => Ok(()),
            ExprKind::List(parts) => self[parts].iter().try_for_each(|part| visit(*part)),
            ExprKind::Map(pairs) => self[pairs].iter().try_for_each(|pair| {
                visit(pair.key)?;
                visit(pair.value)
            }),
            ExprKind::Struct(fields) => {
                let mut fields = self[fields].iter();
                fields.try_for_each(|field| visit(field.value))
            }
            ExprKind::Call(callee, args) => {
                if let Callee::Func(func) = callee {
                    visit(func)?;
                }
                self[args].iter().try_for_each(|arg| visit(*arg))
            }
            ExprKind::Func(func) => visit(self[func].body),
            ExprKind::If(a, b, c) => [a, b, c].into_iter().try_for_each(visit),
            ExprKind::Except(a, b) => [a, b].into_iter().try_for_each(visit),
            ExprKind::Paren(inner) | ExprKind::Block(inner) => visit(inner),
        }
    }
}
