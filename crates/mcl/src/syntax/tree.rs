//! Trees: what does a program say?
//!
//! A [`Tree`] is a text as it was read: nothing is looked up yet, nothing in strings is decoded,
//! and parentheses are still there. Its nodes stand in arenas and know names by number.

use crate::area::Area;
use polycty_core::source::{Source, Span};
use polycty_core::syntax::{Arena, Id, List};
use polycty_core::types::{KeyedMap, Str, Type};
use std::ops::Index;

/// An expression of a tree.
pub type ExprId = Id<Expr>;
/// A statement of a tree.
pub type StmtId = Id<Stmt>;
/// A function with a body.
pub type FuncId = Id<Func>;
/// A resource.
pub type ResourceId = Id<Resource>;
/// A list of expressions.
pub type Exprs = List<ExprId>;
/// A text that stood between quotes.
pub type TextId = Id<Str>;

/// A name by its number within a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(super) u32);

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub area: Area,
}

/// What an expression is.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// `true`
    Bool(bool),
    /// `"a"`, as it was written.
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
    /// `f(a)`, `$f(a)`, and what operators become.
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

/// What is called.
#[derive(Clone, Copy, Debug)]
pub enum Callee {
    /// A function by its name.
    Named(Name),
    /// What a variable stands for.
    Var(Name),
    /// A function that is written where it is called.
    Func(ExprId),
}

/// `a => b` in a map.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The key.
    pub key: ExprId,
    /// The value.
    pub value: ExprId,
    /// Where both stand.
    pub area: Area,
}

/// `a => b` in a struct.
#[derive(Clone, Copy, Debug)]
pub struct StructField {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: ExprId,
    /// Where both stand.
    pub area: Area,
}

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Func {
    /// The name that a statement gives it.
    pub title: Option<Name>,
    /// Its parameters.
    pub params: List<Param>,
    /// The type that it says it gives.
    pub result: Option<Type>,
    /// Its own type, if it says all parts of it.
    pub ty: Option<Type>,
    /// What it gives: an [`ExprKind::Block`].
    pub body: ExprId,
}

/// A parameter of a function or of a class.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// The type that it says it has.
    pub ty: Option<Type>,
    /// Where it stands.
    pub area: Area,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Where it stands.
    pub area: Area,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `$a = b`
    Bind {
        /// The variable.
        name: Name,
        /// The type that it says it has.
        ty: Option<Type>,
        /// What it stands for.
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
        /// What there is if it holds.
        then: Block,
        /// What there is if not.
        otherwise: Option<Block>,
    },
    /// `panic(a)`: a condition, and the resource that there is where it holds.
    Panic(ExprId, ResourceId),
    /// `for $i, $v in a { }`
    For(Loop),
    /// `forkv $k, $v in a { }`
    ForKv(Loop),
    /// `func f($a) { b }`
    Func {
        /// Its name.
        name: Name,
        /// The function, an [`ExprKind::Func`].
        func: ExprId,
    },
    /// `class c($a) { }`
    Class {
        /// Its name, perhaps with colons.
        name: Name,
        /// Its parameters.
        params: List<Param>,
        /// What it has.
        body: Block,
    },
    /// `include c(a) as b`
    Include {
        /// The class.
        name: Name,
        /// The arguments.
        args: Exprs,
        /// The name that its scope is given.
        alias: Option<Name>,
    },
    /// `import "a" as b`
    Import {
        /// What is imported, as it was written.
        name: TextId,
        /// The name that it is given.
        alias: Alias,
    },
}

/// The name that an import is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alias {
    /// The one that goes with what is imported.
    Own,
    /// `as a`
    Named(Name),
    /// `as *`: none, what is in it stands for itself.
    All,
}

/// Statements between braces, or all of a text.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The statements.
    pub stmts: List<StmtId>,
    /// Where they stand, braces included; [`Area::NONE`] for a text without statements.
    pub area: Area,
}

/// What goes over a list or a map.
#[derive(Clone, Copy, Debug)]
pub struct Loop {
    /// The variables: index and value, or key and value.
    pub vars: [(Name, Area); 2],
    /// What it goes over.
    pub over: ExprId,
    /// What there is for each part.
    pub body: Block,
}

/// A resource.
#[derive(Clone, Copy, Debug)]
pub struct Resource {
    /// Its kind, perhaps with colons.
    pub kind: Name,
    /// Its name, or its names.
    pub name: ExprId,
    /// Its lines.
    pub lines: List<Line>,
    /// Whether it takes what other hosts export: the call that finds it.
    pub collect: Option<ExprId>,
    /// Where it stands.
    pub area: Area,
}

/// A line of a resource.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// What it says.
    pub kind: LineKind,
    /// The condition that it is said under.
    pub condition: Option<ExprId>,
    /// Where it stands.
    pub area: Area,
}

/// What a line of a resource says.
#[derive(Clone, Copy, Debug)]
pub enum LineKind {
    /// `field => a`
    Field(Name, ExprId),
    /// `Before => File["a"]`: the property in lower case.
    Edge(Name, Half),
    /// `Meta:noop => a`, or `Meta => a` with the property `meta`.
    Meta(Name, ExprId),
}

/// One end of an edge.
#[derive(Clone, Copy, Debug)]
pub struct Half {
    /// The kind of the resource, in lower case.
    pub kind: Name,
    /// Its name, or its names.
    pub name: ExprId,
    /// The field that is sent or received.
    pub field: Option<Name>,
    /// Where it stands.
    pub area: Area,
}

/// A comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comment {
    /// The bytes behind the `#`.
    pub text: Span,
    /// The row that it is on.
    pub row: u32,
    /// The column of the `#`, in characters.
    pub col: u32,
}

/// A text as it was read.
#[derive(Debug)]
pub struct Tree {
    /// The text, and what messages call it by.
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

/// The names of a tree, each once.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: KeyedMap<Str, Name>,
    texts: Vec<Str>,
}

impl Names {
    /// The number of a name.
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
    /// An expression without the parentheses and braces around it.
    #[must_use]
    pub fn bare(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Paren(inner) | ExprKind::Block(inner) = self[id].kind {
            id = inner;
        }
        id
    }

    /// All expressions, those within others first.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.nodes.exprs.iter()
    }

    /// How many texts stand between quotes.
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
