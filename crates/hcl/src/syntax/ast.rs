//! The syntax tree of a text in native syntax.
//!
//! A parsed text is one [`Tree`]: arenas of nodes that know each other by number, of
//! which any part can be evaluated any number of times. Nodes know the bytes they stand
//! for, [`Span`]; lines and columns are counted when asked for ([`Tree::range`]).
//!
//! Nesting is bounded by [`MAX_NESTING`](super::MAX_NESTING); what is nested deeper is
//! told by a diagnostic and replaced by [`ExprKind::Invalid`]. What chains without
//! nesting does not nest here either: `a + b - c` is one [`ExprKind::Operations`],
//! `a.b[0].c` one traversal. Names, and the text of a file, are borrowed from the tree
//! ([`Tree::text`]); names are as written, not in normal form C.

use polycty_core::source::{Position, Range, Source, SourceText, Span};
use polycty_core::syntax::{Arena, Id, List, SPARE};
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::ops::Index;
use std::sync::Arc;

/// The number of an expression within its [`Tree`]: below [`Tree::expression_count`].
pub type ExprId = Id<Expr>;

/// The number of a body within its [`Tree`].
pub type BodyId = Id<Body>;

/// The number of a function call within its [`Tree`].
pub type CallId = Id<Call>;

/// The number of a `for` expression within its [`Tree`].
pub type ForId = Id<For>;

/// The number of a literal's value within its [`Tree`].
pub type ValueId = Id<Value>;

/// Text of a tree, [`Tree::text`]: most often a stretch of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    pub(super) start: u32,
    pub(super) len: u32,
}

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// What it stands for.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// A number, a string without sequences, `true`, `false` or `null`.
    Literal(ValueId),
    /// A quoted or bare template or a heredoc: its parts make one string. Literal
    /// parts are [`ExprKind::Literal`].
    Template(List<ExprId>),
    /// A template that is one interpolation and nothing else: its value, of any
    /// type.
    TemplateWrap(ExprId),
    /// The strings that a [`ExprKind::For`] gives, joined: a template's `for`
    /// directive.
    TemplateJoin(ExprId),
    /// A variable, [`StepKind::Root`], and the steps into it.
    ScopeTraversal(List<Step>),
    /// Steps into the value of an expression that is no traversal.
    RelativeTraversal {
        /// The expression.
        source: ExprId,
        /// The steps, none of which is [`StepKind::Root`].
        steps: List<Step>,
    },
    /// A call of a function.
    Call(CallId),
    /// `condition ? yes : no`, or a template's `if` directive.
    Conditional {
        /// What decides.
        condition: ExprId,
        /// The result when it is true.
        yes: ExprId,
        /// The result when it is false.
        no: ExprId,
    },
    /// `collection[key]` with a key that is no literal.
    Index {
        /// What is indexed.
        collection: ExprId,
        /// The key.
        key: ExprId,
        /// Where the opening bracket stands; the closing one ends the expression.
        open: u32,
    },
    /// `[a, b]`.
    Tuple(List<ExprId>),
    /// `{a = b, (c) = d}`.
    Object(List<ObjectItem>),
    /// `[for ...]` or `{for ...}`.
    For(ForId),
    /// `source[*].x` or `source.*.x`.
    Splat {
        /// What gives the elements.
        source: ExprId,
        /// The [`ExprKind::SplatItem`] that stands for each element. It stands for
        /// the bytes of the marker, `[*]` or `.*`.
        item: ExprId,
        /// What is made of each element: the item itself, or something with the item
        /// innermost at its left.
        each: ExprId,
    },
    /// The element that a splat expression is at: the innermost one around in whose
    /// `each` this stands.
    SplatItem,
    /// `-a` or `!a`.
    Unary {
        /// The operator, at the start of the expression.
        operator: UnaryOp,
        /// Its operand.
        operand: ExprId,
    },
    /// Operators of one precedence, from left to right: `((first op a) op b) ...`.
    /// The part up to an operand stands for the bytes from the start of this
    /// expression to the end of that operand.
    Operations {
        /// The leftmost operand.
        first: ExprId,
        /// The operators and what stands to their right, at least one.
        rest: List<Operation>,
    },
    /// `(a)`.
    Parentheses(ExprId),
    /// Where no expression could be read, which a diagnostic tells of.
    Invalid,
}

/// An operator and the operand to its right.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The operator.
    pub operator: BinaryOp,
    /// Where it stands.
    pub span: Span,
    /// What stands to its right.
    pub operand: ExprId,
}

/// An operator between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
}

/// An operator before its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `!`
    Not,
    /// `-`
    Negate,
}

/// One step of a traversal.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The step with its dot or brackets.
    pub span: Span,
    /// Where to.
    pub kind: StepKind,
}

/// Where a step of a traversal goes.
#[derive(Clone, Copy, Debug)]
pub enum StepKind {
    /// The variable that the traversal begins with.
    Root(Name),
    /// `.name`
    Attr(Name),
    /// `[0]`, `["key"]` or the old `.0`: a known number or string; an unknown of
    /// any type where the text was wrong.
    Index(ValueId),
}

/// A call of a function.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The name, with `::` between its parts and no white space.
    pub name: Name,
    /// Where the name stands.
    pub name_span: Span,
    /// The opening parenthesis.
    pub open: Span,
    /// The closing parenthesis.
    pub close: Span,
    /// The arguments.
    pub arguments: List<ExprId>,
    /// Whether the last argument is a sequence of arguments, `...`.
    pub expand_final: bool,
}

/// An item of an object: `key = value`.
#[derive(Clone, Copy, Debug)]
pub struct ObjectItem {
    /// The key.
    pub key: ExprId,
    /// The name that the key is, when it is a single name without parentheses around
    /// it: then it stands for that name and is no variable.
    pub literal_key: Option<Name>,
    /// The value.
    pub value: ExprId,
}

/// A `for` expression.
#[derive(Clone, Copy, Debug)]
pub struct For {
    /// The name for each key, if there is one.
    pub key_variable: Option<Name>,
    /// The name for each value.
    pub value_variable: Name,
    /// What is iterated over.
    pub collection: ExprId,
    /// The key of each item, in a `for` that makes an object.
    pub key: Option<ExprId>,
    /// The value of each item.
    pub value: ExprId,
    /// The condition after `if`.
    pub condition: Option<ExprId>,
    /// Whether the values of equal keys are gathered, `...`.
    pub group: bool,
    /// The opening bracket or brace.
    pub open: Span,
    /// The closing one.
    pub close: Span,
}

/// A body: a file's, or what stands between a block's braces.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// What it stands for; a block's with its braces.
    pub span: Span,
    /// The place where a missing item would stand at its end.
    pub end: u32,
    /// The arguments, in the order of the text; each name once.
    pub attributes: List<Attribute>,
    /// Arguments whose names were set before, in the order of the text.
    pub repeated: List<Attribute>,
    /// The blocks, in the order of the text.
    pub blocks: List<Block>,
}

/// An argument: `name = value`.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The name.
    pub name: Name,
    /// Where the name stands.
    pub name_span: Span,
    /// The equals sign.
    pub equals: Span,
    /// The value.
    pub value: ExprId,
    /// The whole argument.
    pub span: Span,
}

/// A block: `type "label" { ... }`.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The type.
    pub block_type: Name,
    /// Where the type stands.
    pub type_span: Span,
    /// The labels.
    pub labels: List<Label>,
    /// The opening brace.
    pub open: Span,
    /// The closing brace.
    pub close: Span,
    /// What stands between the braces.
    pub body: BodyId,
}

/// A label of a block.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The text, without quotes and escapes.
    pub text: Name,
    /// Where it stands, with its quotes.
    pub span: Span,
}

/// A parsed text. [`Index`] gives the nodes: `tree[id]`, `tree[list]`.
#[derive(Debug)]
pub struct Tree {
    pub(super) source: SourceText,
    pub(super) nodes: Nodes,
}

/// The arenas of a tree.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    /// Names that the source does not contain as they are.
    pub(super) names: String,
    /// Whether a function with `::` in its name is called.
    pub(super) in_namespaces: bool,
    pub(super) exprs: Arena<Expr>,
    pub(super) lists: Arena<ExprId>,
    pub(super) steps: Arena<Step>,
    pub(super) operations: Arena<Operation>,
    pub(super) items: Arena<ObjectItem>,
    pub(super) calls: Arena<Call>,
    pub(super) fors: Arena<For>,
    pub(super) values: Arena<Value>,
    pub(super) bodies: Arena<Body>,
    pub(super) attributes: Arena<Attribute>,
    pub(super) blocks: Arena<Block>,
    pub(super) labels: Arena<Label>,
}

impl Nodes {
    /// The most bytes that the arenas keep though no node needs them.
    pub(super) const SPARE: usize = 12 * SPARE;

    /// Gives back what the arenas do not need.
    pub(super) fn shrink(&mut self) {
        self.names.shrink_to_fit();
        self.exprs.shrink();
        self.lists.shrink();
        self.steps.shrink();
        self.operations.shrink();
        self.items.shrink();
        self.calls.shrink();
        self.fors.shrink();
        self.values.shrink();
        self.bodies.shrink();
        self.attributes.shrink();
        self.blocks.shrink();
        self.labels.shrink();
    }

    /// The bytes of memory that the arenas take, what the values own apart.
    pub(super) fn memory(&self) -> usize {
        self.names.capacity()
            + self.exprs.memory()
            + self.lists.memory()
            + self.steps.memory()
            + self.operations.memory()
            + self.items.memory()
            + self.calls.memory()
            + self.fors.memory()
            + self.values.memory()
            + self.bodies.memory()
            + self.attributes.memory()
            + self.blocks.memory()
            + self.labels.memory()
    }
}

impl Tree {
    /// The text and its name.
    #[must_use]
    pub fn source(&self) -> &Source {
        self.source.source()
    }

    /// The text of a name.
    #[must_use]
    #[inline]
    #[expect(
        clippy::string_slice,
        reason = "names are whole tokens, or were appended to the names"
    )]
    pub fn text(&self, name: Name) -> &str {
        let text = &self.source().text;
        let (start, len) = (name.start as usize, name.len as usize);
        match start.checked_sub(text.len()) {
            Some(start) => &self.nodes.names[start..start + len],
            None => &text[start..start + len],
        }
    }

    /// How many expressions the tree has.
    #[must_use]
    pub fn expression_count(&self) -> usize {
        self.nodes.exprs.len()
    }

    /// Whether some expression calls a function with `::` in its name.
    #[must_use]
    pub fn calls_in_namespaces(&self) -> bool {
        self.nodes.in_namespaces
    }

    /// How many arguments, blocks and labels of blocks the tree has.
    pub(crate) fn item_counts(&self) -> [usize; 3] {
        let nodes = &self.nodes;
        [
            nodes.attributes.len(),
            nodes.blocks.len(),
            nodes.labels.len(),
        ]
    }

    /// The stretch of the source that a span stands for.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.source.slice(span)
    }

    /// The lines, columns and bytes of a span. The first call counts the lines of
    /// the whole text.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        self.source.range(span)
    }

    /// The line, column and byte of a byte of the text.
    #[must_use]
    pub fn position(&self, byte: u32) -> Position {
        self.source.position(byte)
    }

    /// The byte at a line and column: [`SourceText::byte_at`].
    #[must_use]
    pub fn byte_at(&self, line: u32, column: u32) -> usize {
        self.source.byte_at(line, column)
    }

    /// The variable that steps begin with.
    #[must_use]
    pub fn root_name(&self, steps: &[Step]) -> Option<&str> {
        match steps.first()?.kind {
            StepKind::Root(name) => Some(self.text(name)),
            StepKind::Attr(_) | StepKind::Index(_) => None,
        }
    }

    /// The bytes of memory that the tree takes, the text itself included, the
    /// values of long strings and numbers not.
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of::<Tree>() + self.source.memory() + self.nodes.memory()
    }
}

/// `tree[id]` for the nodes that are known by number.
macro_rules! node {
    ($($id:ty => $arena:ident: $node:ty),* $(,)?) => {$(
        impl Index<$id> for Tree {
            type Output = $node;

            #[inline]
            fn index(&self, id: $id) -> &$node {
                &self.nodes.$arena[id]
            }
        }
    )*};
}

node! {
    ExprId => exprs: Expr,
    BodyId => bodies: Body,
    CallId => calls: Call,
    ForId => fors: For,
    ValueId => values: Value,
}

/// `tree[list]` for the parts of nodes.
macro_rules! list {
    ($($node:ty => $arena:ident),* $(,)?) => {$(
        impl Index<List<$node>> for Tree {
            type Output = [$node];

            #[inline]
            fn index(&self, list: List<$node>) -> &[$node] {
                &self.nodes.$arena[list]
            }
        }
    )*};
}

list! {
    ExprId => lists,
    Step => steps,
    Operation => operations,
    ObjectItem => items,
    Attribute => attributes,
    Block => blocks,
    Label => labels,
}

/// An expression with the tree that it stands in: cheap to clone, and may outlive
/// whatever it was parsed for.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The tree.
    pub tree: Arc<Tree>,
    /// The expression's number in it.
    pub id: ExprId,
}

impl Expression {
    /// Where it stands.
    #[must_use]
    pub fn range(&self) -> Range {
        self.tree.range(self.tree[self.id].span)
    }
}

/// A traversal apart from any tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Traversal {
    /// The steps, the first of which is a [`TraversalStepKind::Root`] when the
    /// traversal is absolute.
    pub steps: Vec<TraversalStep>,
}

impl Traversal {
    /// Whether it begins with a variable.
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.root().is_some()
    }

    /// The variable that it begins with.
    #[must_use]
    pub fn root(&self) -> Option<&Str> {
        match &self.steps.first()?.kind {
            TraversalStepKind::Root(name) => Some(name),
            _ => None,
        }
    }

    /// From the first step to the last.
    #[must_use]
    pub fn range(&self) -> Option<Range> {
        Some(Range {
            start: self.steps.first()?.range.start,
            end: self.steps.last()?.range.end,
        })
    }
}

/// One step of a [`Traversal`].
#[derive(Clone, Debug, PartialEq)]
pub struct TraversalStep {
    /// Where it stands.
    pub range: Range,
    /// Where it goes.
    pub kind: TraversalStepKind,
}

/// Where a step of a [`Traversal`] goes.
#[derive(Clone, Debug, PartialEq)]
pub enum TraversalStepKind {
    /// A variable.
    Root(Str),
    /// `.name`
    Attr(Str),
    /// `[0]` or `["key"]`
    Index(Value),
}
