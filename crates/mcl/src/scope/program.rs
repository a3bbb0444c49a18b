//! Programs whose names are resolved.

use crate::area::Area;
use crate::compile_error::Place;
use crate::host::Function;
use polycty_core::source::Source;
use polycty_core::types::{IdMap, Str, Type};
use polycty_core::values::Value;
use std::fmt;
use std::ops::Index;
use std::sync::Arc;

/// A node by its number within a [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The number itself.
    #[must_use]
    #[inline]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// Where something stands, and in which file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The file, by its number within the program.
    pub file: u32,
    /// Where in it.
    pub area: Area,
}

/// An expression whose names are resolved.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Where it stands.
    pub at: At,
    /// The type that the program says it has.
    pub declared: Option<Type>,
    /// Whether a string was made into it.
    pub interpolated: bool,
}

/// What an expression is.
#[derive(Clone)]
pub enum NodeKind {
    /// A literal, or a variable of the host: its type is known by itself.
    Const(Value),
    /// `[a, b]`
    List(Box<[NodeId]>),
    /// `{a => b}`
    Map(Box<[(NodeId, NodeId)]>),
    /// `struct{a => b}`
    Struct(Box<[(Str, NodeId)]>),
    /// A variable, and what it stands for.
    Var(Str, NodeId),
    /// A call.
    Call(Box<Call>),
    /// A function with a body.
    Func(Box<Func>),
    /// A function without one.
    Builtin(Arc<dyn Function>),
    /// A parameter of a function, or a variable of a loop: its name and the type it says it has.
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
    /// What the program calls: a name, without the `$` of a variable; none where the function is
    /// written where it is called.
    pub name: Option<Str>,
    /// How the program says what is called.
    pub via: Via,
    /// What is called.
    pub callee: NodeId,
    /// The arguments.
    pub args: Box<[NodeId]>,
}

/// How a program says what it calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// By the name of a function, of which the call has its own copy.
    Name,
    /// By a variable.
    Var,
    /// By writing the function.
    Written,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Func {
    /// The name that a statement gives it.
    pub title: Option<Str>,
    /// Its parameters, each a [`NodeKind::Param`].
    pub params: Box<[NodeId]>,
    /// The type that it says it gives.
    pub result: Option<Type>,
    /// What it gives.
    pub body: NodeId,
}

/// Statements that have an output, in the order of the text.
pub type Body = Vec<Output>;

/// A statement that has an output.
#[derive(Clone, Debug)]
pub enum Output {
    /// A resource, or several of the same kind.
    Resource(Arc<Resource>),
    /// Edges between resources.
    Edge(Arc<[Half]>, At),
    /// What there is under a condition.
    If(Arc<Branches>),
    /// What there is for each part of a list.
    For(Arc<Loop>),
    /// What there is for each entry of a map.
    ForKv(Arc<Loop>),
    /// A class.
    Include(Box<Include>),
}

/// What there is under a condition, and what there is if it does not hold.
#[derive(Clone, Debug)]
pub struct Branches {
    /// The condition.
    pub condition: NodeId,
    /// What there is if it holds.
    pub then: Body,
    /// What there is if not.
    pub otherwise: Body,
    /// Where it stands.
    pub at: At,
}

/// A copy of a class.
#[derive(Clone, Debug)]
pub struct Include {
    /// What its parameters are.
    pub params: Params,
    /// What it has.
    pub body: Body,
    /// Where it is included.
    pub at: At,
}

/// What the parameters of a class are, with the types that they say they have.
pub type Params = Box<[(NodeId, Option<Type>)]>;

/// What goes over a list or a map.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The variables, each a [`NodeKind::Param`].
    pub vars: [NodeId; 2],
    /// What it goes over.
    pub over: NodeId,
    /// What there is for each part.
    pub body: Body,
    /// Where it stands.
    pub at: At,
}

/// A resource.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Its kind.
    pub kind: Str,
    /// Its name, or its names.
    pub name: NodeId,
    /// Its lines, in order.
    pub lines: Box<[Line]>,
    /// What it takes of other hosts, if it does.
    pub collect: Option<NodeId>,
    /// Where it stands.
    pub at: At,
}

/// A line of a resource.
#[derive(Clone, Debug)]
pub struct Line {
    /// What it says.
    pub kind: LineKind,
    /// The condition that it is said under.
    pub condition: Option<NodeId>,
    /// Where it stands.
    pub at: At,
}

/// What a line of a resource says.
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
    /// Its name, or its names.
    pub name: NodeId,
    /// The field that is sent or received.
    pub field: Option<Str>,
    /// Where it stands.
    pub at: At,
}

/// A program whose names are resolved.
#[derive(Debug, Default)]
pub struct Program {
    /// Its files.
    pub files: Vec<Source>,
    /// What it puts out.
    pub body: Body,
    pub(crate) nodes: Vec<Node>,
    /// What is bound in the body of a loop, there anew for each part: by the first variable of the
    /// loop.
    pub(crate) turns: IdMap<NodeId, NodeId>,
}

impl Program {
    /// How many nodes there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The node of a number.
    #[must_use]
    pub fn id(&self, number: usize) -> Option<NodeId> {
        (number < self.nodes.len()).then_some(NodeId(number as u32))
    }

    /// A place for messages.
    #[must_use]
    pub fn place(&self, at: At) -> Place {
        Place::new(&self.files[at.file as usize], at.area)
    }
}

impl Index<NodeId> for Program {
    type Output = Node;

    #[inline]
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.number()]
    }
}
