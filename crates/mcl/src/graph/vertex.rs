//! Graphs of functions, and how they are written.

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

/// A vertex by its number within a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VertexId(pub(super) u32);

impl VertexId {
    /// The number itself.
    #[must_use]
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// A function of a graph.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// What it computes.
    pub kind: VertexKind,
    /// The expression that it is of; none for a statement's.
    pub node: Option<NodeId>,
}

/// What a vertex computes.
#[derive(Clone)]
pub enum VertexKind {
    /// A value that stays.
    Const(Value),
    /// A list, map or struct of this type.
    Composite(Type),
    /// A function of the host, of this type.
    Builtin(Arc<dyn Function>, Type),
    /// A function as a value.
    FuncValue,
    /// Calls the function that it is given.
    Call,
    /// What such a call gives.
    CallOutput,
    /// Chooses between two expressions.
    If,
    /// What the chosen one gives.
    IfOutput,
    /// Puts another expression in place of one that fails.
    Except,
    /// What the one or the other gives.
    ExceptOutput,
    /// Chooses between statements.
    StmtIf,
    /// Has statements for each part of a list.
    For,
    /// Has statements for each entry of a map.
    ForKv,
}

impl fmt::Debug for VertexKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title())
    }
}

impl VertexKind {
    /// What it is called.
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

    /// Whether it may be computed while the program is compiled.
    pub(super) fn speculates(&self) -> bool {
        match self {
            VertexKind::Builtin(function, _) => function.speculates(),
            VertexKind::Composite(_) => true,
            _ => false,
        }
    }
}

/// What a vertex gives another one.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Whose value it is.
    pub from: VertexId,
    /// Who is given it.
    pub to: VertexId,
    /// The arguments that it is.
    pub args: Vec<Str>,
}

/// A graph of functions: no vertex depends on itself.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub(super) vertices: Vec<Vertex>,
    pub(super) edges: Vec<Edge>,
    pub(super) between: IdMap<(VertexId, VertexId), u32>,
}

impl Graph {
    /// The vertices, in the order in which they were made.
    #[must_use]
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The edges, at most one from a vertex to another one.
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

    /// Takes back all vertices from a number on.
    pub(super) fn undo(&mut self, vertices: usize, edges: usize) {
        self.vertices.truncate(vertices);
        for edge in self.edges.drain(edges..) {
            self.between.remove(&(edge.from, edge.to));
        }
    }

    /// The graph in Graphviz's notation.
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
    /// A line a vertex, then a line an edge.
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
