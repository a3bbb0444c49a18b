//! Syntax trees.
//!
//! A [`Tree`] is a parsed text: no names are resolved, strings are not decoded, and parentheses are
//! kept. The nodes are in arenas and refer to names by number.

use crate::area::Area;
use polycty_core::source::{Source, Span};
use polycty_core::syntax::{Arena, Id, List};
use polycty_core::types::{KeyedMap, Str, Type};
use std::ops::Index;

/// The identifier of an expression.
pub type ExprId = Id<Expr>;
/// The identifier of a statement.
pub type StmtId = Id<Stmt>;
/// The identifier of a function with a body.
pub type FuncId = Id<Func>;
/// The identifier of a resource.
pub type ResourceId = Id<Resource>;
/// A list of expressions.
pub type Exprs = List<ExprId>;
/// The identifier of a quoted text.
pub type TextId = Id<Str>;

/// The number of a name of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(super) u32);

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// The kind of expression.
    pub kind: ExprKind,
    /// The area.
    pub area: Area,
}

/// The kinds of expressions.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// `true`
    Bool(bool),
    /// `"a"`, not decoded.
    Str(TextId),
    /// `42`
    Int(i64),
    /// `4.2`
    Float(f64),
    /// `[a, b]`
    List(Exprs),
    /// `{a => b}`
    Map(List<Pair>),
    /// `struct{a => b}`
    Struct(List<StructField>),
    /// `$a.b`
    Var(Name),
    /// `f(a)`, `$f(a)`, and operators.
    Call(Callee, Exprs),
    /// `func($a) { b }`
    Func(FuncId),
    /// `if a { b } else { c }`
    If(ExprId, ExprId, ExprId),
    /// `a <|> b`
    Except(ExprId, ExprId),
    /// `(a)`
    Paren(ExprId),
    /// The braces of a body that is an expression.
    Block(ExprId),
}

/// The callee of a call.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// A function by its name.
    Named(Name),
    /// A function value in a variable.
    Var(Name),
    /// A function literal.
    Func(ExprId),
}

/// `a => b` in a map.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The key.
    pub key: ExprId,
    /// The value.
    pub value: ExprId,
    /// The area of both.
    pub area: Area,
}

/// `a => b` in a struct.
#[derive(Clone, Copy, Debug)]
pub struct StructField {
    /// The name.
    pub name: Name,
    /// The value.
    pub value: ExprId,
    /// The area of both.
    pub area: Area,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Func {
    /// The name in a function definition.
    pub title: Option<Name>,
    /// The parameters.
    pub params: List<Param>,
    /// The declared result type.
    pub result: Option<Type>,
    /// The function type, if all its parts are declared.
    pub ty: Option<Type>,
    /// The body: an [`ExprKind::Block`].
    pub body: ExprId,
}

/// A parameter of a function or of a class.
#[derive(Clone, Debug)]
pub struct Param {
    /// The name.
    pub name: Name,
    /// The declared type.
    pub ty: Option<Type>,
    /// The area.
    pub area: Area,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The kind of statement.
    pub kind: StmtKind,
    /// The area.
    pub area: Area,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `$a = b`
    Bind {
        /// The variable.
        name: Name,
        /// The declared type.
        ty: Option<Type>,
        /// The value.
        value: ExprId,
    },
    /// `file "a" { }`
    Resource(ResourceId),
    /// `File["a"] -> File["b"]`
    Edge(List<Half>),
    /// `if a { } else { }`
    If {
        /// The condition.
        condition: ExprId,
        /// The statements if the condition holds.
        then: Block,
        /// The statements otherwise.
        otherwise: Option<Block>,
    },
    /// `panic(a)`: a condition, and the resource if it holds.
    Panic(ExprId, ResourceId),
    /// `for $i, $v in a { }`
    For(Loop),
    /// `forkv $k, $v in a { }`
    ForKv(Loop),
    /// `func f($a) { b }`
    Func {
        /// The name.
        name: Name,
        /// The function, an [`ExprKind::Func`].
        func: ExprId,
    },
    /// `class c($a) { }`
    Class {
        /// The name, which may contain colons.
        name: Name,
        /// The parameters.
        params: List<Param>,
        /// The body.
        body: Block,
    },
    /// `include c(a) as b`
    Include {
        /// The class.
        name: Name,
        /// The arguments.
        args: Exprs,
        /// The alias of its scope.
        alias: Option<Name>,
    },
    /// `import "a" as b`
    Import {
        /// The text of the import.
        name: TextId,
        /// The alias.
        alias: Alias,
    },
}

/// The alias of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alias {
    /// The default alias of the import.
    Own,
    /// `as a`
    Named(Name),
    /// `as *`: no alias; the imported names are available without a prefix.
    All,
}

/// The statements of a block or of a whole text.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The statements.
    pub stmts: List<StmtId>,
    /// The area including braces; [`Area::NONE`] for a text without statements.
    pub area: Area,
}

/// A loop over a list or a map.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// The variables: index and value, or key and value.
    pub vars: [(Name, Area); 2],
    /// The list or map.
    pub over: ExprId,
    /// The statements per element.
    pub body: Block,
}

/// A resource.
#[derive(Clone, Copy, Debug)]
pub struct Resource {
    /// The kind, which may contain colons.
    pub kind: Name,
    /// The name or the list of names.
    pub name: ExprId,
    /// The lines.
    pub lines: List<Line>,
    /// The call that returns the collected resources, if the resource is a `collect` statement.
    pub collect: Option<ExprId>,
    /// The area.
    pub area: Area,
}

/// A line of a resource.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The kind of line.
    pub kind: LineKind,
    /// The condition of the line.
    pub condition: Option<ExprId>,
    /// The area.
    pub area: Area,
}

/// The kinds of lines of a resource.
#[derive(Clone, Copy, Debug)]
pub enum LineKind {
    /// `field => a`
    Field(Name, ExprId),
    /// `Before => File["a"]`, with the property in lower case.
    Edge(Name, Half),
    /// `Meta:noop => a`, or `Meta => a` with the property `meta`.
    Meta(Name, ExprId),
}

/// One end of an edge.
#[derive(Clone, Copy, Debug)]
pub struct Half {
    /// The kind of the resource, in lower case.
    pub kind: Name,
    /// The name or the list of names.
    pub name: ExprId,
    /// The sent or received field.
    pub field: Option<Name>,
    /// The area.
    pub area: Area,
}

/// A comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The bytes after the `#`.
    pub text: Span,
    /// The row.
    pub row: u32,
    /// The column of the `#`, in characters.
    pub col: u32,
}

/// A parsed text.
#[derive(Debug)]
pub struct Tree {
    /// The text and its name.
    pub source: Source,
    /// All statements.
    pub body: Block,
    /// The comments, in order.
    pub comments: Vec<Comment>,
    pub(super) nodes: Nodes,
}

/// The nodes of a tree.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    pub names: Names,
    pub exprs: Arena<Expr>,
    pub texts: Arena<Str>,
    pub expr_lists: Arena<ExprId>,
    pub pairs: Arena<Pair>,
    pub fields: Arena<StructField>,
    pub funcs: Arena<Func>,
    pub params: Arena<Param>,
    pub stmts: Arena<Stmt>,
    pub stmt_lists: Arena<StmtId>,
    pub resources: Arena<Resource>,
    pub lines: Arena<Line>,
    pub halves: Arena<Half>,
}

/// The names of a tree without duplicates.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: KeyedMap<Str, Name>,
    texts: Vec<Str>,
}

impl Names {
    /// Returns the number of a name and adds it if necessary.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(&name) = self.numbers.get(text) {
            return name;
        }
        let name = Name(self.texts.len() as u32);
        let text: Str = text.into();
        self.texts.push(text.clone());
        self.numbers.insert(text, name);
        name
    }

    pub fn text(&self, name: Name) -> &Str {
        &self.texts[name.0 as usize]
    }
}

impl Tree {
    /// Returns an expression without its parentheses and braces.
    #[must_use]
    pub fn bare(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Paren(inner) | ExprKind::Block(inner) = self[id].kind {
            id = inner;
        }
        id
    }

    /// Returns all expressions; parts precede the expressions that contain them.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.nodes.exprs.iter()
    }

    /// Returns the number of quoted texts.
    #[must_use]
    pub fn text_count(&self) -> usize {
        self.nodes.texts.len()
    }
}

macro_rules! nodes {
    ($($kind:ty, $arena:ident;)*) => { $(
        impl Index<Id<$kind>> for Tree {
            type Output = $kind;

            #[inline]
            fn index(&self, id: Id<$kind>) -> &$kind {
                &self.nodes.$arena[id]
            }
        }

        impl Index<List<$kind>> for Tree {
            type Output = [$kind];

            #[inline]
            fn index(&self, list: List<$kind>) -> &[$kind] {
                &self.nodes.$arena[list]
            }
        }
    )* };
}

nodes! {
    Expr, exprs;
    Str, texts;
    ExprId, expr_lists;
    Pair, pairs;
    StructField, fields;
    Func, funcs;
    Param, params;
    Stmt, stmts;
    StmtId, stmt_lists;
    Resource, resources;
    Line, lines;
    Half, halves;
}

impl Index<Name> for Tree {
    type Output = Str;

    #[inline]
    fn index(&self, name: Name) -> &Str {
        self.nodes.names.text(name)
    }
}
