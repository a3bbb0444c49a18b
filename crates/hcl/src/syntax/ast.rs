//! The syntax tree of a text in native syntax.
//!
//! A parsed text is one [`Tree`]: arenas of nodes that refer to each other by number. Any part can
//! be evaluated any number of times. A node stores its byte range as a [`Span`]; lines and columns
//! are computed on request ([`Tree::range`]).
//!
//! Nesting is limited by [`MAX_NESTING`](super::MAX_NESTING). Syntax that nests deeper is reported
//! by a diagnostic and replaced with [`ExprKind::Invalid`]. Chains do not nest: `a + b - c` is one
//! [`ExprKind::Operations`], `a.b[0].c` one traversal. Names and the text of a file are borrowed
//! from the tree ([`Tree::text`]); names are stored as written, not in normalization form C.

use polycty_core::source::{Position, Range, Source, SourceText, Span};
use polycty_core::syntax::{Arena, Id, List, SPARE};
use polycty_core::types::Str;
use polycty_core::values::Value;
use std::ops::Index;
use std::sync::Arc;

/// The number of an expression in its [`Tree`], less than [`Tree::expression_count`].
pub type ExprId = Id<Expr>;

/// The number of a body in its [`Tree`].
pub type BodyId = Id<Body>;

/// The number of a function call in its [`Tree`].
pub type CallId = Id<Call>;

/// The number of a `for` expression in its [`Tree`].
pub type ForId = Id<For>;

/// The number of the value of a literal in its [`Tree`].
pub type ValueId = Id<Value>;

/// Text of a tree, returned by [`Tree::text`]; usually a span of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    pub(super) start: u32,
    pub(super) len: u32,
}

/// An expression.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// The span of the expression.
    pub span: Span,
    /// The kind of the expression.
    pub kind: ExprKind,
}

/// The kind of an expression.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// A number, a string without sequences, `true`, `false` or `null`.
    Literal(ValueId),
    /// A quoted or bare template or a heredoc, whose parts form one string. Literal parts are
    /// [`ExprKind::Literal`].
    Template(List<ExprId>),
    /// A template that consists of a single interpolation. Its value has the value and type of that
    /// interpolation.
    TemplateWrap(ExprId),
    /// The concatenated strings of an [`ExprKind::For`]: the `for` directive of a template.
    TemplateJoin(ExprId),
    /// A variable, [`StepKind::Root`], and the steps into it.
    ScopeTraversal(List<Step>),
    /// Steps into the value of an expression that is not a traversal.
    RelativeTraversal {
        /// The expression.
        source: ExprId,
        /// The steps, without any [`StepKind::Root`].
        steps: List<Step>,
    },
    /// A function call.
    Call(CallId),
    /// `condition ? yes : no`, or the `if` directive of a template.
    Conditional {
        /// The condition.
        condition: ExprId,
        /// The result if the condition is true.
        yes: ExprId,
        /// The result if the condition is false.
        no: ExprId,
    },
    /// `collection[key]` with a key that is not a literal.
    Index {
        /// The indexed expression.
        collection: ExprId,
        /// The key.
        key: ExprId,
        /// The position of the opening bracket. The closing bracket ends the expression.
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
        /// The source of the elements.
        source: ExprId,
        /// The [`ExprKind::SplatItem`] that represents each element. Its span is that of the
        /// marker, `[*]` or `.*`.
        item: ExprId,
        /// The result for each element: the item itself, or an expression with the item as its
        /// innermost left part.
        each: ExprId,
    },
    /// The current element of a splat expression: that of the innermost enclosing splat whose
    /// `each` contains this expression.
    SplatItem,
    /// `-a` or `!a`.
    Unary {
        /// The operator, at the start of the expression.
        operator: UnaryOp,
        /// Its operand.
        operand: ExprId,
    },
    /// Operators of one precedence, from left to right: `((first op a) op b) ...`. The partial
    /// expression up to an operand spans the bytes from the start of this expression to the end of
    /// that operand.
    Operations {
        /// The leftmost operand.
        first: ExprId,
        /// At least one operator with its right operand.
        rest: List<Operation>,
    },
    /// `(a)`.
    Parentheses(ExprId),
    /// A syntax error, which a diagnostic reports.
    Invalid,
}

/// An operator and the operand to its right.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The operator.
    pub operator: BinaryOp,
    /// The position of the operator.
    pub span: Span,
    /// The right operand.
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
    /// The span of the step, with its dot or brackets.
    pub span: Span,
    /// The kind of the step.
    pub kind: StepKind,
}

/// The kind of a traversal step.
#[derive(Clone, Copy, Debug)]
pub enum StepKind {
    /// The variable at the start of the traversal.
    Root(Name),
    /// `.name`
    Attr(Name),
    /// `[0]`, `["key"]` or the legacy `.0`: a known number or string, or an unknown value of any
    /// type after a syntax error.
    Index(ValueId),
}

/// A function call.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The name, with `::` between its parts and no white space.
    pub name: Name,
    /// The position of the name.
    pub name_span: Span,
    /// The opening parenthesis.
    pub open: Span,
    /// The closing parenthesis.
    pub close: Span,
    /// The arguments.
    pub arguments: List<ExprId>,
    /// Whether the last argument is expanded with `...`.
    pub expand_final: bool,
}

/// An item of an object: `key = value`.
#[derive(Clone, Copy, Debug)]
pub struct ObjectItem {
    /// The key.
    pub key: ExprId,
    /// The name, if the key is a single name without parentheses. The name is then the key itself,
    /// not a variable.
    pub literal_key: Option<Name>,
    /// The value.
    pub value: ExprId,
}

/// A `for` expression.
#[derive(Clone, Copy, Debug)]
pub struct For {
    /// The name for each key, if present.
    pub key_variable: Option<Name>,
    /// The name for each value.
    pub value_variable: Name,
    /// The collection to iterate over.
    pub collection: ExprId,
    /// The key of each item, if the `for` expression creates an object.
    pub key: Option<ExprId>,
    /// The value of each item.
    pub value: ExprId,
    /// The condition after `if`.
    pub condition: Option<ExprId>,
    /// Whether the values of equal keys are grouped with `...`.
    pub group: bool,
    /// The opening bracket or brace.
    pub open: Span,
    /// The closing bracket or brace.
    pub close: Span,
}

/// The body of a file, or of a block between its braces.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// The span of the body; for a block, with its braces.
    pub span: Span,
    /// The position at the end of the body where a missing item is reported.
    pub end: u32,
    /// The arguments in source order, without repeated names.
    pub attributes: List<Attribute>,
    /// The arguments that repeat an earlier name, in source order.
    pub repeated: List<Attribute>,
    /// The blocks in source order.
    pub blocks: List<Block>,
}

/// An argument: `name = value`.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The name.
    pub name: Name,
    /// The position of the name.
    pub name_span: Span,
    /// The equals sign.
    pub equals: Span,
    /// The value.
    pub value: ExprId,
    /// The span of the whole argument.
    pub span: Span,
}

/// A block: `type "label" { ... }`.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The type.
    pub block_type: Name,
    /// The position of the type.
    pub type_span: Span,
    /// The labels.
    pub labels: List<Label>,
    /// The opening brace.
    pub open: Span,
    /// The closing brace.
    pub close: Span,
    /// The body between the braces.
    pub body: BodyId,
}

/// A label of a block.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// The text, without quotes and escapes.
    pub text: Name,
    /// The position of the label, with its quotes.
    pub span: Span,
}

/// A parsed text. The nodes are accessed with [`Index`]: `tree[id]`, `tree[list]`.
#[derive(Debug)]
pub struct Tree {
    pub(super) source: SourceText,
    pub(super) nodes: Nodes,
}

/// The arenas of a tree.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    /// Names whose text is not a span of the source.
    pub(super) names: String,
    /// Whether the text calls a function with `::` in its name.
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
    /// The maximum number of unused bytes that the arenas keep.
    pub(super) const SPARE: usize = 12 * SPARE;

    /// Frees the unused memory of the arenas.
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

    /// The memory of the arenas in bytes, without memory owned by values.
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
    /// The source text and its name.
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

    /// The number of expressions in the tree.
    #[must_use]
    pub fn expression_count(&self) -> usize {
        self.nodes.exprs.len()
    }

    /// Whether any expression calls a function with `::` in its name.
    #[must_use]
    pub fn calls_in_namespaces(&self) -> bool {
        self.nodes.in_namespaces
    }

    /// The numbers of arguments, blocks and block labels in the tree.
    pub(crate) fn item_counts(&self) -> [usize; 3] {
        let nodes = &self.nodes;
        [
            nodes.attributes.len(),
            nodes.blocks.len(),
            nodes.labels.len(),
        ]
    }

    /// The text of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.source.slice(span)
    }

    /// The lines, columns and bytes of a span. The first call computes the lines of the whole text.
    #[must_use]
    pub fn range(&self, span: Span) -> Range {
        self.source.range(span)
    }

    /// The position (line, column and byte) of a byte of the text.
    #[must_use]
    pub fn position(&self, byte: u32) -> Position {
        self.source.position(byte)
    }

    /// The byte at a line and a column. See [`SourceText::byte_at`].
    #[must_use]
    pub fn byte_at(&self, line: u32, column: u32) -> usize {
        self.source.byte_at(line, column)
    }

    /// The variable at the start of some steps.
    #[must_use]
    pub fn root_name(&self, steps: &[Step]) -> Option<&str> {
        match steps.first()?.kind {
            StepKind::Root(name) => Some(self.text(name)),
            StepKind::Attr(_) | StepKind::Index(_) => None,
        }
    }

    /// The memory of the tree in bytes, including the text, without memory owned by long strings
    /// and numbers.
    #[must_use]
    pub fn memory(&self) -> usize {
        size_of::<Tree>() + self.source.memory() + self.nodes.memory()
    }
}

/// `tree[id]` for nodes with a number.
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

/// `tree[list]` for parts of nodes.
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

/// An expression with its tree. It is cheap to clone and independent of the lifetime of the parse
/// result.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The tree.
    pub tree: Arc<Tree>,
    /// The number of the expression in the tree.
    pub id: ExprId,
}

impl Expression {
    /// The source range of the expression.
    #[must_use]
    pub fn range(&self) -> Range {
        self.tree.range(self.tree[self.id].span)
    }
}

/// A traversal that is independent of a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Traversal {
    /// The steps. The first one is a [`TraversalStepKind::Root`] if the traversal is absolute.
    pub steps: Vec<TraversalStep>,
}

impl Traversal {
    /// Whether the traversal starts with a variable.
    #[must_use]
    pub fn is_absolute(&self) -> bool {
        self.root().is_some()
    }

    /// The variable at the start of the traversal.
    #[must_use]
    pub fn root(&self) -> Option<&Str> {
        match &self.steps.first()?.kind {
            TraversalStepKind::Root(name) => Some(name),
            _ => None,
        }
    }

    /// The range from the first step to the last.
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
    /// The source range of the step.
    pub range: Range,
    /// The kind of the step.
    pub kind: TraversalStepKind,
}

/// The kind of a step of a [`Traversal`].
#[derive(Clone, Debug, PartialEq)]
pub enum TraversalStepKind {
    /// A variable.
    Root(Str),
    /// `.name`
    Attr(Str),
    /// `[0]` or `["key"]`
    Index(Value),
}
