//! Graphs of functions and their text form.

use crate::graphviz::digraph;
use crate::host::Function;
use crate::rules::infer::type_of;
use crate::scope::program::NodeId;
use crate::types::format::format_type;
use crate::values::format::format_value;
use polycty_core::types::{IdMap, Str, Type};
use polycty_core::values::Value;
use std::fmt;
use std::sync::Arc;

/// The number of a vertex of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VertexId(pub(super) u32);

impl VertexId {
    /// Returns the number.
    #[must_use]
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// A vertex: a function of the graph.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// The function.
    pub kind: VertexKind,
    /// The expression of the vertex, or `None` for a vertex of a statement.
    pub node: Option<NodeId>,
}

/// The function of a vertex.
#[derive(Clone)]
pub enum VertexKind {
    /// A constant.
    Const(Value),
    /// A list, map or struct of this type.
    Composite(Type),
    /// A function of the host, of this type.
    Builtin(Arc<dyn Function>, Type),
    /// A function value.
    FuncValue,
    /// A call of a function value.
    Call,
    /// The result of a call of a function value.
    CallOutput,
    /// The choice between two expressions by a condition.
    If,
    /// The result of the chosen expression.
    IfOutput,
    /// The choice of the fallback of an expression that fails.
    Except,
    /// The result of the expression or of its fallback.
    ExceptOutput,
    /// The choice between statements by a condition.
    StmtIf,
    /// Statements for each element of a list.
    For,
    /// Statements for each entry of a map.
    ForKv,
}

impl fmt::Debug for VertexKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title())
    }
}

impl VertexKind {
    /// Returns the label of the vertex.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            VertexKind::Const(value) => {
                let ty = type_of(value)
                    .and_then(|ty| format_type(&ty))
                    .unwrap_or_default();
                format!("const: {ty}({})", format_value(value).unwrap_or_default())
            }
            VertexKind::Composite(ty) => {
                format!("composite: {}", format_type(ty).unwrap_or_default())
            }
            VertexKind::Builtin(function, ty) => function.title(ty),
            VertexKind::FuncValue => "FuncValue".to_owned(),
            VertexKind::Call => "call".to_owned(),
            VertexKind::CallOutput => "callSubgraphOutput".to_owned(),
            VertexKind::If => "exprif".to_owned(),
            VertexKind::IfOutput => "exprIfSubgraphOutput".to_owned(),
            VertexKind::Except => "exprexcept".to_owned(),
            VertexKind::ExceptOutput => "exprExceptSubgraphOutput".to_owned(),
            VertexKind::StmtIf => "stmtif".to_owned(),
            VertexKind::For => "for".to_owned(),
            VertexKind::ForKv => "forkv".to_owned(),
        }
    }

    /// Returns whether the function may be computed during compilation.
    pub(super) fn speculates(&self) -> bool {
        match self {
            VertexKind::Builtin(function, _) => function.speculates(),
            VertexKind::Composite(_) => true,
            _ => false,
        }
    }
}

/// An edge: the value of one vertex is an argument of a second one.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The vertex that computes the value.
    pub from: VertexId,
    /// The vertex that takes it.
    pub to: VertexId,
    /// The names of the arguments.
    pub args: Vec<Str>,
}

/// An acyclic graph of functions.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub(super) vertices: Vec<Vertex>,
    pub(super) edges: Vec<Edge>,
    pub(super) between: IdMap<(VertexId, VertexId), u32>,
}

impl Graph {
    /// Returns the vertices in the order of their creation.
    #[must_use]
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// Returns the edges, at most one for an ordered pair of vertices.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    pub(super) fn add(&mut self, vertex: Vertex) -> VertexId {
        self.vertices.push(vertex);
        VertexId(self.vertices.len() as u32 - 1)
    }

    pub(super) fn link(&mut self, from: VertexId, to: VertexId, arg: &str) {
        let at = *self
            .between
            .entry((from, to))
            .or_insert(self.edges.len() as u32);
        match self.edges.get_mut(at as usize) {
            Some(edge) => edge.args.push(arg.into()),
            None => self.edges.push(Edge {
                from,
                to,
                args: vec![arg.into()],
            }),
        }
    }

    /// Removes all vertices and edges from these numbers on.
    pub(super) fn undo(&mut self, vertices: usize, edges: usize) {
        self.vertices.truncate(vertices);
        for edge in self.edges.drain(edges..) {
            self.between.remove(&(edge.from, edge.to));
        }
    }

    /// Returns the graph in Graphviz notation.
    #[must_use]
    pub fn graphviz(&self) -> String {
        let vertices = self.vertices.iter().map(|vertex| vertex.kind.title());
        let edges = self.edges.iter().map(|edge| {
            let (from, to) = (edge.from.number(), edge.to.number());
            (from, to, edge.args.join(", "))
        });
        digraph(vertices, edges)
    }
}

impl fmt::Display for Graph {
    /// Writes a line per vertex, then a line per edge.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles: Vec<String> = self
            .vertices
            .iter()
            .map(|vertex| vertex.kind.title())
            .collect();
        for title in &titles {
            writeln!(f, "Vertex: {title}")?;
        }
        for Edge { from, to, args } in &self.edges {
            let (from, to) = (&titles[from.number()], &titles[to.number()]);
            writeln!(f, "Edge: {from} -> {to} # {}", args.join(", "))?;
        }
        Ok(())
    }
}
