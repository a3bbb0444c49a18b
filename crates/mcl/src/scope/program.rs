//! Programs without unresolved names.

use crate::area::Area;
use crate::compile_error::Location;
use crate::host::Function;
use polycty_core::source::Source;
use polycty_core::types::{IdMap, Str, Type};
use polycty_core::values::Value;
use std::fmt;
use std::ops::Index;
use std::sync::Arc;

/// The number of a node of a [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Returns the number.
    #[must_use]
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// A location in a file of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The number of the file in the program.
    pub file: u32,
    /// The area in the file.
    pub area: Area,
}

/// An expression without unresolved names.
#[derive(Clone, Debug)]
pub struct Node {
    /// The kind of expression.
    pub kind: NodeKind,
    /// The location.
    pub at: At,
    /// The declared type.
    pub declared: Option<Type>,
    /// Whether the expression is the result of a string interpolation.
    pub interpolated: bool,
}

/// The kinds of expressions.
#[derive(Clone)]
pub enum NodeKind {
    /// A literal or a host variable: its type follows from its value.
    Const(Value),
    /// `[a, b]`
    List(Box<[NodeId]>),
    /// `{a => b}`
    Map(Box<[(NodeId, NodeId)]>),
    /// `struct{a => b}`
    Struct(Box<[(Str, NodeId)]>),
    /// A variable and the node that it refers to.
    Var(Str, NodeId),
    /// A call.
    Call(Box<Call>),
    /// A function with a body.
    Func(Box<Func>),
    /// A host function.
    Builtin(Arc<dyn Function>),
    /// A parameter of a function or a variable of a loop: its name and its declared type.
    Param(Str, Option<Type>),
    /// `if a { b } else { c }`
    If(NodeId, NodeId, NodeId),
    /// `a <|> b`
    Except(NodeId, NodeId),
}

impl fmt::Debug for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodeKind::Const(value) => write!(f, "{value:?}"),
            NodeKind::List(parts) => write!(f, "{parts:?}"),
            NodeKind::Map(pairs) => write!(f, "{pairs:?}"),
            NodeKind::Struct(fields) => write!(f, "{fields:?}"),
            NodeKind::Var(name, target) => write!(f, "${name} = {target:?}"),
            NodeKind::Call(call) => write!(f, "{call:?}"),
            NodeKind::Func(func) => write!(f, "{func:?}"),
            NodeKind::Builtin(function) => write!(f, "{}()", function.name()),
            NodeKind::Param(name, _) => write!(f, "param {name}"),
            NodeKind::If(condition, then, otherwise) => {
                write!(f, "if {condition:?} {then:?} {otherwise:?}")
            }
            NodeKind::Except(expr, except) => write!(f, "{expr:?} <|> {except:?}"),
        }
    }
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name of the function, without the `$` of a variable; `None` for a function literal.
    pub name: Option<Str>,
    /// The form of the callee.
    pub via: Via,
    /// The called function.
    pub callee: NodeId,
    /// The arguments.
    pub args: Box<[NodeId]>,
}

/// The forms of a callee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// The name of a function; the call has its own copy of the function.
    Name,
    /// A variable.
    Var,
    /// A function literal.
    Written,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Func {
    /// The name in a function definition.
    pub title: Option<Str>,
    /// The parameters, each a [`NodeKind::Param`].
    pub params: Box<[NodeId]>,
    /// The declared result type.
    pub result: Option<Type>,
    /// The expression of the result.
    pub body: NodeId,
}

/// Statements with an output, in the order of the text.
pub type Body = Vec<Output>;

/// A statement with an output.
#[derive(Clone, Debug)]
pub enum Output {
    /// A resource, or several of the same kind.
    Resource(Arc<Resource>),
    /// Edges between resources.
    Edge(Arc<[Half]>, At),
    /// Statements under a condition.
    If(Arc<Branches>),
    /// Statements per element of a list.
    For(Arc<Loop>),
    /// Statements per entry of a map.
    ForKv(Arc<Loop>),
    /// The statements of an included class.
    Include(Box<Include>),
}

/// Statements under a condition, and the statements of the other branch.
#[derive(Clone, Debug)]
pub struct Branches {
    /// The condition.
    pub condition: NodeId,
    /// The statements if the condition holds.
    pub then: Body,
    /// The statements otherwise.
    pub otherwise: Body,
    /// The location.
    pub at: At,
}

/// A copy of a class.
#[derive(Clone, Debug)]
pub struct Include {
    /// The arguments of its parameters.
    pub params: Params,
    /// The statements.
    pub body: Body,
    /// The location of the include.
    pub at: At,
}

/// The arguments of the parameters of a class, with the declared types of the parameters.
pub type Params = Box<[(NodeId, Option<Type>)]>;

/// A loop over a list or a map.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The variables, each a [`NodeKind::Param`].
    pub vars: [NodeId; 2],
    /// The list or map.
    pub over: NodeId,
    /// The statements per element.
    pub body: Body,
    /// The location.
    pub at: At,
}

/// A resource.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The kind.
    pub kind: Str,
    /// The name or the list of names.
    pub name: NodeId,
    /// The lines, in order.
    pub lines: Box<[Line]>,
    /// The collected resources of other hosts, if the resource is a `collect` statement.
    pub collect: Option<NodeId>,
    /// The location.
    pub at: At,
}

/// A line of a resource.
#[derive(Clone, Debug)]
pub struct Line {
    /// The kind of line.
    pub kind: LineKind,
    /// The condition of the line.
    pub condition: Option<NodeId>,
    /// The location.
    pub at: At,
}

/// The kinds of lines of a resource.
#[derive(Clone, Debug)]
pub enum LineKind {
    /// `field => a`
    Field(Str, NodeId),
    /// `Before => File["a"]`
    Edge(Str, Half),
    /// `Meta:noop => a`
    Meta(Str, NodeId),
}

/// One end of an edge.
#[derive(Clone, Debug)]
pub struct Half {
    /// The kind of the resource.
    pub kind: Str,
    /// The name or the list of names.
    pub name: NodeId,
    /// The sent or received field.
    pub field: Option<Str>,
    /// The location.
    pub at: At,
}

/// A program without unresolved names.
#[derive(Debug, Default)]
pub struct Program {
    /// The files.
    pub files: Vec<Source>,
    /// The statements with an output.
    pub body: Body,
    pub(crate) nodes: Vec<Node>,
    /// The loops that contain binds, by bind. A loop is identified by its first variable. The bind
    /// has a vertex per iteration.
    pub(crate) bind_loops: IdMap<NodeId, NodeId>,
}

impl Program {
    /// Returns the number of nodes.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether there are no nodes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the node with a number.
    #[must_use]
    pub fn id(&self, number: usize) -> Option<NodeId> {
        (number < self.nodes.len()).then_some(NodeId(number as u32))
    }

    /// Returns a location for messages.
    #[must_use]
    pub fn location(&self, at: At) -> Location {
        Location::new(&self.files[at.file as usize], at.area)
    }
}

impl Index<NodeId> for Program {
    type Output = Node;

    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.number()]
    }
}
