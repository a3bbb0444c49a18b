//! The syntax tree of a manifest, template or expression.
//!
//! A text is one [`Program`]: arenas of nodes that know each other by number, of which any
//! part can be walked and evaluated any number of times. Whatever an evaluator would
//! otherwise do each time is done once: names are numbers of a table ([`NameId`]), numbers
//! and strings without interpolation are decoded, operators are enumerations, and calls
//! without parentheses (`notice 1`) are calls.
//!
//! Nodes know the bytes that they stand for ([`Span`]). Where Puppet says that something is
//! at an operator, the node has that place besides (`at`); everything else is at its first
//! byte. Lines and columns are counted when asked for ([`Program::place`]).
//!
//! The tree is no deeper than `MAX_NESTING`. What chains without
//! nesting does not nest here either: `a + b - c` is one [`ExprKind::Operations`], an `elsif`
//! one more [`Branch`].

mod program;

pub(crate) use program::Nodes;
pub(super) use program::at;
pub use program::{Program, TemplateParameters};

use polycty_core::source::Span;
use polycty_core::syntax::{Id, List};
use polycty_core::values::Value;

/// The number of an expression within its [`Program`].
pub type ExprId = Id<Expr>;

/// The number of a name within its [`Program`]: equal texts have equal numbers, which are
/// less than [`Program::name_count`].
pub type NameId = Id<Name>;

/// The number of a literal's value within its [`Program`].
pub type ValueId = Id<Value>;

/// The number of a lambda within its [`Program`].
pub type LambdaId = Id<Lambda>;

/// Statements, or expressions in their order.
pub type Exprs = List<ExprId>;

/// A name of a program.
#[derive(Clone, Copy, Debug)]
pub struct Name(Named);

/// Where a name comes from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Named {
    /// It stands in the text: where it does first.
    Written(Span),
    /// The grammar says it where the text leaves it out.
    Implied(&'static str),
}

impl Name {
    #[inline]
    pub(super) fn new(named: Named) -> Name {
        Name(named)
    }

    /// What it is in the text that was read.
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
    /// What it stands for.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Copy, Debug)]
pub enum ExprKind {
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true` or `false`
    Bool(bool),
    /// A number that fits 64 bits with a sign; never negative.
    Integer(i64),
    /// A number that does not, an exact integer: the validator refuses it.
    BigInteger(ValueId),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A string in quotes without interpolation, decoded.
    String(ValueId),
    /// A bare word: the string of that text.
    Name(NameId),
    /// The source of a regular expression, a string.
    Regexp(ValueId),
    /// A capitalised name, as written.
    TypeName(NameId),
    /// A word that may not be used: the validator refuses it.
    Reserved(NameId),
    /// A variable, without its `$`; as written, so `::x` is another name than `x`.
    Variable(NameId),
    /// A double-quoted string that interpolates: strings and expressions in turns, of which
    /// the strings that are empty are left out.
    Interpolation(Exprs),
    /// A heredoc.
    Heredoc {
        /// The syntax that it names, or the empty name.
        syntax: NameId,
        /// Its text: a [`ExprKind::String`] or a [`ExprKind::Interpolation`].
        text: ExprId,
    },
    /// `[a, b]`
    Array(Exprs),
    /// `{a => b}`, or entries without braces among arguments, keys or elements.
    Hash(List<Entry>),
    /// `a[b, c]`, with at least one key.
    Access {
        /// What is accessed.
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
        /// The operators and what stands to their right, at least one.
        rest: List<Operation>,
    },
    /// `a = b`, `a += b` or `a -= b`.
    Assignment {
        /// Which one.
        operator: AssignOp,
        /// Where the operator stands.
        at: u32,
        /// What is assigned to.
        target: ExprId,
        /// The value.
        value: ExprId,
    },
    /// `a ? { b => c }` or `a ? b => c`.
    Selector {
        /// What is selected by.
        of: ExprId,
        /// The options, at least one.
        options: List<Entry>,
    },
    /// `if`, with its branches in order; only the last may be without a condition.
    If(List<Branch>),
    /// `unless`: one branch, and perhaps one without a condition.
    Unless(List<Branch>),
    /// `case`
    Case {
        /// What is compared.
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
    /// `file { mode => 'a' }`, which lacks a title: the validator refuses it.
    Untitled {
        /// What stands before the brace.
        name: NameId,
        /// What stands between the braces.
        attributes: List<Attribute>,
    },
    /// `File { mode => 'a' }` or `File['a'] { mode => 'a' }`.
    ResourceSettings(Id<ResourceSettings>),
    /// `File <| a == b |> { }`
    Collector(Id<Collector>),
    /// A class, a defined type, a function, a node or a type's alias.
    Definition(Id<Definition>),
    /// The text of a template, a string.
    RenderText(ValueId),
    /// `<%= a %>`, or with a [`ExprKind::Block`] `<%= { a } %>`.
    RenderExpression(ExprId),
    /// Statements in braces, the last of which gives the value.
    Block(Exprs),
}

/// An operator and the operand to its right.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The operator.
    pub operator: BinaryOp,
    /// The byte that it begins at.
    pub at: u32,
    /// What stands to its right.
    pub operand: ExprId,
}

/// An operator between two operands, from the tightest to the loosest.
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
    /// How it is written.
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

    /// Whether it relates resources.
    #[must_use]
    #[inline]
    pub fn is_relationship(self) -> bool {
        self as u8 >= BinaryOp::Before as u8
    }
}

/// What an assignment does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AssignOp {
    /// `=`
    Set,
    /// `+=`, which the validator refuses.
    Append,
    /// `-=`, which the validator refuses.
    Delete,
}

impl AssignOp {
    /// How it is written.
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
    /// What stands to the left.
    pub key: ExprId,
    /// What stands to the right.
    pub value: ExprId,
    /// The byte that the arrow begins at.
    pub at: u32,
}

/// A branch of an `if` or an `unless`.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The byte that its keyword begins at.
    pub at: u32,
    /// The condition; `else` has none.
    pub condition: Option<ExprId>,
    /// Its statements.
    pub body: Exprs,
}

/// An option of a `case`.
#[derive(Clone, Copy, Debug)]
pub struct CaseOption {
    /// From the first value to the closing brace.
    pub span: Span,
    /// The values that it stands for, at least one.
    pub values: Exprs,
    /// Its statements.
    pub body: Exprs,
}

/// A call of what stands to the left of the arguments.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// What is called: a [`ExprKind::Name`], a type, or something that the validator
    /// refuses.
    pub callee: ExprId,
    /// The arguments, without the lambda.
    pub arguments: Exprs,
    /// The lambda.
    pub lambda: Option<Id<Lambda>>,
    /// How it is written.
    pub form: CallForm,
}

/// How a call is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallForm {
    /// `f(a)`: its value is used.
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
    /// Where the name stands.
    pub name_span: Span,
    /// Where Puppet says that it is: at the opening parenthesis, or else at the dot.
    pub at: u32,
    /// The further arguments, without the lambda.
    pub arguments: Exprs,
    /// The lambda.
    pub lambda: Option<Id<Lambda>>,
}

/// `|$a, $b| >> T { ... }`
#[derive(Clone, Copy, Debug)]
pub struct Lambda {
    /// What it stands for.
    pub span: Span,
    /// Its parameters.
    pub parameters: List<Parameter>,
    /// The type of its result.
    pub returns: Option<ExprId>,
    /// Its statements.
    pub body: Exprs,
}

/// A parameter of a lambda, a function, a class, a defined type or a template.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its type, a type's name with or without parameters.
    pub ty: Option<ExprId>,
    /// Which arguments it takes.
    pub takes: Takes,
    /// Its name, without the `$`.
    pub name: NameId,
    /// Where the variable stands.
    pub name_span: Span,
    /// Its default.
    pub default: Option<ExprId>,
}

/// Which arguments a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Takes {
    /// One.
    One,
    /// All that are left: `*$a`.
    Rest,
}

/// Resources of one type.
#[derive(Clone, Copy, Debug)]
pub struct Resource {
    /// Where they are realised.
    pub form: ResourceForm,
    /// The type: a name, `class`, or an expression.
    pub ty: ExprId,
    /// One or more of them.
    pub bodies: List<ResourceBody>,
}

/// Where resources are realised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResourceForm {
    /// Where they are declared.
    Regular,
    /// `@`: where they are collected.
    Virtual,
    /// `@@`: on other nodes, too.
    Exported,
}

/// A resource, or several by an array of titles: `title: attributes`.
#[derive(Clone, Copy, Debug)]
pub struct ResourceBody {
    /// The title or the titles.
    pub title: ExprId,
    /// What is set of it.
    pub attributes: List<Attribute>,
}

/// `name => value`, `name +> value` or `* => value`.
#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    /// What it does.
    pub operator: AttributeOp,
    /// The name; `*` for [`AttributeOp::Splat`].
    pub name: NameId,
    /// Where the name stands.
    pub name_span: Span,
    /// The byte that the arrow begins at.
    pub at: u32,
    /// The value.
    pub value: ExprId,
}

/// What is done to an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeOp {
    /// `=>`: it is set.
    Set,
    /// `+>`: something is added to it.
    Append,
    /// `* =>`: each entry of a hash sets one.
    Splat,
}

/// Attributes of resources that are declared elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct ResourceSettings {
    /// Whether they are defaults or overrides.
    pub of: Settings,
    /// How it is marked, which the validator refuses.
    pub form: ResourceForm,
    /// The type, or the resources.
    pub target: ExprId,
    /// What is set.
    pub attributes: List<Attribute>,
}

/// Which resources get attributes that are set apart from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Settings {
    /// Those of the type that do not set them.
    Defaults,
    /// Those that are named.
    Override,
}

/// `T <| query |> { attributes }`
#[derive(Clone, Copy, Debug)]
pub struct Collector {
    /// Of which resources it collects.
    pub collects: Collects,
    /// The type.
    pub ty: ExprId,
    /// Which ones: an expression of `==`, `!=`, `and`, `or` and parentheses.
    pub query: Option<ExprId>,
    /// What is set of them.
    pub attributes: List<Attribute>,
}

/// Of which resources a collector collects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Collects {
    /// `<| |>`: those of the catalog.
    Virtual,
    /// `<<| |>>`: those that other nodes export, too.
    Exported,
}

impl Collects {
    /// Puppet's label of such a collector.
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
    /// What is defined.
    pub kind: DefinitionKind,
    /// Its name as written; of a node, the empty name.
    pub name: NameId,
    /// Where the name stands; of a node, its keyword.
    pub name_span: Span,
    /// The parameters.
    pub parameters: List<Parameter>,
    /// The statements.
    pub body: Exprs,
}

/// What is defined.
#[derive(Clone, Copy, Debug)]
pub enum DefinitionKind {
    /// `class a inherits b { }`
    Class {
        /// The class that it inherits from.
        parent: Option<NameId>,
    },
    /// `define a { }`
    DefinedType,
    /// `function a() >> T { }`
    Function {
        /// The type of its result.
        returns: Option<ExprId>,
    },
    /// `node a, /b/ { }`
    Node {
        /// What nodes it is for: strings, names with dots as strings, regular expressions,
        /// `default`.
        matches: Exprs,
        /// The node that it inherits from, which the validator refuses.
        parent: Option<ExprId>,
    },
    /// `type A = T`
    TypeAlias {
        /// What it stands for.
        value: ExprId,
    },
    /// `type A[T] = B`, which maps types between runtimes.
    TypeMapping {
        /// What is mapped.
        from: ExprId,
        /// What it is mapped to.
        to: ExprId,
    },
    /// `type A inherits B { }`, which the validator refuses.
    TypeDefinition {
        /// The type that it inherits from.
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
