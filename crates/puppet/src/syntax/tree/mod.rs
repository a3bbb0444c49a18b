//! The syntax tree of a manifest, template or expression.
//!
//! A parsed text is one [`Program`]: arenas of nodes that refer to each other by index. Any part of
//! it can be walked and evaluated any number of times. The parser does the work that an evaluator
//! would otherwise repeat:
//!
//! - names are indices into a table ([`NameId`])
//! - numbers and strings without interpolation are decoded
//! - operators are enumerations
//! - calls without parentheses (`notice 1`) are calls
//!
//! Each node has its byte range ([`Span`]). Where Puppet reports the position of an operator, the
//! node has that position in addition (`at`); the position of any other node is its first byte.
//! Lines and columns are computed on demand ([`Program::place`]).
//!
//! The depth of the tree is at most `MAX_PROGRAM_NESTING`. Chains in the text do not nest in the tree: `a +
//! b - c` is one [`ExprKind::Operations`], and an `elsif` is one more [`Branch`].

mod program;

pub(crate) use program::Nodes;
pub(super) use program::at;
pub use program::{Program, TemplateParameters};

use polycty_core::source::Span;
use polycty_core::syntax::{Id, List};
use polycty_core::values::Value;

/// The index of an expression in its [`Program`].
pub type ExprId = Id<Expr>;

/// The index of a name in its [`Program`]. Equal texts have equal indices, and each index is less
/// than [`Program::name_count`].
pub type NameId = Id<Name>;

/// The index of a literal's value in its [`Program`].
pub type ValueId = Id<Value>;

/// The index of a lambda in its [`Program`].
pub type LambdaId = Id<Lambda>;

/// An ordered list of statements or expressions.
pub type Exprs = List<ExprId>;

/// A name in a program.
#[derive(Clone, Copy, Debug)]
pub struct Name(Named);

/// The origin of a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    /// The name is in the text; its first occurrence.
    Written(Span),
    /// The grammar implies a name that the text omits.
    Implied(&'static str),
}

impl Name {
    #[inline]
    pub(super) fn new(named: Named) -> Name {
        Name(named)
    }

    /// Returns the name; `text` is the text that was parsed.
    #[inline]
    pub(crate) fn of(self, text: &str) -> &str {
        match self.0 {
            Named::Written(span) => span.slice(text),
            Named::Implied(name) => name,
        }
    }
}

/// An expression, a statement or a definition.
#[derive(Clone, Copy, Debug)]
pub struct Expr {
    /// The bytes of the expression.
    pub span: Span,
    /// The kind of the expression, with its parts.
    pub kind: ExprKind,
}

/// The kinds of expressions.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true` or `false`
    Bool(bool),
    /// A nonnegative integer that fits a signed 64-bit integer.
    Integer(i64),
    /// An exact integer that exceeds 64 bits; the validator rejects it.
    BigInteger(ValueId),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A decoded quoted string without interpolation.
    String(ValueId),
    /// A bare word, whose value is the string of its text.
    Name(NameId),
    /// The source of a regular expression, a string.
    Regexp(ValueId),
    /// A capitalized name, as written.
    TypeName(NameId),
    /// A reserved word; the validator rejects it.
    Reserved(NameId),
    /// A variable without its `$`, as written: `::x` and `x` are different names.
    Variable(NameId),
    /// A double-quoted string that interpolates: an alternation of strings and expressions without
    /// the empty strings.
    Interpolation(Exprs),
    /// A heredoc.
    Heredoc {
        /// The syntax in its tag, or the empty name.
        syntax: NameId,
        /// Its text: a [`ExprKind::String`] or a [`ExprKind::Interpolation`].
        text: ExprId,
    },
    /// `[a, b]`
    Array(Exprs),
    /// `{a => b}`, or entries without braces in arguments, keys or elements.
    Hash(List<Entry>),
    /// `a[b, c]`, with at least one key.
    Access {
        /// The accessed value.
        of: ExprId,
        /// The keys.
        keys: Exprs,
    },
    /// `!a`
    Not(ExprId),
    /// `-a`
    Minus(ExprId),
    /// `*a`
    Splat(ExprId),
    /// `(a)`
    Parentheses(ExprId),
    /// Operators of one precedence, from left to right: `((first op a) op b) ...`.
    Operations {
        /// The leftmost operand.
        first: ExprId,
        /// The operators with their right operands, at least one.
        rest: List<Operation>,
    },
    /// `a = b`, `a += b` or `a -= b`.
    Assignment {
        /// The operator.
        operator: AssignOp,
        /// The position of the operator.
        at: u32,
        /// The target of the assignment.
        target: ExprId,
        /// The value.
        value: ExprId,
    },
    /// `a ? { b => c }` or `a ? b => c`.
    Selector {
        /// The control expression.
        of: ExprId,
        /// The options, at least one.
        options: List<Entry>,
    },
    /// `if`, with its branches in order; only the last may be without a condition.
    If(List<Branch>),
    /// `unless`: one branch, optionally followed by one without a condition.
    Unless(List<Branch>),
    /// `case`
    Case {
        /// The control expression.
        of: ExprId,
        /// The options, at least one.
        options: List<CaseOption>,
    },
    /// `f(a)`, `T(a)`, `f a`.
    Call(Id<Call>),
    /// `a.f(b)`
    MethodCall(Id<MethodCall>),
    /// `file { 'a': }`, `@file { 'a': }`, `@@file { 'a': }`.
    Resource(Id<Resource>),
    /// `file { mode => 'a' }`, which has no title; the validator rejects it.
    Untitled {
        /// The name before the brace.
        name: NameId,
        /// The attributes between the braces.
        attributes: List<Attribute>,
    },
    /// `File { mode => 'a' }` or `File['a'] { mode => 'a' }`.
    ResourceSettings(Id<ResourceSettings>),
    /// `File <| a == b |> { }`
    Collector(Id<Collector>),
    /// A class, a defined type, a function, a node or a type alias.
    Definition(Id<Definition>),
    /// Literal text of a template, a string.
    RenderText(ValueId),
    /// `<%= a %>`; with a [`ExprKind::Block`], `<%= { a } %>`.
    RenderExpression(ExprId),
    /// Statements in braces; the value is that of the last statement.
    Block(Exprs),
}

/// An operator and the operand to its right.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The operator.
    pub operator: BinaryOp,
    /// The position of its first byte.
    pub at: u32,
    /// The right operand.
    pub operand: ExprId,
}

/// A binary operator, in order from the tightest to the loosest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `in`
    In,
    /// `=~`
    Match,
    /// `!~`
    NotMatch,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `<<`
    ShiftLeft,
    /// `>>`
    ShiftRight,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `and`
    And,
    /// `or`
    Or,
    /// `->`
    Before,
    /// `~>`
    Notifies,
    /// `<-`
    After,
    /// `<~`
    NotifiedBy,
}

impl BinaryOp {
    /// Returns the operator as written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::In => "in",
            BinaryOp::Match => "=~",
            BinaryOp::NotMatch => "!~",
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Modulo => "%",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::ShiftLeft => "<<",
            BinaryOp::ShiftRight => ">>",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Less => "<",
            BinaryOp::LessOrEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterOrEqual => ">=",
            BinaryOp::And => "and",
            BinaryOp::Or => "or",
            BinaryOp::Before => "->",
            BinaryOp::Notifies => "~>",
            BinaryOp::After => "<-",
            BinaryOp::NotifiedBy => "<~",
        }
    }

    /// Whether the operator relates resources.
    #[must_use]
    #[inline]
    pub fn is_relationship(self) -> bool {
        self as u8 >= BinaryOp::Before as u8
    }
}

/// The operators of assignments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`, which the validator rejects.
    Append,
    /// `-=`, which the validator rejects.
    Delete,
}

impl AssignOp {
    /// Returns the operator as written.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            AssignOp::Set => "=",
            AssignOp::Append => "+=",
            AssignOp::Delete => "-=",
        }
    }
}

/// `key => value`, in a hash or a selector.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The key.
    pub key: ExprId,
    /// The value.
    pub value: ExprId,
    /// The position of the arrow's first byte.
    pub at: u32,
}

/// A branch of an `if` or an `unless`.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The position of its keyword's first byte.
    pub at: u32,
    /// The condition; `else` has none.
    pub condition: Option<ExprId>,
    /// Its statements.
    pub body: Exprs,
}

/// An option of a `case`.
#[derive(Clone, Copy, Debug)]
pub struct CaseOption {
    /// The bytes from the first value to the closing brace.
    pub span: Span,
    /// The values that it matches, at least one.
    pub values: Exprs,
    /// Its statements.
    pub body: Exprs,
}

/// A call with the callee before the arguments.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The callee: a [`ExprKind::Name`], a type, or an expression that the validator rejects.
    pub callee: ExprId,
    /// The arguments, without the lambda.
    pub arguments: Exprs,
    /// The lambda.
    pub lambda: Option<Id<Lambda>>,
    /// The syntactic form.
    pub form: CallForm,
}

/// The syntactic form of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallForm {
    /// `f(a)`, whose value is used.
    Parentheses,
    /// `f a`, a statement.
    Statement,
}

/// A call of a function by `receiver.name`.
#[derive(Clone, Copy, Debug)]
pub struct MethodCall {
    /// The first argument.
    pub receiver: ExprId,
    /// The function.
    pub name: NameId,
    /// The bytes of the name.
    pub name_span: Span,
    /// The position that Puppet reports: the opening parenthesis if present, else the dot.
    pub at: u32,
    /// The arguments after the receiver, without the lambda.
    pub arguments: Exprs,
    /// The lambda.
    pub lambda: Option<Id<Lambda>>,
}

/// `|$a, $b| >> T { ... }`
#[derive(Clone, Copy, Debug)]
pub struct Lambda {
    /// The bytes of the lambda.
    pub span: Span,
    /// Its parameters.
    pub parameters: List<Parameter>,
    /// The return type.
    pub returns: Option<ExprId>,
    /// Its statements.
    pub body: Exprs,
}

/// A parameter of a lambda, a function, a class, a defined type or a template.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its type: a type name with or without parameters.
    pub ty: Option<ExprId>,
    /// The arguments that it takes.
    pub takes: Takes,
    /// Its name, without the `$`.
    pub name: NameId,
    /// The bytes of the variable.
    pub name_span: Span,
    /// Its default.
    pub default: Option<ExprId>,
}

/// The arguments that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Takes {
    /// One argument.
    One,
    /// All remaining arguments: `*$a`.
    Rest,
}

/// Resources of one type.
#[derive(Clone, Copy, Debug)]
pub struct Resource {
    /// Whether they are regular, virtual or exported.
    pub form: ResourceForm,
    /// The type: a name, `class`, or an expression.
    pub ty: ExprId,
    /// The bodies, at least one.
    pub bodies: List<ResourceBody>,
}

/// The form of a resource declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResourceForm {
    /// Realized by its declaration.
    Regular,
    /// `@`: realized by a collector.
    Virtual,
    /// `@@`: also available to other nodes.
    Exported,
}

/// `title: attributes`: one resource, or several for an array of titles.
#[derive(Clone, Copy, Debug)]
pub struct ResourceBody {
    /// The title or the titles.
    pub title: ExprId,
    /// The attributes.
    pub attributes: List<Attribute>,
}

/// `name => value`, `name +> value` or `* => value`.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// The operator.
    pub operator: AttributeOp,
    /// The name; `*` for [`AttributeOp::Splat`].
    pub name: NameId,
    /// The bytes of the name.
    pub name_span: Span,
    /// The position of the arrow's first byte.
    pub at: u32,
    /// The value.
    pub value: ExprId,
}

/// The operators of attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOp {
    /// `=>`: sets the attribute.
    Set,
    /// `+>`: appends to the attribute.
    Append,
    /// `* =>`: each entry of a hash sets one attribute.
    Splat,
}

/// Attributes of resources that are declared elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct ResourceSettings {
    /// Whether they are defaults or overrides.
    pub of: Settings,
    /// Its marking as virtual or exported, which the validator rejects.
    pub form: ResourceForm,
    /// The type, or the resources.
    pub target: ExprId,
    /// The attributes.
    pub attributes: List<Attribute>,
}

/// The resources to which separate attributes apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Settings {
    /// The resources of the type that do not set the attributes themselves.
    Defaults,
    /// The named resources.
    Override,
}

/// `T <| query |> { attributes }`
#[derive(Clone, Copy, Debug)]
pub struct Collector {
    /// The kind of resources that it collects.
    pub collects: Collects,
    /// The type.
    pub ty: ExprId,
    /// The condition: an expression of `==`, `!=`, `and`, `or` and parentheses.
    pub query: Option<ExprId>,
    /// The attributes that it sets.
    pub attributes: List<Attribute>,
}

/// The kind of resources that a collector collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collects {
    /// `<| |>`: resources of the catalog.
    Virtual,
    /// `<<| |>>`: also resources that other nodes export.
    Exported,
}

impl Collects {
    /// Returns Puppet's label of such a collector.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Collects::Virtual => "Virtual Query",
            Collects::Exported => "Exported Query",
        }
    }
}

/// A definition.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Its kind.
    pub kind: DefinitionKind,
    /// Its name as written; the empty name for a node.
    pub name: NameId,
    /// The bytes of the name; for a node, of its keyword.
    pub name_span: Span,
    /// The parameters.
    pub parameters: List<Parameter>,
    /// The statements.
    pub body: Exprs,
}

/// The kinds of definitions.
#[derive(Clone, Copy, Debug)]
pub enum DefinitionKind {
    /// `class a inherits b { }`
    Class {
        /// The parent class.
        parent: Option<NameId>,
    },
    /// `define a { }`
    DefinedType,
    /// `function a() >> T { }`
    Function {
        /// The return type.
        returns: Option<ExprId>,
    },
    /// `node a, /b/ { }`
    Node {
        /// The nodes that it matches: strings, dotted names as strings, regular expressions,
        /// `default`.
        matches: Exprs,
        /// The parent node, which the validator rejects.
        parent: Option<ExprId>,
    },
    /// `type A = T`
    TypeAlias {
        /// The aliased type.
        value: ExprId,
    },
    /// `type A[T] = B`, which maps types between runtimes.
    TypeMapping {
        /// The mapped type.
        from: ExprId,
        /// The type that it is mapped to.
        to: ExprId,
    },
    /// `type A inherits B { }`, which the validator rejects.
    TypeDefinition {
        /// The parent type.
        parent: Option<NameId>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<ExprKind>(), 16);
        assert_eq!(size_of::<Expr>(), 24);
        assert_eq!(size_of::<Operation>(), 12);
    }
}
